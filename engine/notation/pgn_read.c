/* SPDX-License-Identifier: GPL-3.0-only */
/* Reads games from text, even if the text is badly damaged: one game after the other, each with the
 * convention that fits its moves. pgn_read_game.c reads one game. */
#include "engine/notation/pgn_read.h"

#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/notation/dhtmlxq.h"

/* Returns true if the source is a web page with an embedded game. */
static bool pgn_has_embedded(const GameSource *source)
{
    if (!source->markup)
        return false;
    for (const char *p = source->data; (p = memchr(p, '[', (size_t)(source->end - p))); p++)
        if (dhtmlxq_begins(p))
            return true;
    return false;
}

/* Moves to the next game in a web page with embedded games. Returns false if there are no more
 * games. */
static bool pgn_skip_page(GameSource *source)
{
    if (source->at == source->data) {
        source->markup = *scan_blanks(source->data, source->end) == '<';
        source->page = pgn_has_embedded(source);
    }
    if (!source->page)
        return true;
    const char *p = source->at;
    while (p < source->end && !dhtmlxq_begins(p) && !scan_begins_game(source, p))
        p++;
    source->at = p;
    return p < source->end;
}

/* Returns true if both readings play the whole game but with different moves. */
static bool reading_is_rival(const GameTree *game, const PgnReading *reading, const GameTree *other, const PgnReading *another)
{
    bool differ = game->main.plies != other->main.plies;
    for (int i = 0; !differ && i < game->main.plies; i++)
        differ = game->main.moves[i].move != other->main.moves[i].move;
    return differ && !reading->lost && !another->lost;
}

/* Returns true if the second reading is better than the first. Illegal points alone raise doubts only
 * if the whole game can be played with the other convention. One move more is not enough for a game in Vietnamese notation: its first
 * text may be a wrong move in WXF. */
static bool reading_is_better(const GameTree *game, const PgnReading *reading, const GameTree *other, const PgnReading *another)
{
    if (!reading->lost)
        return false;
    const int least = another->convention.vietnamese ? 2 : 1;
    return !another->lost || ((reading->doubts & ~DOUBT_POINTS) && other->main.plies >= game->main.plies + least);
}

/* Returns true if the doubts of a reading leave all that this convention settles open. */
static bool convention_is_open(const Convention *c, const PgnReading *reading)
{
    const int doubts = reading->doubts;
    const bool ranks_open = (doubts & DOUBT_RANKS) || ((doubts & DOUBT_POINTS) && reading->lost);
    return (!c->m_is_horse || doubts & DOUBT_M) && (!c->ranks_from_one || ranks_open) &&
           (!c->vietnamese || (doubts & DOUBT_VIETNAMESE && reading->lost));
}

/* Reads the next text. If its moves have more than one meaning, reads it with each convention in turn,
 * and keeps the reading in which the game can be played. */
static bool pgn_read_by_conventions(GameSource *source, GameTree *game, Language language, PgnReading *reading)
{
    (void)pgn_line(source, source->at); /* so that no reading counts the lines of earlier games again */
    const GameSource before = *source;
    *reading = (PgnReading){.doubts = 0};
    bool there = pgn_read_game(source, game, language, reading), rivals = false;
    for (int i = 1; i < 8 && there && reading->doubts; i++) {
        GameSource again = before;
        GameTree other;
        PgnReading another = {.convention = {.ranks_from_one = i & 1, .m_is_horse = i & 2, .vietnamese = i & 4}};
        if (!convention_is_open(&another.convention, reading))
            continue;
        tree_init(&other);
        pgn_read_game(&again, &other, language, &another);
        another.doubts |= reading->doubts;
        rivals |= reading_is_rival(game, reading, &other, &another);
        if (reading_is_better(game, reading, &other, &another)) {
            GameTree swapped = *game;
            *game = other;
            other = swapped;
            *source = again;
            *reading = another;
        }
        tree_clear(&other);
    }
    if (rivals && !tree_has_fault(game)) {
        Text why = WHY_IN(language);
        why_not(&why, reading->doubts & DOUBT_M ? N_("M may mean the elephant or the horse in this game")
                                                : N_("ranks may count from 0 or from 1 in this game"));
        tree_set_fault(game, pgn_line(source, source->at), &why);
        text_free(&why);
    }
    return there;
}

/* Puts the remarks in the text before the game, from source->at to `game_at`, before its first comment. */
static void pgn_add_preface(const GameSource *source, const char *game_at, GameTree *game)
{
    Text comment = TEXT_INIT;
    pgn_add_remarks(source, game_at, &comment);
    if (comment.length > 0 && game->main.comment)
        text_addf(&comment, " %s", game->main.comment);
    if (comment.length > 0 && !comment.failed) {
        free(game->main.comment);
        game->main.comment = text_take(&comment);
        text_fold_line_ends(game->main.comment);
    }
    text_free(&comment);
}

bool pgn_read(GameSource *source, GameTree *game, Language language)
{
    const GameSource before = *source;
    const char *at;
    PgnReading reading;
    bool there;
    do {
        there = pgn_skip_page(source);
        at = source->at;
        there = there && pgn_read_by_conventions(source, game, language, &reading);
    } while (there && reading.foreign);
    if (there && source->games == 0 && at > before.at && !source->markup && !dhtmlxq_begins(scan_blanks(at, source->end)))
        pgn_add_preface(&before, at, game);
    return there;
}
