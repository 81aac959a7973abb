/* Correction history for Monte-Carlo tree search: how far the value net's answers lay from what
 * playouts made of them in positions with the same feature, to mend the answer at the next leaf.
 * After KataGo's subtree value bias correction (D. Wu, "Other methods implemented in KataGo",
 * 2021), with the features of alpha-beta's corrections in place of Go's local patterns. Plain data
 * in, plain data out; knows no tree and no position. One object a search thread.
 *
 * All values are logits, ln(q / (1 - q)), for the side to move. The tables are those of
 * correction.h with a mean and its weight in each cell. */
#ifndef HISTORY_LEAF_CORRECTION_H
#define HISTORY_LEAF_CORRECTION_H

#include "history/correction.h"

/* What a search reports of an open node that is not a leaf, always against the net's raw answer:
 *   OFF      nothing
 *   SUBTREE  the mean of its children, once in every doubling of its visits, weight log2(visits)
 *   PLAYOUT  the outcome of every playout through it, weight 1 */
typedef enum { LEAF_OFF, LEAF_SUBTREE, LEAF_PLAYOUT, LEAF_SIGNALS } leaf_signal;

extern const char *const leaf_signal_words[]; /* ORDER: as leaf_signal; ended by NULL */

/* No correction is larger than the first; no value is beyond the second. */
#define LEAF_CORRECTION_MAX 1.0f
#define LEAF_LOGIT_MAX      6.9f /* about 0.001 and 0.999 */

typedef struct leaf_settings {
    leaf_signal signal;
    /* Shares of the features' means that are added up, 0 or more: that of one cell, of which
     * CORRECTION_NON_PAWNS and CORRECTION_CONTINUATION have two. */
    float share[CORRECTION_FEATURES];
    float prior;  /* weight of the belief that there is no error, 0 or more */
    float memory; /* weight at which a cell begins to forget, 1 or more */
} leaf_settings;

typedef struct leaf_correction leaf_correction;

/* NULL if memory is short. leaf_free(NULL) is fine. */
leaf_correction *leaf_new(const leaf_settings *settings);
void leaf_free(leaf_correction *c);

/* Forgets everything (new game, each bench position, other nets). */
void leaf_clear(leaf_correction *c);

/* Changes settings, and keeps the tables; but those of another signal are forgotten. */
void leaf_configure(leaf_correction *c, const leaf_settings *settings);

/* What to add to the logit of the net's answer: the sum of share * mean * weight / (weight + prior)
 * over the position's cells, within +-LEAF_CORRECTION_MAX. */
float leaf_correction_of(const leaf_correction *c, const correction_keys *keys);

/* Learns of an error (what was found, less the net's answer; within +-2 * LEAF_LOGIT_MAX) of that
 * weight (more than 0): the mean of all reports, and once they weigh more than the memory an
 * exponential mean, mean += (error - mean) * weight / memory. */
void leaf_learn(leaf_correction *c, const correction_keys *keys, float error, float weight);

#endif
