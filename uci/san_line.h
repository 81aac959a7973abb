/* A line of moves in SAN, broken at the width of a page. */
#ifndef SAN_LINE_H
#define SAN_LINE_H

#include <stdbool.h>
#include <stdio.h>

#include "chess/position.h"

enum { SAN_LINE_INDENT = 8, SAN_LINE_COLUMNS = 76 };

/* Writes `label` (less than SAN_LINE_INDENT characters) and the legal moves from `root` on, with
 * their numbers; what does not fit goes on in further lines, or is left out unless `whole`.
 * Returns the number of lines. */
int san_line_write(const char *label, const position *root, const move moves[], int length,
                   bool whole, FILE *out);

/* The number that stands before a move in `pos`, with a blank: "7. " or, at the `first` of a line
 * only, "7... "; else "". */
enum { SAN_NUMBER_MAX = 16 };
void san_number_write(const position *pos, bool first, char text[SAN_NUMBER_MAX]);

#endif
