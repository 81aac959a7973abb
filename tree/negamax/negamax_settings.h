/* The settings of the histories, made from techniques and parameters. */
#ifndef TREE_NEGAMAX_SETTINGS_H
#define TREE_NEGAMAX_SETTINGS_H

#include "history/negamax_history.h"
#include "tree/techniques.h"

/* The settings of a worker's histories. */
hist_negamax_settings ab_history_settings(const search_techniques *use, const search_params *p);

/* True if a history in use has threats in its key. */
bool ab_asks_threats(const search_techniques *use, const hist_negamax_settings *histories);

#endif
