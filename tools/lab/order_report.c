#include "order_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot.h"
#include "suite_search.h"

enum {
    PLOTTED_MAX = 8,
    PICTURE_WIDTH = 900,
    PICTURE_HEIGHT = 440,
    PICTURE_KEY_HEIGHT = 20,
    TITLE_MAX = 160
};

/* Fills in the nodes of the positions that both groups have, and returns their number. */
static int pair_nodes(const lab_group *group, const lab_group *base, uint64_t above[],
                      uint64_t below[])
{
    int count = 0;
    for (size_t i = 0, k = 0; i < group->count && k < base->count;) {
        const suite_row *a = suite_row_at(group, i), *b = suite_row_at(base, k);
        const int order = strcmp(a->position, b->position);
        if (order == 0 && a->nodes && b->nodes) {
            above[count] = (uint64_t)a->nodes;
            below[count++] = (uint64_t)b->nodes;
        }
        i += order <= 0;
        k += order >= 0;
    }
    return count;
}

order_figure order_compare(const lab_group *group, const lab_group *base)
{
    order_figure figure = {.ratio = {NAN, NAN, NAN}, .totals = {NAN, NAN, NAN}};
    uint64_t *above = calloc(2 * group->count + 1, sizeof *above);
    for (size_t i = 0; i < group->count; i++) {
        figure.nodes += (uint64_t)suite_row_at(group, i)->nodes;
    }
    if (above) {
        uint64_t *below = above + group->count;
        figure.common = pair_nodes(group, base, above, below);
        if (figure.common) {
            figure.ratio = mean_ratio(above, below, figure.common);
            figure.totals = sum_ratio(above, below, figure.common);
        }
    }
    free(above);
    return figure;
}

/* The width of the rules' column. */
static int name_width(const order_table *t)
{
    size_t width = strlen("total nodes");
    for (int rule = 0; rule < t->rule_count; rule++) {
        const size_t length = strlen(t->names[rule]);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_heads(FILE *out, const order_table *t, const char *what, int width)
{
    fprintf(out, "%-*s", name_width(t), what);
    for (int d = 0; d < t->depth_count; d++) {
        char head[16];
        snprintf(head, sizeof head, "depth %d", t->depths[d]);
        fprintf(out, " %*s", width, head);
    }
    fputc('\n', out);
}

/* Prints a table of ratios to the first rule: those of the totals, or the means. */
static void print_ratios(FILE *out, const order_table *t, bool totals)
{
    fprintf(out, "\nnodes relative to the first rule: %s (95%%)\n",
            totals ? "ratio of the totals" : "geometric mean of the positions' ratios");
    print_heads(out, t, "", 21);
    for (int rule = 1; rule < t->rule_count; rule++) {
        fprintf(out, "%-*s", name_width(t), t->names[rule]);
        for (int d = 0; d < t->depth_count; d++) {
            const order_figure *figure = order_figure_at(t, rule, d);
            const bounded *ratio = totals ? &figure->totals : &figure->ratio;
            fprintf(out, "   %.3f (%.3f-%.3f)", ratio->value, ratio->low, ratio->high);
        }
        fputc('\n', out);
    }
}

void order_report_print(FILE *out, const order_table *t)
{
    print_heads(out, t, "total nodes", 14);
    for (int rule = 0; rule < t->rule_count; rule++) {
        fprintf(out, "%-*s", name_width(t), t->names[rule]);
        for (int d = 0; d < t->depth_count; d++) {
            fprintf(out, " %14" PRIu64, order_figure_at(t, rule, d)->nodes);
        }
        fputc('\n', out);
    }
    if (t->rule_count > 1) {
        print_ratios(out, t, false);
        print_ratios(out, t, true);
    }
}

/* The number of rules that are drawn beside the first one. */
static int plotted(const order_table *t)
{
    return t->rule_count - 1 < PLOTTED_MAX ? t->rule_count - 1 : PLOTTED_MAX;
}

/* What is drawn. */
typedef struct order_picture {
    const order_table *table;
    const char *title;
} order_picture;

static void write_script(FILE *script, void *context)
{
    const order_picture *picture = context;
    const order_table *t = picture->table;
    const int last = plotted(t);
    for (int rule = 1; rule <= last; rule++) {
        fprintf(script, "$rule%d << END\n", rule);
        for (int d = 0; d < t->depth_count; d++) {
            const bounded *ratio = &order_figure_at(t, rule, d)->ratio;
            /* Side by side, so that the bounds of several rules can be seen. */
            if (!isnan(ratio->low)) {
                fprintf(script, "%g %g %g %g\n", t->depths[d] + 0.06 * (rule - 0.5 * (last + 1)),
                        ratio->value, ratio->low, ratio->high);
            }
        }
        fprintf(script, "END\n");
    }
    fputs("set title ", script);
    plot_text(script, picture->title);
    fprintf(script,
            " noenhanced\n"
            "set xlabel 'depth'\n"
            "set ylabel 'nodes relative to the first rule'\n"
            "set xtics 1\n"
            "set xrange [%g:%g]\n"
            "set key bmargin left vertical maxcols 1 Left reverse noenhanced\n"
            "plot 1 with lines linecolor '#888888' dashtype 2 title ",
            t->depths[0] - 0.5, t->depths[t->depth_count - 1] + 0.5);
    plot_text(script, t->names[0]);
    for (int rule = 1; rule <= last; rule++) {
        fprintf(script, ", $rule%d with yerrorlines linetype %d pointtype 7 pointsize 0.6 title ",
                rule, rule);
        plot_text(script, t->names[rule]);
    }
    fprintf(script, "\n");
}

static int height_of(const order_table *t)
{
    return PICTURE_HEIGHT + PICTURE_KEY_HEIGHT * (1 + plotted(t));
}

bool order_report_plot(const char *path, const order_table *t, const char *title, failure *why)
{
    char text[TITLE_MAX];
    order_picture picture = {t, text};
    snprintf(text, sizeof text, "%s%s, bounds of 95%%", title,
             plotted(t) < t->rule_count - 1 ? ", the first rules" : "");
    return t->rule_count < 2
               ? fail(why, "%s: a ratio needs two rules", path)
               : plot_draw(path, PICTURE_WIDTH, height_of(t), write_script, &picture, why);
}

bool order_report_inline(FILE *html, const order_table *t, const char *title, failure *why)
{
    order_picture picture = {t, title};
    return plot_inline(html, PICTURE_WIDTH, height_of(t), write_script, &picture, why);
}
