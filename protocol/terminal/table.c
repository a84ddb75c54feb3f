/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/table.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/contract.h"
#include "engine/base/text.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/verdict.h"
#include "search/search.h"

void table_init(Table *t)
{
    enum { DEFAULT_TIME_MS = 2000 };
    *t = (Table){.limit = NATURAL_LIMIT_DEFAULT, .engine[BLACK] = true, .level = PLAY_LEVEL, .time_ms = DEFAULT_TIME_MS};
    game_init(&t->game);
}

void table_clear(Table *t) { game_clear(&t->game); }

void table_judge(Table *t)
{
    judge_game(&t->game, t->rules, t->limit, &t->judgement);
    t->result = t->judgement.result;
}

void table_restart(Table *t, const Position *start, int64_t now_ms)
{
    game_reset(&t->game, start);
    t->redo_count = 0;
    t->used_ms[RED] = t->used_ms[BLACK] = 0;
    t->turn_ms = now_ms;
    t->paused = t->changed = false;
    table_judge(t);
}

int64_t table_used_ms(const Table *t, Side side, int64_t now_ms)
{
    return t->used_ms[side] + (t->result.outcome == OUTCOME_OPEN && t->game.now.side == side ? now_ms - t->turn_ms : 0);
}

static void press_clock(Table *t, int64_t now_ms)
{
    t->used_ms[t->game.now.side] = table_used_ms(t, side_to_move(&t->game.now), now_ms);
    t->turn_ms = now_ms;
}

/* Returns the next move to redo. Moves that were taken back stay in the game's undo list until
 * another move is played. */
static const Undo *next_redo(const Table *t) { return &t->game.undos[t->game.plies]; }

bool table_move(Table *t, Move m, int64_t now_ms)
{
    assert(t->redo_count >= 0);
    bool again = t->redo_count > 0 && next_redo(t)->move == m;
    press_clock(t, now_ms);
    if (!game_play(&t->game, m))
        return false;
    t->redo_count = again ? t->redo_count - 1 : 0;
    table_judge(t);
    t->changed = true;
    return true;
}

bool table_undo(Table *t, int64_t now_ms)
{
    if (t->game.plies == 0)
        return false;
    press_clock(t, now_ms);
    game_undo(&t->game);
    t->redo_count++;
    table_judge(t);
    t->changed = true;
    return true;
}

bool table_redo(Table *t, int64_t now_ms) { return t->redo_count > 0 && table_move(t, next_redo(t)->move, now_ms); }

void table_end(Table *t, Result result, int64_t now_ms)
{
    assert(result.outcome != OUTCOME_OPEN);
    press_clock(t, now_ms);
    t->result = result;
    t->changed = true;
}

bool table_waits(const Table *t) { return t->result.outcome != OUTCOME_OPEN || !t->engine[t->game.now.side] || t->paused; }

bool table_has_person(const Table *t, Side side) { return !t->engine[side] || t->paused; }

/* The sides that people play, indexed by a sum over the sides that the engine plays: Red counts 1,
 * Black 2. */
static const char *const sides[] = {"both", "black", "red", "none"};

bool table_read_side(const char *word, bool engine[2])
{
    int side = word_among(word, sides, 4);
    if (side == 4)
        return false;
    engine[RED] = side & 1;
    engine[BLACK] = side & 2;
    return true;
}

const char *table_side(const Table *t) { return sides[t->engine[RED] + 2 * t->engine[BLACK]]; }

/* Parses a time such as "0.5", "0.5s" or "500ms". */
static bool read_time(const char *value, int64_t *ms)
{
    enum { MOST_S = 24 * 3600 };
    char *end;
    double seconds = strtod(value, &end);
    if (strcmp(end, "ms") == 0)
        seconds /= 1000;
    else if (*end && strcmp(end, "s") != 0)
        end = (char *)value;
    if (end == value || !(seconds >= 0.001 && seconds <= MOST_S))
        return false;
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

static bool read_range(const char *value, int least, int most, int *out)
{
    int64_t number;
    if (!word_number(value, &number) || number < least || number > most)
        return false;
    *out = (int)number;
    return true;
}

bool table_set(Table *t, const char *name, const char *value)
{
    int level = SKILL_LEVELS, depth = 0; /* new values, unless the option sets them */
    if (strcmp(name, "side") == 0)
        return table_read_side(value, t->engine);
    if (strcmp(name, "rules") == 0)
        return rule_set_from_name(value, &t->rules);
    if (strcmp(name, "limit") == 0)
        return read_range(value, 0, NATURAL_LIMIT_MAX, &t->limit);
    bool fits = (strcmp(name, "level") == 0 && read_range(value, 1, SKILL_LEVELS, &level)) ||
                (strcmp(name, "depth") == 0 && read_range(value, 1, MAX_DEPTH, &depth)) ||
                (strcmp(name, "time") == 0 && read_time(value, &t->time_ms));
    if (fits) {
        t->level = level;
        t->depth = depth;
    }
    return fits;
}

/* ---- conversion to and from PGN ---- */

static const char tag_settings[] = "HanxinPlay", tag_clocks[] = "HanxinClocks", tag_undone[] = "HanxinUndone";

/* Adds a tag with the moves that were taken back; the next one to redo comes first. */
static bool add_undone(const Table *t, GameTree *game)
{
    Text text = TEXT_INIT;
    char iccs[5];
    for (int i = 0; i < t->redo_count; i++)
        text_addf(&text, "%s%s", i ? " " : "", move_to_iccs(next_redo(t)[i].move, iccs));
    bool ok = t->redo_count == 0 || (!text.failed && tree_set_tag(game, tag_undone, text.data));
    text_free(&text);
    return ok;
}

/* Plays the moves that were taken back, as far as they are legal, and takes them back again. */
static void read_undone(Table *t, const char *moves, int64_t now_ms)
{
    int played = 0, length;
    char word[5];
    Move m;
    for (; sscanf(moves, "%4s%n", word, &length) == 1; moves += length, played++)
        if (!move_from_iccs(word, &m) || !is_legal(&t->game.now, m) || !table_move(t, m, now_ms))
            break;
    while (played-- > 0)
        table_undo(t, now_ms);
}

/* Adds tags with the players, the settings in the form of a command line, and the clocks. */
static bool add_settings(const Table *t, GameTree *game)
{
    char text[200], clocks[60];
    int n = snprintf(text, sizeof text, "--side=%s --rules=%s --limit=%d --time=%lldms", table_side(t), rule_set_name(t->rules), t->limit,
                     (long long)t->time_ms);
    if (t->depth)
        snprintf(text + n, sizeof text - (size_t)n, " --depth=%d", t->depth);
    else if (t->level < SKILL_LEVELS)
        snprintf(text + n, sizeof text - (size_t)n, " --level=%d", t->level);
    snprintf(clocks, sizeof clocks, "%lld %lld", (long long)t->used_ms[RED], (long long)t->used_ms[BLACK]);
    return tree_set_tag(game, tag_settings, text) && tree_set_tag(game, tag_clocks, clocks) && add_undone(t, game);
}

static void read_settings(Table *t, const char *settings)
{
    char text[200], *rest = text, *word;
    snprintf(text, sizeof text, "%s", settings);
    while ((word = word_next(&rest))) {
        char *value = strchr(word, '=');
        if (!value || strncmp(word, "--", 2) != 0)
            continue;
        *value++ = '\0';
        (void)table_set(t, word + 2, value);
    }
}

static bool add_reason(const Table *t, GameTree *game)
{
    char reason[400];
    Text text = text_over(reason, sizeof reason);
    if (ending_by_rules(t->result.ending))
        verdict_summary(&t->judgement, LANGUAGE_ENGLISH, &text);
    else if (t->result.ending == ENDING_RESIGNATION || t->result.ending == ENDING_AGREEMENT)
        text_add(&text, t->result.ending == ENDING_AGREEMENT ? "Draw agreed." : "Resignation.");
    return text.length == 0 || tree_set_tag(game, "Reason", reason);
}

bool table_to_pgn(const Table *t, bool whole, GameTree *game)
{
    char day[16];
    time_t now = time(NULL);
    struct tm *local = localtime(&now);
    if (!local || strftime(day, sizeof day, "%Y.%m.%d", local) == 0)
        strcpy(day, "????.??.??");
    game->start = t->game.start;
    game->outcome = t->result.outcome;
    bool ok = tree_set_tag(game, "Game", "Chinese Chess") && tree_set_tag(game, "Event", "Hanxin play") &&
              tree_set_tag(game, "Date", day) && tree_set_tag(game, "Red", t->engine[RED] ? "Hanxin" : "?") &&
              tree_set_tag(game, "Black", t->engine[BLACK] ? "Hanxin" : "?") && add_reason(t, game) && (!whole || add_settings(t, game));
    for (int i = 0; ok && i < t->game.plies; i++)
        ok = tree_add_move(game, t->game.undos[i].move, NULL);
    return ok;
}

bool table_from_pgn(Table *t, const GameTree *game, bool whole, int64_t now_ms)
{
    const char *settings = tree_tag(game, tag_settings), *clocks = tree_tag(game, tag_clocks), *undone = tree_tag(game, tag_undone);
    const long long most_ms = 1LL << 40; /* limit for the time used in a game: decades */
    long long red, black;
    if (whole && settings)
        read_settings(t, settings);
    table_restart(t, &game->start, now_ms);
    for (int i = 0; i < game->main.plies; i++)
        if (!table_move(t, game->main.moves[i].move, now_ms))
            return false;
    if (whole && undone)
        read_undone(t, undone, now_ms);
    if (t->result.outcome == OUTCOME_OPEN && game->outcome != OUTCOME_OPEN)
        table_end(t, (Result){game->outcome, ENDING_NONE}, now_ms);
    if (whole && clocks && sscanf(clocks, "%lld %lld", &red, &black) == 2 && red >= 0 && black >= 0 && red < most_ms && black < most_ms) {
        t->used_ms[RED] = red;
        t->used_ms[BLACK] = black;
    }
    t->changed = false; /* nothing needs to be saved */
    return true;
}
