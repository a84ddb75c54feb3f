/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/attack/model.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/notation/fen.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "engine/board/perft.h"
#include "protocol/parse.h"
#include "protocol/options.h"
#include "engine/base/words.h"

enum { LINES_MOST = 400, STATES_MOST = 4000, LONG_MS = 1 << 30 };

/* One line sent to the engine, parsed. */
typedef struct Sent {
    CommandKind kind;
    bool fits; /* true if the position has `fen` or `startpos` */
    bool good; /* true if it is also legal */
    Position pos;
    char *moves;              /* moves of banmoves or searchmoves; owned */
    const OptionSpec *option; /* option that setoption sets, or NULL */
    OptionValue value;        /* only the number is used */
    GoArgs go;
    bool draw;  /* for ponderhit: true if the word draw follows */
    bool named; /* true for setoption in UCI's form */
} Sent;

typedef enum TokenKind { TOKEN_READY, TOKEN_UCI, TOKEN_UCCI, TOKEN_BEST, TOKEN_NONE, TOKEN_BYE, TOKEN_POPHASH, TOKEN_NODES } TokenKind;

/* A line from the engine that is an answer. */
typedef struct Token {
    TokenKind kind;
    bool uci_form; /* `bestmove (none)` */
    Move best, ponder;
    uint64_t nodes;
    int info_from, info_to; /* range of info lines since the last best move */
} Token;

typedef struct Info {
    int depth, multipv, pv_length;
    int score; /* mate scores are larger than all others */
    Move pv[128];
} Info;

typedef enum Mode { MODE_IDLE, MODE_SEARCH, MODE_JOB } Mode;

typedef struct State {
    int tokens; /* number of answers explained so far */
    uint8_t mode;
    bool stopped, pondering, infinite, instant, printed, quitting;
    bool unread; /* batch mode has left lines unread */
    bool ended;  /* true if no more input is read: a batch ends at its quit */
    bool ucci, greeted, knows_uci, batch, flipped;
    int position, bans, go; /* indexes of lines; -1: no such line yet */
    int multipv;
    int deferred_count, backlog_count;
    uint16_t deferred[LINES_MOST]; /* lines that wait for the end of the search */
    uint16_t backlog[LINES_MOST];  /* lines that have waited and are now handled; later lines queue after them */
} State;

struct Model {
    Sent *sent;
    int sent_count;
    Token tokens[4 * LINES_MOST];
    int token_count;
    Info *infos;
    int info_count, info_capacity, info_from;
    bool milliseconds;
    bool weakened; /* true if the engine may play a move other than the best one shown */
    bool seconds;  /* true if times may be in seconds */
    State *states, *next;
    int count, next_count;
    bool lenient;                /* true if the principal variations are not checked */
    int furthest;                /* largest number of answers that any state explained */
    const char *why, *why_lines; /* the fault at which no state could continue; why_lines: the fault in the PVs */
};

Model *model_new(void)
{
    Model *m = calloc(1, sizeof *m);
    m->sent = calloc(LINES_MOST, sizeof *m->sent);
    m->states = calloc(STATES_MOST, sizeof *m->states);
    m->next = calloc(STATES_MOST, sizeof *m->next);
    m->milliseconds = true;
    return m;
}

void model_free(Model *m)
{
    for (int i = 0; i < m->sent_count; i++)
        free(m->sent[i].moves);
    free(m->sent);
    free(m->states);
    free(m->next);
    free(m->infos);
    free(m);
}

/* ---- lines that were sent ---- */

static void read_position(Sent *sent, char *args)
{
    char fault[400];
    Text why = text_over(fault, sizeof fault);
    Game game;
    game_init(&game);
    Setup done = setup_game(&game, args, &why);
    sent->fits = done != SETUP_NONE;
    sent->good = done == SETUP_DONE;
    sent->pos = game.now;
    game_clear(&game);
}

static bool sets(const Sent *sent, const char *option) { return sent->option && strcmp(sent->option->uci, option) == 0; }

void model_sent(Model *m, const char *bytes, size_t length)
{
    if (m->sent_count == LINES_MOST)
        return;
    char *text = malloc(length + 1);
    memcpy(text, bytes, length);
    while (length > 0 && text[length - 1] == '\r')
        length--;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\0')
            text[i] = ' ';
    text[length] = '\0';
    if (m->sent_count == 0 && strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        memcpy(text, "   ", 3);

    Sent *sent = &m->sent[m->sent_count++];
    char fault[400];
    Text why = text_over(fault, sizeof fault);
    Command command = command_read(text);
    sent->kind = command.kind;
    switch (command.kind) {
    case CMD_POSITION: read_position(sent, command.args); break;
    case CMD_BANMOVES: sent->moves = strdup(command.args); break;
    case CMD_SETOPTION:
        sent->named = strncasecmp(command.args, "name ", 5) == 0;
        sent->option = option_read(command.args, &sent->value, &why);
        if (sets(sent, "Skill Level") || sets(sent, "UCI_LimitStrength") || sets(sent, "Randomness"))
            m->weakened = true;
        if (sets(sent, "UseMillisec")) {
            m->seconds = true;
            m->milliseconds = sent->value.number;
        }
        break;
    case CMD_GO:
        go_read(command.args, &sent->go);
        sent->moves = sent->go.searchmoves ? strdup(sent->go.searchmoves) : NULL;
        sent->go.searchmoves = NULL;
        break;
    default: break;
    }
    free(text);
}

/* ---- lines of the engine ---- */

static bool word_at(const char *line, const char *word)
{
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && (line[n] == '\0' || line[n] == ' ');
}

static bool four_letter_move(const char *text, Move *move)
{
    char word[5] = "";
    size_t n = strcspn(text, " ");
    if (n != 4)
        return false;
    memcpy(word, text, 4);
    return move_from_iccs(word, move) && !isupper((unsigned char)word[0]) && !isupper((unsigned char)word[2]);
}

/* bestmove MOVE [ponder MOVE] [draw | resign], nobestmove, bestmove (none). */
static bool read_best(const char *line, Token *token)
{
    if (strcmp(line, "nobestmove") == 0 || strcmp(line, "bestmove (none)") == 0) {
        token->kind = TOKEN_NONE;
        token->uci_form = *line == 'b';
        return true;
    }
    token->kind = TOKEN_BEST;
    if (strncmp(line, "bestmove ", 9) != 0 || !four_letter_move(line + 9, &token->best))
        return false;
    const char *rest = line + 13;
    if (strncmp(rest, " ponder ", 8) == 0) {
        if (!four_letter_move(rest + 8, &token->ponder))
            return false;
        rest += 12;
    }
    return *rest == '\0' || strcmp(rest, " draw") == 0 || strcmp(rest, " resign") == 0;
}

static bool read_info(Model *m, const char *line)
{
    const char *pv = strstr(line, " pv "), *at;
    if (strncmp(line, "info depth ", 11) != 0 || !pv)
        return true;
    if (m->info_count == m->info_capacity) {
        m->info_capacity = m->info_capacity ? 2 * m->info_capacity : 64;
        m->infos = realloc(m->infos, (size_t)m->info_capacity * sizeof *m->infos);
    }
    Info *info = &m->infos[m->info_count++];
    *info = (Info){.depth = atoi(line + 11), .multipv = 1};
    if ((at = strstr(line, " multipv ")))
        info->multipv = atoi(at + 9);
    if ((at = strstr(line, " score mate ")))
        info->score = atoi(at + 12) > 0 ? 100000 - atoi(at + 12) : -100000 - atoi(at + 12);
    else if ((at = strstr(line, " score cp ")))
        info->score = atoi(at + 10);
    else if ((at = strstr(line, " score ")))
        info->score = atoi(at + 7);
    for (at = pv + 4; *at; at += at[4] == ' ' ? 5 : 4) {
        if (info->pv_length == 128 || !four_letter_move(at, &info->pv[info->pv_length++]))
            return false;
        if (at[4] != ' ' && at[4] != '\0')
            return false;
    }
    return true;
}

static bool is_ucci_message(const char *line) { return strncmp(line, "info message ", 13) == 0; }
static bool is_message(const char *line) { return strncmp(line, "info string ", 12) == 0 || is_ucci_message(line); }

bool model_heard(Model *m, const char *line, const char **fault)
{
    Token token = {0};
    *fault = NULL;
    if (strlen(line) > 1000)
        *fault = "a line of more than 1000 bytes";
    for (const char *at = line; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            *fault = "a control character in a line";
    /* UCCI clients look for these words anywhere in a line; UCI messages quote them unchanged (UCCI.md, 68). */
    if (is_ucci_message(line) && (strstr(line, "bestmove") || strstr(line, "resign") || strstr(line, "draw")))
        *fault = "a message with a word that clients take for an answer";
    if (!is_message(line) && !read_info(m, line))
        *fault = "a line of play that is none";
    if (*fault)
        return false;

    if (word_at(line, "readyok"))
        token.kind = TOKEN_READY;
    else if (word_at(line, "uciok"))
        token.kind = TOKEN_UCI;
    else if (word_at(line, "ucciok"))
        token.kind = TOKEN_UCCI;
    else if (word_at(line, "bye"))
        token.kind = TOKEN_BYE;
    else if (word_at(line, "pophash"))
        token.kind = TOKEN_POPHASH;
    else if (strncmp(line, "Nodes searched: ", 16) == 0) {
        token.kind = TOKEN_NODES;
        token.nodes = strtoull(line + 16, NULL, 10);
    } else if (strncmp(line, "bestmove", 8) == 0 || strncmp(line, "nobestmove", 10) == 0) {
        if (!read_best(line, &token)) {
            *fault = "a best move that is none";
            return false;
        }
        token.info_from = m->info_from;
        token.info_to = m->info_from = m->info_count;
    } else {
        return true;
    }
    if (m->token_count == (int)(sizeof m->tokens / sizeof *m->tokens)) {
        *fault = "more answers than anybody asked for";
        return false;
    }
    m->tokens[m->token_count++] = token;
    return true;
}

/* ---- the position in a state ---- */

static bool has_position(const Model *m, const State *s) { return s->position < 0 || m->sent[s->position].good; }

static void position_of(const Model *m, const State *s, Position *pos)
{
    Position given;
    if (s->position < 0)
        position_start(&given);
    else
        given = m->sent[s->position].pos;
    if (s->flipped)
        position_flip(&given, pos);
    else
        *pos = given;
}

static void moves_of(const Position *pos, const char *text, MoveList *out)
{
    char *copy = strdup(text ? text : "");
    setup_moves(pos, copy, out);
    free(copy);
}

/* Writes the playable moves: legal, not banned and, if searchmoves lists any, listed. */
static void allowed_moves(const Model *m, const State *s, const Position *pos, MoveList *out)
{
    MoveList bans = {0}, wanted, legal;
    bool all = !m->sent[s->go].moves; /* if searchmoves lists no legal move, there is nothing to search */
    if (s->bans >= 0)
        moves_of(pos, m->sent[s->bans].moves, &bans);
    moves_of(pos, m->sent[s->go].moves, &wanted);
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++)
        if ((all || move_list_has(&wanted, legal.moves[i])) && !move_list_has(&bans, legal.moves[i]))
            out->moves[out->count++] = legal.moves[i];
}

static bool line_is_playable(const Position *start, const Move *moves, int count)
{
    Position pos = *start;
    Undo undo;
    for (int i = 0; i < count; i++) {
        if (!is_legal(&pos, moves[i]))
            return false;
        position_make(&pos, moves[i], &undo);
    }
    return true;
}

/* Returns the fault in the info lines shown together, or NULL. They must be numbered without a gap, distinct, complete, in
 * descending order and of one iteration, or of the last two if the last was interrupted. */
static const char *set_fault(const Model *m, const State *s, const Token *token, const Position *pos, int allowed)
{
    int wanted = s->multipv < allowed ? s->multipv : allowed, count = 0, deepest = 0;
    const Info *lines[129] = {0};
    for (int i = token->info_from; i < token->info_to; i++) {
        const Info *info = &m->infos[i];
        if (!line_is_playable(pos, info->pv, info->pv_length))
            return "a line of play with an illegal move";
        if (info->multipv == 1) {
            if (count > 0 && count != wanted)
                return "a set of lines of play that is not complete";
            count = 0;
            deepest = info->depth;
        } else if (info->multipv != count + 1 || count >= 128) {
            return "lines of play with a gap";
        }
        for (int j = 0; j < count; j++) {
            if (lines[j]->pv[0] == info->pv[0])
                return "the same move twice in a set of lines of play";
            if (lines[j]->score < info->score)
                return "lines of play that are not in order";
        }
        deepest = info->depth > deepest ? info->depth : deepest;
        if (info->depth < deepest - 1)
            return "lines of play of several iterations in a set";
        lines[count++] = info;
    }
    if (count > 0 && count != wanted)
        return "a last set of lines of play that is not complete";
    if (count > 0 && !m->weakened && lines[0]->pv[0] != token->best)
        return "the best move is not the one of the last line of play";
    return NULL;
}

/* ---- the automaton ---- */

static bool job_prints(Model *m, State *s);

/* Explains the next answer if it is of this kind. Besides the other kinds, a job prints its total, and may do that first. */
static bool emit(Model *m, State *s, TokenKind kind, Token *out)
{
    if (kind != TOKEN_NODES && s->tokens < m->token_count && m->tokens[s->tokens].kind == TOKEN_NODES && !job_prints(m, s))
        return false;
    m->furthest = s->tokens > m->furthest ? s->tokens : m->furthest;
    if (s->tokens == m->token_count || m->tokens[s->tokens].kind != kind)
        return false;
    *out = m->tokens[s->tokens++];
    return true;
}

/* Explains the answer that there is no move. It must have UCI's form in UCI, and even in UCCI if the
 * client has greeted in UCI before its `ucci` (protocol/UCCI.md, 115a). */
static bool emit_none(Model *m, State *s)
{
    Token token;
    return emit(m, s, TOKEN_NONE, &token) && token.uci_form == (!s->ucci || s->knows_uci);
}

static bool lines_wait(const State *s) { return s->mode != MODE_IDLE && (s->stopped || s->batch); }

static void defer(State *s, int line)
{
    s->unread |= s->batch;
    if (lines_wait(s))
        s->backlog[s->backlog_count++] = (uint16_t)line;
    else
        s->deferred[s->deferred_count++] = (uint16_t)line;
}

static int take_backlog(State *s)
{
    int line = s->backlog[0];
    memmove(s->backlog, s->backlog + 1, (size_t)--s->backlog_count * sizeof *s->backlog);
    return line;
}

static bool become_idle(State *s)
{
    s->mode = MODE_IDLE;
    s->stopped = s->pondering = s->infinite = s->instant = s->printed = false;
    memmove(s->backlog + s->deferred_count, s->backlog, (size_t)s->backlog_count * sizeof *s->backlog);
    memcpy(s->backlog, s->deferred, (size_t)s->deferred_count * sizeof *s->deferred);
    s->backlog_count += s->deferred_count;
    s->deferred_count = 0;
    return true;
}

static bool held(const State *s) { return !s->stopped && !s->batch && (s->pondering || s->infinite); }

/* Ends the search and explains its best move. */
static bool release(Model *m, State *s)
{
    if (!has_position(m, s))
        return emit_none(m, s) && become_idle(s);
    Position pos;
    MoveList allowed = {0};
    Token token;
    position_of(m, s, &pos);
    allowed_moves(m, s, &pos, &allowed);
    if (s->tokens == m->token_count)
        return false;
    if (m->tokens[s->tokens].kind == TOKEN_NONE) {
        if (allowed.count > 0 && (m->sent[s->go].go.number[GO_DEPTH] != 0 || !s->ucci)) {
            m->why = "no best move, but there are legal moves";
            return false;
        }
        return emit_none(m, s) && become_idle(s);
    }
    if (!emit(m, s, TOKEN_BEST, &token))
        return false;
    if (!move_list_has(&allowed, token.best)) {
        m->why = "a best move that may not be played";
        return false;
    }
    if (token.ponder != MOVE_NONE && !line_is_playable(&pos, (Move[]){token.best, token.ponder}, 2)) {
        m->why = "an illegal move to ponder on";
        return false;
    }
    const char *fault = m->lenient ? NULL : set_fault(m, s, &token, &pos, allowed.count);
    if (fault)
        m->why_lines = fault;
    return !fault && become_idle(s);
}

static bool job_ends(Model *m, State *s)
{
    if (s->mode != MODE_JOB)
        return false;
    bool perft = m->sent[s->go].kind == CMD_GO;
    if (perft && !s->printed && !s->stopped)
        return false;
    if (s->stopped && (!s->printed || s->ucci) && !emit_none(m, s))
        return false;
    return become_idle(s);
}

static bool job_prints(Model *m, State *s)
{
    Token token;
    Position pos;
    if (s->mode != MODE_JOB || m->sent[s->go].kind != CMD_GO || s->printed || !emit(m, s, TOKEN_NODES, &token))
        return false;
    int64_t depth = m->sent[s->go].go.number[GO_PERFT];
    position_of(m, s, &pos);
    if (depth <= 3 && token.nodes != perft_count(&pos, (int)depth)) {
        m->why = "a wrong count";
        return false;
    }
    s->printed = true;
    return true;
}

static bool start_go(Model *m, State *s, int line)
{
    const GoArgs *go = &m->sent[line].go;
    s->go = line;
    if (!has_position(m, s))
        return emit_none(m, s);
    if (go->number[GO_PERFT] != UNSET) {
        s->mode = MODE_JOB;
        return true;
    }
    Position pos;
    MoveList allowed = {0};
    Limits limits;
    position_of(m, s, &pos);
    allowed_moves(m, s, &pos, &allowed);
    go_limits(go, m->milliseconds, &pos, &limits, &s->infinite);
    s->mode = MODE_SEARCH;
    s->pondering = go->ponder;
    s->instant = allowed.count == 0 || (go->number[GO_DEPTH] == 0 && !go->infinite && s->ucci); /* there is nothing to search */
    if (s->instant && s->ucci)
        s->infinite = false; /* UCCI accepts the end of an endless search (protocol/UCCI.md, 109) */
    return !s->instant || held(s) || release(m, s);
}

static bool handle_idle(Model *m, State *s, int line)
{
    const Sent *sent = &m->sent[line];
    Token token;
    switch (sent->kind) {
    case CMD_UCCI:
    case CMD_UCI:
        s->ucci = sent->kind == CMD_UCCI;
        s->greeted = true;
        s->knows_uci |= !s->ucci;
        return emit(m, s, s->ucci ? TOKEN_UCCI : TOKEN_UCI, &token);
    case CMD_SETOPTION:
        s->ucci = s->ucci && (s->greeted || !sent->named);
        if (sets(sent, "Batch"))
            s->batch = sent->value.number;
        if (sets(sent, "MultiPV"))
            s->multipv = sent->value.number;
        return true;
    case CMD_POSITION:
        if (sent->fits) {
            s->position = line;
            s->flipped = false;
            s->bans = -1;
        }
        return true;
    case CMD_BANMOVES: s->bans = line; return true;
    case CMD_FLIP:
        if (has_position(m, s)) {
            s->flipped = !s->flipped;
            s->bans = -1;
        }
        return true;
    case CMD_GO: return start_go(m, s, line);
    case CMD_BENCH:
        s->go = line;
        s->mode = MODE_JOB;
        return true;
    default: return true;
    }
}

/* Returns true if the line must wait until the search ends. */
static bool waits(const State *s, CommandKind kind)
{
    switch (kind) {
    case CMD_EMPTY:
    case CMD_UNKNOWN:
    case CMD_ISREADY:
    case CMD_PROBE:
    case CMD_QUIT: return false;
    case CMD_STOP: return s->stopped && (s->deferred_count > 0 || s->backlog_count > 0);
    case CMD_PONDERHIT: return s->stopped;
    case CMD_GO:
    case CMD_UCCI:
    case CMD_UCI:
    case CMD_BENCH: return s->stopped || s->mode == MODE_JOB;
    default: return true;
    }
}

static bool stop(Model *m, State *s)
{
    Token token;
    if (s->mode == MODE_IDLE)
        return !s->ucci || (emit(m, s, TOKEN_NONE, &token) && !token.uci_form);
    s->stopped = true;
    while (s->backlog_count > 0 && m->sent[s->backlog[0]].kind == CMD_STOP) /* may be answered twice */
        take_backlog(s);
    return !s->instant || release(m, s);
}

static bool handle_quit(Model *m, State *s)
{
    Token token;
    s->quitting = true;
    s->stopped = true;
    if (s->mode == MODE_SEARCH && !release(m, s))
        return false;
    if (s->mode == MODE_JOB) {
        if (s->tokens < m->token_count && m->tokens[s->tokens].kind == TOKEN_NODES && !job_prints(m, s))
            return false;
        if (s->tokens < m->token_count && m->tokens[s->tokens].kind == TOKEN_NONE && !emit_none(m, s))
            return false;
        s->mode = MODE_IDLE;
    }
    return !s->ucci || emit(m, s, TOKEN_BYE, &token);
}

static bool handle(Model *m, State *s, int line)
{
    const Sent *sent = &m->sent[line];
    Token token;
    if ((lines_wait(s) && s->batch) || (s->mode != MODE_IDLE && waits(s, sent->kind))) {
        defer(s, line);
        s->ended = s->ended || sent->kind == CMD_QUIT;
        return true;
    }
    switch (sent->kind) {
    case CMD_EMPTY:
    case CMD_UNKNOWN: return true;
    case CMD_ISREADY: return emit(m, s, TOKEN_READY, &token);
    case CMD_PROBE: return emit(m, s, TOKEN_POPHASH, &token);
    case CMD_QUIT: return handle_quit(m, s);
    case CMD_STOP: return s->stopped || stop(m, s);
    case CMD_PONDERHIT:
        if (s->mode != MODE_SEARCH || !s->pondering)
            return true;
        s->pondering = false;
        return !s->instant || held(s) || release(m, s);
    default: return s->mode != MODE_IDLE || handle_idle(m, s, line);
    }
}

/* ---- all possibilities at once ---- */

/* States differ only before the unused end of the array of deferred lines. */
static bool same(const State *a, const State *b)
{
    return memcmp(a, b, offsetof(State, deferred)) == 0 &&
           memcmp(a->deferred, b->deferred, (size_t)a->deferred_count * sizeof *a->deferred) == 0 &&
           memcmp(a->backlog, b->backlog, (size_t)a->backlog_count * sizeof *a->backlog) == 0;
}

static void add(Model *m, const State *s)
{
    for (int i = 0; i < m->next_count; i++)
        if (same(&m->next[i], s))
            return;
    if (m->next_count < STATES_MOST) {
        memcpy(&m->next[m->next_count], s, offsetof(State, deferred));
        memcpy(m->next[m->next_count].deferred, s->deferred, (size_t)s->deferred_count * sizeof *s->deferred);
        memcpy(m->next[m->next_count].backlog, s->backlog, (size_t)s->backlog_count * sizeof *s->backlog);
        m->next_count++;
    }
}

/* Events that need no further line: the search ends, the count is printed, the job ends. */
static bool search_ends(Model *m, State *s)
{
    bool mate_found = s->infinite && s->ucci && !s->pondering; /* a mate ends UCCI's `go infinite` */
    return s->mode == MODE_SEARCH && (!held(s) || mate_found) && release(m, s);
}

/* Handles the lines that have waited, as far as possible, and adds the resulting state. A search that one of them starts may end
 * before the next one is handled, for example with a book move: that is a separate state. After a
 * `stop`, lines that batch mode has left unread may wait with the others, or are read only now: these are separate states, too. */
static void add_drained(Model *m, State *s)
{
    while (s->backlog_count > 0 && !s->quitting) {
        if (lines_wait(s)) {
            if (s->batch || !s->unread)
                break;
            add(m, s);
            if (waits(s, m->sent[s->backlog[0]].kind)) {
                s->deferred[s->deferred_count++] = (uint16_t)take_backlog(s);
                continue;
            }
        }
        State ended = *s;
        if (search_ends(m, &ended))
            add_drained(m, &ended);
        if (!handle(m, s, take_backlog(s)))
            return;
    }
    add(m, s);
}

/* Adds to m->next the states that follow when searches and jobs end by themselves. */
static void add_endings(Model *m, bool end_of_input)
{
    static bool (*const ways[])(Model *, State *) = {search_ends, job_prints, job_ends};
    static State s;
    for (int i = 0; i < m->next_count; i++) {
        for (int way = 0; way < 3 && !m->next[i].quitting; way++) {
            s = m->next[i];
            if (ways[way](m, &s))
                add_drained(m, &s);
        }
        s = m->next[i];
        if (s.quitting || (!end_of_input && !s.ended))
            continue;
        /* At the end of input, bounded work is finished; a search that only another line could end is stopped. */
        if (s.mode == MODE_SEARCH && !s.stopped && (s.infinite || s.pondering) && (s.backlog_count == 0 || s.batch) && stop(m, &s))
            add_drained(m, &s);
        s = m->next[i];
        if (s.mode == MODE_IDLE && s.backlog_count == 0) {
            s.quitting = true;
            add(m, &s);
        }
    }
}

static void swap_sets(Model *m)
{
    State *old = m->states;
    m->states = m->next;
    m->count = m->next_count;
    m->next = old;
    m->next_count = 0;
}

/* Computes all states after all lines. m->why becomes the error in the first answer that no state explains. */
static void run(Model *m)
{
    static State s;
    m->why = NULL;
    m->furthest = 0;
    m->why_lines = m->lenient ? m->why_lines : NULL;
    memset(&s, 0, sizeof s);
    s.ucci = true;
    s.position = s.bans = s.go = -1;
    s.multipv = 1;
    m->next_count = 0;
    add(m, &s);
    swap_sets(m);
    for (int line = 0; line < m->sent_count; line++) {
        for (int i = 0; i < m->count; i++) {
            s = m->states[i];
            if (s.quitting || s.ended)
                add(m, &s);
            else if (handle(m, &s, line))
                add_drained(m, &s);
        }
        add_endings(m, false);
        swap_sets(m);
    }
}

/* Returns how long a search may take according to its limits; LONG_MS if that is too long to wait
 * for. */
static int64_t search_limit_ms(const Model *m, const State *s)
{
    enum { SOON_NODES = 30000, SOON_DEPTH = 3, SOON_MS = 1500, ENOUGH_MS = 8000, SOON_PERFT = 4 };
    const GoArgs *go = &m->sent[s->go].go;
    Position pos;
    Limits limits;
    bool infinite;
    if (s->stopped || s->instant)
        return 0;
    if (m->sent[s->go].kind != CMD_GO || s->pondering)
        return LONG_MS;
    if (go->number[GO_PERFT] != UNSET)
        return go->number[GO_PERFT] <= SOON_PERFT ? ENOUGH_MS : LONG_MS;
    position_of(m, s, &pos);
    go_limits(go, m->milliseconds, &pos, &limits, &infinite);
    int64_t time_ms = limits.clock.time_ms ? limits.clock.time_ms : limits.movetime_ms;
    if (time_ms > 0 && time_ms <= SOON_MS && !(m->seconds && go->number[GO_TIME] != UNSET))
        return time_ms;
    bool soon = (limits.nodes > 0 && limits.nodes <= SOON_NODES) || (limits.depth > 0 && limits.depth <= SOON_DEPTH);
    return soon ? ENOUGH_MS : LONG_MS;
}

Wait model_wait(Model *m, int64_t *limit_ms)
{
    bool all_think = true;
    int here = 0;
    *limit_ms = 0;
    m->lenient = true;
    run(m);
    m->lenient = false;
    for (int i = 0; i < m->count; i++) {
        const State *s = &m->states[i];
        if (s->tokens != m->token_count)
            continue;
        here++;
        int64_t limit = s->mode == MODE_IDLE || held(s) ? LONG_MS : search_limit_ms(m, s);
        if (limit >= LONG_MS && !s->quitting)
            all_think = false;
        if (limit < LONG_MS && limit > *limit_ms)
            *limit_ms = limit;
    }
    return here == 0 || all_think ? WAIT_UNTIL : WAIT_NOT; /* if no state is here, a required answer is still missing */
}

int model_answers(const Model *m) { return m->token_count; }

bool model_quits(Model *m)
{
    m->lenient = true;
    run(m);
    m->lenient = false;
    bool quits = m->count > 0;
    for (int i = 0; i < m->count; i++)
        quits = quits && m->states[i].quitting;
    return quits;
}

bool model_may_leave(Model *m)
{
    m->lenient = true;
    run(m);
    m->lenient = false;
    bool may = false;
    for (int i = 0; i < m->count; i++)
        may = may || m->states[i].quitting || m->states[i].ended;
    return may || m->count == 0;
}

bool model_patient(Model *m)
{
    m->lenient = true;
    run(m);
    m->lenient = false;
    for (int i = 0; i < m->count; i++) {
        const State *s = &m->states[i];
        if (s->mode != MODE_IDLE && (s->batch || !held(s)) && search_limit_ms(m, s) >= LONG_MS)
            return true;
    }
    return false;
}

/* Returns true if all answers are explained once the input has ended. */
static bool explained(Model *m, bool end_of_input)
{
    run(m);
    if (end_of_input) {
        for (int i = 0; i < m->count; i++)
            add(m, &m->states[i]);
        add_endings(m, true);
        swap_sets(m);
    }
    for (int i = 0; i < m->count; i++)
        if (m->states[i].quitting && m->states[i].tokens == m->token_count)
            return true;
    return false;
}

const char *model_ended(Model *m, bool end_of_input)
{
    static char text[200];
    if (explained(m, end_of_input))
        return NULL;
    m->lenient = true;
    bool but_for_lines = explained(m, end_of_input);
    m->lenient = false;
    const char *why = but_for_lines ? m->why_lines : m->why;
    snprintf(text, sizeof text, "%s%s",
             but_for_lines ? "" : "answers that cannot be explained; perhaps: ", why ? why : "too many, too few, or in the wrong order");
    if (getenv("ATTACK_DEBUG"))
        printf("answer %d of %d, kind %d\n", m->furthest + 1, m->token_count, (int)m->tokens[m->furthest].kind);
    return text;
}
