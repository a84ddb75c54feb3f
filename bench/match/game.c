/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/game.h"

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/rng.h"
#include "engine/book/library.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/endgame/outcome.h"
#include "engine/notation/verdict.h"
#include "engine/notation/names.h"
#include "engine/notation/notation.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>

void game_record_clear(GameRecord *r)
{
    free(r->moves);
    memset(r, 0, sizeof *r);
}

bool game_record_add(GameRecord *r, const PlyRecord *ply)
{
    assert(move_on_board(ply->move));
    bool room = array_grow(&r->moves, &r->capacity, (size_t)r->plies + 1, sizeof *r->moves);
    if (room)
        r->moves[r->plies++] = *ply;
    return room;
}

typedef struct GameTable { /* state of the game in progress */
    Client *const *clients;
    const Adjudication *rules;
    GameRecord *record;
    Game game;
    ThinkRequest ask;
    EndgameCache *cache;                 /* NULL if no endgame tables are used */
    int losing[2], winning[2], level[2]; /* numbers of consecutive moves, for adjudication */
    ClientFault end;                     /* CLIENT_OK unless the game is void */
} GameTable;

__attribute__((format(printf, 4, 5))) static void game_table_finish(GameTable *t, Outcome outcome, Ending ending, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->record->reason, sizeof t->record->reason, format, arguments);
    va_end(arguments);
    t->record->result = (Result){outcome, ending};
}

static const char *game_table_name(const GameTable *t, Side s) { return t->clients[s]->spec->name; }

static void game_table_lose(GameTable *t, Side s, Ending ending, const char *what, const char *details)
{
    game_table_finish(t, lost_by(s), ending, "%s (%s) %s%s%s", side_word(s, LANGUAGE_ENGLISH), game_table_name(t, s), what,
                      *details ? ": " : "", details);
}

static void game_table_give_up(GameTable *t, ClientFault end, const char *why)
{
    t->end = end;
    snprintf(t->record->reason, sizeof t->record->reason, "%s", why);
}

/* Applies a client's fault: the engine loses the game, or the game is void if the fault is not the
 * engine's. */
static void game_table_take_fault(GameTable *t, Side s)
{
    static const struct {
        Ending ending;
        const char *what;
    } losses[] = {[CLIENT_CRASH] = {ENDING_CRASH, "crashed"},
                  [CLIENT_STALL] = {ENDING_STALL, "does not answer"},
                  [CLIENT_TIME] = {ENDING_TIME, "lost on time"},
                  [CLIENT_PROTOCOL] = {ENDING_PROTOCOL, "broke the protocol"}};
    const Client *c = t->clients[s];
    if (c->fault >= CLIENT_CRASH)
        game_table_lose(t, s, losses[c->fault].ending, losses[c->fault].what, c->text);
    else
        game_table_give_up(t, c->fault, c->text);
}

static void game_table_lose_by_illegal_move(GameTable *t, Side s, const Answer *a)
{
    char details[REASON_SIZE];
    Text text = text_over(details, sizeof details);
    text_addf(&text, a->move != MOVE_NONE ? "%s. " : "'%s' is not a move", a->text);
    if (a->move != MOVE_NONE) {
        refuse_move(&t->game.now, a->move, &text);
        text_cut(&text, text.length - 1); /* without the full stop */
    }
    game_table_lose(t, s, ENDING_ILLEGAL, "made an illegal move", details);
}

static void game_table_punch_clock(GameTable *t, Side s, int64_t elapsed_us)
{
    const MatchLimits *l = t->ask.limits[s];
    int64_t *left = &t->ask.left_us[s], *slack = &t->record->slack_us[s];
    if (l->move_us && l->move_us - elapsed_us < *slack)
        *slack = l->move_us - elapsed_us;
    if (!l->base_us)
        return;
    *left -= elapsed_us;
    if (*left < *slack)
        *slack = *left;
    *left = (*left > 0 ? *left : 0) + l->increment_us;
    if (l->period && --t->ask.moves_to_go[s] == 0) {
        t->ask.moves_to_go[s] = l->period;
        *left += l->base_us;
    }
}

static int game_table_number(const GameTable *t) { return (t->game.plies + t->record->start.side) / 2 + 1; }

/* Counts consecutive moves with scores that point to the same result, and ends the game if the
 * rules of adjudication are met. */
static void game_table_adjudicate(GameTable *t, Side mover, int32_t score)
{
    const Adjudication *a = t->rules;
    bool told = score != NO_SCORE;
    t->losing[mover] = told && score <= -a->win_score ? t->losing[mover] + 1 : 0;
    t->winning[mover] = told && score >= a->win_score ? t->winning[mover] + 1 : 0;
    t->level[mover] = told && score <= a->draw_score && score >= -a->draw_score ? t->level[mover] + 1 : 0;
    if (t->record->result.outcome != OUTCOME_OPEN)
        return;

    for (Side s = RED; s <= BLACK && a->win_count; s++)
        if (t->losing[s] >= a->win_count && (!a->win_both || t->winning[opponent(s)] >= a->win_count)) {
            game_table_finish(t, lost_by(s), ENDING_ADJUDICATED_WIN, "%s (%s) reported a lost position for %d moves",
                              side_word(s, LANGUAGE_ENGLISH), game_table_name(t, s), t->losing[s]);
            return;
        }
    if (a->draw_count && game_table_number(t) >= a->draw_from && t->level[RED] >= a->draw_count && t->level[BLACK] >= a->draw_count)
        game_table_finish(t, OUTCOME_DRAW, ENDING_ADJUDICATED_DRAW, "both engines reported an even position for %d moves",
                          (int)a->draw_count);
    else if (a->max_plies && t->game.plies >= a->max_plies)
        game_table_finish(t, OUTCOME_DRAW, ENDING_LENGTH, "the game reached %d plies", (int)a->max_plies);
}

/* Ends the game, with the reason, if it is over by the rules. */
static void game_table_judge(GameTable *t)
{
    Judgement j;
    judge_game(&t->game, t->rules->rules, (int)t->rules->limit, &j);
    t->record->result = j.result;
    if (j.result.outcome == OUTCOME_OPEN)
        return;
    Text text = text_over(t->record->reason, REASON_SIZE);
    verdict_summary(&j, LANGUAGE_ENGLISH, &text);
    text_cut(&text, text.length - 1); /* without the full stop */
}

/* Ends the game if a table knows the result. */
static void game_table_judge_by_tables(GameTable *t)
{
    const EndgameTable *table;
    if (t->record->result.outcome != OUTCOME_OPEN)
        return;
    const Outcome outcome = endgame_outcome(t->rules->tables, t->cache, &t->game, t->rules->limit, &table);
    if (outcome == OUTCOME_DRAW) {
        game_table_finish(t, OUTCOME_DRAW, ENDING_ADJUDICATED_DRAW, "drawn by the endgame table %s", table->name);
    } else if (outcome != OUTCOME_OPEN) {
        const Side winner = outcome == won_by(RED) ? RED : BLACK;
        game_table_finish(t, outcome, ENDING_ADJUDICATED_WIN, "%s (%s) wins by the endgame table %s", side_word(winner, LANGUAGE_ENGLISH),
                          game_table_name(t, winner), table->name);
    }
}

static bool game_table_loses_by_repetition(GameTable *t, Move m)
{
    Side us = side_to_move(&t->game.now);
    Judgement j;
    if (!game_play(&t->game, m))
        return false;
    judge_game(&t->game, t->rules->rules, 0, &j);
    game_undo(&t->game);
    return j.result.outcome == lost_by(us) && ending_by_repetition(j.result.ending);
}

/* Lists the moves that would lose at once by repetition. Returns their number, or 0 if all moves
 * would lose, because the engine must play one. */
static int game_table_find_bans(GameTable *t, Move out[MAX_MOVES])
{
    MoveList list;
    int count = 0, moves = legal_moves(&t->game.now, &list);
    for (int i = 0; i < moves; i++)
        if (game_table_loses_by_repetition(t, list.moves[i]))
            out[count++] = list.moves[i];
    return count < moves ? count : 0;
}

/* Chooses a move from the side's own book by its weight, always the same in one game of a match. Returns false if there is none. */
static bool game_table_look_up(const GameTable *t, Side us, Answer *a)
{
    const EngineSpec *spec = t->clients[us]->spec;
    Rng rng = {t->game.now.key ^ (uint64_t)t->record->id};
    Move best_and_reply[2];
    if (!spec->book || t->clients[us]->pondering || (spec->book_depth && game_table_number(t) > spec->book_depth))
        return false;
    const Randomness by_weight = book_weight_kind(spec->book) == WEIGHTS_ODDS ? RANDOM_NONE : RANDOM_MEDIUM;
    *a = (Answer){.move = MOVE_NONE, .ponder = MOVE_NONE};
    if (book_pick(spec->book, &t->game, NULL, by_weight, rng_next(&rng), best_and_reply))
        a->move = best_and_reply[0];
    return a->move != MOVE_NONE;
}

/* Asks the engine for a legal move. Returns false if the game has ended. */
static bool game_table_ask(GameTable *t, Side us, Answer *a)
{
    Client *client = t->clients[us];
    t->ask.ban_count = client->spec->banmoves ? game_table_find_bans(t, t->ask.bans) : 0;
    if (!client_think(client, &t->ask, a)) {
        game_table_take_fault(t, us);
        return false;
    }
    game_table_punch_clock(t, us, a->elapsed_us);
    if (a->resigns || (a->text[0] == '\0' && client->protocol == PROTOCOL_UCCI)) {
        game_table_lose(t, us, ENDING_RESIGNATION, a->resigns ? "resigned" : "gave no move", a->resigns ? "" : "nobestmove");
        return false;
    }
    if (a->move == MOVE_NONE || !is_legal(&t->game.now, a->move)) {
        game_table_lose_by_illegal_move(t, us, a);
        return false;
    }
    return true;
}

static void game_table_play_move(GameTable *t)
{
    Side us = side_to_move(&t->game.now);
    Client *client = t->clients[us];
    Answer a;
    const bool known = game_table_look_up(t, us, &a);
    if (known)
        game_table_punch_clock(t, us, 0);
    else if (!game_table_ask(t, us, &a))
        return;

    bool offered = t->rules->draw_offers && a.offers_draw, agreed = t->ask.draw_offered && offered;
    PlyRecord ply = {a.move, known ? (Thought){.score = NO_SCORE} : client->thought, a.elapsed_us};
    if (!game_play(&t->game, a.move) || !game_record_add(t->record, &ply)) {
        game_table_give_up(t, CLIENT_TROUBLE, "out of memory");
        return;
    }
    t->ask.draw_offered = offered;
    if (agreed)
        game_table_finish(t, OUTCOME_DRAW, ENDING_AGREEMENT, "both engines agreed on a draw");
    else
        game_table_judge(t);
    game_table_judge_by_tables(t);
    game_table_adjudicate(t, us, ply.thought.score);
    t->ask.ban_count = 0;
    if (t->record->result.outcome == OUTCOME_OPEN && client->spec->ponder && a.ponder != MOVE_NONE && is_legal(&t->game.now, a.ponder) &&
        !client_ponder(client, &t->ask, a.ponder))
        game_table_take_fault(t, us);
}

ClientFault play_game(Client *const clients[2], const Adjudication *rules, void (*moved)(void *self, int plies), void *self,
                      GameRecord *record)
{
    assert(rules->rules < RULE_SETS && rules->limit >= 0);
    GameTable t = {.clients = clients, .rules = rules, .record = record, .end = CLIENT_OK};
    t.ask = (ThinkRequest){.game = &t.game};
    t.cache = rules->tables ? endgame_cache_new() : NULL;
    record->result = (Result){OUTCOME_OPEN, ENDING_NONE};
    record->plies = 0;
    game_init(&t.game);
    game_reset(&t.game, &record->start);
    for (int side = 0; side < 2; side++) {
        const MatchLimits *l = t.ask.limits[side] = &clients[side]->spec->limits;
        t.ask.left_us[side] = l->base_us;
        t.ask.moves_to_go[side] = l->period;
        record->slack_us[side] = NO_SLACK;
    }

    for (Side s = RED; s <= BLACK && t.end == CLIENT_OK && record->result.outcome == OUTCOME_OPEN; s++)
        if (!client_new_game(clients[s]))
            game_table_take_fault(&t, s);
    while (t.end == CLIENT_OK && record->result.outcome == OUTCOME_OPEN) {
        moved(self, record->plies);
        game_table_play_move(&t);
    }
    record->date = (int64_t)time(NULL);
    endgame_cache_free(t.cache);
    game_clear(&t.game);
    return t.end;
}
