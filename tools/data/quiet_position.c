#include "quiet_position.h"

#include <stdlib.h>

#include "chess/see.h"

bool quiet_by_move(const position *pos, move best, int score)
{
    return abs(score) <= QUIET_SCORE_LIMIT && !move_is_promotion(best) &&
           !pos_is_capture(pos, best) && !pos_in_check(pos);
}

bool quiet_by_exchanges(const position *pos, const move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        if (move_is_promotion(moves[i]) ||
            (pos_is_capture(pos, moves[i]) && see_at_least(pos, moves[i], 1))) {
            return false;
        }
    }
    return !pos_in_check(pos);
}
