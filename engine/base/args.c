#include "engine/base/args.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/version.h"

static void print_default(const Arg *a)
{
    switch (a->type) {
    case ARG_FLAG: break;
    case ARG_INT: printf(" (%" PRId64 ")", *(int64_t *)a->value); break;
    case ARG_U64: printf(" (%" PRIu64 ")", *(uint64_t *)a->value); break;
    case ARG_REAL: printf(" (%g)", *(double *)a->value); break;
    case ARG_TEXT:
        if (*(const char **)a->value && **(const char **)a->value)
            printf(" (%s)", *(const char **)a->value);
        break;
    }
    putchar('\n');
}

bool args_ask_help(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static void print_help(const Program *p)
{
    printf("%s", p->usage);
    for (int i = 0; i < p->count; i++) {
        printf("  --%-16s %s", p->args[i].name, p->args[i].help);
        print_default(&p->args[i]);
    }
    puts("  --version          name and version\nIn brackets: what holds without the option. Exit status: 0 done, 1 it could not be done, "
         "2 it was not understood.");
}

/* False if the text is no value of that type and range. */
static bool set_value(const Arg *a, const char *text)
{
    char *end = NULL;
    errno = 0;
    switch (a->type) {
    case ARG_FLAG: return false;
    case ARG_TEXT: *(const char **)a->value = text; return true;
    case ARG_INT: {
        long long value = strtoll(text, &end, 10);
        *(int64_t *)a->value = value;
        return end != text && !*end && !errno && (double)value >= a->least && (double)value <= a->most;
    }
    case ARG_U64: *(uint64_t *)a->value = strtoull(text, &end, 0); return end != text && !*end && !errno && !strchr(text, '-');
    case ARG_REAL: {
        double value = strtod(text, &end);
        *(double *)a->value = value;
        return end != text && !*end && value >= a->least && value <= a->most;
    }
    }
    return false;
}

static int wrong_value(const Program *p, const Arg *a, const char *text)
{
    fprintf(stderr, "%s: --%s: \"%s\" is no ", p->name, a->name, text);
    if (a->type == ARG_U64)
        fprintf(stderr, "whole number from 0 to %" PRIu64 "\n", UINT64_MAX);
    else
        fprintf(stderr, "%snumber from %.15g to %.15g\n", a->type == ARG_INT ? "whole " : "", a->least, a->most);
    return ARGS_WRONG;
}

static const Arg *find(const Program *p, const char *name)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(name, p->args[i].name) == 0)
            return &p->args[i];
    return NULL;
}

int args_read(const Program *p, int argc, char **argv, const char **rest)
{
    int words = 0;
    bool options = true;
    for (int n = 1; n < argc; n++) {
        const char *word = argv[n];
        if (!options || word[0] != '-' || word[1] == '\0') {
            rest[words++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            options = false;
            continue;
        }
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            print_help(p);
            return ARGS_TOLD;
        }
        if (strcmp(word, "--version") == 0) {
            printf("%s %s\n", p->name, HANXIN_VERSION);
            return ARGS_TOLD;
        }
        const Arg *a = strncmp(word, "--", 2) == 0 ? find(p, word + 2) : NULL;
        if (!a) {
            fprintf(stderr, "%s: unknown option %s (--help lists them)\n", p->name, word);
            return ARGS_WRONG;
        }
        if (a->type == ARG_FLAG) {
            *(bool *)a->value = true;
            continue;
        }
        if (++n == argc) {
            fprintf(stderr, "%s: %s needs a value\n", p->name, word);
            return ARGS_WRONG;
        }
        if (!set_value(a, argv[n]))
            return wrong_value(p, a, argv[n]);
    }
    return words;
}

bool args_one_of(const Program *p, const char *name, const char *value, const char *const *words)
{
    for (int i = 0; value && words[i]; i++)
        if (strcmp(value, words[i]) == 0)
            return true;
    if (!value)
        return true;
    fprintf(stderr, "%s: --%s: \"%s\" is none of", p->name, name, value);
    for (int i = 0; words[i]; i++)
        fprintf(stderr, "%s%s", i ? ", " : " ", words[i]);
    fputc('\n', stderr);
    return false;
}

__attribute__((format(printf, 3, 0))) static void say(const Program *p, const char *end, const char *format, va_list values)
{
    fprintf(stderr, "%s: ", p->name);
    vfprintf(stderr, format, values);
    fputs(end, stderr);
}

int args_wrong(const Program *p, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(p, " (--help tells more)\n", format, values);
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
    char error[FILE_ERROR_SIZE];
    if (stdout_finish(error))
        return status;
    if (*error)
        program_fail(p, "%s", error);
    return status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}
