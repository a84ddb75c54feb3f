/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/textfile.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/utf8.h"

/* Perhaps with damage. In GB 2312 hardly anything looks like a character of three bytes, in Chinese UTF-8 nearly all. */
static bool is_utf8(const char *text, size_t length)
{
    size_t bad = 0, characters = 0;
    for (const char *p = text, *end = text + length; p < end;) {
        size_t n = utf8_decode(p, end, NULL);
        bad += n == 0;
        characters += n >= 3;
        p += n ? n : 1;
    }
    return bad == 0 || characters > bad;
}

/* A text with more bad bytes than one in so many of its Chinese ones is in another encoding than GB18030. */
static bool is_gb(const char *text, size_t length, size_t bad)
{
    enum { LEAST_GOOD = 16 };
    size_t chinese = 0;
    for (size_t i = 0; i < length; i++)
        chinese += (unsigned char)text[i] >= 0x80;
    return bad * LEAST_GOOD <= chinese;
}

/* NULL if the system cannot, or the text is not GB18030 either. */
static char *from_gb(const char *text, size_t *length)
{
    size_t before = *length, bad;
    char *out = utf8_from_gb(text, length, &bad);
    if (out && is_gb(text, before, bad))
        return out;
    *length = before;
    free(out);
    return NULL;
}

char *text_to_utf8(const char *text)
{
    static const char unknown[] = "\uFFFD";
    size_t length = strlen(text);
    char *converted = is_utf8(text, length) ? NULL : from_gb(text, &length);
    const char *from = converted ? converted : text, *end = from + length;
    char *out = malloc(3 * length + 1), *to = out;
    while (out && from < end) {
        size_t n = utf8_decode(from, end, NULL);
        memcpy(to, n ? from : unknown, n ? n : strlen(unknown));
        to += n ? n : strlen(unknown);
        from += n ? n : 1;
    }
    if (out)
        *to = '\0';
    free(converted);
    return out;
}

char *text_read_file(const char *path, size_t *length, Text *why)
{
    bool is_stdin = strcmp(path, "-") == 0;
    char *text = is_stdin ? file_rest(stdin, why_either(why, "standard input", "标准输入"), TEXT_MOST, length, why)
                          : file_text(path, TEXT_MOST, length, why);
    char *converted = text && !is_utf8(text, *length) ? from_gb(text, length) : NULL;
    if (converted)
        free(text);
    return converted ? converted : text;
}
