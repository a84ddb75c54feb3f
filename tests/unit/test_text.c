/* SPDX-License-Identifier: GPL-3.0-only */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/encoding.h"
#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "tests/support/support.h"

/* ---- UTF-8 ---- */

static const struct {
    const char *bytes;
    size_t length; /* length of the first character, 0: invalid */
    uint32_t code;
    int width;
} characters[] = {
    {"a", 1, 'a', 1},
    {"\x7F", 1, 0x7F, 1},
    {"é", 2, 0xE9, 1},
    {"馬", 3, 0x99AC, 2},
    {"，", 3, 0xFF0C, 2},           /* full-width punctuation */
    {"Ａ", 3, 0xFF21, 2},           /* full-width letter */
    {"ｱ", 3, 0xFF71, 1},            /* half-width kana */
    {"한", 3, 0xD55C, 2},           /* Hangul */
    {"\xCC\x81", 2, 0x301, 0},      /* combining acute */
    {"\xE2\x80\x8B", 3, 0x200B, 0}, /* zero-width space */
    {"\xEF\xB8\x8F", 3, 0xFE0F, 0}, /* variation selector */
    {"│", 3, 0x2502, 1},            /* a line drawing character of the board */
    {"𠀀", 4, 0x20000, 2},          /* beyond the basic plane */
    {"\xF4\x8F\xBF\xBF", 4, 0x10FFFF, 1},
    {"\x80", 0, 0, 0},         /* a continuation byte */
    {"\xC0\xAF", 0, 0, 0},     /* an overlong slash */
    {"\xE0\x9F\xBF", 0, 0, 0}, /* overlong */
    {"\xF0\x8F\xBF\xBF", 0, 0, 0},
    {"\xED\xA0\x80", 0, 0, 0},     /* a surrogate */
    {"\xF4\x90\x80\x80", 0, 0, 0}, /* beyond Unicode */
    {"\xF8\x88\x80\x80\x80", 0, 0, 0},
    {"\xE9\xA6", 0, 0, 0}, /* the character is truncated */
    {"\xE9\xA6x", 0, 0, 0},
    {"\xFF", 0, 0, 0},
};

START_TEST(characters_are_decoded)
{
    for (int i = 0; i < COUNT(characters); i++) {
        const char *bytes = characters[i].bytes, *end = bytes + strlen(bytes);
        uint32_t code = 0;
        ck_assert_msg(utf8_decode(bytes, end, &code) == characters[i].length, "case %d: length", i);
        ck_assert_msg(utf8_decode(bytes, end, NULL) == characters[i].length, "case %d: length without code", i);
        ck_assert_msg(code == characters[i].code, "case %d: U+%04X", i, (unsigned)code);
        if (characters[i].length)
            ck_assert_msg(utf8_width(code) == characters[i].width, "case %d: width %d", i, utf8_width(code));
    }
    uint32_t code = 1;
    ck_assert(utf8_decode("", &""[1], &code) == 1 && code == 0);
}
END_TEST

START_TEST(every_character_is_read_as_it_is_written)
{
    for (uint32_t c = 0x80; c <= 0x10FFFF; c++) {
        char bytes[4];
        size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        for (size_t i = 0; i < n; i++)
            bytes[n - 1 - i] = (char)(i + 1 < n ? 0x80 | (c >> 6 * i & 0x3F) : (0xF00u >> n & 0xFF) | c >> 6 * i);
        uint32_t code = 0;
        bool surrogate = c >= 0xD800 && c < 0xE000;
        REQUIRE(utf8_decode(bytes, bytes + n, &code) == (surrogate ? 0 : n) && (surrogate || code == c), "U+%04X", (unsigned)c);
        REQUIRE(utf8_decode(bytes, bytes + n - 1, &code) == 0, "U+%04X torn", (unsigned)c);
    }
}
END_TEST

START_TEST(columns_are_counted)
{
    ck_assert_int_eq(utf8_columns(""), 0);
    ck_assert_int_eq(utf8_columns("红 red"), 6);
    ck_assert_int_eq(utf8_columns("\033[1;31m红\033[0m"), 2);
    ck_assert_int_eq(utf8_columns("\xBA\xEC"), 2); /* GBK: shown as two arbitrary characters */
    ck_assert_uint_eq(utf8_fit("红方先行", 5), 6);
    ck_assert_uint_eq(utf8_fit("红方先行", 8), 12);
    ck_assert_uint_eq(utf8_fit("abc", 0), 0);
    ck_assert_uint_eq(utf8_fit("e\xCC\x81x", 1), 3); /* combining marks stay with their letter */
    ck_assert_uint_eq(utf8_fit("\033[31mab", 1), 6);
    ck_assert_uint_eq(utf8_fit("\033[", 1), 2);
}
END_TEST

/* ---- Text ---- */

START_TEST(a_text_grows)
{
    Text t = TEXT_INIT;
    ck_assert_str_eq(t.data, "");
    size_t length = 0;
    for (int i = 0; i < 5000; i++) {
        ck_assert(text_add(&t, "红") && text_addf(&t, "%d", i) && text_add_char(&t, ' ') && text_add_word(&t, "x"));
        length += 3 + (size_t)snprintf(NULL, 0, "%d", i) + 3;
    }
    ck_assert_uint_eq(t.length, length);
    ck_assert_uint_eq(strlen(t.data), length);
    ck_assert(strncmp(t.data, "红0  x红1  x", 14) == 0);
    text_cut(&t, 3);
    ck_assert_str_eq(t.data, "红");
    char *taken = text_take(&t);
    ck_assert_str_eq(taken, "红");
    free(taken);
    ck_assert_str_eq(t.data, "");
    taken = text_take(&t);
    ck_assert_str_eq(taken, "");
    free(taken);
    text_addf(&t, "%s", "");
    ck_assert(!t.failed);
    text_free(&t);
    text_free(&t);
    ck_assert_str_eq(t.data, "");
}
END_TEST

START_TEST(a_long_format_is_written_whole)
{
    char word[3000];
    Text t = TEXT_INIT;
    memset(word, 'w', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    ck_assert(text_addf(&t, "%s|%s", word, word));
    ck_assert_uint_eq(t.length, 2 * sizeof word - 1);
    ck_assert(t.data[sizeof word - 1] == '|' && t.data[t.length - 1] == 'w' && t.data[t.length] == '\0');
    text_free(&t);
}
END_TEST

/* An array of any size receives the longest beginning of the text that ends with a whole character. */
START_TEST(arrays_are_cut_at_whole_characters)
{
    static const char whole[] = "ab红é𠀀z";
    for (size_t size = 1; size <= sizeof whole + 1; size++)
        for (int formatted = 0; formatted < 2; formatted++) {
            char array[sizeof whole + 2];
            memset(array, '#', sizeof array);
            Text t = text_over(array, size);
            bool fits = formatted ? text_addf(&t, "%s", whole) : text_add(&t, whole);
            size_t most = 0;
            for (const char *p = whole, *end = whole + strlen(whole); p <= end && (size_t)(p - whole) < size;) {
                most = (size_t)(p - whole);
                p += p < end ? utf8_decode(p, end, NULL) : 1;
            }
            ck_assert_msg(fits == (size >= sizeof whole) && t.failed == !fits, "size %d", (int)size);
            ck_assert_msg(t.length == most && strlen(array) == most && memcmp(array, whole, most) == 0, "size %d: %s", (int)size, array);
            ck_assert_msg(array[size] == '#', "size %d: written beyond", (int)size);
            if (!fits) /* nothing may be added after a word that did not fit */
                ck_assert(!text_add_char(&t, 'x') && !text_addf(&t, "x") && !text_add_word(&t, "") && t.length == most);
            text_free(&t);
        }
}
END_TEST

START_TEST(words_fit_whole_or_not_at_all)
{
    char array[8];
    Text t = text_over(array, sizeof array);
    ck_assert(text_add(&t, "pv"));
    ck_assert(!text_add_word(&t, "h2e2x"));
    ck_assert(!t.failed);
    ck_assert(text_add_word(&t, "h2e2"));
    ck_assert_str_eq(array, "pv h2e2");
    ck_assert(!text_add_word(&t, ""));
    text_cut(&t, 2);
    ck_assert(text_add_word(&t, ""));
    ck_assert_str_eq(array, "pv ");
}
END_TEST

static const struct {
    const char *foreign, *clean;
} cleaned[] = {
    {"", ""},
    {"Engine 1.0", "Engine 1.0"},
    {"象棋", "象棋"},
    {"a\tb\r\nc", "a b  c"},
    {"\033[31mred\007", "?[31mred?"},
    {"\x7F\xC2\x9B"
     "31m",
     "??31m"},          /* the C1 form of an escape */
    {"\xBA\xEC", "??"}, /* GBK */
    {"ok\xE9\xA6", "ok??"},
};

START_TEST(foreign_text_is_cleaned)
{
    for (int i = 0; i < COUNT(cleaned); i++) {
        Text t = TEXT_INIT;
        ck_assert(text_add_clean(&t, cleaned[i].foreign));
        ck_assert_str_eq(t.data, cleaned[i].clean);
        text_free(&t);
    }
}
END_TEST

START_TEST(columns_are_aligned)
{
    Text t = TEXT_INIT;
    ck_assert(text_add(&t, "红") && text_pad(&t, 0, 6) && text_add(&t, "|abc") && text_pad(&t, 8, 2) && text_add(&t, "|"));
    ck_assert_str_eq(t.data, "红    |abc|");
    text_free(&t);
}
END_TEST

/* ---- letters ---- */

START_TEST(only_ascii_has_letters_and_case)
{
    for (int byte = 0; byte < 256; byte++) {
        const char c = (char)byte;
        const bool capital = byte >= 'A' && byte <= 'Z', small = byte >= 'a' && byte <= 'z';
        ck_assert_int_eq(ascii_is_letter(c), capital || small);
        ck_assert_int_eq(ascii_is_digit(c), byte >= '0' && byte <= '9');
        ck_assert_int_eq(ascii_is_printable(c), byte >= ' ' && byte < 127);
        ck_assert_int_eq(ascii_lower(c), (char)(capital ? byte + 32 : byte));
        ck_assert_int_eq(ascii_upper(c), (char)(small ? byte - 32 : byte));
    }
    ck_assert(word_is("InFinite", "iNfINITE") && !word_is("go", "gone") && !word_is("gone", "go"));
    ck_assert(word_begins("name X", "NAME", 4) && !word_begins("nam", "name", 4) && word_begins("a", "b", 0));
    ck_assert(!word_is("\xDD", "\xFD")); /* upper and lower case in ISO 8859-1, halves of characters in UTF-8 */
}
END_TEST

/* Codes of the standard: of one, two and four bytes, of the latter the first and some others of each plane. */
START_TEST(gb18030_has_every_character)
{
    static const char
        text[] = "a\u4E2D\u20AC\xC2\x80\u3400\u9FA6\uFFFF\U00010000\U0001F600\U0010FFFF",
        codes[] = "a\xD6\xD0\xA2\xE3\x81\x30\x81\x30\x81\x39\xEE\x39\x82\x35\x8F\x33\x84\x31\xA4\x39\x90\x30\x81\x30\x94\x39\xFC\x36"
                  "\xE3\x32\x9A\x35";
    Text out = TEXT_INIT;
    ck_assert_int_eq(gb18030_add(text, &out), 0);
    ck_assert_uint_eq(out.length, sizeof codes - 1);
    ck_assert(memcmp(out.data, codes, sizeof codes) == 0);
    size_t length = out.length, bad;
    char *back = utf8_from(ENCODING_GB, out.data, &length, &bad);
    ck_assert_ptr_nonnull(back);
    ck_assert_str_eq(back, text);
    text_cut(&out, 0);
    ck_assert_int_eq(gb18030_add("a\uE000\xFF", &out), 2); /* private use, an invalid byte */
    ck_assert_str_eq(out.data, "a??");
    free(back);
    text_free(&out);
}
END_TEST

/* In every block of the first plane. */
START_TEST(gb18030_is_converted_back)
{
    Text text = TEXT_INIT, codes = TEXT_INIT;
    for (uint32_t point = 0x80; point < 0x10000; point += point < 0x3400 ? 1 : 11)
        if (point < 0xD800 || point > 0xF8FF) { /* surrogates, private use */
            char character[4];
            text_add_bytes(&text, character, utf8_put(point, character));
        }
    const int lost = gb18030_add(text.data, &codes);
    size_t length = codes.length, bad;
    char *back = utf8_from(ENCODING_GB, codes.data, &length, &bad);
    ck_assert_ptr_nonnull(back);
    ck_assert_int_le(lost, 0);
    ck_assert_str_eq(back, text.data);
    free(back);
    text_free(&codes);
    text_free(&text);
}
END_TEST

START_TEST(to_look_at_the_locale_does_not_set_it)
{
    setenv("LC_ALL", "C.UTF-8", 1);
    locale_is_utf8();
    ck_assert_str_eq(setlocale(LC_CTYPE, NULL), "C");
    unsetenv("LC_ALL");
}
END_TEST

Suite *text_suite(void)
{
    Suite *s = suite_create("text");
    TCase *tc = tcase_create("utf8");
    tcase_add_test(tc, characters_are_decoded);
    tcase_add_test(tc, every_character_is_read_as_it_is_written);
    tcase_add_test(tc, columns_are_counted);
    tcase_add_test(tc, gb18030_has_every_character);
    tcase_add_test(tc, gb18030_is_converted_back);
    suite_add_tcase(s, tc);
    tc = tcase_create("text");
    tcase_add_test(tc, a_text_grows);
    tcase_add_test(tc, a_long_format_is_written_whole);
    tcase_add_test(tc, arrays_are_cut_at_whole_characters);
    tcase_add_test(tc, words_fit_whole_or_not_at_all);
    tcase_add_test(tc, foreign_text_is_cleaned);
    tcase_add_test(tc, columns_are_aligned);
    suite_add_tcase(s, tc);
    tc = tcase_create("letters");
    tcase_add_test(tc, only_ascii_has_letters_and_case);
    tcase_add_test(tc, to_look_at_the_locale_does_not_set_it);
    suite_add_tcase(s, tc);
    return s;
}
