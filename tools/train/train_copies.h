/* Positions that occur more than once. */
#ifndef TOOLS_TRAIN_COPIES_H
#define TOOLS_TRAIN_COPIES_H

#include "train_data.h"

/* Counts in each training record the occurrences of its position in the training set, and removes
 * positions of the training set from the other sets. About `together` positions are counted at
 * once by each thread, which needs up to 40 bytes for each of them. */
bool train_copies_count(train_data *data, thread_pool *pool, size_t together, failure *why);

#endif
