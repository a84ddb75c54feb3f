/* SPDX-License-Identifier: GPL-3.0-only */
/* network_trace.h - shows people how the net's evaluation of a position is composed. */
#pragma once

#include "engine/board/position.h"
#include "eval/nnue/network.h"

/* Evaluation of the position by one row of output weights, in centipawns for the side to move. */
typedef struct NetworkPart {
    int least, most;       /* range of the number of pieces for which the row is used */
    double us, them, bias; /* contributions of the mover's view, of the other view, and of the bias */
    Score total;           /* sum of the three, rounded as by network_output() */
} NetworkPart;

typedef struct NetworkTrace {
    NetworkPart parts[NET_OUTPUT_BUCKETS];
    int used; /* index of the part that gives the evaluation */
} NetworkTrace;

void network_trace(const Network *net, const Position *pos, NetworkTrace *trace);
