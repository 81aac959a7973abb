/* The report: all results of the laboratory on one page, and the worth of ideas as a picture. */
#ifndef TOOLS_REPORT_H
#define TOOLS_REPORT_H

#include "report_page.h"
#include "report_results.h"

/* Writes the whole report, the atlas first, as a page of HTML or as text. False if memory was short
 * or the file could not be written. */
bool report_write(FILE *file, report_format format, const report_results *results);

/* Writes the atlas alone, as text. False if memory was short or the file could not be written. */
bool report_write_atlas(FILE *file, const report_results *results);

/* Draws the Elo of each idea that was measured by matches, with the two searches side by side, as
 * the file `path` (.svg or .png). Each idea has one figure, a confirmation if there is one. Returns
 * false and fills `why` if memory is short or nothing was measured, or as plot_draw() does. */
bool report_picture(const char *path, const report_results *results, failure *why);

#endif
