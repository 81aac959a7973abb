/* The classical histories that order quiet moves: two counters a move, one that grows when the move
 * was good and one that grows when it was tried, and a rule that says when, by how much, and what
 * order they make. Plain data in, plain data out; knows no tree and no position. One object a
 * search thread.
 *
 *   rule             good (gain)         tried (charge)                      order
 *   schaeffer        best moves          -                                   gain
 *   butterfly        -                   every tried move                    charge
 *   relative         best moves          every tried move                    gain / charge
 *   relative-misses  moves that cut      tried moves that did not cut        gain / charge
 *   hyatt            moves that cut      moves tried before a cut, per node  gain / charge
 *   plausibility     moves that cut      moves tried before a cut, per node  gain - charge
 *
 * Schaeffer (1983, 1989): the history heuristic. Hartmann (1988): butterfly boards. Winands, van
 * der Werf, van den Herik and Uiterwijk (2004): the relative history heuristic; its misses form is
 * that of the Chess Programming Wiki. Hyatt, Romstad (2006): confirmed cut nodes only. Rollason
 * (2007): negative plausibility. Where several moves of a node cut (multi-cut), all of them are
 * good and none of them counts as tried before a cut. Captures and promotions are neither counted
 * nor charged, but the quiet moves beside them are. */
#ifndef HISTORY_ORDER_HISTORY_H
#define HISTORY_ORDER_HISTORY_H

#include "history/node_result.h"
#include "history/tables.h"

/* GRAVITY: the gravity tables order (negamax_history.h), and nothing is counted here. NONE: all
 * moves are equal. */
typedef enum {
    HIST_ORDER_GRAVITY,
    HIST_ORDER_NONE,
    HIST_ORDER_SCHAEFFER,
    HIST_ORDER_BUTTERFLY,
    HIST_ORDER_RELATIVE,
    HIST_ORDER_RELATIVE_MISSES,
    HIST_ORDER_HYATT,
    HIST_ORDER_PLAUSIBILITY,
    HIST_ORDER_RULES
} hist_order_rule;

/* What a counter grows by, with d the depth of the search that taught: 2d is two to the power of d,
 * of 40 at most. */
typedef enum {
    HIST_INCREMENT_0,
    HIST_INCREMENT_1,
    HIST_INCREMENT_D,
    HIST_INCREMENT_D2,
    HIST_INCREMENT_D3,
    HIST_INCREMENT_2D,
    HIST_INCREMENTS
} hist_increment;

/* What moves share a cell: those of a side from and to the same squares; those of both sides; those
 * of a piece to a square. */
typedef enum {
    HIST_ORDER_KEY_FROM_TO,
    HIST_ORDER_KEY_BOTH_COLOURS,
    HIST_ORDER_KEY_PIECE_TO,
    HIST_ORDER_KEYS
} hist_order_key;

/* Which move is the best one of schaeffer and relative: one that cut; or the last that raised
 * alpha; or, where none did, the one of the best score (the definition of Winands et al.). */
typedef enum { HIST_BEST_CUT, HIST_BEST_RAISED, HIST_BEST_SCORE, HIST_BESTS } hist_best;

/* What is made of nodes of a kind. */
typedef enum { HIST_IGNORE, HIST_COUNT, HIST_COUNTINGS } hist_counting;

/* Their names, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_order_rule_words[];
extern const char *const hist_increment_words[];
extern const char *const hist_order_key_words[];
extern const char *const hist_best_words[];
extern const char *const hist_counting_words[];

enum { HIST_SCALE_MAX = 65535, HIST_PRIOR_MAX = 1000000 };

typedef struct hist_order_params {
    hist_order_rule rule;
    hist_increment gain, charge;
    hist_order_key key;
    hist_best best;
    hist_age age;
    /* Of gain / charge. The quotient is a real number, or the whole part of scale * gain / charge
     * if scale > 0 (to HIST_SCALE_MAX). A charge of 0 divides as 1; a move of which nothing is
     * known counts as prior / 1000, from 0 to HIST_PRIOR_MAX. */
    int scale, prior;
    hist_counting pv; /* of nodes with an open window */
} hist_order_params;

typedef struct order_history order_history;

/* NULL if memory is short. hist_order_free(NULL) is fine. */
order_history *hist_order_new(const hist_order_params *params);
void hist_order_free(order_history *h);

/* Forgets everything (a new game, each bench position). */
void hist_order_clear(order_history *h);

/* Changes the parameters; another rule or key forgets everything, since the counters would mean
 * something else. */
void hist_order_configure(order_history *h, const hist_order_params *params);

/* Ages the counters. */
void hist_order_new_search(order_history *h);

/* Counts. When a counter gets too large all are halved. */
void hist_order_learn(order_history *h, const hist_node_result *result);

/* The places of quiet moves in the order: the higher, the earlier. Only comparisons mean anything:
 * the rule's number is rounded to a float (24 bits of precision), and that float's bits, read as an
 * integer, are the score. */
void hist_order_scores(const order_history *h, const hist_move moves[], int count, int scores[]);
int hist_order_score(const order_history *h, const hist_move *m);

#endif
