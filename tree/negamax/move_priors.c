#include "move_priors.h"

#include <assert.h>

#include "nn/portable_math.h"

void priors_fill(move_priors *p, const backend *net, const position *pos)
{
    if (p->count > 0 && p->key == pos->key) {
        return;
    }
    p->key = pos->key;
    p->count = gen_legal(pos, p->moves);
    if (p->count == 0) {
        return;
    }
    backend_policy(net, pos, NULL, p->moves, p->count, p->logs);
    nn_softmax(p->logs, p->count, 1.0f);
    for (int i = 0; i < p->count; i++) {
        const float log = nn_ln(p->logs[i]);
        p->logs[i] = log < PRIOR_LOG_MIN ? PRIOR_LOG_MIN : log < 0.0f ? log : 0.0f;
    }
}

float priors_log(const move_priors *p, move m)
{
    int i = 0;
    while (i < p->count && p->moves[i] != m) {
        i++;
    }
    assert(i < p->count);
    return i < p->count ? p->logs[i] : PRIOR_LOG_MIN;
}
