/* Pictures of a report's page, drawn in place: HTML around small pieces of SVG whose positions are
 * percentages, so that they fit any width while their letters keep their size. */
#ifndef TOOLS_REPORT_CHART_H
#define TOOLS_REPORT_CHART_H

#include "report_page.h"

enum { REPORT_LABEL_MAX = 320 };

/* A value with its bounds (equal to it: it has none), all finite. */
typedef struct report_bar {
    char label[REPORT_LABEL_MAX], text[48]; /* what it is, and its value in words */
    double value, low, high;
    bool pale; /* drawn so */
} report_bar;

/* Bars from 0, with whiskers, the greatest value first, and those below 0 of another colour; sorts
 * them. `shares`: per cent, up to 100, in the order given. Text has no pictures. */
void report_chart_bars(report_page *p, const char *title, report_bar *bars, size_t count,
                       bool shares);

/* A curve of values against whole numbers. */
typedef struct report_point {
    int x;
    double value, low, high;
} report_point;
typedef struct report_curve {
    char label[REPORT_LABEL_MAX];
    const report_point *points;
    int count;
} report_curve;

/* What curves are drawn in. */
typedef struct report_axes {
    const char *title, *x_name;
    bool doubling;   /* x is the logarithm of what is meant, to the base 2 */
    bool around_one; /* values are ratios: the line of 1 is always there */
} report_axes;

/* Curves with error bars, of which the first REPORT_SERIES are drawn. */
void report_chart_curves(report_page *p, const report_axes *axes, const report_curve curves[],
                         int count);

#endif
