#include "report_order_increments.h"

#include "report_text.h"

enum { PLAIN, RELATIVE }; /* columns: plain history, then relative history by what it charges */

static bool are_same(const search_techniques *a, const search_techniques *b)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    for (int i = 0; i < count; i++) {
        if (search_technique_get(a, &rows[i]) != search_technique_get(b, &rows[i])) {
            return false;
        }
    }
    return true;
}

bool report_increments_have(const report_experiment *e, const report_rule *r)
{
    const search_techniques *t = &r->techniques;
    search_techniques as = e->rules[0].techniques;
    if (!e->rules[0].known || !r->known ||
        (t->quiet_rule != HIST_ORDER_SCHAEFFER && t->quiet_rule != HIST_ORDER_RELATIVE)) {
        return false;
    }
    as.quiet_rule = t->quiet_rule;
    as.history_increment = t->history_increment;
    as.butterfly_increment = t->butterfly_increment;
    return are_same(&as, t);
}

/* What a pair of increments came to, or NULL; plain history has no second one. */
static const report_outcome *find(const report_experiment *e, int depth, int gain, int column)
{
    for (int i = 0; i < e->rule_count; i++) {
        const search_techniques *t = &e->rules[i].techniques;
        const bool relative = t->quiet_rule == HIST_ORDER_RELATIVE;
        if (report_increments_have(e, &e->rules[i]) && t->history_increment == gain &&
            relative == (column >= RELATIVE) &&
            (!relative || t->butterfly_increment == column - RELATIVE + HIST_INCREMENT_1) &&
            e->rules[i].at[depth].run) {
            return &e->rules[i].at[depth];
        }
    }
    return NULL;
}

static bool has_relative(const report_experiment *e, int depth)
{
    int found = 0;
    for (int i = 0; i < e->rule_count; i++) {
        found += e->rules[i].techniques.quiet_rule == HIST_ORDER_RELATIVE &&
                 report_increments_have(e, &e->rules[i]) && e->rules[i].at[depth].run;
    }
    return found > 1;
}

static void write_cell(report_table *t, const report_outcome *o)
{
    char nodes[REPORT_FIGURE_MAX], ratio[BOUNDED_TEXT_MAX];
    if (!o) {
        report_table_cell(t, "-");
        return;
    }
    report_count_text(nodes, o->figure.nodes);
    bounded_text(&o->figure.ratio, 3, ratio);
    report_table_cell(t, "%s\n %s", nodes, ratio);
}

static void write_depth(report_page *p, const report_experiment *e, int depth)
{
    enum { COLUMNS = 1 + HIST_INCREMENTS };
    char heads[COLUMNS][48];
    report_column columns[COLUMNS];
    report_table t;
    snprintf(heads[0], sizeof heads[0], "depth %d\n gain", e->depths[depth]);
    snprintf(heads[1], sizeof heads[1], "history");
    for (int i = 2; i < COLUMNS; i++) {
        snprintf(heads[i], sizeof heads[i], "relative\n charge %s",
                 hist_increment_words[i - 2 + HIST_INCREMENT_1]);
    }
    for (int i = 0; i < COLUMNS; i++) {
        columns[i] = (report_column){heads[i], i > 0};
    }
    report_table_start(&t, columns, COLUMNS);
    for (int gain = HIST_INCREMENT_0; gain < HIST_INCREMENTS; gain++) {
        report_table_cell(&t, "%s", hist_increment_words[gain]);
        for (int column = PLAIN; column < COLUMNS - 1; column++) {
            write_cell(&t, find(e, depth, gain, column));
        }
    }
    report_page_table(p, &t);
    report_table_free(&t);
}

void report_increments(report_page *p, const report_experiment *e)
{
    bool shown = false;
    for (int d = 0; d < e->depth_count; d++) {
        if (!has_relative(e, d)) {
            continue;
        }
        if (!shown) {
            report_page_text(
                p, "The increment of a good move, by the depth d of its node, and the charge of a "
                   "tried move in relative history: nodes, and their ratio to those of the first "
                   "rule (as Tables 1 and 2 of that paper).");
            shown = true;
        }
        write_depth(p, e, d);
    }
}
