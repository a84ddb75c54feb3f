/* hanxin-datagen: training games of the engine against itself (selfplay.h) into a record file (record.h).
 *
 * Each record is written whole as soon as its game ends, so a kill loses the games in progress and
 * nothing else; run again with the same arguments, the program drops a torn record at the file's end
 * and plays what is missing. */
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
#include "engine/platform.h"
#include "eval/network.h"
#include "eval/train/selfplay.h"

static atomic_bool interrupted; /* by a signal handler, which can reach nothing else */

static void on_signal(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

typedef struct Run {
    SelfplayOptions options;
    int hash_mib;
    int64_t games_wanted, positions_wanted, end_ms; /* 0: no such limit */
    const Network *net;
    FILE *out;

    pthread_mutex_t lock; /* of all that follows, and of writing */
    uint8_t *done;        /* by number: is in the file already */
    uint32_t done_size;
    uint32_t next;            /* first number not given out */
    int64_t games, positions; /* in the file, of this run and before */
    int64_t results[3], endings[ENDINGS];
    int64_t begun_ms, positions_before;
    int running; /* threads */
    atomic_bool stop;
    const char *failure;
} Run;

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
    while (run->next < run->done_size && run->done[run->next])
        run->next++;
    *number = run->next;
    bool more = !run->stop && !complete(run) && !(run->games_wanted && run->next >= run->games_wanted);
    if (more)
        run->next++;
    pthread_mutex_unlock(&run->lock);
    return more;
}

static void count(Run *run, const GameRecord *record)
{
    run->games++;
    run->positions += record->plies;
    run->results[record->result]++;
    run->endings[record->ending]++;
}

static void deliver(Run *run, const GameRecord *record)
{
    uint8_t bytes[RECORD_SIZE_MAX];
    size_t size = (size_t)record_encode(record, bytes);
    pthread_mutex_lock(&run->lock);
    if (fwrite(bytes, 1, size, run->out) != size || fflush(run->out) != 0) {
        run->failure = "cannot write";
        run->stop = true;
    } else {
        count(run, record);
    }
    if (complete(run))
        run->stop = true;
    pthread_mutex_unlock(&run->lock);
}

static void *player(void *self)
{
    Run *run = self;
    SearchOptions search = {.hash_mib = run->hash_mib, .threads = 1, .multipv = 1};
    Searcher *searcher = searcher_new(&search);
    uint32_t number;
    GameRecord record;
    if (searcher) {
        searcher_set_net(searcher, run->net);
        searcher_set_rules(searcher, RULES_ASIAN, NATURAL_LIMIT_DEFAULT);
        while (take_number(run, &number) && selfplay_game(searcher, &run->options, number, &run->stop, &record))
            deliver(run, &record);
        searcher_free(searcher);
    }
    pthread_mutex_lock(&run->lock);
    if (!searcher)
        run->failure = "no memory for a search";
    run->running--;
    pthread_mutex_unlock(&run->lock);
    return NULL;
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

static void print_status(Run *run, const char *end)
{
    pthread_mutex_lock(&run->lock);
    double seconds = (double)(clock_ms() - run->begun_ms) / 1000;
    double rate = seconds > 0 ? (double)(run->positions - run->positions_before) / seconds : 0;
    int64_t left = seconds_left(run, rate);
    fprintf(stderr, "%" PRId64 " games, %" PRId64 " positions, %.0f positions/s, Red +%" PRId64 " =%" PRId64 " -%" PRId64, run->games,
            run->positions, rate, run->results[2], run->results[1], run->results[0]);
    if (left >= 0)
        fprintf(stderr, ", %" PRId64 ":%02d:%02d left", left / 3600, (int)(left / 60 % 60), (int)(left % 60));
    fprintf(stderr, "   %s", end);
    pthread_mutex_unlock(&run->lock);
}

/* Counts what the file already holds, marks the games of this seed, and cuts a torn end off. */
static bool resume(Run *run, const char *path)
{
    RecordReader reader;
    GameRecord record;
    if (!record_open(&reader, path))
        return errno == ENOENT;
    while (record_next(&reader, &record)) {
        count(run, &record);
        if (record.seed != run->options.seed)
            continue;
        if (record.number >= run->done_size) {
            uint32_t size = record.number + 1 > 2 * run->done_size ? record.number + 1 : 2 * run->done_size;
            uint8_t *larger = realloc(run->done, size);
            if (!larger)
                return false;
            memset(larger + run->done_size, 0, size - run->done_size);
            run->done = larger;
            run->done_size = size;
        }
        run->done[record.number] = 1;
    }
    if (reader.damaged)
        fprintf(stderr, "%s: %" PRIu64 " damaged stretches, %" PRIu64 " bytes, stepped over\n", path, reader.damaged, reader.skipped);
    uint64_t sound = reader.sound, length = reader.offset;
    record_close(&reader);
    if (run->games)
        fprintf(stderr, "%s: continuing after %" PRId64 " games, %" PRId64 " positions\n", path, run->games, run->positions);
    return sound == length || truncate(path, (off_t)sound) == 0;
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
    if (strcmp(net_path, "none") != 0) {
        net = strcmp(net_path, "built-in") == 0 ? network_default(error) : network_load(net_path, error);
        if (!net)
            return program_fail(&program, "%s: %s", net_path, error);
        run.net = net;
        run.options.net = net->checksum;
    }
    if (!resume(&run, out) || !(run.out = fopen(out, "ab")))
        return program_fail(&program, "%s: %s", out, strerror(errno));
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);

    pthread_t *handles = calloc((size_t)threads, sizeof *handles);
    if (!handles)
        return program_fail(&program, "no memory");
    run.begun_ms = clock_ms();
    run.end_ms = minutes > 0 ? run.begun_ms + (int64_t)(minutes * 60000) : 0;
    run.positions_before = run.positions;
    for (int i = 0; i < threads; i++) {
        pthread_mutex_lock(&run.lock);
        run.running++;
        pthread_mutex_unlock(&run.lock);
        if (pthread_create(&handles[i], NULL, player, &run) != 0) {
            run.running--;
            threads = i;
            run.failure = "not all threads could be started";
        }
    }

    bool live = isatty(STDERR_FILENO);
    for (int64_t shown = run.begun_ms;;) {
        sleep_ms(50);
        pthread_mutex_lock(&run.lock);
        if (complete(&run))
            run.stop = true;
        bool idle = run.running == 0;
        pthread_mutex_unlock(&run.lock);
        if (idle)
            break;
        if (clock_ms() - shown >= (live ? 1000 : 30000)) {
            print_status(&run, live ? "\r" : "\n");
            shown = clock_ms();
        }
    }
    for (int i = 0; i < threads; i++)
        pthread_join(handles[i], NULL);
    print_status(&run, "\n");
    for (int e = 0; e < ENDINGS; e++)
        fprintf(stderr, "%s%s %" PRId64, e ? ", " : "endings: ", ending_names[e], run.endings[e]);
    fputc('\n', stderr);

    bool closed = fclose(run.out) == 0;
    free(handles);
    free(run.done);
    network_free(net);
    if (run.failure || !closed)
        return program_fail(&program, "%s: %s", out, run.failure ? run.failure : strerror(errno));
    return program_end(&program, EXIT_SUCCESS);
}
