/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/endgame/built_in.h"
#include "eval/nnue/network.h"

const EngineSettings engine_settings_initial = {
    .hash_mib = 16,
    .threads = 1,
    .multipv = 1,
    .use_net = true,
    .rules = RULES_ASIAN,
    .use_limit = true,
    .limit = NATURAL_LIMIT_DEFAULT,
    .use_tables = true,
    .use_books = true,
    .skill = SKILL_LEVELS,
    .elo = ELO_MOST,
    .overhead_ms = 30,
};

__attribute__((format(printf, 2, 3))) static void engine_message(const Engine *e, const char *format, ...)
{
    char text[500];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    e->message(e->self, text);
}

static void engine_notify(const Engine *e)
{
    if (e->changed)
        e->changed(e->watcher);
}

/* ---- parts of the engine ---- */

static void engine_use_hash(Engine *e)
{
    assert(e->settings.hash_mib >= 0);
    enum { AUTOMATIC_MIB = 128 };
    int mib = e->settings.hash_mib ? e->settings.hash_mib : AUTOMATIC_MIB;
    int64_t most = memory_mib() / 4 * 3; /* a larger table would make the machine swap or end the process; 0: unknown */
    if ((most <= 0 || mib <= most) && searcher_set_hash(e->searcher, mib))
        return;
    e->settings.hash_mib = searcher_hash_mib(e->searcher);
    engine_message(e, "no memory for %d MB of hash; keeping the old table of %d MB", mib, e->settings.hash_mib);
}

bool engine_shrink_hash(Engine *e)
{
    const int mib = searcher_hash_mib(e->searcher);
    if (mib <= 1 || !searcher_set_hash(e->searcher, 1))
        return false;
    e->settings.hash_mib = 1;
    engine_message(e, "no memory to search with %d MB of hash; the hash table has 1 MB from now on", mib);
    engine_notify(e);
    return true;
}

static void engine_use_threads(Engine *e)
{
    int threads = e->settings.threads ? e->settings.threads : processor_count();
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    if (searcher_set_threads(e->searcher, threads))
        return;
    e->settings.threads = searcher_threads(e->searcher);
    engine_message(e, "no memory for %d threads; keeping the old number, %d", threads, e->settings.threads);
}

static void engine_use_settings(Engine *e)
{
    const EngineSettings *set = &e->settings;
    searcher_set_multipv(e->searcher, set->multipv);
    searcher_set_rules(e->searcher, set->rules, set->use_limit ? set->limit : 0);
    searcher_set_net(e->searcher, set->use_net ? e->net : NULL);
    searcher_set_endgames(e->searcher, set->use_tables ? e->tables : NULL);
}

void engine_configure(Engine *e, const EngineSettings *settings)
{
    const EngineSettings old = e->settings;
    e->settings = *settings;
    if (settings->hash_mib != old.hash_mib)
        engine_use_hash(e);
    if (settings->threads != old.threads)
        engine_use_threads(e);
    engine_use_settings(e);
    engine_notify(e);
}

static void engine_keep_text(char **kept, const char *text)
{
    free(*kept);
    *kept = *text ? strdup(text) : NULL;
}

static void engine_load_tables(Engine *e, const char *folders)
{
    engine_keep_text(&e->table_folders, folders);
    Text why = WHY_INIT;
    EndgameTables *old = e->tables;
    /* Keeps the tables that can be used, even if there are none, so that failures are reported only
     * once. */
    e->tables = endgame_tables_new();
    bool all = (e->tables || why_no_memory(&why)) && endgame_tables_add_built_in(e->tables, &why);
    all = e->tables && endgame_tables_add_folders(e->tables, folders, all ? &why : NULL) && all;
    if (!all)
        engine_message(e, "endgame tables: %.400s", why.data);
    engine_use_settings(e);
    endgame_tables_free(old);
}

void engine_set_tables(Engine *e, const char *folders)
{
    engine_load_tables(e, folders);
    engine_notify(e);
}

void engine_use_tables(Engine *e)
{
    if (!e->tables && e->settings.use_tables)
        engine_load_tables(e, "");
}

uint32_t engine_net_checksum(const Engine *e) { return e->net && e->settings.use_net ? e->net->checksum : 0; }

void engine_set_evalfile(Engine *e, const char *path)
{
    Text why = WHY_INIT;
    Network *old = e->net;
    if (!*path && !network_is_built_in())
        return;
    Network *net = *path ? network_load(path, &why) : network_default(&why);
    if (!net) {
        engine_message(e, "%s%s; keeping the %s", *path ? "" : "the built-in net: ", why.data, old ? "old net" : "built-in evaluation");
        return;
    }
    if (*path)
        engine_message(e, "evaluating by %.200s, checksum %08x", path, net->checksum);
    e->net = net;
    engine_keep_text(&e->net_path, path);
    engine_use_settings(e);
    network_free(old);
    engine_notify(e);
}

/* ---- books ---- */

void engine_set_books(Engine *e, const char *paths)
{
    char path[4096];
    library_clear(&e->library);
    for (size_t length; *(paths += strspn(paths, "; ")); paths += length) {
        Text name = text_over(path, sizeof path), why = WHY_INIT;
        length = strcspn(paths, ";");
        if (!text_add_bytes(&name, paths, length))
            text_add(&why, "the path is too long");
        if (name.failed || !library_add(&e->library, text_trim(path), &why)) {
            const bool none = e->library.count == 0 && !paths[length + strspn(paths + length, "; ")];
            engine_message(e, "opening book %.200s: %s%s", path, why.data,
                           !none                                  ? ""
                           : e->settings.use_books && e->built_in ? "; the built-in book replaces it in games at full strength"
                                                                  : "; playing without");
        }
    }
    engine_notify(e);
}

/* Returns true at full strength. Weaker levels do not use the book, because their ratings were measured
 * without it. */
static bool engine_plays_in_earnest(const EngineSettings *set)
{
    const bool full = set->skill == SKILL_LEVELS && !set->use_elo && !set->idle_percent && !set->less_pruning && !set->less_knowledge;
    return full && set->multipv == 1;
}

bool engine_book_move(Engine *e, const Game *game, const MoveList *bans, bool for_game, Move best_and_reply[2])
{
    const EngineSettings *set = &e->settings;
    if (!set->use_books)
        return false;
    const uint64_t random = rng_next(&e->rng);
    if (e->library.count > 0)
        return library_pick(&e->library, game, bans, set->variety, random, best_and_reply);
    if (!e->built_in || !for_game || !engine_plays_in_earnest(set) ||
        !book_pick(e->built_in, game, bans, set->variety, random, best_and_reply))
        return false;
    best_and_reply[1] = MOVE_NONE;
    return true;
}

int engine_book_moves(const Engine *e, const Game *game, BookMove out[MAX_MOVES])
{
    int count = 0;
    for (int i = 0; e->settings.use_books && count == 0 && i < e->library.count; i++)
        count = book_moves_onward(e->library.books[i], game, NULL, out);
    if (e->settings.use_books && e->library.count == 0 && e->built_in)
        count = book_moves_onward(e->built_in, game, NULL, out);
    return count;
}

void engine_temper(Engine *e, Limits *limits)
{
    assert(in_range(e->settings.skill, 0, SKILL_LEVELS));
    const EngineSettings *set = &e->settings;
    if (*e->lacks)
        engine_message(e, "%s", e->lacks);
    *e->lacks = '\0';
    engine_use_tables(e);
    limits->handicap = (Handicap){.levels = SKILL_LEVELS - set->skill,
                                  .elo = set->use_elo ? set->elo : 0,
                                  .randomness_cp = set->noise ? 2 << set->noise : 0, /* 4 at RANDOM_TINY, doubled at each step */
                                  .seed = rng_next(&e->rng)};
    limits->ablation = (Ablation){.pruning = set->less_pruning, .knowledge = set->less_knowledge};
    limits->idle_percent = set->idle_percent;
    limits->overhead_ms = set->overhead_ms;
    limits->clock.will_ponder = set->will_ponder;
}

/* ---- creation and end ---- */

void engine_free(Engine *e)
{
    if (!e)
        return;
    searcher_free(e->searcher);
    network_free(e->net);
    endgame_tables_free(e->tables);
    library_clear(&e->library);
    free(e->net_path);
    free(e->table_folders);
    book_free(e->built_in);
    free(e);
}

Engine *engine_new(void (*message)(void *self, const char *text), void *self)
{
    Engine *e = malloc(sizeof *e);
    if (!e)
        return NULL;
    *e = (Engine){.settings = engine_settings_initial, .rng = {(uint64_t)clock_us()}, .message = message, .self = self};
    Text lacks = text_over(e->lacks, sizeof e->lacks), why = WHY_INIT;
    SearchOptions options = {.hash_mib = engine_settings_initial.hash_mib, .multipv = engine_settings_initial.multipv};
    while (!(e->searcher = searcher_new(&options)) && options.hash_mib > 1)
        options.hash_mib /= 2;
    if (!e->searcher) {
        engine_free(e);
        return NULL;
    }
    e->net = network_is_built_in() ? network_default(NULL) : NULL;
    e->built_in = book_built_in(&why);
    e->settings.hash_mib = options.hash_mib;
    if (options.hash_mib < engine_settings_initial.hash_mib)
        text_addf(&lacks, "no memory for %d MB of hash at the start; using %d", engine_settings_initial.hash_mib, options.hash_mib);
    if (!e->net && network_is_built_in())
        text_addf(&lacks, "%sno memory for the built-in net; using the built-in evaluation", *e->lacks ? "; " : "");
    if (*why.data)
        text_addf(&lacks, "%sthe built-in book: %s", *e->lacks ? "; " : "", why.data);
    engine_use_settings(e);
    return e;
}

static void engine_drop_message(void *self, const char *text)
{
    (void)self;
    (void)text;
}

Engine *engine_new_exact(const EngineOptions *options, Text *why)
{
    const bool use_net = !options->handcrafted && network_is_built_in();
    Engine *e = calloc(1, sizeof *e);
    if (!e) {
        why_no_memory(why);
        return NULL;
    }
    e->settings = engine_settings_initial;
    e->settings.hash_mib = options->hash_mib;
    e->settings.threads = options->threads;
    e->settings.use_tables = options->table_folders != NULL;
    e->settings.use_books = false;
    e->message = engine_drop_message;
    e->searcher =
        searcher_new(&(SearchOptions){.hash_mib = options->hash_mib, .threads = options->threads, .multipv = e->settings.multipv});
    e->net = use_net ? network_default(NULL) : NULL;
    bool good = (e->searcher && (e->net || !use_net)) || why_no_memory(why);
    if (good && options->table_folders) {
        e->tables = endgame_tables_built_in(options->table_folders, why);
        good = e->tables != NULL;
    }
    if (!good) {
        engine_free(e);
        return NULL;
    }
    engine_use_settings(e);
    return e;
}

void engine_new_game(Engine *e)
{
    searcher_new_game(e->searcher);
    engine_notify(e);
}
