#include "protocol/job.h"

#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/board/perft.h"
#include "engine/notation/notation.h"

static void *run(void *shared)
{
    SessionJob *job = shared;
    job->work(job);
    inbox_done(job->inbox);
    return NULL;
}

bool job_start(SessionJob *job, void (*work)(SessionJob *job))
{
    atomic_store(&job->stop, false);
    job->complete = false;
    job->work = work;
    job->started = pthread_create(&job->thread, NULL, run, job) == 0;
    return job->started;
}

void job_join(SessionJob *job)
{
    if (job->started)
        pthread_join(job->thread, NULL);
    job->started = false;
}

/* As perft_count(), but leaves when told to. */
static uint64_t count_until_stopped(SessionJob *job, Position *pos, int depth)
{
    enum { UNINTERRUPTED = 4 }; /* some ten milliseconds of work */
    if (depth <= UNINTERRUPTED)
        return perft_count(pos, depth);
    MoveList list = {0};
    uint64_t nodes = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count && !atomic_load(&job->stop); i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        nodes += count_until_stopped(job, pos, depth - 1);
        position_unmake(pos, &undo);
    }
    return nodes;
}

void job_perft(SessionJob *job)
{
    MoveList list = {0};
    uint64_t total = job->depth == 0 ? 1 : 0;
    if (job->depth > 0)
        legal_moves(&job->pos, &list);
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(&job->pos, list.moves[i], &undo);
        uint64_t nodes = count_until_stopped(job, &job->pos, job->depth - 1);
        position_unmake(&job->pos, &undo);
        if (atomic_load(&job->stop))
            return;
        char move[5];
        output_linef(job->out, "%s: %llu", move_to_iccs(list.moves[i], move), (unsigned long long)nodes);
        total += nodes;
    }
    output_line(job->out, "");
    output_linef(job->out, "Nodes searched: %llu", (unsigned long long)total);
    output_line(job->out, "");
    job->complete = true;
}

static void print(void *job, const char *line) { output_line(((SessionJob *)job)->out, line); }

void job_bench(SessionJob *job)
{
    job->bench(job->args, print, job, &job->stop);
    job->complete = true;
}
