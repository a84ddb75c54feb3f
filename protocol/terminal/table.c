#include "protocol/terminal/table.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/words.h"
#include "search/search.h"

void table_init(Table *t)
{
    enum { DEFAULT_TIME_MS = 2000 };
    *t = (Table){.limit = NATURAL_LIMIT_DEFAULT, .engine[BLACK] = true, .level = SKILL_LEVELS, .time_ms = DEFAULT_TIME_MS};
    game_init(&t->game);
}

void table_clear(Table *t)
{
    game_clear(&t->game);
    free(t->redo);
    t->redo = NULL;
}

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
    t->used_ms[t->game.now.side] = table_used_ms(t, (Side)t->game.now.side, now_ms);
    t->turn_ms = now_ms;
}

bool table_move(Table *t, Move m, int64_t now_ms)
{
    press_clock(t, now_ms);
    if (!game_play(&t->game, m))
        return false;
    if (t->redo_count > 0 && t->redo[t->redo_count - 1] == m)
        t->redo_count--;
    else
        t->redo_count = 0;
    table_judge(t);
    t->changed = true;
    return true;
}

bool table_undo(Table *t, int64_t now_ms)
{
    if (t->game.plies == 0)
        return false;
    if (t->redo_count == t->redo_capacity) {
        int capacity = t->redo_capacity ? 2 * t->redo_capacity : 64;
        Move *more = realloc(t->redo, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        t->redo = more;
        t->redo_capacity = capacity;
    }
    t->redo[t->redo_count++] = t->game.undos[t->game.plies - 1].move;
    press_clock(t, now_ms);
    game_undo(&t->game);
    table_judge(t);
    t->changed = true;
    return true;
}

bool table_redo(Table *t, int64_t now_ms) { return t->redo_count > 0 && table_move(t, t->redo[t->redo_count - 1], now_ms); }

void table_end(Table *t, Result result)
{
    t->result = result;
    t->changed = true;
}

bool table_waits(const Table *t) { return t->result.outcome != OUTCOME_OPEN || !t->engine[t->game.now.side] || t->paused; }

bool table_has_person(const Table *t, Side side) { return !t->engine[side] || t->paused; }

bool table_take_side(Table *t, const char *word)
{
    static const struct {
        const char *word;
        bool red, black; /* played by the engine */
    } sides[] = {{"red", false, true}, {"black", true, false}, {"both", false, false}, {"none", true, true}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (word_is(word, sides[i].word)) {
            t->engine[RED] = sides[i].red;
            t->engine[BLACK] = sides[i].black;
            return true;
        }
    return false;
}

const char *table_side(const Table *t)
{
    return t->engine[RED] ? (t->engine[BLACK] ? "none" : "black") : t->engine[BLACK] ? "red" : "both";
}

void table_take_strength(Table *t, int level, int64_t time_ms, int depth)
{
    t->level = level ? level : SKILL_LEVELS;
    t->time_ms = time_ms ? time_ms : t->time_ms;
    t->depth = depth;
}

/* "0.5", "0.5s", "500ms". */
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
    int level = 0, depth = 0;
    int64_t time_ms = 0;
    if (strcmp(name, "side") == 0)
        return table_take_side(t, value);
    if (strcmp(name, "rules") == 0)
        return rule_set_from_name(value, &t->rules);
    if (strcmp(name, "limit") == 0)
        return read_range(value, 0, NATURAL_LIMIT_MAX, &t->limit);
    bool fits = (strcmp(name, "level") == 0 && read_range(value, 1, SKILL_LEVELS, &level)) ||
                (strcmp(name, "depth") == 0 && read_range(value, 1, MAX_DEPTH, &depth)) ||
                (strcmp(name, "time") == 0 && read_time(value, &time_ms));
    if (fits)
        table_take_strength(t, level, time_ms, depth);
    return fits;
}
