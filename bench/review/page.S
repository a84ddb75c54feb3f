/* SPDX-License-Identifier: GPL-3.0-only */
/* The files of the page that report.c writes, as texts inside the program. */
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
    .macro text label, path
    .globl \label
\label:
    .incbin "\path"
    .byte 0
    .endm

    text NAME(hanxin_review_html), "bench/review/page.html"
    text NAME(hanxin_review_css), "bench/review/page.css"
    text NAME(hanxin_review_js), "bench/review/page.js"

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
