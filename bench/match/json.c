#include "bench/match/json.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/utf8.h"

enum { MAX_DEPTH = 32 };

typedef struct Reader {
    const char *at, *end;
} Reader;

void json_clear(Json *v)
{
    for (int i = 0; i < v->count; i++)
        json_clear(&v->items[i]);
    free(v->items);
    free(v->text);
    free(v->name);
    memset(v, 0, sizeof *v);
}

static void skip_blanks(Reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(Reader *r, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static char *put_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xC0 | c >> 6);
        *out++ = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *out++ = (char)(0xE0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 63));
        *out++ = (char)(0x80 | (c & 63));
    } else {
        *out++ = (char)(0xF0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 63));
        *out++ = (char)(0x80 | (c >> 6 & 63));
        *out++ = (char)(0x80 | (c & 63));
    }
    return out;
}

static bool read_hex(Reader *r, uint32_t *c)
{
    *c = 0;
    if (r->end - r->at < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF", *d = strchr(digits, *r->at++);
        if (!d || !*d)
            return false;
        *c = *c * 16 + (uint32_t)((d - digits) & 15);
    }
    return true;
}

/* Behind the opening quote. The escaped form is never shorter than the text. */
static char *read_string(Reader *r)
{
    const char *close = r->at;
    while (close < r->end && *close != '"')
        close += *close == '\\' ? 2 : 1;
    if (close >= r->end)
        return NULL;
    char *text = malloc((size_t)(close - r->at) + 1), *out = text;
    while (text && r->at < close) {
        uint32_t c, low;
        if ((unsigned char)*r->at < 0x20)
            goto bad;
        if (*r->at != '\\') {
            size_t length = utf8_decode(r->at, close, NULL);
            if (length == 0)
                goto bad;
            for (; length > 0; length--)
                *out++ = *r->at++;
            continue;
        }
        const char *codes = "\"\\/bfnrt", *code = strchr(codes, r->at[1]);
        r->at += 2;
        if (code && *code) {
            *out++ = "\"\\/\b\f\n\r\t"[code - codes];
        } else if (r->at[-1] == 'u' && read_hex(r, &c)) {
            bool surrogate = c >= 0xD800 && c < 0xE000;
            if (surrogate && !(c < 0xDC00 && take(r, "\\u") && read_hex(r, &low) && low >= 0xDC00 && low < 0xE000))
                goto bad;
            if (surrogate)
                c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            if (c == 0)
                goto bad;
            out = put_utf8(out, c);
        } else {
            goto bad;
        }
    }
    if (text) {
        *out = '\0';
        r->at = close + 1;
    }
    return text;
bad:
    free(text);
    return NULL;
}

static bool read_value(Reader *r, Json *v, int depth);

/* Behind the opening bracket. */
static bool read_items(Reader *r, Json *v, int depth)
{
    char close = v->kind == JSON_ARRAY ? ']' : '}';
    for (skip_blanks(r); !(v->count == 0 && r->at < r->end && *r->at == close); skip_blanks(r)) {
        if ((v->count & (v->count - 1)) == 0) {
            Json *more = realloc(v->items, (v->count ? (size_t)v->count * 2 : 1) * sizeof *more);
            if (!more)
                return false;
            v->items = more;
        }
        Json *item = &v->items[v->count++];
        memset(item, 0, sizeof *item);
        if (v->kind == JSON_OBJECT) {
            if (!take(r, "\"") || !(item->name = read_string(r)))
                return false;
            skip_blanks(r);
            if (!take(r, ":"))
                return false;
        }
        if (!read_value(r, item, depth + 1))
            return false;
        skip_blanks(r);
        if (!take(r, ","))
            break;
    }
    return r->at < r->end && *r->at++ == close;
}

/* Digits behind `at`, moved past; false if there are none. */
static bool skip_digits(const char **at)
{
    size_t digits = strspn(*at, "0123456789");
    *at += digits;
    return digits > 0;
}

/* -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)? and nothing behind it. */
static bool is_number(const char *at)
{
    at += *at == '-';
    if (*at == '0')
        at++;
    else if (!skip_digits(&at))
        return false;
    if (*at == '.' && (at++, !skip_digits(&at)))
        return false;
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        if (!skip_digits(&at))
            return false;
    }
    return *at == '\0';
}

static bool read_number(Reader *r, Json *v)
{
    char word[400];
    size_t length = 0;
    while (r->at + length < r->end && length < sizeof word - 1 && strchr("+-.0123456789eE", r->at[length]) && r->at[length])
        length++;
    memcpy(word, r->at, length);
    word[length] = '\0';
    r->at += length;
    if (!is_number(word))
        return false;
    v->number = strtod(word, NULL);
    v->kind = JSON_NUMBER;
    return isfinite(v->number);
}

static bool read_value(Reader *r, Json *v, int depth)
{
    if (depth > MAX_DEPTH)
        return false;
    skip_blanks(r);
    if (take(r, "{") || take(r, "[")) {
        v->kind = r->at[-1] == '{' ? JSON_OBJECT : JSON_ARRAY;
        return read_items(r, v, depth);
    }
    if (take(r, "\"")) {
        v->kind = JSON_STRING;
        v->text = read_string(r);
        return v->text != NULL;
    }
    if (take(r, "true") || take(r, "false")) {
        v->kind = JSON_BOOL;
        v->boolean = r->at[-2] == 'u';
        return true;
    }
    if (take(r, "null"))
        return true;
    return read_number(r, v);
}

bool json_read(const char *text, size_t length, Json *v)
{
    Reader r = {text, text + length};
    memset(v, 0, sizeof *v);
    bool ok = read_value(&r, v, 0);
    skip_blanks(&r);
    if (ok && r.at == r.end)
        return true;
    json_clear(v);
    return false;
}

const Json *json_get(const Json *object, const char *name)
{
    for (int i = 0; object && object->kind == JSON_OBJECT && i < object->count; i++)
        if (strcmp(object->items[i].name, name) == 0)
            return &object->items[i];
    return NULL;
}

double json_number(const Json *object, const char *name, double fallback)
{
    const Json *v = json_get(object, name);
    return v && v->kind == JSON_NUMBER ? v->number : fallback;
}

bool json_whole(const Json *v, double low, double high, int64_t *whole)
{
    if (!v || v->kind != JSON_NUMBER || !(v->number >= low && v->number <= high) || v->number != floor(v->number))
        return false;
    *whole = v->number < -0x1p63 ? INT64_MIN : v->number >= 0x1p63 ? INT64_MAX : (int64_t)v->number;
    return true;
}

const char *json_text(const Json *object, const char *name, const char *fallback)
{
    const Json *v = json_get(object, name);
    return v && v->kind == JSON_STRING ? v->text : fallback;
}

bool json_bool(const Json *object, const char *name, bool fallback)
{
    const Json *v = json_get(object, name);
    return v && v->kind == JSON_BOOL ? v->boolean : fallback;
}

void json_write_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const char *s = text, *end = text + strlen(text); s < end;) {
        size_t length = utf8_decode(s, end, NULL);
        if (length == 0) {
            fputs("\\ufffd", out);
            s++;
        } else if (length == 1 && ((unsigned char)*s < 0x20 || *s == '<' || *s == 0x7F)) {
            fprintf(out, "\\u%04x", (unsigned)*s++);
        } else if (*s == '"' || *s == '\\') {
            fprintf(out, "\\%c", *s++);
        } else {
            fwrite(s, 1, length, out);
            s += length;
        }
    }
    fputc('"', out);
}
