/* SPDX-License-Identifier: GPL-3.0-only */
/* The opening book that ships inside the program. EMBED_BOOK is its path, given by the Makefile; without it the two labels coincide
 * and there is none. */
#ifdef __wasm__ /* room for it alone: it is a file beside the modules, which share it (protocol/web/engine.c) */
    .section .bss.book,"",@
    .globl hanxin_book
    .type hanxin_book,@object
hanxin_book:
    .skip BOOK_SIZE
    .size hanxin_book, BOOK_SIZE
    .globl hanxin_book_end
    .type hanxin_book_end,@object
hanxin_book_end:
    .int8 0
    .size hanxin_book_end, 1
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
    .globl NAME(hanxin_book)
    .globl NAME(hanxin_book_end)
NAME(hanxin_book):
#ifdef EMBED_BOOK
    .incbin EMBED_BOOK
#endif
NAME(hanxin_book_end):
    .byte 0

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
#endif
