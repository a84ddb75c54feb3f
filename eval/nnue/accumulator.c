/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/nnue/accumulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"

void accumulator_init(AccumulatorStack *stack, const Network *net)
{
    assert(net);
    stack->net = net;
    stack->top = 0;
    for (int view = RED; view <= BLACK; view++)
        for (int o = 0; o < ORIENTATIONS; o++) {
            RefreshEntry *entry = &stack->cache[view][o];
            memcpy(entry->sums, net->bias[orientation_phase((Orientation)o)], sizeof entry->sums);
            memset(entry->list, SQ_NONE, sizeof entry->list);
        }
}

void accumulator_reset(AccumulatorStack *stack, const Position *pos)
{
    assert(on_board(king_square(pos, RED)) && on_board(king_square(pos, BLACK)));
    Accumulator *root = &stack->plies[0];
    stack->top = 0;
    root->lean = lean_of(pos);
    for (int view = RED; view <= BLACK; view++) {
        root->computed[view] = false;
        root->orientation[view] = orientation_given(pos, (Side)view, root->lean);
    }
}

static bool accumulator_capture_changes_phase(const Position *after)
{
    const int pieces = bb_count(occupied(after));
    return net_phase(pieces) != net_phase(pieces + 1);
}

void accumulator_made(AccumulatorStack *stack, const Position *after, const Undo *undo)
{
    assert(stack->top + 1 < ACCUMULATOR_PLIES);
    const Accumulator *before = &stack->plies[stack->top];
    Accumulator *a = &stack->plies[++stack->top];

    a->computed[RED] = a->computed[BLACK] = false;
    a->orientation[RED] = before->orientation[RED];
    a->orientation[BLACK] = before->orientation[BLACK];
    a->lean = before->lean;
    a->moved = a->captured = NO_PIECE;
    if (undo->move == MOVE_NULL)
        return;
    a->from = move_from(undo->move);
    a->to = move_to(undo->move);
    a->moved = piece_at(after, a->to);
    a->captured = piece_of(undo->captured);
    a->lean += lean_weight[a->moved][a->to] - lean_weight[a->moved][a->from] - lean_weight[a->captured][a->to];
    /* Either king can change the orientation of either view. */
    if (piece_kind(a->moved) == KING || (a->captured != NO_PIECE && accumulator_capture_changes_phase(after))) {
        for (Side view = RED; view <= BLACK; view++)
            a->orientation[view] = orientation_given(after, view, a->lean);
    } else if (kings_in_the_middle(after)) {
        for (Side view = RED; view <= BLACK; view++)
            a->orientation[view] = orientation_leaning(before->orientation[view], view, a->lean);
    }
}

/* Copies the sums of a view from the refresh cache, after updating the cache to the current pieces. */
static void accumulator_refresh(AccumulatorStack *stack, const Position *pos, Side view)
{
    Accumulator *a = &stack->plies[stack->top];
    Orientation o = a->orientation[view];
    RefreshEntry *entry = &stack->cache[view][o];
    const Network *net = stack->net;
    const int16_t *added[NET_ACTIVE_MAX], *removed[NET_ACTIVE_MAX];
    int add_count = 0, remove_count = 0;

    for (int p = 0; p < PIECES; p++) {
        const Square *was = &entry->list[id_make((Piece)p, 0)], *now = &pos->list[id_make((Piece)p, 0)];
        if (memcmp(was, now, 8) == 0)
            continue;
        for (int slot = 0, limit = kind_limit(piece_kind((Piece)p)); slot < limit; slot++) {
            if (was[slot] == now[slot])
                continue;
            if (was[slot] != SQ_NONE)
                removed[remove_count++] = net->rows[feature_row(view, o, (Piece)p, was[slot])];
            if (now[slot] != SQ_NONE)
                added[add_count++] = net->rows[feature_row(view, o, (Piece)p, now[slot])];
        }
    }
    net->kernels->update(entry->sums, entry->sums, added, add_count, removed, remove_count);
    memcpy(entry->list, pos->list, sizeof entry->list);
    memcpy(a->view[view], entry->sums, sizeof entry->sums);
    a->computed[view] = true;
}

/* Computes the sums of a ply from those of the previous ply, which has the same orientation. */
static void accumulator_update(const Network *net, const Accumulator *before, Accumulator *a, Side view)
{
    Orientation o = a->orientation[view];
    const int16_t *added[1], *removed[2];
    int moves = 0, lost = 0;
    if (a->moved != NO_PIECE) {
        added[moves++] = net->rows[feature_row(view, o, a->moved, a->to)];
        removed[lost++] = net->rows[feature_row(view, o, a->moved, a->from)];
        if (a->captured != NO_PIECE)
            removed[lost++] = net->rows[feature_row(view, o, a->captured, a->to)];
    }
    net->kernels->update(a->view[view], before->view[view], added, moves, removed, lost);
    a->computed[view] = true;
}

static void accumulator_compute(AccumulatorStack *stack, const Position *pos, Side view)
{
    int known = stack->top;
    while (!stack->plies[known].computed[view]) {
        if (known == 0 || stack->plies[known].orientation[view] != stack->plies[known - 1].orientation[view]) {
            accumulator_refresh(stack, pos, view);
            return;
        }
        known--;
    }
    for (; known < stack->top; known++)
        accumulator_update(stack->net, &stack->plies[known], &stack->plies[known + 1], view);
}

Score network_evaluate(AccumulatorStack *stack, const Position *pos)
{
    assert(in_range(stack->top, 0, ACCUMULATOR_PLIES - 1));
    const Accumulator *a = &stack->plies[stack->top];
    for (int view = RED; view <= BLACK; view++)
        if (!a->computed[view])
            accumulator_compute(stack, pos, (Side)view);
    Score score = network_output(stack->net, a->view[pos->side], a->view[pos->side ^ 1], bb_count(occupied(pos)));
#ifdef VERIFY
    if (score != network_evaluate_scratch(stack->net, pos)) {
        fprintf(stderr, "accumulator broken: %d instead of %d\n", score, network_evaluate_scratch(stack->net, pos));
        abort();
    }
#endif
    return score;
}

void network_sums_scratch(const Network *net, const Position *pos, int16_t views[2][NET_HIDDEN])
{
    assert((uintptr_t)views % 64 == 0);
    for (int view = RED; view <= BLACK; view++) {
        uint16_t rows[NET_ACTIVE_MAX];
        const int16_t *added[NET_ACTIVE_MAX];
        const Orientation o = orientation_of(pos, (Side)view);
        int count = feature_rows(pos, (Side)view, o, rows);
        for (int i = 0; i < count; i++)
            added[i] = net->rows[rows[i]];
        net->kernels->update(views[view], net->bias[orientation_phase(o)], added, count, NULL, 0);
    }
}

Score network_evaluate_scratch(const Network *net, const Position *pos)
{
    _Alignas(64) int16_t views[2][NET_HIDDEN];
    network_sums_scratch(net, pos, views);
    return network_output(net, views[pos->side], views[pos->side ^ 1], bb_count(occupied(pos)));
}
