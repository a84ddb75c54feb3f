/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/gbk.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/utf8.h"

enum {
    POINTS = 0x10000,        /* the codes of two bytes, and the QUADS, cover the code points below this */
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

/* Adds all codes of two bytes, each with a line end. */
static void gbk_add_codes(Text *out)
{
    for (uint32_t lead = 0x81; lead <= 0xFE; lead++)
        for (uint32_t trail = 0x40; trail <= 0xFE; trail++) {
            gbk_add_code(out, lead << 8 | (trail == 0x7F ? 0x40 : trail));
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

/* Returns the code point that a code of four bytes stands for, 0xFFFD if it stands for none. */
static uint32_t gbk_quad_point(uint32_t number)
{
    uint32_t point = 0xFFFD;
    Text code = TEXT_INIT;
    gbk_add_code(&code, gbk_quad(number));
    size_t length = code.length, bad;
    char *utf8 = code.failed ? NULL : utf8_from(ENCODING_GB, code.data, &length, &bad);
    if (utf8)
        utf8_decode(utf8, utf8 + length, &point);
    text_free(&code);
    free(utf8);
    return point;
}

/* Returns true for code points that have a code of two bytes in one edition of the standard and a code
 * of four bytes in another. Such a code of four bytes is out of order. */
static bool gbk_is_moved(uint32_t point) { return point == 0xFFFD || (point >= 0xE000 && point < 0xE865); }

/* Returns the code of four bytes for a code point, 0 if there is none. These codes are in the order of
 * their code points. They are not in the table, since musl needs half a millisecond to convert one. */
static uint32_t gbk_find_quad(uint32_t point)
{
    for (uint32_t low = 0, high = QUADS; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        uint32_t at = middle, found = gbk_quad_point(at);
        while (gbk_is_moved(found) && ++at < high)
            found = gbk_quad_point(at);
        if (at < high && found == point)
            return gbk_quad(at);
        if (at < high && found < point)
            low = at + 1;
        else
            high = middle;
    }
    return 0;
}

/* Returns the code of a code point, 0 if it becomes `?`. */
static uint32_t gbk_code(const uint32_t *table, uint32_t point)
{
    if (point < 0x80)
        return point;
    if (!table || gbk_is_stopgap(point))
        return 0;
    if (point >= POINTS)
        return gbk_quad(FIRST_PLANE + point - POINTS);
    return table[point] ? table[point] : gbk_find_quad(point);
}

int gbk_add(const uint32_t *table, const char *text, Text *out)
{
    assert(text && out);
    int lost = 0;
    for (const char *end = text + strlen(text); text < end;) {
        uint32_t point = 0xFFFD;
        const size_t n = utf8_decode(text, end, &point);
        const uint32_t code = gbk_code(table, point);
        text += n ? n : 1;
        gbk_add_code(out, code ? code : '?');
        lost += code == 0;
    }
    return lost;
}
