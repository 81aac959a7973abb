/* The tree of a Monte-Carlo search, packed for the cache.
 *
 *   node (32 bytes)            made on the first visit of its move
 *     edges    -> edge block   { head (4 bytes), edge[count] (4 bytes each) }   made on expansion
 *     children -> node[...]    the visited children, in the order of their edges
 *
 * Edges are sorted by prior, highest first, and visited in that order; priors that change later
 * sort the unvisited ones anew and leave the others where they are. So the visited ones are a
 * prefix, child k belongs to edge k, and no edge needs to name its child. The children of one node
 * lie side by side, so that selection streams through them; their block grows as moves are tried.
 * An unvisited move thus costs 4 bytes and a visited one 32 more. */
#ifndef MCTS_TREE_H
#define MCTS_TREE_H

#include "arena.h"
#include "chess/game.h"
#include "chess/position.h"

/* Whether playouts go on below a node. OPEN: they do. REPEATED: this path repeats a position here,
 * which is a draw as long as the root stands (tree_advance). SPENT: nothing below can still prove a
 * mate within the moves that are asked for (mcts_playout.c), so that its mean stands. The others
 * are proven; WON and LOST are for its side to move. ORDER: the proven ones come last. */
typedef enum { NODE_OPEN, NODE_REPEATED, NODE_SPENT, NODE_DRAWN, NODE_WON, NODE_LOST } node_state;

typedef struct mcts_node {
    double value; /* mean of the playouts through it, 0 to 1, for its side to move */
    float draw;   /* mean share of draws in them */
    uint32_t visits;
    arena_index edges;    /* its edge block; 0 until expanded */
    arena_index children; /* its first child; 0 if none */
    uint8_t child_count;
    uint8_t state;     /* node_state */
    uint16_t distance; /* plies to mate if WON or LOST */
    float net_logit;   /* ln(q / (1 - q)) of the net's own answer; 0: not kept */
} mcts_node;

typedef struct mcts_edge {
    move move;
    uint16_t prior; /* probability in units of 1 / PRIOR_ONE */
} mcts_edge;

typedef struct edge_block {
    uint8_t count;
    uint8_t child_capacity; /* nodes that the children's block has room for */
    uint16_t repetitions;   /* not 0: a node below may be REPEATED */
    mcts_edge edge[];
} edge_block;

enum { PRIOR_ONE = 65535 };

static_assert(sizeof(mcts_node) == ARENA_UNIT, "a node is one unit");
static_assert(sizeof(mcts_edge) == 4 && sizeof(edge_block) == 4, "edges are packed");

typedef struct mcts_tree {
    arena arena;
    mcts_node root;
    position position;   /* the root's */
    line game;           /* the game that led to it */
    bool limited;        /* it lacks moves or lines that the last search left out by its limits */
    bool starved;        /* a block was refused since room was last made */
    arena_index orphans; /* chain of child blocks whose subtrees are to be reclaimed */
    /* Where the collection of little visited subtrees goes on: child numbers from the root. */
    uint32_t threshold; /* visits up to which a subtree is given back */
    uint32_t reclaimed; /* units given back in this pass over the tree */
    int cursor_length;
    uint8_t cursor[256];
} mcts_tree;

bool tree_init(mcts_tree *t, size_t bytes, failure *why);
void tree_free(mcts_tree *t);

/* Forgets all nodes; the next search begins at `pos`. */
void tree_reset(mcts_tree *t, const position *pos, const line *game);

/* Makes `pos` the root. If it is the old root or at most two plies after it, and its repetition
 * history continues the old one's, the subtree is kept; else the tree is reset. What only repeated
 * positions before the new root is as if it had never been visited. */
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

/* Gives a node its edges, sorted by prior (the probabilities sum to 1). False if memory is out. */
bool tree_expand(mcts_tree *t, mcts_node *node, const move moves[], const float priors[],
                 int count);

/* Replaces the priors of an expanded node; visited edges keep their places. `moves` are all its
 * moves. */
void tree_relabel(mcts_tree *t, mcts_node *node, const move moves[], const float priors[],
                  int count);

/* Replaces the priors of the edges from number `first` on, in their order, and sorts the unvisited
 * ones. */
void tree_refresh(mcts_tree *t, mcts_node *node, int first, const float priors[]);

/* Makes the next child (that of the first unvisited edge); NULL if memory is out. Earlier children
 * may move. */
mcts_node *tree_add_child(mcts_tree *t, mcts_node *node);

/* True if `a` is the better choice: a quicker win, then more visits among what is not lost, then
 * the slower loss. States are the child's, who moves next: a LOST child is our win. */
bool tree_prefers(const mcts_node *a, const mcts_node *b);

/* The number of the child that a player would choose now, or -1 if none was visited: a proven win
 * first, then the most visited that is not a proven loss, then the longest loss. */
int tree_best_child(const mcts_tree *t, const mcts_node *node);

/* Frees memory while less than a reserve is left, by a bounded amount of work: first what earlier
 * moves orphaned, then the subtrees with the fewest visits. Call between playouts. */
void tree_make_room(mcts_tree *t);

/* Takes from a node all that lies below it; it may be expanded again. */
void tree_collapse(mcts_tree *t, mcts_node *node);

#endif
