#include "mcts_playout.h"

#include "mcts_stay.h"

/* True if all moves of the node whose first block this is were visited. */
static bool all_visited(const node_block *block)
{
    return atomic_load(&block->visited) == block->count;
}

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
    if (!node_is_proven(child) || !all_visited(block)) {
        return;
    }
    node_state outcome = NODE_LOST;
    int longest = 0;
    for (int i = 0; i < block->count; i++) {
        const mcts_node *other = tree_child(t, node, i);
        const node_state state = (node_state)atomic_load(&other->state);
        const int distance = atomic_load(&other->distance);
        if (state < NODE_DRAWN || state == NODE_LOST) {
            /* Another thread has just proven the child lost, and will prove the parent. */
            return;
        }
        outcome = state == NODE_DRAWN ? NODE_DRAWN : outcome;
        longest = distance > longest ? distance : longest;
    }
    close_or_shorten(t, node, outcome, outcome == NODE_LOST ? longest + 1 : 0);
}

/* The same for a search for a mate: marks a node as spent if the mate can no longer be found below
 * it. `child` is the node's child on the walk. The defender needs one move that avoids the mate;
 * all moves of the attacker must fail. */
static void spend(const mcts *m, mcts_node *node, bool attacks, const mcts_node *child)
{
    const node_state found = tree_state(child);
    if (found <= NODE_OPEN || (!attacks && found == NODE_WON)) {
        return;
    }
    if (attacks) {
        const node_block *block = tree_block(&m->tree, node);
        if (!all_visited(block)) {
            return;
        }
        for (int k = 0; k < block->count; k++) {
            /* A lost child is the mate. The thread that has found it will prove the node. */
            const mcts_node *other = tree_child(&m->tree, node, k);
            if (!tree_is_closed(other) || tree_state(other) == NODE_LOST) {
                return;
            }
        }
    }
    tree_close(node, NODE_SPENT);
}

/* The visits of a step's node, those that are pending included. */
static uint32_t visits_of(const mcts_step *step)
{
    return TREE_LOAD(step->node->visits) + step->pending.uncounted;
}

/* With MctsCounterMove: keeps the move from one step to the next as the answer to the move before,
 * if most playouts through the first node choose it. */
static void keep_answer(const mcts *m, mcts_history *history, const mcts_step *from,
                        const mcts_step *to)
{
    const uint32_t visits = visits_of(from);
    if (visits > m->settings.answer_visits && visits_of(to) > (visits - 1) / 2) {
        hist_mcts_keep_counter_move(history, from->context.row[HIST_AFTER_1], to->node->move);
    }
}

/* Learns from the playout about the move that led to step `i` (i >= 1), before the parent learns
 * it. `playout` is the outcome for the mover. Above the turn of the walk the parent's mean lacks
 * what is pending. */
static void learn(const mcts *m, mcts_walk *w, int i, hist_playout playout)
{
    const mcts_step *from = &w->step[i - 1], *to = &w->step[i];
    hist_learn_playout(w->history, &from->context, &to->played, playout,
                       TREE_LOAD(from->node->value));
    if (m->techniques.mcts_counter_move) {
        keep_answer(m, w->history, from, to);
    }
}

void mcts_back_up(mcts *m, mcts_walk *w, tree_value v)
{
    const bool counts_proven = hist_counts_proven(w->history);
    const int turn = mcts_turn(w);
    hist_playout playout = hist_playout_of(v.value);
    float logit = mcts_corrects(m) ? mcts_logit(v.value) : 0.0f;
    for (int i = w->length; i >= 0; i--) {
        mcts_step *step = &w->step[i];
        mcts_node *node = step->node;
        if (i < w->length) {
            prove(&m->tree, node, step[1].node);
        }
        if (m->mate_plies && i < w->length && tree_state(node) <= NODE_OPEN) {
            spend(m, node, i % 2 == 0, step[1].node);
        }
        if (node_is_proven(node)) {
            v = tree_closed_value(&m->tree, node);
            playout = hist_playout_of(v.value);
            logit = mcts_logit(v.value);
        }
        if (node_is_proven(node) || (i == w->length && tree_state(node) > NODE_OPEN)) {
            /* What it was worth before does not count any more. */
            tree_set_means(&m->tree, node, v.value, v.draw);
            step->pending = (mcts_pending){.uncounted = step->pending.uncounted};
        } else {
            tree_add_playout(&step->pending.playouts, v.value, v.draw);
            step->pending.logit += logit;
        }
        if (i >= turn) {
            mcts_flush_step(m, w, i);
        }

        v.value = 1.0f - v.value;
        playout = hist_playout_turned(playout);
        logit = -logit;
        if (i > 0 && (!node_is_proven(node) || counts_proven)) {
            learn(m, w, i, playout);
        }
    }
}
