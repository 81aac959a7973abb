/* The settings of a Monte-Carlo search and of its histories, made from techniques and parameters,
 * and converted for the inner loops. Private to the folder. */
#ifndef TREE_MCTS_SETTINGS_H
#define TREE_MCTS_SETTINGS_H

#include <string.h>

#include "history/mcts_history.h"
#include "mcts_tree.h"
#include "tree/search_types.h"

/* The tables of exploration have a row for each visit count below 128, and then 64 rows for each
 * doubling. */
enum { EXPLORATION_BITS = 6, EXPLORATION_ROWS = 32 << EXPLORATION_BITS };

typedef struct mcts_settings {
    float exploration_root[EXPLORATION_ROWS]; /* C * N^e / PRIOR_ONE, by mcts_exploration_row() */
    float exploration[EXPLORATION_ROWS];      /* the same below the root */
    float concentration[TREE_GINI_ONE + 1];   /* F, by node_block.gini */
    float spread, spread_scale, spread_prior; /* see spread_factor() in mcts_selection.c */
    float temperature_root, temperature;
    float fpu_reduction;
    float killer, counter;         /* in logits */
    uint32_t stay_part, stay_most; /* see mcts_stay.h */
    float bound;                   /* see mcts_choice.c */
    uint32_t bound_part;
    int widening_first;               /* moves that never wait */
    uint32_t widening[MOVES_MAX];     /* visits for which each of the other moves waits */
    float widening_history;           /* a history of one logit divides these visits by e to this
                                       * power */
    float prune_history, prune_prior; /* see MctsHistoryPruning; in logits, as a probability */
    uint32_t refresh_visits, answer_visits;
    double time_stretch; /* clock_start() */
} mcts_settings;

/* Fills in the settings of the search, with a net of Lc0 or with own nets. */
void mcts_settings_make(mcts_settings *settings, const search_params *params, bool of_lc0);

/* The row of the exploration tables for a node's visits (at least 1): the exponent and the first
 * bits of the mantissa of a float. */
static inline unsigned mcts_exploration_row(uint32_t visits)
{
    const float real = (float)visits;
    uint32_t bits;
    memcpy(&bits, &real, sizeof bits);
    const unsigned row = (bits >> (23 - EXPLORATION_BITS)) - (127u << EXPLORATION_BITS);
    return row < EXPLORATION_ROWS ? row : EXPLORATION_ROWS - 1;
}

/* The settings of the histories. */
hist_mcts_settings mcts_history_settings(const search_options *options);

#endif
