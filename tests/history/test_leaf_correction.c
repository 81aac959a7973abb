#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "correction_fixture.h"
#include "history/mcts_history.h"

static const correction_keys somewhere = {.pawns = 0x1234567890abcdef,
                                          .minors = 0xfedcba0987654321,
                                          .non_pawns = {0x1111222233334444, 0x5555666677778888},
                                          .last = 70,
                                          .earlier = {300, 768},
                                          .side = 1};

static mcts_history *h;
static hist_main table;

static void use(leaf_settings s)
{
    const hist_mcts_settings settings = {.main = table,
                                         .gravity = 1,
                                         .logit_divisor = 1,
                                         .mean_divisor = 1,
                                         .mean_prior = 1,
                                         .mean_limit = 2,
                                         .correction = s};
    if (!h) {
        h = hist_mcts_new(&settings);
        cr_assert_not_null(h);
    }
    hist_mcts_configure(h, &settings);
}

static void end(void)
{
    hist_mcts_free(h);
}

TestSuite(leaf_correction, .fini = end);

static leaf_settings only(correction_feature feature, float share)
{
    leaf_settings s = {.prior = 1.0f, .memory = 4.0f};
    s.share[feature] = share;
    return s;
}

static void expect_correction(double expected)
{
    cr_expect_float_eq(hist_leaf_correction(h, &somewhere), expected, 1e-6);
}

Test(leaf_correction, values_by_hand)
{
    use(only(CORRECTION_PAWNS, 0.4f));
    /* mean 0.5 of weight 3 beside a prior of 1 */
    hist_learn_leaf_error(h, &somewhere, 0.5f, 3.0f);
    expect_correction(0.4 * 0.5 * 3 / 4);
    /* (3 * 0.5 - 0.5) / 4 = 0.25 of weight 4, which is all the memory */
    hist_learn_leaf_error(h, &somewhere, -0.5f, 1.0f);
    expect_correction(0.4 * 0.25 * 4 / 5);
    /* 0.25 + (1.25 - 0.25) * 2 / 4 = 0.75, still of weight 4 */
    hist_learn_leaf_error(h, &somewhere, 1.25f, 2.0f);
    expect_correction(0.4 * 0.75 * 4 / 5);
    /* a report that outweighs the memory is all that is left */
    hist_learn_leaf_error(h, &somewhere, -1.0f, 9.0f);
    expect_correction(0.4 * -1.0 * 4 / 5);
}

Test(leaf_correction, no_correction_is_beyond_the_limit)
{
    use((leaf_settings){.share = {1.0f, 1.0f, 1.0f, 1.0f}, .memory = 8.0f});
    expect_correction(0.0);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < 100; i++) {
            hist_learn_leaf_error(h, &somewhere, (float)sign * 2.0f * LEAF_LOGIT_MAX, 1.0f);
        }
        expect_correction((double)((float)sign * LEAF_CORRECTION_MAX));
    }
}

/* A cell in doubles: while the memory lasts, the weighted mean of all its reports; afterwards an
 * exponential one. */
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
    use((leaf_settings){{0.1f, 0.05f, 0.02f, 0.07f}, 8.0f, 100.0f});
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
        cr_assert_float_eq(hist_leaf_correction(h, &keys), expected, 1e-4, "%d", k);
        const double error = (rand() % 2001 - 1000) / 500.0;
        const int weight = 1 + rand() % 12;
        hist_learn_leaf_error(h, &keys, (float)error, (float)weight);
        for (int i = 0; i < FIXTURE_CELLS; i++) {
            if (place[i] >= 0) {
                report(&model[place[i]], error, weight, 100.0);
            }
        }
    }
}

Test(leaf_correction, only_clearing_forgets)
{
    leaf_settings s = only(CORRECTION_PAWNS, 0.4f);
    use(s);
    hist_learn_leaf_error(h, &somewhere, 0.5f, 3.0f);
    s.share[CORRECTION_PAWNS] = 0.2f;
    s.prior = 3.0f;
    table = HIST_MAIN_SEED; /* clears the tables of moves only */
    use(s);
    hist_mcts_new_search(h);
    expect_correction(0.2 * 0.5 * 3 / 6);
    hist_mcts_clear(h);
    expect_correction(0.0);
}
