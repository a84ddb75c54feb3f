/* hanxin-datagen: training games of the engine against itself (generator.h) into a record file (record.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/selfplay/generator.h"
#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/signals.h"
#include "eval/nnue/network.h"

/* Opens the file, plays, and says what came of it. Returns the status to end with. */
static int generate(const Program *program, const GeneratorOptions *options, const char *path)
{
    char error[FILE_ERROR_SIZE];
    RecordLog log;
    if (!record_log_open(&log, path, options->selfplay.seed, error))
        return program_fail(program, "%s", error);
    if (log.damaged)
        fprintf(stderr, "%s: %" PRIu64 " damaged stretches, %" PRIu64 " bytes, stepped over\n", path, log.damaged, log.skipped);
    if (log.tally.games)
        fprintf(stderr, "%s: continuing after %" PRId64 " games, %" PRId64 " positions\n", path, log.tally.games, log.tally.positions);
    Progress progress = progress_new(stderr, isatty(STDERR_FILENO));
    const atomic_bool *stop = signals_watch();
    bool good = generator_run(options, &log, &progress, stop, error);
    record_tally_print(&log.tally, stderr);
    record_log_close(&log);
    if (!good)
        return program_fail(program, "%s", error);
    if (!atomic_load(stop))
        return EXIT_SUCCESS;
    fprintf(stderr, "%s: interrupted; the same command continues\n", program->name);
    return EXIT_INTERRUPTED;
}

int main(int argc, char **argv)
{
    writes_fail();
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
    const Program program = {
        .name = "hanxin-datagen",
        .usage = "usage: hanxin-datagen --out FILE (--games N | --positions N | --minutes M) [options]\n"
                 "Plays the engine against itself and appends the games to FILE. Continues a file it finds.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    int words = args_read(&program, argc, argv);
    if (words < 0)
        return program_end(&program, args_status(words));
    if (words > 0)
        return args_wrong(&program, "what is \"%s\"? the file is named by --out", argv[1]);
    if (!out)
        return args_wrong(&program, "where to? --out FILE");
    if (!games && !positions && minutes <= 0)
        return args_wrong(&program, "how many? --games N, --positions N or --minutes M");
    if (random_least > random_most)
        return args_wrong(&program, "--random-least is more than --random-most");

    GeneratorOptions options = {
        .selfplay = defaults,
        .hash_mib = (int)hash,
        .threads = (int)threads,
        .games = games,
        .positions = positions,
        .time_ms = (int64_t)(minutes * 60000),
    };
    options.selfplay.seed = seed;
    options.selfplay.nodes = (uint32_t)nodes;
    options.selfplay.random_least = (int)random_least;
    options.selfplay.random_most = (int)random_most;
    options.selfplay.opening_max = (Score)opening_max;
    Network *net = NULL;
    char error[FILE_ERROR_SIZE];
    if (!files_distinct(&(NamedFile){"--out", out}, 1, &(NamedFile){"--net", net_path}, 1, FILE_WORDS(error)))
        return program_fail(&program, "%s", error);
    if (strcmp(net_path, "none") != 0) {
        net = strcmp(net_path, "built-in") == 0 ? network_default(FILE_WORDS(error)) : network_load(net_path, FILE_WORDS(error));
        if (!net)
            return program_fail(&program, "--net %s: %s", net_path, error);
        options.net = net;
        options.selfplay.net = net->checksum;
    }
    int status = generate(&program, &options, out);
    network_free(net);
    return program_end(&program, status);
}
