/* SPDX-License-Identifier: GPL-3.0-only */
/* prove.h - proves forced mates by depth-first proof-number search (df-pn: Nagai, thesis, Tokyo
 * 2002).
 *
 * A proof is a tree. It contains one move for each position in which the attacker, who moves first,
 * is to move, all moves for each position of the defender, and ends in positions without a legal
 * move. No line of the proof repeats a position in a way that could end the game by the rules (which is
 * stricter on repeated checks than the rules are), and no line reaches the natural limit. */
#pragma once

#include "search/worker.h"

typedef struct Prover Prover; /* results of proofs in one search: a table of fixed size */

Prover *prover_new(void);          /* NULL if an allocation fails */
void prover_free(Prover *p);       /* NULL is allowed */
void prover_new_search(Prover *p); /* forgets all results */

typedef enum ProofState {
    PROOF_OPEN, /* undecided within the given nodes, or stopped */
    PROOF_MATE,
    PROOF_NONE, /* there is no such mate, as far as this search can tell */
} ProofState;

/* Moves allowed to the attacker. PROOF_BY_TABLES is for a root that an endgame table rates as won; it
 * allows one move per position, the best according to the table. */
typedef enum ProofMoves {
    PROOF_BY_CHECKS, /* checks only: fast and much deeper */
    PROOF_BY_TABLES,
    PROOF_BY_ANY, /* all moves: a mate within `plies` is never missed */
} ProofMoves;

typedef struct Proof { /* request and result */
    ProofMoves moves;
    int plies;      /* maximum length of the mate */
    uint64_t nodes; /* maximum number of nodes to spend; they are counted among the worker's */
    int length;     /* plies until mate; longer defences may exist unless the proof is PROOF_BY_ANY */
    Move line[MAX_PLY];
} Proof;

/* Tries to prove a mate in the worker's position, which is unchanged afterwards. */
ProofState prove_mate(Prover *p, Worker *w, Proof *proof);
