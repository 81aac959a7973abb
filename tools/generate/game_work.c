#include "game_work.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "system/threads.h"

/* A worker gives up after this number of failed tasks in a row. */
enum { FAILURES_MAX = 5 };

/* The time between looks at signals and at the status line. */
enum { LOOK_MS = 200 };

typedef struct pool pool;

typedef struct worker {
    pool *pool;
    int index;
    pthread_t thread;
    teacher *teacher; /* changes under the pool's lock */
    int failures;     /* failed tasks in a row */
    game given, made;
    uint8_t *record; /* GAME_RECORD_MAX + 4 bytes */
} worker;

struct pool {
    game_work *work;
    const teacher_parts *parts;
    pthread_mutex_t lock; /* of all below, and of the work */
    pthread_cond_t changed;
    atomic_bool ending; /* the teachers look at it without the lock */
    bool failed;        /* for the reason `why` */
    failure *why;
    int started, alive;
    worker workers[GAME_WORKERS_MAX];
};

/* Ends the work: the teachers' answers are not needed any more. */
static void end_work(pool *p)
{
    if (!p->ending) {
        p->ending = true;
        for (int i = 0; i < p->started; i++) {
            if (p->workers[i].teacher) {
                teacher_interrupt(p->workers[i].teacher);
            }
        }
    }
    pthread_cond_broadcast(&p->changed);
}

/* Goes on if `good`. Otherwise ends the work as failed, for the reason that `why` has. */
static void go_on(pool *p, bool good)
{
    p->failed |= !good;
    if (!good || p->work->rules->is_done(p->work)) {
        end_work(p);
    }
    pthread_cond_broadcast(&p->changed);
}

/* Waits for a task. Returns false when the work ends. */
static bool get_task(worker *w, game_task *task)
{
    pool *p = w->pool;
    while (!p->ending) {
        bool any = false;
        *task = (game_task){.number = 0};
        if (!p->work->rules->give(p->work, task, &any, p->why)) {
            go_on(p, false);
        } else if (any) {
            p->work->busy++;
            return true;
        } else if (p->work->rules->is_done(p->work)) {
            end_work(p);
        } else {
            pthread_cond_wait(&p->changed, &p->lock);
        }
    }
    return false;
}

static void change_teacher(worker *w, teacher *t)
{
    pthread_mutex_lock(&w->pool->lock);
    teacher *old = w->teacher;
    w->teacher = t;
    pthread_mutex_unlock(&w->pool->lock);
    teacher_stop(old);
}

/* Decodes the given game and makes the task's game. */
static task_status make(worker *w, const game_task *task, failure *why)
{
    const pool *p = w->pool;
    w->given.ply_count = 0;
    if (task->size && !game_decode(task->record, task->size, &w->given, why)) {
        return TASK_HOPELESS;
    }
    if (!w->teacher) {
        teacher *t = teacher_start(p->parts, &p->ending, why);
        if (!t) {
            return TASK_FAILED;
        }
        change_teacher(w, t);
    }
    return p->work->rules->make(p->work->context, w->teacher, task->number, &w->given, &w->made,
                                why);
}

static void say(const worker *w, const char *what, const char *why)
{
    const game_work *work = w->pool->work;
    status_line_clear(&work->line);
    fprintf(work->out, "worker %d %s: %s\n", w->index + 1, what, why);
    fflush(work->out);
}

/* Passes on what became of a task. Returns false if the worker ends. */
static bool report(worker *w, const game_task *task, task_status status, size_t size,
                   const failure *reason)
{
    pool *p = w->pool;
    const game_work_rules *rules = p->work->rules;
    p->work->busy--;
    if (p->ending) {
        return false;
    }
    if (status == TASK_DONE) {
        w->failures = 0;
        go_on(p, rules->take ? rules->take(p->work, task->number, w->record, size, p->why)
                             : game_log_add(p->work->log, task->number, w->record, size, p->why));
        return true;
    }
    const bool gives_up = ++w->failures >= FAILURES_MAX || status == TASK_HOPELESS;
    say(w, gives_up ? "gives up" : "failed", reason->text);
    p->work->failures++;
    go_on(p, !rules->lose || rules->lose(p->work, task->number, gives_up, reason->text, p->why));
    return !gives_up;
}

static void *work_on(void *argument)
{
    worker *w = argument;
    pool *p = w->pool;
    game_task task;
    bool going_on = true;
    pthread_mutex_lock(&p->lock);
    while (going_on && get_task(w, &task)) {
        failure why = {""};
        size_t size = 0;
        pthread_mutex_unlock(&p->lock);
        task_status status = make(w, &task, &why);
        if (status == TASK_DONE) {
            size = game_encode(&w->made, w->record, &why);
            status = size ? TASK_DONE : TASK_FAILED;
        }
        if (status != TASK_DONE) {
            change_teacher(w, NULL);
        }
        pthread_mutex_lock(&p->lock);
        going_on = report(w, &task, status, size, &why);
    }
    p->alive--;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    change_teacher(w, NULL);
    return NULL;
}

static bool start_worker(pool *p)
{
    worker *w = &p->workers[p->started];
    *w = (worker){.pool = p, .index = p->started, .record = malloc(GAME_RECORD_MAX + 4)};
    if (!w->record) {
        return fail(p->why, "not enough memory for workers");
    }
    if (!system_thread_start(&w->thread, work_on, w)) {
        free(w->record);
        return fail(p->why, "cannot start worker %d of %d", p->started + 1, p->work->workers);
    }
    p->started++;
    p->alive++;
    return true;
}

/* Waits for a change, or a moment. */
static void wait_a_moment(pool *p)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&p->changed, &p->lock, &until);
}

/* Starts the workers and waits until the work ends. */
static void supervise(pool *p)
{
    game_work *w = p->work;
    go_on(p, true);
    while (!p->ending && p->started < w->workers) {
        go_on(p, start_worker(p));
    }
    while (!p->ending) {
        wait_a_moment(p);
        if (status_line_is_due(&w->line)) {
            w->rules->show(w);
        }
        if (w->rules->is_done(w)) { /* its time may be over */
            end_work(p);
        } else if (!p->ending && interrupts_pending()) {
            w->stopped = true;
            end_work(p);
        } else if (!p->ending && p->alive == 0) {
            go_on(p, fail(p->why, "no worker is left"));
        }
    }
}

/* Runs the workers. Returns false and fills `why` if the work could not go on. */
static bool run_pool(game_work *w, const teacher_parts *parts, failure *why)
{
    pool *p = calloc(1, sizeof *p);
    if (!p) {
        return fail(why, "not enough memory for workers");
    }
    p->work = w;
    p->parts = parts;
    p->why = why;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    pthread_mutex_lock(&p->lock);
    supervise(p);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->started; i++) {
        worker *one = &p->workers[i];
        pthread_join(one->thread, NULL);
        game_free(&one->given);
        game_free(&one->made);
        free(one->record);
    }
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    const bool good = !p->failed;
    free(p);
    return good;
}

static bool run_with_log(game_work *w, const teacher_parts *parts, const char *name, failure *why)
{
    failure reason;
    w->log = game_log_open(w->path, w->rules->mark(w, teacher_checksum(parts, name)), why);
    if (!w->log) {
        return false;
    }
    w->before = game_log_count(w->log);
    w->rules->print_plan(w, name);
    fflush(w->out);
    status_line_open(&w->line, w->out);
    bool good = run_pool(w, parts, why);
    status_line_clear(&w->line);
    w->rules->print_outcome(w);
    fflush(w->out);
    if (!game_log_close(w->log, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    return good;
}

work_end game_work_run(game_work *w, failure *why)
{
    teacher_parts parts;
    failure name;
    assert(w->workers > 0 && w->workers <= GAME_WORKERS_MAX);
    signal(SIGPIPE, SIG_IGN);
    interrupts_block();
    if (!teacher_parts_open(&parts, w->teacher, why)) {
        return WORK_FAILED;
    }
    const bool good = teacher_try(&parts, &name, why) && run_with_log(w, &parts, name.text, why);
    teacher_parts_close(&parts);
    return !good ? WORK_FAILED : w->stopped ? WORK_STOPPED : WORK_DONE;
}
