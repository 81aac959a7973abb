#include "mcts_walk.h"

static void close_or_shorten(const mcts_tree *t, mcts_node *node, node_state outcome, int distance)
{
    if (!tree_close_proven(node, outcome, distance)) {
        tree_shorten(t, node);
    }
}

/* Proves a parent from a child: it wins if the child is lost. If all its moves were tried and have
 * known outcomes, it has the best of them. */
static void prove(const mcts_tree *t, mcts_node *node, const mcts_node *child)
{
    const node_block *block = tree_block(t, node);
    if (tree_state(child) == NODE_LOST) {
        close_or_shorten(t, node, NODE_WON, atomic_load(&child->distance) + 1);
        return;
    }
    if (!node_is_proven(child) || !tree_all_visited(block)) {
        return;
    }
    node_state outcome = NODE_LOST;
    int longest = 0;
    for (int i = 0; i < block->count; i++) {
        const mcts_node *other = tree_child(t, node, i);
        const node_state state = (node_state)atomic_load(&other->state);
        const int distance = atomic_load(&other->distance);
        if (state < NODE_DRAWN || state == NODE_LOST) {
            /* Another thread has just found that the child is lost. It will tell the parent. */
            return;
        }
        outcome = state == NODE_DRAWN ? NODE_DRAWN : outcome;
        longest = distance > longest ? distance : longest;
    }
    close_or_shorten(t, node, outcome, outcome == NODE_LOST ? longest + 1 : 0);
}

/* The same for a search for a mate within m->horizon plies: marks the walk's node `i` as spent if
 * the mate can no longer be found below it. `child` is the node's child on the walk. The
 * defender needs one move that avoids the mate; all moves of the attacker must fail. */
static void spend(const mcts *m, const mcts_walk *w, int i, const mcts_node *child)
{
    mcts_node *node = w->node[i];
    const bool attacks = i % 2 == 0;
    const node_state found = tree_state(child);
    if (found <= NODE_OPEN || (!attacks && found == NODE_WON)) {
        return;
    }
    if (attacks) {
        const node_block *block = tree_block(&m->tree, node);
        if (!tree_all_visited(block)) {
            return;
        }
        for (int k = 0; k < block->count; k++) {
            /* A lost child is the mate. The thread that has found it will tell. */
            const mcts_node *other = tree_child(&m->tree, node, k);
            if (!tree_is_closed(other) || tree_state(other) == NODE_LOST) {
                return;
            }
        }
    }
    tree_close(node, NODE_SPENT);
}

/* Learns from the playout about the move that led to node `i` of the walk (i >= 1), before the
 * parent learns it. `playout` is the outcome for the mover. While the parent waits, its mean is
 * that of its last settlement. */
static void learn(mcts *m, const mcts_walk *w, int i, hist_playout playout)
{
    const mcts_node *parent = w->node[i - 1];
    const hist_context *context = &w->context[i - 1];
    hist_learn_playout(w->history, context, &w->played[i - 1], playout, TREE_LOAD(parent->value));
    /* The answer to a move is the reply that most playouts choose. */
    const uint32_t visits = mcts_walk_visits(w, i - 1);
    if (m->techniques.mcts_counter_move && visits > m->settings.answer_visits &&
        mcts_walk_visits(w, i) > (visits - 1) / 2) {
        hist_keep_answer(w->history, context->row[HIST_AFTER_1], w->node[i]->move);
    }
}

/* Tells node `i` of the walk what the playouts through it have found. */
static void settle(mcts *m, mcts_walk *w, int i)
{
    mcts_node *node = w->node[i];
    walk_pending *p = &w->pending[i];
    const uint32_t playouts = p->playouts.count;
    if (p->uncounted) {
        tree_enter(&m->tree, node, p->uncounted);
    }
    /* Another thread may have proven the node since. */
    if (playouts && !node_is_proven(node)) {
        tree_learn(&m->tree, node, &p->playouts);
        mcts_share_means(m, w->shared[i], node, playouts);
        if (mcts_corrects(m) && i < w->length) {
            mcts_report_error(m, w->history, node, playouts, &w->keys[i],
                              p->logit / (float)playouts);
        }
    }
    *p = (walk_pending){0};
}

void mcts_settle(mcts *m, mcts_walk *w, int from)
{
    for (int i = from; i <= w->length; i++) {
        if (w->pending[i].playouts.count || w->pending[i].uncounted) {
            settle(m, w, i);
        }
    }
}

/* The number of the node at which the next playout will choose: the first where it does not
 * stay. */
static int next_choice(const mcts_walk *w)
{
    int i = 0;
    while (i < w->length && w->stay[i]) {
        i++;
    }
    return i;
}

void mcts_back_up(mcts *m, mcts_walk *w, mcts_value v)
{
    const bool counts_proven = hist_counts_proven(w->history);
    const int next = next_choice(w);
    hist_playout playout = hist_playout_of(v.value);
    float logit = mcts_corrects(m) ? mcts_logit(v.value) : 0.0f;
    for (int i = w->length; i >= 0; i--) {
        mcts_node *node = w->node[i];
        walk_pending *p = &w->pending[i];
        if (i < w->length) {
            prove(&m->tree, node, w->node[i + 1]);
        }
        if (m->horizon && i < w->length && tree_state(node) <= NODE_OPEN) {
            spend(m, w, i, w->node[i + 1]);
        }
        if (node_is_proven(node)) {
            v = mcts_closed_value(&m->tree, node);
            playout = hist_playout_of(v.value);
            logit = mcts_logit(v.value);
        }
        if (node_is_proven(node) || (i == w->length && tree_state(node) > NODE_OPEN)) {
            /* What it was worth before does not count any more. */
            tree_set_means(&m->tree, node, v.value, v.draw);
            *p = (walk_pending){.uncounted = p->uncounted};
        } else {
            tree_add_playout(&p->playouts, v.value, v.draw);
            p->logit += logit;
        }
        if (i >= next) {
            settle(m, w, i);
        }

        v.value = 1.0f - v.value;
        playout = hist_playout_turned(playout);
        logit = -logit;
        if (i > 0 && (!node_is_proven(node) || counts_proven)) {
            learn(m, w, i, playout);
        }
    }
}
