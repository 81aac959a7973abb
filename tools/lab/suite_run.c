#include "suite_run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/plural.h"
#include "status_line.h"
#include "suite_record.h"
#include "thread_pool.h"

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
    searchers *each;      /* [threads] */
    pthread_mutex_t lock; /* of all that follows, and of the record */
    int done;
    status_line line;
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

static void show(run *r)
{
    if (status_line_is_due(&r->line)) {
        const double rate = r->done / status_line_elapsed(&r->line);
        status_line_show(&r->line, (r->todo_count - r->done) / rate + r->plan->seconds_after,
                         "%s: %d of %d %s, %.2f a second",
                         r->plan->label ? r->plan->label : "suite", r->done, r->todo_count,
                         plural((uint64_t)r->todo_count, "search", "searches"), rate);
    }
}

static void keep(run *r, int index, const suite_result *result)
{
    const suite_position *p = &r->suite->positions[index / SEARCH_ALGORITHMS];
    pthread_mutex_lock(&r->lock);
    r->results[index] = *result;
    if (!r->failed && r->record) {
        r->failed = !suite_record_add(
            r->record, r->plan, (search_algorithm)(index % SEARCH_ALGORITHMS), p, result, r->why);
    }
    r->done++;
    show(r);
    pthread_mutex_unlock(&r->lock);
}

/* One search; a thread_pool task. */
static void do_task(void *context, int number)
{
    run *r = context;
    const int index = r->todo[number];
    const search_algorithm by = (search_algorithm)(index % SEARCH_ALGORITHMS);
    pthread_mutex_lock(&r->lock);
    const bool failed = r->failed;
    pthread_mutex_unlock(&r->lock);
    if (!failed) {
        search *own = r->each[thread_pool_self()].by[by];
        const position *pos = &r->suite->positions[index / SEARCH_ALGORITHMS].epd.pos;
        const suite_result result = search_position(own, r->plan, by, pos);
        keep(r, index, &result);
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
        searchers *own = &r->each[i / SEARCH_ALGORITHMS];
        if (r->plan->side[by].used && !(own->by[by] = search_new(&options, why))) {
            return false;
        }
    }
    return true;
}

static bool work(run *r, int threads, failure *why)
{
    thread_pool *pool = thread_pool_new(threads, why);
    if (!pool) {
        return false;
    }
    status_line_open(&r->line, stderr);
    pthread_mutex_init(&r->lock, NULL);
    thread_pool_run(pool, r->todo_count, do_task, r);
    pthread_mutex_destroy(&r->lock);
    thread_pool_free(pool);
    status_line_clear(&r->line);
    return !r->failed;
}

bool suite_run(const suite_plan *plan, const suite *s, const char *out, suite_result *results,
               int *searched, failure *why)
{
    const int threads = plan->threads;
    run r = {.plan = plan, .suite = s, .results = results, .why = why};
    failure reason;
    r.todo = calloc((size_t)s->count * SEARCH_ALGORITHMS, sizeof *r.todo);
    r.each = calloc((size_t)threads, sizeof *r.each);
    bool good = (r.todo && r.each) || fail(why, "not enough memory for the run");
    good = good && make_searches(&r, threads, why) &&
           (!out || (r.record = suite_record_open(out, why))) && list_tasks(&r, why) &&
           (!r.todo_count || work(&r, threads, why));
    *searched = r.done;
    if (!lab_record_close(r.record, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    for (int i = 0; r.each && i < threads * SEARCH_ALGORITHMS; i++) {
        search_free(r.each[i / SEARCH_ALGORITHMS].by[i % SEARCH_ALGORITHMS]);
    }
    free(r.todo);
    free(r.each);
    return good;
}
