/* The training positions of a negamax net: quiet positions, whose evaluation a quiescence search
 * would not change. */
#ifndef TOOLS_TRAIN_NEGAMAX_H
#define TOOLS_TRAIN_NEGAMAX_H

#include "train_fit.h"
#include "train_record.h"

/* A score beyond this says only that the game is decided. */
enum { NEGAMAX_SCORE_LIMIT = 2500 };

/* True for a quiet position: the side to move is not in check, the teacher's move neither captures
 * nor promotes, and the score is within the limit. The search itself handles captures and mates.
 * Source: the filters of nnue-pytorch and of bullet's examples. */
bool train_negamax_wants(const position *pos, move best, int score);

/* True for a position without a teacher's move that seems quiet: the side to move is not in check,
 * and none of its legal moves wins material by exchanges or promotes. */
bool train_negamax_is_quiet(const position *pos, const move *legal, int count);

/* The target of a record's probability of winning, with draws counted half: (1 - share) * model of
 * the score + share * outcome. */
float train_negamax_goal(const train_fit *fit, const train_record *record, float share);

#endif
