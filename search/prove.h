/* SPDX-License-Identifier: GPL-3.0-only */
/* prove.h - forced mates, proven by depth-first proof-number search (df-pn: Nagai, thesis, Tokyo 2002).
 *
 * A proof is a tree: for each position of the attacker, who is to move at its root, one move; for each of the defender
 * all; at every end no legal move. No line of it repeats a position so that a rule could end the game, which is harsh on
 * perpetual check; nor does one reach the natural limit. */
#pragma once

#include "search/walk.h"

typedef struct Prover Prover; /* what was proven and tried in a search: a table of bounded memory */

Prover *prover_new(void);          /* NULL: no memory */
void prover_free(Prover *p);       /* NULL is fine */
void prover_new_search(Prover *p); /* forgets everything */

typedef enum ProofState {
    PROOF_OPEN, /* not known within the nodes given, or told to stop */
    PROOF_MATE,
    PROOF_NONE, /* no such mate, as far as this can see */
} ProofState;

/* What the attacker may play. By tables, for a root that an endgame table knows as won: one move in each position, which the table
 * holds best. */
typedef enum ProofMoves {
    PROOF_BY_CHECKS, /* soon done, and far deeper */
    PROOF_BY_TABLES,
    PROOF_BY_ANY, /* a mate within `plies` is not missed */
} ProofMoves;

typedef struct Proof { /* what is asked, and the answer */
    ProofMoves moves;
    int plies;      /* the mate's length at most */
    uint64_t nodes; /* to spend on it, counted among the worker's */
    int length;     /* of the line: plies until mate. Unless any move is allowed another defence may hold longer */
    Move line[MAX_PLY];
} Proof;

/* At the worker's position, which is left as it was. */
ProofState prove_mate(Prover *p, Worker *w, Proof *proof);
