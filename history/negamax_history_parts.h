/* A negamax_history and its parts: the classical orders, the classical reductions and the
 * corrections. negamax_history.h has the rules. Their memory is zero at first. Private to the
 * folder. */
#ifndef HISTORY_NEGAMAX_HISTORY_PARTS_H
#define HISTORY_NEGAMAX_HISTORY_PARTS_H

#include "correction_cells.h"
#include "history/negamax_history.h"
#include "learning.h"

/* ---- The classical histories that order quiet moves (classical_orders.c) ---- */

typedef struct order_history {
    hist_order_params params;
    bool touched;                          /* something was counted; else all cells are zero */
    hist_counts cells[HIST_CELLS_FROM_TO]; /* good: gain; bad: charge */
} order_history;

/* Changes the parameters. Another rule or key clears the counters, whose meaning changes with
 * them. */
void hist_order_configure(order_history *h, const hist_order_params *params);

/* Clears all counters. */
void hist_order_clear(order_history *h);

/* Ages the counters at the start of a search, as `age` says. */
void hist_order_new_search(order_history *h);

/* Counts the quiet moves of a result. When a counter reaches its limit, all counters are halved. */
void hist_order_learn(order_history *h, const hist_result *result);

/* The scores of quiet moves; the highest comes first. Only comparisons between them have a meaning:
 * a score is the rule's number, rounded to a float, whose bits are read as an integer. */
void hist_order_scores(const order_history *h, const hist_move moves[], int count, int scores[]);

/* ---- The classical histories that decide which moves are reduced (classical_reductions.c) ---- */

typedef struct reduction_history {
    hist_reduce_params params;
    int64_t peak; /* the largest gain */
    /* prodeo: good is the cell; peak: good is the gain; romstad: successes and failures */
    hist_counts cells[HIST_CELLS_FROM_TO];
} reduction_history;

/* Changes the parameters. Another rule, key or `init` clears the cells. */
void hist_reduce_configure(reduction_history *h, const hist_reduce_params *params);

/* Clears all cells. */
void hist_reduce_clear(reduction_history *h);

/* Starts a search: prodeo and romstad clear their cells, and peak halves its cells. */
void hist_reduce_new_search(reduction_history *h);

/* Learns the result of a node: prodeo from all its moves, if it learns nodes, peak and romstad from
 * the quiet ones. peak and romstad halve all cells when one reaches its limit. */
void hist_reduce_learn(reduction_history *h, const hist_result *result);

/* ---- Corrections ---- */

typedef struct correction_history {
    correction_settings settings;
    bool touched; /* something was learnt; else all cells are zero */
    int16_t cell[CORRECTION_ALL];
} correction_history;

/* Changes the settings and keeps the tables. Another rule clears them, since its cells have another
 * scale. */
void correction_configure(correction_history *h, const correction_settings *settings);

/* Clears all tables. */
void correction_clear(correction_history *h);

/* The correction to be added to a position's evaluation, in centipawns: the weighted sum over the
 * features, not clamped. */
int correction_of(const correction_history *h, const correction_keys *keys);

/* Learns what a search of `depth` found; see hist_learn_error(). */
void correction_learn(correction_history *h, const correction_keys *keys, int depth,
                      const correction_finding *found);

/* ---- The whole ---- */

/* Gravity tables in use. Those by piece and target, which are the most, come first. */
typedef struct table_list {
    int count, piece_to_count;
    struct {
        hist_table_row table;
        int weight;
    } entry[HIST_TABLES];
} table_list;

/* Moves are quiet or noisy; each kind has tables of its own. */
typedef enum { QUIET, NOISY, KINDS } move_kind_of_tables;

struct negamax_history {
    hist_growth growth;
    table_list read[HIST_PURPOSES][KINDS];
    table_list written[KINDS];      /* without weights */
    bool touched[HIST_MEMORIES];    /* was in use at some time; all other regions are zero */
    bool orders, reduces, corrects; /* a classical order, a reduction, a correction is in use */
    order_history order;
    reduction_history reductions;
    correction_history correction;
    move counter[HIST_ROWS_AFTER];
    int16_t cell[HIST_ALL_CELLS];
};

#endif
