#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "negamax.h"
#include "nn/real.h"

/* Late-move reductions grow with the logarithms of depth and of the move's number. */
static void fill_reductions(negamax *n)
{
    const float base = (float)n->params.ab_reduction_base_1024;
    const float slope = (float)n->params.ab_reduction_slope_1024;
    for (int depth = 0; depth <= AB_DEPTH_MAX; depth++) {
        for (int number = 0; number < AB_REDUCTION_MOVES; number++) {
            const float logs = depth && number ? nn_ln((float)depth) * nn_ln((float)number) : 0.0f;
            n->reduction[depth][number] = (int16_t)(base + slope * logs);
        }
    }
}

/* True if anything asks the gravity tables of quiet moves. */
static bool reads_gravity(const search_techniques *use)
{
    return use->quiet_rule == HIST_ORDER_GRAVITY || use->history_pruning ||
           (use->late_move_reductions && use->reduction_rule == HIST_REDUCE_TABLE);
}

static hist_tables tables_of(const search_techniques *use)
{
    const bool quiet = reads_gravity(use);
    return (hist_tables){quiet && use->quiet_history, use->threat_history, use->capture_history,
                         quiet && use->continuation_history};
}

static hist_order_params order_of(const search_techniques *use)
{
    return (hist_order_params){.rule = (hist_order_rule)use->quiet_rule,
                               .gain = (hist_increment)use->history_increment,
                               .charge = (hist_increment)use->butterfly_increment,
                               .key = (hist_order_key)use->history_key,
                               .best = (hist_best)use->history_best,
                               .age = (hist_age)use->history_age,
                               .scale = use->history_scale,
                               .prior = use->history_prior,
                               .pv = (hist_counting)use->history_pv};
}

static hist_reduce_params reductions_of(const search_techniques *use, const search_params *p)
{
    return (hist_reduce_params){.rule = (hist_reduce_rule)use->reduction_rule,
                                .key = (hist_reduce_key)use->reduction_key,
                                .at = (hist_reduce_threshold)use->prodeo_threshold,
                                .init = p->prodeo_init,
                                .inc = p->prodeo_inc,
                                .dec = p->prodeo_dec,
                                .threshold = p->prodeo_threshold,
                                .replace = p->prodeo_replace,
                                .peak_permille = p->peak_permille,
                                .weight = p->romstad_weight};
}

/* What the techniques make of a worker's histories. */
typedef struct history_settings {
    hist_tables tables;
    hist_order_params order;
    hist_reduce_params reductions;
    correction_settings correction;
} history_settings;

static history_settings histories_of(const search_techniques *use, const search_params *p)
{
    return (history_settings){tables_of(use), order_of(use), reductions_of(use, p),
                              ab_correction_settings(use, p)};
}

static void free_worker(ab_worker *w)
{
    if (w) {
        hist_moves_free(w->history);
        hist_order_free(w->order);
        hist_reduce_free(w->reductions);
        correction_free(w->correction);
        negamax_stack_free(w->accumulators);
        free(w);
    }
}

static ab_worker *new_worker(negamax *n, const search_options *options, int number, failure *why)
{
    ab_worker *w = calloc(1, sizeof *w);
    if (!w) {
        fail(why, "not enough memory for thread %d", number + 1);
        return NULL;
    }
    w->shared = n;
    w->number = number;
    const history_settings histories = histories_of(&options->techniques, &options->params);
    w->history = hist_moves_new(histories.tables);
    w->order = hist_order_new(&histories.order);
    w->reductions = hist_reduce_new(&histories.reductions);
    w->correction = correction_new(&histories.correction);
    w->accumulators =
        negamax_stack_new(&options->nets->negamax, options->kernels, AB_PLY_MAX + 1, why);
    if (!w->history || !w->order || !w->reductions || !w->correction || !w->accumulators) {
        free_worker(w);
        fail(why, "not enough memory for thread %d", number + 1);
        return NULL;
    }
    return w;
}

static void free_workers(ab_worker *workers[], int count)
{
    for (int i = 0; i < count; i++) {
        free_worker(workers[i]);
    }
}

/* Workers for changed options in place of those that there are; false if memory is short, and all
 * stays as it was. */
static bool replace_workers(negamax *n, const search_options *options, failure *why)
{
    ab_worker *made[THREADS_MAX];
    for (int i = 0; i < options->threads; i++) {
        made[i] = new_worker(n, options, i, why);
        if (!made[i]) {
            free_workers(made, i);
            return false;
        }
    }
    free_workers(n->workers, n->worker_count);
    memcpy(n->workers, made, (size_t)options->threads * sizeof made[0]);
    n->worker_count = options->threads;
    return true;
}

void ab_free(negamax *n)
{
    if (n) {
        free_workers(n->workers, n->worker_count);
        pthread_mutex_destroy(&n->stage_lock);
        tt_free(&n->table);
        free(n);
    }
}

negamax *ab_new(const search_options *options, failure *why)
{
    negamax *n = calloc(1, sizeof *n);
    if (!n) {
        fail(why, "not enough memory for a search");
        return NULL;
    }
    pthread_mutex_init(&n->stage_lock, NULL);
    if (!tt_init(&n->table, options->hash_mb << 20, options->threads)) {
        fail(why, "Hash %zu: this much memory is not available", options->hash_mb);
        ab_free(n);
        return NULL;
    }
    if (!ab_configure(n, options, why)) {
        ab_free(n);
        return NULL;
    }
    return n;
}

bool ab_configure(negamax *n, const search_options *options, failure *why)
{
    if (!options->nets->has_negamax) {
        return fail(why, "the net file has no net for negamax search");
    }
    const bool same = n->nets == options->nets && n->kernels == options->kernels;
    if (!same || n->worker_count != options->threads) {
        if (!replace_workers(n, options, why)) {
            return false;
        }
        /* Other nets give other evaluations; those in the table would linger. */
        if (n->nets != options->nets) {
            tt_clear(&n->table, n->worker_count);
        }
    }
    n->nets = options->nets;
    n->kernels = options->kernels;
    n->techniques = options->techniques;
    n->params = options->params;
    n->multi_pv = options->multi_pv;
    n->table.rule = n->techniques.two_deep ? TT_TWO_DEEP : TT_AGED;
    fill_reductions(n);
    const search_techniques *use = &n->techniques;
    const history_settings histories = histories_of(use, &n->params);
    n->asks_threats = use->threat_history && use->quiet_history && reads_gravity(use);
    n->counts = use->quiet_rule != HIST_ORDER_GRAVITY || use->reduction_rule != HIST_REDUCE_TABLE;
    n->corrects = use->correction_pawns || use->correction_minors || use->correction_non_pawns ||
                  use->correction_continuation;
    for (int i = 0; i < n->worker_count; i++) {
        const ab_worker *w = n->workers[i];
        hist_moves_configure(w->history, histories.tables);
        hist_order_configure(w->order, &histories.order);
        hist_reduce_configure(w->reductions, &histories.reductions);
        correction_configure(w->correction, &histories.correction);
    }
    return true;
}

void ab_new_game(negamax *n)
{
    tt_clear(&n->table, n->worker_count);
    n->table.age = 0;
    for (int i = 0; i < n->worker_count; i++) {
        hist_moves_clear(n->workers[i]->history);
        hist_order_clear(n->workers[i]->order);
        hist_reduce_clear(n->workers[i]->reductions);
        correction_clear(n->workers[i]->correction);
        memset(n->workers[i]->counter, 0, sizeof n->workers[i]->counter);
    }
}

static void set_out(ab_worker *w, const position *root, const line *game)
{
    w->stopped = w->overtaken = false;
    w->until_look = 0;
    w->null_ply_least = 0;
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    w->path = *game;
    hist_order_new_search(w->order);
    hist_reduce_new_search(w->reductions);
    /* Quiescence and cuts reach nodes that no search node has made ready: none may remember the
     * search before. */
    for (size_t i = 0; i < sizeof w->nodes_on_path / sizeof w->nodes_on_path[0]; i++) {
        w->nodes_on_path[i].eval = SCORE_NONE;
        w->nodes_on_path[i].killers[0] = w->nodes_on_path[i].killers[1] = MOVE_NONE;
        w->nodes_on_path[i].history = (hist_node){{HIST_SLOT_NONE, HIST_SLOT_NONE}};
        w->nodes_on_path[i].excluded = w->nodes_on_path[i].played = MOVE_NONE;
        w->nodes_on_path[i].extensions = 0;
    }
    ab_node *first = ab_root(w);
    first->pos = *root;
    first->checks = pos_check_info(root);
    negamax_stack_reset(w->accumulators);
}

static void *help(void *worker)
{
    ab_iterate(worker, NULL);
    return NULL;
}

search_result ab_go(negamax *n, const position *root, const line *game, search_control *control,
                    search_listener *listener, void *user, const search *owner)
{
    ab_reporter reporter = {listener, user, owner, control->start_us};
    pthread_t threads[THREADS_MAX];
    int helpers = 0;
    n->control = control;
    n->reporter = &reporter;
    atomic_store(&n->quit, false);
    tt_new_search(&n->table);
    for (int i = 0; i < n->worker_count; i++) {
        set_out(n->workers[i], root, game);
    }
    ab_stage_begin(n, root, &control->limits);
    /* A helper that cannot be started is done without. */
    while (helpers + 1 < n->worker_count &&
           pthread_create(&threads[helpers], NULL, help, n->workers[helpers + 1]) == 0) {
        helpers++;
    }
    ab_worker *main_worker = n->workers[0];
    ab_iterate(main_worker, &reporter);
    atomic_store(&n->quit, true);
    for (int i = 0; i < helpers; i++) {
        pthread_join(threads[i], NULL);
    }
    ab_report(main_worker, &reporter, true);
    n->reporter = NULL;
    const ab_root_move *best = &main_worker->stage.roots[0];
    return (search_result){best->move, best->pv_length > 1 ? best->pv[1] : MOVE_NONE};
}
