/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/suite.h"

#include <stdlib.h>
#include <string.h>

#include "bench/engines/engine.h"
#include "bench/review/own_engine.h"
#ifndef _WIN32
#include "bench/review/other_engine.h"
#endif
#include "engine/base/json.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/signals.h"
#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "search/engine.h"

typedef struct Run {
    const Call *call;
    const char *file;
    EngineSpec other; /* without a command: this engine */
    int64_t time_us, nodes, depth, threads, hash;
    Suite suite;
    Attempt *attempts;
    int done;
    const atomic_bool *stop;
    Progress progress;
} Run;

/* ---- results ---- */

typedef struct Sum {
    int positions, solved, mates, proven; /* mates: number of mates reported where the problem requires one */
    double seconds;                       /* total time to the solutions */
} Sum;

/* Returns the length of an id without its number: "mate" of "mate.012". */
static int group_length(const char *id)
{
    const char *dot = strrchr(id, '.');
    return (int)(dot ? (size_t)(dot - id) : strlen(id));
}

static bool in_group(const char *id, const char *group)
{
    return !group || (group_length(id) == group_length(group) && strncmp(id, group, (size_t)group_length(id)) == 0);
}

/* Adds up the results of the group that `group`, the id of one of its positions, belongs to; NULL
 * for all. */
static Sum sum_of(const Run *r, const char *group)
{
    Sum s = {0};
    for (int i = 0; i < r->done; i++) {
        const Attempt *a = &r->attempts[i];
        if (!in_group(r->suite.problems[i].id, group))
            continue;
        s.positions++;
        s.solved += a->solved;
        s.seconds += a->solved ? (double)a->since.at_us / 1e6 : 0;
        s.mates += r->suite.problems[i].mate && a->last.mate;
        s.proven += r->suite.problems[i].mate && a->last.mate && a->last.proven;
    }
    return s;
}

static bool is_first_of_group(const Run *r, int i)
{
    for (int j = 0; j < i; j++)
        if (in_group(r->suite.problems[j].id, r->suite.problems[i].id))
            return false;
    return true;
}

static void print_sum(const char *name, int length, const Sum *s)
{
    Text line = TEXT_INIT;
    text_add_bytes(&line, name, (size_t)length);
    text_pad(&line, 0, 20);
    printf("%s %9d %7d %6.1f %% %10.3f %7d %7d\n", line.data, s->positions, s->solved,
           100.0 * s->solved / (s->positions ? s->positions : 1), s->solved ? s->seconds / s->solved : 0, s->mates, s->proven);
    text_free(&line);
}

static void print_table(const Run *r)
{
    const char *all = either(r->call, "all", "总计");
    const struct {
        const char *word;
        int columns;
    } heads[] = {{"", 20},
                 {either(r->call, "positions", "局面"), 10},
                 {either(r->call, "solved", "解出"), 8},
                 {"", 9},
                 {either(r->call, "s to it", "用时（秒）"), 11},
                 {either(r->call, "mates", "报杀"), 8},
                 {either(r->call, "proven", "证实"), 8}};
    putchar('\n');
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        printf("%*s%s", heads[i].columns - utf8_columns(heads[i].word), "", heads[i].word);
    putchar('\n');
    for (int i = 0; i < r->done; i++) {
        const char *id = r->suite.problems[i].id;
        Sum s = sum_of(r, id);
        if (is_first_of_group(r, i))
            print_sum(id, group_length(id), &s);
    }
    Sum s = sum_of(r, NULL);
    print_sum(all, (int)strlen(all), &s);
}

static void print_attempt(const Run *r, int i)
{
    const Attempt *a = &r->attempts[i];
    char move[5];
    Text line = TEXT_INIT;
    text_addf(&line, "%4d  %s", i + 1, r->suite.problems[i].id);
    text_pad(&line, 0, 27);
    text_add(&line, a->solved ? either(r->call, "solved", "解出") : "-");
    text_pad(&line, 0, 35);
    text_addf(&line, either(r->call, "%s  depth %d  %.3f s", "%s  深度 %d  %.3f 秒"),
              a->last.move ? move_to_iccs(a->last.move, move) : "----", a->last.depth,
              (double)(a->solved ? a->since : a->last).at_us / 1e6);
    if (a->last.mate)
        text_addf(&line, either(r->call, "  mate in %d%s", "  %d 步杀%s"), a->last.mate,
                  a->last.proven ? either(r->call, ", proven", "，已证实") : "");
    printf("%s%s%s\n", line.data, *a->fault ? "  " : "", a->fault);
    text_free(&line);
    fflush(stdout);
}

static void suite_json_sum(Json *j, const Sum *s)
{
    json_add_number(j, "positions", "%d", s->positions);
    json_add_number(j, "solved", "%d", s->solved);
    json_add_number(j, "seconds", "%.3f", s->seconds);
    json_add_number(j, "mates", "%d", s->mates);
    json_add_number(j, "proven", "%d", s->proven);
}

static void suite_json_attempt(Json *j, const char *id, const Attempt *a)
{
    char move[5];
    json_new_line(j);
    json_begin_object(j, NULL);
    json_add_string(j, "id", id);
    json_add_bool(j, "solved", a->solved);
    json_add_string(j, "move", a->last.move ? move_to_iccs(a->last.move, move) : "");
    json_add_number(j, "depth", "%d", a->last.depth);
    json_add_number(j, "nodes", "%llu", (unsigned long long)a->last.nodes);
    json_add_number(j, "seconds", "%.6f", (double)a->last.at_us / 1e6);
    if (a->solved) {
        json_add_number(j, "solved_depth", "%d", a->since.depth);
        json_add_number(j, "solved_nodes", "%llu", (unsigned long long)a->since.nodes);
        json_add_number(j, "solved_seconds", "%.6f", (double)a->since.at_us / 1e6);
    }
    if (a->last.mate) {
        json_add_number(j, "mate", "%d", a->last.mate);
        json_add_bool(j, "proven", a->last.proven);
    }
    if (*a->fault)
        json_add_string(j, "fault", a->fault);
    json_end(j);
}

static void suite_json_groups(Json *j, const Run *r)
{
    json_begin_array(j, "groups");
    for (int i = 0; i < r->done; i++) {
        const char *id = r->suite.problems[i].id;
        if (!is_first_of_group(r, i))
            continue;
        const Sum s = sum_of(r, id);
        json_begin_object(j, NULL);
        json_add_bytes(j, "name", id, (size_t)group_length(id));
        suite_json_sum(j, &s);
        json_end(j);
    }
    json_end(j);
}

static void suite_json(const Run *r, Text *out)
{
    Json j = json_writer(out);
    const Sum s = sum_of(r, NULL);
    json_begin_object(&j, NULL);
    json_add_string(&j, "suite", r->file);
    json_add_string(&j, "engine", r->other.command ? r->other.command : HANXIN_NAME " " HANXIN_VERSION);
    json_begin_object(&j, "limits");
    json_add_number(&j, "seconds", "%g", (double)r->time_us / 1e6);
    json_add_number(&j, "nodes", "%lld", (long long)r->nodes);
    json_add_number(&j, "depth", "%lld", (long long)r->depth);
    json_end(&j);
    json_begin_array(&j, "attempts");
    for (int i = 0; i < r->done; i++)
        suite_json_attempt(&j, r->suite.problems[i].id, &r->attempts[i]);
    json_new_line(&j);
    json_end(&j);
    suite_json_groups(&j, r);
    json_begin_object(&j, "all");
    suite_json_sum(&j, &s);
    json_end(&j);
    json_end(&j);
    text_add_char(out, '\n');
}

/* ---- running ---- */

enum { MOST_FAULTS = 3 }; /* number of consecutive faults after which an engine is given up */

static bool is_hopeless(const Run *r)
{
    bool hopeless = r->done >= MOST_FAULTS;
    for (int i = r->done - MOST_FAULTS; hopeless && i < r->done; i++)
        hopeless = *r->attempts[i].fault;
    return hopeless;
}

/* Returns false, with a summary, if the engine failed at any position. */
static bool was_faultless(const Run *r, Text *why)
{
    int faults = 0;
    for (int i = 0; i < r->done; i++)
        faults += *r->attempts[i].fault != '\0';
    if (faults && is_hopeless(r))
        return why_not(why, "the engine failed %d times in a row and was given up, last: %s", "引擎连续失败 %d 次，已放弃，最后一次：%s",
                       MOST_FAULTS, r->attempts[r->done - 1].fault);
    return !faults || why_not(why, "the engine failed at %d of %d positions", "引擎失败 %d 次，共 %d 个局面", faults, r->done);
}

static void show_progress(Run *r)
{
    if (progress_due(&r->progress, 200, 60000))
        progress_show(&r->progress, "%d/%d", r->done, r->suite.count);
}

static void note_done(Run *r)
{
    progress_clear(&r->progress);
    print_attempt(r, r->done++);
}

static bool run_own(Run *r, Text *why)
{
    const Limits limits = {.stop = r->stop, .nodes = (uint64_t)r->nodes, .movetime_ms = (r->time_us + 999) / 1000, .depth = (int)r->depth};
    Engine *engine = engine_new_exact(&(EngineOptions){.hash_mib = (int)r->hash, .threads = (int)r->threads, .table_folders = ""}, why);
    bool good = engine != NULL;
    while (good && r->done < r->suite.count && !atomic_load(r->stop)) {
        show_progress(r);
        if (own_engine_try(engine->searcher, &r->suite.problems[r->done], &limits, &r->attempts[r->done]))
            note_done(r);
        else
            good = atomic_load(r->stop) || why_no_memory(why);
    }
    engine_free(engine);
    return good;
}

static bool run_other(Run *r, Text *why)
{
#ifdef _WIN32
    (void)r;
    return why_not(why, "this build starts no other engines", "此版本不能启动其他引擎");
#else
    r->other.limits = (MatchLimits){.move_us = r->time_us, .nodes = r->nodes, .depth = r->depth, .margin_us = 1000000};
    /* If no time is given, wait five minutes, plus the time for the nodes at 100,000 per second, as
     * slow engines need. */
    const Patience patience = {30000000, 300000000 + 10 * r->nodes, 5000000};
    ProcessHost *host = host_start();
    Client client;
    if (!host)
        return why_not(why, "no process or pipe to be had", "无法建立进程或管道");
    r->stop = host->interrupted;
    client_init(&client, &r->other, host, &patience, NULL);
    bool good = client_start(&client);
    while (good && r->done < r->suite.count && !host_ends(host) && !is_hopeless(r)) {
        show_progress(r);
        good = other_engine_try(&client, &r->suite.problems[r->done], &r->attempts[r->done]);
        if (good)
            note_done(r);
    }
    if (!good && !host_ends(host)) {
        text_addf(why, "%s: ", r->other.command);
        text_add_clean(why, client.text);
    }
    client_quit(&client);
    return good || host_ends(host);
#endif
}

/* Reports the fault in the file and, if nothing before it was valid, what the file should be.
 * Returns false. */
static bool is_no_suite(const Run *r, const char *fault, Text *why)
{
    text_addf(why, either(r->call, "%s, %s%s", "%s，%s%s"), r->file, fault,
              r->suite.count > 1 ? "" : either(r->call, "; a suite is an EPD file", "；题集应为 EPD 文件"));
    return false;
}

static int run(Run *r, const char *json, bool force)
{
    const Program *program = &r->call->program;
    Text why = WHY_IN(program->language), fault = WHY_IN(program->language), out = TEXT_INIT;
    OutFile file = {0};
    size_t length;
    char *text = text_read_file(r->file, &length, &why);
    char *program_path = r->other.command ? engine_spec_program(&r->other) : NULL;
    const NamedFile output = {"--json", json}, inputs[] = {{either(r->call, "the suite", "题集"), text_file_name(r->file)},
                                                           {either(r->call, "the engine's program", "引擎程序"), program_path}};
    bool good = text && (suite_read(&r->suite, text, length, &fault) || is_no_suite(r, fault.data, &why));
    /* Before the output is opened, so that no signal leaves an unfinished one behind. */
    r->stop = good && !r->other.command ? signals_watch(true) : NULL;
    good =
        good && files_distinct(&output, 1, inputs, 2, &why) && (!json || outfile_open(&file, json, force ? OUT_REPLACE : OUT_KEEP, &why));
    r->attempts = good ? calloc((size_t)r->suite.count, sizeof *r->attempts) : NULL;
    good = good && (r->attempts || why_no_memory(&why));
    good = good && (r->other.command ? run_other(r, &why) : run_own(r, &why));
    bool stopped = r->stop && atomic_load(r->stop);
    progress_clear(&r->progress);
    if (good && r->done > 0)
        print_table(r);
    if (good && json && r->done > 0) {
        suite_json(r, &out);
        good = outfile_commit_text(&file, &out, &why);
    }
    outfile_abandon(&file);
    good = good && was_faultless(r, &why);
    if (!good)
        program_fail(program, "%s", why.data);
    text_free(&out);
    free(program_path);
    free(r->attempts);
    suite_clear(&r->suite);
    free(text);
    return stopped ? EXIT_INTERRUPTED : good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int take_option(void *self, const char *word)
{
    Run *r = self;
    Text why = WHY_IN(r->call->program.language);
    int status = engine_set_option(&r->other, word, &why);
    if (status)
        program_fail(&r->call->program, "%s", why.data);
    return status;
}

/* Takes the words of the command line: the file, and option.NAME=VALUE for the other engine. Returns
 * an exit status. */
static int take_words(Run *r)
{
    static const char option[] = "option.";
    int status = EXIT_SUCCESS;
    for (int i = 1; i <= r->call->words && status == EXIT_SUCCESS; i++) {
        const char *word = r->call->argv[i];
        if (strncmp(word, option, strlen(option)) == 0)
            status = take_option(r, word + strlen(option));
        else if (r->file)
            status = args_wrong(&r->call->program, either(r->call, "unexpected argument '%s'", "无法识别的参数“%s”"), word);
        else
            r->file = word;
    }
    return status;
}

/* Checks and completes the arguments. Returns an exit status. */
static int check(Run *r, bool about_other)
{
    const Program *program = &r->call->program;
    if (!r->file)
        return args_wrong(program, "%s", either(r->call, "missing EPD file", "缺少 EPD 文件"));
    if (about_other && !r->other.command)
        return args_wrong(
            program, "%s",
            either(r->call, "--proto, --base and option. require --engine", "--proto、--base、option. 用于其他引擎，须给出 --engine"));
    if (!r->time_us && !r->nodes && !r->depth)
        r->time_us = 1000000;
    if (r->other.rank_base < 0)
        r->other.rank_base = engine_is_fairy(&r->other);
    return EXIT_SUCCESS;
}

int suite_command(Call *c)
{
    enum { MOST_NODES = 1 << 30, MOST_SECONDS = 86400 };
    Run r = {.call = c, .other.rank_base = -1, .threads = 1, .hash = 64, .progress = progress_on_stderr()};
    const char *json = NULL;
    bool force = false;
    const Arg args[] = {
        {"time S", ARG_SECONDS, &r.time_us, 0, MOST_SECONDS,
         either(c, "seconds for each position; 0: 1 s, unless nodes or depth are given",
                "每个局面的秒数；0 为 1 秒，除非给出节点数或深度")},
        {"nodes N", ARG_INT, &r.nodes, 0, MOST_NODES, either(c, "nodes for each position", "每个局面搜索的节点数")},
        {"depth D", ARG_INT, &r.depth, 0, MAX_DEPTH, either(c, "search so deep", "搜索深度")},
        {"engine CMD", ARG_TEXT, &r.other.command, 0, 0,
         either(c, "another engine, by UCCI or UCI; set its options with option.NAME=VALUE",
                "其他 UCCI 或 UCI 引擎；以 option.NAME=VALUE 设置其选项")},
        {"proto", ARG_WORD, &(ArgWord){(int *)&r.other.protocol, protocol_words}, 0, 0, either(c, "its protocol", "其协议")},
        {"base", ARG_WORD, &(ArgWord){&r.other.rank_base, rank_base_words}, 0, 0,
         either(c, "its ranks count from 0 or 1 (Fairy-Stockfish in UCI: 1)", "其横线从 0 还是 1 数起（Fairy-Stockfish 用 UCI 时为 1）")},
        {"option NAME=VALUE", ARG_SINK, &(ArgSink){take_option, &r, NULL}, 0, 0, NULL}, /* the older spelling of option.NAME=VALUE */
        {"threads N", ARG_INT, &r.threads, 1, MAX_THREADS, either(c, "processors to search with, of this engine", "本引擎的线程数")},
        {"hash MB", ARG_INT, &r.hash, 1, MAX_HASH_MIB, either(c, "hash table of this engine", "本引擎的哈希表")},
        {"json FILE", ARG_TEXT, &json, 0, 0, either(c, "write all that was found out", "写成 JSON")},
        {"force", ARG_FLAG, &force, 0, 0, either(c, "replace a file that is there", "覆盖已有的文件")},
        {"lang", ARG_WORD, &(ArgWord){(int *)&c->program.language, language_words}, 0, 0,
         either(c, "default by the environment", "默认依环境")},
    };
    if (!call_read(c, args, sizeof args / sizeof *args, c->argc)) {
        free(r.other.options);
        return c->status;
    }
    int status = take_words(&r);
    status = status ? status : check(&r, r.other.protocol != PROTOCOL_AUTO || r.other.rank_base >= 0 || r.other.option_count > 0);
    status = status ? status : run(&r, json, force);
    free(r.other.options);
    return status;
}
