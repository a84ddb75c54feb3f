/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/board/movegen.h"

#include "engine/base/contract.h"

/* Specialises a function for each side and kind of move: these arguments are constants at every call,
 * so the compiler removes the branches. */
#define SPECIALISE static inline __attribute__((always_inline))

SPECIALISE unsigned wanted_on_line(uint32_t word, Side us, MoveKinds kinds)
{
    unsigned ours = word >> 16 * us & 0xFFFF, theirs = word >> 16 * (us ^ 1) & 0xFFFF;
    return kinds == GEN_CAPTURES ? theirs : kinds == GEN_QUIETS ? ~(ours | theirs) : ~ours;
}

SPECIALISE Bitboard wanted_squares(const Position *pos, Side us, MoveKinds kinds)
{
    return kinds == GEN_CAPTURES ? pos->sides[us ^ 1] : kinds == GEN_QUIETS ? ~occupied(pos) : ~pos->sides[us];
}

SPECIALISE Move *emit_set(Move *out, Square from, Bitboard targets)
{
    for (uint64_t half = (uint64_t)targets; half; half &= half - 1)
        *out++ = move_make(from, index_square[lsb64(half)]);
    for (uint64_t half = (uint64_t)(targets >> 64); half; half &= half - 1)
        *out++ = move_make(from, index_square[64 + lsb64(half)]);
    return out;
}

SPECIALISE Move *emit_slider(const Position *pos, Move *out, Piece piece, MoveKinds kinds, Square s, Bitboard allowed)
{
    Side us = piece_side(piece);
    Kind kind = piece_kind(piece);
    int file = square_file(s), rank = square_rank(s);
    unsigned along_file = slider_on_file(pos, kind, s) & wanted_on_line(pos->file[file], us, kinds);
    unsigned along_rank = slider_on_rank(pos, kind, s) & wanted_on_line(pos->rank[rank], us, kinds);

    if (allowed != BB_ALL)
        return emit_set(out, s, (file_word_bb(file, along_file) | rank_word_bb(rank, along_rank)) & allowed);
    for (; along_file; along_file &= along_file - 1)
        *out++ = move_make(s, (Square)((s & 0xF0) | __builtin_ctz(along_file)));
    for (; along_rank; along_rank &= along_rank - 1)
        *out++ = move_make(s, (Square)(__builtin_ctz(along_rank) << 4 | rank));
    return out;
}

/* Generates the moves of all pieces equal to `piece`, which is not a king; `wanted` is the set of
 * destinations that belong to `kinds`. */
SPECIALISE Move *emit_pieces(const Position *pos, Move *out, const Legality *l, Piece piece, MoveKinds kinds, Bitboard wanted)
{
    Side us = piece_side(piece);
    Kind kind = piece_kind(piece);
    const Square *list = &pos->list[id_make(piece, 0)];
    for (int slot = 0; slot < kind_limit(kind); slot++) {
        Square s = list[slot];
        if (s == SQ_NONE)
            continue;
        Bitboard allowed = legality_targets(l, s);
        if (kind == ROOK || kind == CANNON)
            out = emit_slider(pos, out, piece, kinds, s, allowed);
        else
            out = emit_set(out, s, piece_targets(pos, us, kind, s) & wanted & allowed);
    }
    return out;
}

SPECIALISE void generate(const Position *pos, const Legality *l, Side us, MoveKinds kinds, MoveList *list)
{
    Move *out = list->moves + list->count;
    Bitboard wanted = wanted_squares(pos, us, kinds) & BB_ALL;

    out = emit_pieces(pos, out, l, piece_make(us, ROOK), kinds, wanted);
    out = emit_pieces(pos, out, l, piece_make(us, CANNON), kinds, wanted);
    out = emit_pieces(pos, out, l, piece_make(us, KNIGHT), kinds, wanted);
    out = emit_pieces(pos, out, l, piece_make(us, PAWN), kinds, wanted);
    out = emit_pieces(pos, out, l, piece_make(us, BISHOP), kinds, wanted);
    out = emit_pieces(pos, out, l, piece_make(us, ADVISOR), kinds, wanted);
    Square k = king_square(pos, us);
    for (Bitboard targets = king_targets[k] & wanted; targets;) {
        Square to = bb_pop(&targets);
        if (!king_attacked_on(pos, us, k, to))
            *out++ = move_make(k, to);
    }
    list->count = (int)(out - list->moves);
}

SPECIALISE void generate_for(const Position *pos, const Legality *l, MoveKinds kinds, MoveList *list)
{
    if (pos->side == RED)
        generate(pos, l, RED, kinds, list);
    else
        generate(pos, l, BLACK, kinds, list);
}

#ifdef VERIFY
/* Returns true if l is the Legality of the side to move. */
static bool movegen_is_of_mover(const Legality *l, const Position *pos)
{
    Legality fresh;
    legality_init(pos, side_to_move(pos), &fresh);
    return l->checkers == fresh.checkers && l->targets == fresh.targets && l->pinned == fresh.pinned && l->count == fresh.count;
}
#endif

void generate_legal(const Position *pos, const Legality *l, MoveKinds kinds, MoveList *list)
{
    assert(l->count >= 0 && list->count >= 0);
    VERIFY_ASSERT(movegen_is_of_mover(l, pos));
    switch (kinds) {
    case GEN_CAPTURES: generate_for(pos, l, GEN_CAPTURES, list); break;
    case GEN_QUIETS: generate_for(pos, l, GEN_QUIETS, list); break;
    case GEN_ALL: generate_for(pos, l, GEN_ALL, list); break;
    }
}

int legal_moves(const Position *pos, MoveList *list)
{
    Legality l;
    legality_init(pos, side_to_move(pos), &l);
    list->count = 0;
    generate_legal(pos, &l, GEN_ALL, list);
    return list->count;
}

bool any_legal_move(const Position *pos)
{
    MoveList list;
    return legal_moves(pos, &list) > 0;
}
