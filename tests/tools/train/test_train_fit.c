/* Tests what scores mean: the fit to results, and the value net's target. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "train_fit.h"

static train_set drawn_from(double scale, size_t count)
{
    train_set set = {calloc(count, sizeof(train_record)), count, count, NULL, 0, 0};
    uint64_t state = 1;
    for (size_t i = 0; i < count; i++) {
        train_record *r = &set.records[i];
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        r->score = (int16_t)((int)(state >> 40) % 801 - 400);
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        double p = 1.0 / (1.0 + exp(-r->score / scale));
        r->outcome = (double)(state >> 11) * 0x1p-53 < p ? OUTCOME_WON : OUTCOME_LOST;
    }
    return set;
}

Test(train_fit, finds_the_scale)
{
    const train_reading reading = train_reading_default();
    for (double scale = 80.0; scale <= 300.0; scale += 55.0) {
        train_set set = drawn_from(scale, 100000);
        train_fit fit = train_fit_of(set.records, set.count, &reading);
        cr_expect(fabs((double)fit.scale - scale) < 0.04 * scale, "%.1f for %.1f",
                  (double)fit.scale, scale);
        free(set.records);
    }
}

Test(train_fit, scores_become_probabilities)
{
    train_set set = drawn_from(150.0, 100000);
    const train_reading reading = train_reading_default();
    train_fit fits[] = {train_fit_of(set.records, set.count, &reading),
                        train_fit_of(NULL, 0, &reading)};
    for (size_t i = 0; i < 2; i++) {
        win_draw_loss level = train_fit_score(&fits[i], 0), mate = train_fit_score(&fits[i], 31995);
        cr_expect(fabsf(level.draw - 0.35f) < 1e-3f && fabsf(level.win - level.loss) < 1e-6f);
        cr_expect(mate.win > 0.999f && mate.loss < 1e-6f);
        for (int score = -400; score <= 400; score += 50) {
            win_draw_loss w = train_fit_score(&fits[i], score);
            win_draw_loss m = train_fit_score(&fits[i], -score);
            double expected = 1.0 / (1.0 + exp(-score / (double)fits[i].scale));
            cr_expect(fabsf(w.win - m.loss) < 1e-5f && w.draw >= 0.0f);
            cr_expect(fabs((double)(w.win + 0.5f * w.draw) - expected) < 0.03, "score %d", score);
        }
    }
    free(set.records);
}

Test(train_fit, target_blends_score_and_outcome)
{
    const train_reading reading = train_reading_default();
    train_fit fit = train_fit_of(NULL, 0, &reading);
    train_record record = {.score = 100, .outcome = OUTCOME_LOST};
    win_draw_loss score = train_fit_score(&fit, 100), t = train_fit_target(&fit, &record, 0.3f);
    cr_expect(fabsf(t.win - 0.7f * score.win) < 1e-6f);
    cr_expect(fabsf(t.loss - 0.7f * score.loss - 0.3f) < 1e-6f);
    record.outcome = -300;
    win_draw_loss outcome = train_fit_score(&fit, -300);
    t = train_fit_target(&fit, &record, 0.3f);
    cr_expect(fabsf(t.loss - 0.7f * score.loss - 0.3f * outcome.loss) < 1e-6f);
    cr_expect(fabsf(t.win + t.draw + t.loss - 1.0f) < 1e-6f);
}
