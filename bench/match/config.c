#include "bench/match/config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/textfile.h"

/* ---- ownership ---- */

static void clear_option(EngineOption *o)
{
    free(o->name);
    free(o->value);
}

void config_clear(Config *c)
{
    for (int i = 0; i < c->schedule.engines; i++) {
        EngineSpec *e = &c->engines[i];
        for (int j = 0; j < e->option_count; j++)
            clear_option(&e->options[j]);
        free(e->options);
        free(e->name);
        free(e->command);
        free(e->directory);
        free(e->error_file);
    }
    free(c->engines);
    free(c->merge);
    free(c->merged_identity);
    free(c->event);
    *c = (Config){0};
}

bool name_clean(char **name)
{
    Text clean = TEXT_INIT;
    char *text = text_to_utf8(*name);
    text_add_clean(&clean, text ? text : "");
    char *fresh = text_take(&clean);
    bool ok = text && fresh;
    free(text);
    free(ok ? *name : fresh);
    if (ok)
        *name = fresh;
    return ok;
}

bool engine_spec_set_option(EngineSpec *spec, const char *name, const char *value)
{
    EngineOption fresh = {strdup(name), value ? strdup(value) : NULL};
    int at = 0;
    while (at < spec->option_count && strcasecmp(spec->options[at].name, name) != 0)
        at++;
    EngineOption *options = spec->options;
    if (at == spec->option_count)
        options = realloc(options, (size_t)(at + 1) * sizeof *options);
    if (!fresh.name || (value && !fresh.value) || !options) {
        clear_option(&fresh);
        return false;
    }
    spec->options = options;
    if (at == spec->option_count)
        spec->option_count++;
    else
        clear_option(&options[at]);
    options[at] = fresh;
    return true;
}

char *engine_spec_path(const EngineSpec *spec, const char *path, size_t length)
{
    Text whole = TEXT_INIT;
    if (*path != '/' && spec->directory && *spec->directory)
        text_addf(&whole, "%s/", spec->directory);
    text_add_bytes(&whole, path, length);
    return text_take(&whole);
}

/* ---- limits ---- */

char *limits_text(const MatchLimits *l, char *out)
{
    Text text = text_over(out, 128);
    if (l->base_us) {
        if (l->period)
            text_addf(&text, "%d/", l->period);
        text_addf(&text, "%g", (double)l->base_us / 1e6);
        if (l->increment_us)
            text_addf(&text, "+%g", (double)l->increment_us / 1e6);
    }
    if (l->move_us)
        text_addf(&text, "%s%g/move", text.length ? " " : "", (double)l->move_us / 1e6);
    if (l->nodes)
        text_addf(&text, "%snodes=%llu", text.length ? " " : "", (unsigned long long)l->nodes);
    if (l->depth)
        text_addf(&text, "%sdepth=%d", text.length ? " " : "", l->depth);
    return out;
}

/* "5", "0.25", "1:30" or "1:00:00" in microseconds; *text moves behind it. */
static bool read_clock(const char **text, int64_t *us)
{
    double total = 0;
    for (;; ++*text) {
        char *end;
        if (strspn(*text, "0123456789.") == 0)
            return false;
        total = total * 60 + strtod(*text, &end);
        *text = end;
        if (*end != ':')
            break;
    }
    *us = (int64_t)(total * 1e6 + 0.5);
    return total < 1e7;
}

static bool store_clock(const char *text, MatchLimits *l)
{
    const char *slash = strchr(text, '/');
    char *end;
    l->period = 0;
    l->increment_us = 0;
    if (slash) {
        l->period = (int)strtol(text, &end, 10);
        if (end != slash || l->period < 1 || l->period > 1000)
            return false;
        text = slash + 1;
    }
    return read_clock(&text, &l->base_us) && (*text != '+' || (text++, read_clock(&text, &l->increment_us))) && !*text && l->base_us > 0;
}

/* ---- tables ---- */

_Static_assert(sizeof(Protocol) == sizeof(int) && sizeof(SprtModel) == sizeof(int), "SETTING_WORD stores an int");

#define COUNT(rows)  ((int)(sizeof(rows) / sizeof *(rows)))
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
    /* limits */
    {"tc", NULL, SETTING_CLOCK, .at = offsetof(EngineSpec, limits), .is = "[MOVES/]BASE[+INC]"},
    {NULL, "base_us", SETTING_TIME, .at = offsetof(EngineSpec, limits.base_us), 0, 1e8, SECONDS},
    {NULL, "increment_us", SETTING_TIME, .at = offsetof(EngineSpec, limits.increment_us), 0, 1e8, SECONDS},
    {NULL, "period", SETTING_INT, .at = offsetof(EngineSpec, limits.period), 0, 1000},
    {"st", "move_us", SETTING_TIME, .at = offsetof(EngineSpec, limits.move_us), 0.001, 1e6, SECONDS, .optional = true,
     .is = "a number of seconds"},
    {"nodes", "nodes", SETTING_COUNT, .at = offsetof(EngineSpec, limits.nodes), 1, 1e15, .optional = true, .is = "a number from 1 on"},
    {"depth", "depth", SETTING_INT, .at = offsetof(EngineSpec, limits.depth), 1, 1000, .optional = true, .is = "1 to 1000"},
    {"margin", "margin_us", SETTING_TIME, .at = offsetof(EngineSpec, limits.margin_us), 0, 1e6, MILLISECONDS, .is = "in milliseconds"},
};
enum { LIMITS = 8 }; /* where they begin */
const SettingTable engine_settings = {engine_rows, LIMITS}, limit_settings = {engine_rows + LIMITS, COUNT(engine_rows) - LIMITS},
                   engine_words = {engine_rows, COUNT(engine_rows)};

static const Setting schedule_rows[] = {
    {NULL, "gauntlet", SETTING_BOOL, .at = offsetof(Schedule, gauntlet)},
    {NULL, "repeat", SETTING_BOOL, .at = offsetof(Schedule, repeat)},
    {NULL, "games", SETTING_INT, .at = offsetof(Schedule, games), 1, MOST_GAMES},
    {NULL, "shard", SETTING_INT, .at = offsetof(Schedule, shard), 1, MOST_TOTAL},
    {NULL, "shards", SETTING_INT, .at = offsetof(Schedule, shards), 1, MOST_TOTAL},
};
const SettingTable schedule_settings = {schedule_rows, COUNT(schedule_rows)};

static const char *const models[] = {[SPRT_LOGISTIC] = "logistic", [SPRT_NORMALISED] = "normalised", NULL};
static const Setting sprt_rows[] = {
    {"elo0", "elo0", SETTING_REAL, .at = offsetof(Sprt, elo0), -2000, 2000, .is = "a number"},
    {"elo1", "elo1", SETTING_REAL, .at = offsetof(Sprt, elo1), -2000, 2000, .is = "a number"},
    {"alpha", "alpha", SETTING_REAL, .at = offsetof(Sprt, alpha), 0, 0.5, .is = "between 0 and 0.5"},
    {"beta", "beta", SETTING_REAL, .at = offsetof(Sprt, beta), 0, 0.5, .is = "between 0 and 0.5"},
    {"model", "model", SETTING_WORD, .at = offsetof(Sprt, model), .words = models, .is = "logistic or normalised"},
};
const SettingTable sprt_settings = {sprt_rows, COUNT(sprt_rows)};

static const Setting resign_rows[] = {
    {"moves", NULL, SETTING_INT, .at = offsetof(Config, adjudication.win_count), 1, 1e6, .is = "a number from 1 on"},
    {"score", NULL, SETTING_INT, .at = offsetof(Config, adjudication.win_score), 1, 1e6, .is = "a number from 1 on"},
    {"both", NULL, SETTING_BOOL, .at = offsetof(Config, adjudication.win_both), 0, 1, .is = "0 or 1"},
};
const SettingTable resign_settings = {resign_rows, COUNT(resign_rows)};

static const Setting draw_rows[] = {
    {"moves", NULL, SETTING_INT, .at = offsetof(Config, adjudication.draw_count), 1, 1e6, .is = "a number from 1 on"},
    {"score", NULL, SETTING_INT, .at = offsetof(Config, adjudication.draw_score), 0, 1e6, .is = "a number from 0 on"},
    {"from", NULL, SETTING_INT, .at = offsetof(Config, adjudication.draw_from), 0, 1e6, .is = "a number from 0 on"},
};
const SettingTable draw_settings = {draw_rows, COUNT(draw_rows)};

static const char *const orders[] = {"sequential", "random", NULL};
static const Setting opening_rows[] = {
    {"order", NULL, SETTING_BOOL, .at = offsetof(Config, random_order), .words = orders, .is = "sequential or random"},
    {"start", NULL, SETTING_INT, .at = offsetof(Config, openings_first), 1, 1 << 30, .is = "a number from 1 on"},
    {"plies", NULL, SETTING_INT, .at = offsetof(Config, openings_plies), 0, 1000, .is = "a number up to 1000"},
};
const SettingTable opening_settings = {opening_rows, COUNT(opening_rows)};

/* ---- reading ---- */

bool setting_store_number(const Setting *row, double value, void *into)
{
    void *field = (char *)into + row->at;
    bool whole = row->type != SETTING_REAL && row->type != SETTING_TIME;
    if (!(value >= row->least && value <= row->most) || (whole && value != floor(value)))
        return false;
    switch (row->type) {
    case SETTING_INT: *(int *)field = (int)value; break;
    case SETTING_BOOL: *(bool *)field = value != 0; break;
    case SETTING_COUNT: *(uint64_t *)field = (uint64_t)value; break;
    case SETTING_TIME: *(int64_t *)field = (int64_t)(value * row->unit + 0.5); break;
    case SETTING_REAL: *(double *)field = value; break;
    default: return false;
    }
    return true;
}

bool setting_store_word(const Setting *row, const char *word, void *into)
{
    void *field = (char *)into + row->at;
    int i = 0;
    while (row->words[i] && strcmp(row->words[i], word) != 0)
        i++;
    if (!row->words[i])
        return false;
    if (row->type == SETTING_BOOL)
        *(bool *)field = i != 0;
    else
        *(int *)field = i;
    return true;
}

bool setting_store_text(const Setting *row, const char *text, void *into)
{
    char **field = (char **)((char *)into + row->at), *copy = strdup(text);
    if (copy) {
        free(*field);
        *field = copy;
    }
    return copy != NULL;
}

static const Setting *row_of(SettingTable table, const char *word)
{
    size_t length = strcspn(word, "=");
    for (int i = 0; i < table.count && word[length]; i++)
        if (table.rows[i].key && strncmp(table.rows[i].key, word, length) == 0 && table.rows[i].key[length] == '\0')
            return &table.rows[i];
    return NULL;
}

bool setting_read(SettingTable table, const char *word, void *into, Text *why)
{
    const Setting *row = row_of(table, word);
    if (!row)
        return text_fail(why, "unknown setting '%s'", word);
    const char *value = strchr(word, '=') + 1;
    if (row->type == SETTING_TEXT)
        return setting_store_text(row, value, into) || why_no_memory(why);
    char *end;
    double number = strtod(value, &end);
    bool ok = row->words                   ? setting_store_word(row, value, into)
              : row->type == SETTING_CLOCK ? store_clock(value, (MatchLimits *)((char *)into + row->at))
                                           : end != value && *end == '\0' && setting_store_number(row, number, into);
    return ok || text_fail(why, "%s is %s, not '%s'", row->key, row->is, value);
}
