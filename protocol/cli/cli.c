#include "protocol/cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/perft_suite.h"
#include "engine/base/args.h"
#include "engine/base/file.h"
#include "engine/notation/fen.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "engine/board/perft.h"
#include "engine/base/platform.h"
#include "protocol/cli/convert.h"
#include "protocol/draw.h"
#include "protocol/cli/judge_command.h"
#include "protocol/terminal/play_main.h"
#include "engine/notation/refusal.h"
#include "protocol/terminal/replay.h"
#include "engine/base/version.h"
#include "engine/base/words.h"
#include "search/search.h"

/* ---- reading arguments ---- */

/* The arguments after the sub-command's word, taken one by one. */
typedef struct Arguments {
    const char *command;
    int left;
    char **next;
} Arguments;

/* If the next argument is `name VALUE` or `name=VALUE`, takes it and points *value at the value.
 * A missing value is told by *value == NULL. */
static bool take_option(Arguments *args, const char *name, const char **value)
{
    if (args->left == 0)
        return false;
    size_t length = strlen(name);
    const char *word = *args->next;
    if (strncmp(word, name, length) != 0 || (word[length] != '\0' && word[length] != '='))
        return false;
    args->left--, args->next++;
    if (word[length] == '=') {
        *value = word + length + 1;
        return true;
    }
    *value = args->left > 0 ? *args->next : NULL;
    if (args->left > 0)
        args->left--, args->next++;
    return true;
}

static bool take_flag(Arguments *args, const char *name)
{
    if (args->left == 0 || strcmp(*args->next, name) != 0)
        return false;
    args->left--, args->next++;
    return true;
}

static const char *either(const char *english, const char *chinese) { return language_here() == LANGUAGE_CHINESE ? chinese : english; }

/* `what` in the language of the environment; `word` is what was given, NULL if nothing was. */
static int usage_error(const Arguments *args, const char *what, const char *word)
{
    fprintf(stderr, either("hanxin %s: %s: %s; see `hanxin %s --help`\n", "hanxin %s：%s：%s；见 hanxin %s --help\n"), args->command, what,
            word ? word : either("nothing given", "没有给出"), args->command);
    return EXIT_USAGE;
}

/* A value that is not a number in its range, NULL if none was given. */
static int range_error(const Arguments *args, const char *option, const char *value, int least, int most)
{
    char what[100];
    snprintf(what, sizeof what, either("%s is a number from %d to %d", "%s应为 %d 至 %d 的整数"), option, least, most);
    return usage_error(args, what, value);
}

static int needs_fen(const Arguments *args) { return usage_error(args, either("needs a FEN", "需要一个 FEN"), "--fen"); }

static int unknown_argument(const Arguments *args) { return usage_error(args, either("unknown argument", "不认识的参数"), *args->next); }

static bool read_number(const char *text, int least, int most, int *out)
{
    int64_t value;
    if (!text || !word_number(text, &value) || value < least || value > most)
        return false;
    *out = (int)value;
    return true;
}

/* False after telling on stderr what is wrong with the FEN. */
static bool read_position(const Arguments *args, const char *fen, Language language, Position *pos)
{
    FenFault fault;
    char why[REFUSAL_SIZE];
    if (!fen) {
        position_start(pos);
        return true;
    }
    if (fen_read(fen, pos, &fault))
        return true;
    refusal_of_fen(&fault, language, why, sizeof why);
    fprintf(stderr, language == LANGUAGE_CHINESE ? "hanxin %s：--fen：%s\n" : "hanxin %s: --fen: %s\n", args->command, why);
    return false;
}

static void print_line(void *self, const char *line)
{
    (void)self;
    puts(line);
    fflush(stdout);
}

/* ---- the sub-commands ---- */

static void print_speed(uint64_t nodes, int64_t time_us)
{
    double seconds = (double)(time_us > 0 ? time_us : 1) / 1e6;
    printf("Nodes searched: %llu\nTime: %.3f s\nNodes/second: %.0f\n", (unsigned long long)nodes, seconds, (double)nodes / seconds);
}

static int run_suite(const char *path, const PerftSuiteOptions *options)
{
    char error[FILE_ERROR_SIZE];
    FILE *suite = strcmp(path, "-") == 0 ? stdin : file_read(path, error);
    if (!suite) {
        fprintf(stderr, "hanxin perft: %s\n", error);
        return EXIT_FAILURE;
    }
    PerftSuiteResult result;
    bool complete = perft_suite_run(suite, options, stdout, &result);
    bool torn = ferror(suite) != 0;
    if (suite != stdin)
        fclose(suite);
    if (torn) {
        fprintf(stderr, "hanxin perft: %s: it cannot be read to its end\n", path);
        return EXIT_FAILURE;
    }
    if (!complete) {
        fputs("hanxin perft: not enough memory\n", stderr);
        return EXIT_FAILURE;
    }
    printf("%d position%s, %d mismatches", result.positions, result.positions == 1 ? "" : "s", result.mismatches);
    if (result.faulty_lines)
        printf(", %d faulty lines", result.faulty_lines);
    putchar('\n');
    print_speed(result.nodes, result.time_us);
    return result.mismatches || result.faulty_lines || result.positions == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int command_perft(Arguments *args)
{
    enum { MOST_DEPTH = 100, MOST_THREADS = 256 };
    PerftOptions options = {.depth = 0, .threads = 1, .hash_mib = 0};
    const char *fen = NULL, *suite = NULL, *value;
    bool divide = false, has_depth = false;
    while (args->left > 0) {
        if (take_option(args, "--fen", &value)) {
            if (!(fen = value))
                return needs_fen(args);
        } else if (take_flag(args, "--divide")) {
            divide = true;
        } else if (take_option(args, "--threads", &value)) {
            if (!read_number(value, 1, MOST_THREADS, &options.threads))
                return range_error(args, "--threads", value, 1, MOST_THREADS);
        } else if (take_option(args, "--hash", &value)) {
            if (!read_number(value, 0, MAX_HASH_MIB, &options.hash_mib))
                return range_error(args, "--hash", value, 0, MAX_HASH_MIB);
        } else if (take_option(args, "--suite", &value)) {
            if (!(suite = value))
                return usage_error(args, either("needs a file", "需要一个文件"), "--suite");
        } else if (!has_depth && read_number(*args->next, 0, MOST_DEPTH, &options.depth)) {
            has_depth = true;
            args->left--, args->next++;
        } else {
            return range_error(args, either("the depth", "深度"), *args->next, 0, MOST_DEPTH);
        }
    }
    if (suite)
        return run_suite(suite, &(PerftSuiteOptions){options.depth, options.threads, options.hash_mib});
    if (!has_depth)
        return usage_error(args, either("needs a depth, such as 5", "需要一个深度，如 5"), NULL);

    Position pos;
    PerftResult result = {.nodes = 1}; /* what depth 0 gives */
    if (!read_position(args, fen, language_here(), &pos))
        return EXIT_FAILURE;
    int64_t start_us = clock_us();
    if (options.depth > 0 && !perft(&pos, &options, &result)) {
        fputs("hanxin perft: not enough memory or threads\n", stderr);
        return EXIT_FAILURE;
    }
    int64_t time_us = clock_us() - start_us;
    for (int i = 0; divide && i < result.count; i++) {
        char move[5];
        printf("%s: %llu\n", move_to_iccs(result.moves[i].move, move), (unsigned long long)result.moves[i].nodes);
    }
    print_speed(result.nodes, time_us);
    return EXIT_SUCCESS;
}

static int command_bench(Arguments *args)
{
    BenchOptions options = {.depth = BENCH_DEPTH, .hash_mib = BENCH_HASH_MIB, .threads = 1, .print = print_line};
    const char *value;
    while (args->left > 0) {
        if (take_flag(args, "--no-nnue")) {
            options.handcrafted = true;
            continue;
        }
        if (!take_option(args, "--depth", &value))
            return unknown_argument(args);
        if (!read_number(value, 1, MAX_DEPTH, &options.depth))
            return range_error(args, "--depth", value, 1, MAX_DEPTH);
    }
    BenchResult result;
    if (!bench_run(&options, &result)) {
        fputs("hanxin bench: not enough memory\n", stderr);
        return EXIT_FAILURE;
    }
    int64_t time_ms = result.time_ms > 0 ? result.time_ms : 1;
    printf("%llu nodes %llu nps\n", (unsigned long long)result.nodes, (unsigned long long)(result.nodes * 1000 / (uint64_t)time_ms));
    return EXIT_SUCCESS;
}

/* Why there is no move to be listed. */
static void explain_none(const Position *pos, Square only)
{
    char why[REFUSAL_SIZE];
    Language language = language_here();
    Piece p = only == SQ_NONE ? NO_PIECE : piece_at(pos, only);
    if (only == SQ_NONE)
        snprintf(why, sizeof why, either("%s has no legal move.", "%s无着可走。"), side_word((Side)pos->side, language));
    else if (p != NO_PIECE && piece_side(p) == (Side)pos->side)
        snprintf(why, sizeof why, either("The %s on %s has no legal move.", "%s（%s）无着可走。"), piece_word(p, language),
                 square_text(only).text);
    else
        refusal_of_move(pos, move_make(only, only), language, why, sizeof why);
    fprintf(stderr, either("hanxin moves: %s\n", "hanxin moves：%s\n"), why);
}

static int command_moves(Arguments *args)
{
    const char *fen = NULL, *value;
    Square only = SQ_NONE;
    while (args->left > 0) {
        if (take_option(args, "--fen", &value)) {
            if (!(fen = value))
                return needs_fen(args);
        } else if (only == SQ_NONE && square_from_text(*args->next, &only)) {
            args->left--, args->next++;
        } else {
            return usage_error(args, either("not a point of the board, such as h2", "不是棋盘上的点（如 h2）"), *args->next);
        }
    }
    Position pos;
    if (!read_position(args, fen, language_here(), &pos))
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
    if (first) {
        explain_none(&pos, only);
        return EXIT_FAILURE;
    }
    putchar('\n');
    return EXIT_SUCCESS;
}

static int command_show(Arguments *args)
{
    enum { MOST_NUMBER = 1000000000 };
    const char *no_colour = getenv("NO_COLOR"), *fen = NULL, *value;
    DrawStyle style = {.colour = stdout_is_terminal() && !(no_colour && *no_colour)};
    ReplayWish replay = {.game = 1, .ply = -1, .notation = NOTATIONS, .language = language_wanted(args->left, args->next)};
    while (args->left > 0) {
        if (take_option(args, "--fen", &value)) {
            if (!(fen = value))
                return needs_fen(args);
        } else if (take_flag(args, "--ascii")) {
            style.ascii = replay.ascii = true;
        } else if (take_flag(args, "--flip")) {
            style.flip = replay.flip = true;
        } else if (take_option(args, "--game", &value)) {
            if (!read_number(value, 1, MOST_NUMBER, &replay.game))
                return range_error(args, "--game", value, 1, MOST_NUMBER);
        } else if (take_option(args, "--ply", &value)) {
            if (!read_number(value, 0, MOST_NUMBER, &replay.ply))
                return range_error(args, "--ply", value, 0, MOST_NUMBER);
        } else if (take_option(args, "--lang", &value)) {
            if (!value || !language_from_name(value, &replay.language))
                return usage_error(args, either("not a language (en, zh)", "不是语言（en、zh）"), value);
        } else if (take_option(args, "--notation", &value)) {
            if (!value || !notation_from_name(value, &replay.notation))
                return usage_error(args, either("not a notation (iccs, wxf, chinese)", "不是记谱法（iccs、wxf、chinese）"), value);
        } else if (!replay.path && (**args->next != '-' || strcmp(*args->next, "-") == 0)) {
            replay.path = *args->next;
            args->left--, args->next++;
        } else {
            return unknown_argument(args);
        }
    }
    if (replay.language == LANGUAGE_ENGLISH && !locale_is_utf8())
        style.ascii = replay.ascii = true;
    if (replay.path) {
        if (replay.notation == NOTATIONS)
            replay.notation = replay.language == LANGUAGE_CHINESE ? NOTATION_CHINESE : NOTATION_WXF;
        return replay_run(&replay);
    }
    Position pos;
    if (!read_position(args, fen, replay.language, &pos))
        return EXIT_FAILURE;
    draw_board(&pos, &style, print_line, NULL);
    char text[FEN_SIZE];
    fen_write(&pos, text);
    printf(replay.language == LANGUAGE_CHINESE ? "\n轮到%s走\n%s\n" : "\n%s to move\n%s\n", side_word((Side)pos.side, replay.language),
           text);
    return EXIT_SUCCESS;
}

static int command_version(Arguments *args)
{
    if (args->left > 0)
        return unknown_argument(args);
    puts(HANXIN_NAME " " HANXIN_VERSION);
    return EXIT_SUCCESS;
}

static int command_help(Arguments *args);

static int command_play(Arguments *args) { return play_main(args->left + 1, args->next - 1); }

static int command_convert(Arguments *args) { return convert_command(args->left, args->next, stdout, stderr); }

static int command_judge(Arguments *args) { return judge_command(args->left, args->next, stdout, stderr); }

/* One row per word and way of using it. A new sub-command is a function and a row. */
static const struct {
    const char *word;
    int (*run)(Arguments *args);
    bool helps;                /* it answers --help itself */
    const char *usage, *about; /* NULL: not listed */
    const char *usage_zh, *about_zh;
} commands[] = {
    {"perft", command_perft, false, "perft DEPTH [--fen FEN] [--divide] [--threads N] [--hash MB]", "count the leaves of the move tree",
     "perft 深度 [--fen 局面] [--divide] [--threads N] [--hash MB]", "统计着法树的叶数"},
    {"perft", command_perft, false, "perft [DEPTH] --suite FILE", "check every count in a file (- is standard input)",
     "perft [深度] --suite 文件", "核对文件中的每个数（- 为标准输入）"},
    {"bench", command_bench, false, "bench [--depth N] [--no-nnue]", "search fixed positions; the count is the build's signature",
     "bench [--depth N] [--no-nnue]", "搜索固定的局面；总数是此版本的标记"},
    {"moves", command_moves, false, "moves [--fen FEN] [SQUARE]",
     "list the legal moves, of one piece if a point is given; if there is none, status 1 and the reason", "moves [--fen 局面] [点]",
     "列出合法着法，给出点时只列该子的；没有时说明原因，状态为 1"},
    {"show", command_show, false, "show [--fen FEN] [--lang en|zh] [--ascii] [--flip]", "draw the board",
     "show [--fen 局面] [--lang en|zh] [--ascii] [--flip]", "画棋盘"},
    {"show", command_show, false, "show FILE.pgn [--game N] [--ply N] [--notation iccs|wxf|chinese] [--lang en|zh] [--ascii] [--flip]",
     "replay a game step by step", "show 文件.pgn [--game N] [--ply N] [--notation iccs|wxf|chinese] [--lang en|zh] [--ascii] [--flip]",
     "逐着重放棋局"},
    {"judge", command_judge, true, "judge [--fen FEN] [--rules R] [--limit N] [--lang en|zh] MOVES...",
     "how the game stands by the rules, and why", "judge [--fen 局面] [--rules R] [--limit N] [--lang en|zh] 着法...",
     "按规则胜负如何，以及理由"},
    {"play", command_play, true, "play [--side red|black|both|none] [--level 1..20 | --time T | --depth N] [--lang en|zh] [--ascii] ...",
     "play at the terminal; `play --help` lists the rest",
     "play [--side red|black|both|none] [--level 1..20 | --time T | --depth N] [--lang en|zh] [--ascii] ...",
     "在终端下棋；其余选项见 play --help"},
    {"convert", command_convert, true, "convert [--to iccs|wxf|chinese] [--fen FEN] MOVES... | FILE.pgn",
     "moves or games from any notation into one", "convert [--to iccs|wxf|chinese] [--fen 局面] 着法... | 文件.pgn",
     "把任何记谱法的着法或棋局写成同一种"},
    {"help", command_help, false, "help [COMMAND]", "this text, or what it says about one command", "help [命令]",
     "本说明，或某一命令的说明"},
    {"--help", command_help, false, NULL, NULL, NULL, NULL},
    {"-h", command_help, false, NULL, NULL, NULL, NULL},
    {"version", command_version, false, "version", "name and version", "version", "名称与版本"},
    {"--version", command_version, false, NULL, NULL, NULL, NULL},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(int i, const char *before, const char *between)
{
    printf("%s%s%s%s\n", before, either(commands[i].usage, commands[i].usage_zh), between, either(commands[i].about, commands[i].about_zh));
}

/* What a command that does not answer by itself is; false if there is no such word. */
static bool help_about(const char *word)
{
    bool found = false;
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(word, commands[i].word) == 0 && commands[i].usage) {
            print_usage(i, found ? either("       hanxin ", "      hanxin ") : either("usage: hanxin ", "用法：hanxin "), "\n           ");
            found = true;
        }
    return found;
}

static int command_help(Arguments *args)
{
    if (args->left > 1)
        return usage_error(args, either("one command at a time", "一次只能问一个命令"), args->next[1]);
    for (int i = 0; i < COMMANDS && args->left > 0; i++)
        if (strcmp(*args->next, commands[i].word) == 0 && commands[i].helps) {
            char help[] = "--help", *words[] = {*args->next, help};
            return commands[i].run(&(Arguments){*args->next, 1, words + 1});
        }
    if (args->left > 0) {
        if (help_about(*args->next))
            return EXIT_SUCCESS;
        fprintf(stderr, either("hanxin help: no such command: %s; see `hanxin help`\n", "hanxin help：没有这个命令：%s；见 hanxin help\n"),
                *args->next);
        return EXIT_USAGE;
    }
    puts(either(HANXIN_NAME " " HANXIN_VERSION ", a Xiangqi engine\n\n"
                            "  hanxin\n      the engine: speaks UCCI and UCI on standard input and output",
                HANXIN_NAME " " HANXIN_VERSION "，中国象棋引擎\n\n"
                            "  hanxin\n      引擎：在标准输入和输出上以 UCCI 或 UCI 对话"));
    for (int i = 0; i < COMMANDS; i++)
        if (commands[i].usage)
            print_usage(i, "  hanxin ", "\n      ");
    puts(either("\nEach answers --help (-h) and --version. Moves are written h2e2, C2.5 or 炮二平五; a FEN is one argument, so quote\n"
                "it. Exit status: 0 done, 1 it could not be done, 2 it was not understood.",
                "\n各命令都有 --help（-h）和 --version。着法写作 h2e2、C2.5 或 炮二平五；局面（FEN）是一个参数，须加引号。\n"
                "退出状态：0 完成，1 做不到，2 看不懂。"));
    return EXIT_SUCCESS;
}

int cli_run(int argc, char **argv)
{
    Arguments args = {argv[1], argc - 2, argv + 2};
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].word) != 0)
            continue;
        bool asks = commands[i].usage && args_ask_help(args.left, args.next);
        for (int a = 0; a < args.left && commands[i].usage && !asks; a++)
            if (strcmp(args.next[a], "--version") == 0)
                return command_version(&(Arguments){.command = "version"});
        if (asks && !commands[i].helps)
            return help_about(argv[1]) ? EXIT_SUCCESS : EXIT_FAILURE;
        return commands[i].run(&args);
    }
    fprintf(stderr, either("hanxin: unknown command: %s; see `hanxin --help`\n", "hanxin：没有这个命令：%s；见 hanxin --help\n"), argv[1]);
    return EXIT_USAGE;
}

void cli_greet(void)
{
    puts(HANXIN_NAME " " HANXIN_VERSION " speaks UCCI and UCI. Type `ucci` or `uci`, then for example:\n"
                     "  position startpos moves h2e2   |   go movetime 1000   |   go infinite, stop   |   d   |   quit\n"
                     "Outside of it, `hanxin help` lists what else there is; `hanxin play` begins a game.");
}
