#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "history/history.h"

static const hist_params seed_params = {HIST_BUTTERFLY, 400, 8192, 16384};
static const hist_move e2e4 = {0, 12, 28};

static hist *make(hist_rule rule)
{
    hist_params params = seed_params;
    params.rule = rule;
    hist *h = hist_new(&params);
    cr_assert_not_null(h);
    return h;
}

/* The rule in double precision and the plainest words. */
static int reference_bonus(double score)
{
    double s = fmin(fmax(score, 0.001), 0.999);
    return (int)(400.0 * log(s / (1.0 - s)));
}

Test(history, bonus_is_the_inverse_sigmoid_of_the_score)
{
    hist *h = make(HIST_BUTTERFLY);
    cr_expect_eq(hist_bonus(h, 0.5f), 0);
    for (int i = 0; i <= 1000; i++) {
        double score = i / 1000.0;
        cr_expect(abs(hist_bonus(h, (float)score) - reference_bonus(score)) <= 1, "at %g", score);
    }
    /* 400 ln 999 = 2762.7, however certain the playout was. */
    cr_expect_eq(hist_bonus(h, 1.0f), 2762);
    cr_expect_eq(hist_bonus(h, 0.0f), -2762);
    hist_free(h);
}

Test(history, update_follows_the_gravity_rule)
{
    hist *h = make(HIST_BUTTERFLY);
    int expected = 0;
    srand(1);
    for (int i = 0; i < 20000; i++) {
        int bonus = rand() % 5525 - 2762;
        expected += bonus - expected * abs(bonus) / 8192;
        hist_update(h, e2e4, bonus);
        cr_assert_float_eq(hist_logit(h, e2e4), (float)expected / 16384.0f, 1e-7f);
        cr_assert(abs(expected) <= 8192);
    }
    hist_free(h);
}

/* Success p with bonus B, failure with -B: h* = limit * (2p - 1). */
Test(history, gravity_settles_at_its_fixed_point)
{
    hist *h = make(HIST_BUTTERFLY);
    double sum = 0.0;
    int counted = 0;
    srand(2);
    for (int i = 0; i < 400000; i++) {
        hist_update(h, e2e4, rand() % 5 == 0 ? 100 : -100);
        if (i >= 1000) {
            sum += hist_logit(h, e2e4) * 16384.0;
            counted++;
        }
    }
    cr_expect_float_eq(sum / counted / 8192.0, -0.6, 0.02);
    hist_free(h);
}

Test(history, cells_belong_to_one_side_and_one_move)
{
    hist *h = make(HIST_BUTTERFLY);
    hist_update(h, e2e4, 1000);
    cr_expect_float_eq(hist_logit(h, e2e4), 1000.0f / 16384.0f, 1e-7f);
    cr_expect_eq(hist_logit(h, (hist_move){1, 12, 28}), 0.0f);
    cr_expect_eq(hist_logit(h, (hist_move){0, 28, 12}), 0.0f);
    hist_clear(h);
    cr_expect_eq(hist_logit(h, e2e4), 0.0f);
    hist_free(h);
}

Test(history, off_corrects_nothing_and_configure_keeps_the_table)
{
    hist *h = make(HIST_BUTTERFLY);
    hist_update(h, e2e4, 500);
    hist_params off = seed_params;
    off.rule = HIST_OFF;
    hist_configure(h, &off);
    cr_expect_eq(hist_bonus(h, 0.9f), 0);
    cr_expect_eq(hist_logit(h, e2e4), 0.0f);
    hist_configure(h, &seed_params);
    cr_expect_float_eq(hist_logit(h, e2e4), 500.0f / 16384.0f, 1e-7f);
    hist_free(h);
}

Test(history, a_bonus_beyond_the_limit_is_clamped_to_it)
{
    hist_params strong = {HIST_BUTTERFLY, 2000, 1024, 16384};
    hist *h = hist_new(&strong);
    cr_expect_eq(hist_bonus(h, 0.999f), 1024);
    hist_update(h, e2e4, hist_bonus(h, 0.999f));
    hist_update(h, e2e4, hist_bonus(h, 0.999f));
    cr_expect_float_eq(hist_logit(h, e2e4), 1024.0f / 16384.0f, 1e-7f);
    hist_free(h);
}

Test(history, rules_have_names_both_ways)
{
    for (int i = 0; i < HIST_RULES; i++) {
        cr_expect_eq((int)hist_rule_by_name(hist_rule_name((hist_rule)i)), i);
    }
    cr_expect_eq(hist_rule_by_name("Butterfly"), HIST_RULES);
    hist *h = make(HIST_SEED);
    cr_expect(hist_counts_proven(h));
    hist_free(h);
    h = make(HIST_BUTTERFLY);
    cr_expect_not(hist_counts_proven(h));
    hist_free(h);
}
