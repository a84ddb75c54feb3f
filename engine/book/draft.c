/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/draft.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/bytes.h"
#include "engine/base/contract.h"
#include "engine/base/crc32.h"
#include "engine/board/legal.h"
#include "engine/book/book_key.h"

void draft_clear(BookDraft *draft)
{
    free(draft->moves);
    *draft = (BookDraft){0};
}

static int draft_compare(const void *a, const void *b)
{
    const DraftMove *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

static int draft_compare_in_order(const void *a, const void *b)
{
    const DraftMove *x = a, *y = b;
    int difference = draft_compare(a, b);
    return difference ? difference : (x->order > y->order) - (x->order < y->order);
}

static uint8_t draft_mirrored(int point) { return (uint8_t)(point / FILES * FILES + FILES - 1 - point % FILES); }

static bool draft_add_entry(BookDraft *draft, DraftMove entry)
{
    if (!array_grow(&draft->moves, &draft->capacity, draft->count + 1, sizeof *draft->moves))
        return false;
    entry.order = (uint32_t)draft->count;
    draft->moves[draft->count++] = entry;
    return true;
}

bool draft_add(BookDraft *draft, const Position *pos, const BookMove *move)
{
    assert(in_range(move->weight, 1, UINT16_MAX));
    assert(in_range(move->score, INT16_MIN, INT16_MAX));
    VERIFY_ASSERT(is_legal(pos, move->move));
    const BookView view = book_view(pos);
    DraftMove entry = {.key = view.key,
                       .from = (uint8_t)book_point(&view, move_from(move->move)),
                       .to = (uint8_t)book_point(&view, move_to(move->move)),
                       .weight = (uint16_t)move->weight,
                       .score = (int16_t)move->score};
    DraftMove image = entry;
    image.from = draft_mirrored(entry.from);
    image.to = draft_mirrored(entry.to);
    return draft_add_entry(draft, view.symmetric && draft_compare(&image, &entry) < 0 ? image : entry);
}

void draft_settle(BookDraft *draft)
{
    size_t left = 0;
    if (draft->count)
        qsort(draft->moves, draft->count, sizeof *draft->moves, draft_compare_in_order);
    for (size_t i = 0; i < draft->count; i++) {
        left -= left > 0 && draft_compare(&draft->moves[left - 1], &draft->moves[i]) == 0;
        draft->moves[left] = draft->moves[i];
        draft->moves[left].order = (uint32_t)left;
        left++;
    }
    draft->count = left;
}

bool draft_add_book(BookDraft *draft, const Hxb *hxb)
{
    const unsigned char *position = hxb->bytes + HXB_HEAD, *move = position + (size_t)hxb->positions * HXB_POSITION;
    for (uint32_t i = 0, done = 0; i < hxb->positions; i++, position += HXB_POSITION)
        for (const uint32_t end = i + 1 < hxb->positions ? bytes_get32(position + HXB_POSITION + 8) : hxb->moves; done < end; done++) {
            const DraftMove entry = {bytes_get(position, 8), move[0], move[1], bytes_get16(move + 2), (int16_t)bytes_get16(move + 4), 0};
            move += HXB_MOVE;
            if (entry.from < SQUARES && entry.to < SQUARES && entry.weight > 0 && !draft_add_entry(draft, entry))
                return false;
        }
    return true;
}

static bool draft_has(const DraftMove *moves, size_t count, uint64_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (moves[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && moves[low].key == key;
}

bool draft_merge(BookDraft *draft, BookDraft *other)
{
    assert(draft != other);
    draft_settle(draft);
    draft_settle(other);
    const size_t had = draft->count;
    for (size_t i = 0; i < other->count; i++)
        if (!draft_has(draft->moves, had, other->moves[i].key) && !draft_add_entry(draft, other->moves[i]))
            return false;
    draft_settle(draft);
    return true;
}

#ifdef VERIFY
static bool draft_is_settled(const BookDraft *draft)
{
    for (size_t i = 1; i < draft->count; i++)
        if (draft_compare(&draft->moves[i - 1], &draft->moves[i]) >= 0)
            return false;
    return true;
}
#endif

size_t draft_positions(const BookDraft *draft)
{
    VERIFY_ASSERT(draft_is_settled(draft));
    size_t positions = 0;
    for (size_t i = 0; i < draft->count; i++)
        positions += i == 0 || draft->moves[i].key != draft->moves[i - 1].key;
    return positions;
}

size_t draft_size(const BookDraft *draft) { return HXB_HEAD + draft_positions(draft) * HXB_POSITION + draft->count * HXB_MOVE; }

static void draft_add_rest_of_head(Text *bytes, const BookDraft *draft)
{
    char note[HXB_NOTE] = "";
    memcpy(note, draft->origin.note, HXB_NOTE - 1);
    bytes_add(bytes, draft_positions(draft), 4);
    bytes_add(bytes, draft->count, 4);
    bytes_add(bytes, draft->origin.margin, 4);
    bytes_add(bytes, draft->origin.nodes, 4);
    bytes_add(bytes, draft->origin.net, 4);
    text_add_bytes(bytes, note, sizeof note);
}

bool draft_pack(BookDraft *draft, Text *bytes)
{
    Text rest = TEXT_INIT;
    draft_settle(draft);
    draft_add_rest_of_head(&rest, draft);
    for (size_t i = 0; i < draft->count; i++)
        if (i == 0 || draft->moves[i].key != draft->moves[i - 1].key) {
            bytes_add(&rest, draft->moves[i].key, 8);
            bytes_add(&rest, i, 4);
        }
    for (size_t i = 0; i < draft->count; i++) {
        const DraftMove *m = &draft->moves[i];
        bytes_add(&rest, m->from | (uint32_t)m->to << 8 | (uint32_t)m->weight << 16, 4);
        bytes_add(&rest, (uint16_t)m->score, 2);
    }
    text_add(bytes, HXB_MAGIC);
    bytes_add(bytes, HXB_VERSION, 4);
    bytes_add(bytes, crc32_update(0, rest.data, rest.length), 4);
    text_add_bytes(bytes, rest.data, rest.length);
    bool whole = !rest.failed && !bytes->failed;
    text_free(&rest);
    return whole;
}
