/* Tests that all instruction sets equal the scalar reference bit for bit. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "nn/kernels.h"
#include "random_net.h"
#include "system/memory.h"

enum { ROWS = 40, WIDTH_MAX = 1088, COUNT_MAX = 32 };

typedef struct operands {
    _Alignas(64) int8_t weights[ROWS * WIDTH_MAX];
    _Alignas(64) int16_t bias[WIDTH_MAX];
    _Alignas(64) uint8_t x[WIDTH_MAX];
    uint16_t rows[COUNT_MAX];
} operands;

/* Whole ranges, so that extremes meet: weights +-128, biases up to their bound, inputs to 126. */
static operands *random_operands(uint64_t *state)
{
    operands *o = system_aligned_take(64, sizeof *o);
    cr_assert_not_null(o);
    for (size_t i = 0; i < sizeof o->weights; i++) {
        o->weights[i] = (int8_t)random_between(state, -128, 127);
    }
    const int bias_max = random_between(state, 0, 1) ? 16384 : 300;
    for (size_t i = 0; i < WIDTH_MAX; i++) {
        o->bias[i] = (int16_t)random_between(state, -bias_max, bias_max);
        o->x[i] = (uint8_t)random_between(state, 0, 126);
    }
    for (int i = 0; i < COUNT_MAX; i++) {
        o->rows[i] = (uint16_t)random_between(state, 0, ROWS - 1);
    }
    return o;
}

static const kernels *reference(void)
{
    return kernels_by_name("scalar");
}

Test(kernels, accumulate_equals_the_sum_of_rows)
{
    uint64_t state = 2;
    for (size_t width = 64; width <= WIDTH_MAX; width += 64) {
        operands *o = random_operands(&state);
        const int count = random_between(&state, 0, COUNT_MAX);
        _Alignas(64) int16_t expected[WIDTH_MAX], sums[WIDTH_MAX];
        for (size_t i = 0; i < width; i++) {
            int sum = o->bias[i];
            for (int r = 0; r < count; r++) {
                sum += o->weights[o->rows[r] * width + i];
            }
            expected[i] = (int16_t)sum;
        }
        for (int k = 0; kernels_at(k); k++) {
            memset(sums, 0x55, sizeof sums);
            kernels_at(k)->accumulate(sums, o->bias, o->weights, width, o->rows, count);
            cr_assert_arr_eq(sums, expected, width * sizeof *sums, "%s, width %zu",
                             kernels_at(k)->name, width);
        }
        system_aligned_give(o);
    }
}

Test(kernels, accumulate_does_not_overflow_at_its_bounds)
{
    uint64_t state = 3;
    operands *o = random_operands(&state);
    memset(o->weights, -128, sizeof o->weights);
    for (size_t i = 0; i < WIDTH_MAX; i++) {
        o->bias[i] = -16384;
    }
    for (int k = 0; kernels_at(k); k++) {
        _Alignas(64) int16_t sums[64];
        kernels_at(k)->accumulate(sums, o->bias, o->weights, 64, o->rows, COUNT_MAX);
        for (int i = 0; i < 64; i++) {
            cr_assert_eq(sums[i], -16384 - 32 * 128);
        }
    }
    system_aligned_give(o);
}

Test(kernels, multiply_pairs_clips_and_shifts)
{
    uint64_t state = 4;
    for (size_t width = 128; width <= WIDTH_MAX; width += 128) {
        operands *o = random_operands(&state);
        /* Around the clipping bounds, where most of the cases lie. */
        for (size_t i = 0; i < width; i += 2) {
            o->bias[i] = (int16_t)random_between(&state, -3, 130);
        }
        for (int k = 0; kernels_at(k); k++) {
            _Alignas(64) uint8_t out[WIDTH_MAX];
            kernels_at(k)->multiply_pairs(out, o->bias, width);
            for (size_t i = 0; i < width / 2; i++) {
                int a = o->bias[i], b = o->bias[i + width / 2];
                a = a < 0 ? 0 : a > 127 ? 127 : a;
                b = b < 0 ? 0 : b > 127 ? 127 : b;
                cr_assert_eq(out[i], a * b >> 7, "%s, width %zu, output %zu", kernels_at(k)->name,
                             width, i);
                cr_assert_leq(out[i], 126);
            }
        }
        system_aligned_give(o);
    }
}

static void check_dot_rows(const operands *o, size_t width, const uint16_t *rows, int count)
{
    int32_t expected[COUNT_MAX] = {0}, out[COUNT_MAX + 1];
    reference()->dot_rows(expected, o->x, o->weights, width, rows, count);
    for (int r = 0; r < count; r++) {
        int sum = 0;
        for (size_t i = 0; i < width; i++) {
            sum += o->x[i] * o->weights[(size_t)(rows ? rows[r] : r) * width + i];
        }
        cr_assert_eq(expected[r], sum);
    }
    for (int k = 0; kernels_at(k); k++) {
        const int32_t untouched = 12345;
        out[count] = untouched;
        kernels_at(k)->dot_rows(out, o->x, o->weights, width, rows, count);
        cr_assert_arr_eq(out, expected, (size_t)count * sizeof *out, "%s, width %zu, %d rows",
                         kernels_at(k)->name, width, count);
        cr_assert_eq(out[count], untouched, "%s writes past its outputs", kernels_at(k)->name);
    }
}

Test(kernels, dot_rows_equals_the_plain_loop)
{
    uint64_t state = 5;
    for (size_t width = 64; width <= WIDTH_MAX; width += 64) {
        operands *o = random_operands(&state);
        for (int count = 0; count <= COUNT_MAX; count++) {
            check_dot_rows(o, width, o->rows, count);
            check_dot_rows(o, width, NULL, count);
        }
        system_aligned_give(o);
    }
}

Test(kernels, dot_rows_does_not_saturate)
{
    uint64_t state = 6;
    operands *o = random_operands(&state);
    memset(o->x, 126, sizeof o->x);
    for (int sign = 0; sign < 2; sign++) {
        memset(o->weights, sign ? 127 : -128, sizeof o->weights);
        check_dot_rows(o, 1024, NULL, 5);
    }
    system_aligned_give(o);
}

enum { WORD_ROWS = 12 };

typedef struct word_operands {
    _Alignas(64) int16_t weights[WORD_ROWS * WIDTH_MAX];
    _Alignas(64) int16_t from[WIDTH_MAX];
    row_changes changes;
} word_operands;

static word_operands *random_word_operands(uint64_t *state, int added, int removed)
{
    word_operands *o = system_aligned_take(64, sizeof *o);
    cr_assert_not_null(o);
    for (size_t i = 0; i < WORD_ROWS * WIDTH_MAX; i++) {
        o->weights[i] = (int16_t)random_between(state, -511, 511);
    }
    for (size_t i = 0; i < WIDTH_MAX; i++) {
        o->from[i] = (int16_t)random_between(state, -16384, 16384);
    }
    o->changes.added_count = added;
    o->changes.removed_count = removed;
    for (int i = 0; i < ROW_CHANGES_MAX; i++) {
        o->changes.added[i] = (uint16_t)random_between(state, 0, WORD_ROWS - 1);
        o->changes.removed[i] = (uint16_t)random_between(state, 0, WORD_ROWS - 1);
    }
    return o;
}

Test(kernels, change_rows_equals_the_plain_loop)
{
    static const int counts[][2] = {{0, 0}, {1, 1}, {1, 2}, {2, 2}, {32, 0}, {31, 32}};
    uint64_t state = 7;
    for (size_t width = 64; width <= WIDTH_MAX; width += 64) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            word_operands *o = random_word_operands(&state, counts[c][0], counts[c][1]);
            _Alignas(64) int16_t expected[WIDTH_MAX], sums[WIDTH_MAX];
            for (size_t i = 0; i < width; i++) {
                int sum = o->from[i];
                for (int r = 0; r < counts[c][0]; r++) {
                    sum += o->weights[o->changes.added[r] * width + i];
                }
                for (int r = 0; r < counts[c][1]; r++) {
                    sum -= o->weights[o->changes.removed[r] * width + i];
                }
                expected[i] = (int16_t)sum;
            }
            for (int k = 0; kernels_at(k); k++) {
                kernels_at(k)->change_rows(sums, o->from, o->weights, width, &o->changes);
                cr_assert_arr_eq(sums, expected, width * sizeof *sums, "%s, width %zu",
                                 kernels_at(k)->name, width);
                memcpy(sums, o->from, width * sizeof *sums);
                kernels_at(k)->change_rows(sums, sums, o->weights, width, &o->changes);
                cr_assert_arr_eq(sums, expected, width * sizeof *sums, "%s in place",
                                 kernels_at(k)->name);
            }
            system_aligned_give(o);
        }
    }
}

Test(kernels, change_byte_rows_equals_the_plain_loop)
{
    static const int counts[][2] = {{0, 0}, {1, 1}, {1, 2}, {2, 2}, {32, 0}, {31, 32}};
    uint64_t state = 9;
    for (size_t width = 64; width <= WIDTH_MAX; width += 64) {
        operands *bytes = random_operands(&state);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            word_operands *o = random_word_operands(&state, counts[c][0], counts[c][1]);
            _Alignas(64) int16_t expected[WIDTH_MAX], sums[WIDTH_MAX];
            for (size_t i = 0; i < width; i++) {
                int sum = o->from[i];
                for (int r = 0; r < counts[c][0]; r++) {
                    sum += bytes->weights[o->changes.added[r] * width + i];
                }
                for (int r = 0; r < counts[c][1]; r++) {
                    sum -= bytes->weights[o->changes.removed[r] * width + i];
                }
                expected[i] = (int16_t)sum;
            }
            for (int k = 0; kernels_at(k); k++) {
                const kernels *set = kernels_at(k);
                set->change_byte_rows(sums, o->from, bytes->weights, width, &o->changes);
                cr_assert_arr_eq(sums, expected, width * sizeof *sums, "%s, width %zu", set->name,
                                 width);
                memcpy(sums, o->from, width * sizeof *sums);
                set->change_byte_rows(sums, sums, bytes->weights, width, &o->changes);
                cr_assert_arr_eq(sums, expected, width * sizeof *sums, "%s in place", set->name);
            }
            system_aligned_give(o);
        }
        system_aligned_give(bytes);
    }
}

/* What lies beyond the clips comes in as often as what lies within. */
Test(kernels, dot_squares_equals_the_plain_loop)
{
    uint64_t state = 8;
    for (size_t width = 64; width <= WIDTH_MAX; width += 64) {
        _Alignas(64) int16_t sums[WIDTH_MAX], weights[WIDTH_MAX];
        int64_t expected = 0;
        for (size_t i = 0; i < width; i++) {
            const int wide = i % 3 ? 300 : 32767;
            sums[i] = (int16_t)random_between(&state, -wide, wide);
            weights[i] = (int16_t)random_between(&state, -60, 60);
            const int64_t x = sums[i] < 0 ? 0 : sums[i] > 255 ? 255 : sums[i];
            expected += (x * x >> 1) * weights[i];
        }
        for (int k = 0; kernels_at(k); k++) {
            cr_assert_eq(kernels_at(k)->dot_squares(sums, weights, width), expected,
                         "%s, width %zu", kernels_at(k)->name, width);
        }
    }
}

/* Weights whose sizes add up to the bound, in two neighbours and in many. */
Test(kernels, dot_squares_does_not_overflow_at_its_bounds)
{
    enum { WIDTH = 320 };
    _Alignas(64) int16_t sums[WIDTH], weights[WIDTH] = {0};
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < WIDTH; i++) {
            sums[i] = i % 2 ? 255 : 32767;
            weights[i] = (int16_t)(i < 316 ? sign * 209 : i == 316 ? sign * 8 : 0);
        }
        for (int k = 0; kernels_at(k); k++) {
            cr_assert_eq(kernels_at(k)->dot_squares(sums, weights, WIDTH), sign * 2147482624, "%s",
                         kernels_at(k)->name);
        }
        memset(weights, 0, sizeof weights);
        weights[0] = weights[1] = (int16_t)(sign * 32767);
        weights[2] = (int16_t)(sign * 518);
        for (int k = 0; kernels_at(k); k++) {
            cr_assert_eq(kernels_at(k)->dot_squares(sums, weights, WIDTH), sign * 2147482624, "%s",
                         kernels_at(k)->name);
        }
    }
}

/* Sizes that fill registers, and sizes that do not. */
static const size_t float_counts[] = {1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 37, 48, 64};
enum { FLOAT_COUNTS = sizeof float_counts / sizeof *float_counts, FLOATS_MAX = 64 };

static void random_floats(uint64_t *state, float *x, size_t count, float size)
{
    for (size_t i = 0; i < count; i++) {
        x[i] = size * (float)random_between(state, -100000, 100000) / 100000.0f;
    }
}

static double activation(double x)
{
    const double within = x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
    return within * within;
}

static bool near(float got, double wanted)
{
    const double error = (double)got - wanted;
    return error < 1e-5 && error > -1e-5;
}

Test(kernels, activate_sums_equals_the_formula)
{
    const float scale = 1.0f / 700;
    uint64_t state = 12;
    for (int c = 0; c < FLOAT_COUNTS; c++) {
        const size_t count = float_counts[c];
        int32_t sums[FLOATS_MAX];
        float bias[FLOATS_MAX], expected[FLOATS_MAX], out[FLOATS_MAX + 1];
        random_floats(&state, bias, count, 0.5f);
        for (size_t i = 0; i < count; i++) {
            sums[i] = random_between(&state, -900, 900);
        }
        reference()->activate_sums(expected, sums, scale, bias, count);
        for (size_t i = 0; i < count; i++) {
            cr_assert(near(expected[i], activation(sums[i] * (double)scale + (double)bias[i])));
        }
        for (int k = 0; kernels_at(k); k++) {
            out[count] = 7.0f;
            kernels_at(k)->activate_sums(out, sums, scale, bias, count);
            cr_assert_arr_eq(out, expected, count * sizeof *out, "%s", kernels_at(k)->name);
            cr_assert(out[count] == 7.0f, "%s writes past its outputs", kernels_at(k)->name);
        }
    }
}

Test(kernels, activate_layer_equals_the_formula)
{
    uint64_t state = 13;
    for (int c = 0; c < FLOAT_COUNTS * FLOAT_COUNTS; c++) {
        const size_t inputs = float_counts[c / FLOAT_COUNTS] % 33;
        const size_t outputs = float_counts[c % FLOAT_COUNTS];
        float x[FLOATS_MAX], bias[FLOATS_MAX], weights[FLOATS_MAX * FLOATS_MAX];
        float expected[FLOATS_MAX], out[FLOATS_MAX + 1];
        random_floats(&state, x, inputs, 1.0f);
        random_floats(&state, bias, outputs, 1.0f);
        random_floats(&state, weights, inputs * outputs, 0.5f);
        reference()->activate_layer(expected, x, weights, bias, inputs, outputs);
        for (size_t j = 0; j < outputs; j++) {
            double sum = (double)bias[j];
            for (size_t i = 0; i < inputs; i++) {
                sum += (double)x[i] * (double)weights[i * outputs + j];
            }
            cr_assert(near(expected[j], activation(sum)));
        }
        for (int k = 0; kernels_at(k); k++) {
            out[outputs] = 7.0f;
            kernels_at(k)->activate_layer(out, x, weights, bias, inputs, outputs);
            cr_assert_arr_eq(out, expected, outputs * sizeof *out, "%s, %zu to %zu",
                             kernels_at(k)->name, inputs, outputs);
            cr_assert(out[outputs] == 7.0f, "%s writes past its outputs", kernels_at(k)->name);
        }
    }
}

Test(kernels, dot_floats_equals_the_plain_loop)
{
    uint64_t state = 14;
    for (int c = 0; c < FLOAT_COUNTS; c++) {
        const size_t count = float_counts[c];
        float x[FLOATS_MAX], y[FLOATS_MAX];
        random_floats(&state, x, count, 1.0f);
        random_floats(&state, y, count, 1.0f);
        const float expected = reference()->dot_floats(x, y, count);
        double sum = 0.0;
        for (size_t i = 0; i < count; i++) {
            sum += (double)x[i] * (double)y[i];
        }
        cr_assert(near(expected, sum));
        for (int k = 0; kernels_at(k); k++) {
            const float got = kernels_at(k)->dot_floats(x, y, count);
            cr_assert(memcmp(&got, &expected, sizeof got) == 0, "%s", kernels_at(k)->name);
        }
    }
}

Test(kernels, are_chosen_by_name)
{
    cr_assert_str_eq(kernels_at(0)->name, "scalar");
    cr_assert_str_eq(kernels_names[0], "auto");
    cr_assert_str_eq(kernels_names[1], "scalar");
    int count = 0;
    for (int i = 1; kernels_names[i]; i++) {
        const kernels *k = kernels_by_name(kernels_names[i]);
        if (k) {
            cr_assert_str_eq(k->name, kernels_names[i]);
            cr_assert_eq(k, kernels_at(count));
            count++;
        }
    }
    cr_assert_null(kernels_at(count), "an implementation has no name");
    cr_assert_eq(kernels_best(), kernels_at(count - 1));
    cr_assert_eq(kernels_by_name("auto"), kernels_best());
    cr_assert_null(kernels_by_name("AVX2"));
    cr_assert_null(kernels_by_name(""));
    cr_assert_null(kernels_at(-1));
}
