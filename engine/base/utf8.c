/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/utf8.h"

#include <stdbool.h>
#include <string.h>

#include "engine/base/contract.h"

size_t utf8_decode(const char *p, const char *end, uint32_t *code)
{
    assert(p <= end);
    const unsigned char *c = (const unsigned char *)p;
    size_t length = *c < 0x80 ? 1 : *c < 0xC2 ? 0 : *c < 0xE0 ? 2 : *c < 0xF0 ? 3 : *c < 0xF5 ? 4 : 0;
    if (length == 0 || (size_t)(end - p) < length)
        return 0;
    uint32_t value = length == 1 ? *c : *c & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (c[i] & 0x3F);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[length] || (value >= 0xD800 && value < 0xE000) || value > 0x10FFFF)
        return 0;
    if (code)
        *code = value;
    return length;
}

const char *utf8_skip(const char *text, const char *set)
{
    char c[5] = "";
    /* text + 4 may lie past the end of the string, but decoding stops at its terminator. */
    for (size_t n; *text && (n = utf8_decode(text, text + 4, NULL)) > 0; text += n) {
        memcpy(c, text, n);
        c[n] = '\0';
        if (!strstr(set, c))
            break;
    }
    return text;
}

size_t utf8_put(uint32_t code, char *out)
{
    assert(code <= 0x10FFFF && !(code >= 0xD800 && code < 0xE000));
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(leads[length] | code);
    return length;
}

typedef struct CodeRange {
    uint32_t first, last;
} CodeRange;

/* Characters in common use, from Unicode's EastAsianWidth.txt (W and F) and its categories Mn, Me
 * and Cf. */
static const CodeRange wide[] = {
    {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1FAFF}, {0x20000, 0x3FFFD},
};
static const CodeRange combining[] = {
    {0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x20D0, 0x20FF},
    {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF},
};

static bool utf8_is_among(const CodeRange *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count && code >= ranges[i].first; i++)
        if (code <= ranges[i].last)
            return true;
    return false;
}

int utf8_width(uint32_t code)
{
    if (utf8_is_among(combining, sizeof combining / sizeof *combining, code))
        return 0;
    return utf8_is_among(wide, sizeof wide / sizeof *wide, code) ? 2 : 1;
}

/* Returns the length of the character or escape sequence at `text`; *columns receives its width. */
static size_t utf8_step(const char *text, const char *end, int *columns)
{
    if (text[0] == '\033' && text[1] == '[') {
        size_t length = 2 + strspn(text + 2, "0123456789;?");
        *columns = 0;
        return length + (text[length] != '\0');
    }
    uint32_t code;
    size_t length = utf8_decode(text, end, &code);
    *columns = length ? utf8_width(code) : 1;
    return length ? length : 1;
}

int utf8_columns(const char *text)
{
    const char *end = text + strlen(text);
    int total = 0, columns;
    for (; text < end; total += columns)
        text += utf8_step(text, end, &columns);
    return total;
}

size_t utf8_fit(const char *text, int columns)
{
    const char *at = text, *end = text + strlen(text);
    while (at < end) {
        int width;
        size_t length = utf8_step(at, end, &width);
        if (width > columns)
            break;
        columns -= width;
        at += length;
    }
    return (size_t)(at - text);
}
