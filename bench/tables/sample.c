/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/tables/sample.h"

#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

/* Sets up a random position of the table. Returns false if it cannot occur in a game. */
static bool sample_position(const EndgameTables *tables, const EndgameTable *table, Rng *rng, Position *pos)
{
    const Places *places = endgame_tables_places(tables);
    const Layout *l = &table->layout;
    const unsigned guard[2] = {
        [STRONG] = rng_below(rng, l->strong), [WEAK] = places->kept_guard[l->guard_kind[WEAK]][rng_below(rng, l->weak)]};
    Square attackers[ENDGAME_ATTACKERS];
    char fen[FEN_SIZE];
    position_clear(pos);
    guards_put(l, places, guard, pos);
    attackers_at(l, places, rng_below(rng, l->attackers), attackers);
    if (!attackers_put(l, attackers, pos))
        return false;
    pos->side = (uint8_t)rng_below(rng, 2);
    pos->key = position_key_from_scratch(pos);
    fen_write(pos, fen);
    return fen_read(fen, pos, NULL) && !in_check(pos, opponent(side_to_move(pos)));
}

/* Adds the operations of the line. Returns false if the position is lost, no move gives its result away, or a value is not known or depends on
 * the rules of repetition. */
static bool sample_judge(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Text *line)
{
    EndgameResult here;
    MoveList moves;
    char word[5];
    int given = 0;
    Text losses = TEXT_INIT;
    bool good = endgame_probe(tables, cache, pos, &here) && here.value >= 0 && !endgame_is_distrusted(here.value);
    text_add(line, " bm");
    legal_moves(pos, &moves);
    for (int i = 0; good && i < moves.count; i++) {
        EndgameValue value;
        good = endgame_probe_move(tables, cache, pos, moves.moves[i], &value) && !endgame_is_distrusted(value);
        const bool keeps = here.value > 0 ? value > 0 : value == ENDGAME_DRAW;
        given += !keeps;
        if (!good || !keeps)
            continue;
        text_addf(line, " %s", move_to_iccs(moves.moves[i], word));
        text_addf(&losses, " %s=%d", word, here.value > 0 ? value - here.value : 0);
    }
    text_addf(line, "; loss%s;", losses.data ? losses.data : "");
    text_free(&losses);
    return good && given > 0 && !line->failed;
}

bool table_sample(const EndgameTables *tables, EndgameCache *cache, const EndgameTable *table, Rng *rng, Text *line, uint64_t *key)
{
    enum { TRIES = 10000 };
    const size_t before = line->length;
    for (int i = 0; i < TRIES; i++) {
        Position pos;
        char fen[FEN_SIZE];
        if (!sample_position(tables, table, rng, &pos))
            continue;
        fen_write(&pos, fen);
        text_add(line, fen);
        *key = pos.key;
        if (sample_judge(tables, cache, &pos, line))
            return true;
        text_cut(line, before);
    }
    return false;
}
