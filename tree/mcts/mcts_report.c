#include "mcts_report.h"

#include <stdlib.h>

#include "chess/movegen.h"
#include "mcts_playout.h"
#include "mcts_priors.h"
#include "nn/portable_math.h"

mcts_counts mcts_all_counts(const mcts *m)
{
    mcts_counts all = {0};
    for (int i = 0; i < m->thread_count; i++) {
        const mcts_walk *w = m->walks[i];
        const int length = TREE_LOAD(w->length_max);
        /* The sum is read first: a thread may do many playouts between the two. */
        all.length_sum += atomic_load_explicit(&w->length_sum, memory_order_acquire);
        all.playouts += TREE_LOAD(w->playouts);
        all.table_hits += TREE_LOAD(w->table_hits);
        all.length_max = length > all.length_max ? length : all.length_max;
    }
    return all;
}

static bool game_over(const position *pos, const line *path)
{
    return pos->halfmove_clock >= 100 || line_occurrences(path, pos) >= 2 ||
           pos_insufficient_material(pos) || !gen_any(pos);
}

/* The line of a root move: the best child at each node, until the game ends. */
static void describe_line(const mcts *m, int number, search_info *info)
{
    const mcts_tree *t = &m->tree;
    const mcts_node *node = &t->root;
    position pos = t->position;
    line path = t->game;
    const mate_line *mate = mcts_mate_line(m, number);
    if (mate) {
        memcpy(info->pv, mate->moves, (size_t)mate->length * sizeof *mate->moves);
        info->pv_length = mate->length;
        return;
    }
    info->pv_length = 0;
    while (number >= 0 && info->pv_length < PLY_MAX) {
        const bool visited = number < tree_visited(t, node);
        node = tree_child(t, node, number);
        info->pv[info->pv_length++] = node->move;
        pos_make(&pos, node->move);
        line_push(&path, pos.key);
        number = visited && TREE_LOAD(node->block) && !game_over(&pos, &path)
                     ? tree_best_child(t, node)
                     : -1;
    }
}

/* What a first visit to a root move would find. */
static mcts_node first_visit(const mcts *m, move played)
{
    position pos = m->tree.position;
    pos_make(&pos, played);
    return mcts_unvisited(m, &pos);
}

/* The node after a root move. For one without a value it is the result of a first visit. */
static mcts_node node_behind(const mcts *m, int number)
{
    const mcts_tree *t = &m->tree;
    const mcts_node child = tree_copy(tree_child(t, &t->root, number));
    return number < tree_visited(t, &t->root) && child.state != NODE_NEW
               ? child
               : first_visit(m, child.move);
}

/* A proof for the side to move: a mate in moves, or a win by the endgame tables. `distance` is that
 * of a node. */
static void describe_proof(node_state state, int distance, search_score *score)
{
    if (state != NODE_WON && state != NODE_LOST) {
        return;
    }
    if (distance >= TREE_BY_TABLES) {
        *score = endgames_score_of(state == NODE_WON, distance - TREE_BY_TABLES);
        return;
    }
    score->kind = SCORE_MATE;
    score->value = state == NODE_WON ? (distance + 1) / 2 : -(distance / 2);
}

/* The state of a node, seen by the other side. */
static node_state turned(node_state state)
{
    return state == NODE_LOST ? NODE_WON : state == NODE_WON ? NODE_LOST : state;
}

/* The score of a root move. The best move has the root's proof, unless it is won itself: another
 * line may have proven the root by a longer mate. */
static search_score describe_score(const mcts *m, int number)
{
    const mcts_node *root = &m->tree.root;
    const mcts_node child = node_behind(m, number);
    const bool visited = tree_visited(&m->tree, root) > 0;
    const tree_value v = tree_known_value(&m->tree, visited ? &child : root);
    const float q = visited ? 1.0f - v.value : v.value;
    search_score score = search_score_of(m->backend.nets->value.centipawns, q, v.draw);
    const bool has_root_proof = number == mcts_chosen_number(m) && child.state != NODE_LOST;
    if (!visited || has_root_proof) {
        describe_proof(tree_state(root), TREE_LOAD(root->distance), &score);
    } else {
        describe_proof(turned((node_state)child.state), child.distance + 1, &score);
    }
    return score;
}

int mcts_depth(const mcts *m)
{
    const mcts_counts counts = mcts_all_counts(m);
    const int mean = counts.playouts ? (int)(counts.length_sum / counts.playouts) : 0;
    return mean > 1 ? mean : 1;
}

void mcts_describe(const mcts *m, int number, search_info *info)
{
    const mcts_counts counts = mcts_all_counts(m);
    info->nodes = counts.playouts;
    info->depth = mcts_depth(m);
    info->seldepth = counts.length_max > info->depth ? counts.length_max : info->depth;
    info->hashfull = (int)((uint64_t)m->tree.arena.taken * 1000 / m->tree.arena.unit_count);
    info->table_hits = m->root_hits + counts.table_hits;
    info->score = describe_score(m, number);
    describe_line(m, number, info);
}

/* A root move and its rank. The node is a copy: it must not change while the moves are sorted. */
typedef struct ranked {
    mcts_node child;
    bool visited;
    int number;
    float q;   /* of the mover; set only if lines are ranked */
    bool best; /* it is mcts_chosen_number() */
} ranked;

/* The chosen move first, then by visits, as in tree_best_child(); unvisited moves by prior. */
static int compare_choice(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->best != b->best) {
        return a->best ? -1 : 1;
    }
    if (a->visited && b->visited &&
        (tree_prefers(&a->child, &b->child) || tree_prefers(&b->child, &a->child))) {
        return tree_prefers(&a->child, &b->child) ? -1 : 1;
    }
    if (a->visited != b->visited) {
        return a->visited ? -1 : 1;
    }
    return a->number - b->number;
}

/* Kinds of lines, best first. */
static int line_kind(const ranked *r)
{
    enum { BEST, WINS, OPEN, LOSES };
    const int state = r->visited ? r->child.state : NODE_OPEN;
    return r->best ? BEST : state == NODE_LOST ? WINS : state == NODE_WON ? LOSES : OPEN;
}

/* The chosen move first, then the others by score. */
static int compare_lines(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (line_kind(a) != line_kind(b)) {
        return line_kind(a) - line_kind(b);
    }
    if (a->q < b->q || a->q > b->q) {
        return a->q > b->q ? -1 : 1;
    }
    return compare_choice(left, right);
}

/* Lists all root moves in the order of their numbers, and returns how many there are. The root must
 * have its moves. */
static int list_root(const mcts *m, ranked moves[MOVES_MAX])
{
    const mcts_tree *t = &m->tree;
    const int count = tree_block(t, &t->root)->count, visited = tree_visited(t, &t->root);
    const int best = mcts_chosen_number(m);
    for (int i = 0; i < count; i++) {
        moves[i] = (ranked){.child = tree_copy(tree_child(t, &t->root, i)),
                            .visited = i < visited,
                            .number = i,
                            .best = i == best};
    }
    return count;
}

int mcts_best_lines(const mcts *m, int numbers[], int max)
{
    if (max <= 1 || !tree_visited(&m->tree, &m->tree.root)) {
        numbers[0] = mcts_best_number(m);
        return 1;
    }
    ranked order[MOVES_MAX];
    const int all = list_root(m, order), count = all < max ? all : max;
    for (int i = 0; i < all; i++) {
        ranked *r = &order[i];
        const bool valued = r->visited && r->child.state != NODE_NEW;
        const mcts_node first = valued ? r->child : first_visit(m, r->child.move);
        r->q = 1.0f - first.value;
    }
    qsort(order, (size_t)all, sizeof order[0], compare_lines);
    for (int i = 0; i < count; i++) {
        numbers[i] = order[i].number;
    }
    return count;
}

/* The value net's expected score at a node, for its side to move, or -1 if it is not kept. */
static float net_value(const mcts_node *node)
{
    const int logit = TREE_LOAD(node->net_logit);
    const bool known = tree_state(node) == NODE_OPEN && logit;
    return known ? nn_sigmoid((float)logit / (float)NET_LOGIT_ONE) : -1.0f;
}

void mcts_describe_child(const mcts *m, const mcts_node *child, root_move *found)
{
    const tree_value v = tree_known_value(&m->tree, child);
    const float net = net_value(child);
    found->visits = TREE_LOAD(child->visits);
    found->q = 1.0f - v.value;
    found->draw = v.draw;
    found->proven = node_is_proven(child);
    found->net = net < 0.0f ? net : 1.0f - net;
}

int mcts_root_moves(const mcts *m, root_move moves[], int max)
{
    const mcts_tree *t = &m->tree;
    if (!TREE_LOAD(t->root.block)) {
        return 0;
    }
    const hist_context context = mcts_root_context(m);
    const float exploration = mcts_exploration(m, &t->root, true);
    ranked order[MOVES_MAX];
    const int all = list_root(m, order), count = all < max ? all : max;
    qsort(order, (size_t)all, sizeof order[0], compare_choice);
    for (int i = 0; i < count; i++) {
        const mcts_node *child = &order[i].child;
        root_move *found = &moves[i];
        *found = (root_move){
            .move = child->move,
            .q = tree_known_value(t, &t->root).value,
            .prior = (float)child->prior / (float)PRIOR_ONE,
            .history = mcts_history_logit(m, m->history, &t->position, &context, child->move),
            .draw = -1.0f,
            .net = -1.0f,
        };
        if (order[i].visited) {
            mcts_describe_child(m, child, found);
        }
        found->exploration = exploration * (float)child->prior / (1.0f + (float)found->visits);
    }
    return count;
}

bool mcts_root(const mcts *m, root_move *root)
{
    const mcts_tree *t = &m->tree;
    if (!TREE_LOAD(t->root.block)) {
        return false;
    }
    float share = 0.0f;
    for (int i = 0; i < tree_visited(t, &t->root); i++) {
        share += (float)TREE_LOAD(tree_child(t, &t->root, i)->prior) / (float)PRIOR_ONE;
    }
    const tree_value v = tree_known_value(t, &t->root);
    *root = (root_move){.move = MOVE_NONE,
                        .visits = TREE_LOAD(t->root.visits),
                        .q = v.value,
                        .prior = share < 1.0f ? share : 1.0f,
                        .proven = node_is_proven(&t->root),
                        .draw = v.draw,
                        .net = net_value(&t->root)};
    return true;
}
