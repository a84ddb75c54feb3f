#include "protocol/terminal/play.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/notation/fen.h"
#include "engine/base/utf8.h"
#include "engine/base/platform.h"
#include "protocol/terminal/editor.h"
#include "protocol/terminal/interrupt.h"
#include "protocol/terminal/play_state.h"
#include "engine/notation/refusal.h"
#include "protocol/terminal/terminal.h"
#include "engine/notation/verdict.h"
#include "engine/base/words.h"

enum { DEFAULT_TIME_MS = 2000, HASH_MIB = 64 };

/* ---- talking ---- */

/* On a terminal whole words. */
void play_say(const Play *p, const char *format, ...)
{
    enum { MOST = 4000, WITHOUT_END = 1000000 };
    char text[MOST];
    int columns = WITHOUT_END, rows;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (p->screen.clear)
        terminal_size(&columns, &rows);
    const char *at = text;
    do {
        size_t length = text_wrap(at, columns), shown = length;
        while (shown > 0 && at[shown - 1] == ' ')
            shown--;
        printf("%.*s\n", (int)shown, at);
        at += length;
    } while (*at);
    fflush(stdout);
}

static void tell(void *self, const char *text) { play_say(self, "%s", text); }

static const char *player_name(const Play *p, Side side, char *out, size_t size)
{
    if (!p->engine[side])
        return either(p, p->engine[opponent(side)] ? "you" : "", p->engine[opponent(side)] ? "您" : "");
    if (p->depth)
        snprintf(out, size, either(p, "Hanxin, depth %d", "韩信，深度 %d"), p->depth);
    else if (p->level < SKILL_LEVELS)
        snprintf(out, size, either(p, "Hanxin, level %d", "韩信，%d 级"), p->level);
    else
        snprintf(out, size, either(p, "Hanxin, %g s", "韩信，每步 %g 秒"), (double)p->time_ms / 1000);
    return out;
}

/* Milliseconds that do not pass while the program is suspended. */
static int64_t clock_awake(void) { return clock_ms() - interrupt_asleep_ms(); }

void play_redraw(const Play *p, Bitboard marks)
{
    char red[40], black[40];
    Table table = {.game = &p->game,
                   .names = {player_name(p, RED, red, sizeof red), player_name(p, BLACK, black, sizeof black)},
                   .used_ms = {p->used_ms[RED], p->used_ms[BLACK]},
                   .marks = marks};
    if (p->result.outcome == OUTCOME_OPEN)
        table.used_ms[p->game.now.side] += clock_awake() - p->turn_ms;
    screen_draw(&p->screen, &table, stdout);
}

void play_announce(const Play *p)
{
    Language language = p->screen.language;
    Result result = p->result;
    if (result.outcome == OUTCOME_OPEN)
        return;
    const char *loser = side_word(loser_of(result.outcome), language), *winner = side_word(opponent(loser_of(result.outcome)), language);
    if (ending_by_rules(result.ending)) {
        char *text = malloc(VERDICT_SIZE);
        if (text) {
            verdict_reason(&p->judgement, language, text, VERDICT_SIZE);
            fputs(text, stdout);
        }
        free(text);
    } else if (result.ending == ENDING_RESIGNATION) {
        play_say(p, either(p, "%s resigns.", "%s认输。"), loser);
    } else {
        play_say(p, "%s",
                 result.ending == ENDING_AGREEMENT ? either(p, "The players agree to a draw.", "双方同意作和。")
                                                   : either(p, "The game ended here, as recorded.", "棋谱到此结束。"));
    }
    if (result.outcome == OUTCOME_DRAW)
        play_say(p, either(p, "Draw (%s). `new` begins another game.", "和棋（%s）。new 开始新局。"), outcome_text(result.outcome));
    else
        play_say(p, either(p, "%s wins (%s). `new` begins another game.", "%s胜（%s）。new 开始新局。"), winner,
                 outcome_text(result.outcome));
}

void play_show(Play *p)
{
    play_redraw(p, 0);
    play_announce(p);
    if (*p->keep.left)
        play_say(p, either(p, "The game before is kept in %s", "上一盘棋已存于 %s"), p->keep.left);
    *p->keep.left = '\0';
}

bool play_ask(Play *p, const char *question)
{
    char *line;
    EditorResult result = editor_read(&p->editor, question, &line);
    bool read = result == EDITOR_LINE;
    char *answer = read ? text_trim(line) : NULL;
    bool yes = read && (word_is(answer, "y") || word_is(answer, "yes") || strcmp(answer, "是") == 0);
    if (result == EDITOR_END) {
        putchar('\n');
        p->ended = true;
    }
    free(line);
    return yes;
}

bool play_waits(const Play *p) { return p->result.outcome != OUTCOME_OPEN || !p->engine[p->game.now.side] || p->paused; }

/* ---- the game ---- */

/* Asks the referee again: after moves, undo, new rules. */
static void ask_referee(Play *p)
{
    judge_game(&p->game, p->rules, p->limit, &p->judgement);
    p->result = p->judgement.result;
}

void play_end(Play *p, Result result)
{
    p->result = result;
    p->keep.changed = true;
}

static void press_clock(Play *p)
{
    int64_t now = clock_awake();
    if (p->result.outcome == OUTCOME_OPEN)
        p->used_ms[p->game.now.side] += now - p->turn_ms;
    p->turn_ms = now;
}

bool play_move(Play *p, Move m)
{
    press_clock(p);
    if (!game_play(&p->game, m)) {
        play_say(p, "%s", either(p, "Out of memory.", "内存不足。"));
        return false;
    }
    if (p->redo_count > 0 && p->redo[p->redo_count - 1] == m)
        p->redo_count--;
    else
        p->redo_count = 0;
    ask_referee(p);
    p->keep.changed = true;
    return true;
}

bool play_undo(Play *p)
{
    if (p->game.plies == 0)
        return false;
    if (p->redo_count == p->redo_capacity) {
        int capacity = p->redo_capacity ? 2 * p->redo_capacity : 64;
        Move *more = realloc(p->redo, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        p->redo = more;
        p->redo_capacity = capacity;
    }
    p->redo[p->redo_count++] = p->game.undos[p->game.plies - 1].move;
    press_clock(p);
    game_undo(&p->game);
    ask_referee(p);
    p->keep.changed = true;
    return true;
}

bool play_redo(Play *p) { return p->redo_count > 0 && play_move(p, p->redo[p->redo_count - 1]); }

void play_restart(Play *p, const Position *start)
{
    play_keep_leave(p);
    game_reset(&p->game, start);
    p->redo_count = 0;
    p->used_ms[RED] = p->used_ms[BLACK] = 0;
    p->turn_ms = clock_awake();
    p->paused = false;
    brain_new_game(&p->brain);
    ask_referee(p);
}

/* ---- the engine ---- */

/* What the engine may spend on a move. */
static Limits move_limits(Play *p)
{
    Limits limits = {.depth = p->depth, .handicap = {.levels = SKILL_LEVELS - p->level, .seed = rng_next(&p->brain.rng)}};
    if (p->time_ms > 0 && !p->depth)
        limits.movetime_ms = p->time_ms;
    return limits;
}

Limits play_advice(const Play *p, int64_t time_ms) { return p->depth ? (Limits){.depth = p->depth} : (Limits){.movetime_ms = time_ms}; }

typedef struct Thought {
    SearchResult result;
    atomic_int depth; /* completed so far */
    atomic_bool done;
} Thought;

static void take_result(void *self, const SearchResult *result)
{
    Thought *thought = self;
    thought->result = *result;
    atomic_store(&thought->done, true);
}

static void take_info(void *self, const SearchInfo *info)
{
    Thought *thought = self;
    atomic_store(&thought->depth, info->depth);
}

/* A line that is renewed in place. */
static void show_thinking(const Play *p, const char *what, int64_t ms, int depth)
{
    char text[200];
    int columns, rows;
    terminal_size(&columns, &rows);
    snprintf(text, sizeof text, either(p, "%s: %d s, depth %d", "%s：%d 秒，深度 %d"), what, (int)(ms / 1000), depth);
    printf("\r%.*s\033[K", (int)utf8_fit(text, columns - 1), text);
    fflush(stdout);
}

/* Until the search is done or something asks to stop it. Returns KEY_NONE in the former case. */
static int look_on(const Play *p, const Thought *thought, bool keys, const char *what)
{
    enum { LOOK_MS = 20, QUIET_MS = 400, RENEW_MS = 250 };
    int64_t start_ms = clock_ms(), shown_ms = 0;
    int key = KEY_NONE;
    while (key == KEY_NONE && !atomic_load(&thought->done)) {
        key = keys ? terminal_key(LOOK_MS) : terminal_pause(LOOK_MS);
        int64_t ms = clock_ms() - start_ms;
        if (!*what || !stdout_is_terminal() || ms < QUIET_MS || ms - shown_ms < RENEW_MS)
            continue;
        if (p->screen.clear)
            show_thinking(p, what, ms, atomic_load(&thought->depth));
        else if (shown_ms == 0)
            play_say(p, "%s ...", what);
        shown_ms = ms;
    }
    if (shown_ms > 0 && p->screen.clear)
        fputs("\r\033[K", stdout);
    return key;
}

bool play_search(Play *p, const Limits *limits, bool keys, const char *what, SearchResult *result)
{
    int key;
    terminal_keys_begin();
    do { /* once more if it was suspended: its time is over */
        Thought thought = {.done = false};
        SearchListener listener = {.info = take_info, .done = take_result, .self = &thought};
        if (!searcher_start(p->brain.searcher, &p->game, limits, &listener)) {
            terminal_keys_end();
            play_say(p, "%s", either(p, "Out of memory.", "内存不足。"));
            return false;
        }
        key = look_on(p, &thought, keys && stdin_is_terminal(), what);
        if (key != KEY_NONE)
            searcher_stop(p->brain.searcher);
        searcher_wait(p->brain.searcher);
        *result = thought.result;
    } while (key == KEY_RESUMED);
    terminal_keys_end();
    return key == KEY_NONE;
}

/* A move of the books, with some variety. */
static Move book_move(Play *p)
{
    Move best, reply;
    bool found = library_pick(&p->brain.library, &p->game, NULL, 0, RANDOM_MEDIUM, rng_next(&p->brain.rng), &best, &reply);
    return found ? best : MOVE_NONE;
}

/* Searches for the move; MOVE_NONE, and the game paused, when a person or lack of memory ended it. */
static Move searched_move(Play *p)
{
    char what[80];
    SearchResult result;
    if (!brain_wake(&p->brain)) {
        p->engine[RED] = p->engine[BLACK] = false;
        return MOVE_NONE;
    }
    Limits limits = move_limits(p);
    snprintf(what, sizeof what, either(p, "%s thinks", "%s思考中"), side_word((Side)p->game.now.side, p->screen.language));
    if (play_search(p, &limits, p->engine[RED] && p->engine[BLACK], what, &result))
        return result.best;
    p->paused = true;
    if (!interrupt_ending())
        play_say(p, "%s", either(p, "Paused; `go` goes on.", "已暂停，go 继续。"));
    return MOVE_NONE;
}

void play_think(Play *p)
{
    Move best = book_move(p);
    bool from_book = best != MOVE_NONE;
    if (!from_book)
        best = searched_move(p);
    if (best == MOVE_NONE)
        return;
    char text[SCREEN_MOVE_SIZE];
    screen_move(&p->screen, &p->game.now, best, text);
    Side side = (Side)p->game.now.side;
    if (!play_move(p, best)) {
        p->paused = true;
        return;
    }
    play_redraw(p, 0);
    play_say(p, either(p, "%s plays %s%s.%s", "%s走 %s%s。%s"), side_word(side, p->screen.language), text,
             from_book ? either(p, " from the book", "，出自开局库") : "",
             p->result.outcome == OUTCOME_OPEN && in_check(&p->game.now, (Side)p->game.now.side) ? either(p, " Check!", "将军！") : "");
    play_announce(p);
}

/* ---- the loop ---- */

bool play_gives_up(Play *p)
{
    *p->keep.left = '\0';
    if (p->game.plies == 0 || play_is_kept(p, p->keep.left) || !p->keep.changed || !p->keep.on)
        return true;
    return play_ask(
        p, either(p, "This game is kept nowhere and would be lost. Give it up? (yes/no) ", "这盘棋没有保存，将会丢失。要放弃吗？（y/n）"));
}

/* Where the game is, for who leaves. */
static void say_goodbye(const Play *p)
{
    char path[KEEP_PATH_SIZE];
    if (p->game.plies == 0 || !play_is_kept(p, path))
        return;
    if (p->result.outcome == OUTCOME_OPEN)
        play_say(p, "%s",
                 either(p, "The game is kept: `hanxin play --continue` goes on with it.", "对局已保存，hanxin play --continue 可接着下。"));
    else
        play_say(p, either(p, "The game is kept in %s", "对局已存于 %s"), path);
}

/* Reads a line and obeys it. */
static void play_turn(Play *p)
{
    char prompt[40], *line;
    bool open = p->result.outcome == OUTCOME_OPEN;
    snprintf(prompt, sizeof prompt, "%s> ", open ? side_word((Side)p->game.now.side, p->screen.language) : "");
    switch (editor_read(&p->editor, prompt, &line)) {
    case EDITOR_LINE:
        p->ended = false;
        play_obey(p, line);
        break;
    case EDITOR_BREAK:
        if (!*text_trim(line))
            play_say(p, "%s", either(p, "`quit` leaves, `help` lists the commands.", "quit 退出，help 列出各命令。"));
        break;
    case EDITOR_END:
        putchar('\n');
        /* Where the question found the end too, it is not asked again: the input may have ended for good. */
        p->quit = interrupt_ending() || p->ended || play_gives_up(p);
        break;
    }
    free(line);
}

static void play_run(Play *p)
{
    play_redraw(p, 0);
    play_say(p, "%s",
             either(p, "Moves: h2e2, C2.5 or in Chinese; a square alone shows where its piece can go; `help` lists the commands.",
                    "着法：h2e2、C2.5 或 炮二平五；只输入一个点则显示该子的去处；help 列出各命令。"));
    play_announce(p);
    while (!p->quit && !interrupt_ending()) {
        if (play_waits(p))
            play_turn(p);
        else
            play_think(p);
        play_keep(p);
    }
    say_goodbye(p);
}

/* The table is laid. Returns the exit status. */
static int set_up_and_run(Play *p, int argc, char **argv)
{
    int *option = p->brain.options.number;
    bool last = play_wants_last(argc, argv);
    Position start;
    position_start(&start);
    if (last && !play_resume(p))
        return EXIT_FAILURE;
    int status;
    if (!play_read_arguments(p, argc, argv, &start, &status))
        return status;
    if (p->screen.notation == NOTATIONS)
        p->screen.notation = p->screen.language == LANGUAGE_CHINESE ? NOTATION_CHINESE : NOTATION_WXF;
    option[OPT_REPETITION] = (int)p->rules;
    option[OPT_RULE60] = p->limit > 0;
    option[OPT_RULE60_PLIES] = p->limit;
    if (last)
        ask_referee(p); /* by rules that may be others now */
    else
        play_restart(p, &start);
    p->keep.on = p->keep.on || stdin_is_terminal();
    if (stdin_is_terminal())
        interrupt_begin();
    editor_begin(&p->editor, play_words, p);
    play_run(p);
    editor_end(&p->editor);
    if (stdin_is_terminal())
        interrupt_end();
    return EXIT_SUCCESS;
}

int play_command(int argc, char **argv)
{
    Language language = language_wanted(argc, argv);
    if (args_ask_help(argc, argv)) {
        play_usage(language);
        return EXIT_SUCCESS;
    }
    Play *p = calloc(1, sizeof *p);
    if (!p || !brain_init(&p->brain, tell, p)) {
        free(p);
        fputs("hanxin play: out of memory\n", stderr);
        return EXIT_FAILURE;
    }
    p->level = SKILL_LEVELS;
    p->time_ms = DEFAULT_TIME_MS;
    p->limit = NATURAL_LIMIT_DEFAULT;
    p->engine[BLACK] = true;
    p->screen = screen_here(language, NOTATIONS, language == LANGUAGE_ENGLISH && !locale_is_utf8()); /* the notation follows the language */
    p->brain.options.number[OPT_HASH] = HASH_MIB;
    p->brain.options.number[OPT_THREADS] = 1;
    game_init(&p->game);
    int status = set_up_and_run(p, argc, argv);
    play_keep_leave(p);
    game_clear(&p->game);
    brain_clear(&p->brain);
    free(p->redo);
    free(p);
    interrupt_die();
    return status;
}
