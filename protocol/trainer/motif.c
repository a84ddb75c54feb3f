/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/trainer/motif.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/board/movegen.h"

static const struct {
    const char *name, *words;
} motifs[MOTIFS] = {
    [MOTIF_DOUBLE_CANNONS] = {"double-cannons", N_("double cannons")},
    [MOTIF_HORSE_CANNON] = {"horse-and-cannon", N_("horse and cannon")},
    [MOTIF_SMOTHERED] = {"smothered", N_("smothered mate")},
    [MOTIF_DOUBLE_CHECK] = {"double-check", N_("double check")},
    [MOTIF_IRON_BOLT] = {"iron-bolt", N_("iron bolt")},
    [MOTIF_ELBOW_HORSE] = {"elbow-horse", N_("elbow horse")},
    [MOTIF_PALCORNER_HORSE] = {"palcorner-horse", N_("palcorner horse")},
    [MOTIF_ANGLER_HORSE] = {"angler-horse", N_("angler horse")},
    [MOTIF_DOUBLE_ROOKS] = {"double-rooks", N_("double rooks")},
    [MOTIF_FACING_KINGS] = {"facing-kings", N_("facing kings")},
    [MOTIF_ROOK_HORSE] = {"rook-and-horse", N_("mate by rook and horse")},
    [MOTIF_ROOK_CANNON] = {"rook-and-cannon", N_("mate by rook and cannon")},
    [MOTIF_ROOK_PAWN] = {"rook-and-pawn", N_("mate by rook and pawn")},
    [MOTIF_ROOK] = {"rook", N_("mate by a rook")},
    [MOTIF_HORSE] = {"horse", N_("mate by a horse")},
    [MOTIF_CANNON] = {"cannon", N_("mate by a cannon")},
    [MOTIF_PAWN] = {"pawn", N_("mate by a pawn")},
    [MOTIF_STALEMATE] = {"stalemate", N_("stalemate")},
};

const char *motif_name(Motif motif) { return motifs[motif].name; }
const char *motif_words(Motif motif, Language language) { return tr(language, motifs[motif].words); }

Motif motif_from_name(const char *name)
{
    int i = 0;
    while (i < MOTIFS && strcmp(name, motifs[i].name) != 0)
        i++;
    return (Motif)i;
}

/* What the winner has in a mated position. Ranks are counted from the loser's back rank. */
typedef struct Mate {
    const Position *pos;
    Side winner;
    Square king;          /* the mated one */
    int checkers;         /* number of pieces that give check */
    Square checker;       /* one of them */
    Square needed[KINDS]; /* a piece of each kind, besides the checker, without which it is no mate; SQ_NONE if there is none */
} Mate;

static int motif_rank(const Mate *m, Square s) { return m->winner == RED ? 9 - square_rank(s) : square_rank(s); }

/* Returns the piece over which the cannon on `checker` gives check. */
static Square motif_screen(const Mate *m) { return line_square(m->checker, m->king, pieces_between(m->pos, m->checker, m->king)); }

static Motif motif_of_cannon(const Mate *m)
{
    const Square at = motif_screen(m);
    const Piece screen = piece_at(m->pos, at);
    if (piece_side(screen) != m->winner)
        return MOTIF_SMOTHERED;
    if (piece_kind(screen) == CANNON)
        return MOTIF_DOUBLE_CANNONS;
    return piece_kind(screen) == KNIGHT ? MOTIF_HORSE_CANNON : MOTIF_CANNON;
}

static Motif motif_of_horse(const Mate *m)
{
    const int file = square_file(m->checker), rank = motif_rank(m, m->checker);
    if (rank == 1 && (file == 2 || file == 6))
        return MOTIF_ELBOW_HORSE;
    return rank == 2 && (file == 3 || file == 5) ? MOTIF_PALCORNER_HORSE : MOTIF_HORSE;
}

static bool motif_is_angler(const Mate *m)
{
    const Square horse = m->needed[KNIGHT];
    return horse != SQ_NONE && motif_rank(m, horse) == 2 && (square_file(horse) == 2 || square_file(horse) == 6);
}

/* Returns true if a cannon on the central file and the checker on a file next to it decide. */
static bool motif_is_bolt(const Mate *m)
{
    const Square cannon = m->needed[CANNON];
    const int file = square_file(m->checker);
    return cannon != SQ_NONE && square_file(cannon) == 4 && (file == 3 || file == 5);
}

static Motif motif_of_rook(const Mate *m)
{
    if (motif_is_angler(m))
        return MOTIF_ANGLER_HORSE;
    if (motif_is_bolt(m))
        return MOTIF_IRON_BOLT;
    if (m->needed[ROOK] != SQ_NONE)
        return MOTIF_DOUBLE_ROOKS;
    if (m->needed[KNIGHT] != SQ_NONE)
        return MOTIF_ROOK_HORSE;
    if (m->needed[CANNON] != SQ_NONE)
        return MOTIF_ROOK_CANNON;
    if (m->needed[KING] != SQ_NONE)
        return MOTIF_FACING_KINGS;
    return m->needed[PAWN] != SQ_NONE ? MOTIF_ROOK_PAWN : MOTIF_ROOK;
}

static Motif motif_of_pawn(const Mate *m)
{
    if (motif_is_bolt(m))
        return MOTIF_IRON_BOLT;
    return m->needed[KING] != SQ_NONE ? MOTIF_FACING_KINGS : MOTIF_PAWN;
}

/* Calls found() for each piece of the winner. */
static void motif_each_piece(Mate *m, void (*found)(Mate *m, Square s, Kind kind))
{
    for (Square s = 0; s < BOARD_SIZE; s++)
        if (on_board(s) && piece_at(m->pos, s) != NO_PIECE && piece_side(piece_at(m->pos, s)) == m->winner)
            found(m, s, piece_kind(piece_at(m->pos, s)));
}

static void motif_note_checker(Mate *m, Square s, Kind kind)
{
    if (piece_targets(m->pos, m->winner, kind, s) >> square_index(m->king) & 1) {
        m->checkers++;
        m->checker = s;
    }
}

static void motif_note_needed(Mate *m, Square s, Kind kind)
{
    Position less;
    position_without(m->pos, s, side_to_move(m->pos), &less);
    if (s != m->checker && any_legal_move(&less))
        m->needed[kind] = s;
}

Motif motif_of_mate(const Position *mated)
{
    Mate m = {.pos = mated, .winner = opponent(side_to_move(mated)), .king = king_square(mated, side_to_move(mated))};
    motif_each_piece(&m, motif_note_checker);
    if (m.checkers != 1)
        return m.checkers ? MOTIF_DOUBLE_CHECK : MOTIF_STALEMATE;
    memset(m.needed, SQ_NONE, sizeof m.needed);
    motif_each_piece(&m, motif_note_needed);
    switch (piece_kind(piece_at(mated, m.checker))) {
    case CANNON: return motif_of_cannon(&m);
    case KNIGHT: return motif_of_horse(&m);
    case ROOK: return motif_of_rook(&m);
    default: return motif_of_pawn(&m);
    }
}
