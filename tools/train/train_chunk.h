/* A chunk of positions on its way through a net: active inputs, targets, and for a policy net the
 * rows of the legal moves. A position has one list of active inputs, or `views` that follow each
 * other: a negamax net's first is the mover's, its second the opponent's. Filled from records, or
 * by a test by hand. */
#ifndef TOOLS_TRAIN_CHUNK_H
#define TOOLS_TRAIN_CHUNK_H

#include "nn/features.h"
#include "train_data.h"
#include "train_fit.h"
#include "train_order.h"

/* Positions of a chunk, and of the slices in which threads share it out. Sums over positions are
 * made slice by slice, so these numbers are part of what a training run computes. */
enum { CHUNK_POSITIONS = 2048, SLICE_POSITIONS = 128 };
enum { CHUNK_SLICES = CHUNK_POSITIONS / SLICE_POSITIONS };

typedef struct train_chunk {
    train_kind kind;
    uint32_t inputs;  /* of the net: rows are taken modulo this */
    uint32_t views;   /* lists of active inputs a position */
    size_t positions; /* in use */

    uint16_t (*features)[FEATURES_MAX]; /* [CHUNK_POSITIONS * views] active inputs */
    uint8_t *feature_count;             /* [CHUNK_POSITIONS * views] */
    float *weight;                      /* of the position in the loss */

    win_draw_loss *target; /* value: what the outputs should be */
    float *expected;       /* value, negamax: the teacher's probability of winning, to report
                              errors */
    int16_t *score;        /* value, negamax: the teacher's score, likewise */

    float *goal;     /* negamax: what the probability of winning should be */
    uint8_t *bucket; /* negamax: the output row */

    policy_query *queries;      /* policy: rows of the legal moves */
    bool classes;               /* policy: the net has rows for classes of moves */
    uint16_t *best;             /* policy: which of the moves the teacher plays */
    float (*wanted)[MOVES_MAX]; /* policy: what the moves' probabilities should be, before
                                   smoothing */
} train_chunk;

bool train_chunk_init(train_chunk *chunk, const train_arch *arch, failure *why);
void train_chunk_free(train_chunk *chunk);

/* How targets are made. */
typedef struct train_recipe {
    train_fit fit;
    float result_share;   /* value: of the outcome in the target, the rest is the score's */
    int decided_score;    /* positions beyond it count less, as decided_score / |score|, ... */
    float decided_weight; /* ... but at least this */
    int copies;           /* a position that occurs more often counts as so many */
} train_recipe;

/* Fills places begin to end - 1 of the chunk from records of a set: place i takes record
 * order(first + i), or first + i without an order. Any thread, on places of its own. */
typedef struct train_source {
    const train_set *set;
    const train_order *order; /* may be NULL */
    uint64_t first;
    const train_recipe *recipe;
} train_source;

void train_chunk_fill(train_chunk *chunk, const train_source *source, size_t begin, size_t end);

/* Which positions use each row: those of row r are position[start[r]] to position[start[r + 1] -
 * 1], in ascending order. Where positions have several views, lists of inputs stand for positions.
 */
typedef struct train_index {
    size_t rows;
    uint32_t *start;    /* [rows + 1] */
    uint16_t *position; /* [entries] */
} train_index;

bool train_index_init(train_index *index, size_t rows, size_t entries_max, failure *why);
void train_index_free(train_index *index);

/* Indexes the active inputs. */
void train_index_features(train_index *index, const train_chunk *chunk);

/* Indexes the moves' rows; slots[position][i] is where the entry of the
 * query's row i lies. */
void train_index_moves(train_index *index, const train_chunk *chunk,
                       uint32_t (*slots)[QUERY_ROWS_MAX]);

#endif
