/* The walk of one playout, and what it leads to: moves and priors of the nodes on it. Private to
 * the playouts. */
#ifndef MCTS_WALK_H
#define MCTS_WALK_H

#include "mcts.h"

/* Node pointers stay valid: only the last node's children may move, and only when the walk is about
 * to reach a new one. */
typedef struct mcts_walk {
    mcts_node *node[PLY_MAX + 1];
    hist_trial trial[PLY_MAX]; /* trial[i] leads from node[i] to node[i + 1] */
    int length;                /* edges walked */
    position position;         /* at the last node */
} mcts_walk;

/* The moves before the node at a ply of the walk. Those before the root are not known. */
hist_node mcts_moves_before(const mcts_walk *w, int ply);

/* What the enemy of the side to move attacks, if the history's key wants it; else nothing. */
bitboard mcts_threats(const mcts *m, const position *pos);

/* A legal move as the history keys it; `threats` are mcts_threats(). It asks for no victim: all are
 * called quiet. */
static inline hist_trial mcts_trial(const position *pos, bitboard threats, move m)
{
    const square from = move_from(m), to = move_to(m);
    const piece moved = pos->board[from];
    return (hist_trial){(uint8_t)(piece_kind(moved) + 6 * piece_side(moved)), from, to, HIST_QUIET,
                        (uint8_t)((threats >> from & 1) | (threats >> to & 1) << 1)};
}

/* Gives the walk's last node its edges. False if memory is out. */
bool mcts_expand(mcts *m, const mcts_walk *w);

/* Computes priors of the walk's last node, which has edges, again: with what histories and killers
 * say now. Those of unvisited edges alone keep their sum. The net is asked for the logits of all
 * edges whose priors change, since a prior does not tell what corrected it then. */
void mcts_refresh_priors(mcts *m, const mcts_walk *w);

/* True if the playout that is about to choose at this expanded node is one at which its priors are
 * refreshed: the visits are a power of two, and not too few. */
bool mcts_refresh_is_due(const mcts *m, const mcts_node *node);

#endif
