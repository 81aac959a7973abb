/* Strength from results: against figures that fastchess gave for real matches, and by hand. */
#include <criterion/criterion.h>
#include <math.h>

#include "match_score.h"

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
    match_elo e = match_elo_of(&lost);
    cr_assert(near(e.elo, -15.65, 0.005), "%f", e.elo);
    cr_assert(near(match_elo_error(&e), 43.95, 0.05), "%f", match_elo_error(&e));
    cr_assert_eq(match_games(&won), 2000);
    e = match_elo_of(&won);
    cr_assert(near(e.elo, 257.3, 0.05), "%f", e.elo);
    cr_assert(near(match_elo_error(&e), 16.5, 0.05), "%f", match_elo_error(&e));
}

Test(match_score, of_pairs_and_not_of_games)
{
    /* Every opening is won by White: as games half are won, as pairs nothing is uncertain. */
    const match_counts even = {.won = 50, .lost = 50, .pairs = {0, 0, 50, 0, 0}};
    match_elo e = match_elo_of(&even);
    cr_assert(near(e.elo, 0.0, 1e-12) && near(match_elo_error(&e), 0.0, 1e-12));
    /* The same games, but pairs won and lost: a pair has the variance 1/4, fifty 1/200. */
    const match_counts wild = {.won = 50, .lost = 50, .pairs = {25, 0, 0, 0, 25}};
    e = match_elo_of(&wild);
    const double share = 0.5 + 1.959964 * sqrt(0.25 / 50.0);
    cr_assert(near(e.high, -400.0 * log10(1.0 / share - 1.0), 1e-3), "%f", e.high);
    cr_assert(near(e.low, -e.high, 1e-9));
}

Test(match_score, at_the_ends)
{
    const match_counts all = {.won = 4, .pairs = {0, 0, 0, 0, 2}}, none = {.won = 0};
    cr_assert(isinf(match_elo_of(&all).elo));
    cr_assert(isnan(match_elo_of(&none).elo));
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
    cr_assert(near(match_elo_of(&c).elo, 12.165, 0.001), "%f", match_elo_of(&c).elo);
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
