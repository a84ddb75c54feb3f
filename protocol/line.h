/* line.h - one line of output while it is put together.
 *
 * GUIs read into buffers as small as 1024 bytes, so a line never outgrows LINE_SIZE:
 * what does not fit is left out, whole words only when line_add_word() is used. */
#ifndef HANXIN_PROTOCOL_LINE_H
#define HANXIN_PROTOCOL_LINE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 1000 }; /* terminator included */

typedef struct Line {
    int length;
    char text[LINE_SIZE];
} Line;

static inline void line_clear(Line *line)
{
    line->length = 0;
    line->text[0] = '\0';
}

/* Appends as printf would; cut at the line's end. */
__attribute__((format(printf, 2, 3))) static inline void line_add(Line *line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line->text + line->length, (size_t)(LINE_SIZE - line->length), format, args);
    va_end(args);
    if (n > 0)
        line->length = line->length + n < LINE_SIZE ? line->length + n : LINE_SIZE - 1;
}

/* Appends a blank and a word, or nothing and false if both do not fit. */
static inline bool line_add_word(Line *line, const char *word)
{
    int n = (int)strlen(word);
    if (line->length + 1 + n >= LINE_SIZE)
        return false;
    line_add(line, " %s", word);
    return true;
}

#endif
