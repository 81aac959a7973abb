#include "history/correction.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "correction_cells.h"
#include "learning.h"

const char *const correction_rule_words[] = {"gravity", "average", NULL};
const char *const correction_error_words[] = {"corrected", "raw", NULL};
HIST_ASSERT_WORDS(correction_rule_words, CORRECTION_RULES);
HIST_ASSERT_WORDS(correction_error_words, CORRECTION_ERRORS);

enum {
    AVERAGE_GRAIN = 256, /* cell units per centipawn */
    AVERAGE_SCALE = 1024,
    AVERAGE_WEIGHT_MAX = 128,
    GRAVITY_BONUS_MAX = CORRECTION_GRAVITY_LIMIT / 4,
    GRAVITY_NUMERATOR = 66, /* GRAVITY_DENOMINATOR cell units are so many centipawns */
    GRAVITY_DENOMINATOR = 512,
    WEIGHT_ONE = 1024
};

struct correction_history {
    correction_settings settings;
    bool blank; /* nothing was learnt: all cells are zero, and their pages may be untouched */
    int16_t cell[CORRECTION_ALL];
};

static int clamp(int low, int x, int high)
{
    return x < low ? low : x > high ? high : x;
}

bool correction_is_due(const correction_finding *f)
{
    if (f->in_check || f->partial || (f->best && f->noisy)) {
        return false;
    }
    if (f->cut && f->score <= f->evaluation) {
        return false;
    }
    return f->best || f->score < f->evaluation;
}

correction_history *correction_new(const correction_settings *settings)
{
    correction_history *h = calloc(1, sizeof *h);
    if (h) {
        h->settings = *settings;
        h->blank = true;
    }
    return h;
}

void correction_free(correction_history *h)
{
    free(h);
}

void correction_clear(correction_history *h)
{
    /* A search without corrections should not touch a megabyte. */
    if (!h->blank) {
        memset(h->cell, 0, sizeof h->cell);
        h->blank = true;
    }
}

void correction_configure(correction_history *h, const correction_settings *settings)
{
    const bool other_rule = h->settings.rule != settings->rule;
    h->settings = *settings;
    if (other_rule) {
        correction_clear(h);
    }
}

int correction_of(const correction_history *h, const correction_keys *keys)
{
    /* Each evaluation calls this. It needs neither loop nor branch: cells of unknown moves stay
     * 0. */
    const int *weight = h->settings.weight_1024;
    const int16_t *cell = h->cell;
    const int64_t sum =
        (int64_t)weight[CORRECTION_PAWNS] *
            cell[correction_hashed_cell(CORRECTION_OF_PAWNS, keys->side, keys->pawns)] +
        (int64_t)weight[CORRECTION_MINORS] *
            cell[correction_hashed_cell(CORRECTION_OF_MINORS, keys->side, keys->minors)] +
        (int64_t)weight[CORRECTION_NON_PAWNS] *
            (cell[correction_hashed_cell(CORRECTION_OF_WHITE, keys->side, keys->non_pawns[0])] +
             cell[correction_hashed_cell(CORRECTION_OF_BLACK, keys->side, keys->non_pawns[1])]) +
        (int64_t)weight[CORRECTION_CONTINUATION] *
            (cell[correction_pair_cell(keys->earlier[0], keys->last)] +
             cell[correction_pair_cell(keys->earlier[1], keys->last)]);
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

void correction_learn(correction_history *h, const correction_keys *keys, int depth, int error)
{
    assert(depth > 0 && abs(error) <= CORRECTION_ERROR_MAX);
    correction_place places[CORRECTION_PLACES_MAX];
    const int count = correction_places(keys, places);
    h->blank = false;
    for (int i = 0; i < count; i++) {
        if (h->settings.weight_1024[places[i].feature]) {
            int16_t *cell = &h->cell[places[i].cell];
            *cell = h->settings.rule == CORRECTION_AVERAGE ? averaged(*cell, depth, error)
                                                           : by_gravity(*cell, depth, error);
        }
    }
}
