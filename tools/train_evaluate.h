/* What nets are worth on the held-out games. */
#ifndef TOOLS_TRAIN_EVALUATE_H
#define TOOLS_TRAIN_EVALUATE_H

#include "train_pass.h"
#include "train_plan.h"

/* A net's figures on a set of positions. */
train_figures train_evaluate_set(train_pass *pass, const train_set *set,
                                 const train_recipe *recipe);

/* Held-out figures of a checkpoint on the plan's data, printed to `out`. */
bool train_evaluate(const train_plan *plan, const char *checkpoint, FILE *out, failure *why);

/* The same for all nets of a net file, computed by the engine's own integer code. */
bool train_evaluate_net(const train_plan *plan, const char *net_path, FILE *out, failure *why);

#endif
