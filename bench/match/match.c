/* match.c - hanxin-match: reads the arguments, sets the table, tells the result. */
#include "bench/match/cmdline.h"
#include "bench/match/load.h"
#include "bench/match/runner.h"
#include "engine/base/args.h"
#include "engine/base/file.h"
#include "engine/base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

static const Program program = {.name = "hanxin-match"};

/* The only global state: a signal handler has nowhere else to look. */
static atomic_int interrupted, suspensions; /* set by handlers, read by threads */
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may set it");
static int stop_pipe[2] = {-1, -1}, guardian = -1;

static void on_signal(int signal_number)
{
    (void)signal_number;
    if (atomic_exchange(&interrupted, 1))
        _exit(EXIT_INTERRUPTED); /* asked twice: leave now; the guardian ends the engines */
    int saved = errno;
    ssize_t sent = write(stop_pipe[1], "x", 1);
    (void)sent;
    errno = saved;
}

/* Stopped and continued, by whatever signal: clocks that ran meanwhile are not true. */
static void on_continue(int signal_number)
{
    (void)signal_number;
    int saved = errno;
    atomic_fetch_add(&suspensions, 1);
    guardian_hold(guardian, false);
    errno = saved;
}

static void catch_signal(int signal_number, void (*handler)(int))
{
    sigaction(signal_number, &(struct sigaction){.sa_handler = handler, .sa_flags = SA_RESTART}, NULL);
}

/* Ctrl-Z: the engines are out of the terminal's reach, so they are stopped by hand; then we stop as anybody would. */
static void on_stop(int signal_number)
{
    int saved = errno;
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, signal_number);
    atomic_fetch_add(&suspensions, 1);
    guardian_hold(guardian, true);
    catch_signal(signal_number, SIG_DFL);
    raise(signal_number);
    pthread_sigmask(SIG_UNBLOCK, &stop, NULL); /* here we stop */
    catch_signal(signal_number, on_stop);
    guardian_hold(guardian, false);
    errno = saved;
}

static bool catch_signals(void)
{
    struct sigaction before;
    if (pipe2(stop_pipe, O_CLOEXEC) != 0)
        return false;
    catch_signal(SIGINT, on_signal);
    catch_signal(SIGTERM, on_signal);
    catch_signal(SIGHUP, on_signal);
    catch_signal(SIGPIPE, SIG_IGN);
    catch_signal(SIGCONT, on_continue);
    if (sigaction(SIGTSTP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        catch_signal(SIGTSTP, on_stop);
    return true;
}

static double cpu_seconds(int who)
{
    struct rusage used;
    getrusage(who, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static int merge(Config *c)
{
    Text why = WHY_INIT;
    Results results = {0};
    Store store = {0};
    Report report;
    uint64_t fingerprint = 0;
    bool ok = load_parts(c, &results, &fingerprint, &why) && store_open(&store, c, fingerprint, &results, &why);
    if (ok) {
        report_init(&report, c, &results, stdout, false);
        report_final(&report, false);
        ok = (!c->html || store_page(&store, &results, results.count == schedule_total(&c->schedule), &why)) && store_finish(&store, &why);
    }
    store_close(&store);
    results_clear(&results);
    return ok ? EXIT_SUCCESS : program_fail(&program, "%s", why.data);
}

/* Everything is set up: play. */
static int play(Runner *r)
{
    Text why = WHY_INIT;
    RunEnd end = runner_play(r, &why);
    bool finished = end == RUN_FINISHED || end == RUN_DECIDED, ok = end != RUN_FAILED;
    if (!ok) {
        progress_clear(&r->report->progress);
        program_fail(&program, "%s", why.data);
    }
    report_final(r->report, !finished);
    text_cut(&why, 0);
    if (!store_finish(r->store, &why)) {
        program_fail(&program, "%s", why.data);
        ok = false;
    }
    text_cut(&why, 0);
    if (r->config->html && !store_page(r->store, r->results, finished, &why)) {
        program_fail(&program, "%s", why.data);
        ok = false;
    }
    double own = cpu_seconds(RUSAGE_SELF), engines = cpu_seconds(RUSAGE_CHILDREN);
    if (own + engines > 0)
        printf("CPU time: engines %.1f s, runner %.1f s (%.2f %%)\n", engines, own, 100 * own / (own + engines));
    return !ok ? EXIT_FAILURE : end == RUN_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_SUCCESS;
}

static int tournament(Config *c)
{
    Text why = WHY_INIT;
    Openings openings = {0};
    Results results = {0};
    Store store = {0};
    Report report;
    int status = EXIT_FAILURE;
    MatchLog log = {0};
    guardian = guardian_start();
    if (guardian < 0 || !catch_signals())
        return program_fail(&program, "no process or pipe to be had");
    ProcessHost host = {stop_pipe[0], guardian, &suspensions};
    if ((!c->log || matchlog_open(&log, c->log, c->force, &why)) && openings_load(&openings, c, &why) &&
        runner_try_engines(c, &host, log.file, &why) && (results_init(&results, &c->schedule) || why_no_memory(&why)) &&
        store_open(&store, c, openings.fingerprint, &results, &why) && matchlog_begin(&log, &why)) {
        report_init(&report, c, &results, stdout, stdout_is_terminal() && !c->quiet);
        if (results.count > 0)
            printf("resuming: %d of %d games are played already\n", results.count, schedule_own(&c->schedule));
        Runner runner = {c, &openings, &results, &store, &report, &host, stop_pipe[1], log.file, &interrupted, .next = 0};
        status = play(&runner);
    } else {
        program_fail(&program, "%s", why.data);
        status = atomic_load(&interrupted) ? EXIT_INTERRUPTED : EXIT_FAILURE;
    }
    store_close(&store);
    results_clear(&results);
    openings_clear(&openings);
    text_cut(&why, 0);
    if (!matchlog_close(&log, &why))
        status = program_fail(&program, "%s", why.data);
    close(guardian);
    return status;
}

int main(int argc, char **argv)
{
    writes_fail();
    Config config;
    int status = cmdline_read(&config, argc, argv);
    if (status == EXIT_SUCCESS)
        status = config.merge_count ? merge(&config) : tournament(&config);
    config_clear(&config);
    return program_end(&program, status == CMDLINE_TOLD ? EXIT_SUCCESS : status);
}
