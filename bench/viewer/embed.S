/* SPDX-License-Identifier: GPL-3.0-only */
/* Embeds the files of the pages that programs write, as texts. */
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

    text NAME(hanxin_viewer_html), "bench/viewer/viewer.html"
    text NAME(hanxin_viewer_css), "bench/viewer/viewer.css"
    text NAME(hanxin_viewer_js), "bench/viewer/viewer.js"
    text NAME(hanxin_board_css), "protocol/web/board.css"
    text NAME(hanxin_pieces_js), "protocol/web/pieces.js"
    text NAME(hanxin_board_js), "protocol/web/board.js"
    text NAME(hanxin_moves_css), "protocol/web/page/moves.css"
    text NAME(hanxin_moves_js), "protocol/web/page/moves.js"
    text NAME(hanxin_graph_js), "protocol/web/page/graph.js"
    text NAME(hanxin_notes_js), "protocol/web/page/notes.js"
    text NAME(hanxin_tree_js), "protocol/web/page/tree.js"
    text NAME(hanxin_review_js), "bench/review/page.js"
    text NAME(hanxin_match_js), "bench/match/page.js"

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
