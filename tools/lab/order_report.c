#include "order_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "order_figures.h"
#include "plot.h"

enum { PLOTTED_MAX = 8, PICTURE_WIDTH = 900, PICTURE_HEIGHT = 440, PICTURE_KEY_HEIGHT = 20 };

static uint64_t total_of(const uint64_t nodes[], int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += nodes[i];
    }
    return sum;
}

static order_ratio ratio_of(const order_results *r, int rule, int depth)
{
    return order_ratio_of(order_nodes(r, rule, depth), order_nodes(r, 0, depth), r->positions);
}

/* The width of the rules' column. */
static int name_width(const order_results *r)
{
    size_t width = strlen("total nodes");
    for (int rule = 0; rule < r->rule_count; rule++) {
        const size_t length = strlen(r->names[rule]);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_heads(FILE *out, const order_results *r, const char *what, int width)
{
    fprintf(out, "%-*s", name_width(r), what);
    for (int d = 0; d < r->depth_count; d++) {
        char head[16];
        snprintf(head, sizeof head, "depth %d", r->depths[d]);
        fprintf(out, " %*s", width, head);
    }
    fputc('\n', out);
}

void order_report_print(FILE *out, const order_results *r)
{
    print_heads(out, r, "total nodes", 14);
    for (int rule = 0; rule < r->rule_count; rule++) {
        fprintf(out, "%-*s", name_width(r), r->names[rule]);
        for (int d = 0; d < r->depth_count; d++) {
            fprintf(out, " %14" PRIu64, total_of(order_nodes(r, rule, d), r->positions));
        }
        fputc('\n', out);
    }
    if (r->rule_count == 1) {
        return;
    }
    fprintf(out,
            "\nnodes by those of the first rule: geometric mean of the positions' ratios (95%%)\n");
    print_heads(out, r, "", 21);
    for (int rule = 1; rule < r->rule_count; rule++) {
        fprintf(out, "%-*s", name_width(r), r->names[rule]);
        for (int d = 0; d < r->depth_count; d++) {
            const order_ratio ratio = ratio_of(r, rule, d);
            fprintf(out, "   %.3f (%.3f-%.3f)", ratio.mean, ratio.low, ratio.high);
        }
        fputc('\n', out);
    }
}

/* How many rules are drawn besides the first one. */
static int plotted(const order_results *r)
{
    return r->rule_count - 1 < PLOTTED_MAX ? r->rule_count - 1 : PLOTTED_MAX;
}

static void write_script(FILE *script, const order_results *r, const char *title)
{
    const int last = plotted(r);
    for (int rule = 1; rule <= last; rule++) {
        fprintf(script, "$rule%d << END\n", rule);
        for (int d = 0; d < r->depth_count; d++) {
            const order_ratio ratio = ratio_of(r, rule, d);
            /* Side by side, so that the bounds of several rules can be seen. */
            fprintf(script, "%g %g %g %g\n", r->depths[d] + 0.06 * (rule - 0.5 * (last + 1)),
                    ratio.mean, ratio.low, ratio.high);
        }
        fprintf(script, "END\n");
    }
    fprintf(script,
            "set title \"%s%s, bounds of 95%%\" noenhanced\n"
            "set xlabel 'depth'\n"
            "set ylabel 'nodes, by those of the first rule'\n"
            "set xtics 1\n"
            "set xrange [%g:%g]\n"
            "set key bmargin left vertical maxcols 1 Left reverse noenhanced\n",
            title, last < r->rule_count - 1 ? ", the first rules" : "", r->depths[0] - 0.5,
            r->depths[r->depth_count - 1] + 0.5);
    fprintf(script, "plot 1 with lines linecolor '#888888' dashtype 2 title \"%s\"", r->names[0]);
    for (int rule = 1; rule <= last; rule++) {
        fprintf(script,
                ", $rule%d with yerrorlines linetype %d pointtype 7 pointsize 0.6 title \"%s\"",
                rule, rule, r->names[rule]);
    }
    fprintf(script, "\n");
}

bool order_report_plot(const char *path, const order_results *r, const char *title, failure *why)
{
    char *text = NULL;
    size_t size;
    if (r->rule_count < 2) {
        return fail(why, "%s: a ratio needs two rules", path);
    }
    FILE *script = open_memstream(&text, &size);
    if (!script) {
        return fail(why, "%s: not enough memory to draw it", path);
    }
    write_script(script, r, title);
    const bool good =
        fclose(script) == 0
            ? plot_write(path, PICTURE_WIDTH,
                         PICTURE_HEIGHT + PICTURE_KEY_HEIGHT * (1 + plotted(r)), text, why)
            : fail(why, "%s: not enough memory to draw it", path);
    free(text);
    return good;
}
