/* SPDX-License-Identifier: GPL-3.0-only */
/* The command line: requests for help are answered, failures are reported with their exit status, and nothing waits for input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "eval/nnue/network.h"
#include "tests/support/support.h"

#define BOARD "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

/* Runs a shell command in the scratch folder for at most 200 seconds; $h is hanxin. Stores the status and returns the output on
 * both streams. Static memory. */
static const char *shell(const char *line, int *status)
{
    static char out[1 << 16];
    char here[4096], script[8192];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    const char *program = built_program("hanxin");
    snprintf(script, sizeof script, "h='%s%s%s' && cd '%s' && export h && exec timeout 200 sh -c '%s' 2>&1 </dev/null",
             *program == '/' ? "" : here, *program == '/' ? "" : "/", program, scratch_folder(), line);
    FILE *pipe = popen(script, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t used = fread(out, 1, sizeof out - 1, pipe);
    memset(out + used, 0, 1);
    int ended = pclose(pipe);
    *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 256;
    return out;
}

static void put(const char *name, const char *bytes, size_t length)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", scratch_folder(), name);
    FILE *file = fopen(path, "wb");
    ck_assert(file && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

static const char *const commands[] = {"perft", "bench",  "moves", "show",    "judge", "probe",  "play",
                                       "web",   "review", "suite", "convert", "help",  "version"};

START_TEST(every_command_explains_itself)
{
    char line[200], help[1 << 15];
    int status;
    snprintf(line, sizeof line, "$h %s --help", commands[_i]);
    const char *out = shell(line, &status);
    ck_assert_msg(status == 0 && strncmp(out, "usage: hanxin ", 14) == 0, "%s: status %d: %s", line, status, out);
    snprintf(help, sizeof help, "%s", out);
    static const char *const others[] = {"$h %s -h", "$h help %s", "$h %s x --fen y -h"};
    for (int i = 0; i < COUNT(others); i++) {
        snprintf(line, sizeof line, others[i], commands[_i]);
        out = shell(line, &status);
        ck_assert_msg(status == 0 && strcmp(out, help) == 0, "%s: status %d: %s", line, status, out);
    }
    static const char *const versions[] = {"$h %s --version", "$h %s x --version", "$h --version", "$h version"};
    for (int i = 0; i < COUNT(versions); i++) {
        snprintf(line, sizeof line, versions[i], commands[_i]);
        out = shell(line, &status);
        ck_assert_msg(status == 0 && strstr(out, HANXIN_VERSION "\n") && strlen(out) < 200, "%s: status %d: %s", line, status, out);
    }
}
END_TEST

/* The version lists what a bug report needs, and nothing that differs between two builds of the same sources. */
START_TEST(the_version_describes_the_build)
{
    int status;
    char commit[80], net[80], simd[80], compiler[200];
    const char *out = shell("$h --version", &status);
    ck_assert_int_eq(status, 0);
    ck_assert_msg(sscanf(out, HANXIN_NAME " " HANXIN_VERSION "\ncommit %79s\nnet %79s\nSIMD %79s\ncompiler %199[^\n]\n", commit, net, simd,
                         compiler) == 4,
                  "%s", out);
    ck_assert_str_eq(commit, build_commit);
    ck_assert_str_eq(simd, kernels_choose()->name);
    ck_assert_str_eq(compiler, build_compiler);
    ck_assert_msg(!network_is_built_in() || (strlen(net) == 8 && strspn(net, "0123456789abcdef") == 8), "%s", net);
}
END_TEST

static const char *const printing[] = {
    "help",       "--help",    "perft 1",         "perft 2 --divide",   "moves",         "show",
    "judge h2e2", "judge -h",  "convert h2e2",    "convert game.pgn",   "show game.pgn", "show --ply 1 game.pgn",
    "version",    "--version", "bench --depth 1", "perft --suite a.epd"};

START_TEST(full_output_is_reported)
{
    char line[200];
    int status;
    static const char game[] = "1. h2e2 h9g7 1-0\n", epd[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ;D1 44\n";
    put("game.pgn", game, sizeof game - 1);
    put("a.epd", epd, sizeof epd - 1);
    struct stat full;
    if (stat("/dev/full", &full) != 0 || !S_ISCHR(full.st_mode)) {
        skipped("full output: there is no /dev/full");
        return;
    }
    snprintf(line, sizeof line, "$h %s", printing[_i]);
    const char *out = shell(line, &status);
    ck_assert_msg(status == 0 && *out, "%s: status %d: %s", line, status, out);
    snprintf(line, sizeof line, "$h %s >/dev/full", printing[_i]);
    out = shell(line, &status);
    ck_assert_msg(status == 1 && strncmp(out, "hanxin: standard output: ", 25) == 0, "%s: status %d: %s", line, status, out);
}
END_TEST

/* As with `| head -1`, both where the pipe's signal ends the program and where it is ignored. */
START_TEST(a_closed_pipe_is_not_reported)
{
    static const char *const lines[] = {"$h bench --depth 3 | :", "trap \"\" PIPE; $h bench --depth 3 | :", "trap \"\" PIPE; $h help | :",
                                        "trap \"\" PIPE; $h convert long.pgn | :"};
    char *text = malloc(2000000), *end = text;
    for (int i = 0; i < 100000; i++)
        end = memcpy(end, "1. h2e2 1-0\n", 12), end += 12;
    put("long.pgn", text, (size_t)(end - text));
    free(text);
    for (int i = 0; i < COUNT(lines); i++) {
        int status;
        const char *out = shell(lines[i], &status);
        ck_assert_msg(status == 0 && *out == '\0', "%s: status %d: %s", lines[i], status, out);
    }
}
END_TEST

#define OWN_FEN "printf \"[FEN \\\"3k5/9/9/9/9/9/9/7R1/9/5K3 w\\\"]\\n\\n1. h2e2 *\\n\" >own.pgn; "
#define TWO     "printf \"[Red \\\"a\\\"]\n[Round \\\"2\\\"]\n\n1. h2e2 (1. b2e2 {b}) h9g7 1-0\n\n1. c3c4 *\n\" >two.pgn; "
#define TREE                                                                                                                               \
    "printf \"[DhtmlXQ]\\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\\n[DhtmlXQ_move_5_1_1]1747[/DhtmlXQ_move_5_1_1]\\n"                \
    "[DhtmlXQ_comment1_1]lost[/DhtmlXQ_comment1_1]\\n[/DhtmlXQ]\\n\" >tree.txt; "
#define CUT "$h convert --to xqf --force --out cut.xqf h2e2 h9g7; printf e | dd of=cut.xqf bs=1 seek=1041 conv=notrunc 2>told; "
#define MATE                                                                                                                               \
    "printf \"[Red \\\"a\\\"]\\n[FEN \\\"3k5/9/9/9/9/9/9/9/R8/5K2R w\\\"]\\n\\n1. a1a8 d9e9 2. i0i9 1-0\\n\\n1. h2e2\\n\" >mate.pgn; "

static const struct {
    const char *line, *told;
    int status;
} cases[] = {
    /* successful requests */
    {"$h moves a0", "a0a1 a0a2\n", 0},
    {"$h moves --fen \"3k5/9/9/9/9/9/9/9/9/4K4 w\" e0", "e0e1 e0f0\n", 0},
    /* no move: the reason goes to standard error */
    {"$h moves e5", "hanxin moves: There is no piece on e5.\n", 1},
    {"$h moves a9", "hanxin moves: The rook on a9 is not yours: it is Black's, and Red is to move.\n", 1},
    {"$h moves e0 --fen \"3k5/9/9/9/9/9/9/9/4R4/3AKA3 w\"", "hanxin moves: The king on e0 has no legal move.\n", 1},
    {"$h moves --fen \"3k1R3/9/9/9/9/9/9/9/9/3RK4 b\"", "hanxin moves: Black has no legal move.\n", 1},
    {"$h moves e5 2>/dev/null", "", 1},
    {"LC_ALL=zh_CN.UTF-8 $h moves e5", "hanxin moves：e5 处没有棋子。\n", 1},
    {"LC_ALL=zh_TW.UTF-8 $h moves e5", "hanxin moves：e5 處沒有棋子。\n", 1},
    {"LC_ALL=zh_HK.UTF-8 $h moves --lang zh e5", "hanxin moves：e5 处没有棋子。\n", 1},
    {"LC_ALL=vi_VN.UTF-8 $h judge h2e9", "nước 1, h2e9: ", 1},
    {"$h judge --lang zh-hant h2e9", "第 1 著 h2e9：炮走不到那裡", 1},
    /* requests that fail */
    {"$h show --fen https://board.example/", "hanxin show: --fen: FEN: the link contains no position, or several, or moves", 1},
    {"$h show --fen \"" BOARD " w, " BOARD " b\"", "hanxin show: --fen: FEN: several positions: give one", 1},
    {"$h moves --fen \"position startpos moves h2e2\" i9 --lang en", "i9i7 i9i8\n", 0},
    {"$h judge --lang en --fen \"fen startpos\" h2e2", "Result: *\n", 0},
    {"$h convert --to wxf --fen startpos h2e2", "C2.5\n", 0},
    {"$h probe --lang en --fen startpos", "no endgame table covers this position", 1},
    {"$h moves --fen x", "hanxin moves: --fen: FEN board: 1 rank, not 10\n", 1},
    {"$h show --fen x", "hanxin show: --fen: FEN board: 1 rank", 1},
    {"$h perft 1 --fen x", "hanxin perft: --fen: FEN board: 1 rank", 1},
    {"$h convert --fen x h2e2", "hanxin convert: --fen: FEN board: 1 rank", 1},
    {"$h judge --fen x", "hanxin judge: --fen: FEN board: 1 rank", 1},
    {"$h convert h2e9", "cannot get there", 1},
    {"$h probe --fen '4k4/9/9/9/9/9/9/9/9/R2K5 w'", "Result: win\nDTC: 3\nSet: KRK\n", 0},
    {"$h probe --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'",
     "hanxin probe: no endgame table covers this position", 1},
    {"$h probe --fen x", "hanxin probe: --fen: FEN board: 1 rank", 1},
    {"$h probe", "hanxin probe: missing position: give --fen FEN", 2},
    {"$h probe --dir /no/folder --fen '4k4/9/9/9/9/9/9/9/9/R2K5 w'", "hanxin probe: /no/folder: No such file", 1},
    {"$h judge --fen '4k4/9/9/9/9/9/9/9/9/R2K5 w' a0a1 --lang en", "Endgame table KRK: Red wins with best play, ", 0},
    {"$h judge h2e9", "cannot get there", 1},
    {"$h show none.pgn", "hanxin show: none.pgn: No such file", 1},
    {"$h convert none.pgn", "hanxin convert: none.pgn: No such file", 1},
    {"$h convert 1. h2e2 h9g9 1/2-1/2", "move 2, h9g9: ", 1},
    {"$h convert none.PGN", "hanxin convert: none.PGN: No such file", 1},
    {"echo 1. h2e2 \\* >one.pgn; $h convert one.pgn none.txt", "none.txt: No such file", 1},
    {"$h convert --fen \"" BOARD " w moves h2e2\" h9g7 --to wxf | od -c", "H   8   +   7  \\n", 0},
    {"$h judge --fen \"$(printf \"" BOARD "\\tmoves\\th2e2\")\" h9g7 --lang en", "The game is not over", 0},
    {"$h perft 1 --fen \"" BOARD " w moves h2e2 c9e7\" | grep searched", "searched: 35\n", 0},
    {"$h show --fen \"" BOARD " w moves h2e2 h2e2\"", "--fen: FEN: move 2 after the position, 'h2e2'", 1},
    {"$h perft --suite none.epd", "hanxin perft: none.epd: No such file", 1},
    {"$h show \"$(printf \"a\\033[31mb.pgn\")\"", "hanxin show: a?[31mb.pgn: No such file", 1},
    {"$h show .", "hanxin show: .: is a folder", 1},
    {"$h convert .", "hanxin convert: .: is a folder", 1},
    {"$h perft --suite .", "hanxin perft: .: is a folder", 1},
    /* pipes are read like files */
    {"mkfifo p.pgn; echo 1. h2e2 >p.pgn & $h show p.pgn --lang en", "ply 1 of 1", 0},
    {"mkfifo p; echo 1. h2e2 >p & $h convert p", "\n1. H2-E2 *\n", 0},
    {"mkfifo p.epd; echo \"" BOARD " w ;D1 44\" >p.epd & $h perft 1 --suite p.epd", "1 position, 0 mismatches", 0},
    {"mkfifo p; echo \"" BOARD " w ; a\" >p & $h suite --lang en --nodes 1 p", "a ", 0},
    {"mkfifo p; echo 1. h2e2 >p & $h judge --lang en p", "p, game 1: Red - Black, plies: 1, ", 0},
    {"mkfifo p; echo 1. h2e2 >p & $h review --lang en --nodes 1 p", "1. C2=5", 0},
    {"echo 1. h2e2 | $h convert /dev/stdin", "\n1. H2-E2 *\n", 0},
    {"mkfifo p.pgn; $h show p.pgn --lang en", "hanxin show: p.pgn: no program writes to this pipe", 1},
    {"mkfifo p; (sleep 3; echo 1. h2e2) >p & $h convert p", "\n1. H2-E2 *\n", 0},
    {"$h convert --lang en /dev/null", "hanxin convert: /dev/null: no game in it", 1},
    {"echo \"1. h2e2 1-0\" | $h convert -", "1. H2-E2 1-0", 0},
    {"$h convert \"1．炮二平五 马8进7\" ２、马二进三", "h2e2 h9g7 h0g2", 0},
    {"printf \"[DhtmlXQ]\\n[DhtmlXQ_movelist]77477062[/Dhtml\" | $h convert -", "standard input, game 1, line 2: a field is not closed", 1},
    {"yes \"[DhtmlXQ]\" | head -n 9 | $h convert -", "hanxin convert: standard input: no game in it", 1},
    {"printf \"[FEN \\\"x\\\"]\\n\\n1. h2e2 1-0\\n\\n[Red \\\"b\\\"]\\n\\n1. c3c4 1-0\\n\" | $h convert - >out.pgn; e=$?; head -1 out.pgn; "
     "exit $e",
     "[Red \"b\"]", 1},
    {"echo \"1. h2e2 1-0\" | $h show -", "ply 1 of 1   1-0", 0},
    {"echo \"1. h2e2+ h9g7\" | $h convert -", "\n1. H2-E2 H9-G7 *\n", 0},
    {"printf \"a game\n-----\n1. C2.5 H8+7\n\" | $h show - --ply 2 --lang en", "ply 2 of 2", 0},
    {"$h convert --to wxf --fen \"4k4/2P6/2P6/2P6/6P2/6P2/9/9/9/3K5 w\" 1. c7d7 e9f9 2. g5f5", "77.6 K5.6 3+.4\n", 0},
    {"$h convert --fen \"4k4/2P6/2P6/2P6/6P2/6P2/9/9/9/3K5 w\" 1. 77.6 K5.6 2.3+.4", "c7d7 e9f9 g5f5\n", 0},
    {"$h convert --fen \"https://board.example/?fen=" BOARD "[]%20b&flip=1\" h9g7 --to wxf", "H8+7\n", 0},
    {"$h judge --fen \"fen " BOARD "_w_moves_h2e2\" h9g7", "Result: *\n", 0},
    {"echo \"1. h2e2 h9g7 *\" | $h convert --to coordinates -", "\n1. h2e2 h9g7 *\n", 0},
    {"$h convert --to coordinates C2.5 H8+7", "h2e2 h9g7\n", 0},
    {"$h convert --to english C2.5 H8+7", "C2=5 H8+7\n", 0},
    {"printf \"1. h2e2 ; a } b\n*\n\" | $h convert --lang en -", "game 1: lost in the output: braces in comments, written as ')': 1", 0},
    {"echo \"1. h2e2 h9g7 *\" | $h convert --to chinese --encoding gb18030 - | tail -n 2 | od -An -tx1 | tr -d \"\\n\"",
     " 31 2e 20 c5 da b6 fe c6 bd ce e5 20 c2 ed a3 b8 bd f8 a3 b7 20 2a 0a 0a", 0},
    {"$h convert --to chinese --encoding gb18030 C2.5 | od -An -tx1", " c5 da b6 fe c6 bd ce e5 0a", 0},
    {"printf \"[Red \\\"\\360\\237\\230\\200\\\"]\\n\\n1. h2e2 *\\n\" | $h convert --encoding gb18030 - | head -n 1 | od -An -tx1",
     " 5b 52 65 64 20 22 94 39 fc 36 22 5d 0a", 0},
    {"$h convert --encoding latin h2e2", "invalid value 'latin' for --encoding: expected one of utf8, gb18030", 2},
    {"$h convert C2=5! 马8进7，", "h2e2 h9g7\n", 0},
    {"$h moves >/dev/null; echo \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ;D1 44\" | $h perft --suite -",
     "1 position, 0 mismatches", 0},
    /* a FEN together with a file */
    {"echo \"1. h2e2 *\" | $h convert --to wxf --fen \"3k5/9/9/9/9/9/9/7R1/9/5K3 w\" -",
     "[FEN \"3k5/9/9/9/9/9/9/7R1/9/5K3 w - - 0 1\"]\n"
     "[Format \"WXF\"]\n\n1. R2.5 *\n",
     0},
    {"echo \"1. h2e2 *\" | $h show --ply 1 --lang en --fen \"3k5/9/9/9/9/9/9/7R1/9/5K3 w\" -", "R2=5", 0},
    {"echo \"1. h9g7 *\" | $h judge --lang en --fen \"" BOARD " w moves h2e2\" -", "standard input, game 1: Red - Black, plies: 1, ", 0},
    {OWN_FEN "$h convert --fen \"" BOARD " w\" own.pgn",
     "hanxin convert: own.pgn, game 1, line 3: the game has a start position of its own", 1},
    {OWN_FEN "$h judge --fen \"" BOARD " w\" own.pgn", "hanxin judge: own.pgn, game 1, line 3: the game has a start position of its own",
     1},
    {OWN_FEN "$h show --fen \"" BOARD " w\" own.pgn", "hanxin show: own.pgn, line 3: the game has a start position of its own", 1},
    {OWN_FEN "$h show --fen x own.pgn", "hanxin show: --fen: FEN board: 1 rank", 1},
    /* files and moves */
    {"$h convert \"\"", "hanxin convert: missing moves or game file (see --help)\n", 2},
    {"$h judge", "hanxin judge: missing moves or game file (see --help)\n", 2},
    {"$h judge 1. --lang en", "hanxin judge: missing moves or game file (see --help)\n", 2},
    {"$h judge --fen startpos --lang en", "Result: *\n", 0},
    {"$h show --game 2", "hanxin show: --game and --ply require a file (see --help)\n", 2},
    {"$h show --ply 0 --fen startpos", "hanxin show: --game and --ply require a file (see --help)\n", 2},
    {"echo 1. h2e9 | $h show - >told", "hanxin show: standard input, line 1: ", 1},
    {"echo 1. h2e2 | $h show --game 2 --lang en -", "there is no game 2 in \047standard input\047", 1},
    {"echo 1. h2e9 | $h review --nodes 9 --lang en -", "hanxin review: standard input, game 1, line 1: ", 1},
    {"echo x | $h perft 1 --suite -", "hanxin perft: standard input: no valid line", 1},
    {"$h convert 1. moves", "hanxin convert: missing moves or game file (see --help)\n", 2},
    {"$h convert x.doc", "hanxin convert: move 1, x.doc: neither a move nor a file that exists\n", 1},
    {"$h judge --lang zh no/such", "第 1 着 no/such：既不是着法，也没有这个文件\n", 1},
    {TWO "$h convert h2e2 two.pgn", "move 2, two.pgn: a file, but moves and files cannot be given together\n", 1},
    {TWO "$h two.pgn", "hanxin: 'two.pgn' is a file: the command 'hanxin show' shows a game\n", 1},
    /* the number of games */
    {TWO "$h show --lang en two.pgn >told", "hanxin show: two.pgn: game 1 of 2; --game N shows another\n", 0},
    {TWO "$h show --lang zh --game 2 two.pgn >told", "hanxin show：two.pgn：第 2 盘，共 2 盘；用 --game N 看另一盘\n", 0},
    {TWO "$h show --lang en --game 3 two.pgn", "hanxin show: there is no game 3 in 'two.pgn': number of games: 2\n", 1},
    {"echo >no.pgn; $h show --lang en no.pgn", "hanxin show: no.pgn: no game in it\n", 1},
    /* standard output as a file */
    {TWO "$h convert --to wxf --out - two.pgn | grep -c C2.5; ls -- -", "1\n", 2},
    {TWO "$h convert --to xqf --out - h2e2 | $h judge --lang en -", "plies: 1, result in the file: *", 0},
    {TWO "$h review --nodes 9 --game 2 --lang en --pgn - two.pgn | head -n 1", "[Opening ", 0},
    {TWO "$h review --nodes 9 --game 2 --lang en --json - two.pgn | cut -c 1-12", "{\"hanxin\":\"H", 0},
    {TWO "$h convert --to wxf --out /dev/stdout two.pgn | grep -c C2.5", "1\n", 0},
    {"yes \"" BOARD " w\" | head -n 1000 | $h suite --nodes 1 --json - - 2>told | :; grep -c output told", "0\n", 1},
    {TWO "$h review --nodes 9 --json - --html - two.pgn", "hanxin review: -: given both as --html and as --json", 1},
    {"echo \"" BOARD " w\" | $h suite --nodes 9 --json - - | cut -c 1-9", "{\"suite\":", 0},
    {"echo h2e2 >in; printf \"h2e2\\nsave -\\n\" | $h play --side both --lang en",
     "-: not for standard output; for a file with this name use ./-", 0},
    /* positions of games */
    {OWN_FEN "$h suite --nodes 1000 own.pgn | head -n 1", "game 1 ", 0},
    {"printf \"[EVENT \\\"one\\\"]\\n[FEN \\\"3k5/9/9/9/9/9/9/9/R8/5K2R w\\\"]\\n\\n[FEN \\\"x\\\"]\\n\" >own.fen; $h suite --lang en "
     "--nodes 1000 own.fen",
     "own.fen: skipped positions: 1; the first, on line 5: FEN board: 1 rank", 0},
    {"echo 1. h2e2 >own.pgn; echo x | $h suite --nodes 1 --lang en -",
     "line 1: FEN board: 1 rank, not 10; expected an EPD file, a list of positions, or games that begin with a FEN\n", 1},
    {"printf \"XQ\\022%%2000s\" x | $h suite --nodes 1 --lang en -", "hanxin suite: standard input, no positions; expected an EPD file", 1},
    {"head -c 2000 /dev/urandom >noise; $h suite --lang en noise", "hanxin suite: noise: a binary file of an unknown format\n", 1},
    /* binary files */
    {TWO "$h convert --to xqf --out o.xqf two.pgn && ls *.xqf && $h convert --to chinese o-1.xqf",
     "o-1.xqf\no-2.xqf\n[Red \"a\"]\n[Result \"1-0\"]\n[Format \"Chinese\"]\n\n1. 炮二平五 (1. 炮八平五 {b}) 1... 马8进7 1-0\n", 0},
    {TWO "$h convert --to xqf --lang en --out o.xqf two.pgn",
     "hanxin convert: two.pgn, game 1: lost in the output: tags that have no field: Round\n", 0},
    {TWO "echo >o-2.xqf; $h convert --to xqf --lang en --out o.xqf two.pgn", "o-2.xqf: file already exists; not overwritten", 1},
    {TWO "echo >o-1.xqf; $h convert --to xqf --out o.xqf two.pgn >/dev/null 2>&1; ls o-*.xqf", "o-1.xqf\no-2.xqf\n", 0},
    {TWO "$h convert --to dhtmlxq --encoding gb18030 --lang en two.pgn",
     "hanxin convert: --encoding is for moves and PGN only (see --help)\n", 2},
    {TWO "$h convert --to xqf --encoding utf8 --lang en two.pgn", "hanxin convert: --encoding is for moves and PGN only (see --help)\n", 2},
    {TWO "echo >o-2.xqf; $h convert --to xqf --force --out o.xqf two.pgn && $h convert o-2.xqf", "\n1. C3-C4 *\n", 0},
    {TWO "$h convert --to xqf --lang en two.pgn | wc -c", "standard output holds one: use --out FILE\n0\n", 0},
    {TWO "$h convert --to xqf --force --out two.pgn --lang en two.pgn", "two.pgn: given both as a game file and as --out", 1},
    {"$h convert --to xqf --out c.xqf h2e2; $h convert --to xqf --out b-2.xqf c3c4; cp b-2.xqf kept; ls b-*; "
     "$h convert c.xqf b-2.xqf --to xqf --lang en --out b.xqf --force; cmp b-2.xqf kept; ls b-*",
     "b-2.xqf\nhanxin convert: b-2.xqf: given both as a game file and as --out; an output needs its own file\nb-2.xqf\n", 0},
    {TWO "ln two.pgn l-2.xqf; $h convert two.pgn --to xqf --lang en --out l.xqf --force 2>&1 | grep given; cmp l-2.xqf two.pgn; ls l-*",
     "hanxin convert: l-2.xqf: given both as a game file and as --out; an output needs its own file\nl-1.xqf\nl-2.xqf\n", 0},
    {TWO "$h convert --to wxf --out o.pgn two.pgn && grep -c C2.5 o.pgn", "1\n", 0},
    /* an output in which nothing was written leaves the old file, and no new one */
    {"echo old >keep; : >no.pgn; printf \"XQ\\022%%2000s\" x >no.xqf; for g in no.pgn none.pgn /bin/ls . no.xqf moves \"h2e2 zz\"; do "
     "for to in iccs dhtmlxq; do $h convert --to $to --out keep --force $g; $h convert --to $to --out new $g; done; done >told 2>&1; "
     "cat keep; ls | grep -e ^keep -e ^new; echo end",
     "old\nkeep\nend\n", 0},
    {TWO "echo \"1. h2e9\" >>two.pgn; echo old >keep; $h convert --out keep --force two.pgn none.pgn >told 2>&1; echo $?; grep -c 1-0 keep",
     "1\n2\n", 0},
    {"$h convert --to xqf h2e2 h9g7 | $h judge -", "plies: 2, result in the file: *", 0},
    {"$h convert --to xqf --out o.xqf h2e2 h9g7 && ls *.xqf && $h show o.xqf --lang en", "o.xqf\n", 0},
    {"$h convert --to wxf --out o h2e2 h9g7 && cat o", "C2.5 H8+7\n", 0},
    {"$h convert --to xqf h2e2 h9g7 | head -c 1040 | $h convert --lang en -", "standard input, game 1, the file ends within the moves\n",
     1},
    {"printf \"XQ\\023%2000s\" x | $h convert --lang en -", "game 1, an XQF file of version 19, which is newer than this program\n", 1},
    {"$h convert --to xqf h2e2 | $h convert --lang en --fen \"" BOARD " w\" -", "game 1, the game has a start position of its own", 1},
    {"$h convert none.xqf", "hanxin convert: none.xqf: No such file", 1},
    /* variations are not read */
    {TREE "$h convert --lang en tree.txt", "hanxin convert: tree.txt, game 1: left out: variations 1, comments 1\n", 1},
    {TREE "$h show --lang en tree.txt", "hanxin show: tree.txt, game 1: left out: variations 1, comments 1\n", 0},
    {TREE "$h judge --lang zh tree.txt", "hanxin judge：tree.txt，第 1 局：未读入：变着 1，注释 1\n", 0},
    {TREE "$h review --nodes 9 --lang en tree.txt", "hanxin review: tree.txt, game 1: left out: variations 1, ", 0},
    {TREE "$h review --nodes 9 --force --lang en --pgn tree.pgn tree.txt", "hanxin review: tree.txt, game 1: left out: variations 1, ", 1},
    {TREE "echo load tree.txt | $h play --side both --lang en", "left out: variations 1, comments 1", 0},
    /* a main line that ends at an illegal move */
    {CUT "$h convert --lang en cut.xqf", "; the main line ends at one, after ply 1\n", 1},
    {CUT "$h show --lang en cut.xqf", "; the main line ends at one, after ply 1\n", 1},
    {CUT "$h judge --lang en cut.xqf", "; the main line ends at one, after ply 1\n", 1},
    {CUT "$h review --nodes 9 --lang en cut.xqf", "; the main line ends at one, after ply 1\n", 1},
    /* games in files, judged */
    {MATE "$h judge --lang en mate.pgn",
     "mate.pgn, game 1: a - Black, plies: 3, result in the file: 1-0\nResult: 1-0\nBlack is checkmated.\n\n"
     "mate.pgn, game 2: Red - Black, plies: 1, result in the file: *\nResult: *\nThe game is not over.\n",
     0},
    {MATE "$h judge --lang zh - <mate.pgn",
     "标准输入，第 1 局：a - 黑方，共 3 着，文件所记结果：1-0\n结果：红方胜\nResult: 1-0\n黑方被将死。\n", 0},
    {"echo \"[Red \\\"Hanxin\\\"][Black \\\"?\\\"] 1. h2e2 *\" | $h judge --lang zh -", "标准输入，第 1 局：韩信 - 黑方，共 1 着", 0},
    {"echo \"1. h2e2 h9g9 *\" | $h judge --lang en -", "hanxin judge: standard input, game 1, line 1: Black", 1},
    {"$h judge none.pgn", "hanxin judge: none.pgn: No such file", 1},
    /* input that is not understood */
    {"$h nonsense", "hanxin: unknown command 'nonsense' (see --help)\n", 2},
    {"$h --nonsense", "hanxin: unknown command '--nonsense' (see --help)\n", 2},
    {"$h perft", "hanxin perft: missing depth", 2},
    {"$h perft x", "hanxin perft: the depth must be a number from 0 to 100, not 'x' (see --help)\n", 2},
    {"$h perft 3 --hash", "hanxin perft: missing value for --hash (see --help)\n", 2},
    {"$h perft --suite none.epd", "hanxin perft: none.epd: No such file", 1},
    {"LC_ALL=zh_CN.UTF-8 $h perft --suite none.epd", "hanxin perft：none.epd：没有这个文件", 1},
    {"$h moves z9", "hanxin moves: not a point of the board, such as h2: z9", 2},
    {"$h show --ply x", "hanxin show: invalid value 'x' for --ply: expected an integer from -1 to 1000000000\n", 2},
    {"$h show --lang fr", "hanxin show: invalid value 'fr' for --lang: expected one of en, zh, zh-Hant, vi\n", 2},
    {"$h bench 3", "hanxin bench: unexpected argument '3'", 2},
    {"$h version 3", "hanxin version: unexpected argument '3'", 2},
    {"$h help nonsense", "hanxin help: unknown command 'nonsense' (see --help)\n", 2},
    {"$h help a b", "hanxin help: unexpected argument 'b'", 2},
    {"$h convert --to latin h2e2",
     "hanxin convert: invalid value 'latin' for --to: expected iccs, wxf, chinese, traditional, english, vietnamese or coordinates (for "
     "moves, and for "
     "games as "
     "PGN), "
     "xqf or dhtmlxq\n",
     2},
    {"$h judge --rules none", "hanxin judge: invalid value 'none' for --rules: expected one of asian, ", 2},
    /* the language is that of the environment unless an option sets it */
    {"LC_ALL=zh_CN.UTF-8 $h convert h2e9", "第 1 着 h2e9：炮走不到那里：只能走直线。", 1},
    {"LC_ALL=zh_CN.UTF-8 $h convert --lang en h2e9", "The cannon cannot get there", 1},
    {"LC_ALL=C $h convert --lang zh h2e9", "只能走直线", 1},
    {"LC_ALL=zh_CN.UTF-8 $h judge h2e9", "第 1 着 h2e9：炮走不到那里：只能走直线。", 1},
    {"LC_ALL=zh_CN.UTF-8 $h judge --fen x", "--fen：FEN 棋盘：有 1 条横线，应为 10 条", 1},
    {"LC_ALL=zh_CN.UTF-8 $h show --fen x", "--fen：FEN 棋盘：有 1 条横线，应为 10 条", 1},
    {"LC_ALL=zh_CN.UTF-8 $h perft x", "深度应为 0 至 100 的整数：x", 2},
    {"LC_ALL=zh_CN.UTF-8 $h show no.pgn", "hanxin show：no.pgn：没有这个文件或文件夹\n", 1},
    {"LC_ALL=zh_CN.UTF-8 $h convert no.pgn", "hanxin convert：no.pgn：没有这个文件或文件夹\n", 1},
    {"LC_ALL=zh_CN.UTF-8 $h convert - <.", "hanxin convert：标准输入：这是文件夹\n", 1},
    {"LC_ALL=zh_CN.UTF-8 $h play --book .", "hanxin play：.：无法读取：这是文件夹\n", 1},
    {"$h judge h2e9 --lang zh", "第 1 着 h2e9：炮走不到", 1},
    {"$h convert --to latin --lang zh",
     "“latin”不是 --to 的有效值：应为 iccs、wxf、chinese、traditional、english、vietnamese、coordinates（着法；棋谱写成 "
     "PGN）、xqf、dhtmlxq 之一",
     2},
    {"$h judge --rules none --lang zh", "应为 asian、computer、chinese、simple、off 之一", 2},
    {"echo \"<p>a page</p>\" >page; $h show --lang zh page", "page，网页中没有棋谱：请另存棋谱本身，或复制其着法\n", 1},
    {"$h judge --lang zh -h", "用法：hanxin judge", 0},
    {"for c in convert judge show review; do $h $c -h --lang en; done | grep -c -e \"^FILE: games as PGN, WXF, XQF, \" -e [.]pgn", "4\n",
     0},
    {"LC_ALL=zh_CN.UTF-8 $h --help", "hanxin perft 深度", 0},
    {"LC_ALL=zh_CN.UTF-8 $h moves -h", "用法：hanxin moves [--fen 局面] [--lang en|zh|zh-Hant|vi] [点]", 0},
    {"$h --help --lang zh", "退出状态：0 成功", 0},
    {"LC_ALL=zh_CN.UTF-8 $h help --lang en", "Exit status: 0 success", 0},
    {"$h help --lang zh perft", "用法：hanxin perft 深度", 0},
    {"$h help play --lang zh", "用法：hanxin play", 0},
    {"$h help x --lang zh", "hanxin help：无法识别的命令“x”", 2},
    {"$h perft x --lang zh", "hanxin perft：深度应为 0 至 100 的整数：x", 2},
    {"$h bench --lang zh --depth 0", "hanxin bench：“0”不是 --depth 的有效值", 2},
    {"$h moves --lang zh z9", "hanxin moves：不是棋盘上的点", 2},
    {"$h version --lang zh", "\n提交      ", 0},
    {"for p in match book tables; do $h-$p --help --lang zh | grep -e \"^  --.*  \"; done | grep -v = | LC_ALL=C grep -v -e $(printf "
     "\"[\\344-\\351]\")",
     "", 1},
    {"LC_ALL=zh_CN.UTF-8 $h-match --engine cmd=x", "hanxin-match：缺少对手：请给出两个以上 --engine（见 --help）", 2},
    {"$h-match --lang zh --engine cmd=x --engine cmd=y", "hanxin-match：引擎 1（x）：缺少限制", 2},
    {"$h-match --lang zh --merge none.results", "hanxin-match：none.results：没有这个文件或文件夹", 1},
    {"$h-book --lang zh", "hanxin-book：缺少命令，应为 build, write", 2},
    {"$h-tables probe --lang zh --fen x", "hanxin-tables：FEN 棋盘：有 1 条横线", 1},
    {"$h-tables probe --lang zh --fen 4k4/9/9/9/9/9/9/9/9/R2K5", "残局库 KRK：红方必胜，", 0},
    {"$h probe --lang zh --fen '4k4/9/9/9/9/9/9/9/9/R2K5 w'",
     "残局库 KRK：红方必胜，距下一次吃子或终局 3 着（双方合计）。\nResult: win\nDTC: 3\nSet: KRK\n", 0},
    {"LC_ALL=zh_CN.UTF-8 $h help convert", "用法：hanxin convert", 0},
    {"echo \"1. h2e9 1-0\" | LC_ALL=zh_CN.UTF-8 $h convert -", "标准输入，第 1 局，第 1 行：红方第 1 回合“h2e9”无法走：炮走不到", 1},
    {"echo \"1. h2e9 1-0\" | LC_ALL=zh_CN.UTF-8 $h show -", "第 1 行：红方第 1 回合“h2e9”无法走：炮走不到", 1},
};

START_TEST(statuses_have_one_meaning)
{
    int status;
    const char *out = shell(cases[_i].line, &status);
    ck_assert_msg(status == cases[_i].status, "%s: status %d: %s", cases[_i].line, status, out);
    ck_assert_msg(*cases[_i].told ? strstr(out, cases[_i].told) != NULL : *out == '\0', "%s: \"%s\"", cases[_i].line, out);
}
END_TEST

#define FEN         "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
#define BYTES(text) text, sizeof text - 1

static const struct {
    const char *name, *text;
    size_t length;
    const char *told[2];
    int status;
} suites_of_lines[] = {
    {"a byte-order mark", BYTES("\xEF\xBB\xBF" FEN " ;D1 44\n"), {"1 position, 0 mismatches\n"}, 0},
    {"CR LF", BYTES(FEN " ;D1 44\r\n" FEN " ;D1 44\r\n"), {"2 positions, 0 mismatches\n"}, 0},
    {"CR alone", BYTES(FEN " ;D1 44\r" FEN " ;D1 44"), {"2 positions, 0 mismatches\n"}, 0},
    {"NUL byte", BYTES(FEN " ;D1 44 \0 ;D2 7\n" FEN " ;D1 44\n"), {"line 1: NUL byte\n", "1 position, 0 mismatches, 1 faulty lines"}, 1},
    {"a depth beyond the stack",
     BYTES(FEN " ;D60000 1\n" FEN " ;D1 44\n"),
     {"line 1: not `;D<depth> <count>`: ;D60000 1", "1 position, 0 mismatches, 1 faulty lines"},
     1},
    {"no suite at all",
     BYTES("\1\n\1\n\1\n\1\n\1\n\1\n\1\n\1\n\1\n\1\n" FEN " ;D1 44\n"),
     {"0 positions, 0 mismatches, 10 faulty lines", "hanxin perft: lines.epd: no valid line"},
     1},
    {"a bad line", BYTES("9/9 w ;D1 44\n" FEN " ;D1 44\n"), {"line 1: FEN board: 2 ranks", "1 position, 0 mismatches, 1 faulty lines"}, 1},
};

START_TEST(perft_suites_are_read_whole)
{
    int status;
    put("lines.epd", suites_of_lines[_i].text, suites_of_lines[_i].length);
    const char *out = shell("$h perft --suite lines.epd", &status);
    ck_assert_msg(status == suites_of_lines[_i].status, "%s: status %d: %s", suites_of_lines[_i].name, status, out);
    for (int i = 0; i < 2 && suites_of_lines[_i].told[i]; i++)
        ck_assert_msg(strstr(out, suites_of_lines[_i].told[i]) != NULL, "%s: %s", suites_of_lines[_i].name, out);
}
END_TEST

/* Encodings: a few damaged bytes affect only their own game, in any encoding. */
START_TEST(damaged_text_keeps_its_encoding)
{
    static const char utf8[] = "[Red \"\xE7\xBA\xA2\"]\n\n1. \xE7\x82\xAE\xE4\xBA\x8C\xE5\xB9\xB3\xE4\xBA\x94 1-0\n\n",
                      gbk[] = "[Red \"\xBA\xEC\"]\n\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 1-0\n\n";
    static const struct {
        const char *game;
        size_t length, at;
        const char byte;
    } texts[] = {{utf8, sizeof utf8 - 1, 17, 'x'}, {gbk, sizeof gbk - 1, 17, '\xff'}};
    for (int i = 0; i < COUNT(texts); i++) {
        enum { GAMES = 50 };
        char *text = malloc(texts[i].length * GAMES);
        int status;
        for (int k = 0; k < GAMES; k++)
            memcpy(text + (size_t)k * texts[i].length, texts[i].game, texts[i].length);
        text[texts[i].length * 20 + texts[i].at] = texts[i].byte;
        put("torn.pgn", text, texts[i].length * GAMES);
        free(text);
        const char *out = shell("$h convert torn.pgn >good.pgn; e=$?; grep -c \"^1[.] H2-E2 1-0\" good.pgn; exit $e", &status);
        ck_assert_msg(status == 1 && strstr(out, "torn.pgn, game 21, line 83: Red's move 1, ") && strstr(out, "\n49\n"),
                      "text %d: status %d: %s", i, status, out);
    }
}
END_TEST

/* One game in several encodings: [Red "紅"] 1. 炮二平五 馬８進７ 1-0. */
START_TEST(encodings_are_told_apart)
{
#define TEXT(text)                                                                                                                         \
    {                                                                                                                                      \
        text, sizeof text - 1                                                                                                              \
    }
    static const struct {
        const char *bytes;
        size_t length;
    } texts[] = {
        TEXT("[Red \"紅\"]\r\n\r\n1. 炮二平五 馬８進７ 1-0\r\n"),
        TEXT("\xEF\xBB\xBF[Red \"紅\"]\n\n1. 炮二平五 馬８進７ 1-0\n"),
        /* Big5 */
        TEXT("[Red \"\xAC\xF5\"]\n\n1. \xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD \xB0\xA8\xA2\xB7\xB6\x69\xA2\xB6 1-0\n"),
        /* GBK with traditional characters */
        TEXT("[Red \"\xBC\x74\"]\n\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 \xF1\x52\xA3\xB8\xDF\x4D\xA3\xB7 1-0\n"),
        /* the same, short enough to resemble Big5, which it is not */
        TEXT("[Red \"\xBC\x74\"]\n[Black \"\xC3\xCF\xC1\xA2\x87\xF8\"]\n[Site \"\x97\xEE\xB9\xD9\xAD\x55\"]\n\n1. h2e2 h9g7 1-0\n"),
        /* UTF-8 with too much damage to be recognized */
        TEXT("[Red \"紅\"]\n[Black \"\xFF\"]\n\n1. h2e2 h9g7 1-0\n"),
        /* UTF-16: little-endian with a mark, and big-endian without */
        TEXT("\xFF\xFE[\0R\0e\0d\0 \0\"\0\x05\x7D\"\0]\0\n\0\n\0\x31\0.\0\xAE\x70\x8C\x4E\x73\x5E\x94\x4E "
             "\0\xAC\x99\x18\xFF\x32\x90\x17\xFF \0\x31\0-\0\x30\0\n\0"),
        TEXT("\0[\0R\0e\0d\0 \0\"\x7D\x05\0\"\0]\0\n\0\n\0\x31\0.\x70\xAE\x4E\x8C\x5E\x73\x4E\x94\0 \x99\xAC\xFF\x18\x90\x32\xFF\x17\0 "
             "\0\x31\0-\0\x30\0\n"),
    };
#undef TEXT
    for (int i = 0; i < COUNT(texts); i++) {
        int status;
        put("wild.pgn", texts[i].bytes, texts[i].length);
        const char *out = shell("$h convert wild.pgn", &status);
        ck_assert_msg(status == 0 && strstr(out, "[Red \"紅\"]") && strstr(out, "\n1. H2-E2 H9-G7 1-0\n"), "text %d: status %d: %s", i,
                      status, out);
        for (const char *p = out, *end = out + strlen(out); p < end; p += utf8_decode(p, end, NULL))
            ck_assert_msg(utf8_decode(p, end, NULL) > 0, "text %d: byte %d is not UTF-8", i, (int)(p - out));
    }
}
END_TEST

/* If an allocation for the conversion fails, the text is rejected: the parser never sees the original
 * bytes. */
START_TEST(unconverted_text_is_rejected)
{
    static const char utf16[] = "\xFF\xFE[\0R\0e\0d\0 \0\"\0\x05\x7D\"\0]\0\n\0\n\0\x31\0.\0h\0\x32\0e\0\x32\0 \0*\0\n\0";
    if (strcmp(BUILD_MODE, "asan") == 0 || strcmp(BUILD_MODE, "tsan") == 0 || access(built_program("tests/faults.so"), R_OK) != 0)
        return; /* sanitizers have their own allocators */
    put("wide.pgn", BYTES(utf16));
    char library[4096];
    ck_assert(realpath(built_program("tests/faults.so"), library) && setenv("faults", library, 1) == 0);
    bool refused = true;
    for (int n = 1; refused; n++) {
        int status;
        char line[300];
        ck_assert_int_lt(n, 1000);
        snprintf(line, sizeof line,
                 "rm -f note; HANXIN_FAULT_AT=%d HANXIN_FAULT_NOTE=note LD_PRELOAD=$faults $h convert --lang en wide.pgn; e=$?; "
                 "test -e note && echo refused; exit $e",
                 n);
        const char *out = shell(line, &status);
        refused = strstr(out, "refused") != NULL;
        ck_assert_msg(refused || n > 5, "%s", out);
        bool told = strstr(out, "memory") != NULL;
        ck_assert_msg(strstr(out, "zero byte") == NULL && (told || strstr(out, "1. H2-E2")), "call %d: status %d: %s", n, status, out);
    }
}
END_TEST

/* Suites: solved by this engine, by the same engine as an external one, and with errors that are reported. */
START_TEST(suites_are_run)
{
    static const char list[] = "3k5/9/3aP4/9/9/9/9/9/9/4K4 w ; one\ntwo|3k5/9/9/9/9/9/9/9/9/R3K4 w\n9 w\n";
    static const struct {
        const char *line, *told;
        int status;
    } runs[] = {
        {"$h suite s.epd --nodes 3000 --json sj --lang en && grep -c solved_nodes sj", "mate in 2, proven", 0},
        {"$h suite s.epd --nodes 3000 --lang en | tail -n 1", "all                          2       1   50.0 %", 0},
        {"$h suite s.epd --nodes 3000 --engine $h --lang en | tail -n 3", "mate                         1       1  100.0 %", 0},
        {"$h suite s.epd --nodes 3 --engine ./none", "./none", 1},
        {"$h suite list.txt --nodes 2000 --lang en | tail -n 1", "all                          2 ", 0},
        {"$h suite list.txt --nodes 2000 --lang en >/dev/null", "list.txt: skipped positions: 1; the first, on line 3: FEN board", 0},
        {"$h suite list.txt --nodes 2000 --lang en", "one", 0},
        {"$h suite am.epd --nodes 3000 --lang en | tail -n 1", "all                          3       3  100.0 %", 0},
        {"ANSWER=nobestmove $h suite am.epd --nodes 3 --engine ./mute --lang en --json mj 2>&1 >mo; "
         "grep -c -e solved..true -e mate.: mj; grep -c no.move mj",
         "3 consecutive failures; the last: no move\n0\n3\n", 0},
        {"ANSWER=\"bestmove a9a9\" $h suite am.epd --nodes 3 --engine ./mute --lang en", "illegal move 'a9a9'", 1},
        {"ANSWER=\"bestmove a7a6\" $h suite am.epd --nodes 3 --engine ./mute --lang en | tail -n 1", "       0       0", 0},
        {"$h suite am.epd --time 0.5 --engine ./mute --lang en", "no option usemillisec: 0.5 s", 1},
        {"$h suite am.epd --time 0.5 --engine ./fairy --proto ucci --option Hash=1 --option hash=2 --option Clear >/dev/null; grep -v "
         "ready told",
         "ucci\nsetoption hash 2\nsetoption Clear\n", 0},
        {"grep -m 1 go told", "go time 500 movestogo 1\n", 0},
        {"grep -c millisec told", "0\n", 1},
        {"OFFER=\"option usemillisec type check default true\" $h suite am.epd --time 0.5 --engine ./fairy --proto ucci >/dev/null; "
         "grep -e millisec -e go -m 2 told",
         "setoption usemillisec true\ngo time 500 movestogo 1\n", 0},
        {"OFFER=\"option hashsize type spin\" $h suite am.epd --nodes 5 --engine ./fairy --proto ucci --base 1 --option Hash=1 "
         "--option Hsah=1 --lang en 2>&1 >/dev/null",
         "./fairy: unknown option Hsah; the nearest name is hashsize\n", 1},
        {"$h suite am.epd --time 2 --engine ./fairy --proto ucci --option UseMillisec=false --lang en",
         "usemillisec=false is not supported", 1},
        {"$h suite --nodes 5 --engine ./fairy option.UCI_Variant=xiangqi am.epd --proto uci --lang en | tail -n 1", " 3       2 ", 0},
        {"$h suite am.epd --nodes 5 --engine ./fairy --proto uci --base 1 --lang en | tail -n 1", " 3       2 ", 0},
        {"$h suite am.epd --nodes 5 --engine ./fairy --proto uci --base 0 --lang en", "illegal move 'a8a10'", 1},
        {"$h suite am.epd --option Hash=1 --lang en", "require --engine", 2},
        {"$h suite am.epd option.Hash=1 --lang en", "require --engine", 2},
        {"$h suite am.epd --engine ./fairy option.=1 --lang en", "NAME=VALUE", 2},
        {"$h suite am.epd dm.epd --lang en", "unexpected argument 'dm.epd'", 2},
        {"$h suite am.epd --engine ./fairy --option =1 --lang en", "NAME=VALUE", 2},
        {"$h suite am.epd --nodes 300 --lang zh", "总计 ", 0},
        {"$h suite dm.epd --lang en", "line 1: invalid value for dm: expected a number of moves from 1 to ", 1},
        {"$h suite wrong.epd --lang en", "line 2: bm a9a1: There is no piece on a9", 1},
        {"$h suite empty.epd --lang en", "no positions", 1},
        {"$h suite s.epd --nodes 3 --json s.epd --force", "s.epd", 1},
        {"$h suite - --nodes 3 --json s.epd --force <s.epd", "s.epd: given both as ", 1},
        {"$h suite am.epd --nodes 3 --engine ./mute --json mute --force --lang en", "mute: given both as the engine's program and ", 1},
        {"echo \"" BOARD " w - - bm h2e2;\" >hard.epd; echo kept >kept; $h suite hard.epd --depth 60 --json kept --force >q 2>faults & "
         "until [ -e kept.hanxin-tmp ] || ! kill -0 $! 2>&-; do sleep 0.05; done; kill -TERM $!; wait $!; echo status $?; cat kept",
         "status 130\nkept\n", 0},
        {"$h suite", "missing file of positions", 2},
        {"ANSWER=\"bestmove a7a5\" $h suite loss.epd --nodes 3000 --engine ./mute --engine $h --lang en | tail -n 7",
         "all                          2      0.00    100.00   +100.00\n\nmean loss ", 0},
        {"ANSWER=\"bestmove a7a5\" $h suite loss.epd --nodes 3000 --engine ./mute --engine $h --json lj --lang en | tail -n 1; "
         "grep -c \"before.:{.solved.:false,.move.:.a7a5.,.loss.:7,\" lj",
         "all                          2      7.00      0.00     -7.00\n2\n", 0},
        {"ANSWER=nobestmove $h suite loss.epd --nodes 30 --engine ./mute --engine $h --lang en", "first: ./mute\nsecond: ", 1},
        {"$h suite loss.epd --nodes 30 --engine $h --engine ./none --lang en | wc -l", "\n0\n", 0}, /* told before the first works */
        {"yes \"$(tail -n 1 loss.epd)\" | head -n 40 | $h suite - --nodes 300 --engine $h --engine $h --lang en | tail -n 1",
         "all                         40      0.00      0.00     +0.00 ± 0.00\n", 0},
        {"echo \"" BOARD " w - - loss h2e2=0, b2e2=3 other=9;\" | $h suite - --nodes 1 --lang en | tail -n 1", "all ", 0},
        {"echo \"" BOARD " w - - loss h2e2=0 h2e2=3;\" | $h suite - --lang en", "a move is given twice", 1},
        {"$h suite loss.epd --nodes 3000 --lang en | tail -n 1", "all                          2      0.00\n", 0},
        {"$h suite loss.epd --engine ./mute --engine $h --engine $h --lang en", "at most two engines", 2},
        {"echo \"" BOARD " w - - loss h2e2;\" | $h suite - --lang en", "invalid value for loss", 1},
        {"echo \"" BOARD " w - - loss a0a5=1;\" | $h suite - --lang en", "line 1: loss a0a5: ", 1},
        {"echo \"" BOARD " w - - loss C2=5=0 other=9;\" | $h suite - --nodes 1 --lang en | tail -n 1", "all ", 0},
        {"echo \"3k1ab2/4a4/4b4/9/9/4n4/9/4R4/9/2BAKAB2 w ; id \\\"one.1\\\"\" | $h suite - --nodes 2000 --price 2 --lang en >priced.epd; "
         "grep -c \"^3k1ab2.* loss e2e4=0 .*=[1-9][0-9]* other=[1-9][0-9]*; ce [1-9].*; id .one.1.;\" priced.epd; "
         "$h suite priced.epd --nodes 2000 --lang en | tail -n 1",
         "1\nall                          1      0.00\n", 0},
        {"$h suite list.txt --nodes 2000 --price 2 --lang en", "positions left out because their best moves are equal: 2", 0},
        {"$h suite list.txt --price 2 --engine $h --lang en", "--price is for this engine", 2},
    };
    static const char suite[] = "# x\n3k5/9/R8/9/9/9/9/9/9/5K2R w - - dm 2; id \"mate.1\";\n"
                                "3k5/9/9/9/9/9/9/9/9/R4K2R w - - moves a0a1 d9d8; bm i0i9; id \"odd.1\";\n",
                      wrong[] = "\n3k5/9/9/9/9/9/9/9/9/R4K2R w - - bm a9a1;\n", dm[] = "3k5/9/R8/9/9/9/9/9/9/5K2R w - - dm 99999999999;\n",
                      am[] = "\xEF\xBB\xBF"
                             "3k5/9/R8/9/9/9/9/9/9/5K2R w - - am a7a6, a7a5?; id \"am.1\";\n"
                             "3k5/9/R8/9/9/9/9/9/9/5K2R w - - am R9-1; id \"am.2\";\n"
                             "3k5/9/R8/9/9/9/9/9/9/5K2R w - - am a7a6; dm 2; id \"am.3\";\n",
                      loss[] = "3k5/9/R8/9/9/9/9/9/9/5K2R w - - loss a7a5=7 other=0; id \"loss.1\";\n"
                               "5k3/9/R8/9/9/9/9/9/9/3K4R w - - loss a7a5=7 other=0; id \"loss.2\";\n",
                      mute[] = "#!/bin/sh\n" /* UCCI without options; its mate score is a bound and its line illegal */
                               "while read -r l; do case $l in ucci) echo ucciok;; isready) echo readyok;; quit) exit;;\n"
                               "go*) echo info depth 3 score 9999 lowerbound nodes 4 pv a9a9; echo \"$ANSWER\";; esac; done\n";
    static const char fairy[] = "#!/bin/sh\n" /* both protocols, ranks from 1, records its input */
                                "echo >told; while read -r l; do echo \"$l\" >>told; case $l in ucci|uci) echo id name Fairy-Stockfish 1; "
                                "echo \"$OFFER\"; echo ${l}ok;;\n"
                                "isready) echo readyok;; quit) exit;; go*) echo bestmove a8a10;; esac; done\n";
    put("fairy", fairy, sizeof fairy - 1);
    put("list.txt", list, strlen(list));
    put("am.epd", am, sizeof am - 1);
    put("loss.epd", loss, sizeof loss - 1);
    put("dm.epd", dm, sizeof dm - 1);
    put("mute", mute, sizeof mute - 1);
    int made;
    shell("chmod +x mute fairy", &made);
    ck_assert_int_eq(made, 0);
    put("s.epd", suite, sizeof suite - 1);
    put("wrong.epd", wrong, sizeof wrong - 1);
    put("empty.epd", "# x\n", 4);
    for (int i = 0; i < COUNT(runs); i++) {
        int status;
        char line[300];
        snprintf(line, sizeof line, "{ %s; } 2>&1", runs[i].line);
        const char *out = shell(line, &status);
        ck_assert_msg(status == runs[i].status && strstr(out, runs[i].told), "%s: status %d: %s", runs[i].line, status, out);
    }
}
END_TEST

/* Tables are generated whole, whatever the earlier runs left, the same with any number of threads, and leave files of others alone. */
START_TEST(tables_are_made)
{
    static const struct {
        const char *line, *told;
        int status;
    } runs[] = {
        {"$t generate KPKP --dir d --threads 2", "2 tables in d\n", 0},
        {"$t generate KRKNA --dir mem --memory 3; e=$?; ls mem; exit $e", "KRKNA requires 11 MB of memory, but --memory allows 3\n", 1},
        {"mkdir own && echo mine >own/KRKNA.hxe && $t generate KRKNA --dir own; e=$?; ls own; exit $e",
         "but is not an endgame table; not overwritten\nKRKNA.hxe\n", 1},
        {"$t generate KPKP --dir e --threads 1 && cmp d/KPKP.hxe e/KPKP.hxe && cmp d/KPK.hxe e/KPK.hxe && ls -A e | wc -l", "2\n", 0},
        {"$t verify KPKP --dir d", "KPKP: 104751 positions agree with their successors\n", 0},
        {"$t stats KPKP --dir d", "KPKP w positions 156258 wins 6681 draws 149491 losses 86 longest 3\n", 0},
        {"$t sample KRKAB --positions 20 --seed 3 >s.epd; $h suite s.epd --nodes 1000 --lang en | tail -n 1",
         "all                         20      0.00\n", 0}, /* the search knows these tables */
        {"$t sample KRKAB --positions 9 --seed 3 >s9.epd; head -n 9 s.epd | cmp - s9.epd; tail -n 1 s9.epd", "id \"KRKAB.0009\";\n", 0},
        {"$t sample", "sample: missing SET", 2},
        {"$t stats KPKAB", "KPKAB b positions 95004 wins 0 draws 94998 losses 6 longest 2\n", 0}, /* 42 draws are marked */
        {"$t list KPKP --dir d", "KPKP ", 0},
        {"$t list KPKP --tables d", "KPKP ", 0},
        {"$t list KPKP --tables=d --dir nowhere", "nowhere: No such file", 1}, /* the last option counts */
        {"$h probe --tables d --fen \"3k5/9/9/9/4p4/4P4/9/9/9/4K4 w\"", "Set: KPKP\n", 0},
        {"{ $h probe --help; $t --help; } | grep -e --dir", "", 1},
        {"$t probe --dir d --fen \"3k5/9/9/9/4p4/4P4/9/9/9/4K4 w\"", "Result: win\nDTC: 1\nSet: KPKP\n", 0},
        {"$h judge --dir d --lang en --fen \"3k5/9/9/9/4p4/4P4/9/9/9/4K4 w\"", "Endgame table KPKP: Red wins with best play, 1 pl", 0},
        {"$t generate KPKP --dir k --threads 1 & sleep 0.05; kill -9 $!; wait $!; $t generate KPKP --dir k && cmp d/KPKP.hxe k/KPKP.hxe && "
         "ls "
         "-A k",
         "2 tables in k\nKPK.hxe\nKPKP.hxe\n", 0},
        {"cp -r d b; printf x | dd of=b/KPKP.hxe bs=1 seek=3000 conv=notrunc 2>/dev/null && $t verify KPKP --dir b",
         "wrong or unreadable value", 1},
        {"$t generate KPKP --dir b && cmp b/KPKP.hxe d/KPKP.hxe", "KPKP: damaged, generating it again\n", 0},
        {"cp d/KPK.hxe b/KPKP.hxe; $t generate KPKP --dir b; e=$?; cmp d/KPK.hxe b/KPKP.hxe && exit $e",
         "contains the table of another set", 1},
        {"mkdir m; : >m/KPKP.hxe; cp d/KPK.hxe m/KPK.hxe; $t list --dir m", "m/KPKP.hxe: empty file\n", 1},
        {"rm m/KPKP.hxe; $t generate KPAK --dir m && : >m/KPKP.hxe && $t list --dir m 2>/dev/null | grep -c KPAK", "\n1\n", 0},
        {"mkdir f; echo mine >f/KPKP.hxe; $t generate KPKP --dir f; e=$?; cat f/KPKP.hxe; exit $e", "mine\n", 1},
        {"echo x >file; $t generate KPKP --dir file; e=$?; cat file; exit $e", "Not a directory\nx\n", 1},
        {"$t probe --dir nowhere --fen \"3k5/9/9/9/4p4/4P4/9/9/9/4K4 w\"", "nowhere: No such file", 1},
        {"$t list --dir file", "file: not a folder", 1},
        {"$t probe --dir \"nowhere; d ;\" --fen \"3k5/9/9/9/4p4/4P4/9/9/9/4K4 w\"", "nowhere: No such file", 1},
        {"$t probe --dir \" ; d ;\" --fen \"3k5/9/9/9/4p4/4P4/9/9/9/4K4 w\"", "Result: win\nDTC: 1\nSet: KPKP\n", 0},
        {"$t generate KK --dir d", "invalid set 'KK'", 2},
        {"$t generate KPKP", "missing --tables FOLDER", 2},
        {"$t probe", "--fen FEN", 2},
        {"$t dance", "unknown command 'dance'", 2},
    };
    for (int i = 0; i < COUNT(runs); i++) {
        int status;
        char line[400];
        snprintf(line, sizeof line, "t=$h-tables; { %s; } 2>&1", runs[i].line);
        const char *out = shell(line, &status);
        ck_assert_msg(status == runs[i].status && strstr(out, runs[i].told), "%s: status %d: %s", runs[i].line, status, out);
    }
}
END_TEST

/* Reviews: files of others are kept, errors are reported before any work, and all outputs are complete. */
START_TEST(reviews_are_written)
{
    static const struct {
        const char *line, *told;
        int status;
    } runs[] = {
        {"$h review --nodes 500 g.pgn --lang en", "Red    accuracy", 0},
        {"$h review --nodes 500 g.pgn g.pgn --game 2 --lang zh | cat", "准确率", 0},
        {"$h review --nodes 500 --html h --pgn p --json j g.pgn 2>&1 && head -c 15 h && tail -n 3 j && $h convert p >q && grep -c H2-E2 q",
         "<!DOCTYPE html>", 0},
        {"$h review --nodes 500 --time 9 --pgn p1 g.pgn >q && $h review --nodes 500 --time 9 --pgn p2 p1 >q && cmp p1 p2 && head p2",
         ", a position: 500 nodes, 9 s\"]", 0},
        {"$h review --nodes 500 --lang zh --pgn z1 g.pgn >q && $h review --nodes 500 --lang zh --pgn z2 z1 >q && cmp z1 z2 && head z2",
         "，每个局面：500 节点\"]", 0},
        {"for n in iccs wxf chinese english; do $h review --nodes 500 --notation $n --pgn n.$n g.pgn >q || exit; $h convert n.$n >r.$n; "
         "done; cmp r.iccs r.wxf && cmp r.iccs r.chinese && cmp n.wxf n.english && grep -h -e 1... n.*",
         "", 0},
        {"$h review --nodes 20000 --stream --json sj --pgn sp g.pgn >s && grep -o sides.*}] s >s1 && grep -o sides.*}] sj | cmp - s1 && "
         "grep -c Accuracy sp && grep -c ply..1, s && grep -c pass..1, s && head -n 2 s",
         "{\"game\":1}\n{\"pass\":1,\"done\":1,\"of\":4}\n", 0},
        {"$h review --nodes 500 --stream g.pgn | grep -c pass..1", "0\n", 1},
        {"$h review --nodes 500 --stream g.pgn --json - --lang en", "-: given both as --json and as --stream", 1},
        {"$h review --nodes 500 --html mine g.pgn; e=$?; cat mine; exit $e", "file already exists; not overwritten\nmine", 1},
        {"$h review --nodes 500 --pgn g.pgn g.pgn --force", "g.pgn", 1},
        {"$h review --nodes 500 --pgn g.pgn - --force <g.pgn", "g.pgn: given both as ", 1},
        {"$h review --nodes 500 --pgn new --json new g.pgn", "--json", 1},
        {"$h review --nodes 500 --json no/j g.pgn; test -e no && exit 9; exit 1", "No such file", 1},
        {"$h review nothing.pgn", "nothing.pgn", 1},
        {"$h review --board x g.pgn --lang en", "invalid value 'x' for --board: expected an address that begins with http:// or https://",
         2},
        {"$h review --nodes 500 --board \"https://x.org/?a&b\" --html hb g.pgn >q && grep data-board hb",
         "data-board='https://x.org/?a&#38;b'", 0},
        {"$h show marked.pgn --ply 2 --ascii --lang en", "??  Black mates in 2\nRed 4|0|.", 0},
        {"$h review g.pgn --tables nowhere", "nowhere", 1},
        {"$h review empty.pgn", "no game in it", 1},
        {"$h review --game 7 g.pgn", "there is no such game", 1},
        {"$h review lost.pgn", "lost.pgn, game 1, line 3: FEN board", 1},
        {"$h review --nodes 500 bad.pgn", "bad.pgn, game 1, line 3", 1},
        {"$h review --nodes 500 binary >told; e=$?; grep -c . told; exit $e", "binary: a program, not a file of games\n0\n", 1},
        {"$h suite bad.pgn", "hanxin suite: bad.pgn, no positions; expected an EPD file", 1},
        {"$h review --nodes 1 long.pgn >told 2>faults & until grep -q position faults || ! kill -0 $! 2>&-; do sleep 0.05; done; "
         "kill -TERM $!; wait $!; echo status $?; tail -n 1 told",
         "status 130\nStopped: ", 0},
        {"yes \"1. h2e2 h9g7 1-0\" | head -n 2000000 >big.pgn; $h review --json big.json big.pgn >told 2>&1 & sleep 1; "
         "kill -TERM $!; t=$(date +%s); wait $!; test $(($(date +%s) - t)) -lt 3 && echo at once; rm big.pgn",
         "at once", 0},
        {"$h review", "missing game file", 2},
        {"$h review --nodes many g.pgn", "many", 2},
    };
    static const char game[] = "[Red \"x\"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n", bad[] = "[Red \"x\"]\n\n1. h2e2 h9g8 1-0\n";
    put("g.pgn", game, sizeof game - 1);
    static const char marked[] = "[Red \"x\"]\n\n1. h2e2 {[%eval +0.10]} h9g7 $4 {[%eval -M2]} 2. h0g2 *\n";
    put("marked.pgn", marked, sizeof marked - 1);
    put("bad.pgn", bad, sizeof bad - 1);
    put("binary", BYTES("\x7f"
                        "ELF\0\1\2 nothing of a game"));
    Text moves = TEXT_INIT;
    for (int i = 0; i < 5000; i++)
        text_add(&moves, "h2e2 h7e7 e2h2 e7h7 ");
    put("long.pgn", moves.data, moves.length);
    text_free(&moves);
    put("empty.pgn", "", 0);
    put("lost.pgn", "[FEN \"9/9 w\"]\n\n1. h2e2 *\n", strlen("[FEN \"9/9 w\"]\n\n1. h2e2 *\n"));
    put("mine", "mine", 4);
    for (int i = 0; i < COUNT(runs); i++) {
        int status;
        const char *out = shell(runs[i].line, &status);
        ck_assert_msg(status == runs[i].status && strstr(out, runs[i].told), "%s: status %d: %s", runs[i].line, status, out);
    }
}
END_TEST

START_TEST(scripts_answer_at_once)
{
    static const struct {
        const char *line, *told;
        int status;
    } scripts[] = {
        {"cd \"$top\" && .ci/run --help", ".ci/run - checks everything", 0},
        {"cd \"$top\" && .ci/run -h", ".ci/run - checks everything", 0},
        {"cd \"$top\" && .ci/run --all", "unknown argument: --all", 2},
        {"cd \"$top\" && .ci/run no-such-step", "no step's name contains 'no-such-step'", 2},
        {"cd \"$top\" && .ci/run --list", "layers: ", 0},
        {"cd \"$top\" && PATH=/nowhere /bin/sh .ci/names build engine/base/args.c", ".ci/names: ctags is missing: install ", 1},
        {"cd \"$top\" && PATH=/nowhere /bin/sh .ci/sizes build engine/base/args.c", ".ci/sizes: ctags is missing: install ", 1},
        {"cd \"$top\" && bench/compare-perft.sh --help", "compare-perft.sh - compare how fast", 0},
        {"cd \"$top\" && bench/compare-perft.sh", "two programs are expected", 2},
        {"cd \"$top\" && bench/compare-perft.sh a b c", "invalid depth 'c'", 2},
        {"cd \"$top\" && bench/compare-perft.sh \"$h\" nosuchprogram", "compare-perft.sh: nosuchprogram: no such program\n", 1},
        {"cd \"$top\" && bash -n .ci/run && bash -n bench/compare-perft.sh", "", 0},
    };
    char here[4096];
    ck_assert(getcwd(here, sizeof here) && setenv("top", here, 1) == 0);
    for (int i = 0; i < COUNT(scripts); i++) {
        int status;
        const char *out = shell(scripts[i].line, &status);
        ck_assert_msg(status == scripts[i].status && strstr(out, scripts[i].told), "%s: status %d: %s", scripts[i].line, status, out);
    }
}
END_TEST

Suite *cli_suite(void)
{
    Suite *suite = suite_create("cli");
    TCase *tc = tcase_create("cli");
    tcase_add_loop_test(tc, every_command_explains_itself, 0, COUNT(commands));
    tcase_add_test(tc, the_version_describes_the_build);
    tcase_add_loop_test(tc, full_output_is_reported, 0, COUNT(printing));
    tcase_add_test(tc, a_closed_pipe_is_not_reported);
    tcase_add_loop_test(tc, statuses_have_one_meaning, 0, COUNT(cases));
    tcase_add_loop_test(tc, perft_suites_are_read_whole, 0, COUNT(suites_of_lines));
    tcase_add_test(tc, damaged_text_keeps_its_encoding);
    tcase_add_test(tc, encodings_are_told_apart);
    tcase_add_test(tc, unconverted_text_is_rejected);
    tcase_add_test(tc, suites_are_run);
    tcase_add_test(tc, tables_are_made);
    tcase_add_test(tc, reviews_are_written);
    tcase_add_test(tc, scripts_answer_at_once);
    suite_add_tcase(suite, tc);
    return suite;
}
