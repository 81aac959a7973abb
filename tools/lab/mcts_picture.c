#include <math.h>
#include <stdlib.h>

#include "mcts_report.h"
#include "plot.h"

/* Pixels. */
enum {
    PICTURE_WIDTH = 1000,
    PANEL_HEIGHT = 300,
    NEEDS_TOP = 3 * PANEL_HEIGHT,
    NEED_LINE = 24,
    NEED_FRAME = 110,
    LEFT_MARGIN = 70,
    NAMES_WIDTH = 330
};

enum { CURVES_MAX = 8, TITLE_MAX = 256 }; /* more curves could not be distinguished */

/* Ratios of playouts beyond this, or below its inverse, are drawn at the edge. */
static const double ratio_most = 4.0;

/* The picture that is drawn. */
typedef struct picture {
    FILE *script;
    const mcts_comparison *comparison;
    const char *const *names; /* of the rules */
    int curves[CURVES_MAX], curve_count;
    int height;
} picture;

/* A mean with its bounds; NANs if there is too little for one. */
static bounded mean_at(const picture *p, int number, int checkpoint, mcts_aspect aspect,
                       bool difference)
{
    bounded mean = {NAN, NAN, NAN};
    int count;
    if (difference) {
        mcts_comparison_difference(p->comparison, number, aspect, checkpoint, &mean);
    } else {
        mcts_comparison_mean(p->comparison, number, aspect, checkpoint, &mean, &count);
    }
    return mean;
}

/* Sets the place of the next plot, in pixels from the upper left corner. */
static void set_place(const picture *p, int left, int right, int top, int bottom)
{
    fprintf(p->script,
            "set lmargin at screen %g\nset rmargin at screen %g\n"
            "set tmargin at screen %g\nset bmargin at screen %g\n",
            (double)left / PICTURE_WIDTH, (double)right / PICTURE_WIDTH,
            1.0 - (double)top / p->height, 1.0 - (double)bottom / p->height);
}

/* How far a rule's priors at inner nodes are from the first rule's, on average. */
static double distance(const picture *p, int number)
{
    return fabs(mean_at(p, number, p->comparison->budget, MCTS_INNER_PRIORS, true).value);
}

/* The first rule and those that differ most from it, in their order. */
static void choose_curves(picture *p)
{
    const mcts_comparison *c = p->comparison;
    double far[MCTS_RULES_MAX];
    for (int i = 1; i < c->rule_count; i++) {
        far[i] = distance(p, i);
    }
    p->curve_count = 1;
    p->curves[0] = 0;
    for (int i = 1; i < c->rule_count; i++) {
        int farther = 0;
        for (int k = 1; k < c->rule_count; k++) {
            farther += far[k] > far[i] || (k < i && !(far[k] < far[i]));
        }
        if (farther < CURVES_MAX - 1) {
            p->curves[p->curve_count++] = i;
        }
    }
}

/* True if an aspect is shown as the difference from the first rule's. Differences by position are
 * far less uncertain than the means themselves. */
static bool is_difference(mcts_aspect aspect)
{
    return aspect == MCTS_ROOT_PRIORS || aspect == MCTS_INNER_PRIORS;
}

/* Writes the means of the chosen rules at each checkpoint with their bounds. Differences stand a
 * little apart, so that the bounds of each can be seen. A rule without means has an empty block. */
static void write_curves(const picture *p, mcts_aspect aspect)
{
    const double scale = aspect <= MCTS_AGREED ? 100.0 : 1.0;
    const bool difference = is_difference(aspect);
    for (int i = 0; i < p->curve_count; i++) {
        const double apart = difference ? pow(1.05, i - 0.5 * p->curve_count) : 1.0;
        fprintf(p->script, "$aspect%drule%d << END\n", (int)aspect, i);
        for (int k = 0; k < p->comparison->checkpoints; k++) {
            const bounded b = mean_at(p, p->curves[i], k, aspect, difference);
            if (!isnan(b.low)) {
                fprintf(p->script, "%g %g %g %g\n", apart * p->comparison->playouts[k],
                        scale * b.value, scale * b.low, scale * b.high);
            }
        }
        fprintf(p->script, "END\n");
    }
}

static int line_type(int curve)
{
    return curve ? curve : CURVES_MAX;
}

static void write_panel(const picture *p, mcts_aspect aspect, const char *title)
{
    const int number = (int)aspect; /* ORDER: the panels stand as the aspects */
    const int left = number % 2 * PICTURE_WIDTH / 2, top = number / 2 * PANEL_HEIGHT;
    const mcts_comparison *c = p->comparison;
    set_place(p, left + LEFT_MARGIN, left + PICTURE_WIDTH / 2 - 20, top + 40,
              top + PANEL_HEIGHT - 50);
    fprintf(p->script, "set title '%s'\nset xlabel 'playouts'\n", title);
    if (isnan(mean_at(p, 0, 0, aspect, false).low)) {
        fprintf(p->script, "set label 1 'nothing to compare' at graph 0.5,0.5 center\n"
                           "plot [16:32] [0:1] -1 notitle\nunset label 1\n");
        return;
    }
    fprintf(p->script, "plot [%g:%g] %s", 0.75 * c->playouts[0],
            1.33 * c->playouts[c->checkpoints - 1],
            aspect <= MCTS_AGREED   ? "[0:100] "
            : aspect == MCTS_VISITS ? "[0:*] "
                                    : "");
    for (int i = 0; i < p->curve_count; i++) {
        const bool with_bounds = is_difference(aspect) ? i > 0 : i == 0;
        fprintf(p->script, "%s$aspect%drule%d %s linetype %d pointtype 7 pointsize 0.5 notitle",
                i ? ", " : "", (int)aspect, i,
                with_bounds ? "with yerrorlines" : "using 1:2 with linespoints", line_type(i));
    }
    fprintf(p->script, "\n");
}

/* The names of the curves, in a plot that shows nothing else, where a sixth panel would be. */
static void write_key(const picture *p)
{
    set_place(p, PICTURE_WIDTH / 2 + LEFT_MARGIN, PICTURE_WIDTH - 20, 2 * PANEL_HEIGHT + 40,
              3 * PANEL_HEIGHT - 50);
    fprintf(p->script, "set title 'bounds of 95%%: of the first rule, and of differences'\n"
                       "unset xlabel\nunset border\nunset tics\nunset grid\nunset logscale\n"
                       "set key at graph 0,0.95 left top Left reverse maxcols 1 noenhanced\n"
                       "plot [0:1] [0:1] ");
    for (int i = 0; i < p->curve_count; i++) {
        fprintf(p->script, "%s-1 with linespoints linetype %d pointtype 7 title ", i ? ", " : "",
                line_type(i));
        plot_text(p->script, p->names[p->curves[i]]);
    }
    fprintf(p->script, "\n");
}

static double edged(double ratio)
{
    return fmin(fmax(ratio, 1.0 / ratio_most), ratio_most);
}

/* The playouts needed by all rules but the first: place, ratio, bounds. */
static void write_needs_data(const picture *p, mcts_aspect aspect, double shift)
{
    fprintf(p->script, "$needs%d << END\n", (int)aspect);
    for (int i = 1; i < p->comparison->rule_count; i++) {
        bounded b;
        if (mcts_comparison_needed(p->comparison, i, aspect, &b)) {
            fprintf(p->script, "%g %g %g %g\n", i + shift, edged(b.value), edged(b.low),
                    edged(b.high));
        }
    }
    fprintf(p->script, "END\n");
}

static void write_needs(const picture *p, int top, int bottom)
{
    const mcts_comparison *c = p->comparison;
    char title[TITLE_MAX];
    snprintf(title, sizeof title, "playouts needed to get as near as %s after %ld, bounds of 95%%",
             p->names[0], (long)c->playouts[c->budget]);
    set_place(p, NAMES_WIDTH, PICTURE_WIDTH - 30, top + 60, bottom - 50);
    fputs("set title ", p->script);
    plot_text(p->script, title);
    fprintf(p->script,
            " noenhanced offset 0,1\n"
            "set border 3\nset grid x linecolor '#dddddd' linetype 1 linewidth 1\n"
            "set xtics nomirror\nset logscale x 2\n"
            "set xlabel 'relative to the first rule: less is better'\n"
            "set key at graph 0.5,1 center bottom horizontal maxcols 2 noenhanced\n"
            "set xtics ('1/4' 0.25, '1/2' 0.5, '1/sqrt 2' 0.7071, '1' 1, 'sqrt 2' 1.4142, '2' 2, "
            "'more' 4)\nset ytics nomirror noenhanced (");
    for (int i = 1; i < c->rule_count; i++) {
        fputs(i > 1 ? ", " : "", p->script);
        plot_text(p->script, p->names[i]);
        fprintf(p->script, " %d", i);
    }
    fprintf(p->script, ")\nset arrow 1 from 1,0.4 to 1,%g nohead linecolor '#404040'\n",
            c->rule_count - 0.4);
    fprintf(p->script, "plot [%g:%g] [%g:0.4]", 1.0 / ratio_most, ratio_most, c->rule_count - 0.4);
    for (int aspect = MCTS_AGREED; aspect <= MCTS_VISITS; aspect++) {
        const int color = aspect == MCTS_AGREED ? 1 : 2;
        fprintf(p->script,
                "%s $needs%d using 3:1:($4-$3):(0) with vectors nohead linetype %d notitle, "
                "$needs%d using 2:1 with points linetype %d pointtype 7 title '%s'",
                aspect > MCTS_AGREED ? "," : "", aspect, color, aspect, color,
                aspect == MCTS_AGREED ? "the same agreement" : "the same visits");
    }
    fprintf(p->script, "\n");
}

static void write_script(FILE *script, void *context)
{
    picture *p = context;
    p->script = script;
    choose_curves(p);
    static const char *const titles[MCTS_ASPECTS] = {
        "solved, % of positions", "agrees with the long search, % of positions",
        "visits: divergence, nats", "priors at the root: divergence minus that of the first rule",
        "priors at inner nodes: divergence minus that of the first rule"};
    for (int aspect = 0; aspect < MCTS_ASPECTS; aspect++) {
        write_curves(p, (mcts_aspect)aspect);
    }
    write_needs_data(p, MCTS_AGREED, -0.15);
    write_needs_data(p, MCTS_VISITS, 0.15);
    fprintf(p->script, "set multiplot\nset logscale x 2\n");
    for (int aspect = 0; aspect < MCTS_ASPECTS; aspect++) {
        write_panel(p, (mcts_aspect)aspect, titles[aspect]);
    }
    write_key(p);
    if (p->comparison->rule_count > 1) {
        write_needs(p, NEEDS_TOP, p->height);
    }
    fprintf(p->script, "unset multiplot\n");
}

/* The picture of a comparison. */
static picture picture_of(const mcts_comparison *c, const char *const names[])
{
    return (picture){.comparison = c,
                     .names = names,
                     .height = NEEDS_TOP +
                               (c->rule_count > 1 ? NEED_FRAME + NEED_LINE * c->rule_count : 0)};
}

bool mcts_picture(const char *path, const mcts_comparison *c, const char *const names[],
                  failure *why)
{
    picture p = picture_of(c, names);
    return plot_draw(path, PICTURE_WIDTH, p.height, write_script, &p, why);
}

bool mcts_picture_inline(FILE *html, const mcts_comparison *c, const char *const names[],
                         failure *why)
{
    picture p = picture_of(c, names);
    return plot_inline(html, PICTURE_WIDTH, p.height, write_script, &p, why);
}
