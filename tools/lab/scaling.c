#include "scaling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/plural.h"
#include "scaling_record.h"
#include "seconds.h"
#include "status_line.h"
#include "suite_plan.h"
#include "thread_pool.h"

/* A search beside others. */
typedef struct runner {
    search *search;
    double seconds;
    uint64_t nodes;
} runner;

typedef struct scaling {
    const scaling_plan *plan;
    thread_pool *pool;
    search *shared;
    runner *beside; /* [threads]; the first is the one that runs alone, too */
    const position *pos;
} scaling;

static void look(void *user, const search *s, const search_info *info)
{
    (void)s;
    *(uint64_t *)user = info->nodes;
}

static double search_it(const scaling *all, search *s, uint64_t *nodes)
{
    const search_limits limits = {.depth = all->plan->depth};
    line game;
    line_start(&game, all->pos);
    search_arm(s);
    const double begun = seconds_now();
    search_go(s, all->pos, &game, &limits, look, nodes);
    return seconds_now() - begun;
}

/* One of the searches side by side; a thread_pool task. */
static void run_beside(void *context, int number)
{
    const scaling *all = context;
    runner *own = &all->beside[number];
    own->seconds = search_it(all, own->search, &own->nodes);
}

/* Clearing a table takes time of its own, so it is no part of what is timed. */
static void forget(const scaling *all)
{
    search_new_game(all->shared);
    for (int i = 0; i < all->plan->threads; i++) {
        search_new_game(all->beside[i].search);
    }
}

static void measure(scaling *all, scaling_position *p)
{
    forget(all);
    p->way[SCALING_ONE].seconds = search_it(all, all->beside[0].search, &p->way[SCALING_ONE].nodes);
    p->way[SCALING_SHARED].seconds = search_it(all, all->shared, &p->way[SCALING_SHARED].nodes);
    forget(all);
    thread_pool_run(all->pool, all->plan->threads, run_beside, all);
    p->way[SCALING_BESIDE].seconds = 0.0;
    p->way[SCALING_BESIDE].nodes = 0;
    for (int i = 0; i < all->plan->threads; i++) {
        p->way[SCALING_BESIDE].seconds += all->beside[i].seconds / all->plan->threads;
        p->way[SCALING_BESIDE].nodes += all->beside[i].nodes;
    }
}

static search *make_search(const scaling_plan *plan, int threads, failure *why)
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

static bool make_searches(scaling *all, failure *why)
{
    const scaling_plan *plan = all->plan;
    all->beside = calloc((size_t)plan->threads, sizeof *all->beside);
    if (!all->beside) {
        return fail(why, "not enough memory for the searches");
    }
    for (int i = 0; i < plan->threads; i++) {
        if (!(all->beside[i].search = make_search(plan, 1, why))) {
            return false;
        }
    }
    all->shared = make_search(plan, plan->threads, why);
    all->pool = all->shared ? thread_pool_new(plan->threads, why) : NULL;
    return all->pool != NULL;
}

/* Measures what the record does not hold. */
static bool run_all(scaling *all, const suite *s, lab_record *record, scaling_position *positions,
                    failure *why)
{
    const scaling_plan *plan = all->plan;
    status_line status;
    int measured = 0;
    bool good = true;
    scaling_setup setup = {.threads = plan->threads,
                           .depth = plan->depth,
                           .hash_mb = (long)plan->hash_mb,
                           .net_check = suite_net_check(plan->nets)};
    machine_name(setup.machine);
    status_line_open(&status, stderr);
    for (int i = 0; good && i < s->count; i++) {
        const suite_position *p = &s->positions[i];
        if (record && scaling_record_find(record, &setup, p, &positions[i])) {
            continue;
        }
        all->pos = &p->epd.pos;
        measure(all, &positions[i]);
        good = !record || scaling_record_add(record, &setup, p, &positions[i], why);
        measured++;
        if (status_line_is_due(&status)) {
            status_line_show(&status, status_line_elapsed(&status) / measured * (s->count - i - 1),
                             "threads: %d of %d %s", i + 1, s->count,
                             plural((uint64_t)s->count, "position", "positions"));
        }
    }
    status_line_clear(&status);
    return good;
}

bool scaling_run(const scaling_plan *plan, const suite *s, lab_record *record,
                 scaling_position *positions, failure *why)
{
    scaling all = {.plan = plan};
    const bool good = make_searches(&all, why) && run_all(&all, s, record, positions, why);
    thread_pool_free(all.pool);
    search_free(all.shared);
    for (int i = 0; all.beside && i < plan->threads; i++) {
        search_free(all.beside[i].search);
    }
    free(all.beside);
    return good;
}

scaling_figures scaling_sum(const scaling_position *positions, int count)
{
    scaling_figures f;
    double sum = 0.0, squares = 0.0, seconds[SCALING_WAYS] = {0.0}, nodes[SCALING_WAYS] = {0.0};
    for (int i = 0; i < count; i++) {
        const scaling_position *p = &positions[i];
        const double ratio = log(p->way[SCALING_SHARED].seconds / p->way[SCALING_ONE].seconds);
        sum += ratio;
        squares += ratio * ratio;
        for (int way = 0; way < SCALING_WAYS; way++) {
            seconds[way] += p->way[way].seconds;
            nodes[way] += (double)p->way[way].nodes;
        }
    }
    const double mean = sum / count;
    const double variance = count > 1 ? (squares - sum * mean) / (count - 1) : 0.0;
    const double error = 1.959963984540054 * sqrt(variance / count);
    f.speedup[0] = exp(mean);
    f.speedup[1] = exp(mean - error);
    f.speedup[2] = exp(mean + error);
    for (int way = 0; way < SCALING_WAYS; way++) {
        f.rate[way] = nodes[way] / seconds[way];
    }
    return f;
}
