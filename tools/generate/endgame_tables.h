/* Syzygy endgame tables (Ronald de Man), read by the library Fathom (Basil Falcinelli), which is
 * loaded at run time (Debian: libfathom1). The library has one set of tables in a process and
 * cannot replace it, so a process can open tables only once. The processes that it forks afterwards
 * can use them. One thread at a time. */
#ifndef TOOLS_ENDGAME_TABLES_H
#define TOOLS_ENDGAME_TABLES_H

#include "chess/failure.h"
#include "chess/position.h"

typedef struct endgame_tables endgame_tables;

/* Opens the tables of a folder. Returns NULL and fills `why` if the library cannot be loaded, if
 * the folder holds no tables, or if this process opened tables before. */
endgame_tables *endgame_tables_open(const char *folder, failure *why);

/* The library keeps what it has read until the process ends. NULL is fine. */
void endgame_tables_close(endgame_tables *t);

/* The largest number of pieces for which there are tables, kings included. */
int endgame_tables_pieces(const endgame_tables *t);

/* The game-theoretical result for the side to move, with the fifty-move rule and the position's
 * clock: a win that comes too late is a draw. */
typedef enum { ENDGAME_LOST = -1, ENDGAME_DRAWN, ENDGAME_WON } endgame_result;

typedef struct endgame_verdict {
    endgame_result result;
    move best; /* keeps the result. Won: the shortest way to the next capture or pawn move that
                * still wins (DTZ); lost: the longest */
    int count;
    move keeping[MOVES_MAX]; /* all moves that keep the result */
} endgame_verdict;

/* Fills in the verdict on a position with a legal move. Returns false if the tables do not know it:
 * too many pieces, castling rights, or a missing table. */
bool endgame_tables_ask(const endgame_tables *t, const position *pos, endgame_verdict *verdict);

#endif
