/* SPDX-License-Identifier: GPL-3.0-only */
/* mate.h - proves forced mates outside a running search: a prover with a worker of its own. */
#pragma once

#include "engine/rules/game.h"
#include "search/prove.h"

typedef struct MateSolver MateSolver; /* about 20 MB, of which only the used part becomes resident */

MateSolver *mate_solver_new(void);        /* NULL if an allocation fails */
void mate_solver_free(MateSolver *s);     /* NULL is allowed */
int mate_proof_moves(const Proof *proof); /* number of moves of a proven mate */

/* Tries to prove a mate in the current position of the game, as prove_mate() does. PROOF_OPEN also if an
 * allocation fails. */
ProofState mate_prove(MateSolver *s, const Game *game, Proof *proof);

/* Looks for the shortest mate of at most `moves` moves by the side to move, with at most this number of
 * nodes for each length. PROOF_MATE only if every shorter mate is excluded. */
ProofState mate_shortest(MateSolver *s, const Game *game, int moves, uint64_t nodes, Proof *proof);
