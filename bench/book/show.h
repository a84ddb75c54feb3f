/* SPDX-License-Identifier: GPL-3.0-only */
/* show.h - what a book says of a position, as lines for people. */
#pragma once

#include "engine/book/book.h"

/* Prints its moves, heaviest first, with share, weight and score, or that it has none. */
void show_book(const Book *book, const Position *pos);
