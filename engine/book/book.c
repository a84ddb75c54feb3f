/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/book.h"

#include <errno.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/book/bookdat.h"

struct Book {
    unsigned char *bytes; /* owned; NULL: they are the program's */
    bool ours;
    union {
        Hxb hxb;
        BookDat dat;
    };
};

Book *book_from_bytes(unsigned char *bytes, size_t size, Text *why)
{
    Book *book = calloc(1, sizeof *book);
    if (!book)
        why_not(why, "no memory for the book", "内存不足，无法载入");
    else
        book->ours = hxb_begins(bytes, size);
    if (book && (book->ours ? hxb_init(&book->hxb, bytes, size, why) : bookdat_init(&book->dat, bytes, size, why))) {
        book->bytes = bytes;
        return book;
    }
    free(bytes);
    free(book);
    return NULL;
}

extern const unsigned char hanxin_book[], hanxin_book_end[]; /* built_in_book.S */

Book *book_built_in(Text *why)
{
    const size_t size = (size_t)((uintptr_t)hanxin_book_end - (uintptr_t)hanxin_book);
    Book *book = size > 0 ? calloc(1, sizeof *book) : NULL;
    if (size > 0 && !book)
        why_not(why, "no memory for the book", "内存不足，无法载入");
    if (book && !(book->ours = hxb_init(&book->hxb, hanxin_book, size, why))) {
        free(book);
        return NULL;
    }
    return book;
}

void book_free(Book *book)
{
    if (!book)
        return;
    free(book->bytes);
    free(book);
}

Book *book_open(const char *path, Text *why)
{
    size_t size;
    char *bytes = file_text(path, BOOK_LARGEST, &size, NULL);
    if (bytes)
        return book_from_bytes((unsigned char *)bytes, size, why);
    why_not(why, "it cannot be read: %s", "%s", why_words(errno, why_language(why)));
    return NULL;
}

int book_moves(const Book *book, const Position *pos, BookMove out[MAX_MOVES])
{
    return book->ours ? hxb_moves(&book->hxb, pos, out) : bookdat_moves(&book->dat, pos, out);
}

int book_lookup(const void *book, const Position *pos, BookMove out[MAX_MOVES]) { return book_moves(book, pos, out); }

const Hxb *book_hxb(const Book *book) { return book->ours ? &book->hxb : NULL; }
