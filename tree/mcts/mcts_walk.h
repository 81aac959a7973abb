/* The memory of a thread: the walk of one playout, and the moves, priors and keys of its nodes.
 * Private to the folder. */
#ifndef TREE_MCTS_WALK_H
#define TREE_MCTS_WALK_H

#include <string.h>

#include "history/correction_keys.h"
#include "history/game_rows.h"
#include "mcts.h"

/* What playouts through a node of the walk have found since the node was last told. */
typedef struct walk_pending {
    tree_playouts playouts;
    uint32_t uncounted; /* of the playouts, those that the node's visits do not count yet */
    float logit;        /* sum of the logits of their values, if mcts_corrects() */
} walk_pending;

struct mcts_walk {
    /* These belong to the thread, and outlast the walk. */
    mcts_history *history;
    arena_store store;
    line path;                             /* the game and the current playout */
    _Atomic uint64_t playouts, length_sum; /* see mcts_counts; only this thread writes them */
    _Atomic int length_max;
    _Atomic uint64_t table_hits; /* positions found in the endgame tables; as `playouts` */

    mcts_node *node[PLY_MAX + 1];
    walk_pending pending[PLY_MAX + 1]; /* of each node; empty between searches */
    hist_context context[PLY_MAX + 1]; /* of each node */
    hist_move played[PLY_MAX];         /* played[i] leads from node[i] to node[i + 1] */
    int length;                        /* moves walked */
    position position;                 /* at the last node */
    /* The next playouts that go from node[i] to node[i + 1] again (walk_again()). */
    uint32_t stay[PLY_MAX];
    position at[PLY_MAX + 1]; /* at[0] is the root's; at[i + 1] is set where stay[i] is above 0 */
    /* Rows of moves: [HIST_MOVES_BEFORE + i] is that of the move to node[i], and those up to the
     * root's are of the game. */
    uint16_t rows_after[HIST_MOVES_BEFORE + PLY_MAX + 1];
    uint64_t shared[PLY_MAX + 1];      /* key of each node in the value table; 0: not shared */
    correction_keys keys[PLY_MAX + 1]; /* of each node, if mcts_corrects() */
};

/* The visits of node `i` of a walk, those that wait included. */
static inline uint32_t mcts_walk_visits(const mcts_walk *w, int i)
{
    return TREE_LOAD(w->node[i]->visits) + w->pending[i].uncounted;
}

/* Starts a walk at the root, whose position is `pos` and whose node is `root`. `game` ends with the
 * root. */
static inline void mcts_walk_begin(mcts_walk *w, const position *pos, const line *game,
                                   mcts_node *root)
{
    w->node[0] = root;
    w->length = 0;
    w->shared[0] = 0;
    w->position = w->at[0] = *pos;
    w->path = *game;
    hist_rows_of_game(game, w->rows_after + 1);
    w->context[0] = hist_context_of(pos, w->rows_after + HIST_MOVES_BEFORE, 0);
}

/* Plays a legal move at the walk's last node. The caller then sets w->node[w->length]. For
 * `threats` see hist_move_of(). */
static inline void mcts_walk_play(mcts_walk *w, bitboard threats, move played)
{
    const hist_move described = hist_move_of(&w->position, threats, played);
    w->played[w->length++] = described;
    pos_make(&w->position, played);
    uint16_t *last = w->rows_after + HIST_MOVES_BEFORE + w->length;
    *last = hist_row_after(&described);
    w->context[w->length] = hist_context_of(&w->position, last, w->length);
}

/* ---- mcts_priors.c ---- */

/* The squares that the opponent of the side to move attacks, or 0 if no history in use needs
 * them. */
bitboard mcts_threats(const mcts *m, const position *pos);

/* The priors that the walk's last node would get now; they sum to 1. `moves` are legal there. A
 * node of the walk that is not in the tree may be NULL. */
void mcts_walk_priors(const mcts *m, const mcts_walk *w, const move moves[], int count,
                      float priors[]);

/* The same by the policy net alone. */
void mcts_net_priors(const mcts *m, const mcts_walk *w, const move moves[], int count,
                     float priors[]);

/* Gives the walk's last node its moves. Returns false if memory is out. */
bool mcts_expand(mcts *m, mcts_walk *w);

/* True if a node lacks moves (tree_lacks_moves()), and may soon visit the next one. */
bool mcts_extension_is_due(const mcts *m, const mcts_node *node);

/* Stores more moves of the walk's last node, which lacks some. The node stays as it is if memory is
 * out. */
void mcts_extend(mcts *m, mcts_walk *w);

/* Computes the priors of the walk's last node, which is expanded, again from the present histories
 * and killers. If only unvisited moves get new priors, the sum of these priors stays. The net
 * computes the logits again, because a prior does not show by what it was corrected. */
void mcts_refresh_priors(mcts *m, const mcts_walk *w);

/* True if the priors of an expanded node must be refreshed in a playout that has entered it: the
 * visits before it are enough, and have doubled since the last refresh. */
bool mcts_refresh_is_due(const mcts *m, const mcts_node *node);

/* ---- mcts_sharing.c ---- */

/* The value of a node, for its side to move. */
typedef struct mcts_value {
    float value; /* win + draw / 2 */
    float draw;
} mcts_value;

/* The key by which a position that the walk has reached is shared; 0 if it is not, because its
 * value depends on the path: the fifty-move clock has moved it towards a draw, or the search is for
 * a mate. */
uint64_t mcts_shared_key(const mcts *m, const position *pos);

/* The first visit of a node with the key `key`: the mean that nodes of this position have. False if
 * none is known. */
bool mcts_shared_value(const mcts *m, uint64_t key, mcts_value *v);

/* Shares the means of a node that has learnt so many playouts since the
 * last call, if they have changed much, and unless another node of its position knows more. */
void mcts_share_means(mcts *m, uint64_t key, const mcts_node *node, uint32_t playouts);

/* ---- mcts_leaf.c ---- */

/* The mean of a node's playouts. */
static inline mcts_value mcts_mean_of(const mcts_tree *t, const mcts_node *node)
{
    return (mcts_value){TREE_LOAD(node->value), tree_draw(t, node)};
}

/* The value of a closed node. */
mcts_value mcts_closed_value(const mcts_tree *t, const mcts_node *node);

/* The value of an open or closed node. That of a proven one is exact: the mean that is kept there
 * may be another thread's, which has stored it after the proof. */
mcts_value mcts_known_value(const mcts_tree *t, const mcts_node *node);

/* The first visit to the walk's last node. A repetition closes it, and so does the last ply of a
 * search for a mate. */
mcts_value mcts_visit_new(mcts *m, mcts_walk *w);

/* ---- mcts_backup.c ---- */

/* Backs up a playout, whose last node is that of the walk, to the root: proofs, means, and the
 * histories of each move. Nodes above the place where the next playout begins (walk_again()) are
 * told later: no choice is made there until then, and other threads need not fetch them again. */
void mcts_back_up(mcts *m, mcts_walk *w, mcts_value v);

/* Tells the nodes from number `from` of the walk on what they have not been told yet. */
void mcts_settle(mcts *m, mcts_walk *w, int from);

/* ---- mcts_playout.c ---- */

/* Goes on from the walk's last node to its child, which has the next `stay` playouts too. */
void mcts_go_on(mcts *m, mcts_walk *w, mcts_node *child, uint32_t stay);

/* Runs and counts a playout of the first thread to move `number` of the root, which was visited or
 * is the first unvisited one, and closes or shortens its node by a mate that is `distance` plies
 * away. */
void mcts_play_proven(mcts *m, mcts_walk *w, int number, node_state outcome, int distance);

#endif
