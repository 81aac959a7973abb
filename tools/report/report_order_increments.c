#include "report_order_experiment.h"

#include "report_text.h"

/* Columns: plain history, then relative history by its charges, of which the first increment, 0, is
 * none. */
enum { PLAIN, RELATIVE, FIRST_CHARGE = 1, COLUMNS_MAX = 16 };

static const char rule[] = "QuietRule", gains[] = "HistoryIncrement",
                  charges[] = "ButterflyIncrement";

static bool is_relative(const search_techniques *t)
{
    return setting_has(t, rule, "relative");
}

static void copy_value(search_techniques *to, const search_techniques *from, const char *option)
{
    search_technique_put(to, search_technique_find(option), setting_value(from, option));
}

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
        (!setting_has(t, rule, "schaeffer") && !is_relative(t))) {
        return false;
    }
    copy_value(&as, t, rule);
    copy_value(&as, t, gains);
    copy_value(&as, t, charges);
    return are_same(&as, t);
}

/* The result of a pair of increments, or NULL. Plain history has no second increment. */
static const report_outcome *find(const report_experiment *e, int depth, int gain, int column)
{
    for (int i = 0; i < e->rule_count; i++) {
        const search_techniques *t = &e->rules[i].techniques;
        const bool relative = is_relative(t);
        if (report_increments_have(e, &e->rules[i]) && setting_value(t, gains) == gain &&
            relative == (column >= RELATIVE) &&
            (!relative || setting_value(t, charges) == column - RELATIVE + FIRST_CHARGE) &&
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
        found += is_relative(&e->rules[i].techniques) && report_increments_have(e, &e->rules[i]) &&
                 e->rules[i].at[depth].run;
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
    report_ratio_text(o, ratio);
    report_table_cell(t, "%s\n %s", nodes, ratio);
}

static void write_depth(report_page *p, const report_experiment *e, int depth)
{
    const char *const *words = search_technique_find(gains)->choice.words;
    char heads[COLUMNS_MAX][48];
    report_column columns[COLUMNS_MAX];
    report_table t;
    int count = 2;
    snprintf(heads[0], sizeof heads[0], "depth %d\n gain", e->depths[depth]);
    snprintf(heads[1], sizeof heads[1], "history");
    for (; count < COLUMNS_MAX && words[count - 2 + FIRST_CHARGE]; count++) {
        snprintf(heads[count], sizeof heads[count], "relative\n charge %s",
                 words[count - 2 + FIRST_CHARGE]);
    }
    for (int i = 0; i < count; i++) {
        columns[i] = (report_column){heads[i], i > 0};
    }
    report_table_start(&t, columns, count);
    for (int gain = 0; words[gain]; gain++) {
        report_table_cell(&t, "%s", words[gain]);
        for (int column = PLAIN; column < count - 1; column++) {
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
                p, "Nodes, and their ratio to those of the first rule, by the increment of a good "
                   "move (gain) and of a tried move in relative history (charge); d is the depth "
                   "of the node. These are Tables 1 and 2 of the paper.");
            shown = true;
        }
        write_depth(p, e, d);
    }
}
