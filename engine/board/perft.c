/* SPDX-License-Identifier: GPL-3.0-only */
/* On x86-64 this file is compiled twice: for any CPU, and (PERFT_V3) for those with POPCNT, BMI,
 * LZCNT and AVX2, where counting is a third faster. The version is chosen at run time. */
#include "engine/board/perft.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/board/count.h"
#include "engine/base/cpu.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/base/platform.h"
#include "engine/base/pool.h"

uint64_t perft_count_base(Position *pos, int depth);
uint64_t perft_count_v3(Position *pos, int depth);
extern const unsigned perft_v3_used;

#ifdef PERFT_V3
#define PERFT_COUNT perft_count_v3
const unsigned perft_v3_used = CPU_USED;
#else
#define PERFT_COUNT perft_count_base
#endif

/* Counts the last two plies: the moves of `us`, which is to move, and the replies. */
static inline __attribute__((always_inline)) uint64_t perft_count_two_plies(Position *pos, const MoveList *list, const Side us)
{
    const Side them = opponent(us);
    ReplyBase base = reply_base(pos, them);
    uint64_t nodes = 0;
    for (int i = 0; i < list->count; i++) {
        Move m = list->moves[i];
        Square from = move_from(m), to = move_to(m);
        if (!bb_has(base.sensitive, from) && !bb_has(base.sensitive, to)) {
            nodes += (uint64_t)count_replies_after(pos, &base, them, m);
            continue;
        }
        PieceId id = pos->board[from], captured = pos->board[to];
        shift_piece(pos, us, from, to, id, captured);
        nodes += (uint64_t)count_legal_moves(pos, them);
        unshift_piece(pos, us, from, to, id, captured);
    }
    return nodes;
}

/* Counts the leaves; depth is 1 or more. */
uint64_t PERFT_COUNT(Position *pos, int depth)
{
    if (depth == 1)
        return (uint64_t)(pos->side == RED ? count_legal_moves(pos, RED) : count_legal_moves(pos, BLACK));

    MoveList list;
    legal_moves(pos, &list);
    if (depth == 2)
        return pos->side == RED ? perft_count_two_plies(pos, &list, RED) : perft_count_two_plies(pos, &list, BLACK);

    /* Only the data that move generation uses is updated; the key and the counters are not. */
    uint64_t nodes = 0;
    int side = pos->side;
    for (int i = 0; i < list.count; i++) {
        Square from = move_from(list.moves[i]), to = move_to(list.moves[i]);
        PieceId id = pos->board[from], captured = pos->board[to];
        shift_piece(pos, side, from, to, id, captured);
        pos->side ^= 1;
        nodes += PERFT_COUNT(pos, depth - 1);
        pos->side ^= 1;
        unshift_piece(pos, side, from, to, id, captured);
    }
    return nodes;
}

#ifndef PERFT_V3

typedef uint64_t PerftCount(Position *pos, int depth);

static PerftCount *perft_fastest_count(void)
{
#ifdef HAVE_PERFT_V3
    if (cpu_has(perft_v3_used))
        return perft_count_v3;
#endif
    return perft_count_base;
}

uint64_t perft_count(const Position *pos, int depth)
{
    assert(in_range(depth, 0, PERFT_DEEPEST));
    Position copy = *pos;
    return depth <= 0 ? 1 : perft_fastest_count()(&copy, depth);
}

/* Lock-free: check is key ^ nodes, so an entry torn by two writers does not match (Hyatt and Mann,
 * ICGA Journal 25(1), 2002). The key includes the depth. */
typedef struct PerftEntry {
    _Atomic uint64_t check, nodes;
} PerftEntry;

struct PerftTable {
    PerftEntry *entries;
    uint64_t count; /* a power of two */
};

PerftTable *perft_table_new(int mib)
{
    assert(mib >= 1);
    PerftTable *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    for (table->count = (uint64_t)mib * 1024 * 1024 / sizeof(PerftEntry); table->count & (table->count - 1);)
        table->count &= table->count - 1;
    table->entries = big_alloc(table->count * sizeof(PerftEntry));
    if (table->entries)
        return table;
    free(table);
    return NULL;
}

void perft_table_free(PerftTable *table)
{
    if (table)
        big_free(table->entries, table->count * sizeof(PerftEntry));
    free(table);
}

enum {
    HASH_LEAST_DEPTH = 2,
    UNINTERRUPTED_DEPTH = 4, /* largest depth that is counted without calling over(); takes some milliseconds */
};

typedef struct PerftTree { /* a count in progress */
    PerftCount *count;
    const PerftTable *table;  /* NULL for none */
    bool (*over)(void *self); /* returns true to stop; NULL: never stops */
    void *self;
    bool stopped;
} PerftTree;

static PerftEntry *perft_find_entry(const PerftTable *table, uint64_t key)
{
    assert(table->count > 0 && (table->count & (table->count - 1)) == 0);
    return &table->entries[key & (table->count - 1)];
}

/* Counts the leaves of a subtree; the result is meaningless once the tree is stopped. */
static uint64_t perft_count_tree(PerftTree *tree, Position *pos, int depth)
{
    if (depth >= UNINTERRUPTED_DEPTH && tree->over && tree->over(tree->self)) {
        tree->stopped = true;
        return 0;
    }
    if (depth < HASH_LEAST_DEPTH || (!tree->table && depth <= UNINTERRUPTED_DEPTH))
        return tree->count(pos, depth);
    const uint64_t key = pos->key ^ (uint64_t)depth * 0x9E3779B97F4A7C15u;
    PerftEntry *e = tree->table ? perft_find_entry(tree->table, key) : NULL;
    uint64_t nodes = e ? atomic_load_explicit(&e->nodes, memory_order_relaxed) : 0;
    if (nodes && (atomic_load_explicit(&e->check, memory_order_relaxed) ^ nodes) == key)
        return nodes;

    MoveList list;
    legal_moves(pos, &list);
    nodes = 0;
    for (int i = 0; i < list.count && !tree->stopped; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        nodes += perft_count_tree(tree, pos, depth - 1);
        position_unmake(pos, &undo);
    }
    if (e && !tree->stopped) {
        atomic_store_explicit(&e->nodes, nodes, memory_order_relaxed);
        atomic_store_explicit(&e->check, key ^ nodes, memory_order_relaxed);
    }
    return nodes;
}

bool perft_count_until(const Position *pos, int depth, const PerftTable *table, bool (*over)(void *self), void *self, uint64_t *nodes)
{
    assert(in_range(depth, 1, PERFT_DEEPEST));
    PerftTree tree = {perft_fastest_count(), table, over, self, false};
    Position copy = *pos;
    *nodes = perft_count_tree(&tree, &copy, depth);
    return !tree.stopped;
}

/* A unit of work: the position after a root move and perhaps a reply. */
typedef struct PerftTask {
    int root;   /* index of the root move */
    Move reply; /* MOVE_NONE: the task is the whole root move */
} PerftTask;

typedef struct PerftWork {
    const Position *pos;
    MoveList roots;
    PerftTask tasks[MAX_MOVES * MAX_MOVES];
    int task_count, depth; /* depth is counted from each task's position */
    _Atomic uint64_t by_root[MAX_MOVES];
    PerftCount *count;
    const PerftTable *table;
} PerftWork;

static bool perft_count_task(void *self, int thread, size_t number)
{
    PerftWork *work = self;
    const PerftTask *task = &work->tasks[number];
    PerftTree tree = {.count = work->count, .table = work->table};
    Position pos = *work->pos;
    Undo undo;
    (void)thread;
    position_make(&pos, work->roots.moves[task->root], &undo);
    if (task->reply != MOVE_NONE)
        position_make(&pos, task->reply, &undo);
    uint64_t nodes = work->depth == 0 ? 1 : perft_count_tree(&tree, &pos, work->depth);
    atomic_fetch_add_explicit(&work->by_root[task->root], nodes, memory_order_relaxed);
    return true;
}

/* Creates a task for each root move, or for each reply to it if `by_reply`. */
static void perft_split(PerftWork *work, bool by_reply)
{
    for (int i = 0; i < work->roots.count; i++) {
        MoveList replies = {.count = 1, .moves = {MOVE_NONE}};
        if (by_reply) {
            Position after = *work->pos;
            Undo undo;
            position_make(&after, work->roots.moves[i], &undo);
            legal_moves(&after, &replies);
        }
        for (int j = 0; j < replies.count; j++)
            work->tasks[work->task_count++] = (PerftTask){i, replies.moves[j]};
    }
}

void perft(const Position *pos, const PerftOptions *options, PerftResult *result)
{
    assert(in_range(options->depth, 1, PERFT_DEEPEST));
    assert(options->threads >= 1);
    int plies = options->depth > 2 ? 2 : 1;
    PerftWork work = {.pos = pos, .depth = options->depth - plies, .count = perft_fastest_count(), .table = options->table};
    legal_moves(pos, &work.roots);
    perft_split(&work, plies == 2);
    parallel_for((size_t)work.task_count, options->threads, perft_count_task, &work);

    result->nodes = 0;
    result->count = work.roots.count;
    for (int i = 0; i < work.roots.count; i++) {
        result->moves[i] = (PerftMove){work.roots.moves[i], work.by_root[i]};
        result->nodes += work.by_root[i];
    }
}

#endif
