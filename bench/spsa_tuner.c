#include "bench/spsa_tuner.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/base/text.h"

static const double alpha = 0.602, gamma_ = 0.101; /* Spall's exponents of the step and of the perturbation */

int64_t spsa_steps(const SpsaOptions *o) { return (o->games + 2 * o->pairs - 1) / (2 * o->pairs); }

__attribute__((format(printf, 2, 3))) static bool fail(char *error, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(error, SPSA_ERROR_SIZE, format, values);
    va_end(values);
    return false;
}

/* One line of the engine's option list to the table. */
static void read_range(SpsaParam *p, const char *line)
{
    char name[SPSA_NAME_SIZE];
    int least, most, value;
    if (sscanf(line, "option %47s type spin min %d max %d default %d", name, &least, &most, &value) != 4 || strcmp(name, p->name) != 0)
        return;
    p->least = least;
    p->most = most;
    p->start = value;
    p->value = value;
    if (p->c_end <= 0)
        p->c_end = fmax(((double)most - least) / 20, 0.5);
}

/* The words without the engine's ranges. */
static bool read_words(SpsaState *state, const char **words, int count, char *error)
{
    if (count > SPSA_PARAMS_MAX)
        return fail(error, "%d parameters, at most %d can be tuned at once", count, SPSA_PARAMS_MAX);
    for (state->count = 0; state->count < count; state->count++) {
        SpsaParam *p = &state->params[state->count];
        const char *word = words[state->count], *colon = strchr(word, ':');
        char rest[2] = "";
        *p = (SpsaParam){.least = 1, .most = 0};
        bool named = sscanf(word, "%47[^:]", p->name) == 1;
        if (!named || (colon && (sscanf(colon, ":%lf%1s", &p->c_end, rest) != 1 || !(p->c_end > 0 && p->c_end < 1e9))))
            return fail(error, "'%s' is no parameter; write NAME or NAME:STEP, as lmr_base:100", word);
    }
    return true;
}

bool spsa_find_params(SpsaState *state, const char *engine, const char **words, int count, char *error)
{
    char line[512];
    if (!read_words(state, words, count, error))
        return false;
    Text command = TEXT_INIT;
    text_addf(&command, "printf 'ucci\\nquit\\n' | %s", engine);
    FILE *pipe = command.failed ? NULL : popen(command.data, "r");
    text_free(&command);
    while (pipe && fgets(line, sizeof line, pipe))
        for (int i = 0; i < state->count; i++)
            read_range(&state->params[i], line);
    if (!pipe || pclose(pipe) != 0)
        return fail(error, "%s does not run; `make tune` builds hanxin-tuning", engine);
    for (int i = 0; i < state->count; i++)
        if (state->params[i].least > state->params[i].most)
            return fail(error, "%s has no option %s; is it a tuning build (`make tune`)?", engine, state->params[i].name);
    return true;
}

static double clamp(double x, double least, double most) { return x < least ? least : x > most ? most : x; }

/* An integer whose expectation is x. */
static int round_at_random(Rng *rng, double x) { return (int)floor(x + rng_unit(rng)); }

typedef struct StepGames { /* the two sides of a step, and what came of it for the first */
    int plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX];
    int won, drawn, lost;
} StepGames;

/* The match of a step, for a shell. */
static void add_match(Text *command, const SpsaOptions *o, const SpsaState *state, const StepGames *played)
{
    text_add(command, o->match);
    for (int side = 0; side < 2; side++) {
        text_addf(command, " --engine cmd=%s name=%s", o->engine, side == 0 ? "plus" : "minus");
        for (int i = 0; i < state->count; i++)
            text_addf(command, " option.%s=%d", state->params[i].name, side == 0 ? played->plus[i] : played->minus[i]);
    }
    text_addf(command,
              " --each %s --openings %s order=random --seed %" PRIu64 " --games %" PRId64 " --concurrency %" PRId64
              " --resign moves=3 score=800 --draw moves=6 score=15 from=50 --quiet",
              o->limits, o->openings, state->seed * 1000003 + (uint64_t)state->step, 2 * o->pairs, o->concurrency);
}

/* Plays a step's games. */
static bool play(const SpsaOptions *o, const SpsaState *state, StepGames *played, char *error)
{
    char line[512];
    bool found = false;
    Text command = TEXT_INIT;
    add_match(&command, o, state, played);
    FILE *pipe = command.failed ? NULL : popen(command.data, "r");
    while (pipe && fgets(line, sizeof line, pipe)) {
        int games;
        if (sscanf(line, "plus - minus: %d games, +%d =%d -%d", &games, &played->won, &played->drawn, &played->lost) == 4)
            found = games == 2 * o->pairs && played->won >= 0 && played->drawn >= 0 && played->lost >= 0 &&
                    played->won + played->drawn + played->lost == games;
    }
    int status = pipe ? pclose(pipe) : -1;
    if (!found)
        fail(error, "no result (status %d) from: %.2000s", status, command.failed ? "(no memory)" : command.data);
    text_free(&command);
    return found;
}

bool spsa_step(const SpsaOptions *o, SpsaState *state, char *error)
{
    Rng rng = {state->seed ^ (uint64_t)(state->step + 1) * 0x9E3779B97F4A7C15u};
    double n = (double)spsa_steps(o), k = (double)state->step + 1, stability = 0.1 * n;
    double direction[SPSA_PARAMS_MAX], c[SPSA_PARAMS_MAX];
    StepGames played = {.won = 0};

    for (int i = 0; i < state->count; i++) {
        const SpsaParam *p = &state->params[i];
        c[i] = p->c_end * pow(n / k, gamma_);
        direction[i] = rng_below(&rng, 2) ? 1 : -1;
        played.plus[i] = round_at_random(&rng, clamp(p->value + direction[i] * c[i], p->least, p->most));
        played.minus[i] = round_at_random(&rng, clamp(p->value - direction[i] * c[i], p->least, p->most));
    }
    if (!play(o, state, &played, error))
        return false;
    double gain = o->rate * pow((stability + n) / (stability + k), alpha);
    for (int i = 0; i < state->count; i++) {
        SpsaParam *p = &state->params[i];
        double moved = gain * p->c_end * p->c_end / c[i] * direction[i] * (played.won - played.lost);
        p->value = clamp(p->value + moved, p->least, p->most);
    }
    state->won += played.won;
    state->drawn += played.drawn;
    state->lost += played.lost;
    state->step++;
    return true;
}
