#include "gravity_tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "learning.h"

enum { WEIGHT_ONE = 1024 };

static_assert((int64_t)HIST_TABLES * HIST_LIMIT * HIST_WEIGHT_MAX <= INT32_MAX, "sums fit 32 bits");

/* Tables in use. Those by piece and target, which are the most, come first. */
typedef struct table_list {
    int count, piece_to_count;
    struct {
        hist_table_row table;
        int weight;
    } entry[HIST_TABLES];
} table_list;

/* Moves are quiet or noisy; each kind has tables of its own. */
typedef enum { QUIET, NOISY, KINDS } move_kind_of_tables;

struct gravity_tables {
    hist_gravity_settings settings;
    table_list read[HIST_PURPOSES][KINDS];
    table_list written[KINDS];   /* without weights */
    bool touched[HIST_MEMORIES]; /* was in use at some time; all other regions are zero */
    int16_t cell[HIST_ALL_CELLS];
};

gravity_tables *gravity_new(const hist_gravity_settings *settings)
{
    gravity_tables *t = calloc(1, sizeof *t);
    if (t) {
        gravity_configure(t, settings);
    }
    return t;
}

void gravity_free(gravity_tables *t)
{
    free(t);
}

static void clear_memory(gravity_tables *t, hist_cells memory)
{
    const hist_memory *cells = &hist_memories[memory];
    if (t->touched[memory]) {
        memset(t->cell + cells->first, 0, (size_t)cells->count * sizeof t->cell[0]);
    }
}

void gravity_clear(gravity_tables *t)
{
    for (int i = 0; i < HIST_MEMORIES; i++) {
        clear_memory(t, (hist_cells)i);
    }
}

void gravity_new_search(gravity_tables *t)
{
    for (int i = 0; i < HIST_TABLES; i++) {
        if (hist_table_rows[i].one_search) {
            clear_memory(t, hist_table_rows[i].memory);
        }
    }
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

void gravity_configure(gravity_tables *t, const hist_gravity_settings *settings)
{
    assert(settings->growth.most >= 0 && settings->growth.most <= HIST_LIMIT);
    t->settings = *settings;
    memset(t->read, 0, sizeof t->read);
    memset(t->written, 0, sizeof t->written);
    for (int i = 0; i < HIST_TABLES; i++) {
        const int kind = hist_table_rows[i].takes == HIST_TAKES_NOISY ? NOISY : QUIET;
        bool used = false;
        for (int purpose = 0; purpose < HIST_PURPOSES; purpose++) {
            const int weight = settings->weight_1024[purpose][i];
            assert(weight >= 0 && weight <= HIST_WEIGHT_MAX);
            if (weight) {
                append(&t->read[purpose][kind], i, weight);
                used = true;
            }
        }
        if (used) {
            append(&t->written[kind], i, 0);
            t->touched[hist_table_rows[i].memory] = true;
        }
    }
}

static move_kind_of_tables kind_of(const hist_move *m)
{
    return m->victim == HIST_QUIET ? QUIET : NOISY;
}

int gravity_score(const gravity_tables *t, hist_purpose purpose, const hist_context *context,
                  const hist_move *m)
{
    const table_list *list = &t->read[purpose][kind_of(m)];
    const int piece_to = hist_cell(HIST_KEY_PIECE_TO, m);
    int score = 0, i = 0;
    for (; i < list->piece_to_count; i++) {
        const hist_table_row *table = &list->entry[i].table;
        score +=
            list->entry[i].weight *
            t->cell[table->first + HIST_CELLS_PIECE_TO * context->row[table->context] + piece_to];
    }
    for (; i < list->count; i++) {
        const hist_table_row *table = &list->entry[i].table;
        const int weight = list->entry[i].weight / hist_weight_divisor(table, context);
        score += weight * t->cell[hist_row_cell(table, context) + hist_cell(table->key, m)];
    }
    return score / WEIGHT_ONE;
}

/* A row and its weight. */
typedef struct weighted_row {
    const int16_t *cell;
    int weight;
} weighted_row;

static weighted_row row_of(const gravity_tables *t, const table_list *list, int i,
                           const hist_context *context)
{
    const hist_table_row *table = &list->entry[i].table;
    return (weighted_row){t->cell + hist_row_cell(table, context),
                          list->entry[i].weight / hist_weight_divisor(table, context)};
}

void gravity_order(const gravity_tables *t, const hist_context *context, const hist_move moves[],
                   int count, int scores[])
{
    const table_list *list = &t->read[HIST_TO_ORDER][QUIET];
    int i = 0;
    memset(scores, 0, (size_t)count * sizeof scores[0]);
    /* Three rows a pass: the default settings have three. */
    for (; i + 2 < list->piece_to_count; i += 3) {
        const weighted_row a = row_of(t, list, i, context), b = row_of(t, list, i + 1, context),
                           c = row_of(t, list, i + 2, context);
        for (int k = 0; k < count; k++) {
            const int cell = hist_cell(HIST_KEY_PIECE_TO, &moves[k]);
            scores[k] +=
                a.weight * a.cell[cell] + b.weight * b.cell[cell] + c.weight * c.cell[cell];
        }
    }
    for (; i < list->count; i++) {
        const weighted_row row = row_of(t, list, i, context);
        const hist_move_key key = list->entry[i].table.key;
        for (int k = 0; k < count; k++) {
            scores[k] += row.weight * row.cell[hist_cell(key, &moves[k])];
        }
    }
}

void gravity_adjust(gravity_tables *t, const hist_context *context, const hist_move *m, int bonus)
{
    const table_list *list = &t->written[kind_of(m)];
    assert(abs(bonus) <= HIST_LIMIT);
    for (int i = 0; i < list->count; i++) {
        const hist_table_row *table = &list->entry[i].table;
        if (hist_row_is_used(table, context)) {
            int16_t *cell = &t->cell[hist_row_cell(table, context) + hist_cell(table->key, m)];
            *cell = (int16_t)hist_gravity(*cell, bonus, HIST_LIMIT);
        }
    }
}

int gravity_bonus(const gravity_tables *t, int depth)
{
    /* The bonus grows with the depth, and `most` bounds the influence of one node. */
    const hist_growth *g = &t->settings.growth;
    const int bonus = g->square * depth * depth + g->linear * depth + g->constant;
    return bonus < 0 ? 0 : bonus < g->most ? bonus : g->most;
}

static int malus_of(int bonus, int factor_1024)
{
    const int malus = bonus * factor_1024 / WEIGHT_ONE;
    return malus < HIST_LIMIT ? malus : HIST_LIMIT;
}

void gravity_learn(gravity_tables *t, const hist_node_result *result)
{
    if (result->best < 0) {
        return;
    }
    const hist_growth *g = &t->settings.growth;
    const int bonus = gravity_bonus(t, result->depth);
    const int malus[KINDS] = {[QUIET] = malus_of(bonus, g->malus_quiet_1024),
                              [NOISY] = malus_of(bonus, g->malus_capture_1024)};
    const move_kind_of_tables best_kind = kind_of(&result->tried[result->best]);
    for (int i = 0; i < result->count; i++) {
        const move_kind_of_tables kind = kind_of(&result->tried[i]);
        if (kind == NOISY || best_kind == QUIET) {
            gravity_adjust(t, &result->context, &result->tried[i],
                           i == result->best ? bonus : -malus[kind]);
        }
    }
}
