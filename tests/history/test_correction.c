#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "correction_fixture.h"
#include "history/history_keys.h"

enum { ONE = 1024 };

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

static correction_history *make(correction_settings s)
{
    correction_history *h = correction_new(&s);
    cr_assert_not_null(h);
    return h;
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
    correction_history *h = make(only(CORRECTION_AVERAGE, CORRECTION_PAWNS));
    correction_learn(h, &somewhere, 3, 100);
    cr_expect_eq(correction_of(h, &somewhere), 1);
    /* depth 11: (11 + 1)^2 is more than 128; (400 * 896 + 25600 * 128) / 1024 = 3550; 13 cp */
    correction_learn(h, &somewhere, 11, 100);
    cr_expect_eq(correction_of(h, &somewhere), 13);
    correction_free(h);

    /* depth 4, 100 cp: 50 units; 50 * 66 / 512 = 6 */
    h = make(only(CORRECTION_GRAVITY, CORRECTION_PAWNS));
    correction_learn(h, &somewhere, 4, 100);
    cr_expect_eq(correction_of(h, &somewhere), 6);
    /* depth 20, -500 cp: clamped to -256; 50 - 256 - 50 * 256 / 1024 = -218; * 66 / 512 = -28 */
    correction_learn(h, &somewhere, 20, -500);
    cr_expect_eq(correction_of(h, &somewhere), -28);
    correction_free(h);
}

/* The same error again and again: the average comes within a centipawn of it or to its limit of 64,
 * gravity goes to its limit of 132 whatever the error, which is why the corrected evaluation is
 * what errors are best measured against. */
Test(correction, rules_converge_where_they_must)
{
    static const struct {
        correction_rule rule;
        int error, depth, low, high;
    } cases[] = {{CORRECTION_AVERAGE, 40, 20, 39, 40},     {CORRECTION_AVERAGE, -40, 20, -40, -39},
                 {CORRECTION_AVERAGE, 40, 1, 39, 40},      {CORRECTION_AVERAGE, 300, 5, 64, 64},
                 {CORRECTION_AVERAGE, -300, 5, -64, -64},  {CORRECTION_GRAVITY, 40, 10, 132, 132},
                 {CORRECTION_GRAVITY, -40, 10, -132, -132}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        correction_history *h = make(only(cases[i].rule, CORRECTION_MINORS));
        for (int k = 0; k < 5000; k++) {
            correction_learn(h, &somewhere, cases[i].depth, cases[i].error);
        }
        const int reached = correction_of(h, &somewhere);
        cr_expect(reached >= cases[i].low && reached <= cases[i].high, "%d: %d", (int)i, reached);
        correction_free(h);
    }
}

/* An evaluation that is always 50 wrong, errors measured against the corrected one: gravity makes
 * up for all of it and then rests; the average, which is drawn to what is left of the error, for
 * half. */
Test(correction, feedback_converges_to_the_error_or_half_of_it)
{
    for (int rule = CORRECTION_GRAVITY; rule <= CORRECTION_AVERAGE; rule++) {
        const int expected = rule == CORRECTION_GRAVITY ? 50 : 25;
        correction_history *h = make(only((correction_rule)rule, CORRECTION_PAWNS));
        for (int k = 0; k < 3000; k++) {
            correction_learn(h, &somewhere, 10, 50 - correction_of(h, &somewhere));
        }
        const int reached = correction_of(h, &somewhere);
        cr_expect(reached >= expected - 1 && reached <= expected, "%d: %d", rule, reached);
        correction_free(h);
    }
}

Test(correction, no_error_breaks_the_limits)
{
    for (int rule = CORRECTION_GRAVITY; rule <= CORRECTION_AVERAGE; rule++) {
        correction_settings s = {.rule = (correction_rule)rule};
        for (int i = 0; i < CORRECTION_FEATURES; i++) {
            s.weight_1024[i] = CORRECTION_WEIGHT_MAX;
        }
        correction_history *h = make(s);
        /* Six cells, each sixteen times its greatest worth, summed before they are rounded. */
        const long most =
            rule == CORRECTION_AVERAGE ? 6 * 16 * 16384 / 256 : 6 * 16 * 66 * 1024 / 512;
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int k = 0; k < 1000; k++) {
                correction_learn(h, &somewhere, k % 2 ? 120 : 1, sign * CORRECTION_ERROR_MAX);
                cr_assert_leq(labs((long)correction_of(h, &somewhere)), most);
            }
            cr_expect_eq(correction_of(h, &somewhere), sign * most);
        }
        correction_free(h);
    }
}

/* All tables at once against the obvious: one number for each key, side and table. */
Test(correction, many_errors_agree_with_a_plain_model)
{
    static const int weights[FIXTURE_CELLS] = {1024, 704, 300, 300, 4096, 4096};
    for (int rule = CORRECTION_GRAVITY; rule <= CORRECTION_AVERAGE; rule++) {
        const correction_settings s = {(correction_rule)rule, {1024, 704, 300, 4096}};
        correction_history *h = make(s);
        long model[FIXTURE_MODEL_CELLS] = {0};
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
            cr_assert_eq((long)correction_of(h, &keys), expected, "%d", k);
            const int depth = 1 + rand() % 30, error = rand() % 801 - 400;
            correction_learn(h, &keys, depth, error);
            for (int i = 0; i < FIXTURE_CELLS; i++) {
                if (cell[i] >= 0) {
                    long *of = &model[cell[i]];
                    *of = reference((correction_rule)rule, *of, depth, error);
                }
            }
        }
        correction_free(h);
    }
}

Test(correction, each_feature_alone_tells_apart_what_it_should)
{
    static const correction_keys other = {
        .pawns = 1, .minors = 2, .non_pawns = {3, 4}, .last = 5, .earlier = {6, 7}, .side = 1};
    for (int feature = 0; feature < CORRECTION_FEATURES; feature++) {
        correction_history *h = make(only(CORRECTION_GRAVITY, (correction_feature)feature));
        correction_keys keys = other, twin = somewhere;
        correction_learn(h, &somewhere, 12, 90);
        const int learnt = correction_of(h, &somewhere);
        cr_expect_gt(learnt, 0);
        cr_expect_eq(correction_of(h, &other), 0);
        /* What the feature does not look at makes no difference. */
        switch ((correction_feature)feature) {
        case CORRECTION_PAWNS:
            keys.pawns = somewhere.pawns;
            break;
        case CORRECTION_MINORS:
            keys.minors = somewhere.minors;
            break;
        case CORRECTION_NON_PAWNS:
            memcpy(keys.non_pawns, somewhere.non_pawns, sizeof keys.non_pawns);
            break;
        default:
            keys.last = somewhere.last;
            memcpy(keys.earlier, somewhere.earlier, sizeof keys.earlier);
        }
        cr_expect_eq(correction_of(h, &keys), learnt, "feature %d", feature);
        twin.side = 0;
        const bool by_side = feature != CORRECTION_CONTINUATION;
        cr_expect_eq(correction_of(h, &twin), by_side ? 0 : learnt, "feature %d", feature);
        correction_free(h);
    }
}

Test(correction, no_move_is_never_learnt_from)
{
    correction_history *h = make(only(CORRECTION_AVERAGE, CORRECTION_CONTINUATION));
    correction_keys keys = somewhere;
    keys.last = HIST_NO_MOVE;
    correction_learn(h, &keys, 9, 300);
    cr_expect_eq(correction_of(h, &keys), 0);
    keys = somewhere;
    keys.earlier[0] = keys.earlier[1] = HIST_NO_MOVE;
    correction_learn(h, &keys, 9, 300);
    cr_expect_eq(correction_of(h, &keys), 0);
    keys.earlier[1] = 9;
    correction_learn(h, &keys, 9, 300);
    cr_expect_gt(correction_of(h, &keys), 0);
    correction_free(h);
}

Test(correction, clear_and_another_rule_forget_and_other_weights_do_not)
{
    const correction_settings pawns = only(CORRECTION_GRAVITY, CORRECTION_PAWNS);
    correction_settings half = pawns;
    half.weight_1024[CORRECTION_PAWNS] = ONE / 2;
    const correction_settings average = only(CORRECTION_AVERAGE, CORRECTION_PAWNS);
    correction_history *h = make(pawns);
    for (int k = 0; k < 100; k++) {
        correction_learn(h, &somewhere, 10, 200);
    }
    cr_expect_eq(correction_of(h, &somewhere), 132);
    correction_configure(h, &half);
    cr_expect_eq(correction_of(h, &somewhere), 66);
    correction_configure(h, &average);
    cr_expect_eq(correction_of(h, &somewhere), 0);
    correction_configure(h, &pawns);
    cr_expect_eq(correction_of(h, &somewhere), 0);
    correction_learn(h, &somewhere, 10, 200);
    cr_expect_gt(correction_of(h, &somewhere), 0);
    correction_clear(h);
    cr_expect_eq(correction_of(h, &somewhere), 0);
    correction_learn(h, &somewhere, 10, 200);
    cr_expect_gt(correction_of(h, &somewhere), 0, "the settings stay");
    correction_free(h);
}

Test(correction, only_evidence_about_the_evaluation_is_due)
{
    const struct {
        correction_finding found;
        bool due;
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_eq(correction_is_due(&cases[i].found), cases[i].due, "%s", cases[i].why);
    }
}
