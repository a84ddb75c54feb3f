/* SPDX-License-Identifier: GPL-3.0-only */
/* tt.h - the transposition table.
 *
 * Eight bytes a slot, four slots (half a cache line) a bucket. A slot is read and written as a whole, so that threads share the
 * table without locks. From the low end:
 *
 *     from 7 | to 7 | score 16 | depth 7 | bound 2 | generation 5 | check 20
 *
 * Points are numbered 0 to 89. The check is the low end of the key, whose high end chose the bucket. In a full bucket one probe in
 * 260,000 of a position that is not there finds another position's entry: its move need not be possible here, and its score means
 * nothing. So alphabeta() does not cut by an entry whose move is impossible, and quiescence() takes no mate or rule win from one; what
 * has no move, and other bounds in quiescence, are taken as they are.
 *
 * The static evaluation is not kept: it is computed anyway while the entry comes from memory (alphabeta.c).
 *
 * Scores are stored as distances from the stored position (tt_score_in/out), so a mate found at any
 * ply is right at every other. Within a bucket the slot with the least depth gives way, each
 * generation of age counting as some plies. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/shared_memory.h"
#include "engine/board/move.h"
#include "engine/board/score.h"
#include "search/search.h"

enum { TT_BUCKET = 4, TT_GENERATIONS = 32, TT_DEPTH_MAX = 127 };

typedef _Atomic uint64_t TtSlot;

typedef struct Tt {
    TtSlot *slots;
    size_t buckets;
    size_t bytes;
    unsigned generation; /* 0..31, one more each search; what is 32 searches old counts as new */
    bool lends;          /* its memory is to be had by other processes of this machine, where the system can do that */
    bool borrowed;       /* it is another's */
    bool present;        /* tt_ready() has nothing left to do */
    SharedMemory memory; /* which, in either case */
} Tt;

/* False, *tt unchanged, if the memory cannot be had. */
bool tt_resize(Tt *tt, int mib);

/* From now on others can have it: a new table, if it is not of such memory already. */
void tt_lend(Tt *tt);

/* Another's table instead of its own, which is given back: both see what either stores. tt_own(): one of its own of that size again.
 * False, *tt unchanged, if it cannot be had. */
bool tt_borrow(Tt *tt, const SharedMemory *memory);
bool tt_own(Tt *tt);

void tt_free(Tt *tt);

/* Has the system find the memory that so far it has only promised: of a large table that takes long, which a search would have to wait
 * for. Once is enough, and what is stored stays. Not more than half of what the machine has: it may not be there at all. */
void tt_ready(Tt *tt);

/* A borrowed one is for its owner to clear. */
void tt_clear(Tt *tt);
static inline void tt_new_search(Tt *tt) { tt->generation = (tt->generation + 1) % TT_GENERATIONS; }

/* Used slots of this generation, per mille, from a sample. */
int tt_fill(const Tt *tt);

/* Maps the key's high bits onto any number of buckets (Lemire's multiply-shift). */
static inline size_t tt_bucket(const Tt *tt, uint64_t key)
{
    __extension__ typedef unsigned __int128 Wide;
    return (size_t)((Wide)key * tt->buckets >> 64) * TT_BUCKET;
}

static inline void tt_prefetch(const Tt *tt, uint64_t key) { __builtin_prefetch(&tt->slots[tt_bucket(tt, key)]); }

/* An entry in its eight bytes, of generation 0 and without a check; and back. Depth 0 to TT_DEPTH_MAX: a larger one is kept as that. */
uint64_t tt_pack(const TtEntry *entry);
void tt_unpack(uint64_t data, TtEntry *entry);

/* False: nothing is known of that key. */
bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry);

/* In the place of the same key's older entry, whose move stays where the new one has none, or of the bucket's least. Nothing is stored
 * where the older one, of the same search, is so much deeper that it is worth more (tt_keep_plies), unless the new score is exact or
 * lopsided (lopsided.h). A bound of a mere evaluation, lopsided or not, takes no place from a deeper proven
 * win or loss. */
void tt_store(Tt *tt, uint64_t key, const TtEntry *entry);

/* Decisive scores count plies from the root in the search and from the position itself in the table. */
static inline Score tt_score_out(Score s, int ply) { return is_win(s) ? s + ply : is_loss(s) ? s - ply : s; } /* to the table */
static inline Score tt_score_in(Score s, int ply) { return is_win(s) ? s - ply : is_loss(s) ? s + ply : s; }  /* from it */
