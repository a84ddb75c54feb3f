/* hanxin-records: looks into record files (record.h), and makes new ones from them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/args.h"
#include "engine/base/outfile.h"
#include "engine/base/rng.h"
#include "engine/base/signals.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "eval/train/hash_set.h"
#include "eval/train/record_filter.h"
#include "eval/train/record_reader.h"
#include "eval/train/record_store.h"
#include "eval/train/record_tally.h"

typedef struct RecordsOptions {
    const char *out;
    int64_t games;
    uint64_t shuffle_seed;
    RecordFilter filter;
    bool unique, force;
} RecordsOptions;

typedef struct RecordsJob {
    const RecordsOptions *options;
    const Program *program;
    const atomic_bool *stop;
    OutFile out;
    uint64_t file;     /* number of the one that is read */
    RecordTally tally; /* of what is kept */
    int64_t dropped, faults;
    HashSet seen;
    RecordStore store;
    bool failed, enough; /* then nothing more is read */
} RecordsJob;

static void fail(RecordsJob *job, const char *what)
{
    program_fail(job->program, "%s", what);
    job->failed = job->enough = true;
}

/* Has a game been seen that is the same in this? */
static bool is_twice(RecordsJob *job, uint64_t hash)
{
    HashEntered entered = hash_set_enter(&job->seen, hash);
    if (entered == HASH_NO_MEMORY)
        fail(job, "no memory");
    return entered == HASH_SEEN;
}

static void write_bytes(RecordsJob *job, const uint8_t *bytes, size_t size)
{
    char error[FILE_ERROR_SIZE];
    if (fwrite(bytes, 1, size, job->out.stream) == size)
        return;
    file_fail(error, job->options->out, strerror(errno));
    fail(job, error);
}

/* -- what each command does with a game ----------------------------------------------------------- */

static void print_game(RecordsJob *job, const Record *game, const RecordReader *at)
{
    char fen[FEN_SIZE], text[8];
    (void)at;
    fen_write(&game->start, fen);
    printf("game seed %" PRIu64 " number %" PRIu32 " nodes %" PRIu32 " net %08" PRIx32 " result %s ending %s plies %d\nfen %s\n",
           game->seed, game->number, game->nodes, game->net, outcome_text(game->result.outcome),
           record_endings[record_ending(game->result.ending)], game->plies, fen);
    for (int i = 0; i < game->plies; i++) {
        move_to_iccs(game->moves[i], text);
        printf("%s %d%s", text, game->scores[i], i + 1 == game->plies || i % 10 == 9 ? "\n" : "  ");
    }
    putchar('\n');
    record_tally_add(&job->tally, game);
    job->enough = job->options->games && job->tally.games >= job->options->games;
}

static void count_game(RecordsJob *job, const Record *game, const RecordReader *at)
{
    (void)at;
    record_tally_add(&job->tally, game);
}

static void verify_game(RecordsJob *job, const Record *game, const RecordReader *at)
{
    const char *fault = record_verify(game);
    /* Equal games of other numbers happen: short openings repeat. */
    Rng seed = {game->seed}, all = {(rng_next(&seed) + job->file) ^ ((uint64_t)game->number << 32 | record_hash(game))};
    if (is_twice(job, rng_next(&all)) && !fault)
        fault = "the same game as one before in this file";
    record_tally_add(&job->tally, game);
    if (fault) {
        printf("%s: game at byte %" PRIu64 " (seed %" PRIu64 ", number %" PRIu32 "): %s\n", at->path, at->begin_of_last, game->seed,
               game->number, fault);
        job->faults++;
    }
}

static void filter_game(RecordsJob *job, const Record *game, const RecordReader *at)
{
    (void)at;
    const RecordsOptions *o = job->options;
    if (!record_filter_passes(&o->filter, game) ||
        (o->unique && is_twice(job, (uint64_t)record_hash(game) << 32 | (uint32_t)game->start.key))) {
        job->dropped++;
        return;
    }
    uint8_t bytes[RECORD_SIZE_MAX];
    record_tally_add(&job->tally, game);
    write_bytes(job, bytes, (size_t)record_encode(game, bytes));
    job->enough |= o->games && job->tally.games >= o->games;
}

static void store_game(RecordsJob *job, const Record *game, const RecordReader *at)
{
    (void)at;
    record_tally_add(&job->tally, game);
    if (!record_store_add(&job->store, game))
        fail(job, "no memory");
}

/* -- and when all have been read ------------------------------------------------------------------ */

static void print_counts(RecordsJob *job) { record_tally_print(&job->tally, stdout); }

static void print_verified(RecordsJob *job)
{
    printf("%" PRId64 " games, %" PRId64 " positions, %" PRId64 " faults\n", job->tally.games, job->tally.positions, job->faults);
}

static void print_filtered(RecordsJob *job)
{
    printf("%" PRId64 " games, %" PRId64 " positions kept, %" PRId64 " games dropped\n", job->tally.games, job->tally.positions,
           job->dropped);
}

static void write_shuffled(RecordsJob *job)
{
    record_store_shuffle(&job->store, job->options->shuffle_seed);
    for (size_t i = 0; i < job->store.count && !job->failed; i++) {
        size_t size;
        const uint8_t *bytes = record_store_get(&job->store, i, &size);
        write_bytes(job, bytes, size);
    }
    printf("%" PRId64 " games, %" PRId64 " positions\n", job->tally.games, job->tally.positions);
}

typedef struct RecordsCommand {
    const char *name;
    void (*game)(RecordsJob *job, const Record *game, const RecordReader *at);
    void (*end)(RecordsJob *job); /* NULL: nothing */
    bool writes;
} RecordsCommand;

static const RecordsCommand commands[] = {
    {"print", print_game, NULL, false},
    {"count", count_game, print_counts, false},
    {"verify", verify_game, print_verified, false},
    {"filter", filter_game, print_filtered, true},
    {"shuffle", store_game, write_shuffled, true},
};

/* Hands every sound game of a file to the command. Damage is reported, and a file that cannot be read is a failure. */
static void read_file(RecordsJob *job, const RecordsCommand *command, const char *path)
{
    Record game;
    RecordReader reader;
    char error[FILE_ERROR_SIZE];
    if (!record_open(&reader, path, error)) {
        program_fail(job->program, "%s", error);
        job->failed = true;
        return;
    }
    for (bool more = true; more && !job->enough && !atomic_load(job->stop);) {
        uint64_t damaged = reader.damaged, skipped = reader.skipped;
        more = record_next(&reader, &game);
        if (reader.damaged != damaged)
            fprintf(stderr, "%s: %s: damage before byte %" PRIu64 ": %" PRIu64 " bytes skipped\n", job->program->name, path, reader.offset,
                    reader.skipped - skipped);
        if (more)
            command->game(job, &game, &reader);
    }
    job->faults += (int64_t)reader.damaged;
    if (!record_close(&reader, error)) {
        program_fail(job->program, "%s", error);
        job->failed = true;
    }
}

/* Inputs can be read and the output written, before anything takes long. */
static bool open_files(RecordsJob *job, const char **paths, int count, char *error)
{
    const RecordsOptions *o = job->options;
    const NamedFile out = {"--out", o->out};
    for (int i = 0; i < count && o->out; i++)
        if (!files_distinct(&out, 1, &(NamedFile){"records to read", paths[i]}, 1, error))
            return false;
    if (!records_readable(paths, count, error))
        return false;
    if (o->out && o->force && !file_is_kind(o->out, RECORD_MAGIC, "file of game records", error))
        return false;
    return !o->out || outfile_open(&job->out, o->out, o->force ? OUT_REPLACE : OUT_KEEP, FILE_WORDS(error));
}

/* Returns the status to end with. */
static int do_command(RecordsJob *job, const RecordsCommand *command, const char **paths, int count)
{
    char error[FILE_ERROR_SIZE];
    job->stop = signals_watch();
    if (!open_files(job, paths, count, error))
        return program_fail(job->program, "%s", error);
    for (job->file = 0; job->file < (uint64_t)count && !job->enough; job->file++)
        read_file(job, command, paths[job->file]);
    if (atomic_load(job->stop)) {
        outfile_abandon(&job->out);
        return EXIT_INTERRUPTED;
    }
    if (command->end && (!job->failed || (!command->writes && job->tally.games)))
        command->end(job);
    if (job->failed)
        outfile_abandon(&job->out);
    else if (job->out.stream && !outfile_commit(&job->out, FILE_WORDS(error)))
        fail(job, error);
    return job->failed || (command->game == verify_game && job->faults) ? EXIT_FAILURE : EXIT_SUCCESS;
}

static const char usage[] = "usage: hanxin-records COMMAND [options] FILE...\n"
                            "  print    games as text\n"
                            "  count    how many games and positions, results, endings, lengths, scores\n"
                            "  verify   every checksum, move and ending; fails if anything is wrong\n"
                            "  filter   the games that the options let through, to --out\n"
                            "  shuffle  all games in random order, to --out\n"
                            "Files merge by concatenation: cat a.hxg b.hxg > c.hxg\n";

int main(int argc, char **argv)
{
    writes_fail();
    RecordsOptions o = {.shuffle_seed = 1, .filter = record_filter_any()};
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", NULL};
    const Arg args[] = {
        {"out", ARG_TEXT, &o.out, 0, 0, "file to write (filter, shuffle)"},
        {"force", ARG_FLAG, &o.force, 0, 0, "replace --out if it exists and holds records"},
        {"games", ARG_INT, &o.games, 0, 1e15, "print, filter: no more than so many, 0: all"},
        {"shuffle-seed", ARG_U64, &o.shuffle_seed, 0, 0, "shuffle: which order"},
        {"result", ARG_TEXT, &o.filter.result, 0, 0, "filter: 1-0, 0-1 or 1/2-1/2"},
        {"ending", ARG_TEXT, &o.filter.ending, 0, 0, "filter: mate, stalemate, repetition, natural, guards, score, level, length"},
        {"net", ARG_TEXT, &o.filter.net, 0, 0, "filter: checksum of the net that played, as print shows it; 00000000: none"},
        {"seed", ARG_U64, &o.filter.seed, 0, 0, "filter: of the run"},
        {"unique", ARG_FLAG, &o.unique, 0, 0, "filter: drop games that have been seen"},
        {"plies-least", ARG_INT, &o.filter.plies_least, 0, RECORD_PLIES_MAX, "filter: no shorter games"},
        {"plies-most", ARG_INT, &o.filter.plies_most, 0, RECORD_PLIES_MAX, "filter: no longer games"},
        {"nodes-least", ARG_INT, &o.filter.nodes_least, 0, UINT32_MAX, "filter: nodes per move"},
        {"nodes-most", ARG_INT, &o.filter.nodes_most, 0, UINT32_MAX, "filter: nodes per move"},
    };
    const Program program = {.name = "hanxin-records", .usage = usage, .args = args, .count = sizeof args / sizeof *args};
    int count = args_read(&program, argc, argv);
    const char **words = (const char **)argv + 1;
    RecordsJob job = {.options = &o, .program = &program};
    const RecordsCommand *command = NULL;
    for (size_t i = 0; count > 0 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(words[0], commands[i].name) == 0)
            command = &commands[i];
    int status = EXIT_SUCCESS;
    if (count < 0)
        status = args_status(count);
    else if (!command)
        status = count ? args_wrong(&program, "no such command: %s", words[0])
                       : args_wrong(&program, "what to do? print, count, verify, filter or shuffle");
    else if (count < 2)
        status = args_wrong(&program, "%s: which files?", words[0]);
    else if (command->writes != (o.out != NULL))
        status = args_wrong(&program, o.out ? "%s writes no file: --out is for filter and shuffle" : "%s: where to? --out FILE", words[0]);
    else if (!args_one_of(&program, "result", o.filter.result, results) ||
             !args_one_of(&program, "ending", o.filter.ending, record_endings))
        status = EXIT_USAGE;
    else if (o.filter.net && (strlen(o.filter.net) != 8 || strspn(o.filter.net, "0123456789abcdef") != 8))
        status = args_wrong(&program, "--net: \"%s\" is no checksum of eight digits and letters a to f", o.filter.net);
    else
        status = do_command(&job, command, words + 1, count - 1);
    record_store_free(&job.store);
    hash_set_free(&job.seen);
    return program_end(&program, status);
}
