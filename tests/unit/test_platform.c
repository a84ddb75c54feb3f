/* SPDX-License-Identifier: GPL-3.0-only */
/* Resource limits of the process (control groups and affinity), and folders. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/cgroup.h"
#include "engine/base/platform.h"
#include "engine/base/processor_groups.h"
#include "tests/support/support.h"

#define NONE INT64_MAX

static const struct {
    const char *groups; /* the process's own file */
    struct {
        const char *path, *text;
    } files[5];
    int64_t memory, processors;
} cases[] = {
    {"0::/\n", {{"memory.max", "max\n"}, {"cpu.max", "max 100000\n"}}, NONE, NONE},
    {"0::/\n", {{"memory.max", "1048576\n"}, {"cpu.max", "150000 100000\n"}}, 1048576, 2},
    {"0::/a/b\n", {{"a/b/memory.max", "max\n"}, {"a/memory.max", "7000\n"}, {"memory.max", "8000\n"}}, 7000, NONE},
    {"0::/a/b\n", {{"a/b/cpu.max", "400000 100000\n"}, {"a/cpu.max", "100000 100000\n"}}, NONE, 1},
    {"0::/elsewhere/in/the/host\n", {{"memory.max", "9000\n"}}, 9000, NONE},
    {"5:memory:/a\n4:cpu,cpuacct:/a\n", {{"memory/a/memory.max", "6000\n"}, {"memory.max", "6000\n"}}, NONE, NONE}, /* version 1 */
    {"4:cpu:/\n0::/a\n", {{"a/cpu.max", "50000 100000\n"}}, NONE, 1},
    {"nonsense\n::\n0:", {{"memory.max", "nonsense\n"}}, NONE, NONE},
    {"0::/\n", {{"memory.max", "0\n"}, {"cpu.max", "100000 0\n"}}, NONE, NONE},
};

static void put(const char *folder, const char *name, const char *text)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    *strrchr(path, '/') = '\0';
    ck_assert(folder_make(path));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

START_TEST(control_groups_are_read)
{
    char root[4000], groups[4096];
    snprintf(root, sizeof root, "%s/cgroup", scratch_folder());
    snprintf(groups, sizeof groups, "%s/groups", root);
    put(root, "groups", cases[_i].groups);
    for (int i = 0; i < COUNT(cases[_i].files) && cases[_i].files[i].path; i++)
        put(root, cases[_i].files[i].path, cases[_i].files[i].text);
    CgroupLimits limits = cgroup_limits(groups, root);
    ck_assert_int_eq(limits.memory, cases[_i].memory);
    ck_assert_int_eq(limits.processors, cases[_i].processors);
}
END_TEST

START_TEST(without_files_there_is_no_limit)
{
    CgroupLimits limits = cgroup_limits("/no/such/file", "/no/such/folder");
    ck_assert(limits.memory == NONE && limits.processors == NONE);
}
END_TEST

START_TEST(affinity_counts)
{
    ck_assert_int_ge(processor_count(), 1);
    ck_assert_int_le(processor_count(), (int)sysconf(_SC_NPROCESSORS_CONF));
    ck_assert_int_gt(memory_mib(), 0);
#ifdef __linux__
    cpu_set_t ours, one;
    ck_assert(sched_getaffinity(0, sizeof ours, &ours) == 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &ours))
            CPU_SET(i, &one);
    ck_assert(sched_setaffinity(0, sizeof one, &one) == 0);
    ck_assert_int_eq(processor_count(), 1);
    ck_assert(sched_setaffinity(0, sizeof ours, &ours) == 0);
#endif
}
END_TEST

#ifdef __linux__
START_TEST(a_thread_is_bound)
{
    const int count = processor_count();
    cpu_set_t ours, one;
    ck_assert(sched_getaffinity(0, sizeof ours, &ours) == 0);
    ck_assert(!thread_bind(CPU_COUNT(&ours), 1));
    ck_assert(!thread_bind(1, CPU_COUNT(&ours)));
    ck_assert(!thread_bind(0, CPU_COUNT(&ours) + 1));
    ck_assert(sched_getaffinity(0, sizeof one, &one) == 0);
    ck_assert_int_eq(processor_count(), count); /* nothing was changed */
    ck_assert(thread_bind(CPU_COUNT(&ours) - 1, 1));
    ck_assert(sched_getaffinity(0, sizeof one, &one) == 0);
    ck_assert_int_eq(CPU_COUNT(&one), 1);
    CPU_AND(&one, &one, &ours);
    ck_assert_int_eq(CPU_COUNT(&one), 1);
    ck_assert(sched_setaffinity(0, sizeof ours, &ours) == 0);
}
END_TEST
#endif

/* Two groups of Windows with 64 processors each, of which 60 may be used in the second; and a process that is bound to four. */
START_TEST(groups_of_processors_fill_in_turn)
{
    static const int two[] = {64, 60}, bound[] = {0, 4, 0};
    int first = -1;
    ck_assert_int_eq(group_of_thread(two, 2, 0, 0), 0);
    ck_assert_int_eq(group_of_thread(two, 2, 0, 63), 0);
    ck_assert_int_eq(group_of_thread(two, 2, 0, 64), 1);
    ck_assert_int_eq(group_of_thread(two, 2, 0, 123), 1);
    ck_assert_int_eq(group_of_thread(two, 2, 0, 124), 0);
    ck_assert_int_eq(group_of_thread(two, 2, 1, 59), 1);
    ck_assert_int_eq(group_of_thread(two, 2, 1, 60), 0);
    ck_assert_int_eq(group_of_thread(bound, 3, 1, 255), 1);
    ck_assert_int_eq(group_of_thread(bound, 3, 0, 5), 1);
    ck_assert_int_eq(group_of_thread((const int[]){0}, 1, 0, 3), 0);

    ck_assert(group_of_block(two, 2, 0, 24, &first) == 0 && first == 0);
    ck_assert(group_of_block(two, 2, 1, 24, &first) == 0 && first == 24);
    ck_assert(group_of_block(two, 2, 2, 24, &first) == 1 && first == 0); /* no block is in two groups */
    ck_assert(group_of_block(two, 2, 3, 24, &first) == 1 && first == 24);
    ck_assert_int_eq(group_of_block(two, 2, 4, 24, &first), -1);
    ck_assert_int_eq(group_of_block(two, 2, 0, 65, &first), -1);
    ck_assert(group_of_block(bound, 3, 1, 2, &first) == 1 && first == 2);
}
END_TEST

/* The message reports why a folder could not be made, not that its parent is then missing. */
START_TEST(folder_errors_have_a_reason)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/one/two/three", scratch_folder());
    ck_assert(folder_make(path) && folder_make(path));
    bool root = geteuid() == 0;
    ck_assert(!root || seteuid(65534) == 0);
    bool made = folder_make("/hanxin-test/one/two");
    int number = errno;
    ck_assert(!root || seteuid(0) == 0);
    ck_assert(!made);
    ck_assert_msg(number == EACCES || number == EROFS, "%s", strerror(number));
}
END_TEST

Suite *platform_suite(void)
{
    Suite *s = suite_create("platform");
    TCase *tc = tcase_create("limits");
    tcase_add_loop_test(tc, control_groups_are_read, 0, COUNT(cases));
    tcase_add_test(tc, without_files_there_is_no_limit);
    tcase_add_test(tc, affinity_counts);
    tcase_add_test(tc, groups_of_processors_fill_in_turn);
#ifdef __linux__
    tcase_add_test(tc, a_thread_is_bound);
#endif
    suite_add_tcase(s, tc);

    tc = tcase_create("files");
    tcase_add_test(tc, folder_errors_have_a_reason);
    suite_add_tcase(s, tc);
    return s;
}
