/* The sections of a report. Each says what was measured, in sentences, tables and pictures, and the
 * commands that measure it again; or that nothing was. */
#ifndef TOOLS_REPORT_SECTIONS_H
#define TOOLS_REPORT_SECTIONS_H

#include "report_figures.h"
#include "report_text.h"

/* Every idea of both searches, measured or not, and what it is worth. */
void report_section_atlas(report_page *p, const report_figures *figures);

void report_section_match(report_page *p, const report_results *results);
void report_section_order(report_page *p, const report_results *results);
void report_section_mcts(report_page *p, const report_results *results);
void report_section_suite(report_page *p, const report_results *results);
void report_section_threads(report_page *p, const report_results *results);

/* report_picture() on a page of HTML; nothing, if nothing was measured. */
void report_picture_inline(report_page *page, const report_figures *all);

#endif
