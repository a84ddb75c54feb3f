/* SPDX-License-Identifier: GPL-3.0-only */
/* report.h - reviews written down: for a terminal, as PGN, as JSON, and as a page that shows the JSON. */
#pragma once

#include "protocol/review/review.h"

typedef struct ReportStyle {
    Language language;
    Notation notation;
    bool colour, ascii;
    int columns; /* of the terminal */
} ReportStyle;

/* Adds players, graph, moves with marks and what was missed, and how good each side was. */
void report_text(const Review *review, const ReportStyle *style, Text *out);

/* Adds players, opening and how good each side was: of a game whose moves stand elsewhere. */
void report_summary(const Review *review, const ReportStyle *style, Text *out);

/* Adds "+0.35", "+M3" (mate in three moves), "+R" (won by the rules of repetition), "+T" (won by
 * an endgame table), as Red sees it; "#" where the side to move has lost. */
void report_score(const Review *review, int ply, Text *out);

/* Adds how long each position was looked at, "a position: 100000 nodes, 2 s": whichever end came first. */
void report_conditions(const Limits *limits, Language l, Text *out);

/* Adds marks, scores and best lines to the reviewed game, as judgements, comments and variations, and a tag (marked.h) with the conditions
 * of the review. False when memory is short. */
bool report_annotate(const Review *review, Language language, const char *conditions, PgnGame *game);

/* Adds the review as a JSON object: tags, sides, and for every position and move what review.h has, with words in both languages. */
void report_json(const Review *review, Text *out);

/* Adds the page around a JSON object with an array `games` of those, in the language it begins in; the reader may change that. */
bool report_page(const char *json, Language language, const char *title, Text *out);
