/* What `morpho-data generate` was asked to do: the command line, read and checked. Read-only once
 * made, and shared by all of its processes. */
#ifndef TOOLS_GENERATE_PLAN_H
#define TOOLS_GENERATE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine_process.h"

enum { GENERATE_BOOKS_MAX = 64, GENERATE_PROCESSES_MAX = 256, GENERATE_PLIES_MAX = 1000 };

typedef struct generate_plan {
    const char *out;
    const char *folder; /* where books are looked for too, see data_path.h; or NULL */

    /* The teacher: a UCI engine, or Morpho's own search where `engine` is NULL. */
    const char *engine;
    const char *settings[ENGINE_SETTINGS_MAX]; /* each "NAME=VALUE" */
    int setting_count;
    const char *net; /* a net file for the own search; NULL: the built-in nets */
    uint64_t nodes;  /* a move */
    int hash_mb;
    double patience_seconds; /* for one answer of an engine */

    /* Starts. */
    const char *books[GENERATE_BOOKS_MAX];
    int book_count;
    int random_plies;      /* at most so many before the record begins, in half of the games */
    double chess960_share; /* of the games */
    int start_score_max;   /* a start that is judged beyond this is dropped */

    /* What is played beside the best move. */
    double deviating_share; /* of the games */
    double temperature;     /* own search: moves are drawn by visits^(1/temperature) ... */
    int temperature_plies;  /* ... for so many plies */

    /* Ends. */
    double played_out_share; /* of the games are never adjudicated */
    int win_score, win_plies;
    int draw_score, draw_plies, draw_move; /* after so many moves */
    int plies_max;

    /* How much. A zero is no limit; games and positions are those of the whole file. */
    int processes;
    uint32_t seed;
    uint32_t games;
    uint64_t positions;
    double minutes; /* of this run */
} generate_plan;

#endif
