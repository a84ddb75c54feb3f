/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/args.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "engine/base/words.h"

enum { ROWS_MOST = 128 }; /* maximum number of rows of a program with commands */

/* ---- help ---- */

static void args_add_default(Text *line, Language language, const Arg *a)
{
    const ArgWord *choice = a->value;
    char number[32] = "";
    const char *text = a->type == ARG_TEXT                           ? *(const char **)a->value
                       : a->type == ARG_WORD && *choice->chosen >= 0 ? choice->words[*choice->chosen]
                                                                     : number;
    if (a->type == ARG_INT && *(int64_t *)a->value >= (int64_t)a->least)
        snprintf(number, sizeof number, "%" PRId64, *(int64_t *)a->value);
    else if (a->type == ARG_U64 && *(uint64_t *)a->value != UINT64_MAX) /* UINT64_MAX means that there is no default */
        snprintf(number, sizeof number, "%" PRIu64, *(uint64_t *)a->value);
    else if (a->type == ARG_REAL)
        snprintf(number, sizeof number, "%g", *(double *)a->value);
    else if (a->type == ARG_SECONDS)
        snprintf(number, sizeof number, "%g", (double)*(int64_t *)a->value / 1e6);
    if (text && *text)
        text_addf(line, tr(language, " (%s)"), text);
}

/* Returns the length of the option's name, without older names and the description of its value. */
static int args_name_length(const Arg *a) { return (int)strcspn(a->name, " |"); }

/* Returns the description of the value, with the blank before it; "" if the row has none. */
static const char *args_value_name(const Arg *a) { return a->name + strcspn(a->name, " "); }

/* Adds `  --name VALUE`. If the row does not describe the value, adds the possible words, such as
 * `red|black`, or, for a number, a placeholder such as `N`. */
static void args_add_option(Text *text, const Arg *a)
{
    text_addf(text, "  --%.*s%s", args_name_length(a), a->name, args_value_name(a));
    if (*args_value_name(a))
        return;
    const char *const *words = a->type == ARG_WORD ? ((const ArgWord *)a->value)->words : NULL;
    for (int i = 0; words && words[i]; i++)
        text_addf(text, "%c%s", i ? '|' : ' ', words[i]);
    const char *wanted = a->type == ARG_SINK ? ((const ArgSink *)a->value)->wanted : NULL;
    for (const char *c = wanted ? wanted : ""; *c; c++) { /* "a, b" becomes a|b */
        if (c == wanted)
            text_add_char(text, ' ');
        if (*c != ' ')
            text_add_char(text, *c == ',' ? '|' : *c);
    }
    if (a->type == ARG_INT || a->type == ARG_U64)
        text_add(text, " N");
    else if (a->type == ARG_REAL || a->type == ARG_SECONDS || a->type == ARG_MS)
        text_add(text, " X");
}

/* Returns the column of the descriptions. It follows the longest option, unless that option is very
 * long. */
static int args_help_column(const Program *p)
{
    enum { LEAST = 18, MOST = 26 };
    int column = LEAST;
    Text option = TEXT_INIT;
    for (int i = 0; i < p->count; i++) {
        if (p->args[i].type == ARG_TITLE || !p->args[i].help)
            continue;
        text_cut(&option, 0);
        args_add_option(&option, &p->args[i]);
        int width = utf8_columns(option.data) + 2;
        column = width > column && width <= MOST ? width : column;
    }
    text_free(&option);
    return column;
}

/* Adds --version, which every command accepts, so that it comes before all titles. */
static void args_add_version(Text *text, const Program *p, int column)
{
    size_t from = text->length;
    text_add(text, "  --version");
    text_pad(text, from, column);
    text_add(text, tr(p->language, "name and version\n"));
}

static void args_print_help(const Program *p)
{
    int column = args_help_column(p);
    Text text = TEXT_INIT;
    text_add(&text, tr(p->language, p->usage));
    bool titled = false;
    for (int i = 0; i < p->count; i++) {
        const Arg *a = &p->args[i];
        if (a->type == ARG_TITLE && !titled)
            args_add_version(&text, p, column);
        titled |= a->type == ARG_TITLE;
        if (a->type == ARG_TITLE)
            text_addf(&text, "\n%s\n", a->help ? tr(p->language, a->help) : a->name);
        if (a->type == ARG_TITLE || !a->help)
            continue;
        size_t from = text.length;
        args_add_option(&text, a);
        if (utf8_columns(text.data + from) + 2 > column)
            text_add_char(&text, '\n'), from = text.length;
        for (const char *line = tr(p->language, a->help), *end; line; line = *end ? end + 1 : NULL) {
            end = line + strcspn(line, "\n");
            text_pad(&text, from, column);
            text_add_bytes(&text, line, (size_t)(end - line));
            if (!*end)
                args_add_default(&text, p->language, a);
            text_add_char(&text, '\n');
            from = text.length;
        }
    }
    if (!titled)
        args_add_version(&text, p, column);
    text_add(&text, titled ? "\n" : "");
    text_add(&text, tr(p->language, "Defaults are in brackets. Exit status: 0 success, 1 failure, 2 usage error.\n"));
    fputs(text.data, stdout);
    text_free(&text);
}

/* ---- reading ---- */

__attribute__((format(printf, 3, 0))) static void args_print_error(const Program *p, const char *end, const char *format, va_list values)
{
    char array[8192];
    Text line = text_over(array, sizeof array);
    text_vaddf(&line, tr(p->language, format), values);
    for (char *c = line.data; *c; c++) /* a path may contain escape sequences, which the terminal would execute */
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = '?';
    fprintf(stderr, tr(p->language, "%s: %s%s"), p->name, line.data, end);
    fflush(stderr);
}

/* Adds the words, separated by commas. */
static void args_join(const char *const *words, Language language, Text *text)
{
    for (int i = 0; words[i]; i++) {
        if (i > 0)
            text_add(text, language_comma(language));
        text_add(text, words[i]);
    }
}

/* Adds the valid values of an option that does not accept every text. */
static void args_add_expected(Text *text, Language language, const Arg *a)
{
    const ArgSink *sink = a->value;
    const bool whole = a->type == ARG_INT || a->type == ARG_U64;
    Text words = TEXT_INIT;
    if (a->type == ARG_FLAG)
        text_add(text, tr(language, "0 or 1"));
    else if (a->type == ARG_U64)
        text_addf(text, tr(language, "an integer from 0 to %" PRIu64), UINT64_MAX);
    else if (whole)
        text_addf(text, tr(language, "an integer from %" PRId64 " to %" PRId64), (int64_t)a->least, (int64_t)a->most);
    else if (a->type != ARG_WORD && a->type != ARG_SINK && a->type != ARG_WORDS)
        text_addf(text, tr(language, "a number from %.15g to %.15g"), a->least, a->most);
    else if (a->type != ARG_WORD && *args_value_name(a))
        text_add(text, tr(language, sink->wanted));
    else {
        if (a->type == ARG_WORD)
            args_join(((const ArgWord *)a->value)->words, language, &words);
        text_addf(text, tr(language, "one of %s"), a->type == ARG_WORD ? words.data : tr(language, sink->wanted));
    }
    text_free(&words);
}

/* Reports a value that is not valid for the option, or for a setting in `option`. Returns EXIT_USAGE. */
static int args_report_value(const Program *p, const Arg *a, const char *option, const char *value)
{
    Text expected = TEXT_INIT;
    args_add_expected(&expected, p->language, a);
    if (option)
        program_fail(p, tr(p->language, "invalid value '%s' for %.*s in %s: expected %s"), value, args_name_length(a), a->name, option,
                     expected.data);
    else
        program_fail(p, tr(p->language, "invalid value '%s' for --%.*s: expected %s"), value, args_name_length(a), a->name, expected.data);
    text_free(&expected);
    return EXIT_USAGE;
}

static bool args_store_number(const Arg *a, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= a->least && value <= a->most) || (a->type == ARG_INT && text[strspn(text, "+-0123456789")]))
        return false;
    if (a->type == ARG_REAL)
        *(double *)a->value = value;
    else
        *(int64_t *)a->value = llround(value * (a->type == ARG_SECONDS ? 1e6 : a->type == ARG_MS ? 1e3 : 1));
    return true;
}

/* Stores the value. Returns false if the text is not valid for the option. NULL means no value. */
static bool args_store(const Arg *a, const char *text)
{
    char *end;
    const ArgWord *choice = a->value;
    int word = 0;
    switch (a->type) {
    case ARG_FLAG: *(bool *)a->value = !text || strcmp(text, "1") == 0; return !text || strcmp(text, "0") == 0 || strcmp(text, "1") == 0;
    case ARG_NOT: *(bool *)a->value = false; return true;
    case ARG_TEXT: *(const char **)a->value = text; return true;
    case ARG_U64:
        errno = 0;
        *(uint64_t *)a->value = strtoull(text, &end, word_begins(text, "0x", 2) ? 16 : 10); /* never octal: 010 is ten */
        return !errno && !strchr(text, '-') && end != text && !*end;
    case ARG_WORD:
        while (choice->words[word])
            word++;
        return word_choose(text, choice->words, word, choice->chosen);
    default: return args_store_number(a, text);
    }
}

/* Stores the value or passes it to the sink. Returns EXIT_SUCCESS, or a status after reporting the
 * error. */
static int args_set_value(const Program *p, const Arg *a, const char *text)
{
    if (a->type == ARG_SINK || a->type == ARG_WORDS) {
        const ArgSink *sink = a->value;
        int status = sink->take(sink->self, text);
        return status == EXIT_USAGE && sink->wanted ? args_report_value(p, a, NULL, text) : status;
    }
    return args_store(a, text) ? EXIT_SUCCESS : args_report_value(p, a, NULL, text);
}

/* Returns true if the options contain `word` or its other form. */
static bool args_has_word(int argc, char **argv, const char *word, const char *other)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], word) == 0 || strcmp(argv[i], other) == 0)
            return true;
    return false;
}

/* Returns true if the first `length` bytes of `word` are the row's name or one of its older names. */
static bool args_has_name(const Arg *a, const char *word, size_t length)
{
    for (const char *name = a->name;; name++) {
        const size_t own = strcspn(name, " |");
        if (own == length && strncmp(name, word, length) == 0)
            return true;
        name += own;
        if (*name != '|')
            return false;
    }
}

/* Returns the row whose name is at the start of `word`, up to the `=` if there is one, or NULL.
 * Abbreviations are not accepted, because a later option could make them ambiguous. */
static const Arg *args_find(const Arg *args, int count, const char *word)
{
    size_t length = strcspn(word, "=");
    for (int i = 0; length && i < count; i++)
        if (args[i].type != ARG_TITLE && args_has_name(&args[i], word, length))
            return &args[i];
    return NULL;
}

/* Reads the option at argv[*at] and its value; moves *at to the last word that belongs to it. */
static int args_take_option(const Program *p, char **argv, int *at, const Arg **option)
{
    const char *word = argv[*at], *equals = strchr(word, '='), *value = equals ? equals + 1 : NULL;
    const Arg *a = strncmp(word, "--", 2) == 0 ? args_find(p->args, p->count, word + 2) : NULL;
    bool has_value = a && a->type != ARG_FLAG && a->type != ARG_NOT;
    if (!a)
        return args_wrong(p, tr(p->language, "unknown option '%s'"), word);
    if (equals && !has_value)
        return args_wrong(p, tr(p->language, "option --%.*s takes no value"), args_name_length(a), a->name);
    if (has_value && !equals)
        value = argv[++*at];
    /* The command line ends here, or the next word is another option. */
    if (has_value && (!value || (!equals && strncmp(value, "--", 2) == 0)))
        return args_wrong(p, tr(p->language, "missing value for %s"), word);
    *option = a;
    if (a->type == ARG_WORDS)
        args_set_value(p, a, NULL);
    return args_set_value(p, a, value);
}

/* Returns true if the command is in the list. */
static bool args_names(const char *commands, const char *command)
{
    const size_t length = strlen(command);
    for (const char *one = commands;; one += strcspn(one, ",") + 2) {
        const size_t found = strcspn(one, ",");
        if (found == length && strncmp(one, command, length) == 0)
            return true;
        if (!one[found])
            return false;
    }
}

/* Reports an option that belongs to another command and returns EXIT_USAGE. An unknown command is
 * left for the program to report. */
static int args_check_command(const Program *p, const bool *given, const char *command)
{
    const char *of = NULL;
    const int rows = p->commands && args_names(p->commands, command) ? p->count : 0;
    for (int i = 0; i < rows; i++) {
        const Arg *a = &p->args[i];
        if (a->type == ARG_TITLE)
            of = a->name;
        else if (given[i] && of && !args_names(of, command))
            return args_wrong(p, tr(p->language, "option --%.*s does not apply to %s, only to %s"), args_name_length(a), a->name, command,
                              of);
    }
    return EXIT_SUCCESS;
}

#ifdef VERIFY
/* Returns true if every row of the table is as args.h requires. */
static bool args_rows_are_sound(const Arg *rows, int count)
{
    const double most = 9007199254740992; /* 2^53 */
    for (const Arg *a = rows; a < rows + count; a++) {
        bool ranged = a->type == ARG_INT || a->type == ARG_REAL || a->type == ARG_SECONDS || a->type == ARG_MS;
        if (a->type != ARG_TITLE && (!a->name || !a->value))
            return false;
        if (ranged && !(a->least <= a->most))
            return false;
        if (a->type == ARG_INT && (a->least < -most || a->most > most))
            return false;
    }
    return true;
}
#endif

int args_read(const Program *p, int argc, char **argv)
{
    assert(argc >= 0);
    assert(argv);
    VERIFY_ASSERT(args_rows_are_sound(p->args, p->count));
    if (args_has_word(argc, argv, "--help", "-h")) {
        args_print_help(p);
        return ARGS_DONE;
    }
    if (args_has_word(argc, argv, "--version", "--version")) {
        printf("%s %s\n", p->name, HANXIN_VERSION);
        return ARGS_DONE;
    }
    int status = EXIT_SUCCESS, words = 0;
    bool ended = false; /* true after `--` */
    const Arg *after = NULL;
    bool given[ROWS_MOST] = {false};
    assert(!p->commands || p->count <= ROWS_MOST);
    for (int i = 1; status == EXIT_SUCCESS && i < argc; i++) {
        const char *word = argv[i];
        bool dashed = word[0] == '-' && word[1] != '\0' && (word[1] == '-' || !p->dash_begins_words);
        if ((ended || !dashed) && after && after->type == ARG_WORDS)
            status = args_set_value(p, after, word);
        else if (ended || !dashed)
            argv[++words] = argv[i]; /* words <= i: overwrites only words already read */
        else if (strcmp(word, "--") == 0)
            ended = true;
        else
            status = args_take_option(p, argv, &i, &after);
        if (after && after - p->args < ROWS_MOST)
            given[after - p->args] = true;
    }
    if (status == EXIT_SUCCESS && words > 0)
        status = args_check_command(p, given, argv[1]);
    return status == EXIT_SUCCESS ? words : -1 - status;
}

int args_setting(const Program *p, const char *option, const Arg *rows, int count, const char *word)
{
    assert(word);
    VERIFY_ASSERT(args_rows_are_sound(rows, count));
    const char *value = strchr(word, '=');
    const Arg *a = value ? args_find(rows, count, word) : NULL;
    if (!a)
        return args_wrong(p, tr(p->language, "unknown setting '%s' for %s"), word, option);
    return args_store(a, ++value) ? EXIT_SUCCESS : args_report_value(p, a, option, value);
}

int args_wrong(const Program *p, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    args_print_error(p, tr(p->language, " (see --help)\n"), format, values);
    va_end(values);
    return EXIT_USAGE;
}

int program_fail(const Program *p, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    args_print_error(p, "\n", format, values);
    va_end(values);
    return EXIT_FAILURE;
}

void program_note(const Program *p, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    args_print_error(p, "\n", format, values);
    va_end(values);
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
