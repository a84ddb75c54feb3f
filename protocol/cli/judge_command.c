#include "protocol/cli/judge_command.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/notation/refusal.h"
#include "engine/notation/verdict.h"

typedef struct Request {
    const Call *call;
    Game game;
} Request;

static int take_rules(void *self, const char *name) { return rule_set_from_name(name, self) ? EXIT_SUCCESS : EXIT_USAGE; }

static bool play_word(void *self, const char *word)
{
    Request *r = self;
    Game *game = &r->game;
    Move m;
    char array[REFUSAL_SIZE];
    Text why = text_over(array, sizeof array);
    text_addf(&why, either(r->call, "move %d: ", "第 %d 着："), game->plies + 1);
    if (move_from_text(&game->now, word, &m, r->call->program.language, &why) != READ_MOVE) {
        call_fail(r->call, word, array);
        return false;
    }
    return game_play(game, m) || call_fail(r->call, word, either(r->call, "out of memory", "内存不足")) == EXIT_SUCCESS;
}

/* The moves that the FEN carries, then the words. */
static bool play_all(Request *r, const char *fen)
{
    const char *moves = fen ? strstr(fen, " moves ") : NULL;
    bool ok = !moves || each_move(moves, play_word, r);
    for (int i = 1; ok && i <= r->call->words; i++)
        ok = each_move(r->call->argv[i], play_word, r);
    return ok;
}

static int report(const Request *r, RuleSet rules, int limit)
{
    Text text = TEXT_INIT;
    Judgement *j = malloc(sizeof *j);
    if (j) {
        int plies = judge_from_start(&r->game, rules, limit, j), left = r->game.plies - plies;
        verdict_reason(j, r->call->program.language, &text);
        printf("Result: %s\n%s", outcome_text(j->result.outcome), text.data);
        if (left > 0)
            printf(either(r->call, "The game was over after ply %d; plies after that: %d, not looked at.\n",
                          "对局在第 %d 着后已结束，其后 %d 着未计。\n"),
                   plies, left);
    }
    bool ok = j && !text.failed;
    text_free(&text);
    free(j);
    return ok ? EXIT_SUCCESS : program_fail(&r->call->program, "%s", either(r->call, "out of memory", "内存不足"));
}

int judge_command(Call *call)
{
    Request r = {.call = call};
    RuleSet rules = RULES_ASIAN;
    int64_t limit = NATURAL_LIMIT_DEFAULT;
    const char *fen = NULL;
    ArgSink rules_sink = {take_rules, &rules, "asian, computer, chinese, simple, off"};
    const Arg args[] = {
        {"fen FEN", ARG_TEXT, &fen, 0, 0,
         either(call, "start from this position; it may carry its own `moves`", "由此局面开始；后面可以自带 moves 和着法")},
        {"rules R", ARG_SINK, &rules_sink, 0, 0,
         either(call, "asian (default), computer, chinese (an approximation), simple, off; GUI names too",
                "asian 亚洲（默认）、computer 电脑、chinese 中国（近似）、simple 简易、off 一律作和")},
        {"limit N", ARG_INT, &limit, 0, NATURAL_LIMIT_MAX,
         either(call, "draw after so many plies without a capture, 0 never", "连续多少着未吃子作和，0 为不限")},
        {"lang L", ARG_SINK, &call->lang, 0, 0, either(call, "en or zh; default by the environment", "en 或 zh；默认依环境")},
    };
    Position start;
    call->program.dash_begins_words = true;
    if (!call_read(call, args, sizeof args / sizeof *args, INT_MAX))
        return call->status;
    if (!call_position(call, fen, &start))
        return EXIT_FAILURE;
    game_init(&r.game);
    game_reset(&r.game, &start);
    int status = play_all(&r, fen) ? report(&r, rules, (int)limit) : EXIT_FAILURE;
    game_clear(&r.game);
    return status;
}
