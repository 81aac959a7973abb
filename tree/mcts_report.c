#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "mcts.h"

/* True if `a` is the better choice: a quicker win, then more visits among what is not lost, then
 * the slower loss. States are the child's, who moves next: a LOST child is our win. */
static bool better_child(const mcts_node *a, const mcts_node *b)
{
    if ((a->state == NODE_LOST) != (b->state == NODE_LOST)) {
        return a->state == NODE_LOST;
    }
    if (a->state == NODE_LOST) {
        return a->distance < b->distance;
    }
    if ((a->state == NODE_WON) != (b->state == NODE_WON)) {
        return b->state == NODE_WON;
    }
    if (a->state == NODE_WON) {
        return a->distance > b->distance;
    }
    if (a->visits != b->visits) {
        return a->visits > b->visits;
    }
    return a->value < b->value;
}

int mcts_best_child(const mcts_tree *t, const mcts_node *node)
{
    int best = -1;
    const mcts_node *children = node->child_count ? tree_children(t, node) : NULL;
    for (int i = 0; i < node->child_count; i++) {
        if (best < 0 || better_child(&children[i], &children[best])) {
            best = i;
        }
    }
    return best;
}

static bool game_over(const position *pos, const line *path)
{
    return pos->halfmove_clock >= 100 || line_occurrences(path, pos) >= 2 ||
           pos_insufficient_material(pos) || !gen_any(pos);
}

/* The line that begins with a child of the root (-1: none) and goes on with best children, ended
 * where the game ends. */
static void describe_line(const mcts *m, int child, search_info *info)
{
    const mcts_tree *t = &m->tree;
    const mcts_node *node = &t->root;
    position pos = t->position;
    line path = t->game;
    info->pv_length = 0;
    while (child >= 0 && info->pv_length < PLY_MAX) {
        move played = tree_edges(t, node)->edge[child].move;
        info->pv[info->pv_length++] = played;
        pos_make(&pos, played);
        line_push(&path, pos.key);
        node = &tree_children(t, node)[child];
        child = node->edges && !game_over(&pos, &path) ? mcts_best_child(t, node) : -1;
    }
    /* Before the first playout the policy's choice is the best that is known. */
    if (!info->pv_length && t->root.edges) {
        info->pv[info->pv_length++] = tree_edges(t, &t->root)->edge[0].move;
    }
}

/* A proof for the side to move, told in moves. */
static void describe_mate(node_state state, int plies, search_score *score)
{
    if (state == NODE_WON || state == NODE_LOST) {
        score->kind = SCORE_MATE;
        score->value = state == NODE_WON ? (plies + 1) / 2 : -(plies / 2);
    }
}

/* The score of a root move; for the best one what is proven of the root holds. */
static search_score describe_score(const mcts *m, int child)
{
    const mcts_tree *t = &m->tree;
    const mcts_node *node = child >= 0 ? &tree_children(t, &t->root)[child] : NULL;
    const float q = node ? 1.0f - (float)node->value : (float)t->root.value;
    const float draw = node ? node->draw : t->root.draw;
    const float win = q - 0.5f * draw, loss = 1.0f - q - 0.5f * draw;
    search_score score = {SCORE_CENTIPAWNS, search_centipawns(&m->backend.nets->value, q),
                          win > 0.0f ? win : 0.0f, draw, loss > 0.0f ? loss : 0.0f};
    if (!node || child == mcts_best_child(t, &t->root)) {
        describe_mate((node_state)t->root.state, t->root.distance, &score);
    } else if (node->state == NODE_LOST) {
        describe_mate(NODE_WON, node->distance + 1, &score);
    } else if (node->state == NODE_WON) {
        describe_mate(NODE_LOST, node->distance + 1, &score);
    }
    return score;
}

void mcts_describe(const mcts *m, int child, search_info *info)
{
    const mcts_counts *counts = &m->counts;
    info->nodes = counts->playouts;
    info->depth = counts->playouts ? (int)(counts->length_sum / counts->playouts) : 0;
    info->depth = info->depth > 1 ? info->depth : 1;
    info->seldepth = counts->length_max > info->depth ? counts->length_max : info->depth;
    info->hashfull = (int)((uint64_t)m->tree.arena.taken * 1000 / m->tree.arena.unit_count);
    info->score = describe_score(m, child);
    describe_line(m, child, info);
}

/* Best first, as mcts_best_child would choose; the unvisited by prior. */
typedef struct ranked {
    const mcts_node *child; /* NULL if unvisited */
    int edge;
} ranked;

static int compare_ranked(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->child && b->child &&
        (better_child(a->child, b->child) || better_child(b->child, a->child))) {
        return better_child(a->child, b->child) ? -1 : 1;
    }
    if (!a->child != !b->child) {
        return a->child ? -1 : 1;
    }
    return a->edge - b->edge;
}

/* All root moves, best first; the root must have edges. */
static int rank_root(const mcts_tree *t, ranked order[MOVES_MAX])
{
    const int count = tree_edges(t, &t->root)->count;
    for (int i = 0; i < count; i++) {
        order[i] = (ranked){i < t->root.child_count ? &tree_children(t, &t->root)[i] : NULL, i};
    }
    qsort(order, (size_t)count, sizeof order[0], compare_ranked);
    return count;
}

int mcts_best_children(const mcts *m, int children[], int max)
{
    const mcts_tree *t = &m->tree;
    if (max <= 1 || t->root.child_count <= 1) {
        children[0] = mcts_best_child(t, &t->root);
        return children[0] >= 0;
    }
    ranked order[MOVES_MAX];
    const int visited = t->root.child_count < max ? t->root.child_count : max;
    (void)rank_root(t, order);
    for (int i = 0; i < visited; i++) {
        children[i] = order[i].edge;
    }
    return visited;
}

int mcts_root_moves(const mcts *m, root_move moves[], int max)
{
    const mcts_tree *t = &m->tree;
    if (!t->root.edges) {
        return 0;
    }
    const edge_block *block = tree_edges(t, &t->root);
    const hist_node before = mcts_hist_root(m);
    ranked order[MOVES_MAX];
    const int all = rank_root(t, order), count = all < max ? all : max;
    for (int i = 0; i < count; i++) {
        const mcts_edge *edge = &block->edge[order[i].edge];
        const mcts_node *child = order[i].child;
        moves[i] = (root_move){
            .move = edge->move,
            .visits = child ? child->visits : 0,
            .q = child ? 1.0f - (float)child->value : (float)t->root.value,
            .prior = (float)edge->prior / (float)PRIOR_ONE,
            .history = mcts_history_logit(m, &t->position, &before, edge->move),
            .proven = child && child->state != NODE_OPEN,
        };
    }
    return count;
}
