/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/job_look.h"

#include <inttypes.h>
#include <stdio.h>

#include "bench/book/show.h"
#include "bench/book/take.h"
#include "bench/book/variety.h"
#include "engine/book/library.h"

/* -- show ------------------------------------------------------------------------------------------ */

int job_show(BookJob *job)
{
    Text why = WHY_INIT;
    Position pos;
    if (job->word_count == 0)
        return args_wrong(job->program, "show: which book? FILE, or built-in");
    if (!show_position(job->fen, job->words + 1, job->word_count - 1, &pos, &why))
        return job_fail(job, &why);
    Book *book = book_named(job->words[0], &why);
    if (!book)
        return job_fail(job, &why);
    const bool known = show_book(book, &pos);
    book_free(book);
    return known ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* -- variety --------------------------------------------------------------------------------------- */

int job_variety(BookJob *job)
{
    Variety v = {.games = job->games, .plies = job->plies, .randomness = (Randomness)job->randomness};
    if (job->word_count != 1)
        return args_wrong(job->program, "variety: one book is wanted: FILE, or built-in");
    Text why = WHY_INIT;
    Book *book = book_named(job->words[0], &why);
    if (!book)
        return job_fail(job, &why);
    const bool good = book_variety(book, &v);
    if (good)
        printf("%" PRId64 " games, %" PRId64 " different, %" PRId64 " with mirror images as one; %.1f plies by the book on average, ",
               v.games, v.different, v.different_views, v.average);
    if (good && v.unscored == 0)
        printf("which cost a side %.1f cp\n", v.cost);
    else if (good)
        printf("%" PRId64 " of %" PRId64 " moves without a score: what they cost is not known\n", v.unscored, v.moves);
    book_free(book);
    return good ? EXIT_SUCCESS : program_fail(job->program, "no memory for the games");
}
