/* Compares nets of Lc0 with their definition (lc0_weights.h), computed in double precision by plain
 * loops, for every kind of layer. Also: batches, threads, and what a net says of itself. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/random_numbers.h"
#include "chess_walk.h"
#include "lc0_file_maker.h"
#include "lc0_input.h"
#include "lc0_moves.h"
#include "nn/lc0_net.h"
#include "system/library.h"
#include "system/threads.h"

enum { SQUARES_ALL = 64, GAME = 12, BATCH = 5 };

static failure why;

static void begin(void)
{
    system_library library;
    if (!system_library_open(&library, "openblas", 0, NULL)) {
        cr_skip_test("libopenblas0 is not installed");
    }
    walk_start();
}

TestSuite(lc0_net, .init = begin);

/* Every kind of layer, with even and odd numbers of filters. */
static const lc0_random_shape shapes[] = {
    {LC0_INPUT_CLASSICAL, 8, 2, 3, false, 4, 2, 6, true, 1},
    {LC0_INPUT_CLASSICAL, 5, 1, 0, false, 1, 1, 1, false, 2},
    {LC0_INPUT_CASTLING_PLANES, 17, 3, 0, true, 0, 3, 9, true, 3},
    {LC0_INPUT_CANONICAL, 1, 1, 1, true, 0, 5, 2, false, 4},
    {LC0_INPUT_CANONICAL_HECTOPLIES, 24, 2, 30, false, 40, 33, 4, true, 5},
    {LC0_INPUT_CLASSICAL, 96, 2, 8, true, 0, 4, 16, true, 6},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* ---- The definition ---- */

/* Planes, [plane][square], of which there are at most LC0_PLANES. */
typedef double planes_of[LC0_PLANES * SQUARES_ALL];

typedef struct plain_answer {
    double chances[3]; /* win, draw, loss */
    double logits[LC0_MOVES];
} plain_answer;

static void rectify(double *x, int count)
{
    for (int i = 0; i < count; i++) {
        x[i] = fmax(x[i], 0);
    }
}

/* The sum over the window around a square of a plane. */
static double window(const float *weights, const double *plane, int size, int s)
{
    double sum = 0;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            const int rank = s / 8 + y - size / 2, file = s % 8 + x - size / 2;
            if (rank >= 0 && rank < 8 && file >= 0 && file < 8) {
                sum += (double)weights[y * size + x] * plane[8 * rank + file];
            }
        }
    }
    return sum;
}

static void convolve(const lc0_convolution *c, const double *in, double *out)
{
    for (int i = 0; i < c->out * SQUARES_ALL; i++) {
        const int o = i / SQUARES_ALL;
        out[i] = (double)c->biases[o];
        for (int k = 0; k < c->in; k++) {
            out[i] += window(c->weights + (o * c->in + k) * c->size * c->size,
                             in + (ptrdiff_t)SQUARES_ALL * k, c->size, i % SQUARES_ALL);
        }
    }
}

static void connect(const lc0_dense *d, const double *in, double *out)
{
    for (int o = 0; o < d->out; o++) {
        out[o] = (double)d->biases[o];
        for (int i = 0; i < d->in; i++) {
            out[o] += (double)d->weights[o * d->in + i] * in[i];
        }
    }
}

static void squeeze_and_excite(const lc0_block *b, double *planes)
{
    const int filters = b->second.out;
    double means[LC0_PLANES] = {0}, squeezed[LC0_PLANES], excited[2 * LC0_PLANES];
    for (int i = 0; i < filters * SQUARES_ALL; i++) {
        means[i / SQUARES_ALL] += planes[i] / SQUARES_ALL;
    }
    connect(&b->squeeze, means, squeezed);
    rectify(squeezed, b->squeeze.out);
    connect(&b->excite, squeezed, excited);
    for (int i = 0; i < filters * SQUARES_ALL; i++) {
        const double *e = excited + i / SQUARES_ALL;
        planes[i] = planes[i] / (1 + exp(-e[0])) + e[filters];
    }
}

static void run_body(const lc0_weights *w, const double *input, double *body)
{
    static planes_of first, second;
    const int size = w->filters * SQUARES_ALL;
    convolve(&w->input, input, body);
    rectify(body, size);
    for (int i = 0; i < w->block_count; i++) {
        const lc0_block *b = &w->blocks[i];
        convolve(&b->first, body, first);
        rectify(first, size);
        convolve(&b->second, first, second);
        if (b->squeezes) {
            squeeze_and_excite(b, second);
        }
        for (int k = 0; k < size; k++) {
            body[k] = fmax(body[k] + second[k], 0);
        }
    }
}

static void run_policy(const lc0_weights *w, const double *body, double logits[LC0_MOVES])
{
    static planes_of first, last;
    uint16_t places[LC0_MOVES];
    convolve(&w->policy, body, first);
    rectify(first, w->policy.out * SQUARES_ALL);
    if (!w->convolutional_policy) {
        connect(&w->policy_dense, first, logits);
        return;
    }
    convolve(&w->policy_last, first, last);
    lc0_policy_places(places);
    for (int i = 0; i < LC0_MOVES; i++) {
        logits[i] = last[places[i]];
    }
}

static void run_value(const lc0_weights *w, const double *body, double chances[3])
{
    static planes_of planes;
    double hidden[LC0_PLANES], out[3];
    convolve(&w->value, body, planes);
    rectify(planes, w->value.out * SQUARES_ALL);
    connect(&w->value_dense, planes, hidden);
    rectify(hidden, w->value_dense.out);
    connect(&w->value_last, hidden, out);
    if (w->win_draw_loss) {
        const double sum = exp(out[0]) + exp(out[1]) + exp(out[2]);
        for (int i = 0; i < 3; i++) {
            chances[i] = exp(out[i]) / sum;
        }
    } else {
        chances[0] = (1 + tanh(out[0])) / 2;
        chances[1] = 0;
        chances[2] = (1 - tanh(out[0])) / 2;
    }
}

static void plain_evaluate(const lc0_weights *w, const lc0_past *past, plain_answer *answer)
{
    static planes_of input, body;
    lc0_planes planes;
    lc0_fill_planes(w->input_format, past, &planes);
    for (int i = 0; i < LC0_PLANES * SQUARES_ALL; i++) {
        const bool set = planes.masks[i / SQUARES_ALL] >> i % SQUARES_ALL & 1;
        input[i] = set ? (double)planes.values[i / SQUARES_ALL] : 0;
    }
    run_body(w, input, body);
    run_policy(w, body, answer->logits);
    run_value(w, body, answer->chances);
}

/* ---- Nets and games ---- */

static lc0_net *net_of(const lc0_weights *w)
{
    uint8_t *bytes;
    const lc0_file_options options = {.encoding = LC0_AS_FLOAT32};
    const size_t size = lc0_make_file(w, &options, &bytes);
    lc0_net *net = lc0_net_new(bytes, size, "net", &why);
    cr_assert_not_null(net, "%s", why.text);
    cr_expect_eq(lc0_net_checksum(net), crc32_z(0, bytes, size));
    free(bytes);
    return net;
}

/* A random game, and the past of each of its positions. */
typedef struct game {
    position at[GAME];
    lc0_past pasts[GAME];
} game;

static void play(game *g, const char *fen, uint64_t seed)
{
    g->at[0] = walk_fen(fen);
    for (int i = 0; i < GAME; i++) {
        lc0_past *past = &g->pasts[i];
        *past = (lc0_past){0};
        for (int k = i; k >= 0 && past->count < LC0_PAST; k--) {
            past->repeated[past->count] = k % 5 == 4; /* to see full planes */
            past->at[past->count++] = &g->at[k];
        }
        if (i + 1 < GAME) {
            move moves[MOVES_MAX];
            const int count = gen_legal(&g->at[i], moves);
            cr_assert_gt(count, 0);
            g->at[i + 1] = g->at[i];
            pos_make(&g->at[i + 1], moves[random_next(&seed) % (uint64_t)count]);
        }
    }
}

/* ---- Tests ---- */

static void expect_near(double expected, float x)
{
    cr_assert_float_eq((double)x, expected, 2e-5 * fmax(1, fabs(expected)), "%.7f, not %.7f",
                       (double)x, expected);
}

static void expect_plain(const lc0_weights *w, const lc0_past *past, const lc0_answer *answer)
{
    static plain_answer plain;
    plain_evaluate(w, past, &plain);
    expect_near(plain.chances[0], answer->win);
    expect_near(plain.chances[1], answer->draw);
    expect_near(plain.chances[2], answer->loss);
    for (int i = 0; i < LC0_MOVES; i++) {
        expect_near(plain.logits[i], answer->logits[i]);
    }
}

/* Batches of 1, of some and of all positions that the evaluator has room for. */
static void compare(const lc0_random_shape *shape)
{
    static game g;
    static lc0_answer answers[BATCH];
    lc0_weights *w = lc0_random_weights(shape);
    lc0_net *net = net_of(w);
    lc0_evaluator *e = lc0_evaluator_new(net, BATCH, &why);
    cr_assert_not_null(e, "%s", why.text);
    play(&g, FEN_KIWIPETE, shape->seed);
    const int counts[] = {1, BATCH, 2};
    for (int i = 0, done = 0; i < 3; done += counts[i++]) {
        memset(answers, 0, sizeof answers);
        lc0_evaluate(e, g.pasts + done, counts[i], answers);
        for (int k = 0; k < counts[i]; k++) {
            expect_plain(w, &g.pasts[done + k], &answers[k]);
        }
    }
    lc0_evaluator_free(e);
    lc0_net_free(net);
    lc0_weights_free(w);
}

Test(lc0_net, every_layer_computes_its_definition)
{
    for (int i = 0; i < SHAPES; i++) {
        compare(&shapes[i]);
    }
}

Test(lc0_net, answers_are_finite_even_if_sums_overflow)
{
    static game g;
    static lc0_answer answer;
    for (int i = 0; i < SHAPES; i++) {
        lc0_weights *w = lc0_random_weights(&shapes[i]);
        for (int k = 0; k < w->input.out * w->input.in * 9; k++) {
            w->input.weights[k] *= 1e37f;
        }
        lc0_net *net = net_of(w);
        lc0_evaluator *e = lc0_evaluator_new(net, 1, &why);
        cr_assert_not_null(e, "%s", why.text);
        play(&g, FEN_KIWIPETE, 1);
        lc0_evaluate(e, &g.pasts[0], 1, &answer);
        cr_expect_float_eq((double)(answer.win + answer.draw + answer.loss), 1, 1e-5);
        for (int m = 0; m < LC0_MOVES; m++) {
            cr_assert(fabsf(answer.logits[m]) <= LC0_LOGIT_MAX);
        }
        lc0_evaluator_free(e);
        lc0_net_free(net);
        lc0_weights_free(w);
    }
}

/* What a thread computes, and where. */
typedef struct work {
    const lc0_net *net;
    const game *game;
    lc0_answer answers[GAME];
} work;

static void *evaluate_game(void *argument)
{
    work *w = argument;
    lc0_evaluator *e = lc0_evaluator_new(w->net, 1, NULL);
    for (int round = 0; e && round < 20; round++) {
        for (int i = 0; i < GAME; i++) {
            lc0_evaluate(e, &w->game->pasts[i], 1, &w->answers[i]);
        }
    }
    lc0_evaluator_free(e);
    return NULL;
}

Test(lc0_net, threads_compute_the_same_bits_as_one)
{
    enum { THREADS = 3 };
    static game g;
    static work alone, together[THREADS];
    pthread_t threads[THREADS];
    lc0_weights *w = lc0_random_weights(&shapes[SHAPES - 1]);
    lc0_net *net = net_of(w);
    play(&g, FEN_KIWIPETE, 7);
    alone = (work){.net = net, .game = &g};
    evaluate_game(&alone);
    cr_expect_gt(alone.answers[0].win, 0.0f);
    for (int i = 0; i < THREADS; i++) {
        together[i] = (work){.net = net, .game = &g};
        cr_assert(system_thread_start(&threads[i], evaluate_game, &together[i]));
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(memcmp(together[i].answers, alone.answers, sizeof alone.answers), 0);
    }
    lc0_net_free(net);
    lc0_weights_free(w);
}

Test(lc0_net, nets_describe_themselves)
{
    char text[LC0_TEXT_MAX];
    static const char *const expected[] = {
        "8 filters, 2 blocks with squeeze-and-excitation, input: classical, policy: classical, "
        "value: win, draw and loss",
        "5 filters, 1 block, input: classical, policy: classical, value: one number",
        "17 filters, 3 blocks, input: castling planes, policy: convolutional, value: win, draw "
        "and loss",
        "1 filter, 1 block with squeeze-and-excitation, input: canonical, policy: convolutional, "
        "value: one number"};
    for (int i = 0; i < 4; i++) {
        lc0_weights *w = lc0_random_weights(&shapes[i]);
        lc0_net *net = net_of(w);
        lc0_net_describe(net, text);
        cr_expect_str_eq(text, expected[i]);
        lc0_net_free(net);
        lc0_weights_free(w);
    }
}
