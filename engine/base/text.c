/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"

Text text_over(char *array, size_t size)
{
    assert(array && size >= 1);
    array[0] = '\0';
    return (Text){.data = array, .room = size, .fixed = true};
}

/* Makes room for `more` bytes and a terminator. */
static bool text_make_room(Text *t, size_t more)
{
    assert(t->room == 0 ? t->length == 0 : t->length < t->room);
    if (t->failed)
        return false;
    if (more < t->room - t->length)
        return true;
    size_t room = t->length + more < 32 ? 64 : 2 * (t->length + more);
    bool possible = !t->fixed && more < SIZE_MAX / 4 - t->length;
    char *data = possible ? realloc(t->room ? t->data : NULL, room) : NULL;
    t->failed = !data;
    if (data) {
        data[t->length] = '\0';
        t->data = data;
        t->room = room;
    }
    return data;
}

/* After truncation, removes the last character if only some of its bytes fitted. */
static void text_drop_torn(Text *t, size_t from)
{
    size_t start = t->length;
    while (start > from && t->length - start < 3 && ((unsigned char)t->data[start - 1] & 0xC0) == 0x80)
        start--;
    if (start > from && (unsigned char)t->data[start - 1] >= 0xC0 && !utf8_decode(t->data + start - 1, t->data + t->length, NULL))
        t->data[t->length = start - 1] = '\0';
}

bool text_add_bytes(Text *t, const char *bytes, size_t length)
{
    size_t from = t->length;
    bool before = !t->failed, fits = text_make_room(t, length);
    if (!fits && !(before && t->fixed))
        return false;
    if (!fits)
        length = t->room - 1 - t->length;
    memcpy(t->data + t->length, bytes, length);
    t->data[t->length += length] = '\0';
    if (!fits)
        text_drop_torn(t, from);
    return fits;
}

bool text_add(Text *t, const char *string) { return text_add_bytes(t, string, strlen(string)); }

bool text_add_char(Text *t, char c) { return text_add_bytes(t, &c, 1); }

/* Formats like vsnprintf(). Translations may name their arguments by numbers, such as %2$s, which mingw-w64's function does not
 * know. */
static int text_format(char *out, size_t size, const char *format, va_list values)
{
#ifdef _WIN32
    if (strchr(format, '$')) {
        va_list again;
        va_copy(again, values);
        const int length = _vscprintf_p(format, again);
        va_end(again);
        if (length >= 0 && (size_t)length < size)
            _vsprintf_p(out, size, format, values);
        return length;
    }
#endif
    return vsnprintf(out, size, format, values);
}

bool text_vaddf(Text *t, const char *format, va_list values)
{
    if (t->failed)
        return false;
    va_list again;
    va_copy(again, values);
    size_t from = t->length, left = t->room - t->length;
    int n = text_format(t->room ? t->data + from : NULL, left, format, values);
    bool fits = n >= 0 && text_make_room(t, (size_t)n);
    if (fits && (size_t)n >= left)
        text_format(t->data + from, t->room - from, format, again);
    va_end(again);
    if (fits) {
        t->length += (size_t)n;
    } else if (t->fixed && n >= 0) {
        t->length = t->room - 1;
        text_drop_torn(t, from);
    } else if (t->room) {
        t->data[from] = '\0';
    }
    t->failed = !fits;
    return fits;
}

bool text_addf(Text *t, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    bool fits = text_vaddf(t, format, values);
    va_end(values);
    return fits;
}

bool text_fail(Text *why, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (why)
        text_vaddf(why, format, values);
    va_end(values);
    return false;
}

bool text_add_word(Text *t, const char *word)
{
    size_t length = strlen(word);
    if (t->failed || (t->fixed && length + 1 >= t->room - t->length))
        return false;
    return text_add_char(t, ' ') && text_add_bytes(t, word, length);
}

bool text_add_clean(Text *t, const char *foreign)
{
    for (const char *p = foreign, *end = p + strlen(p); p < end;) {
        uint32_t code = 0;
        size_t length = utf8_decode(p, end, &code);
        bool blank = code == '\t' || code == '\n' || code == '\r', control = code < 0x20 || (code >= 0x7F && code < 0xA0);
        if (length == 0 || control)
            text_add_char(t, blank ? ' ' : '?');
        else
            text_add_bytes(t, p, length);
        p += length ? length : 1;
    }
    return !t->failed;
}

bool text_pad(Text *t, size_t from, int columns)
{
    assert(from <= t->length);
    for (int have = utf8_columns(t->data + from); have < columns; have++)
        text_add_char(t, ' ');
    return !t->failed;
}

void text_cut(Text *t, size_t length)
{
    if (length < t->length)
        t->data[t->length = length] = '\0';
    t->failed = false;
}

char *text_take(Text *t)
{
    assert(!t->fixed);
    char *data = t->failed ? NULL : t->room ? t->data : strdup("");
    if (!t->failed)
        *t = TEXT_INIT;
    text_free(t);
    return data;
}

void text_free(Text *t)
{
    if (t->fixed)
        return;
    if (t->room)
        free(t->data);
    *t = TEXT_INIT;
}
