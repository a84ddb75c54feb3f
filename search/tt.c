/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/tt.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/pool.h"
#include "search/params.h"

_Static_assert(sizeof(TtSlot) == 8, "a slot is one word");
_Static_assert(64 % (sizeof(TtSlot) * TT_BUCKET) == 0, "no bucket lies in two cache lines");

bool tt_resize(Tt *tt, int mib)
{
    assert(mib >= 1);
    size_t buckets = (size_t)mib * 1024 * 1024 / (sizeof(TtSlot) * TT_BUCKET);
    size_t bytes = buckets * TT_BUCKET * sizeof(TtSlot);
    if (tt->slots && bytes == tt->bytes)
        return true;
    SharedMemory memory = {0};
    TtSlot *slots = tt->lends ? shared_memory_new(bytes, &memory) : NULL; /* the memory is zeroed in both cases */
    if (!slots)
        slots = big_alloc(bytes);
    if (!slots)
        return false;
    const bool lends = tt->lends;
    tt_free(tt);
    *tt = (Tt){.slots = slots, .buckets = buckets, .bytes = bytes, .lends = lends, .memory = memory};
    return true;
}

void tt_free(Tt *tt)
{
    if (tt->borrowed)
        shared_memory_leave(tt->slots, tt->bytes);
    else if (tt->memory.bytes)
        shared_memory_free(tt->slots, &tt->memory);
    else
        big_free(tt->slots, tt->bytes);
    *tt = (Tt){0};
}

void tt_lend(Tt *tt)
{
    assert(!tt->borrowed);
    SharedMemory memory;
    if (tt->lends)
        return;
    tt->lends = true;
    TtSlot *slots = shared_memory_new(tt->bytes, &memory);
    if (!slots)
        return;
    big_free(tt->slots, tt->bytes);
    tt->slots = slots;
    tt->memory = memory;
    tt->generation = 0;
    tt->present = false;
}

bool tt_borrow(Tt *tt, const SharedMemory *memory)
{
    const bool lends = tt->lends;
    const size_t buckets = memory->bytes / (sizeof(TtSlot) * TT_BUCKET);
    TtSlot *slots = buckets ? shared_memory_join(memory) : NULL;
    if (!slots)
        return false;
    tt_free(tt);
    *tt = (Tt){.slots = slots, .buckets = buckets, .bytes = memory->bytes, .lends = lends, .borrowed = true, .memory = *memory};
    return true;
}

bool tt_own(Tt *tt)
{
    Tt own = {.lends = tt->lends};
    if (!tt->borrowed)
        return true;
    if (!tt_resize(&own, (int)(tt->bytes >> 20)))
        return false;
    tt_free(tt);
    *tt = own;
    return true;
}

/* ---- the whole table at once ---- */

enum { PARTS_MOST = 8, PART_LEAST = 64 << 20 /* PART_LEAST: smallest part that is worth a thread of its own */ };

typedef struct WholeWalk {
    const Tt *tt;
    size_t parts;
    void (*visit)(char *bytes, size_t size);
} WholeWalk;

static bool tt_walk_part(void *self, int thread, size_t part)
{
    const WholeWalk *walk = self;
    const size_t slots = walk->tt->bytes / sizeof(TtSlot), from = slots * part / walk->parts, to = slots * (part + 1) / walk->parts;
    (void)thread;
    walk->visit((char *)&walk->tt->slots[from], (to - from) * sizeof(TtSlot));
    return true;
}

static void tt_zero(char *bytes, size_t size) { memset(bytes, 0, size); }

/* Writes to each page: the system provides no memory for pages that are only read. */
static void tt_touch(char *bytes, size_t size)
{
    enum { PAGE = 4096 };
    for (size_t at = 0; at < size; at += PAGE)
        atomic_fetch_or_explicit((_Atomic uint64_t *)(void *)(bytes + at), 0, memory_order_relaxed);
}

/* Walks over the table with several threads, because a single thread would take seconds on a table of
 * several gigabytes. */
static void tt_walk(const Tt *tt, void (*visit)(char *bytes, size_t size))
{
    const size_t worth = tt->bytes / PART_LEAST;
    size_t parts = (size_t)processor_count() < PARTS_MOST ? (size_t)processor_count() : PARTS_MOST;
    parts = worth < 1 ? 1 : worth < parts ? worth : parts;
    parallel_for(parts, (int)parts, tt_walk_part, &(WholeWalk){tt, parts, visit});
}

void tt_ready(Tt *tt)
{
    if (!tt->borrowed && !tt->present && (int64_t)(tt->bytes >> 20) <= memory_mib() / 2)
        tt_walk(tt, tt_touch);
    tt->present = true;
}

void tt_clear(Tt *tt)
{
    if (tt->borrowed)
        return;
    tt_walk(tt, tt_zero);
    tt->present = true;
    tt->generation = 0;
}

/* ---- entries ---- */

enum { SCORE_AT = 14, DEPTH_AT = 30, BOUND_AT = 37, GENERATION_AT = 39, CHECK_AT = 44 };

_Static_assert(SCORE_AT + 16 == DEPTH_AT && DEPTH_AT + 7 == BOUND_AT && BOUND_AT + 2 == GENERATION_AT && GENERATION_AT + 5 == CHECK_AT,
               "the fields of a slot adjoin");
_Static_assert(SQUARES <= 1 << 7 && TT_DEPTH_MAX < 1 << 7 && BOUND_EXACT < 1 << 2 && TT_GENERATIONS == 1 << 5, "each value fits its field");
_Static_assert((int)MAX_DEPTH <= (int)TT_DEPTH_MAX, "the depth of a search is not cut");

static uint64_t tt_point(Square s)
{
    assert(on_board(s));
    return (uint64_t)(s - (s >> 4) * 6);
}

static Square tt_square(uint64_t point) { return (Square)(point + point / 10 * 6); }

uint64_t tt_pack(const TtEntry *e)
{
    assert(e->bound <= BOUND_EXACT && in_range(e->score, INT16_MIN, INT16_MAX));
    assert(e->depth >= 0);
    const uint64_t depth = (uint64_t)(e->depth < TT_DEPTH_MAX ? e->depth : TT_DEPTH_MAX);
    return tt_point(move_from(e->move)) | tt_point(move_to(e->move)) << 7 | (uint64_t)(uint16_t)e->score << SCORE_AT | depth << DEPTH_AT |
           (uint64_t)e->bound << BOUND_AT;
}

void tt_unpack(uint64_t data, TtEntry *e)
{
    e->move = move_make(tt_square(data & 127), tt_square(data >> 7 & 127));
    e->score = (int16_t)(data >> SCORE_AT);
    e->depth = (int)(data >> DEPTH_AT & TT_DEPTH_MAX);
    e->bound = (Bound)(data >> BOUND_AT & 3);
}

static unsigned tt_age(const Tt *tt, uint64_t data) { return (tt->generation - (unsigned)(data >> GENERATION_AT)) % TT_GENERATIONS; }

/* Returns true if an entry has this check. An empty slot (0) may match as an entry without information. */
static bool tt_slot_is_of(uint64_t data, uint64_t check) { return (data ^ check) < (uint64_t)1 << CHECK_AT; }

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry)
{
    assert(tt->buckets > 0);
    const TtSlot *slot = &tt->slots[tt_bucket(tt, key)];
    const uint64_t check = key << CHECK_AT;
    for (int i = 0; i < TT_BUCKET; i++, slot++) {
        const uint64_t data = atomic_load_explicit(slot, memory_order_relaxed);
        if (tt_slot_is_of(data, check)) {
            tt_unpack(data, entry);
            return data != 0;
        }
    }
    return false;
}

/* Returns true if the old entry is worth more than the new one. A much deeper result is worth more than
 * a shallow bound or a bare move. If the new bound is a winning score, it replaces the old result,
 * which would hide the win. But a bound from an evaluation never replaces a proven win. */
static bool tt_outweighs(const TtEntry *old, const TtEntry *fresh)
{
    if (fresh->bound == BOUND_EXACT || old->bound == BOUND_NONE || fresh->depth + tt_keep_plies >= old->depth)
        return false;
    return fresh->bound == BOUND_NONE || !is_winning_score(fresh->score) || (is_decisive(old->score) && !is_decisive(fresh->score));
}

void tt_store(Tt *tt, uint64_t key, const TtEntry *entry)
{
    assert(tt->buckets > 0);
    assert(in_range(entry->score, -SCORE_INFINITE, SCORE_INFINITE) || entry->bound == BOUND_NONE);
    TtSlot *slot = &tt->slots[tt_bucket(tt, key)], *victim = slot;
    const uint64_t check = key << CHECK_AT;
    int least = 1 << 20;
    TtEntry fresh = *entry;

    for (int i = 0; i < TT_BUCKET; i++, slot++) {
        const uint64_t data = atomic_load_explicit(slot, memory_order_relaxed);
        if (tt_slot_is_of(data, check)) {
            TtEntry old;
            tt_unpack(data, &old);
            if (fresh.move == MOVE_NONE)
                fresh.move = old.move;
            if (tt_age(tt, data) == 0 && tt_outweighs(&old, &fresh))
                return;
            victim = slot;
            break;
        }
        const int worth = data ? (int)(data >> DEPTH_AT & TT_DEPTH_MAX) - tt_age_plies * (int)tt_age(tt, data) : -(1 << 16);
        if (worth < least) {
            least = worth;
            victim = slot;
        }
    }
    const uint64_t data = tt_pack(&fresh) | (uint64_t)tt->generation << GENERATION_AT | check;
    atomic_store_explicit(victim, data, memory_order_relaxed);
}

int tt_fill(const Tt *tt)
{
    size_t sample = tt->buckets < 250 ? tt->buckets : 250;
    int used = 0;
    for (size_t i = 0; i < sample * TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&tt->slots[i], memory_order_relaxed);
        used += data != 0 && tt_age(tt, data) == 0;
    }
    return sample ? used * 1000 / (int)(sample * TT_BUCKET) : 0;
}
