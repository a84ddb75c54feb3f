/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/job_look.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/book/analysis.h"
#include "bench/book/net.h"
#include "bench/book/show.h"
#include "bench/book/take.h"

/* -- statistics ------------------------------------------------------------------------------------ */

static void show_origin(uint64_t nodes, uint32_t net, const char *commit)
{
    char words[NET_WORDS], room[100];
    Text clean = text_over(room, sizeof room);
    text_add_clean(&clean, commit);
    printf("searches of %" PRIu64 " nodes each, %s%s%s", nodes, net_words(net, words), *commit ? "; started by commit " : "", clean.data);
}

static bool statistics_of_analysis(const char *path, Text *why)
{
    Analysis a;
    const bool good = analysis_open(&a, path, NULL, why);
    if (good) {
        printf("%s: an analysis of openings (.hxa)\n%" PRIu64 " positions\n", path, (uint64_t)a.graph.node_count);
        show_origin(a.journal.head.nodes, a.journal.head.net, a.journal.head.commit);
        printf("; %" PRIu32 " MiB of hash\n", a.journal.head.hash_mib);
    }
    analysis_close(&a);
    return good;
}

static bool statistics_of_book(const char *path, Text *why)
{
    Book *book = book_named(path, why);
    if (!book)
        return false;
    const Hxb *ours = book_hxb(book);
    if (ours)
        printf("%s: an opening book (.hxb)\n%" PRIu32 " positions, %" PRIu32 " moves\n", path, ours->positions, ours->moves);
    else
        printf("%s: an opening book of ElephantEye (BOOK.DAT)\n%" PRIu64 " moves\n", path, (uint64_t)book_records(book));
    if (ours && ours->origin.margin > 0)
        printf("every move is within %" PRIu32 " centipawns of the best\n", ours->origin.margin);
    if (ours && ours->origin.nodes > 0) {
        printf("made from an analysis by ");
        show_origin(ours->origin.nodes, ours->origin.net, ours->origin.note);
        putchar('\n');
    }
    book_free(book);
    return true;
}

static bool show_statistics(const char *path, Text *why)
{
    return (journal_begins(path) ? statistics_of_analysis : statistics_of_book)(path, why);
}

/* -- show ------------------------------------------------------------------------------------------ */

static bool look_into_analysis(const char *path, const Position *pos, bool *known, Text *why)
{
    Analysis a;
    const bool good = analysis_open(&a, path, NULL, why);
    *known = good && show_analysis(&a.graph, pos);
    analysis_close(&a);
    return good;
}

static bool look_into_book(const char *path, const Position *pos, bool *known, Text *why)
{
    Book *book = book_named(path, why);
    *known = book && show_book(book, pos);
    book_free(book);
    return book != NULL;
}

int job_show(BookJob *job)
{
    Text why = WHY_INIT;
    Position pos;
    if (job->word_count == 0)
        return args_wrong(job->program, "show: missing BOOK or ANALYSIS: a file or the word built-in");
    if (job->statistics && (job->word_count > 1 || job->fen))
        return args_wrong(job->program, "show: --statistics describes the whole file and takes no moves or --fen");
    if (job->statistics)
        return show_statistics(job->words[0], &why) ? EXIT_SUCCESS : job_fail(job, &why);
    if (!show_position(job->fen, job->words + 1, job->word_count - 1, &pos, &why))
        return job_fail(job, &why);
    bool known;
    if (!(journal_begins(job->words[0]) ? look_into_analysis : look_into_book)(job->words[0], &pos, &known, &why))
        return job_fail(job, &why);
    return known ? EXIT_SUCCESS : EXIT_FAILURE;
}
