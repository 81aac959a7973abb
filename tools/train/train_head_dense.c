/* The dense layers behind the products: L1 -> L2 -> outputs, with clipped squares between them, in
 * one set or in one for each bucket of positions (nn/net.h). The output of a value net is the log
 * odds of winning. Its loss is the cross-entropy, which, unlike squared errors, still pulls where
 * the net is sure and wrong. */
#include <string.h>

#include "nn/portable_math.h"
#include "train_head.h"

/* The values of one position. */
typedef struct dense_state {
    float *a1, *a2;                       /* clipped sums, before squaring: pass->dense */
    float x1[NET_L1_MAX], x2[NET_L2_MAX]; /* squared */
    float d1[NET_L1_MAX], d2[NET_L2_MAX]; /* gradients of the sums */
    float out;                            /* the output, then its gradient */
} dense_state;

/* Rows of the first layer whose gradients form one task. */
enum { ROW_GROUP = 8 };

/* Floats of products that stay in a core's first-level cache while a group of rows adds them. */
enum { BLOCK = 8192 };

/* The weights of one set of layers, or a slice's gradients of them. */
typedef struct layers_view {
    float *l1_bias, *l2, *l2_bias, *l3, *l3_bias;
} layers_view;

/* `base` holds the parts from offset `base_offset` of the net on. */
static layers_view view_of(const train_net *net, float *base, size_t base_offset, size_t set)
{
    const architecture *a = &net->arch;
    const train_span *part = net->part;
    return (layers_view){base + (part[PART_HEAD_BIAS].offset - base_offset) + set * a->l1,
                         base + (part[PART_L2].offset - base_offset) + set * a->l1 * a->l2,
                         base + (part[PART_L2_BIAS].offset - base_offset) + set * a->l2,
                         base + (part[PART_L3].offset - base_offset) + set * a->l2,
                         base + (part[PART_L3_BIAS].offset - base_offset) + set};
}

static layers_view weights_of(const train_pass *pass, size_t at)
{
    return view_of(pass->net, pass->net->w, 0, pass->chunk->bucket[at]);
}

static size_t turned_size(const architecture *arch)
{
    return arch->l2 * (arch->l1 + 1);
}

static bool init(train_pass *pass)
{
    const train_net *net = pass->net;
    const architecture *arch = &net->arch;
    pass->tail_size = net->size - net->part[PART_TAIL].offset;
    pass->row_factor = train_alloc(arch->l1 * CHUNK_POSITIONS * sizeof(float));
    pass->tail = train_alloc(CHUNK_SLICES * pass->tail_size * sizeof(float));
    pass->turned = train_alloc(arch->buckets * turned_size(arch) * sizeof(float));
    pass->dense = train_alloc((size_t)CHUNK_POSITIONS * (arch->l1 + arch->l2) * sizeof(float));
    return pass->row_factor && pass->tail && pass->turned && pass->dense;
}

static void turn(float *turned, const float *w, uint32_t inputs, uint32_t outputs)
{
    for (uint32_t i = 0; i < inputs; i++) {
        for (uint32_t j = 0; j < outputs; j++) {
            turned[j * inputs + i] = w[i * outputs + j];
        }
    }
}

/* On the way back, sums along the rows of the weights would be chains of dependent additions. With
 * transposed weights they run in parallel, and the bits are the same. */
static void begin(train_pass *pass)
{
    const architecture *arch = &pass->net->arch;
    for (size_t set = 0; set < arch->buckets; set++) {
        const layers_view w = view_of(pass->net, pass->net->w, 0, set);
        float *to = pass->turned + set * turned_size(arch);
        turn(to, w.l2, arch->l1, arch->l2);
        turn(to + arch->l1 * arch->l2, w.l3, arch->l2, 1);
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

/* The rows of the first layer that a position uses. */
static const float *rows_of(const train_pass *pass, size_t at)
{
    const architecture *arch = &pass->net->arch;
    return train_weights(pass, PART_HEAD) +
           pass->chunk->bucket[at] * arch->l1 * train_arch_pairs(arch);
}

/* Computes the output of position `at`. */
static void forward(const train_pass *pass, size_t at, dense_state *s)
{
    const architecture *arch = &pass->net->arch;
    const size_t pairs = train_arch_pairs(arch);
    const train_kernels *k = pass->kernels;
    const layers_view w = weights_of(pass, at);
    s->a1 = pass->dense + at * (arch->l1 + arch->l2);
    s->a2 = s->a1 + arch->l1;
    k->dot_rows(s->a1, pass->pairs + at * pairs, rows_of(pass, at), pairs, NULL, arch->l1);
    for (uint32_t i = 0; i < arch->l1; i++) {
        s->a1[i] += w.l1_bias[i];
    }
    square_all(s->a1, s->x1, arch->l1);
    memcpy(s->a2, w.l2_bias, arch->l2 * sizeof(float));
    k->add_products(s->a2, s->x1, w.l2, arch->l1, arch->l2);
    square_all(s->a2, s->x2, arch->l2);
    s->out = w.l3_bias[0];
    k->add_products(&s->out, s->x2, w.l3, arch->l2, 1);
}

/* From the gradients d of a layer's outputs: adds the gradients of its weights and bias to g, and
 * writes the gradients of its inputs to `before`. */
static void layer_backward(const train_kernels *k, const float *d, const float *x, const float *a,
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

/* From the gradient in s->out: adds the position's part to the slice's gradients of all weights
 * and biases but the weights of the first dense layer. Writes the gradients of that layer's sums
 * (to row_factor) and of the products. */
static void backward(train_pass *pass, size_t slice, size_t at, dense_state *s)
{
    const train_net *net = pass->net;
    const architecture *arch = &net->arch;
    const train_kernels *k = pass->kernels;
    const size_t set = pass->chunk->bucket[at], pairs = train_arch_pairs(arch);
    const layers_view g =
        view_of(net, pass->tail + slice * pass->tail_size, net->part[PART_TAIL].offset, set);
    const float *l2 = pass->turned + set * turned_size(arch), *l3 = l2 + arch->l1 * arch->l2;
    float *pair_gradient = pass->pair_gradient + at * pairs;
    layer_backward(k, &s->out, s->x2, s->a2, l3, g.l3, g.l3_bias, s->d2, arch->l2, 1);
    layer_backward(k, s->d2, s->x1, s->a1, l2, g.l2, g.l2_bias, s->d1, arch->l1, arch->l2);
    for (uint32_t i = 0; i < arch->l1; i++) {
        g.l1_bias[i] += s->d1[i];
        pass->row_factor[i * CHUNK_POSITIONS + at] = s->d1[i];
    }
    memset(pair_gradient, 0, pairs * sizeof *pair_gradient);
    k->add_rows(pair_gradient, rows_of(pass, at), pairs, NULL, s->d1, arch->l1);
}

static void do_slice(train_pass *pass, size_t slice)
{
    if (pass->learning) {
        memset(pass->tail + slice * pass->tail_size, 0, pass->tail_size * sizeof(float));
    }
    for (size_t at = train_slice_begin(slice); at < train_slice_end(pass, slice); at++) {
        dense_state s;
        forward(pass, at, &s);
        train_figures_value(&pass->figures[slice], pass->chunk, at, s.out);
        pass->answers[at][0] = s.out;
        if (pass->learning) {
            s.out = pass->gradient_scale * pass->chunk->weight[at] *
                    (nn_sigmoid(s.out) - pass->chunk->goal[at]);
            backward(pass, slice, at, &s);
        }
    }
}

static size_t groups_of(const architecture *arch)
{
    return (arch->l1 + ROW_GROUP - 1) / ROW_GROUP;
}

/* The positions of a bucket, in ascending order. */
static size_t list_bucket(const train_chunk *chunk, size_t bucket, uint16_t list[CHUNK_POSITIONS])
{
    size_t count = 0;
    for (size_t at = 0; at < chunk->positions; at++) {
        list[count] = (uint16_t)at;
        count += chunk->bucket[at] == bucket;
    }
    return count;
}

/* Adds the gradients of rows `begin` to `end` - 1 of a set, in blocks of positions. Each row adds
 * its terms in the same order as without blocks, so the bits are the same. */
static void backward_rows(train_pass *pass, size_t set, size_t begin, size_t end)
{
    const architecture *arch = &pass->net->arch;
    const size_t pairs = train_arch_pairs(arch), block = pairs < BLOCK ? BLOCK / pairs : 1;
    float *g = train_gradients(pass, PART_HEAD) + set * arch->l1 * pairs;
    uint16_t list[CHUNK_POSITIONS];
    float factors[CHUNK_POSITIONS];
    const size_t listed = list_bucket(pass->chunk, set, list);
    for (size_t from = 0; from < listed; from += block) {
        const size_t count = listed - from < block ? listed - from : block;
        for (size_t row = begin; row < end; row++) {
            for (size_t i = 0; i < count; i++) {
                factors[i] = pass->row_factor[row * CHUNK_POSITIONS + list[from + i]];
            }
            pass->kernels->add_rows(g + row * pairs, pass->pairs, pairs, list + from, factors,
                                    count);
        }
    }
}

/* Adds up the slices' gradients of the other layers. */
static void add_slices(train_pass *pass)
{
    float *sum = train_gradients(pass, PART_TAIL);
    for (size_t slice = 0; slice < train_slice_count(pass); slice++) {
        const float *part = pass->tail + slice * pass->tail_size;
        for (size_t i = 0; i < pass->tail_size; i++) {
            sum[i] += part[i];
        }
    }
}

/* A task for each bucket and each group of rows, and one that adds up the slices. */
static size_t tasks(const architecture *arch)
{
    return arch->buckets * groups_of(arch) + 1;
}

static void do_task(train_pass *pass, size_t task)
{
    const architecture *arch = &pass->net->arch;
    const size_t groups = groups_of(arch);
    if (task == arch->buckets * groups) {
        add_slices(pass);
        return;
    }
    const size_t first = task % groups * ROW_GROUP, end = first + ROW_GROUP;
    backward_rows(pass, task / groups, first, end < arch->l1 ? end : arch->l1);
}

const train_head train_head_dense = {init, begin, do_slice, tasks, do_task};
