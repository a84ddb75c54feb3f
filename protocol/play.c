#include "protocol/play.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fen.h"
#include "engine/movegen.h"
#include "engine/platform.h"
#include "protocol/analysis.h"
#include "protocol/editor.h"
#include "protocol/play_state.h"
#include "protocol/refusal.h"
#include "protocol/terminal.h"
#include "protocol/words.h"
#include "search/skill.h"

enum { DEFAULT_TIME_MS = 2000, HASH_MIB = 64, EXIT_USAGE = 2 };

/* ---- talking ---- */

void play_say(const Play *p, const char *format, ...)
{
    (void)p;
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
}

static void tell(void *self, const char *text) { play_say(self, "%s", text); }

static const char *player_name(const Play *p, Side side, char *out, size_t size)
{
    if (!p->engine[side])
        return either(p, p->engine[opponent(side)] ? "you" : "", p->engine[opponent(side)] ? "你" : "");
    if (p->depth)
        snprintf(out, size, either(p, "Hanxin, depth %d", "韩信,深度 %d"), p->depth);
    else if (p->level < SKILL_LEVELS)
        snprintf(out, size, either(p, "Hanxin, level %d", "韩信,%d 级"), p->level);
    else
        snprintf(out, size, either(p, "Hanxin, %g s", "韩信,每步 %g 秒"), (double)p->time_ms / 1000);
    return out;
}

void play_redraw(const Play *p, Bitboard marks)
{
    char red[40], black[40];
    Table table = {.game = &p->game,
                   .names = {player_name(p, RED, red, sizeof red), player_name(p, BLACK, black, sizeof black)},
                   .used_ms = {p->used_ms[RED], p->used_ms[BLACK]},
                   .marks = marks};
    if (p->outcome == OUTCOME_OPEN)
        table.used_ms[p->game.now.side] += clock_ms() - p->turn_ms;
    screen_draw(&p->screen, &table, stdout);
}

void play_announce(const Play *p)
{
    Language language = p->screen.language;
    const char *winner = side_word(p->result == RESULT_RED_WINS ? RED : BLACK, language);
    const char *loser = side_word(p->result == RESULT_RED_WINS ? BLACK : RED, language);
    switch (p->outcome) {
    case OUTCOME_OPEN: return;
    case OUTCOME_JUDGED: {
        char *text = malloc(VERDICT_SIZE);
        if (text) {
            verdict_reason(&p->judgement, language, text, VERDICT_SIZE);
            fputs(text, stdout);
        }
        free(text);
        break;
    }
    case OUTCOME_RESIGNED: play_say(p, either(p, "%s resigns.", "%s认输。"), loser); break;
    case OUTCOME_AGREED: play_say(p, "%s", either(p, "The players agree to a draw.", "双方同意作和。")); break;
    case OUTCOME_RECORDED: play_say(p, "%s", either(p, "The game ended here, as recorded.", "棋谱到此结束。")); break;
    }
    if (p->result == RESULT_DRAW)
        play_say(p, either(p, "Draw (%s). `new` begins another game.", "和棋(%s)。new 开始新局。"), result_text(p->result));
    else
        play_say(p, either(p, "%s wins (%s). `new` begins another game.", "%s胜(%s)。new 开始新局。"), winner, result_text(p->result));
}

/* ---- the game ---- */

void play_judge(Play *p)
{
    judge_game(&p->game, p->rules, p->limit, &p->judgement);
    p->outcome = p->judgement.kind == END_NONE ? OUTCOME_OPEN : OUTCOME_JUDGED;
    p->result = p->judgement.result;
}

void play_end(Play *p, Outcome outcome, Result result)
{
    p->outcome = outcome;
    p->result = result;
}

static void press_clock(Play *p)
{
    int64_t now = clock_ms();
    if (p->outcome == OUTCOME_OPEN)
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
    play_judge(p);
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
    play_judge(p);
    return true;
}

bool play_redo(Play *p) { return p->redo_count > 0 && play_move(p, p->redo[p->redo_count - 1]); }

void play_restart(Play *p, const Position *start)
{
    game_reset(&p->game, start);
    p->redo_count = 0;
    p->used_ms[RED] = p->used_ms[BLACK] = 0;
    p->turn_ms = clock_ms();
    p->paused = false;
    brain_new_game(&p->brain);
    play_judge(p);
}

/* ---- the engine ---- */

Limits play_limits(Play *p)
{
    Limits limits = {.depth = p->depth, .handicap = SKILL_LEVELS - p->level, .seed = rng_next(&p->brain.rng)};
    if (p->time_ms > 0 && !p->depth)
        limits.movetime_ms = p->time_ms;
    return limits;
}

Limits play_advice(const Play *p, int64_t time_ms) { return p->depth ? (Limits){.depth = p->depth} : (Limits){.movetime_ms = time_ms}; }

typedef struct Thought {
    SearchResult result;
    atomic_bool done;
} Thought;

static void take_result(void *self, const SearchResult *result)
{
    Thought *thought = self;
    thought->result = *result;
    atomic_store(&thought->done, true);
}

static void ignore_info(void *self, const SearchInfo *info)
{
    (void)self;
    (void)info;
}

/* A move of the books, with some variety. */
static Move book_move(Play *p)
{
    Move best, reply;
    bool found = library_pick(&p->brain.library, &p->game, NULL, 0, RANDOM_MEDIUM, rng_next(&p->brain.rng), &best, &reply);
    return found ? best : MOVE_NONE;
}

/* Searches for the move; MOVE_NONE, and the game paused, when a key or lack of memory ended it. */
static Move searched_move(Play *p)
{
    enum { LOOK_MS = 50 };
    if (!brain_wake(&p->brain)) {
        p->engine[RED] = p->engine[BLACK] = false;
        return MOVE_NONE;
    }
    Limits limits = play_limits(p);
    Thought thought = {.done = false};
    SearchListener listener = {.info = ignore_info, .done = take_result, .self = &thought};
    bool keys = p->engine[RED] && p->engine[BLACK] && stdin_is_terminal();
    if (!searcher_start(p->brain.searcher, &p->game, &limits, &listener)) {
        play_say(p, "%s", either(p, "Out of memory.", "内存不足。"));
        p->paused = true;
        return MOVE_NONE;
    }
    if (keys)
        terminal_keys_begin();
    while (keys && !p->paused && !atomic_load(&thought.done))
        if (terminal_key(LOOK_MS) != KEY_NONE) {
            searcher_stop(p->brain.searcher);
            p->paused = true;
        }
    searcher_wait(p->brain.searcher);
    if (keys)
        terminal_keys_end();
    if (keys && p->paused) {
        play_say(p, "%s", either(p, "Paused; `go` goes on.", "已暂停,go 继续。"));
        return MOVE_NONE;
    }
    return thought.result.best;
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
             from_book ? either(p, " from the book", ",出自开局库") : "",
             p->outcome == OUTCOME_OPEN && in_check(&p->game.now, (Side)p->game.now.side) ? either(p, " Check!", "将军!") : "");
    play_announce(p);
}

/* ---- arguments ---- */

static const char usage[] =
    "usage: hanxin play [--side red|black|both|none] [--fen FEN] [--level 1..20 | --time T | --depth N] [--rules R] [--lang en|zh]\n"
    "                   [--ascii] [--notation iccs|wxf|chinese] [--limit N] [--book FILE] [--threads N] [--hash MB]\n"
    "\n"
    "  --side S       the side you play: red (default), black, both (two people), none (the engine against itself)\n"
    "  --fen FEN      begin at this position\n"
    "  --level L      1 (a beginner) to 20 (full strength, default)\n"
    "  --time T       seconds the engine thinks on a move, such as 0.5; default 2\n"
    "  --depth N      plies it looks ahead instead\n"
    "  --rules R      how repetitions are judged: asian (default), computer, chinese, simple, off\n"
    "  --limit N      draw after so many plies without a capture: default 120, 0 never\n"
    "  --book FILE    an opening book (BOOK.DAT) the engine plays from; may be given several times\n"
    "  --threads N    processors it thinks with: default 1\n"
    "  --hash MB      memory for its table: default 64\n"
    "  --lang L       en or zh; default by the environment\n"
    "  --notation N   how moves are shown; all are understood\n"
    "  --ascii        letters instead of Chinese characters\n";

static bool complain(const char *what, const char *about)
{
    fprintf(stderr, "hanxin play: %s: %s\n", what, about);
    return false;
}

/* A value that does not fit its option. */
static bool refuse(const char *option, const char *value, const char *about)
{
    fprintf(stderr, "hanxin play: %s: '%s' is %s\n", option, value, about);
    return false;
}

static bool read_side(Play *p, const char *value)
{
    static const struct {
        const char *word;
        bool red, black; /* played by the engine */
    } sides[] = {{"red", false, true}, {"black", true, false}, {"both", false, false}, {"none", true, true}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (strcmp(value, sides[i].word) == 0) {
            p->engine[RED] = sides[i].red;
            p->engine[BLACK] = sides[i].black;
            p->screen.flip = strcmp(value, "black") == 0;
            return true;
        }
    return refuse("--side", value, "no side: give red, black, both or none");
}

static bool read_range(const char *option, const char *value, int least, int most, int *out)
{
    int64_t number;
    if (!word_number(value, &number) || number < least || number > most) {
        char about[60];
        snprintf(about, sizeof about, "not a number from %d to %d", least, most);
        return refuse(option, value, about);
    }
    *out = (int)number;
    return true;
}

static bool read_seconds(const char *value, int64_t *ms)
{
    enum { MOST_S = 24 * 3600 };
    char *end;
    double seconds = strtod(value, &end);
    if (strcmp(end, "ms") == 0)
        seconds /= 1000;
    else if (*end && strcmp(end, "s") != 0)
        end = (char *)value;
    if (end == value || !(seconds >= 0.001 && seconds <= MOST_S))
        return refuse("--time", value, "not a time in seconds from 0.001 to 86400");
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

static bool add_book(Library *library, const char *path)
{
    char error[BOOK_ERROR_SIZE] = "too many books";
    Book *book = library->count < LIBRARY_BOOKS ? book_open(path, error) : NULL;
    if (book)
        library->books[library->count++] = book;
    return book || complain(path, error);
}

static bool read_option(Play *p, const char *name, const char *value, Position *start)
{
    char error[FEN_ERROR_SIZE];
    if (strcmp(name, "--book") == 0)
        return add_book(&p->brain.library, value);
    if (strcmp(name, "--threads") == 0)
        return read_range(name, value, 1, MAX_THREADS, &p->brain.options.number[OPT_THREADS]);
    if (strcmp(name, "--hash") == 0)
        return read_range(name, value, 1, MAX_HASH_MIB, &p->brain.options.number[OPT_HASH]);
    if (strcmp(name, "--side") == 0)
        return read_side(p, value);
    if (strcmp(name, "--fen") == 0)
        return fen_read(value, start, error) || complain(name, error);
    if (strcmp(name, "--level") == 0)
        return read_range(name, value, 1, SKILL_LEVELS, &p->level);
    if (strcmp(name, "--depth") == 0)
        return read_range(name, value, 1, MAX_DEPTH, &p->depth);
    if (strcmp(name, "--limit") == 0)
        return read_range(name, value, 0, NATURAL_LIMIT_MAX, &p->limit);
    if (strcmp(name, "--time") == 0)
        return read_seconds(value, &p->time_ms);
    if (strcmp(name, "--rules") == 0)
        return rule_set_from_name(value, &p->rules) || refuse(name, value, "no set of rules: give asian, computer, chinese, simple or off");
    if (strcmp(name, "--notation") == 0)
        return notation_from_name(value, &p->screen.notation) || refuse(name, value, "no notation: give iccs, wxf or chinese");
    if (strcmp(name, "--lang") == 0)
        return language_from_name(value, &p->screen.language) || refuse(name, value, "no language: give en or zh");
    return false; /* is_option() knows no other */
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

/* `--name VALUE`, `--name=VALUE`, `--ascii`. */
static bool read_arguments(Play *p, int argc, char **argv, Position *start)
{
    for (int i = 0; i < argc; i++) {
        char name[20];
        size_t length = strcspn(argv[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)length, argv[i]);
        const char *value = argv[i][length] ? argv[i] + length + 1 : NULL;
        if (strcmp(argv[i], "--ascii") == 0) {
            p->screen.ascii = true;
            continue;
        }
        if (!is_option(name))
            return complain(argv[i], "no such option; see hanxin play --help");
        if (!value && i + 1 < argc)
            value = argv[++i];
        if (!value)
            return complain(name, "its value is missing; see hanxin play --help");
        if (!read_option(p, name, value, start))
            return false;
    }
    return true;
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* ---- the loop ---- */

static void play_run(Play *p)
{
    play_redraw(p, 0);
    play_say(p, "%s",
             either(p, "Moves: h2e2, C2.5 or 炮二平五; a square alone shows where its piece can go; `help` lists the commands.",
                    "着法:h2e2、C2.5 或 炮二平五;只输入一个点则显示该子的去处;help 列出各命令。"));
    play_announce(p);
    while (!p->quit) {
        Side side = (Side)p->game.now.side;
        if (p->outcome == OUTCOME_OPEN && p->engine[side] && !p->paused) {
            play_think(p);
            continue;
        }
        char prompt[40];
        snprintf(prompt, sizeof prompt, "%s> ", p->outcome == OUTCOME_OPEN ? side_word(side, p->screen.language) : "");
        char *line = editor_read(prompt);
        if (!line) {
            putchar('\n');
            break;
        }
        play_obey(p, line);
        free(line);
    }
}

int play_command(int argc, char **argv)
{
    if (wants_help(argc, argv)) {
        fputs(usage, stdout);
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
    p->screen = screen_here(language_here(), NOTATIONS, false); /* the notation follows the language if none is asked for */
    Position start;
    position_start(&start);
    game_init(&p->game);
    int status = EXIT_USAGE, *option = p->brain.options.number;
    option[OPT_HASH] = HASH_MIB;
    option[OPT_THREADS] = 1;
    if (read_arguments(p, argc, argv, &start)) {
        if (p->screen.notation == NOTATIONS)
            p->screen.notation = p->screen.language == LANGUAGE_CHINESE ? NOTATION_CHINESE : NOTATION_WXF;
        option[OPT_REPETITION] = (int)p->rules;
        option[OPT_RULE60] = p->limit > 0;
        option[OPT_RULE60_PLIES] = p->limit;
        play_restart(p, &start);
        editor_begin(play_words, p);
        play_run(p);
        editor_end();
        status = EXIT_SUCCESS;
    }
    game_clear(&p->game);
    brain_clear(&p->brain);
    free(p->redo);
    free(p);
    return status;
}
