/* A training run from data to checkpoint. */
#ifndef TOOLS_TRAIN_RUN_H
#define TOOLS_TRAIN_RUN_H

#include "train_plan.h"

/* Trains to the end, or until SIGINT, SIGTERM or the plan's time limit. It leaves a checkpoint in
 * all cases. Progress goes to `out`. Returns false and fills `why` on any error. */
bool train_run(const train_plan *plan, FILE *out, failure *why);

/* The learning rate of a step from 1 to `steps`: a linear warm-up, then half a cosine that ends at
 * a hundredth of `peak`. */
float train_rate_at(uint64_t step, uint64_t steps, float peak);

#endif
