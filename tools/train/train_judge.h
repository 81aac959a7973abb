/* A net before positions. A checkpoint is computed in floats by the trainer, a net file in integers
 * by the engine's own code; tables, players and comparisons need not know which. */
#ifndef TOOLS_TRAIN_JUDGE_H
#define TOOLS_TRAIN_JUDGE_H

#include "nn/net.h"
#include "train_pass.h"

/* What a net says of a chunk: [CHUNK_POSITIONS][MOVES_MAX]. Value: win, draw and loss for the side
 * to move; negamax: the same without draws. Policy: the probability of each legal move, in the
 * order of gen_legal(). */
typedef float train_answer[MOVES_MAX];

typedef struct train_judge {
    thread_pool *pool;
    train_pass *pass; /* floats; or NULL, and then ... */
    const nets *nets; /* ... integers: one of these nets, */
    const kernels *kernels;
    train_chunk chunk; /* and the chunk before it */
    const train_source *source;
    train_figures figures[CHUNK_SLICES];
    train_answer *answers;
} train_judge;

/* `n` holds a net of that kind. Net, nets and pool belong to the caller and outlive the judge.
 * False and `why` if memory is short; train_judge_close() is fine then too, and for a zeroed judge.
 */
bool train_judge_floats(train_judge *judge, train_net *net, thread_pool *pool, failure *why);
bool train_judge_integers(train_judge *judge, const nets *n, train_kind kind, thread_pool *pool,
                          failure *why);
void train_judge_close(train_judge *judge);

/* Asks about `count` positions (CHUNK_POSITIONS at most) from the source's first on; fills the
 * answers and the chunk, and says what the answers are worth. */
train_figures train_judge_ask(train_judge *judge, const train_source *source, size_t count);

/* The chunk that was asked about. */
const train_chunk *train_judge_chunk(const train_judge *judge);

/* The positions of the next chunk of a set. */
size_t train_judge_count(const train_set *set, size_t first);

/* The probability of winning, draws counted half, that a value net's answer stands for. */
static inline float train_answer_win(const float *answer)
{
    return answer[0] + 0.5f * answer[1];
}

#endif
