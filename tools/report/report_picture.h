/* The atlas as a picture. */
#ifndef TOOLS_REPORT_PICTURE_H
#define TOOLS_REPORT_PICTURE_H

#include "report_figures.h"
#include "report_page.h"

/* Draws the Elo of each idea that was measured by matches, with the two searches side by side. Each
 * idea has one figure, a confirmation if there is one. The file's name ends in .svg or .png. False
 * and `why` if nothing was measured, or as from plot_draw(). */
bool report_picture(const char *path, const report_results *results, failure *why);

/* The same on a page of HTML; nothing, if nothing was measured. */
void report_picture_inline(report_page *page, const report_figures *all);

#endif
