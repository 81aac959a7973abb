/* Rounds the layer after the pairs of a net. First layers were trained with rounding to nearest;
 * this layer was not. Its inputs occur together, so that rounding errors add up or cancel. Each
 * weight is rounded up or down so that the sums of real positions have the smallest mean square
 * error. Source of the objective: Nagel and others, "Up or down? Adaptive rounding" (2020). Here it
 * is minimised by changing one weight at a time while that helps. */
#ifndef TOOLS_TRAIN_ROUNDING_H
#define TOOLS_TRAIN_ROUNDING_H

#include "train_plan.h"

/* Improves stored[rows][pairs], the weights of the head in units of `scale`, rounded to nearest, by
 * a sample of the corpus's training positions. The head's bias in the net changes too, and
 * compensates the mean error. The result is the same for any number of threads. Returns false and
 * fills `why` if memory is short. */
bool train_round_by_data(int16_t *stored, float scale, train_net *net, const train_corpus *corpus,
                         failure *why);

#endif
