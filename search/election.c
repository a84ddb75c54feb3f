/* SPDX-License-Identifier: GPL-3.0-only */
/* Election of the PV to play among the threads of a searcher and its team. */
#include "search/election.h"

#include "engine/base/contract.h"
#include "search/iterate.h"
#include "search/params.h"
#include "search/team.h"
#include "search/alphabeta.h"

enum { MOST_VOTERS = MAX_THREADS + TEAM_MOST };

/* For weakened play: chooses one of the first PVs at random and moves it to the front. */
static void choose_at_random(Worker *w)
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
static int64_t votes_for(const Voter *voters, int count, Move move, Score worst)
{
    int64_t votes = 0;
    for (int i = 0; i < count; i++)
        if (voters[i].move == move)
            votes += (int64_t)(voters[i].score - worst + vote_offset) * voters[i].depth * voters[i].threads;
    return votes;
}

/* Returns the voter whose PV is played; voters[0] is the main thread. Threads vote as in Stockfish;
 * a proven win decides at once. A thread with less depth than the main thread is not elected: its
 * higher score is what the deeper search refuted (MEASURED.md). */
static const Voter *elect(const Voter *voters, int count)
{
    const Voter *best = &voters[0];
    Score worst = SCORE_INFINITE;
    for (int i = 0; i < count; i++)
        if (voters[i].score < worst)
            worst = voters[i].score;
    int64_t best_votes = -1;
    for (int i = 0; i < count; i++) {
        const Voter *v = &voters[i];
        int64_t votes = votes_for(voters, count, v->move, worst);
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

static int add_workers(const Shared *shared, Voter *voters)
{
    int count = 0;
    for (int i = 0; i < shared->worker_count; i++) {
        Worker *w = shared->workers[i];
        if (w->completed_depth)
            voters[count++] = (Voter){w, NULL, w->standing[0].move, w->standing[0].score, w->completed_depth, 1};
    }
    return count;
}

static int add_ballots(const Worker *first, const Ballot *ballots, int more, Voter *voters, int count)
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

/* Fills in this searcher's choice for its team. */
static void fill_ballot(const Shared *shared, const Worker *elected, Ballot *ballot)
{
    *ballot = (Ballot){.threads = (uint32_t)shared->worker_count, .depth = (uint32_t)elected->completed_depth};
    if (elected->completed_depth)
        team_line_write(&ballot->line, &elected->standing[0]);
}

/* Copies the PV of another machine to the main worker. Returns false if it does not fit the root
 * moves. */
static bool take_line(Worker *first, const Voter *elected)
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
        choose_at_random(first);
    int count = votes ? add_workers(shared, voters) : 0;
    Worker *own = count > 1 ? elect(voters, count)->worker : first;
    bool tells_again = false;
    if (shared->with_team) {
        Ballot ballot;
        int others = 0;
        fill_ballot(shared, own, &ballot);
        const Ballot *ballots = shared->team->end(shared->team->self, &ballot, &others);
        int all = votes ? add_ballots(first, ballots, others, voters, count) : 0;
        const Voter *elected = all > count ? elect(voters, all) : NULL;
        if (elected && elected->worker)
            own = elected->worker;
        else if (elected && take_line(first, elected))
            own = first;
        tells_again = others > 0; /* the total number of nodes is complete only now */
    }
    if (own != first || tells_again)
        worker_tell_lines(own); /* the PV reported last must begin with the best move */
    return own;
}
