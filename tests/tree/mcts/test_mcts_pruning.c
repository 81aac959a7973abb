/* Tests which moves MctsHistoryPruning prunes, and that they come back where nothing else is left.
 * It uses private headers to walk the tree. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/movegen.h"
#include "walk_fixture.h"

static const double bad_history = 0.2, low_prior = 0.03;

/* The random net's values differ little, so its histories are made louder. */
static void begin(void)
{
    walk_begin();
    f.options.techniques.mcts_history_pruning = true;
    f.options.params.mcts_prune_history_milli = (int)lround(bad_history * 1000.0);
    f.options.params.mcts_prune_prior_milli = (int)lround(low_prior * 1000.0);
    f.options.params.history_divisor = 2048;
}
TestSuite(mcts_pruning, .init = begin, .fini = walk_end);

static int seen_pruned, seen_kept;

/* The number of a move among the stored ones. */
static int number_of(const mcts_node *node, move sought)
{
    int i = 0;
    while (tree_child(&m->tree, node, i)->move != sought) {
        i++;
        cr_assert_lt(i, tree_block(&m->tree, node)->stored);
    }
    return i;
}

/* The moves of a leaf that must be pruned. Returns the sum of the priors of the others. */
static double find_pruned(mcts_walk *w, const move moves[], const float priors[], int count,
                          bool pruned[])
{
    const mcts_step *last = mcts_walk_last(w);
    double kept = 0.0;
    int best = 0;
    for (int i = 0; i < count; i++) {
        const double history =
            mcts_history_logit(m, m->history, &last->position, &last->context, moves[i]);
        best = priors[i] > priors[best] ? i : best;
        pruned[i] = history < -bad_history && priors[i] < low_prior;
    }
    pruned[best] = false;
    for (int i = 0; i < count; i++) {
        kept += pruned[i] ? 0.0 : (double)priors[i];
    }
    return kept;
}

static void expect_pruned(mcts_walk *w)
{
    mcts_node *node = mcts_walk_last(w)->node;
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    bool pruned[MOVES_MAX];
    if (node->block || w->length == 0) {
        return;
    }
    const int count = gen_legal(&mcts_walk_last(w)->position, moves);
    mcts_walk_priors(m, w, moves, count, priors);
    const double kept = find_pruned(w, moves, priors, count, pruned);
    cr_assert(mcts_expand(m, w));
    for (int i = 0; i < count; i++) {
        const int place = number_of(node, moves[i]);
        const mcts_node *child = tree_child(&m->tree, node, place);
        cr_expect_eq(tree_is_pruned(child), pruned[i], "%s", fixture_text(moves[i]));
        cr_expect(pruned[i] || fabs(child->prior - priors[i] / kept * PRIOR_ONE) < 2.0);
        seen_pruned += pruned[i];
        seen_kept += !pruned[i];
    }
    tree_collapse(&m->tree, node);
}

Test(mcts_pruning, moves_with_a_bad_history_and_a_low_prior_are_pruned)
{
    f.options.techniques.mcts_widening = false; /* or few moves would be stored */
    seen_pruned = seen_kept = 0;
    walk_grow(FIXTURE_KIWIPETE, 3000);
    walk_visit(expect_pruned);
    cr_expect_gt(seen_pruned, 300, "%d moves were pruned", seen_pruned);
    cr_expect_gt(seen_kept, 3000, "%d moves were kept", seen_kept);
}

/* Moves are sorted, so those visited are pruned ones only where all others are closed. */
static void expect_unvisited(mcts_walk *w)
{
    const mcts_node *node = mcts_walk_last(w)->node;
    bool open = false;
    for (int i = 0; i < tree_visited(&m->tree, node); i++) {
        const mcts_node *child = tree_child(&m->tree, node, i);
        cr_expect(!tree_is_pruned(child) || !open, "%s", fixture_text(child->move));
        open = open || child->state == NODE_OPEN;
    }
    for (int i = 0; node->block && i < tree_block(&m->tree, node)->stored; i++) {
        seen_pruned += tree_is_pruned(tree_child(&m->tree, node, i));
    }
}

/* Below the root, whose moves all stay. */
Test(mcts_pruning, pruned_moves_are_not_visited)
{
    f.options.techniques.mcts_widening = false;
    seen_pruned = 0;
    walk_grow(FIXTURE_KIWIPETE, 4000);
    walk_visit(expect_unvisited);
    cr_expect_gt(seen_pruned, 300, "%d moves were pruned", seen_pruned);
    for (int i = 0; i < tree_block(&m->tree, &m->tree.root)->stored; i++) {
        cr_expect(!tree_is_pruned(tree_child(&m->tree, &m->tree.root, i)));
    }
}

/* A visited child of the root whose second move is not visited yet, and whose first one is lost for
 * its side: there all other moves are made pruned ones. */
static mcts_node *child_with_pruned_moves(void)
{
    mcts_node *found = NULL;
    for (int i = 0; i < tree_visited(&m->tree, &m->tree.root); i++) {
        mcts_node *child = tree_child(&m->tree, &m->tree.root, i);
        if (!found && tree_visited(&m->tree, child) == 1) {
            found = child;
        } else {
            child->state = NODE_WON; /* so that playouts go to the other one */
        }
    }
    cr_assert_not_null(found);
    tree_child(&m->tree, found, 0)->state = NODE_WON;
    for (int i = 1; i < tree_block(&m->tree, found)->stored; i++) {
        tree_child(&m->tree, found, i)->prior = 0;
    }
    return found;
}

/* A node is not lost as long as a pruned move may save it. */
Test(mcts_pruning, a_node_is_lost_only_if_its_pruned_moves_are)
{
    f.options.params.mcts_stay_part = 0;
    walk_grow(FIXTURE_KIWIPETE, 12);
    mcts_node *node = child_with_pruned_moves();
    mcts_playout(m, m->walks[0]);
    cr_expect_eq(node->state, NODE_OPEN);
    cr_expect_eq(tree_visited(&m->tree, node), 2, "a pruned move is tried");
    cr_expect_eq(tree_child(&m->tree, node, 1)->visits, 1);
}

Test(mcts_pruning, a_refresh_keeps_moves_pruned)
{
    static mcts_walk w;
    f.options.techniques.mcts_widening = false;
    f.options.techniques.mcts_history_refresh = MCTS_REFRESH_ALL;
    walk_grow(FIXTURE_KIWIPETE, 12);
    mcts_node *node = tree_child(&m->tree, &m->tree.root, 0);
    cr_assert(node->block);
    const int last = tree_block(&m->tree, node)->stored - 1;
    const move pruned = tree_child(&m->tree, node, last)->move;
    for (int i = 0; i <= last; i++) {
        tree_child(&m->tree, node, i)->prior = i < last ? 7 : 0;
    }
    walk_start(&w);
    walk_on(&w, 0);
    mcts_refresh_priors(m, &w);
    cr_expect_eq(tree_child(&m->tree, node, last)->move, pruned);
    cr_expect(tree_is_pruned(tree_child(&m->tree, node, last)));
    cr_expect_gt(tree_child(&m->tree, node, 0)->prior, 7);
}
