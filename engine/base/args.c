#include "engine/base/args.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_default(const Arg *a)
{
    switch (a->type) {
    case ARG_FLAG: break;
    case ARG_INT: printf(" (%" PRId64 ")", *(int64_t *)a->value); break;
    case ARG_U64: printf(" (%" PRIu64 ")", *(uint64_t *)a->value); break;
    case ARG_REAL: printf(" (%g)", *(double *)a->value); break;
    case ARG_TEXT:
        if (*(const char **)a->value)
            printf(" (%s)", *(const char **)a->value);
        break;
    }
    putchar('\n');
}

static void print_help(const char *usage, const Arg *args, int count)
{
    printf("%s\n", usage);
    for (int i = 0; i < count; i++) {
        printf("  --%-16s %s", args[i].name, args[i].help);
        print_default(&args[i]);
    }
}

/* False if the text is no value of that type and range. */
static bool set_value(const Arg *a, const char *text)
{
    char *end = NULL;
    errno = 0;
    if (a->type == ARG_TEXT) {
        *(const char **)a->value = text;
        return true;
    }
    if (a->type == ARG_INT) {
        long long value = strtoll(text, &end, 10);
        *(int64_t *)a->value = value;
        return end != text && !*end && !errno && (double)value >= a->least && (double)value <= a->most;
    }
    if (a->type == ARG_U64) {
        *(uint64_t *)a->value = strtoull(text, &end, 0);
        return end != text && !*end && !errno && *text != '-';
    }
    double value = strtod(text, &end);
    *(double *)a->value = value;
    return end != text && !*end && value >= a->least && value <= a->most;
}

int args_read(int argc, char **argv, const char *usage, const Arg *args, int count, const char **rest)
{
    int left = 0;
    for (int n = 1; n < argc; n++) {
        const char *word = argv[n];
        if (strncmp(word, "--", 2) != 0) {
            rest[left++] = word;
            continue;
        }
        if (strcmp(word, "--help") == 0) {
            print_help(usage, args, count);
            return -2;
        }
        const Arg *found = NULL;
        for (int i = 0; i < count; i++)
            if (strcmp(word + 2, args[i].name) == 0)
                found = &args[i];
        if (!found) {
            fprintf(stderr, "%s: unknown option %s (--help lists them)\n", argv[0], word);
            return -1;
        }
        if (found->type == ARG_FLAG) {
            *(bool *)found->value = true;
            continue;
        }
        if (++n == argc) {
            fprintf(stderr, "%s: %s needs a value\n", argv[0], word);
            return -1;
        }
        if (!set_value(found, argv[n])) {
            if (found->type == ARG_U64)
                fprintf(stderr, "%s: %s: \"%s\" is no number\n", argv[0], word, argv[n]);
            else
                fprintf(stderr, "%s: %s: \"%s\" is no number from %g to %g\n", argv[0], word, argv[n], found->least, found->most);
            return -1;
        }
    }
    return left;
}
