/* Mop-up: the evaluation of endings that are won by driving a king to the edge, for both searches.
 * There the nets see a won game in every position, but no way to make progress: the mate is beyond
 * the reach of the search, and the training games end before it. */
#ifndef TREE_MOP_UP_H
#define TREE_MOP_UP_H

#include "chess/position.h"

/* What stands beside the driven king. ORDER: from the beginning of an ending to its end.
 *   ROOK  a rook, against a queen alone; some of these positions are drawn
 *   BARE  nothing, against pieces that can force mate: a queen, a rook, bishops on squares of both
 *         colours, bishop and knight, or three knights */
typedef enum { MOP_UP_NONE, MOP_UP_ROOK, MOP_UP_BARE } mop_up_kind;

typedef struct mop_up {
    mop_up_kind kind;
    colour winner;
    /* How near the mate or the capture of the rook is, from 0 to 1. It grows as the driven king
     * gets nearer to the edges (against bishop and knight: to a corner of the bishop's colour) and
     * to the other king, and as bishop and knight get nearer to it. */
    float nearness;
} mop_up;

/* MOP_UP_NONE if the position is no such ending; then the rest does not count. */
mop_up mop_up_of(const position *pos);

#endif
