#include "protocol/terminal/obey.h"

#include <string.h>
#include <strings.h>

#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "engine/base/words.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "protocol/terminal/commands.h"

/* What a word may mean. */
typedef struct Meaning {
    const PlayCommand *command, *other; /* NULL: none; the latter: it may mean that as well */
    bool shortened;                     /* it is only the beginning of the command */
} Meaning;

static Meaning find(const char *word)
{
    Meaning m = {.shortened = true};
    size_t length = strlen(word);
    for (const PlayCommand *c = play_commands; c < play_commands + PLAY_COMMANDS; c++) {
        if (word_is(word, c->word) || (c->zh_word && strcmp(word, c->zh_word) == 0))
            return (Meaning){.command = c};
        if (strncasecmp(word, c->word, length) != 0 || (m.command && c->obey == m.command->obey))
            continue;
        if (m.command)
            m.other = c;
        else
            m.command = c;
    }
    return m;
}

/* Waits for a key; false if that says that no more is wanted. */
static bool next_page(Play *p)
{
    int key;
    fputs(play_text(p, "-- more: a key, q ends --", "-- 按任意键继续，q 结束 --"), stdout);
    fflush(stdout);
    terminal_keys_begin(&p->terminal);
    do
        key = terminal_key(&p->terminal, -1, true);
    while (key == KEY_SUSPEND);
    terminal_keys_end(&p->terminal);
    fputs("\r\033[K", stdout);
    return key != 'q' && key >= 0;
}

/* Shows the lines of a text, a page at a time if there is somebody to turn it. */
static void show_pages(Play *p, char *text)
{
    int columns, rows, used = 0;
    terminal_size(&columns, &rows);
    bool pages = p->screen.clear && stdin_is_terminal() && rows > 2;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        int lines = 0;
        for (const char *at = line; *at; lines++)
            at += terminal_wrap(at, columns);
        if (pages && used > 0 && used + lines >= rows) {
            if (!next_page(p))
                return;
            used = 0;
        }
        play_say(p, line);
        used += lines;
    }
}

static void add_help(const Play *p, const PlayCommand *c, bool narrow, Text *text)
{
    enum { COLUMN = 36, COLUMN_ZH = 40 };
    size_t from = text->length;
    bool zh = p->screen.language == LANGUAGE_CHINESE;
    const char *args = zh ? c->zh_args : c->args;
    text_addf(text, "  %s%s%s", c->word, *args ? " " : "", args);
    if (zh && c->zh_word)
        text_addf(text, "  %s", c->zh_word);
    text_add(text, narrow ? "\n      " : " ");
    if (!narrow)
        text_pad(text, from, zh ? COLUMN_ZH : COLUMN);
    text_addf(text, "%s\n", zh ? c->chinese : c->english);
}

static void help(Play *p, char *args)
{
    enum { NARROW = 76 };
    int columns, rows;
    const PlayCommand *one = *args ? find(args).command : NULL;
    if (*args && (!one || !one->args)) {
        play_refuse(p, "help", args, "a command, or nothing for the whole list", "一个命令，或不写以显示全部");
        return;
    }
    Text text = TEXT_INIT;
    terminal_size(&columns, &rows);
    for (const PlayCommand *c = play_commands; c < play_commands + PLAY_COMMANDS; c++)
        if (c->args && (!one || c == one))
            add_help(p, c, columns < NARROW, &text);
    if (!one)
        text_add(&text,
                 play_text(p,
                           "A move is written h2e2 (h2 e2, H2-E2), C2.5, or in Chinese; pieces in tandem C+.5. Files are counted from "
                           "one's own right. A square alone (h2) shows where its piece can go. Words may be shortened, but for new, "
                           "draw and resign.",
                           "着法写作 h2e2（h2 e2、H2-E2）、C2.5 或 炮二平五，同路两子写作 C+.5 或 前炮平五。"
                           "只输入一个点（如 h2）则显示该子的去处。英文命令可只写开头几个字母，new、draw、resign 除外。"));
    show_pages(p, text.data);
    text_free(&text);
}

/* ---- completion ---- */

/* The first word of the text, perhaps cut, into out[WORD_SIZE]; returns how many bytes it and the blanks behind it take. */
enum { WORD_SIZE = 40 };
static size_t first_word(const char *text, char *out)
{
    size_t length = strcspn(text, BLANKS);
    snprintf(out, WORD_SIZE, "%.*s", (int)length, text);
    return length + strspn(text + length, BLANKS);
}

/* The i-th of the words between bars in "[red|black|both|none]", into out; NULL past the last, and where there are no
 * bars. */
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

/* Words for an argument of the command that stands before it. */
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
    if (first && !m.command->obey)
        return i < PLAY_COMMANDS ? play_commands[i].word : NULL;
    return first || strncmp(args, "FILE ", 5) == 0 ? choice(args, i, p->word, sizeof p->word) : NULL;
}

const char *obey_words(void *self, const char *before, int i)
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

/* More words than the help shows arguments for? A file's name and a FEN may have any number. */
static bool too_many_words(const char *args, const char *rest)
{
    return args && !strstr(args, "FILE") && !strstr(args, "FEN") && (*args ? rest[strcspn(rest, BLANKS)] : *rest);
}

void obey_line(Play *p, char *line)
{
    char word[WORD_SIZE];
    for (char *c = line; *c; c++) /* so that no key pressed by mistake comes back as a control character */
        if (((unsigned char)*c < ' ' && *c != '\t') || *c == 127)
            *c = '?';
    char *text = text_trim(line), *rest = text + first_word(text, word);
    Meaning m = find(word);
    const PlayCommand *c = m.command;
    Square s;
    if (!*text)
        return;
    if (!c && square_from_text(text, &s))
        commands_square(p, s);
    else if (!c)
        commands_move(p, text);
    else if (m.other)
        play_tell(p, "'%s' may be `%s` or `%s`.", "“%s”可能是 %s 或 %s。", word, c->word, m.other->word);
    else if (m.shortened && c->whole)
        play_tell(p, "'%s' is too short for a word that ends the game: write `%s`.", "“%s”过短：结束对局的命令须写全 %s。", word, c->word);
    else if (too_many_words(c->args, rest))
        play_tell(p, "That is too much: it is `%s%s%s`.", "多余的内容：应为 %s%s%s。", c->word, *c->args ? " " : "",
                  play_text(p, c->args, c->zh_args));
    else if (c->obey)
        c->obey(p, rest);
    else
        help(p, rest);
}
