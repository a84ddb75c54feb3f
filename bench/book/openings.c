/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/openings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench/book/analysis.h"
#include "bench/book/import.h"
#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/rng.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/notation/fen.h"
#include "engine/notation/pgn.h"

typedef struct DrawnOpening {
    Move moves[OPENING_DEEPEST];
    int plies;
    Score score; /* score for the side to move */
} DrawnOpening;

typedef struct OpeningSet {
    DrawnOpening *openings; /* owned */
    size_t count, capacity;
} OpeningSet;

/* ---- candidates ---- */

static bool openings_fit(const OpeningOptions *o, int plies, Score score)
{
    return plies >= o->least_plies && plies <= o->most_plies && llabs(score) <= o->balance;
}

/* Appends an opening of this many plies. Returns NULL if an allocation fails. */
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

/* Adds the positions of a book that fit. Fails if no position has a score. */
static bool openings_add_book(OpeningSet *set, const Imported *book, const OpeningOptions *o, const char *path, Text *why)
{
    bool scored = false;
    for (size_t i = 0; i < book->walk.count; i++) {
        const WalkNode *node = &book->walk.nodes[i];
        Position pos;
        walk_position(&book->walk, i, &pos);
        const Score score = node->twin ? SCORE_NONE : openings_best_score(book->book, &pos);
        scored = scored || score != SCORE_NONE;
        if (score == SCORE_NONE || !openings_fit(o, node->plies, score))
            continue;
        DrawnOpening *opening = openings_add(set, node->plies, score);
        if (!opening)
            return why_no_memory(why);
        for (int ply = node->plies; ply > 0; node = &book->walk.nodes[node->parent])
            opening->moves[--ply] = node->move;
    }
    return scored || why_path(why, path, "moves have no scores, so balance is unknown");
}

static bool openings_take_analysis(OpeningSet *set, const BookCommand *c, const OpeningOptions *o, Text *why)
{
    Analysis a;
    const bool good = analysis_open(&a, c->words[0], NULL, c->stop, why) && (openings_add_graph(set, &a.graph, o) || why_no_memory(why));
    analysis_close(&a);
    return good;
}

static bool openings_take_book(OpeningSet *set, const BookCommand *c, const OpeningOptions *o, Text *why)
{
    Imported book;
    const bool good = imported_open(&book, c, why) && openings_add_book(set, &book, o, c->words[0], why);
    if (good)
        imported_print_dropped(&book);
    imported_clear(&book);
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
    int *above; /* indexed by opening: the longest other opening that it continues, or NO_OPENING */
    int *below; /* indexed by opening: number of selected openings that continue it */
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

/* Goes through the drawn openings in the given order. Selects those that neither continue nor begin an
 * earlier one, up to `most`, and moves them to the front. Returns the number selected. */
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

/* Reduces the set to the openings drawn, in random order. If taking them in that order yields too few,
 * takes the longest first, which yields the greatest possible number. Returns false if an allocation
 * fails. */
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

/* Draws openings from an analysis, using its backed-up scores, or from a book, using the scores of its
 * best moves. No two lead to the same position, to mirror images, or to positions with colours swapped,
 * and no opening is the beginning of another. The result depends on the file and the options only.
 * Returns false with the reason, which is empty after Ctrl-C; finding too few is an error. */
static bool openings_draw_set(OpeningSet *set, const BookCommand *c, const OpeningOptions *o, Text *why)
{
    assert(0 <= o->least_plies && o->least_plies <= o->most_plies && o->most_plies <= OPENING_DEEPEST);
    const char *path = c->words[0];
    if (!(journal_begins(path) ? openings_take_analysis : openings_take_book)(set, c, o, why))
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
static void openings_write_line(const DrawnOpening *opening, BookFormat format, FILE *out)
{
    Position pos;
    char fen[FEN_SIZE], iccs[5];
    position_start(&pos);
    for (int i = 0; i < opening->plies; i++) {
        Undo undo;
        position_make(&pos, opening->moves[i], &undo);
    }
    fen_write(&pos, fen);
    if (format == FORMAT_FEN) {
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

/* Returns false if an allocation fails. Write errors are reported when the file is closed. */
static bool openings_write(const OpeningSet *set, BookFormat format, FILE *out)
{
    for (size_t i = 0; i < set->count; i++)
        if (format != FORMAT_PGN)
            openings_write_line(&set->openings[i], format, out);
        else if (!openings_write_pgn(&set->openings[i], i + 1, out))
            return false;
    return true;
}

/* ---- the command ---- */

int openings_take_plies(void *options, const char *value)
{
    OpeningOptions *o = options;
    char *end;
    const long least = strtol(value, &end, 10), most = *end == '-' ? strtol(end + 1, &end, 10) : least;
    if (*end || !ascii_is_digit(*value) || least < 1 || most < least || most > OPENING_DEEPEST)
        return EXIT_USAGE;
    o->least_plies = (int)least;
    o->most_plies = (int)most;
    return EXIT_SUCCESS;
}

int openings_command(const BookCommand *c, BookFormat format, const OpeningOptions *o)
{
    Text why = WHY_IN(c->program->language);
    OpeningSet set = {0};
    OutFile out;
    if (c->word_count != 1)
        return args_wrong(c->program, "openings: expected one ANALYSIS or BOOK");
    if (!c->out)
        return args_wrong(c->program, "openings: missing --out FILE");
    if (format < FORMAT_PGN)
        return args_wrong(c->program, "openings: invalid --format: expected epd, fen or pgn");
    const bool good = import_check_files(c, &why) && outfile_test(c->out, OUT_KEEP, &why) && openings_draw_set(&set, c, o, &why) &&
                      outfile_open(&out, c->out, OUT_KEEP, &why) &&
                      command_finish_file(c, &out, openings_write(&set, format, out.stream) || why_no_memory(&why), &why);
    if (good)
        printf("%s: %" PRIu64 " openings\n", c->out, (uint64_t)set.count);
    free(set.openings);
    return command_end(c, good, &why);
}
