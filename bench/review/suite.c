/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/review/suite.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "engine/base/platform.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "engine/notation/positions.h"

/* ---- reading ---- */

enum { MOST_MATE = MAX_PLY / 2 - 1 };

/* Returns the start of the operations, after board, side to move, dashes and counters. */
static char *suite_operations(char *line)
{
    char *at = line;
    for (int i = 0; *(at += strspn(at, BLANKS)); i++) {
        size_t n = strcspn(at, BLANKS);
        bool of_fen = i < 2 || (n == 1 && *at == '-') || strspn(at, "0123456789") >= n;
        if (!of_fen)
            break;
        at += n;
    }
    return at;
}

/* Cuts out the next operation, up to a semicolon outside quotes. Returns NULL at the end. */
static char *suite_next_operation(char **text)
{
    char *from = *text + strspn(*text, BLANKS ";"), *to = from;
    for (bool quoted = false; *to && (quoted || *to != ';'); to++)
        quoted ^= *to == '"';
    *text = *to ? to + 1 : to;
    *to = '\0';
    return *from ? from : NULL;
}

/* Reads a move as written, or else without the signs that books and lists put after moves. No move
 * of any notation ends in one of these signs. */
static bool suite_read_move(const Position *pos, char *word, Move *m, Text *why)
{
    if (move_from_text(pos, word, m, NULL) == READ_MOVE)
        return true;
    for (size_t n = strlen(word); n > 0 && strchr(",+#!?", word[n - 1]); n--)
        word[n - 1] = '\0';
    return move_from_text(pos, word, m, why) == READ_MOVE;
}

/* Reads the moves of an operation. */
static bool suite_read_moves(const Position *pos, const char *operation, char *words, MoveList *list, Text *why)
{
    const size_t before = why->length;
    for (char *word; (word = word_next(&words));) {
        Move m;
        text_addf(why, tr(why_language(why), "%s %.*s: "), operation, (int)utf8_fit(word, 24), word);
        if (list->count >= MAX_MOVES)
            return why_not(why, "too many moves");
        if (!suite_read_move(pos, word, &m, why))
            return false;
        text_cut(why, before);
        list->moves[list->count++] = m;
    }
    return true;
}

/* Reads the words MOVE=LOSS and other=LOSS. The last `=` counts, because C2=5 is a move. */
static bool suite_read_losses(const Position *pos, char *words, Losses *losses, Text *why)
{
    const size_t before = why->length;
    if (losses->moves.count == 0)
        losses->other = SUITE_NO_LOSS;
    for (char *word; (word = word_next(&words));) {
        char *equals = strrchr(word, '=');
        int64_t loss;
        word[strcspn(word, ",")] = '\0';
        if (!equals || !word_number(equals + 1, &loss) || loss < 0 || loss > SUITE_MOST_LOSS)
            return why_not(why, "invalid value for loss: expected MOVE=LOSS or other=LOSS, with a loss from 0 to %d", SUITE_MOST_LOSS);
        *equals = '\0';
        if (strcmp(word, "other") == 0)
            losses->other = (int)loss;
        else if (suite_read_moves(pos, "loss", word, &losses->moves, why))
            losses->loss[losses->moves.count - 1] = (int)loss;
        else
            return false;
        for (int i = 0; i < losses->moves.count - 1; i++)
            if (losses->moves.moves[i] == losses->moves.moves[losses->moves.count - 1])
                return why_not(why, "loss: a move is given twice");
        text_cut(why, before);
    }
    return losses->moves.count > 0 || why_not(why, "missing moves of loss");
}

static bool suite_play_moves(Game *game, char *words, Text *why)
{
    for (char *word; (word = word_next(&words));) {
        MoveList one = {0};
        if (!suite_read_moves(&game->now, "moves", word, &one, why))
            return false;
        if (!game_play(game, one.moves[0]))
            return why_no_memory(why);
    }
    return true;
}

static bool suite_read_operation(Problem *p, char *operation, Text *why)
{
    char *rest = operation, *name = word_next(&rest);
    if (strcmp(name, "bm") == 0 || strcmp(name, "am") == 0)
        return suite_read_moves(&p->game.now, name, rest, *name == 'b' ? &p->best : &p->avoid, why);
    if (strcmp(name, "moves") == 0)
        return p->best.count || p->avoid.count || p->losses.moves.count ? why_not(why, "moves must precede bm, am and loss")
                                                                        : suite_play_moves(&p->game, rest, why);
    if (strcmp(name, "loss") == 0)
        return suite_read_losses(&p->game.now, rest, &p->losses, why);
    if (strcmp(name, "dm") == 0) {
        int64_t mate;
        if (!word_number(text_trim(rest), &mate) || mate < 1 || mate > MOST_MATE)
            return why_not(why, "invalid value for dm: expected a number of moves from 1 to %d", MOST_MATE);
        p->mate = (int)mate;
        return true;
    }
    if (strcmp(name, "id") == 0) {
        Text id = text_over(p->id, sizeof p->id);
        rest = text_trim(rest);
        size_t quote = *rest == '"';
        rest[strcspn(rest + quote, "\"") + quote] = '\0';
        text_add_clean(&id, rest + quote);
        p->named = true;
    }
    return true;
}

/* Sets the name of the problem to the remaining text of a line of a list, unless an operation has set
 * it. */
static void suite_set_name(Problem *p, const char *from, const char *to)
{
    Text name = TEXT_INIT;
    if (from < to && text_add_bytes(&name, from, (size_t)(to - from))) {
        Text id = text_over(p->id, sizeof p->id);
        text_add_clean(&id, name.data);
        p->named = true;
    }
    text_free(&name);
}

static bool suite_read_line(Problem *p, char *line, Text *why)
{
    Position pos;
    const PositionLine parts = position_line(line, line + strlen(line));
    const bool name_first = parts.name < parts.fen;
    if (name_first || *parts.name_end == '\0')
        suite_set_name(p, parts.name, parts.name_end);
    line = name_first ? line + (parts.fen - line) : line;
    char *rest = suite_operations(line), first = *rest;
    *rest = '\0';
    if (!fen_read(line, &pos, why))
        return false;
    game_reset(&p->game, &pos);
    *rest = first;
    for (char *operation; (operation = suite_next_operation(&rest));)
        if (!suite_read_operation(p, operation, why))
            return false;
    if (!any_legal_move(&p->game.now))
        return why_not(why, "the side to move has no legal move");
    p->open = !p->best.count && !p->avoid.count && !p->mate && !p->losses.moves.count;
    return true;
}

/* Returns true if the line of a list may be skipped: it has no operation that asks for a solution. */
static bool suite_may_skip(const char *line)
{
    static const char *const asking[] = {" bm ", " am ", " dm ", " loss ", ";bm ", ";am ", ";dm ", ";loss "};
    bool asks = false;
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
        asks |= strstr(line, asking[i]) != NULL;
    return !asks;
}

/* Removes the last problem, whose line cannot be read, and notes the first such line. */
static void suite_skip(Suite *suite, int number, const char *fault)
{
    game_clear(&suite->problems[--suite->count].game);
    if (suite->unread++ == 0) {
        suite->unread_line = number;
        Text noted = text_over(suite->unread_fault, sizeof suite->unread_fault);
        text_add(&noted, fault);
    }
}

/* Returns a new problem, or NULL if an allocation fails. */
static Problem *suite_add(Suite *suite)
{
    if (!array_grow(&suite->problems, &suite->room, (size_t)suite->count + 1, sizeof *suite->problems))
        return NULL;
    Problem *p = &suite->problems[suite->count++];
    *p = (Problem){0};
    game_init(&p->game);
    return p;
}

static bool suite_read_lines(Suite *suite, char *text, size_t length, Text *why)
{
    char *at = text, *line;
    size_t n;
    for (int number = 1; (line = line_next(&at, text + length, &n)); number++) {
        line = text_trim(line);
        if (*line == '\0' || *line == '#')
            continue;
        Problem *p = suite_add(suite);
        if (!p)
            return why_no_memory(why);
        snprintf(p->id, sizeof p->id, "line %d", number);
        const bool may_skip = suite->count > 1 && suite_may_skip(line);
        Text fault = WHY_IN(why_language(why));
        if (suite_read_line(p, line, &fault))
            continue;
        if (!may_skip) {
            text_addf(why, tr(why_language(why), "line %d: %s"), number, fault.data);
            return false;
        }
        suite_skip(suite, number, fault.data);
    }
    return true;
}

/* Reads the positions at which games begin, unless that is the usual start position. */
static bool suite_read_games(Suite *suite, GameSource *source, Text *why)
{
    const Language l = why_language(why);
    GameTree game;
    bool good = true;
    tree_init(&game);
    while (good && games_next(source, &game, l)) {
        Problem *p = game.start_given ? suite_add(suite) : NULL;
        good = p || !game.start_given;
        if (!p)
            continue;
        const char *event = tree_tag_text(&game, "Event");
        snprintf(p->id, sizeof p->id, "game %d", source->games);
        suite_set_name(p, event, event + strlen(event));
        p->open = true;
        char place[40]; /* begins the fault, and is also printed before it */
        const int skipped = snprintf(place, sizeof place, tr(l, "line %d: %s"), game.report.fault_line, "");
        if (game.start_lost)
            suite_skip(suite, game.report.fault_line, game.report.fault + (game.report.fault_line > 0 ? skipped : 0));
        else if (!any_legal_move(&game.start))
            suite_skip(suite, source->line, tr(l, "the side to move has no legal move"));
        else
            game_reset(&p->game, &game.start);
    }
    tree_clear(&game);
    return good || why_no_memory(why);
}

bool suite_read(Suite *suite, GameSource *source, Text *why)
{
    *suite = (Suite){0};
    return (games_are_lines(source) ? suite_read_lines(suite, source->owned, (size_t)(source->end - source->data), why)
                                    : suite_read_games(suite, source, why)) &&
           (suite->count > 0 || why_not(why, "no positions"));
}

void suite_clear(Suite *suite)
{
    for (int i = 0; i < suite->count; i++)
        game_clear(&suite->problems[i].game);
    free(suite->problems);
    *suite = (Suite){0};
}

/* ---- judging ---- */

bool suite_line_mates(const Position *pos, const Move *line, int plies, int mate)
{
    assert(plies >= 0);
    Position now = *pos;
    for (int i = 0; i < plies; i++) {
        if (!is_legal(&now, line[i]))
            return false;
        position_make(&now, line[i], &(Undo){0});
    }
    return mate > 0 && plies == 2 * mate - 1 && !any_legal_move(&now);
}

static int suite_loss_of(const Losses *losses, Move m)
{
    for (int i = 0; i < losses->moves.count; i++)
        if (losses->moves.moves[i] == m)
            return losses->loss[i];
    return losses->moves.count ? losses->other : SUITE_NO_LOSS;
}

int suite_loss(const Problem *problem, const Attempt *attempt) { return suite_loss_of(&problem->losses, attempt->last.move); }

void suite_begin_comparison(Suite *suite)
{
    for (Problem *p = suite->problems; p < suite->problems + suite->done; p++) {
        p->before = p->attempt;
        p->attempt = (Attempt){0};
    }
    suite->done_before = suite->done;
    suite->done = 0;
    suite->compares = true;
}

void suite_undo_comparison(Suite *suite)
{
    for (Problem *p = suite->problems; p < suite->problems + suite->done_before; p++)
        p->attempt = p->before;
    suite->done = suite->done_before;
    suite->compares = false;
}

static bool suite_is_solution(const Problem *p, const Saying *s)
{
    const bool loses = p->losses.moves.count && !p->best.count && suite_loss_of(&p->losses, s->move) != 0;
    return s->move && !loses && is_legal(&p->game.now, s->move) && (!p->open || s->won) &&
           (p->best.count == 0 || move_list_has(&p->best, s->move)) && !move_list_has(&p->avoid, s->move) &&
           (p->mate == 0 || (s->mate > 0 && s->mate <= p->mate));
}

void suite_note(Problem *p, const Saying *saying)
{
    bool right = suite_is_solution(p, saying);
    if (right && !p->attempt.solved)
        p->attempt.since = *saying;
    p->attempt.solved = right;
    p->attempt.last = *saying;
}

/* ---- this program's search ---- */

typedef struct SuiteSearch {
    Problem *problem;
    int64_t start_us;
} SuiteSearch;

static int suite_mate_of(Score score) { return is_mate(score) && score > 0 ? mate_moves(score) : 0; }

static void suite_take_info(void *self, const SearchInfo *info)
{
    const SuiteSearch *s = self;
    if (!search_info_is_best(info) || info->pv_length == 0)
        return;
    Saying saying = {.move = info->pv[0],
                     .mate = suite_mate_of(info->score),
                     .won = info->score > SCORE_EVAL_MAX,
                     .depth = info->depth,
                     .nodes = info->nodes,
                     .at_us = clock_us() - s->start_us};
    saying.proven = suite_line_mates(&s->problem->game.now, info->pv, info->pv_length, saying.mate);
    suite_note(s->problem, &saying);
}

bool suite_try(Problem *problem, Searcher *searcher, const Limits *limits)
{
    assert(searcher && limits);
    SuiteSearch s = {problem, clock_us()};
    const SearchListener listener = {.info = suite_take_info, .self = &s};
    problem->attempt = (Attempt){0};
    searcher_new_game(searcher);
    const SearchResult result = searcher_run(searcher, &problem->game, limits, &listener);
    if (result.score == SCORE_NONE || (limits->stop && atomic_load(limits->stop)))
        return false;
    Saying last = problem->attempt.last;
    if (result.best != last.move)
        last =
            (Saying){.move = result.best, .mate = suite_mate_of(result.score), .won = result.score > SCORE_EVAL_MAX, .depth = result.depth};
    last.nodes = result.nodes;
    last.at_us = clock_us() - s.start_us;
    suite_note(problem, &last);
    return true;
}

/* Adds the id, with other quotes than those around it. */
static void suite_add_id(const Problem *problem, int number, Text *out)
{
    text_add(out, "id \"");
    if (!problem->named)
        text_addf(out, "position.%04d", number + 1);
    for (const char *c = problem->named ? problem->id : ""; *c; c++)
        text_add_char(out, *c == '"' ? '\'' : *c);
    text_add(out, "\";");
}

bool suite_price(const Problem *problem, int number, Searcher *searcher, const Limits *limits, int count, Text *out)
{
    assert(count >= 2);
    Limits left = *limits;
    MoveList *found = &left.roots.ban, legal;
    int scores[MAX_MOVES], best = -SUITE_MOST_SCORE, worst = SUITE_MOST_SCORE;
    char fen[FEN_SIZE], word[5];
    legal_moves(&problem->game.now, &legal);
    while (found->count < count && found->count < legal.count) {
        searcher_new_game(searcher);
        const SearchResult result = searcher_run(searcher, &problem->game, &left, NULL);
        if (result.score == SCORE_NONE || (limits->stop && atomic_load(limits->stop)))
            return false;
        const int score = clamp_int(result.score, -SUITE_MOST_SCORE, SUITE_MOST_SCORE);
        best = max_int(best, score);
        worst = min_int(worst, score);
        scores[found->count] = score;
        found->moves[found->count++] = result.best;
    }
    if (best <= worst)
        return true;
    fen_write(&problem->game.now, fen);
    text_addf(out, "%s loss", fen);
    for (int i = 0; i < found->count; i++)
        text_addf(out, " %s=%d", move_to_iccs(found->moves[i], word), best - scores[i]);
    if (found->count < legal.count)
        text_addf(out, " other=%d", best - worst);
    text_addf(out, "; ce %d; ", best);
    suite_add_id(problem, number, out);
    text_add_char(out, '\n');
    return !out->failed;
}
