#include "protocol/cli/judge_command.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/notation/fen.h"
#include "engine/board/legal.h"
#include "engine/notation/notation.h"
#include "engine/notation/refusal.h"
#include "engine/notation/verdict.h"

static const char usage[] = "usage: hanxin judge [--fen FEN] [--rules R] [--limit N] [--lang en|zh] MOVES...\n"
                            "\n"
                            "Says how the game stands after MOVES (h2e2, C2.5 or 炮二平五, each in any notation) and why.\n"
                            "A FEN may carry its own `moves`.\n"
                            "  --fen FEN    start from this position instead of the start position\n"
                            "  --rules R    asian (default), computer, chinese (an approximation), simple, off; GUI names too\n"
                            "  --limit N    draw after so many plies without a capture: default 120, 0 never\n"
                            "  --lang L     en or zh: default by the environment\n"
                            "\n"
                            "Exit status: 0 it was judged, 1 a position or move cannot be, 2 the arguments were not understood.\n";

static const char usage_zh[] = "用法：hanxin judge [--fen 局面] [--rules R] [--limit N] [--lang en|zh] 着法...\n"
                               "\n"
                               "说明走完这些着法（h2e2、C2.5 或 炮二平五，可混用）之后按规则胜负如何，以及理由。\n"
                               "局面（FEN）后可以自带 moves 和着法。\n"
                               "  --fen 局面   由此局面开始，不从开局开始\n"
                               "  --rules R    asian 亚洲（默认）、computer 电脑、chinese 中国（近似）、simple 简易、off 一律作和\n"
                               "  --limit N    连续多少着未吃子作和：默认 120，0 为不限\n"
                               "  --lang L     en 或 zh：默认依环境\n"
                               "\n"
                               "退出状态：0 已裁定，1 局面或着法不成立，2 看不懂参数。\n";

typedef struct Request {
    Position start;
    RuleSet rules;
    int limit;
    Language language;
    Game game;
    FILE *out, *errors;
    int status; /* what is wrong so far: EXIT_FAILURE, or EXIT_USAGE */
} Request;

static const char *either(const Request *r, const char *english, const char *chinese)
{
    return r->language == LANGUAGE_CHINESE ? chinese : english;
}

static bool fail(Request *r, int status, const char *what, const char *about)
{
    fprintf(r->errors, either(r, "hanxin judge: %s: %s\n", "hanxin judge：%s：%s\n"), what, about);
    r->status = status;
    return false;
}

/* The arguments are not understood. */
static bool complain(Request *r, const char *what, const char *about) { return fail(r, EXIT_USAGE, what, about); }

static bool play_word(Request *r, const char *word)
{
    Game *game = &r->game;
    MoveReading reading;
    char why[REFUSAL_SIZE], error[REFUSAL_SIZE + 20];
    if (!move_from_text(&game->now, word, &reading) || !is_legal(&game->now, reading.move)) {
        refusal_of_text(&game->now, word, &reading, r->language, why, sizeof why);
        snprintf(error, sizeof error, either(r, "move %d: %s", "第 %d 着：%s"), game->plies + 1, why);
        return fail(r, EXIT_FAILURE, word, error);
    }
    return game_play(game, reading.move) || fail(r, EXIT_FAILURE, word, either(r, "out of memory", "内存不足"));
}

/* Plays the words of a text; the word `moves` and numbers may stand before them. */
static bool play_text(Request *r, const char *text)
{
    static const char blanks[] = " \t\r\n";
    for (const char *p = text + strspn(text, blanks); *p; p += strspn(p, blanks)) {
        char word[40];
        size_t n = strcspn(p, blanks), digits = strspn(p, "0123456789");
        if (digits && p[digits] == '.') { /* `1.` or `1...` */
            p += digits + strspn(p + digits, ".");
            continue;
        }
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        p += n;
        if (strcmp(word, "moves") != 0 && !play_word(r, word))
            return false;
    }
    return true;
}

static bool read_fen(Request *r, const char *fen)
{
    FenFault fault;
    char why[REFUSAL_SIZE];
    if (!fen_read(fen, &r->start, &fault)) {
        refusal_of_fen(&fault, r->language, why, sizeof why);
        return fail(r, EXIT_FAILURE, "--fen", why);
    }
    game_reset(&r->game, &r->start);
    const char *moves = strstr(fen, " moves ");
    return !moves || play_text(r, moves);
}

static bool read_option(Request *r, const char *name, const char *value)
{
    if (strcmp(name, "--fen") == 0)
        return read_fen(r, value);
    if (strcmp(name, "--rules") == 0)
        return rule_set_from_name(value, &r->rules) || complain(r, value,
                                                                either(r, "no such rules; asian, computer, chinese, simple, off",
                                                                       "没有这种规则；可用 asian、computer、chinese、simple、off"));
    if (strcmp(name, "--lang") == 0)
        return language_from_name(value, &r->language) ||
               complain(r, value, either(r, "no such language; en, zh", "没有这种语言；可用 en、zh"));
    if (strcmp(name, "--limit") == 0) {
        char *end;
        long n = strtol(value, &end, 10);
        if (*end || end == value || n < 0 || n > NATURAL_LIMIT_MAX)
            return complain(r, value, either(r, "the limit is a number of plies from 0 to 1000", "限着数为 0 至 1000"));
        r->limit = (int)n;
        return true;
    }
    return complain(r, name, either(r, "no such option; see hanxin judge --help", "没有这个选项；见 hanxin judge --help"));
}

/* `--name VALUE` or `--name=VALUE` at argv[*i]; moves *i to its last word. */
static bool read_option_at(Request *r, int argc, char **argv, int *i)
{
    const char *word = argv[*i], *value = strchr(word, '=');
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    if (!value && *i + 1 == argc)
        return complain(r, word, either(r, "its value is missing; see hanxin judge --help", "缺少它的值；见 hanxin judge --help"));
    value = value ? value + 1 : argv[++*i];
    if (strcmp(name, "--fen") == 0 && r->game.plies)
        return complain(r, "--fen", either(r, "must come before the moves", "须写在着法之前"));
    return read_option(r, name, value);
}

static bool read_arguments(Request *r, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        bool ok = strncmp(argv[i], "--", 2) == 0 ? read_option_at(r, argc, argv, &i) : play_text(r, argv[i]);
        if (!ok)
            return false;
    }
    return true;
}

static bool report(Request *r)
{
    char *text = malloc(VERDICT_SIZE);
    Judgement *j = malloc(sizeof *j);
    bool ok = text && j;
    if (ok) {
        int plies = judge_from_start(&r->game, r->rules, r->limit, j);
        verdict_reason(j, r->language, text, VERDICT_SIZE);
        fprintf(r->out, "Result: %s\n%s", outcome_text(j->result.outcome), text);
        int left = r->game.plies - plies;
        if (left > 0)
            fprintf(r->out,
                    r->language == LANGUAGE_CHINESE ? "对局在第 %d 着后已结束，其后 %d 着未计。\n"
                                                    : "The game was over after ply %d; plies after that: %d, not looked at.\n",
                    plies, left);
    }
    free(text);
    free(j);
    return ok || fail(r, EXIT_FAILURE, "result", either(r, "out of memory", "内存不足"));
}

int judge_command(int argc, char **argv, FILE *out, FILE *errors)
{
    Request r = {
        .rules = RULES_ASIAN, .limit = NATURAL_LIMIT_DEFAULT, .language = language_wanted(argc, argv), .out = out, .errors = errors};
    if (args_ask_help(argc, argv)) {
        fputs(either(&r, usage, usage_zh), out);
        return EXIT_SUCCESS;
    }
    game_init(&r.game);
    if (read_arguments(&r, argc, argv))
        report(&r);
    game_clear(&r.game);
    return r.status;
}
