/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/review/marked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/review/review.h"
#include "engine/base/version.h"
#include "engine/notation/names.h"

static const char eval_begins[] = "[%eval ";

const char *const accuracy_tags[2] = {"RedAccuracy", "BlackAccuracy"};

/* Reads an evaluation from Red's point of view, in the form of report_score() or as pawns and `#3`.
 * `mover` is the side that has just moved. Returns false if the text is not an evaluation. */
static bool marked_read_eval(const char *text, Side mover, Score *red)
{
    const char *mark = text + strspn(text, "+-");
    const bool minus = *text == '-' || (*mark && mark[1] == '-');
    char *end;
    double pawns = strtod(text, &end);
    if (*mark && strchr("#M", *mark)) {
        int moves = abs(atoi(mark + 1));
        moves = moves > MATE_PLIES / 2 ? MATE_PLIES / 2 : moves;
        bool black = moves > 0 ? minus : mover == BLACK; /* `#` alone: the side to move has lost */
        *red = black ? mated_in(2 * moves) : mate_in(moves > 0 ? 2 * moves - 1 : 0);
    } else if (*mark == 'R' || *mark == 'T') {
        Score size = *mark == 'R' ? -rule_loss_in(1) : SCORE_TABLE;
        *red = minus ? -size : size;
    } else if (end == text || !(pawns > -1000 && pawns < 1000)) {
        return false;
    } else {
        double most = SCORE_EVAL_MAX, centipawns = 100 * pawns;
        *red = (Score)lround(centipawns > most ? most : centipawns < -most ? -most : centipawns);
    }
    return true;
}

bool marked_expected(const TreeMove *move, Side mover, double *red)
{
    Score score;
    const char *at = move->comment ? strstr(move->comment, eval_begins) : NULL;
    if (!at || !marked_read_eval(at + strlen(eval_begins), mover, &score))
        return false;
    *red = expected_from_score(score);
    return true;
}

/* Adds the meaning of a command "[%...]" in words. Adds nothing for an unknown command. */
static void marked_add_command(const char *command, int length, Side mover, Language l, Text *out)
{
    static const struct {
        const char *begins, *word;
    } times[] = {{"[%clk ", N_("clock")}, {"[%emt ", N_("time")}};
    char score[SCORE_TEXT_SIZE];
    Score red;
    if (strncmp(command, eval_begins, strlen(eval_begins)) == 0 && marked_read_eval(command + strlen(eval_begins), mover, &red))
        text_add(out, score_text(red, RED, l, score));
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (strncmp(command, times[i].begins, strlen(times[i].begins)) == 0)
            text_addf(out, "%s %.*s", tr(l, times[i].word), length - 1 - (int)strlen(times[i].begins), command + strlen(times[i].begins));
}

void marked_comment(const TreeMove *move, Side mover, Language language, Text *out)
{
    const char *at = move->comment ? move->comment : "", *command, *end;
    while ((command = strstr(at, "[%")) && (end = strchr(command, ']'))) {
        text_add_bytes(out, at, (size_t)(command - at));
        size_t before = out->length;
        marked_add_command(command, (int)(end + 1 - command), mover, language, out);
        at = end + 1;
        if (out->length == before) /* also skips the blank after it */
            at += *at == ' ';
    }
    text_add(out, at);
}

const char *marked_sign(const TreeMove *move)
{
    for (int i = 0; i < TREE_NAGS; i++)
        if (tree_nag_sign(move->nags[i]))
            return tree_nag_sign(move->nags[i]);
    return "";
}

/* ---- removing a review ---- */

/* Removes the evaluations from a comment. If `rest` is true, also removes the text after the first
 * evaluation, which the review wrote. */
static void marked_forget_comment(char **comment, bool rest)
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

static bool marked_is_review_line(const TreeLine *line)
{
    return line->comment && strncmp(line->comment, eval_begins, strlen(eval_begins)) == 0;
}

/* Returns true if somebody has continued or annotated a line of a review. */
static bool marked_is_touched(const TreeLine *line)
{
    const char *end = strchr(line->comment, ']');
    bool touched = line->plies > BETTER_PLIES || !end || end[1];
    for (int i = 0; i < line->plies && !touched; i++)
        touched = line->moves[i].comment || line->moves[i].nags[0] || line->moves[i].line_count > 0;
    return touched;
}

static void marked_forget_lines(TreeMove *move)
{
    for (int i = move->line_count - 1; i >= 0; i--) {
        TreeLine *line = &move->lines[i];
        if (!marked_is_review_line(line))
            continue;
        if (marked_is_touched(line))
            marked_forget_comment(&line->comment, false);
        else
            tree_drop_line(move, i);
    }
}

static void marked_forget_marks(TreeMove *move)
{
    int kept = 0;
    for (int i = 0; i < TREE_NAGS; i++) {
        int nag = move->nags[i];
        move->nags[i] = 0;
        bool ours = false;
        for (int mark = MARK_ONLY; mark < MARKS; mark++)
            ours |= nag == mark_nag((Mark)mark);
        if (nag && !ours)
            move->nags[kept++] = (uint8_t)nag;
    }
}

void marked_forget(GameTree *game)
{
    const char *tag = tree_tag(game, REVIEW_TAG);
    /* Tags of that name by other programs are kept. */
    const bool reviewed = tag && strncmp(tag, HANXIN_NAME " ", strlen(HANXIN_NAME " ")) == 0;
    if (reviewed) {
        tree_drop_tag(game, REVIEW_TAG);
        tree_drop_tag(game, accuracy_tags[RED]);
        tree_drop_tag(game, accuracy_tags[BLACK]);
    }
    for (int n = 0; n < game->main.plies; n++) { /* uses an index, since a game without moves has no array */
        TreeMove *m = &game->main.moves[n];
        marked_forget_comment(&m->comment, reviewed);
        if (!reviewed)
            continue;
        marked_forget_marks(m);
        marked_forget_lines(m);
    }
}
