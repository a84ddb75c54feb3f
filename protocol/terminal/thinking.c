/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/thinking.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/notation/names.h"

/* Writes the meaning of a score for the side to move to out[SCORE_TEXT_SIZE]. */
static char *thinking_score(const Play *p, Score score, char *out) { return score_text(score, to_move(p), p->screen.language, out); }

/* ---- a search and its display ---- */

enum { LINES = 3 };

typedef struct Watch {
    const char *what; /* name of the work, for the progress line; NULL: the PVs are shown instead */
    bool keys;        /* true if any key stops the search; until then the PVs are redrawn in place */
    int written;      /* number of lines written, which the next ones replace */
    Progress progress;
    int64_t start_ms, shown_ms; /* shown_ms: time at which the lines were written */
    pthread_mutex_t lock;       /* protects the following: the search's thread writes, ours reads */
    bool changed, done;
    int depth;
    int64_t end_ms;          /* time at which the search ended */
    uint64_t nodes;          /* number of nodes last reported */
    SearchInfo lines[LINES]; /* a complete group */
    int count;
    SearchInfo coming[LINES]; /* the group being received */
    SearchResult result;
} Watch;

/* Returns true if all PVs have the same depth and exact scores. This may not be the case for the last
 * group of a stopped search. */
static bool is_whole(const SearchInfo *lines, int count)
{
    for (int i = 0; i < count; i++)
        if (lines[i].depth != lines[0].depth || lines[i].bound != BOUND_EXACT)
            return false;
    return true;
}

static void take_info(void *self, const SearchInfo *info)
{
    Watch *w = self;
    int line = info->multipv;
    pthread_mutex_lock(&w->lock);
    w->depth = info->depth;
    w->nodes = info->nodes;
    if (!info->passing && line >= 1 && line <= LINES) {
        w->coming[line - 1] = *info;
        if ((line >= info->lines || line == LINES) && (w->count == 0 || is_whole(w->coming, line))) {
            w->count = line;
            memcpy(w->lines, w->coming, sizeof w->lines);
            w->changed = true;
        }
    }
    pthread_mutex_unlock(&w->lock);
}

static void take_result(void *self, const SearchResult *result)
{
    Watch *w = self;
    pthread_mutex_lock(&w->lock);
    w->result = *result;
    w->nodes = result->nodes;
    w->end_ms = clock_ms();
    w->done = true;
    pthread_mutex_unlock(&w->lock);
}

static void add_line(const Play *p, const SearchInfo *info, int columns, Text *line)
{
    char score[SCORE_TEXT_SIZE], text[MOVE_TEXT_SIZE];
    Position pos = p->table.game.now;
    text_addf(line, tr(p->screen.language, "%d. %-2d  %s "), info->multipv, info->depth, thinking_score(p, info->score, score));
    for (int i = 0; i < info->pv_length; i++) { /* only whole moves are added */
        Undo undo;
        move_to_text(&pos, info->pv[i], p->screen.notation, text);
        if (utf8_columns(line->data) + 1 + utf8_columns(text) > columns)
            break;
        text_addf(line, " %s", text);
        position_make(&pos, info->pv[i], &undo);
    }
    text_cut(line, utf8_fit(line->data, columns));
}

/* Writes all lines over the previous ones. */
static void show_lines(const Play *p, Watch *w)
{
    enum { PAPER = 1000 /* width if output is not a terminal */ };
    int columns, rows;
    const char *end = p->screen.clear ? "\033[K\n" : "\n";
    if (w->count == 0)
        return;
    terminal_size(&columns, &rows);
    if (w->written > 0)
        printf("\033[%dA", w->written);
    for (int i = 0; i < w->count; i++) {
        Text line = TEXT_INIT;
        add_line(p, &w->lines[i], p->screen.clear ? columns - 1 : PAPER, &line);
        printf("%s%s", line.data, end);
        text_free(&line);
    }
    w->shown_ms = clock_ms();
    const bool zh = language_is_chinese(p->screen.language); /* Chinese counts in units of ten thousand */
    printf(tr(p->screen.language, "%.1f s, %.1f million nodes%s"), (double)((w->done ? w->end_ms : w->shown_ms) - w->start_ms) / 1000,
           (double)w->nodes / (zh ? 1e4 : 1e6), end);
    fflush(stdout);
    w->written = w->count + 1;
    w->changed = false;
}

/* Shows the progress or the PVs. Returns true if the search has ended. */
static bool show(const Play *p, Watch *w)
{
    enum { QUIET_MS = 400, RENEW_MS = 250, TICK_MS = 500 };
    int64_t now_ms = clock_ms(), ms = now_ms - w->start_ms;
    pthread_mutex_lock(&w->lock);
    bool done = w->done;
    int depth = w->depth;
    bool ticks = w->keys && !done && now_ms - w->shown_ms >= TICK_MS; /* the displayed time advances during long iterations */
    if (!w->what && (ticks || (w->changed && (w->keys || done))))
        show_lines(p, w);
    pthread_mutex_unlock(&w->lock);
    if (w->what && !done && stdout_is_terminal() && ms >= QUIET_MS && progress_due(&w->progress, RENEW_MS, INT_MAX))
        progress_show(&w->progress, tr(p->screen.language, "%s: %d s, depth %d"), w->what, (int)(ms / 1000), depth);
    return done;
}

/* Waits until the search ends, or until Ctrl-C or a key stops it; an unlimited analysis waits for a key
 * even if the search has ended. Returns false, with or without a result, if the search was stopped or
 * an allocation fails. */
static bool watch(Play *p, const Limits *limits, Watch *w)
{
    enum { LOOK_MS = 20 };
    const bool endless = w->keys && !limits->movetime_ms && !limits->depth;
    SearchListener listener = {.info = take_info, .done = take_result, .self = w};
    int key;
    pthread_mutex_init(&w->lock, NULL);
    w->progress = progress_new(stdout, p->screen.clear);
    do { /* restarts after a suspension, since the shell has overwritten the lines */
        key = KEY_NONE;
        w->done = w->changed = false;
        w->count = w->written = 0;
        w->start_ms = clock_ms();
        const SearchStart start = searcher_start(p->engine->searcher, &p->table.game, limits, &listener);
        if (start != SEARCH_BEGUN) {
            if (start == SEARCH_NO_THREAD)
                play_tell(p, "The system cannot create a thread to search with.");
            else
                play_tell(p, "Out of memory.");
            key = KEY_END;
            break;
        }
        terminal_keys_begin(&p->terminal);
        while (key == KEY_NONE && (!show(p, w) || endless))
            key = terminal_key(&p->terminal, LOOK_MS, w->keys);
        if (key != KEY_NONE)
            searcher_stop(p->engine->searcher);
        searcher_wait(p->engine->searcher);
        progress_clear(&w->progress);
        terminal_keys_end(&p->terminal);
        if (key != KEY_SUSPEND)
            show(p, w);
    } while (key == KEY_SUSPEND);
    pthread_mutex_destroy(&w->lock);
    return key == KEY_NONE;
}

/* Returns limits: the depth that the user set, or, if no depth is set, the given time. */
static Limits usual_limits(const Play *p, int64_t time_ms)
{
    return p->table.depth ? (Limits){.depth = p->table.depth} : (Limits){.movetime_ms = time_ms};
}

/* Searches the position at full strength. `what` names the work for the progress line. Returns false if
 * the search was stopped or an allocation fails. */
static bool advice(Play *p, int64_t time_ms, const char *what, SearchResult *result)
{
    Limits limits = usual_limits(p, time_ms);
    Watch w = {.what = what};
    bool done = watch(p, &limits, &w);
    *result = w.result;
    return done;
}

bool thinking_agrees(Play *p)
{
    enum { THINK_MS = 1000, WORSE = 100, OLD_PLIES = 40 };
    SearchResult result = {.score = SCORE_DRAW};
    Position start;
    position_start(&start);
    const bool begun = p->table.game.now.key != start.key; /* in the start position, the evaluation
                                                            * of the first move would decide */
    if (begun && !advice(p, THINK_MS, tr(p->screen.language, "Considering the offer"), &result))
        return false;
    if (begun && (result.score >= WORSE || (result.score >= SCORE_DRAW && p->table.game.now.game_ply >= OLD_PLIES)))
        return true;
    const char *them = side_word(opponent(to_move(p)), p->screen.language);
    if (result.score >= SCORE_DRAW)
        play_tell(p, "%s declines: it is too early for a draw.", them);
    else
        play_tell(p, "%s declines.", them);
    return false;
}

/* Returns true if the side to move has a legal move; otherwise announces the result. */
static bool can_think(Play *p)
{
    bool can = any_legal_move(&p->table.game.now);
    if (!can)
        play_announce(p);
    return can;
}

/* Prints the moves of the opening book, even at a level at which the engine does not use it: "C2=5 47 %, Red +0.30; ...".
 * The percentages are shares of the weights. */
static void tell_book(const Play *p)
{
    enum { MOST = 6 };
    BookMove moves[MAX_MOVES];
    Text line = TEXT_INIT;
    char move[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE];
    double sum = 0;
    const int count = engine_book_moves(p->engine, &p->table.game, moves);
    for (int i = 0; i < count; i++)
        sum += moves[i].weight;
    for (int i = 0; i < count && i < MOST; i++) {
        text_addf(&line, "%s%s %.0f %%", i ? tr(p->screen.language, "; ") : "",
                  move_to_text(&p->table.game.now, moves[i].move, p->screen.notation, move), 100 * moves[i].weight / sum);
        if (moves[i].score != SCORE_NONE)
            text_addf(&line, "%s%s", tr(p->screen.language, ", "), thinking_score(p, moves[i].score, score));
    }
    if (count > MOST)
        text_add(&line, tr(p->screen.language, "; others"));
    if (count > 0)
        play_tell(p, "The book: %s.", line.data);
    text_free(&line);
}

void thinking_hint(Play *p, char *args)
{
    enum { HINT_MS = 1000 };
    SearchResult result;
    char move[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE];
    (void)args;
    if (!can_think(p))
        return;
    tell_book(p);
    if (advice(p, HINT_MS, tr(p->screen.language, "Looking for a move"), &result) && result.best != MOVE_NONE)
        play_tell(p, "Try %s: %s.", move_to_text(&p->table.game.now, result.best, p->screen.notation, move),
                  thinking_score(p, result.score, score));
}

void thinking_eval(Play *p, char *args)
{
    char score[SCORE_TEXT_SIZE];
    (void)args;
    play_tell(p, "Static evaluation, without a search: %s.",
              thinking_score(p, searcher_evaluate(p->engine->searcher, &p->table.game.now), score));
}

/* The PVs shown belong to one iteration, unless no iteration was completed. On a terminal they are
 * updated until a key is pressed; otherwise the last ones are printed at the end. */
void thinking_analyse(Play *p, char *args)
{
    enum { UNSEEN_MS = 2000 };
    Watch w = {.keys = p->screen.clear && stdin_is_terminal()};
    char *end;
    double seconds = strtod(args, &end);
    if (*args && (*end || !(seconds > 0 && seconds < 1e6))) {
        play_refuse(p, "analyse", args, "a number of seconds");
        return;
    }
    if (!can_think(p))
        return;
    tell_book(p);
    Limits limits = {.movetime_ms = seconds > 0 && seconds < 0.001 ? 1 : (int64_t)(seconds * 1000)}; /* 0: no limit */
    if (w.keys)
        play_tell(p, "Analysing; any key stops.");
    else if (!*args)
        limits = usual_limits(p, UNSEEN_MS);
    searcher_set_multipv(p->engine->searcher, LINES);
    watch(p, &limits, &w);
    searcher_set_multipv(p->engine->searcher, 1);
}

/* ---- engine's move ---- */

/* Searches the engine's move. If the search was stopped or an allocation fails, returns MOVE_NONE and
 * pauses the game. */
static Move searched_move(Play *p)
{
    Table *t = &p->table;
    char what[80];
    Limits limits = usual_limits(p, t->time_ms);
    Watch w = {.what = what, .keys = t->engine[RED] && t->engine[BLACK] && stdin_is_terminal()};
    engine_temper(p->engine, &limits);
    snprintf(what, sizeof what, tr(p->screen.language, "%s thinks"), side_word(to_move(p), p->screen.language));
    if (watch(p, &limits, &w))
        return w.result.best;
    t->paused = true;
    if (!p->terminal.ending)
        play_tell(p, "Paused; `go` continues.");
    return MOVE_NONE;
}

void thinking_move(Play *p)
{
    Move moves[2];
    EngineSettings set = p->engine->settings;
    set.skill = p->table.level;
    engine_configure(p->engine, &set);
    bool from_book = engine_book_move(p->engine, &p->table.game, NULL, p->table.depth == 0, moves);
    Move best = from_book ? moves[0] : searched_move(p);
    if (best == MOVE_NONE)
        return;
    if (!play_move(p, best, tr(p->screen.language, "plays"), from_book ? tr(p->screen.language, " from the book") : ""))
        p->table.paused = true;
}
