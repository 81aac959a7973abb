/* The numbers of the 1858 moves of a net of Lc0. First come the moves from each square, a1 first,
 * to each that a queen or a knight reaches on an empty board, then promotions to queen, rook and
 * bishop, by the files of origin and target. Private to the folder. */
#ifndef NN_LC0_MOVES_H
#define NN_LC0_MOVES_H

#include "lc0_weights.h"
#include "nn/lc0_net.h"

/* The number of a legal move. Castling is the king's move to its rook, and a promotion to a knight
 * is the plain move. */
int lc0_number_of(lc0_input_format format, const position *pos, move m);

/* Fills in where the convolutional policy has the logit of each move: 64 * plane + square of
 * origin. */
void lc0_policy_places(uint16_t places[LC0_MOVES]);

#endif
