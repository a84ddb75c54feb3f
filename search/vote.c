#include "search/vote.h"

#include "engine/board/legal.h"
#include "search/params.h"
#include "search/skill.h"

/* Playing weaker: one of the first lines by chance, put first. */
static void choose_at_random(Worker *w)
{
    const Shared *shared = w->shared;
    Score scores[MAX_MULTIPV];
    int lines = w->standing_count < skill_lines ? w->standing_count : skill_lines;
    for (int i = 0; i < lines; i++)
        scores[i] = w->standing[i].score;
    int chosen = skill_choose(scores, lines, shared->strength.noise, shared->limits.handicap.seed ^ w->pos.key);
    RootMove line = w->standing[chosen];
    w->standing[chosen] = w->standing[0];
    w->standing[0] = line;
}

/* What the threads that agree with w know together: each has the depth it reached times by how much its score beats
 * the worst. */
static int64_t votes_for(const Shared *shared, const Worker *w, Score worst)
{
    int64_t votes = 0;
    for (int i = 0; i < shared->worker_count; i++) {
        const Worker *other = shared->workers[i];
        if (other->completed_depth && other->standing[0].move == w->standing[0].move)
            votes += (int64_t)(other->standing[0].score - worst + vote_offset) * other->completed_depth;
    }
    return votes;
}

/* The threads vote (Stockfish's scheme); a proven win decides at once. Who is behind the main thread is not elected:
 * its higher score is what the deeper search refuted (MEASURED.md). */
Worker *vote_elect(Shared *shared)
{
    Worker *first = shared->workers[0], *best = first;
    if (shared->strength.noise) {
        choose_at_random(first);
        return first;
    }
    if (shared->worker_count == 1 || shared->multipv > 1 || shared->limits.depth)
        return first;
    Score worst = SCORE_INFINITE;
    for (int i = 0; i < shared->worker_count; i++) {
        const Worker *w = shared->workers[i];
        if (w->completed_depth && w->standing[0].score < worst)
            worst = w->standing[0].score;
    }
    int64_t best_votes = -1;
    for (int i = 0; i < shared->worker_count; i++) {
        Worker *w = shared->workers[i];
        if (!w->completed_depth)
            continue;
        Score score = w->standing[0].score, best_score = best->standing[0].score;
        int64_t votes = votes_for(shared, w, worst);
        bool better = is_win(best_score) ? score > best_score
                      : is_win(score)    ? true
                                         : votes > best_votes && w->completed_depth >= first->completed_depth;
        if (better) {
            best = w;
            best_votes = votes;
        }
    }
    return best;
}

Move vote_reply(Worker *w, const RootMove *line)
{
    Position after = w->pos;
    Undo undo;
    position_make(&after, line->move, &undo);
    if (line->pv_length > 1 && is_legal(&after, line->pv[1]))
        return line->pv[1];
    TtEntry hit;
    key_filter_enter(&w->filter, undo.key);
    if (tt_probe(&w->shared->tt, rules_key(&w->shared->rules, &w->filter, &after), &hit) && hit.move != MOVE_NONE &&
        is_legal(&after, hit.move))
        return hit.move;
    return MOVE_NONE;
}
