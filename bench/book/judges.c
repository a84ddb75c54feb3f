/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/judges.h"

#include <pthread.h>
#include <stdlib.h>

#include "bench/book/thread.h"
#include "engine/base/contract.h"

typedef struct Crew {
    const Judges *judges;
    size_t count;
    pthread_mutex_t lock; /* protects all fields below */
    size_t next;
    bool failed;
} Crew;

static void *work(void *self)
{
    Crew *crew = self;
    const Judges *of = crew->judges;
    Judge judge;
    bool good = judge_init(&judge, (int)of->hash_mib, of->net, of->stop, of->findings);
    pthread_mutex_lock(&crew->lock);
    while (good && !crew->failed && crew->next < crew->count) {
        const size_t item = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        good = of->work(of->self, &judge, item);
        pthread_mutex_lock(&crew->lock);
        if (good)
            of->tell(of->self, item);
    }
    crew->failed = crew->failed || !good;
    pthread_mutex_unlock(&crew->lock);
    judge_clear(&judge);
    return NULL;
}

bool judges_run(const Judges *judges, size_t count)
{
    assert(judges->workers >= 1 && in_range(judges->hash_mib, 1, MAX_HASH_MIB));
    Crew crew = {.judges = judges, .count = count, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t *threads = malloc((size_t)judges->workers * sizeof *threads);
    int started = 0;
    while (threads && started < judges->workers && thread_begin(&threads[started], work, &crew))
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return started > 0 && !crew.failed;
}
