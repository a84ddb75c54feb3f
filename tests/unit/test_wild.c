/* SPDX-License-Identifier: GPL-3.0-only */
/* Games from real sources: a collection of master games in Big5, and games embedded in web sites. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/textfile.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "tests/support/support.h"

/* 11,693 files joined together. The last but one has neither moves nor a result: it begins where it ends. */
START_TEST(master_games_are_read)
{
    enum { GAMES = 11692, PLIES = 979130, FAULTS = 4 /* two impossible positions, two illegal moves */ };
    const char *archive = shared_file("master-games.tar.zst");
    char command[2400], path[1200];
    snprintf(path, sizeof path, "%s/all.pgn", scratch_folder());
    snprintf(command, sizeof command, "tar --zstd -xOf '%s' >'%s' 2>/dev/null", archive ? archive : "", path);
    if (!archive)
        return;
    if (system(command) != 0) {
        skipped("tar or zstd is not installed");
        return;
    }
    Text why = WHY_INIT;
    size_t length;
    char *text = text_read_file(path, &length, &why);
    ck_assert_msg(text != NULL, "%s", why.data);
    GameSource source = games_in_text(text, length);
    GameTree game;
    int games = 0, plies = 0, faults = 0;
    tree_init(&game);
    for (; games_next(&source, &game, LANGUAGE_ENGLISH); games++) {
        plies += game.main.plies;
        faults += tree_has_fault(&game);
    }
    tree_clear(&game);
    free(text);
    ck_assert_int_eq(games, GAMES);
    ck_assert_int_eq(plies, PLIES);
    ck_assert_int_eq(faults, FAULTS);
}
END_TEST

#define START_PLACES       "0919293949596979891777062646668600102030405060708012720323436383"
#define BARE_KINGS         "9999999949999999999999999999999999999999309999999999999999999999"
#define FIELD(name, value) "[DhtmlXQ_" name "]" value "[/DhtmlXQ_" name "]\n"
#define GAME(fields)       "[DhtmlXQ]\n" fields "[/DhtmlXQ]\n"

/* A whole game with a line that leaves line 1 in place of its first move, one with an impossible move, one that
 * Black begins, and a cut one. */
static const char embedded[] =
    GAME(FIELD("title", "a <b> cup") FIELD("event", " 五羊杯<br/>A&amp;B &#x7EA2;||") FIELD("blacktime", "") FIELD("red", "红")
             FIELD("binit", START_PLACES) FIELD("result", "黑胜") FIELD("movelist", "77477062") FIELD("move_0_1_1", "1747")
                 FIELD("move_1_1_2", "7967") FIELD("comment0", "first") FIELD("comment1_1", "of a variation")
                     FIELD("comment1_0", "before it") FIELD("comment2", " said ") FIELD("comment2", "again") FIELD("comment7", "of none")
                         FIELD("unknown", "x") FIELD("Own", "y"));
static const char impossible[] = GAME(FIELD("movelist", "77471021"));
static const char black_first[] = GAME(FIELD("binit", BARE_KINGS) FIELD("movelist", "3031"));
static const char torn[] = "[DhtmlXQ]\n" FIELD("binit", "0919") "[Red \"x\"]\n";

START_TEST(embedded_games_are_read)
{
    char text[1200];
    snprintf(text, sizeof text, "%s\n%s%s%s", embedded, impossible, black_first, torn);
    GameSource source = games_in_text(text, strlen(text));
    GameTree game;
    tree_init(&game);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(!tree_has_fault(&game), "%s", game.report.fault);
    ck_assert_int_eq(game.main.plies, 2);
    ck_assert_int_eq(game.outcome, OUTCOME_BLACK);
    ck_assert_str_eq(tree_tag(&game, "Title"), "a <b> cup");
    ck_assert_str_eq(tree_tag(&game, "Event"), "五羊杯\nA&B 红");
    ck_assert_str_eq(tree_tag(&game, "Own"), "y");
    ck_assert_str_eq(tree_tag(&game, "Unknown"), "x");
    ck_assert_int_eq(game.tag_count, 5);
    ck_assert_str_eq(game.main.comment, "first");
    ck_assert_ptr_null(game.main.moves[0].comment);
    ck_assert_str_eq(game.main.moves[1].comment, "said");
    ck_assert_msg(game.report.lost_lines == 0 && game.report.lost_comments == 1, "%d and %d left out", game.report.lost_lines,
                  game.report.lost_comments);
    ck_assert_int_eq(game.main.moves[0].line_count, 1);
    const TreeLine *line = &game.main.moves[0].lines[0];
    ck_assert(line->plies == 1 && line->moves[0].line_count == 1 && line->moves[0].lines[0].plies == 1);
    ck_assert_str_eq(line->comment, "before it");
    ck_assert_str_eq(line->moves[0].comment, "of a variation");
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(game.main.plies == 1 && strstr(game.report.fault, "line 22: move 2, '1021', is not legal"), "%d plies, %s",
                  game.main.plies, game.report.fault);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(game.main.plies == 1 && game.start.side == BLACK, "%d plies, %s", game.main.plies, game.report.fault);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(game.start_lost && strstr(game.report.fault, "too short"), "%s", game.report.fault);
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    tree_clear(&game);
}
END_TEST

/* A zero byte or a missing end damages only its own game. */
START_TEST(embedded_games_end_at_the_next)
{
    static const char text[] =
        GAME(FIELD("movelist", "77\0007")) "[DhtmlXQ]\n" FIELD("movelist", "7747") GAME(FIELD("movelist", "77477062"));
    static const int plies[] = {0, 1, 2};
    GameSource source = games_in_text(text, sizeof text - 1);
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(plies); i++) {
        ck_assert_msg(games_next(&source, &game, LANGUAGE_ENGLISH), "game %d", i + 1);
        ck_assert_int_eq(game.main.plies, plies[i]);
    }
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    tree_clear(&game);
}
END_TEST

/* The complete moves of a truncated game are read; if there are none, there is no game. */
START_TEST(embedded_games_are_cut_anywhere)
{
    static const struct {
        const char *text, *told; /* NULL: no fault is reported */
        int plies;               /* -1: no game */
    } cases[] = {
        {"[DhtmlXQ]\n" FIELD("red", "a") "[DhtmlXQ_movelist]77477062[/Dhtml", "line 3: a field is not closed", 2},
        {"[DhtmlXQ]\n" FIELD("red", "a") "[DhtmlXQ_movelist]7747706", "line 3: a field is not closed", 1},
        {"[DhtmlXQ]\n" FIELD("red", "a") "[DhtmlXQ_movel", "line 3: a field is not closed", 0},
        {"[DhtmlXQ]\n" FIELD("red", "a") "[DhtmlX", "line 3: the game ends before its move list", 0},
        {"[DhtmlXQ]\n[DhtmlXQ_red]a\n" FIELD("movelist", "7747") "[/DhtmlXQ]", NULL, 1},
        {"[DhtmlXQ]\n[DhtmlXQ_blacktime][/DhtmlXQ_time]\n" FIELD("movelist", "7747") "[/DhtmlXQ]", NULL, 1},
        {"[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ]", NULL, 2},
        {"[DhtmlXQiFrame]\n" FIELD("movelist", "7747<br>7062") "[/DhtmlXQiFrame]\" width=\"9\"></iframe>", NULL, 2},
        {GAME(FIELD("movelist", "7747706")), "line 2: move 2, '706', does not have four digits", 1},
        {GAME("[DhtmlXQ_binit]0919293949" FIELD("movelist", "7747")), "line 2: the start position is too short", 0},
        {GAME(FIELD("fen", "9/9 w") FIELD("movelist", "7747")), "line 2: FEN board: 2 ranks, not 10", 0},
        {GAME(FIELD("fen", "9/9 w") FIELD("binit", BARE_KINGS) FIELD("movelist", "3031")), NULL, 1},
        {"[DhtmlXQ]\n" FIELD("movelist", "7747"), "line 3: the closing [/DhtmlXQ] is missing, so the game may be cut off", 1},
        {"[DhtmlXQ]\n" FIELD("movelist", "7747\n 7062\n") "[/Dhtml",
         "line 5: the closing [/DhtmlXQ] is missing, so the game may be cut off", 2},
        {GAME(FIELD("red", "a")), NULL, 0},
        {"[DhtmlXQ]\n[DhtmlXQ]\n" GAME(FIELD("binit", "")), NULL, -1},
    };
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(cases); i++) {
        GameSource source = games_in_text(cases[i].text, strlen(cases[i].text));
        bool any = games_next(&source, &game, LANGUAGE_ENGLISH);
        ck_assert_msg(any == (cases[i].plies >= 0), "case %d: %s", i, any ? "a game" : "no game");
        ck_assert_msg(!any || (strcmp(game.report.fault, cases[i].told ? cases[i].told : "") == 0 && game.main.plies == cases[i].plies),
                      "case %d: %d plies, '%s'", i, game.main.plies, game.report.fault);
        ck_assert_msg(!games_next(&source, &game, LANGUAGE_ENGLISH), "case %d: not the same game", i);
    }
    tree_clear(&game);
}
END_TEST

/* Lines in any order, one that leaves line 1 before that begins, and those that nothing reaches. */
static const struct {
    const char *fields;
    int plies; /* number of plies in the whole tree */
    int lost_lines, lost_comments, illegal;
} forests[] = {
    {FIELD("move_1_2_2", "1022") FIELD("move_0_1_1", "17477062"), 5, 0, 0, 0},
    {FIELD("move_0_2_1", "1022") FIELD("move_1_1_2", "1747"), 4, 0, 0, 0},
    {FIELD("move_0_2_1", "10227967") FIELD("move_0_1_1", "1747") FIELD("move_1_3_2", "1927"), 6, 0, 0, 0},
    {FIELD("move_0_3_1", "1747") FIELD("comment1_3", "x") FIELD("move_5_1_6", "1747"), 2, 2, 1, 0},
    {FIELD("move_1_1_2", "1747") FIELD("move_2_1_1", "1747"), 2, 2, 0, 0},
    {FIELD("move_0_1_0", "1747") FIELD("move_0_1_1", "17477757"), 4, 0, 0, 1},
    {FIELD("move_0_1_1", "17477"), 3, 0, 0, 1},
    {FIELD("move_0_1_1", ""), 2, 0, 0, 0},
    {FIELD("move_0_1", "1747") FIELD("move_0_1_x", "1747") FIELD("move_0_1_9999999999", "1747"), 2, 3, 0, 0},
    {FIELD("move_0_1", " ") FIELD("comment_1", "lost") FIELD("comment1_x", "lost") FIELD("comment", " "), 2, 0, 2, 0},
};

typedef struct Census {
    int moves, comments, lines;
} Census;

static void take_census(const TreeLine *line, Census *c)
{
    c->moves += line->plies;
    c->comments += line->comment != NULL;
    for (int i = 0; i < line->plies; i++) {
        const TreeMove *m = &line->moves[i];
        c->comments += m->comment != NULL;
        c->lines += m->line_count;
        for (int n = 0; n < m->line_count; n++)
            take_census(&m->lines[n], c);
    }
}

START_TEST(variations_are_found_in_any_order)
{
    char text[600];
    GameTree game;
    tree_init(&game);
    snprintf(text, sizeof text, GAME("%s" FIELD("movelist", "77477062")), forests[_i].fields);
    GameSource source = games_in_text(text, strlen(text));
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(!tree_has_fault(&game), "%s", game.report.fault);
    Census c = {0};
    take_census(&game.main, &c);
    ck_assert_int_eq(c.moves, forests[_i].plies);
    ck_assert_int_eq(game.report.lost_lines, forests[_i].lost_lines);
    ck_assert_int_eq(game.report.lost_comments, forests[_i].lost_comments);
    ck_assert_int_eq(game.report.illegal_moves, forests[_i].illegal);
    tree_clear(&game);
}
END_TEST

/* Data that DhtmlXQ cannot hold, such as judgements, become part of the comments. */
START_TEST(embedded_games_are_written)
{
    static const char text[] = "[Title \"t\"]\n[Red \"a||b & c &lt; [/DhtmlXQ_red]\"]\n[WhiteElo \"9\"]\n[odd-one \"8\"]\n"
                               "[FEN \"3k5/9/9/9/9/9/9/9/9/R4K3 b - - 0 1\"]\n\n"
                               "{start} 1... d9d8! {one\ntwo} (1... d9e9 {z} 2. a0a9 (2. f0f1 (2. a0a8))) (better was x) 2. a0a8 1-0\n";
    static const char written[] =
        "[DhtmlXQ]\n" FIELD("ver", "www_dpxq_com") FIELD("title", "t") FIELD("red", "a&#124;|b & c &#38;lt; &#91;/DhtmlXQ_red]")
            FIELD("WhiteElo", "9") FIELD("result", "红胜") FIELD("fen", "3k5/9/9/9/9/9/9/9/9/R4K3 b - - 0 1")
                FIELD("binit", "0999999959999999999999999999999999999999309999999999999999999999") FIELD("movelist", "30310901")
                    FIELD("comment0", "start") FIELD("comment1", "! one||two (better was x)") FIELD("move_0_1_1", "30400900")
                        FIELD("comment1_1", "z") FIELD("move_1_2_2", "5958") FIELD("move_1_2_3", "0901") "[/DhtmlXQ]\n\n";
    GameTree game, back;
    tree_init(&game);
    tree_init(&back);
    GameSource source = games_in_text(text, strlen(text));
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    for (int i = 0; i < 2; i++) { /* the game that was read back must be written in the same way as before */
        char *out = NULL;
        size_t length;
        FILE *file = open_memstream(&out, &length);
        Text left_out = WHY_INIT;
        ck_assert(dhtmlxq_write(i == 0 ? &game : &back, file, &left_out));
        ck_assert_str_eq(left_out.data, i == 0 ? "tags that have no field: odd-one" : "");
        fclose(file);
        ck_assert_str_eq(out, written);
        source = games_in_text(out, length);
        ck_assert(games_next(&source, &back, LANGUAGE_ENGLISH));
        ck_assert_msg(!tree_has_fault(&back), "%s", back.report.fault);
        ck_assert_str_eq(tree_tag(&back, "Red"), tree_tag(&game, "Red"));
        free(out);
    }
    tree_clear(&game);
    tree_clear(&back);
}
END_TEST

START_TEST(embedded_games_take_linear_time)
{
    const int games = effort(40000, 4000);
    char last[12];
    Text text = TEXT_INIT;
    for (int i = 0; i < games; i++)
        text_add(&text, "[DhtmlXQ_a]x[/DhtmlXQ]\n[DhtmlXQ]\n");
    GameSource source = games_in_text(text.data, text.length);
    GameTree game;
    clock_t begin = clock(); /* processor time, since the machine may be busy */
    tree_init(&game);
    while (games_next(&source, &game, LANGUAGE_ENGLISH))
        ;
    text_cut(&text, 0);
    text_add(&text, "[DhtmlXQ]\n[DhtmlXQ_movelist]");
    for (int i = 0; i < games; i++)
        text_add(&text, i % 4 == 0 ? "7757" : i % 4 == 1 ? "7062" : i % 4 == 2 ? "5777" : "6270");
    text_add(&text, "[/DhtmlXQ_movelist]\n");
    for (int i = games; i > 0; i--)
        text_addf(&text, "[DhtmlXQ_comment%d] %d [/DhtmlXQ_comment%d]\n", i, i, i);
    source = games_in_text(text.data, text.length);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_int_eq(game.main.plies, games);
    snprintf(last, sizeof last, "%d", games);
    ck_assert_str_eq(game.main.moves[games - 1].comment, last);
    ck_assert_int_lt((clock() - begin) / CLOCKS_PER_SEC, 10); /* it used to take minutes */
    tree_clear(&game);
    text_free(&text);
}
END_TEST

/* Compares the next game of a real file with its row of the table. */
static void check_row(char *row)
{
    enum { NAME, FORMAT, GAME_NUMBER, PLIES, START, FINAL, OUTCOME, COMMENTS, LINES, MOVES, ILLEGAL, NOTE, COLUMNS };
    static const char *const formats[] = {"DhtmlXQ", "WXF", "XQStudio", "PGN"};
    char *columns[COLUMNS], path[4096];
    bool ours = false;
    for (int i = 0; i < COLUMNS; i++)
        ck_assert_ptr_nonnull(columns[i] = strsep(&row, "\t"));
    for (int i = 0; i < COUNT(formats); i++)
        ours |= strncmp(columns[FORMAT], formats[i], strlen(formats[i])) == 0;
    if (!ours || !*columns[PLIES])
        return;
    snprintf(path, sizeof path, "formats/%s", columns[NAME]);
    const char *real = shared_file(path);
    Text why = WHY_INIT;
    GameSource source;
    GameTree game;
    tree_init(&game);
    ck_assert_msg(real && games_open(&source, real, &why), "%s", why.data);
    for (int i = 0; i < atoi(columns[GAME_NUMBER]); i++)
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    Census c = {0};
    take_census(&game.main, &c);
    Position now = game.start;
    Undo undo;
    for (int i = 0; i < game.main.plies; i++)
        position_make(&now, game.main.moves[i].move, &undo);
    const struct {
        int column;
        const char *found;
    } texts[] = {{START, fen_of(&game.start)}, {FINAL, fen_of(&now)}, {OUTCOME, outcome_text(game.outcome)}};
    const struct {
        int column, found;
    } counts[] = {{PLIES, game.main.plies}, {COMMENTS, c.comments}, {LINES, c.lines}, {MOVES, c.moves}};
    ck_assert_msg(!tree_has_fault(&game) || *columns[NOTE], "%s: %s", columns[NAME], game.report.fault);
    for (int i = 0; i < COUNT(texts); i++) /* the reader of the table knows no results in heads */
        ck_assert_msg(*columns[texts[i].column] == '*' || begins_with(texts[i].found, columns[texts[i].column]), "%s: %s, not %s",
                      columns[NAME], texts[i].found, columns[texts[i].column]);
    for (int i = 0; i < COUNT(counts); i++)
        ck_assert_msg(counts[i].found == atoi(columns[counts[i].column]), "%s: %d, not %s", columns[NAME], counts[i].found,
                      columns[counts[i].column]);
    tree_clear(&game);
    games_close(&source);
}

START_TEST(real_files_are_read)
{
    const char *path = shared_file("formats/EXPECTED.tsv");
    size_t length;
    char *table = path ? text_read_file(path, &length, NULL) : NULL, *rest = table;
    strsep(&rest, "\n"); /* the names of the columns */
    for (char *row; rest && (row = strsep(&rest, "\n")) && *row;)
        check_row(row);
    free(table);
}
END_TEST

Suite *wild_suite(void)
{
    Suite *s = suite_create("wild");
    TCase *tc = tcase_create("core");
    tcase_add_test(tc, master_games_are_read);
    tcase_add_test(tc, embedded_games_are_read);
    tcase_add_test(tc, embedded_games_end_at_the_next);
    tcase_add_test(tc, embedded_games_are_cut_anywhere);
    tcase_add_loop_test(tc, variations_are_found_in_any_order, 0, COUNT(forests));
    tcase_add_test(tc, embedded_games_are_written);
    tcase_add_test(tc, real_files_are_read);
    tcase_add_test(tc, embedded_games_take_linear_time);
    suite_add_tcase(s, tc);
    return s;
}
