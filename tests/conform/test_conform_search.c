/* SPDX-License-Identifier: GPL-3.0-only */
/* Statements 44 to 73 of protocol/UCCI.md: searching. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

#define BESTMOVE    "^bestmove [a-i][0-9][a-i][0-9]( ponder [a-i][0-9][a-i][0-9])?( draw| resign)?$"
#define MATED       "R3k4/1R7/9/9/9/9/9/9/9/3K5 b"                          /* Black is checkmated */
#define STALEMATED  "3k5/4R4/9/9/9/9/9/9/2R6/4K4 b"                         /* Black has no move here */
#define MATE_IN_ONE "3ak1b2/4a4/9/6N1p/2b5P/9/9/4n4/4A2n1/3AK1B2 b - - 0 1" /* e2g1 or e2g3, or h1... */
#define ONE_REPLY   "3k5/9/9/9/9/9/9/9/3r5/3K5 w"                           /* the king must take */

/* Sends a position and a go line and returns the answer. *took becomes its time. */
static const char *ask(Gui *gui, const char *position, const char *go, int timeout_ms, char *info, int *took)
{
    char line[600];
    snprintf(line, sizeof line, "position %s\n%s\n", position, go);
    gui_sync(gui);
    int64_t start = now_ms();
    gui_send(gui, line);
    const char *answer = gui_bestmove(gui, timeout_ms, info);
    if (took)
        *took = (int)(gui->line_ms - start);
    return answer;
}

START_TEST(s044_to_046_and_058_059_one_legal_bestmove)
{
    static const char *const lines[] = {
        "go depth 1",
        "go depth 6",
        "GO DEPTH 3",
        "go draw depth 2",
        "go draw time 400 increment 0",
        "go oppincrement 0 increment 0 opptime 1000 time 1000",
        "go time 500 depth 4",
        "go movetime 100 depth 30",
        "go wtime 1000 btime 1000 winc 0 binc 0",
        "go depth 3 searchmoves b0c2 h0g2",
        "go searchmoves b0c2 h0g2 depth 3",
        "go depth x nodes 500",
        "go nodes 1",
    };
    Gui gui;
    gui_begin(&gui);
    ask(&gui, "startpos", lines[_i], 8000 * gui_slack(), NULL, NULL);
    if (!matches(gui.line, BESTMOVE) || !gui_is_legal_bestmove(gui.line, FEN_START, NULL))
        gui_fail(&gui, "`%s` gives `%s`", lines[_i], gui.line);
    if (strstr(lines[_i], "searchmoves"))
        ck_assert_msg(strncmp(gui.line, "bestmove b0c2", 13) == 0 || strncmp(gui.line, "bestmove h0g2", 13) == 0, "%s", gui.line);
    gui_silence(&gui, 150);
    gui_quit(&gui);
}
END_TEST

/* Illegal moves after searchmoves are ignored. If no moves are left, there is nothing to search. */
START_TEST(s110_searchmoves_without_a_legal_move)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "position startpos\ngo depth 2 searchmoves b0c2 a0a9\n");
    ck_assert_str_eq(strncmp(gui_bestmove(&gui, 8000 * gui_slack(), NULL), "bestmove b0c2", 13) ? gui.line : "", "");
    gui_send(&gui, "go depth 2 searchmoves z9z9 0000 b0c2 zz h0g2 a0a9\n"); /* an unreadable move does not lift the restriction */
    gui_bestmove(&gui, 8000 * gui_slack(), NULL);
    ck_assert_msg(strncmp(gui.line, "bestmove b0c2", 13) == 0 || strncmp(gui.line, "bestmove h0g2", 13) == 0, "%s", gui.line);
    gui_send(&gui, "go depth 2 searchmoves j2e2\n");
    ck_assert_ptr_nonnull(strstr(gui_read(&gui, 8000 * gui_slack()), "info message no move after searchmoves is legal"));
    ck_assert_str_eq(gui_read(&gui, 10000 * gui_slack()), "nobestmove");
    gui_send(&gui, "go depth 2 searchmoves a0a9 h9g7\n");
    ck_assert_ptr_nonnull(strstr(gui_read(&gui, 8000 * gui_slack()), "info message no move after searchmoves is legal"));
    ck_assert_str_eq(gui_read(&gui, 10000 * gui_slack()), "nobestmove");
    gui_quit(&gui);
}
END_TEST

START_TEST(s047_static_evaluation)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "position startpos\ngo depth 0\n");
    const char *line = gui_read(&gui, 10000 * gui_slack());
    ck_assert_msg(line && matches(line, "^info depth 0 score -?[0-9]+$"), "%s", line);
    ck_assert_str_eq(gui_read(&gui, 10000 * gui_slack()), "nobestmove");
    gui_quit(&gui);
}
END_TEST

/* `eval` ends with the value of the evaluation in use, for the side to move. */
START_TEST(s112_evaluation_by_its_terms)
{
    static const char *const positions[] = {"startpos", "startpos moves h2e2", "fen 3ak4/9/9/9/9/9/9/9/5R3/3K5 b"};
    for (int i = 0; i < 2 * COUNT(positions); i++) {
        char command[300];
        Gui gui;
        bool terms = false, rows = false, handcrafted = i % 2;
        gui_begin(&gui);
        snprintf(command, sizeof command, "setoption usennue %s\nposition %s\ngo depth 0\n", handcrafted ? "false" : "true",
                 positions[i / 2]);
        gui_send(&gui, command);
        const long long score = gui_number(gui_expect(&gui, "info depth 0 ", 10000 * gui_slack()), " score ", -99999);
        gui_expect(&gui, "nobestmove", 10000 * gui_slack());
        gui_send(&gui, "eval\nisready\n");
        char last[GUI_LINE] = "", want[200];
        for (const char *line; (line = gui_read(&gui, 10000 * gui_slack())) && strcmp(line, "readyok") != 0; strcpy(last, line)) {
            terms |= strncmp(line, "TEMPO ", 6) == 0;
            rows |= strstr(line, "this row counts") != NULL;
        }
        snprintf(want, sizeof want, "Final evaluation: %+lld centipawns for %s, the side to move (%s)", score, i / 2 ? "Black" : "Red",
                 handcrafted ? "handcrafted" : "net");
        ck_assert_str_eq(last, want);
        ck_assert(terms && rows == !handcrafted);
        gui_quit(&gui);
    }
}
END_TEST

START_TEST(s048_node_limit)
{
    Gui gui;
    char info[GUI_LINE];
    gui_begin(&gui);
    ask(&gui, "startpos", "go nodes 10000", 10000 * gui_slack(), info, NULL);
    long long nodes = gui_number(info, " nodes ", -1);
    ck_assert_msg(nodes > 0 && nodes < 20000, "%lld nodes", nodes);
    gui_quit(&gui);
}
END_TEST

/* minimum and maximum time of the answer in milliseconds */
static const struct {
    const char *setting, *go;
    int least, most;
    bool exact; /* true if the maximum is the GUI's clock, which is not extended in release builds */
} time_cases[] = {
    {"setoption moveoverhead 200\n", "go time 1000", 790, 1000, true}, /* the overhead is subtracted, and only once */
    {"", "go time 60000 increment 0", 0, 10000, false},
    {"", "go time 60000 opptime 60000", 0, 10000, false},
    {"", "go time 60000 movestogo 40 opptime 60000 oppmovestogo 40", 0, 6000, false},
    {"", "go time 1 increment 0", 0, 100, false},
    {"setoption usemillisec false\nsetoption moveoverhead 300\n", "go time 2", 300, 2000, true},
    {"setoption usemillisec false\n", "go movetime 200", 80, 320, false},
    {"", "go movetime 300", 100, 400, false},
    {"", "go time 500 depth 30", 100, 560, false},
    {"", "go time 60000 depth 2", 0, 500, false},
    {"", "go wtime 3000 btime 1 winc 0 binc 0", 1, 2900, false},
};

/* Uses the best of a few attempts, because a loaded machine may delay any of them. */
START_TEST(s049_to_056_time)
{
    enum { ATTEMPTS = 20 };
    int most = time_cases[_i].most + (gui_slack() > 1 ? 1000 * gui_slack() : time_cases[_i].exact ? 0 : 60);
    int took = 0;
    for (int attempt = 0; attempt < ATTEMPTS && (attempt == 0 || took > most); attempt++) {
        Gui gui;
        char info[GUI_LINE];
        gui_begin(&gui);
        gui_send(&gui, time_cases[_i].setting);
        ask(&gui, "startpos", time_cases[_i].go, 30000 * gui_slack(), info, &took);
        if (took < time_cases[_i].least || (took > most && attempt == ATTEMPTS - 1))
            gui_fail(&gui, "`%s` took %d ms, not %d to %d", time_cases[_i].go, took, time_cases[_i].least, most);
        if (strstr(time_cases[_i].go, "depth 2"))
            ck_assert_int_eq(gui_number(info, "info depth ", -1), 2);
        /* statement 71: milliseconds in both modes; in seconds the value would be 0 to 2 */
        long long told = gui_number(info, " time ", -1);
        bool seconds = strstr(time_cases[_i].setting, "usemillisec") && took >= 300 && told <= 2;
        ck_assert_msg(told >= 0 && told <= took + 1 && !seconds, "info reports %lld ms of %d", told, took);
        gui_quit(&gui);
    }
}
END_TEST

START_TEST(s057_runs_until_stop)
{
    static const char *const lines[] = {"go", "go infinite", "go depth infinite", "go foo bar"};
    static const char *const positions[] = {"startpos", "fen " MATE_IN_ONE, "fen " ONE_REPLY};
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < COUNT(positions); i++) {
        char line[300];
        snprintf(line, sizeof line, "position %s\n%s\n", positions[i], lines[_i]);
        gui_send(&gui, line);
        int64_t until = now_ms() + 300;
        while (gui_read(&gui, (int)(until - now_ms())))
            ck_assert_msg(!strstr(gui.line, "bestmove"), "%s: %s", positions[i], gui.line);
        gui_send(&gui, "stop\n");
        gui_bestmove(&gui, 10000 * gui_slack(), NULL);
    }
    gui_quit(&gui);
}
END_TEST

START_TEST(s060_mated_and_stalemated)
{
    static const char *const lost[] = {"fen " MATED, "fen " STALEMATED};
    static const char *const lines[] = {"go depth 3", "go infinite", "go time 1000", "go depth 0"};
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < COUNT(lost); i++)
        for (int j = 0; j < COUNT(lines); j++)
            ck_assert_str_eq(ask(&gui, lost[i], lines[j], 10000 * gui_slack(), NULL, NULL), "nobestmove");
    gui_quit(&gui);
}
END_TEST

START_TEST(s061_drawn_games_go_on)
{
    static const char *const drawn[] = {
        "startpos moves b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9",
        "fen 3k5/9/9/9/9/9/9/9/4A4/3AK4 w - - 119 90",
        "fen r3k4/9/9/9/9/9/9/9/4A4/R2AK4 w - - 130 90",
    };
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < COUNT(drawn); i++) {
        const char *answer = ask(&gui, drawn[i], "go depth 2", 10000 * gui_slack(), NULL, NULL);
        ck_assert_msg(strncmp(answer, "bestmove ", 9) == 0, "%s: %s", drawn[i], answer);
    }
    /* a mate in two if the client does not apply the natural limit */
    const char *beyond = "fen 1n1a1a3/r3k1C2/b7n/p1p1p3p/R5p2/2B3C2/2P3P1P/8N/3K5/1NBc4r w - - 120 80";
    const char *answer = ask(&gui, beyond, "go depth 6", 10000 * gui_slack(), NULL, NULL);
    ck_assert_msg(strncmp(answer, "bestmove g4e4", 13) == 0, "%s", answer);
    gui_quit(&gui);
}
END_TEST

START_TEST(s062_one_legal_move_is_played_fast)
{
    Gui gui;
    int took = 100000;
    gui_begin(&gui);
    for (int attempt = 0; attempt < 5 && took >= 1000; attempt++)
        ask(&gui, "fen " ONE_REPLY, "go time 60000 increment 0", 10000 * gui_slack(), NULL, &took);
    ck_assert_msg(took < 1000 * gui_slack(), "%d ms", took);
    gui_quit(&gui);
}
END_TEST

START_TEST(s063_to_065_banned_moves)
{
    Gui gui;
    char line[2000], best[8], other[8];
    gui_begin(&gui);
    sscanf(ask(&gui, "startpos", "go depth 4", 15000 * gui_slack(), NULL, NULL), "bestmove %4s", best);
    snprintf(line, sizeof line, "banmoves %s a0a5 zzzz h2e2e h2 %s\n", best, best);
    gui_send(&gui, line);
    gui_send(&gui, "go depth 4\n");
    sscanf(gui_bestmove(&gui, 15000 * gui_slack(), NULL), "bestmove %4s", other);
    ck_assert_str_ne(best, other);
    ck_assert(gui_is_legal_bestmove(gui.line, FEN_START, NULL));

    /* a second list replaces the first */
    snprintf(line, sizeof line, "banmoves %s\ngo depth 4\n", other);
    gui_send(&gui, line);
    sscanf(gui_bestmove(&gui, 15000 * gui_slack(), NULL), "bestmove %4s", line);
    ck_assert_str_ne(line, other);

    /* Bans all moves but a poor one, which is then played. The next position lifts the ban. If all
     * moves are banned, there is no best move. */
    char all[1000];
    MoveList list = {0};
    Position pos = read_position(FEN_START);
    legal_moves(&pos, &list);
    moves_text(&list, all, sizeof all);
    char *poor = strstr(all, "e0e1");
    ck_assert_ptr_nonnull(poor);
    memset(poor, ' ', 4);
    snprintf(line, sizeof line, "banmoves %s\ngo depth 4\n", all);
    gui_send(&gui, line);
    ck_assert_int_eq(strncmp(gui_bestmove(&gui, 15000 * gui_slack(), NULL), "bestmove e0e1", 13), 0);
    sscanf(ask(&gui, "startpos", "go depth 4", 15000 * gui_slack(), NULL, NULL), "bestmove %4s", line);
    ck_assert_str_ne(line, "e0e1");
    snprintf(line, sizeof line, "banmoves %s\ngo depth 4\n", moves_text(&list, all, sizeof all));
    gui_send(&gui, line);
    ck_assert_str_eq(gui_bestmove(&gui, 10000 * gui_slack(), NULL), "nobestmove");
    gui_quit(&gui);
}
END_TEST

START_TEST(s067_mate_scores)
{
    static const struct {
        const char *fen;
        int depth, score;
    } cases[] = {
        {"3k5/9/9/9/9/9/9/9/R8/1R2K4 w", 3, 9999}, /* b0b9 is mate */
        {"4k4/1R7/9/9/9/9/9/9/R8/3K5 w - - 0 1", 3, 9999},
        {"3k5/R8/9/9/8p/9/9/9/1R7/4K4 b", 4, -9998}, /* mated after any move of Black */
    };
    Gui gui;
    char info[GUI_LINE], line[200], go[40];
    gui_begin(&gui);
    snprintf(line, sizeof line, "fen %s", cases[_i].fen);
    snprintf(go, sizeof go, "go depth %d", cases[_i].depth);
    ask(&gui, line, go, 15000 * gui_slack(), info, NULL);
    ck_assert_msg(gui_number(info, " score ", 0) == cases[_i].score, "%s: %s", cases[_i].fen, info);
    gui_quit(&gui);
}
END_TEST

/* Checks that the moves after ` pv ` are legal in sequence. */
static void check_pv(const char *fen, const char *line)
{
    const char *at = strstr(line, " pv ");
    ck_assert_msg(at, "no pv: %s", line);
    Position pos = read_position(fen);
    Undo undo;
    char moves[GUI_LINE];
    strcpy(moves, at + 4);
    int count = 0;
    for (char *word = strtok(moves, " "); word; word = strtok(NULL, " "), count++) {
        Move m;
        ck_assert_msg(strlen(word) == 4 && move_from_iccs(word, &m) && is_legal(&pos, m), "%s in %s", word, line);
        position_make(&pos, m, &undo);
    }
    ck_assert_msg(count > 0, "%s", line);
}

static void check_keywords(const char *line)
{
    static const char *const wanted[] = {" depth ", " score ", " time ", " nodes ", " nps "};
    static const char *const unwanted[] = {"cp", "draw", "resign", "bestmove"};
    for (int i = 0; i < COUNT(wanted); i++) {
        const char *first = strstr(line, wanted[i]);
        ck_assert_msg(first, "\"%s\" is missing in %s", wanted[i], line);
        ck_assert_msg(!strstr(first + 1, wanted[i]), "\"%s\" occurs twice in %s", wanted[i], line);
    }
    for (int i = 0; i < COUNT(unwanted); i++)
        ck_assert_msg(!strstr(line, unwanted[i]), "unexpected \"%s\" in %s", unwanted[i], line);
}

START_TEST(s068_to_070_info_lines)
{
    for (int i = _i; i < named_position_count; i += 4) { /* four tests use these positions */
        Gui gui;
        char position[200];
        Position pos = read_position(named_positions[i].fen);
        if (!any_legal_move(&pos))
            continue;
        gui_begin(&gui);
        snprintf(position, sizeof position, "position fen %s\ngo depth 7\n", named_positions[i].fen);
        gui_send(&gui, position);
        int iterations = 0;
        const char *line;
        while ((line = gui_read(&gui, 20000 * gui_slack())) && !matches(line, "^bestmove")) {
            ck_assert_msg(matches(line, "^info "), "%s", line);
            if (strstr(line, "currmove"))
                continue;
            check_keywords(line);
            check_pv(named_positions[i].fen, line);
            iterations++;
        }
        ck_assert_msg(line && iterations > 0, "%s", named_positions[i].name);
        ck_assert_msg(gui_is_legal_bestmove(line, named_positions[i].fen, NULL), "%s: %s", named_positions[i].name, line);
        gui_quit(&gui);
    }
}
END_TEST

START_TEST(s068_messages_without_reply_words)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui,
             "setoption debug on\nposition fen draw resign bestmove cp\nbestmove draw\nsetoption draw cp\nposition fen k draw moves\n");
    gui_send(&gui, "setoption bookfiles /nowhere/draw/resign/bestmove.cp\n");
    gui_send(&gui, "isready\n");
    const char *line;
    int lines = 0, named = 0;
    while ((line = gui_read(&gui, 10000 * gui_slack())) && strcmp(line, "readyok") != 0) {
        ck_assert_msg(!strstr(line, "draw") && !strstr(line, "resign") && !strstr(line, "bestmove"), "%s", line);
        named += strstr(line, "/nowhere/DRAW/RESIGN/BESTMOVE.cp") != NULL;
        lines++;
    }
    ck_assert(line && lines >= 6 && named > 0);
    gui_shake(&gui, "uci");
    gui_send(&gui, "debug off\nsetoption name Book Files value /nowhere/drawcp/Resign/bestmove.dat\n");
    gui_expect(&gui, "info string opening book /nowhere/drawcp/Resign/bestmove.dat: ", 10000 * gui_slack());
    gui_quit(&gui);
}
END_TEST

START_TEST(s072_neither_silence_nor_bursts)
{
    /* The second position is a mate in a few moves, so depths are finished very fast. */
    static const char *const positions[] = {"startpos", "fen 3k5/R8/9/9/9/9/9/9/1R7/4K4 w"};
    int seconds = getenv("HANXIN_SLOW_TESTS") ? 10 : 4;
    Gui gui;
    char line[200];
    int64_t times[4000];
    int count = 0;
    gui_begin(&gui);
    snprintf(line, sizeof line, "position %s\ngo infinite\n", positions[_i]);
    gui_send(&gui, line);
    int64_t until = now_ms() + seconds * 1000;
    while (gui_read(&gui, (int)(until - now_ms())) && count < COUNT(times))
        times[count++] = gui.line_ms;
    ck_assert_msg(count >= (seconds == 10 ? 2 : 1), "%d lines in %d s", count, seconds);
    for (int first = 0, last = 0; last < count; last++) {
        while (times[last] - times[first] > 1000)
            first++;
        ck_assert_msg(last - first < 50, "%d lines in one second", last - first + 1);
    }
    gui_send(&gui, "stop\n");
    gui_bestmove(&gui, 10000 * gui_slack(), NULL);
    gui_quit(&gui);
}
END_TEST

START_TEST(s073_position_stays)
{
    Gui gui;
    gui_begin(&gui);
    ask(&gui, "startpos moves h2e2", "go depth 2", 10000 * gui_slack(), NULL, NULL);
    for (int i = 0; i < 3; i++) {
        gui_send(&gui, "go depth 1\n");
        ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 10000 * gui_slack(), NULL), FEN_START, "h2e2"), "%s", gui.line);
    }
    gui_quit(&gui);
}
END_TEST

Suite *conform_search_suite(void)
{
    Suite *suite = suite_create("conform_search");
    TCase *tc = tcase_create("statements 44 to 73: search");
    tcase_add_loop_test(tc, s044_to_046_and_058_059_one_legal_bestmove, 0, 13);
    tcase_add_test(tc, s110_searchmoves_without_a_legal_move);
    tcase_add_test(tc, s047_static_evaluation);
    tcase_add_test(tc, s112_evaluation_by_its_terms);
    tcase_add_test(tc, s048_node_limit);
    tcase_add_loop_test(tc, s049_to_056_time, 0, COUNT(time_cases));
    tcase_add_loop_test(tc, s057_runs_until_stop, 0, 4);
    tcase_add_test(tc, s060_mated_and_stalemated);
    tcase_add_test(tc, s061_drawn_games_go_on);
    tcase_add_test(tc, s062_one_legal_move_is_played_fast);
    tcase_add_test(tc, s063_to_065_banned_moves);
    tcase_add_loop_test(tc, s067_mate_scores, 0, 3);
    tcase_add_loop_test(tc, s068_to_070_info_lines, 0, 4);
    tcase_add_test(tc, s068_messages_without_reply_words);
    tcase_add_loop_test(tc, s072_neither_silence_nor_bursts, 0, 2);
    tcase_add_test(tc, s073_position_stays);
    suite_add_tcase(suite, tc);
    return suite;
}
