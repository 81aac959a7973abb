#include "nn/backend.h"

#include <string.h>

#include "nn/policy_net.h"
#include "nn/portable_math.h"

win_draw_loss backend_value(const backend *b, const position *pos, const lc0_past *past)
{
    if (b->nets->lc0) {
        win_draw_loss chances;
        lc0_pool_ask(b->nets->lc0, pos, past, NULL, 0, &chances, NULL);
        return chances;
    }
    return win_draw_loss_of(nn_sigmoid(value_logit_of(&b->nets->value, b->kernels, pos)));
}

void backend_policy(const backend *b, const position *pos, const lc0_past *past, const move moves[],
                    int count, float logits[])
{
    if (b->nets->lc0) {
        lc0_pool_ask(b->nets->lc0, pos, past, moves, count, NULL, logits);
        return;
    }
    if (b->logits && recent_logits_find(b->logits, pos, moves, count, logits)) {
        return;
    }
    const policy_net *net = &b->nets->policy;
    uint16_t rows[FEATURES_MAX];
    policy_query query;
    float answers[QUERY_ROWS_MAX];
    const int row_count = feature_policy_inputs(&query, rows, pos, net->pins, moves, count,
                                                net->rows == POLICY_ROWS_CLASSED);
    policy_evaluate(net, b->kernels, rows, row_count, query.rows, query.count, answers, b->recent);
    policy_query_sum(&query, answers);
    memcpy(logits, answers, (size_t)count * sizeof *logits);
    if (b->logits) {
        recent_logits_keep(b->logits, pos, moves, count, logits);
    }
}
