#include "protocol/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/perft_suite.h"
#include "engine/fen.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/perft.h"
#include "engine/platform.h"
#include "protocol/convert.h"
#include "protocol/draw.h"
#include "protocol/judge_command.h"
#include "protocol/play.h"
#include "protocol/replay.h"
#include "engine/version.h"
#include "protocol/words.h"
#include "search/search.h"

enum { EXIT_USAGE = 2 };

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

static int usage_error(const Arguments *args, const char *what, const char *word)
{
    if (word)
        fprintf(stderr, "hanxin %s: %s '%s'; see `hanxin help`\n", args->command, what, word);
    else
        fprintf(stderr, "hanxin %s: %s%s; see `hanxin help`\n", args->command, what, what[strlen(what) - 1] == ':' ? " nothing given" : "");
    return EXIT_USAGE;
}

static bool read_number(const char *text, int least, int most, int *out)
{
    int64_t value;
    if (!text || !word_number(text, &value) || value < least || value > most)
        return false;
    *out = (int)value;
    return true;
}

/* False after telling on stderr what is wrong with the FEN. */
static bool read_position(const char *fen, Position *pos)
{
    char reason[FEN_ERROR_SIZE];
    if (!fen) {
        position_start(pos);
        return true;
    }
    if (fen_read(fen, pos, reason))
        return true;
    fprintf(stderr, "hanxin: %s\n", reason);
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
    FILE *suite = file_open(path, "r");
    if (!suite) {
        fprintf(stderr, "hanxin perft: cannot read '%s'\n", path);
        return EXIT_FAILURE;
    }
    PerftSuiteResult result;
    bool complete = perft_suite_run(suite, options, stdout, &result);
    fclose(suite);
    if (!complete) {
        fputs("hanxin perft: not enough memory\n", stderr);
        return EXIT_FAILURE;
    }
    printf("%d positions, %d mismatches", result.positions, result.mismatches);
    if (result.faulty_lines)
        printf(", %d faulty lines", result.faulty_lines);
    putchar('\n');
    print_speed(result.nodes, result.time_us);
    return result.mismatches || result.faulty_lines || result.positions == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int command_perft(Arguments *args)
{
    enum { MOST_DEPTH = 100 };
    PerftOptions options = {.depth = 0, .threads = 1, .hash_mib = 0};
    const char *fen = NULL, *suite = NULL, *value;
    bool divide = false, has_depth = false;
    while (args->left > 0) {
        if (take_option(args, "--fen", &value)) {
            if (!(fen = value))
                return usage_error(args, "needs a FEN:", "--fen");
        } else if (take_flag(args, "--divide")) {
            divide = true;
        } else if (take_option(args, "--threads", &value)) {
            if (!read_number(value, 1, 256, &options.threads))
                return usage_error(args, "not a number of threads:", value);
        } else if (take_option(args, "--hash", &value)) {
            if (!read_number(value, 0, MAX_HASH_MIB, &options.hash_mib))
                return usage_error(args, "not a number of MB:", value);
        } else if (take_option(args, "--suite", &value)) {
            if (!(suite = value))
                return usage_error(args, "needs a file:", "--suite");
        } else if (!has_depth && read_number(*args->next, 0, MOST_DEPTH, &options.depth)) {
            has_depth = true;
            args->left--, args->next++;
        } else {
            return usage_error(args, "not a depth:", *args->next);
        }
    }
    if (suite)
        return run_suite(suite, &(PerftSuiteOptions){options.depth, options.threads, options.hash_mib});
    if (!has_depth)
        return usage_error(args, "needs a depth, such as 5", NULL);

    Position pos;
    PerftResult result = {.nodes = 1}; /* what depth 0 gives */
    if (!read_position(fen, &pos))
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
            return usage_error(args, "unknown argument", *args->next);
        if (!read_number(value, 1, MAX_DEPTH, &options.depth))
            return usage_error(args, "not a depth:", value);
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

static int command_moves(Arguments *args)
{
    const char *fen = NULL, *value;
    Square only = SQ_NONE;
    while (args->left > 0) {
        if (take_option(args, "--fen", &value)) {
            if (!(fen = value))
                return usage_error(args, "needs a FEN:", "--fen");
        } else if (only == SQ_NONE && square_from_text(*args->next, &only)) {
            args->left--, args->next++;
        } else {
            return usage_error(args, "not a point of the board:", *args->next);
        }
    }
    Position pos;
    if (!read_position(fen, &pos))
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
    putchar('\n');
    return EXIT_SUCCESS;
}

static int command_show(Arguments *args)
{
    const char *no_colour = getenv("NO_COLOR"), *fen = NULL, *value;
    DrawStyle style = {.colour = stdout_is_terminal() && !(no_colour && *no_colour)};
    ReplayWish replay = {.game = 1, .ply = -1, .notation = NOTATIONS};
    while (args->left > 0) {
        if (take_option(args, "--fen", &value)) {
            if (!(fen = value))
                return usage_error(args, "needs a FEN:", "--fen");
        } else if (take_flag(args, "--ascii")) {
            style.ascii = replay.ascii = true;
        } else if (take_flag(args, "--flip")) {
            style.flip = replay.flip = true;
        } else if (take_option(args, "--game", &value)) {
            if (!read_number(value, 1, 1000000000, &replay.game))
                return usage_error(args, "not a game's number:", value);
        } else if (take_option(args, "--ply", &value)) {
            if (!read_number(value, 0, 1000000000, &replay.ply))
                return usage_error(args, "not a number of plies:", value);
        } else if (take_option(args, "--lang", &value)) {
            if (!value || (strcmp(value, "en") != 0 && strcmp(value, "zh") != 0))
                return usage_error(args, "not a language (en, zh):", value);
            replay.language = strcmp(value, "zh") == 0 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
        } else if (take_option(args, "--notation", &value)) {
            if (!value || !notation_from_name(value, &replay.notation))
                return usage_error(args, "not a notation (iccs, wxf, chinese):", value);
        } else if (!replay.path && (**args->next != '-' || strcmp(*args->next, "-") == 0)) {
            replay.path = *args->next;
            args->left--, args->next++;
        } else {
            return usage_error(args, "unknown argument", *args->next);
        }
    }
    if (replay.path) {
        if (replay.notation == NOTATIONS)
            replay.notation = replay.language == LANGUAGE_CHINESE ? NOTATION_CHINESE : NOTATION_WXF;
        return replay_run(&replay);
    }
    Position pos;
    if (!read_position(fen, &pos))
        return EXIT_FAILURE;
    draw_board(&pos, &style, print_line, NULL);
    char text[FEN_SIZE];
    fen_write(&pos, text);
    printf("\n%s to move\n%s\n", pos.side == RED ? "Red" : "Black", text);
    return EXIT_SUCCESS;
}

static int command_version(Arguments *args)
{
    (void)args;
    puts(HANXIN_NAME " " HANXIN_VERSION);
    return EXIT_SUCCESS;
}

static int command_help(Arguments *args);

static int command_play(Arguments *args) { return play_command(args->left, args->next); }

static int command_convert(Arguments *args) { return convert_command(args->left, args->next, stdout, stderr); }

static int command_judge(Arguments *args) { return judge_command(args->left, args->next, stdout, stderr); }

/* One row per word. A new sub-command is a function and a row. */
static const struct {
    const char *word;
    int (*run)(Arguments *args);
    const char *usage, *about; /* NULL: not listed */
    bool helps;                /* it answers --help itself */
} commands[] = {
    {"perft", command_perft, "perft DEPTH [--fen FEN] [--divide] [--threads N] [--hash MB]", "count the leaves of the move tree", false},
    {"perft", command_perft, "perft [DEPTH] --suite FILE", "check every count in a file", false},
    {"bench", command_bench, "bench [--depth N] [--no-nnue]", "search fixed positions; the count is the build's signature", false},
    {"moves", command_moves, "moves [--fen FEN] [SQUARE]", "list the legal moves, of one piece if a point is given", false},
    {"show", command_show, "show [--fen FEN] [--ascii] [--flip]", "draw the board", false},
    {"show", command_show, "show FILE.pgn [--game N] [--ply N] [--notation iccs|wxf|chinese] [--lang en|zh] [--ascii] [--flip]",
     "replay a game step by step", false},
    {"judge", command_judge, "judge [--fen FEN] [--rules R] [--limit N] [--lang en|zh] MOVES...",
     "how the game stands by the rules, and why", true},
    {"play", command_play, "play [--side red|black|both|none] [--level 1..20 | --time T | --depth N] [--lang en|zh] [--ascii] ...",
     "play at the terminal; `play --help` lists the rest", true},
    {"convert", command_convert, "convert [--to iccs|wxf|chinese] [--fen FEN] MOVES... | FILE.pgn",
     "moves or games from any notation into one", true},
    {"help", command_help, "help [COMMAND]", "this text, or what it says about one command", false},
    {"--help", command_help, NULL, NULL, false},
    {"-h", command_help, NULL, NULL, false},
    {"version", command_version, "version", "name and version", false},
    {"--version", command_version, NULL, NULL, false},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* One word's lines; false if there is no such word. */
static bool help_about(const char *word)
{
    bool found = false;
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(word, commands[i].word) == 0 && commands[i].usage) {
            printf("  hanxin %s\n      %s\n", commands[i].usage, commands[i].about);
            found = true;
        }
    return found;
}

static int command_help(Arguments *args)
{
    if (args->left > 0 && !help_about(*args->next))
        return usage_error(args, "no such command:", *args->next);
    if (args->left > 0)
        return EXIT_SUCCESS;
    puts(HANXIN_NAME " " HANXIN_VERSION ", a Xiangqi engine\n\n"
                     "  hanxin\n      the engine: speaks UCCI and UCI on standard input and output");
    for (int i = 0; i < COMMANDS; i++)
        if (commands[i].usage)
            printf("  hanxin %s\n      %s\n", commands[i].usage, commands[i].about);
    puts("\nMoves are written h2e2, C2.5 or 炮二平五; a FEN is one argument, so quote it. Exit status: 0 done, 1 it could\n"
         "not be done, 2 it was not understood.");
    return EXIT_SUCCESS;
}

int cli_run(int argc, char **argv)
{
    bool asks = argc == 3 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0);
    for (int i = 0; i < COMMANDS; i++)
        if (asks && strcmp(argv[1], commands[i].word) == 0 && !commands[i].helps && help_about(argv[1]))
            return EXIT_SUCCESS;
        else if (strcmp(argv[1], commands[i].word) == 0)
            return commands[i].run(&(Arguments){argv[1], argc - 2, argv + 2});
    fprintf(stderr, "hanxin: unknown command '%s'; try `hanxin help`\n", argv[1]);
    return EXIT_USAGE;
}

void cli_greet(void)
{
    puts(HANXIN_NAME " " HANXIN_VERSION " speaks UCCI and UCI. Type `ucci` or `uci`, then for example:\n"
                     "  position startpos moves h2e2   |   go movetime 1000   |   go infinite, stop   |   d   |   quit\n"
                     "Outside of it, `hanxin help` lists what else there is; `hanxin play` begins a game.");
}
