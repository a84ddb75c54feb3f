/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/encoding.h"
#include "engine/base/json.h"
#include "engine/base/memory_file.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/book/library.h"
#include "engine/endgame/answer_words.h"
#include "engine/endgame/built_in.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/games.h"
#include "engine/notation/missed.h"
#include "engine/notation/opening.h"
#include "engine/notation/tree_json.h"
#include "engine/notation/verdict.h"
#include "engine/notation/xqf.h"
#include "protocol/trainer/coach.h"
#include "search/skill.h"

typedef struct Query {
    char *rest; /* part of the request not yet read */
    char *end;  /* end of the request, a terminator */
    Language language;
    RuleSet rules;
    int64_t limit;
    Notation notation;           /* of the reader, for refusals */
    const EndgameTables *tables; /* NULL: the built-in ones */
    Game game;
    Json json;
} Query;

static void query_answer_error(Query *q, const char *reason) { json_add_string(&q->json, "error", reason); }

/* `format`, one of the texts of language.h, has a place for the word. */
static void query_answer_unknown(Query *q, const char *format, const char *word)
{
    Text reason = TEXT_INIT;
    text_addf(&reason, tr(q->language, format), word);
    query_answer_error(q, reason.data);
    text_free(&reason);
}

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
    if (*fen && !fen_read_pasted(fen, &start, why))
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

/* Adds the played moves in all notations. */
static void query_add_moves(Query *q)
{
    for (Notation n = 0; n < NOTATIONS; n++) {
        Position pos = q->game.start;
        json_begin_array(&q->json, n == NOTATION_ICCS ? "moves" : notation_keys[n]);
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
    reason.by_files = q->notation != NOTATION_ICCS;
    if (part == JUDGE_FROM_START)
        plies = judge_from_start(&q->game, q->rules, (int)q->limit, &j);
    else
        judge_game(&q->game, q->rules, (int)q->limit, &j);
    json_add_string(&q->json, "result", outcome_text(j.result.outcome));
    json_add_string(&q->json, "ending", j.result.outcome == OUTCOME_OPEN ? "" : ending_name(j.result.ending));
    verdict_summary(&j, q->language, &summary);
    json_take_text(&q->json, "summary", &summary);
    verdict_reason(&j, &q->game, q->language, &reason);
    if (!reason.failed && reason.length > 0) /* without the last line end */
        text_cut(&reason, reason.length - 1);
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
    const Opening *opening = opening_of_game(&q->game);
    json_add_string(&q->json, "opening", opening ? tr(q->language, opening->name) : "");
    query_add_verdict(q, part);
}

/* ---- move ---- */

static void query_answer_move(Query *q)
{
    Move m;
    Text why = WHY_IN(q->language);
    why.by_files = q->notation != NOTATION_ICCS;
    if (!query_take_game(q))
        return;
    if (move_from_text(&q->game.now, query_take_line(q), &m, &why) == READ_MOVE)
        tree_json_names(&q->json, &q->game.now, m);
    else
        json_add_string(&q->json, "refused", why.data);
}

static void query_answer_moves(Query *q)
{
    MoveList list = {0};
    if (!query_take_game(q))
        return;
    legal_moves(&q->game.now, &list);
    json_begin_array(&q->json, "moves");
    for (int i = 0; i < list.count; i++) {
        char text[FEN_SIZE];
        Position after = q->game.now;
        position_make(&after, list.moves[i], &(Undo){0});
        fen_write(&after, text);
        json_begin_object(&q->json, NULL);
        tree_json_names(&q->json, &q->game.now, list.moves[i]);
        json_add_string(&q->json, "fen", text);
        json_end(&q->json);
    }
    json_end(&q->json);
}

/* ---- book ---- */

static void query_add_book_move(Query *q, const BookMove *entry, double share)
{
    json_begin_object(&q->json, NULL);
    tree_json_names(&q->json, &q->game.now, entry->move);
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

/* ---- endgame tables ---- */

typedef struct TableMove {
    Move move;
    EndgameValue value; /* for the side that plays it */
} TableMove;

/* Adds "outcome" for the side to move, "plies" of a win or loss, and both in "words". */
static void query_add_value(Query *q, EndgameValue value, int64_t left)
{
    Text words = TEXT_INIT;
    const bool drawn = endgame_is_drawn(value);
    json_add_string(&q->json, "outcome", drawn || endgame_distance(value) > left ? "draw" : value > 0 ? "win" : "loss");
    if (!drawn)
        json_add_number(&q->json, "plies", "%d", endgame_distance(value));
    endgame_value_words(value, side_to_move(&q->game.now), left, q->language, &words);
    json_take_text(&q->json, "words", &words);
}

/* Lists the legal moves that the tables know, best first. Returns their number. */
static int query_probe_moves(const Position *pos, const EndgameTables *tables, EndgameCache *cache, TableMove out[MAX_MOVES])
{
    int count = 0;
    MoveList list = {0};
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        TableMove known = {.move = list.moves[i]};
        if (!endgame_probe_move(tables, cache, pos, known.move, &known.value))
            continue;
        int at = count++;
        for (; at > 0 && endgame_is_better(known.value, out[at - 1].value); at--)
            out[at] = out[at - 1];
        out[at] = known;
    }
    return count;
}

static void query_add_table(Query *q, const EndgameTables *tables, EndgameCache *cache)
{
    EndgameResult result;
    TableMove moves[MAX_MOVES];
    const Game *game = &q->game;
    const int64_t left = q->limit > 0 ? q->limit - natural_count(&game->start, game->undos, game->plies).plies : INT64_MAX;
    const int count = query_probe_moves(&game->now, tables, cache, moves);
    if (count > 0 && endgame_probe(tables, cache, &game->now, &result)) {
        json_add_string(&q->json, "set", result.table->name);
        query_add_value(q, result.value, left);
    }
    json_begin_array(&q->json, "moves");
    for (int i = 0; i < count; i++) {
        json_begin_object(&q->json, NULL);
        tree_json_names(&q->json, &game->now, moves[i].move);
        query_add_value(q, moves[i].value, left);
        json_end(&q->json);
    }
    json_end(&q->json);
}

static void query_answer_table(Query *q)
{
    Text why = WHY_IN(q->language);
    if (!query_take_game(q))
        return;
    EndgameTables *own = q->tables ? NULL : endgame_tables_built_in("", &why);
    EndgameCache *cache = endgame_cache_new();
    if ((q->tables || own) && (cache || why_no_memory(&why)))
        query_add_table(q, q->tables ? q->tables : own, cache);
    else
        query_answer_error(q, why.data);
    endgame_tables_free(own);
    endgame_cache_free(cache);
}

/* ---- files of games ---- */

/* Opens the file of a request: a line with its name, then its bytes. */
static bool query_open_file(Query *q, GameSource *source)
{
    Text why = WHY_IN(q->language);
    const char *name = query_take_line(q);
    const size_t length = (size_t)(q->end - q->rest);
    char *data = malloc(length + 1);
    if (data)
        memcpy(data, q->rest, length + 1);
    else
        why_no_memory(&why);
    if (data && games_open_bytes(source, data, length, name, &why))
        return true;
    query_answer_error(q, why.data);
    return false;
}

static void query_add_entry(Query *q, const GameTree *game, int number)
{
    Json *json = &q->json;
    const char *event = tree_tag_text(game, "Event");
    json_add_number(json, "number", "%d", number);
    json_add_string(json, "red", tree_tag_text(game, "Red"));
    json_add_string(json, "black", tree_tag_text(game, "Black"));
    json_add_string(json, "name", *event && *event != '?' ? event : tree_tag_text(game, "Title"));
    json_add_string(json, "result", outcome_text(game->outcome));
    json_add_number(json, "plies", "%d", game->main.plies);
    json_add_bool(json, "found", tree_is_there(game));
    json_add_string(json, "fault", game->report.fault);
}

/* Answers with an object for each game of a file, whose members `add` writes. */
static void query_answer_each(Query *q, void (*add)(Query *q, const GameTree *game, int number))
{
    GameTree game;
    GameSource source;
    if (!query_open_file(q, &source))
        return;
    tree_init(&game);
    json_begin_array(&q->json, "games");
    while (games_next(&source, &game, q->language)) {
        json_begin_object(&q->json, NULL);
        add(q, &game, source.games);
        json_end(&q->json);
    }
    json_end(&q->json);
    tree_clear(&game);
    games_close(&source);
}

static void query_answer_list(Query *q) { query_answer_each(q, query_add_entry); }

static void game_to_pgn(const GameTree *game, const char *format, FILE *out, Text *lost)
{
    const bool in_gb18030 = strcmp(format, "gb18030") == 0;
    PgnStyle style = {.notation = in_gb18030 ? NOTATION_CHINESE : NOTATION_ICCS};
    notation_from_name(format, &style.notation);
    style.gb18030 = in_gb18030;
    pgn_write_as(game, &style, out, lost);
}

/* Writes a game in a format, as for `write` in rules.h. Adds a clause about what the format cannot hold to
 * *lost. Returns the file, which the caller frees; NULL if an allocation fails. */
static char *game_to_file(const GameTree *game, const char *format, size_t *size, Text *lost)
{
    bool done = true;
    MemoryFile memory;
    if (!memory_file_open(&memory))
        return NULL;
    FILE *out = memory.stream;
    if (strcmp(format, "xqf") == 0)
        done = xqf_write(game, out, lost);
    else if (strcmp(format, "dhtmlxq") == 0)
        done = dhtmlxq_write(game, out, lost);
    else
        game_to_pgn(game, format, out, lost);
    char *bytes = memory_file_take(&memory, size);
    if (done)
        return bytes;
    free(bytes);
    return NULL;
}

static void query_add_game(Query *q, const GameTree *game)
{
    Text left_out = WHY_IN(q->language);
    tree_json(game, &q->json);
    tree_left_out(game, &left_out);
    json_add_string(&q->json, "lost", left_out.data);
    json_add_string(&q->json, "fault", game->report.fault);
}

static void query_answer_read(Query *q)
{
    int64_t number = 1;
    GameTree game;
    GameSource source;
    word_number(query_take_line(q), &number);
    if (!query_open_file(q, &source))
        return;
    tree_init(&game);
    while (source.games < number && games_next(&source, &game, q->language))
        ;
    if (source.games == number && tree_is_there(&game))
        query_add_game(q, &game);
    else
        query_answer_error(q, tr(q->language, "no game in it"));
    tree_clear(&game);
    games_close(&source);
}

static void query_add_whole(Query *q, const GameTree *game, int number)
{
    (void)number;
    if (tree_is_there(game))
        query_add_game(q, game);
    else
        json_add_string(&q->json, "fault", game->report.fault);
}

static void query_answer_games(Query *q) { query_answer_each(q, query_add_whole); }

/* Adds bytes as a string with one character for each byte. */
static void query_add_file(Query *q, const char *bytes, size_t size)
{
    Text text = TEXT_INIT;
    char character[5];
    for (size_t i = 0; i < size; i++)
        text_add_bytes(&text, character, utf8_put((unsigned char)bytes[i], character));
    json_add_bytes(&q->json, "file", text.data, text.length);
    q->json.out->failed |= text.failed;
    text_free(&text);
}

static void query_answer_write(Query *q)
{
    const char *format = query_take_line(q);
    GameTree game;
    GameSource source = games_in_text(q->rest, (size_t)(q->end - q->rest));
    Text lost = {.data = (char *)"", .language = q->language};
    size_t size = 0;
    tree_init(&game);
    if (strcmp(format, "gb18030") == 0 && !encodings_are_built_in()) {
        query_answer_error(q, tr(q->language, "this program was built without GB 18030"));
    } else if (games_next(&source, &game, q->language) && tree_is_there(&game)) {
        char *bytes = game_to_file(&game, format, &size, &lost);
        q->json.out->failed |= !bytes;
        tree_left_out(&game, &lost);
        query_add_file(q, bytes, size);
        json_take_text(&q->json, "lost", &lost);
        free(bytes);
    } else {
        query_answer_error(q, tr(q->language, "no game in it"));
    }
    tree_clear(&game);
}

/* ---- explain ---- */

/* Reads a score as UCI writes it, such as `cp 35` or `mate -3`. */
static bool query_take_score(Query *q, Score *score)
{
    char *line = query_take_line(q), *kind = word_next(&line), *word = word_next(&line);
    int64_t number;
    if (!word || !word_number(word, &number))
        return false;
    const int size = (int)(number < -SCORE_MATE ? SCORE_MATE : number > SCORE_MATE ? SCORE_MATE : llabs(number));
    if (strcmp(kind, "mate") == 0) {
        const int moves = size > MATE_PLIES / 2 ? MATE_PLIES / 2 : size;
        *score = number > 0 ? mate_in(2 * moves - 1) : mated_in(2 * moves);
    } else {
        const int most = SCORE_RULE;
        *score = (number < 0 ? -1 : 1) * (size > most ? most : size);
    }
    return true;
}

/* Reads the legal beginning of a line of moves from a position. */
static MoveLine query_take_move_line(Query *q, Position pos)
{
    MoveLine line = {.plies = 0};
    char *rest = query_take_line(q);
    for (char *word; line.plies < MOVE_LINE && (word = word_next(&rest));) {
        Text ignored = WHY_IN(q->language);
        if (move_from_text(&pos, word, &line.moves[line.plies], &ignored) != READ_MOVE)
            break;
        position_make(&pos, line.moves[line.plies++], &(Undo){0});
    }
    return line;
}

static void query_add_better(Query *q, const MoveLine *line)
{
    json_begin_object(&q->json, "better");
    for (Notation n = 0; n < NOTATIONS; n++) {
        Position pos = q->game.now;
        Text moves = TEXT_INIT;
        for (int i = 0; i < line->plies; i++) {
            char text[MOVE_TEXT_SIZE];
            text_addf(&moves, "%s%s", i ? " " : "", move_to_text(&pos, line->moves[i], n, text));
            position_make(&pos, line->moves[i], &(Undo){0});
        }
        json_take_text(&q->json, n == NOTATION_ICCS ? "moves" : notation_keys[n], &moves);
    }
    json_end(&q->json);
}

static void query_answer_explain(Query *q)
{
    Text why = WHY_IN(q->language);
    if (!query_take_game(q))
        return;
    const Position *now = &q->game.now;
    MissedMove m = {.path = {now, q->game.undos, q->game.plies}};
    if (move_from_text(now, query_take_line(q), &m.played, &why) != READ_MOVE) {
        json_add_string(&q->json, "refused", why.data);
        return;
    }
    Position after = *now;
    position_make(&after, m.played, &(Undo){0});
    MoveLine best, reply;
    bool good = query_take_score(q, &m.before);
    best = query_take_move_line(q, *now);
    good = query_take_score(q, &m.after) && good;
    reply = query_take_move_line(q, after);
    if (!good) {
        query_answer_error(q, tr(q->language, "expected a score such as cp 35 or mate -3"));
        return;
    }
    m.best = &best;
    m.reply = &reply;
    json_begin_object(&q->json, "words");
    for (Language l = 0; l < LANGUAGES; l++) {
        Text words = WHY_IN(l);
        missed_words(&m, &words);
        json_add_string(&q->json, language_words[l], words.data);
    }
    json_end(&q->json);
    query_add_better(q, &best);
}

static void query_answer_levels(Query *q)
{
    json_begin_array(&q->json, "levels");
    for (int level = 1; level <= SKILL_LEVELS; level++)
        json_add_number(&q->json, NULL, "%d", skill_elo(level));
    json_end(&q->json);
}

/* ---- practice ---- */

static void query_add_task(Query *q, const LessonTask *task, Side learner)
{
    char text[TASK_TEXT_SIZE];
    Text words = TEXT_INIT;
    json_add_string(&q->json, "task", task_write(task, text));
    task_words(task, learner, q->language, &words);
    json_take_text(&q->json, "words", &words);
}

static void query_answer_lessons(Query *q)
{
    json_begin_array(&q->json, "lessons");
    for (int i = 0; i < lessons_count(); i++) {
        const Lesson lesson = lessons_get(i);
        char fen[FEN_SIZE];
        Text motif = TEXT_INIT;
        lesson_motif_words(&lesson, q->language, &motif);
        fen_write(&lesson.start, fen);
        json_begin_object(&q->json, NULL);
        json_add_string(&q->json, "id", lesson.id);
        json_add_number(&q->json, "grade", "%d", lesson.grade);
        json_add_string(&q->json, "fen", fen);
        json_take_text(&q->json, "motif", &motif);
        query_add_task(q, &lesson.task, side_to_move(&lesson.start));
        json_end(&q->json);
    }
    json_end(&q->json);
}

/* Reads the solution of a file, which begins at the start of the game. */
static void query_read_solution(const Query *q, char *rest, LessonTask *task)
{
    Position pos = q->game.start;
    for (char *word; task->plies < TASK_LINE_MOST && (word = word_next(&rest));) {
        Text ignored = WHY_IN(q->language);
        if (move_from_text(&pos, word, &task->line[task->plies], &ignored) != READ_MOVE)
            break;
        position_make(&pos, task->line[task->plies++], &(Undo){0});
    }
    task->moves = (task->plies + 1) / 2;
}

static void query_add_named(Query *q, const char *name, const Position *pos, Move m)
{
    if (m == MOVE_NONE)
        return;
    json_begin_object(&q->json, name);
    tree_json_names(&q->json, pos, m);
    json_end(&q->json);
}

static void query_add_answer(Query *q, const LessonTask *task, Move m, const CoachAnswer *answer)
{
    static const char *const grades[] = {"best", "slower", "wrong"};
    const Position *now = &q->game.now;
    Position after = *now;
    position_make(&after, m, &(Undo){0});
    json_add_string(&q->json, "grade", grades[answer->grade]);
    json_add_bool(&q->json, "solved", answer->solved);
    query_add_named(q, "best", now, answer->best);
    query_add_named(q, "reply", &after, answer->reply);
    json_begin_object(&q->json, "words");
    for (Notation n = 0; n < NOTATIONS; n++) {
        Text words = TEXT_INIT;
        answer_words(&(AnswerWords){now, task, m, answer, task->moves - q->game.plies / 2, n, q->language}, &words);
        json_take_text(&q->json, notation_keys[n], &words);
    }
    json_end(&q->json);
}

/* Answers a request about a position of a file, whose moves are the solution. */
static void query_set_task(Query *q, Coach *coach)
{
    LessonTask task;
    Move line[TASK_LINE_MOST];
    const Position *start = &q->game.start;
    const int plies = q->game.plies < TASK_LINE_MOST ? q->game.plies : TASK_LINE_MOST;
    for (int i = 0; i < plies; i++)
        line[i] = q->game.undos[i].move;
    if (coach_task(coach, start, line, plies, &task))
        query_add_task(q, &task, side_to_move(start));
    else
        query_answer_error(q, tr(q->language, "no win, draw or mate is known in this position, and there is no solution"));
}

static void query_judge_practice(Query *q, Coach *coach)
{
    Move m;
    LessonTask task;
    CoachAnswer answer;
    Text why = WHY_IN(q->language);
    why.by_files = q->notation != NOTATION_ICCS;
    char *goal = query_take_line(q);
    if (!task_read(&goal, &task)) {
        query_answer_error(q, tr(q->language, "expected a task such as win, draw 8, mate 3 or line"));
        return;
    }
    char *solution = query_take_line(q);
    if (task.goal == GOAL_LINE)
        query_read_solution(q, solution, &task);
    char *text = query_take_line(q);
    if (!*text)
        query_add_named(q, "best", &q->game.now, coach_best(coach, &q->game, &task));
    else if (move_from_text(&q->game.now, text, &m, &why) != READ_MOVE)
        json_add_string(&q->json, "refused", why.data);
    else if (coach_judge(coach, &q->game, &task, m, &answer))
        query_add_answer(q, &task, m, &answer);
    else
        query_answer_error(q, tr(q->language, "this position cannot be judged"));
}

static void query_ask_coach(Query *q, void (*answer)(Query *q, Coach *coach))
{
    Text why = WHY_IN(q->language);
    if (!query_take_game(q))
        return;
    Coach *coach = coach_new(&why);
    if (coach)
        answer(q, coach);
    else
        query_answer_error(q, why.data);
    coach_free(coach);
}

static void query_answer_task(Query *q) { query_ask_coach(q, query_set_task); }
static void query_answer_practise(Query *q) { query_ask_coach(q, query_judge_practice); }

/* ---- dispatch ---- */

static void query_answer_now(Query *q) { query_answer_state(q, JUDGE_NOW); }
static void query_answer_judge(Query *q) { query_answer_state(q, JUDGE_FROM_START); }

static const struct {
    const char *command;
    void (*answer)(Query *q);
} answers[] = {
    {"moves", query_answer_moves},     {"games", query_answer_games}, {"state", query_answer_now},
    {"judge", query_answer_judge},     {"move", query_answer_move},   {"book", query_answer_book},
    {"list", query_answer_list},       {"read", query_answer_read},   {"write", query_answer_write},
    {"levels", query_answer_levels},   {"table", query_answer_table}, {"explain", query_answer_explain},
    {"lessons", query_answer_lessons}, {"task", query_answer_task},   {"practise", query_answer_practise},
};

static void query_answer(Query *q)
{
    enum { ANSWERS = sizeof answers / sizeof *answers };
    char *head = query_take_line(q), *command = word_next(&head), *word;
    int i = 0;
    while (i < ANSWERS && !(command && strcmp(command, answers[i].command) == 0))
        i++;
    if ((word = word_next(&head)) && !language_from_name(word, &q->language))
        query_answer_unknown(q, N_("unknown language '%.40s': expected en, zh, zh-Hant, vi"), word);
    else if ((word = word_next(&head)) && !rule_set_from_name(word, &q->rules))
        query_answer_unknown(q, N_("unknown rules '%.40s': expected asian, computer, chinese, simple, off"), word);
    else if ((word = word_next(&head)) && (!word_number(word, &q->limit) || q->limit < 0 || q->limit > NATURAL_LIMIT_MAX))
        query_answer_error(q, tr(q->language, "the natural limit must be a number of plies from 0 to 1000"));
    else if ((word = word_next(&head)) && !notation_from_name(word, &q->notation))
        query_answer_unknown(q, N_("unknown notation '%.40s': expected iccs, wxf, chinese, traditional, english, vietnamese"), word);
    else if (i < ANSWERS)
        answers[i].answer(q);
    else
        query_answer_error(q, tr(q->language, "unknown request"));
}

bool web_answer(const char *request, size_t length, const EndgameTables *tables, Text *json)
{
    assert((request || length == 0) && json);
    char *copy = malloc(length + 1);
    if (!copy)
        return false;
    if (length > 0)
        memcpy(copy, request, length);
    copy[length] = '\0';
    Query q = {.rest = copy,
               .end = copy + length,
               .rules = RULES_ASIAN,
               .limit = NATURAL_LIMIT_DEFAULT,
               .tables = tables,
               .json = json_writer(json)};
    game_init(&q.game);
    json_begin_object(&q.json, NULL);
    query_answer(&q);
    json_end(&q.json);
    game_clear(&q.game);
    free(copy);
    return !json->failed;
}
