/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/review/marked.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/version.h"
#include "protocol/review/review.h"

static const char eval_begins[] = "[%eval ";

bool marked_expected(const PgnMove *move, Side mover, double *red)
{
    const char *at = move->comment ? strstr(move->comment, eval_begins) : NULL;
    if (!at)
        return false;
    at += strlen(eval_begins);
    const char *mark = at + strspn(at, "+-");
    char *end;
    double pawns = strtod(at, &end);
    if (*mark == '#' && mark[1] == ']')
        *red = mover == RED;
    else if (*mark && strchr("#MRT", *mark))
        *red = *at != '-' && mark[1] != '-';
    else if (end == at || !(pawns > -1000 && pawns < 1000))
        return false;
    else
        *red = review_expected((Score)(100 * pawns));
    return true;
}

const char *marked_sign(const PgnMove *move)
{
    static const char *const signs[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    enum { SIGNS = sizeof signs / sizeof *signs };
    for (int i = 0; i < PGN_NAGS; i++)
        if (move->nags[i] && move->nags[i] < SIGNS)
            return signs[move->nags[i]];
    return "";
}

/* ---- removing a review ---- */

/* Removes the evaluations from a comment. If `rest`, also removes everything after the first of
 * them, which the review wrote. */
static void forget_comment(char **comment, bool rest)
{
    if (!*comment)
        return;
    char *from;
    while ((from = strstr(*comment, eval_begins))) {
        char *to = strchr(from, ']');
        to = !to || rest ? from + strlen(from) : to + 1 + strspn(to + 1, " ");
        memmove(from, to, strlen(to) + 1);
    }
    for (size_t n = strlen(*comment); n > 0 && (*comment)[n - 1] == ' '; n--)
        (*comment)[n - 1] = '\0';
    if (!**comment) {
        free(*comment);
        *comment = NULL;
    }
}

static bool is_review_line(const PgnLine *line) { return line->comment && strncmp(line->comment, eval_begins, strlen(eval_begins)) == 0; }

static void forget_marks(PgnMove *move)
{
    int kept = 0;
    for (int i = 0; i < PGN_NAGS; i++) {
        int nag = move->nags[i];
        move->nags[i] = 0;
        bool ours = false;
        for (int mark = MARK_ONLY; mark < MARKS; mark++)
            ours |= nag == mark_nag((Mark)mark);
        if (nag && !ours)
            move->nags[kept++] = (uint8_t)nag;
    }
}

void marked_forget(PgnGame *game)
{
    const char *tag = pgn_tag(game, REVIEW_TAG);
    /* Tags of that name by other programs are kept. */
    const bool reviewed = tag && strncmp(tag, HANXIN_NAME " ", strlen(HANXIN_NAME " ")) == 0;
    if (reviewed)
        pgn_drop_tag(game, REVIEW_TAG);
    for (int n = 0; n < game->plies; n++) { /* uses an index, since a game without moves has no array */
        PgnMove *m = &game->moves[n];
        forget_comment(&m->comment, reviewed);
        if (reviewed)
            forget_marks(m);
        for (int i = m->line_count - 1; i >= 0 && reviewed; i--)
            if (is_review_line(&m->lines[i]))
                pgn_drop_line(m, i);
    }
}
