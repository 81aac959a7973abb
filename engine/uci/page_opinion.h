/* What both searches think of a position: for `morpho page`. */
#ifndef UCI_PAGE_OPINION_H
#define UCI_PAGE_OPINION_H

#include "game_review.h"
#include "json_writer.h"

typedef struct page_opinion {
    review review;
    double cpu_seconds; /* of the process */
    int count;          /* moves; 0 if the game is over */
    root_move moves[MOVES_MAX];
} page_opinion;

/* A position of the page. */
typedef struct page_position {
    position pos;
    move played; /* the move that led to it; MOVE_NONE for the first one */
    page_opinion by[SEARCH_ALGORITHMS];
} page_position;

/* Searches the position with mcts, and then with negamax for as long as each thread of mcts has
 * used the CPU, which is equal CPU time if nothing else runs. `searches` has one of each, that of
 * negamax with so many threads; `game` ends with the position. The listener gets the reports of
 * mcts; it may be NULL. */
void page_opinions_take(page_position *at, search *const searches[], const line *game,
                        const search_limits *limits, int threads, search_listener *listener,
                        void *user);

/* Writes a position as an object of JSON, with at most `moves` moves of each opinion. `before` is
 * the position before it, NULL for the first one. */
void page_position_put(json_writer *j, const page_position *at, const page_position *before,
                       bool chess960, int moves);

#endif
