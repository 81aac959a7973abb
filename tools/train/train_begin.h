/* The net that a run begins with: random weights, or those of another net. */
#ifndef TOOLS_TRAIN_BEGIN_H
#define TOOLS_TRAIN_BEGIN_H

#include "nn/net.h"
#include "train_net.h"

/* Makes a net with random weights drawn from `seed`. If `from` is not NULL, it names a checkpoint
 * or a net file, and train_widen() takes the weights from there. Then `*sum` is the checksum of
 * that net, by which a checkpoint knows it (train_checkpoint_sum()); else it is 0. The caller frees
 * the net by train_net_free(). Returns NULL and fills `why` on any error. */
train_net *train_begin(const architecture *arch, uint64_t seed, const char *from, uint32_t *sum,
                       failure *why);

/* True if the file is a net file rather than a checkpoint: it begins like a gzip stream. False also
 * if it cannot be read. */
bool train_is_net_file(const char *path);

/* Makes a net with the weights that the integers of the engine's net stand for. A pass with
 * train_settings_integer() computes what the engine does. The caller frees the net by
 * train_net_free(). Returns NULL and fills `why` if memory is short. */
train_net *train_import(const nets *from, net_kind kind, failure *why);

/* Replaces the weights of `to`, which train_net_new() has made, by those of `from`, so that both
 * have the same outputs for the same active inputs. `to` may have
 * - more sums, wider dense layers, and a set of these for each bucket instead of one for all;
 * - in a policy net, more output rows;
 * - in a value net, inputs for each place of the king instead of for all (3072k from 768);
 * - in a policy net, inputs that know pins (3072hp from 3072h); then other inputs are
 *   active where a piece is pinned.
 * The weights into new units stay random, so that the units differ, and those out of them are 0, so
 * that they change nothing until they have learnt (Chen and others 2016, Net2Net, do this with
 * copies of units). Moments and gradient stay 0. Returns false and fills `why` with the difference
 * if the nets differ otherwise, or if `from` is wider. */
bool train_widen(train_net *to, const train_net *from, failure *why);

#endif
