/* The classical histories that order quiet moves. A move has two counters: its gain grows when the
 * move was good, and its charge when it was tried. A rule says which moves gain, which are charged,
 * and which number orders the moves. The module depends on no tree and no position. Each search
 * thread has its own object.
 *
 *   rule             gain of             charge of                     order by
 *   schaeffer        best moves          -                             gain
 *   butterfly        -                   every tried move              charge
 *   relative         best moves          every tried move              gain / charge
 *   relative-misses  moves that cut      tried moves that did not cut  gain / charge
 *   hyatt            moves that cut      moves tried before a cut      gain / charge
 *   plausibility     moves that cut      moves tried before a cut      gain - charge
 *
 * Schaeffer (1983, 1989): the history heuristic. Hartmann (1988): butterfly boards. Winands, van
 * der Werf, van den Herik and Uiterwijk (2004): the relative history heuristic; its misses form is
 * that of the Chess Programming Wiki. Hyatt, Romstad (2006): confirmed cut nodes only. Rollason
 * (2007): negative plausibility. Where several moves of a node cut (multi-cut), all of them gain,
 * and none of them is charged as tried before a cut. Captures and promotions neither gain nor are
 * charged, but the quiet moves of the same node are counted. */
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

/* The increment of a counter by the depth d of the node's search. 2D is 2 to the power of min(d,
 * 40). */
typedef enum {
    HIST_INCREMENT_0,
    HIST_INCREMENT_1,
    HIST_INCREMENT_D,
    HIST_INCREMENT_D2,
    HIST_INCREMENT_D3,
    HIST_INCREMENT_2D,
    HIST_INCREMENTS
} hist_increment;

/* The key of a cell: side, origin and target; origin and target of either side; or piece and
 * target. */
typedef enum {
    HIST_ORDER_KEY_FROM_TO,
    HIST_ORDER_KEY_BOTH_COLOURS,
    HIST_ORDER_KEY_PIECE_TO,
    HIST_ORDER_KEYS
} hist_order_key;

/* Which move is the best one for schaeffer and relative. CUT: the move that cut. RAISED: also,
 * without a cut, the move that raised alpha last. SCORE: also, if no move raised alpha, the move
 * with the best score (the definition of Winands et al.). */
typedef enum { HIST_BEST_CUT, HIST_BEST_RAISED, HIST_BEST_SCORE, HIST_BESTS } hist_best;

/* Whether results of a kind are counted. */
typedef enum { HIST_IGNORE, HIST_COUNT, HIST_COUNTINGS } hist_counting;

/* The words of the enumerations, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_order_rule_words[];
extern const char *const hist_increment_words[];
extern const char *const hist_order_key_words[];
extern const char *const hist_best_words[];
extern const char *const hist_counting_words[];

enum { HIST_SCALE_MAX = 65535 };

typedef struct hist_order_params {
    hist_order_rule rule;
    hist_increment gain, charge;
    hist_order_key key;
    hist_best best;
    hist_age age;
    /* For the quotient gain / charge. If scale is 0, the quotient is a real number, else the whole
     * part of scale * gain / charge. A charge of 0 counts as 1. scale is at most
     * HIST_SCALE_MAX. */
    int scale;
    hist_counting pv; /* for nodes with an open window */
} hist_order_params;

typedef struct order_history order_history;

/* hist_order_new() returns NULL if memory is short. hist_order_free() frees the result; NULL is
 * fine. */
order_history *hist_order_new(const hist_order_params *params);
void hist_order_free(order_history *h);

/* Clears all counters: for a new game and for each bench position. */
void hist_order_clear(order_history *h);

/* Changes the parameters. Another rule or key clears the counters, whose meaning changes with
 * them. */
void hist_order_configure(order_history *h, const hist_order_params *params);

/* Ages the counters at the start of a search, as `age` says. */
void hist_order_new_search(order_history *h);

/* Counts the quiet moves of a result. When a counter reaches its limit, all counters are halved. */
void hist_order_learn(order_history *h, const hist_node_result *result);

/* The scores of quiet moves; the highest comes first. Only comparisons between them have a meaning:
 * a score is the rule's number, rounded to a float, whose bits are read as an integer. */
void hist_order_scores(const order_history *h, const hist_move moves[], int count, int scores[]);
int hist_order_score(const order_history *h, const hist_move *m);

#endif
