#include "train_negamax.h"

#include <stdlib.h>

#include "chess/see.h"
#include "nn/real.h"

bool train_negamax_wants(const position *pos, move best, int score)
{
    return abs(score) <= NEGAMAX_SCORE_LIMIT && !move_is_promotion(best) &&
           !pos_is_capture(pos, best) && !pos_in_check(pos);
}

bool train_negamax_is_quiet(const position *pos, const move *legal, int count)
{
    for (int i = 0; i < count; i++) {
        if (move_is_promotion(legal[i]) ||
            (pos_is_capture(pos, legal[i]) && see_at_least(pos, legal[i], 1))) {
            return false;
        }
    }
    return !pos_in_check(pos);
}

float train_negamax_goal(const train_fit *fit, const train_record *record, float share)
{
    float score = nn_sigmoid((float)record->score / fit->scale);
    float outcome = record->outcome >= OUTCOME_LOST
                        ? 0.5f * (float)(record->outcome - OUTCOME_LOST)
                        : nn_sigmoid((float)record->outcome / fit->scale);
    return (1.0f - share) * score + share * outcome;
}
