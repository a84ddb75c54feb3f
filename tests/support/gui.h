/* SPDX-License-Identifier: GPL-3.0-only */
/* gui.h - a GUI for tests: starts an engine and talks to it through pipes.
 *
 * Every wait has a deadline. If it passes, the test fails and shows the last lines of the
 * conversation. If a line or the engine's exit must come, the deadline is at least a minute away,
 * whatever timeout was given. At the end the engine must exit with status 0 and an empty stderr. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { GUI_LINE = 4096, GUI_TAIL = 60 };

typedef struct Gui {
    pid_t pid;
    int to, from, errors; /* our ends of the engine's stdin, stdout and stderr; -1 once closed */
    char buffer[1 << 16];
    int length;
    char line[GUI_LINE];      /* last line that gui_read() returned */
    char tail[GUI_TAIL][160]; /* last lines in both directions, for messages; a ring */
    int lines;                /* number of lines added to `tail` */
    int64_t line_ms;          /* time at which the last line arrived */
} Gui;

/* Returns the factor for time limits: 1 in release builds, more under sanitizers and wine. */
int gui_slack(void);

/* Starts the engine under test: the command in $HANXIN_TEST_ENGINE if it is set; hanxin-cluster with
 * $HANXIN_TEST_RANKS processes if that is more than 1; otherwise hanxin of this build. */
void gui_start(Gui *gui);

/* Returns the number of processes. If there are several, searches differ from run to run, and mpirun
 * relays all input and output. */
int gui_ranks(void);

/* Returns true if the node counts may come from two runs of the same search. With one process they
 * must be equal, with n processes each must be less than 2n times the other. */
bool gui_same_search(long long nodes, long long other_nodes);

/* Does the same as gui_start(), but the engine's output does not wait for the reader: a write to a
 * full pipe fails with EAGAIN. */
void gui_start_impatient(Gui *gui);

/* Sends a text unchanged. */
void gui_send(Gui *gui, const char *text);

/* Returns the next line, or NULL if none comes in time or the engine has closed its output. */
const char *gui_read(Gui *gui, int timeout_ms);

/* Reads up to a line that begins with `start` and returns that line. Fails the test if it does not
 * come. */
const char *gui_expect(Gui *gui, const char *start, int timeout_ms);

/* Does the same for `bestmove` and `nobestmove`. Copies the last `info` line with a pv before it to
 * info[GUI_LINE], unless that is NULL; copies "" if there is no such line. */
const char *gui_bestmove(Gui *gui, int timeout_ms, char *info);

/* Fails the test if a line comes within this time. */
void gui_silence(Gui *gui, int ms);

/* Sends isready and reads up to readyok. Returns the number of other lines before it. `bestmove` and
 * `nobestmove` lines among them will be read again; the others are dropped. */
int gui_sync(Gui *gui);

/* Sends `ucci` or `uci` and reads up to the end of the handshake. */
void gui_shake(Gui *gui, const char *word);

/* gui_begin() starts the engine, performs a UCCI handshake and switches the book off; gui_quit() sends
 * `quit` and waits for the exit. Most tests use these two. */
void gui_begin(Gui *gui);
void gui_quit(Gui *gui);

/* Returns the integer after a word such as ` score `, or `missing` if the word is absent. */
long long gui_number(const char *line, const char *word, long long missing);

/* Returns true if the line is a `bestmove` whose move is legal in the position, and whose ponder move,
 * if any, is legal after it. */
bool gui_is_legal_bestmove(const char *line, const char *fen, const char *moves);

/* Closes the engine's input and waits for its exit. Fails the test unless it exits in time with
 * status 0 and an empty stderr. */
void gui_end(Gui *gui, int timeout_ms);

/* Waits for the engine's exit without closing anything. Returns the exit status, 1000 plus the number
 * of the signal that ended it, or -1 if it did not exit in time. */
int gui_wait(Gui *gui, int timeout_ms);

/* Fails the test with a message and the tail of the conversation. */
void gui_fail(Gui *gui, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

int64_t now_ms(void);
