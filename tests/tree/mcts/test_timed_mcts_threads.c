/* Tests threads that walk one tree: that searches end, and that the tree is whole afterwards. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "mcts.h"
#include "mcts_report.h"
#include "search_fixture.h"

static mcts *m;

static const int thread_counts[] = {1, 2, 8, 32};
enum { THREAD_COUNTS = sizeof thread_counts / sizeof *thread_counts };

static void set_up(void)
{
    fixture_begin(1);
}

static void make(int threads, size_t hash_mb)
{
    failure why;
    f.options.threads = threads;
    f.options.hash_mb = hash_mb;
    mcts_free(m);
    m = mcts_new(&f.options, &why);
    cr_assert_not_null(m, "%s", why.text);
}

static void configure(int threads)
{
    failure why;
    f.options.threads = threads;
    cr_assert(mcts_configure(m, &f.options, &why), "%s", why.text);
}

/* Plays a move of a game that began at `start`. A game that ends begins anew: threads do not repeat
 * themselves, and now and then random nets walk into a mate. */
static void play_on(const char *start, move played)
{
    fixture_play(fixture_text(played));
    if (!gen_any(&f.position)) {
        fixture_set(start);
    }
}

static void tear_down(void)
{
    mcts_free(m);
    m = NULL;
    fixture_end();
}

TestSuite(mcts_threads, .init = set_up, .fini = tear_down, .timeout = 300);

static search_result go(const search_limits *limits)
{
    search_control control = {.pondering = false};
    control_begin(&control, limits);
    f.reports = f.finals = 0;
    return mcts_go(m, &f.position, &f.game, &control, fixture_listen, NULL, f.search);
}

/* ---- A whole tree ---- */

/* What a walk over the tree has counted. */
typedef struct census {
    uint64_t steps;    /* visits of all nodes but the root */
    uint64_t expanded; /* open nodes with moves */
    uint64_t excess;   /* playouts that ended at them after the first one */
    uint64_t units;    /* of all blocks */
    bool went_on;      /* the game has gone on: the tree may have forgotten repetitions */
} census;

/* The moves of an expanded node: different, in as many places as its blocks have, and no thread is
 * left there. */
static void expect_moves(const mcts_node *node, census *c)
{
    const node_block *first = tree_block(&m->tree, node);
    bool seen[UINT16_MAX + 1] = {false};
    int held = 0;
    cr_assert_not(first->busy);
    cr_assert(first->visited <= first->stored && first->stored <= first->count);
    for (arena_index i = node->block; i;) {
        const node_block *block = arena_at(&m->tree.arena, i);
        held += block->held;
        c->units += arena_units_for(BLOCK_HEAD + block->held * sizeof(mcts_node));
        i = block->more;
    }
    cr_assert_eq(held, first->stored);
    for (int i = 0; i < held; i++) {
        const mcts_node *child = tree_child(&m->tree, node, i);
        cr_assert_not(seen[child->move], "move %d is there twice", child->move);
        seen[child->move] = true;
        /* A visited move that repeated a position before the root is new again (tree_advance()). */
        const bool forgotten = c->went_on && i < first->visited && child->state == NODE_NEW;
        cr_assert_eq(child->visits > 0, i < first->visited && !forgotten, "%u visits",
                     child->visits);
        cr_assert_eq(child->state == NODE_NEW, i >= first->visited || forgotten);
        cr_assert(child->prior > 0 || m->techniques.mcts_history_pruning);
    }
}

/* A won node has a lost child, and a lost or drawn one only children that are known. The distance
 * is that of the best child and one more. */
static void expect_proof(const mcts_node *node)
{
    int lost = 0, won = 0, drawn = 0, shortest = UINT16_MAX, longest = 0;
    const node_block *block = tree_block(&m->tree, node);
    for (int i = 0; i < block->visited; i++) {
        const mcts_node *child = tree_child(&m->tree, node, i);
        lost += child->state == NODE_LOST;
        won += child->state == NODE_WON;
        drawn += child->state == NODE_DRAWN;
        longest = child->state == NODE_WON && child->distance > longest ? child->distance : longest;
        shortest =
            child->state == NODE_LOST && child->distance < shortest ? child->distance : shortest;
    }
    switch ((node_state)node->state) {
    case NODE_WON:
        cr_assert_gt(lost, 0);
        cr_assert_eq(node->distance % 2, 1);
        cr_assert_eq(node->distance, shortest + 1);
        break;
    case NODE_LOST:
        cr_assert_eq(won, block->count);
        cr_assert_eq(node->distance, longest + 1);
        break;
    case NODE_DRAWN:
        cr_assert(drawn && drawn + won == block->count);
        break;
    default:
        /* One thread may have spent a node while another was at the move that mates. */
        cr_assert(lost == 0 || node->state == NODE_SPENT, "a node with a lost child is won");
        cr_assert(m->mate_plies || won < block->count, "a node whose children are won is lost");
    }
}

/* What the mate search has proven has no proof in the tree: it closes moves of the root, one of
 * which may be the root now. */
static bool may_lack_proof(const mcts_node *node, const census *c)
{
    const mcts_node *root = &m->tree.root;
    if (node == root) {
        return m->tree.limited || c->went_on;
    }
    for (int i = 0; i < tree_visited(&m->tree, root); i++) {
        if (tree_child(&m->tree, root, i) == node) {
            return node->state >= NODE_WON;
        }
    }
    return false;
}

static void take_census(const mcts_node *node, census *c)
{
    uint64_t below = 0;
    cr_assert(node->value >= 0.0f && node->value <= 1.0f, "%f", (double)node->value);
    const float draw = tree_draw(&m->tree, node);
    cr_assert(draw >= 0.0f && draw <= 1.0f, "%f", (double)draw);
    if (!node->block) {
        return;
    }
    expect_moves(node, c);
    if (!may_lack_proof(node, c)) {
        expect_proof(node);
    }
    for (int i = 0; i < tree_visited(&m->tree, node); i++) {
        const mcts_node *child = tree_child(&m->tree, node, i);
        below += child->visits;
        take_census(child, c);
    }
    cr_assert_gt(node->visits, below, "the first playout has ended here");
    if (node->state == NODE_OPEN) {
        c->expanded++;
        c->excess += node->visits - below - 1;
    }
    c->steps += below;
}

/* The tree of a search in which no memory was freed and that has begun with an empty tree: each
 * step of each playout is one visit, so none is lost and none is left over. */
static void expect_whole_new_tree(void)
{
    census c = {.steps = 0};
    take_census(&m->tree.root, &c);
    const mcts_counts counts = mcts_all_counts(m);
    cr_expect_eq(m->tree.root.visits, counts.playouts + 1);
    cr_expect_eq(c.steps, counts.length_sum, "%lu steps, %lu", (unsigned long)c.steps,
                 (unsigned long)counts.length_sum);
    cr_expect_eq(c.units, m->tree.arena.taken);
    cr_expect_not(m->tree.crowded);
    /* Threads meet at new nodes, which they then value at once; so do few playouts. In a small tree
     * all may end at the node where a thread waits for its core. */
    cr_expect(c.expanded < 1000 || c.excess <= c.expanded * (uint64_t)m->thread_count / 4,
              "%lu of %lu", (unsigned long)c.excess, (unsigned long)c.expanded);
}

/* The units of blocks that wait to be reclaimed. */
static uint64_t orphaned_units(void)
{
    census c = {.went_on = true};
    for (arena_index i = m->tree.orphans; i;) {
        const node_block *block = arena_at(&m->tree.arena, i);
        c.units += arena_units_for(BLOCK_HEAD + block->held * sizeof(mcts_node));
        for (int k = 0; k < block->held; k++) {
            take_census(&block->node[k], &c);
        }
        i = block->more;
    }
    return c.units;
}

static void expect_all_units(void)
{
    census c = {.went_on = true};
    take_census(&m->tree.root, &c);
    cr_expect_eq(c.units + orphaned_units(), m->tree.arena.taken);
}

Test(mcts_threads, no_visit_is_lost_or_left_over)
{
    static const char *const positions[] = {FEN_START, FIXTURE_KIWIPETE,
                                            "8/8/8/8/8/2k5/8/K6q w - - 0 1",
                                            "7k/8/8/8/8/3R4/8/K3r3 w - - 96 90"};
    for (int i = 0; i < THREAD_COUNTS; i++) {
        for (int k = 0; k < 4; k++) {
            make(thread_counts[i], 64);
            fixture_set(positions[k]);
            go(&(search_limits){.nodes = 20000});
            cr_expect(f.last.nodes >= 20000 || m->tree.root.state > NODE_OPEN);
            cr_expect_eq(f.finals, 1);
            expect_whole_new_tree();
        }
    }
}

/* Every option that changes what a playout does in the tree. */
Test(mcts_threads, every_technique_leaves_a_whole_tree)
{
    const search_techniques usual = f.options.techniques;
    for (int i = 0; i < 8; i++) {
        search_techniques *t = &f.options.techniques;
        *t = usual;
        t->mcts_widening = i % 2;
        t->mcts_history_refresh = i % MCTS_REFRESHES;
        t->mcts_history_pruning = i % 4 > 1;
        t->mcts_correction = i % 2;
        t->mcts_killers = t->mcts_counter_move = i % 3 == 0;
        f.options.params.history_refresh_visits = 2;
        make(8, 256);
        fixture_set(FIXTURE_KIWIPETE);
        go(&(search_limits){.nodes = 10000});
        expect_whole_new_tree();
    }
}

/* ---- Limits ---- */

Test(mcts_threads, searches_end_at_every_limit)
{
    for (int i = 0; i < THREAD_COUNTS; i++) {
        make(thread_counts[i], 64);
        fixture_set(FIXTURE_KIWIPETE);
        go(&(search_limits){.nodes = 1});
        cr_expect_geq(f.last.nodes, 1);
        go(&(search_limits){.nodes = 5000});
        cr_expect_geq(f.last.nodes, 5000);
        const fixture_moment begun = fixture_now();
        go(&(search_limits){.time_ms_hard = 60, .time_exact = true});
        cr_expect(fixture_took(&begun, 60, 60000));
        go(&(search_limits){.time_ms_soft = 40, .time_ms_hard = 80});
        mcts_new_game(m);
        go(&(search_limits){.depth = 4});
        /* The helpers end somewhat later, so the mean may fall again. */
        const mcts_counts counts = mcts_all_counts(m);
        cr_expect(2 * counts.length_sum >= 7 * counts.playouts || counts.playouts >= 32000,
                  "%lu moves in %lu playouts", (unsigned long)counts.length_sum,
                  (unsigned long)counts.playouts);
        expect_whole_new_tree();
    }
}

static const char *const mates[] = {
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
};
static const int mate_moves[] = {2, 2, 3};

Test(mcts_threads, mates_are_found_and_proven)
{
    for (int round = 0; round < 8; round++) {
        for (int i = 0; i < 3; i++) {
            make(thread_counts[round % THREAD_COUNTS], 64);
            fixture_set(mates[i]);
            go(&(search_limits){.mate = mate_moves[i], .nodes = 3000000});
            cr_expect_eq(m->tree.root.state, NODE_WON, "position %d", i);
            cr_expect_eq(f.last.score.kind, SCORE_MATE);
            cr_expect_leq(f.last.score.value, mate_moves[i]);
            expect_whole_new_tree();
            go(&(search_limits){.mate = mate_moves[i] - 1, .nodes = 3000000});
            cr_expect_eq(m->tree.root.state, NODE_SPENT, "there is no faster mate");
            cr_expect_lt(f.last.nodes, 3000000);
        }
    }
}

/* ---- Between searches ---- */

/* A game in which the tree is kept and the memory is full, while the number of threads and the
 * options change. More threads than the smallest arena can give whole stores are among them. */
Test(mcts_threads, a_full_arena_keeps_all_its_units_whatever_changes)
{
    static const int counts[] = {2, 8, 1, 32, 3, THREADS_MAX, 1, 8, 2};
    make(1, 1);
    fixture_set(FIXTURE_KIWIPETE);
    for (int i = 0; i < (int)(sizeof counts / sizeof *counts); i++) {
        f.options.multi_pv = 1 + i % 3;
        f.options.techniques.mcts_correction = i % 2;
        f.options.techniques.mcts_history_refresh = i % MCTS_REFRESHES;
        configure(counts[i]);
        cr_assert_eq(m->thread_count, counts[i]);
        const search_result result = go(&(search_limits){.nodes = 50000});
        cr_assert(gen_is_legal(&f.position, result.best));
        cr_expect_gt(m->tree.root.visits, f.last.nodes, "kept, or valued once");
        expect_all_units();
        cr_expect(m->tree.root.state > NODE_OPEN ||
                  (f.last.nodes >= 50000 && m->tree.arena.taken > m->tree.arena.unit_count / 4));
        play_on(FIXTURE_KIWIPETE, result.best);
    }
}

/* One thread computes the same, however many there were before. */
Test(mcts_threads, one_thread_is_deterministic)
{
    fixture_answer answers[3];
    f.options.hash_mb = 4;
    for (int i = 0; i < 3; i++) {
        f.options.threads = 8;
        fixture_configure();
        if (i > 0) {
            fixture_ask(FEN_START, &(search_limits){.nodes = 5000});
        }
        f.options.threads = 1;
        fixture_configure();
        search_new_game(f.search);
        answers[i] = fixture_ask(FIXTURE_KIWIPETE, &(search_limits){.nodes = 30000});
        cr_expect_eq(answers[i].nodes, 30000);
        cr_expect(fixture_same(&answers[i], &answers[0]));
    }
}
