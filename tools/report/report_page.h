/* A report in one of its two forms: a self-contained page of HTML, or text, which is Markdown with
 * tables that can be read as they are. All texts are plain; whatever is in them is shown as it is.
 * "+-" before a blank is a plus-minus sign in HTML.
 *
 * What cannot be written is noticed at the end, by report_page_end(). */
#ifndef TOOLS_REPORT_PAGE_H
#define TOOLS_REPORT_PAGE_H

#include <stdio.h>

#include "chess/failure.h"
#include "report_table.h"

typedef enum { REPORT_HTML, REPORT_TEXT } report_format;

typedef struct report_page {
    FILE *file;
    report_format format;
    bool failed; /* memory was short */
} report_page;

void report_page_begin(report_page *p, FILE *file, report_format format, const char *title);

/* False if anything could not be written. */
bool report_page_end(report_page *p);

/* Links to the sections that have an anchor. */
void report_page_links(report_page *p);

/* A section's head; `anchor` is one of those that report_page_links() knows. */
void report_page_section(report_page *p, const char *anchor, const char *text);

/* A head within a section. */
void report_page_head(report_page *p, const char *text);

/* A paragraph; printf format, cut at a few thousand bytes. */
void report_page_text(report_page *p, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

void report_page_table(report_page *p, const report_table *t);

/* Command lines, ended by newlines; in HTML folded under a line `what`. */
void report_page_commands(report_page *p, const char *what, const char *commands);

/* A chart on a page of HTML: where to write its element <svg>, and then whether that was written,
 * and if not why, which stands in its place. */
FILE *report_page_chart(report_page *p);
void report_page_figure(report_page *p, bool drawn, const failure *why);

/* The style sheet of the page: light and dark, for any width, without other files. */
extern const char report_style[];

#endif
