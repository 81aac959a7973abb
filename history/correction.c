#include "history/correction.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "history/move_history.h"

enum {
    SLOTS = 1 + 12 * 64,
    AVERAGE_GRAIN = 256, /* cell units to a centipawn */
    AVERAGE_SCALE = 1024,
    AVERAGE_WEIGHT_MAX = 128,
    GRAVITY_BONUS_MAX = CORRECTION_GRAVITY_LIMIT / 4,
    GRAVITY_NUMERATOR = 66, /* centipawns to GRAVITY_DENOMINATOR cell units */
    GRAVITY_DENOMINATOR = 512,
    WEIGHT_ONE = 1024
};

enum {
    HASHED = 2 * CORRECTION_CELLS,         /* cells of a hashed table: side to move, key */
    HASHED_TABLES = 4,                     /* pawns, minors, White's pieces, Black's pieces */
    CONTINUATION = HASHED_TABLES * HASHED, /* earlier slot, last slot; both pairs share it */
    CELLS = CONTINUATION + SLOTS * SLOTS,
    PLACES_MAX = HASHED_TABLES + 2
};

struct correction_history {
    correction_settings settings;
    int16_t cell[CELLS];
};

/* A cell that a position has, and its weight. */
typedef struct place {
    int cell, weight;
} place;

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
    /* Pages of tables that are never used are never touched. */
    correction_history *h = calloc(1, sizeof *h);
    if (h) {
        h->settings = *settings;
    }
    return h;
}

void correction_free(correction_history *h)
{
    free(h);
}

void correction_clear(correction_history *h)
{
    const correction_settings settings = h->settings;
    memset(h, 0, sizeof *h);
    h->settings = settings;
}

void correction_configure(correction_history *h, const correction_settings *settings)
{
    const bool other_rule = h->settings.rule != settings->rule;
    h->settings = *settings;
    if (other_rule) {
        correction_clear(h);
    }
}

/* The cells of a position in the tables in use; returns how many. */
static int find_places(const correction_history *h, const correction_keys *keys,
                       place places[PLACES_MAX])
{
    const uint64_t key[HASHED_TABLES] = {keys->pawns, keys->minors, keys->non_pawns[0],
                                         keys->non_pawns[1]};
    static const correction_feature feature[HASHED_TABLES] = {
        CORRECTION_PAWNS, CORRECTION_MINORS, CORRECTION_NON_PAWNS, CORRECTION_NON_PAWNS};
    const int *weight = h->settings.weight_1024;
    int count = 0;
    for (int i = 0; i < HASHED_TABLES; i++) {
        if (weight[feature[i]]) {
            const int row = i * HASHED + keys->side * CORRECTION_CELLS;
            places[count++] = (place){row + (int)(key[i] % CORRECTION_CELLS), weight[feature[i]]};
        }
    }
    /* The last move tells the side to move. */
    for (int i = 0; i < 2 && weight[CORRECTION_CONTINUATION] && keys->last != HIST_SLOT_NONE; i++) {
        if (keys->earlier[i] != HIST_SLOT_NONE) {
            places[count++] = (place){CONTINUATION + SLOTS * keys->earlier[i] + keys->last,
                                      weight[CORRECTION_CONTINUATION]};
        }
    }
    return count;
}

int correction_of(const correction_history *h, const correction_keys *keys)
{
    place places[PLACES_MAX];
    const int count = find_places(h, keys, places);
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += places[i].weight * h->cell[places[i].cell];
    }
    return (int)(h->settings.rule == CORRECTION_AVERAGE
                     ? sum / (WEIGHT_ONE * AVERAGE_GRAIN)
                     : sum * GRAVITY_NUMERATOR / (WEIGHT_ONE * GRAVITY_DENOMINATOR));
}

static int16_t averaged(int cell, int depth, int error)
{
    const int weight = depth < AVERAGE_WEIGHT_MAX ? (depth + 1) * (depth + 1) : AVERAGE_WEIGHT_MAX;
    const int share = weight < AVERAGE_WEIGHT_MAX ? weight : AVERAGE_WEIGHT_MAX;
    /* 64 bits: an error may be as large as two mates. */
    const int64_t sum =
        (int64_t)cell * (AVERAGE_SCALE - share) + (int64_t)error * AVERAGE_GRAIN * share;
    return (int16_t)clamp(-CORRECTION_AVERAGE_MAX, (int)(sum / AVERAGE_SCALE),
                          CORRECTION_AVERAGE_MAX);
}

static int16_t pulled(int cell, int depth, int error)
{
    const int bonus = clamp(-GRAVITY_BONUS_MAX, error * depth / 8, GRAVITY_BONUS_MAX);
    return (int16_t)(cell + bonus - cell * abs(bonus) / CORRECTION_GRAVITY_LIMIT);
}

void correction_learn(correction_history *h, const correction_keys *keys, int depth, int error)
{
    assert(depth > 0 && abs(error) <= CORRECTION_ERROR_MAX);
    place places[PLACES_MAX];
    const int count = find_places(h, keys, places);
    for (int i = 0; i < count; i++) {
        int16_t *cell = &h->cell[places[i].cell];
        *cell = h->settings.rule == CORRECTION_AVERAGE ? averaged(*cell, depth, error)
                                                       : pulled(*cell, depth, error);
    }
}
