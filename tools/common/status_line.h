/* The progress of long work: on a terminal one line that is rewritten, elsewhere a plain line every
 * ten seconds. Not for several threads at once. */
#ifndef TOOLS_STATUS_LINE_H
#define TOOLS_STATUS_LINE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct status_line {
    FILE *out;
    bool terminal;       /* `out` is a terminal */
    double begun, shown; /* seconds_now() */
} status_line;

/* Starts the time; shows nothing yet. */
void status_line_open(status_line *s, FILE *out);

/* True if a new line should be shown, because enough time has passed since the last one. */
bool status_line_is_due(const status_line *s);

/* Seconds since it was opened, above 0. */
double status_line_elapsed(const status_line *s);

/* Shows a line, due or not: the text, and after it the time left if `seconds_left` is 0 or more. */
void status_line_show(status_line *s, double seconds_left, const char *text, ...)
    __attribute__((format(printf, 3, 4)));

/* Removes the line from a terminal, so that other text can follow. */
void status_line_clear(const status_line *s);

#endif
