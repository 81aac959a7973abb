/* Every result of the laboratory on one page. */
#ifndef TOOLS_REPORT_H
#define TOOLS_REPORT_H

#include "report_page.h"
#include "report_results.h"

/* Writes the atlas and every section, as a page of HTML or as text. False if memory was short or
 * the file cannot be written. */
bool report_write(FILE *file, report_format format, const report_results *results);

/* Writes the atlas alone, as text. */
bool report_write_atlas(FILE *file, const report_results *results);

#endif
