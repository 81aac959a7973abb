/* Compares the nets in float32 with a slow reference in double precision, and with the integer
 * nets. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/backend.h"
#include "nn/features.h"
#include "nn/real.h"
#include "random_net.h"
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

static double clip(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Pairs in multiples of 1/128. */
static void reference_pairs(double *pairs, uint32_t inputs, uint32_t sums, const int8_t *input,
                            const int16_t *bias, const float_position *p)
{
    for (uint32_t i = 0; i < sums / 2; i++) {
        double a = bias[i], b = bias[i + sums / 2];
        for (int r = 0; r < p->row_count; r++) {
            const int8_t *row = input + (size_t)(p->rows[r] % inputs) * sums;
            a += row[i];
            b += row[i + sums / 2];
        }
        pairs[i] =
            floor(fmin(clip(a / 128), 127.0 / 128) * fmin(clip(b / 128), 127.0 / 128) * 128) / 128;
    }
}

static void reference_value(const value_net *net, const float_position *p, double out[3])
{
    static double pairs[NET_SUMS_MAX / 2];
    const dense_layers *d = &net->dense;
    const uint32_t set = d->buckets == 1 ? 0 : (uint32_t)(p->row_count - 2) / 4;
    double first[NET_L1_MAX], second[NET_L2_MAX], total = 0;
    reference_pairs(pairs, net->inputs, net->sums, net->input, net->bias, p);
    for (uint32_t j = 0; j < d->l1; j++) {
        double sum = (double)d->l1_bias[set * d->l1 + j];
        for (uint32_t i = 0; i < net->sums / 2; i++) {
            sum += pairs[i] * d->l1_weights[(set * d->l1 + j) * d->inputs + i] / 256;
        }
        first[j] = pow(clip(sum), 2);
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
                reference_value(&n->value, &b.position[i], expected);
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
    static double pairs[NET_SUMS_MAX / 2];
    uint64_t state = 22;
    for (int s = 0; s < RANDOM_NET_SHAPES; s++) {
        nets *n = random_net_load(&random_net_shapes[s]);
        const policy_net *net = &n->policy;
        const size_t half = net->sums / 2;
        float_nets *f = convert(n, 1);
        batch b;
        fill(&b, &state, net);
        float_nets_policy(f, b.position, BATCH);
        for (int i = 0; i < BATCH; i++) {
            reference_pairs(pairs, net->inputs, net->sums, net->input, net->bias, &b.position[i]);
            for (int k = 0; k < MOVES; k++) {
                double sum = (double)net->out_bias[b.policy_rows[i][k]];
                for (size_t j = 0; j < half; j++) {
                    sum += pairs[j] * net->out[b.policy_rows[i][k] * half + j] / 128;
                }
                cr_assert_float_eq((double)b.logits[i][k], sum, 1e-5 * fmax(1, fabs(sum)));
            }
        }
        float_nets_free(f);
        nets_free(n);
    }
}

/* ---- the built-in nets on positions of chess ---- */

static const char *const starts[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pppnn1bp/3p2p1/3Ppp2/2P1P3/2NN4/PP2BPPP/R1BQ1RK1 w - - 0 11",
    "3r1rk1/pp2qppp/2n1b3/2b1p3/4P3/2P1BN2/PPQ1BPPP/3R1RK1 b - - 6 16",
    "nrk1bbqr/pppp1ppp/3n4/4p3/4P3/3N4/PPPP1PPP/NRK1BBQR w BHbh - 2 3",
};
enum { STARTS = sizeof starts / sizeof *starts, GAMES = 4, PLIES = 20 };

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

static void compare(const backend *a, const backend *b, const position *pos, spread *value,
                    spread *policy)
{
    move moves[MOVES_MAX];
    float x[MOVES_MAX], y[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    const win_draw_loss v = backend_value(a, pos), w = backend_value(b, pos);
    add_difference(value, v.win, w.win);
    add_difference(value, v.draw, w.draw);
    add_difference(value, v.loss, w.loss);
    backend_policy(a, pos, moves, count, x);
    backend_policy(b, pos, moves, count, y);
    nn_softmax(x, count, 1.0f);
    nn_softmax(y, count, 1.0f);
    for (int i = 0; i < count; i++) {
        add_difference(policy, x[i], y[i]);
    }
}

Test(float_nets, float_and_integer_nets_agree)
{
    attacks_init(true);
    nets *n = nets_load_bytes(default_net, default_net_size, "the built-in net", &why);
    cr_assert_not_null(n, "%s", why.text);
    const backend integer = {.nets = n, .kernels = kernels_best()};
    const backend floats = {.nets = n, .floats = convert(n, 1)};
    spread value = {0}, policy = {0};
    uint64_t state = 23;
    for (int game = 0; game < STARTS * GAMES; game++) {
        position pos;
        cr_assert(fen_parse(&pos, starts[game % STARTS], NULL, NULL));
        for (int ply = 0; ply < PLIES && gen_any(&pos); ply++) {
            move moves[MOVES_MAX];
            const int count = gen_legal(&pos, moves);
            compare(&integer, &floats, &pos, &value, &policy);
            pos_make(&pos, moves[random_between(&state, 0, count - 1)]);
        }
    }
    cr_assert_geq(value.count, 3 * 300);
    /* Only the order of float sums differs; a weight or a layer in the wrong place would show. */
    cr_expect_lt(value.most, 1e-4);
    cr_expect_lt(policy.most, 1e-4);
    float_nets_free(floats.floats);
    nets_free(n);
}
