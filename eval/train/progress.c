#include "eval/train/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

Progress progress_new(void) { return (Progress){isatty(STDERR_FILENO), 0}; }

void progress_line(Progress *p, bool last, const char *format, ...)
{
    char line[512];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    /* Blanks over what a longer line has left. */
    fprintf(stderr, "%s%s%*s", p->shown ? "\r" : "", line, p->shown > length ? p->shown - length : 0, "");
    p->shown = length;
    if (last || !p->live)
        progress_break(p);
}

void progress_break(Progress *p)
{
    if (p->shown)
        fputc('\n', stderr);
    p->shown = 0;
}
