#include "train_negamax.h"

#include <stdlib.h>

#include "nn/negamax.h"
#include "nn/real.h"

bool train_negamax_wants(const position *pos, move best, int score)
{
    return abs(score) <= NEGAMAX_SCORE_LIMIT && !move_is_promotion(best) &&
           !pos_is_capture(pos, best) && !pos_in_check(pos);
}

float train_negamax_goal(const train_fit *fit, const train_record *record, float share)
{
    float score = nn_sigmoid((float)record->score / fit->scale);
    float outcome = record->outcome >= OUTCOME_LOST
                        ? 0.5f * (float)(record->outcome - OUTCOME_LOST)
                        : nn_sigmoid((float)record->outcome / fit->scale);
    return (1.0f - share) * score + share * outcome;
}

void train_negamax_fill(train_chunk *chunk, size_t at, const position *pos,
                        const train_record *record, const train_fit *fit, float share)
{
    const colour us = (colour)pos->to_move;
    const size_t own = 2 * at, other = own + 1;
    chunk->feature_count[own] = (uint8_t)negamax_rows(pos, us, chunk->features[own]);
    chunk->feature_count[other] = (uint8_t)negamax_rows(pos, us ^ 1, chunk->features[other]);
    chunk->bucket[at] = train_chunk_bucket(chunk, at);
    chunk->goal[at] = train_negamax_goal(fit, record, share);
    chunk->expected[at] = nn_sigmoid((float)record->score / fit->scale);
    chunk->score[at] = record->score;
}
