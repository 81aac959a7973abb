/* Tests the value net's arithmetic against a slow reference, in all views. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "chess_walk.h"
#include "nn/value_net.h"
#include "random_net.h"
#include "reference_net.h"

enum { SUMS_MAX = 1024 };

static nets *n;
static double lowest, highest;

TestSuite(value_net, .init = walk_start);

static void load(uint32_t sums, bool places, uint32_t buckets)
{
    random_net_shape shape = random_net_small;
    shape.value_sums = sums;
    shape.places = places;
    shape.l1 = places ? 16 : 7;
    shape.l2 = places ? 32 : 37;
    shape.buckets = buckets;
    n = random_net_load(&shape);
    cr_assert(n->value.sums == sums && n->value.places == places &&
              n->value.dense.buckets == buckets);
}

/* The place of a king in its side's view. */
static int reference_place(int king, colour side)
{
    static const char *const board[8] = {"01", "22", "33", "33", "33", "33", "33", "33"};
    const int rank = side == BLACK ? 7 - king / 8 : king / 8;
    const int from_edge = king % 8 < 4 ? king % 8 : 7 - king % 8;
    return board[rank][from_edge / 2] - '0';
}

/* The sums of one side's view, from the position's squares. Returns the number of pieces. */
static int sums_of(const value_net *net, const position *pos, colour side, double sums[])
{
    int king = 0, pieces = 0;
    for (int s = 0; s < SQUARES; s++) {
        king = pos->board[s] == piece_of(side, KING) ? s : king;
    }
    for (uint32_t i = 0; i < net->sums; i++) {
        sums[i] = net->bias[i];
    }
    for (int s = 0; s < SQUARES; s++) {
        const piece p = pos->board[s];
        if (p == PIECE_NONE) {
            continue;
        }
        const int rank = side == BLACK ? 7 - s / 8 : s / 8;
        const int file = king % 8 >= 4 ? 7 - s % 8 : s % 8;
        const int row = (net->places ? 768 * reference_place(king, side) : 0) +
                        (piece_side(p) == side ? 0 : 384) + 64 * (int)piece_kind(p) + 8 * rank +
                        file;
        for (uint32_t i = 0; i < net->sums; i++) {
            const size_t at = (size_t)row * net->sums + i;
            sums[i] += net->input[at];
        }
        pieces++;
    }
    return pieces;
}

/* The formulas in double precision. */
static double reference(const value_net *net, const position *pos)
{
    double sums[2][SUMS_MAX], pairs[SUMS_MAX];
    const colour us = (colour)pos->to_move;
    const int pieces = sums_of(net, pos, us, sums[0]);
    sums_of(net, pos, us ^ 1, sums[1]);
    reference_pairs(pairs, sums[0], net->sums);
    reference_pairs(pairs + net->sums / 2, sums[1], net->sums);
    return reference_layers(&net->dense, net->dense.buckets > 1 ? (size_t)(pieces - 2) / 4 : 0,
                            pairs);
}

static void compare_with_reference(const position *pos)
{
    const double wanted = reference(&n->value, pos);
    float got, same;
    const int score = fresh_score(&n->value, kernels_at(0), pos, &got);
    cr_assert_eq(value_logit_of(&n->value, kernels_at(0), pos), got);
    cr_assert_float_eq((double)got, wanted, 1e-5 * fmax(1, fabs(wanted)));
    cr_assert_float_eq(score, fmin(fmax(145 * wanted, -10000), 10000), 0.6);
    for (int k = 1; kernels_at(k); k++) {
        cr_assert_eq(fresh_score(&n->value, kernels_at(k), pos, &same), score);
        cr_assert_eq(memcmp(&got, &same, sizeof got), 0, "%s", kernels_at(k)->name);
    }
    lowest = fmin(lowest, wanted);
    highest = fmax(highest, wanted);
}

Test(value_net, agrees_with_the_reference_on_every_instruction_set)
{
    static const struct {
        uint32_t width;
        bool places;
        uint32_t buckets;
    } shapes[] = {
        {128, false, 1}, {128, false, 8}, {640, false, 8}, {SUMS_MAX, true, 1}, {256, true, 8}};
    for (size_t w = 0; w < sizeof shapes / sizeof *shapes; w++) {
        load(shapes[w].width, shapes[w].places, shapes[w].buckets);
        lowest = 1e9;
        highest = -1e9;
        walk_games(7, 40, compare_with_reference);
        cr_expect_gt(highest - lowest, 0.05, "the random net does not tell positions apart");
        nets_free(n);
    }
}

Test(value_net, chances_have_the_expected_score)
{
    for (int i = 0; i <= 100; i++) {
        const float q = (float)i / 100.0f;
        const win_draw_loss v = win_draw_loss_of(q), other = win_draw_loss_of(1.0f - q);
        cr_expect(v.win >= 0.0f && v.draw >= 0.0f && v.loss >= -1e-6f, "%d", i);
        cr_expect_float_eq(v.win + v.draw + v.loss, 1.0f, 1e-6f);
        cr_expect_float_eq(v.win + 0.5f * v.draw, q, 1e-6f);
        cr_expect_float_eq(v.win, other.loss, 1e-6f);
    }
    cr_expect_float_eq(win_draw_loss_of(0.5f).draw, 0.35f, 1e-6f);
}

Test(value_net, centipawns_of_an_expected_score)
{
    cr_expect_eq(value_centipawns(100, 0.5f), 0);
    cr_expect_eq(value_centipawns(100, 0.75f), 109);
    cr_expect_eq(value_centipawns(100, 0.25f), -109);
    cr_expect_eq(value_centipawns(100, 1.0f), 1151);
    cr_expect_eq(value_centipawns(10000, 0.0f), -NET_SCORE_MAX);
    cr_expect_eq(value_centipawns(10000, 1.0f), NET_SCORE_MAX);
}
