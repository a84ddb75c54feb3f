/* SPDX-License-Identifier: GPL-3.0-only */
/* game.h - plays one game between two engines under a referee, and records it. */
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
    int red, black; /* indices of engines */
    int round;
    Position start;
    Result result;
    char reason[REASON_SIZE]; /* reason as one sentence */
    PlyRecord *moves;         /* owned */
    int plies;
    size_t capacity;
    int64_t slack_us[2]; /* least time that each side had left at the end of a move; NO_SLACK without a clock */
    int64_t date;        /* time at which the game ended, in seconds since 1970 */
} GameRecord;

void game_record_clear(GameRecord *r); /* frees the record; an all-zero record is empty */
bool game_record_add(GameRecord *r, const PlyRecord *ply) __attribute__((warn_unused_result));

/* Plays from record->start between clients[RED] and clients[BLACK], starting them if needed, and
 * completes the record. Returns CLIENT_OK, even if an engine lost by a fault of its own. A fault that
 * is not the engine's (CLIENT_STOPPED, CLIENT_HELD, CLIENT_TROUBLE) is returned and makes the game
 * void, with the reason in record->reason. Before each move, `moved` is called with the number of plies
 * played. */
ClientFault play_game(Client *const clients[2], const Adjudication *rules, void (*moved)(void *self, int plies), void *self,
                      GameRecord *record);
