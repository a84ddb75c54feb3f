#include "protocol/cli/convert.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/pgn.h"
#include "engine/notation/refusal.h"

typedef struct Conversion {
    const Call *call;
    Notation to;
    Position pos;
    int moves;  /* met so far */
    bool begun; /* one has been written */
} Conversion;

static bool convert_move(void *self, const char *word)
{
    Conversion *c = self;
    Move m;
    char text[MOVE_TEXT_SIZE], array[REFUSAL_SIZE], what[80];
    Text why = text_over(array, sizeof array);
    c->moves++;
    if (move_from_text(&c->pos, word, &m, c->call->program.language, &why) != READ_MOVE) {
        snprintf(what, sizeof what, either(c->call, "move %d, %.*s", "第 %d 着 %.*s"), c->moves, (int)utf8_fit(word, 24), word);
        call_fail(c->call, what, array);
        return false;
    }
    printf("%s%s", c->begun ? " " : "", move_to_text(&c->pos, m, c->to, text));
    c->begun = true;
    Undo undo;
    position_make(&c->pos, m, &undo);
    return true;
}

/* Arguments may hold several moves each, and move numbers. */
static bool convert_moves(Conversion *c)
{
    bool ok = true;
    for (int i = 1; ok && i <= c->call->words; i++)
        ok = each_move(c->call->argv[i], convert_move, c);
    if (c->begun)
        putchar('\n');
    return ok;
}

static bool convert_file(const Call *call, Notation to, const char *path)
{
    size_t length;
    Text unread = WHY_IN(call->program.language);
    char *text = text_read_file(path, &length, &unread);
    Language language = call->program.language;
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
        if (!game.start_lost && (!game.fault_line || game.tag_count > 0 || game.plies > 0))
            pgn_write(&game, to, stdout);
    }
    pgn_clear(&game);
    free(text);
    return games > 0 ? ok : call_fail(call, name, either(call, "no game in it", "其中没有棋局")) == EXIT_SUCCESS;
}

int convert_command(Call *call)
{
    Conversion c = {.call = call, .to = NOTATION_ICCS};
    const char *fen = NULL;
    ArgSink to = notation_sink(&c.to);
    const Arg args[] = {
        {"to N", ARG_SINK, &to, 0, 0,
         either(call, "iccs (h2e2, default), wxf (C2.5), chinese (炮二平五)", "iccs（h2e2，默认）、wxf（C2.5）、chinese（炮二平五）")},
        {"fen FEN", ARG_TEXT, &fen, 0, 0, either(call, "the position the moves begin at", "着法由此局面开始")},
        {"lang L", ARG_SINK, &call->lang, 0, 0,
         either(call, "en or zh, of the lines that say what cannot be read; default by the environment",
                "en 或 zh：说明何处读不出时所用的语言，默认依环境")},
    };
    call->program.dash_begins_words = true;
    if (!call_read(call, args, sizeof args / sizeof *args, INT_MAX))
        return call->status;
    if (call->words == 0)
        return args_wrong(&call->program, "%s", either(call, "what? moves, or a PGN file", "需要着法或 PGN 文件"));
    if (!call_position(call, fen, &c.pos))
        return EXIT_FAILURE;
    const char *word = call->argv[1];
    size_t length = strlen(word);
    bool is_file =
        call->words == 1 && (strcmp(word, "-") == 0 || file_exists(word) || (length > 4 && strcmp(word + length - 4, ".pgn") == 0));
    return (is_file ? convert_file(call, c.to, word) : convert_moves(&c)) ? EXIT_SUCCESS : EXIT_FAILURE;
}
