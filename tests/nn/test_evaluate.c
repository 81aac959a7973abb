/* Compares the nets' arithmetic with a slow reference in double precision. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/backend.h"
#include "nn/features.h"
#include "nn/net.h"
#include "nn/real.h"
#include "random_net.h"

static double clip(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Paired activations; the integer steps are part of the definition. */
static void reference_pairs(double *pairs, uint32_t inputs, uint32_t sums, const int8_t *input,
                            const int16_t *bias, const uint16_t *rows, int count)
{
    int *totals = calloc(sums, sizeof *totals);
    cr_assert_not_null(totals);
    for (uint32_t i = 0; i < sums; i++) {
        totals[i] = bias[i];
        for (int r = 0; r < count; r++) {
            totals[i] += input[(size_t)(rows[r] % inputs) * sums + i];
        }
        totals[i] = (int)(clip(totals[i] / 127.0) * 127 + 0.5);
    }
    for (uint32_t i = 0; i < sums / 2; i++) {
        pairs[i] = floor(totals[i] * totals[i + sums / 2] / 128.0) / 128;
    }
    free(totals);
}

static void reference_value(const value_net *net, const uint16_t *rows, int count, double out[3])
{
    static double pairs[NET_SUMS_MAX / 2];
    const dense_layers *d = &net->dense;
    const uint32_t set = d->buckets == 1 ? 0 : (uint32_t)(count - 2) / 4;
    double first[NET_L1_MAX], second[NET_L2_MAX], total = 0;
    reference_pairs(pairs, net->inputs, net->sums, net->input, net->bias, rows, count);
    for (uint32_t j = 0; j < d->l1; j++) {
        double sum = 0;
        for (uint32_t i = 0; i < net->sums / 2; i++) {
            sum += pairs[i] * d->l1_weights[(set * d->l1 + j) * d->inputs + i] / 256.0;
        }
        first[j] = pow(clip(sum + (double)d->l1_bias[set * d->l1 + j]), 2);
    }
    for (uint32_t j = 0; j < d->l2; j++) {
        double sum = (double)d->l2_bias[set * d->l2 + j];
        for (uint32_t i = 0; i < d->l1; i++) {
            sum += first[i] * (double)d->l2_weights[(set * d->l1 + i) * d->l2 + j];
        }
        second[j] = pow(clip(sum), 2);
    }
    for (uint32_t j = 0; j < 3; j++) {
        double sum = (double)d->l3_bias[set * 3 + j];
        for (uint32_t i = 0; i < d->l2; i++) {
            sum += second[i] * (double)d->l3_weights[(set * d->l2 + i) * 3 + j];
        }
        out[j] = exp(sum);
        total += out[j];
    }
    for (int j = 0; j < 3; j++) {
        out[j] /= total;
    }
}

Test(evaluate, value_agrees_with_the_reference)
{
    uint64_t state = 11;
    double lowest = 1, highest = 0;
    for (int s = 0; s < RANDOM_NET_SHAPES; s++) {
        nets *n = random_net_load(&random_net_shapes[s]);
        for (int trial = 0; trial < 40; trial++) {
            uint16_t rows[FEATURES_MAX];
            const int count = random_feature_rows(&state, rows);
            double expected[3];
            reference_value(&n->value, rows, count, expected);
            const win_draw_loss v = value_evaluate(&n->value, kernels_at(0), rows, count);
            cr_assert_float_eq((double)v.win, expected[0], 1e-5);
            cr_assert_float_eq((double)v.draw, expected[1], 1e-5);
            cr_assert_float_eq((double)v.loss, expected[2], 1e-5);
            cr_assert_float_eq((double)(v.win + v.draw + v.loss), 1.0, 1e-6);
            lowest = fmin(lowest, expected[0]);
            highest = fmax(highest, expected[0]);
            for (int k = 1; kernels_at(k); k++) {
                const win_draw_loss w = value_evaluate(&n->value, kernels_at(k), rows, count);
                cr_assert_eq(memcmp(&v, &w, sizeof v), 0, "%s differs", kernels_at(k)->name);
            }
        }
        nets_free(n);
    }
    cr_assert_gt(highest - lowest, 0.2, "the random nets do not tell positions apart");
}

/* The backend gives each net the inputs that its architecture names. */
Test(evaluate, backend_sees_pins_if_the_net_does)
{
    attacks_init(true);
    position pos;
    cr_assert(fen_parse(&pos, "4r2k/8/8/b7/4B2q/2N3B1/8/4K1R1 w - - 0 1", NULL, NULL));
    move moves[MOVES_MAX];
    const int count = gen_legal(&pos, moves);
    for (int pins = 0; pins < 2; pins++) {
        random_net_shape shape = random_net_shapes[2];
        shape.pins = pins;
        nets *n = random_net_load(&shape);
        const backend b = {.nets = n, .kernels = kernels_best()};
        uint16_t rows[2][FEATURES_MAX], policy_rows[MOVES_MAX];
        float logits[MOVES_MAX], expected[2][MOVES_MAX];
        win_draw_loss value[2];
        feature_policy_rows(&pos, moves, count, policy_rows);
        for (int with = 0; with < 2; with++) {
            const int active = feature_rows(&pos, with, rows[with]);
            value[with] = value_evaluate(&n->value, b.kernels, rows[with], active);
            policy_evaluate(&n->policy, b.kernels, rows[with], active, policy_rows, count,
                            expected[with]);
        }
        const win_draw_loss got = backend_value(&b, &pos);
        backend_policy(&b, &pos, moves, count, logits);
        cr_assert(memcmp(&value[0], &value[1], sizeof got) != 0);
        cr_expect(memcmp(&got, &value[pins], sizeof got) == 0);
        cr_expect_arr_eq(logits, expected[pins], (size_t)count * sizeof *logits);
        nets_free(n);
    }
}

Test(evaluate, policy_agrees_with_the_reference)
{
    uint64_t state = 12;
    static double pairs[NET_SUMS_MAX / 2];
    for (int s = 0; s < RANDOM_NET_SHAPES; s++) {
        nets *n = random_net_load(&random_net_shapes[s]);
        const policy_net *net = &n->policy;
        for (int trial = 0; trial < 20; trial++) {
            uint16_t rows[FEATURES_MAX], policy_rows[MOVES_MAX];
            const int row_count = random_feature_rows(&state, rows);
            const int count = random_between(&state, 1, MOVES_MAX);
            for (int i = 0; i < count; i++) {
                policy_rows[i] = (uint16_t)random_between(&state, 0, POLICY_ROWS - 1);
            }
            reference_pairs(pairs, net->inputs, net->sums, net->input, net->bias, rows, row_count);
            float logits[MOVES_MAX], others[MOVES_MAX];
            policy_evaluate(net, kernels_at(0), rows, row_count, policy_rows, count, logits);
            for (int i = 0; i < count; i++) {
                double sum = (double)net->out_bias[policy_rows[i]];
                for (uint32_t j = 0; j < net->sums / 2; j++) {
                    sum += pairs[j] / 128 * net->out[(size_t)policy_rows[i] * (net->sums / 2) + j];
                }
                cr_assert_float_eq((double)logits[i], sum, 1e-5 * fmax(1, fabs(sum)));
            }
            for (int k = 1; kernels_at(k); k++) {
                policy_evaluate(net, kernels_at(k), rows, row_count, policy_rows, count, others);
                cr_assert_arr_eq(others, logits, (size_t)count * sizeof *logits, "%s differs",
                                 kernels_at(k)->name);
            }
        }
        nets_free(n);
    }
}
