/* A position drawn with characters, one rank per line. */
#ifndef UCI_BOARD_TEXT_H
#define UCI_BOARD_TEXT_H

#include "chess/position.h"

/* Eight lines for the ranks, the eighth rank first, and a line for the names of the files. The text
 * of a line has at most BOARD_LINE_MAX bytes, its NUL included. */
enum { BOARD_LINES = 9, BOARD_LINE_MAX = 64 };

/* Column of the a-file in a line of ASCII. Each further file is two columns on. */
enum { BOARD_FIRST_COLUMN = 4 };

/* Writes line `number`, from 0 to BOARD_LINES - 1: with chess symbols in UTF-8 if `symbols`, else
 * with FEN letters in ASCII. */
void board_text_line(const position *pos, int number, bool symbols, char text[BOARD_LINE_MAX]);

#endif
