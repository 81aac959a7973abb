/* What a search tells its listener. */
#ifndef TREE_NEGAMAX_REPORT_H
#define TREE_NEGAMAX_REPORT_H

#include "negamax_state.h"

/* Calls the listener, if there is one, with the worker's best lines. Only for the main worker. */
void ab_report(const ab_worker *w, ab_reporter *reporter, bool final);

#endif
