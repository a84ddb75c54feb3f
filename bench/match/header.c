#include "bench/match/header.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"

/* ---- writing ---- */

/* Options are what the user typed, perhaps in GBK. */
static void add_utf8(const char *foreign, Text *out)
{
    char *converted = text_to_utf8(foreign);
    text_add(out, converted ? converted : foreign);
    free(converted);
}

char *header_identity(const Config *c, uint64_t fingerprint)
{
    Text out = TEXT_INIT;
    char limits[128];
    const Adjudication *a = &c->adjudication;
    for (int i = 0; i < c->schedule.engines; i++) {
        const EngineSpec *e = &c->engines[i];
        text_addf(&out, "%s [%s margin=%lld%s%s", e->name, limits_text(&e->limits, limits), (long long)e->limits.margin_us,
                  e->ponder ? " ponder" : "", e->banmoves ? " banmoves" : "");
        for (int j = 0; j < e->option_count; j++) {
            text_add_char(&out, ' ');
            add_utf8(e->options[j].name, &out);
            text_add_char(&out, '=');
            add_utf8(e->options[j].value ? e->options[j].value : "", &out);
        }
        text_add(&out, "] ");
    }
    text_addf(&out, "%s%s openings=%016" PRIx64, c->schedule.gauntlet ? "gauntlet" : "roundrobin", c->schedule.repeat ? "" : " no-repeat",
              fingerprint);
    text_addf(&out, " draw=%d,%d,%d win=%d,%d,%d maxplies=%d rules=%s limit=%d offers=%d", a->draw_count, a->draw_score, a->draw_from,
              a->win_count, a->win_score, a->win_both, a->max_plies, rule_set_name(a->rules), a->quiet_limit, a->draw_offers);
    return text_take(&out);
}

static json_t *setting_to_json(const Setting *row, const void *from)
{
    const void *field = (const char *)from + row->at;
    switch (row->type) {
    case SETTING_INT: return json_integer(*(const int *)field);
    case SETTING_BOOL: return json_boolean(*(const bool *)field);
    case SETTING_COUNT: return json_integer((json_int_t) * (const uint64_t *)field);
    case SETTING_TIME: return json_integer(*(const int64_t *)field);
    case SETTING_REAL: return json_of_number(*(const double *)field, 9);
    case SETTING_TEXT: return json_of_text(*(char *const *)field);
    case SETTING_WORD: return json_string(row->words[*(const int *)field]);
    case SETTING_CLOCK: break; /* written as its parts */
    }
    return NULL;
}

/* Every member there is in the table. NULL: no memory, as in the functions below. */
static json_t *settings_to_json(Settings table, const void *from)
{
    json_t *object = json_object();
    for (int i = 0; i < table.count; i++)
        if (table.rows[i].member && json_object_set_new(object, table.rows[i].member, setting_to_json(&table.rows[i], from)) != 0) {
            json_decref(object);
            return NULL;
        }
    return object;
}

static json_t *options_to_json(const EngineSpec *e)
{
    json_t *options = json_object();
    for (int i = 0; i < e->option_count; i++) {
        const char *value = e->options[i].value;
        char *name = text_to_utf8(e->options[i].name);
        int failed = name ? json_object_set_new(options, name, value ? json_of_text(value) : json_null()) : -1;
        free(name);
        if (failed) {
            json_decref(options);
            return NULL;
        }
    }
    return options;
}

static json_t *engines_to_json(const Config *c)
{
    json_t *engines = json_array();
    for (int i = 0; i < c->schedule.engines; i++) {
        const EngineSpec *e = &c->engines[i];
        json_t *engine = settings_to_json(engine_settings, e);
        json_object_set_new(engine, "limits", settings_to_json(limit_settings, e));
        json_object_set_new(engine, "options", options_to_json(e));
        if (json_object_size(engine) != 4 || json_array_append_new(engines, engine) != 0) {
            json_decref(engines);
            return NULL;
        }
    }
    return engines;
}

bool header_write(const Config *c, const char *identity, uint64_t fingerprint, Text *out)
{
    char print[17];
    snprintf(print, sizeof print, "%016" PRIx64, fingerprint);
    json_t *header =
        json_pack("{s:s,s:o,s:o,s:o,s:{s:s},s:o*,s:o}", "format", STORE_FORMAT, "identity", json_of_text(identity), "event",
                  json_of_text(c->event), "schedule", settings_to_json(schedule_settings, &c->schedule), "openings", "fingerprint", print,
                  "sprt", c->sprt.on ? settings_to_json(sprt_settings, &c->sprt) : NULL, "engines", engines_to_json(c));
    bool ok = json_put_sealed(header, true, out) && text_add(out, ",\n\"games\":[");
    json_decref(header);
    return ok;
}

/* ---- reading ---- */

static bool setting_from_json(const Setting *row, const json_t *value, void *into)
{
    double number = json_number_value(value) / (row->unit ? row->unit : 1);
    switch (row->type) {
    case SETTING_TEXT: return json_string_length(value) > 0 && setting_store_text(row, json_string_value(value), into);
    case SETTING_WORD: return json_is_string(value) && setting_store_word(row, json_string_value(value), into);
    case SETTING_BOOL: *(bool *)((char *)into + row->at) = json_is_true(value); return json_is_boolean(value);
    case SETTING_REAL: return json_is_number(value) && setting_store_number(row, number, into);
    default: return json_is_integer(value) && ((row->optional && number == 0) || setting_store_number(row, number, into));
    }
}

/* These return NULL, or the name of what is missing or cannot be so. */
static const char *settings_from_json(Settings table, const json_t *object, void *into)
{
    for (int i = 0; i < table.count; i++)
        if (table.rows[i].member && !setting_from_json(&table.rows[i], json_object_get(object, table.rows[i].member), into))
            return table.rows[i].member;
    return NULL;
}

static const char *engine_from_json(const json_t *engine, EngineSpec *e)
{
    const char *name, *bad = settings_from_json(engine_settings, engine, e);
    json_t *options = json_object_get(engine, "options"), *value;
    bad = bad ? bad : settings_from_json(limit_settings, json_object_get(engine, "limits"), e);
    if (bad || !json_is_object(options))
        return bad ? bad : "options";
    json_object_foreach(options, name, value)
    {
        if (!(json_is_string(value) || json_is_null(value)) || !engine_spec_set_option(e, name, json_string_value(value)))
            return "options";
    }
    return NULL;
}

static const char *engines_from_json(const json_t *engines, Config *c)
{
    size_t count = json_array_size(engines);
    free(c->engines); /* none yet, but the room for them */
    c->engines = count >= 2 && count <= MOST_ENGINES ? calloc(count, sizeof *c->engines) : NULL;
    c->schedule.engines = c->engines ? (int)count : 0;
    const char *bad = c->engines ? NULL : "engines";
    for (size_t i = 0; i < count && !bad; i++)
        bad = engine_from_json(json_array_get(engines, i), &c->engines[i]);
    return bad;
}

static bool damaged(const char *bad, const char *path, Text *why)
{
    return text_fail(why, "%s: its header is damaged: \"%s\" is missing or cannot be so", path, bad);
}

bool header_schedule(const json_t *header, Schedule *s, const char *path, Text *why)
{
    const char *bad = settings_from_json(schedule_settings, json_object_get(header, "schedule"), s);
    if (!bad && s->shard > s->shards)
        bad = "shard";
    if (!bad && ((s->repeat && s->games % 2) || !schedule_is_bounded(s)))
        bad = "games";
    return !bad || damaged(bad, path, why);
}

bool header_config(const json_t *header, Config *c, const char *path, Text *why)
{
    const json_t *sprt = json_object_get(header, "sprt");
    free(c->event);
    c->event = strdup(json_member_text(header, "event", ""));
    c->merged_identity = strdup(json_member_text(header, "identity", ""));
    if (!c->event || !c->merged_identity)
        return text_fail(why, "out of memory");
    const char *bad = *c->merged_identity ? engines_from_json(json_object_get(header, "engines"), c) : "identity";
    if (!bad && sprt)
        bad = settings_from_json(sprt_settings, sprt, &c->sprt);
    c->sprt.on = sprt != NULL;
    if (!bad && sprt && !sprt_is_sound(&c->sprt))
        bad = "sprt";
    return !bad || damaged(bad, path, why);
}
