/* Correction history for Monte-Carlo tree search. It learns the difference between the value net's
 * outputs and the results of playouts in positions with the same feature, and corrects the value of
 * later leaves by it. After KataGo's subtree value bias correction (D. Wu, "Other methods
 * implemented in KataGo", 2021), with the features of alpha-beta's corrections in place of Go's
 * local patterns. The module depends on no tree and no position. Each search thread has its own
 * object.
 *
 * All values are logits, ln(q / (1 - q)), for the side to move. The tables have the keys of
 * correction.h; each cell holds a mean and its weight. */
#ifndef HISTORY_LEAF_CORRECTION_H
#define HISTORY_LEAF_CORRECTION_H

#include "history/correction.h"

/* The largest absolute correction, and the largest absolute value. */
#define LEAF_CORRECTION_MAX 1.0f
#define LEAF_LOGIT_MAX      6.9f /* probabilities of about 0.001 and 0.999 */

typedef struct leaf_settings {
    /* Factor of a feature's mean in the sum, 0 or more. Each of the two cells of
     * CORRECTION_NON_PAWNS and of CORRECTION_CONTINUATION has the whole factor. */
    float share[CORRECTION_FEATURES];
    float prior;  /* weight of an error of 0 that each cell starts with; 0 or more */
    float memory; /* weight from which a cell is an exponential mean; 1 or more */
} leaf_settings;

typedef struct leaf_correction leaf_correction;

/* leaf_new() returns NULL if memory is short. leaf_free() frees the result; NULL is fine. */
leaf_correction *leaf_new(const leaf_settings *settings);
void leaf_free(leaf_correction *c);

/* Clears all tables: for a new game, for each bench position, and for other nets. */
void leaf_clear(leaf_correction *c);

/* Changes the settings and keeps the tables. */
void leaf_configure(leaf_correction *c, const leaf_settings *settings);

/* The correction of the logit of the net's output: the sum of share * mean * weight / (weight +
 * prior) over the position's cells, clamped to +-LEAF_CORRECTION_MAX. */
float leaf_correction_of(const leaf_correction *c, const correction_keys *keys);

/* Asks for the memory of a position's cells, so that it is in the cache soon. */
void leaf_prefetch(const leaf_correction *c, const correction_keys *keys);

/* Learns an error (result - net output, within +-2 * LEAF_LOGIT_MAX) with a weight above 0. A cell
 * is the weighted mean of all errors until their weight reaches `memory`; then it is an exponential
 * mean (learning.h). */
void leaf_learn(leaf_correction *c, const correction_keys *keys, float error, float weight);

#endif
