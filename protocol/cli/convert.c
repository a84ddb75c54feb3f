#include "protocol/cli/convert.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/notation/fen.h"
#include "engine/rules/game.h"
#include "engine/board/legal.h"
#include "engine/notation/pgn.h"
#include "engine/base/platform.h"
#include "engine/notation/refusal.h"
#include "engine/base/utf8.h"
#include "engine/base/textfile.h"

static const char usage[] = "usage: hanxin convert [--to iccs|wxf|chinese] [--fen FEN] MOVES... | FILE.pgn | -\n"
                            "\n"
                            "Writes moves, or the games of a PGN file (- is standard input), in one notation, whichever they are in.\n"
                            "  --to N       iccs (h2e2, default), wxf (C2.5), chinese (炮二平五)\n"
                            "  --fen FEN    the position MOVES begin at\n"
                            "  --lang L     en or zh, of the lines that say what cannot be read: default by the environment\n"
                            "\n"
                            "Of a damaged game what could be read is written, its damage told with the line, and reading goes on.\n"
                            "Exit status: 0 all was read, 1 something could not be, 2 the arguments were not understood.\n";

static const char usage_zh[] = "用法：hanxin convert [--to iccs|wxf|chinese] [--fen 局面] 着法... | 文件.pgn | -\n"
                               "\n"
                               "把着法或 PGN 文件（- 为标准输入）中的棋局写成一种记谱法，不论原来用哪一种。\n"
                               "  --to N       iccs（h2e2，默认）、wxf（C2.5）、chinese（炮二平五）\n"
                               "  --fen 局面   着法由此局面开始\n"
                               "  --lang L     en 或 zh：说明何处读不出时所用的语言，默认依环境\n"
                               "\n"
                               "有误的棋局写出可读的部分，指明行号，然后继续往下读。\n"
                               "退出状态：0 全部读出，1 有读不出的，2 看不懂参数。\n";

typedef struct Conversion {
    Notation to;
    Language language;
    Position pos;
    FILE *out, *errors;
    bool begun; /* a move has been written */
} Conversion;

static const char *either(const Conversion *c, const char *english, const char *chinese)
{
    return c->language == LANGUAGE_CHINESE ? chinese : english;
}

static bool complain(const Conversion *c, const char *what, const char *about)
{
    fprintf(c->errors, either(c, "hanxin convert: %s: %s\n", "hanxin convert：%s：%s\n"), what, about);
    return false;
}

static bool convert_move(Conversion *c, const char *word, int number)
{
    MoveReading reading;
    char text[MOVE_TEXT_SIZE], why[REFUSAL_SIZE], what[80];
    if (!move_from_text(&c->pos, word, &reading) || !is_legal(&c->pos, reading.move)) {
        refusal_of_text(&c->pos, word, &reading, c->language, why, sizeof why);
        snprintf(what, sizeof what, either(c, "move %d, %.*s", "第 %d 着 %.*s"), number, (int)utf8_fit(word, 24), word);
        return complain(c, what, why);
    }
    fprintf(c->out, "%s%s", c->begun ? " " : "", move_to_text(&c->pos, reading.move, c->to, text));
    c->begun = true;
    Undo undo;
    position_make(&c->pos, reading.move, &undo);
    return true;
}

/* Arguments may hold several moves each, and move numbers. */
static bool convert_moves(Conversion *c, int argc, char **argv)
{
    static const char blanks[] = " \t\r\n";
    int number = 0;
    bool ok = true;
    for (int i = 0; ok && i < argc; i++)
        for (const char *p = argv[i] + strspn(argv[i], blanks); ok && *p; p += strspn(p, blanks)) {
            char word[64];
            size_t n = strcspn(p, blanks), digits = strspn(p, "0123456789");
            if (digits && p[digits] == '.') /* `1.` or `1...` */
                n = digits + strspn(p + digits, ".");
            else {
                snprintf(word, sizeof word, "%.*s", (int)n, p);
                ok = convert_move(c, word, ++number);
            }
            p += n;
        }
    if (c->begun)
        putc('\n', c->out);
    return ok;
}

static bool convert_file(Conversion *c, const char *path)
{
    size_t length;
    char error[FILE_ERROR_SIZE], why[REFUSAL_SIZE], *text = text_read_file(path, &length, error);
    bool dash = strcmp(path, "-") == 0;
    const char *name = dash ? either(c, "standard input", "标准输入") : path;
    if (!text)
        return complain(c, name, refusal_of_file(error, dash ? "standard input" : path, c->language));
    PgnGame game;
    PgnSource source;
    PgnFault fault;
    bool ok = true;
    int games = 0;
    pgn_init(&game);
    pgn_source_init(&source, text, length);
    for (PgnStatus status; (status = pgn_read(&source, &game, &fault)) != PGN_END; games++) {
        if (status == PGN_FAULT) {
            refusal_of_pgn(&fault, c->language, why, sizeof why);
            fprintf(c->errors, either(c, "hanxin convert: %s, game %d, %s\n", "hanxin convert：%s，第 %d 局，%s\n"), name, games + 1, why);
            ok = false;
        }
        if (status == PGN_GAME || game.tag_count > 0 || game.plies > 0)
            pgn_write(&game, c->to, c->out);
    }
    pgn_clear(&game);
    free(text);
    return games > 0 ? ok : complain(c, name, either(c, "no game in it", "其中没有棋局"));
}

/* The value of an option: EXIT_SUCCESS, EXIT_FAILURE for a position that cannot be, EXIT_USAGE. */
static int read_option(Conversion *c, const char *name, const char *value)
{
    if (strcmp(name, "--fen") == 0) {
        FenFault fault;
        char why[REFUSAL_SIZE];
        if (fen_read(value, &c->pos, &fault))
            return EXIT_SUCCESS;
        refusal_of_fen(&fault, c->language, why, sizeof why);
        complain(c, name, why);
        return EXIT_FAILURE;
    }
    bool ok = strcmp(name, "--to") == 0
                  ? notation_from_name(value, &c->to) ||
                        complain(c, value, either(c, "no such notation; iccs, wxf, chinese", "没有这种记谱法；可用 iccs、wxf、chinese"))
              : strcmp(name, "--lang") == 0
                  ? language_from_name(value, &c->language) ||
                        complain(c, value, either(c, "no such language; en, zh", "没有这种语言；可用 en、zh"))
                  : complain(c, name, either(c, "no such option; see hanxin convert --help", "没有这个选项；见 hanxin convert --help"));
    return ok ? EXIT_SUCCESS : EXIT_USAGE;
}

int convert_command(int argc, char **argv, FILE *out, FILE *errors)
{
    Conversion c = {.to = NOTATION_ICCS, .language = language_wanted(argc, argv), .out = out, .errors = errors};
    if (args_ask_help(argc, argv)) {
        fputs(either(&c, usage, usage_zh), out);
        return EXIT_SUCCESS;
    }
    position_start(&c.pos);
    int i = 0;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        char name[20];
        size_t length = strcspn(argv[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)length, argv[i]);
        const char *value = argv[i][length] ? argv[i] + length + 1 : i + 1 < argc ? argv[++i] : NULL;
        if (!value) {
            complain(&c, name,
                     either(&c, "no such option, or its value is missing; see hanxin convert --help",
                            "没有这个选项，或缺少它的值；见 hanxin convert --help"));
            return EXIT_USAGE;
        }
        int status = read_option(&c, name, value);
        if (status != EXIT_SUCCESS)
            return status;
    }
    if (i == argc) {
        fputs(either(&c, usage, usage_zh), errors);
        return EXIT_USAGE;
    }
    size_t length = strlen(argv[i]);
    bool is_file =
        i + 1 == argc && (strcmp(argv[i], "-") == 0 || file_exists(argv[i]) || (length > 4 && strcmp(argv[i] + length - 4, ".pgn") == 0));
    return (is_file ? convert_file(&c, argv[i]) : convert_moves(&c, argc - i, argv + i)) ? EXIT_SUCCESS : EXIT_FAILURE;
}
