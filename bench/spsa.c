/* hanxin-spsa: tunes the numbers of search/params.h by playing games (spsa_tuner.h). After each step the state goes to a
 * file, from which a killed run continues. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/spsa_tuner.h"
#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/signals.h"

static void print_values(const SpsaState *state)
{
    for (int i = 0; i < state->count; i++) {
        const SpsaParam *p = &state->params[i];
        printf("  %-24s %6d -> %8.1f  (%g..%g, step %g)\n", p->name, p->start, p->value, p->least, p->most, p->c_end);
    }
    fflush(stdout);
}

/* To the last step, or until it is stopped. Returns the status to end with. */
static int tune(const Program *program, const SpsaOptions *o, SpsaState *state, const char *path)
{
    const atomic_bool *stop = signals_watch();
    char error[SPSA_ERROR_SIZE] = "";
    int64_t steps = spsa_steps(o), begun = clock_ms(), first = state->step, told = begun;
    bool kept = true; /* a state that cannot be written is told, and tried again after the next step */
    while (state->step < steps && !atomic_load(stop)) {
        if (!spsa_step(o, state, error)) {
            if (!atomic_load(stop))
                program_fail(program, "%s", error);
            break;
        }
        bool was_kept = kept;
        kept = spsa_state_save(state, path, error);
        if (was_kept && !kept)
            program_fail(program, "%s; going on, trying again after each step", error);
        else if (kept && !was_kept)
            fprintf(stderr, "%s: %s is written again\n", program->name, path);
        if (clock_ms() - told >= 30000 || state->step == steps) {
            char time[DURATION_SIZE];
            told = clock_ms();
            int64_t left = (told - begun) / (state->step - first) * (steps - state->step) / 1000;
            printf("step %" PRId64 " of %" PRId64 ", %s left\n", state->step, steps, duration_text(left, time));
            print_values(state);
        }
    }
    printf("%s after %" PRId64 " of %" PRId64 " steps\n", state->step < steps ? "stopped" : "done", state->step, steps);
    print_values(state);
    if (!kept && !spsa_state_save(state, path, error))
        return program_fail(program, "the last steps are not in %s", path);
    return state->step >= steps ? EXIT_SUCCESS : atomic_load(stop) ? EXIT_INTERRUPTED : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    writes_fail();
    SpsaOptions o = {.engine = "./hanxin-tuning",
                     .match = "./hanxin-match",
                     .openings = "bench/match/openings.epd",
                     .limits = "nodes=5000 option.hashsize=16",
                     .games = 5000,
                     .pairs = 4,
                     .concurrency = 2,
                     .rate = 0.01};
    SpsaState state = {.seed = 1};
    const char *path = "spsa.txt";
    const Arg args[] = {
        {"engine", ARG_TEXT, &o.engine, 0, 0, "tuning build of the engine"},
        {"match", ARG_TEXT, &o.match, 0, 0, "hanxin-match"},
        {"openings", ARG_TEXT, &o.openings, 0, 0, "file of openings, drawn at random"},
        {"limits", ARG_TEXT, &o.limits, 0, 0, "of both engines, as after --each of hanxin-match"},
        {"state", ARG_TEXT, &path, 0, 0, "file that keeps the run; continued if it exists"},
        {"games", ARG_INT, &o.games, 2, 1e9, "in all"},
        {"pairs", ARG_INT, &o.pairs, 1, 10000, "of games a step, each opening with both colours"},
        {"concurrency", ARG_INT, &o.concurrency, 1, 1024, "games at once"},
        {"seed", ARG_U64, &state.seed, 0, 0, "of directions and openings"},
        {"rate", ARG_REAL, &o.rate, 1e-6, 10, "how far the last step goes: this share of a parameter's own step per game won"},
    };
    const Program program = {
        .name = "hanxin-spsa",
        .usage = "usage: hanxin-spsa [options] NAME[:STEP]...\n"
                 "Tunes numbers of search/params.h by games of a tuning build (`make tune`) against itself. STEP is how far a\n"
                 "parameter is moved to see a difference, a twentieth of its range if not said.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    OutFile claim = {0};
    char error[SPSA_ERROR_SIZE];
    int count = args_read(&program, argc, argv), status;
    if (count < 0)
        status = args_status(count);
    else if (count == 0)
        status = args_wrong(&program, "which parameters? name some of search/params.h, as lmr_base:100");
    else if (!spsa_find_params(&state, o.engine, (const char **)argv + 1, count, error) || !spsa_state_claim(&claim, path, error) ||
             !spsa_state_load(&state, path, error) || !spsa_state_save(&state, path, error))
        status = program_fail(&program, "%s", error);
    else
        status = tune(&program, &o, &state, path);
    outfile_abandon(&claim);
    return program_end(&program, status);
}
