/* SPDX-License-Identifier: GPL-3.0-only */
/* One game: the order of its parts, and its end. */
#include "engine/notation/pgn_read.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/wxf.h"

/* Completes the description of the fault. Zero bytes are read as blanks, because games that contain
 * one are mostly intact otherwise. The first zero byte is reported and takes precedence over other
 * faults in its line or after it. */
static void pgn_close_fault(PgnReader *r)
{
    GameTree *game = r->game;
    const char *zero = memchr(r->source->at, '\0', (size_t)(r->at - r->source->at));
    if (zero && (!r->fault_at || zero < line_stop(r->fault_at, r->end))) {
        r->fault_at = NULL;
        text_cut(&r->why, 0);
        why_not(pgn_fault(r, zero), "a zero byte");
    }
    if (r->fault_at)
        tree_set_fault(game, pgn_line(r->source, r->fault_at), &r->why);
}

/* Returns true if an embedded game is empty. */
static bool pgn_is_empty(const GameTree *game)
{
    Position start;
    position_start(&start);
    return !tree_has_fault(game) && game->tag_count + game->main.plies == 0 && !game->main.comment && game->outcome == OUTCOME_OPEN &&
           (!game->start_given || game->start.key == start.key);
}

/* Reads an embedded game (dhtmlxq.h). */
static void pgn_read_embedded(PgnReader *r)
{
    const char *fault_at;
    if (r->source->start)
        r->game->start = *r->source->start;
    r->at = dhtmlxq_read(r->at, r->end, r->game, &fault_at, &r->why);
    if (r->why.length)
        r->fault_at = fault_at;
    if (r->source->start && r->game->start_given)
        pgn_refuse_start(r);
    pgn_close_fault(r);
    r->source->at = r->at;
}

/* Returns true for words that do not belong to a game: text that programs write after a game, or the
 * surrounding web page. If at least half of the words look like moves, the text was a game. */
static bool pgn_is_foreign(const PgnReader *r)
{
    const size_t length = (size_t)(r->at - r->source->at);
    const bool wordless = r->game->tag_count == 0 && !r->first && !memchr(r->source->at, '[', length); /* a bracket may be a damaged tag */
    const bool cut_off = r->at == r->end && (tree_tag(r->game, "Red") || tree_tag(r->game, "Black"));
    const bool headless = r->headed && r->game->main.plies == 0 && !r->game->start_given && !cut_off; /* fields without moves */
    return (2 * r->foreign_moves < r->foreign_words || wordless || headless) && r->levels->state != LINE_TORN &&
           (r->source->games > 0 || r->at < r->end) && !scan_has_damage(r->source->at, r->at);
}

/* Chooses between the result after the moves and the result in the tag. Many programs end the moves
 * with `*` whatever the tag says, and a truncated game has a result only in the tag. */
static void pgn_settle_outcome(PgnReader *r)
{
    const Outcome told = outcome_from_phrase(tree_tag_text(r->game, "Result")), of_moves = r->game->outcome;
    if (of_moves == OUTCOME_OPEN) {
        r->game->outcome = told;
    } else if (told != OUTCOME_OPEN && told != of_moves && !r->fault_at) {
        r->game->report.result_disputed = true;
        why_not(pgn_fault(r, r->at), "the result '%s' differs from that of the tag, '%s'", outcome_text(of_moves), outcome_text(told));
    }
}

/* Returns true if nothing of the game has been found yet. */
static bool pgn_is_untouched(const PgnReader *r)
{
    return r->part == PART_HEAD && r->game->tag_count == 0 && r->level->comment.length == 0;
}

/* Returns true if the game ends before r->at because the next game begins there or the text ends. */
static bool pgn_ends_here(const PgnReader *r)
{
    if (r->at == r->end || pgn_begins_next_moves(r) || pgn_begins_next_heads(r))
        return true;
    if (r->part != PART_HEAD)
        return scan_begins_game(r->source, r->at) || (r->foreign_words > 0 && scan_begins_moves(r->source, r->at));
    if (pgn_is_untouched(r))
        return false;
    return dhtmlxq_begins(r->at) || wxf_begins(r->at) || (*r->at == '[' && pgn_begins_next_tags(r));
}

/* Returns true if the text has neither a move nor a result nor, in copied text, a start position. */
static bool pgn_is_bare(const PgnReader *r)
{
    const GameTree *game = r->game;
    const bool cut_off = r->headed && !game->start_given && game->outcome == OUTCOME_OPEN;
    return r->part != PART_HEAD && game->main.plies == 0 && (game->tag_count == 0 || cut_off);
}

/* Ends the building of the tree and reports what it could not hold, unless the game has another fault. */
static void pgn_close_tree(PgnReader *r)
{
    Text *why = r->fault_at ? NULL : &r->why;
    if (!builder_end(&r->tree, why))
        (void)pgn_fault(r, r->at);
}

/* Completes the game. `complete` is true if its end was found. */
static void pgn_close_game(PgnReader *r, bool complete)
{
    const GameTree *game = r->game;
    if (r->part == PART_HEAD && game->tag_count > 0)
        pgn_begin_moves(r, PART_MOVES);
    if (r->level > r->levels)
        why_not(pgn_fault(r, r->levels[1].open), "a variation is not closed");
    while (r->level > r->levels)
        pgn_close_variation(r);
    if (r->part == PART_BRACES)
        pgn_lose(r, "the moves do not end with '}END'");
    if (r->part != PART_HEAD || game->tag_count > 0)
        pgn_settle_outcome(r);
    if (r->foreign_words == 0 && r->levels->state != LINE_TORN && game->tag_count + game->main.plies > 0)
        pgn_read_afterword(r);
    pgn_close_comment(r);
    pgn_close_tree(r);
    if (!complete && pgn_is_bare(r))
        why_not(pgn_fault(r, r->at), "neither a move nor a result");
    pgn_close_fault(r);
}

bool pgn_read_game(GameSource *source, GameTree *game, Language language, PgnReading *reading)
{
    PgnReader r = {
        .source = source, .at = source->at, .end = source->end, .game = game, .convention = &reading->convention, .why = WHY_IN(language)};
    bool complete = false, stopped = false;
    reading->foreign = reading->lost = false;
    tree_clear(game);
    r.level = r.levels;
    builder_begin(&r.tree, game);
    r.level->comment = TEXT_INIT;
    while (!complete) {
        if (source->stop && atomic_load_explicit(source->stop, memory_order_relaxed)) {
            r.at = r.end;
            stopped = true;
            break;
        }
        r.at = scan_blanks(r.at, r.end);
        if (pgn_is_untouched(&r) && dhtmlxq_begins(r.at)) {
            pgn_read_embedded(&r);
            reading->foreign = pgn_is_empty(game);
            return true;
        }
        if (pgn_ends_here(&r)) {
            pgn_read_late_result(&r);
            break;
        }
        if (r.part != PART_HEAD || !pgn_read_head(&r))
            complete = r.at < r.end && pgn_read_element(&r);
    }
    pgn_close_game(&r, complete);
    reading->foreign = pgn_is_foreign(&r);
    reading->lost = r.levels->state >= LINE_LOST;
    reading->doubts |= r.doubts;
    source->at = r.at;
    return !stopped && (r.part != PART_HEAD || game->tag_count > 0 || tree_has_fault(game));
}
