/* Tests what the histories learn from single playouts of MCTS: after each playout it compares them
 * with values computed from the changes in the tree. It uses private headers. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "walk_fixture.h"

TestSuite(mcts_learning, .init = walk_begin_with_history, .fini = walk_end);

enum { MIRROR_MAX = 4096 };

/* A node as it was before the playout under way. Children keep their numbers. */
typedef struct mirror {
    uint32_t visits;
    double value;
    float spread;
    int state;
    int child[MOVES_MAX]; /* 0: none yet */
} mirror;

static mirror nodes_before[MIRROR_MAX]; /* the first is the root */
static int mirrors;

/* A playout: its nodes, as they are now, and as they were. */
typedef struct followed {
    mcts_walk walk;
    move played[PLY_MAX]; /* as walk.played has them */
    int number[PLY_MAX];  /* of each of these moves */
    mirror *was[PLY_MAX + 1];
} followed;

static followed playout;

static void start_mirror(void)
{
    memset(nodes_before, 0, sizeof nodes_before);
    nodes_before[0].visits = m->tree.root.visits;
    nodes_before[0].value = m->tree.root.value;
    mirrors = 1;
}

/* The only child that the last playout went through, or -1. */
static int changed_child(const mcts_node *node, const mirror *was)
{
    int changed = -1;
    for (int i = 0; i < tree_visited(&m->tree, node); i++) {
        const uint32_t visits = tree_child(&m->tree, node, i)->visits;
        if (visits != (was->child[i] ? nodes_before[was->child[i]].visits : 0)) {
            cr_assert_eq(changed, -1, "one way alone");
            changed = i;
        }
    }
    return changed;
}

static void follow_playout(void)
{
    mcts_walk *w = &playout.walk;
    mirror *was = &nodes_before[0];
    walk_playout();
    walk_start(w);
    for (;;) {
        const mcts_node *node = mcts_walk_last(w)->node;
        playout.was[w->length] = was;
        cr_assert_eq(node->visits, was->visits + 1);
        const int next = changed_child(node, was);
        if (next < 0) {
            return;
        }
        if (!was->child[next]) {
            cr_assert_lt(mirrors, MIRROR_MAX);
            was->child[next] = mirrors++;
        }
        was = &nodes_before[was->child[next]];
        playout.played[w->length] = tree_child(&m->tree, node, next)->move;
        playout.number[w->length] = next;
        walk_on(w, next);
    }
}

/* The mirror becomes the present tree. */
static void renew_mirror(void)
{
    for (int ply = 0; ply <= playout.walk.length; ply++) {
        const mcts_node *node = playout.walk.step[ply].node;
        playout.was[ply]->visits = node->visits;
        playout.was[ply]->value = node->value;
        playout.was[ply]->spread = node->block ? tree_block(&m->tree, node)->spread : 0.0f;
        playout.was[ply]->state = node->state;
    }
}

/* Follows a search from its first playout on; `expect` sees each while the mirror still shows what
 * was there before it. */
static void follow_playouts(const char *fen, int playouts, void (*expect)(void))
{
    walk_grow(fen, 0);
    start_mirror();
    for (int i = 0; i < playouts; i++) {
        follow_playout();
        expect();
        renew_mirror();
    }
}

/* True if the playout teaches something of the move that led to that node of its walk. */
static bool is_taught(int ply)
{
    return !node_is_proven(playout.walk.step[ply].node) ||
           m->techniques.mcts_history == HIST_MAIN_SEED;
}

/* Choices among visited moves of a later block, of new moves, and of a visited one because the new
 * one had to wait. */
static int in_later_blocks, opened, waited;

static bool was_visited(const mirror *was, int number)
{
    return was->child[number] && nodes_before[was->child[number]].visits;
}

/* Q + C * P / (1 + n) of a visited move, as it was before the playout. */
static float score_before(const mcts_node *child, const mirror *was, float exploration)
{
    return 1.0f - (float)was->value + exploration * (float)child->prior / (float)(1 + was->visits);
}

/* The factor of exploration for the deviation of a node's playouts. */
static float factor_before(const mirror *was)
{
    const mcts_settings *s = &m->settings;
    const float known = (float)was->visits / ((float)was->visits + s->spread_prior);
    return 1.0f + s->spread * known * (sqrtf(was->spread) * s->spread_scale - 1.0f);
}

/* At each node the playout takes the move with the best score: one of those visited, of equals the
 * first, or the next one, if that has waited long enough. */
static void expect_best_choice(int ply)
{
    const mcts_node *node = playout.walk.step[ply].node;
    const mirror *was = playout.was[ply];
    const node_block *block = tree_block(&m->tree, node);
    const mcts_settings *s = &m->settings;
    const float *rows = ply ? s->exploration : s->exploration_root;
    const float exploration = rows[mcts_exploration_row(was->visits)] *
                              s->concentration[block->gini] * factor_before(was);
    float best_score = 0.0f;
    int best = -1, visited = 0;
    for (; visited < block->stored && was_visited(was, visited); visited++) {
        const mirror *then = &nodes_before[was->child[visited]];
        const float score = score_before(tree_child(&m->tree, node, visited), then, exploration);
        if (then->state != NODE_WON && (best < 0 || score > best_score)) {
            best = visited;
            best_score = score;
        }
    }
    bool wants_new = best < 0;
    if (best >= 0 && visited < block->stored) {
        const float prior = tree_child(&m->tree, node, visited)->prior;
        const float score = (float)was->value - s->fpu_reduction + exploration * prior;
        const int late = visited - s->widening_first;
        wants_new = score > best_score && (late < 0 || was->visits >= s->widening[late]);
        waited += score > best_score && !wants_new;
    }
    const int wanted = wants_new ? visited : best, chosen = playout.number[ply];
    cr_assert_eq(chosen, wanted, "ply %d: move %d, not %d", ply, chosen, wanted);
    in_later_blocks += !wants_new && chosen >= block->held;
    opened += wants_new;
}

static void expect_best_choices(void)
{
    for (int ply = 0; ply < playout.walk.length; ply++) {
        expect_best_choice(ply);
    }
}

Test(mcts_learning, a_playout_goes_where_the_score_is_best)
{
    f.options.params.mcts_widening_visits = 8;
    f.options.params.mcts_stay_part = 0;
    follow_playouts(FIXTURE_KIWIPETE, 4000, expect_best_choices);
    cr_expect_gt(in_later_blocks, 100, "%d choices in later blocks", in_later_blocks);
    cr_expect_gt(opened, 2000, "%d new moves", opened);
    cr_expect_gt(waited, 1000, "%d moves had to wait", waited);
}

enum { ROWS = 1 + 12 * 64 };

/* What answers the move of a piece to a square. */
static move answers[ROWS];
static int answers_changed, answers_short, answers_proven;

/* The row of the move of the last playout that was played at that ply. */
static int row_after(int ply)
{
    const hist_move *moved = &playout.walk.step[ply + 1].played;
    return 1 + 64 * moved->piece + moved->to;
}

/* From the leaf up, as a playout is backed up. */
static void learn_answers_plainly(void)
{
    const uint32_t visits_wanted = (uint32_t)f.options.params.mcts_answer_visits;
    for (int ply = playout.walk.length; ply >= 2; ply--) {
        const move reply = playout.played[ply - 1];
        move *answer = &answers[row_after(ply - 2)];
        const uint32_t parent = playout.was[ply - 1]->visits;
        const bool favoured = 2 * playout.walk.step[ply].node->visits > parent;
        answers_short += favoured && parent + 1 == visits_wanted;
        answers_proven += favoured && parent >= visits_wanted && !is_taught(ply);
        if (favoured && parent >= visits_wanted && is_taught(ply)) {
            answers_changed += *answer != MOVE_NONE && *answer != reply;
            *answer = reply;
        }
    }
}

static void expect_answers_learnt(void)
{
    learn_answers_plainly();
    for (int ply = 0; ply < playout.walk.length; ply++) {
        const int row = row_after(ply);
        cr_assert_eq(hist_mcts_counter_move(m->history, row), answers[row], "ply %d of %d", ply,
                     playout.walk.length);
    }
}

/* A queen that leaves the first rank is answered by mate. */
static const char back_rank[] = "6k1/5ppp/8/8/8/8/5PPP/qQ4K1 w - - 0 1";

static void follow_answers(const char *fen, int key, int visits_wanted)
{
    f.options.techniques.mcts_counter_move = true;
    f.options.techniques.mcts_history = key;
    f.options.params.mcts_answer_visits = visits_wanted;
    memset(answers, 0, sizeof answers);
    follow_playouts(fen, 2000, expect_answers_learnt);
    for (int row = 0; row < ROWS; row++) {
        cr_assert_eq(hist_mcts_counter_move(m->history, row), answers[row], "row %d", row);
    }
}

Test(mcts_learning, an_answer_is_what_most_playouts_answer_a_move_with)
{
    static const int visits_wanted[] = {1, 4, 33};
    for (int i = 0; i < 3; i++) {
        follow_answers(FIXTURE_KIWIPETE, HIST_MAIN_BUTTERFLY, visits_wanted[i]);
        follow_answers(back_rank, HIST_MAIN_BUTTERFLY, visits_wanted[i]);
        follow_answers(back_rank, HIST_MAIN_SEED, visits_wanted[i]);
    }
    cr_expect_gt(answers_changed, 50, "%d answers gave way", answers_changed);
    cr_expect_gt(answers_short, 50, "%d favourites lacked one visit", answers_short);
    cr_expect_gt(answers_proven, 5, "%d favourites were proven", answers_proven);
}

/* The cells of the table of moves: [side][from][to]. */
enum { CELLS = 2 * 64 * 64 };

static long cells[CELLS];
static int bonuses[CELLS];             /* how many a cell had from the last playout */
static int taught[PLY_MAX + 1];        /* moves at each ply that a playout taught something of */
static int taught_proven, kept_proven; /* of those to proven nodes, taught and not taught */
static int overruled;                  /* proofs that say something else than their playout */

static int cell_of(const hist_move *played)
{
    return 64 * 64 * (played->piece >= 6) + 64 * played->from + played->to;
}

static long read_cell(int cell)
{
    const hist_move described = {cell < 64 * 64 ? 0 : 6, (uint8_t)(cell / 64 % 64),
                                 (uint8_t)(cell % 64), HIST_QUIET, 0};
    const hist_context nowhere = {.row = {HIST_NO_MOVE}};
    return lround((double)hist_logit(m->history, &nowhere, &described) *
                  f.options.params.history_divisor);
}

static double plain_logit(double score)
{
    score = score < 0.001 ? 0.001 : score > 0.999 ? 0.999 : score;
    return log(score / (1.0 - score));
}

static double exact_value(const mcts_node *node)
{
    return node->state == NODE_WON ? 1.0 : node->state == NODE_LOST ? 0.0 : 0.5;
}

/* A leaf is worth its own value, since all its visits were worth the same; a proven node what is
 * proven; any other what the next one is not. */
static void learn_cells_plainly(void)
{
    mcts_walk *w = &playout.walk;
    const long gravity = f.options.params.history_gravity;
    const double scale = f.options.params.history_bonus_scale;
    double value = 1.0 - mcts_walk_last(w)->node->value;
    memset(bonuses, 0, sizeof bonuses);
    for (int ply = w->length; ply >= 1; ply--) {
        const bool proven = node_is_proven(w->step[ply].node);
        value = 1.0 - value;
        overruled += proven && fabs(exact_value(w->step[ply].node) - value) > 0.1;
        value = proven ? exact_value(w->step[ply].node) : value;
        kept_proven += proven && !is_taught(ply);
        if (!is_taught(ply)) {
            continue;
        }
        const double expected = plain_logit(playout.was[ply - 1]->value);
        const long bonus = (long)(scale * (plain_logit(1.0 - value) - expected));
        const int cell = cell_of(&w->step[ply].played);
        cells[cell] += bonus - cells[cell] * labs(bonus) / gravity;
        bonuses[cell]++;
        taught[ply] += labs(bonus) > 20;
        taught_proven += proven && labs(bonus) > 20;
    }
}

/* Logarithms of other making may take the next whole bonus; from there on both go together. */
static void expect_cell(int cell)
{
    const long now = read_cell(cell);
    cr_assert_leq(labs(now - cells[cell]), 2 * bonuses[cell], "cell %d is %ld, not %ld", cell, now,
                  cells[cell]);
    cells[cell] = now;
}

static void expect_cells_learnt(void)
{
    learn_cells_plainly();
    for (int ply = 0; ply < playout.walk.length; ply++) {
        expect_cell(cell_of(&playout.walk.step[ply + 1].played));
    }
}

/* Fifty moves are nearly over: a node is proven drawn while its last playout found a mate. Neither
 * king is bare. */
static const char nearly_drawn[] = "7K/8/6k1/8/8/4N1q1/8/8 w - - 95 80";

static void follow_cells(const char *fen, int key)
{
    f.options.techniques.mcts_history = key;
    memset(cells, 0, sizeof cells);
    follow_playouts(fen, 4000, expect_cells_learnt);
    memset(bonuses, 0, sizeof bonuses);
    for (int cell = 0; cell < CELLS; cell++) {
        expect_cell(cell);
    }
}

/* tests/history tests the other signals. */
Test(mcts_learning, every_move_of_a_playout_learns_what_it_was_worth_to_its_mover)
{
    follow_cells(FIXTURE_KIWIPETE, HIST_MAIN_BUTTERFLY);
    follow_cells(back_rank, HIST_MAIN_BUTTERFLY);
    follow_cells(nearly_drawn, HIST_MAIN_BUTTERFLY);
    for (int ply = 1; ply <= 4; ply++) {
        cr_expect_gt(taught[ply], 20, "ply %d: %d moves", ply, taught[ply]);
    }
    cr_expect(taught_proven == 0 && kept_proven > 5);
    cr_expect_gt(overruled, 0);
    follow_cells(back_rank, HIST_MAIN_SEED);
    cr_expect_gt(taught_proven, 5, "%d moves to proven nodes", taught_proven);
}
