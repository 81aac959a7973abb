/* Tests experiments: each task is done once, and the first failure ends them. */
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>

#include "experiment.h"

enum { TASKS = 100, WORKERS = 4, BAD_TASK = 20 };

typedef struct work_log {
    atomic_int done[TASKS], bad_workers;
} work_log;

static bool count(experiment *e, void *context, int task, int worker, failure *why)
{
    work_log *log = context;
    atomic_fetch_add(&log->done[task], 1);
    atomic_fetch_add(&log->bad_workers, worker < 0 || worker >= WORKERS);
    return experiment_keep(e, NULL, 1.0, why);
}

static bool count_to_bad(experiment *e, void *context, int task, int worker, failure *why)
{
    return task == BAD_TASK ? fail(why, "task %d", task) : count(e, context, task, worker, why);
}

static experiment_plan plan_of(work_log *log, int threads)
{
    return (experiment_plan){.name = "test",
                             .unit = "tasks",
                             .threads = threads,
                             .tasks = TASKS,
                             .effort = TASKS,
                             .context = log,
                             .work = count};
}

Test(experiment, each_task_once)
{
    work_log log = {.bad_workers = 0};
    const experiment_plan plan = plan_of(&log, WORKERS);
    failure why;
    cr_assert(experiment_run(&plan, &why), "%s", why.text);
    for (int i = 0; i < TASKS; i++) {
        cr_expect_eq(log.done[i], 1, "task %d was done %d times", i, log.done[i]);
    }
    cr_expect_eq(log.bad_workers, 0);
}

Test(experiment, a_failure_ends_it)
{
    work_log log = {.bad_workers = 0};
    experiment_plan plan = plan_of(&log, 1);
    failure why;
    plan.work = count_to_bad;
    cr_assert_not(experiment_run(&plan, &why));
    cr_expect_str_eq(why.text, "task 20");
    for (int i = 0; i < TASKS; i++) {
        cr_expect_eq(log.done[i], i < BAD_TASK, "task %d", i);
    }
}
