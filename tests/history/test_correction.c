#include <criterion/criterion.h>
#include <stdlib.h>

#include "correction_fixture.h"
#include "history/negamax_history.h"

enum { ONE = 1024 };

static negamax_history *h;

static void begin(void)
{
    h = hist_negamax_new(&(hist_negamax_settings){.gravity.growth.most = 0});
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_negamax_free(h);
}

TestSuite(correction, .init = begin, .fini = end);

static void use(correction_settings s)
{
    hist_negamax_configure(h, &(hist_negamax_settings){.correction = s});
}

static void learn(const correction_keys *keys, int depth, int error)
{
    hist_learn_error(h, keys, depth, &(correction_finding){.score = error, .best = true});
}

static const correction_keys somewhere = {.pawns = 0x1234567890abcdef,
                                          .minors = 0xfedcba0987654321,
                                          .non_pawns = {0x1111222233334444, 0x5555666677778888},
                                          .last = 70,
                                          .earlier = {300, 768},
                                          .side = 1};

static correction_settings only(correction_rule rule, correction_feature feature)
{
    correction_settings s = {.rule = rule};
    s.weight_1024[feature] = ONE;
    return s;
}

/* The sources' formulas on one number, in wide integers. */
static long reference(correction_rule rule, long cell, long depth, long error)
{
    if (rule == CORRECTION_AVERAGE) {
        long weight = depth * depth + 2 * depth + 1;
        weight = weight > 128 ? 128 : weight;
        cell = (cell * (1024 - weight) + error * 256 * weight) / 1024;
        return cell > 16384 ? 16384 : cell < -16384 ? -16384 : cell;
    }
    long bonus = error * depth / 8;
    bonus = bonus > 256 ? 256 : bonus < -256 ? -256 : bonus;
    return cell + bonus - cell * labs(bonus) / 1024;
}

Test(correction, values_by_hand)
{
    /* depth 3: weight 16 of 1024; 100 cp are 25600 units; 25600 * 16 / 1024 = 400; / 256 = 1 */
    use(only(CORRECTION_AVERAGE, CORRECTION_PAWNS));
    learn(&somewhere, 3, 100);
    cr_expect_eq(hist_correction(h, &somewhere), 1);
    /* depth 11: (11 + 1)^2 is more than 128; (400 * 896 + 25600 * 128) / 1024 = 3550; 13 cp */
    learn(&somewhere, 11, 100);
    cr_expect_eq(hist_correction(h, &somewhere), 13);

    /* depth 4, 100 cp: 50 units; 50 * 66 / 512 = 6 */
    use(only(CORRECTION_GRAVITY, CORRECTION_PAWNS));
    learn(&somewhere, 4, 100);
    cr_expect_eq(hist_correction(h, &somewhere), 6);
    /* depth 20, -500 cp: clamped to -256; 50 - 256 - 50 * 256 / 1024 = -218; * 66 / 512 = -28 */
    learn(&somewhere, 20, -500);
    cr_expect_eq(hist_correction(h, &somewhere), -28);
}

/* An evaluation that is always 50 wrong, with errors measured against the corrected one: gravity
 * converges to the whole error, and the average to half of it. */
Test(correction, feedback_converges_to_the_error_or_half_of_it)
{
    for (int rule = CORRECTION_GRAVITY; rule <= CORRECTION_AVERAGE; rule++) {
        const int expected = rule == CORRECTION_GRAVITY ? 50 : 25;
        use(only((correction_rule)rule, CORRECTION_PAWNS));
        for (int k = 0; k < 3000; k++) {
            learn(&somewhere, 10, 50 - hist_correction(h, &somewhere));
        }
        const int reached = hist_correction(h, &somewhere);
        cr_expect(reached >= expected - 1 && reached <= expected, "%d: %d", rule, reached);
    }
}

Test(correction, no_error_breaks_the_limits)
{
    for (int rule = CORRECTION_GRAVITY; rule <= CORRECTION_AVERAGE; rule++) {
        correction_settings s = {.rule = (correction_rule)rule};
        for (int i = 0; i < CORRECTION_FEATURES; i++) {
            s.weight_1024[i] = CORRECTION_WEIGHT_MAX;
        }
        use(s);
        /* Six cells, each sixteen times its largest value, added before they are rounded. */
        const long most =
            rule == CORRECTION_AVERAGE ? 6 * 16 * 16384 / 256 : 6 * 16 * 66 * 1024 / 512;
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int k = 0; k < 1000; k++) {
                learn(&somewhere, k % 2 ? 120 : 1, sign * CORRECTION_ERROR_MAX);
                cr_assert_leq(labs((long)hist_correction(h, &somewhere)), most);
            }
            cr_expect_eq(hist_correction(h, &somewhere), sign * most);
        }
    }
}

/* Compares all tables with a simple model: one number for each key, side and table. */
Test(correction, many_errors_agree_with_a_plain_model)
{
    static const int weights[FIXTURE_CELLS] = {1024, 704, 300, 300, 4096, 4096};
    for (int rule = CORRECTION_GRAVITY; rule <= CORRECTION_AVERAGE; rule++) {
        long model[FIXTURE_MODEL_CELLS] = {0};
        use((correction_settings){(correction_rule)rule, {1024, 704, 300, 4096}});
        srand(5);
        for (int k = 0; k < 30000; k++) {
            int cell[FIXTURE_CELLS];
            long sum = 0;
            const correction_keys keys = correction_random(cell);
            for (int i = 0; i < FIXTURE_CELLS; i++) {
                sum += cell[i] >= 0 ? weights[i] * model[cell[i]] : 0;
            }
            const long expected =
                rule == CORRECTION_AVERAGE ? sum / 1024 / 256 : sum * 66 / 512 / 1024;
            cr_assert_eq((long)hist_correction(h, &keys), expected, "%d", k);
            const int depth = 1 + rand() % 30, error = rand() % 801 - 400;
            learn(&keys, depth, error);
            for (int i = 0; i < FIXTURE_CELLS; i++) {
                if (cell[i] >= 0) {
                    long *of = &model[cell[i]];
                    *of = reference((correction_rule)rule, *of, depth, error);
                }
            }
        }
    }
}

Test(correction, clear_and_another_rule_forget_and_other_weights_do_not)
{
    const correction_settings pawns = only(CORRECTION_GRAVITY, CORRECTION_PAWNS);
    correction_settings half = pawns, off = pawns;
    half.weight_1024[CORRECTION_PAWNS] = ONE / 2;
    off.weight_1024[CORRECTION_PAWNS] = 0;
    use(pawns);
    for (int k = 0; k < 100; k++) {
        learn(&somewhere, 10, 200);
    }
    cr_expect_eq(hist_correction(h, &somewhere), 132);
    use(off);
    cr_expect_not(hist_corrects(h));
    cr_expect_eq(hist_correction(h, &somewhere), 0);
    learn(&somewhere, 10, -200);
    use(half);
    cr_expect(hist_corrects(h));
    cr_expect_eq(hist_correction(h, &somewhere), 66);
    use(only(CORRECTION_GRAVITY, CORRECTION_MINORS));
    cr_expect_eq(hist_correction(h, &somewhere), 0, "a feature of weight 0 does not learn");
    use(only(CORRECTION_AVERAGE, CORRECTION_PAWNS));
    cr_expect_eq(hist_correction(h, &somewhere), 0);
    use(pawns);
    cr_expect_eq(hist_correction(h, &somewhere), 0);
    for (int k = 0; k < 2; k++) {
        learn(&somewhere, 10, 200);
        cr_expect_gt(hist_correction(h, &somewhere), 0, "the settings stay");
        hist_negamax_clear(h);
        cr_expect_eq(hist_correction(h, &somewhere), 0);
    }
}

/* Even an error of 0 changes an average. */
Test(correction, only_evidence_about_the_evaluation_is_learnt)
{
    static const struct {
        correction_finding found;
        bool learnt;
        const char *why;
    } cases[] = {
        {{.evaluation = 20, .score = 50, .best = true}, true, "an exact score"},
        {{.evaluation = 20, .score = -300, .best = true}, true, "in either direction"},
        {{.evaluation = 20, .score = 20, .best = true}, true, "or none"},
        {{.evaluation = 20, .score = 50, .best = true, .in_check = true}, false, "in check"},
        {{.evaluation = 20, .score = 50, .best = true, .noisy = true}, false, "a capture"},
        {{.evaluation = 20, .score = 50, .best = true, .partial = true}, false, "a move left out"},
        {{.evaluation = 20, .score = 21, .best = true, .cut = true}, true, "a lower bound above"},
        {{.evaluation = 20, .score = 20, .best = true, .cut = true},
         false,
         "one that says nothing"},
        {{.evaluation = 20, .score = 19, .best = true, .cut = true}, false, "one below"},
        {{.evaluation = 20, .score = 19}, true, "an upper bound below"},
        {{.evaluation = 20, .score = 19, .noisy = true}, true, "no best move that captures"},
        {{.evaluation = 20, .score = 20}, false, "one that says nothing"},
        {{.evaluation = 20, .score = 21}, false, "one above"},
    };
    use(only(CORRECTION_AVERAGE, CORRECTION_PAWNS));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hist_negamax_clear(h);
        learn(&somewhere, 10, 400);
        const int before = hist_correction(h, &somewhere);
        hist_learn_error(h, &somewhere, 10, &cases[i].found);
        cr_expect_eq(hist_correction(h, &somewhere) != before, cases[i].learnt, "%s", cases[i].why);
    }
}
