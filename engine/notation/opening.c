/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/opening.h"

#include <string.h>

#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

/* Families, each named by its first move and followed by its continuations. */
static const Opening openings[] = {
    {"h2e2", "", {"Central Cannon", "中炮"}},
    {"h2e2", "Ce2 nc7 ng7", {"Central Cannon against Screen Horses", "中炮对屏风马"}},
    {"h2e2", "Ce2 nc7 ng7 cf7", {"Central Cannon against Sandwiched Horses", "中炮对反宫马"}},
    {"h2e2", "Ce2 nc7 ng7 cd7", {"Central Cannon against Sandwiched Horses", "中炮对反宫马"}},
    {"h2e2", "Ce2 nc7 ni7", {"Central Cannon against Single Raised Horse", "中炮对单提马"}},
    {"h2e2", "Ce2 na7 ng7", {"Central Cannon against Single Raised Horse", "中炮对单提马"}},
    {"h2e2", "Ce2 ce7 cb7", {"Same Direction Cannons", "顺炮"}},
    {"h2e2", "Ce2 ce7 cb7 Rh0", {"Same Direction Cannons, File Rook", "顺炮直车"}},
    {"h2e2", "Ce2 ce7 ch7", {"Opposite Direction Cannons", "列炮"}},
    {"h2e2", "Ce2 ng7 rh9 ci7", {"Central Cannon against Three-Step Tiger", "中炮对三步虎"}},
    {"h2e2", "Ce2 nc7 rb9 ca7", {"Central Cannon against Three-Step Tiger", "中炮对三步虎"}},
    {"h2e2", "Ce2 ng7 rh9 ch3", {"Central Cannon against Left Cannon Blockade", "中炮对左炮封车"}},
    {"h2e2", "Ce2 Rh6 nc7 ng7", {"Central Cannon, Cross-River Rook against Screen Horses", "中炮过河车对屏风马"}},
    {"h2e2", "Ce2 Rh4 nc7 ng7", {"Central Cannon, River Rook against Screen Horses", "中炮巡河车对屏风马"}},
    {"h2e2", "Ce2 Ch4 nc7 ng7", {"Central Cannon, River Cannon against Screen Horses", "中炮巡河炮对屏风马"}},
    {"h2e2", "Ce2 Cb4 nc7 ng7", {"Central Cannon, River Cannon against Screen Horses", "中炮巡河炮对屏风马"}},
    {"h2e2", "Ce2 Cb6 nc7 ng7", {"Central Cannon, Cross-River Cannon against Screen Horses", "中炮过河炮对屏风马"}},
    {"h2e2", "Ce2 Cd2 nc7 ng7", {"Fifth and Sixth File Cannons against Screen Horses", "五六炮对屏风马"}},
    {"h2e2", "Ce2 Cc2 nc7 ng7", {"Fifth and Seventh File Cannons against Screen Horses", "五七炮对屏风马"}},
    {"h2e2", "Ce2 Ca2 nc7 ng7", {"Fifth and Ninth File Cannons against Screen Horses", "五九炮对屏风马"}},
    {"h2e2", "Ce2 Rh6 Ca2 nc7 ng7", {"Fifth and Ninth File Cannons, Cross-River Rook against Screen Horses", "五九炮过河车对屏风马"}},
    {"h2e2", "Ce2 Cd2 nc7 ng7 cf7", {"Fifth and Sixth File Cannons against Sandwiched Horses", "五六炮对反宫马"}},
    {"h2e2", "Ce2 Cc2 nc7 ng7 cf7", {"Fifth and Seventh File Cannons against Sandwiched Horses", "五七炮对反宫马"}},
    {"h2e2", "Ce2 Cd2 nc7 ng7 cd7", {"Fifth and Sixth File Cannons against Sandwiched Horses", "五六炮对反宫马"}},
    {"h2e2", "Ce2 Cc2 nc7 ng7 cd7", {"Fifth and Seventh File Cannons against Sandwiched Horses", "五七炮对反宫马"}},
    {"c3c4", "", {"Pawn Opening", "仙人指路"}},
    {"c3c4", "Pc4 cc7", {"Pawn Opening against Pawn-Base Cannon", "仙人指路对卒底炮"}},
    {"c3c4", "Pc4 pg5", {"Pawn Opening, Opposing Pawns", "对兵局"}},
    {"c3c4", "Pc4 be7", {"Pawn Opening against Elephant", "仙人指路对飞象"}},
    {"c3c4", "Pc4 ce7", {"Pawn Opening against Central Cannon", "仙人指路对中炮"}},
    {"c3c4", "Pc4 Ce2 cc7", {"Pawn Opening to Central Cannon against Pawn-Base Cannon", "仙人指路转中炮对卒底炮"}},
    {"c0e2", "", {"Elephant Opening", "飞相局"}},
    {"c0e2", "Be2 ce7", {"Elephant Opening against Central Cannon", "飞相局对中炮"}},
    {"c0e2", "Be2 cd7 ch7", {"Elephant Opening against Palace-Corner Cannon", "飞相局对士角炮"}},
    {"c0e2", "Be2 cf7 cb7", {"Elephant Opening against Palace-Corner Cannon", "飞相局对士角炮"}},
    {"c0e2", "Be2 cf7 ch7", {"Elephant Opening against Cross-Palace Cannon", "飞相局对过宫炮"}},
    {"c0e2", "Be2 cd7 cb7", {"Elephant Opening against Cross-Palace Cannon", "飞相局对过宫炮"}},
    {"c0e2", "Be2 pg5", {"Elephant Opening against Pawn", "飞相局对进卒"}},
    {"c0e2", "Be2 pc5", {"Elephant Opening against Pawn", "飞相局对进卒"}},
    {"h0g2", "", {"Horse Opening", "起马局"}},
    {"h0g2", "Ng2 ce7", {"Horse Opening against Central Cannon", "起马局对中炮"}},
    {"h0g2", "Ng2 pg5", {"Horse Opening against Pawn", "起马局对进卒"}},
    {"h0g2", "Ng2 pc5", {"Horse Opening against Pawn", "起马局对进卒"}},
    {"h2f2", "", {"Palace-Corner Cannon", "仕角炮"}},
    {"h2f2", "Cf2 ce7", {"Palace-Corner Cannon against Central Cannon", "仕角炮对中炮"}},
    {"h2d2", "", {"Cross-Palace Cannon", "过宫炮"}},
    {"h2d2", "Cd2 ce7", {"Cross-Palace Cannon against Central Cannon", "过宫炮对中炮"}},
    {"h2d2", "Cd2 nc7 ng7", {"Cross-Palace Cannon against Screen Horses", "过宫炮对屏风马"}},
    {"h2c2", "", {"Golden Hook Cannon", "金钩炮"}},
    {"h2g2", "", {"Pawn-Base Cannon", "兵底炮"}},
    {"h2i2", "", {"Edge Cannon", "边炮局"}},
    {"h2h4", "", {"River Cannon", "巡河炮"}},
    {"h2h6", "", {"Cross-River Cannon", "过河炮"}},
    {"h0i2", "", {"Edge Horse Opening", "边马局"}},
    {"i3i4", "", {"Edge Pawn Opening", "九尾龟"}},
    {"d0e1", "", {"Advisor Opening", "上仕局"}},
    {"a0a1", "", {"Ranked Rook Opening", "横车局"}},
};

/* Returns true if all of these pieces are on the board. *count receives their number. */
static bool stands(const Position *pos, const char *pieces, int *count)
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
            if ((as_is || turned) && stands(turned ? &mirrored : &pos, openings[i].pieces, &count) && count > most) {
                found = &openings[i];
                most = count;
            }
        }
    }
    return found;
}
