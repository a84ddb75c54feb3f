#include "engine/base/args.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"

/* ---- help ---- */

static void add_default(Text *line, const Arg *a)
{
    const char *text = a->type == ARG_TEXT ? *(const char **)a->value : NULL;
    if (a->type == ARG_INT)
        text_addf(line, " (%" PRId64 ")", *(int64_t *)a->value);
    else if (a->type == ARG_U64)
        text_addf(line, " (%" PRIu64 ")", *(uint64_t *)a->value);
    else if (a->type == ARG_REAL)
        text_addf(line, " (%g)", *(double *)a->value);
    else if (text && *text)
        text_addf(line, " (%s)", text);
}

/* The second column begins behind the longest option, unless that is very long. */
static int help_column(const Program *p)
{
    enum { LEAST = 18, MOST = 30 };
    int column = LEAST;
    for (int i = 0; i < p->count; i++) {
        int width = p->args[i].type == ARG_TITLE || !p->args[i].help ? 0 : 6 + utf8_columns(p->args[i].name);
        column = width > column && width <= MOST ? width : column;
    }
    return column;
}

static void print_help(const Program *p)
{
    int column = help_column(p);
    Text text = TEXT_INIT;
    text_add(&text, p->usage);
    for (int i = 0; i < p->count; i++) {
        const Arg *a = &p->args[i];
        if (a->type == ARG_TITLE)
            text_addf(&text, "\n%s\n", a->help);
        if (a->type == ARG_TITLE || !a->help)
            continue;
        size_t from = text.length;
        text_addf(&text, "  --%s", a->name);
        if (utf8_columns(text.data + from) + 2 > column)
            text_add_char(&text, '\n'), from = text.length;
        for (const char *line = a->help, *end; line; line = *end ? end + 1 : NULL) {
            end = line + strcspn(line, "\n");
            text_pad(&text, from, column);
            text_add_bytes(&text, line, (size_t)(end - line));
            if (!*end)
                add_default(&text, a);
            text_add_char(&text, '\n');
            from = text.length;
        }
    }
    size_t from = text.length;
    text_add(&text, "  --version");
    text_pad(&text, from, column);
    text_add(&text, in_language(p->language,
                                "name and version\nIn brackets: what holds without the option. Exit status: 0 done, 1 it could not be "
                                "done, 2 it was not understood.\n",
                                "名称与版本\n括号中为默认值。退出状态：0 完成，1 做不到，2 看不懂。\n"));
    fputs(text.data, stdout);
    text_free(&text);
}

/* ---- reading ---- */

__attribute__((format(printf, 3, 0))) static void say(const Program *p, const char *end, const char *format, va_list values)
{
    fprintf(stderr, in_language(p->language, "%s: ", "%s："), p->name);
    vfprintf(stderr, format, values);
    fputs(end, stderr);
}

/* How long the option's own name is, without what stands for its value. */
static int name_length(const Arg *a) { return (int)strcspn(a->name, " "); }

static int not_one_of(const Program *p, const Arg *a, const char *value, const char *wanted)
{
    program_fail(p, in_language(p->language, "--%.*s: \"%s\" is none of %s", "--%.*s：“%s”应为 %s 之一"), name_length(a), a->name, value,
                 wanted);
    return EXIT_USAGE;
}

static int not_number(const Program *p, const Arg *a, const char *value)
{
    char range[80];
    if (a->type == ARG_U64)
        snprintf(range, sizeof range, in_language(p->language, "from 0 to %" PRIu64, "0 至 %" PRIu64), UINT64_MAX);
    else
        snprintf(range, sizeof range, in_language(p->language, "from %.15g to %.15g", "%.15g 至 %.15g"), a->least, a->most);
    bool whole = a->type != ARG_REAL;
    program_fail(p, in_language(p->language, "--%.*s: \"%s\" is no %s %s", "--%.*s：“%s”应为%s，%s"), name_length(a), a->name, value,
                 in_language(p->language, whole ? "whole number" : "number", whole ? "整数" : "数"), range);
    return EXIT_USAGE;
}

/* EXIT_SUCCESS, or a status after telling why not. */
static int set_value(const Program *p, const Arg *a, const char *text)
{
    char *end = NULL;
    bool good = true;
    errno = 0;
    switch (a->type) {
    case ARG_TITLE: break;
    case ARG_FLAG: *(bool *)a->value = true; break;
    case ARG_NOT: *(bool *)a->value = false; break;
    case ARG_TEXT: *(const char **)a->value = text; break;
    case ARG_INT: {
        long long value = strtoll(text, &end, 10);
        *(int64_t *)a->value = value;
        good = !errno && (double)value >= a->least && (double)value <= a->most;
        break;
    }
    case ARG_U64:
        *(uint64_t *)a->value = strtoull(text, &end, 0);
        good = !errno && !strchr(text, '-');
        break;
    case ARG_REAL: {
        double value = strtod(text, &end);
        *(double *)a->value = value;
        good = value >= a->least && value <= a->most;
        break;
    }
    case ARG_SINK: {
        const ArgSink *sink = a->value;
        int status = sink->take(sink->self, text);
        return status == EXIT_USAGE && sink->wanted ? not_one_of(p, a, text, sink->wanted) : status;
    }
    }
    return good && (!end || (end != text && !*end)) ? EXIT_SUCCESS : not_number(p, a, text);
}

/* Is `word`, or its other form, among the options? */
static bool asks(int argc, char **argv, const char *word, const char *other)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], word) == 0 || strcmp(argv[i], other) == 0)
            return true;
    return false;
}

static int take_word(const Program *p, const Arg *after, char *word, char **argv, int *words)
{
    if (p->take_word)
        return p->take_word(p->self, after, word);
    argv[++*words] = word; /* where it stands or before */
    return EXIT_SUCCESS;
}

/* The option that a word begins with `--`; NULL if none. An abbreviation is not taken: with the next option it could mean
 * another. */
static const Arg *find(const Program *p, const char *word)
{
    size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word + 2, "=") : 0;
    for (int i = 0; length && i < p->count; i++)
        if (p->args[i].type != ARG_TITLE && length == (size_t)name_length(&p->args[i]) && strncmp(p->args[i].name, word + 2, length) == 0)
            return &p->args[i];
    return NULL;
}

/* One option, which stands at argv[*at], and its value; *at is moved to the last word it takes. */
static int take_option(const Program *p, char **argv, int *at, const Arg **option)
{
    const char *word = argv[*at], *equals = strchr(word, '='), *value = equals ? equals + 1 : NULL;
    const Arg *a = find(p, word);
    bool has_value = a && a->type != ARG_FLAG && a->type != ARG_NOT;
    if (!a || (equals && !has_value)) {
        program_fail(p, in_language(p->language, "unknown option %s (--help lists them)", "没有 %s 这个选项（见 --help）"), word);
        return EXIT_USAGE;
    }
    if (has_value && !equals)
        value = argv[++*at];
    if (has_value && (!value || (!equals && strncmp(value, "--", 2) == 0))) { /* the next option */
        program_fail(p, in_language(p->language, "%s needs a value", "%s 缺少它的值"), word);
        return EXIT_USAGE;
    }
    *option = a;
    return set_value(p, a, value);
}

int args_read(const Program *p, int argc, char **argv)
{
    if (asks(argc, argv, "--help", "-h")) {
        print_help(p);
        return ARGS_TOLD;
    }
    if (asks(argc, argv, "--version", "--version")) {
        printf("%s %s\n", p->name, HANXIN_VERSION);
        return ARGS_TOLD;
    }
    int status = EXIT_SUCCESS, words = 0;
    bool ended = false; /* by `--` */
    const Arg *after = NULL;
    for (int i = 1; status == EXIT_SUCCESS && i < argc; i++) {
        const char *word = argv[i];
        bool dashed = word[0] == '-' && word[1] != '\0' && (word[1] == '-' || !p->dash_begins_words);
        if (ended || !dashed)
            status = take_word(p, after, argv[i], argv, &words);
        else if (strcmp(word, "--") == 0)
            ended = true;
        else
            status = take_option(p, argv, &i, &after);
    }
    return status == EXIT_SUCCESS ? words : -1 - status;
}

bool args_one_of(const Program *p, const char *name, const char *value, const char *const *words)
{
    for (int i = 0; value && words[i]; i++)
        if (strcmp(value, words[i]) == 0)
            return true;
    if (!value)
        return true;
    Text wanted = TEXT_INIT;
    for (int i = 0; words[i]; i++)
        text_addf(&wanted, "%s%s", i ? ", " : "", words[i]);
    not_one_of(p, &(Arg){.name = name}, value, wanted.data);
    text_free(&wanted);
    return false;
}

int args_wrong(const Program *p, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(p, in_language(p->language, " (--help tells more)\n", "（见 --help）\n"), format, values);
    va_end(values);
    return EXIT_USAGE;
}

int program_fail(const Program *p, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(p, "\n", format, values);
    va_end(values);
    return EXIT_FAILURE;
}

int program_end(const Program *p, int status)
{
    Text why = WHY_IN(p->language);
    if (stdout_finish(&why))
        return status;
    if (why.length)
        program_fail(p, "%s", why.data);
    return status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}
