/* Tests rising curves and the playouts that a rule needs, with hand-computed values. */
#include <criterion/criterion.h>
#include <math.h>

#include "mcts_comparison.h"

static void expect_rising(const double given[], const double wanted[], int count)
{
    double curve[8];
    for (int i = 0; i < count; i++) {
        curve[i] = given[i];
    }
    mcts_make_rising(curve, count);
    for (int i = 0; i < count; i++) {
        cr_expect_float_eq(curve[i], wanted[i], 1e-12, "point %d: %f", i, curve[i]);
    }
}

Test(mcts_comparison, neighbours_that_fall_become_their_mean)
{
    expect_rising((double[]){1, 2, 3}, (double[]){1, 2, 3}, 3);
    expect_rising((double[]){1, 3, 2, 4}, (double[]){1, 2.5, 2.5, 4}, 4);
    expect_rising((double[]){3, 2, 1}, (double[]){2, 2, 2}, 3);
    /* 4, 5 and 0 become 3, which takes 3.5 in too. */
    expect_rising((double[]){3.5, 4, 5, 0, 6}, (double[]){3.125, 3.125, 3.125, 3.125, 6}, 5);
    expect_rising((double[]){7}, (double[]){7}, 1);
}

Test(mcts_comparison, playouts_needed_between_points)
{
    const double curve[] = {0.2, 0.4, 0.8}, playouts[] = {16, 32, 64};
    cr_assert_float_eq(mcts_needed(curve, playouts, 3, 0.6), 32.0 * sqrt(2.0), 1e-9);
    cr_assert_float_eq(mcts_needed(curve, playouts, 3, 0.4), 32.0, 1e-9);
    cr_assert_float_eq(mcts_needed(curve, playouts, 3, 0.1), 16.0, 1e-9);
    cr_assert(isinf(mcts_needed(curve, playouts, 3, 0.9)));
}

enum { POINTS = 5, POSITIONS = 40 };
static const double playouts[POINTS] = {16, 32, 64, 128, 256};

/* Position i is found after so many doublings of 16 playouts. */
static void found_after(double values[], int index, int doublings)
{
    for (int k = 0; k < POINTS; k++) {
        values[k * POSITIONS + index] = k >= doublings;
    }
}

static bounded ratio_of(const double rule[], const double measure[])
{
    const mcts_curves c = {rule, measure, playouts, POINTS, POSITIONS, POINTS - 2};
    return mcts_needed_ratio(&c);
}

Test(mcts_comparison, half_the_playouts)
{
    double measure[POINTS * POSITIONS], rule[POINTS * POSITIONS];
    for (int i = 0; i < POSITIONS; i++) {
        const int doublings = 1 + i % POINTS;
        found_after(measure, i, doublings);
        found_after(rule, i, doublings - 1);
    }
    bounded r = ratio_of(measure, measure);
    cr_assert(r.value == 1.0 && r.low == 1.0 && r.high == 1.0, "a rule needs what it needs");
    r = ratio_of(rule, measure);
    cr_assert_float_eq(r.value, 0.5, 1e-12);
    cr_assert(r.low <= 0.5 && r.high >= 0.5 && r.low > 0.2 && r.high < 1.0, "%f %f", r.low, r.high);
    r = ratio_of(measure, rule);
    cr_assert_float_eq(r.value, 2.0, 1e-12);
}

Test(mcts_comparison, what_is_never_reached_is_infinite)
{
    double measure[POINTS * POSITIONS], rule[POINTS * POSITIONS];
    for (int i = 0; i < POSITIONS; i++) {
        found_after(measure, i, i % POINTS);
        found_after(rule, i, POINTS);
    }
    const bounded r = ratio_of(rule, measure);
    cr_assert(isinf(r.value) && isinf(r.low) && isinf(r.high));
}

/* A rule that is better in some positions and worse in as many has bounds on both sides of 1. */
Test(mcts_comparison, bounds_are_those_of_positions)
{
    double measure[POINTS * POSITIONS], rule[POINTS * POSITIONS];
    for (int i = 0; i < POSITIONS; i++) {
        const int doublings = 1 + i / 8 % 5;
        found_after(measure, i, doublings);
        found_after(rule, i, doublings + (i % 2 ? 1 : -1));
    }
    const bounded r = ratio_of(rule, measure), again = ratio_of(rule, measure);
    cr_assert(r.low < 1.0 && r.high > 1.0 && r.low < r.value && r.value < r.high, "%f %f %f", r.low,
              r.value, r.high);
    cr_assert(r.low == again.low && r.high == again.high, "the same input, the same bounds");
}
