/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/review/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/review/marked.h"
#include "bench/viewer/viewer.h"
#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "engine/notation/fen.h"
#include "engine/notation/missed.h"
#include "engine/notation/opening.h"
#include "engine/notation/tree_json.h"
#include "engine/notation/verdict.h"

static Side report_side_at(const Review *r, int ply) { return (Side)((r->game.start.side + ply) & 1); }

/* Returns Red's expected score. */
static double report_expected_at(const Review *r, int ply)
{
    double expected = r->positions[ply].expected;
    return report_side_at(r, ply) == RED ? expected : 1 - expected;
}

void report_score(const Review *r, int ply, Text *out)
{
    assert(in_range(ply, 0, r->game.plies));
    Score score = r->positions[ply].score;
    char sign = (score >= 0) == (report_side_at(r, ply) == RED) ? '+' : '-';
    if (score == mated_in(0))
        text_add_char(out, '#');
    else if (is_mate(score))
        text_addf(out, "%cM%d", sign, abs(mate_moves(score)));
    else if (is_decisive(score) || is_by_table(score))
        text_addf(out, "%c%c", sign, is_decisive(score) ? 'R' : 'T');
    else
        text_addf(out, "%c%d.%02d", score ? sign : '+', abs(score) / 100, abs(score) % 100);
}

void report_conditions(const Limits *limits, Language l, Text *out)
{
    const char *between = "";
    text_add(out, tr(l, "a position: "));
    if (limits->nodes) {
        text_addf(out, tr(l, "%llu nodes"), (unsigned long long)limits->nodes);
        between = language_comma(l);
    }
    if (limits->movetime_ms) {
        text_addf(out, tr(l, "%s%g s"), between, (double)limits->movetime_ms / 1000);
        between = language_comma(l);
    }
    if (limits->depth)
        text_addf(out, tr(l, "%sdepth %d"), between, limits->depth);
}

void report_stamp(const Limits *limits, Language l, Text *out)
{
    text_addf(out, "%s%s", HANXIN_NAME " " HANXIN_VERSION, tr(l, ", "));
    report_conditions(limits, l, out);
}

/* Adds up to `most` plies of a line from the position before move `ply`, as "炮二平五 马8进7
 * ...". */
static void report_add_line(const Review *r, int ply, const MoveLine *line, int most, Notation notation, Text *out)
{
    Position pos = review_position(r, ply);
    for (int i = 0; i < line->plies && i < most; i++) {
        char text[MOVE_TEXT_SIZE];
        Undo undo;
        text_addf(out, "%s%s", i ? " " : "", move_to_text(&pos, line->moves[i], notation, text));
        position_make(&pos, line->moves[i], &undo);
    }
}

static bool report_is_marked(const Review *r, int ply) { return r->moves[ply].mark != MARK_NONE; }

/* Returns true if there is a better line to show. */
static bool report_has_better(const Review *r, int ply)
{
    return r->moves[ply].mark >= MARK_INACCURACY && r->positions[ply].best.plies > 0;
}

void report_words(const Review *r, int ply, Text *out)
{
    const ReviewPosition *before = &r->positions[ply], *after = before + 1;
    const Position pos = review_position(r, ply);
    if (r->moves[ply].mark >= MARK_INACCURACY)
        missed_words(
            &(MissedMove){
                {&pos, r->game.undos, ply}, r->pgn->main.moves[ply].move, before->score, after->score, &before->best, &after->best},
            out);
}

/* ---- terminal ---- */

static const char *const colours[MARKS] = {"", "\033[32m", "\033[33m", "\033[35m", "\033[31;1m"};

static void report_add_marked(const ReportStyle *style, Mark mark, Text *out)
{
    const char *sign = mark_sign(mark);
    bool coloured = style->colour && *sign;
    text_addf(out, "%s%-2s%s", coloured ? colours[mark] : "", sign, coloured ? "\033[0m" : "");
}

static void report_add_head(const Review *r, const ReportStyle *style, Text *out)
{
    const Language l = style->language;
    for (Side side = RED; side <= BLACK; side++) {
        text_add(out, side == RED ? "" : " - ");
        text_add_clean(out, tree_player(r->pgn, side, l));
    }
    text_addf(out, "  %s\n", outcome_text(r->pgn->outcome));
    const Opening *opening = opening_of_game(&r->game);
    const char *ecco = tree_tag_text(r->pgn, "ECCO");
    if (opening || *ecco) {
        text_add(out, tr(l, "Opening: "));
        text_addf(out, "%s%s", opening ? tr(l, opening->name) : "", opening && *ecco ? "  " : "");
        text_add_clean(out, ecco);
        text_add_char(out, '\n');
    }
}

/* Draws Red's expected score as a graph of ROWS rows, the lowest for 0 to 1/ROWS. */
static void report_add_graph(const Review *r, const ReportStyle *style, Text *out)
{
    enum { ROWS = 6, EIGHTHS = 8, MARGIN = 8 };
    static const char *const blocks[EIGHTHS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int points = r->game.plies + 1, room = style->columns - MARGIN, width = points < room ? points : room;
    for (int row = ROWS - 1; row >= 0; row--) {
        size_t from = out->length;
        text_addf(out, " %s", row == ROWS - 1 ? side_word(RED, style->language) : row == 0 ? side_word(BLACK, style->language) : "");
        text_pad(out, from, MARGIN - 1);
        for (int x = 0; x < width; x++) {
            int ply = width > 1 ? (int)((long)x * (points - 1) / (width - 1)) : 0;
            double share = r->positions[ply].known ? report_expected_at(r, ply) * ROWS - row : 0;
            int eighths = share <= 0 ? 0 : share >= 1 ? EIGHTHS : (int)lround(share * EIGHTHS);
            text_add(out, style->ascii ? (eighths > EIGHTHS / 2 ? "#" : ".") : eighths == 0 && row > 0 ? "·" : blocks[eighths]);
        }
        text_add_char(out, '\n');
    }
}

/* Adds a line with the description of a marked move and the better line. */
static void report_add_note(const Review *r, int ply, const ReportStyle *style, Text *out)
{
    enum { SHOWN = 8 };
    const Language l = style->language;
    Text words = TEXT_INIT;
    words.language = l;
    report_words(r, ply, &words);
    text_addf(out, "     %s%s%s%s", side_word(report_side_at(r, ply), l), words.length && !language_is_chinese(l) ? " " : "", words.data,
              tr(l, words.length ? N_("; better ") : N_(": better ")));
    report_add_line(r, ply, &r->positions[ply].best, SHOWN, style->notation, out);
    text_add_char(out, '\n');
    text_free(&words);
}

/* Adds a move, its mark, and the score after it. */
static void report_add_move(const Review *r, int ply, const ReportStyle *style, Text *out)
{
    enum { MOVE_COLUMNS = 10, SCORE_COLUMNS = 9 };
    const Position pos = review_position(r, ply);
    char move[MOVE_TEXT_SIZE];
    size_t from = out->length;
    text_add(out, move_to_text(&pos, r->pgn->main.moves[ply].move, style->notation, move));
    text_pad(out, from, MOVE_COLUMNS);
    report_add_marked(style, r->moves[ply].mark, out);
    text_add_char(out, ' ');
    from = out->length;
    if (r->positions[ply + 1].known)
        report_score(r, ply + 1, out);
    text_pad(out, from, SCORE_COLUMNS);
}

/* Adds Red's and Black's moves, one pair per line, each pair followed by the notes on it. */
static void report_add_moves(const Review *r, const ReportStyle *style, Text *out)
{
    enum { COLUMNS = 22 };
    for (int ply = 0, next; ply < r->game.plies; ply = next) {
        next = ply + 1 + (report_side_at(r, ply) == RED && ply + 1 < r->game.plies);
        text_addf(out, "%3d. %*s", (r->game.start.game_ply + ply) / 2 + 1, report_side_at(r, ply) == RED ? 0 : COLUMNS, "");
        for (int i = ply; i < next; i++)
            report_add_move(r, i, style, out);
        text_add_char(out, '\n');
        for (int i = ply; i < next; i++)
            if (report_has_better(r, i))
                report_add_note(r, i, style, out);
    }
}

static void report_add_sides(const Review *r, const ReportStyle *style, Text *out)
{
    const Language l = style->language;
    for (Side side = RED; side <= BLACK; side++) {
        const ReviewSide *s = &r->sides[side];
        if (s->moves == 0)
            continue;
        text_addf(out, tr(l, "%-5s  accuracy %5.1f   lost per move %4.1f %%   ?! %d   ? %d   ?? %d   ! %d"), side_word(side, l),
                  s->accuracy, 100 * s->lost, s->marks[MARK_INACCURACY], s->marks[MARK_MISTAKE], s->marks[MARK_BLUNDER],
                  s->marks[MARK_ONLY]);
        const char *level = review_level(s, l);
        if (level)
            text_addf(out, tr(l, "   like a %s"), level);
        text_add_char(out, '\n');
    }
    if (ending_by_rules(r->end.result.ending)) {
        verdict_summary(&r->end, l, out);
        text_add_char(out, '\n');
    }
    if (r->unknown > 0)
        text_addf(out,
                  tr(l, r->unknown == 1 ? N_("Stopped: the first position was not analysed.\n")
                                        : N_("Stopped: the first %d positions were not analysed.\n")),
                  r->unknown);
}

void report_summary(const Review *r, const ReportStyle *style, Text *out)
{
    report_add_head(r, style, out);
    report_add_sides(r, style, out);
}

void report_text(const Review *r, const ReportStyle *style, Text *out)
{
    report_add_head(r, style, out);
    report_add_graph(r, style, out);
    report_add_moves(r, style, out);
    text_add_char(out, '\n');
    report_add_sides(r, style, out);
}

/* ---- PGN ---- */

/* Adds the score of the position before move `ply`, as written in comments. */
static void report_add_eval(const Review *r, int ply, Text *out)
{
    text_add(out, "[%eval ");
    report_score(r, ply, out);
    text_add_char(out, ']');
}

/* Adds the best line as a variation of the move, with its score before the first move. */
static bool report_add_better(const Review *r, int ply, TreeMove *move)
{
    const MoveLine *best = &r->positions[ply].best;
    Text score = TEXT_INIT;
    TreeLine *line = tree_add_line(move);
    report_add_eval(r, ply, &score);
    bool good = line && (line->comment = text_take(&score));
    for (int i = 0; good && i < best->plies && i < BETTER_PLIES; i++)
        good = tree_line_add_move(line, best->moves[i]);
    text_free(&score);
    return good;
}

/* Annotates a move. The user's comment comes first, so that marked_forget() can find the rest. */
static bool report_annotate_move(const Review *r, int ply, const ReportWords *in, TreeMove *move)
{
    Text words = {.data = (char *)"", .language = in->language};
    if (!r->positions[ply + 1].known)
        return true;
    if (move->comment)
        text_addf(&words, "%s ", move->comment);
    report_add_eval(r, ply + 1, &words);
    if (report_is_marked(r, ply)) {
        tree_add_nag(move, mark_nag(r->moves[ply].mark));
        size_t length = words.length;
        text_add(&words, " ");
        if (!in->left_out)
            report_words(r, ply, &words);
        if (words.length == length + 1)
            text_cut(&words, length);
    }
    char *comment = text_take(&words);
    if (comment) {
        free(move->comment);
        move->comment = comment;
    }
    text_free(&words);
    return comment && (!report_has_better(r, ply) || report_add_better(r, ply, move));
}

static bool report_annotate_sides(const Review *r, GameTree *game)
{
    bool good = true;
    for (Side side = RED; side <= BLACK && good; side++) {
        char accuracy[16];
        snprintf(accuracy, sizeof accuracy, "%.1f", r->sides[side].accuracy);
        good = r->sides[side].moves == 0 || tree_set_tag(game, accuracy_tags[side], accuracy);
    }
    return good;
}

bool report_annotate(const Review *r, ReportWords words, const char *stamp, GameTree *game)
{
    const Opening *opening = opening_of_game(&r->game);
    bool good = !opening || tree_tag(game, "Opening") || tree_set_tag(game, "Opening", tr(words.language, opening->name));
    good = good && (tree_tag(game, "Annotator") || tree_set_tag(game, "Annotator", "Hanxin"));
    good = good && tree_set_tag(game, REVIEW_TAG, stamp) && report_annotate_sides(r, game);
    for (int ply = 0; ply < game->main.plies && good; ply++)
        good = report_annotate_move(r, ply, &words, &game->main.moves[ply]);
    return good;
}

/* ---- JSON ---- */

/* Adds a constant in all languages. */
static void report_json_names(Json *j, const char *name, const char *english)
{
    json_begin_object(j, name);
    for (Language l = 0; l < LANGUAGES; l++)
        json_add_string(j, language_words[l], tr(l, english));
    json_end(j);
}

void report_json_texts(Json *j, const char *name, Text texts[LANGUAGES])
{
    json_begin_object(j, name);
    for (Language l = 0; l < LANGUAGES; l++)
        json_take_text(j, language_words[l], &texts[l]);
    json_end(j);
}

static void report_json_line(const Review *r, int ply, const char *name, int most, Notation notation, Json *j)
{
    Text line = TEXT_INIT;
    report_add_line(r, ply, &r->positions[ply].best, most, notation, &line);
    json_take_text(j, name, &line);
}

static void report_json_score(const Review *r, int ply, Json *j)
{
    Text score = TEXT_INIT;
    report_score(r, ply, &score);
    json_take_text(j, "score", &score);
}

static void report_json_value(const Review *r, int ply, Json *j)
{
    report_json_score(r, ply, j);
    json_add_number(j, "red", "%.3f", report_expected_at(r, ply));
    json_add_number(j, "depth", "%d", r->positions[ply].depth);
}

static void report_json_position(const Review *r, int ply, Json *j)
{
    if (!r->positions[ply].known) {
        json_add_null(j, NULL);
        return;
    }
    json_begin_object(j, NULL);
    report_json_value(r, ply, j);
    report_json_line(r, ply, "best", MOVE_LINE, NOTATION_ICCS, j);
    report_json_line(r, ply, "best_wxf", MOVE_LINE, NOTATION_WXF, j);
    json_end(j);
}

/* Adds how much move `ply` lost, its mark, and what it missed. */
static void report_json_mark(const Review *r, int ply, Mark mark, Json *j)
{
    const ReviewMove *m = &r->moves[ply];
    if (m->known) {
        json_add_number(j, "lost", "%.3f", m->lost);
        json_add_string(j, "mark", mark_sign(mark));
    }
    if (mark >= MARK_INACCURACY) {
        Text words[LANGUAGES];
        for (Language l = 0; l < LANGUAGES; l++) {
            words[l] = TEXT_INIT;
            words[l].language = l;
            report_words(r, ply, &words[l]);
        }
        report_json_texts(j, "words", words);
    }
}

static void report_json_move(const Review *r, int ply, Json *j)
{
    const Position pos = review_position(r, ply);
    char text[MOVE_TEXT_SIZE];
    json_begin_object(j, NULL);
    json_add_string(j, "move", move_to_text(&pos, r->pgn->main.moves[ply].move, NOTATION_ICCS, text));
    json_add_string(j, "wxf", move_to_text(&pos, r->pgn->main.moves[ply].move, NOTATION_WXF, text));
    report_json_mark(r, ply, r->moves[ply].mark, j);
    if (r->pgn->main.moves[ply].comment)
        json_add_string(j, "comment", r->pgn->main.moves[ply].comment);
    json_end(j);
}

/* Adds the better line than move `ply`. */
static void report_json_better(const Review *r, int ply, Json *j)
{
    json_begin_object(j, "better");
    report_json_score(r, ply, j);
    for (Notation n = 0; n < NOTATIONS; n++)
        report_json_line(r, ply, n == NOTATION_ICCS ? "moves" : notation_keys[n], BETTER_PLIES, n, j);
    json_end(j);
}

void report_json_result(const Review *r, int ply, Mark mark, Json *j)
{
    assert(in_range(ply, 0, r->game.plies) && r->positions[ply].known);
    json_begin_object(j, NULL);
    json_add_number(j, "ply", "%d", ply);
    report_json_value(r, ply, j);
    if (ply > 0) {
        report_json_mark(r, ply - 1, mark, j);
        json_add_number(j, "nag", "%d", mark_nag(mark));
        if (report_has_better(r, ply - 1))
            report_json_better(r, ply - 1, j);
    }
    json_end(j);
}

static void report_json_sides(const Review *r, Json *j)
{
    json_begin_array(j, "sides");
    for (Side side = RED; side <= BLACK; side++) {
        static const Mark marks[] = {MARK_ONLY, MARK_INACCURACY, MARK_MISTAKE, MARK_BLUNDER};
        const ReviewSide *s = &r->sides[side];
        json_begin_object(j, NULL);
        json_add_number(j, "moves", "%d", s->moves);
        json_add_number(j, "accuracy", "%.1f", s->accuracy);
        json_add_number(j, "lost", "%.4f", s->lost);
        json_begin_array(j, "marks");
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
            json_add_number(j, NULL, "%d", s->marks[marks[i]]);
        json_end(j);
        if (review_level(s, LANGUAGE_ENGLISH))
            report_json_names(j, "level", review_level(s, LANGUAGE_ENGLISH));
        json_end(j);
    }
    json_end(j);
}

/* Orders pointers to tags as the tags are in the game. */
static int report_compare_places(const void *a, const void *b)
{
    const TreeTag *const *one = a, *const *other = b;
    return (*one > *other) - (*one < *other);
}

/* Orders pointers to tags by name; tags of the same name keep their order in the game. */
static int report_compare_names(const void *a, const void *b)
{
    const TreeTag *const *one = a, *const *other = b;
    int order = strcmp((*one)->name, (*other)->name);
    return order ? order : report_compare_places(a, b);
}

/* Adds each name once, with the value of its last tag, in the order of the last tags. */
static void report_json_tags(const GameTree *game, Json *j)
{
    size_t count = (size_t)game->tag_count, kept = 0;
    const TreeTag **tags = malloc((count + 1) * sizeof *tags);
    if (!tags) {
        j->out->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        tags[i] = &game->tags[i];
    qsort(tags, count, sizeof *tags, report_compare_names);
    for (size_t i = 0; i < count; i++)
        if (i + 1 == count || strcmp(tags[i]->name, tags[i + 1]->name) != 0)
            tags[kept++] = tags[i];
    qsort(tags, kept, sizeof *tags, report_compare_places);
    json_begin_object(j, "tags");
    for (size_t i = 0; i < kept; i++)
        json_add_string(j, tags[i]->name, tags[i]->value);
    json_end(j);
    free(tags);
}

void report_json_end(const Review *r, Json *j)
{
    const Opening *opening = opening_of_game(&r->game);
    json_add_number(j, "unknown", "%d", r->unknown);
    if (opening)
        report_json_names(j, "opening", opening->name);
    if (ending_by_rules(r->end.result.ending)) {
        Text words[LANGUAGES];
        for (Language l = 0; l < LANGUAGES; l++) {
            words[l] = TEXT_INIT;
            verdict_summary(&r->end, l, &words[l]);
        }
        report_json_texts(j, "ending", words);
    }
    report_json_sides(r, j);
}

void report_json(const Review *r, Json *j)
{
    char fen[FEN_SIZE];
    json_begin_object(j, NULL);
    report_json_tags(r->pgn, j);
    fen_write(&r->game.start, fen);
    json_add_string(j, "start", fen);
    json_add_number(j, "first", "%d", r->game.start.game_ply / 2 + 1);
    json_add_string(j, "result", outcome_text(r->pgn->outcome));
    report_json_end(r, j);
    if (r->pgn->main.comment)
        json_add_string(j, "comment", r->pgn->main.comment);
    json_new_line(j);
    json_begin_array(j, "positions");
    for (int ply = 0; ply <= r->game.plies; ply++) {
        j->line = ply > 0;
        report_json_position(r, ply, j);
    }
    json_end(j);
    json_new_line(j);
    json_begin_array(j, "moves");
    for (int ply = 0; ply < r->game.plies; ply++) {
        j->line = ply > 0;
        report_json_move(r, ply, j);
    }
    json_end(j);
    json_end(j);
}

/* ---- page ---- */

/* Adds what the page says about the position after `ply` moves and about the last of them. */
static void report_json_ply(const Review *r, int ply, Json *j)
{
    const ReviewPosition *p = &r->positions[ply];
    char move[MOVE_TEXT_SIZE];
    json_begin_object(j, NULL);
    if (p->known)
        json_add_number(j, "depth", "%d", p->depth);
    if (p->known && p->best.plies > 0)
        json_add_string(j, "best", move_to_iccs(p->best.moves[0], move));
    if (ply > 0)
        report_json_mark(r, ply - 1, r->moves[ply - 1].mark, j);
    json_end(j);
}

bool report_page_game(const Review *r, Language language, const char *stamp, GameTree *game, Json *j)
{
    bool good = report_annotate(r, (ReportWords){language, true}, stamp, game);
    json_begin_object(j, NULL);
    tree_json(game, j);
    report_json_end(r, j);
    json_begin_array(j, "plies");
    for (int ply = 0; ply <= r->game.plies; ply++)
        report_json_ply(r, ply, j);
    json_end(j);
    json_end(j);
    marked_forget(game);
    return good;
}

extern const char hanxin_review_js[]; /* content of page.js, see bench/viewer/embed.S */

bool report_page(const char *json, Language language, const char *title, const char *board, Text *out)
{
    const ViewerPage page = {.program = "hanxin review",
                             .title = title,
                             .language = language_words[language],
                             .id = "",
                             .board = board,
                             .data = json,
                             .script = hanxin_review_js};
    return viewer_page(&page, out);
}
