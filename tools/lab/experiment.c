#include "experiment.h"

#include <pthread.h>
#include <stdio.h>

#include "files/status_line.h"
#include "thread_pool.h"

struct experiment {
    const experiment_plan *plan;
    pthread_mutex_t lock; /* of all that follows, and of the record */
    double done;          /* effort */
    status_line line;
    bool failed;
    failure *why;
};

static void show(experiment *e, double begun)
{
    const experiment_plan *plan = e->plan;
    const double done = e->done + begun;
    if (done > 0.0 && status_line_is_due(&e->line)) {
        char note[EXPERIMENT_NOTE_MAX] = "";
        const double rate = done / status_line_elapsed(&e->line);
        if (plan->note) {
            plan->note(plan->context, note);
        }
        status_line_show(&e->line, (plan->effort - done) / rate,
                         "%s: %.0f of %.0f %s, %.2f a second%s", plan->name, done, plan->effort,
                         plan->unit, rate, note);
    }
}

void experiment_show(experiment *e, double begun)
{
    pthread_mutex_lock(&e->lock);
    show(e, begun);
    pthread_mutex_unlock(&e->lock);
}

bool experiment_keep(experiment *e, const void *row, double effort, failure *why)
{
    pthread_mutex_lock(&e->lock);
    const bool good = !e->plan->record || lab_record_add(e->plan->record, row, why);
    e->done += effort;
    show(e, 0.0);
    pthread_mutex_unlock(&e->lock);
    return good;
}

/* A thread_pool task. */
static void do_task(void *context, int number)
{
    experiment *e = context;
    failure why;
    pthread_mutex_lock(&e->lock);
    const bool ended = e->failed;
    pthread_mutex_unlock(&e->lock);
    if (ended || e->plan->work(e, e->plan->context, number, thread_pool_self(), &why)) {
        return;
    }
    pthread_mutex_lock(&e->lock);
    if (!e->failed) {
        e->failed = true;
        fail(e->why, "%s", why.text);
    }
    pthread_mutex_unlock(&e->lock);
}

bool experiment_run(const experiment_plan *plan, failure *why)
{
    experiment e = {.plan = plan, .why = why};
    thread_pool *pool = thread_pool_new(plan->threads, why);
    if (!pool) {
        return false;
    }
    status_line_open(&e.line, stderr);
    pthread_mutex_init(&e.lock, NULL);
    thread_pool_run(pool, plan->tasks, do_task, &e);
    pthread_mutex_destroy(&e.lock);
    thread_pool_free(pool);
    status_line_clear(&e.line);
    return !e.failed;
}
