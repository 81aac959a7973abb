/* Random node results for the histories. They have few different moves, so that they often share
 * cells. */
#ifndef TESTS_RESULT_FIXTURE_H
#define TESTS_RESULT_FIXTURE_H

#include "history/negamax_history.h"

enum { RESULT_MOVES = 20 };

/* Their moves: both sides, pieces that share squares, captures and promotions among them. */
extern const hist_move result_moves[RESULT_MOVES];

/* How much a result changes, in numbers of the kind that negamax has. */
extern const hist_growth result_growth;

typedef struct random_result {
    hist_node_result result;
    hist_move tried[HIST_TRIED_MAX];
    uint8_t outcomes[HIST_TRIED_MAX];
} random_result;

/* Of one to eight different moves, depth 1 to depth_max, by rand(): a node that cut, raised alpha
 * once or more, or failed. What the result points to lies in `r`. */
void result_random(random_result *r, int depth_max);

#endif
