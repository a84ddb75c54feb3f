/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/job_books.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/book/import.h"
#include "engine/base/outfile.h"

/* -- import, merge and export ---------------------------------------------------------------------- */

enum { MERGED_AT_MOST = 64 };

static bool distinct(const BookJob *job, Text *why)
{
    NamedFile inputs[MERGED_AT_MOST + 1] = {{"--words", job->words_path}};
    for (int i = 0; i < job->word_count; i++)
        inputs[i + 1] = (NamedFile){"the book", strcmp(job->words[i], "built-in") == 0 ? NULL : job->words[i]};
    return files_distinct(&(NamedFile){"--out", job->out}, 1, inputs, job->word_count + 1, why);
}

/* Reads all books named on the command line into an empty draft. On failure returns false with the
 * reason, which is empty after Ctrl-C. */
static bool take_books(const BookJob *job, BookDraft *draft, TakeTally *tally, Text *why)
{
    const TakeOptions options = {job->words_path, job->stop, tally};
    bool good = take_any_book(draft, job->words[0], &options, why);
    draft_settle(draft);
    for (int i = 1; good && i < job->word_count; i++) {
        BookDraft other = {0};
        good = take_any_book(&other, job->words[i], &options, why) && (draft_merge(draft, &other) || why_no_memory(why));
        draft->origin = (HxbOrigin){0};
        draft_clear(&other);
    }
    return good;
}

static void tell_left_out(const TakeTally *tally)
{
    if (tally->taken < tally->moves)
        printf("dropped %" PRIu64 " of %" PRIu64
               " moves of foreign books: unreachable from the start position, illegal, duplicate, or the same with colours swapped\n",
               (uint64_t)(tally->moves - tally->taken), (uint64_t)tally->moves);
}

static int combine(const BookJob *job, const char *command)
{
    Text why = WHY_INIT;
    BookDraft draft = {0};
    if (job->word_count == 0)
        return args_wrong(job->program, "%s: missing BOOK", command);
    if (job->word_count > MERGED_AT_MOST)
        return args_wrong(job->program, "%s: too many books: at most %d", command, MERGED_AT_MOST);
    if (!job->out)
        return args_wrong(job->program, "%s: missing --out BOOK", command);
    TakeTally tally = {0};
    const bool good = distinct(job, &why) && take_books(job, &draft, &tally, &why) && job_write_draft(job, &draft, &why);
    if (good)
        tell_left_out(&tally);
    draft_clear(&draft);
    return good ? EXIT_SUCCESS : job_fail_or_interrupted(job, &why);
}

int job_merge(BookJob *job) { return combine(job, "merge"); }

int job_import(BookJob *job)
{
    return job->word_count == 1 ? combine(job, "import") : args_wrong(job->program, "import: expected one BOOK");
}

/* Completes the output file, or removes it if anything failed. */
static bool finish(const BookJob *job, OutFile *out, bool good, Text *why)
{
    if (good && ferror(out->stream))
        good = why_errno(why, job->out);
    if (good)
        return outfile_commit(out, why);
    outfile_abandon(out);
    return false;
}

static bool write_export(const BookJob *job, Export *e, Text *why)
{
    OutFile out;
    return outfile_open(&out, job->out, OUT_KEEP, why) &&
           finish(job, &out, export_book(e, (ExportFormat)job->format, out.stream, why), why);
}

static void tell_export(const BookJob *job, const Export *e, size_t positions)
{
    printf("%s: %" PRIu64 " positions, counting both sides to move", job->out, (uint64_t)(e->walk->known - e->left_out));
    const size_t found = e->walk->known - e->walk->twins;
    if (positions > found)
        printf("; %" PRIu64 " positions of the book are not reachable from the start position", (uint64_t)(positions - found));
    if (e->left_out > 0)
        printf("; %" PRIu64 " positions do not fit the format", (uint64_t)e->left_out);
    putchar('\n');
}

static bool run_export(const BookJob *job, Text *why)
{
    TakeTally tally = {0};
    BookDraft draft = {0};
    BookWalk walk = {0};
    Book *book = NULL;
    ObkWords *words = job->format == EXPORT_OBK ? malloc(sizeof *words) : NULL;
    bool good = distinct(job, why) &&
                (job->format != EXPORT_OBK ||
                 (obk_is_known(why) && (words || why_no_memory(why)) && obk_words_read(words, job->words_path, why))) &&
                outfile_test(job->out, OUT_KEEP, why) && take_books(job, &draft, &tally, why) && (book = book_of_draft(&draft, why));
    if (good && !book_walk(&walk, book_lookup, book, job->stop))
        good = !atomic_load(job->stop) && why_no_memory(why);
    Export e = {.book = book, .walk = &walk, .words = words};
    good =
        good &&
        (walk.count > 0 || text_fail(why, "%s: contains neither the start position nor a position after the first move", job->words[0])) &&
        write_export(job, &e, why);
    if (good) {
        tell_export(job, &e, draft_positions(&draft));
        tell_left_out(&tally);
    }
    walk_clear(&walk);
    book_free(book);
    free(words);
    draft_clear(&draft);
    return good;
}

int job_export(BookJob *job)
{
    Text why = WHY_INIT;
    if (job->word_count != 1)
        return args_wrong(job->program, "export: expected one BOOK: a file or the word built-in");
    if (job->format >= EXPORT_FORMATS)
        return args_wrong(job->program, "export: missing --format bookdat, obk, pgn or epd");
    if (!job->out)
        return args_wrong(job->program, "export: missing --out FILE");
    if (job->format == EXPORT_OBK && !job->words_path)
        return args_wrong(job->program, "export: .obk books require --words FILE (see bench/book/README.md, installed as BOOKS.md)");
    return run_export(job, &why) ? EXIT_SUCCESS : job_fail_or_interrupted(job, &why);
}

/* -- openings -------------------------------------------------------------------------------------- */

int job_take_plies(void *self, const char *value)
{
    BookJob *job = self;
    char *end;
    const long least = strtol(value, &end, 10), most = *end == '-' ? strtol(end + 1, &end, 10) : least;
    if (*end || !isdigit((unsigned char)*value) || least < 1 || most < least || most > OPENING_DEEPEST)
        return EXIT_USAGE;
    job->openings.least_plies = (int)least;
    job->openings.most_plies = (int)most;
    return EXIT_SUCCESS;
}

static bool run_openings(const BookJob *job, OpeningFormat format, Text *why)
{
    OpeningSet set = {0};
    OutFile out;
    OpeningOptions options = job->openings;
    TakeTally tally = {0};
    options.take = (TakeOptions){job->words_path, job->stop, &tally};
    bool good = distinct(job, why) && outfile_test(job->out, OUT_KEEP, why) && opening_set_draw(&set, job->words[0], &options, why);
    good = good && outfile_open(&out, job->out, OUT_KEEP, why) &&
           finish(job, &out, opening_set_write(&set, format, out.stream) || why_no_memory(why), why);
    if (good) {
        printf("%s: %" PRIu64 " openings\n", job->out, (uint64_t)set.count);
        tell_left_out(&tally);
    }
    opening_set_clear(&set);
    return good;
}

int job_openings(BookJob *job)
{
    Text why = WHY_INIT;
    const OpeningFormat format = job->format == EXPORT_NONE ? OPENINGS_EPD : (OpeningFormat)(job->format - EXPORT_PGN);
    if (job->word_count != 1)
        return args_wrong(job->program, "openings: expected one ANALYSIS or BOOK");
    if (!job->out)
        return args_wrong(job->program, "openings: missing --out FILE");
    if (job->format < EXPORT_PGN)
        return args_wrong(job->program, "openings: invalid --format: expected epd, fen or pgn");
    return run_openings(job, format, &why) ? EXIT_SUCCESS : job_fail_or_interrupted(job, &why);
}
