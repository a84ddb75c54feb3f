/* SPDX-License-Identifier: GPL-3.0-only */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/support.h"

/* Tests the tuner with shell scripts as engine and match: the "engine" lists two parameters, and the "match" is won by the side
 * whose `near` is closer to 70; `idle` has no effect. */

static char engine[600], referee[600], state[600];

static void write_script(char *path, size_t size, const char *name, const char *text)
{
    snprintf(path, size, "%s/%s", scratch_folder(), name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    ck_assert_int_eq(chmod(path, 0755), 0);
}

static void set_up(void)
{
    write_script(engine, sizeof engine, "engine.sh",
                 "#!/bin/sh\necho 'option near type spin min 0 max 100 default 20'\n"
                 "echo 'option idle type spin min -50 max 50 default 0'\necho ucciok\n");
    write_script(referee, sizeof referee, "match.sh",
                 "#!/bin/sh\n"
                 "set -- $(printf '%s\\n' \"$@\" | sed -n 's/^option.near=//p') \n"
                 "a=$(($1 - 70)); b=$(($2 - 70)); a=${a#-}; b=${b#-}\n"
                 "if [ $a -lt $b ]; then r='+8 =0 -0'; elif [ $a -gt $b ]; then r='+0 =0 -8'; else r='+0 =8 -0'; fi\n"
                 "echo \"plus - minus: 8 games, $r, score\"\n");
    snprintf(state, sizeof state, "%s/spsa.txt", scratch_folder());
    remove(state);
}

static int spsa(char *text, size_t size, const char *arguments)
{
    char line[4000];
    snprintf(line, sizeof line, "%s --engine %s --match %s --state %s %s 2>&1", built_program("hanxin-spsa"), engine, referee, state,
             arguments);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t used = fread(text, 1, size - 1, pipe);
    text[used] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Returns the value in a state file. */
static double value_of(const char *name)
{
    char line[200], word[64];
    double value = -1000, read;
    FILE *file = fopen(state, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%63s %lf", word, &read) == 2 && strcmp(word, name) == 0)
            value = read;
    fclose(file);
    return value;
}

START_TEST(climbs_to_the_best_value)
{
    char text[20000];
    ck_assert_msg(spsa(text, sizeof text, "--games 800 --rate 0.1 near:4 idle") == 0, "%s", text);
    ck_assert_msg(value_of("near") > 64 && value_of("near") < 76, "near %g: %s", value_of("near"), text);
    ck_assert_msg(value_of("idle") >= -50 && value_of("idle") <= 50, "idle %g", value_of("idle"));
    ck_assert_msg(strstr(text, "done after 100 of 100 steps") != NULL, "%s", text);
}
END_TEST

/* A finished run does nothing; with more games it continues; and a state file of another run is rejected. */
START_TEST(continues_from_its_state)
{
    char text[20000], whole[4096], again[4096];
    ck_assert_int_eq(spsa(text, sizeof text, "--games 160 near:4"), 0);
    FILE *file = fopen(state, "r");
    whole[fread(whole, 1, sizeof whole - 1, file)] = '\0';
    fclose(file);
    ck_assert_int_eq(spsa(text, sizeof text, "--games 160 near:4"), 0); /* nothing to do */
    file = fopen(state, "r");
    again[fread(again, 1, sizeof again - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(whole, again);
    ck_assert_int_eq(spsa(text, sizeof text, "--games 800 near:4"), 0); /* eighty more steps */
    ck_assert_msg(strstr(text, "done after 100 of 100 steps") != NULL, "%s", text);
    ck_assert_msg(spsa(text, sizeof text, "--games 160 --seed 2 near:4") == 1 && strstr(text, "belongs to another run") != NULL, "%s",
                  text);
    ck_assert_msg(spsa(text, sizeof text, "--games 160 idle") == 1 && strstr(text, "belongs to another run") != NULL, "%s", text);
}
END_TEST

START_TEST(wrong_input_is_reported)
{
    static const struct {
        const char *arguments, *answer;
    } cases[] = {
        {"", "missing parameters"},
        {"nosuch", "has no option nosuch; is it a tuning build"},
        {":3", "invalid parameter '"},
        {"near near:3", "parameter near given twice"},
        {"--games none near", "games"},
        {"--engine /no/such/engine near", "cannot run /no/such/engine"},
        {"--match /no/such/match near", "no result"},
    };
    char text[20000];
    for (int i = 0; i < COUNT(cases); i++) {
        ck_assert_msg(spsa(text, sizeof text, cases[i].arguments) != 0, "%s succeeded", cases[i].arguments);
        ck_assert_msg(strstr(text, cases[i].answer) != NULL, "%s: %s", cases[i].arguments, text);
    }
}
END_TEST

/* The command of a match may be as long as the shell allows. */
START_TEST(long_commands_fit)
{
    enum { LONG = 17000 };
    static char line[LONG + 4000], text[4000];
    char filler[LONG + 1];
    memset(filler, 'a', LONG);
    filler[LONG] = '\0';
    snprintf(line, sizeof line, "%s --engine %s --match 'env FILLER=%s %s' --state %s --games 16 near:4 2>&1", built_program("hanxin-spsa"),
             engine, filler, referee, state);
    FILE *pipe = popen(line, "r");
    text[fread(text, 1, sizeof text - 1, pipe)] = '\0';
    int status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0 && strstr(text, "done after 2 of 2 steps"), "%d: %s", status, text);
}
END_TEST

/* A file that is not a state or belongs to another run is kept; out-of-range numbers make a state invalid. */
START_TEST(states_of_others_are_kept)
{
    static const struct {
        const char *content, *says;
    } cases[] = {
        {"", NULL},
        {"step 1 seed 1 result 0 0 0\nnear 30\n", NULL},
        {"some text\n", "to another run"},
        {"step 1 seed 1 result 0 0 0\nnear 101\n", "to another run"},
        {"step 1 seed 1 result 0 0 0\nnear nan\n", "to another run"},
        {"step -1 seed 1 result 0 0 0\nnear 30\n", "to another run"},
        {"step 1 seed 1 result 0 0 0\nnear 30\nmore\n", "to another run"},
        {"step 1 seed 1 result 0 0 0\n", "to another run"},
    };
    char text[20000], now[200];
    for (int i = 0; i < COUNT(cases); i++) {
        FILE *file = fopen(state, "w");
        fputs(cases[i].content, file);
        fclose(file);
        int status = spsa(text, sizeof text, "--games 16 near:4");
        ck_assert_msg(cases[i].says ? status == 1 && strstr(text, cases[i].says) : status == 0, "%s: %d, %s", cases[i].content, status,
                      text);
        file = fopen(state, "r");
        now[fread(now, 1, sizeof now - 1, file)] = '\0';
        fclose(file);
        ck_assert_msg(!cases[i].says || strcmp(now, cases[i].content) == 0, "%s is now %s", cases[i].content, now);
    }
    ck_assert_msg(spsa(text, sizeof text, "--state /no/such/folder/state near:4") == 1 && strstr(text, "No such file"), "%s", text);
    ck_assert_msg(spsa(text, sizeof text, "--games 16 near:x") == 1 && strstr(text, "invalid parameter '"), "%s", text);
}
END_TEST

/* Starts a long run in a process group of its own and waits for two steps. If the test fails, the
 * process group is killed nevertheless. */
static pid_t start_long_run(void)
{
    char line[4000], text[200];
    snprintf(line, sizeof line, "exec %s --engine %s --match %s --state %s --games 1000000 near:4 >/dev/null", built_program("hanxin-spsa"),
             engine, referee, state);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        setpgid(0, 0);
        alarm(200);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    for (int steps = 0; steps < 2; usleep(2000)) {
        ck_assert_int_eq(waitpid(child, NULL, WNOHANG), 0);
        FILE *file = fopen(state, "r");
        if (file && fgets(text, sizeof text, file))
            sscanf(text, "step %d", &steps);
        if (file)
            fclose(file);
    }
    return child;
}

/* A second run on the same state is rejected, and a killed run leaves a state that can be continued. */
START_TEST(one_run_per_state)
{
    char text[20000];
    pid_t first = start_long_run();
    int second = spsa(text, sizeof text, "--games 1000000 near:4");
    ck_assert_msg(second == 1 && strstr(text, "another program is writing to it"), "%d: %s", second, text);
    char link[700], by_link[800]; /* the same state under another name */
    snprintf(link, sizeof link, "%s/link.txt", scratch_folder());
    ck_assert_int_eq(symlink(state, link), 0);
    snprintf(by_link, sizeof by_link, "--state %s --games 1000000 near:4", link);
    second = spsa(text, sizeof text, by_link);
    ck_assert_msg(second == 1 && strstr(text, "another program is writing to it"), "%d: %s", second, text);
    kill(-first, SIGKILL);
    waitpid(first, NULL, 0);
    while (spsa(text, sizeof text, "--games 2 near:4") != 0) /* the lock ends with the run and the processes it started */
        usleep(50000);
    ck_assert_msg(strstr(text, " of 1 steps") != NULL, "%s", text);
}
END_TEST

START_TEST(interrupted_run_can_be_continued)
{
    char text[20000];
    int status;
    pid_t child = start_long_run();
    kill(-child, SIGINT);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 130, "%d", status);
    ck_assert_msg(spsa(text, sizeof text, "--games 2 near:4") == 0 && strstr(text, "done after ") && !strstr(text, "after 1 of"), "%s",
                  text);
}
END_TEST

Suite *spsa_suite(void)
{
    Suite *suite = suite_create("spsa");
    TCase *tc = tcase_create("spsa");
    tcase_add_checked_fixture(tc, set_up, NULL);
    tcase_add_test(tc, climbs_to_the_best_value);
    tcase_add_test(tc, continues_from_its_state);
    tcase_add_test(tc, wrong_input_is_reported);
    tcase_add_test(tc, long_commands_fit);
    tcase_add_test(tc, states_of_others_are_kept);
    tcase_add_test(tc, one_run_per_state);
    tcase_add_test(tc, interrupted_run_can_be_continued);
    suite_add_tcase(suite, tc);
    return suite;
}
