/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/root.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "engine/board/movegen.h"
#include "search/alphabeta.h"
#include "search/endings.h"
#include "search/params.h"
#include "search/prove.h"
#include "search/team.h"

/* ---- proofs of mate ---- */

/* Makes the proven mate the best PV unless the iteration has found a shorter mate. */
static void root_mates_keep(Worker *w)
{
    assert(w->root_count > 0);
    if (w->proven == -SCORE_INFINITE || w->roots[0].score > w->proven)
        return;
    RootMove proven = w->proven_line;
    const int i = root_move_find(w->roots, 0, w->root_count, proven.move);
    proven.nodes = w->roots[i].nodes;
    proven.depth = w->root_depth > w->completed_depth ? w->root_depth : w->completed_depth;
    memmove(&w->roots[1], &w->roots[0], sizeof proven * (size_t)i);
    w->roots[0] = proven;
}

/* Tries to prove a mate. If it succeeds, stores the mate in w->proven and w->proven_line. */
static ProofState root_mates_try(Worker *w, Proof proof)
{
    uint64_t before = worker_nodes(w);
    ProofState state = prove_mate(w->shared->prover, w, &proof);
    w->proof_nodes += worker_nodes(w) - before;
    if (state != PROOF_MATE)
        return state;
    w->proven = mate_in(proof.length);
    RootMove *r = &w->proven_line;
    *r = (RootMove){.move = proof.line[0], .score = w->proven, .previous_score = w->proven, .average = w->proven, .bound = BOUND_EXACT};
    r->seldepth = r->pv_length = proof.length;
    memcpy(r->pv, proof.line, sizeof(Move) * (size_t)proof.length);
    return state;
}

/* Returns true if this thread is the one that proves mates. All threads would find the same proofs. */
static bool root_mates_apply(const Worker *w) { return w->id == 0 && !(w->shared->team && w->shared->team->follows); }

/* Spends a share of the nodes on proving mates by checks alone, because the tree search prunes and
 * reduces such lines. If there are few checks, this is soon settled. */
static void root_mates_by_checks(Worker *w)
{
    const Shared *s = w->shared;
    uint64_t share = worker_nodes(w) * prove_share / 1000;
    if (share <= w->proof_nodes || !strength_is_full(&s->strength))
        return;
    w->mate_settled = root_mates_try(w, (Proof){.plies = MAX_PLY, .nodes = share - w->proof_nodes}) != PROOF_OPEN;
}

/* Proves mate with the moves of an endgame table. The table knows that the root is won, but not how
 * long the mate takes. The proof runs in parts, one after each iteration, so that the clock is checked
 * in between. Its number of nodes does not depend on the size of the tree, which is tiny if every
 * position is in a table. A proof that takes too long is abandoned, and the table's score is used. */
static void root_mates_by_tables(Worker *w)
{
    w->mate_settled = w->proof_nodes > (uint64_t)prove_table_most ||
                      root_mates_try(w, (Proof){.moves = PROOF_BY_TABLES, .plies = MAX_PLY, .nodes = prove_table_nodes}) != PROOF_OPEN;
}

/* Looks for the requested mate: first by checks alone, which is fastest, then by any moves, to find the
 * shortest mate. If there is another limit, the proofs may spend as many nodes as the tree search has
 * spent so far. */
static void root_mates_requested(Worker *w)
{
    const Shared *s = w->shared;
    const int plies = 2 * s->limits.mate - 1;
    uint64_t spent = w->proof_nodes, tree = worker_nodes(w) - spent, end = UINT64_MAX / 2;
    if (s->time.timed || s->limits.nodes || s->limits.depth)
        end = tree;
    if (spent >= end)
        return;
    const uint64_t most = (uint64_t)prove_checks_nodes, checks = end - spent < most ? end - spent : most;
    ProofState state = spent < most ? root_mates_try(w, (Proof){.plies = plies, .nodes = checks}) : PROOF_NONE;
    for (int length = 1; length <= plies && state != PROOF_MATE; length += 2) {
        if (w->stopped || w->proof_nodes >= end)
            return;
        state = root_mates_try(w, (Proof){.moves = PROOF_BY_ANY, .plies = length, .nodes = end - w->proof_nodes});
        if (state == PROOF_OPEN)
            return;
    }
    w->mate_settled = true;
}

/* Lets the main worker try to prove a mate with a share of the nodes, after a complete iteration.
 * Stops trying once it is settled whether a mate of the requested kind exists. Stores the result in
 * w->proven and w->proven_line. */
static void root_mates_prove(Worker *w)
{
    assert(w->completed_depth > 0);
    const Shared *s = w->shared;
    if (!root_mates_apply(w) || w->mate_settled)
        return;
    if (s->limits.mate)
        root_mates_requested(w);
    else if (endings_is_win(s->root_known))
        root_mates_by_tables(w);
    else
        root_mates_by_checks(w);
}

/* ---- iterative deepening ---- */

enum { REPORT_BOUNDS_AFTER_MS = 3000 }; /* failed windows are reported only in long searches */

int worker_set_roots(Worker *w, const RootFilter *filter)
{
    assert(w->id == 0);
    Shared *s = w->shared;
    MoveList list;
    legal_moves(&w->pos, &list);
    w->root_count = w->standing_count = 0;
    for (int i = 0; i < list.count; i++) {
        Move m = list.moves[i];
        if (!root_filter_allows(filter, m))
            continue;
        w->roots[w->root_count++] = (RootMove){
            .move = m, .score = -SCORE_INFINITE, .previous_score = -SCORE_INFINITE, .average = -SCORE_INFINITE, .pv_length = 1, .pv = {m}};
    }
    s->root_known = endings_keep_best_roots(w);
    s->endgames_in_tree = s->use_endgames && s->root_known != SCORE_DRAW;
    return w->root_count;
}

void worker_copy_roots(Worker *w, const Worker *main_worker)
{
    assert(w != main_worker && main_worker->id == 0);
    w->root_count = main_worker->root_count;
    w->standing_count = 0;
    memcpy(w->roots, main_worker->roots, sizeof *w->roots * (size_t)w->root_count);
}

/* Sorts stably by score; moves with equal scores are sorted by the score of the previous iteration. */
static void root_moves_sort(Worker *w, int first)
{
    for (int i = first + 1; i < w->root_count; i++) {
        RootMove moved = w->roots[i];
        int j = i;
        while (j > first && (moved.score > w->roots[j - 1].score ||
                             (moved.score == w->roots[j - 1].score && moved.previous_score > w->roots[j - 1].previous_score))) {
            w->roots[j] = w->roots[j - 1];
            j--;
        }
        if (j != i)
            w->roots[j] = moved;
    }
}

/* Reports a PV to the listener. *place contains its multipv and lines, or `passing`. */
static void root_line_report(Worker *w, const RootMove *r, const SearchInfo *place)
{
    Shared *s = w->shared;
    if (!s->listener.info)
        return;
    SearchInfo info = {
        .depth = r->depth,
        .seldepth = r->seldepth + 1,
        .multipv = place->multipv,
        .lines = place->lines,
        .passing = place->passing,
        .score = score_reported(w, r->score),
        .bound = r->bound,
        .nodes = shared_nodes(s),
        .table_hits = shared_table_hits(s),
        .time_ms = shared_since_go_ms(s),
        .hashfull = tt_fill(&s->tt),
        .pv_length = r->pv_length,
    };
    memcpy(info.pv, r->pv, sizeof(Move) * (size_t)r->pv_length);
    s->listener.info(s->listener.self, &info);
}

/* Reports the current PVs to the listener. */
static void root_lines_report(Worker *w)
{
    const int lines = min_int(w->standing_count, w->shared->multipv);
    for (int i = 0; i < lines; i++)
        root_line_report(w, &w->standing[i], &(SearchInfo){.multipv = i + 1, .lines = lines});
}

/* Returns the index of the PV that begins with the move, or the last index. */
static int root_line_find(const Worker *w, Move m)
{
    int i = 0;
    while (i < w->standing_count - 1 && w->standing[i].move != m)
        i++;
    return i;
}

/* Inserts a newer result at index `place`. It replaces the older result of the same move, or else the
 * last PV. */
static void root_line_replace(Worker *w, int place, const RootMove *r)
{
    int gone = root_line_find(w, r->move);
    memmove(&w->standing[place + 1], &w->standing[place], sizeof *r * (size_t)(gone - place));
    w->standing[place] = *r;
}

/* Merges the PVs of an iteration that was interrupted after `finished` of its PVs were complete. All
 * other moves are no better than the last complete PV, whatever they scored before. The PV being
 * searched is represented by its best move so far, unless that move loses (unsearched moves may not
 * lose) or is no better than the PV that would follow. */
static void root_lines_merge(Worker *w, int finished)
{
    for (int i = 0; i < finished; i++)
        root_line_replace(w, i, &w->roots[i]);
    for (int i = finished; finished > 0 && i < w->standing_count; i++) {
        RootMove *r = &w->standing[i];
        if (r->score > w->standing[finished - 1].score) {
            r->score = w->standing[finished - 1].score;
            r->bound = BOUND_UPPER;
        }
    }
    const RootMove *begun = &w->roots[finished];
    if (finished >= w->standing_count || begun->score == -SCORE_INFINITE || begun->bound == BOUND_UPPER || is_loss(begun->score))
        return;
    int below = root_line_find(w, begun->move) == finished ? finished + 1 : finished;
    if (below < w->standing_count && w->standing[below].score > begun->score)
        return;
    int place = finished;
    while (place > 0 && w->standing[place - 1].score < begun->score)
        place--;
    root_line_replace(w, place, begun);
}

/* Returns true if the line being searched begins with a move that is proven to mate. */
static bool root_line_is_proven(const Worker *w) { return w->proven != -SCORE_INFINITE && w->pv_index == 0; }

typedef struct RootWindow {
    Score alpha, beta, half_width;
    int reduction; /* number of plies by which the depth is reduced after fail highs */
} RootWindow;

/* Returns the first window. As in Stockfish, its centre is the mean of the line's scores at earlier
 * depths. It is wider beyond aspiration_even: in a one-sided game a centipawn means less and scores
 * vary more. Once a mate is proven, only shorter mates are of interest. */
static RootWindow root_window_first(const Worker *w, int depth)
{
    const Score expected = w->roots[w->pv_index].average, beyond = max_int(0, abs(expected) - aspiration_even);
    RootWindow window = {-SCORE_INFINITE, SCORE_INFINITE, aspiration_window + beyond * beyond / aspiration_square, 0};
    if (root_line_is_proven(w)) {
        window.alpha = w->proven;
    } else if (depth >= aspiration_depth && expected != -SCORE_INFINITE && !is_decisive(expected)) {
        window.alpha = max_int(expected - window.half_width, -SCORE_INFINITE);
        window.beta = min_int(expected + window.half_width, SCORE_INFINITE);
    }
    return window;
}

/* Widens the window after a score outside it. A search that failed high is repeated at a lower depth. */
static void root_window_widen(RootWindow *window, Score score)
{
    if (score <= window->alpha) {
        window->beta = (window->alpha + window->beta) / 2;
        window->alpha = score - window->half_width;
        window->reduction = 0;
    } else {
        window->beta = score + window->half_width;
        window->reduction = min_int(window->reduction + 1, aspiration_plies);
    }
    window->half_width += window->half_width * aspiration_growth / 100;
    if (window->alpha < -aspiration_limit || is_decisive(score))
        window->alpha = -SCORE_INFINITE;
    if (window->beta > aspiration_limit || is_decisive(score))
        window->beta = SCORE_INFINITE;
}

/* Searches one MultiPV line at one depth, and widens the aspiration window until the score is
 * inside. */
static void root_line_search(Worker *w, int depth)
{
    RootWindow window = root_window_first(w, depth);
    for (;;) {
        const Score score = alphabeta(w, worker_root_entry(w), window.alpha, window.beta, max_int(1, depth - window.reduction), false);
        root_moves_sort(w, w->pv_index);
        if (w->stopped || (root_line_is_proven(w) && score <= window.alpha) || (score > window.alpha && score < window.beta))
            return;
        if (w->id == 0 && w->shared->multipv == 1 && shared_since_go_ms(w->shared) > REPORT_BOUNDS_AFTER_MS)
            root_line_report(w, &w->roots[0], &(SearchInfo){.multipv = 1, .lines = 1, .passing = true});
        root_window_widen(&window, score);
    }
}

/* Returns true if a clock is running and no deeper search will change the move. */
static bool root_is_settled(const Worker *w, int depth)
{
    const RootMove *best = &w->roots[0];
    if (is_mate(best->score) && !is_rule_loss_of_root(best->score, 0) && depth >= 2 * (SCORE_MATE - abs(best->score)) + mate_extra_depth)
        return true;
    return w->shared->limits.clock.time_ms && w->root_count == 1 && depth >= single_reply_depth;
}

/* Decides after an iteration whether the main worker stops deepening. While pondering it does not stop;
 * instead it sets s->settled, so that the search can end as soon as the clock starts. */
static bool root_decide_stop(Worker *w, int depth, int stable_iterations)
{
    Shared *s = w->shared;
    const Limits *limits = &s->limits;
    const RootMove *best = &w->roots[0];

    if (limits->mate && is_win(best->score) && SCORE_MATE - best->score <= 2 * limits->mate)
        return true;
    if (limits->soft_nodes && shared_nodes(s) >= limits->soft_nodes)
        return true;
    if (!s->time.timed)
        return false;
    const bool settled = root_is_settled(w, depth);
    if (shared_pondering(s)) {
        atomic_store(&s->settled, settled); /* the next iteration may still be running when the clock starts */
        return false;
    }
    if (settled || !limits->clock.time_ms)
        return settled;

    Stability stability = {
        .stable_iterations = stable_iterations,
        .score_drop = is_decisive(best->score) || is_decisive(best->average) ? 0 : best->average - best->score,
        .best_share = (double)best->nodes / (double)(worker_nodes(w) + 1),
    };
    if (stability.best_share > 1) /* if the iteration was taken over from another worker, its nodes are those of that worker */
        stability.best_share = 1;
    if (best->pv_length == 1) /* a repetition or a table tells its value without a search */
        stability.best_share = SHARE_UNKNOWN;
    return shared_on_clock_ms(s) >= time_soft_deadline(&s->time, &stability);
}

/* Publishes a complete iteration to the other workers, unless another worker was faster. */
static void root_iteration_publish(Worker *w)
{
    const Shared *s = w->shared;
    Finished *f = &w->shared->finished;
    pthread_mutex_lock(&f->lock);
    const bool first = w->completed_depth > atomic_load(&f->depth);
    if (first) {
        memcpy(f->roots, w->roots, sizeof *f->roots * (size_t)w->root_count);
        atomic_store(&f->depth, w->completed_depth);
    }
    pthread_mutex_unlock(&f->lock);
    if (first && s->team)
        team_announce_iteration(s);
}

/* Continues from another worker's iteration. */
static void root_iteration_take_over(Worker *w)
{
    Finished *f = &w->shared->finished;
    pthread_mutex_lock(&f->lock);
    memcpy(w->roots, f->roots, sizeof *f->roots * (size_t)w->root_count);
    w->completed_depth = atomic_load(&f->depth);
    pthread_mutex_unlock(&f->lock);
    w->stopped = w->overtaken = false;
}

/* Returns the number of PVs that each iteration searches. */
static int root_lines(const Worker *w)
{
    const Shared *s = w->shared;
    return min_int(s->strength.noise ? max_int(s->multipv, skill_lines) : s->multipv, w->root_count);
}

static int root_last_depth(const Worker *w)
{
    const Limits *limits = &w->shared->limits;
    if (limits->depth)
        return limits->depth;
    if (limits->mate && !limits->nodes && !w->shared->time.timed) /* without a mate, any move is as good */
        return min_int(2 * limits->mate, MAX_DEPTH);
    return MAX_DEPTH;
}

/* Searches all lines at one depth, unless stopped; w->pv_index is then the line that was
 * interrupted. */
static void root_iteration_search(Worker *w, int depth, int lines)
{
    for (int i = 0; i < w->root_count; i++) {
        w->roots[i].previous_score = w->roots[i].score;
        w->roots[i].score = -SCORE_INFINITE;
    }
    w->root_depth = depth;
    for (w->pv_index = 0; w->pv_index < lines; w->pv_index++) {
        w->selective_depth = 0;
        root_line_search(w, depth);
        if (w->stopped)
            break;
        root_moves_sort(w, 0);
        if (w->pv_index == 0)
            root_mates_keep(w); /* done before the other PVs, because the iteration may end while they are searched */
    }
}

/* Stores the results of an iteration in w->standing, and those of a complete iteration for the other
 * workers. An iteration that another worker has completed is replaced by that worker's. Returns the
 * depth of the results, which may then be larger than `depth`. */
static int root_iteration_end(Worker *w, int depth, int lines)
{
    const bool complete = !w->stopped || w->overtaken;
    if (w->overtaken) {
        root_iteration_take_over(w);
        depth = w->completed_depth;
    }
    if (complete) {
        w->completed_depth = depth;
        root_mates_prove(w);
        root_mates_keep(w);
        memcpy(w->standing, w->roots, sizeof *w->standing * (size_t)lines);
        w->standing_count = lines;
        if (w->shared->shares)
            root_iteration_publish(w);
    } else if (w->standing_count > 0) {
        root_lines_merge(w, w->pv_index);
    }
    w->pv_index = 0;
    return depth;
}

void worker_iterate(Worker *w)
{
    assert(w->root_count > 0);
    const Shared *s = w->shared;
    const int lines = root_lines(w), last_depth = root_last_depth(w), ahead = s->team ? s->team->ahead : 0;
    int stable_iterations = 0;
    Move last_best = MOVE_NONE;

    for (int depth = 1; depth <= last_depth && !w->stopped; depth++) {
        if (depth + ahead <= last_depth)
            depth += ahead;
        root_iteration_search(w, depth, lines);
        depth = root_iteration_end(w, depth, lines);
        if (w->id != 0)
            continue;

        stable_iterations = w->roots[0].move == last_best ? stable_iterations + 1 : 0;
        last_best = w->roots[0].move;
        root_lines_report(w);
        if (!w->stopped && root_decide_stop(w, depth, stable_iterations))
            break;
    }
}

/* ---- election of the PV to play among the threads of a searcher and its team ---- */

enum { MOST_VOTERS = MAX_THREADS + TEAM_MOST };

/* For weakened play: chooses one of the first PVs at random and moves it to the front. */
static void election_choose_at_random(Worker *w)
{
    const Shared *shared = w->shared;
    Score scores[MAX_MULTIPV];
    int lines = w->standing_count < skill_lines ? w->standing_count : skill_lines;
    for (int i = 0; i < lines; i++)
        scores[i] = score_reported(w, w->standing[i].score);
    int chosen = skill_choose(scores, lines, shared->strength.noise, shared->limits.handicap.seed ^ w->pos.key);
    RootMove line = w->standing[chosen];
    w->standing[chosen] = w->standing[0];
    w->standing[0] = line;
}

/* A voter: one thread, or all threads of another machine together. */
typedef struct Voter {
    Worker *worker;       /* voter of this searcher, or NULL */
    const Ballot *ballot; /* voter of another machine, or NULL */
    Move move;
    Score score;
    int depth, threads;
} Voter;

/* Sums the votes for a move: each voter contributes its depth times the margin of its score over
 * the worst one. */
static int64_t election_count_votes(const Voter *voters, int count, Move move, Score worst)
{
    int64_t votes = 0;
    for (int i = 0; i < count; i++)
        if (voters[i].move == move)
            votes += (int64_t)(voters[i].score - worst + vote_offset) * voters[i].depth * voters[i].threads;
    return votes;
}

/* Returns the voter whose PV is played; voters[0] is the main thread. Threads vote as in Stockfish; a
 * proven win decides at once. A thread that reached less depth than the main thread is not elected,
 * because the deeper search has refuted its higher score (MEASURED.md). */
static const Voter *election_choose(const Voter *voters, int count)
{
    const Voter *best = &voters[0];
    Score worst = SCORE_INFINITE;
    for (int i = 0; i < count; i++)
        if (voters[i].score < worst)
            worst = voters[i].score;
    int64_t best_votes = -1;
    for (int i = 0; i < count; i++) {
        const Voter *v = &voters[i];
        int64_t votes = election_count_votes(voters, count, v->move, worst);
        bool better = is_win(best->score) ? v->score > best->score
                      : is_win(v->score)  ? true
                                          : votes > best_votes && v->depth >= voters[0].depth;
        if (better) {
            best = v;
            best_votes = votes;
        }
    }
    return best;
}

static int election_add_workers(const Shared *shared, Voter *voters)
{
    int count = 0;
    for (int i = 0; i < shared->worker_count; i++) {
        Worker *w = shared->workers[i];
        if (w->completed_depth)
            voters[count++] = (Voter){w, NULL, w->standing[0].move, w->standing[0].score, w->completed_depth, 1};
    }
    return count;
}

static int election_add_ballots(const Worker *first, const Ballot *ballots, int more, Voter *voters, int count)
{
    for (int i = 0; i < more && count < MOST_VOTERS; i++) {
        const Ballot *b = &ballots[i];
        bool usable = b->depth && b->depth <= MAX_DEPTH && b->threads <= MAX_THREADS &&
                      root_move_find(first->roots, 0, first->root_count, b->line.pv[0]) < first->root_count;
        if (usable)
            voters[count++] = (Voter){NULL, b, b->line.pv[0], b->line.score, (int)b->depth, (int)b->threads};
    }
    return count;
}

/* Copies the PV of another machine to the main worker. Returns false if its first move is not among the
 * root moves. */
static bool election_take_line(Worker *first, const Voter *elected)
{
    int at;
    if (!team_line_read(&elected->ballot->line, first->roots, first->root_count, &at))
        return false;
    first->standing[0] = first->roots[at];
    first->completed_depth = elected->depth;
    return true;
}

Worker *election_hold(Shared *shared)
{
    assert(shared->worker_count > 0);
    assert(shared->workers[0]->standing_count > 0);
    Voter voters[MOST_VOTERS];
    Worker *first = shared->workers[0];
    const bool votes = !shared->strength.noise && shared->multipv == 1 && !shared->limits.depth;
    if (shared->strength.noise)
        election_choose_at_random(first);
    int count = votes ? election_add_workers(shared, voters) : 0;
    Worker *own = count > 1 ? election_choose(voters, count)->worker : first;
    bool report_again = false;
    if (shared->team) {
        int others = 0;
        const Ballot *ballots = team_end(shared, own, &others);
        int all = votes ? election_add_ballots(first, ballots, others, voters, count) : 0;
        const Voter *elected = all > count ? election_choose(voters, all) : NULL;
        if (elected && elected->worker)
            own = elected->worker;
        else if (elected && election_take_line(first, elected))
            own = first;
        report_again = others > 0; /* the total number of nodes is complete only now */
    }
    if (own != first || report_again)
        root_lines_report(own); /* the PV reported last must begin with the best move */
    return own;
}
