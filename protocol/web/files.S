/* SPDX-License-Identifier: GPL-3.0-only */
/* Embeds the page's files in the program. */
#include "protocol/web/files.h"

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
    .macro file begin, end, path
    .globl \begin
    .globl \end
\begin:
    .incbin "\path"
\end:
    .byte 0
    .endm

#define FILE(label, name, type, path) file NAME(hanxin_web_##label), NAME(hanxin_web_##label##_end), path;
WEB_FILES(FILE)

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
