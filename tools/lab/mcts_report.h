/* The results of an experiment with rules of Monte-Carlo tree search: tables and a picture. */
#ifndef TOOLS_MCTS_REPORT_H
#define TOOLS_MCTS_REPORT_H

#include <stdio.h>

#include "mcts_comparison.h"

/* Prints the rules at the budget, then each aspect at all checkpoints. The comparison's rules are
 * those of the plan, in their order. */
void mcts_report_print(FILE *out, const mcts_plan *plan, const mcts_comparison *c);

/* Draws solved and agreed positions and divergences against playouts, and the playouts that each
 * rule needs. If there are more than eight rules, only the first one and seven others have curves:
 * those whose priors at inner nodes differ most from the priors of the first. `names` are those of
 * the rules. */
bool mcts_picture(const char *path, const mcts_comparison *c, const char *const names[],
                  failure *why);

/* The same as an element <svg> of a page of HTML. */
bool mcts_picture_inline(FILE *html, const mcts_comparison *c, const char *const names[],
                         failure *why);

#endif
