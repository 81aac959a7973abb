/* Suites of test positions, as files of EPD records hold them. */
#ifndef TOOLS_SUITE_H
#define TOOLS_SUITE_H

#include "chess/fen.h"
#include "epd.h"

enum { SUITE_NAME_MAX = 128, SUITE_FILE_MAX = 48, SUITE_POSITIONS_MAX = 1000000 };

typedef struct suite_position {
    epd epd;
    char fen[FEN_TEXT_MAX];
    char name[SUITE_NAME_MAX]; /* its id or, if it has none, FILE:LINE */
    char file[SUITE_FILE_MAX]; /* the file's name, cut to fit; no folders, commas or quotes */
} suite_position;

/* The positions of one or several files. All members but answers_wanted are 0 at first. */
typedef struct suite {
    suite_position *positions;
    int count;
    size_t capacity;
    bool answers_wanted; /* a position that does not say what a good move is counts as a fault */
} suite;

/* Appends the positions of a file. Empty lines and lines that begin with '#' are skipped. A
 * position in which the game is over is a fault, and so is a file without positions. Returns false
 * and fills `why`, which names file and line, at the first fault. Free the suite with suite_free()
 * in either case. */
bool suite_read(suite *s, const char *path, failure *why);
void suite_free(suite *s);

#endif
