/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/reviewing.h"

#include <limits.h>
#include <stdlib.h>

#include "bench/review/report.h"
#include "engine/base/platform.h"
#include "engine/base/pool.h"
#include "engine/base/progress.h"

struct Reviewed {
    GameTree pgn; /* the game that was reviewed */
    Review review;
    Text stamp;
};

/* A review that runs in its own thread. */
typedef struct Work {
    ReviewOptions options;
    Reviewed *made;
    bool good;
    atomic_bool stop, over;
    atomic_int done, positions;
} Work;

static void forget(Reviewed *r)
{
    if (!r)
        return;
    review_clear(&r->review);
    tree_clear(&r->pgn);
    text_free(&r->stamp);
    free(r);
}

void reviewing_forget(Play *p)
{
    forget(p->reviewed);
    p->reviewed = NULL;
}

static void note_progress(void *self, int done, int positions)
{
    Work *w = self;
    atomic_store(&w->positions, positions);
    atomic_store(&w->done, done);
}

static void *work(void *self)
{
    Work *w = self;
    w->good = review_game(&w->made->review, &w->made->pgn, &w->options);
    atomic_store(&w->over, true);
    return NULL;
}

/* Runs the review until it ends, or until Ctrl-C or the end of the session stops it. Returns false if
 * an allocation fails or a thread cannot be created. */
static bool watch(Play *p, Work *w)
{
    enum { LOOK_MS = 20, RENEW_MS = 250 };
    pthread_t thread;
    Progress progress = progress_new(stdout, p->screen.clear);
    if (!thread_start(&thread, SEARCH_STACK_BYTES, work, w))
        return false;
    terminal_keys_begin(&p->terminal);
    while (!atomic_load(&w->over)) {
        int key = terminal_key(&p->terminal, LOOK_MS, false);
        if (key == KEY_BREAK || key == KEY_END)
            atomic_store(&w->stop, true);
        if (key == KEY_END) /* otherwise KEY_END would be returned at every call */
            break;
        if (stdout_is_terminal() && progress_due(&progress, RENEW_MS, INT_MAX))
            progress_show(&progress, tr(p->screen.language, "Review: position %d of %d; Ctrl-C ends it"), atomic_load(&w->done),
                          atomic_load(&w->positions));
    }
    pthread_join(thread, NULL);
    progress_clear(&progress);
    terminal_keys_end(&p->terminal);
    return w->good;
}

static Reviewed *reviewing_new(const Play *p, const Limits *limits)
{
    Reviewed *r = malloc(sizeof *r);
    if (!r)
        return NULL;
    *r = (Reviewed){.stamp = TEXT_INIT};
    tree_init(&r->pgn);
    report_stamp(limits, p->screen.language, &r->stamp);
    if (!r->stamp.failed && table_to_pgn(&p->table, false, &r->pgn))
        return r;
    forget(r);
    return NULL;
}

static void show(Play *p)
{
    const Screen *s = &p->screen;
    int columns, rows;
    Text text = TEXT_INIT;
    terminal_size(&columns, &rows);
    const ReportStyle style = {s->language, s->notation, s->colour, s->ascii, columns < 100 ? columns : 100};
    report_text(&p->reviewed->review, &style, &text);
    play_pages(p, text.data);
    text_free(&text);
    play_tell(p, "`save FILE` writes the game with these marks; `hanxin show FILE` shows them.");
}

/* Returns true if the review is of the moves of the current game. */
static bool is_of(const Reviewed *r, const Game *game)
{
    const Game *of = &r->review.game;
    bool same = of->plies == game->plies && of->start.key == game->start.key && of->now.key == game->now.key;
    for (int i = 0; same && i < game->plies; i++)
        same = of->undos[i].move == game->undos[i].move;
    return same;
}

/* Returns true if an earlier review of the same moves covers more than the interrupted review and so
 * must be kept. */
static bool got_further(const Play *p, const Review *broken)
{
    return p->reviewed && is_of(p->reviewed, &p->table.game) && p->reviewed->review.unknown < broken->unknown;
}

void reviewing_review(Play *p, char *args)
{
    enum { NODES = 100000, MOST_SECONDS = 86400 };
    char *end;
    const double seconds = strtod(args, &end);
    if (*args && (*end || !(seconds > 0 && seconds <= MOST_SECONDS))) {
        play_refuse(p, "review", args, "seconds for each position, up to 86400");
        return;
    }
    if (p->table.game.plies == 0) {
        play_tell(p, "There is no move to review.");
        return;
    }
    const Limits limits = *args ? (Limits){.movetime_ms = seconds < 0.001 ? 1 : (int64_t)(seconds * 1000 + 0.5)} : (Limits){.nodes = NODES};
    Work w = {.made = reviewing_new(p, &limits)};
    w.options = (ReviewOptions){.searcher = p->engine->searcher,
                                .limits = limits,
                                .rules = p->table.rules,
                                .limit = p->table.limit,
                                .stop = &w.stop,
                                .progress = note_progress,
                                .self = &w};
    engine_use_tables(p->engine);
    if (!w.made || !watch(p, &w)) {
        play_tell(p, "The game cannot be reviewed: out of memory or threads.");
        forget(w.made);
        return;
    }
    if (w.made->review.unknown > p->table.game.plies) {
        play_tell(p, "Stopped before any position was analysed.");
        forget(w.made);
        return;
    }
    if (got_further(p, &w.made->review)) {
        play_tell(p, "Stopped; the earlier review, which is more complete, is kept.");
        forget(w.made);
        return;
    }
    reviewing_forget(p);
    p->reviewed = w.made;
    p->table.changed = true; /* the game is saved again, with the marks */
    show(p);
}

bool reviewing_to_pgn(const Play *p, bool whole, GameTree *game)
{
    const Reviewed *r = p->reviewed;
    return table_to_pgn(&p->table, whole, game) &&
           (!r || !is_of(r, &p->table.game) ||
            report_annotate(&r->review, (ReportWords){.language = p->screen.language}, r->stamp.data, game));
}
