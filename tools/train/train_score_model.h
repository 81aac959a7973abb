/* The meaning of a teacher's judgements. Each game file has a reading and a model. The reading is
 * given by options. The model is fitted to the results of the file's games, and converts its scores
 * to targets. */
#ifndef TOOLS_TRAIN_SCORE_MODEL_H
#define TOOLS_TRAIN_SCORE_MODEL_H

#include "nn/net.h"
#include "train_record.h"

enum { READING_FIT_SCORE_MAX = 2000 };

typedef struct train_reading {
    float result_share; /* value, negamax: share of the outcome in the target, 0 to 1 */
    float draw_rate;    /* value: share of draws at score 0, 0 to 0.95 */
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
    READING_DRAW_RATE,    /* --draw-rate */
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

/* The model of a file: win = sigmoid((s - level) / spread), loss = sigmoid((-s - level) / spread),
 * draw = the rest. */
typedef struct train_fit {
    float scale; /* sigmoid(s / scale) is the probability of winning, draws counted half */
    float level, spread;
    float result_share;      /* of the reading, for targets */
    size_t positions;        /* of the file */
    size_t fitted;           /* of these, the positions that the scale was fitted to */
    train_fit_source source; /* of the scale */
} train_fit;

/* A scale that is fitted to fewer positions is mostly chance. */
enum { FIT_POSITIONS_LEAST = 1000 };

/* Fits a file's model by maximum likelihood to the results of its positions after the last
 * deviation, up to the reading's score. The share of draws at score 0 sets level / spread. The
 * reading gives it, because games of a strong teacher against itself from unbalanced openings tell
 * little about it. A scale that the reading gives is not fitted. The scale is the default of 145
 * without FIT_POSITIONS_LEAST such positions, or with a result share of 0, which says that the
 * results mean little. Where it is not fitted, the spread is the one at which sigmoid(s / scale)
 * and the model have the same slope at score 0. */
train_fit train_fit_of(const train_record *records, size_t count, const train_reading *reading);

/* Replaces default scales by the median of the other scales of `count` files, if there are any.
 * Returns the median of all. Each file has the weight of its positions. */
float train_fit_complete(train_fit *fits, const train_reading *readings, int count);

/* The model's probabilities for a score; a mate is a win or a loss. */
win_draw_loss train_fit_score(const train_fit *fit, int score);

/* The value target of a record: (1 - share) * model of the score + share * outcome. */
win_draw_loss train_fit_target(const train_fit *fit, const train_record *record, float share);

/* The same for a negamax net: a probability of winning, with draws counted half. Its model of a
 * score is sigmoid(s / scale). */
float train_fit_goal(const train_fit *fit, const train_record *record, float share);

#endif
