/* SPDX-License-Identifier: GPL-3.0-only */
/* run.c - runs every suite, or those named as arguments. At the end it prints the reasons why
 * something was not tested, the tests that failed, and the line `N passed, N failed`.
 *
 * Suites run in parallel, since most of them wait more than they compute: HANXIN_TEST_JOBS at a time,
 * by default one more than there are processors. The output of each suite is printed as a whole, in
 * the order of the list, followed by its processor time if that is long.
 *
 * Check's own variables work: CK_RUN_SUITE=fen selects a suite, CK_RUN_CASE a case,
 * CK_TIMEOUT_MULTIPLIER extends the time limits, and CK_FORK=no keeps everything in one process (for
 * gdb and valgrind). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "tests/support/support.h"

typedef struct Listed {
    const char *name;
    Suite *(*create)(void);
} Listed;

static const Listed listed[] = {
#define SUITE(name) {#name, name##_suite},
#include SUITES
#undef SUITE
};

/* Result of a suite, in memory shared by parent and child. `run` is negative until the suite ends. */
typedef struct Counts {
    int run, failed;
} Counts;

typedef struct Job {
    const Listed *suite;
    Counts *counts;
    FILE *output;
    pid_t child; /* process that runs the suite; 0 before and after */
    bool done;
} Job;

static bool is_among(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static Counts run_suite(const Listed *suite)
{
    SRunner *runner = srunner_create(suite->create());
    srunner_run_all(runner, CK_ENV);
    Counts counts = {srunner_ntests_run(runner), srunner_ntests_failed(runner)};
    srunner_free(runner);
    fflush(NULL);
    return counts;
}

static void start(Job *job)
{
    job->output = tmpfile();
    job->counts->run = -1;
    fflush(NULL);
    if (job->output)
        fcntl(fileno(job->output), F_SETFD, FD_CLOEXEC); /* not inherited by the programs under test */
    job->child = job->output ? fork() : -1;
    if (job->child == 0) {
        if (dup2(fileno(job->output), STDOUT_FILENO) < 0 || dup2(fileno(job->output), STDERR_FILENO) < 0)
            _exit(EXIT_FAILURE);
        *job->counts = run_suite(job->suite);
        _exit(EXIT_SUCCESS);
    }
    if (job->child < 0) {
        perror("cannot start a suite");
        exit(EXIT_FAILURE);
    }
}

/* Reports the processor time of the suite's process and of all processes for which it has waited: its
 * tests and the programs that they started. */
static void tell_cost(const Job *job, const struct rusage *used)
{
    enum { WORTH_TELLING = 10 };
    long seconds = (long)(used->ru_utime.tv_sec + used->ru_stime.tv_sec);
    if (seconds >= WORTH_TELLING)
        fprintf(job->output, "cost: %s %ld s of processor time\n", job->suite->name, seconds);
}

static void wait_for_one(Job *jobs, int count)
{
    int status;
    struct rusage used;
    pid_t child;
    while ((child = wait4(-1, &status, 0, &used)) < 0)
        if (errno != EINTR) {
            perror("cannot wait for the suites");
            exit(EXIT_FAILURE);
        }
    for (int i = 0; i < count; i++)
        if (jobs[i].child == child) {
            jobs[i].child = 0;
            jobs[i].done = true;
            if (jobs[i].counts->run < 0) {
                fprintf(jobs[i].output, "suite %s ended early: wait status %d\n", jobs[i].suite->name, status);
                *jobs[i].counts = (Counts){1, 1};
            }
            tell_cost(&jobs[i], &used);
        }
}

/* Lines for the end of the output. */
typedef struct Summary {
    struct {
        char *reason; /* owned */
        int times;
    } skips[64];
    int skip_count;
    Text failures;
} Summary;

static void note_skip(Summary *s, const char *reason)
{
    int i = 0;
    while (i < s->skip_count && strcmp(s->skips[i].reason, reason) != 0)
        i++;
    if (i == COUNT(s->skips))
        i--; /* counted with the last one */
    if (i == s->skip_count)
        s->skips[s->skip_count++].reason = strdup(reason);
    s->skips[i].times++;
}

/* Prints a line of a suite's output; reasons for skipping are kept for the end. The line of a failed
 * test has the form FILE:LINE:F:CASE:TEST:NUMBER: MESSAGE, with E instead of F if the test crashed. */
static void print_line(Summary *s, const Job *job, char *line)
{
    static const char skipped[] = "skipped: ";
    char file[200], test[200];
    int number;
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, skipped, strlen(skipped)) == 0) {
        note_skip(s, line + strlen(skipped));
        return;
    }
    puts(line);
    if (sscanf(line, "%199[^: ]:%d:%*1[FE]:%*[^:]:%199[^:]:", file, &number, test) == 3)
        text_addf(&s->failures, "failed: %s %s (%s:%d)\n", job->suite->name, test, file, number);
    else if (strncmp(line, "suite ", 6) == 0)
        text_addf(&s->failures, "failed: %s\n", line);
}

/* Prints the output of the suites that have ended, up to the first that is still running. Returns the
 * number of suites printed so far. */
static int print_done(Job *jobs, int count, int printed, Summary *s)
{
    for (; printed < count && jobs[printed].done; printed++) {
        char *line = NULL;
        size_t size = 0;
        fseek(jobs[printed].output, 0, SEEK_SET);
        while (getline(&line, &size, jobs[printed].output) > 0)
            print_line(s, &jobs[printed], line);
        free(line);
        fclose(jobs[printed].output);
    }
    fflush(stdout);
    return printed;
}

static void print_summary(Summary *s)
{
    for (int i = 0; i < s->skip_count; i++) {
        printf("skipped: %s", s->skips[i].reason);
        if (s->skips[i].times > 1)
            printf(" (%d times)", s->skips[i].times);
        putchar('\n');
        free(s->skips[i].reason);
    }
    if (s->failures.length)
        fputs(s->failures.data, stdout);
    text_free(&s->failures);
}

/* Returns true for long suites. They are started first, so that none of them runs alone at the end. */
static bool takes_long(const Job *job)
{
    static const char *const longest[] = {"train", "lines",         "sessions",       "runner", "model",
                                          "prove", "conform_start", "conform_search", "match"};
    return is_among(job->suite->name, longest, COUNT(longest));
}

/* Reports files that have appeared in the current folder, because tests write to a folder of their own, with the suites that were running
 * meanwhile. `seen` holds the names so far, each between slashes. */
static void tell_strays(Text *seen, const Job *jobs, int count, bool first)
{
    DIR *folder = opendir(".");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct stat info;
        Text name = TEXT_INIT, running = TEXT_INIT, clean = TEXT_INIT;
        text_addf(&name, "/%s/", entry->d_name);
        for (int i = 0; i < count && !first; i++)
            if (jobs[i].child)
                text_addf(&running, " %s", jobs[i].suite->name);
        if (!strstr(seen->data ? seen->data : "", name.data)) {
            text_add(seen, name.data);
            text_add_clean(&clean, entry->d_name);
            if (!first && stat(entry->d_name, &info) == 0)
                printf("stray: '%s', %ld bytes, while these suites ran, and one that has just ended:%s\n", clean.data, (long)info.st_size,
                       running.data ? running.data : "");
        }
        text_free(&name);
        text_free(&running);
        text_free(&clean);
    }
    if (folder)
        closedir(folder);
}

static void run_side_by_side(Job *jobs, int count, int at_once, Summary *s)
{
    Job *order[COUNT(listed)];
    int ordered = 0, started = 0, done = 0, printed = 0;
    Text seen = TEXT_INIT;
    tell_strays(&seen, jobs, count, true);
    for (int late = 0; late < 2; late++)
        for (int i = 0; i < count; i++)
            if (takes_long(&jobs[i]) != late)
                order[ordered++] = &jobs[i];
    while (printed < count) {
        for (; started < count && started - done < at_once; started++)
            start(order[started]);
        wait_for_one(jobs, count);
        tell_strays(&seen, jobs, count, false);
        done++;
        printed = print_done(jobs, count, printed, s);
    }
    text_free(&seen);
}

/* Selects the suites to run. Returns false if a name is unknown or occurs twice. */
static bool choose(Job *jobs, int *count, const char *const *wanted, int wanted_count)
{
    *count = 0;
    for (int i = 0; i < COUNT(listed); i++)
        if (wanted_count == 0 || is_among(listed[i].name, wanted, wanted_count))
            jobs[(*count)++] = (Job){.suite = &listed[i]};
    if (wanted_count == 0 || *count == wanted_count)
        return true;
    fputs("unknown suite, or one named twice: expected any of", stderr);
    for (int i = 0; i < COUNT(listed); i++)
        fprintf(stderr, " %s", listed[i].name);
    fputc('\n', stderr);
    return false;
}

int main(int argc, char **argv)
{
    /* Time limit of a test in seconds (Check's default is 4). It is generous, for a busy machine, and
     * costs nothing unless a test hangs. */
    setenv("CK_DEFAULT_TIMEOUT", effort(1, 0) ? "300" : "600", 0);
    setenv("LC_ALL", "C.UTF-8", 1); /* programs answer in the language of the environment */

    Job jobs[COUNT(listed)];
    int count;
    if (!choose(jobs, &count, (const char *const *)argv + 1, argc - 1))
        return EXIT_FAILURE;
    Counts *counts = mmap(NULL, sizeof(Counts) * (size_t)count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED) {
        perror("cannot allocate the counts");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < count; i++)
        jobs[i].counts = &counts[i];

    const char *fork_wanted = getenv("CK_FORK"), *jobs_wanted = getenv("HANXIN_TEST_JOBS");
    Summary summary = {.failures = TEXT_INIT};
    if (fork_wanted && strcmp(fork_wanted, "no") == 0)
        for (int i = 0; i < count; i++)
            counts[i] = run_suite(jobs[i].suite);
    else {
        long at_once = jobs_wanted ? strtol(jobs_wanted, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN) + 1;
        run_side_by_side(jobs, count, at_once < 1 ? 1 : (int)at_once, &summary);
    }

    Counts sum = {0, 0};
    for (int i = 0; i < count; i++) {
        sum.run += counts[i].run;
        sum.failed += counts[i].failed;
    }
    if (sum.run == 0)
        puts("no test has been run: is CK_RUN_SUITE or CK_RUN_CASE misspelt?");
    print_summary(&summary);
    printf("%d passed, %d failed\n", sum.run - sum.failed, sum.failed);
    return sum.run > 0 && sum.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
