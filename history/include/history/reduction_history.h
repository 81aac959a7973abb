/* The classical histories that decide which moves are reduced or pruned. The module depends on no
 * tree and no position. Each search thread has its own object.
 *
 * prodeo (Schroeder, Pro Deo 1.1, 2005): each search sets all cells to `init`. A cell gains `inc`
 * when its move's score is above alpha and loses `dec` otherwise. A move whose cell is below the
 * threshold is reduced, and its cell is set to `replace`. (Schroeder's pseudo-code also reduces at
 * the threshold, which is the same as a threshold of one more.) With inc 5 and dec 1 a cell is
 * stable at one success in six. All five numbers times the same factor make the same decisions, as
 * long as no cell reaches HIST_REDUCE_LIMIT.
 *
 * peak (Mehrmann, Peak History Reduction, 2006): a quiet move that cuts gains the square of the
 * depth. A move whose gain is below a given share of the largest gain is reduced.
 *
 * romstad (Glaurung 2.1, 2008): when a quiet move cuts, it counts a success, and each quiet move
 * before it counts a failure. A move is reduced if its successes, times the depth and a weight, are
 * fewer than its failures.
 *
 * The caller decides which moves are exempt (checks, captures and so on). */
#ifndef HISTORY_REDUCTION_HISTORY_H
#define HISTORY_REDUCTION_HISTORY_H

#include "history/node_result.h"

/* TABLE: the caller reduces by its own formula, and this module learns nothing. */
typedef enum {
    HIST_REDUCE_TABLE,
    HIST_REDUCE_PRODEO,
    HIST_REDUCE_PEAK,
    HIST_REDUCE_ROMSTAD,
    HIST_REDUCE_RULES
} hist_reduce_rule;

/* The key of a cell: piece and target, or side, origin and target. */
typedef enum { HIST_REDUCE_PIECE_TO, HIST_REDUCE_FROM_TO, HIST_REDUCE_KEYS } hist_reduce_key;

/* When prodeo learns: all moves of a node at its end, or each move as soon as its score is known,
 * as in Pro Deo. Then the nodes behind the later moves already know it. */
typedef enum {
    HIST_REDUCE_LEARN_NODES,
    HIST_REDUCE_LEARN_MOVES,
    HIST_REDUCE_MOMENTS
} hist_reduce_moment;

/* The words of the enumerations, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_reduce_rule_words[];
extern const char *const hist_reduce_key_words[];
extern const char *const hist_reduce_moment_words[];

/* Bound of the absolute values of prodeo's cells and parameters. */
enum { HIST_REDUCE_LIMIT = 16384 };

typedef struct hist_reduce_params {
    hist_reduce_rule rule;
    hist_reduce_key key;
    hist_reduce_moment moment;              /* prodeo */
    int init, inc, dec, threshold, replace; /* prodeo; a failure subtracts `dec` */
    int peak_permille;                      /* peak: the share of the largest gain */
    int weight;                             /* romstad: factor of successes times depth */
} hist_reduce_params;

typedef struct reduction_history reduction_history;

/* hist_reduce_new() returns NULL if memory is short. hist_reduce_free() frees the result; NULL is
 * fine. */
reduction_history *hist_reduce_new(const hist_reduce_params *params);
void hist_reduce_free(reduction_history *h);

/* Clears all cells: for a new game and for each bench position. */
void hist_reduce_clear(reduction_history *h);

/* Changes the parameters. Another rule, key or `init` clears the cells. */
void hist_reduce_configure(reduction_history *h, const hist_reduce_params *params);

/* Starts a search: prodeo and romstad clear their cells, and peak halves them. */
void hist_reduce_new_search(reduction_history *h);

/* Learns the result of a node: prodeo from all its moves, if it learns nodes, peak and romstad from
 * the quiet ones. peak and romstad halve all cells when one reaches its limit. */
void hist_reduce_learn(reduction_history *h, const hist_node_result *result);

/* Learns the outcome of one move of a node that is still searched: only prodeo does, if it learns
 * moves. */
void hist_reduce_learn_move(reduction_history *h, const hist_move *m, hist_outcome outcome);

/* True if the history of the move asks for a reduction. `depth` is that of the node, at least 1. */
bool hist_reduce_asks(const reduction_history *h, const hist_move *m, int depth);

/* Must be called after a move was reduced. */
void hist_reduce_done(reduction_history *h, const hist_move *m);

#endif
