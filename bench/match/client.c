#include "bench/match/client.h"

#include "engine/base/platform.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PROBE_US = 1000000 }; /* dialect auto: an engine that knows UCCI answers sooner */

/* What is kept of what an engine says: names of options, and lines in the log between two that it is told. */
enum { ANNOUNCED_MOST = 64 << 10, LOGGED_MOST = 256 << 10 };

enum { SIGNAL_US = 20000 }; /* longer than a signal that tells of a suspension takes to arrive */

void client_init(Client *c, const EngineSpec *spec, ProcessHost *host, const Patience *patience, FILE *log)
{
    *c = (Client){
        .wire.spec = spec, .host = host, .patience = patience, .log = log, .announced = TEXT_INIT, .process = {.to = -1, .from = -1}};
}

/* Ends the engine, if it runs. */
static void end(Client *c, int64_t deadline_us)
{
    process_end(&c->process, deadline_us);
    text_free(&c->announced);
    c->running = c->pondering = false;
}

/* ---- talking ---- */

/* What was said to the engine (<), by it (>), or happened (!). The log of one answer is bounded, as the number of answers is. */
static void log_line(Client *c, char direction, const char *line, size_t length)
{
    if (!c->log)
        return;
    if (direction == '>') {
        c->logged += length + 1;
        c->unlogged += c->logged > LOGGED_MOST;
        if (c->unlogged)
            return;
    } else {
        char text[64];
        int told = snprintf(text, sizeof text, "%ld more lines of its output are not shown", c->unlogged);
        bool more = c->unlogged > 0;
        c->logged = 0;
        c->unlogged = 0;
        if (more)
            log_line(c, '!', text, (size_t)told);
    }
    int64_t now = clock_us();
    fprintf(c->log, "%lld.%06lld %s(%d) %c %.*s\n", (long long)(now / 1000000), (long long)(now % 1000000),
            c->wire.spec->name ? c->wire.spec->name : c->wire.spec->command, (int)c->process.pid, direction, (int)length, line);
}

/* An engine's fault, unless the runner was held up: then nothing that happened meanwhile counts. */
static ClientFault true_kind(Client *c, ClientFault kind, Text *text)
{
    if (kind == CLIENT_TROUBLE)
        return kind;
    if (kind == CLIENT_TIME || kind == CLIENT_STALL) /* a signal may still be on its way to another thread */
        sleep_ms(SIGNAL_US / 1000);
    if (!process_held(&c->process))
        return kind;
    text_cut(text, 0);
    text_add(text, "the runner was suspended");
    if (c->process.held_us)
        text_addf(text, " or held up for %.1f s", (double)c->process.held_us / 1e6);
    return CLIENT_HELD;
}

/* Notes what went wrong; an engine that cannot be talked to any more is ended. False, always. */
__attribute__((format(printf, 3, 4))) static bool fault(Client *c, ClientFault kind, const char *format, ...)
{
    va_list arguments;
    Text text = text_over(c->text, sizeof c->text);
    va_start(arguments, format);
    text_vaddf(&text, format, arguments);
    va_end(arguments);
    c->fault = true_kind(c, kind, &text);
    if (c->fault == CLIENT_CRASH) {
        text_add(&text, text.length ? ": " : "");
        process_describe_end(&c->process, clock_us() + c->patience->grace_us, &text);
    }
    if (c->fault == CLIENT_CRASH || c->fault == CLIENT_STALL)
        end(c, 0);
    log_line(c, '!', c->text, strlen(c->text));
    return false;
}

/* True if nothing went wrong. */
static bool check_io(Client *c, Io io, const char *doing, int64_t waited_us)
{
    switch (io) {
    case IO_OK: return true;
    case IO_STOPPED: c->fault = CLIENT_STOPPED; return false;
    case IO_CLOSED: return fault(c, CLIENT_CRASH, "%s", doing);
    case IO_FLOOD: return fault(c, CLIENT_STALL, "%s: %d MiB of output and no end", doing, OUTPUT_BURST >> 20);
    case IO_TIMEOUT: break;
    }
    return fault(c, CLIENT_STALL, "%s: no answer for %.1f s", doing, (double)waited_us / 1e6);
}

static bool say(Client *c, const char *text)
{
    for (const char *line = text; c->log && *line; line += strcspn(line, "\n") + 1)
        log_line(c, '<', line, strcspn(line, "\n"));
    int64_t patience = c->patience->answer_us;
    Io io = process_write(&c->process, text, strlen(text), clock_us() + patience);
    if (io == IO_TIMEOUT)
        return fault(c, CLIENT_STALL, "it does not read its input for %.1f s", (double)patience / 1e6);
    return check_io(c, io, "while being written to", patience);
}

/* The same for lines that have been put together, whose memory is freed. */
static bool say_text(Client *c, Text *text)
{
    bool ok = text->failed ? fault(c, CLIENT_TROUBLE, "out of memory") : say(c, text->data);
    text_free(text);
    return ok;
}

static Io hear(Client *c, int64_t deadline_us, char **line, int64_t *when_us)
{
    Io io = process_read_line(&c->process, deadline_us, line, when_us);
    if (io == IO_OK)
        log_line(c, '>', *line, strlen(*line));
    return io;
}

/* Waits for readyok. Tolerant: whatever comes before it is left-over talk; else a bestmove is a fault. */
static bool await_ready(Client *c, bool tolerant)
{
    int64_t deadline = clock_us() + c->patience->answer_us;
    char *line;
    for (bool stray = false;; stray = stray || (!tolerant && wire_is_answer(line))) {
        if (!check_io(c, hear(c, deadline, &line, NULL), "isready", c->patience->answer_us))
            return false;
        if (wire_after(line, "readyok"))
            return !stray || fault(c, CLIENT_PROTOCOL, "it sent a bestmove nobody had asked for");
    }
}

/* Ping. */
static bool synchronise(Client *c) { return say(c, "isready\n") && await_ready(c, true); }

/* ---- start ---- */

/* Without memory for a name, or beyond all measure, it is a warning less. */
static void note_option(Client *c, const char *rest)
{
    char bare[BARE_NAME_SIZE];
    const char *name = wire_option_name(&c->wire, rest, bare);
    size_t before = c->announced.length;
    if (before < ANNOUNCED_MOST && !text_addf(&c->announced, "\n%s\n", name))
        text_cut(&c->announced, before);
    if (strncmp(name, "usemillisec", 11) == 0)
        c->wire.milliseconds = true;
}

bool client_knows_option(const Client *c, const char *name)
{
    char bare[BARE_NAME_SIZE], line[BARE_NAME_SIZE + 2];
    snprintf(line, sizeof line, "\n%s\n", wire_bare_name(name, strlen(name), bare));
    return c->announced.length == 0 || strstr(c->announced.data, line);
}

/* Reads until ucciok or uciok. With dialect auto `ucci` was asked first: engines of the UCCI line leave
 * when greeted otherwise, those of the UCI line just complain, and are then greeted in their own way. */
static bool handshake(Client *c)
{
    int64_t start = clock_us(), deadline = start + c->patience->answer_us;
    bool probing = c->wire.protocol == PROTOCOL_AUTO, ok = say(c, c->wire.protocol == PROTOCOL_UCI ? "uci\n" : "ucci\n");
    while (ok) {
        char *line;
        const char *rest;
        Io io = hear(c, probing ? start + PROBE_US : deadline, &line, NULL);
        bool refused = io == IO_OK && probing && strcasestr(line, "unknown");
        if (probing && (io == IO_TIMEOUT || refused)) {
            probing = false;
            ok = say(c, "uci\n");
        } else if (io != IO_OK) {
            return check_io(c, io, "handshake", c->patience->answer_us);
        } else if (wire_after(line, "ucciok") && c->wire.protocol != PROTOCOL_UCI) {
            c->wire.protocol = PROTOCOL_UCCI;
            return true;
        } else if (wire_after(line, "uciok") && c->wire.protocol != PROTOCOL_UCCI) {
            c->wire.protocol = PROTOCOL_UCI;
            return true;
        } else if ((rest = wire_after(line, "option"))) {
            note_option(c, rest);
        } else if ((rest = wire_after(line, "id")) && (rest = wire_after(rest, "name"))) {
            snprintf(c->id_name, sizeof c->id_name, "%s", rest);
        }
    }
    return false;
}

static bool send_options(Client *c)
{
    const EngineSpec *spec = c->wire.spec;
    Text text = TEXT_INIT;
    bool uci = c->wire.protocol == PROTOCOL_UCI;
    if (!uci && c->wire.milliseconds)
        wire_option(&c->wire, "usemillisec", "true", &text);
    if (spec->ponder)
        wire_option(&c->wire, uci ? "Ponder" : "ponder", "true", &text);
    for (int i = 0; i < spec->option_count; i++)
        wire_option(&c->wire, spec->options[i].name, spec->options[i].value, &text);
    return say_text(c, &text) && synchronise(c);
}

bool client_start(Client *c)
{
    Text why = WHY_INIT;
    c->fault = CLIENT_OK;
    if (c->running)
        return true;
    c->wire.protocol = c->wire.spec->protocol;
    c->wire.milliseconds = false;
    if (!process_start(&c->process, c->host, c->wire.spec, &why))
        return fault(c, CLIENT_TROUBLE, "%s", why.data);
    c->running = true;
    if (handshake(c) && send_options(c))
        return true;
    end(c, 0);
    return false;
}

/* ---- thinking ---- */

/* The position, a ping behind it, and `go` with it if that need not wait for the answer. */
static bool tell_position(Client *c, const ThinkRequest *r, Move expected, const char *more)
{
    Text text = TEXT_INIT;
    wire_position(&c->wire, r, expected, &text);
    text_addf(&text, "isready\n%s", more);
    return say_text(c, &text);
}

enum { GO_SIZE = 256 };

/* A new search: what the last one told is forgotten. */
static void write_go(Client *c, const ThinkRequest *r, bool ponder, char line[GO_SIZE])
{
    Text text = text_over(line, GO_SIZE);
    wire_go(&c->wire, r, ponder, &text);
    c->line_score[0] = c->line_nodes[0] = '\0';
}

static void keep_line(char kept[INFO_SIZE], const char *line)
{
    Text text = text_over(kept, INFO_SIZE);
    text_add(&text, line);
}

static void keep_info(Client *c, const char *line)
{
    const char *other = strstr(line, " multipv ");
    if (other && strncmp(other, " multipv 1 ", 11) != 0)
        return;
    if (strstr(line, " score "))
        keep_line(c->line_score, line);
    if (strstr(line, " nodes "))
        keep_line(c->line_nodes, line);
}

/* Waits for bestmove or nobestmove. */
static Io hear_move(Client *c, int64_t deadline_us, char **line, int64_t *when_us)
{
    for (;;) {
        Io io = hear(c, deadline_us, line, when_us);
        if (io != IO_OK || wire_is_answer(*line))
            return io;
        if (strncmp(*line, "info ", 5) == 0)
            keep_info(c, *line);
    }
}

/* Ends a search nobody wants any more. */
static bool stop_search(Client *c)
{
    char *line;
    int64_t grace = c->patience->grace_us;
    c->pondering = false;
    return say(c, "stop\n") && check_io(c, hear_move(c, clock_us() + grace, &line, NULL), "stop", grace) && synchronise(c);
}

bool client_new_game(Client *c)
{
    if (!client_start(c))
        return false;
    process_watch(&c->process);
    if (c->pondering && !stop_search(c)) /* the last game ended while it was; its answer must be out of the way */
        return false;
    return say(c, c->wire.protocol == PROTOCOL_UCI ? "ucinewgame\nisready\n" : "setoption newgame\nisready\n") && await_ready(c, true);
}

/* Where a clock runs, `go` waits for the ping's answer; elsewhere it goes with it, which saves a switch between processes. */
static bool begin_search(Client *c, const ThinkRequest *r, int64_t *start_us)
{
    char line[GO_SIZE];
    Move last = r->game->plies ? r->game->undos[r->game->plies - 1].move : MOVE_NONE;
    bool missed = c->pondering && last != c->expected, timed = c->wire.spec->limits.base_us || c->wire.spec->limits.move_us;
    *start_us = clock_us();
    if (c->pondering && !missed) {
        c->pondering = false;
        return say(c, "ponderhit\n");
    }
    if (missed && !stop_search(c))
        return false;
    write_go(c, r, false, line);
    *start_us = clock_us();
    if (!tell_position(c, r, MOVE_NONE, timed ? "" : line) || !await_ready(c, missed))
        return false;
    if (!timed)
        return true;
    *start_us = clock_us();
    return say(c, line);
}

bool client_think(Client *c, const ThinkRequest *r, Answer *answer)
{
    const MatchLimits *limits = &c->wire.spec->limits;
    int64_t start, when = 0, allowed = INT64_MAX, grace = c->patience->grace_us;
    if (!begin_search(c, r, &start))
        return false;

    if (limits->base_us)
        allowed = r->left_us[r->game->now.side];
    if (limits->move_us && limits->move_us < allowed)
        allowed = limits->move_us;
    bool timed = allowed != INT64_MAX;
    allowed = timed ? allowed + limits->margin_us : c->patience->stall_us;

    char *line;
    Io io = hear_move(c, start + allowed, &line, &when);
    if (io == IO_TIMEOUT) {
        if (!say(c, "stop\n"))
            return false;
        io = hear_move(c, clock_us() + grace, &line, &when);
        if (io == IO_TIMEOUT)
            return fault(c, CLIENT_STALL, "no move within %.3f s, nor %.3f s after stop", (double)allowed / 1e6, (double)grace / 1e6);
    }
    if (!check_io(c, io, "while thinking", allowed))
        return false;
    int64_t elapsed = when - start;
    if (elapsed > allowed && !timed)
        return fault(c, CLIENT_STALL, "no move within %.3f s; it came after stop", (double)allowed / 1e6);
    if (elapsed > allowed)
        return fault(c, CLIENT_TIME, "%.3f s used, %.3f s more than it had", (double)elapsed / 1e6,
                     (double)(elapsed - allowed + limits->margin_us) / 1e6);
    if (process_held(&c->process))
        return fault(c, CLIENT_HELD, "%s", "");
    wire_answer(&c->wire, line, answer);
    wire_thought(&c->wire, c->line_score, c->line_nodes, &answer->thought);
    answer->elapsed_us = elapsed;
    return true;
}

bool client_ponder(Client *c, const ThinkRequest *r, Move expected)
{
    char line[GO_SIZE];
    write_go(c, r, true, line);
    c->pondering = tell_position(c, r, expected, line) && await_ready(c, false);
    c->expected = expected;
    return c->pondering;
}

void client_quit(Client *c, int64_t deadline_us)
{
    if (!c->running)
        return;
    const char *farewell = c->pondering ? "stop\nquit\n" : "quit\n";
    process_write(&c->process, farewell, strlen(farewell), clock_us());
    log_line(c, '<', "quit", 4);
    end(c, deadline_us);
}
