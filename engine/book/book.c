/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/book.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (book && (book->ours ? hxb_init(&book->hxb, bytes, size, false, why) : bookdat_init(&book->dat, bytes, size, why))) {
        book->bytes = bytes;
        return book;
    }
    free(bytes);
    free(book);
    return NULL;
}

extern const unsigned char hanxin_book[], hanxin_book_end[]; /* built_in_book.S */

Book *book_built_in(void)
{
    const size_t size = (size_t)((uintptr_t)hanxin_book_end - (uintptr_t)hanxin_book);
    Book *book = size > 0 ? calloc(1, sizeof *book) : NULL;
    if (book && !(book->ours = hxb_init(&book->hxb, hanxin_book, size, true, NULL))) {
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

static bool is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' || (isalpha((unsigned char)path[0]) && path[1] == ':');
}

Book *book_open(const char *path, Text *why)
{
    enum { LARGEST = 1 << 28 };
    char beside[4096 + 1024];
    size_t size;
    if (!is_absolute(path)) {
        executable_folder(beside, 4096);
        size_t length = strlen(beside);
        snprintf(beside + length, sizeof beside - length, "%s", path);
        if (file_is_regular(beside))
            path = beside;
    }
    char *bytes = file_text(path, LARGEST, &size, NULL);
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
