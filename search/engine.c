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

const Settings settings_initial = {
    .milliseconds = 1,
    .concede_score = 1200,
    .hash_mib = 16,
    .threads = 1,
    .multipv = 1,
    .use_net = 1,
    .rules = RULES_ASIAN,
    .use_limit = 1,
    .limit = NATURAL_LIMIT_DEFAULT,
    .use_tables = 1,
    .use_books = 1,
    .skill = SKILL_LEVELS,
    .elo = ELO_MOST,
    .overhead_ms = 30,
};

__attribute__((format(printf, 2, 3))) static void tell(const Player *p, const char *format, ...)
{
    char text[500];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    p->tell(p->self, text);
}

/* ---- parts of the engine ---- */

void player_use_hash(Player *p)
{
    assert(p->settings.hash_mib >= 0);
    enum { AUTOMATIC_MIB = 128 };
    int mib = p->settings.hash_mib ? p->settings.hash_mib : AUTOMATIC_MIB;
    int64_t most = memory_mib() / 4 * 3; /* more would not be memory but swapping, or the end of the process; 0: unknown */
    if ((most <= 0 || mib <= most) && searcher_set_hash(p->searcher, mib))
        return;
    p->settings.hash_mib = searcher_hash_mib(p->searcher);
    tell(p, "no memory for %d MB of hash; keeping the old table of %d MB", mib, p->settings.hash_mib);
}

bool player_shrink_hash(Player *p)
{
    const int mib = searcher_hash_mib(p->searcher);
    if (mib <= 1 || !searcher_set_hash(p->searcher, 1))
        return false;
    p->settings.hash_mib = 1;
    tell(p, "no memory to search with %d MB of hash; the hash table has 1 MB from now on", mib);
    if (p->changed)
        p->changed(p->watcher);
    return true;
}

void player_use_threads(Player *p)
{
    int threads = p->settings.threads ? p->settings.threads : processor_count();
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    if (searcher_set_threads(p->searcher, threads))
        return;
    p->settings.threads = searcher_threads(p->searcher);
    tell(p, "no memory for %d threads; keeping the old number, %d", threads, p->settings.threads);
}

void player_use_settings(Player *p)
{
    const Settings *set = &p->settings;
    searcher_set_multipv(p->searcher, set->multipv);
    searcher_set_rules(p->searcher, (RuleSet)set->rules, set->use_limit ? set->limit : 0);
    searcher_set_net(p->searcher, set->use_net ? p->net : NULL);
    searcher_set_endgames(p->searcher, set->use_tables ? p->tables : NULL);
}

static void note(char **kept, const char *text)
{
    free(*kept);
    *kept = *text ? strdup(text) : NULL;
}

void player_set_tables(Player *p, const char *folders)
{
    note(&p->table_folders, folders);
    Text why = WHY_INIT;
    EndgameTables *old = p->tables;
    /* Keeps what can be used, even if that is nothing, so that failures are reported only once. */
    p->tables = endgame_tables_new();
    bool all = (p->tables || why_no_memory(&why)) && endgame_tables_add_built_in(p->tables, &why);
    all = p->tables && endgame_tables_add_folders(p->tables, folders, all ? &why : NULL) && all;
    if (!all)
        tell(p, "endgame tables: %.400s", why.data);
    player_use_settings(p);
    endgame_tables_free(old);
}

void player_use_tables(Player *p)
{
    if (!p->tables && p->settings.use_tables)
        player_set_tables(p, "");
}

uint32_t player_net_checksum(const Player *p) { return p->net && p->settings.use_net ? p->net->checksum : 0; }

void player_set_evalfile(Player *p, const char *path)
{
    Text why = WHY_INIT;
    Network *old = p->net;
    if (!*path && !network_is_built_in())
        return;
    Network *net = *path ? network_load(path, &why) : network_default(&why);
    if (!net) {
        tell(p, "%s%s; keeping the %s", *path ? "" : "the built-in net: ", why.data, old ? "old net" : "built-in evaluation");
        return;
    }
    if (*path)
        tell(p, "evaluating by %.200s, checksum %08x", path, net->checksum);
    p->net = net;
    note(&p->net_path, path);
    player_use_settings(p);
    network_free(old);
}

/* ---- books ---- */

void player_set_books(Player *p, const char *paths)
{
    char path[4096];
    library_clear(&p->library);
    for (size_t length; *(paths += strspn(paths, "; ")); paths += length) {
        Text name = text_over(path, sizeof path), why = WHY_INIT;
        length = strcspn(paths, ";");
        if (!text_add_bytes(&name, paths, length))
            text_add(&why, "the path is too long");
        if (name.failed || !library_add(&p->library, text_trim(path), &why)) {
            const bool none = p->library.count == 0 && !paths[length + strspn(paths + length, "; ")];
            tell(p, "opening book %.200s: %s%s", path, why.data,
                 !none                                  ? ""
                 : p->settings.use_books && p->built_in ? "; the built-in one stands in for it in games at full strength"
                                                        : "; playing without");
        }
    }
}

/* Returns true at full strength. The measurements of weaker play were made without a book. */
static bool plays_in_earnest(const Settings *set)
{
    const bool full = set->skill == SKILL_LEVELS && !set->use_elo && !set->idle_percent && !set->less_pruning && !set->less_knowledge;
    return full && set->multipv == 1;
}

bool player_book_move(Player *p, const Game *game, const MoveList *bans, bool for_game, Move best_and_reply[2])
{
    const Settings *set = &p->settings;
    const Randomness variety = (Randomness)set->variety;
    if (!set->use_books)
        return false;
    const uint64_t random = rng_next(&p->rng);
    if (p->library.count > 0)
        return library_pick(&p->library, game, bans, variety, random, best_and_reply);
    if (!p->built_in || !for_game || !plays_in_earnest(set) || !book_pick(p->built_in, game, bans, variety, random, best_and_reply))
        return false;
    best_and_reply[1] = MOVE_NONE;
    return true;
}

int player_book_moves(const Player *p, const Game *game, BookMove out[MAX_MOVES])
{
    int count = 0;
    for (int i = 0; p->settings.use_books && count == 0 && i < p->library.count; i++)
        count = book_moves_onward(p->library.books[i], game, NULL, out);
    if (p->settings.use_books && p->library.count == 0 && p->built_in)
        count = book_moves_onward(p->built_in, game, NULL, out);
    return count;
}

void player_temper(Player *p, Limits *limits)
{
    assert(in_range(p->settings.skill, 0, SKILL_LEVELS));
    const Settings *set = &p->settings;
    if (*p->lacks)
        tell(p, "%s", p->lacks);
    *p->lacks = '\0';
    player_use_tables(p);
    limits->handicap = (Handicap){.levels = SKILL_LEVELS - set->skill,
                                  .elo = set->use_elo ? set->elo : 0,
                                  .randomness_cp = set->noise ? 2 << set->noise : 0, /* 4 at RANDOM_TINY, doubled at each step */
                                  .seed = rng_next(&p->rng)};
    limits->ablation = (Ablation){.pruning = set->less_pruning, .knowledge = set->less_knowledge};
    limits->idle_percent = set->idle_percent;
    limits->overhead_ms = set->overhead_ms;
    limits->clock.will_ponder = set->will_ponder;
}

/* ---- creation and end ---- */

void player_free(Player *p)
{
    if (!p)
        return;
    searcher_free(p->searcher);
    network_free(p->net);
    endgame_tables_free(p->tables);
    library_clear(&p->library);
    free(p->net_path);
    free(p->table_folders);
    book_free(p->built_in);
    free(p);
}

Player *player_new(void (*tell_user)(void *self, const char *text), void *self)
{
    Player *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    *p = (Player){.settings = settings_initial, .rng = {(uint64_t)clock_us()}, .tell = tell_user, .self = self};
    Text lacks = text_over(p->lacks, sizeof p->lacks), why = WHY_INIT;
    SearchOptions options = {settings_initial.hash_mib, 0, settings_initial.multipv};
    while (!(p->searcher = searcher_new(&options)) && options.hash_mib > 1)
        options.hash_mib /= 2;
    if (!p->searcher) {
        player_free(p);
        return NULL;
    }
    p->net = network_is_built_in() ? network_default(NULL) : NULL;
    p->built_in = book_built_in(&why);
    p->settings.hash_mib = options.hash_mib;
    if (options.hash_mib < settings_initial.hash_mib)
        text_addf(&lacks, "no memory for %d MB of hash at the start; using %d", settings_initial.hash_mib, options.hash_mib);
    if (!p->net && network_is_built_in())
        text_addf(&lacks, "%sno memory for the built-in net; using the built-in evaluation", *p->lacks ? "; " : "");
    if (*why.data)
        text_addf(&lacks, "%sthe built-in book: %s", *p->lacks ? "; " : "", why.data);
    player_use_settings(p);
    return p;
}

void player_new_game(Player *p)
{
    p->losing_moves = 0;
    searcher_new_game(p->searcher);
    if (p->changed)
        p->changed(p->watcher);
}
