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

/* The row of the move that led from `ply` to the next node. */
static uint16_t row_from(const uint16_t rows[], int ply)
{
    return ply >= 0 ? rows[ply] : (uint16_t)HIST_NO_MOVE;
}

Test(negamax_gravity, nodes_know_the_moves_1_2_4_and_6_plies_before_them_across_a_null_move)
{
    static const char *const moves[LINE] = {"e2e4", "c7c5", "g1f3", "d7d6", NULL,
                                            "d6d5", "f1b5", "b8c6", "b5c6"};
    negamax *n = make();
    ab_worker *w = n->workers[0];
    uint16_t rows[LINE];
    fixture_set(&f, FEN_START);
    ab_root(w)->pos = f.position;
    negamax_stack_reset(w->accumulators);
    for (int ply = 0; ply < LINE; ply++) {
        ab_node *node = ab_root(w) + ply;
        if (ply == PASSED) {
            ab_make_null(w, node);
            rows[ply] = HIST_NO_MOVE;
        } else {
            const move m = gen_from_uci(&node->pos, moves[ply]);
            node->described = hist_move_of(&node->pos, 0, m);
            rows[ply] = hist_row_after(&node->described);
            ab_make(w, node, m);
        }
        const uint16_t *known = node[1].context.row;
        cr_expect_eq(known[HIST_AFTER_1], rows[ply], "ply %d", ply);
        cr_expect_eq(known[HIST_AFTER_2], row_from(rows, ply - 1), "ply %d", ply);
        cr_expect_eq(known[HIST_AFTER_4], row_from(rows, ply - 3), "ply %d", ply);
        cr_expect_eq(known[HIST_AFTER_6], row_from(rows, ply - 5), "ply %d", ply);
        cr_expect_eq(known[HIST_SAME_PAWNS], pos_pawn_key(&node[1].pos) % 512);
        cr_expect_eq(known[HIST_AT_PLY], ply + 1 < 5 ? ply + 1 : 5);
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
        const uint16_t *root = ab_root(w)->context.row;
        cr_expect(root[HIST_AFTER_1] == HIST_NO_MOVE && root[HIST_AFTER_2] == HIST_NO_MOVE &&
                  root[HIST_AFTER_4] == HIST_NO_MOVE && root[HIST_AFTER_6] == HIST_NO_MOVE);
        cr_expect_eq(root[HIST_SAME_PAWNS], pos_pawn_key(&f.position) % 512);
        cr_expect_eq(root[HIST_AT_PLY], 0);
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
static const char *const options[] = {"PieceToHistory", "PawnHistory",      "KingHistory",
                                      "LowPlyHistory",  "ContinuationFour", "ContinuationSix"};

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
                 {&p->ab_order_low_ply_1024, 1024},  {&p->ab_judge_low_ply_1024, 8192},
                 {&p->ab_order_captures_1024, 8192}, {&p->ab_judge_captures_1024, 8192}};
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
    use.pawns_history = false;
    hist_negamax_settings whole = ab_history_settings(&use, p);
    hist_gravity_settings s = whole.gravity;
    cr_expect_eq(s.weight_1024[HIST_TO_ORDER][HIST_TABLE_BUTTERFLY], p->ab_order_butterfly_1024);
    cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][HIST_TABLE_AFTER_2], p->ab_judge_after_2_1024);
    cr_expect_eq(s.weight_1024[HIST_TO_ORDER][HIST_TABLE_PAWNS], 0);
    cr_expect(ab_asks_threats(&use, &whole));
    for (int words = 0; words < HIST_CONTINUATIONS; words++) {
        use.continuation_history = words;
        s = ab_history_settings(&use, p).gravity;
        const bool one = words == HIST_CONTINUE_ONE || words == HIST_CONTINUE_BOTH;
        const bool two = words == HIST_CONTINUE_TWO || words == HIST_CONTINUE_BOTH;
        cr_expect_eq(s.weight_1024[HIST_TO_ORDER][HIST_TABLE_AFTER_1],
                     one ? p->ab_order_after_1_1024 : 0);
        cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][HIST_TABLE_AFTER_2],
                     two ? p->ab_judge_after_2_1024 : 0);
    }
    use.quiet_rule = HIST_ORDER_SCHAEFFER;
    s = ab_history_settings(&use, p).gravity;
    cr_expect_eq(s.weight_1024[HIST_TO_ORDER][HIST_TABLE_BUTTERFLY], 0);
    cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][HIST_TABLE_BUTTERFLY], p->ab_judge_butterfly_1024);
    use.history_pruning = false;
    s = ab_history_settings(&use, p).gravity;
    cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][HIST_TABLE_BUTTERFLY], p->ab_judge_butterfly_1024);
    use.history_reductions = false;
    s = ab_history_settings(&use, p).gravity;
    for (int table = 0; table < HIST_TABLES; table++) {
        const int captures = table == HIST_TABLE_CAPTURES ? p->ab_judge_captures_1024 : 0;
        cr_expect_eq(s.weight_1024[HIST_TO_JUDGE][table], captures);
    }
    whole = ab_history_settings(&use, p);
    cr_expect_not(ab_asks_threats(&use, &whole), "no table is left that keeps them apart");
    use = search_techniques_of(SETTING_MODERN);
    use.threat_history = false;
    whole = ab_history_settings(&use, p);
    cr_expect_not(ab_asks_threats(&use, &whole));
}
