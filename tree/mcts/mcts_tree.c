#include "mcts_tree.h"

#include <string.h>

#include "chess/movegen.h"

/* Initial number of visits below which a subtree is freed. */
enum { THRESHOLD_MIN = 2 };

static uint32_t edge_units(int count)
{
    return arena_units_for(sizeof(edge_block) + (size_t)count * sizeof(mcts_edge));
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
    for (int i = 0; i < node->child_count; i++) {
        position next = *pos;
        pos_make(&next, tree_edges(t, node)->edge[i].move);
        if (next.key == game->key[game->length - plies]) {
            return find_descendant(t, &tree_children(t, node)[i], &next, goal, game, plies - 1);
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
    descendant->edges = 0;
    descendant->children = 0;
    descendant->child_count = 0;
    add_orphans(t, &t->root);
    t->root = kept;
    t->threshold = THRESHOLD_MIN;
    t->cursor_length = 0;
}

/* The nodes from the root down to a node. */
typedef struct node_path {
    mcts_node *node[LINE_PATH_MAX];
    int length;
} node_path;

/* Subtracts the visits of a node, which were all draws, from the means above it. Until its next
 * first visit the node has its parent's value, as an unvisited move does. */
static void take_back_draws(const node_path *above, mcts_node *node)
{
    for (int i = 0; i < above->length; i++) {
        mcts_node *n = above->node[i];
        const double all = n->visits, left = all - node->visits;
        n->value = (n->value * all - 0.5 * node->visits) / left;
        n->draw = (float)((n->draw * all - node->visits) / left);
        n->visits -= node->visits;
    }
    const mcts_node *parent = above->node[above->length - 1];
    *node = (mcts_node){.value = 1.0 - parent->value, .draw = parent->draw};
}

/* Opens the nodes below the path's last node that no longer repeat a position after a new root was
 * set. t->game holds the keys up to that node, whose position is `pos`. */
static void forget_repetitions(mcts_tree *t, node_path *path, const position *pos)
{
    const mcts_node *node = path->node[path->length - 1];
    if (!node->edges || !tree_edges(t, node)->repetitions || node_is_proven(node)) {
        return;
    }
    edge_block *block = tree_edges(t, node);
    block->repetitions = 0;
    for (int i = 0; i < node->child_count; i++) {
        mcts_node *child = &tree_children(t, node)[i];
        if (child->state != NODE_REPEATED &&
            (!child->edges || !tree_edges(t, child)->repetitions)) {
            continue;
        }
        position next = *pos;
        pos_make(&next, block->edge[i].move);
        line_push(&t->game, next.key);
        if (child->state != NODE_REPEATED) {
            path->node[path->length++] = child;
            forget_repetitions(t, path, &next);
            path->length--;
            block->repetitions |= tree_edges(t, child)->repetitions;
        } else if (line_repeats(&t->game, next.halfmove_clock)) {
            block->repetitions = 1;
        } else {
            take_back_draws(path, child);
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
    if (t->root.state == NODE_DRAWN || (node_is_proven(&t->root) && !t->root.edges)) {
        tree_reset(t, pos, game);
    }
}

/* Puts an edge into edge[held], which is sorted by falling prior, where at most `room` edges fit;
 * the last one may have to leave. Edges are few, so insertion is fastest. Equal priors keep their
 * order, which keeps the search deterministic. Returns the edges held then. */
static int insert_edge(mcts_edge edge[], int held, int room, mcts_edge moving)
{
    if (held == room && edge[room - 1].prior >= moving.prior) {
        return held;
    }
    int j = held < room ? held++ : room - 1;
    for (; j > 0 && edge[j - 1].prior < moving.prior; j--) {
        edge[j] = edge[j - 1];
    }
    edge[j] = moving;
    return held;
}

/* Sorts the stored edges from `first` on by falling prior. */
static void sort_edges(edge_block *block, int first)
{
    for (int i = first, held = 0; i < block->stored; i++) {
        held = insert_edge(block->edge + first, held, block->stored - first, block->edge[i]);
    }
}

/* No prior is 0: every move must stay reachable. */
static uint16_t prior_units(float probability)
{
    float units = probability * (float)PRIOR_ONE + 0.5f;
    units = units < 1.0f ? 1.0f : units;
    return units < (float)PRIOR_ONE ? (uint16_t)units : PRIOR_ONE;
}

/* The Gini impurity of priors, as a block holds it. */
static unsigned gini_of(const float priors[], int count)
{
    float squares = 0.0f;
    for (int i = 0; i < count; i++) {
        squares += priors[i] * priors[i];
    }
    return squares < 1.0f ? (unsigned)((1.0f - squares) * (float)TREE_GINI_ONE) : 0;
}

/* The edges that a block has room for if it must have room for `wanted`. */
static int edges_stored(int wanted, int count)
{
    const int room =
        (int)(edge_units(wanted) * ARENA_UNIT - sizeof(edge_block)) / (int)sizeof(mcts_edge);
    return room < count ? room : count;
}

/* True if one of the first `visited` edges of a block is that of a move. */
static bool was_visited(const edge_block *block, int visited, move m)
{
    for (int i = 0; i < visited; i++) {
        if (block->edge[i].move == m) {
            return true;
        }
    }
    return false;
}

/* Makes a node's block anew, with the best `wanted` edges and more. The visited ones stay as they
 * are in `old` (NULL: there is none). */
static bool make_edges(mcts_tree *t, mcts_node *node, const edge_block *old, const move moves[],
                       const float priors[], int count, int wanted)
{
    const int visited = node->child_count, stored = edges_stored(wanted, count);
    const arena_index i = arena_take(&t->arena, edge_units(stored));
    if (!i) {
        t->starved = true;
        return false;
    }
    edge_block *block = arena_at(&t->arena, i);
    *block = old ? *old : (edge_block){.count = (uint8_t)count};
    block->stored = (uint8_t)stored;
    block->gini = gini_of(priors, count) & TREE_GINI_ONE;
    if (visited) {
        memcpy(block->edge, old->edge, (size_t)visited * sizeof(mcts_edge));
    }
    for (int k = 0, held = 0; k < count; k++) {
        if (!was_visited(block, visited, moves[k])) {
            held = insert_edge(block->edge + visited, held, stored - visited,
                               (mcts_edge){moves[k], prior_units(priors[k])});
        }
    }
    node->edges = i;
    return true;
}

bool tree_expand(mcts_tree *t, mcts_node *node, const move moves[], const float priors[], int count,
                 int wanted)
{
    assert(!node->edges && count > 0 && count < MOVES_MAX);
    return make_edges(t, node, NULL, moves, priors, count, wanted);
}

bool tree_extend(mcts_tree *t, mcts_node *node, const move moves[], const float priors[], int count,
                 int wanted)
{
    const arena_index old = node->edges;
    const edge_block *block = tree_edges(t, node);
    const uint32_t units = edge_units(block->stored);
    assert(block->count == count && block->stored < count && wanted > block->stored);
    if (!make_edges(t, node, block, moves, priors, count, wanted)) {
        return false;
    }
    arena_give(&t->arena, old, units);
    return true;
}

void tree_relabel(mcts_tree *t, mcts_node *node, const move moves[], const float priors[],
                  int count)
{
    edge_block *block = tree_edges(t, node);
    assert(block->stored == block->count);
    block->gini = gini_of(priors, count) & TREE_GINI_ONE;
    for (int i = 0; i < block->stored; i++) {
        for (int k = 0; k < count; k++) {
            if (moves[k] == block->edge[i].move) {
                block->edge[i].prior = prior_units(priors[k]);
            }
        }
    }
    sort_edges(block, node->child_count);
}

void tree_refresh(mcts_tree *t, mcts_node *node, int first, const float priors[])
{
    edge_block *block = tree_edges(t, node);
    for (int i = first; i < block->stored; i++) {
        block->edge[i].prior = prior_units(priors[i - first]);
    }
    sort_edges(block, node->child_count);
}

mcts_node *tree_add_child(mcts_tree *t, mcts_node *node)
{
    edge_block *block = tree_edges(t, node);
    assert(node->child_count < block->stored);
    uint32_t held = block->child_capacity;
    if (node->child_count == held) {
        uint32_t wanted = held + held / 2 + 1;
        wanted = wanted < block->count ? wanted : block->count;
        arena_index grown = arena_take(&t->arena, wanted);
        if (!grown) {
            t->starved = true;
            return NULL;
        }
        if (held) {
            memcpy(arena_at(&t->arena, grown), tree_children(t, node), held * sizeof(mcts_node));
            arena_give(&t->arena, node->children, held);
        }
        node->children = grown;
        block->child_capacity = (uint8_t)wanted;
    }
    mcts_node *child = tree_children(t, node) + node->child_count++;
    memset(child, 0, sizeof *child);
    return child;
}

/* An orphaned block of children is linked into a chain. The link overwrites the value of the
 * block's first node, so that reclaiming needs neither memory nor recursion. */
typedef struct orphan_link {
    arena_index next;
    uint16_t count, capacity;
} orphan_link;

static_assert(sizeof(orphan_link) == sizeof(double), "the link hides in mcts_node.value");

static void add_orphans(mcts_tree *t, const mcts_node *node)
{
    if (!node->edges) {
        return;
    }
    edge_block *block = tree_edges(t, node);
    if (node->children) {
        orphan_link link = {t->orphans, node->child_count, block->child_capacity};
        memcpy(&tree_children(t, node)->value, &link, sizeof link);
        t->orphans = node->children;
    }
    arena_give(&t->arena, node->edges, edge_units(block->stored));
}

/* Frees one orphaned block and chains the blocks below it. */
static void reclaim_orphan(mcts_tree *t)
{
    uint32_t before = t->arena.taken;
    arena_index i = t->orphans;
    const mcts_node *nodes = arena_at(&t->arena, i);
    orphan_link link;
    memcpy(&link, &nodes->value, sizeof link);
    t->orphans = link.next;
    for (int k = 0; k < link.count; k++) {
        add_orphans(t, &nodes[k]);
    }
    arena_give(&t->arena, i, link.capacity);
    t->reclaimed += before - t->arena.taken;
}

void tree_collapse(mcts_tree *t, mcts_node *node)
{
    add_orphans(t, node);
    node->edges = 0;
    node->children = 0;
    node->child_count = 0;
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
    while (depth < t->cursor_length && t->cursor[depth] < path[depth]->child_count) {
        path[depth + 1] = &tree_children(t, path[depth])[t->cursor[depth]];
        depth++;
    }
    int next = depth < t->cursor_length ? t->cursor[depth] : 0;
    for (; steps > 0; steps--) {
        mcts_node *node = path[depth];
        if (depth > 0 && next == 0 && node->edges && node->visits <= t->threshold) {
            tree_collapse(t, node);
        }
        if (next < node->child_count && depth < CURSOR_MAX) {
            t->cursor[depth] = (uint8_t)next;
            path[depth + 1] = &tree_children(t, node)[next];
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

void tree_make_room(mcts_tree *t)
{
    /* A playout takes at most one edge block and one larger block of children. Where the free units
     * are scattered, a large block may still be refused; that refusal asks for more room. */
    enum { RESERVE_MIN = 512, RESERVE_SHARE = 64, STEPS_A_SLICE = 256, SLICES_MAX = 16 };
    uint32_t share = t->arena.unit_count / RESERVE_SHARE;
    uint32_t reserve = share > RESERVE_MIN ? share : RESERVE_MIN;
    for (int i = 0; i < SLICES_MAX && (t->starved || arena_left(&t->arena) < reserve); i++) {
        if (!t->orphans) {
            collect_slice(t, STEPS_A_SLICE);
        }
        for (int k = 0; t->orphans && k < STEPS_A_SLICE; k++) {
            reclaim_orphan(t);
            t->starved = false;
        }
    }
}

bool tree_prefers(const mcts_node *a, const mcts_node *b)
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

int tree_best_child(const mcts_tree *t, const mcts_node *node)
{
    int best = -1;
    const mcts_node *children = node->child_count ? tree_children(t, node) : NULL;
    for (int i = 0; i < node->child_count; i++) {
        if (best < 0 || tree_prefers(&children[i], &children[best])) {
            best = i;
        }
    }
    return best;
}
