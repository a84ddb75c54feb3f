/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/progress.h"

#include <inttypes.h>
#include <stdarg.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/text.h"

/* Turns off line wrap, so that a long line is truncated. A second line could not be overwritten. */
#define LINE_BEGIN "\r\033[K\033[?7l"
#define LINE_END   "\033[?7h"

Progress progress_new(FILE *out, bool live)
{
    assert(out);
    return (Progress){.out = out, .live = live};
}

Progress progress_on_stderr(void) { return progress_new(stderr, stderr_is_terminal()); }

bool progress_due(const Progress *p, int live_ms, int plain_ms)
{
    assert(live_ms >= 0 && plain_ms >= 0);
    return p->shown_ms == 0 || clock_ms() - p->shown_ms >= (p->live ? live_ms : plain_ms);
}

void progress_show(Progress *p, const char *format, ...)
{
    char array[512];
    Text line = text_over(array, sizeof array);
    va_list values;
    va_start(values, format);
    text_vaddf(&line, format, values);
    va_end(values);
    fprintf(p->out, "%s%s%s", p->live ? LINE_BEGIN : "", line.data, p->live ? LINE_END : "\n");
    fflush(p->out);
    p->standing = p->live;
    p->shown_ms = clock_ms();
}

void progress_note(Progress *p, const char *format, ...)
{
    va_list values;
    progress_clear(p);
    va_start(values, format);
    vfprintf(p->out, format, values);
    va_end(values);
    fputc('\n', p->out);
    fflush(p->out);
}

void progress_finish(Progress *p)
{
    if (p->standing)
        fputc('\n', p->out);
    fflush(p->out);
    p->standing = false;
}

void progress_clear(Progress *p)
{
    if (p->standing) {
        fputs("\r\033[K", p->out);
        p->shown_ms = 0;
    }
    fflush(p->out);
    p->standing = false;
}

char *duration_text(int64_t seconds, char *out)
{
    assert(seconds >= 0);
    int clock = (int)(seconds % 86400);
    if (seconds >= 86400)
        snprintf(out, DURATION_SIZE, "%" PRId64 "d %02d:%02d:%02d", seconds / 86400, clock / 3600, clock / 60 % 60, clock % 60);
    else
        snprintf(out, DURATION_SIZE, "%d:%02d:%02d", clock / 3600, clock / 60 % 60, clock % 60);
    return out;
}
