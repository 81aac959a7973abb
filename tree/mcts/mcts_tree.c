#include "mcts_tree.h"

#include <string.h>

#include "chess/movegen.h"

bool tree_init(mcts_tree *t, size_t bytes, failure *why)
{
    memset(t, 0, sizeof *t);
    return arena_init(&t->arena, bytes, why);
}

void tree_free(mcts_tree *t)
{
    arena_free(&t->arena);
}

void tree_reset(mcts_tree *t, const position *pos, const line *game)
{
    arena_reset(&t->arena);
    memset(&t->root, 0, sizeof t->root);
    t->position = *pos;
    t->game = *game;
    t->limited = false;
    t->starved = false;
    t->orphans = 0;
    t->threshold = TREE_THRESHOLD_MIN;
    t->cursor_length = 0;
    t->reclaimed = 0;
}

void tree_set_means(mcts_tree *t, mcts_node *node, double value, float draw)
{
    TREE_STORE(node->value, (float)value);
    if (TREE_LOAD(node->block)) {
        node_block *block = tree_block(t, node);
        TREE_STORE(block->value, value);
        TREE_STORE(block->draw, draw);
    } else {
        TREE_STORE(node->draw, (uint8_t)(draw * (float)NODE_DRAW_ONE + 0.5f));
    }
}

tree_value tree_closed_value(const mcts_tree *t, const mcts_node *node)
{
    switch (tree_state(node)) {
    case NODE_WON:
        return (tree_value){1.0f, 0.0f};
    case NODE_LOST:
        return (tree_value){0.0f, 0.0f};
    case NODE_SPENT:
        return tree_mean(t, node);
    default:
        return (tree_value){0.5f, 1.0f};
    }
}

tree_value tree_known_value(const mcts_tree *t, const mcts_node *node)
{
    return tree_state(node) > NODE_OPEN ? tree_closed_value(t, node) : tree_mean(t, node);
}

/* Adds playouts to the variance. Their own variance is `spread`, their mean is `off` that of the
 * node, and they are that part of its visits (Chan, Golub and LeVeque 1979). */
static void learn_spread(node_block *block, float spread, float off, float part)
{
    const float before = TREE_LOAD(block->spread);
    TREE_STORE(block->spread, before + part * ((1.0f - part) * off * off + spread - before));
}

/* The variance of playouts around their mean. */
static float spread_of(const tree_playouts *playouts, double mean)
{
    const double spread = playouts->square / playouts->count - mean * mean;
    return spread > 0.0 ? (float)spread : 0.0f;
}

void tree_learn(mcts_tree *t, mcts_node *node, const tree_playouts *playouts)
{
    const double value = playouts->value / playouts->count;
    const float draw = playouts->draw / (float)playouts->count;
    const double part = (double)playouts->count / TREE_LOAD(node->visits);
    uint8_t fresh = NODE_NEW;
    if (TREE_LOAD(node->state) == NODE_NEW) {
        tree_set_means(t, node, value, draw);
        (void)atomic_compare_exchange_strong_explicit(&node->state, &fresh, NODE_OPEN,
                                                      memory_order_release, memory_order_relaxed);
    } else if (TREE_LOAD(node->block)) {
        node_block *block = tree_block(t, node);
        const double mean = TREE_LOAD(block->value);
        const float draws = TREE_LOAD(block->draw);
        const float spread = playouts->count > 1 ? spread_of(playouts, value) : 0.0f;
        learn_spread(block, spread, (float)(value - mean), (float)part);
        tree_set_means(t, node, mean + part * (value - mean), draws + (float)part * (draw - draws));
    } else {
        const double mean = TREE_LOAD(node->value);
        const float draws = tree_draw(t, node);
        tree_set_means(t, node, mean + part * (value - mean), draws + (float)part * (draw - draws));
    }
}

/* A move to be sorted, in one word: first by prior, then by its place in the list, so that equal
 * priors keep their order. That keeps the search deterministic. */
typedef uint32_t ranked_move;

static ranked_move rank(uint16_t prior, int place)
{
    return (uint32_t)prior << 16 | (uint32_t)(UINT16_MAX - place);
}

static int place_of(ranked_move r)
{
    return UINT16_MAX - (int)(r & UINT16_MAX);
}

static uint16_t prior_of(ranked_move r)
{
    return (uint16_t)(r >> 16);
}

/* Puts a move into list[held], which is sorted by falling rank, where at most `room` moves fit; the
 * last one may have to leave. Moves are few, so insertion is fastest. Returns the moves held
 * then. */
static int insert_move(ranked_move list[], int held, int room, ranked_move r)
{
    if (held == room && list[room - 1] > r) {
        return held;
    }
    int j = held < room ? held++ : room - 1;
    for (; j > 0 && list[j - 1] < r; j--) {
        list[j] = list[j - 1];
    }
    list[j] = r;
    return held;
}

/* Only that of a pruned move is 0: every other move must stay reachable. */
static uint16_t prior_units(float probability)
{
    if (probability < 0.0f) {
        return 0;
    }
    float units = probability * (float)PRIOR_ONE + 0.5f;
    units = units < 1.0f ? 1.0f : units;
    return units < (float)PRIOR_ONE ? (uint16_t)units : PRIOR_ONE;
}

/* The Gini impurity of priors, as a block holds it. */
static uint8_t gini_of(const float priors[], int count)
{
    float squares = 0.0f;
    for (int i = 0; i < count; i++) {
        squares += priors[i] * priors[i];
    }
    return squares < 1.0f ? (uint8_t)((1.0f - squares) * (float)TREE_GINI_ONE) : 0;
}

/* True if a move is among the first `stored` moves of a node. */
static bool is_stored(const mcts_tree *t, const mcts_node *node, int stored, move m)
{
    for (int i = 0; i < stored; i++) {
        if (tree_child(t, node, i)->move == m) {
            return true;
        }
    }
    return false;
}

static arena_index take_units(mcts_tree *t, arena_store *store, uint32_t units)
{
    return t->crowded ? arena_store_take(&t->arena, store, units) : arena_take(&t->arena, units);
}

static void give_back(mcts_tree *t, arena_store *store, arena_index i)
{
    const node_block *block = arena_at(&t->arena, i);
    const uint32_t units = tree_block_units(block->held);
    if (t->crowded) {
        arena_store_undo(store, i, units);
    } else {
        arena_give(&t->arena, i, units);
    }
}

/* Makes a block of a node with the best `wanted` moves and more, of those that are not among its
 * first `stored` moves. Returns 0 if memory is out. */
static arena_index make_block(mcts_tree *t, arena_store *store, const mcts_node *node, int stored,
                              const move moves[], const float priors[], int count, int wanted)
{
    const int left = count - stored;
    const uint32_t units = tree_block_units(wanted < left ? wanted : left);
    const int fit = (int)(units * ARENA_UNIT - BLOCK_HEAD) / (int)sizeof(mcts_node);
    const int held = fit < left ? fit : left;
    const arena_index i = take_units(t, store, units);
    if (!i) {
        TREE_STORE(t->starved, true);
        return 0;
    }
    ranked_move list[MOVES_MAX];
    for (int k = 0, sorted = 0; k < count; k++) {
        if (!is_stored(t, node, stored, moves[k])) {
            sorted = insert_move(list, sorted, held, rank(prior_units(priors[k]), k));
        }
    }
    node_block *block = arena_at(&t->arena, i);
    *block = (node_block){.held = (uint8_t)held};
    for (int k = 0; k < held; k++) {
        block->node[k] = (mcts_node){.move = moves[place_of(list[k])], .prior = prior_of(list[k])};
    }
    return i;
}

/* True if a node without moves has lost them, or had no memory for them: it has learnt more than
 * its first playout. */
static bool was_collapsed(const mcts_node *node)
{
    return !TREE_LOAD(node->block) && TREE_LOAD(node->visits) > 2;
}

/* The variance that a node begins with when it is expanded. At the second visit a single playout is
 * known; after more visits the node was collapsed. */
static float first_spread(const mcts_tree *t, const mcts_node *node)
{
    return was_collapsed(node) ? t->usual_spread : 0.0f;
}

bool tree_expand(mcts_tree *t, arena_store *store, mcts_node *node, const move moves[],
                 const float priors[], int count, int wanted)
{
    assert(count > 0 && count < MOVES_MAX);
    /* Another thread may expand the node meanwhile. */
    const arena_index i = make_block(t, store, node, 0, moves, priors, count, wanted);
    arena_index none = 0;
    if (!i) {
        return false;
    }
    node_block *block = arena_at(&t->arena, i);
    TREE_STORE(block->value, TREE_LOAD(node->value));
    TREE_STORE(block->draw, (float)TREE_LOAD(node->draw) / (float)NODE_DRAW_ONE);
    TREE_STORE(block->spread, first_spread(t, node));
    block->count = (uint8_t)count;
    TREE_STORE(block->repetitions, was_collapsed(node) ? REPEATED_FREED : 0);
    TREE_STORE(block->stored, block->held);
    TREE_STORE(block->gini, gini_of(priors, count));
    TREE_STORE(block->refreshed, (uint8_t)tree_doublings(TREE_LOAD(node->visits) - 1));
    if (!atomic_compare_exchange_strong_explicit(&node->block, &none, i, memory_order_acq_rel,
                                                 memory_order_acquire)) {
        give_back(t, store, i);
    }
    return true;
}

bool tree_extend(mcts_tree *t, arena_store *store, mcts_node *node, const move moves[],
                 const float priors[], int count, int more)
{
    node_block *first = tree_block(t, node), *last = first;
    const int stored = TREE_LOAD(first->stored);
    assert(first->count == count && stored < count && more > 0);
    const arena_index i = make_block(t, store, node, stored, moves, priors, count, more);
    if (!i) {
        return false;
    }
    while (TREE_LOAD(last->more)) {
        last = tree_next_block(t, last);
    }
    const node_block *block = arena_at(&t->arena, i);
    atomic_store_explicit(&last->more, i, memory_order_release);
    TREE_STORE(first->gini, gini_of(priors, count));
    atomic_store_explicit(&first->stored, (uint8_t)(stored + block->held), memory_order_release);
    return true;
}

/* Sorts the unvisited moves of a node by their priors. */
static void sort_unvisited(mcts_tree *t, mcts_node *node)
{
    const int first = tree_block(t, node)->visited, count = tree_block(t, node)->stored - first;
    ranked_move list[MOVES_MAX];
    move moves[MOVES_MAX];
    for (int i = 0; i < count; i++) {
        const mcts_node *child = tree_child(t, node, first + i);
        moves[i] = child->move;
        insert_move(list, i, count, rank(child->prior, i));
    }
    for (int i = 0; i < count; i++) {
        mcts_node *child = tree_child(t, node, first + i);
        child->move = moves[place_of(list[i])];
        child->prior = prior_of(list[i]);
    }
}

void tree_relabel(mcts_tree *t, mcts_node *node, const move moves[], const float priors[],
                  int count)
{
    node_block *block = tree_block(t, node);
    assert(block->stored == block->count);
    block->gini = gini_of(priors, count);
    for (int i = 0; i < block->stored; i++) {
        mcts_node *child = tree_child(t, node, i);
        for (int k = 0; k < count; k++) {
            if (moves[k] == child->move) {
                child->prior = prior_units(priors[k]);
            }
        }
    }
    sort_unvisited(t, node);
}

void tree_refresh(mcts_tree *t, mcts_node *node, int first, const float priors[])
{
    for (int i = first; i < tree_block(t, node)->stored; i++) {
        mcts_node *child = tree_child(t, node, i);
        if (!tree_is_pruned(child)) {
            TREE_STORE(child->prior, prior_units(priors[i - first]));
        }
    }
    if (!t->crowded) {
        sort_unvisited(t, node);
    }
}

mcts_node *tree_open(mcts_tree *t, mcts_node *node, int k)
{
    node_block *block = tree_block(t, node);
    mcts_node *child = tree_child(t, node, k);
    uint8_t visited = (uint8_t)k;
    const uint8_t next = (uint8_t)(k + 1);
    if (t->crowded) {
        /* Until it is valued, the move looks bad to the other threads. */
        float unknown = 0.0f;
        if (tree_state(child) == NODE_NEW) {
            (void)atomic_compare_exchange_strong_explicit(
                &child->value, &unknown, 1.0f, memory_order_relaxed, memory_order_relaxed);
        }
        (void)atomic_compare_exchange_strong(&block->visited, &visited, next);
    } else {
        TREE_STORE(block->visited, next);
    }
    return child;
}

bool tree_prefers(const mcts_node *a, const mcts_node *b)
{
    const node_state of_a = tree_state(a), of_b = tree_state(b);
    if ((of_a == NODE_LOST) != (of_b == NODE_LOST)) {
        return of_a == NODE_LOST;
    }
    if (of_a == NODE_LOST) {
        return TREE_LOAD(a->distance) < TREE_LOAD(b->distance);
    }
    if ((of_a == NODE_WON) != (of_b == NODE_WON)) {
        return of_b == NODE_WON;
    }
    if (of_a == NODE_WON) {
        return TREE_LOAD(a->distance) > TREE_LOAD(b->distance);
    }
    const uint32_t visits_of_a = TREE_LOAD(a->visits), visits_of_b = TREE_LOAD(b->visits);
    return visits_of_a != visits_of_b ? visits_of_a > visits_of_b
                                      : TREE_LOAD(a->value) < TREE_LOAD(b->value);
}

void tree_shorten_to(mcts_node *node, int distance)
{
    uint16_t now = atomic_load(&node->distance);
    while (distance < now &&
           !atomic_compare_exchange_weak(&node->distance, &now, (uint16_t)distance)) {
    }
}

void tree_shorten(const mcts_tree *t, mcts_node *node)
{
    const node_state outcome = tree_state(node);
    if (outcome != NODE_WON && outcome != NODE_LOST) {
        return;
    }
    const bool won = outcome == NODE_WON;
    const node_state of_child = won ? NODE_LOST : NODE_WON;
    /* Each distance is read once: it is never below what it will be in the end. */
    int best = won ? UINT16_MAX : 0;
    for (int i = 0; i < tree_visited(t, node); i++) {
        const mcts_node *child = tree_child(t, node, i);
        if (tree_state(child) == of_child) {
            const int distance = atomic_load(&child->distance);
            best = (distance < best) == won ? distance : best;
        }
    }
    tree_shorten_to(node, best + 1);
}

int tree_best_child(const mcts_tree *t, const mcts_node *node)
{
    int best = -1;
    for (int i = 0; i < tree_visited(t, node); i++) {
        if (best < 0 || tree_prefers(tree_child(t, node, i), tree_child(t, node, best))) {
            best = i;
        }
    }
    return best;
}
