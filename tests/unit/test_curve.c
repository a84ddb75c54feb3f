/* SPDX-License-Identifier: GPL-3.0-only */
/* The curve of a training run: which points are kept, and its picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory_file.h"
#include "eval/train/curve.h"
#include "tests/support/support.h"

static char *picture(const Curve *curve, const char *title)
{
    size_t size;
    MemoryFile memory;
    ck_assert(memory_file_open(&memory));
    curve_write_svg(curve, title, memory.stream);
    char *text = memory_file_take(&memory, &size);
    ck_assert_ptr_nonnull(text);
    ck_assert_msg(!strstr(text, "nan") && !strstr(text, "inf"), "%s", text);
    ck_assert(strncmp(text, "<svg xmlns=\"http://www.w3.org/2000/svg\"", 39) == 0 && strcmp(text + size - 7, "</svg>\n") == 0);
    return text;
}

/* Reads the points of the nth line. Returns their number. */
static int points_of(const char *text, int n, double (*points)[2], int most)
{
    for (; n >= 0 && text; n--)
        text = (text = strstr(text, "points=\"")) ? text + strlen("points=\"") : NULL;
    ck_assert_ptr_nonnull(text);
    int count = 0, length;
    while (count < most && sscanf(text, "%lf,%lf %n", &points[count][0], &points[count][1], &length) == 2) {
        text += length;
        count++;
    }
    ck_assert_int_eq(*text, '"');
    return count;
}

START_TEST(a_full_curve_keeps_its_shape)
{
    static Curve curve;
    int validations = 0;
    for (int i = 0; i < 3 * CURVE_POINTS_MAX; i++)
        curve_add(&curve, &(CurvePoint){i / 1000.0, 1.0 / (i + 10), i % 1000 == 999 ? 0.02 : -1, 1e-3});
    ck_assert_int_le(curve.count, CURVE_POINTS_MAX);
    ck_assert_int_gt(curve.count, CURVE_POINTS_MAX / 4);
    for (int i = 0; i < curve.count; i++) {
        validations += curve.points[i].validation >= 0;
        ck_assert(i == 0 || curve.points[i].epochs > curve.points[i - 1].epochs);
    }
    ck_assert_int_eq(validations, 3 * CURVE_POINTS_MAX / 1000);
    ck_assert_float_eq(curve.points[curve.count - 1].epochs, (3 * CURVE_POINTS_MAX - 1) / 1000.0);
}
END_TEST

START_TEST(lower_losses_are_lower_in_the_picture)
{
    static Curve curve;
    double training[200][2], validation[200][2];
    for (int i = 1; i <= 100; i++)
        curve_add(&curve, &(CurvePoint){i / 10.0, 0.02 + 0.1 / i, i % 10 == 0 ? 0.03 + 0.1 / i : -1, 1e-3});
    char *text = picture(&curve, "a net");
    ck_assert_int_eq(points_of(text, 0, training, 200), 100);
    ck_assert_int_eq(points_of(text, 1, validation, 200), 10);
    for (int i = 1; i < 100; i++) {
        ck_assert_msg(training[i][0] > training[i - 1][0], "point %d is not right of the one before", i);
        ck_assert_msg(training[i][1] >= training[i - 1][1], "point %d is above the one before", i); /* y points downwards */
    }
    ck_assert(training[99][1] > training[20][1] + 50);
    for (int i = 0; i < 10; i++) /* the same time, a higher loss */
        ck_assert(fabs(validation[i][0] - training[10 * i + 9][0]) < 0.2 && validation[i][1] < training[10 * i + 9][1]);
    free(text);
}
END_TEST

START_TEST(few_points_still_make_a_picture)
{
    static Curve curve;
    double points[10][2];
    char *text = picture(&curve, "<nothing> & more");
    ck_assert(strstr(text, ">&#60;nothing&#62; &#38; more<"));
    ck_assert_int_eq(points_of(text, 0, points, 10), 0);
    free(text);
    for (int i = 0; i < 3; i++) { /* all equal */
        curve_add(&curve, &(CurvePoint){0.5 * i, 0.25, -1, 1e-3});
        text = picture(&curve, "a net");
        ck_assert_int_eq(points_of(text, 0, points, 10), i + 1);
        ck_assert(points[i][0] >= 0 && points[i][0] <= 860 && points[i][1] >= 0 && points[i][1] <= 480);
        free(text);
    }
}
END_TEST

Suite *curve_suite(void)
{
    Suite *suite = suite_create("curve");
    TCase *tc = tcase_create("curve");
    tcase_add_test(tc, a_full_curve_keeps_its_shape);
    tcase_add_test(tc, lower_losses_are_lower_in_the_picture);
    tcase_add_test(tc, few_points_still_make_a_picture);
    suite_add_tcase(suite, tc);
    return suite;
}
