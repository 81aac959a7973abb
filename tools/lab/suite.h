/* Suites of test positions, as files of EPD records hold them. */
#ifndef TOOLS_SUITE_H
#define TOOLS_SUITE_H

#include "chess/fen.h"
#include "epd.h"

enum { SUITE_NAME_MAX = 128, SUITE_FILE_MAX = 48, SUITE_POSITIONS_MAX = 1000000 };

typedef struct suite_position {
    epd epd;
    char fen[FEN_TEXT_MAX];
    char name[SUITE_NAME_MAX]; /* its id, or file and line */
    char file[SUITE_FILE_MAX]; /* without its folders; printable, no commas or quotes */
} suite_position;

typedef struct suite {
    suite_position *positions;
    int count;
    size_t capacity;
    bool answers_wanted; /* a position without best moves, moves to avoid or points is refused */
} suite;

/* Appends the positions of a file; empty lines and those that begin with '#' are skipped. False and
 * `why`, which names file and line, on the first fault of any record. Free with suite_free() in
 * either case; begin with a suite of zeros but for answers_wanted. A position where the game is
 * over is a fault. */
bool suite_read(suite *s, const char *path, failure *why);
void suite_free(suite *s);

#endif
