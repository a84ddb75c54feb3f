#include "protocol/convert.h"

#include <stdlib.h>
#include <string.h>

#include "engine/fen.h"
#include "engine/game.h"
#include "engine/pgn.h"
#include "engine/platform.h"
#include "protocol/refusal.h"
#include "protocol/terminal.h"
#include "protocol/textfile.h"

static const char usage[] = "usage: hanxin convert [--to iccs|wxf|chinese] [--fen FEN] MOVES... | FILE.pgn | -\n"
                            "\n"
                            "Writes moves, or the games of a PGN file (- is standard input), in one notation, whichever they are in.\n"
                            "  --to N       iccs (h2e2, default), wxf (C2.5), chinese (炮二平五)\n"
                            "  --fen FEN    the position MOVES begin at\n"
                            "  --lang L     en (default) or zh: of the line that says why a move cannot be played\n";

enum { EXIT_USAGE = 2 };

typedef struct Conversion {
    Notation to;
    Language language;
    Position pos;
    FILE *out, *errors;
    bool begun; /* a move has been written */
} Conversion;

static bool complain(const Conversion *c, const char *what, const char *about)
{
    fprintf(c->errors, "hanxin convert: %s: %s\n", what, about);
    return false;
}

static bool convert_move(Conversion *c, const char *word, int number)
{
    MoveReading reading;
    char text[MOVE_TEXT_SIZE], why[REFUSAL_SIZE], what[80];
    if (!move_from_text(&c->pos, word, &reading) || !is_legal(&c->pos, reading.move)) {
        refusal_of_text(&c->pos, word, &reading, c->language, why, sizeof why);
        snprintf(what, sizeof what, "move %d, %.*s", number, (int)text_fit(word, 24), word);
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
    char *text = text_read_file(path), error[PGN_ERROR_SIZE];
    if (!text)
        return complain(c, path, "cannot be read");
    PgnGame game;
    const char *at = text;
    bool ok = true;
    int games = 0;
    pgn_init(&game);
    for (PgnStatus status; (status = pgn_read(&at, &game, error)) != PGN_END; games++) {
        if (status == PGN_FAULT) {
            char what[80];
            snprintf(what, sizeof what, "game %d", games + 1);
            ok = complain(c, what, error);
        }
        pgn_write(&game, c->to, c->out);
    }
    pgn_clear(&game);
    free(text);
    return games > 0 ? ok : complain(c, path, "no game in it");
}

static bool read_option(Conversion *c, const char *name, const char *value)
{
    char error[FEN_ERROR_SIZE];
    if (strcmp(name, "--to") == 0)
        return notation_from_name(value, &c->to) || complain(c, value, "no such notation; iccs, wxf, chinese");
    if (strcmp(name, "--fen") == 0)
        return fen_read(value, &c->pos, error) || complain(c, name, error);
    if (strcmp(name, "--lang") == 0) {
        c->language = strcmp(value, "zh") == 0 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
        return strcmp(value, "zh") == 0 || strcmp(value, "en") == 0 || complain(c, value, "no such language; en, zh");
    }
    return complain(c, name, "no such option; see hanxin convert --help");
}

int convert_command(int argc, char **argv, FILE *out, FILE *errors)
{
    if (argc == 1 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
        fputs(usage, out);
        return 0;
    }
    Conversion c = {.to = NOTATION_ICCS, .out = out, .errors = errors};
    position_start(&c.pos);
    int i = 0;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        char name[20];
        size_t length = strcspn(argv[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)length, argv[i]);
        const char *value = argv[i][length] ? argv[i] + length + 1 : i + 1 < argc ? argv[++i] : NULL;
        if (!value) {
            complain(&c, name, "no such option, or its value is missing; see hanxin convert --help");
            return EXIT_USAGE;
        }
        if (!read_option(&c, name, value))
            return EXIT_USAGE;
    }
    if (i == argc) {
        fputs(usage, errors);
        return EXIT_USAGE;
    }
    size_t length = strlen(argv[i]);
    bool is_file = i + 1 == argc &&
                   (strcmp(argv[i], "-") == 0 || file_is_regular(argv[i]) || (length > 4 && strcmp(argv[i] + length - 4, ".pgn") == 0));
    return (is_file ? convert_file(&c, argv[i]) : convert_moves(&c, argc - i, argv + i)) ? 0 : 1;
}
