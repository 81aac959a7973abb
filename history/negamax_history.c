#include "history/negamax_history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "negamax_history_parts.h"

enum { WEIGHT_ONE = 1024 };

static_assert((int64_t)HIST_TABLES * HIST_LIMIT * HIST_WEIGHT_MAX <= INT32_MAX, "sums fit 32 bits");

negamax_history *hist_negamax_new(const hist_negamax_settings *settings)
{
    negamax_history *h = calloc(1, sizeof *h);
    if (h) {
        hist_negamax_configure(h, settings);
    }
    return h;
}

void hist_negamax_free(negamax_history *h)
{
    free(h);
}

static void append(table_list *list, int table, int weight)
{
    int place = list->count++;
    if (hist_table_rows[table].key == HIST_KEY_PIECE_TO) {
        list->entry[place] = list->entry[list->piece_to_count];
        place = list->piece_to_count++;
    }
    list->entry[place].table = hist_table_rows[table];
    list->entry[place].weight = weight;
}

static void configure_gravity(negamax_history *h, const hist_gravity_settings *settings)
{
    assert(settings->growth.most >= 0 && settings->growth.most <= HIST_LIMIT);
    h->growth = settings->growth;
    memset(h->read, 0, sizeof h->read);
    memset(h->written, 0, sizeof h->written);
    for (int i = 0; i < HIST_TABLES; i++) {
        const int kind = hist_table_rows[i].takes == HIST_TAKES_NOISY ? NOISY : QUIET;
        bool used = false;
        for (int purpose = 0; purpose < HIST_PURPOSES; purpose++) {
            const int weight = settings->weight_1024[purpose][i];
            assert(weight >= 0 && weight <= HIST_WEIGHT_MAX);
            if (weight) {
                append(&h->read[purpose][kind], i, weight);
                used = true;
            }
        }
        if (used) {
            append(&h->written[kind], i, 0);
            h->touched[hist_table_rows[i].memory] = true;
        }
    }
}

void hist_negamax_configure(negamax_history *h, const hist_negamax_settings *settings)
{
    configure_gravity(h, &settings->gravity);
    hist_order_configure(&h->order, &settings->order);
    hist_reduce_configure(&h->reductions, &settings->reductions);
    correction_configure(&h->correction, &settings->correction);
    h->orders = settings->order.rule != HIST_ORDER_GRAVITY;
    h->reduces = settings->reductions.rule != HIST_REDUCE_TABLE;
    h->corrects = false;
    for (int i = 0; i < CORRECTION_FEATURES; i++) {
        h->corrects |= settings->correction.weight_1024[i] > 0;
    }
}

static void clear_memory(negamax_history *h, hist_cells memory)
{
    const hist_memory *cells = &hist_memories[memory];
    if (h->touched[memory]) {
        memset(h->cell + cells->first, 0, (size_t)cells->count * sizeof h->cell[0]);
    }
}

void hist_negamax_clear(negamax_history *h)
{
    for (int i = 0; i < HIST_MEMORIES; i++) {
        clear_memory(h, (hist_cells)i);
    }
    memset(h->counter, 0, sizeof h->counter);
    hist_order_clear(&h->order);
    hist_reduce_clear(&h->reductions);
    correction_clear(&h->correction);
}

void hist_negamax_new_search(negamax_history *h)
{
    for (int i = 0; i < HIST_TABLES; i++) {
        if (hist_table_rows[i].one_search) {
            clear_memory(h, hist_table_rows[i].memory);
        }
    }
    hist_order_new_search(&h->order);
    hist_reduce_new_search(&h->reductions);
}

/* ---- Order ---- */

static move_kind_of_tables kind_of(const hist_move *m)
{
    return m->victim == HIST_QUIET ? QUIET : NOISY;
}

/* A row and its weight. */
typedef struct weighted_row {
    const int16_t *cell;
    int weight;
} weighted_row;

static weighted_row row_of(const negamax_history *h, const table_list *list, int i,
                           const hist_context *context)
{
    const hist_table_row *table = &list->entry[i].table;
    return (weighted_row){h->cell + hist_row_cell(table, context),
                          list->entry[i].weight / hist_weight_divisor(table, context)};
}

static void order_by_gravity(const negamax_history *h, const hist_context *context,
                             const hist_move moves[], int count, int scores[])
{
    const table_list *list = &h->read[HIST_TO_ORDER][kind_of(&moves[0])];
    int i = 0;
    memset(scores, 0, (size_t)count * sizeof scores[0]);
    /* Three rows a pass: the default settings have three. */
    for (; i + 2 < list->piece_to_count; i += 3) {
        const weighted_row a = row_of(h, list, i, context), b = row_of(h, list, i + 1, context),
                           c = row_of(h, list, i + 2, context);
        for (int k = 0; k < count; k++) {
            const int cell = hist_cell(HIST_KEY_PIECE_TO, &moves[k]);
            scores[k] +=
                a.weight * a.cell[cell] + b.weight * b.cell[cell] + c.weight * c.cell[cell];
        }
    }
    for (; i < list->count; i++) {
        const weighted_row row = row_of(h, list, i, context);
        const hist_move_key key = list->entry[i].table.key;
        for (int k = 0; k < count; k++) {
            scores[k] += row.weight * row.cell[hist_cell(key, &moves[k])];
        }
    }
}

void hist_order(const negamax_history *h, const hist_context *context, const hist_move moves[],
                int count, int scores[])
{
    if (count == 0) {
        return;
    }
    if (h->orders && kind_of(&moves[0]) == QUIET) {
        hist_order_scores(&h->order, moves, count, scores);
    } else {
        order_by_gravity(h, context, moves, count, scores);
    }
}

void hist_add_priors(const negamax_history *h, const float logs[], int count, int scores[])
{
    /* The scores of classical rules are the bits of floats, which are nearly their logarithms to
     * the base 2 in units of 2^-23. */
    const float classical_unit = 0x1p23f * 1.442695f, gravity_unit = 1024.0f * HIST_PRIOR_UNIT;
    const float unit = h->orders ? classical_unit : gravity_unit;
    for (int i = 0; i < count; i++) {
        const int64_t sum = scores[i] + (int64_t)(logs[i] * unit);
        scores[i] = sum > INT32_MIN ? (int)sum : INT32_MIN;
    }
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

/* ---- Judge ---- */

int hist_judge(const negamax_history *h, const hist_context *context, const hist_move *m)
{
    const table_list *list = &h->read[HIST_TO_JUDGE][kind_of(m)];
    const int piece_to = hist_cell(HIST_KEY_PIECE_TO, m);
    int score = 0, i = 0;
    for (; i < list->piece_to_count; i++) {
        const hist_table_row *table = &list->entry[i].table;
        score +=
            list->entry[i].weight *
            h->cell[table->first + HIST_CELLS_PIECE_TO * context->row[table->context] + piece_to];
    }
    for (; i < list->count; i++) {
        const hist_table_row *table = &list->entry[i].table;
        const int weight = list->entry[i].weight / hist_weight_divisor(table, context);
        score += weight * h->cell[hist_row_cell(table, context) + hist_cell(table->key, m)];
    }
    return score / WEIGHT_ONE;
}

/* ---- Learn ---- */

int hist_result_add(hist_result *r, const hist_move *m, hist_outcome outcome)
{
    if (r->count == HIST_TRIED_MAX) {
        if (outcome == HIST_FAILED) {
            return -1;
        }
        r->count--;
    }
    r->moves[r->count] = *m;
    r->outcomes[r->count] = (uint8_t)outcome;
    return r->count++;
}

/* Adds a bonus to the move's cell in each table of its kind. */
void hist_learn_bonus(negamax_history *h, const hist_context *context, const hist_move *m,
                      int bonus)
{
    const table_list *list = &h->written[kind_of(m)];
    assert(abs(bonus) <= HIST_LIMIT);
    for (int i = 0; i < list->count; i++) {
        const hist_table_row *table = &list->entry[i].table;
        if (hist_row_is_used(table, context)) {
            int16_t *cell = &h->cell[hist_row_cell(table, context) + hist_cell(table->key, m)];
            *cell = (int16_t)hist_gravity(*cell, bonus, HIST_LIMIT);
        }
    }
}

int hist_depth_bonus(const negamax_history *h, int depth)
{
    /* The bonus grows with the depth, and `most` bounds the influence of one node. */
    const hist_growth *g = &h->growth;
    const int bonus = g->square * depth * depth + g->linear * depth + g->constant;
    return bonus < 0 ? 0 : bonus < g->most ? bonus : g->most;
}

static int malus_of(int bonus, int factor_1024)
{
    const int malus = bonus * factor_1024 / WEIGHT_ONE;
    return malus < HIST_LIMIT ? malus : HIST_LIMIT;
}

static void learn_by_gravity(negamax_history *h, const hist_result *result)
{
    if (result->best < 0) {
        return;
    }
    const hist_growth *g = &h->growth;
    const int bonus = hist_depth_bonus(h, result->depth);
    const int malus[KINDS] = {[QUIET] = malus_of(bonus, g->malus_quiet_1024),
                              [NOISY] = malus_of(bonus, g->malus_capture_1024)};
    const move_kind_of_tables best_kind = kind_of(&result->moves[result->best]);
    for (int i = 0; i < result->count; i++) {
        const move_kind_of_tables kind = kind_of(&result->moves[i]);
        if (kind == NOISY || best_kind == QUIET) {
            hist_learn_bonus(h, result->context, &result->moves[i],
                             i == result->best ? bonus : -malus[kind]);
        }
    }
}

void hist_learn(negamax_history *h, const hist_result *result)
{
    assert(result->count <= HIST_TRIED_MAX && result->best < result->count && result->depth > 0);
    learn_by_gravity(h, result);
    hist_learn_aside(h, result);
    if (h->reduces) {
        hist_reduce_learn(&h->reductions, result);
    }
}

void hist_learn_aside(negamax_history *h, const hist_result *result)
{
    if (h->orders) {
        hist_order_learn(&h->order, result);
    }
}

void hist_learn_cut(negamax_history *h, const hist_context *context, const hist_move *m, int bonus,
                    int depth, bool pv)
{
    assert(m->victim == HIST_QUIET);
    hist_learn_bonus(h, context, m, bonus);
    if (h->orders) {
        hist_result one;
        hist_result_begin(&one, context, depth, pv);
        hist_result_add(&one, m, HIST_CUT);
        hist_order_learn(&h->order, &one);
    }
}

/* ---- Correct ---- */

bool hist_corrects(const negamax_history *h)
{
    return h->corrects;
}

int hist_correction(const negamax_history *h, const correction_keys *keys)
{
    return h->corrects ? correction_of(&h->correction, keys) : 0;
}

void hist_learn_error(negamax_history *h, const correction_keys *keys, int depth,
                      const correction_finding *found)
{
    if (h->corrects) {
        correction_learn(&h->correction, keys, depth, found);
    }
}
