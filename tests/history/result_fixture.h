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

typedef struct random_result {
    hist_node_result result;
    hist_move tried[HIST_TRIED_MAX];
    uint8_t outcomes[HIST_TRIED_MAX];
} random_result;

/* Fills in a random result, by rand(): one to eight different moves at a depth from 1 to depth_max,
 * of a node that cut, raised alpha, or failed. The result points into `r`. */
void result_random(random_result *r, int depth_max);

#endif
