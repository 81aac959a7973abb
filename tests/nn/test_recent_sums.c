/* Compares the sums that start from a recent position with those from scratch. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess_walk.h"
#include "nn/recent_sums.h"
#include "random_net.h"

enum { WIDTH = 64 };

static _Alignas(KERNEL_ALIGNMENT) int8_t weights[FEATURE_ROWS * WIDTH];
static _Alignas(KERNEL_ALIGNMENT) int16_t bias[WIDTH];
static const sums_layer layer = {weights, bias, WIDTH};
static uint64_t state = 5; /* of the random numbers */
static recent_sums *recent, *recent_plain;

static void fill_layer(void)
{
    for (int i = 0; i < FEATURE_ROWS * WIDTH; i++) {
        weights[i] = (int8_t)random_between(&state, -128, 127);
    }
    for (int i = 0; i < WIDTH; i++) {
        bias[i] = (int16_t)random_between(&state, -1000, 1000);
    }
}

static void start(void)
{
    walk_start();
    fill_layer();
    recent = recent_sums_new();
    recent_plain = recent_sums_new();
    cr_assert(recent && recent_plain);
}

static void stop(void)
{
    recent_sums_free(recent);
    recent_sums_free(recent_plain);
}

TestSuite(recent_sums, .init = start, .fini = stop);

static void compare_rows(recent_sums *sums, const uint16_t rows[], int count)
{
    _Alignas(KERNEL_ALIGNMENT) int16_t expected[WIDTH];
    kernels_add_rows(kernels_at(0), expected, bias, weights, WIDTH, rows, count);
    cr_assert_arr_eq(recent_sums_of(sums, kernels_best(), &layer, rows, count), expected,
                     sizeof expected);
}

static void compare(const position *pos)
{
    uint16_t rows[FEATURES_MAX], plain[FEATURES_MAX];
    const int count = feature_rows(pos, true, rows);
    for (int i = 0; i < count; i++) {
        plain[i] = rows[i] % FEATURE_ROWS_PLAIN;
    }
    compare_rows(recent, rows, count);
    compare_rows(recent_plain, plain, count);
}

Test(recent_sums, equal_those_from_scratch)
{
    walk_games(SLOW_BUILD ? 4 : 40, 120, compare);
}

Test(recent_sums, of_another_layer_begin_anew)
{
    for (int i = 0; i < 3; i++) {
        walk_games(1, 40, compare);
        fill_layer();
        recent_sums_clear(recent);
        recent_sums_clear(recent_plain);
    }
}

/* Of positions that stay in memory only their first evaluation adds all rows. */
Test(recent_sums, of_a_known_position_change_no_row)
{
    const uint16_t one[] = {3}, other[] = {64 + 5, 128 + 9};
    compare_rows(recent, one, 1);
    compare_rows(recent, other, 2);
    memset(weights, 0, sizeof weights);
    _Alignas(KERNEL_ALIGNMENT) int16_t before[WIDTH];
    memcpy(before, recent_sums_of(recent, kernels_best(), &layer, one, 1), sizeof before);
    fill_layer();
    cr_assert_arr_eq(recent_sums_of(recent, kernels_best(), &layer, one, 1), before, sizeof before);
}
