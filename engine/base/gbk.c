/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/gbk.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/utf8.h"

enum {
    POINTS = 0x10000,        /* the table covers the code points below this */
    QUADS = 39420,           /* number of codes of four bytes for them */
    FIRST_PLANE = 15 * 12600 /* number of the code of four bytes for the code point after them */
};

/* Returns the code of four bytes with this number. */
static uint32_t gbk_quad(uint32_t number)
{
    return 0x81308130 + (number % 10) + (number / 10 % 126 << 8) + (number / 1260 % 10 << 16) + (number / 12600 << 24);
}

/* Adds the bytes of a code, the highest first. */
static void gbk_add_code(Text *out, uint32_t code)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        if (code >> shift)
            text_add_char(out, (char)(code >> shift & 0xFF));
}

/* Returns true for code points that the system substitutes for byte pairs that do not encode a
 * character. */
static bool gbk_is_stopgap(uint32_t code) { return code < 0x80 || code == 0xFFFD || (code >= 0xE000 && code <= 0xF8FF); }

/* Adds all codes of two and four bytes, each with a line end. */
static void gbk_add_codes(Text *out)
{
    for (uint32_t lead = 0x81; lead <= 0xFE; lead++)
        for (uint32_t trail = 0x40; trail <= 0xFE; trail++) {
            gbk_add_code(out, lead << 8 | (trail == 0x7F ? 0x40 : trail));
            text_add_char(out, '\n');
        }
    for (uint32_t i = 0; i < QUADS; i++) {
        gbk_add_code(out, gbk_quad(i));
        text_add_char(out, '\n');
    }
}

/* Converting all codes to UTF-8 requires only utf8_from(), which exists on every system. */
uint32_t *gbk_table(void)
{
    Text codes = TEXT_INIT;
    gbk_add_codes(&codes);
    size_t length = codes.length, bad;
    char *lines = codes.failed ? NULL : utf8_from(ENCODING_GB, codes.data, &length, &bad);
    uint32_t *table = lines ? calloc(POINTS, sizeof *table) : NULL;
    const char *line = lines, *end = lines ? lines + length : NULL;
    for (const char *code = codes.data; table && *code && line; code++) {
        uint32_t point = 0, value = 0;
        for (; *code != '\n'; code++)
            value = value << 8 | (uint8_t)*code;
        const size_t n = utf8_decode(line, end, &point);
        if (n > 0 && line[n] == '\n' && !gbk_is_stopgap(point) && point < POINTS && table[point] == 0)
            table[point] = value;
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    text_free(&codes);
    free(lines);
    return table;
}

int gbk_add(const uint32_t *table, const char *text, Text *out)
{
    assert(text && out);
    int lost = 0;
    for (const char *end = text + strlen(text); text < end;) {
        uint32_t point = 0xFFFD;
        const size_t n = utf8_decode(text, end, &point);
        const uint32_t code = point < 0x80 ? point : !table ? 0 : point < POINTS ? table[point] : gbk_quad(FIRST_PLANE + point - POINTS);
        text += n ? n : 1;
        gbk_add_code(out, code ? code : '?');
        lost += code == 0;
    }
    return lost;
}
