/* SPDX-License-Identifier: GPL-3.0-only */
/* FEN: both dialects, optional fields, and every error one by one. */
#include "engine/notation/fen.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/support.h"

#define BOARD "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

/* Accepted texts, and how each is written back. */
static const struct {
    const char *name, *read, *written;
} good_cases[] = {
    {"the start position", FEN_START, FEN_START},
    {"r for red", BOARD " r - - 0 1", BOARD " w - - 0 1"},
    {"capital side", BOARD " B - - 0 1", BOARD " b - - 0 1"},
    {"capital R", BOARD " R", BOARD " w - - 0 1"},
    {"capital W", BOARD " W", BOARD " w - - 0 1"},
    {"sides in words", BOARD " Black - - 0 1", BOARD " b - - 0 1"},
    {"sides in words, red", BOARD " red - - 3 4", BOARD " w - - 3 4"},
    {"no side, but all the rest", BOARD " - - 3 4", BOARD " w - - 3 4"},
    {"no side, both dashes together", BOARD " -- 3 4", BOARD " w - - 3 4"},
    {"the side behind the dashes", BOARD " - - b 3 4", BOARD " b - - 3 4"},
    {"the side behind a number", BOARD " - 3 black 4", BOARD " b - - 3 4"},
    {"no side, no dashes", BOARD " 3 4", BOARD " w - - 3 4"},
    {"a dash before the side", BOARD " - b - - 3 4", BOARD " b - - 3 4"},
    {"H and E for horse and elephant", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1", FEN_START},
    {"both dialects mixed", "rnbakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHBAKAENR w", FEN_START},
    {"board alone", BOARD, FEN_START},
    {"board and side", BOARD " b", BOARD " b - - 0 1"},
    {"without the two dashes", BOARD " b 12 34", BOARD " b - - 12 34"},
    {"dashes only", BOARD " w - -", FEN_START},
    {"other fillers", BOARD " w KQkq e3 7 9", BOARD " w - - 7 9"},
    {"one number is no pair", BOARD " w - - 5", FEN_START},
    {"counters", BOARD " b - - 59 120", BOARD " b - - 59 120"},
    {"up to the word moves", BOARD " w - - 3 4 moves h2e2 h9g7", BOARD " w - - 3 4"},
    {"moves right after the board", BOARD " moves h2e2", FEN_START},
    {"blanks of all kinds", "  " BOARD "\t w  -\t- 1   2 \r\n", BOARD " w - - 1 2"},
    {"empty points written one by one", "rnbakabnr/111111111/1c5c1/p1p1p1p1p/45/54/P1P1P1P1P/1C5C1/333/RNBAKABNR w", FEN_START},
    {"nonsense counters count as none", BOARD " w - - 99999999999999999999 99999999999999999999", FEN_START},
    {"counters of a long game", BOARD " w - - 999 1200", BOARD " w - - 999 1200"},
    {"the largest counters", BOARD " b - - 10000 10000", BOARD " b - - 10000 10000"},
    {"larger ones count as none", BOARD " w - - 10001 10001", FEN_START},
    {"bare kings", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 80", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 80"},
    {"side to move in check", "3k5/9/9/9/3R5/9/9/9/9/4K4 b", "3k5/9/9/9/3R5/9/9/9/9/4K4 b - - 0 1"},
    {"side to move mated", "R3k4/R8/9/9/9/9/9/9/9/3K5 b", "R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1"},
    {"pawns on their start files two ranks deep", "4k4/9/9/p7p/2p3p2/2P3P2/P7P/9/9/3K5 w", "4k4/9/9/p7p/2p3p2/2P3P2/P7P/9/9/3K5 w - - 0 1"},
};

START_TEST(good_fens_are_read)
{
    Position pos;
    char written[FEN_SIZE];
    ck_assert_msg(fen_read(good_cases[_i].read, &pos, NULL), "%s", good_cases[_i].name);
    int length = fen_write(&pos, written);
    ck_assert_msg(strcmp(written, good_cases[_i].written) == 0, "%s: \"%s\"", good_cases[_i].name, written);
    ck_assert_int_eq(length, (int)strlen(written));
    ck_assert_ptr_null(position_verify(&pos));
}
END_TEST

#define ESCAPED "rnbakabnr%2F9%2f1c5c1%2Fp1p1p1p1p%2F9%2F9%2FP1P1P1P1P%2F1C5C1%2F9%2FRNBAKABNR"

/* Texts that users paste, and the FEN that they are reduced to; NULL: the text stays as it is. */
static const struct {
    const char *pasted, *fen;
} pasted_cases[] = {
    {BOARD "[] b", BOARD " b"},
    {BOARD "[-] b - - 3 4", BOARD " b - - 3 4"},
    {BOARD " [] b - - 3 4", BOARD "  b - - 3 4"},
    {BOARD "_b_-_-_3_4", BOARD " b - - 3 4"},
    {BOARD "%20b%20-%20-%203%204", BOARD " b - - 3 4"},
    {BOARD "+b+-+-+3+4", BOARD " b - - 3 4"},
    {"\"" BOARD " b\"", BOARD " b"},
    {" '" BOARD " b' ", BOARD " b"},
    {"“" BOARD " b”", BOARD " b"},
    {"`" BOARD " b`;", BOARD " b"},
    {"fen " BOARD " b", BOARD " b"},
    {"FEN: " BOARD " b", BOARD " b"},
    {"position fen " BOARD " w - - 0 1 moves h2e2", BOARD " w - - 0 1 moves h2e2"},
    {"[FEN \"" BOARD " b\"]", BOARD " b"},
    {BOARD "_w_moves_h2e2", BOARD " w moves h2e2"},
    {BOARD " w moves C2+3", NULL},
    {"https://www.pychess.org/analysis/xiangqi?fen=" BOARD "%20b%20-%20-%203%204", BOARD " b - - 3 4"},
    {"https://lichess.example/analysis/xiangqi/" BOARD "_b_-_-_3_4", BOARD " b - - 3 4"},
    {"https://www.chessdb.example/query/?" BOARD "_b", BOARD " b"},
    {"http://board.example/#/" ESCAPED "+b?colour=red", BOARD " b"},
    {"www.board.example/?theme=1&fen=" ESCAPED "[]%20b&flip=1#top", BOARD " b"},
    {"\"https://board.example/?fen=" BOARD " b\"", BOARD " b"},
    {"```\n" BOARD " b\n```", BOARD " b"},
    {"```fen\n" BOARD " b\n```\n", BOARD " b"},
    {"FEN：" BOARD " b", BOARD " b"},
    {"ＦＥＮ：　" BOARD "　b　-　-　3　4", BOARD " b - - 3 4"},
    {"局面：" BOARD " b。", BOARD " b"},
    {"（" BOARD " b）", BOARD " b"},
    {"局面：3将5/9/9/3车5/4車1炮2/9/9/9/9/4帅4 黑 - - 0 1", "3k5/9/9/3r5/4R1C2/9/9/9/9/4K4 黑 - - 0 1"},
    {"3將5/9/9/3車5/4炮4/4砲4/9/9/9/4帥4 w", NULL}, /* 車 may be either side's */
    {"3將5/9/9/9/4炮4/4砲4/9/9/9/4帥4 w", "3k5/9/9/9/4C4/4c4/9/9/9/4K4 w"},
    {"3將5/9/9/9/4炮4/9/9/9/9/4帥4 w", NULL},
    {"3將5/4士4/9/3車5/4俥1炮2/9/9/2馬6/9/3仕帥4 红", "3k5/4a4/9/3r5/4R1C2/9/9/2n6/9/3AK4 红"},
    {"「" BOARD " b」 text", BOARD " b"},
    {"\xEF\xBB\xBF" BOARD " b\u200B", BOARD " b"},
    {"rnbakabnr／9／1c5c1／p1p1p1p1p／9／9／P1P1P1P1P／1C5C1／9／RNBAKABNR b", BOARD " b"},
    {"{\"fen\": \"" BOARD " b - - 3 4\", \"move\": 7}", BOARD " b - - 3 4"},
    {"12/05/2024 mate in 2|" BOARD " b ;D1 44", BOARD " b"},
    {"https://board.example/9 has it: " BOARD " b", BOARD " b"},
    {BOARD " b https://board.example/", BOARD " b https://board.example/"},
    {"\"" BOARD " b\" moves h9g7", BOARD " b moves h9g7"},
    {"ucci\nposition fen " BOARD " b moves h9g7", BOARD " b moves h9g7"},
    {"position fen " BOARD " w moves C2.5 马8进7", BOARD " w moves C2.5 马8进7"},
    {"startpos", NULL},
    {"position startpos moves h2e2 h9g7", "startpos moves h2e2 h9g7"},
    {"`fen startpos`", "startpos"},
    {"", NULL},
    {"fenland", NULL},
    {BOARD "[P] b", NULL},
    {"https://board.example/", NULL},
    {"https://board.example/?fen=" BOARD "+b&moves=h2e2", NULL},
    {"https://board.example/?a=" BOARD "&b=" BOARD, NULL},
    {"https://board.example/9/" BOARD "_b", NULL},
    {"%2", NULL},
    {"9/9/9", NULL},
};

START_TEST(pasted_fens_are_unwrapped)
{
    char text[400];
    strcpy(text, pasted_cases[_i].pasted);
    const char *want = pasted_cases[_i].fen ? pasted_cases[_i].fen : pasted_cases[_i].pasted;
    fen_unwrap(text);
    ck_assert_str_eq(text, want);
    fen_unwrap(text);
    ck_assert_str_eq(text, want);
    Position pos, expected;
    if (!pasted_cases[_i].fen || strcmp(want, BOARD) == 0)
        return;
    ck_assert(fen_read_pasted(pasted_cases[_i].pasted, &pos, NULL) && fen_read_played(want, &expected, NULL) && pos.key == expected.key);
    if (_i < 6 || strchr(want, 'm') == NULL)
        ck_assert_msg(!fen_read(pasted_cases[_i].pasted, &pos, NULL) || strstr(pasted_cases[_i].pasted, " []"), "the strict reader is not");
}
END_TEST

START_TEST(moves_after_a_fen_are_played)
{
    static const struct {
        const char *fen, *written, *fault;
    } cases[] = {
        {BOARD " w - - 0 1 moves h2e2 h9g7", "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2", NULL},
        {BOARD "\tmoves\th2e2", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1", NULL},
        {BOARD " w moves", FEN_START, NULL},
        {BOARD " w h2e2 h9g7", "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2", NULL},
        {BOARD " w - - 0 1 1.炮二平五 2. *", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1", NULL},
        {BOARD " w foo bar", NULL, "move 1 after the position, 'foo'"},
        {"3将5/9/9/3车5/9/9/9/9/9/4帅4 w", NULL, "letter '将'"},
        {BOARD " w - - 0 1 ", FEN_START, NULL},
        {BOARD " w moves h2e2 h2e2", NULL, "move 2 after the position, 'h2e2'"},
        {BOARD " w moves \x1b[2J", NULL, "move 1 after the position"},
        {BOARD " x moves h2e2", NULL, "'x'"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Position pos;
        char written[FEN_SIZE], reason[200];
        Text why = text_over(reason, sizeof reason);
        bool read = fen_read_played(cases[i].fen, &pos, &why);
        ck_assert_msg(read == !cases[i].fault, "%zu: %s", i, reason);
        if (cases[i].fault)
            ck_assert_msg(strstr(reason, cases[i].fault) && !strchr(reason, '\x1b'), "%s", reason);
        if (read)
            fen_write(&pos, written);
        ck_assert(!read || strcmp(written, cases[i].written) == 0);
    }
}
END_TEST

/* Rejected texts, and words that the reason must contain. */
static const struct {
    const char *name, *fen, *field, *fault;
} bad_cases[] = {
    {"nothing", "", "board", "empty"},
    {"blanks", "  \t ", "board", "empty"},
    {"nothing before moves", "moves h2e2", "board", "empty"},
    {"nine ranks", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "board", "9 ranks, not 10"},
    {"eleven ranks", "rnbakabnr/9/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "board", "11 ranks, not 10"},
    {"a trailing slash", BOARD "/ w", "board", "11 ranks, not 10"},
    {"a leading slash", "/" BOARD " w", "board", "11 ranks, not 10"},
    {"a rank too short", "rnbakabnr/9/1c5c1/p1p1p1p1p/8/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "board", "rank 5 has 8 points"},
    {"a rank too long by a digit", "rnbakabnr/9/1c5c1/p1p1p1p1p/54/55/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "board", "rank 4 has 10 points"},
    {"a rank too long by a piece", "rnbakabnr/9/1c5c1p/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "board", "rank 7 has 10 points"},
    {"the last rank too short", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN w", "board", "rank 0 has 8 points"},
    {"an unknown letter", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAQABNR w", "board", "'Q'"},
    {"a zero", "rnbakabnr/90/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "board", "'0'"},
    {"a byte that does not print",
     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA\x81"
     "ABNR w",
     "board", "0x81"},
    {"a UTF-8 piece",
     "\xe5\xb0\x87"
     "nbakabnr/9/9/9/9/9/9/9/9/4K4 w",
     "board", "letter '將'"},
    {"a full stop", "rnbakabnr/........./9/9/9/9/9/9/9/RNBAKABNR w", "board", "'.'"},
    {"no red king", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w", "board", "no red king"},
    {"no black king", "rnba1abnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "board", "no black king"},
    {"two red kings", "3k5/9/9/9/9/9/9/9/4K4/4K4 w", "board", "more than 1 red king"},
    {"two black kings", "3kk4/9/9/9/9/9/9/9/9/4K4 w", "board", "more than 1 black king"},
    {"red king outside its palace", "3k5/9/9/9/9/9/9/9/9/2K6 w", "board", "red king cannot stand on c0"},
    {"red king above its palace", "3k5/9/9/9/9/9/4K4/9/9/9 w", "board", "red king cannot stand on e3"},
    {"black king outside its palace", "6k2/9/9/9/9/9/9/9/9/4K4 w", "board", "black king cannot stand on g9"},
    {"red king in the other palace", "3k5/4K4/9/9/9/9/9/9/9/9 w", "board", "red king cannot stand on e8"},
    {"advisor off its points", "3k5/9/9/9/9/9/9/9/3A5/4K4 w", "board", "red advisor cannot stand on d1"},
    {"advisor outside the palace", "3k5/9/9/9/9/9/9/9/9/2A1K4 w", "board", "red advisor cannot stand on c0"},
    {"black advisor in the red palace", "3k5/9/9/9/9/9/9/9/4a4/4K4 w", "board", "black advisor cannot stand on e1"},
    {"elephant off its points", "3k5/9/9/9/9/9/9/9/9/1B2K4 w", "board", "red elephant cannot stand on b0"},
    {"elephant across the river", "3k5/9/9/9/4B4/9/9/9/9/4K4 w", "board", "red elephant cannot stand on e5"},
    {"elephant in the other half", "2Bk5/9/9/9/9/9/9/9/9/4K4 w", "board", "red elephant cannot stand on c9"},
    {"pawn behind its start rank", "3k5/9/9/9/9/9/9/P8/9/4K4 w", "board", "red pawn cannot stand on a2"},
    {"black pawn behind its start rank", "3k5/9/4p4/9/9/9/9/9/9/4K4 w", "board", "black pawn cannot stand on e7"},
    {"pawn on a file it cannot have left", "3k5/9/9/9/9/1P7/9/9/9/4K4 w", "board", "red pawn cannot stand on b4"},
    {"black pawn on a file it cannot have left", "3k5/9/9/7p1/9/9/9/9/9/4K4 w", "board", "black pawn cannot stand on h6"},
    {"three rooks", "3k5/9/9/9/RRR6/9/9/9/9/4K4 b", "board", "more than 2 red rooks"},
    {"three cannons", "3k5/9/9/9/ccc6/9/9/9/9/4K4 w", "board", "more than 2 black cannons"},
    {"three horses", "3k5/9/9/9/nnn6/9/9/9/9/4K4 w", "board", "more than 2 black horses"},
    {"three advisors", "3k5/9/9/9/9/9/9/3A1A3/4A4/4K4 w", "board", "more than 2 red advisors"},
    {"three elephants", "3k5/9/9/9/9/2B3B2/9/B8/9/4K4 w", "board", "more than 2 red elephants"},
    {"six pawns", "3k5/9/9/9/PP6P/PPP6/9/9/9/4K4 w", "board", "red pawn cannot stand on b4"},
    {"six pawns, all on possible points", "3k5/PPPPPP3/9/9/9/9/9/9/9/4K4 b", "board", "more than 5 red pawns"},
    {"a side that is none", BOARD " x - - 0 1", "side", "'x'"},
    {"a side of two letters", BOARD " wb - - 0 1", "side", "'wb'"},
    {"a side that begins with one", BOARD " whitey - - 0 1", "side", "'whitey'"},
    {"kings facing", "4k4/9/9/9/9/9/9/9/9/4K4 w", "board", "face each other"},
    {"kings facing, black to move", "4k4/9/9/9/9/9/9/9/4K4/9 b", "board", "e file"},
    {"side not to move in check by a rook", "3k5/9/9/9/3R5/9/9/9/9/4K4 w", "side", "black is in check"},
    {"side not to move in check by a cannon", "4k4/9/9/9/9/4c4/9/4n4/9/4K4 b", "side", "red is in check"},
    {"side not to move in check by a horse", "3k5/9/9/9/9/9/9/3n5/9/4K4 b", "side", "red is in check"},
    {"side not to move in check by a pawn", "3k5/9/9/9/9/9/9/9/4p4/4K4 b", "side", "red is in check"},
};

START_TEST(bad_fens_are_refused)
{
    Position pos = named_position("open middlegame"), before;
    char field[32];
    Text why = WHY_INIT;
    memcpy(&before, &pos, sizeof pos);

    ck_assert_msg(!fen_read(bad_cases[_i].fen, &pos, &why), "%s is accepted", bad_cases[_i].name);
    snprintf(field, sizeof field, "FEN %s:", bad_cases[_i].field);
    ck_assert_msg(strncmp(why.data, field, strlen(field)) == 0, "%s: \"%s\" names another field", bad_cases[_i].name, why.data);
    ck_assert_msg(strstr(why.data, bad_cases[_i].fault) != NULL, "%s: \"%s\"", bad_cases[_i].name, why.data);
    ck_assert_msg(strchr(why.data, '\n') == NULL, "%s: more than one line", bad_cases[_i].name);
    ck_assert_msg(memcmp(&pos, &before, sizeof pos) == 0, "%s is rejected, but changes the position", bad_cases[_i].name);
}
END_TEST

START_TEST(long_junk_is_refused_in_one_line)
{
    static char junk[5000];
    Position pos;
    for (int i = 0; i < 4; i++) {
        Text why = WHY_IN(i & 2 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH);
        memset(junk, 'x', sizeof junk - 1);
        if (i & 1)
            memcpy(junk, BOARD " ", strlen(BOARD) + 1);
        ck_assert(!fen_read(junk, &pos, &why));
        ck_assert_msg(why.length > 0 && why.length < 100 && !strchr(why.data, '\n'), "%s", why.data);
    }
}
END_TEST

START_TEST(positions_round_trip)
{
    Rng rng = {2};
    Walk walk;
    walk_init(&walk, 2);
    for (int i = 0; i < 2000; i++) {
        Position pos, back;
        char fen[FEN_SIZE], again[FEN_SIZE];
        random_placement(&rng, &pos);
        if (i % 2)
            pos = *walk_next(&walk);
        fen_write(&pos, fen);
        REQUIRE(fen_read(fen, &back, NULL), "%s", fen);
        fen_write(&back, again);
        REQUIRE(strcmp(fen, again) == 0 && back.key == pos.key, "%s became %s", fen, again);
    }
}
END_TEST

/* The longest text: every piece isolated by gaps, counters at their maximum. */
START_TEST(the_buffer_is_large_enough)
{
    Position pos = read_position("r1b1k1b1r/4a4/n1c3c1n/p1p1p1p1p/9/9/P1P1P1P1P/N1C3C1N/4A4/R1B1K1B1R w - - 400 9999");
    char fen[FEN_SIZE];
    pos.quiet_plies = pos.game_ply = UINT16_MAX;
    ck_assert_int_lt(fen_write(&pos, fen), FEN_SIZE);
}
END_TEST

/* Randomly damaged FENs must neither crash nor leave an invalid position. */
START_TEST(damaged_fens_do_no_harm)
{
    static const char alphabet[] = "KABNRCPkabnrcpEHeh0123456789/ wbrx-\t";
    int rounds = effort(100000, 20000), accepted = 0;
    Rng rng = {77};
    for (int i = 0; i < rounds; i++) {
        char fen[FEN_SIZE];
        snprintf(fen, sizeof fen, "%s", named_positions[rng_below(&rng, (uint32_t)named_position_count)].fen);
        for (int n = 1 + (int)rng_below(&rng, 3); n > 0; n--)
            fen[rng_below(&rng, (uint32_t)strlen(fen))] = alphabet[rng_below(&rng, sizeof alphabet - 1)];
        Position pos;
        if (!fen_read(fen, &pos, NULL))
            continue;
        accepted++;
        const char *fault = position_verify(&pos);
        REQUIRE(!fault, "%s: %s", fen, fault);
        REQUIRE(!in_check(&pos, opponent(side_to_move(&pos))), "%s: the king can be taken", fen);
    }
    ck_assert_int_gt(accepted, rounds / 50);
}
END_TEST

Suite *fen_suite(void)
{
    Suite *s = suite_create("fen");
    TCase *tc = tcase_create("fen");
    tcase_add_loop_test(tc, good_fens_are_read, 0, COUNT(good_cases));
    tcase_add_loop_test(tc, pasted_fens_are_unwrapped, 0, COUNT(pasted_cases));
    tcase_add_test(tc, moves_after_a_fen_are_played);
    tcase_add_loop_test(tc, bad_fens_are_refused, 0, COUNT(bad_cases));
    tcase_add_test(tc, long_junk_is_refused_in_one_line);
    tcase_add_test(tc, positions_round_trip);
    tcase_add_test(tc, the_buffer_is_large_enough);
    tcase_add_test(tc, damaged_fens_do_no_harm);
    suite_add_tcase(s, tc);
    return s;
}
