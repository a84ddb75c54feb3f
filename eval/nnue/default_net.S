/* SPDX-License-Identifier: GPL-3.0-only */
/* The net that ships inside the program. EMBED_NET is its path, given by the Makefile; without it
 * the two labels coincide and the program has no net. */
#if defined(__APPLE__)
#define NAME(x) _##x
    .section __TEXT,__const
#elif defined(_WIN32)
#define NAME(x) x
    .section .rdata,"dr"
#else
#define NAME(x) x
    .section .rodata
#endif
    .balign 64
    .globl NAME(hanxin_default_net)
    .globl NAME(hanxin_default_net_end)
NAME(hanxin_default_net):
#ifdef EMBED_NET
    .incbin EMBED_NET
#endif
NAME(hanxin_default_net_end):
    .byte 0

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
