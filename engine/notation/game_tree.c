/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/game_tree.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/language.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/notation/names.h"
#include "engine/notation/tags.h"

void tree_init(GameTree *game)
{
    memset(game, 0, sizeof *game);
    position_start(&game->start);
}

/* Frees the memory of the line, including its variations. */
static void tree_free_line(TreeLine *line)
{
    for (int i = 0; i < line->plies; i++) {
        while (line->moves[i].line_count > 0)
            tree_drop_line(&line->moves[i], line->moves[i].line_count - 1);
        free(line->moves[i].lines);
        free(line->moves[i].comment);
    }
    free(line->moves);
    free(line->comment);
}

static void tree_free_tag(TreeTag *tag)
{
    free(tag->name);
    free(tag->value);
}

void tree_clear(GameTree *game)
{
    for (int i = 0; i < game->tag_count; i++)
        tree_free_tag(&game->tags[i]);
    tree_free_line(&game->main);
    free(game->tags);
    tree_init(game);
}

const char *tree_tag(const GameTree *game, const char *name)
{
    for (int i = game->tag_count - 1; i >= 0; i--)
        if (strcmp(game->tags[i].name, name) == 0)
            return game->tags[i].value;
    return NULL;
}

bool tree_tag_is_made(const char *name)
{
    return strcmp(name, TAG_FEN) == 0 || strcmp(name, TAG_RESULT) == 0 || strcmp(name, TAG_FORMAT) == 0;
}

const char *tree_player(const GameTree *game, Side side, Language language)
{
    static const char engine[] = "Hanxin";
    const char *name = tree_tag_text(game, side == RED ? TAG_RED : TAG_BLACK);
    if (!*name || strcmp(name, "?") == 0)
        return side_word(side, language);
    return strcmp(name, engine) == 0 ? tr(language, engine) : name;
}

bool tree_set_tag(GameTree *game, const char *name, const char *value)
{
    assert(name && value);
    TreeTag tag = {strdup(name), strdup(value)};
    if (!tag.name || !tag.value || !array_grow(&game->tags, &game->tag_room, (size_t)game->tag_count + 1, sizeof tag)) {
        tree_free_tag(&tag);
        return false;
    }
    game->tags[game->tag_count++] = tag;
    return true;
}

void tree_drop_tag(GameTree *game, const char *name)
{
    int kept = 0;
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0)
            tree_free_tag(&game->tags[i]);
        else
            game->tags[kept++] = game->tags[i];
    game->tag_count = kept;
}

TreeMove *tree_line_add_move(TreeLine *line, Move m)
{
    assert(move_on_board(m));
    if (!array_grow(&line->moves, &line->move_room, (size_t)line->plies + 1, sizeof *line->moves))
        return NULL;
    line->moves[line->plies] = (TreeMove){.move = m};
    return &line->moves[line->plies++];
}

bool tree_add_move(GameTree *game, Move m, const char *comment)
{
    char *copy = comment ? strdup(comment) : NULL;
    TreeMove *move = !comment || copy ? tree_line_add_move(&game->main, m) : NULL;
    if (!move) {
        free(copy);
        return false;
    }
    move->comment = copy;
    return true;
}

TreeLine *tree_add_line(TreeMove *move)
{
    if (!array_grow(&move->lines, &move->line_room, (size_t)move->line_count + 1, sizeof *move->lines))
        return NULL;
    move->lines[move->line_count] = (TreeLine){0};
    return &move->lines[move->line_count++];
}

void tree_drop_line(TreeMove *move, int number)
{
    assert(in_range(number, 0, move->line_count - 1));
    TreeLine *line = &move->lines[number];
    tree_free_line(line);
    move->line_count--;
    memmove(line, line + 1, (size_t)(move->line_count - number) * sizeof *line);
}

void tree_add_nag(TreeMove *move, int nag)
{
    assert(in_range(nag, 1, UINT8_MAX));
    for (int i = 0; i < TREE_NAGS && nag > 0 && nag <= UINT8_MAX; i++)
        if (move->nags[i] == nag || !move->nags[i]) {
            move->nags[i] = (uint8_t)nag;
            return;
        }
}

const char *tree_nag_sign(int nag)
{
    static const char *const signs[] = {NULL, "!", "?", "!!", "??", "!?", "?!"};
    return in_range(nag, 0, sizeof signs / sizeof *signs - 1) ? signs[nag] : NULL;
}

int tree_nag_of_sign(const char *text)
{
    int nag = 1;
    for (const char *sign; (sign = tree_nag_sign(nag)); nag++)
        if (strcmp(sign, text) == 0)
            return nag;
    return 0;
}

void tree_add_remarks(const TreeMove *move, Text *out)
{
    for (int i = 0; i < TREE_NAGS && move->nags[i]; i++) {
        const char *sign = tree_nag_sign(move->nags[i]), *blank = out->length > 0 ? " " : "";
        if (sign)
            text_addf(out, "%s%s", blank, sign);
        else
            text_addf(out, "%s$%d", blank, move->nags[i]);
    }
    if (move->comment)
        text_addf(out, "%s%s", out->length > 0 ? " " : "", move->comment);
    for (int i = 0; i < move->line_count; i++)
        if (move->lines[i].plies == 0 && move->lines[i].comment)
            text_addf(out, "%s(%s)", out->length > 0 ? " " : "", move->lines[i].comment);
}

void tree_set_fault(GameTree *game, int line, const Text *why)
{
    if (why->length == 0)
        return;
    Text fault = text_over(game->report.fault, sizeof game->report.fault);
    game->report.fault_line = line;
    if (line > 0)
        text_addf(&fault, tr(why_language(why), "line %d: %s"), line, why->data);
    else
        text_add(&fault, why->data);
}

/* Adds a part of a clause after the parts before it, unless `count` is 0. */
static void tree_add_part(Text *out, size_t before, const char *english, int count)
{
    const Language language = why_language(out);
    if (count > 0)
        text_addf(out, "%s%s%d", out->length > before ? tr(language, ", ") : tr(language, "left out: "), tr(language, english), count);
}

bool tree_left_out(const GameTree *game, Text *out)
{
    const size_t before = out->length;
    tree_add_part(out, before, N_("variations "), game->report.lost_lines);
    tree_add_part(out, before, N_("comments "), game->report.lost_comments);
    tree_add_part(out, before, N_("illegal moves and their continuations "), game->report.illegal_moves);
    if (game->report.main_ends_illegal)
        text_addf(out, tr(why_language(out), "; the main line ends at one, after ply %d"), game->main.plies);
    return out->length > before;
}
