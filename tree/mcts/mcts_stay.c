#include "mcts_stay.h"

#include "mcts_playout.h"

uint32_t mcts_stay_at(const mcts *m, const mcts_node *node, const mcts_node *child)
{
    const uint32_t part = m->settings.stay_part, most = m->settings.stay_most;
    const uint32_t wanted = part ? TREE_LOAD(child->visits) / part : 0;
    const uint32_t stay = wanted < most ? wanted : most;
    if (m->techniques.mcts_history_refresh == MCTS_REFRESH_OFF) {
        return stay;
    }
    const uint32_t before = TREE_LOAD(node->visits) - 1;
    const uint32_t left = (2u << tree_doublings(before)) - 1 - before;
    return stay < left ? stay : left;
}

void mcts_resume(mcts *m, mcts_walk *w)
{
    int i = 0;
    while (i < w->length && w->step[i].stay && tree_state(w->step[i + 1].node) == NODE_OPEN) {
        w->step[i].stay--;
        w->step[i++].pending.uncounted++;
    }
    /* Something is pending here where a stay has ended early. */
    mcts_flush(m, w, i);
    tree_enter(&m->tree, w->step[i].node, 1);
    w->length = i;
    line_cut(&w->path, m->tree.game.length + i);
}

int mcts_turn(const mcts_walk *w)
{
    int i = 0;
    while (i < w->length && w->step[i].stay) {
        i++;
    }
    return i;
}

void mcts_flush_step(mcts *m, mcts_walk *w, int i)
{
    mcts_step *step = &w->step[i];
    mcts_node *node = step->node;
    const mcts_pending *p = &step->pending;
    const uint32_t playouts = p->playouts.count;
    if (p->uncounted) {
        tree_enter(&m->tree, node, p->uncounted);
    }
    /* Another thread may have proven the node since. */
    if (playouts && !node_is_proven(node)) {
        tree_learn(&m->tree, node, &p->playouts);
        mcts_share_means(m, step->shared_key, node, playouts);
        if (mcts_corrects(m) && i < w->length) {
            mcts_report_error(m, w->history, node, playouts, &step->keys,
                              p->logit / (float)playouts);
        }
    }
    step->pending = (mcts_pending){0};
}

void mcts_flush(mcts *m, mcts_walk *w, int from)
{
    for (int i = from; i <= w->length; i++) {
        if (w->step[i].pending.playouts.count || w->step[i].pending.uncounted) {
            mcts_flush_step(m, w, i);
        }
    }
}
