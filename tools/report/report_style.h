/* How a report's page looks: light and dark, at any width, without anything from outside. */
#ifndef TOOLS_REPORT_STYLE_H
#define TOOLS_REPORT_STYLE_H

enum { REPORT_SERIES = 6 }; /* colours of curves, classes "s0" to "s5" */

extern const char report_style[]; /* a style sheet */

#endif
