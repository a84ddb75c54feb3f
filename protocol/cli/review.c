/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/review.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bench/review/marked.h"
#include "bench/review/report.h"
#include "bench/viewer/viewer.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/signals.h"
#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "engine/notation/games.h"
#include "protocol/terminal/terminal.h"
#include "search/engine.h"

enum { DEFAULT_NODES = 200000, QUICK_NODES = 10000, HASH_MIB = 64 };

typedef enum DataUse { FOR_JSON, FOR_PAGE, DATA_USES } DataUse;

typedef struct ReviewRun {
    const Call *call;
    ReviewOptions options;
    ReportStyle style;
    Notation pgn_notation;
    Engine *engine;
    const char *folders; /* folders of endgame tables in addition to the built-in ones */
    int only;            /* number of the only game to review; 0: all */
    OutFile html, pgn, json;
    bool streams;      /* --stream */
    int pass;          /* with --stream: 1 for the quick pass over the current game, then 2 */
    Text *sent;        /* with --stream: the last line printed for each ply of the current game */
    bool stdout_used;  /* true if one of them is standard output, which then gets no report */
    Text data[2];      /* the reviews so far: for --json, and for --html */
    Json writers[2];   /* write to them */
    const char *board; /* address for links of the page */

    /* progress: */
    Progress progress;
    int games;            /* number of games so far, including the current one */
    double before, after; /* shares of the total text: before the current game, and up to its end; 0 to 1 */
    int64_t start_us;
    bool faulty;
} ReviewRun;

static void review_show_progress(void *self, int done, int plies)
{
    enum { REDRAW_MS = 200, REPRINT_MS = 10000 };
    ReviewRun *w = self;
    char eta[DURATION_SIZE];
    if (w->streams) {
        printf("{\"pass\":%d,\"done\":%d,\"of\":%d}\n", w->pass, done, plies);
        fflush(stdout);
        return;
    }
    if (!progress_due(&w->progress, REDRAW_MS, REPRINT_MS))
        return;
    double share = w->before + (w->after - w->before) * done / plies;
    double left = (double)(clock_us() - w->start_us) / 1e6 * (1 - share) / share;
    progress_show(&w->progress, tr(w->call->program.language, "game %d, position %d of %d  ETA %s"), w->games, done, plies,
                  duration_text((int64_t)(left + 0.5), eta));
}

static bool review_is_stopped(const ReviewRun *w) { return atomic_load(w->options.stop); }

/* ---- results as they come ---- */

/* Prints the line of a result, unless it is the last one printed for this ply. */
static void review_send_result(ReviewRun *w, const Review *review, int ply, Mark mark)
{
    Text line = TEXT_INIT;
    Json j = json_writer(&line);
    report_json_result(review, ply, mark, &j);
    if (strcmp(line.data, w->sent[ply].data) == 0) {
        text_free(&line);
        return;
    }
    puts(line.data);
    fflush(stdout);
    text_free(&w->sent[ply]);
    w->sent[ply] = line;
}

static void review_stream_change(void *self, const Review *review, int ply)
{
    review_send_result(self, review, ply, ply > 0 ? review_sure_mark(review, ply - 1) : MARK_NONE);
}

/* Prints the object that begins or ends the results of a game. */
static void review_send_frame(ReviewRun *w, const Review *review)
{
    Text line = TEXT_INIT, stamps[LANGUAGES];
    Json j = json_writer(&line);
    json_begin_object(&j, NULL);
    json_add_number(&j, "game", "%d", w->games);
    if (review) {
        report_json_end(review, &j);
        for (Language l = 0; l < LANGUAGES; l++) {
            stamps[l] = TEXT_INIT;
            report_stamp(&w->options.limits, l, &stamps[l]);
        }
        report_json_texts(&j, "stamp", stamps);
    }
    json_end(&j);
    puts(line.data);
    fflush(stdout);
    text_free(&line);
}

static void review_stream_end(ReviewRun *w, const Review *review)
{
    for (int ply = review->unknown; ply <= review->game.plies; ply++)
        review_send_result(w, review, ply, ply > 0 ? review->moves[ply - 1].mark : MARK_NONE);
    review_send_frame(w, review);
}

/* Reviews a game with --stream: first quickly, if the limits allow more than that. */
static bool review_stream_game(ReviewRun *w, Review *review, const GameTree *pgn)
{
    ReviewOptions quick = w->options;
    bool good = true;
    quick.limits.nodes = QUICK_NODES;
    w->options.changed = quick.changed = review_stream_change;
    w->sent = calloc((size_t)pgn->main.plies + 1, sizeof *w->sent);
    if (!w->sent)
        return false;
    for (int ply = 0; ply <= pgn->main.plies; ply++)
        w->sent[ply] = TEXT_INIT;
    review_send_frame(w, NULL);
    if (w->options.limits.nodes == 0 || w->options.limits.nodes > QUICK_NODES) {
        w->pass = 1;
        good = review_game(review, pgn, &quick);
        review_clear(review);
    }
    w->pass = 2;
    good = good && review_game(review, pgn, &w->options);
    if (good)
        review_stream_end(w, review);
    for (int ply = 0; ply <= pgn->main.plies; ply++)
        text_free(&w->sent[ply]);
    free(w->sent);
    return good;
}

/* ---- one game ---- */

/* Adds the review to the requested files. */
static bool review_write_files(ReviewRun *w, const Review *review, GameTree *pgn)
{
    Text stamp = TEXT_INIT;
    report_stamp(&w->options.limits, w->style.language, &stamp);
    bool good = !stamp.failed;
    for (DataUse use = 0; use < DATA_USES; use++)
        json_new_line(&w->writers[use]);
    if (w->json.stream)
        report_json(review, &w->writers[FOR_JSON]);
    if (good && w->html.stream)
        good = report_page_game(review, w->style.language, stamp.data, pgn, &w->writers[FOR_PAGE]);
    if (good && w->pgn.stream) {
        good = report_annotate(review, (ReportWords){.language = w->style.language}, stamp.data, pgn);
        pgn_write(pgn, w->pgn_notation, w->pgn.stream);
    }
    text_free(&stamp);
    return good && !w->data[FOR_JSON].failed && !w->data[FOR_PAGE].failed;
}

static bool review_write_game(ReviewRun *w, const Review *review, GameTree *pgn)
{
    Text out = TEXT_INIT;
    bool to_files = w->html.stream || w->pgn.stream || w->json.stream;
    (to_files ? report_summary : report_text)(review, &w->style, &out);
    progress_clear(&w->progress);
    if (!w->stdout_used && !w->streams)
        printf("%s%s", w->games > 1 ? "\n" : "", out.data);
    fflush(stdout);
    bool good = !out.failed;
    text_free(&out);
    return review_write_files(w, review, pgn) && good;
}

static bool review_one(ReviewRun *w, GameTree *pgn)
{
    Review review;
    marked_forget(pgn);
    bool good = w->streams ? review_stream_game(w, &review, pgn) : review_game(&review, pgn, &w->options);
    good = good && review_write_game(w, &review, pgn);
    review_clear(&review);
    return good;
}

/* ---- all games ---- */

typedef struct Source {
    const char *name;
    GameSource games;
} Source;

/* Reports the parts of the game that were skipped while reading, because they will be missing from PGN
 * output. */
static void review_note_left_out(ReviewRun *w, const char *name, int number, const GameTree *pgn)
{
    Text left_out = WHY_IN(w->call->program.language);
    if (!tree_left_out(pgn, &left_out))
        return;
    progress_clear(&w->progress);
    program_note(&w->call->program, tr(w->call->program.language, "%s, game %d: %s"), name, number, left_out.data);
    w->faulty |= w->pgn.stream != NULL;
}

/* Reviews a game that was read, and reports its faults. Returns false if an allocation fails. */
static bool review_read_game(ReviewRun *w, const char *name, int number, GameTree *pgn)
{
    if (tree_has_fault(pgn)) {
        progress_clear(&w->progress);
        program_fail(&w->call->program, tr(w->call->program.language, "%s, game %d, %s"), name, number, pgn->report.fault);
    }
    w->faulty |= tree_is_damaged(pgn);
    if (!tree_is_there(pgn))
        return true;
    w->games++;
    review_note_left_out(w, name, number, pgn);
    return review_one(w, pgn);
}

static double source_length(const GameSource *source) { return (double)(source->end - source->data); }

/* Reviews the games of all files until it is stopped. Returns false if an allocation fails. */
static bool review_games(ReviewRun *w, Source *sources, int count)
{
    GameTree pgn;
    int number = 0;
    bool good = true;
    double total = 0, earlier = 0; /* total length of all files, and of those before the current one */
    for (int i = 0; i < count; i++)
        total += source_length(&sources[i].games);
    tree_init(&pgn);
    for (int i = 0; i < count; i++) {
        GameSource *source = &sources[i].games;
        source->stop = w->options.stop;
        while (good && games_next(source, &pgn, w->call->program.language) && !review_is_stopped(w)) {
            w->before = w->only ? 0 : w->after;
            w->after = w->only ? 1 : (earlier + games_progress(source) * source_length(source)) / total;
            if (!w->only || ++number == w->only)
                good = review_read_game(w, sources[i].name, source->games, &pgn);
        }
        earlier += source_length(source);
    }
    tree_clear(&pgn);
    return good;
}

/* Begins one JSON text, up to the first game. */
static void review_begin_data(const ReviewRun *w, Json *j)
{
    Text conditions[LANGUAGES];
    for (Language l = 0; l < LANGUAGES; l++) {
        conditions[l] = TEXT_INIT;
        report_conditions(&w->options.limits, l, &conditions[l]);
    }
    json_begin_object(j, NULL);
    json_add_string(j, "hanxin", HANXIN_NAME " " HANXIN_VERSION);
    report_json_texts(j, "conditions", conditions);
    json_begin_array(j, "games");
}

static void review_end_data(Json *j)
{
    json_new_line(j);
    json_end(j);
    json_end(j);
    text_add_char(j->out, '\n');
}

/* Completes one output, after writing the text unless it is NULL. If `good` is false, abandons the
 * output. Returns false if the output is incomplete. */
static bool review_finish_one(const ReviewRun *w, OutFile *f, const Text *text, bool good)
{
    Text why = WHY_IN(w->call->program.language);
    if (!good)
        outfile_abandon(f);
    if (!f->stream || (text ? outfile_commit_text(f, text, &why) : outfile_commit(f, &why)))
        return good;
    program_fail(&w->call->program, "%s", why.data);
    return false;
}

/* Writes and completes the files. `whole` is false if part of their content was lost. */
static bool review_finish(ReviewRun *w, const char *title, bool whole)
{
    Text page = TEXT_INIT;
    for (DataUse use = 0; use < DATA_USES; use++)
        review_end_data(&w->writers[use]);
    if (whole && w->html.stream)
        report_page(w->data[FOR_PAGE].data, w->call->program.language, title, w->board, &page);
    if (whole && (w->data[FOR_JSON].failed || w->data[FOR_PAGE].failed || page.failed)) {
        call_no_memory(w->call);
        whole = false;
    }
    const bool any = w->games > 0 && whole;
    bool good = review_finish_one(w, &w->html, &page, any);
    good = review_finish_one(w, &w->pgn, NULL, any) && good;
    good = review_finish_one(w, &w->json, &w->data[FOR_JSON], any) && good;
    text_free(&page);
    return any ? good : whole;
}

static int review_all(ReviewRun *w, Source *sources, int count)
{
    w->start_us = clock_us();
    for (DataUse use = 0; use < DATA_USES; use++)
        review_begin_data(w, &w->writers[use]);
    bool good = review_games(w, sources, count);
    progress_clear(&w->progress);
    if (!good)
        call_no_memory(w->call);
    good = review_finish(w, sources->name, good);
    if (review_is_stopped(w))
        return EXIT_INTERRUPTED;
    if (good && w->games == 0 && !w->faulty)
        return call_fail(w->call, sources->name,
                         w->only ? tr(w->call->program.language, "there is no such game") : tr(w->call->program.language, "no game in it"));
    return good && !w->faulty ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- the command ---- */

static bool review_open_outputs(ReviewRun *w, const char *const paths[3], bool force)
{
    OutFile *const files[3] = {&w->html, &w->pgn, &w->json};
    Text why = WHY_IN(w->call->program.language);
    for (int i = 0; i < 3; i++) {
        w->stdout_used |= outfile_is_stdout(paths[i]);
        if (paths[i] && !outfile_open_or_stdout(files[i], paths[i], force ? OUT_REPLACE : OUT_KEEP, &why)) {
            program_fail(&w->call->program, "%s", why.data);
            return false;
        }
    }
    return true;
}

static bool review_prepare(ReviewRun *w, int threads, Text *why)
{
    const EngineOptions options = {.hash_mib = HASH_MIB, .threads = threads ? threads : processor_count(), .table_folders = w->folders};
    w->engine = engine_new_exact(&options, why);
    if (!w->engine)
        return false;
    w->options.searcher = w->engine->searcher;
    w->options.rules = w->engine->settings.rules;
    w->options.limit = w->engine->settings.limit;
    return true;
}

/* Reads the files and reviews their games. Returns the exit status. */
static int review_run(ReviewRun *w, const char *const paths[3], int threads, bool force)
{
    const Call *c = w->call;
    Text why = WHY_IN(c->program.language);
    Source *sources = calloc((size_t)c->words, sizeof *sources);
    NamedFile *inputs = calloc((size_t)c->words, sizeof *inputs);
    int status = EXIT_FAILURE;
    bool good = sources && inputs;
    for (int i = 0; i < c->words && good; i++) {
        sources[i].name = text_file_title(c->argv[i + 1], c->program.language);
        inputs[i].path = text_file_name(c->argv[i + 1]);
        inputs[i].role = tr(c->program.language, "a game file");
        good = games_open(&sources[i].games, c->argv[i + 1], &why);
    }
    const char *taken = NULL; /* the output that --stream also uses */
    for (int i = 0; i < 3; i++)
        taken = w->streams && outfile_is_stdout(paths[i]) ? paths[i] : taken;
    const NamedFile outputs[4] = {{"--html", paths[0]}, {"--pgn", paths[1]}, {"--json", paths[2]}, {"--stream", taken}};
    good = good && files_distinct(outputs, 4, inputs, c->words, &why);
    /* called only now: before this, Ctrl-C ends the program while it waits for standard input */
    w->options.stop = signals_watch(SECOND_SIGNAL_LEAVES);
    if (!sources || !inputs)
        call_no_memory(c);
    else if (!good || !review_prepare(w, threads, &why))
        program_fail(&c->program, "%s", why.data);
    else if (review_open_outputs(w, paths, force))
        status = review_all(w, sources, c->words);
    outfile_abandon(&w->html);
    outfile_abandon(&w->pgn);
    outfile_abandon(&w->json);
    engine_free(w->engine);
    text_free(&w->data[FOR_JSON]);
    text_free(&w->data[FOR_PAGE]);
    for (int i = 0; i < c->words && sources; i++)
        games_close(&sources[i].games);
    free(sources);
    free(inputs);
    return status;
}

int review_command(Call *c)
{
    enum { MOST_NUMBER = 1000000000 };
    CallLimits limits = {0};
    int64_t game = 0, threads = 1;
    const char *paths[3] = {NULL, NULL, NULL}, *folders = "", *board = "";
    bool force = false, streams = false;
    Notation notation = NOTATIONS;
    const Arg args[] = {
        LIMIT_ARGS(c, limits, "nodes per position; 0: 200000, unless time or depth is given", "seconds per position"),
        {"threads N", ARG_INT, &threads, 0, MAX_THREADS, tr(c->program.language, "number of threads; 0: one per processor")},
        TABLES_ARG(c, folders),
        {"game N", ARG_INT, &game, 0, MOST_NUMBER, tr(c->program.language, "review only this game, counted through all files; 0: all")},
        {"html FILE", ARG_TEXT, &paths[0], 0, 0, tr(c->program.language, "write a web page; -: to standard output")},
        {"pgn FILE", ARG_TEXT, &paths[1], 0, 0,
         tr(c->program.language, "write the games with marks and variations; -: to standard output")},
        {"json FILE", ARG_TEXT, &paths[2], 0, 0, tr(c->program.language, "write the complete review as JSON; -: to standard output")},
        {"stream", ARG_FLAG, &streams, 0, 0,
         tr(c->program.language, "print results as lines of JSON when they change, after a quick first pass")},
        {"board URL", ARG_SINK, &(ArgSink){viewer_take_board, &board, VIEWER_BOARD_WANTED}, 0, 0,
         tr(c->program.language, "for --html: address of a page with the board, to which each game gets a link")},
        {"force", ARG_FLAG, &force, 0, 0, tr(c->program.language, "replace existing files")},
        {"notation", ARG_WORD, &(ArgWord){(int *)&notation, notation_words}, 0, 0,
         tr(c->program.language, "default: depends on the language; for --pgn iccs")},
        LANGUAGE_ARG(c),
    };
    int columns, rows;
    c->reads_games = true;
    if (!call_read(c, args, sizeof args / sizeof *args, INT_MAX))
        return c->status;
    if (c->words == 0)
        return args_wrong(&c->program, "%s", tr(c->program.language, "missing game file"));
    const Language l = c->program.language;
    terminal_size(&columns, &rows);
    ReviewRun w = {.call = c,
                   .only = (int)game,
                   .folders = folders,
                   .streams = streams,
                   .data = {TEXT_INIT, TEXT_INIT},
                   .board = board,
                   .progress = progress_on_stderr(),
                   .pgn_notation = notation != NOTATIONS ? notation : NOTATION_ICCS,
                   .style = {l, notation != NOTATIONS ? notation : notation_of_language(l), terminal_has_colour(),
                             !locale_is_utf8() && l == LANGUAGE_ENGLISH, columns < 100 ? columns : 100},
                   .options = {.progress = review_show_progress}};
    w.options.self = &w;
    for (DataUse use = 0; use < DATA_USES; use++)
        w.writers[use] = json_writer(&w.data[use]);
    if (!call_limits_are_given(&limits))
        limits.nodes = DEFAULT_NODES;
    w.options.limits = call_limits(&limits);
    return review_run(&w, paths, (int)threads, force);
}
