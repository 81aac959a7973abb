/* What a negamax net learns from: positions that a quiescence search would leave as they are. */
#ifndef TOOLS_TRAIN_NEGAMAX_H
#define TOOLS_TRAIN_NEGAMAX_H

#include "train_chunk.h"

/* Scores beyond this say only that the game is over. */
enum { NEGAMAX_SCORE_LIMIT = 2500 };

/* True for a quiet position: no check, the teacher's move neither takes nor promotes, and the score
 * is within the limit. Captures are a search's own business, and mates too. Source: the filters of
 * nnue-pytorch and of bullet's examples. */
bool train_negamax_wants(const position *pos, move best, int score);

/* The probability of winning that a record should be given, draws counted half: (1 - share) of its
 * score's and `share` of its outcome's. */
float train_negamax_goal(const train_fit *fit, const train_record *record, float share);

/* Fills place `at` of the chunk, but for its weight. */
void train_negamax_fill(train_chunk *chunk, size_t at, const position *pos,
                        const train_record *record, const train_fit *fit, float share);

#endif
