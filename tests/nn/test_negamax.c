/* Tests the negamax net: sums that are updated along random games, its arithmetic against a slow
 * reference, and its symmetries. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/negamax.h"
#include "random_net.h"

static const char *const starts[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1k6/8/8/8/8/8/8/RK5R w AH - 0 1",
};
enum { STARTS = sizeof starts / sizeof *starts, PLIES = 100, SUMS_MAX = 1024 };

static nets *load_random(uint32_t sums, bool paired, bool places)
{
    attacks_init(true);
    random_net_shape shape = random_net_small;
    shape.negamax_sums = sums;
    shape.negamax_paired = paired;
    shape.negamax_places = places;
    shape.l1 = paired ? 16 : shape.l1;
    shape.l2 = paired ? 32 : shape.l2;
    nets *n = random_net_load(&shape);
    cr_assert(n->has_negamax && n->negamax.sums == sums && n->negamax.paired == paired);
    cr_assert(n->negamax.places == places);
    return n;
}

static position start_at(int i)
{
    position pos;
    cr_assert(fen_parse(&pos, starts[i % STARTS], NULL, NULL));
    return pos;
}

typedef struct both_sums {
    _Alignas(KERNEL_ALIGNMENT) int16_t side[2][SUMS_MAX];
} both_sums;

static both_sums refresh(const nets *n, const kernels *k, const position *pos)
{
    both_sums sums;
    for (colour side = WHITE; side <= BLACK; side++) {
        negamax_refresh(&n->negamax, k, sums.side[side], pos, side);
    }
    return sums;
}

static int evaluate(const nets *n, const kernels *k, const position *pos)
{
    const both_sums sums = refresh(n, k, pos);
    return negamax_evaluate(&n->negamax, k, sums.side[pos->to_move], sums.side[pos->to_move ^ 1],
                            bb_count(pos_occupied(pos)));
}

static void check_updates(nets *n)
{
    const size_t bytes = n->negamax.sums * sizeof(int16_t);
    uint64_t state = 1;
    long updates = 0, refreshes = 0, most = 0;
    for (int game = 0; game < 3 * STARTS; game++) {
        const kernels *k = kernels_at(game % 3) ? kernels_at(game % 3) : kernels_best();
        position pos = start_at(game);
        both_sums sums = refresh(n, k, &pos);
        for (int ply = 0; ply < PLIES; ply++) {
            move moves[MOVES_MAX];
            const int count = gen_legal(&pos, moves);
            if (count == 0) {
                break;
            }
            const move m = moves[random_between(&state, 0, count - 1)];
            position next = pos;
            pos_make(&next, m);
            const both_sums fresh = refresh(n, k, &next);
            const bool places = n->negamax.places;
            const negamax_step step = negamax_step_of(&pos, m, places);
            for (colour side = WHITE; side <= BLACK; side++) {
                const unsigned view = negamax_view(&pos, side, places);
                const bool same_view = view == negamax_view(&next, side, places);
                cr_assert_eq(!(step.crosses >> side & 1), same_view);
                if (same_view) {
                    row_changes changes;
                    negamax_step_rows(&step, side, view, &changes);
                    negamax_update(&n->negamax, k, sums.side[side], sums.side[side], &changes);
                    updates++;
                    most += changes.added_count + changes.removed_count == 4;
                } else {
                    negamax_refresh(&n->negamax, k, sums.side[side], &next, side);
                    refreshes++;
                }
                cr_assert_arr_eq(sums.side[side], fresh.side[side], bytes, "game %d, ply %d", game,
                                 ply);
            }
            pos = next;
        }
    }
    cr_expect(updates > 2000 && refreshes > 20 && most > 3, "%ld, %ld, %ld", updates, refreshes,
              most);
    nets_free(n);
}

Test(negamax, updates_equal_refreshes_over_random_games)
{
    check_updates(load_random(192, false, false));
    check_updates(load_random(384, true, false));
    check_updates(load_random(64, false, true));
    check_updates(load_random(128, true, true));
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
static int reference_sums(const negamax_net *net, const position *pos, colour side, double sums[])
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

/* Squares and an output row; halves of squares are cut down, as the definition says. */
static double reference_squares(const negamax_net *net, double sums[2][SUMS_MAX], size_t bucket)
{
    double logit = (double)net->out_bias[bucket];
    for (size_t half = 0; half < 2; half++) {
        const int16_t *out = net->out + (bucket * 2 + half) * net->sums;
        for (uint32_t i = 0; i < net->sums; i++) {
            const double x = fmin(fmax(sums[half][i], 0.0), 255.0);
            logit += floor(x * x / 2.0) / (255.0 * 255.0 / 2.0) * out[i] / 1024.0;
        }
    }
    return logit;
}

static double clipped_square(double x)
{
    const double clipped = fmin(fmax(x, 0.0), 1.0);
    return clipped * clipped;
}

/* Products, cut down to multiples of 1/128, and the dense layers of a bucket. */
static double reference_layers(const negamax_net *net, double sums[2][SUMS_MAX], size_t bucket)
{
    const dense_layers *d = &net->dense;
    const size_t pairs = net->sums / 2, l1 = d->l1, l2 = d->l2;
    double products[SUMS_MAX], first[NET_L1_MAX], logit = (double)d->l3_bias[bucket];
    for (size_t i = 0; i < 2 * pairs; i++) {
        const double *view = sums[i / pairs];
        const double a = fmin(fmax(view[i % pairs], 0.0), 127.0);
        const double b = fmin(fmax(view[i % pairs + pairs], 0.0), 127.0);
        products[i] = floor(a * b / 128.0) / 128.0;
    }
    for (size_t j = 0; j < l1; j++) {
        double sum = (double)d->l1_bias[bucket * l1 + j];
        for (size_t i = 0; i < 2 * pairs; i++) {
            sum += products[i] * d->l1_weights[(bucket * l1 + j) * 2 * pairs + i] / 256.0;
        }
        first[j] = clipped_square(sum);
    }
    for (size_t k = 0; k < l2; k++) {
        double sum = (double)d->l2_bias[bucket * l2 + k];
        for (size_t j = 0; j < l1; j++) {
            sum += first[j] * (double)d->l2_weights[(bucket * l1 + j) * l2 + k];
        }
        logit += clipped_square(sum) * (double)d->l3_weights[bucket * l2 + k];
    }
    return logit;
}

/* The formulas in double precision. */
static double reference(const negamax_net *net, const position *pos)
{
    double sums[2][SUMS_MAX];
    const colour us = (colour)pos->to_move;
    const int pieces = reference_sums(net, pos, us, sums[0]);
    reference_sums(net, pos, us ^ 1, sums[1]);
    const size_t bucket = (size_t)(pieces - 2) / 4;
    return net->paired ? reference_layers(net, sums, bucket) : reference_squares(net, sums, bucket);
}

Test(negamax, agrees_with_the_reference_on_every_instruction_set)
{
    static const struct {
        uint32_t width;
        bool paired, places;
    } shapes[] = {{64, false, false}, {256, false, false},      {320, false, false},
                  {128, true, false}, {SUMS_MAX, false, false}, {256, true, false},
                  {512, true, false}, {SUMS_MAX, true, false},  {64, false, true},
                  {256, true, true}};
    for (size_t w = 0; w < sizeof shapes / sizeof *shapes; w++) {
        nets *n = load_random(shapes[w].width, shapes[w].paired, shapes[w].places);
        uint64_t state = w;
        double lowest = 1e9, highest = -1e9;
        for (int game = 0; game < STARTS; game++) {
            position pos = start_at(game);
            for (int ply = 0; ply < 40; ply++) {
                move moves[MOVES_MAX];
                const int count = gen_legal(&pos, moves);
                if (count == 0) {
                    break;
                }
                pos_make(&pos, moves[random_between(&state, 0, count - 1)]);
                const both_sums sums = refresh(n, kernels_at(0), &pos);
                const int16_t *own = sums.side[pos.to_move], *other = sums.side[pos.to_move ^ 1];
                const int pieces = bb_count(pos_occupied(&pos));
                const double wanted = reference(&n->negamax, &pos);
                const float got = negamax_logit(&n->negamax, kernels_at(0), own, other, pieces);
                cr_assert_float_eq((double)got, wanted, 1e-5 * fmax(1, fabs(wanted)));
                lowest = fmin(lowest, wanted);
                highest = fmax(highest, wanted);
                const int score = evaluate(n, kernels_at(0), &pos);
                cr_assert_float_eq(score, fmin(fmax(140 * wanted, -10000), 10000), 0.6);
                for (int k = 1; kernels_at(k); k++) {
                    const float same =
                        negamax_logit(&n->negamax, kernels_at(k), own, other, pieces);
                    cr_assert_eq(memcmp(&got, &same, sizeof got), 0, "%s", kernels_at(k)->name);
                    cr_assert_eq(evaluate(n, kernels_at(k), &pos), score);
                }
            }
        }
        cr_expect_gt(highest - lowest, 0.05, "the random net does not tell positions apart");
        nets_free(n);
    }
}

/* The position with its ranks flipped and colours swapped, or with its files mirrored. Rights are
 * lost, which the net does not see. */
static position turned(const position *pos, bool colours)
{
    position out;
    pos_clear(&out);
    for (square s = 0; s < SQUARES; s++) {
        if (pos->board[s] != PIECE_NONE) {
            pos_put(&out, (piece)(pos->board[s] ^ (colours ? 8 : 0)), s ^ (colours ? 56 : 7));
        }
    }
    out.to_move = (uint8_t)(pos->to_move ^ colours);
    return out;
}

Test(negamax, mirror_images_have_one_score)
{
    nets *n = load_random(128, true, true);
    uint64_t state = 5;
    for (int game = 0; game < STARTS; game++) {
        position pos = start_at(game);
        for (int ply = 0; ply < PLIES; ply++) {
            const int score = evaluate(n, kernels_best(), &pos);
            const position flipped = turned(&pos, true), mirrored = turned(&pos, false);
            cr_assert_eq(evaluate(n, kernels_best(), &flipped), score);
            cr_assert_eq(evaluate(n, kernels_best(), &mirrored), score);
            move moves[MOVES_MAX];
            const int count = gen_legal(&pos, moves);
            if (count == 0) {
                break;
            }
            pos_make(&pos, moves[random_between(&state, 0, count - 1)]);
        }
    }
    nets_free(n);
}

Test(negamax, rows_are_those_of_the_other_nets_for_the_side_to_move)
{
    attacks_init(true);
    for (int i = 0; i < STARTS; i++) {
        const position pos = start_at(i);
        uint16_t rows[FEATURES_MAX], plain[FEATURES_MAX];
        bool active[FEATURE_ROWS_PLAIN] = {false};
        const int count = negamax_rows(&pos, (colour)pos.to_move, false, rows);
        cr_assert_eq(count, feature_rows(&pos, false, plain));
        for (int j = 0; j < count; j++) {
            active[plain[j] % FEATURE_ROWS_PLAIN] = true;
        }
        for (int j = 0; j < count; j++) {
            cr_assert(active[rows[j]]);
        }
    }
}
