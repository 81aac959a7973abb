/* Tests the pool of threads: each task is done once. */
#include <criterion/criterion.h>

#include "thread_pool.h"

enum { THREADS = 5, TASKS = 1000 };

static void count(void *context, int number)
{
    int *done = context;
    done[number]++;
}

Test(thread_pool, each_task_is_done_once)
{
    failure why;
    thread_pool *pool = thread_pool_new(THREADS, &why);
    cr_assert(pool, "%s", why.text);
    for (int round = 0; round < 20; round++) {
        int done[TASKS] = {0};
        thread_pool_run(pool, TASKS, count, done);
        for (int i = 0; i < TASKS; i++) {
            cr_assert_eq(done[i], 1, "task %d was done %d times", i, done[i]);
        }
    }
    thread_pool_free(pool);
}
