/* SPDX-License-Identifier: GPL-3.0-only */
/* game.h - one refereed game between two engines, and the record of it. */
#pragma once

#include "bench/engines/client.h"
#include "bench/match/config.h"
#include "engine/rules/result.h"

typedef struct PlyRecord {
    Move move;
    Thought thought;
    int64_t elapsed_us;
} PlyRecord;

#define NO_SLACK INT64_MAX

enum { REASON_SIZE = 400 };

typedef struct GameRecord {
    int id;
    int red, black; /* engines */
    int round;
    Position start;
    Result result;
    char reason[REASON_SIZE]; /* one sentence */
    PlyRecord *moves;         /* owned */
    int plies;
    size_t capacity;
    int64_t slack_us[2]; /* the least time each side had left when its move came; NO_SLACK without clock */
    int64_t date;        /* seconds since 1970 when it ended */
} GameRecord;

void game_record_clear(GameRecord *r); /* frees; an all-zero record is an empty one */
bool game_record_add(GameRecord *r, const PlyRecord *ply) __attribute__((warn_unused_result));

/* Plays from record->start between clients[RED] and clients[BLACK], which are started if need be, and completes the record.
 * Only what an engine did itself loses it the game. What is not an engine's doing (CLIENT_STOPPED, CLIENT_HELD and
 * CLIENT_TROUBLE) makes the record void, and record->reason tells more; else CLIENT_OK. Before each move `moved` is told how many
 * there were. */
ClientFault play_game(Client *const clients[2], const Adjudication *rules, void (*moved)(void *self, int plies), void *self,
                      GameRecord *record);
