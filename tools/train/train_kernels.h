/* The trainer's float arithmetic, compiled for several instruction sets, one of which is chosen at
 * the start. All give the same bits: dot products have 16 sums, and no operations are fused. So
 * training is reproducible to the last bit with another instruction set. (The schedule of the
 * learning rate uses cos() and pow() of the C library, whose last bits may differ elsewhere.)
 *
 * The dense layers do not use a BLAS, which gives other bits on other CPUs and is not faster here.
 * Nanoseconds per position on one core of a Zen 5 with AVX-512, for 256 pairs to 16 outputs in
 * slices of 128 positions, of these kernels and of cblas_sgemm of OpenBLAS 0.3.21 on one thread:
 * forward 52 and 90, gradient of the pairs 53 and 82, gradient of the weights 58 and 87. The layers
 * after that take a few per cent of a value net's training. */
#ifndef TOOLS_TRAIN_KERNELS_H
#define TOOLS_TRAIN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* The first layer is stored in tiles of 64 units: 32 units and their 32 partners in the pairwise
 * product. One tile's weights (3072 x 64 floats) fit a core's second-level cache. */
enum { TILE_UNITS = 64, TILE_PAIRS = TILE_UNITS / 2 };

/* The pass of one tile over a chunk of positions. */
typedef struct tile_forward {
    const float *weights;  /* [inputs][TILE_UNITS] */
    const float *bias;     /* [TILE_UNITS] */
    const uint16_t *rows;  /* [positions][row_stride] active inputs */
    const uint8_t *counts; /* [positions] */
    size_t row_stride, positions;
    float *active; /* [positions][TILE_UNITS] sums clipped to [0, train_most(grain)] */
    float *pairs;  /* [positions][pair_stride], of which this tile writes TILE_PAIRS */
    size_t pair_stride;
    float grain; /* products are truncated to multiples of 1 / grain, and sums clipped at 1 - 1 /
                  * grain, as in the integer net; 0: neither */
} tile_forward;

/* The largest clipped sum. */
static inline float train_most(float grain)
{
    return grain > 0.0f ? 1.0f - 1.0f / grain : 1.0f;
}

/* The largest product of two clipped sums. */
static inline float train_most_pair(float grain)
{
    return grain > 0.0f ? 1.0f - 2.0f / grain : 1.0f;
}

/* Adam with decoupled weight decay (Loshchilov and Hutter 2017), over one run of parameters. */
typedef struct adam_step {
    float rate;
    float beta1, beta2;
    float correct1, correct2; /* 1 / (1 - beta^step) */
    float epsilon;
    float decay; /* times rate */
    float bound; /* |weight| after the step */
} adam_step;

/* Arrays are aligned to 64 bytes. Widths are multiples of TILE_PAIRS. */
typedef struct train_kernels {
    const char *name;

    void (*tile_forward)(const tile_forward *tile);

    /* Replaces active[positions][TILE_UNITS] by the gradient of the sums, which were clipped at
     * `most`, given the gradient of the pairs. */
    void (*tile_gate)(float *active, const float *pair_gradient, size_t pair_stride,
                      size_t positions, float most);

    /* to[n] = from[n] rounded to multiples of 1 / grain. */
    void (*round_all)(float *to, const float *from, size_t n, float grain);

    /* gradient[row] += the sum of delta[position[i]] for start[row] <= i < start[row + 1]. */
    void (*tile_gradient)(float *gradient, const float *delta, const uint32_t *start,
                          const uint16_t *position, size_t rows);

    /* sum[TILE_UNITS] += all delta[positions][TILE_UNITS]. */
    void (*tile_bias)(float *sum, const float *delta, size_t positions);

    /* out[i] = x . row rows[i] of weights[][width] (rows NULL: row i). */
    void (*dot_rows)(float *out, const float *x, const float *weights, size_t width,
                     const uint16_t *rows, size_t count);

    /* out[width] += the sum of factor[i] * row rows[i] of x[][width] (rows NULL: row i). */
    void (*add_rows)(float *out, const float *x, size_t width, const uint16_t *rows,
                     const float *factor, size_t count);

    /* A small dense layer: out[outputs] += x[inputs] times weights[inputs][outputs]. This and the
     * next function need no alignment and take any size. */
    void (*add_products)(float *out, const float *x, const float *weights, size_t inputs,
                         size_t outputs);

    /* sum[rows][width] += x[rows] times y[width]. */
    void (*add_outer)(float *sum, const float *x, const float *y, size_t rows, size_t width);

    /* One step for n parameters w with gradient g (zero afterwards) and moments m and v. */
    void (*adam)(float *w, float *g, float *m, float *v, size_t n, const adam_step *step);
} train_kernels;

/* The compiled sets. */
extern const train_kernels train_kernels_baseline;
#if defined(__x86_64__)
extern const train_kernels train_kernels_avx2;
extern const train_kernels train_kernels_avx512;
#endif

/* train_kernels_best() returns the fastest set that this CPU can run. train_kernels_at() returns
 * set number `i` of those that it can run, slowest first, or NULL past the last. */
const train_kernels *train_kernels_best(void);
const train_kernels *train_kernels_at(int i);

#endif
