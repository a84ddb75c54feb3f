/* SPDX-License-Identifier: GPL-3.0-only */
/* Embeds the board's files as texts in the programs that write pages. */
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

    text NAME(hanxin_board_css), "protocol/web/board.css"
    text NAME(hanxin_board_js), "protocol/web/board.js"

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
