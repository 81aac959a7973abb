/* The tree of a Monte-Carlo search, packed for the cache.
 *
 *   node (20 bytes)   a move of its parent: prior, visits, value, outcome; visited or not
 *     block  -> block { head (28 bytes), node[held] }   made on the second visit: expansion
 *       more -> block { head, node[held] }              further moves, when they are needed
 *
 * Moves are sorted by prior, highest first, and visited in that order. When priors change later,
 * only the unvisited moves are sorted again. So the visited moves are a prefix, and selection reads
 * memory in sequence: the head and the first moves of a block are two cache lines.
 *
 * Few nodes ever visit more than a handful of their moves. So the first block holds only the best
 * ones, and another block follows when all of them were visited. Nodes never move in memory.
 *
 * Several threads may walk the tree at once. They read and write nodes without locks, by relaxed
 * atomic words; a new block is published by one compare-and-swap. A playout counts as a visit of
 * each node as soon as it goes there, so that other threads go elsewhere. If two threads write a
 * mean at once, it may lose a playout, which does not bias it. Functions that free or move memory
 * (tree_reset, tree_advance, tree_relabel, tree_collapse, tree_make_room) may be called by one
 * thread, while no other is in the tree. Private to the folder. */
#ifndef TREE_MCTS_TREE_H
#define TREE_MCTS_TREE_H

#include <stdatomic.h>
#include <stddef.h>

#include "arena.h"
#include "chess/position.h"
#include "chess/repetition.h"

/* The state of a node. Playouts continue only below an OPEN node.
 *   NEW          not valued yet
 *   REPEATED     the position repeats an earlier one: a draw until the root changes (tree_advance)
 *   SPENT        no mate within the wanted moves can be proven below it, so its mean is final
 *                (mcts_backup.c)
 *   the others   proven; WON and LOST are for the node's side to move
 * ORDER: the proven states come last. */
typedef enum {
    NODE_NEW,
    NODE_OPEN,
    NODE_REPEATED,
    NODE_SPENT,
    NODE_DRAWN,
    NODE_WON,
    NODE_LOST
} node_state;

typedef struct mcts_node {
    _Atomic float value;       /* mean of its playouts, 0 to 1, for its side to move */
    _Atomic uint32_t visits;   /* its playouts, those under way included */
    _Atomic arena_index block; /* its moves; 0 until expanded */
    move move;                 /* leads to it; MOVE_NONE at the root */
    _Atomic uint16_t prior;    /* probability of the move in units of 1 / PRIOR_ONE; 0: pruned */
    union {
        _Atomic int16_t net_logit; /* OPEN: ln(q / (1 - q)) of the net's raw output, in
                                    * 1 / NET_LOGIT_ONE; 0: not kept */
        _Atomic uint16_t distance; /* WON, LOST: plies to the mate; see TREE_BY_TABLES */
    };
    _Atomic uint8_t state; /* node_state */
    _Atomic uint8_t draw;  /* share of draws in 1 / NODE_DRAW_ONE; if expanded see tree_draw() */
} mcts_node;

/* The sources of draws by repetition in the mean of an expanded node. */
typedef enum {
    REPEATED_BELOW = 1, /* a node below may be REPEATED */
    REPEATED_FREED = 2  /* one may have been freed (tree_collapse()) */
} tree_repetitions;

typedef struct node_block {
    /* These belong to the expanded node, and are set only in its first block. */
    _Atomic double value; /* the exact mean, of which mcts_node has the nearest float */
    _Atomic float draw;   /* mean share of draws */
    _Atomic float spread; /* variance of the playouts */

    _Atomic arena_index more;    /* block of the next moves; 0 if there is none */
    uint8_t held;                /* moves in this block */
    uint8_t count;               /* moves of the node; this and the rest only in the first block */
    _Atomic uint8_t stored;      /* moves in all its blocks: those with the highest priors */
    _Atomic uint8_t visited;     /* moves that were visited */
    _Atomic uint8_t gini;        /* 1 less the sum of the squared priors, in 1 / TREE_GINI_ONE */
    _Atomic uint8_t repetitions; /* tree_repetitions; 0: the mean has no draws by repetition */
    atomic_bool busy;            /* a thread stores more moves, or changes priors */
    _Atomic uint8_t refreshed;   /* tree_doublings() of the visits before the last refresh */
    mcts_node node[];
} node_block;

/* The distance of a node whose proof rests on the endgame tables is this number plus the plies to
 * the position that they know. The tables do not say how far the mate is, so such a distance is
 * greater than that of any mate. */
enum { TREE_BY_TABLES = 1 << 15 };

enum { PRIOR_ONE = 65535, NET_LOGIT_ONE = 4096, NODE_DRAW_ONE = 255, TREE_GINI_ONE = 255 };

/* What stands for the prior of a pruned move. It is so near 0 that it changes no sum of priors. */
#define TREE_PRUNED (-1e-9f)

/* The nodes of a block begin right after its head, so sizeof(node_block), which is rounded up, is
 * not the head's size. */
enum { BLOCK_HEAD = offsetof(node_block, node) };

static_assert(sizeof(mcts_node) == 20 && BLOCK_HEAD == 28, "nodes are packed");

/* The arena's units of a block with `held` moves. */
static inline uint32_t tree_block_units(int held)
{
    return arena_units_for(BLOCK_HEAD + (size_t)held * sizeof(mcts_node));
}

/* The first value of `threshold`. */
enum { TREE_THRESHOLD_MIN = 2 };

typedef struct mcts_tree {
    arena arena;
    SYSTEM_CACHE_GAP(gap_before_root);
    mcts_node root; /* most playouts write to it */
    SYSTEM_CACHE_GAP(gap_after_root);
    position position;   /* the root's */
    line game;           /* the game that led to the root */
    bool limited;        /* the root has only some of its moves, or a mate was searched for, so the
                          * next search must not keep the tree */
    bool crowded;        /* several threads walk it now */
    float usual_spread;  /* the variance that a node gets when it has lost its own
                          * (tree_collapse()) */
    atomic_bool starved; /* a block was refused since memory was last freed */
    arena_index orphans; /* chain of blocks that will be reclaimed with all below them */
    /* The pass over the tree that frees subtrees with few visits. The cursor is the place that it
     * has reached: child numbers from the root. */
    uint32_t threshold; /* subtrees with at most this number of visits are freed */
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

/* Words that other threads may write at the same time. */
#define TREE_LOAD(word)     atomic_load_explicit(&(word), memory_order_relaxed)
#define TREE_STORE(word, x) atomic_store_explicit(&(word), x, memory_order_relaxed)

/* The state of a node. What was written before it is seen too: the means of an OPEN node, the
 * distance of a proven one. */
static inline node_state tree_state(const mcts_node *node)
{
    return (node_state)atomic_load_explicit(&node->state, memory_order_acquire);
}

static inline bool node_is_proven(const mcts_node *node)
{
    return tree_state(node) >= NODE_DRAWN;
}

/* True if a WON or LOST node is proven by the endgame tables, and not by a mate alone. */
static inline bool node_is_by_tables(const mcts_node *node)
{
    return tree_state(node) >= NODE_WON &&
           atomic_load_explicit(&node->distance, memory_order_relaxed) >= TREE_BY_TABLES;
}

/* Ends the playouts below a NEW or OPEN node. A closed node keeps its state until the root
 * changes. If two threads close the last two children of a node, at least one of them sees both
 * with tree_is_closed(), because both functions are sequentially consistent. Returns false if the
 * node was closed before. */
static inline bool tree_close(mcts_node *node, node_state state)
{
    uint8_t now = TREE_LOAD(node->state);
    while (now <= NODE_OPEN) {
        if (atomic_compare_exchange_weak(&node->state, &now, (uint8_t)state)) {
            return true;
        }
    }
    return false;
}

/* Proves a NEW or OPEN node, with the plies to the mate or TREE_BY_TABLES; 0 for a draw. Returns
 * false if the node was closed before. If another thread closed it during the call, the distance
 * may be that of either thread. If these differ, tree_shorten() must follow. */
static inline bool tree_close_proven(mcts_node *node, node_state outcome, int distance)
{
    if (tree_state(node) > NODE_OPEN) {
        return false;
    }
    atomic_store(&node->distance, (uint16_t)distance);
    return tree_close(node, outcome);
}

static inline bool tree_is_closed(const mcts_node *node)
{
    return atomic_load(&node->state) > NODE_OPEN;
}

/* True if the move to a node was pruned. Then it comes after all other moves of its parent, and is
 * searched only if none of those may be selected. */
static inline bool tree_is_pruned(const mcts_node *node)
{
    return TREE_LOAD(node->prior) == 0;
}

/* A copy of a node that other threads may change. */
static inline mcts_node tree_copy(const mcts_node *node)
{
    mcts_node copy = {.move = node->move};
    TREE_STORE(copy.state, tree_state(node));
    TREE_STORE(copy.value, TREE_LOAD(node->value));
    TREE_STORE(copy.visits, TREE_LOAD(node->visits));
    TREE_STORE(copy.block, atomic_load_explicit(&node->block, memory_order_acquire));
    TREE_STORE(copy.prior, TREE_LOAD(node->prior));
    TREE_STORE(copy.distance, TREE_LOAD(node->distance));
    TREE_STORE(copy.draw, TREE_LOAD(node->draw));
    return copy;
}

/* The acquire order makes visible what was written to the block before its index was stored. */
static inline node_block *tree_block(const mcts_tree *t, const mcts_node *node)
{
    return arena_at(&t->arena, atomic_load_explicit(&node->block, memory_order_acquire));
}

static inline node_block *tree_next_block(const mcts_tree *t, const node_block *block)
{
    return arena_at(&t->arena, atomic_load_explicit(&block->more, memory_order_acquire));
}

/* The number of visited moves of the node whose first block this is. The blocks that hold them are
 * visible too. */
static inline int tree_block_visited(const node_block *block)
{
    return atomic_load_explicit(&block->visited, memory_order_acquire);
}

/* The number of moves of a node that were visited. */
static inline int tree_visited(const mcts_tree *t, const mcts_node *node)
{
    return TREE_LOAD(node->block) ? tree_block_visited(tree_block(t, node)) : 0;
}

/* The node of move number k of an expanded node, which must be stored. */
static inline mcts_node *tree_child(const mcts_tree *t, const mcts_node *node, int k)
{
    node_block *block = tree_block(t, node);
    for (; k >= block->held; block = tree_next_block(t, block)) {
        k -= block->held;
    }
    return &block->node[k];
}

/* Mean share of draws in the playouts of a node. */
static inline float tree_draw(const mcts_tree *t, const mcts_node *node)
{
    return TREE_LOAD(node->block) ? TREE_LOAD(tree_block(t, node)->draw)
                                  : (float)TREE_LOAD(node->draw) / (float)NODE_DRAW_ONE;
}

/* The value of a node, for its side to move. */
typedef struct tree_value {
    float value; /* win + draw / 2 */
    float draw;
} tree_value;

/* The mean of a node's playouts. */
static inline tree_value tree_mean(const mcts_tree *t, const mcts_node *node)
{
    return (tree_value){TREE_LOAD(node->value), tree_draw(t, node)};
}

/* The value of a closed node. */
tree_value tree_closed_value(const mcts_tree *t, const mcts_node *node);

/* The value of an open or closed node. That of a proven one is exact: another thread may have
 * stored its mean after the proof. */
tree_value tree_known_value(const mcts_tree *t, const mcts_node *node);

/* Counts playouts that go to a node. */
static inline void tree_enter(const mcts_tree *t, mcts_node *node, uint32_t playouts)
{
    if (t->crowded) {
        atomic_fetch_add_explicit(&node->visits, playouts, memory_order_relaxed);
    } else {
        TREE_STORE(node->visits, TREE_LOAD(node->visits) + playouts);
    }
}

/* How often visits have doubled since the first one; 0 for none. */
static inline int tree_doublings(uint32_t visits)
{
    return 31 - __builtin_clz(visits | 1);
}

/* Sets the means of a node. */
void tree_set_means(mcts_tree *t, mcts_node *node, double value, float draw);

/* What playouts through a node have found, for its side to move. */
typedef struct tree_playouts {
    uint32_t count;
    float draw;    /* sum of their shares of draws */
    double value;  /* sum of their values */
    double square; /* sum of the squares of their values */
} tree_playouts;

static inline void tree_add_playout(tree_playouts *sums, float value, float draw)
{
    sums->count++;
    sums->draw += draw;
    sums->value += (double)value;
    sums->square += (double)value * (double)value;
}

static inline tree_playouts tree_one_playout(float value, float draw)
{
    tree_playouts one = {0};
    tree_add_playout(&one, value, draw);
    return one;
}

/* Adds one or more playouts, which have entered a node before (tree_enter()), to its means. The
 * first ones of a NEW node set them, and open the node. */
void tree_learn(mcts_tree *t, mcts_node *node, const tree_playouts *playouts);

/* Gives a node its moves, sorted by prior: the `wanted` moves with the highest priors, and as many
 * more as fit into the block. `count` is above 0, and the priors sum to 1; they are TREE_PRUNED for
 * moves to be pruned, but not for all. Does nothing if another thread is faster. `store` is the
 * thread's own. Returns false if memory is out. */
bool tree_expand(mcts_tree *t, arena_store *store, mcts_node *node, const move moves[],
                 const float priors[], int count, int wanted);

/* The same for an expanded node that lacks moves. The stored moves keep their places and priors;
 * of the others at least `more` are added, those with the highest priors now. The caller has made
 * the node busy. */
bool tree_extend(mcts_tree *t, arena_store *store, mcts_node *node, const move moves[],
                 const float priors[], int count, int more);

/* True if all stored moves were visited, but not all moves. */
static inline bool tree_lacks_moves(const node_block *block)
{
    const int stored = atomic_load_explicit(&block->stored, memory_order_acquire);
    return tree_block_visited(block) == stored && stored < block->count;
}

/* Makes an expanded node busy. Returns false if another thread has already done so. */
static inline bool tree_make_busy(node_block *block)
{
    return !atomic_exchange_explicit(&block->busy, true, memory_order_acquire);
}
static inline void tree_make_free(node_block *block)
{
    atomic_store_explicit(&block->busy, false, memory_order_release);
}

/* Asks for the memory of a node's first moves, so that it is in the cache soon. */
static inline void tree_prefetch(const mcts_tree *t, const mcts_node *node)
{
    const unsigned char *block = t->arena.units + (size_t)TREE_LOAD(node->block) * ARENA_UNIT;
    __builtin_prefetch(block);
    __builtin_prefetch(block + 64);
}

/* Replaces the priors of an expanded node whose moves are all stored, and sorts the unvisited ones.
 * Visited moves keep their places. `moves` are the node's moves, in any order. */
void tree_relabel(mcts_tree *t, mcts_node *node, const move moves[], const float priors[],
                  int count);

/* Replaces the priors of the stored moves from number `first` on, in their order, and sorts the
 * unvisited ones, unless several threads walk the tree. Pruned moves stay pruned. The caller has
 * made the node busy. */
void tree_refresh(mcts_tree *t, mcts_node *node, int first, const float priors[]);

/* Counts move number k of a node, which was its first unvisited move and is stored, as visited,
 * unless another thread has done so. Returns its node. The caller must enter it soon. */
mcts_node *tree_open(mcts_tree *t, mcts_node *node, int k);

/* True if `a` is the better choice for the mover. A win comes first, the faster the better; then a
 * move that is neither won nor lost, with more visits or, of equals, the better value; then a loss,
 * the slower the better. The states are those of the children, whose side moves next: a LOST child
 * is a win for the mover. */
bool tree_prefers(const mcts_node *a, const mcts_node *b);

/* Shortens the distance of a node to what its children say now, if the node is WON or LOST. Its
 * moves must not have been freed. Two cases need this: a thread proves a node by a longer mate
 * while another finds a faster one below it, and a root is searched after its proof. Distances only
 * shrink, and a thread that closes or shortens a node does the same to all nodes above it. So when
 * all threads are done, each distance is one more than that of the best child. */
void tree_shorten(const mcts_tree *t, mcts_node *node);

/* Shortens the distance of a WON or LOST node to that of a faster mate, if it is faster. */
void tree_shorten_to(mcts_node *node, int distance);

/* The number of the best child by tree_prefers(), which would be played now. -1 if no child was
 * visited. */
int tree_best_child(const mcts_tree *t, const mcts_node *node);

/* ---- The game goes on (mcts_tree_advance.c) ---- */

/* Makes `pos` the root, where `game` ends with `pos`. The subtree is kept if `pos` is the old root
 * or at most two plies after it, and if the game continues the old one as far back as positions can
 * repeat; else the tree is reset. Nodes that were REPEATED only because of positions before the new
 * root become unvisited. */
void tree_advance(mcts_tree *t, const position *pos, const line *game);

/* ---- The memory of a full tree (mcts_tree_room.c) ---- */

/* Orphans the blocks of a node, which must not be in use any more. They and all below them are
 * reclaimed later. */
void tree_orphan(mcts_tree *t, const mcts_node *node);

/* True if tree_make_room() should be called. */
bool tree_wants_room(const mcts_tree *t);

/* Frees memory while less than a reserve is left, and more if several threads walk the tree: first
 * orphaned blocks, then the subtrees with the fewest visits. The line of a proven mate is freed
 * only with a node above it that is not proven, or when a better line is known. The work of a call
 * is bounded. Must be called between playouts, since nodes may vanish. */
void tree_make_room(mcts_tree *t);

/* Frees all that is below a node. The node may be expanded again. */
void tree_collapse(mcts_tree *t, mcts_node *node);

#endif
