/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/openings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench/book/analysis.h"
#include "engine/base/array.h"
#include "engine/base/contract.h"
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

/* ---- candidates ---- */

static bool openings_fit(const OpeningOptions *o, int plies, Score score)
{
    return plies >= o->least_plies && plies <= o->most_plies && llabs(score) <= o->balance;
}

/* Appends an opening of this many plies. Returns NULL if memory is short. */
static DrawnOpening *openings_add(OpeningSet *set, int plies, Score score)
{
    if (!array_grow(&set->openings, &set->capacity, set->count + 1, sizeof *set->openings))
        return NULL;
    DrawnOpening *opening = &set->openings[set->count++];
    *opening = (DrawnOpening){.plies = plies, .score = score};
    return opening;
}

static bool openings_add_graph(OpeningSet *set, const BookGraph *g, const OpeningOptions *o)
{
    for (size_t i = 0; i < g->node_count; i++) {
        const GraphNode *node = &g->nodes[i];
        if (!openings_fit(o, node->plies, node->value))
            continue;
        DrawnOpening *opening = openings_add(set, node->plies, node->value);
        if (!opening)
            return false;
        for (int ply = node->plies; ply > 0; node = &g->nodes[node->parent])
            opening->moves[--ply] = node->move;
    }
    return true;
}

static Score openings_best_score(const Book *book, const Position *pos)
{
    BookMove moves[MAX_MOVES];
    Score best = SCORE_NONE;
    const int count = book_moves(book, pos, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].score != SCORE_NONE && (best == SCORE_NONE || moves[i].score > best))
            best = moves[i].score;
    return best;
}

/* Adds the positions of a walk that fit. Sets *scored to true if any position has a score. Returns
 * false if memory is short. */
static bool openings_add_walk(OpeningSet *set, const BookWalk *walk, const Book *book, const OpeningOptions *o, bool *scored)
{
    for (size_t i = 0; i < walk->count; i++) {
        const WalkNode *node = &walk->nodes[i];
        Position pos;
        walk_position(walk, i, &pos);
        const Score score = node->twin ? SCORE_NONE : openings_best_score(book, &pos);
        *scored = *scored || score != SCORE_NONE;
        if (score == SCORE_NONE || !openings_fit(o, node->plies, score))
            continue;
        DrawnOpening *opening = openings_add(set, node->plies, score);
        if (!opening)
            return false;
        for (int ply = node->plies; ply > 0; node = &walk->nodes[node->parent])
            opening->moves[--ply] = node->move;
    }
    return true;
}

static bool openings_take_analysis(OpeningSet *set, const char *path, const OpeningOptions *o, Text *why)
{
    Analysis a;
    const bool good = analysis_open(&a, path, o->take.stop, why) && (openings_add_graph(set, &a.graph, o) || why_no_memory(why));
    analysis_close(&a);
    return good;
}

static bool openings_take_book(OpeningSet *set, const char *path, const OpeningOptions *o, Text *why)
{
    BookDraft draft = {0};
    BookWalk walk = {0};
    Book *book = NULL;
    bool good = take_any_book(&draft, path, &o->take, why) && (book = book_of_draft(&draft, why));
    if (good && !book_walk(&walk, book_lookup, book, o->take.stop))
        good = (!o->take.stop || !atomic_load(o->take.stop)) && why_no_memory(why);
    bool scored = false;
    good = good && (openings_add_walk(set, &walk, book, o, &scored) || why_no_memory(why));
    good = good && (scored || why_path(why, path, "moves have no scores, so balance is unknown"));
    walk_clear(&walk);
    book_free(book);
    draft_clear(&draft);
    return good;
}

/* ---- the draw ---- */

enum { NO_OPENING = -1 };

typedef struct Lot {
    uint64_t number;
    int opening, plies;
} Lot;

/* The candidate openings, sorted so that each comes before its continuations. */
typedef struct Draw {
    OpeningSet *set;
    Lot *lots;
    int *above; /* by opening: the longest other opening that it continues, or NO_OPENING */
    int *below; /* by opening: number of selected openings that continue it */
    bool *taken;
} Draw;

static int openings_by_moves(const void *a, const void *b)
{
    const DrawnOpening *x = a, *y = b;
    for (int i = 0; i < x->plies && i < y->plies; i++)
        if (x->moves[i] != y->moves[i])
            return x->moves[i] - y->moves[i];
    return x->plies - y->plies;
}

static int openings_by_number(const void *a, const void *b)
{
    const Lot *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int openings_longest_first(const void *a, const void *b)
{
    const Lot *x = a, *y = b;
    return x->plies != y->plies ? y->plies - x->plies : openings_by_number(a, b);
}

static bool openings_continues(const DrawnOpening *longer, const DrawnOpening *beginning)
{
    return beginning->plies <= longer->plies &&
           memcmp(longer->moves, beginning->moves, (size_t)beginning->plies * sizeof *beginning->moves) == 0;
}

static void openings_prepare_draw(Draw *d, uint64_t seed)
{
    Rng rng = {seed};
    DrawnOpening *all = d->set->openings;
    qsort(all, d->set->count, sizeof *all, openings_by_moves);
    for (int i = 0; i < (int)d->set->count; i++) {
        int above = i - 1;
        while (above != NO_OPENING && !openings_continues(&all[i], &all[above]))
            above = d->above[above];
        d->above[i] = above;
        d->lots[i] = (Lot){rng_next(&rng), i, all[i].plies};
    }
}

static bool openings_is_free(const Draw *d, int opening)
{
    bool is = d->below[opening] == 0;
    for (int i = d->above[opening]; is && i != NO_OPENING; i = d->above[i])
        is = !d->taken[i];
    return is;
}

/* Goes through the lots in the given order and moves those to the front that neither continue nor
 * begin an earlier one, up to `most`. Returns how many. */
static size_t openings_draw_lots(Draw *d, size_t most, int (*order)(const void *, const void *))
{
    size_t drawn = 0;
    const size_t count = d->set->count;
    qsort(d->lots, count, sizeof *d->lots, order);
    memset(d->below, 0, count * sizeof *d->below);
    memset(d->taken, 0, count * sizeof *d->taken);
    for (size_t n = 0; n < count && drawn < most; n++) {
        const Lot lot = d->lots[n];
        if (!openings_is_free(d, lot.opening))
            continue;
        d->taken[lot.opening] = true;
        for (int i = d->above[lot.opening]; i != NO_OPENING; i = d->above[i])
            d->below[i]++;
        d->lots[n] = d->lots[drawn];
        d->lots[drawn++] = lot;
    }
    return drawn;
}

/* Reduces the set to the drawn openings, in the order of their lots. If the random order yields too
 * few, longest-first is used, which yields the maximum. Returns false if memory is short. */
static bool openings_draw(OpeningSet *set, uint64_t seed, size_t most)
{
    const size_t room = set->count + 1;
    DrawnOpening *drawn = malloc(room * sizeof *drawn);
    Draw d = {set, malloc(room * sizeof *d.lots), malloc(room * sizeof *d.above), malloc(room * sizeof *d.below),
              malloc(room * sizeof *d.taken)};
    const bool good = drawn && d.lots && d.above && d.below && d.taken;
    if (good && set->count > 0) {
        openings_prepare_draw(&d, seed);
        size_t count = openings_draw_lots(&d, most, openings_by_number);
        if (count < most)
            count = openings_draw_lots(&d, most, openings_longest_first);
        qsort(d.lots, count, sizeof *d.lots, openings_by_number);
        for (size_t i = 0; i < count; i++)
            drawn[i] = set->openings[d.lots[i].opening];
        memcpy(set->openings, drawn, count * sizeof *drawn);
        set->count = count;
    }
    free(drawn);
    free(d.lots);
    free(d.above);
    free(d.below);
    free(d.taken);
    return good;
}

bool opening_set_draw(OpeningSet *set, const char *path, const OpeningOptions *o, Text *why)
{
    assert(0 <= o->least_plies && o->least_plies <= o->most_plies && o->most_plies <= OPENING_DEEPEST);
    *set = (OpeningSet){0};
    if (!(journal_begins(path) ? openings_take_analysis : openings_take_book)(set, path, o, why))
        return false;
    if (!openings_draw(set, o->seed, (size_t)o->count))
        return why_no_memory(why);
    return set->count == (size_t)o->count || text_fail(why,
                                                       "%s: only %" PRIu64 " openings of %d to %d plies within %" PRId64 " cp, not %" PRId64
                                                       ": use a smaller --count, other --plies, a larger --balance or a larger analysis",
                                                       path, (uint64_t)set->count, o->least_plies, o->most_plies, o->balance, o->count);
}

/* ---- output ---- */

static bool openings_write_pgn(const DrawnOpening *opening, size_t number, FILE *out)
{
    GameTree game;
    char round[24], score[16];
    tree_init(&game);
    snprintf(round, sizeof round, "%" PRIu64, (uint64_t)number);
    snprintf(score, sizeof score, "%+d", opening->score);
    bool good =
        tree_set_tag(&game, "Game", "Chinese Chess") && tree_set_tag(&game, "Event", "Openings") && tree_set_tag(&game, "Round", round);
    for (int i = 0; good && i < opening->plies; i++)
        good = tree_add_move(&game, opening->moves[i], i == opening->plies - 1 ? score : NULL);
    if (good)
        pgn_write(&game, NOTATION_ICCS, out);
    tree_clear(&game);
    return good;
}

/* Writes an opening as a FEN, or as an EPD line: the FEN without move counters, the moves as id,
 * and the score. */
static void openings_write_line(const DrawnOpening *opening, OpeningFormat format, FILE *out)
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
            openings_write_line(&set->openings[i], format, out);
        else if (!openings_write_pgn(&set->openings[i], i + 1, out))
            return false;
    return true;
}
