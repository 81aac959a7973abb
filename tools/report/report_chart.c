#include "report_chart.h"

#include <math.h>
#include <stdlib.h>

#include "report_style.h"

enum { CURVES_HEIGHT = 300, CURVES_TOP = 10, CURVES_FOOT = 40 };
#define CURVES_LEFT   8.0 /* per cent, for the letters beside the axis */
#define CURVES_MARGIN 0.5 /* beyond the first and last x, in units of x */

/* What is drawn of an axis. */
typedef struct span {
    double low, high;
} span;

static double share_of(const span *s, double value)
{
    const double share = (value - s->low) / (s->high - s->low);
    return share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
}

static void widen(span *s, double value)
{
    s->low = fmin(s->low, value);
    s->high = fmax(s->high, value);
}

static int compare_bars(const void *left, const void *right)
{
    const double a = ((const report_bar *)left)->value, b = ((const report_bar *)right)->value;
    return (a < b) - (a > b);
}

static void draw_bar(FILE *f, const span *s, const report_bar *bar, bool shares)
{
    const double zero = 100.0 * share_of(s, 0.0), value = 100.0 * share_of(s, bar->value);
    const double low = 100.0 * share_of(s, bar->low), high = 100.0 * share_of(s, bar->high);
    const char *colour = shares ? "plain" : bar->value < 0.0 ? "down" : "up";
    fputs("<div class=\"bar\"><b>", f);
    report_page_escape(f, bar->label);
    fprintf(f,
            "</b><svg aria-hidden=\"true\"><rect class=\"%s\" x=\"%.2f%%\" y=\"20%%\" "
            "width=\"%.2f%%\" height=\"60%%\" opacity=\"%s\"/>"
            "<line class=\"zero\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"100%%\"/>",
            colour, fmin(zero, value), fabs(value - zero), bar->pale ? ".4" : ".85", zero, zero);
    if (bar->high > bar->low) {
        fprintf(f,
                "<line class=\"whisker\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"50%%\" y2=\"50%%\"/>"
                "<line class=\"whisker\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"30%%\" y2=\"70%%\"/>"
                "<line class=\"whisker\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"30%%\" y2=\"70%%\"/>",
                low, high, low, low, high, high);
    }
    fputs("</svg><i>", f);
    report_page_escape(f, bar->text);
    fputs("</i></div>\n", f);
}

void report_chart_bars(report_page *p, const char *title, report_bar *bars, size_t count,
                       bool shares)
{
    span s = {0.0, shares ? 100.0 : 0.0};
    if (p->format == REPORT_TEXT || count == 0) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        widen(&s, bars[i].low);
        widen(&s, bars[i].high);
        widen(&s, bars[i].value);
    }
    s.high += s.high > s.low ? 0.0 : 1.0;
    if (!shares) {
        qsort(bars, count, sizeof *bars, compare_bars);
    }
    fputs("<figure><figcaption>", p->file);
    report_page_escape(p->file, title);
    fputs("</figcaption>\n", p->file);
    for (size_t i = 0; i < count; i++) {
        draw_bar(p->file, &s, &bars[i], shares);
    }
    fputs("</figure>\n", p->file);
}

static double place_x(const span *s, double x)
{
    return CURVES_LEFT + (100.0 - CURVES_LEFT) * share_of(s, x);
}

static double place_y(const span *s, double y)
{
    return CURVES_TOP + (CURVES_HEIGHT - CURVES_TOP - CURVES_FOOT) * (1.0 - share_of(s, y));
}

/* The distance of grid lines: 1, 2 or 5 times a power of ten, so that there are a handful. */
static double grid_step(const span *s)
{
    const double rough = (s->high - s->low) / 5.0, power = pow(10.0, floor(log10(rough)));
    const double digit = rough / power;
    return power * (digit < 1.5 ? 1.0 : digit < 3.5 ? 2.0 : digit < 7.5 ? 5.0 : 10.0);
}

static void draw_axes(FILE *f, const span *across, const span *up, const report_axes *axes)
{
    const double step = grid_step(up);
    for (double y = step * ceil(up->low / step); y <= up->high + 1e-9 * step; y += step) {
        const double at = place_y(up, y);
        fprintf(f,
                "<line class=\"%s\" x1=\"%g%%\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/>"
                "<text x=\"%g%%\" dx=\"-6\" y=\"%.1f\" dy=\"4\" text-anchor=\"end\">%g</text>\n",
                axes->around_one && fabs(y - 1.0) < 1e-9 ? "zero" : "grid", CURVES_LEFT, at, at,
                CURVES_LEFT, at, fabs(y) < 1e-9 ? 0.0 : y);
    }
    const int first = (int)ceil(across->low), last = (int)floor(across->high);
    const int each = 1 + (last - first) / 16;
    for (int x = first; x <= last; x += each) {
        fprintf(f, "<text x=\"%.2f%%\" y=\"%d\" text-anchor=\"middle\">%.0f</text>\n",
                place_x(across, x), CURVES_HEIGHT - CURVES_FOOT + 18, axes->doubling ? exp2(x) : x);
    }
    fprintf(f, "<text x=\"%g%%\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            CURVES_LEFT + (100.0 - CURVES_LEFT) / 2.0, CURVES_HEIGHT - 4, axes->x_name);
}

static void draw_line(FILE *f, int series, double x1, double y1, double x2, double y2)
{
    fprintf(f, "<line class=\"s%d\" x1=\"%.2f%%\" y1=\"%.1f\" x2=\"%.2f%%\" y2=\"%.1f\"/>", series,
            x1, y1, x2, y2);
}

/* Curves stand a little beside each other, so that the bounds of all can be seen. */
static void draw_curve(FILE *f, const span *across, const span *up, const report_curve *curve,
                       int series, double beside)
{
    for (int i = 0; i < curve->count; i++) {
        const report_point *at = &curve->points[i];
        const double x = place_x(across, at->x + beside), y = place_y(up, at->value);
        if (i > 0) {
            draw_line(f, series, place_x(across, at[-1].x + beside), place_y(up, at[-1].value), x,
                      y);
        }
        draw_line(f, series, x, place_y(up, at->low), x, place_y(up, at->high));
        fprintf(f, "<circle class=\"s%d\" cx=\"%.2f%%\" cy=\"%.1f\" r=\"3.5\"/>\n", series, x, y);
    }
}

static void draw_legend(FILE *f, const report_curve curves[], int count)
{
    fputs("<ul class=\"legend\">", f);
    for (int i = 0; i < count; i++) {
        fprintf(f,
                "<li><svg aria-hidden=\"true\"><line class=\"s%d\" x1=\"0\" x2=\"18\" y1=\"6\" "
                "y2=\"6\"/><circle class=\"s%d\" cx=\"9\" cy=\"6\" r=\"3.5\"/></svg>",
                i, i);
        report_page_escape(f, curves[i].label);
        fputs("</li>\n", f);
    }
    fputs("</ul>", f);
}

void report_chart_curves(report_page *p, const report_axes *axes, const report_curve curves[],
                         int count)
{
    span across = {INFINITY, -INFINITY};
    span up = axes->around_one ? (span){1.0, 1.0} : (span){INFINITY, -INFINITY};
    const int drawn = count < REPORT_SERIES ? count : REPORT_SERIES;
    if (p->format == REPORT_TEXT || count == 0) {
        return;
    }
    for (int i = 0; i < drawn; i++) {
        for (int k = 0; k < curves[i].count; k++) {
            const report_point *at = &curves[i].points[k];
            widen(&across, at->x - CURVES_MARGIN);
            widen(&across, at->x + CURVES_MARGIN);
            widen(&up, at->low);
            widen(&up, at->high);
        }
    }
    up.high += up.high > up.low ? 0.05 * (up.high - up.low) : 1.0;
    up.low -= 0.05 * (up.high - up.low);
    fputs("<figure class=\"curves\"><figcaption>", p->file);
    report_page_escape(p->file, axes->title);
    fprintf(p->file, "</figcaption>\n<svg role=\"img\" aria-label=\"");
    report_page_escape(p->file, axes->title);
    fprintf(p->file, "\" height=\"%d\">\n", CURVES_HEIGHT);
    draw_axes(p->file, &across, &up, axes);
    for (int i = 0; i < drawn; i++) {
        draw_curve(p->file, &across, &up, &curves[i], i, 0.05 * (i - 0.5 * (drawn - 1)));
    }
    fputs("</svg>\n", p->file);
    draw_legend(p->file, curves, drawn);
    fputs("</figure>\n", p->file);
}
