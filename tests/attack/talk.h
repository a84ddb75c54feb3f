/* SPDX-License-Identifier: GPL-3.0-only */
/* talk.h - a conversation for the attack on sessions: its steps, made from a seed or read from text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum StepKind {
    STEP_SEND,  /* bytes, usually a line */
    STEP_WAIT,  /* wait until every due answer has arrived */
    STEP_PAUSE, /* wait N milliseconds */
    STEP_DEAF,  /* wait N milliseconds without reading */
    STEP_END,   /* close the input */
} StepKind;

typedef struct Step {
    StepKind kind;
    int number;
    char *bytes; /* owned */
    size_t length;
    bool dropped; /* true if the step is skipped while a fault is reduced */
} Step;

/* How the bytes are sent. */
typedef enum Pieces { PIECES_LINES, PIECES_BURST, PIECES_RANDOM, PIECES_BYTES } Pieces;

typedef struct Talk {
    uint64_t seed;
    Step *steps; /* owned */
    int count, capacity;
    Pieces pieces;
    bool narrow; /* true if the engine's output is a small non-blocking pipe */
} Talk;

void talk_clear(Talk *talk);
void talk_add(Talk *talk, StepKind kind, int number, const char *bytes, size_t length);

/* Returns the conversation of a seed, always the same. */
void talk_generate(Talk *talk, uint64_t seed);

/* Convert to and from text, with one step per line. talk_read() returns false if the text is not
 * valid. */
void talk_print(const Talk *talk, void *file);
bool talk_read(Talk *talk, const char *path);
