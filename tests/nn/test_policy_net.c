/* Compares the policy net's arithmetic with a slow reference in double precision. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess_walk.h"
#include "nn/backend.h"
#include "nn/policy_net.h"
#include "nn/portable_math.h"
#include "random_net.h"
#include "reference_net.h"

/* The backend gives the policy net the inputs that its architecture names. */
Test(policy_net, backend_sees_pins_if_the_net_does)
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
        feature_policy_query(&query, &pos, moves, count, false);
        for (int with = 0; with < 2; with++) {
            const int active = feature_rows(&pos, with, rows[with]);
            policy_evaluate(&n->policy, b.kernels, rows[with], active, query.rows, count,
                            expected[with], NULL);
        }
        backend_policy(&b, &pos, NULL, moves, count, logits);
        cr_assert(memcmp(expected[0], expected[1], (size_t)count * sizeof *logits) != 0);
        cr_expect_arr_eq(logits, expected[pins], (size_t)count * sizeof *logits);
        nets_free(n);
    }
}

Test(policy_net, policy_agrees_with_the_reference)
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
