#include "bench/match/header.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench/match/settings.h"
#include "engine/base/file.h"
#include "engine/base/textfile.h"

/* ---- writing ---- */

/* Options are what the user typed, perhaps in GBK. */
static void put_utf8(const char *text, FILE *out)
{
    char *converted = text_to_utf8(text);
    fputs(converted ? converted : text, out);
    free(converted);
}

static void write_identity(const Config *c, uint64_t fingerprint, FILE *out)
{
    char limits[128];
    const Adjudication *a = &c->adjudication;
    for (int i = 0; i < c->schedule.engines; i++) {
        const EngineSpec *e = &c->engines[i];
        fprintf(out, "%s [%s margin=%lld%s%s", e->name, limits_text(&e->limits, limits), (long long)e->limits.margin_us,
                e->ponder ? " ponder" : "", e->banmoves ? " banmoves" : "");
        for (int j = 0; j < e->option_count; j++) {
            fputc(' ', out);
            put_utf8(e->options[j].name, out);
            fputc('=', out);
            put_utf8(e->options[j].value ? e->options[j].value : "", out);
        }
        fputs("] ", out);
    }
    fprintf(out, "%s%s openings=%016" PRIx64, c->schedule.gauntlet ? "gauntlet" : "roundrobin", c->schedule.repeat ? "" : " no-repeat",
            fingerprint);
    fprintf(out, " draw=%d,%d,%d win=%d,%d,%d maxplies=%d rules=%s limit=%d offers=%d", a->draw_count, a->draw_score, a->draw_from,
            a->win_count, a->win_score, a->win_both, a->max_plies, rule_set_name(a->rules), a->quiet_limit, a->draw_offers);
}

char *header_identity(const Config *c, uint64_t fingerprint)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    write_identity(c, fingerprint, out);
    return fclose(out) == 0 ? text : NULL;
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
        json_object_set_new(engine, "limits", settings_to_json(limit_settings, &e->limits));
        json_object_set_new(engine, "options", options_to_json(e));
        if (json_object_size(engine) != 4 || json_array_append_new(engines, engine) != 0) {
            json_decref(engines);
            return NULL;
        }
    }
    return engines;
}

static json_t *header_to_json(const Config *c, const char *identity, uint64_t fingerprint)
{
    char print[17];
    snprintf(print, sizeof print, "%016" PRIx64, fingerprint);
    return json_pack("{s:s,s:o,s:o,s:o,s:{s:s},s:o*,s:o}", "format", STORE_FORMAT, "identity", json_of_text(identity), "event",
                     json_of_text(c->event), "schedule", settings_to_json(schedule_settings, &c->schedule), "openings", "fingerprint",
                     print, "sprt", c->sprt.on ? settings_to_json(sprt_settings, &c->sprt) : NULL, "engines", engines_to_json(c));
}

bool header_write(const Config *c, const char *identity, uint64_t fingerprint, FILE *out)
{
    json_t *header = header_to_json(c, identity, fingerprint);
    bool ok = json_put_sealed(header, true, out);
    json_decref(header);
    fputs(",\n\"games\":[", out);
    return ok;
}

/* ---- reading ---- */

static const char no_memory[] = "memory";

/* These return NULL or what is wrong. */
static const char *engine_from_json(const json_t *engine, EngineSpec *e)
{
    const char *name, *bad = settings_from_json(engine_settings, engine, e);
    json_t *options = json_object_get(engine, "options"), *value;
    bad = bad ? bad : settings_from_json(limit_settings, json_object_get(engine, "limits"), &e->limits);
    if (bad || !json_is_object(options))
        return bad ? bad : "options";
    json_object_foreach(options, name, value)
    {
        if (!json_is_string(value) && !json_is_null(value))
            return "options";
        if (!engine_spec_set_option(e, name, json_string_value(value)))
            return no_memory;
    }
    return NULL;
}

static const char *engines_from_json(const json_t *engines, Config *c)
{
    size_t count = json_array_size(engines);
    if (count < 2 || count > MOST_ENGINES)
        return "engines";
    free(c->engines); /* none yet, but the room for them */
    c->engines = calloc(count, sizeof *c->engines);
    if (!c->engines)
        return no_memory;
    c->schedule.engines = (int)count;
    const char *bad = NULL;
    for (size_t i = 0; i < count && !bad; i++)
        bad = engine_from_json(json_array_get(engines, i), &c->engines[i]);
    return bad;
}

static const char *schedule_from_json(const json_t *header, Schedule *s)
{
    const char *bad = settings_from_json(schedule_settings, json_object_get(header, "schedule"), s);
    if (!bad && s->shard > s->shards)
        return "shard";
    return bad ? bad : (s->repeat && s->games % 2) || !schedule_is_bounded(s) ? "games" : NULL;
}

static bool damaged(const char *bad, const char *path, char *error)
{
    char what[80];
    if (!bad)
        return true;
    snprintf(what, sizeof what, "its header is damaged: \"%s\" is missing or cannot be so", bad);
    return file_fail(error, path, bad == no_memory ? "out of memory" : what);
}

bool header_schedule(const json_t *header, Schedule *s, const char *path, char *error)
{
    return damaged(schedule_from_json(header, s), path, error);
}

bool header_config(const json_t *header, Config *c, const char *path, char *error)
{
    const json_t *sprt = json_object_get(header, "sprt");
    free(c->event);
    c->event = strdup(json_member_text(header, "event", ""));
    c->merged_identity = strdup(json_member_text(header, "identity", ""));
    const char *bad = !c->event || !c->merged_identity ? no_memory : !*c->merged_identity ? "identity" : NULL;
    bad = bad ? bad : engines_from_json(json_object_get(header, "engines"), c);
    bad = bad ? bad : schedule_from_json(header, &c->schedule);
    if (!bad && sprt) {
        c->sprt.on = true;
        bad = settings_from_json(sprt_settings, sprt, &c->sprt);
        bad = bad ? bad : sprt_is_sound(&c->sprt) ? NULL : "sprt";
    }
    c->schedule.shard = c->schedule.shards = 1;
    return damaged(bad, path, error);
}
