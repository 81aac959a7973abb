/* What the nets see of a position, and the row of the policy net that stands for a move. Engine,
 * trainer and tools all use these functions, so that they cannot disagree.
 *
 * A view turns the board so that the side to move plays up the board (ranks flipped for Black) and
 * its king stands on files a to d (files mirrored if it stands on e to h). */
#ifndef NN_FEATURES_H
#define NN_FEATURES_H

#include "chess/position.h"

/* Input row of one piece: 768 * (attacked by the opponent) + 1536 * (attacked by the side to move)
 * + 384 * (the opponent's piece) + 64 * type + square, all seen through the view. A net with 768
 * inputs takes the row modulo 768. Source: the attacked and defended inputs of Monty (2024). */
enum { FEATURE_ROWS = 3072, FEATURE_ROWS_PLAIN = 768, FEATURES_MAX = 32 };

/* Moves by piece type, from and to on an empty board (pawns: pushes and captures), then promotions
 * (from file, direction, piece), castling (2 wings), double pushes (8 files). */
enum { POLICY_ROWS = 3876 };

/* XOR mask that carries a square into the view of the side to move. */
unsigned feature_view(const position *pos);

/* Writes the active rows in a fixed order and returns how many (2 to 32). */
int feature_rows(const position *pos, uint16_t rows[FEATURES_MAX]);

/* The policy row of each legal move; `moves` and `rows` hold `count`. */
void feature_policy_rows(const position *pos, const move moves[], int count, uint16_t rows[]);

#endif
