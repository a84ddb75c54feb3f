/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/json.h"

#include <assert.h>
#include <string.h>

#include "engine/base/utf8.h"

/* ---- writing ---- */

static void json_put_bytes(Text *out, const char *bytes, const char *end)
{
    text_add_char(out, '"');
    for (size_t length; bytes < end; bytes += length ? length : 1) {
        length = utf8_decode(bytes, end, NULL);
        if (length == 1 && (*bytes == '"' || *bytes == '\\' || *bytes == '<' || (unsigned char)*bytes < ' '))
            text_addf(out, "\\u%04x", *bytes);
        else if (length == 0)
            text_add_char(out, '?');
        else
            text_add_bytes(out, bytes, length);
    }
    text_add_char(out, '"');
}

/* Adds the text that must precede a value: comma, line break and name. */
static void json_put_name(Json *j, const char *name)
{
    assert((name == NULL) == (j->depth == 0 || (j->arrays & 1)));
    if (j->after)
        text_add_char(j->out, ',');
    if (j->line)
        text_add_char(j->out, '\n');
    if (name) {
        json_put_bytes(j->out, name, name + strlen(name));
        text_add_char(j->out, ':');
    }
    j->after = true;
    j->line = false;
}

static void json_begin(Json *j, const char *name, char bracket)
{
    assert(j->depth < JSON_DEEPEST);
    json_put_name(j, name);
    text_add_char(j->out, bracket);
    j->after = false;
    j->depth++;
    j->arrays = j->arrays << 1 | (bracket == '[');
}

void json_begin_object(Json *j, const char *name) { json_begin(j, name, '{'); }
void json_begin_array(Json *j, const char *name) { json_begin(j, name, '['); }

void json_end(Json *j)
{
    assert(j->depth > 0);
    if (j->line)
        text_add_char(j->out, '\n');
    text_add_char(j->out, j->arrays & 1 ? ']' : '}');
    j->after = true;
    j->line = false;
    j->depth--;
    j->arrays >>= 1;
}

void json_add_bytes(Json *j, const char *name, const char *bytes, size_t length)
{
    json_put_name(j, name);
    json_put_bytes(j->out, bytes, bytes + length);
}

void json_add_string(Json *j, const char *name, const char *string) { json_add_bytes(j, name, string, strlen(string)); }

void json_take_text(Json *j, const char *name, Text *text)
{
    json_add_bytes(j, name, text->data, text->length);
    j->out->failed |= text->failed;
    text_free(text);
}

void json_add_number(Json *j, const char *name, const char *format, ...)
{
    va_list values;
    json_put_name(j, name);
    const size_t from = j->out->length;
    va_start(values, format);
    text_vaddf(j->out, format, values);
    va_end(values);
    if (!j->out->failed && strpbrk(j->out->data + from, "nN")) { /* nan or inf */
        text_cut(j->out, from);
        text_add(j->out, "null");
    }
}

void json_add_bool(Json *j, const char *name, bool value)
{
    json_put_name(j, name);
    text_add(j->out, value ? "true" : "false");
}

void json_add_null(Json *j, const char *name)
{
    json_put_name(j, name);
    text_add(j->out, "null");
}

/* ---- reading ---- */

/* Reads \uXXXX. Returns false if the text is not such a sequence. */
static bool json_read_unit(const char *s, uint32_t *unit)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    *unit = 0;
    if (s[0] != '\\' || s[1] != 'u')
        return false;
    for (int i = 2; i < 6; i++) {
        const char *digit = s[i] ? strchr(digits, s[i]) : NULL;
        if (!digit)
            return false;
        *unit = *unit << 4 | (uint32_t)((digit - digits) & 15);
    }
    return true;
}

static bool json_is_half(uint32_t unit, uint32_t first) { return unit >= first && unit < first + 0x400; }

/* Decodes the escape sequence at `s` to out[4], which may overlap it. Returns the length of the
 * sequence; *size receives that of the character. */
static size_t json_decode(const char *s, char *out, size_t *size)
{
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    uint32_t code, low;
    if (json_read_unit(s, &code)) {
        const bool pair = json_is_half(code, 0xD800) && json_read_unit(s + 6, &low) && json_is_half(low, 0xDC00);
        if (pair)
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        else if (code == 0 || json_is_half(code, 0xD800) || json_is_half(code, 0xDC00))
            code = 0xFFFD;
        *size = utf8_put(code, out);
        return pair ? 12 : 6;
    }
    const char *name = s[1] ? strchr(names, s[1]) : NULL;
    out[0] = name ? meanings[name - names] : '\\';
    *size = 1;
    return name ? 2 : 1;
}

/* Returns the closing quote of the string whose content begins at `from`, or NULL. */
static char *json_string_end(char *from)
{
    while (*from && *from != '"')
        from += *from == '\\' && from[1] ? 2 : 1;
    return *from ? from : NULL;
}

char *json_read_string(char **at)
{
    char *const from = *at + 1, *const end = json_string_end(from), *to = from;
    if (!end)
        return NULL;
    *end = '\0'; /* terminates the string, so that no escape sequence is read past its end */
    for (char *s = from; s < end;) {
        size_t size = 1;
        if (*s == '\\')
            s += json_decode(s, to, &size);
        else
            *to = *s++;
        to += size;
    }
    *to = '\0';
    *at = end + 1;
    return from;
}
