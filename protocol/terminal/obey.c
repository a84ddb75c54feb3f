#include "protocol/terminal/obey.h"

#include <string.h>

#include "engine/base/words.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "protocol/terminal/commands.h"

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
    Meaning m = commands_meant(word);
    const char *args = m.command && !m.other ? m.command->args : NULL;
    if (!args)
        return NULL;
    if (first && strncmp(args, "FILE", 4) == 0)
        return editor_files;
    if (first && m.command->obey == commands_help)
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
    Meaning m = commands_meant(word);
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
    else
        c->obey(p, rest);
}
