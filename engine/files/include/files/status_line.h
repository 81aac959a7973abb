/* The progress of long work: on a terminal one line that is rewritten, elsewhere line after line.
 * One thread at a time may use a status line. */
#ifndef FILES_STATUS_LINE_H
#define FILES_STATUS_LINE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct status_line {
    FILE *out;
    bool terminal;       /* `out` is a terminal that obeys control sequences */
    double begun, shown; /* when it was opened and last shown, by system_seconds() */
} status_line;

/* Starts the time and shows nothing yet. `out` stays the caller's. */
void status_line_open(status_line *s, FILE *out);

/* True if a line should be shown: half a second after the last one on a terminal, ten seconds
 * elsewhere. */
bool status_line_is_due(const status_line *s);

/* The seconds since it was opened, always above 0. */
double status_line_elapsed(const status_line *s);

/* Shows a line, due or not: the text (printf format, no newline) and, if `seconds_left` is from 0
 * to a year, the time left. */
void status_line_show(status_line *s, double seconds_left, const char *text, ...)
    __attribute__((format(printf, 3, 4)));

/* Removes the line from a terminal, so that other text can follow. */
void status_line_clear(const status_line *s);

#endif
