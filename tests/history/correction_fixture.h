/* Random features for the correction histories. They have few values, so that they often share
 * cells. */
#ifndef TESTS_CORRECTION_FIXTURE_H
#define TESTS_CORRECTION_FIXTURE_H

#include "history/correction.h"

/* FIXTURE_CELLS: the cells of one position, for its pawns, minor pieces, pieces of White, pieces of
 * Black, and two pairs of moves. FIXTURE_MODEL_CELLS: all cells of a simple model. */
enum { FIXTURE_CELLS = 6, FIXTURE_MODEL_CELLS = 128 };

/* Random features, by rand(). Fills in the places of their cells in a model: equal features with
 * the same side to move have the same place. A pair that lacks a move has -1. */
correction_keys correction_random(int cell[FIXTURE_CELLS]);

#endif
