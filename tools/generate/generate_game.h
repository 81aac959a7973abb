/* One generated game: a teacher plays against itself from a drawn start, with the deviations and
 * ends of the plan. */
#ifndef TOOLS_GENERATE_GAME_H
#define TOOLS_GENERATE_GAME_H

#include "game_record.h"
#include "game_work.h"
#include "generate_start.h"

/* Plays the game of a seed. The same seed, plan, books and teacher give the same game, if the
 * teacher is deterministic. A start that is over, or whose score is beyond plan->start_score_max,
 * is replaced by another one from the same source, so that the shares of the sources stay those of
 * the plan. TASK_HOPELESS: the drawn source has no suitable start. `g` has the game if the result
 * is TASK_DONE. */
task_status generate_game(const generate_plan *plan, const start_books *books, teacher *t,
                          uint64_t seed, game *g, failure *why);

#endif
