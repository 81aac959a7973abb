/* The integer arithmetic of the nets, one implementation an instruction set, chosen once. All equal
 * the scalar reference bit for bit, so any may serve any search. */
#ifndef NN_KERNELS_H
#define NN_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KERNEL_ALIGNMENT = 64, KERNEL_WIDTH_STEP = 64 };

/* Rows that sums gain and lose: 32 of each replace a whole board. */
enum { ROW_CHANGES_MAX = 32 };
typedef struct row_changes {
    int added_count, removed_count;
    uint16_t added[ROW_CHANGES_MAX], removed[ROW_CHANGES_MAX];
} row_changes;

/* Widths are multiples of KERNEL_WIDTH_STEP; every array is aligned to KERNEL_ALIGNMENT bytes. */
typedef struct kernels {
    const char *name;

    /* sums[width] = bias[width] + the named rows of weights[][width]. At most 32 rows of int8, so
     * that int16 cannot overflow when |bias| is at most 16384. */
    void (*accumulate)(int16_t *sums, const int16_t *bias, const int8_t *weights, size_t width,
                       const uint16_t *rows, int count);

    /* Pairwise product: out[i] = clip(sums[i], 0, 127) * clip(sums[i + half], 0, 127) >> 7, for
     * i < half = width / 2; every result is at most 126. */
    void (*multiply_pairs)(uint8_t *out, const int16_t *sums, size_t width);

    /* out[k] = dot product of x[width] with row rows[k] of weights[][width] (rows NULL: row k).
     * Inputs are at most 127, so that no instruction set saturates. `out` needs no alignment. */
    void (*dot_rows)(int32_t *out, const uint8_t *x, const int8_t *weights, size_t width,
                     const uint16_t *rows, int count);

    /* sums[width] = from[width] + the added - the removed rows of weights[][width]; `sums` may be
     * `from`. Sums wrap around as they are made, so only what comes out has to fit an int16. */
    void (*change_rows)(int16_t *sums, const int16_t *from, const int16_t *weights, size_t width,
                        const row_changes *changes);

    /* The sum of clip(sums[i], 0, 255)^2 * weights[i] for i < width. Weights are within +-128, so
     * that the product with one factor fits an int16, and their sizes add up to at most 33025, so
     * that the sum fits an int32. */
    int32_t (*dot_squares)(const int16_t *sums, const int16_t *weights, size_t width);
} kernels;

/* The fastest that this CPU runs. */
const kernels *kernels_best(void);

/* By name: "scalar", "avx2", "avx512"; "auto" is the best. NULL if unknown or not for this CPU. */
const kernels *kernels_by_name(const char *name);

/* The i-th implementation that this CPU runs, slowest first, or NULL past the last. */
const kernels *kernels_at(int i);

#endif
