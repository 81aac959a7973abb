/* Tests the pool of threads: each task is done once, also by a pool within a task. */
#include <criterion/criterion.h>
#include <stdatomic.h>

#include "thread_pool.h"

enum { THREADS = 5, TASKS = 1000 };

static void count(void *context, int number)
{
    int *done = context;
    done[number]++;
}

/* Runs all tasks once and expects each to be done. */
static void run_and_check(thread_pool *pool)
{
    int done[TASKS] = {0};
    thread_pool_run(pool, TASKS, count, done);
    for (int i = 0; i < TASKS; i++) {
        cr_assert_eq(done[i], 1, "task %d was done %d times", i, done[i]);
    }
}

Test(thread_pool, each_task_is_done_once)
{
    failure why;
    thread_pool *pool = thread_pool_new(THREADS, &why);
    cr_assert(pool, "%s", why.text);
    for (int round = 0; round < 20; round++) {
        run_and_check(pool);
    }
    thread_pool_free(pool);
}

typedef struct nested {
    thread_pool *inner;
    atomic_int turns; /* of those who wait for it: one thread at a time may use a pool */
} nested;

static void run_inner(void *context, int number)
{
    nested *n = context;
    while (atomic_load(&n->turns) != number) {
    }
    run_and_check(n->inner);
    atomic_fetch_add(&n->turns, 1);
}

Test(thread_pool, a_task_may_run_another_pool)
{
    failure why;
    thread_pool *outer = thread_pool_new(2, &why);
    nested n = {.inner = thread_pool_new(THREADS, &why)};
    cr_assert(outer && n.inner, "%s", why.text);
    thread_pool_run(outer, 16, run_inner, &n);
    cr_expect_eq(atomic_load(&n.turns), 16);
    thread_pool_free(outer);
    thread_pool_free(n.inner);
}
