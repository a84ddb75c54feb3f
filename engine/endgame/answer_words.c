/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/answer_words.h"

bool endgame_probe_words(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Text *out, Text *why)
{
    EndgameResult r;
    if (!endgame_probe(tables, cache, pos, &r))
        return why_not(why, "no endgame table covers this position", "没有残局库包含此局面");
    text_addf(out, "Result: %s\n", endgame_is_drawn(r.value) ? "draw" : r.value > 0 ? "win" : "loss");
    if (endgame_is_drawn(r.value))
        text_add(out, "DTC: -\n");
    else
        text_addf(out, "DTC: %d\n", endgame_distance(r.value));
    return text_addf(out, "Set: %s\n", r.table->name) || why_no_memory(why);
}
