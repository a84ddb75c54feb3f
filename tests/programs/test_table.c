/* SPDX-License-Identifier: GPL-3.0-only */
/* The game at the terminal loses nothing: Ctrl-C, Ctrl-Z, signals, and the kept game. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/programs/pty.h"
#include "tests/support/support.h"

static const char *const libraries[] = {"readline", "libedit"};

static Pty *begin(const char *words)
{
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, words, 100, 30);
    return pty;
}

/* Types a line and waits for the answer. */
static void say(Pty *pty, const char *typed, const char *answer)
{
    pty_type(pty, typed);
    pty_expect(pty, answer);
}

/* Returns true if the terminal was restored. */
static void end(Pty *pty, int status)
{
    pty_expect(pty, "[ended, terminal as found]");
    ck_assert_int_eq(pty_end(pty), status);
    free(pty);
}

static const char *state_path(const char *name)
{
    static char path[700];
    snprintf(path, sizeof path, "%s/state/hanxin/%s", scratch_folder(), name);
    return path;
}

static void forget_games(void)
{
    char command[800];
    snprintf(command, sizeof command, "rm -rf '%s/state'", scratch_folder());
    ck_assert_int_eq(system(command), 0);
}

START_TEST(ctrl_c_clears_the_line)
{
    Pty *pty = begin("play --side both --lang en");
    pty_expect(pty, "Red> ");
    pty_type(pty, "h2e");
    pty_expect(pty, "h2e");
    say(pty, "\003", "Red> ");
    say(pty, "\003", "`quit` leaves");
    pty_expect(pty, "Red> ");
    say(pty, "b2e2\r", "Red played C8=5."); /* nothing of h2e remains */
    pty_expect(pty, "Black> ");
    say(pty, "quit\r", "The game is saved: `hanxin play --continue`");
    end(pty, 0);
}
END_TEST

START_TEST(ctrl_c_stops_the_search)
{
    Pty *pty = begin("play --side black --time 10000 --book none --lang en");
    pty_expect(pty, "Red thinks: ");
    pty_expect(pty, "Red thinks: 1 s, depth "); /* renewed */
    say(pty, "\003", "Paused; `go` continues.");
    pty_expect(pty, "Red> ");
    say(pty, "go\r", "Red thinks: ");
    say(pty, "\003", "Paused");
    pty_expect(pty, "Red> ");
    say(pty, "hint\r", "Red> ");
    say(pty, "analyse\r", "million nodes");
    say(pty, "\003", "Red> ");
    say(pty, "h2e2\r", "Red played C2=5");
    pty_expect(pty, "Black> ");
    say(pty, "\004", "The game is saved");
    end(pty, 0);
}
END_TEST

/* After any end of the program, the moves are in the file. */
START_TEST(the_game_goes_on_after)
{
    static const struct {
        const char *name, *typed;
        int number, status;
    } ends[] = {
        {"quit", "quit\r", 0, 0},          {"Ctrl-D", "\004", 0, 0},
        {"Ctrl-\\", "\034", 0, -SIGQUIT},  {"SIGTERM", NULL, SIGTERM, -SIGTERM},
        {"SIGHUP", NULL, SIGHUP, -SIGHUP}, {"SIGKILL", NULL, SIGKILL, -SIGKILL},
    };
    static const char *const moves[] = {"h2e2\r", "h9g7\r", "h0g2\r", "i9h9\r", "c3c4\r", "h7h3\r"};
    static const char *const answers[] = {"C2=5", "H8+7", "H2+3", "R9=8", "P7+1", "C8+4"};
    forget_games();
    for (int i = 0; i < COUNT(ends); i++) {
        Pty *pty = begin(i ? "play --continue --lang en" : "play --side both --rules computer --limit 80 --lang en");
        pty_expect(pty, "> ");
        ck_assert_msg(i == 0 || strstr(pty_screen(pty), answers[i - 1]), "%s: %s", ends[i].name, pty_screen(pty));
        say(pty, moves[i], answers[i]);
        pty_expect(pty, "> ");
        if (ends[i].typed)
            pty_type(pty, ends[i].typed);
        else
            pty_signal(pty, ends[i].number);
        if (ends[i].number == SIGKILL) { /* this signal cannot be caught, so the terminal is not restored */
            ck_assert_int_eq(pty_end(pty), ends[i].status);
            free(pty);
        } else {
            end(pty, ends[i].status);
        }
    }
    Pty *pty = begin("play --continue --lang en");
    pty_expect(pty, "> ");
    say(pty, "fen\r", "rnbakabr1/9/1c4n2/p1p1p1p1p/9/2P6/P3P1PcP/1C2C1N2/9/RNBAKAB1R w - - 6 4");
    say(pty, "resign\r", "Red resigns.");
    say(pty, "quit\r", "The game is saved in ");
    end(pty, 0);
    pty = begin("play --continue --lang en");
    pty_expect(pty, "no unfinished game");
    ck_assert_int_eq(pty_end(pty), 1);
    free(pty);
}
END_TEST

/* While the engine searches, the terminal is in another mode. */
START_TEST(ended_while_thinking)
{
    static const int numbers[] = {SIGTERM, SIGHUP, SIGQUIT};
    for (int i = 0; i < COUNT(numbers); i++) {
        Pty *pty = begin("play --depth 1 --lang en");
        pty_expect(pty, "Red> ");
        say(pty, "h2e2\r", "Black plays ");
        pty_expect(pty, "Red> ");
        say(pty, "analyse\r", "million nodes");
        pty_signal(pty, numbers[i]);
        end(pty, -numbers[i]);
        pty = begin("play --continue --time 10000 --book none --lang en");
        pty_expect(pty, "C2=5");
        pty_expect(pty, "Red> ");
        say(pty, "go\r", "Red thinks");
        pty_signal(pty, numbers[i]);
        end(pty, -numbers[i]);
    }
}
END_TEST

START_TEST(ctrl_z_and_fg)
{
    Pty *pty = begin("play --side both --book none --lang en");
    pty_expect(pty, "Red> ");
    say(pty, "\032", "[stopped, terminal as found]");
    say(pty, "fg\n", "Red> ");
    say(pty, "analyse\r", "million nodes");
    say(pty, "\032", "[stopped, terminal as found]");
    say(pty, "fg\n", "million nodes");
    say(pty, "x", "Red> "); /* keys are read singly again */
    say(pty, "time 10000\r", "10000 s per move");
    say(pty, "go\r", "Red thinks");
    say(pty, "\032", "[stopped, terminal as found]");
    say(pty, "fg\n", "Red thinks");
    say(pty, "\003", "Paused");
    say(pty, "quit\r", "[ended, terminal as found]");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

START_TEST(two_programs_use_separate_files)
{
    forget_games();
    Pty *a = begin("play --side both --lang en"), *b = begin("play --side both --lang en");
    pty_expect(a, "Red> ");
    pty_expect(b, "Red> ");
    say(a, "h2e2\r", "Black> ");
    say(b, "a3a4\r", "Black> ");
    say(a, "h9g7\r", "Red> ");
    pty_signal(a, SIGKILL);
    pty_signal(b, SIGKILL);
    pty_end(a);
    pty_end(b);
    pty_start(a, "play --continue --lang en", 100, 30); /* the game with the latest move */
    pty_expect(a, "H8+7");
    pty_expect(a, "Red> ");
    pty_start(b, "play --continue --lang en", 100, 30); /* the other game, since a has its own open */
    pty_expect(b, "P9+1");
    say(b, "quit\r", "The game is saved");
    end(b, 0);
    say(a, "quit\r", "The game is saved");
    end(a, 0);
    ck_assert_int_eq(access(state_path("game-03.pgn"), F_OK), -1);
}
END_TEST

/* Players, levels and clocks are restored. A new game does not replace the old one. */
START_TEST(settings_come_back)
{
    forget_games();
    Pty *pty = begin("play --side black --level 3 --limit 77 --rules simple --lang en");
    pty_expect(pty, "Black> ");
    say(pty, "quit\r", "The game is saved");
    end(pty, 0);
    pty = begin("play --continue --coordinates iccs --lang en");
    pty_expect(pty, "i   h   g");
    pty_expect(pty, "Hanxin, level 3");
    pty_expect(pty, "Black> ");
    say(pty, "new both\r", "The previous game is saved in ");
    pty_expect(pty, "game-01.pgn");
    say(pty, "h2e2\r", "Black> ");
    say(pty, "quit\r", "The game is saved");
    end(pty, 0);
    FILE *file = fopen(state_path("game-01.pgn"), "r");
    ck_assert_ptr_nonnull(file);
    char text[2000] = "";
    ck_assert(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    ck_assert_msg(strstr(text, "--side=black --rules=simple --limit=77") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "[Red \"Hanxin\"]") != NULL, "%s", text);
    ck_assert_int_eq(access(state_path("game-02.pgn"), F_OK), 0);
}
END_TEST

/* Undone moves can be redone, and settings changed on the command line without a move are kept. */
START_TEST(undone_moves_and_levels_come_back)
{
    forget_games();
    Pty *pty = begin("play --side both --lang en");
    pty_expect(pty, "Red> ");
    say(pty, "h2e2\r", "Black> ");
    say(pty, "h9g7\r", "Red> ");
    say(pty, "h0g2\r", "Black> ");
    say(pty, "undo 2\r", "Black> ");
    say(pty, "quit\r", "The game is saved");
    end(pty, 0);
    pty = begin("play --continue --level 4 --lang en");
    pty_expect(pty, "Black> ");
    say(pty, "quit\r", "The game is saved");
    end(pty, 0);
    pty = begin("play --continue --lang en");
    pty_expect(pty, "Black> ");
    say(pty, "level\r", "Level 4 of 20,");
    pty_expect(pty, "Black> ");
    say(pty, "redo 2\r", "H2+3");
    pty_expect(pty, "Black> ");
    say(pty, "fen\r", "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b");
    say(pty, "quit\r", "The game is saved");
    end(pty, 0);
}
END_TEST

/* If the game cannot be saved, a message says so, and the user confirms before it is lost. */
START_TEST(losing_an_unsaved_game_is_confirmed)
{
    char path[700];
    forget_games();
    snprintf(path, sizeof path, "%s/state", scratch_folder());
    FILE *file = fopen(path, "w"); /* a file in place of the folder */
    ck_assert_ptr_nonnull(file);
    fclose(file);
    Pty *pty = begin("play --side both --lang en");
    pty_expect(pty, "Red> ");
    say(pty, "h2e2\r", "The game cannot be saved: ");
    pty_expect(pty, "Black> ");
    say(pty, "quit\r", "will be lost. Discard it? (yes/no) ");
    say(pty, "no\r", "Black> ");
    say(pty, "new\r", "will be lost");
    say(pty, "\003", "Black> ");
    say(pty, "\004", "will be lost");
    say(pty, "\r", "Black> ");
    say(pty, "h9g7\r", "Red> ");
    say(pty, "\004", "will be lost"); /* warned again, because new moves were made */
    say(pty, "\r", "Red> ");
    say(pty, "quit\r", "will be lost");
    pty_type(pty, "yes\r");
    end(pty, 0);
    pty = begin("play --depth 1 --lang en"); /* the engine's reply redraws the board */
    pty_expect(pty, "Red> ");
    say(pty, "h2e2\r", "Black plays ");
    pty_expect(pty, "The game cannot be saved: ");
    pty_expect(pty, "Red> ");
    say(pty, "\004", "will be lost");
    pty_type(pty, "\004\004"); /* the end of input instead of an answer ends the program */
    end(pty, 0);
    unlink(path);
}
END_TEST

/* If a game was saved by hand while it could not be kept, no message claims that it is also kept. */
START_TEST(messages_promise_only_what_is_kept)
{
    char saved[700], path[700];
    forget_games();
    snprintf(saved, sizeof saved, "%s/by-hand.pgn", scratch_folder());
    unlink(saved);
    Pty *pty = begin("play --side both --lang en");
    pty_expect(pty, "Red> ");
    say(pty, "h2e2\r", "Black> ");
    snprintf(path, sizeof path, "%s", state_path("game-01.pgn"));
    for (int tries = 0; access(path, F_OK) != 0; tries++) {
        ck_assert_int_lt(tries, 1000);
        usleep(10000);
    }
    ck_assert(unlink(path) == 0 && mkdir(path, 0700) == 0); /* the folder is no longer writable */
    say(pty, "h9g7\r", "The game cannot be saved: ");
    pty_expect(pty, "Red> ");
    char line[720];
    snprintf(line, sizeof line, "save %s\r", saved);
    say(pty, line, "Saved to ");
    pty_expect(pty, "Red> ");
    const int before = pty->length;
    pty_type(pty, "quit\r");
    pty_expect(pty, "[ended, terminal as found]");
    ck_assert_msg(!strstr(pty->text + before, "is kept"), "%s", pty->text + before);
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
    ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

START_TEST(games_without_moves_are_not_resumed)
{
    forget_games();
    static const char *const typed[][2] = {{"h2e2\r", "Black> "}, {"quit\r", "The game is saved"}};
    Pty *pty = begin("play --side both --lang en");
    pty_expect(pty, "Red> ");
    for (int i = 0; i < COUNT(typed); i++)
        say(pty, typed[i][0], typed[i][1]);
    end(pty, 0);
    pty = begin("play --side both --lang en");
    pty_expect(pty, "Red> ");
    say(pty, "a3a4\r", "Black> ");
    say(pty, "undo\r", "Red> ");
    pty_type(pty, "quit\r");
    end(pty, 0);
    pty = begin("play --continue --lang en");
    pty_expect(pty, "C2=5");
    pty_expect(pty, "Black> ");
    say(pty, "quit\r", "The game is saved");
    end(pty, 0);
}
END_TEST

START_TEST(save_asks_before_it_replaces)
{
    char path[700], save[800];
    snprintf(path, sizeof path, "%s/mine.pgn", scratch_folder());
    snprintf(save, sizeof save, "save %s\r", path);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("precious\n", file);
    fclose(file);
    struct stat before, after;
    ck_assert_int_eq(stat(path, &before), 0);
    Pty *pty = begin("play --side both --lang en");
    pty_expect(pty, "Red> ");
    say(pty, "h2e2\r", "Black> ");
    say(pty, save, "exists already. Replace it? (yes/no) ");
    say(pty, "n\r", "Nothing was written.");
    ck_assert_int_eq(stat(path, &after), 0);
    ck_assert(before.st_size == after.st_size && before.st_ino == after.st_ino);
    say(pty, save, "Replace it?");
    say(pty, "yes\r", "Saved to ");
    say(pty, "quit\r", "The game is saved");
    end(pty, 0);
    ck_assert_int_eq(stat(path, &after), 0);
    ck_assert(after.st_size > 20);
}
END_TEST

START_TEST(help_is_paged)
{
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --lang en", 80, 24);
    pty_expect(pty, "Red> ");
    say(pty, "?\r", "help [COMMAND]");
    pty_expect(pty, "-- more");
    say(pty, " ", "A move is written");
    pty_expect(pty, "Red> ");
    say(pty, "help\r", "-- more");
    say(pty, "q", "Red> ");
    say(pty, "quit\r", "[ended");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

START_TEST(arguments_are_completed)
{
    if (!pty_editing(libraries[_i]))
        return;
    Pty *pty = begin("play --side both --depth 1 --coordinates iccs --lang en");
    pty_expect(pty, "Red> ");
    say(pty, "new bl\t\r", "i   h   g"); /* the board is flipped too */
    pty_expect(pty, "Black> ");
    say(pty, "side bo\t\r", "Black> ");
    say(pty, "notation ch\t\r", "Black> ");
    say(pty, "h9g7\r", "Black played 马8进7.");
    say(pty, "level \t\t\r", "Level 20 of 20,"); /* file names are not offered */
    say(pty, "help ana\t\tse\r", "the best lines");
    say(pty, "quit\r", "The game is saved");
    end(pty, 0);
}
END_TEST

START_TEST(replay_gives_the_terminal_back)
{
    char path[500], words[600];
    snprintf(path, sizeof path, "%s/short.pgn", scratch_folder());
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("1. h2e2 h9g7 *\n", file);
    fclose(file);
    snprintf(words, sizeof words, "show %s --lang zh", path);
    Pty *pty = begin(words);
    pty_expect(pty, "q 退出");
    say(pty, "\032", "[stopped, terminal as found]");
    say(pty, "fg\n", "q 退出");
    say(pty, " ", "第 1 着，共 2 着");
    pty_expect(pty, "q 退出");
    pty_type(pty, "\003");
    end(pty, 0);
    pty = begin(words);
    pty_expect(pty, "q 退出");
    pty_signal(pty, SIGTERM);
    end(pty, -SIGTERM);
}
END_TEST

Suite *table_suite(void)
{
    Suite *s = suite_create("table");
    TCase *tc = tcase_create("terminal");
    tcase_add_test(tc, ctrl_c_clears_the_line);
    tcase_add_test(tc, ctrl_c_stops_the_search);
    tcase_add_test(tc, the_game_goes_on_after);
    tcase_add_test(tc, ended_while_thinking);
    tcase_add_test(tc, ctrl_z_and_fg);
    tcase_add_test(tc, two_programs_use_separate_files);
    tcase_add_test(tc, settings_come_back);
    tcase_add_test(tc, undone_moves_and_levels_come_back);
    tcase_add_test(tc, losing_an_unsaved_game_is_confirmed);
    tcase_add_test(tc, messages_promise_only_what_is_kept);
    tcase_add_test(tc, games_without_moves_are_not_resumed);
    tcase_add_test(tc, save_asks_before_it_replaces);
    tcase_add_test(tc, help_is_paged);
    tcase_add_loop_test(tc, arguments_are_completed, 0, COUNT(libraries));
    tcase_add_test(tc, replay_gives_the_terminal_back);
    suite_add_tcase(s, tc);
    return s;
}
