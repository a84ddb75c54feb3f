/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/opening.h"

#include <string.h>

#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

/* Families, each named by its first move and followed by its continuations. The Chinese names are those of the Encyclopaedia of
 * Chinese Chess Openings (ECCO), which count files and name wings as after these first moves. Of two with the same
 * number of pieces, the later one is preferred. */
static const Opening openings[] = {
    {"h2e2", "", N_("Central Cannon")},
    {"h2e2", "Ce2 nc7 ng7", N_("Central Cannon against Screen Horses")},
    {"h2e2", "Ce2 nc7 ng7 pc5 pg5", N_("Central Cannon against Screen Horses, Two-Headed Snake")},
    {"h2e2", "Ce2 nc7 ni7", N_("Central Cannon against Single Raised Horse")},
    {"h2e2", "Ce2 na7 ng7", N_("Central Cannon against Single Raised Horse")},
    {"h2e2", "Ce2 ce7 cb7", N_("Same Direction Cannons")},
    {"h2e2", "Ce2 ce7 cb7 Rh0", N_("Same Direction Cannons, File Rook")},
    {"h2e2", "Ce2 ce7 cb7 Rh0 ri9 pc5", N_("Same Direction Cannons, File Rook against Delayed Rook")},
    {"h2e2", "Ce2 ce7 cb7 Rh0 ri9 pg5", N_("Same Direction Cannons, File Rook against Delayed Rook")},
    {"h2e2", "Ce2 ce7 cb7 Rh0 ng7 Ng2 ri8", N_("Same Direction Cannons, File Rook against Rank Rook")},
    {"h2e2", "Ce2 ce7 cb7 Ri0 ri8", N_("Same Direction Cannons, Delayed Rook against Rank Rook")},
    {"h2e2", "Ce2 ce7 cb7 Ri0 rh9", N_("Same Direction Cannons, Delayed Rook against File Rook")},
    {"h2e2", "Ce2 ce7 cb7 Ri1 ng7 rh9", N_("Same Direction Cannons, Rank Rook against File Rook")},
    {"h2e2", "Ce2 ce7 ch7", N_("Opposite Direction Cannons")},
    {"h2e2", "Ce2 ng7 rh9 ci7 nb9", N_("Central Cannon against Left Three-Step Tiger")},
    {"h2e2", "Ce2 ng7 rh9 ci7 ce7 nb9", N_("Central Cannon against Left Three-Step Tiger to Opposite Direction Cannons")},
    {"h2e2", "Ce2 nc7 rb9 ca7 nh9", N_("Central Cannon against Right Three-Step Tiger")},
    {"h2e2", "Ce2 ng7 rh9 ch3", N_("Central Cannon against Left Cannon Blockade")},
    {"h2e2", "Ce2 ng7 rh9 ch3 ce7", N_("Central Cannon against Left Cannon Blockade to Opposite Direction Cannons")},
    {"h2e2", "Ce2 Nc2 nc7 ng7", N_("Central Cannon, Seventh File Horse against Screen Horses")},
    {"h2e2", "Ce2 Rh4 nc7 ng7", N_("Central Cannon, River Rook against Screen Horses")},
    {"h2e2", "Ce2 Rh6 nc7 ng7", N_("Central Cannon, Cross-River Rook against Screen Horses")},
    {"h2e2", "Ce2 Rh6 Nc2 nc7 ng7", N_("Central Cannon, Cross-River Rook and Seventh File Horse against Screen Horses")},
    {"h2e2", "Ce2 Rh6 Nc2 nc7 ng7 pc5 pg5", N_("Central Cannon, Cross-River Rook and Seventh File Horse against Two-Headed Snake")},
    {"h2e2", "Ce2 Rh6 Pc4 nc7 ng7 pg5", N_("Central Cannon, Cross-River Rook and Seventh Pawns against Screen Horses")},
    {"h2e2", "Ce2 Rh6 Pc4 nc7 ng7 pg5 ci7", N_("Central Cannon, Cross-River Rook against Screen Horses, Rook Exchange")},
    {"h2e2", "Ce2 Rg6 Ca2 Pc4 nc7 ng7 pg5 ci8", N_("Fifth and Ninth File Cannons, Cross-River Rook against Screen Horses, Rook Exchange")},
    {"h2e2", "Ce2 Ch4 nc7 ng7", N_("Central Cannon, River Cannon against Screen Horses")},
    {"h2e2", "Ce2 Cb4 nc7 ng7", N_("Central Cannon, River Cannon against Screen Horses")},
    {"h2e2", "Ce2 Cd2 nc7 ng7", N_("Fifth and Sixth File Cannons against Screen Horses")},
    {"h2e2", "Ce2 Cc2 nc7 ng7", N_("Fifth and Seventh File Cannons against Screen Horses")},
    {"h2e2", "Ce2 Cc2 nc7 ng7 pc5", N_("Fifth and Seventh File Cannons against Screen Horses, Third Pawn")},
    {"h2e2", "Ce2 Cc2 nc7 ng7 pg5", N_("Fifth and Seventh File Cannons against Screen Horses, Seventh Pawn")},
    {"h2e2", "Ce2 Cc2 Pg4 nc7 ng7 pc5", N_("Fifth and Seventh File Cannons, Third Pawns against Screen Horses")},
    {"h2e2", "Ce2 Cb6 nc7 ng7", N_("Fifth and Eighth File Cannons against Screen Horses")},
    {"h2e2", "Ce2 Cb6 Pg4 nc7 ng7 pc5", N_("Fifth and Eighth File Cannons, Third Pawns against Screen Horses")},
    {"h2e2", "Ce2 Ca2 nc7 ng7", N_("Fifth and Ninth File Cannons against Screen Horses")},
    {"h2e2", "Ce2 Rh6 Ca2 nc7 ng7", N_("Fifth and Ninth File Cannons, Cross-River Rook against Screen Horses")},
    {"h2e2", "Ce2 nc7 ng7 cf7", N_("Central Cannon against Sandwiched Horses")},
    {"h2e2", "Ce2 nc7 ng7 cd7", N_("Central Cannon against Sandwiched Horses")},
    {"h2e2", "Ce2 Cd2 nc7 ng7 cf7", N_("Fifth and Sixth File Cannons against Sandwiched Horses")},
    {"h2e2", "Ce2 Cc2 nc7 ng7 cf7", N_("Fifth and Seventh File Cannons against Sandwiched Horses")},
    {"h2e2", "Ce2 Cd2 nc7 ng7 cd7", N_("Fifth and Sixth File Cannons against Sandwiched Horses")},
    {"h2e2", "Ce2 Cc2 nc7 ng7 cd7", N_("Fifth and Seventh File Cannons against Sandwiched Horses")},
    {"g3g4", "", N_("Pawn Opening")},
    {"g3g4", "Pg4 cg7 cb7", N_("Pawn Opening against Pawn-Base Cannon")},
    {"g3g4", "Pg4 cg7 ch7", N_("Pawn Opening against Golden Hook Cannon")},
    {"g3g4", "Pg4 Be2 cg7 cb7", N_("Pawn Opening, Elephant against Pawn-Base Cannon")},
    {"g3g4", "Pg4 Ce2 Cb2 cg7 cb7", N_("Pawn Opening to Right Central Cannon against Pawn-Base Cannon")},
    {"g3g4", "Pg4 Ce2 Ch2 cg7 cb7", N_("Pawn Opening to Left Central Cannon against Pawn-Base Cannon")},
    {"g3g4", "Pg4 Ce2 Ch2 cg7 cb7 be7 bc9", N_("Pawn Opening to Left Central Cannon against Pawn-Base Cannon, Left Elephant")},
    {"g3g4", "Pg4 Ce2 Ch2 cg7 cb7 be7 bg9", N_("Pawn Opening to Left Central Cannon against Pawn-Base Cannon, Right Elephant")},
    {"g3g4", "Pg4 nc7", N_("Pawn Opening against Right Horse")},
    {"g3g4", "Pg4 pc5", N_("Pawn Opening, Opposing Pawns")},
    {"g3g4", "Pg4 Ng2 pc5 nc7", N_("Opposing Pawns, Right Horses")},
    {"g3g4", "Pg4 Cc2 Ch2 pc5", N_("Opposing Pawns to Pawn-Base Cannon")},
    {"g3g4", "Pg4 be7 nb9 nh9", N_("Pawn Opening against Elephant")},
    {"g3g4", "Pg4 ce7", N_("Pawn Opening against Central Cannon")},
    {"g3g4", "Pg4 Ng2 nc7", N_("Pawn Opening, Right Horses")},
    {"g0e2", "", N_("Elephant Opening")},
    {"g0e2", "Be2 be7 bc9 nb9 nh9", N_("Same Direction Elephants")},
    {"g0e2", "Be2 be7 bg9 nb9 nh9", N_("Opposite Direction Elephants")},
    {"g0e2", "Be2 ng7 nb9", N_("Elephant Opening against Left Horse")},
    {"g0e2", "Be2 nc7 nh9", N_("Elephant Opening against Right Horse")},
    {"g0e2", "Be2 ce7 cb7", N_("Elephant Opening against Left Central Cannon")},
    {"g0e2", "Be2 ce7 ch7", N_("Elephant Opening against Right Central Cannon")},
    {"g0e2", "Be2 Nc2 Ng2 ce7 cb7", N_("Elephant Opening to Screen Horses against Left Central Cannon")},
    {"g0e2", "Be2 cf7 cb7", N_("Elephant Opening against Left Palace-Corner Cannon")},
    {"g0e2", "Be2 cd7 ch7", N_("Elephant Opening against Right Palace-Corner Cannon")},
    {"g0e2", "Be2 cd7 cb7", N_("Elephant Opening against Left Cross-Palace Cannon")},
    {"g0e2", "Be2 cf7 ch7", N_("Elephant Opening against Right Cross-Palace Cannon")},
    {"g0e2", "Be2 pg5 nb9 nh9", N_("Elephant Opening against Seventh Pawn")},
    {"g0e2", "Be2 pc5 nb9 nh9", N_("Elephant Opening against Third Pawn")},
    {"g0e2", "Be2 Pc4 pg5 nb9 nh9", N_("Elephant Opening, Seventh Pawns")},
    {"h0g2", "", N_("Horse Opening")},
    {"h0g2", "Ng2 ce7", N_("Horse Opening against Central Cannon")},
    {"h0g2", "Ng2 pg5", N_("Horse Opening against Seventh Pawn")},
    {"h0g2", "Ng2 pc5", N_("Horse Opening against Third Pawn")},
    {"h0g2", "Ng2 Pc4 pg5", N_("Horse Opening, Seventh Pawns")},
    {"h2f2", "", N_("Palace-Corner Cannon")},
    {"h2f2", "Cf2 ng7", N_("Palace-Corner Cannon against Left Horse")},
    {"h2f2", "Cf2 ce7 cb7", N_("Palace-Corner Cannon against Left Central Cannon")},
    {"h2f2", "Cf2 ce7 ch7", N_("Palace-Corner Cannon against Right Central Cannon")},
    {"h2f2", "Cf2 Nc2 Ng2 ce7 ch7", N_("Palace-Corner Cannon to Sandwiched Horses against Right Central Cannon")},
    {"h2f2", "Cf2 pg5 nb9 nh9", N_("Palace-Corner Cannon against Seventh Pawn")},
    {"h2d2", "", N_("Cross-Palace Cannon")},
    {"h2d2", "Cd2 ng7", N_("Cross-Palace Cannon against Left Horse")},
    {"h2d2", "Cd2 ce7 cb7", N_("Cross-Palace Cannon against Left Central Cannon")},
    {"h2d2", "Cd2 ce7 ch7", N_("Cross-Palace Cannon against Right Central Cannon")},
    {"h2d2", "Cd2 nc7 ng7", N_("Cross-Palace Cannon against Screen Horses")},
    {"h2c2", "", N_("Golden Hook Cannon")},
    {"h2g2", "", N_("Pawn-Base Cannon")},
    {"h2i2", "", N_("Edge Cannon")},
    {"h2h4", "", N_("River Cannon")},
    {"h2h6", "", N_("Cross-River Cannon")},
    {"h0i2", "", N_("Edge Horse Opening")},
    {"i3i4", "", N_("Edge Pawn Opening")},
    {"g0i2", "", N_("Edge Elephant Opening")},
    {"d0e1", "", N_("Advisor Opening")},
};

/* Returns true if all of these pieces are on the board. *count receives the number of pieces. */
static bool opening_stands(const Position *pos, const char *pieces, int *count)
{
    Square s;
    for (*count = 0; *pieces; ++*count) {
        if (!square_read(pieces + 1, &s) || piece_letter(piece_at(pos, s)) != *pieces)
            return false;
        pieces += 3 + (pieces[3] == ' ');
    }
    return true;
}

const Opening *opening_of_game(const Game *game)
{
    enum { PLIES = 24 };
    const Opening *found = NULL;
    char fen[FEN_SIZE];
    int most = -1;
    fen_write(&game->start, fen);
    if (strcmp(fen, FEN_START) != 0 || game->plies == 0)
        return NULL;
    Position pos = game->start, mirrored;
    Undo undo;
    for (int ply = 0; ply < game->plies && ply < PLIES; ply++) {
        position_make(&pos, game->undos[ply].move, &undo);
        position_mirror(&pos, &mirrored);
        for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
            Move first;
            int count;
            if (!move_from_iccs(openings[i].first, &first))
                continue;
            bool as_is = game->undos[0].move == first, turned = game->undos[0].move == move_mirror(first);
            if ((as_is || turned) && opening_stands(turned ? &mirrored : &pos, openings[i].pieces, &count) &&
                (count > most || (count == most && &openings[i] > found))) {
                found = &openings[i];
                most = count;
            }
        }
    }
    return found;
}
