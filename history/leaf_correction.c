#include "history/leaf_correction.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "correction_cells.h"
#include "learning.h"
#include "system/memory.h"

struct leaf_correction {
    leaf_settings settings;
    bool blank; /* nothing was learnt: all cells are zero */
    hist_weighted_mean cell[CORRECTION_ALL];
};

static void check(const leaf_settings *settings)
{
    assert(settings->prior >= 0.0f && settings->memory >= 1.0f);
    (void)settings;
}

leaf_correction *leaf_new(const leaf_settings *settings)
{
    check(settings);
    /* Each leaf reads six cells anywhere. */
    leaf_correction *c = system_aligned_take(SYSTEM_LARGE_ALIGNMENT, sizeof *c);
    if (c) {
        memset(c, 0, sizeof *c);
        c->settings = *settings;
        c->blank = true;
    }
    return c;
}

void leaf_free(leaf_correction *c)
{
    system_aligned_give(c);
}

void leaf_clear(leaf_correction *c)
{
    /* A search without corrections should not clear megabytes at each game. */
    if (!c->blank) {
        memset(c->cell, 0, sizeof c->cell);
        c->blank = true;
    }
}

void leaf_configure(leaf_correction *c, const leaf_settings *settings)
{
    check(settings);
    c->settings = *settings;
}

float leaf_correction_of(const leaf_correction *c, const correction_keys *keys)
{
    correction_place places[CORRECTION_PLACES_MAX];
    const int count = correction_places(keys, places);
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        const float share = c->settings.share[places[i].feature];
        const hist_weighted_mean *b = &c->cell[places[i].cell];
        if (share > 0.0f && b->weight > 0.0f) {
            sum += share * b->mean * (b->weight / (b->weight + c->settings.prior));
        }
    }
    return sum > LEAF_CORRECTION_MAX    ? LEAF_CORRECTION_MAX
           : sum < -LEAF_CORRECTION_MAX ? -LEAF_CORRECTION_MAX
                                        : sum;
}

void leaf_prefetch(const leaf_correction *c, const correction_keys *keys)
{
    correction_place places[CORRECTION_PLACES_MAX];
    const int count = correction_places(keys, places);
    for (int i = 0; i < count; i++) {
        __builtin_prefetch(&c->cell[places[i].cell], 1);
    }
}

void leaf_learn(leaf_correction *c, const correction_keys *keys, float error, float weight)
{
    assert(weight > 0.0f && fabsf(error) <= 2.0f * LEAF_LOGIT_MAX);
    correction_place places[CORRECTION_PLACES_MAX];
    const int count = correction_places(keys, places);
    c->blank = false;
    for (int i = 0; i < count; i++) {
        if (c->settings.share[places[i].feature] > 0.0f) {
            hist_add_weighted(&c->cell[places[i].cell], error, weight, c->settings.memory);
        }
    }
}
