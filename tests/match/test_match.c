/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-match from outside: the built program plays the fake engine, and its output is checked. The honest side has wide time
 * limits, so that a loaded machine changes nothing. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/book/played.h"
#include "engine/base/platform.h"
#include "tests/match/match_run.h"

/* ---- misbehaviour ---- */

#define SHORT "--grace 0.3"

static const FaultCase fault_cases[] = {
    {"silent=2", CLOCK, SHORT, "stall", "nor 0.300 s after stop"},
    {"silent=2", "depth=1", "--grace 0.3 --stall 0.2", "stall", "no move within 0.200 s"},
    {"late=2", TIGHT_CLOCK, "", "time forfeit", "lost on time"},
    {"late=2", "depth=1", "--stall 0.2", "stall", "only after stop"},
    {"slow=2", TIGHT_CLOCK, "", "time forfeit", "more than it had"},
    {"delay=60", "tc=0.2 margin=0", "", "time forfeit", "lost on time"},
    {"garbage=2", CLOCK, SHORT, "stall", "nor 0.300 s after stop"},
    {"garbage_move=2", CLOCK, "", "illegal move", "'zz99' is not a move"},
    {"minus_move=2", CLOCK, "", "illegal move", "'b-0c2' is not a move"},
    {"no_move_word=2", CLOCK, "", "illegal move", "'' is not a move"},
    {"none_move=2", CLOCK, "", "illegal move", "'(none)' is not a move"},
    {"null_move=2", CLOCK, "", "illegal move", "'0000' is not a move"},
    {"illegal=2", CLOCK, "", "illegal move", "a0i9"},
    {"empty_square=2", CLOCK, "", "illegal move", "There is no piece on "},
    {"their_piece=2", CLOCK, "", "illegal move", "is not yours: it is "},
    {"into_check=1", CLOCK, "--openings check.epd", "illegal move", "king"},
    {"exit_thinking=2", CLOCK, "", "crash", "exited with status 3"},
    {"exit_quietly=2", CLOCK, "", "crash", "exited with status 0"},
    {"segfault=2", CLOCK, "", "crash", "killed by signal 11"},
    {"abort_late=2", CLOCK, "", "crash", "killed by signal 9"},
    {"two_moves=2", CLOCK, "", "protocol error", "unexpected bestmove"},
    {"early_move=2", CLOCK, "", "protocol error", "unexpected bestmove"},
    {"flood=2", "depth=1", "", "stall", "64 MiB of output"},
    {"flood_line=2", "depth=1", "", "stall", "64 MiB of output"},
    {"close_output=2", CLOCK, SHORT, "crash", "closed its pipes"},
    {"close_input=2", CLOCK, SHORT, "crash", "closed its pipes"},
    {"deaf=2", CLOCK, "--patience 3 --grace 0.3", "stall", "isready: no answer for 3.0 s"},
    {"no_readyok=2", CLOCK, "--patience 3 --grace 0.3", "stall", "isready: no answer for 3.0 s"},
    {"delay=200", "st=0.15", "--maxplies 6", NULL, NULL}, /* the delay is within the default margin */
    {"gives_up=2", "proto=ucci st=0.15 margin=2000", "", "resignation", "nobestmove"},
    {"resign=2", "depth=1", "", "resignation", "resigned"},
    {"ignore_quit", CLOCK, "--maxplies 20 --grace 0.3", NULL, NULL},
    {"chatter", "depth=1", "--maxplies 20", NULL, NULL},
    {"split", "depth=1", "--maxplies 20", NULL, NULL},
};

START_TEST(each_fault_loses_with_its_reason)
{
    FaultCase v = fault_cases[_i];
    char options[1400];
    bool check = strstr(v.options, "check.epd") != NULL; /* the position allows a move into check */
    static const char line[] = "3ak4/9/9/9/4r4/9/9/4B4/4K4/3A5 w\n";
    write_text(scratch("check.epd"), line, strlen(line));
    unlink(scratch("fault.pgn"));
    snprintf(options, sizeof options, "%s%s --pgn %s", check ? "--openings " : v.options, check ? scratch("check.epd") : "",
             scratch("fault.pgn"));
    v.options = options;
    assert_verdict(&v, 2);
}
END_TEST

START_TEST(engines_that_do_not_start_are_refused)
{
    static const struct {
        const char *engine, *text;
    } cases[] = {
        {"--engine cmd=/no/such/engine depth=1", "cannot run '/no/such/engine': No such file or directory"},
        {"--engine cmd=/dev/null depth=1", "cannot run '/dev/null': Permission denied"},
        {"--engine 'cmd=true' dir=/no/such/folder depth=1", "cannot run 'true' in /no/such/folder"},
        {"--engine 'cmd=true' dir=/no/such/folder stderr=errors depth=1", "cannot run 'true' in /no/such/folder"},
        {"--engine 'cmd=true' dir=/dev/null depth=1", "cannot run 'true' in /dev/null: Not a directory"},
        {"--engine 'cmd=\"open quote' depth=1", "open quote"},
        {"--engine cmd=true depth=1", "exited with status 0"},
        {NULL, "exited with status 4"},
        {NULL, "handshake: no answer for 1.0 s"},
    };
    char engine[1000];
    snprintf(engine, sizeof engine, "%s",
             cases[_i].engine ? cases[_i].engine : fake("bad", _i == 7 ? "exit_start" : "no_handshake", "depth=1"));
    Run run = match("%s %s --patience %d --grace 0.2", fake("good", "", "depth=1"), engine, _i == 8 ? 1 : 30);
    ck_assert_msg(run.status == 1 && strstr(run.text, cases[_i].text), "case %d: status %d: %s", _i, run.status, run.text);
}
END_TEST

START_TEST(a_crashing_engine_is_started_again)
{
    const char *json = scratch("crash.json");
    Run run = match("%s %s --games 12 --concurrency 2 --json %s", fake("good", "seed=3", "depth=1"),
                    fake("bad", "seed=4 segfault=5", "depth=1"), json);
    ck_assert_msg(run.status == 0, "%s", run.text);
    json_t *file = read_json(json);
    ck_assert_int_eq(ending_count(file, "crash"), 12);
    ck_assert_msg(strstr(run.text, "bad lost 12 games by errors: crash 12"), "%s", run.text);
    json_decref(file);
}
END_TEST

START_TEST(a_hopeless_engine_ends_the_tournament)
{
    Run run = match("%s %s --games 100", fake("good", "seed=3", "depth=1"), fake("bad", "seed=4 exit_quietly=1", "depth=1"));
    ck_assert_msg(run.status == 1 && strstr(run.text, "failed 10 times in a row"), "status %d: %s", run.status, run.text);
}
END_TEST

/* ---- tournaments ---- */

static void assert_same_games(const char *a, const char *b, int games)
{
    json_t *one = read_json(a), *two = read_json(b);
    ck_assert_int_eq(game_count(one), games);
    ck_assert_int_eq(game_count(two), games);
    for (int id = 0; id < games; id++) {
        const json_t *g = game_of(one, id), *h = game_of(two, id);
        ck_assert_msg(g && h, "game %d is missing", id);
        static const char *const members[] = {"moves", "result", "ending", "fen", "reason"};
        for (int i = 0; i < COUNT(members); i++)
            ck_assert_msg(strcmp(json_member_text(g, members[i], "?"), json_member_text(h, members[i], "!")) == 0, "game %d: %s differ", id,
                          members[i]);
        ck_assert_double_eq(number_of(g, "red"), number_of(h, "red"));
    }
    const json_t *p = json_array_get(json_object_get(json_object_get(one, "summary"), "pairings"), 0),
                 *q = json_array_get(json_object_get(json_object_get(two, "summary"), "pairings"), 0);
    static const char *const numbers[] = {"wins", "draws", "losses", "elo", "elo_error", "nelo", "los"};
    for (int i = 0; i < COUNT(numbers); i++)
        ck_assert_msg(json_equal(json_object_get(p, numbers[i]), json_object_get(q, numbers[i])), "%s differ", numbers[i]);
    json_decref(one);
    json_decref(two);
}

START_TEST(concurrency_changes_nothing)
{
    const char *a = scratch("a.json"), *b = scratch("b.json");
    Run run = match("%s --games 16 --json %s", two_fakes(""), a);
    ck_assert_msg(run.status == 0, "%s", run.text);
    run = match("%s --games 16 --concurrency 4 --json %s", two_fakes(""), b);
    ck_assert_msg(run.status == 0, "%s", run.text);
    assert_same_games(a, b, 16);
}
END_TEST

/* hanxin-book build --games. */
START_TEST(books_can_be_built_from_games)
{
    const char *json = scratch("games.json");
    PlayedMoves played = {0};
    Text why = WHY_INIT;
    const Run run = match("%s --games 6 --json %s", two_fakes(""), json);
    ck_assert_msg(run.status == 0, "%s", run.text);
    ck_assert_msg(played_read(&played, json, &why), "%s", why.data);
    ck_assert_uint_eq(played.games, 6);
    played_clear(&played);
}
END_TEST

/* Neither results nor exports are overwritten. */
START_TEST(results_are_not_overwritten)
{
    static const struct {
        const char *option, *text, *fresh, *resumed;
    } cases[] = {
        {"--results", "mine", "already exists; use --resume", "not a results file of hanxin-match"},
        {"--json", "mine", "already exists", "it was not made from "},
        {"--pgn", "[Game \"mine\"]\n", "already exists", "it was not made from "},
        {"--results", "{\n\"format\":\"hanxin-match 1\",\n\"games\":[\n]\n}\n", "already exists", "games of older versions cannot be read"},
        {"--json", "{\n\"format\":\"hanxin-match 1\",\n\"games\":[\n]\n}\n", "already exists",
         "files of older versions cannot be continued"},
    };
    const char *file = scratch("kept");
    for (int i = 0; i < COUNT(cases); i++) {
        write_text(file, cases[i].text, strlen(cases[i].text));
        for (int resume = 0; resume < 2; resume++) {
            Run run = match("%s %s %s %s", two_fakes(""), cases[i].option, file, resume ? "--resume" : "");
            ck_assert_msg(run.status == 1 && strstr(run.text, resume ? cases[i].resumed : cases[i].fresh), "case %d: status %d: %s", i,
                          run.status, run.text);
            char *text = read_text(file);
            ck_assert_str_eq(text, cases[i].text);
            free(text);
            ck_assert_msg(access(results_of(file), F_OK) != 0, "case %d leaves a results file", i);
        }
    }
    Run run = match("--merge %s", file);
    ck_assert_msg(run.status == 1 && strstr(run.text, "games of older versions cannot be read"), "status %d: %s", run.status, run.text);
}
END_TEST

/* Plays a whole tournament, then repeats it with every kind of interruption; the result must always be
 * the same. */
START_TEST(killed_tournaments_resume)
{
    char words[64];
    snprintf(words, sizeof words, "%s seed=8", own_tag());
    char engines[2000];
    snprintf(engines, sizeof engines, "%s %s --each depth=1 --games 12 --concurrency 2", fake("one", words, ""),
             fake("two", "seed=12 delay=1", ""));
    const char *whole = scratch("whole.json"), *json = scratch("killed.json"), *pgn = scratch("killed.pgn");
    Run run = match("%s --json %s", engines, whole);
    ck_assert_msg(run.status == 0, "%s", run.text);

    pid_t runner = start_match("%s --json %s --pgn %s", engines, json, pgn);
    await_text(results_of(json), "{\"id\":3,"); /* a few games are in the file */
    kill(runner, SIGKILL);
    waitpid(runner, NULL, 0);
    assert_no_engine_left(own_tag());

    run = match("%s --json %s --pgn %s --resume", engines, json, pgn);
    ck_assert_msg(run.status == 0 && strstr(run.text, "resuming after "), "status %d: %s", run.status, run.text);
    assert_same_games(whole, json, 12);

    /* The file is truncated anywhere; the games before that position must not be played again. */
    char *text = read_text(results_of(json));
    size_t length = strlen(text), header = (size_t)(strchr(text, '\n') - text);
    const char *torn = scratch("torn.results");
    for (int i = 1; i <= 3; i++) {
        const char *again = scratch("again.json");
        unlink(again);
        size_t cut = header + (length - header) * (size_t)i / 4;
        while (text[cut] == '\n' || text[cut - 1] == '\n') /* otherwise the last line would be whole */
            cut--;
        write_text(torn, text, cut);
        run = match("%s --results %s --json %s --resume", engines, torn, again);
        ck_assert_msg(run.status == 0 && strstr(run.text, "incomplete last line"), "torn at %d/4: %s", i, run.text);
        assert_same_games(whole, again, 12);
    }
    free(text);

    /* All games have been played. */
    run = match("%s --json %s --resume", engines, json);
    ck_assert_msg(run.status == 0 && strstr(run.text, "resuming after 12 of 12"), "%s", run.text);

    /* Another tournament is rejected. */
    run = match("%s --json %s --resume --seed 5 --limit 100", engines, json);
    ck_assert_msg(run.status == 1 && strstr(run.text, "another match"), "%s", run.text);
}
END_TEST

START_TEST(ctrl_c_ends_a_tournament_cleanly)
{
    char words[64];
    snprintf(words, sizeof words, "%s seed=9 delay=5", own_tag());
    const char *json = scratch("interrupted.json");
    pid_t runner = start_match("%s %s --each depth=1 --games 1000 --maxplies 20 --concurrency 2 --json %s", fake("one", words, ""),
                               fake("two", "seed=12", ""), json);
    await_text(results_of(json), "{\"id\":");
    kill(runner, SIGINT);
    assert_ends(runner, 130, "interrupted after ");
    assert_no_engine_left(own_tag());
    json_t *file = read_json(json);
    ck_assert_int_eq((int)number_of(json_object_get(file, "summary"), "played"), game_count(file));
    ck_assert(game_count(file) > 0 && json_is_false(json_object_get(json_object_get(file, "summary"), "finished")));
    json_decref(file);
}
END_TEST

START_TEST(shards_add_up)
{
    char base[2400];
    const char *whole = scratch("all.json"), *one = scratch("one.results"), *two = scratch("two.results"), *both = scratch("both.results"),
               *sum = scratch("sum.json");
    snprintf(base, sizeof base, "%s --games 14 --concurrency 2", two_fakes(""));
    Run run = match("%s --json %s", base, whole);
    ck_assert_msg(run.status == 0, "%s", run.text);
    run = match("%s --shard 1/2 --results %s", base, one);
    ck_assert_msg(run.status == 0, "%s", run.text);
    run = match("%s --shard 2/2 --results %s", base, two);
    ck_assert_msg(run.status == 0, "%s", run.text);
    run = match("--merge %s %s --json %s --results %s", one, two, sum, both);
    ck_assert_msg(run.status == 0 && strstr(run.text, "one - two: 14 games"), "%s", run.text);
    assert_same_games(whole, sum, 14);
    unlink(sum);
    run = match("--merge %s --json %s", both, sum); /* merged results can be merged again */
    ck_assert_msg(run.status == 0, "%s", run.text);
    assert_same_games(whole, sum, 14);

    run = match("--merge %s %s --sprt elo0=0 elo1=400", one, two);
    ck_assert_msg(run.status == 0 && strstr(run.text, "SPRT"), "%s", run.text);

    run = match("--merge %s %s", one, one);
    ck_assert_msg(run.status == 1 && strstr(run.text, "occurs twice"), "%s", run.text);
    run = match("--merge %s %s", both, two);
    ck_assert_msg(run.status == 1 && strstr(run.text, "occurs twice"), "%s", run.text);
    const char *other = scratch("other.results");
    run = match("%s --limit 50 --games 2 --results %s", two_fakes(""), other);
    run = match("--merge %s %s", one, other);
    ck_assert_msg(run.status == 1 && strstr(run.text, "belongs to another match"), "%s", run.text);
    run = match("--merge %s /no/such/file", one);
    ck_assert_msg(run.status == 1 && strstr(run.text, "/no/such/file: No such file"), "%s", run.text);
}
END_TEST

START_TEST(round_robin_and_gauntlet)
{
    const char *json = scratch("robin.json");
    for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
        unlink(json), unlink(results_of(json));
        Run run = match("%s %s %s --each depth=1 --maxplies 10 --games 4 --concurrency 3 --interval 3 --format %s --json %s",
                        fake("a", "seed=1", ""), fake("b", "seed=2 uci", ""), fake("c", "seed=3 ucci", ""),
                        gauntlet ? "gauntlet" : "roundrobin", json);
        ck_assert_msg(run.status == 0, "%s", run.text);
        json_t *file = read_json(json), *summary = json_object_get(file, "summary"), *engines = json_object_get(summary, "engines");
        ck_assert_int_eq(game_count(file), gauntlet ? 8 : 12);
        ck_assert_int_eq(json_array_size(json_object_get(summary, "pairings")), gauntlet ? 2 : 3);
        int tables = 0;
        for (const char *at = run.text; (at = strstr(at, "rating (95 %)")); at++)
            tables++;
        ck_assert_int_eq(tables, gauntlet ? 3 : 4); /* after every third game, the last of which is the end */
        double sum = 0, colours = 0;
        for (int i = 0; i < 3; i++) {
            const json_t *engine = json_array_get(engines, (size_t)i);
            sum += number_of(engine, "rating");
            for (int k = 0; k < 3; k++)
                colours += number_at(json_object_get(engine, "as_red"), k) + number_at(json_object_get(engine, "as_black"), k);
            ck_assert_double_gt(number_of(engine, "rating_error"), 0);
        }
        ck_assert_msg(fabs(sum) < 0.05 && colours == 2 * game_count(file), "ratings %f, games %f", sum, colours);
        json_decref(file);
    }
}
END_TEST

/* A tournament whose pairs depend on results is the same when it is killed and continued, and when a line of its results is damaged. */
static const char *const drawn_formats[] = {"knockout --tiebreaks 1", "swiss --rounds 4"};

START_TEST(drawn_tournaments_resume)
{
    char engines[3000], words[5][64];
    int length = 0;
    for (int i = 0; i < 5; i++) {
        snprintf(words[i], sizeof words[i], "%s seed=%d", own_tag(), 21 + i);
        length += snprintf(engines + length, sizeof engines - (size_t)length, "%s ", fake((char[]){(char)('a' + i), 0}, words[i], ""));
    }
    snprintf(engines + length, sizeof engines - (size_t)length, "--each depth=1 --maxplies 60 --concurrency 3 --format %s",
             drawn_formats[_i]);
    const char *whole = scratch("drawn.json"), *json = scratch("drawn_killed.json"), *html = scratch("drawn.html");
    Run run = match("%s --json %s --html %s --force", engines, whole, html);
    ck_assert_msg(run.status == 0 && strstr(run.text, "\nround 3\n"), "%s", run.text);
    json_t *file = read_json(whole);
    const int games = game_count(file);
    ck_assert_int_eq(number_of(json_object_get(file, "summary"), "planned"), games);
    ck_assert_int_eq(json_array_size(json_object_get(json_object_get(file, "summary"), "rounds")), _i == 0 ? 3 : 4);
    json_decref(file);
    pid_t runner = start_match("%s --json %s", engines, json);
    await_text(results_of(json), "{\"id\":1,");
    kill(runner, SIGKILL);
    waitpid(runner, NULL, 0);
    assert_no_engine_left(own_tag());
    run = match("%s --json %s --resume", engines, json);
    ck_assert_msg(run.status == 0 && strstr(run.text, "resuming after "), "status %d: %s", run.status, run.text);
    assert_same_games(whole, json, games);
    run = match("%s --json %s --resume --games 4", engines, json);
    ck_assert_msg(run.status == 1 && strstr(run.text, "another match"), "%s", run.text);
    char *text = read_text(results_of(json)), *second = strchr(strchr(text, '\n') + 1, '\n') + 1; /* the second game */
    second[20] ^= 1;
    write_text(results_of(json), text, strlen(text));
    free(text);
    run = match("%s --json %s --resume", engines, json);
    ck_assert_msg(run.status == 0 && strstr(run.text, "its players are not drawn yet"), "status %d: %s", run.status, run.text);
    assert_same_games(whole, json, games);
}
END_TEST

/* An engine that plays the next game too is not restarted, whoever the opponent is: ten starts, including those that test the engines. */
START_TEST(engines_are_kept_for_their_next_game)
{
    const char *log = scratch("stay.log");
    int starts = 0;
    Run run = match("%s %s %s --each depth=1 --maxplies 4 --games 4 --log %s", fake("a", "seed=1", ""), fake("b", "seed=2", ""),
                    fake("c", "seed=3", ""), log);
    ck_assert_msg(run.status == 0, "%s", run.text);
    char *text = read_text(log);
    for (const char *at = text; (at = strstr(at, " < ucci\n")); at++)
        starts++;
    free(text);
    ck_assert_int_eq(starts, 10);
}
END_TEST

static int times_in(const char *path, const char *word)
{
    int times = 0;
    char *text = read_text(path);
    for (const char *at = text; (at = strstr(at, word)); at++)
        times++;
    free(text);
    return times;
}

/* Hanxin plays a match without a book in either protocol, unless its settings configure books. Other engines receive no such option. */
START_TEST(own_books_are_switched_off)
{
    const char *log = scratch("books.log");
    char hanxin[600];
    snprintf(hanxin, sizeof hanxin, "%s", built_program("hanxin"));
    Run run = match("--engine cmd=%s name=a proto=uci --engine cmd=%s name=b proto=ucci option.usebook=true %s --each depth=1 --maxplies 4 "
                    "--games 2 --log %s",
                    hanxin, hanxin, fake("c", "seed=3", ""), log);
    ck_assert_msg(run.status == 0, "%s", run.text);
    ck_assert_int_gt(times_in(log, "setoption name OwnBook value false\n"), 0);
    ck_assert_int_gt(times_in(log, "setoption usebook true\n"), 0);
    ck_assert_int_eq(times_in(log, "setoption usebook false\n"), 0);
    run = match("--engine cmd=%s name=a proto=ucci --engine cmd=%s name=b proto=ucci --each tc=10+0.1 --maxplies 4 --games 2 --log %s",
                hanxin, hanxin, log);
    ck_assert_msg(run.status == 0, "%s", run.text);
    ck_assert_int_gt(times_in(log, "setoption usebook false\n"), 1);
    ck_assert_int_eq(times_in(log, "book move"), 0);
}
END_TEST

/* The runner plays from the books of the engines up to the move given, without time. */
START_TEST(each_engine_may_have_a_book)
{
    static const char book[] = "e3e4 10 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n"
                               "e6e5 10 rnbakabnr/9/1c5c1/p1p1p1p1p/9/4P4/P1P3P1P/1C5C1/9/RNBAKABNR b - - 0 1\n"
                               "e4e5 10 rnbakabnr/9/1c5c1/p1p3p1p/4p4/4P4/P1P3P1P/1C5C1/9/RNBAKABNR w - - 0 2\n"
                               "b7e7 10 rnbakabnr/9/1c5c1/p1p3p1p/4P4/9/P1P3P1P/1C5C1/9/RNBAKABNR b - - 0 2\n";
    const char *path = scratch("book.txt"), *json = scratch("booked.json");
    char words[600];
    snprintf(words, sizeof words, "book=%s", path);
    write_text(path, book, strlen(book));
    const char *a = fake("a", "seed=1", words);
    snprintf(words, sizeof words, "book=%s bookdepth=1", path);
    Run run = match("%s %s --each depth=1 --maxplies 6 --games 2 --json %s", a, fake("b", "seed=2", words), json);
    ck_assert_msg(run.status == 0, "%s", run.text);
    json_t *file = read_json(json);
    for (int game = 0; game < 2; game++) {
        const char *moves = json_string_value(json_object_get(game_of(file, game), "moves"));
        const json_t *us = json_object_get(game_of(file, game), "us");
        const bool a_is_red = game == 0;
        ck_assert_msg(strncmp(moves, a_is_red ? "e3e4 e6e5 e4e5 " : "e3e4 e6e5 ", a_is_red ? 15 : 10) == 0, "%s", moves);
        ck_assert(number_at(us, 0) == 0 && number_at(us, 1) == 0 && (number_at(us, 2) == 0) == a_is_red && number_at(us, 5) > 0);
    }
    json_decref(file);
    run = match("%s %s --each depth=1 --games 2 --json %s", a, fake("b", "seed=2", "book=none.dat"), scratch("none.json"));
    ck_assert_msg(run.status == 1 && strstr(run.text, "none.dat"), "%s", run.text);
    run = match("%s %s --each depth=1 --games 2 --json %s --force", a, fake("b", "seed=2", ""), path);
    ck_assert_msg(run.status == 2 && strstr(run.text, "an engine's book"), "%s", run.text);
}
END_TEST

/* After any move of Red a table knows the result. */
START_TEST(endgame_tables_end_games)
{
    const char *openings = scratch("ending.fen"), *json = scratch("ending.json"), *line = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1\n";
    write_text(openings, line, strlen(line));
    for (int asked = 0; asked < 2; asked++) {
        Run run = match("%s --each depth=1 --games 2 --maxplies 3 --openings %s %s --json %s", two_fakes(""), openings,
                        asked ? "--tables=" : "", json);
        ck_assert_msg(run.status == 0, "%s", run.text);
        char *text = read_text(json);
        ck_assert_int_eq(strstr(text, "by the endgame table KRK") != NULL, asked);
        free(text);
        remove(json), remove(results_of(json));
    }
    Run run = match("%s --games 2 --tables /no/folder", two_fakes(""));
    ck_assert(run.status == 1 && strstr(run.text, "/no/folder: No such file"));
}
END_TEST

START_TEST(the_page_is_complete)
{
    const char *html = scratch("page.html");
    Run run = match("%s --event 'a </script> \"cup\"' --games 6 --maxplies 30 --sprt elo0=0 elo1=50 --html %s", two_fakes(""), html);
    ck_assert_msg(run.status == 0, "%s", run.text);
    char *text = read_text(html);
    ck_assert(!strstr(text, "http://") && !strstr(text, "https://") && !strstr(text, "src="));
    json_t *file = read_page(html);
    ck_assert_str_eq(json_member_text(file, "event", ""), "a </script> \"cup\"");
    ck_assert_int_eq(game_count(file), 6);
    const json_t *curves = json_object_get(file, "curves");
    const json_t *curve = json_array_get(curves, 0), *last = json_array_get(curve, 5);
    ck_assert(json_array_size(curves) == 1 && json_array_size(curve) == 6 && json_array_size(last) == 4);
    ck_assert_double_eq(number_at(last, 0), 6);
    json_decref(file);
    free(text);
}
END_TEST

/* ---- single rules ---- */

static const struct {
    const char *words, *options, *ending;
    int plies; /* plies of both games; 0: not checked */
} rule_cases[] = {
    {"", "--maxplies 10", "length limit", 10},
    {"", "--draw moves=2 score=200", "adjudicated draw", 4},
    {"", "--draw moves=2 score=200 from=6", "adjudicated draw", 10},
    {"", "--resign moves=1 score=1", "adjudicated win", 0},
    {"ucci draw", "--draw-offers", "draw agreed", 2},
    {"ucci draw", "--maxplies 12", "length limit", 12},
    {"ranks=1", "--each base=1 --maxplies 40", "length limit", 40},
    {"uci ponder", "--each ponder=1 proto=uci --maxplies 30", "length limit", 30},
    {"ucci ponder", "--each ponder=1 --maxplies 30", "length limit", 30},
};

START_TEST(rules_and_settings_take_effect)
{
    for (int seeds = 0; seeds < 2; seeds++) { /* equal seeds, so each ponder move is a hit */
        char one[64], two[64];
        const char *json = scratch("rule.json");
        unlink(json), unlink(results_of(json));
        snprintf(one, sizeof one, "seed=1 %s", rule_cases[_i].words);
        snprintf(two, sizeof two, "seed=%d %s", seeds ? 1 : 2, rule_cases[_i].words);
        Run run =
            match("%s %s --each depth=1 --games 2 --json %s %s", fake("one", one, ""), fake("two", two, ""), json, rule_cases[_i].options);
        ck_assert_msg(run.status == 0, "case %d: %s", _i, run.text);
        json_t *file = read_json(json);
        ck_assert_msg(ending_count(file, rule_cases[_i].ending) == 2, "case %d: %s", _i, run.text);
        for (int id = 0; id < 2 && rule_cases[_i].plies; id++) {
            int plies = (int)(strlen(json_member_text(game_of(file, id), "moves", "")) + 1) / 5;
            ck_assert_msg(plies == rule_cases[_i].plies, "case %d: %d plies", _i, plies);
        }
        json_decref(file);
    }
}
END_TEST

/* Red checks for ever unless banmoves forbids the third occurrence. UCI has no such command. */
START_TEST(banned_moves_are_sent)
{
    static const struct {
        const char *settings, *ending;
        int plies;
    } cases[] = {
        {"", "perpetual check", 9},
        {"banmoves=1 proto=ucci", "length limit", 12},
        {"banmoves=1 proto=uci", "perpetual check", 9},
        {"banmoves=1 proto=ucci nodes=1", "length limit", 12},
    };
    const char *openings = scratch("loop.fen");
    const char line[] = "4k4/9/9/R8/9/9/9/9/9/3K5 w\n";
    write_text(openings, line, strlen(line));
    for (int i = 0; i < COUNT(cases); i++) {
        const char *json = scratch("loop.json");
        remove(json), remove(results_of(json));
        Run run = match("%s %s --each %s tc=60 --repeat --no-repeat --games 1 --maxplies 12 --openings %s --json %s",
                        fake("red", "loop=a6e6,e6f6,f6e6", ""), fake("black", "loop=e9f9,f9e9", ""), cases[i].settings, openings, json);
        ck_assert_msg(run.status == 0, "%s: %s", cases[i].settings, run.text);
        json_t *file = read_json(json);
        const json_t *game = game_of(file, 0);
        ck_assert_msg(strcmp(json_member_text(game, "ending", ""), cases[i].ending) == 0, "%s: %s", cases[i].settings,
                      json_member_text(game, "ending", ""));
        ck_assert_int_eq(json_array_size(json_object_get(game, "us")), cases[i].plies);
        json_decref(file);
    }
}
END_TEST

START_TEST(sequential_test_stops_the_match)
{
    const char *json = scratch("sprt.json");
    for (int again = 0; again < 2; again++) { /* no more games are played after the decision */
        Run run = match("%s %s --each depth=1 --games 1000 --concurrency 2 --sprt elo0=0 elo1=100 --json %s --resume",
                        fake("good", "seed=1", ""), fake("bad", "seed=2 resign=1", ""), json);
        ck_assert_msg(run.status == 0 && strstr(run.text, "H1 accepted"), "status %d: %s", run.status, run.text);
        ck_assert_msg(!strstr(run.text, "1000/1000"), "it did not stop: %s", run.text);
        ck_assert_msg((strstr(run.text, " games in ") == NULL) == (again == 1), "it went on: %s", run.text);
    }
}
END_TEST

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median, over all moves, of the measured time minus the time on the engine's own clock,
 * which it reports as a node count. */
static double median_error_us(const char *json)
{
    json_t *file = read_json(json);
    double errors[80];
    int count = 0;
    for (int id = 0; id < 2; id++) {
        const json_t *us = json_object_get(game_of(file, id), "us"), *own = json_object_get(game_of(file, id), "nodes");
        ck_assert_int_eq(json_array_size(us), 40);
        for (int i = 0; i < 40; i++) {
            double took = number_at(own, i), measured = number_at(us, i);
            ck_assert_msg(took >= 20000 && measured > 0, "%.0f us were measured as %.0f us", took, measured);
            errors[count++] = measured - took;
        }
        double slack = number_at(json_object_get(game_of(file, id), "slack_us"), 0);
        ck_assert_msg(slack > 50e6 && slack < 60e6, "slack of %.0f us", slack);
    }
    json_decref(file);
    qsort(errors, (size_t)count, sizeof *errors, by_size);
    return errors[count / 2];
}

/* On a loaded machine, either measurement may be delayed, but the error must be small for most
 * moves. */
START_TEST(the_clock_is_accurate)
{
    const char *json = scratch("clock.json");
    Run run = match("%s %s --each tc=60+1 --maxplies 40 --games 2 --json %s", fake("one", "seed=1 delay=20 clock", ""),
                    fake("two", "seed=2 delay=20 clock", ""), json);
    ck_assert_msg(run.status == 0, "%s", run.text);
    ck_assert_msg(fabs(median_error_us(json)) < 5000, "half of the moves were measured %.0f us too long", median_error_us(json));
}
END_TEST

/* Time that the runner spends waiting for a processor is not counted against engines: here it has the lowest priority on a busy
 * processor, and the engines have another one. */
START_TEST(the_runners_delay_is_not_charged_to_engines)
{
    char line[4000];
    const char *json = scratch("late.json");
    if (system("taskset -c 1 nice -n -19 true 2>&1 | (! grep .) && [ -r /proc/thread-self/schedstat ]") != 0) {
        skipped("a runner that wakes late: this needs two processors, root, taskset and /proc/thread-self/schedstat");
        return;
    }
    int n = snprintf(line, sizeof line,
                     "exec 2>&1; for i in 1 2; do timeout 100 taskset -c 0 sh -c 'while :; do :; done' & loops=\"$loops $!\"; done; "
                     "taskset -c 0 nice -n 19 %s --each tc=60+1 --maxplies 40 --games 2 --json %s",
                     built_program("hanxin-match"), json);
    for (int i = 0; i < 2; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, " --engine 'cmd=taskset -c 1 nice -n -19 %s seed=%d delay=20 clock' name=%d",
                      built_program("tests/fake_engine"), i + 1, i + 1);
    snprintf(line + n, sizeof line - (size_t)n, "; status=$?; kill $loops; exit $status");
    /* Uses the best of a few attempts, because other work on the machine may disturb the engines too. */
    double error_us = INFINITY;
    for (int attempt = 0; attempt < 5 && fabs(error_us) >= 5000; attempt++) {
        remove(json), remove(results_of(json));
        Run run = shell(line);
        ck_assert_msg(run.status == 0, "%s", run.text);
        error_us = median_error_us(json);
    }
    ck_assert_msg(fabs(error_us) < 5000, "half of the moves were measured %.0f us too long", error_us);
}
END_TEST

/* ---- arguments ---- */

static const struct {
    const char *arguments, *text;
} wrong_arguments[] = {
    {"", "missing engines: give two"},
    {"--engine cmd=a depth=1", "missing opponent"},
    {"--engine cmd=a --engine cmd=b", "missing limit: give tc="},
    {"--engine name=a --engine cmd=b --each depth=1", "--engine 1: missing cmd="},
    {"--engine cmd=a speed=2 --engine cmd=b", "unknown setting 'speed=2' for --engine"},
    {"--engine", "missing value for --engine"},
    {"--engine cmd=a tc=0 --engine cmd=b", "invalid value '0' for tc in --engine: expected [MOVES/]BASE[+INC]"},
    {"--engine cmd=a tc=5+x --engine cmd=b", "invalid value '5+x' for tc"},
    {"--engine cmd=a tc=0/5 --engine cmd=b", "invalid value '0/5' for tc"},
    {"--engine cmd=a st=-1 --engine cmd=b", "invalid value '-1' for st in --engine: expected a number from 0.001 to 1000000"},
    {"--engine cmd=a depth=0 --engine cmd=b", "invalid value '0' for depth in --engine: expected an integer from 1 to 1000\n"},
    {"--engine cmd=a proto=xboard --engine cmd=b", "invalid value 'xboard' for proto in --engine: expected one of auto, ucci, uci\n"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --games 3", "invalid value '3' for --games: expected an even number"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --seed 18446744073709551616", "expected an integer from 0 to 18446744073709551615"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --games many", "invalid value 'many' for --games: expected an integer from 1 to "},
    {"--engine cmd=a --engine cmd=b --each depth=1 --games", "missing value for --games"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --concurrency 300",
     "invalid value '300' for --threads: expected an integer from 0 to 256"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --sprt elo0=5 elo1=0", "--sprt requires elo0= and a greater elo1="},
    {"--engine cmd=a --engine cmd=b --each depth=1 --sprt elo0=0 elo1=5 alpha=0.7",
     "invalid value '0.7' for alpha in --sprt: expected a number from 0 to 0.5"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --sprt elo0=0 elo1=300 model=normalised", "must be between -200 and 200"},
    {"--engine cmd=a tc=4294967336/60 --engine cmd=b", "invalid value '4294967336/60' for tc"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --board ftp://a",
     "invalid value 'ftp://a' for --board: expected an address that begins with http:// or"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --shard 4294967297/1", "invalid value '4294967297/1' for --shard: expected I/N"},
    {"--engine cmd=a --engine cmd=b --engine cmd=c --each depth=1 --sprt elo0=0 elo1=5", "--sprt requires exactly two engines"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --shard 3/2", "invalid value '3/2' for --shard: expected I/N"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --format league",
     "invalid value 'league' for --format: expected one of roundrobin, gauntlet, knockout, swiss"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --format gauntlet --seeds 2", "--seeds must be less than the number of engines"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --seeds 2", "--seeds is for --format gauntlet"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --tiebreaks 0", "--tiebreaks is for --format knockout"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --format knockout --rounds 2", "--rounds cannot be used with knockout"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --games 4 --rounds 2", "--games and --rounds say the same"},
    {"--engine cmd=a --engine cmd=b --each depth=1 conf=x", "conf= belongs to --engine"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --format swiss --shard 1/2", "--shard cannot be used with knockout or swiss"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --rules chess", "invalid value 'chess' for --rules: expected one of asian, "},
    {"--engine cmd=a --engine cmd=b --each depth=1 --openings x order=up",
     "invalid value 'up' for order in --openings: expected one of sequential, random"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --resume", "--resume requires"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --draw moves=3", "--draw requires"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --resign score=3", "--resign requires"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --pgn --quiet", "missing value for --pgn"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --no-repeat --games 3 --repeat", "invalid value '3' for --games"},
    {"--engine cmd=a --engine cmd=b --each depth=1 --event ''", "--event: empty name"},
    {"--merge", "missing value for --merge"},
    {"--engine cmd=a --quiet depth=1 --engine cmd=b", "unexpected argument 'depth=1'"},
    {"--engine cmd=a name= --engine cmd=b --each depth=1", "--engine 1: empty name"},
    {"--frobnicate", "unknown option '--frobnicate'"},
};

START_TEST(wrong_arguments_are_reported)
{
    Run run = match("%s", wrong_arguments[_i].arguments);
    ck_assert_msg(run.status == 2, "%s: status %d: %s", wrong_arguments[_i].arguments, run.status, run.text);
    ck_assert_msg(strstr(run.text, wrong_arguments[_i].text), "%s: %s", wrong_arguments[_i].arguments, run.text);
    const char *end = strchr(run.text, '\n');
    ck_assert_msg(end && end[1] == '\0', "%s: not one line: %s", wrong_arguments[_i].arguments, run.text);
}
END_TEST

START_TEST(openings_are_checked)
{
    static const struct {
        const char *lines, *text, *file;
    } cases[] = {
        {"", "no positions", "openings.epd"},
        {"# nothing\n\n", "no positions", "openings.epd"},
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\nrubbish\n", "line 2", "openings.epd"},
        {"R3k4/1R7/9/9/9/9/9/9/9/3K5 b\n", "no legal move", "openings.epd"},
        {"3k5/9/9/9/9/9/9/9/9/R4K3 w moves a0a9\n4k4/9/9/9/9/9/9/9/9/R2K5 w moves a0a9 d9d8\n",
         "line 2: FEN: move 2 after the position, 'd9d8'", "openings.epd"},
        {"[Result \"0-1\"]\n\n1. h2e2 1-0\n\n1. h2h8 1-0\n", "game 2: line 5", "openings.pgn"},
        {"[Result \"0-1\"]\n\n1. h2e2 1-0\n\n1. h2h8 1-0\n", "game 2: line 5", "openings.epd"}, /* the name does not matter */
        {"XQ\023 no text", "an XQF file of version 19", "openings.epd"},
        {"[FEN \"3k5/R8/9/9/9/9/9/9/7R1/4K4 w - - 0 1\"]\n\n1. h1h9 1-0\n", "use plies=N for the first N plies", "openings.pgn"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        const char *file = scratch(cases[i].file);
        write_text(file, cases[i].lines, strlen(cases[i].lines));
        Run run = match("%s --openings %s", two_fakes(""), file);
        ck_assert_msg(run.status == 1 && strstr(run.text, cases[i].text), "case %d: status %d: %s", i, run.status, run.text);
    }
}
END_TEST

START_TEST(help_is_printed)
{
    Run run = match("--help");
    ck_assert_int_eq(run.status, 0);
    static const char *const words[] = {"--engine",  "--each", "--games", "--repeat", "--threads N", "--seed",  "--openings",
                                        "--sprt",    "--pgn",  "--json",  "--html",   "--resume",    "--shard", "--merge",
                                        "--results", "tc=",    "st=",     "nodes=",   "depth=",      "base="};
    for (int i = 0; i < COUNT(words); i++)
        ck_assert_msg(strstr(run.text, words[i]), "%s is not explained", words[i]);
    ck_assert(!strstr(run.text, "--concurrency")); /* the older name of --threads is accepted but not shown */
}
END_TEST

Suite *match_suite(void)
{
    Suite *suite = suite_create("match");
    TCase *tc = tcase_create("faults");
    tcase_add_loop_test(tc, each_fault_loses_with_its_reason, 0, COUNT(fault_cases));
    tcase_add_loop_test(tc, engines_that_do_not_start_are_refused, 0, 9);
    tcase_add_test(tc, a_crashing_engine_is_started_again);
    tcase_add_test(tc, a_hopeless_engine_ends_the_tournament);
    suite_add_tcase(suite, tc);
    tc = tcase_create("tournaments");
    tcase_add_test(tc, concurrency_changes_nothing);
    tcase_add_test(tc, books_can_be_built_from_games);
    tcase_add_test(tc, results_are_not_overwritten);
    tcase_add_test(tc, killed_tournaments_resume);
    tcase_add_test(tc, ctrl_c_ends_a_tournament_cleanly);
    tcase_add_test(tc, shards_add_up);
    tcase_add_test(tc, round_robin_and_gauntlet);
    tcase_add_loop_test(tc, drawn_tournaments_resume, 0, COUNT(drawn_formats));
    tcase_add_test(tc, engines_are_kept_for_their_next_game);
    tcase_add_test(tc, the_page_is_complete);
    suite_add_tcase(suite, tc);
    tc = tcase_create("rules");
    tcase_add_loop_test(tc, rules_and_settings_take_effect, 0, COUNT(rule_cases));
    tcase_add_test(tc, banned_moves_are_sent);
    tcase_add_test(tc, sequential_test_stops_the_match);
    tcase_add_test(tc, the_clock_is_accurate);
    tcase_add_test(tc, the_runners_delay_is_not_charged_to_engines);
    tcase_add_test(tc, endgame_tables_end_games);
    tcase_add_test(tc, own_books_are_switched_off);
    tcase_add_test(tc, each_engine_may_have_a_book);
    suite_add_tcase(suite, tc);
    tc = tcase_create("arguments");
    tcase_add_loop_test(tc, wrong_arguments_are_reported, 0, COUNT(wrong_arguments));
    tcase_add_test(tc, openings_are_checked);
    tcase_add_test(tc, help_is_printed);
    suite_add_tcase(suite, tc);
    return suite;
}
