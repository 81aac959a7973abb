/* A position drawn with characters, one rank a line. */
#ifndef UCI_BOARD_TEXT_H
#define UCI_BOARD_TEXT_H

#include "chess/position.h"

/* Eight ranks from the top, then the files. */
enum { BOARD_LINES = 9, BOARD_LINE_MAX = 64 };

/* Where the a file stands in a line of ASCII; each further file stands two columns on. */
enum { BOARD_FIRST_COLUMN = 4 };

/* Line 0 to BOARD_LINES - 1 of the drawing; chess symbols in UTF-8 if `symbols`, else FEN letters
 * in plain ASCII. */
void board_text_line(const position *pos, int number, bool symbols, char text[BOARD_LINE_MAX]);

#endif
