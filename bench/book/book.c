/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-book: analyses openings, makes books from the analysis, and shows what books and analyses
 * contain. */
#include <stdio.h>
#include <string.h>

#include "bench/book/job_analysis.h"
#include "bench/book/job_books.h"
#include "bench/book/show.h"
#include "engine/base/lab.h"
#include "engine/base/platform.h"
#include "engine/base/signals.h"

static const char usage[] =
    "usage: hanxin-book build --out FILE [--nodes N] [--positions N | --minutes M] [--threads N] [--games FILE...]\n"
    "usage: hanxin-book write ANALYSIS --out BOOK [--margin CP] [--size BYTES] [--tried] [--confirm NODES]\n"
    "usage: hanxin-book show BOOK|ANALYSIS [MOVE...] [--fen FEN]\n"
    "usage: hanxin-book show BOOK|ANALYSIS --statistics\n"
    "usage: hanxin-book import BOOK --out BOOK [--words FILE]\n"
    "usage: hanxin-book merge BOOK... --out BOOK [--words FILE]\n"
    "usage: hanxin-book export BOOK --format bookdat|obk|pgn|epd --out FILE [--words FILE]\n"
    "usage: hanxin-book openings ANALYSIS|BOOK --out FILE [--plies N|N-M] [--count N] [--balance CP] [--seed S]\n"
    "Analyse openings, make opening books from the analysis, and show books and analyses. An input BOOK may be the\n"
    "word built-in: the book in the program.\n"
    "  build     analyse openings from the start position, best lines first, and save everything in FILE (.hxa). An\n"
    "            interrupted run continues; the result does not depend on the number of threads\n"
    "  write     make a book (.hxb) from an analysis: the moves close to the best one in each position, with weights.\n"
    "            Replaces an existing book, but no other file\n"
    "  show      show the moves of a book (.hxb or ElephantEye's BOOK.DAT) or the moves and scores of an analysis, in the\n"
    "            start position or FEN after MOVE...; or the size and origin of either\n"
    "  import    convert a book to .hxb: ElephantEye's BOOK.DAT, an .obk of Chinese programs, or .hxb\n"
    "  merge     convert several books to one .hxb; for each position the first book that contains it is used\n"
    "  export    write a book for other programs: BOOK.DAT, .obk, a game with variations (PGN), positions with moves (EPD)\n"
    "  openings  draw balanced openings for matches (hanxin-match --openings), each position at most once\n";

static const struct {
    const char *name;
    int (*run)(BookJob *job);
} commands[] = {{"build", job_build},   {"write", job_write},       {"import", job_import}, {"merge", job_merge},
                {"export", job_export}, {"openings", job_openings}, {"show", job_show}};

static const char command_names[] = "build, write, import, merge, export, openings, show";

static int run(BookJob *job, const char *command)
{
    if (strcmp(command, "show") != 0) /* it only reads, so Ctrl-C may end the process at once */
        job->stop = signals_watch(true);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(command, commands[i].name) == 0)
            return commands[i].run(job);
    return args_wrong(job->program, "unknown command '%s'", command);
}

static const BookJob defaults = {
    .own_cp = 20,
    .other_cp = 8,
    .margin = 25,
    .late = -1,
    .cover = 2,
    .format = EXPORT_NONE,
    .openings = {.least_plies = 6, .most_plies = 10, .count = 500, .balance = 50, .seed = 1},
    .bound = -1,
    .build = {.nodes = 10000, .judges = {.workers = 1, .hash_mib = 1, .net_path = "built-in"}},
    .choose = {.size = 400000},
    .temperature = 15,
    .input_count = 1,
};

int book_main(int argc, char **argv)
{
    console_init();
    BookJob job = defaults;
    const ArgSink games = {job_take_games, &job, NULL};
    static const char *const formats[] = {"bookdat", "obk", "pgn", "epd", "fen", NULL};
    const ArgSink plies = {job_take_plies, &job, "a number or range of plies from 1 to 40, such as 8 or 6-10"};
    const ArgWord format = {&job.format, formats};
    const Arg args[] = {
        {"build, write, import, merge, export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"out FILE", ARG_TEXT, &job.out, 0, 0, "output file"},
        {"build", ARG_TITLE, NULL, 0, 0, NULL},
        {"nodes N", ARG_INT, &job.build.nodes, 1, 1e9, "nodes per search"},
        {"positions N", ARG_INT, &job.build.positions, 0, 1e6, "stop when the analysis has N positions; 0: no limit"},
        {"minutes M", ARG_REAL, &job.build.minutes, 0, 1e6, "stop after M minutes; 0: no limit"},
        {"games FILE...", ARG_WORDS, (void *)&games, 0, 0,
         "also analyse what is often played in these games (PGN, or JSON of hanxin-match)"},
        {"build, write", ARG_TITLE, NULL, 0, 0, NULL},
        {"own CP", ARG_INT, &job.own_cp, 1, 1000, "score difference from the best move for which a move is analysed one ply less"},
        {"other CP", ARG_INT, &job.other_cp, 1, 1000, "the same for moves of the opponent of the book"},
        {"margin CP", ARG_INT, &job.margin, 0, 1000, "maximum score difference of a book move from the best move"},
        {"late CP", ARG_INT, &job.late, 0, 1000, "margin at ply 12, to which it narrows; default: same as --margin"},
        {"cover PLIES", ARG_INT, &job.cover, 0, 6, "number of plies in which every move of the opponent is analysed and answered"},
        {"found FILE", ARG_TEXT, &job.found_path, 0, 0, "use the search results of an earlier write --keep for score differences"},
        {"hash MB", ARG_INT, &job.build.judges.hash_mib, 1, 65536, "hash table per search"},
        {"threads|workers N", ARG_INT, &job.build.judges.workers, 0, 256, "number of searches at a time; 0: all processors"},
        {"net FILE", ARG_TEXT, &job.build.judges.net_path, 0, 0, "net file, or the word built-in, or none for the handcrafted evaluation"},
        {"write", ARG_TITLE, NULL, 0, 0, NULL},
        {"confirm NODES", ARG_INT, &job.confirm, 0, 1e9,
         "search each move with NODES nodes to decide what stays; 0: no search. Uses --threads, --hash, --net,\n"
         "--bound and --keep"},
        {"keep FILE", ARG_TEXT, &job.kept, 0, 0,
         "save the results of --confirm, to continue an interrupted run or to change weights without new searches"},
        {"tried", ARG_FLAG, &job.choose.tried, 0, 0, "use only moves whose positions were searched, except within --cover"},
        {"temperature CP", ARG_REAL, &job.temperature, 0.1, 10000, "score difference for which a move has 1/e of the weight"},
        {"size BYTES", ARG_INT, &job.choose.size, 64, BOOK_LARGEST, "maximum size of the book"},
        {"bound CP", ARG_INT, &job.bound, 0, 10000, "maximum loss of a move; --confirm drops worse moves; default: 40"},
        {"import, merge, export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"words FILE", ARG_TEXT, &job.words_path, 0, 0, "for .obk: text file with the key words of that format"},
        {"export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"format", ARG_WORD, (void *)&format, 0, 0, "export: bookdat, obk, pgn or epd; openings: epd (default), fen or pgn"},
        {"openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"balance CP", ARG_INT, &job.openings.balance, 0, 10000, "maximum absolute score"},
        {"seed S", ARG_U64, &job.openings.seed, 0, 0, "seed of the random choice"},
        {"count N", ARG_INT, &job.openings.count, 1, 1e7, "number of openings"},
        {"plies N|N-M", ARG_SINK, (void *)&plies, 0, 0, "from N to M plies"},
        {"show", ARG_TITLE, NULL, 0, 0, NULL},
        {"fen FEN", ARG_TEXT, &job.fen, 0, 0, "position to show instead of the start position"},
        {"statistics", ARG_FLAG, &job.statistics, 0, 0, "show the size and origin of the book or analysis"},
    };
    const Program program = {
        .name = "hanxin-book", .usage = usage, .args = args, .count = sizeof args / sizeof *args, .commands = command_names};
    job.program = &program;
    int count = args_read(&program, argc, argv), status;
    job.words = (const char *const *)argv + 2;
    job.word_count = count - 1;
    if (job.build.judges.workers == 0)
        job.build.judges.workers = processor_count();
    if (count < 0)
        status = args_status(count);
    else if (count == 0)
        status = args_wrong(&program, "missing command: expected one of %s", command_names);
    else if (job.late > job.margin)
        status = args_wrong(&program, "--late %d is greater than --margin %d", (int)job.late, (int)job.margin);
    else
        status = run(&job, argv[1]);
    played_clear(&job.played);
    findings_close(&job.found);
    return program_end(&program, status);
}
