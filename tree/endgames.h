/* The endgame tables in a search: results of positions, and the moves of a root that keep its
 * result. */
#ifndef TREE_ENDGAMES_H
#define TREE_ENDGAMES_H

#include "chess/repetition.h"
#include "tree/search_types.h"

/* The result of a position for its side to move. ENDGAME_UNKNOWN: the tables do not have it. */
typedef enum { ENDGAME_UNKNOWN, ENDGAME_LOST, ENDGAME_DRAWN, ENDGAME_WON } endgame_result;

/* The largest number of pieces of a position that may be in the tables; 0 without tables. */
int endgames_pieces(const search_endgames *use);

/* True if a search finds a position with at most `pieces` pieces in its tables: it follows a
 * capture or a pawn move, because tables do not know the fifty-move clock. */
static inline bool endgames_may_know(int pieces, const position *pos)
{
    return bb_count(pos_occupied(pos)) <= pieces && pos->halfmove_clock == 0 && !pos->castling;
}

/* Looks up a position for which endgames_may_know() is true. Any thread may call it. */
endgame_result endgames_ask(const search_endgames *use, const position *pos);

/* True if all positions have the same results with both. */
bool endgames_equal(const search_endgames *a, const search_endgames *b);

/* What the tables know of a root. */
typedef struct endgame_root {
    bool known;         /* `score` and `moves` are set */
    bool restricts;     /* some moves are not among `moves` */
    bool asks;          /* the search should look positions up below the root */
    search_score score; /* of the root's result */
    uint64_t hits;      /* positions that were found */
    int count;
    move moves[MOVES_MAX]; /* those of the limits that keep the best result */
} endgame_root;

/* Fills in what the tables know of a root with a legal move among those of the limits. `game` ends
 * with the root.
 *
 * Moves are ranked by the DTZ tables as in Stockfish (2018): wins that the fifty-move rule cannot
 * reach are equal, and the search chooses among them. A winner who has repeated a position since
 * the last capture or pawn move must take the shortest way to the next one. Where a DTZ table is
 * missing, the WDL tables rank. With DTZ tables, or if the root is not won, positions below the
 * root are not looked up, so that the search looks for a mate and not for the next win in the
 * tables. They are not looked up in a search for a mate either, because a win in the tables is no
 * mate. */
void endgames_ask_root(endgame_root *found, const search_endgames *use, const position *root,
                       const line *game, const search_limits *limits);

/* The score to report for a score that the search found at a root: that of the tables, unless the
 * search found a mate or the tables do not know the root. */
search_score endgames_score(const endgame_root *found, search_score searched);

/* The score of a win in the tables `plies` from the root, for the side to move there. A loss has
 * `won` false. */
search_score endgames_score_of(bool won, int plies);

#endif
