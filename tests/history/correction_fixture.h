/* Random features for the correction histories. They have few values, so that they often share
 * cells. */
#ifndef TESTS_CORRECTION_FIXTURE_H
#define TESTS_CORRECTION_FIXTURE_H

#include "history/correction.h"

/* Cells that a position has: pawns, minors, pieces of White and of Black, and two pairs of moves;
 * and all cells of a plain model. */
enum { FIXTURE_CELLS = 6, FIXTURE_MODEL_CELLS = 128 };

/* Features drawn by rand(), and in cell[] their places in a model: the same place for the same
 * feature of the same side to move; -1 for a pair that lacks a move. */
correction_keys correction_random(int cell[FIXTURE_CELLS]);

#endif
