#include "protocol/terminal/obey.h"

#include <string.h>
#include <strings.h>

#include "engine/base/platform.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "protocol/terminal/advice.h"
#include "protocol/terminal/commands.h"
#include "protocol/terminal/terminal.h"

static void obey_help(Play *p, char *args);

static const struct {
    const char *word, *zh_word; /* what may be typed; the latter may be NULL */
    void (*obey)(Play *p, char *args);
    const char *args, *zh_args; /* as the help shows them; choices are taken from the former. NULL: not in the help */
    const char *english, *chinese;
    bool whole; /* it ends the game: no beginning of the word will do */
} commands[] = {
    {"help", "帮助", obey_help, "[COMMAND]", "[命令]", "this list, or one line of it", "本列表，或其中一行", false},
    {"undo", "悔棋", commands_undo, "[N]", "[N]", "take back your last move, or N plies", "悔棋，或退回 N 着", false},
    {"redo", "恢复", commands_redo, "[N]", "[N]", "play again what was taken back", "恢复悔掉的棋", false},
    {"new", "新局", commands_new, "[red|black|both|none]", "[red|black|both|none]", "a new game; the side you play", "新局，可选执哪一方",
     true},
    {"side", "执", commands_side, "red|black|both|none", "red|black|both|none", "change sides within the game", "中途换边", false},
    {"go", "走", commands_go, "", "", "let the engine move now", "让引擎走一步", false},
    {"flip", "翻转", commands_flip, "", "", "turn the board round", "翻转棋盘", false},
    {"board", "棋盘", commands_board, "", "", "draw the board again", "重画棋盘", false},
    {"hint", "提示", advice_hint, "", "", "a good move", "推荐着法", false},
    {"eval", "评估", advice_eval, "", "", "the position at a glance", "静态评估", false},
    {"analyse", "分析", advice_analyse, "[SECONDS]", "[秒数]", "the best lines, live until a key", "显示最佳变化，按键停止", false},
    {"analyze", NULL, advice_analyse, NULL, NULL, NULL, NULL, false},
    {"moves", "着法", advice_moves, "[SQUARE]", "[点]", "list the legal moves", "列出合法着法", false},
    {"fen", "局面", commands_fen, "[FEN]", "[局面]", "print the position, or begin at one", "显示局面，或设置局面", false},
    {"load", "打开", commands_load, "FILE", "文件", "read a game in PGN", "读取 PGN 棋谱", false},
    {"save", "保存", commands_save, "FILE [iccs|wxf|chinese]", "文件 [iccs|wxf|chinese]", "write the game in PGN", "保存 PGN 棋谱", false},
    {"draw", "求和", commands_draw, "", "", "offer a draw", "提议和棋", true},
    {"resign", "认输", commands_resign, "", "", "give up", "认输", true},
    {"level", "级别", commands_level, "[1..20]", "[1..20]", "how strong the engine plays", "引擎棋力", false},
    {"time", "时间", commands_time, "[SECONDS]", "[秒数]", "how long it thinks", "每步思考时间", false},
    {"depth", "深度", commands_depth, "[N]", "[N]", "how far it looks ahead; 0: as time allows", "搜索深度，0 为不限", false},
    {"notation", "记谱", commands_notation, "[iccs|wxf|chinese]", "[iccs|wxf|chinese]", "how moves are shown", "着法的写法", false},
    {"lang", "语言", commands_lang, "en|zh", "en|zh", "language", "语言", false},
    {"quit", "退出", commands_quit, "", "", "leave", "退出", false},
    {"exit", NULL, commands_quit, NULL, NULL, NULL, NULL, false},
    {"?", "？", obey_help, NULL, NULL, NULL, NULL, false},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* What a word may mean. */
typedef struct Meaning {
    int command;    /* -1: none, or several */
    int other;      /* another one it may mean as well, -1 if none */
    bool shortened; /* it is only the beginning of the command */
} Meaning;

static Meaning find_command(const char *word)
{
    Meaning m = {-1, -1, true};
    size_t length = strlen(word);
    for (int i = 0; i < COMMANDS; i++) {
        if (word_is(word, commands[i].word) || (commands[i].zh_word && strcmp(word, commands[i].zh_word) == 0))
            return (Meaning){i, -1, false};
        if (strncasecmp(word, commands[i].word, length) != 0 || (m.command >= 0 && commands[i].obey == commands[m.command].obey))
            continue;
        if (m.command < 0)
            m.command = i;
        else
            m.other = i;
    }
    return m;
}

/* Pages of help and what may stand on them. */
typedef struct Pager {
    int columns, rows, used;
    bool ended; /* by a key: no more is wanted */
} Pager;

static Pager pager_here(const Play *p)
{
    Pager pager = {0};
    terminal_size(&pager.columns, &pager.rows);
    if (!p->screen.clear || !stdin_is_terminal())
        pager.rows = 0; /* paper, or nobody to press a key */
    return pager;
}

/* A line, after a key if the page is full. */
static void pager_line(Play *p, Pager *pager, const char *text)
{
    int lines = 0;
    for (const char *at = text; *at; lines++)
        at += terminal_wrap(at, pager->columns);
    if (pager->ended)
        return;
    if (pager->rows > 2 && pager->used > 0 && pager->used + lines >= pager->rows) {
        const char *more = play_text(p, "-- more: a key, q ends --", "-- 按任意键继续，q 结束 --");
        fputs(more, stdout);
        fflush(stdout);
        terminal_keys_begin(&p->terminal);
        int key;
        do
            key = terminal_key(&p->terminal, -1, true);
        while (key == KEY_NONE || key == KEY_SUSPEND);
        terminal_keys_end(&p->terminal);
        fputs("\r\033[K", stdout);
        pager->used = 0;
        pager->ended = key == 'q' || key < 0;
        if (pager->ended)
            return;
    }
    play_say(p, "%s", text);
    pager->used += lines;
}

static void help_line(Play *p, int i, Pager *pager)
{
    enum { COLUMN = 34, COLUMN_ZH = 38, NARROW = 76 };
    char left[100], line[300];
    bool zh = p->screen.language == LANGUAGE_CHINESE;
    const char *args = zh ? commands[i].zh_args : commands[i].args;
    snprintf(left, sizeof left, "%s%s%s%s%s", commands[i].word, *args ? " " : "", args, zh && commands[i].zh_word ? "  " : "",
             zh && commands[i].zh_word ? commands[i].zh_word : "");
    const char *about = play_text(p, commands[i].english, commands[i].chinese);
    int gap = (zh ? COLUMN_ZH : COLUMN) - utf8_columns(left);
    if (pager->columns < NARROW) {
        snprintf(line, sizeof line, "  %s", left);
        pager_line(p, pager, line);
        snprintf(line, sizeof line, "      %s", about);
    } else {
        snprintf(line, sizeof line, "  %s%*s%s", left, gap > 1 ? gap : 1, "", about);
    }
    pager_line(p, pager, line);
}

static void obey_help(Play *p, char *args)
{
    Pager pager = pager_here(p);
    char *word = word_next(&args);
    int one = word ? find_command(word).command : -1;
    if (word && (one < 0 || !commands[one].args)) {
        play_refuse(p, "help", word, play_text(p, "a command, or nothing for the whole list", "一个命令，或不写以显示全部"));
        return;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (commands[i].args && (!word || i == one))
            help_line(p, i, &pager);
    if (!word)
        pager_line(
            p, &pager,
            play_text(
                p,
                "A move is written h2e2 (h2 e2, H2-E2), C2.5, or in Chinese; pieces in tandem C+.5. Files are counted from one's "
                "own right. A square alone (h2) shows where its piece can go. Words may be shortened, but for new, draw and "
                "resign.",
                "着法写作 h2e2（h2 e2、H2-E2）、C2.5 或 炮二平五，同路两子写作 C+.5 或 前炮平五。只输入一个点（如 h2）则显示该子的去处。"
                "英文命令可只写开头几个字母，new、draw、resign 除外。"));
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
    char word[40];
    size_t length = strcspn(before, BLANKS);
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), before);
    Meaning m = find_command(word);
    bool first = before[length + strspn(before + length, BLANKS)] == '\0';
    if (m.command < 0 || m.other >= 0 || !commands[m.command].args)
        return NULL;
    const char *args = commands[m.command].args;
    if (first && strncmp(args, "FILE", 4) == 0)
        return editor_files;
    if (first && commands[m.command].obey == obey_help)
        return i < COMMANDS ? commands[i].word : NULL;
    return first || strncmp(args, "FILE ", 5) == 0 ? choice(args, i, p->word, sizeof p->word) : NULL;
}

const char *obey_words(void *self, const char *before, int i)
{
    Play *p = self;
    before += strspn(before, BLANKS);
    if (*before)
        return argument_words(p, before, i);
    if (i < COMMANDS)
        return commands[i].word;
    i -= COMMANDS;
    MoveList list = {0};
    legal_moves(&p->table.game.now, &list);
    if (i >= list.count * NOTATIONS)
        return NULL;
    return move_to_text(&p->table.game.now, list.moves[i / NOTATIONS], (Notation)(i % NOTATIONS), p->word);
}

static void obey_move_or_square(Play *p, const char *text)
{
    Square s;
    if (square_from_text(text, &s))
        advice_square(p, s);
    else
        commands_move(p, text);
}

/* More words than the help shows arguments for? A file's name and a FEN may have any number. */
static bool too_many_words(const char *args, const char *rest)
{
    int words = 0;
    for (rest += strspn(rest, BLANKS); *rest; words++) {
        rest += strcspn(rest, BLANKS);
        rest += strspn(rest, BLANKS);
    }
    return args && !strstr(args, "FILE") && !strstr(args, "FEN") && words > (*args ? 1 : 0);
}

/* So that no key pressed by mistake comes back as a control character. */
static void tame(char *line)
{
    for (; *line; line++)
        if (((unsigned char)*line < ' ' && *line != '\t') || *line == 127)
            *line = '?';
}

void obey_line(Play *p, char *line)
{
    tame(line);
    char *text = text_trim(line), word[40];
    if (!*text)
        return;
    size_t length = strcspn(text, BLANKS);
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
    Meaning m = find_command(word);
    if (m.command < 0)
        obey_move_or_square(p, text);
    else if (m.other >= 0)
        play_say(p, play_text(p, "'%s' may be `%s` or `%s`.", "“%s”可能是 %s 或 %s。"), word, commands[m.command].word,
                 commands[m.other].word);
    else if (m.shortened && commands[m.command].whole)
        play_say(p, play_text(p, "'%s' is too short for a word that ends the game: write `%s`.", "“%s”过短：结束对局的命令须写全 %s。"),
                 word, commands[m.command].word);
    else if (too_many_words(commands[m.command].args, text + length))
        play_say(p, play_text(p, "That is too much: it is `%s%s%s`.", "多余的内容：应为 %s%s%s。"), commands[m.command].word,
                 *commands[m.command].args ? " " : "", play_text(p, commands[m.command].args, commands[m.command].zh_args));
    else
        commands[m.command].obey(p, text + length);
}
