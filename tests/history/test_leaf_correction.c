#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "correction_fixture.h"
#include "history/leaf_correction.h"

static const correction_keys somewhere = {.pawns = 0x1234567890abcdef,
                                          .minors = 0xfedcba0987654321,
                                          .non_pawns = {0x1111222233334444, 0x5555666677778888},
                                          .last = 70,
                                          .earlier = {300, 768},
                                          .side = 1};
static const correction_keys elsewhere = {
    .pawns = 1, .minors = 2, .non_pawns = {3, 4}, .last = 5, .earlier = {6, 7}, .side = 1};

static leaf_settings only(correction_feature feature, float share)
{
    leaf_settings s = {.prior = 1.0f, .memory = 4.0f};
    s.share[feature] = share;
    return s;
}

static leaf_correction *make(leaf_settings s)
{
    leaf_correction *c = leaf_new(&s);
    cr_assert_not_null(c);
    return c;
}

static void expect_correction(const leaf_correction *c, double expected)
{
    cr_expect_float_eq(leaf_correction_of(c, &somewhere), expected, 1e-6);
}

Test(leaf_correction, values_by_hand)
{
    leaf_correction *c = make(only(CORRECTION_PAWNS, 0.4f));
    /* mean 0.5 of weight 3 beside a prior of 1 */
    leaf_learn(c, &somewhere, 0.5f, 3.0f);
    expect_correction(c, 0.4 * 0.5 * 3 / 4);
    /* (3 * 0.5 - 0.5) / 4 = 0.25 of weight 4, which is all the memory */
    leaf_learn(c, &somewhere, -0.5f, 1.0f);
    expect_correction(c, 0.4 * 0.25 * 4 / 5);
    /* 0.25 + (1.25 - 0.25) * 2 / 4 = 0.75, still of weight 4 */
    leaf_learn(c, &somewhere, 1.25f, 2.0f);
    expect_correction(c, 0.4 * 0.75 * 4 / 5);
    /* a report that outweighs the memory is all that is left */
    leaf_learn(c, &somewhere, -1.0f, 9.0f);
    expect_correction(c, 0.4 * -1.0 * 4 / 5);
    leaf_free(c);
}

Test(leaf_correction, no_correction_is_beyond_the_limit)
{
    leaf_settings s = {.memory = 8.0f};
    for (int i = 0; i < CORRECTION_FEATURES; i++) {
        s.share[i] = 1.0f;
    }
    leaf_correction *c = make(s);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < 100; i++) {
            leaf_learn(c, &somewhere, (float)sign * 2.0f * LEAF_LOGIT_MAX, 1.0f);
        }
        expect_correction(c, (float)sign * LEAF_CORRECTION_MAX);
    }
    leaf_free(c);
}

/* All tables at once against the obvious, in doubles: while the memory lasts a cell is the weighted
 * mean of all its reports, afterwards an exponential one. */
typedef struct cell {
    double sum, weight, late_mean;
} cell;

static double mean_of(const cell *m)
{
    return m->weight > 0.0 ? m->sum / m->weight : m->late_mean;
}

static void report(cell *m, double error, double weight, double memory)
{
    const bool late = m->weight < 0.0 || m->weight + weight > memory;
    if (!late) {
        m->sum += error * weight;
        m->weight += weight;
        return;
    }
    const double before = m->weight < 0.0 ? m->late_mean : mean_of(m);
    m->late_mean = before + (error - before) * weight / memory;
    m->weight = -memory; /* from now on */
}

Test(leaf_correction, many_errors_agree_with_a_plain_model)
{
    static const double shares[FIXTURE_CELLS] = {0.1, 0.05, 0.02, 0.02, 0.07, 0.07};
    const leaf_settings s = {{0.1f, 0.05f, 0.02f, 0.07f}, 8.0f, 100.0f};
    leaf_correction *c = make(s);
    cell model[FIXTURE_MODEL_CELLS] = {0};
    srand(6);
    for (int k = 0; k < 20000; k++) {
        int place[FIXTURE_CELLS];
        const correction_keys keys = correction_random(place);
        double expected = 0.0;
        for (int i = 0; i < FIXTURE_CELLS; i++) {
            if (place[i] >= 0) {
                const cell *m = &model[place[i]];
                const double weight = fabs(m->weight);
                expected += shares[i] * mean_of(m) * weight / (weight + 8.0);
            }
        }
        cr_assert_float_eq(leaf_correction_of(c, &keys), expected, 1e-4, "%d", k);
        const double error = (rand() % 2001 - 1000) / 500.0;
        const int weight = 1 + rand() % 12;
        leaf_learn(c, &keys, (float)error, (float)weight);
        for (int i = 0; i < FIXTURE_CELLS; i++) {
            if (place[i] >= 0) {
                report(&model[place[i]], error, weight, 100.0);
            }
        }
    }
    leaf_free(c);
}

Test(leaf_correction, each_feature_alone_tells_apart_what_it_should)
{
    for (int feature = 0; feature < CORRECTION_FEATURES; feature++) {
        leaf_correction *c = make(only((correction_feature)feature, 0.3f));
        leaf_learn(c, &somewhere, 0.8f, 2.0f);
        const float learnt = leaf_correction_of(c, &somewhere);
        cr_expect_gt(learnt, 0.0f);
        cr_expect_eq(leaf_correction_of(c, &elsewhere), 0.0f, "feature %d", feature);
        correction_keys twin = somewhere;
        twin.side = 0;
        const bool by_side = feature != CORRECTION_CONTINUATION;
        cr_expect_eq(leaf_correction_of(c, &twin), by_side ? 0.0f : learnt, "feature %d", feature);
        leaf_free(c);
    }
}

Test(leaf_correction, only_clearing_forgets)
{
    leaf_settings s = only(CORRECTION_PAWNS, 0.4f);
    leaf_correction *c = make(s);
    leaf_learn(c, &somewhere, 0.5f, 3.0f);
    s.share[CORRECTION_PAWNS] = 0.2f;
    s.prior = 3.0f;
    leaf_configure(c, &s);
    expect_correction(c, 0.2 * 0.5 * 3 / 6);
    leaf_clear(c);
    expect_correction(c, 0.0);
    leaf_free(c);
}
