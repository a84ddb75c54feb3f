/* SPDX-License-Identifier: GPL-3.0-only */
/* The main use on real input: a UCCI client plays whole games against the built program, with one engine process per side, and
 * referees them by the slow rules. */
#include <stdio.h>
#include <string.h>

#include "engine/rules/game.h"
#include "engine/rules/judge.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

enum { ANSWER_MS = 60000, MAX_PLIES = 600, NATURAL_LIMIT = 120 };

static const struct {
    const char *name, *fen; /* NULL: `position startpos` */
    int nodes;
} games[] = {
    {"from the start", NULL, 400},
    {"from the start, deeper", NULL, 2000},
    {"an open middlegame", "2bak1b1r/4a4/n1c1c1n2/p1r1p3p/6p2/2P3P2/P3P3P/N1C1C1N2/4A4/R1BAK1BR1 w - - 4 14", 400},
    {"a won ending, black to move", "3ak4/9/9/9/9/9/9/9/4A4/R2AK1R2 b - - 0 40", 400},
};

/* Writes the position line of the game so far. */
static void position_line(const Game *game, const char *fen, char *out, size_t size)
{
    size_t length = (size_t)snprintf(out, size, fen ? "position fen %s" : "position startpos", fen);
    for (int i = 0; i < game->plies; i++)
        length += (size_t)snprintf(out + length, size - length, "%s %s", i ? "" : " moves", iccs_of(game->undos[i].move));
    snprintf(out + length, size - length, "\n");
    ck_assert_int_lt((int)length, (int)size - 2);
}

/* Requests the engine's move; returns MOVE_NONE if it reports that there is none. */
static Move ask(Gui *gui, const Game *game, const char *fen, int nodes)
{
    char text[MAX_PLIES * 5 + 256], word[32];
    position_line(game, fen, text, sizeof text);
    gui_send(gui, text);
    snprintf(text, sizeof text, "go nodes %d\n", nodes);
    gui_send(gui, text);
    const char *answer = gui_bestmove(gui, ANSWER_MS, NULL);
    if (strcmp(answer, "nobestmove") == 0)
        return MOVE_NONE;
    ck_assert_msg(sscanf(answer, "bestmove %31s", word) == 1, "\"%s\"", answer);
    return move_of(word);
}

static bool slowly_legal(const Position *pos, Move m)
{
    SlowMove moves[SLOW_MAX_MOVES];
    SlowBoard b = slow_board(pos);
    for (int i = slow_legal_moves(&b, moves); i-- > 0;)
        if (slow_move(moves[i]) == m)
            return true;
    return false;
}

START_TEST(a_whole_game)
{
    const char *fen = games[_i].fen;
    Gui players[2];
    Game game;
    Judgement end;
    Position start = fen ? read_position(fen) : named_position("start");
    SlowMove left[SLOW_MAX_MOVES];

    game_init(&game);
    game_reset(&game, &start);
    gui_begin(&players[RED]);
    gui_begin(&players[BLACK]);
    for (judge_game(&game, RULES_ASIAN, NATURAL_LIMIT, &end); end.result.outcome == OUTCOME_OPEN;
         judge_game(&game, RULES_ASIAN, NATURAL_LIMIT, &end)) {
        ck_assert_msg(game.plies < MAX_PLIES, "%s: no end", games[_i].name);
        Move m = ask(&players[game.now.side], &game, fen, games[_i].nodes);
        ck_assert_msg(slowly_legal(&game.now, m), "%s: ply %d: %s in %s", games[_i].name, game.plies, iccs_of(m), fen_of(&game.now));
        ck_assert(game_play(&game, m));
    }

    /* A side without a move reports that. A side with moves still plays if requested in a finished game. */
    Move m = ask(&players[game.now.side], &game, fen, games[_i].nodes);
    SlowBoard b = slow_board(&game.now);
    ck_assert_msg((m == MOVE_NONE) == (slow_legal_moves(&b, left) == 0), "%s: after the end: %s", games[_i].name, iccs_of(m));
    if (end.result.ending == ENDING_CHECKMATE || end.result.ending == ENDING_STALEMATE)
        ck_assert_int_eq(m, MOVE_NONE);
    if (strstr(games[_i].name, "won ending"))
        ck_assert_msg(end.result.outcome == OUTCOME_RED, "%s: %s", games[_i].name, outcome_text(end.result.outcome));

    gui_quit(&players[RED]);
    gui_quit(&players[BLACK]);
    game_clear(&game);
}
END_TEST

/* The same nodes from a new game give the same moves. Node-limited matches rely on this. */
START_TEST(games_are_reproducible)
{
    enum { PLIES = 24 };
    Move moves[2][PLIES];
    for (int round = 0; round < 2; round++) {
        Gui gui;
        Game game;
        game_init(&game);
        gui_begin(&gui);
        for (int i = 0; i < PLIES; i++) {
            moves[round][i] = ask(&gui, &game, NULL, 1500);
            ck_assert(slowly_legal(&game.now, moves[round][i]));
            ck_assert(game_play(&game, moves[round][i]));
        }
        gui_quit(&gui);
        game_clear(&game);
    }
    for (int i = 0; i < PLIES && gui_ranks() == 1; i++)
        ck_assert_msg(moves[0][i] == moves[1][i], "ply %d: %s, then %s", i, iccs_of(moves[0][i]), iccs_of(moves[1][i]));
}
END_TEST

Suite *ucci_game_suite(void)
{
    Suite *s = suite_create("ucci_game");
    TCase *tc = tcase_create("games");
    tcase_add_loop_test(tc, a_whole_game, 0, COUNT(games));
    tcase_add_test(tc, games_are_reproducible);
    suite_add_tcase(s, tc);
    return s;
}
