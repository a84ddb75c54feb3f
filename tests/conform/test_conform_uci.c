/* SPDX-License-Identifier: GPL-3.0-only */
/* Statements 93 to 107 of protocol/UCCI.md: UCI dialect, integration. 104, a
 * match under the league simulator, is tests/clients/uccileag.sh. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "engine/book/book.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "tests/support/gui.h"
#include "tests/support/make_book.h"
#include "tests/support/support.h"

#define START_BOARD "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

static void begin_uci(Gui *gui)
{
    gui_start(gui);
    gui_shake(gui, "uci");
}

START_TEST(s093_handshake)
{
    Gui gui;
    gui_start(&gui);
    gui_send(&gui, "uci\n");
    bool named = false, author = false;
    int options = 0;
    const char *line;
    while ((line = gui_read(&gui, 10000 * gui_slack())) && strcmp(line, "uciok") != 0) {
        named = named || matches(line, "^id name .");
        author = author || matches(line, "^id author .");
        if (strncmp(line, "option", 6) != 0)
            continue;
        options++;
        ck_assert_msg(matches(line, "^option name [A-Za-z0-9_ ]+ type (check|spin|combo|string|button)( default .+)?$"), "%s", line);
        if (!strstr(line, "button"))
            ck_assert_msg(matches(line, " default [^ ]"), "%s", line);
    }
    ck_assert(line && named && author && options >= 8);
    gui_send(&gui, "quit\n");
    gui_silence(&gui, 200);
    gui_end(&gui, 10000 * gui_slack());
}
END_TEST

START_TEST(s094_and_102_settings_and_new_game)
{
    Gui gui;
    begin_uci(&gui);
    gui_send(&gui, "setoption name Hash value 32\nsetoption name Clear Hash\nsetoption name Clear Hash value \n"
                   "setoption name Threads value 2\nsetoption name Move Overhead value 100\n");
    ck_assert_int_eq(gui_sync(&gui), 0);
    gui_send(&gui, "ucinewgame\n");
    int64_t start = now_ms();
    ck_assert_int_eq(gui_sync(&gui), 0);
    ck_assert_msg(now_ms() - start < 10000 * gui_slack(), "%d ms", (int)(now_ms() - start));
    gui_quit(&gui);
}
END_TEST

static const struct {
    const char *position, *go, *score; /* `score`: score in the last info line */
} score_cases[] = {
    {"startpos", "go depth 3", " score cp -?[0-9]+ "},
    {"fen 3k5/9/9/9/9/9/9/9/R8/1R2K4 w", "go depth 3", " score mate 1 "},
    {"fen 3k5/R8/9/9/8p/9/9/9/1R7/4K4 b", "go depth 4", " score mate -1 "},
};

START_TEST(s095_scores)
{
    Gui gui;
    char line[200], info[GUI_LINE];
    begin_uci(&gui);
    snprintf(line, sizeof line, "position %s\n%s\n", score_cases[_i].position, score_cases[_i].go);
    gui_send(&gui, line);
    gui_bestmove(&gui, 10000 * gui_slack(), info);
    ck_assert_msg(matches(info, score_cases[_i].score), "%s", info);
    ck_assert_msg(matches(info, "^info depth [0-9]+ seldepth [0-9]+ multipv 1 score (cp|mate) -?[0-9]+ nodes [0-9]+ nps [0-9]+ "
                                "hashfull [0-9]+ time [1-9][0-9]* pv "),
                  "%s", info);
    gui_quit(&gui);
}
END_TEST

START_TEST(s096_no_legal_move)
{
    Gui gui;
    begin_uci(&gui);
    gui_send(&gui, "position fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b\ngo depth 5\n");
    ck_assert_str_eq(gui_read(&gui, 10000 * gui_slack()), "info depth 0 score mate 0");
    ck_assert_str_eq(gui_read(&gui, 10000 * gui_slack()), "bestmove (none)");
    gui_send(&gui, "position fen nonsense\ngo depth 1\n");
    ck_assert(strncmp(gui_read(&gui, 10000 * gui_slack()), "info string ", 12) == 0);
    ck_assert_str_eq(gui_read(&gui, 10000 * gui_slack()), "bestmove (none)");
    gui_quit(&gui);
}
END_TEST

START_TEST(s097_clock_and_infinite)
{
    Gui gui;
    begin_uci(&gui);
    int64_t start = now_ms();
    gui_send(&gui, "position startpos\ngo wtime 60000 btime 60000 winc 0 binc 0\n");
    gui_bestmove(&gui, 15000 * gui_slack(), NULL);
    ck_assert_msg(now_ms() - start < 10000 * gui_slack(), "%d ms", (int)(now_ms() - start));
    gui_send(&gui, "position fen 3k5/9/9/9/9/9/9/9/R8/1R2K4 w\ngo infinite\n"); /* mate in one */
    int64_t until = now_ms() + 500;
    while (gui_read(&gui, (int)(until - now_ms())))
        ck_assert_msg(strncmp(gui.line, "bestmove", 8) != 0, "%s", gui.line);
    gui_send(&gui, "stop\n");
    gui_bestmove(&gui, 10000 * gui_slack(), NULL);
    gui_quit(&gui);
}
END_TEST

START_TEST(s098_perft)
{
    Gui gui;
    begin_uci(&gui);
    gui_send(&gui, "position startpos\ngo perft 3\n");
    const char *line;
    long long sum = 0;
    int moves = 0;
    while ((line = gui_read(&gui, 10000 * gui_slack())) && strncmp(line, "Nodes", 5) != 0)
        if (matches(line, "^[a-i][0-9][a-i][0-9]: [0-9]+$")) {
            sum += atoll(line + 6);
            moves++;
        }
    ck_assert_str_eq(line, "Nodes searched: 79666");
    ck_assert_int_eq(sum, 79666);
    ck_assert_int_eq(moves, 44);
    gui_sync(&gui);
    gui_quit(&gui);
}
END_TEST

START_TEST(s099_d)
{
    Gui gui;
    begin_uci(&gui);
    gui_send(&gui, "position startpos moves h2e2\nd\n");
    ck_assert_str_eq(gui_expect(&gui, "Fen: ", 10000 * gui_slack()),
                     "Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
    ck_assert_msg(matches(gui_read(&gui, 10000 * gui_slack()), "^Key: [0-9A-F]{16}$"), "%s", gui.line);
    ck_assert_str_eq(gui_read(&gui, 10000 * gui_slack()), "Checkers: ");
    gui_send(&gui, "position fen 3k5/9/9/9/9/9/9/9/9/3RK4 b\nd\n");
    gui_expect(&gui, "Key", 10000 * gui_slack());
    ck_assert_str_eq(gui_read(&gui, 10000 * gui_slack()), "Checkers: d0 ");
    gui_quit(&gui);
}
END_TEST

START_TEST(s100_multipv)
{
    static const char *const words[] = {"uci", "ucci"};
    static const char *const settings[] = {"setoption name MultiPV value 3\n", "setoption multipv 3\nsetoption usebook false\n"};
    Gui gui;
    char first[4][8] = {{0}};
    gui_start(&gui);
    gui_shake(&gui, words[_i]);
    gui_send(&gui, settings[_i]);
    gui_send(&gui, "position startpos\ngo depth 5\n");
    const char *line;
    while ((line = gui_read(&gui, 10000 * gui_slack())) && strncmp(line, "bestmove", 8) != 0) {
        long long rank = gui_number(line, " multipv ", 0);
        const char *pv = strstr(line, " pv ");
        if (gui_number(line, "depth ", 0) == 5 && rank >= 1 && rank <= 3 && pv)
            sscanf(pv, " pv %4s", first[rank]);
    }
    ck_assert(line);
    ck_assert_msg(*first[1] && *first[2] && *first[3], "missing: 1 `%s`, 2 `%s`, 3 `%s`", first[1], first[2], first[3]);
    ck_assert(strcmp(first[1], first[2]) != 0 && strcmp(first[2], first[3]) != 0 && strcmp(first[1], first[3]) != 0);
    ck_assert_msg(strncmp(line + 9, first[1], 4) == 0, "%s, but the first line is %s", line, first[1]);
    gui_quit(&gui);
}
END_TEST

START_TEST(s101_quiet_stop_and_quit)
{
    Gui gui;
    begin_uci(&gui);
    gui_send(&gui, "stop\nponderhit\nstop\n");
    ck_assert_int_eq(gui_sync(&gui), 0);
    gui_send(&gui, "quit\n");
    gui_silence(&gui, 300);
    gui_end(&gui, 10000 * gui_slack());
}
END_TEST

START_TEST(s103_rule_options_of_pikafish)
{
    static const char *const settings[] = {
        "Repetition Rule value ChineseRule",  "Repetition Rule value AsianRule",  "Repetition Rule value SkyRule",
        "Repetition Rule value ComputerRule", "Repetition Rule value AllowChase", "Repetition Rule value YitianRule",
        "Repetition Rule value NoJudgement",  "Repetition Rule value Computer",   "Debug Log File value <empty>",
        "Sixty Move Rule value true",         "Rule60MaxPly value 120",           "UCI_ShowWDL value true",
    };
    Gui gui;
    begin_uci(&gui);
    for (int i = 0; i < COUNT(settings); i++) {
        char line[100];
        snprintf(line, sizeof line, "setoption name %s\n", settings[i]);
        gui_send(&gui, line);
        int lines = gui_sync(&gui);
        ck_assert_msg(lines == 0, "%d lines after %s", lines, line);
    }
    char info[GUI_LINE];
    gui_send(&gui, "position startpos\ngo depth 4\n");
    gui_bestmove(&gui, 10000 * gui_slack(), info);
    int win, draw, loss;
    const char *wdl = strstr(info, " wdl ");
    ck_assert_msg(wdl && sscanf(wdl, " wdl %d %d %d", &win, &draw, &loss) == 3 && win + draw + loss == 1000, "%s", info);
    gui_quit(&gui);
}
END_TEST

START_TEST(s105_a_hundred_starts)
{
    for (int i = 0; i < 100 / (gui_slack() > 1 ? 5 : 1); i++) {
        Gui gui;
        gui_start(&gui);
        gui_send(&gui, i % 2 ? "ucci\nquit\n" : "quit\n");
        gui_expect(&gui, "bye", 10000 * gui_slack());
        gui_end(&gui, 10000 * gui_slack());
    }
}
END_TEST

/* ---- the book: 66 and 107, with a book written here in ElephantEye's format ---- */

static const MadeBookLine book_lines[] = {
    {START_BOARD " w", "b2e2:1473 h2e2:1473 c3c4:546 g3g4:546 c0e2:311"},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b", "b9c7:761 h9g7:172 b7e7:97 h7e7:1"},
};

static const char *book_path(void)
{
    static char path[300];
    snprintf(path, sizeof path, "%s/开局 库.dat", scratch_folder());
    make_book(path, book_lines, COUNT(book_lines));
    return path;
}

START_TEST(s107_and_066_book)
{
    Gui gui;
    char line[500];
    gui_start(&gui);
    gui_shake(&gui, "ucci");
    snprintf(line, sizeof line, "setoption bookfiles %s\n", book_path());
    gui_send(&gui, line);
    ck_assert_int_eq(gui_sync(&gui), 0);
    gui_send(&gui, "position startpos\ngo time 60000 increment 0\n");
    ck_assert_msg(matches(gui_bestmove(&gui, 10000 * gui_slack(), NULL), "^bestmove (b2e2 ponder b9c7|h2e2 ponder h9g7)$"), "%s", gui.line);
    gui_send(&gui, "position startpos moves h2e2\ngo depth 20\n"); /* found as a mirror image */
    ck_assert_msg(matches(gui_bestmove(&gui, 10000 * gui_slack(), NULL), "^bestmove h9g7"), "%s", gui.line);

    gui_send(&gui, "position startpos\nbanmoves b2e2 h2e2\ngo depth 2\n");
    ck_assert_msg(matches(gui_bestmove(&gui, 10000 * gui_slack(), NULL), "^bestmove (c3c4|g3g4)"), "%s", gui.line);

    gui_send(&gui, "setoption randomness huge\n");
    char seen[400] = "";
    for (int i = 0; i < 60; i++) {
        gui_send(&gui, "position startpos\ngo depth 1\n");
        gui_bestmove(&gui, 10000 * gui_slack(), NULL);
        ck_assert_msg(matches(gui.line, "^bestmove (b2e2|h2e2|c3c4|g3g4|c0e2)"), "%s", gui.line);
        gui.line[13] = '\0';
        if (!strstr(seen, gui.line))
            strcat(seen, gui.line);
    }
    ck_assert_msg(strlen(seen) > 2 * 13, "always the same move: %s", seen);

    gui_send(&gui, "setoption usebook off\nposition startpos\ngo depth 3\n");
    char info[GUI_LINE];
    gui_bestmove(&gui, 10000 * gui_slack(), info);
    ck_assert_msg(*info, "played from the book, which is switched off");
    gui_quit(&gui);
}
END_TEST

/* Returns true if a move of the built-in book is played. */
static bool plays_from_its_own(Gui *gui, const char *settings, const char *go)
{
    char info[GUI_LINE];
    gui_send(gui, settings);
    gui_send(gui, "position startpos\n");
    gui_send(gui, go);
    gui_bestmove(gui, 10000 * gui_slack(), info);
    if (info[0] == '\0' && strstr(gui->line, "ponder"))
        gui_fail(gui, "%s: ponders on a move that the book may answer", gui->line);
    return info[0] == '\0';
}

/* Checks that banned moves are not played from the book (66). If all book moves but one are banned,
 * that move is played; if all are banned, the engine searches. */
static void ban_book_moves(Gui *gui, const Book *book)
{
    BookMove moves[MAX_MOVES];
    Position start;
    Text go = TEXT_INIT;
    char move[5];
    position_start(&start);
    const int count = book_moves(book, &start, moves);
    for (int banned = count - 1; banned <= count; banned++) {
        text_add(&go, "banmoves");
        for (int i = 0; i < banned; i++)
            text_addf(&go, " %s", move_to_iccs(moves[i].move, move));
        text_add(&go, "\ngo time 60 increment 0\n");
        ck_assert_msg(plays_from_its_own(gui, "", go.data) == (banned < count), "%s%s", go.data, gui->line);
        ck_assert_msg(banned == count || strstr(gui->line, move_to_iccs(moves[banned].move, move)), "%s%s", go.data, gui->line);
        text_cut(&go, 0);
    }
    text_free(&go);
}

START_TEST(s119_the_built_in_book)
{
    static const struct {
        bool uci;
        const char *settings, *go, *undo;
        bool book;
    } cases[] = {
        {false, "", "go time 60000 increment 0\n", "", true},
        {false, "", "go time 1000\n", "", true},
        {false, "", "go depth 3\n", "", false},
        {false, "", "go nodes 500\n", "", false},
        {false, "", "go movetime 5\n", "", false},
        {false, "", "go depth 3 time 60000 increment 0\n", "", false},
        {false, "", "go searchmoves h2e2 time 60 increment 0\n", "", false},
        {false, "", "go infinite\nstop\n", "", false},
        {false, "", "go infinite time 60000 increment 0\nstop\n", "", false},
        {false, "", "go ponder time 60 increment 0\nponderhit\n", "", false},
        {false, "setoption skilllevel 5\n", "go time 60 increment 0\n", "setoption skilllevel 20\n", false},
        {false, "setoption limitstrength true\n", "go time 60 increment 0\n", "setoption limitstrength false\n", false},
        {false, "setoption multipv 2\n", "go time 60 increment 0\n", "setoption multipv 1\n", false},
        {false, "setoption usebook false\n", "go time 60 increment 0\n", "setoption usebook true\n", false},
        {false, "setoption bookfiles /nowhere.dat\n", "go time 60000 increment 0\n", "setoption bookfiles\n", true},
        {true, "", "go wtime 60000 btime 60000 winc 0 binc 0\n", "", true},
        {true, "", "go movetime 5\n", "", false},
        {true, "", "go mate 1 wtime 60 btime 60\n", "", false},
        {true, "", "go ponder wtime 60 btime 60\nponderhit\n", "", false},
        {true, "setoption name OwnBook value false\n", "go wtime 60 btime 60\n", "", false},
    };
    Book *book = book_built_in(NULL);
    Gui gui;
    if (!book) {
        skipped("the built-in book: this build has none");
        return;
    }
    gui_start(&gui);
    gui_shake(&gui, "ucci");
    ban_book_moves(&gui, book);
    book_free(book);
    bool uci = false;
    for (int i = 0; i < COUNT(cases); i++) {
        if (cases[i].uci != uci)
            gui_shake(&gui, (uci = cases[i].uci) ? "uci" : "ucci");
        ck_assert_msg(plays_from_its_own(&gui, cases[i].settings, cases[i].go) == cases[i].book, "%s%s", cases[i].settings, cases[i].go);
        gui_send(&gui, cases[i].undo);
    }
    gui_send(&gui, "setoption name Book Files value /no/x\n"); /* OwnBook is false */
    gui_expect(&gui, "info string opening book /no/x: cannot be read: No such file or directory; playing without", 10000 * gui_slack());
    gui_send(&gui, "setoption name OwnBook value true\nsetoption name Book Files value /no/x\n");
    gui_expect(&gui,
               "info string opening book /no/x: cannot be read: No such file or directory; the built-in book replaces it in games "
               "at full strength",
               10000 * gui_slack());
    gui_quit(&gui);
}
END_TEST

/* Randomness is at its default. If four moves lead back to the start, the move played there before is not repeated. */
START_TEST(s120_and_121_the_built_in_book_varies)
{
    Book *book = book_built_in(NULL);
    Gui gui;
    char seen[400] = "", line[200], info[GUI_LINE];
    if (!book)
        return;
    gui_start(&gui);
    gui_shake(&gui, "ucci");
    for (int i = 0; i < 40; i++) {
        ck_assert(plays_from_its_own(&gui, "", "go time 60000 increment 0\n"));
        if (!strstr(seen, gui.line))
            strcat(seen, gui.line);
    }
    ck_assert_msg(strlen(seen) > 2 * 13, "always the same move: %s", seen);
    Position start = read_position(START_BOARD " w");
    BookMove moves[MAX_MOVES];
    const int count = book_moves(book, &start, moves);
    for (int i = 0; i < 2 * count; i++) {
        const char *first = iccs_of(moves[i / 2].move);
        snprintf(line, sizeof line, "position startpos moves %s h9g7 %s%.2s g7h9\ngo time 100 increment 0\n", first, first + 2, first);
        gui_send(&gui, line);
        gui_bestmove(&gui, 10000 * gui_slack(), info);
        ck_assert_msg(info[0] != '\0' || strncmp(gui.line + 9, first, 4) != 0, "%s: %s", line, gui.line);
    }
    book_free(book);
    gui_quit(&gui);
}
END_TEST

/* Returns true if the engine plays from a book whose only move is one that no search would choose. */
static bool plays_from_book(Gui *gui)
{
    char info[GUI_LINE];
    gui_send(gui, "position startpos\ngo depth 3\n");
    bool odd = strncmp(gui_bestmove(gui, 10000 * gui_slack(), info), "bestmove a3a4", 13) == 0;
    if (odd != (info[0] == '\0')) /* a search prints its depths, a book move none */
        gui_fail(gui, "%s after %s", gui->line, info);
    return odd;
}

START_TEST(s027_the_book_is_switched_off_and_on)
{
    static const MadeBookLine odd_book[] = {{START_BOARD " w", "a3a4:100"}};
    /* Tests every spelling of yes and no that a client sends, and words that mean nothing and change nothing. */
    static const struct {
        const char *setting;
        bool on;
    } cases[] = {
        {"setoption usebook off", false},
        {"setoption usebook on", true},
        {"setoption usebook false", false},
        {"setoption usebook true", true},
        {"setoption usebook FALSE", false},
        {"setoption usebook maybe", false},
        {"setoption usebook", false},
        {"setoption UseBook TRUE", true},
        {"setoption usebook maybe", true},
        {"setoption usebook 2", true},
        {"setoption name Use Book value No", false},
        {"setoption use_book 1", true},
        {"setoption name OwnBook value false", false},
        {"setoption  usebook   yes ", true},
        {"setoption usebook 0", false},
    };
    Gui gui;
    char path[300], line[500];
    snprintf(path, sizeof path, "%s/odd.dat", scratch_folder());
    make_book(path, odd_book, COUNT(odd_book));
    gui_start(&gui);
    gui_shake(&gui, "ucci");
    snprintf(line, sizeof line, "setoption bookfiles %s\n", path);
    gui_send(&gui, line);
    ck_assert_int_eq(gui_sync(&gui), 0);
    ck_assert_msg(plays_from_book(&gui), "the book is not used by default");
    for (int i = 0; i < COUNT(cases); i++) {
        snprintf(line, sizeof line, "%s\n", cases[i].setting);
        gui_send(&gui, line);
        ck_assert_int_eq(gui_sync(&gui), 0);
        ck_assert_msg(plays_from_book(&gui) == cases[i].on, "`%s`: the book is %s", cases[i].setting, cases[i].on ? "off" : "on");
    }
    gui_quit(&gui);
}
END_TEST

/* Tested in UCI. UCCI clients send the values stored in their dialogs (statement 28). */
START_TEST(option_errors_are_one_line)
{
    static const struct {
        const char *setting, *said;
    } cases[] = {
        {"name Hsah value 3", "info string unknown option 'Hsah'; the nearest name is Hash"},
        {"name Foo value 3", "info string unknown option 'Foo'; uci lists all options"},
        {"name Thread value 3", "info string unknown option 'Thread'; the nearest name is Threads"},
        {"name Move  Overheat value 3", "info string unknown option 'Move  Overheat'; the nearest name is Move Overhead"},
        {"name BookFile value x", "info string opening book x: "}, /* another name of Book Files */
        {"name BookFiles value /no/x;", "info string opening book /no/x: cannot be read: No such file or directory"},
        {"name own_books value false", "info string unknown option 'own_books'; the nearest name is OwnBook"},
        {"Treads 3", "info string unknown option 'Treads'; the nearest name is Threads"},
        {"name Repetition Rule value Nonsense",
         "info string invalid value 'Nonsense' for option Repetition Rule: expected one of asian computer chinese simple off"},
        {"name Hash value", "info string missing value for option Hash: expected a whole number from 1 to 65536"},
        {"name UCI_ShowWDL value perhaps", "info string invalid value 'perhaps' for option UCI_ShowWDL: expected true or false"},
        {"", "info string setoption needs a name"},
        {"name", "info string setoption needs a name"},
        {"name value 3", "info string setoption needs a name"},
        {"name a name that is much longer than the name of any option there is value 3", "info string unknown option 'a name that"},
    };
    Gui gui;
    begin_uci(&gui);
    for (int i = 0; i < COUNT(cases); i++) {
        char line[200];
        snprintf(line, sizeof line, "setoption %s\n", cases[i].setting);
        gui_send(&gui, line);
        gui_expect(&gui, cases[i].said, 10000 * gui_slack());
        ck_assert_int_eq(gui_sync(&gui), 0);
    }
    gui_quit(&gui);
}
END_TEST

/* Numbers that are meaningless or that no program would write: the answer comes without a stop. */
START_TEST(odd_numbers_are_answered)
{
    static const char *const gos[] = {"depth 0",
                                      "depth -3",
                                      "depth 0 infinty",
                                      "nodes 0",
                                      "nodes -1",
                                      "movetime 0",
                                      "movetime -9",
                                      "movetime 30.5",
                                      "wtime 0 btime 0",
                                      "wtime -20 btime -20 winc -1 binc -1",
                                      "time 0",
                                      "time 0 increment 0",
                                      "mate 0 depth 2",
                                      "depth 2 nodes 99999999999999999999999999",
                                      "movetime 99999999999999999999 depth 2",
                                      "wtime 99999999999999999999 btime 1 winc 99999999999999999999 depth 2",
                                      "depth -99999999999999999999",
                                      "movestogo -1 wtime 20 btime 20",
                                      "movestogo 99999999999999999999 wtime 20 btime 20",
                                      "depth 2 mate -1"};
    Gui gui;
    gui_start(&gui);
    gui_shake(&gui, _i ? "uci" : "ucci");
    for (int i = 0; i < COUNT(gos); i++) {
        char line[200];
        snprintf(line, sizeof line, "go %s\n", gos[i]);
        gui_send(&gui, line);
        const char *answer = gui_bestmove(&gui, 10000 * gui_slack(), NULL);
        ck_assert_msg(!_i || !strstr(answer, "none"), "%s: %s", gos[i], answer);
        ck_assert_int_eq(gui_sync(&gui), 0);
    }
    gui_quit(&gui);
}
END_TEST

static void make_pipe(const char *path)
{
    remove(path);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
}

START_TEST(bad_books_give_one_message)
{
    static const struct {
        const char *bytes;
        int size;
    } cases[] = {
        {"", 0},
        {"1234567", 7},
        {"\xD5\x56\x26\x05\xA4\xA7\xC1\x05\xD5\x56\x26", 11},
        {"hello, this is not an opening book at all........", 48},
        {"\xFF\xFF\xFF\xFF\xA4\xA7\x01\x01\x01\x01\x01\x01\xA4\xA7\x01\x01", 16}, /* out of order */
        {"\xD5\x56\x26\x05\x00\x00\xC1\x05", 8},                                  /* not squares */
    };
    Gui gui;
    char path[300], line[600];
    gui_start(&gui);
    gui_shake(&gui, "ucci");
    for (int i = -3; i < COUNT(cases); i++) {
        snprintf(path, sizeof path, "%s/bad.dat", scratch_folder());
        if (i == -3)
            make_pipe(path); /* a pipe without a writer: opening it must not block */
        else if (i == -2)
            snprintf(path, sizeof path, "%s", scratch_folder()); /* a folder */
        else if (i == -1)
            snprintf(path, sizeof path, "%s/missing.dat", scratch_folder());
        else {
            remove(path);
            FILE *file = fopen(path, "wb");
            ck_assert(file && fwrite(cases[i].bytes, 1, (size_t)cases[i].size, file) == (size_t)cases[i].size);
            fclose(file);
        }
        snprintf(line, sizeof line, "setoption bookfiles %s\n", path);
        gui_send(&gui, line);
        int lines = gui_sync(&gui);
        ck_assert_msg(lines == 1, "case %d: %d messages", i, lines);
        gui_send(&gui, "position startpos\ngo depth 1\n");
        gui_bestmove(&gui, 10000 * gui_slack(), NULL);
    }
    gui_quit(&gui);
}
END_TEST

/* The old net stays in use, whenever EvalFile is set and whatever the file is. */
START_TEST(a_net_that_cannot_be_used_leaves_the_old_in_place)
{
    char path[300], line[600], info[GUI_LINE];
    long long nodes[4];
    snprintf(path, sizeof path, "%s/bad.nnue", scratch_folder());
    for (int i = 0; i < 4; i++) {
        Gui gui;
        gui_begin(&gui);
        if (i == 1)
            gui_sync(&gui); /* starts the search threads, which use the net */
        if (i == 2)
            make_pipe(path);
        snprintf(line, sizeof line, "setoption evalfile %s\n", i == 3 ? scratch_folder() : path);
        if (i > 0) {
            gui_send(&gui, line);
            int lines = gui_sync(&gui);
            ck_assert_msg(lines == 1, "case %d: %d messages", i, lines);
        }
        gui_send(&gui, "position startpos\ngo depth 6\n");
        gui_bestmove(&gui, 20000 * gui_slack(), info);
        nodes[i] = gui_number(info, " nodes ", -1);
        ck_assert_msg(gui_same_search(nodes[i], nodes[0]), "case %d: %lld nodes, not %lld", i, nodes[i], nodes[0]);
        gui_quit(&gui);
    }
}
END_TEST

START_TEST(log_file_records_both_directions)
{
    Gui gui;
    char path[300], line[600], log[4000] = "";
    snprintf(path, sizeof path, "%s/日 志.log", scratch_folder());
    gui_begin(&gui);
    snprintf(line, sizeof line, "setoption logfile %s\nisready\nsetoption logfile <empty>\nfoo\n", path);
    gui_send(&gui, line);
    gui_expect(&gui, "readyok", 10000 * gui_slack());
    gui_quit(&gui);
    FILE *file = fopen(path, "r");
    ck_assert(file);
    ck_assert(fread(log, 1, sizeof log - 1, file) > 0);
    fclose(file);
    char *kept = log; /* without the CRs that Windows writes */
    for (char *at = log; *at; at++)
        if (*at != '\r')
            *kept++ = *at;
    *kept = '\0';
    ck_assert_msg(matches(log, "\n +[0-9]+\\.[0-9]{3} > isready\n +[0-9]+\\.[0-9]{3} < readyok\n"), "%s", log);
    ck_assert_msg(!strstr(log, "foo"), "%s", log);
}
END_TEST

/* A file that is not a log is rejected in one line and stays unchanged. */
START_TEST(the_log_replaces_no_file)
{
    enum { FOLDER, PIPE, DEVICE, TEXT, NET, MISSING, CASES };
    char path[300], line[600], before[] = "# what I wrote, seconds since then, is mine\n", after[200];
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < CASES; i++) {
        snprintf(path, sizeof path, "%s/%s", scratch_folder(), i == FOLDER ? "" : i == MISSING ? "none/log" : "x");
        if (i != FOLDER)
            remove(path);
        FILE *file = i == TEXT || i == NET ? fopen(path, "w") : NULL;
        if (i == PIPE)
            make_pipe(path);
        else if (i == DEVICE)
            strcpy(path, "/dev/null");
        else if (i == NET)
            before[0] = '\0';
        if (file) {
            ck_assert(fwrite(before, 1, sizeof before, file) == sizeof before);
            ck_assert(fclose(file) == 0);
        }
        snprintf(line, sizeof line, "setoption logfile %s\n", path);
        gui_send(&gui, line);
        gui_expect(&gui, "info message no log: ", 10000 * gui_slack());
        ck_assert_int_eq(gui_sync(&gui), 0);
        if (file) {
            file = fopen(path, "r");
            ck_assert(file && fread(after, 1, sizeof after, file) == sizeof before && memcmp(before, after, sizeof before) == 0);
            fclose(file);
        }
    }
    gui_quit(&gui);
}
END_TEST

/* A limit on the file size simulates the full disk. */
START_TEST(a_full_disk_ends_the_log_and_not_the_game)
{
    enum { ROOM = 4000 };
    if (getenv("HANXIN_TEST_ENGINE") || gui_ranks() > 1) /* Open MPI cannot start under such a limit */
        return;
    char line[600];
    struct rlimit before, limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = ROOM;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    Gui gui;
    gui_begin(&gui);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0); /* the limit is for the engine, not for the test */
    snprintf(line, sizeof line, "setoption logfile %s/full.log\n", scratch_folder());
    gui_send(&gui, line);
    int told = 0;
    for (int i = 0; i < ROOM / 10; i++) {
        gui_send(&gui, "isready\n");
        while (gui_read(&gui, 10000 * gui_slack()) && strcmp(gui.line, "readyok") != 0)
            told += strncmp(gui.line, "info message the log ends here: ", 32) == 0;
    }
    ck_assert_int_eq(told, 1);
    gui_send(&gui, "go depth 2\n");
    gui_bestmove(&gui, 10000 * gui_slack(), NULL);
    gui_quit(&gui);
}
END_TEST

Suite *conform_uci_suite(void)
{
    Suite *suite = suite_create("conform_uci");
    TCase *tc = tcase_create("statements 93 to 107: UCI, integration");
    tcase_add_test(tc, s093_handshake);
    tcase_add_test(tc, s094_and_102_settings_and_new_game);
    tcase_add_loop_test(tc, s095_scores, 0, COUNT(score_cases));
    tcase_add_test(tc, s096_no_legal_move);
    tcase_add_test(tc, s097_clock_and_infinite);
    tcase_add_test(tc, s098_perft);
    tcase_add_test(tc, s099_d);
    tcase_add_loop_test(tc, s100_multipv, 0, 2);
    tcase_add_test(tc, s101_quiet_stop_and_quit);
    tcase_add_test(tc, s103_rule_options_of_pikafish);
    tcase_add_test(tc, option_errors_are_one_line);
    tcase_add_loop_test(tc, odd_numbers_are_answered, 0, 2);
    tcase_add_test(tc, s105_a_hundred_starts);
    tcase_add_test(tc, s107_and_066_book);
    tcase_add_test(tc, s119_the_built_in_book);
    tcase_add_test(tc, s120_and_121_the_built_in_book_varies);
    suite_add_tcase(suite, tc);

    tc = tcase_create("books and logs");
    tcase_add_test(tc, s027_the_book_is_switched_off_and_on);
    tcase_add_test(tc, bad_books_give_one_message);
    tcase_add_test(tc, a_net_that_cannot_be_used_leaves_the_old_in_place);
    tcase_add_test(tc, log_file_records_both_directions);
    tcase_add_test(tc, the_log_replaces_no_file);
    tcase_add_test(tc, a_full_disk_ends_the_log_and_not_the_game);
    suite_add_tcase(suite, tc);
    return suite;
}
