/* Experiments in the order of moves, put together from runs of `order`. A run is a group of
 * suite_rows for which report_is_order() is true. */
#ifndef TOOLS_REPORT_ORDER_EXPERIMENT_H
#define TOOLS_REPORT_ORDER_EXPERIMENT_H

#include "report_figures.h"
#include "report_page.h"

enum { REPORT_DEPTHS_MAX = 8, REPORT_RULES_MAX = 256 };

/* The result of one rule at one depth. */
typedef struct report_outcome {
    const lab_group *run; /* NULL: it was not searched */
    order_figure figure;  /* compared with the run of the first rule */
} report_outcome;

typedef struct report_rule {
    const char *setting;          /* of its runs, in the results' memory */
    bool known;                   /* false: this build does not know a technique or value of it */
    search_techniques techniques; /* if `known` */
    report_outcome at[REPORT_DEPTHS_MAX];
} report_rule;

/* The rules that were tried with one setting, on one suite, in one record, with one hash, net and
 * build. The first rule is the measure: the others are compared with it.
 *
 * Of a run whose words have switches and other changes, as "mia -MultiCut QuietRule=relative", the
 * switches belong to the setting ("mia -MultiCut"), and the others are the rule. A run with
 * switches alone is a rule of the setting without them, and the measure of the setting with them.
 * If there is no such run, the switches belong to the rule, so that it has a measure. */
typedef struct report_experiment {
    const report_results *results;
    const lab_group *any;            /* one of its runs */
    char setting[SETTING_WORDS_MAX]; /* in words (setting_write()) */
    int depths[REPORT_DEPTHS_MAX];   /* rising */
    int depth_count, rule_count;
    int left_out; /* runs at depths and of rules for which there was no room */
    report_rule rules[REPORT_RULES_MAX];
} report_experiment;

/* Puts together the experiment that the run `any` belongs to. The first rule is the setting without
 * changes, if that was searched. The others follow in the order of the greatest depth at which they
 * were searched, and at one depth in the order of their nodes, the fewest first. If there is no
 * room for all depths, the greatest ones are kept. The results must outlive the experiment. */
void report_experiment_gather(report_experiment *e, const report_results *results,
                              const lab_group *any);

/* Begins the experiment that the run `any` belongs to: it has a setting, and no rules. The results
 * must outlive it. */
void report_experiment_begin(report_experiment *e, const report_results *results,
                             const lab_group *any);

/* True if a group of suite_rows is a run for which report_experiment_begin() begins this
 * experiment. */
bool report_experiment_same(const report_experiment *e, const lab_group *run);

/* The changes of a rule to its experiment's setting, as option --rule takes them. If there are
 * none, a change that changes nothing (setting_usual_rule()). */
void report_experiment_rule(const report_experiment *e, const report_rule *r,
                            char text[SETTING_RULE_MAX]);

/* The ratio of an outcome to the first rule's, or that there is none. */
void report_ratio_text(const report_outcome *o, char text[BOUNDED_TEXT_MAX]);

/* ---- the increments of the history heuristic and of relative history, side by side ---- */

/* True if a rule has a place in these tables: its QuietRule is schaeffer or relative, and it
 * differs from the first rule in nothing but QuietRule and the increments. */
bool report_increments_have(const report_experiment *e, const report_rule *r);

/* Writes a table for each depth at which at least two such rules of relative history were searched,
 * as Tables 1 and 2 of Winands et al. (2004). */
void report_increments(report_page *p, const report_experiment *e);

#endif
