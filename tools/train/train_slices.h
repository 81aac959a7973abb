/* A net's figures in slices of the positions (by phase, check, the teacher's move and its score),
 * and the calibration of a value net. This module only keeps the sums. */
#ifndef TOOLS_TRAIN_SLICES_H
#define TOOLS_TRAIN_SLICES_H

#include <stdio.h>

#include "train_data.h"

/* A position is in SLICE_ALL, in SLICE_NEAR if |score| < SLICE_NEAR_SCORE, in SLICE_BELOW_300 and
 * one of its parts if |score| < 300, and in one slice of each later group. */
typedef enum {
    SLICE_ALL,
    SLICE_NEAR,
    SLICE_BELOW_300,
    SLICE_BELOW_300_PIECES_25, /* 25 to 32 pieces, kings and pawns included */
    SLICE_BELOW_300_PIECES_17, /* 17 to 24 */
    SLICE_BELOW_300_PIECES_11, /* 11 to 16 */
    SLICE_BELOW_300_PIECES_2,  /* 2 to 10 */
    SLICE_PIECES_25,
    SLICE_PIECES_17,
    SLICE_PIECES_9,
    SLICE_PIECES_2,
    SLICE_CHECK,
    SLICE_NO_CHECK,
    SLICE_CAPTURE, /* the teacher's move captures */
    SLICE_NO_CAPTURE,
    SLICE_SCORE_0, /* |score| < 50 */
    SLICE_SCORE_50,
    SLICE_SCORE_100,
    SLICE_SCORE_200,
    SLICE_SCORE_300,
    SLICE_SCORE_600,
    SLICE_SCORE_1000, /* 1000 and more, but no mate */
    SLICE_MATE,
    SLICE_NO_SCORE,
    SLICES
} slice;

enum { SLICE_NEAR_SCORE = 200, SLICE_FIGURES_MAX = 5, CALIBRATION_BINS = 10 };

/* The tables of figures. */
typedef enum {
    TABLE_VALUE,  /* mean error, mean signed error (net - teacher), cross-entropy, error over 0.2 */
    TABLE_POLICY, /* first, among three, cross-entropy, entropy, prior under 1% */
    TABLE_PLAYER, /* first, among three: the teacher's move, by the value of the child */
    TABLES
} slice_table;

/* Positions with the same floor(10 p), where p is the predicted probability of winning. */
typedef struct calibration_bin {
    double positions, predicted, teacher; /* sums of the net's and the teacher's probabilities */
    double results, outcome; /* number and sum of game results that no random move spoilt */
} calibration_bin;

typedef struct train_slices {
    slice_table table;
    double positions[SLICES];
    double sum[SLICES][SLICE_FIGURES_MAX];
    calibration_bin bins[CALIBRATION_BINS]; /* TABLE_VALUE */
} train_slices;

/* The slices of a position, as bits 1 << slice. */
uint32_t train_slices_of(const train_record *record);

/* Adds a position to a value table: the net's probability of winning, the teacher's, and the
 * cross-entropy of the net's outputs. */
void train_slices_add_value(train_slices *slices, const train_record *record, float win,
                            float teacher, double cross_entropy);

/* Adds a position to a policy table: probabilities q[count] of the legal moves; `best` is the index
 * of the teacher's move. */
void train_slices_add_policy(train_slices *slices, const train_record *record, const float *q,
                             size_t count, size_t best);

/* Adds a position to a player's table; `above` is the number of moves that are better than the
 * teacher's. */
void train_slices_add_player(train_slices *slices, const train_record *record, size_t above);

/* Prints aligned text: a line for each slice with positions, and the calibration after a value
 * table. */
void train_slices_print(const train_slices *slices, FILE *out);

/* Writes the same as comma-separated rows, one for each figure. train_slices_header() writes the
 * column names; `net` is the first field of each row. */
void train_slices_header(FILE *csv);
void train_slices_rows(const train_slices *slices, const char *net, FILE *csv);

#endif
