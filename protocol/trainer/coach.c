/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/trainer/coach.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/endgame/built_in.h"

enum {
    HOLD_MOVES = 8,   /* moves for which the draw of a position in a file is to be held */
    CHECKS_MOST = 15, /* longest mate to look for in a file, by checks and by any moves */
    ANY_MOST = 4,
    NODES_FIRST = 30000, /* nodes of the prover: a first attempt, and a longer one */
    NODES_MOST = 300000,
};

struct Coach {
    EndgameTables *tables;
    EndgameCache *cache;
    MateSolver *solver;
};

Coach *coach_new(Text *why)
{
    Coach *c = calloc(1, sizeof *c);
    if (!c)
        return why_no_memory(why), NULL;
    c->tables = endgame_tables_built_in("", why);
    c->cache = endgame_cache_new();
    c->solver = mate_solver_new();
    if (c->tables && c->cache && c->solver)
        return c;
    if (c->tables)
        why_no_memory(why);
    coach_free(c);
    return NULL;
}

void coach_free(Coach *c)
{
    if (!c)
        return;
    endgame_tables_free(c->tables);
    endgame_cache_free(c->cache);
    mate_solver_free(c->solver);
    free(c);
}

static Position coach_after(const Position *pos, Move m)
{
    Position after = *pos;
    Undo undo;
    position_make(&after, m, &undo);
    return after;
}

/* ---- by the endgame tables ---- */

typedef struct Known { /* the legal moves of a position with their values for the side that plays them */
    int count;
    Move moves[MAX_MOVES];
    EndgameValue values[MAX_MOVES];
    int best; /* index of the first of the best moves */
} Known;

/* Returns false if the tables do not know all moves, or if there are none. */
static bool coach_probe(Coach *c, const Position *pos, Known *k)
{
    MoveList list = {0};
    k->best = 0;
    k->count = legal_moves(pos, &list);
    for (int i = 0; i < k->count; i++) {
        k->moves[i] = list.moves[i];
        if (!endgame_probe_move(c->tables, c->cache, pos, list.moves[i], &k->values[i]))
            return false;
        if (endgame_is_better(k->values[i], k->values[k->best]))
            k->best = i;
    }
    return k->count > 0;
}

static bool coach_is_win(EndgameValue value) { return value > 0 && !endgame_is_drawn(value); }
static bool coach_holds(EndgameValue value) { return value > 0 || endgame_is_drawn(value); }

/* Returns true if the move leads to a position of the game. */
static bool coach_repeats(const Game *game, const Position *before, Move m)
{
    const uint64_t key = coach_after(before, m).key;
    for (int i = 0; i < game->plies; i++)
        if (game->undos[i].key == key)
            return true;
    return false;
}

/* Returns how difficult a position of the defender is: the share of its moves that lose, in thousandths; -1 if it can hold by a
 * capture, or if the tables lack a move. */
static int coach_difficulty(Coach *c, const Position *pos)
{
    Known k;
    int losing = 0;
    if (!coach_probe(c, pos, &k))
        return -1;
    for (int i = 0; i < k.count; i++) {
        losing += !coach_holds(k.values[i]);
        if (is_capture(pos, k.moves[i]) && coach_holds(k.values[i]))
            return -1;
    }
    return 1000 * losing / k.count;
}

/* Returns the quickest win; in a drawn position, the draw after which the largest share of the learner's moves loses; else the longest
 * resistance. */
static Move coach_table_reply(Coach *c, const Game *game, const Position *pos)
{
    Known k;
    if (!coach_probe(c, pos, &k))
        return MOVE_NONE;
    int best = k.best, most = INT_MIN;
    for (int i = 0; i < k.count && endgame_is_drawn(k.values[k.best]); i++) {
        const Position after = coach_after(pos, k.moves[i]);
        const int difficulty =
            endgame_is_drawn(k.values[i]) ? coach_difficulty(c, &after) - 500 * coach_repeats(game, pos, k.moves[i]) : INT_MIN;
        if (difficulty > most) {
            most = difficulty;
            best = i;
        }
    }
    return k.moves[best];
}

static void coach_judge_win(EndgameValue value, EndgameValue best, bool captures, CoachAnswer *a)
{
    const bool kept = coach_is_win(value);
    a->before = coach_is_win(best) ? endgame_distance(best) : 0;
    a->after = kept ? endgame_distance(value) : 0;
    a->grade = !kept ? MOVE_WRONG : a->after > a->before ? MOVE_SLOWER : MOVE_BEST;
    a->solved = kept && (a->mated || captures);
}

static void coach_judge_draw(EndgameValue value, int left, const Position *after, CoachAnswer *a)
{
    a->after = left;
    a->grade = coach_holds(value) ? MOVE_BEST : MOVE_WRONG;
    a->solved = a->grade == MOVE_BEST && (left <= 0 || a->mated || only_guards_left(after));
}

static bool coach_by_tables(Coach *c, const Game *game, const LessonTask *task, Move m, CoachAnswer *a)
{
    Known k;
    const Position *now = &game->now, after = coach_after(now, m);
    if (!coach_probe(c, now, &k))
        return false;
    int i = 0;
    while (k.moves[i] != m)
        i++;
    a->mated = !any_legal_move(&after);
    if (task->goal == GOAL_WIN)
        coach_judge_win(k.values[i], k.values[k.best], is_capture(now, m), a);
    else
        coach_judge_draw(k.values[i], task->moves - (game->plies / 2 + 1), &after, a);
    if (a->grade != MOVE_BEST)
        a->best = k.moves[k.best];
    if (!a->solved)
        a->reply = coach_table_reply(c, game, &after);
    return true;
}

/* ---- by proofs of mate ---- */

/* Looks for a mate within this number of moves: the prover tries any moves, then checks only, then any moves with more nodes. */
static ProofState coach_mates(Coach *c, const Game *game, int moves, Proof *proof)
{
    static const struct {
        ProofMoves moves;
        uint64_t nodes;
    } attempts[] = {{PROOF_BY_ANY, NODES_FIRST}, {PROOF_BY_CHECKS, NODES_MOST}, {PROOF_BY_ANY, NODES_MOST}};
    if (moves < 1)
        return PROOF_NONE;
    for (int i = 0; i < (int)(sizeof attempts / sizeof *attempts); i++) {
        *proof = (Proof){.moves = attempts[i].moves, .plies = 2 * moves - 1, .nodes = attempts[i].nodes};
        const ProofState state = mate_prove(c->solver, game, proof);
        if (state == PROOF_MATE || (state == PROOF_NONE && proof->moves == PROOF_BY_ANY))
            return state;
    }
    return PROOF_OPEN;
}

/* Sets the reply to one after which no mate within this number of moves is known, if there is one. `game` is the game up to the
 * reply. Returns false if an allocation fails. */
static bool coach_reply_that_lasts(Coach *c, Game *game, const MoveList *replies, int moves, CoachAnswer *a)
{
    Proof proof;
    for (int i = 0; i < replies->count && a->reply == MOVE_NONE; i++) {
        if (!game_play(game, replies->moves[i]))
            return false;
        const ProofState state = coach_mates(c, game, moves, &proof);
        game_undo(game);
        a->open = state == PROOF_OPEN;
        if (state != PROOF_MATE)
            a->reply = replies->moves[i];
    }
    return true;
}

/* Judges the position after the learner's move, with `left` moves to mate. Returns false if an allocation fails. */
static bool coach_replies(Coach *c, Game *game, int left, CoachAnswer *a)
{
    MoveList replies = {0};
    legal_moves(&game->now, &replies);
    a->mated = a->solved = replies.count == 0;
    if (a->mated)
        return true;
    if (!coach_reply_that_lasts(c, game, &replies, left, a))
        return false;
    if (a->reply != MOVE_NONE) {
        a->grade = MOVE_WRONG;
        return true;
    }
    while (left > 1 && a->reply == MOVE_NONE)
        if (!coach_reply_that_lasts(c, game, &replies, --left, a))
            return false;
    if (a->reply != MOVE_NONE)
        left++;
    else
        a->reply = replies.moves[0];
    a->after = left;
    return true;
}

static bool coach_copy(const Game *game, Game *copy)
{
    game_init(copy);
    game_reset(copy, &game->start);
    for (int i = 0; i < game->plies; i++)
        if (!game_play(copy, game->undos[i].move))
            return false;
    return true;
}

static bool coach_by_prover(Coach *c, const Game *game, const LessonTask *task, Move m, CoachAnswer *a)
{
    Game copy;
    const bool done = coach_copy(game, &copy) && game_play(&copy, m) && coach_replies(c, &copy, task->moves - game->plies / 2 - 1, a);
    if (done && a->grade == MOVE_WRONG)
        a->best = coach_best(c, game, task);
    game_clear(&copy);
    return done;
}

/* ---- by the solution of a file ---- */

static bool coach_by_line(const Game *game, const LessonTask *task, Move m, CoachAnswer *a)
{
    const int at = game->plies;
    if (at >= task->plies)
        return false;
    a->grade = m == task->line[at] ? MOVE_BEST : MOVE_WRONG;
    if (a->grade == MOVE_WRONG) {
        a->best = task->line[at];
        return true;
    }
    a->solved = at + 2 >= task->plies;
    a->reply = at + 1 < task->plies ? task->line[at + 1] : MOVE_NONE;
    return true;
}

/* ---- all of them ---- */

bool coach_judge(Coach *c, const Game *game, const LessonTask *task, Move m, CoachAnswer *answer)
{
    assert(is_legal(&game->now, m));
    *answer = (CoachAnswer){.best = MOVE_NONE, .reply = MOVE_NONE};
    switch (task->goal) {
    case GOAL_MATE: return coach_by_prover(c, game, task, m, answer);
    case GOAL_LINE: return coach_by_line(game, task, m, answer);
    default: return coach_by_tables(c, game, task, m, answer);
    }
}

Move coach_best(Coach *c, const Game *game, const LessonTask *task)
{
    Known k;
    Proof proof;
    switch (task->goal) {
    case GOAL_MATE: return coach_mates(c, game, task->moves - game->plies / 2, &proof) == PROOF_MATE ? proof.line[0] : MOVE_NONE;
    case GOAL_LINE: return game->plies < task->plies ? task->line[game->plies] : MOVE_NONE;
    default: return coach_probe(c, &game->now, &k) ? k.moves[k.best] : MOVE_NONE;
    }
}

/* Finds a mate in a position of a file. Returns its length in moves against every defence, or 0. */
static int coach_find_mate(Coach *c, const Position *start)
{
    Game game;
    game_init(&game);
    game_reset(&game, start);
    Proof proof = {.moves = PROOF_BY_CHECKS, .plies = 2 * CHECKS_MOST - 1, .nodes = NODES_MOST};
    const int by_checks = mate_prove(c->solver, &game, &proof) == PROOF_MATE ? mate_proof_moves(&proof) : 0;
    int most = by_checks && by_checks <= ANY_MOST ? by_checks : ANY_MOST, found = by_checks;
    if (mate_shortest(c->solver, &game, most, NODES_MOST, &proof) == PROOF_MATE)
        found = mate_proof_moves(&proof);
    if (coach_mates(c, &game, found, &proof) != PROOF_MATE) /* the proof by checks may have longer defences */
        found = 0;
    game_clear(&game);
    return found;
}

bool coach_task(Coach *c, const Position *start, const Move *line, int plies, LessonTask *task)
{
    EndgameResult r;
    *task = (LessonTask){.goal = GOAL_LINE};
    if (!any_legal_move(start))
        return false;
    if (endgame_probe(c->tables, c->cache, start, &r) && coach_holds(r.value)) {
        *task = coach_is_win(r.value) ? (LessonTask){.goal = GOAL_WIN} : (LessonTask){.goal = GOAL_DRAW, .moves = HOLD_MOVES};
        return true;
    }
    const int mate = coach_find_mate(c, start);
    if (mate) {
        *task = (LessonTask){.goal = GOAL_MATE, .moves = mate};
        return true;
    }
    task->plies = plies < TASK_LINE_MOST ? plies : TASK_LINE_MOST;
    if (plies)
        memcpy(task->line, line, sizeof *line * (size_t)task->plies);
    task->moves = (task->plies + 1) / 2;
    return plies > 0;
}

/* ---- words ---- */

static void answer_solved_words(const AnswerWords *w, const char *move, const Position *after, Text *out)
{
    const Language l = w->language;
    if (w->answer->mated)
        text_addf(out, tr(l, in_check(after, side_to_move(after)) ? N_("Solved: %s is mate") : N_("Solved: %s stalemates")), move);
    else if (w->task->goal == GOAL_WIN)
        text_addf(out, tr(l, "Solved: %s captures and keeps the win"), move);
    else if (w->task->goal == GOAL_DRAW)
        text_add(out, tr(l, "Solved: the draw is held"));
    else
        text_add(out, tr(l, "Solved"));
}

static void answer_wrong_words(const AnswerWords *w, const char *move, const char *best, const char *reply, Text *out)
{
    const Language l = w->language;
    switch (w->task->goal) {
    case GOAL_WIN: text_addf(out, tr(l, "%s gives the win away: %s wins"), move, best); break;
    case GOAL_DRAW: text_addf(out, tr(l, "%s loses because of %s: %s holds the draw"), move, reply, best); break;
    case GOAL_MATE:
        text_addf(out, tr(l, w->answer->open ? N_("%s: no mate in %d was found against %s") : N_("%s does not mate in %d because of %s")),
                  move, w->moves, reply);
        break;
    default: text_addf(out, tr(l, "%s is not the move of the solution"), move); break;
    }
}

static void answer_right_words(const AnswerWords *w, const char *move, const char *best, Text *out)
{
    const Language l = w->language;
    const CoachAnswer *a = w->answer;
    if (a->grade == MOVE_SLOWER)
        text_addf(out, tr(l, "%s still wins, but slowly: capture or mate in %d plies; %s needs %d"), move, a->after, best, a->before);
    else if (w->task->goal == GOAL_WIN)
        text_addf(out, tr(l, "%s is best: capture or mate in %d plies"), move, a->after);
    else if (w->task->goal == GOAL_DRAW)
        text_addf(out, tr(l, "%s holds the draw; moves to go: %d"), move, a->after);
    else if (w->task->goal == GOAL_MATE)
        text_addf(out, tr(l, "%s is right: mate in %d"), move, a->after);
    else
        text_addf(out, tr(l, "%s is right"), move);
}

void answer_words(const AnswerWords *w, Text *out)
{
    const CoachAnswer *a = w->answer;
    char move[MOVE_TEXT_SIZE], best[MOVE_TEXT_SIZE] = "", reply[MOVE_TEXT_SIZE] = "";
    const Position after = coach_after(w->before, w->move);
    move_to_text(w->before, w->move, w->notation, move);
    if (a->best != MOVE_NONE)
        move_to_text(w->before, a->best, w->notation, best);
    if (a->reply != MOVE_NONE)
        move_to_text(&after, a->reply, w->notation, reply);
    if (a->solved)
        answer_solved_words(w, move, &after, out);
    else if (a->grade == MOVE_WRONG)
        answer_wrong_words(w, move, best, reply, out);
    else
        answer_right_words(w, move, best, out);
    text_add(out, tr(w->language, "."));
}
