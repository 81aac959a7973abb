/* How a report's page looks: light and dark, at any width, without anything from outside. */
#ifndef TOOLS_REPORT_STYLE_H
#define TOOLS_REPORT_STYLE_H

extern const char report_style[]; /* a style sheet */

#endif
