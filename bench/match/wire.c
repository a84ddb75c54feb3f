#include "bench/match/wire.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/notation/fen.h"

/* ---- moves ---- */

/* By hand: a long game's moves are written again for every move. */
static char *put_point(const Wire *w, Square s, char *out)
{
    int rank = square_rank(s) + w->spec->rank_base;
    *out++ = (char)('a' + square_file(s));
    if (rank >= 10) {
        *out++ = '1';
        rank -= 10;
    }
    *out++ = (char)('0' + rank);
    return out;
}

static void add_move(const Wire *w, Move m, Text *out)
{
    char word[8] = " ", *end = put_point(w, move_to(m), put_point(w, move_from(m), word + 1));
    text_add_bytes(out, word, (size_t)(end - word));
}

/* Returns what stands behind the point, NULL if there is none. */
static const char *read_point(const Wire *w, const char *text, Square *s)
{
    int file = tolower((unsigned char)*text) - 'a', rank, used;
    if (file < 0 || file >= FILES || !isdigit((unsigned char)text[1]) || sscanf(text + 1, "%2d%n", &rank, &used) != 1)
        return NULL;
    rank -= w->spec->rank_base;
    if (rank < 0 || rank >= RANKS)
        return NULL;
    *s = square_make(file, rank);
    return text + 1 + used;
}

static bool read_move(const Wire *w, const char *text, Move *m)
{
    Square from, to;
    text = read_point(w, text, &from);
    if (text && *text == '-')
        text++;
    if (!text || !(text = read_point(w, text, &to)) || *text)
        return false;
    *m = move_make(from, to);
    return true;
}

/* ---- to the engine ---- */

void wire_position(const Wire *w, const ThinkRequest *r, Move expected, Text *out)
{
    bool all = w->protocol == PROTOCOL_UCI;
    int ply = all ? 0 : r->history_ply, bans = all ? 0 : r->ban_count;
    char fen[FEN_SIZE];
    fen_write(all ? &r->game->start : &r->history, fen);
    text_addf(out, "position fen %s", fen);
    if (ply < r->game->plies || expected)
        text_add(out, " moves");
    for (; ply < r->game->plies; ply++)
        add_move(w, r->game->undos[ply].move, out);
    if (expected)
        add_move(w, expected, out);
    if (bans > 0)
        text_add(out, "\nbanmoves");
    for (int i = 0; i < bans; i++)
        add_move(w, r->bans[i], out);
    text_add_char(out, '\n');
}

static long long in_unit(const Wire *w, int64_t us)
{
    long long ms = us > 1000 ? us / 1000 : 1;
    return w->protocol == PROTOCOL_UCI || w->milliseconds ? ms : ms / 1000;
}

/* One side's clock; where there is none, the other's: something sensible to read. */
static long long clock_of(const Wire *w, const ThinkRequest *r, Side side)
{
    return in_unit(w, r->left_us[r->limits[side]->base_us ? side : opponent(side)]);
}

/* One side's clock; `whose` is "" or "opp". */
static void add_ucci_clock(const Wire *w, const ThinkRequest *r, Side side, const char *whose, Text *out)
{
    int64_t increment_us = r->limits[side]->increment_us;
    text_addf(out, " %stime %lld", whose, clock_of(w, r, side));
    if (r->moves_to_go[side])
        text_addf(out, " %smovestogo %d", whose, r->moves_to_go[side]);
    else
        text_addf(out, " %sincrement %lld", whose, increment_us ? in_unit(w, increment_us) : 0);
}

void wire_go(const Wire *w, const ThinkRequest *r, bool ponder, Text *out)
{
    const MatchLimits *own = &w->spec->limits;
    bool uci = w->protocol == PROTOCOL_UCI;
    Side us = ponder ? opponent((Side)r->game->now.side) : (Side)r->game->now.side;
    text_addf(out, "go%s", ponder ? " ponder" : r->draw_offered && !uci ? " draw" : "");
    if (own->base_us && uci) {
        text_addf(out, " wtime %lld btime %lld winc %lld binc %lld", clock_of(w, r, RED), clock_of(w, r, BLACK),
                  (long long)r->limits[RED]->increment_us / 1000, (long long)r->limits[BLACK]->increment_us / 1000);
        if (r->moves_to_go[us])
            text_addf(out, " movestogo %d", r->moves_to_go[us]);
    } else if (own->base_us) {
        add_ucci_clock(w, r, us, "", out);
        if (r->limits[opponent(us)]->base_us)
            add_ucci_clock(w, r, opponent(us), "opp", out);
    }
    if (own->move_us)
        text_addf(out, " %s %lld", uci ? "movetime" : "time", in_unit(w, own->move_us)); /* UCCI: time alone is for this move */
    if (own->nodes)
        text_addf(out, " nodes %llu", (unsigned long long)own->nodes);
    if (own->depth)
        text_addf(out, " depth %d", own->depth);
    text_add_char(out, '\n');
}

void wire_option(const Wire *w, const char *name, const char *value, Text *out)
{
    bool uci = w->protocol == PROTOCOL_UCI;
    text_addf(out, uci ? "setoption name %s" : "setoption %s", name);
    if (value)
        text_addf(out, uci ? " value %s" : " %s", value);
    text_add_char(out, '\n');
}

/* ---- from the engine ---- */

const char *wire_after(const char *line, const char *word)
{
    line += strspn(line, " \t");
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != '\0' && line[length] != ' ' && line[length] != '\t'))
        return NULL;
    line += length;
    return line + strspn(line, " \t");
}

bool wire_is_answer(const char *line) { return wire_after(line, "bestmove") || wire_after(line, "nobestmove"); }

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

void wire_thought(const Wire *w, const char *score_line, const char *nodes_line, Thought *t)
{
    long long value;
    *t = (Thought){NO_SCORE, 0, 0};
    if (info_number(score_line, "depth", &value) && value > 0 && value < 10000)
        t->depth = (int)value;
    if (info_number(score_line, "mate", &value) && value > -10000 && value < 10000)
        t->score = value > 0 ? (int32_t)(MATE_SCORE - (2 * value - 1)) : (int32_t)(-MATE_SCORE - 2 * value);
    else if (info_number(score_line, "cp", &value) || info_number(score_line, "score", &value)) {
        long long size = value < 0 ? -value : value;
        if (w->protocol == PROTOCOL_UCCI && size > 9800 && size <= 10000) /* ElephantEye's scale: plies to mate */
            value = value < 0 ? -(MATE_SCORE - (10000 - size)) : MATE_SCORE - (10000 - size);
        t->score = value > MATE_SCORE ? MATE_SCORE : value < -MATE_SCORE ? -MATE_SCORE : (int32_t)value;
    }
    if (info_number(nodes_line, "nodes", &value) && value > 0)
        t->nodes = (uint64_t)value;
}

/* The next word, cut to the room there is; *rest moves past it. */
static void next_word(const char **rest, char word[32])
{
    size_t length = strcspn(*rest, " \t");
    Text text = text_over(word, 32);
    text_add_bytes(&text, *rest, length);
    *rest += length;
    *rest += strspn(*rest, " \t");
}

void wire_answer(const Wire *w, const char *line, Answer *a)
{
    char word[32];
    const char *rest = wire_after(line, "bestmove");
    *a = (Answer){.move = MOVE_NONE, .ponder = MOVE_NONE, .thought = {.score = NO_SCORE}};
    if (!rest)
        return;
    next_word(&rest, a->text);
    a->readable = read_move(w, a->text, &a->move);
    while (*rest) {
        next_word(&rest, word);
        if (strcmp(word, "ponder") == 0 && *rest) {
            next_word(&rest, word);
            if (!read_move(w, word, &a->ponder))
                a->ponder = MOVE_NONE;
        } else if (strcmp(word, "resign") == 0) {
            a->resigns = true;
        } else if (strcmp(word, "draw") == 0) {
            a->offers_draw = true;
        }
    }
}

char *wire_bare_name(const char *name, size_t length, char bare[BARE_NAME_SIZE])
{
    size_t used = 0;
    for (size_t i = 0; i < length && used < BARE_NAME_SIZE - 1; i++)
        if (!strchr(" _-", name[i]))
            bare[used++] = (char)tolower((unsigned char)name[i]);
    bare[used] = '\0';
    if (used > 4 && strcmp(bare + used - 4, "size") == 0)
        bare[used - 4] = '\0';
    return strncmp(bare, "uci", 3) == 0 && bare[3] ? bare + 3 : bare;
}

char *wire_option_name(const Wire *w, const char *rest, char bare[BARE_NAME_SIZE])
{
    const char *name = wire_after(rest, "name"), *type = strstr(rest, " type ");
    if (w->protocol != PROTOCOL_UCI && strncmp(rest, "name ", 5) != 0)
        return wire_bare_name(rest, strcspn(rest, " "), bare);
    name = name ? name : rest;
    return wire_bare_name(name, type > name ? (size_t)(type - name) : strlen(name), bare);
}
