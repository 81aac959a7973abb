/* Positions that occur more than once. */
#ifndef TOOLS_TRAIN_COPIES_H
#define TOOLS_TRAIN_COPIES_H

#include "train_data.h"

/* Counts into each record to train on how often its position stands among them, and takes positions
 * that are trained on out of the other sets. Needs up to 36 bytes a position for a while. */
bool train_copies_settle(train_data *data, failure *why);

#endif
