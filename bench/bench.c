/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/notation/fen.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "engine/base/words.h"

/* The start position, then openings, middlegames, endgames and forced mates from games that this engine
 * played against itself at low depth after random first moves. */
static const char *const positions[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1abnr/4k4/1cn4c1/p1p1C3p/6p2/9/P1P1P1P1P/1C4N2/9/RNBAKAB1R w - - 1 4",
    "rnbakab1r/9/6n2/p1p1p1p1p/9/6P2/PcP1P3P/1C2B1NC1/7c1/RN1AKAB2 b - - 1 5",
    "r1bakab1r/9/2n3nc1/p1p1pRp1p/9/9/P1PcP1P1P/1CN1C4/9/2BAKABNR b - - 9 5",
    "rn1akabnr/9/1c2b2c1/2p1p3p/p5p2/2P5P/P3P1P2/1C2B2C1/9/RN1AKABNR w - - 6 4",
    "rnbakab1r/9/2c3n2/p1p1p1p1p/9/6P2/P1P1P3P/C8/1R7/1cBAKABNR b - - 3 5",
    "1Cbakabr1/r8/1c4n1c/p1p1p1p1p/9/9/P1P1P1P1P/4C1N2/9/RNBAKAB1R b - - 0 5",
    "1nbaka2r/r8/1c4ncb/p1p1p1p1p/9/9/P1P1P1P1P/6CCN/9/RNBAKAB1R w - - 6 4",
    "rn1akabnr/9/c3b4/p1p1p1p1p/9/4P4/P1P3P1P/1C2B2C1/7R1/RN1AKAB2 b - - 0 5",
    "r1bakab1r/9/1cn4cn/p1p3pC1/4p3C/P8/2P1P1P1P/2N6/9/R1BAKABNR b - - 0 5",
    "Cr1akab2/3n5/4c1n2/2p1p4/6b2/2P2N3/4P4/2N1Bc1C1/3R5/3AKAB2 b - - 8 23",
    "C3kab2/4a4/4b4/1R2p4/6p1p/P1pr5/3rP1n1P/R3B1N2/4A4/2BAK4 b - - 21 23",
    "2baka3/5n3/2n1b3c/3rp1p1p/P1P3c2/6C2/4P1P1P/4B1NrC/5R3/RN1AKAB2 b - - 6 14",
    "4ka1c1/4a4/4b1r2/5RC1p/6bR1/4p4/P1n1P3P/1rN1B4/3cN4/2BAKA3 w - - 0 28",
    "1nba1kb2/r8/4r4/p1p5p/9/1NP1p4/R2NP1p1P/9/9/2BAKAB1R b - - 7 14",
    "rnbakab1r/1R2n4/9/p3p1C1p/2p3c2/9/P1P1P3P/9/R8/2BAKABN1 b - - 2 14",
    "1n1akabr1/9/4b4/r1p1nR1Cp/1c4p2/pNP5P/P3P1P2/4B4/9/R2AKABN1 b - - 2 14",
    "3akab2/9/2n1b3c/p4r2p/4PN3/P1RR4P/7r1/C3B4/7c1/2BAK4 w - - 1 28",
    "r3kab2/4a4/2n1b4/1N1np3p/9/P1B3R2/4Pc2P/4C4/3N5/3AK1B2 w - - 12 28",
    "C3ka3/3ca4/4b1ncr/5RC1p/6b2/3p3R1/P1n1P3P/1rN1B1N2/9/2BAKA3 b - - 26 23",
    "2baka3/5r3/1r2b1c2/p5R1p/1nn6/2p5P/P1P1P1P2/2N1BC2N/4A4/1R2KAB2 b - - 0 14",
    "r2akab2/7R1/n1c1b4/2p1p3p/P4n3/2P3C1P/3r1N3/4B4/R3A4/4KABN1 b - - 0 23",
    "4kCbr1/4a4/4b3n/r5p2/p3R3p/9/P1P1c1P1P/4B4/4A4/3AK1BNR b - - 0 14",
    "rn1akab2/9/4b1n2/pCp6/4p1p2/2P3P2/P3P3P/1C4NrB/4N4/R1BAKA3 b - - 8 14",
    "3aka3/9/4c3r/4p3p/3r5/2RN4P/4PR3/3pB1N2/3c5/2BAKA3 w - - 5 28",
    "rnba1abn1/1C2k2C1/9/p1p1p1p2/9/P1P1ccP1r/9/4B1N1B/5K3/RN1A1A2R b - - 5 14",
    "3aka2r/5r3/4b1n1b/p5n1p/1R7/8C/P3c1PcP/2N1B2CN/9/3AKAB1R w - - 3 19",
    "2baka2r/9/n5Rcb/4p1CR1/8p/6P2/4cN2P/1Cp5N/5r3/2BAKAB2 w - - 2 19",
    "4k1b2/9/C2ab4/9/1r7/9/2pnN4/3R5/4A4/4KA3 b - - 3 67",
    "3ak1b2/4aP3/4b4/9/2p6/9/1n7/4B4/4A4/3K1AB2 w - - 31 57",
    "4ka3/4a4/4P4/4P4/9/4n1B1p/9/4BA3/2p1A4/4K4 b - - 13 60",
    "4ka3/4a4/4P4/4P4/8p/6B1n/9/4BA3/2p1A4/4K4 w - - 6 57",
    "3ak4/4a4/3rb4/9/9/2B6/1R7/4B4/4A4/4KA3 b - - 17 60",
    "2baka3/6C2/4b4/5P3/3c3P1/p1B6/9/5A3/3K5/c1B6 b - - 0 53",
    "2baka3/9/4b4/9/3N5/2B6/4p4/2n6/4A4/C2AK1B2 b - - 9 53",
    "4ka3/4a4/9/9/1P1r2b2/9/3r2nR1/1R2B4/4A4/3AK1B2 b - - 18 46",
    "3ak4/4a4/9/4R3p/4P1p2/8n/6P2/9/2r1N4/2BAKAB2 b - - 0 25",
    "4ka3/4a4/7R1/3r1n3/1P4b2/1R7/5r3/4B4/4A4/3AK1B2 w - - 25 50",
    "4ka3/4a4/4P4/4P3p/9/6B1P/9/4BA1n1/2p6/4KA3 b - - 8 53",
    "4k4/2P6/4r4/9/9/9/9/5R3/5K3/9 w - - 21 64",
    "3ak1b2/4a4/4b4/1P7/9/1r4B2/7R1/4B2p1/9/3AKA3 w - - 15 43",
    "4k1b2/4a4/1C2b4/9/6r2/9/2p6/3R1n3/4A4/4KA3 w - - 0 71",
    "1C2kab2/9/4b4/5R3/4r4/9/2p6/9/4A4/4KA3 b - - 6 74",
    "4k4/5R3/4b4/4r4/9/6P2/p8/3p5/2C2K3/2B6 w - - 9 78",
    "2b1c4/5k3/4b4/9/9/4r4/9/B3K4/9/9 w - - 0 51",
    "3akab2/9/2n1b1n1c/p1p1p1p1p/5N3/2P3P2/Pr2P3P/4B3C/7r1/R2AKABC1 w - - 18 21",
    "6bC1/2P6/b2k5/6r2/9/8P/P8/4R4/3C5/3AKA3 b - - 3 47",
    "3akab2/9/4b4/9/9/p8/6P1c/5n3/7r1/4K4 w - - 0 36",
    "1R7/1R3k3/9/6p2/3CP2r1/9/P8/9/c8/2BAKA3 b - - 4 39",
    "3akab2/4n4/4b1n2/p1C1p4/2P5p/4P1p2/P1N5r/3RB4/4A4/4KAB2 w - - 2 23",
};
enum { POSITIONS = sizeof positions / sizeof *positions };

__attribute__((format(printf, 2, 3))) static void bench_print(const BenchOptions *options, const char *format, ...)
{
    if (!options->print)
        return;
    char line[300];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    options->print(options->self, line);
}

bool bench_run(const BenchOptions *options, BenchResult *result, Text *why)
{
    assert(in_range(options->depth, 1, MAX_DEPTH));
    assert(in_range(options->hash_mib, 1, MAX_HASH_MIB) && in_range(options->threads, 1, MAX_THREADS));
    Game game;
    Engine *engine = engine_new_exact(&(EngineOptions){options->hash_mib, options->threads, options->handcrafted, NULL}, why);
    const Limits limits = {.stop = options->stop, .depth = options->depth};
    bool complete = engine != NULL;
    *result = (BenchResult){0};
    game_init(&game);
    if (complete && options->ready)
        options->ready(options->self, engine);
    Position pos;
    for (int i = 0; i < POSITIONS && complete; i++) {
        if (!fen_read(positions[i], &pos, NULL)) {
            text_addf(why, "invalid position: %s", positions[i]);
            complete = false;
            break;
        }
        searcher_new_game(engine->searcher);
        game_reset(&game, &pos);
        int64_t start_ms = clock_ms();
        SearchResult found = searcher_run(engine->searcher, &game, &limits, NULL);
        result->time_ms += clock_ms() - start_ms;
        result->nodes += found.nodes;
        complete = !options->stop || !atomic_load(options->stop);
        if (complete)
            bench_print(options, "%2d/%d %10llu nodes  %s", i + 1, POSITIONS, (unsigned long long)found.nodes, positions[i]);
    }
    if (options->ready)
        options->ready(options->self, NULL);
    engine_free(engine);
    game_clear(&game);
    return complete;
}

/* Reads `[hash] [threads] [depth]`, or the same parameters after their names, and `no-nnue`. Names may
 * begin with dashes. Modifies the text. Returns false after reporting any other word. */
static bool bench_read_options(char *args, BenchOptions *options)
{
    const struct {
        const char *name;
        int *value, most;
    } numbers[] = {
        {"hash", &options->hash_mib, MAX_HASH_MIB}, {"threads", &options->threads, MAX_THREADS}, {"depth", &options->depth, MAX_DEPTH}};
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    int next = 0; /* index of the next parameter without a name */
    for (char *word; (word = word_next(&args));) {
        const char *name = word + strspn(word, "-");
        int which = 0;
        int64_t value;
        while (which < NUMBERS && !word_is(name, numbers[which].name))
            which++;
        if (word_is(name, "no-nnue")) {
            options->handcrafted = true;
            continue;
        }
        if (which < NUMBERS)
            word = word_next(&args);
        else if (word_number(word, &value) && next < NUMBERS)
            which = next++;
        if (which == NUMBERS) {
            bench_print(options, "bench: invalid word '%.100s': expected [hash] [threads] [depth], or names such as depth 3 no-nnue", word);
            return false;
        }
        if (!word || !word_number(word, &value) || value < 1 || value > numbers[which].most) {
            bench_print(options, "bench: invalid %s '%.100s': expected an integer from 1 to %d", numbers[which].name, word ? word : "",
                        numbers[which].most);
            return false;
        }
        *numbers[which].value = (int)value;
    }
    return true;
}

void bench_command(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop)
{
    char words[200];
    BenchOptions options = {.depth = BENCH_DEPTH, .hash_mib = BENCH_HASH_MIB, .threads = 1, .stop = stop, .print = print, .self = self};
    BenchResult result;
    snprintf(words, sizeof words, "%s", args);
    if (!bench_read_options(words, &options))
        return;
    Text why = WHY_INIT;
    if (!bench_run(&options, &result, &why)) {
        if (why.length > 0)
            bench_print(&options, "bench: %s", why.data);
        return;
    }
    int64_t time_ms = result.time_ms > 0 ? result.time_ms : 1;
    bench_print(&options, "===========================");
    bench_print(&options, "Total time (ms) : %lld", (long long)result.time_ms);
    bench_print(&options, "Nodes searched  : %llu", (unsigned long long)result.nodes);
    bench_print(&options, "Nodes/second    : %llu", (unsigned long long)(result.nodes * 1000 / (uint64_t)time_ms));
}
