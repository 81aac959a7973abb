/* The page of `morpho analyse`. */
#ifndef UCI_ANALYSE_PAGE_H
#define UCI_ANALYSE_PAGE_H

#include <stdio.h>

#include "uci/analysis_request.h"

typedef struct analyse_page {
    const position *root;
    search_algorithm algorithm;
} analyse_page;

/* Writes board, FEN and side to move, and a note if parts of the FEN were dropped. If there is no
 * legal move, writes the result and returns false: there is nothing to search. */
bool analyse_page_begin(const analysis_request *request, bool symbols, FILE *out);

/* Writes score and moves of each of `count` lines (at least one, best first), the work, and the
 * table of root moves of `s`. Returns the number of lines of text. If lines[0] is not the final
 * report, it writes a draft, which is short enough for any terminal: only the first line of play
 * and the best few root moves. */
int analyse_page_write(const analyse_page *page, const search *s, const search_info lines[],
                       int count, FILE *out);

#endif
