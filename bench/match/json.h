/* json.h - reading JSON into a tree, and writing strings. Strict: RFC 8259, UTF-8, nothing more. */
#ifndef HANXIN_BENCH_MATCH_JSON_H
#define HANXIN_BENCH_MATCH_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum JsonKind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct Json Json;
struct Json {
    JsonKind kind;
    bool boolean;
    double number;
    char *name;  /* within an object; owned by the tree, as is all */
    char *text;  /* of a string */
    Json *items; /* of an array or object */
    int count;
};

/* Reads one value that fills [text, text + length) but for blanks. False when it is not JSON or memory
 * is short; then there is nothing to clear. */
bool json_read(const char *text, size_t length, Json *value) __attribute__((warn_unused_result));
void json_clear(Json *value);

/* A member of an object; NULL when absent or when `object` is none (so look-ups can be chained). */
const Json *json_get(const Json *object, const char *name);

/* Members with a fallback for what is absent or of another kind. */
double json_number(const Json *object, const char *name, double fallback);
const char *json_text(const Json *object, const char *name, const char *fallback);
bool json_bool(const Json *object, const char *name, bool fallback);

/* Is it (NULL: no) a whole number within the limits? Then it is stored, cut to 64 bits. */
bool json_whole(const Json *value, double low, double high, int64_t *whole) __attribute__((warn_unused_result));

/* Writes a string with its quotes. Bytes that are not UTF-8 become U+FFFD. `<` is written as an escape,
 * so that the text may stand within an HTML script. */
void json_write_string(FILE *out, const char *text);

#endif
