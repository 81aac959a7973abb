/* Test positions in EPD: four fields of FEN, or six, then operations that say what a good answer
 * is.
 *
 * An operation ends in ';'. A text is in double quotes and may hold a ';'. The operations hmvc and
 * fmvn set the clocks (chess/fen.h). Of the others these are read, and the rest are skipped:
 *
 *   bm MOVE...             the best moves
 *   am MOVE...             moves to avoid
 *   id TEXT                the position's name, quoted or not
 *   c0 "MOVE=N, ..."       the score of each move, as in the Strategic Test Suite
 *
 * A c0 of another form is a comment. A move is in SAN or in UCI's notation (g1f3, e7e8q, e1g1).
 * Empty operations, a missing last ';' and a check sign after a blank are accepted. A move that is
 * not legal is an error. */
#ifndef CHESS_EPD_H
#define CHESS_EPD_H

#include "base/failure.h"
#include "chess/position.h"

enum { EPD_MOVES_MAX = 64, EPD_ID_MAX = 80, EPD_POINTS_MAX = 10000 };

typedef struct epd_moves {
    move move[EPD_MOVES_MAX];
    int count;
} epd_moves;

typedef struct epd {
    position pos;
    epd_moves best, avoid;
    epd_moves scored;          /* moves with a score */
    int points[EPD_MOVES_MAX]; /* the scores of scored.move, 0 to EPD_POINTS_MAX */
    char id[EPD_ID_MAX];       /* empty if it has none; printable ASCII, cut to fit */
} epd;

/* Reads one record, a line without its newline. If there are only scores, the moves with the
 * highest score become the best moves. On failure returns false and fills `why` without file and
 * line, which the caller knows; `e` is then unspecified. */
bool epd_parse(epd *e, const char *text, failure *why);

/* True if the record has best moves or moves to avoid. */
bool epd_has_answer(const epd *e);

/* True if the record has an answer and `m` is right: one of the best moves, if there are any, and
 * not a move to avoid. MOVE_NONE is never right. */
bool epd_solves(const epd *e, move m);

/* The score of `m`; 0 if it has none. */
int epd_points(const epd *e, move m);

/* The highest score of a move; 0 without scores. */
int epd_points_most(const epd *e);

#endif
