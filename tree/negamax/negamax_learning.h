/* What the search tells the histories of moves, and what they tell the move picker. */
#ifndef TREE_NEGAMAX_LEARNING_H
#define TREE_NEGAMAX_LEARNING_H

#include "negamax_visit.h"

/* The squares that the opponent attacks, or 0 if no history needs them. */
bitboard ab_threats(const ab_worker *w, const ab_node *node);

/* The data for the picker in a search of `depth`. Sets node->threats. */
pick_source ab_pick_source(const ab_worker *w, ab_node *node, move table_move, int depth);

/* Histories, killers and counter moves learn from a node after its moves were searched. */
void ab_learn(ab_worker *w, ab_node *node, ab_visit *v);

/* The histories learn a cutoff by the quiet move `m` that rests only on an entry of the
 * transposition table: the gravity tables a bonus, the classical orders a cut at a node of `depth`,
 * which is the depth that the entry gives to this node. */
void ab_learn_table_cut(ab_worker *w, const ab_node *node, const ab_visit *v, move m, int bonus,
                        int depth);

#endif
