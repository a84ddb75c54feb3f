/* SPDX-License-Identifier: GPL-3.0-only */
/* tt.h - the transposition table.
 *
 * A slot has eight bytes, a bucket four slots (half a cache line). A slot is read and written as a
 * whole, so threads share the table without locks. From the low end:
 *
 *     from 7 | to 7 | score 16 | depth 7 | bound 2 | generation 5 | check 20
 *
 * Points are numbered 0 to 89. The check is the low end of the key, whose high end selects the
 * bucket. In a full bucket, one probe in 260,000 for a position that is not stored finds the entry
 * of another position: its move need not be possible here, and its score is meaningless. Therefore
 * alphabeta() does not cut off by an entry whose move is impossible, and quiescence() accepts no
 * mate or rule win from one. Entries without a move, and other bounds in quiescence, are accepted
 * as they are.
 *
 * The static evaluation is not stored: it is computed anyway while the entry is fetched from memory
 * (alphabeta.c).
 *
 * Scores are stored as distances from the stored position (tt_score_in/out), so a mate found at any
 * ply is right at every other. Within a bucket the slot with the least depth is replaced; each
 * generation of age counts as some plies less. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/contract.h"
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
    unsigned generation; /* 0..31, incremented by each search; an entry that is 32 searches old counts as new */
    bool lends;          /* true if the memory is offered to other processes, where supported */
    bool borrowed;       /* true if the memory belongs to another process */
    bool present;        /* true if tt_ready() has nothing left to do */
    SharedMemory memory; /* identification of the memory if it is offered or borrowed */
} Tt;

/* Sets the size, at least 1 MiB. Returns false and leaves *tt unchanged if an allocation fails. */
bool tt_resize(Tt *tt, int mib);

/* Makes the memory available to others; allocates a new table unless it is in such memory already.
 * The table must not be borrowed. */
void tt_lend(Tt *tt);

/* tt_borrow() replaces the table by that of another process, so that both processes see all results.
 * tt_own() switches back to a table of its own, of the same size. They return false and leave *tt
 * unchanged on failure. */
bool tt_borrow(Tt *tt, const SharedMemory *memory);
bool tt_own(Tt *tt);

void tt_free(Tt *tt);

/* Makes the system provide the memory that it has only reserved so far. This takes long for a large
 * table and would delay a search. One call is enough, and stored results are kept. Does nothing if the
 * table exceeds half of the machine's memory, because the rest may not be available. */
void tt_ready(Tt *tt);

/* Clears the table. Does nothing if the table is borrowed: the owner clears it, and its generation
 * belongs to its entries. */
void tt_clear(Tt *tt);
static inline void tt_new_search(Tt *tt) { tt->generation = (tt->generation + 1) % TT_GENERATIONS; }

/* Returns the share of slots used in this generation, per mille, from a sample. */
int tt_fill(const Tt *tt);

/* Maps the high bits of the key to a bucket, for any number of buckets (Lemire's multiply-shift). */
static inline size_t tt_bucket(const Tt *tt, uint64_t key)
{
    __extension__ typedef unsigned __int128 Wide;
    return (size_t)((Wide)key * tt->buckets >> 64) * TT_BUCKET;
}

static inline void tt_prefetch(const Tt *tt, uint64_t key) { __builtin_prefetch(&tt->slots[tt_bucket(tt, key)]); }

/* Convert an entry to its eight bytes, with generation 0 and no check, and back. The depth is
 * limited to 0 to TT_DEPTH_MAX. */
uint64_t tt_pack(const TtEntry *entry);
void tt_unpack(uint64_t data, TtEntry *entry);

/* Looks up a key. Returns false if the table has no entry for it. */
bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry);

/* Stores an entry. It replaces the older entry of the same key, or the least valuable slot of the
 * bucket. If it has no move, the older entry's move is kept. Nothing is stored if the older entry
 * belongs to the same search and is deeper by more than tt_keep_plies, unless the new score is
 * exact or a winning score (winning.h). A mere evaluation, however large, never replaces a deeper
 * proven win or loss. */
void tt_store(Tt *tt, uint64_t key, const TtEntry *entry);

/* Decisive scores count plies from the root in the search, and from the position itself in the
 * table. */
/* for storing in the table */
static inline Score tt_score_out(Score s, int ply)
{
    assert(in_range(ply, 0, MAX_PLY));
    return is_win(s) ? s + ply : is_loss(s) ? s - ply : s;
}

static inline Score tt_score_in(Score s, int ply)
{
    assert(in_range(ply, 0, MAX_PLY));
    return is_win(s) ? s - ply : is_loss(s) ? s + ply : s;
} /* for reading from the table */
