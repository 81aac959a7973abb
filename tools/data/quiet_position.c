#include "quiet_position.h"

#include <stdlib.h>

#include "chess/see.h"

bool quiet_by_move(const position *pos, move best, int score)
{
    return abs(score) <= QUIET_SCORE_LIMIT && !move_is_promotion(best) &&
           !pos_is_capture(pos, best) && !pos_in_check(pos);
}

bool quiet_by_exchanges(const position *pos, const move *legal, int count)
{
    for (int i = 0; i < count; i++) {
        if (move_is_promotion(legal[i]) ||
            (pos_is_capture(pos, legal[i]) && see_at_least(pos, legal[i], 1))) {
            return false;
        }
    }
    return !pos_in_check(pos);
}
