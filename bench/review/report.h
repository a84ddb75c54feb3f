/* SPDX-License-Identifier: GPL-3.0-only */
/* report.h - writes reviews: for a terminal, as PGN, as JSON, and as a page that shows the JSON. */
#pragma once

#include "bench/review/review.h"
#include "engine/base/json.h"

typedef struct ReportStyle {
    Language language;
    Notation notation;
    bool colour, ascii;
    int columns; /* width of the terminal */
} ReportStyle;

/* Adds players, graph, moves with marks and descriptions, and the statistics of both sides. */
void report_text(const Review *review, const ReportStyle *style, Text *out);

/* Adds players, opening and the statistics of both sides, for a game whose moves are written
 * elsewhere. */
void report_summary(const Review *review, const ReportStyle *style, Text *out);

/* Adds the score from Red's point of view: "+0.35", "+M3" (mate in three moves), "+R" (win by the
 * rules of repetition), "+T" (win by an endgame table), or "#" if the side to move has lost. */
void report_score(const Review *review, int ply, Text *out);

/* Adds a phrase about the mistake that move `ply` was (missed.h). Adds nothing for other moves. */
void report_words(const Review *review, int ply, Text *out);

/* Adds the limits for each position, such as "a position: 100000 nodes, 2 s"; whichever is reached
 * first ends the search. */
void report_conditions(const Limits *limits, Language l, Text *out);

/* Adds the program and the conditions, such as "Hanxin 1.0, a position: 100000 nodes". */
void report_stamp(const Limits *limits, Language l, Text *out);

typedef struct ReportWords {
    Language language; /* of the opening, and of the descriptions of moves */
    bool left_out;     /* true for no descriptions of moves */
} ReportWords;

/* Adds marks, scores and best lines to the reviewed game, as judgements, comments and variations,
 * and a tag (marked.h) with the stamp of the review. Returns false if an allocation fails. */
bool report_annotate(const Review *review, ReportWords words, const char *stamp, GameTree *game);

/* Adds the review as a JSON object: tags, sides, and for every position and move the content of
 * review.h, with texts in both languages. */
void report_json(const Review *review, Json *j);

/* Adds one result of a review as a JSON object: for the position after `ply` moves, which must be known, and
 * the last of these moves. Its mark is given, because it may still be in doubt. */
void report_json_result(const Review *review, int ply, Mark mark, Json *j);

/* Adds the members of the review's last object: sides, opening, verdict, and number of unknown positions. */
void report_json_end(const Review *review, Json *j);

/* Adds an object with a text in each language, and frees the texts. */
void report_json_texts(Json *j, const char *name, Text texts[LANGUAGES]);

/* Adds the reviewed game for a page as a JSON object: the game with its annotations (tree_json.h), and,
 * in both languages, the texts that depend on the language. Meanwhile `game` has the annotations.
 * Returns false if an allocation fails. */
bool report_page_game(const Review *review, Language language, const char *stamp, GameTree *game, Json *j);

/* Adds a page with a JSON object whose array `games` contains such games. `language` is the initial
 * language of the page, which the reader can change; `board`: see viewer.h. */
bool report_page(const char *json, Language language, const char *title, const char *board, Text *out);
