/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/book/library.h"
#include "engine/notation/pgn.h"
#include "engine/notation/verdict.h"
#include "search/skill.h"

typedef struct Query {
    char *rest; /* lines not yet read */
    Language language;
    RuleSet rules;
    int64_t limit;
    Game game;
    Text *json;
} Query;

/* ---- JSON ---- */

static void add_part(Text *json, const char *string, const char *end)
{
    text_add_char(json, '"');
    for (const unsigned char *c = (const unsigned char *)string; c < (const unsigned char *)end; c++) {
        if (*c == '"' || *c == '\\')
            text_addf(json, "\\%c", *c);
        else if (*c < ' ')
            text_addf(json, "\\u%04x", *c);
        else
            text_add_char(json, (char)*c);
    }
    text_add_char(json, '"');
}

static void add_string(Text *json, const char *string) { add_part(json, string, string + strlen(string)); }

/* "name":"value", and a comma before it unless it is the object's first. */
static void add_field(Text *json, const char *name, const char *value)
{
    text_add(json, json->length > 0 && json->data[json->length - 1] != '{' ? "," : "");
    add_string(json, name);
    text_add_char(json, ':');
    add_string(json, value);
}

/* Adds "name":[ */
static void begin_list(Text *json, const char *name) { text_addf(json, ",\"%s\":[", name); }

static void add_item(Text *json, const char *value)
{
    text_add(json, json->data[json->length - 1] != '[' ? "," : "");
    add_string(json, value);
}

static void answer_error(Query *q, const char *reason)
{
    text_add_char(q->json, '{');
    add_field(q->json, "error", reason);
    text_add_char(q->json, '}');
}

/* ---- requests ---- */

static char *take_line(Query *q)
{
    char *line = q->rest, *end = line + strcspn(line, "\n");
    q->rest = *end ? end + 1 : end;
    *end = '\0';
    return line;
}

static bool take_start(Query *q, Text *why)
{
    Position start;
    const char *fen = take_line(q);
    if (*fen && !fen_read(fen, &start, why))
        return false;
    if (*fen)
        game_reset(&q->game, &start);
    return true;
}

/* Plays the moves of one line. */
static bool take_moves(Query *q, Text *why)
{
    char *line = take_line(q);
    for (char *word; (word = word_next(&line));) {
        Move m;
        size_t before = why->length;
        why_not(why, "move %d, %.*s: ", "第 %d 着 %.*s：", q->game.plies + 1, (int)utf8_fit(word, 24), word);
        if (move_from_text(&q->game.now, word, &m, why) != READ_MOVE)
            return false;
        text_cut(why, before);
        if (!game_play(&q->game, m))
            return why_no_memory(why);
    }
    return true;
}

static bool take_game(Query *q)
{
    Text why = WHY_IN(q->language);
    bool done = take_start(q, &why) && take_moves(q, &why);
    if (!done)
        answer_error(q, why.data);
    return done;
}

/* ---- state and judge ---- */

/* Adds the played moves in three notations: "moves", "wxf" and "chinese". */
static void add_moves(Query *q)
{
    static const char *const names[NOTATIONS] = {"moves", "wxf", "chinese"};
    for (Notation n = 0; n < NOTATIONS; n++) {
        Position pos = q->game.start;
        begin_list(q->json, names[n]);
        for (int i = 0; i < q->game.plies; i++) {
            Undo undo;
            char text[MOVE_TEXT_SIZE];
            add_item(q->json, move_to_text(&pos, q->game.undos[i].move, n, text));
            position_make(&pos, q->game.undos[i].move, &undo);
        }
        text_add_char(q->json, ']');
    }
}

static void add_verdict(Query *q, bool from_start)
{
    Judgement j;
    int plies = q->game.plies;
    Text text = TEXT_INIT;
    if (from_start)
        plies = judge_from_start(&q->game, q->rules, (int)q->limit, &j);
    else
        judge_game(&q->game, q->rules, (int)q->limit, &j);
    add_field(q->json, "result", outcome_text(j.result.outcome));
    add_field(q->json, "ending", j.result.outcome == OUTCOME_OPEN ? "" : ending_name(j.result.ending));
    verdict_summary(&j, q->language, &text);
    add_field(q->json, "summary", text.data);
    text_cut(&text, 0);
    verdict_reason(&j, q->language, &text);
    add_field(q->json, "reason", text.data);
    text_addf(q->json, ",\"plies\":%d", plies);
    q->json->failed |= text.failed;
    text_free(&text);
}

static void answer_state(Query *q, bool from_start)
{
    char text[FEN_SIZE];
    MoveList list = {0};
    const Position *now = &q->game.now;
    if (!take_game(q))
        return;
    text_add_char(q->json, '{');
    fen_write(&q->game.start, text);
    add_field(q->json, "start", text);
    fen_write(now, text);
    add_field(q->json, "fen", text);
    add_field(q->json, "turn", now->side == RED ? "red" : "black");
    text_addf(q->json, ",\"check\":%s", in_check(now, side_to_move(now)) ? "true" : "false");
    legal_moves(now, &list);
    begin_list(q->json, "legal");
    for (int i = 0; i < list.count; i++)
        add_item(q->json, move_to_iccs(list.moves[i], text));
    text_add_char(q->json, ']');
    add_moves(q);
    add_verdict(q, from_start);
    text_add_char(q->json, '}');
}

/* ---- move ---- */

static void answer_move(Query *q)
{
    Move m;
    char text[5];
    Text why = WHY_IN(q->language);
    if (!take_game(q))
        return;
    bool legal = move_from_text(&q->game.now, take_line(q), &m, &why) == READ_MOVE;
    text_add_char(q->json, '{');
    add_field(q->json, legal ? "move" : "refused", legal ? move_to_iccs(m, text) : why.data);
    text_add_char(q->json, '}');
}

/* ---- book ---- */

static void add_book_move(Query *q, const BookMove *entry, double share)
{
    static const char *const names[NOTATIONS] = {"move", "wxf", "chinese"};
    char text[MOVE_TEXT_SIZE];
    text_add(q->json, q->json->data[q->json->length - 1] != '[' ? ",{" : "{");
    for (Notation n = 0; n < NOTATIONS; n++)
        add_field(q->json, names[n], move_to_text(&q->game.now, entry->move, n, text));
    text_addf(q->json, ",\"share\":%.1f", share);
    if (entry->score != SCORE_NONE && is_mate(entry->score))
        text_addf(q->json, ",\"mate\":%d", mate_moves(entry->score));
    else if (entry->score != SCORE_NONE)
        text_addf(q->json, ",\"score\":%d", entry->score);
    text_add_char(q->json, '}');
}

static void answer_book(Query *q)
{
    BookMove moves[MAX_MOVES];
    Text why = WHY_IN(q->language);
    if (!take_game(q))
        return;
    Book *book = book_built_in(&why);
    if (*why.data) {
        answer_error(q, why.data);
        return;
    }
    const int count = book ? book_moves_onward(book, &q->game, NULL, moves) : 0;
    book_free(book);
    text_add(q->json, "{\"book\":[");
    for (int i = 0; i < count; i++)
        add_book_move(q, &moves[i], book_share(moves, count, &moves[i]));
    text_add(q->json, "]}");
}

/* ---- PGN ---- */

/* Returns true if the game has comments, judgements or variations. */
static bool has_notes(const PgnGame *game)
{
    bool any = game->comment != NULL;
    for (int i = 0; i < game->plies; i++)
        any = any || game->moves[i].comment || game->moves[i].nags[0] || game->moves[i].line_count;
    return any;
}

/* Adds a game that was read from this text. */
static void add_pgn_game(Text *json, const PgnGame *game, const char *text_start, const char *text_end)
{
    char text[FEN_SIZE];
    text_add(json, json->data[json->length - 1] != '[' ? ",{" : "{");
    fen_write(&game->start, text);
    add_field(json, "fen", text);
    add_field(json, "result", outcome_text(game->outcome));
    add_field(json, "comment", game->comment ? game->comment : "");
    add_field(json, "fault", game->fault_line ? game->fault : "");
    text_add(json, ",\"tags\":{");
    for (int i = 0; i < game->tag_count; i++)
        add_field(json, game->tags[i].name, game->tags[i].value);
    text_add_char(json, '}');
    begin_list(json, "moves");
    for (int i = 0; i < game->plies; i++)
        add_item(json, move_to_iccs(game->moves[i].move, text));
    text_add_char(json, ']');
    begin_list(json, "comments");
    for (int i = 0; i < game->plies; i++)
        add_item(json, game->moves[i].comment ? game->moves[i].comment : "");
    text_addf(json, "],\"notes\":%s,\"text\":", has_notes(game) ? "true" : "false");
    add_part(json, text_start, text_end);
    text_add_char(json, '}');
}

static void answer_read(Query *q)
{
    PgnGame game;
    PgnSource source = pgn_source(q->rest, strlen(q->rest));
    pgn_init(&game);
    text_add(q->json, "{\"games\":[");
    for (const char *from = source.at; pgn_read(&source, &game, q->language); from = source.at)
        add_pgn_game(q->json, &game, from, source.at);
    text_add(q->json, "]}");
    pgn_clear(&game);
}

/* Sets the tags from the remaining lines, each `Name value`. */
static bool take_tags(Query *q, PgnGame *game)
{
    bool done = true;
    while (done && *q->rest) {
        char *line = take_line(q), *name = word_next(&line);
        done = !name || pgn_set_tag(game, name, line + strspn(line, " "));
    }
    return done;
}

static bool fill_pgn(Query *q, PgnGame *game)
{
    bool done = true;
    game->start = q->game.start;
    if (!outcome_from_text(take_line(q), &game->outcome))
        game->outcome = OUTCOME_OPEN;
    for (int i = 0; i < q->game.plies; i++)
        done = done && pgn_add_move(game, q->game.undos[i].move, NULL);
    return done && take_tags(q, game);
}

static void answer_write(Query *q)
{
    Notation notation = NOTATION_ICCS;
    PgnGame game;
    char *text = NULL;
    size_t size;
    notation_from_name(take_line(q), &notation);
    if (!take_game(q))
        return;
    pgn_init(&game);
    FILE *out = fill_pgn(q, &game) ? open_memstream(&text, &size) : NULL;
    if (out) {
        pgn_write(&game, notation, out);
        fclose(out);
    }
    text_add_char(q->json, '{');
    add_field(q->json, "pgn", text ? text : "");
    text_add_char(q->json, '}');
    q->json->failed |= !text;
    free(text);
    pgn_clear(&game);
}

static void answer_levels(Query *q)
{
    text_add(q->json, "{\"levels\":[");
    for (int level = 1; level <= SKILL_LEVELS; level++)
        text_addf(q->json, "%s%d", level > 1 ? "," : "", skill_elo(level));
    text_add(q->json, "]}");
}

/* ---- which it is ---- */

static void answer(Query *q)
{
    char *head = take_line(q), *command = word_next(&head), *word;
    if ((word = word_next(&head)))
        language_from_name(word, &q->language);
    if ((word = word_next(&head)) && !rule_set_from_name(word, &q->rules))
        answer_error(q, in_language(q->language, "unknown rules", "没有这种规则"));
    else if ((word = word_next(&head)) && (!word_number(word, &q->limit) || q->limit < 0 || q->limit > NATURAL_LIMIT_MAX))
        answer_error(q, in_language(q->language, "the natural limit is a number of plies up to 1000", "自然限着应为 0 至 1000 的着数"));
    else if (command && strcmp(command, "state") == 0)
        answer_state(q, false);
    else if (command && strcmp(command, "judge") == 0)
        answer_state(q, true);
    else if (command && strcmp(command, "move") == 0)
        answer_move(q);
    else if (command && strcmp(command, "book") == 0)
        answer_book(q);
    else if (command && strcmp(command, "read") == 0)
        answer_read(q);
    else if (command && strcmp(command, "write") == 0)
        answer_write(q);
    else if (command && strcmp(command, "levels") == 0)
        answer_levels(q);
    else
        answer_error(q, in_language(q->language, "unknown request", "看不懂的请求"));
}

bool web_answer(const char *request, Text *json)
{
    char *copy = strdup(request);
    Query q = {.rest = copy, .rules = RULES_ASIAN, .limit = NATURAL_LIMIT_DEFAULT, .json = json};
    game_init(&q.game);
    if (copy)
        answer(&q);
    game_clear(&q.game);
    free(copy);
    return copy && !json->failed;
}
