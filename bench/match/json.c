/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/crc32.h"
#include "engine/base/textfile.h"

json_t *json_read(const char *text, size_t length) { return json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL); }

const char *json_member_text(const json_t *object, const char *name, const char *fallback)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : fallback;
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
    assert(in_range(digits, 0, 15));
    if (!isfinite(value))
        return json_null();
    double unit = pow(10, digits), rounded = round(value * unit) / unit;
    return rounded == floor(rounded) && fabs(rounded) < 0x1p53 ? json_integer((json_int_t)rounded) : json_real(rounded);
}

/* Sets the value to NULL if a member could not be added to it. */
static void json_settle(json_t **whole, bool added)
{
    if (!added) {
        json_decref(*whole);
        *whole = NULL;
    }
}

void json_set(json_t **object, const char *name, json_t *value) { json_settle(object, json_object_set_new(*object, name, value) == 0); }
void json_append(json_t **list, json_t *value) { json_settle(list, json_array_append_new(*list, value) == 0); }
void json_join(json_t **object, json_t *members) { json_settle(object, json_object_update_new(*object, members) == 0); }

static int json_put_piece(const char *piece, size_t size, void *out)
{
    for (const char *end = piece + size; piece < end;) {
        const char *less = memchr(piece, '<', (size_t)(end - piece));
        text_add_bytes(out, piece, (size_t)((less ? less : end) - piece));
        text_add(out, less ? "\\u003c" : "");
        piece = less ? less + 1 : end;
    }
    return 0;
}

void json_put(const json_t *value, Text *out)
{
    if (json_dump_callback(value, json_put_piece, out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) != 0)
        out->failed = true;
}

void json_put_lines(const json_t *object, Text *out)
{
    const char *name, *before = "{\n";
    json_t *member;
    out->failed |= !object;
    json_object_foreach((json_t *)object, name, member)
    {
        text_addf(out, "%s\"%s\":", before, name);
        before = ",\n";
        if (!json_is_object(json_array_get(member, 0))) {
            json_put(member, out);
            continue;
        }
        for (size_t i = 0; i < json_array_size(member); i++) {
            text_add(out, i ? ",\n" : "[\n");
            json_put(json_array_get(member, i), out);
        }
        text_add(out, "\n]");
    }
}

#define SEAL_FORMAT ",\"crc\":\"%08" PRIx32 "\"}"

void json_put_sealed(const json_t *object, Text *out)
{
    size_t from = out->length;
    json_put(object, out);
    if (out->failed)
        return;
    text_cut(out, out->length - 1); /* without the closing bracket */
    text_addf(out, SEAL_FORMAT "\n", crc32_update(0, out->data + from, out->length - from));
}

json_t *json_read_sealed(const char *line, size_t length)
{
    char seal[32];
    size_t sealed = (size_t)snprintf(seal, sizeof seal, SEAL_FORMAT, (uint32_t)0); /* all seals have the same length */
    if (length < sealed)
        return NULL;
    snprintf(seal, sizeof seal, SEAL_FORMAT, crc32_update(0, line, length - sealed));
    json_t *object = memcmp(line + length - sealed, seal, sealed) == 0 ? json_read(line, length) : NULL;
    json_object_del(object, "crc");
    return object;
}
