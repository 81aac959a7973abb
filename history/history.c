#include "history/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nn/real.h"

struct hist {
    hist_params params;
    int16_t cell[2][64][64]; /* side, from, to; |cell| <= gravity */
};

static const char *const rule_names[HIST_RULES] = {"off", "butterfly", "seed"};

hist *hist_new(const hist_params *params)
{
    hist *h = malloc(sizeof *h);
    if (h) {
        hist_configure(h, params);
        hist_clear(h);
    }
    return h;
}

void hist_free(hist *h)
{
    free(h);
}

void hist_clear(hist *h)
{
    memset(h->cell, 0, sizeof h->cell);
}

void hist_configure(hist *h, const hist_params *params)
{
    assert(params->gravity > 0 && params->gravity <= INT16_MAX && params->logit_divisor > 0);
    h->params = *params;
}

int hist_bonus(const hist *h, float score)
{
    if (h->params.rule == HIST_OFF) {
        return 0;
    }
    float s = score < 0.001f ? 0.001f : score > 0.999f ? 0.999f : score;
    int bonus = (int)((float)h->params.bonus_scale * nn_logit(s));
    /* A bonus beyond the limit would throw the cell past it. */
    int limit = h->params.gravity;
    return bonus > limit ? limit : bonus < -limit ? -limit : bonus;
}

void hist_update(hist *h, hist_move m, int bonus)
{
    int16_t *cell = &h->cell[m.side][m.from][m.to];
    *cell = (int16_t)(*cell + bonus - *cell * abs(bonus) / h->params.gravity);
}

float hist_logit(const hist *h, hist_move m)
{
    if (h->params.rule == HIST_OFF) {
        return 0.0f;
    }
    return (float)h->cell[m.side][m.from][m.to] / (float)h->params.logit_divisor;
}

bool hist_counts_proven(const hist *h)
{
    return h->params.rule == HIST_SEED;
}

const char *hist_rule_name(hist_rule rule)
{
    assert((unsigned)rule < HIST_RULES);
    return rule_names[rule];
}

hist_rule hist_rule_by_name(const char *name)
{
    for (int i = 0; i < HIST_RULES; i++) {
        if (!strcmp(name, rule_names[i])) {
            return (hist_rule)i;
        }
    }
    return HIST_RULES;
}
