/* SPDX-License-Identifier: GPL-3.0-only */
/* The table of options: names, values and what setting them does (protocol/options.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "protocol/options.h"
#include "tests/support/make_book.h"
#include "tests/support/support.h"

/* The text after the word setoption, and the resulting option and value, or part of the message. */
static const struct {
    const char *line, *uci;
    int number;
    const char *text, *fault;
} cases[] = {
    {"name Hash value 64", "Hash", 64, NULL, NULL},
    {"hashsize 64", "Hash", 64, NULL, NULL},
    {"Hash 64", "Hash", 64, NULL, NULL},
    {"hashsize 0", "Hash", 0, NULL, NULL},   /* the engine chooses the size */
    {"multipv 0", "MultiPV", 1, NULL, NULL}, /* clamped */
    {"hashsize 99999999", "Hash", 65536, NULL, NULL},
    {"hashsize 16setoption threads 1", "Hash", 16, NULL, NULL},
    {"accept-score -5000", "Accept Score", -1000, NULL, NULL},
    {"name Move Overhead value 7", "Move Overhead", 7, NULL, NULL},
    {"Move_Overhead 7", "Move Overhead", 7, NULL, NULL},
    {"  clear hash  ", "Clear Hash", 0, NULL, NULL},
    {"name Clear Hash value ", "Clear Hash", 0, NULL, NULL},
    {"useegtb off", "Use Tables", 0, NULL, NULL},
    {"egtbpaths /a b;/c", "Table Path", 0, "/a b;/c", NULL},
    {"usebook FALSE", "OwnBook", 0, NULL, NULL},
    {"usebook yes", "OwnBook", 1, NULL, NULL},
    {"usebook t-rue", NULL, 0, NULL, "invalid value 't-rue' for option OwnBook: expected true or false"},
    {"pruning  large", "Pruning", 0, NULL, NULL},
    {"pruning none", "Pruning", 3, NULL, NULL},
    {"idle medium", "Idle", 50, NULL, NULL},
    {"selectivity huge", "Randomness", RANDOM_HUGE, NULL, NULL},
    {"repetition ChineseRule", "Repetition Rule", RULES_CHINESE, NULL, NULL},
    {"name Repetition Rule value off", "Repetition Rule", RULES_OFF, NULL, NULL},
    {"bookfiles  my books/a b.dat ;c.dat ", "Book Files", 0, "my books/a b.dat ;c.dat", NULL},
    {"bookfiles", "Book Files", 0, "", NULL},
    {"name EvalFile value <empty>", "EvalFile", 0, "", NULL},
    {"", NULL, 0, NULL, "needs a name"},
    {"name", NULL, 0, NULL, "needs a name"},
    {"hsah 5", NULL, 0, NULL, "nearest name is Hash"},
    {"Rule 60 Max Ply 80", "Rule60MaxPly", 80, NULL, NULL},
    {"nonsuchthingatall 5", NULL, 0, NULL, "uci lists all options"},
    {"hashsize many", NULL, 0, NULL, "invalid value 'many' for option Hash: expected a whole number from 1 to 65536"},
    {"usebook", NULL, 0, NULL, "missing value for option OwnBook: expected true or false"},
    {"idle full", NULL, 0, NULL, "option Idle: expected one of none small medium large"},
};

START_TEST(a_line_is_an_option_and_a_value)
{
    char line[200], fault[400];
    Text why = text_over(fault, sizeof fault);
    OptionValue value = {0};
    snprintf(line, sizeof line, "%s", cases[_i].line);
    const OptionSpec *spec = option_read(line, &value, &why);
    ck_assert_str_eq(spec ? spec->uci : "none", cases[_i].uci ? cases[_i].uci : "none");
    if (spec && spec->type == OPTION_STRING)
        ck_assert_str_eq(value.text, cases[_i].text);
    else if (spec && spec->type != OPTION_BUTTON)
        ck_assert_int_eq(value.number, cases[_i].number);
    ck_assert_msg(spec ? !*fault : strstr(fault, cases[_i].fault) != NULL, "%s: %s", cases[_i].line, fault);
}
END_TEST

/* A line of maximum length whose words do not extend the name: the name is not looked up at each of them. */
START_TEST(a_very_long_line_takes_no_time)
{
    enum { LETTERS = 38, SIZE = 16 << 20 };
    char *line = malloc(SIZE + 1), fault[400];
    ck_assert_ptr_nonnull(line);
    memset(line, 'x', LETTERS);
    for (int i = LETTERS; i < SIZE; i += 2)
        memcpy(line + i, " -", 2);
    line[SIZE] = '\0';
    Text why = text_over(fault, sizeof fault);
    OptionValue value;
    clock_t begin = clock(); /* processor time, since the machine may be busy */
    ck_assert_ptr_null(option_read(line, &value, &why));
    ck_assert_int_lt((clock() - begin) / CLOCKS_PER_SEC, 10);
    free(line);
}
END_TEST

/* Every name leads to its own option, and every option has an effect. */
START_TEST(names_are_read_back)
{
    for (const OptionSpec *spec = option_specs; spec < option_specs + option_count; spec++) {
        char line[200], fault[400], names[100], *rest = names;
        Text why = text_over(fault, sizeof fault);
        OptionValue value;
        const char *sample = spec->type == OPTION_COMBO ? spec->vars[0].word : "1";
        ck_assert(spec->type == OPTION_STRING || spec->type == OPTION_BUTTON || option_initial(spec) >= spec->min);
        snprintf(line, sizeof line, "name %s value %s", spec->uci, sample);
        ck_assert_msg(option_read(line, &value, &why) == spec, "%s: %s", spec->uci, fault);
        snprintf(names, sizeof names, "%s", spec->names);
        for (char *name; (name = strtok_r(rest, " ", &rest));) {
            snprintf(line, sizeof line, "%s %s", name, sample);
            ck_assert_msg(option_read(line, &value, &why) == spec, "%s: %s", name, fault);
        }
    }
}
END_TEST

static void keep_line(void *self, const char *text) { snprintf(self, 200, "%s", text); }

static SessionSettings session;

static void set(Engine *p, const char *text)
{
    char line[400], fault[400];
    Text why = text_over(fault, sizeof fault);
    OptionValue value;
    snprintf(line, sizeof line, "%s", text);
    const OptionSpec *spec = option_read(line, &value, &why);
    ck_assert_msg(spec, "%s: %s", text, fault);
    option_set(spec, value, p, &session);
}

START_TEST(setting_reaches_the_engine)
{
    char told[200] = "";
    Limits limits = {0};
    Engine *p = engine_new(keep_line, told);
    ck_assert_ptr_nonnull(p);
    session = session_settings_initial;
    ck_assert(session.milliseconds && !session.batch && session.concede_score == 1200);
    engine_temper(p, &limits);
    ck_assert(limits.handicap.levels == 0 && limits.handicap.elo == 0 && limits.overhead_ms == 30 && limits.ablation.pruning == 0);

    static const char *const lines[] = {"skill level 5",  "elo 900",       "limitstrength on", "randomness small",
                                        "idle large",     "pruning small", "knowledge none",   "ponder true",
                                        "moveoverhead 9", "multipv 3",     "batch on"};
    for (int i = 0; i < COUNT(lines); i++)
        set(p, lines[i]);
    engine_temper(p, &limits);
    ck_assert_int_eq(limits.handicap.levels, 15);
    ck_assert_int_eq(limits.handicap.elo, 900);
    ck_assert_int_eq(limits.handicap.randomness_cp, 8);
    ck_assert_int_eq(limits.idle_percent, 75);
    ck_assert_int_eq(limits.ablation.pruning, 2);
    ck_assert_int_eq(limits.ablation.knowledge, 3);
    ck_assert_int_eq(limits.overhead_ms, 9);
    ck_assert(limits.clock.will_ponder && session.batch);
    ck_assert_int_eq(p->settings.multipv, 3);
    set(p, "limitstrength off");
    engine_temper(p, &limits);
    ck_assert_int_eq(limits.handicap.elo, 0);
    ck_assert_str_eq(told, "");
    set(p, "bookfiles ; ; /nowhere/at all.dat ;;");
    ck_assert_msg(strstr(told, "opening book /nowhere/at all.dat: cannot be read"), "%s", told);

    char line[400];
    snprintf(line, sizeof line, "%s/b.dat", scratch_folder());
    make_book(line, &(MadeBookLine){"3k5/9/9/9/9/9/9/9/9/4K4 w", "e0e1:5"}, 1);
    snprintf(line, sizeof line, "bookfiles /nowhere.dat; %s/b.dat ;%s/b.dat", scratch_folder(), scratch_folder());
    set(p, line);
    ck_assert_int_eq(p->library.count, 2);
    set(p, "bookfiles");
    ck_assert_int_eq(p->library.count, 0);
    engine_free(p);
}
END_TEST

static void count_notice(void *watcher) { ++*(int *)watcher; }

/* Observers of the engine are notified once of each setting and each new game. */
START_TEST(changes_are_reported_once)
{
    static const char *const lines[] = {"hash 1", "threads 1", "skill level 5", "usebook off", "evalfile", "newgame", "clear hash"};
    char told[200];
    int notices = 0;
    Engine *p = engine_new(keep_line, told);
    ck_assert_ptr_nonnull(p);
    p->changed = count_notice;
    p->watcher = &notices;
    for (int i = 0; i < COUNT(lines); i++) {
        set(p, lines[i]);
        ck_assert_msg(notices == i + 1, "%s: %d notices", lines[i], notices - i);
    }
    engine_new_game(p);
    ck_assert_int_eq(notices, COUNT(lines) + 1);
    engine_free(p);
}
END_TEST

/* The setting is the actual size of the table, and the message states it. */
START_TEST(a_refused_hash_size_is_not_stored)
{
    char told[200] = "";
    Engine *p = engine_new(keep_line, told);
    ck_assert_ptr_nonnull(p);
    set(p, "hash 8");
    ck_assert_str_eq(told, "");
    EngineSettings absurd = p->settings;
    absurd.hash_mib = 0x7FFFFFFF;
    engine_configure(p, &absurd);
    ck_assert_int_eq(p->settings.hash_mib, 8);
    ck_assert_str_eq(told, "no memory for 2147483647 MB of hash; keeping the old table of 8 MB");
    ck_assert(engine_shrink_hash(p));
    ck_assert_int_eq(p->settings.hash_mib, 1);
    ck_assert_str_eq(told, "no memory to search with 8 MB of hash; the hash table has 1 MB from now on");
    ck_assert(!engine_shrink_hash(p));
    engine_free(p);
}
END_TEST

Suite *options_suite(void)
{
    Suite *suite = suite_create("options");
    TCase *tc = tcase_create("options");
    tcase_add_loop_test(tc, a_line_is_an_option_and_a_value, 0, COUNT(cases));
    tcase_add_test(tc, a_very_long_line_takes_no_time);
    tcase_add_test(tc, names_are_read_back);
    tcase_add_test(tc, setting_reaches_the_engine);
    tcase_add_test(tc, changes_are_reported_once);
    tcase_add_test(tc, a_refused_hash_size_is_not_stored);
    suite_add_tcase(suite, tc);
    return suite;
}
