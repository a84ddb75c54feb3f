/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/prove.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/base/platform.h"
#include "search/endings.h"

enum {
    BUCKET = 4,                         /* entries */
    BUCKETS = (16 << 20) / BUCKET / 24, /* 16 MB */
    MANY = 1 << 28,                     /* practically infinite */
};

/* Proof numbers. phi is the minimum number of leaves to settle in order to prove that the side to move
 * wins; delta is that number for disproving it. If a position is settled, one is 0, the other MANY, and
 * plies is the length of the win. */
typedef struct ProveNumbers {
    uint32_t phi, delta;
    uint16_t plies;
} ProveNumbers;

typedef struct ProveEntry {
    uint64_t key;
    uint32_t phi, delta;
    uint16_t plies, generation;
    uint32_t work; /* nodes searched below the position; the entry with the least work is replaced first */
} ProveEntry;
_Static_assert(sizeof(ProveEntry) == 24, "BUCKETS counts on 24 bytes an entry");

typedef struct ProveChild {
    Move move;
    uint64_t key; /* key of the position after the move */
    ProveNumbers numbers;
} ProveChild;

typedef struct ProveChildren {
    int count;
    ProveChild list[MAX_MOVES];
} ProveChildren;

struct Prover {
    ProveEntry entries[BUCKETS * BUCKET];
    uint16_t generation;         /* number of the current search; proofs of earlier searches may conflict with moves played since */
    ProveChildren path[MAX_PLY]; /* children of the positions from the root of the proof to the current one */
    /* state of the current proof: */
    Worker *worker;
    ProofMoves moves;
    bool stopped;
    int plies;
    uint64_t salt, last_node, counted; /* counted: nodes when the limits were last checked */
};

Prover *prover_new(void) { return big_alloc(sizeof(Prover)); }

void prover_free(Prover *p) { big_free(p, sizeof *p); }

void prover_new_search(Prover *p)
{
    if (++p->generation == 0) {
        p->generation = 1;
        memset(p->entries, 0, sizeof p->entries);
    }
}

/* ---- the table ---- */

/* Returns the key of a table entry. If all moves are allowed, the key includes the number of plies
 * left, because a position is settled for that number only. */
static uint64_t prove_key(const Prover *p, uint64_t key, int ply)
{
    return key ^ p->salt ^ (p->moves == PROOF_BY_ANY ? (uint64_t)(p->plies - ply + 1) * 0x9E3779B97F4A7C15u : 0);
}

static ProveEntry *prove_bucket(Prover *p, uint64_t key)
{
    return &p->entries[((key * 0xD6E8FEB86659FD93u >> 32) * BUCKETS >> 32) * BUCKET];
}

static const ProveEntry *prove_find(Prover *p, uint64_t key)
{
    const ProveEntry *e = prove_bucket(p, key);
    for (int i = 0; i < BUCKET; i++)
        if (e[i].key == key && e[i].generation == p->generation)
            return &e[i];
    return NULL;
}

static void prove_keep(Prover *p, uint64_t key, const ProveNumbers *n, uint64_t work)
{
    ProveEntry *e = prove_bucket(p, key), *gone = e;
    for (int i = 0; i < BUCKET; i++) {
        if (e[i].generation != p->generation)
            e[i] = (ProveEntry){.generation = p->generation};
        if (e[i].key == key) {
            gone = &e[i];
            work += gone->work;
            break;
        }
        if (e[i].work < gone->work)
            gone = &e[i];
    }
    *gone = (ProveEntry){key, n->phi, n->delta, n->plies, p->generation, (uint32_t)(work < UINT32_MAX ? work : UINT32_MAX)};
}

/* ---- the tree ---- */

static bool prove_attacker_moves(int ply) { return ply % 2 == 0; }

static ProveNumbers prove_failed(int ply) /* the attacker moves at even plies */
{
    return prove_attacker_moves(ply) ? (ProveNumbers){MANY, 0, 0} : (ProveNumbers){0, MANY, 0};
}

/* Returns true if this position, reached by a quiet move, has occurred before. A shortest mate never
 * repeats its own positions. So if plies are counted, only the positions of the game matter, and only
 * repetitions that would end the game. */
static bool prove_occurred(const Prover *p, uint64_t key)
{
    const Worker *w = p->worker;
    const bool any_move = p->moves == PROOF_BY_ANY;
    if (!key_filter_has(&w->filter, key))
        return false;
    int times = 0;
    for (int i = w->undo_count - 1; i >= 0 && w->undos[i].captured == EMPTY && w->undos[i].move != MOVE_NULL; i--)
        times += w->undos[i].key == key && (!any_move || i < w->root_undos);
    return times > any_move;
}

/* Returns the known proof numbers of the position after a move; `ply` is its distance from the root. */
static ProveNumbers prove_look(Prover *p, Move m, uint64_t key, int ply)
{
    Position *pos = &p->worker->pos;
    if (!is_capture(pos, m) && prove_occurred(p, key))
        return prove_failed(ply);
    const ProveEntry *e = ply < p->plies ? prove_find(p, prove_key(p, key, ply)) : NULL;
    if (e) {
        /* The attacker wins, but perhaps too late from here. */
        bool won = (prove_attacker_moves(ply) ? e->phi : e->delta) == 0;
        return won && ply + e->plies > p->plies ? prove_failed(ply) : (ProveNumbers){e->phi, e->delta, e->plies};
    }
    if (prove_attacker_moves(ply))
        return ply < p->plies ? (ProveNumbers){1, 1, 0} : prove_failed(ply);

    Undo undo;
    MoveList list;
    position_make(pos, m, &undo);
    worker_count_node(p->worker);
    int replies = legal_moves(pos, &list);
    position_unmake(pos, &undo);
    return replies == 0 ? (ProveNumbers){MANY, 0, 0} : ply < p->plies ? (ProveNumbers){1, (uint32_t)replies, 0} : prove_failed(ply);
}

/* Reduces the list to the legal moves that the proof may use. */
static void prove_choose_moves(const Prover *p, int ply, MoveList *list)
{
    Worker *w = p->worker;
    const bool attacker = prove_attacker_moves(ply), root = ply == 0 && w->undo_count == w->root_undos;
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Move m = list->moves[i];
        if ((!attacker || p->moves != PROOF_BY_CHECKS || gives_check(&w->pos, m)) &&
            (!root || root_move_find(w->roots, 0, w->root_count, m) < w->root_count))
            list->moves[kept++] = m;
    }
    list->count = kept;
    if (attacker && p->moves == PROOF_BY_TABLES) {
        list->moves[0] = endings_winning_move(w, list);
        list->count = list->moves[0] != MOVE_NONE;
    }
}

typedef enum ProveExpansion { EXPAND_UNTIL_WIN, EXPAND_ALL } ProveExpansion;

/* Generates the children of the current position. May stop at the first child that wins for the
 * attacker. */
static void prove_expand(Prover *p, int ply, ProveExpansion expansion)
{
    const Position *pos = &p->worker->pos;
    ProveChildren *children = &p->path[ply];
    const bool attacker = prove_attacker_moves(ply);
    MoveList list;
    children->count = 0;
    if (attacker && only_guards_left(pos)) /* the game is drawn */
        return;
    legal_moves(pos, &list);
    prove_choose_moves(p, ply, &list);
    for (int i = 0; i < list.count; i++) {
        Move m = list.moves[i];
        ProveChild *c = &children->list[children->count++];
        c->move = m;
        c->key = key_after(pos, m);
        c->numbers = prove_look(p, m, c->key, ply + 1);
        if (c->numbers.delta == 0 && attacker && expansion == EXPAND_UNTIL_WIN) { /* the attacker wins here, so other moves do not matter */
            children->list[0] = *c;
            children->count = 1;
            return;
        }
    }
}

/* Computes a position's proof numbers from those of its children. *best receives the child to search
 * next: the one nearest to a win, the shortest of several wins, or the longest of losses. *second
 * receives the number of the next best child. */
static ProveNumbers prove_sum_up(const ProveChildren *children, int *best, uint32_t *second)
{
    ProveNumbers n = {MANY, 0, 0};
    uint64_t sum = 0;
    *best = 0;
    *second = MANY;
    for (int i = 0; i < children->count; i++) {
        const ProveNumbers *c = &children->list[i].numbers;
        bool wins = c->delta == 0, loses = c->phi == 0; /* true for the side to move here */
        sum += c->phi;
        if (c->delta < n.phi || (wins && c->plies + 1 < n.plies) || (n.phi == MANY && loses && c->plies + 1 > n.plies)) {
            *second = c->delta < n.phi ? n.phi : *second;
            n.phi = c->delta;
            n.plies = (uint16_t)(c->plies + 1);
            *best = i;
        } else if (c->delta < *second) {
            *second = c->delta;
        }
    }
    n.delta = n.phi == 0 ? MANY : sum < MANY ? (uint32_t)sum : MANY;
    return n;
}

static bool prove_check_nodes(Prover *p)
{
    uint64_t nodes = worker_nodes(p->worker);
    p->worker->nodes_to_check -= (int)(nodes - p->counted); /* subtract the nodes since the last check, which may be many */
    p->counted = nodes;
    if (!p->stopped)
        p->stopped = nodes >= p->last_node || worker_check_limits(p->worker);
    return p->stopped;
}

static void prove_make(Prover *p, Move m)
{
    Worker *w = p->worker;
    Undo *undo = &w->undos[w->undo_count++];
    position_make(&w->pos, m, undo);
    key_filter_enter(&w->filter, undo->key);
    worker_count_node(w);
}

static void prove_unmake(Prover *p)
{
    Worker *w = p->worker;
    position_unmake(&w->pos, &w->undos[--w->undo_count]);
    key_filter_leave(&w->filter, w->pos.key);
}

/* Searches below the current position until it is settled or either number reaches its limit. */
static ProveNumbers prove_solve(Prover *p, int ply, uint32_t phi_limit, uint32_t delta_limit)
{
    const uint64_t begun = worker_nodes(p->worker), key = prove_key(p, p->worker->pos.key, ply);
    ProveChildren *children = &p->path[ply];
    ProveNumbers n;
    prove_expand(p, ply, EXPAND_UNTIL_WIN);
    for (;;) {
        int best;
        uint32_t second;
        n = prove_sum_up(children, &best, &second);
        if (n.phi >= phi_limit || n.delta >= delta_limit || n.phi == 0 || n.delta == 0 || prove_check_nodes(p))
            break;
        ProveChild *c = &children->list[best];
        uint32_t margin = second + second / 4 + 1; /* some slack, so that the search does not keep switching between two moves */
        prove_make(p, c->move);
        c->numbers = prove_solve(p, ply + 1, delta_limit - (n.delta - c->numbers.phi), margin < phi_limit ? margin : phi_limit);
        prove_unmake(p);
    }
    prove_keep(p, key, &n, worker_nodes(p->worker) - begun + 1);
    return n;
}

/* ---- the line ---- */

/* Follows the proof: the attacker's shortest win and the defender's longest resistance, according to
 * the table. Returns the length, or -1 if a part is missing, or if the line repeats a position or
 * becomes too long. A length in the table may be out of date if the lengths of its children have
 * changed. Lengths are corrected while returning, and the result may then differ from the length of the
 * line. */
static int prove_follow(Prover *p, int ply, Proof *proof)
{
    const uint64_t key = prove_key(p, p->worker->pos.key, ply);
    const bool attacker = prove_attacker_moves(ply);
    ProveChildren *children = &p->path[ply];
    int best;
    uint32_t second;
    proof->length = ply;
    if (ply > p->plies || prove_check_nodes(p))
        return -1;
    prove_expand(p, ply, EXPAND_ALL);
    if (children->count == 0)
        return attacker ? -1 : 0;
    for (int i = 0; i < children->count; i++) {
        ProveChild *c = &children->list[i];
        if (attacker || c->numbers.phi == 0)
            continue;
        if (c->numbers.delta == 0) /* the move would repeat a position of the line */
            return -1;
        prove_make(p, c->move);
        c->numbers = prove_solve(p, ply + 1, MANY, MANY); /* proves the position again if the table has lost it */
        prove_unmake(p);
    }
    ProveNumbers n = prove_sum_up(children, &best, &second);
    if ((attacker ? n.phi : n.delta) != 0)
        return -1;
    ProveChild *c = &children->list[best];
    proof->line[ply] = c->move;
    prove_make(p, c->move);
    int rest = prove_follow(p, ply + 1, proof);
    prove_unmake(p);
    if (rest < 0)
        return -1;
    c->numbers.plies = (uint16_t)rest;
    n = prove_sum_up(children, &best, &second);
    prove_keep(p, key, &n, 1);
    return n.plies;
}

ProofState prove_mate(Prover *p, Worker *w, Proof *proof)
{
    assert(proof->plies >= 1);
    assert(proof->moves <= PROOF_BY_ANY);
    enum { ATTEMPTS = 16, LINE_NODES = 100000 };
    const SearchRules *rules = &w->shared->rules;
    p->worker = w;
    p->moves = proof->moves;
    p->stopped = false;
    const int room = MAX_PLY - 2 - (w->undo_count - w->root_undos);
    p->plies = proof->plies < room ? proof->plies : room;
    if (rules->limit && w->pos.quiet_plies - rules->exempt + p->plies >= rules->limit)
        p->plies = rules->limit - 1 - (w->pos.quiet_plies - rules->exempt);
    p->salt = (w->pos.side == RED ? 0xA0761D6478BD642Fu : 0xE7037ED1A0B428DBu) ^ p->moves * 0x8EBC6AF09C88C6E3u;
    p->counted = worker_nodes(w);
    p->last_node = p->counted + proof->nodes;
    if (p->plies < 1)
        return PROOF_OPEN;
    ProveNumbers n = prove_solve(p, 0, MANY, MANY);
    if (n.delta == 0)
        return PROOF_NONE;
    if (n.phi != 0)
        return PROOF_OPEN;
    p->last_node += LINE_NODES;
    p->stopped = false;
    for (int i = 0; i < ATTEMPTS; i++) {
        int length = prove_follow(p, 0, proof);
        if (length < 0)
            return PROOF_OPEN;
        if (length == proof->length)
            return length <= p->plies ? PROOF_MATE : PROOF_OPEN;
    }
    return PROOF_OPEN;
}
