/* SPDX-License-Identifier: GPL-3.0-only */
/* talk.h - a conversation for the attack on sessions: what is sent, in steps, and where it comes from. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum StepKind {
    STEP_SEND,  /* bytes; a line, most often */
    STEP_WAIT,  /* until every answer that must come has come */
    STEP_PAUSE, /* so many milliseconds */
    STEP_DEAF,  /* the same, without reading */
    STEP_END,   /* end of input */
} StepKind;

typedef struct Step {
    StepKind kind;
    int number;
    char *bytes; /* owned */
    size_t length;
    bool dropped; /* left out while a fault is made smaller */
} Step;

/* How the bytes reach the engine. */
typedef enum Pieces { PIECES_LINES, PIECES_BURST, PIECES_RANDOM, PIECES_BYTES } Pieces;

typedef struct Talk {
    uint64_t seed;
    Step *steps; /* owned */
    int count, capacity;
    Pieces pieces;
    bool narrow; /* the engine's output is a small pipe that does not block */
} Talk;

void talk_clear(Talk *talk);
void talk_add(Talk *talk, StepKind kind, int number, const char *bytes, size_t length);

/* The conversation of a seed: the same every time. */
void talk_generate(Talk *talk, uint64_t seed);

/* As text, one step a line, and back. False if it cannot be read. */
void talk_print(const Talk *talk, void *file);
bool talk_read(Talk *talk, const char *path);
