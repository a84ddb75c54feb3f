#include "protocol/session.h"

#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/notation/fen.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "protocol/command.h"
#include "protocol/dialect.h"
#include "protocol/draw.h"
#include "protocol/go.h"
#include "protocol/job.h"
#include "protocol/options.h"
#include "protocol/reporter.h"
#include "protocol/setup.h"
#include "protocol/ucci.h"
#include "engine/base/version.h"
#include "engine/base/words.h"

typedef enum State {
    STATE_IDLE,
    STATE_SEARCH,
    STATE_JOB, /* perft or bench: thinking to the GUI, without a best move at its end */
} State;

struct Session {
    Inbox *inbox;
    Output *out;
    SessionHooks hooks;
    const Dialect *dialect;
    Reporter reporter;

    Game game;
    bool has_position; /* false after a bad FEN: nothing to play */
    MoveList bans;

    Player *player;
    Manners manners;
    Job job;

    State state;
    bool stopped;   /* stop was received: everything after it waits for the best move */
    bool pondering; /* between `go ponder` and ponderhit */
    bool infinite;  /* the best move waits for stop */
    bool draw_offered;
    bool finished;       /* the search is done, its result held back */
    SearchResult result; /* written by the search's thread before EVENT_DONE */
    int losing_moves;    /* in a row, for resigning */

    EventList deferred; /* lines that wait until nothing is searched any more */
    EventList backlog;  /* lines that waited, and come before what the inbox holds */
    bool ended;         /* the input is at its end */
    bool quitting;
};

/* ---- words to the GUI ---- */

/* Clients look for these anywhere in the raw text (ucci.md 3.4), so no message may contain them. */
static void mask_reply_words(char *text)
{
    static const char *const words[] = {"draw", "resign", "bestmove", "cp"};
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(words[i]);
        for (char *at = text; *at; at++)
            if (strncasecmp(at, words[i], length) == 0)
                at[1] = '_';
    }
}

__attribute__((format(printf, 2, 3))) static void say(Session *s, const char *format, ...)
{
    char text[LINE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    mask_reply_words(text);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            *at = ' ';

    Line line;
    line_clear(&line);
    line_add(&line, "%s %s", s->dialect->message, text);
    output_line(s->out, line.text);
}

static void announce(Session *s, const Dialect *dialect)
{
    s->dialect = dialect;
    bool ucci = dialect == &dialect_ucci;
    output_line(s->out, ucci ? "id name " HANXIN_NAME : "id name " HANXIN_NAME " " HANXIN_VERSION);
    if (ucci)
        output_line(s->out, "id version " HANXIN_VERSION);
    output_line(s->out, "id author " HANXIN_AUTHOR);
    for (int i = 0; i < option_count; i++) {
        if (!(option_specs[i].announced & dialect->announced))
            continue;
        Line line;
        line_clear(&line);
        dialect->option(&line, &option_specs[i]);
        output_line(s->out, line.text);
    }
    for (int i = 0; i < search_param_count(); i++) { /* of tuning builds; there are none in others */
        const SearchParam *param = search_param(i);
        Line line;
        line_clear(&line);
        line_add(&line, "%s %s type spin min %d max %d default %d", dialect->option_word, param->name, param->least, param->most,
                 param->start);
        output_line(s->out, line.text);
    }
    output_line(s->out, dialect->handshake_end);
}

static void tell(void *self, const char *text) { say(self, "%s", text); }

static void new_game(void *self)
{
    Session *s = self;
    s->losing_moves = 0;
    player_new_game(s->player);
}

static void log_to(void *self, const char *path)
{
    char error[FILE_ERROR_SIZE];
    if (!output_log_to(((Session *)self)->out, path, error))
        say(self, "no log: %s", error);
}

static OptionTarget option_target(Session *s)
{
    return (OptionTarget){.player = s->player, .manners = &s->manners, .new_game = new_game, .log_to = log_to, .self = s};
}

/* Tuning builds take every number of the search as an option; others have none. */
static bool set_search_param(const char *args)
{
    char name[64];
    int value;
    return (sscanf(args, "name %63s value %d", name, &value) == 2 || sscanf(args, "%63s %d", name, &value) == 2) &&
           search_param_set(name, value);
}

static void set_option(Session *s, char *args)
{
    if (set_search_param(args))
        return;
    char fault[OPTION_FAULT_SIZE];
    OptionTarget target = option_target(s);
    OptionValue value;
    const OptionSpec *spec = option_read(args, &value, fault);
    if (spec)
        spec->set(&target, value);
    else if (s->manners.debug || s->dialect->corrects_options)
        say(s, "%s", fault);
}

static void print_line(void *self, const char *text) { output_line(((Session *)self)->out, text); }

/* ---- positions ---- */

static void set_position(Session *s, char *args)
{
    PositionArgs wanted;
    if (!position_args_parse(args, &wanted))
        return;
    s->bans.count = 0;
    SetupFault fault;
    s->has_position = setup_game(&s->game, &wanted, &fault);
    if (fault.text[0])
        say(s, "%s", fault.text);
}

static void ban_moves(Session *s, char *args) { s->bans.count = setup_moves(&s->game.now, args, s->bans.moves); }

/* Says so if there is none. */
static bool has_position(Session *s)
{
    if (!s->has_position)
        say(s, "no position: the last one given was bad");
    return s->has_position;
}

static void show(Session *s)
{
    if (has_position(s))
        draw_grid(&s->game.now, print_line, s);
}

static void flip(Session *s)
{
    if (!has_position(s))
        return;
    Position flipped;
    position_flip(&s->game.now, &flipped);
    game_reset(&s->game, &flipped);
    s->bans.count = 0;
}

static void probe(Session *s, char *args)
{
    Line line;
    line_clear(&line);
    line_add(&line, "pophash");
    PositionArgs wanted;
    SetupFault fault;
    Game game;
    TableProbe entry;
    game_init(&game);
    if (position_args_parse(args, &wanted) && setup_game(&game, &wanted, &fault) && !fault.text[0] &&
        player_probe(s->player, &game, &entry)) {
        char move[5];
        if (entry.move != MOVE_NONE && is_legal(&game.now, entry.move))
            line_add(&line, " bestmove %s", move_to_iccs(entry.move, move));
        if (entry.bound & BOUND_LOWER)
            line_add(&line, " lowerbound %d depth %d", ucci_score(entry.score), entry.depth);
        if (entry.bound & BOUND_UPPER)
            line_add(&line, " upperbound %d depth %d", ucci_score(entry.score), entry.depth);
    }
    game_clear(&game);
    output_line(s->out, line.text);
}

/* ---- thinking ---- */

static void on_info(void *self, const SearchInfo *info) { reporter_info(&((Session *)self)->reporter, info); }

static void on_root_move(void *self, int depth, Move m, int number, int64_t time_ms)
{
    reporter_root_move(&((Session *)self)->reporter, depth, m, number, time_ms);
}

static void on_done(void *self, const SearchResult *result)
{
    Session *s = self;
    s->result = *result;
    inbox_post(s->inbox, EVENT_DONE);
}

static void say_bestmove(Session *s, Move best, Move ponder, Suffix suffix)
{
    Line line;
    line_clear(&line);
    s->dialect->bestmove(&line, best, ponder, suffix);
    output_line(s->out, line.text);
}

static void say_static_score(Session *s, Score score)
{
    Line line;
    line_clear(&line);
    s->dialect->static_score(&line, score);
    output_line(s->out, line.text);
}

/* Whether to give up or to make peace, by the thresholds of the options. */
static Suffix ending_suffix(Session *s)
{
    enum { LOSING_MOVES = 3 };
    bool losing = s->result.score <= -s->manners.concede_score;
    s->losing_moves = losing ? s->losing_moves + 1 : 0;
    if (s->draw_offered && s->manners.accepts && s->result.score <= s->manners.accept_score)
        return SUFFIX_DRAW;
    if (s->manners.concedes && s->losing_moves >= LOSING_MOVES)
        return SUFFIX_RESIGN;
    return SUFFIX_NONE;
}

/* Does everything that is not said to a search wait for its end? After a stop, and in batch mode, which does not
 * read while it thinks (ucci.md 2.9). */
static bool lines_wait(const Session *s) { return s->state != STATE_IDLE && (s->stopped || s->manners.batch); }

/* Takes over a line to be carried out when nothing is searched any more. What waited longer is older. */
static void defer(Session *s, Event *line) { event_list_add(lines_wait(s) ? &s->backlog : &s->deferred, line); }

/* Thinking is over: now that is carried out which had to wait. */
static void become_idle(Session *s)
{
    s->state = STATE_IDLE;
    s->stopped = s->pondering = s->infinite = s->draw_offered = s->finished = false;
    event_list_append(&s->deferred, &s->backlog);
    event_list_append(&s->backlog, &s->deferred);
}

/* Prints the best move if nothing holds it back any more (ucci.md 2.10). */
static void release_result(Session *s)
{
    bool batch = s->manners.batch;
    if (!s->finished || (!s->stopped && !batch && (s->pondering || s->infinite)))
        return;
    reporter_finish(&s->reporter);
    Suffix suffix = s->result.best == MOVE_NONE ? SUFFIX_NONE : ending_suffix(s);
    say_bestmove(s, s->result.best, s->result.ponder, suffix);
    become_idle(s);
}

/* Plays from the book if a move is wanted, not an analysis. True if it did. */
static bool play_from_book(Session *s, const Limits *limits, bool infinite)
{
    Move best, reply;
    if (limits->ponder || infinite || limits->roots.only_count || limits->mate || !player_book_move(s->player, &s->game, &s->bans, &best, &reply))
        return false;
    char move[5];
    say(s, "book move %s", move_to_iccs(best, move));
    say_bestmove(s, best, reply, SUFFIX_NONE);
    return true;
}

/* Answers a `go` that is not searched, though not before the moment at which a search would have had to answer
 * (ucci.md 2.10). */
static void answer_at_once(Session *s, const GoArgs *args, bool infinite, Move best)
{
    s->infinite = infinite;
    s->pondering = args->ponder;
    s->draw_offered = args->draw;
    s->state = STATE_SEARCH;
    s->result = (SearchResult){.best = best, .ponder = MOVE_NONE};
    s->finished = true;
    reporter_start(&s->reporter, s->dialect, (InfoStyle){0}, false);
    release_result(s);
}

/* False if there is no memory for it. */
static bool think(Session *s, const GoArgs *args, const Limits *limits, bool infinite)
{
    InfoStyle style = {.multipv = player_multipv(s->player) > 1, .wdl = s->manners.wdl};
    SearchListener listener = {.info = on_info, .root_move = on_root_move, .done = on_done, .self = s};
    reporter_start(&s->reporter, s->dialect, style, s->manners.debug);
    if (!player_start(s->player, &s->game, limits, &listener))
        return false;
    s->state = STATE_SEARCH;
    s->infinite = infinite;
    s->pondering = args->ponder;
    s->draw_offered = args->draw;
    return true;
}

static bool start_job(Session *s, void (*work)(Job *job))
{
    s->job.inbox = s->inbox;
    s->job.out = s->out;
    if (!job_start(&s->job, work)) {
        say(s, "the system grants no thread for this; nothing is counted");
        return false;
    }
    s->state = STATE_JOB;
    return true;
}

/* A perft that gives no total ends with what ends a search, so that nobody waits for more. */
static void perft(Session *s, int64_t depth)
{
    enum { MOST_PERFT = 30 };
    s->job.pos = s->game.now;
    s->job.depth = depth < MOST_PERFT ? (int)depth : MOST_PERFT;
    if (!start_job(s, job_perft))
        say_bestmove(s, MOVE_NONE, MOVE_NONE, SUFFIX_NONE);
}

/* The first legal move that is not banned, and is one of those to be searched if there are such. */
static Move first_allowed(const MoveList *legal, const RootFilter *filter)
{
    for (int i = 0; i < legal->count; i++)
        if (root_filter_allows(filter, legal->moves[i]))
            return legal->moves[i];
    return MOVE_NONE;
}

static void go(Session *s, char *text)
{
    GoArgs args;
    go_args_parse(text, &args);
    if (!s->has_position) {
        say_bestmove(s, MOVE_NONE, MOVE_NONE, SUFFIX_NONE);
        return;
    }
    if (args.perft != UNSET) {
        perft(s, args.perft);
        return;
    }

    Limits limits;
    bool infinite, no_search = args.depth == 0 && !args.infinite;
    go_limits(&args, s->manners.milliseconds, &s->game.now, &limits, &infinite);
    player_temper(s->player, &limits);
    limits.roots.ban_count = s->bans.count;
    memcpy(limits.roots.ban, s->bans.moves, sizeof *s->bans.moves * (size_t)s->bans.count);
    MoveList legal = {0};
    legal_moves(&s->game.now, &legal);
    Move first = first_allowed(&legal, &limits.roots);

    Score score;
    bool awake = legal.count > 0 && player_wake(s->player);
    if (legal.count == 0)
        say_static_score(s, mated_in(0));
    else if (no_search && player_evaluate(s->player, &s->game.now, &score))
        say_static_score(s, score);
    if (no_search || first == MOVE_NONE) {
        answer_at_once(s, &args, infinite && !s->dialect->infinite_may_end, MOVE_NONE);
    } else if (!awake) {
        answer_at_once(s, &args, infinite, first);
    } else if (!play_from_book(s, &limits, infinite) && !think(s, &args, &limits, infinite)) {
        say(s, "no memory to think with");
        answer_at_once(s, &args, infinite, first);
    }
}

/* `stop` said twice is meant once. */
static void forget_repeated_stops(Session *s)
{
    while (s->backlog.first && command_read(s->backlog.first->text).kind == CMD_STOP)
        event_free(s->inbox, event_list_take(&s->backlog));
}

static void stop(Session *s)
{
    switch (s->state) {
    case STATE_IDLE:
        if (s->dialect->answers_idle_stop)
            say_bestmove(s, MOVE_NONE, MOVE_NONE, SUFFIX_NONE);
        break;
    case STATE_SEARCH:
    case STATE_JOB:
        s->stopped = true;
        forget_repeated_stops(s);
        if (s->state == STATE_JOB)
            atomic_store(&s->job.stop, true);
        else if (!s->finished)
            player_stop(s->player);
        release_result(s);
        break;
    }
}

static void ponderhit(Session *s, char *args)
{
    if (s->state != STATE_SEARCH)
        return;
    char *word = word_next(&args);
    if (word && word_is(word, "draw"))
        s->draw_offered = true;
    if (!s->pondering)
        return;
    s->pondering = false;
    if (!s->finished)
        player_ponderhit(s->player);
    release_result(s);
}

static void quit(Session *s)
{
    s->quitting = true;
    if (s->state == STATE_SEARCH) {
        s->stopped = true;
        if (!s->finished) {
            player_stop(s->player);
            player_wait(s->player);
            s->finished = true;
        }
        release_result(s);
    } else if (s->state == STATE_JOB) {
        atomic_store(&s->job.stop, true);
        job_join(&s->job);
        become_idle(s);
    }
}

/* ---- commands ---- */

static void eval(Session *s)
{
    Score score;
    if (has_position(s) && player_evaluate(s->player, &s->game.now, &score)) {
        Line line;
        line_clear(&line);
        line_add(&line, "Evaluation: %+d centipawns for %s, the side to move", score, side_word((Side)s->game.now.side, LANGUAGE_ENGLISH));
        output_line(s->out, line.text);
    }
}

static void help(Session *s)
{
    say(s, "ucci or uci begins; then position, go, stop, setoption, d, eval, bench, quit");
    say(s, "outside, `hanxin help` lists what the command line can do");
}

static void bench(Session *s, const char *args)
{
    if (!s->hooks.bench)
        return;
    s->job.bench = s->hooks.bench;
    snprintf(s->job.args, sizeof s->job.args, "%s", args);
    start_job(s, job_bench);
}

static void handle_idle(Session *s, Command *command)
{
    switch (command->kind) {
    case CMD_UCCI: announce(s, &dialect_ucci); break;
    case CMD_UCI: announce(s, &dialect_uci); break;
    case CMD_SETOPTION: set_option(s, command->args); break;
    case CMD_NEWGAME: new_game(s); break;
    case CMD_POSITION: set_position(s, command->args); break;
    case CMD_BANMOVES: ban_moves(s, command->args); break;
    case CMD_GO: go(s, command->args); break;
    case CMD_SHOW: show(s); break;
    case CMD_EVAL: eval(s); break;
    case CMD_FLIP: flip(s); break;
    case CMD_BENCH: bench(s, command->args); break;
    case CMD_HELP: help(s); break;
    default: break;
    }
}

/* ucci.md 4.2: once stop was received everything waits; before that `go` is dropped, and so are a
 * second handshake and bench. True if the line is to wait. */
static bool waits(const Session *s, const Command *command)
{
    switch (command->kind) {
    case CMD_EMPTY:
    case CMD_UNKNOWN:
    case CMD_ISREADY:
    case CMD_PROBE:
    case CMD_QUIT: return false;
    case CMD_STOP: return s->stopped && (s->deferred.first || s->backlog.first); /* else it is said twice */
    case CMD_PONDERHIT: return s->stopped;
    case CMD_GO:
    case CMD_UCCI:
    case CMD_UCI:
    case CMD_BENCH:
        /* A job is no search: scripts send the next command as soon as they have read its last line. */
        return s->stopped || s->state == STATE_JOB;
    default: return true;
    }
}

static void handle_command(Session *s, Command *command, const char *text)
{
    switch (command->kind) {
    case CMD_EMPTY: return;
    case CMD_UNKNOWN:
        if (s->manners.debug)
            say(s, "unknown command: %.200s", text);
        return;
    case CMD_ISREADY:
        if (s->state == STATE_IDLE)
            player_wake(s->player);
        output_line(s->out, "readyok");
        return;
    case CMD_PROBE: probe(s, command->args); return;
    case CMD_QUIT:
        quit(s);
        if (s->dialect->farewell)
            output_line(s->out, s->dialect->farewell);
        return;
    case CMD_STOP:
        if (!s->stopped)
            stop(s);
        return;
    case CMD_PONDERHIT: ponderhit(s, command->args); return;
    default:
        if (s->state == STATE_IDLE)
            handle_idle(s, command);
    }
}

/* Carries out a line, or takes it over to do so later. */
static void handle_line(Session *s, Event *line)
{
    if (lines_wait(s) && s->manners.batch) {
        defer(s, line);
        return;
    }
    if (s->manners.debug)
        say(s, "%s [%.900s]", s->state == STATE_IDLE ? "idle line" : "busy line", line->text);
    Command command = command_read(line->text);
    if (s->state != STATE_IDLE && waits(s, &command)) {
        defer(s, line);
        return;
    }
    handle_command(s, &command, line->text);
    event_free(s->inbox, line);
}

static void handle_done(Session *s)
{
    if (s->state == STATE_JOB) {
        job_join(&s->job);
        /* A `go perft` that was stopped has said nothing that ends it; UCCI answers every `stop`. */
        if (s->stopped && (!s->job.complete || s->dialect->answers_idle_stop))
            say_bestmove(s, MOVE_NONE, MOVE_NONE, SUFFIX_NONE);
        become_idle(s);
    } else if (s->state == STATE_SEARCH) {
        player_wait(s->player);
        s->finished = true;
        release_result(s);
    }
}

/* At the end of input what was asked is finished, and then the session ends. A search that only another line could
 * end is stopped. */
static void finish(Session *s)
{
    bool endless = s->state == STATE_SEARCH && !s->stopped && (s->infinite || s->pondering);
    if (endless && (!s->backlog.first || s->manners.batch))
        stop(s);
    if (s->state == STATE_IDLE && !s->backlog.first)
        s->quitting = true;
}

/* The next line that waited, if it need not wait any more; else the next event, NULL if it does not come soon. */
static Event *next_event(Session *s)
{
    enum { LOOK_AGAIN_MS = 500 };
    if (s->backlog.first && !lines_wait(s))
        return event_list_take(&s->backlog);
    bool silent = s->state == STATE_SEARCH && !s->finished;
    Event *event = inbox_pop(s->inbox, silent ? LOOK_AGAIN_MS : -1);
    if (event && event->kind == EVENT_LINE)
        output_log_received(s->out, event->text);
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

void session_run(Session *s)
{
    char reason[FILE_ERROR_SIZE];
    while (!s->quitting) {
        Event *event = next_event(s);
        if (event)
            handle_event(s, event);
        else
            reporter_keep_alive(&s->reporter);
        if (output_log_lost(s->out, reason))
            say(s, "the log ends here: %s", reason);
        if (s->ended && !s->quitting)
            finish(s);
        atomic_store(&s->inbox->working, s->state != STATE_IDLE && s->manners.batch);
        atomic_fetch_add(&s->inbox->steps, 1);
    }
}

Session *session_new(Inbox *inbox, Output *out, const SessionHooks *hooks)
{
    Session *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->inbox = inbox;
    s->out = out;
    s->hooks = *hooks;
    s->dialect = &dialect_ucci;
    s->has_position = true;
    game_init(&s->game);
    reporter_init(&s->reporter, out);
    s->player = player_new(tell, s);
    if (!s->player) {
        session_free(s);
        return NULL;
    }
    OptionTarget target = option_target(s);
    options_start(&target);
    return s;
}

void session_free(Session *s)
{
    if (!s)
        return;
    player_free(s->player);
    event_list_append(&s->backlog, &s->deferred);
    for (Event *line; (line = event_list_take(&s->backlog));)
        event_free(s->inbox, line);
    game_clear(&s->game);
    reporter_clear(&s->reporter);
    free(s);
}
