/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/encoding.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/encoding_tables.h"
#include "engine/base/utf8.h"

typedef unsigned char Byte;

_Static_assert(ENCODING_GB == 0 && ENCODING_BIG5 == 1, "the order in code_points");

bool encodings_are_built_in(void) { return gb18030_place_count > 0; }

/* Returns the character of the code of four bytes with this number, 0 if there is none. */
static uint32_t encoding_quad_point(uint32_t number)
{
    if (number >= FIRST_PLANE)
        return number - FIRST_PLANE + 0x10000 <= LAST_POINT ? number - FIRST_PLANE + 0x10000 : 0;
    for (const QuadRange *range = gb18030_ranges; range->number < QUADS; range++)
        if (number < range[1].number)
            return range->point ? range->point + number - range->number : 0;
    return 0;
}

static bool encoding_is_within(const Byte *p, Byte least, Byte most) { return *p >= least && *p <= most; }

/* Returns the character of a code of two bytes. */
static uint32_t encoding_pair_point(Encoding encoding, int place)
{
    const uint32_t point = code_points[encoding][place];
    return point >= FAR_FIRST && point < FAR_FIRST + FAR_MOST ? far_points[point - FAR_FIRST] : point;
}

/* Returns the length in bytes of the character at `p`, 0 if there is none, and stores its code point as in the tables. */
static size_t encoding_decode(Encoding encoding, const Byte *p, size_t left, uint32_t *point)
{
    *point = p[0];
    if (p[0] < 0x80)
        return 1;
    if (!encoding_is_within(p, PAIR_LEAD, 0xFE) || left < 2)
        return 0;
    if (encoding_is_within(p + 1, PAIR_TRAIL, 0xFE)) {
        *point = encoding_pair_point(encoding, (p[0] - PAIR_LEAD) * PAIR_TRAILS + p[1] - PAIR_TRAIL);
        return *point ? 2 : 0;
    }
    if (encoding != ENCODING_GB || left < 4 || !encoding_is_within(p + 1, '0', '9') || !encoding_is_within(p + 2, 0x81, 0xFE) ||
        !encoding_is_within(p + 3, '0', '9'))
        return 0;
    *point = encoding_quad_point(((p[0] - 0x81u) * 10 + p[1] - '0') * 1260 + (p[2] - 0x81u) * 10 + p[3] - '0');
    return *point ? 4 : 0;
}

char *utf8_from(Encoding encoding, const char *text, size_t *length, size_t *bad)
{
    assert(text && length && bad);
    enum { MOST_OUT = 3 }; /* bytes of UTF-8 for each byte */
    const Byte *p = (const Byte *)text, *end = p + *length;
    char *out = malloc(MOST_OUT * *length + 1), *to = out;
    *bad = 0;
    while (out && p < end) {
        uint32_t point;
        const size_t n = encoding_decode(encoding, p, (size_t)(end - p), &point);
        if (n == 0)
            point = 0xFFFD;
        *bad += n == 0;
        to += utf8_put(point > LAST_POINT ? point % COMBINED : point, to);
        if (point > LAST_POINT)
            to += utf8_put(point / COMBINED, to);
        p += n ? n : 1;
    }
    if (out) {
        *to = '\0';
        *length = (size_t)(to - out);
    }
    return out;
}

/* Returns the code of four bytes with this number. */
static uint32_t encoding_quad(uint32_t number)
{
    return 0x81308130 + (number % 10) + (number / 10 % 126 << 8) + (number / 1260 % 10 << 16) + (number / 12600 << 24);
}

/* Returns the code of two bytes for a character, 0 if there is none. */
static uint32_t encoding_pair_of(uint32_t point)
{
    int low = 0, high = gb18030_place_count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (encoding_pair_point(ENCODING_GB, gb18030_places[middle]) < point)
            low = middle + 1;
        else
            high = middle;
    }
    const uint32_t place = gb18030_places[low];
    return low < gb18030_place_count && encoding_pair_point(ENCODING_GB, (int)place) == point
               ? (PAIR_LEAD + place / PAIR_TRAILS) << 8 | (PAIR_TRAIL + place % PAIR_TRAILS)
               : 0;
}

/* Returns the code of four bytes for a character below U+10000, 0 if there is none. */
static uint32_t encoding_quad_of(uint32_t point)
{
    for (const QuadRange *range = gb18030_ranges; range->number < QUADS; range++)
        if (range->point && point >= range->point && point - range->point < (uint32_t)range[1].number - range->number)
            return encoding_quad(range->number + point - range->point);
    return 0;
}

/* Returns the code of a character in GB 18030, 0 if it becomes `?`. */
static uint32_t encoding_code_of(uint32_t point)
{
    if (point < 0x80)
        return point;
    if (!encodings_are_built_in() || point == 0xFFFD || (point >= 0xE000 && point <= 0xF8FF))
        return 0;
    if (point >= 0x10000)
        return encoding_quad(FIRST_PLANE + point - 0x10000);
    const uint32_t pair = encoding_pair_of(point);
    return pair ? pair : encoding_quad_of(point);
}

int gb18030_add(const char *text, Text *out)
{
    assert(text && out);
    int lost = 0;
    for (const char *end = text + strlen(text); text < end;) {
        uint32_t point = 0xFFFD;
        const size_t n = utf8_decode(text, end, &point);
        const uint32_t found = encoding_code_of(point), code = found ? found : '?';
        text += n ? n : 1;
        for (int shift = 24; shift >= 0; shift -= 8)
            if (code >> shift)
                text_add_char(out, (char)(code >> shift & 0xFF));
        lost += found == 0;
    }
    return lost;
}
