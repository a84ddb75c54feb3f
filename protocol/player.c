#include "protocol/player.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/platform.h"
#include "engine/base/rng.h"
#include "eval/nnue/network.h"

struct Player {
    Searcher *searcher; /* owned; NULL until player_wake() */
    Network *net;       /* owned; NULL until player_wake() or a file was loaded, or if there is none */
    Library library;
    Rng rng; /* for book choices and the search's noise */

    int hash_mib, threads, multipv; /* as set: 0 is to choose */
    RuleSet rules;
    int limit;
    Randomness variety;
    bool use_net, use_limit, use_books, use_elo;
    int elo, idle_percent, overhead_ms;
    bool will_ponder;
    Handicap handicap; /* but for elo and seed */
    Ablation ablation;

    void (*tell)(void *self, const char *text);
    void *self;
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

Player *player_new(void (*tell_user)(void *self, const char *text), void *self)
{
    Player *p = malloc(sizeof *p);
    if (p)
        *p = (Player){.rng = {(uint64_t)clock_us()},
                      .hash_mib = 16,
                      .threads = 1,
                      .multipv = 1,
                      .limit = NATURAL_LIMIT_DEFAULT,
                      .use_net = true,
                      .use_limit = true,
                      .use_books = true,
                      .tell = tell_user,
                      .self = self};
    return p;
}

void player_free(Player *p)
{
    if (!p)
        return;
    if (p->searcher)
        searcher_free(p->searcher);
    network_free(p->net);
    library_clear(&p->library);
    free(p);
}

/* ---- table and threads ---- */

static int hash_wanted(const Player *p)
{
    enum { AUTOMATIC_MIB = 128 };
    return p->hash_mib ? p->hash_mib : AUTOMATIC_MIB;
}

static int threads_wanted(const Player *p)
{
    int threads = p->threads ? p->threads : processor_count();
    return threads < MAX_THREADS ? threads : MAX_THREADS;
}

/* More than this would not be memory but swapping, or the end of the process. */
static bool hash_is_sane(int mib)
{
    int64_t have = memory_mib();
    return have == 0 || mib <= have / 4 * 3;
}

void player_set_hash(Player *p, int mib)
{
    p->hash_mib = mib;
    mib = hash_wanted(p);
    if (p->searcher && (!hash_is_sane(mib) || !searcher_set_hash(p->searcher, mib)))
        tell(p, "no memory for %d MB of hash; keeping the old table", mib);
}

void player_set_threads(Player *p, int threads)
{
    p->threads = threads;
    threads = threads_wanted(p);
    if (p->searcher && !searcher_set_threads(p->searcher, threads))
        tell(p, "cannot have %d threads; keeping the old number", threads);
}

void player_set_multipv(Player *p, int lines)
{
    p->multipv = lines;
    if (p->searcher)
        searcher_set_multipv(p->searcher, lines);
}

int player_multipv(const Player *p) { return p->multipv; }

/* ---- rules ---- */

static void apply_rules(Player *p)
{
    if (p->searcher)
        searcher_set_rules(p->searcher, p->rules, p->use_limit ? p->limit : 0);
}

void player_set_rules(Player *p, RuleSet rules)
{
    p->rules = rules;
    apply_rules(p);
}

void player_set_limit(Player *p, int plies)
{
    p->limit = plies;
    apply_rules(p);
}

void player_set_use_limit(Player *p, bool use)
{
    p->use_limit = use;
    apply_rules(p);
}

/* ---- the net ---- */

static void apply_net(Player *p)
{
    if (p->searcher)
        searcher_set_net(p->searcher, p->use_net ? p->net : NULL);
}

void player_set_use_net(Player *p, bool use)
{
    p->use_net = use;
    apply_net(p);
}

/* The net of a file. NULL when it cannot be used, which is told. */
static Network *net_of_file(const Player *p, const char *path)
{
    char error[NETWORK_ERROR_SIZE];
    Network *net = network_load(path, error);
    if (net)
        tell(p, "evaluating by %.200s, checksum %08x", path, net->checksum);
    else
        tell(p, "%s; keeping the %s", error, p->net ? "old net" : network_is_built_in() ? "built-in net" : "built-in evaluation");
    return net;
}

/* The net inside the program. NULL if there is none, or, which is told, no memory for it. */
static Network *net_of_program(const Player *p)
{
    char error[NETWORK_ERROR_SIZE];
    Network *net = network_is_built_in() ? network_default(error) : NULL;
    if (!net && network_is_built_in())
        tell(p, "the built-in net: %s; keeping the %s", error, p->net ? "old net" : "built-in evaluation");
    return net;
}

void player_set_evalfile(Player *p, const char *path)
{
    Network *net = *path ? net_of_file(p, path) : NULL, *old = p->net;
    if (!net && (!*path || !old))
        net = net_of_program(p);
    if (!net)
        return;
    p->net = net;
    apply_net(p);
    network_free(old);
}

/* ---- books ---- */

static void complain_of_book(void *self, const char *path, const BookFault *fault)
{
    char why[BOOK_FAULT_SIZE];
    tell(self, "opening book %.200s: %s", path, book_fault_text(fault, LANGUAGE_ENGLISH, why));
}

void player_set_books(Player *p, const char *paths) { library_load(&p->library, paths, complain_of_book, p); }

bool player_add_book(Player *p, const char *path, BookFault *fault) { return library_add(&p->library, path, fault); }

void player_set_use_books(Player *p, bool use) { p->use_books = use; }

void player_set_variety(Player *p, Randomness variety) { p->variety = variety; }

bool player_book_move(Player *p, const Game *game, const MoveList *bans, Move *best, Move *reply)
{
    BookChoice how = {.bans = bans, .randomness = p->variety, .random = rng_next(&p->rng)};
    return p->use_books && library_pick(&p->library, game, &how, best, reply);
}

/* ---- temper ---- */

void player_set_skill(Player *p, int level) { p->handicap.levels = SKILL_LEVELS - level; }
void player_set_elo(Player *p, int elo) { p->elo = elo; }
void player_set_use_elo(Player *p, bool use) { p->use_elo = use; }
void player_set_noise(Player *p, int centipawns) { p->handicap.randomness_cp = centipawns; }
void player_set_idle(Player *p, int percent) { p->idle_percent = percent; }
void player_set_less_pruning(Player *p, int degree) { p->ablation.pruning = degree; }
void player_set_less_knowledge(Player *p, int degree) { p->ablation.knowledge = degree; }
void player_set_overhead(Player *p, int ms) { p->overhead_ms = ms; }
void player_set_will_ponder(Player *p, bool will) { p->will_ponder = will; }

void player_temper(Player *p, Limits *limits)
{
    limits->handicap = p->handicap;
    limits->handicap.elo = p->use_elo ? p->elo : 0;
    limits->handicap.seed = rng_next(&p->rng);
    limits->ablation = p->ablation;
    limits->idle_percent = p->idle_percent;
    limits->overhead_ms = p->overhead_ms;
    limits->clock.will_ponder = p->will_ponder;
}

/* ---- playing ---- */

bool player_wake(Player *p)
{
    if (p->searcher)
        return true;
    SearchOptions wish = {.hash_mib = hash_wanted(p), .threads = threads_wanted(p), .multipv = p->multipv};
    if (hash_is_sane(wish.hash_mib))
        p->searcher = searcher_new(&wish);
    if (!p->searcher) {
        tell(p, "no memory for %d MB of hash and %d threads; using the least", wish.hash_mib, wish.threads);
        p->searcher = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = wish.multipv});
    }
    if (!p->searcher) {
        tell(p, "no memory to think with");
        return false;
    }
    apply_rules(p);
    if (!p->net)
        p->net = net_of_program(p);
    apply_net(p);
    return true;
}

void player_new_game(Player *p)
{
    if (p->searcher)
        searcher_new_game(p->searcher);
}

bool player_start(Player *p, const Game *game, const Limits *limits, const SearchListener *listener)
{
    return player_wake(p) && searcher_start(p->searcher, game, limits, listener);
}

void player_stop(Player *p)
{
    if (p->searcher)
        searcher_stop(p->searcher);
}

void player_ponderhit(Player *p)
{
    if (p->searcher)
        searcher_ponderhit(p->searcher);
}

void player_wait(Player *p)
{
    if (p->searcher)
        searcher_wait(p->searcher);
}

bool player_probe(Player *p, const Game *game, TableProbe *probe) { return p->searcher && searcher_probe(p->searcher, game, probe); }

bool player_evaluate(Player *p, const Position *pos, Score *score)
{
    if (!player_wake(p))
        return false;
    *score = searcher_evaluate(p->searcher, pos);
    return true;
}
