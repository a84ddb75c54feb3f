/* SPDX-License-Identifier: GPL-3.0-only */
/* model.h - what an engine may answer to a conversation.
 *
 * The protocol's states (idle, thinking, pondering; protocol/UCCI.md) as an automaton that does not know when a search ends: it
 * follows every possibility at once. Given the lines that were sent and those that came back, some possibility must
 * explain them all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Model Model;

Model *model_new(void);
void model_free(Model *model);

/* The next line that was sent, without its end; taken apart as the protocol says. */
void model_sent(Model *model, const char *bytes, size_t length);

/* The next line of the engine. False with a reason if it is none that an engine may print at any time. */
bool model_heard(Model *model, const char *line, const char **fault);

typedef enum Wait {
    WAIT_NOT,   /* nothing has to come now */
    WAIT_UNTIL, /* an answer has to come */
} Wait;

/* After all that was sent and heard so far. limit_ms: how long the answer may take by its own limits. */
Wait model_wait(Model *model, int64_t *limit_ms);

/* How many answers have come. */
int model_answers(const Model *model);

/* Might there have been a `quit` that it obeys, or will obey? Then it reads no further. */
bool model_may_leave(Model *model);

/* May it go on for very long after the end of input, because that is what it was asked for? */
bool model_patient(Model *model);

/* The engine has left, after `quit` or after the end of input. NULL if all is explained, else what is wrong. */
const char *model_ended(Model *model, bool end_of_input);

/* Was there a quit that was obeyed for certain? */
bool model_quits(Model *model);
