#include "mcts_tree.h"

#include <string.h>

/* True if the last `reach` keys of `now`, without its newest `plies`, are the last keys of
 * `then`. */
static bool same_history(const line *then, const line *now, int plies, int reach)
{
    for (int back = plies; back <= reach && back < now->length; back++) {
        int other = then->length - 1 - (back - plies);
        if (other < 0 || then->key[other] != now->key[now->length - 1 - back]) {
            return false;
        }
    }
    return true;
}

static bool same_position(const position *a, const position *b)
{
    return a->key == b->key && !memcmp(a->board, b->board, sizeof a->board) &&
           a->to_move == b->to_move && a->castling == b->castling &&
           !memcmp(a->rook_from, b->rook_from, sizeof a->rook_from) &&
           a->en_passant == b->en_passant && a->halfmove_clock == b->halfmove_clock;
}

/* The visited descendant with the position `goal`, exactly `plies` below `node`; NULL if there is
 * none. */
static mcts_node *find_descendant(mcts_tree *t, mcts_node *node, const position *pos,
                                  const position *goal, const line *game, int plies)
{
    if (plies == 0) {
        return same_position(pos, goal) ? node : NULL;
    }
    for (int i = 0; i < tree_visited(t, node); i++) {
        mcts_node *child = tree_child(t, node, i);
        position next = *pos;
        pos_make(&next, child->move);
        if (next.key == game->key[game->length - plies]) {
            return find_descendant(t, child, &next, goal, game, plies - 1);
        }
    }
    return NULL;
}

/* Makes a descendant the root and orphans all the rest. */
static void promote(mcts_tree *t, mcts_node *descendant)
{
    mcts_node kept = *descendant;
    /* The rest of the tree is reclaimed as if this node had nothing below it. */
    descendant->block = 0;
    tree_orphan(t, &t->root);
    t->root = kept;
    t->root.move = MOVE_NONE;
    t->threshold = TREE_THRESHOLD_MIN;
    t->cursor_length = 0;
}

/* The nodes from the root down to a node. */
typedef struct node_path {
    mcts_node *node[LINE_PATH_MAX];
    int length;
} node_path;

/* Keeps the mean of a few playouts from 0 to 1 when it is the difference of two sums, which are
 * rounded and may lack a playout of another thread. */
static double bounded_share(double share)
{
    return share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
}

/* Subtracts the visits of a node, which were all draws, from the means above it. Until its next
 * first visit the node has its parent's value, as an unvisited move does. */
static void take_back_draws(mcts_tree *t, const node_path *above, mcts_node *node)
{
    for (int i = 0; i < above->length; i++) {
        mcts_node *n = above->node[i];
        const double all = n->visits, left = all - node->visits;
        const double value = tree_block(t, n)->value, draw = tree_draw(t, n);
        tree_set_means(t, n, bounded_share((value * all - 0.5 * node->visits) / left),
                       (float)bounded_share((draw * all - node->visits) / left));
        n->visits -= node->visits;
    }
    const mcts_node *parent = above->node[above->length - 1];
    node->visits = 0;
    node->state = NODE_NEW;
    tree_set_means(t, node, 1.0 - parent->value, tree_draw(t, parent));
}

/* What a node's mean may have draws from, seen by its parent. */
static uint8_t repeats_below(const mcts_tree *t, const mcts_node *node)
{
    return node->block && tree_block(t, node)->repetitions ? REPEATED_BELOW : 0;
}

/* Opens the nodes below the path's last node that no longer repeat a position after a new root was
 * set. t->game holds the keys up to that node, whose position is `pos`. */
static void forget_repetitions(mcts_tree *t, node_path *path, const position *pos)
{
    const mcts_node *node = path->node[path->length - 1];
    if (!node->block || !tree_block(t, node)->repetitions || node_is_proven(node)) {
        return;
    }
    node_block *block = tree_block(t, node);
    block->repetitions &= REPEATED_FREED;
    for (int i = 0; i < block->visited; i++) {
        mcts_node *child = tree_child(t, node, i);
        if (child->state != NODE_REPEATED && !repeats_below(t, child)) {
            continue;
        }
        position next = *pos;
        pos_make(&next, child->move);
        line_push(&t->game, next.key);
        if (child->state != NODE_REPEATED) {
            path->node[path->length++] = child;
            forget_repetitions(t, path, &next);
            path->length--;
            block->repetitions |= repeats_below(t, child);
        } else if (line_repeats(&t->game, next.halfmove_clock)) {
            block->repetitions |= REPEATED_BELOW;
        } else {
            take_back_draws(t, path, child);
        }
        line_cut(&t->game, t->game.length - 1);
    }
}

void tree_advance(mcts_tree *t, const position *pos, const line *game)
{
    enum { REUSE_PLIES_MAX = 2 };
    mcts_node *found = NULL;
    for (int plies = 0; plies <= REUSE_PLIES_MAX && plies < game->length && !found; plies++) {
        if (t->root.visits && same_history(&t->game, game, plies, pos->halfmove_clock)) {
            found = find_descendant(t, &t->root, &t->position, pos, game, plies);
        }
    }
    if (!found || t->limited) {
        tree_reset(t, pos, game);
        return;
    }
    if (found != &t->root) {
        promote(t, found);
    }
    t->position = *pos;
    t->game = *game;
    if (t->root.state == NODE_REPEATED) {
        t->root = (mcts_node){.visits = 0};
    }
    node_path path = {.node = {&t->root}, .length = 1};
    forget_repetitions(t, &path, pos);
    /* The new game may go on where the old search saw its end. A proof whose line was freed cannot
     * be shown. */
    if (t->root.state == NODE_DRAWN || (node_is_proven(&t->root) && !t->root.block)) {
        tree_reset(t, pos, game);
    }
}
