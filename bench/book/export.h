/* SPDX-License-Identifier: GPL-3.0-only */
/* export.h - writes a book in the formats of other programs. Only positions reachable from the
 * start position are exported (walk.h). */
#pragma once

#include <stdio.h>

#include "bench/book/obk.h"
#include "engine/book/book.h"

typedef enum ExportFormat { EXPORT_BOOKDAT, EXPORT_OBK, EXPORT_PGN, EXPORT_EPD, EXPORT_FORMATS } ExportFormat;

typedef struct Export {
    const Book *book;
    const BookWalk *walk;  /* a walk of this book */
    const ObkWords *words; /* needed for .obk only */
    size_t left_out;       /* output: number of positions that the format cannot hold */
} Export;

/* Writes the book. On failure returns false and adds the reason to *why. Write errors of the stream
 * are not reported; the caller checks ferror(). */
bool export_book(Export *e, ExportFormat format, FILE *out, Text *why) __attribute__((warn_unused_result));
