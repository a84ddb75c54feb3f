/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/selfplay/selfplay.h"

#include <stdlib.h>

#include "bench/selfplay/scatter.h"
#include "engine/base/contract.h"
#include "engine/endgame/outcome.h"
#include "engine/rules/judge.h"
#include "engine/board/movegen.h"
#include "engine/base/rng.h"

/* Parameters of adjudication, as measured (eval/train/NETS.md). */
enum {
    WIN_SCORE = 1000, /* larger scores in WIN_PLIES consecutive plies decide the game */
    WIN_PLIES = 5,
    DRAW_SCORE = 15, /* smaller scores in DRAW_PLIES consecutive plies end the game as a draw */
    DRAW_PLIES = 12,
    DRAW_AFTER = 60, /* before this ply, a game is not drawn by score */
    DRAW_QUIET = 16, /* for this many plies after a capture, a game is not drawn by score */
};
_Static_assert(SELFPLAY_PLIES_MAX <= (int)RECORD_PLIES_MAX, "a record holds the longest game");

/* Plays random moves from an opening until a position with a legal move is reached. */
static void selfplay_random_opening(Rng *rng, const SelfplayOptions *o, Position *pos)
{
    int left;
    do {
        if (o->openings)
            *pos = o->openings[rng_below(rng, (uint32_t)o->opening_count)];
        else
            position_start(pos);
        left = (int)o->random_least + (int)rng_below(rng, (uint32_t)(o->random_most - o->random_least + 1));
        for (; left > 0; left--) {
            MoveList list = {.count = 0};
            Undo undo;
            if (legal_moves(pos, &list) == 0)
                break;
            position_make(pos, list.moves[rng_below(rng, (uint32_t)list.count)], &undo);
        }
    } while (left > 0 || !any_legal_move(pos));
}

/* Resets the game to an opening that neither side has already won. Tries until it finds one, so it
 * returns false only if stopped or if an allocation fails. */
static bool selfplay_choose_opening(Searcher *searcher, const SelfplayOptions *o, bool scattered, Rng *rng, const atomic_bool *stop,
                                    Game *game)
{
    const Limits limits = {.stop = stop, .nodes = (uint64_t)o->nodes * 3};
    const int64_t most = scattered ? o->scattered_max : o->opening_max;
    SearchResult result;
    Position pos;
    do {
        if (stop && atomic_load(stop))
            return false;
        if (scattered)
            scatter(rng, &pos);
        else
            selfplay_random_opening(rng, o, &pos);
        game_reset(game, &pos);
        searcher_new_game(searcher);
        result = searcher_run(searcher, game, &limits, NULL);
    } while (abs(result.score) > most && result.score != SCORE_NONE);
    return result.score != SCORE_NONE && !(stop && atomic_load(stop)); /* the score of an interrupted search is not valid */
}

typedef struct Adjudicator {
    bool to_mate;   /* true if only a mate score decides the game */
    int winning[2]; /* number of consecutive winning scores, by side */
    int level;      /* number of consecutive scores near zero */
} Adjudicator;

/* Takes the score of the move that `mover` just made. Returns true if it ends the game. */
static bool selfplay_adjudicate(Adjudicator *a, const Game *game, Side mover, Score score, Record *record)
{
    Side ahead = score > 0 ? mover : opponent(mover);
    a->winning[ahead] = abs(score) > WIN_SCORE && !a->to_mate ? a->winning[ahead] + 1 : 0;
    a->winning[opponent(ahead)] = 0;
    a->level = abs(score) < DRAW_SCORE ? a->level + 1 : 0;
    if (is_mate(score) || a->winning[ahead] >= WIN_PLIES) {
        record->result = (Result){won_by(ahead), ENDING_ADJUDICATED_WIN};
        return true;
    }
    record->result = (Result){OUTCOME_DRAW, ENDING_ADJUDICATED_DRAW};
    if (a->level >= DRAW_PLIES && game->plies >= DRAW_AFTER && game->now.quiet_plies >= DRAW_QUIET)
        return true;
    record->result.ending = ENDING_LENGTH;
    return game->plies >= SELFPLAY_PLIES_MAX;
}

/* Returns true if the rules end the game. */
static bool selfplay_ended_by_rules(const Game *game, Record *record)
{
    Judgement judgement;
    judge_game(game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &judgement);
    record->result = judgement.result;
    return judgement.result.outcome != OUTCOME_OPEN;
}

/* Returns true if the tables know the result. The search does not probe tables, so its scores
 * remain evaluations. */
static bool selfplay_ended_by_tables(const SelfplayOptions *o, const Game *game, Record *record)
{
    const Outcome outcome = endgame_outcome(o->tables, o->cache, game, NATURAL_LIMIT_DEFAULT, NULL);
    if (outcome != OUTCOME_OPEN)
        record->result = (Result){outcome, outcome == OUTCOME_DRAW ? ENDING_ADJUDICATED_DRAW : ENDING_ADJUDICATED_WIN};
    return outcome != OUTCOME_OPEN;
}

Limits selfplay_limits(const SelfplayOptions *o, const atomic_bool *stop)
{
    assert(o->nodes >= 1 && (o->nodes_most == 0 || o->nodes_most >= o->nodes));
    const uint64_t nodes = (uint64_t)o->nodes;
    return o->nodes_most ? (Limits){.stop = stop, .soft_nodes = nodes, .nodes = (uint64_t)o->nodes_most}
                         : (Limits){.stop = stop, .nodes = nodes};
}

bool selfplay_game(Searcher *searcher, const SelfplayOptions *o, uint32_t number, const atomic_bool *stop, Record *record)
{
    assert(searcher_threads(searcher) == 1);
    assert(0 <= o->random_least && o->random_least <= o->random_most);
    assert(in_range(o->scattered, 0, 100));
    assert(!o->tables || o->cache);
    Rng mix = {o->seed}, rng = {rng_next(&mix) ^ (number + 1) * 0xD1342543DE82EF95u};
    const Limits limits = selfplay_limits(o, stop);
    const bool scattered = o->scattered > 0 && rng_below(&rng, 100) < o->scattered;
    Adjudicator adjudicator = {.to_mate = scattered};
    Game game;

    game_init(&game);
    bool good = selfplay_choose_opening(searcher, o, scattered, &rng, stop, &game), over = false;
    *record = (Record){.seed = o->seed, .number = number, .nodes = (uint32_t)o->nodes, .net = o->net, .start = game.start};
    while (good && !over) {
        SearchResult result = searcher_run(searcher, &game, &limits, NULL);
        Side mover = side_to_move(&game.now);
        record->moves[game.plies] = result.best;
        record->scores[game.plies] = (int16_t)result.score;
        good = !(stop && atomic_load(stop)) /* this search may have been interrupted */ && result.best != MOVE_NONE &&
               game_play(&game, result.best);
        record->plies = game.plies;
        over = good && (selfplay_ended_by_rules(&game, record) || selfplay_ended_by_tables(o, &game, record) ||
                        selfplay_adjudicate(&adjudicator, &game, mover, result.score, record));
    }
    game_clear(&game);
    return good;
}
