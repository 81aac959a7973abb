/* Tests where MctsSingular and MctsNoisyLeaves look further, and what that is worth to a playout.
 * It uses private headers. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "mcts_walk.h"
#include "walk_fixture.h"

static fixture f;
static mcts *m;

/* A leaf is worth what the net says of it. */
static void begin(void)
{
    fixture_begin(&f, 1);
    f.options.techniques.mcts_value_hash = MCTS_SHARE_OFF;
    f.options.techniques.mcts_correction = LEAF_OFF;
    f.options.techniques.mcts_fifty_moves = MCTS_FIFTY_OFF;
    f.options.techniques.mcts_bare_king = false;
}
static void end(void)
{
    mcts_free(m);
    fixture_end(&f);
}

TestSuite(mcts_extensions, .init = begin, .fini = end);

/* ---- Singular moves ---- */

static const double high_prior = 0.1, most_visits = 0.3;
enum { ENOUGH_VISITS = 6 };

static int extended, ended, found_mates, found_draws;

/* The number of the walk's first node that was new to the last playout. */
static int first_new(const mcts_walk *w)
{
    int i = 0;
    while (mcts_walk_visits(w, i) > 1) {
        i++;
    }
    return i;
}

/* True if the move to node number `leaf` of the walk, where only one other move is longer, was
 * singular when the playout came to it. */
static bool is_singular_plainly(const mcts_walk *w, int leaf)
{
    if (f.options.techniques.mcts_singular == MCTS_SINGULAR_POLICY) {
        return w->node[leaf]->prior >= (uint16_t)(high_prior * PRIOR_ONE);
    }
    int i = leaf - 1;
    while (i >= 0 && mcts_walk_visits(w, i) - 1 < ENOUGH_VISITS) {
        i--;
    }
    return i >= 0 && mcts_walk_visits(w, i + 1) - 1 >= most_visits * (mcts_walk_visits(w, i) - 1);
}

static void expect_extension(const mcts_walk *w, int leaf)
{
    const mcts_node *node = w->node[leaf], *child = w->node[leaf + 1];
    cr_assert_eq(w->length, leaf + 1, "one ply deeper");
    cr_expect_eq(child, tree_child(&m->tree, node, 0), "the move with the highest prior");
    cr_expect_eq(child->visits, 1);
    cr_expect_float_eq(node->value, 1.0 - child->value, 1e-6, "the value there counts");
    cr_expect(child->state != NODE_LOST || node->state == NODE_WON, "a mate is proven");
    cr_expect_neq(child->state, NODE_REPEATED, "no draw that may be taken back");
    found_mates += child->state == NODE_LOST;
    extended++;
}

/* The move with the highest prior would repeat a position of the walk. */
static void expect_repetition(const mcts_walk *w, int leaf)
{
    position next = w->position;
    line path = w->path;
    cr_expect(is_singular_plainly(w, leaf));
    cr_expect_eq(tree_visited(&m->tree, w->node[leaf]), 0);
    pos_make(&next, tree_child(&m->tree, w->node[leaf], 0)->move);
    line_push(&path, next.key);
    cr_expect(line_repeats(&path, next.halfmove_clock));
    found_draws++;
}

/* New nodes whose value the rules know end the playout. */
static void follow(const char *fen, int word, int playouts)
{
    f.options.techniques.mcts_singular = word;
    f.options.params.mcts_singular_prior_milli = (int)lround(high_prior * 1000.0);
    f.options.params.mcts_singular_visits = ENOUGH_VISITS;
    f.options.params.mcts_singular_share_milli = (int)lround(most_visits * 1000.0);
    m = walk_grow(&f, fen, 0);
    for (int i = 0; i < playouts; i++) {
        const mcts_walk *w = m->walks[0];
        mcts_playout(m, m->walks[0]);
        if (mcts_walk_visits(w, w->length) > 1) {
            continue; /* it ended at a closed node */
        }
        const int leaf = first_new(w);
        const bool by_rules = leaf == w->length && w->node[leaf]->state > NODE_OPEN;
        if (leaf == w->length && w->node[leaf]->block) {
            expect_repetition(w, leaf);
        } else if (!by_rules && is_singular_plainly(w, leaf)) {
            expect_extension(w, leaf);
        } else {
            cr_assert_eq(w->length, leaf, "playout %d: not so deep", i);
            cr_expect_eq(w->node[leaf]->block, 0);
            ended++;
        }
    }
    mcts_free(m);
    m = NULL;
}

/* A queen that leaves the first rank is answered by mate. */
static const char back_rank[] = "6k1/5ppp/8/8/8/8/5PPP/qQ4K1 w - - 0 1";

/* Blocked pawns, so that kings alone move, along their own edges, and come back. */
static const char kings[] = "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1";

Test(mcts_extensions, a_playout_goes_one_ply_further_after_a_singular_move)
{
    for (int word = MCTS_SINGULAR_POLICY; word < MCTS_SINGULARS; word++) {
        extended = ended = 0;
        follow(FIXTURE_KIWIPETE, word, 3000);
        follow(back_rank, word, 2000);
        follow(kings, word, 2000);
        cr_expect_gt(extended, 300, "%s: %d", mcts_singular_words[word], extended);
        cr_expect_gt(ended, 300, "%s: %d", mcts_singular_words[word], ended);
    }
    cr_expect_gt(found_mates, 0);
    cr_expect_gt(found_draws, 0);
}

/* Nodes of one position share the values of many playouts. That is more than one ply tells. */
Test(mcts_extensions, known_positions_are_not_extended)
{
    f.options.techniques.mcts_singular = MCTS_SINGULAR_POLICY;
    f.options.techniques.mcts_value_hash = MCTS_SHARE_FIRST;
    f.options.params.mcts_singular_prior_milli = 1;
    int known = 0;
    m = walk_grow(&f, FEN_START, 0);
    for (int i = 0; i < 3000; i++) {
        const mcts_walk *w = m->walks[0];
        mcts_playout(m, m->walks[0]);
        const int leaf = first_new(w);
        known += leaf == w->length && w->node[leaf]->state == NODE_OPEN;
    }
    cr_expect_gt(known, 20, "%d known positions", known);
}

/* ---- Noisy leaves ---- */

enum { GAIN = 100 };

static int captures_made, captures_refused, mates;

/* Of equal captures the first may be any. */
static move plain_capture(const position *pos, bool *unsure)
{
    move moves[MOVES_MAX], best = MOVE_NONE;
    int most = 0;
    const int count = gen_legal(pos, moves);
    *unsure = false;
    for (int i = 0; i < count; i++) {
        const hist_move h = hist_move_of(pos, 0, moves[i]);
        if (h.victim == HIST_QUIET || !see_at_least(pos, moves[i], GAIN)) {
            continue;
        }
        const int made = move_is_promotion(moves[i]) ? see_value[move_kind_of(moves[i])] - 100 : 0;
        const int taken = h.victim == HIST_PROMOTION ? 0 : see_value[h.victim];
        const int worth = 100 * (made + taken) - see_value[h.piece % 6];
        *unsure = worth == most || (*unsure && worth < most);
        best = worth > most ? moves[i] : best;
        most = worth > most ? worth : most;
    }
    return best;
}

static double leaf_value(const position *pos)
{
    const mcts_node leaf = mcts_unvisited(m, pos);
    return (double)leaf.value;
}

static double plain_value(position pos, int plies, bool *unsure)
{
    bool near = false;
    m->techniques.mcts_noisy_leaves = false;
    const double still = leaf_value(&pos);
    const move capture = plies ? plain_capture(&pos, &near) : MOVE_NONE;
    *unsure = *unsure || near;
    if (capture == MOVE_NONE) {
        return still;
    }
    pos_make(&pos, capture);
    const double after = 1.0 - plain_value(pos, plies - 1, unsure);
    mates += after == 1.0;
    captures_made += after > still;
    captures_refused += after < still;
    return fmax(after, still);
}

/* A position and all up to so many plies behind it. */
static void expect_settled(const position *pos, int plies, int depth)
{
    move moves[MOVES_MAX];
    bool unsure = false;
    const int count = gen_legal(pos, moves);
    if (count && !pos_insufficient_material(pos)) {
        const double wanted = plain_value(*pos, plies, &unsure);
        m->techniques.mcts_noisy_leaves = true;
        if (!unsure) {
            cr_expect_float_eq(leaf_value(pos), wanted, 1e-6);
        }
    }
    for (int i = 0; i < count && depth; i++) {
        position next = *pos;
        pos_make(&next, moves[i]);
        expect_settled(&next, plies, depth - 1);
    }
}

Test(mcts_extensions, a_noisy_leaf_has_the_value_after_its_captures)
{
    f.options.params.mcts_noisy_gain = GAIN;
    for (int plies = 1; plies <= 3; plies++) {
        f.options.params.mcts_noisy_plies = plies;
        m = walk_grow(&f, FIXTURE_KIWIPETE, 0);
        expect_settled(&f.position, plies, 2);
        fixture_set(&f, "8/2P1k3/8/8/3pP3/8/1r6/K7 b - e3 0 1");
        expect_settled(&f.position, plies, 3);
        fixture_set(&f, "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1");
        expect_settled(&f.position, plies, 3);
        mcts_free(m);
        m = NULL;
    }
    cr_expect_gt(captures_made, 1000, "%d", captures_made);
    cr_expect_gt(captures_refused, 1000, "%d", captures_refused);
    cr_expect_gt(mates, 0);
}

/* The pawn takes a queen that nothing protects; the other pawn is protected. */
Test(mcts_extensions, a_leaf_without_a_winning_capture_keeps_its_value)
{
    static const char *const fens[] = {"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
                                       "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1"};
    for (int i = 0; i < 2; i++) {
        m = walk_grow(&f, fens[i], 0);
        const double still = leaf_value(&f.position);
        position next = f.position;
        pos_make(&next, gen_from_uci(&next, i ? "d1d5" : "e4d5"));
        const double after = 1.0 - leaf_value(&next);
        m->techniques.mcts_noisy_leaves = true;
        cr_expect_float_eq(leaf_value(&f.position), i ? still : fmax(still, after), 1e-6);
        mcts_free(m);
        m = NULL;
    }
}
