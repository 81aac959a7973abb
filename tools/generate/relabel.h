/* `morpho-data relabel`: the positions of game files, judged anew. */
#ifndef TOOLS_RELABEL_H
#define TOOLS_RELABEL_H

#include <stdio.h>

#include "interrupts.h"
#include "teacher.h"

/* The command line, parsed and checked. All threads read it. */
typedef struct relabel_plan {
    const char *out;
    const char *const *inputs; /* game files */
    int input_count;
    const char *folder; /* a second folder for inputs (data_path.h); or NULL */
    int workers;
    teacher_plan teacher; /* the judge */
    bool visits_only;     /* without an engine: keep the input's best moves and scores, and add the
                           * visit shares */

    /* The choice of positions. A position without a score is within score_max. */
    long per_game;   /* the most of each game; 0: all */
    long skip_plies; /* none of the first plies of a game */
    long pieces_max; /* none with more pieces, kings included */
    long score_max;  /* none with a larger |score| */
    long seed;       /* of the draw; fits 32 bits */
} relabel_plan;

/* Reads all inputs once to check them and to count the chosen positions. Then relabels them, or
 * continues where a run with the same plan and inputs ended, until all is done or SIGINT or SIGTERM
 * arrives, and reports on `out` (game_work.h). The games of the output have the order of the
 * inputs; games without a chosen position are left out. It fails too if the inputs changed while
 * they were judged. */
work_end relabel_run(const relabel_plan *plan, FILE *out, failure *why);

#endif
