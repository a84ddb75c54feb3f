#include "protocol/judge_command.h"

#include <stdlib.h>
#include <string.h>

#include "engine/fen.h"
#include "engine/legal.h"
#include "engine/notation.h"
#include "protocol/refusal.h"

static const char usage[] = "usage: hanxin judge [--fen FEN] [--rules R] [--limit N] [--lang en|zh] MOVES...\n"
                            "\n"
                            "Says how the game stands after MOVES (h2e2, C2.5 or 炮二平五, each in any notation) and why.\n"
                            "A FEN may carry its own `moves`.\n"
                            "  --fen FEN    start from this position instead of the start position\n"
                            "  --rules R    asian (default), computer, chinese (an approximation), simple, off; GUI names too\n"
                            "  --limit N    draw after so many plies without a capture: default 120, 0 never\n"
                            "  --lang L     en (default) or zh; give it before the moves\n";

typedef struct Request {
    Position start;
    RuleSet rules;
    int limit;
    Language language;
    Game game;
    FILE *out, *errors;
} Request;

static bool complain(const Request *r, const char *what, const char *about)
{
    fprintf(r->errors, "judge: %s: %s\n", what, about);
    return false;
}

static bool play_word(Request *r, const char *word)
{
    Game *game = &r->game;
    MoveReading reading;
    char why[REFUSAL_SIZE], error[REFUSAL_SIZE + 20];
    if (!move_from_text(&game->now, word, &reading) || !is_legal(&game->now, reading.move)) {
        refusal_of_text(&game->now, word, &reading, r->language, why, sizeof why);
        snprintf(error, sizeof error, "move %d: %s", game->plies + 1, why);
        return complain(r, word, error);
    }
    return game_play(game, reading.move) || complain(r, word, "out of memory");
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
    char error[FEN_ERROR_SIZE];
    if (!fen_read(fen, &r->start, error))
        return complain(r, "--fen", error);
    game_reset(&r->game, &r->start);
    const char *moves = strstr(fen, " moves ");
    return !moves || play_text(r, moves);
}

static bool read_option(Request *r, const char *name, const char *value)
{
    if (strcmp(name, "--fen") == 0)
        return read_fen(r, value);
    if (strcmp(name, "--rules") == 0)
        return rule_set_from_name(value, &r->rules) || complain(r, value, "no such rules; asian, computer, chinese, simple, off");
    if (strcmp(name, "--lang") == 0) {
        r->language = strcmp(value, "zh") == 0 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
        return strcmp(value, "zh") == 0 || strcmp(value, "en") == 0 || complain(r, value, "no such language; en, zh");
    }
    if (strcmp(name, "--limit") == 0) {
        char *end;
        long n = strtol(value, &end, 10);
        if (*end || end == value || n < 0 || n > NATURAL_LIMIT_MAX)
            return complain(r, value, "the limit is a number of plies from 0 to 1000");
        r->limit = (int)n;
        return true;
    }
    return complain(r, name, "no such option; try judge --help");
}

/* `--name VALUE` or `--name=VALUE` at argv[*i]; moves *i to its last word. */
static bool read_option_at(Request *r, int argc, char **argv, int *i)
{
    const char *word = argv[*i], *value = strchr(word, '=');
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    if (!value && *i + 1 == argc)
        return complain(r, word, "needs a value");
    value = value ? value + 1 : argv[++*i];
    if (strcmp(name, "--fen") == 0 && r->game.plies)
        return complain(r, "--fen", "must come before the moves");
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

static bool report(const Request *r)
{
    char *text = malloc(VERDICT_SIZE);
    Judgement *j = malloc(sizeof *j);
    bool ok = text && j;
    if (ok) {
        int plies = judge_from_start(&r->game, r->rules, r->limit, j);
        verdict_reason(j, r->language, text, VERDICT_SIZE);
        fprintf(r->out, "Result: %s\n%s", result_text(j->result), text);
        int left = r->game.plies - plies;
        if (left > 0)
            fprintf(r->out,
                    r->language == LANGUAGE_CHINESE ? "对局在第 %d 着后已结束,其后 %d 着未计。\n"
                                                    : "The game was over after ply %d; plies after that: %d, not looked at.\n",
                    plies, left);
    }
    free(text);
    free(j);
    return ok || complain(r, "result", "out of memory");
}

int judge_command(int argc, char **argv, FILE *out, FILE *errors)
{
    if (argc == 1 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
        fputs(usage, out);
        return 0;
    }
    Request r = {.rules = RULES_ASIAN, .limit = NATURAL_LIMIT_DEFAULT, .language = LANGUAGE_ENGLISH, .out = out, .errors = errors};
    game_init(&r.game);
    bool ok = read_arguments(&r, argc, argv) && report(&r);
    game_clear(&r.game);
    return ok ? 0 : 2;
}
