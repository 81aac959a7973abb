#include <assert.h>
#include <stdlib.h>

#include "negamax_history_parts.h"

/* romstad halves at the limit of Glaurung's ordering history; Glaurung never halves the counts of
 * this rule. peak halves long before a gain fills 32 bits. */
enum { COUNT_LIMIT = 50000, GAIN_LIMIT = 1 << 28, CELLS = HIST_CELLS_FROM_TO };

const char *const hist_reduce_rule_words[] = {"table", "prodeo", "peak", "romstad", NULL};
const char *const hist_reduce_key_words[] = {"piece-to", "from-to", NULL};
const char *const hist_reduce_moment_words[] = {"nodes", "moves", NULL};

HIST_ASSERT_WORDS(hist_reduce_rule_words, HIST_REDUCE_RULES);
HIST_ASSERT_WORDS(hist_reduce_key_words, HIST_REDUCE_KEYS);
HIST_ASSERT_WORDS(hist_reduce_moment_words, HIST_REDUCE_MOMENTS);

void hist_reduce_clear(reduction_history *h)
{
    const int32_t start = h->params.rule == HIST_REDUCE_PRODEO ? h->params.init : 0;
    h->peak = 0;
    for (int i = 0; i < CELLS; i++) {
        h->cells[i] = (hist_counts){start, 0};
    }
}

void hist_reduce_configure(reduction_history *h, const hist_reduce_params *params)
{
    const bool other = params->rule != h->params.rule || params->key != h->params.key ||
                       params->init != h->params.init;
    assert((unsigned)params->rule < HIST_REDUCE_RULES && abs(params->init) <= HIST_REDUCE_LIMIT);
    h->params = *params;
    if (other) {
        hist_reduce_clear(h);
    }
}

static void halve(reduction_history *h)
{
    h->peak /= 2;
    hist_halve_counts(h->cells, CELLS);
}

void hist_reduce_new_search(reduction_history *h)
{
    if (h->params.rule == HIST_REDUCE_PEAK) {
        halve(h);
    } else if (h->params.rule != HIST_REDUCE_TABLE) {
        hist_reduce_clear(h);
    }
}

static int cell_of(const reduction_history *h, const hist_move *m)
{
    return h->params.key == HIST_REDUCE_FROM_TO ? hist_cell(HIST_KEY_FROM_TO, m)
                                                : hist_cell(HIST_KEY_PIECE_TO, m);
}

static void learn_prodeo(reduction_history *h, const hist_move *m, hist_outcome outcome)
{
    const hist_reduce_params *p = &h->params;
    int64_t *cell = &h->cells[cell_of(h, m)].good;
    const int64_t now = *cell + (outcome == HIST_FAILED ? -p->dec : p->inc);
    *cell = now > HIST_REDUCE_LIMIT    ? HIST_REDUCE_LIMIT
            : now < -HIST_REDUCE_LIMIT ? -HIST_REDUCE_LIMIT
                                       : now;
}

static void learn_peak(reduction_history *h, const hist_result *result, const hist_move *cutter)
{
    int64_t *cell = &h->cells[cell_of(h, cutter)].good;
    *cell += result->depth * result->depth;
    h->peak = *cell > h->peak ? *cell : h->peak;
    if (*cell >= GAIN_LIMIT) {
        halve(h);
    }
}

static void learn_romstad(reduction_history *h, const hist_result *result, const hist_move *cutter)
{
    bool large = ++h->cells[cell_of(h, cutter)].good >= COUNT_LIMIT;
    for (int i = 0; i < result->best; i++) {
        if (result->moves[i].victim == HIST_QUIET) {
            large |= ++h->cells[cell_of(h, &result->moves[i])].bad >= COUNT_LIMIT;
        }
    }
    if (large) {
        halve(h);
    }
}

void hist_reduce_learn(reduction_history *h, const hist_result *result)
{
    assert(result->count <= HIST_TRIED_MAX && result->best < result->count && result->depth > 0);
    if (h->params.rule == HIST_REDUCE_PRODEO) {
        const bool learns = h->params.moment == HIST_REDUCE_LEARN_NODES;
        for (int i = 0; i < result->count && learns; i++) {
            learn_prodeo(h, &result->moves[i], (hist_outcome)result->outcomes[i]);
        }
        return;
    }
    if (result->best < 0 || result->outcomes[result->best] != HIST_CUT ||
        result->moves[result->best].victim != HIST_QUIET) {
        return;
    }
    if (h->params.rule == HIST_REDUCE_PEAK) {
        learn_peak(h, result, &result->moves[result->best]);
    } else if (h->params.rule == HIST_REDUCE_ROMSTAD) {
        learn_romstad(h, result, &result->moves[result->best]);
    }
}

void hist_learn_move(negamax_history *h, const hist_move *m, hist_outcome outcome)
{
    reduction_history *r = &h->reductions;
    if (r->params.rule == HIST_REDUCE_PRODEO && r->params.moment == HIST_REDUCE_LEARN_MOVES) {
        learn_prodeo(r, m, outcome);
    }
}

bool hist_reduces(const negamax_history *h, const hist_move *m, int depth)
{
    const reduction_history *r = &h->reductions;
    const hist_reduce_params *p = &r->params;
    const hist_counts *cell = &r->cells[cell_of(r, m)];
    switch (p->rule) {
    case HIST_REDUCE_PRODEO:
        return cell->good < p->threshold;
    case HIST_REDUCE_PEAK:
        return (int64_t)cell->good * 1000 < (int64_t)r->peak * p->peak_permille;
    case HIST_REDUCE_ROMSTAD:
        return (int64_t)p->weight * depth * cell->good < cell->bad;
    default:
        return false;
    }
}

void hist_note_reduction(negamax_history *h, const hist_move *m)
{
    reduction_history *r = &h->reductions;
    if (r->params.rule == HIST_REDUCE_PRODEO) {
        r->cells[cell_of(r, m)].good = r->params.replace;
    }
}
