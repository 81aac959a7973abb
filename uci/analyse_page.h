/* The page that `morpho analyse` shows. */
#ifndef ANALYSE_PAGE_H
#define ANALYSE_PAGE_H

#include <stdio.h>

#include "uci/analysis_request.h"

typedef struct analyse_page {
    const position *root;
    search_algorithm algorithm;
} analyse_page;

/* Writes the board, what of the FEN was dropped, and the end if the game is over; false if it is:
 * there is nothing to search. */
bool analyse_page_begin(const analysis_request *request, bool symbols, FILE *out);

/* Writes score and moves of each of `count` lines (at least one, best first), the work done and the
 * table of root moves; returns the number of lines written. A page that is not final is short
 * enough for any terminal: it has the first line only and the best few root moves. */
int analyse_page_write(const analyse_page *page, const search *s, const search_info lines[],
                       int count, FILE *out);

#endif
