#include "nn/backend.h"

#include "nn/features.h"

win_draw_loss backend_value(const backend *b, const position *pos)
{
    uint16_t rows[FEATURES_MAX];
    const int count = feature_rows(pos, rows);
    if (b->floats == NULL) {
        return value_evaluate(&b->nets->value, b->kernels, rows, count);
    }
    win_draw_loss out;
    float_nets_value(b->floats, &(float_position){.rows = rows, .row_count = count}, 1, &out);
    return out;
}

void backend_policy(const backend *b, const position *pos, const move moves[], int count,
                    float logits[])
{
    uint16_t rows[FEATURES_MAX], policy_rows[MOVES_MAX];
    const int row_count = feature_rows(pos, rows);
    feature_policy_rows(pos, moves, count, policy_rows);
    if (b->floats == NULL) {
        policy_evaluate(&b->nets->policy, b->kernels, rows, row_count, policy_rows, count, logits);
        return;
    }
    const float_position p = {rows, row_count, policy_rows, count, logits};
    float_nets_policy(b->floats, &p, 1);
}
