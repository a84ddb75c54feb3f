#include "bench/match/record_text.h"

#include "engine/base/textfile.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/notation.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is_over(const GameRecord *r) { return r->result.outcome != OUTCOME_OPEN && r->result.ending != ENDING_NONE; }

/* ---- games of PGN ---- */

/* In whole numbers: floating point prints several times slower, and this is done for every move. */
static void add_comment(const PlyRecord *p, Text *out)
{
    int32_t score = p->thought.score, size = score == NO_SCORE ? 0 : abs(score);
    char sign = score < 0 ? '-' : '+';
    if (score == NO_SCORE && p->thought.depth)
        text_add_char(out, '?');
    else if (score != NO_SCORE && size > MATE_SCORE - 2000)
        text_addf(out, "%cM%d", sign, MATE_SCORE - size);
    else if (score != NO_SCORE)
        text_addf(out, "%c%d.%02d", sign, size / 100, size % 100);
    if (out->length)
        text_addf(out, "/%d ", p->thought.depth);
    long long ms = (p->elapsed_us + 500) / 1000;
    text_addf(out, "%lld.%03llds", ms / 1000, ms % 1000);
    if (p->thought.nodes)
        text_addf(out, " %llun", (unsigned long long)p->thought.nodes);
}

/* What add_comment() wrote; more words may follow. */
static bool read_comment(const char *text, PlyRecord *p)
{
    double score, seconds = -1;
    char sign;
    int plies, used = 0, timed = 0, counted = 0;
    unsigned long long nodes;
    p->thought = (Thought){.score = NO_SCORE};
    if (!text)
        return false;
    if (sscanf(text, "%cM%d/%d%n", &sign, &plies, &p->thought.depth, &used) == 3 && plies >= 0 && plies < 2000)
        p->thought.score = sign == '-' ? -(MATE_SCORE - plies) : MATE_SCORE - plies;
    else if (sscanf(text, "%lf/%d%n", &score, &p->thought.depth, &used) == 2 && fabs(score) <= MATE_SCORE / 100)
        p->thought.score = (int32_t)lround(score * 100);
    else if (sscanf(text, "?/%d%n", &p->thought.depth, &used) != 1)
        used = p->thought.depth = 0;
    text += used;
    sscanf(text, " %lfs%n %llun%n", &seconds, &timed, &nodes, &counted);
    if (!timed || !(seconds >= 0 && seconds < 1e9))
        return false;
    p->elapsed_us = llround(seconds * 1e6);
    p->thought.nodes = counted ? nodes : 0;
    text += counted ? counted : timed;
    return p->thought.depth >= 0 && (*text == '\0' || *text == ' ');
}

__attribute__((format(printf, 3, 4))) static bool set_tag(PgnGame *g, const char *name, const char *format, ...)
{
    char value[REASON_SIZE];
    Text text = text_over(value, sizeof value);
    va_list values;
    va_start(values, format);
    text_vaddf(&text, format, values);
    va_end(values);
    return pgn_set_tag(g, name, value);
}

static bool set_slack(PgnGame *g, const char *name, int64_t slack_us)
{
    return slack_us == NO_SLACK || set_tag(g, name, "%.6f", (double)slack_us / 1e6);
}

bool record_write_pgn(const GameRecord *r, const Config *c, FILE *out)
{
    PgnGame g;
    char day[16], hour[16], red_limits[128], black_limits[128];
    const EngineSpec *red = &c->engines[r->red], *black = &c->engines[r->black];
    time_t when = (time_t)r->date;
    struct tm utc;
    gmtime_r(&when, &utc);
    strftime(day, sizeof day, "%Y.%m.%d", &utc);
    strftime(hour, sizeof hour, "%H:%M:%S", &utc);

    pgn_init(&g);
    g.start = r->start;
    g.outcome = r->result.outcome;
    bool ok = pgn_set_tag(&g, "Game", "Chinese Chess") && pgn_set_tag(&g, "Event", c->event) && set_tag(&g, "Round", "%d", r->round + 1) &&
              pgn_set_tag(&g, "UTCDate", day) && pgn_set_tag(&g, "UTCTime", hour) && pgn_set_tag(&g, "Date", day) &&
              pgn_set_tag(&g, "Red", red->name) && pgn_set_tag(&g, "Black", black->name) && set_tag(&g, "GameId", "%d", r->id) &&
              pgn_set_tag(&g, "RedTimeControl", limits_text(&red->limits, red_limits)) &&
              pgn_set_tag(&g, "BlackTimeControl", limits_text(&black->limits, black_limits)) &&
              pgn_set_tag(&g, "Termination", ending_name(r->result.ending)) && pgn_set_tag(&g, "Reason", r->reason) &&
              set_slack(&g, "RedSlack", r->slack_us[RED]) && set_slack(&g, "BlackSlack", r->slack_us[BLACK]) &&
              set_tag(&g, "PlyCount", "%d", r->plies);
    for (int i = 0; i < r->plies && ok; i++) {
        char words[96];
        Text comment = text_over(words, sizeof words);
        add_comment(&r->moves[i], &comment);
        ok = pgn_add_move(&g, r->moves[i].move, words);
    }
    if (ok)
        pgn_write(&g, NOTATION_ICCS, out);
    pgn_clear(&g);
    return ok;
}

/* The value of a tag, empty if it is not there. */
static const char *tag(const PgnGame *g, const char *name)
{
    const char *value = pgn_tag(g, name);
    return value ? value : "";
}

/* A whole number below a thousand million and nothing else. */
static bool read_count(const char *text, int *count)
{
    int64_t number;
    bool ok = isdigit((unsigned char)*text) && word_number(text, &number) && number < 1000000000;
    *count = ok ? (int)number : 0;
    return ok;
}

static int engine_named(const Config *c, const char *name)
{
    for (int i = 0; i < c->schedule.engines; i++)
        if (strcmp(c->engines[i].name, name) == 0)
            return i;
    return -1;
}

static bool are_limits(const char *text, const EngineSpec *e)
{
    char limits[128];
    return strcmp(text, limits_text(&e->limits, limits)) == 0;
}

static int64_t read_slack(const PgnGame *g, const char *name)
{
    const char *text = pgn_tag(g, name);
    double seconds = text ? strtod(text, NULL) : NAN;
    return fabs(seconds) < 1e9 ? (int64_t)(seconds * 1e6) : NO_SLACK;
}

const char *record_from_pgn(const PgnGame *g, const Config *c, GameRecord *r)
{
    struct tm utc = {0};
    int plies = g->plies;
    *r = (GameRecord){.red = engine_named(c, tag(g, "Red")),
                      .black = engine_named(c, tag(g, "Black")),
                      .start = g->start,
                      .result.outcome = g->outcome,
                      .slack_us = {read_slack(g, "RedSlack"), read_slack(g, "BlackSlack")}};
    bool ok = r->red >= 0 && r->black >= 0 && ending_from_name(tag(g, "Termination"), &r->result.ending) && is_over(r) &&
              pgn_tag(g, "Reason") && read_count(tag(g, "GameId"), &r->id) && read_count(tag(g, "Round"), &r->round) && r->round-- > 0 &&
              (!pgn_tag(g, "PlyCount") || read_count(tag(g, "PlyCount"), &plies)) && plies == g->plies;
    snprintf(r->reason, sizeof r->reason, "%s", tag(g, "Reason"));
    if (strptime(tag(g, "UTCDate"), "%Y.%m.%d", &utc) && strptime(tag(g, "UTCTime"), "%H:%M:%S", &utc))
        r->date = timegm(&utc) > 0 ? (int64_t)timegm(&utc) : 0;
    for (int i = 0; i < g->plies && ok; i++) {
        PlyRecord p = {.move = g->moves[i].move};
        ok = read_comment(g->moves[i].comment, &p) && game_record_add(r, &p);
    }
    if (ok && are_limits(tag(g, "RedTimeControl"), &c->engines[r->red]) && are_limits(tag(g, "BlackTimeControl"), &c->engines[r->black]))
        return NULL;
    game_record_clear(r);
    return ok ? "the game was played with other limits" : "a tag or comment of the game is not as it was written, or of another tournament";
}

/* ---- rows of JSON ---- */

/* What a row has of each ply, a list each. */
enum { SCORE, DEPTH, NODES, TIME, LISTS };
static const struct {
    const char *name;
    int64_t least, most;
} lists[LISTS] = {[SCORE] = {"score", -MATE_SCORE, MATE_SCORE},
                  [DEPTH] = {"depth", 0, INT32_MAX},
                  [NODES] = {"nodes", 0, INT64_MAX},
                  [TIME] = {"us", 0, INT64_MAX}};

/* A number, or null for the one that says there is none. */
static json_t *json_of_known(int64_t value, int64_t none) { return value == none ? json_null() : json_integer(value); }

json_t *record_to_json(const GameRecord *r)
{
    char fen[FEN_SIZE];
    Text moves = TEXT_INIT;
    json_t *list[LISTS] = {json_array(), json_array(), json_array(), json_array()};
    bool ok = true;
    fen_write(&r->start, fen);
    for (int i = 0; i < r->plies; i++) {
        const PlyRecord *p = &r->moves[i];
        const int64_t numbers[LISTS] = {p->thought.score, p->thought.depth, (int64_t)p->thought.nodes, p->elapsed_us};
        char word[8] = " ";
        move_to_iccs(p->move, word + 1);
        text_add(&moves, i ? word : word + 1);
        for (int k = 0; k < LISTS; k++)
            ok = json_array_append_new(list[k], json_of_known(numbers[k], NO_SCORE)) == 0 && ok;
    }
    json_t *row =
        json_pack("{s:i,s:i,s:i,s:i,s:s,s:s,s:s,s:o,s:I,s:[oo],s:s,s:o,s:o,s:o,s:o}", "id", r->id, "round", r->round, "red", r->red,
                  "black", r->black, "fen", fen, "result", outcome_text(r->result.outcome), "ending", ending_name(r->result.ending),
                  "reason", json_of_text(r->reason), "date", (json_int_t)r->date, "slack_us", json_of_known(r->slack_us[RED], NO_SLACK),
                  json_of_known(r->slack_us[BLACK], NO_SLACK), "moves", moves.data, lists[SCORE].name, list[SCORE], lists[DEPTH].name,
                  list[DEPTH], lists[NODES].name, list[NODES], lists[TIME].name, list[TIME]);
    ok = ok && !moves.failed;
    text_free(&moves);
    return json_if(ok, row);
}

/* What a row has for one ply. */
static bool ply_from_json(json_t *const list[LISTS], size_t i, PlyRecord *p)
{
    int64_t number[LISTS] = {NO_SCORE};
    for (int k = 0; k < LISTS; k++) {
        const json_t *value = json_array_get(list[k], i);
        if (!(k == SCORE && json_is_null(value)) && !json_whole(value, lists[k].least, lists[k].most, &number[k]))
            return false;
    }
    p->thought = (Thought){(int32_t)number[SCORE], (int)number[DEPTH], (uint64_t)number[NODES]};
    p->elapsed_us = number[TIME];
    return true;
}

static bool moves_from_json(const json_t *row, GameRecord *r)
{
    const char *text = json_member_text(row, "moves", NULL);
    size_t plies = text ? (strlen(text) + 1) / 5 : 0; /* each four letters, blanks between */
    json_t *list[LISTS];
    Position pos = r->start;
    if (!text || (*text && strlen(text) % 5 != 4))
        return false;
    for (int k = 0; k < LISTS; k++) {
        list[k] = json_object_get(row, lists[k].name);
        if (!json_is_array(list[k]) || json_array_size(list[k]) != plies)
            return false;
    }
    for (size_t i = 0; i < plies; i++, text += 5) {
        char word[5] = {text[0], text[1], text[2], text[3], '\0'};
        PlyRecord p = {0};
        Undo undo;
        if (text[4] != (i + 1 < plies ? ' ' : '\0') || !move_from_iccs(word, &p.move) || !is_legal(&pos, p.move) ||
            !ply_from_json(list, i, &p))
            return false;
        position_make(&pos, p.move, &undo);
        if (!game_record_add(r, &p))
            return false;
    }
    return true;
}

static bool slack_from_json(const json_t *value, int64_t *slack_us)
{
    *slack_us = NO_SLACK;
    return json_is_null(value) || json_whole(value, -(INT64_C(1) << 53), INT64_C(1) << 53, slack_us);
}

bool record_from_json(const json_t *row, GameRecord *r)
{
    const char *result, *ending, *reason, *fen;
    json_t *red_slack, *black_slack;
    json_int_t id, round, red, black, date;
    *r = (GameRecord){0};
    if (json_unpack((json_t *)row, "{s:I,s:I,s:I,s:I,s:s,s:s,s:s,s:s,s:I,s:[oo!]}", "id", &id, "round", &round, "red", &red, "black",
                    &black, "fen", &fen, "result", &result, "ending", &ending, "reason", &reason, "date", &date, "slack_us", &red_slack,
                    &black_slack) != 0)
        return false;
    *r = (GameRecord){.id = (int)id, .round = (int)round, .red = (int)red, .black = (int)black, .date = date};
    snprintf(r->reason, sizeof r->reason, "%s", reason);
    if (id == r->id && round == r->round && red == r->red && black == r->black && r->id >= 0 && r->round >= 0 && date >= 0 &&
        outcome_from_text(result, &r->result.outcome) && ending_from_name(ending, &r->result.ending) && is_over(r) &&
        slack_from_json(red_slack, &r->slack_us[RED]) && slack_from_json(black_slack, &r->slack_us[BLACK]) &&
        fen_read(fen, &r->start, NULL) && moves_from_json(row, r))
        return true;
    game_record_clear(r);
    return false;
}

/* ---- the header, written ---- */

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
              a->win_count, a->win_score, a->win_both, a->max_plies, rule_set_name(a->rules), a->limit, a->draw_offers);
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
static json_t *settings_to_json(SettingTable table, const void *from)
{
    json_t *object = json_object();
    bool ok = true;
    for (int i = 0; i < table.count; i++)
        if (table.rows[i].member)
            ok = json_object_set_new(object, table.rows[i].member, setting_to_json(&table.rows[i], from)) == 0 && ok;
    return json_if(ok, object);
}

static json_t *options_to_json(const EngineSpec *e)
{
    json_t *options = json_object();
    bool ok = true;
    for (int i = 0; i < e->option_count; i++) {
        const char *value = e->options[i].value;
        char *name = text_to_utf8(e->options[i].name);
        ok = name && json_object_set_new(options, name, value ? json_of_text(value) : json_null()) == 0 && ok;
        free(name);
    }
    return json_if(ok, options);
}

static json_t *engines_to_json(const Config *c)
{
    json_t *engines = json_array();
    bool ok = true;
    for (int i = 0; i < c->schedule.engines; i++) {
        const EngineSpec *e = &c->engines[i];
        json_t *engine = settings_to_json(engine_settings, e);
        ok = json_object_set_new(engine, "limits", settings_to_json(limit_settings, e)) == 0 &&
             json_object_set_new(engine, "options", options_to_json(e)) == 0 && ok;
        ok = json_array_append_new(engines, engine) == 0 && ok;
    }
    return json_if(ok, engines);
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

/* ---- the header, read ---- */

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

static const char no_memory[] = "";

/* These return NULL, or the name of what is missing or cannot be so, or no_memory. */
static const char *settings_from_json(SettingTable table, const json_t *object, void *into)
{
    for (const Setting *row = table.rows; row < table.rows + table.count; row++) {
        const json_t *value = row->member ? json_object_get(object, row->member) : NULL;
        if (row->member && !setting_from_json(row, value, into)) /* a text can be any but empty */
            return row->type == SETTING_TEXT && json_string_length(value) > 0 ? no_memory : row->member;
    }
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
    free(c->engines); /* none yet, but the room for them */
    bool fits = count >= 2 && count <= MOST_ENGINES;
    c->engines = fits ? calloc(count, sizeof *c->engines) : NULL;
    c->schedule.engines = c->engines ? (int)count : 0;
    const char *bad = c->engines ? NULL : fits ? no_memory : "engines";
    for (size_t i = 0; i < count && !bad; i++)
        bad = engine_from_json(json_array_get(engines, i), &c->engines[i]);
    return bad;
}

static bool damaged(const char *bad, const char *path, Text *why)
{
    if (bad == no_memory)
        return why_no_memory(why);
    return why_path(why, path, "its header is damaged: \"%s\" is missing or cannot be so", bad);
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
        return why_no_memory(why);
    const char *bad = *c->merged_identity ? engines_from_json(json_object_get(header, "engines"), c) : "identity";
    if (!bad && sprt)
        bad = settings_from_json(sprt_settings, sprt, &c->sprt);
    c->sprt.on = c->sprt.on || sprt;
    if (!bad && sprt && !sprt_is_sound(&c->sprt))
        bad = "sprt";
    return !bad || damaged(bad, path, why);
}
