/* Compares the effect of each idea of MCTS on priors, histories and nodes with a simple reference.
 * It uses private headers to walk the tree. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "nn/portable_math.h"
#include "walk_fixture.h"

TestSuite(mcts_ideas, .init = walk_begin_with_history, .fini = walk_end);

static int seen;

/* A move and its prior. */
typedef struct labelled {
    move move;
    uint16_t prior;
} labelled;

/* Reads the stored moves of an expanded node and returns their number. */
static int read_labels(const mcts_node *node, labelled moves[MOVES_MAX])
{
    const int stored = tree_block(&m->tree, node)->stored;
    for (int i = 0; i < stored; i++) {
        const mcts_node *child = tree_child(&m->tree, node, i);
        moves[i] = (labelled){child->move, child->prior};
    }
    return stored;
}

static void expect_sorted_shares(mcts_walk *w)
{
    const mcts_node *node = mcts_walk_last(w)->node;
    if (!node->block) {
        return;
    }
    const node_block *block = tree_block(&m->tree, node);
    labelled moves[MOVES_MAX];
    const int stored = read_labels(node, moves);
    int sum = 0;
    for (int i = 0; i < stored; i++) {
        sum += moves[i].prior;
        cr_expect(i <= block->visited || moves[i].prior <= moves[i - 1].prior);
    }
    /* Rounding moves each prior by half a unit, as often as it was refreshed, and none is 0. */
    const int slack = 2 * block->count;
    cr_expect(sum <= PRIOR_ONE + slack, "%d units", sum - PRIOR_ONE);
    cr_expect(block->stored < block->count || sum >= PRIOR_ONE - slack, "%d", sum - PRIOR_ONE);
    seen++;
}

Test(mcts_ideas, refresh_keeps_moves_sorted_and_priors_shares_of_one)
{
    for (int refresh = MCTS_REFRESH_OFF + 1; refresh < MCTS_REFRESHES; refresh++) {
        f.options.techniques.mcts_history_refresh = refresh;
        f.options.params.history_refresh_visits = 2;
        seen = 0;
        walk_grow(FIXTURE_KIWIPETE, 4000);
        walk_visit(expect_sorted_shares);
        cr_expect_gt(seen, 500);
    }
}

Test(mcts_ideas, refresh_is_due_when_visits_have_doubled)
{
    f.options.techniques.mcts_history_refresh = MCTS_REFRESH_ALL;
    f.options.params.history_refresh_visits = 12;
    walk_grow(FEN_START, 1);
    node_block *block = tree_block(&m->tree, &m->tree.root);
    int last = 2; /* four visits or more */
    block->refreshed = 2;
    for (uint32_t visits = 5; visits < 5000; visits++) {
        const int doublings = (int)floor(log2(visits));
        const bool due = visits >= 12 && doublings > last;
        m->tree.root.visits = visits + 1;
        cr_expect_eq(mcts_refresh_is_due(m, &m->tree.root), due, "%u", visits);
        last = due ? doublings : last;
        block->refreshed = (uint8_t)last;
    }
    cr_expect_eq(last, 12);
}

/* A refresh of a node whose history has not changed since gives the same priors; one of the
 * unvisited alone keeps those of the visited. */
Test(mcts_ideas, refresh_gives_what_an_expansion_would)
{
    static mcts_walk w;
    f.options.techniques.mcts_history_refresh = MCTS_REFRESH_ALL;
    walk_grow(FIXTURE_KIWIPETE, 30);
    mcts_node *root = &m->tree.root;
    walk_start(&w);
    mcts_refresh_priors(m, &w);
    labelled before[MOVES_MAX], now[MOVES_MAX];
    const int count = read_labels(root, before);
    cr_assert_eq(count, tree_block(&m->tree, root)->count);
    /* All at once: as if the root were expanded now. */
    cr_assert(mcts_prepare_root(m, &(search_limits){.nodes = 0}));
    cr_assert_eq(read_labels(root, now), count);
    cr_expect_eq(memcmp(before, now, sizeof(labelled) * (size_t)count), 0);
    m->techniques.mcts_history_refresh = MCTS_REFRESH_UNVISITED;
    const int visited = tree_visited(&m->tree, root);
    cr_assert(visited > 0 && visited < count);
    for (int i = visited; i < count; i++) {
        tree_child(&m->tree, root, i)->prior = before[visited + count - 1 - i].prior;
    }
    mcts_refresh_priors(m, &w);
    read_labels(root, now);
    for (int i = 0; i < count; i++) {
        cr_expect_eq(now[i].move, before[i].move, "move %d", i);
        cr_expect(abs(now[i].prior - before[i].prior) <= (i < visited ? 0 : 1));
    }
}

/* What an option is expected to add to the logit of a move at the walk's last node. */
typedef double bias(mcts_walk *w, move candidate);

static bias *wanted;
static bool *switched;

/* With and without the option, the logarithms of the priors differ by the bias and a constant. */
static void expect_bias(mcts_walk *w)
{
    move moves[MOVES_MAX];
    float with[MOVES_MAX], without[MOVES_MAX];
    if (w->length == 0) {
        return; /* another temperature */
    }
    const int count = gen_legal(&mcts_walk_last(w)->position, moves);
    double constant = 0.0;
    *switched = true;
    mcts_walk_priors(m, w, moves, count, with);
    *switched = false;
    mcts_walk_priors(m, w, moves, count, without);
    for (int i = 0; i < count; i++) {
        const double added = wanted(w, moves[i]);
        const double rest = log((double)with[i] / (double)without[i]) - added;
        constant = i ? constant : rest;
        cr_expect_float_eq(rest, constant, 1e-3, "%s adds %g", fixture_text(moves[i]), rest);
        seen += added != 0.0;
    }
}

static void expect_biases(bool *option, bias *adds)
{
    switched = option;
    wanted = adds;
    seen = 0;
    walk_visit(expect_bias);
    cr_expect_gt(seen, 20, "only %d moves have a bias", seen);
}

/* The best answers to the sibling moves, most visits first; ties in the order of the siblings. */
static double killer_bias(mcts_walk *w, move candidate)
{
    const mcts_node *parent = w->step[w->length - 1].node, *self = mcts_walk_last(w)->node;
    static uint32_t best_of[65536]; /* by move */
    memset(best_of, 0, sizeof best_of);
    for (int i = 0; i < tree_visited(&m->tree, parent); i++) {
        const mcts_node *sibling = tree_child(&m->tree, parent, i);
        const int best = sibling == self ? -1 : tree_best_child(&m->tree, sibling);
        if (best >= 0) {
            const mcts_node *answer = tree_child(&m->tree, sibling, best);
            uint32_t *most = &best_of[answer->move];
            *most = answer->visits > *most ? answer->visits : *most;
        }
    }
    const uint32_t own = best_of[candidate];
    int better = 0;
    for (int i = 0; i < 65536; i++) {
        better += best_of[i] > own;
    }
    return own && better < 2 ? 0.25 : 0.0;
}

static double counter_bias(mcts_walk *w, move candidate)
{
    const hist_move *before = &w->step[w->length].played;
    return hist_mcts_counter_move(m->history, 1 + 64 * before->piece + before->to) == candidate
               ? 0.25
               : 0.0;
}

Test(mcts_ideas, counter_moves_change_logits)
{
    f.options.techniques.mcts_counter_move = true;
    f.options.params.mcts_counter_milli = 250;
    walk_grow(FIXTURE_KIWIPETE, 4000);
    expect_biases(&m->techniques.mcts_counter_move, counter_bias);
}

static double net_logit(mcts_walk *w, move candidate)
{
    float logit;
    backend_policy(&m->backend, &mcts_walk_last(w)->position, NULL, &candidate, 1, &logit);
    return logit;
}

Test(mcts_ideas, without_the_policy_net_only_histories_tell_moves_apart)
{
    walk_grow(FIXTURE_KIWIPETE, 2000);
    expect_biases(&m->techniques.mcts_policy, net_logit);
    m->techniques.mcts_policy = false;
    const int count = tree_block(&m->tree, &m->tree.root)->count;
    cr_assert(mcts_prepare_root(m, &(search_limits){.nodes = 0}));
    const double first = tree_child(&m->tree, &m->tree.root, 0)->prior / (double)PRIOR_ONE;
    cr_expect(fabs(first - 1.0 / count) > 1e-3, "the histories know a move");
    hist_mcts_clear(m->history);
    cr_assert(mcts_prepare_root(m, &(search_limits){.nodes = 0}));
    for (int i = 0; i < count; i++) {
        cr_expect_float_eq(tree_child(&m->tree, &m->tree.root, i)->prior / (double)PRIOR_ONE,
                           1.0 / count, 1e-4);
    }
}

/* Where visits tie, any two of the answers will do. */
static void expect_killers(mcts_walk *w)
{
    move moves[MOVES_MAX];
    const int count = gen_legal(&mcts_walk_last(w)->position, moves);
    int killers = 0;
    for (int i = 0; i < count && w->length; i++) {
        killers += killer_bias(w, moves[i]) != 0.0;
    }
    if (w->length && killers <= 2) {
        expect_bias(w);
    }
}

Test(mcts_ideas, killers_are_the_most_visited_best_answers_to_siblings)
{
    f.options.params.mcts_killer_milli = 250;
    walk_grow(FIXTURE_KIWIPETE, SLOW_BUILD ? 200 : 500);
    switched = &m->techniques.mcts_killers;
    wanted = killer_bias;
    seen = 0;
    walk_visit(expect_killers);
    cr_expect_gt(seen, SLOW_BUILD ? 5 : 20, "only %d killers", seen);
}

/* The pawn on b4 attacks a3. */
Test(mcts_ideas, one_main_table_alone_asks_for_threats)
{
    for (int main = 0; main < HIST_MAINS; main++) {
        static mcts_walk w;
        f.options.techniques.mcts_history = main;
        walk_grow(FIXTURE_KIWIPETE, 0);
        walk_start(&w);
        const bitboard threats = mcts_threats(m, &mcts_walk_last(&w)->position);
        mcts_walk_play(&w, threats, gen_from_uci(&mcts_walk_last(&w)->position, "a2a3"));
        cr_expect_eq(w.step[1].played.threats, main == HIST_MAIN_THREATS ? 2 : 0, "%s",
                     hist_main_words[main]);
    }
}

/* The same position with half of the fifty moves gone: an eighth of its value is that of a draw. */
Test(mcts_ideas, values_fade_into_a_draw_as_the_fifty_moves_pass)
{
    walk_grow("4k3/pp3ppp/8/3r4/3R4/8/PP3PPP/4K3 w - - 0 1", 0);
    const mcts_node fresh = mcts_unvisited(m, &f.position);
    fixture_set("4k3/pp3ppp/8/3r4/3R4/8/PP3PPP/4K3 w - - 50 40");
    const mcts_node late = mcts_unvisited(m, &f.position);
    cr_expect_gt(fabs(fresh.value - 0.5), 0.01);
    /* What corrections are measured against is faded too. */
    cr_expect_float_eq(late.net_logit, nn_logit(late.value) * (double)NET_LOGIT_ONE, 1.0);
    cr_expect_float_eq(late.value, fresh.value + 0.125 * (0.5 - fresh.value), 1e-6);
    /* Shares of draws are held in units. */
    cr_expect_float_eq(late.draw, fresh.draw + 0.125 * (NODE_DRAW_ONE - fresh.draw), 1.0);
}
