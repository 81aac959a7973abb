/* How a rule of Monte-Carlo tree search compares with a long search, in numbers: how far one
 * distribution over moves is from another, and how many playouts a rule needs to come as near to
 * the long search as another one. */
#ifndef TOOLS_RULE_FIGURES_H
#define TOOLS_RULE_FIGURES_H

#include <stdint.h>

/* The least share that a divergence reckons with: the least prior that the tree can hold. */
#define RULE_SHARE_MIN (1.0 / 65535.0)

enum { RULE_RATIO_MAX = 64 }; /* bytes of a ratio's text and its end */

/* The Kullback-Leibler divergence in nats of the reference's visits from shares of the same moves:
 * the sum of v ln(v / p), where v is a move's part of all visits and p its share, RULE_SHARE_MIN at
 * least. Moves without visits add nothing. At least one visit; count at least 1. */
double rule_divergence(const uint32_t visits[], const double shares[], int count);

/* Replaces a curve by the rising one that is nearest to it in the sum of squares: neighbours that
 * fall become their mean (pool adjacent violators, Ayer et al. 1955). */
void rule_make_rising(double curve[], int count);

/* The playouts at which a rising curve, linear between its points in the logarithm of playouts,
 * first reaches the target: playouts[0] if it begins there, INFINITY if it does not end there. */
double rule_needed(const double curve[], const double playouts[], int count, double target);

/* A figure with its bounds of 95%. */
typedef struct rule_bounded {
    double value, low, high;
} rule_bounded;

/* What rule and measure came to: the larger, the better. values[checkpoint * positions + position]
 */
typedef struct rule_curves {
    const double *rule, *measure;
    const double *playouts; /* of the checkpoints, rising */
    int checkpoints, positions;
    int at; /* the checkpoint at which the measure is the target */
} rule_curves;

/* The playouts that a rule needs to come as far, in the mean over positions, as the measure does at
 * its checkpoint `at`, by those that the measure needs: below 1 the rule is better. Both are read
 * off rising curves. INFINITY if the rule does not get there. Bounds are of the bootstrap over
 * positions (Efron 1979); the same input, the same bounds. positions at least 1; NANs if memory is
 * short. */
rule_bounded rule_needed_ratio(const rule_curves *c);

/* "0.91 (0.88-0.95)", or "more" for what is endless. */
void rule_ratio_text(const rule_bounded *b, char text[RULE_RATIO_MAX]);

/* A mean with bounds of 95% by the normal distribution; NANs of no values. */
rule_bounded rule_mean(const double values[], int count);

#endif
