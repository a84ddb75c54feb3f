/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-tables: generates endgame tables, checks them, and probes them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/tables/check.h"
#include "bench/tables/pack.h"
#include "bench/tables/sample.h"
#include "engine/base/args.h"
#include "engine/base/bytes.h"
#include "engine/base/lab.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/signals.h"
#include "engine/endgame/answer_words.h"
#include "engine/endgame/built_in.h"
#include "engine/notation/fen.h"

/* The sets of a run. Each comes after those on which it depends. */
typedef struct TablesList {
    EndgameSet sets[3 * ENDGAME_SETS_MOST];
    int count;
} TablesList;

typedef struct TablesJob {
    const char *dir, *fen;
    int64_t threads, memory_mib, samples;
    uint64_t seed;
    const Program *program;
    const char *const *words;
    int word_count;
    EndgameTables *tables;
    const atomic_bool *stop;
    TablesList list;
    Progress progress;
    int64_t began_ms;
    /* Numbers of positions, to estimate the time left: processed so far, of these in tables that
     * existed already, and in all sets. */
    double size_done, size_there, size_all;
    int number; /* index of the current set in the list */
    char name[ENDGAME_NAME_SIZE];
} TablesJob;

static Layout tables_layout(const TablesJob *job, const EndgameSet *set)
{
    Layout l;
    layout_init(&l, endgame_tables_places(job->tables), set);
    return l;
}

static double tables_size(const TablesJob *job, const EndgameSet *set) { return (double)tables_layout(job, set).size; }

static int tables_fail(const TablesJob *job, const Text *why) { return program_fail(job->program, "%s", why->data); }

/* -- choice of sets -------------------------------------------------------------------------------- */

static void tables_list_add(TablesList *list, const EndgameSet *set)
{
    for (int i = 0; i < list->count; i++)
        if (endgame_set_key(&list->sets[i]) == endgame_set_key(set))
            return;
    if (list->count < (int)(sizeof list->sets / sizeof *list->sets))
        list->sets[list->count++] = *set;
}

/* Adds the sets to which captures lead, then this one. */
static void tables_list_add_with_smaller(TablesList *list, const EndgameSet *set)
{
    EndgameSet less[ENDGAME_CAPTURES_MOST];
    const int count = endgame_set_captures(set, less);
    for (int i = 0; i < count; i++)
        tables_list_add_with_smaller(list, &less[i]);
    tables_list_add(list, set);
}

static int tables_guards(const EndgameSet *set)
{
    return set->count[STRONG][ADVISOR] + set->count[STRONG][BISHOP] + set->count[WEAK][ADVISOR] + set->count[WEAK][BISHOP];
}

/* Adds the standard sets, which `generate` makes if none are named. */
static void tables_list_add_delivered(TablesList *list)
{
    enum { GUARDS_OF_EACH = 2 };
    static const EndgameGroup groups[] = {ENDGAME_ONE, ENDGAME_ONE_GUARDED, ENDGAME_TWO, ENDGAME_EACH};
    EndgameSet sets[ENDGAME_SETS_MOST];
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        const int count = endgame_sets(groups[g], sets);
        for (int i = 0; i < count; i++)
            if (groups[g] != ENDGAME_EACH || tables_guards(&sets[i]) <= GUARDS_OF_EACH)
                tables_list_add(list, &sets[i]);
    }
}

/* Calls add() for each set of the command line. */
static int tables_read_sets(TablesJob *job, void (*add)(TablesList *list, const EndgameSet *set))
{
    for (int i = 0; i < job->word_count; i++) {
        EndgameSet set;
        Text why = WHY_IN(job->program->language);
        if (!endgame_set_read(job->words[i], &set, &why))
            return args_wrong(job->program, "%s", why.data);
        add(&job->list, &set);
    }
    return EXIT_SUCCESS;
}

/* -- progress -------------------------------------------------------------------------------------- */

/* Shows the progress. The first look at all positions takes about half of the time; the following
 * stages get shorter with the distance. */
static void tables_show_generating(void *self, double share, int distance)
{
    TablesJob *job = self;
    if (!progress_due(&job->progress, 200, 10000))
        return;
    double of_set = distance == 0 ? 0.5 * share : 1 - 0.5 / (1 + 0.1 * (distance - 1 + share));
    double done = (job->size_done + of_set * tables_size(job, &job->list.sets[job->number])) / job->size_all;
    const double made = done - job->size_there / job->size_all;
    int64_t passed = (clock_ms() - job->began_ms) / 1000;
    char past[DURATION_SIZE], left[DURATION_SIZE];
    progress_show(&job->progress, "%s (%d of %d), distance %d, %.1f %% of all; %s, about %s left", job->name, job->number + 1,
                  job->list.count, distance, 100 * done, duration_text(passed, past),
                  duration_text(made > 0 ? (int64_t)((double)passed * (1 - done) / made) : 0, left));
}

static void tables_show_checking(void *self, double share, int stage)
{
    TablesJob *job = self;
    if (progress_due(&job->progress, 200, 10000))
        progress_show(&job->progress, "%s (%d of %d), %d: %.0f %%", job->name, job->number + 1, job->list.count, stage + 1, 100 * share);
}

static WalkOptions tables_walk_options(TablesJob *job, void (*show)(void *, double, int))
{
    return (WalkOptions){.threads = (int)job->threads, .stop = job->stop, .progress = show, .self = job};
}

/* -- generate -------------------------------------------------------------------------------------- */

static bool tables_path(const TablesJob *job, const EndgameSet *set, Text *path)
{
    char name[ENDGAME_NAME_SIZE];
    return text_addf(path, "%s%c%s" ENDGAME_SUFFIX, job->dir, folder_separator, endgame_set_name(set, name));
}

static bool tables_write(OutFile *out, const Solution *s, Text *why)
{
    Text bytes = TEXT_INIT;
    bool done = table_pack(s, &bytes, why) && outfile_commit_text(out, &bytes, why);
    text_free(&bytes);
    return done;
}

static bool tables_is_memory_enough(const TablesJob *job, const EndgameSet *set, Text *why)
{
    char name[ENDGAME_NAME_SIZE];
    const Layout layout = tables_layout(job, set);
    uint64_t mib = solve_memory(&layout) >> 20;
    return mib <= (uint64_t)job->memory_mib || why_not(why, "%s requires %" PRIu64 " MB of memory, but --memory allows %" PRId64,
                                                       endgame_set_name(set, name), mib, job->memory_mib);
}

/* Checks that there is enough memory for a set and that no foreign file has its name. Done for all
 * sets before the first is made. */
static bool tables_can_be_made(const TablesJob *job, const EndgameSet *set, Text *why)
{
    Text path = TEXT_INIT;
    bool can = (tables_path(job, set, &path) || why_no_memory(why)) && file_is_kind(path.data, ENDGAME_MAGIC, "endgame table", why) &&
               (file_exists(path.data) || tables_is_memory_enough(job, set, why));
    text_free(&path);
    return can;
}

static bool tables_solve_and_write(TablesJob *job, const EndgameSet *set, const char *path, Text *why)
{
    OutFile out;
    Solution solution;
    WalkOptions options = tables_walk_options(job, tables_show_generating);
    if (!tables_is_memory_enough(job, set, why) || !file_is_kind(path, ENDGAME_MAGIC, "endgame table", why) ||
        !outfile_open(&out, path, OUT_REPLACE, why))
        return false;
    bool done = solve_set(job->tables, set, &options, &solution, why);
    if (done)
        done = tables_write(&out, &solution, why);
    outfile_abandon(&out);
    if (done) {
        progress_note(&job->progress, "%s: longest DTC %d%s", job->name, solution.longest,
                      solution.distrusted ? ", some draws depend on the rules of repetition" : "");
        solution_free(&solution);
    }
    return done && endgame_tables_add_file(job->tables, path, why);
}

/* Returns the format version of the table in a file; 0 if the file is not a table. */
static unsigned tables_version(const char *path)
{
    uint8_t head[12] = {0};
    FILE *file = file_read(path, NULL);
    if (!file)
        return 0;
    const bool whole = fread(head, 1, sizeof head, file) == sizeof head && memcmp(head, ENDGAME_MAGIC, 8) == 0;
    fclose(file);
    return whole ? bytes_get32(head + 8) : 0;
}

/* Returns true if the file may be replaced: damaged tables and those of an older format may, those
 * of a newer format may not. */
static bool tables_may_replace(TablesJob *job, const char *path, Text *why)
{
    const unsigned version = tables_version(path);
    if (version > ENDGAME_VERSION)
        return why_path(why, path, "table of format %u, but this program writes format %d; name another folder", version, ENDGAME_VERSION);
    if (version != 0)
        progress_note(&job->progress, "%s: %s, generating it again", job->name, version < ENDGAME_VERSION ? "older format" : "damaged");
    return true;
}

/* Checks all blocks against their checksums. Stops early, without finding a fault, if job->stop is
 * set. */
static bool tables_is_sound(TablesJob *job, const EndgameTable *table)
{
    uint8_t *symbols = malloc(ENDGAME_BLOCK_MOST);
    bool sound = symbols != NULL;
    for (uint32_t block = 0; sound && block < table->blocks && !atomic_load(job->stop); block++) {
        sound = endgame_block_read(table, block, 0, symbols) > 0;
        if (progress_due(&job->progress, 200, 10000))
            progress_show(&job->progress, "%s (%d of %d) exists, checking it", job->name, job->number + 1, job->list.count);
    }
    free(symbols);
    return sound;
}

/* Loads the set's table from its file. Sets *there to true if the file contains a valid one. Returns
 * false if the file contains the table of another set. */
static bool tables_take_in(TablesJob *job, const EndgameSet *set, const char *path, bool *there, Text *why)
{
    const int before = endgame_tables_count(job->tables);
    *there = file_exists(path) && endgame_tables_add_file(job->tables, path, NULL) && endgame_tables_count(job->tables) > before;
    if (!*there)
        return true;
    const EndgameTable *table = endgame_tables_get(job->tables, before);
    if (endgame_set_key(&table->layout.set) != endgame_set_key(set))
        return why_path(why, path, "contains the table of another set");
    *there = tables_is_sound(job, table);
    return true;
}

/* Generates a table unless it exists already. */
static bool tables_generate_one(TablesJob *job, const EndgameSet *set, Text *why)
{
    Text path = TEXT_INIT;
    bool there = false, done = (tables_path(job, set, &path) || why_no_memory(why)) && tables_take_in(job, set, path.data, &there, why);
    done = done && !atomic_load(job->stop);
    if (there)
        job->size_there += tables_size(job, set);
    else if (done)
        done = tables_may_replace(job, path.data, why) && tables_solve_and_write(job, set, path.data, why);
    text_free(&path);
    return done;
}

static int tables_generate(TablesJob *job)
{
    Text why = WHY_IN(job->program->language);
    if (!job->dir)
        return args_wrong(job->program, "generate: missing --tables FOLDER");
    int status = tables_read_sets(job, tables_list_add_with_smaller);
    if (status != EXIT_SUCCESS)
        return status;
    if (job->list.count == 0)
        tables_list_add_delivered(&job->list);
    if (!folder_make(job->dir)) {
        why_errno(&why, job->dir);
        return tables_fail(job, &why);
    }
    bool done = true;
    for (int i = 0; done && i < job->list.count; i++) {
        done = tables_can_be_made(job, &job->list.sets[i], &why);
        job->size_all += tables_size(job, &job->list.sets[i]);
    }
    for (job->number = 0; done && job->number < job->list.count; job->number++) {
        const EndgameSet *set = &job->list.sets[job->number];
        endgame_set_name(set, job->name);
        done = tables_generate_one(job, set, &why);
        job->size_done += tables_size(job, set);
    }
    progress_clear(&job->progress);
    if (done) {
        printf("%d tables in %s\n", job->list.count, job->dir);
        return EXIT_SUCCESS;
    }
    if (!atomic_load(job->stop))
        return tables_fail(job, &why);
    program_fail(job->program, "interrupted; run the same command to continue");
    return EXIT_INTERRUPTED;
}

/* -- other commands -------------------------------------------------------------------------------- */

/* Loads the tables of --tables, if given. Damaged ones are reported and left out. */
static int tables_open_folder(TablesJob *job)
{
    Text why = WHY_IN(job->program->language);
    if (!job->dir || endgame_tables_add_folders(job->tables, job->dir, &why))
        return EXIT_SUCCESS;
    return tables_fail(job, &why);
}

/* Chooses the sets named on the command line, or all that are loaded. *folder is the status of
 * loading --tables; the tables that could be loaded are used in any case. */
static int tables_choose_sets(TablesJob *job, int *folder)
{
    *folder = tables_open_folder(job);
    int status = tables_read_sets(job, tables_list_add);
    for (int i = 0; job->word_count == 0 && i < endgame_tables_count(job->tables); i++)
        tables_list_add(&job->list, &endgame_tables_get(job->tables, i)->layout.set);
    return status;
}

static const EndgameTable *tables_next(TablesJob *job, Text *why)
{
    const EndgameSet *set = &job->list.sets[job->number];
    const EndgameTable *table = endgame_tables_find(job->tables, set);
    endgame_set_name(set, job->name);
    if (!table)
        why_not(why, "no table %s", job->name);
    return table;
}

/* Calls `what` for each chosen table until it fails. */
static int tables_with_each(TablesJob *job, bool (*what)(TablesJob *job, const EndgameTable *table, Text *why))
{
    int folder, status = tables_choose_sets(job, &folder);
    bool done = true;
    Text why = WHY_IN(job->program->language);
    for (job->number = 0; status == EXIT_SUCCESS && done && job->number < job->list.count; job->number++) {
        const EndgameTable *table = tables_next(job, &why);
        done = table && what(job, table, &why);
    }
    progress_clear(&job->progress);
    if (status != EXIT_SUCCESS)
        return status;
    return done ? folder : atomic_load(job->stop) ? EXIT_INTERRUPTED : tables_fail(job, &why);
}

static bool tables_verify_one(TablesJob *job, const EndgameTable *table, Text *why)
{
    WalkOptions options = tables_walk_options(job, tables_show_checking);
    uint64_t positions;
    if (!table_verify(job->tables, table, &options, &positions, why))
        return false;
    progress_clear(&job->progress);
    printf("%s: %" PRIu64 " positions agree with their successors\n", table->name, positions);
    fflush(stdout); /* the next table takes long */
    return true;
}

static int tables_verify(TablesJob *job) { return tables_with_each(job, tables_verify_one); }

static bool tables_stats_one(TablesJob *job, const EndgameTable *table, Text *why)
{
    WalkOptions options = tables_walk_options(job, tables_show_checking);
    TableStats stats[2];
    if (!table_stats(job->tables, table, &options, stats, why))
        return false;
    progress_clear(&job->progress);
    for (int side = STRONG; side <= WEAK; side++)
        printf("%s %c positions %" PRIu64 " wins %" PRIu64 " draws %" PRIu64 " losses %" PRIu64 " longest %d\n", table->name,
               side == STRONG ? 'w' : 'b', stats[side].positions, stats[side].wins, stats[side].draws, stats[side].losses,
               stats[side].longest);
    return true;
}

static int tables_stats(TablesJob *job)
{
    return job->word_count > 0 ? tables_with_each(job, tables_stats_one) : args_wrong(job->program, "stats: missing SET");
}

/* Adds a key to the first `count` keys. Returns false if it is among them. */
static bool tables_is_new(uint64_t *keys, int64_t count, uint64_t key)
{
    for (int64_t i = 0; i < count; i++)
        if (keys[i] == key)
            return false;
    keys[count] = key;
    return true;
}

/* Prints different positions of the table, and returns their number. */
static int64_t tables_print_samples(TablesJob *job, EndgameCache *cache, const EndgameTable *table, uint64_t *keys)
{
    enum { REPEATS = 1000 }; /* repeated positions in succession after which no others are expected */
    Text line = TEXT_INIT;
    Rng rng = {job->seed};
    int64_t found = 0;
    uint64_t key;
    for (int repeats = 0; found < job->samples && repeats < REPEATS && !atomic_load(job->stop);) {
        if (!table_sample(job->tables, cache, table, &rng, &line, &key))
            break;
        repeats = tables_is_new(keys, found, key) ? 0 : repeats + 1;
        if (repeats == 0)
            printf("%s id \"%s.%04lld\";\n", line.data, table->name, (long long)++found);
        text_cut(&line, 0);
        if (progress_due(&job->progress, 200, 60000))
            progress_show(&job->progress, "%s %lld/%lld", table->name, (long long)found, (long long)job->samples);
    }
    text_free(&line);
    return found;
}

static bool tables_sample_one(TablesJob *job, const EndgameTable *table, Text *why)
{
    EndgameCache *cache = endgame_cache_new();
    uint64_t *keys = malloc((size_t)job->samples * sizeof *keys);
    const bool room = cache && keys;
    const int64_t found = room ? tables_print_samples(job, cache, table, keys) : 0;
    progress_clear(&job->progress);
    if (room && found < job->samples && !atomic_load(job->stop))
        program_note(job->program, "%s: only %lld positions found in which a move can give the result away", table->name, (long long)found);
    endgame_cache_free(cache);
    free(keys);
    return (room || why_no_memory(why)) && !atomic_load(job->stop) && (found > 0 || why_not(why, "no positions"));
}

static int tables_sample(TablesJob *job)
{
    return job->word_count > 0 ? tables_with_each(job, tables_sample_one) : args_wrong(job->program, "sample: missing SET");
}

static bool tables_list_one(TablesJob *job, const EndgameTable *table, Text *why)
{
    (void)job;
    (void)why;
    int longest = 0;
    bool distrusted = false;
    for (unsigned i = 0; i < table->symbols; i++) {
        distrusted = distrusted || endgame_is_distrusted(table->value[i]);
        if (!endgame_is_drawn(table->value[i]) && endgame_distance(table->value[i]) > longest)
            longest = endgame_distance(table->value[i]);
    }
    printf("%-15s %10zu bytes, longest DTC %d%s\n", table->name, table->size, longest,
           distrusted ? ", some draws depend on the rules of repetition" : "");
    return true;
}

static int tables_list(TablesJob *job) { return tables_with_each(job, tables_list_one); }

static int tables_probe(TablesJob *job)
{
    if (!job->fen)
        return args_wrong(job->program, "probe: missing --fen FEN");
    if (job->word_count > 0)
        return args_wrong(job->program, "probe: unexpected argument '%s': write the FEN in quotes", job->words[0]);
    int status = tables_open_folder(job);
    Text why = WHY_IN(job->program->language), text = TEXT_INIT;
    EndgameCache *cache = endgame_cache_new();
    Position pos;
    bool done =
        cache ? fen_read_pasted(job->fen, &pos, &why) && endgame_probe_words(job->tables, cache, &pos, &text, &why) : why_no_memory(&why);
    if (done)
        fputs(text.data, stdout);
    else if (status == EXIT_SUCCESS)
        status = tables_fail(job, &why);
    text_free(&text);
    endgame_cache_free(cache);
    return status;
}

/* -------------------------------------------------------------------------------------------------- */

static const char usage[] =
    "usage: hanxin-tables generate [SET...] --tables FOLDER [--threads N] [--memory MB]\n"
    "usage: hanxin-tables verify|list [SET...] [--tables FOLDER]\n"
    "usage: hanxin-tables stats SET... [--tables FOLDER]\n"
    "usage: hanxin-tables sample SET... [--tables FOLDER] [--positions N] [--seed N]\n"
    "usage: hanxin-tables probe --fen FEN [--tables FOLDER]\n"
    "Generate, check and probe endgame tables. Each set of pieces has a file SET.hxe. A set is named by its pieces\n"
    "(K R N C P A B), the side with attackers first: KRKAABB is a rook against two advisors and two elephants.\n"
    "  generate  generate the sets and those to which their captures lead. Without SET generate the standard sets:\n"
    "            one attacker and any guards against any guards, two attackers alone against any guards, and one\n"
    "            attacker on each side with at most two guards in total. Valid tables are kept, so that an interrupted\n"
    "            run continues. Tables that are damaged or of an older format are generated again\n"
    "  verify    compare every position with its successors\n"
    "  stats     count the results for each side to move\n"
    "  sample    print random positions as a suite: those with a win or a draw that some move gives away\n"
    "  list      list the tables\n"
    "  probe     show the result for the side to move, the number of plies to the next capture or the end (DTC), the\n"
    "            set and, for a draw that depends on the rules of repetition, the side that may win\n"
    "Tables with a single attacker are built in and need no folder.\n";

static const struct {
    const char *name;
    int (*run)(TablesJob *job);
} commands[] = {{"generate", tables_generate}, {"verify", tables_verify}, {"stats", tables_stats},
                {"sample", tables_sample},     {"list", tables_list},     {"probe", tables_probe}};

static int tables_run(TablesJob *job, const char *command)
{
    Text why = WHY_IN(job->program->language);
    job->tables = endgame_tables_built_in("", &why);
    if (!job->tables)
        return tables_fail(job, &why);
    job->stop = signals_watch(SECOND_SIGNAL_LEAVES);
    job->progress = progress_on_stderr();
    job->began_ms = clock_ms();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(command, commands[i].name) == 0)
            return commands[i].run(job);
    return args_wrong(job->program, "unknown command '%s'", command);
}

int tables_main(int argc, char **argv)
{
    console_init();
    TablesJob *job = calloc(1, sizeof *job);
    if (!job)
        return EXIT_FAILURE;
    job->samples = 1000;
    job->seed = 1;
    Language language = language_requested(argc, argv);
    const Arg args[] = {
        {"tables|dir FOLDER", ARG_TEXT, &job->dir, 0, 0, "folder of the tables"},
        {"lang", ARG_WORD, &(ArgWord){(int *)&language, language_words}, 0, 0, "default: the language of the system"},
        {"generate, verify, stats", ARG_TITLE, NULL, 0, 0, NULL},
        {"threads N", ARG_INT, &job->threads, 0, WALK_THREADS_MOST, "number of threads; 0: all processors"},
        {"generate", ARG_TITLE, NULL, 0, 0, NULL},
        {"memory MB", ARG_INT, &job->memory_mib, 0, 1 << 24, "memory limit; sets that need more are refused; 0: three quarters of the RAM"},
        {"sample", ARG_TITLE, NULL, 0, 0, NULL},
        {"positions N", ARG_INT, &job->samples, 1, 1e5, "number of positions of each set"},
        {"seed N", ARG_U64, &job->seed, 0, 0, "seed of the random choice"},
        {"probe", ARG_TITLE, NULL, 0, 0, NULL},
        {"fen FEN", ARG_TEXT, &job->fen, 0, 0, "position to probe"},
    };
    const Program program = {.name = "hanxin-tables",
                             .usage = usage,
                             .args = args,
                             .count = sizeof args / sizeof *args,
                             .commands = "generate, verify, stats, sample, list, probe",
                             .language = language};
    int count = args_read(&program, argc, argv), status;
    job->program = &program;
    job->words = (const char *const *)argv + 2;
    job->word_count = count - 1;
    if (job->threads == 0)
        job->threads = walk_threads_usual();
    if (job->memory_mib == 0)
        job->memory_mib = memory_mib() / 4 * 3;
    if (count < 0)
        status = args_status(count);
    else if (count == 0)
        status = args_wrong(&program, "missing command: expected generate, verify, stats, sample, list or probe");
    else
        status = tables_run(job, argv[1]);
    endgame_tables_free(job->tables);
    free(job);
    return program_end(&program, status);
}
