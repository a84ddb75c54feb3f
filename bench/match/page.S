/* SPDX-License-Identifier: GPL-3.0-only */
/* The files of the page that outputs.c writes, as texts in the program. */
#ifdef __APPLE__
#define NAME(x) _##x
    .section __TEXT,__const
#else
#define NAME(x) x
    .section .rodata
#endif
    .macro text label, path
    .globl \label
\label:
    .incbin "\path"
    .byte 0
    .endm

    text NAME(hanxin_page_html), "bench/match/page.html"
    text NAME(hanxin_page_css), "bench/match/page.css"
    text NAME(hanxin_page_js), "bench/match/page.js"

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
