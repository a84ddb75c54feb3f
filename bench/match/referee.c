#include "bench/match/referee.h"

#include "engine/movegen.h"

static void rule(Outcome *outcome, Ending *ending, char *reason, Outcome o, Ending e, const char *text)
{
    *outcome = o;
    *ending = e;
    snprintf(reason, REASON_SIZE, "%s", text);
}

/* Did every move of this side since `from` give check? Replays a copy of the game backwards. */
static void checks_since(const Game *game, int from, bool always[2])
{
    Position pos = game->now;
    always[RED] = always[BLACK] = true;
    for (int i = game->plies; i > from; i--) {
        Side mover = opponent((Side)pos.side);
        if (!in_check(&pos, (Side)pos.side))
            always[mover] = false;
        position_unmake(&pos, &game->undos[i - 1]);
    }
}

void referee(const Game *game, int quiet_limit, Outcome *outcome, Ending *ending, char *reason)
{
    const Position *now = &game->now;
    Side us = (Side)now->side;
    Outcome theirs = us == RED ? OUTCOME_BLACK : OUTCOME_RED;
    if (!any_legal_move(now)) {
        bool mated = in_check(now, us);
        rule(outcome, ending, reason, theirs, mated ? ENDING_CHECKMATE : ENDING_STALEMATE,
             us == RED ? (mated ? "Red is mated" : "Red has no move") : (mated ? "Black is mated" : "Black has no move"));
        return;
    }
    int seen = 1, first = game->plies;
    for (int i = game->plies - 1; i >= 0 && game->undos[i].captured == EMPTY; i--)
        if (game->undos[i].key == now->key) {
            seen++;
            first = i;
        }
    if (seen >= 3) {
        bool always[2];
        checks_since(game, first, always);
        if (always[RED] != always[BLACK])
            rule(outcome, ending, reason, always[RED] ? OUTCOME_BLACK : OUTCOME_RED, ENDING_PERPETUAL_CHECK,
                 always[RED] ? "Red checks perpetually" : "Black checks perpetually");
        else
            rule(outcome, ending, reason, OUTCOME_DRAW, ENDING_REPETITION, "the position occurred three times");
        return;
    }
    if (quiet_limit && now->quiet_plies >= quiet_limit)
        rule(outcome, ending, reason, OUTCOME_DRAW, ENDING_MOVE_LIMIT, "too many moves without a capture");
}
