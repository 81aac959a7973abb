/* Tests the negamax net's arithmetic against a slow reference, in all views. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "chess_walk.h"
#include "nn/negamax_net.h"
#include "random_net.h"
#include "reference_net.h"

enum { SUMS_MAX = 1024 };

static nets *n;
static double lowest, highest;

TestSuite(negamax, .init = walk_start);

static void load(uint32_t sums, bool paired, bool places)
{
    random_net_shape shape = random_net_small;
    shape.negamax_sums = sums;
    shape.negamax_paired = paired;
    shape.negamax_places = places;
    shape.l1 = paired ? 16 : shape.l1;
    shape.l2 = paired ? 32 : shape.l2;
    n = random_net_load(&shape);
    cr_assert(n->has_negamax && n->negamax.sums == sums && n->negamax.paired == paired);
    cr_assert(n->negamax.places == places);
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
static int sums_of(const negamax_net *net, const position *pos, colour side, double sums[])
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
            sums[i] += net->paired ? net->pair_input[at] : net->input[at];
        }
        pieces++;
    }
    return pieces;
}

/* The formulas in double precision. Halves of squares are cut down, as the definition says. */
static double reference(const negamax_net *net, const position *pos)
{
    double sums[2][SUMS_MAX], pairs[SUMS_MAX], logit;
    const colour us = (colour)pos->to_move;
    const size_t bucket = (size_t)(sums_of(net, pos, us, sums[0]) - 2) / 4;
    sums_of(net, pos, us ^ 1, sums[1]);
    if (net->paired) {
        reference_pairs(pairs, sums[0], net->sums);
        reference_pairs(pairs + net->sums / 2, sums[1], net->sums);
        reference_layers(&net->dense, bucket, pairs, &logit);
        return logit;
    }
    logit = (double)net->out_bias[bucket];
    for (size_t i = 0; i < 2 * (size_t)net->sums; i++) {
        const double x = fmin(fmax(sums[i / net->sums][i % net->sums], 0.0), 255.0);
        logit += floor(x * x / 2.0) / (255.0 * 255.0 / 2.0) * net->out[2 * bucket * net->sums + i] /
                 1024.0;
    }
    return logit;
}

static void compare_with_reference(const position *pos)
{
    const double wanted = reference(&n->negamax, pos);
    float got, same;
    const int score = fresh_score(&n->negamax, kernels_at(0), pos, &got);
    cr_assert_float_eq((double)got, wanted, 1e-5 * fmax(1, fabs(wanted)));
    cr_assert_float_eq(score, fmin(fmax(140 * wanted, -10000), 10000), 0.6);
    for (int k = 1; kernels_at(k); k++) {
        cr_assert_eq(fresh_score(&n->negamax, kernels_at(k), pos, &same), score);
        cr_assert_eq(memcmp(&got, &same, sizeof got), 0, "%s", kernels_at(k)->name);
    }
    lowest = fmin(lowest, wanted);
    highest = fmax(highest, wanted);
}

Test(negamax, agrees_with_the_reference_on_every_instruction_set)
{
    static const struct {
        uint32_t width;
        bool paired, places;
    } shapes[] = {{64, false, false},      {320, false, false}, {SUMS_MAX, false, false},
                  {64, false, true},       {128, true, false},  {512, true, false},
                  {SUMS_MAX, true, false}, {256, true, true}};
    for (size_t w = 0; w < sizeof shapes / sizeof *shapes; w++) {
        load(shapes[w].width, shapes[w].paired, shapes[w].places);
        lowest = 1e9;
        highest = -1e9;
        walk_games(7, 40, compare_with_reference);
        cr_expect_gt(highest - lowest, 0.05, "the random net does not tell positions apart");
        nets_free(n);
    }
}
