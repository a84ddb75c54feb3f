/* SPDX-License-Identifier: GPL-3.0-only */
/* Reviews: marks, correct texts, openings, and the written formats. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/memory_file.h"
#include "bench/review/marked.h"
#include "bench/review/report.h"
#include "engine/base/version.h"
#include "engine/book/book.h"
#include "engine/notation/games.h"
#include "engine/notation/opening.h"
#include "tests/support/support.h"

static void read_game(const char *text, GameTree *game)
{
    GameSource source = games_in_text(text, strlen(text));
    tree_init(game);
    ck_assert(games_next(&source, game, LANGUAGE_ENGLISH));
    ck_assert_msg(!tree_has_fault(game), "%s", game->report.fault);
}

static ReviewOptions options_with(Searcher *searcher, uint64_t nodes)
{
    return (ReviewOptions){.searcher = searcher, .limits = {.nodes = nodes}, .rules = RULES_ASIAN, .limit = NATURAL_LIMIT_DEFAULT};
}

/* Reviews use the handcrafted evaluation, so that the net does not matter. */
static void review_in(const char *text, uint64_t nodes, GameTree *game, Review *review)
{
    Searcher *searcher = searcher_new(&(SearchOptions){.hash_mib = 2, .threads = 1, .multipv = 1});
    ck_assert_ptr_nonnull(searcher);
    const ReviewOptions options = options_with(searcher, nodes);
    read_game(text, game);
    ck_assert(review_game(review, game, &options));
    searcher_free(searcher);
}

static void review_text(const char *text, GameTree *game, Review *review) { review_in(text, 20000, game, review); }

static const struct {
    const char *text;
    int ply;
    Mark mark;
    const char *words[2];
} cases[] = {
    {"[FEN \"3k5/9/9/9/9/9/9/9/R8/5K2R w\"]\n\n1. a1a8 d9e9 2. i0i9 1-0\n", 0, MARK_NONE, {"", ""}},
    {"[FEN \"3k5/9/R8/9/9/1r7/9/9/9/5K2R w\"]\n\n1. a7a8 d9e9 2. i0i4 *\n", 2, MARK_BLUNDER, {"misses mate in 1", "错过 1 步杀"}},
    {"[FEN \"5k3/8r/9/9/R1R6/9/9/9/r8/4K4 w\"]\n\n1. a5b5 i8i0 0-1\n", 0, MARK_BLUNDER, {"allows mate in 1", "让对方 1 步成杀"}},
    {"[FEN \"2bakab2/9/9/9/r8/9/4P4/9/8R/2BAKAB2 b\"]\n\n1... a5i5 2. i1i5 *\n", 0, MARK_BLUNDER, {"loses a rook", "失一车"}},
    {"[FEN \"2bakab2/9/9/9/r8/9/4P4/9/R8/2BAKAB2 w\"]\n\n1. a1b1 *\n", 0, MARK_BLUNDER, {"misses winning a rook", "错失得一车"}},
    {"[FEN \"2bakab2/r8/9/c8/9/9/4P4/2N6/R8/2BAKAB2 w\"]\n\n1. a1a6 a8a6 *\n",
     0,
     MARK_BLUNDER,
     {"loses a rook for a cannon", "失一车，得一炮"}},
    {"[FEN \"2bakab2/9/r8/9/9/P8/4P4/C8/9/2BAKAB2 w\"]\n\n1. f0e1 *\n",
     0,
     MARK_BLUNDER,
     {"misses winning a rook for a cannon", "错失以一炮换得一车的机会"}},
};

START_TEST(marks_and_texts_agree)
{
    GameTree game;
    Review review;
    review_text(cases[_i].text, &game, &review);
    ck_assert_int_eq(review.unknown, 0);
    ck_assert_msg(review.moves[cases[_i].ply].mark == cases[_i].mark, "case %d: marked '%s', lost %.3f", _i,
                  mark_sign(review.moves[cases[_i].ply].mark), review.moves[cases[_i].ply].lost);
    for (int l = LANGUAGE_ENGLISH; l <= LANGUAGE_CHINESE; l++) {
        Text words = {.data = (char *)"", .language = (Language)l};
        report_words(&review, cases[_i].ply, &words);
        ck_assert_msg(strstr(words.data, cases[_i].words[l]) != NULL, "case %d: \"%s\"", _i, words.data);
        text_free(&words);
    }
    review_clear(&review);
    tree_clear(&game);
}
END_TEST

/* A loss in so short a search gets `??` only if it clearly exceeds the search's error. */
START_TEST(blunders_need_a_clear_loss)
{
    static const struct {
        const char *text;
        uint64_t nodes;
        Mark mark; /* loss of the last move */
    } games[] = {{"[Red \"a\"]\n\n1. h2h9 *\n", 200, MARK_MISTAKE},
                 {"[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. e2e6 *\n", 2000, MARK_BLUNDER}};
    for (int i = 0; i < COUNT(games); i++) {
        GameTree game;
        Review review;
        review_in(games[i].text, games[i].nodes, &game, &review);
        const ReviewMove *last = &review.moves[game.main.plies - 1];
        ck_assert_msg(last->mark == games[i].mark, "game %d: '%s', lost %.3f", i, mark_sign(last->mark), last->lost);
        ck_assert_double_ge(last->lost, mark_threshold(MARK_BLUNDER));
        review_clear(&review);
        tree_clear(&game);
    }
}
END_TEST

/* Continues the game without captures or repetitions; Red only gives check. */
static bool check_on(Position *pos, GameTree *game, uint64_t *seen, int plies)
{
    MoveList list;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count && game->main.plies < plies; i++) {
        const Move m = list.moves[i];
        Undo undo;
        if (is_capture(pos, m) || (pos->side == RED && !gives_check(pos, m)))
            continue;
        position_make(pos, m, &undo);
        bool fresh = true;
        for (int k = 0; k < game->main.plies; k++)
            fresh = fresh && seen[k] != pos->key;
        seen[game->main.plies] = pos->key;
        if (fresh && tree_add_move(game, m, NULL) && !check_on(pos, game, seen, plies))
            game->main.plies--;
        position_unmake(pos, &undo);
    }
    return game->main.plies == plies;
}

/* The natural limit counts ten checks of a side, in the search of a review as in the referee. */
/* Searches of 20 nodes know nothing of openings. */
START_TEST(the_book_knows_the_loss_of_its_moves)
{
    static const struct {
        const char *text;
        double least, most; /* loss of the first move */
    } games[] = {{"1. b2e2 *", 0, 0.01}, {"1. g3g4 *", 0, 0.0499}, {"1. e3e4 *", 0.1, 0.3}};
    Book *book = book_built_in(NULL);
    for (int i = 0; book && i < COUNT(games); i++) {
        GameTree game;
        Review review;
        review_in(games[i].text, 20, &game, &review);
        ck_assert_msg(review.moves[0].lost >= games[i].least && review.moves[0].lost <= games[i].most, "%s lost %.3f", games[i].text,
                      review.moves[0].lost);
        review_clear(&review);
        tree_clear(&game);
    }
    book_free(book);
}
END_TEST

START_TEST(many_checks_do_not_draw)
{
    enum { PLIES = 30 };
    uint64_t seen[PLIES];
    GameTree game;
    Review review;
    Searcher *searcher = searcher_new(&(SearchOptions){.hash_mib = 2, .threads = 1, .multipv = 1});
    const ReviewOptions options = options_with(searcher, 20000);
    tree_init(&game);
    game.start = read_position("3k5/9/9/9/9/9/9/9/9/R4K2R w - - 90 50");
    Position pos = game.start;
    ck_assert(check_on(&pos, &game, seen, PLIES));
    ck_assert(review_game(&review, &game, &options));
    ck_assert_int_eq(review.end.result.outcome, OUTCOME_OPEN);
    const double expected =
        review.positions[PLIES - 1].expected; /* Black answers the last check: if all checks counted, the limit would be reached */
    ck_assert_msg(expected < 0.1, "%.2f", expected);
    review_clear(&review);
    tree_clear(&game);
    searcher_free(searcher);
}
END_TEST

START_TEST(levels_have_names)
{
    const ReviewSide few = {.moves = 14}, good = {.moves = 15, .lost = 0.01}, bad = {.moves = 200, .lost = 1};
    ck_assert_ptr_null(review_level(&few, LANGUAGE_ENGLISH));
    ck_assert_str_eq(review_level(&good, LANGUAGE_ENGLISH), "strong player");
    ck_assert_str_eq(review_level(&bad, LANGUAGE_CHINESE), "初学者");
}
END_TEST

/* Returns the reviewed game as PGN. The caller frees it. */
static char *annotated(const Review *review, GameTree *game)
{
    size_t size;
    MemoryFile memory;
    ck_assert(report_annotate(review, (ReportWords){.language = LANGUAGE_ENGLISH}, HANXIN_NAME " 1, 20000 nodes", game));
    ck_assert(memory_file_open(&memory));
    pgn_write(game, NOTATION_ICCS, memory.stream);
    return memory_file_take(&memory, &size);
}

/* Reviewed, written and reviewed again: nothing of the first review is left in the second. */
START_TEST(annotated_games_read_back)
{
    GameTree game, again;
    Review review;
    review_text("[Red \"a\"]\n\n1. h2e2 {hi [%eval 0.3]} h9g7 2. h0g2 (2. b0c2 {no}) i9h9 3. e2e6 $2 $10 a6a5 4. e6e7 1-0\n", &game,
                &review);
    marked_forget(&game);
    char *out = annotated(&review, &game);
    read_game(out, &again);
    ck_assert_int_eq(again.main.plies, game.main.plies);
    int marked = 0;
    double red;
    for (int i = 0; i < game.main.plies; i++) {
        ck_assert_int_eq(again.main.moves[i].move, game.main.moves[i].move);
        if (i != 4)
            ck_assert_str_eq(marked_sign(&again.main.moves[i]), mark_sign(review.moves[i].mark));
        ck_assert_int_eq(again.main.moves[i].line_count, (review.moves[i].mark >= MARK_INACCURACY) + (i == 2));
        ck_assert(marked_expected(&again.main.moves[i], (Side)(i % 2), &red));
        ck_assert_double_eq_tol(red, i % 2 ? review.positions[i + 1].expected : 1 - review.positions[i + 1].expected, 0.01);
        marked += review.moves[i].mark >= MARK_INACCURACY;
    }
    ck_assert_int_gt(marked, 0);
    ck_assert_ptr_eq(strstr(again.main.moves[0].comment, "hi [%eval "), again.main.moves[0].comment);
    ck_assert_ptr_null(strstr(again.main.moves[0].comment, "0.3]"));
    ck_assert_str_eq(tree_tag(&again, "Opening"), "Central Cannon");
    ck_assert_str_eq(tree_tag(&again, REVIEW_TAG), HANXIN_NAME " 1, 20000 nodes");
    ck_assert_double_eq_tol(atof(tree_tag(&again, accuracy_tags[BLACK])), review.sides[BLACK].accuracy, 0.06);
    marked_forget(&again);
    ck_assert_ptr_null(tree_tag(&again, accuracy_tags[BLACK]));
    ck_assert_str_eq(again.main.moves[0].comment, "hi");
    ck_assert_ptr_null(again.main.moves[1].comment);
    ck_assert_int_eq(again.main.moves[2].line_count, 1);
    ck_assert_int_eq(again.main.moves[4].nags[0], 10);
    char *twice = annotated(&review, &again);
    ck_assert_int_eq(strlen(twice), strlen(out) - (review.moves[4].mark == MARK_MISTAKE ? 0 : strlen(" $2")));
    free(out);
    free(twice);
    review_clear(&review);
    tree_clear(&game);
    tree_clear(&again);
}
END_TEST

static const struct {
    const char *comment;
    Side mover;
    double red;                    /* -1: no evaluation */
    const char *english, *chinese; /* the comment as displayed; NULL: unchanged, or the same as the English */
} evals[] = {
    {"[%eval +0.00]", RED, 0.5, "even 0.00", "均势 0.00"},
    {"[%eval -M3] x", RED, 0, "Black mates in 3 x", "黑方 3 步杀 x"},
    {"so [%eval +R]", BLACK, 1, "so Red wins by the repetition rules", "so 红方依棋规取胜"},
    {"[%eval #]", BLACK, 0, "Black has won", "黑方已胜"},
    {"[%eval #-4]", RED, 0, "Black mates in 4", "黑方 4 步杀"},
    {"[%eval #4]", BLACK, 1, "Red mates in 4", "红方 4 步杀"},
    {"[%eval #99999999999]", BLACK, 1, "Red mates in 250", "红方 250 步杀"},
    {"[%eval -T]", RED, 0, "Black wins by the endgame table", "黑方依残局库取胜"},
    {"[%eval 0,17]", RED, 0.5, "even 0.00", "均势 0.00"},
    {"[%clk 0:09:30] good [%csl Ra1] [%eval 0.00] [%emt 5]", RED, 0.5, "clock 0:09:30 good even 0.00 time 5",
     "剩余 0:09:30 good 均势 0.00 用时 5"},
    {"[%eval ]", RED, -1, "", NULL},
    {"[%eval", RED, -1, NULL, NULL},
    {"[%eval 1e300]", RED, -1, "", NULL},
    {"+0.3/8 [x]", RED, -1, NULL, NULL},
};

START_TEST(evaluations_are_read)
{
    for (int i = 0; i < COUNT(evals); i++) {
        double red = -1;
        const TreeMove move = {.comment = (char *)evals[i].comment};
        ck_assert_msg(marked_expected(&move, evals[i].mover, &red) == (evals[i].red >= 0), "%s", evals[i].comment);
        ck_assert_double_eq_tol(red, evals[i].red, 1e-6);
        for (Language l = LANGUAGE_ENGLISH; l <= LANGUAGE_CHINESE; l++) {
            const char *wanted = l == LANGUAGE_CHINESE && evals[i].chinese ? evals[i].chinese : evals[i].english;
            Text words = TEXT_INIT;
            marked_comment(&move, evals[i].mover, l, &words);
            ck_assert_str_eq(words.data, wanted ? wanted : evals[i].comment);
            text_free(&words);
        }
    }
}
END_TEST

/* A second occurrence ends nothing, since the continuation can still be avoided. */
START_TEST(repeated_once_is_no_draw)
{
    GameTree game;
    Review review;
    review_text("[FEN \"3k5/9/9/9/9/9/4p4/9/R8/5K3 w\"]\n\n1. a1a2 e3e2 2. a2a1 e2d2 3. a1a2 d2d1 4. f0f1 d9e9 5. f1f0 e9d9 *\n", &game,
                &review);
    for (int ply = 6; ply < game.main.plies; ply++)
        ck_assert_msg(review.positions[ply].score != SCORE_DRAW, "ply %d", ply);
    review_clear(&review);
    tree_clear(&game);
}
END_TEST

START_TEST(stopped_reviews_keep_finished_moves)
{
    GameTree game;
    Review review;
    Text text = TEXT_INIT, json = TEXT_INIT;
    const ReportStyle style = {LANGUAGE_ENGLISH, NOTATION_WXF, false, true, 80};
    atomic_bool stop = true;
    Searcher *searcher = searcher_new(&(SearchOptions){.hash_mib = 2, .threads = 1, .multipv = 1});
    ReviewOptions options = options_with(searcher, 1000);
    options.stop = &stop;
    read_game("[FEN \"3k5/9/9/9/9/9/9/9/R8/5K2R w\"]\n\n1. a1a8 d9e9 2. i0i9 1-0\n", &game);
    ck_assert(review_game(&review, &game, &options));
    ck_assert_int_eq(review.unknown, 3); /* the mate needs no search */
    ck_assert(review.positions[3].known && !review.moves[2].known);
    report_text(&review, &style, &text);
    Json writer = json_writer(&json);
    report_json(&review, &writer);
    ck_assert_ptr_nonnull(strstr(text.data, "the first 3 positions"));
    ck_assert_ptr_nonnull(strstr(json.data, "\"unknown\":3"));
    text_free(&text);
    text_free(&json);
    review_clear(&review);
    tree_clear(&game);
    searcher_free(searcher);
}
END_TEST

typedef struct Heard {
    Text last[16]; /* last result for each ply */
    int count;
} Heard;

static void hear(void *self, const Review *review, int ply)
{
    Heard *h = self;
    Text *line = &h->last[ply];
    h->count++;
    text_free(line);
    Json j = json_writer(line);
    report_json_result(review, ply, ply > 0 ? review_sure_mark(review, ply - 1) : MARK_NONE, &j);
}

/* The last result for each ply that a review reports while it works is that of its end, but for marks that were in doubt. */
/* Better lines that a person has continued or annotated are that person's. */
START_TEST(annotated_better_lines_are_kept)
{
    static const struct {
        const char *line;
        int kept;
    } lines[] = {
        {"{[%eval +0.30]} 1. b0c2 h9g7", 0},
        {"{[%eval +0.30]} 1. b0c2 h9g7 {why?}", 1},
        {"{[%eval +0.30]} 1. b0c2 $1 h9g7", 1},
        {"{[%eval +0.30]} 1. b0c2 h9g7 (1... b9c7)", 1},
        {"{[%eval +0.30] mine} 1. b0c2 h9g7", 1},
        {"{[%eval +0.30]} 1. b0c2 h9g7 2. h2e2 g7h9 3. e2h2 h9g7 4. h2e2 g7h9 5. e2h2 h9g7 6. h2e2", 1},
        {"{my line} 1. b0c2 h9g7", 1},
    };
    for (int i = 0; i < COUNT(lines); i++) {
        char text[400];
        GameTree game;
        snprintf(text, sizeof text, "[Review \"" HANXIN_NAME " 1\"]\n\n1. h2e2 $2 {[%%eval -0.30]} (%s) h9g7 *\n", lines[i].line);
        read_game(text, &game);
        marked_forget(&game);
        ck_assert_msg(game.main.moves[0].line_count == lines[i].kept, "%s: %d lines", lines[i].line, game.main.moves[0].line_count);
        ck_assert(!lines[i].kept || !game.main.moves[0].lines[0].comment || !strstr(game.main.moves[0].lines[0].comment, "%eval"));
        tree_clear(&game);
    }
}
END_TEST

START_TEST(results_are_reported_when_they_change)
{
    GameTree game;
    Review review;
    Heard h = {.count = 0};
    Searcher *searcher = searcher_new(&(SearchOptions){.hash_mib = 2, .threads = 1, .multipv = 1});
    ReviewOptions options = options_with(searcher, 2000);
    options.changed = hear;
    options.self = &h;
    for (int i = 0; i < COUNT(h.last); i++)
        h.last[i] = TEXT_INIT;
    read_game("[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. e2e6 a6a5 4. e6e7 *\n", &game);
    ck_assert(review_game(&review, &game, &options));
    ck_assert_int_gt(h.count, game.main.plies + 1); /* a blunder was searched again */
    int blunders = 0;
    for (int ply = 0; ply <= game.main.plies; ply++) {
        Text end = TEXT_INIT;
        Json j = json_writer(&end);
        const Mark mark = ply > 0 ? review.moves[ply - 1].mark : MARK_NONE;
        report_json_result(&review, ply, mark, &j);
        blunders += mark == MARK_BLUNDER;
        if (mark != MARK_BLUNDER && mark != MARK_ONLY)
            ck_assert_str_eq(h.last[ply].data, end.data);
        ck_assert_int_eq(strncmp(h.last[ply].data, end.data, strcspn(end.data, "d")), 0); /* up to "depth": the same score */
        text_free(&end);
        text_free(&h.last[ply]);
    }
    ck_assert_int_gt(blunders, 0);
    review_clear(&review);
    tree_clear(&game);
    searcher_free(searcher);
}
END_TEST

START_TEST(games_without_moves_are_reviewed)
{
    GameTree game;
    Review review;
    Text text = TEXT_INIT;
    const ReportStyle style = {LANGUAGE_CHINESE, NOTATION_CHINESE, true, false, 3};
    review_text("[FEN \"3k5/9/9/9/9/9/9/9/R8/4K3R b\"]\n\n*\n", &game, &review);
    report_text(&review, &style, &text);
    ck_assert(review.positions[0].known && is_loss(review.positions[0].score));
    text_free(&text);
    review_clear(&review);
    tree_clear(&game);
}
END_TEST

static const struct {
    const char *moves, *name, *chinese;
} named[] = {
    {"h2e2 h9g7", "Central Cannon", "中炮局"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "Central Cannon against Screen Horses", "中炮对屏风马"},
    {"b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 b0b6", "Central Cannon, Cross-River Rook against Screen Horses", "中炮过河车对屏风马"}, /* mirrored */
    {"h2e2 h7e7", "Same Direction Cannons", "顺炮局"},
    {"h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 h0h6 i8d8", "Same Direction Cannons, File Rook against Rank Rook", "顺炮直车对横车"},
    {"h2e2 h7e7 h0g2 h9g7 i0h0 c6c5", "Same Direction Cannons, File Rook against Delayed Rook", "顺炮直车对缓开车"},
    {"h2e2 h7e7 h0g2 h9g7 b0c2 i9i8", "Same Direction Cannons, Delayed Rook against Rank Rook", "顺炮缓开车对横车"},
    {"h2e2 h7e7 i0i1 h9g7 h0g2 i9h9", "Same Direction Cannons, Rank Rook against File Rook", "顺炮横车对直车"},
    {"h2e2 b7e7", "Opposite Direction Cannons", "中炮对列炮"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 h7i7", "Central Cannon against Left Three-Step Tiger", "中炮对左三步虎"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 h7h3 g3g4 b7e7", "Central Cannon against Left Cannon Blockade to Opposite Direction Cannons",
     "中炮对左炮封车转列炮"},
    {"b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 c3c4 g6g5 h0g2", "Central Cannon, Seventh File Horse against Screen Horses", "中炮七路马对屏风马"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b2d2 b7a7 b0c2", "Fifth and Sixth File Cannons against Screen Horses", "五六炮对屏风马"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 g6g5 c3c4 h7i7 h6g6 i7i8 b0c2",
     "Central Cannon, Cross-River Rook against Screen Horses, Rook Exchange", "中炮过河车互进七兵对屏风马平炮兑车"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 a6a5 b2b6", "Fifth and Eighth File Cannons, Third Pawns against Screen Horses",
     "五八炮互进三兵对屏风马"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 c6c5 h0h6 g6g5 b0c2",
     "Central Cannon, Cross-River Rook and Seventh File Horse against Two-Headed Snake", "中炮过河车七路马对屏风马两头蛇"},
    {"h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b0c2", "Central Cannon against Sandwiched Horses", "中炮对反宫马"},
    {"c3c4 h9g7 b0c2", "Pawn Opening, Right Horses", "仙人指路互进右马局"}, /* mirrored */
    {"c3c4 g6g5", "Pawn Opening, Opposing Pawns", "对兵局"},
    {"c3c4 b7c7 h2e2 c9e7", "Pawn Opening to Left Central Cannon against Pawn-Base Cannon, Left Elephant",
     "仙人指路转左中炮对卒底炮飞左象"},
    {"g0e2 g9e7", "Same Direction Elephants", "顺相局"},
    {"c0e2 g9e7", "Opposite Direction Elephants", "列相局"},
    {"g0e2 h9g7 c3c4 b9c7", "Elephant Opening against Left Horse", "飞相对进左马"},
    {"g0e2 g6g5 b0c2 h9g7", "Elephant Opening against Seventh Pawn", "飞相对进7卒"},
    {"c0a2", "Edge Elephant Opening", "边相局"},
    {"i3i4", "Edge Pawn Opening", "边兵局"},
    {"c3c4 b7c7", "Pawn Opening against Pawn-Base Cannon", "仙人指路对卒底炮"},
    {"g3g4 h7g7 b2e2", "Pawn Opening to Left Central Cannon against Pawn-Base Cannon", "仙人指路转左中炮对卒底炮"},
    {"g0e2 h7e7", "Elephant Opening against Left Central Cannon", "飞相对左中炮"},
    {"b2f2", "Cross-Palace Cannon", "过宫炮局"},
    {"e3e4", NULL, NULL},
    {"", NULL, NULL},
};

START_TEST(openings_have_names)
{
    for (int i = 0; i < COUNT(named); i++) {
        char text[200];
        GameTree pgn;
        Game game;
        snprintf(text, sizeof text, "[Red \"a\"]\n\n%s *\n", named[i].moves);
        read_game(text, &pgn);
        game_init(&game);
        for (int ply = 0; ply < pgn.main.plies; ply++)
            ck_assert(game_play(&game, pgn.main.moves[ply].move));
        const Opening *opening = opening_of_game(&game);
        ck_assert_msg(named[i].name ? opening && strcmp(opening->name, named[i].name) == 0 : !opening, "%s: %s", named[i].moves,
                      opening ? opening->name : "none");
        if (named[i].chinese)
            ck_assert_str_eq(tr(LANGUAGE_CHINESE, opening->name), named[i].chinese);
        game_clear(&game);
        tree_clear(&pgn);
    }
}
END_TEST

/* Returns the annotated game as it is in the page. */
static char *page_game(const Review *review, Language language, GameTree *game)
{
    Text out = TEXT_INIT;
    Json writer = json_writer(&out);
    ck_assert(report_page_game(review, language, HANXIN_NAME " 1, 20000 nodes", game, &writer));
    return text_take(&out);
}

/* The page has the annotated game, with descriptions in both languages next to it, not in its comments;
 * the game itself is as before. */
START_TEST(pages_have_the_annotated_game)
{
    GameTree game;
    Review review;
    review_text("[Red \"a\"]\n\n1. h2e2 {hi} h9g7 2. h0g2 (2. b0c2 {no}) i9h9 3. e2e6 a6a5 4. e6e7 1-0\n", &game, &review);
    char *page = page_game(&review, LANGUAGE_ENGLISH, &game), *again = page_game(&review, LANGUAGE_ENGLISH, &game);
    ck_assert_str_eq(page, again);
    ck_assert_ptr_null(strstr(page, "loses a cannon for a pawn\"}]"));
    ck_assert_msg(strstr(page, "\"nags\":[4],\"comment\":\"[%eval -") && strstr(page, "\"before\":\"[%eval "), "%s", page);
    ck_assert_msg(strstr(page, "\"words\":{\"en\":\"loses ") && strstr(page, "\"zh\":\""), "%s", page);
    ck_assert_ptr_nonnull(strstr(page, "\"best\":\""));
    ck_assert(strstr(page, "\"comment\":\"hi [%eval ") && strstr(page, "\"comment\":\"no\""));
    ck_assert_str_eq(game.main.moves[0].comment, "hi");
    ck_assert_int_eq(game.main.moves[4].line_count, 0);
    ck_assert_ptr_null(tree_tag(&game, REVIEW_TAG));
    free(page);
    free(again);
    review_clear(&review);
    tree_clear(&game);
}
END_TEST

/* If a tag occurs several times, the last value is used, at the position of the first. Many tags take
 * only linear time. */
START_TEST(json_has_each_tag_once)
{
    const int tags = effort(100000, 20000);
    GameTree game;
    Review review;
    Text text = TEXT_INIT, json = TEXT_INIT;
    text_add(&text, "[Red \"a\"]\n[Event \"x\"]\n[Red \"b\"]\n[Site \"y\"]\n");
    for (int i = 0; i < tags; i++)
        text_addf(&text, "[T%d \"%d\"]\n", tags - i, i);
    text_add(&text, "\n1. h2e2 *\n");
    review_in(text.data, 1, &game, &review);
    clock_t begin = clock(); /* processor time, since the machine may be busy */
    Json writer = json_writer(&json);
    report_json(&review, &writer);
    ck_assert_int_lt((clock() - begin) / CLOCKS_PER_SEC, 3); /* it used to take a minute */
    const char *start = "{\"tags\":{\"Event\":\"x\",\"Red\":\"b\",\"Site\":\"y\",\"T";
    ck_assert_msg(strncmp(json.data, start, strlen(start)) == 0, "%.200s", json.data);
    ck_assert_ptr_nonnull(strstr(json.data, ",\"T1\":\""));
    review_clear(&review);
    tree_clear(&game);
    text_free(&text);
    text_free(&json);
}
END_TEST

Suite *review_suite(void)
{
    Suite *s = suite_create("review");
    TCase *tc = tcase_create("core");
    tcase_add_loop_test(tc, marks_and_texts_agree, 0, COUNT(cases));
    tcase_add_test(tc, blunders_need_a_clear_loss);
    tcase_add_test(tc, the_book_knows_the_loss_of_its_moves);
    tcase_add_test(tc, many_checks_do_not_draw);
    tcase_add_test(tc, levels_have_names);
    tcase_add_test(tc, annotated_games_read_back);
    tcase_add_test(tc, evaluations_are_read);
    tcase_add_test(tc, repeated_once_is_no_draw);
    tcase_add_test(tc, stopped_reviews_keep_finished_moves);
    tcase_add_test(tc, annotated_better_lines_are_kept);
    tcase_add_test(tc, results_are_reported_when_they_change);
    tcase_add_test(tc, games_without_moves_are_reviewed);
    tcase_add_test(tc, openings_have_names);
    tcase_add_test(tc, pages_have_the_annotated_game);
    tcase_add_test(tc, json_has_each_tag_once);
    suite_add_tcase(s, tc);
    return s;
}
