/* The tree of a Monte-Carlo search, packed for the cache.
 *
 *   node (20 bytes)   a move of its parent: prior, visits, value, outcome; visited or not
 *     block  -> block { head (24 bytes), node[held] }   made on the second visit: expansion
 *       more -> block { head, node[held] }              further moves, when they are needed
 *
 * Moves are sorted by prior, highest first, and visited in that order. When priors change later,
 * only the unvisited moves are sorted again. So the visited moves are a prefix, and selection reads
 * memory in sequence: the head and the first moves of a block are two cache lines.
 *
 * Few nodes ever visit more than a handful of their moves. So the first block holds only the best
 * ones, and another block follows when all of them were visited. Nodes never move in memory. */
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
    float value;       /* mean of its playouts, 0 to 1, for its side to move */
    uint32_t visits;   /* its playouts */
    arena_index block; /* its moves; 0 until expanded */
    move move;         /* leads to it; MOVE_NONE at the root */
    uint16_t prior;    /* probability of the move in units of 1 / PRIOR_ONE */
    union {
        int16_t net_logit; /* OPEN: ln(q / (1 - q)) of the net's raw output, in 1 / NET_LOGIT_ONE;
                            * 0: not kept */
        uint16_t distance; /* WON, LOST: plies to mate */
    };
    uint8_t state; /* node_state */
    uint8_t draw;  /* share of draws, in 1 / NODE_DRAW_ONE, until expanded; then see tree_draw() */
} mcts_node;

typedef struct node_block {
    /* These belong to the expanded node, and are set only in its first block. */
    double value; /* the exact mean, of which mcts_node has the nearest float */
    float draw;   /* mean share of draws */

    arena_index more;    /* block of the next moves; 0 if there is none */
    uint8_t held;        /* moves in this block */
    uint8_t count;       /* moves of the node; this and the rest only in the first block */
    uint8_t stored;      /* moves in all its blocks: those with the highest priors */
    uint8_t visited;     /* moves that were visited */
    uint8_t gini;        /* 1 less the sum of the squared priors, in 1 / TREE_GINI_ONE */
    uint8_t repetitions; /* 1: a node below may be REPEATED */
    mcts_node node[];
} node_block;

enum { PRIOR_ONE = 65535, NET_LOGIT_ONE = 4096, NODE_DRAW_ONE = 255, TREE_GINI_ONE = 255 };

static_assert(sizeof(mcts_node) == 20 && sizeof(node_block) == 24, "nodes are packed");

typedef struct mcts_tree {
    arena arena;
    mcts_node root;
    position position;   /* the root's */
    line game;           /* the game that led to the root */
    bool limited;        /* the next search must not keep the tree (mcts_go()) */
    bool starved;        /* a block was refused since memory was last freed */
    arena_index orphans; /* chain of blocks that will be reclaimed with all below them */
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

static inline node_block *tree_block(const mcts_tree *t, const mcts_node *node)
{
    return arena_at(&t->arena, node->block);
}

/* The number of moves of a node that were visited. */
static inline int tree_visited(const mcts_tree *t, const mcts_node *node)
{
    return node->block ? tree_block(t, node)->visited : 0;
}

/* The node of move number k of an expanded node, which must be stored. */
static inline mcts_node *tree_child(const mcts_tree *t, const mcts_node *node, int k)
{
    node_block *block = tree_block(t, node);
    for (; k >= block->held; block = arena_at(&t->arena, block->more)) {
        k -= block->held;
    }
    return &block->node[k];
}

/* Mean share of draws in the playouts of a node. */
static inline float tree_draw(const mcts_tree *t, const mcts_node *node)
{
    return node->block ? tree_block(t, node)->draw : (float)node->draw / (float)NODE_DRAW_ONE;
}

/* Sets the means of a node. */
void tree_set_means(mcts_tree *t, mcts_node *node, double value, float draw);

/* Counts a playout of a node with this value and share of draws, for its side to move. */
void tree_count(mcts_tree *t, mcts_node *node, float value, float draw);

/* Gives a node its moves, sorted by prior: the `wanted` moves with the highest priors, and as many
 * more as fit into the block. `count` is above 0, and the priors sum to 1. Returns false if memory
 * is out. */
bool tree_expand(mcts_tree *t, mcts_node *node, const move moves[], const float priors[], int count,
                 int wanted);

/* The same for an expanded node that lacks moves. The stored moves keep their places and priors;
 * of the others at least `more` are added, those with the highest priors now. */
bool tree_extend(mcts_tree *t, mcts_node *node, const move moves[], const float priors[], int count,
                 int more);

/* True if all stored moves were visited, but not all moves. */
static inline bool tree_lacks_moves(const node_block *block)
{
    return block->visited == block->stored && block->stored < block->count;
}

/* Asks for the memory of a node's first moves, so that it is in the cache soon. */
static inline void tree_prefetch(const mcts_tree *t, const mcts_node *node)
{
    const unsigned char *block = t->arena.units + (size_t)node->block * ARENA_UNIT;
    __builtin_prefetch(block);
    __builtin_prefetch(block + 64);
}

/* Replaces the priors of an expanded node whose moves are all stored, and sorts the unvisited ones.
 * Visited moves keep their places. `moves` are the node's moves, in any order. */
void tree_relabel(mcts_tree *t, mcts_node *node, const move moves[], const float priors[],
                  int count);

/* Replaces the priors of the stored moves from number `first` on, in their order, and sorts the
 * unvisited ones. */
void tree_refresh(mcts_tree *t, mcts_node *node, int first, const float priors[]);

/* Counts the first unvisited move of a node, which must be stored, as visited. Returns its node. */
mcts_node *tree_open_next(mcts_tree *t, mcts_node *node);

/* True if `a` is the better choice for the mover: the faster win; then more visits, and of equals
 * the better value, among moves that are not lost; then the slower loss. The states are those of
 * the children, whose side moves next: a LOST child is a win for the mover. */
bool tree_prefers(const mcts_node *a, const mcts_node *b);

/* The number of the best child by tree_prefers(), which would be played now. -1 if no child was
 * visited. */
int tree_best_child(const mcts_tree *t, const mcts_node *node);

/* Frees memory while less than a reserve is left: first orphaned blocks, then the subtrees with the
 * fewest visits. Its work is bounded. Must be called between playouts, since nodes may vanish. */
void tree_make_room(mcts_tree *t);

/* Frees all that is below a node. The node may be expanded again. */
void tree_collapse(mcts_tree *t, mcts_node *node);

#endif
