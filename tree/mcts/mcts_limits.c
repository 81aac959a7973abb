#include "mcts_limits.h"

#include "mcts_report.h"

/* A search ends before the counts of visits overflow. The rest is room for playouts under way. */
#define VISITS_MAX (UINT32_MAX - (1u << 24))

/* The most playouts of a search to depth 0, doubled for each ply: the mean length may stop growing
 * where moves are proven or repeat positions. Other searches to a depth need a twentieth as many.
 */
enum { PLAYOUTS_OF_DEPTH_0 = 2000 };

/* A stage of the pace ends when the root's visits have grown by the STAGE_PART-th part and
 * STAGE_VISITS. The parts are equal in logarithms, as those of negamax's iterations. */
enum { STAGE_PART = 4, STAGE_VISITS = 256 };

mcts_pace mcts_pace_begin(const mcts *m)
{
    return (mcts_pace){.clock = clock_start(m->settings.time_stretch)};
}

void mcts_note_stage(mcts_pace *pace, const mcts *m)
{
    const mcts_tree *t = &m->tree;
    const mcts_node *root = &t->root;
    const uint32_t visits = TREE_LOAD(root->visits);
    const int best = visits < pace->stage_end ? -1 : mcts_chosen_number(m);
    if (best < 0) {
        return;
    }
    const mcts_node *child = tree_child(t, root, best);
    const float q = 1.0f - TREE_LOAD(child->value);
    clock_note(&pace->clock, child->move, value_centipawns(m->backend.nets->value.centipawns, q),
               (double)TREE_LOAD(child->visits) / visits);
    pace->stage_end = (uint64_t)visits + visits / STAGE_PART + STAGE_VISITS;
}

/* The state of the root that the clock needs. A move that loses by proof is no choice. */
static clock_root root_now(const mcts *m)
{
    const mcts_tree *t = &m->tree;
    const int best = mcts_chosen_number(m);
    int choices = tree_block(t, &t->root)->count;
    uint32_t first = 0, second = 0;
    for (int i = 0; i < tree_visited(t, &t->root); i++) {
        const mcts_node *child = tree_child(t, &t->root, i);
        const uint32_t visits = TREE_LOAD(child->visits);
        if (i == best) {
            first = visits;
        } else if (tree_state(child) == NODE_WON) {
            choices--;
        } else {
            second = visits > second ? visits : second;
        }
    }
    return (clock_root){.forced = choices == 1,
                        .work = mcts_all_counts(m).playouts,
                        .lead = first > second ? first - second : 0};
}

bool mcts_time_is_up(const mcts_pace *pace, const mcts *m, const search_control *control)
{
    if (control_endless(control)) {
        return false;
    }
    if (clock_is_over(control)) {
        return true;
    }
    if (!control_on_clock(control)) {
        return false;
    }
    const clock_root root = root_now(m);
    return clock_is_enough(&pace->clock, control, &root);
}

bool mcts_work_is_done(const mcts *m, const search_control *control)
{
    const search_limits *l = &control->limits;
    const mcts_counts c = mcts_all_counts(m);
    if (control_counts_nodes(control) && c.playouts >= l->nodes) {
        return true;
    }
    if (control_endless(control) || !l->depth || !c.playouts) {
        return false;
    }
    return c.length_sum >= (uint64_t)l->depth * c.playouts ||
           c.playouts >> (l->depth < 40 ? l->depth : 40) >= PLAYOUTS_OF_DEPTH_0;
}

/* A win by the endgame tables is enough on a clock; else there may be a mate after an open
 * move. */
bool mcts_is_complete(const mcts *m, const search_control *control)
{
    const mcts_tree *t = &m->tree;
    const mcts_node *root = &t->root;
    if (tree_state(root) <= NODE_OPEN) {
        return false;
    }
    const bool may_change = m->multi_pv > 1 || node_is_by_tables(root);
    if (!may_change || m->mate_plies || control_on_clock(control)) {
        return true;
    }
    const int visited = tree_visited(t, root);
    bool open = visited < tree_block(t, root)->count;
    for (int i = 0; i < visited && !open; i++) {
        open = tree_state(tree_child(t, root, i)) <= NODE_OPEN;
    }
    return !open;
}

bool mcts_is_counted_out(const mcts *m)
{
    return TREE_LOAD(m->tree.root.visits) >= VISITS_MAX;
}
