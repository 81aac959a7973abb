/* The histories of negamax: what earlier nodes tell about the moves and evaluations of later ones.
 * They order moves, judge them for reductions and pruning, and correct evaluations. The settings
 * choose the rules behind these functions. The module depends on no tree. Each search thread has
 * its own object.
 *
 * Gravity, the rule of today's engines, fills the negamax tables of tables.def. Each cell is an
 * int16 that stays within +-HIST_LIMIT (learning.h). Quiet and noisy moves (captures and
 * promotions) have separate tables. The classical rules order quiet moves by counts of successes
 * and tries, and reduce moves by one ply. */
#ifndef HISTORY_NEGAMAX_HISTORY_H
#define HISTORY_NEGAMAX_HISTORY_H

#include "history/correction.h"
#include "history/tables.h"

/* ---- Gravity ---- */

enum {
    HIST_LIMIT = 16384,
    HIST_PRIOR_UNIT = HIST_LIMIT / 4, /* see hist_add_priors() */
    HIST_WEIGHT_MAX = 8192            /* bound of a table's weight, in 1/1024 */
};

/* The purpose of a weight: to order moves, or to judge them for pruning and reductions. */
typedef enum { HIST_TO_ORDER, HIST_TO_JUDGE, HIST_PURPOSES } hist_purpose;

/* The bonuses of a node of depth d. The best move gains square * d^2 + linear * d + constant, but
 * not less than 0 and not more than `most`. Each other tried move loses this bonus times malus /
 * 1024, and at most HIST_LIMIT. */
typedef struct hist_growth {
    int square, linear, constant;             /* chosen so that the sum fits 32 bits */
    int most;                                 /* 0 to HIST_LIMIT */
    int malus_quiet_1024, malus_capture_1024; /* 0 to HIST_WEIGHT_MAX */
} hist_growth;

/* A table with weight 0 for both purposes is neither read nor written. The weight of a table by ply
 * is divided by 1 + ply. */
typedef struct hist_gravity_settings {
    int weight_1024[HIST_PURPOSES][HIST_TABLES]; /* 0 to HIST_WEIGHT_MAX */
    hist_growth growth;
} hist_gravity_settings;

/* ---- The classical orders of quiet moves ----
 * A move has two counters: its gain grows when the move was good, and its charge when it was tried.
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
 * that of the Chess Programming Wiki. Hyatt, Romstad (2006): nodes without a cut are not counted.
 * Rollason (2007): negative plausibility. Where several moves of a node cut (multi-cut), all of
 * them gain, and none of them is charged as tried before a cut. Captures and promotions neither
 * gain nor are charged, but the quiet moves of the same node are counted. */

/* GRAVITY: the gravity tables order, and nothing is counted. NONE: all moves are equal. */
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

/* The best move of a node, for schaeffer and relative. CUT: the move that cut. RAISED: the same, or
 * without a cut the move that raised alpha last. SCORE: the same, or if no move raised alpha the
 * move with the best score (the definition of Winands et al.). */
typedef enum { HIST_BEST_CUT, HIST_BEST_RAISED, HIST_BEST_SCORE, HIST_BESTS } hist_best;

/* Whether results of a kind are counted. */
typedef enum { HIST_IGNORE, HIST_COUNT, HIST_COUNTINGS } hist_counting;

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

/* ---- The classical reductions ----
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

/* TABLE: the caller reduces by its own formula, and nothing is learnt. */
typedef enum {
    HIST_REDUCE_TABLE,
    HIST_REDUCE_PRODEO,
    HIST_REDUCE_PEAK,
    HIST_REDUCE_ROMSTAD,
    HIST_REDUCE_RULES
} hist_reduce_rule;

/* The key of a cell: piece and target, or side, origin and target. */
typedef enum { HIST_REDUCE_PIECE_TO, HIST_REDUCE_FROM_TO, HIST_REDUCE_KEYS } hist_reduce_key;

/* When prodeo learns: all moves of a node when it is done (NODES), or each move as soon as its
 * score is known (MOVES), as in Pro Deo. With MOVES, the subtrees of later moves already use the
 * result. */
typedef enum {
    HIST_REDUCE_LEARN_NODES,
    HIST_REDUCE_LEARN_MOVES,
    HIST_REDUCE_MOMENTS
} hist_reduce_moment;

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

/* The words of the enumerations, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_order_rule_words[];
extern const char *const hist_increment_words[];
extern const char *const hist_order_key_words[];
extern const char *const hist_best_words[];
extern const char *const hist_counting_words[];
extern const char *const hist_reduce_rule_words[];
extern const char *const hist_reduce_key_words[];
extern const char *const hist_reduce_moment_words[];

/* ---- The histories of a thread ---- */

typedef struct hist_negamax_settings {
    hist_gravity_settings gravity;
    hist_order_params order;
    hist_reduce_params reductions;
    correction_settings correction;
} hist_negamax_settings;

typedef struct negamax_history negamax_history;

/* hist_negamax_new() returns NULL if memory is short. hist_negamax_free() frees the result; NULL is
 * fine. */
negamax_history *hist_negamax_new(const hist_negamax_settings *settings);
void hist_negamax_free(negamax_history *h);

/* Changes the settings and keeps what was learnt, except what the new settings would misread:
 * another classical order, or another key of it, clears its counters; another classical reduction,
 * or another key or `init` of it, clears its cells; another rule of corrections clears the
 * corrections. */
void hist_negamax_configure(negamax_history *h, const hist_negamax_settings *settings);

/* Clears everything: for a new game and for each bench position. */
void hist_negamax_clear(negamax_history *h);

/* Starts a search: clears the tables whose lifetime is one search, ages the classical counters as
 * `age` says, and sets the cells of the classical reduction in use: prodeo's to `init`, romstad's
 * to 0, peak's to half. */
void hist_negamax_new_search(negamax_history *h);

/* ---- Order ---- */

/* Writes the scores of moves that are all quiet or all noisy; the move with the highest score comes
 * first. If a classical rule is in use, it gives the scores of quiet moves, and only comparisons of
 * these have a meaning. All other scores are sums of the gravity tables, in 1/1024. */
void hist_order(const negamax_history *h, const hist_context *context, const hist_move moves[],
                int count, int scores[]);

/* Adds the policy net's priors of quiet moves to their scores from hist_order(). `logs` are the
 * natural logarithms, at most 0. If a classical rule is in use, a prior multiplies the number of
 * the rule (or divides it, if it is below 0); moves whose number is 0 are ordered by their priors.
 * Otherwise a unit of the logarithm is worth HIST_PRIOR_UNIT in the gravity tables. */
void hist_add_priors(const negamax_history *h, const float logs[], int count, int scores[]);

/* Counter moves (Uiterwijk 1992): the latest quiet move that refuted the move of a row
 * (hist_row_after()), or MOVE_NONE. hist_keep_counter_move() learns one; for HIST_NO_MOVE it does
 * nothing. */
move hist_counter_move(const negamax_history *h, int row);
void hist_keep_counter_move(negamax_history *h, int row, move m);

/* ---- Judge ---- */

/* The weighted sum of the gravity tables for a move, for reductions and pruning. */
int hist_judge(const negamax_history *h, const hist_context *context, const hist_move *m);

/* hist_reduces() is true if the classical reduction in use asks to reduce the move at a node of
 * `depth`, at least 1. hist_note_reduction() must be called after a move was reduced. */
bool hist_reduces(const negamax_history *h, const hist_move *m, int depth);
void hist_note_reduction(negamax_history *h, const hist_move *m);

/* ---- Learn ---- */

/* The outcome of one move: score <= alpha, alpha < score < beta, or score >= beta. */
typedef enum { HIST_FAILED, HIST_RAISED, HIST_CUT } hist_outcome;

enum { HIST_TRIED_MAX = 64 }; /* maximum number of moves in a result */

/* The moves that were searched from a node, in their order, and their outcomes. */
typedef struct hist_result {
    const hist_context *context;
    int depth; /* of the node's search, at least 1 */
    bool pv;   /* the window was open (beta - alpha > 1) */
    int count; /* at most HIST_TRIED_MAX */
    int best;  /* the move that cut or raised alpha last; -1 if none did */
    int top;   /* the move with the best score, even if it is below alpha; -1 if unknown */
    hist_move moves[HIST_TRIED_MAX];
    uint8_t outcomes[HIST_TRIED_MAX]; /* the hist_outcome of each move; gravity does not read it */
} hist_result;

/* Starts a result without moves. `context` must outlive it. */
static inline void hist_result_begin(hist_result *r, const hist_context *context, int depth,
                                     bool pv)
{
    r->context = context;
    r->depth = depth;
    r->pv = pv;
    r->count = 0;
    r->best = r->top = -1;
}

/* Adds a move and returns its index. In a full result a move above alpha replaces the last one;
 * other moves are not added, and the index is -1. */
int hist_result_add(hist_result *r, const hist_move *m, hist_outcome outcome);

/* Learns the result of a node in all histories of moves. In the gravity tables the best move gets a
 * bonus, and the other tried moves a malus. Noisy moves learn whatever the best move is, and quiet
 * moves only if it is quiet. Without a best move gravity learns nothing. */
void hist_learn(negamax_history *h, const hist_result *result);

/* Learns the outcome of one move of a node whose search goes on. Only prodeo learns this, and only
 * with HIST_REDUCE_LEARN_MOVES. */
void hist_learn_move(negamax_history *h, const hist_move *m, hist_outcome outcome);

/* Learns the result of moves that were searched outside the main search. Only the classical orders
 * learn this. */
void hist_learn_aside(negamax_history *h, const hist_result *result);

/* Learns a cut by a quiet move that was not searched. The gravity tables learn `bonus`, within
 * +-HIST_LIMIT; the classical orders learn a cut at a node of `depth`. */
void hist_learn_cut(negamax_history *h, const hist_context *context, const hist_move *m, int bonus,
                    int depth, bool pv);

/* The gravity tables learn a bonus or malus for a move, within +-HIST_LIMIT. */
void hist_learn_bonus(negamax_history *h, const hist_context *context, const hist_move *m,
                      int bonus);

/* The bonus of the best move of a search of this depth, 0 to growth.most. */
int hist_depth_bonus(const negamax_history *h, int depth);

/* ---- Correct ---- */

/* True if a correction is in use. */
bool hist_corrects(const negamax_history *h);

/* The correction to be added to a position's evaluation, in centipawns and not clamped; 0 if no
 * correction is in use. */
int hist_correction(const negamax_history *h, const correction_keys *keys);

/* Learns the error of an evaluation from a node's search of `depth` (1 to 999), if the score is
 * evidence about the evaluation: the side to move is not in check, no move was left out, the best
 * move is quiet or there is none (a capture's gain is no error of the evaluation), and the score is
 * exact, a lower bound above the evaluation, or an upper bound below it. */
void hist_learn_error(negamax_history *h, const correction_keys *keys, int depth,
                      const correction_finding *found);

#endif
