/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/answer_words.h"

/* Returns a line that states how a repetition may decide the game for the side to move. */
static const char *answer_doubt(EndgameValue value)
{
    return value == ENDGAME_MAY_WIN    ? N_("may win by the rules")
           : value == ENDGAME_MAY_LOSE ? N_("may lose by the rules")
                                       : N_("may win or lose by the rules");
}

bool endgame_probe_words(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Text *out, Text *why)
{
    EndgameResult r;
    if (!endgame_probe(tables, cache, pos, &r))
        return why_not(why, "no endgame table covers this position");
    if (why_language(why) != LANGUAGE_ENGLISH)
        endgame_probe_sentence(tables, cache, pos, why_language(why), out);
    text_addf(out, "Result: %s\n", endgame_is_drawn(r.value) ? "draw" : r.value > 0 ? "win" : "loss");
    if (endgame_is_drawn(r.value))
        text_add(out, "DTC: -\n");
    else
        text_addf(out, "DTC: %d\n", endgame_distance(r.value));
    text_addf(out, "Set: %s\n", r.table->name);
    if (endgame_is_distrusted(r.value))
        text_addf(out, "Repetition: the side to move %s\n", answer_doubt(r.value));
    return !out->failed || why_no_memory(why);
}

void endgame_probe_sentence(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Language language, Text *out)
{
    EndgameResult r;
    if (!endgame_probe(tables, cache, pos, &r))
        return;
    text_addf(out, tr(language, "Endgame table %s: "), r.table->name);
    Side winner = r.value > 0 ? side_to_move(pos) : opponent(side_to_move(pos));
    if (r.value == ENDGAME_DRAW)
        text_add(out, tr(language, "a draw with best play.\n"));
    else if (endgame_is_distrusted(r.value))
        text_addf(out, tr(language, "a draw, but the side to move %s.\n"), tr(language, answer_doubt(r.value)));
    else
        text_addf(out, tr(language, "%s wins with best play, %d plies to the next capture or the end.\n"),
                  tr(language, winner == RED ? N_("Red") : N_("Black")), endgame_distance(r.value));
}

void endgame_value_words(EndgameValue value, Side mover, int64_t left, Language language, Text *out)
{
    const Side winner = value > 0 ? mover : opponent(mover);
    const char *name = tr(language, winner == RED ? N_("Red") : N_("Black"));
    if (value == ENDGAME_DRAW)
        text_add(out, tr(language, "draw"));
    else if (value == ENDGAME_OPEN)
        text_add(out, tr(language, "draw; either side may win by the rules of repetition"));
    else if (endgame_is_drawn(value))
        text_addf(out, tr(language, "draw; %s may win by the rules of repetition"), name);
    else if (endgame_distance(value) > left)
        text_addf(out, tr(language, "draw; %s's win comes after the natural limit"), name);
    else if (endgame_distance(value) == 1)
        text_addf(out, tr(language, "%s wins; capture or mate in 1 ply"), name);
    else
        text_addf(out, tr(language, "%s wins; capture or mate in %d plies"), name, endgame_distance(value));
}
