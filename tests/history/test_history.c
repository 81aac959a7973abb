#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "chess/types.h"
#include "history/history.h"

static const hist_params usual_params = {.key = HIST_KEY_BUTTERFLY,
                                         .bonus_scale = 400,
                                         .gravity = 8192,
                                         .logit_divisor = 16384,
                                         .mean_divisor = 1600,
                                         .mean_prior = 16,
                                         .mean_limit = 65536,
                                         .continuation_percent = 50};
static const hist_node root = {.slot = {HIST_SLOT_NONE, HIST_SLOT_NONE}};
static const hist_trial e2e4 = {.piece = PAWN, .from = 12, .to = 28, .victim = HIST_QUIET};

static hist *make(const hist_params *params)
{
    hist *h = hist_new(params);
    cr_assert_not_null(h);
    return h;
}

/* The absolute signal in double precision and the plainest words. */
static double reference_logit(double score)
{
    double s = fmin(fmax(score, 0.001), 0.999);
    return log(s / (1.0 - s));
}

static int bonus_of(const hist *h, float score, float before)
{
    return hist_bonus(h, hist_news_of(score), before);
}

/* Whatever was thought of the node before. */
Test(history, bonus_is_the_inverse_sigmoid_of_the_score)
{
    hist *h = make(&usual_params);
    cr_expect_eq(bonus_of(h, 0.5f, 0.2f), 0);
    for (int i = 0; i <= 1000; i++) {
        double score = i / 1000.0;
        int expected = (int)(400.0 * reference_logit(score));
        cr_expect(abs(bonus_of(h, (float)score, 0.2f) - expected) <= 1, "at %g", score);
    }
    /* 400 ln 999 = 2762.7, however certain the playout was. */
    cr_expect_eq(bonus_of(h, 1.0f, 0.2f), 2762);
    cr_expect_eq(bonus_of(h, 0.0f, 0.2f), -2762);
    hist_free(h);
}

Test(history, relative_bonus_is_the_distance_from_the_mean_before)
{
    hist_params params = usual_params;
    params.signal = HIST_SIGNAL_LOGIT;
    hist *h = make(&params);
    params.signal = HIST_SIGNAL_VALUE;
    hist *by_value = make(&params);
    for (int i = 0; i <= 50; i++) {
        for (int k = 0; k <= 50; k++) {
            double s = i / 50.0, q = k / 50.0;
            int logit = (int)(400.0 * (reference_logit(s) - reference_logit(q)));
            int value = (int)(1600.0 * (s - q));
            cr_expect(abs(bonus_of(h, (float)s, (float)q) - logit) <= 1);
            cr_expect(abs(bonus_of(by_value, (float)s, (float)q) - value) <= 1);
        }
    }
    /* ln(0.75 / 0.25) = ln 3 = 1.0986; a playout that keeps the mean is no news. */
    cr_expect_eq(bonus_of(h, 0.75f, 0.5f), 439);
    cr_expect_eq(bonus_of(h, 0.9f, 0.9f), 0);
    cr_expect_eq(bonus_of(by_value, 0.75f, 0.5f), 400);
    cr_expect_eq(bonus_of(by_value, 0.25f, 0.5f), -400);
    hist_free(h);
    hist_free(by_value);
}

Test(history, news_for_one_side_is_the_opposite_for_the_other)
{
    const hist_news news = hist_news_turned(hist_news_of(0.75f));
    cr_expect_eq(news.score, 0.25f);
    cr_expect_float_eq(news.logit, -1.098612, 1e-6);
    cr_expect_float_eq(hist_news_of(0.25f).logit, news.logit, 1e-6);
}

Test(history, update_follows_the_gravity_rule_whatever_its_memory)
{
    static const int limits[] = {1024, 8192, 32768, HIST_GRAVITY_MAX};
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        hist_params params = usual_params;
        params.gravity = limits[k];
        hist *h = make(&params);
        const int most = limits[k] < HIST_BONUS_MAX ? limits[k] : HIST_BONUS_MAX;
        int64_t expected = 0;
        srand(1);
        for (int i = 0; i < 20000; i++) {
            /* The second half is good news only, which drives the cell to its limit. */
            int bonus = i < 10000 ? rand() % (2 * most + 1) - most : most;
            expected += bonus - expected * abs(bonus) / limits[k];
            hist_update(h, &root, &e2e4, bonus);
            cr_assert_float_eq(hist_logit(h, &root, &e2e4), (float)expected / 16384.0f, 1e-6f);
            cr_assert(llabs(expected) <= limits[k]);
        }
        cr_expect(expected > limits[k] - 16, "%d ends at %d", limits[k], (int)expected);
        hist_free(h);
    }
}

/* Success p with bonus B, failure with -M: h* = limit (p B - (1 - p) M) / (p B + (1 - p) M). */
static void expect_fixed_point(int wins, int of, int bonus, int malus, double expected)
{
    hist *h = make(&usual_params);
    double sum = 0.0;
    int counted = 0;
    srand(2);
    for (int i = 0; i < 400000; i++) {
        hist_update(h, &root, &e2e4, rand() % of < wins ? bonus : -malus);
        if (i >= 1000) {
            sum += (double)hist_logit(h, &root, &e2e4) * 16384.0;
            counted++;
        }
    }
    cr_expect_float_eq(sum / counted / 8192.0, expected, 0.02, "%g", sum / counted / 8192.0);
    hist_free(h);
}

Test(history, gravity_settles_at_its_fixed_point)
{
    expect_fixed_point(1, 5, 100, 100, -0.6);
    /* The break-even rate is M / (B + M): a quarter here; at one half (1/2 300 - 1/2 100) / 200. */
    expect_fixed_point(1, 4, 300, 100, 0.0);
    expect_fixed_point(1, 2, 300, 100, 0.5);
}

Test(history, mean_is_the_sum_over_count_and_prior)
{
    hist_params params = usual_params;
    params.learning = HIST_LEARN_MEAN;
    params.mean_limit = 1000;
    hist *h = make(&params);
    /* Two bonuses of 900 among 16 of nothing: 100, a sixteenth of 1600. */
    hist_update(h, &root, &e2e4, 900);
    hist_update(h, &root, &e2e4, 900);
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 0.0625f, 1e-7f);
    hist_clear(h);
    double sum = 0.0;
    int count = 0;
    srand(3);
    for (int i = 0; i < 5000; i++) {
        int bonus = rand() % 4001 - 1500;
        hist_update(h, &root, &e2e4, bonus);
        sum += bonus;
        if (++count == 1000) {
            sum = trunc(sum / 2.0);
            count = 500;
        }
        cr_assert_float_eq(hist_logit(h, &root, &e2e4), sum / (count + 16) / 1600.0, 1e-5);
    }
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 500.0 / 1600.0, 0.05, "the bonuses' mean");
    hist_free(h);
}

Test(history, sums_of_means_do_not_overflow)
{
    hist_params params = usual_params;
    params.learning = HIST_LEARN_MEAN;
    params.mean_limit = HIST_MEAN_LIMIT_MAX;
    params.mean_prior = 1;
    hist *h = make(&params);
    for (int i = 0; i < 3 * HIST_MEAN_LIMIT_MAX; i++) {
        hist_update(h, &root, &e2e4, -HIST_BONUS_MAX);
    }
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), -HIST_BONUS_MAX / 1600.0, 0.01);
    hist_free(h);
}

/* True if news of `told` is news of `asked` too. */
static bool shares(hist_key key, hist_trial told, hist_trial asked)
{
    hist_params params = usual_params;
    params.key = key;
    hist *h = make(&params);
    hist_update(h, &root, &told, 1000);
    cr_expect_float_eq(hist_logit(h, &root, &told), 1000.0f / 16384.0f, 1e-7f);
    const float logit = hist_logit(h, &root, &asked);
    cr_expect(logit == 0.0f || logit == 1000.0f / 16384.0f);
    hist_clear(h);
    cr_expect_eq(hist_logit(h, &root, &told), 0.0f);
    hist_free(h);
    return logit != 0.0f;
}

Test(history, a_key_tells_apart_what_it_says)
{
    hist_trial black = e2e4, back = e2e4, knight = e2e4, other_origin = e2e4, threatened = e2e4;
    black.piece = PAWN + 6;
    back.from = e2e4.to;
    back.to = e2e4.from;
    knight.piece = KNIGHT;
    other_origin.from = 20;
    const struct {
        hist_trial asked;
        bool shared[HIST_KEYS];
    } cases[] = {
        {e2e4, {false, true, true, true, true}},
        {black, {false, false, false, false, false}},
        {back, {false, false, false, false, false}},
        {knight, {false, true, true, true, false}},
        {other_origin, {false, false, false, false, true}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int key = HIST_KEY_BUTTERFLY; key < HIST_KEYS; key++) {
            cr_expect_eq(shares((hist_key)key, e2e4, cases[i].asked), cases[i].shared[key],
                         "case %zu, key %d", i, key);
        }
    }
    for (threatened.threats = 1; threatened.threats < 4; threatened.threats++) {
        for (int key = HIST_KEY_BUTTERFLY; key < HIST_KEYS; key++) {
            cr_expect_eq(shares((hist_key)key, e2e4, threatened), key != HIST_KEY_THREATS);
        }
    }
}

Test(history, continuations_add_what_followed_the_moves_before)
{
    const hist_trial reply = {.piece = PAWN + 6, .from = 52, .to = 36, .victim = HIST_QUIET};
    const hist_trial knight = {.piece = KNIGHT, .from = 6, .to = 21, .victim = HIST_QUIET};
    const hist_node both = {.slot = {hist_slot(&reply), hist_slot(&e2e4)}};
    const hist_node first = {.slot = {hist_slot(&reply), HIST_SLOT_NONE}};
    const hist_node second = {.slot = {hist_slot(&knight), hist_slot(&e2e4)}};
    const float half = 0.5f * 1000.0f / 16384.0f;
    for (int c = HIST_CONTINUE_OFF; c < HIST_CONTINUATIONS; c++) {
        hist_params params = usual_params;
        params.key = HIST_KEY_OFF;
        params.continuation = (hist_continuation)c;
        hist *h = make(&params);
        const float one = c & 1 ? half : 0.0f, two = c & 2 ? half : 0.0f;
        hist_update(h, &both, &knight, 1000);
        cr_expect_float_eq(hist_logit(h, &both, &knight), one + two, 1e-7f, "%d", c);
        cr_expect_float_eq(hist_logit(h, &first, &knight), one, 1e-7f, "%d", c);
        cr_expect_float_eq(hist_logit(h, &second, &knight), two, 1e-7f, "%d", c);
        cr_expect_eq(hist_logit(h, &root, &knight), 0.0f);
        cr_expect_eq(hist_logit(h, &both, &reply), 0.0f);
        hist_clear(h);
        cr_expect_eq(hist_logit(h, &both, &knight), 0.0f);
        hist_free(h);
    }
    hist_params params = usual_params;
    params.continuation = HIST_CONTINUE_BOTH;
    hist *h = make(&params);
    hist_update(h, &both, &knight, 1000);
    cr_expect_float_eq(hist_logit(h, &both, &knight), 4.0f * half, 1e-7f, "1 + 1/2 + 1/2");
    hist_free(h);
}

Test(history, pawns_keep_what_was_learnt_with_them_apart)
{
    const hist_trial knight = {.piece = KNIGHT, .from = 6, .to = 21, .victim = HIST_QUIET};
    const hist_trial same = {.piece = KNIGHT, .from = 11, .to = 21, .victim = HIST_QUIET};
    const hist_node here = {.slot = {[HIST_PAWNS] = hist_pawn_slot(7)}};
    const hist_node twin = {.slot = {hist_slot(&knight), 0, [HIST_PAWNS] = hist_pawn_slot(519)}};
    const hist_node there = {.slot = {[HIST_PAWNS] = hist_pawn_slot(8)}};
    for (int pawns = 0; pawns < 2; pawns++) {
        hist_params params = usual_params;
        params.key = HIST_KEY_OFF;
        params.pawns = pawns;
        params.pawns_percent = 30;
        hist *h = make(&params);
        cr_expect_eq(bonus_of(h, 0.9f, 0.2f) > 0, pawns);
        hist_update(h, &here, &knight, 1000);
        const float logit = pawns ? 0.3f * 1000.0f / 16384.0f : 0.0f;
        cr_expect_float_eq(hist_logit(h, &here, &knight), logit, 1e-7f);
        cr_expect_float_eq(hist_logit(h, &here, &same), logit, 1e-7f, "piece and target count");
        cr_expect_float_eq(hist_logit(h, &twin, &knight), logit, 1e-7f, "512 structures");
        cr_expect_eq(hist_logit(h, &there, &knight), 0.0f);
        cr_expect_eq(hist_logit(h, &root, &knight), 0.0f);
        hist_clear(h);
        cr_expect_eq(hist_logit(h, &here, &knight), 0.0f);
        hist_free(h);
    }
}

Test(history, age_is_what_a_new_search_leaves)
{
    for (int age = 0; age < HIST_AGES; age++) {
        for (int learning = 0; learning < HIST_LEARNINGS; learning++) {
            hist_params params = usual_params;
            params.age = (hist_age)age;
            params.learning = (hist_learning)learning;
            hist *h = make(&params);
            for (int i = 0; i < 64; i++) {
                hist_update(h, &root, &e2e4, 100);
            }
            const float before = hist_logit(h, &root, &e2e4);
            hist_new_search(h);
            const float after = hist_logit(h, &root, &e2e4);
            /* A mean keeps 32 of its 64 bonuses, and the 16 of its prior: 2/3 for 4/5. */
            const float halved = learning == HIST_LEARN_MEAN ? 2.0f / 3.0f / 0.8f : 0.5f;
            const float left[HIST_AGES] = {halved, 1.0f, 0.0f};
            cr_expect_gt(before, 0.04f);
            cr_expect_float_eq(after / before, left[age], 1e-3f, "%d %d", age, learning);
            hist_free(h);
        }
    }
}

Test(history, off_corrects_nothing)
{
    hist_params off = usual_params;
    off.key = HIST_KEY_OFF;
    hist *h = make(&off);
    hist_update(h, &root, &e2e4, 500);
    cr_expect_eq(bonus_of(h, 0.9f, 0.5f), 0);
    cr_expect_eq(hist_logit(h, &root, &e2e4), 0.0f);
    hist_free(h);
}

Test(history, configure_forgets_what_would_be_misread)
{
    hist_params others[5];
    for (int i = 0; i < 5; i++) {
        others[i] = usual_params;
    }
    others[0].bonus_scale = 300;
    others[1].key = HIST_KEY_PIECE_TO;
    others[2].learning = HIST_LEARN_MEAN;
    others[3].signal = HIST_SIGNAL_VALUE;
    others[4].gravity = 4096;
    for (int i = 0; i < 5; i++) {
        hist *h = make(&usual_params);
        hist_update(h, &root, &e2e4, 500);
        hist_configure(h, &others[i]);
        hist_configure(h, &usual_params);
        cr_expect_float_eq(hist_logit(h, &root, &e2e4), i == 0 ? 500.0f / 16384.0f : 0.0f, 1e-7f,
                           "%d", i);
        hist_free(h);
    }
}

Test(history, a_bonus_beyond_the_limit_is_clamped_to_it)
{
    hist_params params = usual_params;
    params.bonus_scale = 2000;
    params.gravity = 1024;
    hist *h = make(&params);
    cr_expect_eq(bonus_of(h, 0.999f, 0.2f), 1024);
    hist_update(h, &root, &e2e4, bonus_of(h, 0.999f, 0.2f));
    hist_update(h, &root, &e2e4, bonus_of(h, 0.999f, 0.2f));
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 1024.0f / 16384.0f, 1e-7f);
    hist_free(h);
    params.gravity = HIST_GRAVITY_MAX;
    params.signal = HIST_SIGNAL_LOGIT;
    h = make(&params);
    cr_expect_eq(bonus_of(h, 1.0f, 0.0f), HIST_BONUS_MAX);
    cr_expect_eq(bonus_of(h, 0.0f, 1.0f), -HIST_BONUS_MAX);
    hist_free(h);
}

Test(history, the_last_answer_to_a_move_is_known_until_cleared)
{
    const hist_trial reply = {.piece = PAWN + 6, .from = 52, .to = 36};
    const hist_trial other = {.piece = KNIGHT + 6, .from = 57, .to = 42};
    const uint16_t slot = hist_slot(&e2e4);
    hist *h = make(&usual_params);
    cr_expect_not(hist_is_answer(h, slot, &reply));
    hist_learn_answer(h, slot, &other);
    hist_learn_answer(h, slot, &reply);
    cr_expect(hist_is_answer(h, slot, &reply));
    cr_expect_not(hist_is_answer(h, slot, &other));
    cr_expect_not(hist_is_answer(h, hist_slot(&other), &reply));
    hist_learn_answer(h, HIST_SLOT_NONE, &reply);
    cr_expect_not(hist_is_answer(h, HIST_SLOT_NONE, &reply));
    hist_clear(h);
    cr_expect_not(hist_is_answer(h, slot, &reply));
    hist_free(h);
}

Test(history, only_the_seed_counts_proven_moves)
{
    for (int key = 0; key < HIST_KEYS; key++) {
        hist_params params = usual_params;
        params.key = (hist_key)key;
        hist *h = make(&params);
        cr_expect_eq(hist_counts_proven(h), key == HIST_KEY_SEED);
        hist_free(h);
    }
}
