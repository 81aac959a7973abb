#include <math.h>

#include "chess/movegen.h"
#include "history/move_history.h"
#include "mcts.h"
#include "nn/real.h"

/* What a playout found at its leaf, for the side to move there. */
typedef struct verdict {
    float value; /* win + draw / 2 */
    float draw;
} verdict;

static const verdict verdict_draw = {0.5f, 1.0f};

/* The walk of one playout. Node pointers stay valid: only the last node's children may move, and
 * only when the walk is about to reach a new one. */
typedef struct walk {
    mcts_node *node[PLY_MAX + 1];
    move move[PLY_MAX];                /* move[i] leads from node[i] to node[i + 1] */
    int length;                        /* edges walked */
    position position;                 /* at the last node */
    correction_keys keys[PLY_MAX + 1]; /* of each node, if values are corrected */
} walk;

static verdict exact_verdict(const mcts_node *node)
{
    switch ((node_state)node->state) {
    case NODE_WON:
        return (verdict){1.0f, 0.0f};
    case NODE_LOST:
        return (verdict){0.0f, 0.0f};
    default:
        return verdict_draw;
    }
}

static verdict evaluate(const mcts *m, const position *pos)
{
    win_draw_loss w = backend_value(&m->backend, pos);
    return (verdict){w.win + 0.5f * w.draw, w.draw};
}

/* What the net says of a new node, corrected if the search corrects. */
static verdict evaluate_new(const mcts *m, mcts_node *node, const position *pos,
                            const correction_keys *keys)
{
    verdict v = evaluate(m, pos);
    if (m->signal != LEAF_OFF) {
        v.value = mcts_correct(m, node, keys, v.value);
        /* The nearer to a win or a loss, the less room is left for draws. */
        const float room = 2.0f * (v.value < 0.5f ? v.value : 1.0f - v.value);
        v.draw = v.draw < room ? v.draw : room;
    }
    return v;
}

/* The first visit: the rules decide, else the value net. */
static verdict visit_first(const mcts *m, mcts_node *node, const position *pos,
                           const correction_keys *keys)
{
    if (!gen_any(pos)) {
        node->state = pos_in_check(pos) ? NODE_LOST : NODE_DRAWN;
        return exact_verdict(node);
    }
    if (pos->halfmove_clock >= 100 || pos_insufficient_material(pos)) {
        node->state = NODE_DRAWN;
        return verdict_draw;
    }
    return evaluate_new(m, node, pos, keys);
}

/* The policy net's priors with the history's correction. */
static void compute_priors(const mcts *m, const position *pos, const move moves[], int count,
                           float temperature, float priors[])
{
    backend_policy(&m->backend, pos, moves, count, priors);
    for (int i = 0; i < count; i++) {
        priors[i] += hist_logit(m->history,
                                (hist_move){pos->to_move, move_from(moves[i]), move_to(moves[i])});
    }
    nn_softmax(priors, count, temperature);
}

static bool expand(mcts *m, mcts_node *node, const position *pos)
{
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    int count = gen_legal(pos, moves);
    compute_priors(m, pos, moves, count, m->settings.temperature, priors);
    return tree_expand(&m->tree, node, moves, priors, count);
}

static int keep_allowed(move moves[], int count, const move allowed[], int allowed_count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < allowed_count; k++) {
            if (moves[i] == allowed[k]) {
                moves[kept++] = moves[i];
                break;
            }
        }
    }
    return kept;
}

bool mcts_prepare_root(mcts *m, const move allowed[], int allowed_count)
{
    mcts_tree *t = &m->tree;
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    int count = gen_legal(&t->position, moves);
    if (allowed_count) {
        count = keep_allowed(moves, count, allowed, allowed_count);
        t->root_filtered = true;
    }
    if (!t->root.visits) {
        correction_keys keys;
        mcts_note_keys(&keys, 0, &t->position, HIST_SLOT_NONE);
        verdict v = evaluate_new(m, &t->root, &t->position, &keys);
        t->root.value = v.value;
        t->root.draw = v.draw;
        t->root.visits = 1;
    }
    compute_priors(m, &t->position, moves, count, m->settings.temperature_root, priors);
    if (t->root.edges) {
        tree_relabel(t, &t->root, moves, priors, count);
        return true;
    }
    return tree_expand(t, &t->root, moves, priors, count);
}

/* The edge with the highest Q + C * P / (1 + n). Visited edges are a prefix, and of the unvisited
 * ones the first has the highest prior, so looking at the visited ones plus one suffices. */
static int select_edge(const mcts *m, const mcts_node *node, bool at_root)
{
    const mcts_settings *s = &m->settings;
    const edge_block *block = tree_edges(&m->tree, node);
    const float visits = (float)node->visits;
    const float cpuct = at_root ? s->cpuct_root : s->cpuct;
    const float growth = 1.0f + nn_ln((visits + s->cpuct_base) / s->cpuct_base);
    const float exploration = cpuct * growth * sqrtf(visits) / (float)PRIOR_ONE;

    int best = -1;
    float best_score = -1.0f;
    if (node->child_count) {
        const mcts_node *child = tree_children(&m->tree, node);
        for (int i = 0; i < node->child_count; i++) {
            if (child[i].state == NODE_WON) {
                continue;
            }
            float score = 1.0f - (float)child[i].value +
                          exploration * (float)block->edge[i].prior / (float)(1 + child[i].visits);
            if (score > best_score) {
                best_score = score;
                best = i;
            }
        }
    }
    if (node->child_count < block->count) {
        float urgency = (float)node->value - s->fpu_reduction;
        float score = urgency + exploration * (float)block->edge[node->child_count].prior;
        if (best < 0 || score > best_score) {
            best = node->child_count;
        }
    }
    return best;
}

/* What the outcome of a child proves about its parent: a lost child wins; when every move was tried
 * and leads to a known outcome, the parent has the best of them. */
static void prove(const mcts_tree *t, mcts_node *node, const mcts_node *child)
{
    if (child->state == NODE_LOST) {
        node->state = NODE_WON;
        node->distance = (uint16_t)(child->distance + 1);
        return;
    }
    if (child->state == NODE_OPEN || node->child_count < tree_edges(t, node)->count) {
        return;
    }
    const mcts_node *children = tree_children(t, node);
    node_state outcome = NODE_LOST;
    uint16_t longest = 0;
    for (int i = 0; i < node->child_count; i++) {
        if (children[i].state == NODE_OPEN) {
            return;
        }
        outcome = children[i].state == NODE_DRAWN ? NODE_DRAWN : outcome;
        longest = children[i].distance > longest ? children[i].distance : longest;
    }
    node->state = (uint8_t)outcome;
    node->distance = outcome == NODE_LOST ? (uint16_t)(longest + 1) : 0;
}

/* Walks back to the root: proofs, means, and the history of every edge. `colour_at_leaf` is the
 * side to move at the last node. */
static void back_up(mcts *m, const walk *w, verdict v)
{
    const bool counts_proven = hist_counts_proven(m->history);
    int bonus = hist_bonus(m->history, v.value);
    uint8_t side = w->position.to_move;
    for (int i = w->length; i >= 0; i--) {
        mcts_node *node = w->node[i];
        if (i < w->length && node->state == NODE_OPEN) {
            prove(&m->tree, node, w->node[i + 1]);
        }
        if (node->state != NODE_OPEN) {
            v = exact_verdict(node);
            bonus = hist_bonus(m->history, v.value);
            node->value = v.value;
            node->draw = v.draw;
        }
        node->visits++;
        node->value += ((double)v.value - node->value) / node->visits;
        node->draw += (v.draw - node->draw) / (float)node->visits;
        if (m->signal != LEAF_OFF && i < w->length) {
            mcts_report_error(m, node, &w->keys[i], v.value);
        }

        v.value = 1.0f - v.value;
        bonus = -bonus;
        side ^= 1;
        if (i > 0 && (node->state == NODE_OPEN || counts_proven)) {
            move played = w->move[i - 1];
            hist_update(m->history, (hist_move){side, move_from(played), move_to(played)}, bonus);
        }
    }
}

/* One move further. */
static void play(const mcts *m, walk *w, move played)
{
    const bool corrects = m->signal != LEAF_OFF;
    const uint16_t slot = corrects ? mcts_slot(&w->position, played) : HIST_SLOT_NONE;
    pos_make(&w->position, played);
    w->move[w->length++] = played;
    if (corrects) {
        mcts_note_keys(w->keys, w->length, &w->position, slot);
    }
}

/* Descends to a leaf and says what it is worth. */
static verdict walk_down(mcts *m, walk *w)
{
    mcts_node *node = &m->tree.root;
    w->node[0] = node;
    w->length = 0;
    w->position = m->tree.position;
    if (m->signal != LEAF_OFF) {
        mcts_note_keys(w->keys, 0, &w->position, HIST_SLOT_NONE);
    }
    for (;;) {
        /* 1. The game is over, or proven. */
        if (node->state != NODE_OPEN) {
            return exact_verdict(node);
        }
        /* 2. Drawn by this path, which the node does not know. */
        if (w->length > 0 && line_repeats(&m->path, &w->position)) {
            return verdict_draw;
        }
        /* 3. First visit: rules and value net. */
        if (node->visits == 0) {
            return visit_first(m, node, &w->position, &w->keys[w->length]);
        }
        /* 4. Second visit: moves and priors. Without memory the node counts again as it stands. */
        if ((!node->edges && !expand(m, node, &w->position)) || w->length == PLY_MAX - 1) {
            return (verdict){(float)node->value, node->draw};
        }
        /* 5. The most promising edge; a new node if it was never tried. */
        int chosen = select_edge(m, node, w->length == 0);
        move played = tree_edges(&m->tree, node)->edge[chosen].move;
        mcts_node *child = chosen < node->child_count ? &tree_children(&m->tree, node)[chosen]
                                                      : tree_add_child(&m->tree, node);
        if (!child) {
            return (verdict){(float)node->value, node->draw};
        }
        play(m, w, played);
        line_push(&m->path, w->position.key);
        w->node[w->length] = child;
        node = child;
    }
}

void mcts_playout(mcts *m)
{
    walk w;
    int length = m->path.length;
    verdict v = walk_down(m, &w);
    line_cut(&m->path, length);
    back_up(m, &w, v);
    m->counts.playouts++;
    m->counts.length_sum += (uint64_t)w.length;
    m->counts.length_max = w.length > m->counts.length_max ? w.length : m->counts.length_max;
    tree_make_room(&m->tree);
}
