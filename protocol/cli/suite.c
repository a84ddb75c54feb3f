/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/suite.h"

#include <stdlib.h>
#include <string.h>

#include "bench/engines/engine.h"
#include "bench/review/suite_report.h"
#include "bench/review/other_engine.h"
#include "engine/base/outfile.h"
#include "engine/base/progress.h"
#include "engine/base/signals.h"
#include "engine/base/textfile.h"
#include "engine/base/version.h"
#include "search/engine.h"

typedef struct SuiteRun {
    const Call *call;
    const char *file, *json; /* value of --json; NULL if not given */
    bool force;
    EngineSpec other;  /* the engine to test; if it has no command, this program is tested */
    const char *first; /* command of the engine that it is compared with; NULL if there is none */
    CallLimits limits;
    int64_t threads, hash, price; /* value of --price; 0 if not given */
    int equal;                    /* number of positions that --price left out */
    Suite suite;
    const atomic_bool *stop;
    Progress progress;
} SuiteRun;

/* ---- the engines ---- */

enum { MOST_FAULTS = 3 }; /* number of consecutive faults after which the engine is abandoned */

static bool suite_is_hopeless(const Suite *suite)
{
    bool hopeless = suite->done >= MOST_FAULTS;
    for (int i = suite->done - MOST_FAULTS; hopeless && i < suite->done; i++)
        hopeless = *suite->problems[i].attempt.fault;
    return hopeless;
}

/* Returns true if no engine made a fault. Otherwise returns false with a summary of the faults. */
static bool suite_is_faultless(const Suite *suite, Text *why)
{
    int faults = 0;
    for (int i = 0; i < suite->done; i++)
        faults += (*suite->problems[i].attempt.fault != '\0') + (suite->compares && *suite->problems[i].before.fault);
    if (faults && suite_is_hopeless(suite))
        return why_not(why, "gave up on the engine after %d consecutive failures; the last: %s", MOST_FAULTS,
                       suite->problems[suite->done - 1].attempt.fault);
    return !faults || why_not(why, "the engine failed at %d of %d positions", faults, suite->compares ? 2 * suite->done : suite->done);
}

/* Returns the next problem, or NULL at the end or after a signal, and displays the progress. */
static Problem *suite_next(SuiteRun *r)
{
    if (r->suite.done == r->suite.count || atomic_load(r->stop))
        return NULL;
    if (progress_due(&r->progress, 200, 60000))
        progress_show(&r->progress, "%d/%d", r->suite.done, r->suite.count);
    return &r->suite.problems[r->suite.done];
}

/* Counts and prints the attempt at the problem of suite_next(). */
static void suite_print_done(SuiteRun *r)
{
    Text line = TEXT_INIT;
    suite_report_attempt(&r->suite, r->suite.done++, r->call->program.language, &line);
    progress_clear(&r->progress);
    if (!outfile_is_stdout(r->json))
        fputs(line.data, stdout);
    fflush(stdout);
    text_free(&line);
}

static bool suite_solve_next(SuiteRun *r, Searcher *searcher, const Limits *limits)
{
    const bool done = suite_try(&r->suite.problems[r->suite.done], searcher, limits);
    if (done)
        suite_print_done(r);
    return done;
}

/* Prints the problem as a line of a new suite instead. */
static bool suite_price_next(SuiteRun *r, Searcher *searcher, const Limits *limits)
{
    Text line = TEXT_INIT;
    const bool done = suite_price(&r->suite.problems[r->suite.done], r->suite.done, searcher, limits, (int)r->price, &line);
    progress_clear(&r->progress);
    fputs(line.length > 0 ? line.data : "", stdout);
    fflush(stdout);
    r->equal += done && line.length == 0;
    r->suite.done += done;
    text_free(&line);
    return done;
}

static bool suite_run_own(SuiteRun *r, Text *why)
{
    Limits limits = call_limits(&r->limits);
    limits.stop = r->stop;
    Engine *engine = engine_new_exact(&(EngineOptions){.hash_mib = (int)r->hash, .threads = (int)r->threads, .table_folders = ""}, why);
    bool good = engine != NULL;
    while (good && suite_next(r))
        good = (r->price ? suite_price_next : suite_solve_next)(r, engine->searcher, &limits) || atomic_load(r->stop) || why_no_memory(why);
    engine_free(engine);
    return good;
}

static bool suite_run_other(SuiteRun *r, Text *why)
{
    r->other.limits = (MatchLimits){.move_us = r->limits.time_us, .nodes = r->limits.nodes, .depth = r->limits.depth, .margin_us = 1000000};
    /* Without a time limit, waits for five minutes plus the time for the nodes at 100,000 per second,
     * because some engines are slow. */
    const Patience patience = {30000000, 300000000 + 10 * r->limits.nodes, 5000000};
    ProcessHost *host = host_start();
    Client client;
    if (!host)
        return why_not(why, "cannot create a process or a pipe");
    client_init(&client, &r->other, host, &patience, NULL);
    bool good = client_start(&client);
    for (Problem *p; good && !suite_is_hopeless(&r->suite) && (p = suite_next(r));) {
        good = other_engine_try(&client, p);
        if (good)
            suite_print_done(r);
    }
    good |= host_ends(host);
    if (!good) {
        text_addf(why, "%s: ", r->other.command);
        text_add_clean(why, client.text);
    }
    client_quit(&client);
    return good;
}

/* Lets one of two engines try all problems, under its command as a heading. */
static bool suite_run_one(SuiteRun *r, const char *command, Text *why)
{
    r->other.command = command;
    if (!outfile_is_stdout(r->json))
        printf("%s\n", command);
    return suite_run_other(r, why);
}

/* Starts and ends the second engine, so that a wrong command is reported before the first has worked for long. */
static bool suite_test_second(SuiteRun *r, Text *why)
{
    r->suite.done = r->suite.count;
    const bool good = suite_run_other(r, why);
    r->suite.done = 0;
    return good;
}

/* Lets the first engine try all problems, and then the second. If there is nothing to compare, the first alone remains. */
static bool suite_run_both(SuiteRun *r, Text *why)
{
    const char *second = r->other.command;
    if (!suite_test_second(r, why) || !suite_run_one(r, r->first, why))
        return false;
    if (!suite_is_hopeless(&r->suite) && !atomic_load(r->stop)) {
        suite_begin_comparison(&r->suite);
        if (!suite_run_one(r, second, why))
            return false;
        if (r->suite.done > 0)
            return true;
        suite_undo_comparison(&r->suite);
        r->other.command = r->first;
    }
    r->first = NULL;
    return true;
}

/* ---- running ---- */

/* Reports the fault in the file and, if nothing before the fault was valid, the expected kind of file.
 * Returns false. */
static bool suite_refuse(const SuiteRun *r, const char *fault, Text *why)
{
    text_addf(why, tr(r->call->program.language, "%s, %s%s"), text_file_title(r->file, r->call->program.language), fault,
              r->suite.count > 1
                  ? ""
                  : tr(r->call->program.language, "; expected an EPD file, a list of positions, or games that begin with a FEN"));
    return false;
}

/* Opens the output, if there is one. Signals must be watched already, so that a signal cannot leave an
 * unfinished file. */
static bool suite_open_output(const SuiteRun *r, OutFile *file, Text *why)
{
    if (!r->json)
        return true;
    const Language l = r->call->program.language;
    const EngineSpec before = {.command = r->first};
    char *program = r->other.command ? engine_spec_program(&r->other) : NULL, *first = r->first ? engine_spec_program(&before) : NULL;
    const NamedFile output = {"--json", r->json}, inputs[] = {{tr(l, "the suite"), text_file_name(r->file)},
                                                              {tr(l, "the engine's program"), program},
                                                              {tr(l, "the engine's program"), first}};
    bool good = files_distinct(&output, 1, inputs, 3, why) && outfile_open_or_stdout(file, r->json, r->force ? OUT_REPLACE : OUT_KEEP, why);
    free(program);
    free(first);
    return good;
}

static bool suite_write_json(const SuiteRun *r, OutFile *file, Text *why)
{
    Text out = TEXT_INIT;
    Json j = json_writer(&out);
    json_begin_object(&j, NULL);
    json_add_string(&j, "suite", r->file);
    json_add_string(&j, "engine", r->other.command ? r->other.command : HANXIN_NAME " " HANXIN_VERSION);
    if (r->first)
        json_add_string(&j, "before", r->first);
    json_begin_object(&j, "limits");
    json_add_number(&j, "seconds", "%g", (double)r->limits.time_us / 1e6);
    json_add_number(&j, "nodes", "%lld", (long long)r->limits.nodes);
    json_add_number(&j, "depth", "%lld", (long long)r->limits.depth);
    json_end(&j);
    suite_report_json(&r->suite, &j);
    json_end(&j);
    text_add_char(&out, '\n');
    bool good = outfile_commit_text(file, &out, why);
    text_free(&out);
    return good;
}

/* Prints the table and completes the output. Returns false if either the engine or the output
 * failed. */
static bool suite_finish(const SuiteRun *r, OutFile *file, Text *why)
{
    if (r->suite.done == 0)
        return true;
    Text table = TEXT_INIT;
    if (r->first)
        text_addf(&table, tr(r->call->program.language, "\nfirst: %s\nsecond: %s\n"), r->first, r->other.command);
    suite_report_table(&r->suite, r->call->program.language, &table);
    suite_report_losses(&r->suite, r->call->program.language, &table);
    if (!outfile_is_stdout(r->json) && !r->price)
        fputs(table.data, stdout);
    text_free(&table);
    if (r->equal > 0)
        program_note(&r->call->program, tr(r->call->program.language, "positions left out because their best moves are equal: %d"),
                     r->equal);
    if (r->suite.unread > 0)
        program_note(&r->call->program, tr(r->call->program.language, "%s: skipped positions: %d; the first, on line %d: %s"),
                     text_file_title(r->file, r->call->program.language), r->suite.unread, r->suite.unread_line, r->suite.unread_fault);
    return (!r->json || suite_write_json(r, file, why)) && suite_is_faultless(&r->suite, why);
}

/* Lets the engine try all problems. */
static bool suite_try_all(SuiteRun *r, Text *why)
{
    OutFile file = {0};
    /* called only now: before this, Ctrl-C ends the program while it waits for standard input */
    r->stop = signals_watch(SECOND_SIGNAL_LEAVES);
    bool good = suite_open_output(r, &file, why) && (r->first           ? suite_run_both
                                                     : r->other.command ? suite_run_other
                                                                        : suite_run_own)(r, why);
    progress_clear(&r->progress);
    good = good && suite_finish(r, &file, why);
    outfile_abandon(&file);
    return good;
}

/* Runs the command and returns the exit status. */
static int suite_run(SuiteRun *r)
{
    const Program *program = &r->call->program;
    Text why = WHY_IN(program->language), fault = WHY_IN(program->language);
    GameSource source;
    bool good = games_open(&source, r->file, &why) && (suite_read(&r->suite, &source, &fault) || suite_refuse(r, fault.data, &why)) &&
                suite_try_all(r, &why);
    if (!good)
        program_fail(program, "%s", why.data);
    suite_clear(&r->suite);
    games_close(&source);
    return r->stop && atomic_load(r->stop) ? EXIT_INTERRUPTED : good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- the command ---- */

static int suite_take_engine(void *self, const char *word)
{
    SuiteRun *r = self;
    if (r->first)
        return args_wrong(&r->call->program, "%s", tr(r->call->program.language, "--engine: at most two engines can be compared"));
    r->first = r->other.command;
    r->other.command = word;
    return EXIT_SUCCESS;
}

static int suite_take_option(void *self, const char *word)
{
    SuiteRun *r = self;
    Text why = WHY_IN(r->call->program.language);
    int status = engine_set_option(&r->other, word, &why);
    if (status)
        program_fail(&r->call->program, "%s", why.data);
    return status;
}

/* Takes the words of the command line: the file, and option.NAME=VALUE for the other engine. Returns
 * an exit status. */
static int suite_take_words(SuiteRun *r)
{
    static const char option[] = "option.";
    int status = EXIT_SUCCESS;
    for (int i = 1; i <= r->call->words && status == EXIT_SUCCESS; i++) {
        const char *word = r->call->argv[i];
        if (strncmp(word, option, strlen(option)) == 0)
            status = suite_take_option(r, word + strlen(option));
        else if (r->file)
            status = args_wrong(&r->call->program, tr(r->call->program.language, "unexpected argument '%s'"), word);
        else
            r->file = word;
    }
    return status;
}

/* Checks and completes the arguments. Returns an exit status. */
static int suite_check(SuiteRun *r, bool about_other)
{
    const Program *program = &r->call->program;
    if (!r->file)
        return args_wrong(program, "%s", tr(r->call->program.language, "missing file of positions"));
    if (about_other && !r->other.command)
        return args_wrong(program, "%s", tr(r->call->program.language, "--proto, --base and option. require --engine"));
    if (r->price && (r->other.command || r->json))
        return args_wrong(program, "%s", tr(r->call->program.language, "--price is for this engine, without --engine and --json"));
    if (!call_limits_are_given(&r->limits))
        r->limits.time_us = 1000000;
    if (r->other.rank_base < 0)
        r->other.rank_base = engine_is_fairy(&r->other);
    return EXIT_SUCCESS;
}

int suite_command(Call *c)
{
    SuiteRun r = {.call = c, .other.rank_base = -1, .threads = 1, .hash = 64, .progress = progress_on_stderr()};
    const Arg args[] = {
        LIMIT_ARGS(c, r.limits, "nodes per position", "seconds per position; 0: 1 s, unless nodes or depth is given"),
        {"engine CMD", ARG_SINK, &(ArgSink){suite_take_engine, &r, NULL}, 0, 0,
         tr(c->program.language, "another engine, by UCCI or UCI; set its options with option.NAME=VALUE. Given twice: compare the second "
                                 "with the first")},
        {"proto", ARG_WORD, &(ArgWord){(int *)&r.other.protocol, protocol_words}, 0, 0, tr(c->program.language, "its protocol")},
        {"base", ARG_WORD, &(ArgWord){&r.other.rank_base, rank_base_words}, 0, 0,
         tr(c->program.language, "number of its first rank, 0 or 1 (Fairy-Stockfish in UCI: 1)")},
        {"option NAME=VALUE", ARG_SINK, &(ArgSink){suite_take_option, &r, NULL}, 0, 0, NULL}, /* the older spelling of option.NAME=VALUE */
        {"threads N", ARG_INT, &r.threads, 1, MAX_THREADS, tr(c->program.language, "number of threads of this engine")},
        {"hash MB", ARG_INT, &r.hash, 1, MAX_HASH_MIB, tr(c->program.language, "size of the hash table of this engine")},
        {"price N", ARG_INT, &r.price, 2, MAX_MOVES,
         tr(c->program.language,
            "do not solve, but print the positions with what the N best moves lose, as a suite; the limit is for each of N searches")},
        {"json FILE", ARG_TEXT, &r.json, 0, 0,
         tr(c->program.language, "write all results as JSON; -: to standard output, instead of the report")},
        {"force", ARG_FLAG, &r.force, 0, 0, tr(c->program.language, "replace an existing file")},
        LANGUAGE_ARG(c),
    };
    if (!call_read(c, args, sizeof args / sizeof *args, c->argc)) {
        free(r.other.options);
        return c->status;
    }
    int status = suite_take_words(&r);
    status = status ? status : suite_check(&r, r.other.protocol != PROTOCOL_AUTO || r.other.rank_base >= 0 || r.other.option_count > 0);
    status = status ? status : suite_run(&r);
    free(r.other.options);
    return status;
}
