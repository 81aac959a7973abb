/* Tests figures and their errors: means and ratios against hand-computed values, and strengths
 * against the figures of fastchess for real matches. */
#include <criterion/criterion.h>
#include <math.h>

#include "statistics.h"

static bool near(double a, double b, double within)
{
    return fabs(a - b) <= within;
}

/* Two matches as fastchess 1.8.2 reported them. */
Test(match_score, agrees_with_fastchess)
{
    const match_counts lost = {.won = 73, .drawn = 45, .lost = 82, .pairs = {19, 18, 28, 23, 12}};
    const match_counts won = {
        .won = 1471, .drawn = 317, .lost = 212, .pairs = {7, 30, 198, 227, 538}};
    bounded e = match_elo(&lost);
    cr_assert(near(e.value, -15.65, 0.005), "%f", e.value);
    cr_assert(near(bounded_error(&e), 43.95, 0.05), "%f", bounded_error(&e));
    cr_assert_eq(match_games(&won), 2000);
    e = match_elo(&won);
    cr_assert(near(e.value, 257.3, 0.05), "%f", e.value);
    cr_assert(near(bounded_error(&e), 16.5, 0.05), "%f", bounded_error(&e));
}

Test(match_score, of_pairs_and_not_of_games)
{
    /* Games won and lost, and pairs won and lost: a pair has the variance 1/4, fifty 1/200. */
    const match_counts wild = {.won = 50, .lost = 50, .pairs = {25, 0, 0, 0, 25}};
    const bounded e = match_elo(&wild);
    const double share = 0.5 + 1.959964 * sqrt(0.25 / 50.0);
    cr_assert(near(e.high, -400.0 * log10(1.0 / share - 1.0), 1e-3), "%f", e.high);
    cr_assert(near(e.low, -e.high, 1e-9));
}

/* Every opening is won by White, or there is one pair: nothing tells how much the pairs vary. */
Test(match_score, equal_pairs_have_no_bounds)
{
    const match_counts even = {.won = 50, .lost = 50, .pairs = {0, 0, 50, 0, 0}};
    const match_counts one = {.won = 1, .drawn = 1, .pairs = {0, 0, 0, 1, 0}};
    const bounded e = match_elo(&even), o = match_elo(&one);
    cr_assert(near(e.value, 0.0, 1e-12) && isinf(e.low) && isinf(e.high));
    cr_assert(near(o.value, 190.85, 0.01) && isinf(o.low) && isinf(o.high), "%f", o.value);
}

Test(match_score, at_the_ends)
{
    const match_counts all = {.won = 4, .pairs = {0, 0, 0, 0, 2}}, none = {.won = 0};
    cr_assert(isinf(match_elo(&all).value));
    cr_assert(isnan(match_elo(&none).value));
    cr_assert(match_llr(&none, 0.0, 5.0) == 0.0);
    cr_assert(isfinite(match_llr(&all, 0.0, 5.0)) && match_llr(&all, 0.0, 5.0) > 0.0);
}

Test(match_score, sequential_test)
{
    const match_counts c = {
        .won = 600, .drawn = 900, .lost = 500, .pairs = {60, 220, 400, 230, 90}};
    /* By hand: the mean of pairs 0.5175, their variance 0.06719, shares of 0 and 5 Elo. */
    const double mean = (220 * 0.25 + 400 * 0.5 + 230 * 0.75 + 90) / 1000.0;
    const double square = (220 * 0.0625 + 400 * 0.25 + 230 * 0.5625 + 90) / 1000.0;
    const double share1 = 1.0 / (1.0 + pow(10.0, -5.0 / 400.0));
    const double wanted =
        1000.0 * (share1 - 0.5) * (2.0 * mean - 0.5 - share1) / (2.0 * (square - mean * mean));
    cr_assert(near(match_llr(&c, 0.0, 5.0), wanted, 0.01), "%f", match_llr(&c, 0.0, 5.0));
    /* Half way between two strengths nothing is known; beyond it the sign tells. */
    cr_assert(near(match_elo(&c).value, 12.165, 0.001), "%f", match_elo(&c).value);
    cr_assert(near(match_llr(&c, 10.165, 14.165), 0.0, 0.01), "%f", match_llr(&c, 10.164, 14.164));
    cr_assert(match_llr(&c, 0.0, 5.0) > 0.0 && match_llr(&c, 20.0, 25.0) < 0.0);
    cr_assert(near(match_llr(&c, 0.0, 5.0), -match_llr(&c, 5.0, 0.0), 1e-9));
}

Test(match_score, parts_add_up)
{
    match_counts sum = {.won = 1, .drawn = 2, .lost = 1, .pairs = {0, 1, 0, 1, 0}, .forfeits = 1};
    const match_counts part = {.won = 2, .lost = 2, .pairs = {1, 0, 0, 0, 1}};
    match_counts_add(&sum, &part);
    cr_assert(sum.won == 3 && sum.drawn == 2 && sum.lost == 3 && sum.forfeits == 1);
    cr_assert(sum.pairs[0] == 1 && sum.pairs[1] == 1 && sum.pairs[3] == 1 && sum.pairs[4] == 1);
}

Test(statistics, means)
{
    const bounded b = mean_of((double[]){1.0, 3.0}, 2), lone = mean_of((double[]){2.0}, 1);
    cr_assert_float_eq(b.value, 2.0, 1e-12);
    /* The standard deviation is the root of 2, the error of the mean 1. */
    cr_assert_float_eq(b.high - b.value, 1.959963984540054, 1e-9);
    cr_assert_float_eq(b.value - b.low, 1.959963984540054, 1e-9);
    cr_assert(lone.value == 2.0 && isnan(lone.low));
    cr_assert(isnan(mean_of(NULL, 0).value));
}

Test(ratios, a_geometric_mean)
{
    const uint64_t nodes[] = {200, 50, 1000}, base[] = {100, 100, 1000};
    const bounded r = mean_ratio(nodes, base, 3);
    cr_assert_float_eq(r.value, 1.0, 1e-12, "twice and half make one: %f", r.value);
    /* Drawn with replacement, all three may be the first or all the second. */
    cr_assert_float_eq(r.low, 0.5, 1e-12);
    cr_assert_float_eq(r.high, 2.0, 1e-12);
}

Test(ratios, equal_ratios_leave_no_doubt)
{
    const uint64_t nodes[] = {90, 180, 2700}, base[] = {100, 200, 3000};
    const bounded r = mean_ratio(nodes, base, 3);
    cr_assert(fabs(r.value - 0.9) < 1e-12 && fabs(r.low - 0.9) < 1e-12 &&
              fabs(r.high - 0.9) < 1e-12);
}

Test(ratios, a_ratio_of_sums)
{
    const uint64_t nodes[] = {200, 50, 1000}, base[] = {100, 100, 1000};
    const bounded r = sum_ratio(nodes, base, 3);
    cr_expect_float_eq(r.value, 1250.0 / 1200.0, 1e-12);
    /* Drawn with replacement, all three may be the first or all the second. */
    cr_expect_float_eq(r.low, 0.5, 1e-12);
    cr_expect_float_eq(r.high, 2.0, 1e-12);
    const uint64_t other_nodes[] = {1000, 200, 50}, other_base[] = {1000, 100, 100};
    const bounded other = sum_ratio(other_nodes, other_base, 3);
    cr_expect(other.value == r.value && other.low == r.low && other.high == r.high);
}

/* The error of a ratio of sums R of n pairs is the root of sum((a - R b)^2) / sum(b). */
Test(ratios, bounds_of_sums_are_those_of_theory)
{
    enum { COUNT = 400 };
    uint64_t nodes[COUNT], base[COUNT];
    double above = 0.0, below = 0.0, squares = 0.0;
    for (int i = 0; i < COUNT; i++) {
        base[i] = 100000 * (1 + (uint64_t)i % 5);
        nodes[i] = base[i] * (i % 2 ? 12 : 10) / 10;
        above += (double)nodes[i];
        below += (double)base[i];
    }
    for (int i = 0; i < COUNT; i++) {
        const double rest = (double)nodes[i] - above / below * (double)base[i];
        squares += rest * rest;
    }
    const bounded r = sum_ratio(nodes, base, COUNT);
    const double error = 1.96 * sqrt(squares) / below;
    cr_expect_float_eq(r.low, r.value - error, 0.1 * error);
    cr_expect_float_eq(r.high, r.value + error, 0.1 * error);
}

/* The bounds are those of the normal distribution where many ratios make the mean. */
Test(ratios, bounds_are_those_of_theory)
{
    enum { COUNT = 400 };
    uint64_t nodes[COUNT], base[COUNT];
    for (int i = 0; i < COUNT; i++) {
        base[i] = 1000000;
        nodes[i] = i % 2 ? 1200000 : 1000000;
    }
    const bounded r = mean_ratio(nodes, base, COUNT);
    const double half = log(1.2) / 2.0, error = 1.96 * half / sqrt(COUNT);
    cr_assert_float_eq(log(r.value), half, 1e-9);
    cr_assert_float_eq(log(r.low), half - error, 0.08 * error);
    cr_assert_float_eq(log(r.high), half + error, 0.08 * error);
    const bounded again = mean_ratio(nodes, base, COUNT);
    cr_assert(again.low == r.low && again.high == r.high);
}

Test(statistics, texts)
{
    char text[BOUNDED_TEXT_MAX];
    bounded_text(&(bounded){0.914, 0.88, INFINITY}, 2, text);
    cr_expect_str_eq(text, "0.91 (0.88-more)");
    bounded_text(&(bounded){0.9144, 0.88, 0.95}, 3, text);
    cr_expect_str_eq(text, "0.914 (0.880-0.950)");
    match_elo_text(&(bounded){12.34, 4.0, 21.0}, text);
    cr_expect_str_eq(text, "+12.3 +- 8.5");
    match_elo_text(&(bounded){-12.34, -INFINITY, 21.0}, text);
    cr_expect_str_eq(text, "-12.3, no bounds");
    match_elo_text(&(bounded){INFINITY, INFINITY, INFINITY}, text);
    cr_expect_str_eq(text, "all won");
    match_elo_text(&(bounded){-INFINITY, -INFINITY, -INFINITY}, text);
    cr_expect_str_eq(text, "all lost");
}

Test(statistics, medians)
{
    double numbers[] = {4, 1, 3, 2};
    uint64_t counts[] = {4, 1, 3, 2};
    const quartiles q = quartiles_of(numbers, 4), none = quartiles_of(NULL, 0);
    cr_expect(q.low == 2 && q.median == 3 && q.high == 4 && q.count == 4);
    cr_expect(none.median == 0 && none.count == 0);
    cr_expect(median_of(counts, 4) == 2 && median_of(NULL, 0) == 0);
}
