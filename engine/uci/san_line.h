/* A line of moves in SAN, broken at the width of the page. */
#ifndef UCI_SAN_LINE_H
#define UCI_SAN_LINE_H

#include <stdbool.h>
#include <stdio.h>

#include "chess/position.h"

enum { SAN_LINE_INDENT = 8, SAN_LINE_COLUMNS = 76 };

/* Writes `label` (shorter than SAN_LINE_INDENT) and the legal moves from `root` on, with their
 * numbers. If `whole`, a long line goes on in further lines, else it is cut. Returns the number of
 * lines of text. */
int san_line_write(const char *label, const position *root, const move moves[], int length,
                   bool whole, FILE *out);

/* Writes the number before a move in `pos`, with a blank: "7. ", or "7... " for Black's move if it
 * is the `first` of a line; else "". */
enum { SAN_NUMBER_MAX = 16 };
void san_number_write(const position *pos, bool first, char text[SAN_NUMBER_MAX]);

#endif
