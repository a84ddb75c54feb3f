/* SPDX-License-Identifier: GPL-3.0-only */
/* relabel.h - positions of existing games with the scores of longer searches: sets on which nets are
 * compared. Everything depends only on the games, the settings, the net and the size of the searcher's
 * hash table. */
#pragma once

#include "bench/selfplay/selfplay.h"

/* The games that positions are taken from. */
typedef struct SourceGames {
    Record *games; /* owned */
    size_t count, room;
    int64_t inside; /* nodes of the searches inside which positions are taken */
} SourceGames;

/* Adds all games of a file. Returns false with the reason if it cannot be read or has none; call
 * source_games_clear() in any case. */
bool source_games_read(SourceGames *source, const char *path, Text *why) __attribute__((warn_unused_result));
void source_games_clear(SourceGames *source);

/* Copies a game with new scores of all positions. `stop`, which may be NULL, ends a search too. Returns
 * false if stopped or if an allocation fails. */
bool relabel_game(Searcher *searcher, const SelfplayOptions *o, const Record *game, const atomic_bool *stop, Record *record);

/* Writes a record with a single position and its score, as sample `number`: a position inside the tree of
 * a search of at most source->inside nodes from a position of the games, both chosen at random. The result of
 * such a record means nothing: train and compare with lambda 0. Returns false as above. */
bool relabel_inside(Searcher *searcher, const SelfplayOptions *o, const SourceGames *source, uint32_t number, const atomic_bool *stop,
                    Record *record);
