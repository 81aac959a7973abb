/* The plan of `morpho-data relabel`: its command line, parsed and checked. It is read-only, and all
 * threads share it. */
#ifndef TOOLS_RELABEL_PLAN_H
#define TOOLS_RELABEL_PLAN_H

#include "teacher.h"

typedef struct relabel_plan {
    const char *out;
    const char *const *inputs; /* game files */
    int input_count;
    const char *folder; /* a second folder for inputs (data_path.h); or NULL */
    bool cut_is_fine;   /* read an input that is cut off as far as it goes */
    int workers;
    teacher_plan teacher; /* the judge */
    bool visits_only; /* without an engine: keep the input's best moves and scores, add the visit
                         shares */

    /* The choice of positions. A position without a score is within score_max. */
    long per_game;   /* at most so many of each game; 0: all */
    long skip_plies; /* none of the first plies of a game */
    long pieces_max; /* none with more pieces, kings included */
    long score_max;  /* none with a larger |score| */
    long seed;       /* of the draw; fits 32 bits */
} relabel_plan;

#endif
