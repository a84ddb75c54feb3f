/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/argfile.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/file.h"
#include "engine/base/why.h"

enum { ARGFILE_LARGEST = 1 << 20 };

static bool argwords_add(ArgWords *w, char *word, Text *why)
{
    if (!array_grow(&w->words, &w->capacity, (size_t)w->count + 2, sizeof *w->words))
        return why_no_memory(why);
    w->words[w->count++] = word;
    w->words[w->count] = NULL;
    return true;
}

typedef struct ArgText { /* the rest of a file; words before it are already terminated */
    char *at;
    int line;
} ArgText;

static void argfile_skip(ArgText *t, size_t length)
{
    for (const char *end = t->at + length; t->at < end; t->at++)
        t->line += *t->at == '\n';
}

/* Moves to the next word, past blanks and comments. Returns false at the end of the text. */
static bool argfile_next(ArgText *t)
{
    for (;;) {
        argfile_skip(t, strspn(t->at, " \t\r\n"));
        if (*t->at != '#')
            return *t->at != '\0';
        argfile_skip(t, strcspn(t->at, "\n"));
    }
}

/* Removes the quotes of the word, terminates it and moves past it. Returns false if a quote is not closed. */
static bool argfile_unquote(ArgText *t)
{
    char *to = t->at, quote = '\0';
    for (; *t->at && (quote || !strchr(" \t\r\n", *t->at)); argfile_skip(t, 1)) {
        const char c = *t->at;
        if (quote ? c == quote : c == '"' || c == '\'')
            quote = quote ? '\0' : c;
        else
            *to++ = c;
    }
    argfile_skip(t, *t->at != '\0');
    *to = '\0';
    return quote == '\0';
}

/* Returns true if the word is the option, perhaps with its value. */
static bool argfile_is_option(const char *word, const char *option)
{
    const size_t length = strlen(option);
    return strncmp(word, "--", 2) == 0 && strncmp(word + 2, option, length) == 0 && (word[2 + length] == '\0' || word[2 + length] == '=');
}

static bool argwords_add_file(ArgWords *w, const char *path, const char *option, Text *why)
{
    size_t size;
    char *text = file_text(path, ARGFILE_LARGEST, &size, why);
    if (!text)
        return false;
    if (!array_grow(&w->texts, &w->text_capacity, (size_t)w->text_count + 1, sizeof *w->texts)) {
        free(text);
        return why_no_memory(why);
    }
    w->texts[w->text_count++] = text;
    if (strlen(text) != size)
        return why_path(why, path, "not a text file");
    for (ArgText t = {strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text, 1}; argfile_next(&t);) {
        const int line = t.line;
        char *word = t.at;
        if (!argfile_unquote(&t))
            return why_path(why, path, "line %d: a quotation mark is not closed", line);
        if (argfile_is_option(word, option))
            return why_path(why, path, "line %d: --%s within such a file", line, option);
        if (!argwords_add(w, word, why))
            return false;
    }
    return true;
}

bool argwords_read(ArgWords *w, int argc, char **argv, const char *option, Text *why)
{
    *w = (ArgWords){0};
    bool ended = false; /* after `--` */
    for (int i = 0; i < argc; i++) {
        ended = ended || strcmp(argv[i], "--") == 0;
        const bool found = i > 0 && !ended && argfile_is_option(argv[i], option);
        const char *equals = found ? strchr(argv[i], '=') : NULL, *path = equals ? equals + 1 : found ? argv[i + 1] : NULL;
        if (!path || (!equals && strncmp(path, "--", 2) == 0)) { /* args_read() reports a missing value */
            if (!argwords_add(w, argv[i], why))
                return false;
        } else if (!argwords_add_file(w, path, option, why)) {
            return false;
        } else {
            i += !equals;
        }
    }
    return true;
}

void argwords_clear(ArgWords *w)
{
    for (int i = 0; i < w->text_count; i++)
        free(w->texts[i]);
    free(w->texts);
    free(w->words);
    *w = (ArgWords){0};
}

/* Adds a word, in quotes if it needs them: in one kind if possible, otherwise each part without one kind in that kind. */
static void argfile_add_quoted(Text *out, const char *word)
{
    if (*word && !word[strcspn(word, " \t\r\n\"'")] && *word != '#') {
        text_add(out, word);
        return;
    }
    do {
        const char *quote = !strchr(word, '"') ? "\"" : !strchr(word, '\'') || *word == '"' ? "'" : "\"";
        const size_t length = strcspn(word, quote);
        text_add(out, quote);
        text_add_bytes(out, word, length);
        text_add(out, quote);
        word += length;
    } while (*word);
}

void argwords_write(const char *const *words, int from, int count, Text *out)
{
    for (int i = from; i < count; i++) {
        if (i > from)
            text_add_char(out, strncmp(words[i], "--", 2) == 0 ? '\n' : ' ');
        argfile_add_quoted(out, words[i]);
    }
    text_add_char(out, '\n');
}
