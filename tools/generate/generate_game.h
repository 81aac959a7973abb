/* One generated game: a teacher plays against itself from a drawn start, with the deviations and
 * the ends that the plan describes. */
#ifndef TOOLS_GENERATE_GAME_H
#define TOOLS_GENERATE_GAME_H

#include "game_file.h"
#include "generate_start.h"
#include "teacher.h"

typedef enum {
    GENERATE_DONE,
    GENERATE_FAILED,   /* the teacher failed, or memory: see `why` */
    GENERATE_NO_START, /* the source drawn yields no suitable start: see `why` */
    GENERATE_CANCELLED
} generate_status;

/* Plays the game that a seed gives: the same game for the same seed, plan, books and teacher, if
 * the teacher is deterministic. Starts that are over, or judged beyond plan->start_score_max, are
 * dropped for others of the same source, so that the plan's shares hold. `g` holds the game if
 * GENERATE_DONE. */
generate_status generate_game(const generate_plan *plan, const start_books *books, teacher *t,
                              uint64_t seed, game *g, failure *why);

#endif
