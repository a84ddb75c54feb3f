/* SPDX-License-Identifier: GPL-3.0-only */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/args.h"
#include "engine/base/text.h"
#include "engine/base/version.h"
#include "tests/support/support.h"

/* The programs that use the command-line reader. */
static const char *const names[] = {"hanxin-datagen", "hanxin-records", "hanxin-train", "hanxin-tune", "hanxin-spsa", "hanxin-lab"};

/* output of a program on both streams, and its exit status */
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

/* A tool of hanxin-lab behaves the same under its own name and as a subcommand. */
static const char *const tools[] = {"datagen", "records", "train", "tune", "spsa", "tables", "book", "lessons"};

START_TEST(tools_have_two_names)
{
    char name[32], arguments[64], alone[16384], within[16384], list[4096];
    static const char *const given[] = {"--help", "--version", "--nosuch", ""};
    snprintf(name, sizeof name, "hanxin-%s", tools[_i]);
    for (int i = 0; i < COUNT(given); i++) {
        snprintf(arguments, sizeof arguments, "%s %s", tools[_i], given[i]);
        ck_assert_int_eq(run(alone, sizeof alone, name, given[i]), run(within, sizeof within, "hanxin-lab", arguments));
        ck_assert_str_eq(alone, within);
    }
    snprintf(arguments, sizeof arguments, "\n  %s ", tools[_i]);
    ck_assert_int_eq(run(list, sizeof list, "hanxin-lab", "--help"), 0);
    ck_assert_msg(strstr(list, arguments), "hanxin-lab --help does not list %s", tools[_i]);
}
END_TEST

START_TEST(unknown_tool_is_refused)
{
    char text[1000];
    ck_assert_int_eq(run(text, sizeof text, "hanxin-lab", "table"), EXIT_USAGE);
    ck_assert_str_eq(
        text,
        "hanxin-lab: unknown tool 'table': expected one of datagen, records, train, tune, spsa, tables, book, lessons (see --help)\n");
}
END_TEST

START_TEST(every_program_answers_help_and_errors_alike)
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
    if (stat("/dev/full", &info) != 0 || !S_ISCHR(info.st_mode)) { /* a shell would create a file of that name */
        skipped("full output: there is no device /dev/full");
        return;
    }
    int status = run(text, sizeof text, name, "--help >/dev/full");
    ck_assert_msg(status == EXIT_FAILURE && strstr(text, "standard output: "), "%s --help to a full device: %d, %s", name, status, text);
}
END_TEST

/* An option of another command is reported wherever it occurs. */
static const struct {
    const char *name, *arguments, *says;
} commands[] = {
    {"hanxin-book", "show built-in --nodes 5", "option --nodes does not apply to show, only to build"},
    {"hanxin-book", "--seed=3 write x.hxa --out x.hxb", "option --seed does not apply to write, only to openings"},
    {"hanxin-book", "show b.hxb --confirm 5", "option --confirm does not apply to show, only to write"},
    {"hanxin-book", "writ x.hxa --own 5", "unknown command 'writ'"},
    {"hanxin-book", "writ x.hxa", "unknown command 'writ'"},
    {"hanxin-records", "count --seed 3 x.hxg", "option --seed does not apply to count, only to filter"},
    {"hanxin-records", "verify --out y.hxg x.hxg", "option --out does not apply to verify, only to filter, shuffle"},
    {"hanxin-tables", "stats KRK --memory 5", "option --memory does not apply to stats, only to generate"},
    {"hanxin-tables", "list --fen x", "option --fen does not apply to list, only to probe"},
};

START_TEST(commands_take_their_own_options)
{
    char text[16384];
    int status = run(text, sizeof text, commands[_i].name, commands[_i].arguments);
    ck_assert_msg(status == EXIT_USAGE && strstr(text, commands[_i].says), "%s %s: %d, %s", commands[_i].name, commands[_i].arguments,
                  status, text);
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
        {{"--number", "0x7"}, ARGS_WRONG},
        {{"--number", "7.0"}, ARGS_WRONG},
        {{"--number", ""}, ARGS_WRONG},
        {{"--number", "99999999999999999999"}, ARGS_WRONG},
        {{"--number"}, ARGS_WRONG},
        {{"--whole", "18446744073709551615"}, 0},
        {{"--whole", "0x10"}, 0},
        {{"--whole", "016"}, 0},
        {{"--whole", "008"}, 0},
        {{"--whole", "0x"}, ARGS_WRONG},
        {{"--whole", "18446744073709551616"}, ARGS_WRONG},
        {{"--whole", " -1"}, ARGS_WRONG},
        {{"--real", "0.5"}, 0},
        {{"--real", "nan"}, ARGS_WRONG},
        {{"--real", "1e9"}, ARGS_WRONG},
        {{"--text", "--number"}, ARGS_WRONG}, /* the option's value is missing */
        {{"--text=--number"}, 0},
        {{"--text", "-number"}, 0},
        {{"--text", "--"}, ARGS_WRONG},
        {{"--no-flag=yes"}, ARGS_WRONG},
        {{"word", "--flag", "--no-flag"}, 1}, /* the last option is used */
        {{"--number=7"}, 0},
        {{"--number="}, ARGS_WRONG},
        {{"--flag=yes"}, ARGS_WRONG},
        {{"--numb", "7"}, ARGS_WRONG}, /* an abbreviation */
        {{"--number", "-1"}, ARGS_WRONG},
        {{"word", "--flag", "word"}, 2},
        {{"word", "-h"}, ARGS_DONE},
        {{"--nosuch", "--version"}, ARGS_DONE},
        {{"--", "--flag", "-h"}, 2},
        {{"-"}, 1},
        {{"--colour=black"}, 0},
        {{"--colour", "green"}, ARGS_WRONG},
        {{"--colour="}, ARGS_WRONG},
        {{"-flag"}, ARGS_WRONG},
        {{"--Flag"}, ARGS_WRONG},
        {{"--count", "7"}, 0}, /* older names */
        {{"--amount=7"}, 0},
        {{"--count", "11"}, ARGS_WRONG},
        {{"--number|count", "7"}, ARGS_WRONG},
        {{"--amoun", "7"}, ARGS_WRONG},
        {{"--N", "7"}, ARGS_WRONG},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        int64_t number = 1;
        uint64_t whole = 1;
        double real = 0;
        const char *text = NULL;
        bool flag = false;
        int colour = -1;
        const Arg args[] = {
            {"number|count|amount N", ARG_INT, &number, 0, 10, ""},
            {"whole", ARG_U64, &whole, 0, 0, ""},
            {"real", ARG_REAL, &real, 0, 1, ""},
            {"text", ARG_TEXT, &text, 0, 0, ""},
            {"flag", ARG_FLAG, &flag, 0, 0, ""},
            {"no-flag", ARG_NOT, &flag, 0, 0, ""},
            {"colour", ARG_WORD, &(ArgWord){&colour, colours}, 0, 0, ""},
        };
        const Program program = {.name = "test", .usage = "usage: test\n", .args = args, .count = COUNT(args)};
        char *argv[6] = {(char *)"test"};
        int argc = 1;
        for (; cases[i].words[argc - 1]; argc++)
            argv[argc] = (char *)cases[i].words[argc - 1];
        ck_assert_msg(args_read(&program, argc, argv) == cases[i].result, "case %d, %s", i, cases[i].words[0]);
        ck_assert_msg(strlen(cases[i].words[0]) < 7 || strcmp(cases[i].words[argc - 2], "0x10") != 0 || whole == 16, "case %d", i);
        ck_assert_msg(strcmp(cases[i].words[argc - 2], "016") != 0 || whole == 16, "case %d: octal", i);
        ck_assert_msg(!flag || strcmp(cases[i].words[argc - 2], "--no-flag") != 0, "case %d", i);
        if (i > 0 && cases[i].result == 0 && strstr(cases[i].words[argc - 2], "7") && strncmp(cases[i].words[0], "--whole", 7) != 0)
            ck_assert_msg(number == 7, "case %d, %s", i, cases[i].words[0]);
        ck_assert(cases[i].result < 0 || colour == (strncmp(cases[i].words[0], "--colour", 8) == 0 ? 1 : -1));
    }
}
END_TEST

/* The calls that sinks received, in order; NULL marks the beginning of their words. */
static int note(void *self, const char *value)
{
    text_addf(self, "[%s]", value ? value : "");
    return !value ? EXIT_SUCCESS : strcmp(value, "unknown") == 0 ? EXIT_USAGE : strcmp(value, "refused") == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

START_TEST(sinks_receive_words_in_order)
{
    static const struct {
        const char *words[7], *noted;
        int result;
    } cases[] = {
        {{"a", "--engine", "x", "b", "--engine=y", "c"}, "[][x][b][][y][c]", 1},
        {{"--engine", "x", "--flag", "b", "--", "--engine", "-"}, "[][x]", 3},
        {{"--one", "x", "b", "--one", "y"}, "[x][y]", 1},
        {{"--engine", "--flag", "b"}, "", ARGS_WRONG},
        {{"--one", "refused", "c"}, "[refused]", ARGS_FAILED},
        {{"--engine", "unknown", "c"}, "[][unknown]", ARGS_WRONG},
        {{"--engine", "a", "refused", "c"}, "[][a][refused]", ARGS_FAILED},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        Text noted = TEXT_INIT;
        bool flag = false;
        ArgSink sink = {note, &noted, "x, y"};
        const Arg args[] = {
            {NULL, ARG_TITLE, NULL, 0, 0, "Engines"},
            {"engine KEY", ARG_WORDS, &sink, 0, 0, "an engine"},
            {"one", ARG_SINK, &sink, 0, 0, "one word"},
            {"flag", ARG_FLAG, &flag, 0, 0, "a flag"},
        };
        const Program program = {.name = "test", .usage = "usage: test\n", .args = args, .count = COUNT(args)};
        char *argv[9] = {(char *)"test"};
        int argc = 1;
        for (; argc <= COUNT(cases[i].words) && cases[i].words[argc - 1]; argc++)
            argv[argc] = (char *)cases[i].words[argc - 1];
        int result = args_read(&program, argc, argv);
        ck_assert_msg(result == cases[i].result && strcmp(noted.data, cases[i].noted) == 0, "case %d: %d, %s", i, result, noted.data);
        text_free(&noted);
    }
}
END_TEST

/* Checks one program's help text exactly: columns, long names, lines, titles and defaults. */
START_TEST(help_has_columns)
{
    int64_t number = 7;
    double real = 0.5;
    const char *text = "here", *none = NULL;
    static const char *const colours[] = {"red", "black", NULL};
    int colour = 1;
    uint64_t seed = UINT64_MAX;
    ArgSink sink = {note, NULL, NULL}, listed = {note, NULL, "en, zh"};
    const Arg args[] = {
        {"number|count N", ARG_INT, &number, 0, 9, "how many"},
        {"real", ARG_REAL, &real, 0, 1, "how much,\nor how little"},
        {NULL, ARG_TITLE, NULL, 0, 0, "Files"},
        {"a-very-long-name-indeed FILE...", ARG_TEXT, &text, 0, 0, "where"},
        {"hidden", ARG_TEXT, &none, 0, 0, NULL},
        {"none 文件", ARG_SINK, &sink, 0, 0, "what"},
        {"side", ARG_WORD, &(ArgWord){&colour, colours}, 0, 0, "whose"},
        {"lang", ARG_SINK, &listed, 0, 0, "which"},
        {"seed", ARG_U64, &seed, 0, 0, "of all"},
    };
    static const char *const heads[] = {
        "usage: test\n"
        "  --number N        how many (7)\n"
        "  --real X          how much,\n"
        "                    or how little (0.5)\n"
        "  --version         name and version\n"
        "\n"
        "Files\n"
        "  --a-very-long-name-indeed FILE...\n"
        "                    where (here)\n"
        "  --none 文件       what\n"
        "  --side red|black  whose (black)\n"
        "  --lang en|zh      which\n"
        "  --seed N          of all\n"
        "\n"
        "Defaults are in brackets. ",
        "  --version         名称与版本\n\nFiles\n",
    };
    for (Language language = 0; language <= LANGUAGE_CHINESE; language++) {
        const Program program = {.name = "test", .usage = "usage: test\n", .args = args, .count = COUNT(args), .language = language};
        char path[4096], told[4096] = "";
        snprintf(path, sizeof path, "%s/help", scratch_folder());
        fflush(stdout);
        int saved = dup(STDOUT_FILENO);
        ck_assert(saved >= 0 && freopen(path, "w", stdout));
        int result = args_read(&program, 2, (char *[]){(char *)"test", (char *)"-h", NULL});
        fflush(stdout);
        dup2(saved, STDOUT_FILENO);
        close(saved);
        ck_assert_int_eq(result, ARGS_DONE);
        FILE *file = fopen(path, "r");
        ck_assert(file && fread(told, 1, sizeof told - 1, file) > 0);
        fclose(file);
        ck_assert_msg(strstr(told, heads[language]), "%s", told);
    }
}
END_TEST

START_TEST(the_language_is_read_first)
{
    static const struct {
        const char *argv[6];
        bool chinese;
    } cases[] = {
        {{"test"}, false},
        {{"test", "--out", "a", "--lang", "zh"}, true},
        {{"test", "--lang=ZH", "word"}, true},
        {{"test", "--lang", "zh", "--lang", "en"}, false},
        {{"test", "--lang"}, false},
        {{"test", "--", "--lang", "zh"}, false}, /* after `--`, these are file names */
        {{"test", "--", "--lang=zh"}, false},
        {{"test", "--lang=zh", "--", "--lang=en"}, true},
        {{"test", "--out=--lang=zh"}, false},
        {{"test", "--out=--lang", "zh"}, false},
        {{"test", "--out", "--lang", "zh"}, true}, /* rejected, in Chinese: --out has no value */
    };
    setenv("LC_ALL", "C", 1);
    for (int i = 0; i < COUNT(cases); i++) {
        int argc = 0;
        while (argc < COUNT(cases->argv) && cases[i].argv[argc])
            argc++;
        ck_assert_msg((language_requested(argc, (char **)cases[i].argv) == LANGUAGE_CHINESE) == cases[i].chinese, "case %d", i);
    }
}
END_TEST

/* Prints to standard error, redirected to a file meanwhile. Returns the output. */
static const char *error_of(const Program *program, int argc, char **argv)
{
    static char text[1000];
    fflush(stderr);
    const char *path = scratch_path("error");
    int saved = dup(STDERR_FILENO);
    ck_assert(saved >= 0 && freopen(path, "w", stderr));
    ck_assert_int_eq(args_read(program, argc, argv), ARGS_WRONG);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    FILE *file = fopen(path, "r");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Each message names what is wrong and what is expected. An older name is reported under its new name. */
START_TEST(errors_name_what_is_expected)
{
    static const char *const colours[] = {"red", "black", NULL};
    static const struct {
        const char *words[2], *said[2];
    } cases[] = {
        {{"--workers", "x"},
         {"test: invalid value 'x' for --threads: expected an integer from 1 to 256\n",
          "test：“x”不是 --threads 的有效值：应为 1 至 256 的整数\n"}},
        {{"--large", "0"},
         {"test: invalid value '0' for --large: expected an integer from 1 to 1000000000000000\n",
          "test：“0”不是 --large 的有效值：应为 1 至 1000000000000000 的整数\n"}},
        {{"--rate=2"},
         {"test: invalid value '2' for --rate: expected a number from 0.5 to 1\n", "test：“2”不是 --rate 的有效值：应为 0.5 至 1 的数\n"}},
        {{"--whole", "-1"},
         {"test: invalid value '-1' for --whole: expected an integer from 0 to 18446744073709551615\n",
          "test：“-1”不是 --whole 的有效值：应为 0 至 18446744073709551615 的整数\n"}},
        {{"--colour", "blue"},
         {"test: invalid value 'blue' for --colour: expected one of red, black\n",
          "test：“blue”不是 --colour 的有效值：应为 red、black 之一\n"}},
        {{"--list", "unknown"},
         {"test: invalid value 'unknown' for --list: expected one of en, zh\n", "test：“unknown”不是 --list 的有效值：应为 en, zh 之一\n"}},
        {{"--phrase", "unknown"},
         {"test: invalid value 'unknown' for --phrase: expected a net file\n", "test：“unknown”不是 --phrase 的有效值：应为 a net file\n"}},
        {{"--threads"}, {"test: missing value for --threads (see --help)\n", "test：缺少参数值：--threads（见 --help）\n"}},
        {{"--flag=1"}, {"test: option --flag takes no value (see --help)\n", "test：选项 --flag 不接受参数值（见 --help）\n"}},
        {{"--flags"}, {"test: unknown option '--flags' (see --help)\n", "test：无法识别的选项“--flags”（见 --help）\n"}},
    };
    int64_t threads = 1, large = 1;
    uint64_t whole = 0;
    double rate = 1;
    int colour = 0;
    bool flag = false;
    Text noted = TEXT_INIT;
    ArgSink list = {note, &noted, "en, zh"}, phrase = {note, &noted, "a net file"};
    const Arg args[] = {
        {"threads|workers N", ARG_INT, &threads, 1, 256, ""},
        {"large", ARG_INT, &large, 1, 1e15, ""},
        {"rate", ARG_REAL, &rate, 0.5, 1, ""},
        {"whole", ARG_U64, &whole, 0, 0, ""},
        {"colour", ARG_WORD, &(ArgWord){&colour, colours}, 0, 0, ""},
        {"list", ARG_SINK, &list, 0, 0, ""},
        {"phrase FILE", ARG_SINK, &phrase, 0, 0, ""},
        {"flag", ARG_FLAG, &flag, 0, 0, ""},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (Language language = 0; language <= LANGUAGE_CHINESE; language++) {
            const Program program = {.name = "test", .usage = "usage: test\n", .args = args, .count = COUNT(args), .language = language};
            char *argv[] = {(char *)"test", (char *)cases[i].words[0], (char *)cases[i].words[1], NULL};
            ck_assert_str_eq(error_of(&program, cases[i].words[1] ? 3 : 2, argv), cases[i].said[language]);
        }
    text_free(&noted);
}
END_TEST

Suite *args_suite(void)
{
    Suite *suite = suite_create("args");
    TCase *tc = tcase_create("args");
    tcase_add_loop_test(tc, every_program_answers_help_and_errors_alike, 0, COUNT(names));
    tcase_add_loop_test(tc, tools_have_two_names, 0, COUNT(tools));
    tcase_add_test(tc, unknown_tool_is_refused);
    tcase_add_loop_test(tc, commands_take_their_own_options, 0, COUNT(commands));
    tcase_add_test(tc, values_are_checked);
    tcase_add_test(tc, sinks_receive_words_in_order);
    tcase_add_test(tc, help_has_columns);
    tcase_add_test(tc, the_language_is_read_first);
    tcase_add_test(tc, errors_name_what_is_expected);
    suite_add_tcase(suite, tc);
    return suite;
}
