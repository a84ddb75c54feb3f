/* SPDX-License-Identifier: GPL-3.0-only */
/* The referee: published and constructed cases, rule sets, limits, and the reasons it gives. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "engine/notation/fen.h"
#include "engine/notation/verdict.h"
#include "tests/oracle/cycles.h"

/* -- the case file: id fen moves result name source, after a header line ---------------------------- */

enum { CASE_FIELDS = 6 };

static int split(char *line, char **fields)
{
    int n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (n < CASE_FIELDS) {
        fields[n++] = line;
        line = strchr(line, '\t');
        if (!line)
            break;
        *line++ = '\0';
    }
    return n;
}

/* Every case must end with its last move, not earlier, with the given result. Returns the number of cases in the file. */
static int run_case_file(const char *path)
{
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    char line[16384], *fields[CASE_FIELDS], failures[4000] = "";
    int cases = 0, failed = 0;
    Game game;
    game_init(&game);
    ck_assert(fgets(line, sizeof line, file) != NULL);
    while (fgets(line, sizeof line, file)) {
        ck_assert_msg(split(line, fields) == CASE_FIELDS, "%s: line %d", path, cases + 2);
        cases++;
        Judgement j;
        play_text(&game, fields[1], fields[2]);
        int plies = judge_from_start(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &j);
        if (strcmp(outcome_text(j.result.outcome), fields[3]) != 0 || plies != game.plies) {
            failed++;
            snprintf(failures + strlen(failures), sizeof failures - strlen(failures),
                     "\n%.40s (%.80s): got %s after %d of %d plies, want %.10s", fields[0], fields[4], outcome_text(j.result.outcome),
                     plies, game.plies, fields[3]);
        }
    }
    game_clear(&game);
    fclose(file);
    ck_assert_msg(failed == 0, "%d of %d cases of %s:%s", failed, cases, path, failures);
    return cases;
}

START_TEST(shipped_cases) { ck_assert_int_ge(run_case_file("tests/data/repetition.tsv"), 193); }
END_TEST

/* Includes the published cases, among them all 123 of the federation's manual. */
START_TEST(all_cases)
{
    const char *path = shared_file("repetition.tsv");
    if (path)
        ck_assert_int_ge(run_case_file(path), 351);
}
END_TEST

/* -- rule sets ------------------------------------------------------------------------------------- */

/* Red's results under each rule set, for cycles in which they differ. */
static const struct {
    const char *why, *fen, *moves, *want[RULE_SETS]; /* asian computer chinese simple off */
} rule_cases[] = {
    {"perpetual check",
     "9/4k4/9/9/R8/9/9/9/9/3K5 w - - 0 1",
     "a5e5 e8f8 e5f5 f8e8 f5e5 e8f8 e5f5 f8e8 f5e5",
     {"0-1", "0-1", "0-1", "0-1", "1/2-1/2"}},
    {"perpetual chase",
     "N3k4/9/5a3/2P1C4/5n1C1/9/9/3pB4/p8/4K1R2 w - - 0 1",
     "g0f0 f5g7 f0g0 g7f5 g0f0 f5g7 f0g0 g7f5",
     {"0-1", "0-1", "0-1", "1/2-1/2", "1/2-1/2"}},
    {"the chasing move also checks",
     "9/CR1cak3/r8/9/9/9/9/9/1c7/3K5 b - - 0 1",
     "d8d6 b8b6 d6d8 b6b8 d8d6 b8b6 d6d8 b6b8",
     {"0-1", "1/2-1/2", "0-1", "1/2-1/2", "1/2-1/2"}},
    {"chase against some checks",
     "2b2kb2/9/5a3/4c4/2R6/2B1C3p/9/3A5/4K4/5R2r w - - 0 1",
     "c5e5 e6c6 e5c5 c6e6 c5e5 e6c6 e5c5 c6e6",
     {"0-1", "1/2-1/2", "0-1", "1/2-1/2", "1/2-1/2"}},
    {"check and chase in turn",
     "4k1b2/N8/9/9/P7P/2B4Cn/9/r1RA5/5K3/9 b - - 0 1",
     "a2a1 c2c1 a1a2 c1c2 a2a1 c2c1 a1a2 c1c2",
     {"1/2-1/2", "1/2-1/2", "1-0", "1/2-1/2", "1/2-1/2"}},
    {"chases of different pieces in turn",
     "r3k4/C8/4b4/4c4/2R2P3/5p3/9/3AR4/9/3AK4 w - - 0 1",
     "c5e5 e6d6 e5c5 d6e6 c5e5 e6d6 e5c5 d6e6",
     {"1/2-1/2", "1/2-1/2", "0-1", "1/2-1/2", "1/2-1/2"}},
    {"chase against cut roots",
     "2bak4/4a4/4b4/C1p1P4/6p2/2P6/6P2/2N1B4/2nRA2cr/4KAB2 w - - 0 1",
     "e1d0 h1h0 d0e1 h0h1 e1d0 h1h0 d0e1 h0h1",
     {"1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
    {"mate threats without end",
     "9/4k1r2/c8/9/1c7/9/9/9/5K3/9 w - - 0 1",
     "f1f2 a7a3 f2f1 a3a7 f1f2 a7a3 f2f1 a3a7",
     {"1/2-1/2", "1/2-1/2", "1-0", "1/2-1/2", "1/2-1/2"}},
    {"nothing",
     "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 0 1",
     "f0f1 d9e9 f1f0 e9d9 f0f1 d9e9 f1f0 e9d9",
     {"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
};

/* -- the examples of engine/rules/RULES.md: `fen FEN`, `moves MOVES`, then lines `RULES... RESULT ENDING` --- */

/* Checks one verdict line; returns the number of rule sets it lists. */
static int check_verdict(const char *line, const Game *game)
{
    bool named[RULE_SETS] = {false};
    char word[32];
    int count = 0, length;
    const char *at = line;
    RuleSet rules;
    while (sscanf(at, "%31s%n", word, &length) == 1 && (strcmp(word, "all") == 0 || rule_set_from_name(word, &rules))) {
        for (int r = 0; r < RULE_SETS; r++)
            named[r] |= strcmp(word, "all") == 0 || r == (int)rules;
        at += length;
    }
    Outcome outcome;
    Ending ending;
    ck_assert_msg(outcome_from_text(word, &outcome), "no result: %s", line);
    ck_assert_msg(ending_from_name(at + length + 1, &ending), "no ending: %s", line);
    for (int r = 0; r < RULE_SETS; r++) {
        if (!named[r])
            continue;
        Judgement j;
        int plies = judge_from_start(game, (RuleSet)r, NATURAL_LIMIT_DEFAULT, &j);
        count++;
        ck_assert_msg(plies == game->plies && j.result.outcome == outcome && j.result.ending == ending, "%s, %s: %s by %s after %d plies",
                      fen_of(&game->start), line, outcome_text(j.result.outcome), ending_name(j.result.ending), plies);
    }
    return count;
}

START_TEST(the_rules_as_described)
{
    FILE *file = fopen("engine/rules/RULES.md", "r");
    ck_assert_ptr_nonnull(file);
    char line[1000], fen[FEN_SIZE] = "";
    bool inside = false;
    int examples = 0, verdicts = 0;
    Game game;
    game_init(&game);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "```") == 0)
            inside = !inside;
        else if (inside && sscanf(line, "fen %127[^\n]", fen) == 1)
            examples++;
        else if (inside && strncmp(line, "moves", 5) == 0)
            play_text(&game, fen, line[5] ? line + 6 : "");
        else if (inside && *line)
            verdicts += check_verdict(line, &game);
    }
    fclose(file);
    game_clear(&game);
    ck_assert_msg(examples >= 23 && verdicts > 2 * examples, "%d examples, %d verdicts", examples, verdicts);
}
END_TEST

START_TEST(rule_sets_differ_as_expected)
{
    Game game;
    game_init(&game);
    play_text(&game, rule_cases[_i].fen, rule_cases[_i].moves);
    for (int rules = 0; rules < RULE_SETS; rules++) {
        Judgement j;
        judge_game(&game, (RuleSet)rules, NATURAL_LIMIT_DEFAULT, &j);
        ck_assert_msg(strcmp(outcome_text(j.result.outcome), rule_cases[_i].want[rules]) == 0, "%s under %s: %s, want %s",
                      rule_cases[_i].why, rule_set_name((RuleSet)rules), outcome_text(j.result.outcome), rule_cases[_i].want[rules]);
    }
    game_clear(&game);
}
END_TEST

static const struct {
    const char *name;
    RuleSet want;
} name_cases[] = {
    {"asian", RULES_ASIAN},
    {"Asian", RULES_ASIAN},
    {"AsianRule", RULES_ASIAN},
    {"asianrule", RULES_ASIAN},
    {"SkyRule", RULES_ASIAN},
    {"chinese", RULES_CHINESE},
    {"ChineseRule", RULES_CHINESE},
    {"computer", RULES_COMPUTER},
    {"ComputerRule", RULES_COMPUTER},
    {"simple", RULES_SIMPLE},
    {"AllowChase", RULES_SIMPLE},
    {"AlwaysDraw", RULES_OFF},
    {"NoJudgement", RULES_OFF},
    {"NOJUDGEMENT", RULES_OFF},
    {"draw", RULES_OFF},
    {"off", RULES_OFF},
};

START_TEST(rule_names)
{
    for (int i = 0; i < COUNT(name_cases); i++) {
        RuleSet got;
        ck_assert_msg(rule_set_from_name(name_cases[i].name, &got) && got == name_cases[i].want, "%s", name_cases[i].name);
    }
    for (int rules = 0; rules < RULE_SETS; rules++) {
        RuleSet got;
        ck_assert_msg(rule_set_from_name(rule_set_name((RuleSet)rules), &got) && got == (RuleSet)rules, "%d", rules);
    }
    RuleSet kept = RULES_SIMPLE;
    ck_assert(!rule_set_from_name("", &kept) && !rule_set_from_name("asia", &kept) && kept == RULES_SIMPLE);
}
END_TEST

/* -- other ends -------------------------------------------------------------------------------------- */

static const struct {
    const char *why, *fen, *moves;
    int limit;
    Ending ending;
    const char *result;
} end_cases[] = {
    {"the game goes on", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 0 1", "a0a1", 120, ENDING_NONE, "*"},
    {"checkmate", "3k5/R8/9/9/9/9/9/9/7R1/5K3 w - - 0 1", "h1h9", 120, ENDING_CHECKMATE, "1-0"},
    {"checkmate on the limit's last ply", "3k5/R8/9/9/9/9/9/9/7R1/5K3 w - - 119 60", "h1h9", 120, ENDING_CHECKMATE, "1-0"},
    {"stalemate loses", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1", "", 120, ENDING_STALEMATE, "0-1"},
    {"stalemate at the limit loses too", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 150 90", "", 120, ENDING_STALEMATE, "0-1"},
    {"only guards", "2bak4/4a4/9/9/9/9/9/9/4A4/2BAKr3 w - - 0 1", "e0f0", 120, ENDING_BARE_GUARDS, "1/2-1/2"},
    {"one pawn is an attacker", "2bak4/9/9/9/9/9/p8/9/9/5K3 w - - 0 1", "", 120, ENDING_NONE, "*"},
    {"limit", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 118 60", "a0a1 d9d8", 120, ENDING_NATURAL_LIMIT, "1/2-1/2"},
    {"limit, one ply early", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 117 60", "a0a1 d9d8", 120, ENDING_NONE, "*"},
    {"shorter limit", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 98 60", "a0a1 d9d8", 100, ENDING_NATURAL_LIMIT, "1/2-1/2"},
    {"limit off", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 900 60", "a0a1 d9d8", 0, ENDING_NONE, "*"},
    {"limit already reached in the FEN", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 130 60", "", 120, ENDING_NATURAL_LIMIT, "1/2-1/2"},
    {"a capture resets the limit", "3k5/9/9/9/9/9/p7p/9/9/R4K3 w - - 119 60", "a0a3", 120, ENDING_NONE, "*"},
    {"a pawn's step does not", "3k5/9/9/9/9/9/p7p/9/9/R4K3 b - - 119 60", "a3a2", 120, ENDING_NATURAL_LIMIT, "1/2-1/2"},
};

START_TEST(ends)
{
    Game game;
    Judgement j;
    game_init(&game);
    play_text(&game, end_cases[_i].fen, end_cases[_i].moves);
    judge_game(&game, RULES_ASIAN, end_cases[_i].limit, &j);
    ck_assert_msg(j.result.ending == end_cases[_i].ending && strcmp(outcome_text(j.result.outcome), end_cases[_i].result) == 0,
                  "%s: ending %d, %s", end_cases[_i].why, (int)j.result.ending, outcome_text(j.result.outcome));
    game_clear(&game);
}
END_TEST

START_TEST(the_first_end_counts)
{
    Game game;
    Judgement j;
    game_init(&game);
    play_text(&game, "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 0 1", "f0f1 d9e9 f1f0 e9d9 f0f1 d9e9 f1f0 e9d9 a0a9");
    ck_assert_int_eq(judge_from_start(&game, RULES_ASIAN, 120, &j), 8);
    ck_assert_int_eq(j.result.ending, ENDING_REPETITION);
    judge_game(&game, RULES_ASIAN, 120, &j);
    ck_assert_int_eq(j.result.ending, ENDING_NONE);
    game_clear(&game);
}
END_TEST

/* -- reasons ------------------------------------------------------------------------------------------- */

static const struct {
    const char *fen, *moves, *english[4], *zh[4]; /* texts that must occur */
} reason_cases[] = {
    {"9/4k4/9/9/R8/9/9/9/9/3K5 w - - 0 1",
     "a5e5 e8f8 e5f5 f8e8 f5e5 e8f8 e5f5 f8e8 f5e5",
     {"Red loses by perpetual check", "2. e5f5: rook checks", "Black: nothing forbidden"},
     {"红方长将，不变判负", "2. 车五平四（e5f5）：车将军", "黑方：允许着法。1. …… 将5平6 为闲着。"}},
    {"3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 0 1",
     "f0f1 d9e9 f1f0 e9d9 f0f1 d9e9 f1f0 e9d9",
     {"Draw by repetition", "Idle move: 1. f0f1", "1. f0f1 to 2... e9d9, played twice"},
     {"作和", "红方：允许着法。1. 帅四进一 为闲着。", "循环着法：1. 帅四进一 至 2. …… 将5平4，共两遍。"}},
    {"3k5/9/9/9/9/9/9/1r7/9/1C2K4 w - - 0 1",
     "b0c0 b2c2 c0b0 c2b2 b0c0 b2c2 c0b0 c2b2",
     {"Black loses by perpetual chase", "1... b2c2: rook c2 chases cannon c0"},
     {"黑方长捉，不变判负。", "黑方：长捉（车捉红方的炮）。", "  1. …… 车2平3（b2c2）：车（c2）捉炮（c0）\n"}},
    {"3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1", "", {"Red has no legal move and loses"}, {"红方被困毙"}},
    {"3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 118 60", "a0a1 d9d8", {"120 plies without a capture"}, {"自然限着"}},
};

static void has_all(const char *text, const char *const *parts)
{
    for (int i = 0; i < 4 && parts[i]; i++)
        ck_assert_msg(strstr(text, parts[i]) != NULL, "\"%s\" is not in:\n%s", parts[i], text);
}

START_TEST(reasons_say_what_happened)
{
    Text text = TEXT_INIT;
    Game game;
    Judgement j;
    game_init(&game);
    play_text(&game, reason_cases[_i].fen, reason_cases[_i].moves);
    judge_game(&game, RULES_ASIAN, 120, &j);
    verdict_reason(&j, &game, LANGUAGE_ENGLISH, &text);
    has_all(text.data, reason_cases[_i].english);
    text_free(&text);
    verdict_reason(&j, &game, LANGUAGE_CHINESE, &text);
    has_all(text.data, reason_cases[_i].zh);
    text_free(&text);
    game_clear(&game);
}
END_TEST

/* The ply at which a root is cut may be among those left out. */
START_TEST(a_cut_outside_the_listed_plies_is_reported)
{
    Text text = TEXT_INIT;
    Game game;
    game_init(&game);
    Judgement j = {.result = {OUTCOME_RED, ENDING_PERPETUAL_CHASE}, .reason = {.count = 1, .plies = {{.move = move_of("a0a1")}}}};
    j.reason.sides[RED] = (SideReason){.level = LEVEL_ROOT_CUT, .excuse = EXCUSE_CUT, .shown = -1};
    j.reason.sides[BLACK] = (SideReason){.level = LEVEL_CHASE, .shown = -1};
    verdict_reason(&j, &game, LANGUAGE_ENGLISH, &text);
    const char *const parts[4] = {"Black loses by perpetual chase", "Red: perpetual chase by cutting the root.\n"};
    has_all(text.data, parts);
    text_free(&text);
    game_clear(&game);
}
END_TEST

/* On random cycles the reason must support the verdict: a chaser attacks its victim on each of its plies, and the ply named as
 * harmless is harmless. */
START_TEST(reasons_support_the_verdict)
{
    static const RuleSet sets[] = {RULES_ASIAN, RULES_ASIAN, RULES_COMPUTER, RULES_CHINESE, RULES_SIMPLE};
    Rng rng = {5};
    for (int i = 0; i < effort(1000, 100); i++) {
        Cycle cycle;
        Game game;
        Judgement j;
        RuleSet rules = sets[i % COUNT(sets)];
        random_cycle(&rng, &cycle);
        game_init(&game);
        cycle_play(&cycle, 2, &game);
        judge_game(&game, rules, 0, &j);
        for (int side = 0; side < 2; side++) {
            const SideReason *s = &j.reason.sides[side];
            if ((s->level == LEVEL_IDLE && s->excuse != EXCUSE_VICTIMS && rules != RULES_SIMPLE) || s->level == LEVEL_ROOT_CUT)
                ck_assert_msg(s->shown >= 0, "%s", fen_of(&cycle.start));
            for (int p = 0; p < j.reason.count; p++) {
                const PlyNote *ply = &j.reason.plies[p];
                if ((int)id_side(ply->mover) != side)
                    continue;
                bool attacks = ply->count > 0;
                if (s->level == LEVEL_CHECK)
                    ck_assert_msg(ply->checkers[0] != EMPTY, "%s", fen_of(&cycle.start));
                if ((s->level == LEVEL_CHASE && rules != RULES_CHINESE) || s->level == LEVEL_ROOT_CUT)
                    ck_assert_msg(attacks && ply->pairs[0].victim == s->victim, "%s ply %d", fen_of(&cycle.start), ply->ply);
                if (s->level == LEVEL_ROOT_CUT && p == s->shown)
                    ck_assert_msg(ply->pairs[0].state == PAIR_ROOT_CUT, "%s ply %d", fen_of(&cycle.start), ply->ply);
                if (s->attacker)
                    ck_assert_msg(ply->pairs[0].attacker == s->attacker, "%s ply %d", fen_of(&cycle.start), ply->ply);
                if (s->excuse == EXCUSE_PLY && p == s->shown)
                    ck_assert_msg(!attacks && !ply->checkers[0] && !(ply->does & DOES_KILL), "%s ply %d", fen_of(&cycle.start), ply->ply);
            }
        }
        for (int language = 0; language < 2; language++) {
            Text text = TEXT_INIT;
            verdict_reason(&j, &game, (Language)language, &text);
            ck_assert(!text.failed && text.length > 40 && text.data[text.length - 1] == '\n');
            text_free(&text);
        }
        game_clear(&game);
    }
}
END_TEST

/* -- the command ------------------------------------------------------------------------------------------- */

#define QUIET_FEN "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 0 1"

static const struct {
    const char *arguments[12];
    int status;
    const char *text; /* status 0: first line of output; otherwise part of the message, NULL: any */
} command_cases[] = {
    {{NULL}, 2, "missing moves or game file"},
    {{"h2e2", "h9g7"}, 0, "Result: *"},
    {{"h2e2 h9g7"}, 0, "Result: *"},
    {{"--fen", QUIET_FEN, "f0f1 d9e9 f1f0 e9d9 f0f1 d9e9 f1f0 e9d9"}, 0, "Result: 1/2-1/2"},
    {{"--fen", QUIET_FEN " moves f0f1 d9e9", "f1f0"}, 0, "Result: *"},
    {{"--lang", "zh", "--rules", "AsianRule", "--limit", "2", "h2e2", "h9g7"}, 0, "结果：和棋"},
    {{"h2h3", "h2h3"}, 1, "move 2"},
    {{"1.h2e2 h9g7 2. 马二进三"}, 0, "Result: *"},
    {{"h2e2", "H8+7", "马二进三", "车9平8"}, 0, "Result: *"},
    {{"h0f1"}, 1, "move 1, h0f1: The horse's leg is blocked by the elephant on g0"},
    {{"C2.5", "H8+8"}, 1, "move 2, H8+8: "},
    {{"--lang", "zh", "马二进四"}, 1, "蹩马腿"},
    {{"--fen", "3k5/9/9/9/2C6/9/9/2C6/9/4K4 w", "C7.5"}, 1, "C+.5"},
    {{"C2.5", "h8+7"}, 0, "Result: *"},
    {{"炮二平五 马8进7"}, 0, "Result: *"},
    {{"炮二平五 车1退1"}, 1, NULL},
    {{"nonsense"}, 1, NULL},
    {{"--rules", "none"}, 2, NULL},
    {{"--limit", "-1"}, 2, NULL},
    {{"--lang", "fr"}, 2, NULL},
    {{"--fen", "x"}, 1, NULL},
    {{"--fen"}, 2, NULL},
    {{"--what", "x"}, 2, NULL},
    {{"--fen=" QUIET_FEN, "--rules=simple", "f0f1"}, 0, "Result: *"},
    {{"f0f1", "--fen", QUIET_FEN}, 0, "Result: *"}, /* options may follow the arguments */
};

START_TEST(command)
{
    char line[2048], out[2048], errors[2048] = "", errors_path[1024];
    snprintf(errors_path, sizeof errors_path, "%s/errors", scratch_folder());
    int length = snprintf(line, sizeof line, "%s judge", built_program("hanxin"));
    for (int i = 0; command_cases[_i].arguments[i]; i++)
        length += snprintf(line + length, sizeof line - (size_t)length, " '%s'", command_cases[_i].arguments[i]);
    snprintf(line + length, sizeof line - (size_t)length, " 2>'%s'", errors_path);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t used = fread(out, 1, sizeof out - 1, pipe);
    out[used] = '\0';
    int ended = pclose(pipe);
    FILE *file = fopen(errors_path, "r");
    ck_assert_ptr_nonnull(file);
    size_t errors_used = fread(errors, 1, sizeof errors - 1, file);
    fclose(file);
    ck_assert_msg(WIFEXITED(ended) && WEXITSTATUS(ended) == command_cases[_i].status, "%s: %s", line, errors);
    if (command_cases[_i].status == 0) {
        out[strcspn(out, "\n")] = '\0';
        ck_assert_str_eq(out, command_cases[_i].text);
        ck_assert_uint_eq(errors_used, 0);
    } else {
        ck_assert_uint_eq(used, 0);
        ck_assert_msg(strncmp(errors, "hanxin judge", 12) == 0 && strchr(errors, '\n') == errors + errors_used - 1, "not one line: \"%s\"",
                      errors);
        ck_assert_msg(!command_cases[_i].text || strstr(errors, command_cases[_i].text), "no '%s' in %s", command_cases[_i].text, errors);
    }
}
END_TEST

Suite *judge_suite(void)
{
    Suite *s = suite_create("judge");
    TCase *tc = tcase_create("cases");
    tcase_add_test(tc, shipped_cases);
    tcase_add_test(tc, all_cases);
    tcase_add_loop_test(tc, rule_sets_differ_as_expected, 0, COUNT(rule_cases));
    tcase_add_test(tc, the_rules_as_described);
    tcase_add_test(tc, rule_names);
    tcase_add_loop_test(tc, ends, 0, COUNT(end_cases));
    tcase_add_test(tc, the_first_end_counts);
    suite_add_tcase(s, tc);

    tc = tcase_create("reasons");
    tcase_add_loop_test(tc, reasons_say_what_happened, 0, COUNT(reason_cases));
    tcase_add_test(tc, a_cut_outside_the_listed_plies_is_reported);
    tcase_add_test(tc, reasons_support_the_verdict);
    suite_add_tcase(s, tc);

    tc = tcase_create("command");
    tcase_add_loop_test(tc, command, 0, COUNT(command_cases));
    suite_add_tcase(s, tc);
    return s;
}
