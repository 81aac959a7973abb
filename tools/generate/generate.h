/* `morpho-data generate`: games of a teacher against itself. */
#ifndef TOOLS_GENERATE_H
#define TOOLS_GENERATE_H

#include <stdio.h>

#include "interrupts.h"
#include "teacher.h"

enum { GENERATE_BOOKS_MAX = 64, GENERATE_PLIES_MAX = 1000 };

/* The command line, parsed and checked. All threads read it. */
typedef struct generate_plan {
    const char *out;
    const char *folder; /* a second folder for books (data_path.h); or NULL */

    teacher_plan teacher;

    /* The starts. */
    const char *const *books;
    int book_count; /* at most GENERATE_BOOKS_MAX */
    /* Random moves before the record begins: 1 to `random_plies` in half of the games, but exactly
     * `random_plies` in all games from the start position. */
    long random_plies;
    double chess960_share; /* share of the games */
    long start_score_max;  /* starts with a larger |score| are dropped */

    /* Deviations from the best move. */
    double deviating_share; /* share of the games */
    double temperature;     /* Morpho's search: moves are drawn with probability
                             * visits^(1/temperature) */
    long temperature_plies; /* the first plies, in which they are drawn */

    /* The ends. */
    double played_out_share; /* share of the games that are never adjudicated */
    long win_score, win_plies;
    long draw_score, draw_plies, draw_move; /* no draws before move draw_move has been played */
    long plies_max;

    /* The amount. 0 means no limit. Games and positions count over the whole file. */
    int workers;
    long seed; /* fits 32 bits */
    long games, positions;
    double minutes; /* of this run */
} generate_plan;

/* Generates games until a goal of the plan is reached, or SIGINT or SIGTERM arrives, and reports on
 * `out` (game_work.h). A plan without a goal ends with a signal; the result is then WORK_DONE. */
work_end generate_run(const generate_plan *plan, FILE *out, failure *why);

#endif
