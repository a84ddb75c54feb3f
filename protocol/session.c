/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/notation/notation.h"
#include "protocol/parse.h"
#include "protocol/draw.h"
#include "protocol/explain.h"

typedef enum State {
    STATE_IDLE,
    STATE_THINKING,
    STATE_PONDERING, /* the best move is held back until ponderhit or stop */
    STATE_COUNTING,  /* perft or bench: like thinking for the GUI, but without a best move at the end */
    STATE_STOPPING,  /* any of the last three, after `stop` */
    STATES
} State;

struct Session {
    Inbox *inbox;
    Printer printer;
    Engine *engine;
    SessionAnswer answer;

    Game game;
    bool has_position; /* false after an invalid FEN */
    MoveList bans;

    State state;
    char *args; /* arguments of the current command */

    bool greeted;   /* by `ucci` or `uci` */
    bool overflown; /* more lines had to wait than there is room for, which was reported */
    bool ended;     /* end of input reached */
    bool quitting;
};

/* ---- options ---- */

static void tell(void *self, const char *text) { printer_message(&((Session *)self)->printer, "%s", text); }

/* Sets a number of the search in tuning builds, where each is an option. Returns false
 * otherwise. */
static bool set_search_param(const char *args)
{
    char name[64];
    int value;
    return (sscanf(args, "name %63s value %d", name, &value) == 2 || sscanf(args, "%63s %d", name, &value) == 2) &&
           search_param_set(name, value);
}

static void do_setoption(Session *s)
{
    /* elephantchess.io uses UCI engines without a greeting (UCCI.md, 115) */
    if (!s->greeted && strncasecmp(s->args, "name ", 5) == 0)
        s->printer.dialect = &dialect_uci;
    if (set_search_param(s->args))
        return;
    Text why = WHY_INIT;
    OptionValue value;
    const OptionSpec *spec = option_read(s->args, &value, &why);
    if (!spec && (s->engine->settings.debug || s->printer.dialect->corrects_options))
        printer_message(&s->printer, "%s", why.data);
    else if (spec && spec->type == OPTION_STRING && !spec->take && !output_log_to(s->printer.out, value.text, &why))
        printer_message(&s->printer, "no log: %s", why.data);
    else if (spec)
        option_set(spec, value, s->engine);
}

static void do_newgame(Session *s) { engine_new_game(s->engine); }

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

/* Returns true if there is a position; otherwise reports that there is none. */
static bool has_position(const Session *s)
{
    if (!s->has_position)
        printer_message(&s->printer, "no position: the last one given was bad");
    return s->has_position;
}

/* Prints the lines of a text, and cuts it up. */
static void print_lines(const Session *s, char *line)
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
    if (!has_position(s))
        return;
    draw_grid(&s->game.now, &grid);
    print_lines(s, array);
}

static void do_flip(Session *s)
{
    Position flipped;
    if (!has_position(s))
        return;
    position_flip(&s->game.now, &flipped);
    game_reset(&s->game, &flipped);
    s->bans.count = 0;
}

static void do_eval(Session *s)
{
    char array[EXPLAIN_SIZE];
    Text table = text_over(array, sizeof array);
    if (!has_position(s))
        return;
    const Network *net = s->engine->settings.use_net ? s->engine->net : NULL;
    explain_evaluation(&s->game.now, net, searcher_evaluate(s->engine->searcher, &s->game.now), &table);
    print_lines(s, array);
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

/* ---- thinking ---- */

/* If the result is known and may be sent, prints it, then lets the waiting commands come again. */
static void give_answer(Session *s)
{
    bool held = s->state == STATE_PONDERING || (s->state == STATE_THINKING && s->answer.infinite);
    bool releases = s->engine->settings.batch && s->answer.how != SEARCHED; /* no further line may come to release it */
    if ((held && !releases) || !answer_give(&s->answer, s->state == STATE_STOPPING))
        return;
    s->state = STATE_IDLE;
    s->overflown = false;
    inbox_again(s->inbox);
}

/* ---- go, stop ---- */

static void do_go(Session *s)
{
    GoArgs go;
    go_read(s->args, &go);
    if (!s->has_position) {
        printer_bestmove(&s->printer, MOVE_NONE, MOVE_NONE, "");
        return;
    }
    s->state = go.number[GO_PERFT] != UNSET ? STATE_COUNTING : go.ponder ? STATE_PONDERING : STATE_THINKING;
    answer_begin(&s->answer, &s->game, &s->bans, &go);
    give_answer(s);
}

static void do_bench(Session *s)
{
    if (answer_begin_bench(&s->answer, s->args))
        s->state = STATE_COUNTING;
}

static void do_stop(Session *s)
{
    Inbox *inbox = s->inbox;
    if (s->state == STATE_IDLE) {
        printer_idle_stop(&s->printer);
        return;
    }
    while (inbox->at < inbox->old && command_kind(inbox->taken.data + inbox->at) == CMD_STOP) /* repeated stops count as one */
        inbox->at += strlen(inbox->taken.data + inbox->at) + 1;
    inbox_keep_old(inbox);
    s->state = STATE_STOPPING;
    answer_stop(&s->answer);
    give_answer(s);
}

static void do_ponderhit(Session *s)
{
    char *word = word_next(&s->args);
    if (word && word_is(word, "draw"))
        s->answer.draw_offered = true;
    if (s->state != STATE_PONDERING)
        return;
    s->state = STATE_THINKING;
    answer_ponderhit(&s->answer);
    give_answer(s);
}

static void do_quit(Session *s)
{
    s->quitting = true;
    if (s->state != STATE_IDLE) {
        answer_stop(&s->answer);
        answer_wait(&s->answer);
        answer_give(&s->answer, false);
    }
    if (s->printer.dialect->farewell)
        output_line(s->printer.out, s->printer.dialect->farewell);
}

/* ---- other commands ---- */

static void announce(Session *s, const Dialect *dialect)
{
    s->greeted = true;
    s->printer.dialect = dialect;
    printer_announce(&s->printer);
}

static void do_ucci(Session *s) { announce(s, &dialect_ucci); }

static void do_uci(Session *s)
{
    s->printer.knows_uci = true;
    announce(s, &dialect_uci);
}

static void do_isready(Session *s)
{
    if (s->state == STATE_IDLE)
        searcher_ready(s->engine->searcher); /* lack of memory is reported at the next `go` */
    output_line(s->printer.out, "readyok");
}

static void do_help(Session *s)
{
    printer_message(&s->printer, "ucci or uci begins; then position, go, stop, setoption, d, eval, bench, quit");
    printer_message(&s->printer, "outside, `hanxin help` lists what the command line can do");
}

static void do_unknown(Session *s)
{
    if (s->engine->settings.debug)
        printer_message(&s->printer, "unknown command: %.200s", s->args);
}

/* ---- states ---- */

typedef enum Treatment {
    NOW,  /* carry out */
    LATE, /* keep until no search is running */
    DROP, /* ignore */
    AGAIN /* for `stop`: ignore, unless lines are waiting; it may refer to one of them, so keep it too */
} Treatment;

/* In batch mode, lines are read only when idle. */
static const struct {
    Treatment when[STATES];
    void (*act)(Session *s);
} commands[] = {
    /* columns: idle, thinking, pondering, counting, stopping */
    [CMD_EMPTY] = {{DROP, DROP, DROP, DROP, DROP}, NULL},
    [CMD_UNKNOWN] = {{NOW, NOW, NOW, NOW, NOW}, do_unknown},
    [CMD_ISREADY] = {{NOW, NOW, NOW, NOW, NOW}, do_isready},
    [CMD_PROBE] = {{NOW, NOW, NOW, NOW, NOW}, do_probe},
    [CMD_QUIT] = {{NOW, NOW, NOW, NOW, NOW}, do_quit},
    [CMD_STOP] = {{NOW, NOW, NOW, NOW, AGAIN}, do_stop},
    [CMD_PONDERHIT] = {{DROP, NOW, NOW, DROP, LATE}, do_ponderhit},
    /* During perft and bench these wait, because scripts send the next command as soon as they have
     * read the total. */
    [CMD_GO] = {{NOW, DROP, DROP, LATE, LATE}, do_go},
    [CMD_UCCI] = {{NOW, DROP, DROP, LATE, LATE}, do_ucci},
    [CMD_UCI] = {{NOW, DROP, DROP, LATE, LATE}, do_uci},
    [CMD_BENCH] = {{NOW, DROP, DROP, LATE, LATE}, do_bench},
    [CMD_SETOPTION] = {{NOW, LATE, LATE, LATE, LATE}, do_setoption},
    [CMD_NEWGAME] = {{NOW, LATE, LATE, LATE, LATE}, do_newgame},
    [CMD_POSITION] = {{NOW, LATE, LATE, LATE, LATE}, do_position},
    [CMD_BANMOVES] = {{NOW, LATE, LATE, LATE, LATE}, do_banmoves},
    [CMD_SHOW] = {{NOW, LATE, LATE, LATE, LATE}, do_show},
    [CMD_EVAL] = {{NOW, LATE, LATE, LATE, LATE}, do_eval},
    [CMD_FLIP] = {{NOW, LATE, LATE, LATE, LATE}, do_flip},
    [CMD_HELP] = {{NOW, LATE, LATE, LATE, LATE}, do_help},
};

/* Converts moves with ranks from 1. UCI-Cyclone, which omits `position`, counts ranks from 0
 * whatever variant it names. */
static void count_ranks(Session *s, const Command *command)
{
    if (command->kind == CMD_POSITION && command->bare)
        s->engine->settings.variant = 0;
    if (command->kind != CMD_SETOPTION && printer_ranks_from_1(&s->printer))
        moves_from_rank_1(command->args);
}

static void handle_line(Session *s, char *line)
{
    if (s->engine->settings.debug)
        printer_message(&s->printer, "%s [%.900s]", s->state == STATE_IDLE ? "idle line" : "busy line", line);
    Command command = command_read(line);
    Treatment how = commands[command.kind].when[s->state];
    s->args = command.args;
    if (how == NOW) {
        count_ranks(s, &command);
        commands[command.kind].act(s);
    } else if (!s->overflown && (how == LATE || (how == AGAIN && s->inbox->kept > 0))) {
        inbox_keep(s->inbox, line);
    }
    if (s->inbox->lost && !s->overflown) {
        printer_message(&s->printer, "more lines wait for the end of the search than there is room for; further ones are ignored");
        s->overflown = true;
    }
    s->inbox->lost = false;
}

/* ---- the loop ---- */

static bool reads(const Session *s) { return s->state == STATE_IDLE || !s->engine->settings.batch; }

/* Handles the next event, or prints a sign of life if none comes soon. */
static void handle_next(Session *s)
{
    enum { LOOK_AGAIN_MS = 500 };
    char *line;
    switch (inbox_next(s->inbox, reads(s), s->state == STATE_IDLE ? -1 : LOOK_AGAIN_MS, &line)) {
    case EVENT_LINE:
        output_log_received(s->printer.out, line);
        handle_line(s, line);
        break;
    case EVENT_OLD_LINE: handle_line(s, line); break;
    case EVENT_DONE:
        answer_wait(&s->answer);
        give_answer(s);
        break;
    case EVENT_END: s->ended = true; break;
    case EVENT_NONE: break;
    }
    if (!s->quitting && s->state != STATE_IDLE && s->answer.how == SEARCHED)
        info_keep_alive(&s->answer.limiter);
}

/* Called at the end of input. Finishes what was requested, then ends the session. A search that
 * only another line could end is stopped. */
static void finish(Session *s)
{
    bool endless = s->state == STATE_PONDERING || (s->state == STATE_THINKING && s->answer.infinite);
    if (endless && (inbox_is_empty(s->inbox) || s->engine->settings.batch)) /* otherwise a waiting line may end it */
        do_stop(s);
    if (s->state == STATE_IDLE && inbox_is_empty(s->inbox))
        s->quitting = true;
}

static void step(Session *s)
{
    handle_next(s);
    int fault = output_log_lost(s->printer.out);
    if (fault)
        printer_message(&s->printer, "the log ends here: %s", strerror(fault));
    if (s->ended && !s->quitting)
        finish(s);
    atomic_fetch_add(&s->inbox->steps, 1);
}

void session_run(Session *s)
{
    while (!s->quitting)
        step(s);
}

void session_catch_up(Session *s)
{
    while (!s->quitting && !inbox_is_empty(s->inbox))
        step(s);
}

Session *session_new(Inbox *inbox, Output *out, SessionBench *bench)
{
    Session *s = calloc(1, sizeof *s);
    Engine *engine = s ? engine_new(tell, s) : NULL;
    if (!engine) {
        free(s);
        return NULL;
    }
    s->inbox = inbox;
    s->has_position = true;
    s->engine = engine;
    s->printer = (Printer){.out = out, .dialect = &dialect_ucci, .settings = &engine->settings};
    game_init(&s->game);
    answer_init(&s->answer, engine, inbox, &s->printer, bench);
    return s;
}

Engine *session_engine(Session *s) { return s->engine; }

void session_free(Session *s)
{
    engine_free(s->engine); /* ends a running search, which writes to the answer */
    game_clear(&s->game);
    answer_clear(&s->answer);
    free(s);
}
