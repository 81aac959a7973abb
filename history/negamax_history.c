#include "history/negamax_history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "gravity_tables.h"

struct negamax_history {
    gravity_tables *gravity;
    order_history *order;
    reduction_history *reductions;
    correction_history *correction;
    bool orders, reduces, corrects; /* a classical order, a reduction, a correction is in use */
    move counter[HIST_ROWS_AFTER];
};

negamax_history *hist_negamax_new(const hist_negamax_settings *settings)
{
    negamax_history *h = calloc(1, sizeof *h);
    if (!h) {
        return NULL;
    }
    h->gravity = gravity_new(&settings->gravity);
    h->order = hist_order_new(&settings->order);
    h->reductions = hist_reduce_new(&settings->reductions);
    h->correction = correction_new(&settings->correction);
    if (!h->gravity || !h->order || !h->reductions || !h->correction) {
        hist_negamax_free(h);
        return NULL;
    }
    hist_negamax_configure(h, settings);
    return h;
}

void hist_negamax_free(negamax_history *h)
{
    if (h) {
        gravity_free(h->gravity);
        hist_order_free(h->order);
        hist_reduce_free(h->reductions);
        correction_free(h->correction);
        free(h);
    }
}

void hist_negamax_configure(negamax_history *h, const hist_negamax_settings *settings)
{
    gravity_configure(h->gravity, &settings->gravity);
    hist_order_configure(h->order, &settings->order);
    hist_reduce_configure(h->reductions, &settings->reductions);
    correction_configure(h->correction, &settings->correction);
    h->orders = settings->order.rule != HIST_ORDER_GRAVITY;
    h->reduces = settings->reductions.rule != HIST_REDUCE_TABLE;
    h->corrects = false;
    for (int i = 0; i < CORRECTION_FEATURES; i++) {
        h->corrects |= settings->correction.weight_1024[i] > 0;
    }
}

void hist_negamax_clear(negamax_history *h)
{
    gravity_clear(h->gravity);
    hist_order_clear(h->order);
    hist_reduce_clear(h->reductions);
    correction_clear(h->correction);
    memset(h->counter, 0, sizeof h->counter);
}

void hist_negamax_new_search(negamax_history *h)
{
    gravity_new_search(h->gravity);
    hist_order_new_search(h->order);
    hist_reduce_new_search(h->reductions);
}

void hist_learn_node(negamax_history *h, const hist_node_result *result)
{
    assert(result->count <= HIST_TRIED_MAX && result->best < result->count && result->depth > 0);
    gravity_learn(h->gravity, result);
    hist_count_moves(h, result);
    if (h->reduces) {
        hist_reduce_learn(h->reductions, result);
    }
}

void hist_learn_move(negamax_history *h, const hist_move *m, hist_outcome outcome)
{
    if (h->reduces) {
        hist_reduce_learn_move(h->reductions, m, outcome);
    }
}

void hist_count_moves(negamax_history *h, const hist_node_result *result)
{
    if (h->orders) {
        hist_order_learn(h->order, result);
    }
}

void hist_learn_quiet(negamax_history *h, const hist_context *context, const hist_move *m,
                      int bonus)
{
    assert(m->victim == HIST_QUIET);
    gravity_adjust(h->gravity, context, m, bonus);
}

int hist_depth_bonus(const negamax_history *h, int depth)
{
    return gravity_bonus(h->gravity, depth);
}

void hist_order_quiets(const negamax_history *h, const hist_context *context,
                       const hist_move moves[], int count, int scores[])
{
    if (h->orders) {
        hist_order_scores(h->order, moves, count, scores);
    } else {
        gravity_order(h->gravity, context, moves, count, scores);
    }
}

void hist_add_priors(const negamax_history *h, const float logs[], int count, int scores[])
{
    /* The scores of classical rules are the bits of floats, which are logarithms in all but their
     * last digits: so many bits are a unit of the natural logarithm. */
    const float classical_unit = 0x1p23f * 1.442695f, gravity_unit = 1024.0f * HIST_PRIOR_UNIT;
    const float unit = h->orders ? classical_unit : gravity_unit;
    for (int i = 0; i < count; i++) {
        const int64_t sum = scores[i] + (int64_t)(logs[i] * unit);
        scores[i] = sum > INT32_MIN ? (int)sum : INT32_MIN;
    }
}

int hist_move_score(const negamax_history *h, hist_purpose purpose, const hist_context *context,
                    const hist_move *m)
{
    return gravity_score(h->gravity, purpose, context, m);
}

bool hist_reduces(const negamax_history *h, const hist_move *m, int depth)
{
    return hist_reduce_asks(h->reductions, m, depth);
}

void hist_note_reduction(negamax_history *h, const hist_move *m)
{
    hist_reduce_done(h->reductions, m);
}

move hist_counter_move(const negamax_history *h, int row)
{
    return h->counter[row];
}

void hist_keep_counter_move(negamax_history *h, int row, move m)
{
    if (row != HIST_NO_MOVE) {
        h->counter[row] = m;
    }
}

bool hist_corrects(const negamax_history *h)
{
    return h->corrects;
}

int hist_correction(const negamax_history *h, const correction_keys *keys)
{
    return h->corrects ? correction_of(h->correction, keys) : 0;
}

void hist_learn_error(negamax_history *h, const correction_keys *keys, int depth,
                      const correction_finding *found)
{
    if (h->corrects && correction_is_due(found)) {
        correction_learn(h->correction, keys, depth, found->score - found->evaluation);
    }
}
