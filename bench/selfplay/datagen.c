/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-datagen: plays games of the engine against itself (selfplay.h), several at once, and
 * writes them to one record file (record.h).
 *
 * Games are numbered, and those whose numbers are missing in the file are played. So an interrupted
 * run continues where it stopped, and the games are the same with any number of threads. Each
 * record is written as a whole when its game has ended, so a kill loses only the games in progress.
 * A torn record at the end is removed when the file is opened again. The file is locked, because
 * two generators would play the same games. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/selfplay/relabel.h"
#include "bench/selfplay/selfplay.h"
#include "engine/base/args.h"
#include "engine/base/array.h"
#include "engine/base/lab.h"
#include "engine/base/platform.h"
#include "engine/base/pool.h"
#include "engine/base/progress.h"
#include "engine/base/signals.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/endgame/built_in.h"
#include "engine/notation/games.h"
#include "eval/nnue/network.h"
#include "eval/train/record.h"

typedef struct Generator Generator;

typedef struct GameThread {
    Generator *generator;
    Searcher *searcher;
    SelfplayOptions selfplay; /* options with the thread's own cache */
    pthread_t handle;
} GameThread;

struct Generator {
    const Program *program;
    const char *path, *net_path, *table_folders, *openings_path, *source_path; /* paths as given on the command line */
    SelfplayOptions selfplay;
    int64_t hash_mib, threads;
    int64_t games, positions; /* stop when the file contains this many; 0: no limit */
    double minutes;           /* stop after this many minutes; 0: no limit */

    Network *net;          /* NULL for the handcrafted evaluation */
    EndgameTables *tables; /* NULL if no tables are used */
    Position *openings;    /* NULL without openings_path */
    size_t opening_room;
    SourceGames source; /* empty without source_path; if source.inside is 0, the positions of the games themselves are labelled */
    FILE *file;         /* unbuffered */
    const atomic_bool *asked_to_stop;
    int64_t begun_ms;
    RecordTally before; /* content of the file at the start */
    uint32_t *numbers;  /* numbers of this seed's games that were in the file, ascending */
    size_t count, capacity;
    GameThread *players; /* room for `threads` threads */
    int started;         /* number of threads started */

    pthread_mutex_t lock; /* protects all fields below */
    Progress progress;
    int64_t length;    /* length of the file in bytes */
    RecordTally tally; /* current content of the file */
    size_t passed;     /* entries of `numbers` that are below `next` */
    int64_t next;      /* lowest number not yet handed out */
    int running;       /* number of running threads */
    atomic_bool stop;
    bool failed;
    Text *why;
};

/* -- the file ----------------------------------------------------------------------------------------- */

static int datagen_compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Reads the existing games and removes an incomplete record at the end. If the file cannot be read to
 * its end, it is not changed. */
static bool datagen_take_in(Generator *g)
{
    RecordReader reader;
    Record game;
    records_open(&reader, g->path, g->why);
    while (record_next(&reader, &game)) {
        record_tally_add(&g->tally, &game);
        if (game.seed != g->selfplay.seed)
            continue;
        if (!array_grow(&g->numbers, &g->capacity, g->count + 1, sizeof *g->numbers)) {
            (void)!records_close(&reader);
            return why_path(g->why, g->path, "out of memory");
        }
        g->numbers[g->count++] = game.number;
    }
    if (!records_close(&reader))
        return false;
    if (g->count)
        qsort(g->numbers, g->count, sizeof *g->numbers, datagen_compare_numbers);
    if (reader.damaged)
        program_note(g->program, "%s: skipped %" PRIu64 " damaged sections, %" PRIu64 " bytes", g->path, reader.damaged, reader.skipped);
    if (g->tally.games)
        program_note(g->program, "%s: continuing after %" PRId64 " games, %" PRId64 " positions", g->path, g->tally.games,
                     g->tally.positions);
    /* Data longer than a record cannot be an incomplete record and are left unchanged. */
    bool torn = reader.sound < reader.offset && reader.offset - reader.sound <= RECORD_SIZE_MAX;
    if (torn)
        program_note(g->program, "%s: dropped an incomplete record of %" PRIu64 " bytes at the end", g->path, reader.offset - reader.sound);
    g->length = (int64_t)(torn ? reader.sound : reader.offset);
    g->before = g->tally;
    return !torn || ftruncate(fileno(g->file), g->length) == 0 || why_errno(g->why, g->path);
}

/* Opens, locks and reads the file. Returns false with the reason; a file that does not contain
 * records is never changed. */
static bool datagen_open_file(Generator *g)
{
    if (file_exists(g->path) && !records_ready(&g->path, 1, NULL, 0, g->why))
        return false;
    g->file = file_claim(g->path, "a+b", g->why);
    if (!g->file)
        return false;
    setvbuf(g->file, NULL, _IONBF, 0);
    return datagen_take_in(g);
}

/* -- the games ---------------------------------------------------------------------------------------- */

/* Returns the progress from `begun` to `limit`, 0 to 1. A limit of 0 means no limit. */
static double datagen_part(double now, double begun, double limit)
{
    return limit <= 0 ? 0 : now >= limit ? 1 : (now - begun) / (limit - begun);
}

/* Returns the progress of the whole run towards the nearest limit, 0 to 1. The caller holds the
 * lock. */
static double datagen_part_done(const Generator *g)
{
    const RecordTally *now = &g->tally, *begun = &g->before;
    double games = datagen_part((double)now->games, (double)begun->games, (double)g->games);
    double positions = datagen_part((double)now->positions, (double)begun->positions, (double)g->positions);
    return fmax(fmax(games, positions), datagen_part((double)(clock_ms() - g->begun_ms), 0, g->minutes * 60000));
}

static bool datagen_is_complete(const Generator *g) { return datagen_part_done(g) >= 1 || atomic_load(g->asked_to_stop); }

/* Hands out the number of the next game. Returns false when no more games are needed. */
static bool datagen_take_number(Generator *g, uint32_t *number)
{
    pthread_mutex_lock(&g->lock);
    for (; g->passed < g->count && g->numbers[g->passed] <= g->next; g->passed++)
        g->next += g->numbers[g->passed] == g->next; /* the comparison skips duplicate numbers */
    *number = (uint32_t)g->next;
    bool more = !g->stop && !datagen_is_complete(g) && g->next <= UINT32_MAX && !(g->games && g->next >= g->games);
    g->next += more;
    pthread_mutex_unlock(&g->lock);
    return more;
}

/* Appends a game to the file. After a failed write nothing more is written. */
static void datagen_deliver(Generator *g, const Record *game)
{
    uint8_t bytes[RECORD_SIZE_MAX];
    size_t size = (size_t)record_encode(game, bytes);
    pthread_mutex_lock(&g->lock);
    if (!g->failed && fwrite(bytes, 1, size, g->file) == size) {
        record_tally_add(&g->tally, game);
        g->length += (int64_t)size;
    } else if (!g->failed) {
        g->failed = !why_errno(g->why, g->path);
        /* Remove a partial record now; the next run would do so too. */
        (void)!ftruncate(fileno(g->file), g->length);
    }
    g->stop = g->stop || g->failed || datagen_is_complete(g);
    pthread_mutex_unlock(&g->lock);
}

/* Plays or labels game `number`. Returns false if stopped or if an allocation fails. */
static bool datagen_make(GameThread *thread, uint32_t number, Record *game)
{
    Generator *g = thread->generator;
    if (!g->source_path)
        return selfplay_game(thread->searcher, &thread->selfplay, number, &g->stop, game);
    if (g->source.inside)
        return relabel_inside(thread->searcher, &thread->selfplay, &g->source, number, &g->stop, game);
    if (!relabel_game(thread->searcher, &thread->selfplay, &g->source.games[number], &g->stop, game))
        return false;
    game->seed = g->selfplay.seed; /* so that an interrupted run finds the games it has */
    game->number = number;
    return true;
}

static void *datagen_play(void *self)
{
    GameThread *thread = self;
    Generator *g = thread->generator;
    uint32_t number;
    Record game;
    bool good = true;
    thread_spread((int)(thread - g->players));
    while (datagen_take_number(g, &number) && (good = datagen_make(thread, number, &game)))
        datagen_deliver(g, &game);
    pthread_mutex_lock(&g->lock);
    if (!good && !g->stop) {
        g->failed = !why_path(g->why, g->path, "out of memory");
        g->stop = true;
    }
    g->running--;
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* Syncs the file to disk and checks that it still has its name. If either fails, so does the run. */
static void datagen_keep(Generator *g)
{
    Text why = WHY_INIT;
    bool kept = file_keep(g->file, g->path, &why);
    pthread_mutex_lock(&g->lock);
    if (!kept && !g->failed)
        g->failed = !text_fail(g->why, "%s", why.data);
    g->stop = g->stop || g->failed;
    pthread_mutex_unlock(&g->lock);
}

static void datagen_show_status(Generator *g)
{
    pthread_mutex_lock(&g->lock);
    const RecordTally *t = &g->tally;
    double seconds = (double)(clock_ms() - g->begun_ms) / 1000, generator_share = datagen_part_done(g);
    double rate = seconds > 0 ? (double)(t->positions - g->before.positions) / seconds : 0;
    char time[DURATION_SIZE] = "";
    if (generator_share > 0)
        duration_text((int64_t)(seconds * (1 - generator_share) / generator_share), time);
    progress_show(&g->progress,
                  "%" PRId64 " games, %" PRId64 " positions, %.0f positions/s, Red +%" PRId64 " =%" PRId64 " -%" PRId64 "%s%s%s", t->games,
                  t->positions, rate, t->points[2], t->points[1], t->points[0], *time ? ", " : "", time, *time ? " left" : "");
    pthread_mutex_unlock(&g->lock);
}

static void datagen_free_thread(GameThread *thread)
{
    searcher_free(thread->searcher);
    endgame_cache_free(thread->selfplay.cache);
}

/* Starts a thread with its own searcher. */
static bool datagen_start_thread(Generator *g, GameThread *thread)
{
    *thread =
        (GameThread){.generator = g,
                     .selfplay = g->selfplay,
                     .searcher = searcher_new(&(SearchOptions){.hash_mib = (int)g->hash_mib, .threads = 1, .multipv = 1, .net = g->net})};
    thread->selfplay.tables = g->tables;
    thread->selfplay.cache = g->tables ? endgame_cache_new() : NULL;
    if (!thread->searcher || (g->tables && !thread->selfplay.cache)) {
        datagen_free_thread(thread);
        g->failed = true;
        g->stop = true;
        return why_path(g->why, g->path, "out of memory");
    }
    if (thread_start(&thread->handle, SEARCH_STACK_BYTES, datagen_play, thread))
        return true;
    datagen_free_thread(thread);
    return false;
}

static void datagen_start_threads(Generator *g)
{
    pthread_mutex_lock(&g->lock);
    while (g->started < g->threads && datagen_start_thread(g, &g->players[g->started]))
        g->started++;
    g->running = g->started;
    if (g->started == 0 && !g->failed)
        g->failed = !why_path(g->why, g->path, "cannot start a thread; no game was played");
    else if (g->started < g->threads && !g->failed)
        progress_note(&g->progress, "could start only %d of %d threads", g->started, (int)g->threads);
    pthread_mutex_unlock(&g->lock);
}

/* Shows the progress and syncs the file regularly, until the last thread has ended. */
static void datagen_watch(Generator *g)
{
    for (int64_t kept = g->begun_ms;;) {
        sleep_ms(50);
        pthread_mutex_lock(&g->lock);
        if (datagen_is_complete(g))
            g->stop = true;
        bool idle = g->running == 0;
        pthread_mutex_unlock(&g->lock);
        if (idle)
            return;
        if (progress_due(&g->progress, 1000, 30000))
            datagen_show_status(g);
        if (clock_ms() - kept >= 30000) { /* a power failure loses at most half a minute of work */
            datagen_keep(g);
            kept = clock_ms();
        }
    }
}

/* Plays until a limit is reached or a stop is requested, which ends and discards the games in
 * progress. On failure returns false with the reason. The games in the file are complete in every
 * case. */
static bool datagen_play_all(Generator *g)
{
    g->asked_to_stop = signals_watch(SECOND_SIGNAL_WAITS);
    g->begun_ms = clock_ms();
    g->progress = progress_on_stderr();
    g->players = calloc((size_t)g->threads, sizeof *g->players);
    if (!g->players)
        return why_no_memory(g->why);
    datagen_start_threads(g);
    datagen_watch(g);
    for (int i = 0; i < g->started; i++) {
        pthread_join(g->players[i].handle, NULL);
        datagen_free_thread(&g->players[i]);
    }
    datagen_show_status(g);
    progress_finish(&g->progress);
    datagen_keep(g);
    record_tally_print(&g->tally, stderr);
    return !g->failed;
}

static bool datagen_load_net(Generator *g)
{
    const bool good = network_option("--net", g->net_path, &g->net, g->why);
    g->selfplay.net = g->net ? g->net->checksum : 0;
    return good;
}

static bool datagen_open_tables(Generator *g)
{
    return !g->table_folders || (g->tables = endgame_tables_built_in(g->table_folders, g->why));
}

/* Adds the position at the end of the game's main line to the openings. Returns false with the reason. */
static bool datagen_add_opening(Generator *g, const GameTree *game)
{
    SelfplayOptions *o = &g->selfplay;
    const int number = o->opening_count + 1;
    Position pos = game->start;
    Undo undo;
    if (tree_has_fault(game))
        return text_fail(g->why, "%s, game %d: %s", g->openings_path, number, game->report.fault);
    for (int i = 0; i < game->main.plies; i++)
        position_make(&pos, game->main.moves[i].move, &undo);
    if (!any_legal_move(&pos))
        return text_fail(g->why, "%s, game %d: the last position has no legal move", g->openings_path, number);
    if (!array_grow(&g->openings, &g->opening_room, (size_t)number, sizeof pos))
        return why_path(g->why, g->openings_path, "out of memory");
    pos.game_ply = 0;
    g->openings[o->opening_count++] = pos;
    return true;
}

static bool datagen_load_openings(Generator *g)
{
    GameSource source;
    GameTree game;
    if (!g->openings_path)
        return true;
    if (!games_open(&source, g->openings_path, g->why))
        return false;
    bool good = true;
    tree_init(&game);
    while (good && games_next(&source, &game, LANGUAGE_ENGLISH))
        good = datagen_add_opening(g, &game);
    tree_clear(&game);
    games_close(&source);
    g->selfplay.openings = g->openings;
    return good && (g->openings || why_path(g->why, g->openings_path, "no positions and no games"));
}

/* Reads the games to be labelled. Without --inside, each is labelled once. */
static bool datagen_load_source(Generator *g)
{
    if (!g->source_path)
        return true;
    if (!source_games_read(&g->source, g->source_path, g->why))
        return false;
    if (!g->source.inside && (g->games == 0 || g->games > (int64_t)g->source.count))
        g->games = (int64_t)g->source.count;
    return true;
}

/* Runs the generator and returns the exit status. */
static int datagen_generate(Generator *g)
{
    const NamedFile inputs[] = {
        {"--net", network_option_file(g->net_path)}, {"--openings", g->openings_path}, {"--relabel", g->source_path}};
    bool good = files_distinct(&(NamedFile){"--out", g->path}, 1, inputs, sizeof inputs / sizeof *inputs, g->why) && datagen_load_net(g) &&
                datagen_open_tables(g) && datagen_load_openings(g) && datagen_load_source(g) && datagen_open_file(g) && datagen_play_all(g);
    if (g->file)
        fclose(g->file);
    free(g->numbers);
    free(g->players);
    network_free(g->net);
    endgame_tables_free(g->tables);
    free(g->openings);
    source_games_clear(&g->source);
    if (!good)
        return program_fail(g->program, "%s", g->why->data);
    if (!atomic_load(g->asked_to_stop))
        return EXIT_SUCCESS;
    program_note(g->program, "interrupted; run the same command to continue");
    return EXIT_INTERRUPTED;
}

int datagen_main(int argc, char **argv)
{
    console_init();
    Text why = WHY_INIT;
    Generator g = {
        .net_path = "built-in",
        .selfplay = {.seed = 1, .nodes = 200, .random_least = 6, .random_most = 10, .opening_max = 300, .scattered_max = 1500},
        .hash_mib = 2,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .why = &why,
    };
    const Arg args[] = {
        {"out FILE", ARG_TEXT, &g.path, 0, 0, "file to append to"},
        {"games", ARG_INT, &g.games, 0, 4e9, "stop when FILE contains N games"},
        {"positions", ARG_INT, &g.positions, 0, 1e15, "stop when FILE contains N positions"},
        {"minutes", ARG_REAL, &g.minutes, 0, 1e9, "stop after X minutes"},
        {"threads", ARG_INT, &g.threads, 0, 1024, "number of games to play at a time; 0: all processors"},
        {"seed", ARG_U64, &g.selfplay.seed, 0, 0, "seed of the openings; use a different one on each machine"},
        {"nodes", ARG_INT, &g.selfplay.nodes, 1, 1e9, "nodes searched per move"},
        {"nodes-most", ARG_INT, &g.selfplay.nodes_most, 0, 1e9,
         "let a search end the iteration in which it reaches --nodes, up to N nodes; 0: end it at once"},
        {"net FILE", ARG_TEXT, &g.net_path, 0, 0, "net file, or the word built-in; none: use the handcrafted evaluation"},
        {"tables FOLDERS", ARG_TEXT, &g.table_folders, 0, 0,
         "end games by endgame tables: those in FOLDERS, separated by `;`, and the\n"
         "built-in ones; '': only the built-in ones"},
        {"hash", ARG_INT, &g.hash_mib, 1, 65536, "hash table per thread in MiB"},
        {"openings FILE", ARG_TEXT, &g.openings_path, 0, 0,
         "positions or games from which the random plies begin; default: the start position"},
        {"random-least", ARG_INT, &g.selfplay.random_least, 0, 100, "minimum number of random plies before each game"},
        {"random-most", ARG_INT, &g.selfplay.random_most, 0, 100, "maximum number of random plies"},
        {"opening-max", ARG_INT, &g.selfplay.opening_max, 1, 30000, "maximum absolute score of an opening in centipawns"},
        {"scattered", ARG_INT, &g.selfplay.scattered, 0, 100,
         "percentage of games that start with a few pieces on random points and end with mate"},
        {"scattered-max", ARG_INT, &g.selfplay.scattered_max, 1, 30000, "maximum absolute score of such a start in centipawns"},
        {"relabel FILE", ARG_TEXT, &g.source_path, 0, 0,
         "play no games: search the positions of the games in FILE again and write the new scores"},
        {"inside", ARG_INT, &g.source.inside, 0, 1e6,
         "with --relabel: write single positions from inside searches of up to N nodes, drawn by lot; their result means\n"
         "nothing, so train with --lambda 0"},
    };
    const Program program = {
        .name = "hanxin-datagen",
        .usage = "usage: hanxin-datagen --out FILE (--games N | --positions N | --minutes M) [options]\n"
                 "Play the engine against itself and append the games to FILE. An interrupted run is continued.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    g.program = &program;
    int words = args_read(&program, argc, argv), status;
    g.threads = g.threads ? g.threads : processor_count();
    if (words < 0)
        status = args_status(words);
    else if (words > 0)
        status = args_wrong(&program, "unexpected argument '%s': name the file with --out", argv[1]);
    else if (!g.path)
        status = args_wrong(&program, "missing --out FILE");
    else if (g.source.inside && !g.source_path)
        status = args_wrong(&program, "--inside needs --relabel FILE");
    else if (g.selfplay.nodes_most && g.selfplay.nodes_most < g.selfplay.nodes)
        status = args_wrong(&program, "--nodes-most is less than --nodes");
    else if (!g.games && !g.positions && g.minutes <= 0 && (!g.source_path || g.source.inside))
        status = args_wrong(&program, "missing limit: --games N, --positions N or --minutes M");
    else if (g.selfplay.random_least > g.selfplay.random_most)
        status = args_wrong(&program, "--random-least is greater than --random-most");
    else
        status = datagen_generate(&g);
    return program_end(&program, status);
}
