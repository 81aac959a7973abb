/* Compares the nets' arithmetic with a slow reference in double precision. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess_walk.h"
#include "nn/backend.h"
#include "nn/features.h"
#include "nn/net.h"
#include "nn/portable_math.h"
#include "random_net.h"
#include "reference_net.h"

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
            const win_draw_loss v = value_evaluate(&n->value, kernels_at(0), rows, count, NULL);
            cr_assert_float_eq((double)v.win, expected[0], 1e-5);
            cr_assert_float_eq((double)v.draw, expected[1], 1e-5);
            cr_assert_float_eq((double)v.loss, expected[2], 1e-5);
            cr_assert_float_eq((double)(v.win + v.draw + v.loss), 1.0, 1e-6);
            lowest = fmin(lowest, expected[0]);
            highest = fmax(highest, expected[0]);
            for (int k = 1; kernels_at(k); k++) {
                const win_draw_loss w = value_evaluate(&n->value, kernels_at(k), rows, count, NULL);
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
    walk_start();
    const position pos = walk_fen("4r2k/8/8/b7/4B2q/2N3B1/8/4K1R1 w - - 0 1");
    move moves[MOVES_MAX];
    const int count = gen_legal(&pos, moves);
    for (int pins = 0; pins < 2; pins++) {
        random_net_shape shape = random_net_shapes[2];
        shape.pins = pins;
        nets *n = random_net_load(&shape);
        const backend b = {.nets = n, .kernels = kernels_best()};
        uint16_t rows[2][FEATURES_MAX];
        policy_query query;
        float logits[MOVES_MAX], expected[2][MOVES_MAX];
        win_draw_loss value[2];
        feature_policy_query(&query, &pos, moves, count, false);
        for (int with = 0; with < 2; with++) {
            const int active = feature_rows(&pos, with, rows[with]);
            value[with] = value_evaluate(&n->value, b.kernels, rows[with], active, NULL);
            policy_evaluate(&n->policy, b.kernels, rows[with], active, query.rows, count,
                            expected[with], NULL);
        }
        const win_draw_loss got = backend_value(&b, &pos, NULL);
        backend_policy(&b, &pos, NULL, moves, count, logits);
        cr_assert(memcmp(&value[0], &value[1], sizeof got) != 0);
        cr_expect(memcmp(&got, &value[pins], sizeof got) == 0);
        cr_expect_arr_eq(logits, expected[pins], (size_t)count * sizeof *logits);
        nets_free(n);
    }
}

Test(evaluate, policy_agrees_with_the_reference)
{
    uint64_t state = 12;
    for (int s = 0; s < RANDOM_NET_SHAPES; s++) {
        nets *n = random_net_load(&random_net_shapes[s]);
        for (int trial = 0; trial < 20; trial++) {
            uint16_t rows[FEATURES_MAX], policy_rows[MOVES_MAX];
            float logits[MOVES_MAX], others[MOVES_MAX];
            double expected[MOVES_MAX];
            const int row_count = random_feature_rows(&state, rows);
            const int count = random_between(&state, 1, MOVES_MAX);
            for (int i = 0; i < count; i++) {
                policy_rows[i] = (uint16_t)random_between(&state, 0, POLICY_ROWS - 1);
            }
            reference_policy(&n->policy, rows, row_count, policy_rows, count, expected);
            policy_evaluate(&n->policy, kernels_at(0), rows, row_count, policy_rows, count, logits,
                            NULL);
            for (int i = 0; i < count; i++) {
                cr_assert_float_eq((double)logits[i], expected[i],
                                   1e-5 * fmax(1, fabs(expected[i])));
            }
            for (int k = 1; kernels_at(k); k++) {
                policy_evaluate(&n->policy, kernels_at(k), rows, row_count, policy_rows, count,
                                others, NULL);
                cr_assert_arr_eq(others, logits, (size_t)count * sizeof *logits, "%s differs",
                                 kernels_at(k)->name);
            }
        }
        nets_free(n);
    }
}
