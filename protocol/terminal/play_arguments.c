#include "protocol/terminal/play_arguments.h"

#include <stdlib.h>

#include "engine/notation/fen.h"
#include "engine/notation/refusal.h"

static const char program_name[] = "hanxin play";

/* What stands before a colon, and why it cannot be. */
static int complain(Language language, int status, const char *what, const char *why)
{
    fprintf(stderr, in_language(language, "%s: %s: %s\n", "%s：%s：%s\n"), program_name, what, why);
    return status;
}

static int take_book(void *self, const char *path)
{
    PlayArguments *a = self;
    if (a->book_count == PLAY_BOOKS)
        return complain(a->language, EXIT_FAILURE, path, in_language(a->language, "too many books", "开局库过多"));
    a->books[a->book_count++] = path;
    return EXIT_SUCCESS;
}

/* Of options that cannot be obeyed together one is enough: the first two that were given are told. */
static int one_of(const Program *program, const char *const *names, const bool *given, int count)
{
    const char *first = NULL;
    for (int i = 0; i < count; i++) {
        if (first && given[i])
            return args_wrong(program, in_language(program->language, "--%s and --%s exclude each other", "--%s 与 --%s 只能给出一个"),
                              first, names[i]);
        first = given[i] ? names[i] : first;
    }
    return EXIT_SUCCESS;
}

int play_arguments_read(PlayArguments *a, int argc, char **argv)
{
    *a = (PlayArguments){.language = language_wanted(argc, argv), .threads = 1, .hash_mib = 64};
    const Language l = a->language;
    const ArgSink book = {take_book, a, NULL};
    const Arg args[] = {
        {in_language(l, "side SIDE", "side 方"), ARG_TEXT, &a->side, 0, 0,
         in_language(l, "what you play: red (if not given), black, both (two people),\nnone (the engine against itself)",
                     "您执哪一方：red 红方（默认）、black 黑方、both 双人、none 引擎自弈")},
        {in_language(l, "fen FEN", "fen 局面"), ARG_TEXT, &a->fen, 0, 0, in_language(l, "begin at this position", "从此局面开始")},
        {"continue", ARG_FLAG, &a->resume, 0, 0,
         in_language(l, "go on with the last game that was not finished", "接着下最近一盘未下完的棋")},
        {"level L", ARG_TEXT, &a->level, 0, 0,
         in_language(l, "1 (a beginner) to 20 (full strength, if not given)", "棋力：1（初学）至 20（最强，默认）")},
        {in_language(l, "time SECONDS", "time 秒"), ARG_TEXT, &a->time, 0, 0,
         in_language(l, "the engine thinks on a move, such as 0.5; 2 if not given", "引擎每步思考的秒数，如 0.5；默认 2")},
        {"depth N", ARG_TEXT, &a->depth, 0, 0, in_language(l, "plies it looks ahead instead", "或限定搜索深度")},
        {"rules R", ARG_TEXT, &a->rules, 0, 0,
         in_language(l, "of repetition: asian (if not given), computer, chinese, simple, off",
                     "循环如何裁定：asian 亚洲（默认）、computer 电脑、chinese 中国、\nsimple 简易、off 一律作和")},
        {"limit N", ARG_TEXT, &a->limit, 0, 0,
         in_language(l, "draw after so many plies without a capture; 0 never, 120 if not given",
                     "连续多少着未吃子作和：默认 120，0 为不限")},
        {in_language(l, "book FILE", "book 文件"), ARG_SINK, (void *)&book, 0, 0,
         in_language(l, "an opening book (BOOK.DAT) it plays from; may be given several times", "引擎所用开局库（BOOK.DAT），可给出多个")},
        {"threads N", ARG_INT, &a->threads, 1, MAX_THREADS, in_language(l, "processors it thinks with", "线程数")},
        {"hash MB", ARG_INT, &a->hash_mib, 1, MAX_HASH_MIB, in_language(l, "memory for its table", "置换表大小")},
        {"lang L", ARG_TEXT, &a->lang, 0, 0, in_language(l, "en or zh; else by the environment", "en 英文或 zh 中文；默认依环境")},
        {"notation N", ARG_TEXT, &a->notation, 0, 0,
         in_language(l, "how moves are shown: iccs, wxf or chinese; all are understood",
                     "着法如何显示：iccs、wxf 或 chinese；输入时各种写法都可用")},
        {"ascii", ARG_FLAG, &a->ascii, 0, 0,
         in_language(l, "letters instead of Chinese characters, as where the environment is not\nin UTF-8",
                     "用字母代替汉字；环境的字符集不是 UTF-8 时为默认")},
    };
    const Program program = {
        .name = program_name,
        .usage = in_language(l, "usage: hanxin play [options]\nA game at the terminal, against the engine or between two people.\n",
                             "用法：hanxin play [选项]\n在终端下棋，与引擎或二人对弈。\n"),
        .args = args,
        .count = sizeof args / sizeof *args,
        .language = l,
    };
    int words = args_read(&program, argc, argv), status = EXIT_SUCCESS;
    if (words > 0)
        status = args_wrong(&program, in_language(l, "'%s' is no option", "“%s”不是选项"), argv[1]);
    else if (words == 0 && (status = one_of(&program, (const char *const[]){"level", "time", "depth"},
                                            (const bool[]){a->level, a->time, a->depth}, 3)) == EXIT_SUCCESS)
        status = one_of(&program, (const char *const[]){"fen", "continue"}, (const bool[]){a->fen, a->resume}, 2);
    return status == EXIT_SUCCESS ? words : -1 - status;
}

static int apply_fen(const char *fen, Language language, Position *start)
{
    char array[REFUSAL_SIZE];
    Text why = text_over(array, sizeof array);
    return fen_read(fen, start, language, &why) ? EXIT_SUCCESS : complain(language, EXIT_FAILURE, "--fen", array);
}

static int apply_book(Play *p, const char *path)
{
    BookFault fault;
    char why[BOOK_FAULT_SIZE];
    if (player_add_book(p->player, path, &fault))
        return EXIT_SUCCESS;
    return complain(p->screen.language, EXIT_FAILURE, path, book_fault_text(&fault, p->screen.language, why));
}

/* A value that does not fit its option; `wanted` would. */
static int refuse(Language language, const char *name, const char *value, const char *wanted)
{
    fprintf(stderr, in_language(language, "%s: --%s: '%s' does not fit; give %s\n", "%s：--%s：“%s”有误，应为 %s\n"), program_name, name,
            value, wanted);
    return EXIT_USAGE;
}

int play_arguments_apply(const PlayArguments *a, Play *p, Position *start)
{
    const Language l = a->language;
    const struct {
        const char *name, *value, *english, *chinese; /* the latter two: what a value may be */
    } settings[] = {
        {"side", a->side, "red, black, both or none", "red、black、both 或 none"},
        {"rules", a->rules, "asian, computer, chinese, simple or off", "asian、computer、chinese、simple 或 off"},
        {"limit", a->limit, "a whole number of plies from 0 to 1000", "0 至 1000 的整数"},
        {"level", a->level, "a whole number from 1 to 20", "1 至 20 的整数"},
        {"depth", a->depth, "a whole number of plies from 1 to 100", "1 至 100 的整数"},
        {"time", a->time, "seconds from 0.001 to 86400", "0.001 至 86400 的秒数"},
    };
    if (a->lang && !language_from_name(a->lang, &p->screen.language))
        return refuse(l, "lang", a->lang, in_language(l, "en or zh", "en 或 zh"));
    if (a->notation && !notation_from_name(a->notation, &p->screen.notation))
        return refuse(l, "notation", a->notation, in_language(l, "iccs, wxf or chinese", "iccs、wxf 或 chinese"));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (settings[i].value && !table_set(&p->table, settings[i].name, settings[i].value))
            return refuse(l, settings[i].name, settings[i].value, in_language(l, settings[i].english, settings[i].chinese));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        p->table.changed |= settings[i].value != NULL;
    if (a->side)
        play_take_side(p, a->side);
    p->screen.ascii |= a->ascii;
    p->player->settings.threads = (int)a->threads;
    p->player->settings.hash_mib = (int)a->hash_mib;
    int status = a->fen ? apply_fen(a->fen, l, start) : EXIT_SUCCESS;
    for (int i = 0; status == EXIT_SUCCESS && i < a->book_count; i++)
        status = apply_book(p, a->books[i]);
    return status;
}
