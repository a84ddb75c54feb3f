/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/review/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/board/movegen.h"
#include "engine/book/book.h"

/* The thresholds are those that chess servers have used for years (a fall of 0.1, 0.2, 0.3 on a
 * scale from -1 to 1: lichess.org, Advice), halved for our scale from 0 to 1. The curve from
 * centipawns to expected scores is fitted to our own games (printer.c). */
static const struct {
    const char *sign;
    int nag;
    double threshold;
} marks[MARKS] = {
    [MARK_NONE] = {"", 0, 0},        [MARK_ONLY] = {"!", 1, 0.15},     [MARK_INACCURACY] = {"?!", 6, 0.05},
    [MARK_MISTAKE] = {"?", 2, 0.10}, [MARK_BLUNDER] = {"??", 4, 0.15},
};

/* As steep as lichess.org's accuracy curve: a loss of 0.10 gives an accuracy of 64 out of 100. */
static const double ACCURACY_SLOPE = 4.5;

const char *mark_sign(Mark mark)
{
    assert(mark < MARKS);
    return marks[mark].sign;
}

int mark_nag(Mark mark)
{
    assert(mark < MARKS);
    return marks[mark].nag;
}

double mark_threshold(Mark mark)
{
    assert(mark < MARKS);
    return marks[mark].threshold;
}

/* Returns the uncertainty of a move's loss if `nodes` are searched before and after it. Its
 * standard deviation against searches of 2,000,000 nodes was 0.080 for 80,000 and 0.056 for 320,000
 * nodes (39 moves that seemed blunders). */
static double review_noise(uint64_t nodes)
{
    enum { FEW = 1000, FITTED = 400000 };
    return 0.05 * pow((double)FITTED / (double)(nodes > FEW ? nodes : FEW), 0.25);
}

/* The first bound best separates masters and skill levels 13 and 16 from levels 1 to 10, with equal
 * weight for each group. Of 80 masters, none lost more than the second (76 games reviewed at 10,000
 * nodes, MEASURED.md). One game does not allow finer distinctions. */
static const struct {
    double most; /* average loss of expected score per move */
    const char *name;
} review_levels[] = {
    {0.036, N_("strong player")},
    {0.060, N_("club player")},
    {1, N_("beginner")},
};

const char *review_level(const ReviewSide *side, Language language)
{
    enum { LEAST_MOVES = 15 }; /* minimum number of moves, as in the games to which the bounds were fitted */
    int i = 0;
    while (side->lost > review_levels[i].most)
        i++;
    return side->moves < LEAST_MOVES ? NULL : tr(language, review_levels[i].name);
}

/* ---- one search ---- */

typedef struct ReviewSearch {
    SearchInfo best; /* last complete report */
    SearchResult result;
} ReviewSearch;

static void review_take_info(void *self, const SearchInfo *info)
{
    ReviewSearch *s = self;
    if (search_info_is_best(info))
        s->best = *info;
}

static bool review_may_stop(const ReviewOptions *o) { return o->stop && atomic_load(o->stop); }

/* Searches a game's last position. Returns false if stopped or if an allocation fails. */
static bool review_search(const ReviewOptions *o, const Game *game, const Limits *limits, ReviewSearch *s)
{
    const SearchListener listener = {.info = review_take_info, .self = s};
    Limits stoppable = *limits;
    stoppable.stop = o->stop;
    *s = (ReviewSearch){0};
    s->result = searcher_run(o->searcher, game, &stoppable, &listener);
    return s->result.best != MOVE_NONE && !review_may_stop(o);
}

/* ---- positions ---- */

static void position_set_score(ReviewPosition *p, Score score, int depth)
{
    p->known = true;
    p->score = score;
    p->expected = expected_from_score(score);
    p->depth = depth;
}

/* Returns true if the side to move has no legal move. Repetitions are left to the search. */
static bool review_is_over(const Game *game, ReviewPosition *p)
{
    if (any_legal_move(&game->now))
        return false;
    position_set_score(p, mated_in(0), 0);
    return true;
}

/* Values the last position if the rules end the game there. */
static void review_judge_end(Review *r, const ReviewOptions *o)
{
    judge_game(&r->game, o->rules, o->limit, &r->end);
    Result result = r->end.result;
    if (result.outcome == OUTCOME_DRAW)
        position_set_score(&r->positions[r->game.plies], SCORE_DRAW, 0);
    else if (ending_by_repetition(result.ending))
        position_set_score(&r->positions[r->game.plies],
                           result.outcome == won_by(side_to_move(&r->game.now)) ? -rule_loss_in(0) : rule_loss_in(0), 0);
}

/* Returns true if some legal move leads to the third occurrence of a position, so that the rules end
 * the game. */
static bool review_past_decides(const Game *game)
{
    MoveList legal = {0};
    legal_moves(&game->now, &legal);
    for (int m = 0; m < legal.count; m++) {
        const uint64_t key = key_after(&game->now, legal.moves[m]);
        int times = 0;
        for (int i = game->plies - 1; i >= 0 && game->undos[i].captured == EMPTY; i--)
            times += game->undos[i].key == key;
        if (times >= 2)
            return true;
    }
    return false;
}

/* Searches the position as if it had no history, unless the history may decide the game. A
 * search counts a single repetition as the end of the game, although the better side may still
 * avoid it. */
static bool review_search_here(const ReviewOptions *o, const Game *game, const Limits *limits, ReviewSearch *s)
{
    if (review_past_decides(game))
        return review_search(o, game, limits, s);
    Game here;
    Position now = game->now;
    /* Excludes plies that the rule does not count because of long series of checks. */
    now.quiet_plies = (uint16_t)natural_count(&game->start, game->undos, game->plies).plies;
    game_init(&here);
    game_reset(&here, &now);
    bool found = review_search(o, &here, limits, s);
    game_clear(&here);
    return found;
}

/* ---- moves ---- */

/* Returns true if the move recaptures; such a move is easy to find. */
static bool review_takes_back(const Game *game, Move m)
{
    const Undo *last = game->plies > 0 ? &game->undos[game->plies - 1] : NULL;
    return last && last->captured != EMPTY && move_to(last->move) == move_to(m);
}

/* Returns limits for a search that is longer by the factor `times`. */
static Limits review_stretched(const Limits *limits, double times)
{
    Limits l = *limits;
    l.nodes = l.nodes ? (uint64_t)((double)l.nodes * times) + 1 : 0;
    l.movetime_ms = l.movetime_ms ? (int64_t)((double)l.movetime_ms * times) + 1 : 0;
    l.depth += l.depth == 0 ? 0 : times > 1 ? 2 : l.depth > 2 ? -2 : 0;
    return l;
}

/* Returns true if every move other than the played best one would have lost much. Tests this by
 * shorter searches without that move. The first is so short that it costs next to nothing, because
 * most moves have an equal alternative. Not tested if the game is already decided. */
static bool review_is_only_move(const ReviewOptions *o, const Game *game, const ReviewPosition *p, Move played)
{
    static const double shares[] = {0.05, 0.25};
    const double worth = mark_threshold(MARK_ONLY);
    MoveList legal = {0};
    ReviewSearch s;
    if (p->expected < worth || is_decisive(p->score) || review_takes_back(game, played) || legal_moves(&game->now, &legal) < 2)
        return false;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        Limits limits = review_stretched(&o->limits, shares[i]);
        limits.roots.ban = (MoveList){1, {played}};
        if (!review_search_here(o, game, &limits, &s) || p->expected - expected_from_score(s.result.score) < worth)
            return false;
    }
    return true;
}

/* Returns the mark of a move. A missed mate is marked even if the game remains won. */
static Mark review_mark(const ReviewPosition *before, const ReviewPosition *after, double lost)
{
    Mark mark = MARK_BLUNDER;
    while (mark > MARK_ONLY && lost < mark_threshold(mark))
        mark--;
    if (mark > MARK_ONLY)
        return mark;
    return is_mate(before->score) && is_win(before->score) && !is_loss(after->score) ? MARK_INACCURACY : MARK_NONE;
}

static void review_value_move(Review *r, int ply)
{
    const ReviewPosition *before = &r->positions[ply], *after = before + 1;
    ReviewMove *m = &r->moves[ply];
    m->known = before->known && after->known;
    m->lost = 0;
    m->mark = MARK_NONE;
    bool best = before->best.plies > 0 && r->pgn->main.moves[ply].move == before->best.moves[0];
    if (!m->known || best)
        return;
    double lost = m->book_lost >= 0 ? m->book_lost : before->expected - (1 - after->expected);
    m->lost = lost > 0 ? lost : 0;
    m->mark = review_mark(before, after, m->lost);
}

static void review_add_up(Review *r)
{
    for (int ply = 0; ply < r->game.plies; ply++) {
        const ReviewMove *m = &r->moves[ply];
        ReviewSide *s = &r->sides[(r->game.start.side + ply) & 1];
        if (!m->known)
            continue;
        s->moves++;
        s->marks[m->mark]++;
        s->lost += m->lost;
        s->accuracy += 100 * exp(-ACCURACY_SLOPE * m->lost);
    }
    for (ReviewSide *s = r->sides; s < r->sides + 2; s++) {
        s->lost /= s->moves ? s->moves : 1;
        s->accuracy /= s->moves ? s->moves : 1;
    }
}

/* ---- game ---- */

/* A review in progress. */
typedef struct ReviewWork {
    Review *r;
    const ReviewOptions *o;
    Game game; /* played up to the position being searched */
} ReviewWork;

static void review_note_change(const ReviewWork *w, int ply)
{
    if (w->o->changed)
        w->o->changed(w->o->self, w->r, ply);
}

static bool review_go_to(ReviewWork *w, int ply)
{
    bool room = true;
    while (w->game.plies > ply)
        game_undo(&w->game);
    while (w->game.plies < ply && room)
        room = game_play(&w->game, w->r->pgn->main.moves[w->game.plies].move);
    return room;
}

/* Searches the position before move `ply`. */
static bool review_search_at(ReviewWork *w, int ply, const Limits *limits)
{
    ReviewPosition *p = &w->r->positions[ply];
    ReviewSearch s;
    if (!review_go_to(w, ply) || !review_search_here(w->o, &w->game, limits, &s))
        return false;
    position_set_score(p, s.result.score, s.result.depth);
    p->nodes = s.result.nodes;
    bool whole = s.best.pv_length > 0 && s.best.pv[0] == s.result.best;
    p->best.plies = !whole ? 1 : s.best.pv_length < MOVE_LINE ? s.best.pv_length : MOVE_LINE;
    p->best.moves[0] = s.result.best;
    for (int i = 1; i < p->best.plies; i++)
        p->best.moves[i] = s.best.pv[i];
    return true;
}

/* Searches all positions from the last to the first. Returns false if stopped or if an allocation
 * fails. */
static bool review_search_all(ReviewWork *w)
{
    Review *r = w->r;
    for (int ply = r->game.plies; ply >= 0; ply--) {
        if (!r->positions[ply].known &&
            (!review_go_to(w, ply) || (!review_is_over(&w->game, &r->positions[ply]) && !review_search_at(w, ply, &w->o->limits))))
            return false;
        r->unknown = ply;
        if (ply < r->game.plies) {
            review_value_move(r, ply);
            review_note_change(w, ply + 1);
        }
        if (ply == 0)
            review_note_change(w, 0);
        if (w->o->progress)
            w->o->progress(w->o->self, r->game.plies + 1 - ply, r->game.plies + 1);
    }
    return true;
}

enum { LONGER = 4 }; /* factor by which apparent blunders are searched longer */

/* Standard deviations by which a loss must exceed the threshold if three searches found it, and if
 * one is enough. */
static const double SURE = 1.5, FAR_BEYOND = 3.5;

/* Returns true if the position was searched and its score may be wrong. */
static bool review_is_doubtful(const ReviewPosition *end) { return end->best.plies > 0 && !is_mate(end->score); }

/* Returns the loss at which a move is surely a blunder, even if its score is off by this many
 * deviations. */
static double review_sure_loss(const Review *r, int ply, double deviations)
{
    uint64_t nodes = UINT64_MAX;
    for (const ReviewPosition *end = &r->positions[ply]; end <= &r->positions[ply + 1]; end++)
        if (review_is_doubtful(end) && end->nodes < nodes)
            nodes = end->nodes;
    return mark_threshold(MARK_BLUNDER) + deviations * review_noise(nodes);
}

static bool review_is_open(const Review *r, int ply)
{
    return r->moves[ply].mark == MARK_BLUNDER && r->moves[ply].lost < review_sure_loss(r, ply, FAR_BEYOND);
}

Mark review_sure_mark(const Review *r, int ply)
{
    assert(in_range(ply, 0, r->game.plies - 1));
    return review_is_open(r, ply) ? MARK_MISTAKE : r->moves[ply].mark;
}

/* Searches longer before and after each blunder that is not beyond doubt, first after it, because
 * an oversight of one search looks like a blunder. A new score may turn neighbouring moves into
 * blunders, which are then checked too; no position is searched longer twice. */
static bool review_make_sure(ReviewWork *w)
{
    Review *r = w->r;
    const Limits longer = review_stretched(&w->o->limits, LONGER);
    for (int ply = r->game.plies - 1; ply >= 0; ply--) {
        const int next = ply + 1;
        bool news = false;
        for (int i = next; i >= ply && review_is_open(r, ply); i--) {
            ReviewPosition *p = &r->positions[i];
            if (p->sure || !review_is_doubtful(p))
                continue;
            if (!review_search_at(w, i, &longer))
                return false;
            news = p->sure = true;
            if (i > 0)
                review_value_move(r, i - 1);
            if (i < r->game.plies)
                review_value_move(r, i);
            review_note_change(w, i);
            if (i < r->game.plies)
                review_note_change(w, i + 1);
        }
        if (news)
            ply = next + (next < r->game.plies);
    }
    return true;
}

/* Confirms a blunder by a third search that starts from scratch, since two searches may agree by
 * chance; it must find the same loss. Returns false if stopped or if an allocation fails. */
static bool review_confirm(ReviewWork *w, int ply, const Limits *longer)
{
    const ReviewPosition *ends = &w->r->positions[ply];
    ReviewMove *m = &w->r->moves[ply];
    const double least = review_sure_loss(w->r, ply, SURE);
    double lost = m->lost;
    if (lost >= least)
        searcher_new_game(w->o->searcher);
    for (int i = 1; i >= 0 && lost >= least; i--) {
        ReviewSearch s;
        if (!review_is_doubtful(&ends[i]))
            continue;
        if (!review_go_to(w, ply + i) || !review_search_here(w->o, &w->game, longer, &s))
            return false;
        lost += expected_from_score(s.result.score) - ends[i].expected;
    }
    if (lost < least)
        m->mark = MARK_MISTAKE;
    return true;
}

/* Confirms all blunders. Returns false if this was stopped; a blunder that could not be confirmed
 * becomes a mistake. */
static bool review_confirm_all(ReviewWork *w, bool whole)
{
    const Limits longer = review_stretched(&w->o->limits, LONGER);
    for (int ply = w->r->game.plies - 1; ply >= w->r->unknown; ply--)
        if (review_is_open(w->r, ply) && !(whole = whole && review_confirm(w, ply, &longer)))
            w->r->moves[ply].mark = MARK_MISTAKE;
    return whole;
}

static bool review_find_only_moves(ReviewWork *w)
{
    Review *r = w->r;
    for (int ply = r->game.plies - 1; ply >= r->unknown; ply--) {
        const Move played = r->pgn->main.moves[ply].move;
        if (r->positions[ply].best.moves[0] != played || !review_go_to(w, ply))
            continue;
        if (review_is_only_move(w->o, &w->game, &r->positions[ply], played))
            r->moves[ply].mark = MARK_ONLY;
        if (review_may_stop(w->o))
            return false;
    }
    return true;
}

enum { BOARD_PLIES = 32 }; /* number of plies between two stored boards */

static bool review_begin(Review *r, const GameTree *pgn)
{
    *r = (Review){.pgn = pgn};
    game_init(&r->game);
    game_reset(&r->game, &pgn->start);
    r->positions = calloc((size_t)pgn->main.plies + 1, sizeof *r->positions);
    r->moves = calloc((size_t)pgn->main.plies + 1, sizeof *r->moves);
    r->boards = malloc(((size_t)pgn->main.plies / BOARD_PLIES + 1) * sizeof *r->boards);
    bool room = r->positions && r->moves && r->boards;
    for (int i = 0; i <= pgn->main.plies && room; i++) {
        if (i % BOARD_PLIES == 0)
            r->boards[i / BOARD_PLIES] = r->game.now;
        room = i == pgn->main.plies || game_play(&r->game, pgn->main.moves[i].move);
    }
    return room;
}

/* Returns the best score among the moves, for the side to move; SCORE_NONE if there is none. */
static Score review_best_of(const BookMove *moves, int count)
{
    Score best = SCORE_NONE;
    for (const BookMove *m = moves; m < moves + count; m++)
        if (m->score != SCORE_NONE && (best == SCORE_NONE || m->score > best))
            best = m->score;
    return best;
}

/* Returns the loss of a move by the scores of the book, which come from longer searches than those of a
 * review; -1 if the book lacks the position or the move. */
static double review_book_loss(const Book *book, const Position *before, Move m)
{
    BookMove moves[MAX_MOVES];
    int count = book_moves(book, before, moves);
    const Score best = review_best_of(moves, count);
    Score own = SCORE_NONE;
    for (int i = 0; i < count; i++)
        if (moves[i].move == m)
            own = moves[i].score;
    if (best != SCORE_NONE && own == SCORE_NONE) { /* not one to play, but perhaps one to answer */
        Position after = *before;
        Undo undo;
        position_make(&after, m, &undo);
        const Score reply = review_best_of(moves, book_moves(book, &after, moves));
        own = reply == SCORE_NONE ? SCORE_NONE : -reply;
    }
    if (best == SCORE_NONE || own == SCORE_NONE)
        return -1;
    const double lost = expected_from_score(best) - expected_from_score(own);
    return lost > 0 ? lost : 0;
}

static void review_look_up_book(Review *r)
{
    Text why = TEXT_INIT;
    Book *book = book_built_in(&why);
    text_free(&why);
    for (int ply = 0; ply < r->game.plies; ply++) {
        const Position before = review_position(r, ply);
        r->moves[ply].book_lost = book ? review_book_loss(book, &before, r->pgn->main.moves[ply].move) : -1;
    }
    book_free(book);
}

bool review_game(Review *r, const GameTree *pgn, const ReviewOptions *o)
{
    ReviewWork w = {.r = r, .o = o};
    game_init(&w.game);
    game_reset(&w.game, &pgn->start);
    if (!review_begin(r, pgn) || !review_go_to(&w, pgn->main.plies)) {
        review_clear(r);
        game_clear(&w.game);
        return false;
    }
    searcher_new_game(o->searcher);
    review_look_up_book(r);
    review_judge_end(r, o);
    r->positions[pgn->main.plies].sure = r->positions[pgn->main.plies].known;
    r->unknown = pgn->main.plies + 1;
    bool whole = review_confirm_all(&w, review_search_all(&w) && review_make_sure(&w) && review_find_only_moves(&w));
    game_clear(&w.game);
    review_add_up(r);
    return whole || review_may_stop(o);
}

void review_clear(Review *r)
{
    game_clear(&r->game);
    free(r->positions);
    free(r->moves);
    free(r->boards);
    *r = (Review){0};
}

Position review_position(const Review *r, int ply)
{
    assert(in_range(ply, 0, r->game.plies));
    Position pos = r->boards[ply / BOARD_PLIES];
    Undo undo;
    for (int i = ply - ply % BOARD_PLIES; i < ply; i++)
        position_make(&pos, r->game.undos[i].move, &undo);
    return pos;
}
