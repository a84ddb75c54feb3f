#include "protocol/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/words.h"
#include "protocol/answer.h"
#include "protocol/command.h"
#include "protocol/draw.h"
#include "protocol/job.h"

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
    SessionHooks hooks;
    Player *player;
    SessionAnswer answer;
    SessionJob job;

    Game game;
    bool has_position; /* false after a bad FEN: nothing to play */
    MoveList bans;

    State state;
    EventList deferred; /* lines that wait until nothing is searched any more */
    EventList backlog;  /* lines that waited, and come before what the inbox holds */
    bool overflown;     /* there were too many, and that was said */
    bool ended;         /* the input is at its end */
    bool quitting;
};

/* ---- options ---- */

static void tell(void *self, const char *text) { talk_message(&((Session *)self)->talk, "%s", text); }

static void log_to(Session *s, const char *path)
{
    char error[FILE_ERROR_SIZE];
    if (!output_log_to(s->talk.out, path, error))
        talk_message(&s->talk, "no log: %s", error);
}

/* Tuning builds take every number of the search as an option; others have none. */
static bool set_search_param(const char *args)
{
    char name[64];
    int value;
    return (sscanf(args, "name %63s value %d", name, &value) == 2 || sscanf(args, "%63s %d", name, &value) == 2) &&
           search_param_set(name, value);
}

static void do_setoption(Session *s, char *args)
{
    if (set_search_param(args))
        return;
    char reason[400];
    Text why = text_over(reason, sizeof reason);
    OptionValue value;
    const OptionSpec *spec = option_read(args, &value, &why);
    if (spec && spec->type == OPTION_STRING && !spec->take)
        log_to(s, value.text);
    else if (spec)
        option_set(spec, value, s->player);
    else if (s->player->settings.debug || s->talk.dialect->corrects_options)
        talk_message(&s->talk, "%s", reason);
}

static void do_newgame(Session *s, char *args)
{
    (void)args;
    player_new_game(s->player);
}

/* ---- positions ---- */

static void do_position(Session *s, char *args)
{
    char reason[LINE_MOST];
    Text why = text_over(reason, sizeof reason);
    Setup done = setup_game(&s->game, args, &why);
    if (done == SETUP_NONE)
        return;
    s->bans.count = 0;
    s->has_position = done == SETUP_DONE;
    if (why.length > 0)
        talk_message(&s->talk, "%s", reason);
}

static void do_banmoves(Session *s, char *args) { s->bans.count = setup_moves(&s->game.now, args, s->bans.moves); }

/* Says so if there is none. */
static bool has_position(const Session *s)
{
    if (!s->has_position)
        talk_message(&s->talk, "no position: the last one given was bad");
    return s->has_position;
}

static void print_line(void *self, const char *text) { output_line(((Session *)self)->talk.out, text); }

static void do_show(Session *s, char *args)
{
    (void)args;
    if (has_position(s))
        draw_grid(&s->game.now, print_line, s);
}

static void do_flip(Session *s, char *args)
{
    Position flipped;
    (void)args;
    if (!has_position(s))
        return;
    position_flip(&s->game.now, &flipped);
    game_reset(&s->game, &flipped);
    s->bans.count = 0;
}

static void do_eval(Session *s, char *args)
{
    Score score;
    (void)args;
    if (has_position(s) && player_evaluate(s->player, &s->game.now, &score))
        output_linef(s->talk.out, "Evaluation: %+d centipawns for %s, the side to move", score, s->game.now.side == RED ? "Red" : "Black");
}

static void do_probe(Session *s, char *args)
{
    char reason[LINE_MOST];
    Text why = text_over(reason, sizeof reason);
    Game game;
    TableProbe entry;
    game_init(&game);
    bool known = setup_game(&game, args, &why) == SETUP_DONE && why.length == 0 && player_probe(s->player, &game, &entry);
    talk_pophash(&s->talk, &game.now, known ? &entry : NULL);
    game_clear(&game);
}

/* ---- thinking ---- */

/* Nothing is searched any more: now that is carried out which had to wait. */
static void become_idle(Session *s)
{
    s->state = STATE_IDLE;
    s->overflown = false;
    event_list_append(&s->deferred, &s->backlog);
    event_list_append(&s->backlog, &s->deferred);
}

/* Prints the best move if it is known and nothing holds it back any more. */
static void give_answer(Session *s)
{
    bool held = s->state == STATE_PONDERING || (s->state == STATE_THINKING && s->answer.infinite);
    if ((!held || s->player->settings.batch) && answer_give(&s->answer))
        become_idle(s);
}

static bool start_job(Session *s, void (*work)(SessionJob *job))
{
    s->job.inbox = s->inbox;
    s->job.out = s->talk.out;
    if (!job_start(&s->job, work)) {
        talk_message(&s->talk, "the system grants no thread for this; nothing is counted");
        return false;
    }
    s->state = STATE_COUNTING;
    return true;
}

static void say_no_move(const Session *s) { talk_bestmove(&s->talk, MOVE_NONE, MOVE_NONE, ""); }

/* A perft that gives no total ends with what ends a search, so that nobody waits for more. */
static void perft(Session *s, int64_t depth)
{
    enum { MOST_PERFT = 30 };
    s->job.pos = s->game.now;
    s->job.depth = depth < MOST_PERFT ? (int)depth : MOST_PERFT;
    if (!start_job(s, job_perft))
        say_no_move(s);
}

static void do_go(Session *s, char *text)
{
    GoArgs args;
    go_read(text, &args);
    if (!s->has_position) {
        say_no_move(s);
    } else if (args.number[GO_PERFT] != UNSET) {
        perft(s, args.number[GO_PERFT]);
    } else {
        s->state = args.ponder ? STATE_PONDERING : STATE_THINKING;
        answer_begin(&s->answer, &s->game, &s->bans, &args);
        give_answer(s);
    }
}

static void do_bench(Session *s, char *args)
{
    if (!s->hooks.bench)
        return;
    s->job.bench = s->hooks.bench;
    snprintf(s->job.args, sizeof s->job.args, "%s", args);
    start_job(s, job_bench);
}

/* `stop` said twice is meant once. */
static void forget_repeated_stops(Session *s)
{
    while (s->backlog.first && command_read(s->backlog.first->text).kind == CMD_STOP)
        event_free(s->inbox, event_list_take(&s->backlog));
}

static void do_stop(Session *s, char *args)
{
    (void)args;
    if (s->state == STATE_IDLE) {
        if (s->talk.dialect->answers_idle_stop)
            say_no_move(s);
        return;
    }
    s->state = STATE_STOPPING;
    forget_repeated_stops(s);
    if (s->job.started) {
        atomic_store(&s->job.stop, true);
    } else {
        answer_stop(&s->answer);
        give_answer(s);
    }
}

static void do_ponderhit(Session *s, char *args)
{
    char *word = word_next(&args);
    if (word && word_is(word, "draw"))
        s->answer.draw_offered = true;
    if (s->state != STATE_PONDERING)
        return;
    s->state = STATE_THINKING;
    answer_ponderhit(&s->answer);
    give_answer(s);
}

static void do_quit(Session *s, char *args)
{
    (void)args;
    s->quitting = true;
    if (s->job.started) {
        atomic_store(&s->job.stop, true);
        job_join(&s->job);
        become_idle(s);
    } else if (s->state != STATE_IDLE) {
        s->state = STATE_STOPPING;
        answer_stop(&s->answer);
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

static void do_ucci(Session *s, char *args)
{
    (void)args;
    announce(s, &dialect_ucci);
}

static void do_uci(Session *s, char *args)
{
    (void)args;
    announce(s, &dialect_uci);
}

static void do_isready(Session *s, char *args)
{
    (void)args;
    if (s->state == STATE_IDLE)
        player_wake(s->player);
    output_line(s->talk.out, "readyok");
}

static void do_help(Session *s, char *args)
{
    (void)args;
    talk_message(&s->talk, "ucci or uci begins; then position, go, stop, setoption, d, eval, bench, quit");
    talk_message(&s->talk, "outside, `hanxin help` lists what the command line can do");
}

static void do_unknown(Session *s, char *line)
{
    if (s->player->settings.debug)
        talk_message(&s->talk, "unknown command: %.200s", line);
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
    void (*act)(Session *s, char *args);
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
    return how != AGAIN ? how : s->deferred.first || s->backlog.first ? LATE : DROP;
}

/* Keeps a line to be carried out when nothing is searched any more; what waited longer is older. Takes it over. Of a flood
 * during an endless search the end is lost, and the GUI told. */
static void defer(Session *s, Event *line)
{
    enum { MOST_BYTES = 16 << 20 };
    if (s->deferred.size + s->backlog.size + line->size <= MOST_BYTES) {
        event_list_add(s->state == STATE_STOPPING ? &s->backlog : &s->deferred, line);
        return;
    }
    if (!s->overflown)
        talk_message(&s->talk, "more lines wait for the end of the search than there is room for; further ones are ignored");
    s->overflown = true;
    event_free(s->inbox, line);
}

static void handle_line(Session *s, Event *line)
{
    if (s->player->settings.debug)
        talk_message(&s->talk, "%s [%.900s]", s->state == STATE_IDLE ? "idle line" : "busy line", line->text);
    Command command = command_read(line->text);
    Treatment how = treatment(s, command.kind);
    if (how == LATE) {
        defer(s, line);
        return;
    }
    if (how == NOW)
        commands[command.kind].act(s, command.args);
    event_free(s->inbox, line);
}

/* The search or the job is over. */
static void handle_done(Session *s)
{
    if (s->job.started) {
        job_join(&s->job);
        /* A `go perft` that was stopped has said nothing that ends it; UCCI answers every `stop`. */
        if (s->state == STATE_STOPPING && (!s->job.complete || s->talk.dialect->answers_idle_stop))
            say_no_move(s);
        become_idle(s);
    } else if (s->state != STATE_IDLE) {
        answer_wait(&s->answer);
        give_answer(s);
    }
}

/* ---- the loop ---- */

static bool reads(const Session *s) { return s->state == STATE_IDLE || !s->player->settings.batch; }

/* The next line that waited, if it need not wait any more; else the next event, NULL if it does not come soon. */
static Event *next_event(Session *s)
{
    enum { LOOK_AGAIN_MS = 500 };
    if (s->backlog.first && s->state != STATE_STOPPING && reads(s))
        return event_list_take(&s->backlog);
    bool silent = s->state != STATE_IDLE && !s->answer.known;
    Event *event = inbox_pop(s->inbox, reads(s), silent ? LOOK_AGAIN_MS : -1);
    if (event && event->kind == EVENT_LINE)
        output_log_received(s->talk.out, event->text);
    return event;
}

static void handle_event(Session *s, Event *event)
{
    switch (event->kind) {
    case EVENT_LINE: handle_line(s, event); return;
    case EVENT_DONE: handle_done(s); break;
    case EVENT_END: s->ended = true; break;
    }
    event_free(s->inbox, event);
}

/* At the end of input what was asked is finished, and then the session ends. A search that only another line could
 * end is stopped. */
static void finish(Session *s)
{
    bool endless = s->state == STATE_PONDERING || (s->state == STATE_THINKING && s->answer.infinite);
    if (endless && (!s->backlog.first || s->player->settings.batch))
        do_stop(s, NULL);
    if (s->state == STATE_IDLE && !s->backlog.first && inbox_is_empty(s->inbox))
        s->quitting = true;
}

void session_run(Session *s)
{
    char reason[FILE_ERROR_SIZE];
    while (!s->quitting) {
        Event *event = next_event(s);
        if (event)
            handle_event(s, event);
        else
            reporter_keep_alive(&s->answer.reporter);
        if (output_log_lost(s->talk.out, reason))
            talk_message(&s->talk, "the log ends here: %s", reason);
        if (s->ended && !s->quitting)
            finish(s);
        atomic_store(&s->inbox->working, !reads(s));
        atomic_fetch_add(&s->inbox->steps, 1);
    }
}

bool session_ends_with(const char *line)
{
    char word[8] = "";
    return sscanf(line, "%7s", word) == 1 && command_read(word).kind == CMD_QUIT;
}

Session *session_new(Inbox *inbox, Output *out, const SessionHooks *hooks)
{
    Session *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->inbox = inbox;
    s->hooks = *hooks;
    s->has_position = true;
    s->player = player_new(tell, s);
    if (!s->player) {
        free(s);
        return NULL;
    }
    s->talk = (Talk){.out = out, .dialect = &dialect_ucci, .settings = &s->player->settings};
    game_init(&s->game);
    answer_init(&s->answer, s->player, inbox, &s->talk);
    return s;
}

void session_free(Session *s)
{
    if (!s)
        return;
    player_free(s->player); /* ends a search, which writes to the answer */
    event_list_append(&s->backlog, &s->deferred);
    for (Event *line; (line = event_list_take(&s->backlog));)
        event_free(s->inbox, line);
    game_clear(&s->game);
    answer_clear(&s->answer);
    free(s);
}
