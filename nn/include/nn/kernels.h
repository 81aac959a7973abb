/* The arithmetic of the nets, with one implementation for each instruction set. The program
 * chooses one at its start. All equal the scalar reference bit for bit, so any of them may serve
 * any search. */
#ifndef NN_KERNELS_H
#define NN_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { KERNEL_ALIGNMENT = 64, KERNEL_WIDTH_STEP = 64 };

/* For dot_rows: the largest width. */
enum { KERNEL_DOT_WIDTH_MAX = 4096 };

/* Rows to add and to subtract. A board has at most 32 pieces, so that 32 rows of each kind can
 * replace all of them. */
enum { ROW_CHANGES_MAX = 32 };
typedef struct row_changes {
    int added_count, removed_count;
    uint16_t added[ROW_CHANGES_MAX], removed[ROW_CHANGES_MAX];
} row_changes;

/* Widths are multiples of KERNEL_WIDTH_STEP. Arrays of int8, uint8 and int16 are aligned to
 * KERNEL_ALIGNMENT bytes. Lists of rows (uint16), int32 and float need no alignment. */
typedef struct kernels {
    const char *name;

    /* Pairwise product: out[i] = clip(sums[i], 0, 127) * clip(sums[i + half], 0, 127) >> 7, for i <
     * half = width / 2. The results are at most 126. */
    void (*multiply_pairs)(uint8_t *out, const int16_t *sums, size_t width);

    /* out[k] = dot product of x[width] with row rows[k] of weights[][width]; with rows NULL, row k.
     * Inputs are at most 127, so that no instruction set saturates, and widths at most
     * KERNEL_DOT_WIDTH_MAX. */
    void (*dot_rows)(int32_t *out, const uint8_t *x, const int8_t *weights, size_t width,
                     const uint16_t *rows, int count);

    /* sums[width] = from[width] + added rows - removed rows of weights[][width]. `sums` may be
     * `from`. Intermediate sums may wrap around; only the result must fit an int16. */
    void (*change_rows)(int16_t *sums, const int16_t *from, const int16_t *weights, size_t width,
                        const row_changes *changes);

    /* The same for weights of int8. */
    void (*change_byte_rows)(int16_t *sums, const int16_t *from, const int8_t *weights,
                             size_t width, const row_changes *changes);

    /* The functions below compute dense layers in float, with any number of inputs and outputs. The
     * activation of a layer is clip(x, 0, 1)^2. Floats are added in the order that is given here,
     * and no operations are fused.
     *
     * out[i] = activation of (sums[i] * scale + bias[i]). */
    void (*activate_sums)(float *out, const int32_t *sums, float scale, const float *bias,
                          size_t count);

    /* out[j] = activation of (bias[j] + x[0] * weights[0][j] + x[1] * weights[1][j] + ...), with
     * weights[inputs][outputs]. */
    void (*activate_layer)(float *out, const float *x, const float *weights, const float *bias,
                           size_t inputs, size_t outputs);

    /* The dot product of x[count] and y[count]: lane k of 16 adds the products k, k + 16, ... to
     * 0; then lanes 8-15 are added to lanes 0-7, then lanes 4-7 to lanes 0-3, and so on. */
    float (*dot_floats)(const float *x, const float *y, size_t count);
} kernels;

/* sums[width] = bias[width] + the given rows of weights[][width], at most ROW_CHANGES_MAX. They
 * cannot overflow if |bias| is at most 16384. */
static inline void kernels_add_rows(const kernels *k, int16_t *sums, const int16_t *bias,
                                    const int8_t *weights, size_t width, const uint16_t *rows,
                                    int count)
{
    row_changes changes;
    changes.added_count = count;
    changes.removed_count = 0;
    memcpy(changes.added, rows, (size_t)count * sizeof *rows);
    k->change_byte_rows(sums, bias, weights, width, &changes);
}

/* The fastest implementation that this CPU can run. */
const kernels *kernels_best(void);

/* "auto", then the names of all implementations of this build, slowest first, then NULL. The CPU
 * may be unable to run some of them. */
extern const char *const kernels_names[];

/* Finds one by a name of kernels_names; "auto" is the fastest. NULL if it is unknown or this CPU
 * cannot run it. */
const kernels *kernels_by_name(const char *name);

/* Implementation number `i` of those that this CPU runs, slowest first; NULL past the last. */
const kernels *kernels_at(int i);

#endif
