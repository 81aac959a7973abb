/* The formats of `morpho tree`. */
#ifndef UCI_TREE_PAGE_H
#define UCI_TREE_PAGE_H

#include "json_writer.h"
#include "tree_view.h"

typedef struct tree_page {
    const tree_view *view;
    const position *root;
    uint64_t playouts; /* of the search */
    int64_t time_ms;
    bool chess960; /* castling is king takes rook in UCI moves */
} tree_page;

/* Write errors are left to ferror(). */
void tree_page_write_text(const tree_page *page, FILE *out);
void tree_page_write_json(const tree_page *page, FILE *out);
void tree_page_write_dot(const tree_page *page, FILE *out);

/* Writes a node and all below it as an object of JSON. */
void tree_page_put_node(json_writer *j, const char *key, const tree_page *page, int index);

#endif
