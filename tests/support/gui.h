/* SPDX-License-Identifier: GPL-3.0-only */
/* gui.h - a GUI for tests: starts an engine, talks to it through pipes, never waits without end.
 *
 * Every wait has a deadline and fails the test with the end of the conversation. Where a line or the engine's end must come, the
 * deadline is at least a minute off, whatever is asked for. When a GUI is
 * ended the engine must leave with status 0 and must have said nothing on stderr. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { GUI_LINE = 4096, GUI_TAIL = 60 };

typedef struct Gui {
    pid_t pid;
    int to, from, errors; /* our ends of its stdin, stdout, stderr; -1 once closed */
    char buffer[1 << 16];
    int length;
    char line[GUI_LINE];      /* the line gui_read() returned last */
    char tail[GUI_TAIL][160]; /* the last lines of both directions, for messages */
    int lines;
    int64_t line_ms; /* when the last line came */
} Gui;

/* Timing limits are multiplied by this: 1 in release builds, more under sanitizers and wine. */
int gui_slack(void);

/* Starts the engine under test: hanxin of this build; or the command in $HANXIN_TEST_ENGINE; or, where $HANXIN_TEST_RANKS is a number of
 * processes, so many of hanxin-cluster. */
void gui_start(Gui *gui);

/* How many processes that is. What several search differs from run to run, and mpirun stands between them and the GUI. */
int gui_ranks(void);

/* Are these the nodes of one search, done twice? Of one process they are equal; of several, within a factor of some. */
bool gui_same_search(long long nodes, long long other_nodes);

/* The same with an output that does not wait for a reader: a write to the full pipe fails with EAGAIN. */
void gui_start_impatient(Gui *gui);

/* Sends bytes as they are, in one write. */
void gui_send(Gui *gui, const char *text);

/* The next line, NULL if none comes in time or the engine has closed its output. */
const char *gui_read(Gui *gui, int timeout_ms);

/* Reads until a line that begins with `start`, and returns it; fails the test if it does not come. */
const char *gui_expect(Gui *gui, const char *start, int timeout_ms);

/* As gui_expect() for `bestmove` and `nobestmove`; the move is 0 for the latter and `(none)`. The last
 * `info` line with a pv before it is kept in info[GUI_LINE] if that is not NULL. */
const char *gui_bestmove(Gui *gui, int timeout_ms, char *info);

/* Fails the test if a line comes within that time. */
void gui_silence(Gui *gui, int ms);

/* Sends isready, reads until readyok, and returns how many other lines came before it. Best moves among them, of a search that ended
 * first, are read again afterwards; all else is dropped. */
int gui_sync(Gui *gui);

/* Sends the handshake `ucci` or `uci` and reads to its end. */
void gui_shake(Gui *gui, const char *word);

/* Starts, shakes hands in UCCI and switches the book off; sends quit and ends. What most tests do. */
void gui_begin(Gui *gui);
void gui_quit(Gui *gui);

/* The integer behind a word such as ` score `, or `missing` if it is not there. */
long long gui_number(const char *line, const char *word, long long missing);

/* Is it `bestmove` with a legal move of that position (and a ponder move legal after it)? */
bool gui_is_legal_bestmove(const char *line, const char *fen, const char *moves);

/* Closes our end of its input and waits. Fails the test unless it leaves in time with status 0 and
 * an empty stderr. */
void gui_end(Gui *gui, int timeout_ms);

/* Waits for its end without closing anything; returns the exit status, -1 if it did not end. */
int gui_wait(Gui *gui, int timeout_ms);

/* Fails the test with a message and the tail of the conversation. */
void gui_fail(Gui *gui, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

int64_t now_ms(void);
