/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/job_look.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/book/analysis.h"
#include "bench/book/net.h"
#include "bench/book/show.h"
#include "bench/book/take.h"
#include "bench/book/variety.h"

/* -- about ----------------------------------------------------------------------------------------- */

static void tell_searches(uint64_t nodes, uint32_t net, const char *commit)
{
    char words[NET_WORDS], room[100];
    Text clean = text_over(room, sizeof room);
    text_add_clean(&clean, commit);
    printf("searches of %" PRIu64 " nodes each, %s%s%s", nodes, net_words(net, words), *commit ? "; started by commit " : "", clean.data);
}

static bool about_analysis(const char *path, Text *why)
{
    Analysis a;
    const bool good = analysis_open(&a, path, NULL, why);
    if (good) {
        printf("%s: an analysis of openings (.hxa)\n%" PRIu64 " positions\n", path, (uint64_t)a.graph.node_count);
        tell_searches(a.journal.head.nodes, a.journal.head.net, a.journal.head.commit);
        printf("; %" PRIu32 " MiB of hash\n", a.journal.head.hash_mib);
    }
    analysis_close(&a);
    return good;
}

static bool about_book(const char *path, Text *why)
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
        tell_searches(ours->origin.nodes, ours->origin.net, ours->origin.note);
        putchar('\n');
    }
    book_free(book);
    return true;
}

int job_about(BookJob *job)
{
    Text why = WHY_INIT;
    if (job->word_count != 1)
        return args_wrong(job->program, "about: expected one BOOK or ANALYSIS: a file or the word built-in");
    const char *path = job->words[0];
    return (journal_begins(path) ? about_analysis(path, &why) : about_book(path, &why)) ? EXIT_SUCCESS : job_fail(job, &why);
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
    if (!show_position(job->fen, job->words + 1, job->word_count - 1, &pos, &why))
        return job_fail(job, &why);
    bool known;
    if (!(journal_begins(job->words[0]) ? look_into_analysis : look_into_book)(job->words[0], &pos, &known, &why))
        return job_fail(job, &why);
    return known ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* -- variety --------------------------------------------------------------------------------------- */

int job_variety(BookJob *job)
{
    Variety v = {.games = job->games, .plies = job->plies, .randomness = (Randomness)job->randomness};
    if (job->word_count != 1)
        return args_wrong(job->program, "variety: expected one BOOK: a file or the word built-in");
    Text why = WHY_INIT;
    Book *book = book_named(job->words[0], &why);
    if (!book)
        return job_fail(job, &why);
    const bool good = book_variety(book, &v);
    if (good)
        printf("%" PRId64 " games, %" PRId64 " distinct, %" PRId64 " up to reflection; %.1f book plies on average, ", v.games, v.different,
               v.different_views, v.average);
    if (good && v.unscored == 0)
        printf("average loss of a side %.1f cp\n", v.cost);
    else if (good)
        printf("%" PRId64 " of %" PRId64 " moves have no score, so their loss is unknown\n", v.unscored, v.moves);
    book_free(book);
    return good ? EXIT_SUCCESS : program_fail(job->program, "out of memory");
}
