/* match.c - hanxin-match: reads the arguments, sets the table, tells the result. */
#include "bench/match/guardian.h"
#include "bench/match/runner.h"
#include "engine/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

/* The only global state: a signal handler has nowhere else to look. */
static volatile int interrupted;
static int stop_pipe[2] = {-1, -1};

static void on_signal(int signal_number)
{
    (void)signal_number;
    if (interrupted)
        _exit(EXIT_INTERRUPTED); /* asked twice: leave now; the guardian ends the engines */
    interrupted = 1;
    int saved = errno;
    ssize_t sent = write(stop_pipe[1], "x", 1);
    (void)sent;
    errno = saved;
}

static bool catch_signals(void)
{
    struct sigaction action;
    if (pipe2(stop_pipe, O_CLOEXEC) != 0)
        return false;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    return true;
}

static int complain(const char *text)
{
    fprintf(stderr, "hanxin-match: %s\n", text);
    return EXIT_FAILED;
}

static bool load_openings(const Config *c, Openings *set, char *error)
{
    if (!c->openings_file) {
        if (c->schedule.games > 2)
            fprintf(stderr, "hanxin-match: warning: without --openings all games begin at the start position\n");
        return openings_start_only(set);
    }
    if (!openings_load(set, c->openings_file, c->openings_plies, error))
        return false;
    if (c->random_order)
        openings_shuffle(set, c->seed);
    if (c->openings_first > 1)
        openings_rotate(set, c->openings_first - 1);
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
    char error[STORE_ERROR_SIZE];
    Results results = {0};
    Store store = {.pgn = -1, .json = -1};
    Report report;
    uint64_t fingerprint = 0;
    bool ok =
        store_merge(c, c->merge, c->merge_count, &results, &fingerprint, error) && store_open(&store, c, fingerprint, &results, error);
    if (ok) {
        report_init(&report, c, &results, stdout, false);
        report_final(&report, false);
        ok = !c->html || html_write(&store, &results, results.count == schedule_total(&c->schedule), c->html, error);
    }
    store_close(&store);
    results_clear(&results);
    return ok ? EXIT_DONE : complain(error);
}

/* Everything is set up: play. */
static int play(Runner *r)
{
    char error[RUN_ERROR_SIZE] = "";
    RunEnd end = runner_play(r, error);
    if (end == RUN_FAILED) {
        report_break(r->report);
        complain(error);
    }
    report_final(r->report, end == RUN_INTERRUPTED || end == RUN_FAILED);
    bool finished = end == RUN_FINISHED || end == RUN_DECIDED;
    if (r->config->html && !html_write(r->store, r->results, finished, r->config->html, error)) {
        complain(error);
        end = RUN_FAILED;
    }
    double own = cpu_seconds(RUSAGE_SELF), engines = cpu_seconds(RUSAGE_CHILDREN);
    if (own + engines > 0)
        printf("CPU time: engines %.1f s, runner %.1f s (%.2f %%)\n", engines, own, 100 * own / (own + engines));
    return end == RUN_FAILED ? EXIT_FAILED : end == RUN_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_DONE;
}

static int tournament(Config *c)
{
    char error[RUN_ERROR_SIZE] = "out of memory";
    Openings openings = {0};
    Results results = {0};
    Store store = {.pgn = -1, .json = -1};
    Report report;
    ProcessHost host = {-1, -1};
    int status = EXIT_FAILED;
    FILE *log = NULL;
    host.guardian = guardian_start();
    if (host.guardian < 0 || !catch_signals())
        return complain("no process or pipe to be had");
    host.stop = stop_pipe[0];
    if (c->log) {
        int fd = open(c->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        log = fd < 0 ? NULL : fdopen(fd, "w");
        if (!log) {
            snprintf(error, sizeof error, "%s: %s", c->log, strerror(errno));
            complain(error);
            goto done;
        }
        setvbuf(log, NULL, _IOLBF, 1 << 16);
    }
    if (!load_openings(c, &openings, error) || !runner_try_engines(c, &host, log, error) || !results_init(&results, &c->schedule) ||
        !store_open(&store, c, openings.fingerprint, &results, error)) {
        complain(error);
        goto done;
    }
    report_init(&report, c, &results, stdout, stdout_is_terminal() && !c->quiet);
    if (results.count > 0)
        printf("resuming: %d of %d games are played already\n", results.count, schedule_own(&c->schedule));
    Runner runner = {c, &openings, &results, &store, &report, &host, stop_pipe[1], log, &interrupted};
    status = play(&runner);

done:
    store_close(&store);
    results_clear(&results);
    openings_clear(&openings);
    if (log)
        fclose(log);
    close(host.guardian);
    return status;
}

int main(int argc, char **argv)
{
    Config config;
    char error[CONFIG_ERROR_SIZE];
    int status;
    switch (config_read(&config, argc, argv, error)) {
    case CONFIG_HELP:
        fputs(config_help, stdout);
        status = EXIT_DONE;
        break;
    case CONFIG_WRONG:
        fprintf(stderr, "hanxin-match: %s\n", error);
        status = EXIT_USAGE;
        break;
    default: status = config.merge_count ? merge(&config) : tournament(&config);
    }
    config_clear(&config);
    return status;
}
