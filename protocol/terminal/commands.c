/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/commands.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "protocol/terminal/reviewing.h"
#include "protocol/terminal/saving.h"
#include "protocol/terminal/thinking.h"
#include "search/skill.h"

/* Returns true if the game is over, after reporting this. */
static bool over(const Play *p)
{
    bool over = p->table.result.outcome != OUTCOME_OPEN;
    if (over && p->table.game.plies == 0)
        play_tell(p, "The game is over: `new` starts another.");
    else if (over)
        play_tell(p, "The game is over: `review`, `undo` or `new`.");
    return over;
}

/* ---- the game ---- */

/* Takes back or redoes moves until it is a person's turn again, or the given number of plies. Returns
 * the number of plies, or -1 after reporting an invalid number. */
static int commands_step(Play *p, const char *name, bool (*one)(Table *t, int64_t now_ms), const char *args)
{
    int64_t wanted = 0, made = 0;
    if (*args && (!word_number(args, &wanted) || wanted < 1)) {
        play_refuse(p, name, args, "a number of plies, 1 or more");
        return -1;
    }
    while ((wanted ? made < wanted : made == 0 || !table_has_person(&p->table, to_move(p))) && one(&p->table, play_clock_ms(p)))
        made++;
    return (int)made;
}

static void cmd_undo(Play *p, char *args)
{
    const bool waited = p->table.paused;
    p->table.paused |= p->table.engine[RED] && p->table.engine[BLACK]; /* otherwise commands_step() would find no person to move */
    int before = p->table.redo_count, made = commands_step(p, "undo", table_undo, args);
    if (made <= 0)
        p->table.paused = waited;
    if (made > 0 && !table_has_person(&p->table, to_move(p)) && p->table.game.plies == 0 && p->table.redo_count - before == 1) {
        /* Only the engine's first move was played, and the engine would play it again. */
        table_redo(&p->table, play_clock_ms(p));
        made = 0;
    }
    if (made == 0)
        play_tell(p, "There is no move to take back.");
    else if (made > 0)
        play_redraw(p, 0);
}

static void cmd_redo(Play *p, char *args)
{
    int made = commands_step(p, "redo", table_redo, args);
    if (made == 0)
        play_tell(p, "There is no move to redo.");
    else if (made > 0)
        play_show(p);
}

static bool read_side(const Play *p, const char *word, bool engine[2])
{
    bool read = table_read_side(word, engine);
    if (!read)
        play_tell(p, "'%s' is not a side: expected red, black, both or none.", word);
    return read;
}

static void cmd_new(Play *p, char *args)
{
    bool engine[2];
    Position start;
    if ((*args && !read_side(p, args, engine)) || !play_gives_up(p))
        return;
    if (*args)
        play_seat(p, engine);
    position_start(&start);
    play_restart(p, &start);
    play_show(p);
}

static void cmd_side(Play *p, char *args)
{
    bool engine[2];
    if (!*args) {
        play_say(p, table_side(&p->table));
    } else if (read_side(p, args, engine)) {
        play_seat(p, engine);
        p->table.paused = false;
        p->table.changed = true;
        play_redraw(p, 0);
    }
}

static void cmd_go(Play *p, char *args)
{
    (void)args;
    if (over(p))
        return;
    p->table.paused = false;
    if (!p->table.engine[to_move(p)])
        thinking_move(p);
}

static void cmd_draw(Play *p, char *args)
{
    (void)args;
    if (over(p))
        return;
    Side them = opponent(to_move(p));
    const char *name = side_word(them, p->screen.language);
    bool person = table_has_person(&p->table, them);
    if (person ? play_ask(p, "%s, do you accept a draw? (yes/no) ", name) : thinking_agrees(p)) {
        table_end(&p->table, (Result){OUTCOME_DRAW, ENDING_AGREEMENT}, play_clock_ms(p));
        play_announce(p);
    } else if (person) {
        play_tell(p, "%s declines.", name);
    }
}

static void cmd_resign(Play *p, char *args)
{
    (void)args;
    if (over(p))
        return;
    Side loser = to_move(p);
    if (p->table.engine[RED] != p->table.engine[BLACK])
        loser = p->table.engine[RED] ? BLACK : RED;
    table_end(&p->table, (Result){lost_by(loser), ENDING_RESIGNATION}, play_clock_ms(p));
    play_announce(p);
}

static void cmd_quit(Play *p, char *args)
{
    (void)args;
    p->quit = play_gives_up(p);
}

/* ---- settings ---- */

static void cmd_flip(Play *p, char *args)
{
    (void)args;
    p->screen.flip = !p->screen.flip;
    play_redraw(p, 0);
}

static void cmd_board(Play *p, char *args)
{
    (void)args;
    play_show(p);
}

/* Sets level, time or depth, and reports the setting that this replaces. Returns false if the value
 * is invalid. */
static bool change_strength(Play *p, const char *name, const char *value)
{
    Table *t = &p->table;
    int old_level = t->level, old_depth = t->depth;
    bool unlimited = strcmp(name, "depth") == 0 && strcmp(value, "0") == 0;
    if (!unlimited && !table_set(t, name, value))
        return false;
    if (unlimited) {
        t->depth = 0;
        t->level = SKILL_LEVELS;
    }
    t->changed = true;
    if (old_level < SKILL_LEVELS && t->level == SKILL_LEVELS && strcmp(name, "level") != 0)
        play_tell(p, "This replaces level %d.", old_level);
    if (old_depth && !t->depth && strcmp(name, "depth") != 0)
        play_tell(p, "This replaces depth %d.", old_depth);
    return true;
}

static void show_levels(Play *p)
{
    enum { PER_LINE = 4 };
    Text text = TEXT_INIT;
    text_add(&text, tr(p->screen.language, "Elo of each level:"));
    for (int level = 1; level <= SKILL_LEVELS; level++)
        text_addf(&text, "%s%3d: %-4d", level % PER_LINE == 1 ? "\n" : "", level, skill_elo(level));
    play_pages(p, text.data);
    text_free(&text);
}

static void cmd_level(Play *p, char *args)
{
    if (*args && !change_strength(p, "level", args))
        play_tell(p, "Levels go from 1 to %d.", SKILL_LEVELS);
    else
        play_tell(p, "Level %d of %d, Elo %d.", p->table.level, SKILL_LEVELS, skill_elo(p->table.level));
    if (!*args)
        show_levels(p);
}

static void cmd_time(Play *p, char *args)
{
    if (*args && !change_strength(p, "time", args))
        play_refuse(p, "time", args, "seconds from 0.001 to 86400");
    else
        play_tell(p, "%g s per move.", (double)p->table.time_ms / 1000);
}

static void cmd_depth(Play *p, char *args)
{
    _Static_assert(MAX_DEPTH == 100, "as the text says");
    if (*args && !change_strength(p, "depth", args))
        play_refuse(p, "depth", args, "plies from 1 to 100, or 0 for no limit");
    else if (p->table.depth)
        play_tell(p, "Depth %d.", p->table.depth);
    else
        play_tell(p, "Depth is not limited.");
}

static void cmd_notation(Play *p, char *args)
{
    if (*args && !notation_from_name(args, &p->screen.notation))
        play_refuse(p, "notation", args, "iccs, wxf, chinese, traditional, english or vietnamese");
    else if (*args)
        play_redraw(p, 0);
    else
        play_say(p, notation_words[p->screen.notation]);
}

static void cmd_lang(Play *p, char *args)
{
    if (*args && !language_from_name(args, &p->screen.language))
        play_refuse(p, "lang", args, "en, zh, zh-Hant or vi");
    else if (*args)
        play_redraw(p, 0);
    else
        play_say(p, language_words[p->screen.language]);
}

/* ---- moves ---- */

/* Adds the legal moves, several per line; if `only` is not SQ_NONE, only those of the piece on that
 * square. Returns their destinations. */
static Bitboard add_moves(const Play *p, Square only, Text *text)
{
    enum { CELL = 12 };
    int columns, rows, used = 0;
    Bitboard targets = 0;
    MoveList list = {0};
    terminal_size(&columns, &rows);
    legal_moves(&p->table.game.now, &list);
    for (int i = 0; i < list.count; i++) {
        char move[MOVE_TEXT_SIZE];
        if (only != SQ_NONE && move_from(list.moves[i]) != only)
            continue;
        targets |= square_bit(move_to(list.moves[i]));
        if (used > 0 && used + CELL > columns) {
            text_add_char(text, '\n');
            used = 0;
        }
        size_t from = text->length;
        text_add(text, move_to_text(&p->table.game.now, list.moves[i], p->screen.notation, move));
        text_pad(text, from, CELL);
        used += CELL;
    }
    text_add(text, targets ? "\n" : "");
    return targets;
}

/* Handles a line that contains only a square: shows where the piece on it can go. */
static void show_moves(Play *p, Square s)
{
    const Position *pos = &p->table.game.now;
    Piece piece = piece_at(pos, s);
    Text why = WHY_IN(p->screen.language);
    why.by_files = screen_by_files(&p->screen);
    if (piece == NO_PIECE || piece_side(piece) != pos->side) {
        refuse_move(pos, move_make(s, s), &why);
        play_say(p, why.data);
        return;
    }
    Text text = TEXT_INIT;
    Bitboard targets = add_moves(p, s, &text);
    play_redraw(p, targets);
    if (targets)
        play_tell(p, "The %s can go to:", piece_there(pos, s, &why).text);
    else
        play_tell(p, "The %s has no legal move.", piece_there(pos, s, &why).text);
    fputs(text.data, stdout);
    text_free(&text);
}

static void cmd_moves(Play *p, char *args)
{
    Text text = TEXT_INIT;
    Square s;
    if (*args && square_from_text(args, &s))
        show_moves(p, s);
    else if (*args)
        play_refuse(p, "moves", args, "a point of the board such as h2");
    else if (add_moves(p, SQ_NONE, &text))
        fputs(text.data, stdout);
    else
        play_tell(p, "There is no legal move.");
    text_free(&text);
}

static void play_text_move(Play *p, const char *text)
{
    Move m;
    Text why = WHY_IN(p->screen.language);
    why.by_files = screen_by_files(&p->screen);
    MoveReading reading = move_from_text(&p->table.game.now, text, &m, &why);
    if (reading != READ_NOT_MOVE && over(p))
        return;
    if (reading == READ_MOVE) {
        play_move(p, m, tr(p->screen.language, "played"), "");
        return;
    }
    if (reading == READ_NOT_MOVE)
        text_add(&why, tr(p->screen.language, " `help` lists the commands."));
    play_say(p, why.data);
}

/* ---- table of commands ---- */

typedef struct PlayCommand {
    const char *word, *chinese[2];     /* words that may be typed; in simplified and traditional characters, or NULL */
    void (*obey)(Play *p, char *args); /* `args` is the trimmed text after the word and may be modified */
    const char *args; /* arguments as shown in the help; completion takes choices from them. NULL: the command is not in the help */
    const char *about;
    bool whole; /* true if the command ends the game, so its word must not be shortened */
} PlayCommand;

static void cmd_help(Play *p, char *args);

static const PlayCommand play_commands[] = {
    {"help", {"帮助", "幫助"}, cmd_help, N_("[COMMAND]"), N_("this list, or help for one command"), false},
    {"undo", {"悔棋", "悔棋"}, cmd_undo, "[N]", N_("take back your last move, or N plies"), false},
    {"redo", {"恢复", "恢復"}, cmd_redo, "[N]", N_("replay moves that were taken back"), false},
    {"new", {"新局", "新局"}, cmd_new, "[red|black|both|none]", N_("a new game; the side you play"), true},
    {"side", {"换边", "換邊"}, cmd_side, "red|black|both|none", N_("change sides within the game"), false},
    {"go", {"走", "走"}, cmd_go, "", N_("let the engine move now"), false},
    {"flip", {"翻转", "翻轉"}, cmd_flip, "", N_("turn the board"), false},
    {"board", {"棋盘", "棋盤"}, cmd_board, "", N_("draw the board again"), false},
    {"hint", {"提示", "提示"}, thinking_hint, "", N_("a good move"), false},
    {"eval", {"评估", "評估"}, thinking_eval, "", N_("static evaluation of the position"), false},
    {"analyse", {"分析", "分析"}, thinking_analyse, N_("[SECONDS]"), N_("show the best lines until a key is pressed"), false},
    {.word = "analyze", .obey = thinking_analyse},
    {"review", {"复盘", "復盤"}, reviewing_review, N_("[SECONDS]"), N_("analyse every move of the game"), false},
    {"moves", {"着法", "著法"}, cmd_moves, N_("[SQUARE]"), N_("list the legal moves"), false},
    {"fen", {"局面", "局面"}, saving_fen, N_("[FEN]"), N_("print or set the position"), false},
    {"load", {"打开", "開啟"}, saving_load, N_("FILE"), N_("read a game in PGN"), false},
    {"save", {"保存", "儲存"}, saving_save, N_("FILE [NOTATION]"), N_("write the game in PGN"), false},
    {"draw", {"提和", "提和"}, cmd_draw, "", N_("offer a draw"), true},
    {"resign", {"认输", "認輸"}, cmd_resign, "", N_("resign"), true},
    {"level", {"棋力", "棋力"}, cmd_level, "[1..20]", N_("playing strength; alone: list levels"), false},
    {"time", {"时间", "時間"}, cmd_time, N_("[SECONDS]"), N_("thinking time per move"), false},
    {"depth", {"深度", "深度"}, cmd_depth, "[N]", N_("search depth; 0: unlimited"), false},
    {"notation", {"记谱", "記譜"}, cmd_notation, "[iccs|wxf|chinese|traditional|english|vietnamese]", N_("how moves are shown"), false},
    {"lang", {"语言", "語言"}, cmd_lang, "en|zh|zh-Hant|vi", N_("language"), false},
    {"quit", {"退出", "退出"}, cmd_quit, "", N_("leave"), false},
    {.word = "exit", .obey = cmd_quit},
    {.word = "draw", .chinese = {"求和", "求和"}, .obey = cmd_draw, .whole = true},
    {.word = "side", .chinese = {"执", "執"}, .obey = cmd_side},
    {.word = "level", .chinese = {"级别", "級別"}, .obey = cmd_level},
    {.word = "?", .chinese = {"？", "？"}, .obey = cmd_help},
};
enum { PLAY_COMMANDS = sizeof play_commands / sizeof *play_commands };

/* The possible meanings of a word. */
typedef struct Meaning {
    const PlayCommand *command, *other; /* NULL if there is none; `other` is set if the word is ambiguous */
    bool shortened;                     /* true if the word is only the beginning of the command's word */
} Meaning;

static Meaning find(const char *word)
{
    Meaning m = {.shortened = true};
    size_t length = strlen(word);
    for (const PlayCommand *c = play_commands; c < play_commands + PLAY_COMMANDS; c++) {
        if (word_is(word, c->word) || (c->chinese[0] && (strcmp(word, c->chinese[0]) == 0 || strcmp(word, c->chinese[1]) == 0)))
            return (Meaning){.command = c};
        if (word_begins(word, c->word, length) && !(m.command && c->obey == m.command->obey))
            *(m.command ? &m.other : &m.command) = c;
    }
    return m;
}

static void add_help(const Play *p, const PlayCommand *c, bool narrow, Text *text)
{
    enum { COLUMN = 36, COLUMN_ZH = 40 };
    size_t from = text->length;
    bool zh = language_is_chinese(p->screen.language);
    const char *args = tr(p->screen.language, c->args);
    text_addf(text, "  %s%s%s", c->word, *args ? " " : "", args);
    if (zh && c->chinese[0])
        text_addf(text, "  %s", c->chinese[p->screen.language == LANGUAGE_TRADITIONAL]);
    text_add(text, narrow ? "\n      " : " ");
    if (!narrow)
        text_pad(text, from, zh ? COLUMN_ZH : COLUMN);
    text_addf(text, "%s\n", tr(p->screen.language, c->about));
}

static void cmd_help(Play *p, char *args)
{
    enum { NARROW = 76 };
    int columns, rows;
    const PlayCommand *one = *args ? find(args).command : NULL;
    if (*args && (!one || !one->args)) {
        play_refuse(p, "help", args, "a command, or nothing for the whole list");
        return;
    }
    Text text = TEXT_INIT;
    terminal_size(&columns, &rows);
    for (const PlayCommand *c = play_commands; c < play_commands + PLAY_COMMANDS; c++)
        if (c->args && (!one || c == one))
            add_help(p, c, columns < NARROW, &text);
    if (!one)
        text_add(&text,
                 tr(p->screen.language,
                    "A move is written h2e2 (h2 e2, H2-E2), C2=5, or in Chinese; two pieces on one file: C+=5. Each side counts the files "
                    "from its own right. A square alone (h2) shows where its piece can go. Commands may be shortened, except new, "
                    "draw and resign."));
    play_pages(p, text.data);
    text_free(&text);
}

/* ---- completion ---- */

/* Copies the first word of the text, perhaps truncated, to out[WORD_SIZE]. Returns the length of
 * the word and the blanks after it. */
enum { WORD_SIZE = 40 };
static size_t first_word(const char *text, char *out)
{
    size_t length = strcspn(text, BLANKS);
    snprintf(out, WORD_SIZE, "%.*s", (int)length, text);
    return length + strspn(text + length, BLANKS);
}

/* Copies choice `i` of those in "[red|black|both|none]" to `out`. Returns NULL after the last choice,
 * or if there are no bars. */
static const char *choice(const char *args, int i, char *out, size_t size)
{
    const char *bar = strchr(args, '|'), *at = bar;
    if (!bar)
        return NULL;
    while (at > args && !strchr("[ ", at[-1]))
        at--;
    for (; i > 0; i--) {
        at += strcspn(at, "|]");
        if (*at != '|')
            return NULL;
        at++;
    }
    snprintf(out, size, "%.*s", (int)strcspn(at, "|]"), at);
    return out;
}

/* Returns word `i` that may follow as an argument of the command in `before`. */
static const char *argument_words(Play *p, const char *before, int i)
{
    char word[WORD_SIZE];
    bool first = before[first_word(before, word)] == '\0';
    Meaning m = find(word);
    const char *args = m.command && !m.other ? m.command->args : NULL;
    if (!args)
        return NULL;
    if (first && strncmp(args, "FILE", 4) == 0)
        return editor_files;
    if (first && m.command->obey == cmd_help)
        return i < PLAY_COMMANDS ? play_commands[i].word : NULL;
    return first || strncmp(args, "FILE ", 5) == 0 ? choice(args, i, p->word, sizeof p->word) : NULL;
}

const char *commands_words(void *self, const char *before, int i)
{
    Play *p = self;
    before += strspn(before, BLANKS);
    if (*before)
        return argument_words(p, before, i);
    if (i < PLAY_COMMANDS)
        return play_commands[i].word;
    i -= PLAY_COMMANDS;
    MoveList list = {0};
    legal_moves(&p->table.game.now, &list);
    if (i >= list.count * NOTATIONS)
        return NULL;
    return move_to_text(&p->table.game.now, list.moves[i / NOTATIONS], (Notation)(i % NOTATIONS), p->word);
}

/* Returns true if there are more words than the arguments shown in the help. A file name or FEN may
 * have any number of words. */
static bool too_many_words(const char *args, const char *rest)
{
    return args && !strstr(args, "FILE") && !strstr(args, "FEN") && (*args ? rest[strcspn(rest, BLANKS)] : *rest);
}

void commands_obey(Play *p, char *line)
{
    char word[WORD_SIZE];
    for (char *c = line; *c; c++) /* a key pressed by mistake must not be echoed as a control character */
        if (((unsigned char)*c < ' ' && *c != '\t') || *c == 127)
            *c = '?';
    for (char *c = line; (c = strstr(c, WIDE_BLANK)) != NULL;) /* the wide blank of Chinese input methods */
        memset(c, ' ', strlen(WIDE_BLANK));
    char *text = text_trim(line), *rest = text + first_word(text, word);
    Meaning m = find(word);
    const PlayCommand *c = m.command;
    Square s;
    if (!*text)
        return;
    if (!c && square_from_text(text, &s))
        show_moves(p, s);
    else if (!c)
        play_text_move(p, text);
    else if (m.other)
        play_tell(p, "'%s' may be `%s` or `%s`.", word, c->word, m.other->word);
    else if (m.shortened && c->whole)
        play_tell(p, "'%s' is too short: write `%s` in full, as it ends the game.", word, c->word);
    else if (too_many_words(c->args, rest))
        play_tell(p, "too many words: the usage is `%s%s%s`.", c->word, *c->args ? " " : "", tr(p->screen.language, c->args));
    else
        c->obey(p, rest);
}
