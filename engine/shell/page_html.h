/* The page of HTML that `morpho page` writes: data, and the scripts that show them. */
#ifndef SHELL_PAGE_HTML_H
#define SHELL_PAGE_HTML_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the data of a page as JSON. */
typedef void page_data_writer(const void *context, FILE *out);

/* Writes a page. The title is UTF-8. Returns false if the stream has an error. */
bool page_html_write(const char *title, page_data_writer *put_data, const void *context, FILE *out);

#endif
