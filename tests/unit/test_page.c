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

START_TEST(texts_are_escaped)
{
    Text out = TEXT_INIT;
    page_add_text(&out, "<b a='x' c=\"y\">&馬");
    ck_assert_str_eq(out.data, "&#60;b a=&#39;x&#39; c=&#34;y&#34;&#62;&#38;馬");
    text_free(&out);
}
END_TEST

Suite *page_suite(void)
{
    Suite *s = suite_create("page");
    TCase *tc = tcase_create("core");
    tcase_add_test(tc, parts_fill_their_places);
    tcase_add_test(tc, texts_are_escaped);
    suite_add_tcase(s, tc);
    return s;
}
