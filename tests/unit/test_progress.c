/* SPDX-License-Identifier: GPL-3.0-only */
/* The progress line of long work, and readable durations. */
#include <string.h>

#include "engine/base/progress.h"
#include "tests/support/support.h"

static const char *written(FILE *file)
{
    static char text[1000];
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    return text;
}

START_TEST(a_terminal_has_one_line)
{
    FILE *file = tmpfile();
    Progress p = progress_new(file, true);
    ck_assert(progress_due(&p, 100000, 100000));
    progress_show(&p, "%d of 3", 1);
    ck_assert(!progress_due(&p, 100000, 0) && progress_due(&p, 0, 100000));
    progress_show(&p, "2 of 3");
    progress_note(&p, "a %s", "note");
    ck_assert(progress_due(&p, 100000, 100000));
    progress_clear(&p); /* the line is empty */
    progress_show(&p, "3 of 3");
    progress_finish(&p);
    progress_finish(&p);
    ck_assert_str_eq(written(file), "\r\033[K\033[?7l1 of 3\033[?7h\r\033[K\033[?7l2 of 3\033[?7h\r\033[Ka note\n"
                                    "\r\033[K\033[?7l3 of 3\033[?7h\n");
    fclose(file);
}
END_TEST

START_TEST(a_file_has_a_line_each_time)
{
    FILE *file = tmpfile();
    Progress p = progress_new(file, false);
    progress_show(&p, "1 of 2");
    ck_assert(!progress_due(&p, 0, 100000) && progress_due(&p, 100000, 0));
    progress_clear(&p);
    ck_assert(!progress_due(&p, 0, 100000)); /* the line is still visible */
    progress_show(&p, "2 of 2");
    progress_finish(&p);
    ck_assert_str_eq(written(file), "1 of 2\n2 of 2\n");
    fclose(file);
}
END_TEST

START_TEST(a_long_line_ends_with_a_whole_character)
{
    FILE *file = tmpfile();
    Progress p = progress_new(file, false);
    char text[600] = "";
    for (int i = 0; i < 199; i++)
        strcat(text, "\u5f08"); /* three bytes each */
    progress_show(&p, "a%s", text);
    const char *line = written(file);
    ck_assert_uint_eq(strlen(line), 1 + 510 - 510 % 3 + 1);
    ck_assert_str_eq(line + strlen(line) - 4, "\u5f08\n");
    fclose(file);
}
END_TEST

START_TEST(durations_read_as_clocks)
{
    static const struct {
        int64_t seconds;
        const char *text;
    } cases[] = {{0, "0:00:00"},      {59, "0:00:59"},        {3600, "1:00:00"},
                 {86399, "23:59:59"}, {86400, "1d 00:00:00"}, {1000000, "11d 13:46:40"}};
    char text[DURATION_SIZE];
    for (int i = 0; i < COUNT(cases); i++)
        ck_assert_str_eq(duration_text(cases[i].seconds, text), cases[i].text);
    duration_text(INT64_MAX, text);
}
END_TEST

Suite *progress_suite(void)
{
    Suite *suite = suite_create("progress");
    TCase *tc = tcase_create("progress");
    tcase_add_test(tc, a_terminal_has_one_line);
    tcase_add_test(tc, a_file_has_a_line_each_time);
    tcase_add_test(tc, a_long_line_ends_with_a_whole_character);
    tcase_add_test(tc, durations_read_as_clocks);
    suite_add_tcase(suite, tc);
    return suite;
}
