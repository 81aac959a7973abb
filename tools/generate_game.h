/* One generated game: a teacher plays against itself from a drawn start, with the deviations and
 * the ends that the plan describes. */
#ifndef TOOLS_GENERATE_GAME_H
#define TOOLS_GENERATE_GAME_H

#include "game_file.h"
#include "generate_start.h"
#include "teacher.h"

typedef enum {
    GENERATE_DONE,
    GENERATE_UNSUITABLE, /* the start was over, or judged beyond plan->start_score_max */
    GENERATE_FAILED,     /* the teacher failed, or memory: see `why` */
    GENERATE_CANCELLED
} generate_status;

/* Plays the game that this state of train_random() gives: the same game for the same state, plan,
 * books and teacher, if the teacher is deterministic. `g` holds it if GENERATE_DONE. */
generate_status generate_game(const generate_plan *plan, const start_books *books, teacher *t,
                              uint64_t random, game *g, failure *why);

#endif
