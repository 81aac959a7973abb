#include "tree_view.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "chess/fen.h"
#include "chess/movegen.h"

static bool add_node(tree_view *view, const tree_view_node *node, failure *why)
{
    if (view->count == TREE_VIEW_NODES_MAX) {
        return fail(why,
                    "the part of the tree has more than %d nodes; show fewer plies or "
                    "children, or a larger share",
                    TREE_VIEW_NODES_MAX);
    }
    tree_view_node *nodes =
        array_room(view->nodes, sizeof *nodes, &view->capacity, (size_t)view->count + 1);
    if (nodes == NULL) {
        return fail(why, "not enough memory for a tree of %d nodes", view->count + 1);
    }
    view->nodes = nodes;
    view->nodes[view->count++] = *node;
    return true;
}

/* Finds the moves from the root to a node, and the position there. Returns their number. */
static int find_line(const tree_view *view, int index, move played[], position *pos)
{
    const int length = view->nodes[index].ply;
    for (int i = length; i > 0; i--) {
        played[i - 1] = view->nodes[index].seen.move;
        index = view->nodes[index].parent;
    }
    *pos = view->root;
    for (int i = 0; i < length; i++) {
        pos_make(pos, played[i]);
    }
    return length;
}

/* Adds the children of a node, and counts those that are left out. */
static bool add_children(tree_view *view, int index, const search *s,
                         const tree_view_limits *limits, failure *why)
{
    move played[TREE_VIEW_PLIES_MAX];
    root_move moves[MOVES_MAX];
    position pos;
    const double least = limits->share * view->nodes[0].seen.visits;
    const int length = find_line(view, index, played, &pos);
    const int64_t most = length < limits->plies ? limits->children : 0;
    const int found = search_line_moves(s, played, length, moves, MOVES_MAX);
    view->nodes[index].first = view->count;
    for (int i = 0; i < found && moves[i].visits > 0; i++) {
        if (view->nodes[index].count == most || moves[i].visits < least) {
            view->nodes[index].left_out++;
            view->nodes[index].left_out_visits += moves[i].visits;
            continue;
        }
        tree_view_node node = {.seen = moves[i], .parent = index, .ply = length + 1};
        san_write(&pos, moves[i].move, node.san);
        if (!add_node(view, &node, why)) {
            return false;
        }
        view->nodes[index].count++;
    }
    return true;
}

bool tree_view_take(tree_view *view, const search *s, const position *root,
                    const tree_view_limits *limits, failure *why)
{
    *view = (tree_view){.root = *root, .chess960 = fen_is_chess960(root)};
    tree_view_node first = {.parent = -1};
    if (!gen_any(root) || !search_root_stats(s, &first.seen)) {
        first.seen = (root_move){.move = MOVE_NONE, .draw = -1.0f, .net = -1.0f};
    }
    if (!add_node(view, &first, why)) {
        return false;
    }
    for (int i = 0; i < view->count; i++) {
        /* The first visit of a node is its own, so one more has gone to a child. */
        if (view->nodes[i].seen.visits > 1 && view->nodes[i].ply < PLY_MAX / 2 &&
            !add_children(view, i, s, limits, why)) {
            return false;
        }
    }
    return true;
}

void tree_view_free(tree_view *view)
{
    free(view->nodes);
    *view = (tree_view){.nodes = NULL};
}

double tree_view_share(const tree_view *view, const tree_view_node *node)
{
    const uint32_t visits = view->nodes[0].seen.visits;
    return visits > 0 ? node->seen.visits / (double)visits : 0.0;
}

const char *tree_view_proof(const root_move *m)
{
    return !m->proven ? "" : m->q > 0.75f ? "won" : m->q < 0.25f ? "lost" : "drawn";
}

static void put_move(json_writer *j, const tree_view *view, const tree_view_node *node)
{
    const root_move *m = &node->seen;
    char uci[MOVE_TEXT_MAX];
    move_to_uci(m->move, view->chess960, uci);
    json_text(j, "move", uci);
    json_text(j, "san", node->san);
    json_object_begin(j, "prior");
    json_real(j, "net", (double)m->prior_net, 5);
    json_real(j, "used", (double)m->prior_used, 5);
    json_real(j, "now", (double)m->prior, 5);
    json_object_end(j);
    json_real(j, "history", (double)m->history, 4);
    json_real(j, "exploration", (double)m->exploration, 5);
    json_real(j, "correction", (double)m->correction, 4);
}

void tree_view_put_node(json_writer *j, const char *key, const tree_view *view, int index)
{
    const tree_view_node *node = &view->nodes[index];
    const root_move *m = &node->seen;
    json_object_begin(j, key);
    if (node->ply > 0) {
        put_move(j, view, node);
    }
    json_whole(j, "visits", m->visits);
    json_real(j, "share", tree_view_share(view, node), 5);
    json_known(j, "q", m->visits > 0 ? m->q : -1.0f, 5);
    json_known(j, "draw", m->draw, 5);
    json_known(j, "value", m->net, 5);
    if (m->proven) {
        json_text(j, "proof", tree_view_proof(m));
    }
    if (m->mate_plies > 0) {
        json_whole(j, "mate_plies", m->mate_plies);
    }
    json_whole(j, "left_out", node->left_out);
    json_whole(j, "left_out_visits", node->left_out_visits);
    json_array_begin(j, "children");
    for (int i = 0; i < node->count; i++) {
        tree_view_put_node(j, NULL, view, node->first + i);
    }
    json_array_end(j);
    json_object_end(j);
}
