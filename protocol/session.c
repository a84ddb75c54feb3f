#include "protocol/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/board/perft.h"
#include "engine/notation/notation.h"
#include "protocol/answer.h"
#include "protocol/command.h"
#include "protocol/draw.h"

typedef enum State {
    STATE_IDLE,
    STATE_THINKING,
    STATE_PONDERING, /* the best move waits for ponderhit or stop */
    STATE_COUNTING,  /* perft or bench: thinking to the GUI, without a best move at its end */
    STATE_STOPPING,  /* any of the last three, after `stop` */
    STATES
} State;

struct Session {
    Inbox *inbox;
    Talk talk;
    Player *player;
    SessionAnswer answer;

    Game game;
    bool has_position; /* false after a bad FEN: nothing to play */
    MoveList bans;

    /* Perft or bench, on a thread of its own so that the session goes on listening. */
    SessionBench *bench; /* or NULL */
    pthread_t thread;
    bool working;          /* there is such a thread; it ends with inbox_done() */
    atomic_bool leave_off; /* it looks at that now and then */
    bool complete;         /* written before EVENT_DONE: it came to its end, or needs none (bench) */
    int perft_depth;
    char bench_args[200];

    State state;
    char *args; /* of the command that is carried out */

    /* Lines that wait until nothing is searched any more. In [0, kept) are those that must wait still; those from `at` on
     * are to be looked at again, before what the inbox holds. */
    Lines waiting;
    size_t kept, at;
    bool overflown; /* there were too many, and that was said */
    bool ended;     /* the input is at its end */
    bool quitting;
};

/* ---- options ---- */

static void tell(void *self, const char *text) { talk_message(&((Session *)self)->talk, "%s", text); }

/* Tuning builds take every number of the search as an option; others have none. */
static bool set_search_param(const char *args)
{
    char name[64];
    int value;
    return (sscanf(args, "name %63s value %d", name, &value) == 2 || sscanf(args, "%63s %d", name, &value) == 2) &&
           search_param_set(name, value);
}

static void do_setoption(Session *s)
{
    if (set_search_param(s->args))
        return;
    Text why = WHY_INIT;
    OptionValue value;
    const OptionSpec *spec = option_read(s->args, &value, &why);
    if (!spec && (s->player->settings.debug || s->talk.dialect->corrects_options))
        talk_message(&s->talk, "%s", why.data);
    else if (spec && spec->type == OPTION_STRING && !spec->take && !output_log_to(s->talk.out, value.text, &why))
        talk_message(&s->talk, "no log: %s", why.data);
    else if (spec)
        option_set(spec, value, s->player);
}

static void do_newgame(Session *s) { player_new_game(s->player); }

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
        talk_message(&s->talk, "%s", why.data);
}

static void do_banmoves(Session *s) { s->bans.count = setup_moves(&s->game.now, s->args, s->bans.moves); }

/* Says so if there is none. */
static bool has_position(const Session *s)
{
    if (!s->has_position)
        talk_message(&s->talk, "no position: the last one given was bad");
    return s->has_position;
}

static void do_show(Session *s)
{
    char array[GRID_SIZE], *line = array;
    Text grid = text_over(array, sizeof array);
    if (!has_position(s))
        return;
    draw_grid(&s->game.now, &grid);
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        output_line(s->talk.out, line);
    }
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
    Score score;
    if (has_position(s) && player_evaluate(s->player, &s->game.now, &score))
        output_linef(s->talk.out, "Evaluation: %+d centipawns for %s, the side to move", score, s->game.now.side == RED ? "Red" : "Black");
}

static void do_probe(Session *s)
{
    Text why = WHY_INIT;
    Game game;
    TtEntry entry;
    game_init(&game);
    bool known = setup_game(&game, s->args, &why) == SETUP_DONE && why.length == 0 && player_probe(s->player, &game, &entry);
    talk_pophash(&s->talk, &game.now, known ? &entry : NULL);
    game_clear(&game);
}

/* ---- thinking ---- */

/* Nothing is searched any more: now that is carried out which had to wait. */
static void become_idle(Session *s)
{
    size_t rest = s->waiting.length - s->at;
    s->state = STATE_IDLE;
    s->overflown = false;
    if (s->kept < s->at)
        memmove(s->waiting.data + s->kept, s->waiting.data + s->at, rest);
    s->waiting.length = s->kept + rest;
    s->kept = s->at = 0;
}

/* Prints the best move if it is known and nothing holds it back any more. */
static void give_answer(Session *s)
{
    bool held = s->state == STATE_PONDERING || (s->state == STATE_THINKING && s->answer.infinite);
    if ((!held || s->player->settings.batch) && answer_give(&s->answer))
        become_idle(s);
}

static void say_no_move(const Session *s) { talk_bestmove(&s->talk, MOVE_NONE, MOVE_NONE, ""); }

/* ---- perft and bench ---- */

static void begin_work(Session *s, void *(*work)(void *self))
{
    atomic_store(&s->leave_off, false);
    s->complete = false;
    s->working = pthread_create(&s->thread, NULL, work, s) == 0;
    if (s->working)
        s->state = STATE_COUNTING;
    else
        talk_message(&s->talk, "the system grants no thread for this; nothing is counted");
}

static void end_work(Session *s)
{
    pthread_join(s->thread, NULL);
    s->working = false;
    become_idle(s);
}

/* As perft_count(), but leaves when told to. */
static uint64_t count_until_stopped(const Session *s, Position *pos, int depth)
{
    enum { UNINTERRUPTED = 4 }; /* some ten milliseconds of work */
    if (depth <= UNINTERRUPTED)
        return perft_count(pos, depth);
    MoveList list = {0};
    uint64_t nodes = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count && !atomic_load(&s->leave_off); i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        nodes += count_until_stopped(s, pos, depth - 1);
        position_unmake(pos, &undo);
    }
    return nodes;
}

/* Prints `<move>: <count>` per root move and `Nodes searched: <n>` (UCCI.md, 98). */
static void *perft_work(void *self)
{
    Session *s = self;
    Position pos = s->game.now;
    MoveList list = {0};
    uint64_t total = s->perft_depth == 0 ? 1 : 0;
    if (s->perft_depth > 0)
        legal_moves(&pos, &list);
    for (int i = 0; i < list.count && !atomic_load(&s->leave_off); i++) {
        Undo undo;
        char move[5];
        position_make(&pos, list.moves[i], &undo);
        uint64_t nodes = count_until_stopped(s, &pos, s->perft_depth - 1);
        position_unmake(&pos, &undo);
        if (!atomic_load(&s->leave_off))
            output_linef(s->talk.out, "%s: %llu", move_to_iccs(list.moves[i], move), (unsigned long long)nodes);
        total += nodes;
    }
    s->complete = !atomic_load(&s->leave_off);
    if (s->complete) {
        output_line(s->talk.out, "");
        output_linef(s->talk.out, "Nodes searched: %llu", (unsigned long long)total);
        output_line(s->talk.out, "");
    }
    inbox_done(s->inbox);
    return NULL;
}

static void print_line(void *self, const char *line) { output_line(((Session *)self)->talk.out, line); }

static void *bench_work(void *self)
{
    Session *s = self;
    s->bench(s->bench_args, print_line, s, &s->leave_off);
    s->complete = true;
    inbox_done(s->inbox);
    return NULL;
}

/* A perft that gives no total ends with what ends a search, so that nobody waits for more. */
static void start_perft(Session *s, int64_t depth)
{
    enum { MOST_PERFT = 30 };
    s->perft_depth = depth < MOST_PERFT ? (int)depth : MOST_PERFT;
    begin_work(s, perft_work);
    if (!s->working)
        say_no_move(s);
}

static void do_bench(Session *s)
{
    snprintf(s->bench_args, sizeof s->bench_args, "%s", s->args);
    if (s->bench)
        begin_work(s, bench_work);
}

/* ---- go, stop ---- */

static void do_go(Session *s)
{
    GoArgs go;
    go_read(s->args, &go);
    if (!s->has_position) {
        say_no_move(s);
    } else if (go.number[GO_PERFT] != UNSET) {
        start_perft(s, go.number[GO_PERFT]);
    } else {
        s->state = go.ponder ? STATE_PONDERING : STATE_THINKING;
        answer_begin(&s->answer, &s->game, &s->bans, &go);
        give_answer(s);
    }
}

static CommandKind kind_of(const char *line)
{
    char word[12] = "";
    return sscanf(line, "%11s", word) == 1 ? command_read(word).kind : CMD_EMPTY;
}

/* What is searched, if anything, ends as soon as possible. */
static void stop(Session *s)
{
    s->state = STATE_STOPPING;
    if (s->working)
        atomic_store(&s->leave_off, true);
    else
        answer_stop(&s->answer);
}

static void do_stop(Session *s)
{
    if (s->state == STATE_IDLE) {
        if (s->talk.dialect->answers_idle_stop)
            say_no_move(s);
        return;
    }
    while (s->at < s->waiting.length && kind_of(s->waiting.data + s->at) == CMD_STOP) /* said twice is meant once */
        s->at += strlen(s->waiting.data + s->at) + 1;
    stop(s);
    if (!s->working)
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
    if (s->state != STATE_IDLE)
        stop(s);
    if (s->working) {
        end_work(s);
    } else if (s->state != STATE_IDLE) {
        answer_wait(&s->answer);
        give_answer(s);
    }
    if (s->talk.dialect->farewell)
        output_line(s->talk.out, s->talk.dialect->farewell);
}

/* ---- the rest ---- */

static void announce(Session *s, const Dialect *dialect)
{
    s->talk.dialect = dialect;
    talk_announce(&s->talk);
}

static void do_ucci(Session *s) { announce(s, &dialect_ucci); }
static void do_uci(Session *s) { announce(s, &dialect_uci); }

static void do_isready(Session *s)
{
    if (s->state == STATE_IDLE)
        player_wake(s->player);
    output_line(s->talk.out, "readyok");
}

static void do_help(Session *s)
{
    talk_message(&s->talk, "ucci or uci begins; then position, go, stop, setoption, d, eval, bench, quit");
    talk_message(&s->talk, "outside, `hanxin help` lists what the command line can do");
}

static void do_unknown(Session *s)
{
    if (s->player->settings.debug)
        talk_message(&s->talk, "unknown command: %.200s", s->args);
}

/* ---- the states ---- */

typedef enum Treatment {
    NOW,  /* carried out */
    LATE, /* waits until nothing is searched any more */
    DROP, /* ignored */
    AGAIN /* of `stop`: ignored, unless lines wait: then it may be meant for one of those, and waits too */
} Treatment;

/* In batch mode no line is looked at but when idle. */
static const struct {
    Treatment when[STATES];
    void (*act)(Session *s);
} commands[] = {
    /* idle, thinking, pondering, counting, stopping */
    [CMD_EMPTY] = {{DROP, DROP, DROP, DROP, DROP}, NULL},
    [CMD_UNKNOWN] = {{NOW, NOW, NOW, NOW, NOW}, do_unknown},
    [CMD_ISREADY] = {{NOW, NOW, NOW, NOW, NOW}, do_isready},
    [CMD_PROBE] = {{NOW, NOW, NOW, NOW, NOW}, do_probe},
    [CMD_QUIT] = {{NOW, NOW, NOW, NOW, NOW}, do_quit},
    [CMD_STOP] = {{NOW, NOW, NOW, NOW, AGAIN}, do_stop},
    [CMD_PONDERHIT] = {{DROP, NOW, NOW, DROP, LATE}, do_ponderhit},
    /* After counting these wait: scripts send the next command as soon as they have read the total. */
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

static Treatment treatment(const Session *s, CommandKind kind)
{
    Treatment how = commands[kind].when[s->state];
    return how != AGAIN ? how : s->kept > 0 || s->at < s->waiting.length ? LATE : DROP;
}

/* Keeps a line to be carried out when nothing is searched any more; what waited longer is older, and that
 * may be `again`. Of a flood during an endless search the end is lost, and the GUI told. */
static void defer(Session *s, const char *line, bool again)
{
    enum { MOST_BYTES = 16 << 20 };
    size_t size = strlen(line) + 1;
    if (again) { /* it lies between those that are kept and those to be looked at */
        memmove(s->waiting.data + s->kept, line, size);
        s->kept += size;
        return;
    }
    bool last = s->at == s->waiting.length;
    if (last)
        s->waiting.length = s->kept;
    if (!lines_add(&s->waiting, line, size, MOST_BYTES) && !s->overflown) {
        talk_message(&s->talk, "more lines wait for the end of the search than there is room for; further ones are ignored");
        s->overflown = true;
    }
    if (last)
        s->kept = s->at = s->waiting.length;
}

static void handle_line(Session *s, char *line, bool again)
{
    if (s->player->settings.debug)
        talk_message(&s->talk, "%s [%.900s]", s->state == STATE_IDLE ? "idle line" : "busy line", line);
    Command command = command_read(line);
    Treatment how = treatment(s, command.kind);
    s->args = command.args;
    if (how == LATE)
        defer(s, line, again);
    else if (how == NOW)
        commands[command.kind].act(s);
}

/* The search or the job is over. */
static void handle_done(Session *s)
{
    if (s->working) {
        /* A `go perft` that was stopped has said nothing that ends it; UCCI answers every `stop`. */
        if (s->state == STATE_STOPPING && (!s->complete || s->talk.dialect->answers_idle_stop))
            say_no_move(s);
        end_work(s);
    } else if (s->state != STATE_IDLE) {
        answer_wait(&s->answer);
        give_answer(s);
    }
}

/* ---- the loop ---- */

static bool reads(const Session *s) { return s->state == STATE_IDLE || !s->player->settings.batch; }

/* The next line that waited, if it need not wait any more; else the next event, or a sign of life if none comes soon. */
static void handle_next(Session *s)
{
    enum { LOOK_AGAIN_MS = 500 };
    char *line;
    if (s->at < s->waiting.length && s->state != STATE_STOPPING && reads(s)) {
        line = s->waiting.data + s->at;
        s->at += strlen(line) + 1;
        handle_line(s, line, true);
        return;
    }
    bool silent = s->state != STATE_IDLE && !s->answer.known;
    switch (inbox_next(s->inbox, reads(s), silent ? LOOK_AGAIN_MS : -1, &line)) {
    case EVENT_LINE:
        output_log_received(s->talk.out, line);
        handle_line(s, line, false);
        break;
    case EVENT_DONE: handle_done(s); break;
    case EVENT_END: s->ended = true; break;
    case EVENT_NONE: reporter_keep_alive(&s->answer.reporter); break;
    }
}

/* At the end of input what was asked is finished, and then the session ends. A search that only another line could
 * end is stopped. */
static void finish(Session *s)
{
    bool endless = s->state == STATE_PONDERING || (s->state == STATE_THINKING && s->answer.infinite);
    bool waits = s->at < s->waiting.length || !inbox_is_empty(s->inbox); /* that line may be among these */
    if (endless && (!waits || s->player->settings.batch))
        do_stop(s);
    if (s->state == STATE_IDLE && s->at == s->waiting.length && inbox_is_empty(s->inbox))
        s->quitting = true;
}

void session_run(Session *s)
{
    while (!s->quitting) {
        handle_next(s);
        int fault = output_log_lost(s->talk.out);
        if (fault)
            talk_message(&s->talk, "the log ends here: %s", strerror(fault));
        if (s->ended && !s->quitting)
            finish(s);
        atomic_store(&s->inbox->working, !reads(s));
        atomic_fetch_add(&s->inbox->steps, 1);
    }
}

bool session_ends_with(const char *line) { return kind_of(line) == CMD_QUIT; }

Session *session_new(Inbox *inbox, Output *out, SessionBench *bench)
{
    Session *s = calloc(1, sizeof *s);
    Player *player = s ? player_new(tell, s) : NULL;
    if (!player) {
        free(s);
        return NULL;
    }
    s->inbox = inbox;
    s->has_position = true;
    s->player = player;
    s->talk = (Talk){.out = out, .dialect = &dialect_ucci, .settings = &player->settings};
    s->bench = bench;
    game_init(&s->game);
    answer_init(&s->answer, player, inbox, &s->talk);
    return s;
}

void session_free(Session *s)
{
    player_free(s->player); /* ends a search, which writes to the answer */
    free(s->waiting.data);
    game_clear(&s->game);
    answer_clear(&s->answer);
    free(s);
}
