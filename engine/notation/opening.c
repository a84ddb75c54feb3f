/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/opening.h"

#include <string.h>

#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

/* Families, each named by its first move and followed by its continuations. The Chinese names are those of the Encyclopaedia of
 * Chinese Chess Openings (ECCO), which count files and name wings as after these first moves. Of two with the same
 * number of pieces, the later one is preferred. */
static const Opening openings[] = {
    {"h2e2", "", {"Central Cannon", "中炮局"}},
    {"h2e2", "Ce2 nc7 ng7", {"Central Cannon against Screen Horses", "中炮对屏风马"}},
    {"h2e2", "Ce2 nc7 ng7 pc5 pg5", {"Central Cannon against Screen Horses, Two-Headed Snake", "中炮对屏风马两头蛇"}},
    {"h2e2", "Ce2 nc7 ni7", {"Central Cannon against Single Raised Horse", "中炮对单提马"}},
    {"h2e2", "Ce2 na7 ng7", {"Central Cannon against Single Raised Horse", "中炮对单提马"}},
    {"h2e2", "Ce2 ce7 cb7", {"Same Direction Cannons", "顺炮局"}},
    {"h2e2", "Ce2 ce7 cb7 Rh0", {"Same Direction Cannons, File Rook", "顺炮直车"}},
    {"h2e2", "Ce2 ce7 cb7 Rh0 ri9 pc5", {"Same Direction Cannons, File Rook against Delayed Rook", "顺炮直车对缓开车"}},
    {"h2e2", "Ce2 ce7 cb7 Rh0 ri9 pg5", {"Same Direction Cannons, File Rook against Delayed Rook", "顺炮直车对缓开车"}},
    {"h2e2", "Ce2 ce7 cb7 Rh0 ng7 Ng2 ri8", {"Same Direction Cannons, File Rook against Rank Rook", "顺炮直车对横车"}},
    {"h2e2", "Ce2 ce7 cb7 Ri0 ri8", {"Same Direction Cannons, Delayed Rook against Rank Rook", "顺炮缓开车对横车"}},
    {"h2e2", "Ce2 ce7 cb7 Ri0 rh9", {"Same Direction Cannons, Delayed Rook against File Rook", "顺炮缓开车对直车"}},
    {"h2e2", "Ce2 ce7 cb7 Ri1 ng7 rh9", {"Same Direction Cannons, Rank Rook against File Rook", "顺炮横车对直车"}},
    {"h2e2", "Ce2 ce7 ch7", {"Opposite Direction Cannons", "中炮对列炮"}},
    {"h2e2", "Ce2 ng7 rh9 ci7 nb9", {"Central Cannon against Left Three-Step Tiger", "中炮对左三步虎"}},
    {"h2e2",
     "Ce2 ng7 rh9 ci7 ce7 nb9",
     {"Central Cannon against Left Three-Step Tiger to Opposite Direction Cannons", "中炮对左三步虎转列炮"}},
    {"h2e2", "Ce2 nc7 rb9 ca7 nh9", {"Central Cannon against Right Three-Step Tiger", "中炮对右三步虎"}},
    {"h2e2", "Ce2 ng7 rh9 ch3", {"Central Cannon against Left Cannon Blockade", "中炮对左炮封车"}},
    {"h2e2", "Ce2 ng7 rh9 ch3 ce7", {"Central Cannon against Left Cannon Blockade to Opposite Direction Cannons", "中炮对左炮封车转列炮"}},
    {"h2e2", "Ce2 Nc2 nc7 ng7", {"Central Cannon, Seventh File Horse against Screen Horses", "中炮七路马对屏风马"}},
    {"h2e2", "Ce2 Rh4 nc7 ng7", {"Central Cannon, River Rook against Screen Horses", "中炮巡河车对屏风马"}},
    {"h2e2", "Ce2 Rh6 nc7 ng7", {"Central Cannon, Cross-River Rook against Screen Horses", "中炮过河车对屏风马"}},
    {"h2e2",
     "Ce2 Rh6 Nc2 nc7 ng7",
     {"Central Cannon, Cross-River Rook and Seventh File Horse against Screen Horses", "中炮过河车七路马对屏风马"}},
    {"h2e2",
     "Ce2 Rh6 Nc2 nc7 ng7 pc5 pg5",
     {"Central Cannon, Cross-River Rook and Seventh File Horse against Two-Headed Snake", "中炮过河车七路马对屏风马两头蛇"}},
    {"h2e2",
     "Ce2 Rh6 Pc4 nc7 ng7 pg5",
     {"Central Cannon, Cross-River Rook and Seventh Pawns against Screen Horses", "中炮过河车互进七兵对屏风马"}},
    {"h2e2",
     "Ce2 Rh6 Pc4 nc7 ng7 pg5 ci7",
     {"Central Cannon, Cross-River Rook against Screen Horses, Rook Exchange", "中炮过河车互进七兵对屏风马平炮兑车"}},
    {"h2e2",
     "Ce2 Rg6 Ca2 Pc4 nc7 ng7 pg5 ci8",
     {"Fifth and Ninth File Cannons, Cross-River Rook against Screen Horses, Rook Exchange", "五九炮过河车对屏风马平炮兑车"}},
    {"h2e2", "Ce2 Ch4 nc7 ng7", {"Central Cannon, River Cannon against Screen Horses", "中炮巡河炮对屏风马"}},
    {"h2e2", "Ce2 Cb4 nc7 ng7", {"Central Cannon, River Cannon against Screen Horses", "中炮巡河炮对屏风马"}},
    {"h2e2", "Ce2 Cd2 nc7 ng7", {"Fifth and Sixth File Cannons against Screen Horses", "五六炮对屏风马"}},
    {"h2e2", "Ce2 Cc2 nc7 ng7", {"Fifth and Seventh File Cannons against Screen Horses", "五七炮对屏风马"}},
    {"h2e2", "Ce2 Cc2 nc7 ng7 pc5", {"Fifth and Seventh File Cannons against Screen Horses, Third Pawn", "五七炮对屏风马进3卒"}},
    {"h2e2", "Ce2 Cc2 nc7 ng7 pg5", {"Fifth and Seventh File Cannons against Screen Horses, Seventh Pawn", "五七炮对屏风马进7卒"}},
    {"h2e2", "Ce2 Cc2 Pg4 nc7 ng7 pc5", {"Fifth and Seventh File Cannons, Third Pawns against Screen Horses", "五七炮互进三兵对屏风马"}},
    {"h2e2", "Ce2 Cb6 nc7 ng7", {"Fifth and Eighth File Cannons against Screen Horses", "五八炮对屏风马"}},
    {"h2e2", "Ce2 Cb6 Pg4 nc7 ng7 pc5", {"Fifth and Eighth File Cannons, Third Pawns against Screen Horses", "五八炮互进三兵对屏风马"}},
    {"h2e2", "Ce2 Ca2 nc7 ng7", {"Fifth and Ninth File Cannons against Screen Horses", "五九炮对屏风马"}},
    {"h2e2", "Ce2 Rh6 Ca2 nc7 ng7", {"Fifth and Ninth File Cannons, Cross-River Rook against Screen Horses", "五九炮过河车对屏风马"}},
    {"h2e2", "Ce2 nc7 ng7 cf7", {"Central Cannon against Sandwiched Horses", "中炮对反宫马"}},
    {"h2e2", "Ce2 nc7 ng7 cd7", {"Central Cannon against Sandwiched Horses", "中炮对反宫马"}},
    {"h2e2", "Ce2 Cd2 nc7 ng7 cf7", {"Fifth and Sixth File Cannons against Sandwiched Horses", "五六炮对反宫马"}},
    {"h2e2", "Ce2 Cc2 nc7 ng7 cf7", {"Fifth and Seventh File Cannons against Sandwiched Horses", "五七炮对反宫马"}},
    {"h2e2", "Ce2 Cd2 nc7 ng7 cd7", {"Fifth and Sixth File Cannons against Sandwiched Horses", "五六炮对反宫马"}},
    {"h2e2", "Ce2 Cc2 nc7 ng7 cd7", {"Fifth and Seventh File Cannons against Sandwiched Horses", "五七炮对反宫马"}},
    {"g3g4", "", {"Pawn Opening", "仙人指路"}},
    {"g3g4", "Pg4 cg7 cb7", {"Pawn Opening against Pawn-Base Cannon", "仙人指路对卒底炮"}},
    {"g3g4", "Pg4 cg7 ch7", {"Pawn Opening against Golden Hook Cannon", "仙人指路对金钩炮"}},
    {"g3g4", "Pg4 Be2 cg7 cb7", {"Pawn Opening, Elephant against Pawn-Base Cannon", "仙人指路飞相对卒底炮"}},
    {"g3g4", "Pg4 Ce2 Cb2 cg7 cb7", {"Pawn Opening to Right Central Cannon against Pawn-Base Cannon", "仙人指路转右中炮对卒底炮"}},
    {"g3g4", "Pg4 Ce2 Ch2 cg7 cb7", {"Pawn Opening to Left Central Cannon against Pawn-Base Cannon", "仙人指路转左中炮对卒底炮"}},
    {"g3g4",
     "Pg4 Ce2 Ch2 cg7 cb7 be7 bc9",
     {"Pawn Opening to Left Central Cannon against Pawn-Base Cannon, Left Elephant", "仙人指路转左中炮对卒底炮飞左象"}},
    {"g3g4",
     "Pg4 Ce2 Ch2 cg7 cb7 be7 bg9",
     {"Pawn Opening to Left Central Cannon against Pawn-Base Cannon, Right Elephant", "仙人指路转左中炮对卒底炮飞右象"}},
    {"g3g4", "Pg4 nc7", {"Pawn Opening against Right Horse", "仙人指路对进右马"}},
    {"g3g4", "Pg4 pc5", {"Pawn Opening, Opposing Pawns", "对兵局"}},
    {"g3g4", "Pg4 Ng2 pc5 nc7", {"Opposing Pawns, Right Horses", "对兵互进右马局"}},
    {"g3g4", "Pg4 Cc2 Ch2 pc5", {"Opposing Pawns to Pawn-Base Cannon", "对兵转兵底炮"}},
    {"g3g4", "Pg4 be7 nb9 nh9", {"Pawn Opening against Elephant", "仙人指路对飞象"}},
    {"g3g4", "Pg4 ce7", {"Pawn Opening against Central Cannon", "仙人指路对中炮"}},
    {"g3g4", "Pg4 Ng2 nc7", {"Pawn Opening, Right Horses", "仙人指路互进右马局"}},
    {"g0e2", "", {"Elephant Opening", "飞相局"}},
    {"g0e2", "Be2 be7 bc9 nb9 nh9", {"Same Direction Elephants", "顺相局"}},
    {"g0e2", "Be2 be7 bg9 nb9 nh9", {"Opposite Direction Elephants", "列相局"}},
    {"g0e2", "Be2 ng7 nb9", {"Elephant Opening against Left Horse", "飞相对进左马"}},
    {"g0e2", "Be2 nc7 nh9", {"Elephant Opening against Right Horse", "飞相对进右马"}},
    {"g0e2", "Be2 ce7 cb7", {"Elephant Opening against Left Central Cannon", "飞相对左中炮"}},
    {"g0e2", "Be2 ce7 ch7", {"Elephant Opening against Right Central Cannon", "飞相对右中炮"}},
    {"g0e2", "Be2 Nc2 Ng2 ce7 cb7", {"Elephant Opening to Screen Horses against Left Central Cannon", "飞相转屏风马对左中炮"}},
    {"g0e2", "Be2 cf7 cb7", {"Elephant Opening against Left Palace-Corner Cannon", "飞相对左士角炮"}},
    {"g0e2", "Be2 cd7 ch7", {"Elephant Opening against Right Palace-Corner Cannon", "飞相对右士角炮"}},
    {"g0e2", "Be2 cd7 cb7", {"Elephant Opening against Left Cross-Palace Cannon", "飞相对左过宫炮"}},
    {"g0e2", "Be2 cf7 ch7", {"Elephant Opening against Right Cross-Palace Cannon", "飞相对右过宫炮"}},
    {"g0e2", "Be2 pg5 nb9 nh9", {"Elephant Opening against Seventh Pawn", "飞相对进7卒"}},
    {"g0e2", "Be2 pc5 nb9 nh9", {"Elephant Opening against Third Pawn", "飞相对进3卒"}},
    {"g0e2", "Be2 Pc4 pg5 nb9 nh9", {"Elephant Opening, Seventh Pawns", "飞相互进七兵局"}},
    {"h0g2", "", {"Horse Opening", "起马局"}},
    {"h0g2", "Ng2 ce7", {"Horse Opening against Central Cannon", "起马对中炮"}},
    {"h0g2", "Ng2 pg5", {"Horse Opening against Seventh Pawn", "起马对进7卒"}},
    {"h0g2", "Ng2 pc5", {"Horse Opening against Third Pawn", "起马对进3卒"}},
    {"h0g2", "Ng2 Pc4 pg5", {"Horse Opening, Seventh Pawns", "起马互进七兵局"}},
    {"h2f2", "", {"Palace-Corner Cannon", "仕角炮局"}},
    {"h2f2", "Cf2 ng7", {"Palace-Corner Cannon against Left Horse", "仕角炮对进左马"}},
    {"h2f2", "Cf2 ce7 cb7", {"Palace-Corner Cannon against Left Central Cannon", "仕角炮对左中炮"}},
    {"h2f2", "Cf2 ce7 ch7", {"Palace-Corner Cannon against Right Central Cannon", "仕角炮对右中炮"}},
    {"h2f2", "Cf2 Nc2 Ng2 ce7 ch7", {"Palace-Corner Cannon to Sandwiched Horses against Right Central Cannon", "仕角炮转反宫马对右中炮"}},
    {"h2f2", "Cf2 pg5 nb9 nh9", {"Palace-Corner Cannon against Seventh Pawn", "仕角炮对进7卒"}},
    {"h2d2", "", {"Cross-Palace Cannon", "过宫炮局"}},
    {"h2d2", "Cd2 ng7", {"Cross-Palace Cannon against Left Horse", "过宫炮对进左马"}},
    {"h2d2", "Cd2 ce7 cb7", {"Cross-Palace Cannon against Left Central Cannon", "过宫炮对左中炮"}},
    {"h2d2", "Cd2 ce7 ch7", {"Cross-Palace Cannon against Right Central Cannon", "过宫炮对右中炮"}},
    {"h2d2", "Cd2 nc7 ng7", {"Cross-Palace Cannon against Screen Horses", "过宫炮对屏风马"}},
    {"h2c2", "", {"Golden Hook Cannon", "金钩炮局"}},
    {"h2g2", "", {"Pawn-Base Cannon", "兵底炮局"}},
    {"h2i2", "", {"Edge Cannon", "边炮局"}},
    {"h2h4", "", {"River Cannon", "巡河炮局"}},
    {"h2h6", "", {"Cross-River Cannon", "过河炮局"}},
    {"h0i2", "", {"Edge Horse Opening", "边马局"}},
    {"i3i4", "", {"Edge Pawn Opening", "边兵局"}},
    {"g0i2", "", {"Edge Elephant Opening", "边相局"}},
    {"d0e1", "", {"Advisor Opening", "上仕局"}},
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
