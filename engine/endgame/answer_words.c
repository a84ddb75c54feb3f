/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/answer_words.h"

bool endgame_probe_words(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Text *out, Text *why)
{
    EndgameResult r;
    if (!endgame_probe(tables, cache, pos, &r))
        return why_not(why, "no endgame table covers this position", "残局库未收录此局面");
    text_addf(out, "Result: %s\n", endgame_is_drawn(r.value) ? "draw" : r.value > 0 ? "win" : "loss");
    if (endgame_is_drawn(r.value))
        text_add(out, "DTC: -\n");
    else
        text_addf(out, "DTC: %d\n", endgame_distance(r.value));
    text_addf(out, "Set: %s\n", r.table->name);
    if (endgame_is_distrusted(r.value))
        text_addf(out, "Repetition: the side to move %s\n",
                  r.value == ENDGAME_MAY_WIN    ? "may win by the rules"
                  : r.value == ENDGAME_MAY_LOSE ? "may lose by the rules"
                                                : "may win or lose by the rules");
    return !out->failed || why_no_memory(why);
}

void endgame_probe_sentence(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Language language, Text *out)
{
    EndgameResult r;
    if (!endgame_probe(tables, cache, pos, &r) || endgame_is_distrusted(r.value))
        return;
    text_addf(out, in_language(language, "Endgame table %s: ", "残局库 %s："), r.table->name);
    if (r.value == ENDGAME_DRAW) {
        text_add(out, in_language(language, "a draw with best play.\n", "双方走最佳着法，和棋。\n"));
        return;
    }
    Side winner = r.value > 0 ? side_to_move(pos) : opponent(side_to_move(pos));
    text_addf(out,
              in_language(language, "%s wins with best play, %d plies to the next capture or the end.\n",
                          "%s必胜，距下一次吃子或终局 %d 着（双方合计）。\n"),
              in_language(language, winner == RED ? "Red" : "Black", winner == RED ? "红方" : "黑方"), endgame_distance(r.value));
}
