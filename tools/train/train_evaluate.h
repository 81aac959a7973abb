/* What nets are worth on the held-out games. */
#ifndef TOOLS_TRAIN_EVALUATE_H
#define TOOLS_TRAIN_EVALUATE_H

#include "train_pass.h"
#include "train_plan.h"

/* A net's figures on a set of positions. */
train_figures train_evaluate_set(train_pass *pass, const train_set *set,
                                 const train_recipe *recipe);

/* What is to be judged, on that set of the plan's data that it names. */
typedef struct train_evaluation {
    const train_plan *plan;
    const char *checkpoint[TRAIN_KINDS]; /* by kind, computed in floats; or NULL */
    const char *net;                     /* net file, its nets in the engine's integers; or NULL */
    const char *csv;                     /* every figure of every table, or NULL */
    const char *plot; /* the value and negamax nets' calibration as a picture, or NULL */
    size_t players;   /* positions for these to play in; 0: none */
} train_evaluation;

/* Prints figures and tables of each net to `out`, then writes CSV and picture. Nets are read before
 * data, so that a bad file is told at once. */
bool train_evaluate(const train_evaluation *wanted, FILE *out, failure *why);

#endif
