/* The output of `morpho page`. */
#ifndef UCI_PAGE_OUTPUT_H
#define UCI_PAGE_OUTPUT_H

#include "page_curves.h"
#include "page_opinion.h"
#include "pgn/pgn_record.h"
#include "tree_view.h"

/* The page that is made. */
typedef struct page {
    search *searches[SEARCH_ALGORITHMS];
    search_limits limits; /* of mcts */
    int threads;          /* of negamax */
    const char *path, *out;
    bool chess960;
    pgn_record game;          /* zero for a position */
    page_position *positions; /* those of the game, or one */
    size_t count;
    page_curves *curves; /* NULL for a game */
    tree_view tree;
} page;

/* Writes the page, whose searches are done: a whole_file_writer whose context is the page. */
bool page_write(const void *context, FILE *out);

#endif
