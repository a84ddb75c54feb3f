/* hanxin-spsa: tunes the numbers of search/params.h by playing games.
 *
 * Simultaneous perturbation stochastic approximation (J. C. Spall, IEEE Transactions on Automatic
 * Control 37(3), 1992) with the gain sequences and the per-parameter scaling that engine testers use
 * (fishtest): in each step all parameters move together, each up or down by its own c at random, the
 * two engines play a few games, and every parameter follows the winner by its share of the result.
 * The games are hanxin-match's; the engine is a tuning build (`make tune`), which takes parameters
 * as options. After each step the state goes to a file, from which a killed run continues. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/rng.h"

enum { PARAMS_MAX = 256, NAME_SIZE = 48 };

static const double alpha = 0.602, gamma_ = 0.101; /* Spall's exponents of the step and of the perturbation */

typedef struct Param {
    char name[NAME_SIZE];
    double value, least, most;
    double c_end; /* perturbation at the last step */
    int start;
} Param;

typedef struct Tuner {
    const char *engine, *match, *openings, *limits, *state;
    int64_t games, pairs, concurrency;
    uint64_t seed;
    double rate; /* of the last step, as a share of c_end per game point */
    Param params[PARAMS_MAX];
    int count;
    int64_t step;
    OutFile claim;            /* on the state */
    int64_t won, drawn, lost; /* by the engine moved along the direction, in all steps: for the record */
} Tuner;

static volatile sig_atomic_t interrupted;
static void interrupt(int signal) { interrupted = signal; }

static int64_t steps_of(const Tuner *t) { return (t->games + 2 * t->pairs - 1) / (2 * t->pairs); }

/* One line of the engine's option list to the table. */
static bool read_range(Param *p, const char *line)
{
    char name[NAME_SIZE];
    int least, most, value;
    if (sscanf(line, "option %47s type spin min %d max %d default %d", name, &least, &most, &value) != 4 || strcmp(name, p->name) != 0)
        return false;
    p->least = least;
    p->most = most;
    p->start = value;
    p->value = value;
    if (p->c_end <= 0)
        p->c_end = fmax(((double)most - least) / 20, 0.5);
    return true;
}

/* NAME or NAME:C; ranges and defaults come from the engine's option list. */
static bool find_params(Tuner *t, int count, const char **words)
{
    char line[512];
    if (count > PARAMS_MAX) {
        fprintf(stderr, "hanxin-spsa: %d parameters, at most %d can be tuned at once\n", count, PARAMS_MAX);
        return false;
    }
    for (t->count = 0; t->count < count; t->count++) {
        Param *p = &t->params[t->count];
        *p = (Param){.c_end = 0, .least = 1, .most = 0};
        char rest[2] = "";
        const char *colon = strchr(words[t->count], ':');
        bool named = sscanf(words[t->count], "%47[^:]", p->name) == 1;
        if (!named || (colon && (sscanf(colon, ":%lf%1s", &p->c_end, rest) != 1 || !(p->c_end > 0 && p->c_end < 1e9)))) {
            fprintf(stderr, "hanxin-spsa: '%s' is no parameter; write NAME or NAME:STEP, as lmr_base:100\n", words[t->count]);
            return false;
        }
    }
    char *command = malloc(strlen(t->engine) + 64);
    if (command)
        sprintf(command, "printf 'ucci\\nquit\\n' | %s", t->engine);
    FILE *pipe = command ? popen(command, "r") : NULL;
    while (pipe && fgets(line, sizeof line, pipe))
        for (int i = 0; i < t->count; i++)
            read_range(&t->params[i], line);
    free(command);
    if (!pipe || pclose(pipe) != 0) {
        fprintf(stderr, "hanxin-spsa: %s does not run; `make tune` builds hanxin-tuning\n", t->engine);
        return false;
    }
    for (int i = 0; i < t->count; i++)
        if (t->params[i].least > t->params[i].most) {
            fprintf(stderr, "hanxin-spsa: %s has no option %s; is it a tuning build (`make tune`)?\n", t->engine, t->params[i].name);
            return false;
        }
    return true;
}

static bool complain(const char *error)
{
    fprintf(stderr, "hanxin-spsa: %s\n", error);
    return false;
}

/* False, with a message, if the state cannot be kept. */
static bool save(const Tuner *t)
{
    char error[FILE_ERROR_SIZE];
    OutFile out;
    if (!outfile_open(&out, t->state, OUT_REPLACE, error))
        return complain(error);
    fprintf(out.stream, "step %" PRId64 " seed %" PRIu64 " result %" PRId64 " %" PRId64 " %" PRId64 "\n", t->step, t->seed, t->won,
            t->drawn, t->lost);
    for (int i = 0; i < t->count; i++)
        fprintf(out.stream, "%s %.17g\n", t->params[i].name, t->params[i].value);
    return outfile_commit(&out, error) || complain(error);
}

/* Keeps other runs from this state: holds a file beside it open that never gets its name. */
static bool claim(Tuner *t)
{
    char error[FILE_ERROR_SIZE], *name = malloc(strlen(t->state) + sizeof ".lock");
    bool good = name && outfile_open(&t->claim, strcat(strcpy(name, t->state), ".lock"), OUT_KEEP, error);
    if (!good)
        complain(name ? error : "no memory");
    free(name);
    return good;
}

/* Continues from the state, if there is one: a missing or empty file is a new run. False, with a message, if the file
 * belongs to another run or is another's. */
static bool load(Tuner *t)
{
    char error[FILE_ERROR_SIZE];
    FILE *file = file_exists(t->state) ? file_read(t->state, error) : NULL;
    if (!file)
        return !file_exists(t->state) || complain(error);
    uint64_t seed = 0;
    int first = fgetc(file);
    rewind(file);
    bool good = fscanf(file, "step %" SCNd64 " seed %" SCNu64 " result %" SCNd64 " %" SCNd64 " %" SCNd64 " ", &t->step, &seed, &t->won,
                       &t->drawn, &t->lost) == 5 &&
                seed == t->seed && t->step >= 0;
    for (int i = 0; i < t->count && good; i++) {
        Param *p = &t->params[i];
        char name[NAME_SIZE];
        good = fscanf(file, "%47s %lf ", name, &p->value) == 2 && strcmp(name, p->name) == 0 && p->value >= p->least && p->value <= p->most;
    }
    good = good && feof(file) && !ferror(file);
    bool empty = first == EOF && !ferror(file);
    fclose(file);
    if (!good && !empty)
        file_fail(error, t->state, "it is of another run (other parameters or seed) or no state at all; name another --state");
    return good || empty || complain(error);
}

static double clamp(double x, double least, double most) { return x < least ? least : x > most ? most : x; }

/* An integer whose expectation is x. */
static int round_at_random(Rng *rng, double x) { return (int)floor(x + rng_unit(rng)); }

/* The match of a step as a shell's command; to be freed. NULL: no memory. */
static char *match_command(const Tuner *t, const int *plus, const int *minus)
{
    char *command = NULL;
    size_t size;
    FILE *text = open_memstream(&command, &size);
    if (!text)
        return NULL;
    fprintf(text, "%s", t->match);
    for (int side = 0; side < 2; side++) {
        fprintf(text, " --engine cmd=%s name=%s", t->engine, side == 0 ? "plus" : "minus");
        for (int i = 0; i < t->count; i++)
            fprintf(text, " option.%s=%d", t->params[i].name, side == 0 ? plus[i] : minus[i]);
    }
    fprintf(text,
            " --each %s --openings %s order=random --seed %" PRIu64 " --games %" PRId64 " --concurrency %" PRId64
            " --resign moves=3 score=800 --draw moves=6 score=15 from=50 --quiet",
            t->limits, t->openings, t->seed * 1000003 + (uint64_t)t->step, 2 * t->pairs, t->concurrency);
    bool good = !ferror(text);
    good = fclose(text) == 0 && good;
    if (good)
        return command;
    free(command);
    return NULL;
}

/* Plays a step's games; the result for the first engine in won, drawn and lost. */
static bool play(const Tuner *t, const int *plus, const int *minus, int *won, int *drawn, int *lost)
{
    char *command = match_command(t, plus, minus), line[512];
    bool found = false;
    FILE *pipe = command ? popen(command, "r") : NULL;
    while (pipe && fgets(line, sizeof line, pipe)) {
        int games;
        if (sscanf(line, "plus - minus: %d games, +%d =%d -%d", &games, won, drawn, lost) == 4)
            found = games == 2 * t->pairs && *won >= 0 && *drawn >= 0 && *lost >= 0 && *won + *drawn + *lost == games;
    }
    int status = pipe ? pclose(pipe) : -1;
    if (!found && !interrupted)
        fprintf(stderr, "hanxin-spsa: no result (status %d) from: %.2000s\n", status, command ? command : "(no memory)");
    free(command);
    return found;
}

static bool do_step(Tuner *t)
{
    Rng rng = {t->seed ^ (uint64_t)(t->step + 1) * 0x9E3779B97F4A7C15u};
    double n = (double)steps_of(t), k = (double)t->step + 1, stability = 0.1 * n;
    int plus[PARAMS_MAX], minus[PARAMS_MAX], won = 0, drawn = 0, lost = 0;
    double direction[PARAMS_MAX], c[PARAMS_MAX];

    for (int i = 0; i < t->count; i++) {
        Param *p = &t->params[i];
        c[i] = p->c_end * pow(n / k, gamma_);
        direction[i] = rng_below(&rng, 2) ? 1 : -1;
        plus[i] = round_at_random(&rng, clamp(p->value + direction[i] * c[i], p->least, p->most));
        minus[i] = round_at_random(&rng, clamp(p->value - direction[i] * c[i], p->least, p->most));
    }
    if (!play(t, plus, minus, &won, &drawn, &lost))
        return false;
    double gain = t->rate * pow((stability + n) / (stability + k), alpha);
    for (int i = 0; i < t->count; i++) {
        Param *p = &t->params[i];
        p->value = clamp(p->value + gain * p->c_end * p->c_end / c[i] * direction[i] * (won - lost), p->least, p->most);
    }
    t->won += won;
    t->drawn += drawn;
    t->lost += lost;
    t->step++;
    return true;
}

static void print_values(const Tuner *t)
{
    for (int i = 0; i < t->count; i++)
        printf("  %-24s %6d -> %8.1f  (%g..%g, step %g)\n", t->params[i].name, t->params[i].start, t->params[i].value, t->params[i].least,
               t->params[i].most, t->params[i].c_end);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    Tuner t = {.engine = "./hanxin-tuning",
               .match = "./hanxin-match",
               .openings = "bench/match/openings.epd",
               .limits = "nodes=5000 option.hashsize=16",
               .state = "spsa.txt",
               .games = 5000,
               .pairs = 4,
               .concurrency = 2,
               .seed = 1,
               .rate = 0.01};
    const Arg args[] = {
        {"engine", ARG_TEXT, &t.engine, 0, 0, "tuning build of the engine"},
        {"match", ARG_TEXT, &t.match, 0, 0, "hanxin-match"},
        {"openings", ARG_TEXT, &t.openings, 0, 0, "file of openings, drawn at random"},
        {"limits", ARG_TEXT, &t.limits, 0, 0, "of both engines, as after --each of hanxin-match"},
        {"state", ARG_TEXT, &t.state, 0, 0, "file that keeps the run; continued if it exists"},
        {"games", ARG_INT, &t.games, 2, 1e9, "in all"},
        {"pairs", ARG_INT, &t.pairs, 1, 10000, "of games a step, each opening with both colours"},
        {"concurrency", ARG_INT, &t.concurrency, 1, 1024, "games at once"},
        {"seed", ARG_U64, &t.seed, 0, 0, "of directions and openings"},
        {"rate", ARG_REAL, &t.rate, 1e-6, 10, "how far the last step goes: this share of a parameter's own step per game won"},
    };
    const Program program = {
        .name = "hanxin-spsa",
        .usage = "usage: hanxin-spsa [options] NAME[:STEP]...\n"
                 "Tunes numbers of search/params.h by games of a tuning build (`make tune`) against itself. STEP is how far a\n"
                 "parameter is moved to see a difference, a twentieth of its range if not said.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    int count = args_read(&program, argc, argv), status = EXIT_SUCCESS;
    if (count < 0)
        status = program_end(&program, args_status(count));
    else if (count == 0)
        status = args_wrong(&program, "which parameters? name some of search/params.h, as lmr_base:100");
    else if (!find_params(&t, count, (const char **)argv + 1) || !claim(&t) || !load(&t) || !save(&t))
        status = EXIT_FAILURE;
    if (status != EXIT_SUCCESS)
        outfile_abandon(&t.claim);
    if (count <= 0 || status != EXIT_SUCCESS)
        return status;

    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    int64_t steps = steps_of(&t), begun = clock_ms(), first = t.step, told = begun;
    bool kept = true; /* a state that cannot be written is told, and tried again after the next step */
    while (t.step < steps && !interrupted) {
        if (!do_step(&t))
            break;
        kept = save(&t);
        if (clock_ms() - told >= 30000 || t.step == steps) {
            told = clock_ms();
            int64_t left = (told - begun) / (t.step - first) * (steps - t.step) / 1000;
            char time[DURATION_SIZE];
            printf("step %" PRId64 " of %" PRId64 ", %s left\n", t.step, steps, duration_text(left, time));
            print_values(&t);
        }
    }
    printf("%s after %" PRId64 " of %" PRId64 " steps\n", t.step < steps ? "stopped" : "done", t.step, steps);
    print_values(&t);
    kept = kept || save(&t);
    outfile_abandon(&t.claim);
    if (!kept)
        program_fail(&program, "the last steps are not in %s", t.state);
    return program_end(&program, t.step < steps || !kept ? EXIT_FAILURE : EXIT_SUCCESS);
}
