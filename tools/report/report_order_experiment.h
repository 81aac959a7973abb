/* An experiment in the order of moves, put together from the runs of `order`. */
#ifndef TOOLS_REPORT_ORDER_EXPERIMENT_H
#define TOOLS_REPORT_ORDER_EXPERIMENT_H

#include "report_figures.h"
#include "report_page.h"

enum { REPORT_DEPTHS_MAX = 8, REPORT_RULES_MAX = 256 };

/* What one rule came to at one depth. */
typedef struct report_outcome {
    const lab_group *run; /* NULL: it was not searched */
    order_figure figure;  /* by the measure's nodes */
} report_outcome;

typedef struct report_rule {
    const char *setting; /* in the results' memory */
    bool known;          /* whether its techniques are; those of an older program may not be */
    search_techniques techniques;
    report_outcome at[REPORT_DEPTHS_MAX];
} report_rule;

/* Rules that were tried on one suite, in one file, setting, hash and net; the first is the measure.
 * What is switched on or off beside other changes is of the setting, as "mia -MultiCut"; alone it
 * is a rule. */
typedef struct report_experiment {
    const lab_group *any; /* one of its runs */
    char setting[SETTING_WORDS_MAX];
    int depths[REPORT_DEPTHS_MAX];
    int depth_count, rule_count;
    report_rule rules[REPORT_RULES_MAX];
} report_experiment;

/* Puts the experiment together that a run of `order` is of: the setting as it is first, if it was
 * searched, then those that were searched deepest, and of these those with the fewest nodes. More
 * rules or depths than there is room for are left out. */
void report_experiment_gather(report_experiment *e, const report_results *results,
                              const lab_group *any);

/* Fills in the setting of the experiment that a run of `order` is of. */
void report_experiment_begin(report_experiment *e, const lab_group *any);

/* True if the experiment that report_experiment_begin() makes of a run is the same as this one. */
bool report_experiment_same(const report_experiment *e, const lab_group *run);

/* What a rule has otherwise than its experiment's setting, as --rule takes it. */
void report_experiment_rule(const report_experiment *e, const report_rule *r,
                            char text[SETTING_WORDS_MAX]);

/* ---- the increments of the history heuristic and of relative history, side by side ---- */

/* True if a rule has a place in these tables: it differs only in its increments from its setting
 * with schaeffer or relative. */
bool report_increments_have(const report_experiment *e, const report_rule *r);

/* A table for each depth at which relative history was searched, as Tables 1 and 2 of Winands et
 * al. (2004); nothing, if it was at none. */
void report_increments(report_page *p, const report_experiment *e);

#endif
