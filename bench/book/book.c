/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-book: analyses openings, makes books from the analysis, and shows what books and analyses
 * contain. */
#include <stdio.h>
#include <string.h>

#include "bench/book/job_analysis.h"
#include "bench/book/job_books.h"
#include "bench/book/job_look.h"
#include "engine/base/platform.h"
#include "engine/base/signals.h"

static const char usage[] =
    "usage: hanxin-book build --out FILE [--nodes N] [--positions N | --minutes M] [--workers N] [--games FILE...]\n"
    "usage: hanxin-book write ANALYSIS --out BOOK [--margin CP] [--size BYTES] [--tried] [--confirm NODES]\n"
    "usage: hanxin-book show BOOK|ANALYSIS [MOVE...] [--fen FEN]\n"
    "usage: hanxin-book about BOOK|ANALYSIS\n"
    "usage: hanxin-book import BOOK --out BOOK [--words FILE]\n"
    "usage: hanxin-book merge BOOK... --out BOOK [--words FILE]\n"
    "usage: hanxin-book export BOOK --format bookdat|obk|pgn|epd --out FILE [--words FILE]\n"
    "usage: hanxin-book openings ANALYSIS|BOOK --out FILE [--plies N|N-M] [--count N] [--balance CP] [--seed S]\n"
    "usage: hanxin-book variety BOOK [--count N] [--plies N] [--randomness DEGREE]\n"
    "usage: hanxin-book check ANALYSIS BOOK [--count N] [--times N] [--bound CP]\n"
    "Makes opening books for this engine, of its own analysis. A BOOK that is read may be the word built-in: the program's own.\n"
    "  build     analyses the openings from the start position, best lines first, and keeps all of it in FILE (.hxa). A run\n"
    "            that was ended at any time goes on; the file is the same whatever the number of workers\n"
    "  write     makes a book (.hxb) of an analysis: of each position the moves near the best, with weights; a book of that name is\n"
    "            replaced, other files are not\n"
    "  show      the moves of a book, ours or ElephantEye's, from the start position or FEN on and behind MOVE...\n"
    "            or those of an analysis with their scores\n"
    "  about     what a file is: how large, and by which searches its analysis was made\n"
    "  import    makes a book (.hxb) of another: ElephantEye's BOOK.DAT, an .obk of Chinese interfaces, or ours\n"
    "  merge     the same of several: what is said of a position is the first's that knows it\n"
    "  export    writes a book for other programs: BOOK.DAT, .obk, a game with variations (PGN), positions with moves (EPD)\n"
    "  openings  draws balanced openings for matches (hanxin-match --openings), no position twice\n"
    "  variety   plays games by a book alone, counts the positions at their ends that differ,\n"
    "            and tells what they cost a side by the book's own scores: its moves need not be the best\n"
    "  check     searches some of a book's moves with many times the nodes of its analysis\n";

static const struct {
    const char *name;
    int (*run)(BookJob *job);
} commands[] = {{"build", job_build},       {"write", job_write}, {"import", job_import}, {"merge", job_merge},     {"export", job_export},
                {"openings", job_openings}, {"about", job_about}, {"show", job_show},     {"variety", job_variety}, {"check", job_check}};

static const char command_names[] = "build, write, import, merge, export, openings, about, show, variety, check";

static int run(BookJob *job, const char *command)
{
    /* These three commands only read, so Ctrl-C may end the process at once. */
    if (strcmp(command, "about") != 0 && strcmp(command, "show") != 0 && strcmp(command, "variety") != 0)
        job->stop = signals_watch(true);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(command, commands[i].name) == 0)
            return commands[i].run(job);
    return args_wrong(job->program, "no such command: %s", command);
}

static const BookJob defaults = {
    .net_path = "built-in",
    .nodes = 10000,
    .hash_mib = 1,
    .own_cp = 20,
    .other_cp = 8,
    .margin = 25,
    .late = -1,
    .cover = 2,
    .games = 500,
    .plies = 12,
    .format = EXPORT_NONE,
    .openings = {.least_plies = 6, .most_plies = 10, .balance = 50, .seed = 1},
    .times = 50,
    .bound = -1,
    .build = {.workers = 1},
    .choose = {.size = 400000},
    .weigh = {.temperature = 15},
    .input_count = 1,
};

int main(int argc, char **argv)
{
    console_init();
    BookJob job = defaults;
    const ArgSink games = {job_take_games, &job, NULL};
    static const char *const formats[] = {"bookdat", "obk", "pgn", "epd", "fen", NULL};
    const ArgSink plies = {job_take_plies, &job, "plies from 1 to 400, as 8 or 6-10"};
    const ArgWord format = {&job.format, formats};
    static const char *const degrees[] = {"none", "tiny", "small", "medium", "large", "huge", NULL};
    const ArgWord randomness = {&job.randomness, degrees};
    const Arg args[] = {
        {"build, write, import, merge, export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"out FILE", ARG_TEXT, &job.out, 0, 0, "where what the command makes is written"},
        {"build", ARG_TITLE, NULL, 0, 0, NULL},
        {"nodes N", ARG_INT, &job.nodes, 1, 1e9, "of each search"},
        {"positions N", ARG_INT, &job.build.positions, 0, 1e6, "stop when the analysis has so many; 0: no such limit"},
        {"minutes M", ARG_REAL, &job.build.minutes, 0, 1e6, "stop after this time; 0: no such limit"},
        {"games FILE...", ARG_WORDS, (void *)&games, 0, 0, "PGN, or JSON of matches: what is played often is looked at"},
        {"build, write", ARG_TITLE, NULL, 0, 0, NULL},
        {"own CP", ARG_INT, &job.own_cp, 1, 1000, "a move so much below the best is looked at one ply less far"},
        {"other CP", ARG_INT, &job.other_cp, 1, 1000, "the same of moves of the book's opponent"},
        {"margin CP", ARG_INT, &job.margin, 0, 1000, "moves of the book are no further below the best"},
        {"late CP", ARG_INT, &job.late, 0, 1000, "the margin narrows to this at the 12th ply; if none is named it stays as it is"},
        {"cover PLIES", ARG_INT, &job.cover, 0, 6, "within so many plies all moves of the opponent are looked at, and answered"},
        {"found FILE", ARG_TEXT, &job.found_path, 0, 0,
         "what an earlier write --keep has found: how much worse than the best moves are is taken from there"},
        {"hash MB", ARG_INT, &job.hash_mib, 1, 65536, "hash table of each search"},
        {"build, write, check", ARG_TITLE, NULL, 0, 0, NULL},
        {"workers N", ARG_INT, &job.build.workers, 0, 256, "searches at once; 0: as many as processors"},
        {"net FILE", ARG_TEXT, &job.net_path, 0, 0, "net file; or the word built-in, or none: handcrafted evaluation"},
        {"write", ARG_TITLE, NULL, 0, 0, NULL},
        {"confirm NODES", ARG_INT, &job.confirm, 0, 1e9,
         "of searches of each move, which decide what stays; 0: none. With --workers, --hash, --net, --bound and --keep"},
        {"keep FILE", ARG_TEXT, &job.kept, 0, 0,
         "what --confirm has found so far: a run that was ended goes on, and other weights need no searches"},
        {"tried", ARG_FLAG, &job.choose.tried, 0, 0,
         "only moves whose positions were searched too, not the best of the others, but within --cover"},
        {"temperature CP", ARG_REAL, &job.weigh.temperature, 0.1, 10000,
         "a move so much below the best weighs 1/e of it, and one with more to choose from behind it weighs more"},
        {"ply CP", ARG_REAL, &job.weigh.ply, 0, 1000, "a ply by the book is worth so much: what leads to longer lines weighs more"},
        {"size BYTES", ARG_INT, &job.choose.size, 64, BOOK_LARGEST, "of the book at most"},
        {"write, check", ARG_TITLE, NULL, 0, 0, NULL},
        {"bound CP", ARG_INT, &job.bound, 0, 10000,
         "check: moves further below the best are told; write --confirm: left out; if none is named, 40"},
        {"check", ARG_TITLE, NULL, 0, 0, NULL},
        {"times N", ARG_INT, &job.times, 1, 1e6, "the nodes of the analysis so many times"},
        {"import, merge, export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"words FILE", ARG_TEXT, &job.words_path, 0, 0, "for .obk: a text with the words its keys are made of"},
        {"export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"format", ARG_WORD, (void *)&format, 0, 0, "export: bookdat, obk, pgn, epd; openings: epd (if none is named), fen, pgn"},
        {"openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"balance CP", ARG_INT, &job.openings.balance, 0, 10000, "no score is further from 0"},
        {"seed S", ARG_U64, &job.openings.seed, 0, 0, "of the draw"},
        {"openings, variety, check", ARG_TITLE, NULL, 0, 0, NULL},
        {"count N", ARG_INT, &job.games, 1, 1e7, "openings; games played by the book alone; moves that are checked"},
        {"openings, variety", ARG_TITLE, NULL, 0, 0, NULL},
        {"plies N|N-M", ARG_SINK, (void *)&plies, 0, 0,
         "openings: from N to M, 6-10 if none are named; variety: N at most, 12 if none are named"},
        {"variety", ARG_TITLE, NULL, 0, 0, NULL},
        {"randomness", ARG_WORD, (void *)&randomness, 0, 0, "of the choice among the book's moves"},
        {"show", ARG_TITLE, NULL, 0, 0, NULL},
        {"fen FEN", ARG_TEXT, &job.fen, 0, 0, "a position instead of the start"},
    };
    const Program program = {
        .name = "hanxin-book", .usage = usage, .args = args, .count = sizeof args / sizeof *args, .commands = command_names};
    job.program = &program;
    int count = args_read(&program, argc, argv), status;
    job.words = (const char *const *)argv + 2;
    job.word_count = count - 1;
    if (job.build.workers == 0)
        job.build.workers = processor_count();
    if (count < 0)
        status = args_status(count);
    else if (count == 0)
        status = args_wrong(&program, "what to do? One of %s", command_names);
    else if (job.late > job.margin)
        status = args_wrong(&program, "--late %d is more than --margin %d: a margin narrows", (int)job.late, (int)job.margin);
    else
        status = run(&job, argv[1]);
    played_clear(&job.played);
    findings_close(&job.found);
    return program_end(&program, status);
}
