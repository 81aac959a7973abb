#include <math.h>

#include "mcts_walk.h"
#include "nn/real.h"
#include "system/clock.h"

/* True if the first unvisited move of the walk's last node may be selected. Progressive widening
 * (Coulom 2007; progressive unpruning of Chaslot et al. 2008): move k, from `first` on, waits until
 * its node has V * G^(k - first) visits, where V and G are parameters. A move with a good history
 * waits less, as in late-move reductions: a history of h logits divides these visits by e^(weight *
 * h). PUCT alone chooses among the moves that may be selected. A pruned move waits for good. */
static bool may_widen(const mcts *m, const mcts_walk *w, const mcts_node *next)
{
    const mcts_settings *s = &m->settings;
    const mcts_node *node = w->node[w->length];
    const uint32_t visits = TREE_LOAD(node->visits) - 1;
    const int late = tree_visited(&m->tree, node) - s->widening_first;
    if (tree_is_pruned(next)) {
        return false;
    }
    if (!m->techniques.mcts_widening || late < 0) {
        return true;
    }
    if (s->widening_history == 0.0f) {
        return visits >= s->widening[late];
    }
    const float history =
        mcts_history_logit(m, w->history, &w->position, &w->context[w->length], next->move);
    return (float)visits * nn_exp(s->widening_history * history) >= (float)s->widening[late];
}

/* True if only open children may be selected, because a playout to a closed one would tell nothing
 * new. That is so at a proven root and in a search for a mate. */
static bool wants_open(const mcts *m, const mcts_node *node)
{
    return m->horizon || node_is_proven(node);
}

/* A visited child that may be selected: its score, which is not below 0, and its number, of equals
 * the first. In one word, because integers are compared faster than floats, whose bits have the
 * same order. 0: none. */
typedef uint64_t candidate;

static candidate candidate_of(float score, uint32_t number)
{
    uint32_t bits;
    memcpy(&bits, &score, sizeof bits);
    return (uint64_t)bits << 32 | (UINT32_MAX - number);
}

static float score_of(candidate c)
{
    const uint32_t bits = (uint32_t)(c >> 32);
    float score;
    memcpy(&score, &bits, sizeof score);
    return score;
}

static int number_of(candidate c)
{
    return (int)(UINT32_MAX - (uint32_t)c);
}

/* The visited child with the highest Q + C * P / (1 + n) for `side`. `contempt` is a constant of
 * each call, so that a search without it does not pay for it. */
static inline candidate select_visited(const mcts *m, const node_block *block, bool open_only,
                                       float exploration, colour side, bool contempt)
{
    const uint32_t visited = (uint32_t)tree_block_visited(block);
    candidate best = 0;
    for (uint32_t k = 0, past = 0; k < visited; block = tree_next_block(&m->tree, block)) {
        const mcts_node *child = block->node;
        past += block->held;
        for (const uint32_t end = visited < past ? visited : past; k < end; k++, child++) {
            const int state = TREE_LOAD(child->state);
            if (state == NODE_WON || (open_only && state > NODE_OPEN)) {
                continue;
            }
            const float urge = exploration * (float)TREE_LOAD(child->prior);
            const int64_t visits = TREE_LOAD(child->visits);
            float q = 1.0f - TREE_LOAD(child->value);
            q = contempt ? mcts_preference(m, side, child, q) : q;
            const float score = q + urge / (float)(1 + visits);
            const candidate found = candidate_of(score, k);
            best = found > best ? found : best;
        }
        if (k == visited) {
            break;
        }
    }
    return best;
}

/* D: exploration is worth more where the playouts of a node differ, and less where they agree (Wu,
 * KataGo, 2020). With n playouts it is 1 + weight * n / (n + prior) * (deviation / usual - 1). */
static float spread_factor(const mcts_settings *s, const node_block *block, uint32_t visits)
{
    const float known = (float)visits / ((float)visits + s->spread_prior);
    const float deviation = sqrtf(TREE_LOAD(block->spread)) * s->spread_scale;
    return 1.0f + s->spread * known * (deviation - 1.0f);
}

float mcts_exploration(const mcts *m, const mcts_node *node, bool is_root)
{
    const mcts_settings *s = &m->settings;
    const node_block *block = tree_block(&m->tree, node);
    const float *rows = is_root ? s->exploration_root : s->exploration;
    /* Reports also ask for a root that has no playout yet. */
    const uint32_t all = TREE_LOAD(node->visits), visits = all > 1 ? all - 1 : 1;
    return rows[mcts_exploration_row(visits)] * s->concentration[TREE_LOAD(block->gini)] *
           spread_factor(s, block, visits);
}

/* The child of the walk's last node with the highest Q + C * P / (1 + n), or NULL if memory for
 * moves is out and none of those visited may be selected. Visited moves are a prefix, and the first
 * unvisited move has the highest prior of the unvisited ones. So it is enough to compare the
 * visited moves and that one. */
static mcts_node *select_child(mcts *m, const mcts_walk *w)
{
    mcts_node *node = w->node[w->length];
    node_block *block = tree_block(&m->tree, node);
    const float exploration = mcts_exploration(m, node, w->length == 0);
    const colour side = (colour)w->position.to_move;
    const bool open_only = wants_open(m, node);
    const candidate best = m->contempt_of_white
                               ? select_visited(m, block, open_only, exploration, side, true)
                               : select_visited(m, block, open_only, exploration, side, false);
    const int visited = tree_block_visited(block);
    if (visited < atomic_load_explicit(&block->stored, memory_order_acquire)) {
        const mcts_node *next = tree_child(&m->tree, node, visited);
        const float q = mcts_preference(m, side, node, TREE_LOAD(node->value));
        const float score =
            q - m->settings.fpu_reduction + exploration * (float)TREE_LOAD(next->prior);
        /* The widening is read last, because that is the most expensive test. */
        if (!best || (score > score_of(best) && may_widen(m, w, next))) {
            return tree_open(&m->tree, node, visited);
        }
    }
    return best ? tree_child(&m->tree, node, number_of(best)) : NULL;
}

/* The number of further playouts that the child of a node has once it is chosen. A stay ends before
 * the priors of the node are refreshed. */
static uint32_t stay_at(const mcts *m, const mcts_node *node, const mcts_node *child)
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

/* Goes again where the last playout went, as far as it stays there. A choice among thousands of
 * visits is not made anew for each of them: the chosen child has the next n / part playouts as
 * well, where n is the number of its visits. The children's shares of the visits differ by that
 * part at most, and most playouts begin deep in the tree, with the position that the last one met
 * there. */
static void walk_again(mcts *m, mcts_walk *w)
{
    int i = 0;
    for (; i < w->length && w->stay[i] && tree_state(w->node[i + 1]) == NODE_OPEN; i++) {
        w->stay[i]--;
        w->pending[i].uncounted++;
    }
    /* Where a stay has ended early, these wait still. */
    mcts_settle(m, w, i);
    tree_enter(&m->tree, w->node[i], 1);
    w->length = i;
    w->position = w->at[i];
    line_cut(&w->path, m->tree.game.length + i);
}

void mcts_go_on(mcts *m, mcts_walk *w, mcts_node *child, uint32_t stay)
{
    tree_enter(&m->tree, child, 1);
    tree_prefetch(&m->tree, child);
    w->stay[w->length] = stay;
    mcts_walk_play(w, mcts_threats(m, &w->position), child->move);
    w->shared[w->length] = mcts_shared_key(m, &w->position);
    value_table_prefetch(&m->values, w->position.key);
    line_push(&w->path, w->position.key);
    w->node[w->length] = child;
    if (stay) {
        w->at[w->length] = w->position;
    }
}

/* Prepares the corrections at the walk's last node. */
static void key_node(const mcts *m, mcts_walk *w)
{
    if (mcts_corrects(m)) {
        w->keys[w->length] = correction_keys_of(&w->position, &w->context[w->length]);
        hist_prefetch_leaf(w->history, &w->keys[w->length]);
    }
}

/* Selects down to a leaf and returns its value. */
static mcts_value walk_down(mcts *m, mcts_walk *w)
{
    walk_again(m, w);
    mcts_node *node = w->node[w->length];
    for (;;) {
        const node_state state = tree_state(node);
        key_node(m, w);
        /* 1. A closed node: the game is over, or the outcome is proven. A proven root is searched
         * only for its other moves. */
        if (state > NODE_OPEN && w->length > 0) {
            return mcts_closed_value(&m->tree, node);
        }
        /* 2. First visit: repetition, rules, and nets. */
        if (state == NODE_NEW) {
            return mcts_visit_new(m, w);
        }
        /* 3. Second visit: moves and priors. If memory is out, the playout counts the node's value
         * again. */
        if ((!TREE_LOAD(node->block) && !mcts_expand(m, w)) || w->length == PLY_MAX - 1) {
            return mcts_mean_of(&m->tree, node);
        }
        if (mcts_extension_is_due(m, node)) {
            mcts_extend(m, w);
        }
        if (mcts_refresh_is_due(m, node)) {
            mcts_refresh_priors(m, w);
        }
        /* 4. The best child. */
        mcts_node *child = select_child(m, w);
        if (!child && tree_lacks_moves(tree_block(&m->tree, node))) {
            /* No move waits where all that are stored are closed. */
            mcts_extend(m, w);
            child = select_child(m, w);
        }
        if (!child) {
            /* Memory is out, or another thread is storing the moves. If that thread waits for a
             * core, it gets this one, or many playouts would end here. */
            if (m->tree.crowded) {
                system_yield();
            }
            return mcts_mean_of(&m->tree, node);
        }
        mcts_go_on(m, w, child, stay_at(m, node, child));
        node = child;
    }
}

/* Ends a playout of a thread, whose leaf has the value `v`. */
static void finish(mcts *m, mcts_walk *w, mcts_value v)
{
    mcts_back_up(m, w, v);
    TREE_STORE(w->playouts, TREE_LOAD(w->playouts) + 1);
    /* Who sees the sum sees the playouts too. */
    atomic_store_explicit(&w->length_sum, TREE_LOAD(w->length_sum) + (uint64_t)w->length,
                          memory_order_release);
    if (w->length > TREE_LOAD(w->length_max)) {
        TREE_STORE(w->length_max, w->length);
    }
}

void mcts_playout(mcts *m, mcts_walk *w)
{
    const mcts_value v = walk_down(m, w);
    finish(m, w, v);
}

void mcts_play_proven(mcts *m, mcts_walk *w, int number, node_state outcome, int distance)
{
    mcts_tree *t = &m->tree;
    mcts_settle(m, w, 0);
    w->length = 0;
    w->position = w->at[0];
    line_cut(&w->path, t->game.length);
    key_node(m, w);
    tree_enter(t, &t->root, 1);
    mcts_node *child = number < tree_visited(t, &t->root) ? tree_child(t, &t->root, number)
                                                          : tree_open(t, &t->root, number);
    mcts_go_on(m, w, child, 0);
    if (!tree_close_proven(child, outcome, distance) && tree_state(child) == outcome) {
        tree_shorten_to(child, distance);
    }
    finish(m, w, mcts_closed_value(t, child));
}
