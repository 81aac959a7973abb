#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "negamax_history_parts.h"

const char *const correction_rule_words[] = {"gravity", "average", NULL};
const char *const correction_error_words[] = {"corrected", "raw", NULL};
HIST_ASSERT_WORDS(correction_rule_words, CORRECTION_RULES);
HIST_ASSERT_WORDS(correction_error_words, CORRECTION_ERRORS);

enum {
    AVERAGE_GRAIN = 256, /* cell units per centipawn */
    AVERAGE_SCALE = 1024,
    AVERAGE_WEIGHT_MAX = 128,
    GRAVITY_BONUS_MAX = CORRECTION_GRAVITY_LIMIT / 4,
    GRAVITY_NUMERATOR = 66, /* the centipawns of GRAVITY_DENOMINATOR cell units */
    GRAVITY_DENOMINATOR = 512,
    WEIGHT_ONE = 1024
};

static int clamp(int low, int x, int high)
{
    return x < low ? low : x > high ? high : x;
}

void correction_clear(correction_history *h)
{
    /* A search without corrections should not touch a megabyte. */
    if (h->touched) {
        memset(h->cell, 0, sizeof h->cell);
        h->touched = false;
    }
}

void correction_configure(correction_history *h, const correction_settings *settings)
{
    if (h->settings.rule != settings->rule) {
        correction_clear(h);
    }
    h->settings = *settings;
}

int correction_of(const correction_history *h, const correction_keys *keys)
{
    int64_t sum = 0;
    for (int i = 0; i < CORRECTION_PLACES; i++) {
        sum += (int64_t)h->settings.weight_1024[correction_feature_at[i]] *
               h->cell[correction_cell(keys, i)];
    }
    return (int)(h->settings.rule == CORRECTION_AVERAGE
                     ? sum / (WEIGHT_ONE * AVERAGE_GRAIN)
                     : sum * GRAVITY_NUMERATOR / (WEIGHT_ONE * GRAVITY_DENOMINATOR));
}

static int16_t averaged(int cell, int depth, int error)
{
    const int weight = (depth + 1) * (depth + 1);
    const int share = weight < AVERAGE_WEIGHT_MAX ? weight : AVERAGE_WEIGHT_MAX;
    const int64_t average =
        hist_moving_average(cell, (int64_t)error * AVERAGE_GRAIN, share, AVERAGE_SCALE);
    return (int16_t)clamp(-CORRECTION_AVERAGE_MAX, (int)average, CORRECTION_AVERAGE_MAX);
}

static int16_t by_gravity(int cell, int depth, int error)
{
    const int bonus = clamp(-GRAVITY_BONUS_MAX, error * depth / 8, GRAVITY_BONUS_MAX);
    return (int16_t)hist_gravity(cell, bonus, CORRECTION_GRAVITY_LIMIT);
}

/* See hist_learn_error(). */
static bool is_evidence(const correction_finding *f)
{
    if (f->in_check || f->partial || (f->best && f->noisy)) {
        return false;
    }
    if (f->cut && f->score <= f->evaluation) {
        return false;
    }
    return f->best || f->score < f->evaluation;
}

void correction_learn(correction_history *h, const correction_keys *keys, int depth,
                      const correction_finding *found)
{
    const int error = found->score - found->evaluation;
    if (!is_evidence(found)) {
        return;
    }
    assert(depth > 0 && abs(error) <= CORRECTION_ERROR_MAX);
    h->touched = true;
    for (int i = 0; i < CORRECTION_PLACES; i++) {
        int16_t *learnt = &h->cell[correction_cell(keys, i)];
        if (h->settings.weight_1024[correction_feature_at[i]] && correction_learns_at(keys, i)) {
            *learnt = h->settings.rule == CORRECTION_AVERAGE ? averaged(*learnt, depth, error)
                                                             : by_gravity(*learnt, depth, error);
        }
    }
}
