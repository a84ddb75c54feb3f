/* hanxin-datagen: training games of the engine against itself (selfplay.h) into a record file (record.h).
 *
 * Each record is written whole as soon as its game ends, so a kill loses the games in progress and
 * nothing else; run again with the same arguments, the program drops a torn record at the file's end
 * and plays what is missing. The file is locked meanwhile: two generators would play the same games. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "eval/nnue/network.h"
#include "bench/selfplay/selfplay.h"

static atomic_bool interrupted; /* by a signal handler, which can reach nothing else */

static void on_signal(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

typedef struct Run Run;

typedef struct Player {
    Run *run;
    Searcher *searcher; /* NULL when it has none to be stopped; the run's lock guards it */
    pthread_t thread;
} Player;

struct Run {
    SelfplayOptions options;
    int hash_mib;
    int64_t games_wanted, positions_wanted, end_ms; /* 0: no such limit */
    const Network *net;
    FILE *out; /* unbuffered */
    Progress progress;

    pthread_mutex_t lock;                     /* of all that follows, and of writing */
    uint32_t *done;                           /* numbers of this seed that were in the file, ascending */
    size_t done_count, done_capacity, passed; /* those below `next` */
    int64_t next;                             /* first number not given out */
    int64_t length;                           /* of the file */
    int64_t games, positions;                 /* in the file, of this run and before */
    int64_t results[3], endings[RECORD_ENDINGS];
    int64_t begun_ms, positions_before;
    int running; /* threads */
    atomic_bool stop;
    char failure[FILE_ERROR_SIZE];
    Player *players; /* so many were asked for */
    int threads;
};

/* Is there enough? The caller holds the lock. */
static bool complete(const Run *run)
{
    return (run->games_wanted && run->games >= run->games_wanted) || (run->positions_wanted && run->positions >= run->positions_wanted) ||
           (run->end_ms && clock_ms() >= run->end_ms) || interrupted;
}

/* The next game to play; false when all have been given out. */
static bool take_number(Run *run, uint32_t *number)
{
    pthread_mutex_lock(&run->lock);
    for (; run->passed < run->done_count && run->done[run->passed] <= run->next; run->passed++)
        run->next += run->done[run->passed] == run->next; /* doubles are below it */
    *number = (uint32_t)run->next;
    bool more = !run->stop && !complete(run) && run->next <= UINT32_MAX && !(run->games_wanted && run->next >= run->games_wanted);
    if (more)
        run->next++;
    pthread_mutex_unlock(&run->lock);
    return more;
}

static void count(Run *run, const Record *record)
{
    run->games++;
    run->positions += record->plies;
    run->results[outcome_points(record->result.outcome, RED)]++;
    run->endings[record_ending(record->result.ending)]++;
}

static void deliver(Run *run, const Record *record)
{
    uint8_t bytes[RECORD_SIZE_MAX];
    size_t size = (size_t)record_encode(record, bytes);
    pthread_mutex_lock(&run->lock);
    if (*run->failure) {
        /* Nothing more is written behind a write that failed. */
    } else if (fwrite(bytes, 1, size, run->out) == size) {
        count(run, record);
        run->length += (int64_t)size;
    } else {
        snprintf(run->failure, sizeof run->failure, "cannot write: %s", strerror(errno));
        run->stop = true;
        (void)!ftruncate(fileno(run->out), run->length); /* no half a record; the next run would drop it too */
    }
    if (complete(run))
        run->stop = true;
    pthread_mutex_unlock(&run->lock);
}

/* Lets the others see the searcher, so that a long search ends when all shall. */
static void show_searcher(Player *player, Searcher *searcher)
{
    pthread_mutex_lock(&player->run->lock);
    player->searcher = searcher;
    pthread_mutex_unlock(&player->run->lock);
}

static void *play(void *self)
{
    Player *player = self;
    Run *run = player->run;
    SearchOptions search = {.hash_mib = run->hash_mib, .threads = 1, .multipv = 1};
    Searcher *searcher = searcher_new(&search);
    uint32_t number;
    Record record;
    bool good = true;
    if (searcher) {
        searcher_set_net(searcher, run->net);
        searcher_set_rules(searcher, RULES_ASIAN, NATURAL_LIMIT_DEFAULT);
        show_searcher(player, searcher);
        while (take_number(run, &number) && (good = selfplay_game(searcher, &run->options, number, &run->stop, &record)))
            deliver(run, &record);
        show_searcher(player, NULL);
        searcher_free(searcher);
    }
    pthread_mutex_lock(&run->lock);
    if (!searcher || (!good && !run->stop)) {
        snprintf(run->failure, sizeof run->failure, "no memory for a search");
        run->stop = true;
    }
    run->running--;
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* All that was written is on the disk, or the run fails. */
static void keep(Run *run)
{
    bool kept = file_sync(run->out);
    int why = errno;
    pthread_mutex_lock(&run->lock);
    if (!kept && !*run->failure) {
        snprintf(run->failure, sizeof run->failure, "cannot write: %s", strerror(why));
        run->stop = true;
    }
    pthread_mutex_unlock(&run->lock);
}

/* Seconds still to go, by the nearest of the limits; -1 if unknown. */
static int64_t seconds_left(const Run *run, double rate)
{
    double played = (double)(run->positions - run->positions_before);
    double games = run->games ? (double)run->positions / (double)run->games : 0;
    double left = -1;
    if (run->positions_wanted && rate > 0)
        left = (double)(run->positions_wanted - run->positions) / rate;
    if (run->games_wanted && rate > 0 && played > 0) {
        double by_games = (double)(run->games_wanted - run->games) * games / rate;
        left = left < 0 || by_games < left ? by_games : left;
    }
    if (run->end_ms) {
        double by_clock = (double)(run->end_ms - clock_ms()) / 1000;
        left = left < 0 || by_clock < left ? by_clock : left;
    }
    return left < 0 ? -1 : (int64_t)left;
}

static void print_status(Run *run, bool last)
{
    pthread_mutex_lock(&run->lock);
    double seconds = (double)(clock_ms() - run->begun_ms) / 1000;
    double rate = seconds > 0 ? (double)(run->positions - run->positions_before) / seconds : 0;
    int64_t left = seconds_left(run, rate);
    char time[DURATION_SIZE] = "";
    if (left >= 0)
        duration_text(left, time);
    progress_show(
        &run->progress, "%" PRId64 " games, %" PRId64 " positions, %.0f positions/s, Red +%" PRId64 " =%" PRId64 " -%" PRId64 "%s%s%s",
        run->games, run->positions, rate, run->results[2], run->results[1], run->results[0], *time ? ", " : "", time, *time ? " left" : "");
    if (last)
        progress_finish(&run->progress);
    pthread_mutex_unlock(&run->lock);
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool remember(Run *run, uint32_t number)
{
    if (run->done_count == run->done_capacity) {
        size_t capacity = run->done_capacity ? 2 * run->done_capacity : 1024;
        uint32_t *larger = realloc(run->done, capacity * sizeof *larger);
        if (!larger)
            return false;
        run->done = larger;
        run->done_capacity = capacity;
    }
    run->done[run->done_count++] = number;
    return true;
}

/* Counts what the file already holds, remembers the games of this seed, and cuts a torn end off. False with the reason
 * if it could not be read to its end: then nothing of it is touched. */
static bool resume(Run *run, const char *path, char *error)
{
    RecordReader reader;
    Record record;
    if (!record_open(&reader, path, error))
        return false;
    bool enough_memory = true;
    while (enough_memory && record_next(&reader, &record)) {
        count(run, &record);
        enough_memory = record.seed != run->options.seed || remember(run, record.number);
    }
    if (!record_close(&reader, error))
        return false;
    if (!enough_memory)
        return file_fail(error, path, "no memory for its games");
    if (run->done_count)
        qsort(run->done, run->done_count, sizeof *run->done, compare_numbers);
    if (reader.damaged)
        fprintf(stderr, "%s: %" PRIu64 " damaged stretches, %" PRIu64 " bytes, stepped over\n", path, reader.damaged, reader.skipped);
    if (run->games)
        fprintf(stderr, "%s: continuing after %" PRId64 " games, %" PRId64 " positions\n", path, run->games, run->positions);
    /* What is longer than a record is no torn one, and left alone. */
    bool torn = reader.sound < reader.offset && reader.offset - reader.sound <= RECORD_SIZE_MAX;
    run->length = (int64_t)(torn ? reader.sound : reader.offset);
    return !torn || ftruncate(fileno(run->out), run->length) == 0 || file_fail(error, path, strerror(errno));
}

/* The file to append to, locked, with what it holds taken in. Nothing is created or changed if it is no file of records. */
static bool open_output(Run *run, const char *path, char *error)
{
    if (file_exists(path) && !records_readable(&path, 1, error))
        return false;
    run->out = file_append(path, error);
    if (!run->out)
        return false;
    setvbuf(run->out, NULL, _IONBF, 0);
    if (!file_lock(run->out))
        return file_fail(error, path, errno == EWOULDBLOCK ? "another generator is writing it now" : strerror(errno));
    return resume(run, path, error);
}

/* Returns how many there are. */
static int start_players(Run *run)
{
    for (int i = 0; i < run->threads; i++) {
        run->players[i].run = run;
        pthread_mutex_lock(&run->lock);
        run->running++;
        pthread_mutex_unlock(&run->lock);
        if (pthread_create(&run->players[i].thread, NULL, play, &run->players[i]) != 0) {
            fprintf(stderr, "hanxin-datagen: only %d of %d threads could be started\n", i, run->threads);
            pthread_mutex_lock(&run->lock);
            run->running--;
            if (i == 0)
                snprintf(run->failure, sizeof run->failure, "no games were played");
            pthread_mutex_unlock(&run->lock);
            return i;
        }
    }
    return run->threads;
}

/* Tells how far it is, and keeps what there is, until the last player has ended. */
static void watch(Run *run)
{
    for (int64_t kept = run->begun_ms;;) {
        sleep_ms(50);
        pthread_mutex_lock(&run->lock);
        if (complete(run))
            run->stop = true;
        for (int i = 0; i < run->threads && run->stop; i++) /* each time: a search that begins just now takes it back */
            if (run->players[i].searcher)
                searcher_stop(run->players[i].searcher);
        bool idle = run->running == 0;
        pthread_mutex_unlock(&run->lock);
        if (idle)
            return;
        if (progress_due(&run->progress, 1000, 30000))
            print_status(run, false);
        if (clock_ms() - kept >= 30000) { /* a power cut costs half a minute */
            keep(run);
            kept = clock_ms();
        }
    }
}

int main(int argc, char **argv)
{
    SelfplayOptions defaults = selfplay_defaults();
    const char *out = NULL, *net_path = "built-in";
    uint64_t seed = 1;
    int64_t games = 0, positions = 0, nodes = defaults.nodes, threads = processor_count(), hash = 2;
    int64_t random_least = defaults.random_least, random_most = defaults.random_most, opening_max = defaults.opening_max;
    double minutes = 0;
    const Arg args[] = {
        {"out", ARG_TEXT, &out, 0, 0, "file to append to"},
        {"games", ARG_INT, &games, 0, 4e9, "stop when the file holds so many games"},
        {"positions", ARG_INT, &positions, 0, 1e15, "stop when it holds so many positions"},
        {"minutes", ARG_REAL, &minutes, 0, 1e9, "stop after this time"},
        {"threads", ARG_INT, &threads, 1, 1024, "games played at once"},
        {"seed", ARG_U64, &seed, 0, 0, "of the openings; give each machine its own"},
        {"nodes", ARG_INT, &nodes, 1, 1e9, "searched per move"},
        {"net", ARG_TEXT, &net_path, 0, 0, "net file; or the word built-in, or none: handcrafted evaluation"},
        {"hash", ARG_INT, &hash, 1, 65536, "MiB of hash table per thread"},
        {"random-least", ARG_INT, &random_least, 0, 100, "random plies before each game, at least"},
        {"random-most", ARG_INT, &random_most, 0, 100, "random plies, at most"},
        {"opening-max", ARG_INT, &opening_max, 1, 30000, "openings beyond so many centipawns are drawn anew"},
    };
    const Program program = {"hanxin-datagen",
                             "usage: hanxin-datagen --out FILE (--games N | --positions N | --minutes M) [options]\n"
                             "Plays the engine against itself and appends the games to FILE. Continues a file it finds.\n",
                             args, sizeof args / sizeof *args};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    if (!rest)
        return program_fail(&program, "no memory");
    int words = args_read(&program, argc, argv, rest);
    const char *first = rest[0];
    free(rest);
    if (words < 0)
        return words == ARGS_TOLD ? program_end(&program, EXIT_SUCCESS) : EXIT_USAGE;
    if (words > 0)
        return args_wrong(&program, "what is \"%s\"? the file is named by --out", first);
    if (!out)
        return args_wrong(&program, "where to? --out FILE");
    if (!games && !positions && minutes <= 0)
        return args_wrong(&program, "how many? --games N, --positions N or --minutes M");
    if (random_least > random_most)
        return args_wrong(&program, "--random-least is more than --random-most");

    Run run = {.hash_mib = (int)hash, .games_wanted = games, .positions_wanted = positions, .lock = PTHREAD_MUTEX_INITIALIZER};
    run.options = defaults;
    run.options.seed = seed;
    run.options.nodes = (uint32_t)nodes;
    run.options.random_least = (int)random_least;
    run.options.random_most = (int)random_most;
    run.options.opening_max = (Score)opening_max;

    Network *net = NULL;
    char error[NETWORK_ERROR_SIZE];
    run.progress = progress_new(stderr, isatty(STDERR_FILENO));
    if (!files_distinct(&(NamedFile){"--out", out}, 1, &(NamedFile){"--net", net_path}, 1, error))
        return program_fail(&program, "%s", error);
    if (strcmp(net_path, "none") != 0) {
        net = strcmp(net_path, "built-in") == 0 ? network_default(error) : network_load(net_path, error);
        if (!net)
            return program_fail(&program, "--net %s: %s", net_path, error);
        run.net = net;
        run.options.net = net->checksum;
    }
    if (!open_output(&run, out, error)) {
        network_free(net);
        free(run.done);
        if (run.out)
            fclose(run.out);
        return program_fail(&program, "%s", error);
    }
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);

    run.threads = (int)threads;
    run.players = calloc((size_t)threads, sizeof *run.players);
    if (!run.players)
        return program_fail(&program, "no memory");
    run.begun_ms = clock_ms();
    run.end_ms = minutes > 0 ? run.begun_ms + (int64_t)(minutes * 60000) : 0;
    run.positions_before = run.positions;
    int started = start_players(&run);
    watch(&run);
    for (int i = 0; i < started; i++)
        pthread_join(run.players[i].thread, NULL);
    print_status(&run, true);
    for (int e = 0; e < RECORD_ENDINGS; e++)
        fprintf(stderr, "%s%s %" PRId64, e ? ", " : "endings: ", record_endings[e], run.endings[e]);
    fputc('\n', stderr);

    keep(&run);
    fclose(run.out);
    free(run.players);
    free(run.done);
    network_free(net);
    if (*run.failure)
        return program_fail(&program, "%s: %s", out, run.failure);
    if (interrupted)
        return program_fail(&program, "interrupted; the same command continues");
    return program_end(&program, EXIT_SUCCESS);
}
