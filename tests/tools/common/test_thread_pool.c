/* Tests the pool of threads: each task is done once, by a thread that knows its number. */
#include <criterion/criterion.h>
#include <pthread.h>

#include "thread_pool.h"

enum { THREADS = 5, TASKS = 1000 };

typedef struct tally {
    thread_pool *inner;
    int inner_runs;
    int done[TASKS];
    long by[THREADS];
    pthread_t of[THREADS]; /* who had the number first */
    bool known[THREADS], shared;
} tally;

static void count(void *context, int number)
{
    tally *t = context;
    const int self = thread_pool_self();
    cr_assert(self >= 0 && self < THREADS);
    if (t->known[self] && !pthread_equal(t->of[self], pthread_self())) {
        t->shared = true;
    }
    t->known[self] = true;
    t->of[self] = pthread_self();
    t->by[self]++;
    t->done[number]++;
}

static void check(const tally *t)
{
    long sum = 0;
    for (int i = 0; i < TASKS; i++) {
        cr_assert_eq(t->done[i], 1, "task %d was done %d times", i, t->done[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        sum += t->by[i];
    }
    cr_assert_eq(sum, TASKS);
    cr_assert(!t->shared, "two threads had the same number");
}

Test(thread_pool, each_task_is_done_once_by_a_numbered_thread)
{
    failure why;
    thread_pool *pool = thread_pool_new(THREADS, &why);
    cr_assert(pool, "%s", why.text);
    for (int round = 0; round < 20; round++) {
        tally t = {.inner = NULL};
        thread_pool_run(pool, TASKS, count, &t);
        check(&t);
        cr_assert_eq(thread_pool_self(), 0, "outside of tasks");
    }
    thread_pool_free(pool);
}

static void run_inner(void *context, int number)
{
    tally *t = context;
    const int self = thread_pool_self();
    (void)number;
    if (self == 0) { /* one thread at a time may use a pool */
        tally inner = {.inner = NULL};
        thread_pool_run(t->inner, TASKS, count, &inner);
        check(&inner);
        cr_assert_eq(thread_pool_self(), self);
        t->inner_runs++;
    }
}

Test(thread_pool, a_task_may_run_another_pool)
{
    failure why;
    thread_pool *outer = thread_pool_new(2, &why);
    tally t = {.inner = thread_pool_new(THREADS, &why)};
    cr_assert(outer && t.inner, "%s", why.text);
    /* In one round the other thread may be quick enough to do all tasks. */
    for (int round = 0; round < 1000 && t.inner_runs == 0; round++) {
        thread_pool_run(outer, 64, run_inner, &t);
    }
    cr_expect_gt(t.inner_runs, 0);
    thread_pool_free(outer);
    thread_pool_free(t.inner);
}
