/* The classical histories that decide what is searched less deep, or not at all. Plain data in,
 * plain data out; knows no tree and no position. One object a search thread.
 *
 *   prodeo   Schroeder, Pro Deo 1.1 (2005): a cell begins at init with each search, gains inc when
 *            the move's score is above alpha and loses dec when not. A move whose cell is below the
 *            threshold (or at it, as the pseudo-code has it) is reduced; then its cell is set to
 *            replace, a new buffer. With inc 5 and dec 1 a cell stands still at one success in six.
 *   peak     Mehrmann's Peak History Reduction (2006): quiet moves that cut gain the square of the
 *            depth; one whose gain is less than a share of the greatest one is reduced.
 *   romstad  Glaurung 2.1 (2008): where a quiet move cuts, it counts a success and the quiet moves
 *            before it a failure each; bad is whose successes, times depth and a weight, are fewer
 *            than its failures.
 *
 * What is exempt (checks, captures and so on) is the caller's business. */
#ifndef HISTORY_REDUCTION_HISTORY_H
#define HISTORY_REDUCTION_HISTORY_H

#include "history/node_result.h"

/* TABLE: the caller reduces by a formula of its own, and nothing is learnt here. */
typedef enum {
    HIST_REDUCE_TABLE,
    HIST_REDUCE_PRODEO,
    HIST_REDUCE_PEAK,
    HIST_REDUCE_ROMSTAD,
    HIST_REDUCE_RULES
} hist_reduce_rule;

/* What moves share a cell: those of a piece to a square; those of a side from and to the same
 * squares. */
typedef enum { HIST_REDUCE_PIECE_TO, HIST_REDUCE_FROM_TO, HIST_REDUCE_KEYS } hist_reduce_key;

/* Where prodeo reduces: below its threshold only, or at it too. */
typedef enum { HIST_REDUCE_BELOW, HIST_REDUCE_AT, HIST_REDUCE_THRESHOLDS } hist_reduce_threshold;

/* Their names, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_reduce_rule_words[];
extern const char *const hist_reduce_key_words[];
extern const char *const hist_reduce_threshold_words[];

/* Cells of prodeo stay within +-HIST_REDUCE_LIMIT; so must its parameters. */
enum { HIST_REDUCE_LIMIT = 16384 };

typedef struct hist_reduce_params {
    hist_reduce_rule rule;
    hist_reduce_key key;
    hist_reduce_threshold at;
    int init, inc, dec, threshold, replace; /* prodeo; dec is what a failure takes away */
    int peak_permille;                      /* peak: the share of the greatest gain */
    int weight;                             /* romstad: of a success, a ply of depth */
} hist_reduce_params;

typedef struct reduction_history reduction_history;

/* NULL if memory is short. hist_reduce_free(NULL) is fine. */
reduction_history *hist_reduce_new(const hist_reduce_params *params);
void hist_reduce_free(reduction_history *h);

/* Forgets everything (a new game, each bench position). */
void hist_reduce_clear(reduction_history *h);

/* Changes the parameters; another rule, key or init forgets everything. */
void hist_reduce_configure(reduction_history *h, const hist_reduce_params *params);

/* prodeo and romstad begin anew; peak halves its cells. */
void hist_reduce_new_search(reduction_history *h);

/* prodeo learns of all moves, the others of quiet ones. peak and romstad halve all cells when one
 * grows too large. */
void hist_reduce_learn(reduction_history *h, const hist_node_result *result);

/* True if the move has so bad a history that it should be reduced at this depth of its node. */
bool hist_reduce_asks(const reduction_history *h, const hist_move *m, int depth);

/* The move was reduced. */
void hist_reduce_done(reduction_history *h, const hist_move *m);

#endif
