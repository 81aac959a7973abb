/* The page of HTML of `morpho page` and of `morpho serve`: data, and the scripts that show them. */
#ifndef SHELL_PAGE_HTML_H
#define SHELL_PAGE_HTML_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the data of a page as JSON. */
typedef void page_data_writer(const void *context, FILE *out);

/* Writes a page. The title is UTF-8. Returns false if the stream has an error. */
bool page_html_write(const char *title, page_data_writer *put_data, const void *context, FILE *out);

/* Writes the page that `morpho serve` gives: without data, with a form that asks for a search, and
 * with scripts that come as page.js. `policy` is its Content-Security-Policy. */
bool page_html_write_live(const char *policy, FILE *out);

/* Writes that page.js. */
bool page_html_write_script(FILE *out);

#endif
