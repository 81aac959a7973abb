/* What negamax tells the gravity tables of its nodes, and that each table and number has a say. */
#include <criterion/criterion.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "negamax.h"
#include "search_fixture.h"

static fixture f;

static void begin(void)
{
    fixture_begin_negamax(&f, 2, 4);
}
static void end(void)
{
    fixture_end(&f);
}

TestSuite(negamax_gravity, .init = begin, .fini = end);

static negamax *make(void)
{
    failure why;
    negamax *n = ab_new(&f.options, &why);
    cr_assert_not_null(n, "%s", why.text);
    return n;
}

/* ---- Nodes ---- */

enum { LINE = 9, PASSED = 4 };

/* The slot of the move that led from `ply` to the next node. */
static uint16_t slot_from(const uint16_t slots[], int ply)
{
    return ply >= 0 ? slots[ply] : (uint16_t)HIST_SLOT_NONE;
}

Test(negamax_gravity, nodes_know_the_moves_1_2_4_and_6_plies_before_them_across_a_null_move)
{
    static const char *const moves[LINE] = {"e2e4", "c7c5", "g1f3", "d7d6", NULL,
                                            "d6d5", "f1b5", "b8c6", "b5c6"};
    negamax *n = make();
    ab_worker *w = n->workers[0];
    uint16_t slots[LINE];
    fixture_set(&f, FEN_START);
    ab_root(w)->pos = f.position;
    negamax_stack_reset(w->accumulators);
    for (int ply = 0; ply < LINE; ply++) {
        ab_node *node = ab_root(w) + ply;
        if (ply == PASSED) {
            ab_make_null(w, node);
            slots[ply] = HIST_SLOT_NONE;
        } else {
            const move m = gen_from_uci(&node->pos, moves[ply]);
            node->trial = trial_of(&node->pos, 0, m);
            slots[ply] = hist_slot(&node->trial);
            ab_make(w, node, m);
        }
        const uint16_t *known = node[1].history.slot;
        cr_expect_eq(known[HIST_AFTER_1], slots[ply], "ply %d", ply);
        cr_expect_eq(known[HIST_AFTER_2], slot_from(slots, ply - 1), "ply %d", ply);
        cr_expect_eq(known[HIST_AFTER_4], slot_from(slots, ply - 3), "ply %d", ply);
        cr_expect_eq(known[HIST_AFTER_6], slot_from(slots, ply - 5), "ply %d", ply);
        cr_expect_eq(known[HIST_PAWNS], hist_pawn_slot(pos_pawn_key(&node[1].pos)));
    }
    ab_free(n);
}

Test(negamax_gravity, every_search_begins_with_no_moves_and_the_pawns_of_its_root)
{
    negamax *n = make();
    ab_worker *w = n->workers[0];
    search_control control = {.start_us = 0};
    for (int i = 0; i < 2; i++) {
        fixture_set(&f, i ? FIXTURE_KIWIPETE : FEN_START);
        control_begin(&control, &(search_limits){.nodes = 3000});
        ab_go(n, &f.position, &f.game, &control, NULL, NULL, NULL);
        const hist_node *root = &ab_root(w)->history;
        for (int k = 0; k < HIST_PAWNS; k++) {
            cr_expect_eq(root->slot[k], HIST_SLOT_NONE);
        }
        cr_expect_eq(root->slot[HIST_PAWNS], hist_pawn_slot(pos_pawn_key(&f.position)));
        for (int ply = 0; ply < AB_PLY_MAX; ply++) {
            cr_expect_eq(ab_root(w)[ply].history.ply, ply < HIST_LOW_PLIES ? ply : HIST_LOW_PLIES);
        }
    }
    ab_free(n);
}

/* ---- Settings ---- */

/* Nodes of a few searches from a new game. */
static uint64_t work(void)
{
    static const char *const fens[] = {
        FIXTURE_KIWIPETE, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8"};
    const search_limits limits = {.depth = 7, .nodes = 100000};
    uint64_t nodes = 0;
    fixture_configure(&f);
    search_new_game(f.search);
    for (int i = 0; i < 2; i++) {
        nodes += fixture_ask(&f, fens[i], &limits).nodes;
    }
    return nodes;
}

/* Those that can be switched. */
static const char *const options[] = {"PieceToHistory", "PawnHistory", "LowPlyHistory",
                                      "ContinuationFour", "ContinuationSix"};

enum { OPTIONS = sizeof options / sizeof *options };

static void switch_to(const char *option, bool on)
{
    const search_technique_row *row = search_technique_find(option);
    cr_assert_not_null(row, "%s", option);
    search_technique_put(&f.options.techniques, row, on);
}

static void switch_all(bool on)
{
    for (int i = 0; i < OPTIONS; i++) {
        switch_to(options[i], on);
    }
}

Test(negamax_gravity, every_table_makes_a_search_of_its_own)
{
    uint64_t nodes[OPTIONS + 1];
    switch_all(false);
    nodes[OPTIONS] = work();
    for (int i = 0; i < OPTIONS; i++) {
        switch_all(false);
        switch_to(options[i], true);
        nodes[i] = work();
        cr_expect_eq(work(), nodes[i], "%s: the same every time", options[i]);
        cr_expect_neq(nodes[i], nodes[OPTIONS], "%s", options[i]);
        for (int k = 0; k < i; k++) {
            cr_expect_neq(nodes[i], nodes[k], "%s and %s", options[i], options[k]);
        }
    }
    switch_all(false);
    cr_expect_eq(work(), nodes[OPTIONS], "off again, all is as it was");
}

Test(negamax_gravity, every_number_has_a_say)
{
    search_params *p = &f.options.params;
    const struct {
        int *number, value;
    } cases[] = {{&p->ab_bonus_square, 40},          {&p->ab_bonus_linear, 400},
                 {&p->ab_bonus_constant, 500},       {&p->ab_bonus_max, 400},
                 {&p->ab_malus_quiet_1024, 300},     {&p->ab_malus_capture_1024, 100},
                 {&p->ab_order_butterfly_1024, 0},   {&p->ab_judge_butterfly_1024, 8192},
                 {&p->ab_order_piece_to_1024, 4096}, {&p->ab_judge_piece_to_1024, 8192},
                 {&p->ab_order_after_1_1024, 4096},  {&p->ab_judge_after_1_1024, 8192},
                 {&p->ab_order_after_2_1024, 4096},  {&p->ab_judge_after_2_1024, 8192},
                 {&p->ab_order_after_4_1024, 4096},  {&p->ab_judge_after_4_1024, 8192},
                 {&p->ab_order_after_6_1024, 4096},  {&p->ab_judge_after_6_1024, 8192},
                 {&p->ab_order_pawns_1024, 4096},    {&p->ab_judge_pawns_1024, 8192},
                 {&p->ab_order_low_ply_1024, 1024},  {&p->ab_judge_low_ply_1024, 8192}};
    switch_all(true);
    const uint64_t usual = work();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int before = *cases[i].number;
        *cases[i].number = cases[i].value;
        cr_expect_neq(work(), usual, "case %d", (int)i);
        *cases[i].number = before;
    }
}

/* Tables that no rule asks are not in use. */
Test(negamax_gravity, tables_weigh_only_where_they_are_asked)
{
    const search_params *p = &f.options.params;
    search_techniques use = search_techniques_of(SETTING_MODERN);
    use.pawn_history = false;
    hist_settings s = ab_histories_of(&use, p).moves;
    cr_expect_eq(s.weight_1024[HIST_TO_ORDER][HIST_BUTTERFLY], p->ab_order_butterfly_1024);
    cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][HIST_AFTER_2], p->ab_judge_after_2_1024);
    cr_expect_eq(s.weight_1024[HIST_TO_ORDER][HIST_PAWNS], 0);
    cr_expect(s.threats);
    for (int words = 0; words < HIST_CONTINUATIONS; words++) {
        use.continuation_history = words;
        s = ab_histories_of(&use, p).moves;
        const bool one = words == HIST_CONTINUE_ONE || words == HIST_CONTINUE_BOTH;
        const bool two = words == HIST_CONTINUE_TWO || words == HIST_CONTINUE_BOTH;
        cr_expect_eq(s.weight_1024[HIST_TO_ORDER][HIST_AFTER_1],
                     one ? p->ab_order_after_1_1024 : 0);
        cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][HIST_AFTER_2],
                     two ? p->ab_judge_after_2_1024 : 0);
    }
    use.quiet_rule = HIST_ORDER_SCHAEFFER;
    s = ab_histories_of(&use, p).moves;
    cr_expect_eq(s.weight_1024[HIST_TO_ORDER][HIST_BUTTERFLY], 0);
    cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][HIST_BUTTERFLY], p->ab_judge_butterfly_1024);
    use.history_pruning = false;
    s = ab_histories_of(&use, p).moves;
    cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][HIST_BUTTERFLY], p->ab_judge_butterfly_1024);
    use.history_reductions = false;
    s = ab_histories_of(&use, p).moves;
    for (int table = 0; table < HIST_TABLES; table++) {
        cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][table], 0);
    }
    cr_expect_not(s.threats);
}
