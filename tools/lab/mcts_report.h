/* The results of an experiment with rules of Monte-Carlo tree search: tables and a picture. */
#ifndef TOOLS_MCTS_REPORT_H
#define TOOLS_MCTS_REPORT_H

#include <stdio.h>

#include "mcts_comparison.h"

/* Prints the figures of the rules at the budget, then each aspect at all checkpoints. The
 * comparison must have the plan's rules in their order, and its checkpoints. */
void mcts_report_print(FILE *out, const mcts_plan *plan, const mcts_comparison *c);

/* Draws each aspect against playouts, and the playouts that each rule needs, as the file `path`
 * (.svg or .png). If there are more than eight rules, only the first one and seven others have
 * curves: those whose priors at inner nodes differ most from the priors of the first rule.
 * names[rule_count] are those of the rules. Returns false and fills `why` as plot_draw() does. */
bool mcts_picture(const char *path, const mcts_comparison *c, const char *const names[],
                  failure *why);

/* The same, but writes the picture as an element <svg> of a page of HTML. */
bool mcts_picture_inline(FILE *html, const mcts_comparison *c, const char *const names[],
                         failure *why);

#endif
