#include "mcts_report.h"

#include <stdlib.h>

#include "chess/movegen.h"
#include "mcts_playout.h"
#include "mcts_priors.h"

/* The child after a move, or NULL if it is not stored. Sets whether it was visited. */
static mcts_node *stored_child(const mcts_tree *t, const mcts_node *node, move played,
                               bool *visited)
{
    const int stored = TREE_LOAD(node->block) ? TREE_LOAD(tree_block(t, node)->stored) : 0;
    for (int i = 0; i < stored; i++) {
        mcts_node *child = tree_child(t, node, i);
        if (child->move == played) {
            *visited = i < tree_visited(t, node);
            return child;
        }
    }
    return NULL;
}

/* The child after a move, or NULL if it was never visited. */
static mcts_node *child_of(const mcts_tree *t, const mcts_node *node, move played)
{
    bool visited = false;
    mcts_node *child = stored_child(t, node, played, &visited);
    return visited ? child : NULL;
}

/* Plays a line from the root, in the tree as far as the tree reaches. The caller passes a copy of
 * the root, because a walk has mutable nodes and this one must not change the tree's root. */
static void follow(const mcts *m, mcts_node *root, const move played[], int length, mcts_walk *w)
{
    mcts_walk_begin(w, &m->tree.position, &m->tree.game, root);
    while (w->length < length) {
        const mcts_step *from = mcts_walk_last(w);
        const move next = played[w->length];
        mcts_step *to = mcts_walk_play(w, mcts_threats(m, &from->position), next);
        to->node = from->node ? child_of(&m->tree, from->node, next) : NULL;
        line_push(&w->path, to->position.key);
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

/* What the corrections would now add to the logit of the net's value after a move at the walk's
 * last node, for the mover. */
static float correction_after(const mcts *m, mcts_walk *w, move played)
{
    if (!mcts_corrects(m)) {
        return 0.0f;
    }
    const mcts_step *after = mcts_walk_play(w, 0, played);
    const correction_keys keys = correction_keys_of(&after->position, &after->context);
    w->length--;
    return -hist_leaf_correction(w->history, &keys);
}

/* A move that leads to `child`, which was visited. */
static void describe_child(const mcts *m, mcts_walk *w, const mcts_node *child, root_move *found)
{
    const int distance = TREE_LOAD(child->distance);
    mcts_describe_child(m, child, found);
    if (found->net >= 0.0f) {
        found->correction = correction_after(m, w, found->move);
    }
    if (tree_state(child) >= NODE_WON && distance < TREE_BY_TABLES) {
        found->mate_plies = distance + 1;
    }
}

/* A move at the walk's last node, which is in the tree. Its priors are set. */
static void describe_move(const mcts *m, mcts_walk *w, root_move *found)
{
    const mcts_node *node = w->step[w->length].node;
    bool visited = false;
    const mcts_node *child = stored_child(&m->tree, node, found->move, &visited);
    found->q = TREE_LOAD(node->value);
    if (!child) {
        return;
    }
    const float prior = (float)TREE_LOAD(child->prior);
    found->prior_used = prior / (float)PRIOR_ONE;
    if (visited) {
        describe_child(m, w, child, found);
    }
    found->exploration =
        mcts_exploration(m, node, w->length == 0) * prior / (1.0f + (float)found->visits);
}

int mcts_line_moves(const mcts *m, const move played[], int length, root_move moves[], int max)
{
    mcts_walk w = {.history = m->history};
    mcts_node root = tree_copy(&m->tree.root);
    move legal[MOVES_MAX];
    float priors[MOVES_MAX], of_net[MOVES_MAX];
    root_move all[MOVES_MAX];
    follow(m, &root, played, length, &w);
    const mcts_step *last = mcts_walk_last(&w);
    const int count = gen_legal(&last->position, legal);
    mcts_walk_priors(m, &w, legal, count, priors);
    mcts_net_priors(m, &w, legal, count, of_net);
    for (int i = 0; i < count; i++) {
        all[i] = (root_move){
            .move = legal[i],
            .q = -1.0f,
            .prior = priors[i],
            .prior_net = of_net[i],
            .history = mcts_history_logit(m, m->history, &last->position, &last->context, legal[i]),
            .draw = -1.0f,
            .net = -1.0f,
        };
        if (last->node) {
            describe_move(m, &w, &all[i]);
        }
    }
    qsort(all, (size_t)count, sizeof *all, compare_moves);
    for (int i = 0; i < count && i < max; i++) {
        moves[i] = all[i];
    }
    return count < max ? count : max;
}
