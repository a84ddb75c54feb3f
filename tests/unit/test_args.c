#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine/base/args.h"
#include "engine/base/version.h"
#include "tests/support/support.h"

/* The programs that share the reader of command lines. */
static const char *const names[] = {"hanxin-datagen", "hanxin-records", "hanxin-train", "hanxin-tune", "hanxin-spsa"};

/* What a program says on both channels, and its exit status. */
static int run(char *text, size_t size, const char *name, const char *arguments)
{
    char line[2048];
    snprintf(line, sizeof line, "{ %s %s; } 2>&1 </dev/null", built_program(name), arguments);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t used = fread(text, 1, size - 1, pipe);
    text[used] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}

START_TEST(every_program_answers_alike)
{
    const char *name = names[_i];
    char help[16384], again[16384], text[16384], want[100];
    ck_assert_int_eq(run(help, sizeof help, name, "--help"), 0);
    ck_assert_msg(strncmp(help, "usage: ", 7) == 0, "%s --help: %s", name, help);
    ck_assert_int_eq(run(again, sizeof again, name, "-h"), 0);
    ck_assert_str_eq(help, again);
    snprintf(want, sizeof want, "%s %s\n", name, HANXIN_VERSION);
    ck_assert_int_eq(run(text, sizeof text, name, "--version"), 0);
    ck_assert_str_eq(text, want);

    static const char *const wrong[] = {"", "--nosuch 3", "-x", "--out", "--seed --pull --state", "--seed -1"};
    for (int i = 0; i < COUNT(wrong); i++) {
        int status = run(text, sizeof text, name, wrong[i]);
        ck_assert_msg(status == EXIT_USAGE, "%s %s: %d", name, wrong[i], status);
        ck_assert_msg(strncmp(text, name, strlen(name)) == 0 && strchr(text, '\n') == text + strlen(text) - 1, "%s %s: not one line: %s",
                      name, wrong[i], text);
    }
    struct stat info;
    if (stat("/dev/full", &info) != 0 || !S_ISCHR(info.st_mode)) { /* a shell would make a file of that name */
        skipped("full output: there is no device /dev/full");
        return;
    }
    int status = run(text, sizeof text, name, "--help >/dev/full");
    ck_assert_msg(status == EXIT_FAILURE && strstr(text, "standard output: "), "%s --help to a full device: %d, %s", name, status, text);
}
END_TEST

START_TEST(values_are_checked)
{
    static const char *const colours[] = {"red", "black", NULL};
    static const struct {
        const char *words[4];
        int result;
    } cases[] = {
        {{"--number", "7"}, 0},
        {{"--number", "11"}, ARGS_WRONG},
        {{"--number", "7x"}, ARGS_WRONG},
        {{"--number", ""}, ARGS_WRONG},
        {{"--number", "99999999999999999999"}, ARGS_WRONG},
        {{"--number"}, ARGS_WRONG},
        {{"--whole", "18446744073709551615"}, 0},
        {{"--whole", "0x10"}, 0},
        {{"--whole", "18446744073709551616"}, ARGS_WRONG},
        {{"--whole", " -1"}, ARGS_WRONG},
        {{"--real", "0.5"}, 0},
        {{"--real", "nan"}, ARGS_WRONG},
        {{"--real", "1e9"}, ARGS_WRONG},
        {{"--text", "--number"}, 0},
        {{"word", "--flag", "word"}, 2},
        {{"--", "--flag", "-h"}, 2},
        {{"-"}, 1},
        {{"-flag"}, ARGS_WRONG},
        {{"--Flag"}, ARGS_WRONG},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        int64_t number = 1;
        uint64_t whole = 1;
        double real = 0;
        const char *text = NULL, *rest[8];
        bool flag = false;
        const Arg args[] = {
            {"number", ARG_INT, &number, 0, 10, ""}, {"whole", ARG_U64, &whole, 0, 0, ""}, {"real", ARG_REAL, &real, 0, 1, ""},
            {"text", ARG_TEXT, &text, 0, 0, ""},     {"flag", ARG_FLAG, &flag, 0, 0, ""},
        };
        const Program program = {"test", "usage: test\n", args, COUNT(args)};
        char *argv[6] = {(char[]){"test"}};
        int argc = 1;
        for (; cases[i].words[argc - 1]; argc++)
            argv[argc] = strdup(cases[i].words[argc - 1]);
        ck_assert_msg(args_read(&program, argc, argv, rest) == cases[i].result, "case %d, %s", i, cases[i].words[0]);
        ck_assert(args_one_of(&program, "text", NULL, colours) && args_one_of(&program, "text", "black", colours));
        ck_assert(!args_one_of(&program, "text", "green", colours) && !args_one_of(&program, "text", "", colours));
        while (argc > 1)
            free(argv[--argc]);
    }
}
END_TEST

Suite *args_suite(void)
{
    Suite *suite = suite_create("args");
    TCase *tc = tcase_create("args");
    tcase_add_loop_test(tc, every_program_answers_alike, 0, COUNT(names));
    tcase_add_test(tc, values_are_checked);
    suite_add_tcase(suite, tc);
    return suite;
}
