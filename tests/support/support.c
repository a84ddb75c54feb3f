/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/support/support.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "engine/notation/fen.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"

const NamedPosition named_positions[] = {
    {"start", FEN_START},
    {"central cannons", "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 4"},
    {"screen horses", "r1bakabr1/9/1cn2c1n1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/1RBAKAB1R w - - 2 8"},
    {"open middlegame", "2bak1b1r/4a4/n1c1c1n2/p1r1p3p/6p2/2P3P2/P3P3P/N1C1C1N2/4A4/R1BAK1BR1 w - - 4 14"},
    {"rooks and cannons", "3akab2/9/2n1b1n2/p1p1p1p1p/1r5c1/5R3/P1P1P1P1P/2N1C1N2/9/2BAKAB2 b - - 6 15"},
    {"crossed pawns", "4k4/4a4/3Pba3/2P1P1P2/9/9/2p1p1p2/3ABp3/4A4/4K4 w - - 0 60"},
    {"horse ending", "3k5/9/3a1a3/9/5N3/2B6/4n4/4B4/4A4/3K5 w - - 10 70"},
    {"cannon ending", "3aka3/9/9/9/2b1C4/9/4c4/3A5/4A4/3K5 b - - 3 66"},
    {"rook against guards", "2bak4/4a4/4b4/9/9/9/9/9/3K5/4R4 b - - 30 90"},
    {"empty screen", "4k4/9/9/4r4/9/9/4C4/9/9/3K5 b - - 0 40"},
    {"double cannon", "4k4/9/9/9/4C4/4C4/9/9/4p4/3K1A3 b - - 0 40"},
    {"many checks", "3k5/4R4/3N5/2N1P4/3R5/9/9/3C5/3C5/4K4 b - - 0 40"},
    {"bare kings", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 100"},
};
const int named_position_count = COUNT(named_positions);

Position read_position(const char *fen)
{
    Position pos;
    ck_assert_msg(fen_read(fen, &pos, NULL), "%s is rejected", fen);
    return pos;
}

Position named_position(const char *name)
{
    for (int i = 0; i < named_position_count; i++)
        if (strcmp(named_positions[i].name, name) == 0)
            return read_position(named_positions[i].fen);
    ck_abort_msg("no position is named \"%s\"", name);
    return (Position){0};
}

const char *fen_of(const Position *pos)
{
    static char buffers[4][FEN_SIZE];
    static int next;
    char *out = buffers[next++ % 4];
    fen_write(pos, out);
    return out;
}

Move move_of(const char *iccs)
{
    Move m;
    ck_assert_msg(move_from_iccs(iccs, &m), "\"%s\" is not a move", iccs);
    return m;
}

const char *iccs_of(Move m)
{
    static char buffers[4][5];
    static int next;
    return move_on_board(m) ? move_to_iccs(m, buffers[next++ % 4]) : "(off the board)";
}

static int compare_moves(const void *a, const void *b) { return (int)*(const Move *)a - (int)*(const Move *)b; }

char *moves_text(const MoveList *list, char *out, int size)
{
    MoveList sorted = *list;
    int length = 0;
    qsort(sorted.moves, (size_t)sorted.count, sizeof(Move), compare_moves);
    out[0] = '\0';
    for (int i = 0; i < sorted.count && length < size - 6; i++)
        length += snprintf(out + length, (size_t)(size - length), "%s%s", i ? " " : "", iccs_of(sorted.moves[i]));
    return out;
}

Move random_move(Rng *rng, const Position *pos)
{
    MoveList list;
    int count = legal_moves(pos, &list);
    return count ? list.moves[rng_below(rng, (uint32_t)count)] : MOVE_NONE;
}

void walk_init(Walk *walk, uint64_t seed)
{
    walk->rng.state = seed;
    walk->plies_left = 0;
}

const Position *walk_next(Walk *walk)
{
    Move m = MOVE_NONE;
    if (walk->plies_left > 0)
        m = random_move(&walk->rng, &walk->pos);
    if (m == MOVE_NONE) {
        walk->pos = read_position(named_positions[rng_below(&walk->rng, (uint32_t)named_position_count)].fen);
        walk->plies_left = 20 + (int)rng_below(&walk->rng, 130);
        return &walk->pos;
    }
    Undo undo;
    position_make(&walk->pos, m, &undo);
    walk->plies_left--;
    return &walk->pos;
}

SlowBoard slow_board(const Position *pos)
{
    SlowBoard b = {.black = pos->side == BLACK};
    for (int r = 0; r < RANKS; r++)
        for (int f = 0; f < FILES; f++)
            b.at[r][f] = piece_letter(piece_at(pos, square_make(f, r)));
    return b;
}

void slow_position(const SlowBoard *b, Position *pos)
{
    static const char letters[] = "KABNRCP";
    position_clear(pos);
    for (int r = 0; r < RANKS; r++)
        for (int f = 0; f < FILES; f++) {
            char c = b->at[r][f];
            if (c == '.')
                continue;
            Kind kind = (Kind)(strchr(letters, toupper((unsigned char)c)) - letters + 1);
            REQUIRE(position_put(pos, piece_make(islower((unsigned char)c) ? BLACK : RED, kind), square_make(f, r)),
                    "too many of letter %c", c);
        }
    pos->side = b->black ? BLACK : RED;
    pos->key = position_key_from_scratch(pos);
}

/* Puts up to `most` pieces of one letter on random points. If near > 0, only points within that many
 * files or ranks of the given point are used. */
static void strew(Rng *rng, SlowBoard *b, char letter, int most, int file, int rank, int near)
{
    int wanted = (int)rng_below(rng, (uint32_t)most + 1);
    for (int tries = 0; wanted > 0 && tries < 60; tries++) {
        int f = (int)rng_below(rng, 9), r = (int)rng_below(rng, 10);
        if (near > 0 && abs(f - file) > near && abs(r - rank) > near)
            continue;
        if (b->at[r][f] != '.' || !slow_may_stand(letter, f, r))
            continue;
        b->at[r][f] = letter;
        wanted--;
    }
}

void random_placement(Rng *rng, Position *pos)
{
    for (;;) {
        SlowBoard b = {.black = rng_below(rng, 2) != 0};
        memset(b.at, '.', sizeof b.at);
        int file[2], rank[2];
        for (int side = 0; side < 2; side++) {
            file[side] = 3 + (int)rng_below(rng, 3);
            rank[side] = side ? 9 - (int)rng_below(rng, 3) : (int)rng_below(rng, 3);
            b.at[rank[side]][file[side]] = side ? 'k' : 'K';
        }
        /* with crowd > 0, the lines of this king are crowded with pieces */
        int crowd = rng_below(rng, 2) ? 0 : 1 + (int)rng_below(rng, 2), victim = b.black;
        static const char order[] = "RCNPABrcnpab";
        for (const char *c = order; *c; c++)
            strew(rng, &b, *c, toupper((unsigned char)*c) == 'P' ? 5 : 2, file[victim], rank[victim], crowd);
        if (slow_king_attacked(&b, !b.black))
            continue;
        slow_position(&b, pos);
        return;
    }
}

const char *built_program(const char *name)
{
    static char path[512];
    const char *folder = getenv("HANXIN_BUILD");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : BUILD_DIR, name);
    return path;
}

const char *shared_file(const char *name)
{
    static char path[1024];
    const char *folders[] = {getenv("HANXIN_SHARED"), "../shared/data", "../../shared/data"};
    for (int i = 0; i < COUNT(folders); i++) {
        if (!folders[i])
            continue;
        snprintf(path, sizeof path, "%s/%s", folders[i], name);
        if (file_exists(path))
            return path;
    }
    skipped("data of other programs: not part of the sources");
    return NULL;
}

const char *scratch_path(const char *name)
{
    static char paths[4][600];
    static int turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder(), name);
    return path;
}

void skipped(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("skipped: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

int effort(int full, int reduced) { return strcmp(BUILD_MODE, "release") == 0 ? full : reduced; }

int compare_rows(const void *a, const void *b) { return *(const uint16_t *)a - *(const uint16_t *)b; }
