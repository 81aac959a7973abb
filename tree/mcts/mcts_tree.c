#include "mcts_tree.h"

#include <string.h>

#include "chess/movegen.h"

/* Initial number of visits below which a subtree is freed. */
enum { THRESHOLD_MIN = 2 };

static uint32_t block_units(int held)
{
    return arena_units_for(BLOCK_HEAD + (size_t)held * sizeof(mcts_node));
}

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
    t->threshold = THRESHOLD_MIN;
    t->cursor_length = 0;
    t->reclaimed = 0;
}

/* True if the last `reach` keys of `now`, without its newest `plies`, are the last keys of
 * `then`. */
static bool same_history(const line *then, const line *now, int plies, int reach)
{
    for (int back = plies; back <= reach && back < now->length; back++) {
        int other = then->length - 1 - (back - plies);
        if (other < 0 || then->key[other] != now->key[now->length - 1 - back]) {
            return false;
        }
    }
    return true;
}

static bool same_position(const position *a, const position *b)
{
    return a->key == b->key && !memcmp(a->board, b->board, sizeof a->board) &&
           a->to_move == b->to_move && a->castling == b->castling &&
           !memcmp(a->rook_from, b->rook_from, sizeof a->rook_from) &&
           a->en_passant == b->en_passant && a->halfmove_clock == b->halfmove_clock;
}

/* The visited descendant with the position `goal`, exactly `plies` below `node`; NULL if there is
 * none. */
static mcts_node *find_descendant(mcts_tree *t, mcts_node *node, const position *pos,
                                  const position *goal, const line *game, int plies)
{
    if (plies == 0) {
        return same_position(pos, goal) ? node : NULL;
    }
    for (int i = 0; i < tree_visited(t, node); i++) {
        mcts_node *child = tree_child(t, node, i);
        position next = *pos;
        pos_make(&next, child->move);
        if (next.key == game->key[game->length - plies]) {
            return find_descendant(t, child, &next, goal, game, plies - 1);
        }
    }
    return NULL;
}

static void add_orphans(mcts_tree *t, const mcts_node *node);

/* Makes a descendant the root and orphans all the rest. */
static void promote(mcts_tree *t, mcts_node *descendant)
{
    mcts_node kept = *descendant;
    /* The rest of the tree is reclaimed as if this node had nothing below it. */
    descendant->block = 0;
    add_orphans(t, &t->root);
    t->root = kept;
    t->root.move = MOVE_NONE;
    t->threshold = THRESHOLD_MIN;
    t->cursor_length = 0;
}

/* The nodes from the root down to a node. */
typedef struct node_path {
    mcts_node *node[LINE_PATH_MAX];
    int length;
} node_path;

/* Keeps the mean of a few playouts a share when it is the difference of two rounded sums. */
static float bounded_share(double share)
{
    return share < 0.0 ? 0.0f : share > 1.0 ? 1.0f : (float)share;
}

/* Subtracts the visits of a node, which were all draws, from the means above it. Until its next
 * first visit the node has its parent's value, as an unvisited move does. */
static void take_back_draws(mcts_tree *t, const node_path *above, mcts_node *node)
{
    for (int i = 0; i < above->length; i++) {
        mcts_node *n = above->node[i];
        const double all = n->visits, left = all - node->visits;
        const double value = tree_block(t, n)->value, draw = tree_draw(t, n);
        tree_set_means(t, n, (value * all - 0.5 * node->visits) / left,
                       bounded_share((draw * all - node->visits) / left));
        n->visits -= node->visits;
    }
    const mcts_node *parent = above->node[above->length - 1];
    node->visits = 0;
    node->state = NODE_NEW;
    tree_set_means(t, node, 1.0 - parent->value, tree_draw(t, parent));
}

/* Opens the nodes below the path's last node that no longer repeat a position after a new root was
 * set. t->game holds the keys up to that node, whose position is `pos`. */
static void forget_repetitions(mcts_tree *t, node_path *path, const position *pos)
{
    const mcts_node *node = path->node[path->length - 1];
    if (!node->block || !tree_block(t, node)->repetitions || node_is_proven(node)) {
        return;
    }
    node_block *block = tree_block(t, node);
    block->repetitions = 0;
    for (int i = 0; i < block->visited; i++) {
        mcts_node *child = tree_child(t, node, i);
        const bool repeats_below = child->block && tree_block(t, child)->repetitions;
        if (child->state != NODE_REPEATED && !repeats_below) {
            continue;
        }
        position next = *pos;
        pos_make(&next, child->move);
        line_push(&t->game, next.key);
        if (child->state != NODE_REPEATED) {
            path->node[path->length++] = child;
            forget_repetitions(t, path, &next);
            path->length--;
            block->repetitions |= tree_block(t, child)->repetitions;
        } else if (line_repeats(&t->game, next.halfmove_clock)) {
            block->repetitions = 1;
        } else {
            take_back_draws(t, path, child);
        }
        line_cut(&t->game, t->game.length - 1);
    }
}

void tree_advance(mcts_tree *t, const position *pos, const line *game)
{
    enum { REUSE_PLIES_MAX = 2 };
    mcts_node *found = NULL;
    for (int plies = 0; plies <= REUSE_PLIES_MAX && plies < game->length && !found; plies++) {
        if (t->root.visits && same_history(&t->game, game, plies, pos->halfmove_clock)) {
            found = find_descendant(t, &t->root, &t->position, pos, game, plies);
        }
    }
    if (!found || t->limited) {
        tree_reset(t, pos, game);
        return;
    }
    if (found != &t->root) {
        promote(t, found);
    }
    t->position = *pos;
    t->game = *game;
    if (t->root.state == NODE_REPEATED) {
        t->root = (mcts_node){.visits = 0};
    }
    node_path path = {.node = {&t->root}, .length = 1};
    forget_repetitions(t, &path, pos);
    /* The new game may go on where the old search saw its end. A proof whose line was freed cannot
     * be shown. */
    if (t->root.state == NODE_DRAWN || (node_is_proven(&t->root) && !t->root.block)) {
        tree_reset(t, pos, game);
    }
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

/* Adds a playout, which is `off` the mean and has that part of the node's visits, to the variance
 * (Welford 1962). */
static void learn_spread(node_block *block, float off, float part)
{
    const float spread = TREE_LOAD(block->spread);
    TREE_STORE(block->spread, spread + part * ((1.0f - part) * off * off - spread));
}

void tree_learn(mcts_tree *t, mcts_node *node, float value, float draw)
{
    const uint32_t visits = TREE_LOAD(node->visits);
    uint8_t fresh = NODE_NEW;
    if (TREE_LOAD(node->state) == NODE_NEW) {
        tree_set_means(t, node, value, draw);
        (void)atomic_compare_exchange_strong_explicit(&node->state, &fresh, NODE_OPEN,
                                                      memory_order_release, memory_order_relaxed);
    } else if (TREE_LOAD(node->block)) {
        node_block *block = tree_block(t, node);
        const double mean = TREE_LOAD(block->value);
        const float draws = TREE_LOAD(block->draw), part = 1.0f / (float)visits;
        learn_spread(block, value - (float)mean, part);
        tree_set_means(t, node, mean + ((double)value - mean) / visits,
                       draws + part * (draw - draws));
    } else {
        const float mean = TREE_LOAD(node->value), draws = tree_draw(t, node);
        tree_set_means(t, node, mean + (value - mean) / (float)visits,
                       draws + (draw - draws) / (float)visits);
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

/* No prior is 0: every move must stay reachable. */
static uint16_t prior_units(float probability)
{
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

/* True if a move is stored. */
static bool is_stored(const mcts_tree *t, const mcts_node *node, move m)
{
    for (int i = 0; i < tree_block(t, node)->stored; i++) {
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
    const uint32_t units = block_units(block->held);
    if (t->crowded) {
        arena_store_undo(store, i, units);
    } else {
        arena_give(&t->arena, i, units);
    }
}

/* Makes a block of a node with the best `wanted` moves and more, of those that are not stored yet.
 * Returns 0 if memory is out. */
static arena_index make_block(mcts_tree *t, arena_store *store, const mcts_node *node,
                              const move moves[], const float priors[], int count, int wanted)
{
    const int stored = TREE_LOAD(node->block) ? TREE_LOAD(tree_block(t, node)->stored) : 0;
    const int left = count - stored;
    const uint32_t units = block_units(wanted < left ? wanted : left);
    const int fit = (int)(units * ARENA_UNIT - BLOCK_HEAD) / (int)sizeof(mcts_node);
    const int held = fit < left ? fit : left;
    const arena_index i = take_units(t, store, units);
    if (!i) {
        TREE_STORE(t->starved, true);
        return 0;
    }
    ranked_move list[MOVES_MAX];
    for (int k = 0, sorted = 0; k < count; k++) {
        if (!stored || !is_stored(t, node, moves[k])) {
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

/* The variance that a new block begins with. The second playout replaces it; a node that was
 * collapsed has lost its own, and gets a usual one. */
static float first_spread(const mcts_node *node)
{
    const float usual_deviation = 0.11f;
    return TREE_LOAD(node->visits) > 2 ? usual_deviation * usual_deviation : 0.0f;
}

bool tree_expand(mcts_tree *t, arena_store *store, mcts_node *node, const move moves[],
                 const float priors[], int count, int wanted)
{
    assert(count > 0 && count < MOVES_MAX);
    const arena_index i = make_block(t, store, node, moves, priors, count, wanted);
    arena_index none = 0;
    if (!i) {
        return false;
    }
    node_block *block = arena_at(&t->arena, i);
    TREE_STORE(block->value, TREE_LOAD(node->value));
    TREE_STORE(block->draw, (float)TREE_LOAD(node->draw) / (float)NODE_DRAW_ONE);
    TREE_STORE(block->spread, first_spread(node));
    block->count = (uint8_t)count;
    TREE_STORE(block->stored, block->held);
    TREE_STORE(block->gini, gini_of(priors, count));
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
    const arena_index i = make_block(t, store, node, moves, priors, count, more);
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
        TREE_STORE(tree_child(t, node, i)->prior, prior_units(priors[i - first]));
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

/* Chains the blocks of a node to the orphans, by their own links, so that reclaiming needs neither
 * memory nor recursion. */
static void add_orphans(mcts_tree *t, const mcts_node *node)
{
    for (arena_index i = node->block, next; i; i = next) {
        node_block *block = arena_at(&t->arena, i);
        next = block->more;
        block->more = t->orphans;
        t->orphans = i;
    }
}

/* Frees one orphaned block and chains the blocks below it. */
static void reclaim_orphan(mcts_tree *t)
{
    const uint32_t before = t->arena.taken;
    const arena_index i = t->orphans;
    const node_block *block = arena_at(&t->arena, i);
    t->orphans = block->more;
    for (int k = 0; k < block->held; k++) {
        add_orphans(t, &block->node[k]);
    }
    arena_give(&t->arena, i, block_units(block->held));
    t->reclaimed += before - t->arena.taken;
}

void tree_collapse(mcts_tree *t, mcts_node *node)
{
    const float draw = tree_draw(t, node);
    add_orphans(t, node);
    node->block = 0;
    tree_set_means(t, node, node->value, draw);
}

/* A pass should free a good part of the arena, so that the next one is far off. The threshold
 * depends on the amount that the last pass freed. */
static void begin_pass(mcts_tree *t)
{
    enum { PASS_SHARE_MIN = 8, PASS_SHARE_MAX = 2 };
    if (t->reclaimed < t->arena.unit_count / PASS_SHARE_MIN && t->threshold < UINT32_MAX / 2) {
        t->threshold *= 2;
    } else if (t->reclaimed > t->arena.unit_count / PASS_SHARE_MAX &&
               t->threshold > THRESHOLD_MIN) {
        t->threshold /= 2;
    }
    t->reclaimed = 0;
    t->cursor_length = 0;
}

/* Visits the next nodes in depth-first order and collapses those with few visits. The cursor is a
 * path of child numbers, because nodes may move. A path that no longer exists is shortened. */
static void collect_slice(mcts_tree *t, int steps)
{
    enum { CURSOR_MAX = sizeof t->cursor };
    mcts_node *path[CURSOR_MAX + 1] = {&t->root};
    int depth = 0;
    while (depth < t->cursor_length && t->cursor[depth] < tree_visited(t, path[depth])) {
        path[depth + 1] = tree_child(t, path[depth], t->cursor[depth]);
        depth++;
    }
    int next = depth < t->cursor_length ? t->cursor[depth] : 0;
    for (; steps > 0; steps--) {
        mcts_node *node = path[depth];
        if (depth > 0 && next == 0 && node->block && node->visits <= t->threshold) {
            tree_collapse(t, node);
        }
        if (next < tree_visited(t, node) && depth < CURSOR_MAX) {
            t->cursor[depth] = (uint8_t)next;
            path[depth + 1] = tree_child(t, node, next);
            depth++;
            next = 0;
        } else if (depth == 0) {
            begin_pass(t);
            next = 0;
        } else {
            depth--;
            next = t->cursor[depth] + 1;
        }
    }
    t->cursor[depth < CURSOR_MAX ? depth : CURSOR_MAX - 1] = (uint8_t)next;
    t->cursor_length = depth < CURSOR_MAX ? depth + 1 : CURSOR_MAX;
}

/* The units that should be left. */
static uint32_t reserve(const mcts_tree *t)
{
    /* A playout takes at most one large block. Where the free units are scattered, it may still be
     * refused; that refusal asks for more room. */
    enum { RESERVE_MIN = 256, RESERVE_SHARE = 64 };
    const uint32_t share = t->arena.unit_count / RESERVE_SHARE;
    return share > RESERVE_MIN ? share : RESERVE_MIN;
}

bool tree_wants_room(const mcts_tree *t)
{
    return TREE_LOAD(t->starved) || arena_left(&t->arena) < reserve(t);
}

void tree_make_room(mcts_tree *t)
{
    /* All threads have to wait for it, so then it is done seldom and thoroughly. */
    enum { STEPS_A_SLICE = 256, SLICES_MAX = 16, SLICES_OF_MANY = 256, SHARE_OF_MANY = 32 };
    const int slices = t->crowded ? SLICES_OF_MANY : SLICES_MAX;
    const uint32_t more = t->crowded ? t->arena.unit_count / SHARE_OF_MANY : 0;
    for (int i = 0; i < slices; i++) {
        if (!TREE_LOAD(t->starved) && arena_left(&t->arena) >= reserve(t) + more) {
            return;
        }
        if (!t->orphans) {
            collect_slice(t, STEPS_A_SLICE);
        }
        for (int k = 0; t->orphans && k < STEPS_A_SLICE; k++) {
            reclaim_orphan(t);
            TREE_STORE(t->starved, false);
        }
    }
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
