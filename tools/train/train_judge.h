/* A net that evaluates positions. The trainer computes a checkpoint in floats; the engine's code
 * computes a net file in integers. Tables and comparisons use both in the same way. */
#ifndef TOOLS_TRAIN_JUDGE_H
#define TOOLS_TRAIN_JUDGE_H

#include "nn/net.h"
#include "train_pass.h"

typedef struct train_judge {
    thread_pool *pool;
    train_pass *pass; /* floats; NULL: integers */
    const nets *nets; /* integers: one of these nets */
    const kernels *kernels;
    train_chunk *chunk; /* the last positions; floats: that of the pass */
    const train_source *source;
    train_figures figures[CHUNK_SLICES];
    train_answer *answers;
} train_judge;

/* Open a judge. `n` must have a net of the kind. Net, nets and pool belong to the caller and must
 * outlive the judge. They return false and fill `why` if memory is short. train_judge_close() may
 * be called after a failure, and for a zeroed judge. */
bool train_judge_floats(train_judge *judge, train_net *net, thread_pool *pool, failure *why);
bool train_judge_integers(train_judge *judge, const nets *n, net_kind kind, thread_pool *pool,
                          failure *why);
void train_judge_close(train_judge *judge);

/* Evaluates `count` positions (at most CHUNK_POSITIONS) from the source's first on. Fills in the
 * answers and the chunk, and returns the figures. */
train_figures train_judge_ask(train_judge *judge, const train_source *source, size_t count);

#endif
