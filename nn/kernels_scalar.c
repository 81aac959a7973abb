/* The reference: all other implementations must equal it bit for bit. */
#include "kernels_internal.h"

static int clip(int x)
{
    return x < 0 ? 0 : x > 127 ? 127 : x;
}

static void multiply_pairs(uint8_t *out, const int16_t *sums, size_t width)
{
    const size_t half = width / 2;
    for (size_t i = 0; i < half; i++) {
        out[i] = (uint8_t)(clip(sums[i]) * clip(sums[i + half]) >> 7);
    }
}

static void dot_rows(int32_t *out, const uint8_t *x, const int8_t *weights, size_t width,
                     const uint16_t *rows, int count)
{
    for (int k = 0; k < count; k++) {
        const int8_t *row = weights + (size_t)(rows ? rows[k] : k) * width;
        int32_t sum = 0;
        for (size_t i = 0; i < width; i++) {
            sum += x[i] * row[i];
        }
        out[k] = sum;
    }
}

static void change_rows(int16_t *sums, const int16_t *from, const int16_t *weights, size_t width,
                        const row_changes *changes)
{
    for (size_t i = 0; i < width; i++) {
        int sum = from[i];
        for (int r = 0; r < changes->added_count; r++) {
            sum += weights[changes->added[r] * width + i];
        }
        for (int r = 0; r < changes->removed_count; r++) {
            sum -= weights[changes->removed[r] * width + i];
        }
        sums[i] = (int16_t)sum;
    }
}

static void change_byte_rows(int16_t *sums, const int16_t *from, const int8_t *weights,
                             size_t width, const row_changes *changes)
{
    for (size_t i = 0; i < width; i++) {
        int sum = from[i];
        for (int r = 0; r < changes->added_count; r++) {
            sum += weights[changes->added[r] * width + i];
        }
        for (int r = 0; r < changes->removed_count; r++) {
            sum -= weights[changes->removed[r] * width + i];
        }
        sums[i] = (int16_t)sum;
    }
}

static float activation(float x)
{
    const float above = x > 0.0f ? x : 0.0f, within = above < 1.0f ? above : 1.0f;
    return within * within;
}

static void activate_sums(float *out, const int32_t *sums, float scale, const float *bias,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = activation((float)sums[i] * scale + bias[i]);
    }
}

static void activate_layer(float *out, const float *x, const float *weights, const float *bias,
                           size_t inputs, size_t outputs)
{
    for (size_t j = 0; j < outputs; j++) {
        float sum = bias[j];
        for (size_t i = 0; i < inputs; i++) {
            sum += x[i] * weights[i * outputs + j];
        }
        out[j] = activation(sum);
    }
}

static float dot_floats(const float *x, const float *y, size_t count)
{
    enum { FLOAT_LANES = 16 };
    float lane[FLOAT_LANES] = {0};
    for (size_t i = 0; i < count; i++) {
        lane[i % FLOAT_LANES] += x[i] * y[i];
    }
    for (int half = FLOAT_LANES / 2; half > 0; half /= 2) {
        for (int k = 0; k < half; k++) {
            lane[k] += lane[k + half];
        }
    }
    return lane[0];
}

const kernels kernels_scalar = {.name = "scalar",
                                .multiply_pairs = multiply_pairs,
                                .dot_rows = dot_rows,
                                .change_rows = change_rows,
                                .change_byte_rows = change_byte_rows,
                                .activate_sums = activate_sums,
                                .activate_layer = activate_layer,
                                .dot_floats = dot_floats};
