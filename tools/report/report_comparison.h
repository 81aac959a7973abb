/* Rules of mcts compared with a long search, put together from the looks of `mcts`. */
#ifndef TOOLS_REPORT_COMPARISON_H
#define TOOLS_REPORT_COMPARISON_H

#include "report_results.h"
#include "rule_figures.h"
#include "rule_plan.h"

/* What is looked at; the last three are divergences from the long search's visits. */
typedef enum {
    REPORT_SOLVED,
    REPORT_AGREED,
    REPORT_VISITS,
    REPORT_ROOT_PRIORS,
    REPORT_INNER_PRIORS
} report_aspect;

typedef struct report_compared {
    const rule_row *any;
    const report_look *at[RULE_CHECKPOINTS_MAX]; /* NULL: it was not searched */
} report_compared;

/* Rules that were tried on one suite, in one file, against one long search; the first is the
 * measure: no history, or else the defaults. */
typedef struct report_comparison {
    const report_look *any; /* one of its looks; in the results' memory, as all are */
    report_compared rules[RULES_MAX];
    double playouts[RULE_CHECKPOINTS_MAX]; /* rising */
    int rule_count, checkpoints;
    int budget;     /* the checkpoint at which rules are compared */
    double *values; /* its own */
} report_comparison;

/* Puts the comparison together that a look is of. False if memory is short; free in either case. */
bool report_comparison_gather(report_comparison *c, const report_results *results,
                              const report_look *any);
void report_comparison_free(report_comparison *c);

/* True if a look is of the comparison, of which `any` is enough. */
bool report_comparison_has(const report_comparison *c, const report_look *look);

/* The share of positions (0 to 1) of which an aspect holds at a checkpoint, among the *count that
 * have it; false if none has. */
bool report_comparison_share(const report_comparison *c, const report_compared *own,
                             report_aspect aspect, int checkpoint, rule_bounded *share, int *count);

/* How much greater than the first rule's a divergence is at the budget, in nats; false if that
 * cannot be said. */
bool report_comparison_difference(const report_comparison *c, const report_compared *own,
                                  report_aspect aspect, rule_bounded *difference);

/* The playouts needed for what the first rule has at the budget, by what that one needs: see
 * rule_needed_ratio(); false if that cannot be said. */
bool report_comparison_needed(const report_comparison *c, const report_compared *own,
                              report_aspect aspect, rule_bounded *ratio);

#endif
