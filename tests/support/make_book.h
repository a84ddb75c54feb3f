/* SPDX-License-Identifier: GPL-3.0-only */
/* make_book.h - writes small opening books in ElephantEye's format, for tests. */
#pragma once

typedef struct MadeBookLine {
    const char *fen, *moves; /* moves with their weights: "h2e2:100 b0c2:3" */
} MadeBookLine;

/* Writes the book. Each position is stored as it is or mirrored, whichever has the smaller lock. */
void make_book(const char *path, const MadeBookLine *lines, int count);
