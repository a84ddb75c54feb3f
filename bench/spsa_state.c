#include "bench/spsa_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/text.h"

bool spsa_state_save(const SpsaState *state, const char *path, char *error)
{
    OutFile out;
    if (!outfile_open(&out, path, OUT_REPLACE, FILE_WORDS(error)))
        return false;
    fprintf(out.stream, "step %" PRId64 " seed %" PRIu64 " result %" PRId64 " %" PRId64 " %" PRId64 "\n", state->step, state->seed,
            state->won, state->drawn, state->lost);
    for (int i = 0; i < state->count; i++)
        fprintf(out.stream, "%s %.17g\n", state->params[i].name, state->params[i].value);
    return outfile_commit(&out, FILE_WORDS(error));
}

bool spsa_state_claim(OutFile *claim, const char *path, char *error)
{
    char *file = file_follow(path);
    Text name = TEXT_INIT;
    bool good = file && text_addf(&name, "%s.lock", file) ? outfile_open(claim, name.data, OUT_KEEP, FILE_WORDS(error))
                                                          : file_fail(error, path, "no memory");
    text_free(&name);
    free(file);
    return good;
}

static bool read_state(SpsaState *state, FILE *file)
{
    uint64_t seed = 0;
    bool good = fscanf(file, "step %" SCNd64 " seed %" SCNu64 " result %" SCNd64 " %" SCNd64 " %" SCNd64 " ", &state->step, &seed,
                       &state->won, &state->drawn, &state->lost) == 5 &&
                seed == state->seed && state->step >= 0;
    for (int i = 0; i < state->count && good; i++) {
        SpsaParam *p = &state->params[i];
        char name[SPSA_NAME_SIZE];
        good = fscanf(file, "%47s %lf ", name, &p->value) == 2 && strcmp(name, p->name) == 0 && p->value >= p->least && p->value <= p->most;
    }
    return good && feof(file) && !ferror(file);
}

bool spsa_state_load(SpsaState *state, const char *path, char *error)
{
    if (!file_exists(path))
        return true;
    FILE *file = file_read(path, FILE_WORDS(error));
    if (!file)
        return false;
    bool empty = fgetc(file) == EOF && !ferror(file);
    rewind(file);
    bool good = empty || read_state(state, file);
    fclose(file);
    return good || file_fail(error, path, "it is of another run (other parameters or seed) or no state at all; name another --state");
}
