/* The games of a PGN file that `morpho page` shows. */
#ifndef SHELL_PAGE_GAMES_H
#define SHELL_PAGE_GAMES_H

#include "pgn/pgn_record.h"

enum { PAGE_POSITIONS_MAX = 10000 }; /* of all games */

typedef struct page_games {
    pgn_record *games;
    size_t count, capacity;
    size_t positions; /* of all games: one more than a game has moves */
} page_games;

/* Reads all games of a file, or only the one with a number above 0. Faulty games are named on
 * standard error and left out, unless it is the chosen one; what is odd is named too. Returns false
 * and fills `why` if there is no good game, if the games have more than PAGE_POSITIONS_MAX
 * positions, or if memory is short. page_games_free() frees the result in any case. */
bool page_games_read(page_games *g, const char *path, int64_t number, failure *why);
void page_games_free(page_games *g);

#endif
