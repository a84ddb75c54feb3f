/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/explain.h"

#include "eval/hce/hce.h"
#include "eval/nnue/network_trace.h"

static const char *explain_mover(const Position *pos) { return pos->side == RED ? "Red" : "Black"; }

static void explain_add_row(const HceTrace *t, const HceGroup *g, Text *out)
{
    const int middle = g->middle[RED] - g->middle[BLACK], end = g->end[RED] - g->end[BLACK];
    text_addf(out, "%-18s | %6d %6d | %6d %6d | %6d %6d | %8.2f\n", g->name, g->middle[RED], g->end[RED], g->middle[BLACK], g->end[BLACK],
              middle, end, (double)(middle * t->phase + end * (t->phase_full - t->phase)) / t->phase_full);
}

static void explain_add_terms(const Position *pos, Text *out)
{
    HceTrace trace;
    HceGroup total = {.name = "total"};
    hce_trace(pos, &trace);
    text_add(out, "Handcrafted evaluation in centipawns, by the terms of eval/hce/hce_terms.h: middlegame (mg) and endgame (eg)\n\n"
                  "term               |      Red      |     Black     |  Red - Black  |  blended\n"
                  "                   |     mg     eg |     mg     eg |     mg     eg |\n"
                  "-------------------+---------------+---------------+---------------+---------\n");
    for (int i = 0; i < trace.count; i++) {
        explain_add_row(&trace, &trace.groups[i], out);
        for (Side side = RED; side <= BLACK; side++) {
            total.middle[side] += trace.groups[i].middle[side];
            total.end[side] += trace.groups[i].end[side];
        }
    }
    explain_add_row(&trace, &total, out);
    text_addf(out, "\nBlended by the force left: %d of %d parts middlegame, the rest endgame\n", trace.phase, trace.phase_full);
}

static void explain_add_parts(const Position *pos, const Network *net, Text *out)
{
    NetworkTrace trace;
    network_trace(net, pos, &trace);
    text_addf(out,
              "\nNet %08x in centipawns for %s, the side to move, by its output rows\n\n"
              "pieces |  own view | other view |     bias | total\n"
              "-------+-----------+------------+----------+------\n",
              net->checksum, explain_mover(pos));
    for (int i = 0; i < NET_OUTPUT_BUCKETS; i++) {
        const NetworkPart *part = &trace.parts[i];
        text_addf(out, "%2d..%2d | %9.2f | %10.2f | %8.2f | %5d%s\n", part->least, part->most, part->us, part->them, part->bias,
                  part->total, i == trace.used ? "  <- this row counts" : "");
    }
    text_add(out, "\n");
}

void explain_evaluation(const Position *pos, const Network *net, Score score, Text *out)
{
    explain_add_terms(pos, out);
    text_addf(out, "Handcrafted evaluation: %+d centipawns for %s, the side to move\n", hce_evaluate(pos), explain_mover(pos));
    if (net)
        explain_add_parts(pos, net, out);
    text_addf(out, "Final evaluation: %+d centipawns for %s, the side to move (%s)\n", score, explain_mover(pos),
              net ? "net" : "handcrafted");
}
