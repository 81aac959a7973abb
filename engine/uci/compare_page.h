/* The page of `morpho compare`. */
#ifndef UCI_COMPARE_PAGE_H
#define UCI_COMPARE_PAGE_H

#include <stdio.h>

#include "tree/search.h"

/* The results of both searches, indexed by search_algorithm. */
typedef struct comparison {
    search_info found[SEARCH_ALGORITHMS]; /* what each search found alone */
    search_info other[SEARCH_ALGORITHMS]; /* what each found on the other's best move; empty if the
                                           * moves agree */
} comparison;

/* True if both searches have the same best move. */
bool comparison_agrees(const comparison *c);

/* Writes all but the board. The root has a legal move. */
void compare_page_write(const position *root, const comparison *c, FILE *out);

#endif
