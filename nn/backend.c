#include "nn/backend.h"

#include <string.h>

#include "features_internal.h"
#include "nn/real.h"

/* The value net's probabilities, with given maps of pos_attack_maps(). */
static win_draw_loss value_given(const backend *b, const position *pos, const attack_maps *maps)
{
    uint16_t rows[FEATURES_MAX];
    const int count = feature_rows_given(pos, maps, b->nets->value.pins, rows);
    if (b->floats == NULL) {
        return value_evaluate(&b->nets->value, b->kernels, rows, count);
    }
    win_draw_loss out;
    float_nets_value(b->floats, &(float_position){.rows = rows, .row_count = count}, 1, &out);
    return out;
}

win_draw_loss backend_value(const backend *b, const position *pos)
{
    const attack_maps maps = pos_attack_maps(pos);
    return value_given(b, pos, &maps);
}

void backend_policy(const backend *b, const position *pos, const move moves[], int count,
                    float logits[])
{
    const policy_net *net = &b->nets->policy;
    uint16_t rows[FEATURES_MAX];
    policy_query query;
    float answers[QUERY_ROWS_MAX];
    const int row_count = feature_policy_inputs(&query, rows, pos, net->pins, moves, count,
                                                net->rows == POLICY_ROWS_CLASSED);
    if (b->floats == NULL) {
        policy_evaluate(net, b->kernels, rows, row_count, query.rows, query.count, answers);
    } else {
        const float_position p = {rows, row_count, query.rows, query.count, answers};
        float_nets_policy(b->floats, &p, 1);
    }
    policy_query_sum(&query, answers);
    memcpy(logits, answers, (size_t)count * sizeof *logits);
}
