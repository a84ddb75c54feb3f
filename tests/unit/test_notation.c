/* SPDX-License-Identifier: GPL-3.0-only */
/* Moves as text: reading and writing ICCS, WXF and Chinese. */
#include "engine/notation/notation.h"

#include <string.h>

#include "engine/notation/fen.h"
#include "engine/board/legal.h"
#include "tests/support/support.h"

START_TEST(every_pair_of_points_round_trips)
{
    for (int i = 0; i < SQUARES; i++)
        for (int j = 0; j < SQUARES; j++) {
            Move m = move_make(index_square[i], index_square[j]), back = MOVE_NONE;
            char text[5];
            REQUIRE(move_to_iccs(m, text) == text && strlen(text) == 4, "points %d and %d", i, j);
            REQUIRE(move_from_iccs(text, &back) && back == m, "%s", text);
        }
    char text[5];
    ck_assert_str_eq(move_to_iccs(move_make(square_make(7, 2), square_make(4, 2)), text), "h2e2");
}
END_TEST

static const struct {
    const char *text, *move; /* NULL: rejected */
} iccs_cases[] = {
    {"h2e2", "h2e2"},  {"H2-E2", "h2e2"},    {"h2-e2", "h2e2"}, {"h2 e2", "h2e2"},   {"H2E2", "h2e2"},
    {"h2e2 ", "h2e2"}, {"h2e2\r\n", "h2e2"}, {"a0i9", "a0i9"},  {"", NULL},          {"h", NULL},
    {"h2", NULL},      {"h2e", NULL},        {"j2e2", NULL},    {"h2j2", NULL},      {"h2e:", NULL},
    {"hhe2", NULL},    {"22e2", NULL},       {"h2e2x", NULL},   {"h2e22", NULL},     {"h2--e2", NULL},
    {"h2  e2", NULL},  {" h2e2", NULL},      {"0000", NULL},    {"h2e2 e7e6", NULL}, {"\xff\xff\xff\xff", NULL},
    {"`2e2", NULL},    {"h/e2", NULL},       {"h-2e2", NULL},
};

START_TEST(moves_as_users_write_them)
{
    Move m = 0x1234;
    bool read = move_from_iccs(iccs_cases[_i].text, &m);
    ck_assert_msg(read == (iccs_cases[_i].move != NULL), "\"%s\"", iccs_cases[_i].text);
    if (read)
        ck_assert_str_eq(iccs_of(m), iccs_cases[_i].move);
    else
        ck_assert_msg(m == 0x1234, "\"%s\" is rejected, but changes the move", iccs_cases[_i].text);
}
END_TEST

static const struct {
    const char *text;
    int square; /* SQ_NONE: rejected */
} square_cases[] = {
    {"a0", 0x00},   {"i9", 0x89},    {"E4", 0x44},     {"h2", 0x72},     {"", SQ_NONE},
    {"a", SQ_NONE}, {"j0", SQ_NONE}, {"a10", SQ_NONE}, {"a0 ", SQ_NONE}, {"0a", SQ_NONE},
};

START_TEST(points)
{
    Square s = 0x77;
    bool read = square_from_text(square_cases[_i].text, &s);
    ck_assert_msg(read == (square_cases[_i].square != SQ_NONE), "\"%s\"", square_cases[_i].text);
    ck_assert_msg(!read || s == square_cases[_i].square, "\"%s\"", square_cases[_i].text);
}
END_TEST

/* ---- WXF and Chinese ---- */

/* Positions with tandem pieces. */
#define TWO_CANNONS   "3k5/9/9/9/2C6/9/9/2C6/9/4K4 w"
#define TWO_ROOKS_B   "3k5/4r4/9/9/4r4/9/9/9/9/5K3 b"
#define TWO_HORSES    "4k4/9/9/2N6/9/9/2N6/9/9/3K5 w"
#define TWO_ADVISORS  "3k5/9/9/9/9/9/9/5A3/9/4KA3 w"
#define TWO_ELEPHANTS "4k4/9/9/9/9/2B6/9/9/9/2BK5 w"
#define TWO_PAWNS     "4k4/9/2P6/2P6/9/9/9/9/9/3K5 w"
#define THREE_PAWNS   "4k4/2P6/2P6/2P6/9/9/9/9/9/3K5 w"
#define FOUR_PAWNS    "4k4/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w"
#define FIVE_PAWNS    "2P1k4/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w"
#define TWO_AND_TWO   "5k3/2P3P2/2P3P2/9/4P4/9/9/9/9/3K5 w"
#define THREE_AND_TWO "5k3/2P3P2/2P3P2/2P6/9/9/9/9/9/3K5 w"
#define BLACK_PAIRS   "4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b"

static const struct {
    const char *fen, *iccs, *wxf, *chinese;
} text_cases[] = {
    {FEN_START, "h2e2", "C2.5", "炮二平五"},
    {FEN_START, "b0c2", "H8+7", "马八进七"},
    {FEN_START, "g3g4", "P3+1", "兵三进一"},
    {FEN_START, "g0e2", "E3+5", "相三进五"},
    {FEN_START, "f0e1", "A4+5", "仕四进五"},
    {FEN_START, "i0i1", "R1+1", "车一进一"},
    {FEN_START, "e0e1", "K5+1", "帅五进一"},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "h9g7", "H8+7", "马8进7"},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "b7e7", "C2.5", "炮2平5"},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "c6c5", "P3+1", "卒3进1"},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "e9e8", "K5+1", "将5进1"},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "c9e7", "E3+5", "象3进5"},
    {TWO_CANNONS, "c5c6", "C++1", "前炮进一"},
    {TWO_CANNONS, "c5e5", "C+.5", "前炮平五"},
    {TWO_CANNONS, "c2c1", "C--1", "后炮退一"},
    {TWO_CANNONS, "c2b2", "C-.8", "后炮平八"},
    {TWO_ROOKS_B, "e5e4", "R++1", "前车进1"},
    {TWO_ROOKS_B, "e8d8", "R-.4", "后车平4"},
    {TWO_HORSES, "c6e7", "H++5", "前马进五"},
    {TWO_HORSES, "c3e2", "H--5", "后马退五"},
    {TWO_ADVISORS, "f0e1", "A4+5", "仕四进五"},
    {TWO_ADVISORS, "f2e1", "A4-5", "仕四退五"},
    {TWO_ELEPHANTS, "c0e2", "E7+5", "相七进五"},
    {TWO_ELEPHANTS, "c4e2", "E7-5", "相七退五"},
    {TWO_PAWNS, "c7c8", "P++1", "前兵进一"},
    {TWO_PAWNS, "c6d6", "P-.6", "后兵平六"},
    {THREE_PAWNS, "c8b8", "P+.8", "前兵平八"},
    {THREE_PAWNS, "c7b7", "P7.8", "中兵平八"},
    {THREE_PAWNS, "c6b6", "P-.8", "后兵平八"},
    {FOUR_PAWNS, "c8c9", "+++1", "一兵进一"},
    {FOUR_PAWNS, "c5d5", "--.6", "四兵平六"},
    {FOUR_PAWNS, "c6d6", "P-.6", "三兵平六"},
    {FIVE_PAWNS, "c8b8", "P+.8", "二兵平八"},
    {FIVE_PAWNS, "c7b7", "P7.8", "三兵平八"},
    {THREE_AND_TWO, "c7b7", "77.8", "四兵平八"},
    {FIVE_PAWNS, "c5b5", "--.8", "五兵平八"},
    {TWO_AND_TWO, "g8g9", "3++1", "一兵进一"},
    {TWO_AND_TWO, "g7f7", "3-.4", "二兵平四"},
    {TWO_AND_TWO, "c8c9", "7++1", "三兵进一"},
    {TWO_AND_TWO, "c7b7", "7-.8", "四兵平八"},
    {TWO_AND_TWO, "e5e6", "P5+1", "兵五进一"},
    {THREE_AND_TWO, "g7h7", "3-.2", "二兵平二"},
    {THREE_AND_TWO, "c6b6", "7-.8", "五兵平八"},
    {BLACK_PAIRS, "c3c2", "3++1", "一卒进1"},
    {BLACK_PAIRS, "g4f4", "7-.6", "四卒平6"},
};

START_TEST(texts_of_moves)
{
    Position pos = read_position(text_cases[_i].fen);
    Move m = move_of(text_cases[_i].iccs);
    char text[MOVE_TEXT_SIZE];
    REQUIRE(is_legal(&pos, m), "case %d: %s is not legal", _i, text_cases[_i].iccs);
    ck_assert_str_eq(move_to_text(&pos, m, NOTATION_ICCS, text), text_cases[_i].iccs);
    ck_assert_str_eq(move_to_text(&pos, m, NOTATION_WXF, text), text_cases[_i].wxf);
    ck_assert_str_eq(move_to_text(&pos, m, NOTATION_CHINESE, text), text_cases[_i].chinese);
    char english[MOVE_TEXT_SIZE];
    strcpy(english, text_cases[_i].wxf);
    if (strchr(english, '.'))
        *strchr(english, '.') = '=';
    ck_assert_str_eq(move_to_text(&pos, m, NOTATION_ENGLISH, text), english);
}
END_TEST

/* Moves as Vietnamese books and pages write them, and variants that they use. */
static const struct {
    const char *fen, *text, *iccs, *written; /* written: NULL if the same */
} vietnamese_cases[] = {
    {FEN_START, "P2-5", "h2e2", NULL},      {FEN_START, "P8/1", "b2b1", NULL},    {FEN_START, "p2.2", "h2h4", "P2.2"},
    {FEN_START, "M8.7", "b0c2", NULL},      {FEN_START, "X9.1", "a0a1", NULL},    {FEN_START, "T3.5", "g0e2", NULL},
    {FEN_START, "v7.9", "c0a2", "T7.9"},    {FEN_START, "S4.5", "f0e1", NULL},    {FEN_START, "Tg5.1", "e0e1", NULL},
    {FEN_START, "tg5.1!", "e0e1", "Tg5.1"}, {FEN_START, "B7.1", "c3c4", NULL},    {FEN_START, "C3.1", "g3g4", "B3.1"},
    {FEN_START, "P2–5", "h2e2", "P2-5"},    {BLACK_PAIRS, "Bt3.1", "c3c2", NULL}, {BLACK_PAIRS, "Bs7-6", "g4f4", NULL},
    {TWO_AND_TWO, "Bs3-4", "g7f7", NULL},   {TWO_AND_TWO, "B5.1", "e5e6", NULL},  {THREE_AND_TWO, "Bg7-8", "c7b7", NULL},
};

START_TEST(vietnamese)
{
    const Position pos = read_position(vietnamese_cases[_i].fen);
    const char *read = vietnamese_cases[_i].text, *written = vietnamese_cases[_i].written;
    char text[MOVE_TEXT_SIZE];
    Move m = MOVE_NONE;
    Text reader = {.language = LANGUAGE_VIETNAMESE};
    REQUIRE(move_from_text(&pos, read, &m, &reader) == READ_MOVE && m == move_of(vietnamese_cases[_i].iccs), "%s: %s, %s", read, iccs_of(m),
            reader.data);
    ck_assert_str_eq(move_to_text(&pos, m, NOTATION_VIETNAMESE, text), written ? written : read);
}
END_TEST

/* A text that both notations can mean is read in the reader's language, and otherwise as the one that is legal. */
START_TEST(vietnamese_or_wxf)
{
    static const struct {
        const char *fen, *text, *english, *vietnamese;
    } cases[] = {
        {"4k4/9/9/9/7P1/9/9/7C1/9/3K5 w", "P2.1", "h5i5", "h2h3"},
        {FEN_START, "C3.1", "g3g4", "g3g4"},
        {FEN_START, "C2.5", "h2e2", "h2e2"},
        {FEN_START, "M2.3", "h0g2", "h0g2"},
        {FEN_START, "P2-5", "h2e2", "h2e2"},
        {"4k4/9/9/9/9/9/2P6/2C6/9/3K5 w", "C7.1", "c2i2", "c3c4"},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int is_vietnamese = 0; is_vietnamese < 2; is_vietnamese++) {
            const Position pos = read_position(cases[i].fen);
            Text reader = {.language = is_vietnamese ? LANGUAGE_VIETNAMESE : LANGUAGE_ENGLISH};
            Move m = MOVE_NONE;
            ck_assert_int_eq(move_from_text(&pos, cases[i].text, &m, &reader), READ_MOVE);
            ck_assert_str_eq(iccs_of(m), is_vietnamese ? cases[i].vietnamese : cases[i].english);
        }
}
END_TEST

static void require_round_trips(const Position *pos)
{
    MoveList list = {0};
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        for (Notation n = NOTATION_ICCS; n < NOTATIONS; n++) {
            char text[MOVE_TEXT_SIZE] = "";
            Move m = MOVE_NONE;
            Text reader = {.language = n == NOTATION_VIETNAMESE ? LANGUAGE_VIETNAMESE : LANGUAGE_ENGLISH};
            move_to_text(pos, list.moves[i], n, text);
            MoveReading r = move_from_text(pos, text, &m, &reader);
            REQUIRE(r == READ_MOVE && m == list.moves[i], "%s: %s is written %s, read as %s (%d)", fen_of(pos), iccs_of(list.moves[i]),
                    text, iccs_of(m), r);
        }
}

/* A text that is read as one move cannot be that of another, so this also shows uniqueness. */
START_TEST(every_legal_move_round_trips)
{
    Walk walk;
    walk_init(&walk, 8);
    for (int i = effort(80000, 4000); i > 0; i--)
        require_round_trips(walk_next(&walk));
    Rng rng = {88};
    Position pos;
    for (int i = effort(30000, 2000); i > 0; i--) {
        random_placement(&rng, &pos);
        require_round_trips(&pos);
    }
}
END_TEST

/* Pawns of one side on files, as the World Federation and the Chinese Association name them, found from
 * tables of names. Ranks and file numbers are as the side counts them. */
typedef struct Pawns {
    bool on[1 + FILES][RANKS];
} Pawns;

static int pawns_on(const Pawns *p, int file)
{
    int count = 0;
    for (int rank = 0; rank < RANKS; rank++)
        count += p->on[file][rank];
    return count;
}

static void expected_names(const Pawns *p, int file, int rank, char *wxf, char *chinese)
{
    static const char *const one_file[6][5] = {
        [2] = {"P+", "P-"}, [3] = {"P+", "P#", "P-"}, [4] = {"++", "P+", "P-", "--"}, [5] = {"++", "P+", "P#", "P-", "--"}};
    static const char *const two_files[4][3] = {[2] = {"#+", "#-"}, [3] = {"#+", "##", "#-"}};
    static const char *const places[4][3] = {[2] = {"前", "后"}, [3] = {"前", "中", "后"}};
    static const char *const numbers[] = {"一", "二", "三", "四", "五"};
    int count = pawns_on(p, file), tandems = 0, before = 0, ahead = 0;
    for (int other = 1; other <= FILES; other++) {
        tandems += pawns_on(p, other) > 1;
        before += other < file && pawns_on(p, other) > 1 ? pawns_on(p, other) : 0;
    }
    for (int r = rank + 1; r < RANKS; r++)
        ahead += p->on[file][r];
    strcpy(wxf, count == 1 ? "P#" : tandems > 1 ? two_files[count][ahead] : one_file[count][ahead]);
    for (char *c = wxf; *c; c++)
        *c = *c == '#' ? (char)('0' + file) : *c;
    strcpy(chinese, count == 1 ? "" : tandems > 1 || count > 3 ? numbers[before + ahead] : places[count][ahead]);
}

static Square square_of(Side us, int file, int rank)
{
    return us == RED ? square_make(FILES - file, rank) : square_make(file - 1, RANKS - 1 - rank);
}

/* Puts two to five pawns on one or two files, and at times one on a third. */
static bool place_pawns(Rng *rng, Side us, Pawns *pawns, Position *pos)
{
    int left = 2 + (int)rng_below(rng, 4), files[3];
    *pawns = (Pawns){0};
    position_clear(pos);
    pos->side = (uint8_t)us;
    for (int i = 0; i < 3; i++)
        files[i] = 1 + (int)rng_below(rng, FILES);
    for (int tries = 0; left > 0 && tries < 200; tries++) {
        int file = files[rng_below(rng, tries % 7 == 6 ? 3 : 2)], rank = file % 2 ? 3 + (int)rng_below(rng, 7) : 5 + (int)rng_below(rng, 5);
        left -= !pawns->on[file][rank] && position_put(pos, piece_make(us, PAWN), square_of(us, file, rank));
        pawns->on[file][rank] = true;
    }
    int own = 4 + (int)rng_below(rng, 3), other = 4 + (own - 4 + 1 + (int)rng_below(rng, 2)) % 3, rank = 7 + (int)rng_below(rng, 3);
    if (left > 0 || pawns->on[other][rank])
        return false;
    char fen[FEN_SIZE];
    return position_put(pos, piece_make(us, KING), square_of(us, own, (int)rng_below(rng, 3))) &&
           position_put(pos, piece_make(opponent(us), KING), square_of(us, other, rank)) &&
           (pos->key = position_key_from_scratch(pos), true) && fen_write(pos, fen) && fen_read(fen, pos, NULL);
}

START_TEST(pawns_on_files)
{
    Rng rng = {58};
    int seen = 0;
    for (int i = effort(200000, 20000); i > 0; i--) {
        Side us = i % 2 ? RED : BLACK;
        Pawns pawns;
        Position pos;
        if (!place_pawns(&rng, us, &pawns, &pos))
            continue;
        char texts[2][MAX_MOVES][MOVE_TEXT_SIZE];
        MoveList list = {0};
        legal_moves(&pos, &list);
        require_round_trips(&pos);
        for (int k = 0; k < list.count; k++) {
            Square from = move_from(list.moves[k]);
            for (int zh = 0; zh < 2; zh++) {
                move_to_text(&pos, list.moves[k], zh ? NOTATION_CHINESE : NOTATION_WXF, texts[zh][k]);
                for (int other = 0; other < k; other++)
                    REQUIRE(strcmp(texts[zh][other], texts[zh][k]) != 0, "%s: two moves are written %s", fen_of(&pos), texts[zh][k]);
            }
            if (piece_kind(piece_at(&pos, from)) != PAWN)
                continue;
            int file = us == RED ? FILES - square_file(from) : square_file(from) + 1;
            char wxf[8], chinese[8];
            expected_names(&pawns, file, us == RED ? square_rank(from) : RANKS - 1 - square_rank(from), wxf, chinese);
            REQUIRE(strncmp(texts[0][k], wxf, 2) == 0, "%s: %s is %s, not %s", fen_of(&pos), iccs_of(list.moves[k]), texts[0][k], wxf);
            REQUIRE(strncmp(texts[1][k], chinese, strlen(chinese)) == 0, "%s: %s is %s, not %s", fen_of(&pos), iccs_of(list.moves[k]),
                    texts[1][k], chinese);
            seen++;
        }
    }
    ck_assert_int_gt(seen, 10000);
}
END_TEST

static const struct {
    const char *fen, *text, *move;
} spelling_cases[] = {
    {FEN_START, "c2.5", "h2e2"},
    {FEN_START, "C2=5", "h2e2"},
    {FEN_START, " C2 . 5 ", "h2e2"},
    {FEN_START, "h8+7", "b0c2"},
    {FEN_START, "N8+7", "b0c2"},
    {FEN_START, "b3+5", "g0e2"},
    {FEN_START, "e3+5", "g0e2"},
    {FEN_START, "a4+5", "f0e1"},
    {FEN_START, "g5+1", "e0e1"},
    {FEN_START, "r1+1", "i0i1"},
    {FEN_START, "p3+1", "g3g4"},
    {FEN_START, "C2．5", "h2e2"},
    {FEN_START, "C２＝５", "h2e2"},
    {FEN_START, "H8＋7", "b0c2"},
    {FEN_START, "炮2平5", "h2e2"},
    {FEN_START, "炮２平５", "h2e2"},
    {FEN_START, "砲二平五", "h2e2"},
    {FEN_START, "包二平五", "h2e2"},
    {FEN_START, "馬八進七", "b0c2"},
    {FEN_START, "傌八进七", "b0c2"},
    {FEN_START, "車一進一", "i0i1"},
    {FEN_START, "俥一进一", "i0i1"},
    {FEN_START, "象三進五", "g0e2"},
    {FEN_START, "士四进五", "f0e1"},
    {FEN_START, "帥五進一", "e0e1"},
    {FEN_START, "将五进一", "e0e1"},
    {FEN_START, "將五進一", "e0e1"},
    {FEN_START, "卒三进一", "g3g4"},
    {FEN_START, "炮 二 平 五\n", "h2e2"},
    {FEN_START, "H2-E2", "h2e2"},
    {TWO_CANNONS, "+C.5", "c5e5"},
    {TWO_CANNONS, "前砲平五", "c5e5"},
    {TWO_CANNONS, "炮前平五", "c5e5"},
    {TWO_CANNONS, "後炮退一", "c2c1"},
    {TWO_CANNONS, "-c-1", "c2c1"},
    {TWO_CANNONS, "-C=8", "c2b2"},
    {TWO_CANNONS, "C7+4", "c5c9"}, /* the rear one has no screen there */
    {TWO_ADVISORS, "A+-5", "f2e1"},
    {TWO_ADVISORS, "前仕退五", "f2e1"},
    {TWO_ELEPHANTS, "后相进五", "c0e2"},
    {THREE_PAWNS, "一兵进一", "c8c9"},
    {THREE_PAWNS, "二兵平八", "c7b7"},
    {THREE_PAWNS, "Pc.8", "c6b6"},
    {FOUR_PAWNS, "前兵进一", "c8c9"},
    {FOUR_PAWNS, "后兵平八", "c5b5"},
    {FOUR_PAWNS, "bP.8", "c7b7"},
    {FOUR_PAWNS, "3P.8", "c6b6"},
    {FIVE_PAWNS, "中兵平八", "c7b7"},
    {FIVE_PAWNS, "eP.8", "c5b5"},
    {TWO_AND_TWO, "前七进一", "c8c9"},
    {TWO_AND_TWO, "+7+1", "c8c9"},
    {TWO_AND_TWO, "后3平4", "g7f7"},
    {TWO_AND_TWO, "-3.4", "g7f7"},
    {BLACK_PAIRS, "前3进1", "c3c2"},
    /* short forms and letters of English texts */
    {FEN_START, "C25", "h2e2"},
    {FEN_START, "c25!", "h2e2"},
    {FEN_START, " C 8 5 ", "b2e2"},
    {FEN_START, "H87", "b0c2"},
    {FEN_START, "E35+", "g0e2"},
    {FEN_START, "A45", "f0e1"},
    {TWO_AND_TWO, "P56", "e5d5"},
    {FEN_START, "M3+5", "g0e2"},
    {FEN_START, "M2+3", "h0g2"},
    {FEN_START, "m87", "b0c2"},
    {TWO_ELEPHANTS, "M7+9", "c0a2"},
    {FEN_START, "G4+5", "f0e1"},
    {FEN_START, "G5+1", "e0e1"},
    {"3k5/9/9/9/9/9/9/9/4A4/4K4 w", "G5.4", "e0f0"},
    {FEN_START, "C2=5,", "h2e2"},
    /* marks after the move */
    {FEN_START, "C2=5!", "h2e2"},
    {FEN_START, "炮二平五！", "h2e2"},
    {FEN_START, "h2e2+", "h2e2"},
    {FEN_START, "炮二平五 将军!?", "h2e2"},
    {FEN_START, "H2-E2#", "h2e2"},
    {FEN_START, "C2.5++", "h2e2"},
    /* forms of the World Xiangqi Federation */
    {FOUR_PAWNS, "++.6", "c8d8"},
    {FOUR_PAWNS, "P+.6", "c7d7"},
    {FOUR_PAWNS, "P-.6", "c6d6"},
    {FOUR_PAWNS, "--.6", "c5d5"},
    {FOUR_PAWNS, "7+.6", "c7d7"},
    {FIVE_PAWNS, "＋＋＝６", "c9d9"},
    {FIVE_PAWNS, "P+=6", "c8d8"},
    {FIVE_PAWNS, "P7.6", "c7d7"},
    {FIVE_PAWNS, "P-.6", "c6d6"},
    {FIVE_PAWNS, "--=6", "c5d5"},
    {FIVE_PAWNS, "前兵平六", "c9d9"},
    {FIVE_PAWNS, "后兵平六", "c5d5"},
    {THREE_PAWNS, "P7.6", "c7d7"},
    {THREE_PAWNS, "P7+1", "c8c9"}, /* only the front pawn can make this move */
    {THREE_AND_TWO, "77.6", "c7d7"},
    {THREE_AND_TWO, "7+.6", "c8d8"},
    {THREE_AND_TWO, "7-=6", "c6d6"},
    {THREE_AND_TWO, "3+.2", "g8h8"},
    {THREE_AND_TWO, "3-.2", "g7h7"},
    {THREE_AND_TWO, "中兵平六", "c7d7"},
    /* the letters of Chinese programs */
    {FOUR_PAWNS, "Pa+1", "c8c9"},
    {TWO_AND_TWO, "Pb.4", "g7f7"},
    {THREE_PAWNS, "P..8", "c7b7"},
    /* forms of Fairy-Stockfish: the number on the file, then the file */
    {FOUR_PAWNS, "17=6", "c8d8"},
    {FOUR_PAWNS, "47=6", "c5d5"},
    {THREE_AND_TWO, "23=4", "g7f7"},
    {THREE_AND_TWO, "37=8", "c6b6"},
    {TWO_AND_TWO, "13+1", "g8g9"},
};

START_TEST(spellings)
{
    Position pos = read_position(spelling_cases[_i].fen);
    Move m;
    Text why = TEXT_INIT;
    MoveReading r = move_from_text(&pos, spelling_cases[_i].text, &m, &why);
    ck_assert_msg(r == READ_MOVE && !*why.data, "\"%s\": %s", spelling_cases[_i].text, why.data);
    ck_assert_msg(m == move_of(spelling_cases[_i].move), "\"%s\" is read as %s", spelling_cases[_i].text, iccs_of(m));
}
END_TEST

static const struct {
    const char *fen, *text;
    MoveReading reading;
    const char *why; /* part of it */
} fault_cases[] = {
    {FEN_START, "", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "hello", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "C2", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "C2.55", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "C2.0", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "C0.5", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "炮二平", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "炮二平五五", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "炮二五平", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "\xe7\x82", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "2C.5", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "C3.5", READ_REFUSED, " on file "},
    {FEN_START, "马三进四", READ_REFUSED, " on file "},
    {TWO_CANNONS, "R1+1", READ_REFUSED, " on file "},
    {TWO_CANNONS, "P+.5", READ_REFUSED, "Red has no pawn."},
    {TWO_AND_TWO, "前一进一", READ_REFUSED, " on file "},
    {FEN_START, "C+.5", READ_REFUSED, "on one file for that notation"},
    {FEN_START, "前炮平五", READ_REFUSED, "on one file for that notation"},
    {FEN_START, "一兵进一", READ_REFUSED, "on one file for that notation"},
    {FEN_START, "+9+1", READ_REFUSED, "on one file for that notation"},
    {TWO_PAWNS, "中兵进一", READ_REFUSED, "on one file for that notation"},
    {TWO_PAWNS, "三兵进一", READ_REFUSED, "on one file for that notation"},
    {FEN_START, "H8.7", READ_REFUSED, "cannot move sideways"},
    {FEN_START, "相三平五", READ_REFUSED, "cannot move sideways"},
    {FEN_START, "A4.5", READ_REFUSED, "cannot move sideways"},
    {TWO_ADVISORS, "A4.5", READ_REFUSED, "cannot move sideways"},
    {FEN_START, "H8+8", READ_REFUSED, "cannot get there"},
    {FEN_START, "H8+5", READ_REFUSED, "cannot get there"},
    {FEN_START, "H8-7", READ_REFUSED, "cannot get there"},
    {FEN_START, "相三退五", READ_REFUSED, "cannot get there"},
    {FEN_START, "C2.2", READ_REFUSED, "stay where it is"},
    {FEN_START, "R1-1", READ_REFUSED, "leave the board"},
    {TWO_CANNONS, "C7.5", READ_REFUSED, "ambiguous"},
    {TWO_CANNONS, "炮七进一", READ_REFUSED, "ambiguous"},
    {TWO_AND_TWO, "前兵进一", READ_REFUSED, "ambiguous"},
    {TWO_AND_TWO, "P++1", READ_REFUSED, "ambiguous"},
    {TWO_AND_TWO, "33.4", READ_REFUSED, "on one file for that notation"},
    {THREE_AND_TWO, "P++1", READ_REFUSED, "ambiguous"},
    {THREE_PAWNS, "兵七平六", READ_REFUSED, "ambiguous"},
    {THREE_PAWNS, "++.6", READ_REFUSED, "on one file for that notation"},
    {FOUR_PAWNS, "P..6", READ_REFUSED, "on one file for that notation"},
    {FOUR_PAWNS, "中兵平六", READ_REFUSED, "on one file for that notation"},
    {FOUR_PAWNS, "P7.6", READ_REFUSED, "ambiguous"},
    {FOUR_PAWNS, "P++1", READ_REFUSED, "capture your own pawn on file 7"}, /* the second pawn, not the foremost */
    {FEN_START, "C39", READ_REFUSED, "no cannon on file 3"},
    {FEN_START, "C22", READ_REFUSED, "stay where it is"},
    {TWO_ADVISORS, "A45", READ_REFUSED, "ambiguous"},
    {"4k4/9/9/9/9/9/9/6N2/9/3K2B2 w", "M3+5", READ_REFUSED, "ambiguous"}, /* e2 or e3 */
    {FEN_START, "M4+5", READ_REFUSED, "no elephant on file 4"},
    {FEN_START, "M2+9", READ_REFUSED, "horse"},
    {FEN_START, "G4+6", READ_REFUSED, "advisor"},
    {FEN_START, "G4+1", READ_REFUSED, "no king on file 4"},
    {FEN_START, "M.2", READ_NOT_MOVE, "is not a move"},
    {FEN_START, "C2+9", READ_REFUSED, "leave the board"},
    {FEN_START, "C2+6", READ_REFUSED, "way is blocked by the cannon on file 2."}, /* not legal, but clear */
    {FEN_START, "h2h9", READ_MOVE, ""},
};

START_TEST(faults_of_texts)
{
    Position pos = read_position(fault_cases[_i].fen);
    Text why = TEXT_INIT;
    Move m = MOVE_NONE;
    MoveReading r = move_from_text(&pos, fault_cases[_i].text, &m, &why);
    ck_assert_msg(r == fault_cases[_i].reading, "\"%s\": %d", fault_cases[_i].text, r);
    ck_assert_msg(strstr(why.data, fault_cases[_i].why), "\"%s\": %s", fault_cases[_i].text, why.data);
    ck_assert_msg((m == MOVE_NONE) == (r != READ_MOVE), "\"%s\"", fault_cases[_i].text);
    text_free(&why);
}
END_TEST

/* Random bytes, from the alphabet of moves or arbitrary, must do no harm. */
START_TEST(random_bytes)
{
    static const char *const bits[] = {"C", "2", ".", "5", "+", "-", "炮", "二", "平", "前", "\xe7", "a", "P", "", " ", "\xff"};
    Rng rng = {3};
    Position pos = read_position(TWO_AND_TWO);
    for (int i = effort(200000, 20000); i > 0; i--) {
        char text[32] = "";
        for (int k = 0; k < 5; k++)
            strcat(text, bits[rng_below(&rng, COUNT(bits))]);
        Move m;
        if (move_from_text(&pos, text, &m, NULL) == READ_MOVE)
            REQUIRE(is_legal(&pos, m), "\"%s\"", text);
    }
}
END_TEST

START_TEST(names)
{
    for (Notation n = NOTATION_ICCS; n < NOTATIONS; n++) {
        Notation back = NOTATIONS;
        ck_assert(notation_from_name(notation_words[n], &back) && back == n);
    }
    Notation n = NOTATION_WXF;
    ck_assert(!notation_from_name("wx", &n) && !notation_from_name("", &n) && !notation_from_name("wxfx", &n) && n == NOTATION_WXF);
    ck_assert(notation_from_name("Chinese", &n) && n == NOTATION_CHINESE);
}
END_TEST

Suite *notation_suite(void)
{
    Suite *s = suite_create("notation");
    TCase *tc = tcase_create("iccs");
    tcase_add_test(tc, every_pair_of_points_round_trips);
    tcase_add_loop_test(tc, moves_as_users_write_them, 0, COUNT(iccs_cases));
    tcase_add_loop_test(tc, points, 0, COUNT(square_cases));
    suite_add_tcase(s, tc);
    tc = tcase_create("wxf and chinese");
    tcase_add_loop_test(tc, texts_of_moves, 0, COUNT(text_cases));
    tcase_add_test(tc, every_legal_move_round_trips);
    tcase_add_loop_test(tc, vietnamese, 0, COUNT(vietnamese_cases));
    tcase_add_test(tc, vietnamese_or_wxf);
    tcase_add_test(tc, pawns_on_files);
    tcase_add_loop_test(tc, spellings, 0, COUNT(spelling_cases));
    tcase_add_loop_test(tc, faults_of_texts, 0, COUNT(fault_cases));
    tcase_add_test(tc, random_bytes);
    tcase_add_test(tc, names);
    suite_add_tcase(s, tc);
    return s;
}
