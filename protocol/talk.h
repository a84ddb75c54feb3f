/* talk.h - what the engine says to a GUI, in the dialect spoken at the time. */
#pragma once

#include "protocol/dialect.h"
#include "protocol/output.h"

typedef struct Talk {
    Output *out; /* borrowed */
    const Dialect *dialect;
} Talk;

/* Who we are and what can be set. */
void talk_announce(const Talk *talk);

/* A line for the user. Words that clients look for anywhere in what we print are masked. */
void talk_message(const Talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* best may be MOVE_NONE: there is nothing to play. */
void talk_bestmove(const Talk *talk, Move best, Move ponder, Suffix suffix);

/* The static evaluation, and nothing searched. Without a legal move it is a mate in 0. */
void talk_static_score(const Talk *talk, Score score);
