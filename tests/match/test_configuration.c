/* SPDX-License-Identifier: GPL-3.0-only */
/* What hanxin-match reads besides its command line: files of words (--config) and of engines (--engines). */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/match/engines_file.h"
#include "engine/base/argfile.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "tests/match/match_run.h"

static const char *written(const char *name, const char *text)
{
    const char *path = scratch(name);
    write_text(path, text, strlen(text));
    return path;
}

/* ---- words of a file ---- */

static const struct {
    const char *text, *words[5];
} word_cases[] = {
    {"", {NULL}},
    {"  --games 4\r\n\tname=\"old net\" # the rest is a comment\n# this too\n'it is' a#b",
     {"--games", "4", "name=old net", "it is", "a#b"}},
    {"\xEF\xBB\xBF--engine cmd=\"'./a b' -x\" '' \"\"'\"'", {"--engine", "cmd='./a b' -x", "", "\""}},
    {"C:\\Engines\\x.exe 韩信", {"C:\\Engines\\x.exe", "韩信"}},
};

static void assert_words(const ArgWords *w, int from, const char *const *words)
{
    for (int i = 0; i < 5 && words[i]; i++)
        ck_assert_str_eq(from + i < w->count ? w->words[from + i] : "(none)", words[i]);
}

START_TEST(words_of_a_file_are_inserted)
{
    const char *path = written("words.config", word_cases[_i].text);
    char *argv[] = {(char *)"match", (char *)"--a", (char *)"--config", (char *)path, (char *)"last", NULL};
    Text why = WHY_INIT, again = TEXT_INIT;
    ArgWords w, copy;
    int count = 0;
    while (count < 5 && word_cases[_i].words[count])
        count++;
    ck_assert_msg(argwords_read(&w, 5, argv, "config", &why), "%s", why.data);
    ck_assert_int_eq(w.count, 3 + count);
    assert_words(&w, 2, word_cases[_i].words);
    ck_assert_str_eq(w.words[w.count - 1], "last");
    ck_assert_ptr_null(w.words[w.count]);
    argwords_write((const char *const *)w.words, 2, 2 + count, &again);
    char *both[] = {(char *)"match", (char *)"--config", (char *)written("again.config", again.data), NULL};
    ck_assert_msg(argwords_read(&copy, 3, both, "config", &why), "%s", why.data);
    ck_assert_int_eq(copy.count, 1 + count);
    assert_words(&copy, 1, word_cases[_i].words);
    argwords_clear(&copy);
    argwords_clear(&w);
    text_free(&again);
}
END_TEST

START_TEST(files_of_words_are_checked)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"--games 2\nname='a\n", "line 2: a quotation mark is not closed"},
        {"a\n--config b\n", "line 2: --config within such a file"},
        {"a\n--config=b\n", "line 2: --config within such a file"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        Run run = match("--config %s", written("wrong.config", cases[i].text));
        ck_assert_msg(run.status == 1 && strstr(run.text, cases[i].said), "case %d: status %d: %s", i, run.status, run.text);
    }
    write_text(scratch("zero.config"), "a\0b", 3);
    Run run = match("--config %s", scratch("zero.config"));
    ck_assert_msg(run.status == 1 && strstr(run.text, "not a text file"), "%s", run.text);
    run = match("--config %s", scratch("missing.config"));
    ck_assert_msg(run.status == 1 && strstr(run.text, "No such file"), "%s", run.text);
    run = match("--config");
    ck_assert_msg(run.status == 2 && strstr(run.text, "missing value for --config"), "%s", run.text);
    run = match("--config --help");
    ck_assert_msg(run.status == 0, "%s", run.text);
}
END_TEST

START_TEST(a_match_is_repeated_from_its_configuration)
{
    Run run = match("%s --games 4 --event 'two \"words\"' --results %s", two_fakes(""), scratch("first.results"));
    ck_assert_msg(run.status == 0, "%s", run.text);
    char *used = read_text(scratch("first.config"));
    ck_assert_msg(strncmp(used, "# hanxin-match", 14) == 0 && strstr(used, "\n--games 4\n--event 'two \"words\"'\n"), "%s", used);
    run = match("--config %s --resume --games 6", scratch("first.config"));
    ck_assert_msg(run.status == 0 && strstr(run.text, "resuming after 4 of 6 games"), "%s", run.text);
    run = match("--config %s --resume", scratch("first.config")); /* which has been extended too */
    ck_assert_msg(run.status == 0 && strstr(run.text, "resuming after 6 of 6 games"), "%s", run.text);
    run = match("--config %s --results %s", scratch("first.config"), scratch("second.results"));
    ck_assert_msg(run.status == 0, "%s", run.text);
    json_t *first = read_results(scratch("first.results")), *second = read_results(scratch("second.results"));
    ck_assert_int_eq(game_count(first), 6);
    ck_assert_int_eq(game_count(second), 6);
    for (int id = 0; id < 6; id++)
        ck_assert_str_eq(json_member_text(game_of(first, id), "moves", "?"), json_member_text(game_of(second, id), "moves", "!"));
    json_decref(first);
    json_decref(second);
    free(used);
    run = match("%s --games 2 --results %s", two_fakes(""), written("notes.config", "my notes\n") ? scratch("notes.results") : "");
    ck_assert_msg(run.status == 1 && strstr(run.text, "configuration of hanxin-match"), "%s", run.text);
    ck_assert(access(scratch("notes.results"), F_OK) != 0); /* nothing was written */
    char *notes = read_text(scratch("notes.config"));
    ck_assert_str_eq(notes, "my notes\n");
    free(notes);
}
END_TEST

/* ---- files of engines ---- */

static const struct {
    const char *text, *words[8];
} engine_cases[] = {
    /* as cutechess writes it */
    {"[{\"name\": \"A\", \"command\": \"./a\", \"workingDirectory\": \"\", \"stderrFile\": \"\", \"protocol\": \"uci\", \"ponder\": true, "
     "\"restart\": \"on\",\n"
     " \"timeoutScaleFactor\": 1, \"variants\": [\"xiangqi\"], \"options\": [{\"name\": \"Hash\", \"type\": \"spin\", \"value\": 64, "
     "\"min\": 1},\n"
     " {\"name\": \"Clear\", \"type\": \"button\"}, {\"name\": \"Book\", \"value\": false}]}]",
     {"name=A", "cmd=./a", "proto=uci", "ponder=1", "restart=1", "option.Hash=64", "option.Book=false"}},
    {"{\"engines\": [{\"cmd\": \"./b\", \"args\": [\"-x\", \"two words\"], \"options\": [[\"Hash\", \"16\"]], \"tc\": \"10+0.1\", "
     "\"margin\": 50}]}",
     {"cmd=./b -x \"two words\"", "option.Hash=16", "tc=10+0.1", "margin=50"}},
    {"[{\"cmd\": \"c\", \"arguments\": \"-u ucci\", \"options\": {\"Use Book\": true, \"Skill\": 1.5, \"Left\": null}, \"st\": 0.5}]",
     {"cmd=c -u ucci", "option.Use Book=true", "option.Skill=1.5", "st=0.5"}},
};

START_TEST(engines_are_read)
{
    EnginesFile f;
    Text why = WHY_INIT;
    ck_assert_msg(engines_file_read(&f, written("engines.json", engine_cases[_i].text), &why), "%s", why.data);
    ck_assert_int_eq(f.count, 1);
    const EngineEntry *e = &f.engines[0];
    int i = 0;
    for (; i < e->count && i < 8 && engine_cases[_i].words[i]; i++)
        ck_assert_str_eq(e->words[i], engine_cases[_i].words[i]);
    ck_assert_int_eq(i, e->count);
    ck_assert_ptr_null(engine_cases[_i].words[i]);
    bool several;
    ck_assert_ptr_eq(engines_file_find(&f, "a", &several), _i == 0 ? e : NULL);
    ck_assert(!several);
    engines_file_clear(&f);
}
END_TEST

START_TEST(files_of_engines_are_checked)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"[{\"command\": }]", "line 1: not JSON"},
        {"{}", "no list of engines"},
        {"[]", "no engines"},
        {"[1]", "engine 1: not an object"},
        {"[{\"cmd\": \"a\"}, {\"comand\": \"b\"}]", "engine 2: unknown member 'comand'"},
        {"[{\"cmd\": [\"a\"]}]", "'cmd' is no text"},
        {"[{\"cmd\": \"a\", \"options\": 1}]", "options: expected a list or an object"},
        {"[{\"cmd\": \"a\", \"options\": [{\"value\": 1}]}]", "an option has no name"},
        {"[{\"cmd\": \"a\", \"options\": {\"x\": []}}]", "option 'x' has a value"},
        {"[{\"cmd\": \"a\", \"initStrings\": [\"x\"]}]", "initStrings cannot be sent"},
        {"[{\"cmd\": \"a\", \"whitepov\": true}]", "whitepov: scores from Red's side"},
        {"[{\"cmd\": 3}]", "'cmd' is no text"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        Run run = match("--engines %s", written("wrong.json", cases[i].text));
        ck_assert_msg(run.status == 1 && strstr(run.text, cases[i].said), "case %d: status %d: %s", i, run.status, run.text);
    }
}
END_TEST

static double limit_of(const json_t *engines, int i, const char *name)
{
    return number_of(json_object_get(json_array_get(engines, (size_t)i), "limits"), name);
}

/* An engine's own words win over those of the file, and both over --each. */
START_TEST(engines_of_a_file_play)
{
    char text[2000];
    snprintf(text, sizeof text,
             "[{\"name\": \"one\", \"command\": \"%s\", \"args\": [\"seed=11\"], \"depth\": 1}, {\"name\": \"two\", \"command\": \"%s "
             "seed=12\"},\n"
             " {\"name\": \"three\", \"command\": \"%s seed=13\", \"tc\": \"1+1\"}]",
             built_program("tests/fake_engine"), built_program("tests/fake_engine"), built_program("tests/fake_engine"));
    const char *file = written("players.json", text), *json = scratch("players.match.json");
    Run run = match("--engines %s --each depth=2 --json %s", file, json);
    ck_assert_msg(run.status == 0, "%s", run.text);
    json_t *all = read_json(json);
    ck_assert_int_eq(game_count(all), 6);
    const json_t *engines = json_object_get(all, "engines");
    static const int depths[] = {1, 2, 0}, bases[] = {0, 0, 1000000};
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq(limit_of(engines, i, "depth"), depths[i]);
        ck_assert_double_eq(limit_of(engines, i, "base_us"), bases[i]);
    }
    json_decref(all);
    run = match("--engines %s --engine conf=Three name=3 depth=3 --engine conf=one --each depth=2 --json %s", file, scratch("chosen.json"));
    ck_assert_msg(run.status == 0, "%s", run.text);
    all = read_json(scratch("chosen.json"));
    engines = json_object_get(all, "engines");
    ck_assert_str_eq(json_member_text(json_array_get(engines, 0), "name", "?"), "3");
    ck_assert_double_eq(limit_of(engines, 0, "depth"), 3);
    ck_assert_double_eq(limit_of(engines, 1, "depth"), 1);
    json_decref(all);
    run = match("--engines %s --engine conf=four --engine conf=one", file);
    ck_assert_msg(run.status == 2 && strstr(run.text, "no engine 'four' in"), "%s", run.text);
    run = match("--engines %s", written("wrong.json", "[{\"cmd\": \"a\", \"depth\": 1}, {\"name\": \"B\", \"cmd\": \"b\", \"depth\": 0}]"));
    ck_assert_msg(run.status == 2 && strstr(run.text, "invalid value '0' for depth in --engines, 'B'"), "%s", run.text);
    run = match("--engines %s --engine conf=A --engine conf=b",
                written("wrong.json", "[{\"name\": \"a\", \"cmd\": \"a\"}, {\"name\": \"A\", \"cmd\": \"b\"}]"));
    ck_assert_msg(run.status == 2 && strstr(run.text, "several engines are named 'A' in"), "%s", run.text);
    run = match("--engine conf=one depth=1 --engine conf=two depth=1");
    ck_assert_msg(run.status == 2 && strstr(run.text, "conf=one requires --engines"), "%s", run.text);
}
END_TEST

/* Returns the number of lines that begin with the text. */
static int lines_with(const char *text, const char *beginning)
{
    int count = 0;
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        count += strncmp(line, beginning, strlen(beginning)) == 0;
    return count;
}

START_TEST(options_of_operators)
{
    Run run = match("%s --games 4 --maxplies 20 --threads 0 --affinity --wait 0.05 --site Xi\\'an --pgn %s --epd %s",
                    two_fakes("restart=1"), scratch("site.pgn"), scratch("last.epd"));
    ck_assert_msg(run.status == 0, "%s", run.text);
    char *pgn = read_text(scratch("site.pgn")), *epd = read_text(scratch("last.epd"));
    ck_assert_int_eq(lines_with(pgn, "[Site \"Xi'an\"]"), 4);
    ck_assert_int_eq(lines_with(epd, "# match "), 1);
    ck_assert_int_eq(lines_with(epd, ""), 1 + 4 + 1); /* the last is empty */
    free(pgn);
    free(epd);
    run = match("--openings %s %s --games 2", scratch("last.epd"), two_fakes("")); /* such a file may be one of openings */
    ck_assert_msg(run.status == 0, "%s", run.text);
}
END_TEST

/* Sends a request to this machine and returns the reply; the caller frees it. */
static char *http_get(int port, const char *path)
{
    char request[300];
    const struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    Text reply = TEXT_INIT;
    ck_assert(fd >= 0 && connect(fd, (const struct sockaddr *)&here, sizeof here) == 0);
    const int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", path, port);
    ck_assert_int_eq(write(fd, request, (size_t)length), length);
    char bytes[4096];
    for (ssize_t count; (count = read(fd, bytes, sizeof bytes)) > 0;)
        text_add_bytes(&reply, bytes, (size_t)count);
    close(fd);
    return text_take(&reply);
}

START_TEST(the_page_is_served)
{
    char secret[40], path[60];
    int port;
    const pid_t runner = start_match("%s --each depth=1 --games 1000000 --serve 0", two_fakes(""));
    const char *output = scratch("output.txt");
    char *text = NULL;
    do {
        free(text);
        sleep_ms(20);
        text = read_text(output);
    } while (!strstr(text, "/\n") && !strstr(text, "libmicrohttpd"));
    if (strstr(text, "libmicrohttpd")) {
        skipped("--serve: %.200s", text);
        waitpid(runner, NULL, 0);
        free(text);
        return;
    }
    const char *address = strstr(text, "http://");
    ck_assert_msg(address && sscanf(address, "http://127.0.0.1:%d/%39[0-9a-f]/", &port, secret) == 2, "%s", text);
    free(text);
    snprintf(path, sizeof path, "/%s/", secret);
    char *page = http_get(port, path);
    ck_assert_msg(strncmp(page, "HTTP/1.1 200", 12) == 0 && strstr(page, "<!DOCTYPE html>") && strstr(page, "\"live\":true"), "%.500s",
                  page);
    free(page);
    snprintf(path, sizeof path, "/%s/games", secret);
    page = http_get(port, path);
    ck_assert_msg(strncmp(page, "HTTP/1.1 200", 12) == 0, "%s", page);
    free(page);
    page = http_get(port, "/");
    ck_assert_msg(strncmp(page, "HTTP/1.1 200", 12) != 0, "%s", page);
    free(page);
    kill(runner, SIGTERM);
    ck_assert(waitpid(runner, NULL, 0) == runner);
}
END_TEST

Suite *configuration_suite(void)
{
    Suite *suite = suite_create("configuration");
    TCase *tc = tcase_create("configuration");
    tcase_add_loop_test(tc, words_of_a_file_are_inserted, 0, COUNT(word_cases));
    tcase_add_test(tc, files_of_words_are_checked);
    tcase_add_test(tc, a_match_is_repeated_from_its_configuration);
    tcase_add_loop_test(tc, engines_are_read, 0, COUNT(engine_cases));
    tcase_add_test(tc, files_of_engines_are_checked);
    tcase_add_test(tc, engines_of_a_file_play);
    tcase_add_test(tc, options_of_operators);
    tcase_add_test(tc, the_page_is_served);
    suite_add_tcase(suite, tc);
    return suite;
}
