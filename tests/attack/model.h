/* SPDX-License-Identifier: GPL-3.0-only */
/* model.h - checks the answers of an engine in a conversation.
 *
 * The protocol's states (idle, thinking, pondering; protocol/UCCI.md) form an automaton. Since it does not know when a search ends,
 * it follows every possibility at once. At least one possibility must explain all lines that were sent and received. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Model Model;

Model *model_new(void);
void model_free(Model *model);

/* Adds a sent line, without its line end. */
void model_sent(Model *model, const char *bytes, size_t length);

/* Adds a line of the engine. Returns false and sets the reason if no engine may ever print such a line. */
bool model_heard(Model *model, const char *line, const char **fault);

typedef enum Wait {
    WAIT_NOT,   /* no answer is due */
    WAIT_UNTIL, /* an answer is due */
} Wait;

/* Returns whether an answer is due after all lines so far. *limit_ms becomes the time that its limits allow. */
Wait model_wait(Model *model, int64_t *limit_ms);

/* Returns the number of answers received. */
int model_answers(const Model *model);

/* Returns true if the engine may have obeyed a `quit`, or will obey one. It then reads no more input. */
bool model_may_leave(Model *model);

/* Returns true if the engine may run for very long after the end of input because it was told to. */
bool model_patient(Model *model);

/* Checks the conversation after the engine has exited. Returns NULL if all answers are explained, else the fault. */
const char *model_ended(Model *model, bool end_of_input);

/* Returns true if a quit was certainly obeyed. */
bool model_quits(Model *model);
