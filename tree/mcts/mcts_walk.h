/* The walk of one playout, and what it leads to: moves, priors and keys of the nodes on it. Private
 * to the playouts. */
#ifndef MCTS_WALK_H
#define MCTS_WALK_H

#include "mcts.h"
#include "move_trial.h"

/* Node pointers stay valid: only the last node's children may move, and only when the walk is about
 * to reach a new one. */
typedef struct mcts_walk {
    mcts_node *node[PLY_MAX + 1];
    hist_trial trial[PLY_MAX];         /* trial[i] leads from node[i] to node[i + 1] */
    uint16_t pawn_slot[PLY_MAX + 1];   /* of each node's pawns */
    int length;                        /* edges walked */
    position position;                 /* at the last node */
    correction_keys keys[PLY_MAX + 1]; /* of the nodes that mcts_needs_keys() */
} mcts_walk;

/* The slot of the move so many plies before the node at a ply of the walk. Those before the root
 * are not known. */
static inline uint16_t mcts_slot_before(const mcts_walk *w, int ply, int plies)
{
    return ply >= plies ? hist_slot(&w->trial[ply - plies]) : (uint16_t)HIST_SLOT_NONE;
}

/* The node at a ply of the walk as histories know it. */
static inline hist_node mcts_hist_node(const mcts_walk *w, int ply)
{
    return (hist_node){.slot = {[HIST_AFTER_1] = mcts_slot_before(w, ply, 1),
                                [HIST_AFTER_2] = mcts_slot_before(w, ply, 2),
                                [HIST_PAWNS] = w->pawn_slot[ply]}};
}

/* Notes the pawns of the walk's last node. */
static inline void mcts_note_pawns(mcts_walk *w)
{
    w->pawn_slot[w->length] = hist_pawn_slot(pos_pawn_key(&w->position));
}

/* ---- mcts_priors.c ---- */

/* What the enemy of the side to move attacks, if the history's key wants it; else nothing. */
bitboard mcts_threats(const mcts *m, const position *pos);

/* The priors that the walk's last node would get now; they sum to 1. `moves` are legal there. Nodes
 * of the walk may be NULL, as far as the tree does not reach. */
void mcts_walk_priors(const mcts *m, const mcts_walk *w, const move moves[], int count,
                      float priors[]);

/* Gives the walk's last node its edges. False if memory is out. */
bool mcts_expand(mcts *m, const mcts_walk *w);

/* Computes priors of the walk's last node, which has edges, again: with what histories and killers
 * say now. Those of unvisited edges alone keep their sum. The net is asked for the logits of all
 * edges whose priors change, since a prior does not tell what corrected it then. */
void mcts_refresh_priors(mcts *m, const mcts_walk *w);

/* True if the playout that is about to choose at this expanded node is one at which its priors are
 * refreshed: the visits are a power of two, and not too few. */
bool mcts_refresh_is_due(const mcts *m, const mcts_node *node);

/* ---- mcts_correction.c: only if mcts_corrects() ---- */

/* True if this playout is one in which the keys of a node that it reaches are asked: because it is
 * the first there, or because mcts_report_error() will look. */
bool mcts_needs_keys(const mcts *m, const mcts_node *node);

/* Sets the keys of the walk's last node. */
void mcts_note_keys(mcts_walk *w);

#endif
