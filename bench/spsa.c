/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-spsa: tunes the parameters in search/params.h by playing games.
 *
 * Simultaneous perturbation stochastic approximation (J. C. Spall, IEEE Transactions on Automatic
 * Control 37(3), 1992) with the gain sequences and per-parameter scaling that engine testers use
 * (fishtest). In each step every parameter is moved up or down at random by its own perturbation c.
 * An engine with these values plays a few games against one with all moves reversed, and every
 * parameter follows the winner in proportion to the result. hanxin-match plays the games; the engine
 * is a tuning build (`make tune`), which accepts parameters as options. After each step the state is
 * saved to a file, from which a killed run continues. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/base/lab.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/rng.h"
#include "engine/base/signals.h"
#include "engine/base/text.h"

static const double alpha = 0.602, gamma_ = 0.101; /* Spall's exponents of the step
                                                    * size and of the perturbation */

enum { PARAMS_MAX = 64, NAME_SIZE = 48 };

typedef struct Param {
    char name[NAME_SIZE];
    double value, least, most;
    double c_end; /* perturbation in the last step */
    int start;    /* the engine's default */
    /* For the current step: direction (1 or -1), perturbation, and the value of each side. */
    double up, c;
    int played[2];
} Param;

typedef struct Spsa {
    const char *engine, *match;    /* shell commands */
    const char *openings, *limits; /* arguments for hanxin-match */
    const char *path;              /* path of the state file */
    int64_t games, pairs, concurrency;
    uint64_t seed;
    double rate; /* step size of the last step, as a share of c_end per game won */
    Param params[PARAMS_MAX];
    int count;
    int64_t step;             /* number of steps taken */
    int64_t won, drawn, lost; /* total results of the side that is moved in
                               * the direction `up`; for information only */
    Text why;                 /* reason why the last function failed */
} Spsa;

/* ---- the parameters ---- */

/* Reads one line of the engine's option list into the parameter it names. */
static void param_read_range(Param *p, const char *line)
{
    char name[NAME_SIZE];
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

/* Parses the words of the command line, without the engine's ranges. */
static bool spsa_read_words(Spsa *s, char **words, int count)
{
    if (count > PARAMS_MAX)
        return text_fail(&s->why, "too many parameters: %d, at most %d", count, PARAMS_MAX);
    for (s->count = 0; s->count < count; s->count++) {
        Param *p = &s->params[s->count];
        const char *word = words[s->count], *colon = strchr(word, ':');
        char rest[2] = "";
        *p = (Param){.least = 1, .most = 0};
        bool named = sscanf(word, "%47[^:]", p->name) == 1;
        if (!named || (colon && (sscanf(colon, ":%lf%1s", &p->c_end, rest) != 1 || !(p->c_end > 0 && p->c_end < 1e9))))
            return text_fail(&s->why, "invalid parameter '%s': expected NAME or NAME:STEP, such as lmr_base:100", word);
        for (int i = 0; i < s->count; i++)
            if (strcmp(s->params[i].name, p->name) == 0)
                return text_fail(&s->why, "parameter %s given twice", p->name);
    }
    return true;
}

/* Parses the words, NAME or NAME:STEP, and reads ranges and defaults from the engine's option list. */
static bool spsa_find_params(Spsa *s, char **words, int count)
{
    char line[512];
    if (!spsa_read_words(s, words, count))
        return false;
    Text command = TEXT_INIT;
    text_addf(&command, "printf 'ucci\\nquit\\n' 2>/dev/null | %s", s->engine);
    FILE *pipe = command.failed ? NULL : popen(command.data, "r");
    text_free(&command);
    while (pipe && fgets(line, sizeof line, pipe))
        for (int i = 0; i < s->count; i++)
            param_read_range(&s->params[i], line);
    if (!pipe || pclose(pipe) != 0)
        return text_fail(&s->why, "cannot run %s; `make tune` builds hanxin-tuning", s->engine);
    for (int i = 0; i < s->count; i++)
        if (s->params[i].least > s->params[i].most)
            return text_fail(&s->why, "%s has no option %s; is it a tuning build (`make tune`)?", s->engine, s->params[i].name);
    return true;
}

/* ---- a step ---- */

static int64_t spsa_steps(const Spsa *s) { return (s->games + 2 * s->pairs - 1) / (2 * s->pairs); }

static double spsa_clamp(double x, double least, double most) { return x < least ? least : x > most ? most : x; }

/* Writes the shell command for the match of one step. */
static void spsa_add_match(Text *command, const Spsa *s)
{
    text_add(command, s->match);
    for (int side = 0; side < 2; side++) {
        text_addf(command, " --engine cmd=%s name=%s", s->engine, side == 0 ? "plus" : "minus");
        for (int i = 0; i < s->count; i++)
            text_addf(command, " option.%s=%d", s->params[i].name, s->params[i].played[side]);
    }
    text_addf(command,
              " --each %s --openings %s order=random --seed %" PRIu64 " --games %" PRId64 " --threads %" PRId64
              " --resign moves=3 score=800 --draw moves=6 score=15 from=50 --quiet",
              s->limits, s->openings, s->seed * 1000003 + (uint64_t)s->step, 2 * s->pairs, s->concurrency);
}

/* Plays the games of one step and adds them to the totals. *lead is the first side's wins minus its
 * losses. Returns false if the match gave no result. */
static bool spsa_play(Spsa *s, int *lead)
{
    char line[512];
    bool found = false;
    int games, won = 0, drawn = 0, lost = 0;
    Text command = TEXT_INIT;
    spsa_add_match(&command, s);
    FILE *pipe = command.failed ? NULL : popen(command.data, "r");
    while (pipe && fgets(line, sizeof line, pipe))
        if (sscanf(line, "plus - minus: %d games, +%d =%d -%d", &games, &won, &drawn, &lost) == 4)
            found = games == 2 * s->pairs && won >= 0 && drawn >= 0 && lost >= 0 && won + drawn + lost == games;
    int status = pipe ? pclose(pipe) : -1;
    if (!found)
        text_fail(&s->why, "no result (exit status %d) from: %.2000s", status, command.failed ? "(out of memory)" : command.data);
    text_free(&command);
    if (!found)
        return false;
    s->won += won;
    s->drawn += drawn;
    s->lost += lost;
    *lead = won - lost;
    return true;
}

/* Performs one step. Returns false, with nothing changed, if its match gave no result. */
static bool spsa_take_step(Spsa *s)
{
    Rng rng = {s->seed ^ (uint64_t)(s->step + 1) * 0x9E3779B97F4A7C15u};
    double n = (double)spsa_steps(s), k = (double)s->step + 1, stability = 0.1 * n;
    int lead;
    for (int i = 0; i < s->count; i++) {
        Param *p = &s->params[i];
        p->c = p->c_end * pow(n / k, gamma_);
        p->up = rng_below(&rng, 2) ? 1 : -1;
        for (int side = 0; side < 2; side++) { /* a random integer whose expectation is the value */
            double value = spsa_clamp(p->value + (side == 0 ? p->up : -p->up) * p->c, p->least, p->most);
            p->played[side] = (int)floor(value + rng_unit(&rng));
        }
    }
    if (!spsa_play(s, &lead))
        return false;
    double gain = s->rate * pow((stability + n) / (stability + k), alpha);
    for (int i = 0; i < s->count; i++) {
        Param *p = &s->params[i];
        p->value = spsa_clamp(p->value + gain * p->c_end * p->c_end / p->c * p->up * lead, p->least, p->most);
    }
    s->step++;
    return true;
}

/* ---- the state file ----
 *
 *      step N seed S result WON DRAWN LOST
 *      NAME VALUE                              (one line per parameter) */

static bool spsa_save(Spsa *s)
{
    Text out = TEXT_INIT;
    text_addf(&out, "step %" PRId64 " seed %" PRIu64 " result %" PRId64 " %" PRId64 " %" PRId64 "\n", s->step, s->seed, s->won, s->drawn,
              s->lost);
    for (int i = 0; i < s->count; i++)
        text_addf(&out, "%s %.17g\n", s->params[i].name, s->params[i].value);
    bool done = outfile_write_text(s->path, OUT_REPLACE, &out, &s->why);
    text_free(&out);
    return done;
}

/* Locks the state against other runs, even if they reach the file by another name, until the claim
 * is abandoned. The lock is an output file next to the state that is opened but never committed. */
static bool spsa_claim(Spsa *s, OutFile *claim)
{
    char *file = file_follow(s->path);
    Text name = TEXT_INIT;
    bool good = file && text_addf(&name, "%s.lock", file) ? outfile_open(claim, name.data, OUT_KEEP, &s->why) : why_no_memory(&s->why);
    text_free(&name);
    free(file);
    return good;
}

/* Reads the state. Returns false if it belongs to another run or is not a state. An empty file is a
 * new run. */
static bool spsa_read(Spsa *s, FILE *file)
{
    uint64_t seed = 0;
    int read = fscanf(file, "step %" SCNd64 " seed %" SCNu64 " result %" SCNd64 " %" SCNd64 " %" SCNd64 " ", &s->step, &seed, &s->won,
                      &s->drawn, &s->lost);
    bool good = read == 5 && seed == s->seed && s->step >= 0;
    for (int i = 0; i < s->count && good; i++) {
        Param *p = &s->params[i];
        char name[NAME_SIZE];
        good = fscanf(file, "%47s %lf ", name, &p->value) == 2 && strcmp(name, p->name) == 0 && p->value >= p->least && p->value <= p->most;
    }
    return (good || (read == EOF && ftell(file) == 0)) && feof(file) && !ferror(file);
}

/* Restores step, results and values if there is a state file. */
static bool spsa_load(Spsa *s)
{
    if (!file_exists(s->path))
        return true;
    FILE *file = file_read(s->path, &s->why);
    if (!file)
        return false;
    bool good = spsa_read(s, file);
    fclose(file);
    return good ||
           why_path(&s->why, s->path, "belongs to another run (other parameters or seed) or is not a state file; name another --state");
}

/* ---- the run ---- */

static void spsa_print_values(const Spsa *s)
{
    for (int i = 0; i < s->count; i++) {
        const Param *p = &s->params[i];
        printf("  %-24s %6d -> %8.1f  (%g..%g, step %g)\n", p->name, p->start, p->value, p->least, p->most, p->c_end);
    }
    fflush(stdout);
}

/* Runs until the last step, or until stopped. Returns the exit status. */
static int spsa_tune(const Program *program, Spsa *s)
{
    const atomic_bool *stop = signals_watch(SECOND_SIGNAL_WAITS);
    int64_t steps = spsa_steps(s), begun = clock_ms(), first = s->step, told = begun;
    bool kept = true; /* a failed save is reported, and tried again after the next step */
    while (s->step < steps && !atomic_load(stop)) {
        text_cut(&s->why, 0);
        if (!spsa_take_step(s)) {
            if (!atomic_load(stop))
                program_fail(program, "%s", s->why.data);
            break;
        }
        bool was_kept = kept;
        kept = spsa_save(s);
        if (was_kept && !kept)
            program_fail(program, "%s; continuing, will retry after each step", s->why.data);
        else if (kept && !was_kept)
            program_note(program, "%s: now written", s->path);
        if (clock_ms() - told >= 30000 || s->step == steps) {
            char time[DURATION_SIZE];
            told = clock_ms();
            int64_t left = (told - begun) / (s->step - first) * (steps - s->step) / 1000;
            printf("step %" PRId64 " of %" PRId64 ", %s left\n", s->step, steps, duration_text(left, time));
            spsa_print_values(s);
        }
    }
    printf("%s after %" PRId64 " of %" PRId64 " steps\n", s->step < steps ? "stopped" : "done", s->step, steps);
    spsa_print_values(s);
    if (!kept && !spsa_save(s))
        return program_fail(program, "%s: the last steps are not saved", s->path);
    return s->step >= steps ? EXIT_SUCCESS : atomic_load(stop) ? EXIT_INTERRUPTED : EXIT_FAILURE;
}

int spsa_main(int argc, char **argv)
{
    console_init();
    Spsa s = {.engine = "./hanxin-tuning",
              .match = "./hanxin-match",
              .openings = "bench/match/openings.epd",
              .limits = "nodes=5000 option.hashsize=16",
              .games = 5000,
              .pairs = 4,
              .concurrency = 2,
              .path = "spsa.txt",
              .seed = 1,
              .rate = 0.01,
              .why = TEXT_INIT};
    const Arg args[] = {
        {"engine PROGRAM", ARG_TEXT, &s.engine, 0, 0, "tuning build of the engine"},
        {"match PROGRAM", ARG_TEXT, &s.match, 0, 0, "hanxin-match"},
        {"openings FILE", ARG_TEXT, &s.openings, 0, 0, "file of openings, which are chosen at random"},
        {"limits LIMITS", ARG_TEXT, &s.limits, 0, 0, "limits of both engines, as for --each of hanxin-match"},
        {"state FILE", ARG_TEXT, &s.path, 0, 0, "file with the state of the run; continued if it exists"},
        {"games", ARG_INT, &s.games, 2, 1e9, "total number of games"},
        {"pairs", ARG_INT, &s.pairs, 1, 10000, "pairs of games per step; both sides play each opening"},
        {"threads|concurrency", ARG_INT, &s.concurrency, 1, 1024, "number of games to play at a time"},
        {"seed", ARG_U64, &s.seed, 0, 0, "seed of directions and openings"},
        {"rate", ARG_REAL, &s.rate, 1e-6, 10, "change of a parameter in the last step for each game won, as a share of its STEP"},
    };
    const Program program = {
        .name = "hanxin-spsa",
        .usage = "usage: hanxin-spsa [options] NAME[:STEP]...\n"
                 "Tune parameters of search/params.h by playing games of a tuning build (`make tune`) against itself.\n"
                 "STEP is the perturbation of the parameter, by default a twentieth of its range.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    OutFile claim = {0};
    int count = args_read(&program, argc, argv), status;
    if (count < 0)
        status = args_status(count);
    else if (count == 0)
        status = args_wrong(&program, "missing parameters: name some of search/params.h, such as lmr_base:100");
    else if (!spsa_find_params(&s, argv + 1, count) || !spsa_claim(&s, &claim) || !spsa_load(&s) || !spsa_save(&s))
        status = program_fail(&program, "%s", s.why.data);
    else
        status = spsa_tune(&program, &s);
    outfile_abandon(&claim);
    text_free(&s.why);
    return program_end(&program, status);
}
