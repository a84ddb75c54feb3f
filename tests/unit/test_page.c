/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/page.h"
#include "tests/support/support.h"

START_TEST(parts_fill_their_places)
{
    Text out = TEXT_INIT;
    const PagePart parts[] = {{"a", "<{{b}}>"}, {"a b", "two"}, {"b", ""}};
    ck_assert(page_add(&out, "x{{a}}{{b}}y{{a b}}{{a}}", parts, 3));
    ck_assert_str_eq(out.data, "x<{{b}}>ytwo<{{b}}>"); /* values are not searched for placeholders */
    text_cut(&out, 0);
    ck_assert(page_add(&out, "{{b}}x{{a", parts, 3));
    ck_assert_str_eq(out.data, "x{{a"); /* an unclosed placeholder is plain text */
    text_free(&out);
}
END_TEST

START_TEST(modules_become_one_script)
{
    Text out = TEXT_INIT;
    page_add_module(&out, "// import this\nimport { a,\n  b } from './a.js';\nexport const c = a; // export d\n  export\n");
    page_add_module(&out, "import './x.js';\nexport class D {}\nconst text = 'import x';");
    ck_assert_str_eq(out.data, "// import this\nconst c = a; // export d\n  export\nclass D {}\nconst text = 'import x';");
    text_cut(&out, 0);
    ck_assert(page_add_module(&out, "import 'cut off'") && out.length == 0);
    text_free(&out);
}
END_TEST

START_TEST(texts_are_escaped)
{
    Text out = TEXT_INIT;
    page_add_text(&out, "<b a='x' c=\"y\">&馬");
    ck_assert_str_eq(out.data, "&#60;b a=&#39;x&#39; c=&#34;y&#34;&#62;&#38;馬");
    text_free(&out);
}
END_TEST

START_TEST(entities_are_read)
{
    static const struct {
        const char *text, *character; /* NULL: not an entity */
    } cases[] = {{"&lt;b", "<"}, {"&amp;lt;", "&"},  {"&nbsp;", " "},  {"&#x7EA2;", "红"},  {"&#X7ea2;", "红"}, {"&#32418;", "红"},
                 {"&", NULL},    {"&lt", NULL},      {"lt;", NULL},    {"&#;", NULL},       {"&#0;", NULL},     {"&#a;", NULL},
                 {"&#65", NULL}, {"&#xD800;", NULL}, {"&#-65;", NULL}, {"&#x110000;", NULL}};
    char character[5];
    for (int i = 0; i < COUNT(cases); i++) {
        const size_t length = page_read_entity(cases[i].text, character);
        ck_assert_msg((length > 0) == (cases[i].character != NULL), "%s: %zu bytes", cases[i].text, length);
        ck_assert_msg(length == 0 || strcmp(character, cases[i].character) == 0, "%s: %s", cases[i].text, character);
    }
}
END_TEST

Suite *page_suite(void)
{
    Suite *s = suite_create("page");
    TCase *tc = tcase_create("core");
    tcase_add_test(tc, parts_fill_their_places);
    tcase_add_test(tc, modules_become_one_script);
    tcase_add_test(tc, texts_are_escaped);
    tcase_add_test(tc, entities_are_read);
    suite_add_tcase(s, tc);
    return s;
}
