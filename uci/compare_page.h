/* The page that `morpho compare` shows. */
#ifndef COMPARE_PAGE_H
#define COMPARE_PAGE_H

#include <stdio.h>

#include "tree/search.h"

/* What each search found, by search_algorithm. */
typedef struct comparison {
    search_info found[SEARCH_ALGORITHMS]; /* each on its own */
    search_info other[SEARCH_ALGORITHMS]; /* of the other's best move; nothing if it is its own */
} comparison;

/* ORDER: as search_algorithm. */
extern const char *const compare_names[SEARCH_ALGORITHMS];

/* True if the searches would play the same move. */
bool comparison_agrees(const comparison *c);

/* Writes, for a root that has a legal move, all but the board. */
void compare_page_write(const position *root, const comparison *c, FILE *out);

#endif
