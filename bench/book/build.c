/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/book/analysis.h"
#include "engine/base/minmax.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/version.h"
#include "engine/board/makemove.h"

enum { ROUND_LEAST = 8, ROUND_MOST = 512, ROUND_SHARE = 32 };

/* A step and all data that its searches need. */
typedef struct Task {
    GraphStep step;
    Position node, child;
    MoveList known; /* moves to exclude when searching for the node's best remaining move */
    bool look_at_rest, look_at_child, done;
} Task;

typedef struct Builder {
    const BookCommand *command;
    const BuildOptions *options;
    Progress progress;
    Text *why;
    Journal journal;
    BookGraph graph;
    Judges judges;
    Task *tasks;     /* tasks of the present round */
    int count, done; /* number of tasks, and of those at the beginning whose steps are in the file */
    int64_t begun_ms, kept_ms;
    size_t replayed; /* number of journal steps already taken into the graph */
    bool searching;  /* true once all steps of the file are replayed */
    size_t before;   /* number of positions when all steps had been replayed */
} Builder;

/* ---- searches ---- */

/* Searches for the best move that is not in *known. If there is no such move, the result has no move
 * and the score of being mated. Returns false if stopped or if an allocation fails. */
static bool build_search(const Builder *b, Judge *judge, const Position *pos, const MoveList *known, SearchResult *result)
{
    MoveList legal = {0};
    *result = (SearchResult){.best = MOVE_NONE, .score = mated_in(0)};
    return legal_moves(pos, &legal) == known->count || judge_search(judge, pos, b->options->nodes, &(RootFilter){.ban = *known}, result);
}

static bool build_judge_task(void *self, Judge *judge, size_t item)
{
    const Builder *b = self;
    Task *task = &b->tasks[item];
    GraphStep *step = &task->step;
    SearchResult result;
    if (task->done)
        return true;
    if (task->look_at_child) {
        if (!build_search(b, judge, &task->child, &(MoveList){0}, &result))
            return false;
        step->child_rest = result.best;
        step->child_score = result.score;
    }
    if (task->look_at_rest) {
        if (!build_search(b, judge, &task->node, &task->known, &result))
            return false;
        step->rest = result.best;
        step->rest_score = result.score;
    }
    return true;
}

static void build_prepare_task(const BookGraph *g, Task *task)
{
    GraphStep *step = &task->step;
    Undo undo;
    task->done = false;
    task->look_at_child = true;
    task->look_at_rest = false;
    if (step->node == NO_NODE) {
        position_start(&task->child);
        return;
    }
    graph_position(g, step->node, &task->node);
    task->child = task->node;
    position_make(&task->child, step->move, &undo);
    task->look_at_child = graph_find(g, &task->child) == NO_NODE;
    task->look_at_rest = step->move == g->nodes[step->node].rest;
    graph_known_with(g, step->node, step->move, &task->known);
}

/* ---- a round ---- */

static bool build_is_stopped(const Builder *b)
{
    const double minutes = b->options->minutes;
    return atomic_load(b->command->stop) || (minutes > 0 && (double)(clock_ms() - b->begun_ms) >= minutes * 60000);
}

static bool build_is_complete(const Builder *b)
{
    return build_is_stopped(b) || (b->options->positions && (int64_t)b->graph.node_count >= b->options->positions);
}

/* Returns the number of positions with the new ones that the finished tasks lead to. The other steps
 * lead to known positions. */
static size_t build_count_positions(const Builder *b)
{
    size_t count = b->graph.node_count;
    for (int i = 0; i < b->done; i++)
        count += b->tasks[i].look_at_child;
    return count;
}

static void build_show(Builder *b)
{
    char left[DURATION_SIZE] = "";
    const size_t now = build_count_positions(b);
    const double seconds = (double)(clock_ms() - b->begun_ms) / 1000;
    const double rate = seconds > 0 ? ((double)now - (double)b->before) / seconds : 0;
    double most = 1e18;
    if (b->options->positions && rate > 0)
        most = ((double)b->options->positions - (double)now) / rate;
    if (b->options->minutes > 0 && b->options->minutes * 60 - seconds < most)
        most = b->options->minutes * 60 - seconds;
    if (most < 1e18)
        duration_text((int64_t)(most > 0 ? most : 0), left);
    progress_show(&b->progress, "%" PRIu64 " positions, %.1f/s%s%s%s", (uint64_t)now, rate, *left ? ", " : "", left, *left ? " left" : "");
}

/* Syncs the journal to disk, so that nothing written so far can be lost. */
static bool build_keep(Builder *b)
{
    b->kept_ms = clock_ms();
    return journal_keep(&b->journal, b->why);
}

/* Writes the finished tasks to the journal, in order. Returns false if the time is over, or, with the
 * reason, if writing fails. */
static bool build_finish_task(void *self, size_t item)
{
    enum { KEEP_MS = 30000 }; /* interval of syncing, so that a power failure loses at most half a minute of work */
    Builder *b = self;
    b->tasks[item].done = true;
    for (; b->done < b->count && b->tasks[b->done].done; b->done++)
        if (!journal_add(&b->journal, &b->tasks[b->done].step, b->why))
            return false;
    if (clock_ms() - b->begun_ms > 500 && progress_due(&b->progress, 500, 30000))
        build_show(b);
    return (clock_ms() - b->kept_ms < KEEP_MS || build_keep(b)) && !build_is_stopped(b);
}

/* Searches the round's tasks after the first b->done. On failure returns false and adds the reason to
 * b->why. */
static bool build_run_round(Builder *b)
{
    const JudgeWork work = {b, build_judge_task, build_finish_task};
    return judges_run(&b->judges, (size_t)b->count, &work) || (!*b->why->data && (build_is_stopped(b) || why_no_memory(b->why)));
}

static bool build_is_same_step(const GraphStep *a, const GraphStep *b) { return a->node == b->node && a->move == b->move; }

/* Copies the results of the round's first steps from the journal. If the journal continues with other
 * steps, which were chosen with other prices, the round is replaced by that part of the journal. */
static void build_replay_round(Builder *b)
{
    const GraphStep *steps = b->journal.steps + b->replayed;
    const size_t left = b->journal.count - b->replayed;
    const int most = (int)min_i64((int64_t)left, ROUND_MOST);
    int same = 0;
    while (same < most && same < b->count && build_is_same_step(&steps[same], &b->tasks[same].step))
        same++;
    if (same < most && (same < b->count || b->count == 0))
        b->count = same = most;
    for (int i = 0; i < same; i++) {
        b->tasks[i].step = steps[i];
        b->tasks[i].done = true;
    }
    b->replayed += (size_t)same;
    b->done = same;
}

static bool build_take_round(Builder *b)
{
    for (int i = 0; i < b->done; i++) {
        const GraphStep *step = &b->tasks[i].step;
        const char *fault = graph_fault(&b->graph, step);
        if (fault)
            return why_path(b->why, b->command->out, "damaged: a record %s", fault);
        if (!graph_take(&b->graph, step))
            return why_no_memory(b->why);
    }
    return b->done == 0 || graph_settle(&b->graph) || why_no_memory(b->why);
}

/* Chooses the steps of the next round. On failure returns false and adds the reason to b->why. */
static bool build_choose_round(Builder *b)
{
    GraphStep steps[ROUND_MOST];
    const int most = clamp_int((int)(b->graph.node_count / ROUND_SHARE), ROUND_LEAST, ROUND_MOST);
    if (b->graph.node_count == 0) {
        b->count = 1;
        steps[0] = (GraphStep){.node = NO_NODE};
    } else {
        b->count = graph_choose(&b->graph, steps, most);
    }
    for (int i = 0; i < b->count; i++) {
        b->tasks[i].step = steps[i];
        build_prepare_task(&b->graph, &b->tasks[i]);
    }
    return b->count >= 0 || why_no_memory(b->why);
}

static bool build_all(Builder *b)
{
    for (;;) {
        if (!build_choose_round(b))
            return false;
        build_replay_round(b);
        const bool at_end = b->replayed == b->journal.count;
        if (at_end && b->done < b->count) {
            if (!b->searching) {
                b->before = build_count_positions(b);
                b->begun_ms = b->kept_ms = clock_ms();
            }
            b->searching = true;
            bool good = build_is_complete(b) || build_run_round(b);
            b->replayed = b->journal.count;
            if (!good)
                return false;
        }
        if (!build_take_round(b))
            return false;
        if (atomic_load(b->command->stop) || (at_end && (b->done == 0 || build_is_complete(b))))
            return true;
    }
}

/* ---- the command ---- */

int build_take_games(void *options, const char *path)
{
    BuildOptions *o = options;
    if (path && o->game_files == GAME_FILES)
        return EXIT_USAGE;
    if (path)
        o->games[o->game_files++] = (NamedFile){"--games", path};
    return EXIT_SUCCESS;
}

static bool build_read_games(const BookCommand *c, const BuildOptions *o, PlayedMoves *played, Text *why)
{
    for (int i = 0; i < o->game_files; i++) {
        const size_t before = played->games;
        if (!played_read(played, o->games[i].path, why))
            return false;
        if (played->games == before)
            program_note(c->program, "%s: no games", o->games[i].path);
    }
    if (o->game_files > 0 && played->games == 0)
        return why_not(why, "--games: no games in any file");
    if (o->game_files > 0)
        program_note(c->program, "%" PRIu64 " games", (uint64_t)played->games);
    played_settle(played);
    return true;
}

/* Opens the file and reports anything unusual about it. */
static bool build_open(Builder *b, int64_t hash_mib)
{
    const char *path = b->command->out;
    JournalHead head = {.nodes = (uint64_t)b->options->nodes, .hash_mib = (uint32_t)hash_mib, .net = judges_net(&b->judges)};
    snprintf(head.commit, sizeof head.commit, "%s", build_commit);
    if (!journal_open(&b->journal, path, &head, b->why))
        return false;
    if (b->journal.torn)
        progress_note(&b->progress, "%s: dropped an incomplete record of %" PRIu64 " bytes at the end", path, (uint64_t)b->journal.torn);
    if (strcmp(b->journal.head.commit, head.commit) != 0) {
        char room[100];
        Text commit = text_over(room, sizeof room);
        text_add_clean(&commit, b->journal.head.commit);
        progress_note(&b->progress, "%s was started by commit %s of the program and is continued by %s", path, commit.data, head.commit);
    }
    return true;
}

static bool build_files_are_distinct(const BookCommand *c, const GraphPrices *prices, const JudgeOptions *judges, const BuildOptions *o,
                                     Text *why)
{
    const NamedFile out = {"--out", c->out},
                    inputs[] = {{"--net", network_option_file(judges->net_path)}, {"--found", prices->found->path}};
    return files_distinct(&out, 1, inputs, 2, why) && files_distinct(&out, 1, o->games, o->game_files, why);
}

int build_command(const BookCommand *c, const GraphPrices *prices, const JudgeOptions *judges, const BuildOptions *o)
{
    if (!c->out)
        return args_wrong(c->program, "build: missing --out FILE");
    if (c->word_count > 0)
        return args_wrong(c->program, "build: unexpected argument '%s'", c->words[0]);
    Text why = WHY_IN(c->program->language);
    PlayedMoves played = {0};
    Builder b = {.command = c, .options = o, .progress = progress_on_stderr(), .why = &why, .begun_ms = clock_ms(), .kept_ms = clock_ms()};
    b.tasks = calloc(ROUND_MOST, sizeof *b.tasks);
    graph_init(&b.graph, prices);
    b.graph.prices.played = &played;
    const bool good = (b.tasks || why_no_memory(&why)) && build_files_are_distinct(c, prices, judges, o, &why) &&
                      build_read_games(c, o, &played, &why) && judges_init(&b.judges, judges, c->stop, &why) &&
                      build_open(&b, judges->hash_mib) && build_all(&b) && build_keep(&b);
    progress_clear(&b.progress);
    if (good)
        printf("%s: %" PRIu64 " positions, %" PRIu64 " new\n", c->out, (uint64_t)b.graph.node_count,
               (uint64_t)(b.searching ? b.graph.node_count - b.before : 0));
    journal_close(&b.journal);
    graph_clear(&b.graph);
    judges_clear(&b.judges);
    played_clear(&played);
    free(b.tasks);
    return good && atomic_load(c->stop) ? command_interrupted(c, "run the same command to continue") : command_end(c, good, &why);
}
