/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/tree_json.h"

#include "engine/base/contract.h"
#include "engine/board/makemove.h"
#include "engine/notation/fen.h"

void tree_json_names(Json *j, const Position *pos, Move m)
{
    char text[MOVE_TEXT_SIZE];
    for (Notation n = 0; n < NOTATIONS; n++)
        json_add_string(j, notation_keys[n], move_to_text(pos, m, n, text));
}

/* Adds the moves of a line and of its variations as objects to an array. `before` is the number of the
 * node before the line, `*count` the number of nodes so far, the start position included. */
static void tree_json_line(Json *j, const TreeLine *line, Position pos, int before, int *count)
{
    for (int i = 0; i < line->plies; i++) {
        const TreeMove *move = &line->moves[i];
        const int number = (*count)++;
        Text remarks = TEXT_INIT;
        json_begin_object(j, NULL);
        json_add_number(j, "after", "%d", before);
        tree_json_names(j, &pos, move->move);
        if (move->nags[0]) {
            json_begin_array(j, "nags");
            for (int n = 0; n < TREE_NAGS && move->nags[n]; n++)
                json_add_number(j, NULL, "%d", move->nags[n]);
            json_end(j);
        }
        if (i == 0 && line->comment)
            json_add_string(j, "before", line->comment);
        if (move->comment)
            text_add(&remarks, move->comment);
        for (int n = 0; n < move->line_count; n++)
            if (move->lines[n].plies == 0 && move->lines[n].comment)
                text_addf(&remarks, "%s%s", remarks.length > 0 ? " " : "", move->lines[n].comment);
        if (remarks.length > 0)
            json_add_string(j, "comment", remarks.data);
        text_free(&remarks);
        json_end(j);
        for (int n = 0; n < move->line_count; n++)
            tree_json_line(j, &move->lines[n], pos, before, count);
        position_make(&pos, move->move, &(Undo){0});
        before = number;
    }
}

void tree_json(const GameTree *game, Json *j)
{
    assert(game && j && j->depth > 0);
    char text[FEN_SIZE];
    int count = 1; /* the start position is node 0 */
    fen_write(&game->start, text);
    json_add_string(j, "fen", text);
    json_add_string(j, "result", outcome_text(game->outcome));
    json_begin_object(j, "tags");
    for (int i = 0; i < game->tag_count; i++)
        json_add_string(j, game->tags[i].name, game->tags[i].value);
    json_end(j);
    json_add_string(j, "comment", game->main.plies == 0 && game->main.comment ? game->main.comment : "");
    json_begin_array(j, "nodes");
    tree_json_line(j, &game->main, game->start, 0, &count);
    json_end(j);
}
