/* Figures that compare a rule of Monte-Carlo tree search with a long search: the divergence of two
 * distributions over moves, and the playouts that a rule needs to come as near to the long search
 * as another one. */
#ifndef TOOLS_MCTS_FIGURES_H
#define TOOLS_MCTS_FIGURES_H

#include <stdint.h>

#include "statistics.h"

/* The least share in a divergence: the least prior that the tree can hold. */
#define MCTS_SHARE_MIN (1.0 / 65535.0)

enum { MCTS_CHECKPOINTS_MAX = 24 };

/* The Kullback-Leibler divergence in nats of the reference's visits from shares of the same moves:
 * the sum of v ln(v / p), where v is a move's part of all visits and p its share, MCTS_SHARE_MIN at
 * least. Moves without visits add nothing. At least one visit; count at least 1. */
double mcts_divergence(const uint32_t visits[], const double shares[], int count);

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
