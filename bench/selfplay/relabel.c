/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/selfplay/relabel.h"

#include <stdlib.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/rng.h"
#include "engine/base/why.h"
#include "engine/board/movegen.h"
#include "engine/rules/judge.h"

bool source_games_read(SourceGames *source, const char *path, Text *why)
{
    RecordReader reader;
    Record game;
    bool good = true;
    records_open(&reader, path, why);
    while (good && record_next(&reader, &game)) {
        good = array_grow(&source->games, &source->room, source->count + 1, sizeof game);
        if (good && game.plies > 0)
            source->games[source->count++] = game;
    }
    if (!records_close(&reader))
        return false;
    if (!good)
        return why_path(why, path, "out of memory");
    return source->count > 0 || why_path(why, path, "no games");
}

void source_games_clear(SourceGames *source)
{
    free(source->games);
    *source = (SourceGames){0};
}

/* Searches the game's position. Returns false if stopped or if there is no move. */
static bool relabel_search(Searcher *searcher, const Game *game, const Limits *limits, SearchResult *result)
{
    *result = searcher_run(searcher, game, limits, NULL);
    return result->best != MOVE_NONE && !(limits->stop && atomic_load(limits->stop));
}

bool relabel_game(Searcher *searcher, const SelfplayOptions *o, const Record *game, const atomic_bool *stop, Record *record)
{
    const Limits limits = selfplay_limits(o, stop);
    Game replayed;
    bool good = true;
    game_init(&replayed);
    game_reset(&replayed, &game->start);
    searcher_new_game(searcher);
    *record = *game;
    record->nodes = (uint32_t)o->nodes;
    record->net = o->net;
    for (int i = 0; i < game->plies && good; i++) {
        SearchResult result;
        good = relabel_search(searcher, &replayed, &limits, &result) && game_play(&replayed, game->moves[i]);
        record->scores[i] = (int16_t)result.score;
    }
    game_clear(&replayed);
    return good;
}

/* Sets the game to the position before ply `ply` of a record. Returns false if an allocation fails. */
static bool relabel_replay(const Record *record, int ply, Game *game)
{
    game_reset(game, &record->start);
    for (int i = 0; i < ply; i++)
        if (!game_play(game, record->moves[i]))
            return false;
    return true;
}

/* Finds a position inside the tree of a search: the one in which a search of a random number of nodes
 * ends. Returns false if stopped or if an allocation fails. */
static bool relabel_find(Searcher *searcher, const SourceGames *source, Rng *rng, const atomic_bool *stop, Position *pos)
{
    Game game;
    SearchResult result;
    bool good = true, found = false;
    game_init(&game);
    while (good && !found) {
        const Record *from = &source->games[rng_below(rng, (uint32_t)source->count)];
        const Limits limits = {.stop = stop, .nodes = 1 + rng_below(rng, (uint32_t)source->inside)};
        good = relabel_replay(from, (int)rng_below(rng, (uint32_t)from->plies), &game);
        searcher_new_game(searcher);
        good = good && relabel_search(searcher, &game, &limits, &result);
        const Position *cut_at = good ? searcher_cut_at(searcher) : NULL;
        found = cut_at && cut_at->key != game.now.key && any_legal_move(cut_at);
        if (found)
            *pos = *cut_at;
    }
    game_clear(&game);
    return good;
}

bool relabel_inside(Searcher *searcher, const SelfplayOptions *o, const SourceGames *source, uint32_t number, const atomic_bool *stop,
                    Record *record)
{
    assert(source->count > 0 && in_range(source->inside, 1, INT32_MAX));
    Rng mix = {o->seed}, rng = {rng_next(&mix) ^ (number + 1) * 0xD1342543DE82EF95u};
    const Limits limits = selfplay_limits(o, stop);
    Position pos;
    if (!relabel_find(searcher, source, &rng, stop, &pos))
        return false;
    pos.game_ply = 0;
    *record = (Record){.seed = o->seed, .number = number, .nodes = (uint32_t)o->nodes, .net = o->net, .start = pos, .plies = 1};
    Game game;
    SearchResult result;
    Judgement judgement;
    game_init(&game);
    game_reset(&game, &pos);
    searcher_new_game(searcher);
    const bool good = relabel_search(searcher, &game, &limits, &result) && game_play(&game, result.best);
    judge_game(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &judgement);
    record->result = judgement.result.outcome != OUTCOME_OPEN ? judgement.result : (Result){OUTCOME_DRAW, ENDING_LENGTH};
    record->moves[0] = result.best;
    record->scores[0] = (int16_t)result.score;
    game_clear(&game);
    return good;
}
