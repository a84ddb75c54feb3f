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
    GameTree game;
    if (!p->keeps || !t->changed || (t->game.plies == 0 && !p->keep.place))
        return;
    tree_init(&game);
    bool kept = (reviewing_to_pgn(p, true, &game) || why_no_memory(&why)) && keep_write(&p->keep, &game, &why);
    tree_clear(&game);
    if (kept) {
        t->changed = p->told = false;
    } else if (!p->told && table_waits(t)) { /* otherwise the engine's move would erase the message */
        play_tell(p, "The game cannot be saved: %s.", why.data);
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
        play_tell(p, "The game is saved: `hanxin play --continue` resumes it.");
    else
        play_tell(p, "The game is saved in %s", path);
}

/* Reads a line and executes it. */
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
            play_tell(p, "`quit` leaves, `help` lists the commands.");
        break;
    case EDITOR_END:
        putchar('\n');
        /* If the input ended while a question was asked, do not ask again: the input may have ended for
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
    play_tell(p, "Type a move (h2e2, C2=5, Chinese notation), a point to see its moves, or `help`.");
    if (t->engine[RED] + t->engine[BLACK] > 0 && !t->depth && t->level < SKILL_LEVELS)
        play_tell(p, "Hanxin plays at level %d of %d (Elo %d); `level %d` is stronger.", t->level, SKILL_LEVELS, skill_elo(t->level),
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
    return taken ? EXIT_SUCCESS : program_fail(&program, tr(p->screen.language, "%s: %s"), path, why.data);
}

/* Resumes the last unfinished game that is not being played now, with its players, settings and clocks. On failure reports the
 * reason and returns false. */
static bool resume(Play *p, const Program *program)
{
    char folder[KEEP_PATH_SIZE];
    Text why = WHY_IN(p->screen.language);
    GameTree game;
    bool resumed = keep_resume(&p->keep, &game) && table_from_pgn(&p->table, &game, true, play_clock_ms(p));
    tree_clear(&game);
    if (!resumed && keep_folder(folder, &why))
        program_fail(program, tr(p->screen.language, "no unfinished game in %s"), folder);
    else if (!resumed)
        program_fail(program, "%s", why.data);
    return resumed;
}

/* An option on the command line for a setting of the game that can also be changed during the game. */
typedef struct PlayOption {
    const char *name, *wanted; /* `wanted` describes valid values */
    const char *value;         /* NULL if the option was not given */
} PlayOption;
enum { LANG, NOTATION, SIDE, RULES, LIMIT, LEVEL, TIME, DEPTH, PLAY_OPTIONS }; /* only one of the last three may be given */

static int exclusive(const Program *program, const char *one, const char *other)
{
    return args_wrong(program, tr(program->language, "--%s and --%s exclude each other"), one, other);
}

/* Writes the valid levels to out[LEVELS_SIZE]. */
enum { LEVELS_SIZE = 200 };
static char *level_help(Language l, char *out)
{
    snprintf(out, LEVELS_SIZE,
             tr(l, "1 (a beginner, Elo %d) to %d (full strength, Elo %d); %d (Elo %d) if not\ngiven. The command `level` lists them all"),
             skill_elo(1), SKILL_LEVELS, skill_elo(SKILL_LEVELS), PLAY_LEVEL, skill_elo(PLAY_LEVEL));
    return out;
}

/* Applies the options. Returns false after reporting an invalid one. */
static bool apply(Play *p, const Program *program, const PlayOption *options)
{
    for (const PlayOption *w = options; w < options + PLAY_OPTIONS; w++) {
        if (!w->value)
            continue;
        bool fits = w == &options[LANG]       ? language_from_name(w->value, &p->screen.language)
                    : w == &options[NOTATION] ? notation_from_name(w->value, &p->screen.notation)
                                              : table_set(&p->table, w->name, w->value);
        if (!fits) {
            program_fail(program, tr(p->screen.language, "invalid value '%s' for --%s: expected %s"), w->value, w->name,
                         tr(p->screen.language, w->wanted));
            return false;
        }
        p->table.changed |= w >= &options[SIDE];
    }
    return true;
}

/* Begins the game, or resumes the last one, with these settings. Returns LAID, or an exit status if
 * there is nothing to play. */
enum { LAID = -1 };
static int play_main_begin(Play *p, const Program *program, const PlayOption *options, bool resumes, const char *fen, EngineSettings *set)
{
    Text why = WHY_IN(program->language);
    Position start;
    position_start(&start);
    if (resumes && !resume(p, program))
        return EXIT_FAILURE;
    if (!apply(p, program, options))
        return EXIT_USAGE;
    play_seat(p, p->table.engine);
    if (fen && !fen_read_pasted(fen, &start, &why))
        return program_fail(program, tr(program->language, "--fen: %s"), why.data);
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
    PlayOption options[PLAY_OPTIONS] = {
        [LANG] = {"lang", N_("en, zh, zh-Hant or vi"), NULL},
        [NOTATION] = {"notation", N_("iccs, wxf, chinese, traditional, english or vietnamese"), NULL},
        [SIDE] = {"side", N_("red, black, both or none"), NULL},
        [RULES] = {"rules", N_("asian, computer, chinese, simple or off"), NULL},
        [LIMIT] = {"limit", N_("a whole number of plies from 0 to 1000"), NULL},
        [LEVEL] = {"level", N_("a whole number from 1 to 20"), NULL},
        [TIME] = {"time", N_("seconds from 0.001 to 86400"), NULL},
        [DEPTH] = {"depth", N_("a whole number of plies from 1 to 100"), NULL},
    };
    char levels[LEVELS_SIZE];
    const Arg args[] = {
        {"side red|black|both|none", ARG_TEXT, &options[SIDE].value, 0, 0,
         tr(l, "side that you play: red (default), black, both (two people),\nnone (the engine against itself)")},
        {tr(l, "fen FEN"), ARG_TEXT, &fen, 0, 0, tr(l, "start from this position")},
        {"continue", ARG_FLAG, &resumes, 0, 0, tr(l, "resume the last unfinished game")},
        {"level 1..20", ARG_TEXT, &options[LEVEL].value, 0, 0, level_help(l, levels)},
        {tr(l, "time SECONDS"), ARG_TEXT, &options[TIME].value, 0, 0,
         tr(l, "full strength with this number of seconds per move, such as 0.5")},
        {"depth N", ARG_TEXT, &options[DEPTH].value, 0, 0, tr(l, "or search to this depth")},
        {"rules asian|computer|chinese|simple|off", ARG_TEXT, &options[RULES].value, 0, 0,
         tr(l, "rules of repetition: asian (default), computer, chinese, simple, off")},
        {"limit N", ARG_TEXT, &options[LIMIT].value, 0, 0, tr(l, "draw after N plies without a capture; 0: never [120]")},
        {tr(l, "book FILE"), ARG_SINK, (void *)&book, 0, 0,
         tr(l, "opening book (.hxb or BOOK.DAT) to use instead of the built-in one;\nmay be given several times; none: search from the "
               "first move")},
        {"threads N", ARG_INT, &threads, 1, MAX_THREADS, tr(l, "number of threads")},
        {"hash MB", ARG_INT, &hash_mib, 1, MAX_HASH_MIB, tr(l, "hash table")},
        {"lang en|zh|zh-Hant|vi", ARG_TEXT, &options[LANG].value, 0, 0, tr(l, "default: the language of the system")},
        {"notation iccs|wxf|chinese|traditional|english|vietnamese", ARG_TEXT, &options[NOTATION].value, 0, 0,
         tr(l, "how moves are shown; all are understood")},
        {"coordinates", ARG_WORD, &(ArgWord){(int *)&p->screen.coordinates, notation_words}, 0, 0,
         tr(l, "the board's coordinates; default: those of the notation")},
        {"ascii", ARG_FLAG, &p->screen.ascii, 0, 0,
         tr(l, "letters instead of Chinese characters; the default unless the locale\nis UTF-8")},
    };
    const Program program = {
        .name = program_name,
        .usage = tr(l, "usage: hanxin play [--level L | --time SECONDS | --depth N] [--fen FEN | --continue] [options]\n"
                       "A game at the terminal, against the engine or between two people.\n"),
        .args = args,
        .count = sizeof args / sizeof *args,
        .language = l,
    };
    int words = args_read(&program, argc, argv);
    if (words < 0)
        return args_status(words);
    if (words > 0)
        return args_wrong(&program, tr(l, "unexpected argument '%s'"), argv[1]);
    const char *strength = NULL;
    for (const PlayOption *w = &options[LEVEL]; w < options + PLAY_OPTIONS; w++) {
        if (w->value && strength)
            return exclusive(&program, strength, w->name);
        strength = w->value ? w->name : strength;
    }
    if (fen && resumes)
        return exclusive(&program, "fen", "continue");
    EngineSettings set = p->engine->settings;
    set.threads = (int)threads;
    set.hash_mib = (int)hash_mib;
    return play_main_begin(p, &program, options, resumes, fen, &set);
}

static void play_main_tell(void *self, const char *text) { play_say(self, text); }

int play_main(int argc, char **argv)
{
    const Language language = language_requested(argc, argv);
    const Notation notation = notation_of_language(language);
    const bool person = stdin_is_terminal();
    int status = EXIT_FAILURE;
    Play p = {.screen = screen_here(language, notation, language == LANGUAGE_ENGLISH && !locale_is_utf8())};
    if (person) /* before the player starts threads, which must not receive these signals */
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
        fputs(tr(language, "hanxin play: out of memory\n"), stderr);
    }
    if (person)
        terminal_end(&p.terminal);
    return status;
}
