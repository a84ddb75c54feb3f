/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-book: analyses of a few hundred tiny searches, the books made from them, and mistakes in use. */
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/book/analysis.h"
#include "bench/book/write.h"
#include "bench/book/judge.h"
#include "engine/base/crc32.h"
#include "engine/base/why.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/book/book.h"
#include "engine/book/book_key.h"
#include "engine/book/library.h"
#include "engine/notation/fen.h"
#include "eval/nnue/network.h"
#include "tests/support/support.h"

static const char settings[] = "--nodes 60 --hash 1 --net none";
static char said[20000];

/* Runs a command like run_in_scratch(). */
static int run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int run(const char *format, ...)
{
    char command[2000];
    va_list values;
    va_start(values, format);
    vsnprintf(command, sizeof command, format, values);
    va_end(values);
    return run_in_scratch("hanxin-book", command, said, sizeof said);
}

#define EXPECT(status, words, ...)                                                                                                         \
    do {                                                                                                                                   \
        int got_ = run(__VA_ARGS__);                                                                                                       \
        ck_assert_msg(got_ == (status) && strstr(said, words), "status %d: %s", got_, said);                                               \
    } while (0)

/* An analysis has the same bytes for any number of threads and interruptions. */
START_TEST(an_analysis_does_not_depend_on_threads)
{
    EXPECT(0, "positions, ", "$b build --out one.hxa --positions 200 %s", settings);
    EXPECT(0, "", "$b build --out three.hxa --positions 200 --threads 3 %s && cmp one.hxa three.hxa", settings);
    EXPECT(0, ", 0 new", "$b build --out one.hxa --positions 200 %s && cmp one.hxa three.hxa", settings);
    int all = 0, left = 0, fresh = 0; /* true for interruptions within a round: the file already has these nodes */
    EXPECT(0, "", "head -c 64 three.hxa >cut.hxa && $b build --out cut.hxa --positions 200 %s", settings);
    ck_assert_int_eq(sscanf(strstr(said, "cut.hxa: "), "cut.hxa: %d positions, %d new", &all, &fresh), 2);
    ck_assert_int_eq(all, fresh);
    EXPECT(0, "", "head -c %d three.hxa >cut.hxa && $b build --out cut.hxa --positions 1 %s", 64 + 20 * 100, settings);
    ck_assert_int_eq(sscanf(strstr(said, "cut.hxa: "), "cut.hxa: %d positions", &left), 1);
    EXPECT(0, "", "$b build --out cut.hxa --positions 200 %s", settings);
    ck_assert_int_eq(sscanf(strstr(said, "cut.hxa: "), "cut.hxa: %d positions, %d new", &all, &fresh), 2);
    ck_assert_int_eq(fresh, all - left);
    for (int cut = 0; cut < 6; cut++) { /* at a record's end, within records, and within the header */
        static const int kept[] = {64, 64 + 20 * 37, 64 + 20 * 100 + 7, 30, 64 + 19, 0};
        EXPECT(0, "", "head -c %d three.hxa >cut.hxa && $b build --out cut.hxa --positions 200 --workers 2 %s && cmp cut.hxa one.hxa",
               kept[cut], settings);
    }
    EXPECT(0, "torn.hxa: dropped an incomplete record of 25 bytes at the end",
           "cp one.hxa torn.hxa && printf 'torn while it was written' >>torn.hxa && $b build --out torn.hxa --positions 200 %s && "
           "cmp torn.hxa one.hxa",
           settings);
    EXPECT(1, "cannot be continued with --nodes 61: its searches have 60 nodes", "$b build --out one.hxa --net none --hash 1 --nodes 61");
    EXPECT(1, "cannot be continued with --hash 2: its searches had 1 MiB", "$b build --out one.hxa --net none --hash 2 --nodes 60");
    EXPECT(0, "", "cmp one.hxa three.hxa");
}
END_TEST

static long size_of(const char *name)
{
    struct stat info;
    return stat(scratch_path(name), &info) == 0 ? (long)info.st_size : 0;
}

/* Begins an analysis and discards its output. */
static pid_t begin(const char *name, const char *nodes)
{
    char path[600], program[600];
    snprintf(path, sizeof path, "%s", scratch_path(name));
    snprintf(program, sizeof program, "%s", built_program("hanxin-book"));
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(1);
        execl(program, program, "build", "--out", path, "--nodes", nodes, "--hash", "1", "--net", "none", "--workers", "2", "--positions",
              "400", (char *)NULL);
        _exit(127);
    }
    return child;
}

/* Waits until a file has this size or its writer has ended, then sends the signal. Returns the exit status. */
static int end_at(pid_t child, const char *name, long bytes, int signal_number)
{
    int status = -1;
    while (size_of(name) < bytes) {
        if (waitpid(child, &status, WNOHANG) != 0)
            return status;
        usleep(500);
    }
    kill(child, signal_number);
    waitpid(child, &status, 0);
    return status;
}

START_TEST(killed_analyses_continue)
{
    EXPECT(0, "", "$b build --out whole.hxa --positions 400 %s", settings);
    int ended = 0;
    for (int i = 1; i <= 6; i++) { /* each time after some progress */
        const long written = size_of("killed.hxa"), least = 64 + 20 * 40 * i, bytes = written < least ? least : written + 20;
        const int number = i % 2 ? SIGKILL : SIGTERM, status = end_at(begin("killed.hxa", "60"), "killed.hxa", bytes, number);
        const bool in_time = number == SIGKILL ? WIFSIGNALED(status) : WIFEXITED(status) && WEXITSTATUS(status) == 130;
        ck_assert_msg(in_time || (WIFEXITED(status) && WEXITSTATUS(status) == 0), "%d: %d", i, status);
        ended += in_time; /* on a busy machine the process may finish first */
        EXPECT(0, "",
               "size=$(stat -c %%s killed.hxa) && test $size -ge %d && test $size -le $(stat -c %%s whole.hxa) && "
               "head -c $((size - (size - 4) %% 20)) whole.hxa >part && cmp -n $(stat -c %%s part) part killed.hxa",
               64 + 20 * 40 * i);
    }
    ck_assert_int_gt(ended, 0);
    EXPECT(0, "", "$b build --out killed.hxa --positions 400 %s && cmp killed.hxa whole.hxa", settings);
}
END_TEST

/* Waits until the file is not empty or its writer has ended. */
static void wait_until_begun(pid_t child, const char *name)
{
    while (size_of(name) == 0 && waitpid(child, NULL, WNOHANG) == 0)
        usleep(500);
}

START_TEST(two_writers_of_one_analysis_are_refused)
{
    pid_t child = begin("shared.hxa", "1000000000");
    wait_until_begun(child, "shared.hxa");
    int status = run("$b build --out shared.hxa %s", settings);
    int ended = end_at(child, "shared.hxa", 0, SIGTERM); /* the process aborts a search of minutes at once */
    ck_assert_msg(status == 1 && strstr(said, "another program"), "%d: %s", status, said);
    ck_assert(WIFEXITED(ended) && WEXITSTATUS(ended) == 130);
}
END_TEST

START_TEST(a_removed_file_is_reported)
{
    for (int way = 0; way < 2; way++) {
        pid_t child = begin("away.hxa", "1000000000");
        wait_until_begun(child, "away.hxa");
        EXPECT(0, "", way == 0 ? "rm away.hxa" : "rm -f away.hxa; : >away.hxa");
        kill(child, SIGTERM);
        int ended;
        ck_assert_int_eq(waitpid(child, &ended, 0), child);
        ck_assert_msg(WIFEXITED(ended) && WEXITSTATUS(ended) == 1, "status %x", (unsigned)ended);
    }
}
END_TEST

START_TEST(mistakes_lose_nothing)
{
    static const struct {
        int status;
        const char *command, *words;
    } cases[] = {
        {2, "$b", "missing command: expected one of build, "},
        {2, "$b bild", "unknown command 'bild'"},
        {2, "$b build", "build: missing --out FILE"},
        {2, "$b build --out x y", "unexpected argument 'y'"},
        {2, "$b build --out x --nodes 0", "--nodes"},
        {2, "$b write", "write: expected one ANALYSIS"},
        {2, "$b write a.hxa", "write: missing --out BOOK"},
        {2, "$b show", "show: missing BOOK or ANALYSIS"},
        {1, "$b build --out .", "folder"},
        {1, "$b build --out no/such/folder", "No such file"},
        {1, "$b build --out text", "exists, but is not an analysis of openings; not overwritten"},
        {1, "$b build --out a.hxa --net a.hxa", "given both"},
        {1, "$b build --out a.hxa --games a.hxa", "given both"},
        {1, "$b build --out new --games text", "text: no games"},
        {1, "$b build --out new --games none.pgn", "none.pgn: No such file"},
        {1, "$b build --out new --games none.pgn --games text", "none.pgn: No such file"},
        {1, "$b build --out new --net text", "--net: text: "},
        {2, "$b build --out new --games $(yes text | head -1001)", "invalid value 'text' for --games: expected at most 1000 files"},
        {1, "mkfifo pipe; $b build --out pipe", "not a regular file"},
        {1, "$b write a.hxa --out a.hxa", "given both"},
        {1, "ln -sf a.hxa link; $b write a.hxa --out link", "given both"},
        {1, "$b write text --out new", "text: not an analysis of openings"},
        {1, "$b write none --out new", "none: No such file"},
        {1, "$b write a.hxa --out text", "exists, but is not an opening book; not overwritten"},
        {1, "$b write a.hxa --out .", "folder"},
        {1, "$b write a.hxa --out /dev/full", "No space left"},
        {1, "{ $b show a.hxb; } 2>&1 >/dev/full", "standard output: No space left"},
        {1, "$b show text", "text: "},
        {1, "$b show .", "."},
        {1, "$b show a.hxb --fen 9/9", "FEN"},
        {1, "$b show a.hxb h2h2", "would stay where it is"},
        {1, "$b show a.hxb --fen '4k4/9/9/9/9/9/9/9/9/3K5 w'", "position not in the book"},
        {0, "$b show --help", "usage: hanxin-book build"},
        {2, "$b show --statistics", "show: missing BOOK or ANALYSIS"},
        {2, "$b show a.hxb h2e2 --statistics", "takes no moves"},
        {2, "$b show a.hxb --out x", "option --out does not apply to show"},
        {1, "$b show text --statistics", "text: "},
        {1, "$b show none --statistics", "none: No such file"},
        {0, "$b show a.hxb --statistics", "a.hxb: an opening book (.hxb)"},
        {0, "$b show built-in --statistics", "built-in: "},
        {0, "$b --version", "hanxin-book 1"},
    };
    EXPECT(0, "",
           "$b build --out a.hxa --positions 30 %s && $b write a.hxa --out a.hxb --margin 300 && echo text >text && "
           "cp a.hxa a.kept && cp text text.kept",
           settings);
    for (int i = 0; i < COUNT(cases); i++) {
        int status = run("%s", cases[i].command);
        ck_assert_msg(status == cases[i].status && strstr(said, cases[i].words), "%s: status %d: %s", cases[i].command, status, said);
        ck_assert_msg(run("cmp a.hxa a.kept && cmp text text.kept && ! ls new *tmp*") == 0, "%s: %s", cases[i].command, said);
    }
    if (run("test -c /dev/full") == 0)
        EXPECT(1, "No space left", "$b build --out /dev/full %s || $b write a.hxa --out /dev/full", settings);
}
END_TEST

/* A write fails in the middle: the file contains whole records and can be continued. */
START_TEST(a_full_disk_loses_nothing)
{
    EXPECT(0, "", "$b build --out whole.hxa --positions 100 %s", settings);
    EXPECT(1, "full.hxa: File too large", "(ulimit -f 2; $b build --out full.hxa --positions 100 %s)", settings);
    EXPECT(0, "", "test $(($(stat -c %%s full.hxa) %% 20)) = 4 && $b build --out full.hxa --positions 100 %s && cmp full.hxa whole.hxa",
           settings);
}
END_TEST

/* Records with a correct checksum that no analysis writes, and damage in the middle. */
START_TEST(hostile_analyses_are_refused)
{
    static const GraphStep bad[] = {
        {.node = 9, .move = 0x7272}, /* the node does not exist */
        {.node = -2, .move = 0x7272},
        {.node = 0, .move = 0x7278},                       /* the move is not legal */
        {.node = 0, .move = 0x7242, .rest = 0x7242},       /* all later moves are known already: h2e2 */
        {.node = 0, .move = 0x7242, .child_rest = 0x7242}, /* the reply is not legal for Black */
        {.node = NO_NODE},                                 /* a second start position */
    };
    for (int i = 0; i < COUNT(bad); i++) {
        Journal journal;
        BookGraph graph;
        Text why = WHY_INIT;
        const JournalHead head = {.nodes = 60, .hash_mib = 1};
        const GraphPrices prices = {.own_cp = 20, .other_cp = 8, .margin = 25, .late_margin = 25, .cover = 2};
        char path[600];
        snprintf(path, sizeof path, "%s", scratch_path("bad.hxa"));
        remove(path);
        ck_assert(journal_open(&journal, path, &head, &why));
        ck_assert(journal_add(&journal, &(GraphStep){.node = NO_NODE, .child_rest = 0x1242}, &why)); /* b2e2 */
        ck_assert(journal_add(&journal, &bad[i], &why));
        ck_assert_msg(!book_graph(&journal, &prices, NULL, &graph, &why) && strstr(why.data, "record 1 "), "%d: %s", i, why.data);
        journal_close(&journal);
        EXPECT(1, "damaged", "$b build --out bad.hxa --net none --nodes 60 --hash 1");
    }
    EXPECT(0, "", "$b build --out long.hxa --positions 60 %s", settings);
    EXPECT(1, "damaged at record 5; only the first 164 bytes are valid",
           "cp long.hxa d.hxa && printf x | dd of=d.hxa bs=1 seek=170 conv=notrunc 2>/dev/null; $b write d.hxa --out d");
    EXPECT(1, "damaged at record 5;", "$b build --out d.hxa --positions 60 %s", settings);
    EXPECT(1, "damaged at record 60;", "(head -c 1264 long.hxa; printf x; tail -c +1265 long.hxa) >d.hxa; $b build --out d.hxa %s",
           settings);
    static const char *const behind[] = {"cat long.hxa", "head -c 64 long.hxa", "printf torn; cat long.hxa", "head -c 10 long.hxa"};
    for (int i = 0; i < COUNT(behind); i++)
        EXPECT(1, "only the first 1264 bytes are an analysis; they are followed by another file",
               "(head -c 1264 long.hxa; %s) >d.hxa; cp d.hxa kept; $b build --out d.hxa --positions 60 %s; s=$?; cmp d.hxa kept || s=7; "
               "exit $s",
               behind[i], settings);
    EXPECT(1, "the header is damaged",
           "cp long.hxa d.hxa && printf x | dd of=d.hxa bs=1 seek=20 conv=notrunc 2>/dev/null; $b write d.hxa --out d");
    EXPECT(1, "of format 2",
           "cp long.hxa d.hxa && printf '\\002' | dd of=d.hxa bs=1 seek=8 conv=notrunc 2>/dev/null; $b write d.hxa --out d");
    EXPECT(1, "no positions yet", "head -c 64 long.hxa >d.hxa; $b write d.hxa --out d");
}
END_TEST

/* ---- the graph ---- */

static const GraphPrices prices = {.own_cp = 20, .other_cp = 8, .margin = 25, .late_margin = 25};

static void take(BookGraph *g, int node, const char *move, const char *reply, int score, const char *rest, int rest_score)
{
    const GraphStep step = {.node = node,
                            .move = node == NO_NODE ? MOVE_NONE : move_of(move),
                            .child_rest = move_of(reply),
                            .child_score = score,
                            .rest = rest ? move_of(rest) : MOVE_NONE,
                            .rest_score = rest_score};
    const char *fault = graph_fault(g, &step);
    ck_assert_msg(!fault && graph_take(g, &step), "%s %s", move, fault ? fault : "");
}

START_TEST(cycles_do_not_change_backed_up_scores)
{
    BookGraph g;
    Position pos, image;
    graph_init(&g, &prices);
    take(&g, NO_NODE, "", "h2e2", 30, NULL, 0);
    take(&g, 0, "h2e2", "h9g7", -10, "b0c2", 20); /* node 1 */
    ck_assert(graph_settle(&g));
    ck_assert_int_eq(g.nodes[0].value, 20);
    ck_assert_int_eq(g.nodes[1].value, -10);
    take(&g, 1, "h9g7", "e2h2", 40, "b9c7", -60); /* node 2: Red's best is to go back */
    ck_assert(graph_settle(&g));
    ck_assert_int_eq(g.nodes[0].value, 40);
    take(&g, 2, "e2h2", "g7h9", -40, "h0g2", 15); /* node 3 */
    take(&g, 3, "g7h9", "a0a1", 99, "b9c7", -45); /* closes the cycle, so its score does not count */
    ck_assert(graph_settle(&g));
    ck_assert_uint_eq(g.node_count, 4);
    ck_assert_int_eq(g.nodes[3].value, -45);
    ck_assert_int_eq(g.nodes[2].value, 45);
    g.nodes[3].rest = MOVE_NONE; /* if that were the only move, the score would still not be a mate */
    g.nodes[3].rest_score = mated_in(0);
    ck_assert(graph_settle(&g));
    ck_assert_int_eq(g.nodes[3].value, SCORE_DRAW);
    g.nodes[3].rest = move_of("b9c7");
    g.nodes[3].rest_score = -45;
    /* A mirror image is the same position: two ways lead to one node. */
    take(&g, 0, "b0c2", "b9c7", -20, "g3g4", 5); /* node 4 */
    take(&g, 4, "h9g7", "h2e2", 30, NULL, 0);    /* node 5 */
    take(&g, 1, "b9c7", "b0c2", 33, "c6c5", -70);
    graph_position(&g, 1, &pos);
    ck_assert_int_eq(graph_find(&g, &pos), 1);
    position_mirror(&pos, &image);
    ck_assert_int_eq(graph_find(&g, &image), 1);
    ck_assert_uint_eq(g.node_count, 7);
    graph_clear(&g);
}
END_TEST

/* No book move is worse than the best by more than the margin, and positions after the side's own blunders are left out. */
START_TEST(a_book_keeps_its_margin)
{
    BookGraph g;
    BookDraft draft = {0};
    Choices choices = {0};
    ChooseOptions options = {.size = 100000};
    graph_init(&g, &prices);
    take(&g, NO_NODE, "", "h2e2", 30, NULL, 0);
    take(&g, 0, "h2e2", "h9g7", -30, "b0c2", 10);
    take(&g, 0, "b0c2", "h7e7", -5, "a3a4", -40); /* node 2: exactly the margin */
    take(&g, 0, "a3a4", "c6c5", 90, NULL, 0);     /* node 3: a blunder */
    take(&g, 3, "c6c5", "h2e2", -90, "i6i5", 80); /* node 4: Red's side never gets here */
    ck_assert(graph_settle(&g));
    ck_assert(choose_moves(&g, &options, NULL, &choices));
    ck_assert_uint_eq(choices.count, 4);
    ck_assert(choices.list[0].node == 0 && choices.list[0].count == 2);
    ck_assert(choices.list[0].moves[0].move == move_of("h2e2") && choices.list[0].moves[0].loss == 0);
    ck_assert(choices.list[0].moves[1].move == move_of("b0c2") && choices.list[0].moves[1].loss == 25 &&
              choices.list[0].moves[1].score == 5);
    ck_assert(choices_write(&g, &choices, 25, &draft));
    draft_settle(&draft);
    ck_assert_uint_eq(draft_positions(&draft), 4);
    ck_assert_uint_eq(draft.count, 2 + 1 + 1 + 2);
    int least = INT_MAX; /* one temperature below the best */
    for (size_t i = 0; i < draft.count; i++)
        least = draft.moves[i].weight < least ? draft.moves[i].weight : least;
    ck_assert_int_eq(least, (int)lround(1000 * exp(-1)));
    draft_clear(&draft);
    choices_clear(&choices);
    options.tried = true; /* individually analysed moves: two at the start, one in node 3 */
    ck_assert(choose_moves(&g, &options, NULL, &choices));
    ck_assert(choices.count == 2 && choices.list[0].count == 2 && choices.list[1].node == 3 && choices.list[1].count == 1);
    choices_clear(&choices);
    options.tried = false;
    options.size = HXB_HEAD + HXB_POSITION + 2 * HXB_MOVE + HXB_POSITION + HXB_MOVE;
    ck_assert(choose_moves(&g, &options, NULL, &choices));
    ck_assert_uint_eq(choices.count, 2);
    choices_clear(&choices);
    graph_clear(&g);
}
END_TEST

/* Drops this move wherever it was chosen. */
static bool drop_move(void *move, Choice *list, size_t count, size_t bytes)
{
    ck_assert_uint_ge(bytes, HXB_HEAD);
    for (size_t i = 0; i < count; i++) {
        int kept = 0;
        for (int m = 0; m < list[i].count; m++)
            if (list[i].moves[m].move != *(Move *)move)
                list[i].moves[kept++] = list[i].moves[m];
        list[i].count = kept;
    }
    return true;
}

/* A move that a filter drops makes room for others, but positions that only it leads to are dropped too. */
START_TEST(positions_after_a_dropped_move_are_dropped)
{
    BookGraph g;
    Choices choices = {0};
    Move dropped = move_of("h2e2");
    const ChoiceFilter filter = {drop_move, &dropped};
    ChooseOptions options = {.size = 100000};
    graph_init(&g, &prices);
    take(&g, NO_NODE, "", "h2e2", 30, NULL, 0);
    take(&g, 0, "h2e2", "h9g7", -30, "b0c2", 10); /* node 1: Black's book still answers it */
    take(&g, 1, "h9g7", "h0g2", 30, "b9c7", -40); /* node 2: in Red's book only after h2e2 */
    take(&g, 0, "b0c2", "h7e7", -10, "a3a4", -40);
    take(&g, 3, "h7e7", "a0b0", 10, "b9c7", -40); /* node 4 */
    ck_assert(graph_settle(&g));
    ck_assert(choose_moves(&g, &options, NULL, &choices));
    ck_assert_uint_eq(choices.count, 5);
    choices_clear(&choices);
    ck_assert(choose_moves(&g, &options, &filter, &choices));
    ck_assert_uint_eq(choices.count, 4);
    for (size_t i = 0; i < choices.count; i++)
        ck_assert_int_ne(choices.list[i].node, 2);
    ck_assert(choices.list[0].node == 0 && choices.list[0].count == 1);
    options.size = HXB_HEAD; /* room for these positions only */
    for (size_t i = 0; i < choices.count; i++)
        options.size += HXB_POSITION + choices.list[i].count * HXB_MOVE;
    choices_clear(&choices);
    ck_assert(choose_moves(&g, &options, &filter, &choices));
    ck_assert_uint_eq(choices.count, 4);
    choices_clear(&choices);
    ck_assert(choose_moves(&g, &options, NULL, &choices));
    ck_assert_uint_lt(choices.count, 4);
    choices_clear(&choices);
    graph_clear(&g);
}
END_TEST

/* The margin is --margin at the start and --late from the 12th ply on. Positions after a move beyond it are in no book. */
START_TEST(a_margin_narrows_with_the_plies)
{
    static const GraphPrices narrowing = {.own_cp = 20, .other_cp = 8, .margin = 30, .late_margin = 6, .cover = 0};
    BookGraph g;
    Choices choices = {0};
    const ChooseOptions options = {.size = 100000};
    graph_init(&g, &narrowing);
    const int margins[] = {30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 6, 6, 6};
    for (int ply = 0; ply < COUNT(margins); ply++) {
        const GraphNode node = {.plies = ply};
        ck_assert_int_eq(graph_margin(&g, &node), margins[ply]);
    }
    take(&g, NO_NODE, "", "h2e2", 30, NULL, 0);
    take(&g, 0, "h2e2", "h9g7", -30, "b0c2", 0);
    take(&g, 0, "b0c2", "h7e7", 0, "a3a4", -10);  /* 30 worse: within the margin at the start */
    take(&g, 1, "h9g7", "h0g2", 30, "b9c7", -58); /* node 1, 28 worse: just within the margin */
    take(&g, 1, "b9c7", "h0g2", 58, "c6c5", -59); /* 29 worse: outside */
    ck_assert(graph_settle(&g));
    ck_assert(choose_moves(&g, &options, NULL, &choices));
    ck_assert(choices.list[0].node == 0 && choices.list[0].count == 2);
    ck_assert(choices.list[1].node == 1 && choices.list[1].count == 2 && choices.list[1].moves[1].loss == 28);
    choices_clear(&choices);
    graph_clear(&g);
}
END_TEST

/* A judge without net, findings or signals. */
static Judges one_judge(void)
{
    static const atomic_bool go_on = false;
    Judges judges;
    Text why = WHY_INIT;
    ck_assert_msg(judges_init(&judges, &(JudgeOptions){.workers = 1, .hash_mib = 1, .net_path = "none"}, &go_on, &why), "%s", why.data);
    return judges;
}

/* In a symmetric position, a mirrored move seldom gets exactly the same score when searched alone. */
START_TEST(the_mirror_image_of_the_best_move_is_as_good)
{
    BookGraph g;
    Judges judges = one_judge();
    Judge *judge = judges.list;
    graph_init(&g, &prices);
    take(&g, NO_NODE, "", "h2e2", 30, NULL, 0);
    for (int nodes = 100; nodes <= 1500; nodes += 200) {
        int loss;
        ck_assert(judge_position(judge, &g, 0, nodes));
        ck_assert(judge_move(judge, judge->best.best, &loss) && loss == 0);
        ck_assert(judge_move(judge, move_mirror(judge->best.best), &loss));
        ck_assert_msg(loss == 0, "%d nodes: %d", nodes, loss);
    }
    judges_clear(&judges);
    graph_clear(&g);
}
END_TEST

START_TEST(frequent_positions_are_searched_longer)
{
    ck_assert_int_eq(confirm_nodes(1000, 0), 16000);
    ck_assert_int_eq(confirm_nodes(1000, 2), 8000);
    ck_assert_int_eq(confirm_nodes(1000, 2.4), 8000);
    ck_assert_int_eq(confirm_nodes(1000, 2.6), 4000);
    ck_assert_int_eq(confirm_nodes(1000, 3), confirm_nodes(1000, 3.05));
    ck_assert_int_eq(confirm_nodes(1000, 6.4), 2000);
    ck_assert_int_eq(confirm_nodes(1000, 6.6), 1000);
    ck_assert_int_eq(confirm_nodes(1000, 8), 1000);
    ck_assert_int_eq(confirm_nodes(1000, 30), 1000);
    ck_assert_int_eq(confirm_nodes(1000, INFINITY), 1000);
}
END_TEST

/* A move remains if the search finds it within margin and limit, whatever the analysis claimed. The search's best move is added. */
START_TEST(the_longer_search_decides)
{
    enum { NODES = 400 };
    const Move bad = move_of("h2h9");
    BookGraph g;
    Judges judges = one_judge();
    Judge *judge = judges.list;
    Progress progress = progress_new(stderr, false);
    int found;
    graph_init(&g, &prices);
    take(&g, NO_NODE, "", "h2e2", 30, NULL, 0);
    ck_assert(graph_settle(&g));
    ck_assert(judge_position(judge, &g, 0, NODES) && judge_move(judge, bad, &found));
    ck_assert_int_gt(found, 20);
    const SearchResult best = judge->best;
    const struct {
        int analysed, margin, bound;
        bool stays;
    } cases[] = {
        {0, found, found, true},         {0, found - 1, found, false}, {0, found, found - 1, false},
        {found + 20, found, 1000, true}, {20, 1000, found - 1, false}, {0, 1000, 1000, true},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        Choice choice = {.node = 0, .count = 1, .moves = {{.move = bad, .score = 30, .loss = cases[i].analysed}}};
        g.prices.margin = g.prices.late_margin = cases[i].margin;
        Confirmation confirmation = {
            .graph = &g, .judges = &judges, .options = {.nodes = NODES / 16, .bound = cases[i].bound}, .progress = &progress};
        ck_assert(confirm_choices(&confirmation, &choice, 1, 0));
        ck_assert_int_eq(choice.count, cases[i].stays ? 2 : 1);
        ck_assert(choice.moves[0].move == best.best && choice.moves[0].loss == 0 && choice.moves[0].score == best.score);
        if (cases[i].stays)
            ck_assert(choice.moves[1].move == bad && choice.moves[1].loss == found && choice.moves[1].score == best.score - found);
    }
    judges_clear(&judges);
    graph_clear(&g);
}
END_TEST

/* The book has the start position after this move. */
static bool is_answered(const Book *book, Move first)
{
    Position pos;
    Undo undo;
    BookMove moves[MAX_MOVES];
    position_start(&pos);
    position_make(&pos, first, &undo);
    return book_moves(book, &pos, moves) > 0;
}

/* The book has a reply to every first move of Red, because all of these moves were searched. A small
 * book prefers these positions to cheaper ones. */
START_TEST(every_first_move_is_answered)
{
    char path[600];
    Text why = WHY_INIT;
    MoveList legal = {0};
    Position start;
    position_start(&start);
    EXPECT(0, "", "$b build --out c.hxa --positions 300 --cover 1 %s", settings);
    EXPECT(0, "", "$b write c.hxa --out c.hxb --tried --cover 1 --size 1100 && $b write c.hxa --out bare.hxb --tried --cover 0");
    EXPECT(0, "", "$b write c.hxa --out firm.hxb --tried --cover 1 --confirm 400 --margin 0 --size 1100 --hash 1 --net none");
    static const char *const books[] = {"bare.hxb", "c.hxb", "firm.hxb"};
    for (int covered = 0; covered < 3; covered++) {
        int answered = 0;
        snprintf(path, sizeof path, "%s", scratch_path(books[covered]));
        Book *book = book_open(path, &why);
        ck_assert_msg(book, "%s", why.data);
        legal.count = 0;
        legal_moves(&start, &legal);
        for (int i = 0; i < legal.count; i++)
            answered += is_answered(book, legal.moves[i]);
        ck_assert_msg(covered ? answered == 44 : answered < 44, "%d: %d", covered, answered);
        book_free(book);
    }
}
END_TEST

/* An analysis is long, so programs that only read it must also stop at once. */
START_TEST(reading_an_analysis_can_be_stopped)
{
    char path[600];
    Journal journal;
    BookGraph g;
    Text why = WHY_INIT;
    const atomic_bool stop = true, go_on = false;
    EXPECT(0, "", "$b build --out r.hxa --positions 20 %s", settings);
    snprintf(path, sizeof path, "%s", scratch_path("r.hxa"));
    ck_assert(journal_read(&journal, path, &why));
    ck_assert(!book_graph(&journal, &prices, &stop, &g, &why) && !*why.data);
    ck_assert(book_graph(&journal, &prices, &go_on, &g, &why));
    ck_assert_uint_ge(g.node_count, 20);
    graph_clear(&g);
    journal_close(&journal);
}
END_TEST

/* A position with the book's side or its opponent to move, and its number of plies. */
typedef struct Visit {
    Position pos;
    bool ours;
} Visit;

typedef struct Visits {
    Visit *list;
    size_t count, room;
    uint64_t *keys; /* of both kinds */
} Visits;

static void visit(Visits *v, const Position *pos, bool ours)
{
    const uint64_t key = book_view(pos).key ^ (ours ? 1 : 0);
    for (size_t i = 0; i < v->count; i++)
        if (v->keys[i] == key)
            return;
    if (v->count == v->room) {
        v->room = 2 * v->room + 64;
        v->list = realloc(v->list, v->room * sizeof *v->list);
        v->keys = realloc(v->keys, v->room * sizeof *v->keys);
        ck_assert(v->list && v->keys);
    }
    v->keys[v->count] = key;
    v->list[v->count++] = (Visit){*pos, ours};
}

/* Counts by playing how many positions of a book occur if one side plays by it and the other plays anything. */
static size_t count_alive(const Book *book)
{
    Visits v = {0};
    size_t alive = 0;
    Position start = read_position(FEN_START);
    visit(&v, &start, true);
    visit(&v, &start, false);
    for (size_t i = 0; i < v.count; i++) {
        const Visit at = v.list[i];
        BookMove moves[MAX_MOVES];
        MoveList legal = {0};
        const int known = book_moves(book, &at.pos, moves);
        legal_moves(&at.pos, &legal);
        alive += at.ours && known > 0;
        for (int m = 0; m < (at.ours ? known : legal.count); m++) {
            Position after = at.pos;
            Undo undo;
            BookMove answers[MAX_MOVES];
            position_make(&after, at.ours ? moves[m].move : legal.moves[m], &undo);
            if (at.ours || book_moves(book, &after, answers) > 0)
                visit(&v, &after, !at.ours);
        }
    }
    free(v.list);
    free(v.keys);
    return alive;
}

static void see_that_all_is_alive(const char *name)
{
    Text why = WHY_INIT;
    Book *book = book_open(scratch_path(name), &why);
    ck_assert_msg(book != NULL, "%s", why.data);
    ck_assert_uint_gt(book_hxb(book)->positions, 20);
    ck_assert_uint_eq(count_alive(book), book_hxb(book)->positions);
    book_free(book);
}

/* From an analysis to moves played in a game. */
START_TEST(a_book_is_made_and_played_from)
{
    char path[600];
    Text why = WHY_INIT;
    Library library = {0};
    EXPECT(0, "", "$b build --out p.hxa --positions 250 %s", settings);
    EXPECT(0, " bytes", "$b write p.hxa --out p.hxb --size 3000");
    EXPECT(0, "%  weight ",
           "test $(stat -c %%s p.hxb) -le 3000 && $b show p.hxb && cp p.hxb again && $b write p.hxa --out p.hxb --size 3000 && cmp p.hxb "
           "again");
    /* Moves that longer searches find worse are dropped, whichever run searches them. */
    EXPECT(0, " bytes", "$b write p.hxa --out p.hxb --confirm 400 --hash 1 --net none");
    EXPECT(0, " bytes", "$b write p.hxa --out q.hxb --confirm 400 --hash 1 --net none --workers 3 && cmp p.hxb q.hxb");
    see_that_all_is_alive("p.hxb");
    /* Findings are stored: after an interruption, truncation or reuse the book is the same, and the
     * last run needs no searches. (--foreground: otherwise timeout kills itself with the program and
     * does not wait until the file is unlocked.) */
    EXPECT(0, "",
           "timeout --foreground -s KILL 0.05 $b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep kept.txt; "
           "$b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep kept.txt && cmp p.hxb k.hxb");
    EXPECT(0, "",
           "head -c $(($(stat -c %%s kept.txt) / 2)) kept.txt >torn.txt && printf 'best 00' >>torn.txt && "
           "$b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --workers 2 --keep torn.txt && cmp p.hxb k.hxb");
    EXPECT(0, "",
           "wc -l <torn.txt >lines && $b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep torn.txt && cmp p.hxb k.hxb && "
           "test $(wc -l <torn.txt) = $(cat lines) && test $(cat lines) -gt 100");
    EXPECT(0, "",
           "for o in '--temperature 40' '--late 10'; do "
           "  $b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep torn.txt $o && ! cmp -s p.hxb k.hxb || exit 3; "
           "done; test $(wc -l <torn.txt) = $(cat lines)");
    EXPECT(1, "search results for \"net 00000000 hash 1\", not for ",
           "$b write p.hxa --out k.hxb --confirm 400 --hash 2 --net none --keep torn.txt");
    EXPECT(1, "line 3 is not a search result",
           "sed '3s/ 400/ four/; 3s/^/x/' torn.txt >bad.txt; $b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep bad.txt");
    EXPECT(1, "not a file of search results",
           "cp p.hxa q.hxa; $b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep q.hxa; s=$?; cmp p.hxa q.hxa && exit $s");
    EXPECT(1, "not a file of search results", /* the file begins as one does, but a zero byte follows */
           "printf 'hanxin f\\0zero' >zero; cp zero same; $b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep zero; s=$?; "
           "cmp zero same && exit $s");
    EXPECT(1, "", "$b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep k.hxb");
    EXPECT(1, "", "$b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep p.hxa");
    EXPECT(1, "not a regular file", "$b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep /dev/full");
    EXPECT(1, "full.txt: File too large", /* whole lines remain, and the run continues from them */
           "(ulimit -f 4; $b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep full.txt)");
    EXPECT(0, "", "test -s full.txt && $b write p.hxa --out k.hxb --confirm 400 --hash 1 --net none --keep full.txt && cmp p.hxb k.hxb");
    EXPECT(2, "--bound and --keep require --confirm NODES", "$b write p.hxa --out q.hxb --keep torn.txt");
    /* A later analysis uses the findings and does not change them; a book made from it uses them too. */
    EXPECT(0, " positions, ",
           "cp p.hxa f.hxa && cp torn.txt found.txt && printf 'best 00' >>found.txt && cp found.txt same.txt && "
           "$b build --out f.hxa --positions $(($(stat -c %%s p.hxa) / 20 + 100)) %s --found found.txt && "
           "$b write f.hxa --out f.hxb --found found.txt && $b write f.hxa --out q.hxb && ! cmp -s f.hxb q.hxb && cmp found.txt same.txt",
           settings);
    EXPECT(1, "not a file of search results", "$b build --out f.hxa %s --found p.hxb", settings);
    EXPECT(1, "not a file of search results", ": >empty.txt && $b write f.hxa --out q.hxb --found empty.txt");
    EXPECT(1, "line 3 is not a search result", "$b write f.hxa --out q.hxb --found bad.txt");
    EXPECT(1, "line 2 is not a search result",
           "(head -1 torn.txt && echo loss a27e8761d9c02077 400 1 20 -32000) >less.txt; $b write f.hxa --out q.hxb --found less.txt");
    EXPECT(0, " bytes", "head -1 torn.txt >head.txt && $b write f.hxa --out q.hxb --found head.txt");
    EXPECT(1, "none.txt", "$b build --out f.hxa %s --found none.txt", settings);
    EXPECT(1, "--found", "$b build --out found.txt %s --found found.txt; s=$?; cmp found.txt same.txt && exit $s", settings);
    EXPECT(1, "--found", "$b write p.hxa --out q.hxb --confirm 400 --hash 1 --net none --keep found.txt --found found.txt");
    EXPECT(2, "option --found does not apply to show", "$b show p.hxb --found found.txt");
    EXPECT(0, "",
           "for size in 500 1000 1501; do $b write p.hxa --out s.hxb --confirm 400 --hash 1 --net none --bound 0 --size $size && "
           "test $(stat -c %%s s.hxb) -le $size || exit 1; done");
    EXPECT(2, "--bound and --keep require --confirm NODES", "$b write p.hxa --out q.hxb --bound 10");
    EXPECT(1, "the book would be empty", "$b write p.hxa --out none.hxb --size 64; s=$?; ! test -e none.hxb && exit $s");
    EXPECT(1, "hanxin-book write makes a book from it", "$b merge p.hxa --out q.hxb");
    EXPECT(0, "an analysis of openings (.hxa)", "$b show p.hxa --statistics");
    EXPECT(0, " nodes each, without a net; ",
           "$b show p.hxa --statistics && $b show p.hxb --statistics | tail -n 1 | grep -q 'without a net'");
    EXPECT(0, "  best other move, from one search", "$b show p.hxa h2e2 h9g7 h0g2");
    EXPECT(0, "",
           "$b show p.hxa h2e2 | sed 's/ .*//; y/abcdefghi/ihgfedcba/' | sort >mirrored && $b show p.hxa b2e2 | sed 's/ .*//' | sort | cmp "
           "- mirrored");
    EXPECT(1, "position not in the analysis", "$b show p.hxa a0a1 a9a8 i0i1 i9i8");
    EXPECT(0, "an opening book (.hxb)", "$b show p.hxb --statistics");
    EXPECT(0, "", "$b write p.hxa --out all.hxb && test $(stat -c %%s p.hxb) -lt $(stat -c %%s all.hxb)");
    /* A busy machine may end the program before it has installed its signal handler. Without
     * --foreground, timeout sends two signals, and the second ends the program at once. */
    EXPECT(130, "interrupted; nothing written",
           "cp p.hxb kept && for t in 0.3 3 30; do timeout --foreground -s INT $t $b write p.hxa --out p.hxb --confirm 100000000 --hash 1 "
           "--net none "
           "2>said; "
           "s=$?; test -s said && break; done; cat said; cmp p.hxb kept && ! ls *tmp* 2>/dev/null && test $s = 124 && exit 130");
    if (network_is_built_in()) { /* the searches of p.hxa had no findings */
        EXPECT(0, "p.hxa was searched without a net, but is checked with the net ", "$b write p.hxa --out n.hxb --confirm 1 --size 500");
    }
    snprintf(path, sizeof path, "%s", scratch_path("p.hxb"));
    ck_assert_msg(library_add(&library, path, &why), "%s", why.data);
    Game game;
    game_init(&game);
    Move moves[2];
    ck_assert(library_pick(&library, &game, NULL, RANDOM_NONE, 1, moves));
    ck_assert(game_play(&game, moves[0]));
    if (moves[1] != MOVE_NONE)
        ck_assert(game_play(&game, moves[1]));
    game_clear(&game);
    library_clear(&library);
}
END_TEST

/* Positions with findings are searched before those that the analysis prefers, and the findings decide their cost. */
START_TEST(findings_of_longer_searches_come_first)
{
    static const Finding known[] = {
        {.nodes = 100, .kind = FINDING_BEST, .from = 27, .to = 36},             /* a3a4, */
        {.nodes = 200, .kind = FINDING_BEST, .from = 29, .to = 38},             /* but in longer searches c3c4 */
        {.nodes = 200, .kind = FINDING_LOSS, .from = 25, .to = 22, .value = 6}, /* and h2e2 is worse */
    };
    Finding findings[COUNT(known)];
    const Position start = read_position(FEN_START);
    const uint64_t key = book_view(&start).key;
    for (int i = 0; i < COUNT(known); i++) {
        findings[i] = known[i];
        findings[i].key = key;
    }
    const Findings found = {.known = findings, .count = COUNT(known)};
    for (int i = 0; i < 2; i++) {
        BookGraph g;
        GraphStep steps[8];
        GraphPrices with = prices;
        with.found = i ? &found : NULL;
        graph_init(&g, &with);
        take(&g, NO_NODE, "", "h2e2", 30, NULL, 0);
        take(&g, 0, "h2e2", "h9g7", -30, "b0c2", 10);
        ck_assert(graph_settle(&g));
        ck_assert_double_eq_tol(g.nodes[1].price[OF_OPPONENT], i ? 1 + 6 / prices.own_cp : 1, 1e-9);
        ck_assert_double_eq_tol(g.nodes[1].price[OF_MOVER], i ? 1 + 6 / prices.other_cp : 1, 1e-9);
        const int chosen = graph_choose(&g, steps, COUNT(steps));
        ck_assert_int_gt(chosen, 0);
        ck_assert_int_eq(move_list_has(&(MoveList){.count = 2, .moves = {move_of("c3c4"), move_of("g3g4")}}, steps[0].move), i);
        graph_clear(&g);
    }
}
END_TEST

/* A move that no search prefers is searched if games contain it. */
START_TEST(moves_of_games_are_searched)
{
    PlayedMoves played = {0};
    Text why = WHY_INIT;
    const PlayedMove *first;
    uint32_t games;
    Position start = read_position(FEN_START);
    const BookView view = book_view(&start);
    EXPECT(0, "",
           "printf '[Event \"x\"]\\n\\n1. A3-A4 A6-A5 *\\n\\n[Event \"y\"]\\n\\n1. I3-I4 I6-I5 *\\n' >g.pgn; "
           "printf '{\\n\"note\":\"\\\\\"fen\\\\\": {\",\"games\":[\\n{\"fen\":\"" FEN_START
           "\",\"us\":[1],\"more\":{\"fen\":\"x\"},\"moves\":\"i3i4 h7e7 zz\"},\\n{\"fen\":\"\",\"moves\":\"h2e2\"},"
           "{\\n \"moves\" : \"a3a4\",\\n \"fen\" :\\n\"" FEN_START "\"\\n}]}\\n' >g.json; "
           "printf '[ {\"fen\":\"" FEN_START "\",\"moves\":\"a3a4\"} ]' | sed 's#/#\\\\/#g; s#a3#\\\\u00613#' >list.json; "
           "{ echo '{ a remark }'; cat g.pgn; } >remark.pgn");
    static const char *const files[] = {"g.pgn", "g.json", "list.json"};
    for (int f = 0; f < COUNT(files); f++)
        ck_assert_msg(played_read(&played, scratch_path(files[f]), &why), "%s", why.data);
    PlayedMoves remarked = {0};
    ck_assert(played_read(&remarked, scratch_path("remark.pgn"), &why) && remarked.games == 2);
    played_clear(&remarked);
    played_settle(&played);
    ck_assert_uint_eq(played.games, 5);
    const int count = played_at(&played, view.key, &first, &games);
    ck_assert_int_eq(count, 1);
    ck_assert_uint_eq(games, 5);
    ck_assert_uint_eq(played_games(first, count, &view, move_of("a3a4")), 5);
    ck_assert_uint_eq(played_games(first, count, &view, move_of("h2e2")), 0);
    /* An opponent's move that looks very bad is searched before others that look better. */
    BookGraph g;
    GraphStep steps[4];
    GraphPrices with = prices;
    for (int i = 0; i < 2; i++) {
        with.played = i ? &played : NULL;
        graph_init(&g, &with);
        take(&g, NO_NODE, "", "h2e2", 30, NULL, 0);
        take(&g, 0, "h2e2", "h9g7", -30, "b0c2", 10);
        ck_assert(graph_settle(&g));
        const int chosen = graph_choose(&g, steps, COUNT(steps));
        ck_assert_int_gt(chosen, 0);
        ck_assert_int_eq(move_list_has(&(MoveList){.count = 2, .moves = {move_of("a3a4"), move_of("i3i4")}}, steps[0].move), i);
        graph_clear(&g);
    }
    played_clear(&played);
}
END_TEST

Suite *book_tool_suite(void)
{
    Suite *suite = suite_create("book_tool");
    TCase *tc = tcase_create("hanxin-book");
    tcase_set_timeout(tc, 200);
    tcase_add_test(tc, an_analysis_does_not_depend_on_threads);
    tcase_add_test(tc, killed_analyses_continue);
    tcase_add_test(tc, two_writers_of_one_analysis_are_refused);
    tcase_add_test(tc, a_removed_file_is_reported);
    tcase_add_test(tc, mistakes_lose_nothing);
    tcase_add_test(tc, a_full_disk_loses_nothing);
    tcase_add_test(tc, hostile_analyses_are_refused);
    tcase_add_test(tc, cycles_do_not_change_backed_up_scores);
    tcase_add_test(tc, a_book_keeps_its_margin);
    tcase_add_test(tc, positions_after_a_dropped_move_are_dropped);
    tcase_add_test(tc, a_margin_narrows_with_the_plies);
    tcase_add_test(tc, the_mirror_image_of_the_best_move_is_as_good);
    tcase_add_test(tc, frequent_positions_are_searched_longer);
    tcase_add_test(tc, the_longer_search_decides);
    tcase_add_test(tc, every_first_move_is_answered);
    tcase_add_test(tc, reading_an_analysis_can_be_stopped);
    tcase_add_test(tc, a_book_is_made_and_played_from);
    tcase_add_test(tc, moves_of_games_are_searched);
    tcase_add_test(tc, findings_of_longer_searches_come_first);
    suite_add_tcase(suite, tc);
    return suite;
}
