/* SPDX-License-Identifier: GPL-3.0-only */
/* Opening books and the library that combines them (protocol/book.h). */
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/base/why.h"
#include "engine/base/crc32.h"
#include "engine/book/book_key.h"
#include "engine/book/bookdat.h"
#include "engine/book/draft.h"
#include "engine/book/library.h"
#include "tests/support/make_book.h"
#include "tests/support/support.h"

#define START_KEY 7390775011680950954u /* equal in every such book */

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

/* The lock of the start position, from the file that ElephantEye ships. */
START_TEST(the_lock_is_elephanteyes)
{
    static const unsigned char record[BOOKDAT_RECORD] = {[4] = 0x33, [5] = 0x33};
    BookDat book;
    ck_assert(bookdat_init(&book, record, sizeof record, NULL));
    Position start = read_position(FEN_START);
    ck_assert_uint_eq(bookdat_lock(&book, &start), 0x052656D5);
    Position reply = read_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 0 1");
    ck_assert_uint_eq(bookdat_lock(&book, &reply), 0x5396644F);
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

START_TEST(randomness_evens_out_the_choice)
{
    static const double share[] = {[RANDOM_NONE] = 1, [RANDOM_MEDIUM] = 0.75, [RANDOM_HUGE] = 0.5};
    static const Randomness kinds[] = {RANDOM_NONE, RANDOM_MEDIUM, RANDOM_HUGE};
    BookMove moves[] = {{move_of("h2e2"), 75, SCORE_NONE}, {move_of("b2e2"), 25, SCORE_NONE}};
    Rng rng = {5};
    int heaviest = 0, tries = 4000;
    for (int i = 0; i < tries; i++)
        heaviest += book_choose(moves, 2, WEIGHTS_RANKS, kinds[_i], rng_next(&rng)) == moves[0].move;
    double found = (double)heaviest / tries;
    ck_assert_msg(found > share[kinds[_i]] - 0.03 && found < share[kinds[_i]] + 0.03, "%.3f", found);
}
END_TEST

#define TEXT(text) (text), sizeof(text) - 1
#define TEXT_LINE  "expected a move, a weight and a position, as in 'b2e2 100 " FEN_START "'"

/* Files that are not books must be rejected with a reason. */
static const struct {
    const char *bytes;
    size_t size;
    const char *why;
} bad_books[] = {
    {"", 0, "empty file"},
    {"1234567", 7, "not a book, or truncated: 7 bytes are not a whole number of records"},
    {"\1\0\0\0\xC4\xA7\1\0"
     "\0\0\0\0\xC4\xA7\1\0",
     16, "not a book, or damaged: record 1 is out of order"},
    {"\1\0\0\0\x00\xA7\1\0", 8, "not a book, or damaged: record 0 is not a move"},
    {TEXT("SQLite format 3"),
     "an SQLite database; an .obk, .pfBook or .yfk book is converted by 'hanxin-book import BOOK --words FILE --out BOOK.hxb'"},
    {TEXT("h2e2 \n"), "line 1: " TEXT_LINE},
    {TEXT("h2e2 5895"), "line 1: " TEXT_LINE},
    {TEXT("h2e2 5x " FEN_START), "line 1: " TEXT_LINE},
    {TEXT("h2e2 -5 " FEN_START), "line 1: " TEXT_LINE},
    {TEXT("h2e2 5 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"), "line 1: " TEXT_LINE},
    {TEXT("\xEF\xBB\xBF\n\nh2e2 5 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA w"),
     "line 3: FEN board: rank 0 has 4 points, not 9"},
    {TEXT("h2e2 5 " FEN_START "\n\nh2e2 5 \0" FEN_START), "line 3: a zero byte"},
    {TEXT("h2e2 0 " FEN_START), "no moves"},
    {TEXT("h2e2 5 " FEN_START "\n* h2e2 5 " FEN_START), "line 2: " TEXT_LINE},
};

START_TEST(files_that_are_not_books_are_rejected)
{
    Text why = WHY_INIT;
    unsigned char *bytes = malloc(bad_books[_i].size + 1);
    memcpy(bytes, bad_books[_i].bytes, bad_books[_i].size);
    ck_assert_msg(!book_from_bytes(bytes, bad_books[_i].size, &why), "%s", bad_books[_i].why);
    ck_assert_str_eq(why.data, bad_books[_i].why);
}
END_TEST

static Book *open_text(const char *text)
{
    Text why = WHY_INIT;
    Book *book = book_from_bytes((unsigned char *)strdup(text), strlen(text), &why);
    ck_assert_msg(book, "%s", why.data);
    return book;
}

/* Lines may come in any order; the position or its mirror image, or both, may be listed; of equal moves
 * the heavier is used; illegal moves are left out. */
START_TEST(a_text_is_a_book)
{
    Book *book = open_text("\xEF\xBB\xBF h9g7\t7  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1\r\n\r\n"
                           "h2e2 20 " FEN_START "\nb2e2 30 " FEN_START "\nh2e2 99999999999999999999 " FEN_START "\r"
                           "b9c7 9 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b\n" /* the image of h9g7 */
                           "a0a9 5 " FEN_START "\na0a1 0 " FEN_START "\n");
    BookMove moves[MAX_MOVES];
    Position start = read_position(FEN_START), after = read_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"),
             image;
    ck_assert_int_eq(book_kind(book), BOOK_TEXT);
    ck_assert_uint_eq(book_records(book), 4);
    ck_assert_ptr_null(book_hxb(book));
    ck_assert_int_eq(book_moves(book, &start, moves), 2);
    ck_assert_str_eq(iccs_of(moves[0].move), "h2e2");
    ck_assert_int_eq(moves[0].weight, 1 << 29);
    ck_assert_str_eq(iccs_of(moves[1].move), "b2e2");
    ck_assert_int_eq(book_moves(book, &after, moves), 1);
    ck_assert_str_eq(iccs_of(moves[0].move), "h9g7");
    ck_assert_int_eq(moves[0].weight, 9);
    position_mirror(&after, &image);
    ck_assert_int_eq(book_moves(book, &image, moves), 1);
    ck_assert_str_eq(iccs_of(moves[0].move), "b9c7");
    position_flip(&after, &image);
    ck_assert_int_eq(book_moves(book, &image, moves), 0);
    book_free(book);
}
END_TEST

START_TEST(the_reason_is_optional)
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
    ck_assert(library_pick(&library, &game, &bans, RANDOM_NONE, 0, moves)); /* h2e2 repeats a position of the game */
    ck_assert_str_eq(iccs_of(moves[0]), "g3g4");
    library_clear(&library);
    ck_assert(!library_pick(&library, &game, &bans, RANDOM_NONE, 0, moves));
    game_clear(&game);
}
END_TEST

/* ---- our own format ---- */

static const char *const two_positions[] = {FEN_START, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"};

/* Returns a book of the start position and of the one after h2e2. The caller frees it. */
static char *packed(size_t *size)
{
    BookDraft draft = {.origin = {.margin = 25, .nodes = 40000, .net = 7, .note = "0123456789ab"}};
    static const struct {
        int position;
        const char *move;
        int weight, score;
    } added[] = {{1, "h9g7", 900, -20}, {0, "h2e2", 5, 0}, {0, "b2e2", 1000, 30}, {0, "e3e4", 100, 10}, {1, "b9c7", 700, -25}};
    Text bytes = TEXT_INIT;
    for (int i = 0; i < COUNT(added); i++) {
        Position pos = read_position(two_positions[added[i].position]);
        ck_assert(draft_add(&draft, &pos, &(BookMove){move_of(added[i].move), added[i].weight, added[i].score}));
    }
    ck_assert(draft_pack(&draft, &bytes));
    ck_assert_uint_eq(draft.count, 4); /* h2e2 is the mirror image of b2e2; the last one added is used */
    ck_assert_uint_eq(draft_positions(&draft), 2);
    ck_assert_uint_eq(draft_size(&draft), bytes.length);
    *size = bytes.length;
    draft_clear(&draft);
    return text_take(&bytes);
}

static Book *open_packed(void)
{
    size_t size;
    Text why = WHY_INIT;
    char *bytes = packed(&size);
    Book *book = book_from_bytes((unsigned char *)bytes, size, &why);
    ck_assert_msg(book, "%s", why.data);
    return book;
}

static void expect_moves(const Book *book, const Position *pos, const char *wanted)
{
    BookMove moves[MAX_MOVES];
    char text[300];
    Text all = text_over(text, sizeof text);
    const int count = book_moves(book, pos, moves);
    for (int i = 0; i < count; i++)
        text_addf(&all, "%s:%d:%d ", iccs_of(moves[i].move), moves[i].weight, moves[i].score);
    ck_assert_str_eq(text, wanted);
}

START_TEST(our_books_know_all_images_of_a_position)
{
    Book *book = open_packed();
    Position start = read_position(two_positions[0]), after = read_position(two_positions[1]), image;
    ck_assert_uint_eq(book_hxb(book)->origin.nodes, 40000);
    ck_assert_str_eq(book_hxb(book)->origin.note, "0123456789ab");
    expect_moves(book, &start, "b2e2:500:30 h2e2:500:30 e3e4:100:10 ");
    expect_moves(book, &after, "h9g7:900:-20 b9c7:700:-25 ");
    position_mirror(&after, &image);
    expect_moves(book, &image, "b9c7:900:-20 h9g7:700:-25 ");
    position_flip(&after, &image);
    expect_moves(book, &image, "h0g2:900:-20 b0c2:700:-25 ");
    Position other = read_position("4k4/9/9/9/9/9/9/9/9/3K5 w");
    expect_moves(book, &other, "");
    book_free(book);
}
END_TEST

/* Computes the key as README.md describes it. Only this test depends on the key. */
START_TEST(the_key_is_as_described)
{
    Walk walk;
    walk_init(&walk, 3);
    Rng words = {0};
    static uint64_t word[14 * 90];
    for (int i = 0; i < COUNT(word); i++)
        word[i] = rng_next(&words);
    for (int n = 0; n < 300; n++) {
        const Position *pos = walk_next(&walk);
        uint64_t keys[2] = {0};
        for (int file = 0; file < 9; file++)
            for (int rank = 0; rank < 10; rank++) {
                static const char letters[] = "KABNRCPkabnrcp";
                char letter = piece_letter(piece_at(pos, square_make(file, rank)));
                if (letter == '.')
                    continue;
                int piece = (int)(strchr(letters, letter) - letters);
                piece = pos->side == BLACK ? (piece + 7) % 14 : piece;
                int row = pos->side == BLACK ? 9 - rank : rank;
                keys[0] ^= word[piece * 90 + row * 9 + file];
                keys[1] ^= word[piece * 90 + row * 9 + 8 - file];
            }
        BookView view = book_view(pos);
        ck_assert_uint_eq(view.key, keys[0] < keys[1] ? keys[0] : keys[1]);
        ck_assert_int_eq(view.mirrored, keys[1] < keys[0]);
        Square s = square_make(n % 9, n % 10);
        ck_assert_int_eq(book_square(&view, book_point(&view, s)), s);
    }
    Position start = read_position(FEN_START);
    ck_assert(book_view(&start).symmetric);
    ck_assert_uint_eq(book_view(&start).key, START_KEY);
}
END_TEST

/* Changes every bit, and truncates the file at every byte. */
START_TEST(damage_is_noticed)
{
    size_t size;
    char *bytes = packed(&size);
    for (size_t i = 0; i < size; i++) {
        unsigned char *copy = malloc(size);
        Text why = WHY_INIT;
        memcpy(copy, bytes, size);
        copy[i] ^= (unsigned char)(1 << i % 8);
        Book *book = book_from_bytes(copy, size, &why);
        ck_assert_msg(!book && *why.data && !strchr(why.data, '\n'), "byte %zu", i);
        copy = malloc(size);
        memcpy(copy, bytes, i);
        text_cut(&why, 0);
        book = book_from_bytes(copy, i, &why);
        ck_assert_msg(!book && *why.data, "%zu bytes", i);
    }
    free(bytes);
}
END_TEST

/* Files with a correct checksum and invalid contents. */
START_TEST(sound_files_may_be_hostile)
{
    static const struct {
        size_t at;
        uint8_t byte;
        const char *why; /* NULL: accepted, without the move */
    } changes[] = {
        {8, 2, "book of format 2, but this program reads format 1"},
        {16, 3, "do not match the header"},
        {19, 255, "do not match the header"},
        {72, 1, "out of order"},                 /* the first position's moves do not start at 0 */
        {84, 0, "out of order"},                 /* a position without moves */
        {84, 200, "out of order"},               /* or with more moves than there are */
        {71, 255, "out of order"},               /* the first key is the largest */
        {HXB_HEAD + 2 * HXB_POSITION, 90, NULL}, /* not a point of the board */
        {HXB_HEAD + 2 * HXB_POSITION, 40, NULL}, /* an empty point */
    };
    for (int i = 0; i < COUNT(changes); i++) {
        size_t size;
        Text why = WHY_INIT;
        unsigned char *bytes = (unsigned char *)packed(&size);
        bytes[changes[i].at] = changes[i].byte;
        uint32_t crc = crc32_update(0, bytes + 16, size - 16);
        for (int b = 0; b < 4; b++)
            bytes[12 + b] = (unsigned char)(crc >> 8 * b);
        Book *book = book_from_bytes(bytes, size, &why);
        if (changes[i].why) {
            ck_assert_msg(!book && strstr(why.data, changes[i].why), "%d: %s", i, why.data);
            continue;
        }
        ck_assert_msg(book, "%s", why.data);
        BookMove moves[MAX_MOVES];
        int count = 0;
        for (int n = 0; n < 2; n++) {
            Position pos = read_position(two_positions[n]);
            count += book_moves(book, &pos, moves);
        }
        ck_assert_int_lt(count, 5);
        book_free(book);
    }
}
END_TEST

START_TEST(the_built_in_book_is_sound)
{
    Book *book = book_built_in(NULL);
    Hxb checked;
    Text why = WHY_INIT;
    BookMove moves[MAX_MOVES];
    Position start = read_position(FEN_START);
    if (!book) {
        skipped("the built-in book: this build has none");
        return;
    }
    const Hxb *hxb = book_hxb(book);
    const size_t size = HXB_HEAD + hxb->positions * HXB_POSITION + hxb->moves * HXB_MOVE;
    ck_assert_msg(hxb_init(&checked, hxb->bytes, size, &why), "%s", why.data);
    ck_assert_uint_le(size, 400000);
    ck_assert_uint_gt(hxb->origin.nodes, 0);
    ck_assert_uint_gt(hxb->origin.margin, 0);
    const int count = book_moves(book, &start, moves);
    ck_assert_int_gt(count, 1);
    for (int i = 0; i < count; i++)
        ck_assert_int_ge(moves[i].score + (int)hxb->origin.margin, moves[0].score);
    book_free(book);
}
END_TEST

/* Games by the built-in book alone, which never repeat a position, must differ by ply 12 or when they leave the book. */
START_TEST(the_built_in_book_varies)
{
    enum { GAMES = 500, PLIES = 12 };
    static uint64_t keys[GAMES];
    Book *book = book_built_in(NULL);
    Rng rng = {1};
    int different = 0;
    for (int i = 0; book && i < GAMES; i++) {
        Game game;
        Move moves[2];
        game_init(&game);
        while (game.plies < PLIES && book_pick(book, &game, NULL, RANDOM_NONE, rng_next(&rng), moves))
            ck_assert(game_play(&game, moves[0]));
        keys[i] = game.now.key;
        bool new = true;
        for (int j = 0; j < i && new; j++)
            new = keys[j] != keys[i];
        different += new;
        game_clear(&game);
    }
    ck_assert_msg(!book || different >= 300, "%d different games of 500", different);
    book_free(book);
}
END_TEST

START_TEST(moves_are_chosen_in_proportion_to_weights)
{
    static const struct {
        Randomness randomness;
        double share;
    } cases[] = {{RANDOM_NONE, 0.8}, {RANDOM_MEDIUM, 0.635}, {RANDOM_HUGE, 0.5}};
    BookMove moves[] = {{move_of("h2e2"), 80, 0}, {move_of("b0c2"), 20, 0}};
    Rng rng = {5};
    int heaviest = 0, tries = 4000;
    for (int i = 0; i < tries; i++)
        heaviest += book_choose(moves, 2, WEIGHTS_ODDS, cases[_i].randomness, rng_next(&rng)) == moves[0].move;
    double found = (double)heaviest / tries;
    ck_assert_msg(found > cases[_i].share - 0.03 && found < cases[_i].share + 0.03, "%.3f", found);
}
END_TEST

Suite *book_suite(void)
{
    Suite *suite = suite_create("book");
    TCase *tc = tcase_create("books");
    tcase_add_test(tc, our_books_know_all_images_of_a_position);
    tcase_add_test(tc, the_key_is_as_described);
    tcase_add_test(tc, damage_is_noticed);
    tcase_add_test(tc, sound_files_may_be_hostile);
    tcase_add_test(tc, the_built_in_book_is_sound);
    tcase_add_test(tc, the_built_in_book_varies);
    tcase_add_loop_test(tc, moves_are_chosen_in_proportion_to_weights, 0, 3);
    tcase_add_test(tc, the_lock_is_elephanteyes);
    tcase_add_test(tc, legal_moves_come_heaviest_first);
    tcase_add_loop_test(tc, randomness_evens_out_the_choice, 0, 3);
    tcase_add_loop_test(tc, files_that_are_not_books_are_rejected, 0, COUNT(bad_books));
    tcase_add_test(tc, a_text_is_a_book);
    tcase_add_test(tc, the_reason_is_optional);
    tcase_add_test(tc, a_library_avoids_bans_and_repetitions);
    suite_add_tcase(suite, tc);
    return suite;
}
