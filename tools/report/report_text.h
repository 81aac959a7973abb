/* Figures and command lines as a report writes them. */
#ifndef TOOLS_REPORT_TEXT_H
#define TOOLS_REPORT_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "report_page.h"
#include "statistics.h"

enum { REPORT_FIGURE_MAX = 64 }; /* bytes of a figure's text with its NUL */

/* "1,234,567". */
void report_count_text(char text[REPORT_FIGURE_MAX], uint64_t count);

/* Command lines, as a text that grows. A caller writes the first words of a line to `file`. */
typedef struct report_commands {
    FILE *file;
    char *text;
    size_t size;
} report_commands;

/* Begins an empty text, which report_commands_write() frees. False if memory is short; then the
 * page has failed. */
bool report_commands_start(report_commands *c, report_page *p);

/* Appends a blank and one word of a command line, in quotes if a shell needs them. */
void report_commands_word(report_commands *c, const char *word);

/* Appends an option and its value: " --NAME VALUE". */
void report_commands_number(report_commands *c, const char *name, long value);

/* Appends words that are names of options and their values in turn. A record has no commas in them,
 * so a slash stands between two strengths ("sprt 0/5"). */
void report_commands_pairs(report_commands *c, const char *words);

/* Ends a command line. */
void report_commands_line(report_commands *c);

/* Writes the text on the page, under the line `what`, unless it is empty, and frees it. If memory
 * was short, the page has failed. */
void report_commands_write(report_commands *c, report_page *p, const char *what);

#endif
