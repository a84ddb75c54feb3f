/* SPDX-License-Identifier: GPL-3.0-only */
/* match.c - hanxin-match: main program. Sets up a tournament or a merge, runs it and reports the
 * result. */
#include "bench/match/cmdline.h"
#include "bench/match/outputs.h"
#include "bench/match/runner.h"
#include "engine/endgame/built_in.h"
#include "engine/base/file.h"
#include "engine/base/platform.h"

#include <unistd.h>

/* Reports the reason if `ok` is false, and empties it for the next use. Returns `ok`. */
static bool match_report(const Config *c, bool ok, Text *why)
{
    if (!ok)
        program_fail(&c->program, "%s", why->data);
    text_cut(why, 0);
    return ok;
}

static int match_merge(Config *c)
{
    Text why = WHY_IN(c->program.language);
    Results results = {0};
    Store store = {0};
    Report report;
    bool ok = store_merge(&store, c, &results, &why) && exports_test(&store, c, &why) && store_begin(&store, &results, &why);
    if (ok) {
        report_init(&report, c, &results, stdout);
        report_final(&report);
        results.finished = results_missing(&results) == 0;
        ok = exports_write(&store, c, &results, &why) && store_finish(&store, &why);
    }
    store_close(&store);
    results_clear(&results);
    return match_report(c, ok, &why) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Prints the CPU time of this process and of the engines, all of which have been waited for. */
static void match_print_cpu_time(void)
{
    double own, engines;
    if (processor_time(&own, &engines) && own + engines > 0)
        printf("CPU time: engines %.1f s, runner %.1f s (%.2f %%)\n", engines, own, 100 * own / (own + engines));
}

/* Plays the tournament once everything is set up. Returns the exit status. */
static int match_play(Runner *r)
{
    Text why = WHY_IN(r->config->program.language);
    RunEnd end = runner_play(r, &why);
    r->results->finished = end == RUN_FINISHED || end == RUN_DECIDED;
    progress_clear(&r->report->progress);
    bool ok = match_report(r->config, end != RUN_FAILED, &why);
    if (!r->results->finished)
        report_interruption(r->report);
    report_final(r->report);
    ok = match_report(r->config, store_finish(r->store, &why), &why) && ok;
    ok = match_report(r->config, exports_write(r->store, r->config, r->results, &why), &why) && ok;
    match_print_cpu_time();
    return !ok ? EXIT_FAILURE : end == RUN_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_SUCCESS;
}

static bool match_open_tables(Adjudication *a, Text *why)
{
    return !a->table_folders || (a->tables = endgame_tables_built_in(a->table_folders, why));
}

static bool match_open_books(Config *c, Text *why)
{
    for (int i = 0; i < c->schedule.engines; i++) {
        EngineSpec *e = &c->engines[i];
        Text reason = WHY_IN(c->program.language);
        if (e->book_file && !(e->book = book_open(e->book_file, &reason)))
            return why_path(why, e->book_file, "%s", reason.data);
    }
    return true;
}

/* Opens what the match reads, and the log. */
static bool match_open_inputs(Config *c, MatchLog *log, Openings *openings, Text *why)
{
    return match_open_tables(&c->adjudication, why) && match_open_books(c, why) && (!c->log || matchlog_open(log, c->log, c->force, why)) &&
           openings_load(openings, c, why);
}

/* Checks all files before it writes any. */
static bool match_open_files(Store *s, const Config *c, uint64_t openings, Results *results, Text *why)
{
    return store_open(s, c, openings, results, why) && exports_test(s, c, why) && config_test(c, why) && store_begin(s, results, why) &&
           config_keep(c, why);
}

/* Starts the server of the page, if it is wanted, and prints its address. */
static bool match_serve(Config *c, const Store *store, const Results *results, Text *why)
{
    if (c->port < 0)
        return true;
    c->live = live_start((int)c->port, c->program.language, why);
    if (!c->live)
        return false;
    exports_show(store, c, results);
    printf("%s\n", live_address(c->live));
    fflush(stdout);
    return true;
}

static int match_tournament(Config *c)
{
    Text why = WHY_IN(c->program.language);
    Openings openings = {0};
    Results results = {0};
    Store store = {0};
    Report report;
    MatchLog log = {0};
    ProcessHost *host = host_start();
    if (!host)
        return program_fail(&c->program, "cannot create a process or pipe");
    bool ready = match_report(c,
                              match_open_inputs(c, &log, &openings, &why) && runner_try_engines(c, host, log.file, &why) &&
                                  (results_init(&results, &c->schedule) || why_no_memory(&why)) &&
                                  match_open_files(&store, c, openings.fingerprint, &results, &why) && matchlog_begin(&log, &why),
                              &why);
    int status = atomic_load(host->interrupted) ? EXIT_INTERRUPTED : EXIT_FAILURE;
    ready = ready && match_report(c, match_serve(c, &store, &results, &why), &why);
    if (ready) {
        report_init(&report, c, &results, stdout);
        if (results.count > 0)
            printf("resuming after %d of %d games\n", results.count, results_planned(&results));
        status = match_play(&(Runner){c, &openings, &results, &store, &report, host, log.file, .next = 0});
    }
    store_close(&store);
    results_clear(&results);
    openings_clear(&openings);
    return match_report(c, matchlog_close(&log, &why), &why) ? status : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    console_init();
    Config config;
    int status = cmdline_read(&config, argc, argv);
    if (status == EXIT_SUCCESS)
        status = config.merge_count ? match_merge(&config) : match_tournament(&config);
    const Program program = config.program;
    config_clear(&config);
    return program_end(&program, status == CMDLINE_DONE ? EXIT_SUCCESS : status);
}
