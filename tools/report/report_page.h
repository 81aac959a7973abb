/* A report in one of its two forms: a self-contained page of HTML, or text, which is Markdown with
 * tables that are legible without a program.
 *
 * Texts are plain: no character in them is taken for a mark of HTML or Markdown, and characters
 * that are not printable ASCII become '?'. "+-" before a blank is a plus-minus sign in HTML.
 * `title`, `anchor` and `what` are constants of the program and are written as they are.
 *
 * report_page_end() tells whether everything was written. */
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

/* Begins a report in an open file, which stays the caller's. */
void report_page_begin(report_page *p, FILE *file, report_format format, const char *title);

/* Ends the report. False if memory was short or anything could not be written. */
bool report_page_end(report_page *p);

/* Links to all sections, on a page of HTML. */
void report_page_links(report_page *p);

/* The heading of a section. `anchor` is one of those to which report_page_links() links. */
void report_page_section(report_page *p, const char *anchor, const char *text);

/* A heading within a section. */
void report_page_head(report_page *p, const char *text);

/* A paragraph in printf format, cut at 4095 bytes. */
void report_page_text(report_page *p, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* A table, whose last row must be whole. If memory was short for it, the page has failed. */
void report_page_table(report_page *p, const report_table *t);

/* Command lines, each ended by a newline. In HTML they are folded under the line `what`. */
void report_page_commands(report_page *p, const char *what, const char *commands);

/* Begins a chart on a page of HTML, and returns the file to which the caller writes its element
 * <svg>. */
FILE *report_page_chart(report_page *p);

/* Ends the chart. If it was not drawn, the reason is shown in its place. */
void report_page_figure(report_page *p, bool drawn, const failure *why);

/* The style sheet of the page. It is for light and dark screens of any width, and needs no other
 * file. */
extern const char report_style[];

#endif
