/* Endings against a bare king, where nets see a won game everywhere and no way to go on: the mate
 * is far beyond a search's horizon, and games that teach nets are over before. */
#ifndef BARE_KING_H
#define BARE_KING_H

#include "chess/position.h"

/* If one side has its king alone and the other pieces that can force mate (a queen, a rook, bishops
 * on both colours of squares, bishop and knight, or three knights): how near the mate is, 0 to 1.
 * It grows the nearer the bare king is to an edge, against bishop and knight to a corner that the
 * bishop covers, and to the other king. -1 elsewhere. */
float bare_king_nearness(const position *pos);

#endif
