/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/judges.h"

#include <pthread.h>

#include "engine/base/pool.h"
#include "search/search.h"
#include "engine/base/contract.h"

typedef struct Crew {
    const Judges *judges;
    size_t count;
    pthread_mutex_t lock; /* protects all fields below */
    size_t next;
    bool failed;
} Crew;

static void work(void *self, int id)
{
    (void)id;
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
}

bool judges_run(const Judges *judges, size_t count)
{
    assert(judges->workers >= 1 && in_range(judges->hash_mib, 1, MAX_HASH_MIB));
    Crew crew = {.judges = judges, .count = count, .lock = PTHREAD_MUTEX_INITIALIZER};
    pool_work((int)judges->workers, SEARCH_STACK_BYTES, work, &crew);
    return !crew.failed;
}
