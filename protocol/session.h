/* session.h - one conversation with a GUI: carries out commands, keeps the states.
 *
 * One thread runs the session and is its only state machine; lines and the end of a search reach it as events of an
 * Inbox. Commands that cannot be carried out while thinking wait, in order, until the best move is out. */
#pragma once

#include "protocol/input.h"
#include "protocol/output.h"

typedef struct Session Session;

/* Runs `bench ARGS`, printing lines; leaves early when *stop becomes true. Of programs above the session. */
typedef void SessionBench(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop);

/* Borrows all three for its life; `bench` may be NULL. NULL when memory is short. */
Session *session_new(Inbox *inbox, Output *out, SessionBench *bench);
void session_free(Session *s);

/* Serves until `quit` or the end of input. */
void session_run(Session *s);

/* Is it `quit`, after which no line is read? For InputHooks. */
bool session_ends_with(const char *line);
