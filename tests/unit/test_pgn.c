/* SPDX-License-Identifier: GPL-3.0-only */
/* Games as text: written games read back unchanged, foreign habits are understood, and damage is reported. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/encoding.h"
#include "engine/board/makemove.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "tests/support/support.h"

/* Returns the text that pgn_write makes. The caller frees it. */
static char *text_of(const GameTree *game, Notation notation)
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

typedef enum Next { NEXT_GAME, NEXT_END, NEXT_FAULT } Next;

static Next next_game(GameSource *source, GameTree *game)
{
    if (!games_next(source, game, LANGUAGE_ENGLISH))
        return NEXT_END;
    ck_assert_int_eq(game->report.fault_line > 0, game->report.fault[0] != '\0');
    return tree_has_fault(game) ? NEXT_FAULT : NEXT_GAME;
}

static GameSource source_of(const char *text) { return games_in_text(text, strlen(text)); }

static void random_game(Rng *rng, GameTree *game, int number)
{
    static const char *const texts[] = {NULL, "+0.35/12 0.050s", "a \"quoted\" \\ word", "good; [sic] (really) 1-0", "红方"};
    char value[64];
    tree_init(game);
    if (number % 3)
        game->start = read_position(named_positions[number % named_position_count].fen);
    snprintf(value, sizeof value, "Cup \"%d\" \\ x", number);
    ck_assert(tree_set_tag(game, "Event", "to be replaced") && tree_set_tag(game, "Event", value) && tree_set_tag(game, "Red", "红"));
    Position now = game->start;
    for (int i = 0; i < (int)rng_below(rng, 120); i++) {
        Undo undo;
        Move m = random_move(rng, &now);
        if (m == MOVE_NONE)
            break;
        ck_assert(tree_add_move(game, m, texts[rng_below(rng, COUNT(texts))]));
        position_make(&now, m, &undo);
    }
    game->outcome = (Outcome)(number % 4);
}

START_TEST(written_games_read_back)
{
    Rng rng = {42};
    for (int number = 0; number < effort(300, 40); number++) {
        GameTree game, back;
        char fen[2][FEN_SIZE];
        random_game(&rng, &game, number);
        char *text = text_of(&game, (Notation)(number % NOTATIONS));
        GameSource source = source_of(text);
        tree_init(&back);
        Next status = next_game(&source, &back);
        ck_assert_msg(status == NEXT_GAME, "game %d: %s\n%s", number, game.report.fault, text);
        ck_assert_int_eq(back.outcome, game.outcome);
        ck_assert_str_eq(tree_tag(&back, "Event"), tree_tag(&game, "Event"));
        ck_assert_str_eq(tree_tag(&back, "Red"), "红");
        fen_write(&game.start, fen[0]);
        fen_write(&back.start, fen[1]);
        ck_assert_str_eq(fen[0], fen[1]);
        ck_assert_msg(back.main.plies == game.main.plies, "game %d: %d plies, not %d\n%s", number, back.main.plies, game.main.plies, text);
        for (int i = 0; i < game.main.plies; i++) {
            ck_assert_int_eq(back.main.moves[i].move, game.main.moves[i].move);
            const char *want = game.main.moves[i].comment, *got = back.main.moves[i].comment;
            ck_assert_msg(want ? got && strcmp(got, want) == 0 : !got, "game %d, ply %d: comment '%s', not '%s'", number, i,
                          got ? got : "-", want ? want : "-");
        }
        ck_assert_int_eq(next_game(&source, &back), NEXT_END);
        tree_clear(&game);
        tree_clear(&back);
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
    {"signs behind moves", "1. h2e2! h9g7?! $14 $-1 $300 2. 马二进三!! !? *", 3, "*"},
    {"Black begins", "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n1. ... h9g7 2. h2e2 *", 2, "*"},
    {"blanks in tags", "[ Event   \"x\" ]\n1. h2e2 *", 1, "*"},
    {"quotes within a value", "[Event \"the \"first\" cup\" ] [Site \"x\"]\n1. h2e2 *", 1, "*"},
    {"WXF", "[Format \"WXF\"]\n1. C2.5 H8+7 2. H2+3 R9.8 1-0", 4, "1-0"},
    {"a FEN from a web page", "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR[]_b_-_-_0_1\"]\n1... h9g7 *", 1, "*"},
    {"numbers and middle pawns", "[FEN \"4k4/2P6/2P6/2P6/6P2/6P2/9/9/9/3K5 w\"]\n1. 77.6! K5.4 2.3+.4 *", 3, "*"},
    {"a middle pawn glued to its number", "[FEN \"4k4/2P6/2P6/2P6/6P2/6P2/9/9/9/3K5 w\"]\n1.77.6+ K5.4 2.3+.4 K4.5 3.P-+1 *", 5, "*"},
    {"Chinese", "1. 炮二平五 马8进7 2. 马二进三 车9平8 *", 4, "*"},
    {"wide blanks and digits", "　1. 炮二平五　马８进７\r\n　2. 馬二進三　車９平８　1/2-1/2", 4, "1/2-1/2"},
    {"wide points behind numbers", "1．炮二平五 马8进7 2、马二进三 车9平8\n３．马八进七　…… 马2进3 ４。兵三进一 5 … 卒7进1 *", 8, "*"},
    {"notations mixed under a wrong tag", "[Format \"ICCS\"]\n1. 炮二平五 H8+7 2. h0g2 *", 3, "*"},
    {"no moves", "[Event \"x\"]\n\n1-0\n", 0, "1-0"},
    {"commas without blanks", "炮二平五，马8进7；马二进三，车9平8。", 4, "*"},
    {"commas and numbers without blanks", "1.炮二平五，马8进7；2.马二进三，车9平8。3.车一平二 红胜", 5, "1-0"},
    {"no bracket at the end of the file", "[Result \"1-0\"]\n[Event \"x\"", 0, "1-0"},
    {"words behind the last game", "1. h2e2 h9g7 1-0\n============\n 欢迎访问《棋》\n * https://example.org (x) {y} 1-0\n", 2, "1-0"},
    {"only a result's sign behind it", "1. h2e2 h9g7 1-0\n* visit example.org\n", 2, "1-0"},
    {"only a comment behind it", "1. h2e2 h9g7 1-0\n{made by x}\n", 2, "1-0"},
    {"an owner behind it", "1. h2e2 h9g7 1-0\n(c) example.org 2024\n", 2, "1-0"},
    {"no result", "1. h2e2 h9g7\n", 2, "*"},
    {"marks behind moves", "1. h2e2+ h9g7# 2. 马二进三！ 车9平8！？ 3. H8+7!+ 马2进3，\n4. 炮八平九将军 !? ++ 卒7进1？！", 8, "*"},
    {"lines of signs", "-----\n====\n1. h2e2 h9g7\n*****\n2. h0g2 ------- i9h9 1-0\n", 4, "1-0"},
    {"words behind a line of signs", "1. h2e2 h9g7\n-------\n棋谱由某程序生成 (http://example.org)\n", 2, "*"},
    {"a result in words", "1. h2e2 h9g7 红先胜！\n", 2, "1-0"},
    {"a draw in words", "1. h2e2 h9g7\n和棋\n", 2, "1/2-1/2"},
    {"Black's first move on a line of its own", "1. h2e2 {x}\n1. ... h9g7\n1… \n2. h0g2\n", 3, "*"},
    {"heads of copied text", "标题: x\n红 方：甲\n结果：黑方胜\n-----\n  1. 炮二平五 马８进７\n-----\n某程序生成\n", 2, "0-1"},
    {"heads in one line", "中 国 象 棋\n红方：a(1)  耗时：  2分  黑方：b\n比赛结果：    裁判员：\n棋谱 红方 黑方\n 1. 炮二平五\n", 1, "*"},
    {"a head after the moves", "标题：x\n1. h2e2 h9g7\n结果：红胜\n作者：y\n", 2, "1-0"},
    {"a position in a head", "FEN ：3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1\n最新着法\n1. ... d9d8\n", 1, "*"},
    {"no head is known", "甲方：x\n1. h2e2 h9g7\n", 2, "*"},
    {"a WXF file", "FORMAT  WXF\r\nRED A; 1200 ;;\r\nBLACK B;;;\r\nRESULT 1-0 (resign)\r\nSTART{\r\n1. C2.5 h8+7\r\n}END\r\n", 2, "1-0"},
    {"an older WXF file", "FORMAT AXF, K(K) R(R)\nSTART{ 1. C2=5 N8+7 }END", 2, "*"},
    {"a result in a WXF file", "START{ 1. C2.5 h8+7 1-0 }END", 2, "1-0"},
    {"only the head of a copied text with its result", "标题：a\n结果：红胜\n", 0, "1-0"},
    {"a WXF file without heads", "START{ 1. C2.5 h8+7 {x} 2. H2+3}END", 3, "*"},
    {"a WXF file that is only a position", "FORMAT WXF\nFEN \t3k5/9/9/9/9/9/9/9/9/4K4 r\n\nSTART{\n}END\n", 0, "*"},
    {"marks before a number", "FORMAT WXF\nSTART{\n1. C2.5 h8+7 !!2. H2+3 r9.8\n?3.R1.2 }END\n", 5, "*"},
    {"a web page around one", "<p>(x) 第一局</p>[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]</p>\n</html>\n", 1, "*"},
};

START_TEST(foreign_habits_are_understood)
{
    GameTree game;
    GameSource source = source_of(foreign[_i].text);
    tree_init(&game);
    Next status = next_game(&source, &game);
    ck_assert_msg(status == NEXT_GAME, "%s: %s", foreign[_i].name, game.report.fault);
    ck_assert_msg(game.main.plies == foreign[_i].plies, "%s: %d plies", foreign[_i].name, game.main.plies);
    ck_assert_str_eq(outcome_text(game.outcome), foreign[_i].result);
    ck_assert_int_eq(next_game(&source, &game), NEXT_END);
    tree_clear(&game);
}
END_TEST

/* Returns the game as other programs expect it. The caller frees it. */
static char *text_in_style(const GameTree *game, const PgnStyle *style, Text *left_out)
{
    FILE *file = tmpfile();
    pgn_write_as(game, style, file, left_out);
    char *text = calloc(1, 2000);
    rewind(file);
    ck_assert(fread(text, 1, 1999, file) > 0);
    fclose(file);
    return text;
}

START_TEST(games_for_other_programs)
{
    static const char text[] = "[Event \"杯\"]\n[Red \"a\\\"b\"]\n\n1. h2e2 {好 } h9g7 2. h0g2 {\U0001F600} i9h9 *";
    static const char points[] = "[Event \"杯\"]\n[Red \"a\\\"b\"]\n[Result \"*\"]\n[Format \"ICCS\"]\n\n"
                                 "1. h2e2 {好} h9g7 2. h0g2 {\U0001F600} i9h9 *\n\n";
    static const char gbk[] = "[Event \"\xB1\xAD\"]\n[Red \"a\\\"b\"]\n[Result \"*\"]\n[Format \"Chinese\"]\n\n"
                              "1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 {\xBA\xC3} \xC2\xED\xA3\xB8\xBD\xF8\xA3\xB7 "
                              "2. \xC2\xED\xB6\xFE\xBD\xF8\xC8\xFD {\x94\x39\xFC\x36} \xB3\xB5\xA3\xB9\xC6\xBD\xA3\xB8 *\n\n";
    GameTree game, back;
    GameSource source = source_of(text);
    Text why = WHY_INIT, left_out = WHY_INIT;
    tree_init(&game);
    tree_init(&back);
    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    char *written = text_in_style(&game, &(PgnStyle){.notation = NOTATION_ICCS, .plain_points = true}, &left_out);
    ck_assert_str_eq(written, points);
    free(written);
    written = text_in_style(&game, &(PgnStyle){.notation = NOTATION_CHINESE, .gb18030 = true}, &left_out);
    ck_assert_str_eq(written, gbk);
    ck_assert_str_eq(left_out.data, "");
    ck_assert(games_open_bytes(&source, written, strlen(written), "x", &why)); /* frees it */
    ck_assert_int_eq(next_game(&source, &back), NEXT_GAME);
    ck_assert_int_eq(back.main.plies, 4);
    ck_assert_str_eq(tree_tag(&back, "Event"), "杯");
    ck_assert_str_eq(back.main.moves[2].comment, "\U0001F600");
    games_close(&source);
    tree_clear(&game);
    tree_clear(&back);
}
END_TEST

/* Ambiguities in the texts of moves are resolved by the whole game. */
static const struct {
    const char *name, *text, *moves, *fault;
} conventions[] = {
    {"ranks from 0", "1. Che2 Hg7 2. Hg2 c5 3. g4! Hc7 4. Cxe6+ *", "h2e2 h9g7 h0g2 c6c5 g3g4 b9c7 e2e6", ""},
    {"other letters", "1. Ege2 Bge7 2. Nc2 Ng7 *", "g0e2 g9e7 b0c2 h9g7", ""},
    {"ranks from 1", "1.Che3 Hg8 2.Hg3 Rh10 3.Pg5 (3.Rh1 Pc6) Pc6 *", "h2e2 h9g7 h0g2 i9h9 g3g4 c6c5", ""},
    {"points, ranks from 1", "1. h3e3 h10g8 2. h1g3 *", "h2e2 h9g7 h0g2", ""},
    {"such points that need no rank 10", "1. H3-E3 B8-E8 *", "h2e2 b7e7", ""},
    {"points of damaged games", "1. h2e2 h9g7 2. h3e3 *", "h2e2 h9g7", "line 1: Red's move 2, 'h3e3', cannot be played: There is no piece"},
    {"files and ranks", "[FEN \"3k5/9/9/9/8p/8R/9/9/8R/4K4 w\"]\n1. R1i2 Kd8 2. Rii3 d9 3. Rxi5 *", "i1i2 d9d8",
     "line 2: Red's move 2, 'Rii3'"},
    {"captures", "[FEN \"3k5/9/9/2p3p2/2P3P2/9/9/9/9/4K4 w\"]\n1. gxg6 Kd8 2. xc6 *", "g5g6 d9d8 c5c6", ""},
    {"points or a horse on rank 2", "1. Hi2 Hg7 2. H2g3 Rh9 *", "h0i2 h9g7", "line 1: Red's move 2, 'H2g3', cannot be played"},
    {"an advisor on its rank", "1. Ade1 Hg7 2. A1d2 *", "d0e1 h9g7 e1d2", ""},
    {"no move", "1. Che2 Hg7 2. Rc5 *", "h2e2 h9g7", "line 1: Red's move 2, 'Rc5', cannot be played: No rook can go to c5"},
    {"Vietnamese", "1. P2-5 M8.7 2. M2.3 X9-8 3. X1-2 P8.4 4. B3.1 P8/1 *", "h2e2 h9g7 h0g2 i9h9 i0h0 h7h3 g3g4 h3h4", ""},
    {"Vietnamese, glued, with C and V", "1.C3.1 P8-5 2.P2-5 M8.7 3.V7.9 *", "g3g4 h7e7 h2e2 h9g7 c0a2", ""},
    {"Vietnamese, a cannon's move that WXF would read as a pawn's", "[FEN \"4k4/9/9/9/7P1/9/9/7C1/9/3K5 w\"]\n1. P2.1 Tg5.1 2. P2/1 *",
     "h2h3 e9e8 h3h2", ""},
    {"Vietnamese, an illegal move", "1. P2-5 M8.7 2. M2.4 X9-8 *", "h2e2 h9g7", "line 1: Red's move 2, 'M2.4', cannot be played"},
    {"no Vietnamese: a refused word in a variation",
     "[FEN \"4k4/9/9/9/7P1/9/9/7C1/9/3K5 w\"]\n1. P2.1 K5+1 (1... v1.2 of it) 2. C2+1 K5-1 (2... C2-3) *", "h5i5 e9e8 h2h3 e8e9", ""},
    {"no Vietnamese: one wrong move in WXF", "[FEN \"4k4/9/9/9/7P1/9/9/7C1/9/3K5 w\"]\n1. C2-3 K5+1 2. C2+1 *", "",
     "line 2: Red's move 1, 'C2-3', cannot be played"},
    {"no Vietnamese: a slip in WXF", "1. C2.5 H8+7 2. P8-9 R9.8 3. H2+3 *", "h2e2 h9g7", "line 1: Red's move 2, 'P8-9', cannot be played"},
    {"Vietnamese, a move in WXF among them", "1. P2-5 M8.7 2. M2.3 R9.8 *", "h2e2 h9g7 h0g2",
     "line 1: Black's move 2, 'R9.8', cannot be played: It is not a move in the notation"},
    {"Vietnamese, a first move that WXF does not know", "[Red \"a\"]\n\n1. T3.5 P8-5 2. M2.3 M8.7 *", "g0e2 h7e7 h0g2 h9g7", ""},
    {"M for the horse", "1. C25 M8+7 2. M2+3 R98 *", "h2e2 h9g7 h0g2 i9h9", ""},
    {"M for the elephant", "1. M3+5 M7+5 2. H87 M5+3 *", "g0e2 g9e7 b0c2 e7c5", ""},
    {"M, later moves decide", "[FEN \"4k4/9/9/9/9/9/9/6N2/9/3K2B2 w\"]\n1. M3+5 K5+1 2. M5+6 *", "g2e3 e9e8 e3d5", ""},
    {"M, undecided", "[FEN \"4k4/9/9/9/9/9/9/6N2/9/3K2B2 w\"]\n1. M3+5 *", "g0e2", "line 2: M may mean the elephant or the horse"},
    {"ranks, undecided", "[FEN \"4k4/9/9/9/9/9/9/R8/9/3K5 w\"]\n1. Ra5 *", "a2a5", "line 2: ranks may count from 0 or from 1"},
    {"ranks, later moves decide", "[FEN \"4k4/9/9/9/9/9/9/R8/9/3K5 w\"]\n1. Ra5 Ke9 2. Ra10+ *", "a2a4 e9e8 a4a9", ""},
};

START_TEST(the_game_decides_what_its_moves_mean)
{
    GameTree game;
    GameSource source = source_of(conventions[_i].text);
    Text moves = TEXT_INIT;
    tree_init(&game);
    next_game(&source, &game);
    for (int i = 0; i < game.main.plies; i++)
        text_addf(&moves, "%s%s", i ? " " : "", iccs_of(game.main.moves[i].move));
    ck_assert_msg(strcmp(moves.data, conventions[_i].moves) == 0, "%s: %s (%s)", conventions[_i].name, moves.data, game.report.fault);
    ck_assert_msg(strncmp(game.report.fault, conventions[_i].fault, strlen(conventions[_i].fault)) == 0 &&
                      !*game.report.fault == !*conventions[_i].fault,
                  "%s: %s", conventions[_i].name, game.report.fault);
    ck_assert_int_eq(next_game(&source, &game), NEXT_END);
    text_free(&moves);
    tree_clear(&game);
}
END_TEST

/* Writes a move as pychess.org does (first rank 1) or XBoard (0). */
static void add_algebraic(Text *out, const Position *pos, Move m, int first, Rng *rng)
{
    static const char letters[] = " KABNRCP";
    const Kind kind = piece_kind(piece_at(pos, move_from(m)));
    const bool takes = piece_at(pos, move_to(m)) != NO_PIECE, bare = kind == PAWN && rng_below(rng, 2);
    MoveList list = {0};
    bool others = false, on_file = false, on_rank = false;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Square other = move_from(list.moves[i]);
        if (move_to(list.moves[i]) != move_to(m) || other == move_from(m) || piece_kind(piece_at(pos, other)) != kind)
            continue;
        others = true;
        on_file |= square_file(other) == square_file(move_from(m));
        on_rank |= square_rank(other) == square_rank(move_from(m));
    }
    if (!bare)
        text_add_char(out, kind == BISHOP ? "BE"[rng_below(rng, 2)] : kind == KNIGHT ? "NH"[rng_below(rng, 2)] : letters[kind]);
    if ((others && (!on_file || on_rank)) || (bare && takes))
        text_add_char(out, (char)('a' + square_file(move_from(m))));
    if (on_file)
        text_addf(out, "%d", square_rank(move_from(m)) + first);
    text_addf(out, "%s%c%d ", takes ? "x" : "", 'a' + square_file(move_to(m)), square_rank(move_to(m)) + first);
}

START_TEST(algebraic_games_are_read)
{
    Rng rng = {580};
    int whole = 0, number = 0;
    for (; number < effort(2000, 200); number++) {
        Position pos;
        Undo undo;
        GameTree game;
        Move moves[60];
        int plies = 0, first = number % 2;
        Text text = TEXT_INIT;
        position_start(&pos);
        for (; plies < COUNT(moves); plies++) {
            MoveList list = {0};
            legal_moves(&pos, &list);
            if (list.count == 0)
                break;
            moves[plies] = list.moves[rng_below(&rng, (unsigned)list.count)];
            add_algebraic(&text, &pos, moves[plies], first, &rng);
            position_make(&pos, moves[plies], &undo);
        }
        text_add(&text, "*");
        GameSource source = source_of(text.data);
        tree_init(&game);
        whole += next_game(&source, &game) == NEXT_GAME;
        REQUIRE(!tree_has_fault(&game), "%s: %s", text.data, game.report.fault);
        for (int i = 0; i < plies; i++)
            REQUIRE(i < game.main.plies && game.main.moves[i].move == moves[i], "%s: ply %d", text.data, i);
        tree_clear(&game);
        text_free(&text);
    }
    ck_assert_int_eq(whole, number);
}
END_TEST

/* Moves without tags begin at the caller's position. A game that gives a start position is rejected,
 * because it would be another game. */
START_TEST(games_begin_at_the_given_position)
{
    static const struct {
        const char *text;
        int plies; /* -1: rejected */
    } cases[] = {
        {"1. e0e1 d9d8 *", 2},
        {"[Red \"a\"]\n\n1. e0e1 d9d8 *", 2},
        {"1. h2e2 *", 0},
        {"[FEN \"4k4/9/9/9/9/9/9/9/9/3K5 w\"]\n\n1. d0d1 *", -1},
        {"[DhtmlXQ][DhtmlXQ_movelist]4948[/DhtmlXQ_movelist][/DhtmlXQ]", 1},
        {"[DhtmlXQ][DhtmlXQ_binit]9999999949999999999999999999999999999999309999999999999999999999[/DhtmlXQ_binit]"
         "[DhtmlXQ_movelist]4948[/DhtmlXQ_movelist][/DhtmlXQ]",
         -1},
    };
    const Position start = read_position("3k5/9/9/9/9/9/9/9/9/4K4 w");
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(cases); i++) {
        GameSource source = source_of(cases[i].text);
        source.start = &start;
        Next next = next_game(&source, &game);
        ck_assert_msg((next == NEXT_FAULT) == (cases[i].plies <= 0) && game.start_lost == (cases[i].plies < 0), "case %d: %s", i,
                      game.report.fault);
        ck_assert_msg(game.start_lost ? strstr(game.report.fault, "a start position of its own") != NULL && !tree_is_there(&game)
                                      : game.main.plies == cases[i].plies && game.start.key == start.key,
                      "case %d: %d plies, %s", i, game.main.plies, game.report.fault);
    }
    tree_clear(&game);
}
END_TEST

/* Reading ends at once when it is stopped, even within a game. */
START_TEST(reading_can_be_stopped)
{
    atomic_bool stop = false;
    GameTree game;
    GameSource source = source_of("1. h2e2 *\n1. h2e2 {x} (1. b2e2 *\n");
    source.stop = &stop;
    tree_init(&game);
    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    stop = true;
    ck_assert_int_eq(next_game(&source, &game), NEXT_END);
    ck_assert_int_eq(next_game(&source, &game), NEXT_END);
    tree_clear(&game);
}
END_TEST

/* Some programs put comments in parentheses: unplayable text is kept as it was written. */
START_TEST(comments_in_parentheses_are_kept_whole)
{
    static const char text[] = "1. h2e2 (2 ways: 此处红方如改走马八进七则黑方应以卒七进一! wins in 3 moves; [or 3.x] (or {4}) ?) h9g7 *";
    GameTree game;
    GameSource source = source_of(text);
    tree_init(&game);
    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    ck_assert_int_eq(game.main.moves[0].line_count, 1);
    ck_assert_str_eq(game.main.moves[0].lines[0].comment,
                     "2 ways: 此处红方如改走马八进七则黑方应以卒七进一! wins in 3 moves; [or 3.x] (or {4}) ?");
    tree_clear(&game);
}
END_TEST

/* Words outside of games do not make a game, but damaged text is reported, and so is text without any game. */
START_TEST(words_between_games_are_skipped)
{
    static const struct {
        const char *text;
        int games, faults;
    } cases[] = {
        {"[Red \"a\"]\n\n1. h2e2 1-0\n=====\nan advertisement\n\n[Red \"b\"]\n\n1. b2e2 0-1\n=====\n", 2, 0},
        {"[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n第二局\n"
         "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n",
         2, 0},
        {"[Red \"a\"]\n\n1. h2e2\n[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n", 2, 0},
        {"[Red \"a\"]\n\n1. h2e2 1-0\n\nd \"b\"]\n[Black \"c\"]\n\n1. b2e2 0-1\n", 3, 1},
        {"1. h2e2 1-0\n2. castles\n", 2, 1},
        {"1. h2e2 1-0\n2、castles\n", 2, 1},
        {"1. h2e2 1-0\n\n[Event]\n", 2, 1},
        {"1. h2e2 1-0\n\n{open\n1. b2e2 0-1\n", 2, 1},
        {"1. h2e2 1-0\n\n(1. b2e2 h9g7 0-1\n", 2, 1},
        {"1. h2e2 1-0\n\nRound two: 炮二平五 was good\n\n1. b2e2 h9g7 0-1\n", 2, 0},
        {"<p>开局 炮二平五 </p>[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n", 1, 0},
        {"1. h2e2 1-0\n=====\n\n1. b2e2 0-1\n", 2, 0},
        {"1. h2e2 1-0\n=====\n\n　1. 炮二平五 0-1\n", 2, 0},
        {"1. h2e2 1-0\n=====\n\n１．炮二平五 0-1\n", 2, 0},
        {"1. h2e2 1-0\n=====\n\n1、炮二平五 0-1\n", 2, 0},
        {"1. h2e2 1-0\n\n炮二平王 h9g7 0-1\n", 2, 1}, /* damaged, but a game */
        {"[Red \"a\"]\n\n1. h2e2 (1. x\n[Red \"b\"]\n\n1. b2e2 0-1\n", 2, 1},
        {"no game at all\n", 1, 1},
        {"dear friend\n[Red \"a\"]\n\n1. h2e2 1-0\n", 1, 0},
        {"-----\n中 国 象 棋\n日期 2024.1.31\n-----\n棋谱 红方 黑方\n  1.  炮二平五  马８进７\n", 1, 0},
        {"标题：a\n1. h2e2 h9g7\n\n标题：b\n1. b2e2 h9g7\n网址：x\n", 2, 0},
        {"标题：a\nFEN：3k5/9/9/9/9/9/9/9/9/4K4 w\n标题：b\nFEN：3k5/9/9/9/9/9/9/9/4R4/4K4 w\n", 2, 0},
        {"作者：a\n\n[Red \"b\"]\n\n1. h2e2 1-0\n\n作者：c\n", 1, 0},
        {"FORMAT WXF\nsome text\n[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n", 1, 0},
        {"红方：a\n[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n", 1, 0},
        {"标题：a\n1. h2e2 h9g\n", 1, 1},
        {"标题：a\n1. h2e2 h9g7\n\n标题：b\n红方：c\n黑", 2, 1},
        {"标题：a\n1. h2e2 {h9g7\n", 1, 1},
        {"FORMAT WXF\nRED a\nSTART{\n1. C2.5 h8+7\n}END\n\nFORMAT WXF\nRED b\nSTART{\n1. C8.5\n}END\nmade by x\n", 2, 0},
        {"FORMAT WXF\nRED a\nSTART{\n1. C2.5 h8+7\nFORMAT WXF\nRED b\nSTART{\n1. C8.5\n}END\n", 2, 1},
        {"FORMAT WXF\nRED a\nFORMAT WXF\nRED b\nSTART{\n1. C8.5\n}END\n[Red \"c\"]\n\n1. h2e2 *\n", 3, 1},
        {"FORMAT WXF\nSTART{\n1. C2.5 h8+7\n", 1, 1},
        {"a;[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n"
         "a{[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n"
         "b({[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n",
         3, 0},
        {"<div style=\"x:y;\">\n[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]</div>\n<script>f({\"a\"]: '1. h2e2'\n"
         "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n1. a(\n[Red \"x\"]\n\n1. h2e2 1-0\n</script>{(;\n",
         3, 0},
        {"<pre>\n1. h2e2 h9g7\n</pre>\n", 1, 0},
        {"1. h2e2 h9g7\n请访问某网站\n", 1, 0},
        {"1. h2e2 h9g7\n马\n", 1, 1},
        {"第一局\n1. h2e2 h9g7\n第二局\n1. b2e2 h9g7\nGame 3\n１．h2e2\n", 3, 0},
        {"1. h2e2 h9g7\n1. b2e2 h9g7\n", 2, 0},
        {"[Red \"a\"]\n1. h2e2 h9g7\n\n[Red \"b\"]\n\n[Red \"c\"]\n1. h2e2\n", 3, 0},
        {"[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n[FEN \"3k5/9/9/9/9/9/9/9/4R4/4K4 w\"]\n", 2, 0},
        {"[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n1. e0e1", 1, 0},
        /* words that may be damaged moves are not headings */
        {"炮二平王\n1. h2e2 h9g7\n炮二平\n1. b2e2 h9g7\n", 3, 2},
        {"车马炮\n1. h2e2 h9g7\n", 1, 0},
        {"1. h2e2 h9g7\nh0g\n1. b2e2 h9g7\n", 2, 1},
        {"1. h2e2 h9g7\n马?进三\ni9h9 h0g2 i9i8\n", 1, 1},
    };
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(cases); i++) {
        GameSource source = source_of(cases[i].text);
        int games = 0, faults = 0;
        for (Next next; (next = next_game(&source, &game)) != NEXT_END; games++)
            faults += next == NEXT_FAULT;
        ck_assert_msg(games == cases[i].games && faults == cases[i].faults, "case %d: %d games, %d faults", i, games, faults);
    }
    tree_clear(&game);
}
END_TEST

START_TEST(a_result_may_be_in_its_tag_only)
{
    static const struct {
        const char *tag, *behind;
        Outcome outcome;
        Next next;
    } cases[] = {
        {"0-1", "", OUTCOME_BLACK, NEXT_GAME},      {"won", "", OUTCOME_OPEN, NEXT_GAME},         {"1-0", "*", OUTCOME_RED, NEXT_GAME},
        {"won", "*", OUTCOME_OPEN, NEXT_GAME},      {"*", "0-1", OUTCOME_BLACK, NEXT_GAME},       {"1-0", "1-0", OUTCOME_RED, NEXT_GAME},
        {"1-0", "0-1", OUTCOME_BLACK, NEXT_FAULT},  {"红胜", "*", OUTCOME_RED, NEXT_GAME},        {"紅先負", "*", OUTCOME_BLACK, NEXT_GAME},
        {"W", "*", OUTCOME_RED, NEXT_GAME},         {"l", "*", OUTCOME_BLACK, NEXT_GAME},         {"D", "*", OUTCOME_DRAW, NEXT_GAME},
        {"先胜", "*", OUTCOME_RED, NEXT_GAME},      {"红方先负", "*", OUTCOME_BLACK, NEXT_GAME},  {"平局", "*", OUTCOME_DRAW, NEXT_GAME},
        {"Red wins", "*", OUTCOME_RED, NEXT_GAME},  {"BLACK WON", "*", OUTCOME_BLACK, NEXT_GAME}, {"Drawn", "*", OUTCOME_DRAW, NEXT_GAME},
        {"0-1 (x)", "*", OUTCOME_BLACK, NEXT_GAME}, {"黑方负", "*", OUTCOME_RED, NEXT_GAME},      {"Wu", "*", OUTCOME_OPEN, NEXT_GAME},
        {"黑方胜", "*", OUTCOME_BLACK, NEXT_GAME},  {"和棋", "1/2-1/2", OUTCOME_DRAW, NEXT_GAME}, {"和棋", "1-0", OUTCOME_RED, NEXT_FAULT},
    };
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(cases); i++) {
        char text[100];
        snprintf(text, sizeof text, "[Result \"%s\"]\n\n1. h2e2 %s\n", cases[i].tag, cases[i].behind);
        GameSource source = source_of(text);
        Next next = next_game(&source, &game);
        ck_assert_msg(next == cases[i].next && game.outcome == cases[i].outcome, "case %d: %s, %s", i, outcome_text(game.outcome),
                      game.report.fault);
    }
    tree_clear(&game);
}
END_TEST

/* The tags to which header fields are converted. */
START_TEST(heads_are_tags)
{
    static const struct {
        const char *text, *name, *value;
    } cases[] = {
        {"标题：x y \n1. h2e2\n", "Title", "x y"},
        {"红　　方:甲　耗时：2分\n1. h2e2\n", "Red", "甲　耗时：2分"},
        {"红方：甲(1)  耗时： 2分 黑方： 乙 \r\n1. h2e2\n", "Black", "乙"},
        {"红方：\n黑方：b\n1. h2e2\n", "Red", NULL},
        {"開局：中炮\n1. h2e2\n", "Opening", "中炮"},
        {"某程序\n紅方：甲\n紅方：乙方\n1. h2e2\n", "Red", "乙方"},
        {"FORMAT WXF\nRED\tA B; 1200 ; GM; X;;\nSTART{}END", "Red", "A B"},
        {"FORMAT WXF\nRED\tA B; 1200 ; GM; X;;\nSTART{}END", "RedElo", "1200"},
        {"FORMAT WXF\nRED\tA B; 1200 ; GM; X;;\nSTART{}END", "RedTeam", "X"},
        {"FORMAT WXF\nBLACK ;;;\nSTART{}END", "Black", NULL},
        {"format wxf\nEVENT  Cup ; 10m+0s\nSTART {}END", "Event", "Cup ; 10m+0s"},
        {"FORMAT WXF\nVENUE  Y\nremark z\nSTART{}END", "Site", "Y"},
        {"FORMAT WXF\nVENUE  Y\nREMARK z\nSTART{}END", "Remark", "z"},
    };
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(cases); i++) {
        GameSource source = source_of(cases[i].text);
        ck_assert_msg(next_game(&source, &game) == NEXT_GAME, "case %d: %s", i, game.report.fault);
        const char *value = tree_tag(&game, cases[i].name);
        ck_assert_msg(cases[i].value ? value && strcmp(value, cases[i].value) == 0 : !value, "case %d: %s", i, value ? value : "none");
    }
    GameSource source = source_of("START{ 1. C2.5 h8+7 !!2. H2+3 r9.8! ?3. R1.2 }END");
    ck_assert(next_game(&source, &game) == NEXT_GAME && game.main.plies == 5);
    ck_assert(game.main.moves[1].nags[0] == 3 && game.main.moves[3].nags[0] == 1 && game.main.moves[3].nags[1] == 2);
    tree_clear(&game);
}
END_TEST

#define ROOK_ENDING "3k5/9/9/9/9/9/9/9/9/R3K4"

/* A start position counts wherever it precedes the moves; if it cannot be read, that is a fault. */
static const struct {
    const char *text;
    int plies, games;
    const char *fault;
} starts[] = {
    {"局面：" ROOK_ENDING " w\n车九进九\n", 1, 1, ""},
    {"初始局面：" ROOK_ENDING " w\n1. R9+9 K4+1 1-0\n", 2, 1, ""},
    {"棋局：" ROOK_ENDING "\n标题：x\n\n1. a0a9\n", 1, 1, ""},
    {"标题：x\n局面：" ROOK_ENDING " 红 - - 0 1\n红胜\n1. a0a9\n", 1, 1, ""},
    {"FEN = " ROOK_ENDING " w\na0a9\n", 1, 1, ""},
    {"fen " ROOK_ENDING " w - - 0 1\na0a9\n", 1, 1, ""},
    {"position fen " ROOK_ENDING " w - - 0 1 moves a0a9 d9d8\n", 2, 1, ""},
    {"# FEN " ROOK_ENDING " w\na0a9\n", 1, 1, ""},
    {ROOK_ENDING " w\r\n车九进九\r\n", 1, 1, ""},
    {ROOK_ENDING " w a0a9\nd9d8 1-0\n", 2, 1, ""},
    {"\"" ROOK_ENDING " w\"\n1. a0a9 *\n\n" ROOK_ENDING " w\n1. a0a9 d9d8 *\n", 1, 2, ""},
    {"[Fen \"" ROOK_ENDING " w\"]\n1. a0a9 *\n", 1, 1, ""},
    {"[StartFEN \"" ROOK_ENDING " w\"]\n1. a0a9 *\n", 1, 1, ""},
    {"[Position \"" ROOK_ENDING " w\"]\n1. a0a9 *\n", 1, 1, ""},
    {"局面：3将5/9/9/9/9/9/9/9/9/俥3帅4 红\n俥九进九\n", 1, 1, ""},
    {"局面：3将5/9/9/9/9/9/9/9/9/车3帅4 红\n车九进九\n", 0, 1, "FEN board: unknown letter '将'"},
    {"fen 3x5/9/9/9/9/9/9/9/9/R3K4 w\na0a9\n", 0, 1, "FEN board: unknown letter 'x'"},
    {"[fen \"x\"]\n1. a0a9 *\n", 0, 1, "FEN board: 1 rank, not 10"},
    {"[Position " ROOK_ENDING "]\n1. a0a9 *\n", 0, 1, "tag '[Position "},
};

START_TEST(start_positions_are_found)
{
    GameTree game;
    GameSource source = source_of(starts[_i].text);
    int games = 1;
    tree_init(&game);
    ck_assert(next_game(&source, &game) != NEXT_END);
    ck_assert_msg(strstr(game.report.fault, starts[_i].fault) && (*starts[_i].fault || !*game.report.fault), "%s", game.report.fault);
    ck_assert_int_eq(game.main.plies, starts[_i].plies);
    ck_assert(game.start_lost == (*starts[_i].fault != 0) && (game.start_given || game.start_lost));
    while (next_game(&source, &game) != NEXT_END)
        games++;
    ck_assert_int_eq(games, starts[_i].games);
    tree_clear(&game);
}
END_TEST

/* Heads with unknown names are neither moves nor the start of a game, and remarks between moves are comments. */
START_TEST(unknown_heads_are_remarks)
{
    GameTree game;
    GameSource source = source_of("红方: a\n天气: h2e2\n记时规则: 60+30\n\n1. 炮二平五 马8进7\n评注：好棋\n2. 马二进三 马2进3\n");
    tree_init(&game);
    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    ck_assert_str_eq(tree_tag_text(&game, "Remark"), "天气: h2e2");
    ck_assert_str_eq(tree_tag_text(&game, "TimeControl"), "60+30");
    ck_assert_int_eq(game.main.plies, 4);
    ck_assert_str_eq(game.main.moves[1].comment, "评注：好棋");
    ck_assert_int_eq(next_game(&source, &game), NEXT_END);
    tree_clear(&game);
}
END_TEST

START_TEST(comments_keep_their_place)
{
    GameTree game;
    GameSource source = source_of("{first} ; of all\n1. h2e2 {a} {b} h9g7 *");
    tree_init(&game);
    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    ck_assert_str_eq(game.main.comment, "first of all");
    ck_assert_str_eq(game.main.moves[0].comment, "a b");
    ck_assert_ptr_null(game.main.moves[1].comment);
    char *text = text_of(&game, NOTATION_WXF);
    ck_assert_msg(strstr(text, "\n{first of all} 1. C2.5 {a b} H8+7 *\n") != NULL, "%s", text);
    char *english = text_of(&game, NOTATION_ENGLISH); /* in a file, the same */
    ck_assert_str_eq(english, text);
    free(english);
    free(text);
    tree_clear(&game);
}
END_TEST

/* Remarks around the moves are kept as comments; headings, titles of columns and advertisement are not remarks. */
static const struct {
    const char *name, *text, *before, *after; /* comments before the first and after the last move of the first game */
    int games;
} remarks[] = {
    {"a comment after the result", "1. h2e2 h9g7 1-0 {a great game} ; of two\n", NULL, "a great game of two", 1},
    {"a comment on its own line", "[Red \"a\"]\n\n1. h2e2 1-0\n\n{made by x}\n\n[Red \"b\"]\n\n1. b2e2 *\n", NULL, "made by x", 2},
    {"a comment of the next game", "1. h2e2 1-0\n\n{second} 1. b2e2 *\n", NULL, NULL, 2},
    {"an open comment", "1. h2e2 1-0 {open\n", NULL, NULL, 2},
    {"a comment without moves", "[Red \"a\"]\n\n1-0 {x}\n", "x", "x", 1},
    {"a line after the result", "1. h2e2 1-0\nBlack resigned\n", NULL, "Black resigned", 1},
    {"the rest of the result's line", "1. h2e2 1-0 Black resigned\n1. b2e2 *\n", NULL, "Black resigned", 2},
    {"a heading in the next line", "1. h2e2 1-0\nGame two.\n1. b2e2 *\n", NULL, NULL, 2},
    {"a heading before tags", "1. h2e2 1-0\n\nGame two.\n[Red \"b\"]\n\n1. b2e2 *\n", NULL, NULL, 2},
    {"a paragraph", "标题：a\n1. 炮二平五 马8进7\n红胜\n\n至此黑方认输，\n本局结束。\n", NULL, "至此黑方认输，\n本局结束。", 1},
    {"a paragraph without a result", "标题：a\n1. 炮二平五 马8进7\n\n此后红方胜势已定。\n评注：好\n", NULL, "此后红方胜势已定。\n评注：好",
     1},
    {"a label", "标题：a\n1. 炮二平五 马8进7\n红胜\n\n评注：好\n", NULL, "评注：好", 1},
    {"the next game's fields", "标题：a\n1. 炮二平五\n红胜\n\n天气：晴\n标题：b\n1. 炮二平五\n", NULL, NULL, 2},
    {"a heading", "1. h2e2 1-0\n\nRound two: 炮二平五 was good\n\n1. b2e2 0-1\n", NULL, NULL, 2},
    {"titles with commas", "1. h2e2 1-0\n\n第二局，马炮争雄 Hu vs. Li\n\n1. b2e2 0-1\n", NULL, NULL, 2},
    {"an address", "1. h2e2 1-0\nhttp://example.org/a\n", NULL, NULL, 1},
    {"advertisement", "1. h2e2 1-0\n=====\nRead our books.\n", NULL, NULL, 1},
    {"a web page", "<pre>\n1. h2e2 1-0\nfunction() {}; x = 1;\n</pre>\n", NULL, NULL, 1},
    {"text before the game", "首页\n\n这是一局好棋，值得欣赏。\n\n标题：a\n1. 炮二平五 马8进7\n", "这是一局好棋，值得欣赏。", NULL, 1},
    {"line ends of Windows", "Dear friend,\r\nhere.\r\n[Red \"a\"]\r\n\r\n{x\r\ny\rz} 1. h2e2 (1. b2e2) {a\r\n\r\nb\rc} 1-0\r\n",
     "Dear friend,\nhere. x\ny\nz", "a\n\nb\nc", 1},
    {"a letter", "Dear friend,\nhere it is.\n[Red \"a\"]\n\n{x} 1. h2e2 1-0\n", "Dear friend,\nhere it is. x", NULL, 1},
    {"text after the fields", "标题：a\n\n此局双方斗炮。\n1. 炮二平五 马8进7\n", "此局双方斗炮。", NULL, 1},
    {"titles of columns", "标题：a\n对 局 记 录\n-----\n棋谱   红方   黑方\n1. 炮二平五 马8进7\n", NULL, NULL, 1},
    {"text in the head of a WXF file", "FORMAT WXF\nRED a\nA fine game.\n好棋\n\nremark: x\nSTART{\n1. C2.5 }END",
     "A fine game.\n好棋\nremark: x", NULL, 1},
    {"blanks of web pages", "{&nbsp;&nbsp;a&nbsp} 1. h2e2 {b&nbsp;&lt;&nbsp;} *", "a&nbsp", "b &lt;", 1},
    {"a variation before the first move", "(1. b2e2 {x}) 1. h2e2 {y} *", "(1. b2e2 {x})", "y", 1},
};

START_TEST(remarks_are_kept)
{
    GameTree game;
    GameSource source = source_of(remarks[_i].text);
    int games = 1;
    tree_init(&game);
    ck_assert_msg(next_game(&source, &game) == NEXT_GAME, "%s: %s", remarks[_i].name, game.report.fault);
    const char *last = game.main.plies > 0 ? game.main.moves[game.main.plies - 1].comment : game.main.comment;
    const char *found[] = {game.main.comment, last}, *wanted[] = {remarks[_i].before, remarks[_i].after};
    for (int i = 0; i < COUNT(found); i++)
        ck_assert_msg(wanted[i] ? found[i] && strcmp(found[i], wanted[i]) == 0 : !found[i], "%s: %s", remarks[_i].name,
                      found[i] ? found[i] : "nothing");
    while (next_game(&source, &game) != NEXT_END)
        games++;
    ck_assert_msg(games == remarks[_i].games, "%s: %d games", remarks[_i].name, games);
    tree_clear(&game);
}
END_TEST

/* Comments and variations that cannot be kept are counted. */
START_TEST(lost_comments_are_counted)
{
    static const struct {
        const char *text;
        int lines, comments;
    } cases[] = {
        {"1. h2e2 e9e5 {x} (1... h9g7 {y} 2. h0g2 (2. b0c2 ; z\n)) 2. h0g2 {v} 1-0 {w}", 2, 5},
        {"1. e2e5 (1. h2e2 {y}) *", 1, 1},
        {"1. h2e2 (1. e0e5 {x}) (1. b2e2 e9e5 {y}) *", 0, 0}, /* these become text */
    };
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(cases); i++) {
        GameSource source = source_of(cases[i].text);
        next_game(&source, &game);
        ck_assert_msg(game.report.lost_lines == cases[i].lines && game.report.lost_comments == cases[i].comments, "case %d: %d, %d", i,
                      game.report.lost_lines, game.report.lost_comments);
    }
    tree_clear(&game);
}
END_TEST

static const struct {
    const char *name, *text, *error;
    int plies; /* read before the damage */
} damaged[] = {
    {"illegal move", "1. h2e2 h9g7 2. e2e9 1-0", "line 1: Red's move 2, 'e2e9', cannot be played: The cannon cannot capture the", 2},
    {"leg named", "1. b0d1 *", "Red's move 1, 'b0d1', cannot be played: The horse's leg is blocked by the elephant on c0", 0},
    {"not a move", "1. h2e2 castles 1-0", "Black's move 1, 'castles', cannot be played: It is not a move in ICCS, WXF", 1},
    {"no such piece", "1. 炮三平五 *", "'炮三平五', cannot be played: Red has no cannon on file 3", 0},
    {"no tandem", "1. 前炮平五 *", "on one file for that notation", 0},
    {"sideways", "1. H8.7 *", "cannot move sideways", 0},
    {"no goal", "1. H8+5 *", "cannot get there", 0},
    {"ambiguous", "[FEN \"3k5/9/9/9/2C6/9/9/2C6/9/4K4 w\"]\n1. C7.5 *", "it may mean C+.5 or C-.5", 0},
    {"two results", "[Result \"1-0\"]\n\n1. h2e2 h9g7\n0-1", "line 4: the result '0-1' differs from that of the tag, '1-0'", 2},
    {"a WXF file cut off", "FORMAT WXF\nRED a;;;\nSTA", "the moves do not begin with 'START{'", 0},
    {"copied text cut off", "标题：a\n红方：b\n黑", "neither a move nor a result", 0},
    {"no game", "12 {x}", "line 2: neither a move nor a result", 0},
    {"open comment", "1. h2e2 {no end", "a comment is not closed", 1},
    {"open variation", "1. h2e2 (1. b2e2", "a variation is not closed", 1},
    {"open variation within one", "1. h2e2 (1. b2e2 (1. c3c4) h9g7 1-0", "a variation is not closed", 1},
    {"open comment in a variation", "1. h2e2 (1. b2e2 {) h9g7 1-0", "a comment is not closed", 1},
    {"tag without value", "[Event]\n1. h2e2 *", "has no value in quotes", 1},
    {"tag named by a vertical tab", "[\v \"x\"]\n1. h2e2 *", "has no value in quotes", 1},
    {"tag without quote", "[Event \"x]\n1. h2e2 *", "closing quote is missing", 1},
    {"bad position", "[FEN \"9/9 w\"]\n1. h2e2 *", "FEN board", 0},
};

START_TEST(damage_is_reported_and_skipped)
{
    GameTree game;
    char text[600];
    snprintf(text, sizeof text, "%s\n", damaged[_i].text);
    GameSource source = source_of(text);
    tree_init(&game);
    Next status = next_game(&source, &game);
    ck_assert_msg(status == NEXT_FAULT && strstr(game.report.fault, damaged[_i].error), "%s: status %d, %s", damaged[_i].name, (int)status,
                  game.report.fault);
    ck_assert_msg(game.main.plies <= damaged[_i].plies, "%s: %d plies", damaged[_i].name, game.main.plies);
    for (int rest = 0; (status = next_game(&source, &game)) != NEXT_END; rest++)
        ck_assert_msg(rest < 3, "%s: reading does not end", damaged[_i].name);
    tree_clear(&game);
}
END_TEST

/* Three games, the middle one damaged. The others are read normally, the damage is reported with its line, and the readable part of
 * the middle one is kept. */
static const struct {
    const char *name, *middle;
    int length; /* length of the text, 0: up to its terminator */
    const char *error;
    int plies;
} torn[] = {
#define TEXT(text) text, sizeof text - 1
    {"a zero byte in a move", TEXT("[Red \"2\"]\n\n1. h2e2 h9\0g7 2. h0g2 1-0\n"), "line 7: a zero byte", 1},
    {"a zero byte for a blank", TEXT("[Red \"2\"]\n\n1. h2e2\0h9g7 2. h0g2 1-0\n"), "line 7: a zero byte", 3},
    {"zero bytes between moves", TEXT("[Red \"2\"]\n\n1. h2e2 \0\0\0 h9g7 2. h0g2 1-0\n"), "line 7: a zero byte", 3},
    {"a zero byte in a tag", TEXT("[Event \"a\0b\"]\n[Red \"2\"]\n\n1. h2e2 h9g7 1-0\n"), "line 5: a zero byte", 2},
    {"a zero byte in a tag's name", TEXT("[Ev\0nt \"a\"]\n[Red \"2\"]\n\n1. h2e2 h9g7 1-0\n"), "line 5: a zero byte", 2},
    {"a zero byte in a comment", TEXT("[Red \"2\"]\n\n1. h2e2 {a\0b} h9g7 1-0\n"), "line 7: a zero byte", 2},
    {"a zero byte in a line's comment", TEXT("[Red \"2\"]\n\n1. h2e2 ; a\0b\nh9g7 1-0\n"), "line 7: a zero byte", 2},
    {"a zero byte in a variation", TEXT("[Red \"2\"]\n\n1. h2e2 (1. b\0e2 {x}) h9g7 1-0\n"), "line 7: a zero byte", 2},
    {"a hole before the tags", TEXT("\0\0\0\0[Red \"2\"]\n\n1. h2e2 h9g7 1-0\n"), "line 5: a zero byte", 2},
    {"a comment left open", TEXT("[Red \"2\"]\n\n1. h2e2 {no end h9g7\n1-0\n"), "line 7: a comment is not closed", 1},
    {"the same, with CR LF", TEXT("[Red \"2\"]\r\n\r\n1. h2e2 {no end h9g7\r\n1-0\r\n\r"), "line 7: a comment is not closed", 1},
    {"the same, with CR", TEXT("[Red \"2\"]\r\r1. h2e2 {no end h9g7\r1-0\r\r"), "line 7: a comment is not closed", 1},
    {"a variation left open", TEXT("[Red \"2\"]\n\n1. h2e2 (1. b2e2 h9g7\n1-0\n"), "line 7: a variation is not closed", 1},
    {"a comment left open in a variation", TEXT("[Red \"2\"]\n\n1. h2e2 (1. b2e2 {x h9g7)\n1-0\n"), "line 7: a comment is not closed", 1},
    {"a tag without an end", TEXT("[Red \"2\"]\n[Event \"x]\n\n1. h2e2 h9g7 1-0\n"),
     "line 6: tag '[Event \"x]': the closing quote is missing", 2},
    {"a tag with a name like FEN in it", TEXT("[Red \"2\"]\n[Black FENG Jun]\n\n1. h2e2 h9g7 1-0\n"),
     "line 6: tag '[Black FENG Jun]' has no value in quotes", 2},
    {"a tag too long to be told whole", TEXT("[Red \"2\"]\n[Event \"象棋象棋象棋象棋象棋象棋象棋象棋象棋象棋]\n\n1. h2e2 h9g7 1-0\n"),
     "line 6: tag '[Event \"象棋象棋象棋象棋象棋象棋象棋象棋象棋': the closing quote is missing", 2},
    {"a FEN tag without an end", TEXT("[Red \"2\"]\n[FEN \"x]\n\n1. h2e2 h9g7 1-0\n"),
     "line 6: tag '[FEN \"x]': the closing quote is missing", 0},
    {"a FEN tag of no position", TEXT("[Red \"2\"]\n[FEN \"x w\"]\n\n1. h2e2 h9g7 1-0\n"), "line 8: FEN board: 1 rank, not 10", 0},
    {"a bracket among the moves", TEXT("[Red \"2\"]\n\n1. h2e2 [sic] h9g7 1-0\n"), "line 7: Black's move 1, '[', cannot be played", 1},
#undef TEXT
};

/* Text next to the moves is kept: annotations, nested variations, and unplayable text in one as its comment. */
START_TEST(variations_are_read_and_written)
{
    static const char text[] =
        "[Event \"no bracket\"\n[Red \"a\"]\n\n1. h2e2!! {a} ({b} 1. b2e2?! h9g7 $6 $9 (1... b9c7 {c} 2. b0c2) 2. h0g2 1-0)\n"
        "(1. c3c4 castles h9g7 {d}) h9g7 $4 {e} (h7e7) 2. h0g2 1-0\n",
                      want[] = "1. H2-E2 $3 {a} ({b} 1. B2-E2 $6 H9-G7 $6 $9 (1... B9-C7 {c} 2. B0-C2) 2. H0-G2) "
                               "(1. C3-C4 {castles h9g7 d})\n1... H9-G7 $4 {e} (1... H7-E7) 2. H0-G2 1-0\n\n";
    GameTree game;
    GameSource source = source_of(text);
    tree_init(&game);
    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    ck_assert_str_eq(tree_tag(&game, "Event"), "no bracket");
    for (int round = 0; round < 2; round++) { /* the written text reads back the same */
        char *out = text_of(&game, NOTATION_ICCS);
        const char *moves = strstr(out, "\n\n") + 2;
        ck_assert_str_eq(moves, want);
        source = source_of(out);
        ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
        free(out);
    }
    tree_clear(&game);
}
END_TEST

START_TEST(a_stray_bracket_closes_no_comment)
{
    GameTree game;
    GameSource source = source_of("1. h2e2 {one} ) {two} h9g7 *");
    tree_init(&game);
    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    ck_assert_int_eq(game.main.plies, 2);
    ck_assert_str_eq(game.main.moves[0].comment, "one two");
    tree_clear(&game);
}
END_TEST

START_TEST(variations_may_be_too_deep)
{
    enum { DEEP = 5000 };
    GameTree game;
    Text text = TEXT_INIT;
    text_add(&text, "1. h2e2 ");
    for (int i = 0; i < DEEP; i++)
        text_add(&text, "(1. b2e2 ");
    for (int i = 0; i < DEEP; i++)
        text_add(&text, ")");
    text_add(&text, " h9g7 1-0\n");
    GameSource source = source_of(text.data);
    tree_init(&game);
    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    ck_assert_int_eq(game.main.plies, 2);
    ck_assert_int_eq(game.report.lost_lines, DEEP - TREE_DEEPEST); /* counted, and not dropped without a message */
    tree_clear(&game);
    text_free(&text);
}
END_TEST

START_TEST(damage_harms_its_own_game_only)
{
    static const char first[] = "[Red \"1\"]\n\n1. h2e2 h9g7 1-0\n\n", last[] = "\n[Red \"3\"]\n\n1. c3c4 (1. b2e2 {x}) c6c5 {}} 0-1\n";
    char text[600];
    size_t length = sizeof first - 1, middle = (size_t)torn[_i].length;
    memcpy(text, first, length);
    memcpy(text + length, torn[_i].middle, middle);
    memcpy(text + length + middle, last, sizeof last);
    GameTree game;
    GameSource source = games_in_text(text, length + middle + sizeof last - 1);
    tree_init(&game);

    ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
    ck_assert_int_eq(game.main.plies, 2);
    Next status = next_game(&source, &game);
    ck_assert_msg(status == NEXT_FAULT, "%s: status %d", torn[_i].name, (int)status);
    ck_assert_msg(strncmp(game.report.fault, torn[_i].error, strlen(torn[_i].error)) == 0, "%s: \"%s\"", torn[_i].name, game.report.fault);
    ck_assert_msg(game.main.plies == torn[_i].plies, "%s: %d plies", torn[_i].name, game.main.plies);
    ck_assert_msg(tree_tag(&game, "Red") && strcmp(tree_tag(&game, "Red"), "2") == 0, "%s: not its tags", torn[_i].name);
    ck_assert_msg(game.start_lost == (strstr(torn[_i].middle, "[FEN") != NULL), "%s: a start %s", torn[_i].name,
                  game.start_lost ? "lost" : "made up");
    status = next_game(&source, &game);
    ck_assert_msg(status == NEXT_FAULT && strstr(game.report.fault, "'}'"), "%s: the last game: %s", torn[_i].name,
                  game.report.fault); /* the stray brace */
    ck_assert_msg(game.main.plies == 2 && strcmp(tree_tag(&game, "Red"), "3") == 0, "%s: the last game has %d plies", torn[_i].name,
                  game.main.plies);
    ck_assert_int_eq(next_game(&source, &game), NEXT_END);
    tree_clear(&game);
}
END_TEST

START_TEST(move_numbers_continue_from_the_position)
{
    static const char *const numbers[][3] = {{"w - - 0 1", "\n1. H2-E2 H9-G7 *\n", "Black's move 1,"},
                                             {"w - - 4 18", "\n18. H2-E2 H9-G7 *\n", "Black's move 18,"},
                                             {"b - - 4 18", "\n18... H7-E7 19. H0-G2 *\n", "Red's move 19,"}};
    static const char board[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for (int i = 0; i < COUNT(numbers); i++) {
        char text[200];
        bool black = numbers[i][0][0] == 'b';
        GameTree game;
        snprintf(text, sizeof text, "[FEN \"%s %s\"]\n%s *", board, numbers[i][0], black ? "h7e7 h0g2" : "h2e2 h9g7");
        GameSource source = source_of(text);
        tree_init(&game);
        ck_assert_int_eq(next_game(&source, &game), NEXT_GAME);
        char *written = text_of(&game, NOTATION_ICCS);
        ck_assert_msg(strstr(written, numbers[i][1]) != NULL, "%s: %s", numbers[i][0], written);
        free(written);
        snprintf(text, sizeof text, "[FEN \"%s %s\"]\n%s e0e9 *", board, numbers[i][0], black ? "h7e7" : "h2e2");
        source = source_of(text);
        ck_assert_int_eq(next_game(&source, &game), NEXT_FAULT);
        ck_assert_msg(strstr(game.report.fault, numbers[i][2]) != NULL, "%s: %s", numbers[i][0], game.report.fault);
        tree_clear(&game);
    }
}
END_TEST

/* Each of these took minutes while comments were joined and tags looked up from the beginning. */
START_TEST(reading_takes_linear_time)
{
    static const struct {
        const char *before, *again, *after;
        int plies, tags, count;
    } cases[] = {
        {"1. h2e2 ", "{a comment} ", "h9g7 *", 2, 0, 2000000},
        {"{x}", "{a comment} ", "h2e2 h9g7 *", 2, 0, 2000000},
        {"", "[Site \"here\"]\n", "\n1. h2e2 h9g7 *", 2, 1, 300000},
        {"", "[Site \"here\"]", "\n1. h2e2 h9g7 *", 2, 1, 300000},
        {"1. h2e2 {", " \n[", "} h9g7 *", 2, 0, 2000000},
        {"1. h2e2 {", " \n\n[A\"", "} h9g7 *", 1, -1, 2000000},
        {"1. h2e2 (1. b2e2 (", " ", ") h9g7) h9g7 *", 2, 0, 2000000},
        {"(", " ", ") 1. h2e2 h9g7 *", 2, 0, 2000000},
        {"1. h2e2 ", "(1. b2e2) ", "h9g7 *", 2, 0, 200000},
        {"1. h2e2 h9g7\n", "a heading\n", "2. h0g2\n", 2, -1, 200000},
        {"", "[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n\n", "1. e0e1 d9d8 *", 2, 1, 100000},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        int count = cases[i].count;
        size_t size = strlen(cases[i].again) * (size_t)count + 100;
        char *text = malloc(size), *end = text;
        end += sprintf(end, "%s", cases[i].before);
        for (int k = 0; k < count; k++)
            end = memcpy(end, cases[i].again, strlen(cases[i].again)), end += strlen(cases[i].again);
        sprintf(end, "%s", cases[i].after);
        GameSource source = source_of(text);
        GameTree game;
        tree_init(&game);
        Next status = next_game(&source, &game);
        ck_assert_msg(status == (cases[i].tags < 0 ? NEXT_FAULT : NEXT_GAME) && game.main.plies == cases[i].plies, "case %d: %d plies, %s",
                      i, game.main.plies, game.report.fault);
        ck_assert_int_eq(game.tag_count, cases[i].tags > 0 ? count : 0);
        tree_clear(&game);
        free(text);
    }
}
END_TEST

/* The writer's form of a comment does not end it for the reader. */
START_TEST(comments_are_not_read_as_games)
{
    GameTree game, back;
    tree_init(&game);
    tree_init(&back);
    ck_assert(tree_add_move(&game, move_of("h2e2"), "a\n\n[Event \"x\"]\r\n\r\n[Site \"y\"]} b") &&
              tree_add_move(&game, move_of("h9g7"), NULL));
    char *text = text_of(&game, NOTATION_ICCS);
    GameSource source = source_of(text);
    ck_assert_msg(next_game(&source, &back) == NEXT_GAME, "%s", back.report.fault);
    ck_assert_int_eq(back.main.plies, 2);
    ck_assert_int_eq(next_game(&source, &back), NEXT_END);
    free(text);
    tree_clear(&game);
    tree_clear(&back);
}
END_TEST

/* Each fault has a text in both languages, and the Chinese ones contain no English sentence. */
START_TEST(faults_have_chinese_texts)
{
    static const struct {
        const char *text, *told;
    } cases[] = {
        {"1. h0f1 *", "第 1 行：红方第 1 回合“h0f1”无法走：蹩马腿：马腿被相（g0）挡住"},
        {"[Event]\n*", "第 1 行：标签“[Event]”缺少引号中的值"},
        {"[FEN \"9/9 w\"]\n1. h2e2 *", "第 2 行：FEN 棋盘：有 2 条横线，应为 10 条"},
        {"1. h2e2 {", "第 1 行：注释缺“}”"},
        {"[A\xED\xA0\x80]\n*", "第 1 行：标签“[A???]”缺少引号中的值"}, /* a surrogate is not a character */
        {"1. h2e2 (", "第 1 行：变着缺“)”"},
        {"[Result \"黑胜\"]\n1. h2e2\n1-0\n", "第 3 行：结果“1-0”与标签中的“0-1”不符"},
        {"{x}", "第 1 行：没有着法，也没有结果"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        GameSource source = source_of(cases[i].text);
        GameTree game;
        tree_init(&game);
        ck_assert(games_next(&source, &game, LANGUAGE_CHINESE));
        ck_assert_str_eq(game.report.fault, cases[i].told);
        tree_clear(&game);
    }
}
END_TEST

/* A file of games that is truncated at any position must be read to its end without harm. */
START_TEST(any_cut_is_survived)
{
    Rng rng = {7};
    GameTree game;
    random_game(&rng, &game, 5);
    char *text = text_of(&game, NOTATION_ICCS);
    for (size_t length = strlen(text); length > 0; length--) {
        text[length - 1] = '\0';
        GameSource source = source_of(text);
        for (int games = 0; next_game(&source, &game) != NEXT_END; games++)
            ck_assert_msg(games < 3, "cut at %zu: reading does not end", length);
    }
    tree_clear(&game);
    free(text);
}
END_TEST

/* Such a game is read twice, and the second reading has a fault, whose line is counted. */
START_TEST(many_games_of_another_convention_take_linear_time)
{
    enum { GAMES = 100000 };
    static const char one[] = "[A \"b\"]\n\n1. Che3 Hg8 *\n\n";
    char *text = malloc(GAMES * strlen(one) + 1);
    for (int k = 0; k < GAMES; k++)
        memcpy(text + (size_t)k * strlen(one), one, sizeof one);
    GameSource source = source_of(text);
    GameTree game;
    tree_init(&game);
    int games = 0;
    while (next_game(&source, &game) == NEXT_GAME)
        games += game.main.plies == 2;
    ck_assert_int_eq(games, GAMES);
    tree_clear(&game);
    free(text);
}
END_TEST

/* A paragraph that is not a remark was read again at each of its words, and blanks before each game. */
START_TEST(text_around_games_takes_linear_time)
{
    static const struct {
        const char *before, *again, *after;
        int count, games;
    } cases[] = {
        {"红方：甲\n", "广告\n", "1. h2e2 h9g7 *", 200000, 1},
        {"Red: a\n", "words\n\n", "1. h2e2 h9g7 *", 100000, 1},
        {"1. h2e2 h9g7 1-0\n", "words here\n", "", 200000, 1},
        {"[Event \"a\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w", ",", "\"]\n\n1. e0e1 *", 200000, 1},
        {"", " ", "[Event \"a\"]\n\n1. h2e2 *\n\n[Event \"b\"]\n\n1. h2e2 *\n", 500000, 2},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        Text text = TEXT_INIT;
        GameTree game;
        int games = 0;
        text_add(&text, cases[i].before);
        for (int k = 0; k < cases[i].count; k++)
            text_add(&text, cases[i].again);
        text_add(&text, cases[i].after);
        GameSource source = source_of(text.data);
        tree_init(&game);
        while (next_game(&source, &game) == NEXT_GAME)
            games += game.main.plies > 0;
        ck_assert_msg(games == cases[i].games, "case %d: %d games", i, games);
        tree_clear(&game);
        text_free(&text);
    }
}
END_TEST

START_TEST(moves_without_end_are_limited)
{
    Text text = TEXT_INIT;
    GameTree game;
    tree_init(&game);
    for (int ply = 0; ply < TREE_LONGEST; ply += 4)
        text_add(&text, "a0a1 a9a8 a1a0 a8a9 ");
    text_add(&text, "h2e2 {lost} (b2e2) *");
    GameSource source = source_of(text.data);
    ck_assert_int_eq(next_game(&source, &game), NEXT_FAULT);
    ck_assert_msg(strstr(game.report.fault, "the game has too many moves") != NULL, "%s", game.report.fault);
    ck_assert_int_eq(game.main.plies, TREE_LONGEST);
    tree_clear(&game);
    text_free(&text);
}
END_TEST

Suite *pgn_suite(void)
{
    Suite *suite = suite_create("pgn");
    TCase *tc = tcase_create("pgn");
    tcase_add_test(tc, written_games_read_back);
    tcase_add_test(tc, heads_are_tags);
    tcase_add_test(tc, unknown_heads_are_remarks);
    tcase_add_loop_test(tc, start_positions_are_found, 0, COUNT(starts));
    tcase_add_test(tc, comments_keep_their_place);
    tcase_add_loop_test(tc, remarks_are_kept, 0, COUNT(remarks));
    tcase_add_test(tc, lost_comments_are_counted);
    tcase_add_test(tc, games_begin_at_the_given_position);
    tcase_add_test(tc, reading_can_be_stopped);
    tcase_add_test(tc, comments_in_parentheses_are_kept_whole);
    tcase_add_test(tc, words_between_games_are_skipped);
    tcase_add_test(tc, a_result_may_be_in_its_tag_only);
    tcase_add_loop_test(tc, foreign_habits_are_understood, 0, COUNT(foreign));
    tcase_add_loop_test(tc, the_game_decides_what_its_moves_mean, 0, COUNT(conventions));
    tcase_add_test(tc, algebraic_games_are_read);
    tcase_add_test(tc, games_for_other_programs);
    tcase_add_loop_test(tc, damage_is_reported_and_skipped, 0, COUNT(damaged));
    tcase_add_test(tc, variations_are_read_and_written);
    tcase_add_test(tc, a_stray_bracket_closes_no_comment);
    tcase_add_test(tc, variations_may_be_too_deep);
    tcase_add_loop_test(tc, damage_harms_its_own_game_only, 0, COUNT(torn));
    tcase_add_test(tc, move_numbers_continue_from_the_position);
    tcase_add_test(tc, comments_are_not_read_as_games);
    tcase_add_test(tc, faults_have_chinese_texts);
    tcase_add_test(tc, any_cut_is_survived);
    suite_add_tcase(suite, tc);

    tc = tcase_create("length");
    tcase_set_timeout(tc, 300); /* takes two seconds; more than ten minutes if a step's time grows with the text before it */
    tcase_add_test(tc, reading_takes_linear_time);
    tcase_add_test(tc, many_games_of_another_convention_take_linear_time);
    tcase_add_test(tc, text_around_games_takes_linear_time);
    tcase_add_test(tc, moves_without_end_are_limited);
    suite_add_tcase(suite, tc);
    return suite;
}
