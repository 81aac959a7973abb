#include "rule_run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/plural.h"
#include "rule_record.h"
#include "status_line.h"
#include "thread_pool.h"

/* What one thread works with. */
typedef struct worker {
    search *search;
    rule_reference reference;
} worker;

typedef struct run {
    const rule_plan *plan;
    const suite *suite;
    rule_results *results;
    lab_record *record; /* may be NULL */
    int *todo;          /* positions with something to search */
    int todo_count;
    worker *each;         /* [threads] */
    pthread_mutex_t lock; /* of all that follows, and of the record */
    long searched;
    double playouts, playouts_done; /* that are to be searched */
    status_line line;
    bool failed;
    failure *why;
} run;

static search_options options_of(const rule_plan *plan, const rule *r)
{
    return (search_options){.algorithm = SEARCH_MCTS,
                            .hash_mb = plan->hash_mb,
                            .threads = 1,
                            .multi_pv = 1,
                            .nets = plan->nets,
                            .kernels = kernels_best(),
                            .techniques = r->techniques,
                            .params = search_params_default()};
}

/* A search from nothing, with what the worker's search is set to. */
static move search_position(const worker *own, const position *pos, long playouts)
{
    const search_limits limits = {.nodes = (uint64_t)playouts};
    line game;
    line_start(&game, pos);
    search_new_game(own->search);
    search_arm(own->search);
    return search_go(own->search, pos, &game, &limits, NULL, NULL).best;
}

static void show(run *r)
{
    if (status_line_is_due(&r->line)) {
        const double rate = r->playouts_done / status_line_elapsed(&r->line);
        status_line_show(&r->line, (r->playouts - r->playouts_done) / rate,
                         "mcts: %d %s, %.1f%% done, %.0f playouts a second", r->todo_count,
                         plural((uint64_t)r->todo_count, "position", "positions"),
                         100.0 * r->playouts_done / r->playouts, rate);
    }
}

/* Keeps what a search came to; false if that failed, or anything before it. */
static bool keep(run *r, const rule_search *of, const suite_position *p, const rule_measure *m,
                 const worker *own, long playouts)
{
    pthread_mutex_lock(&r->lock);
    if (!r->failed && r->record) {
        r->failed = !rule_record_add(r->record, r->plan, of, p, m, &own->reference, r->why);
    }
    r->searched++;
    r->playouts_done += (double)playouts;
    show(r);
    const bool good = !r->failed;
    pthread_mutex_unlock(&r->lock);
    return good;
}

static bool configure(run *r, const worker *own, const rule *to)
{
    const search_options options = options_of(r->plan, to);
    failure why;
    if (search_configure(own->search, &options, &why)) {
        return true;
    }
    pthread_mutex_lock(&r->lock);
    if (!r->failed) {
        r->failed = true;
        fail(r->why, "%s", why.text);
    }
    pthread_mutex_unlock(&r->lock);
    return false;
}

/* The long search: from the record, or anew. */
static bool refer(run *r, worker *own, int number)
{
    const suite_position *p = &r->suite->positions[number];
    bool known = false;
    if (r->record) {
        pthread_mutex_lock(&r->lock);
        r->failed = r->failed || !rule_record_find_reference(r->record, r->plan, p, &own->reference,
                                                             &known, r->why);
        const bool failed = r->failed;
        pthread_mutex_unlock(&r->lock);
        if (failed || known) {
            return !failed;
        }
    }
    if (!configure(r, own, &r->plan->reference)) {
        return false;
    }
    const move best = search_position(own, &p->epd.pos, r->plan->reference_playouts);
    rule_sites_gather(own->search, best, &own->reference);
    const rule_measure m = rule_sites_measure(own->search, best, &own->reference);
    return keep(r, NULL, p, &m, own, r->plan->reference_playouts);
}

/* What the record does not know of a rule in a position. */
static bool try_rule(run *r, const worker *own, int rule_number, int number)
{
    const rule_plan *plan = r->plan;
    const suite_position *p = &r->suite->positions[number];
    bool configured = false;
    for (int k = 0; k < plan->checkpoints; k++) {
        rule_measure *m = rule_cell(plan, r->results, rule_number, k, number);
        const rule_search of = {&plan->rules[rule_number], plan->playouts[k]};
        if (m->known) {
            continue;
        }
        if (!configured && !configure(r, own, of.rule)) {
            return false;
        }
        configured = true;
        const move best = search_position(own, &p->epd.pos, of.playouts);
        *m = rule_sites_measure(own->search, best, &own->reference);
        if (!keep(r, &of, p, m, own, of.playouts)) {
            return false;
        }
    }
    return true;
}

/* All of a position; a thread_pool task. */
static void do_position(void *context, int task)
{
    run *r = context;
    const int number = r->todo[task];
    pthread_mutex_lock(&r->lock);
    bool good = !r->failed;
    pthread_mutex_unlock(&r->lock);
    if (!good) {
        return;
    }
    worker *own = &r->each[thread_pool_self()];
    good = refer(r, own, number);
    r->results->best[number] = good ? own->reference.best : MOVE_NONE;
    for (int i = 0; i < r->plan->rule_count && good; i++) {
        good = try_rule(r, own, i, number);
    }
}

/* Looks up what is known of a position, and adds up what is not. */
static bool look_up(run *r, int number, bool *whole, failure *why)
{
    const rule_plan *plan = r->plan;
    const suite_position *p = &r->suite->positions[number];
    rule_reference *reference = &r->each[0].reference;
    *whole = false;
    if (r->record && !rule_record_find_reference(r->record, plan, p, reference, whole, why)) {
        return false;
    }
    r->results->best[number] = *whole ? reference->best : MOVE_NONE;
    r->playouts += *whole ? 0.0 : (double)plan->reference_playouts;
    for (int i = 0; i < plan->rule_count; i++) {
        for (int k = 0; k < plan->checkpoints; k++) {
            rule_measure *m = rule_cell(plan, r->results, i, k, number);
            const rule_search of = {&plan->rules[i], plan->playouts[k]};
            m->known = false;
            if (r->record && !rule_record_find(r->record, plan, &of, p, m, why)) {
                return false;
            }
            *whole = *whole && m->known;
            r->playouts += m->known ? 0.0 : (double)of.playouts;
        }
    }
    return true;
}

static bool list_positions(run *r, failure *why)
{
    for (int i = 0; i < r->suite->count; i++) {
        bool whole;
        if (!look_up(r, i, &whole, why)) {
            return false;
        }
        if (!whole) {
            r->todo[r->todo_count++] = i;
        }
    }
    return true;
}

static bool make_workers(run *r, int threads, failure *why)
{
    const search_options options = options_of(r->plan, &r->plan->reference);
    for (int i = 0; i < threads; i++) {
        if (!(r->each[i].search = search_new(&options, why))) {
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
    thread_pool_run(pool, r->todo_count, do_position, r);
    pthread_mutex_destroy(&r->lock);
    thread_pool_free(pool);
    status_line_clear(&r->line);
    return !r->failed;
}

bool rule_run(const rule_plan *plan, const suite *s, const char *out, rule_results *results,
              long *searched, failure *why)
{
    run r = {.plan = plan, .suite = s, .results = results, .why = why};
    failure reason;
    const int threads = plan->threads;
    r.todo = calloc((size_t)s->count, sizeof *r.todo);
    r.each = calloc((size_t)threads, sizeof *r.each);
    bool good = (r.todo && r.each) || fail(why, "not enough memory for the run");
    good = good && make_workers(&r, threads, why) &&
           (!out || (r.record = rule_record_open(out, why))) && list_positions(&r, why) &&
           (!r.todo_count || work(&r, threads, why));
    *searched = r.searched;
    if (!lab_record_close(r.record, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    for (int i = 0; r.each && i < threads; i++) {
        search_free(r.each[i].search);
    }
    free(r.todo);
    free(r.each);
    return good;
}
