/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/output.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef _WIN32
#include <poll.h>
#endif

#include "engine/base/contract.h"
#include "engine/base/file.h"
#include "engine/base/platform.h"

void output_init(Output *out, int descriptor, void (*lost)(int fault))
{
    *out = (Output){.descriptor = descriptor, .lost = lost};
    pthread_mutex_init(&out->lock, NULL);
}

void output_clear(Output *out)
{
    if (out->log)
        fclose(out->log);
    out->log = NULL;
    pthread_mutex_destroy(&out->lock);
}

/* Closes the log and stores the reason. The caller holds the lock. */
static void end_log(Output *out, int fault)
{
    if (out->log)
        fclose(out->log);
    out->log = NULL;
    out->log_fault = fault;
}

/* Logs a line to the GUI (<) or from it (>), with the seconds since the log was opened. The caller
 * holds the lock. */
static void log_line(Output *out, char direction, const char *text)
{
    if (!out->log)
        return;
    fprintf(out->log, "%9.3f %c %s\n", (double)(clock_ms() - out->log_start_ms) / 1000, direction, text);
    if (fflush(out->log) != 0 || ferror(out->log))
        end_log(out, errno ? errno : EIO);
}

/* Waits until the descriptor is writable; the reader has made it non-blocking. */
static void wait_for_reader(int descriptor)
{
#ifndef _WIN32
    struct pollfd end = {.fd = descriptor, .events = POLLOUT};
    poll(&end, 1, -1);
#else
    (void)descriptor;
    sleep_ms(1);
#endif
}

/* Returns false with errno set if writing fails. */
static bool write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        errno = 0;
        ssize_t n = write(descriptor, bytes, (unsigned)count);
        if (n > 0) {
            bytes += n;
            count -= (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_for_reader(descriptor);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

static bool write_counted(const Output *out, const char *bytes, size_t count)
{
    if (out->writes)
        atomic_fetch_add(out->writes, 1);
    bool written = write_all(out->descriptor, bytes, count);
    if (out->writes)
        atomic_fetch_add(out->writes, 1);
    return written;
}

void output_line(Output *out, const char *text)
{
    VERIFY_ASSERT(!strchr(text, '\n'));
    char line[LINE_MOST + 1];
    int length = snprintf(line, LINE_MOST, "%s", text);
    length = length < LINE_MOST ? length : LINE_MOST - 1;
    line[length] = '\n';
    pthread_mutex_lock(&out->lock);
    log_line(out, '<', text);
    if (out->descriptor >= 0 && !write_counted(out, line, (size_t)length + 1)) {
        assert(out->lost);
        out->lost(errno);
        out->descriptor = -1;
    }
    pthread_mutex_unlock(&out->lock);
}

void output_linef(Output *out, const char *format, ...)
{
    char line[LINE_MOST];
    va_list values;
    va_start(values, format);
    Text text = text_over(line, sizeof line);
    text_vaddf(&text, format, values);
    va_end(values);
    output_line(out, line);
}

static const char log_legend[] = ", seconds since then, > from the GUI, < to it";

/* Returns true if the file is empty or a log of ours. */
static bool may_be_added_to(FILE *file)
{
    char line[200];
    rewind(file);
    if (!fgets(line, sizeof line, file))
        return feof(file);
    return line[0] == '#' && strstr(line, log_legend);
}

bool output_log_to(Output *out, const char *path, Text *why)
{
    assert(path);
    FILE *log = *path ? file_append(path, why) : NULL;
    if (log && !may_be_added_to(log)) {
        why_path(why, path, "it holds something else than a log and is left alone");
        fclose(log);
        log = NULL;
    }
    pthread_mutex_lock(&out->lock);
    end_log(out, 0);
    out->log = log;
    out->log_start_ms = clock_ms();
    if (log) {
        char date[40];
        time_t now = time(NULL);
        strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", localtime(&now));
        fseek(log, 0, SEEK_END); /* C requires this between reading and writing */
        fprintf(log, "# %s%s\n", date, log_legend);
        if (fflush(log) != 0)
            end_log(out, errno);
    }
    pthread_mutex_unlock(&out->lock);
    return log || !*path;
}

int output_log_lost(Output *out)
{
    pthread_mutex_lock(&out->lock);
    int fault = out->log_fault;
    out->log_fault = 0;
    pthread_mutex_unlock(&out->lock);
    return fault;
}

void output_log_received(Output *out, const char *text)
{
    pthread_mutex_lock(&out->lock);
    log_line(out, '>', text);
    pthread_mutex_unlock(&out->lock);
}
