#include "history/mcts_history.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "correction_cells.h"
#include "learning.h"
#include "nn/portable_math.h"
#include "system/memory.h"

const char *const hist_main_words[] = {"off", "butterfly", "seed", "threats", "piece-to", NULL};
const char *const hist_learning_words[] = {"gravity", "mean", NULL};
const char *const hist_signal_words[] = {"absolute", "logit", "value", NULL};

HIST_ASSERT_WORDS(hist_main_words, HIST_MAINS);
HIST_ASSERT_WORDS(hist_learning_words, HIST_LEARNINGS);
HIST_ASSERT_WORDS(hist_signal_words, HIST_SIGNALS);
static_assert(HIST_BONUS_MAX <= INT32_MAX / HIST_GRAVITY_MAX, "gravity multiplies in 32 bits");
static_assert(HIST_BONUS_MAX <= INT32_MAX / HIST_MEAN_LIMIT_MAX, "sums fit 32 bits");

typedef struct table_in_use {
    hist_table_row row;
    float weight;
} table_in_use;

/* A logit is needed at each node of each playout, so it comes from a table. Between 0.01 and 0.99
 * the straight lines of the table are nearer than 0.002. */
enum { LOGIT_STEPS = 1024 };

struct mcts_history {
    hist_mcts_settings settings;
    table_in_use tables[HIST_TABLES];
    int table_count;
    bool touched[HIST_MEMORIES]; /* was in use at some time; all other regions are zero */
    hist_weighted_mean *errors;  /* CORRECTION_ALL cells */
    bool corrected;              /* errors were learnt; else all cells are zero */
    move answer[HIST_ROWS_AFTER];
    float logit[LOGIT_STEPS + 1];   /* of 0, 1 / LOGIT_STEPS, ... 1, bounded */
    int32_t value[HIST_ALL_CELLS];  /* gravity: h; mean: the sum of bonuses */
    uint32_t count[HIST_ALL_CELLS]; /* mean: the number of bonuses in the sum */
};

/* Keeps logits finite. */
static float bounded_logit(float score)
{
    return nn_logit(score < 0.001f ? 0.001f : score > 0.999f ? 0.999f : score);
}

mcts_history *hist_mcts_new(const hist_mcts_settings *settings)
{
    mcts_history *h = calloc(1, sizeof *h);
    if (!h) {
        return NULL;
    }
    /* Each leaf reads six cells anywhere. */
    h->errors = system_aligned_take(SYSTEM_LARGE_ALIGNMENT, CORRECTION_ALL * sizeof *h->errors);
    if (!h->errors) {
        free(h);
        return NULL;
    }
    memset(h->errors, 0, CORRECTION_ALL * sizeof *h->errors);
    for (int i = 0; i <= LOGIT_STEPS; i++) {
        h->logit[i] = bounded_logit((float)i / (float)LOGIT_STEPS);
    }
    h->settings = *settings;
    hist_mcts_configure(h, settings);
    return h;
}

void hist_mcts_free(mcts_history *h)
{
    if (h) {
        system_aligned_give(h->errors);
        free(h);
    }
}

static void clear_memory(mcts_history *h, hist_cells memory)
{
    const hist_memory *cells = &hist_memories[memory];
    if (h->touched[memory]) {
        memset(h->value + cells->first, 0, (size_t)cells->count * sizeof h->value[0]);
        memset(h->count + cells->first, 0, (size_t)cells->count * sizeof h->count[0]);
    }
}

static void clear_tables(mcts_history *h)
{
    for (int i = 0; i < HIST_MEMORIES; i++) {
        clear_memory(h, (hist_cells)i);
    }
    memset(h->answer, 0, sizeof h->answer);
}

void hist_mcts_clear(mcts_history *h)
{
    clear_tables(h);
    /* A search without corrections should not clear megabytes at each game. */
    if (h->corrected) {
        memset(h->errors, 0, CORRECTION_ALL * sizeof *h->errors);
        h->corrected = false;
    }
}

static void halve_tables(mcts_history *h)
{
    for (int i = 0; i < HIST_MEMORIES; i++) {
        const hist_memory *cells = &hist_memories[i];
        for (int k = 0; h->touched[i] && k < cells->count; k++) {
            h->value[cells->first + k] /= 2;
            h->count[cells->first + k] /= 2;
        }
    }
}

void hist_mcts_new_search(mcts_history *h)
{
    for (int i = 0; i < HIST_TABLES; i++) {
        if (hist_table_rows[i].one_search) {
            clear_memory(h, hist_table_rows[i].memory);
        }
    }
    if (h->settings.age == HIST_AGE_CLEAR) {
        clear_tables(h);
    } else if (h->settings.age == HIST_AGE_HALVE) {
        halve_tables(h);
    }
}

void hist_mcts_configure(mcts_history *h, const hist_mcts_settings *settings)
{
    assert(settings->gravity > 0 && settings->gravity <= HIST_GRAVITY_MAX);
    assert(settings->mean_limit > 1 && settings->mean_limit <= HIST_MEAN_LIMIT_MAX);
    assert(settings->correction.prior >= 0.0f && settings->correction.memory >= 1.0f);
    assert(settings->logit_divisor > 0 && settings->mean_divisor > 0 && settings->mean_prior > 0);
    const hist_mcts_settings old = h->settings;
    h->settings = *settings;
    if (old.main != settings->main || old.learning != settings->learning ||
        old.signal != settings->signal || old.gravity != settings->gravity ||
        old.captures != settings->captures) {
        clear_tables(h);
    }
    h->table_count = 0;
    for (int i = 0; i < HIST_TABLES; i++) {
        if (settings->percent[i]) {
            table_in_use *table = &h->tables[h->table_count++];
            *table = (table_in_use){hist_table_rows[i], (float)settings->percent[i] / 100.0f};
            if (settings->captures == HIST_CAPTURES_APART && table->row.takes == HIST_TAKES_ANY) {
                table->row.takes = HIST_TAKES_QUIET;
            }
            h->touched[hist_table_rows[i].memory] = true;
        }
    }
}

hist_playout hist_playout_of(float score)
{
    return (hist_playout){score, bounded_logit(score)};
}

/* bounded_logit() by the table. */
static float quick_logit(const mcts_history *h, float score)
{
    const float place = score * (float)LOGIT_STEPS;
    const int row = (int)place < LOGIT_STEPS ? (int)place : LOGIT_STEPS - 1;
    return h->logit[row] + (place - (float)row) * (h->logit[row + 1] - h->logit[row]);
}

static float signal_of(const mcts_history *h, hist_playout playout, float before)
{
    switch (h->settings.signal) {
    case HIST_SIGNAL_LOGIT:
        return playout.logit - quick_logit(h, before);
    case HIST_SIGNAL_VALUE:
        return 4.0f * (playout.score - before);
    default:
        return playout.logit;
    }
}

static int bonus_of(const mcts_history *h, hist_playout playout, float before)
{
    const hist_mcts_settings *s = &h->settings;
    const int bonus = (int)((float)s->bonus_scale * signal_of(h, playout, before));
    /* Under gravity a bonus beyond the limit would push the cell past it. */
    const bool limited = s->learning == HIST_LEARN_GRAVITY && s->gravity < HIST_BONUS_MAX;
    const int limit = limited ? s->gravity : HIST_BONUS_MAX;
    return bonus > limit ? limit : bonus < -limit ? -limit : bonus;
}

void hist_learn_playout(mcts_history *h, const hist_context *context, const hist_move *m,
                        hist_playout playout, float before)
{
    const hist_mcts_settings *s = &h->settings;
    const int bonus = h->table_count ? bonus_of(h, playout, before) : 0;
    for (int i = 0; i < h->table_count; i++) {
        const hist_table_row *table = &h->tables[i].row;
        if (!hist_row_is_used(table, context) || !hist_takes_move(table, m)) {
            continue;
        }
        const int cell = hist_row_cell(table, context) + hist_cell(table->key, m);
        if (s->learning == HIST_LEARN_GRAVITY) {
            h->value[cell] = hist_gravity(h->value[cell], bonus, s->gravity);
        } else {
            hist_add_to_mean(&h->value[cell], &h->count[cell], bonus, (uint32_t)s->mean_limit);
        }
    }
}

bool hist_counts_proven(const mcts_history *h)
{
    return h->settings.main == HIST_MAIN_SEED;
}

/* The logit of a cell at full weight. */
static float logit_of(const mcts_history *h, int cell)
{
    const float value = (float)h->value[cell];
    if (h->settings.learning == HIST_LEARN_GRAVITY) {
        return value / (float)h->settings.logit_divisor;
    }
    const float weight = (float)(h->count[cell] + (uint32_t)h->settings.mean_prior);
    return value / weight / (float)h->settings.mean_divisor;
}

void hist_add_logits(const mcts_history *h, const hist_context *context, const hist_move moves[],
                     int count, float logits[])
{
    for (int i = 0; i < h->table_count; i++) {
        const hist_table_row table = h->tables[i].row;
        const float weight = h->tables[i].weight / (float)hist_weight_divisor(&table, context);
        const int row = hist_row_cell(&table, context);
        if (!hist_row_is_used(&table, context)) {
            continue;
        }
        for (int k = 0; k < count; k++) {
            if (hist_takes_move(&table, &moves[k])) {
                logits[k] += weight * logit_of(h, row + hist_cell(table.key, &moves[k]));
            }
        }
    }
}

float hist_logit(const mcts_history *h, const hist_context *context, const hist_move *m)
{
    float logit = 0.0f;
    hist_add_logits(h, context, m, 1, &logit);
    return logit;
}

bool hist_square_logits(const mcts_history *h, colour side, float logits[SQUARES * SQUARES])
{
    const float weight = (float)h->settings.percent[HIST_TABLE_BUTTERFLY] / 100.0f;
    if (weight == 0.0f) {
        return false;
    }
    for (int i = 0; i < SQUARES * SQUARES; i++) {
        const hist_move m = {.piece = (uint8_t)(side == WHITE ? 0 : 6),
                             .from = (uint8_t)(i / SQUARES),
                             .to = (uint8_t)(i % SQUARES)};
        const hist_table_row *table = &hist_table_rows[HIST_TABLE_BUTTERFLY];
        logits[i] = weight * logit_of(h, table->first + hist_cell(table->key, &m));
    }
    return true;
}

move hist_mcts_counter_move(const mcts_history *h, int row)
{
    assert(row < HIST_ROWS_AFTER);
    return h->answer[row];
}

void hist_mcts_keep_counter_move(mcts_history *h, int row, move m)
{
    assert(row < HIST_ROWS_AFTER);
    if (row != HIST_NO_MOVE) {
        h->answer[row] = m;
    }
}

void hist_prefetch_leaf(const mcts_history *h, const correction_keys *keys)
{
    for (int i = 0; i < CORRECTION_PLACES; i++) {
        __builtin_prefetch(&h->errors[correction_cell(keys, i)], 1);
    }
}

float hist_leaf_correction(const mcts_history *h, const correction_keys *keys)
{
    const leaf_settings *s = &h->settings.correction;
    float sum = 0.0f;
    for (int i = 0; i < CORRECTION_PLACES; i++) {
        const float share = s->share[correction_feature_at[i]];
        const hist_weighted_mean *error = &h->errors[correction_cell(keys, i)];
        if (share > 0.0f && error->weight > 0.0f) {
            sum += share * error->mean * (error->weight / (error->weight + s->prior));
        }
    }
    return sum > LEAF_CORRECTION_MAX    ? LEAF_CORRECTION_MAX
           : sum < -LEAF_CORRECTION_MAX ? -LEAF_CORRECTION_MAX
                                        : sum;
}

void hist_learn_leaf_error(mcts_history *h, const correction_keys *keys, float error, float weight)
{
    const leaf_settings *s = &h->settings.correction;
    assert(weight > 0.0f && fabsf(error) <= 2.0f * LEAF_LOGIT_MAX);
    h->corrected = true;
    for (int i = 0; i < CORRECTION_PLACES; i++) {
        if (s->share[correction_feature_at[i]] > 0.0f && correction_learns_at(keys, i)) {
            hist_add_weighted(&h->errors[correction_cell(keys, i)], error, weight, s->memory);
        }
    }
}
