#include "threads_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiment.h"
#include "files/seconds.h"
#include "suite_search.h"
#include "thread_pool.h"

static const lab_column columns[] = {
    LAB_NUMBER(threads_row, "threads", threads, COLUMN_KEY, 2, THREADS_MAX),
    LAB_NUMBER(threads_row, "depth", depth, COLUMN_KEY, 1, 1000),
    LAB_NUMBER(threads_row, "hash_mb", hash_mb, COLUMN_KEY, 0, 1 << 30),
    LAB_CHECK(threads_row, "net", net, COLUMN_KEY),
    ORIGIN_COLUMN_MACHINE(threads_row, COLUMN_KEY),
    LAB_TEXT(threads_row, "position", position, COLUMN_ITEM, 0, INT32_MAX),
    ORIGIN_COLUMN_BENCH(threads_row, COLUMN_KEY),
    LAB_NUMBER(threads_row, "one_us", one_us, COLUMN_FIGURE, 1, INT64_MAX),
    LAB_NUMBER(threads_row, "one_nodes", one_nodes, COLUMN_FIGURE, 0, INT64_MAX),
    LAB_NUMBER(threads_row, "shared_us", shared_us, COLUMN_FIGURE, 1, INT64_MAX),
    LAB_NUMBER(threads_row, "shared_nodes", shared_nodes, COLUMN_FIGURE, 0, INT64_MAX),
    LAB_NUMBER(threads_row, "beside_us", beside_us, COLUMN_FIGURE, 1, INT64_MAX),
    LAB_NUMBER(threads_row, "beside_nodes", beside_nodes, COLUMN_FIGURE, 0, INT64_MAX),
    ORIGIN_COLUMNS_OTHERS(threads_row),
    LAB_TEXT(threads_row, "suite", suite, COLUMN_GROUP, 0, SUITE_FILE_MAX - 1),
    LAB_QUOTED(threads_row, "id", id, COLUMN_NAME, INT32_MAX)};

const lab_schema threads_schema = {.what = "a record of threads",
                                   .columns = columns,
                                   .column_count = sizeof columns / sizeof *columns,
                                   .row_size = sizeof(threads_row)};

/* A search beside others. */
typedef struct runner {
    search *search;
    long long us, nodes;
} runner;

typedef struct run {
    const threads_plan *plan;
    const suite *suite;
    threads_row *rows;
    int *todo; /* positions */
    thread_pool *pool;
    search *shared;
    runner *beside; /* [threads]; the first is the one that runs alone, too */
    const position *pos;
} run;

static void take_nodes(void *user, const search *s, const search_info *info)
{
    (void)s;
    *(long long *)user = (long long)info->nodes;
}

/* The microseconds that a search takes, at least 1. */
static long long search_it(const run *r, search *s, long long *nodes)
{
    const search_limits limits = {.depth = r->plan->depth};
    line game;
    line_start(&game, r->pos);
    search_arm(s);
    const double begun = seconds_now();
    search_go(s, r->pos, &game, &limits, take_nodes, nodes);
    const long long us = (long long)(1e6 * (seconds_now() - begun));
    return us ? us : 1;
}

/* One of the searches side by side; a thread_pool task. */
static void run_beside(void *context, int number)
{
    const run *r = context;
    runner *own = &r->beside[number];
    own->us = search_it(r, own->search, &own->nodes);
}

/* Clearing a table takes time of its own, so it is no part of what is timed. */
static void clear(const run *r)
{
    search_new_game(r->shared);
    for (int i = 0; i < r->plan->threads; i++) {
        search_new_game(r->beside[i].search);
    }
}

/* An experiment's task: all three ways in one position. */
static bool measure(experiment *e, void *context, int task, int worker, failure *why)
{
    run *r = context;
    const int index = r->todo[task];
    threads_row *row = &r->rows[index];
    (void)worker;
    r->pos = &r->suite->positions[index].epd.pos;
    clear(r);
    row->one_us = search_it(r, r->beside[0].search, &row->one_nodes);
    row->shared_us = search_it(r, r->shared, &row->shared_nodes);
    if (!search_has_threads(r->shared, why)) {
        return false;
    }
    clear(r);
    thread_pool_run(r->pool, r->plan->threads, run_beside, r);
    for (int i = 0; i < r->plan->threads; i++) {
        row->beside_us += r->beside[i].us;
        row->beside_nodes += r->beside[i].nodes;
    }
    row->beside_us /= r->plan->threads;
    return experiment_keep(e, row, 1.0, why);
}

static search *make_search(const threads_plan *plan, int threads, failure *why)
{
    const search_options options = {.algorithm = SEARCH_NEGAMAX,
                                    .hash_mb = plan->hash_mb,
                                    .threads = threads,
                                    .multi_pv = 1,
                                    .nets = plan->nets,
                                    .kernels = kernels_best(),
                                    .techniques = search_techniques_of(SETTING_MODERN),
                                    .params = search_params_default()};
    return search_new(&options, why);
}

static bool make_searches(run *r, failure *why)
{
    const threads_plan *plan = r->plan;
    r->beside = calloc((size_t)plan->threads, sizeof *r->beside);
    r->todo = calloc((size_t)r->suite->count, sizeof *r->todo);
    if (!r->beside || !r->todo) {
        return fail(why, "not enough memory for the searches");
    }
    for (int i = 0; i < plan->threads; i++) {
        if (!(r->beside[i].search = make_search(plan, 1, why))) {
            return false;
        }
    }
    r->shared = make_search(plan, plan->threads, why);
    r->pool = r->shared ? thread_pool_new(plan->threads, why) : NULL;
    return r->pool != NULL;
}

/* Takes a row from the record; *known says whether it is there. A row that is only there under
 * another name is added under this one. */
static bool look_up(lab_record *record, threads_row *row, bool *known, failure *why)
{
    const threads_row wanted = *row, *found = record ? lab_record_find(record, row) : NULL;
    *known = found != NULL;
    if (!found) {
        return true;
    }
    *row = *found;
    row->suite = wanted.suite;
    row->id = wanted.id;
    return lab_record_add_names(record, found, row, why);
}

/* Fills in what the record holds, and notes the other positions; their number, or -1 and `why`. */
static int list_tasks(run *r, lab_record *record, uint32_t defaults, failure *why)
{
    const uint32_t net = nets_checksum(r->plan->nets);
    int tasks = 0;
    for (int i = 0; i < r->suite->count; i++) {
        const suite_position *p = &r->suite->positions[i];
        bool known;
        r->rows[i] = (threads_row){.position = p->fen,
                                   .threads = r->plan->threads,
                                   .depth = r->plan->depth,
                                   .hash_mb = (long long)r->plan->hash_mb,
                                   .net = net,
                                   .origin = r->plan->origin,
                                   .suite = p->file,
                                   .id = p->name};
        r->rows[i].origin.defaults = defaults;
        if (!look_up(record, &r->rows[i], &known, why)) {
            return -1;
        }
        if (!known) {
            r->todo[tasks++] = i;
        }
    }
    return tasks;
}

bool threads_run(const threads_plan *plan, const suite *s, lab_record *record, threads_row rows[],
                 failure *why)
{
    run r = {.plan = plan, .suite = s, .rows = rows};
    experiment_plan e = {.name = "threads",
                         .unit = "positions",
                         .threads = 1,
                         .record = record,
                         .context = &r,
                         .work = measure};
    uint32_t defaults = 0;
    bool good =
        make_searches(&r, why) &&
        (!record || defaults_keep_search(record, SEARCH_NEGAMAX, SETTING_MODERN, &defaults, why));
    if (good) {
        e.tasks = list_tasks(&r, record, defaults, why);
        e.effort = e.tasks;
        good = e.tasks >= 0 && experiment_run(&e, why);
    }
    thread_pool_free(r.pool);
    search_free(r.shared);
    for (int i = 0; r.beside && i < plan->threads; i++) {
        search_free(r.beside[i].search);
    }
    free(r.beside);
    free(r.todo);
    return good;
}

bool threads_sum(const lab_group *group, threads_figures *figures)
{
    double *logs = calloc(group->count, sizeof *logs);
    double us[3] = {0.0}, nodes[3] = {0.0};
    if (!logs) {
        return false;
    }
    for (size_t i = 0; i < group->count; i++) {
        const threads_row *row = threads_row_at(group, i);
        const double row_us[] = {(double)row->one_us, (double)row->shared_us,
                                 (double)row->beside_us};
        const double row_nodes[] = {(double)row->one_nodes, (double)row->shared_nodes,
                                    (double)row->beside_nodes};
        logs[i] = log(row_us[1] / row_us[0]);
        for (int way = 0; way < 3; way++) {
            us[way] += row_us[way];
            nodes[way] += row_nodes[way];
        }
    }
    const bounded mean = mean_of(logs, (int)group->count);
    free(logs);
    figures->time = (bounded){exp(mean.value), exp(mean.low), exp(mean.high)};
    if (group->count == 1) {
        figures->time.low = figures->time.high = figures->time.value;
    }
    figures->one = 1e6 * nodes[0] / us[0];
    figures->shared = 1e6 * nodes[1] / us[1];
    figures->beside = 1e6 * nodes[2] / us[2];
    return true;
}
