/* spsa_tuner.h - one step of tuning after another.
 *
 * Simultaneous perturbation stochastic approximation (J. C. Spall, IEEE Transactions on Automatic Control 37(3), 1992) with
 * the gain sequences and the per-parameter scaling that engine testers use (fishtest): in each step all parameters move
 * together, each up or down by its own c at random, the two engines play a few games, and every parameter follows the
 * winner by its share of the result. The games are hanxin-match's; the engine is a tuning build (`make tune`), which takes
 * parameters as options. */
#pragma once

#include "bench/spsa_state.h"

typedef struct SpsaOptions {
    const char *engine, *match;    /* commands for a shell */
    const char *openings, *limits; /* arguments of hanxin-match */
    int64_t games, pairs, concurrency;
    double rate; /* of the last step, as a share of c_end per game point */
} SpsaOptions;

enum { SPSA_ERROR_SIZE = 2400 };

int64_t spsa_steps(const SpsaOptions *options);

/* Fills in the parameters, each NAME or NAME:C; ranges and defaults come from the engine's option list. False with the
 * reason in error[SPSA_ERROR_SIZE]. */
bool spsa_find_params(SpsaState *state, const char *engine, const char **words, int count, char *error) __attribute__((warn_unused_result));

/* The next step. False with the reason in error[SPSA_ERROR_SIZE] if the match gave no result; then nothing has changed. */
bool spsa_step(const SpsaOptions *options, SpsaState *state, char *error) __attribute__((warn_unused_result));
