/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/openings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench/book/builder.h"
#include "engine/base/array.h"
#include "engine/base/rng.h"
#include "engine/board/makemove.h"
#include "engine/book/book.h"
#include "engine/book/walk.h"
#include "engine/notation/fen.h"
#include "engine/notation/pgn.h"

void opening_set_clear(OpeningSet *set)
{
    free(set->openings);
    *set = (OpeningSet){0};
}

/* ---- what there is ---- */

static bool fits(const OpeningOptions *o, int plies, Score score)
{
    return plies >= o->least_plies && plies <= o->most_plies && llabs(score) <= o->balance;
}

/* Room for one more, of so many plies; NULL if memory is short. */
static DrawnOpening *add(OpeningSet *set, int plies, Score score)
{
    if (!array_grow(&set->openings, &set->capacity, set->count + 1, sizeof *set->openings))
        return NULL;
    DrawnOpening *opening = &set->openings[set->count++];
    *opening = (DrawnOpening){.plies = plies, .score = score};
    return opening;
}

static bool add_graph(OpeningSet *set, const BookGraph *g, const OpeningOptions *o)
{
    for (size_t i = 0; i < g->node_count; i++) {
        const GraphNode *node = &g->nodes[i];
        if (!fits(o, node->plies, node->value))
            continue;
        DrawnOpening *opening = add(set, node->plies, node->value);
        if (!opening)
            return false;
        for (int ply = node->plies; ply > 0; node = &g->nodes[node->parent])
            opening->moves[--ply] = node->move;
    }
    return true;
}

static Score best_score(const Book *book, const Position *pos)
{
    BookMove moves[MAX_MOVES];
    Score best = SCORE_NONE;
    const int count = book_moves(book, pos, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].score != SCORE_NONE && (best == SCORE_NONE || moves[i].score > best))
            best = moves[i].score;
    return best;
}

/* *scored: some position has a score. */
static bool add_walk(OpeningSet *set, const BookWalk *walk, const Book *book, const OpeningOptions *o, bool *scored)
{
    for (size_t i = 0; i < walk->count; i++) {
        const WalkNode *node = &walk->nodes[i];
        Position pos;
        walk_position(walk, i, &pos);
        const Score score = node->twin ? SCORE_NONE : best_score(book, &pos);
        *scored = *scored || score != SCORE_NONE;
        if (score == SCORE_NONE || !fits(o, node->plies, score))
            continue;
        DrawnOpening *opening = add(set, node->plies, score);
        if (!opening)
            return false;
        for (int ply = node->plies; ply > 0; node = &walk->nodes[node->parent])
            opening->moves[--ply] = node->move;
    }
    return true;
}

static bool take_analysis(OpeningSet *set, const char *path, const OpeningOptions *o, Text *why)
{
    static const GraphPrices prices = {.own_cp = 1, .other_cp = 1};
    Journal journal;
    BookGraph graph = {0};
    if (!journal_read(&journal, path, why))
        return false;
    const bool good = book_graph(&journal, &prices, o->take.stop, &graph, why) && (add_graph(set, &graph, o) || why_no_memory(why));
    graph_clear(&graph);
    journal_close(&journal);
    return good;
}

static bool take_book(OpeningSet *set, const char *path, const OpeningOptions *o, Text *why)
{
    BookDraft draft = {0};
    BookWalk walk = {0};
    Book *book = NULL;
    bool good = take_any_book(&draft, path, &o->take, why) && (book = book_of_draft(&draft, why));
    if (good && !book_walk(&walk, book_lookup, book, o->take.stop))
        good = (!o->take.stop || !atomic_load(o->take.stop)) && why_no_memory(why);
    bool scored = false;
    good = good && (add_walk(set, &walk, book, o, &scored) || why_no_memory(why));
    good = good && (scored || why_path(why, path, "its moves have no scores, which tell what is balanced"));
    walk_clear(&walk);
    book_free(book);
    draft_clear(&draft);
    return good;
}

/* ---- the draw ---- */

static int by_lot(const void *a, const void *b)
{
    const DrawnOpening *x = a, *y = b;
    return x->lot < y->lot ? -1 : x->lot > y->lot;
}

static int longest_first(const void *a, const void *b)
{
    const DrawnOpening *x = a, *y = b;
    return x->plies != y->plies ? y->plies - x->plies : by_lot(a, b);
}

static bool goes_on(const DrawnOpening *a, const DrawnOpening *b)
{
    return memcmp(a->moves, b->moves, (size_t)(a->plies < b->plies ? a->plies : b->plies) * sizeof *a->moves) == 0;
}

/* Puts those that go on none that stands before them to the front, up to `most`; how many these are. */
static size_t keep_apart(OpeningSet *set, size_t most)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->count && kept < most; i++) {
        const DrawnOpening opening = set->openings[i];
        size_t same = 0;
        while (same < kept && !goes_on(&opening, &set->openings[same]))
            same++;
        if (same < kept)
            continue;
        set->openings[i] = set->openings[kept]; /* which is not taken */
        set->openings[kept++] = opening;
    }
    return kept;
}

/* Of the whole set, at random; the longest, of which there are most, only if others leave too few. */
static size_t draw(OpeningSet *set, uint64_t seed, size_t most)
{
    Rng rng = {seed};
    for (size_t i = 0; i < set->count; i++)
        set->openings[i].lot = rng_next(&rng);
    if (set->count)
        qsort(set->openings, set->count, sizeof *set->openings, by_lot);
    size_t kept = keep_apart(set, most);
    if (kept < most && set->count) {
        qsort(set->openings, set->count, sizeof *set->openings, longest_first);
        kept = keep_apart(set, most);
        qsort(set->openings, kept, sizeof *set->openings, by_lot);
    }
    return kept;
}

bool opening_set_draw(OpeningSet *set, const char *path, const OpeningOptions *o, Text *why)
{
    *set = (OpeningSet){0};
    if (!(journal_begins(path) ? take_analysis : take_book)(set, path, o, why))
        return false;
    set->count = draw(set, o->seed, (size_t)o->count);
    return set->count == (size_t)o->count ||
           text_fail(why,
                     "%s: %" PRIu64 " openings of %d to %d plies within %" PRId64 " cp can be had, not %" PRId64
                     ": a larger analysis has more, or other --plies, or a larger --balance",
                     path, (uint64_t)set->count, o->least_plies, o->most_plies, o->balance, o->count);
}

/* ---- written ---- */

static bool write_pgn(const DrawnOpening *opening, size_t number, FILE *out)
{
    PgnGame game;
    char round[24], score[16];
    pgn_init(&game);
    snprintf(round, sizeof round, "%" PRIu64, (uint64_t)number);
    snprintf(score, sizeof score, "%+d", opening->score);
    bool good =
        pgn_set_tag(&game, "Game", "Chinese Chess") && pgn_set_tag(&game, "Event", "Openings") && pgn_set_tag(&game, "Round", round);
    for (int i = 0; good && i < opening->plies; i++)
        good = pgn_add_move(&game, opening->moves[i], i == opening->plies - 1 ? score : NULL);
    if (good)
        pgn_write(&game, NOTATION_ICCS, out);
    pgn_clear(&game);
    return good;
}

/* A FEN; or without its counts, with the moves as its name, and the score. */
static void write_line(const DrawnOpening *opening, OpeningFormat format, FILE *out)
{
    Position pos;
    char fen[FEN_SIZE], iccs[5];
    position_start(&pos);
    for (int i = 0; i < opening->plies; i++) {
        Undo undo;
        position_make(&pos, opening->moves[i], &undo);
    }
    fen_write(&pos, fen);
    if (format == OPENINGS_FEN) {
        fprintf(out, "%s\n", fen);
        return;
    }
    for (int counts = 0; counts < 2; counts++)
        *strrchr(fen, ' ') = '\0';
    fprintf(out, "%s id \"", fen);
    for (int i = 0; i < opening->plies; i++)
        fprintf(out, "%s%s", i ? " " : "", move_to_iccs(opening->moves[i], iccs));
    fprintf(out, "\"; ce %d;\n", opening->score);
}

bool opening_set_write(const OpeningSet *set, OpeningFormat format, FILE *out)
{
    for (size_t i = 0; i < set->count; i++)
        if (format != OPENINGS_PGN)
            write_line(&set->openings[i], format, out);
        else if (!write_pgn(&set->openings[i], i + 1, out))
            return false;
    return true;
}
