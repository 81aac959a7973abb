/* Rules of mcts compared with a long search: the figures of the verb `mcts` and of reports. */
#ifndef TOOLS_MCTS_COMPARISON_H
#define TOOLS_MCTS_COMPARISON_H

#include "mcts_run.h"
#include "statistics.h"

/* What is compared. ORDER: the first two are shares of positions, the others are divergences in
 * nats (mcts_probes.h). */
typedef enum {
    MCTS_SOLVED,       /* the move is right, in positions that say what a good move is */
    MCTS_AGREED,       /* the move is that of the long search */
    MCTS_VISITS,       /* of the long search's visits at the root from the visits of the rule */
    MCTS_ROOT_PRIORS,  /* of the long search's visits at the root from the priors of the rule */
    MCTS_INNER_PRIORS, /* the same at inner nodes */
    MCTS_ASPECTS
} mcts_aspect;

/* The searches of a rule. */
typedef struct mcts_compared {
    const char *setting;                       /* of the rows */
    const lab_group *at[MCTS_CHECKPOINTS_MAX]; /* of mcts_rows, sorted; NULL: it was not searched */
} mcts_compared;

/* Rules that were compared with one long search on one suite. The first rule is the measure: the
 * others are compared with it. */
typedef struct mcts_comparison {
    mcts_compared rules[MCTS_RULES_MAX];
    double playouts[MCTS_CHECKPOINTS_MAX]; /* rising */
    int rule_count, checkpoints;
    int budget; /* the checkpoint at which rules are compared: the last but one, or the only one */
    size_t positions; /* of the largest group */
    double *values;   /* room for the functions below, so only one thread may call them */
} mcts_comparison;

/* True if two groups of mcts_rows can be of one comparison: they have the same record, suite, long
 * search, hash, net and build. */
bool mcts_comparable(const lab_group *a, const lab_group *b);

/* Compares one or more groups that mcts_comparable() allows. The groups must be sorted and outlive
 * the comparison. The rules are in the order of the groups. Rules and checkpoints for which there
 * is no room are left out. False if memory is short. Free the comparison in either case. */
bool mcts_comparison_make(mcts_comparison *c, const lab_group *const groups[], size_t count);
void mcts_comparison_free(mcts_comparison *c);

/* Makes the defaults without a history the measure, if they are a rule of the comparison, or else
 * the defaults, if they are one. */
void mcts_comparison_choose_measure(mcts_comparison *c);

/* The mean of an aspect at a checkpoint over the *count positions that have a value; false if none
 * has one. */
bool mcts_comparison_mean(const mcts_comparison *c, int rule, mcts_aspect aspect, int checkpoint,
                          bounded *mean, int *count);

/* The mean over positions of what a rule's aspect has above the first rule's. False if the two have
 * different positions there, or fewer than two with a value. */
bool mcts_comparison_difference(const mcts_comparison *c, int rule, mcts_aspect aspect,
                                int checkpoint, bounded *difference);

/* The playouts that a rule needs to reach the value that the first rule has at the budget, divided
 * by those of the first rule (mcts_needed_ratio()). False for the first rule, and if the two do not
 * have the same positions at all checkpoints. */
bool mcts_comparison_needed(const mcts_comparison *c, int rule, mcts_aspect aspect, bounded *ratio);

/* ---- the playouts that a rule needs ---- */

/* Replaces a curve by the one that is nearest to it, in the sum of squares, of those that never
 * fall: neighbours that fall become their mean (pool adjacent violators, Ayer et al. 1955). */
void mcts_make_rising(double curve[], int count);

/* The playouts at which a curve that never falls first reaches the target. Between its points it is
 * linear in the logarithm of the playouts. playouts[0] if its first point is at the target or
 * above, INFINITY if its last point is below. */
double mcts_needed(const double curve[], const double playouts[], int count, double target);

/* The values of a rule and of the measure in each position at each checkpoint. Larger is better. */
typedef struct mcts_curves {
    const double *rule, *measure; /* [checkpoints][positions] */
    const double *playouts;       /* [checkpoints], rising */
    int checkpoints;              /* 1 to MCTS_CHECKPOINTS_MAX */
    int positions;                /* at least 1 */
    int at;                       /* the checkpoint at which the measure is the target */
} mcts_curves;

/* The playouts that a rule needs to reach the measure's mean value at the checkpoint `at`, divided
 * by the playouts that the measure needs. Below 1 the rule is better. Both are taken from mean
 * curves by mcts_make_rising() and mcts_needed(). INFINITY if the rule does not reach the value.
 * The bounds are of the bootstrap over positions; NANs if memory is short. */
bounded mcts_needed_ratio(const mcts_curves *c);

#endif
