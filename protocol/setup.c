#include "protocol/setup.h"

#include <stdio.h>

#include "engine/notation/refusal.h"
#include "engine/board/legal.h"
#include "engine/notation/notation.h"
#include "engine/base/words.h"

bool setup_game(Game *game, const PositionArgs *args, SetupFault *fault)
{
    Position start;
    fault->text[0] = '\0';
    if (args->fen) {
        FenFault what;
        if (!fen_read(args->fen, &start, &what)) {
            char reason[160];
            refusal_of_fen(&what, LANGUAGE_ENGLISH, reason, sizeof reason);
            snprintf(fault->text, sizeof fault->text, "bad position: %s", reason);
            return false;
        }
    } else {
        position_start(&start);
    }
    game_reset(game, &start);

    char *rest = args->moves, *word;
    for (int number = 1; rest && (word = word_next(&rest)); number++) {
        Move m;
        if (!move_from_iccs(word, &m))
            snprintf(fault->text, sizeof fault->text, "move %d of the list, %.20s, is not a move; stopped before it", number, word);
        else if (!is_legal(&game->now, m))
            snprintf(fault->text, sizeof fault->text, "move %d of the list, %.20s, is illegal; stopped before it", number, word);
        else if (!game_play(game, m)) {
            snprintf(fault->text, sizeof fault->text, "no memory for move %d of the list: no position", number);
            return false; /* a move for another position would only look like an answer */
        }
        if (fault->text[0])
            break;
    }
    return true;
}

int setup_moves(const Position *pos, char *text, Move out[MAX_MOVES])
{
    int count = 0;
    char *word;
    while ((word = word_next(&text))) {
        Move m;
        if (!move_from_iccs(word, &m) || !is_legal(pos, m))
            continue;
        bool known = false;
        for (int i = 0; i < count; i++)
            known = known || out[i] == m;
        if (!known && count < MAX_MOVES)
            out[count++] = m;
    }
    return count;
}
