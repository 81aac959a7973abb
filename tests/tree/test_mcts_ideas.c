/* What each idea of Monte-Carlo tree search does to priors, histories and nodes, against the
 * plainest words for it. White-box: the tree is walked. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "mcts_walk.h"
#include "search_fixture.h"

static fixture f;
static mcts *m;

static void begin(void)
{
    fixture_begin(&f, 1);
}
static void end(void)
{
    mcts_free(m);
    fixture_end(&f);
}

TestSuite(mcts_ideas, .init = begin, .fini = end);

/* A search of f.options that has made so many playouts. */
static void grow(const char *fen, int playouts)
{
    failure why;
    f.options.multi_pv = 1;
    f.options.hash_mb = 16;
    m = mcts_new(&f.options, &why);
    cr_assert_not_null(m);
    fixture_set(&f, fen);
    tree_reset(&m->tree, &f.position, &f.game);
    m->path = f.game;
    mcts_value_root(m);
    cr_assert(mcts_prepare_root(m, NULL, 0));
    for (int i = 0; i < playouts; i++) {
        mcts_playout(m);
    }
}

static void start_walk(mcts_walk *w)
{
    w->node[0] = &m->tree.root;
    w->length = 0;
    w->position = m->tree.position;
    mcts_note_pawns(w);
}

/* Goes on to a child of the walk's last node. */
static void walk_on(mcts_walk *w, int child)
{
    const mcts_node *node = w->node[w->length];
    const move played = tree_edges(&m->tree, node)->edge[child].move;
    w->trial[w->length] = trial_of_quiet(&w->position, mcts_threats(m, &w->position), played);
    w->node[++w->length] = &tree_children(&m->tree, node)[child];
    pos_make(&w->position, played);
    mcts_note_pawns(w);
}

/* Sees each node that is in play, with the walk to it. */
typedef void visitor(mcts_walk *w);

static void visit_all(mcts_walk *w, visitor *visit)
{
    const mcts_node *node = w->node[w->length];
    const position here = w->position;
    if (node->state != NODE_OPEN) {
        return;
    }
    visit(w);
    for (int i = 0; i < node->child_count; i++) {
        walk_on(w, i);
        visit_all(w, visit);
        w->position = here;
        w->length--;
    }
}

static void visit_tree(visitor *visit)
{
    static mcts_walk w;
    start_walk(&w);
    visit_all(&w, visit);
}

static int seen;

static void expect_sorted_shares(mcts_walk *w)
{
    const mcts_node *node = w->node[w->length];
    if (!node->edges) {
        return;
    }
    const edge_block *block = tree_edges(&m->tree, node);
    int sum = 0;
    for (int i = 0; i < block->count; i++) {
        sum += block->edge[i].prior;
        cr_expect(i <= node->child_count || block->edge[i].prior <= block->edge[i - 1].prior);
    }
    /* Rounding moves each prior by half a unit, as often as it was refreshed, and none is 0. */
    cr_expect(abs(sum - PRIOR_ONE) <= 2 * block->count, "%d units", sum - PRIOR_ONE);
    seen++;
}

Test(mcts_ideas, refresh_keeps_edges_sorted_and_priors_shares_of_one)
{
    for (int refresh = MCTS_REFRESH_OFF; refresh < MCTS_REFRESHES; refresh++) {
        f.options.techniques.mcts_history_refresh = refresh;
        f.options.params.history_refresh_visits = 2;
        seen = 0;
        grow(FIXTURE_KIWIPETE, 4000);
        visit_tree(expect_sorted_shares);
        cr_expect_gt(seen, 500);
        mcts_free(m);
        m = NULL;
    }
}

Test(mcts_ideas, refresh_is_due_at_powers_of_two)
{
    f.options.techniques.mcts_history_refresh = MCTS_REFRESH_ALL;
    f.options.params.history_refresh_visits = 12;
    grow(FEN_START, 1);
    for (uint32_t visits = 1; visits < 5000; visits++) {
        const mcts_node node = {.visits = visits};
        const double exponent = log2(visits);
        cr_expect_eq(mcts_refresh_is_due(m, &node), visits >= 12 && exponent == floor(exponent));
    }
}

/* A refresh of a node whose history has not changed since gives the same priors; one of the
 * unvisited alone keeps those of the visited. */
Test(mcts_ideas, refresh_gives_what_an_expansion_would)
{
    static mcts_walk w;
    f.options.techniques.mcts_history_refresh = MCTS_REFRESH_ALL;
    grow(FIXTURE_KIWIPETE, 30);
    mcts_node *root = &m->tree.root;
    w.node[0] = root;
    w.position = m->tree.position;
    mcts_refresh_priors(m, &w);
    edge_block *block = tree_edges(&m->tree, root);
    mcts_edge before[MOVES_MAX];
    memcpy(before, block->edge, sizeof(mcts_edge) * block->count);
    /* All at once: as if the root were expanded now. */
    cr_assert(mcts_prepare_root(m, NULL, 0));
    cr_expect_eq(memcmp(before, block->edge, sizeof(mcts_edge) * block->count), 0);
    m->techniques.mcts_history_refresh = MCTS_REFRESH_UNVISITED;
    const int visited = root->child_count;
    cr_assert(visited > 0 && visited < block->count);
    for (int i = visited; i < block->count; i++) {
        block->edge[i].prior = before[visited + block->count - 1 - i].prior;
    }
    mcts_refresh_priors(m, &w);
    for (int i = 0; i < block->count; i++) {
        cr_expect_eq(block->edge[i].move, before[i].move, "edge %d", i);
        cr_expect(abs(block->edge[i].prior - before[i].prior) <= (i < visited ? 0 : 1));
    }
}

/* What an option is expected to add to the logit of a move at the walk's last node. */
typedef double bias(const mcts_walk *w, move candidate);

static bias *wanted;
static bool *switched;

static mcts_edge edge_of(const mcts_edge edges[], int count, move sought)
{
    int i = 0;
    while (edges[i].move != sought) {
        i++;
        cr_assert_lt(i, count);
    }
    return edges[i];
}

/* Expands leaves with and without the option: the logarithms of the priors differ by the bias and a
 * constant. */
static void expect_bias(mcts_walk *w)
{
    mcts_node *node = w->node[w->length];
    if (node->edges) {
        return;
    }
    mcts_edge plain[MOVES_MAX];
    *switched = false;
    cr_assert(mcts_expand(m, w));
    const edge_block *block = tree_edges(&m->tree, node);
    const int count = block->count;
    memcpy(plain, block->edge, sizeof(mcts_edge) * (size_t)count);
    *switched = true;
    tree_collapse(&m->tree, node);
    cr_assert(mcts_expand(m, w));
    block = tree_edges(&m->tree, node);
    double constant = 0.0;
    bool known = false;
    for (int i = 0; i < count; i++) {
        const double now = block->edge[i].prior;
        const double then = edge_of(plain, count, block->edge[i].move).prior;
        const double added = wanted(w, block->edge[i].move);
        if (now < 200.0 || then < 200.0) {
            continue; /* too coarse */
        }
        const double ratio = log(now / then) - added;
        constant = known ? constant : ratio;
        known = true;
        cr_expect_float_eq(ratio, constant, 0.02, "%s adds %g", fixture_text(block->edge[i].move),
                           ratio - constant + added);
        seen += added != 0.0;
    }
    tree_collapse(&m->tree, node);
}

static void expect_biases(bool *option, bias *adds)
{
    switched = option;
    wanted = adds;
    seen = 0;
    visit_tree(expect_bias);
    cr_expect_gt(seen, 20, "only %d moves have a bias", seen);
}

/* The best answers to the sibling moves, most visits first; ties in the order of the siblings. */
static double killer_bias(const mcts_walk *w, move candidate)
{
    const mcts_node *parent = w->node[w->length - 1], *self = w->node[w->length];
    const mcts_node *siblings = tree_children(&m->tree, parent);
    static uint32_t best_of[65536]; /* by move */
    memset(best_of, 0, sizeof best_of);
    for (int i = 0; i < parent->child_count; i++) {
        const int best = &siblings[i] == self ? -1 : mcts_best_child(&m->tree, &siblings[i]);
        if (best >= 0) {
            const move answer = tree_edges(&m->tree, &siblings[i])->edge[best].move;
            const uint32_t n = tree_children(&m->tree, &siblings[i])[best].visits;
            best_of[answer] = n > best_of[answer] ? n : best_of[answer];
        }
    }
    const uint32_t own = best_of[candidate];
    int better = 0;
    for (int i = 0; i < 65536; i++) {
        better += best_of[i] > own;
    }
    return own && better < 2 ? 0.25 : 0.0;
}

static double counter_bias(const mcts_walk *w, move candidate)
{
    const hist_trial trial = trial_of_quiet(&w->position, 0, candidate);
    const hist_node before = mcts_hist_node(w, w->length);
    return hist_is_answer(m->history, before.slot[0], &trial) ? 0.25 : 0.0;
}

static double exchange_bias(const mcts_walk *w, move candidate)
{
    return see_at_least(&w->position, candidate, -50) ? 0.0 : -0.5;
}

Test(mcts_ideas, counter_moves_and_losing_exchanges_change_logits)
{
    f.options.techniques.mcts_counter_move = true;
    f.options.params.mcts_counter_milli = 250;
    f.options.params.mcts_exchange_milli = 500;
    f.options.params.mcts_exchange_margin = 50;
    grow(FIXTURE_KIWIPETE, 4000);
    expect_biases(&m->techniques.mcts_counter_move, counter_bias);
    m->techniques.mcts_counter_move = false;
    expect_biases(&m->techniques.mcts_exchange, exchange_bias);
}

/* Where visits tie, any two of the answers will do. */
static void expect_killers(mcts_walk *w)
{
    move moves[MOVES_MAX];
    const int count = gen_legal(&w->position, moves);
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
    grow(FIXTURE_KIWIPETE, 500);
    switched = &m->techniques.mcts_killers;
    wanted = killer_bias;
    seen = 0;
    visit_tree(expect_killers);
    cr_expect_gt(seen, 20, "only %d killers", seen);
}

static void expect_narrow(mcts_walk *w)
{
    const mcts_node *node = w->node[w->length];
    const int first = f.options.params.mcts_widening_first;
    int open = first;
    while (node->visits >= 50.0 * pow(1.3, open - first)) {
        open++;
    }
    const mcts_node *children = node->child_count ? tree_children(&m->tree, node) : NULL;
    for (int i = 0; i < node->child_count; i++) {
        if (children[i].state == NODE_WON) {
            return;
        }
    }
    cr_expect(node->child_count <= open, "%d of %d edges at %u visits", node->child_count, open,
              node->visits);
    seen += node->child_count > first;
}

Test(mcts_ideas, widening_opens_edges_as_visits_grow)
{
    f.options.techniques.mcts_widening = true;
    f.options.params.mcts_widening_first = 3;
    f.options.params.mcts_widening_visits = 50;
    f.options.params.mcts_widening_growth_milli = 1300;
    f.options.params.mcts_widening_history_milli = 0;
    seen = 0;
    grow(FIXTURE_KIWIPETE, 4000);
    visit_tree(expect_narrow);
    cr_expect_gt(seen, 5);
}

/* One edge at the bound: history alone decides. */
Test(mcts_ideas, widening_listens_to_history)
{
    int children[2];
    for (int good = 0; good < 2; good++) {
        f.options.techniques.mcts_widening = true;
        f.options.params.mcts_widening_first = 1;
        f.options.params.mcts_widening_visits = 400;
        f.options.params.mcts_widening_growth_milli = 3000;
        f.options.params.mcts_widening_history_milli = 20000;
        f.options.params.cpuct_root_milli = 5000;
        grow(FEN_START, 0);
        hist_node none = {.slot = {HIST_SLOT_NONE, HIST_SLOT_NONE}};
        for (int i = 0; i < 200; i++) {
            mcts_playout(m);
            move next = MOVE_NONE;
            const mcts_node *root = &m->tree.root;
            if (root->child_count < tree_edges(&m->tree, root)->count) {
                next = tree_edges(&m->tree, root)->edge[root->child_count].move;
                const hist_trial trial = trial_of_quiet(&m->tree.position, 0, next);
                hist_update(m->history, &none, &trial, good ? 2000 : -2000);
            }
        }
        children[good] = m->tree.root.child_count;
        mcts_free(m);
        m = NULL;
    }
    cr_expect_eq(children[0], 1);
    cr_expect_gt(children[1], 3);
}

/* After the first playout from the start position: the value of its move against the root's. */
Test(mcts_ideas, a_relative_signal_is_the_playout_against_the_mean_before)
{
    f.options.techniques.mcts_history_signal = HIST_SIGNAL_VALUE;
    grow(FEN_START, 0);
    const double before = m->tree.root.value;
    mcts_playout(m);
    const double value = 1.0 - tree_children(&m->tree, &m->tree.root)[0].value;
    const double bonus = trunc(1600.0 * (value - before));
    const hist_node none = {.slot = {HIST_SLOT_NONE, HIST_SLOT_NONE}};
    const move first = tree_edges(&m->tree, &m->tree.root)->edge[0].move;
    cr_expect_neq(bonus, 0.0);
    cr_expect_float_eq(mcts_history_logit(m, &m->tree.position, &none, first), bonus / 16384.0,
                       1.1 / 16384.0);
    /* The second one is measured against the mean of the root's two. */
    const double mean = m->tree.root.value;
    cr_expect_float_eq(mean, (before + value) / 2.0, 1e-6);
}

/* ---- What single playouts teach: each is followed by what it changed in the tree. ---- */

enum { MIRROR_MAX = 4096 };

/* A node as it was before the playout under way. Children keep their numbers. */
typedef struct mirror {
    uint32_t visits;
    double value;
    int child[MOVES_MAX]; /* 0: none yet */
} mirror;

static mirror nodes_before[MIRROR_MAX]; /* the first is the root */
static int mirrors;

/* A playout: its nodes, as they are now, and as they were. */
typedef struct followed {
    mcts_walk walk;
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
    for (int i = 0; i < node->child_count; i++) {
        const uint32_t visits = tree_children(&m->tree, node)[i].visits;
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
    mcts_playout(m);
    start_walk(w);
    for (;;) {
        const mcts_node *node = w->node[w->length];
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
        walk_on(w, next);
    }
}

/* The mirror shows what is there now. */
static void renew_mirror(void)
{
    for (int ply = 0; ply <= playout.walk.length; ply++) {
        playout.was[ply]->visits = playout.walk.node[ply]->visits;
        playout.was[ply]->value = playout.walk.node[ply]->value;
    }
}

/* True if the playout teaches something of the move that led to that node of its walk. */
static bool is_taught(int ply)
{
    return playout.walk.node[ply]->state == NODE_OPEN ||
           m->techniques.mcts_history == HIST_KEY_SEED;
}

enum { NO_ANSWER = 0, SLOTS = 1 + 12 * 64 };

/* What answers the move of a piece to a square: 1 + 64 * from + to. */
static int answers[SLOTS];
static int answers_changed, answers_short, answers_proven;

static int code_of(const hist_trial *trial)
{
    return 1 + 64 * trial->from + trial->to;
}

/* From the leaf up, as a playout is backed up. */
static void learn_answers_plainly(uint32_t visits_wanted)
{
    for (int ply = playout.walk.length; ply >= 2; ply--) {
        const hist_trial *moved = &playout.walk.trial[ply - 2];
        const hist_trial *reply = &playout.walk.trial[ply - 1];
        int *answer = &answers[1 + 64 * moved->piece + moved->to];
        const uint32_t parent = playout.was[ply - 1]->visits;
        const bool favoured = 2 * playout.walk.node[ply]->visits > parent;
        answers_short += favoured && parent + 1 == visits_wanted;
        answers_proven += favoured && parent >= visits_wanted && !is_taught(ply);
        if (favoured && parent >= visits_wanted && is_taught(ply)) {
            answers_changed += *answer != NO_ANSWER && *answer != code_of(reply);
            *answer = code_of(reply);
        }
    }
}

/* Of the moves of the last playout, whether they answer one another. */
static void expect_answers_on_walk(void)
{
    for (int ply = 2; ply <= playout.walk.length; ply++) {
        const hist_trial *moved = &playout.walk.trial[ply - 2];
        const hist_trial *reply = &playout.walk.trial[ply - 1];
        const int slot = 1 + 64 * moved->piece + moved->to;
        cr_assert_eq(hist_is_answer(m->history, (uint16_t)slot, reply),
                     answers[slot] == code_of(reply), "ply %d of %d", ply, playout.walk.length);
    }
}

static void expect_answers_everywhere(void)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        for (int squares = 0; squares < 64 * 64; squares++) {
            const hist_trial reply = {0, (uint8_t)(squares / 64), (uint8_t)(squares % 64),
                                      HIST_QUIET, 0};
            cr_assert_eq(hist_is_answer(m->history, (uint16_t)slot, &reply),
                         answers[slot] == code_of(&reply), "slot %d", slot);
        }
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
    grow(fen, 0);
    start_mirror();
    for (int i = 0; i < 1000; i++) {
        follow_playout();
        learn_answers_plainly((uint32_t)visits_wanted);
        expect_answers_on_walk();
        renew_mirror();
    }
    expect_answers_everywhere();
    mcts_free(m);
    m = NULL;
}

Test(mcts_ideas, an_answer_is_what_most_playouts_answer_a_move_with)
{
    static const int visits_wanted[] = {1, 4, 33};
    for (int i = 0; i < 3; i++) {
        follow_answers(FIXTURE_KIWIPETE, HIST_KEY_BUTTERFLY, visits_wanted[i]);
        follow_answers(back_rank, HIST_KEY_BUTTERFLY, visits_wanted[i]);
        follow_answers(back_rank, HIST_KEY_SEED, visits_wanted[i]);
    }
    cr_expect_gt(answers_changed, 50, "%d answers gave way", answers_changed);
    cr_expect_gt(answers_short, 50, "%d favourites lacked one visit", answers_short);
    cr_expect_gt(answers_proven, 5, "%d favourites were proven", answers_proven);
}

Test(mcts_ideas, answers_are_learnt_only_where_they_are_in_use)
{
    f.options.params.mcts_answer_visits = 1;
    memset(answers, 0, sizeof answers);
    grow(FIXTURE_KIWIPETE, 300);
    expect_answers_everywhere();
}

/* The cells of the table of moves: [side][from][to]. */
enum { CELLS = 2 * 64 * 64 };

static long cells[CELLS];
static int lessons[CELLS];             /* that a cell had from the last playout */
static int taught[PLY_MAX + 1];        /* moves at each ply that a playout taught something of */
static int taught_proven, kept_proven; /* of those to proven nodes, taught and not taught */
static int overruled;                  /* proofs that say something else than their playout */

static int cell_of(const hist_trial *trial)
{
    return 64 * 64 * (trial->piece >= 6) + 64 * trial->from + trial->to;
}

static long read_cell(int cell)
{
    const hist_trial trial = {cell < 64 * 64 ? 0 : 6, (uint8_t)(cell / 64 % 64),
                              (uint8_t)(cell % 64), HIST_QUIET, 0};
    const hist_node nowhere = {.slot = {HIST_SLOT_NONE}};
    return lround((double)hist_logit(m->history, &nowhere, &trial) *
                  f.options.params.history_divisor);
}

static double plain_logit(double score)
{
    score = score < 0.001 ? 0.001 : score > 0.999 ? 0.999 : score;
    return log(score / (1.0 - score));
}

/* What the playout was worth to the mover, whose node was worth `mean` before. */
static long plain_bonus(double score, double mean)
{
    const double scale = f.options.params.history_bonus_scale;
    switch (f.options.techniques.mcts_history_signal) {
    case HIST_SIGNAL_LOGIT:
        return (long)(scale * (plain_logit(score) - plain_logit(mean)));
    case HIST_SIGNAL_VALUE:
        return (long)(scale * 4.0 * (score - mean));
    default:
        return (long)(scale * plain_logit(score));
    }
}

static double exact_value(const mcts_node *node)
{
    return node->state == NODE_WON ? 1.0 : node->state == NODE_LOST ? 0.0 : 0.5;
}

/* A leaf is worth its own value, since all its visits were worth the same; a proven node what is
 * proven; any other what the next one is not. */
static void learn_cells_plainly(void)
{
    const mcts_walk *w = &playout.walk;
    const long gravity = f.options.params.history_gravity;
    double value = 1.0 - w->node[w->length]->value;
    memset(lessons, 0, sizeof lessons);
    for (int ply = w->length; ply >= 1; ply--) {
        const bool proven = w->node[ply]->state != NODE_OPEN;
        value = 1.0 - value;
        overruled += proven && fabs(exact_value(w->node[ply]) - value) > 0.1;
        value = proven ? exact_value(w->node[ply]) : value;
        kept_proven += proven && !is_taught(ply);
        if (!is_taught(ply)) {
            continue;
        }
        const long bonus = plain_bonus(1.0 - value, playout.was[ply - 1]->value);
        const int cell = cell_of(&w->trial[ply - 1]);
        cells[cell] += bonus - cells[cell] * labs(bonus) / gravity;
        lessons[cell]++;
        taught[ply] += labs(bonus) > 20;
        taught_proven += proven && labs(bonus) > 20;
    }
}

/* Logarithms of other making may take the next whole bonus; from there on both go together. */
static void expect_cell(int cell)
{
    const long now = read_cell(cell);
    cr_assert_leq(labs(now - cells[cell]), 2 * lessons[cell], "cell %d is %ld, not %ld", cell, now,
                  cells[cell]);
    cells[cell] = now;
}

/* Fifty moves are nearly over, so that a node is proven drawn while its last playout found a mate.
 */
static const char nearly_drawn[] = "8/8/8/8/8/2k5/7r/K7 w - - 96 80";

static void follow_cells(const char *fen, int key, int signal)
{
    f.options.techniques.mcts_history = key;
    f.options.techniques.mcts_history_signal = signal;
    memset(cells, 0, sizeof cells);
    grow(fen, 0);
    start_mirror();
    for (int i = 0; i < 1200; i++) {
        follow_playout();
        learn_cells_plainly();
        for (int ply = 0; ply < playout.walk.length; ply++) {
            expect_cell(cell_of(&playout.walk.trial[ply]));
        }
        renew_mirror();
    }
    memset(lessons, 0, sizeof lessons);
    for (int cell = 0; cell < CELLS; cell++) {
        expect_cell(cell);
    }
    mcts_free(m);
    m = NULL;
}

Test(mcts_ideas, every_move_of_a_playout_learns_what_it_was_worth_to_its_mover)
{
    for (int signal = 0; signal < HIST_SIGNALS; signal++) {
        memset(taught, 0, sizeof taught);
        taught_proven = kept_proven = overruled = 0;
        follow_cells(FIXTURE_KIWIPETE, HIST_KEY_BUTTERFLY, signal);
        follow_cells(back_rank, HIST_KEY_BUTTERFLY, signal);
        follow_cells(nearly_drawn, HIST_KEY_BUTTERFLY, signal);
        for (int ply = 1; ply <= 4; ply++) {
            cr_expect_gt(taught[ply], 20, "signal %d, ply %d: %d moves", signal, ply, taught[ply]);
        }
        cr_expect(taught_proven == 0 && kept_proven > 5);
        cr_expect_gt(overruled, 0);
        follow_cells(back_rank, HIST_KEY_SEED, signal);
        cr_expect_gt(taught_proven, 5, "signal %d: %d moves to proven nodes", signal,
                     taught_proven);
    }
}
