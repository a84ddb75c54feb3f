/* SPDX-License-Identifier: GPL-3.0-only */
/* endgames - plays endings that the tables know: does the engine win won positions and hold drawn ones?
 *
 * Sets and positions are drawn at random. Won positions have a distance of 11 to 100; the engine plays the winner against the
 * table's longest defence. In drawn positions the engine defends against a search without tables. The referee is
 * engine/rules/judge.h with the Asian rules and the natural limit. A game with another result is reported with its position, and
 * the exit status is 1. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/rng.h"
#include "engine/base/signals.h"
#include "engine/board/attacks.h"
#include "engine/board/movegen.h"
#include "engine/endgame/built_in.h"
#include "engine/notation/fen.h"
#include "engine/rules/judge.h"
#include "eval/nnue/network.h"
#include "search/search.h"

enum { SHORTEST = 11, LONGEST = 100, PLIES_MOST = 1000 };

typedef struct Endgames {
    const char *dir;
    int64_t games, movetime_us, nodes;
    uint64_t seed;
    bool drawn;
    Rng rng;
    EndgameTables *tables;
    EndgameCache *cache;
    Searcher *engine, *attacker;
    Network *net;
    Progress progress;
    int64_t played, good, plies; /* number of games; games with the expected result; sum of distances */
} Endgames;

typedef struct EndgameStart {
    Position pos;
    Side engine; /* side that the engine plays */
    int distance;
} EndgameStart;

/* Draws a position of any set, with Red as the strong side and to move. Returns false if it is illegal or not of the wanted kind. */
static bool draw_ending(Endgames *e, EndgameStart *out)
{
    const EndgameTable *t = endgame_tables_get(e->tables, (int)rng_below(&e->rng, (uint32_t)endgame_tables_count(e->tables)));
    const Places *places = endgame_tables_places(e->tables);
    const Layout *l = &t->layout;
    const unsigned pair = rng_below(&e->rng, l->guards), number = rng_below(&e->rng, l->attackers);
    const unsigned guard[2] = {pair % l->strong, places->kept_guard[l->guard_kind[WEAK]][pair / l->strong]};
    Square attackers[ENDGAME_ATTACKERS];
    EndgameValue v;
    position_clear(&out->pos);
    guards_put(l, places, guard, &out->pos);
    attackers_at(l, places, number, attackers);
    if (!attackers_put(l, attackers, &out->pos) || in_check(&out->pos, BLACK) || !any_legal_move(&out->pos) ||
        !endgame_value_at(e->tables, e->cache, t, (uint64_t)pair * l->attackers + number, &v))
        return false;
    out->distance = endgame_distance(v);
    if (e->drawn) { /* if both sides have attackers, either may defend */
        out->engine = l->set.each && rng_below(&e->rng, 2) ? RED : BLACK;
        return v == ENDGAME_DRAW;
    }
    out->engine = v > 0 ? RED : BLACK;
    return !endgame_is_drawn(v) && out->distance >= SHORTEST && out->distance <= LONGEST;
}

/* Returns the move with the longest defence. */
static Move perfect_reply(const Endgames *e, const Position *pos)
{
    MoveList moves;
    EndgameValue best = 0, value;
    Move reply = MOVE_NONE;
    legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++)
        if (endgame_probe_move(e->tables, e->cache, pos, moves.moves[i], &value) && (!reply || endgame_is_better(value, best))) {
            best = value;
            reply = moves.moves[i];
        }
    return reply;
}

static Move choose(const Endgames *e, const Game *game, Side engine)
{
    if (game->now.side == engine)
        return searcher_run(e->engine, game, &(Limits){.movetime_ms = e->movetime_us / 1000}, NULL).best;
    if (e->drawn)
        return searcher_run(e->attacker, game, &(Limits){.nodes = (uint64_t)e->nodes}, NULL).best;
    return perfect_reply(e, &game->now);
}

/* Plays a game. Returns true if it ended as expected. */
static bool play(Endgames *e, const EndgameStart *ending)
{
    Game game;
    Judgement j;
    game_init(&game);
    game_reset(&game, &ending->pos);
    bool goes_on = true;
    searcher_new_game(e->engine);
    searcher_new_game(e->attacker);
    for (;;) {
        judge_game(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &j);
        if (!goes_on || j.result.outcome != OUTCOME_OPEN || game.plies >= PLIES_MOST)
            break;
        const Move m = choose(e, &game, ending->engine);
        goes_on = m != MOVE_NONE && game_play(&game, m);
    }
    const Outcome won = ending->engine == RED ? OUTCOME_RED : OUTCOME_BLACK;
    const bool good = goes_on && (j.result.outcome == won || (e->drawn && j.result.outcome == OUTCOME_DRAW));
    if (!good) {
        char fen[FEN_SIZE];
        fen_write(&ending->pos, fen);
        progress_note(&e->progress, "%s: the engine plays %s, distance %d: %s after %d plies", fen, ending->engine == RED ? "Red" : "Black",
                      e->drawn ? 0 : ending->distance, outcome_text(j.result.outcome), game.plies);
    }
    game_clear(&game);
    return good;
}

static void play_one(Endgames *e)
{
    EndgameStart ending;
    while (!draw_ending(e, &ending))
        ;
    e->plies += e->drawn ? 0 : ending.distance;
    e->good += play(e, &ending);
    e->played++;
    if (progress_due(&e->progress, 200, 60000))
        progress_show(&e->progress, "%" PRId64 " of %" PRId64 " games, %" PRId64 " as they should end", e->played, e->games, e->good);
}

static bool begin(Endgames *e, Text *why)
{
    const SearchOptions options = {.hash_mib = 16, .threads = 1, .multipv = 1};
    e->tables = endgame_tables_new();
    e->cache = endgame_cache_new();
    e->engine = searcher_new(&options);
    e->attacker = searcher_new(&options);
    if (!e->tables || !e->cache || !e->engine || !e->attacker)
        return why_no_memory(why);
    if (!endgame_tables_add_built_in(e->tables, why) || !endgame_tables_add_folders(e->tables, e->dir, why))
        return false;
    e->net = network_default(why);
    searcher_set_net(e->engine, e->net);
    searcher_set_net(e->attacker, e->net);
    searcher_set_endgames(e->engine, e->tables);
    return e->net != NULL;
}

int main(int argc, char **argv)
{
    Endgames e = {.dir = "", .games = 100, .movetime_us = 50000, .nodes = 2000, .seed = 1};
    const Arg rows[] = {
        {"tables|dir FOLDERS", ARG_TEXT, &e.dir, 0, 0, "folders of endgame tables, next to those built in"},
        {"games N", ARG_INT, &e.games, 1, 1e9, "so many"},
        {"drawn", ARG_FLAG, &e.drawn, 0, 0, "endings that the engine is to hold, not to win"},
        {"movetime MS", ARG_MS, &e.movetime_us, 1, 1e6, "of the engine, in milliseconds"},
        {"nodes N", ARG_INT, &e.nodes, 1, 1e9, "a move, of the attacker in drawn endings"},
        {"seed N", ARG_U64, &e.seed, 0, 0, "of the endings"},
    };
    const Program program = {.name = "endgames", .usage = "usage: endgames [options]\n", .args = rows, .count = sizeof rows / sizeof *rows};
    int words = args_read(&program, argc, argv);
    if (words < 0)
        return args_status(words);
    Text why = TEXT_INIT;
    const atomic_bool *stop = signals_watch(SECOND_SIGNAL_LEAVES);
    e.progress = progress_on_stderr();
    e.rng = (Rng){e.seed};
    if (!begin(&e, &why))
        return program_fail(&program, "%s", why.data);
    while (e.played < e.games && !atomic_load(stop))
        play_one(&e);
    progress_clear(&e.progress);
    printf("%" PRId64 " games, %" PRId64 " %s", e.played, e.good, e.drawn ? "held" : "won");
    if (!e.drawn && e.played > 0)
        printf(", mean distance %.1f", (double)e.plies / (double)e.played);
    printf("\n");
    searcher_free(e.engine);
    searcher_free(e.attacker);
    network_free(e.net);
    endgame_tables_free(e.tables);
    endgame_cache_free(e.cache);
    return e.good < e.played ? EXIT_FAILURE : e.played < e.games ? EXIT_INTERRUPTED : EXIT_SUCCESS;
}
