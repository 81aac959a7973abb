/* Tests that logits are found again for the same moves in the same order, and for no others. */
#include <criterion/criterion.h>

#include "chess_walk.h"
#include "nn/backend.h"
#include "random_net.h"

static recent_logits *recent;

static void start(void)
{
    walk_start();
    recent = recent_logits_new();
    cr_assert(recent);
}

static void stop(void)
{
    recent_logits_free(recent);
}

TestSuite(recent_logits, .init = start, .fini = stop);

Test(recent_logits, are_found_for_the_same_moves_in_the_same_order)
{
    const position pos = walk_fen(FEN_KIWIPETE);
    move moves[MOVES_MAX];
    float kept[MOVES_MAX], found[MOVES_MAX];
    const int count = gen_legal(&pos, moves);
    for (int i = 0; i < count; i++) {
        kept[i] = 0.5f * (float)i;
    }
    cr_assert_not(recent_logits_find(recent, &pos, moves, count, found));
    recent_logits_keep(recent, &pos, moves, count, kept);
    cr_assert(recent_logits_find(recent, &pos, moves, count, found));
    cr_assert_arr_eq(found, kept, (size_t)count * sizeof *kept);

    const position other = walk_moves(FEN_KIWIPETE, "e1g1");
    cr_assert_not(recent_logits_find(recent, &other, moves, count, found));
    cr_assert_not(recent_logits_find(recent, &pos, moves, count - 1, found));
    const move first = moves[0];
    moves[0] = moves[1];
    moves[1] = first;
    cr_assert_not(recent_logits_find(recent, &pos, moves, count, found), "another order");
    moves[1] = moves[0];
    moves[0] = first;
    recent_logits_clear(recent);
    cr_assert_not(recent_logits_find(recent, &pos, moves, count, found));
}

Test(recent_logits, of_many_moves_are_not_kept)
{
    const position pos = walk_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    move moves[MOVES_MAX];
    float logits[MOVES_MAX] = {0.0f};
    const int count = gen_legal(&pos, moves);
    cr_assert_gt(count, 200);
    recent_logits_keep(recent, &pos, moves, count, logits);
    cr_assert_not(recent_logits_find(recent, &pos, moves, count, logits));
}

/* Of one net, without recent logits and with them. */
static backend plain, quick;

static void compare(const position *pos)
{
    move moves[MOVES_MAX];
    float expected[MOVES_MAX], found[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    if (!count) {
        return;
    }
    backend_policy(&plain, pos, NULL, moves, count, expected);
    for (int again = 0; again < 2; again++) {
        backend_policy(&quick, pos, NULL, moves, count, found);
        cr_assert_arr_eq(found, expected, (size_t)count * sizeof *found);
    }
}

Test(recent_logits, are_those_of_the_net)
{
    nets *n = random_net_load(&random_net_small);
    plain = (backend){.nets = n, .kernels = kernels_best()};
    quick = plain;
    quick.logits = recent;
    walk_games(10, 40, compare);
    walk_special(compare);
    nets_free(n);
}
