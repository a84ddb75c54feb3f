/* SPDX-License-Identifier: GPL-3.0-only */
/* Opening books and the library of them (protocol/book.h). */
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/base/why.h"
#include "protocol/book.h"
#include "tests/support/make_book.h"
#include "tests/support/support.h"

static const MadeBookLine lines[] = {{FEN_START, "b2e2:10 h2e2:90 a0a9:999 g3g4:20"}};

static Book *open_made(void)
{
    char path[300];
    Text why = WHY_INIT;
    snprintf(path, sizeof path, "%s/book.dat", scratch_folder());
    make_book(path, lines, COUNT(lines));
    Book *book = book_open(path, &why);
    ck_assert_ptr_nonnull(book);
    return book;
}

/* Of the file that ElephantEye comes with: the lock of the start position. */
START_TEST(the_lock_is_elephanteyes)
{
    Book *book = open_made();
    Position start = read_position(FEN_START);
    ck_assert_uint_eq(book_lock(book, &start), 0x052656D5);
    Position reply = read_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 0 1");
    ck_assert_uint_eq(book_lock(book, &reply), 0x5396644F);
    book_free(book);
}
END_TEST

START_TEST(legal_moves_come_heaviest_first)
{
    Book *book = open_made();
    Position start = read_position(FEN_START);
    BookMove moves[MAX_MOVES];
    ck_assert_int_eq(book_moves(book, &start, moves), 3);
    ck_assert_str_eq(iccs_of(moves[0].move), "h2e2");
    ck_assert_str_eq(iccs_of(moves[1].move), "g3g4");
    ck_assert_str_eq(iccs_of(moves[2].move), "b2e2");
    Position other = read_position("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
    ck_assert_int_eq(book_moves(book, &other, moves), 0);
    book_free(book);
}
END_TEST

START_TEST(randomness_flattens_the_odds)
{
    static const double share[] = {[RANDOM_NONE] = 1, [RANDOM_MEDIUM] = 0.75, [RANDOM_HUGE] = 0.5};
    static const Randomness kinds[] = {RANDOM_NONE, RANDOM_MEDIUM, RANDOM_HUGE};
    BookMove moves[] = {{move_of("h2e2"), 75}, {move_of("b2e2"), 25}};
    Rng rng = {5};
    int heaviest = 0, tries = 4000;
    for (int i = 0; i < tries; i++)
        heaviest += book_choose(moves, 2, kinds[_i], rng_next(&rng)) == moves[0].move;
    double found = (double)heaviest / tries;
    ck_assert_msg(found > share[kinds[_i]] - 0.03 && found < share[kinds[_i]] + 0.03, "%.3f", found);
}
END_TEST

/* No more than bytes: what is no book is refused with its reason. */
static const struct {
    const char *bytes;
    size_t size;
    const char *why;
} bad_books[] = {
    {"", 0, "0 bytes are not a whole number of records: not a book, or cut off"},
    {"1234567", 7, "7 bytes are not a whole number of records: not a book, or cut off"},
    {"\1\0\0\0\xC4\xA7\1\0"
     "\0\0\0\0\xC4\xA7\1\0",
     16, "record 1 is out of order: not a book, or damaged"},
    {"\1\0\0\0\x00\xA7\1\0", 8, "record 0 is no move: not a book, or damaged"},
};

START_TEST(what_is_no_book_is_refused)
{
    Text why = WHY_INIT;
    unsigned char *bytes = malloc(bad_books[_i].size + 1);
    memcpy(bytes, bad_books[_i].bytes, bad_books[_i].size);
    ck_assert_ptr_null(book_from_bytes(bytes, bad_books[_i].size, &why));
    ck_assert_str_eq(why.data, bad_books[_i].why);
}
END_TEST

START_TEST(no_reason_need_be_asked_for)
{
    char path[300];
    unsigned char *bytes = malloc(7);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_ptr_null(book_from_bytes(bytes, 7, NULL));
    snprintf(path, sizeof path, "%s/absent.dat", scratch_folder());
    ck_assert_ptr_null(book_open(path, NULL));
}
END_TEST

START_TEST(a_library_avoids_bans_and_repetitions)
{
    char path[300];
    Text why = WHY_INIT;
    Library library = {0};
    Game game;
    Move moves[2];
    MoveList bans = {0};
    book_free(open_made());
    snprintf(path, sizeof path, "%s/book.dat", scratch_folder());
    ck_assert(library_add(&library, path, &why));
    ck_assert_int_eq(library.count, 1);
    game_init(&game);
    ck_assert(library_pick(&library, &game, &bans, RANDOM_NONE, 0, moves));
    ck_assert_str_eq(iccs_of(moves[0]), "h2e2");
    ck_assert_int_eq(moves[1], MOVE_NONE);
    bans.moves[bans.count++] = move_of("h2e2");
    ck_assert(library_pick(&library, &game, &bans, RANDOM_NONE, 0, moves));
    ck_assert_str_eq(iccs_of(moves[0]), "g3g4");
    bans.count = 0;
    static const char *const round[] = {"h2e2", "h9g7", "e2h2", "g7h9"};
    for (int i = 0; i < COUNT(round); i++)
        ck_assert(game_play(&game, move_of(round[i])));
    ck_assert(library_pick(&library, &game, &bans, RANDOM_NONE, 0, moves)); /* h2e2 leads back into the game */
    ck_assert_str_eq(iccs_of(moves[0]), "g3g4");
    library_clear(&library);
    ck_assert(!library_pick(&library, &game, &bans, RANDOM_NONE, 0, moves));
    game_clear(&game);
}
END_TEST

Suite *book_suite(void)
{
    Suite *suite = suite_create("book");
    TCase *tc = tcase_create("books");
    tcase_add_test(tc, the_lock_is_elephanteyes);
    tcase_add_test(tc, legal_moves_come_heaviest_first);
    tcase_add_loop_test(tc, randomness_flattens_the_odds, 0, 3);
    tcase_add_loop_test(tc, what_is_no_book_is_refused, 0, COUNT(bad_books));
    tcase_add_test(tc, no_reason_need_be_asked_for);
    tcase_add_test(tc, a_library_avoids_bans_and_repetitions);
    suite_add_tcase(suite, tc);
    return suite;
}
