/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/engines/client.h"

#include "engine/base/contract.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "bench/engines/option_names.h"
#include "engine/base/platform.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PROBE_US = 1000000 }; /* protocol auto: a UCCI engine answers within this time */

enum { LOGGED_MOST = 256 << 10 }; /* maximum number of bytes of output that are logged per line sent to the engine */

enum { SIGNAL_MS = 20 }; /* time within which a signal that reports a suspension arrives */

/* ---- lines to an engine ---- */

static void client_add_move(const Client *c, Move m, Text *out)
{
    char iccs[5];
    Square from = move_from(m), to = move_to(m);
    if (c->spec->rank_base == 0) /* fast path, because the whole game is written again before every move */
        text_add_word(out, move_to_iccs(m, iccs));
    else
        text_addf(out, " %c%d%c%d", 'a' + square_file(from), square_rank(from) + 1, 'a' + square_file(to), square_rank(to) + 1);
}

/* Writes the position. UCI gets the whole game; UCCI gets the moves since the last capture, as it requires, and the banned moves.
 * `expected`, unless it is MOVE_NONE, is played as well. */
static void client_add_position(const Client *c, const ThinkRequest *r, Move expected, Text *out)
{
    bool all = c->protocol == PROTOCOL_UCI;
    int ply = all ? 0 : r->game->plies, bans = all ? 0 : r->ban_count;
    while (ply > 0 && r->game->undos[ply - 1].captured == EMPTY)
        ply--;
    Position from = r->game->start;
    for (int i = 0; i < ply; i++)
        position_make(&from, r->game->undos[i].move, &(Undo){0});
    char fen[FEN_SIZE];
    fen_write(&from, fen);
    text_addf(out, "position fen %s", fen);
    if (ply < r->game->plies || expected)
        text_add(out, " moves");
    for (; ply < r->game->plies; ply++)
        client_add_move(c, r->game->undos[ply].move, out);
    if (expected)
        client_add_move(c, expected, out);
    if (bans > 0)
        text_add(out, "\nbanmoves");
    for (int i = 0; i < bans; i++)
        client_add_move(c, r->bans[i], out);
    text_add_char(out, '\n');
}

/* In UCCI, Fairy-Stockfish takes `time` alone for the clock of a whole game, and counts it in milliseconds although it offers no option
 * for that (seen in version 11.1). */
static bool client_is_fairy(const Client *c) { return strncmp(c->id_name, "Fairy-Stockfish", strlen("Fairy-Stockfish")) == 0; }

static bool client_in_milliseconds(const Client *c) { return c->protocol == PROTOCOL_UCI || c->milliseconds || client_is_fairy(c); }

static long long client_in_unit(const Client *c, int64_t us)
{
    long long ms = us > 1000 ? us / 1000 : 1;
    return client_in_milliseconds(c) ? ms : ms / 1000;
}

/* Returns one side's clock. If it has none, returns the other side's, so that the engine gets a sensible value. */
static long long client_clock(const Client *c, const ThinkRequest *r, Side side)
{
    return client_in_unit(c, r->left_us[r->limits[side]->base_us ? side : opponent(side)]);
}

/* Writes one side's clock; `whose` is "" or "opp". */
static void client_add_ucci_clock(const Client *c, const ThinkRequest *r, Side side, const char *whose, Text *out)
{
    int64_t increment_us = r->limits[side]->increment_us;
    text_addf(out, " %stime %lld", whose, client_clock(c, r, side));
    if (r->moves_to_go[side])
        text_addf(out, " %smovestogo %d", whose, r->moves_to_go[side]);
    else
        text_addf(out, " %sincrement %lld", whose, increment_us ? client_in_unit(c, increment_us) : 0);
}

static void client_add_go(const Client *c, const ThinkRequest *r, bool ponder, Text *out)
{
    const MatchLimits *own = &c->spec->limits;
    bool uci = c->protocol == PROTOCOL_UCI;
    Side us = ponder ? opponent(side_to_move(&r->game->now)) : side_to_move(&r->game->now);
    text_addf(out, "go%s", ponder ? " ponder" : r->draw_offered && !uci ? " draw" : "");
    if (own->base_us && uci) {
        text_addf(out, " wtime %lld btime %lld winc %lld binc %lld", client_clock(c, r, RED), client_clock(c, r, BLACK),
                  (long long)r->limits[RED]->increment_us / 1000, (long long)r->limits[BLACK]->increment_us / 1000);
        if (r->moves_to_go[us])
            text_addf(out, " movestogo %d", r->moves_to_go[us]);
    } else if (own->base_us) {
        client_add_ucci_clock(c, r, us, "", out);
        if (r->limits[opponent(us)]->base_us)
            client_add_ucci_clock(c, r, opponent(us), "opp", out);
    }
    if (own->move_us) /* in UCCI, `time` without a number of moves is the time for this move */
        text_addf(out, " %s %lld%s", uci ? "movetime" : "time", client_in_unit(c, own->move_us),
                  !uci && client_is_fairy(c) ? " movestogo 1" : "");
    if (own->nodes)
        text_addf(out, " nodes %lld", (long long)own->nodes);
    if (own->depth)
        text_addf(out, " depth %lld", (long long)own->depth);
    text_add_char(out, '\n');
}

/* Writes a setoption line. `value` is NULL for a button. */
static void client_add_option(const Client *c, const char *name, const char *value, Text *out)
{
    bool uci = c->protocol == PROTOCOL_UCI;
    text_addf(out, uci ? "setoption name %s" : "setoption %s", name);
    if (value)
        text_addf(out, uci ? " value %s" : " %s", value);
    text_add_char(out, '\n');
}

/* ---- lines from an engine ---- */

/* Returns the rest of the line after its first word, or NULL if it begins with another word. */
static const char *client_after(const char *line, const char *word)
{
    line += strspn(line, " \t");
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || !strchr(" \t", line[length])) /* also accepts the end of the line */
        return NULL;
    line += length;
    return line + strspn(line, " \t");
}

static bool client_is_answer(const char *line) { return client_after(line, "bestmove") || client_after(line, "nobestmove"); }

/* Reads a move as two points of the board, without a check for legality. Returns MOVE_NONE if it is not a move. */
static Move client_read_move(const Client *c, const char *text)
{
    char files[2], ranks[2][3];
    int used = 0;
    Square points[2];
    if (text[strspn(text, "abcdefghiABCDEFGHI0123456789-")] != '\0' ||
        (sscanf(text, "%c%2[0-9]-%c%2[0-9]%n", &files[0], ranks[0], &files[1], ranks[1], &used) != 4 &&
         sscanf(text, "%c%2[0-9]%c%2[0-9]%n", &files[0], ranks[0], &files[1], ranks[1], &used) != 4) ||
        text[used] != '\0')
        return MOVE_NONE;
    for (int i = 0; i < 2; i++) {
        int file = ascii_lower(files[i]) - 'a', rank = atoi(ranks[i]) - c->spec->rank_base;
        if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS)
            return MOVE_NONE;
        points[i] = square_make(file, rank);
    }
    return move_make(points[0], points[1]);
}

/* Parses a bestmove or nobestmove line, which is split into words. */
static void client_read_answer(const Client *c, char *line, Answer *a)
{
    char *rest, *word = strtok_r(line, " \t", &rest);
    *a = (Answer){.move = MOVE_NONE, .ponder = MOVE_NONE};
    if (strcmp(word, "bestmove") != 0 || !(word = strtok_r(NULL, " \t", &rest)))
        return;
    Text text = text_over(a->text, sizeof a->text);
    text_add(&text, word);
    a->move = client_read_move(c, word);
    while ((word = strtok_r(NULL, " \t", &rest))) {
        a->resigns = a->resigns || strcmp(word, "resign") == 0;
        a->offers_draw = a->offers_draw || strcmp(word, "draw") == 0;
        if (strcmp(word, "ponder") == 0 && (word = strtok_r(NULL, " \t", &rest)))
            a->ponder = client_read_move(c, word);
    }
}

/* Reads the number after `key` in an info line. Returns false if there is none. */
static bool client_info_number(const char *line, const char *key, long long *value)
{
    size_t length = strlen(key);
    for (const char *at = line; (at = strstr(at, key)); at += length)
        if ((at == line || at[-1] == ' ') && at[length] == ' ') {
            char *end;
            *value = strtoll(at + length, &end, 10);
            return end != at + length;
        }
    return false;
}

/* Passes the moves after `pv` to the listener, if there is one. */
static void client_report_line(Client *c, const char *line)
{
    const char *pv = strstr(line, " pv ");
    if (!c->heard || !pv)
        return;
    Line l = {.thought = c->thought, .at_us = c->process.arrived_us - c->go_us};
    for (pv += 4; *pv && l.plies < MAX_PLY; pv += strspn(pv, " ")) {
        char word[8];
        size_t n = strcspn(pv, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, pv);
        if (!(l.moves[l.plies] = client_read_move(c, word)))
            break;
        l.plies++;
        pv += n;
    }
    if (l.plies > 0)
        c->heard(c->self, &l);
}

/* Stores what an info line says about the best move. */
static void client_note_info(Client *c, const char *line)
{
    long long value;
    Thought *t = &c->thought;
    if (client_info_number(line, "multipv", &value) && value != 1)
        return;
    if (client_info_number(line, "nodes", &value))
        t->nodes = value > 0 ? (uint64_t)value : 0;
    if (!strstr(line, " score ") || strstr(line, " lowerbound") || strstr(line, " upperbound")) /* the search at this depth has not ended */
        return;
    t->depth = client_info_number(line, "depth", &value) && value > 0 && value < 10000 ? (int)value : 0;
    t->score = NO_SCORE;
    if (client_info_number(line, "mate", &value) && value > -10000 && value < 10000)
        t->score = value > 0 ? (int32_t)(MATE_SCORE - (2 * value - 1)) : (int32_t)(-MATE_SCORE - 2 * value);
    else if (client_info_number(line, "cp", &value) || client_info_number(line, "score", &value)) {
        long long size = value < 0 ? -value : value;
        if (c->protocol == PROTOCOL_UCCI && size > 9800 && size <= 10000) /* ElephantEye's scale: 10000 - plies to mate */
            value = value < 0 ? -(MATE_SCORE - (10000 - size)) : MATE_SCORE - (10000 - size);
        t->score = value > MATE_SCORE ? MATE_SCORE : value < -MATE_SCORE ? -MATE_SCORE : (int32_t)value;
    }
    client_report_line(c, line);
}

/* Stores the name of the option that an engine lists; `rest` is its line without the word `option`. */
static void client_note_option(Client *c, const char *rest)
{
    const char *name = client_after(rest, "name"), *type = name ? strstr(name, " type ") : NULL; /* UCI; in UCCI the name is a word */
    option_names_add(&c->announced, name ? name : rest, type ? (size_t)(type - name) : name ? strlen(name) : strcspn(rest, " "));
    if (!name && word_begins(rest, "usemillisec", 11))
        c->milliseconds = true;
}

/* ---- communication ---- */

/* Ends the engine if it is running; process_end() explains `how`. */
static void client_end(Client *c, int64_t deadline_us, Text *how)
{
    process_end(&c->process, deadline_us, how);
    text_free(&c->announced);
    c->running = c->pondering = false;
}

/* Logs a line sent to the engine (<), received from it (>), or an event (!). Limits the engine's output per answer, and so the whole
 * log. */
static void client_log_line(Client *c, char direction, const char *line, size_t length)
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
        int told = c->unlogged ? snprintf(text, sizeof text, "%ld more lines of output are not shown", c->unlogged) : 0;
        c->logged = 0;
        c->unlogged = 0;
        if (told)
            client_log_line(c, '!', text, (size_t)told);
    }
    int64_t now = clock_us();
    fprintf(c->log, "%lld.%06lld %s(%d) %c %.*s\n", (long long)(now / 1000000), (long long)(now % 1000000),
            c->spec->name ? c->spec->name : c->spec->command, child_number(c->process.child), direction, (int)length, line);
}

/* Records a fault and ends an engine that is beyond communication. If the runner was held up, records only that, because nothing that
 * happened meanwhile counts against the engine. Returns false. */
__attribute__((format(printf, 3, 4))) static bool client_fail(Client *c, ClientFault kind, const char *format, ...)
{
    va_list arguments;
    Text text = text_over(c->text, sizeof c->text);
    va_start(arguments, format);
    text_vaddf(&text, format, arguments);
    va_end(arguments);
    if (kind == CLIENT_TIME || kind == CLIENT_STALL) /* the signal may not have reached another thread yet */
        sleep_ms(SIGNAL_MS);
    if (kind != CLIENT_TROUBLE && process_held(&c->process)) {
        kind = CLIENT_HELD;
        text_cut(&text, 0);
        text_add(&text, "the runner was suspended");
        if (c->process.held_us)
            text_addf(&text, " or held up for %.1f s", (double)c->process.held_us / 1e6);
    }
    if (kind == CLIENT_CRASH && text.length)
        text_add(&text, ": ");
    if (kind == CLIENT_CRASH)
        client_end(c, clock_us() + c->patience->grace_us, &text);
    if (kind == CLIENT_STALL)
        client_end(c, 0, NULL);
    c->fault = kind;
    client_log_line(c, '!', c->text, strlen(c->text));
    return false;
}

/* Returns true for IO_OK; otherwise records the fault. */
static bool client_check_io(Client *c, Io io, const char *doing, int64_t waited_us)
{
    switch (io) {
    case IO_OK: return true;
    case IO_STOPPED: c->fault = CLIENT_STOPPED; return false;
    case IO_CLOSED: return client_fail(c, CLIENT_CRASH, "%s", doing);
    case IO_FLOOD: return client_fail(c, CLIENT_STALL, "%s: more than %d MiB of output", doing, OUTPUT_BURST >> 20);
    case IO_TIMEOUT: break;
    }
    return client_fail(c, CLIENT_STALL, "%s: no answer for %.1f s", doing, (double)waited_us / 1e6);
}

static bool client_send(Client *c, const char *text)
{
    for (const char *line = text; c->log && *line; line += strcspn(line, "\n") + 1)
        client_log_line(c, '<', line, strcspn(line, "\n"));
    int64_t patience = c->patience->answer_us;
    Io io = process_write(&c->process, text, strlen(text), clock_us() + patience);
    if (io == IO_TIMEOUT)
        return client_fail(c, CLIENT_STALL, "did not read its input for %.1f s", (double)patience / 1e6);
    return client_check_io(c, io, "while writing to it", patience);
}

/* Sends a text as client_send() does, and frees it. */
static bool client_send_text(Client *c, Text *text)
{
    bool ok = text->failed ? client_fail(c, CLIENT_TROUBLE, "out of memory") : client_send(c, text->data);
    text_free(text);
    return ok;
}

static Io client_read(Client *c, int64_t deadline_us, char **line)
{
    Io io = process_read_line(&c->process, deadline_us, line);
    if (io == IO_OK)
        client_log_line(c, '>', *line, strlen(*line));
    return io;
}

/* Treatment of a bestmove of an earlier search. */
typedef enum StrayMove { STRAY_IS_A_FAULT, STRAY_IS_IGNORED } StrayMove;

/* Waits for readyok. */
static bool client_await_ready(Client *c, StrayMove strays)
{
    int64_t deadline = clock_us() + c->patience->answer_us;
    char *line;
    for (bool stray = false;; stray = stray || (strays == STRAY_IS_A_FAULT && client_is_answer(line))) {
        if (!client_check_io(c, client_read(c, deadline, &line), "isready", c->patience->answer_us))
            return false;
        if (client_after(line, "readyok"))
            return !stray || client_fail(c, CLIENT_PROTOCOL, "unexpected bestmove");
    }
}

/* Waits for bestmove or nobestmove, and reads the info lines before it. */
static Io client_read_bestmove(Client *c, int64_t deadline_us, char **line)
{
    for (;;) {
        Io io = client_read(c, deadline_us, line);
        if (io != IO_OK || client_is_answer(*line))
            return io;
        if (strncmp(*line, "info ", 5) == 0)
            client_note_info(c, *line);
    }
}

/* ---- start and end ---- */

void client_init(Client *c, const EngineSpec *spec, ProcessHost *host, const Patience *patience, FILE *log)
{
    *c = (Client){.spec = spec, .host = host, .patience = patience, .log = log, .announced = TEXT_INIT};
}

/* Greets the engine and reads until ucciok or uciok. With protocol auto, `ucci` is sent first: UCCI engines quit when greeted otherwise,
 * while UCI engines only report an unknown command and are then greeted with `uci`. A UCCI engine that answers too late has received both greetings; it
 * may quit or play another game (Fairy-Stockfish: chess). Then *late is set, and the engine must be restarted and greeted once. */
static bool client_handshake(Client *c, bool *late)
{
    bool twice = false;
    int64_t start = clock_us(), deadline = start + c->patience->answer_us;
    bool probing = c->protocol == PROTOCOL_AUTO, ok = client_send(c, c->protocol == PROTOCOL_UCI ? "uci\n" : "ucci\n");
    while (ok) {
        char *line;
        const char *rest;
        Io io = client_read(c, probing ? start + PROBE_US : deadline, &line);
        if (probing && (io == IO_TIMEOUT || (io == IO_OK && text_has_word(line, "unknown")))) {
            probing = false;
            twice = io == IO_TIMEOUT;
            ok = client_send(c, "uci\n");
        } else if (twice && (io == IO_CLOSED || (io == IO_OK && client_after(line, "ucciok")))) {
            *late = true;
            return false;
        } else if (io != IO_OK) {
            return client_check_io(c, io, "handshake", c->patience->answer_us);
        } else if (client_after(line, "ucciok") && c->protocol != PROTOCOL_UCI) {
            c->protocol = PROTOCOL_UCCI;
            return true;
        } else if (client_after(line, "uciok") && c->protocol != PROTOCOL_UCCI) {
            c->protocol = PROTOCOL_UCI;
            return true;
        } else if ((rest = client_after(line, "option"))) {
            client_note_option(c, rest);
        } else if ((rest = client_after(line, "id")) && (rest = client_after(rest, "name"))) {
            snprintf(c->id_name, sizeof c->id_name, "%s", rest);
        }
    }
    return false;
}

static bool client_has_option(Client *c, const char *name)
{
    const char *nearest;
    return option_names_hold(&c->announced, name, &nearest) ||
           client_fail(c, CLIENT_TROUBLE, "unknown option %.100s%s%.*s", name, *nearest ? "; the nearest name is " : "",
                       (int)strcspn(nearest, "\n"), nearest);
}

static bool client_send_options(Client *c)
{
    const EngineSpec *spec = c->spec;
    Text text = TEXT_INIT;
    bool uci = c->protocol == PROTOCOL_UCI;
    if (!uci && c->milliseconds)
        client_add_option(c, "usemillisec", "true", &text);
    if (spec->ponder)
        client_add_option(c, uci ? "Ponder" : "ponder", "true", &text);
    if (!engine_keeps_books(spec, c->id_name))
        client_add_option(c, uci ? "OwnBook" : "usebook", "false", &text);
    for (int i = 0; i < spec->option_count; i++) {
        if (!client_has_option(c, spec->options[i].name)) {
            text_free(&text);
            return false;
        }
        client_add_option(c, spec->options[i].name, spec->options[i].value, &text);
    }
    text_add(&text, "isready\n");
    return client_send_text(c, &text) && client_await_ready(c, STRAY_IS_IGNORED);
}

/* Checks the unit of time. UCCI counts in seconds unless the engine has the option usemillisec, which is then always set. */
static bool client_can_be_timed(Client *c)
{
    const char *set = c->protocol == PROTOCOL_UCCI ? engine_option(c->spec, "usemillisec") : NULL;
    if (set && !word_is(set, "true"))
        return client_fail(c, CLIENT_TROUBLE, "usemillisec=%s is not supported: times are sent in milliseconds if the engine accepts them",
                           set);
    int64_t us = c->spec->limits.move_us;
    return us == 0 || us >= 1000000 || client_in_milliseconds(c) ||
           client_fail(c, CLIENT_TROUBLE, "no option usemillisec: %g s per move is below the minimum of one second", (double)us / 1e6);
}

bool client_start(Client *c)
{
    Text why = WHY_INIT;
    c->fault = CLIENT_OK;
    if (c->running)
        return true;
    c->protocol = c->spec->protocol;
    for (bool late = true; late; c->protocol = PROTOCOL_UCCI) {
        late = false;
        c->milliseconds = false;
        if (!process_start(&c->process, c->host, c->spec, &why))
            return client_fail(c, CLIENT_TROUBLE, "%s", why.data);
        c->running = true;
        if (client_handshake(c, &late) && client_send_options(c) && client_can_be_timed(c))
            return true;
        client_end(c, 0, NULL);
    }
    return false;
}

void client_quit(Client *c)
{
    if (!c->running)
        return;
    const char *farewell = c->pondering ? "stop\nquit\n" : "quit\n";
    process_write(&c->process, farewell, strlen(farewell), clock_us());
    client_log_line(c, '<', "quit", 4);
    client_end(c, clock_us() + c->patience->grace_us, NULL);
}

/* ---- thinking ---- */

/* Stops a search and ignores its result. */
static bool client_stop_search(Client *c)
{
    char *line;
    int64_t grace = c->patience->grace_us;
    c->pondering = false;
    return client_send(c, "stop\n") && client_check_io(c, client_read_bestmove(c, clock_us() + grace, &line), "stop", grace) &&
           client_send(c, "isready\n") && client_await_ready(c, STRAY_IS_IGNORED);
}

bool client_new_game(Client *c)
{
    if (!client_start(c))
        return false;
    process_watch(&c->process);
    if (c->pondering && !client_stop_search(c)) /* the last game ended while the engine was pondering */
        return false;
    return client_send(c, c->protocol == PROTOCOL_UCI ? "ucinewgame\nisready\n" : "setoption newgame\nisready\n") &&
           client_await_ready(c, STRAY_IS_IGNORED);
}

/* Starts a search and sets *start_us to the time just before. If a clock runs, `go` is sent after the engine has acknowledged the position,
 * otherwise together with the position, which saves a process switch. */
static bool client_go(Client *c, const ThinkRequest *r, Move expected, StrayMove strays, int64_t *start_us)
{
    char words[256];
    bool timed = !expected && (c->spec->limits.base_us || c->spec->limits.move_us);
    Text position = TEXT_INIT, line = text_over(words, sizeof words);
    client_add_go(c, r, expected != MOVE_NONE, &line);
    client_add_position(c, r, expected, &position);
    text_addf(&position, "isready\n%s", timed ? "" : words);
    c->thought = (Thought){.score = NO_SCORE};
    *start_us = clock_us();
    if (!client_send_text(c, &position) || !client_await_ready(c, strays))
        return false;
    if (!timed)
        return true;
    *start_us = clock_us();
    return client_send(c, words);
}

static bool client_begin_search(Client *c, const ThinkRequest *r, int64_t *start_us)
{
    bool missed = c->pondering && r->game->undos[r->game->plies - 1].move != c->expected;
    if (!c->pondering || missed)
        return (!missed || client_stop_search(c)) && client_go(c, r, MOVE_NONE, missed ? STRAY_IS_IGNORED : STRAY_IS_A_FAULT, start_us);
    *start_us = clock_us();
    c->pondering = false;
    return client_send(c, "ponderhit\n");
}

bool client_think(Client *c, const ThinkRequest *r, Answer *answer)
{
    assert(c->running);
    assert(in_range(r->ban_count, 0, MAX_MOVES));
    const MatchLimits *limits = &c->spec->limits;
    int64_t start, allowed = INT64_MAX, grace = c->patience->grace_us;
    if (!client_begin_search(c, r, &start))
        return false;
    c->go_us = start;

    if (limits->base_us)
        allowed = r->left_us[r->game->now.side];
    if (limits->move_us && limits->move_us < allowed)
        allowed = limits->move_us;
    bool timed = allowed != INT64_MAX;
    allowed = timed ? allowed + limits->margin_us : c->patience->stall_us;

    char *line;
    Io io = client_read_bestmove(c, start + allowed, &line);
    if (io == IO_TIMEOUT) {
        if (!client_send(c, "stop\n"))
            return false;
        io = client_read_bestmove(c, clock_us() + grace, &line);
        if (io == IO_TIMEOUT)
            return client_fail(c, CLIENT_STALL, "no move within %.3f s, nor %.3f s after stop", (double)allowed / 1e6, (double)grace / 1e6);
    }
    if (!client_check_io(c, io, "while thinking", allowed))
        return false;
    int64_t elapsed = c->process.arrived_us - start;
    if (elapsed > allowed && !timed)
        return client_fail(c, CLIENT_STALL, "no move within %.3f s, only after stop", (double)allowed / 1e6);
    if (elapsed > allowed)
        return client_fail(c, CLIENT_TIME, "used %.3f s, %.3f s more than it had", (double)elapsed / 1e6,
                           (double)(elapsed - allowed + limits->margin_us) / 1e6);
    if (process_held(&c->process))
        return client_fail(c, CLIENT_HELD, "%s", "");
    client_read_answer(c, line, answer);
    answer->elapsed_us = elapsed;
    return true;
}

bool client_ponder(Client *c, const ThinkRequest *r, Move expected)
{
    assert(c->running && !c->pondering);
    assert(in_range(r->ban_count, 0, MAX_MOVES));
    VERIFY_ASSERT(is_legal(&r->game->now, expected));
    int64_t start;
    c->pondering = client_go(c, r, expected, STRAY_IS_A_FAULT, &start);
    c->expected = expected;
    return c->pondering;
}
