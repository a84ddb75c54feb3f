/* SPDX-License-Identifier: GPL-3.0-only */
/* The program `hanxin`: runs a sub-command, or the engine if there is none. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/perft_suite.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"
#include "engine/base/version.h"
#include "engine/base/words.h"
#include "engine/board/movegen.h"
#include "engine/board/perft.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "eval/nnue/network.h"
#include "protocol/cli/ask_tables.h"
#include "protocol/cli/moves.h"
#include "protocol/cli/review.h"
#include "protocol/cli/suite.h"
#include "protocol/cli/web.h"
#include "protocol/draw.h"
#include "protocol/parse.h"
#include "protocol/session.h"
#include "protocol/terminal/play_main.h"
#include "protocol/terminal/replay.h"
#include "protocol/terminal/terminal.h"
#include "search/search.h"

static void print_line(void *self, const char *line)
{
    (void)self;
    puts(line);
    fflush(stdout);
}

static void print_speed(uint64_t nodes, int64_t time_us)
{
    double seconds = (double)(time_us > 0 ? time_us : 1) / 1e6;
    printf("Nodes searched: %llu\nTime: %.3f s\nNodes/second: %.0f\n", (unsigned long long)nodes, seconds, (double)nodes / seconds);
}

/* Help texts that several commands share. */
static const char *fen_help(const Call *c) { return either(c, "this position instead of the start position", "以此局面代替初始局面"); }

static const char *lang_help(const Call *c) { return either(c, "default by the environment", "默认依环境"); }

/* ---- perft ---- */

static int run_suite(const Call *c, const char *path, const PerftOptions *options)
{
    Text why = WHY_IN(c->program.language);
    size_t length;
    char *suite = text_read_file(path, &length, &why);
    if (!suite)
        return program_fail(&c->program, "%s", why.data);
    PerftSuiteResult result;
    perft_suite_run(suite, length, options, stdout, &result);
    free(suite);
    printf("%d position%s, %d mismatches", result.positions, result.positions == 1 ? "" : "s", result.mismatches);
    if (result.faulty_lines)
        printf(", %d faulty lines", result.faulty_lines);
    putchar('\n');
    print_speed(result.nodes, result.time_us);
    if (result.positions == 0)
        return program_fail(&c->program,
                            either(c, "%s: no position in it; a suite's lines are FEN ;D<depth> <count>",
                                   "%s：其中没有局面；题集每行应为 FEN ;D<深度> <数目>"),
                            path);
    return result.mismatches || result.faulty_lines ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int count_leaves(const Call *c, const char *fen, bool divide, const PerftOptions *options)
{
    Position pos;
    PerftResult result = {.nodes = 1}; /* result for depth 0 */
    if (!call_position(c, fen, &pos))
        return EXIT_FAILURE;
    int64_t start_us = clock_us();
    if (options->depth > 0)
        perft(&pos, options, &result);
    int64_t time_us = clock_us() - start_us;
    for (int i = 0; divide && i < result.count; i++) {
        char move[5];
        printf("%s: %llu\n", move_to_iccs(result.moves[i].move, move), (unsigned long long)result.moves[i].nodes);
    }
    print_speed(result.nodes, time_us);
    return EXIT_SUCCESS;
}

static int command_perft(Call *c)
{
    enum { MOST_THREADS = 256 };
    const char *fen = NULL, *suite = NULL;
    int64_t depth = 0, threads = 1, hash = 0;
    bool divide = false;
    const Arg args[] = {
        {"fen FEN", ARG_TEXT, &fen, 0, 0, fen_help(c)},
        {"divide", ARG_FLAG, &divide, 0, 0, either(c, "how many of the leaves each move has", "列出每一着的叶节点数")},
        {"threads N", ARG_INT, &threads, 1, MOST_THREADS, either(c, "processors to count with", "线程数")},
        {"hash MB", ARG_INT, &hash, 0, MAX_HASH_MIB, either(c, "memory for counts that come again", "缓存已算出的数目所用的内存")},
        {"suite FILE", ARG_TEXT, &suite, 0, 0,
         either(c, "check every count in a file, up to DEPTH; - is standard input", "核对文件中的每个数，至给出的深度；- 为标准输入")},
    };
    if (!call_read(c, args, sizeof args / sizeof *args, 1))
        return c->status;
    if (c->words == 1 && (!word_number(c->argv[1], &depth) || depth < 0 || depth > PERFT_DEEPEST))
        return args_wrong(&c->program, either(c, "the depth is a number from 0 to %d: %s", "深度应为 0 至 %d 的整数：%s"), PERFT_DEEPEST,
                          c->argv[1]);
    if (!suite && c->words == 0)
        return args_wrong(&c->program, "%s", either(c, "needs a depth, such as 5", "需要一个深度，如 5"));
    PerftTable *table = hash > 0 ? perft_table_new((int)hash) : NULL;
    if (hash > 0 && !table)
        return call_no_memory(c);
    const PerftOptions options = {.depth = (int)depth, .threads = (int)threads, .table = table};
    const int status = suite ? run_suite(c, suite, &options) : count_leaves(c, fen, divide, &options);
    perft_table_free(table);
    return status;
}

/* ---- bench ---- */

static int command_bench(Call *c)
{
    int64_t depth = BENCH_DEPTH;
    bool handcrafted = false;
    const Arg args[] = {
        {"depth N", ARG_INT, &depth, 1, MAX_DEPTH, either(c, "how deep", "搜索深度")},
        {"no-nnue", ARG_FLAG, &handcrafted, 0, 0, either(c, "with the handcrafted evaluation, not the net", "不用神经网络，用手写的评估")},
    };
    if (!call_read(c, args, sizeof args / sizeof *args, 0))
        return c->status;
    BenchOptions options = {.depth = (int)depth, .hash_mib = BENCH_HASH_MIB, .threads = 1, .handcrafted = handcrafted, .print = print_line};
    BenchResult result;
    Text why = WHY_IN(c->program.language);
    if (!bench_run(&options, &result, &why))
        return program_fail(&c->program, "%s", why.data);
    int64_t time_ms = result.time_ms > 0 ? result.time_ms : 1;
    printf("%llu nodes %llu nps\n", (unsigned long long)result.nodes, (unsigned long long)(result.nodes * 1000 / (uint64_t)time_ms));
    return EXIT_SUCCESS;
}

/* ---- moves ---- */

/* Reports why there is no move to list. */
static int explain_none(const Call *c, const Position *pos, Square only)
{
    Language language = c->program.language;
    Text why = WHY_IN(language);
    Piece p = only == SQ_NONE ? NO_PIECE : piece_at(pos, only);
    if (only == SQ_NONE)
        why_not(&why, "%s has no legal move.", "%s无着可走。", side_word(side_to_move(pos), language));
    else if (p != NO_PIECE && piece_side(p) == side_to_move(pos))
        why_not(&why, "The %s on %s has no legal move.", "%s（%s）无着可走。", piece_word(p, language), square_text(only).text);
    else
        refuse_move(pos, move_make(only, only), &why);
    return program_fail(&c->program, "%s", why.data);
}

static int command_moves(Call *c)
{
    const char *fen = NULL;
    const Arg args[] = {{"fen FEN", ARG_TEXT, &fen, 0, 0, fen_help(c)}};
    Square only = SQ_NONE;
    Position pos;
    if (!call_read(c, args, 1, 1))
        return c->status;
    if (c->words == 1 && !square_from_text(c->argv[1], &only))
        return args_wrong(&c->program, either(c, "not a point of the board, such as h2: %s", "不是棋盘上的点（如 h2）：%s"), c->argv[1]);
    if (!call_position(c, fen, &pos))
        return EXIT_FAILURE;
    MoveList list = {0};
    legal_moves(&pos, &list);
    bool first = true;
    for (int i = 0; i < list.count; i++) {
        if (only != SQ_NONE && move_from(list.moves[i]) != only)
            continue;
        char move[5];
        printf("%s%s", first ? "" : " ", move_to_iccs(list.moves[i], move));
        first = false;
    }
    if (first)
        return explain_none(c, &pos, only);
    putchar('\n');
    return EXIT_SUCCESS;
}

/* ---- show ---- */

static int command_show(Call *c)
{
    enum { MOST_NUMBER = 1000000000 };
    const char *fen = NULL;
    int64_t game = 1, ply = -1;
    bool ascii = false, flip = false;
    Notation notation = NOTATIONS;
    const Arg args[] = {
        {"fen FEN", ARG_TEXT, &fen, 0, 0, fen_help(c)},
        {"game N", ARG_INT, &game, 1, MOST_NUMBER, either(c, "which game of the file", "文件中的第几局")},
        {"ply N", ARG_INT, &ply, -1, MOST_NUMBER,
         either(c, "begin after so many moves of both sides; -1: all", "从第几着之后开始；-1 为全部")},
        {"notation", ARG_WORD, &(ArgWord){(int *)&notation, notation_words}, 0, 0, either(c, "default by the language", "默认依语言")},
        {"lang", ARG_WORD, &(ArgWord){(int *)&c->program.language, language_words}, 0, 0, lang_help(c)},
        {"ascii", ARG_FLAG, &ascii, 0, 0, either(c, "letters instead of Chinese characters", "用字母代替汉字")},
        {"flip", ARG_FLAG, &flip, 0, 0, either(c, "Black below", "黑方在下")},
    };
    if (!call_read(c, args, sizeof args / sizeof *args, 1))
        return c->status;
    Language language = c->program.language;
    ascii = ascii || (language == LANGUAGE_ENGLISH && !locale_is_utf8());
    if (notation == NOTATIONS)
        notation = language == LANGUAGE_CHINESE ? NOTATION_CHINESE : NOTATION_WXF;
    Position pos;
    if (!call_position(c, fen, &pos))
        return EXIT_FAILURE;
    if (c->words == 1) {
        Screen screen = screen_here(language, notation, ascii);
        screen.flip = flip;
        return replay_run(&c->program, c->argv[1], fen ? &pos : NULL, (int)game, (int)ply, &screen);
    }
    DrawStyle style = {.notation = notation, .colour = terminal_has_colour(), .ascii = ascii, .flip = flip};
    Text text = TEXT_INIT;
    char position[FEN_SIZE];
    draw_board(&pos, &style, &text);
    fen_write(&pos, position);
    text_addf(&text, either(c, "\n%s to move\n%s\n", "\n轮到%s走\n%s\n"), side_word(side_to_move(&pos), language), position);
    fputs(text.data, stdout);
    int status = text.failed ? call_no_memory(c) : EXIT_SUCCESS;
    text_free(&text);
    return status;
}

/* ---- table of commands ---- */

static int command_version(Call *c)
{
    if (!call_read(c, NULL, 0, 0))
        return c->status;
    Network *net = network_is_built_in() ? network_default(NULL) : NULL;
    char checksum[12] = "-";
    if (net)
        snprintf(checksum, sizeof checksum, "%08x", net->checksum);
    puts(HANXIN_NAME " " HANXIN_VERSION);
    printf(
        either(c, "commit    %s\nnet       %s\nSIMD      %s\ncompiler  %s\n", "提交      %s\n网络      %s\n指令集    %s\n编译器    %s\n"),
        build_commit, checksum, kernels_choose()->name, build_compiler);
    network_free(net);
    return EXIT_SUCCESS;
}

static int command_play(Call *c) { return play_main(c->argc, c->argv); }

static int command_help(Call *c);

/* A new sub-command needs a function and a row. */
static const Subcommand commands[] = {
    {"perft",
     command_perft,
     {"perft DEPTH [--fen FEN] [--divide] [--threads N] [--hash MB]\nperft [DEPTH] --suite FILE",
      "perft 深度 [--fen 局面] [--divide] [--threads N] [--hash MB]\nperft [深度] --suite 文件"},
     {"count the leaves of the move tree, or check every count in a file", "统计着法树的叶节点数，或核对文件中的每个数"}},
    {"bench",
     command_bench,
     {"bench [--depth N] [--no-nnue]", "bench [--depth N] [--no-nnue]"},
     {"search fixed positions; the count is the build's signature", "搜索固定的局面；总数是此版本的标记"}},
    {"moves",
     command_moves,
     {"moves [--fen FEN] [SQUARE]", "moves [--fen 局面] [点]"},
     {"list the legal moves, of one piece if a point is given; if there is none, status 1 and the reason",
      "列出合法着法，给出点时只列该子的；没有时说明原因，状态为 1"}},
    {"show",
     command_show,
     {"show [--fen FEN] [--lang en|zh] [--ascii] [--flip]\n"
      "show FILE.pgn [--fen FEN] [--game N] [--ply N] [--notation iccs|wxf|chinese] [--lang en|zh] [--ascii] [--flip]",
      "show [--fen 局面] [--lang en|zh] [--ascii] [--flip]\n"
      "show 文件.pgn [--fen 局面] [--game N] [--ply N] [--notation iccs|wxf|chinese] [--lang en|zh] [--ascii] [--flip]"},
     {"draw the board, or replay a game step by step (- is standard input)", "画棋盘，或逐着重放棋局（- 为标准输入）"}},
    {"judge",
     judge_command,
     {"judge [--fen FEN] [--rules R] [--limit N] [--tables FOLDERS] [--lang en|zh] MOVES... | FILE.pgn... | -",
      "judge [--fen 局面] [--rules R] [--limit N] [--tables 目录] [--lang en|zh] 着法... | 文件.pgn... | -"},
     {"how the game, or each game of a file (- is standard input), stands by the rules, and why",
      "按棋规判定对局或文件中每一局（- 为标准输入）的胜负，并说明理由"}},
    {"probe",
     probe_command,
     {"probe --fen FEN [--tables FOLDERS] [--lang en|zh]", "probe --fen 局面 [--tables 目录] [--lang en|zh]"},
     {"result and distance by the endgame tables; status 1 if none covers the position", "由残局库得出结果与着数；没有收录时状态为 1"}},
    {"play",
     command_play,
     {"play [--side red|black|both|none] [--level 1..20 | --time T | --depth N] [--lang en|zh] [--ascii] ...",
      "play [--side red|black|both|none] [--level 1..20 | --time T | --depth N] [--lang en|zh] [--ascii] ..."},
     {"play at the terminal; `play --help` lists the rest", "在终端下棋；其余选项见 play --help"}},
    {"web",
     web_command,
     {"web [--port N] [--no-browser] [--lang en|zh]", "web [--port N] [--no-browser] [--lang en|zh]"},
     {"a board in the browser of this machine, and this engine behind it; Ctrl-C is its usual end, status 0",
      "在本机浏览器中下棋、分析，由本引擎支持；按 Ctrl-C 正常结束，退出状态为 0"}},
    {"review",
     review_command,
     {"review FILE.pgn... [--nodes N | --time S | --depth D] [--html FILE] [--pgn FILE] [--json FILE] [--lang en|zh] ...",
      "review 文件.pgn... [--nodes N | --time S | --depth D] [--html 文件] [--pgn 文件] [--json 文件] [--lang en|zh] ..."},
     {"look at games move by move: marks, what was missed, a graph; as a page, PGN or JSON",
      "逐着分析棋局：评注、错过的着法、走势；可写成网页、PGN 或 JSON"}},
    {"suite",
     suite_command,
     {"suite FILE.epd [--time S | --nodes N | --depth D] [--engine CMD [option.NAME=VALUE...]] [--json FILE] ...",
      "suite 文件.epd [--time S | --nodes N | --depth D] [--engine 命令 [option.NAME=VALUE...]] [--json 文件] ..."},
     {"test positions with known solutions, for this engine or another: solved, time to it, mates and whether they are proven",
      "用有答案的局面测试本引擎或其他引擎：解出几题、用时、杀着及其是否走到将死"}},
    {"convert",
     convert_command,
     {"convert [--to iccs|wxf|chinese] [--fen FEN] MOVES... | FILE.pgn... | -",
      "convert [--to iccs|wxf|chinese] [--fen 局面] 着法... | 文件.pgn... | -"},
     {"moves or games from any notation into one; a damaged game as far as it can be read, then the next",
      "把任何记谱法的着法或棋局写成同一种；有误的棋局写出可读的部分，再读下一局"}},
    {"help", command_help, {"help [COMMAND]", "help [命令]"}, {"this text, or what it says about one command", "本说明，或某一命令的说明"}},
    {"version", command_version, {"version", "version"}, {"name, version, and what this program was made of", "名称、版本与编译信息"}},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const Subcommand *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

static int print_overview(Language language)
{
    puts(in_language(language,
                     HANXIN_NAME " " HANXIN_VERSION ", a Xiangqi engine\n\n"
                                 "  hanxin\n      the engine: speaks UCCI and UCI on standard input and output",
                     HANXIN_NAME " " HANXIN_VERSION "，中国象棋引擎\n\n"
                                 "  hanxin\n      引擎：在标准输入和输出上以 UCCI 或 UCI 对话"));
    for (int i = 0; i < COMMANDS; i++) {
        Text usage = TEXT_INIT;
        subcommand_usage(&commands[i], language, "  ", &usage);
        printf("%s      %s\n", usage.data, commands[i].about[language]);
        text_free(&usage);
    }
    puts(in_language(language,
                     "\nEach answers --help (-h) and --version. Moves are written h2e2, C2.5 or 炮二平五; a FEN is one argument, so quote\n"
                     "it. Exit status: 0 done, 1 it could not be done, 2 it was not understood, 130 Ctrl-C.",
                     "\n各命令都有 --help（-h）和 --version。着法写作 h2e2、C2.5 或 炮二平五；局面（FEN）是一个参数，须加引号。\n"
                     "退出状态：0 完成，1 做不到，2 看不懂，130 被 Ctrl-C 中断。"));
    return EXIT_SUCCESS;
}

static int command_help(Call *c)
{
    if (!call_read(c, NULL, 0, 1))
        return c->status;
    if (c->words == 0)
        return print_overview(c->program.language);
    const Subcommand *about = find(c->argv[1]);
    if (!about)
        return args_wrong(&c->program, either(c, "no such command: %s", "没有这个命令：%s"), c->argv[1]);
    char help[] = "--help";
    return call_run(about, 2, (char *[]){c->argv[1], help, NULL});
}

/* Runs the sub-command argv[1], which must exist. */
static int run_command(int argc, char **argv)
{
    const char *word = argv[1];
    const Subcommand *command = strcmp(word, "--version") == 0                           ? find("version")
                                : strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ? find("help")
                                                                                         : find(word);
    if (command)
        return call_run(command, argc - 1, argv + 1);
    const Program program = {.name = "hanxin", .language = language_here()};
    return args_wrong(&program, in_language(program.language, "unknown command: %s", "没有这个命令：%s"), word);
}

/* Prints three lines for a user who started the engine in a terminal. */
static void greet(void)
{
    puts(HANXIN_NAME " " HANXIN_VERSION " speaks UCCI and UCI. Type `ucci` or `uci`, then for example:\n"
                     "  position startpos moves h2e2   |   go movetime 1000   |   go infinite, stop   |   d   |   quit\n"
                     "Outside of it, `hanxin help` lists what else there is; `hanxin play` begins a game.");
    fflush(stdout);
}

/* ---- the engine ---- */

/* Ends the process at once, because the session may hang in a write. */
static void leave(const char *why)
{
    if (why)
        fprintf(stderr, "hanxin: %s\n", why);
    _exit(EXIT_FAILURE);
}

/* Ends the process. Reports a fault such as a full disk, but not that the reader of our output has
 * gone. */
static void lose_output(int fault)
{
    if (fault != EPIPE && fault != EINVAL) /* EINVAL is how Windows reports that the reader has gone */
        fprintf(stderr, "hanxin: standard output: %s\n", strerror(fault));
    _exit(EXIT_FAILURE);
}

static int run_engine(void)
{
    Inbox *inbox = inbox_new((InboxHost){&steady_clock, command_is_quit, leave});
    Output out;
    output_init(&out, STDOUT_FILENO, lose_output);
    /* the reader first: without its thread nothing works, while the engine makes do with less memory */
    const bool reads = inbox && input_start(inbox, &out);
    Session *session = reads ? session_new(inbox, &out, bench_command) : NULL;
    if (!session) {
        fprintf(stderr, "hanxin: no %s to start with\n", inbox && !reads ? "thread" : "memory");
        return EXIT_FAILURE;
    }
    session_run(session);
    session_free(session);
    output_clear(&out);
    return EXIT_SUCCESS;
}

/* Ends the process by the signal that interrupted it, if any, so that the parent sees it. */
static int end(int status)
{
#ifndef _WIN32
    if (status > EXIT_SIGNALLED)
        raise(status - EXIT_SIGNALLED);
#endif
    return status;
}

int main(int argc, char **argv)
{
    static const Program program = {.name = "hanxin"};
    console_init();
    console_begin();
    argv = utf8_arguments(&argc, argv);
    if (argc > 1)
        return end(program_end(&program, run_command(argc, argv)));
    if (stdin_is_terminal() && stdout_is_terminal())
        greet();
    return program_end(&program, run_engine());
}
