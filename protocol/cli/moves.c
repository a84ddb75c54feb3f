/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/moves.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/platform.h"
#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/notation/pgn.h"
#include "engine/notation/verdict.h"
#include "protocol/cli/ask_tables.h"

/* The game in which the words of a call are played one after the other. */
typedef struct Walk {
    const Call *call;
    Game game;
    Notation to; /* notation in which moves are printed; NOTATIONS for none */
    int before;  /* number of plies that belong to the FEN and are not printed */
} Walk;

static bool walk_word(Walk *w, const char *word)
{
    Move m;
    char text[MOVE_TEXT_SIZE];
    Text why = WHY_IN(w->call->program.language);
    text_addf(&why, either(w->call, "move %d, %.*s: ", "第 %d 着 %.*s："), w->game.plies + 1, (int)utf8_fit(word, 24), word);
    if (move_from_text(&w->game.now, word, &m, &why) != READ_MOVE) {
        program_fail(&w->call->program, "%s", why.data);
        return false;
    }
    if (w->to != NOTATIONS)
        printf("%s%s", w->game.plies > w->before ? " " : "", move_to_text(&w->game.now, m, w->to, text));
    return game_play(&w->game, m) || call_no_memory(w->call) == EXIT_SUCCESS;
}

/* Plays a text of several moves, which is modified. Move numbers (`1.`, `1...`) and the word
 * `moves` are skipped. */
static bool walk_text(Walk *w, char *text)
{
    for (const char *word; (word = word_next(&text));) {
        const char *digits_end, *end; /* end of a move number, which may be directly followed by a move */
        while ((digits_end = utf8_skip(word, MOVE_DIGITS)) > word && (end = utf8_skip(digits_end, MOVE_POINTS)) > digits_end)
            word = end;
        if (*word && strcmp(word, "moves") != 0 && !walk_word(w, word))
            return false;
    }
    return true;
}

/* Starts with the position of a FEN, which is modified, and plays the moves after it. On failure
 * reports the reason and returns false. */
static bool walk_begin(Walk *w, const char *fen)
{
    const Notation to = w->to;
    Position start;
    char *moves = fen ? fen_moves(fen) : NULL;
    game_init(&w->game);
    if (moves)
        moves[-(int)strlen("moves")] = '\0';
    if (!call_position(w->call, fen, &start))
        return false;
    game_reset(&w->game, &start);
    w->to = NOTATIONS;
    bool done = !moves || walk_text(w, moves);
    w->to = to;
    w->before = w->game.plies;
    return done;
}

static bool walk_words(Walk *w)
{
    for (int i = 1; i <= w->call->words; i++)
        if (!walk_text(w, w->call->argv[i]))
            return false;
    return true;
}

/* ---- convert ---- */

static bool convert_file(const Call *call, Notation to, const char *path)
{
    size_t length;
    Language language = call->program.language;
    Text unread = WHY_IN(language);
    char *text = text_read_file(path, &length, &unread);
    bool dash = strcmp(path, "-") == 0;
    const char *name = dash ? either(call, "standard input", "标准输入") : path;
    if (!text)
        return program_fail(&call->program, "%s", unread.data) == EXIT_SUCCESS;
    PgnGame game;
    PgnSource source = pgn_source(text, length);
    bool ok = true;
    int games = 0;
    pgn_init(&game);
    for (; pgn_read(&source, &game, language); games++) {
        if (game.fault_line) {
            program_fail(&call->program, either(call, "%s, game %d, %s", "%s，第 %d 局，%s"), name, games + 1, game.fault);
            ok = false;
        }
        if (pgn_is_there(&game))
            pgn_write(&game, to, stdout);
    }
    pgn_clear(&game);
    free(text);
    return games > 0 ? ok : call_fail(call, name, either(call, "no game in it", "其中没有棋局")) == EXIT_SUCCESS;
}

/* Returns true if the word looks like a file name, even if there is no such file. */
static bool names_file(const char *word)
{
    const char *dot = strrchr(word, '.');
    return strcmp(word, "-") == 0 || file_exists(word) || (dot && (strcasecmp(dot, ".pgn") == 0 || strcasecmp(dot, ".txt") == 0));
}

/* Converts the files one after the other, each as far as it can be read. */
static bool convert_files(const Call *call, Notation to)
{
    bool ok = true;
    for (int i = 1; i <= call->words; i++)
        ok = convert_file(call, to, call->argv[i]) && ok;
    return ok;
}

int convert_command(Call *call)
{
    Walk w = {.call = call, .to = NOTATION_ICCS};
    const char *fen = NULL;
    const Arg args[] = {
        {"to", ARG_WORD, &(ArgWord){(int *)&w.to, notation_words}, 0, 0,
         either(call, "iccs (h2e2), wxf (C2.5), chinese (炮二平五)", "iccs（h2e2）、wxf（C2.5）、chinese（炮二平五）")},
        {"fen FEN", ARG_TEXT, &fen, 0, 0, either(call, "the position the moves begin at", "着法由此局面开始")},
        {"lang", ARG_WORD, &(ArgWord){(int *)&call->program.language, language_words}, 0, 0,
         either(call, "of the lines that say what cannot be read; default by the environment", "说明何处读不出时所用的语言，默认依环境")},
    };
    call->program.dash_begins_words = true;
    if (!call_read(call, args, sizeof args / sizeof *args, INT_MAX))
        return call->status;
    if (call->words == 0)
        return args_wrong(&call->program, "%s", either(call, "what? moves, or a PGN file", "需要着法或 PGN 文件"));
    if (!walk_begin(&w, fen))
        return EXIT_FAILURE;
    bool ok = names_file(call->argv[1]) ? convert_files(call, w.to) : walk_words(&w);
    if (w.game.plies > w.before)
        putchar('\n');
    game_clear(&w.game);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- judge ---- */

static int take_rules(void *self, const char *name) { return rule_set_from_name(name, self) ? EXIT_SUCCESS : EXIT_USAGE; }

static int report(const Walk *w, RuleSet rules, int limit, const char *folders)
{
    Text text = TEXT_INIT;
    Judgement j;
    int plies = judge_from_start(&w->game, rules, limit, &j), left = w->game.plies - plies;
    verdict_reason(&j, w->call->program.language, &text);
    printf("Result: %s\n%s", outcome_text(j.result.outcome), text.data);
    if (left > 0)
        printf(either(w->call, "The game was over after ply %d; plies after that: %d, not looked at.\n",
                      "对局在第 %d 着后已结束，其后 %d 着未计。\n"),
               plies, left);
    int status = text.failed ? call_no_memory(w->call) : EXIT_SUCCESS;
    if (status == EXIT_SUCCESS && j.result.outcome == OUTCOME_OPEN)
        status = print_known_result(w->call, &w->game.now, folders);
    text_free(&text);
    return status;
}

int judge_command(Call *call)
{
    Walk w = {.call = call, .to = NOTATIONS};
    RuleSet rules = RULES_ASIAN;
    int64_t limit = NATURAL_LIMIT_DEFAULT;
    const char *fen = NULL, *folders = "";
    ArgSink rules_sink = {take_rules, &rules, "asian, computer, chinese, simple, off"};
    const Arg args[] = {
        {"fen FEN", ARG_TEXT, &fen, 0, 0,
         either(call, "start from this position; it may carry its own `moves`", "由此局面开始；后面可以自带 moves 和着法")},
        {"rules", ARG_SINK, &rules_sink, 0, 0,
         either(call, "asian (default), computer, chinese (an approximation), simple, off; GUI names too",
                "asian 亚洲（默认）、computer 电脑、chinese 中国（近似）、simple 简易、off 一律作和")},
        {"limit N", ARG_INT, &limit, 0, NATURAL_LIMIT_MAX,
         either(call, "draw after so many plies without a capture, 0 never", "连续多少着未吃子作和，0 为不限")},
        TABLES_ARG(call, folders),
        {"lang", ARG_WORD, &(ArgWord){(int *)&call->program.language, language_words}, 0, 0,
         either(call, "default by the environment", "默认依环境")},
    };
    call->program.dash_begins_words = true;
    if (!call_read(call, args, sizeof args / sizeof *args, INT_MAX))
        return call->status;
    if (!walk_begin(&w, fen))
        return EXIT_FAILURE;
    int status = walk_words(&w) ? report(&w, rules, (int)limit, folders) : EXIT_FAILURE;
    game_clear(&w.game);
    return status;
}
