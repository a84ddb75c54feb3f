/* SPDX-License-Identifier: GPL-3.0-only */
/* Statements 33 to 43 of protocol/UCCI.md: positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/board/makemove.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

#define BOARD      "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
#define AFTER_H2E2 "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"

/* Returns the board and side to move of the engine's position, as `d` prints them. */
static void engine_position(Gui *gui, char *out)
{
    gui_send(gui, "d\n");
    const char *line = gui_expect(gui, "Fen: ", 10000 * gui_slack());
    sscanf(line, "Fen: %99[^ ] %c", out, out + 100);
    size_t n = strlen(out);
    out[n] = ' ', out[n + 1] = out[100], out[n + 2] = '\0';
    gui_expect(gui, "Checkers:", 10000 * gui_slack());
}

static const struct {
    const char *command, *position;
} position_cases[] = {
    {"position startpos", BOARD " w"},
    {"position fen " BOARD " w - - 0 1", BOARD " w"},
    {"position fen " BOARD " r - - 0 1", BOARD " w"},
    {"position fen " BOARD " R", BOARD " w"},
    {"position fen " BOARD " B", BOARD " b"},
    {"position fen " BOARD " b - - 0 2", BOARD " b"},
    {"position fen " BOARD, BOARD " w"},
    {"position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1", BOARD " w"},
    {"position fen " BOARD " w -- 0 1  moves h2e2", AFTER_H2E2},
    {"position fen " BOARD " w 0 1 moves h2e2 ", AFTER_H2E2},
    {"position fen " BOARD " w moves H2-E2", AFTER_H2E2},
    {"position startpos moves", BOARD " w"},
    {"position startpos  moves   h2e2", AFTER_H2E2},
    {"fen " BOARD " w - - 0 1 moves h2e2", AFTER_H2E2},
    {"startpos moves h2e2", AFTER_H2E2},
    {"position startpos moves h2e2 h7e7 e2e6 d9e8", "rnb1kabnr/4a4/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w"},
    {"position fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2 moves d9e8",
     "rnb1kabnr/4a4/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w"},
    {"position startpos moves h2e3 h9g7", BOARD " w"},
    {"position startpos moves h2e2 h2e2 h9g7", AFTER_H2E2},
    {"position startpos moves h2e2 rubbish", AFTER_H2E2},
};

START_TEST(s033_to_040_positions_as_clients_send_them)
{
    Gui gui;
    char line[400], got[200];
    gui_begin(&gui);
    /* another position is sent first, so that an unchanged position is noticed */
    gui_send(&gui, "position fen 3k5/9/9/9/9/9/9/9/9/4K4 b\n");
    snprintf(line, sizeof line, "%s\n", position_cases[_i].command);
    gui_send(&gui, line);
    engine_position(&gui, got);
    if (strcmp(got, position_cases[_i].position) != 0)
        gui_fail(&gui, "`%s`\n  gives %s\n  not   %s", position_cases[_i].command, got, position_cases[_i].position);
    gui_quit(&gui);
}
END_TEST

START_TEST(s033_perft_of_the_start)
{
    static const char *const starts[] = {"position startpos\n", "position fen " BOARD " w - - 0 1\n"};
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < COUNT(starts); i++) {
        gui_send(&gui, starts[i]);
        gui_send(&gui, "go perft 1\n");
        ck_assert_str_eq(gui_expect(&gui, "Nodes searched", 10000 * gui_slack()), "Nodes searched: 44");
    }
    gui_quit(&gui);
}
END_TEST

/* A legal game with many captures: its moves after the last capture must lead to the same position. */
START_TEST(s038_game_or_its_tail)
{
    Rng rng = {2026};
    Position pos = read_position(FEN_START), base = pos;
    char all[2000] = "", tail[2000] = "", line[2400], got[2][200], fen[FEN_SIZE];
    for (int ply = 0; ply < 120; ply++) {
        Move m = random_move(&rng, &pos);
        if (m == MOVE_NONE)
            break;
        bool capture = is_capture(&pos, m);
        Undo undo;
        position_make(&pos, m, &undo);
        sprintf(all + strlen(all), " %s", iccs_of(m));
        sprintf(tail + strlen(tail), " %s", iccs_of(m));
        if (capture) {
            base = pos;
            tail[0] = '\0';
        }
    }
    fen_write(&base, fen);
    Gui gui;
    gui_begin(&gui);
    snprintf(line, sizeof line, "position startpos moves%s\n", all);
    gui_send(&gui, line);
    engine_position(&gui, got[0]);
    snprintf(line, sizeof line, "position fen %s moves%s\n", fen, tail);
    gui_send(&gui, line);
    engine_position(&gui, got[1]);
    ck_assert_str_eq(got[0], got[1]);
    gui_quit(&gui);
}
END_TEST

START_TEST(s039_a_thousand_moves)
{
    static const int counts[] = {1000, 1001, 8000};
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < COUNT(counts); i++) {
        char *line = malloc((size_t)counts[i] * 5 + 100), got[200];
        int n = sprintf(line, "position startpos moves");
        for (int ply = 0; ply < counts[i]; ply++) {
            static const char *const shuffle[] = {"b0c2", "b9c7", "c2b0", "c7b9"};
            n += sprintf(line + n, " %s", shuffle[ply % 4]);
        }
        strcpy(line + n, "\n");
        gui_send(&gui, line);
        free(line);
        engine_position(&gui, got);
        const char *want = counts[i] % 4 == 0 ? BOARD " w" : "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR b";
        ck_assert_msg(strcmp(got, want) == 0, "%d moves: %s", counts[i], got);
    }
    gui_send(&gui, "go depth 2\n"); /* a move repeated a thousand times is still legal (statement 61) */
    ck_assert_msg(strncmp(gui_bestmove(&gui, 10000 * gui_slack(), NULL), "bestmove ", 9) == 0, "%s", gui.line);
    gui_quit(&gui);
}
END_TEST

START_TEST(s041_and_042_bad_positions)
{
    static const char *const bad[] = {
        "rnba1abnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", /* the black king is missing */
        "rnbakabn/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",  /* eight files */
        "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",                                     /* the kings face each other */
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w",                   /* nine ranks */
        "3k5/9/9/9/9/9/9/3R5/9/4K4 w",                                           /* Black is not to move but in check */
        "xnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",         /* unknown letter */
        BOARD " draw",
        "",
    };
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < COUNT(bad); i++) {
        char line[300];
        snprintf(line, sizeof line, "position fen %s\n", bad[i]);
        gui_send(&gui, line);
        ck_assert_msg(gui_sync(&gui) == 1, "not one message after %s", line);
        gui_send(&gui, "go depth 1\n");
        const char *answer = gui_read(&gui, 10000 * gui_slack());
        ck_assert_msg(answer && strcmp(answer, "nobestmove") == 0, "%s: %s", bad[i], answer);
        gui_send(&gui, "d\nflip\neval\n"); /* no position can be shown, not even an earlier one */
        ck_assert_msg(gui_sync(&gui) == 3 && gui_sync(&gui) == 0, "not one message for each of d, flip, eval after %s", line);
        gui_send(&gui, "position startpos\ngo depth 1\n");
        ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 10000 * gui_slack(), NULL), FEN_START, NULL), "%s", gui.line);
    }
    gui_quit(&gui);
}
END_TEST

START_TEST(s043_position_without_arguments)
{
    Gui gui;
    char got[200];
    gui_begin(&gui);
    gui_send(&gui, "startpos moves h2e2\nposition\nposition rubbish\nposition moves h9g7\n");
    ck_assert_int_eq(gui_sync(&gui), 0);
    engine_position(&gui, got);
    ck_assert_str_eq(got, AFTER_H2E2);
    gui_quit(&gui);
}
END_TEST

Suite *conform_position_suite(void)
{
    Suite *suite = suite_create("conform_position");
    TCase *tc = tcase_create("statements 33 to 43: positions");
    tcase_add_loop_test(tc, s033_to_040_positions_as_clients_send_them, 0, COUNT(position_cases));
    tcase_add_test(tc, s033_perft_of_the_start);
    tcase_add_test(tc, s038_game_or_its_tail);
    tcase_add_test(tc, s039_a_thousand_moves);
    tcase_add_test(tc, s041_and_042_bad_positions);
    tcase_add_test(tc, s043_position_without_arguments);
    suite_add_tcase(suite, tc);
    return suite;
}
