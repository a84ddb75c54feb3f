/* SPDX-License-Identifier: GPL-3.0-only */
/* Whole conversations: recorded from real clients (protocol/UCCI.md, 106), and random ones. */
#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/board/makemove.h"
#include "engine/base/platform.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

/* ---- recorded sessions ----
 *
 * tests/clients/X.txt: `> line` sends a line, `< start`  pattern` for one that matches~waits for a line
 * that begins with `start`, `~ pattern` waits for a line that matches~ pattern` for one that matches
 * (POSIX extended regular expression), and `! milliseconds` waits. `= ranks from 1` and `= lines end
 * with CR LF` set the client's rank numbers and line ends. Blank lines and # comments are skipped. An
 * expected best move must be legal in the position sent last. */

static const char *const recorded[] = {"cchess-uci",
                                       "cchess-ucci",
                                       "electorn",
                                       "electorn-ucci",
                                       "elephantchess-uci",
                                       "elephantchess-ucci",
                                       "gmchess",
                                       "jieqibox",
                                       "liground",
                                       "openucci",
                                       "python",
                                       "uccileag",
                                       "uci2wb",
                                       "uci2wb-uci",
                                       "public-xiangqi-uci",
                                       "public-xiangqi-ucci",
                                       "vinxiangqi"};

enum { MOST_MS = 20000 };

typedef struct Sent {
    char fen[200], moves[4000];
    bool from_1, crlf;
} Sent;

/* Converts moves with ranks counted from 1 to ranks counted from 0; 10 is the only rank with two digits. */
static void count_from_0(char *moves)
{
    char *to = moves;
    for (const char *from = moves; *from; from++) {
        bool ten = from[0] == '1' && from[1] == '0', rank = isdigit((unsigned char)*from);
        *to++ = (char)(ten ? '9' : rank ? *from - 1 : *from);
        from += ten;
    }
    *to = '\0';
}

/* Stores the position that a line sets, so that the answer can be checked. */
static void note_position(Sent *sent, const char *line)
{
    char copy[6000];
    snprintf(copy, sizeof copy, "%s", line);
    char *moves = strstr(copy, " moves"), *fen = strstr(copy, "fen ");
    if (!fen && !strstr(copy, "startpos"))
        return;
    snprintf(sent->moves, sizeof sent->moves, "%s", moves ? moves + 6 : "");
    if (sent->from_1)
        count_from_0(sent->moves);
    if (moves)
        *moves = '\0';
    snprintf(sent->fen, sizeof sent->fen, "%s", fen ? fen + 4 : FEN_START);
}

static void await_pattern(Gui *gui, const char *pattern)
{
    regex_t regex;
    int64_t end = now_ms() + MOST_MS * gui_slack();
    ck_assert_msg(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) == 0, "%s", pattern);
    do {
        if (now_ms() > end || !gui_read(gui, MOST_MS * gui_slack()))
            gui_fail(gui, "no line like %s", pattern);
    } while (regexec(&regex, gui->line, 0, NULL, 0) != 0);
    regfree(&regex);
}

/* Executes one line of a script. */
static void act(Gui *gui, Sent *sent, const char *line)
{
    char wire[6000];
    const char *rest = line + (line[0] ? 1 + (line[1] == ' ') : 0);
    switch (line[0]) {
    case '>':
        snprintf(wire, sizeof wire, "%s%s", rest, sent->crlf ? "\r\n" : "\n");
        gui_send(gui, wire);
        if (strncmp(rest, "position", 8) == 0 || strncmp(rest, "fen", 3) == 0)
            note_position(sent, rest);
        break;
    case '<': gui_expect(gui, rest, MOST_MS * gui_slack()); break;
    case '~': await_pattern(gui, rest); break;
    case '!': sleep_ms(atoi(rest)); break;
    case '=':
        sent->from_1 |= strstr(rest, "from 1") != NULL;
        sent->crlf |= strstr(rest, "CR LF") != NULL;
        break;
    case '#':
    case '\0': break;
    default: ck_abort_msg("unknown line in a script: %s", line);
    }
}

START_TEST(s106_recorded_sessions)
{
    char path[200], line[6000];
    Sent sent = {.fen = FEN_START};
    int bestmoves = 0;
    snprintf(path, sizeof path, "tests/clients/%s.txt", recorded[_i]);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file, "%s is missing", path);
    Gui gui;
    gui_start(&gui);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        act(&gui, &sent, line);
        bool awaited = line[0] == '<' || line[0] == '~';
        if (!awaited || strncmp(gui.line, "bestmove", 8) != 0 || strcmp(gui.line, "bestmove (none)") == 0)
            continue;
        bestmoves++;
        if (sent.from_1)
            count_from_0(gui.line);
        if (!gui_is_legal_bestmove(gui.line, sent.fen, sent.moves))
            gui_fail(&gui, "%s: illegal in %s moves%s", gui.line, sent.fen, sent.moves);
    }
    fclose(file);
    ck_assert_int_gt(bestmoves, 0);
    gui_end(&gui, 10000 * gui_slack());
}
END_TEST

/* ---- a scripted game to its end ---- */

START_TEST(game_to_its_end)
{
    Gui gui;
    Position pos = read_position(FEN_START);
    char moves[8000] = "", line[9000];
    gui_begin(&gui);
    bool over = false;
    for (int ply = 0; ply < 600 && !over; ply++) {
        /* Red searches, Black plays at random: the game ends in mate */
        Move m;
        if (ply % 2 == 0) {
            snprintf(line, sizeof line, "position startpos%s%s\ngo depth 5\n", *moves ? " moves" : "", moves);
            gui_send(&gui, line);
            gui_bestmove(&gui, 20000 * gui_slack(), NULL);
            if (!gui_is_legal_bestmove(gui.line, FEN_START, moves))
                gui_fail(&gui, "%s after%s", gui.line, moves);
            char word[5];
            memcpy(word, gui.line + 9, 4);
            word[4] = '\0';
            m = move_of(word);
        } else {
            static Rng rng = {7};
            m = random_move(&rng, &pos);
        }
        over = m == MOVE_NONE;
        if (!over) {
            Undo undo;
            position_make(&pos, m, &undo);
            sprintf(moves + strlen(moves), " %s", iccs_of(m));
        }
    }
    ck_assert_msg(over, "no mate in 600 plies");
    snprintf(line, sizeof line, "position startpos moves%s\ngo depth 5\n", moves);
    gui_send(&gui, line);
    ck_assert_str_eq(gui_bestmove(&gui, 10000 * gui_slack(), NULL), "nobestmove");
    gui_quit(&gui);
}
END_TEST

/* ---- rapid cycles, and random sequences of all commands ---- */

START_TEST(rapid_position_go_stop)
{
    int cycles = getenv("HANXIN_SLOW_TESTS") ? 1000 : effort(1000, 300);
    static const char *const gos[] = {"go infinite", "go depth 50", "go time 60000 increment 0", "go nodes 100000000",
                                      "go ponder time 1000 increment 0"};
    Rng rng = {99};
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < cycles; i++) {
        char text[300];
        snprintf(text, sizeof text, "position startpos moves h2e2\n%s\n", gos[rng_below(&rng, COUNT(gos))]);
        gui_send(&gui, text);
        if (rng_below(&rng, 3) == 0)
            sleep_ms((int)rng_below(&rng, 5));
        gui_send(&gui, "stop\n");
        ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 20000 * gui_slack(), NULL), FEN_START, "h2e2"), "%s", gui.line);
    }
    gui_silence(&gui, 50);
    gui_quit(&gui);
}
END_TEST

/* Holds one random conversation. A model tracks the engine's states from the lines sent; every `go` that starts a search by this
 * model must be answered exactly once. To keep the model exact, `go` is only sent when the last search is known to be over, or
 * directly after a stop. */
static void random_conversation(uint64_t seed, int commands)
{
    static const char *const any_time[] = {
        "isready",
        "position startpos",
        "position startpos moves h2e2 h9g7",
        "position fen nonsense",
        "banmoves h2e2 b2e2",
        "probe startpos",
        "setoption hashsize 2",
        "setoption newgame",
        "setoption threads 2",
        "setoption threads 1",
        "ponderhit",
        "ponderhit draw",
        "foo bar",
        "",
        "setoption debug on",
        "setoption multipv 2",
        "setoption multipv 1",
        "setoption idle none",
        "debug off",
        "d",
        "setoption repetition ChineseRule",
        "ucinewgame",
        "eval",
        "uci",
        "ucci",
        "setoption name Clear Hash",
    };
    static const char *const gos[] = {"go infinite",
                                      "go depth 4",
                                      "go nodes 500",
                                      "go movetime 5",
                                      "go ponder depth 3",
                                      "go ponder time 50 increment 0",
                                      "go time 40",
                                      "go draw depth 2",
                                      "go time 100 increment 0",
                                      "go depth 0",
                                      "go"};
    Rng rng = {seed};
    Gui gui;
    int expected = 0, answered = 0;
    gui_begin(&gui);
    for (int i = 0; i < commands; i++) {
        char text[300];
        if (rng_below(&rng, 4) == 0) {
            /* stop ends the running search and later lines are deferred, so this go certainly starts a search */
            snprintf(text, sizeof text, "position startpos\ngo infinite\nstop\nposition startpos\n%s\n", gos[rng_below(&rng, COUNT(gos))]);
            expected += 2;
            gui_send(&gui, text);
            if (rng_below(&rng, 2))
                sleep_ms((int)rng_below(&rng, 20));
            /* make the engine idle, and discard the answer that stop gives when idle */
            gui_send(&gui, "stop\n");
            int spare = 0;
            while (answered < expected) {
                gui_bestmove(&gui, 30000 * gui_slack(), NULL);
                answered++;
            }
            gui_send(&gui, "isready\n");
            for (;;) {
                if (!gui_read(&gui, 30000 * gui_slack()))
                    gui_fail(&gui, "seed %d: no readyok", (int)seed);
                if (strcmp(gui.line, "readyok") == 0)
                    break;
                spare += strncmp(gui.line, "nobestmove", 10) == 0 || strncmp(gui.line, "bestmove", 8) == 0;
            }
            if (spare > 1) /* one more answer is allowed, because the search was over when stop came */
                gui_fail(&gui, "seed %d: %d answers too many", (int)seed, spare);
        } else {
            snprintf(text, sizeof text, "%s\n", any_time[rng_below(&rng, COUNT(any_time))]);
            gui_send(&gui, text);
            if (rng_below(&rng, 4) == 0)
                sleep_ms((int)rng_below(&rng, 3));
        }
    }
    gui_send(&gui, "go infinite\n");
    gui_send(&gui, "quit\n");
    gui_end(&gui, 20000 * gui_slack());
}

START_TEST(random_sequences)
{
    int conversations = effort(50, 50);
    if (getenv("HANXIN_SLOW_TESTS"))
        conversations *= 4;
    for (int i = _i; i < conversations; i += 5) /* five tests share the seeds */
        random_conversation((uint64_t)i + 1, 40);
}
END_TEST

Suite *sessions_suite(void)
{
    Suite *suite = suite_create("sessions");
    TCase *tc = tcase_create("clients");
    tcase_add_loop_test(tc, s106_recorded_sessions, 0, COUNT(recorded));
    tcase_add_test(tc, game_to_its_end);
    suite_add_tcase(suite, tc);
    tc = tcase_create("stress");
    tcase_add_test(tc, rapid_position_go_stop);
    tcase_add_loop_test(tc, random_sequences, 0, 5);
    suite_add_tcase(suite, tc);
    return suite;
}
