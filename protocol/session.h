/* SPDX-License-Identifier: GPL-3.0-only */
/* session.h - one conversation with a GUI: carries out commands, keeps the states.
 *
 * One thread runs the session and is its only state machine; lines and the end of a search reach it as events of an
 * Inbox. Commands that cannot be carried out while thinking wait, in order, until the best move is out. */
#pragma once

#include "protocol/answer.h"

typedef struct Session Session;

/* Borrows all three for its life; `bench` may be NULL. NULL when memory is short. */
Session *session_new(Inbox *inbox, Output *out, SessionBench *bench);
void session_free(Session *s);

/* Its player, which lasts as long. */
Player *session_player(Session *s);

/* Serves until `quit` or the end of input. */
void session_run(Session *s);

/* Deals with what the inbox holds and returns: for a caller without threads, who feeds it. */
void session_catch_up(Session *s);
