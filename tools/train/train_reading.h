/* How the scores and results of each game file are read: numbers that are given for all files or
 * for one of them. */
#ifndef TOOLS_TRAIN_READING_H
#define TOOLS_TRAIN_READING_H

#include <stdbool.h>

#include "chess/failure.h"

enum { READING_FIT_SCORE_MAX = 2000 };

typedef struct train_reading {
    float result_share; /* value, negamax: share of the outcome in the target, 0 to 1 */
    float draw_rate;    /* value: share of draws at score 0, 0 to 0.95 */
    float scale;        /* centipawns per unit of ln(q / (1 - q)); 0: fitted to the results;
                         * else 10 to 1000 */
    float fit_score;    /* the fit uses positions up to this |score| in centipawns, 1 to
                         * READING_FIT_SCORE_MAX */
} train_reading;

/* The recommended numbers. */
train_reading train_reading_default(void);

/* The numbers of a reading, by the options that give them. ORDER: rows in train_reading.c. */
typedef enum {
    READING_RESULT_SHARE, /* --result-share */
    READING_DRAW_RATE,    /* --draw-rate */
    READING_SCALE,        /* --scale */
    READING_FIT_SCORE,    /* --fit-score */
    READING_NUMBERS
} train_reading_number;

/* The values of one option: each is "R", for all files, or "FILE=R". */
typedef struct train_reading_texts {
    train_reading_number number;
    const char *const *text;
    int count;
} train_reading_texts;

/* Sets a number in the readings of `count` files. FILE is a name as in `files` or the part of it
 * behind the last slash; all files of that name are set. A text with a file overrides one
 * without, and a later text an earlier one. Returns false and fills `why`, which names the
 * option and the text, if a number is out of its range or no file has the name. */
bool train_readings_set(train_reading *readings, const char *const *files, int count,
                        const train_reading_texts *texts, failure *why);

#endif
