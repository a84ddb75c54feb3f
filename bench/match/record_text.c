/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/record_text.h"

#include "engine/base/memory_file.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"
#include "engine/board/legal.h"
#include "engine/board/score.h"
#include "engine/notation/notation.h"
#include "engine/notation/pgn.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool record_is_over(const GameRecord *r) { return r->result.outcome != OUTCOME_OPEN && r->result.ending != ENDING_NONE; }

/* ---- PGN ---- */

/* A range of scores that are not evaluations: mate in a number of plies and, as reported by this
 * engine, wins by the repetition rules and by endgame tables. */
typedef struct BoardWin {
    char letter;
    int32_t top, width; /* the range from `top` downwards */
} BoardWin;
static const BoardWin wins[] = {{'M', MATE_SCORE, 2000}, {'R', SCORE_RULE, MAX_PLY}, {'T', SCORE_TABLE, SCORE_TABLE - SCORE_EVAL_MAX}};
enum { WINS = sizeof wins / sizeof *wins };

static const BoardWin *win_of_board_size(int32_t size)
{
    for (int i = 0; i < WINS; i++)
        if (size <= wins[i].top && size > wins[i].top - wins[i].width)
            return &wins[i];
    return NULL;
}

/* Writes the comment of a move. Uses integers because floating-point output is several times
 * slower, and this is done for every move. */
static void record_add_comment(const PlyRecord *p, Text *out)
{
    int32_t score = p->thought.score, size = score == NO_SCORE ? 0 : abs(score);
    char sign = score < 0 ? '-' : '+';
    if (score == NO_SCORE && p->thought.depth)
        text_add_char(out, '?');
    else if (score != NO_SCORE && win_of_board_size(size))
        text_addf(out, "%c%c%d", sign, win_of_board_size(size)->letter, win_of_board_size(size)->top - size);
    else if (score != NO_SCORE)
        text_addf(out, "%c%d.%02d", sign, size / 100, size % 100);
    if (out->length)
        text_addf(out, "/%d ", p->thought.depth);
    long long ms = (p->elapsed_us + 500) / 1000;
    text_addf(out, "%lld.%03llds", ms / 1000, ms % 1000);
    if (p->thought.nodes)
        text_addf(out, " %llun", (unsigned long long)p->thought.nodes);
}

/* Writes the slack in seconds. Returns NULL if the side had no clock. */
static const char *record_slack_text(int64_t slack_us, char out[24])
{
    snprintf(out, 24, "%.6f", (double)slack_us / 1e6);
    return slack_us == NO_SLACK ? NULL : out;
}

static const char *record_number_text(int number, char out[12])
{
    snprintf(out, 12, "%d", number);
    return out;
}

static bool record_set_tags(GameTree *g, const GameRecord *r, const Config *c, const char *id)
{
    char day[16], hour[16], limits[2][128], slack[2][24], round[12], game[12], plies[12];
    const EngineSpec *red = &c->engines[r->red], *black = &c->engines[r->black];
    struct tm utc;
    time_utc(r->date, &utc);
    strftime(day, sizeof day, "%Y.%m.%d", &utc);
    strftime(hour, sizeof hour, "%H:%M:%S", &utc);
    const struct {
        const char *name, *value; /* NULL: no such tag */
    } tags[] = {{"Game", "Chinese Chess"},
                {"MatchId", id},
                {"Event", c->event},
                {"Site", *c->site ? c->site : NULL},
                {"Round", record_number_text(r->round + 1, round)},
                {"UTCDate", day},
                {"UTCTime", hour},
                {"Date", day},
                {"Red", red->name},
                {"Black", black->name},
                {"GameId", record_number_text(r->id, game)},
                {"RedTimeControl", limits_text(&red->limits, limits[RED])},
                {"BlackTimeControl", limits_text(&black->limits, limits[BLACK])},
                {"Termination", ending_name(r->result.ending)},
                {"Reason", r->reason},
                {"RedSlack", record_slack_text(r->slack_us[RED], slack[RED])},
                {"BlackSlack", record_slack_text(r->slack_us[BLACK], slack[BLACK])},
                {"PlyCount", record_number_text(r->plies, plies)}};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (tags[i].value && !tree_set_tag(g, tags[i].name, tags[i].value))
            return false;
    return true;
}

void record_write_pgn(const GameRecord *r, const Config *c, const char *id, Text *out)
{
    GameTree g;
    tree_init(&g);
    g.start = r->start;
    g.outcome = r->result.outcome;
    bool ok = record_set_tags(&g, r, c, id);
    for (int i = 0; i < r->plies && ok; i++) {
        char words[96];
        Text comment = text_over(words, sizeof words);
        record_add_comment(&r->moves[i], &comment);
        ok = tree_add_move(&g, r->moves[i].move, words);
    }
    char *text = NULL;
    size_t size = 0;
    MemoryFile memory;
    if (ok && memory_file_open(&memory)) {
        pgn_write(&g, NOTATION_ICCS, memory.stream);
        text = memory_file_take(&memory, &size);
    }
    out->failed |= !text;
    text_add_bytes(out, text, size);
    free(text);
    tree_clear(&g);
}

/* ---- games of JSON ---- */

/* Returns an integer, or null if it is the value `none`, which stands for an unknown one. */
static json_t *known_to_json(int64_t value, int64_t none) { return value == none ? json_null() : json_integer(value); }
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
        json_append(&list[SCORE], known_to_json(p->thought.score, NO_SCORE));
        json_append(&list[DEPTH], json_integer(p->thought.depth));
        json_append(&list[NODES], json_integer((json_int_t)p->thought.nodes));
        json_append(&list[TIME], json_integer(p->elapsed_us));
    }
    json_t *row =
        json_pack("{s:i,s:i,s:i,s:i,s:s,s:s,s:s,s:o,s:I,s:[oo],s:o,s:o,s:o,s:o,s:o}", "id", r->id, "round", r->round, "red", r->red,
                  "black", r->black, "fen", fen, "result", outcome_text(r->result.outcome), "ending", ending_name(r->result.ending),
                  "reason", json_of_text(r->reason), "date", (json_int_t)r->date, "slack_us", known_to_json(r->slack_us[RED], NO_SLACK),
                  known_to_json(r->slack_us[BLACK], NO_SLACK), "moves", moves.failed ? NULL : json_string(moves.data), "score", list[SCORE],
                  "depth", list[DEPTH], "nodes", list[NODES], "us", list[TIME]);
    text_free(&moves);
    return row;
}

/* Parses legal moves of four letters each, separated by single blanks. */
static bool record_read_moves(const char *text, GameRecord *r)
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
    bool sound = r->id >= 0 && outcome_from_text(result, &r->result.outcome) && ending_from_name(ending, &r->result.ending) &&
                 record_is_over(r) && fen_read(fen, &r->start, NULL) && record_read_moves(moves, r);
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

/* ---- header ---- */

/* Adds a text after converting it to UTF-8. Options were typed by the user, perhaps in GBK. */
static void record_add_utf8(const char *foreign, Text *out)
{
    char *converted = text_to_utf8(foreign);
    text_add(out, converted ? converted : foreign);
    free(converted);
}

/* Returns a text that contains all data that must agree for games to belong together. */
static json_t *record_identity_to_json(const Config *c, uint64_t fingerprint)
{
    Text out = TEXT_INIT;
    char limits[128];
    const Adjudication *a = &c->adjudication;
    for (int i = 0; i < c->schedule.engines; i++) {
        const EngineSpec *e = &c->engines[i];
        text_addf(&out, "%s [%s margin=%lld%s%s", e->name, limits_text(&e->limits, limits), (long long)e->limits.margin_us,
                  e->ponder ? " ponder" : "", e->banmoves ? " banmoves" : "");
        if (e->book_file) {
            text_add(&out, " book=");
            record_add_utf8(e->book_file, &out);
            text_addf(&out, ",%lld,%d", (long long)book_records(e->book), (int)e->book_depth);
        }
        for (int j = 0; j < e->option_count; j++) {
            text_add_char(&out, ' ');
            record_add_utf8(e->options[j].name, &out);
            text_add_char(&out, '=');
            record_add_utf8(e->options[j].value ? e->options[j].value : "", &out);
        }
        text_add(&out, "] ");
    }
    const Schedule *s = &c->schedule;
    text_addf(&out, "%s%s openings=%016" PRIx64, format_words[s->format], s->repeat ? "" : " no-repeat", fingerprint);
    if (s->format == FORMAT_GAUNTLET && s->seeds > 1)
        text_addf(&out, " seeds=%d", s->seeds);
    if (schedule_is_drawn(s)) /* the numbers of all games depend on these */
        text_addf(&out, " games=%d rounds=%d tiebreaks=%d", s->games, s->rounds, s->tiebreaks);
    text_addf(&out, " draw=%d,%d,%d win=%d,%d,%d maxplies=%d rules=%s limit=%d offers=%d%s", (int)a->draw_count, (int)a->draw_score,
              (int)a->draw_from, (int)a->win_count, (int)a->win_score, a->win_both, (int)a->max_plies, rule_set_name(a->rules),
              (int)a->limit, a->draw_offers, a->table_folders ? " tables" : "");
    json_t *identity = out.failed ? NULL : json_of_text(out.data);
    text_free(&out);
    return identity;
}

static json_t *spec_to_json(const EngineSpec *e)
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

void header_update(json_t **header, const Config *c)
{
    const Schedule *d = &c->schedule;
    const Sprt *s = &c->sprt;
    json_set(header, "schedule",
             json_pack("{s:s,s:b,s:i,s:i,s:i,s:i,s:i,s:i}", "format", format_words[d->format], "repeat", d->repeat, "games", d->games,
                       "shard", d->shard, "shards", d->shards, "seeds", d->seeds, "rounds", d->rounds, "tiebreaks", d->tiebreaks));
    if (s->on)
        json_set(header, "sprt",
                 json_pack("{s:o,s:o,s:o,s:o,s:s}", "elo0", json_of_number(s->elo0, 9), "elo1", json_of_number(s->elo1, 9), "alpha",
                           json_of_number(s->alpha, 9), "beta", json_of_number(s->beta, 9), "model", sprt_models[s->model]));
}

json_t *header_to_json(const Config *c, uint64_t fingerprint)
{
    json_t *engines = json_array();
    for (int i = 0; i < c->schedule.engines; i++)
        json_append(&engines, spec_to_json(&c->engines[i]));
    json_t *header = json_pack("{s:s,s:o,s:o,s:o}", "format", STORE_FORMAT, "identity", record_identity_to_json(c, fingerprint), "event",
                               json_of_text(c->event), "engines", engines);
    if (c->openings_file)
        json_set(&header, "openings",
                 json_pack("{s:o,s:b,s:I,s:I,s:I}", "file", json_of_text(c->openings_file), "random", c->order == ORDER_RANDOM, "seed",
                           (json_int_t)c->seed, "start", (json_int_t)c->openings_first, "plies", (json_int_t)c->openings_plies));
    header_update(&header, c);
    return header;
}

/* Reads the limits and the name. Returns false if a value is missing or impossible. */
static bool spec_from_json(json_t *engine, EngineSpec *e)
{
    const char *name;
    json_int_t base_us, increment_us, move_us, nodes, depth;
    int period;
    if (json_unpack(engine, "{s:s,s:{s:I,s:I,s:i,s:I,s:I,s:I}}", "name", &name, "limits", "base_us", &base_us, "increment_us",
                    &increment_us, "period", &period, "move_us", &move_us, "nodes", &nodes, "depth", &depth) != 0 ||
        !*name || base_us < 0 || move_us < 0)
        return false;
    e->limits = (MatchLimits){base_us, increment_us, period, move_us, nodes, depth, 0};
    e->name = strdup(name);
    return true;
}

static bool sprt_from_json(json_t *sprt, Sprt *s)
{
    const char *model;
    if (json_unpack(sprt, "{s:F,s:F,s:F,s:F,s:s}", "elo0", &s->elo0, "elo1", &s->elo1, "alpha", &s->alpha, "beta", &s->beta, "model",
                    &model) != 0)
        return false;
    s->model = strcmp(model, sprt_models[SPRT_LOGISTIC]) == 0 ? SPRT_LOGISTIC : SPRT_NORMALISED;
    s->on = true;
    return sprt_is_sound(s);
}

bool header_config(const json_t *header, Config *c, const char *path, Text *why)
{
    json_t *engines = json_object_get(header, "engines"), *sprt = json_object_get(header, "sprt");
    size_t count = json_array_size(engines);
    free(c->event);
    free(c->engines); /* the array is still empty */
    c->event = strdup(json_member_text(header, "event", ""));
    c->engines = calloc(count + 1, sizeof *c->engines);
    if (!c->event || !c->engines)
        return why_no_memory(why);
    bool sound = count >= 2 && count <= MOST_ENGINES;
    c->schedule.engines = sound ? (int)count : 0;
    for (size_t i = 0; i < count && sound; i++) {
        sound = spec_from_json(json_array_get(engines, i), &c->engines[i]);
        if (sound && !c->engines[i].name)
            return why_no_memory(why);
    }
    sound = sound && header_schedule(header, &c->schedule) && (!sprt || sprt_from_json(sprt, &c->sprt));
    return sound || why_path(why, path, "damaged header");
}

bool header_schedule(const json_t *header, Schedule *s)
{
    const char *format = NULL;
    int gauntlet = 0, repeat, word = 0; /* older files have `gauntlet` instead of `format` */
    s->seeds = 1;
    s->rounds = s->tiebreaks = 0;
    if (json_unpack((json_t *)header, "{s:{s?s,s?b,s:b,s:i,s:i,s:i,s?i,s?i,s?i}}", "schedule", "format", &format, "gauntlet", &gauntlet,
                    "repeat", &repeat, "games", &s->games, "shard", &s->shard, "shards", &s->shards, "seeds", &s->seeds, "rounds",
                    &s->rounds, "tiebreaks", &s->tiebreaks) != 0)
        return false;
    while (format && format_words[word] && strcmp(format, format_words[word]) != 0)
        word++;
    if (!format_words[word])
        return false;
    s->format = format ? (Format)word : gauntlet ? FORMAT_GAUNTLET : FORMAT_ROUND_ROBIN;
    s->repeat = repeat;
    return schedule_is_sound(s) && s->shard >= 1 && s->shard <= s->shards && s->shards <= MOST_TOTAL && s->games > 0 &&
           !(s->repeat && s->games % 2) && schedule_is_bounded(s);
}
