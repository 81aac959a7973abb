/* Tests the tuner on games that a formula decides: the player whose numbers are nearer to the best
 * ones wins more often. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/random_numbers.h"
#include "spsa.h"

enum { PAIRS = 20000, BATCH = 16 };
static const double best[] = {600.0, 40.0};
static const double scale[] = {300.0, 20.0}; /* distance that costs about a hundred Elo */

static double elo(const long point[SPSA_MAX])
{
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        const double away = ((double)point[i] - best[i]) / scale[i];
        sum -= 100.0 * away * away;
    }
    return sum;
}

/* Games won less games lost. */
static long play(const long plus[SPSA_MAX], const long minus[SPSA_MAX], long games,
                 uint64_t *random)
{
    const double score = 1.0 / (1.0 + pow(10.0, (elo(minus) - elo(plus)) / 400.0));
    long lead = 0;
    for (long i = 0; i < games; i++) {
        lead += random_uniform(random) < score ? 1 : -1;
    }
    return lead;
}

static spsa wrong_by_a_factor_of_two(void)
{
    return (spsa){.parameter = {{1200.0, 100.0, 5000.0, 60.0}, {20.0, 1.0, 1000.0, 4.0}},
                  .count = 2,
                  .pairs = PAIRS,
                  .rate = 0.01,
                  .seed = 1};
}

Test(spsa, finds_the_way_back)
{
    spsa s = wrong_by_a_factor_of_two();
    uint64_t random = 7;
    while (s.played < s.pairs) {
        long plus[SPSA_MAX], minus[SPSA_MAX];
        spsa_draw(&s, plus, minus);
        spsa_learn(&s, BATCH, play(plus, minus, 2 * BATCH, &random));
    }
    cr_assert_float_eq(s.parameter[0].value, best[0], 90.0, "%f", s.parameter[0].value);
    cr_assert_float_eq(s.parameter[1].value, best[1], 6.0, "%f", s.parameter[1].value);
}

Test(spsa, draws_two_points_around_the_present_one)
{
    spsa s = wrong_by_a_factor_of_two();
    bool up = false, down = false;
    double sum = 0.0;
    for (int i = 0; i < 1000; i++) {
        long plus[SPSA_MAX], minus[SPSA_MAX], again[SPSA_MAX], other[SPSA_MAX];
        spsa_draw(&s, plus, minus);
        spsa_draw(&s, again, other);
        cr_assert(plus[0] == again[0] && minus[1] == other[1], "a draw repeats until a lesson");
        up |= plus[0] > minus[0];
        down |= plus[0] < minus[0];
        cr_assert_neq(plus[0], minus[0]);
        sum += (double)(plus[0] + minus[0]) / 2.0;
        spsa_learn(&s, 1, 0);
    }
    cr_assert(up && down);
    cr_assert_float_eq(sum / 1000.0, 1200.0, 0.5, "rounding moves the mean to %f", sum / 1000.0);
    cr_assert_eq(s.parameter[0].value, 1200.0, "without a winner nothing moves");
    cr_assert_eq(s.played, 1000);
}

/* The step at the last pair is the parameter's, and a won pair moves it by two rates. */
Test(spsa, ends_with_the_step_and_the_rate_that_were_asked_for)
{
    spsa s = wrong_by_a_factor_of_two();
    long plus[SPSA_MAX], minus[SPSA_MAX];
    s.played = s.pairs - 1;
    spsa_draw(&s, plus, minus);
    cr_assert_eq(labs(plus[0] - minus[0]), 120);
    spsa_learn(&s, 1, 2);
    cr_assert_float_eq(fabs(s.parameter[0].value - 1200.0), 2 * 0.01 * 60.0, 1e-9);
    cr_assert_eq(s.parameter[0].value > 1200.0, plus[0] > minus[0], "it moves to the winner");
}

Test(spsa, stays_in_the_range)
{
    spsa s = wrong_by_a_factor_of_two();
    s.parameter[0].least = 1190.0;
    s.parameter[0].most = 1210.0;
    for (int i = 0; i < 100; i++) {
        long plus[SPSA_MAX], minus[SPSA_MAX];
        spsa_draw(&s, plus, minus);
        cr_assert(plus[0] >= 1190 && plus[0] <= 1210 && minus[0] >= 1190 && minus[0] <= 1210);
        spsa_learn(&s, 100, plus[0] > minus[0] ? 200 : -200);
    }
    cr_assert_eq(s.parameter[0].value, 1210.0);
}
