/* hanxin-records: looks into record files (record.h), and makes new ones from them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/base/outfile.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "engine/base/rng.h"
#include "eval/train/record.h"

typedef struct Options {
    const char *out;
    int64_t games;
    uint64_t shuffle_seed;
    /* filter */
    const char *result, *ending, *net;
    uint64_t seed;
    bool unique, force;
    int64_t plies_least, plies_most, nodes_least, nodes_most;
} Options;

static const uint64_t ANY_SEED = UINT64_MAX;

/* -- what is done with each game; `done` once all files have been read --------------------------- */

typedef struct Job Job;
struct Job {
    const Options *options;
    bool (*game)(Job *job, const Record *game, const char *path, uint64_t offset); /* false: enough, or failed */
    bool failed;
    OutFile out;
    uint64_t file; /* which is read */
    int64_t games, positions, results[3], endings[RECORD_ENDINGS], plies_least, plies_most, faults, dropped;
    int64_t score_bands[6];
    uint64_t first_seed;
    bool many_seeds;
    uint8_t *store; /* shuffle: all records */
    size_t stored, capacity, *starts, start_count, start_capacity;
    uint64_t *seen; /* unique, verify: an open hash set of content hashes */
    size_t seen_count, seen_capacity;
};

static bool out_of_memory(Job *job)
{
    fprintf(stderr, "hanxin-records: no memory\n");
    job->failed = true;
    return false;
}

static bool write_game(Job *job, const Record *game)
{
    uint8_t bytes[RECORD_SIZE_MAX];
    size_t size = (size_t)record_encode(game, bytes);
    if (fwrite(bytes, 1, size, job->out.stream) == size)
        return true;
    fprintf(stderr, "hanxin-records: %s: %s\n", job->options->out, strerror(errno));
    job->failed = true;
    return false;
}

static bool print_game(Job *job, const Record *game, const char *path, uint64_t offset)
{
    char fen[FEN_SIZE], text[8];
    (void)path, (void)offset;
    fen_write(&game->start, fen);
    printf("game seed %" PRIu64 " number %" PRIu32 " nodes %" PRIu32 " net %08" PRIx32 " result %s ending %s plies %d\nfen %s\n",
           game->seed, game->number, game->nodes, game->net, outcome_text(game->result.outcome),
           record_endings[record_ending(game->result.ending)], game->plies, fen);
    for (int i = 0; i < game->plies; i++) {
        move_to_iccs(game->moves[i], text);
        printf("%s %d%s", text, game->scores[i], i + 1 == game->plies || i % 10 == 9 ? "\n" : "  ");
    }
    putchar('\n');
    job->games++;
    return !job->options->games || job->games < job->options->games;
}

static bool count_game(Job *job, const Record *game, const char *path, uint64_t offset)
{
    (void)path, (void)offset;
    static const int bands[] = {50, 150, 400, 1000, 3000};
    for (int i = 0; i < game->plies; i++) {
        int band = 0;
        while (band < 5 && abs(game->scores[i]) > bands[band])
            band++;
        job->score_bands[band]++;
    }
    if (job->games == 0) {
        job->plies_least = job->plies_most = game->plies;
        job->first_seed = game->seed;
    }
    if (game->plies < job->plies_least)
        job->plies_least = game->plies;
    if (game->plies > job->plies_most)
        job->plies_most = game->plies;
    job->many_seeds |= game->seed != job->first_seed;
    job->games++;
    job->positions += game->plies;
    job->results[outcome_points(game->result.outcome, RED)]++;
    job->endings[record_ending(game->result.ending)]++;
    return true;
}

static void print_counts(const Job *job)
{
    double games = job->games ? (double)job->games : 1, positions = job->positions ? (double)job->positions : 1;
    printf("%" PRId64 " games, %" PRId64 " positions, %.1f plies a game (%" PRId64 " to %" PRId64 ")%s\n", job->games, job->positions,
           (double)job->positions / games, job->plies_least, job->plies_most, job->many_seeds ? ", several seeds" : "");
    printf("Red wins %.1f %%, draws %.1f %%, Black wins %.1f %%\n", 100 * (double)job->results[2] / games,
           100 * (double)job->results[1] / games, 100 * (double)job->results[0] / games);
    for (int e = 0; e < RECORD_ENDINGS; e++)
        printf("%s%s %.1f %%", e ? ", " : "", record_endings[e], 100 * (double)job->endings[e] / games);
    printf("\n|score| up to 50: %.1f %%, 150: %.1f %%, 400: %.1f %%, 1000: %.1f %%, 3000: %.1f %%, beyond: %.1f %%\n",
           100 * (double)job->score_bands[0] / positions, 100 * (double)job->score_bands[1] / positions,
           100 * (double)job->score_bands[2] / positions, 100 * (double)job->score_bands[3] / positions,
           100 * (double)job->score_bands[4] / positions, 100 * (double)job->score_bands[5] / positions);
}

/* Enters a hash into the set. False if it was there; the set grows at two thirds. */
static bool first_seen(Job *job, uint64_t hash)
{
    if (3 * job->seen_count >= 2 * job->seen_capacity) {
        size_t size = job->seen_capacity ? 2 * job->seen_capacity : 1 << 16;
        uint64_t *old = job->seen, *larger = calloc(size, sizeof *larger);
        if (!larger)
            return out_of_memory(job);
        for (size_t i = 0; i < job->seen_capacity; i++)
            if (old[i]) {
                size_t at = old[i] % size;
                while (larger[at])
                    at = (at + 1) % size;
                larger[at] = old[i];
            }
        free(old);
        job->seen = larger;
        job->seen_capacity = size;
    }
    hash |= 1; /* 0 is an empty place */
    size_t at = hash % job->seen_capacity;
    for (; job->seen[at]; at = (at + 1) % job->seen_capacity)
        if (job->seen[at] == hash)
            return false;
    job->seen[at] = hash;
    job->seen_count++;
    return true;
}

static bool verify_game(Job *job, const Record *game, const char *path, uint64_t offset)
{
    const char *fault = record_verify(game);
    /* Equal games of other numbers happen: short openings repeat. */
    Rng seed = {game->seed}, all = {(rng_next(&seed) + job->file) ^ ((uint64_t)game->number << 32 | record_hash(game))};
    if (!first_seen(job, rng_next(&all)) && !fault)
        fault = "the same game as one before in this file";
    job->games++;
    job->positions += game->plies;
    if (fault) {
        printf("%s: game at byte %" PRIu64 " (seed %" PRIu64 ", number %" PRIu32 "): %s\n", path, offset, game->seed, game->number, fault);
        job->faults++;
    }
    return !job->failed;
}

static bool wanted(Job *job, const Record *game)
{
    const Options *o = job->options;
    char net[9];
    snprintf(net, sizeof net, "%08" PRIx32, game->net);
    if ((o->result && strcmp(o->result, outcome_text(game->result.outcome)) != 0) ||
        (o->ending && strcmp(o->ending, record_endings[record_ending(game->result.ending)]) != 0) || (o->net && strcmp(o->net, net) != 0) ||
        (o->seed != ANY_SEED && o->seed != game->seed))
        return false;
    if (game->plies < o->plies_least || game->plies > o->plies_most || game->nodes < o->nodes_least || game->nodes > o->nodes_most)
        return false;
    return !o->unique || first_seen(job, (uint64_t)record_hash(game) << 32 | (uint32_t)game->start.key);
}

static bool filter_game(Job *job, const Record *game, const char *path, uint64_t offset)
{
    (void)path, (void)offset;
    if (!wanted(job, game)) {
        job->dropped++;
        return !job->failed;
    }
    job->games++;
    job->positions += game->plies;
    return write_game(job, game) && (!job->options->games || job->games < job->options->games);
}

static bool store_game(Job *job, const Record *game, const char *path, uint64_t offset)
{
    (void)path, (void)offset;
    if (job->stored + RECORD_SIZE_MAX > job->capacity) {
        size_t size = job->capacity ? 2 * job->capacity : 1 << 24;
        uint8_t *larger = realloc(job->store, size);
        if (!larger)
            return out_of_memory(job);
        job->store = larger;
        job->capacity = size;
    }
    if (job->start_count + 1 >= job->start_capacity) {
        size_t size = job->start_capacity ? 2 * job->start_capacity : 1 << 16;
        size_t *larger = realloc(job->starts, size * sizeof *larger);
        if (!larger)
            return out_of_memory(job);
        job->starts = larger;
        job->start_capacity = size;
    }
    job->starts[job->start_count++] = job->stored;
    job->stored += (size_t)record_encode(game, job->store + job->stored);
    job->games++;
    job->positions += game->plies;
    return true;
}

/* Fisher and Yates, then out. */
static void write_shuffled(Job *job)
{
    Rng rng = {job->options->shuffle_seed};
    Record game;
    for (size_t i = job->start_count; i > 1; i--) {
        size_t j = (size_t)(rng_next(&rng) % i), kept = job->starts[i - 1];
        job->starts[i - 1] = job->starts[j];
        job->starts[j] = kept;
    }
    for (size_t i = 0; i < job->start_count && !job->failed; i++)
        if (record_decode(job->store + job->starts[i], RECORD_SIZE_MAX, &game) > 0)
            write_game(job, &game);
}

/* -- the program --------------------------------------------------------------------------------- */

/* Hands every sound game of every file to the job. Damage and unreadable files are reported. */
static void read_files(Job *job, const char **paths, int count)
{
    Record *game = malloc(sizeof *game);
    if (!game) {
        out_of_memory(job);
        return;
    }
    for (int i = 0; i < count; i++) {
        RecordReader reader;
        char error[FILE_ERROR_SIZE];
        if (!record_open(&reader, paths[i], error)) {
            fprintf(stderr, "hanxin-records: %s\n", error);
            job->failed = true;
            continue;
        }
        bool more = true;
        job->file = (uint64_t)i;
        while (more) {
            uint64_t damaged = reader.damaged, skipped = reader.skipped;
            bool found = record_next(&reader, game);
            if (reader.damaged != damaged)
                fprintf(stderr, "hanxin-records: %s: damage before byte %" PRIu64 ": %" PRIu64 " bytes skipped\n", paths[i], reader.offset,
                        reader.skipped - skipped);
            more = found && job->game(job, game, paths[i], reader.begin_of_last);
        }
        job->faults += (int64_t)reader.damaged;
        if (!record_close(&reader, error)) {
            fprintf(stderr, "hanxin-records: %s\n", error);
            job->failed = true;
        }
    }
    free(game);
}

/* Inputs can be read and the output written, before anything takes long. */
static bool open_files(Job *job, const char **paths, int count, char *error)
{
    const Options *o = job->options;
    const NamedFile out = {"--out", o->out};
    for (int i = 0; i < count && o->out; i++)
        if (!files_distinct(&out, 1, &(NamedFile){"records to read", paths[i]}, 1, error))
            return false;
    if (!records_readable(paths, count, error))
        return false;
    if (o->out && o->force && !file_is_kind(o->out, "HXG1", "file of game records", error))
        return false;
    return !o->out || outfile_open(&job->out, o->out, o->force ? OUT_REPLACE : OUT_KEEP, error);
}

static const struct {
    const char *name;
    bool (*game)(Job *, const Record *, const char *, uint64_t);
    bool writes;
} commands[] = {
    {"print", print_game, false},  {"count", count_game, false},  {"verify", verify_game, false},
    {"filter", filter_game, true}, {"shuffle", store_game, true},
};

static const char usage[] = "usage: hanxin-records COMMAND [options] FILE...\n"
                            "  print    games as text\n"
                            "  count    how many games and positions, results, endings, lengths, scores\n"
                            "  verify   every checksum, move and ending; fails if anything is wrong\n"
                            "  filter   the games that the options let through, to --out\n"
                            "  shuffle  all games in random order, to --out\n"
                            "Files merge by concatenation: cat a.hxg b.hxg > c.hxg\n";

int main(int argc, char **argv)
{
    Options o = {.shuffle_seed = 1, .seed = ANY_SEED, .plies_most = RECORD_PLIES_MAX, .nodes_most = UINT32_MAX};
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", NULL};
    const Arg args[] = {
        {"out", ARG_TEXT, &o.out, 0, 0, "file to write (filter, shuffle)"},
        {"force", ARG_FLAG, &o.force, 0, 0, "replace --out if it exists and holds records"},
        {"games", ARG_INT, &o.games, 0, 1e15, "print, filter: no more than so many, 0: all"},
        {"shuffle-seed", ARG_U64, &o.shuffle_seed, 0, 0, "shuffle: which order"},
        {"result", ARG_TEXT, &o.result, 0, 0, "filter: 1-0, 0-1 or 1/2-1/2"},
        {"ending", ARG_TEXT, &o.ending, 0, 0, "filter: mate, stalemate, repetition, natural, guards, score, level, length"},
        {"net", ARG_TEXT, &o.net, 0, 0, "filter: checksum of the net that played, as print shows it; 00000000: none"},
        {"seed", ARG_U64, &o.seed, 0, 0, "filter: of the run"},
        {"unique", ARG_FLAG, &o.unique, 0, 0, "filter: drop games that have been seen"},
        {"plies-least", ARG_INT, &o.plies_least, 0, RECORD_PLIES_MAX, "filter: no shorter games"},
        {"plies-most", ARG_INT, &o.plies_most, 0, RECORD_PLIES_MAX, "filter: no longer games"},
        {"nodes-least", ARG_INT, &o.nodes_least, 0, UINT32_MAX, "filter: nodes per move"},
        {"nodes-most", ARG_INT, &o.nodes_most, 0, UINT32_MAX, "filter: nodes per move"},
    };
    const Program program = {.name = "hanxin-records", .usage = usage, .args = args, .count = sizeof args / sizeof *args};
    int count = args_read(&program, argc, argv);
    const char **words = (const char **)argv + 1;
    Job job = {.options = &o};
    char error[FILE_ERROR_SIZE];
    int chosen = -1;
    for (int i = 0; count > 0 && i < (int)(sizeof commands / sizeof *commands); i++)
        if (strcmp(words[0], commands[i].name) == 0)
            chosen = i;
    int status = EXIT_SUCCESS;
    if (count < 0)
        status = program_end(&program, args_status(count));
    else if (chosen < 0)
        status = count ? args_wrong(&program, "no such command: %s", words[0])
                       : args_wrong(&program, "what to do? print, count, verify, filter or shuffle");
    else if (count < 2)
        status = args_wrong(&program, "%s: which files?", words[0]);
    else if (commands[chosen].writes != (o.out != NULL))
        status = args_wrong(&program, o.out ? "%s writes no file: --out is for filter and shuffle" : "%s: where to? --out FILE", words[0]);
    else if (!args_one_of(&program, "result", o.result, results) || !args_one_of(&program, "ending", o.ending, record_endings))
        status = EXIT_USAGE;
    else if (o.net && (strlen(o.net) != 8 || strspn(o.net, "0123456789abcdef") != 8))
        status = args_wrong(&program, "--net: \"%s\" is no checksum of eight digits and letters a to f", o.net);
    else if (!open_files(&job, words + 1, count - 1, error))
        status = program_fail(&program, "%s", error);
    if (count < 0 || status != EXIT_SUCCESS)
        return status;

    job.game = commands[chosen].game;
    read_files(&job, words + 1, count - 1);
    if (job.game == store_game)
        write_shuffled(&job);
    if (job.game == count_game && (job.games || !job.failed))
        print_counts(&job);
    if (job.game == verify_game)
        printf("%" PRId64 " games, %" PRId64 " positions, %" PRId64 " faults\n", job.games, job.positions, job.faults);
    if (job.game == filter_game)
        printf("%" PRId64 " games, %" PRId64 " positions kept, %" PRId64 " games dropped\n", job.games, job.positions, job.dropped);
    if (job.game == store_game)
        printf("%" PRId64 " games, %" PRId64 " positions\n", job.games, job.positions);
    if (job.failed)
        outfile_abandon(&job.out);
    else if (job.out.stream && !outfile_commit(&job.out, error))
        job.failed = program_fail(&program, "%s", error);
    bool sound = !job.failed && (job.game != verify_game || job.faults == 0);
    free(job.store);
    free(job.starts);
    free(job.seen);
    return program_end(&program, sound ? EXIT_SUCCESS : EXIT_FAILURE);
}
