/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/job_analysis.h"

#include <inttypes.h>
#include <stdio.h>

#include "bench/book/write.h"
#include "bench/book/analysis.h"
#include "engine/base/outfile.h"
#include "eval/nnue/network.h"

/* -- build ----------------------------------------------------------------------------------------- */

int job_take_games(void *self, const char *path)
{
    BookJob *job = self;
    if (!path)
        return EXIT_SUCCESS; /* a repeated option adds more files */
    if (job->input_count > GAME_FILES)
        return program_fail(job->program, "too many files of games: at most %d; concatenate some of them", GAME_FILES);
    job->inputs[job->input_count++] = (NamedFile){"--games", path};
    return EXIT_SUCCESS;
}

static bool read_games(BookJob *job, Text *why)
{
    for (int i = 1; i < job->input_count; i++) {
        const size_t before = job->played.games;
        if (!played_read(&job->played, job->inputs[i].path, why))
            return false;
        if (job->played.games == before)
            program_note(job->program, "%s: no games", job->inputs[i].path);
    }
    if (job->input_count > 1 && job->played.games == 0)
        return text_fail(why, "--games: no games in any file");
    if (job->input_count > 1)
        program_note(job->program, "%" PRIu64 " games", (uint64_t)job->played.games);
    played_settle(&job->played);
    return true;
}

static bool read_found(BookJob *job, Text *why) { return !job->found_path || findings_read(&job->found, job->found_path, why); }

static bool run_build(BookJob *job, BuildTally *tally, Text *why)
{
    job->inputs[0] = (NamedFile){"--net", network_option_file(job->build.judges.net_path)};
    job->inputs[job->input_count] = (NamedFile){"--found", job->found_path};
    if (!files_distinct(&(NamedFile){"--out", job->out}, 1, job->inputs, job->input_count + 1, why) || !read_games(job, why) ||
        !read_found(job, why))
        return false;
    BuildOptions *o = &job->build;
    o->path = job->out;
    o->prices = job_prices(job);
    Progress progress = progress_on_stderr();
    bool good = book_build(o, job->stop, &progress, tally, why);
    progress_clear(&progress);
    return good;
}

int job_build(BookJob *job)
{
    Text why = WHY_INIT;
    BuildTally tally;
    if (!job->out)
        return args_wrong(job->program, "build: missing --out FILE");
    if (job->word_count > 0)
        return args_wrong(job->program, "build: unexpected argument '%s'", job->words[0]);
    if (!run_build(job, &tally, &why))
        return job_fail(job, &why);
    printf("%s: %" PRIu64 " positions, %" PRIu64 " new\n", job->out, (uint64_t)tally.positions, (uint64_t)(tally.positions - tally.before));
    return atomic_load(job->stop) ? job_interrupted(job, "run the same command to continue") : EXIT_SUCCESS;
}

/* -- write ----------------------------------------------------------------------------------------- */

static bool make_book(const BookJob *job, const Journal *journal, BookDraft *draft, Text *why)
{
    Progress progress = progress_on_stderr();
    JudgeOptions judges = job->build.judges;
    judges.kept = job->kept;
    const MakeOptions options = {.prices = job_prices(job),
                                 .choose = job->choose,
                                 .temperature = job->temperature,
                                 .judges = judges,
                                 .confirm = {.nodes = job->confirm, .bound = job_bound(job)},
                                 .stop = job->stop,
                                 .progress = &progress};
    const bool good = book_make(journal, &options, draft, why);
    progress_clear(&progress);
    return good;
}

static bool run_write(BookJob *job, Text *why)
{
    Journal journal;
    BookDraft draft = {0};
    const NamedFile inputs[] = {
        {"the analysis", job->words[0]}, {"--net", network_option_file(job->build.judges.net_path)}, {"--found", job->found_path}};
    const NamedFile outputs[] = {{"--out", job->out}, {"--keep", job->kept}};
    if (!files_distinct(outputs, job->kept ? 2 : 1, inputs, 3, why) || !outfile_test(job->out, OUT_REPLACE, why) ||
        !file_is_kind(job->out, HXB_MAGIC, "opening book", why) || !read_found(job, why) || !journal_read(&journal, job->words[0], why))
        return false;
    const bool good = make_book(job, &journal, &draft, why) && job_write_draft(job, &draft, why);
    draft_clear(&draft);
    journal_close(&journal);
    return good;
}

int job_write(BookJob *job)
{
    Text why = WHY_INIT;
    if (job->word_count != 1)
        return args_wrong(job->program, "write: expected one ANALYSIS");
    if (!job->out)
        return args_wrong(job->program, "write: missing --out BOOK");
    if (job->confirm == 0 && (job->bound >= 0 || job->kept))
        return args_wrong(job->program, "write: --bound and --keep require --confirm NODES");
    const bool good = run_write(job, &why);
    return !good && job->kept && !*why.data ? job_interrupted(job, "run the same command to continue")
           : good                           ? EXIT_SUCCESS
                                            : job_fail_or_interrupted(job, &why);
}
