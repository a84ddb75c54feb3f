/* store.h - the tournament's files: written so that a kill at any moment loses no finished game.
 *
 * PGN grows by one write per game. JSON is whole after each game: a game's row and the summary that
 * closes the file overwrite the former summary, and earlier rows are never touched. Reading takes the
 * rows one by one and stops at a torn one. */
#ifndef HANXIN_MATCH_STORE_H
#define HANXIN_MATCH_STORE_H

#include "bench/match/config.h"
#include "bench/match/openings.h"
#include "bench/match/results.h"

typedef struct Store {
    const Config *config; /* borrowed */
    char *identity;       /* what must agree for games to belong together; owned */
    uint64_t fingerprint; /* of the openings */
    int pgn, json;        /* descriptors, -1 for none */
    int64_t json_end;     /* where the next row goes */
    bool json_empty;      /* no row yet */
} Store;

enum { STORE_ERROR_SIZE = 400 };

/* Opens the files the configuration names. Without --resume they must not exist yet (or be empty). With
 * it their games are added to `results` and the files written afresh. False with a reason. */
bool store_open(Store *s, const Config *c, uint64_t fingerprint, Results *results, char *error) __attribute__((warn_unused_result));

/* Appends the game that came last to `results`. `finished` tells whether it is the tournament's last. */
bool store_add(Store *s, const Results *results, bool finished, char *error) __attribute__((warn_unused_result));

void store_close(Store *s);

/* Reads the JSON files of a tournament's parts and makes one of them: configuration (clear it with
 * config_clear, after `results`) and games. Refuses games that occur twice and files of other
 * tournaments. Keeps the outputs that `c` already names. */
bool store_merge(Config *c, char **files, int count, Results *results, uint64_t *fingerprint, char *error)
    __attribute__((warn_unused_result));

/* The beginning of a JSON file up to and with the closed list of games; the object is left open. */
void store_write_games(const Store *s, const Results *r, FILE *out);

/* The summary object: ranking, pairings with all statistics, endings. For JSON and HTML. */
void store_write_summary(const Config *c, const Results *r, bool finished, FILE *out);

#endif
