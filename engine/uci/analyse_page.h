/* The page that `morpho analyse` shows. */
#ifndef ANALYSE_PAGE_H
#define ANALYSE_PAGE_H

#include <stdio.h>

#include "tree/search.h"

typedef struct analyse_page {
    const position *root;
    bool redraw; /* drafts before the final page are drawn, short enough for any terminal */
} analyse_page;

void analyse_page_write_board(const position *root, bool symbols, FILE *out);

/* Writes score, best line and table of root moves; returns the number of lines. */
int analyse_page_write(const analyse_page *page, const search *s, const search_info *info,
                       FILE *out);

#endif
