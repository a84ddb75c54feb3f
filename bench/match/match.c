/* SPDX-License-Identifier: GPL-3.0-only */
/* match.c - hanxin-match: main program. Sets up a tournament or a merge, runs it and reports the
 * result. */
#include "bench/match/cmdline.h"
#include "bench/match/load.h"
#include "bench/match/runner.h"
#include "engine/endgame/built_in.h"
#include "engine/base/file.h"
#include "engine/base/platform.h"

#include <sys/times.h>
#include <unistd.h>

static int merge(Config *c)
{
    Text why = WHY_INIT;
    Results results = {0};
    Store store = {0};
    Report report;
    uint64_t fingerprint = 0;
    bool ok = load_parts(c, &results, &fingerprint, &why) && store_open(&store, c, fingerprint, NULL, &results, &why);
    if (ok) {
        report_init(&report, c, &results, stdout, false);
        report_final(&report, false);
        ok = (!c->html || store_page(&store, &results, results.count == schedule_total(&c->schedule), &why)) && store_finish(&store, &why);
    }
    store_close(&store);
    results_clear(&results);
    return ok ? EXIT_SUCCESS : program_fail(&match_program, "%s", why.data);
}

/* Prints the CPU time of this process and of the engines, all of which have been waited for. */
static void print_cpu_time(void)
{
    struct tms used;
    times(&used);
    double tick = (double)sysconf(_SC_CLK_TCK), own = (double)(used.tms_utime + used.tms_stime) / tick,
           engines = (double)(used.tms_cutime + used.tms_cstime) / tick;
    if (own + engines > 0)
        printf("CPU time: engines %.1f s, runner %.1f s (%.2f %%)\n", engines, own, 100 * own / (own + engines));
}

/* Reports the reason if `ok` is false, and empties it for the next use. Returns `ok`. */
static bool told(bool ok, Text *why)
{
    if (!ok)
        program_fail(&match_program, "%s", why->data);
    text_cut(why, 0);
    return ok;
}

/* Plays the tournament once everything is set up. Returns the exit status. */
static int play(Runner *r)
{
    Text why = WHY_INIT;
    RunEnd end = runner_play(r, &why);
    bool finished = end == RUN_FINISHED || end == RUN_DECIDED;
    progress_clear(&r->report->progress);
    bool ok = told(end != RUN_FAILED, &why);
    report_final(r->report, !finished);
    ok = told(store_finish(r->store, &why), &why) && ok;
    ok = told(!r->config->html || store_page(r->store, r->results, finished, &why), &why) && ok;
    print_cpu_time();
    return !ok ? EXIT_FAILURE : end == RUN_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_SUCCESS;
}

static bool open_tables(Adjudication *a, Text *why)
{
    if (!a->table_folders)
        return true;
    a->tables = endgame_tables_built_in(why);
    return a->tables && endgame_tables_add_folders(a->tables, a->table_folders, why);
}

static int tournament(Config *c)
{
    Text why = WHY_INIT;
    Openings openings = {0};
    Results results = {0};
    Store store = {0};
    Report report;
    MatchLog log = {0};
    ProcessHost *host = host_start();
    if (!host)
        return program_fail(&match_program, "cannot create a process or pipe");
    bool ready = told(open_tables(&c->adjudication, &why) && (!c->log || matchlog_open(&log, c->log, c->force, &why)) &&
                          openings_load(&openings, c, &why) && runner_try_engines(c, host, log.file, &why) &&
                          (results_init(&results, &c->schedule) || why_no_memory(&why)) &&
                          store_open(&store, c, openings.fingerprint, &openings, &results, &why) && matchlog_begin(&log, &why),
                      &why);
    int status = atomic_load(host->interrupted) ? EXIT_INTERRUPTED : EXIT_FAILURE;
    if (ready) {
        report_init(&report, c, &results, stdout, stdout_is_terminal() && !c->quiet);
        if (results.count > 0)
            printf("resuming after %d of %d games\n", results.count, schedule_own(&c->schedule));
        status = play(&(Runner){c, &openings, &results, &store, &report, host, log.file, .next = 0});
    }
    store_close(&store);
    results_clear(&results);
    openings_clear(&openings);
    return told(matchlog_close(&log, &why), &why) ? status : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    console_init();
    Config config;
    int status = cmdline_read(&config, argc, argv);
    if (status == EXIT_SUCCESS)
        status = config.merge_count ? merge(&config) : tournament(&config);
    config_clear(&config);
    return program_end(&match_program, status == CMDLINE_TOLD ? EXIT_SUCCESS : status);
}
