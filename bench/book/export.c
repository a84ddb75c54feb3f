/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench/book/import.h"
#include "bench/book/obk.h"
#include "engine/base/bytes.h"
#include "engine/base/contract.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/book/bookdat.h"
#include "engine/notation/fen.h"
#include "engine/notation/pgn.h"

typedef struct Export {
    const Book *book;
    const BookWalk *walk; /* walk through this book */
    ObkWords *words;      /* owned; NULL unless the format is .obk */
    FILE *out;            /* write errors are reported when it is closed */
    Text *why;
    size_t left_out; /* number of positions that the format cannot hold */
} Export;

/* ---- BOOK.DAT ---- */

typedef struct DatRecord {
    uint32_t lock;
    uint8_t from, to;
    uint16_t weight;
    uint32_t node; /* index in the walk; orders records with equal locks */
} DatRecord;

static int export_compare_records(const void *a, const void *b)
{
    const DatRecord *x = a, *y = b;
    if (x->lock != y->lock)
        return x->lock < y->lock ? -1 : 1;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return y->weight - x->weight;
}

static size_t export_count_moves(const Export *e)
{
    size_t moves = 0;
    for (size_t i = 0; i < e->walk->count; i++) {
        Position pos;
        BookMove known[MAX_MOVES];
        walk_position(e->walk, i, &pos);
        moves += (size_t)book_moves(e->book, &pos, known);
    }
    return moves;
}

static size_t export_fill_records(const Export *e, const BookDat *locks, DatRecord *records)
{
    size_t count = 0;
    for (size_t i = 0; i < e->walk->count; i++) {
        Position pos;
        BookMove moves[MAX_MOVES];
        walk_position(e->walk, i, &pos);
        const int n = book_moves(e->book, &pos, moves);
        for (int j = 0; j < n; j++)
            records[count++] = (DatRecord){bookdat_lock(locks, &pos), (uint8_t)bookdat_square(move_from(moves[j].move)),
                                           (uint8_t)bookdat_square(move_to(moves[j].move)), (uint16_t)moves[j].weight, (uint32_t)i};
    }
    return count;
}

/* Writes the records. If several positions have the same lock, only the one nearest to the start is
 * written. */
static void export_write_records(Export *e, const DatRecord *records, size_t count)
{
    uint32_t node = 0;
    for (size_t i = 0; i < count; i++) {
        const DatRecord *r = &records[i];
        const bool new_lock = i == 0 || r[-1].lock != r->lock;
        if (new_lock)
            node = r->node;
        e->left_out += !new_lock && r->node != node && r[-1].node != r->node;
        if (r->node != node)
            continue;
        unsigned char record[BOOKDAT_RECORD];
        bytes_put(record, r->lock, 4);
        bytes_put(record + 4, r->from | (uint64_t)r->to << 8 | (uint64_t)r->weight << 16, 4);
        fwrite(record, 1, sizeof record, e->out);
    }
}

static bool export_bookdat(Export *e)
{
    BookDat locks;
    DatRecord *records = malloc((export_count_moves(e) + 1) * sizeof *records);
    if (!records)
        return why_no_memory(e->why);
    bookdat_locks(&locks);
    const size_t count = export_fill_records(e, &locks, records);
    qsort(records, count, sizeof *records, export_compare_records);
    export_write_records(e, records, count);
    free(records);
    return true;
}

/* ---- .obk ---- */

static bool export_obk(Export *e)
{
    Text bytes = TEXT_INIT;
    const bool good = obk_write(&bytes, e->words, e->walk, book_lookup, e->book, e->why);
    if (good)
        fwrite(bytes.data, 1, bytes.length, e->out);
    text_free(&bytes);
    return good;
}

/* ---- EPD ---- */

/* Writes a move's share and score, as in "43 %, +12". */
static void export_describe_move(const BookMove *move, double share, char *out, size_t size)
{
    const int length = snprintf(out, size, "%.0f %%", share);
    if (move->score != SCORE_NONE)
        snprintf(out + length, size - (size_t)length, ", %+d", move->score);
}

/* Writes one line per position: board and side to move, bm with the moves in order of weight, and
 * c0 with their shares and scores in the same order. */
static bool export_epd(Export *e)
{
    for (size_t i = 0; i < e->walk->count; i++) {
        Position pos;
        BookMove moves[MAX_MOVES];
        char fen[FEN_SIZE], iccs[5], said[40];
        walk_position(e->walk, i, &pos);
        const int count = book_moves(e->book, &pos, moves);
        if (count == 0)
            continue;
        fen_write(&pos, fen);
        *strrchr(fen, ' ') = '\0'; /* EPD has no move counters */
        *strrchr(fen, ' ') = '\0';
        fprintf(e->out, "%s bm", fen);
        for (int j = 0; j < count; j++)
            fprintf(e->out, " %s", move_to_iccs(moves[j].move, iccs));
        fputs("; c0 \"", e->out);
        for (int j = 0; j < count; j++) {
            export_describe_move(&moves[j], book_share(moves, count, &moves[j]), said, sizeof said);
            fprintf(e->out, "%s%s %s", j ? "; " : "", move_to_iccs(moves[j].move, iccs), said);
        }
        fputs("\";\n", e->out);
    }
    return true;
}

/* ---- PGN ---- */

/* A move of the tree and the node it leads to. The child is WALK_NONE if the book does not contain the
 * position, or if its continuation is written elsewhere in the tree. */
typedef struct Branch {
    BookMove move; /* weight 0: the move is not a book move, but the book has a reply to it */
    double share;  /* share among the book's moves, in percent */
    size_t child;
    bool elsewhere;
} Branch;

static Branch export_make_branch(const Export *e, size_t node, const Position *pos, BookMove move, double share)
{
    Position after = *pos;
    Undo undo;
    position_make(&after, move.move, &undo);
    const size_t child = walk_find(e->walk, &after);
    const bool here = child != WALK_NONE && child != 0 && e->walk->nodes[child].parent == node && e->walk->nodes[child].move == move.move;
    return (Branch){move, share, here ? child : WALK_NONE, child != WALK_NONE && !here};
}

/* Collects the book's moves, and other legal moves to which the book has an answer that is not written
 * elsewhere. Returns the number of branches. */
static int export_list_branches(const Export *e, size_t node, const Position *pos, Branch out[MAX_MOVES])
{
    BookMove moves[MAX_MOVES];
    MoveList all = {0};
    const int known = book_fold_mirrors(pos, moves, book_moves(e->book, pos, moves));
    int count = 0;
    for (int i = 0; i < known; i++)
        out[count++] = export_make_branch(e, node, pos, moves[i], book_share(moves, known, &moves[i]));
    legal_moves(pos, &all);
    for (int i = 0; i < all.count; i++) {
        int same = 0;
        while (same < known && moves[same].move != all.moves[i])
            same++;
        if (same == known && (out[count] = export_make_branch(e, node, pos, (BookMove){all.moves[i], 0, SCORE_NONE}, 0)).child != WALK_NONE)
            count++;
    }
    return count;
}

static bool export_add_branch(TreeLine *line, const Branch *b)
{
    char said[80] = "not the book's move";
    if (b->move.weight > 0)
        export_describe_move(&b->move, b->share, said, sizeof said);
    if (b->elsewhere)
        strcat(said, "; shown elsewhere");
    if (!tree_line_add_move(line, b->move.move))
        return false;
    TreeMove *move = &line->moves[line->plies - 1];
    return (move->comment = strdup(said)) != NULL;
}

static size_t export_count_subtree(const BookWalk *walk, size_t node)
{
    size_t count = walk->nodes[node].known;
    bool *within = calloc(walk->count, sizeof *within);
    if (!within)
        return count;
    within[node] = true;
    for (size_t i = node + 1; i < walk->count; i++)
        if ((within[i] = within[walk->nodes[i].parent]))
            count += walk->nodes[i].known;
    free(within);
    return count;
}

/* Writes the tree below `node`: the first branch continues the line, the others become variations.
 * Returns false if an allocation fails. */
static bool export_fill_line(Export *e, TreeLine *line, size_t node, int deep)
{
    while (node != WALK_NONE) {
        Position pos;
        Branch list[MAX_MOVES];
        walk_position(e->walk, node, &pos);
        const int count = export_list_branches(e, node, &pos, list);
        if (count == 0)
            break;
        if (!export_add_branch(line, &list[0]))
            return false;
        const int at = line->plies - 1;
        for (int i = 1; i < count; i++) {
            TreeLine *variation = deep < TREE_DEEPEST ? tree_add_line(&line->moves[at]) : NULL;
            if (deep == TREE_DEEPEST)
                e->left_out += list[i].child != WALK_NONE ? export_count_subtree(e->walk, list[i].child) : 0;
            else if (!variation || !export_add_branch(variation, &list[i]) || !export_fill_line(e, variation, list[i].child, deep + 1))
                return false;
        }
        node = list[0].child;
    }
    return true;
}

static bool export_pgn(Export *e)
{
    TreeLine line = {0};
    GameTree game;
    tree_init(&game);
    const bool good = tree_set_tag(&game, "Game", "Chinese Chess") && tree_set_tag(&game, "Event", "Opening book") &&
                      tree_set_tag(&game, "Red", "Book") && tree_set_tag(&game, "Black", "Book") &&
                      export_fill_line(e, &line, e->walk->count > 0 ? 0 : WALK_NONE, 0);
    game.main.moves = line.moves;
    game.main.plies = line.plies;
    if (good)
        pgn_write(&game, NOTATION_ICCS, e->out);
    tree_clear(&game);
    return good || why_no_memory(e->why);
}

/* ---- the command ---- */

static void export_print(const BookCommand *c, const Export *e, size_t positions)
{
    printf("%s: %" PRIu64 " positions, counting both sides to move", c->out, (uint64_t)(e->walk->known - e->left_out));
    const size_t found = e->walk->known - e->walk->twins;
    if (positions > found)
        printf("; %" PRIu64 " positions of the book are not reachable from the start position", (uint64_t)(positions - found));
    if (e->left_out > 0)
        printf("; %" PRIu64 " positions do not fit the format", (uint64_t)e->left_out);
    putchar('\n');
}

static bool export_read_words(Export *e, const char *path)
{
    e->words = malloc(sizeof *e->words);
    return obk_is_known(e->why) && (e->words || why_no_memory(e->why)) && obk_words_read(e->words, path, e->why);
}

static bool export_write(const BookCommand *c, Export *e, BookFormat format)
{
    static bool (*const writers[])(Export *) = {export_bookdat, export_obk, export_pgn, export_epd};
    OutFile file;
    if (e->walk->count == 0)
        return text_fail(e->why, "%s: contains neither the start position nor a position after the first move", c->words[0]);
    if (!outfile_open(&file, c->out, OUT_KEEP, e->why))
        return false;
    e->out = file.stream;
    return command_finish_file(c, &file, writers[format](e), e->why);
}

int export_command(const BookCommand *c, BookFormat format)
{
    Text why = WHY_IN(c->program->language);
    if (c->word_count != 1)
        return args_wrong(c->program, "export: expected one BOOK: a file or the word built-in");
    if (format > FORMAT_EPD)
        return args_wrong(c->program, "export: missing --format bookdat, obk, pgn or epd");
    if (!c->out)
        return args_wrong(c->program, "export: missing --out FILE");
    if (format == FORMAT_OBK && !c->key_words)
        return args_wrong(c->program, "export: .obk books require --words FILE (see bench/book/README.md, installed as BOOKS.md)");
    Imported book = {0};
    Export e = {.walk = &book.walk, .why = &why};
    bool good = import_check_files(c, &why) && (format != FORMAT_OBK || export_read_words(&e, c->key_words)) &&
                outfile_test(c->out, OUT_KEEP, &why) && imported_open(&book, c, &why);
    e.book = book.book;
    good = good && export_write(c, &e, format);
    if (good) {
        export_print(c, &e, draft_positions(&book.draft));
        imported_print_dropped(&book);
    }
    imported_clear(&book);
    free(e.words);
    return command_end(c, good, &why);
}
