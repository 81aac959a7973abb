/* The course of a search of mcts: snapshots of the root moves. */
#ifndef UCI_PAGE_CURVES_H
#define UCI_PAGE_CURVES_H

#include "chess/failure.h"
#include "json_writer.h"
#include "tree/search.h"

typedef struct page_curves page_curves;

/* Returns NULL and fills `why` if memory is short. page_curves_free() frees the result; NULL is
 * fine. */
page_curves *page_curves_new(failure *why);
void page_curves_free(page_curves *c);

/* The listener of the search (`user` is the page_curves), which must have the limit
 * report_growth. */
void page_curves_listen(void *user, const search *s, const search_info *info);

/* Writes the curves of the moves with the most visits at the end as an object of JSON: playouts,
 * the root's Q, and for each move its visits and Q, all of the same length. */
void page_curves_put(json_writer *j, const char *key, const page_curves *c, const position *root);

#endif
