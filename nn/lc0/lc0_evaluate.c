#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lc0_input.h"
#include "lc0_net_internal.h"
#include "nn/portable_math.h"
#include "system/memory.h"

/* A plane is of a channel and a position. Its squares are in the order of lc0_place(). */
struct lc0_evaluator {
    const lc0_net *net;
    int batch, count;               /* positions: at most, and of this evaluation */
    float *memory;                  /* holds these arrays */
    float *body, *between;          /* [channel][position][LC0_SQUARES] */
    float *windows, *products;      /* [LC0_PRODUCTS][channel][position][LC0_TILES] and LINE */
    float *means, *hidden, *second; /* of dense layers: [position][number] */
};

/* Between the arrays of the 16 products lies a line of the cache. A plane uses all 16 in turn, and
 * a cache keeps few lines whose addresses differ by a power of two. */
enum { LINE = 64 / sizeof(float) };

/* Four tiles in a row, or four squares of the same place in them. */
typedef float four __attribute__((vector_size(16), may_alias));

#define FOUR(address) (*(four *)(void *)(address))

/* ---- Convolutions ---- */

static size_t step_of(const lc0_evaluator *e, int channels)
{
    return (size_t)channels * (size_t)e->count * LC0_TILES + LINE;
}

/* Winograd's transform of four inputs in a row. */
static inline void transform_inputs(four a, four b, four c, four d, four to[4])
{
    to[0] = a - c;
    to[1] = b + c;
    to[2] = c - b;
    to[3] = b - d;
}

/* Transforms the windows of a plane: four tiles in a row at a time. */
static void transform_plane(const float *plane, float *to, size_t step)
{
    const four none = {0};
    for (int row = 0; row < 4; row++) {
        four columns[2][4], out[4];
        for (int x = 0; x < 2; x++) {
            const float *at = plane + 16 * x + 4 * row;
            transform_inputs(row > 0 ? FOUR(at + 28) : none, FOUR(at), FOUR(at + 32),
                             row < 3 ? FOUR(at + 4) : none, columns[x]);
        }
        for (int y = 0; y < 4; y++) {
            const four even = columns[0][y], odd = columns[1][y];
            transform_inputs((four){0, odd[0], odd[1], odd[2]}, even, odd,
                             (four){even[1], even[2], even[3], 0}, out);
            for (int x = 0; x < 4; x++) {
                FOUR(to + (size_t)(4 * y + x) * step + 4 * row) = out[x];
            }
        }
    }
}

/* Transforms the products of a plane back, and adds a bias. */
static void restore_plane(const float *from, size_t step, float bias, float *plane)
{
    const four biases = {bias, bias, bias, bias};
    for (size_t row = 0; row < 4; row++) {
        four even[4], odd[4];
        for (size_t x = 0; x < 4; x++) {
            const float *at = from + x * step + 4 * row;
            const four a = FOUR(at), b = FOUR(at + 4 * step), c = FOUR(at + 8 * step),
                       d = FOUR(at + 12 * step);
            even[x] = a + b + c;
            odd[x] = b - c - d;
        }
        FOUR(plane + 4 * row) = even[0] + even[1] + even[2] + biases;
        FOUR(plane + 4 * row + 16) = even[1] - even[2] - even[3] + biases;
        FOUR(plane + 4 * row + 32) = odd[0] + odd[1] + odd[2] + biases;
        FOUR(plane + 4 * row + 48) = odd[1] - odd[2] - odd[3] + biases;
    }
}

static void rectify(float *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        x[i] = x[i] > 0 ? x[i] : 0;
    }
}

/* A convolution of 3x3. `to` may be `from`. */
static void convolve(lc0_evaluator *e, const lc0_convolution *c, const float *from, float *to)
{
    const blas *b = &e->net->blas;
    const int tiles = e->count * LC0_TILES;
    const size_t in = (size_t)c->in, out = (size_t)c->out, count = (size_t)e->count;
    const size_t step_in = step_of(e, c->in), step_out = step_of(e, c->out);
    for (size_t i = 0; i < in * count; i++) {
        transform_plane(from + LC0_SQUARES * i, e->windows + LC0_TILES * i, step_in);
    }
    for (size_t i = 0; i < LC0_PRODUCTS; i++) {
        b->gemm(BLAS_ROW_MAJOR, BLAS_TRANSPOSED, BLAS_PLAIN, c->out, tiles, c->in, 1.0f,
                c->weights + i * in * out, c->out, e->windows + i * step_in, tiles, 0.0f,
                e->products + i * step_out, tiles);
    }
    for (size_t i = 0; i < out * count; i++) {
        restore_plane(e->products + LC0_TILES * i, step_out, c->biases[i / count],
                      to + LC0_SQUARES * i);
    }
}

/* to += factor * from */
static void add_row(float *restrict to, const float *restrict from, float factor, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i] += factor * from[i];
    }
}

/* Adds the value of a plane's squares to sums[square][filter]. weights[LC0_TAPS][filter] */
static void add_squares(float *sums, const float *weights, bitboard squares, float value,
                        size_t filters)
{
    while (squares) {
        const int seen = bb_pop(&squares), rank = seen / 8, file = seen % 8;
        for (int y = rank == 7; y < 3 - (rank == 0); y++) {
            for (int x = file == 7; x < 3 - (file == 0); x++) {
                const int from = seen - 8 * (y - 1) - (x - 1);
                add_row(sums + (size_t)from * filters, weights + (size_t)(3 * y + x) * filters,
                        value, filters);
            }
        }
    }
}

/* The input convolution of a position. Most planes are empty or have few pieces, so that adding the
 * weights square by square is faster than a product. Full planes are first added to one. */
static void run_input(lc0_evaluator *e, const lc0_past *past, size_t index)
{
    const bitboard all = ~UINT64_C(0);
    const lc0_weights *w = e->net->w;
    const size_t filters = (size_t)w->filters;
    float *sums = e->products, *full = e->windows;
    lc0_planes planes;
    lc0_fill_planes(w->input_format, past, &planes);
    memset(full, 0, LC0_TAPS * filters * sizeof *full);
    for (size_t i = 0; i < LC0_SQUARES; i++) {
        memcpy(sums + i * filters, w->input.biases, filters * sizeof *sums);
    }
    for (size_t i = 0; i < LC0_PLANES; i++) {
        const float *weights = w->input.weights + i * LC0_TAPS * filters;
        if (planes.masks[i] == all) {
            add_row(full, weights, planes.values[i], LC0_TAPS * filters);
        } else {
            add_squares(sums, weights, planes.masks[i], planes.values[i], filters);
        }
    }
    add_squares(sums, full, all, 1.0f, filters);
    rectify(sums, LC0_SQUARES * filters);
    for (size_t f = 0; f < filters; f++) {
        float *plane = e->body + (f * (size_t)e->count + index) * LC0_SQUARES;
        for (int i = 0; i < LC0_SQUARES; i++) {
            plane[lc0_place(i)] = sums[(size_t)i * filters + f];
        }
    }
}

/* ---- The body ---- */

/* A dense layer: in[position][d->in] to out[position][step]. */
static void run_dense(const lc0_evaluator *e, const lc0_dense *d, const float *in, float *out,
                      int step)
{
    const blas *b = &e->net->blas;
    for (size_t i = 0; i < (size_t)e->count; i++) {
        memcpy(out + i * (size_t)step, d->biases, (size_t)d->out * sizeof *out);
    }
    if (e->count == 1) { /* a product would first copy the weights */
        b->gemv(BLAS_ROW_MAJOR, BLAS_PLAIN, d->out, d->in, 1.0f, d->weights, d->in, in, 1, 1.0f,
                out, 1);
    } else {
        b->gemm(BLAS_ROW_MAJOR, BLAS_PLAIN, BLAS_TRANSPOSED, e->count, d->out, d->in, 1.0f, in,
                d->in, d->weights, d->in, 1.0f, out, step);
    }
}

/* Two dense layers, to e->second. */
static void run_two(lc0_evaluator *e, const lc0_dense *a, const lc0_dense *b, const float *in)
{
    run_dense(e, a, in, e->hidden, a->out);
    rectify(e->hidden, (size_t)a->out * (size_t)e->count);
    run_dense(e, b, e->hidden, e->second, b->out);
}

static float mean(const float *plane)
{
    four sum = {0};
    for (int i = 0; i < LC0_SQUARES; i += 4) {
        sum += FOUR(plane + i);
    }
    return (sum[0] + sum[1] + sum[2] + sum[3]) / LC0_SQUARES;
}

/* Scales and shifts the planes of e->between by what their means excite. */
static void squeeze_and_excite(lc0_evaluator *e, const lc0_block *b)
{
    const size_t filters = (size_t)b->second.out, count = (size_t)e->count;
    for (size_t i = 0; i < filters * count; i++) {
        e->means[i % count * filters + i / count] = mean(e->between + LC0_SQUARES * i);
    }
    run_two(e, &b->squeeze, &b->excite, e->means);
    for (size_t i = 0; i < filters * count; i++) {
        const float *excited = e->second + i % count * 2 * filters + i / count;
        const float scale = nn_sigmoid(excited[0]), shift = excited[filters];
        for (size_t k = LC0_SQUARES * i; k < LC0_SQUARES * (i + 1); k++) {
            e->between[k] = e->between[k] * scale + shift;
        }
    }
}

static void run_block(lc0_evaluator *e, const lc0_block *b)
{
    const size_t floats = (size_t)b->second.out * (size_t)e->count * LC0_SQUARES;
    convolve(e, &b->first, e->body, e->between);
    rectify(e->between, floats);
    convolve(e, &b->second, e->between, e->between);
    if (b->squeezes) {
        squeeze_and_excite(e, b);
    }
    add_row(e->body, e->between, 1.0f, floats);
    rectify(e->body, floats);
}

/* ---- The heads ---- */

/* A convolution of 1x1 of the body to e->between[position][channel][64].
 *
 * The kernels of OpenBLAS prefetch past the end of its buffer. If the page there was never written,
 * each prefetch looks for it in vain, and a product takes twice the time (0.3.21, Zen). This
 * product of all positions at once needs a larger part of the buffer than those of convolve(), and
 * so writes that page for them. */
static void run_planes(lc0_evaluator *e, const lc0_convolution *c)
{
    const size_t count = (size_t)e->count, out = (size_t)c->out;
    const int squares = LC0_SQUARES * e->count;
    e->net->blas.gemm(BLAS_ROW_MAJOR, BLAS_PLAIN, BLAS_PLAIN, c->out, squares, c->in, 1.0f,
                      c->weights, c->in, e->body, squares, 0.0f, e->products, squares);
    for (size_t i = 0; i < out * count; i++) {
        const size_t channel = i / count, which = i % count;
        float *plane = e->between + LC0_SQUARES * (which * out + channel);
        for (size_t k = 0; k < LC0_SQUARES; k++) {
            plane[k] = e->products[LC0_SQUARES * i + k] + c->biases[channel];
        }
    }
    rectify(e->between, LC0_SQUARES * out * count);
}

static void run_convolutional_policy(lc0_evaluator *e, lc0_answer answers[])
{
    const lc0_weights *w = e->net->w;
    const size_t count = (size_t)e->count;
    convolve(e, &w->policy, e->body, e->between);
    rectify(e->between, (size_t)w->policy.out * count * LC0_SQUARES);
    convolve(e, &w->policy_last, e->between, e->between);
    for (size_t i = 0; i < count; i++) {
        for (int m = 0; m < LC0_MOVES; m++) {
            const size_t plane = e->net->places[m] / LC0_SQUARES,
                         place = e->net->places[m] % LC0_SQUARES;
            answers[i].logits[m] = e->between[(plane * count + i) * LC0_SQUARES + place];
        }
    }
}

/* A faulty net may have weights so large that sums overflow. A NaN becomes the limit, too. */
static void limit(float logits[LC0_MOVES])
{
    const float most = LC0_LOGIT_MAX;
    for (int i = 0; i < LC0_MOVES; i++) {
        logits[i] = logits[i] < most ? logits[i] : most;
        logits[i] = logits[i] > -most ? logits[i] : -most;
    }
}

static void run_policy(lc0_evaluator *e, lc0_answer answers[])
{
    const lc0_weights *w = e->net->w;
    if (w->convolutional_policy) {
        run_convolutional_policy(e, answers);
    } else {
        run_planes(e, &w->policy);
        run_dense(e, &w->policy_dense, e->between, answers[0].logits,
                  sizeof answers[0] / sizeof(float));
    }
    for (int i = 0; i < e->count; i++) {
        limit(answers[i].logits);
    }
}

static void run_value(lc0_evaluator *e, lc0_answer answers[])
{
    const lc0_weights *w = e->net->w;
    run_planes(e, &w->value);
    run_two(e, &w->value_dense, &w->value_last, e->between);
    for (int i = 0; i < e->count; i++) {
        lc0_answer *a = &answers[i];
        float *out = e->second + i * w->value_last.out;
        if (w->win_draw_loss) {
            nn_softmax(out, 3, 1.0f);
            a->win = out[0], a->draw = out[1], a->loss = out[2];
        } else { /* (1 + tanh x) / 2 */
            a->win = nn_sigmoid(2 * out[0]), a->draw = 0, a->loss = 1 - a->win;
        }
    }
}

void lc0_evaluate(lc0_evaluator *e, const lc0_past pasts[], int count, lc0_answer answers[])
{
    assert(count >= 1 && count <= e->batch);
    const lc0_weights *w = e->net->w;
    e->count = count;
    for (int i = 0; i < count; i++) {
        run_input(e, &pasts[i], (size_t)i);
    }
    for (int i = 0; i < w->block_count; i++) {
        run_block(e, &w->blocks[i]);
    }
    run_policy(e, answers);
    run_value(e, answers);
}

/* ---- Evaluators ---- */

lc0_evaluator *lc0_evaluator_new(const lc0_net *net, int batch, failure *why)
{
    assert(batch >= 1);
    const lc0_weights *w = net->w;
    const int widths[] = {w->filters, w->policy.out, w->policy_last.out, w->value.out};
    size_t widest = 0;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        widest = (size_t)widths[i] > widest ? (size_t)widths[i] : widest;
    }
    const size_t count = (size_t)batch, planes = widest * count * LC0_SQUARES;
    const size_t products = LC0_PRODUCTS * (widest * count * LC0_TILES + LINE);
    const size_t vectors = count * LC0_WIDTH_MAX;
    lc0_evaluator *e = calloc(1, sizeof *e);
    float *memory = system_aligned_take(sizeof(float) * LINE,
                                        (2 * planes + 2 * products + 4 * vectors) * sizeof *memory);
    if (!e || !memory) {
        fail(why, "not enough memory to evaluate %d positions at once", batch);
        free(e);
        system_aligned_give(memory);
        return NULL;
    }
    *e = (lc0_evaluator){.net = net, .batch = batch, .memory = memory};
    e->body = memory;
    e->between = e->body + planes;
    e->windows = e->between + planes;
    e->products = e->windows + products;
    e->means = e->products + products;
    e->hidden = e->means + vectors;
    e->second = e->hidden + vectors;
    return e;
}

void lc0_evaluator_free(lc0_evaluator *e)
{
    if (e) {
        system_aligned_give(e->memory);
        free(e);
    }
}
