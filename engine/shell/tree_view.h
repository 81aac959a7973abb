/* A part of the tree of mcts, copied after a search: for `morpho tree` and `morpho page`. */
#ifndef SHELL_TREE_VIEW_H
#define SHELL_TREE_VIEW_H

#include "base/failure.h"
#include "chess/san.h"
#include "json_writer.h"
#include "tree/search.h"

/* The largest values of the limits, and the largest number of nodes. */
enum {
    TREE_VIEW_PLIES_MAX = PLY_MAX / 2,
    TREE_VIEW_CHILDREN_MAX = MOVES_MAX,
    TREE_VIEW_NODES_MAX = 200000
};

/* What is copied. */
typedef struct tree_view_limits {
    int64_t plies;    /* from the root; 1 to TREE_VIEW_PLIES_MAX */
    int64_t children; /* of each node, those with the most visits; 1 to TREE_VIEW_CHILDREN_MAX */
    double share;     /* the least share of the root's visits, 0 to 1 */
} tree_view_limits;

typedef struct tree_view_node {
    root_move seen; /* as by search_line_moves(); the root as by search_root_stats() */
    char san[SAN_TEXT_MAX];
    int parent;       /* the index of its node; -1 for the root */
    int ply;          /* from the root, whose ply is 0 */
    int first, count; /* its children: index and number */
    int left_out;     /* visited moves that are not among them */
    uint32_t left_out_visits;
} tree_view_node;

typedef struct tree_view {
    tree_view_node *nodes; /* nodes[0] is the root; children come after their parents, those with
                            * the most visits first */
    int count;
    size_t capacity;
    position root;
    bool chess960; /* castling is king takes rook in UCI moves */
} tree_view;

/* Copies the part of the tree of the last search, which was of mcts and began at `root`. A root
 * without legal moves has no children. Returns false and fills `why` if memory is short, or if the
 * part has too many nodes. tree_view_free() frees the result in any case. */
bool tree_view_take(tree_view *view, const search *s, const position *root,
                    const tree_view_limits *limits, failure *why);
void tree_view_free(tree_view *view);

/* The share of the root's visits. */
double tree_view_share(const tree_view *view, const tree_view_node *node);

/* The word for a proven node, won, lost or drawn; "" if it is not proven. */
const char *tree_view_proof(const root_move *m);

/* Writes a node and all below it as an object of JSON. */
void tree_view_put_node(json_writer *j, const char *key, const tree_view *view, int index);

#endif
