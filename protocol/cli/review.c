/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/review.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bench/review/marked.h"
#include "bench/review/report.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/signals.h"
#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "protocol/terminal/terminal.h"
#include "search/engine.h"

enum { DEFAULT_NODES = 200000, HASH_MIB = 64 };

typedef struct Work {
    const Call *call;
    ReviewOptions options;
    ReportStyle style;
    Notation pgn_notation;
    Engine *engine;
    const char *folders; /* of tables besides those built in */
    int only;            /* number of the only game to review; 0: all */
    OutFile html, pgn, json;
    Text data;   /* for --html and --json: the reviews so far */
    Json writer; /* writes to `data` */

    /* progress: */
    Progress progress;
    int game, of_games;      /* numbers from 1 */
    int64_t positions, done; /* of all games; of the games before the current one */
    int64_t start_us;
    bool faulty;
} Work;

static void show_progress(void *self, int done, int plies)
{
    enum { REDRAW_MS = 200, REPRINT_MS = 10000 };
    Work *w = self;
    char eta[DURATION_SIZE];
    if (!progress_due(&w->progress, REDRAW_MS, REPRINT_MS))
        return;
    int64_t so_far = w->done + done;
    double spent = (double)(clock_us() - w->start_us) / 1e6;
    progress_show(&w->progress, either(w->call, "game %d of %d, position %d of %d  ETA %s", "第 %d 局（共 %d 局），局面 %d/%d  剩余 %s"),
                  w->game, w->of_games, done, plies,
                  duration_text((int64_t)(spent / (double)so_far * (double)(w->positions - so_far) + 0.5), eta));
}

static bool stopped(const Work *w) { return atomic_load(w->options.stop); }

/* ---- one game ---- */

static bool write_game(Work *w, const Review *review, PgnGame *pgn)
{
    Text out = TEXT_INIT;
    bool to_files = w->html.stream || w->pgn.stream || w->json.stream;
    (to_files ? report_summary : report_text)(review, &w->style, &out);
    progress_clear(&w->progress);
    printf("%s%s", w->game > 1 ? "\n" : "", out.data);
    fflush(stdout);
    bool good = !out.failed;
    text_free(&out);
    if (w->html.stream || w->json.stream) {
        json_new_line(&w->writer);
        report_json(review, &w->writer);
        good = good && !w->data.failed;
    }
    if (good && w->pgn.stream) {
        Text conditions = TEXT_INIT;
        text_addf(&conditions, "%s, ", HANXIN_NAME " " HANXIN_VERSION);
        report_conditions(&w->options.limits, LANGUAGE_ENGLISH, &conditions);
        good = !conditions.failed && report_annotate(review, w->style.language, conditions.data, pgn);
        text_free(&conditions);
        pgn_write(pgn, w->pgn_notation, w->pgn.stream);
    }
    return good;
}

static bool review_one(Work *w, PgnGame *pgn)
{
    Review review;
    marked_forget(pgn);
    bool good = review_game(&review, pgn, &w->options) && write_game(w, &review, pgn);
    review_clear(&review);
    w->done += pgn->plies + 1;
    return good;
}

/* ---- all games ---- */

typedef struct Source {
    const char *name;
    char *text;
    size_t length;
} Source;

/* Says what of the game was left out, which a PGN that is written lacks. */
static void note_left_out(Work *w, const char *name, int number, const PgnGame *pgn)
{
    Text left_out = WHY_IN(w->call->program.language);
    if (!pgn_left_out(pgn, &left_out))
        return;
    progress_clear(&w->progress);
    program_note(&w->call->program, either(w->call, "%s, game %d: %s", "%s，第 %d 局：%s"), name, number, left_out.data);
    w->faulty |= w->pgn.stream != NULL;
}

/* Goes through the games of all files, until it is stopped: counts them, or reviews them. False when memory is short. */
static bool each_game(Work *w, const Source *sources, int count, bool counting)
{
    PgnGame pgn;
    int number = 0;
    bool good = true;
    pgn_init(&pgn);
    for (int i = 0; i < count; i++) {
        PgnSource source = pgn_source(sources[i].text, sources[i].length);
        source.stop = w->options.stop;
        for (int in_file = 1; good && pgn_read(&source, &pgn, w->call->program.language); in_file++) {
            if (w->only && ++number != w->only)
                continue;
            if (counting) {
                w->of_games += pgn_is_there(&pgn);
                w->positions += pgn_is_there(&pgn) ? pgn.plies + 1 : 0;
                continue;
            }
            if (pgn.fault_line) {
                progress_clear(&w->progress);
                program_fail(&w->call->program, either(w->call, "%s, game %d, %s", "%s，第 %d 局，%s"), sources[i].name, in_file,
                             pgn.fault);
                w->faulty = true;
            }
            if (pgn_is_there(&pgn)) {
                w->game++;
                note_left_out(w, sources[i].name, in_file, &pgn);
                good = review_one(w, &pgn);
            }
        }
    }
    pgn_clear(&pgn);
    return good;
}

/* Begins the JSON, up to the first game. */
static void begin_data(Work *w)
{
    Json *j = &w->writer;
    Text conditions[2] = {TEXT_INIT, TEXT_INIT};
    report_conditions(&w->options.limits, LANGUAGE_ENGLISH, &conditions[LANGUAGE_ENGLISH]);
    report_conditions(&w->options.limits, LANGUAGE_CHINESE, &conditions[LANGUAGE_CHINESE]);
    json_begin_object(j, NULL);
    json_add_string(j, "hanxin", HANXIN_NAME " " HANXIN_VERSION);
    report_json_texts(j, "conditions", conditions);
    json_begin_array(j, "games");
}

static void end_data(Work *w)
{
    json_new_line(&w->writer);
    json_end(&w->writer);
    json_end(&w->writer);
    text_add_char(&w->data, '\n');
}

/* Completes one output, with this text unless it is NULL, or abandons it if `good` is false. Returns false if it is incomplete. */
static bool finish_one(const Work *w, OutFile *f, const Text *text, bool good)
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
static bool finish(Work *w, const char *title, bool whole)
{
    Text page = TEXT_INIT;
    end_data(w);
    if (whole && w->html.stream)
        report_page(w->data.data, w->call->program.language, title, &page);
    if (whole && (w->data.failed || page.failed)) {
        call_no_memory(w->call);
        whole = false;
    }
    const bool any = w->game > 0 && whole;
    bool good = finish_one(w, &w->html, &page, any);
    good = finish_one(w, &w->pgn, NULL, any) && good;
    good = finish_one(w, &w->json, &w->data, any) && good;
    text_free(&page);
    return any ? good : whole;
}

static int review_all(Work *w, const Source *sources, int count)
{
    each_game(w, sources, count, true);
    if (stopped(w))
        return EXIT_INTERRUPTED;
    if (w->of_games == 0)
        each_game(w, sources, count, false); /* reports the errors in the games there are */
    if (w->of_games == 0 && w->faulty)
        return EXIT_FAILURE;
    if (w->of_games == 0)
        return call_fail(w->call, sources->name,
                         w->only ? either(w->call, "there is no such game", "没有这一局")
                                 : either(w->call, "no game in it", "其中没有棋局"));
    w->start_us = clock_us();
    begin_data(w);
    bool good = each_game(w, sources, count, false);
    progress_clear(&w->progress);
    if (!good)
        call_no_memory(w->call);
    good = finish(w, sources->name, good);
    if (stopped(w))
        return EXIT_INTERRUPTED;
    return good && !w->faulty ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- the command ---- */

static bool open_outputs(Work *w, const char *const paths[3], bool force)
{
    OutFile *const files[3] = {&w->html, &w->pgn, &w->json};
    Text why = WHY_IN(w->call->program.language);
    for (int i = 0; i < 3; i++)
        if (paths[i] && !outfile_open(files[i], paths[i], force ? OUT_REPLACE : OUT_KEEP, &why))
            return program_fail(&w->call->program, "%s", why.data) == EXIT_SUCCESS;
    return true;
}

static bool prepare(Work *w, int threads, Text *why)
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
static int run(Work *w, const char *const paths[3], int threads, bool force)
{
    const Call *c = w->call;
    Text why = WHY_IN(c->program.language);
    Source *sources = calloc((size_t)c->words, sizeof *sources);
    NamedFile *inputs = calloc((size_t)c->words, sizeof *inputs);
    int status = EXIT_FAILURE;
    bool good = sources && inputs;
    for (int i = 0; i < c->words && good; i++) {
        sources[i].name = c->argv[i + 1];
        inputs[i].path = text_file_name(sources[i].name);
        inputs[i].role = either(c, "a game file", "棋局文件");
        sources[i].text = text_read_file(sources[i].name, &sources[i].length, &why);
        good = sources[i].text != NULL;
    }
    const NamedFile outputs[3] = {{"--html", paths[0]}, {"--pgn", paths[1]}, {"--json", paths[2]}};
    good = good && files_distinct(outputs, 3, inputs, c->words, &why);
    w->options.stop = signals_watch(true); /* before, Ctrl-C ends the program while it waits for standard input */
    if (!sources || !inputs)
        call_no_memory(c);
    else if (!good || !prepare(w, threads, &why))
        program_fail(&c->program, "%s", why.data);
    else if (open_outputs(w, paths, force))
        status = review_all(w, sources, c->words);
    outfile_abandon(&w->html);
    outfile_abandon(&w->pgn);
    outfile_abandon(&w->json);
    engine_free(w->engine);
    text_free(&w->data);
    for (int i = 0; i < c->words && sources; i++)
        free(sources[i].text);
    free(sources);
    free(inputs);
    return status;
}

int review_command(Call *c)
{
    enum { MOST_NODES = 1 << 30, MOST_SECONDS = 86400, MOST_NUMBER = 1000000000 };
    int64_t game = 0, nodes = 0, depth = 0, time_us = 0, threads = 1;
    const char *paths[3] = {NULL, NULL, NULL}, *folders = "";
    bool force = false;
    Notation notation = NOTATIONS;
    const Arg args[] = {
        {"nodes N", ARG_INT, &nodes, 0, MOST_NODES,
         either(c, "nodes per position; 0: 200000, unless time or depth is given",
                "每个局面搜索的节点数；0 为 200000，除非给出时间或深度")},
        {"time S", ARG_SECONDS, &time_us, 0, MOST_SECONDS, either(c, "search each position for so many seconds", "每个局面的秒数")},
        {"depth D", ARG_INT, &depth, 0, MAX_DEPTH, either(c, "search so deep", "搜索深度")},
        {"threads N", ARG_INT, &threads, 0, MAX_THREADS, either(c, "processors to search with; 0: all", "线程数；0 为全部")},
        {"tables FOLDERS", ARG_TEXT, &folders, 0, 0,
         either(c, "endgame tables beside those built in, separated by `;`", "内置之外的残局库目录，以 ; 分隔")},
        {"game N", ARG_INT, &game, 0, MOST_NUMBER,
         either(c, "this game alone, counted through all files; 0: all", "只分析第几局（各文件连续计数）；0 为全部")},
        {"html FILE", ARG_TEXT, &paths[0], 0, 0, either(c, "write a page to look at", "写成网页")},
        {"pgn FILE", ARG_TEXT, &paths[1], 0, 0, either(c, "write the games with marks and variations", "写成带评注的 PGN")},
        {"json FILE", ARG_TEXT, &paths[2], 0, 0, either(c, "write all that was found out", "写成 JSON")},
        {"force", ARG_FLAG, &force, 0, 0, either(c, "replace files that are there", "覆盖已有的文件")},
        {"notation", ARG_WORD, &(ArgWord){(int *)&notation, notation_words}, 0, 0,
         either(c, "default by the language, in --pgn iccs", "默认依语言，--pgn 中为 iccs")},
        {"lang", ARG_WORD, &(ArgWord){(int *)&c->program.language, language_words}, 0, 0,
         either(c, "default by the environment", "默认依环境")},
    };
    int columns, rows;
    if (!call_read(c, args, sizeof args / sizeof *args, INT_MAX))
        return c->status;
    if (c->words == 0)
        return args_wrong(&c->program, "%s", either(c, "what? a PGN file", "需要 PGN 文件"));
    const Language l = c->program.language;
    terminal_size(&columns, &rows);
    Work w = {.call = c,
              .only = (int)game,
              .folders = folders,
              .data = TEXT_INIT,
              .progress = progress_on_stderr(),
              .pgn_notation = notation != NOTATIONS ? notation : NOTATION_ICCS,
              .style = {l,
                        notation != NOTATIONS   ? notation
                        : l == LANGUAGE_CHINESE ? NOTATION_CHINESE
                                                : NOTATION_WXF,
                        terminal_has_colour(), !locale_is_utf8() && l == LANGUAGE_ENGLISH, columns < 100 ? columns : 100},
              .options = {.progress = show_progress}};
    w.options.self = &w;
    w.writer = json_writer(&w.data);
    w.options.limits = (Limits){
        .nodes = nodes || time_us || depth ? (uint64_t)nodes : DEFAULT_NODES, .movetime_ms = (time_us + 999) / 1000, .depth = (int)depth};
    return run(&w, paths, (int)threads, force);
}
