/* Figures and command lines as a report writes them. */
#ifndef TOOLS_REPORT_TEXT_H
#define TOOLS_REPORT_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "report_page.h"
#include "statistics.h"

enum { REPORT_FIGURE_MAX = 64 };

/* "+12.3 +- 8.1"; what has no bounds says so. */
void report_elo_text(char text[REPORT_FIGURE_MAX], const bounded *e);

/* "1,234,567". */
void report_count_text(char text[REPORT_FIGURE_MAX], uint64_t count);

/* Text that grows; the end finds out whether memory was short. */
typedef struct report_commands {
    FILE *file;
    char *text;
    size_t size;
} report_commands;

/* False if memory is short; then the page has failed. */
bool report_commands_start(report_commands *c, report_page *p);

/* Appends a blank and a word, in quotes where a shell needs them; an option is its own word. */
void report_commands_word(report_commands *c, const char *word);

/* " --NAME" and a number. */
void report_commands_number(report_commands *c, const char *name, long value);

/* Ends a command line. */
void report_commands_line(report_commands *c);

/* Ends the text and puts it on the page, under a line `what`. */
void report_commands_write(report_commands *c, report_page *p, const char *what);

#endif
