/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/pool.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/board/perft.h"
#include "engine/notation/notation.h"
#include "protocol/draw.h"
#include "protocol/explain.h"
#include "protocol/info.h"
#include "protocol/parse.h"

/* States of the session. Thinking, analysing and pondering end with one best move. */
typedef enum SessionState {
    STATE_IDLE,
    STATE_THINKING,  /* the best move is printed as soon as it is known */
    STATE_ANALYSING, /* `go infinite`: the best move is held back until `stop` */
    STATE_PONDERING, /* the best move is held back until `ponderhit` or `stop` */
    STATE_COUNTING,  /* perft or bench: like thinking for the GUI, but there is no best move at the end */
} SessionState;

/* Work of other threads that belongs to a state. EVENT_DONE reports its end. */
typedef enum SessionWork {
    WORK_NONE, /* no thread is working: the best move was known without a search */
    WORK_RUNNING,
    WORK_DONE,
} SessionWork;

/* Lines that wait for the end of a search. Those in [0, kept) wait for the end of the current search.
 * Those starting at `next` waited for the previous search and are handled now, before new lines. */
typedef struct Waiting {
    Lines lines;
    size_t kept, next;
} Waiting;

struct Session {
    Inbox *inbox;
    Waiting waiting;
    Printer printer;
    Engine *engine;
    SessionSettings settings;
    int losing_moves; /* number of consecutive losing moves, for resigning */
    SessionBench *bench;
    InfoLimiter limiter;

    Game game;
    bool has_position; /* false after an invalid FEN */
    MoveList bans;

    SessionState state;
    bool stopping; /* true if `stop` has come in this state */
    SessionWork work;
    bool infinite;       /* while pondering: `ponderhit` leads to analysing */
    bool draw_offered;   /* true if the opponent has offered a draw */
    int threads;         /* number of threads of the last search */
    SearchResult result; /* result of `go`; written by the search's thread while the work is running */

    /* perft and bench: */
    pthread_t counter;
    atomic_bool leave_off; /* asks the thread to return early */
    bool complete;         /* perft reached its end; always true for bench. Written by the thread */
    int depth;

    char *args;      /* arguments of the current command; bench reads a copy */
    char words[200]; /* arguments of bench */
    bool greeted;    /* true after `ucci` or `uci` */
    bool overflown;  /* true if there was no room for more waiting lines, which was reported */
    bool ended;      /* true once the end of input has been reached */
    bool quitting;
};

static bool session_is_searching(const Session *s) { return s->state != STATE_IDLE && s->state != STATE_COUNTING; }

/* ---- waiting lines ---- */

/* Returns the next waiting line to be handled now, or NULL if there is none. */
static char *waiting_next(Waiting *w)
{
    if (w->next == w->lines.length)
        return NULL;
    char *line = w->lines.data + w->next;
    w->next += strlen(line) + 1;
    return line;
}

/* Stores a line until the end of the search: the last one returned by waiting_next(), or a new line if
 * no such lines are left. Returns false if there is no room. */
static bool waiting_keep(Waiting *w, const char *line)
{
    enum { MOST_WAITING = 16 << 20 };
    const size_t size = strlen(line) + 1, end = w->kept + size;
    if (end > MOST_WAITING || !lines_grow(&w->lines, end))
        return false;
    memmove(w->lines.data + w->kept, line, size);
    w->kept = end;
    if (end > w->lines.length)
        w->lines.length = w->next = end;
    return true;
}

/* Stores all lines that were to be handled now until the end of the search. */
static void waiting_keep_all(Waiting *w)
{
    const size_t size = w->lines.length - w->next;
    memmove(w->lines.data + w->kept, w->lines.data + w->next, size);
    w->kept += size;
    w->lines.length = w->next = w->kept;
}

/* Makes the stored lines available to waiting_next(). */
static void waiting_release(Waiting *w)
{
    waiting_keep_all(w);
    w->next = w->kept = 0;
}

/* ---- options ---- */

static void session_message(void *self, const char *text) { printer_message(&((Session *)self)->printer, "%s", text); }

/* Sets a parameter of the search in tuning builds, where each parameter is an option. Returns false if
 * the arguments do not name one. */
static bool session_set_search_param(const char *args)
{
    char name[64];
    int value;
    return (sscanf(args, "name %63s value %d", name, &value) == 2 || sscanf(args, "%63s %d", name, &value) == 2) &&
           search_param_set(name, value);
}

static void do_setoption(Session *s)
{
    /* elephantchess.io uses UCI engines without a greeting (UCCI.md, 115) */
    if (!s->greeted && word_begins(s->args, "name ", 5))
        s->printer.dialect = &dialect_uci;
    if (session_set_search_param(s->args))
        return;
    Text why = WHY_INIT;
    OptionValue value;
    const OptionSpec *spec = option_read(s->args, &value, &why);
    if (!spec) {
        if (s->settings.debug || s->printer.dialect->corrects_options)
            printer_message(&s->printer, "%s", why.data);
    } else if (spec->type == OPTION_STRING && !spec->take) {
        if (!output_log_to(s->printer.out, value.text, &why))
            printer_message(&s->printer, "no log: %s", why.data);
    } else {
        option_set(spec, value, s->engine, &s->settings);
        if (spec->type == OPTION_BUTTON)
            s->losing_moves = 0;
    }
}

static void do_newgame(Session *s)
{
    s->losing_moves = 0;
    engine_new_game(s->engine);
}

/* ---- positions ---- */

static void do_position(Session *s)
{
    Text why = WHY_INIT;
    Setup done = setup_game(&s->game, s->args, &why);
    if (done == SETUP_NONE)
        return;
    s->bans.count = 0;
    s->has_position = done == SETUP_DONE;
    if (why.length > 0)
        printer_message(&s->printer, "%s", why.data);
}

static void do_banmoves(Session *s) { setup_moves(&s->game.now, s->args, &s->bans); }

/* Returns true if a position is set; otherwise reports that there is none. */
static bool session_has_position(const Session *s)
{
    if (!s->has_position)
        printer_message(&s->printer, "no position: the last FEN was invalid");
    return s->has_position;
}

/* Prints the lines of a text, which is modified. */
static void session_print_lines(const Session *s, char *line)
{
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        output_line(s->printer.out, line);
    }
}

static void do_show(Session *s)
{
    char array[GRID_SIZE];
    Text grid = text_over(array, sizeof array);
    if (!session_has_position(s))
        return;
    draw_grid(&s->game.now, &grid);
    session_print_lines(s, array);
}

static void do_flip(Session *s)
{
    Position flipped;
    if (!session_has_position(s))
        return;
    position_flip(&s->game.now, &flipped);
    game_reset(&s->game, &flipped);
    s->bans.count = 0;
}

static void do_eval(Session *s)
{
    char array[EXPLAIN_SIZE];
    Text table = text_over(array, sizeof array);
    if (!session_has_position(s))
        return;
    const Network *net = s->engine->settings.use_net ? s->engine->net : NULL;
    explain_evaluation(&s->game.now, net, searcher_evaluate(s->engine->searcher, &s->game.now), &table);
    session_print_lines(s, array);
}

static void do_probe(Session *s)
{
    Text why = WHY_INIT;
    Game game;
    TtEntry entry;
    game_init(&game);
    bool known = setup_game(&game, s->args, &why) == SETUP_DONE && why.length == 0 && searcher_probe(s->engine->searcher, &game, &entry);
    printer_pophash(&s->printer, &game.now, known ? &entry : NULL);
    game_clear(&game);
}

/* ---- perft and bench ---- */

static bool session_leaves_off(void *self) { return atomic_load(&((Session *)self)->leave_off); }

/* Prints a count for each root move, then `Nodes searched: <n>` (UCCI.md, 98). The position stays
 * as it is, because `position` waits for the end. */
static void *session_perft_work(void *self)
{
    Session *s = self;
    MoveList list = {0};
    uint64_t total = s->depth == 0;
    if (s->depth > 0)
        legal_moves(&s->game.now, &list);
    for (int i = 0; i < list.count && !session_leaves_off(s); i++) {
        char move[PRINTED_MOVE];
        Position pos = s->game.now;
        Undo undo;
        uint64_t nodes = 1;
        position_make(&pos, list.moves[i], &undo);
        if (s->depth > 1 && !perft_count_until(&pos, s->depth - 1, NULL, session_leaves_off, s, &nodes))
            break;
        output_linef(s->printer.out, "%s: %llu", printer_move(&s->printer, list.moves[i], move), (unsigned long long)nodes);
        total += nodes;
    }
    s->complete = !atomic_load(&s->leave_off);
    if (s->complete) {
        output_line(s->printer.out, "");
        output_linef(s->printer.out, "Nodes searched: %llu", (unsigned long long)total);
        output_line(s->printer.out, "");
    }
    inbox_done(s->inbox);
    return NULL;
}

static void session_print_line(void *self, const char *line) { output_line(((Session *)self)->printer.out, line); }

static void *session_bench_work(void *self)
{
    Session *s = self;
    s->bench(s->words, session_print_line, s, &s->leave_off);
    s->complete = true;
    inbox_done(s->inbox);
    return NULL;
}

/* Starts counting on a separate thread, so that the session keeps reading. If the system does not
 * provide a thread, reports this and returns false. */
static bool session_begin_counting(Session *s, void *(*work)(void *self))
{
    atomic_store(&s->leave_off, false);
    s->complete = false;
    if (HAVE_THREADS && !thread_start(&s->counter, SEARCH_STACK_BYTES, work, s)) {
        printer_message(&s->printer, "cannot create a thread; nothing is counted");
        return false;
    }
    if (!HAVE_THREADS)
        work(s);
    s->state = STATE_COUNTING;
    s->work = WORK_RUNNING;
    return true;
}

/* ---- a search ---- */

static void session_on_info(void *self, const SearchInfo *info) { info_report(&((Session *)self)->limiter, info); }

static void session_on_root_move(void *self, int depth, Move m, int number, int64_t time_ms)
{
    info_root_move(&((Session *)self)->limiter, depth, m, number, time_ms);
}

/* Reports that fewer threads search than are set. The same number is reported only once in
 * succession. */
static void session_on_threads(void *self, int granted, int wanted)
{
    Session *s = self;
    if (granted < wanted && granted != s->threads)
        printer_message(&s->printer, "could create only %d of %d threads; searching with %d", granted, wanted, granted);
    s->threads = granted;
}

static void session_on_done(void *self, const SearchResult *result)
{
    Session *s = self;
    s->result = *result;
    inbox_done(s->inbox);
}

/* Returns the first legal move that the filter allows, or MOVE_NONE. */
static Move session_first_allowed(const MoveList *legal, const RootFilter *filter)
{
    for (int i = 0; i < legal->count; i++)
        if (root_filter_allows(filter, legal->moves[i]))
            return legal->moves[i];
    return MOVE_NONE;
}

/* Tries to play a book move. Books are used to choose a move, not for analysis. */
static bool session_play_from_book(Session *s, const GoArgs *go, const Limits *limits)
{
    Move moves[2];
    char move[PRINTED_MOVE];
    if (s->state != STATE_THINKING || limits->roots.only.count || limits->mate ||
        !engine_book_move(s->engine, &s->game, &s->bans, go_is_for_game(go), moves))
        return false;
    printer_message(&s->printer, "book move %s", printer_move(&s->printer, moves[0], move));
    s->result = (SearchResult){.best = moves[0], .ponder = moves[1]};
    return true;
}

/* Searches on the session's thread if no other thread can be created. No command is read during the
 * search, so it lasts a second at most unless the command limits its time. Returns false if an
 * allocation fails. */
static bool session_search_here(Session *s, const Limits *limits, SearchListener listener)
{
    enum { DEAF_MS = 1000 };
    Limits bounded = *limits;
    bounded.ponder = false;
    if (limits->ponder || !(limits->movetime_ms || limits->clock.time_ms))
        bounded.movetime_ms = DEAF_MS;
    printer_message(&s->printer, "cannot create a search thread: searching without one%s; no command is read meanwhile",
                    bounded.movetime_ms == limits->movetime_ms ? "" : ", for a second at most");
    listener.threads = NULL;
    return searcher_run(s->engine->searcher, &s->game, &bounded, &listener).best != MOVE_NONE;
}

/* Begins a search, with a smaller hash table if an allocation fails. Returns false if the search cannot
 * begin. */
static bool session_begin_search(Session *s, const Limits *limits)
{
    const SearchListener listener = {
        .info = session_on_info, .root_move = session_on_root_move, .done = session_on_done, .threads = session_on_threads, .self = s};
    Searcher *searcher = s->engine->searcher;
    info_start(&s->limiter);
    SearchStart start = searcher_start(searcher, &s->game, limits, &listener);
    if (start == SEARCH_NO_MEMORY && engine_shrink_hash(s->engine))
        start = searcher_start(searcher, &s->game, limits, &listener);
    if (start == SEARCH_BEGUN || (start == SEARCH_NO_THREAD && session_search_here(s, limits, listener)))
        return true;
    printer_message(&s->printer, "no memory to search with; playing the first legal move");
    return false;
}

/* Starts the work for a `go`, unless the result is known at once. */
static void session_begin_thinking(Session *s, const GoArgs *go)
{
    const Dialect *dialect = s->printer.dialect;
    Limits limits;
    MoveList legal = {0};
    go_limits(go, s->settings.milliseconds, &s->game.now, &limits, &s->infinite);
    engine_temper(s->engine, &limits);
    limits.roots.ban = s->bans;
    legal_moves(&s->game.now, &legal);
    s->result = (SearchResult){.best = session_first_allowed(&legal, &limits.roots), .ponder = MOVE_NONE};
    s->draw_offered = go->draw;

    bool to_search = go->number[GO_DEPTH] != 0 || go->infinite || !dialect->evaluates_only;
    if (legal.count == 0)
        printer_static_score(&s->printer, mated_in(0));
    else if (!to_search)
        printer_static_score(&s->printer, searcher_evaluate(s->engine->searcher, &s->game.now));
    if (go->searchmoves && limits.roots.only.count == 0) {
        printer_message(&s->printer, "no move after searchmoves is legal: nothing to search");
        to_search = false;
    }
    to_search = to_search && s->result.best != MOVE_NONE;
    s->infinite = s->infinite && (to_search || !dialect->infinite_may_end);
    s->state = limits.ponder ? STATE_PONDERING : s->infinite ? STATE_ANALYSING : STATE_THINKING;
    s->work = WORK_NONE;
    if (!to_search)
        s->result.best = MOVE_NONE;
    else if (!session_play_from_book(s, go, &limits) && session_begin_search(s, &limits))
        s->work = WORK_RUNNING;
}

/* ---- the end of the work ---- */

/* Stops the work as soon as possible, without waiting. */
static void session_stop_work(Session *s)
{
    atomic_store(&s->leave_off, true);
    if (s->work == WORK_RUNNING && session_is_searching(s))
        searcher_stop(s->engine->searcher);
}

static void session_wait_for_work(Session *s)
{
    if (s->work != WORK_RUNNING)
        return;
    if (session_is_searching(s))
        searcher_wait(s->engine->searcher);
    else if (HAVE_THREADS)
        pthread_join(s->counter, NULL);
    s->work = WORK_DONE;
}

/* Decides by the thresholds in the options whether to resign or accept a draw. Only moves that are
 * played in the game are taken into account. */
static const char *session_best_move(Session *s)
{
    enum { LOSING_MOVES = 3 };
    const SessionSettings *set = &s->settings;
    const bool losing = s->result.score <= -set->concede_score;
    if (s->state != STATE_THINKING)
        return "";
    s->losing_moves = losing ? s->losing_moves + 1 : 0;
    if (s->draw_offered && set->accepts && s->result.score <= set->accept_score)
        return " draw";
    if (set->concedes && s->losing_moves >= LOSING_MOVES)
        return " resign";
    return "";
}

/* Prints the held-back lines and the best move, or the reply that a count still has to give. */
static void session_print_result(Session *s)
{
    assert(s->state != STATE_IDLE && s->work != WORK_RUNNING);
    if (session_is_searching(s)) {
        const bool searched = s->work == WORK_DONE && s->result.best != MOVE_NONE;
        info_flush(&s->limiter);
        printer_bestmove(&s->printer, s->result.best, s->result.ponder, searched ? session_best_move(s) : "");
    } else if (s->stopping && (!s->complete || s->printer.dialect->answers_idle_stop)) {
        /* A stopped perft has printed no final line, so one is printed here. UCCI answers every `stop`. */
        printer_bestmove(&s->printer, MOVE_NONE, MOVE_NONE, "");
    }
}

/* Returns true if only a further line can release the best move. */
static bool session_is_held(const Session *s) { return !s->stopping && (s->state == STATE_ANALYSING || s->state == STATE_PONDERING); }

/* If the result is ready and may be sent, prints it, then makes the waiting lines available. */
static void session_give_answer(Session *s)
{
    /* a held best move is released if no further line may come that would release it */
    const bool releases = s->settings.batch && s->work == WORK_NONE;
    if (s->work == WORK_RUNNING || (session_is_held(s) && !releases))
        return;
    session_print_result(s);
    s->state = STATE_IDLE;
    s->stopping = s->overflown = false;
    waiting_release(&s->waiting);
}

/* ---- go, stop ---- */

static void do_go(Session *s)
{
    enum { MOST_PERFT = 30 };
    GoArgs go;
    go_read(s->args, &go);
    s->depth = go.number[GO_PERFT] < MOST_PERFT ? (int)go.number[GO_PERFT] : MOST_PERFT;
    if (s->has_position && go.number[GO_PERFT] == UNSET)
        session_begin_thinking(s, &go);
    else if (!s->has_position || !session_begin_counting(s, session_perft_work))
        printer_bestmove(&s->printer, MOVE_NONE, MOVE_NONE, "");
    if (s->state != STATE_IDLE)
        session_give_answer(s);
}

static void do_bench(Session *s)
{
    snprintf(s->words, sizeof s->words, "%s", s->args);
    if (s->bench)
        session_begin_counting(s, session_bench_work);
}

static void do_stop(Session *s)
{
    if (s->state == STATE_IDLE) {
        printer_idle_stop(&s->printer);
        return;
    }
    Waiting *w = &s->waiting;
    while (w->next < w->lines.length && command_is(w->lines.data + w->next, CMD_STOP)) /* repeated stops are treated as one */
        waiting_next(w);
    waiting_keep_all(w);
    s->stopping = true;
    session_stop_work(s);
    session_give_answer(s);
}

static void do_ponderhit(Session *s)
{
    char *word = word_next(&s->args);
    if (word && word_is(word, "draw"))
        s->draw_offered = true;
    if (s->state != STATE_PONDERING)
        return;
    s->state = s->infinite ? STATE_ANALYSING : STATE_THINKING;
    if (s->work == WORK_RUNNING)
        searcher_ponderhit(s->engine->searcher);
    session_give_answer(s);
}

static void do_quit(Session *s)
{
    s->quitting = true;
    if (s->state != STATE_IDLE) {
        session_stop_work(s);
        session_wait_for_work(s);
        s->stopping = false; /* an interrupted count need not be answered */
        session_print_result(s);
    }
    if (s->printer.dialect->farewell)
        output_line(s->printer.out, s->printer.dialect->farewell);
}

/* ---- other commands ---- */

static void session_announce(Session *s, const Dialect *dialect)
{
    s->greeted = true;
    s->printer.dialect = dialect;
    printer_announce(&s->printer);
}

static void do_ucci(Session *s) { session_announce(s, &dialect_ucci); }

static void do_uci(Session *s)
{
    s->printer.knows_uci = true;
    session_announce(s, &dialect_uci);
}

static void do_isready(Session *s)
{
    if (s->state == STATE_IDLE)
        searcher_ready(s->engine->searcher); /* if there is not enough memory, this is reported at the next `go` */
    output_line(s->printer.out, "readyok");
}

static void do_help(Session *s)
{
    printer_message(&s->printer, "begin with ucci or uci; then position, go, stop, setoption, d, eval, bench, quit");
    printer_message(&s->printer, "in a shell, `hanxin help` lists the commands of the command line");
}

static void do_unknown(Session *s)
{
    if (s->settings.debug)
        printer_message(&s->printer, "unknown command: %.200s", s->args);
}

/* ---- states ---- */

typedef enum Treatment {
    NOW,  /* carry out */
    LATE, /* wait until no search is running */
    DROP, /* ignore */
    AGAIN /* for `stop`: ignore, unless lines are waiting; it may refer to one of them, so it must wait too */
} Treatment;

/* Columns of the table. */
typedef enum SessionPhase { PHASE_IDLE, PHASE_SEARCHING, PHASE_COUNTING, PHASE_STOPPING, PHASES } SessionPhase;

static SessionPhase session_phase(const Session *s)
{
    if (s->stopping)
        return PHASE_STOPPING;
    if (s->state == STATE_COUNTING)
        return PHASE_COUNTING;
    return session_is_searching(s) ? PHASE_SEARCHING : PHASE_IDLE;
}

static const struct {
    Treatment when[PHASES];
    void (*act)(Session *s);
} commands[] = {
    /* columns: idle, searching, counting, stopping */
    [CMD_EMPTY] = {{DROP, DROP, DROP, DROP}, NULL},
    [CMD_UNKNOWN] = {{NOW, NOW, NOW, NOW}, do_unknown},
    [CMD_ISREADY] = {{NOW, NOW, NOW, NOW}, do_isready},
    [CMD_PROBE] = {{NOW, NOW, NOW, NOW}, do_probe},
    [CMD_QUIT] = {{NOW, NOW, NOW, NOW}, do_quit},
    [CMD_STOP] = {{NOW, NOW, NOW, AGAIN}, do_stop},
    [CMD_PONDERHIT] = {{DROP, NOW, DROP, LATE}, do_ponderhit},
    /* These commands wait during perft and bench, because scripts send the next command as soon as they
     * have read the total. */
    [CMD_GO] = {{NOW, DROP, LATE, LATE}, do_go},
    [CMD_UCCI] = {{NOW, DROP, LATE, LATE}, do_ucci},
    [CMD_UCI] = {{NOW, DROP, LATE, LATE}, do_uci},
    [CMD_BENCH] = {{NOW, DROP, LATE, LATE}, do_bench},
    [CMD_SETOPTION] = {{NOW, LATE, LATE, LATE}, do_setoption},
    [CMD_NEWGAME] = {{NOW, LATE, LATE, LATE}, do_newgame},
    [CMD_POSITION] = {{NOW, LATE, LATE, LATE}, do_position},
    [CMD_BANMOVES] = {{NOW, LATE, LATE, LATE}, do_banmoves},
    [CMD_SHOW] = {{NOW, LATE, LATE, LATE}, do_show},
    [CMD_EVAL] = {{NOW, LATE, LATE, LATE}, do_eval},
    [CMD_FLIP] = {{NOW, LATE, LATE, LATE}, do_flip},
    [CMD_HELP] = {{NOW, LATE, LATE, LATE}, do_help},
};

/* Converts moves with ranks numbered from 1. UCI-Cyclone, which omits `position`, numbers ranks from 0
 * whatever variant it names. */
static void session_count_ranks(Session *s, const Command *command)
{
    if (command->kind == CMD_POSITION && command->bare)
        s->settings.variant = VARIANT_NONE;
    if (command->kind != CMD_SETOPTION && printer_ranks_from_1(&s->printer))
        moves_from_rank_1(command->args);
}

static void session_handle_line(Session *s, char *line)
{
    if (s->settings.debug)
        printer_message(&s->printer, "%s [%.900s]", s->state == STATE_IDLE ? "idle line" : "busy line", line);
    Command command = command_read(line);
    Treatment how = commands[command.kind].when[session_phase(s)];
    s->args = command.args;
    if (how == NOW) {
        session_count_ranks(s, &command);
        commands[command.kind].act(s);
    } else if (!s->overflown && (how == LATE || (how == AGAIN && s->waiting.kept > 0)) && !waiting_keep(&s->waiting, line)) {
        printer_message(&s->printer, "too many lines wait for the end of the search; further ones are ignored");
        s->overflown = true;
    }
}

/* ---- the loop ---- */

/* Handles the next event, or prints a sign of life if none comes soon. In batch mode, lines are read
 * only when idle. */
static void session_handle_next(Session *s)
{
    enum { LOOK_AGAIN_MS = 500 };
    const bool reads = s->state == STATE_IDLE || !s->settings.batch;
    char *line = reads ? waiting_next(&s->waiting) : NULL;
    if (line) {
        session_handle_line(s, line);
        return;
    }
    switch (inbox_next(s->inbox, reads, s->state == STATE_IDLE ? -1 : LOOK_AGAIN_MS, &line)) {
    case EVENT_LINE:
        output_log_received(s->printer.out, line);
        session_handle_line(s, line);
        break;
    case EVENT_DONE:
        session_wait_for_work(s);
        session_give_answer(s);
        break;
    case EVENT_END: s->ended = true; break;
    case EVENT_NONE: break;
    }
    if (!s->quitting && session_is_searching(s) && s->work != WORK_NONE)
        info_keep_alive(&s->limiter);
}

/* Returns true if no lines and no other events remain. */
static bool session_is_drained(const Session *s) { return s->waiting.next == s->waiting.lines.length && inbox_is_empty(s->inbox); }

/* Called at the end of input. Finishes the requested work, then ends the session. A search that only a
 * further line could end is stopped. */
static void session_finish(Session *s)
{
    if (session_is_held(s) && (session_is_drained(s) || s->settings.batch)) /* otherwise a waiting line may end the search */
        do_stop(s);
    if (s->state == STATE_IDLE && session_is_drained(s))
        s->quitting = true;
}

static void session_step(Session *s)
{
    session_handle_next(s);
    int fault = output_log_lost(s->printer.out);
    if (fault)
        printer_message(&s->printer, "the log ends here: %s", strerror(fault));
    if (s->ended && !s->quitting)
        session_finish(s);
    atomic_fetch_add(&s->inbox->steps, 1);
}

void session_run(Session *s)
{
    while (!s->quitting)
        session_step(s);
    if (inbox_starved(s->inbox))
        s->inbox->host.leave("standard input: no memory for the next line");
}

void session_catch_up(Session *s)
{
    while (!s->quitting && !session_is_drained(s))
        session_step(s);
}

Session *session_new(Inbox *inbox, Output *out, SessionBench *bench)
{
    Session *s = calloc(1, sizeof *s);
    Engine *engine = s && lines_grow(&s->waiting.lines, 1) ? engine_new(session_message, s) : NULL;
    if (!engine) {
        if (s)
            free(s->waiting.lines.data);
        free(s);
        return NULL;
    }
    s->inbox = inbox;
    s->bench = bench;
    s->has_position = true;
    s->settings = session_settings_initial;
    s->engine = engine;
    s->printer = (Printer){.out = out, .dialect = &dialect_ucci, .settings = &s->settings, .engine = &engine->settings};
    game_init(&s->game);
    info_init(&s->limiter, &s->printer, &steady_clock);
    return s;
}

Engine *session_engine(Session *s) { return s->engine; }

void session_free(Session *s)
{
    engine_free(s->engine); /* ends a running search, which writes to the session */
    free(s->waiting.lines.data);
    game_clear(&s->game);
    info_clear(&s->limiter);
    free(s);
}
