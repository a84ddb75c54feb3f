/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/record_text.h"

#include "engine/base/textfile.h"
#include "engine/board/legal.h"
#include "engine/board/score.h"
#include "engine/notation/notation.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is_over(const GameRecord *r) { return r->result.outcome != OUTCOME_OPEN && r->result.ending != ENDING_NONE; }

/* ---- games of PGN ---- */

/* A range of scores that are not evaluations: mate in a number of plies and, as reported by this
 * engine, wins by the repetition rules and by endgame tables. */
typedef struct Win {
    char letter;
    int32_t top, width; /* the range from `top` downwards */
} Win;
static const Win wins[] = {{'M', MATE_SCORE, 2000}, {'R', SCORE_RULE, MAX_PLY}, {'T', SCORE_TABLE, SCORE_TABLE - SCORE_EVAL_MAX}};
enum { WINS = sizeof wins / sizeof *wins };

static const Win *win_of_size(int32_t size)
{
    for (int i = 0; i < WINS; i++)
        if (size <= wins[i].top && size > wins[i].top - wins[i].width)
            return &wins[i];
    return NULL;
}

static const Win *win_of_letter(char letter)
{
    for (int i = 0; i < WINS; i++)
        if (letter == wins[i].letter)
            return &wins[i];
    return NULL;
}

/* Writes the comment of a move. Uses integers because floating-point output is several times
 * slower, and this is done for every move. */
static void add_comment(const PlyRecord *p, Text *out)
{
    int32_t score = p->thought.score, size = score == NO_SCORE ? 0 : abs(score);
    char sign = score < 0 ? '-' : '+';
    if (score == NO_SCORE && p->thought.depth)
        text_add_char(out, '?');
    else if (score != NO_SCORE && win_of_size(size))
        text_addf(out, "%c%c%d", sign, win_of_size(size)->letter, win_of_size(size)->top - size);
    else if (score != NO_SCORE)
        text_addf(out, "%c%d.%02d", sign, size / 100, size % 100);
    if (out->length)
        text_addf(out, "/%d ", p->thought.depth);
    long long ms = (p->elapsed_us + 500) / 1000;
    text_addf(out, "%lld.%03llds", ms / 1000, ms % 1000);
    if (p->thought.nodes)
        text_addf(out, " %llun", (unsigned long long)p->thought.nodes);
}

/* Parses a comment of add_comment(). Returns false unless it matches to the last byte; more words
 * may follow. */
static bool read_comment(const char *text, PlyRecord *p)
{
    char sign, letter, words[96];
    int plies;
    double score, seconds = 0;
    unsigned long long nodes = 0;
    Text again = text_over(words, sizeof words);
    p->thought = (Thought){.score = NO_SCORE};
    if (!text)
        return false;
    if (sscanf(text, "%c%c%4d/%9d", &sign, &letter, &plies, &p->thought.depth) == 4 && win_of_letter(letter))
        p->thought.score = (sign == '-' ? -1 : 1) * (win_of_letter(letter)->top - plies);
    else if (sscanf(text, "%9lf/%9d", &score, &p->thought.depth) == 2)
        p->thought.score = (int32_t)lround(score * 100);
    else
        sscanf(text, "?/%9d", &p->thought.depth);
    const char *time = memchr(text, '/', strcspn(text, " ")) ? strchr(text, ' ') : text;
    sscanf(time ? time : "", " %15lfs %llun", &seconds, &nodes);
    p->elapsed_us = llround(seconds * 1e6);
    p->thought.nodes = nodes;
    add_comment(p, &again);
    return strncmp(text, words, again.length) == 0 && (text[again.length] == '\0' || text[again.length] == ' ');
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

void record_write_pgn(const GameRecord *r, const Config *c, Text *out)
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
    char *text = NULL;
    size_t size = 0;
    FILE *stream = ok ? open_memstream(&text, &size) : NULL;
    if (stream)
        pgn_write(&g, NOTATION_ICCS, stream);
    out->failed |= !stream || fclose(stream) != 0;
    text_add_bytes(out, text, size);
    free(text);
    pgn_clear(&g);
}

/* Parses a non-negative integer with nothing after it. */
static bool read_count(const char *text, int *count)
{
    char rest;
    return sscanf(text, "%9d%c", count, &rest) == 1 && *count >= 0;
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
    *r = (GameRecord){.red = engine_named(c, pgn_tag_text(g, "Red")),
                      .black = engine_named(c, pgn_tag_text(g, "Black")),
                      .start = g->start,
                      .result.outcome = g->outcome,
                      .slack_us = {read_slack(g, "RedSlack"), read_slack(g, "BlackSlack")}};
    bool ok = r->red >= 0 && r->black >= 0 && ending_from_name(pgn_tag_text(g, "Termination"), &r->result.ending) && is_over(r) &&
              pgn_tag(g, "Reason") && read_count(pgn_tag_text(g, "GameId"), &r->id) && read_count(pgn_tag_text(g, "Round"), &r->round) &&
              r->round-- > 0 && (!pgn_tag(g, "PlyCount") || read_count(pgn_tag_text(g, "PlyCount"), &plies)) && plies == g->plies;
    snprintf(r->reason, sizeof r->reason, "%s", pgn_tag_text(g, "Reason"));
    if (strptime(pgn_tag_text(g, "UTCDate"), "%Y.%m.%d", &utc) && strptime(pgn_tag_text(g, "UTCTime"), "%H:%M:%S", &utc))
        r->date = timegm(&utc) > 0 ? (int64_t)timegm(&utc) : 0;
    for (int i = 0; i < g->plies && ok; i++) {
        PlyRecord p = {.move = g->moves[i].move};
        ok = read_comment(g->moves[i].comment, &p) && game_record_add(r, &p);
    }
    if (ok && are_limits(pgn_tag_text(g, "RedTimeControl"), &c->engines[r->red]) &&
        are_limits(pgn_tag_text(g, "BlackTimeControl"), &c->engines[r->black]))
        return NULL;
    game_record_clear(r);
    return ok ? "the game has other limits" : "a tag or comment of the game was changed, or belongs to another tournament";
}

/* ---- rows of JSON ---- */

/* Returns an integer, or null for the value that means "none". */
static json_t *json_of_known(int64_t value, int64_t none) { return value == none ? json_null() : json_integer(value); }
static int64_t known_from_json(const json_t *value, int64_t none) { return json_is_null(value) ? none : json_integer_value(value); }

enum { SCORE, DEPTH, NODES, TIME, LISTS }; /* lists of a row, with one entry per ply */

json_t *record_to_json(const GameRecord *r)
{
    char fen[FEN_SIZE];
    Text moves = TEXT_INIT;
    json_t *list[LISTS] = {json_array(), json_array(), json_array(), json_array()};
    fen_write(&r->start, fen);
    for (int i = 0; i < r->plies; i++) {
        const PlyRecord *p = &r->moves[i];
        char word[8] = " ";
        move_to_iccs(p->move, word + 1);
        text_add(&moves, i ? word : word + 1);
        json_append(&list[SCORE], json_of_known(p->thought.score, NO_SCORE));
        json_append(&list[DEPTH], json_integer(p->thought.depth));
        json_append(&list[NODES], json_integer((json_int_t)p->thought.nodes));
        json_append(&list[TIME], json_integer(p->elapsed_us));
    }
    json_t *row =
        json_pack("{s:i,s:i,s:i,s:i,s:s,s:s,s:s,s:o,s:I,s:[oo],s:o,s:o,s:o,s:o,s:o}", "id", r->id, "round", r->round, "red", r->red,
                  "black", r->black, "fen", fen, "result", outcome_text(r->result.outcome), "ending", ending_name(r->result.ending),
                  "reason", json_of_text(r->reason), "date", (json_int_t)r->date, "slack_us", json_of_known(r->slack_us[RED], NO_SLACK),
                  json_of_known(r->slack_us[BLACK], NO_SLACK), "moves", moves.failed ? NULL : json_string(moves.data), "score", list[SCORE],
                  "depth", list[DEPTH], "nodes", list[NODES], "us", list[TIME]);
    text_free(&moves);
    return row;
}

/* Parses legal moves of four letters each, separated by single blanks. */
static bool read_moves(const char *text, GameRecord *r)
{
    Position pos = r->start;
    for (; *text; text += 5) {
        char word[5] = "";
        PlyRecord p = {0};
        Undo undo;
        memcpy(word, text, strnlen(text, 4));
        if (!move_from_iccs(word, &p.move) || !is_legal(&pos, p.move) || !game_record_add(r, &p))
            return false;
        position_make(&pos, p.move, &undo);
        if (text[4] == '\0')
            return true;
        if (text[4] != ' ' || !text[5])
            return false;
    }
    return true;
}

bool record_from_json(const json_t *row, GameRecord *r)
{
    const char *result, *ending, *reason, *fen, *moves;
    json_t *slack[2], *list[LISTS];
    json_int_t date;
    *r = (GameRecord){0};
    if (json_unpack((json_t *)row, "{s:i,s:i,s:i,s:i,s:s,s:s,s:s,s:s,s:I,s:[oo],s:s,s:o,s:o,s:o,s:o}", "id", &r->id, "round", &r->round,
                    "red", &r->red, "black", &r->black, "fen", &fen, "result", &result, "ending", &ending, "reason", &reason, "date", &date,
                    "slack_us", &slack[RED], &slack[BLACK], "moves", &moves, "score", &list[SCORE], "depth", &list[DEPTH], "nodes",
                    &list[NODES], "us", &list[TIME]) != 0)
        return false;
    r->date = date;
    r->slack_us[RED] = known_from_json(slack[RED], NO_SLACK);
    r->slack_us[BLACK] = known_from_json(slack[BLACK], NO_SLACK);
    snprintf(r->reason, sizeof r->reason, "%s", reason);
    bool sound = r->id >= 0 && outcome_from_text(result, &r->result.outcome) && ending_from_name(ending, &r->result.ending) && is_over(r) &&
                 fen_read(fen, &r->start, NULL) && read_moves(moves, r);
    for (int k = 0; k < LISTS; k++)
        sound = sound && json_array_size(list[k]) == (size_t)r->plies;
    for (size_t i = 0; sound && i < (size_t)r->plies; i++) {
        r->moves[i].thought = (Thought){(int32_t)known_from_json(json_array_get(list[SCORE], i), NO_SCORE),
                                        (int)json_integer_value(json_array_get(list[DEPTH], i)),
                                        (uint64_t)json_integer_value(json_array_get(list[NODES], i))};
        r->moves[i].elapsed_us = json_integer_value(json_array_get(list[TIME], i));
    }
    if (!sound)
        game_record_clear(r);
    return sound;
}

/* ---- writing the header ---- */

/* Adds a text in UTF-8. Options were typed by the user, perhaps in GBK. */
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
    text_addf(&out, " draw=%d,%d,%d win=%d,%d,%d maxplies=%d rules=%s limit=%d offers=%d", (int)a->draw_count, (int)a->draw_score,
              (int)a->draw_from, (int)a->win_count, (int)a->win_score, a->win_both, (int)a->max_plies, rule_set_name(a->rules),
              (int)a->limit, a->draw_offers);
    /* Matches without tables keep the identity that older files have. */
    text_add(&out, a->table_folders ? " tables" : "");
    return text_take(&out);
}

static json_t *engine_to_json(const EngineSpec *e)
{
    const MatchLimits *l = &e->limits;
    json_t *options = json_object();
    for (int i = 0; i < e->option_count; i++) {
        char *name = text_to_utf8(e->options[i].name);
        json_set(&options, name, e->options[i].value ? json_of_text(e->options[i].value) : json_null());
        free(name);
    }
    return json_pack("{s:o,s:o,s:{s:I,s:I,s:i,s:I,s:I,s:I,s:I},s:o}", "name", json_of_text(e->name), "command", json_of_text(e->command),
                     "limits", "base_us", (json_int_t)l->base_us, "increment_us", (json_int_t)l->increment_us, "period", l->period,
                     "move_us", (json_int_t)l->move_us, "nodes", (json_int_t)l->nodes, "depth", (json_int_t)l->depth, "margin_us",
                     (json_int_t)l->margin_us, "options", options);
}

static json_t *engines_to_json(const Config *c)
{
    json_t *engines = json_array();
    for (int i = 0; i < c->schedule.engines; i++)
        json_append(&engines, engine_to_json(&c->engines[i]));
    return engines;
}

static json_t *sprt_to_json(const Sprt *s)
{
    return json_pack("{s:o,s:o,s:o,s:o,s:s}", "elo0", json_of_number(s->elo0, 9), "elo1", json_of_number(s->elo1, 9), "alpha",
                     json_of_number(s->alpha, 9), "beta", json_of_number(s->beta, 9), "model", sprt_models[s->model]);
}

void header_write(const Config *c, const char *identity, uint64_t fingerprint, Text *out)
{
    char print[17];
    const Schedule *s = &c->schedule;
    snprintf(print, sizeof print, "%016" PRIx64, fingerprint);
    json_t *engines = c->merged ? json_incref(json_object_get(c->merged, "engines")) : engines_to_json(c);
    json_t *header = json_pack("{s:s,s:o,s:o,s:{s:b,s:b,s:i,s:i,s:i},s:{s:s},s:o*,s:o}", "format", STORE_FORMAT, "identity",
                               json_of_text(identity), "event", json_of_text(c->event), "schedule", "gauntlet", s->gauntlet, "repeat",
                               s->repeat, "games", s->games, "shard", s->shard, "shards", s->shards, "openings", "fingerprint", print,
                               "sprt", c->sprt.on ? sprt_to_json(&c->sprt) : NULL, "engines", engines);
    json_put_sealed(header, true, out);
    text_add(out, ",\n\"games\":[");
    json_decref(header);
}

/* ---- reading the header ---- */

static bool damaged(const char *bad, const char *path, Text *why)
{
    return why_path(why, path, "damaged header: \"%s\" is missing or invalid", bad);
}

/* Reads what merging needs: limits and name. The name is NULL if memory is short. Returns false if
 * a value is impossible. */
static bool engine_from_json(json_t *engine, EngineSpec *e)
{
    const char *name, *option;
    json_t *options, *value;
    json_int_t base_us, increment_us, move_us, nodes, depth;
    if (json_unpack(engine, "{s:s,s:{s:I,s:I,s:i,s:I,s:I,s:I},s:o}", "name", &name, "limits", "base_us", &base_us, "increment_us",
                    &increment_us, "period", &e->limits.period, "move_us", &move_us, "nodes", &nodes, "depth", &depth, "options",
                    &options) != 0 ||
        !*name || !json_is_object(options))
        return false;
    json_object_foreach(options, option, value)
    {
        if (!json_is_string(value) && !json_is_null(value))
            return false;
    }
    e->limits = (MatchLimits){base_us, increment_us, e->limits.period, move_us, nodes, depth, 0};
    e->name = strdup(name);
    return true;
}

bool header_config(json_t *header, Config *c, const char *path, Text *why)
{
    Sprt *s = &c->sprt;
    json_t *engines = json_object_get(header, "engines"), *sprt = json_object_get(header, "sprt");
    size_t count = json_array_size(engines);
    const char *model;
    c->merged = json_incref(header);
    free(c->event);
    free(c->engines); /* still empty */
    c->event = strdup(json_member_text(header, "event", ""));
    c->engines = calloc(count + 1, sizeof *c->engines);
    if (!c->event || !c->engines)
        return why_no_memory(why);
    if (!*json_member_text(header, "identity", ""))
        return damaged("identity", path, why);
    if (count < 2 || count > MOST_ENGINES)
        return damaged("engines", path, why);
    for (size_t i = 0; i < count; i++, c->schedule.engines++) {
        if (!engine_from_json(json_array_get(engines, i), &c->engines[i]))
            return damaged("engines", path, why);
        if (!c->engines[i].name)
            return why_no_memory(why);
    }
    if (sprt && (json_unpack(sprt, "{s:F,s:F,s:F,s:F,s:s}", "elo0", &s->elo0, "elo1", &s->elo1, "alpha", &s->alpha, "beta", &s->beta,
                             "model", &model) != 0 ||
                 !sprt_is_sound(s)))
        return damaged("sprt", path, why);
    if (sprt)
        s->model = strcmp(model, sprt_models[SPRT_LOGISTIC]) == 0 ? SPRT_LOGISTIC : SPRT_NORMALISED;
    s->on = s->on || sprt;
    return true;
}

bool header_schedule(json_t *header, Schedule *s, const char *path, Text *why)
{
    int gauntlet, repeat;
    if (json_unpack(header, "{s:{s:b,s:b,s:i,s:i,s:i}}", "schedule", "gauntlet", &gauntlet, "repeat", &repeat, "games", &s->games, "shard",
                    &s->shard, "shards", &s->shards) != 0)
        return damaged("schedule", path, why);
    s->gauntlet = gauntlet;
    s->repeat = repeat;
    if (s->shard < 1 || s->shard > s->shards || s->shards > MOST_TOTAL)
        return damaged("shard", path, why);
    return (s->games > 0 && !(s->repeat && s->games % 2) && schedule_is_bounded(s)) || damaged("games", path, why);
}
