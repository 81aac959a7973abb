/* A net's figures in slices of the positions (by pieces, check, the teacher's move and its score),
 * and the calibration of a value net. This module only keeps the sums. */
#ifndef TOOLS_TRAIN_SLICES_H
#define TOOLS_TRAIN_SLICES_H

#include <stdio.h>

#include "nn/architecture.h"
#include "train_record.h"

enum { SLICES = 24, SLICE_FIGURES_MAX = 5, CALIBRATION_BINS = 10 };

/* Positions with the same floor(10 p), where p is the predicted probability of winning. */
typedef struct calibration_bin {
    double positions, predicted, teacher; /* sums of the net's and the teacher's probabilities */
    double results, outcome; /* number and sum of game results that no random move spoilt */
} calibration_bin;

/* The sums of one net; begins zeroed but for `kind`. */
typedef struct train_slices {
    net_kind kind;
    double positions[SLICES];
    double sum[SLICES][SLICE_FIGURES_MAX];
    calibration_bin bins[CALIBRATION_BINS]; /* value, negamax */
} train_slices;

/* Adds a position of a value or negamax net: the net's probability of winning, the teacher's, and
 * the cross-entropy of the net's outputs. */
void train_slices_add_value(train_slices *slices, const train_record *record, float win,
                            float teacher, double cross_entropy);

/* Adds a position of a policy net: probabilities q[count] of the legal moves; `best` is the index
 * of the teacher's move. */
void train_slices_add_policy(train_slices *slices, const train_record *record, const float *q,
                             size_t count, size_t best);

/* Prints aligned text: a line for each slice with positions, and the calibration of a value or
 * negamax net. */
void train_slices_print(const train_slices *slices, FILE *out);

/* Writes the same as comma-separated rows, one for each figure: first those of the table that is
 * named after the kind of net, then those of its calibration. train_slices_header() writes the
 * column names; `net` is the first field of each row. */
void train_slices_header(FILE *csv);
void train_slices_rows(const train_slices *slices, const char *net, FILE *csv);

#endif
