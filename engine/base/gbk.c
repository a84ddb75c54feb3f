/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/gbk.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/utf8.h"

enum { CODES = 0x10000 }; /* the table covers the code points below this */

/* Returns true for code points that the system substitutes for byte pairs that do not encode a
 * character. */
static bool is_stopgap(uint32_t code) { return code < 0x80 || code == 0xFFFD || (code >= 0xE000 && code <= 0xF8FF); }

/* Converting all byte pairs to UTF-8 requires only utf8_from(), which exists on every system. */
uint16_t *gbk_table(void)
{
    enum { FIRST = 0x81, LAST = 0xFE, LEAST_TRAIL = 0x40, PAIRS = (LAST - FIRST + 1) * (LAST - LEAST_TRAIL + 1) };
    char *pairs = malloc(3 * PAIRS + 1), *to = pairs;
    if (!pairs)
        return NULL;
    for (int lead = FIRST; lead <= LAST; lead++)
        for (int trail = LEAST_TRAIL; trail <= LAST; trail++) {
            *to++ = (char)lead;
            *to++ = (char)(trail == 0x7F ? LEAST_TRAIL : trail);
            *to++ = '\n';
        }
    *to = '\0';
    size_t length = 3 * PAIRS, bad;
    char *lines = utf8_from(ENCODING_GB, pairs, &length, &bad);
    uint16_t *table = lines ? calloc(CODES, sizeof *table) : NULL;
    const char *line = lines, *end = lines ? lines + length : NULL;
    for (int i = 0; table && i < PAIRS; i++) {
        uint32_t code = 0;
        const size_t n = utf8_decode(line, end, &code);
        if (n > 0 && line[n] == '\n' && !is_stopgap(code) && code < CODES && table[code] == 0)
            table[code] = (uint16_t)((uint8_t)pairs[3 * i] << 8 | (uint8_t)pairs[3 * i + 1]);
        line = strchr(line, '\n');
        if (!line)
            break;
        line++;
    }
    free(pairs);
    free(lines);
    return table;
}

int gbk_add(const uint16_t *table, const char *text, Text *out)
{
    assert(text && out);
    int lost = 0;
    for (const char *end = text + strlen(text); text < end;) {
        uint32_t code = 0xFFFD;
        const size_t n = utf8_decode(text, end, &code);
        const uint16_t pair = table && code < CODES ? table[code] : 0;
        text += n ? n : 1;
        if (code < 0x80) {
            text_add_char(out, (char)code);
        } else if (pair) {
            text_add_char(out, (char)(pair >> 8));
            text_add_char(out, (char)(pair & 0xFF));
        } else {
            text_add_char(out, '?');
            lost++;
        }
    }
    return lost;
}
