#include "suite_run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "suite_record.h"
#include "train_clock.h"
#include "train_pool.h"

/* What one thread searches with; only what the plan uses is there. */
typedef struct searchers {
    search *by[SEARCH_ALGORITHMS];
} searchers;

typedef struct run {
    const suite_plan *plan;
    const suite *suite;
    suite_result *results;
    lab_record *record; /* may be NULL */
    int *todo;          /* indices of results that are not known */
    int todo_count;
    searchers *all;
    pthread_mutex_t lock; /* of all that follows, and of the record */
    searchers **idle;
    int idle_count, done;
    double begun;
    bool shown; /* the line on the terminal */
    bool failed;
    failure *why;
} run;

/* Since when the best move of the last report has stood. */
typedef struct watch {
    suite_result *result;
    move best;
} watch;

static void look(void *user, const search *s, const search_info *info)
{
    watch *w = user;
    const move best = info->pv_length ? info->pv[0] : MOVE_NONE;
    (void)s;
    if (best != w->best) {
        w->best = best;
        w->result->solution_nodes = info->nodes;
        w->result->solution_ms = info->time_ms;
    }
    w->result->nodes = info->nodes;
    w->result->time_ms = info->time_ms;
    w->result->depth = info->depth;
    w->result->score_kind = info->score.kind;
    w->result->score = info->score.value;
}

static suite_result search_position(search *s, const suite_plan *plan, search_algorithm by,
                                    const position *pos)
{
    const search_limits limits = {.time_ms_hard = plan->time_ms,
                                  .time_exact = plan->time_ms > 0,
                                  .depth = plan->depth,
                                  .nodes = plan->time_ms ? 0 : plan->side[by].nodes};
    suite_result result = {.known = true};
    watch w = {&result, MOVE_NONE};
    line game;
    line_start(&game, pos);
    search_new_game(s);
    search_arm(s);
    result.best = search_go(s, pos, &game, &limits, look, &w).best;
    if (result.best != w.best) {
        result.solution_nodes = result.nodes;
        result.solution_ms = result.time_ms;
    }
    return result;
}

static void show(const run *r)
{
    const double spent = train_clock() - r->begun;
    if (r->shown && spent > 0.0) {
        const double rate = r->done / spent;
        fprintf(stderr, "\r%s: %d of %d searches, %.2f a second, %.0f s left \033[K",
                r->plan->label ? r->plan->label : "suite", r->done, r->todo_count, rate,
                (r->todo_count - r->done) / rate);
    }
}

/* Keeps a result, and gives back what it was searched with. */
static void finish(run *r, int index, const suite_result *result, searchers *own)
{
    const suite_position *p = &r->suite->positions[index / SEARCH_ALGORITHMS];
    pthread_mutex_lock(&r->lock);
    r->results[index] = *result;
    if (!r->failed && r->record) {
        r->failed = !suite_record_add(
            r->record, r->plan, (search_algorithm)(index % SEARCH_ALGORITHMS), p, result, r->why);
    }
    r->idle[r->idle_count++] = own;
    r->done++;
    show(r);
    pthread_mutex_unlock(&r->lock);
}

/* One search; a train_pool task. */
static void do_task(void *context, int number)
{
    run *r = context;
    const int index = r->todo[number];
    const search_algorithm by = (search_algorithm)(index % SEARCH_ALGORITHMS);
    pthread_mutex_lock(&r->lock);
    searchers *own = r->failed ? NULL : r->idle[--r->idle_count];
    pthread_mutex_unlock(&r->lock);
    if (own) {
        const position *pos = &r->suite->positions[index / SEARCH_ALGORITHMS].epd.pos;
        const suite_result result = search_position(own->by[by], r->plan, by, pos);
        finish(r, index, &result, own);
    }
}

/* Looks up what is known and notes what is not. */
static bool list_tasks(run *r, failure *why)
{
    for (int i = 0; i < r->suite->count * SEARCH_ALGORITHMS; i++) {
        const search_algorithm by = (search_algorithm)(i % SEARCH_ALGORITHMS);
        r->results[i] = (suite_result){.known = false};
        if (!r->plan->side[by].used) {
            continue;
        }
        if (r->record &&
            !suite_record_find(r->record, r->plan, by, &r->suite->positions[i / SEARCH_ALGORITHMS],
                               &r->results[i], why)) {
            return false;
        }
        if (!r->results[i].known) {
            r->todo[r->todo_count++] = i;
        }
    }
    return true;
}

static bool make_searches(run *r, int threads, failure *why)
{
    for (int i = 0; i < threads * SEARCH_ALGORITHMS; i++) {
        const search_algorithm by = (search_algorithm)(i % SEARCH_ALGORITHMS);
        const search_options options = {.algorithm = by,
                                        .hash_mb = r->plan->hash_mb,
                                        .threads = 1,
                                        .multi_pv = 1,
                                        .nets = r->plan->nets,
                                        .kernels = kernels_best(),
                                        .techniques = r->plan->techniques,
                                        .params = search_params_default()};
        searchers *own = &r->all[i / SEARCH_ALGORITHMS];
        if (r->plan->side[by].used && !(own->by[by] = search_new(&options, why))) {
            return false;
        }
        r->idle[i / SEARCH_ALGORITHMS] = own;
    }
    r->idle_count = threads;
    return true;
}

static bool work(run *r, int threads, failure *why)
{
    train_pool *pool = train_pool_new(threads, why);
    if (!pool) {
        return false;
    }
    r->begun = train_clock();
    r->shown = isatty(STDERR_FILENO);
    pthread_mutex_init(&r->lock, NULL);
    train_pool_run(pool, r->todo_count, do_task, r);
    pthread_mutex_destroy(&r->lock);
    train_pool_free(pool);
    if (r->shown) {
        fputs("\r\033[K", stderr);
    }
    return !r->failed;
}

bool suite_run(const suite_plan *plan, const suite *s, const char *out, suite_result *results,
               int *searched, failure *why)
{
    const int threads = plan->threads;
    run r = {.plan = plan, .suite = s, .results = results, .why = why};
    failure reason;
    r.todo = calloc((size_t)s->count * SEARCH_ALGORITHMS, sizeof *r.todo);
    r.all = calloc((size_t)threads, sizeof *r.all);
    r.idle = calloc((size_t)threads, sizeof *r.idle);
    bool good = (r.todo && r.all && r.idle) || fail(why, "not enough memory for the run");
    good = good && make_searches(&r, threads, why) &&
           (!out || (r.record = suite_record_open(out, why))) && list_tasks(&r, why) &&
           (!r.todo_count || work(&r, threads, why));
    *searched = r.done;
    if (!lab_record_close(r.record, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    for (int i = 0; r.all && i < threads * SEARCH_ALGORITHMS; i++) {
        search_free(r.all[i / SEARCH_ALGORITHMS].by[i % SEARCH_ALGORITHMS]);
    }
    free(r.todo);
    free(r.all);
    free(r.idle);
    return good;
}
