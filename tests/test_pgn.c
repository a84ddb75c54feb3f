/* Games as text: what is written reads back the same, foreign habits are understood, damage is named. */
#include <stdlib.h>
#include <string.h>

#include "engine/makemove.h"
#include "engine/pgn.h"
#include "tests/support.h"

/* The text that pgn_write makes; to be freed. */
static char *text_of(const PgnGame *game, Notation notation)
{
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    pgn_write(game, notation, file);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(fread(text, 1, (size_t)size, file), (size_t)size);
    text[size] = '\0';
    fclose(file);
    return text;
}

static void random_game(Rng *rng, PgnGame *game, int number)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    static const char *const texts[] = {NULL, "+0.35/12 0.050s", "a \"quoted\" \\ word", "good; [sic] (really) 1-0", "红方"};
    char value[64];
    pgn_init(game);
    if (number % 3)
        game->start = read_position(named_positions[number % named_position_count].fen);
    snprintf(value, sizeof value, "Cup \"%d\" \\ x", number);
    ck_assert(pgn_set_tag(game, "Event", "to be replaced") && pgn_set_tag(game, "Event", value) && pgn_set_tag(game, "Red", "红"));
    Position now = game->start;
    for (int i = 0; i < (int)rng_below(rng, 120); i++) {
        Undo undo;
        Move m = random_move(rng, &now);
        if (m == MOVE_NONE)
            break;
        ck_assert(pgn_add_move(game, m, texts[rng_below(rng, COUNT(texts))]));
        position_make(&now, m, &undo);
    }
    strcpy(game->result, results[number % 4]);
}

START_TEST(written_games_read_back)
{
    Rng rng = {42};
    for (int number = 0; number < effort(300, 40); number++) {
        PgnGame game, back;
        char error[PGN_ERROR_SIZE], fen[2][FEN_SIZE];
        random_game(&rng, &game, number);
        char *text = text_of(&game, (Notation)(number % NOTATIONS));
        const char *at = text;
        pgn_init(&back);
        PgnStatus status = pgn_read(&at, &back, error);
        ck_assert_msg(status == PGN_GAME, "game %d: %s\n%s", number, error, text);
        ck_assert_str_eq(back.result, game.result);
        ck_assert_str_eq(pgn_tag(&back, "Event"), pgn_tag(&game, "Event"));
        ck_assert_str_eq(pgn_tag(&back, "Red"), "红");
        fen_write(&game.start, fen[0]);
        fen_write(&back.start, fen[1]);
        ck_assert_str_eq(fen[0], fen[1]);
        ck_assert_msg(back.plies == game.plies, "game %d: %d plies, not %d\n%s", number, back.plies, game.plies, text);
        for (int i = 0; i < game.plies; i++) {
            ck_assert_int_eq(back.moves[i].move, game.moves[i].move);
            const char *want = game.moves[i].comment, *got = back.moves[i].comment;
            ck_assert_msg(want ? got && strcmp(got, want) == 0 : !got, "game %d, ply %d: comment '%s', not '%s'", number, i,
                          got ? got : "-", want ? want : "-");
        }
        ck_assert_int_eq(pgn_read(&at, &back, error), PGN_END);
        pgn_clear(&game);
        pgn_clear(&back);
        free(text);
    }
}
END_TEST

static const struct {
    const char *name, *text;
    int plies;
    const char *result;
} foreign[] = {
    {"no tags", "1. h2e2 h9g7 *", 2, "*"},
    {"numbers glued to moves", "1.h2e2 h9g7 2.h0g2 1/2-1/2", 3, "1/2-1/2"},
    {"upper case and hyphens", "[Result \"1-0\"]\n\n1. H2-E2 H9-G7 1-0", 2, "1-0"},
    {"CR LF and a byte-order mark", "\xEF\xBB\xBF[Event \"x\"]\r\n\r\n1. H2-E2\r\nH9-G7\r\n0-1\r\n", 2, "0-1"},
    {"comment before the first move", "{hello} 1. h2e2 {a} {b} h9g7 ; to the end 1-0\n 1-0", 2, "1-0"},
    {"variations are skipped", "1. h2e2 (1. b2e2 {x)} (1. c3c4)) h9g7 $1 1-0", 2, "1-0"},
    {"variations within variations", "1. h2e2 (1. b2e2 h9g7 (1... b9c7 2. h0g2 (2. b0c2) 2... x) {a ( b} $2) (1. c3c4!) h9g7 (1... zz) 1-0",
     2, "1-0"},
    {"line comments in variations", "1. h2e2 (1. b2e2 ; not an end: )\n h9g7 ; nor (a beginning\r\n) h9g7 *", 2, "*"},
    {"a variation before the first move", "(1. b2e2) 1. h2e2 *", 1, "*"},
    {"a variation at the end", "1. h2e2 h9g7 (1... b9c7)\n1/2-1/2", 2, "1/2-1/2"},
    {"a result in a variation", "1. h2e2 (1. b2e2 1-0) h9g7 0-1", 2, "0-1"},
    {"tags in a variation's comment", "1. h2e2 (1. b2e2 {[Event \"x\"]}) h9g7 0-1", 2, "0-1"},
    {"signs behind moves", "1. h2e2! h9g7?! $14 2. 马二进三!! !? *", 3, "*"},
    {"Black begins", "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n1. ... h9g7 2. h2e2 *", 2, "*"},
    {"blanks in tags", "[ Event   \"x\" ]\n1. h2e2 *", 1, "*"},
    {"WXF", "[Format \"WXF\"]\n1. C2.5 H8+7 2. H2+3 R9.8 1-0", 4, "1-0"},
    {"Chinese", "1. 炮二平五 马8进7 2. 马二进三 车9平8 *", 4, "*"},
    {"wide blanks and digits", "　1. 炮二平五　马８进７\r\n　2. 馬二進三　車９平８　1/2-1/2", 4, "1/2-1/2"},
    {"notations mixed under a wrong tag", "[Format \"ICCS\"]\n1. 炮二平五 H8+7 2. h0g2 *", 3, "*"},
    {"no moves", "[Event \"x\"]\n\n1-0\n", 0, "1-0"},
};

START_TEST(foreign_habits_are_understood)
{
    PgnGame game;
    char error[PGN_ERROR_SIZE];
    const char *at = foreign[_i].text;
    pgn_init(&game);
    PgnStatus status = pgn_read(&at, &game, error);
    ck_assert_msg(status == PGN_GAME, "%s: %s", foreign[_i].name, error);
    ck_assert_msg(game.plies == foreign[_i].plies, "%s: %d plies", foreign[_i].name, game.plies);
    ck_assert_str_eq(game.result, foreign[_i].result);
    ck_assert_int_eq(pgn_read(&at, &game, error), PGN_END);
    pgn_clear(&game);
}
END_TEST

START_TEST(comments_stay_where_they_are)
{
    PgnGame game;
    char error[PGN_ERROR_SIZE];
    const char *at = "{first} ; of all\n1. h2e2 {a} {b} h9g7 *";
    pgn_init(&game);
    ck_assert_int_eq(pgn_read(&at, &game, error), PGN_GAME);
    ck_assert_str_eq(game.comment, "first of all");
    ck_assert_str_eq(game.moves[0].comment, "a b");
    ck_assert_ptr_null(game.moves[1].comment);
    char *text = text_of(&game, NOTATION_WXF);
    ck_assert_msg(strstr(text, "\n{first of all} 1. C2.5 {a b} H8+7 *\n") != NULL, "%s", text);
    free(text);
    pgn_clear(&game);
}
END_TEST

static const struct {
    const char *name, *text, *error;
    int plies; /* read before the damage */
} damaged[] = {
    {"illegal move", "1. h2e2 h9g7 2. e2e9 1-0", "move 3, 'e2e9', cannot be played: the cannon would capture over more than one piece", 2},
    {"leg named", "1. b0d1 *", "move 1, 'b0d1', cannot be played: the horse's leg at c0 is blocked", 0},
    {"not a move", "1. h2e2 castles 1-0", "move 2, 'castles', cannot be played: it is no move", 1},
    {"no such piece", "1. 炮三平五 *", "'炮三平五', cannot be played: no such piece", 0},
    {"no tandem", "1. 前炮平五 *", "no file holds so many", 0},
    {"sideways", "1. H8.7 *", "never goes sideways", 0},
    {"no goal", "1. H8+5 *", "cannot get there", 0},
    {"ambiguous", "[FEN \"3k5/9/9/9/2C6/9/9/2C6/9/4K4 w\"]\n1. C7.5 *", "it may mean c5e5 or c2e2", 0},
    {"no result", "1. h2e2 h9g7", "the text ends before the result", 2},
    {"next game begins", "1. h2e2\n[Event \"x\"]\n\n1. h2e2 *", "the result is missing", 1},
    {"open comment", "1. h2e2 {no end", "a comment is not closed", 1},
    {"open variation", "1. h2e2 (1. b2e2", "a variation is not closed", 1},
    {"open variation within one", "1. h2e2 (1. b2e2 (1. c3c4) h9g7 1-0", "a variation is not closed", 1},
    {"open comment in a variation", "1. h2e2 (1. b2e2 {) h9g7 1-0", "a variation is not closed", 1},
    {"tag without value", "[Event]\n1. h2e2 *", "has no value in quotes", 1},
    {"tag named by a vertical tab", "[\v \"x\"]\n1. h2e2 *", "has no value in quotes", 1},
    {"tag without quote", "[Event \"x]\n1. h2e2 *", "closing quote is missing", 1},
    {"tag without bracket", "[Event \"x\"\n1. h2e2 *", "closing bracket is missing", 1},
    {"bad position", "[FEN \"9/9 w\"]\n1. h2e2 *", "FEN board", 0},
};

START_TEST(damage_is_named_and_stepped_over)
{
    PgnGame game;
    char error[PGN_ERROR_SIZE], text[600];
    snprintf(text, sizeof text, "%s\n", damaged[_i].text);
    const char *at = text;
    pgn_init(&game);
    PgnStatus status = pgn_read(&at, &game, error);
    ck_assert_msg(status == PGN_FAULT && strstr(error, damaged[_i].error), "%s: status %d, %s", damaged[_i].name, (int)status, error);
    ck_assert_msg(game.plies <= damaged[_i].plies, "%s: %d plies", damaged[_i].name, game.plies);
    for (int rest = 0; (status = pgn_read(&at, &game, error)) != PGN_END; rest++)
        ck_assert_msg(rest < 3, "%s: no end is found", damaged[_i].name);
    pgn_clear(&game);
}
END_TEST

/* Cut anywhere, a file of games must be read to its end without harm. */
START_TEST(any_tear_is_survived)
{
    Rng rng = {7};
    PgnGame game;
    char error[PGN_ERROR_SIZE];
    random_game(&rng, &game, 5);
    char *text = text_of(&game, NOTATION_ICCS);
    for (size_t length = strlen(text); length > 0; length--) {
        text[length - 1] = '\0';
        const char *at = text;
        for (int games = 0; pgn_read(&at, &game, error) != PGN_END; games++)
            ck_assert_msg(games < 3, "cut at %zu: no end is found", length);
    }
    pgn_clear(&game);
    free(text);
}
END_TEST

Suite *pgn_suite(void)
{
    Suite *suite = suite_create("pgn");
    TCase *tc = tcase_create("pgn");
    tcase_add_test(tc, written_games_read_back);
    tcase_add_test(tc, comments_stay_where_they_are);
    tcase_add_loop_test(tc, foreign_habits_are_understood, 0, COUNT(foreign));
    tcase_add_loop_test(tc, damage_is_named_and_stepped_over, 0, COUNT(damaged));
    tcase_add_test(tc, any_tear_is_survived);
    suite_add_tcase(suite, tc);
    return suite;
}
