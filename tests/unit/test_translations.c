/* SPDX-License-Identifier: GPL-3.0-only */
/* The catalogue of Chinese texts (engine/base/chinese.c) against the sources that use it. */
#include <ctype.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "tests/support/support.h"

START_TEST(entries_are_sorted_and_unique)
{
    for (Language l = LANGUAGE_CHINESE; l < LANGUAGES; l++) {
        const Catalogue *c = language_texts(l);
        for (const Translation *t = c->entries + 1; t < c->entries + c->count; t++)
            REQUIRE(strcmp(t[-1].english, t->english) < 0, "%s: \"%s\" must come before \"%s\"", language_words[l], t->english,
                    t[-1].english);
    }
}
END_TEST

/* Lists the conversions of a format: kinds[i] becomes the type of argument i, such as "s" or "ld". Returns their number. */
enum { MOST_CONVERSIONS = 12, CONVERSION_SIZE = 12 };
static int format_conversions(const char *format, char kinds[][CONVERSION_SIZE])
{
    int count = 0;
    memset(kinds, 0, MOST_CONVERSIONS * CONVERSION_SIZE);
    for (const char *p = format; (p = strchr(p, '%')); p++) {
        if (*++p == '%')
            continue;
        char *end;
        long number = strtol(p, &end, 10);
        int at = *end == '$' ? (int)number - 1 : count;
        p = *end == '$' ? end + 1 : p;
        for (p += strspn(p, "-+ #"); *p && strchr("0123456789.", *p); p++)
            ;
        size_t length = strcspn(p, "cdeEfgGiopsuxX");
        ck_assert_msg(at >= 0 && at < MOST_CONVERSIONS && length + 2 < CONVERSION_SIZE && p[length], "%s", format);
        memcpy(kinds[at], p, length + 1);
        count++;
        p += length;
    }
    return count;
}

START_TEST(formats_have_the_same_conversions)
{
    for (Language l = LANGUAGE_CHINESE; l < LANGUAGES; l++) {
        const Catalogue *c = language_texts(l);
        for (const Translation *t = c->entries; t < c->entries + c->count; t++) {
            char english[MOST_CONVERSIONS][CONVERSION_SIZE], other[MOST_CONVERSIONS][CONVERSION_SIZE];
            int count = format_conversions(t->english, english);
            REQUIRE(format_conversions(t->text, other) == count, "%s: different numbers of conversions in %s", t->english,
                    language_words[l]);
            for (int k = 0; k < count; k++)
                REQUIRE(strcmp(english[k], other[k]) == 0, "%s: argument %d is %%%s in %s", t->english, k + 1, other[k], language_words[l]);
        }
    }
}
END_TEST

/* ---- texts in the sources ---- */

/* Functions that translate an argument, with its index. */
static const struct {
    const char *name;
    int argument;
} translators[] = {{"tr", 1},          {"N_", 0},          {"why_not", 1},  {"play_tell", 1}, {"play_ask", 1},
                   {"play_refuse", 3}, {"verdict_say", 1}, {"pgn_lose", 1}, {"tag_refuse", 1}};

typedef struct Call {
    char name[40]; /* "" for brackets that are not a call */
    int argument;
} Call;

/* Adds the string literal at p, with adjacent ones and PRI macros, to the text. Returns the rest. */
static const char *literal_read(const char *p, Text *text)
{
    static const struct {
        const char *name, *value;
    } macros[] = {{"PRId64", PRId64}, {"PRIu64", PRIu64}};
    for (;; p += strspn(p, " \t\n\\")) {
        bool known = false;
        for (int i = 0; i < COUNT(macros); i++)
            if (strncmp(p, macros[i].name, strlen(macros[i].name)) == 0) {
                text_add(text, macros[i].value);
                p += strlen(macros[i].name);
                known = true;
            }
        if (!known && *p != '"')
            return p;
        for (p += !known; !known && *p != '"'; p++)
            text_add_char(text, *p != '\\' ? *p : *++p == 'n' ? '\n' : *p);
        p += !known;
    }
}

static const Translation *translation_of(const Catalogue *c, const char *english)
{
    for (const Translation *t = c->entries; t < c->entries + c->count; t++)
        if (strcmp(t->english, english) == 0)
            return t;
    return NULL;
}

/* Returns true if the text has letters besides its conversions. */
static bool has_words(const char *text)
{
    for (const char *p = text; *p; p++)
        if (*p == '%')
            p += strcspn(p, "cdeEfgGiopsuxX%") + (p[1] == '%');
        else if (isalpha((unsigned char)*p) && isalpha((unsigned char)p[1]))
            return true;
    return false;
}

static bool is_translated(const Call *call)
{
    for (int i = 0; call && i < COUNT(translators); i++)
        if (strcmp(call->name, translators[i].name) == 0 && call->argument == translators[i].argument)
            return true;
    return false;
}

/* Marks the entries whose keys the file contains as literals. Fails for a text without an entry, and for one of the library that is not
 * in Vietnamese. */
static void file_check(const char *path, const char *p, bool *used)
{
    enum { DEEPEST = 200 };
    const bool in_library =
        begins_with(path, "engine/") || begins_with(path, "protocol/trainer/") || strcmp(path, "protocol/web/rules.c") == 0;
    Call calls[DEEPEST] = {0};
    char word[40] = "";
    int depth = 0;
    while (*p) {
        if (strncmp(p, "/*", 2) == 0) {
            p = strstr(p, "*/") + 2;
        } else if (*p == '\'') {
            for (p++; *p != '\''; p++)
                p += *p == '\\';
            p++;
        } else if (*p == '"') {
            Text text = TEXT_INIT;
            p = literal_read(p, &text);
            const Translation *t = translation_of(&chinese_texts, text.data);
            if (t)
                used[t - chinese_texts.entries] = true;
            ck_assert_msg(!t || !in_library || translation_of(&vietnamese_texts, text.data), "%s: no Vietnamese for \"%s\"", path,
                          text.data);
            ck_assert_msg(t || !is_translated(depth ? &calls[depth - 1] : NULL) || !has_words(text.data), "%s: no Chinese for \"%s\"", path,
                          text.data);
            text_free(&text);
        } else if (isalnum((unsigned char)*p) || *p == '_') {
            size_t length = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
            snprintf(word, sizeof word, "%.*s", (int)length, p);
            p += length;
            continue;
        } else {
            if (strchr("([{", *p)) {
                ck_assert_int_lt(depth, DEEPEST);
                calls[depth] = (Call){.argument = 0};
                strcpy(calls[depth++].name, *p == '(' ? word : "");
            } else if (strchr(")]}", *p) && depth > 0) {
                depth--;
            } else if (*p == ',' && depth > 0) {
                calls[depth - 1].argument++;
            }
            p++;
        }
        if (!isspace((unsigned char)*p))
            *word = '\0';
    }
}

START_TEST(sources_and_catalogue_agree)
{
    static const char *const folders[] = {"bench/*.[ch]",    "bench/*/*.[ch]",    "engine/*/*.[ch]", "eval/*/*.[ch]",
                                          "protocol/*.[ch]", "protocol/*/*.[ch]", "search/*.[ch]"};
    bool *used = calloc(chinese_texts.count, sizeof *used);
    for (int i = 0; i < COUNT(folders); i++) {
        glob_t files;
        ck_assert_int_eq(glob(folders[i], 0, NULL, &files), 0);
        for (size_t k = 0; k < files.gl_pathc; k++) {
            size_t length;
            char *text = text_read_file(files.gl_pathv[k], &length, NULL);
            ck_assert_ptr_nonnull(text);
            if (!strstr("engine/base/chinese.c engine/base/traditional.c engine/base/vietnamese.c", files.gl_pathv[k]))
                file_check(files.gl_pathv[k], text, used);
            free(text);
        }
        globfree(&files);
    }
    for (size_t i = 0; i < chinese_texts.count; i++)
        REQUIRE(used[i], "no source has \"%s\"", chinese_texts.entries[i].english);
    free(used);
}
END_TEST

/* Returns true if a CJK character or full-width sign begins at p, or ends before it. */
static bool is_wide_from(const char *p) { return (unsigned char)*p >= 0xE3; }
static bool is_wide_before(const char *text, const char *p) { return p - text >= 3 && (unsigned char)p[-1] >= 0x80 && is_wide_from(p - 3); }

/* ASCII punctuation may stand in file names and options, but not as punctuation of the Chinese text: next to a Chinese character,
 * or before a blank. */
START_TEST(punctuation_is_full_width)
{
    for (size_t i = 0; i < chinese_texts.count + traditional_texts.count; i++) {
        const Translation *t = i < chinese_texts.count ? &chinese_texts.entries[i] : &traditional_texts.entries[i - chinese_texts.count];
        const char *text = t->text;
        bool wide = false;
        for (const char *p = text; *p; p++)
            wide |= is_wide_from(p);
        for (const char *p = text; wide && (p = strpbrk(p, ",;:()")); p++) {
            const bool symbol = p - text >= 1 && p[-1] == ' ' && p[1] == ' '; /* the sign itself is meant: `separated by ;` */
            const bool quoted = begins_with(p + 1, "」");
            REQUIRE(symbol || quoted || (!is_wide_before(text, p) && !is_wide_from(p + 1) && !strchr(" \n", p[1])),
                    "%s: ASCII '%c' in \"%s\"", t->english, *p, text);
        }
    }
}
END_TEST

START_TEST(vietnamese_texts_are_known)
{
    for (const Translation *t = vietnamese_texts.entries; t < vietnamese_texts.entries + vietnamese_texts.count; t++)
        REQUIRE(translation_of(&chinese_texts, t->english), "no source has \"%s\"", t->english);
}
END_TEST

START_TEST(traditional_texts_are_those_of_chinese)
{
    ck_assert_uint_eq(traditional_texts.count, chinese_texts.count);
    for (size_t i = 0; i < chinese_texts.count; i++)
        ck_assert_str_eq(traditional_texts.entries[i].english, chinese_texts.entries[i].english);
}
END_TEST

/* tests/data/simplified.txt has characters that are never written in traditional texts, or not in ours: 後, not 后. */
START_TEST(no_traditional_text_has_simplified_characters)
{
    size_t length;
    char *simplified = text_read_file("tests/data/simplified.txt", &length, NULL);
    ck_assert_ptr_nonnull(simplified);
    for (const Translation *t = traditional_texts.entries; t < traditional_texts.entries + traditional_texts.count; t++)
        for (const char *p = t->text, *next; *p; p = next) {
            char character[8];
            next = p + utf8_decode(p, p + strlen(p), NULL);
            snprintf(character, sizeof character, "%.*s", (int)(next - p), p);
            REQUIRE((unsigned char)*p < 0x80 || !strstr(simplified, character), "%s in \"%s\"", character, t->text);
        }
    free(simplified);
}
END_TEST

START_TEST(a_text_without_translation_stays_english)
{
    ck_assert_str_eq(tr(LANGUAGE_CHINESE, "no such text"), "no such text");
    ck_assert_str_eq(tr(LANGUAGE_CHINESE, "out of memory"), "内存不足");
    ck_assert_str_eq(tr(LANGUAGE_ENGLISH, "out of memory"), "out of memory");
}
END_TEST

Suite *translations_suite(void)
{
    Suite *s = suite_create("translations");
    TCase *tc = tcase_create("translations");
    tcase_add_test(tc, entries_are_sorted_and_unique);
    tcase_add_test(tc, formats_have_the_same_conversions);
    tcase_add_test(tc, sources_and_catalogue_agree);
    tcase_add_test(tc, punctuation_is_full_width);
    tcase_add_test(tc, vietnamese_texts_are_known);
    tcase_add_test(tc, traditional_texts_are_those_of_chinese);
    tcase_add_test(tc, no_traditional_text_has_simplified_characters);
    tcase_add_test(tc, a_text_without_translation_stays_english);
    suite_add_tcase(s, tc);
    return s;
}
