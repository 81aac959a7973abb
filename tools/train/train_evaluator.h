/* A net that evaluates positions: a checkpoint, which the trainer computes in floats, or one of a
 * net file, which the engine's code computes in integers. */
#ifndef TOOLS_TRAIN_EVALUATOR_H
#define TOOLS_TRAIN_EVALUATOR_H

#include "nn/net.h"
#include "train_pass.h"

typedef struct train_evaluator {
    thread_pool *pool;
    train_pass *pass; /* floats; NULL: integers */
    const nets *nets; /* integers: one of these nets */
    const kernels *kernels;
    train_chunk *chunk; /* the last positions; floats: that of the pass */
    const train_source *source;
    train_answer *answers;
} train_evaluator;

/* Open an evaluator. `n` must have a net of the kind. Net, nets and pool belong to the caller and
 * must outlive the evaluator. They return false and fill `why` if memory is short.
 * train_evaluator_close() may be called after a failure, and for a zeroed evaluator. */
bool train_evaluator_floats(train_evaluator *evaluator, train_net *net, thread_pool *pool,
                            failure *why);
bool train_evaluator_integers(train_evaluator *evaluator, const nets *n, net_kind kind,
                              thread_pool *pool, failure *why);
void train_evaluator_close(train_evaluator *evaluator);

/* Evaluates `count` positions (at most CHUNK_POSITIONS) from the source's first on: fills in the
 * chunk and the answers. */
void train_evaluator_run(train_evaluator *evaluator, const train_source *source, size_t count);

#endif
