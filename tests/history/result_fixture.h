/* Random node results for the histories. They have few different moves, so that they often share
 * cells. */
#ifndef TESTS_RESULT_FIXTURE_H
#define TESTS_RESULT_FIXTURE_H

#include "history/negamax_history.h"

enum { RESULT_MOVES = 20 };

/* The moves of the results: of both sides, from and to shared squares, with captures and
 * promotions. */
extern const hist_move result_moves[RESULT_MOVES];

/* The growth of bonuses with depth, with numbers such as those of negamax. */
extern const hist_growth result_growth;

/* A context without moves before it, beyond the low plies. */
extern const hist_context result_nowhere;

/* Makes a result of moves of which the last has that outcome, and the others failed. */
void result_make(hist_result *r, const hist_move moves[], int count, hist_outcome last, int depth);

/* Makes a random result, by rand(): one to eight different moves at a depth from 1 to depth_max, of
 * a node that cut, raised alpha, or failed. */
void result_random(hist_result *r, int depth_max);

#endif
