/* The tree of a Monte-Carlo search, packed for the cache.
 *
 *   node (32 bytes)            made on the first visit of its move
 *     edges    -> edge block   { head (4 bytes), edge[stored] (4 bytes each) }   made on expansion
 *     children -> node[...]    the visited children, in the order of their edges
 *
 * Edges are sorted by prior, highest first, and visited in that order. When priors change later,
 * only the unvisited edges are sorted again. So the visited edges are a prefix, child k belongs to
 * edge k, and an edge needs no index of its child. The children of a node are adjacent, so that
 * selection reads memory in sequence; their block grows when a new move is visited.
 *
 * Few nodes ever visit more than a handful of their moves. So the edge block holds only the best
 * ones, and grows when all of them were visited. Most blocks are one unit. The node of a visited
 * move takes another unit. */
#ifndef TREE_MCTS_TREE_H
#define TREE_MCTS_TREE_H

#include "arena.h"
#include "chess/game.h"
#include "chess/position.h"

/* The state of a node. Playouts continue only below an OPEN node.
 *   REPEATED     the position repeats an earlier one: a draw until the root changes (tree_advance)
 *   SPENT        no mate within the wanted moves can be proven below it, so its mean is final
 *                (mcts_playout.c)
 *   the others   proven; WON and LOST are for the node's side to move
 * ORDER: the proven states come last. */
typedef enum { NODE_OPEN, NODE_REPEATED, NODE_SPENT, NODE_DRAWN, NODE_WON, NODE_LOST } node_state;

typedef struct mcts_node {
    double value; /* mean of its playouts, 0 to 1, for its side to move */
    float draw;   /* mean share of draws in its playouts */
    uint32_t visits;
    arena_index edges;    /* its edge block; 0 until expanded */
    arena_index children; /* its first child; 0 if none */
    uint8_t child_count;
    uint8_t state;     /* node_state */
    uint16_t distance; /* plies to mate if WON or LOST */
    float net_logit;   /* ln(q / (1 - q)) of the net's raw output; 0: not kept */
} mcts_node;

typedef struct mcts_edge {
    move move;
    uint16_t prior; /* probability in units of 1 / PRIOR_ONE */
} mcts_edge;

typedef struct edge_block {
    uint8_t count;           /* moves of the node */
    uint8_t stored;          /* edges of the block, for the moves with the highest priors */
    uint8_t child_capacity;  /* nodes that fit into the block of children */
    uint8_t repetitions : 1; /* a node below may be REPEATED */
    uint8_t gini : 7;        /* 1 less the sum of the squared priors, in 1 / TREE_GINI_ONE */
    mcts_edge edge[];
} edge_block;

enum { PRIOR_ONE = 65535, TREE_GINI_ONE = 127 };

static_assert(sizeof(mcts_node) == ARENA_UNIT, "a node is one unit");
static_assert(sizeof(mcts_edge) == 4 && sizeof(edge_block) == 4, "edges are packed");

typedef struct mcts_tree {
    arena arena;
    mcts_node root;
    position position;   /* the root's */
    line game;           /* the game that led to the root */
    bool limited;        /* the next search must not keep the tree (mcts_go()) */
    bool starved;        /* a block was refused since memory was last freed */
    arena_index orphans; /* chain of child blocks whose subtrees will be reclaimed */
    /* The pass over the tree that frees subtrees with few visits. The cursor is the place that it
     * has reached: child numbers from the root. */
    uint32_t threshold; /* subtrees with at most so many visits are freed */
    uint32_t reclaimed; /* units freed in this pass */
    int cursor_length;
    uint8_t cursor[256];
} mcts_tree;

/* Allocates the arena of a tree, `bytes` in all. Returns false and fills `why` if memory is short.
 * tree_reset() must follow. */
bool tree_init(mcts_tree *t, size_t bytes, failure *why);
void tree_free(mcts_tree *t);

/* Clears all nodes and makes `pos` the root, unvisited. `game` ends with `pos`. */
void tree_reset(mcts_tree *t, const position *pos, const line *game);

/* Makes `pos` the root, where `game` ends with `pos`. The subtree is kept if `pos` is the old root
 * or at most two plies after it, and if the game continues the old one as far back as positions can
 * repeat; else the tree is reset. Nodes that were REPEATED only because of positions before the new
 * root become unvisited. */
void tree_advance(mcts_tree *t, const position *pos, const line *game);

static inline bool node_is_proven(const mcts_node *node)
{
    return node->state >= NODE_DRAWN;
}

static inline edge_block *tree_edges(const mcts_tree *t, const mcts_node *node)
{
    return arena_at(&t->arena, node->edges);
}
static inline mcts_node *tree_children(const mcts_tree *t, const mcts_node *node)
{
    return arena_at(&t->arena, node->children);
}

/* Gives a node without edges its edges, sorted by prior: those of the `wanted` moves with the
 * highest priors, and of as many more as fit into the block. `count` is above 0, and the priors sum
 * to 1. Returns false if memory is out. */
bool tree_expand(mcts_tree *t, mcts_node *node, const move moves[], const float priors[], int count,
                 int wanted);

/* The same for a node whose block lacks edges. The visited edges keep their places and priors; the
 * others are those of the unvisited moves with the highest priors now. */
bool tree_extend(mcts_tree *t, mcts_node *node, const move moves[], const float priors[], int count,
                 int wanted);

/* True if all edges of a block were visited, but not all moves. */
static inline bool tree_lacks_edges(const edge_block *block, const mcts_node *node)
{
    return node->child_count == block->stored && block->stored < block->count;
}

/* Asks for the memory of a node's edges and first children, so that it is in the cache soon. */
static inline void tree_prefetch(const mcts_tree *t, const mcts_node *node)
{
    const unsigned char *units = t->arena.units;
    __builtin_prefetch(units + (size_t)node->edges * ARENA_UNIT);
    __builtin_prefetch(units + (size_t)node->children * ARENA_UNIT);
    __builtin_prefetch(units + (size_t)node->children * ARENA_UNIT + 64);
}

/* Replaces the priors of an expanded node whose edges are all stored, and sorts the unvisited ones.
 * Visited edges keep their places. `moves` are the node's moves, in any order. */
void tree_relabel(mcts_tree *t, mcts_node *node, const move moves[], const float priors[],
                  int count);

/* Replaces the priors of the edges from number `first` on, in their order, and sorts the unvisited
 * edges. */
void tree_refresh(mcts_tree *t, mcts_node *node, int first, const float priors[]);

/* Makes the child of the first unvisited edge, which must exist. The other children may move in
 * memory. Returns NULL if memory is out. */
mcts_node *tree_add_child(mcts_tree *t, mcts_node *node);

/* True if `a` is the better choice for the mover: the faster win; then more visits, and of equals
 * the better value, among moves that are not lost; then the slower loss. The states are those of
 * the children, whose side moves next: a LOST child is a win for the mover. */
bool tree_prefers(const mcts_node *a, const mcts_node *b);

/* The number of the best child by tree_prefers(), which would be played now. -1 if no child was
 * visited. */
int tree_best_child(const mcts_tree *t, const mcts_node *node);

/* Frees memory while less than a reserve is left: first orphaned blocks, then the subtrees with the
 * fewest visits. Its work is bounded. Must be called between playouts, since nodes may move or
 * vanish. */
void tree_make_room(mcts_tree *t);

/* Frees all that is below a node. The node may be expanded again. */
void tree_collapse(mcts_tree *t, mcts_node *node);

#endif
