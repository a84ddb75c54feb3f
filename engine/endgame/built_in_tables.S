/* SPDX-License-Identifier: GPL-3.0-only */
/* The endgame tables inside the program, which the build makes (bench/tables/embed.c). EMBED_TABLES is their path, given by the
 * Makefile; without it there are none. */
#ifdef __wasm__ /* room for them alone: they are a file beside the modules, which share it (protocol/web/engine.c) */
    .section .bss.endgame,"",@
    .p2align 6
    .globl hanxin_endgame
    .type hanxin_endgame,@object
hanxin_endgame:
    .skip TABLES_SIZE
    .size hanxin_endgame, TABLES_SIZE
    .globl hanxin_endgame_end
    .type hanxin_endgame_end,@object
hanxin_endgame_end:
    .int8 0
    .size hanxin_endgame_end, 1
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
    .globl NAME(hanxin_endgame)
    .globl NAME(hanxin_endgame_end)
NAME(hanxin_endgame):
#ifdef EMBED_TABLES
    .incbin EMBED_TABLES
#endif
NAME(hanxin_endgame_end):
    .byte 0

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
#endif
