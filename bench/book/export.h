/* SPDX-License-Identifier: GPL-3.0-only */
/* export.h - a book in formats of other programs: what can be reached from the start position (walk.h). */
#pragma once

#include <stdio.h>

#include "bench/book/obk.h"
#include "engine/book/book.h"

typedef enum ExportFormat { EXPORT_BOOKDAT, EXPORT_OBK, EXPORT_PGN, EXPORT_EPD, EXPORT_FORMATS } ExportFormat;

typedef struct Export {
    const Book *book;
    const BookWalk *walk;  /* of the book */
    const ObkWords *words; /* for .obk alone */
    size_t left_out;       /* set: positions that the format has no room for */
} Export;

/* False with the reason; what could not be written to the stream is not told. */
bool export_book(Export *e, ExportFormat format, FILE *out, Text *why) __attribute__((warn_unused_result));
