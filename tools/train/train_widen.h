/* A net that begins with the weights of another of the same kind, which may be narrower. */
#ifndef TOOLS_TRAIN_WIDEN_H
#define TOOLS_TRAIN_WIDEN_H

#include "train_net.h"

/* Replaces the weights of `to`, which train_net_new() has made, by those of `from`, so that both
 * have the same outputs for the same active inputs. `to` may have more sums; wider dense layers, or
 * a set of them for each bucket instead of one; a policy net more output rows; and a negamax net
 * inputs for each place of the king instead of for all (3072k from 768). The inputs of a value or
 * policy net may know pins where those of `from` do not (3072hp from 3072h); then other inputs are
 * active where a piece is pinned. The weights into new units stay random, so that the units differ,
 * and those out of them are 0, so that they change nothing until they have learnt (Chen and others
 * 2016, Net2Net, do this with copies of units). Moments and gradient stay 0. Returns false and
 * fills `why` with the difference if kind, inputs or use of the sums (paired or squared) differ
 * otherwise, or if `from` is wider. */
bool train_widen(train_net *to, const train_net *from, failure *why);

#endif
