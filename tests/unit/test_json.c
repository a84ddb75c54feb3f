/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/support.h"

START_TEST(commas_and_brackets_are_right)
{
    Text out = TEXT_INIT, in = TEXT_INIT;
    Json j = json_writer(&out);
    json_begin_object(&j, NULL);
    json_begin_array(&j, "none");
    json_end(&j);
    json_begin_array(&j, "a");
    json_add_number(&j, NULL, "%d", -1);
    json_begin_object(&j, NULL);
    json_end(&j);
    json_begin_object(&j, NULL);
    json_add_bool(&j, "yes", true);
    json_add_bool(&j, "no", false);
    json_end(&j);
    json_new_line(&j);
    json_add_null(&j, NULL);
    json_new_line(&j);
    json_end(&j);
    json_new_line(&j);
    text_add(&in, "s");
    json_take_text(&j, "t", &in);
    json_add_bytes(&j, "b", "abc", 2);
    json_end(&j);
    ck_assert_str_eq(out.data, "{\"none\":[],\"a\":[-1,{},{\"yes\":true,\"no\":false},\nnull\n],\n\"t\":\"s\",\"b\":\"ab\"}");
    ck_assert(in.length == 0 && in.room == 0);
    text_free(&out);
}
END_TEST

START_TEST(strings_and_names_are_escaped)
{
    Text out = TEXT_INIT;
    Json j = json_writer(&out);
    json_add_string(&j, NULL, "</script>\"\\\n\x01馬\xFF\xE9\xA6");
    ck_assert_str_eq(out.data, "\"\\u003c/script>\\u0022\\u005c\\u000a\\u0001馬???\"");
    text_cut(&out, 0);
    j = json_writer(&out);
    json_begin_object(&j, NULL);
    json_add_bytes(&j, "\"<", "a\0b", 3);
    json_end(&j);
    ck_assert_str_eq(out.data, "{\"\\u0022\\u003c\":\"a\\u0000b\"}");
    text_free(&out);
}
END_TEST

START_TEST(numbers_are_finite)
{
    Text out = TEXT_INIT;
    Json j = json_writer(&out);
    json_begin_array(&j, NULL);
    json_add_number(&j, NULL, "%.3f", NAN);
    json_add_number(&j, NULL, "%g", -INFINITY);
    json_add_number(&j, NULL, "%G", (double)INFINITY);
    json_add_number(&j, NULL, "%g", 1e300);
    json_end(&j);
    ck_assert_str_eq(out.data, "[null,null,null,1e+300]");
    text_free(&out);
}
END_TEST

START_TEST(failures_reach_the_output)
{
    char room[4];
    Text out = TEXT_INIT, cut = text_over(room, sizeof room);
    Json j = json_writer(&out);
    text_add(&cut, "longer");
    json_take_text(&j, NULL, &cut);
    ck_assert(out.failed);
    text_free(&out);
    out = text_over(room, sizeof room);
    j = json_writer(&out);
    json_begin_array(&j, NULL);
    json_add_number(&j, NULL, "%.1f", NAN);
    json_add_string(&j, NULL, "text");
    json_end(&j);
    ck_assert(out.failed && strlen(room) < sizeof room);
}
END_TEST

/* A string, its value, and the remaining text after it; if the value is NULL, the string has no end. */
static const struct {
    const char *json, *meaning, *rest;
} strings[] = {
    {"\"\"", "", ""},
    {"\"a\",", "a", ","},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"x", "\"\\/\b\f\n\r\t", "x"},
    {"\"\\u0041\\u00e9\\u99AC\\uD83D\\ude00\"", "Aé馬😀", ""},
    {"\"\\u0000|\\ud83d|\\ude00|\\ud83d\\u0041\"",
     "\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD"
     "A",
     ""},
    {"\"\\q\\u12\\u12g4\\\"\"", "\\q\\u12\\u12g4\"", ""},
    {"\"\\\\\"\"", "\\", "\""},
    {"\"", NULL, NULL},
    {"\"a\\\"", NULL, NULL},
    {"\"\\", NULL, NULL},
    {"\"\\u00", NULL, NULL},
};

START_TEST(strings_are_read)
{
    char text[80], *at = text;
    snprintf(text, sizeof text, "%s", strings[_i].json);
    const char *read = json_read_string(&at);
    if (strings[_i].meaning) {
        ck_assert_str_eq(read, strings[_i].meaning);
        ck_assert_str_eq(at, strings[_i].rest);
    } else {
        ck_assert(!read && at == text);
        ck_assert_str_eq(text, strings[_i].json);
    }
}
END_TEST

Suite *json_suite(void)
{
    Suite *s = suite_create("json");
    TCase *tc = tcase_create("json");
    tcase_add_test(tc, commas_and_brackets_are_right);
    tcase_add_test(tc, strings_and_names_are_escaped);
    tcase_add_test(tc, numbers_are_finite);
    tcase_add_test(tc, failures_reach_the_output);
    tcase_add_loop_test(tc, strings_are_read, 0, (int)(sizeof strings / sizeof *strings));
    suite_add_tcase(s, tc);
    return s;
}
