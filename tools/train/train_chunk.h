/* A chunk of positions for a net: active inputs, targets and, for a policy net, the rows of the
 * legal moves. A position has one list of active inputs, or `views` adjacent lists; of a value
 * net's two, the first is the mover's and the second the opponent's. A chunk is filled from
 * records, or by hand in tests. */
#ifndef TOOLS_TRAIN_CHUNK_H
#define TOOLS_TRAIN_CHUNK_H

#include "nn/features.h"
#include "train_data.h"
#include "train_score_model.h"
#include "train_shuffle.h"

/* Positions of a chunk, and of the slices that threads work on. Sums over positions are made slice
 * by slice, so these numbers affect the results of training. */
enum { CHUNK_POSITIONS = 2048, SLICE_POSITIONS = 128 };
enum { CHUNK_SLICES = CHUNK_POSITIONS / SLICE_POSITIONS };

/* Arrays that a kind of net does not use are never touched, so they take no memory. */
typedef struct train_chunk {
    net_kind kind;
    uint32_t inputs;  /* of the net; rows are taken modulo this */
    bool pins;        /* the inputs' states know pins */
    bool places;      /* the inputs depend on the place of the view's king */
    bool classes;     /* policy: the net has rows for classes of moves */
    bool bucketed;    /* buckets depend on the position; else all are 0 */
    uint32_t views;   /* lists of active inputs per position */
    size_t positions; /* in use */

    uint16_t features[CHUNK_POSITIONS * TRAIN_VIEWS_MAX][FEATURES_MAX]; /* active inputs */
    uint8_t feature_count[CHUNK_POSITIONS * TRAIN_VIEWS_MAX];
    float weight[CHUNK_POSITIONS]; /* of the position in the loss */

    float goal[CHUNK_POSITIONS];     /* value: target of the probability of winning */
    float expected[CHUNK_POSITIONS]; /* value: the teacher's probability of winning, for reports, as
                                      * is the next one */
    int16_t score[CHUNK_POSITIONS];  /* the teacher's score */
    uint8_t bucket[CHUNK_POSITIONS]; /* value: the set of dense layers */

    policy_query queries[CHUNK_POSITIONS];    /* policy: rows of the legal moves */
    uint16_t best[CHUNK_POSITIONS];           /* policy: index of the teacher's move */
    float wanted[CHUNK_POSITIONS][MOVES_MAX]; /* policy: targets of the moves' probabilities before
                                               * smoothing */
} train_chunk;

/* Makes a chunk for a net; the caller frees it by free(). Returns NULL if memory is short. */
train_chunk *train_chunk_new(const architecture *arch);

/* The rules for targets and weights. */
typedef struct train_recipe {
    const train_fit *fits; /* value: of each file, see train_record */
    int decided_score;    /* positions with a greater |score| have weight decided_score / |score| */
    float decided_weight; /* lower bound of that weight */
    int copies;           /* all occurrences of a position together have at most this weight, except
                           * that those beyond RECORD_COPIES_MAX add to it */
} train_recipe;

/* train_chunk_fill() fills places `begin` to `end` - 1 of the chunk from records of a set. Place i
 * gets record shuffle(first + i), or first + i without a shuffle. Any thread may call it for places
 * of its own. */
typedef struct train_source {
    const train_set *set;
    const train_shuffle *shuffle; /* may be NULL */
    uint64_t first;
    const train_recipe *recipe;
} train_source;

void train_chunk_fill(train_chunk *chunk, const train_source *source, size_t begin, size_t end);

/* The number of positions of a set's chunk that begins at `first`. */
size_t train_chunk_size(const train_set *set, size_t first);

/* The positions that use each row: those of row r are position[start[r]] to position[start[r + 1] -
 * 1], in ascending order. If positions have several views, these are indices of input lists. */
typedef struct train_index {
    size_t rows;
    uint32_t *start;    /* [rows + 1] */
    uint16_t *position; /* [entries] */
} train_index;

/* Returns false if memory is short; train_index_free() may be called then too. */
bool train_index_init(train_index *index, size_t rows, size_t entries_max);
void train_index_free(train_index *index);

/* Indexes the active inputs. */
void train_index_features(train_index *index, const train_chunk *chunk);

/* Indexes the moves' rows. slots[position][i] gets the index of the entry of the query's row i. */
void train_index_moves(train_index *index, const train_chunk *chunk,
                       uint32_t (*slots)[QUERY_ROWS_MAX]);

#endif
