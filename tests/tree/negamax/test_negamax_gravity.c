/* Tests what negamax passes to the gravity tables of its nodes. */
#include <criterion/criterion.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "negamax_path.h"
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

/* A row is 1 + 64 times the piece, which is 6 more for Black, and its target. */
Test(negamax_gravity, the_root_knows_the_moves_of_the_game)
{
    static const char *const moves[] = {"e2e4", "c7c5", "g1f3", "d7d6"};
    negamax *n = make();
    search_control control = {.start_us = 0};
    fixture_set(&f, FEN_START);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        fixture_play(&f, moves[i]);
    }
    control_begin(&control, &(search_limits){.nodes = 1000});
    ab_go(n, &f.position, &f.game, &control, NULL, NULL, NULL);
    const uint16_t *root = ab_root(n->workers[0])->context.row;
    cr_expect_eq(root[HIST_AFTER_1], 1 + 64 * 6 + 43);
    cr_expect_eq(root[HIST_AFTER_2], 1 + 64 * 1 + 21);
    cr_expect_eq(root[HIST_AFTER_4], 1 + 28);
    cr_expect_eq(root[HIST_AFTER_6], HIST_NO_MOVE);
    ab_free(n);
}
