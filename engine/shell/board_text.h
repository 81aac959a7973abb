/* A position and its lines of moves as text, for a person. */
#ifndef SHELL_BOARD_TEXT_H
#define SHELL_BOARD_TEXT_H

#include "request.h"

/* The names of the sides: White, Black. */
extern const char *const side_names[2];

/* Eight lines for the ranks, the eighth rank first, and a line for the names of the files. The text
 * of a line has at most BOARD_LINE_MAX bytes, its NUL included. */
enum { BOARD_LINES = 9, BOARD_LINE_MAX = 64 };

/* Column of the a-file in a line of ASCII. Each further file is two columns on. */
enum { BOARD_FIRST_COLUMN = 4 };

/* Writes line `number`, from 0 to BOARD_LINES - 1: with chess symbols in UTF-8 if `symbols`, else
 * with FEN letters in ASCII. */
void board_text_line(const position *pos, int number, bool symbols, char text[BOARD_LINE_MAX]);

/* Prints board, FEN and side to move, and a note if parts of the FEN were dropped. If there is no
 * legal move, prints the result and returns false: there is nothing to search. */
bool board_page_begin(const request *r);

enum { SAN_LINE_INDENT = 8, SAN_LINE_COLUMNS = 76 };

/* Prints `label` (shorter than SAN_LINE_INDENT) and the legal moves from `root` on, with their
 * numbers. If `whole`, a long line goes on in further lines, else it is cut. Returns the number of
 * lines of text. */
int san_line_write(const char *label, const position *root, const move moves[], int length,
                   bool whole);

/* Writes the number before a move in `pos`, with a blank: "7. ", or "7... " for Black's move if it
 * is the `first` of a line; else "". */
enum { SAN_NUMBER_MAX = 16 };
void san_number_write(const position *pos, bool first, char text[SAN_NUMBER_MAX]);

#endif
