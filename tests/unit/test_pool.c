/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/pool.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "tests/support/support.h"

typedef struct Tally {
    atomic_int by_id[POOL_THREADS];
    atomic_int by_item[1000];
    size_t stop_at;
} Tally;

static void count_id(void *self, int id) { atomic_fetch_add(&((Tally *)self)->by_id[id], 1); }

static bool count_item(void *self, int thread, size_t item)
{
    Tally *t = self;
    count_id(t, thread);
    atomic_fetch_add(&t->by_item[item], 1);
    return item != t->stop_at;
}

START_TEST(every_thread_works_once)
{
    static const int wanted[] = {-1, 0, 1, 2, 7, POOL_THREADS, POOL_THREADS + 1};
    for (int i = 0; i < COUNT(wanted); i++) {
        Tally t = {0};
        Pool pool;
        const int threads = pool_begin(&pool, wanted[i], 1 << 20, count_id, &t);
        ck_assert(threads >= 1 && threads <= POOL_THREADS && (threads == wanted[i] || wanted[i] < 1 || wanted[i] > 7));
        for (int id = 0; id < POOL_THREADS; id++)
            ck_assert_int_eq(t.by_id[id], 0);
        pool_run(&pool);
        for (int id = 0; id < POOL_THREADS; id++)
            ck_assert_int_eq(t.by_id[id], id < threads);
    }
}
END_TEST

START_TEST(every_item_is_done_once)
{
    static const int threads[] = {0, 1, 3, 64};
    for (int i = 0; i < COUNT(threads); i++)
        for (size_t count = 0; count <= 1000; count += 500) {
            Tally t = {.stop_at = SIZE_MAX};
            ck_assert(parallel_for(count, threads[i], count_item, &t));
            for (size_t item = 0; item < 1000; item++)
                ck_assert_int_eq(t.by_item[item], item < count);
        }
}
END_TEST

START_TEST(an_item_can_stop_the_rest)
{
    for (int threads = 1; threads <= 4; threads += 3) {
        Tally t = {.stop_at = 9};
        int done = 0;
        ck_assert(!parallel_for(1000, threads, count_item, &t));
        for (size_t item = 0; item < 1000; item++)
            done += t.by_item[item];
        for (size_t item = 0; item <= 9; item++)
            ck_assert_int_eq(t.by_item[item], 1);
        if (threads == 1)
            ck_assert_int_eq(done, 10);
    }
}
END_TEST

#ifndef _WIN32 /* which cuts the size of a stack to 32 bits */
static void *never_run(void *self) { return self; }

/* No thread can have a stack of this size, so the caller's thread does all the work. */
START_TEST(the_caller_does_it_alone)
{
    Tally t = {0};
    pthread_t thread;
    const size_t too_much = (size_t)1 << 60;
    ck_assert(!thread_start(&thread, too_much, never_run, NULL));
    pool_work(5, too_much, count_id, &t);
    for (int id = 0; id < POOL_THREADS; id++)
        ck_assert_int_eq(t.by_id[id], id == 0);
}
END_TEST
#endif

/* Fills a part of the stack. */
static void *use_stack(void *self)
{
    enum { USED = 12 << 20 };
    char room[USED];
    memset(room, 1, sizeof room);
    *(bool *)self = ((volatile char *)room)[USED / 2] == 1;
    return NULL;
}

START_TEST(stacks_have_the_size)
{
    pthread_t thread;
    bool used = false;
    ck_assert(thread_start(&thread, 16 << 20, use_stack, &used));
    pthread_join(thread, NULL);
    ck_assert(used);
}
END_TEST

Suite *pool_suite(void)
{
    Suite *s = suite_create("pool");
    TCase *tc = tcase_create("pool");
    tcase_add_test(tc, every_thread_works_once);
    tcase_add_test(tc, every_item_is_done_once);
    tcase_add_test(tc, an_item_can_stop_the_rest);
#ifndef _WIN32
    tcase_add_test(tc, the_caller_does_it_alone);
#endif
    tcase_add_test(tc, stacks_have_the_size);
    suite_add_tcase(s, tc);
    return s;
}
