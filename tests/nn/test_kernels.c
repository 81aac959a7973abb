/* Tests that all instruction sets compute what the scalar kernels compute, bit for bit.
 * test_policy_net.c and test_value_net.c compare the scalar kernels with the definitions. */
#include <criterion/criterion.h>
#include <string.h>

#include "nn/kernels.h"
#include "random_net.h"

enum { ROWS = 40, WIDTH_MAX = KERNEL_DOT_WIDTH_MAX, COUNT_MAX = 32 };

/* All widths that kernels handle in different ways, and weights of a net of that width. */
static size_t width;
static uint64_t state = 2; /* of the random numbers */
static _Alignas(64) int8_t bytes[ROWS * WIDTH_MAX];
static _Alignas(64) int16_t words[ROWS * WIDTH_MAX], sums[WIDTH_MAX];
static _Alignas(64) uint8_t x[WIDTH_MAX];
static uint16_t rows[COUNT_MAX];

/* Bytes have their whole range, and inputs go up to 126. */
static void fill(int word_max, int sum_max)
{
    for (size_t i = 0; i < ROWS * width; i++) {
        bytes[i] = (int8_t)random_between(&state, -128, 127);
        words[i] = (int16_t)random_between(&state, -word_max, word_max);
    }
    for (size_t i = 0; i < width; i++) {
        sums[i] = (int16_t)random_between(&state, -sum_max, sum_max);
        x[i] = (uint8_t)random_between(&state, 0, 126);
    }
    for (int i = 0; i < COUNT_MAX; i++) {
        rows[i] = (uint16_t)random_between(&state, 0, ROWS - 1);
    }
}

/* Calls `test` with the scalar kernels and with each of the others. */
static void with_all(void (*test)(const kernels *scalar, const kernels *other))
{
    for (int k = 1; kernels_at(k); k++) {
        test(kernels_at(0), kernels_at(k));
    }
}

static void expect_same(const void *got, const void *expected, size_t size, const kernels *k)
{
    cr_assert_arr_eq(got, expected, size, "%s, width %zu", k->name, width);
}

static void change(const kernels *scalar, const kernels *other)
{
    static const int counts[][2] = {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {2, 2}, {32, 0}, {31, 32}};
    _Alignas(64) int16_t expected[WIDTH_MAX], got[WIDTH_MAX];
    const size_t size = width * sizeof *got;
    row_changes c;
    memcpy(c.added, rows, sizeof rows);
    memcpy(c.removed, rows + 3, sizeof rows - 3 * sizeof *rows);
    memcpy(c.removed + COUNT_MAX - 3, rows, 3 * sizeof *rows);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        c.added_count = counts[i][0];
        c.removed_count = counts[i][1];
        scalar->change_rows(expected, sums, words, width, &c);
        other->change_rows(got, sums, words, width, &c);
        expect_same(got, expected, size, other);
        scalar->change_byte_rows(expected, sums, bytes, width, &c);
        memcpy(got, sums, size);
        other->change_byte_rows(got, got, bytes, width, &c);
        expect_same(got, expected, size, other);
    }
}

static void multiply(const kernels *scalar, const kernels *other)
{
    _Alignas(64) uint8_t expected[WIDTH_MAX], got[WIDTH_MAX];
    const size_t even = width / 128 * 128;
    scalar->multiply_pairs(expected, sums, even);
    other->multiply_pairs(got, sums, even);
    expect_same(got, expected, even / 2, other);
}

static void dot(const kernels *scalar, const kernels *other)
{
    for (int count = 0; count <= COUNT_MAX; count += count < 20 ? 1 : 4) {
        for (int listed = 0; listed < 2; listed++) {
            int32_t expected[COUNT_MAX + 1], got[COUNT_MAX + 1];
            expected[count] = got[count] = 12345;
            scalar->dot_rows(expected, x, bytes, width, listed ? rows : NULL, count);
            other->dot_rows(got, x, bytes, width, listed ? rows : NULL, count);
            /* They write no more than their outputs. */
            expect_same(got, expected, ((size_t)count + 1) * sizeof *got, other);
        }
    }
}

Test(kernels, integer_kernels_equal_the_scalar_ones)
{
    for (width = 64; width <= 1088; width += 64) {
        fill(511, 16384); /* the bound of biases */
        with_all(change);
        with_all(dot);
        fill(60, 32767);
        with_all(multiply);
        fill(60, 300); /* around the clips */
        with_all(multiply);
    }
}

/* Inputs and weights at their bounds. */
Test(kernels, nothing_overflows_at_the_bounds)
{
    width = WIDTH_MAX;
    memset(x, 127, sizeof x);
    for (int sign = -1; sign <= 1; sign += 2) {
        memset(bytes, sign < 0 ? -128 : 127, sizeof bytes);
        with_all(dot);
    }
}

/* ---- Floats ---- */

enum { FLOATS_MAX = 64 };

static float inputs[FLOATS_MAX], biases[FLOATS_MAX], weights[FLOATS_MAX * FLOATS_MAX];
static size_t outputs;

static void fill_floats(float to[], size_t count, float size)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = size * (float)random_between(&state, -100000, 100000) / 100000.0f;
    }
}

/* With `width` inputs and `outputs` outputs. */
static void compare_floats(const kernels *scalar, const kernels *other)
{
    const float scale = 1.0f / 700;
    const size_t size = (outputs + 1) * sizeof(float);
    float expected[FLOATS_MAX + 1], got[FLOATS_MAX + 1];
    int32_t whole[FLOATS_MAX];
    for (size_t i = 0; i < outputs; i++) {
        whole[i] = (int32_t)(700 * weights[i]);
    }
    expected[outputs] = got[outputs] = 7.0f; /* They write no more than their outputs. */
    scalar->activate_sums(expected, whole, scale, biases, outputs);
    other->activate_sums(got, whole, scale, biases, outputs);
    expect_same(got, expected, size, other);
    scalar->activate_layer(expected, inputs, weights, biases, width, outputs);
    other->activate_layer(got, inputs, weights, biases, width, outputs);
    expect_same(got, expected, size, other);
    expected[0] = scalar->dot_floats(inputs, weights, width);
    got[0] = other->dot_floats(inputs, weights, width);
    expect_same(got, expected, sizeof *got, other);
}

/* Sizes that fill registers, and sizes that do not. */
Test(kernels, float_kernels_equal_the_scalar_ones)
{
    static const size_t counts[] = {1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 37, 48, 64};
    enum { COUNTS = sizeof counts / sizeof *counts };
    for (int c = 0; c < COUNTS * COUNTS; c++) {
        width = counts[c / COUNTS];
        outputs = counts[c % COUNTS];
        fill_floats(inputs, FLOATS_MAX, 1.0f);
        fill_floats(biases, FLOATS_MAX, 1.0f);
        fill_floats(weights, FLOATS_MAX * FLOATS_MAX, 0.5f);
        with_all(compare_floats);
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
