/* Random lessons for the histories, of few moves, so that their cells meet often. */
#ifndef LESSON_FIXTURE_H
#define LESSON_FIXTURE_H

#include "history/move_history.h"

enum { LESSON_MOVES = 20 };

/* Their moves: both sides, pieces that share squares, captures and promotions among them. */
extern const hist_trial lesson_moves[LESSON_MOVES];

/* How much lessons change, in numbers of the kind that negamax has. */
extern const hist_growth lesson_growth;

typedef struct random_lesson {
    hist_lesson lesson;
    hist_trial tried[HIST_TRIED_MAX];
    uint8_t outcomes[HIST_TRIED_MAX];
} random_lesson;

/* Of one to eight different moves, depth 1 to depth_max, by rand(): a node that cut, raised alpha
 * once or more, or failed. What lesson points to lies in `r`. */
void lesson_random(random_lesson *r, int depth_max);

#endif
