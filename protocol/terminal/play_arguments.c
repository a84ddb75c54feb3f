/* What the command line says about a game, and the same written down to be read again by `--continue`. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/notation/fen.h"
#include "protocol/terminal/play_state.h"
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

/* The first line of what is wrong, for the person at the shell. */
static bool complain(const Play *p, const char *what, const char *about)
{
    fprintf(stderr, either(p, "hanxin play: %s: %s\n", "hanxin play：%s：%s\n"), what, about);
    return false;
}

/* A value that does not fit its option; `wanted` is what would. */
static bool refuse(const Play *p, const char *option, const char *value, const char *wanted)
{
    fprintf(stderr, either(p, "hanxin play: %s: '%s' is %s\n", "hanxin play：%s：“%s”有误，%s\n"), option, value, wanted);
    return false;
}

bool play_take_side(Play *p, const char *word)
{
    static const struct {
        const char *word;
        bool red, black; /* played by the engine */
    } sides[] = {{"red", false, true}, {"black", true, false}, {"both", false, false}, {"none", true, true}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (word_is(word, sides[i].word)) {
            p->engine[RED] = sides[i].red;
            p->engine[BLACK] = sides[i].black;
            if (sides[i].red != sides[i].black) /* one person: who plays sits below */
                p->screen.flip = sides[i].red;
            return true;
        }
    return false;
}

const char *play_side(const Play *p) { return p->engine[RED] ? (p->engine[BLACK] ? "none" : "black") : p->engine[BLACK] ? "red" : "both"; }

void play_take_strength(Play *p, int level, int64_t time_ms, int depth)
{
    p->level = level ? level : SKILL_LEVELS;
    p->time_ms = time_ms ? time_ms : p->time_ms;
    p->depth = depth;
}

static bool read_range(const Play *p, const char *option, const char *value, int least, int most, int *out)
{
    int64_t number;
    if (!word_number(value, &number) || number < least || number > most) {
        char about[80];
        snprintf(about, sizeof about, either(p, "not a number from %d to %d", "应为 %d 至 %d 的整数"), least, most);
        return refuse(p, option, value, about);
    }
    *out = (int)number;
    return true;
}

bool play_read_seconds(const char *value, int64_t *ms)
{
    enum { MOST_S = 24 * 3600 };
    char *end;
    double seconds = strtod(value, &end);
    if (strcmp(end, "ms") == 0)
        seconds /= 1000;
    else if (*end && strcmp(end, "s") != 0)
        end = (char *)value;
    if (end == value || !(seconds >= 0.001 && seconds <= MOST_S))
        return false;
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

static bool add_book(Play *p, const char *path)
{
    static const char unread[] = "it cannot be read: ";
    Library *library = &p->brain.library;
    char error[BOOK_ERROR_SIZE];
    snprintf(error, sizeof error, "%s", either(p, "too many books", "开局库过多"));
    Book *book = library->count < LIBRARY_BOOKS ? book_open(path, error) : NULL;
    if (book)
        library->books[library->count++] = book;
    else if (strncmp(error, unread, strlen(unread)) == 0)
        complain(p, path, refusal_of_file(error + strlen(unread), "", p->screen.language));
    else
        complain(p, path, error);
    return book;
}

static bool read_strength(Play *p, const char *name, const char *value)
{
    int level = 0, depth = 0;
    int64_t time_ms = 0;
    if (strcmp(name, "--level") == 0 && !read_range(p, name, value, 1, SKILL_LEVELS, &level))
        return false;
    if (strcmp(name, "--depth") == 0 && !read_range(p, name, value, 1, MAX_DEPTH, &depth))
        return false;
    if (strcmp(name, "--time") == 0 && !play_read_seconds(value, &time_ms))
        return refuse(p, name, value, either(p, "not a time in seconds from 0.001 to 86400", "应为 0.001 至 86400 的秒数"));
    play_take_strength(p, level, time_ms, depth);
    return true;
}

static bool read_option(Play *p, const char *name, const char *value, Position *start)
{
    FenFault fault;
    char why[REFUSAL_SIZE];
    if (strcmp(name, "--book") == 0)
        return add_book(p, value);
    if (strcmp(name, "--threads") == 0)
        return read_range(p, name, value, 1, MAX_THREADS, &p->brain.options.number[OPT_THREADS]);
    if (strcmp(name, "--hash") == 0)
        return read_range(p, name, value, 1, MAX_HASH_MIB, &p->brain.options.number[OPT_HASH]);
    if (strcmp(name, "--side") == 0)
        return play_take_side(p, value) ||
               refuse(p, name, value, either(p, "no side: give red, black, both or none", "应为 red、black、both 或 none"));
    if (strcmp(name, "--fen") == 0) {
        if (fen_parse(value, start, &fault))
            return true;
        refusal_of_fen(&fault, p->screen.language, why, sizeof why);
        return complain(p, name, why);
    }
    if (strcmp(name, "--limit") == 0)
        return read_range(p, name, value, 0, NATURAL_LIMIT_MAX, &p->limit);
    if (strcmp(name, "--rules") == 0)
        return rule_set_from_name(value, &p->rules) || refuse(p, name, value,
                                                              either(p, "no set of rules: give asian, computer, chinese, simple or off",
                                                                     "应为 asian、computer、chinese、simple 或 off"));
    if (strcmp(name, "--notation") == 0)
        return notation_from_name(value, &p->screen.notation) ||
               refuse(p, name, value, either(p, "no notation: give iccs, wxf or chinese", "应为 iccs、wxf 或 chinese"));
    if (strcmp(name, "--lang") == 0)
        return language_from_name(value, &p->screen.language) ||
               refuse(p, name, value, either(p, "no language: give en or zh", "应为 en 或 zh"));
    return read_strength(p, name, value);
}

static bool is_strength(const char *name)
{
    return strcmp(name, "--level") == 0 || strcmp(name, "--time") == 0 || strcmp(name, "--depth") == 0;
}

static bool is_option(const char *name)
{
    static const char *const names[] = {"--book",  "--depth",    "--fen",   "--hash", "--lang",    "--level",
                                        "--limit", "--notation", "--rules", "--side", "--threads", "--time"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Of several that cannot be obeyed together, `name` is the second. */
static bool refuse_both(const Play *p, const char *first, const char *name)
{
    fprintf(stderr, either(p, "hanxin play: %s and %s exclude each other: give one of them\n", "hanxin play：%s 与 %s 只能给出一个\n"),
            first, name);
    return false;
}

/* What these name can be read, or not: they are understood in any case. */
static bool names_something(const char *option) { return strcmp(option, "--fen") == 0 || strcmp(option, "--book") == 0; }

bool play_read_arguments(Play *p, int argc, char **argv, Position *start, int *status)
{
    char strength[20] = "", origin[20] = "";
    *status = EXIT_USAGE;
    for (int i = 0; i < argc; i++) {
        char name[20];
        size_t length = strcspn(argv[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)length, argv[i]);
        const char *value = argv[i][length] ? argv[i] + length + 1 : NULL;
        bool resume = strcmp(argv[i], "--continue") == 0;
        if (strcmp(argv[i], "--ascii") == 0) {
            p->screen.ascii = true;
            continue;
        }
        if (!is_option(name) && !resume)
            return complain(p, argv[i], either(p, "no such option; see hanxin play --help", "没有这个选项，见 hanxin play --help"));
        char *group = is_strength(name) ? strength : resume || strcmp(name, "--fen") == 0 ? origin : NULL;
        if (group && *group && strcmp(group, name) != 0)
            return refuse_both(p, group, name);
        if (group)
            strcpy(group, name);
        if (resume)
            continue;
        if (!value && i + 1 < argc)
            value = argv[++i];
        if (!value)
            return complain(p, name, either(p, "its value is missing; see hanxin play --help", "缺少参数，见 hanxin play --help"));
        if (!read_option(p, name, value, start)) {
            *status = names_something(name) ? EXIT_FAILURE : EXIT_USAGE;
            return false;
        }
    }
    return true;
}

bool play_wants_last(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--continue") == 0)
            return true;
    return false;
}

void play_usage(Language language) { fputs(language == LANGUAGE_CHINESE ? usage_zh : usage, stdout); }

void play_settings_write(const Play *p, char *out, size_t size)
{
    int n = snprintf(out, size, "--side=%s --rules=%s --limit=%d --time=%lldms", play_side(p), rule_set_name(p->rules), p->limit,
                     (long long)p->time_ms);
    if (p->depth)
        snprintf(out + n, size - (size_t)n, " --depth=%d", p->depth);
    else if (p->level < SKILL_LEVELS)
        snprintf(out + n, size - (size_t)n, " --level=%d", p->level);
}

void play_settings_read(Play *p, const char *settings)
{
    char text[200], *rest = text, *word;
    Position unused;
    snprintf(text, sizeof text, "%s", settings);
    while ((word = word_next(&rest))) {
        char *value = strchr(word, '=');
        if (!value)
            continue;
        *value++ = '\0';
        static const char *const ours[] = {"--side", "--rules", "--limit", "--time", "--depth", "--level"};
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
            if (strcmp(word, ours[i]) == 0)
                (void)read_option(p, word, value, &unused);
    }
}
