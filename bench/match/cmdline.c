/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/cmdline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/viewer/viewer.h"
#include "engine/base/args.h"
#include "engine/base/file.h"
#include "engine/base/array.h"
#include "engine/base/pool.h"
#include "engine/base/text.h"
#include "engine/base/words.h"

enum { EACH = -1 }; /* owner of the words that apply to all engines */
enum { ORIGIN_SIZE = 100 };

enum { GAMES = 2, TIEBREAKS = 2 }; /* unless --games and --tiebreaks say otherwise */

/* Returns the owner of the words of --engines for an engine. */
static inline int of_file(int engine) { return -2 - engine; }

typedef struct EngineWord { /* KEY=VALUE of --engine or --each */
    const char *text;
    int owner; /* index of an engine, of_file() of it, or EACH */
} EngineWord;

typedef struct Reading {
    Config *c;
    Program program;
    EngineWord *words;
    int word_count, engines;
    size_t word_capacity;
    bool resign, draw, sprt;  /* true if the option was given */
    int64_t games, rounds;    /* 0: not given */
    int64_t seeds, tiebreaks; /* tiebreaks -1: not given */
    int format;
    const char *event, *site, *results;
} Reading;

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

static int cmdline_no_memory(const Reading *r) { return program_fail(&r->program, "out of memory"); }

/* ---- options with several words ---- */

/* Takes the words of --openings: the file, then its settings. */
static int cmdline_take_opening(void *self, const char *word)
{
    static const char *const orders[] = {[ORDER_SEQUENTIAL] = "sequential", [ORDER_RANDOM] = "random", NULL};
    const Reading *r = self;
    Config *c = r->c;
    const Arg rows[] = {
        {"order", ARG_WORD, &(ArgWord){(int *)&c->order, orders}, 0, 0, NULL},
        {"start", ARG_INT, &c->openings_first, 1, 1 << 30, NULL},
        {"plies", ARG_INT, &c->openings_plies, 0, 1000, NULL},
    };
    if (word && c->openings_file)
        return args_setting(&r->program, "--openings", rows, COUNT(rows), word);
    c->openings_file = word;
    return EXIT_SUCCESS;
}

static int cmdline_take_resign(void *self, const char *word)
{
    Reading *r = self;
    Adjudication *a = &r->c->adjudication;
    const Arg rows[] = {
        {"moves", ARG_INT, &a->win_count, 1, 1e6, NULL},
        {"score", ARG_INT, &a->win_score, 1, 1e6, NULL},
        {"both", ARG_FLAG, &a->win_both, 0, 0, NULL},
    };
    r->resign = true;
    return word ? args_setting(&r->program, "--resign", rows, COUNT(rows), word) : EXIT_SUCCESS;
}

static int cmdline_take_draw(void *self, const char *word)
{
    Reading *r = self;
    Adjudication *a = &r->c->adjudication;
    const Arg rows[] = {
        {"moves", ARG_INT, &a->draw_count, 1, 1e6, NULL},
        {"score", ARG_INT, &a->draw_score, 0, 1e6, NULL},
        {"from", ARG_INT, &a->draw_from, 0, 1e6, NULL},
    };
    r->draw = true;
    return word ? args_setting(&r->program, "--draw", rows, COUNT(rows), word) : EXIT_SUCCESS;
}

static int cmdline_take_sprt(void *self, const char *word)
{
    Reading *r = self;
    Sprt *s = &r->c->sprt;
    const Arg rows[] = {
        {"elo0", ARG_REAL, &s->elo0, -2000, 2000, NULL},
        {"elo1", ARG_REAL, &s->elo1, -2000, 2000, NULL},
        {"alpha", ARG_REAL, &s->alpha, 0, 0.5, NULL},
        {"beta", ARG_REAL, &s->beta, 0, 0.5, NULL},
        {"model", ARG_WORD, &(ArgWord){(int *)&s->model, sprt_models}, 0, 0, NULL},
    };
    r->sprt = true;
    if (word && strcmp(word, "model=normalized") == 0)
        word = "model=normalised";
    return word ? args_setting(&r->program, "--sprt", rows, COUNT(rows), word) : EXIT_SUCCESS;
}

static int cmdline_add_word(Reading *r, const char *word, int owner)
{
    if (!array_grow(&r->words, &r->word_capacity, (size_t)r->word_count + 1, sizeof *r->words))
        return cmdline_no_memory(r);
    r->words[r->word_count++] = (EngineWord){word, owner};
    return EXIT_SUCCESS;
}

static int cmdline_take_engine(void *self, const char *word)
{
    Reading *r = self;
    if (word)
        return cmdline_add_word(r, word, r->engines - 1);
    r->engines++;
    return EXIT_SUCCESS;
}

static int cmdline_take_each(void *self, const char *word)
{
    Reading *r = self;
    if (word && strncmp(word, "conf=", 5) == 0)
        return args_wrong(&r->program, "conf= belongs to --engine, not to --each");
    return word ? cmdline_add_word(r, word, EACH) : EXIT_SUCCESS;
}

static int cmdline_take_merged(void *self, const char *file)
{
    Config *c = self;
    if (file)
        c->merge[c->merge_count++] = file;
    return EXIT_SUCCESS;
}

/* ---- engines ---- */

/* Parses a time such as "5", "0.25", "1:30" or "1:00:00" into microseconds and moves *text past
 * it. */
static bool cmdline_read_clock(const char **text, int64_t *us)
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

static bool cmdline_read_limits(const char *text, MatchLimits *l)
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
    return cmdline_read_clock(&text, &l->base_us) && (*text != '+' || (text++, cmdline_read_clock(&text, &l->increment_us))) && !*text &&
           l->base_us > 0;
}

static int cmdline_set_option(const Reading *r, EngineSpec *e, const char *flag, const char *word)
{
    Text why = WHY_IN(r->c->program.language);
    int status = engine_set_option(e, word, &why);
    return status == EXIT_USAGE ? args_wrong(&r->program, "%s: %s", flag, why.data) : status ? cmdline_no_memory(r) : EXIT_SUCCESS;
}

/* Returns where a word is from, for messages; `text` has room for it. */
static const char *cmdline_origin(const Reading *r, const EngineWord *w, char text[ORIGIN_SIZE])
{
    if (w->owner >= EACH)
        return w->owner == EACH ? "--each" : "--engine";
    snprintf(text, ORIGIN_SIZE, "--engines");
    for (int i = 0; i < r->word_count; i++)
        if (r->words[i].owner == w->owner && strncmp(r->words[i].text, "name=", 5) == 0)
            snprintf(text, ORIGIN_SIZE, "--engines, '%.60s'", r->words[i].text + 5);
    return text;
}

static int cmdline_set_word(const Reading *r, EngineSpec *e, const char **name, const EngineWord *w)
{
    char origin[ORIGIN_SIZE];
    const char *flag = cmdline_origin(r, w, origin);
    MatchLimits *l = &e->limits;
    const char *entry; /* already looked up */
    const Arg rows[] = {
        {"conf", ARG_TEXT, &entry, 0, 0, NULL},
        {"name", ARG_TEXT, name, 0, 0, NULL},
        {"cmd", ARG_TEXT, &e->command, 0, 0, NULL},
        {"dir", ARG_TEXT, &e->directory, 0, 0, NULL},
        {"stderr", ARG_TEXT, &e->error_file, 0, 0, NULL},
        {"proto", ARG_WORD, &(ArgWord){(int *)&e->protocol, protocol_words}, 0, 0, NULL},
        {"base", ARG_WORD, &(ArgWord){&e->rank_base, rank_base_words}, 0, 0, NULL},
        {"ponder", ARG_FLAG, &e->ponder, 0, 0, NULL},
        {"banmoves", ARG_FLAG, &e->banmoves, 0, 0, NULL},
        {"restart", ARG_FLAG, &e->restart, 0, 0, NULL},
        {"book", ARG_TEXT, &e->book_file, 0, 0, NULL},
        {"bookdepth", ARG_INT, &e->book_depth, 0, 1000, NULL},
        {"st", ARG_SECONDS, &l->move_us, 0.001, 1e6, NULL},
        {"nodes", ARG_INT, &l->nodes, 1, 1e15, NULL},
        {"depth", ARG_INT, &l->depth, 1, 1000, NULL},
        {"margin", ARG_MS, &l->margin_us, 0, 1e6, NULL},
    };
    if (strncmp(w->text, "option.", 7) == 0 && w->text[7] && w->text[7] != '=')
        return cmdline_set_option(r, e, flag, w->text + 7);
    if (strncmp(w->text, "tc=", 3) != 0)
        return args_setting(&r->program, flag, rows, COUNT(rows), w->text);
    return cmdline_read_limits(w->text + 3, l)
               ? EXIT_SUCCESS
               : args_wrong(&r->program, "invalid value '%s' for tc in %s: expected [MOVES/]BASE[+INC], such as 40/1:30+0.5", w->text + 3,
                            flag);
}

static bool cmdline_is_limit(const char *word)
{
    return strncmp(word, "tc=", 3) == 0 || strncmp(word, "st=", 3) == 0 || strncmp(word, "nodes=", 6) == 0 ||
           strncmp(word, "depth=", 6) == 0;
}

/* Returns true if there is a word for this setting that takes precedence: the engine's own over one of a file, and both over
 * one of --each. An engine with limits of its own ignores all others. */
static bool cmdline_is_overridden(const Reading *r, int engine, const EngineWord *w)
{
    const char *word = w->text;
    size_t length = strcspn(word, "=");
    for (int i = 0; i < r->word_count; i++) {
        const char *own = r->words[i].text;
        const int owner = r->words[i].owner;
        const bool above = (owner == engine && w->owner != engine) || (owner == of_file(engine) && w->owner == EACH);
        if (above && ((cmdline_is_limit(own) && cmdline_is_limit(word)) || (length == strcspn(own, "=") && word_begins(own, word, length))))
            return true;
    }
    return false;
}

/* Applies the words of this owner to the engine, except those that are overridden. */
static int cmdline_set_words(const Reading *r, int owner, int engine, const char **name)
{
    int status = EXIT_SUCCESS;
    for (int i = 0; i < r->word_count && !status; i++)
        if (r->words[i].owner == owner && !cmdline_is_overridden(r, engine, &r->words[i]))
            status = cmdline_set_word(r, &r->c->engines[engine], name, &r->words[i]);
    return status;
}

static int cmdline_set_engine(const Reading *r, int engine)
{
    EngineSpec *e = &r->c->engines[engine];
    const MatchLimits *l = &e->limits;
    const char *name = NULL;
    e->rank_base = -1;
    e->limits.margin_us = 200000;
    const int number = engine + 1;
    const int owners[] = {engine, of_file(engine), EACH};
    for (int i = 0; i < COUNT(owners); i++) {
        const int status = cmdline_set_words(r, owners[i], engine, &name);
        if (status)
            return status;
    }
    if (!e->command || !*e->command)
        return args_wrong(&r->program, "--engine %d: missing cmd=", number);
    if (name && !*name)
        return args_wrong(&r->program, "--engine %d: empty name", number);
    if (name && !(e->name = name_clean(name)))
        return cmdline_no_memory(r);
    if (!(l->base_us || l->move_us || l->nodes || l->depth))
        return args_wrong(&r->program, "engine %d (%s): missing limit: give tc=, st=, nodes= or depth= with --engine or --each", number,
                          e->name ? e->name : e->command);
    if (e->rank_base < 0)
        e->rank_base = engine_is_fairy(e);
    return EXIT_SUCCESS;
}

/* ---- engines of a file ---- */

/* Returns the word conf=NAME of an engine, from NAME on, or NULL. */
static const char *cmdline_entry_name(const Reading *r, int engine)
{
    const char *name = NULL;
    for (int i = 0; i < r->word_count; i++)
        if (r->words[i].owner == engine && strncmp(r->words[i].text, "conf=", 5) == 0)
            name = r->words[i].text + 5;
    return name;
}

static int cmdline_add_entry(Reading *r, int engine, const EngineEntry *entry)
{
    int status = EXIT_SUCCESS;
    for (int i = 0; i < entry->count && !status; i++)
        status = cmdline_add_word(r, entry->words[i], of_file(engine));
    return status;
}

/* Adds the words of the entry that an engine names. */
static int cmdline_use_entry(Reading *r, int engine)
{
    const EnginesFile *file = &r->c->engines_file;
    const char *name = cmdline_entry_name(r, engine);
    if (!name)
        return EXIT_SUCCESS;
    if (!r->c->engines_path)
        return args_wrong(&r->program, "conf=%s requires --engines, the file with this engine", name);
    bool several;
    const EngineEntry *entry = engines_file_find(file, name, &several);
    if (several)
        return args_wrong(&r->program, "several engines are named '%s' in %s", name, r->c->engines_path);
    return entry ? cmdline_add_entry(r, engine, entry) : args_wrong(&r->program, "no engine '%s' in %s", name, r->c->engines_path);
}

/* Reads the file of --engines. Without --engine, all of its engines play. */
static int cmdline_read_engines(Reading *r)
{
    Config *c = r->c;
    Text why = WHY_IN(r->program.language);
    int status = EXIT_SUCCESS;
    if (c->engines_path && !engines_file_read(&c->engines_file, c->engines_path, &why))
        return program_fail(&r->program, "%s", why.data);
    const bool all = r->engines == 0 && !c->merge_count;
    r->engines = all ? c->engines_file.count : r->engines;
    for (int i = 0; i < r->engines && !status; i++)
        status = all ? cmdline_add_entry(r, i, &c->engines_file.engines[i]) : cmdline_use_entry(r, i);
    return status;
}

/* ---- other options ---- */

static int cmdline_take_shard(void *self, const char *text)
{
    const Reading *r = self;
    Schedule *s = &r->c->schedule;
    char rest;
    if (sscanf(text, "%9d/%9d%c", &s->shard, &s->shards, &rest) != 2 || s->shard < 1 || s->shards < s->shard)
        return args_wrong(&r->program, "invalid value '%s' for --shard: expected I/N with I from 1 to N", text);
    return EXIT_SUCCESS;
}

static int cmdline_take_rules(void *self, const char *name)
{
    return rule_set_from_name(name, &((Config *)self)->adjudication.rules) ? EXIT_SUCCESS : EXIT_USAGE;
}

/* ---- files ---- */

/* Checks that no output is also an input, and that no two outputs are the same file. Engines may
 * share a file for their standard error. */
static int cmdline_check_files(const Reading *r)
{
    const Config *c = r->c;
    const NamedFile outputs[] = {
        {"--results", c->results},       {"--json", c->json}, {"--pgn", c->pgn}, {"--html", c->html}, {"--epd", c->epd}, {"--log", c->log},
        {"the configuration", c->config}};
    int engines = c->schedule.engines, count = 0;
    Text why = WHY_IN(r->c->program.language);
    NamedFile *inputs = calloc((size_t)(2 + c->merge_count + 3 * engines), sizeof *inputs);
    if (!inputs)
        return cmdline_no_memory(r);
    inputs[count++] = (NamedFile){"--openings", c->openings_file};
    inputs[count++] = (NamedFile){"--engines", c->engines_path};
    for (int i = 0; i < c->merge_count; i++)
        inputs[count++] = (NamedFile){"an input of --merge", c->merge[i]};
    NamedFile *programs = &inputs[count], *books = programs + engines, *errors = books + engines;
    for (int i = 0; i < engines; i++) {
        const EngineSpec *e = &c->engines[i];
        programs[i] = (NamedFile){"an engine's program", engine_spec_program(e)};
        books[i] = (NamedFile){"an engine's book", e->book_file ? strdup(e->book_file) : NULL};
        errors[i] = (NamedFile){"an engine's stderr=", e->error_file ? engine_spec_path(e, e->error_file, strlen(e->error_file)) : NULL};
    }
    bool ok = files_distinct(outputs, COUNT(outputs), inputs, count + 3 * engines, &why);
    for (int i = 0; i < engines && ok; i++)
        ok = files_distinct(&errors[i], 1, inputs, count + 2 * engines, &why);
    for (int i = 0; i < 3 * engines; i++)
        free((char *)programs[i].path);
    free(inputs);
    return ok ? EXIT_SUCCESS : args_wrong(&r->program, "%s", why.data);
}

/* ---- consistency of the arguments ---- */

typedef struct Rule {
    bool broken;
    const char *text;
} Rule;

/* Reports the first rule that is broken. */
static int cmdline_check_rules(const Reading *r, const Rule *rules, int count)
{
    for (int i = 0; i < count; i++)
        if (rules[i].broken)
            return args_wrong(&r->program, "%s", tr(r->program.language, rules[i].text));
    return EXIT_SUCCESS;
}

static int cmdline_check_options(const Reading *r)
{
    const Config *c = r->c;
    const Adjudication *a = &c->adjudication;
    const Rule rules[] = {
        {r->resign && (!a->win_count || !a->win_score), "--resign requires moves= and score="},
        {r->draw && (!a->draw_count || a->draw_score < 0), "--draw requires moves= and score="},
        {r->sprt && !(c->sprt.elo0 < c->sprt.elo1), "--sprt requires elo0= and a greater elo1="},
        {r->sprt && !sprt_is_within(&c->sprt), "--sprt: elo0 and elo1 must be between -200 and 200 with model=normalised"},
        {r->sprt && !sprt_is_sound(&c->sprt), "--sprt: alpha and beta must be between 0 and 0.5"},
        {!*c->event, "--event: empty name"},
        {c->resume && !c->results, "--resume requires --results, the file to continue"},
    };
    return cmdline_check_rules(r, rules, COUNT(rules));
}

static int cmdline_check_schedule(const Reading *r)
{
    const Schedule *s = &r->c->schedule;
    char odd[200];
    if (r->c->merge_count > 0)
        return s->engines || r->c->resume ? args_wrong(&r->program, "--merge cannot be combined with --engine or --resume") : EXIT_SUCCESS;
    snprintf(odd, sizeof odd,
             tr(r->program.language,
                "invalid value '%d' for --games: expected an even number, because each opening is played twice (see --no-repeat)"),
             s->games);
    const Rule rules[] = {
        {s->engines == 0, "missing engines: give two or more --engine"},
        {s->engines == 1, "missing opponent: give two or more --engine"},
        {s->repeat && s->games % 2, odd},
        {r->sprt && s->engines != 2, "--sprt requires exactly two engines"},
        {s->format == FORMAT_GAUNTLET && s->seeds >= s->engines, "--seeds must be less than the number of engines"},
        {s->format != FORMAT_GAUNTLET && s->seeds > 1, "--seeds is for --format gauntlet"},
        {s->format != FORMAT_KNOCKOUT && r->tiebreaks >= 0, "--tiebreaks is for --format knockout"},
        {s->format == FORMAT_KNOCKOUT && r->rounds > 0, "--rounds cannot be used with knockout, which ends when one engine is left"},
        {!schedule_is_drawn(s) && r->rounds > 0 && r->games > 0, "--games and --rounds say the same: give one of them"},
        {s->shards > 1 && schedule_is_drawn(s), "--shard cannot be used with knockout or swiss, whose pairs depend on results"},
    };
    const int status = cmdline_check_rules(r, rules, COUNT(rules));
    return status || schedule_is_bounded(s)
               ? status
               : args_wrong(&r->program, "too many: at most %d engines and %d games in total", MOST_ENGINES, MOST_TOTAL);
}

/* Sets the name of the results file. If it was not given, the file is next to the first export, unless
 * that is a device. Returns false if an allocation fails. */
static bool cmdline_name_results(const Reading *r)
{
    Config *c = r->c;
    const char *export = c->json ? c->json : c->pgn ? c->pgn : c->html ? c->html : c->epd;
    struct stat info;
    if (!r->results && (c->merge_count || !export || (stat(export, &info) == 0 && S_ISCHR(info.st_mode))))
        return true;
    Text name = TEXT_INIT;
    text_addf(&name, "%s%s", r->results ? r->results : export, r->results ? "" : ".results");
    c->results = text_take(&name);
    return c->results != NULL;
}

/* Sets the name of the file for the words of the match: that of the results file, with another ending. Returns false if an
 * allocation fails. */
static bool cmdline_name_config(Config *c)
{
    static const char ending[] = ".results";
    struct stat info;
    if (!c->results || c->merge_count || (stat(c->results, &info) == 0 && !S_ISREG(info.st_mode)))
        return true;
    Text name = TEXT_INIT;
    text_add(&name, c->results);
    if (name.length > strlen(ending) && strcmp(name.data + name.length - strlen(ending), ending) == 0)
        text_cut(&name, name.length - strlen(ending));
    text_add(&name, ".config");
    c->config = text_take(&name);
    return c->config != NULL;
}

/* Sets the schedule once the number of engines is known. A Swiss tournament has as many rounds as a knockout unless --rounds says otherwise. */
static void cmdline_set_schedule(const Reading *r)
{
    Schedule *s = &r->c->schedule;
    s->engines = r->engines;
    s->format = (Format)r->format;
    s->seeds = (int)r->seeds;
    s->tiebreaks = s->format != FORMAT_KNOCKOUT ? 0 : r->tiebreaks >= 0 ? (int)r->tiebreaks : TIEBREAKS;
    s->games = !schedule_is_drawn(s) && r->rounds ? (int)r->rounds * (s->repeat ? 2 : 1) : r->games ? (int)r->games : GAMES;
    s->rounds = s->format == FORMAT_SWISS ? (int)r->rounds : 0;
    if (s->format == FORMAT_SWISS && s->rounds == 0)
        for (s->rounds = 1; 1 << s->rounds < s->engines;)
            s->rounds++;
}

/* Sets how many games are played at a time, if that is left to the program. */
static void cmdline_set_concurrency(Config *c)
{
    const int games = processor_count() / config_processors(c);
    if (c->concurrency == 0)
        c->concurrency = games > 1 ? games : 1;
}

/* Completes the configuration and checks it. */
static int cmdline_complete(Reading *r)
{
    Config *c = r->c;
    c->event = name_clean(r->event);
    c->site = name_clean(r->site);
    int status = cmdline_read_engines(r);
    if (status)
        return status;
    c->engines = calloc((size_t)r->engines + 1, sizeof *c->engines);
    if (!c->engines || !c->event || !c->site || !cmdline_name_results(r) || !cmdline_name_config(c))
        return cmdline_no_memory(r);
    cmdline_set_schedule(r);
    status = cmdline_check_options(r);
    status = status ? status : cmdline_check_schedule(r);
    if (!r->draw)
        c->adjudication.draw_score = 0;
    c->sprt.on = r->sprt;
    for (int i = 0; i < r->engines && !status; i++)
        status = cmdline_set_engine(r, i);
    cmdline_set_concurrency(c);
    return status ? status : cmdline_check_files(r);
}

/* ---- reading ---- */

static const char cmdline_usage[] = "usage: hanxin-match --engine cmd=A name=new --engine cmd=B name=old --each tc=10+0.1 \\\n"
                                    "                    --openings openings.epd order=random --games 400 --threads 4 --pgn games.pgn\n"
                                    "       hanxin-match --merge part1.results part2.results --json all.json\n"
                                    "Play matches and tournaments between Xiangqi engines that speak UCCI or UCI.\n"
                                    "Ctrl-C interrupts a tournament (exit status 130); --resume continues it.\n";

static const char cmdline_engine_help[] =
    "add an engine (two or more), described by:\n"
    "cmd=COMMAND            program and arguments (required, unless conf= has it)\n"
    "conf=NAME              the engine with this name in the file of --engines; other settings replace those of the file\n"
    "name=NAME              default: the name that the engine reports\n"
    "proto=auto|ucci|uci    default auto\n"
    "dir=FOLDER             working directory; cmd may be relative to it\n"
    "stderr=FILE            append its standard error to FILE (default: discarded)\n"
    "base=0|1               number of its first rank (Fairy-Stockfish in UCI: 1)\n"
    "option.NAME=VALUE      set an option; option.NAME alone presses a button. Hanxin plays without its opening\n"
    "                       book unless a book option is set, such as option.usebook=true\n"
    "ponder=0|1             let it think during the opponent's time\n"
    "banmoves=0|1           send a UCCI engine the moves that lose by repetition\n"
    "restart=0|1            start it anew for each game\n"
    "book=FILE              play from this book for the engine, while the book has moves\n"
    "bookdepth=N            to move N at most (default 0: no limit)\n"
    "and one or more limits:\n"
    "tc=[MOVES/]BASE[+INC]  clock in seconds or m:s, such as 40/1:30+0.5\n"
    "st=SECONDS             time per move\n"
    "nodes=N  depth=N       as counted by the engine\n"
    "margin=MS              time by which the clock may be exceeded (default 200)";

static int cmdline_read_all(Reading *r, int argc, char **argv)
{
    Config *c = r->c;
    Adjudication *a = &c->adjudication;
    const char *config = NULL; /* argwords_read() has replaced it */
    const Arg args[] = {
        {NULL, ARG_TITLE, .help = "Engines"},
        {"engine KEY=VALUE...", ARG_WORDS, &(ArgSink){cmdline_take_engine, r, NULL}, .help = cmdline_engine_help},
        {"each KEY=VALUE...", ARG_WORDS, &(ArgSink){cmdline_take_each, r, NULL},
         .help = "settings of all engines; those of --engine take precedence"},
        {"engines FILE", ARG_TEXT, &c->engines_path,
         .help = "file that describes engines, such as cutechess' engines.json: those named by conf=, or all if\nno --engine is given"},
        {"config FILE", ARG_TEXT, &config, .help = "read more words of the command line from FILE, such as the one next to the results"},
        {NULL, ARG_TITLE, .help = "Tournament"},
        {"format", ARG_WORD, &(ArgWord){&r->format, format_words},
         .help = "roundrobin; gauntlet: the first engine (or the first --seeds) against each of the others;\n"
                 "knockout; swiss"},
        {"games N", ARG_INT, &r->games, 1, MOST_GAMES,
         "number of games per pairing, or per match of a knockout or Swiss tournament; default: 2"},
        {"rounds N", ARG_INT, &r->rounds, 1, MOST_ROUNDS,
         "swiss: number of rounds; default: as many as a knockout has. roundrobin, gauntlet: instead of --games,\n"
         "number of times that each pairing plays an opening"},
        {"seeds N", ARG_INT, &r->seeds, 1, MOST_ENGINES, "gauntlet: number of engines that play all others, but not each other"},
        {"tiebreaks N", ARG_INT, &r->tiebreaks, 0, MOST_TIEBREAKS,
         "knockout: maximum number of further pairs of games after a drawn match (default: 2); then more wins as Black\n"
         "decide, then the order on the command line"},
        {"repeat", ARG_FLAG, &c->schedule.repeat, .help = "play each opening with both colours (default)"},
        {"no-repeat", ARG_NOT, &c->schedule.repeat, .help = "play each opening once"},
        {"openings FILE", ARG_WORDS, &(ArgSink){cmdline_take_opening, r, NULL},
         .help = "[order=sequential|random] [start=N] [plies=N]\n"
                 "FEN or EPD lines, or games (plies: number of plies of each game)"},
        {"threads|concurrency N", ARG_INT, &c->concurrency, 0, POOL_THREADS,
         "number of games to play at a time; 0: as many as there are processors for, given the engines' threads"},
        {"affinity", ARG_FLAG, &c->affinity, .help = "bind the engines of each game to processors of their own"},
        {"wait S", ARG_SECONDS, &c->pause_us, 0, 1e6, "pause after each game of a thread, in seconds"},
        {"seed N", ARG_U64, &c->seed, .help = "seed of the random order"},
        {"shard I/N", ARG_SINK, &(ArgSink){cmdline_take_shard, r, NULL}, .help = "play part I of N; merge the results with --merge"},
        {NULL, ARG_TITLE, .help = "Ending games early (off by default; counts are moves of each side, scores are centipawns)"},
        {"resign moves=N score=S [both=1]", ARG_WORDS, &(ArgSink){cmdline_take_resign, r, NULL},
         .help = "end a game as lost if the loser reports -S or worse for N moves in a row; both=1: and\nthe winner S or better"},
        {"draw moves=N score=S [from=MOVE]", ARG_WORDS, &(ArgSink){cmdline_take_draw, r, NULL},
         .help = "end a game as drawn if both engines report scores from -S to S for N moves in a row"},
        {"maxplies N", ARG_INT, &a->max_plies, 0, 100000, "end a game as drawn after N plies; 0: never"},
        {"tables FOLDERS", ARG_TEXT, &a->table_folders, 0, 0,
         "end games by endgame tables: those in FOLDERS, separated by `;`, and\nthose built in; --tables= for only those built in"},
        {"draw-offers", ARG_FLAG, &a->draw_offers, .help = "let UCCI engines offer and accept draws"},
        {NULL, ARG_TITLE, .help = "Rules"},
        {"rules", ARG_SINK, &(ArgSink){cmdline_take_rules, c, "asian, computer, chinese, simple, off"},
         .help = "rules of repetition: asian (default), computer, chinese, simple, off"},
        {"limit PLIES", ARG_INT, &a->limit, 0, NATURAL_LIMIT_MAX, "drawn after PLIES plies without a capture; 0: never"},
        {NULL, ARG_TITLE, .help = "Statistics"},
        {"sprt elo0=E elo1=E", ARG_WORDS, &(ArgSink){cmdline_take_sprt, r, NULL},
         .help = "[alpha=0.05] [beta=0.05] [model=logistic|normalised]\n"
                 "sequential test of the first engine against the second; the match stops when it is decided"},
        {NULL, ARG_TITLE, .help = "Output"},
        {"results FILE", ARG_TEXT, &r->results,
         .help = "keep the games in FILE, from which --resume and --merge read them; by default in\n"
                 "NAME.results if an export NAME is given"},
        {"resume", ARG_FLAG, &c->resume, .help = "continue the tournament in the results file; damaged games are replayed"},
        {"merge FILE...", ARG_WORDS, &(ArgSink){cmdline_take_merged, c, NULL},
         .help = "read results files, such as those of shards, instead of playing"},
        {"pgn FILE", ARG_TEXT, &c->pgn, .help = "export the games"},
        {"json FILE", ARG_TEXT, &c->json, .help = "export games and statistics"},
        {"html FILE", ARG_TEXT, &c->html, .help = "export a web page with games and statistics"},
        {"serve PORT", ARG_INT, &c->port, 0, 65535, "serve that page on this machine while the match is played; 0: at any free port"},
        {"board URL", ARG_SINK, &(ArgSink){viewer_take_board, &c->board, VIEWER_BOARD_WANTED},
         .help = "for --html: address of a page with the board, to which each game gets a link"},
        {"epd FILE", ARG_TEXT, &c->epd, .help = "export the last position of each game"},
        {"log FILE", ARG_TEXT, &c->log, .help = "append every line sent to the engines or received from them"},
        {"force", ARG_FLAG, &c->force, .help = "replace existing exports and logs; --merge damaged files"},
        {"event NAME", ARG_TEXT, &r->event, .help = "name of the event in the output"},
        {"site NAME", ARG_TEXT, &r->site, .help = "place in the PGN"},
        {"interval", ARG_INT, &c->interval, 0, MOST_TOTAL, "print the standings after every N games; 0: only at the end"},
        {"quiet", ARG_FLAG, &c->quiet, .help = "print only the final table"},
        {"lang", ARG_WORD, &(ArgWord){(int *)&c->program.language, language_words}, .help = "default: the language of the system"},
        {NULL, ARG_TITLE, .help = "Timeouts (seconds)"},
        {"patience S", ARG_SECONDS, &c->patience.answer_us, 0.001, 1e6, "for the handshake and readyok"},
        {"stall S", ARG_SECONDS, &c->patience.stall_us, 0.001, 1e6, "for a move without a clock"},
        {"grace S", ARG_SECONDS, &c->patience.grace_us, 0.001, 1e6, "for a move after stop and for exiting after quit"},
    };
    r->program =
        (Program){.name = c->program.name, .language = c->program.language, .usage = cmdline_usage, .args = args, .count = COUNT(args)};
    int read = args_read(&r->program, argc, argv);
    if (read < 0)
        return read == ARGS_DONE ? CMDLINE_DONE : args_status(read);
    return read > 0 ? args_wrong(&r->program, "unexpected argument '%s'", argv[1]) : cmdline_complete(r);
}

/* Keeps the words of the match, without those that say how to begin it. Returns false if an allocation fails. */
static bool cmdline_keep_words(Config *c)
{
    Text text = TEXT_INIT;
    const char **kept = calloc((size_t)c->words.count + 1, sizeof *kept);
    int count = 0;
    for (int i = 1; kept && i < c->words.count; i++)
        if (strcmp(c->words.words[i], "--resume") != 0 && strcmp(c->words.words[i], "--force") != 0)
            kept[count++] = c->words.words[i];
    if (kept)
        argwords_write(kept, 0, count, &text);
    free(kept);
    c->used = kept ? text_take(&text) : NULL;
    return c->used != NULL;
}

int cmdline_read(Config *c, int argc, char **argv)
{
    *c = (Config){.program = {.name = "hanxin-match", .language = language_requested(argc, argv)},
                  .schedule = {.repeat = true, .shard = 1, .shards = 1},
                  .adjudication = {.rules = RULES_ASIAN, .draw_score = -1, .limit = NATURAL_LIMIT_DEFAULT},
                  .sprt = {false, NAN, NAN, 0.05, 0.05, SPRT_LOGISTIC},
                  .patience = {30000000, 120000000, 2000000},
                  .openings_first = 1,
                  .concurrency = 1,
                  .port = -1,
                  .seed = 1};
    Text why = WHY_IN(c->program.language);
    Reading r = {.c = c, .program = c->program, .seeds = 1, .tiebreaks = -1, .event = "hanxin-match", .site = ""};
    if (!argwords_read(&c->words, argc, argv, "config", &why))
        return program_fail(&c->program, "%s", why.data);
    c->merge = calloc((size_t)c->words.count, sizeof *c->merge);
    int status = c->merge && cmdline_keep_words(c) ? cmdline_read_all(&r, c->words.count, c->words.words) : cmdline_no_memory(&r);
    free(r.words);
    return status;
}
