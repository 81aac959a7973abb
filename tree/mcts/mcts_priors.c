#include "mcts_priors.h"

#include "chess/movegen.h"
#include "mcts_past.h"
#include "nn/portable_math.h"

enum { KILLERS = 2 };

/* Good answers to the last move, which get a bonus (MctsKillers, MctsCounterMove); MOVE_NONE if
 * unknown or not used. */
typedef struct good_answers {
    move killer[KILLERS];
    move counter;
} good_answers;

/* A node whose priors are computed: the last of a walk. */
typedef struct prior_source {
    const mcts_walk *walk;
    const position *pos;
    hist_context context;
    good_answers answers;
    float temperature;
    bool prunes; /* moves with a bad history get TREE_PRUNED */
} prior_source;

bitboard mcts_threats(const mcts *m, const position *pos)
{
    return m->techniques.mcts_history == HIST_MAIN_THREATS ? pos_attacked_by(pos, pos->to_move ^ 1)
                                                           : 0;
}

hist_context mcts_root_context(const mcts *m)
{
    uint16_t rows[HIST_MOVES_BEFORE];
    hist_rows_of_game(&m->tree.game, rows);
    return hist_context_of(&m->tree.position, rows + HIST_MOVES_BEFORE - 1, 0);
}

float mcts_history_logit(const mcts *m, const mcts_history *history, const position *pos,
                         const hist_context *context, move candidate)
{
    const hist_move described = hist_move_of(pos, mcts_threats(m, pos), candidate);
    return hist_logit(history, context, &described);
}

/* The killers of `node`, a child of `parent`, both in the tree (Huberman 1968): of the best answers
 * to the moves beside it, the two with the most visits. */
static void find_killers(const mcts_tree *t, const mcts_node *parent, const mcts_node *node,
                         move killer[KILLERS])
{
    uint32_t visits[KILLERS] = {0, 0};
    for (int i = 0; i < tree_visited(t, parent); i++) {
        const mcts_node *sibling = tree_child(t, parent, i);
        const int best = sibling == node ? -1 : tree_best_child(t, sibling);
        if (best < 0) {
            continue;
        }
        const move answer = tree_child(t, sibling, best)->move;
        const uint32_t n = TREE_LOAD(tree_child(t, sibling, best)->visits);
        if (answer == killer[0]) {
            visits[0] = n > visits[0] ? n : visits[0];
        } else if (n > visits[0]) {
            killer[1] = killer[0];
            visits[1] = visits[0];
            killer[0] = answer;
            visits[0] = n;
        } else if (n > visits[1]) {
            killer[1] = answer;
            visits[1] = n;
        }
    }
}

/* Adds the bonuses of killers and counter move to the logits of a node's moves. */
static void add_answers(const mcts_settings *s, const good_answers *answers, const move moves[],
                        int count, float logits[])
{
    for (int i = 0; i < count; i++) {
        if (moves[i] == answers->killer[0] || moves[i] == answers->killer[1]) {
            logits[i] += s->killer;
        }
        if (moves[i] == answers->counter) {
            logits[i] += s->counter;
        }
    }
}

/* Adds to the policy net's logits what the histories say of each move, which it writes to
 * `history`. */
static void add_histories(const prior_source *s, const hist_move described[], int count,
                          float logits[], float history[])
{
    memset(history, 0, (size_t)count * sizeof history[0]);
    hist_add_logits(s->walk->history, &s->context, described, count, history);
    for (int i = 0; i < count; i++) {
        logits[i] += history[i];
    }
}

/* Marks the moves with a bad history and a low prior as pruned, and gives their shares to the
 * others, to which the move with the highest prior always belongs. */
static void prune(const mcts_settings *s, const float history[], int count, float priors[])
{
    int best = 0;
    float kept = 0.0f;
    for (int i = 1; i < count; i++) {
        best = priors[i] > priors[best] ? i : best;
    }
    for (int i = 0; i < count; i++) {
        if (i != best && history[i] < -s->prune_history && priors[i] < s->prune_prior) {
            priors[i] = TREE_PRUNED;
        } else {
            kept += priors[i];
        }
    }
    for (int i = 0; i < count; i++) {
        priors[i] = priors[i] < 0.0f ? TREE_PRUNED : priors[i] / kept;
    }
}

/* The logits of the policy net for moves of the walk's last node. */
static void net_logits(const mcts *m, const mcts_walk *w, const move moves[], int count,
                       float logits[])
{
    const position *pos = &w->step[w->length].position;
    if (!m->backend.nets->lc0) {
        const backend own = mcts_walk_backend(m, w);
        backend_policy(&own, pos, NULL, moves, count, logits);
        return;
    }
    const lc0_past past = mcts_past(m, w);
    backend_policy(&m->backend, pos, &past, moves, count, logits);
}

/* The logits before all corrections: those of the policy net, or 0. */
static void first_logits(const mcts *m, const mcts_walk *w, const move moves[], int count,
                         float logits[])
{
    if (m->techniques.mcts_policy) {
        net_logits(m, w, moves, count, logits);
    } else {
        memset(logits, 0, (size_t)count * sizeof logits[0]);
    }
}

/* The priors with all corrections. They sum to 1. Pruned moves have TREE_PRUNED. */
static void compute_priors(const mcts *m, const prior_source *s, const move moves[], int count,
                           float priors[])
{
    const bitboard threats = mcts_threats(m, s->pos);
    hist_move described[MOVES_MAX];
    float history[MOVES_MAX];
    first_logits(m, s->walk, moves, count, priors);
    for (int i = 0; i < count; i++) {
        described[i] = hist_move_of(s->pos, threats, moves[i]);
    }
    /* Only pruning needs the histories apart. */
    if (s->prunes) {
        add_histories(s, described, count, priors, history);
    } else {
        hist_add_logits(s->walk->history, &s->context, described, count, priors);
    }
    if (m->techniques.mcts_killers || m->techniques.mcts_counter_move) {
        add_answers(&m->settings, &s->answers, moves, count, priors);
    }
    nn_softmax(priors, count, s->temperature);
    if (s->prunes) {
        prune(&m->settings, history, count, priors);
    }
}

/* The temperature of the priors of the walk's last node. */
static float temperature_of(const mcts *m, const mcts_walk *w)
{
    return w->length ? m->settings.temperature : m->settings.temperature_root;
}

static prior_source source_of(const mcts *m, const mcts_walk *w)
{
    const mcts_step *last = &w->step[w->length];
    prior_source s = {.walk = w,
                      .pos = &last->position,
                      .context = last->context,
                      .temperature = temperature_of(m, w)};
    if (m->techniques.mcts_counter_move) {
        s.answers.counter = hist_mcts_counter_move(w->history, s.context.row[HIST_AFTER_1]);
    }
    if (m->techniques.mcts_killers && w->length && last[-1].node && last->node) {
        find_killers(&m->tree, last[-1].node, last->node, s.answers.killer);
    }
    return s;
}

void mcts_walk_priors(const mcts *m, const mcts_walk *w, const move moves[], int count,
                      float priors[])
{
    const prior_source s = source_of(m, w);
    compute_priors(m, &s, moves, count, priors);
}

void mcts_net_priors(const mcts *m, const mcts_walk *w, const move moves[], int count,
                     float priors[])
{
    net_logits(m, w, moves, count, priors);
    nn_softmax(priors, count, temperature_of(m, w));
}

/* The moves that a node stores at first: those that never wait. Without widening moves are visited
 * sooner, and fresh priors are for all moves. */
static int moves_at_first(const mcts *m)
{
    const bool waits =
        m->techniques.mcts_widening && m->techniques.mcts_history_refresh == MCTS_REFRESH_OFF;
    return waits ? m->settings.widening_first : MOVES_MAX;
}

/* Lists the moves of the walk's last node with their priors, and returns their number. Moves may be
 * pruned, but not at the root. */
static int list_moves(const mcts *m, const mcts_walk *w, move moves[], float priors[])
{
    prior_source s = source_of(m, w);
    s.prunes = m->techniques.mcts_history_pruning && w->length > 0;
    const int count = gen_legal(s.pos, moves);
    compute_priors(m, &s, moves, count, priors);
    return count;
}

bool mcts_expand(mcts *m, mcts_walk *w)
{
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    const int count = list_moves(m, w, moves, priors);
    return tree_expand(&m->tree, &w->store, w->step[w->length].node, moves, priors, count,
                       moves_at_first(m));
}

bool mcts_extension_is_due(const mcts *m, const mcts_node *node)
{
    const mcts_settings *s = &m->settings;
    const node_block *block = tree_block(&m->tree, node);
    if (!tree_lacks_moves(block)) {
        return false;
    }
    const int late = tree_block_visited(block) - s->widening_first;
    return !m->techniques.mcts_widening || late < 0 || s->widening_history > 0.0f ||
           TREE_LOAD(node->visits) > s->widening[late];
}

void mcts_extend(mcts *m, mcts_walk *w)
{
    mcts_node *node = w->step[w->length].node;
    node_block *block = tree_block(&m->tree, node);
    if (!tree_make_busy(block)) {
        return;
    }
    if (tree_lacks_moves(block)) {
        move moves[MOVES_MAX];
        float priors[MOVES_MAX];
        const int count = list_moves(m, w, moves, priors), more = TREE_LOAD(block->stored);
        (void)tree_extend(&m->tree, &w->store, node, moves, priors, count, more);
    }
    tree_make_free(block);
}

bool mcts_prepare_root(mcts *m, const search_limits *limits)
{
    mcts_tree *t = &m->tree;
    mcts_walk_begin(m->walks[0], &t->position, &t->game, &t->root);
    const prior_source s = source_of(m, m->walks[0]);
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    const int legal = gen_legal(&t->position, moves);
    int count = 0;
    for (int i = 0; i < legal; i++) {
        if (search_allows(limits, moves[i])) {
            moves[count++] = moves[i];
        }
    }
    if (m->plays_policy) {
        mcts_net_priors(m, m->walks[0], moves, count, priors);
    } else {
        compute_priors(m, &s, moves, count, priors);
    }
    if (!t->root.block) {
        return tree_expand(t, &m->walks[0]->store, &t->root, moves, priors, count, count);
    }
    const int stored = tree_block(t, &t->root)->stored;
    if (stored < count &&
        !tree_extend(t, &m->walks[0]->store, &t->root, moves, priors, count, count - stored)) {
        return false;
    }
    tree_relabel(t, &t->root, moves, priors, count);
    return true;
}

bool mcts_refresh_is_due(const mcts *m, const mcts_node *node)
{
    const uint32_t visits = TREE_LOAD(node->visits) - 1;
    return m->techniques.mcts_history_refresh != MCTS_REFRESH_OFF &&
           visits >= m->settings.refresh_visits &&
           tree_doublings(visits) > TREE_LOAD(tree_block(&m->tree, node)->refreshed);
}

/* mcts_refresh_priors() while the node is busy. Pruned moves come last, with a prior of 0. */
static void refresh(mcts *m, const mcts_walk *w)
{
    mcts_node *node = w->step[w->length].node;
    const node_block *block = tree_block(&m->tree, node);
    const int first =
        m->techniques.mcts_history_refresh == MCTS_REFRESH_ALL ? 0 : tree_block_visited(block);
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    int share = 0, count = 0;
    for (int i = first; i < TREE_LOAD(block->stored); i++) {
        const mcts_node *child = tree_child(&m->tree, node, i);
        if (tree_is_pruned(child)) {
            break;
        }
        moves[count++] = child->move;
        share += TREE_LOAD(child->prior);
    }
    if (!count) {
        return;
    }
    mcts_walk_priors(m, w, moves, count, priors);
    const float scale = count < block->count ? (float)share / (float)PRIOR_ONE : 1.0f;
    for (int i = 0; i < count; i++) {
        priors[i] *= scale;
    }
    tree_refresh(&m->tree, node, first, priors);
}

void mcts_refresh_priors(mcts *m, const mcts_walk *w)
{
    const mcts_node *node = w->step[w->length].node;
    node_block *block = tree_block(&m->tree, node);
    if (tree_make_busy(block)) {
        refresh(m, w);
        const uint32_t visits = TREE_LOAD(node->visits) - 1;
        TREE_STORE(block->refreshed, (uint8_t)tree_doublings(visits));
        tree_make_free(block);
    }
}
