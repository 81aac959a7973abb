/* Endings that are won by driving a king to the edge, for both searches. There the nets see a won
 * game in every position, but no way to make progress: the mate is far beyond the search's horizon,
 * and the training games end before it. */
#ifndef TREE_DRIVEN_KING_H
#define TREE_DRIVEN_KING_H

#include "chess/position.h"

/* What stands beside the driven king. ORDER: from the beginning of an ending to its end.
 *   ROOK  a rook, against a queen alone; some of these positions are drawn
 *   BARE  nothing, against pieces that can force mate: a queen, a rook, bishops on squares of both
 *         colours, bishop and knight, or three knights */
typedef enum { DRIVEN_NONE, DRIVEN_ROOK, DRIVEN_BARE } driven_kind;

typedef struct driven_king {
    driven_kind kind;
    colour winner;
    /* How near the mate is, or the capture of the rook, from 0 to 1. It grows as the king gets
     * nearer to the edges (against bishop and knight: to a corner of the bishop's colour) and to
     * the other king, and bishop and knight to it. */
    float nearness;
} driven_king;

/* DRIVEN_NONE if the position is no such ending; then the rest does not count. */
driven_king driven_king_of(const position *pos);

#endif
