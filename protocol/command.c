/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/command.h"

#include <stdio.h>

#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

static const struct {
    const char *word;
    CommandKind kind;
    bool word_is_argument; /* the word itself is the beginning of the arguments */
} command_words[] = {
    {"ucci", CMD_UCCI, false},
    {"uci", CMD_UCI, false},
    {"isready", CMD_ISREADY, false},
    {"setoption", CMD_SETOPTION, false},
    {"debug", CMD_SETOPTION, true}, /* UCI's `debug on` is an option in UCCI */
    {"newgame", CMD_NEWGAME, false},
    {"ucinewgame", CMD_NEWGAME, false},
    {"uccinewgame", CMD_NEWGAME, false},
    {"loadbook", CMD_NEWGAME, false},
    {"position", CMD_POSITION, false},
    {"fen", CMD_POSITION, true}, /* UCI-Cyclone omits `position` (UCCI.md, 37) */
    {"startpos", CMD_POSITION, true},
    {"banmoves", CMD_BANMOVES, false},
    {"go", CMD_GO, false},
    {"stop", CMD_STOP, false},
    {"ponderhit", CMD_PONDERHIT, false},
    {"probe", CMD_PROBE, false},
    {"quit", CMD_QUIT, false},
    {"exit", CMD_QUIT, false},
    {"d", CMD_SHOW, false},
    {"eval", CMD_EVAL, false},
    {"flip", CMD_FLIP, false},
    {"bench", CMD_BENCH, false},
    {"help", CMD_HELP, false},
};

enum { COMMAND_WORDS = sizeof command_words / sizeof *command_words };

Command command_read(char *line)
{
    char *start = text_trim(line), *rest = start + strcspn(start, BLANKS);
    size_t length = (size_t)(rest - start);
    if (*start == '\0' || *start == '#')
        return (Command){CMD_EMPTY, start, false};
    for (int i = 0; i < COMMAND_WORDS; i++)
        if (strlen(command_words[i].word) == length && strncasecmp(start, command_words[i].word, length) == 0)
            return command_words[i].word_is_argument ? (Command){command_words[i].kind, start, true}
                                                     : (Command){command_words[i].kind, rest + strspn(rest, BLANKS), false};
    return (Command){CMD_UNKNOWN, start, false};
}

CommandKind command_kind(const char *line)
{
    char word[12] = "";
    return sscanf(line, "%11s", word) == 1 ? command_read(word).kind : CMD_EMPTY;
}

Setup setup_game(Game *game, char *args, Text *why)
{
    char *rest = args, *word = word_next(&rest);
    bool fen = word && word_is(word, "fen");
    if (!fen && !(word && word_is(word, "startpos")))
        return SETUP_NONE;
    char *moves = word_find(rest, "moves"); /* the FEN before it must stay in one piece */
    if (moves) {
        *moves = '\0';
        moves += strlen("moves");
    }
    Position start;
    position_start(&start);
    text_add(why, "bad position: ");
    if (fen && !fen_read(rest, &start, why))
        return SETUP_BAD;
    text_cut(why, 0);
    game_reset(game, &start);
    for (int number = 1; moves && (word = word_next(&moves)); number++) {
        Move m;
        bool is_move = move_from_iccs(word, &m);
        if (!is_move || !is_legal(&game->now, m)) {
            text_addf(why, "move %d of the list, %.20s, is %s; stopped before it", number, word, is_move ? "illegal" : "not a move");
            break;
        }
        if (!game_play(game, m)) { /* a reply for another position would look like a valid answer */
            text_addf(why, "no memory for move %d of the list: no position", number);
            return SETUP_BAD;
        }
    }
    return SETUP_DONE;
}

void setup_moves(const Position *pos, char *text, MoveList *list)
{
    list->count = 0;
    for (char *word; (word = word_next(&text));) {
        Move m;
        if (move_from_iccs(word, &m) && is_legal(pos, m) && !move_list_has(list, m))
            list->moves[list->count++] = m; /* there is room, because each legal move is added only once */
    }
}

/* Reads a square whose rank counts from 1 to 10. Returns the text after it, or NULL if it is not a
 * square. */
static const char *square_from_rank_1(const char *text, char *out)
{
    char *end;
    long rank = text[0] && isdigit((unsigned char)text[1]) ? strtol(text + 1, &end, 10) : 0;
    if (!strchr("abcdefghiABCDEFGHI", text[0]) || rank < 1 || rank > 10)
        return NULL;
    out[0] = text[0];
    out[1] = (char)('0' + rank - 1);
    return end;
}

void moves_from_rank_1(char *text)
{
    for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
        char move[4];
        size_t length = strcspn(text, BLANKS);
        const char *to = square_from_rank_1(text, move), *end = to ? square_from_rank_1(to, move + 2) : NULL;
        if (end == text + length) {
            memset(text, ' ', length);
            memcpy(text, move, sizeof move);
        }
        text += length;
    }
}
