#include <assert.h>
#include <string.h>

#include "negamax_history_parts.h"

/* A counter stays below the limit plus the increments of one result. Its product with
 * HIST_SCALE_MAX must fit 63 bits. */
enum { POWER_MAX = 40 };
static const int64_t counter_limit = (int64_t)1 << 46;

const char *const hist_order_rule_words[] = {"gravity",   "none",         "schaeffer",
                                             "butterfly", "relative",     "relative-misses",
                                             "hyatt",     "plausibility", NULL};
const char *const hist_increment_words[] = {"0", "1", "d", "d2", "d3", "2d", NULL};
const char *const hist_order_key_words[] = {"from-to", "both-colours", "piece-to", NULL};
const char *const hist_best_words[] = {"cut", "raised", "score", NULL};
const char *const hist_counting_words[] = {"ignore", "count", NULL};

HIST_ASSERT_WORDS(hist_order_rule_words, HIST_ORDER_RULES);
HIST_ASSERT_WORDS(hist_increment_words, HIST_INCREMENTS);
HIST_ASSERT_WORDS(hist_order_key_words, HIST_ORDER_KEYS);
HIST_ASSERT_WORDS(hist_best_words, HIST_BESTS);
HIST_ASSERT_WORDS(hist_counting_words, HIST_COUNTINGS);

typedef enum { GAINS_NOBODY, GAINS_BEST, GAINS_CUT } gains;
typedef enum { CHARGES_NOBODY, CHARGES_ALL, CHARGES_MISSES, CHARGES_EARLIER } charges;
typedef enum {
    ORDER_BY_NOTHING,
    ORDER_BY_GAIN,
    ORDER_BY_CHARGE,
    ORDER_BY_RATIO,
    ORDER_BY_DIFFERENCE
} order_formula;

static const struct order_rule {
    gains gains;
    charges charges;
    order_formula formula;
} rules[HIST_ORDER_RULES] = {
    [HIST_ORDER_GRAVITY] = {GAINS_NOBODY, CHARGES_NOBODY, ORDER_BY_NOTHING},
    [HIST_ORDER_NONE] = {GAINS_NOBODY, CHARGES_NOBODY, ORDER_BY_NOTHING},
    [HIST_ORDER_SCHAEFFER] = {GAINS_BEST, CHARGES_NOBODY, ORDER_BY_GAIN},
    [HIST_ORDER_BUTTERFLY] = {GAINS_NOBODY, CHARGES_ALL, ORDER_BY_CHARGE},
    [HIST_ORDER_RELATIVE] = {GAINS_BEST, CHARGES_ALL, ORDER_BY_RATIO},
    [HIST_ORDER_RELATIVE_MISSES] = {GAINS_CUT, CHARGES_MISSES, ORDER_BY_RATIO},
    [HIST_ORDER_HYATT] = {GAINS_CUT, CHARGES_EARLIER, ORDER_BY_RATIO},
    [HIST_ORDER_PLAUSIBILITY] = {GAINS_CUT, CHARGES_EARLIER, ORDER_BY_DIFFERENCE},
};

void hist_order_clear(order_history *h)
{
    /* Most searches do not count, and should not touch this memory. */
    if (h->touched) {
        memset(h->cells, 0, sizeof h->cells);
        h->touched = false;
    }
}

void hist_order_configure(order_history *h, const hist_order_params *params)
{
    assert((unsigned)params->rule < HIST_ORDER_RULES && params->scale >= 0 &&
           params->scale <= HIST_SCALE_MAX);
    if (params->rule != h->params.rule || params->key != h->params.key) {
        hist_order_clear(h);
    }
    h->params = *params;
}

void hist_order_new_search(order_history *h)
{
    if (h->params.age == HIST_AGE_HALVE && h->touched) {
        hist_halve_counts(h->cells, HIST_CELLS_FROM_TO);
    } else if (h->params.age == HIST_AGE_CLEAR) {
        hist_order_clear(h);
    }
}

static int cell_of(const order_history *h, const hist_move *m)
{
    switch (h->params.key) {
    case HIST_ORDER_KEY_PIECE_TO:
        return hist_cell(HIST_KEY_PIECE_TO, m);
    case HIST_ORDER_KEY_BOTH_COLOURS:
        return hist_cell(HIST_KEY_SQUARES, m);
    default:
        return hist_cell(HIST_KEY_FROM_TO, m);
    }
}

static int64_t increment_of(hist_increment kind, int depth)
{
    const int64_t d = depth;
    switch (kind) {
    case HIST_INCREMENT_1:
        return 1;
    case HIST_INCREMENT_D:
        return d;
    case HIST_INCREMENT_D2:
        return d * d;
    case HIST_INCREMENT_D3:
        return d * d * d;
    case HIST_INCREMENT_2D:
        return (int64_t)1 << (d < POWER_MAX ? d : POWER_MAX);
    default:
        return 0;
    }
}

/* The move that counts as the best one although it did not cut, or -1. */
static int best_without_cut(const order_history *h, const hist_result *result)
{
    if (h->params.best == HIST_BEST_CUT) {
        return -1;
    }
    return result->best >= 0 || h->params.best == HIST_BEST_RAISED ? result->best : result->top;
}

static int last_cut(const hist_result *result)
{
    int i = result->count - 1;
    while (i >= 0 && result->outcomes[i] != HIST_CUT) {
        i--;
    }
    return i;
}

void hist_order_learn(order_history *h, const hist_result *result)
{
    const struct order_rule *rule = &rules[h->params.rule];
    if (rule->formula == ORDER_BY_NOTHING || (result->pv && h->params.pv == HIST_IGNORE)) {
        return;
    }
    assert(result->count <= HIST_TRIED_MAX && result->top < result->count && result->depth > 0);
    const int64_t gain = increment_of(h->params.gain, result->depth);
    const int64_t charge = increment_of(h->params.charge, result->depth);
    const int best = best_without_cut(h, result), end = last_cut(result);
    bool large = false;
    h->touched = true;
    for (int i = 0; i < result->count; i++) {
        if (result->moves[i].victim != HIST_QUIET) {
            continue;
        }
        hist_counts *cell = &h->cells[cell_of(h, &result->moves[i])];
        const bool cut = result->outcomes[i] == HIST_CUT;
        if ((rule->gains != GAINS_NOBODY && cut) || (rule->gains == GAINS_BEST && i == best)) {
            cell->good += gain;
        }
        if (rule->charges == CHARGES_ALL || (rule->charges == CHARGES_MISSES && !cut) ||
            (rule->charges == CHARGES_EARLIER && !cut && i < end)) {
            cell->bad += charge;
        }
        large |= cell->good >= counter_limit || cell->bad >= counter_limit;
    }
    if (large) {
        hist_halve_counts(h->cells, HIST_CELLS_FROM_TO);
    }
}

static float ratio(const order_history *h, const hist_counts *cell)
{
    const int64_t divisor = cell->bad > 0 ? cell->bad : 1;
    return h->params.scale > 0 ? (float)(h->params.scale * cell->good / divisor)
                               : (float)cell->good / (float)divisor;
}

/* Positive floats compare as their bits do. */
static int place_of(float number)
{
    const float size = number < 0.0f ? -number : number;
    int32_t bits;
    static_assert(sizeof bits == sizeof size, "a float is 32 bits");
    memcpy(&bits, &size, sizeof bits);
    return number < 0.0f ? -bits : bits;
}

static int score_of(const order_history *h, const hist_move *m)
{
    const hist_counts *cell = &h->cells[cell_of(h, m)];
    switch (rules[h->params.rule].formula) {
    case ORDER_BY_GAIN:
        return place_of((float)cell->good);
    case ORDER_BY_CHARGE:
        return place_of((float)cell->bad);
    case ORDER_BY_RATIO:
        return place_of(ratio(h, cell));
    case ORDER_BY_DIFFERENCE:
        return place_of((float)(cell->good - cell->bad));
    case ORDER_BY_NOTHING:
        break;
    }
    return 0;
}

void hist_order_scores(const order_history *h, const hist_move moves[], int count, int scores[])
{
    for (int i = 0; i < count; i++) {
        scores[i] = score_of(h, &moves[i]);
    }
}
