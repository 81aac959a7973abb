#include <stdlib.h>

#include "chess/movegen.h"
#include "mcts_walk.h"

/* The child behind a move, or NULL if it was never visited. */
static mcts_node *child_of(const mcts_tree *t, const mcts_node *node, move played)
{
    for (int i = 0; i < tree_visited(t, node); i++) {
        mcts_node *child = tree_child(t, node, i);
        if (child->move == played) {
            return child;
        }
    }
    return NULL;
}

/* Plays a line from the root, in the tree as far as the tree reaches. The caller passes a copy of
 * the root, because a walk has mutable nodes and this one must not change the tree's root. */
static void follow(const mcts *m, mcts_node *root, const move played[], int length, mcts_walk *w)
{
    mcts_walk_begin(w, &m->tree.position, &m->tree.game, root);
    while (w->length < length) {
        const mcts_node *node = w->node[w->length];
        const move next = played[w->length];
        mcts_walk_play(w, mcts_threats(m, &w->position), next);
        w->node[w->length] = node ? child_of(&m->tree, node, next) : NULL;
    }
}

static int compare_moves(const void *left, const void *right)
{
    const root_move *a = left, *b = right;
    if (a->visits != b->visits) {
        return a->visits > b->visits ? -1 : 1;
    }
    if (a->prior < b->prior || a->prior > b->prior) {
        return a->prior > b->prior ? -1 : 1;
    }
    return a->move - b->move;
}

int mcts_line_moves(const mcts *m, const move played[], int length, root_move moves[], int max)
{
    mcts_walk w = {.history = m->history};
    mcts_node root = tree_copy(&m->tree.root);
    move legal[MOVES_MAX];
    float priors[MOVES_MAX];
    root_move all[MOVES_MAX];
    follow(m, &root, played, length, &w);
    const int count = gen_legal(&w.position, legal);
    const mcts_node *node = w.node[length];
    mcts_walk_priors(m, &w, legal, count, priors);
    for (int i = 0; i < count; i++) {
        const mcts_node *child = node ? child_of(&m->tree, node, legal[i]) : NULL;
        all[i] = (root_move){
            .move = legal[i],
            .visits = child ? TREE_LOAD(child->visits) : 0,
            .q = child  ? 1.0f - TREE_LOAD(child->value)
                 : node ? TREE_LOAD(node->value)
                        : -1.0f,
            .prior = priors[i],
            .history = mcts_history_logit(m, m->history, &w.position, &w.context[length], legal[i]),
            .proven = child && node_is_proven(child),
        };
    }
    qsort(all, (size_t)count, sizeof *all, compare_moves);
    for (int i = 0; i < count && i < max; i++) {
        moves[i] = all[i];
    }
    return count < max ? count : max;
}
