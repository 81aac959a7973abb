/* What an experiment with rules of Monte-Carlo tree search came to: tables and a picture. */
#ifndef TOOLS_RULE_REPORT_H
#define TOOLS_RULE_REPORT_H

#include <stdio.h>

#include "rule_figures.h"
#include "rule_plan.h"

/* What is looked at. SOLVED and AGREED are shares of positions; the others mean divergences in
 * nats. */
typedef enum {
    ASPECT_SOLVED, /* of the positions that say what a good move is */
    ASPECT_AGREED, /* the best move is the long search's */
    ASPECT_VISITS, /* rule_measure.visits, and so on */
    ASPECT_ROOT,
    ASPECT_INNER,
    ASPECTS
} rule_aspect;

/* What a rule's search at a checkpoint says under an aspect, at each position that it can be seen
 * at; returns how many those are, which are the same of all rules and checkpoints. */
int rule_values(const rule_plan *plan, const suite *s, const rule_results *results, int rule_number,
                int checkpoint, rule_aspect aspect, double values[]);

/* How many playouts a rule needs to come as far as the first one under an aspect
 * (rule_needed_ratio); NANs if memory is short or there is nothing to see. */
rule_bounded rule_needs(const rule_plan *plan, const suite *s, const rule_results *results,
                        int rule_number, rule_aspect aspect);

/* Prints the rules at the budget, then each aspect at all checkpoints. False and `why` if memory is
 * short. */
bool rule_report_print(FILE *out, const rule_plan *plan, const suite *s,
                       const rule_results *results, failure *why);

/* ---- rule_picture.c ---- */

/* Draws solved and agreed positions and divergences against playouts, and the playouts needed by
 * all. Of more than eight rules the curves are those of the first and the seven whose priors at
 * inner nodes differ most from its. */
bool rule_picture(const char *path, const rule_plan *plan, const suite *s,
                  const rule_results *results, failure *why);

#endif
