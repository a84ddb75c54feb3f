/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/book.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/file.h"
#include "engine/book/bookdat.h"
#include "engine/book/booktext.h"

struct Book {
    unsigned char *bytes; /* owned; NULL for a book in text format, whose text is not kept, and for the book that is part of the program */
    BookKind kind;
    union {
        Hxb hxb;
        BookDat dat;
        BookRows rows; /* moves of a book in text format, sorted by pos->key */
    };
};

/* Recognises other files that users mistake for books. If the bytes are such a file, returns true, with
 * a reason that names the command for making a book from it. */
static bool book_is_other(const unsigned char *bytes, size_t size, Text *why)
{
    static const struct {
        const char *magic, *words;
    } others[] = {
        {"SQLite format 3",
         N_("an SQLite database; an .obk, .pfBook or .yfk book is converted by 'hanxin-book import BOOK --words FILE --out BOOK.hxb'")},
        {"HanxinOA", N_("an analysis of openings; hanxin-book write makes a book from it")},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (size >= strlen(others[i].magic) && memcmp(bytes, others[i].magic, strlen(others[i].magic)) == 0) {
            text_fail(why, "%s", tr(why_language(why), others[i].words));
            return true;
        }
    return false;
}

static bool book_too_large(Text *why) { return why_not(why, "too large for an opening book: more than %d bytes", BOOK_LARGEST); }

/* Reads a book in text format from `bytes`, which it frees. */
static bool init_from_text(Book *book, unsigned char *bytes, size_t size, Text *why)
{
    char *text = realloc(bytes, size + 1);
    if (text)
        text[size] = '\0';
    else
        free(bytes);
    book->kind = BOOK_TEXT;
    const bool good = text ? booktext_read(&book->rows, text, size, why) : why_no_memory(why);
    free(text);
    return good;
}

/* Initialises a zeroed book, which takes ownership of the bytes. */
static bool book_init(Book *book, unsigned char *bytes, size_t size, Text *why)
{
    if (booktext_begins(bytes, size))
        return init_from_text(book, bytes, size, why);
    book->bytes = bytes;
    book->kind = hxb_begins(bytes, size) ? BOOK_HXB : BOOK_DAT;
    return book->kind == BOOK_HXB ? hxb_init(&book->hxb, bytes, size, why) : bookdat_init(&book->dat, bytes, size, why);
}

Book *book_from_bytes(unsigned char *bytes, size_t size, Text *why)
{
    assert(bytes || size == 0);
    if (book_is_other(bytes, size, why) || (size > BOOK_LARGEST && !book_too_large(why))) {
        free(bytes);
        return NULL;
    }
    Book *book = calloc(1, sizeof *book);
    if (book && book_init(book, bytes, size, why))
        return book;
    if (!book) {
        why_not(why, "out of memory");
        free(bytes);
    }
    book_free(book);
    return NULL;
}

extern const unsigned char hanxin_book[], hanxin_book_end[]; /* defined in built_in_book.S */

Book *book_built_in(Text *why)
{
    const size_t size = (size_t)((uintptr_t)hanxin_book_end - (uintptr_t)hanxin_book);
    Book *book = size > 0 ? calloc(1, sizeof *book) : NULL;
    if (size > 0 && !book)
        why_not(why, "out of memory");
    if (book && !hxb_init(&book->hxb, hanxin_book, size, why)) {
        free(book);
        return NULL;
    }
    return book;
}

void book_free(Book *book)
{
    if (!book)
        return;
    if (book->kind == BOOK_TEXT)
        book_rows_clear(&book->rows);
    free(book->bytes);
    free(book);
}

Book *book_open(const char *path, Text *why)
{
    size_t size;
    char *bytes = file_text(path, BOOK_LARGEST, &size, NULL);
    if (bytes)
        return book_from_bytes((unsigned char *)bytes, size, why);
    if (errno == EFBIG)
        book_too_large(why);
    else
        why_not(why, "cannot be read: %s", why_words(errno, why_language(why)));
    return NULL;
}

int book_moves(const Book *book, const Position *pos, BookMove out[MAX_MOVES])
{
    if (book->kind != BOOK_TEXT)
        return book->kind == BOOK_HXB ? hxb_moves(&book->hxb, pos, out) : bookdat_moves(&book->dat, pos, out);
    Position mirror;
    position_mirror(pos, &mirror);
    return book_rows_moves(&book->rows, pos, pos->key, mirror.key, out);
}

int book_lookup(const void *book, const Position *pos, BookMove out[MAX_MOVES]) { return book_moves(book, pos, out); }

size_t book_records(const Book *book)
{
    return book->kind == BOOK_HXB ? book->hxb.moves : book->kind == BOOK_DAT ? book->dat.records : book->rows.count;
}

BookKind book_kind(const Book *book) { return book->kind; }

const Hxb *book_hxb(const Book *book) { return book->kind == BOOK_HXB ? &book->hxb : NULL; }
