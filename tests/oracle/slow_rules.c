/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/oracle/slow_rules.h"

#include <ctype.h>
#include <stdlib.h>

static bool is_black(char piece) { return islower((unsigned char)piece) != 0; }

/* Ranks counted from the side's own back rank. */
static int own_rank(bool black, int rank) { return black ? 9 - rank : rank; }

static bool in_own_palace(bool black, int file, int rank) { return file >= 3 && file <= 5 && own_rank(black, rank) <= 2; }

bool slow_may_stand(char piece, int file, int rank)
{
    int r = own_rank(is_black(piece), rank);
    switch (toupper((unsigned char)piece)) {
    case 'K': return in_own_palace(is_black(piece), file, rank);
    case 'A': return (file == 4 && r == 1) || ((file == 3 || file == 5) && (r == 0 || r == 2));
    case 'B': return ((file == 2 || file == 6) && (r == 0 || r == 4)) || ((file == 0 || file == 4 || file == 8) && r == 2);
    case 'P': return r >= 5 || ((r == 3 || r == 4) && file % 2 == 0);
    default: return true;
    }
}

/* Returns the number of pieces strictly between two points of one file or rank. */
static int pieces_between(const SlowBoard *b, SlowMove m)
{
    int df = (m.to_file > m.from_file) - (m.to_file < m.from_file);
    int dr = (m.to_rank > m.from_rank) - (m.to_rank < m.from_rank);
    int count = 0;
    for (int f = m.from_file + df, r = m.from_rank + dr; f != m.to_file || r != m.to_rank; f += df, r += dr)
        count += b->at[r][f] != '.';
    return count;
}

bool slow_moves_so(const SlowBoard *b, SlowMove m)
{
    char piece = b->at[m.from_rank][m.from_file], target = b->at[m.to_rank][m.to_file];
    int df = m.to_file - m.from_file, dr = m.to_rank - m.from_rank, files = abs(df), ranks = abs(dr);
    bool black = is_black(piece);

    if (piece == '.' || (files == 0 && ranks == 0) || (target != '.' && is_black(target) == black))
        return false;

    switch (toupper((unsigned char)piece)) {
    case 'K': /* one step along a line, inside the palace; or facing the other king */
        if (toupper((unsigned char)target) == 'K' && files == 0)
            return pieces_between(b, m) == 0;
        return files + ranks == 1 && in_own_palace(black, m.to_file, m.to_rank);
    case 'A': /* one step diagonally, inside the palace */ return files == 1 && ranks == 1 && in_own_palace(black, m.to_file, m.to_rank);
    case 'B': /* two steps diagonally, on this side of the river, with an empty midpoint */
        return files == 2 && ranks == 2 && own_rank(black, m.to_rank) <= 4 && b->at[m.from_rank + dr / 2][m.from_file + df / 2] == '.';
    case 'N': /* one step along a line to an empty point, then one diagonally outwards */
        if (files == 1 && ranks == 2)
            return b->at[m.from_rank + dr / 2][m.from_file] == '.';
        if (files == 2 && ranks == 1)
            return b->at[m.from_rank][m.from_file + df / 2] == '.';
        return false;
    case 'R': /* any distance along a line without pieces between */ return (files == 0 || ranks == 0) && pieces_between(b, m) == 0;
    case 'C': /* like a rook, but a capture jumps over exactly one piece */
        return (files == 0 || ranks == 0) && pieces_between(b, m) == (target == '.' ? 0 : 1);
    case 'P': /* one step forward; across the river also sideways */
        if (files == 0)
            return dr == (black ? -1 : 1);
        return files == 1 && ranks == 0 && own_rank(black, m.from_rank) >= 5;
    }
    return false;
}

bool slow_attacked(const SlowBoard *b, bool by_black, int file, int rank)
{
    SlowBoard copy = *b;
    if (copy.at[rank][file] == '.')
        copy.at[rank][file] = by_black ? 'N' : 'n'; /* a piece to take */
    for (int r = 0; r < 10; r++)
        for (int f = 0; f < 9; f++)
            if (copy.at[r][f] != '.' && is_black(copy.at[r][f]) == by_black && slow_moves_so(&copy, (SlowMove){f, r, file, rank}))
                return true;
    return false;
}

bool slow_king_attacked(const SlowBoard *b, bool black)
{
    for (int r = 0; r < 10; r++)
        for (int f = 3; f <= 5; f++)
            if (b->at[r][f] == (black ? 'k' : 'K'))
                return slow_attacked(b, !black, f, r);
    return true;
}

void slow_make(SlowBoard *b, SlowMove m)
{
    b->at[m.to_rank][m.to_file] = b->at[m.from_rank][m.from_file];
    b->at[m.from_rank][m.from_file] = '.';
    b->black = !b->black;
}

/* Writes at most this many moves. */
static int collect(const SlowBoard *b, SlowMove *out, bool legal, int most)
{
    int count = 0;
    for (int from = 0; from < 90 && count < most; from++) {
        char piece = b->at[from / 9][from % 9];
        if (piece == '.' || is_black(piece) != b->black)
            continue;
        for (int to = 0; to < 90 && count < most; to++) {
            SlowMove m = {from % 9, from / 9, to % 9, to / 9};
            if (!slow_moves_so(b, m))
                continue;
            if (legal) {
                SlowBoard after = *b;
                slow_make(&after, m);
                if (slow_king_attacked(&after, b->black))
                    continue;
            }
            out[count++] = m;
        }
    }
    return count;
}

int slow_legal_moves(const SlowBoard *b, SlowMove *out) { return collect(b, out, true, SLOW_MAX_MOVES); }
int slow_pseudo_moves(const SlowBoard *b, SlowMove *out) { return collect(b, out, false, SLOW_MAX_MOVES); }

bool slow_can_move(const SlowBoard *b)
{
    SlowMove one;
    return collect(b, &one, true, 1) > 0;
}
