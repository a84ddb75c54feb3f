/* spsa_state.h - how far a run of hanxin-spsa has come, and the file that keeps it.
 *
 *      step N seed S result WON DRAWN LOST
 *      NAME VALUE                              (a line for each parameter) */
#pragma once

#include <stdint.h>

#include "engine/base/outfile.h"

enum { SPSA_PARAMS_MAX = 64, SPSA_NAME_SIZE = 48 };

typedef struct SpsaParam {
    char name[SPSA_NAME_SIZE];
    double value, least, most;
    double c_end; /* perturbation at the last step */
    int start;    /* the engine's own value */
} SpsaParam;

typedef struct SpsaState {
    SpsaParam params[SPSA_PARAMS_MAX];
    int count;
    int64_t step; /* taken */
    uint64_t seed;
    int64_t won, drawn, lost; /* by the engine moved along the direction, in all steps: for the record */
} SpsaState;

/* Takes step, results and values over, if there is a file: a missing or empty one is a new run. False with the reason in
 * error[FILE_ERROR_SIZE] if it is of another run or no state. */
bool spsa_state_load(SpsaState *state, const char *path, char *error) __attribute__((warn_unused_result));

bool spsa_state_save(const SpsaState *state, const char *path, char *error) __attribute__((warn_unused_result));

/* Keeps other runs from this state, by whatever name they know it, until the claim is abandoned: holds a file beside it
 * open that never gets its name. */
bool spsa_state_claim(OutFile *claim, const char *path, char *error) __attribute__((warn_unused_result));
