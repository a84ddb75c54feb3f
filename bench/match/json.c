#include "bench/match/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/crc32.h"
#include "engine/base/textfile.h"

json_t *json_read(const char *text, size_t length) { return json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL); }

const char *json_member_text(const json_t *object, const char *name, const char *fallback)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : fallback;
}

bool json_whole(const json_t *value, int64_t least, int64_t most, int64_t *whole)
{
    if (!json_is_integer(value) || json_integer_value(value) < least || json_integer_value(value) > most)
        return false;
    *whole = json_integer_value(value);
    return true;
}

json_t *json_of_text(const char *text)
{
    char *converted = text_to_utf8(text);
    json_t *value = converted ? json_string(converted) : NULL;
    free(converted);
    return value;
}

json_t *json_of_number(double value, int digits)
{
    if (!isfinite(value))
        return json_null();
    double unit = pow(10, digits), rounded = round(value * unit) / unit;
    return rounded == floor(rounded) && fabs(rounded) < 0x1p53 ? json_integer((json_int_t)rounded) : json_real(rounded);
}

json_t *json_if(bool ok, json_t *value)
{
    if (!ok)
        json_decref(value);
    return ok ? value : NULL;
}

static int put_piece(const char *piece, size_t size, void *out)
{
    for (const char *end = piece + size; piece < end;) {
        const char *less = memchr(piece, '<', (size_t)(end - piece));
        text_add_bytes(out, piece, (size_t)((less ? less : end) - piece));
        text_add(out, less ? "\\u003c" : "");
        piece = less ? less + 1 : end;
    }
    return 0;
}

bool json_put(const json_t *value, Text *out)
{
    return json_dump_callback(value, put_piece, out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) == 0 && !out->failed;
}

bool json_put_lines(const json_t *object, Text *out)
{
    const char *name, *before = "{\n";
    json_t *member;
    bool ok = object != NULL;
    json_object_foreach((json_t *)object, name, member)
    {
        text_addf(out, "%s\"%s\":", before, name);
        before = ",\n";
        if (!json_is_object(json_array_get(member, 0))) {
            ok = json_put(member, out) && ok;
            continue;
        }
        for (size_t i = 0; i < json_array_size(member); i++) {
            text_add(out, i ? ",\n" : "[\n");
            ok = json_put(json_array_get(member, i), out) && ok;
        }
        text_add(out, "\n]");
    }
    return ok && !out->failed;
}

/* How a seal looks: behind the comma, a line end where there are lines, the name, and before the last quote eight digits. */
#define SEAL_NAME "\"crc\":\""
enum { SEAL_DIGITS = 8 };
static const char *seal_start(bool lines) { return lines ? ",\n" SEAL_NAME : "," SEAL_NAME; }

bool json_put_sealed(const json_t *object, bool lines, Text *out)
{
    size_t from = out->length;
    if (!(lines ? json_put_lines(object, out) : json_put(object, out)))
        return false;
    text_cut(out, out->length - !lines); /* the last bracket */
    return text_addf(out, "%s%08" PRIx32 "\"", seal_start(lines), crc32_update(0, out->data + from, out->length - from));
}

JsonSeal json_seal(const char *from, const char *to, bool lines)
{
    const char *start = seal_start(lines);
    char digits[SEAL_DIGITS + 1];
    size_t length = strlen(start), size = length + SEAL_DIGITS + 1;
    if (to - from < (ptrdiff_t)size || to[-1] != '"' || memcmp(to - size, start, length) != 0)
        return SEAL_NONE;
    snprintf(digits, sizeof digits, "%08" PRIx32, crc32_update(0, from, (size_t)(to - from) - size));
    return memcmp(to - 1 - SEAL_DIGITS, digits, SEAL_DIGITS) == 0 ? SEAL_TRUE : SEAL_FALSE;
}
