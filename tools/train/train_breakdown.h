/* A net's figures in slices of the positions (by pieces, check, the teacher's move and its score),
 * and the calibration of a value net. This module only keeps the sums. */
#ifndef TOOLS_TRAIN_BREAKDOWN_H
#define TOOLS_TRAIN_BREAKDOWN_H

#include <stdio.h>

#include "nn/architecture.h"
#include "train_record.h"

enum { BREAKDOWN_SLICES = 24, BREAKDOWN_FIGURES_MAX = 5, CALIBRATION_BINS = 10 };

/* Positions with the same floor(10 p), where p is the predicted probability of winning. */
typedef struct calibration_bin {
    double positions, predicted, teacher; /* sums of the net's and the teacher's probabilities */
    double results, outcome; /* number and sum of game results, without games spoilt by a later
                              * random move */
} calibration_bin;

/* The sums of one net. All members except `kind` must be zero at first. */
typedef struct train_breakdown {
    net_kind kind;
    double positions[BREAKDOWN_SLICES];
    double sum[BREAKDOWN_SLICES][BREAKDOWN_FIGURES_MAX];
    calibration_bin bins[CALIBRATION_BINS]; /* value */
} train_breakdown;

/* Adds a position of a value net: the net's probability of winning, the teacher's, and
 * the cross-entropy of the net's outputs. */
void train_breakdown_add_value(train_breakdown *breakdown, const train_record *record, float win,
                               float teacher, double cross_entropy);

/* Adds a position of a policy net: probabilities q[count] of the legal moves; `best` is the index
 * of the teacher's move. */
void train_breakdown_add_policy(train_breakdown *breakdown, const train_record *record,
                                const float *q, size_t count, size_t best);

/* Prints aligned text: a line for each slice with positions, and the calibration of a value net. */
void train_breakdown_print(const train_breakdown *breakdown, FILE *out);

/* Writes the same as comma-separated rows, one for each figure: first those of the table that is
 * named after the kind of net, then those of its calibration. train_breakdown_header() writes the
 * column names; `net` is the first field of each row. */
void train_breakdown_header(FILE *csv);
void train_breakdown_rows(const train_breakdown *breakdown, const char *net, FILE *csv);

#endif
