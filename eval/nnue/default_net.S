/* SPDX-License-Identifier: GPL-3.0-only */
/* The net that ships inside the program. EMBED_NET is its path, given by the Makefile; without it
 * the two labels coincide and the program has no net. */
#ifdef __wasm__ /* room for it alone: it is a file beside the modules, which share it (protocol/web/engine.c) */
    .section .bss.net,"",@
    .p2align 6
    .globl hanxin_default_net
    .type hanxin_default_net,@object
hanxin_default_net:
    .skip NET_SIZE
    .size hanxin_default_net, NET_SIZE
    .globl hanxin_default_net_end
    .type hanxin_default_net_end,@object
hanxin_default_net_end:
    .int8 0
    .size hanxin_default_net_end, 1
#else
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
#endif
