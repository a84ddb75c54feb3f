/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/play_main.h"

#include <stdlib.h>

#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/names.h"
#include "protocol/terminal/commands.h"
#include "protocol/terminal/reviewing.h"
#include "protocol/terminal/thinking.h"
#include "search/skill.h"

/* ---- course of the game ---- */

/* Saves the game if it has changed. Reports a failure only once. */
static void keep_game(Play *p)
{
    Table *t = &p->table;
    Text why = WHY_IN(p->screen.language);
    PgnGame game;
    if (!p->keeps || !t->changed || (t->game.plies == 0 && !p->keep.place))
        return;
    pgn_init(&game);
    bool kept = (reviewing_to_pgn(p, true, &game) || why_no_memory(&why)) && keep_write(&p->keep, &game, &why);
    pgn_clear(&game);
    if (kept) {
        t->changed = p->told = false;
    } else if (!p->told && table_waits(t)) { /* otherwise the engine's move would erase the message */
        play_tell(p, "The game cannot be kept: %s.", "无法自动保存对局：%s。", why.data);
        p->told = true;
    }
}

/* Reports where the game is saved, when the user leaves. */
static void say_goodbye(const Play *p)
{
    char path[KEEP_PATH_SIZE];
    if (p->table.game.plies == 0 || !play_is_kept(p, path))
        return;
    if (p->table.result.outcome == OUTCOME_OPEN)
        play_tell(p, "The game is kept: `hanxin play --continue` goes on with it.", "对局已保存，hanxin play --continue 可接着下。");
    else
        play_tell(p, "The game is kept in %s", "对局已存于 %s", path);
}

/* Reads a line and carries it out. */
static void play_turn(Play *p)
{
    char prompt[40], *line;
    bool open = p->table.result.outcome == OUTCOME_OPEN;
    snprintf(prompt, sizeof prompt, "%s> ", open ? side_word(to_move(p), p->screen.language) : "");
    switch (editor_read(&p->editor, prompt, &line)) {
    case EDITOR_LINE:
        p->ended = false;
        commands_obey(p, line);
        break;
    case EDITOR_BREAK:
        if (!*text_trim(line))
            play_tell(p, "`quit` leaves, `help` lists the commands.", "quit 退出，help 列出各命令。");
        break;
    case EDITOR_END:
        putchar('\n');
        /* If the end was found while asking, do not ask again: the input may have ended for
         * good. */
        p->quit = p->terminal.ending || p->ended || play_gives_up(p);
        break;
    }
    free(line);
}

static void play_run(Play *p)
{
    const Table *t = &p->table;
    play_redraw(p, 0);
    play_tell(p, "Moves: h2e2, C2.5 or in Chinese; h2 alone: where it can go; `help`: commands.",
              "着法：h2e2、C2.5 或 炮二平五；只输入 h2 则显示去处；help 列出各命令。");
    if (t->engine[RED] + t->engine[BLACK] > 0 && !t->depth && t->level < SKILL_LEVELS)
        play_tell(p, "Hanxin plays at level %d of %d (Elo %d); `level %d` is stronger.",
                  "韩信棋力 %d 级（最高 %d 级，Elo %d）；输入 level %d 可提高棋力。", t->level, SKILL_LEVELS, skill_elo(t->level),
                  t->level + 1);
    play_announce(p);
    keep_game(p); /* changes made by the command line */
    while (!p->quit && !p->terminal.ending) {
        if (table_waits(&p->table))
            play_turn(p);
        else
            thinking_move(p);
        keep_game(p);
    }
    say_goodbye(p);
}

/* ---- the command line ---- */

static const char program_name[] = "hanxin play";

static int take_book(void *self, const char *path)
{
    Play *p = self;
    const Program program = {.name = program_name, .language = p->screen.language};
    Text why = WHY_IN(p->screen.language);
    EngineSettings set = p->engine->settings;
    set.use_books = strcmp(path, "none") != 0;
    engine_configure(p->engine, &set);
    if (!set.use_books)
        return EXIT_SUCCESS;
    bool taken = library_add(&p->engine->library, path, &why);
    return taken ? EXIT_SUCCESS : program_fail(&program, play_text(p, "%s: %s", "%s：%s"), path, why.data);
}

/* Resumes the last unfinished game that nobody is playing now, with its players, settings and
 * clocks. On failure reports the reason and returns false. */
static bool resume(Play *p, const Program *program)
{
    char folder[KEEP_PATH_SIZE];
    Text why = WHY_IN(p->screen.language);
    PgnGame game;
    bool resumed = keep_resume(&p->keep, &game) && table_from_pgn(&p->table, &game, true, play_clock_ms(p));
    pgn_clear(&game);
    if (!resumed && keep_folder(folder, &why))
        program_fail(program, play_text(p, "no unfinished game is kept in %s", "%s 中没有未下完的对局"), folder);
    else if (!resumed)
        program_fail(program, "%s", why.data);
    return resumed;
}

/* An option for a setting of the table, which can also be changed in the game. */
typedef struct Wish {
    const char *name, *english, *chinese; /* the latter two describe valid values */
    const char *value;                    /* NULL if not given */
} Wish;
enum { LANG, NOTATION, SIDE, RULES, LIMIT, LEVEL, TIME, DEPTH, WISHES }; /* only one of the last three may be given */

static int exclusive(const Program *program, const char *one, const char *other)
{
    return args_wrong(program, in_language(program->language, "--%s and --%s exclude each other", "--%s 与 --%s 只能给出一个"), one, other);
}

/* What a level may be, into out[LEVELS_SIZE]. */
enum { LEVELS_SIZE = 200 };
static char *level_help(Language l, char *out)
{
    snprintf(out, LEVELS_SIZE,
             in_language(
                 l, "1 (a beginner, Elo %d) to %d (full strength, Elo %d); %d (Elo %d) if not\ngiven. The command `level` lists them all",
                 "棋力：1（初学，Elo %d）至 %d（最强，Elo %d），默认 %d（Elo %d）；\n命令 level 列出各级"),
             skill_elo(1), SKILL_LEVELS, skill_elo(SKILL_LEVELS), PLAY_LEVEL, skill_elo(PLAY_LEVEL));
    return out;
}

/* Lets the wishes take effect. False after telling which does not fit. */
static bool apply(Play *p, const Program *program, const Wish *wishes)
{
    for (const Wish *w = wishes; w < wishes + WISHES; w++) {
        if (!w->value)
            continue;
        bool fits = w == &wishes[LANG]       ? language_from_name(w->value, &p->screen.language)
                    : w == &wishes[NOTATION] ? notation_from_name(w->value, &p->screen.notation)
                                             : table_set(&p->table, w->name, w->value);
        if (!fits) {
            program_fail(program, play_text(p, "--%s: '%s' does not fit; give %s", "--%s：“%s”有误，应为 %s"), w->name, w->value,
                         play_text(p, w->english, w->chinese));
            return false;
        }
        p->table.changed |= w >= &wishes[SIDE];
    }
    return true;
}

/* Begins the game, or resumes the last one, with these settings, to which the table's are added. Returns LAID, or an exit status if
 * there is nothing to play. */
enum { LAID = -1 };
static int play_main_begin(Play *p, const Program *program, const Wish *wishes, bool resumes, const char *fen, EngineSettings *set)
{
    Text why = WHY_IN(program->language);
    Position start;
    position_start(&start);
    if (resumes && !resume(p, program))
        return EXIT_FAILURE;
    if (!apply(p, program, wishes))
        return EXIT_USAGE;
    play_seat(p, p->table.engine);
    if (fen && !fen_read_played(fen, &start, &why))
        return program_fail(program, in_language(program->language, "--fen: %s", "--fen：%s"), why.data);
    set->rules = p->table.rules;
    set->limit = p->table.limit;
    engine_configure(p->engine, set);
    if (resumes)
        table_judge(&p->table); /* the rules may have changed */
    else
        play_restart(p, &start);
    p->keeps = resumes || stdin_is_terminal();
    return LAID;
}

/* Reads the command line and begins the game. Returns LAID, or an exit status if there is nothing to
 * play. */
static int lay_table(Play *p, int argc, char **argv)
{
    const Language l = p->screen.language;
    const ArgSink book = {take_book, p, NULL};
    const char *fen = NULL;
    bool resumes = false;
    int64_t threads = 1, hash_mib = 64;
    Wish wishes[WISHES] = {
        [LANG] = {"lang", "en or zh", "en 或 zh", NULL},
        [NOTATION] = {"notation", "iccs, wxf or chinese", "iccs、wxf 或 chinese", NULL},
        [SIDE] = {"side", "red, black, both or none", "red、black、both 或 none", NULL},
        [RULES] = {"rules", "asian, computer, chinese, simple or off", "asian、computer、chinese、simple 或 off", NULL},
        [LIMIT] = {"limit", "a whole number of plies from 0 to 1000", "0 至 1000 的整数", NULL},
        [LEVEL] = {"level", "a whole number from 1 to 20", "1 至 20 的整数", NULL},
        [TIME] = {"time", "seconds from 0.001 to 86400", "0.001 至 86400 的秒数", NULL},
        [DEPTH] = {"depth", "a whole number of plies from 1 to 100", "1 至 100 的整数", NULL},
    };
    char levels[LEVELS_SIZE];
    const Arg args[] = {
        {"side red|black|both|none", ARG_TEXT, &wishes[SIDE].value, 0, 0,
         in_language(l, "what you play: red (if not given), black, both (two people),\nnone (the engine against itself)",
                     "您执哪一方：red 红方（默认）、black 黑方、both 双人、none 引擎自弈")},
        {in_language(l, "fen FEN", "fen 局面"), ARG_TEXT, &fen, 0, 0, in_language(l, "begin at this position", "从此局面开始")},
        {"continue", ARG_FLAG, &resumes, 0, 0,
         in_language(l, "go on with the last game that was not finished", "接着下最近一盘未下完的棋")},
        {"level 1..20", ARG_TEXT, &wishes[LEVEL].value, 0, 0, level_help(l, levels)},
        {in_language(l, "time SECONDS", "time 秒"), ARG_TEXT, &wishes[TIME].value, 0, 0,
         in_language(l, "full strength, and the engine thinks so long on a move, such as 0.5", "全力，引擎每步思考的秒数，如 0.5")},
        {"depth N", ARG_TEXT, &wishes[DEPTH].value, 0, 0, in_language(l, "plies it looks ahead instead", "或限定搜索深度")},
        {"rules asian|computer|chinese|simple|off", ARG_TEXT, &wishes[RULES].value, 0, 0,
         in_language(l, "of repetition: asian (if not given), computer, chinese, simple, off",
                     "循环如何裁定：asian 亚洲（默认）、computer 电脑、chinese 中国、\nsimple 简易、off 一律作和")},
        {"limit N", ARG_TEXT, &wishes[LIMIT].value, 0, 0,
         in_language(l, "draw after so many plies without a capture; 0 never, 120 if not given",
                     "连续多少着未吃子作和：默认 120，0 为不限")},
        {in_language(l, "book FILE", "book 文件"), ARG_SINK, (void *)&book, 0, 0,
         in_language(l,
                     "an opening book (.hxb or BOOK.DAT) it plays from instead of its own,\nmay be given several times; none: it thinks "
                     "from the first move",
                     "引擎所用开局库（.hxb 或 BOOK.DAT），代替内置库，可给出多个；\nnone 为不用开局库")},
        {"threads N", ARG_INT, &threads, 1, MAX_THREADS, in_language(l, "processors it thinks with", "线程数")},
        {"hash MB", ARG_INT, &hash_mib, 1, MAX_HASH_MIB, in_language(l, "memory for its table", "哈希表大小")},
        {"lang en|zh", ARG_TEXT, &wishes[LANG].value, 0, 0, in_language(l, "default by the environment", "英文或中文；默认依环境")},
        {"notation iccs|wxf|chinese", ARG_TEXT, &wishes[NOTATION].value, 0, 0,
         in_language(l, "how moves are shown; all are understood", "着法如何显示；输入时各种写法都可用")},
        {"ascii", ARG_FLAG, &p->screen.ascii, 0, 0,
         in_language(l, "letters instead of Chinese characters, as where the environment is not\nin UTF-8",
                     "用字母代替汉字；环境的字符集不是 UTF-8 时为默认")},
    };
    const Program program = {
        .name = program_name,
        .usage = in_language(l,
                             "usage: hanxin play [--level L | --time SECONDS | --depth N] [--fen FEN | --continue] [options]\n"
                             "A game at the terminal, against the engine or between two people.\n",
                             "用法：hanxin play [--level L | --time 秒 | --depth N] [--fen 局面 | --continue] [选项]\n"
                             "在终端下棋，与引擎或二人对弈。\n"),
        .args = args,
        .count = sizeof args / sizeof *args,
        .language = l,
    };
    int words = args_read(&program, argc, argv);
    if (words < 0)
        return args_status(words);
    if (words > 0)
        return args_wrong(&program, in_language(l, "'%s' is no option", "“%s”不是选项"), argv[1]);
    const char *strength = NULL;
    for (const Wish *w = &wishes[LEVEL]; w < wishes + WISHES; w++) {
        if (w->value && strength)
            return exclusive(&program, strength, w->name);
        strength = w->value ? w->name : strength;
    }
    if (fen && resumes)
        return exclusive(&program, "fen", "continue");
    EngineSettings set = p->engine->settings;
    set.threads = (int)threads;
    set.hash_mib = (int)hash_mib;
    return play_main_begin(p, &program, wishes, resumes, fen, &set);
}

static void play_main_tell(void *self, const char *text) { play_say(self, text); }

int play_main(int argc, char **argv)
{
    const Language language = language_wanted(argc, argv);
    const Notation notation = language == LANGUAGE_CHINESE ? NOTATION_CHINESE : NOTATION_WXF;
    const bool person = stdin_is_terminal();
    int status = EXIT_FAILURE;
    Play p = {.screen = screen_here(language, notation, language == LANGUAGE_ENGLISH && !locale_is_utf8())};
    if (person) /* before the player starts threads, which must leave these signals alone */
        terminal_begin(&p.terminal);
    p.engine = engine_new(play_main_tell, &p);
    if (p.engine) {
        EngineSettings set = p.engine->settings;
        set.variety = RANDOM_MEDIUM;
        set.overhead_ms = 0;
        engine_configure(p.engine, &set);
        table_init(&p.table);
        status = lay_table(&p, argc, argv);
        if (status == LAID) {
            editor_begin(&p.editor, &p.terminal, commands_words, &p);
            play_run(&p);
            status = p.terminal.ending ? EXIT_SIGNALLED + p.terminal.ending : EXIT_SUCCESS;
        }
        reviewing_forget(&p);
        keep_leave(&p.keep);
        table_clear(&p.table);
        engine_free(p.engine);
    } else {
        fputs(in_language(language, "hanxin play: out of memory\n", "hanxin play：内存不足\n"), stderr);
    }
    if (person)
        terminal_end(&p.terminal);
    return status;
}
