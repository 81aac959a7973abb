/* Move history for Monte-Carlo tree search: a butterfly table (Hartmann 1988 for its shape,
 * Petkovski 2025 for its use here) that corrects policy logits by how moves fared in this search's
 * playouts. Plain data in, plain data out; knows no tree and no position. One table a search
 * thread. */
#ifndef HISTORY_HISTORY_H
#define HISTORY_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

/* OFF: corrects nothing. BUTTERFLY: the rule below. SEED: the same rule, but the search reports
 * every edge, those to terminal and proven children too (the search asks hist_counts_proven). */
typedef enum { HIST_OFF, HIST_BUTTERFLY, HIST_SEED, HIST_RULES } hist_rule;

/* Parameters of the rule; defaults from the source: 400, 8192, 16384. They are not the net's score
 * scale and do not follow it. */
typedef struct hist_params {
    hist_rule rule;
    int bonus_scale;   /* bonus = bonus_scale * ln(s / (1 - s)) */
    int gravity;       /* h += bonus - h * |bonus| / gravity, so |h| <= gravity */
    int logit_divisor; /* logit += h / logit_divisor */
} hist_params;

typedef struct hist hist;

/* A move as the table keys it. */
typedef struct hist_move {
    uint8_t side, from, to;
} hist_move;

/* NULL if memory is short. hist_free(NULL) is fine. */
hist *hist_new(const hist_params *params);
void hist_free(hist *h);

/* Forgets everything (new game, each bench position). */
void hist_clear(hist *h);

/* Changes rule and parameters; keeps the table. */
void hist_configure(hist *h, const hist_params *params);

/* The bonus of a playout that was worth `score` in [0, 1] to a side; -bonus is the opponent's. */
int hist_bonus(const hist *h, float score);

/* One playout went through this move and earned its mover `bonus`. */
void hist_update(hist *h, hist_move m, int bonus);

/* What to add to the move's policy logit. */
float hist_logit(const hist *h, hist_move m);

/* True if playouts through terminal or proven children are to be reported too. */
bool hist_counts_proven(const hist *h);

/* "off", "butterfly", "seed"; hist_rule_by_name returns HIST_RULES for an unknown name. */
const char *hist_rule_name(hist_rule rule);
hist_rule hist_rule_by_name(const char *name);

#endif
