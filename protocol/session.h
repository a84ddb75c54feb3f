/* SPDX-License-Identifier: GPL-3.0-only */
/* session.h - a conversation with a GUI: carries out its commands in a state machine.
 *
 * One thread runs the session; it receives lines and the end of a search as events of an Inbox.
 * Commands that cannot be carried out during a search wait, in order, until the best move is
 * printed. */
#pragma once

#include "protocol/io.h"
#include "search/engine.h"

/* Runs `bench ARGS`, printing lines; returns early when *stop becomes true. Provided by a program
 * that links the bench. */
typedef void SessionBench(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop);

typedef struct Session Session;

/* Creates a session. The arguments are borrowed for its lifetime; `bench` may be NULL. Returns NULL
 * if an allocation fails. */
Session *session_new(Inbox *inbox, Output *out, SessionBench *bench);
void session_free(Session *s);

/* Returns the session's engine, which lives as long as the session. */
Engine *session_engine(Session *s);

/* Serves until `quit` or the end of input. */
void session_run(Session *s);

/* Handles everything in the inbox and returns. For callers without threads, which feed the inbox
 * themselves. */
void session_catch_up(Session *s);
