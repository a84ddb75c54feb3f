/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/textfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/encoding.h"
#include "engine/base/utf8.h"
#include "engine/base/why.h"

/* Returns the number of bytes that are not UTF-8; *wide receives the number of characters with
 * three or more bytes. */
static size_t textfile_bad_bytes(const char *text, size_t length, size_t *wide)
{
    size_t bad = 0, characters = 0;
    for (const char *p = text, *end = text + length; p < end;) {
        size_t n = utf8_decode(p, end, NULL);
        bad += n == 0;
        characters += n >= 3;
        p += n ? n : 1;
    }
    *wide = characters;
    return bad;
}

typedef unsigned char Byte;

/* Returns true if the two bytes encode a common character. Both encodings place common characters in
 * the middle of their tables, after punctuation. */
static bool textfile_is_common(Encoding encoding, Byte lead, Byte trail)
{
    if (encoding == ENCODING_GB)
        return trail >= 0xA1 && ((lead >= 0xB0 && lead <= 0xD7) || (lead >= 0xA1 && lead <= 0xA3));
    return lead >= 0xA1 && lead <= 0xC6 && trail >= 0x40 && (trail < 0x7F || trail >= 0xA1);
}

/* Counts common characters. Text in either encoding can be read as the other, but then consists mostly
 * of rare characters. */
static size_t textfile_common_characters(Encoding encoding, const char *text, size_t length)
{
    const Byte *p = (const Byte *)text, *end = p + length;
    size_t count = 0;
    for (; p < end; p++)
        if (*p >= 0x80 && p + 1 < end) {
            count += textfile_is_common(encoding, p[0], p[1]);
            p++;
        }
    return count;
}

bool text_is_big5(const char *text, size_t length)
{
    enum { LEAST = 4, TIMES = 2 };
    const size_t big5 = textfile_common_characters(ENCODING_BIG5, text, length);
    return big5 >= LEAST && big5 > TIMES * textfile_common_characters(ENCODING_GB, text, length);
}

/* Returns false if more than 1 in LEAST_GOOD of the non-ASCII bytes is bad: the text then has
 * another encoding. */
static bool textfile_is_encoding(const char *text, size_t length, size_t bad)
{
    enum { LEAST_GOOD = 16 };
    size_t chinese = 0;
    for (size_t i = 0; i < length; i++)
        chinese += (Byte)text[i] >= 0x80;
    return bad * LEAST_GOOD <= chinese;
}

/* Converts from the likelier encoding, or else from the other, because a short text may look like
 * either. Returns NULL if the text is neither GB18030 nor Big5, or if memory is short. */
static char *textfile_from_chinese(const char *text, size_t *length)
{
    size_t before = *length;
    bool big5 = textfile_common_characters(ENCODING_BIG5, text, before) > textfile_common_characters(ENCODING_GB, text, before);
    for (int i = 0; i < 2; i++, big5 = !big5, *length = before) {
        size_t bad;
        char *out = utf8_from(big5 ? ENCODING_BIG5 : ENCODING_GB, text, length, &bad);
        if (out && textfile_is_encoding(text, before, bad))
            return out;
        free(out);
    }
    return NULL;
}

bool text_is_utf16(const char *text, size_t length, bool *big)
{
    assert(text && big);
    *big = length >= 2 && (memcmp(text, "\xFE\xFF", 2) == 0 || memcmp(text, "\0[", 2) == 0);
    return *big || (length >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "[\0", 2) == 0));
}

char *utf16_to_utf8(const char *text, size_t *length, bool big)
{
    const Byte *p = (const Byte *)text, *end = p + *length / 2 * 2;
    char *out = malloc(*length / 2 * 3 + 1), *to = out;
    while (out && p < end) {
        uint32_t code = (uint32_t)p[!big] << 8 | p[big], low = p + 3 < end ? (uint32_t)p[2 + !big] << 8 | p[2 + big] : 0;
        p += 2;
        if ((code & 0xFC00) == 0xD800 && (low & 0xFC00) == 0xDC00) {
            code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF);
            p += 2;
        }
        to += utf8_put((code & 0xFFFFF800) == 0xD800 ? 0xFFFD : code, to);
    }
    if (out) {
        *to = '\0';
        *length = (size_t)(to - out);
    }
    return out;
}

/* Returns a copy with U+FFFD for each byte that is not UTF-8. */
static char *textfile_mended(const char *text, size_t *length)
{
    static const char unknown[] = "\uFFFD";
    const char *end = text + *length;
    char *out = malloc(3 * *length + 1), *to = out;
    while (out && text < end) {
        size_t n = utf8_decode(text, end, NULL);
        memcpy(to, n ? text : unknown, n ? n : strlen(unknown));
        to += n ? n : strlen(unknown);
        text += n ? n : 1;
    }
    if (out) {
        *to = '\0';
        *length = (size_t)(to - out);
    }
    return out;
}

/* Returns the text itself if it is valid UTF-8. Otherwise returns a converted copy, or NULL if an
 * allocation fails, and frees the text. UTF-8 with a few damaged bytes is still read as UTF-8: nearly
 * all characters of Chinese UTF-8 have three bytes, and text in GB 2312 rarely looks like UTF-8. */
static char *textfile_to_utf8(char *text, size_t *length)
{
    size_t wide, bad = textfile_bad_bytes(text, *length, &wide);
    if (bad == 0)
        return text;
    char *out = wide <= bad ? textfile_from_chinese(text, length) : NULL;
    if (!out)
        out = textfile_mended(text, length);
    free(text);
    return out;
}

char *text_to_utf8(const char *text)
{
    assert(text);
    size_t length = strlen(text);
    char *copy = strdup(text);
    return copy ? textfile_to_utf8(copy, &length) : NULL;
}

char *text_decode(char *text, size_t *length)
{
    bool big;
    if (text_is_utf16(text, *length, &big)) {
        char *out = utf16_to_utf8(text, length, big);
        free(text);
        text = out;
    } else {
        text = textfile_to_utf8(text, length);
    }
    if (text && *length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        memmove(text, text + 3, (*length -= 3) + 1);
    return text;
}

char *text_read_bytes(const char *path, size_t *length, Text *why)
{
    assert(path && length);
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdin") == 0)
        return file_rest(stdin, tr(why_language(why), "standard input"), TEXT_MOST, length, why);
    FILE *file = file_read_stream(path, why);
    char *text = file ? file_rest(file, path, TEXT_MOST, length, why) : NULL;
    if (file)
        fclose(file);
    return text;
}

char *text_read_file(const char *path, size_t *length, Text *why)
{
    char *text = text_read_bytes(path, length, why);
    if (!text)
        return NULL;
    text = text_decode(text, length);
    if (!text)
        why_path(why, path, "%s", why_words(ENOMEM, why_language(why)));
    return text;
}
