/* Rules of mcts compared with a long search: the figures that `mcts` prints and that a report has.
 */
#ifndef TOOLS_MCTS_COMPARISON_H
#define TOOLS_MCTS_COMPARISON_H

#include "mcts_run.h"
#include "statistics.h"

/* What is compared; ORDER: the first two are shares of positions, the others divergences in nats
 * from the long search's visits. */
typedef enum {
    MCTS_SOLVED, /* of the positions that say what a good move is */
    MCTS_AGREED, /* the best move is the long search's */
    MCTS_VISITS,
    MCTS_ROOT_PRIORS,
    MCTS_INNER_PRIORS,
    MCTS_ASPECTS
} mcts_aspect;

typedef struct mcts_compared {
    const char *setting;
    const lab_group *at[MCTS_CHECKPOINTS_MAX]; /* of mcts_rows, sorted; NULL: it was not searched */
} mcts_compared;

/* Rules that were compared with one long search on one suite. The first rule is the measure. */
typedef struct mcts_comparison {
    mcts_compared rules[MCTS_RULES_MAX];
    double playouts[MCTS_CHECKPOINTS_MAX]; /* rising */
    int rule_count, checkpoints;
    int budget;       /* the checkpoint at which rules are compared */
    size_t positions; /* of the largest group */
    double *values;   /* its own */
} mcts_comparison;

/* True if two groups can be of one comparison: one record, suite, long search, hash, net and
 * build. */
bool mcts_comparable(const lab_group *a, const lab_group *b);

/* Compares groups that mcts_comparable() allows, at least one; the rules are in the order of the
 * groups. More rules or checkpoints than there is room for are left out. False if memory is short;
 * free in either case. The groups must outlive it. */
bool mcts_comparison_make(mcts_comparison *c, const lab_group *const groups[], size_t count);
void mcts_comparison_free(mcts_comparison *c);

/* Makes the rule without a history the measure, or else the defaults, if they are there. */
void mcts_comparison_choose_measure(mcts_comparison *c);

/* The mean of an aspect over the *count positions that have it; false if none has it. */
bool mcts_comparison_mean(const mcts_comparison *c, int rule, mcts_aspect aspect, int checkpoint,
                          bounded *mean, int *count);

/* The difference of a divergence from the first rule's; false if the positions differ. */
bool mcts_comparison_difference(const mcts_comparison *c, int rule, mcts_aspect aspect,
                                int checkpoint, bounded *difference);

/* The playouts that a rule needs to reach the value that the first rule has at the budget, divided
 * by those of the first rule (mcts_needed_ratio()); false if the positions differ. */
bool mcts_comparison_needed(const mcts_comparison *c, int rule, mcts_aspect aspect, bounded *ratio);

/* ---- the playouts that a rule needs ---- */

/* Replaces a curve by the rising one that is nearest to it in the sum of squares: neighbours that
 * fall become their mean (pool adjacent violators, Ayer et al. 1955). */
void mcts_make_rising(double curve[], int count);

/* The playouts at which a rising curve, linear between its points in the logarithm of playouts,
 * first reaches the target: playouts[0] if it begins there, INFINITY if it does not end there. */
double mcts_needed(const double curve[], const double playouts[], int count, double target);

/* The values of a rule and of the measure, values[checkpoint * positions + position]. Larger is
 * better. */
typedef struct mcts_curves {
    const double *rule, *measure;
    const double *playouts;     /* of the checkpoints, rising */
    int checkpoints, positions; /* at most MCTS_CHECKPOINTS_MAX; at least 1 */
    int at;                     /* the checkpoint at which the measure is the target */
} mcts_curves;

/* The playouts that a rule needs to reach the mean value of the measure at the checkpoint `at`,
 * divided by the playouts that the measure needs: below 1 the rule is better. Both are interpolated
 * in rising curves. INFINITY if the rule does not get there. Bounds are of the bootstrap over
 * positions; NANs if memory is short. */
bounded mcts_needed_ratio(const mcts_curves *c);

#endif
