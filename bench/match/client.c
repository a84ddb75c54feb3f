#include "bench/match/client.h"

#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "engine/base/platform.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

enum { PROBE_US = 1000000 }; /* dialect auto: an engine that knows UCCI answers sooner */

/* What is kept of what an engine says: names of options, and lines in the log between two that it is told. */
enum { ANNOUNCED_MOST = 64 << 10, LOGGED_MOST = 256 << 10 };

enum { SIGNAL_US = 20000 }; /* longer than a signal that tells of a suspension takes to arrive */

void engine_spec_clear(EngineSpec *spec)
{
    for (int i = 0; i < spec->option_count; i++) {
        free(spec->options[i].name);
        free(spec->options[i].value);
    }
    free(spec->options);
    free(spec->name);
    free(spec->command);
    free(spec->directory);
    free(spec->error_file);
    memset(spec, 0, sizeof *spec);
}

bool engine_spec_set_option(EngineSpec *spec, const char *name, const char *value)
{
    EngineOption fresh = {strdup(name), value ? strdup(value) : NULL};
    int at = 0;
    while (at < spec->option_count && strcasecmp(spec->options[at].name, name) != 0)
        at++;
    EngineOption *options = spec->options;
    if (at == spec->option_count)
        options = realloc(options, (size_t)(at + 1) * sizeof *options);
    if (!fresh.name || (value && !fresh.value) || !options) {
        free(fresh.name);
        free(fresh.value);
        return false;
    }
    spec->options = options;
    if (at == spec->option_count)
        spec->option_count++;
    else {
        free(options[at].name);
        free(options[at].value);
    }
    options[at] = fresh;
    return true;
}

/* By hand: a long game's moves are written again for every move. */
static char *write_point(const EngineSpec *spec, Square s, char *out)
{
    int rank = square_rank(s) + spec->rank_base;
    *out++ = (char)('a' + square_file(s));
    if (rank >= 10) {
        *out++ = '1';
        rank -= 10;
    }
    *out++ = (char)('0' + rank);
    return out;
}

static const char *read_point(const EngineSpec *spec, const char *text, Square *s)
{
    int file = tolower((unsigned char)*text) - 'a', rank = 0, digits = 0;
    if (file < 0 || file >= FILES)
        return NULL;
    for (text++; digits < 2 && isdigit((unsigned char)*text); digits++)
        rank = rank * 10 + *text++ - '0';
    rank -= spec->rank_base;
    if (digits == 0 || rank < 0 || rank >= RANKS)
        return NULL;
    *s = square_make(file, rank);
    return text;
}

static bool read_move(const EngineSpec *spec, const char *text, Move *m)
{
    Square from, to;
    text = read_point(spec, text, &from);
    if (text && *text == '-')
        text++;
    if (!text || !(text = read_point(spec, text, &to)) || *text)
        return false;
    *m = move_make(from, to);
    return true;
}

void client_init(Client *c, const EngineSpec *spec, const ProcessHost *host, const Patience *patience, FILE *log)
{
    memset(c, 0, sizeof *c);
    c->spec = spec;
    c->host = host;
    c->patience = patience;
    c->log = log;
    c->process.to = c->process.from = -1;
}

/* ---- talking ---- */

static void log_line(Client *c, char direction, const char *line, size_t length)
{
    int64_t now = clock_us();
    if (c->log)
        fprintf(c->log, "%lld.%06lld %s(%d) %c %.*s\n", (long long)(now / 1000000), (long long)(now % 1000000),
                c->spec->name ? c->spec->name : c->spec->command, (int)c->process.pid, direction, (int)length, line);
}

/* The log of one answer is bounded, as the number of answers is. */
static void log_heard(Client *c, const char *line)
{
    size_t length = strlen(line);
    c->logged += length + 1;
    if (c->logged <= LOGGED_MOST)
        log_line(c, '>', line, length);
    else
        c->unlogged++;
}

static void log_told(Client *c, char direction, const char *line, size_t length)
{
    if (c->unlogged) {
        char text[64];
        log_line(c, '!', text, (size_t)snprintf(text, sizeof text, "%ld more lines of its output are not shown", c->unlogged));
    }
    c->logged = 0;
    c->unlogged = 0;
    log_line(c, direction, line, length);
}

/* An engine's fault, unless the runner was held up: then nothing that happened meanwhile counts. */
static ClientFault true_kind(Client *c, ClientFault kind)
{
    if (kind == CLIENT_TROUBLE)
        return kind;
    if (kind == CLIENT_TIME || kind == CLIENT_STALL) /* a signal may still be on its way to another thread */
        sleep_ms(SIGNAL_US / 1000);
    if (!process_held(&c->process))
        return kind;
    if (c->process.held_us)
        snprintf(c->text, sizeof c->text, "the runner was suspended or held up for %.1f s", (double)c->process.held_us / 1e6);
    else
        snprintf(c->text, sizeof c->text, "the runner was suspended");
    return CLIENT_HELD;
}

/* Notes what went wrong; an engine that cannot be talked to any more is ended. */
static ClientFault fault(Client *c, ClientFault kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
static ClientFault fault(Client *c, ClientFault kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->text, sizeof c->text, format, arguments);
    va_end(arguments);
    kind = true_kind(c, kind);
    if (kind == CLIENT_CRASH || kind == CLIENT_STALL) {
        if (kind == CLIENT_CRASH) {
            char how[96];
            size_t length = strlen(c->text);
            process_describe_end(&c->process, clock_us() + c->patience->grace_us, how, sizeof how);
            snprintf(c->text + length, sizeof c->text - length, "%s%s", length ? ": " : "", how);
        }
        process_end(&c->process, 0);
        c->running = false;
        c->pondering = false;
    }
    log_told(c, '!', c->text, strlen(c->text));
    return kind;
}

static ClientFault io_fault(Client *c, Io io, const char *doing, int64_t waited_us)
{
    switch (io) {
    case IO_OK: return CLIENT_OK;
    case IO_STOPPED: return CLIENT_STOPPED;
    case IO_CLOSED: return fault(c, CLIENT_CRASH, "%s", doing);
    case IO_FLOOD: return fault(c, CLIENT_STALL, "%s: %d MiB of output and no end", doing, OUTPUT_BURST >> 20);
    case IO_TIMEOUT: break;
    }
    return fault(c, CLIENT_STALL, "%s: no answer for %.1f s", doing, (double)waited_us / 1e6);
}

static ClientFault say(Client *c, const char *text)
{
    if (c->log) {
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
            log_told(c, '<', line, strcspn(line, "\n"));
    }
    int64_t patience = c->patience->answer_us;
    Io io = process_write(&c->process, text, strlen(text), clock_us() + patience);
    if (io == IO_TIMEOUT)
        return fault(c, CLIENT_STALL, "it does not read its input for %.1f s", (double)patience / 1e6);
    return io_fault(c, io, "while being written to", patience);
}

static Io hear(Client *c, int64_t deadline_us, char **line, int64_t *when_us)
{
    Io io = process_read_line(&c->process, deadline_us, line, when_us);
    if (io == IO_OK && c->log)
        log_heard(c, *line);
    return io;
}

/* The rest behind a first word, or NULL when the line starts otherwise. */
static const char *after_word(const char *line, const char *word)
{
    line += strspn(line, " \t");
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != '\0' && line[length] != ' ' && line[length] != '\t'))
        return NULL;
    line += length;
    return line + strspn(line, " \t");
}

static bool is_answer_to_go(const char *line) { return after_word(line, "bestmove") || after_word(line, "nobestmove"); }

/* Waits for readyok. Tolerant: whatever comes before it is left-over talk; else a bestmove is a fault. */
static ClientFault await_ready(Client *c, bool tolerant)
{
    int64_t deadline = clock_us() + c->patience->answer_us;
    bool stray = false;
    for (;;) {
        char *line;
        Io io = hear(c, deadline, &line, NULL);
        if (io != IO_OK)
            return io_fault(c, io, "isready", c->patience->answer_us);
        if (after_word(line, "readyok"))
            break;
        if (!tolerant && is_answer_to_go(line))
            stray = true;
    }
    return stray ? fault(c, CLIENT_PROTOCOL, "it sent a bestmove nobody had asked for") : CLIENT_OK;
}

/* Ping. */
static ClientFault synchronise(Client *c, bool tolerant)
{
    ClientFault heard = say(c, "isready\n");
    return heard == CLIENT_OK ? await_ready(c, tolerant) : heard;
}

/* ---- start ---- */

/* Appends a name to those announced; without memory for it, or beyond all measure, it is a warning less. */
static void announce(Client *c, const char *name, size_t length)
{
    size_t needed = c->announced_used + length + 2;
    if (needed > ANNOUNCED_MOST)
        return;
    if (needed > c->announced_size) {
        size_t size = needed * 2;
        char *longer = realloc(c->announced, size);
        if (!longer)
            return;
        c->announced = longer;
        c->announced_size = size;
    }
    memcpy(c->announced + c->announced_used, name, length);
    c->announced_used += length;
    strcpy(c->announced + c->announced_used++, "\n");
}

static void note_option(Client *c, const char *rest)
{
    const char *end;
    if (c->protocol == PROTOCOL_UCI || strncmp(rest, "name ", 5) == 0) {
        const char *name = after_word(rest, "name");
        rest = name ? name : rest;
        end = strstr(rest, " type ");
        if (!end)
            end = rest + strlen(rest);
    } else {
        end = rest + strcspn(rest, " ");
    }
    announce(c, rest, (size_t)(end - rest));
    if (strncasecmp(rest, "usemillisec", 11) == 0)
        c->milliseconds = true;
}

/* The bare name of an option: "UCI_Elo" and "elo" are one, "Hash" and "hashsize", "Skill Level" and "skilllevel". */
static void bare_name(const char *name, size_t length, char out[64])
{
    size_t used = 0;
    for (size_t i = 0; i < length && used < 63; i++)
        if (!strchr(" _-", name[i]))
            out[used++] = (char)tolower((unsigned char)name[i]);
    out[used] = '\0';
    if (used > 4 && strcmp(out + used - 4, "size") == 0)
        out[used - 4] = '\0';
    if (strncmp(out, "uci", 3) == 0 && out[3])
        memmove(out, out + 3, strlen(out + 3) + 1);
}

bool client_knows_option(const Client *c, const char *name)
{
    char wanted[64], has[64];
    bare_name(name, strlen(name), wanted);
    for (const char *line = c->announced ? c->announced : ""; *line; line += strcspn(line, "\n") + 1) {
        bare_name(line, strcspn(line, "\n"), has);
        if (strcmp(has, wanted) == 0)
            return true;
    }
    return !c->announced;
}

/* Reads until ucciok or uciok. With dialect auto `ucci` was asked first: engines of the UCCI line leave
 * when greeted otherwise, those of the UCI line just complain, and are then greeted in their own way. */
static ClientFault handshake(Client *c)
{
    ClientFault heard = say(c, c->protocol == PROTOCOL_UCI ? "uci\n" : "ucci\n");
    int64_t start = clock_us(), deadline = start + c->patience->answer_us;
    bool probing = c->protocol == PROTOCOL_AUTO;
    while (heard == CLIENT_OK) {
        char *line;
        const char *rest;
        Io io = hear(c, probing ? start + PROBE_US : deadline, &line, NULL);
        bool refused = io == IO_OK && probing && strcasestr(line, "unknown");
        if (probing && (io == IO_TIMEOUT || refused)) {
            probing = false;
            heard = say(c, "uci\n");
        } else if (io != IO_OK) {
            return io_fault(c, io, "handshake", c->patience->answer_us);
        } else if (after_word(line, "ucciok") && c->protocol != PROTOCOL_UCI) {
            c->protocol = PROTOCOL_UCCI;
            return CLIENT_OK;
        } else if (after_word(line, "uciok") && c->protocol != PROTOCOL_UCCI) {
            c->protocol = PROTOCOL_UCI;
            return CLIENT_OK;
        } else if ((rest = after_word(line, "option"))) {
            note_option(c, rest);
        } else if ((rest = after_word(line, "id")) && (rest = after_word(rest, "name"))) {
            snprintf(c->id_name, sizeof c->id_name, "%s", rest);
        }
    }
    return heard;
}

static ClientFault send_options(Client *c)
{
    char line[4096];
    ClientFault heard = CLIENT_OK;
    bool uci = c->protocol == PROTOCOL_UCI;
    if (!uci && c->milliseconds)
        heard = say(c, "setoption usemillisec true\n");
    if (c->spec->ponder && heard == CLIENT_OK)
        heard = say(c, uci ? "setoption name Ponder value true\n" : "setoption ponder true\n");
    for (int i = 0; i < c->spec->option_count && heard == CLIENT_OK; i++) {
        const EngineOption *o = &c->spec->options[i];
        if (!o->value)
            snprintf(line, sizeof line, uci ? "setoption name %s\n" : "setoption %s\n", o->name);
        else
            snprintf(line, sizeof line, uci ? "setoption name %s value %s\n" : "setoption %s %s\n", o->name, o->value);
        heard = say(c, line);
    }
    return heard == CLIENT_OK ? synchronise(c, true) : heard;
}

ClientFault client_start(Client *c)
{
    if (c->running)
        return CLIENT_OK;
    char error[PROCESS_ERROR_SIZE];
    free(c->announced);
    c->announced = NULL;
    c->announced_used = c->announced_size = 0;
    c->protocol = c->spec->protocol;
    c->milliseconds = c->pondering = false;
    if (!process_start(&c->process, c->host, c->spec->command, c->spec->directory, c->spec->error_file, error)) {
        return fault(c, CLIENT_TROUBLE, "%s", error);
    }
    c->running = true;
    ClientFault heard = handshake(c);
    if (heard == CLIENT_OK)
        heard = send_options(c);
    if (heard != CLIENT_OK && c->running) {
        process_end(&c->process, 0);
        c->running = false;
    }
    return heard;
}

static ClientFault stop_search(Client *c);

ClientFault client_new_game(Client *c)
{
    ClientFault heard = client_start(c);
    if (heard != CLIENT_OK)
        return heard;
    process_watch(&c->process);
    if (c->pondering) /* the last game ended while it was; its answer must be out of the way */
        heard = stop_search(c);
    if (heard == CLIENT_OK)
        heard = say(c, c->protocol == PROTOCOL_UCI ? "ucinewgame\nisready\n" : "setoption newgame\nisready\n");
    return heard == CLIENT_OK ? await_ready(c, true) : heard;
}

/* ---- thinking ---- */

static char *put_move(const Client *c, Move m, char *out)
{
    *out++ = ' ';
    out = write_point(c->spec, move_from(m), out);
    return write_point(c->spec, move_to(m), out);
}

/* `position`, the banned moves, a ping behind it, and `more` lines. UCI tells the whole game, UCCI only what followed the last capture. */
static ClientFault tell_position(Client *c, const ThinkRequest *r, Move expected, const char *more)
{
    bool all = c->protocol == PROTOCOL_UCI;
    const Position *from = all ? &r->game->start : r->history;
    int ply = all ? 0 : r->history_ply;
    char fen[FEN_SIZE];
    fen_write(from, fen);
    int bans = all ? 0 : r->ban_count;
    size_t size = 80 + FEN_SIZE + (size_t)(r->game->plies - ply + 1 + bans) * 8 + strlen(more);
    char *text = malloc(size);
    if (!text)
        return fault(c, CLIENT_TROUBLE, "out of memory");
    char *out = stpcpy(stpcpy(text, "position fen "), fen);
    if (ply < r->game->plies || expected)
        out = stpcpy(out, " moves");
    for (; ply < r->game->plies; ply++)
        out = put_move(c, r->game->undos[ply].move, out);
    if (expected)
        out = put_move(c, expected, out);
    if (bans > 0)
        out = stpcpy(out, "\nbanmoves");
    for (int i = 0; i < bans; i++)
        out = put_move(c, r->bans[i], out);
    stpcpy(stpcpy(out, "\nisready\n"), more);
    ClientFault heard = say(c, text);
    free(text);
    return heard;
}

static long long in_unit(const Client *c, int64_t us)
{
    long long ms = us > 1000 ? us / 1000 : 1;
    return c->protocol == PROTOCOL_UCI || c->milliseconds ? ms : ms / 1000;
}

static void go_line(const Client *c, const ThinkRequest *r, bool ponder, char *line, size_t size)
{
    const MatchLimits *own = &c->spec->limits;
    const ClockFace *clocks = r->clocks;
    bool uci = c->protocol == PROTOCOL_UCI;
    int us = r->game->now.side ^ (ponder ? 1 : 0), them = us ^ 1;
    size_t n = (size_t)snprintf(line, size, "go%s", ponder ? " ponder" : r->draw_offered && !uci ? " draw" : "");
#define PUT(...) (n += (size_t)snprintf(line + n, n < size ? size - n : 0, __VA_ARGS__))
    if (own->base_us && uci) {
        int64_t increment[2];
        increment[us] = own->increment_us;
        increment[them] = r->theirs->increment_us;
        int64_t left[2] = {clocks->left_us[0], clocks->left_us[1]};
        if (!r->theirs->base_us)
            left[them] = left[us]; /* it has no clock; something sensible to read */
        PUT(" wtime %lld btime %lld winc %lld binc %lld", in_unit(c, left[RED]), in_unit(c, left[BLACK]), (long long)increment[RED] / 1000,
            (long long)increment[BLACK] / 1000);
        if (clocks->moves_to_go[us])
            PUT(" movestogo %d", clocks->moves_to_go[us]);
    } else if (own->base_us) {
        PUT(" time %lld", in_unit(c, clocks->left_us[us]));
        if (clocks->moves_to_go[us])
            PUT(" movestogo %d", clocks->moves_to_go[us]);
        else
            PUT(" increment %lld", own->increment_us ? in_unit(c, own->increment_us) : 0);
        if (r->theirs->base_us) {
            PUT(" opptime %lld", in_unit(c, clocks->left_us[them]));
            if (clocks->moves_to_go[them])
                PUT(" oppmovestogo %d", clocks->moves_to_go[them]);
            else
                PUT(" oppincrement %lld", r->theirs->increment_us ? in_unit(c, r->theirs->increment_us) : 0);
        }
    }
    if (own->move_us)
        PUT(uci ? " movetime %lld" : " time %lld", in_unit(c, own->move_us)); /* UCCI: time alone is for this move */
    if (own->nodes)
        PUT(" nodes %llu", (unsigned long long)own->nodes);
    if (own->depth)
        PUT(" depth %d", own->depth);
    PUT("\n");
#undef PUT
}

/* The word behind `key` in an info line as a number. */
static bool info_number(const char *line, const char *key, long long *value)
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

static void read_thought(const Client *c, Thought *t)
{
    long long value;
    *t = (Thought){NO_SCORE, 0, 0};
    if (info_number(c->line_score, "depth", &value) && value > 0 && value < 10000)
        t->depth = (int)value;
    if (info_number(c->line_score, "mate", &value) && value > -10000 && value < 10000)
        t->score = value > 0 ? (int32_t)(MATE_SCORE - (2 * value - 1)) : (int32_t)(-MATE_SCORE - 2 * value);
    else if (info_number(c->line_score, "cp", &value) || info_number(c->line_score, "score", &value)) {
        long long size = value < 0 ? -value : value;
        if (c->protocol == PROTOCOL_UCCI && size > 9800 && size <= 10000) /* ElephantEye's scale: plies to mate */
            value = value < 0 ? -(MATE_SCORE - (10000 - size)) : MATE_SCORE - (10000 - size);
        t->score = value > MATE_SCORE ? MATE_SCORE : value < -MATE_SCORE ? -MATE_SCORE : (int32_t)value;
    }
    if (info_number(c->line_nodes, "nodes", &value) && value > 0)
        t->nodes = (uint64_t)value;
}

static void keep_line(char kept[INFO_SIZE], const char *line)
{
    size_t length = strnlen(line, INFO_SIZE - 1);
    memcpy(kept, line, length);
    kept[length] = '\0';
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

static void read_answer(const Client *c, const char *line, Answer *a)
{
    a->readable = a->resigns = a->offers_draw = false;
    a->move = a->ponder = MOVE_NONE;
    a->text[0] = '\0';
    read_thought(c, &a->thought);
    const char *rest = after_word(line, "bestmove");
    for (int word = 0; rest && *rest; word++) {
        char text[32];
        size_t length = strcspn(rest, " \t");
        snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text - 1), rest);
        rest += length;
        rest += strspn(rest, " \t");
        if (word == 0) {
            snprintf(a->text, sizeof a->text, "%s", text);
            a->readable = read_move(c->spec, text, &a->move);
        } else if (strcmp(text, "ponder") == 0 && *rest) {
            length = strcspn(rest, " \t");
            snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text - 1), rest);
            rest += length;
            rest += strspn(rest, " \t");
            if (!read_move(c->spec, text, &a->ponder))
                a->ponder = MOVE_NONE;
        } else if (strcmp(text, "resign") == 0) {
            a->resigns = true;
        } else if (strcmp(text, "draw") == 0) {
            a->offers_draw = true;
        }
    }
}

/* Waits for bestmove or nobestmove. */
static Io hear_move(Client *c, int64_t deadline_us, char **line, int64_t *when_us)
{
    for (;;) {
        Io io = hear(c, deadline_us, line, when_us);
        if (io != IO_OK || is_answer_to_go(*line))
            return io;
        if (strncmp(*line, "info ", 5) == 0)
            keep_info(c, *line);
    }
}

/* Ends a search nobody wants any more. */
static ClientFault stop_search(Client *c)
{
    char *line;
    int64_t when;
    c->pondering = false;
    ClientFault heard = say(c, "stop\n");
    if (heard != CLIENT_OK)
        return heard;
    Io io = hear_move(c, clock_us() + c->patience->grace_us, &line, &when);
    if (io != IO_OK)
        return io_fault(c, io, "stop", c->patience->grace_us);
    return synchronise(c, true);
}

/* Where a clock runs, `go` waits for the ping's answer; elsewhere it goes with it, which saves a switch between processes. */
static ClientFault begin_search(Client *c, const ThinkRequest *r, int64_t *start_us)
{
    char line[256];
    Move last = r->game->plies ? r->game->undos[r->game->plies - 1].move : MOVE_NONE;
    if (c->pondering && last == c->expected) {
        c->pondering = false;
        *start_us = clock_us();
        return say(c, "ponderhit\n");
    }
    ClientFault heard = CLIENT_OK;
    bool missed = c->pondering, timed = c->spec->limits.base_us || c->spec->limits.move_us;
    if (missed)
        heard = stop_search(c);
    if (heard != CLIENT_OK)
        return heard;
    go_line(c, r, false, line, sizeof line);
    c->line_score[0] = c->line_nodes[0] = '\0';
    *start_us = clock_us();
    heard = tell_position(c, r, MOVE_NONE, timed ? "" : line);
    if (heard == CLIENT_OK)
        heard = await_ready(c, missed);
    if (heard != CLIENT_OK || !timed)
        return heard;
    *start_us = clock_us();
    return say(c, line);
}

ClientFault client_think(Client *c, const ThinkRequest *r, Answer *answer)
{
    const MatchLimits *limits = &c->spec->limits;
    int64_t start = clock_us(), when = 0, allowed = INT64_MAX;
    memset(answer, 0, sizeof *answer);
    answer->thought.score = NO_SCORE;
    ClientFault heard = begin_search(c, r, &start);
    if (heard != CLIENT_OK)
        return heard;

    if (limits->base_us)
        allowed = r->clocks->left_us[r->game->now.side];
    if (limits->move_us && limits->move_us < allowed)
        allowed = limits->move_us;
    bool timed = allowed != INT64_MAX;
    allowed = timed ? allowed + limits->margin_us : c->patience->stall_us;

    char *line;
    Io io = hear_move(c, start + allowed, &line, &when);
    if (io == IO_TIMEOUT) {
        heard = say(c, "stop\n");
        if (heard != CLIENT_OK)
            return heard;
        io = hear_move(c, clock_us() + c->patience->grace_us, &line, &when);
        if (io == IO_TIMEOUT)
            return fault(c, CLIENT_STALL, "no move within %.3f s, nor %.3f s after stop", (double)allowed / 1e6,
                         (double)c->patience->grace_us / 1e6);
    }
    if (io != IO_OK)
        return io_fault(c, io, "while thinking", allowed);
    answer->elapsed_us = when - start;
    if (answer->elapsed_us > allowed) {
        int64_t over = answer->elapsed_us - allowed;
        if (!timed)
            return fault(c, CLIENT_STALL, "no move within %.3f s; it came after stop", (double)allowed / 1e6);
        return fault(c, CLIENT_TIME, "%.3f s used, %.3f s more than it had", (double)answer->elapsed_us / 1e6,
                     (double)(over + limits->margin_us) / 1e6);
    }
    if (process_held(&c->process))
        return fault(c, CLIENT_HELD, "%s", "");
    read_answer(c, line, answer);
    return CLIENT_OK;
}

ClientFault client_ponder(Client *c, const ThinkRequest *r, Move expected)
{
    char line[256];
    go_line(c, r, true, line, sizeof line);
    c->line_score[0] = c->line_nodes[0] = '\0';
    ClientFault heard = tell_position(c, r, expected, line);
    if (heard == CLIENT_OK)
        heard = await_ready(c, false);
    c->pondering = heard == CLIENT_OK;
    c->expected = expected;
    return heard;
}

void client_quit(Client *c, int64_t deadline_us)
{
    if (!c->running)
        return;
    const char *farewell = c->pondering ? "stop\nquit\n" : "quit\n";
    process_write(&c->process, farewell, strlen(farewell), clock_us());
    log_told(c, '<', "quit", 4);
    process_end(&c->process, deadline_us);
    c->running = c->pondering = false;
}

void client_clear(Client *c)
{
    if (c->running)
        process_end(&c->process, 0);
    c->running = false;
    free(c->announced);
    c->announced = NULL;
}
