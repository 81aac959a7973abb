/* The walk of one playout, and what it leads to: moves, priors and keys of the nodes on it. Private
 * to the playouts. */
#ifndef MCTS_WALK_H
#define MCTS_WALK_H

#include <string.h>

#include "history/correction_keys.h"
#include "mcts.h"

/* Node pointers stay valid: only the last node's children may move, and only when the walk is about
 * to reach a new one. */
typedef struct mcts_walk {
    mcts_node *node[PLY_MAX + 1];
    hist_context context[PLY_MAX + 1]; /* of each node */
    hist_move played[PLY_MAX];         /* played[i] leads from node[i] to node[i + 1] */
    int length;                        /* edges walked */
    position position;                 /* at the last node */
    uint16_t rows_after[HIST_MOVES_BEFORE + PLY_MAX + 1]; /* of the moves to the nodes */
    correction_keys keys[PLY_MAX + 1];                    /* of the nodes that mcts_needs_keys() */
} mcts_walk;

/* A walk that stands at the root, whose node is `root`. The moves before it are not known. */
static inline void mcts_walk_begin(mcts_walk *w, const position *pos, mcts_node *root)
{
    w->node[0] = root;
    w->length = 0;
    w->position = *pos;
    memset(w->rows_after, 0, (HIST_MOVES_BEFORE + 1) * sizeof w->rows_after[0]);
    w->context[0] = hist_context_of(pos, w->rows_after + HIST_MOVES_BEFORE, 0);
}

/* One move further; w->node[w->length] is then the caller's to set. `threats` as hist_move_of(). */
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
