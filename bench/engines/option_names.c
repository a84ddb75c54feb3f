/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/engines/option_names.h"

#include "engine/base/words.h"

enum { NAMES_MOST = 64 << 10 };

/* Reduces a name to the part that is compared: lower case, without separators, "uci" and "size". */
static void option_plain_name(const char *name, size_t length, char plain[WORD_MOST])
{
    size_t used = 0;
    if (length > 3 && word_begins(name, "uci", 3)) {
        name += 3;
        length -= 3;
    }
    for (size_t i = 0; i < length && used < WORD_MOST - 1; i++)
        if (!strchr(" _-", name[i]))
            plain[used++] = ascii_lower(name[i]);
    plain[used] = '\0';
    if (used > 4 && strcmp(plain + used - 4, "size") == 0)
        plain[used - 4] = '\0';
}

void option_names_add(Text *names, const char *name, size_t length)
{
    if (names->length < NAMES_MOST)
        text_addf(names, "%.*s\n", (int)length, name);
}

bool option_names_hold(const Text *names, const char *name, const char **nearest)
{
    char wanted[WORD_MOST], plain[WORD_MOST];
    option_plain_name(name, strlen(name), wanted);
    int least = word_typing_errors(wanted) + 1;
    *nearest = "";
    if (names->length == 0 || names->length >= NAMES_MOST || names->failed) /* the list may be incomplete */
        return true;
    for (const char *at = names->data; *at; at += strcspn(at, "\n") + 1) {
        option_plain_name(at, strcspn(at, "\n"), plain);
        const int distance = word_distance(wanted, plain);
        if (distance == 0)
            return true;
        if (distance < least) {
            least = distance;
            *nearest = at;
        }
    }
    return false;
}
