/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/book/library.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "engine/notation/verdict.h"
#include "search/skill.h"

typedef struct Query {
    char *rest; /* lines not yet read */
    Language language;
    RuleSet rules;
    int64_t limit;
    Game game;
    Json json;
} Query;

static void query_answer_error(Query *q, const char *reason) { json_add_string(&q->json, "error", reason); }

/* ---- requests ---- */

static char *query_take_line(Query *q)
{
    char *line = q->rest, *end = line + strcspn(line, "\n");
    q->rest = *end ? end + 1 : end;
    *end = '\0';
    return line;
}

static bool query_take_start(Query *q, Text *why)
{
    Position start;
    char *fen = query_take_line(q);
    fen_unwrap(fen);
    if (*fen && !fen_read(fen, &start, why))
        return false;
    if (*fen)
        game_reset(&q->game, &start);
    return true;
}

/* Plays the moves of one line. */
static bool query_take_moves(Query *q, Text *why)
{
    char *line = query_take_line(q);
    for (char *word; (word = word_next(&line));) {
        Move m;
        size_t before = why->length;
        why_not(why, "move %d, %.*s: ", q->game.plies + 1, (int)utf8_fit(word, 24), word);
        if (move_from_text(&q->game.now, word, &m, why) != READ_MOVE)
            return false;
        text_cut(why, before);
        if (!game_play(&q->game, m))
            return why_no_memory(why);
    }
    return true;
}

static bool query_take_game(Query *q)
{
    Text why = WHY_IN(q->language);
    bool done = query_take_start(q, &why) && query_take_moves(q, &why);
    if (!done)
        query_answer_error(q, why.data);
    return done;
}

/* ---- state and judge ---- */

/* Adds the played moves in three notations: "moves", "wxf" and "chinese". */
static void query_add_moves(Query *q)
{
    static const char *const names[NOTATIONS] = {"moves", "wxf", "chinese"};
    for (Notation n = 0; n < NOTATIONS; n++) {
        Position pos = q->game.start;
        json_begin_array(&q->json, names[n]);
        for (int i = 0; i < q->game.plies; i++) {
            Undo undo;
            char text[MOVE_TEXT_SIZE];
            json_add_string(&q->json, NULL, move_to_text(&pos, q->game.undos[i].move, n, text));
            position_make(&pos, q->game.undos[i].move, &undo);
        }
        json_end(&q->json);
    }
}

typedef enum JudgedPart { JUDGE_NOW, JUDGE_FROM_START } JudgedPart;

static void query_add_verdict(Query *q, JudgedPart part)
{
    Judgement j;
    int plies = q->game.plies;
    Text summary = TEXT_INIT, reason = TEXT_INIT;
    if (part == JUDGE_FROM_START)
        plies = judge_from_start(&q->game, q->rules, (int)q->limit, &j);
    else
        judge_game(&q->game, q->rules, (int)q->limit, &j);
    json_add_string(&q->json, "result", outcome_text(j.result.outcome));
    json_add_string(&q->json, "ending", j.result.outcome == OUTCOME_OPEN ? "" : ending_name(j.result.ending));
    verdict_summary(&j, q->language, &summary);
    json_take_text(&q->json, "summary", &summary);
    verdict_reason(&j, &q->game, q->language, &reason);
    json_take_text(&q->json, "reason", &reason);
    json_add_number(&q->json, "plies", "%d", plies);
}

static void query_answer_state(Query *q, JudgedPart part)
{
    char text[FEN_SIZE];
    MoveList list = {0};
    const Position *now = &q->game.now;
    if (!query_take_game(q))
        return;
    fen_write(&q->game.start, text);
    json_add_string(&q->json, "start", text);
    fen_write(now, text);
    json_add_string(&q->json, "fen", text);
    json_add_string(&q->json, "turn", now->side == RED ? "red" : "black");
    json_add_bool(&q->json, "check", in_check(now, side_to_move(now)));
    legal_moves(now, &list);
    json_begin_array(&q->json, "legal");
    for (int i = 0; i < list.count; i++)
        json_add_string(&q->json, NULL, move_to_iccs(list.moves[i], text));
    json_end(&q->json);
    query_add_moves(q);
    query_add_verdict(q, part);
}

/* ---- move ---- */

static void query_answer_move(Query *q)
{
    Move m;
    char text[5];
    Text why = WHY_IN(q->language);
    if (!query_take_game(q))
        return;
    bool legal = move_from_text(&q->game.now, query_take_line(q), &m, &why) == READ_MOVE;
    json_add_string(&q->json, legal ? "move" : "refused", legal ? move_to_iccs(m, text) : why.data);
}

/* ---- book ---- */

static void query_add_book_move(Query *q, const BookMove *entry, double share)
{
    static const char *const names[NOTATIONS] = {"move", "wxf", "chinese"};
    char text[MOVE_TEXT_SIZE];
    json_begin_object(&q->json, NULL);
    for (Notation n = 0; n < NOTATIONS; n++)
        json_add_string(&q->json, names[n], move_to_text(&q->game.now, entry->move, n, text));
    json_add_number(&q->json, "share", "%.1f", share);
    if (entry->score != SCORE_NONE && is_mate(entry->score))
        json_add_number(&q->json, "mate", "%d", mate_moves(entry->score));
    else if (entry->score != SCORE_NONE)
        json_add_number(&q->json, "score", "%d", entry->score);
    json_end(&q->json);
}

static void query_answer_book(Query *q)
{
    BookMove moves[MAX_MOVES];
    Text why = WHY_IN(q->language);
    if (!query_take_game(q))
        return;
    Book *book = book_built_in(&why);
    if (*why.data) {
        query_answer_error(q, why.data);
        return;
    }
    const int count = book ? book_moves_onward(book, &q->game, NULL, moves) : 0;
    book_free(book);
    json_begin_array(&q->json, "book");
    for (int i = 0; i < count; i++)
        query_add_book_move(q, &moves[i], book_share(moves, count, &moves[i]));
    json_end(&q->json);
}

/* ---- PGN ---- */

/* Returns true if the game has comments, judgements or variations. */
static bool query_has_notes(const GameTree *game)
{
    bool any = game->main.comment != NULL;
    for (int i = 0; i < game->main.plies; i++)
        any = any || game->main.moves[i].comment || game->main.moves[i].nags[0] || game->main.moves[i].line_count;
    return any;
}

/* Adds a game that was read from this text. */
static void query_add_pgn_game(Json *json, const GameTree *game, const char *text_start, const char *text_end)
{
    char text[FEN_SIZE];
    json_begin_object(json, NULL);
    fen_write(&game->start, text);
    json_add_string(json, "fen", text);
    json_add_string(json, "result", outcome_text(game->outcome));
    json_add_string(json, "comment", game->main.comment ? game->main.comment : "");
    json_add_string(json, "fault", game->fault);
    json_begin_object(json, "tags");
    for (int i = 0; i < game->tag_count; i++)
        json_add_string(json, game->tags[i].name, game->tags[i].value);
    json_end(json);
    json_begin_array(json, "moves");
    for (int i = 0; i < game->main.plies; i++)
        json_add_string(json, NULL, move_to_iccs(game->main.moves[i].move, text));
    json_end(json);
    json_begin_array(json, "comments");
    for (int i = 0; i < game->main.plies; i++)
        json_add_string(json, NULL, game->main.moves[i].comment ? game->main.moves[i].comment : "");
    json_end(json);
    json_add_bool(json, "notes", query_has_notes(game));
    json_add_bytes(json, "text", text_start, (size_t)(text_end - text_start));
    json_end(json);
}

static void query_answer_read(Query *q)
{
    GameTree game;
    GameSource source = games_in_text(q->rest, strlen(q->rest));
    tree_init(&game);
    json_begin_array(&q->json, "games");
    for (const char *from = source.at; games_next(&source, &game, q->language); from = source.at)
        query_add_pgn_game(&q->json, &game, from, source.at);
    json_end(&q->json);
    tree_clear(&game);
}

/* Sets the tags from the remaining lines, each `Name value`. */
static bool query_take_tags(Query *q, GameTree *game)
{
    bool done = true;
    while (done && *q->rest) {
        char *line = query_take_line(q), *name = word_next(&line);
        done = !name || tree_set_tag(game, name, line + strspn(line, " "));
    }
    return done;
}

static bool query_fill_pgn(Query *q, GameTree *game)
{
    bool done = true;
    game->start = q->game.start;
    if (!outcome_from_text(query_take_line(q), &game->outcome))
        game->outcome = OUTCOME_OPEN;
    for (int i = 0; i < q->game.plies; i++)
        done = done && tree_add_move(game, q->game.undos[i].move, NULL);
    return done && query_take_tags(q, game);
}

static void query_answer_write(Query *q)
{
    Notation notation = NOTATION_ICCS;
    GameTree game;
    char *text = NULL;
    size_t size;
    notation_from_name(query_take_line(q), &notation);
    if (!query_take_game(q))
        return;
    tree_init(&game);
    FILE *out = query_fill_pgn(q, &game) ? open_memstream(&text, &size) : NULL;
    if (out) {
        pgn_write(&game, notation, out);
        fclose(out);
    }
    json_add_string(&q->json, "pgn", text ? text : "");
    q->json.out->failed |= !text;
    free(text);
    tree_clear(&game);
}

static void query_answer_levels(Query *q)
{
    json_begin_array(&q->json, "levels");
    for (int level = 1; level <= SKILL_LEVELS; level++)
        json_add_number(&q->json, NULL, "%d", skill_elo(level));
    json_end(&q->json);
}

/* ---- dispatch ---- */

static void query_answer(Query *q)
{
    char *head = query_take_line(q), *command = word_next(&head), *word;
    if ((word = word_next(&head)))
        language_from_name(word, &q->language);
    if ((word = word_next(&head)) && !rule_set_from_name(word, &q->rules))
        query_answer_error(q, tr(q->language, "unknown rules"));
    else if ((word = word_next(&head)) && (!word_number(word, &q->limit) || q->limit < 0 || q->limit > NATURAL_LIMIT_MAX))
        query_answer_error(q, tr(q->language, "the natural limit must be a number of plies from 0 to 1000"));
    else if (command && strcmp(command, "state") == 0)
        query_answer_state(q, JUDGE_NOW);
    else if (command && strcmp(command, "judge") == 0)
        query_answer_state(q, JUDGE_FROM_START);
    else if (command && strcmp(command, "move") == 0)
        query_answer_move(q);
    else if (command && strcmp(command, "book") == 0)
        query_answer_book(q);
    else if (command && strcmp(command, "read") == 0)
        query_answer_read(q);
    else if (command && strcmp(command, "write") == 0)
        query_answer_write(q);
    else if (command && strcmp(command, "levels") == 0)
        query_answer_levels(q);
    else
        query_answer_error(q, tr(q->language, "unknown request"));
}

bool web_answer(const char *request, Text *json)
{
    char *copy = strdup(request);
    Query q = {.rest = copy, .rules = RULES_ASIAN, .limit = NATURAL_LIMIT_DEFAULT, .json = json_writer(json)};
    game_init(&q.game);
    json_begin_object(&q.json, NULL);
    if (copy)
        query_answer(&q);
    json_end(&q.json);
    game_clear(&q.game);
    free(copy);
    return copy && !json->failed;
}
