/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/hxb.h"

#include <string.h>

#include "engine/base/bytes.h"
#include "engine/base/crc32.h"
#include "engine/base/why.h"
#include "engine/board/legal.h"
#include "engine/book/book_key.h"

_Static_assert(HXB_HEAD == 36 + HXB_NOTE, "the note ends the header");

enum { CHECKED_FROM = 16 }; /* offset from which the checksum is computed */

static const unsigned char *hxb_position_at(const Hxb *hxb, uint32_t i) { return hxb->bytes + HXB_HEAD + (size_t)i * HXB_POSITION; }

static const unsigned char *hxb_move_at(const Hxb *hxb, uint32_t i)
{
    return hxb->bytes + HXB_HEAD + (size_t)hxb->positions * HXB_POSITION + (size_t)i * HXB_MOVE;
}

static uint64_t hxb_key_at(const Hxb *hxb, uint32_t i) { return bytes_get(hxb_position_at(hxb, i), 8); }

/* Returns the index of a position's first move, which is also the end of the previous position's
 * moves. */
static uint32_t hxb_first_move(const Hxb *hxb, uint32_t i)
{
    return i < hxb->positions ? bytes_get32(hxb_position_at(hxb, i) + 8) : hxb->moves;
}

bool hxb_begins(const unsigned char *bytes, size_t size) { return size >= 8 && memcmp(bytes, HXB_MAGIC, 8) == 0; }

static bool hxb_read_head(Hxb *hxb, const unsigned char *bytes, size_t size, Text *why)
{
    if (size < HXB_HEAD || !hxb_begins(bytes, size))
        return why_not(why, "not a book, or truncated");
    if (bytes_get32(bytes + 8) != HXB_VERSION)
        return why_not(why, "book of format %u, but this program reads format %d", (unsigned)bytes_get32(bytes + 8), HXB_VERSION);
    *hxb = (Hxb){.bytes = bytes,
                 .positions = bytes_get32(bytes + 16),
                 .moves = bytes_get32(bytes + 20),
                 .origin = {.margin = bytes_get32(bytes + 24), .nodes = bytes_get32(bytes + 28), .net = bytes_get32(bytes + 32)}};
    memcpy(hxb->origin.note, bytes + 36, HXB_NOTE - 1);
    if ((uint64_t)size != HXB_HEAD + (uint64_t)hxb->positions * HXB_POSITION + (uint64_t)hxb->moves * HXB_MOVE)
        return why_not(why, "truncated or damaged: %lu bytes do not match the header", (unsigned long)size);
    return true;
}

static bool hxb_sound_position(const Hxb *hxb, uint32_t i)
{
    return hxb_first_move(hxb, i) < hxb_first_move(hxb, i + 1) && hxb_first_move(hxb, i + 1) <= hxb->moves &&
           (i > 0 ? hxb_key_at(hxb, i - 1) < hxb_key_at(hxb, i) : hxb_first_move(hxb, 0) == 0);
}

bool hxb_init(Hxb *hxb, const unsigned char *bytes, size_t size, Text *why)
{
    if (!hxb_read_head(hxb, bytes, size, why))
        return false;
    if (crc32_update(0, bytes + CHECKED_FROM, size - CHECKED_FROM) != bytes_get32(bytes + 12))
        return why_not(why, "damaged: wrong checksum");
    bool sound = hxb->positions > 0 || hxb->moves == 0;
    for (uint32_t i = 0; sound && i < hxb->positions; i++)
        sound = hxb_sound_position(hxb, i);
    return sound || why_not(why, "damaged: positions out of order");
}

/* ---- look-up ---- */

/* Finds the index of the position with this key. Returns false if there is none. */
static bool hxb_find_key(const Hxb *hxb, uint64_t key, uint32_t *found)
{
    uint32_t low = 0, high = hxb->positions;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (hxb_key_at(hxb, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low;
    return low < hxb->positions && hxb_key_at(hxb, low) == key;
}

/* Reads a move. Returns false if its squares are off the board or its weight is 0. */
static bool hxb_read_move(const BookView *view, const unsigned char *at, BookMove *entry)
{
    if (at[0] >= SQUARES || at[1] >= SQUARES)
        return false;
    *entry = (BookMove){.move = move_make(book_square(view, at[0]), book_square(view, at[1])),
                        .weight = bytes_get16(at + 2),
                        .score = (int16_t)bytes_get16(at + 4)};
    return entry->weight > 0;
}

int hxb_moves(const Hxb *hxb, const Position *pos, BookMove out[MAX_MOVES])
{
    const BookView view = book_view(pos);
    uint32_t at;
    int count = 0;
    if (!hxb_find_key(hxb, view.key, &at))
        return 0;
    for (uint32_t i = hxb_first_move(hxb, at), end = hxb_first_move(hxb, at + 1); i < end; i++) {
        BookMove entry;
        if (!hxb_read_move(&view, hxb_move_at(hxb, i), &entry) || !is_legal(pos, entry.move))
            continue;
        Move mirror = move_mirror(entry.move);
        bool shared = view.symmetric && mirror != entry.move && is_legal(pos, mirror);
        if (shared)
            entry.weight = (entry.weight + 1) / 2;
        book_move_insert(out, &count, entry);
        entry.move = mirror;
        if (shared)
            book_move_insert(out, &count, entry);
    }
    return count;
}
