/* SPDX-License-Identifier: GPL-3.0-only */
/* The program `hanxin`: runs a subcommand, or the engine if no subcommand is given. */
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
#include "protocol/terminal/practice.h"
#include "protocol/terminal/replay.h"
#include "protocol/terminal/terminal.h"
#include "protocol/trainer/task.h"
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
static const char *fen_help(const Call *c) { return tr(c->program.language, "this position instead of the start position"); }

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
        return program_fail(&c->program, tr(c->program.language, "%s: no valid line: expected FEN ;D<depth> <count>"),
                            text_file_title(path, c->program.language));
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
        {"divide", ARG_FLAG, &divide, 0, 0, tr(c->program.language, "count the leaves of each move separately")},
        {"threads N", ARG_INT, &threads, 1, MOST_THREADS, tr(c->program.language, "number of threads")},
        {"hash MB", ARG_INT, &hash, 0, MAX_HASH_MIB, tr(c->program.language, "memory for the hash table")},
        {"suite FILE", ARG_TEXT, &suite, 0, 0, tr(c->program.language, "check every count in a file, up to DEPTH; - is standard input")},
        LANGUAGE_ARG(c),
    };
    if (!call_read(c, args, sizeof args / sizeof *args, 1))
        return c->status;
    if (c->words == 1 && (!word_number(c->argv[1], &depth) || depth < 0 || depth > PERFT_DEEPEST))
        return args_wrong(&c->program, tr(c->program.language, "the depth must be a number from 0 to %d, not '%s'"), PERFT_DEEPEST,
                          c->argv[1]);
    if (!suite && c->words == 0)
        return args_wrong(&c->program, "%s", tr(c->program.language, "missing depth, such as 5"));
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
        {"depth N", ARG_INT, &depth, 1, MAX_DEPTH, tr(c->program.language, "depth of each search")},
        {"no-nnue", ARG_FLAG, &handcrafted, 0, 0, tr(c->program.language, "use the handcrafted evaluation instead of the net")},
        LANGUAGE_ARG(c),
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

/* Reports why there are no moves to list. */
static int explain_none(const Call *c, const Position *pos, Square only)
{
    Language language = c->program.language;
    Text why = WHY_IN(language);
    const Piece p = only == SQ_NONE ? NO_PIECE : piece_at(pos, only);
    if (only == SQ_NONE)
        why_not(&why, "%s has no legal move.", side_word(side_to_move(pos), language));
    else if (p != NO_PIECE && piece_side(p) == side_to_move(pos))
        why_not(&why, "The %s has no legal move.", piece_there(pos, only, &why).text);
    else
        refuse_move(pos, move_make(only, only), &why);
    return program_fail(&c->program, "%s", why.data);
}

static int command_moves(Call *c)
{
    const char *fen = NULL;
    const Arg args[] = {{"fen FEN", ARG_TEXT, &fen, 0, 0, fen_help(c)}, LANGUAGE_ARG(c)};
    Square only = SQ_NONE;
    Position pos;
    if (!call_read(c, args, 2, 1))
        return c->status;
    if (c->words == 1 && !square_from_text(c->argv[1], &only))
        return args_wrong(&c->program, tr(c->program.language, "not a point of the board, such as h2: %s"), c->argv[1]);
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
    Notation notation = NOTATIONS, coordinates = NOTATIONS;
    const Arg args[] = {
        {"fen FEN", ARG_TEXT, &fen, 0, 0, fen_help(c)},
        {"game N", ARG_INT, &game, 1, MOST_NUMBER, tr(c->program.language, "number of the game in the file")},
        {"ply N", ARG_INT, &ply, -1, MOST_NUMBER, tr(c->program.language, "begin at this ply; -1: all plies")},
        {"notation", ARG_WORD, &(ArgWord){(int *)&notation, notation_words}, 0, 0,
         tr(c->program.language, "default: depends on the language")},
        {"coordinates", ARG_WORD, &(ArgWord){(int *)&coordinates, notation_words}, 0, 0,
         tr(c->program.language, "the board's coordinates; default: those of the notation")},
        LANGUAGE_ARG(c),
        {"ascii", ARG_FLAG, &ascii, 0, 0, tr(c->program.language, "letters instead of Chinese characters")},
        {"flip", ARG_FLAG, &flip, 0, 0, tr(c->program.language, "Black below")},
    };
    c->reads_games = true;
    if (!call_read(c, args, sizeof args / sizeof *args, 1))
        return c->status;
    Language language = c->program.language;
    if (c->words == 0 && (game != 1 || ply >= 0))
        return args_wrong(&c->program, "%s", tr(language, "--game and --ply require a file"));
    ascii = ascii || (language == LANGUAGE_ENGLISH && !locale_is_utf8());
    if (notation == NOTATIONS)
        notation = notation_of_language(language);
    if (coordinates == NOTATIONS)
        coordinates = notation;
    Position pos;
    if (!call_position(c, fen, &pos))
        return EXIT_FAILURE;
    if (c->words == 1) {
        Screen screen = screen_here(language, notation, ascii);
        screen.coordinates = coordinates;
        screen.flip = flip;
        return replay_run(&c->program, c->argv[1], fen ? &pos : NULL, (int)game, (int)ply, &screen);
    }
    DrawStyle style = {.notation = notation, .coordinates = coordinates, .colour = terminal_has_colour(), .ascii = ascii, .flip = flip};
    Text text = TEXT_INIT;
    char position[FEN_SIZE];
    draw_board(&pos, &style, &text);
    fen_write(&pos, position);
    text_addf(&text, tr(c->program.language, "\n%s to move\n%s\n"), side_word(side_to_move(&pos), language), position);
    fputs(text.data, stdout);
    int status = text.failed ? call_no_memory(c) : EXIT_SUCCESS;
    text_free(&text);
    return status;
}

/* ---- practice ---- */

static int command_practice(Call *c)
{
    static const char *const kinds[] = {"endgames", "mates", NULL};
    int kind = -1;
    int64_t grade = 0;
    bool ascii = false;
    Notation notation = NOTATIONS;
    PracticeChoice choice = {0};
    const Arg args[] = {
        {"kind", ARG_WORD, &(ArgWord){&kind, kinds}, 0, 0, tr(c->program.language, "only endgames or only mates")},
        {"grade N", ARG_INT, &grade, 1, LESSON_GRADES, tr(c->program.language, "only this grade; that of a mate is its length in moves")},
        {"motif WORDS", ARG_TEXT, &choice.motif, 0, 0,
         tr(c->program.language, "only this motif, such as \"iron bolt\" or \"rook against\"")},
        {"list", ARG_FLAG, &choice.list, 0, 0, tr(c->program.language, "list the exercises and what you have solved")},
        {"notation", ARG_WORD, &(ArgWord){(int *)&notation, notation_words}, 0, 0,
         tr(c->program.language, "default: depends on the language")},
        LANGUAGE_ARG(c),
        {"ascii", ARG_FLAG, &ascii, 0, 0, tr(c->program.language, "letters instead of Chinese characters")},
    };
    c->reads_games = true;
    if (!call_read(c, args, sizeof args / sizeof *args, 1))
        return c->status;
    const Language language = c->program.language;
    if (notation == NOTATIONS)
        notation = notation_of_language(language);
    choice.word = c->words == 1 ? c->argv[1] : NULL;
    choice.kind = kind >= 0 ? kinds[kind] : NULL;
    choice.grade = (int)grade;
    const Screen screen = screen_here(language, notation, ascii || (language == LANGUAGE_ENGLISH && !locale_is_utf8()));
    return practice_run(&c->program, &choice, &screen);
}

/* ---- table of commands ---- */

static int command_version(Call *c)
{
    const Arg args[] = {LANGUAGE_ARG(c)};
    if (!call_read(c, args, 1, 0))
        return c->status;
    Network *net = network_is_built_in() ? network_default(NULL) : NULL;
    char checksum[12] = "-";
    if (net)
        snprintf(checksum, sizeof checksum, "%08x", net->checksum);
    puts(HANXIN_NAME " " HANXIN_VERSION);
    printf(tr(c->program.language, "commit    %s\nnet       %s\nSIMD      %s\ncompiler  %s\n"), build_commit, checksum,
           kernels_choose()->name, build_compiler);
    network_free(net);
    return EXIT_SUCCESS;
}

static int command_play(Call *c) { return play_main(c->argc, c->argv); }

static int command_help(Call *c);

/* A new subcommand needs a function and a row. */
static const Subcommand commands[] = {
    {"perft", command_perft,
     N_("perft DEPTH [--fen FEN] [--divide] [--threads N] [--hash MB] [--lang en|zh|zh-Hant|vi]\nperft [DEPTH] --suite FILE"),
     N_("count the leaves of the move tree, or check every count in a file")},
    {"bench", command_bench, "bench [--depth N] [--no-nnue] [--lang en|zh|zh-Hant|vi]",
     N_("search fixed positions; the count is the build's signature")},
    {"moves", command_moves, N_("moves [--fen FEN] [--lang en|zh|zh-Hant|vi] [SQUARE]"),
     N_("list the legal moves, or those of the piece on SQUARE; if there are none, the status is 1")},
    {"show", command_show,
     N_("show [--fen FEN] [--lang en|zh|zh-Hant|vi] [--ascii] [--flip]\n"
        "show FILE [--fen FEN] [--game N] [--ply N] [--notation iccs|wxf|chinese|traditional|english|vietnamese] [--lang en|zh|zh-Hant|vi] "
        "[--ascii] "
        "[--flip]"),
     N_("draw the board, or replay a game step by step (- is standard input)")},
    {"judge", judge_command,
     N_("judge [--fen FEN] [--rules R] [--limit N] [--tables FOLDERS] [--lang en|zh|zh-Hant|vi] MOVES... | FILE... | -"),
     N_("judge a game, or each game of a file (- is standard input), by the rules, with reasons")},
    {"probe", probe_command, N_("probe --fen FEN [--tables FOLDERS] [--lang en|zh|zh-Hant|vi]"),
     N_("result and distance by the endgame tables; status 1 if none covers the position")},
    {"play", command_play,
     "play [--side red|black|both|none] [--level 1..20 | --time T | --depth N] [--lang en|zh|zh-Hant|vi] [--ascii] ...",
     N_("play at the terminal; `play --help` lists the rest")},
    {"practice", command_practice,
     N_("practice [EXERCISE] [--kind endgames|mates] [--grade N] [--motif WORDS] [--list] [--lang en|zh|zh-Hant|vi] ...\n"
        "practice FILE [--notation iccs|wxf|chinese|traditional|english|vietnamese] [--lang en|zh|zh-Hant|vi] [--ascii]"),
     N_("practise endgames and mates, or the positions of a file; each move is judged and answered")},
    {"web", web_command, N_("web [FILE] [--port N] [--no-browser] [--tables FOLDERS] [--lang en|zh|zh-Hant|vi]"),
     N_("play and analyse in the browser of this machine, or open the games of a file there; Ctrl-C ends it with status 0")},
    {"review", review_command,
     N_("review FILE... [--nodes N | --time S | --depth D] [--html FILE] [--pgn FILE] [--json FILE] [--stream] [--lang en|zh|zh-Hant|vi] "
        "..."),
     N_("analyse games move by move: marks, missed chances, a graph; as a page, PGN or JSON")},
    {"suite", suite_command, N_("suite FILE [--time S | --nodes N | --depth D] [--engine CMD [option.NAME=VALUE...]] [--json FILE] ..."),
     N_("test this engine or another with the positions of an EPD file, a list or games (- is standard input): number solved, time, "
        "correct mates")},
    {"convert", convert_command,
     N_("convert [--to iccs|wxf|chinese|traditional|english|vietnamese|coordinates|xqf|dhtmlxq] [--encoding utf8|gb18030] [--out FILE] "
        "[--fen FEN] "
        "MOVES... | "
        "FILE... | "
        "-"),
     N_("convert moves or games to a notation or format; a damaged game is written as far as it can be read")},
    {"help", command_help, N_("help [COMMAND] [--lang en|zh|zh-Hant|vi]"), N_("show this text, or the help of a command")},
    {"version", command_version, "version [--lang en|zh|zh-Hant|vi]", N_("show name, version, and how this program was built")},
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
    printf(tr(language, "%s, a Xiangqi engine\n\n  hanxin\n      the engine: speaks UCCI and UCI on standard input and output\n"),
           HANXIN_NAME " " HANXIN_VERSION);
    for (int i = 0; i < COMMANDS; i++) {
        Text usage = TEXT_INIT;
        subcommand_usage(&commands[i], language, "  ", &usage);
        printf("%s      %s\n", usage.data, tr(language, commands[i].about));
        text_free(&usage);
    }
    puts(tr(language, "\nEach command has --help (-h) and --version. Moves are written h2e2, C2=5 or 炮二平五. A FEN is one argument: "
                      "quote it.\nExit status: 0 success, 1 failure, 2 usage error, 130 interrupted by Ctrl-C."));
    return EXIT_SUCCESS;
}

static int command_help(Call *c)
{
    const Arg args[] = {LANGUAGE_ARG(c)};
    if (!call_read(c, args, 1, 1))
        return c->status;
    if (c->words == 0)
        return print_overview(c->program.language);
    const Subcommand *about = find(c->argv[1]);
    if (!about)
        return args_wrong(&c->program, tr(c->program.language, "unknown command '%s'"), c->argv[1]);
    char help[] = "--help", language[20];
    snprintf(language, sizeof language, "--lang=%s", language_words[c->program.language]);
    return call_run(about, 3, (char *[]){c->argv[1], help, language, NULL});
}

/* Runs the subcommand argv[1], which must exist. */
static int run_command(int argc, char **argv)
{
    const char *word = argv[1];
    const Subcommand *command = strcmp(word, "--version") == 0                           ? find("version")
                                : strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ? find("help")
                                                                                         : find(word);
    if (command)
        return call_run(command, argc - 1, argv + 1);
    const Program program = {.name = "hanxin", .language = language_here()};
    if (file_is_regular(word))
        return program_fail(&program, tr(program.language, "'%s' is a file: the command 'hanxin show' shows a game"), word);
    return args_wrong(&program, tr(program.language, "unknown command '%s'"), word);
}

/* Prints three lines for a user who started the engine in a terminal. */
static void greet(void)
{
    puts(HANXIN_NAME " " HANXIN_VERSION " speaks UCCI and UCI. Type `ucci` or `uci`, then for example:\n"
                     "  position startpos moves h2e2   |   go movetime 1000   |   go infinite, stop   |   d   |   quit\n"
                     "In a shell, `hanxin help` lists all commands; `hanxin play` begins a game.");
    fflush(stdout);
}

/* ---- the engine ---- */

/* Ends the process at once, because the session may be blocked in a write. */
static void leave(const char *why)
{
    if (why)
        fprintf(stderr, "hanxin: %s\n", why);
    fflush(stderr);
    _exit(EXIT_FAILURE);
}

/* Ends the process. Reports a fault such as a full disk. Does not report that the reader of the output
 * has exited. */
static void lose_output(int fault)
{
    if (fault != EPIPE && fault != EINVAL) /* EINVAL is how Windows reports that the reader has exited */
        fprintf(stderr, "hanxin: standard output: %s\n", strerror(fault));
    fflush(stderr);
    _exit(EXIT_FAILURE);
}

static int run_engine(void)
{
    Inbox *inbox = inbox_new((InboxHost){&steady_clock, command_is_quit, leave});
    Output out;
    output_init(&out, STDOUT_FILENO, lose_output);
    /* The reader is started first: nothing works without its thread, but the engine can run with less
     * memory. */
    const bool reads = inbox && input_start(inbox, &out);
    Session *session = reads ? session_new(inbox, &out, bench_command) : NULL;
    if (!session) {
        fprintf(stderr, "hanxin: cannot start: no %s\n", inbox && !reads ? "thread" : "memory");
        return EXIT_FAILURE;
    }
    session_run(session);
    session_free(session);
    output_clear(&out);
    return EXIT_SUCCESS;
}

/* Keeps a window that would close with this program, so that the reason for a failure can be read. Returns the status. */
static int stay(int status)
{
    if (status != EXIT_SUCCESS && console_is_ours()) {
        fputs(tr(language_here(), "Press Enter to close this window."), stdout);
        fflush(stdout);
        getchar();
    }
    return status;
}

/* Opens the board, for a user who has double-clicked the program. */
static int open_page(void)
{
    char word[] = "web";
    puts(HANXIN_NAME " " HANXIN_VERSION "\n");
    return call_run(find(word), 1, (char *[]){word, NULL});
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
        return end(stay(program_end(&program, run_command(argc, argv))));
    if (console_is_ours())
        return stay(program_end(&program, open_page()));
    if (stdin_is_terminal() && stdout_is_terminal())
        greet();
    return program_end(&program, run_engine());
}
