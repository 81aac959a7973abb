/* Tests that all instruction sets compute what plain loops compute, bit for bit. */
#include <criterion/criterion.h>
#include <string.h>

#include "nn/kernels.h"
#include "random_net.h"

enum { ROWS = 40, WIDTH_MAX = 1088, COUNT_MAX = 32 };

/* All widths that kernels handle in different ways, and weights of a net of that width. */
static size_t width;
static uint64_t state = 2; /* of the random numbers */
static _Alignas(64) int8_t bytes[ROWS * WIDTH_MAX];
static _Alignas(64) int16_t words[ROWS * WIDTH_MAX], sums[WIDTH_MAX], out[WIDTH_MAX];
static _Alignas(64) uint8_t x[WIDTH_MAX];
static uint16_t rows[COUNT_MAX];

/* Whole ranges, so that extremes meet: bytes +-128, sums up to the bound of biases, inputs to
 * 126. */
static void fill_operands(void)
{
    const int most = random_between(&state, 0, 1) ? 16384 : 300;
    for (size_t i = 0; i < ROWS * width; i++) {
        bytes[i] = (int8_t)random_between(&state, -128, 127);
        words[i] = (int16_t)random_between(&state, -511, 511);
    }
    for (size_t i = 0; i < width; i++) {
        sums[i] = (int16_t)random_between(&state, -most, most);
        x[i] = (uint8_t)random_between(&state, 0, 126);
    }
    for (int i = 0; i < COUNT_MAX; i++) {
        rows[i] = (uint16_t)random_between(&state, 0, ROWS - 1);
    }
}

static int clip(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* Compares `out` with the sums after changes to rows of bytes or words. */
static void check_sums(const kernels *k, const row_changes *c, bool narrow)
{
    for (size_t i = 0; i < width; i++) {
        int sum = sums[i];
        for (int r = 0; r < c->added_count; r++) {
            sum += narrow ? bytes[c->added[r] * width + i] : words[c->added[r] * width + i];
        }
        for (int r = 0; r < c->removed_count; r++) {
            sum -= narrow ? bytes[c->removed[r] * width + i] : words[c->removed[r] * width + i];
        }
        cr_assert_eq(out[i], (int16_t)sum, "%s, width %zu", k->name, width);
    }
}

static void check_changes(const kernels *k, int added, int removed)
{
    row_changes c = {.added_count = added, .removed_count = removed};
    for (int i = 0; i < ROW_CHANGES_MAX; i++) {
        c.added[i] = rows[i];
        c.removed[i] = rows[ROW_CHANGES_MAX - 1 - i];
    }
    k->change_rows(out, sums, words, width, &c);
    check_sums(k, &c, false);
    k->change_byte_rows(out, sums, bytes, width, &c);
    check_sums(k, &c, true);
    memcpy(out, sums, sizeof out);
    k->change_byte_rows(out, out, bytes, width, &c);
    check_sums(k, &c, true);
    if (removed == 0) {
        kernels_add_rows(k, out, sums, bytes, width, rows, added);
        check_sums(k, &c, true);
    }
}

Test(kernels, rows_are_added_and_subtracted)
{
    static const int counts[][2] = {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {2, 2}, {32, 0}, {31, 32}};
    for (width = 64; width <= WIDTH_MAX; width += 64) {
        fill_operands();
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            for (int k = 0; kernels_at(k); k++) {
                check_changes(kernels_at(k), counts[c][0], counts[c][1]);
            }
        }
    }
}

Test(kernels, multiply_pairs_clips_and_shifts)
{
    for (width = 128; width <= WIDTH_MAX; width += 128) {
        fill_operands();
        /* Around the clipping bounds, where most of the cases lie. */
        for (size_t i = 0; i < width; i += 2) {
            sums[i] = (int16_t)random_between(&state, -3, 130);
        }
        for (int k = 0; kernels_at(k); k++) {
            kernels_at(k)->multiply_pairs(x, sums, width);
            for (size_t i = 0; i < width / 2; i++) {
                cr_assert_eq(x[i], clip(sums[i], 127) * clip(sums[i + width / 2], 127) >> 7,
                             "%s, width %zu, output %zu", kernels_at(k)->name, width, i);
            }
        }
    }
}

static void check_dot_rows(const uint16_t *list, int count)
{
    const int32_t untouched = 12345;
    for (int k = 0; kernels_at(k); k++) {
        int32_t dots[COUNT_MAX + 1];
        dots[count] = untouched;
        kernels_at(k)->dot_rows(dots, x, bytes, width, list, count);
        for (int r = 0; r < count; r++) {
            int sum = 0;
            for (size_t i = 0; i < width; i++) {
                sum += x[i] * bytes[(size_t)(list ? list[r] : r) * width + i];
            }
            cr_assert_eq(dots[r], sum, "%s, width %zu, row %d of %d", kernels_at(k)->name, width, r,
                         count);
        }
        cr_assert_eq(dots[count], untouched, "%s writes past its outputs", kernels_at(k)->name);
    }
}

Test(kernels, dot_rows_equals_the_plain_loop)
{
    for (width = 64; width <= WIDTH_MAX; width += 64) {
        fill_operands();
        for (int count = 0; count <= COUNT_MAX; count += count < 20 ? 1 : 4) {
            check_dot_rows(rows, count);
            check_dot_rows(NULL, count);
        }
    }
    memset(x, 126, sizeof x);
    width = 1024;
    for (int sign = 0; sign < 2; sign++) {
        memset(bytes, sign ? 127 : -128, sizeof bytes);
        check_dot_rows(NULL, 16);
    }
}

static void check_dot_squares(void)
{
    int64_t expected = 0;
    for (size_t i = 0; i < width; i++) {
        const int64_t value = clip(sums[i], 255);
        expected += (value * value >> 1) * words[i];
    }
    for (int k = 0; kernels_at(k); k++) {
        cr_assert_eq(kernels_at(k)->dot_squares(sums, words, width), expected, "%s, width %zu",
                     kernels_at(k)->name, width);
    }
}

/* What lies beyond the clips comes in as often as what lies within. */
Test(kernels, dot_squares_equals_the_plain_loop)
{
    for (width = 64; width <= WIDTH_MAX; width += 64) {
        for (size_t i = 0; i < width; i++) {
            const int most = i % 3 ? 300 : 32767;
            sums[i] = (int16_t)random_between(&state, -most, most);
            words[i] = (int16_t)random_between(&state, -60, 60);
        }
        check_dot_squares();
    }
}

/* Weights whose sizes add up to the bound, in two neighbours and in many. */
Test(kernels, dot_squares_does_not_overflow_at_its_bounds)
{
    width = 320;
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < width; i++) {
            sums[i] = i % 2 ? 255 : 32767;
            words[i] = (int16_t)(i < 316 ? sign * 209 : i == 316 ? sign * 8 : 0);
        }
        check_dot_squares();
        memset(words, 0, sizeof words);
        words[0] = words[1] = (int16_t)(sign * 32767);
        words[2] = (int16_t)(sign * 518);
        check_dot_squares();
    }
}

/* ---- Floats: the scalar kernels near the formulas, and the others equal to them ---- */

/* Sizes that fill registers, and sizes that do not. */
static const size_t float_counts[] = {1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 37, 48, 64};
enum { FLOAT_COUNTS = sizeof float_counts / sizeof *float_counts, FLOATS_MAX = 64 };

static float inputs[FLOATS_MAX], biases[FLOATS_MAX], weights[FLOATS_MAX * FLOATS_MAX];

static void fill_floats(float *to, size_t count, float size)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = size * (float)random_between(&state, -100000, 100000) / 100000.0f;
    }
}

static double activation(double value)
{
    const double within = value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value;
    return within * within;
}

static void expect_near(float got, double wanted)
{
    cr_assert_float_eq((double)got, wanted, 1e-5);
}

Test(kernels, activate_sums_equals_the_formula)
{
    const float scale = 1.0f / 700;
    for (int c = 0; c < FLOAT_COUNTS; c++) {
        const size_t count = float_counts[c];
        int32_t whole[FLOATS_MAX];
        float expected[FLOATS_MAX], got[FLOATS_MAX + 1];
        fill_floats(biases, count, 0.5f);
        for (size_t i = 0; i < count; i++) {
            whole[i] = random_between(&state, -900, 900);
        }
        kernels_at(0)->activate_sums(expected, whole, scale, biases, count);
        for (size_t i = 0; i < count; i++) {
            expect_near(expected[i], activation(whole[i] * (double)scale + (double)biases[i]));
        }
        for (int k = 1; kernels_at(k); k++) {
            got[count] = 7.0f;
            kernels_at(k)->activate_sums(got, whole, scale, biases, count);
            cr_assert_arr_eq(got, expected, count * sizeof *got, "%s", kernels_at(k)->name);
            cr_assert(got[count] == 7.0f, "%s writes past its outputs", kernels_at(k)->name);
        }
    }
}

static void check_layer(size_t input_count, size_t outputs)
{
    float expected[FLOATS_MAX], got[FLOATS_MAX + 1];
    kernels_at(0)->activate_layer(expected, inputs, weights, biases, input_count, outputs);
    for (size_t j = 0; j < outputs; j++) {
        double sum = (double)biases[j];
        for (size_t i = 0; i < input_count; i++) {
            sum += (double)inputs[i] * (double)weights[i * outputs + j];
        }
        expect_near(expected[j], activation(sum));
    }
    for (int k = 1; kernels_at(k); k++) {
        got[outputs] = 7.0f;
        kernels_at(k)->activate_layer(got, inputs, weights, biases, input_count, outputs);
        cr_assert_arr_eq(got, expected, outputs * sizeof *got, "%s, %zu to %zu",
                         kernels_at(k)->name, input_count, outputs);
        cr_assert(got[outputs] == 7.0f, "%s writes past its outputs", kernels_at(k)->name);
    }
}

Test(kernels, layers_and_dot_products_equal_the_formulas)
{
    for (int c = 0; c < FLOAT_COUNTS * FLOAT_COUNTS; c++) {
        const size_t count = float_counts[c / FLOAT_COUNTS];
        fill_floats(inputs, FLOATS_MAX, 1.0f);
        fill_floats(biases, FLOATS_MAX, 1.0f);
        fill_floats(weights, FLOATS_MAX * FLOATS_MAX, 0.5f);
        check_layer(count % 33, float_counts[c % FLOAT_COUNTS]);
        const float expected = kernels_at(0)->dot_floats(inputs, weights, count);
        double sum = 0.0;
        for (size_t i = 0; i < count; i++) {
            sum += (double)inputs[i] * (double)weights[i];
        }
        expect_near(expected, sum);
        for (int k = 1; kernels_at(k); k++) {
            const float got = kernels_at(k)->dot_floats(inputs, weights, count);
            cr_assert(memcmp(&got, &expected, sizeof got) == 0, "%s", kernels_at(k)->name);
        }
    }
}

Test(kernels, are_chosen_by_name)
{
    cr_assert_str_eq(kernels_at(0)->name, "scalar");
    cr_assert_str_eq(kernels_names[0], "auto");
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
