/* SPDX-License-Identifier: GPL-3.0-only */
/* The files that hanxin-match keeps, under damage, kills, full disks, concurrent matches and mistaken
 * names. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/match/store.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"
#include "engine/base/platform.h"
#include "tests/match/match_run.h"

static const char *two(const char *options)
{
    static char text[2400];
    snprintf(text, sizeof text, "--maxplies 30 %s", options);
    return two_fakes(text);
}

/* Runs with a limit on the file size, in blocks of 512 bytes: writes beyond it fail, as on a full disk. */
static Run match_limited(int blocks, const char *arguments)
{
    char line[4000];
    snprintf(line, sizeof line, "trap '' XFSZ; ulimit -f %d; exec %s %s 2>&1", blocks, built_program("hanxin-match"), arguments);
    return shell(line);
}

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

static void assert_text(const char *path, const char *expected, size_t length)
{
    char *text = read_text(path);
    struct stat info;
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_msg((size_t)info.st_size == length && memcmp(text, expected, length) == 0, "%s has changed", path);
    free(text);
}

/* Returns line n of a text, counted from 1. */
static char *line_of(char *text, int n)
{
    for (; n > 1; n--)
        text = strchr(text, '\n') + 1;
    return text;
}

/* ---- damage ---- */

static const struct {
    const char *name;
    int at;           /* column in the line of the third game */
    const char *with; /* text written over that column; "" truncates the file there */
    size_t length;
    int left; /* number of games that remain */
    const char *said;
} damages[] = {
    {"the first byte", 0, "X", 1, 7, "line 4: damaged: changed since it was written"},
    {"a NUL byte", 60, "\0", 1, 7, "line 4: damaged: changed since it was written"},
    {"a line end", 70, "\n", 1, 7, "line 5: damaged: changed since it was written"},
    {"a digit of the number", 6, "9", 1, 7, "line 4: damaged: changed since it was written"},
    {"torn", 100, "", 0, 2, "line 4: damaged: incomplete last line; its game is dropped"},
    {"torn after a game", 0, "", 0, 2, NULL},
};

START_TEST(damage_is_reported_and_survived)
{
    const char *file = scratch("d.results"), *sum = scratch("sum.json");
    char options[700], resumed[64];
    const char *said = damages[_i].said, *name = damages[_i].name;
    unlink(file), unlink(sum);
    snprintf(options, sizeof options, "--games 8 --results %s", file);
    Run run = match("%s", two(options));
    ck_assert_msg(run.status == 0, "%s", run.text);
    char *whole = read_text(file), *bad = read_text(file);
    size_t length = strlen(whole);
    char *row = line_of(bad, 4);
    if (damages[_i].length)
        memcpy(row + damages[_i].at, damages[_i].with, damages[_i].length);
    else
        length = (size_t)(row + damages[_i].at - bad);
    write_text(file, bad, length);

    run = match("--merge %s --json %s", file, sum);
    ck_assert_msg(run.status == (said != NULL) && (!said || (strstr(run.text, said) && !is_there(sum))), "%s: status %d: %s", name,
                  run.status, run.text);
    unlink(sum);
    run = match("--merge %s --json %s --force", file, sum);
    ck_assert_msg(run.status == 0 && (!said || strstr(run.text, said)), "%s: %s", name, run.text);
    json_t *games = read_json(sum);
    ck_assert_int_eq(game_count(games), damages[_i].left);
    json_decref(games);
    assert_text(file, bad, length);

    snprintf(resumed, sizeof resumed, "resuming after %d of 8", damages[_i].left);
    snprintf(options, sizeof options, "--games 8 --results %s --resume", file);
    run = match("%s", two(options));
    ck_assert_msg(run.status == 0 && (!said || strstr(run.text, said)) && strstr(run.text, resumed), "%s: %s", name, run.text);
    games = read_results(file);
    ck_assert_int_eq(game_count(games), 8);
    for (int id = 0; id < 8; id++)
        ck_assert_msg(game_of(games, id) != NULL, "%s: game %d is lost", name, id);
    json_decref(games);
    size_t kept = damages[_i].length ? length : (size_t)(row - bad); /* lines are only appended */
    char *now = read_text(file);
    ck_assert_msg(memcmp(now, bad, kept) == 0, "%s: earlier lines have changed", name);
    free(now);
    run = match("--merge %s --json %s --force", file, sum);
    ck_assert_msg(run.status == 0 && !strstr(run.text, "games are missing"), "%s: %s", name, run.text);
    unlink(sum);
    run = match("--merge %s --json %s", file, sum); /* a damaged line whose game was replayed does no harm */
    ck_assert_msg(run.status == 0, "%s: %s", name, run.text);
    free(whole);
    free(bad);
}
END_TEST

/* Games may end in any order. If two lines contain the same game, the first is used. */
START_TEST(games_come_in_any_order)
{
    char options[700];
    const char *file = scratch("order.results");
    unlink(file);
    snprintf(options, sizeof options, "--games 4 --results %s", file);
    ck_assert_int_eq(match("%s", two(options)).status, 0);
    char *text = read_text(file), *one = line_of(text, 2), *second = line_of(text, 3), *three = line_of(text, 4);
    char *mixed = malloc(2 * strlen(text));
    ck_assert_ptr_nonnull(mixed);
    for (int twice = 0; twice < 2; twice++) {
        sprintf(mixed, "%.*s%.*s%.*s%.*s%s", (int)(one - text), text, (int)(three - second), second, twice ? (int)(three - second) : 0,
                second, (int)(second - one), one, three);
        write_text(file, mixed, strlen(mixed));
        snprintf(options, sizeof options, "--games 4 --results %s --resume", file);
        Run run = match("%s", two(options));
        ck_assert_msg(run.status == 0 && strstr(run.text, "resuming after 4 of 4"), "status %d: %s", run.status, run.text);
        ck_assert_msg((strstr(run.text, "line 3: damaged: duplicate game") != NULL) == twice, "%s", run.text);
    }
    free(mixed);
    free(text);
}
END_TEST

/* If any bit is changed, the file is rejected or a game is missing. */
START_TEST(no_changed_byte_goes_unnoticed)
{
    char options[700];
    const char *file = scratch("flip.results");
    unlink(file);
    snprintf(options, sizeof options, "--games 2 --results %s", file);
    ck_assert_int_eq(match("%s", two(options)).status, 0);
    char *text = read_text(file);
    size_t length = strlen(text);
    ck_assert(freopen("/dev/null", "w", stderr));
    for (size_t at = 0; at <= length; at++) {
        Config c = {.program = {.name = "hanxin-match"}, .merge = calloc(1, sizeof *c.merge), .merge_count = 1};
        Results results = {0};
        Store store = {0};
        Text why = WHY_INIT;
        bool sound = at == length; /* at the end, without any change */
        text[at] ^= sound ? 0 : (char)(1 << at % 7);
        write_text(file, text, length);
        c.merge[0] = file;
        ck_assert_msg(store_merge(&store, &c, &results, &why) == sound, "byte %zu: %s", at, sound ? why.data : "not noticed");
        ck_assert(sound ? results.count == 2 : *why.data != '\0');
        text[at] ^= sound ? 0 : (char)(1 << at % 7);
        store_close(&store);
        results_clear(&results);
        config_clear(&c);
    }
    free(text);
}
END_TEST

/* A match that is extended gets a new header, and its exports are replaced. */
START_TEST(a_match_is_extended)
{
    char options[1400];
    const char *file = scratch("more.results"), *json = scratch("more.json");
    unlink(file), unlink(json);
    snprintf(options, sizeof options, "--results %s --json %s", file, json);
    Run run = match("%s --games 2", two(options));
    ck_assert_msg(run.status == 0, "%s", run.text);
    char *before = read_text(file);
    for (int games = 4; games >= 2; games -= 2) {
        run = match("%s --games %d --resume", two(options), games);
        bool grows = games == 4; /* but a match cannot become shorter */
        ck_assert_msg(run.status == !grows && strstr(run.text, grows ? "resuming after 2 of 4" : "--games must not be less than before"),
                      "status %d: %s", run.status, run.text);
    }
    char *after = read_text(file);
    ck_assert(strncmp(after, before, strlen(before)) == 0 && strncmp(after + strlen(before), "{\"format\":", 10) == 0);
    run = match("--merge %s", file);
    ck_assert_msg(run.status == 0 && !strstr(run.text, "missing") && strstr(run.text, "4 games"), "%s", run.text);
    json_t *games = read_json(json);
    ck_assert_int_eq(game_count(games), 4);
    json_decref(games);
    free(before);
    free(after);
}
END_TEST

/* ---- failing writes ---- */

START_TEST(failed_writes_are_reported_and_lose_nothing)
{
    char options[1400], arguments[3800];
    const char *file = scratch("full.results"), *pgn = scratch("full.pgn"), *html = scratch("full.html");
    unlink(file), unlink(pgn), unlink(html);
    snprintf(options, sizeof options, "--games 20 --results %s --pgn %s --quiet", file, pgn);
    ck_assert_int_eq(match("%s", two(options)).status, 0);
    char *first = read_text(file), *games = read_text(pgn);
    snprintf(arguments, sizeof arguments, "%s --resume", two(options));
    for (int blocks = 4; blocks <= 20; blocks += 8) { /* the export does not fit */
        Run run = match_limited(blocks, arguments);
        ck_assert_msg(run.status == 1 && strstr(run.text, "full.pgn: File too large"), "status %d: %s", run.status, run.text);
        assert_text(file, first, strlen(first));
        assert_text(pgn, games, strlen(games));
    }
    free(first);
    free(games);

    unlink(file), unlink(pgn); /* the results do not fit: the earlier ones are intact */
    snprintf(arguments, sizeof arguments, "%s", two(options));
    Run run = match_limited(24, arguments);
    ck_assert_msg(run.status == 1 && strstr(run.text, "full.results: File too large"), "status %d: %s", run.status, run.text);
    json_t *kept = read_results(file);
    ck_assert_int_gt(game_count(kept), 2);
    json_decref(kept);
    snprintf(options, sizeof options, "--games 20 --results %s --pgn %s --resume", file, pgn);
    run = match("%s", two(options));
    ck_assert_msg(run.status == 0 && !strstr(run.text, "damaged"), "status %d: %s", run.status, run.text);
    kept = read_results(file);
    ck_assert_int_eq(game_count(kept), 20);
    json_decref(kept);

    snprintf(options, sizeof options, "--games 2 --html %s", html);
    run = match_limited(20, two(options));
    ck_assert_msg(run.status == 1 && strstr(run.text, "full.html: File too large") && !is_there(html), "status %d: %s", run.status,
                  run.text);
    snprintf(arguments, sizeof arguments, "%s --help 2>&1 >/dev/full", built_program("hanxin-match"));
    run = shell(arguments);
    ck_assert_msg(run.status == 1 && strstr(run.text, "standard output: "), "status %d: %s", run.status, run.text);
}
END_TEST

/* ---- kills ---- */

static void mark_games(const char *path, unsigned char *have)
{
    json_t *file = is_there(path) ? read_results(path) : NULL, *game;
    size_t i;
    json_array_foreach(json_object_get(file, "games"), i, game) { have[json_integer_value(json_object_get(game, "id"))] = 1; }
    json_decref(file);
}

START_TEST(kills_neither_lose_nor_repeat_games)
{
    enum { GAMES = 80 };
    Rng rng = {20240611};
    unsigned char have[GAMES + 1] = {0}, now[GAMES + 1];
    char json[600], pgn[600], html[600]; /* more starts than scratch() keeps paths */
    snprintf(json, sizeof json, "%s", scratch("kill.json"));
    snprintf(pgn, sizeof pgn, "%s", scratch("kill.pgn"));
    snprintf(html, sizeof html, "%s", scratch("kill.html"));
    char words[64], arguments[4000];
    snprintf(words, sizeof words, "seed=11 delay=1 %s", own_tag());
    unlink(json), unlink(pgn), unlink(html), unlink(results_of(json));
    snprintf(arguments, sizeof arguments,
             "%s %s --each depth=1 --maxplies 8 --games %d --concurrency 3 --json %s --pgn %s --html %s --resume", fake("one", words, ""),
             fake("two", "seed=12", ""), GAMES, json, pgn, html);
    int kills = 0, status = 0;
    for (bool ended = false; kills < 20 && !ended;) {
        pid_t runner = start_match("%s", arguments);
        sleep_ms(5 + (int)rng_below(&rng, 120));
        kill(runner, SIGKILL);
        ck_assert_int_eq(waitpid(runner, &status, 0), runner);
        ended = WIFEXITED(status);
        kills += !ended;
        memset(now, 0, sizeof now);
        mark_games(results_of(json), now);
        for (int id = 0; id < GAMES; id++) {
            ck_assert_msg(now[id] || !have[id], "kill %d lost game %d", kills, id);
            have[id] = now[id];
        }
    }
    assert_no_engine_left(own_tag());
    Run run = match("%s", arguments);
    ck_assert_msg(run.status == 0, "after %d kills: %s", kills, run.text);
    json_t *file = read_json(json);
    ck_assert_int_eq(game_count(file), GAMES);
    for (int id = 0; id < GAMES; id++)
        ck_assert_msg(game_of(file, id) != NULL, "game %d is lost", id); /* game_of() fails if a game occurs twice */
    json_decref(file);
    char *text = read_text(pgn), *at = text;
    int games = 0;
    for (; (at = strstr(at, "[GameId ")); at++)
        games++;
    ck_assert_int_eq(games, GAMES);
    free(text);
}
END_TEST

/* ---- files of others ---- */

START_TEST(a_second_match_is_rejected)
{
    char options[1400], words[64];
    const char *json = scratch("both.json"), *pgn = scratch("both.pgn");
    unlink(json), unlink(pgn), unlink(results_of(json));
    snprintf(words, sizeof words, "seed=11 delay=20 %s", own_tag());
    snprintf(options, sizeof options, "%s %s --each depth=1 --maxplies 30 --games 200 --json %s --pgn %s", fake("one", words, ""),
             fake("two", "seed=12", ""), json, pgn);
    pid_t first = start_match("%s", options);
    await_text(results_of(json), "{\"id\""); /* the first match is running */
    Run run = match("%s --resume", options);
    ck_assert_msg(run.status == 1 && strstr(run.text, "another program is writing to it"), "status %d: %s", run.status, run.text);
    ck_assert_int_eq(waitpid(first, NULL, WNOHANG), 0);
    kill(first, SIGKILL);
    waitpid(first, NULL, 0);
    assert_no_engine_left(own_tag());
}
END_TEST

START_TEST(one_file_cannot_have_two_uses)
{
    const char *a = scratch("same"), *link_name = scratch("link");
    unlink(a), unlink(link_name);
    write_text(a, "4ka3/9/9/9/9/9/9/9/4A4/3AK4 w\n", 30);
    ck_assert_int_eq(symlink(a, link_name), 0);
    char engine[700], stderr_to[700], stderr_there[700];
    snprintf(engine, sizeof engine, "%s", built_program("tests/fake_engine"));
    snprintf(stderr_to, sizeof stderr_to, "stderr=%s", a);
    snprintf(stderr_there, sizeof stderr_there, "dir=%s stderr=same", scratch_folder());
    const struct {
        const char *option, *file, *other, *other_file;
    } cases[] = {
        {"--json", a, "--html", a},
        {"--json", scratch("x"), "--pgn", scratch("x.results")},
        {"--pgn", scratch("new"), "--log", scratch("./new")},
        {"--openings", a, "--html", link_name},
        {"--event x --log", engine, "--force", ""},
        {"--openings", a, "--each", stderr_to},
        {"--openings", a, "--each", stderr_there}, /* the path as the engine receives it */
    };
    for (int i = 0; i < COUNT(cases); i++) {
        char options[1400];
        snprintf(options, sizeof options, "%s %s %s %s", cases[i].option, cases[i].file, cases[i].other, cases[i].other_file);
        Run run = match("%s", two(options));
        ck_assert_msg(run.status == 2 && strstr(run.text, "an output needs its own file"), "case %d: status %d: %s", i, run.status,
                      run.text);
    }
    Run run = match("--merge %s --json %s", a, link_name);
    ck_assert_msg(run.status == 2 && strstr(run.text, "its own file"), "status %d: %s", run.status, run.text);
    assert_text(a, "4ka3/9/9/9/9/9/9/9/4A4/3AK4 w\n", 30);
}
END_TEST

START_TEST(exports_and_logs_of_others_are_kept)
{
    char options[1400];
    const char *html = scratch("mine.html"), *log = scratch("mine.log"), *file = scratch("of.results");
    unlink(html), unlink(log), unlink(file), unlink(results_of(html));
    write_text(html, "my page", 7);
    snprintf(options, sizeof options, "--html %s", html);
    Run run = match("%s", two(options));
    ck_assert_msg(run.status == 1 && strstr(run.text, "mine.html: file already exists; not overwritten: it was not made from "),
                  "status %d: %s", run.status, run.text);
    assert_text(html, "my page", 7);
    write_text(log, "my diary", 8);
    snprintf(options, sizeof options, "--log %s", log);
    run = match("%s", two(options));
    ck_assert_msg(run.status == 1 && strstr(run.text, "mine.log: not a log of hanxin-match"), "status %d: %s", run.status, run.text);
    assert_text(log, "my diary", 8);
    snprintf(options, sizeof options, "--log %s --openings /nowhere --force", log); /* rejected for another reason */
    run = match("%s", two(options));
    ck_assert_msg(run.status == 1 && strstr(run.text, "/nowhere"), "status %d: %s", run.status, run.text);
    assert_text(log, "my diary", 8);
    write_text(file, "my results", 10);
    snprintf(options, sizeof options, "--log %s --results %s --force", log, file); /* rejected after the engines were tested */
    run = match("%s", two(options));
    ck_assert_msg(run.status == 1 && strstr(run.text, "already exists"), "status %d: %s", run.status, run.text);
    assert_text(log, "my diary", 8);
    unlink(file);
    snprintf(options, sizeof options, "--html %s --log %s --results %s --force", html, log, file);
    run = match("%s", two(options));
    ck_assert_msg(run.status == 0, "%s", run.text);

    snprintf(options, sizeof options, "--html %s --log %s --results %s --resume", html, log, file); /* our own file by now */
    char *before = read_text(log);
    ck_assert(strncmp(before, "# hanxin-match log\n", 19) == 0 && strstr(before, " < uc") && !strstr(before, "diary"));
    run = match("%s --games 4", two(options));
    ck_assert_msg(run.status == 0, "%s", run.text);
    char *after = read_text(log);
    ck_assert(strlen(after) > strlen(before) && strncmp(after, before, strlen(before)) == 0);
    free(before);
    free(after);

    snprintf(options, sizeof options, "--html %s", html); /* equal settings, but other games */
    run = match("%s", two(options));
    ck_assert_msg(run.status == 1 && strstr(run.text, "it was not made from "), "status %d: %s", run.status, run.text);
    ck_assert(!is_there(results_of(html)));
}
END_TEST

START_TEST(pipes_do_not_block)
{
    static const char *const uses[] = {"--openings",         "--json",        "--pgn", "--html", "--log", "--results",
                                       "--resume --results", "--resume --pgn"};
    const char *fifo = scratch("pipe");
    unlink(fifo);
    ck_assert_int_eq(mkfifo(fifo, 0600), 0);
    for (int i = 0; i < COUNT(uses); i++) {
        char options[700];
        snprintf(options, sizeof options, "%s %s", uses[i], fifo);
        Run run = match("%s", two(options));
        ck_assert_msg(run.status == 1 && strstr(run.text, "pipe: not a regular file"), "%s: status %d: %s", uses[i], run.status, run.text);
    }
    Run run = match("--merge %s", fifo);
    ck_assert_msg(run.status == 1 && strstr(run.text, "not a regular file"), "status %d: %s", run.status, run.text);
}
END_TEST

/* ---- merging ---- */

/* Protected files are merged too. */
START_TEST(headers_are_checked)
{
    static const struct {
        const char *find, *with;
    } cases[] = {
        {"\"games\":2,", "\"games\":1431655766,"},
        {"\"games\":2,", "\"games\":-2,"},
        {"\"games\":2,", "\"games\":1e300,"},
        {"\"games\":2,", "\"games\":3,"},
        {"\"depth\":1,", "\"depth\":1e9,"},
        {"\"base_us\":0", "\"base_us\":-1"},
        {"\"shards\":1", "\"shards\":0"},
        {"\"name\":\"one\"", "\"name\":[]"},
        {"\"name\":\"one\"", "\"name\":\"\""},
        {"\"engines\":[", "\"engines\":[{},"},
        {"\"schedule\":", "\"sprt\":{},\"schedule\":"},
    };
    char options[700];
    const char *file = scratch("head.results");
    unlink(file);
    snprintf(options, sizeof options, "--games 2 --results %s", file);
    ck_assert_int_eq(match("%s", two(options)).status, 0);
    char *text = read_text(file);
    for (int i = 0; i < COUNT(cases); i++) {
        Text bad = TEXT_INIT, sealed = TEXT_INIT;
        char *at = strstr(text, cases[i].find), *end = strstr(text, ",\"crc\"");
        ck_assert_msg(at != NULL, "case %d: the text to replace is missing", i);
        text_add_bytes(&bad, text, (size_t)(at - text));
        text_add(&bad, cases[i].with);
        at += strlen(cases[i].find);
        text_add_bytes(&bad, at, (size_t)(end - at));
        text_add_char(&bad, '}');
        json_t *header = json_read(bad.data, bad.length);
        ck_assert_msg(header != NULL, "case %d is not JSON: %s", i, bad.data);
        json_put_sealed(header, &sealed);
        json_decref(header);
        text_add(&sealed, line_of(text, 2));
        write_text(file, sealed.data, sealed.length);
        Run run = match("--merge %s", file);
        ck_assert_msg(run.status == 1 && strstr(run.text, "damaged header"), "case %d: status %d: %s", i, run.status, run.text);
        text_free(&bad);
        text_free(&sealed);
    }
    free(text);
}
END_TEST

START_TEST(missing_shards_are_named)
{
    char options[700];
    const char *part[3] = {scratch("p1.results"), scratch("p2.results"), scratch("p3.results")}, *sum = scratch("sum3.json");
    for (int i = 0; i < 3; i++) {
        unlink(part[i]);
        snprintf(options, sizeof options, "--games 12 --shard %d/3 --results %s", i + 1, part[i]);
        ck_assert_int_eq(match("%s", two(options)).status, 0);
    }
    Run run = match("--merge %s %s", part[0], part[2]);
    ck_assert_msg(run.status == 0 && strstr(run.text, "4 of 12 games are missing: shard 2/3 (no file) lacks 4"), "%s", run.text);
    run = match("--merge %s %s %s --json %s", part[0], part[1], part[2], sum);
    ck_assert_msg(run.status == 0 && !strstr(run.text, "games are missing"), "%s", run.text);
    run = match("--merge %s %s %s --json %s", part[0], part[1], part[2], sum);
    ck_assert_msg(run.status == 1 && strstr(run.text, "already exists; not overwritten"), "%s", run.text);
}
END_TEST

/* ---- texts ---- */

START_TEST(names_in_gbk_are_kept)
{
    char arguments[3000];
    const char *json = scratch("gbk.json"), *pgn = scratch("gbk.pgn");
    unlink(json), unlink(pgn), unlink(results_of(json));
    snprintf(arguments, sizeof arguments,
             "%s %s --each depth=1 option.Path=/\xC6\xE5 --maxplies 10 --games 4 --event \xCF\xF3\xC6\xE5 --json %s --pgn %s",
             fake("\xBA\xAB\xD0\xC5", "seed=1", ""), fake("'a \"b\" \\ c'", "seed=2", ""), json, pgn);
    Run run = match("%s", arguments);
    ck_assert_msg(run.status == 0, "%s", run.text);
    run = match("%s --resume", arguments);
    ck_assert_msg(run.status == 0 && strstr(run.text, "resuming after 4 of 4"), "status %d: %s", run.status, run.text);
    json_t *file = read_json(json);
    ck_assert_str_eq(json_member_text(json_array_get(json_object_get(file, "engines"), 0), "name", ""), "韩信");
    ck_assert_str_eq(json_member_text(file, "event", ""), "象棋");
    json_decref(file);
}
END_TEST

/* The columns are aligned, and characters are never split. */
START_TEST(names_in_chinese_are_aligned)
{
#define EIGHT "象棋象棋象棋象棋"
    Run run = match("%s %s %s --each depth=1 --maxplies 10 --games 2", fake("韩信", "seed=1", ""), fake("plain", "seed=2", ""),
                    fake("a" EIGHT EIGHT EIGHT, "seed=3", ""));
    ck_assert_msg(run.status == 0, "%s", run.text);
    ck_assert_msg(strstr(run.text, ". 韩信                                   4 "), "%s", run.text);
    ck_assert_msg(strstr(run.text, ". plain                                  4 "), "%s", run.text);
    ck_assert_msg(strstr(run.text, ". a" EIGHT "象棋象棋象棋象        4 "), "%s", run.text);
    ck_assert_msg(strstr(run.text, "\na" EIGHT "象棋象棋象棋象  "), "%s", run.text);
}
END_TEST

START_TEST(json_is_read_strictly)
{
    static const char *const good[] = {
        "0",     "-0",           "10",         "-1.5e+3", "1E5", "[]", "{}", "[1,2]", "\"\\ud83d\\ude00\"", "\"\xE5\xB8\x85\"",
        " [ ] ", "{\"a\":null}", "\"\\u5E05\""};
    static const char *const bad[] = {"007",
                                      "-",
                                      "1.",
                                      ".5",
                                      "+1",
                                      "1e",
                                      "01",
                                      "- 1",
                                      "0x1",
                                      "1e999",
                                      "nan",
                                      "\"\\ud800\"",
                                      "\"\\udc00\"",
                                      "\"\\ud800\\u0041\"",
                                      "\"\\ud800x\"",
                                      "\"\xFF\"",
                                      "\"\xE5\xB8\"",
                                      "[1,]",
                                      "{\"a\"}",
                                      "\"\n\"",
                                      "\"\\u12\"34\"",
                                      "\"\\u0000\"",
                                      "[1 2]",
                                      "1 2",
                                      "",
                                      "\"\xED\xA0\x80\""};
    for (int i = 0; i < COUNT(good); i++) {
        json_t *value = json_read(good[i], strlen(good[i]));
        ck_assert_msg(value != NULL, "%s is refused", good[i]);
        json_decref(value);
    }
    for (int i = 0; i < COUNT(bad); i++)
        ck_assert_msg(!json_read(bad[i], strlen(bad[i])), "%s is accepted", bad[i]);
}
END_TEST

#define LINE_A "4ka3/9/9/9/9/9/9/9/4A4/3AK1R2 w"
#define LINE_B "4ka3/9/9/9/9/9/9/9/4A4/3AK2R1 w"
/* Plays this number of games from the openings of a file. Returns the written games, or NULL if the file was rejected with this message. */
static json_t *games_from(const char *openings, int games, const char *fault, int number)
{
    char options[1400];
    const char *json = scratch("o.json");
    unlink(json), unlink(results_of(json));
    snprintf(options, sizeof options, "--games %d --openings %s --json %s", games, openings, json);
    Run run = match("%s", two(options));
    ck_assert_msg(run.status == (fault != NULL) && (!fault || strstr(run.text, fault)), "case %d: status %d: %s", number, run.status,
                  run.text);
    return fault ? NULL : read_json(json);
}

START_TEST(openings_may_have_any_line_ends)
{
    static const struct {
        const char *text;
        size_t length;
        const char *fault; /* NULL: two positions are read */
    } cases[] = {
        {LINE_A "\n" LINE_B, 0, NULL},
        {"\xEF\xBB\xBF" LINE_A "\r\n" LINE_B "\r\n", 0, NULL},
        {LINE_A "\r" LINE_B "\r", 0, NULL},
        {"# one\r" LINE_A " ; x\r\r\n" LINE_B, 0, NULL},
        {LINE_A "\n\0" LINE_B "\n", sizeof LINE_A "\n\0" LINE_B "\n" - 1, "line 2: NUL byte"},
        {LINE_A "\r\rrubbish\r", 0, "line 3"},
    };
    const char *file = scratch("o.epd");
    for (int i = 0; i < COUNT(cases); i++) {
        write_text(file, cases[i].text, cases[i].length ? cases[i].length : strlen(cases[i].text));
        json_t *games = games_from(file, 4, cases[i].fault, i);
        if (!games)
            continue;
        ck_assert_msg(strncmp(json_member_text(game_of(games, 0), "fen", ""), LINE_A, strlen(LINE_A)) == 0 &&
                          strncmp(json_member_text(game_of(games, 2), "fen", ""), LINE_B, strlen(LINE_B)) == 0,
                      "case %d: wrong positions", i);
        json_decref(games);
    }
}
END_TEST

/* In the formats of hanxin's other game readers. */
START_TEST(games_may_be_in_another_encoding)
{
    static const char utf16[] = "\xFF\xFE[\0E\0v\0e\0n\0t\0 \0\"\0x\0\"\0]\0\n\0\n\0"
                                "1\0.\0 \0h\0002\0e\0002\0 \0*\0\n",
                      gbk[] = "[Event \"\xBA\xEC\"]\n\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 *\n", /* 炮二平五, which is h2e2 */
        zero[] = "[Event \"x\"]\n\n1. h2\0e2 *\n", after[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    const struct {
        const char *text;
        size_t length;
        const char *fault; /* NULL: it is read */
    } cases[] = {{utf16, sizeof utf16 - 1, NULL}, {gbk, sizeof gbk - 1, NULL}, {zero, sizeof zero - 1, "line 3: a zero byte: damaged"}};
    const char *file = scratch("o.pgn");
    for (int i = 0; i < COUNT(cases); i++) {
        write_text(file, cases[i].text, cases[i].length);
        json_t *games = games_from(file, 2, cases[i].fault, i);
        if (!games)
            continue;
        ck_assert_msg(strncmp(json_member_text(game_of(games, 0), "fen", ""), after, strlen(after)) == 0, "case %d", i);
        json_decref(games);
    }
}
END_TEST

/* Only a match with the same openings is continued. */
START_TEST(other_openings_are_another_match)
{
    char options[1400];
    const char *first = scratch("a.epd"), *second = scratch("b.epd"), *pgn = scratch("of-a.pgn");
    unlink(pgn), unlink(results_of(pgn));
    write_text(first, LINE_A "\n" LINE_B "\n", strlen(LINE_A "\n" LINE_B "\n"));
    write_text(second, LINE_B "\n" LINE_A "\n", strlen(LINE_A "\n" LINE_B "\n"));
    snprintf(options, sizeof options, "--games 4 --openings %s --pgn %s", first, pgn);
    ck_assert_int_eq(match("%s", two(options)).status, 0);
    char *text = read_text(pgn);
    snprintf(options, sizeof options, "--games 8 --openings %s --pgn %s --resume", second, pgn);
    Run run = match("%s", two(options));
    ck_assert_msg(run.status == 1 && strstr(run.text, "belongs to another match: "), "status %d: %s", run.status, run.text);
    assert_text(pgn, text, strlen(text));
    snprintf(options, sizeof options, "--games 8 --openings %s --pgn %s --resume", first, pgn);
    run = match("%s", two(options));
    ck_assert_msg(run.status == 0 && strstr(run.text, "resuming after 4 of 8"), "status %d: %s", run.status, run.text);
    free(text);
}
END_TEST

/* Games written after the file was removed are not in any file. */
START_TEST(a_missing_file_is_reported)
{
    char words[64];
    const char *json = scratch("gone.results");
    unlink(json);
    snprintf(words, sizeof words, "seed=11 delay=20 %s", own_tag());
    pid_t runner = start_match("%s %s --each depth=1 --maxplies 30 --games 200 --results %s", fake("one", words, ""),
                               fake("two", "seed=12", ""), json);
    await_text(json, "{\"id\"");
    unlink(json);
    assert_ends(runner, 1, "gone.results: the file was removed or renamed");
}
END_TEST

START_TEST(the_page_names_event_and_moves)
{
    char options[700];
    const char *html = scratch("names.html");
    unlink(html), unlink(results_of(html));
    snprintf(options, sizeof options, "--games 2 --event 'a <b> & \"cup\"' --html %s", html);
    Run run = match("%s", two(options));
    ck_assert_msg(run.status == 0, "%s", run.text);
    char *text = read_text(html);
    ck_assert(strstr(text, "<h1 id='title'>a &#60;b&#62; &#38; &#34;cup&#34;</h1>") && strstr(text, "<title>a &#60;b&#62;"));
    json_t *file = read_page(html);
    const json_t *games = json_object_get(file, "games"), *wxf = json_object_get(file, "wxf");
    ck_assert_int_eq(json_array_size(wxf), 2);
    for (int i = 0; i < 2; i++) {
        const json_t *game = json_array_get(games, (size_t)i);
        Position pos = read_position(json_member_text(game, "fen", ""));
        const char *iccs = json_member_text(game, "moves", ""), *at = json_string_value(json_array_get(wxf, (size_t)i));
        for (int plies = 0; *iccs; plies++) {
            char word[5] = {iccs[0], iccs[1], iccs[2], iccs[3], '\0'}, moved[16];
            Move m;
            Undo undo;
            snprintf(moved, sizeof moved, "%.4s", at);
            ck_assert_msg(move_from_text(&pos, moved, &m, NULL) == READ_MOVE && m == move_of(word), "%s is not %s", moved, word);
            position_make(&pos, m, &undo);
            iccs += iccs[4] ? 5 : 4;
            at += at[4] ? 5 : 4;
        }
        ck_assert(*at == '\0');
    }
    json_decref(file);
    free(text);
}
END_TEST

START_TEST(help_and_version)
{
    Run a = match("-h"), b = match("--help"), version = match("--version");
    ck_assert(a.status == 0 && b.status == 0 && strcmp(a.text, b.text) == 0 && strstr(a.text, "--force"));
    ck_assert_msg(version.status == 0 && strncmp(version.text, "hanxin-match ", 13) == 0, "%s", version.text);
}
END_TEST

Suite *store_suite(void)
{
    Suite *s = suite_create("store");
    TCase *tc = tcase_create("damage");
    tcase_add_loop_test(tc, damage_is_reported_and_survived, 0, COUNT(damages));
    tcase_add_test(tc, games_come_in_any_order);
    tcase_add_test(tc, no_changed_byte_goes_unnoticed);
    tcase_add_test(tc, a_match_is_extended);
    tcase_add_test(tc, failed_writes_are_reported_and_lose_nothing);
    tcase_add_test(tc, kills_neither_lose_nor_repeat_games);
    suite_add_tcase(s, tc);
    tc = tcase_create("files");
    tcase_add_test(tc, a_second_match_is_rejected);
    tcase_add_test(tc, one_file_cannot_have_two_uses);
    tcase_add_test(tc, exports_and_logs_of_others_are_kept);
    tcase_add_test(tc, pipes_do_not_block);
    tcase_add_test(tc, headers_are_checked);
    tcase_add_test(tc, missing_shards_are_named);
    suite_add_tcase(s, tc);
    tc = tcase_create("texts");
    tcase_add_test(tc, names_in_gbk_are_kept);
    tcase_add_test(tc, names_in_chinese_are_aligned);
    tcase_add_test(tc, json_is_read_strictly);
    tcase_add_test(tc, openings_may_have_any_line_ends);
    tcase_add_test(tc, games_may_be_in_another_encoding);
    tcase_add_test(tc, other_openings_are_another_match);
    tcase_add_test(tc, a_missing_file_is_reported);
    tcase_add_test(tc, the_page_names_event_and_moves);
    tcase_add_test(tc, help_and_version);
    suite_add_tcase(s, tc);
    return s;
}
