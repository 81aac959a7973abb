/* Compares the nets in float32 with a slow reference in double precision, and with the integer
 * nets. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "chess_walk.h"
#include "nn/backend.h"
#include "nn/real.h"
#include "random_net.h"
#include "reference_net.h"
#include "system/library.h"
#include "weights/default_net.h"

enum { BATCH = 7, MOVES = 20 };

static failure why;

static void begin(void)
{
    system_library library;
    if (!system_library_open(&library, "openblas", 0, NULL)) {
        cr_skip_test("libopenblas0 is not installed");
    }
}

TestSuite(float_nets, .init = begin);

static float_nets *convert(const nets *n, int batch_max)
{
    float_nets *f = float_nets_new(n, batch_max, &why);
    cr_assert_not_null(f, "%s", why.text);
    return f;
}

/* What random positions of a batch look like to the nets. */
typedef struct batch {
    uint16_t rows[BATCH][FEATURES_MAX], policy_rows[BATCH][MOVES];
    float logits[BATCH][MOVES];
    float_position position[BATCH];
} batch;

static void fill(batch *b, uint64_t *state, const policy_net *net)
{
    for (int i = 0; i < BATCH; i++) {
        const int count = random_feature_rows(state, b->rows[i]);
        for (int k = 0; k < MOVES; k++) {
            b->policy_rows[i][k] = (uint16_t)random_between(state, 0, (int)net->rows - 1);
        }
        b->position[i] =
            (float_position){b->rows[i], count, b->policy_rows[i], MOVES, b->logits[i]};
    }
}

static void expect_value(const win_draw_loss *v, const double expected[3])
{
    cr_assert_float_eq((double)v->win, expected[0], 1e-5);
    cr_assert_float_eq((double)v->draw, expected[1], 1e-5);
    cr_assert_float_eq((double)v->loss, expected[2], 1e-5);
}

Test(float_nets, value_agrees_with_the_reference_alone_and_in_batches)
{
    uint64_t state = 21;
    for (int s = 0; s < RANDOM_NET_SHAPES; s++) {
        nets *n = random_net_load(&random_net_shapes[s]);
        float_nets *f = convert(n, BATCH);
        for (int trial = 0; trial < 5; trial++) {
            batch b;
            win_draw_loss together[BATCH], alone;
            fill(&b, &state, &n->policy);
            float_nets_value(f, b.position, BATCH, together);
            for (int i = 0; i < BATCH; i++) {
                double expected[3];
                reference_value(&n->value, b.rows[i], b.position[i].row_count, expected);
                float_nets_value(f, &b.position[i], 1, &alone);
                expect_value(&alone, expected);
                expect_value(&together[i], expected);
            }
        }
        float_nets_free(f);
        nets_free(n);
    }
}

Test(float_nets, policy_agrees_with_the_reference)
{
    uint64_t state = 22;
    for (int s = 0; s < RANDOM_NET_SHAPES; s++) {
        nets *n = random_net_load(&random_net_shapes[s]);
        float_nets *f = convert(n, 1);
        batch b;
        fill(&b, &state, &n->policy);
        float_nets_policy(f, b.position, BATCH);
        for (int i = 0; i < BATCH; i++) {
            double expected[MOVES];
            reference_policy(&n->policy, b.rows[i], b.position[i].row_count, b.policy_rows[i],
                             MOVES, expected);
            for (int k = 0; k < MOVES; k++) {
                cr_assert_float_eq((double)b.logits[i][k], expected[k],
                                   1e-5 * fmax(1, fabs(expected[k])));
            }
        }
        float_nets_free(f);
        nets_free(n);
    }
}

/* ---- the built-in nets on positions of chess ---- */

typedef struct spread {
    double most;
    long count;
} spread;

static void add_difference(spread *s, float a, float b)
{
    const double difference = fabs((double)(a - b));
    s->most = s->most > difference ? s->most : difference;
    s->count++;
}

static backend integer, floats;
static spread value, policy;

static void compare(const position *pos)
{
    move moves[MOVES_MAX];
    float x[MOVES_MAX], y[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    const win_draw_loss v = backend_value(&integer, pos), w = backend_value(&floats, pos);
    add_difference(&value, v.win, w.win);
    add_difference(&value, v.draw, w.draw);
    add_difference(&value, v.loss, w.loss);
    if (count == 0) {
        return;
    }
    backend_policy(&integer, pos, moves, count, x);
    backend_policy(&floats, pos, moves, count, y);
    nn_softmax(x, count, 1.0f);
    nn_softmax(y, count, 1.0f);
    for (int i = 0; i < count; i++) {
        add_difference(&policy, x[i], y[i]);
    }
}

/* Only the order of float sums differs; a weight or a layer in the wrong place would show. */
Test(float_nets, float_and_integer_nets_agree)
{
    walk_start();
    nets *n = nets_load_bytes(default_net, default_net_size, "the built-in net", &why);
    cr_assert_not_null(n, "%s", why.text);
    integer = (backend){.nets = n, .kernels = kernels_best()};
    floats = (backend){.nets = n, .floats = convert(n, 1)};
    walk_games(21, 20, compare);
    cr_assert_geq(value.count, 3 * 300);
    cr_expect_lt(value.most, 1e-4);
    cr_expect_lt(policy.most, 1e-4);
    float_nets_free(floats.floats);
    nets_free(n);
}
