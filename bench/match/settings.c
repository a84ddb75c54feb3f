#include "bench/match/settings.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/match/schedule.h"
#include "bench/match/spec.h"
#include "bench/match/stats.h"

_Static_assert(sizeof(Protocol) == sizeof(int) && sizeof(SprtModel) == sizeof(int), "SETTING_WORD stores an int");

#define TABLE(rows)                                                                                                                        \
    {                                                                                                                                      \
        rows, sizeof(rows) / sizeof *(rows)                                                                                                \
    }
#define SECONDS      1e6
#define MILLISECONDS 1e3

static const char *const protocols[] = {[PROTOCOL_AUTO] = "auto", [PROTOCOL_UCCI] = "ucci", [PROTOCOL_UCI] = "uci", NULL};
static const Setting engine_rows[] = {
    {"name", "name", SETTING_TEXT, .at = offsetof(EngineSpec, name)},
    {"cmd", "command", SETTING_TEXT, .at = offsetof(EngineSpec, command)},
    {"dir", NULL, SETTING_TEXT, .at = offsetof(EngineSpec, directory)},
    {"stderr", NULL, SETTING_TEXT, .at = offsetof(EngineSpec, error_file)},
    {"proto", NULL, SETTING_WORD, .at = offsetof(EngineSpec, protocol), .words = protocols, .is = "ucci, uci or auto"},
    {"base", NULL, SETTING_INT, .at = offsetof(EngineSpec, rank_base), 0, 1, .is = "0 or 1"},
    {"ponder", NULL, SETTING_BOOL, .at = offsetof(EngineSpec, ponder), 0, 1, .is = "0 or 1"},
    {"banmoves", NULL, SETTING_BOOL, .at = offsetof(EngineSpec, banmoves), 0, 1, .is = "0 or 1"},
};
const Settings engine_settings = TABLE(engine_rows);

/* tc=, which makes three of them, is read by limits_read_tc() (spec.h). */
static const Setting limit_rows[] = {
    {NULL, "base_us", SETTING_TIME, .at = offsetof(MatchLimits, base_us), 0, 1e8, SECONDS},
    {NULL, "increment_us", SETTING_TIME, .at = offsetof(MatchLimits, increment_us), 0, 1e8, SECONDS},
    {NULL, "period", SETTING_INT, .at = offsetof(MatchLimits, period), 0, 1000},
    {"st", "move_us", SETTING_TIME, .at = offsetof(MatchLimits, move_us), 0.001, 1e6, SECONDS, .optional = true,
     .is = "a number of seconds"},
    {"nodes", "nodes", SETTING_COUNT, .at = offsetof(MatchLimits, nodes), 1, 1e15, .optional = true, .is = "a number from 1 on"},
    {"depth", "depth", SETTING_INT, .at = offsetof(MatchLimits, depth), 1, 1000, .optional = true, .is = "1 to 1000"},
    {"margin", "margin_us", SETTING_TIME, .at = offsetof(MatchLimits, margin_us), 0, 1e6, MILLISECONDS, .is = "in milliseconds"},
};
const Settings limit_settings = TABLE(limit_rows);

static const Setting schedule_rows[] = {
    {NULL, "gauntlet", SETTING_BOOL, .at = offsetof(Schedule, gauntlet)},
    {NULL, "repeat", SETTING_BOOL, .at = offsetof(Schedule, repeat)},
    {NULL, "games", SETTING_INT, .at = offsetof(Schedule, games), 1, MOST_GAMES},
    {NULL, "shard", SETTING_INT, .at = offsetof(Schedule, shard), 1, MOST_TOTAL},
    {NULL, "shards", SETTING_INT, .at = offsetof(Schedule, shards), 1, MOST_TOTAL},
};
const Settings schedule_settings = TABLE(schedule_rows);

static const char *const models[] = {[SPRT_LOGISTIC] = "logistic", [SPRT_NORMALISED] = "normalised", NULL};
static const Setting sprt_rows[] = {
    {"elo0", "elo0", SETTING_REAL, .at = offsetof(Sprt, elo0), -2000, 2000, .is = "a number"},
    {"elo1", "elo1", SETTING_REAL, .at = offsetof(Sprt, elo1), -2000, 2000, .is = "a number"},
    {"alpha", "alpha", SETTING_REAL, .at = offsetof(Sprt, alpha), 0, 0.5, .is = "between 0 and 0.5"},
    {"beta", "beta", SETTING_REAL, .at = offsetof(Sprt, beta), 0, 0.5, .is = "between 0 and 0.5"},
    {"model", "model", SETTING_WORD, .at = offsetof(Sprt, model), .words = models, .is = "logistic or normalised"},
};
const Settings sprt_settings = TABLE(sprt_rows);

/* ---- numbers, whatever holds them ---- */

static bool store_number(const Setting *row, double value, void *field)
{
    bool whole = row->type != SETTING_REAL && row->type != SETTING_TIME;
    if (!(value >= row->least && value <= row->most) || (whole && value != floor(value)))
        return false;
    switch (row->type) {
    case SETTING_INT: *(int *)field = (int)value; break;
    case SETTING_BOOL: *(bool *)field = value != 0; break;
    case SETTING_COUNT: *(uint64_t *)field = (uint64_t)value; break;
    case SETTING_TIME: *(int64_t *)field = (int64_t)(value * row->unit + 0.5); break;
    case SETTING_REAL: *(double *)field = value; break;
    case SETTING_TEXT:
    case SETTING_WORD: return false;
    }
    return true;
}

static bool store_word(const Setting *row, const char *word, void *field)
{
    for (int i = 0; row->words[i]; i++)
        if (strcmp(row->words[i], word) == 0) {
            if (row->type == SETTING_BOOL)
                *(bool *)field = i != 0;
            else
                *(int *)field = i;
            return true;
        }
    return false;
}

static bool store_text(const char *text, void *field)
{
    char *copy = strdup(text);
    if (!copy)
        return false;
    free(*(char **)field);
    *(char **)field = copy;
    return true;
}

/* ---- the command line ---- */

static const Setting *row_of(Settings table, const char *word)
{
    size_t length = strcspn(word, "=");
    for (int i = 0; i < table.count && word[length]; i++)
        if (table.rows[i].key && strncmp(table.rows[i].key, word, length) == 0 && table.rows[i].key[length] == '\0')
            return &table.rows[i];
    return NULL;
}

SettingRead setting_read(Settings table, const char *word, void *into, const Setting **row)
{
    const Setting *r = *row = row_of(table, word);
    if (!r)
        return SETTING_UNKNOWN;
    const char *value = strchr(word, '=') + 1;
    void *field = (char *)into + r->at;
    if (r->type == SETTING_TEXT)
        return store_text(value, field) ? SETTING_SET : SETTING_NO_MEMORY;
    if (r->words)
        return store_word(r, value, field) ? SETTING_SET : SETTING_WRONG;
    char *end;
    double number = strtod(value, &end);
    return end != value && *end == '\0' && store_number(r, number, field) ? SETTING_SET : SETTING_WRONG;
}

/* ---- JSON ---- */

static json_t *value_of(const Setting *row, const void *field)
{
    switch (row->type) {
    case SETTING_INT: return json_integer(*(const int *)field);
    case SETTING_BOOL: return json_boolean(*(const bool *)field);
    case SETTING_COUNT: return json_integer((json_int_t) * (const uint64_t *)field);
    case SETTING_TIME: return json_integer(*(const int64_t *)field);
    case SETTING_REAL: return json_of_number(*(const double *)field, 9);
    case SETTING_TEXT: return json_of_text(*(char *const *)field);
    case SETTING_WORD: return json_string(row->words[*(const int *)field]);
    }
    return NULL;
}

json_t *settings_to_json(Settings table, const void *from)
{
    json_t *object = json_object();
    for (int i = 0; i < table.count; i++)
        if (table.rows[i].member &&
            json_object_set_new(object, table.rows[i].member, value_of(&table.rows[i], (const char *)from + table.rows[i].at)) != 0) {
            json_decref(object);
            return NULL;
        }
    return object;
}

static bool from_json(const Setting *row, const json_t *value, void *field)
{
    switch (row->type) {
    case SETTING_TEXT: return *(json_string_value(value) ? json_string_value(value) : "") && store_text(json_string_value(value), field);
    case SETTING_WORD: return json_is_string(value) && store_word(row, json_string_value(value), field);
    case SETTING_BOOL: *(bool *)field = json_is_true(value); return json_is_boolean(value);
    case SETTING_REAL: return json_is_number(value) && store_number(row, json_number_value(value), field);
    case SETTING_TIME: return json_whole(value, 0, (int64_t)(row->most * row->unit), field);
    default:
        return json_is_integer(value) &&
               ((row->optional && json_integer_value(value) == 0) || store_number(row, (double)json_integer_value(value), field));
    }
}

const char *settings_from_json(Settings table, const json_t *object, void *into)
{
    for (int i = 0; i < table.count; i++) {
        const Setting *row = &table.rows[i];
        if (row->member && !from_json(row, json_object_get(object, row->member), (char *)into + row->at))
            return row->member;
    }
    return NULL;
}
