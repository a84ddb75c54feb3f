#include "protocol/terminal/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/notation/fen.h"
#include "engine/notation/refusal.h"
#include "engine/base/words.h"
#include "search/search.h"

static const char usage[] = "usage: hanxin play [--side red|black|both|none] [--fen FEN | --continue]\n"
                            "                   [--level 1..20 | --time T | --depth N] [--rules R] [--limit N]\n"
                            "                   [--book FILE] [--threads N] [--hash MB] [--lang en|zh]\n"
                            "                   [--notation iccs|wxf|chinese] [--ascii]\n"
                            "\n"
                            "  --side S      what you play: red (default), black, both (two people), none (the\n"
                            "                engine against itself)\n"
                            "  --fen FEN     begin at this position\n"
                            "  --continue    go on with the last game that was not finished\n"
                            "  --level L     1 (a beginner) to 20 (full strength, default)\n"
                            "  --time T      seconds the engine thinks on a move, such as 0.5; default 2\n"
                            "  --depth N     plies it looks ahead instead\n"
                            "  --rules R     of repetition: asian (default), computer, chinese, simple, off\n"
                            "  --limit N     draw after so many plies without a capture: default 120, 0 never\n"
                            "  --book FILE   an opening book (BOOK.DAT) it plays from; may be given several times\n"
                            "  --threads N   processors it thinks with: default 1\n"
                            "  --hash MB     memory for its table: default 64\n"
                            "  --lang L      en or zh; default by the environment\n"
                            "  --notation N  how moves are shown; all are understood\n"
                            "  --ascii       letters instead of Chinese characters; default where the environment\n"
                            "                is not in UTF-8\n";

static const char usage_zh[] = "用法：hanxin play [--side red|black|both|none] [--fen 局面 | --continue]\n"
                               "                  [--level 1..20 | --time 秒 | --depth N] [--rules R] [--limit N]\n"
                               "                  [--book 文件] [--threads N] [--hash MB] [--lang en|zh]\n"
                               "                  [--notation iccs|wxf|chinese] [--ascii]\n"
                               "\n"
                               "  --side S      您执哪一方：red 红方（默认）、black 黑方、both 双人、none 引擎自弈\n"
                               "  --fen 局面    从此局面开始\n"
                               "  --continue    接着下最近一盘未下完的棋\n"
                               "  --level L     棋力：1（初学）至 20（最强，默认）\n"
                               "  --time 秒     引擎每步思考的秒数，如 0.5；默认 2\n"
                               "  --depth N     或限定搜索深度\n"
                               "  --rules R     循环如何裁定：asian 亚洲（默认）、computer 电脑、chinese 中国、\n"
                               "                simple 简易、off 一律作和\n"
                               "  --limit N     连续多少着未吃子作和：默认 120，0 为不限\n"
                               "  --book 文件   引擎所用开局库（BOOK.DAT），可给出多个\n"
                               "  --threads N   线程数：默认 1\n"
                               "  --hash MB     置换表大小：默认 64\n"
                               "  --lang L      en 英文或 zh 中文；默认依环境\n"
                               "  --notation N  着法如何显示；输入时各种写法都可用\n"
                               "  --ascii       用字母代替汉字；环境的字符集不是 UTF-8 时为默认\n";

/* The first line of what is wrong, for the person at the shell. Returns the exit status. */
static int complain(const Play *p, int status, const char *what, const char *about)
{
    fprintf(stderr, either(p, "hanxin play: %s: %s\n", "hanxin play：%s：%s\n"), what, about);
    return status;
}

static int add_book(Play *p, const char *path)
{
    static const char unread[] = "it cannot be read: ";
    char error[BOOK_ERROR_SIZE];
    if (player_add_book(p->player, path, error))
        return EXIT_SUCCESS;
    if (strncmp(error, unread, strlen(unread)) == 0)
        return complain(p, EXIT_FAILURE, path, refusal_of_file(error + strlen(unread), "", p->screen.language));
    return complain(p, EXIT_FAILURE, path, error);
}

static int read_fen(const Play *p, const char *fen, Position *start)
{
    FenFault fault;
    char why[REFUSAL_SIZE];
    if (fen_parse(fen, start, &fault))
        return EXIT_SUCCESS;
    refusal_of_fen(&fault, p->screen.language, why, sizeof why);
    return complain(p, EXIT_FAILURE, "--fen", why);
}

/* The options with a value. */
typedef enum Group { GROUP_NONE, GROUP_STRENGTH, GROUP_ORIGIN, GROUPS } Group; /* options of one exclude each other */

typedef struct Option {
    const char *name;
    Group group;
    bool flag;                     /* it takes no value */
    const char *english, *chinese; /* what a value is that does not fit */
    int least, most;               /* of a number */
} Option;

#define NUMBER "not a number from %d to %d", "应为 %d 至 %d 的整数"
static const Option options[] = {
    {.name = "--continue", .group = GROUP_ORIGIN, .flag = true},
    {.name = "--ascii", .flag = true},
    {.name = "--book"},
    {.name = "--fen", .group = GROUP_ORIGIN},
    {"--side", GROUP_NONE, false, "no side: give red, black, both or none", "应为 red、black、both 或 none", 0, 0},
    {"--level", GROUP_STRENGTH, false, NUMBER, 1, SKILL_LEVELS},
    {"--depth", GROUP_STRENGTH, false, NUMBER, 1, MAX_DEPTH},
    {"--time", GROUP_STRENGTH, false, "not a time in seconds from 0.001 to 86400", "应为 0.001 至 86400 的秒数", 0, 0},
    {"--limit", GROUP_NONE, false, NUMBER, 0, NATURAL_LIMIT_MAX},
    {"--rules", GROUP_NONE, false, "no set of rules: give asian, computer, chinese, simple or off",
     "应为 asian、computer、chinese、simple 或 off", 0, 0},
    {"--threads", GROUP_NONE, false, NUMBER, 1, MAX_THREADS},
    {"--hash", GROUP_NONE, false, NUMBER, 1, MAX_HASH_MIB},
    {"--notation", GROUP_NONE, false, "no notation: give iccs, wxf or chinese", "应为 iccs、wxf 或 chinese", 0, 0},
    {"--lang", GROUP_NONE, false, "no language: give en or zh", "应为 en 或 zh", 0, 0},
};
#undef NUMBER

static const Option *find_option(const char *name)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(name, options[i].name) == 0)
            return &options[i];
    return NULL;
}

static bool in_range(const Option *o, const char *value, int *out)
{
    int64_t number;
    if (!word_number(value, &number) || number < o->least || number > o->most)
        return false;
    *out = (int)number;
    return true;
}

/* Does the value fit? */
static bool take_value(Play *p, const Option *o, const char *value)
{
    int number;
    if (strcmp(o->name, "--threads") == 0)
        return in_range(o, value, &number) && (player_set_threads(p->player, number), true);
    if (strcmp(o->name, "--hash") == 0)
        return in_range(o, value, &number) && (player_set_hash(p->player, number), true);
    if (strcmp(o->name, "--notation") == 0)
        return notation_from_name(value, &p->screen.notation);
    if (strcmp(o->name, "--lang") == 0)
        return language_from_name(value, &p->screen.language);
    if (strcmp(o->name, "--side") == 0)
        return play_take_side(p, value);
    return table_set(&p->table, o->name + 2, value);
}

/* Returns the exit status. What --fen and --book name can be had, or not: they are understood in any case. */
static int read_option(Play *p, const Option *o, const char *value, Position *start)
{
    char wanted[120];
    if (strcmp(o->name, "--book") == 0)
        return add_book(p, value);
    if (strcmp(o->name, "--fen") == 0)
        return read_fen(p, value, start);
    if (take_value(p, o, value))
        return EXIT_SUCCESS;
    snprintf(wanted, sizeof wanted, either(p, o->english, o->chinese), o->least, o->most);
    fprintf(stderr, either(p, "hanxin play: %s: '%s' is %s\n", "hanxin play：%s：“%s”有误，%s\n"), o->name, value, wanted);
    return EXIT_USAGE;
}

/* Of options that cannot be obeyed together the second. */
static int refuse_both(const Play *p, const char *first, const char *second)
{
    fprintf(stderr, either(p, "hanxin play: %s and %s exclude each other: give one of them\n", "hanxin play：%s 与 %s 只能给出一个\n"),
            first, second);
    return EXIT_USAGE;
}

int arguments_read(Play *p, int argc, char **argv, Position *start)
{
    const char *given[GROUPS] = {0};
    for (int i = 0; i < argc; i++) {
        char name[20];
        size_t length = strcspn(argv[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)length, argv[i]);
        const char *value = argv[i][length] ? argv[i] + length + 1 : NULL;
        const Option *o = find_option(name);
        if (!o || (o->flag && value))
            return complain(p, EXIT_USAGE, argv[i],
                            either(p, "no such option; see hanxin play --help", "没有这个选项，见 hanxin play --help"));
        if (o->group && given[o->group] && given[o->group] != o->name)
            return refuse_both(p, given[o->group], name);
        given[o->group] = o->name;
        if (!o->flag && !value && i + 1 < argc)
            value = argv[++i];
        if (!o->flag && !value)
            return complain(p, EXIT_USAGE, name,
                            either(p, "its value is missing; see hanxin play --help", "缺少参数，见 hanxin play --help"));
        int status = o->flag ? EXIT_SUCCESS : read_option(p, o, value, start);
        if (status != EXIT_SUCCESS)
            return status;
        p->screen.ascii |= strcmp(name, "--ascii") == 0;
    }
    return EXIT_SUCCESS;
}

bool arguments_want_last(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--continue") == 0)
            return true;
    return false;
}

void arguments_usage(Language language) { fputs(language == LANGUAGE_CHINESE ? usage_zh : usage, stdout); }
