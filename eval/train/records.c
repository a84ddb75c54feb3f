/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-records: prints and checks record files (record.h), and makes new ones from them. */
#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/base/array.h"
#include "engine/base/lab.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/rng.h"
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "eval/train/record.h"

#define ANY_SEED UINT64_MAX

static const char *const results[] = {"1-0", "0-1", "1/2-1/2", NULL};

typedef struct Filter { /* selects games */
    int result, ending; /* indexes into `results` and record_endings; -1: any */
    const char *net;    /* checksum of eight hexadecimal digits; NULL: any */
    uint64_t seed;
    int64_t plies_least, plies_most, nodes_least, nodes_most;
    bool unique; /* true to select only games that were not seen before */
} Filter;

typedef struct RecordsJob {
    const char *out;
    bool force;
    int64_t games; /* maximum number of games; 0: all */
    uint64_t shuffle_seed;
    Filter filter;

    const Program *program;
    const atomic_bool *stop;
    OutFile output;
    RecordReader reader;
    uint64_t file;     /* index of the current file */
    RecordTally tally; /* statistics of the games that are kept */
    int64_t dropped, faults;
    void *seen;     /* hashes of games, in a tree of the C library (tsearch()) */
    Text stored;    /* games in memory, encoded as in a file */
    size_t *begins; /* offset of each game */
    size_t begin_count, begin_capacity;
    bool any;        /* at least one game was read */
    bool failed;     /* a failure occurred and was reported */
    bool unreadable; /* a file could not be read, which was reported */
} RecordsJob;

static void records_fail(RecordsJob *job, const char *what)
{
    program_fail(job->program, "%s", what);
    job->failed = true;
}

_Static_assert(sizeof(void *) == sizeof(uint64_t), "a hash is kept as a key itself");
static int records_compare_hashes(const void *a, const void *b) { return ((uintptr_t)a > (uintptr_t)b) - ((uintptr_t)a < (uintptr_t)b); }

/* Returns true if a game with this hash was seen before. */
static bool records_is_twice(RecordsJob *job, uint64_t hash)
{
    const void *key = (const void *)(uintptr_t)hash; /* the hash itself is the key; nothing is dereferenced */
    if (tfind(key, &job->seen, records_compare_hashes))
        return true;
    if (!tsearch(key, &job->seen, records_compare_hashes))
        records_fail(job, "out of memory");
    return false;
}

static void records_write_bytes(RecordsJob *job, const void *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, job->output.stream) == size)
        return;
    program_fail(job->program, "%s: %s", job->out, strerror(errno));
    job->failed = true;
}

/* -- for each game ------------------------------------------------------------------------------- */

static void records_print_game(RecordsJob *job, const Record *game)
{
    char fen[FEN_SIZE], text[8];
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
}

static void records_count_game(RecordsJob *job, const Record *game) { record_tally_add(&job->tally, game); }

static void records_verify_game(RecordsJob *job, const Record *game)
{
    const char *fault = record_verify(game);
    /* Games with different numbers may be equal, because short openings repeat. */
    Rng seed = {game->seed}, all = {(rng_next(&seed) + job->file) ^ ((uint64_t)game->number << 32 | record_hash(game))};
    if (records_is_twice(job, rng_next(&all)) && !fault)
        fault = "duplicate of an earlier game in this file";
    record_tally_add(&job->tally, game);
    if (fault) {
        printf("%s: game at byte %" PRIu64 " (seed %" PRIu64 ", number %" PRIu32 "): %s\n", job->reader.path, job->reader.begin, game->seed,
               game->number, fault);
        job->faults++;
    }
}

static void records_filter_game(RecordsJob *job, const Record *game)
{
    const Filter *f = &job->filter;
    uint8_t bytes[RECORD_SIZE_MAX];
    char net[9];
    snprintf(net, sizeof net, "%08" PRIx32, game->net);
    bool wanted = (f->result < 0 || strcmp(results[f->result], outcome_text(game->result.outcome)) == 0) &&
                  (f->ending < 0 || f->ending == record_ending(game->result.ending)) && (!f->net || strcmp(f->net, net) == 0) &&
                  (f->seed == ANY_SEED || f->seed == game->seed) && game->plies >= f->plies_least && game->plies <= f->plies_most &&
                  game->nodes >= f->nodes_least && game->nodes <= f->nodes_most &&
                  !(f->unique && records_is_twice(job, (uint64_t)record_hash(game) << 32 | (uint32_t)game->start.key));
    job->dropped += !wanted;
    if (wanted) {
        record_tally_add(&job->tally, game);
        records_write_bytes(job, bytes, (size_t)record_encode(game, bytes));
    }
}

static void records_store_game(RecordsJob *job, const Record *game)
{
    uint8_t bytes[RECORD_SIZE_MAX];
    bool room = array_grow(&job->begins, &job->begin_capacity, job->begin_count + 1, sizeof *job->begins);
    record_tally_add(&job->tally, game);
    if (room)
        job->begins[job->begin_count++] = job->stored.length;
    if (!room || !text_add_bytes(&job->stored, (char *)bytes, (size_t)record_encode(game, bytes)))
        records_fail(job, "out of memory");
}

/* -- after all games have been read --------------------------------------------------------------- */

static void records_print_counts(RecordsJob *job) { record_tally_print(&job->tally, stdout); }

static void records_print_verified(RecordsJob *job)
{
    printf("%" PRId64 " games, %" PRId64 " positions, %" PRId64 " faults\n", job->tally.games, job->tally.positions, job->faults);
}

static void records_print_filtered(RecordsJob *job)
{
    printf("%" PRId64 " games, %" PRId64 " positions kept, %" PRId64 " games dropped\n", job->tally.games, job->tally.positions,
           job->dropped);
}

/* Writes the games in random order. All orders are equally likely (Fisher and Yates); the same seed
 * gives the same order. */
static void records_write_shuffled(RecordsJob *job)
{
    Rng rng = {job->shuffle_seed};
    for (size_t i = job->begin_count; i > 1; i--) {
        size_t j = (size_t)(rng_next(&rng) % i), kept = job->begins[i - 1];
        job->begins[i - 1] = job->begins[j];
        job->begins[j] = kept;
    }
    for (size_t i = 0; i < job->begin_count && !job->failed; i++) {
        const uint8_t *bytes = (const uint8_t *)job->stored.data + job->begins[i];
        records_write_bytes(job, bytes, (size_t)record_size(bytes));
    }
    printf("%" PRId64 " games, %" PRId64 " positions\n", job->tally.games, job->tally.positions);
}

typedef struct RecordsCommand {
    const char *name;
    void (*game)(RecordsJob *job, const Record *game);
    void (*end)(RecordsJob *job); /* NULL if there is nothing to do */
    bool writes;
} RecordsCommand;

static const RecordsCommand commands[] = {
    {"print", records_print_game, NULL, false},
    {"count", records_count_game, records_print_counts, false},
    {"verify", records_verify_game, records_print_verified, false},
    {"filter", records_filter_game, records_print_filtered, true},
    {"shuffle", records_store_game, records_write_shuffled, true},
};

/* Passes every valid game of a file to the command. Reports damage and files that cannot be read. */
static void records_read_file(RecordsJob *job, const RecordsCommand *command, const char *path)
{
    Record game;
    Text why = WHY_INIT;
    RecordReader *r = &job->reader;
    records_open(r, path, &why);
    for (bool more = true; more && !job->failed && !(job->games && job->tally.games >= job->games) && !atomic_load(job->stop);) {
        uint64_t damaged = r->damaged, skipped = r->skipped;
        more = record_next(r, &game);
        if (r->damaged != damaged)
            program_note(job->program, "%s: damaged before byte %" PRIu64 ": skipped %" PRIu64 " bytes", path, more ? r->begin : r->offset,
                         r->skipped - skipped);
        if (more) {
            job->any = true;
            command->game(job, &game);
        }
    }
    job->faults += (int64_t)r->damaged;
    if (!records_close(r)) {
        program_fail(job->program, "%s", why.data);
        job->unreadable = true; /* the other files are still read */
    }
}

/* Executes a command. Returns the exit status. */
static int records_do_command(RecordsJob *job, const RecordsCommand *command, const char *const *paths, int count)
{
    Text why = WHY_INIT;
    job->stop = signals_watch(SECOND_SIGNAL_WAITS);
    if (!records_ready(paths, count, &(NamedFile){"--out", job->out}, 1, &why) ||
        (job->out && job->force && !file_is_kind(job->out, RECORD_MAGIC, "file of game records", &why)) ||
        (job->out && !outfile_open(&job->output, job->out, job->force ? OUT_REPLACE : OUT_KEEP, &why)))
        return program_fail(job->program, "%s", why.data);
    for (job->file = 0; job->file < (uint64_t)count; job->file++)
        records_read_file(job, command, paths[job->file]);
    bool stopped = atomic_load(job->stop);
    job->failed |= job->unreadable;
    /* An empty file may be counted, but yields no output. */
    const bool empty = !job->any && (job->faults || command->writes);
    if (empty && !job->failed && !stopped && command->game != records_verify_game) /* the command `verify` reports the faults itself */
        records_fail(job, "no games in the input");
    else if (command->writes && job->tally.games == 0 && !job->failed && !stopped)
        records_fail(job, "no games match; nothing written");
    if (command->end && !stopped && (!job->failed || (!command->writes && job->tally.games)))
        command->end(job);
    if (job->failed || stopped)
        outfile_abandon(&job->output);
    else if (job->output.stream && !outfile_commit(&job->output, &why))
        records_fail(job, why.data);
    return stopped ? EXIT_INTERRUPTED : job->failed || (command->game == records_verify_game && job->faults) ? EXIT_FAILURE : EXIT_SUCCESS;
}

static const char usage[] = "usage: hanxin-records COMMAND [options] FILE...\n"
                            "Show, check, filter and shuffle the game records of hanxin-datagen.\n"
                            "  print    print games as text\n"
                            "  count    count games, positions, results, endings, lengths and scores\n"
                            "  verify   check every checksum, move and ending; fail if anything is wrong\n"
                            "  filter   write the games that match the options to --out\n"
                            "  shuffle  write all games in random order to --out\n"
                            "To merge files, concatenate them: cat a.hxg b.hxg > c.hxg\n";

int records_main(int argc, char **argv)
{
    process_init();
    RecordsJob job = {.shuffle_seed = 1,
                      .filter = {-1, -1, .seed = ANY_SEED, .plies_most = RECORD_PLIES_MAX, .nodes_most = UINT32_MAX},
                      .stored = TEXT_INIT};
    const Arg args[] = {
        {"games", ARG_INT, &job.games, 0, 1e15, "maximum number of games; 0: all"},
        {"filter, shuffle", ARG_TITLE, NULL, 0, 0, NULL},
        {"out FILE", ARG_TEXT, &job.out, 0, 0, "file to write"},
        {"force", ARG_FLAG, &job.force, 0, 0, "replace --out if it exists and contains records"},
        {"shuffle", ARG_TITLE, NULL, 0, 0, NULL},
        {"shuffle-seed", ARG_U64, &job.shuffle_seed, 0, 0, "seed of the random order"},
        {"filter", ARG_TITLE, NULL, 0, 0, NULL},
        {"result", ARG_WORD, &(ArgWord){&job.filter.result, results}, 0, 0, "keep games with this result"},
        {"ending", ARG_WORD, &(ArgWord){&job.filter.ending, record_endings}, 0, 0, "keep games with this ending"},
        {"net CHECKSUM", ARG_TEXT, &job.filter.net, 0, 0, "keep games of the net with this checksum, as shown by print; 00000000: no net"},
        {"seed", ARG_U64, &job.filter.seed, 0, 0, "keep games of the run with this seed"},
        {"unique", ARG_FLAG, &job.filter.unique, 0, 0, "drop repeated games"},
        {"plies-least", ARG_INT, &job.filter.plies_least, 0, RECORD_PLIES_MAX, "minimum length in plies"},
        {"plies-most", ARG_INT, &job.filter.plies_most, 0, RECORD_PLIES_MAX, "maximum length in plies"},
        {"nodes-least", ARG_INT, &job.filter.nodes_least, 0, UINT32_MAX, "minimum nodes per move"},
        {"nodes-most", ARG_INT, &job.filter.nodes_most, 0, UINT32_MAX, "maximum nodes per move"},
    };
    const Program program = {.name = "hanxin-records",
                             .usage = usage,
                             .args = args,
                             .count = sizeof args / sizeof *args,
                             .commands = "print, count, verify, filter, shuffle"};
    int count = args_read(&program, argc, argv), status;
    const char *word = argv[1];
    const Filter *f = &job.filter;
    const RecordsCommand *command = NULL;
    for (size_t i = 0; count > 0 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].name) == 0)
            command = &commands[i];
    job.program = &program;
    if (count < 0)
        status = args_status(count);
    else if (!command)
        status = count ? args_wrong(&program, "unknown command '%s'", word)
                       : args_wrong(&program, "missing command: expected print, count, verify, filter or shuffle");
    else if (count < 2)
        status = args_wrong(&program, "%s: missing FILE", word);
    else if (command->writes && !job.out)
        status = args_wrong(&program, "%s: missing --out FILE", word);
    else if (f->net && (strlen(f->net) != 8 || strspn(f->net, "0123456789abcdef") != 8))
        status = args_wrong(&program, "invalid value '%s' for --net: expected eight hexadecimal digits (0-9, a-f)", f->net);
    else
        status = records_do_command(&job, command, (const char *const *)argv + 2, count - 1);
    text_free(&job.stored);
    free(job.begins);
    while (job.seen)
        tdelete(*(void **)job.seen, &job.seen, records_compare_hashes); /* the key of a node comes first */
    return program_end(&program, status);
}
