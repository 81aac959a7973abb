/* The dense tail of a value net: pairs -> L1 -> L2 -> win, draw, loss. */
#include <math.h>
#include <string.h>

#include "nn/real.h"
#include "train_head.h"

/* The values of one position in the tail. */
typedef struct tail_state {
    float a1[TRAIN_L1_MAX], a2[TRAIN_L2_MAX]; /* clipped sums, before squaring */
    float x1[TRAIN_L1_MAX], x2[TRAIN_L2_MAX]; /* squared */
    float d1[TRAIN_L1_MAX], d2[TRAIN_L2_MAX]; /* gradients of the sums */
    float q[VALUE_OUTPUTS];                   /* probabilities, then gradients of the logits */
} tail_state;

/* The weights of the tail, or a slice's gradients of them. */
typedef struct tail_view {
    float *l1_bias, *l2, *l2_bias, *l3, *l3_bias;
} tail_view;

static tail_view view_of(const train_net *net, float *base, size_t base_offset)
{
    return (tail_view){base + net->part[PART_HEAD_BIAS].offset - base_offset,
                       base + net->part[PART_L2].offset - base_offset,
                       base + net->part[PART_L2_BIAS].offset - base_offset,
                       base + net->part[PART_L3].offset - base_offset,
                       base + net->part[PART_L3_BIAS].offset - base_offset};
}

/* The transposed weights of the later layers, [outputs][inputs], so that gradients on their way
 * back also add up along rows: a sum along each weight row has to wait for itself. The bits are the
 * same. */
typedef struct tail_turned {
    float l2[TRAIN_L2_MAX * TRAIN_L1_MAX], l3[VALUE_OUTPUTS * TRAIN_L2_MAX];
} tail_turned;

static void turn(float *turned, const float *w, uint32_t inputs, uint32_t outputs)
{
    for (uint32_t i = 0; i < inputs; i++) {
        for (uint32_t j = 0; j < outputs; j++) {
            turned[j * inputs + i] = w[i * outputs + j];
        }
    }
}

static float clip(float x)
{
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

static void square_all(float *a, float *x, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        a[i] = clip(a[i]);
        x[i] = a[i] * a[i];
    }
}

/* s->a1 must have the first layer's sums without bias. */
static void tail_forward(const train_pass *pass, const tail_view *w, tail_state *s)
{
    const train_arch *arch = &pass->net->arch;
    const train_kernels *k = pass->kernels;
    for (uint32_t i = 0; i < arch->rows; i++) {
        s->a1[i] += w->l1_bias[i];
    }
    square_all(s->a1, s->x1, arch->rows);
    memcpy(s->a2, w->l2_bias, arch->l2 * sizeof(float));
    k->add_products(s->a2, s->x1, w->l2, arch->rows, arch->l2);
    square_all(s->a2, s->x2, arch->l2);
    memcpy(s->q, w->l3_bias, VALUE_OUTPUTS * sizeof(float));
    k->add_products(s->q, s->x2, w->l3, arch->l2, VALUE_OUTPUTS);
    train_softmax(s->q, VALUE_OUTPUTS);
}

/* From the gradients d of a layer's outputs: adds the gradients of its weights and bias to g, and
 * writes the gradients of its inputs to `before`. */
static void dense_backward(const train_kernels *k, const float *d, const float *x, const float *a,
                           const float *turned, float *g, float *g_bias, float *before,
                           uint32_t inputs, uint32_t outputs)
{
    for (uint32_t j = 0; j < outputs; j++) {
        g_bias[j] += d[j];
    }
    k->add_outer(g, x, d, inputs, outputs);
    memset(before, 0, inputs * sizeof *before);
    k->add_products(before, d, turned, outputs, inputs);
    for (uint32_t i = 0; i < inputs; i++) {
        before[i] = a[i] > 0.0f && a[i] < 1.0f ? 2.0f * a[i] * before[i] : 0.0f;
    }
}

static void tail_backward(const train_pass *pass, const tail_turned *w, const tail_view *g,
                          tail_state *s)
{
    const train_arch *arch = &pass->net->arch;
    const train_kernels *k = pass->kernels;
    dense_backward(k, s->q, s->x2, s->a2, w->l3, g->l3, g->l3_bias, s->d2, arch->l2, VALUE_OUTPUTS);
    dense_backward(k, s->d2, s->x1, s->a1, w->l2, g->l2, g->l2_bias, s->d1, arch->rows, arch->l2);
    for (uint32_t i = 0; i < arch->rows; i++) {
        g->l1_bias[i] += s->d1[i];
    }
}

void train_error_note(const train_chunk *chunk, size_t at, double loss, double win,
                      train_figures *sum)
{
    const double error = fabs(win - (double)chunk->expected[at]);
    sum->positions += 1.0;
    sum->weight += (double)chunk->weight[at];
    sum->loss += (double)chunk->weight[at] * loss;
    sum->cross_entropy += loss;
    sum->error += error;
    if (chunk->score[at] > -FIGURES_NEAR && chunk->score[at] < FIGURES_NEAR) {
        sum->near += 1.0;
        sum->near_error += error;
    }
}

void train_value_note(const train_chunk *chunk, size_t at, const float q[VALUE_OUTPUTS],
                      train_figures *sum)
{
    const win_draw_loss t = chunk->target[at];
    const float least = 1e-30f;
    double loss =
        -(t.win * log((double)fmaxf(q[0], least)) + t.draw * log((double)fmaxf(q[1], least)) +
          t.loss * log((double)fmaxf(q[2], least)));
    train_error_note(chunk, at, loss, (double)q[0] + 0.5 * (double)q[1], sum);
}

/* The gradients of the pairs, the head's outputs and the tail, from the probabilities in s->q. */
static void learn(train_pass *pass, size_t at, const tail_turned *w, const tail_view *g,
                  tail_state *s)
{
    const train_arch *arch = &pass->net->arch;
    const win_draw_loss t = pass->chunk.target[at];
    const float scale = pass->gradient_scale * pass->chunk.weight[at];
    float *pair_gradient = pass->pair_gradient + at * arch->pairs;
    s->q[0] = scale * (s->q[0] - t.win);
    s->q[1] = scale * (s->q[1] - t.draw);
    s->q[2] = scale * (s->q[2] - t.loss);
    tail_backward(pass, w, g, s);
    for (uint32_t i = 0; i < arch->rows; i++) {
        pass->row_factor[i * CHUNK_POSITIONS + at] = s->d1[i];
    }
    memset(pair_gradient, 0, arch->pairs * sizeof *pair_gradient);
    pass->kernels->add_rows(pair_gradient, train_weights(pass, PART_HEAD), arch->pairs, NULL, s->d1,
                            arch->rows);
}

void train_value_slice(train_pass *pass, size_t slice)
{
    const train_net *net = pass->net;
    const train_arch *arch = &net->arch;
    float *slice_gradient = pass->tail + slice * pass->tail_size;
    const tail_view w = view_of(net, net->w, 0);
    const tail_view g = view_of(net, slice_gradient, net->part[PART_TAIL].offset);
    tail_turned turned;
    if (pass->learning) {
        memset(slice_gradient, 0, pass->tail_size * sizeof(float));
        turn(turned.l2, w.l2, arch->rows, arch->l2);
        turn(turned.l3, w.l3, arch->l2, VALUE_OUTPUTS);
    }
    for (size_t at = train_slice_begin(slice); at < train_slice_end(pass, slice); at++) {
        tail_state s;
        pass->kernels->dot_rows(s.a1, pass->pairs + at * arch->pairs,
                                train_weights(pass, PART_HEAD), arch->pairs, NULL, arch->rows);
        tail_forward(pass, &w, &s);
        train_value_note(&pass->chunk, at, s.q, &pass->figures[slice]);
        train_answer_keep(pass, at, s.q, VALUE_OUTPUTS);
        if (pass->learning) {
            learn(pass, at, &turned, &g, &s);
        }
    }
}
