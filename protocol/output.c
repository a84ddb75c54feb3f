#include "protocol/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/platform.h"

void output_init(Output *out, int descriptor)
{
    *out = (Output){.descriptor = descriptor};
    pthread_mutex_init(&out->lock, NULL);
}

void output_clear(Output *out)
{
    if (out->log)
        fclose(out->log);
    out->log = NULL;
    pthread_mutex_destroy(&out->lock);
}

/* `<` to the GUI, `>` from it, with milliseconds since the log was opened. Caller holds the lock. */
static void log_line(Output *out, char direction, const char *text)
{
    if (!out->log)
        return;
    fprintf(out->log, "%9.3f %c %s\n", (double)(clock_ms() - out->log_start_ms) / 1000, direction, text);
    fflush(out->log);
}

/* The reader is gone, and with it the purpose. No clean-up: other threads may be anywhere. */
static void write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t n = write(descriptor, bytes, (unsigned)count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(EXIT_FAILURE);
        bytes += n;
        count -= (size_t)n;
    }
}

void output_line(Output *out, const char *text)
{
    enum { USUAL = 1024 };
    char buffer[USUAL];
    size_t length = strlen(text);
    char *line = length + 1 <= USUAL ? buffer : malloc(length + 1);

    pthread_mutex_lock(&out->lock);
    log_line(out, '<', text);
    if (line && out->descriptor >= 0) {
        memcpy(line, text, length);
        line[length] = '\n';
        write_all(out->descriptor, line, length + 1);
    }
    pthread_mutex_unlock(&out->lock);
    if (line != buffer)
        free(line);
}

bool output_log_to(Output *out, const char *path)
{
    FILE *log = *path ? file_open(path, "a") : NULL;
    pthread_mutex_lock(&out->lock);
    if (out->log)
        fclose(out->log);
    out->log = log;
    out->log_start_ms = clock_ms();
    if (log) {
        char date[40];
        time_t now = time(NULL);
        strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", localtime(&now));
        fprintf(log, "# %s, seconds since then, > from the GUI, < to it\n", date);
        fflush(log);
    }
    pthread_mutex_unlock(&out->lock);
    return log || !*path;
}

void output_log_received(Output *out, const char *text)
{
    pthread_mutex_lock(&out->lock);
    log_line(out, '>', text);
    pthread_mutex_unlock(&out->lock);
}
