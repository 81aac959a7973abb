/* The sections of a report. Each shows what was measured, in sentences, tables and pictures, and
 * the commands that measure it again. If nothing was measured, it says so. If memory is short, the
 * page has failed. */
#ifndef TOOLS_REPORT_SECTIONS_H
#define TOOLS_REPORT_SECTIONS_H

#include "report_figures.h"
#include "report_text.h"

/* All ideas of both searches, measured or not, and what they are worth. */
void report_section_atlas(report_page *p, const report_figures *figures);

/* The results of each verb of morpho-lab. */
void report_section_match(report_page *p, const report_results *results);
void report_section_order(report_page *p, const report_results *results);
void report_section_mcts(report_page *p, const report_results *results);
void report_section_suite(report_page *p, const report_results *results);
void report_section_threads(report_page *p, const report_results *results);

/* Adds the line that plays a match again, with so many games. `row` is that of its first run. */
void report_match_command(report_commands *c, const match_row *row, int games);

/* The picture of report_picture() on a page of HTML. Writes nothing if nothing was measured. */
void report_picture_inline(report_page *page, const report_figures *all);

#endif
