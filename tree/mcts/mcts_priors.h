/* The priors of moves: the policy net's logits, corrected by the histories, divided by a
 * temperature. Private to the folder. */
#ifndef TREE_MCTS_PRIORS_H
#define TREE_MCTS_PRIORS_H

#include "mcts_walk.h"

/* Gives the root the moves that the limits allow, or new priors if it is already expanded. The walk
 * of the first thread begins at the root. Returns false if memory is out. */
bool mcts_prepare_root(mcts *m, const search_limits *limits);

/* Gives the walk's last node its moves. Returns false if memory is out. */
bool mcts_expand(mcts *m, mcts_walk *w);

/* True if a node lacks moves (tree_lacks_moves()), and may soon visit the next one. */
bool mcts_extension_is_due(const mcts *m, const mcts_node *node);

/* Stores more moves of the walk's last node, which lacks some. The node stays as it is if memory is
 * out. */
void mcts_extend(mcts *m, mcts_walk *w);

/* True if a playout that has entered an expanded node must refresh its priors: the visits before
 * the playout are enough, and have reached another power of two since the last refresh. */
bool mcts_refresh_is_due(const mcts *m, const mcts_node *node);

/* Recomputes the priors of the walk's last node, which is expanded, from the current histories and
 * killers. If only unvisited moves get new priors, the sum of these does not change. The net
 * computes the logits again, because they cannot be recovered from corrected priors. */
void mcts_refresh_priors(mcts *m, const mcts_walk *w);

/* The priors that the walk's last node would get now; they sum to 1. `moves` are legal there. A
 * node of the walk that is not in the tree may be NULL. mcts_net_priors() uses the policy net
 * alone. */
void mcts_walk_priors(const mcts *m, const mcts_walk *w, const move moves[], int count,
                      float priors[]);
void mcts_net_priors(const mcts *m, const mcts_walk *w, const move moves[], int count,
                     float priors[]);

/* The squares that the opponent of the side to move attacks, or 0 if no history in use needs
 * them. */
bitboard mcts_threats(const mcts *m, const position *pos);

/* The root's context, which depends on the last moves of the game. */
hist_context mcts_root_context(const mcts *m);

/* What a thread's histories would add now to the logit of the legal move `candidate`. */
float mcts_history_logit(const mcts *m, const mcts_history *history, const position *pos,
                         const hist_context *context, move candidate);

#endif
