/* SPDX-License-Identifier: GPL-3.0-only */
/* sessions - holds random conversations with the engine and checks every answer.
 *
 *     sessions [--engine PATH] [--seconds N] [--lines N] [--seed N] [--slack N] [--ends lf|crlf] [--keep FOLDER]
 *     sessions --one SEED [--repeat N] ...     repeats one conversation
 *     sessions --file FILE [--repeat N] ...    repeats one from a file that an earlier run has written
 *
 * Sends valid, half valid and hostile UCCI and UCI in whole lines, bursts and single bytes, and may end the input anywhere. Every
 * accepted `go` must have exactly one best move, legal in its position, and every isready one readyok. No line may contain control
 * characters, stderr must stay empty, the exit status must be 0, and nothing may take longer than its limits. model.h decides which
 * answers are allowed. A failing conversation is reduced, printed and kept as a file. It depends on timing, so it may need a few
 * repetitions to fail again. Exit status: 0 without a fault, 1 with one. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "engine/base/rng.h"
#include "tests/attack/model.h"
#include "tests/attack/talk.h"

enum { HEARD_MOST = 16 << 20, TAIL_SIZE = 3000, SHRINK_MS = 60000 };

typedef struct Settings {
    const char *engine, *keep;
    int slack;
    bool ends_crlf; /* lines of a program for Windows end with both characters */
} Settings;

/* A running engine and its conversation. */
typedef struct Link {
    pid_t pid;
    int to, from, errors;
    Model *model;
    char line[1 << 16]; /* line being received */
    size_t length, heard;
    int64_t heard_ms;
    char pending[1 << 19]; /* line being sent, for the model */
    size_t pending_length;
    bool closed; /* the engine has closed its output */
    bool ends_crlf;
    bool late; /* an answer is overdue */
    const char *fault;
    char log[1 << 21]; /* both directions, for readers */
    size_t log_length;
} Link;

static void note(Link *link, char direction, const char *text, size_t length)
{
    if (link->log_length + length + 4 > sizeof link->log)
        return;
    char *at = link->log + link->log_length;
    at[0] = direction, at[1] = ' ';
    memcpy(at + 2, text, length);
    at[2 + length] = '\n';
    link->log_length += length + 3;
}

static void link_start(Link *link, const Settings *settings, bool narrow)
{
    int to[2], from[2], errors[2];
    link->model = model_new();
    link->length = link->heard = link->pending_length = link->log_length = 0;
    link->closed = link->late = false;
    link->ends_crlf = settings->ends_crlf;
    link->fault = NULL;
    link->heard_ms = clock_ms();
    if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC) || pipe2(errors, O_CLOEXEC))
        abort();
    if (narrow) {
        fcntl(from[1], F_SETPIPE_SZ, 4096);
        fcntl(from[1], F_SETFL, O_NONBLOCK);
    }
    link->pid = fork();
    if (link->pid == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        dup2(errors[1], 2);
        signal(SIGPIPE, SIG_DFL);
        execl(settings->engine, settings->engine, (char *)NULL);
        _exit(127);
    }
    close(to[0]), close(from[1]), close(errors[1]);
    link->to = to[1], link->from = from[0], link->errors = errors[0];
    fcntl(link->to, F_SETFL, O_NONBLOCK);
    fcntl(link->errors, F_SETPIPE_SZ, 1 << 20);
}

static void hear(Link *link, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != '\n') {
            if (bytes[i] == '\0')
                link->fault = "a NUL in a line";
            if (link->length < sizeof link->line - 1)
                link->line[link->length++] = bytes[i];
            continue;
        }
        const char *fault = NULL;
        if (link->ends_crlf && link->length > 0 && link->line[link->length - 1] == '\r')
            link->length--;
        link->line[link->length] = '\0';
        note(link, '<', link->line, link->length);
        model_heard(link->model, link->line, &fault);
        if (fault && !link->fault)
            link->fault = fault;
        link->length = 0;
    }
    link->heard += count;
    link->heard_ms = clock_ms();
    if (link->heard > HEARD_MOST)
        link->fault = "output without end";
}

/* Reads the bytes that arrive within the time; returns as soon as some have arrived. */
static bool link_read(Link *link, int timeout_ms)
{
    char bytes[1 << 14];
    struct pollfd end = {.fd = link->from, .events = POLLIN};
    if (link->closed || poll(&end, 1, timeout_ms) <= 0)
        return false;
    ssize_t n = read(link->from, bytes, sizeof bytes);
    if (n <= 0)
        link->closed = true;
    else
        hear(link, bytes, (size_t)n);
    return n > 0;
}

/* Gives the model each line when it is sent. */
static void sending(Link *link, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != '\n') {
            if (link->pending_length < sizeof link->pending)
                link->pending[link->pending_length++] = bytes[i];
            continue;
        }
        note(link, '>', link->pending, link->pending_length);
        model_sent(link->model, link->pending, link->pending_length);
        link->pending_length = 0;
    }
}

/* Returns false if the engine does not read the input. */
static bool link_write(Link *link, const char *bytes, size_t count, int64_t limit_ms)
{
    int64_t last = clock_ms();
    while (count > 0) {
        ssize_t n = write(link->to, bytes, count);
        if (n > 0) {
            bytes += n, count -= (size_t)n;
            last = clock_ms();
        } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
            return false;
        } else if (!link_read(link, 5) && clock_ms() - last > limit_ms) {
            if (!model_may_leave(link->model))
                link->fault = "it does not read its input";
            return false;
        }
        while (link_read(link, 0))
            ;
    }
    return true;
}

static bool link_send(Link *link, const Talk *talk, Rng *rng, const char *bytes, size_t count, int64_t limit_ms)
{
    sending(link, bytes, count);
    if (talk->pieces <= PIECES_BURST)
        return link_write(link, bytes, count, limit_ms);
    while (count > 0) {
        size_t n = talk->pieces == PIECES_BYTES && count < 300 ? 1 : 1 + rng_below(rng, count < 200 ? 20 : 70000);
        n = n < count ? n : count;
        if (!link_write(link, bytes, n, limit_ms))
            return false;
        if (rng_below(rng, 4) == 0)
            usleep(rng_below(rng, 500));
        bytes += n, count -= n;
    }
    return true;
}

/* Waits until every due answer has arrived. */
static void link_settle(Link *link, int64_t patience_ms)
{
    int64_t start = clock_ms(), limit_ms = 0;
    int answers = model_answers(link->model);
    while (!link->fault && !link->late && !link->closed && model_wait(link->model, &limit_ms) == WAIT_UNTIL) {
        link_read(link, 200);
        if (model_answers(link->model) > answers) {
            answers = model_answers(link->model);
            start = clock_ms();
        } else if (clock_ms() - start > limit_ms + patience_ms) {
            link->late = true;
        }
    }
}

/* Returns the exit status; -1 if the engine does not exit. */
static int link_wait(Link *link, int64_t patience_ms)
{
    int status;
    int64_t start = clock_ms();
    for (;;) {
        while (link_read(link, 20))
            ;
        pid_t pid = waitpid(link->pid, &status, WNOHANG);
        if (pid == link->pid) {
            while (link_read(link, 0))
                ;
            return status;
        }
        if (link->closed)
            sleep_ms(2);
        if (clock_ms() - start > patience_ms)
            return -1;
    }
}

/* Waits for the exit, as long as the conversation allows. Returns NULL or the fault. */
static const char *finish(Link *link, bool ended, int64_t patience_ms, char *errors, size_t size)
{
    int status = link->late ? -1 : link_wait(link, patience_ms / 10);
    bool patient = status == -1 && model_patient(link->model); /* judged by the answers so far */
    if (status == -1 && !patient && !link->late)
        status = link_wait(link, patience_ms);
    if (status == -1) {
        kill(link->pid, SIGKILL);
        waitpid(link->pid, NULL, 0);
    }
    fcntl(link->errors, F_SETFL, O_NONBLOCK);
    ssize_t n = read(link->errors, errors, size - 1);
    errors[n > 0 ? n : 0] = '\0';
    if (link->late) {
        const char *why = model_ended(link->model, ended);
        snprintf(errors, size, "the answers so far: %s\n", why ? why : "correct");
        return "an answer is overdue";
    }
    if (link->length > 0 && !link->fault)
        link->fault = "a last line without its end";
    if (link->fault)
        return link->fault;
    if (status == -1)
        return patient ? NULL : "it does not leave";
    if (n > 0)
        return "text on its stderr";
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return "a bad exit status";
    return model_ended(link->model, ended);
}

/* Closes the engine's input. An unfinished last line counts as a line. */
static void link_end_input(Link *link)
{
    if (link->pending_length > 0)
        sending(link, "\n", 1);
    close(link->to);
    link->to = -1;
}

/* Holds one conversation. Returns NULL or the fault; the report is then in the link's log. */
static const char *converse(Link *link, const Settings *settings, const Talk *talk, long *lines, char *errors, size_t size)
{
    int64_t patience = 5000 * settings->slack;
    Rng rng = {talk->seed ^ 1};
    static char burst[1 << 21];
    size_t burst_length = 0;
    bool ended = false, sending_on = true;
    link_start(link, settings, talk->narrow);
    for (int i = 0; i < talk->count && !link->fault && !link->late && sending_on; i++) {
        const Step *step = &talk->steps[i];
        if (step->dropped)
            continue;
        bool send = step->kind == STEP_SEND;
        if (send) {
            for (size_t b = 0; b < step->length; b++)
                *lines += step->bytes[b] == '\n';
            if (talk->pieces == PIECES_BURST && burst_length + step->length < sizeof burst) {
                memcpy(burst + burst_length, step->bytes, step->length);
                burst_length += step->length;
                continue;
            }
        }
        if (burst_length > 0)
            sending_on = link_send(link, talk, &rng, burst, burst_length, patience);
        burst_length = 0;
        if (send && sending_on)
            sending_on = link_send(link, talk, &rng, step->bytes, step->length, patience);
        if (step->kind == STEP_WAIT)
            link_settle(link, patience);
        for (int64_t until = clock_ms() + step->number; step->kind == STEP_PAUSE && clock_ms() < until;)
            link_read(link, 1);
        if (step->kind == STEP_DEAF)
            sleep_ms(step->number);
        if (step->kind == STEP_END) {
            link_end_input(link);
            ended = true;
        }
        while (link_read(link, 0))
            ;
    }
    if (burst_length > 0 && sending_on)
        link_send(link, talk, &rng, burst, burst_length, patience);
    if (link->to >= 0 && !model_quits(link->model)) { /* the quit was not obeyed: a batch, or not a valid quit */
        link_end_input(link);
        ended = true;
    }
    const char *fault = finish(link, ended, patience, errors, size);
    if (link->to >= 0)
        close(link->to);
    close(link->from);
    close(link->errors);
    model_free(link->model);
    return fault;
}

/* Removes the steps that are not needed to reproduce the fault. */
static void shrink(Link *link, const Settings *settings, Talk *talk, const char *fault)
{
    int64_t until = clock_ms() + SHRINK_MS;
    char kind[300], errors[4000];
    long lines = 0;
    snprintf(kind, sizeof kind, "%s", fault);
    for (int size = talk->count / 2; size > 0; size /= 2)
        for (int from = 0; from < talk->count && clock_ms() < until; from += size) {
            bool was[4096], any = false;
            int to = from + size < talk->count ? from + size : talk->count;
            for (int i = from; i < to && i < 4096; i++) {
                was[i] = talk->steps[i].dropped;
                any = any || !was[i];
                talk->steps[i].dropped = true;
            }
            bool again = false;
            for (int trial = 0; trial < 2 && any && !again; trial++) {
                const char *now = converse(link, settings, talk, &lines, errors, sizeof errors);
                again = now && strcmp(now, kind) == 0;
            }
            for (int i = from; i < to && i < 4096 && !again; i++)
                talk->steps[i].dropped = was[i];
        }
}

static void report(Link *link, const Settings *settings, Talk *talk, const char *fault, const char *errors)
{
    char path[600], what[300];
    snprintf(what, sizeof what, "%s", fault);
    printf("FAULT: %s\nseed 0x%016llx\n%s", what, (unsigned long long)talk->seed, errors);
    if (link->log_length > 0) {
        size_t from = link->log_length > TAIL_SIZE ? link->log_length - TAIL_SIZE : 0;
        printf("... the end of it:\n");
        fwrite(link->log + from, 1, link->log_length - from, stdout);
    }
    fflush(stdout);
    shrink(link, settings, talk, what);
    snprintf(path, sizeof path, "%s/talk-%016llx.txt", settings->keep, (unsigned long long)talk->seed);
    FILE *file = fopen(path, "w");
    if (file) {
        talk_print(talk, file);
        fprintf(file, "# %s\n", what);
        fclose(file);
    }
    printf("reduced to: %s\n", path);
    fflush(stdout);
}

/* Counts a fault. Returns how many times the fault occurred before. */
static int seen_before(const char *fault)
{
    static struct {
        char fault[300];
        int times;
    } kinds[100];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!kinds[i].fault[0])
            snprintf(kinds[i].fault, sizeof kinds[i].fault, "%s", fault);
        if (strcmp(kinds[i].fault, fault) == 0)
            return kinds[i].times++;
    }
    return 0;
}

/* Fills a folder in which the engine works with files that may cause trouble. */
static void enter_folder(char *folder)
{
    if (!mkdtemp(folder) || chdir(folder) != 0)
        abort();
    FILE *junk = fopen("junk", "w"), *empty = fopen("empty", "w");
    for (int i = 0; junk && i < 5000; i++)
        fprintf(junk, "junk %d\n", i);
    if (junk && empty)
        fclose(junk), fclose(empty);
    if (mkfifo("fifo", 0600) != 0)
        abort();
}

static void leave_folder(const char *folder)
{
    DIR *dir = opendir(".");
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        unlink(entry->d_name);
    if (dir)
        closedir(dir);
    if (chdir("/") != 0 || rmdir(folder) != 0)
        fprintf(stderr, "sessions: files remain in %s\n", folder);
}

static volatile sig_atomic_t enough;
static void end_soon(int signal_number)
{
    (void)signal_number;
    enough = 1;
}

static const char usage[] =
    "usage: sessions [--engine PROGRAM] [--keep FOLDER] [--slack N] [--seconds N] [--lines N] [--seed N] [--one SEED]\n"
    "                [--file TALK] [--repeat N] [--ends lf|crlf]\n"
    "tests/attack/README.md tells what it does.\n";

int main(int argc, char **argv)
{
    static Link link;
    if (argc > 1 && (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0))
        return fputs(usage, stdout) < 0;
    if (argc % 2 == 0)
        return fprintf(stderr, "sessions: missing value for %s\n%s", argv[argc - 1], usage), 2;
    static Settings settings; /* static, so that the memory it points to is not reported as a leak */
    settings = (Settings){.engine = "./hanxin", .slack = 1};
    const char *file = NULL, *keep = ".";
    uint64_t seed = 1, one = 0;
    long seconds = 0, lines_wanted = 0, lines = 0, talks = 0, repeat = 1, faults = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--engine") == 0)
            settings.engine = realpath(value, NULL);
        else if (strcmp(name, "--keep") == 0)
            keep = value;
        else if (strcmp(name, "--slack") == 0)
            settings.slack = atoi(value);
        else if (strcmp(name, "--ends") == 0)
            settings.ends_crlf = strcmp(value, "crlf") == 0;
        else if (strcmp(name, "--seconds") == 0)
            seconds = atol(value);
        else if (strcmp(name, "--lines") == 0)
            lines_wanted = atol(value);
        else if (strcmp(name, "--seed") == 0)
            seed = strtoull(value, NULL, 0);
        else if (strcmp(name, "--one") == 0)
            one = strtoull(value, NULL, 0);
        else if (strcmp(name, "--file") == 0)
            file = realpath(value, NULL) ? realpath(value, NULL) : value;
        else if (strcmp(name, "--repeat") == 0)
            repeat = atol(value);
        else
            return fprintf(stderr, "sessions: unknown option %s\n%s", name, usage), 2;
    }
    settings.keep = realpath(keep, NULL);
    if (!settings.engine || !settings.keep)
        return fprintf(stderr, "sessions: the engine or folder does not exist\n"), 2;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, end_soon);
    signal(SIGTERM, end_soon);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 0); /* lines after a quit are not read */
    const char *scratch = getenv("TMPDIR");
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/hanxin-sessions-XXXXXX", scratch && *scratch ? scratch : P_tmpdir);
    enter_folder(folder);
    int64_t start = clock_ms();
    Rng rng = {seed};
    bool again = one || file;
    if (!again && seconds == 0 && lines_wanted == 0)
        seconds = 60;
    while (!enough && (again ? talks < repeat
                             : (seconds == 0 || clock_ms() - start < seconds * 1000) && (lines_wanted == 0 || lines < lines_wanted))) {
        Talk talk;
        char errors[20000];
        if (file && !talk_read(&talk, file))
            return fprintf(stderr, "sessions: cannot read %s\n", file), 2;
        if (!file)
            talk_generate(&talk, one ? one : rng_next(&rng));
        const char *fault = converse(&link, &settings, &talk, &lines, errors, sizeof errors);
        talks++;
        if (fault) {
            faults++;
            if (file) {
                printf("FAULT: %s\n%s", fault, errors);
                fwrite(link.log, 1, link.log_length, stdout);
            } else if (seen_before(fault) < 1)
                report(&link, &settings, &talk, fault, errors);
            else
                printf("FAULT: %s\nseed 0x%016llx\n", fault, (unsigned long long)talk.seed);
        }
        talk_clear(&talk);
        fflush(stdout);
    }
    leave_folder(folder);
    printf("sessions: %ld conversations, %ld lines, %lld s, %ld faults\n", talks, lines, (long long)(clock_ms() - start) / 1000, faults);
    fflush(stdout);
    return faults ? 1 : 0;
}
