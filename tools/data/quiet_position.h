/* Quiet positions, whose evaluation a quiescence search would not change. Value nets learn from
 * these alone, since the search itself handles captures and mates. */
#ifndef TOOLS_QUIET_POSITION_H
#define TOOLS_QUIET_POSITION_H

#include "chess/position.h"

/* A score beyond this says only that the game is decided. */
enum { QUIET_SCORE_LIMIT = 2500 };

/* True if the side to move is not in check, the teacher's move neither captures nor promotes, and
 * the score is within the limit. Source: the filters of nnue-pytorch and of bullet's examples. */
bool quiet_by_move(const position *pos, move best, int score);

/* For a position without a teacher's move: true if the side to move is not in check, and none of
 * the given moves promotes or wins material by exchanges. They are all legal moves, or all that
 * capture or promote. */
bool quiet_by_exchanges(const position *pos, const move *moves, int count);

#endif
