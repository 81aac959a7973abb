/* Every result of the laboratory on one page, and what ideas are worth as a picture. */
#ifndef TOOLS_REPORT_H
#define TOOLS_REPORT_H

#include "report_page.h"
#include "report_results.h"

/* Writes the atlas and every section, as a page of HTML or as text. False if memory was short or
 * the file cannot be written. */
bool report_write(FILE *file, report_format format, const report_results *results);

/* Writes the atlas alone, as text. */
bool report_write_atlas(FILE *file, const report_results *results);

/* Draws the Elo of each idea that was measured by matches, with the two searches side by side. Each
 * idea has one figure, a confirmation if there is one. The file's name ends in .svg or .png. False
 * and `why` if nothing was measured, or as from plot_draw(). */
bool report_picture(const char *path, const report_results *results, failure *why);

#endif
