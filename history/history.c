#include "history/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "nn/real.h"
#include "words.h"

/* All cells lie in one array, so that a rule needs no more than a cell's number. */
enum {
    BUTTERFLY_FIRST = 0,                            /* side, from, to */
    THREATS_FIRST = BUTTERFLY_FIRST + HIST_FROM_TO, /* threats, side, from, to */
    PIECE_FIRST = THREATS_FIRST + 4 * HIST_FROM_TO, /* piece, to */
    ROWS_FIRST = PIECE_FIRST + HIST_PIECE_TO,       /* slot, piece, to */
    CELLS = ROWS_FIRST + (HIST_MOVE_SLOTS + HIST_PAWN_SLOTS) * HIST_PIECE_TO
};

/* The slots of a node that may be in use; ORDER: as the bits of rows_of(). */
static const hist_table rows[] = {HIST_AFTER_1, HIST_AFTER_2, HIST_PAWNS};

enum { ROWS = sizeof rows / sizeof *rows, ROW_PAWNS = ROWS - 1 };

const char *const hist_key_words[] = {"off", "butterfly", "seed", "threats", "piece-to", NULL};
const char *const hist_continuation_words[] = {"off", "one", "two", "both", NULL};
const char *const hist_learning_words[] = {"gravity", "mean", NULL};
const char *const hist_signal_words[] = {"absolute", "logit", "value", NULL};

HIST_ASSERT_WORDS(hist_key_words, HIST_KEYS);
HIST_ASSERT_WORDS(hist_continuation_words, HIST_CONTINUATIONS);
HIST_ASSERT_WORDS(hist_learning_words, HIST_LEARNINGS);
HIST_ASSERT_WORDS(hist_signal_words, HIST_SIGNALS);
static_assert(HIST_BONUS_MAX <= INT32_MAX / HIST_GRAVITY_MAX, "gravity multiplies in 32 bits");
static_assert(HIST_BONUS_MAX <= INT32_MAX / HIST_MEAN_LIMIT_MAX, "sums fit 32 bits");

struct hist {
    hist_params params;
    bool rows_written;                /* any cell of the rows, which are many to clear */
    uint16_t answer[HIST_MOVE_SLOTS]; /* 1 + 64 * from + to of the counter move; 0: none */
    int32_t value[CELLS];             /* h under gravity; the sum of bonuses for means */
    uint32_t count[CELLS];            /* bonuses in the sum; means only */
};

hist *hist_new(const hist_params *params)
{
    hist *h = calloc(1, sizeof *h);
    if (h) {
        h->params = *params;
        hist_configure(h, params);
    }
    return h;
}

void hist_free(hist *h)
{
    free(h);
}

/* How many cells, from the first on, may hold something. */
static size_t cells_used(const hist *h)
{
    return h->rows_written ? CELLS : ROWS_FIRST;
}

void hist_clear(hist *h)
{
    memset(h->value, 0, cells_used(h) * sizeof h->value[0]);
    memset(h->count, 0, cells_used(h) * sizeof h->count[0]);
    memset(h->answer, 0, sizeof h->answer);
    h->rows_written = false;
}

void hist_new_search(hist *h)
{
    if (h->params.age == HIST_AGE_CLEAR) {
        hist_clear(h);
    } else if (h->params.age == HIST_AGE_HALVE) {
        const size_t used = cells_used(h);
        for (size_t i = 0; i < used; i++) {
            h->value[i] /= 2;
            h->count[i] /= 2;
        }
    }
}

void hist_configure(hist *h, const hist_params *params)
{
    assert(params->gravity > 0 && params->gravity <= HIST_GRAVITY_MAX);
    assert(params->mean_limit > 1 && params->mean_limit <= HIST_MEAN_LIMIT_MAX);
    assert(params->logit_divisor > 0 && params->mean_divisor > 0 && params->mean_prior > 0);
    const hist_params old = h->params;
    h->params = *params;
    if (old.key != params->key || old.learning != params->learning ||
        old.signal != params->signal || old.gravity != params->gravity) {
        hist_clear(h);
    }
}

/* Those in use, a bit for each. */
static unsigned rows_of(const hist *h)
{
    return (unsigned)h->params.continuation | (unsigned)h->params.pawns << ROW_PAWNS;
}

static bool learns(const hist *h)
{
    return h->params.key != HIST_KEY_OFF || rows_of(h) != 0;
}

/* No playout is so sure that its logit would be endless. */
static float bounded_logit(float score)
{
    return nn_logit(score < 0.001f ? 0.001f : score > 0.999f ? 0.999f : score);
}

hist_news hist_news_of(float score)
{
    return (hist_news){score, bounded_logit(score)};
}

static float signal_of(const hist *h, hist_news news, float before)
{
    switch (h->params.signal) {
    case HIST_SIGNAL_LOGIT:
        return news.logit - bounded_logit(before);
    case HIST_SIGNAL_VALUE:
        return 4.0f * (news.score - before);
    default:
        return news.logit;
    }
}

int hist_bonus(const hist *h, hist_news news, float before)
{
    if (!learns(h)) {
        return 0;
    }
    const int bonus = (int)((float)h->params.bonus_scale * signal_of(h, news, before));
    /* A bonus beyond the limit would throw the cell past it. */
    const bool pulled =
        h->params.learning == HIST_LEARN_GRAVITY && h->params.gravity < HIST_BONUS_MAX;
    const int limit = pulled ? h->params.gravity : HIST_BONUS_MAX;
    return bonus > limit ? limit : bonus < -limit ? -limit : bonus;
}

/* The cell of a move by the main key, which is not OFF. */
static int main_cell(hist_key key, const hist_trial *m)
{
    switch (key) {
    case HIST_KEY_THREATS:
        return THREATS_FIRST + HIST_FROM_TO * m->threats + hist_from_to(m);
    case HIST_KEY_PIECE_TO:
        return PIECE_FIRST + hist_piece_to(m);
    default:
        return BUTTERFLY_FIRST + hist_from_to(m);
    }
}

/* True if row `i` is in use, and the node has one. */
static bool has_row(const hist *h, const hist_node *node, int i)
{
    return (rows_of(h) >> i & 1) && node->slot[rows[i]] != HIST_SLOT_NONE;
}

static int row_cell(const hist_node *node, int i, const hist_trial *m)
{
    assert(node->slot[rows[i]] < HIST_MOVE_SLOTS + HIST_PAWN_SLOTS);
    return ROWS_FIRST + HIST_PIECE_TO * node->slot[rows[i]] + hist_piece_to(m);
}

static void learn(hist *h, int cell, int bonus)
{
    int32_t *value = &h->value[cell];
    if (h->params.learning == HIST_LEARN_GRAVITY) {
        *value = hist_pulled(*value, bonus, h->params.gravity);
        return;
    }
    *value += bonus;
    if (++h->count[cell] >= (uint32_t)h->params.mean_limit) {
        *value /= 2;
        h->count[cell] /= 2;
    }
}

void hist_update(hist *h, const hist_node *node, const hist_trial *m, int bonus)
{
    assert(abs(bonus) <= HIST_BONUS_MAX);
    if (h->params.key != HIST_KEY_OFF) {
        learn(h, main_cell(h->params.key, m), bonus);
    }
    for (int i = 0; i < ROWS; i++) {
        if (has_row(h, node, i)) {
            learn(h, row_cell(node, i, m), bonus);
            h->rows_written = true;
        }
    }
}

/* What a cell would add at full weight. */
static float logit_of(const hist *h, int cell)
{
    const float value = (float)h->value[cell];
    if (h->params.learning == HIST_LEARN_GRAVITY) {
        return value / (float)h->params.logit_divisor;
    }
    const float weight = (float)(h->count[cell] + (uint32_t)h->params.mean_prior);
    return value / weight / (float)h->params.mean_divisor;
}

void hist_add_logits(const hist *h, const hist_node *node, const hist_trial moves[], int count,
                     float logits[])
{
    const hist_key key = h->params.key;
    for (int k = 0; key != HIST_KEY_OFF && k < count; k++) {
        logits[k] += logit_of(h, main_cell(key, &moves[k]));
    }
    for (int i = 0; i < ROWS; i++) {
        const int percent =
            i == ROW_PAWNS ? h->params.pawns_percent : h->params.continuation_percent;
        for (int k = 0; has_row(h, node, i) && k < count; k++) {
            logits[k] += 0.01f * (float)percent * logit_of(h, row_cell(node, i, &moves[k]));
        }
    }
}

float hist_logit(const hist *h, const hist_node *node, const hist_trial *m)
{
    float logit = 0.0f;
    hist_add_logits(h, node, m, 1, &logit);
    return logit;
}

bool hist_counts_proven(const hist *h)
{
    return h->params.key == HIST_KEY_SEED;
}

static uint16_t answer_code(const hist_trial *m)
{
    return (uint16_t)(1 + hist_squares(m));
}

void hist_learn_answer(hist *h, uint16_t slot, const hist_trial *m)
{
    assert(slot < HIST_MOVE_SLOTS);
    if (slot != HIST_SLOT_NONE) {
        h->answer[slot] = answer_code(m);
    }
}

bool hist_is_answer(const hist *h, uint16_t slot, const hist_trial *m)
{
    assert(slot < HIST_MOVE_SLOTS);
    return h->answer[slot] == answer_code(m);
}
