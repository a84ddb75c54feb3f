/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-book: analyses openings, makes books from the analysis, and shows what books and analyses
 * contain. */
#include <stdio.h>
#include <string.h>

#include "bench/book/build.h"
#include "bench/book/export.h"
#include "bench/book/import.h"
#include "bench/book/openings.h"
#include "bench/book/show.h"
#include "bench/book/write.h"
#include "engine/base/lab.h"
#include "engine/base/platform.h"
#include "engine/base/signals.h"

static const char usage[] =
    "usage: hanxin-book build --out FILE [--nodes N] [--positions N | --minutes M] [--threads N] [--games FILE...]\n"
    "usage: hanxin-book write ANALYSIS --out BOOK [--margin CP] [--size BYTES] [--tried] [--confirm NODES]\n"
    "usage: hanxin-book show BOOK|ANALYSIS [MOVE...] [--fen FEN] [--words FILE]\n"
    "usage: hanxin-book show BOOK|ANALYSIS --statistics [--words FILE]\n"
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
    "  show      show the moves of a book or the moves and scores of an analysis, in the start position or FEN after\n"
    "            MOVE...; or the size and origin of either\n"
    "  import    convert a book to .hxb: ElephantEye's BOOK.DAT, the text BOOK.DAT of Binghe and Harmless, an .obk, .pfBook\n"
    "            or .yfk of Chinese programs, or .hxb\n"
    "  merge     convert several books to one .hxb; for each position the first book that contains it is used\n"
    "  export    write a book for other programs: BOOK.DAT, .obk, a game with variations (PGN), positions with moves (EPD)\n"
    "  openings  draw balanced openings for matches (hanxin-match --openings), each position at most once\n";

static const char command_names[] = "build, write, import, merge, export, openings, show";

/* The options of all commands. */
typedef struct BookOptions {
    const char *found_path;
    GraphPrices prices;
    JudgeOptions judges;
    BuildOptions build;
    WriteOptions write;
    BookFormat format;
    OpeningOptions openings;
    ShowOptions show;
} BookOptions;

static int book_run(BookCommand *c, const BookOptions *o)
{
    if (strcmp(c->name, "show") == 0)
        return show_command(c, &o->show);
    c->stop = signals_watch(SECOND_SIGNAL_LEAVES);
    if (strcmp(c->name, "build") == 0)
        return build_command(c, &o->prices, &o->judges, &o->build);
    if (strcmp(c->name, "write") == 0)
        return write_command(c, &o->prices, &o->judges, &o->write);
    if (strcmp(c->name, "import") == 0)
        return import_command(c);
    if (strcmp(c->name, "merge") == 0)
        return merge_command(c);
    if (strcmp(c->name, "export") == 0)
        return export_command(c, o->format);
    if (strcmp(c->name, "openings") == 0)
        return openings_command(c, o->format, &o->openings);
    return args_wrong(c->program, "unknown command '%s'", c->name);
}

/* Completes the options and runs the command. */
static int book_complete(BookCommand *c, BookOptions *o)
{
    Text why = WHY_IN(c->program->language);
    Findings found = {0};
    GraphPrices *prices = &o->prices;
    if (prices->late_margin > prices->margin)
        return args_wrong(c->program, "--late %d is greater than --margin %d", (int)prices->late_margin, (int)prices->margin);
    if (prices->late_margin < 0)
        prices->late_margin = prices->margin;
    if (o->judges.workers == 0)
        o->judges.workers = processor_count();
    if (o->found_path && !findings_read(&found, o->found_path, &why))
        return command_end(c, false, &why);
    prices->found = &found;
    const int status = book_run(c, o);
    findings_close(&found);
    return status;
}

static const BookOptions book_defaults = {
    .prices = {.own_cp = 20, .other_cp = 8, .margin = 25, .late_margin = -1, .cover = 2},
    .judges = {.workers = 1, .hash_mib = 1, .net_path = "built-in"},
    .build = {.nodes = 10000},
    .write = {.choose = {.size = 400000}, .confirm = {.bound = -1}, .temperature = 15},
    .format = FORMAT_NONE,
    .openings = {.least_plies = 6, .most_plies = 10, .count = 500, .balance = 50, .seed = 1},
};

int book_main(int argc, char **argv)
{
    console_init();
    Language language = language_requested(argc, argv);
    BookOptions o = book_defaults;
    BookCommand c = {0};
    const ArgSink games = {build_take_games, &o.build, "at most 1000 files; concatenate some of them"};
    static const char *const formats[] = {"bookdat", "obk", "pgn", "epd", "fen", NULL};
    const ArgSink plies = {openings_take_plies, &o.openings, "a number or range of plies from 1 to 40, such as 8 or 6-10"};
    const ArgWord format = {(int *)&o.format, formats};
    const Arg args[] = {
        {"lang", ARG_WORD, &(ArgWord){(int *)&language, language_words}, 0, 0, "default: the language of the system"},
        {"build, write, import, merge, export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"out FILE", ARG_TEXT, &c.out, 0, 0, "output file"},
        {"build", ARG_TITLE, NULL, 0, 0, NULL},
        {"nodes N", ARG_INT, &o.build.nodes, 1, 1e9, "nodes per search"},
        {"positions N", ARG_INT, &o.build.positions, 0, 1e6, "stop when the analysis has N positions; 0: no limit"},
        {"minutes M", ARG_REAL, &o.build.minutes, 0, 1e6, "stop after M minutes; 0: no limit"},
        {"games FILE...", ARG_WORDS, (void *)&games, 0, 0,
         "also analyse moves that are often played in these games (PGN, or JSON of hanxin-match)"},
        {"build, write", ARG_TITLE, NULL, 0, 0, NULL},
        {"own CP", ARG_REAL, &o.prices.own_cp, 1, 1000,
         "a move of the book's side costs one ply more for every CP centipawns below the best move"},
        {"other CP", ARG_REAL, &o.prices.other_cp, 1, 1000, "the same for the moves of the opponent"},
        {"margin CP", ARG_INT, &o.prices.margin, 0, 1000, "maximum number of centipawns by which a book move may be worse than the best"},
        {"late CP", ARG_INT, &o.prices.late_margin, 0, 1000,
         "margin from ply 12 on, down from --margin at the start; default: same as --margin"},
        {"cover PLIES", ARG_INT, &o.prices.cover, 0, 6,
         "number of plies at the start in which every move of the opponent is analysed and answered"},
        {"found FILE", ARG_TEXT, &o.found_path, 0, 0, "take score differences from the results that an earlier write --keep has saved"},
        {"hash MB", ARG_INT, &o.judges.hash_mib, 1, 65536, "hash table per search"},
        {"threads|workers N", ARG_INT, &o.judges.workers, 0, 256, "number of searches to run at a time; 0: all processors"},
        {"net FILE", ARG_TEXT, &o.judges.net_path, 0, 0, "net file, or the word built-in, or none for the handcrafted evaluation"},
        {"write", ARG_TITLE, NULL, 0, 0, NULL},
        {"confirm NODES", ARG_INT, &o.write.confirm.nodes, 0, 1e9,
         "search each move with NODES nodes to decide which are kept; 0: no search. Uses --threads, --hash, --net,\n"
         "--bound and --keep"},
        {"keep FILE", ARG_TEXT, &o.judges.kept, 0, 0,
         "save the results of --confirm, to continue an interrupted run or to change weights without new searches"},
        {"tried", ARG_FLAG, &o.write.choose.tried, 0, 0, "use only moves whose positions were searched, except within --cover"},
        {"temperature CP", ARG_REAL, &o.write.temperature, 0.1, 10000, "score difference for which a move has 1/e of the weight"},
        {"size BYTES", ARG_INT, &o.write.choose.size, 64, BOOK_LARGEST, "maximum size of the book"},
        {"bound CP", ARG_INT, &o.write.confirm.bound, 0, 10000, "maximum loss of a move; --confirm drops worse moves; default: 40"},
        {"import, merge, export, openings, show", ARG_TITLE, NULL, 0, 0, NULL},
        {"words FILE", ARG_TEXT, &c.key_words, 0, 0, "for .obk, .pfBook and .yfk: text file with the key words of these formats"},
        {"export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"format", ARG_WORD, (void *)&format, 0, 0, "export: bookdat, obk, pgn or epd; openings: epd (default), fen or pgn"},
        {"openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"balance CP", ARG_INT, &o.openings.balance, 0, 10000, "maximum absolute value of an opening's score"},
        {"seed S", ARG_U64, &o.openings.seed, 0, 0, "seed of the random choice"},
        {"count N", ARG_INT, &o.openings.count, 1, 1e7, "number of openings"},
        {"plies N|N-M", ARG_SINK, (void *)&plies, 0, 0, "length of an opening in plies: N, or from N to M"},
        {"show", ARG_TITLE, NULL, 0, 0, NULL},
        {"fen FEN", ARG_TEXT, &o.show.fen, 0, 0, "position to show instead of the start position"},
        {"statistics", ARG_FLAG, &o.show.statistics, 0, 0, "show the size and origin of the book or analysis"},
    };
    const Program program = {.name = "hanxin-book",
                             .usage = usage,
                             .args = args,
                             .count = sizeof args / sizeof *args,
                             .commands = command_names,
                             .language = language};
    int count = args_read(&program, argc, argv), status;
    c.program = &program;
    c.name = argv[1];
    c.words = (const char *const *)argv + 2;
    c.word_count = count - 1;
    if (count < 0)
        status = args_status(count);
    else if (count == 0)
        status = args_wrong(&program, "missing command: expected one of %s", command_names);
    else
        status = book_complete(&c, &o);
    return program_end(&program, status);
}
