/* Ratios of nodes and their bounds. */
#include <criterion/criterion.h>
#include <math.h>

#include "order_figures.h"

Test(order_figures, a_geometric_mean)
{
    const uint64_t nodes[] = {200, 50, 1000}, base[] = {100, 100, 1000};
    const order_ratio r = order_ratio_of(nodes, base, 3);
    cr_assert_float_eq(r.mean, 1.0, 1e-12, "twice and half make one: %f", r.mean);
    /* Drawn with replacement, all three may be the first or all the second. */
    cr_assert_float_eq(r.low, 0.5, 1e-12);
    cr_assert_float_eq(r.high, 2.0, 1e-12);
}

Test(order_figures, equal_ratios_leave_no_doubt)
{
    const uint64_t nodes[] = {90, 180, 2700}, base[] = {100, 200, 3000};
    const order_ratio r = order_ratio_of(nodes, base, 3);
    cr_assert(fabs(r.mean - 0.9) < 1e-12 && fabs(r.low - 0.9) < 1e-12 &&
              fabs(r.high - 0.9) < 1e-12);
}

/* The bounds are those of the normal distribution where many ratios make the mean. */
Test(order_figures, bounds_are_those_of_theory)
{
    enum { COUNT = 400 };
    uint64_t nodes[COUNT], base[COUNT];
    for (int i = 0; i < COUNT; i++) {
        base[i] = 1000000;
        nodes[i] = i % 2 ? 1200000 : 1000000;
    }
    const order_ratio r = order_ratio_of(nodes, base, COUNT);
    const double half = log(1.2) / 2.0, error = 1.96 * half / sqrt(COUNT);
    cr_assert_float_eq(log(r.mean), half, 1e-9);
    cr_assert_float_eq(log(r.low), half - error, 0.08 * error);
    cr_assert_float_eq(log(r.high), half + error, 0.08 * error);
    const order_ratio again = order_ratio_of(nodes, base, COUNT);
    cr_assert(again.low == r.low && again.high == r.high);
}
