/* Good answers to the moves of others: killers (MctsKillers) and counter moves (MctsCounterMove).
 * Private to the folder. */
#ifndef TREE_MCTS_ANSWERS_H
#define TREE_MCTS_ANSWERS_H

#include "mcts_walk.h"

enum { MCTS_KILLERS = 2 };

/* The moves of a node that get a bonus; MOVE_NONE if unknown or not used. */
typedef struct mcts_answers {
    move killer[MCTS_KILLERS];
    move counter;
} mcts_answers;

/* The killers of `node`, a child of `parent`, both in the tree (Huberman 1968): of the best answers
 * to the moves beside it, the two with the most visits. */
void mcts_find_killers(const mcts_tree *t, const mcts_node *parent, const mcts_node *node,
                       move killer[MCTS_KILLERS]);

/* Adds the bonuses of killers and counter move to the logits of a node's moves. */
void mcts_add_answers(const mcts_settings *s, const mcts_answers *answers, const move moves[],
                      int count, float logits[]);

/* With MctsCounterMove: keeps the move from one step to the next as the answer to the move before,
 * if most playouts through the first node choose it. */
void mcts_keep_answer(const mcts *m, mcts_history *history, const mcts_step *from,
                      const mcts_step *to);

#endif
