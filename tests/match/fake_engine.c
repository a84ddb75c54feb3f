/* SPDX-License-Identifier: GPL-3.0-only */
/* fake_engine - a deterministic random mover that speaks UCCI and UCI and can misbehave on request.
 *
 * fake_engine [uci|ucci] [seed=N] [tag=N] [delay=MS] [ranks=1] [ponder] [draw] [resign=N] [clock] [loop=MOVE,MOVE...] [FAULT[=N]]
 *
 * Moves depend only on the seed and the position, so games are the same at any concurrency. The tag is ignored: tests use it to
 * find their own engines in the list of processes. With clock its node counts are the microseconds that it measured itself. From a
 * loop it plays the first move that is legal and not banned. FAULT is one of the names in the table below and happens at the Nth
 * move of each game (default 1), or at the start. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/notation/fen.h"
#include "engine/board/makemove.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "engine/base/platform.h"
#include "engine/base/rng.h"

/* Kinds of faults. */
#define FAULTS(X)                                                                                                                          \
    X(none)          /* an honest engine */                                                                                                \
    X(silent)        /* answers neither go nor stop */                                                                                     \
    X(late)          /* searches until stop, ignoring the clock */                                                                         \
    X(slow)          /* moves 300 ms late, ignoring stop until then */                                                                     \
    X(garbage)       /* answers go with nonsense lines only */                                                                             \
    X(garbage_move)  /* bestmove zz99 */                                                                                                   \
    X(minus_move)    /* bestmove b-0c2 */                                                                                                  \
    X(no_move_word)  /* bestmove without a move */                                                                                         \
    X(none_move)     /* bestmove (none) */                                                                                                 \
    X(null_move)     /* bestmove 0000 */                                                                                                   \
    X(illegal)       /* a move that no piece can make */                                                                                   \
    X(empty_square)  /* a move from an empty point */                                                                                      \
    X(their_piece)   /* a move of the opponent's piece */                                                                                  \
    X(into_check)    /* a pseudo-legal move that leaves the king attacked, when there is one */                                            \
    X(exit_thinking) /* exits with status 3 */                                                                                             \
    X(exit_quietly)  /* exits with status 0 */                                                                                             \
    X(segfault)      /* dies from a signal */                                                                                              \
    X(abort_late)    /* dies after sending its move */                                                                                     \
    X(two_moves)     /* two bestmoves at once */                                                                                           \
    X(early_move)    /* a bestmove before go */                                                                                            \
    X(flood)         /* endless info lines and no move */                                                                                  \
    X(flood_line)    /* one endless line */                                                                                                \
    X(close_output)  /* closes its output and sleeps */                                                                                    \
    X(close_input)   /* closes its input and searches for ever */                                                                          \
    X(deaf)          /* stops reading its input */                                                                                         \
    X(no_readyok)    /* no longer answers isready */                                                                                       \
    X(ignore_quit)   /* plays correctly but does not exit */                                                                               \
    X(gives_up)      /* nobestmove */                                                                                                      \
    X(late_greeting) /* sends ucciok after 1.3 s, and exits if greeted in the other protocol */                                            \
    X(no_handshake)  /* never sends uciok */                                                                                               \
    X(exit_start)    /* exits at once */                                                                                                   \
    X(chatter)       /* plays correctly, with noise in between: unknown words, empty lines, huge lines */                                  \
    X(split)         /* plays correctly, but sends its answer letter by letter, with CR LF */                                              \
    X(flood_options) /* endless options in the handshake */                                                                                \
    X(drip_options)  /* the same, slowly */                                                                                                \
    X(flood_ready)   /* endless info lines instead of readyok */                                                                           \
    X(drip_ready)    /* the same, slowly */                                                                                                \
    X(drip)          /* endless info lines, slowly, instead of a move */                                                                   \
    X(half_line)     /* half a line instead of a move, then nothing */                                                                     \
    X(half_exit)     /* half a line instead of a move, then exits with status 6 */                                                         \
    X(long_line)     /* 100 MB in one line, then its move */                                                                               \
    X(controls)      /* escape sequences, a NUL and a bell around its move */                                                              \
    X(bad_name)      /* plays correctly under a name that would clear the screen */                                                        \
    X(no_options)    /* plays correctly and lists no option */                                                                             \
    X(helper)        /* plays correctly; one helper in a session of its own holds its pipes, and another has no parent */                  \
    X(orphan)        /* exits with status 5; such helpers hold its pipes */                                                                \
    X(stop_self)     /* stops itself */                                                                                                    \
    X(stop_us)       /* plays correctly, but stops the runner for 300 ms meanwhile */

#define X(name) FAULT_##name,
typedef enum Fault { FAULTS(X) FAULT_COUNT } Fault;
#undef X
#define X(name) #name,
static const char *const fault_names[] = {FAULTS(X)};
#undef X

typedef struct Engine {
    bool ucci, uci;
    uint64_t seed;
    int delay_ms, resign_at;
    int rank_base; /* number of the first rank */
    bool draws, ponders, clocks;
    Fault fault;
    int fault_asked, fault_at, moves; /* number of moves in this game */
    Position pos;
    const char *loop; /* NULL: no loop */
    char bans[512];   /* moves of banmoves, with a blank before and after each */
    bool in_uci;      /* dialect of the last greeting */
} Engine;

static void write_all(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t sent = write(STDOUT_FILENO, text, length);
        if (sent < 0 && errno != EINTR)
            exit(0);
        if (sent > 0) {
            text += sent;
            length -= (size_t)sent;
        }
    }
}

static void say(const char *text) { write_all(text, strlen(text)); }

static void sleep_for_ever(void)
{
    for (;;)
        sleep_ms(1000);
}

/* Reads the next line of input; returns false at the end of the input. Uses stdio, because nothing else
 * reads the input. */
static bool hear(char *line, int size)
{
    if (!fgets(line, size, stdin))
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

/* Returns the text of a move in its own notation, with ranks of one or two digits. */
static char *write_move(const Engine *e, Move m, char *out)
{
    Square from = move_from(m), to = move_to(m);
    sprintf(out, "%c%d%c%d", 'a' + square_file(from), square_rank(from) + e->rank_base, 'a' + square_file(to),
            square_rank(to) + e->rank_base);
    return out;
}

static Move read_move(const Engine *e, const char *text)
{
    char files[2], rest;
    int ranks[2];
    if (sscanf(text, "%c%d%c%d%c", &files[0], &ranks[0], &files[1], &ranks[1], &rest) != 4)
        return MOVE_NONE;
    return move_make(square_make(files[0] - 'a', ranks[0] - e->rank_base), square_make(files[1] - 'a', ranks[1] - e->rank_base));
}

static void set_position(Engine *e, char *line)
{
    char *fen = strstr(line, "fen "), *moves = strstr(line, " moves ");
    position_start(&e->pos);
    if (fen && !fen_read(fen + 4, &e->pos, NULL))
        exit(9);
    if (!moves)
        return;
    for (char *word = strtok(moves + 7, " "); word; word = strtok(NULL, " ")) {
        Move m = read_move(e, word);
        Undo undo;
        MoveList list;
        legal_moves(&e->pos, &list);
        if (!move_list_has(&list, m))
            exit(8); /* the runner must never send such a position */
        position_make(&e->pos, m, &undo);
    }
}

static Move loop_move(const Engine *e)
{
    char words[256];
    MoveList list;
    legal_moves(&e->pos, &list);
    snprintf(words, sizeof words, "%s", e->loop ? e->loop : "");
    for (char *word = strtok(words, ","); word; word = strtok(NULL, ",")) {
        char banned[16];
        Move m = read_move(e, word);
        snprintf(banned, sizeof banned, " %.8s ", word);
        if (move_list_has(&list, m) && !strstr(e->bans, banned))
            return m;
    }
    return MOVE_NONE;
}

static Move honest_move(const Engine *e)
{
    Move wanted = loop_move(e);
    if (wanted != MOVE_NONE)
        return wanted;
    MoveList list;
    Rng rng = {e->seed * 0x9E3779B97F4A7C15u ^ e->pos.key};
    int count = legal_moves(&e->pos, &list);
    return count ? list.moves[rng_below(&rng, (uint32_t)count)] : MOVE_NONE;
}

static Move attacked_king_move(const Engine *e)
{
    for (int bits = 0; bits < 1 << 16; bits++)
        if (is_pseudo_legal(&e->pos, (Move)bits) && !is_legal(&e->pos, (Move)bits))
            return (Move)bits;
    return MOVE_NONE;
}

static Square some_point(const Engine *e, bool empty)
{
    for (int s = 0; s < BOARD_SIZE; s++)
        if (on_board(s) &&
            (empty ? e->pos.board[s] == EMPTY : e->pos.board[s] != EMPTY && id_side(e->pos.board[s]) != side_to_move(&e->pos)))
            return (Square)s;
    return 0;
}

static void wait_for_stop(void)
{
    char line[1 << 16];
    while (hear(line, sizeof line)) {
        if (strcmp(line, "isready") == 0)
            say("readyok\n");
        if (strcmp(line, "stop") == 0 || strcmp(line, "ponderhit") == 0)
            return;
        if (strcmp(line, "quit") == 0)
            exit(0);
    }
    exit(0);
}

static void tell_move(const Engine *e, Move m)
{
    char text[64], word[8], reply[24] = "";
    if (m != MOVE_NONE && e->ponders) {
        Engine then = *e;
        Undo undo;
        position_make(&then.pos, m, &undo);
        Move expected = honest_move(&then);
        if (expected != MOVE_NONE) {
            char answer[8];
            sprintf(reply, " ponder %s", write_move(e, expected, answer));
        }
    }
    if (m == MOVE_NONE)
        snprintf(text, sizeof text, e->in_uci ? "bestmove (none)\n" : "nobestmove\n");
    else
        snprintf(text, sizeof text, "bestmove %s%s%s%s\n", write_move(e, m, word), reply, e->draws ? " draw" : "",
                 e->resign_at && e->moves >= e->resign_at ? " resign" : "");
    if (e->fault == FAULT_split) {
        for (const char *p = text; *p && *p != '\n'; p++)
            say((char[]){*p, '\0'});
        say("\r\n");
        return;
    }
    say(text);
}

/* Prints endless lines, a few hundred a second. */
static void drip(const char *line)
{
    for (;;) {
        say(line);
        sleep_ms(3);
    }
}

/* Starts two helpers that keep the pipes open: one in a session of its own, one whose parent has ended as well. */
static void start_helpers(void)
{
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            setsid();
            if (i == 1 && fork() != 0)
                _exit(0);
            sleep_for_ever();
        }
}

/* Stops the runner, our parent, for a while. The guardian does not know of this, so it differs from
 * Ctrl-Z. */
static void stop_parent(int ms)
{
    pid_t runner = getppid();
    kill(runner, SIGSTOP);
    sleep_ms(ms);
    kill(runner, SIGCONT);
}

static void flood(bool lines, int times)
{
    static char block[1 << 14];
    memset(block, 'x', sizeof block - 1);
    for (size_t i = 0; lines && i + 64 < sizeof block; i += 64)
        memcpy(block + i, "info depth 1 score 1 nodes 5 pv a0a1\n", 37);
    for (int i = 0; times == 0 || i < times; i++)
        say(block);
}

/* Applies the fault to this move. Returns true if nothing more is to be sent. */
static bool misbehave(Engine *e)
{
    char text[64], iccs[5];
    if (e->moves != e->fault_at)
        return false;
    switch (e->fault) {
    case FAULT_silent: sleep_for_ever(); break;
    case FAULT_late: wait_for_stop(); return false;
    case FAULT_slow: sleep_ms(300); return false;
    case FAULT_garbage: say("what? no.\nbest move h2e2\n\n\xff\xfe\x01 zzz\n"); return true;
    case FAULT_garbage_move: say("bestmove zz99\n"); return true;
    case FAULT_minus_move: say("bestmove b-0c2\n"); return true;
    case FAULT_no_move_word: say("bestmove\n"); return true;
    case FAULT_none_move: say("bestmove (none)\n"); return true;
    case FAULT_null_move: say("bestmove 0000\n"); return true;
    case FAULT_illegal: say("bestmove a0i9\n"); return true;
    case FAULT_empty_square:
        snprintf(text, sizeof text, "bestmove %s\n", move_to_iccs(move_make(some_point(e, true), some_point(e, false)), iccs));
        say(text);
        return true;
    case FAULT_their_piece:
        snprintf(text, sizeof text, "bestmove %s\n", move_to_iccs(move_make(some_point(e, false), some_point(e, true)), iccs));
        say(text);
        return true;
    case FAULT_into_check:
        if (attacked_king_move(e) == MOVE_NONE) {
            e->fault_at++; /* the position has no such move yet */
            return false;
        }
        tell_move(e, attacked_king_move(e));
        return true;
    case FAULT_exit_thinking: exit(3);
    case FAULT_exit_quietly: exit(0);
    case FAULT_segfault:
        signal(SIGSEGV, SIG_DFL); /* a sanitizer would turn the signal into an exit */
        raise(SIGSEGV);
        break;
    case FAULT_abort_late:
        tell_move(e, honest_move(e));
        raise(SIGKILL);
        break;
    case FAULT_two_moves: tell_move(e, honest_move(e)); return false;
    case FAULT_flood: flood(true, 0); break;
    case FAULT_flood_line: flood(false, 0); break;
    case FAULT_close_output:
        close(STDOUT_FILENO);
        sleep_for_ever();
        break;
    case FAULT_close_input:
        close(STDIN_FILENO);
        sleep_for_ever();
        break;
    case FAULT_gives_up: say("nobestmove\n"); return true;
    case FAULT_drip: drip("info depth 1 score 1 nodes 5 pv a0a1\n"); break;
    case FAULT_half_line:
        say("bestmove h2");
        sleep_for_ever();
        break;
    case FAULT_half_exit: say("bestmove h2"); exit(6);
    case FAULT_long_line:
        flood(false, 6400);
        say("\n");
        return false;
    case FAULT_controls: {
        static const char odd[] = "bestmove \033[2Ja0\0\007\xC2\x9B\177\r!\n";
        write_all(odd, sizeof odd - 1);
        return true;
    }
    case FAULT_orphan: start_helpers(); exit(5);
    case FAULT_stop_self: raise(SIGSTOP); break;
    case FAULT_stop_us: stop_parent(300); return false;
    default: break;
    }
    return false;
}

static void go(Engine *e, const char *line)
{
    char info[96];
    int64_t start = clock_us();
    bool ponder = strncmp(line, "go ponder", 9) == 0;
    e->moves++;
    if (e->delay_ms)
        sleep_ms(e->delay_ms);
    if (ponder)
        wait_for_stop(); /* waits for stop or ponderhit; the answer is due in both cases */
    if (misbehave(e))
        return;
    if (e->fault == FAULT_chatter) {
        say("\n   \nfoo bar\ninfo string bestmove a0a1\ninfo\nid name again\nreadyok\n");
        for (int i = 0; i < 5000; i++)
            say("xxxxxxxxxxxxxxxxxxxx");
        say("\n");
    }
    snprintf(info, sizeof info, e->in_uci ? "info depth %d score cp %d nodes %d\n" : "info depth %d score %d nodes %d\n", 1 + e->moves % 5,
             (int)(e->pos.key % 200) - 100, e->clocks ? (int)(clock_us() - start) : 100 + e->moves);
    if (e->fault != FAULT_chatter || e->moves % 2) /* no score either */
        say(info);
    tell_move(e, honest_move(e));
}

static void greet(Engine *e, bool uci)
{
    e->in_uci = uci;
    say(e->fault == FAULT_bad_name ? "id name Fa\033[2J\007ke\n" : "id name Fake\nid author nobody\n");
    for (int i = 0; e->fault == FAULT_flood_options; i++) {
        char line[64];
        snprintf(line, sizeof line, uci ? "option name Number %d type button\n" : "option number%d type button\n", i);
        say(line);
    }
    if (e->fault == FAULT_drip_options)
        drip(uci ? "option name Again type button\n" : "option again type button\n");
    if (e->fault == FAULT_no_options)
        say(uci ? "uciok\n" : "ucciok\n");
    else
        say(uci ? "option name Hash type spin default 16 min 1 max 64\noption name Path type string\nuciok\n"
                : "option usemillisec type check default true\noption path type string\nucciok\n");
}

static void serve(Engine *e)
{
    static char line[1 << 16];
    while (hear(line, sizeof line)) {
        if (strcmp(line, "uci") == 0 && e->fault == FAULT_late_greeting)
            return;
        if (strcmp(line, "ucci") == 0 && e->fault == FAULT_late_greeting)
            sleep_ms(1300);
        if (strcmp(line, "ucci") == 0 && e->ucci && e->fault != FAULT_no_handshake)
            greet(e, false);
        else if (strcmp(line, "uci") == 0 && e->uci && e->fault != FAULT_no_handshake)
            greet(e, true);
        else if (strcmp(line, "ucci") == 0 && !e->ucci)
            say("Unknown command: ucci\n");
        else if (strcmp(line, "isready") == 0) {
            if (e->fault == FAULT_early_move && e->moves + 1 == e->fault_at)
                tell_move(e, honest_move(e));
            if (e->fault == FAULT_flood_ready && e->moves + 1 == e->fault_at)
                flood(true, 0);
            if (e->fault == FAULT_drip_ready && e->moves + 1 == e->fault_at)
                drip("info depth 1 score 1 nodes 5 pv a0a1\n");
            if (e->fault != FAULT_no_readyok || e->moves + 1 < e->fault_at)
                say("readyok\n");
        } else if (strncmp(line, "position", 8) == 0) {
            e->bans[0] = '\0';
            set_position(e, line);
        } else if (strncmp(line, "banmoves ", 9) == 0) {
            snprintf(e->bans, sizeof e->bans, "%.500s ", line + 8);
        } else if (strcmp(line, "ucinewgame") == 0 || strcmp(line, "setoption newgame") == 0) {
            e->moves = 0;
            e->fault_at = e->fault_asked;
        } else if (strncmp(line, "go", 2) == 0) {
            go(e, line);
            if (e->fault == FAULT_deaf && e->moves == e->fault_at)
                sleep_for_ever();
        } else if (strcmp(line, "stop") == 0 && !e->in_uci)
            say("nobestmove\n"); /* UCCI requires this of an idle engine */
        else if (strcmp(line, "quit") == 0 && e->fault != FAULT_ignore_quit)
            return;
    }
    if (e->fault == FAULT_ignore_quit)
        sleep_for_ever();
}

int main(int argc, char **argv)
{
    static char copies[16][512];
    Engine e = {.ucci = true, .uci = true, .seed = 1, .fault_asked = 1, .fault_at = 1};
    position_start(&e.pos);
    signal(SIGPIPE, SIG_DFL);
    for (int i = 1; i < argc; i++) {
        char *word = copies[i % 16], *value; /* a copy, since tests look for the tag in the arguments */
        snprintf(word, sizeof copies[0], "%s", argv[i]);
        value = strchr(word, '=');
        int number = value ? atoi(value + 1) : 1;
        if (value)
            *value = '\0';
        if (strcmp(word, "uci") == 0)
            e.ucci = false;
        else if (strcmp(word, "ucci") == 0)
            e.uci = false;
        else if (strcmp(word, "seed") == 0)
            e.seed = (uint64_t)number;
        else if (strcmp(word, "tag") == 0)
            continue;
        else if (strcmp(word, "delay") == 0)
            e.delay_ms = number;
        else if (strcmp(word, "ranks") == 0)
            e.rank_base = number;
        else if (strcmp(word, "ponder") == 0)
            e.ponders = true;
        else if (strcmp(word, "clock") == 0)
            e.clocks = true;
        else if (strcmp(word, "loop") == 0)
            e.loop = value ? value + 1 : NULL;
        else if (strcmp(word, "draw") == 0)
            e.draws = true;
        else if (strcmp(word, "resign") == 0)
            e.resign_at = number;
        else {
            int f = 0;
            while (f < FAULT_COUNT && strcmp(fault_names[f], word) != 0)
                f++;
            if (f == FAULT_COUNT) {
                fprintf(stderr, "fake_engine: unknown word '%s'\n", word);
                return 2;
            }
            e.fault = (Fault)f;
            e.fault_asked = e.fault_at = number;
        }
    }
    if (e.fault == FAULT_exit_start)
        return 4;
    if (e.fault == FAULT_helper)
        start_helpers();
    serve(&e);
    return 0;
}
