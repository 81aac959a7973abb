#include "negamax.h"

#include <stdlib.h>
#include <string.h>

#include "negamax_parts.h"
#include "nn/portable_math.h"
#include "system/threads.h"

/* Late-move reductions grow with the logarithms of depth and move number. */
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

static void free_worker(ab_worker *w)
{
    if (w) {
        hist_negamax_free(w->history);
        value_stack_free(w->accumulators);
        free(w->priors);
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
    const hist_negamax_settings histories =
        ab_history_settings(&options->techniques, &options->params);
    w->history = hist_negamax_new(&histories);
    w->accumulators = value_stack_new(&options->nets->value, options->kernels, AB_PLY_MAX + 1, why);
    w->priors = calloc(AB_PLY_MAX + 2, sizeof *w->priors);
    if (!w->history || !w->accumulators || !w->priors) {
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

/* Makes new workers for changed options and frees the old ones. Returns false if memory is short;
 * then nothing changes. */
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
    if (!tt_init(&n->table, options->hash_mb << 20, options->threads, why) ||
        !ab_configure(n, options, why)) {
        ab_free(n);
        return NULL;
    }
    return n;
}

bool ab_configure(negamax *n, const search_options *options, failure *why)
{
    const bool same = n->nets == options->nets && n->kernels == options->kernels;
    if (!same || n->worker_count != options->threads) {
        if (!replace_workers(n, options, why)) {
            return false;
        }
    }
    /* Other nets and frames give other evaluations, and other endgame tables other results. Those
     * in the table would not match them. */
    if (n->nets != options->nets || n->techniques.frame != options->techniques.frame ||
        !endgames_equal(&n->endgames, &options->endgames)) {
        tt_clear(&n->table, n->worker_count);
    }
    n->nets = options->nets;
    n->kernels = options->kernels;
    n->endgames = options->endgames;
    n->techniques = options->techniques;
    n->policy = (pick_policy){.order = (ab_policy_order)n->techniques.policy_order,
                              .net = {.nets = n->nets, .kernels = n->kernels}};
    n->params = options->params;
    n->multi_pv = options->multi_pv;
    n->table.rule = n->techniques.frame == AB_FRAME_MIA ? TT_TWO_DEEP : TT_AGED;
    fill_reductions(n);
    const hist_negamax_settings histories = ab_history_settings(&n->techniques, &n->params);
    n->reducer = ab_reducer_of((hist_reduce_rule)n->techniques.reduction_rule);
    n->asks_threats = ab_asks_threats(&n->techniques, &histories);
    for (int i = 0; i < n->worker_count; i++) {
        hist_negamax_configure(n->workers[i]->history, &histories);
    }
    return true;
}

void ab_new_game(negamax *n)
{
    tt_clear(&n->table, n->worker_count);
    for (int i = 0; i < n->worker_count; i++) {
        hist_negamax_clear(n->workers[i]->history);
    }
}

static void set_out(ab_worker *w, const position *root, const line *game)
{
    w->stopped = w->overtaken = false;
    w->until_check = 0;
    w->null_ply_least = 0;
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&w->table_hits, 0, memory_order_relaxed);
    w->path = *game;
    hist_negamax_new_search(w->history);
    memset(w->rows_after, 0, sizeof w->rows_after);
    hist_rows_of_game(game, ab_rows_after(w, 1 - HIST_MOVES_BEFORE));
    /* Quiescence and cuts use nodes that no search node has prepared. None of them may hold data of
     * the last search. */
    for (size_t i = 0; i < sizeof w->nodes_on_path / sizeof w->nodes_on_path[0]; i++) {
        ab_node *node = &w->nodes_on_path[i];
        node->eval = SCORE_NONE;
        node->killers[0] = node->killers[1] = MOVE_NONE;
        node->excluded = node->played = MOVE_NONE;
        node->extensions = node->reduction = node->cuts = 0;
    }
    ab_node *first = ab_root(w);
    first->pos = *root;
    first->reversible = root->halfmove_clock;
    first->context = hist_context_of(root, ab_rows_after(w, 0), 0);
    first->checks = pos_check_info(root);
    /* The key of a position does not tell which rook castles. */
    for (int i = 0; i < AB_PLY_MAX + 2; i++) {
        w->priors[i].count = 0;
    }
    value_stack_reset(w->accumulators);
}

/* What the table knows with another contempt is not valid. */
static void set_contempt(negamax *n, const position *root)
{
    const int of_white = control_contempt_of_white(n->control, root);
    if (of_white != n->contempt_of_white) {
        tt_clear(&n->table, n->worker_count);
    }
    n->contempt_of_white = of_white;
    n->draw[0] = SCORE_DRAW - n->control->limits.contempt;
    n->draw[1] = SCORE_DRAW + n->control->limits.contempt;
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
    n->endgame_pieces = control->endgame.asks ? endgames_pieces(&n->endgames) : 0;
    atomic_store(&n->quit, false);
    set_contempt(n, root);
    tt_new_search(&n->table);
    for (int i = 0; i < n->worker_count; i++) {
        set_out(n->workers[i], root, game);
    }
    ab_stage_begin(n, root, &control->limits);
    ab_mates_begin(n, root, game);
    /* If a helper cannot be started, the search runs without it. */
    while (helpers + 1 < n->worker_count &&
           system_thread_start(&threads[helpers], help, n->workers[helpers + 1])) {
        helpers++;
    }
    control->missing_threads = n->worker_count - 1 - helpers;
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

size_t ab_bytes_total(const negamax *n)
{
    return n->table.bucket_count * sizeof(tt_bucket);
}

size_t ab_bytes_used(const negamax *n)
{
    return ab_bytes_total(n) / 1000 * (size_t)tt_hashfull(&n->table);
}
