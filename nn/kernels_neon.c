/* For each CPU of armv8-a: all of them have NEON. */
#include <arm_neon.h>
#include <stdbool.h>
#include <string.h>

#include "kernels_internal.h"

/* Columns whose sums stay in registers while all rows are added: 16 of the 32 registers, with 8
 * sums each. */
enum { LANES = 8, TILE = 16 };

/* Always inlined with a constant `tile`, so that the inner loops unroll into registers. */
static inline __attribute__((always_inline)) void
accumulate_tile(int16_t *sums, const int16_t *bias, const int8_t *weights, size_t width,
                const uint16_t *rows, int count, int tile)
{
    int16x8_t sum[TILE];
#pragma GCC unroll 16
    for (int t = 0; t < tile; t++) {
        sum[t] = vld1q_s16(bias + t * LANES);
    }
    for (int r = 0; r < count; r++) {
        const int8_t *row = weights + rows[r] * width;
#pragma GCC unroll 16
        for (int t = 0; t < tile; t++) {
            sum[t] = vaddw_s8(sum[t], vld1_s8(row + t * LANES));
        }
    }
#pragma GCC unroll 16
    for (int t = 0; t < tile; t++) {
        vst1q_s16(sums + t * LANES, sum[t]);
    }
}

static void accumulate(int16_t *sums, const int16_t *bias, const int8_t *weights, size_t width,
                       const uint16_t *rows, int count)
{
    size_t at = 0;
    for (; width - at >= TILE * LANES; at += TILE * LANES) {
        accumulate_tile(sums + at, bias + at, weights + at, width, rows, count, TILE);
    }
    for (; at < width; at += 8 * LANES) {
        accumulate_tile(sums + at, bias + at, weights + at, width, rows, count, 8);
    }
}

/* 16 sums, clipped at 0 and 127. */
static uint8x16_t clip(const int16_t *sums)
{
    const uint8x8_t low = vqmovun_s16(vld1q_s16(sums));
    return vminq_u8(vqmovun_high_s16(low, vld1q_s16(sums + LANES)), vdupq_n_u8(127));
}

static void multiply_pairs(uint8_t *out, const int16_t *sums, size_t width)
{
    const size_t half = width / 2;
    for (size_t i = 0; i < half; i += 2 * LANES) {
        const uint8x16_t x = clip(sums + i), y = clip(sums + half + i);
        const uint16x8_t low = vmull_u8(vget_low_u8(x), vget_low_u8(y));
        vst1q_u8(out + i, vshrn_high_n_u16(vshrn_n_u16(low, 7), vmull_high_u8(x, y), 7));
    }
}

/* The sums of four registers' lanes, in order. */
static int32x4_t add_across(const int32x4_t sum[4])
{
    return vpaddq_s32(vpaddq_s32(sum[0], sum[1]), vpaddq_s32(sum[2], sum[3]));
}

static void dot_rows(int32_t *out, const uint8_t *x, const int8_t *weights, size_t width,
                     const uint16_t *rows, int count)
{
    for (int k = 0; k < count; k += 4) {
        const int8_t *row[4];
        for (int j = 0; j < 4; j++) {
            /* The last group repeats its last row, so as not to read past the list. */
            const int at = k + j < count ? k + j : count - 1;
            row[j] = weights + (size_t)(rows ? rows[at] : at) * width;
        }
        int32x4_t sum[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
        for (size_t i = 0; i < width; i += 16) {
            const int8x16_t input = vreinterpretq_s8_u8(vld1q_u8(x + i));
#pragma GCC unroll 4
            for (int j = 0; j < 4; j++) {
                const int8x16_t weight = vld1q_s8(row[j] + i);
                /* Two products of at most 127 * 128 fit an int16. */
                const int16x8_t low = vmull_s8(vget_low_s8(input), vget_low_s8(weight));
                sum[j] = vpadalq_s16(sum[j], vmlal_high_s8(low, input, weight));
            }
        }
        int32_t four[4];
        vst1q_s32(four, add_across(sum));
        for (int j = 0; j < 4 && k + j < count; j++) {
            out[k + j] = four[j];
        }
    }
}

/* The weights of one register of sums, from int16 or from int8. */
static inline __attribute__((always_inline)) int16x8_t load_weights(const void *at, bool bytes)
{
    return bytes ? vmovl_s8(vld1_s8(at)) : vld1q_s16(at);
}

/* As accumulate_tile(), for weights of int16 or of int8, with rows to add and to subtract. A row
 * has `row` bytes. */
static inline __attribute__((always_inline)) void change_tile(int16_t *sums, const int16_t *from,
                                                              const char *weights, size_t row,
                                                              const row_changes *changes, int tile,
                                                              bool bytes)
{
    const int step = bytes ? LANES : 2 * LANES;
    int16x8_t sum[TILE];
#pragma GCC unroll 16
    for (int t = 0; t < tile; t++) {
        sum[t] = vld1q_s16(from + t * LANES);
    }
    for (int r = 0; r < changes->added_count; r++) {
        const char *at = weights + changes->added[r] * row;
#pragma GCC unroll 16
        for (int t = 0; t < tile; t++) {
            sum[t] = vaddq_s16(sum[t], load_weights(at + t * step, bytes));
        }
    }
    for (int r = 0; r < changes->removed_count; r++) {
        const char *at = weights + changes->removed[r] * row;
#pragma GCC unroll 16
        for (int t = 0; t < tile; t++) {
            sum[t] = vsubq_s16(sum[t], load_weights(at + t * step, bytes));
        }
    }
#pragma GCC unroll 16
    for (int t = 0; t < tile; t++) {
        vst1q_s16(sums + t * LANES, sum[t]);
    }
}

static inline __attribute__((always_inline)) void change_all(int16_t *sums, const int16_t *from,
                                                             const char *weights, size_t width,
                                                             const row_changes *changes, bool bytes)
{
    const size_t size = bytes ? 1 : 2, row = width * size;
    size_t at = 0;
    for (; width - at >= TILE * LANES; at += TILE * LANES) {
        change_tile(sums + at, from + at, weights + at * size, row, changes, TILE, bytes);
    }
    for (; at < width; at += 8 * LANES) {
        change_tile(sums + at, from + at, weights + at * size, row, changes, 8, bytes);
    }
}

static void change_rows(int16_t *sums, const int16_t *from, const int16_t *weights, size_t width,
                        const row_changes *changes)
{
    change_all(sums, from, (const char *)weights, width, changes, false);
}

static void change_byte_rows(int16_t *sums, const int16_t *from, const int8_t *weights,
                             size_t width, const row_changes *changes)
{
    change_all(sums, from, (const char *)weights, width, changes, true);
}

/* Adds half squares times weights of one register. */
static int32x4_t weigh_squares(int32x4_t part, const int16_t *sums, const int16_t *weights)
{
    const uint8x8_t x = vqmovun_s16(vld1q_s16(sums)); /* clips at 0 and 255 */
    const int16x8_t halves = vreinterpretq_s16_u16(vshrq_n_u16(vmull_u8(x, x), 1));
    const int16x8_t weight = vld1q_s16(weights);
    part = vmlal_s16(part, vget_low_s16(halves), vget_low_s16(weight));
    return vmlal_high_s16(part, halves, weight);
}

static int32_t dot_squares(const int16_t *sums, const int16_t *weights, size_t width)
{
    int32x4_t part[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
    for (size_t i = 0; i < width; i += 4 * LANES) {
#pragma GCC unroll 4
        for (size_t j = 0; j < 4; j++) {
            part[j] = weigh_squares(part[j], sums + i + j * LANES, weights + i + j * LANES);
        }
    }
    return vaddvq_s32(add_across(part));
}

/* Floats of one register. Counts that it does not divide end in single floats. */
enum { FLOATS = 4 };

/* Of a NaN and a number these functions give the number, as the comparisons of the reference do. */
static float32x4_t activation(float32x4_t x)
{
    const float32x4_t within = vminnmq_f32(vmaxnmq_f32(x, vdupq_n_f32(0.0f)), vdupq_n_f32(1.0f));
    return vmulq_f32(within, within);
}

/* The same of one float. */
static float activation_of(float x)
{
    return vgetq_lane_f32(activation(vdupq_n_f32(x)), 0);
}

static void activate_sums(float *out, const int32_t *sums, float scale, const float *bias,
                          size_t count)
{
    size_t i = 0;
    for (; i + FLOATS <= count; i += FLOATS) {
        const float32x4_t scaled =
            vmulq_f32(vcvtq_f32_s32(vld1q_s32(sums + i)), vdupq_n_f32(scale));
        vst1q_f32(out + i, activation(vaddq_f32(scaled, vld1q_f32(bias + i))));
    }
    for (; i < count; i++) {
        out[i] = activation_of((float)sums[i] * scale + bias[i]);
    }
}

/* Always inlined with a constant number of registers. */
static inline __attribute__((always_inline)) void activate_block(float *out, const float *x,
                                                                 const float *weights,
                                                                 const float *bias, size_t inputs,
                                                                 size_t outputs, int registers)
{
    float32x4_t sum[8];
#pragma GCC unroll 8
    for (int t = 0; t < registers; t++) {
        sum[t] = vld1q_f32(bias + t * FLOATS);
    }
    for (size_t i = 0; i < inputs; i++, weights += outputs) {
        const float32x4_t factor = vdupq_n_f32(x[i]);
#pragma GCC unroll 8
        for (int t = 0; t < registers; t++) {
            sum[t] = vaddq_f32(sum[t], vmulq_f32(factor, vld1q_f32(weights + t * FLOATS)));
        }
    }
#pragma GCC unroll 8
    for (int t = 0; t < registers; t++) {
        vst1q_f32(out + t * FLOATS, activation(sum[t]));
    }
}

static void activate_layer(float *out, const float *x, const float *weights, const float *bias,
                           size_t inputs, size_t outputs)
{
    size_t j = 0;
    for (; j + 8 * FLOATS <= outputs; j += 8 * FLOATS) {
        activate_block(out + j, x, weights + j, bias + j, inputs, outputs, 8);
    }
    for (; j + FLOATS <= outputs; j += FLOATS) {
        activate_block(out + j, x, weights + j, bias + j, inputs, outputs, 1);
    }
    for (; j < outputs; j++) {
        float sum = bias[j];
        for (size_t i = 0; i < inputs; i++) {
            sum += x[i] * weights[i * outputs + j];
        }
        out[j] = activation_of(sum);
    }
}

/* Adds the products of 16 floats to 16 lanes. */
static void add_products(float32x4_t lanes[4], const float *x, const float *y)
{
#pragma GCC unroll 4
    for (int t = 0; t < 4; t++) {
        const float32x4_t products =
            vmulq_f32(vld1q_f32(x + t * FLOATS), vld1q_f32(y + t * FLOATS));
        lanes[t] = vaddq_f32(lanes[t], products);
    }
}

static float dot_floats(const float *x, const float *y, size_t count)
{
    float ends[2][4 * FLOATS] = {0};
    float32x4_t lanes[4] = {vdupq_n_f32(0.0f), vdupq_n_f32(0.0f), vdupq_n_f32(0.0f),
                            vdupq_n_f32(0.0f)};
    size_t i = 0;
    for (; i + 4 * FLOATS <= count; i += 4 * FLOATS) {
        add_products(lanes, x + i, y + i);
    }
    if (i < count) {
        memcpy(ends[0], x + i, (count - i) * sizeof *x);
        memcpy(ends[1], y + i, (count - i) * sizeof *y);
        add_products(lanes, ends[0], ends[1]);
    }
    const float32x4_t four =
        vaddq_f32(vaddq_f32(lanes[0], lanes[2]), vaddq_f32(lanes[1], lanes[3]));
    const float32x2_t two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
    return vget_lane_f32(two, 0) + vget_lane_f32(two, 1);
}

const kernels kernels_neon = {.name = "neon",
                              .accumulate = accumulate,
                              .multiply_pairs = multiply_pairs,
                              .dot_rows = dot_rows,
                              .change_rows = change_rows,
                              .change_byte_rows = change_byte_rows,
                              .dot_squares = dot_squares,
                              .activate_sums = activate_sums,
                              .activate_layer = activate_layer,
                              .dot_floats = dot_floats};
