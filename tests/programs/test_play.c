/* SPDX-License-Identifier: GPL-3.0-only */
/* The game at the terminal: reasons for refused moves, sessions at a terminal and over a pipe, replays and conversions. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine/notation/fen.h"
#include "engine/board/legal.h"
#include "engine/notation/notation.h"
#include "engine/base/platform.h"
#include "engine/book/book.h"
#include "engine/book/draft.h"
#include "engine/base/utf8.h"
#include "protocol/terminal/terminal.h"
#include "tests/support/make_book.h"
#include "tests/programs/pty.h"
#include "tests/support/support.h"

/* ---- refusals ---- */

static const struct {
    const char *fen, *text, *english, *chinese;
} refusals[] = {
    {FEN_START, "j2e2", "off the board", "超出棋盘"},
    {FEN_START, "h2e:", "is not a move: write", "无法识别"},
    {FEN_START, "hello", "is not a move: write", "无法识别"},
    {FEN_START, "e4e5", "no piece on e4", "e4 处没有棋子"},
    {FEN_START, "h9g7", "The horse on h9 is not yours: it is Black's, and Red is to move", "马（h9）是黑方的，现在轮到红方走"},
    {FEN_START, "h2h2", "would stay where it is", "没有移动"},
    {FEN_START, "a0b0", "You cannot capture your own horse on b0", "不能吃自己的子：马（b0）"},
    {FEN_START, "a0b1", "The rook cannot get there: a rook moves along", "车走不到那里"},
    {FEN_START, "b0b2", "capture your own cannon on b2", "自己的子：炮（b2）"},
    {FEN_START, "b0b1", "The horse cannot get there", "只能走日字"},
    {FEN_START, "h2g3", "capture your own pawn on g3", "自己的子：兵（g3）"},
    {FEN_START, "h2g1", "The cannon cannot get there", "只能走直线"},
    {FEN_START, "c0d2", "The elephant cannot get there", "只能走田字"},
    {FEN_START, "d0d1", "The advisor cannot get there", "九宫内斜行"},
    {FEN_START, "e0f1", "The king cannot get there", "九宫内直行"},
    {FEN_START, "a3a5", "The pawn cannot get there", "一次只能走一步"},
    {"3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0", "The king cannot leave the palace", "帅不能走出九宫"},
    {"3k5/9/9/9/9/9/9/9/9/3AK4 w", "d0c1", "The advisor cannot leave the palace", "仕不能走出九宫"},
    {"3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", "The elephant cannot cross the river", "相不能过河"},
    {"3k5/9/9/2P6/9/9/9/9/9/4K4 w", "c6c5", "A pawn cannot move back", "兵不能后退"},
    {FEN_START, "a3b3", "A pawn can move sideways only after crossing the river", "过河之前不能横走"},
    {FEN_START, "h0f1", "The horse's leg is blocked by the elephant on g0", "蹩马腿：马腿被相（g0）挡住"},
    {"3k5/9/9/9/9/9/9/9/3N5/2B1K4 w", "c0e2", "The elephant's eye is blocked by the horse on d1", "塞象眼：象眼被马（d1）挡住"},
    {FEN_START, "a0a4", "The rook's way is blocked by the pawn on a3", "车被兵（a3）挡住"},
    {FEN_START, "h2h8", "The cannon's way is blocked by the cannon on h7", "炮被炮（h7）挡住"},
    {FEN_START, "h2h7", "The cannon has no screen to capture the cannon on h7", "炮没有炮架，不能吃炮（h7）"},
    {"3k5/9/9/4r4/4p4/4p4/9/9/4C4/4K4 w", "e1e6", "there is more than one piece between them", "不止一个子"},
    {"3k5/9/9/9/4r4/9/9/9/9/R3K4 w", "a0a1", "still be in check from the rook on e5", "必须应将：走后车（e5）仍在将军"},
    {"3k5/9/9/9/4r4/9/9/4R4/9/4K4 w", "e2d2", "leave your king in check from the rook on e5", "不能送将：走后自己的帅（将）被车（e5）将军"},
    {"4k4/9/9/9/9/9/9/4C4/9/4K4 w", "e2d2", "two kings facing each other", "将帅不能照面"},
    {FEN_START, "C3.5", "Red has no cannon on file 3.", "红方三路上没有炮"},
    {"3k5/9/9/9/9/9/9/9/9/4K4 w", "前炮平五", "Red has no cannon", "红方没有炮"},
    {FEN_START, "前炮平五", "too few cannons on one file", "同一路上的炮不够"},
    {FEN_START, "马八平七", "The horse cannot move sideways", "马不能平"},
    {FEN_START, "相三平五", "The elephant cannot move sideways", "相不能平"},
    {FEN_START, "炮二进九", "The cannon would leave the board", "炮超出棋盘"},
    {FEN_START, "R1.1", "The rook would stay where it is", "车没有移动"},
    {FEN_START, "H8+8", "The horse cannot get there", "马走不到那里"},
    {"3k5/9/9/9/2C6/9/9/2C6/9/4K4 w", "C7.5", "ambiguous: it may mean C+.5 or C-.5.", "有歧义：可能是 C+.5 或 C-.5。"},
    {"3k5/9/9/9/2C6/9/9/2C6/9/4K4 w", "炮七平五", "it may mean 前炮平五 or 后炮平五.", "前炮平五 或"},
};

START_TEST(refusals_say_why)
{
    Position pos = read_position(refusals[_i].fen);
    for (Language l = LANGUAGE_ENGLISH; l <= LANGUAGE_CHINESE; l++) {
        Move m;
        Text why = WHY_IN(l);
        const char *told = l == LANGUAGE_CHINESE ? refusals[_i].chinese : refusals[_i].english;
        ck_assert_msg(move_from_text(&pos, refusals[_i].text, &m, &why) != READ_MOVE, "%s is legal", refusals[_i].text);
        ck_assert_msg(strstr(why.data, told) != NULL, "%s: %s", refusals[_i].text, why.data);
    }
}
END_TEST

/* For a reader who counts files, from the side of the player. */
START_TEST(refusals_by_files)
{
    static const struct {
        const char *fen, *text, *english, *chinese;
    } cases[] = {
        {FEN_START, "e4e5", "There is no piece there.", "该处没有棋子。"},
        {FEN_START, "a0a4", "The rook's way is blocked by the pawn on file 9.", "车被九路的兵挡住。"},
        {"4k4/9/9/r3p4/9/9/9/9/9/R3K4 b", "a6i6", "The rook's way is blocked by the pawn on file 5.", "车被5路的卒挡住。"},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (Language l = LANGUAGE_ENGLISH; l <= LANGUAGE_CHINESE; l++) {
            Position pos = read_position(cases[i].fen);
            Move m;
            Text why = WHY_IN(l);
            why.by_files = true;
            ck_assert_int_eq(move_from_text(&pos, cases[i].text, &m, &why), READ_REFUSED);
            ck_assert_str_eq(why.data, l == LANGUAGE_CHINESE ? cases[i].chinese : cases[i].english);
        }
}
END_TEST

/* The table above covers every possible reason. */
START_TEST(every_reason_has_a_case)
{
    static const char *const readings[] = {"is not a move",    "Red has no cannon", "on one file",     "cannot move sideways",
                                           "cannot get there", "ambiguous",         "leave the board", "stay where"};
    bool faults[FAULT_FACING + 1] = {[MOVE_OK] = true}, read[COUNT(readings)] = {0};
    for (int i = 0; i < COUNT(refusals); i++) {
        Position pos = read_position(refusals[i].fen);
        Move m;
        Square where;
        for (int k = 0; k < COUNT(readings); k++)
            read[k] |= strstr(refusals[i].english, readings[k]) != NULL;
        if (move_from_iccs(refusals[i].text, &m))
            faults[move_fault(&pos, m, &where)] = true;
        else if (strcmp(refusals[i].english, "off the board") == 0)
            faults[FAULT_OFF_BOARD] = true;
    }
    for (int i = 0; i < COUNT(faults); i++)
        ck_assert_msg(faults[i], "no case for fault %d", i);
    for (int i = 0; i < COUNT(readings); i++)
        ck_assert_msg(read[i], "no case for \"%s\"", readings[i]);
}
END_TEST

/* ---- text on a terminal ---- */

static const struct {
    const char *text;
    int columns, fit; /* bytes that fit into four columns */
} widths[] = {
    {"", 0, 0},      {"abc", 3, 3}, {"abcdef", 6, 4}, {"炮二平五", 8, 6}, {"a炮二", 5, 4}, {"┼──┤", 4, 12}, {"\033[1;31m车\033[0m9", 3, 15},
    {"\xe7x", 2, 2},
};

START_TEST(columns_of_text)
{
    ck_assert_int_eq(utf8_columns(widths[_i].text), widths[_i].columns);
    ck_assert_int_eq((int)utf8_fit(widths[_i].text, 4), widths[_i].fit);
}
END_TEST

/* ---- over a pipe ---- */

/* Returns the end of a text that fits into a message. */
static const char *tail(const char *text)
{
    enum { SHOWN = 3000 };
    size_t length = strlen(text);
    return length > SHOWN ? text + length - SHOWN : text;
}

/* Runs `ENVIRONMENT hanxin WORDS` with this input in a scratch folder. Stores the status and returns all output. */
static const char *run_in(const char *environment, const char *words, const char *input, int *status)
{
    static char out[1 << 20];
    char path[600], command[1500], here[400];
    snprintf(path, sizeof path, "%s/input", scratch_folder());
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(input, file);
    fclose(file);
    char *program = realpath(built_program("hanxin"), here);
    ck_assert_ptr_nonnull(program);
    snprintf(command, sizeof command, "cd '%s' && COLUMNS=80 LC_ALL=C.UTF-8 XDG_STATE_HOME='%s/state' %s '%s' %s <input 2>&1",
             scratch_folder(), scratch_folder(), environment, program, words);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t n = fread(out, 1, sizeof out - 1, pipe);
    out[n] = '\0';
    int raw = pclose(pipe);
    *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
    return out;
}

static const char *run(const char *words, const char *input, int *status) { return run_in("", words, input, status); }

static const struct {
    const char *name, *words, *input;
    const char *wanted[7]; /* in this order */
} sessions[] = {
    {"moves of two people",
     "play --side both --lang en",
     "h2e2\n马8进7\nH2+3\nfen\n",
     {"Red played C2=5.", "Black played H8+7.", "Red played H2+3.", "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b"}},
    {"undo and redo",
     "play --side both",
     "h2e2\nh9g7\nundo\nfen\nredo\nundo 2\nundo\nredo 2\nredo\nfen\n",
     {"1C2C4/9/RNBAKABNR b", "There is no move to take back", "There is no move to redo", "1C2C4/9/RNBAKABNR w"}},
    {"undo takes the reply back as well",
     "play --depth 2",
     "h2e2\nundo\nfen\nundo\nredo\nmoves e2\n",
     {"Black plays", "1C5C1/9/RNBAKABNR w - - 0 1", "There is no move to take back", "The cannon on file 5 can go to"}},
    {"the engine's first move cannot be taken back",
     "play --side black --depth 1",
     "undo\n",
     {"Red plays", "There is no move to take back"}},
    {"a square alone",
     "play --side both --ascii",
     "h0\ne4\nb9\na0\n",
     {"x---C---x", "The horse on file 2 can go to:", "H2+3", "There is no piece there", "The horse on file 2 is not yours",
      "The rook on file 9 can go to"}},
    {"a piece that cannot move", "play --side both --fen '3k5/9/9/9/9/9/9/9/C8/RN2K4 w'", "a0\n", {"The rook on file 9 has no legal move"}},
    {"resignation",
     "play --side both",
     "h2e2\nresign\nh9g7\nundo\nfen\n",
     {"Black resigns.", "Red wins (1-0)", "The game is over", "RNBAKABNR w"}},
    {"resignation against the engine", "play --side black --depth 1", "resign\n", {"Black resigns.", "Red wins (1-0)"}},
    {"draw between people",
     "play --side both",
     "draw\nno\ndraw\nyes\n",
     {"Black, do you accept", "Black declines.", "Black, do you accept", "The players agree to a draw.", "Draw (1/2-1/2)"}},
    {"draw refused", "play --depth 3 --fen '3k5/9/9/9/9/9/9/4C4/r8/4K4 w'", "draw\n", {"Black declines."}},
    {"draw agreed", "play --depth 3 --fen '3k5/9/9/9/9/9/9/R8/R8/4K4 w'", "draw\n", {"agree to a draw"}},
    {"checkmate",
     "play --side both",
     "h0g2\nb7g7\nh2h4\ng7d7\nb2e2\nd7d3\ne2e6\nh9g7\nh4e4\n",
     {"Red played C5+4.", "Black is checkmated.", "Red wins (1-0)"}},
    {"mate given to the engine",
     "play --depth 1 --fen '3k5/R8/9/9/9/9/9/9/1R7/4K4 w'",
     "b1b9\n",
     {"Black is checkmated.", "Red wins (1-0)"}},
    {"stalemate",
     "play --side both --fen '3k5/1P7/9/9/9/9/9/9/9/4K4 w'",
     "b8c8\n",
     {"Red played", "Black has no legal move and loses", "Red wins"}},
    {"stalemate at the start", "play --side both --fen '3k5/2P6/9/9/9/9/9/9/9/4K4 b'", "", {"has no legal move and loses", "Red wins"}},
    {"repetition",
     "play --side both --fen '3k5/9/9/9/9/9/9/9/9/R3K4 w'",
     "a0a1\nd9d8\na1a0\nd8d9\na0a1\nd9d8\na1a0\nd8d9\n",
     {"Draw by repetition.", "Draw (1/2-1/2)"}},
    {"perpetual check",
     "play --side both --fen '4k4/9/9/9/9/9/9/9/4A4/R3K4 w'",
     "a0a9\ne9e8\na9a8\ne8e9\na8a9\ne9e8\na9a8\ne8e9\na8a9\n",
     {"Red loses by perpetual check.", "Black wins (0-1)"}},
    {"natural limit",
     "play --side both --limit 4 --fen '3k5/9/9/9/9/9/9/9/9/R3K4 w'",
     "a0a1\nd9d8\na1a2\nd8d9\n",
     {"4 plies without a capture, the natural limit", "Draw (1/2-1/2)"}},
    {"other rules",
     "play --side both --rules off --fen '4k4/9/9/9/9/9/9/9/4A4/R3K4 w'",
     "a0a9\ne9e8\na9a8\ne8e9\na8a9\ne9e8\na9a8\ne8e9\na8a9\n",
     {"Draw by repetition."}},
    {"new, flip, side",
     "play --side both --ascii --coordinates iccs",
     "h2e2\nnew black\nflip\nside\nside both\nside\n",
     {"new", "i   h   g", "black", "both"}},
    {"level, time, depth, notation",
     "play --side both",
     "level 3\nlevel 21\ntime 0.5\ndepth 4\nnotation chinese\nh2e2\n",
     {"Level 3 of 20, Elo 660.", "Levels go from 1 to 20", "0.5 s per move", "Depth 4.", "Red played 炮二平五."}},
    {"hint, eval",
     "play --side both --depth 3 --fen '3k5/R8/9/9/9/9/9/9/1R7/4K4 w'",
     "hint\neval\n",
     {"Try R8+8: Red mates in 1.", "Static evaluation, without a search: Red +"}},
    {"analysis", "play --side both --depth 4", "analyse\nanalyse x\n", {"1. 4 ", "2. 4 ", "3. 4 ", "million nodes", "'x'"}},
    {"analysis of the only move there is",
     "play --side both --depth 4 --fen '3k5/9/9/9/9/9/9/9/3r5/4K4 w'",
     "analyse\n",
     {"1. 4 ", "million nodes"}},
    {"review, and what is saved of it",
     "play --side both --lang en --fen '3k5/9/R8/9/9/1r7/9/9/9/5K2R w'",
     "review\na7a8\nd9e9\ni0i4\nreview x\nreview 86401\nreview 0.02\nsave marked.pgn chinese\nundo\nsave plain.pgn\nload marked.pgn\n",
     {"There is no move to review.", "'x'", "'86401': expected", "misses mate in 1", "hanxin show FILE", "Saved to 'marked.pgn'",
      "Saved to 'plain.pgn'"}},
    {"the same in Chinese",
     "play --side both --lang zh --fen '3k5/9/R8/9/9/1r7/9/9/9/5K2R w'",
     "复盘\na7a8\nd9e9\ni0i4\n复盘 0.02\n",
     {"还没有可复盘的着法", "红方 - 黑方  *", "错过 1 步杀", "准确率", "带评注"}},
    {"moves", "play --side both --notation iccs", "moves\nmoves b0\nmoves z9\n", {"a0a1", "h2e2", "can go to", "b0a2", "'z9'"}},
    {"fen", "play --side both", "fen 3k5/R8/9/9/9/9/9/9/1R7/4K4 w\nb1b9\nfen nonsense\n", {"Black is checkmated", "FEN"}},
    {"save and load",
     "play --side both",
     "h2e2\nh9g7\nsave game.pgn\nsave wide.pgn chinese\nnew\nload wide.pgn\nfen\nload none.pgn\nload\nsave\n",
     {"Saved to 'game.pgn'", "Saved to 'wide.pgn'", "1. C2=5      H8+7", "1C2C4/9/RNBAKABNR w", "Cannot read none.pgn: No such file",
      "missing file name"}},
    {"help", "play --side both", "help\n", {"undo [N]", "analyse [SECONDS]", "save FILE", "quit"}},
    {"Chinese",
     "play --side both --lang zh",
     "马二进四\n炮二平五\n马8进7\n悔棋\n帮助\n认输\n",
     {"蹩马腿", "红方走了 炮二平五。", "黑方走了 马8进7。", "悔棋", "着法写作", "黑方认输。", "红方胜（1-0）"}},
    {"wide blanks", "play --side both --lang zh", "　炮二平五　\n悔棋　1\nfen\n", {"红方走了 炮二平五。", "1C5C1/9/RNBAKABNR w"}},
    {"wrong numbers and words are told what would be right",
     "play --side both --lang en",
     "undo x\nredo 0\ntime 0\ndepth 101\nnotation latin\nlang fr\nnew green\n",
     {"undo: invalid value 'x': expected a number of plies, 1 or more.", "redo: invalid value '0'",
      "time: invalid value '0': expected seconds from 0.001", "depth: invalid value '101': expected plies from 1 to 100",
      "expected iccs, wxf, chinese, traditional, english or vietnamese", "expected en, zh, zh-Hant or vi",
      "expected red, black, both or none"}},
    {"the same in Chinese",
     "play --side both --lang zh",
     "undo x\ntime 0\ndepth -1\nnotation latin\nlang fr\nlevel abc\nfen 9/9\n",
     {"无法识别“x”，应为：1 以上的整数", "应为：0.001 至 86400 的秒数", "应为：1 至 100", "应为：iccs、wxf", "应为：en、zh、zh-Hant 或 vi",
      "棋力应为 1 至 20 级", "局面有误"}},
    {"words too many",
     "play --side both --lang en",
     "flip it\nlevel 5 6\nhelp me\nquit now\nfen\n",
     {"too many words: the usage is `flip`.", "usage is `level [1..20]`", "help: invalid value 'me'", "usage is `quit`", "RNBAKABNR w"}},
    {"level, time and depth take each other's place, and say so",
     "play --side both --lang en",
     "level 3\ndepth 4\nlevel 2\ntime 1\n",
     {"Level 3", "This replaces level 3.", "Depth 4.", "This replaces depth 4.", "Level 2", "This replaces level 2.", "1 s per move."}},
    {"control characters are not echoed in answers", "play --side both --lang en", "a\x07\x01z\n", {"'a??z' is not a move"}},
    {"files that cannot be",
     "play --side both --lang en",
     "h2e2\nsave /nonexistent/x.pgn\nsave .\nload .\nload input\nload /dev/null\nfen\n",
     {"Cannot write /nonexistent/x.pgn: No such file", "Cannot write .: is a folder", "Cannot read .: is a folder",
      "'input' is damaged; plies read: 1; line 2: Black's move 1, 'save'", "There is no game in '/dev/null'.", "1C2C4/9/RNBAKABNR b"}},
    {"the same in Chinese",
     "play --side both --lang zh",
     "h2e2\nsave /nonexistent/x.pgn\nsave .\nload none.pgn\nload\nsave input\n",
     {"无法写入 /nonexistent/x.pgn：没有这个文件或文件夹。", "无法写入 .：这是文件夹。", "无法读取 none.pgn：没有这个文件或文件夹。",
      "load：缺少文件名", "无法写入 input：文件已存在，未作改动。"}},
    {"nothing is replaced unasked", "play --side both --lang en", "h2e2\nsave input\n", {"Cannot write input: file already exists"}},
    {"a mated position",
     "play --lang en --fen '3k1R3/9/9/9/9/9/9/9/9/3RK4 b'",
     "hint\nmoves\nh2e2\ndraw\nresign\ngo\nundo\n",
     {"Black is checkmated.", "Red wins (1-0). `new` starts", "Black is checkmated.", "There is no legal move.", "over: `new`",
      "over: `new`", "There is no move to take back"}},
    {"nothing that could win",
     "play --side both --lang en --fen '3k5/9/9/9/9/9/9/9/9/4K4 b'",
     "d9d8\nnew\nfen\n",
     {"neither side has a rook, horse, cannon or pawn left", "Draw (1/2-1/2)", "The game is over", "RNBAKABNR w"}},
    {"Black to move, and the engine is Black",
     "play --depth 1 --lang en --fen '3k5/9/9/9/9/9/9/9/9/R3K4 b'",
     "undo\n",
     {"Black plays", "There is no move to take back"}},
    {"input ends within a question", "play --side both --lang en", "draw\n", {"do you accept a draw?", "Black declines."}},
    {"quit", "play --side both", "quit\nh2e2\n", {"quit"}},
    {"abbreviations", "play --side both", "h2e2\nu\nfen\nR\nq\nfen\n", {"RNBAKABNR w", "'R' may be `redo` or `resign`.", "> q"}},
    {"what ends the game is not to be shortened",
     "play --side both",
     "h2e2\nres\ndr\nne\nfen\nresign\n",
     {"'res' is too short: write `resign` in full, as it ends the game.", "write `draw` in full", "write `new` in full",
      "1C2C4/9/RNBAKABNR b", "Black resigns."}},
    {"help about one word",
     "play --side both",
     "help level\nhelp lev\n?\nhelp x\n",
     {"level [1..20]  ", "playing strength", "playing strength", "undo [N]", "help: invalid value 'x': expected a command"}},
    {"help about one word in Chinese", "play --side both --lang zh", "帮助 保存\n？\n", {"save 文件 [记谱法]  保存", "load 文件"}},
    {"a new game from the other side",
     "play --depth 1 --ascii --coordinates iccs --lang en",
     "new black\nnew red\nside black\nside both\n",
     {"Red>", "i   h   g", "Red plays", "a   b   c", "i   h   g", "i   h   g"}},
    {"no draw before there is a game", "play --depth 4", "draw\nfen\n", {"Black declines", "RNBAKABNR w"}},
    {"a first game is not at full strength, and says what the level is worth",
     "play --lang en",
     "level\nlevel 20\nboard\n",
     {"Hanxin plays at level 5 of 20 (Elo 770); `level 6`", "Level 5 of 20, Elo 770.", "Elo of each level:\n  1: 600   2: 630 ", "20: 2800",
      "Level 20 of 20, Elo 2800.", "Hanxin, 2 s"}},
    {"the same in Chinese",
     "play --lang zh",
     "level\n棋力 3\n级别 4\n",
     {"韩信棋力 5 级（最高 20 级，Elo 770）；输入“棋力 6”", "各级 Elo：\n  1: 600", "棋力 3 级", "棋力 4 级"}},
    {"a level, a time or a depth",
     "play --level 3",
     "time 0.5\nboard\nlevel 4\nboard\ndepth 2\nboard\n",
     {"Hanxin, level 3", "Hanxin, 0.5 s", "Hanxin, level 4", "Hanxin, depth 2"}},
    {"the engine against itself", "play --side none --depth 1 --limit 10", "", {"Red plays", "Black plays", "natural limit"}},
    {"a move taken back among engines",
     "play --side none --depth 1 --limit 4 --lang en --fen '3k5/9/9/P8/9/9/9/9/9/4K4 w'",
     "undo x\nundo\nfen\nundo\nfen\nredo\nfen\n",
     {"natural limit", "'x'", " b - - 3 2", " w - - 2 2", " b - - 3 2"}},
};

START_TEST(sessions_over_a_pipe)
{
    int status;
    const char *out = run(sessions[_i].words, sessions[_i].input, &status), *at = out;
    ck_assert_msg(status == 0, "%s: status %d: %s", sessions[_i].name, status, tail(out));
    for (int i = 0; i < COUNT(sessions[_i].wanted) && sessions[_i].wanted[i]; i++) {
        at = strstr(at, sessions[_i].wanted[i]);
        ck_assert_msg(at != NULL, "%s: no \"%s\" in\n%s", sessions[_i].name, sessions[_i].wanted[i], tail(out));
        at += strlen(sessions[_i].wanted[i]);
    }
    ck_assert_msg(strchr(out, '\033') == NULL, "%s: escape sequences in a pipe", sessions[_i].name);
}
END_TEST

static const struct {
    const char *words, *input, *wanted;
    int status;
} commands[] = {
    {"play --side green", "", "invalid value 'green' for --side: expected red, black, both or none", 2},
    {"play --level 0", "", "a whole number from 1 to 20", 2},
    {"play --level", "", "missing value for --level", 2},
    {"play --level=abc", "", "invalid value 'abc' for --level: expected a whole number from 1 to 20", 2},
    {"play --time 0", "", "invalid value '0' for --time: expected seconds from 0.001", 2},
    {"play table", "", "unexpected argument 'table'", 2},
    {"play --lang zh --help", "", "--threads N", 0},
    {"play --level 3 --depth 4", "", "--level and --depth exclude each other", 2},
    {"play --time 3 --level 4 --lang zh", "", "--level 与 --time 只能给出一个", 2},
    {"play --continue --level 3 --time 5", "", "--level and --time exclude each other", 2},
    {"play --level 3 --time 5 --continue --fen x", "", "--level and --time exclude each other", 2},
    {"play --lang en --fen '3k5/9/9/9/9/9/9/9/9/R4K3 w - - 9 30' --limit 10 --depth 5", "hint\n", ": even 0.00", 0},
    {"play --continue --fen x", "", "--fen and --continue exclude each other", 2},
    {"play --fen '3k5/9/9/9/9/9/9/9/9/4K4 w' --continue", "", "exclude each other", 2},
    {"play --lang zh --side green", "", "“green”不是 --side 的有效值：应为 red、black、both 或 none", 2},
    {"play --lang zh --level 0", "", "应为 1 至 20 的整数", 2},
    {"help convert", "", "hanxin convert", 0},
    {"help nothing", "", "unknown command 'nothing'", 2},
    {"show --help", "", "replay a game", 0},
    {"play --time x", "", "expected seconds", 2},
    {"play --continue", "", "no unfinished game", 1},
    {"play --depth 0", "", "plies from 1 to 100", 2},
    {"play --rules mine", "", "invalid value 'mine' for --rules: expected asian, ", 2},
    {"play --lang fr", "", "invalid value 'fr' for --lang: expected en, zh, zh-Hant or vi", 2},
    {"play --fen 9/9", "", "FEN board", 1},
    {"play --what 3", "", "unknown option '--what'", 2},
    {"play --help", "", "--notation", 0},
    {"play --lang en --help", "", "Elo 600) to 20 (full strength, Elo 2800); 5 (Elo 770) if not", 0},
    {"play --book none.dat", "", "hanxin play: none.dat: ", 1},
    {"play --lang zh --book input", "12341111", "hanxin play：input：不是开局库，或已损坏：第 0 条记录不是着法\n", 1},
    {"play --lang zh --book input", "1234567", "input：不是开局库，或已被截断：7 字节不是整数条记录", 1},
    {"play --threads 0", "", "invalid value '0' for --threads: expected an integer from 1 to 256", 2},
    {"play --hash x", "", "invalid value 'x' for --hash: expected an integer from 1 to 65536", 2},
    {"convert --to chinese h2e2 h9g7 h0g2", "", "炮二平五 马8进7 马二进三\n", 0},
    {"convert --to traditional h2e2 h9g7 h0g2", "", "炮二平五 馬8進7 馬二進三\n", 0},
    {"convert --to wxf 1.炮二平五 馬８進７ 2. H2-G4", "", "C2.5 H8+7", 1},
    {"convert --to iccs 'C2.5 H8+7' H2+3", "", "h2e2 h9g7 h0g2\n", 0},
    {"convert h0f1", "", "move 1, h0f1: The horse's leg is blocked by the elephant on g0", 1},
    {"convert --lang zh h0f1", "", "蹩马腿", 1},
    {"convert --to wxf --fen '3k5/9/9/9/2C6/9/9/2C6/9/4K4 w' c5e5", "", "C+.5\n", 0},
    {"convert -C.5 --fen '3k5/9/9/9/2C6/9/9/2C6/9/4K4 w' --to wxf", "", "C-.5\n", 0},
    {"convert --fen '3k5/9/9/9/2C6/9/9/2C6/9/4K4 w' -炮平五", "", "c2e2\n", 0},
    {"convert 1.2.h2e2", "", "h2e2\n", 0},
    {"convert -x", "", "move 1, -x: '-x' is not a move", 1},
    {"judge --lang en --fen '3k5/9/9/9/2C6/9/9/2C6/9/4K4 w' -C.5", "", "The game is not over.\n", 0},
    {"convert --to latin h2e2", "", "invalid value 'latin' for --to: expected iccs, wxf, chinese, traditional, english, vietnamese or", 2},
    {"convert", "", "missing moves or game file", 2},
    {"convert none.pgn", "", "none.pgn: No such file", 1},
    {"convert input none.pgn", "1. h2e2 *", "1. H2-E2 *", 1},
    {"convert none.pgn input", "1. h2e2 *", "1. H2-E2 *", 1},
    {"convert input input", "1. h2e2 *", "1. H2-E2 *\n\n[Result \"*\"]", 0},
    {"convert --to chinese -", "[Event \"x\"]\n\n1. C2.5 {good} H8+7 1-0\n\n1. h0g2 *\n",
     "[Format \"Chinese\"]\n\n1. 炮二平五 {good} 马8进7 1-0\n\n[Result \"*\"]", 0},
    {"convert --to wxf -", "1. h2e2 h9g8 1-0\n1. h0g2 *", "standard input, game 1, line 1: Black's move 1, 'h9g8', cannot be played", 1},
    {"convert --to wxf -", "[Red \"\xd5\xc5\xc8\xfd\"]\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed\xa3\xb8\xbd\xf8\xa3\xb7 1-0",
     "[Red \"张三\"]\n[Result \"1-0\"]\n[Format \"WXF\"]\n\n1. C2.5 H8+7 1-0", 0},
    {"show -", "1. h2e2 {into the middle} h9g7 1-0", "ply 2 of 2   1-0", 0},
    {"show --lang en --ply 1 -", "[Red \"a\033[31mb\"]\n\n1. h2e2 {x\033]0;t\007y} *", "C2=5  x?]0;t?y\n", 0},
    {"show --notation chinese --ply 1 -", "[Red \"Wu\"]\n[Black \"Xu\"]\n\n1. h2e2 {into the middle} h9g7 1-0", "炮二平五  into the middle",
     0},
    {"show --ply -1 -", "1. h2e2 h9g7 1-0", "ply 2 of 2   1-0", 0},
    {"show --ply 3 -", "1. h2e2 h9g7 1-0", "the game has only 2 plies", 1},
    {"show --game 2 -", "1. h2e2 h9g7 1-0", "no game 2", 1},
    {"show -", "1. h2e2 h9g8 1-0", "'h9g8', cannot be played", 1},
    {"show none.pgn", "", "none.pgn: No such file", 1},
    {"show input", "\1\2 nothing of a game", "hanxin show: input: a binary file of an unknown format", 1},
    {"show .", "", "hanxin show: .: is a folder", 1},
    {"show --lang zh none.pgn", "", "hanxin show：none.pgn：没有这个文件", 1},
    {"show --lang zh", "", "\n轮到红方走\n", 0},
    {"show --ascii --coordinates iccs", "", "    |             river             |\n 4  +---+---+---+---+---+---+---+---+  4\n", 0},
    {"show", "", "    │      楚 河         漢 界      │\n    ┼───┼───┼───┼───┼───┼───┼───┼───┤  \n", 0},
    {"show --ascii --flip --coordinates iccs", "", "  i   h   g   f   e   d   c   b   a\n 0  R---H---E---A---K---A---E---H---R  0\n", 0},
    {"show --ascii --notation iccs", "", " 0  R---N---B---A---K---A---B---N---R  0\n    a   b   c ", 0},
    {"show --ascii --ply 1 -", "1. h2h9 i9h9 *", "captured: h\n", 0},
};

/* The book's only move is played; then the game leaves the book. */
START_TEST(the_engine_plays_from_a_book)
{
    static const MadeBookLine lines[] = {
        {FEN_START, "a3a4:100"},
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/P8/2P1P1P1P/1C5C1/9/RNBAKABNR b", "i6i5:7"},
    };
    char path[600];
    int status;
    snprintf(path, sizeof path, "%s/table.dat", scratch_folder());
    make_book(path, lines, COUNT(lines));
    const char *out = run("play --side none --depth 1 --limit 4 --threads 2 --hash 1 --book table.dat", "", &status);
    ck_assert_int_eq(status, 0);
    ck_assert_msg(strstr(out, "Red plays P9+1 from the book.") && strstr(out, "Black plays P9+1 from the book."), "%s", tail(out));
    const char *third = strstr(out, "  2. ");
    ck_assert_msg(third && !strstr(third, "from the book"), "%s", tail(out));
    out = run("play --side black --depth 1 --lang zh --book none --book table.dat", "", &status);
    ck_assert_msg(strstr(out, "红方走 兵九进一，出自开局库。"), "%s", tail(out));
}
END_TEST

/* Hints list the book's moves with shares, and with scores if there are any. */
START_TEST(hints_list_the_book_moves)
{
    static const MadeBookLine lines[] = {{FEN_START, "h2e2:30 a3a4:10 h0g2:5 b0c2:5 c3c4:5 g3g4:5 i3i4:5"}};
    const BookMove own[] = {{move_of("g3g4"), 3, 35}, {move_of("h2e2"), 1, -4}};
    char path[600];
    int status;
    BookDraft draft = {0};
    Text bytes = TEXT_INIT;
    Position start = read_position(FEN_START);
    snprintf(path, sizeof path, "%s/hint.dat", scratch_folder());
    make_book(path, lines, COUNT(lines));
    for (int i = 0; i < COUNT(own); i++)
        ck_assert(draft_add(&draft, &start, &own[i]));
    ck_assert(draft_pack(&draft, &bytes));
    snprintf(path, sizeof path, "%s/hint.hxb", scratch_folder());
    FILE *file = fopen(path, "wb");
    ck_assert(file && fwrite(bytes.data, 1, bytes.length, file) == bytes.length && fclose(file) == 0);
    const char *out = run("play --side both --depth 1 --lang en --book hint.dat", "hint\nh2e2\nhint\n", &status);
    ck_assert_msg(strstr(out, "The book: C2=5 46 %; P9+1 15 %; ") && strstr(out, "8 %; others.\nTry "), "%s", tail(out));
    ck_assert_msg(!strstr(strstr(out, "The book: ") + 1, "The book: "), "%s", tail(out));
    out = run("play --side both --depth 1 --lang zh --notation chinese --book hint.hxb", "analyse\n", &status);
    ck_assert_msg(strstr(out, "开局库：") && strstr(out, " 33 %，红方优 0.35；") && strstr(out, " 17 %，黑方优 0.04"), "%s", tail(out));
    text_free(&bytes);
    draft_clear(&draft);
    Book *built_in = book_built_in(NULL); /* nothing if the programs were built without a book */
    out = run("play --side both --depth 1 --lang en", "hint\n", &status);
    ck_assert_msg((strstr(out, "The book: ") != NULL) == (built_in != NULL), "%s", tail(out));
    book_free(built_in);
}
END_TEST

/* If the locale is not UTF-8, Chinese characters would be unreadable, so they are shown only on request. */
START_TEST(pieces_are_letters_without_utf8)
{
    static const char *const english[] = {"play --side both", "show", "show -"};
    static const char *const environments[] = {"LC_ALL=C", "LC_ALL= LC_CTYPE= LANG=", "LC_ALL=zh_CN.GBK"};
    int status;
    for (int i = 0; i < COUNT(english); i++)
        for (int j = 0; j < COUNT(environments); j++) {
            const char *out = run_in(environments[j], english[i], i == 2 ? "1. h2e2 h9g7 1-0" : "h2\nb0c2\nxyz\nhelp\n", &status);
            for (const char *c = out; *c; c++)
                ck_assert_msg((unsigned char)*c < 0x80, "%s %s: not ASCII: %s", environments[j], english[i], tail(c));
            ck_assert_msg(strstr(out, "R---H---E---A---K") != NULL, "%s", tail(out));
        }
    ck_assert_ptr_nonnull(strstr(run_in("LC_ALL=C", "show --lang zh", "", &status), "楚 河"));
    ck_assert_ptr_nonnull(strstr(run_in("LC_ALL=xx_XX.utf8", "show", "", &status), "楚 河"));
    ck_assert_ptr_nonnull(strstr(run_in("LC_ALL=C.UTF-8 LANG=zh_CN.UTF-8", "play --side both", "", &status), "Type a move "));
    ck_assert_ptr_nonnull(strstr(run_in("LC_ALL= LANG=zh_CN.UTF-8", "play --side both", "", &status), "输入着法"));
    ck_assert_ptr_nonnull(strstr(run_in("LC_ALL= LANG=zh_CN.UTF-8", "play --help", "", &status), "  线程数（"));
}
END_TEST

/* A position in which lines of different iterations used to be mixed. The answer is correct at any speed. */
START_TEST(analysis_shows_distinct_lines)
{
    int status;
    /* the analysis ends */
    ck_assert_ptr_nonnull(strstr(run("play --side both --lang en", "analyse 0.0001\nfen\n", &status), "RNBAKABNR w"));
    for (int tries = 0; tries < 4; tries++) {
        const char *out = run("play --side both --notation iccs",
                              "h2e2\nh9g7\nh0g2\nh7h5\nc3c4\nb7e7\na0a1\nb9a7\nanalyse 0.2\nanalyse 0.3\nanalyse 0.4\n", &status);
        const char *at = out;
        for (int block = 0; block < 3; block++) {
            char moves[3][5], depths[3][4];
            for (int i = 0; i < 3; i++) {
                char start[16];
                snprintf(start, sizeof start, "\n%d. ", i + 1);
                at = strstr(at, block == 0 && i == 0 ? "analyse" : "\n");
                while (at && strncmp(at, start, strlen(start)) != 0)
                    at = strchr(at + 1, '\n');
                ck_assert_msg(at != NULL, "no line %d: %s", i + 1, tail(out));
                snprintf(depths[i], sizeof depths[i], "%.2s", at + 4);
                const char *move = strstr(at + 8, "  "); /* after "Red +0.12", "Red mates in 5", "even 0.00" */
                ck_assert_msg(move != NULL, "%s", tail(at));
                snprintf(moves[i], sizeof moves[i], "%.4s", move + 2);
                ck_assert_str_eq(depths[i], depths[0]);
                for (int j = 0; j < i; j++)
                    ck_assert_msg(strcmp(moves[i], moves[j]) != 0, "%s twice: %s", moves[i], tail(out));
            }
            at = strstr(at, "million nodes");
        }
    }
}
END_TEST

/* Without a writer, reading a pipe would block for ever. */
START_TEST(fifos_are_refused)
{
    int status;
    char path[600];
    snprintf(path, sizeof path, "%s/pipe", scratch_folder());
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    const char *out = run("play --side both --lang en", "h2e2\nload pipe\nsave pipe\nfen\n", &status);
    ck_assert_msg(strstr(out, "Cannot read pipe: no program writes to this pipe") != NULL, "%s", tail(out));
    ck_assert_msg(strstr(out, "Cannot write pipe: not a regular file") != NULL, "%s", tail(out));
    out = run("show pipe", "", &status);
    ck_assert_msg(strstr(out, "no program writes to this pipe") != NULL && status == 1, "%s", tail(out));
}
END_TEST

START_TEST(commands_and_arguments)
{
    int status;
    const char *out = run(commands[_i].words, commands[_i].input, &status);
    ck_assert_msg(strstr(out, commands[_i].wanted) != NULL, "%s: %s", commands[_i].words, tail(out));
    ck_assert_msg(status == commands[_i].status, "%s: status %d: %s", commands[_i].words, status, tail(out));
}
END_TEST

/* ---- at a terminal ---- */

START_TEST(a_game_to_mate_at_a_terminal)
{
    static const struct {
        const char *typed, *answer;
    } script[] = {
        {"h0f1", "The horse's leg is blocked by the elephant on file 3"},
        {"马二进三", "Red played H2+3."},
        {"C3.5", "Black has no cannon on file 3"},
        {"b7b2", "The cannon has no screen"},
        {"C2.7", "Black played C2=7."},
        {"e4e5", "There is no piece there"},
        {"H2-H4", "Red played C2+2."},
        {"g7d7", "Black played C7=4."},
        {"d7d3", "is not yours: it is Black's"},
        {"炮八平五", "Red played C8=5."},
        {"d7 d3", "Black played C4+4."},
        {"炮五進四", "Red played C5+4."},
        {"H8+6", "The horse's leg is blocked by the elephant on file 7."},
        {"马8进7", "Black played H8+7."},
        {"castle", "is not a move: write"},
        {"C2.5", "Black is checkmated."},
    };
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --lang en", 100, 30);
    pty_expect(pty, "Red> ");
    for (int i = 0; i < COUNT(script); i++) {
        pty_type(pty, script[i].typed);
        pty_type(pty, "\r");
        pty_expect(pty, script[i].answer);
    }
    pty_expect(pty, "Red wins (1-0)");
    const char *screen = pty_screen(pty);
    static const char *const wanted[] = {
        "    車──馬──象──士──將──士──象──┼───車",
        "    卒──┼───卒──┼───炮──┼───卒──┼───卒",
        "    ┼───┼───┼───┼───炮──┼───┼───╳───┤",
        "楚 河         漢 界",
        "  1. H2+3      C2=7",
        "  5. C2=5",
        "captured: 卒",
        "1   2   3   4   5   6   7   8   9",
        "9   8   7   6   5   4   3   2   1",
    };
    for (int i = 0; i < COUNT(wanted); i++)
        ck_assert_msg(strstr(screen, wanted[i]) != NULL, "no \"%s\" on the screen:\n%s", wanted[i], screen);
    ck_assert_msg(strstr(pty->text, "\033[1;31m") != NULL, "no colours");
    pty_type(pty, "quit\r");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

START_TEST(chinese_and_narrow)
{
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --lang zh", 36, 24);
    pty_expect(pty, "红方> ");
    pty_type(pty, "炮二平五\r");
    pty_expect(pty, "红方走了 炮二平五。");
    const char *screen = pty_screen(pty);
    ck_assert_msg(strstr(screen, "    ┼─炮┼─┼─炮┼─┼─╳─┤") != NULL, "%s", screen);
    for (const char *line = screen; *line;) {
        char copy[400];
        size_t n = strcspn(line, "\n");
        snprintf(copy, sizeof copy, "%.*s", (int)n, line);
        ck_assert_msg(utf8_columns(copy) <= 36 || strstr(copy, "红方>"), "too wide: %s", copy);
        line += n + (line[n] == '\n');
    }
    pty_expect(pty, "黑方> ");
    pty_type(pty, "\004"); /* end of input */
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

START_TEST(analysis_runs_until_a_key)
{
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --lang en", 100, 30);
    pty_expect(pty, "Red> ");
    pty_type(pty, "analyse\r");
    pty_expect(pty, "any key stops");
    pty_expect(pty, "million nodes");
    pty_expect(pty, "million nodes"); /* the display was renewed */
    pty_type(pty, "x");
    pty_expect(pty, "Red> ");
    pty_type(pty, "h2e2\r"); /* the key was consumed: it is not part of the next line */
    pty_expect(pty, "Red played C2=5");
    pty_type(pty, "fen 3k5/9/9/9/9/9/9/9/9/R3K4 w\r"); /* mate in one: found at once, but the display stays */
    pty_expect(pty, "Red> ");
    pty_type(pty, "analyse\r");
    pty_expect(pty, "million nodes");
    sleep_ms(500);
    pty_type(pty, "x");
    pty_expect(pty, "Red> ");
    pty_type(pty, "h2e2\r");
    pty_expect(pty, "no piece there"); /* the answer is not about xh2e2 */
    pty_type(pty, "quit\r");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

/* The displayed time advances during an iteration. */
START_TEST(analysis_shows_the_time)
{
    enum { WATCHED_MS = 4000, LEAST = 3 };
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --lang en", 100, 30);
    pty_expect(pty, "Red> ");
    pty_type(pty, "analyse\r");
    pty_expect(pty, "million nodes");
    sleep_ms(WATCHED_MS);
    pty_type(pty, "x");
    pty_expect(pty, "Red> ");
    int depth = 0, ticks = 0;
    char last[20] = "";
    for (const char *at = pty->text; (at = strstr(at, "1. ")); at += 3) { /* overwritten in place, so not at a line's beginning */
        char time[20] = "";
        const char *end = strstr(at, " s, "), *from = end;
        while (from && from > at && from[-1] != '\n')
            from--;
        snprintf(time, sizeof time, "%.*s", end ? (int)(end - from) : 0, end ? from : "");
        ticks += atoi(at + 3) == depth && strcmp(time, last) != 0;
        depth = atoi(at + 3);
        strcpy(last, time);
    }
    ck_assert_msg(ticks >= LEAST, "%d ticks:\n%s", ticks, tail(pty->text));
    pty_type(pty, "quit\r");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

/* Ctrl-C ends a review. Its findings so far are shown and kept, unless an earlier review had more. */
START_TEST(reviews_are_broken_off)
{
    char line[700];
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --limit 2 --lang en", 100, 60);
    pty_expect(pty, "Red> ");
    pty_type(pty, "h2e2\r");
    pty_expect(pty, "Black> ");
    pty_type(pty, "h9g7\r");
    pty_expect(pty, "`review` judges its moves");
    pty_type(pty, "review 1000\r");
    pty_expect(pty, "Review: position 1 of 3; Ctrl-C ends it");
    pty_type(pty, "\003");
    pty_expect(pty, "Stopped: the first 2 positions were not analysed.");
    pty_expect(pty, "hanxin show FILE");
    snprintf(line, sizeof line, "save %s/broken-off.pgn\r", scratch_folder());
    pty_type(pty, line);
    pty_expect(pty, "Saved to");
    pty_type(pty, "review 0.02\r");
    pty_expect(pty, "hanxin show FILE");
    pty_type(pty, "review 1000\r");
    pty_expect(pty, "Review: position 1 of 3; Ctrl-C ends it");
    pty_type(pty, "\003");
    pty_expect(pty, "the earlier review, which is more complete, is kept");
    pty_type(pty, "quit\r");
    ck_assert_int_eq(pty_end(pty), 0);
    snprintf(line, sizeof line,
             "cd '%s' && grep -l -F '[%%eval +0.00]' broken-off.pgn state/hanxin/*.pgn | wc -l; "
             "grep -l ' a position: 0.02 s\"]' state/hanxin/*.pgn | wc -l",
             scratch_folder());
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    ck_assert(fgets(line, sizeof line, pipe) != NULL);
    ck_assert_int_ge(atoi(line), 2);
    ck_assert(fgets(line, sizeof line, pipe) != NULL);
    pclose(pipe);
    ck_assert_int_eq(atoi(line), 1);
    free(pty);
}
END_TEST

/* The requested amounts are not available here; the options themselves are accepted. */
START_TEST(hash_and_threads_options_are_applied)
{
    char command[900], here[400], out[4000] = "";
    if (strcmp(BUILD_MODE, "asan") == 0 || strcmp(BUILD_MODE, "tsan") == 0)
        return; /* sanitizers need more memory */
    ck_assert_ptr_nonnull(realpath(built_program("hanxin"), here));
    snprintf(command, sizeof command, "cd '%s' && ulimit -v 300000 && echo quit | '%s' play --lang en --hash 1000 --threads 250 2>&1",
             scratch_folder(), here);
    FILE *output = popen(command, "r");
    ck_assert_ptr_nonnull(output);
    out[fread(out, 1, sizeof out - 1, output)] = '\0';
    pclose(output);
    ck_assert_msg(strstr(out, "no memory for 1000 MB") && strstr(out, "no memory for 250 threads"), "%s", out);
}
END_TEST

static const char *const libraries[] = {"readline", "libedit"};

START_TEST(lines_are_edited)
{
    if (!pty_editing(libraries[_i]))
        return;
    static const struct {
        const char *typed, *answer;
    } keys[] = {
        {"h2e\t\r", "Red played C2=5."},                                     /* the only move with this beginning */
        {"not\t\t\010\010\010\010\010\010\010\010\010fen\r", "R b - - 1 1"}, /* completed, then deleted */
        {"und\t\r", "Red> "},
        {"\033[A\033[A\r", "R w - - 0 1"}, /* `fen` again */
        {"炮二平四\010五\r", "Red played C2=5"},
    };
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --lang en", 100, 30);
    pty_expect(pty, "Red> ");
    for (int i = 0; i < COUNT(keys); i++) {
        pty_type(pty, keys[i].typed);
        pty_expect(pty, keys[i].answer);
        if (i != 2)
            pty_expect(pty, "> ");
    }
    pty_type(pty, "quit\r");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

/* A missing locale is common on small systems, and C is the default locale. Chinese text must still work in input and prompts, even
 * without any UTF-8 locale on the system. */
static const char *const locales[] = {"LC_ALL=xx_XX.UTF-8", "LC_ALL= LANG=zh_ZZ.UTF-8", "LC_ALL=C",
                                      "LC_ALL=xx_XX.UTF-8 LOCPATH=/nonexistent", "LC_ALL=C LOCPATH=/nonexistent"};

START_TEST(lines_are_edited_in_any_locale)
{
    char words[200];
    if (!pty_editing(libraries[_i / COUNT(locales)]))
        return;
    snprintf(words, sizeof words, "%s play --side both --lang en", locales[_i % COUNT(locales)]);
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, words, 100, 30);
    pty_expect(pty, "Red> ");
    pty_type(pty, "炮二平五\r");
    pty_expect(pty, "Red played C2=5");
    pty_expect(pty, "Black> ");
    pty_type(pty, "lang zh\r");
    pty_expect(pty, "黑方> ");
    pty_type(pty, "炮8平6\1775\r");
    pty_expect(pty, "黑方走了 C8=5");
    pty_expect(pty, "红方> ");
    pty_type(pty, "quit\r");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

/* Without either library: the terminal itself handles erasing. */
START_TEST(lines_are_read_without_an_editor)
{
    ck_assert(pty_editing("none"));
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --lang en", 100, 30);
    pty_expect(pty, "Red> ");
    pty_type(pty, "h2 e3\1772\r");
    pty_expect(pty, "Red played C2=5.");
    pty_expect(pty, "Black> ");
    pty_type(pty, "马8进7");
    pty_expect(pty, "马8进7");
    pty_type(pty, "\003");
    pty_expect(pty, "Black> ");
    pty_type(pty, "quit\r");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

/* A key at a full screen turns the page, or becomes the beginning of the next line, however lines are read. */
START_TEST(keys_between_pages_are_not_lost)
{
    static const char *const editing[] = {"none", "readline", "libedit"};
    if (!pty_editing(editing[_i]))
        return;
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, "play --side both --lang en", 80, 12);
    pty_expect(pty, "Red> ");
    pty_type(pty, "help\r");
    pty_expect(pty, "-- more");
    pty_type(pty, " ");
    pty_expect(pty, "notation");
    pty_expect(pty, "-- more");
    pty_type(pty, "h2e2\r");
    pty_expect(pty, "Red played C2=5");
    pty_type(pty, "help\r");
    pty_expect(pty, "-- more");
    pty_type(pty, "马8进7\r");
    pty_expect(pty, "Black played H8+7");
    pty_type(pty, "help\r");
    pty_expect(pty, "-- more");
    pty_type(pty, "q");
    pty_expect(pty, "Red> ");
    pty_type(pty, "fen\r"); /* the answer is not about qfen */
    pty_expect(pty, "w - - 2 2");
    pty_type(pty, "quit\r");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

START_TEST(replay_by_keys)
{
    char path[500], words[600];
    snprintf(path, sizeof path, "%s/replay.pgn", scratch_folder());
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("[Red \"Wu\"]\n[Black \"Xu\"]\n\n1. h2e2 {centre} h9g7 2. h0g2 1-0\n\n[Red \"Zhao\"]\n\n1. b2e2 *\n", file);
    fclose(file);
    snprintf(words, sizeof words, "show %s --coordinates iccs --lang en", path);
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, words, 100, 30);
    static const struct {
        const char *key, *wanted;
    } keys[] = {{"", "ply 0 of 3"},        {" ", "C2=5  centre"},
                {"\033[C", "ply 2 of 3"},  {"b", "ply 1 of 3"},
                {"G", "ply 3 of 3   1-0"}, {"\033[H", "ply 0 of 3"},
                {"f", "i   h   g"},        {"n", "Zhao"},
                {"n", "ply 0 of 1"},       {"p", "Wu"}};
    for (int i = 0; i < COUNT(keys); i++) {
        pty_type(pty, keys[i].key);
        pty_expect(pty, keys[i].wanted);
        pty_expect(pty, "q: quit");
    }
    pty_type(pty, "q");
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

static const struct {
    int columns, rows;
    const char *lang, *last; /* of the line that lists the keys */
} sizes[] = {{80, 24, "en", "q: quit"}, {80, 24, "zh", "q 退出"}, {40, 20, "en", "n/p q"}, {40, 20, "zh", "n/p q"},
             {60, 24, "en", "n/p q"},   {60, 24, "zh", "n/p q"},  {120, 50, "en", "quit"}, {75, 16, "zh", "q 退出"}};

/* No part of the board scrolls away and no line is too wide, whatever else is shown. */
START_TEST(replays_fit_the_terminal)
{
    enum { PLIES = 6, LONG = 60 };
    char path[500], words[600];
    snprintf(path, sizeof path, "%s/fit.pgn", scratch_folder());
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("[Event \"A championship with a long name, and a place\"]\n[Date \"2026.11.29\"]\n[Red \"Wu\"]\n[Black \"徐天红\"]\n"
          "[Reason \"Draw by repetition, as neither side has anything better, and both of them are content with that.\"]\n\n"
          "1. h2e2 {[%eval +0.36]} h9g7 $6 {[%eval +0.80]} 2. h0g2 {[%eval +0.40]} i9h9 {",
          file);
    for (int i = 0; i < LONG; i++)
        fputs("a comment 没有尽头的评注 ", file);
    fputs("[%eval -0.40]} 3. i0h0 {[%eval -M5]} b9c7 1/2-1/2\n", file);
    fclose(file);
    snprintf(words, sizeof words, "show %s --lang %s", path, sizes[_i].lang);
    Pty *pty = malloc(sizeof *pty);
    ck_assert_ptr_nonnull(pty);
    pty_start(pty, words, sizes[_i].columns, sizes[_i].rows);
    for (int ply = 0; ply <= PLIES; ply++) {
        pty_expect(pty, sizes[_i].last);
        const char *screen = pty_screen(pty);
        int lines = 0;
        ck_assert_msg(strncmp(screen, "    1", 5) == 0 && strstr(screen, "%eval") == NULL, "%s", screen);
        for (const char *line = screen; *line; lines++) {
            char copy[2000];
            size_t n = strcspn(line, "\n");
            snprintf(copy, sizeof copy, "%.*s", (int)n, line);
            ck_assert_msg(utf8_columns(copy) <= sizes[_i].columns, "ply %d: too wide: %s\n%s", ply, copy, screen);
            line += n + (line[n] == '\n');
        }
        ck_assert_msg(lines <= sizes[_i].rows, "ply %d: %d lines\n%s", ply, lines, screen);
        const char *wanted = ply == 1 ? "0.36" : ply == 4 && sizes[_i].rows < 50 ? "..." : "";
        ck_assert_msg(strstr(screen, wanted), "ply %d: no %s in\n%s", ply, wanted, screen);
        pty_type(pty, ply < PLIES ? " " : "q");
    }
    ck_assert_int_eq(pty_end(pty), 0);
    free(pty);
}
END_TEST

Suite *play_suite(void)
{
    Suite *s = suite_create("play");
    TCase *tc = tcase_create("refusals");
    tcase_add_loop_test(tc, refusals_say_why, 0, COUNT(refusals));
    tcase_add_test(tc, refusals_by_files);
    tcase_add_test(tc, every_reason_has_a_case);
    tcase_add_loop_test(tc, columns_of_text, 0, COUNT(widths));
    suite_add_tcase(s, tc);
    tc = tcase_create("pipe");
    tcase_add_loop_test(tc, sessions_over_a_pipe, 0, COUNT(sessions));
    tcase_add_test(tc, the_engine_plays_from_a_book);
    tcase_add_test(tc, hints_list_the_book_moves);
    tcase_add_test(tc, pieces_are_letters_without_utf8);
    tcase_add_test(tc, analysis_shows_distinct_lines);
    tcase_add_test(tc, fifos_are_refused);
    tcase_add_loop_test(tc, commands_and_arguments, 0, COUNT(commands));
    suite_add_tcase(s, tc);
    tc = tcase_create("terminal");
    tcase_add_test(tc, a_game_to_mate_at_a_terminal);
    tcase_add_test(tc, chinese_and_narrow);
    tcase_add_test(tc, analysis_runs_until_a_key);
    tcase_add_test(tc, analysis_shows_the_time);
    tcase_add_test(tc, reviews_are_broken_off);
    tcase_add_test(tc, hash_and_threads_options_are_applied);
    tcase_add_loop_test(tc, lines_are_edited, 0, COUNT(libraries));
    tcase_add_loop_test(tc, lines_are_edited_in_any_locale, 0, COUNT(libraries) * COUNT(locales));
    tcase_add_test(tc, lines_are_read_without_an_editor);
    tcase_add_loop_test(tc, keys_between_pages_are_not_lost, 0, 3);
    tcase_add_test(tc, replay_by_keys);
    tcase_add_loop_test(tc, replays_fit_the_terminal, 0, COUNT(sizes));
    suite_add_tcase(s, tc);
    return s;
}
