/* Endings against a bare king, for both searches. There the nets see a won game in every position,
 * but no way to make progress: the mate is far beyond the search's horizon, and the training games
 * end before it. */
#ifndef TREE_BARE_KING_H
#define TREE_BARE_KING_H

#include "chess/position.h"

/* True if the side has nothing but its king. */
static inline bool bare_king_stands(const position *pos, colour side)
{
    return (pos->side[side] & (pos->side[side] - 1)) == 0;
}

/* How near the mate is, from 0 to 1, if one side has only its king and the other has pieces that
 * can force mate: a queen, a rook, bishops on squares of both colours, bishop and knight, or three
 * knights. -1 for all other positions. It grows as the bare king gets nearer to the edges (against
 * bishop and knight: to a corner of the bishop's colour) and to the other king, and bishop and
 * knight to it. */
float bare_king_nearness(const position *pos);

#endif
