/* The first-layer sums of the positions that a thread evaluated last with one net. Positions of a
 * search are alike, so a new position starts from the nearest of these, and only the rows change in
 * which the two differ: 14 of 27 on average. The sums equal those from scratch bit for bit. It is
 * the idea of the cache of value_stack.h, without pieces and views. */
#ifndef NN_RECENT_SUMS_H
#define NN_RECENT_SUMS_H

#include "nn/features.h"
#include "nn/kernels.h"

typedef struct recent_sums recent_sums;

/* Makes one without positions, for one thread. NULL if memory is short. recent_sums_free(NULL) is
 * fine. */
recent_sums *recent_sums_new(void);
void recent_sums_free(recent_sums *recent);

/* Forgets all positions. Must be called before the layer is another one. */
void recent_sums_clear(recent_sums *recent);

/* A first layer: weights[rows][sums] and bias[sums]. */
typedef struct sums_layer {
    const int8_t *weights;
    const int16_t *bias;
    uint32_t sums;
} sums_layer;

/* The sums of a position's `count` active rows, as feature_rows() writes them, or these modulo
 * FEATURE_ROWS_PLAIN. They last until the next call. */
const int16_t *recent_sums_of(recent_sums *recent, const kernels *k, const sums_layer *layer,
                              const uint16_t *rows, int count);

#endif
