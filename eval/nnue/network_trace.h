/* SPDX-License-Identifier: GPL-3.0-only */
/* network_trace.h - the net's evaluation of a position by its parts, for people. */
#pragma once

#include "engine/board/position.h"
#include "eval/nnue/network.h"

/* What one row of output weights makes of the position, in centipawns for the side to move. */
typedef struct NetworkPart {
    int least, most;       /* numbers of pieces that the row serves */
    double us, them, bias; /* from the view of the side to move, from the other view, and from neither */
    Score total;           /* their sum, as network_output() rounds it */
} NetworkPart;

typedef struct NetworkTrace {
    NetworkPart parts[NET_OUTPUT_BUCKETS];
    int used; /* the part that is the evaluation */
} NetworkTrace;

void network_trace(const Network *net, const Position *pos, NetworkTrace *trace);
