/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/cmdline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/args.h"
#include "engine/base/file.h"
#include "engine/base/text.h"

enum { EACH = -1 }; /* owner of the words that apply to all engines */

typedef struct EngineWord { /* KEY=VALUE of --engine or --each */
    const char *text;
    int owner; /* index of an engine, or EACH */
} EngineWord;

typedef struct Reading Reading;

typedef struct Group { /* an option that takes KEY=VALUE words */
    const Reading *r;
    const char *option;
    const Arg *rows;
    int count;
    bool given;
} Group;

struct Reading {
    Config *c;
    Program program;
    EngineWord *words;
    int word_count, engines;
    Group openings, resign, draw, sprt;
    int64_t games;
    int format;
    const char *event;
};

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

static int no_memory(const Reading *r) { return program_fail(&r->program, "out of memory"); }

/* ---- options with several words ---- */

static int take_setting(void *self, const char *word)
{
    Group *g = self;
    g->given = true;
    if (word && strcmp(word, "model=normalized") == 0)
        word = "model=normalised";
    return word ? args_setting(&g->r->program, g->option, g->rows, g->count, word) : EXIT_SUCCESS;
}

/* Takes the words of --openings: the file, then its settings. */
static int take_opening(void *self, const char *word)
{
    const char **file = &((Group *)self)->r->c->openings_file;
    if (word && *file)
        return take_setting(self, word);
    *file = word;
    return EXIT_SUCCESS;
}

static int take_engine(void *self, const char *word)
{
    Reading *r = self;
    if (word)
        r->words[r->word_count++] = (EngineWord){word, r->engines - 1};
    else
        r->engines++;
    return EXIT_SUCCESS;
}

static int take_each(void *self, const char *word)
{
    Reading *r = self;
    if (word)
        r->words[r->word_count++] = (EngineWord){word, EACH};
    return EXIT_SUCCESS;
}

static int take_merged(void *self, const char *file)
{
    Config *c = self;
    if (file)
        c->merge[c->merge_count++] = file;
    return EXIT_SUCCESS;
}

/* ---- engines ---- */

/* Parses a time such as "5", "0.25", "1:30" or "1:00:00" into microseconds and moves *text past
 * it. */
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

static bool read_limits(const char *text, MatchLimits *l)
{
    const char *slash = strchr(text, '/');
    char *end;
    l->period = 0;
    l->increment_us = 0;
    if (slash) {
        const long period = strtol(text, &end, 10);
        if (end != slash || period < 1 || period > 1000)
            return false;
        l->period = (int)period;
        text = slash + 1;
    }
    return read_clock(&text, &l->base_us) && (*text != '+' || (text++, read_clock(&text, &l->increment_us))) && !*text && l->base_us > 0;
}

static int set_option(const Reading *r, EngineSpec *e, const char *flag, const char *word)
{
    Text why = WHY_INIT;
    int status = engine_set_option(e, word, &why);
    return status == EXIT_USAGE ? args_wrong(&r->program, "%s: %s", flag, why.data) : status ? no_memory(r) : EXIT_SUCCESS;
}

static int set_word(const Reading *r, EngineSpec *e, const char **name, const EngineWord *w)
{
    const char *flag = w->owner == EACH ? "--each" : "--engine";
    MatchLimits *l = &e->limits;
    const Arg rows[] = {
        {"name", ARG_TEXT, name, .help = "a name"},
        {"cmd", ARG_TEXT, &e->command, .help = "a command"},
        {"dir", ARG_TEXT, &e->directory, .help = "a folder"},
        {"stderr", ARG_TEXT, &e->error_file, .help = "a file"},
        {"proto", ARG_WORD, &(ArgWord){(int *)&e->protocol, protocol_words}, .help = "ucci, uci or auto"},
        {"base", ARG_WORD, &(ArgWord){&e->rank_base, rank_base_words}, .help = "0 or 1"},
        {"ponder", ARG_FLAG, &e->ponder, .help = "0 or 1"},
        {"banmoves", ARG_FLAG, &e->banmoves, .help = "0 or 1"},
        {"st", ARG_SECONDS, &l->move_us, 0.001, 1e6, "a number of seconds"},
        {"nodes", ARG_INT, &l->nodes, 1, 1e15, "a number from 1 on"},
        {"depth", ARG_INT, &l->depth, 1, 1000, "1 to 1000"},
        {"margin", ARG_MS, &l->margin_us, 0, 1e6, "in milliseconds"},
    };
    if (strncmp(w->text, "option.", 7) == 0 && w->text[7] && w->text[7] != '=')
        return set_option(r, e, flag, w->text + 7);
    if (strncmp(w->text, "tc=", 3) != 0)
        return args_setting(&r->program, flag, rows, COUNT(rows), w->text);
    return read_limits(w->text + 3, l) ? EXIT_SUCCESS
                                       : args_wrong(&r->program, "%s: tc is [MOVES/]BASE[+INC], not '%s'", flag, w->text + 3);
}

static bool is_limit(const char *word)
{
    return strncmp(word, "tc=", 3) == 0 || strncmp(word, "st=", 3) == 0 || strncmp(word, "nodes=", 6) == 0 ||
           strncmp(word, "depth=", 6) == 0;
}

/* Returns true if the engine has its own word for this setting. An engine that sets any limit of
 * its own takes no limit from --each. */
static bool has_own(const Reading *r, int engine, const char *word)
{
    size_t length = strcspn(word, "=");
    for (int i = 0; i < r->word_count; i++) {
        const char *own = r->words[i].text;
        if (r->words[i].owner == engine &&
            ((is_limit(own) && is_limit(word)) || (length == strcspn(own, "=") && strncasecmp(own, word, length) == 0)))
            return true;
    }
    return false;
}

/* Applies the engine's own words, then those of --each that it does not override. */
static int set_engine(const Reading *r, int engine)
{
    EngineSpec *e = &r->c->engines[engine];
    const MatchLimits *l = &e->limits;
    const char *name = NULL;
    int status = EXIT_SUCCESS, number = engine + 1;
    e->rank_base = -1;
    e->limits.margin_us = 200000;
    for (int i = 0; i < r->word_count && !status; i++)
        if (r->words[i].owner == engine)
            status = set_word(r, e, &name, &r->words[i]);
    for (int i = 0; i < r->word_count && !status; i++)
        if (r->words[i].owner == EACH && !has_own(r, engine, r->words[i].text))
            status = set_word(r, e, &name, &r->words[i]);
    if (status)
        return status;
    if (!e->command || !*e->command)
        return args_wrong(&r->program, "--engine number %d has no cmd=", number);
    if (name && !*name)
        return args_wrong(&r->program, "--engine number %d: the name is empty", number);
    if (name && !(e->name = name_clean(name)))
        return no_memory(r);
    if (!(l->base_us || l->move_us || l->nodes || l->depth))
        return args_wrong(&r->program, "engine %d (%s) has no limit: give tc=, st=, nodes= or depth=, there or with --each", number,
                          e->name ? e->name : e->command);
    if (e->rank_base < 0)
        e->rank_base = engine_is_fairy(e);
    return EXIT_SUCCESS;
}

/* ---- other options ---- */

static int take_shard(void *self, const char *text)
{
    const Reading *r = self;
    Schedule *s = &r->c->schedule;
    char rest;
    if (sscanf(text, "%9d/%9d%c", &s->shard, &s->shards, &rest) != 2 || s->shard < 1 || s->shards < s->shard)
        return args_wrong(&r->program, "--shard is I/N with I from 1 to N, not '%s'", text);
    return EXIT_SUCCESS;
}

static int take_rules(void *self, const char *name)
{
    return rule_set_from_name(name, &((Config *)self)->adjudication.rules) ? EXIT_SUCCESS : EXIT_USAGE;
}

/* ---- files ---- */

/* Checks that no output is also an input, and that no two outputs are the same file. Engines may
 * share a file for their standard error. */
static int check_files(const Reading *r)
{
    const Config *c = r->c;
    const NamedFile outputs[] = {{"--json", c->json}, {"--pgn", c->pgn}, {"--html", c->html}, {"--log", c->log}};
    int engines = c->schedule.engines, count = 0;
    Text why = WHY_INIT;
    NamedFile *inputs = calloc((size_t)(1 + c->merge_count + 2 * engines), sizeof *inputs);
    if (!inputs)
        return no_memory(r);
    inputs[count++] = (NamedFile){"--openings", c->openings_file};
    for (int i = 0; i < c->merge_count; i++)
        inputs[count++] = (NamedFile){"a file for --merge", c->merge[i]};
    NamedFile *programs = &inputs[count], *errors = programs + engines;
    for (int i = 0; i < engines; i++) {
        const EngineSpec *e = &c->engines[i];
        programs[i] = (NamedFile){"an engine's program", engine_spec_program(e)};
        errors[i] = (NamedFile){"an engine's stderr=", e->error_file ? engine_spec_path(e, e->error_file, strlen(e->error_file)) : NULL};
    }
    bool ok = files_distinct(outputs, COUNT(outputs), inputs, count + 2 * engines, &why);
    for (int i = 0; i < engines && ok; i++)
        ok = files_distinct(&errors[i], 1, inputs, count + engines, &why);
    for (int i = 0; i < 2 * engines; i++)
        free((char *)programs[i].path);
    free(inputs);
    return ok ? EXIT_SUCCESS : args_wrong(&r->program, "%s", why.data);
}

/* ---- consistency of the arguments ---- */

static int check(const Reading *r)
{
    const Config *c = r->c;
    const Adjudication *a = &c->adjudication;
    const Schedule *s = &c->schedule;
    const bool merge = c->merge_count > 0, sprt = r->sprt.given;
    char odd[120];
    snprintf(odd, sizeof odd, "--games %d: with each opening played from both sides the number is even (or --no-repeat)", s->games);
    const struct {
        bool broken;
        const char *rule;
    } rules[] = {
        {r->resign.given && (!a->win_count || !a->win_score), "--resign needs moves= and score="},
        {r->draw.given && (!a->draw_count || a->draw_score < 0), "--draw needs moves= and score="},
        {sprt && !(c->sprt.elo0 < c->sprt.elo1), "--sprt needs elo0= and a greater elo1="},
        {sprt && !sprt_is_within(&c->sprt), "--sprt: with model=normalised elo0 and elo1 lie between -200 and 200"},
        {sprt && !sprt_is_sound(&c->sprt), "--sprt: alpha and beta lie between 0 and 0.5"},
        {!*c->event, "--event: the name is empty"},
        {merge && (s->engines || c->resume), "--merge plays nothing: leave --engine and --resume away"},
        {!merge && s->engines == 0, "no engines: give two or more --engine"},
        {!merge && s->engines == 1, "one engine has nobody to play: give two or more"},
        {!merge && s->repeat && s->games % 2, odd},
        {!merge && sprt && s->engines != 2, "--sprt tests one engine against one other: give two"},
        {c->resume && !c->json && !c->pgn, "--resume needs --json or --pgn, the file to go on with"},
    };
    for (int i = 0; i < COUNT(rules); i++)
        if (rules[i].broken)
            return args_wrong(&r->program, "%s", rules[i].rule);
    return merge || schedule_is_bounded(s) ? EXIT_SUCCESS
                                           : args_wrong(&r->program, "at most %d engines and %d games in all", MOST_ENGINES, MOST_TOTAL);
}

/* Completes the configuration with what has been read, and checks it. */
static int complete(Reading *r)
{
    Config *c = r->c;
    c->schedule.gauntlet = r->format == 1;
    c->schedule.games = (int)r->games;
    c->event = name_clean(r->event);
    c->engines = calloc((size_t)r->engines + 1, sizeof *c->engines);
    if (!c->engines || !c->event)
        return no_memory(r);
    c->schedule.engines = r->engines;
    int status = check(r);
    if (!r->draw.given)
        c->adjudication.draw_score = 0;
    c->sprt.on = r->sprt.given;
    for (int i = 0; i < r->engines && !status; i++)
        status = set_engine(r, i);
    return status ? status : check_files(r);
}

/* ---- reading ---- */

static const char usage[] = "usage: hanxin-match --engine cmd=A name=new --engine cmd=B name=old --each tc=10+0.1 \\\n"
                            "                    --openings openings.epd order=random --games 400 --concurrency 4 --pgn games.pgn\n"
                            "       hanxin-match --merge part1.json part2.json --json all.json\n"
                            "Matches and tournaments between Xiangqi engines that speak UCCI or UCI.\n"
                            "Ctrl-C ends one with status 130; --resume goes on.\n";

static const char engine_help[] =
    "two or more; its program and what follows:\n"
    "cmd=COMMAND            program and arguments (needed)\n"
    "name=NAME              default: what the engine calls itself\n"
    "proto=auto|ucci|uci    default auto\n"
    "dir=DIRECTORY          working directory, which cmd may be relative to\n"
    "stderr=FILE            append its standard error there (default: thrown away)\n"
    "base=0|1               its ranks count from 0 or 1 (Fairy-Stockfish in UCI: 1)\n"
    "option.NAME=VALUE      set an option; option.NAME alone presses a button. Hanxin plays without its opening\n"
    "                       book unless an option for books is set, as option.usebook=true\n"
    "ponder=0|1             let it think on the opponent's time\n"
    "banmoves=0|1           tell a UCCI engine the moves that lose by repetition\n"
    "and limits, at least one:\n"
    "tc=[MOVES/]BASE[+INC]  clock in seconds or m:s, such as 40/1:30+0.5\n"
    "st=SECONDS             time for each move\n"
    "nodes=N  depth=N       as the engine counts them\n"
    "margin=MS              overdraft allowed before time is lost (default 200)";

static int read_all(Reading *r, int argc, char **argv)
{
    static const char *const formats[] = {"roundrobin", "gauntlet", NULL};
    static const char *const orders[] = {[ORDER_SEQUENTIAL] = "sequential", [ORDER_RANDOM] = "random", NULL};
    Config *c = r->c;
    Adjudication *a = &c->adjudication;
    const Arg openings[] = {
        {"order", ARG_WORD, &(ArgWord){(int *)&c->order, orders}, .help = "sequential or random"},
        {"start", ARG_INT, &c->openings_first, 1, 1 << 30, "a number from 1 on"},
        {"plies", ARG_INT, &c->openings_plies, 0, 1000, "a number up to 1000"},
    };
    const Arg resign[] = {
        {"moves", ARG_INT, &a->win_count, 1, 1e6, "a number from 1 on"},
        {"score", ARG_INT, &a->win_score, 1, 1e6, "a number from 1 on"},
        {"both", ARG_FLAG, &a->win_both, .help = "0 or 1"},
    };
    const Arg draw[] = {
        {"moves", ARG_INT, &a->draw_count, 1, 1e6, "a number from 1 on"},
        {"score", ARG_INT, &a->draw_score, 0, 1e6, "a number from 0 on"},
        {"from", ARG_INT, &a->draw_from, 0, 1e6, "a number from 0 on"},
    };
    const Arg sprt[] = {
        {"elo0", ARG_REAL, &c->sprt.elo0, -2000, 2000, "a number"},
        {"elo1", ARG_REAL, &c->sprt.elo1, -2000, 2000, "a number"},
        {"alpha", ARG_REAL, &c->sprt.alpha, 0, 0.5, "between 0 and 0.5"},
        {"beta", ARG_REAL, &c->sprt.beta, 0, 0.5, "between 0 and 0.5"},
        {"model", ARG_WORD, &(ArgWord){(int *)&c->sprt.model, sprt_models}, .help = "logistic or normalised"},
    };
    r->openings = (Group){r, "--openings", openings, COUNT(openings), false};
    r->resign = (Group){r, "--resign", resign, COUNT(resign), false};
    r->draw = (Group){r, "--draw", draw, COUNT(draw), false};
    r->sprt = (Group){r, "--sprt", sprt, COUNT(sprt), false};
    const Arg args[] = {
        {NULL, ARG_TITLE, .help = "Engines"},
        {"engine KEY=VALUE...", ARG_WORDS, &(ArgSink){take_engine, r, NULL}, .help = engine_help},
        {"each KEY=VALUE...", ARG_WORDS, &(ArgSink){take_each, r, NULL}, .help = "the same for all engines; an engine's own go first"},
        {NULL, ARG_TITLE, .help = "Tournament"},
        {"format", ARG_WORD, &(ArgWord){&r->format, formats}, .help = "roundrobin; gauntlet: the first engine against each other"},
        {"games N", ARG_INT, &r->games, 1, MOST_GAMES, "games of each pairing"},
        {"repeat", ARG_FLAG, &c->schedule.repeat, .help = "play each opening with both colours, which is the default"},
        {"no-repeat", ARG_NOT, &c->schedule.repeat, .help = "play each opening once"},
        {"openings FILE", ARG_WORDS, &(ArgSink){take_opening, &r->openings, NULL},
         .help = "[order=sequential|random] [start=N] [plies=N]\n"
                 "FEN or EPD lines, or a .pgn (plies: how much of each game)"},
        {"concurrency N", ARG_INT, &c->concurrency, 1, 512, "games at the same time"},
        {"seed N", ARG_U64, &c->seed, .help = "for the random order"},
        {"shard I/N", ARG_SINK, &(ArgSink){take_shard, r, NULL}, .help = "play part I of N; results are added up with --merge"},
        {NULL, ARG_TITLE, .help = "Ending games early (off unless asked for; counts are moves of each side, scores centipawns)"},
        {"resign moves=N score=S [both=1]", ARG_WORDS, &(ArgSink){take_setting, &r->resign, NULL},
         .help = "lost when the loser (both: and the winner) says so N times"},
        {"draw moves=N score=S [from=MOVE]", ARG_WORDS, &(ArgSink){take_setting, &r->draw, NULL},
         .help = "drawn when both see less than S for N moves"},
        {"maxplies N", ARG_INT, &a->max_plies, 0, 100000, "drawn at that length; 0 never"},
        {"tables FOLDERS", ARG_TEXT, &a->table_folders, 0, 0,
         "by endgame tables: those of the folders, separated by `;`, and\n"
         "those built in, which are all with --tables="},
        {"draw-offers", ARG_FLAG, &a->draw_offers, .help = "UCCI engines may offer and accept draws"},
        {NULL, ARG_TITLE, .help = "Rules"},
        {"rules", ARG_SINK, &(ArgSink){take_rules, c, "asian, computer, chinese, simple, off"},
         .help = "how repetitions are judged: asian (default), computer, chinese, simple, off"},
        {"limit PLIES", ARG_INT, &a->limit, 0, NATURAL_LIMIT_MAX, "drawn after so many plies without a capture; 0 never"},
        {NULL, ARG_TITLE, .help = "Statistics"},
        {"sprt elo0=E elo1=E", ARG_WORDS, &(ArgSink){take_setting, &r->sprt, NULL},
         .help = "[alpha=0.05] [beta=0.05] [model=logistic|normalised]\n"
                 "sequential test of the first engine against the second; stops at a decision"},
        {NULL, ARG_TITLE, .help = "Output"},
        {"pgn FILE", ARG_TEXT, &c->pgn, .help = "games"},
        {"json FILE", ARG_TEXT, &c->json, .help = "games and results"},
        {"html FILE", ARG_TEXT, &c->html, .help = "a page to look at"},
        {"resume", ARG_FLAG, &c->resume,
         .help = "go on where these files (json, else pgn) end; damage in them is told, a copy of the\n"
                 "damaged file kept, and the damaged games played again"},
        {"merge FILE...", ARG_WORDS, &(ArgSink){take_merged, c, NULL}, .help = "add up the JSON files of shards instead of playing"},
        {"log FILE", ARG_TEXT, &c->log, .help = "every line to and from the engines, behind what the log holds"},
        {"force", ARG_FLAG, &c->force, .help = "replace what stands at --html and --log; --merge files though damaged"},
        {"event NAME", ARG_TEXT, &r->event, .help = "for the headers"},
        {"quiet", ARG_FLAG, &c->quiet, .help = "only the final table"},
        {NULL, ARG_TITLE, .help = "Waiting (seconds)"},
        {"patience S", ARG_SECONDS, &c->patience.answer_us, 0.001, 1e6, "for the handshake and readyok"},
        {"stall S", ARG_SECONDS, &c->patience.stall_us, 0.001, 1e6, "for a move when no clock runs"},
        {"grace S", ARG_SECONDS, &c->patience.grace_us, 0.001, 1e6, "for a move after stop, and for the end after quit"},
    };
    r->program = (Program){.name = "hanxin-match", .usage = usage, .args = args, .count = COUNT(args)};
    int read = args_read(&r->program, argc, argv);
    if (read < 0)
        return read == ARGS_TOLD ? CMDLINE_TOLD : args_status(read);
    return read > 0 ? args_wrong(&r->program, "'%s' belongs to no option", argv[1]) : complete(r);
}

int cmdline_read(Config *c, int argc, char **argv)
{
    *c = (Config){.schedule = {.repeat = true, .shard = 1, .shards = 1},
                  .adjudication = {.rules = RULES_ASIAN, .draw_score = -1, .limit = NATURAL_LIMIT_DEFAULT},
                  .sprt = {false, NAN, NAN, 0.05, 0.05, SPRT_LOGISTIC},
                  .patience = {30000000, 120000000, 2000000},
                  .openings_first = 1,
                  .concurrency = 1,
                  .seed = 1};
    Reading r = {.c = c, .words = calloc((size_t)argc, sizeof *r.words), .games = 2, .event = "hanxin-match"};
    c->merge = calloc((size_t)argc, sizeof *c->merge);
    int status = r.words && c->merge ? read_all(&r, argc, argv) : no_memory(&r);
    free(r.words);
    return status;
}
