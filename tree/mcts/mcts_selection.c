#include "mcts_playout.h"

#include <math.h>

#include "mcts_priors.h"
#include "nn/portable_math.h"

/* True if the first unvisited move of the walk's last node may be selected. Progressive widening
 * (Coulom 2007; progressive unpruning of Chaslot et al. 2008): move k, from `first` on, waits until
 * its node has V * G^(k - first) visits, where V and G are parameters. A move with a good history
 * waits less, as in late-move reductions: a history of h logits divides these visits by e^(weight *
 * h). PUCT alone chooses among the moves that may be selected. A pruned move waits for good. */
static bool may_widen(const mcts *m, const mcts_walk *w, const mcts_node *next)
{
    const mcts_settings *s = &m->settings;
    const mcts_step *step = &w->step[w->length];
    const uint32_t visits = TREE_LOAD(step->node->visits) - 1;
    const int late = tree_visited(&m->tree, step->node) - s->widening_first;
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
        mcts_history_logit(m, w->history, &step->position, &step->context, next->move);
    return (float)visits * nn_exp(s->widening_history * history) >= (float)s->widening[late];
}

/* True if only open children may be selected, because a playout to a closed one would find nothing
 * new. That is so at a proven root and in a search for a mate. */
static bool wants_open(const mcts *m, const mcts_node *node)
{
    return m->mate_plies || node_is_proven(node);
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

/* Visited moves are a prefix, and the first unvisited move has the highest prior of the unvisited
 * ones. So it is enough to compare the visited moves and that one. */
mcts_node *mcts_select(mcts *m, const mcts_walk *w)
{
    mcts_node *node = w->step[w->length].node;
    node_block *block = tree_block(&m->tree, node);
    const float exploration = mcts_exploration(m, node, w->length == 0);
    const colour side = (colour)w->step[w->length].position.to_move;
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
