/* The meaning of a teacher's judgements. Each game file has a reading and a model. The reading is
 * given by options. The model is fitted to the results of the file's games, and converts its scores
 * to targets. */
#ifndef TOOLS_TRAIN_SCORE_MODEL_H
#define TOOLS_TRAIN_SCORE_MODEL_H

#include <stddef.h>

#include "base/failure.h"
#include "train_record.h"

enum { READING_FIT_SCORE_MAX = 2000 };

typedef struct train_reading {
    float result_share; /* value: share of the outcome in the target, 0 to 1 */
    float scale;        /* centipawns per unit of ln(q / (1 - q)); 0: fitted to the results;
                         * else 10 to 1000 */
    float visit_share;  /* policy: share of the visits in the target of a position that has them,
                         * 0 to 1 */
    float fit_score;    /* the fit uses positions up to this |score| in centipawns, 1 to
                         * READING_FIT_SCORE_MAX */
} train_reading;

/* The recommended numbers. */
train_reading train_reading_default(void);

/* The numbers of a reading, by the options that give them. ORDER: rows in train_score_model.c. */
typedef enum {
    READING_RESULT_SHARE, /* --result-share */
    READING_SCALE,        /* --scale */
    READING_FIT_SCORE,    /* --fit-score */
    READING_VISIT_SHARE,  /* --visit-share */
    READING_NUMBERS
} train_reading_number;

/* The files whose readings are set. */
typedef struct train_reading_files {
    train_reading *readings;  /* [count] */
    const char *const *names; /* [count] as given, with or without folders */
    int count;
} train_reading_files;

/* Sets a number by the texts of its option. Each is "R", for all files, or "FILE=R", for all files
 * of that name, with or without folders. A text with a file overrides one without, and a later text
 * an earlier one. Returns false and fills `why`, which names option and text, if a number is out of
 * its range or no file has the name. */
bool train_readings_set(const train_reading_files *files, train_reading_number number,
                        const char *const *texts, int count, failure *why);

/* Where a file's scale comes from. */
typedef enum { FIT_RESULTS, FIT_READING, FIT_OTHER_FILES, FIT_DEFAULT } train_fit_source;

/* The model of a file: sigmoid(score / scale) is the probability of winning, draws counted half. */
typedef struct train_fit {
    float scale;
    float result_share;      /* of the reading, for targets */
    size_t positions;        /* of the file */
    size_t fitted;           /* of these, the positions that the scale was fitted to */
    train_fit_source source; /* of the scale */
} train_fit;

/* A scale that is fitted to fewer positions is mostly chance. */
enum { FIT_POSITIONS_LEAST = 1000 };

/* Fits a file's model by maximum likelihood to the results of its positions after the last
 * deviation, up to the reading's score. A scale that the reading gives is not fitted. The scale is
 * the default of 145 without FIT_POSITIONS_LEAST such positions, or with a result share of 0, which
 * says that the results mean little. */
train_fit train_fit_of(const train_record *records, size_t count, const train_reading *reading);

/* Replaces default scales by the median of the other scales of `count` files, if there are any.
 * Returns the median of all. Each file has the weight of its positions. */
float train_fit_complete(train_fit *fits, int count);

/* The target of a record, a probability of winning with draws counted half: (1 - share) * model of
 * the score + share * outcome. */
float train_fit_goal(const train_fit *fit, const train_record *record, float share);

#endif
