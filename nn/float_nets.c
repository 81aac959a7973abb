#include "nn/float_nets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blas.h"
#include "net_internal.h"
#include "nn/real.h"
#include "system/memory.h"

/* A first layer: input[inputs][sums], bias[sums]. */
typedef struct first_layer {
    uint32_t inputs, sums;
    float *input, *bias;
} first_layer;

struct float_nets {
    blas blas;
    int batch_max;
    float *memory; /* holds all arrays below */
    first_layer value_first, policy_first;
    uint32_t l1, l2, buckets, policy_rows;
    float *l1_weights, *l1_bias;   /* [buckets][l1][pairs], as in the file */
    float *l2_weights, *l2_bias;   /* [buckets][l1][l2] */
    float *l3_weights, *l3_bias;   /* [buckets][l2][OUTPUTS] */
    float *out_weights, *out_bias; /* [rows][pairs] */
    /* Working memory for one batch. */
    float *sums;   /* of one position */
    float *pairs;  /* [batch][pairs] */
    float *dense1; /* [batch][l1] */
    float *dense2; /* [batch][l2] */
    float *dense3; /* [batch][OUTPUTS] */
};

enum { OUTPUTS = NET_VALUE_OUTPUTS, FLOATS_A_LINE = KERNEL_ALIGNMENT / sizeof(float) };

/* Divides one block into aligned parts. If `memory` is NULL it only counts, so that one function
 * both sizes the block and divides it. */
typedef struct carver {
    float *memory;
    size_t used;
} carver;

static void carve(carver *c, float **part, size_t count)
{
    *part = c->memory != NULL ? c->memory + c->used : NULL;
    c->used += (count + FLOATS_A_LINE - 1) / FLOATS_A_LINE * FLOATS_A_LINE;
}

static void carve_first(carver *c, first_layer *layer)
{
    carve(c, &layer->input, (size_t)layer->inputs * layer->sums);
    carve(c, &layer->bias, layer->sums);
}

/* Divides `memory`, if it is not NULL, and returns the number of floats. */
static size_t lay_out(float_nets *f, float *memory)
{
    carver c = {.memory = memory};
    const size_t batch = (size_t)f->batch_max, l1 = f->l1, l2 = f->l2, sets = f->buckets;
    const size_t value_pairs = f->value_first.sums / 2, policy_pairs = f->policy_first.sums / 2;
    const size_t policy_sums = f->policy_first.sums, value_sums = f->value_first.sums;
    carve_first(&c, &f->value_first);
    carve_first(&c, &f->policy_first);
    carve(&c, &f->l1_weights, sets * l1 * value_pairs);
    carve(&c, &f->l1_bias, sets * l1);
    carve(&c, &f->l2_weights, sets * l1 * l2);
    carve(&c, &f->l2_bias, sets * l2);
    carve(&c, &f->l3_weights, sets * l2 * OUTPUTS);
    carve(&c, &f->l3_bias, sets * OUTPUTS);
    carve(&c, &f->out_weights, f->policy_rows * policy_pairs);
    carve(&c, &f->out_bias, f->policy_rows);
    carve(&c, &f->sums, value_sums > policy_sums ? value_sums : policy_sums);
    /* The policy net evaluates one position at a time. */
    carve(&c, &f->pairs, batch * value_pairs > policy_pairs ? batch * value_pairs : policy_pairs);
    carve(&c, &f->dense1, batch * l1);
    carve(&c, &f->dense2, batch * l2);
    carve(&c, &f->dense3, batch * OUTPUTS);
    return c.used;
}

static void convert_i8(float *to, const int8_t *from, size_t count, float unit)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = (float)from[i] * unit;
    }
}

static void convert_first(first_layer *layer, const int8_t *input, const int16_t *bias)
{
    const float unit = 1.0f / NET_UNITS;
    convert_i8(layer->input, input, (size_t)layer->inputs * layer->sums, unit);
    for (uint32_t i = 0; i < layer->sums; i++) {
        layer->bias[i] = (float)bias[i] * unit;
    }
}

static void convert(float_nets *f, const nets *n)
{
    const value_net *v = &n->value;
    const policy_net *p = &n->policy;
    convert_first(&f->value_first, v->input, v->bias);
    convert_first(&f->policy_first, p->input, p->bias);
    /* The nets' scales belong to products with paired activations, whose unit is 1 / NET_UNITS. */
    const dense_layers *d = &v->dense;
    const size_t l1 = (size_t)d->buckets * d->l1, l2 = (size_t)d->buckets * d->l2;
    convert_i8(f->l1_weights, d->l1_weights, l1 * d->inputs, d->l1_scale * NET_UNITS);
    convert_i8(f->out_weights, p->out, (size_t)p->rows * p->sums / 2, p->out_scale * NET_UNITS);
    memcpy(f->l1_bias, d->l1_bias, l1 * sizeof(float));
    memcpy(f->l2_weights, d->l2_weights, l1 * d->l2 * sizeof(float));
    memcpy(f->l2_bias, d->l2_bias, l2 * sizeof(float));
    memcpy(f->l3_weights, d->l3_weights, l2 * OUTPUTS * sizeof(float));
    memcpy(f->l3_bias, d->l3_bias, (size_t)d->buckets * OUTPUTS * sizeof(float));
    memcpy(f->out_bias, p->out_bias, p->rows * sizeof(float));
}

float_nets *float_nets_new(const nets *n, int batch_max, failure *why)
{
    assert(batch_max >= 1 && batch_max <= FLOAT_BATCH_MAX);
    float_nets *f = calloc(1, sizeof *f);
    if (f == NULL || !blas_open(&f->blas, why)) {
        if (f == NULL) {
            fail(why, "not enough memory for the float32 nets");
        }
        free(f);
        return NULL;
    }
    f->batch_max = batch_max;
    f->value_first = (first_layer){.inputs = n->value.inputs, .sums = n->value.sums};
    f->policy_first = (first_layer){.inputs = n->policy.inputs, .sums = n->policy.sums};
    f->l1 = n->value.dense.l1;
    f->l2 = n->value.dense.l2;
    f->buckets = n->value.dense.buckets;
    f->policy_rows = n->policy.rows;
    f->memory = system_aligned_take(KERNEL_ALIGNMENT, lay_out(f, NULL) * sizeof(float));
    if (f->memory == NULL) {
        fail(why, "not enough memory for the float32 nets");
        float_nets_free(f);
        return NULL;
    }
    lay_out(f, f->memory);
    convert(f, n);
    return f;
}

void float_nets_free(float_nets *f)
{
    if (f != NULL) {
        blas_close(&f->blas);
        system_aligned_give(f->memory);
        free(f);
    }
}

static float clip(float x, float most)
{
    return x < 0.0f ? 0.0f : x > most ? most : x;
}

/* Input rows to sums, and sums to pairs[sums / 2]. */
static void run_first(float_nets *f, const first_layer *layer, const float_position *seen,
                      float *pairs)
{
    const uint32_t half = layer->sums / 2;
    memcpy(f->sums, layer->bias, layer->sums * sizeof(float));
    for (int i = 0; i < seen->row_count; i++) {
        const size_t row = seen->rows[i] % layer->inputs;
        f->blas.axpy((int)layer->sums, 1.0f, layer->input + row * layer->sums, 1, f->sums, 1);
    }
    const float one = NET_UNITS, most = (one - 1.0f) / one;
    for (uint32_t i = 0; i < half; i++) {
        const float product = clip(f->sums[i], most) * clip(f->sums[i + half], most);
        pairs[i] = floorf(one * product) / one;
    }
}

/* A matrix of weights: `transposed` if it lies [outputs][inputs]. */
typedef struct dense_layer {
    const float *weights, *bias;
    int inputs, outputs;
    bool transposed;
} dense_layer;

/* out[batch][outputs] = bias + x[batch][inputs] * weights. */
static void run_dense(const blas *b, const dense_layer *layer, int batch, const float *x,
                      float *out)
{
    const int inputs = layer->inputs, outputs = layer->outputs;
    const int stride = layer->transposed ? inputs : outputs;
    for (int i = 0; i < batch; i++) {
        memcpy(out + (size_t)i * (size_t)outputs, layer->bias, (size_t)outputs * sizeof(float));
    }
    if (batch == 1) {
        b->gemv(BLAS_ROW_MAJOR, layer->transposed ? BLAS_PLAIN : BLAS_TRANSPOSED,
                layer->transposed ? outputs : inputs, stride, 1.0f, layer->weights, stride, x, 1,
                1.0f, out, 1);
        return;
    }
    b->gemm(BLAS_ROW_MAJOR, BLAS_PLAIN, layer->transposed ? BLAS_TRANSPOSED : BLAS_PLAIN, batch,
            outputs, inputs, 1.0f, x, inputs, layer->weights, stride, 1.0f, out, outputs);
}

static void activate(float *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float a = clip(x[i], 1.0f);
        x[i] = a * a;
    }
}

/* Runs the dense layers of bucket `set` on `count` adjacent positions from place `first` on. */
static void run_layers(float_nets *f, size_t set, size_t first, size_t count)
{
    const size_t pairs = f->value_first.sums / 2, l1 = f->l1, l2 = f->l2;
    const dense_layer layer1 = {f->l1_weights + set * l1 * pairs, f->l1_bias + set * l1, (int)pairs,
                                (int)l1, true};
    const dense_layer layer2 = {f->l2_weights + set * l1 * l2, f->l2_bias + set * l2, (int)l1,
                                (int)l2, false};
    const dense_layer layer3 = {f->l3_weights + set * l2 * OUTPUTS, f->l3_bias + set * OUTPUTS,
                                (int)l2, OUTPUTS, false};
    float *dense1 = f->dense1 + first * l1, *dense2 = f->dense2 + first * l2;
    run_dense(&f->blas, &layer1, (int)count, f->pairs + first * pairs, dense1);
    activate(dense1, count * l1);
    run_dense(&f->blas, &layer2, (int)count, dense1, dense2);
    activate(dense2, count * l2);
    run_dense(&f->blas, &layer3, (int)count, dense2, f->dense3 + first * OUTPUTS);
}

static size_t bucket_of(const float_nets *f, const float_position *p)
{
    return f->buckets > 1 ? (size_t)net_bucket(p->row_count) : 0;
}

void float_nets_value(float_nets *f, const float_position positions[], int count,
                      win_draw_loss out[])
{
    assert(count >= 1 && count <= f->batch_max);
    const size_t pairs = f->value_first.sums / 2, all = (size_t)count;
    for (size_t i = 0; i < all; i++) {
        run_first(f, &f->value_first, &positions[i], f->pairs + i * pairs);
    }
    /* Neighbours with the same layers share their matrix products. */
    for (size_t first = 0, end; first < all; first = end) {
        const size_t set = bucket_of(f, &positions[first]);
        for (end = first + 1; end < all && bucket_of(f, &positions[end]) == set; end++) {
        }
        run_layers(f, set, first, end - first);
    }
    for (size_t i = 0; i < all; i++) {
        float *outputs = f->dense3 + i * OUTPUTS;
        nn_softmax(outputs, OUTPUTS, 1.0f);
        out[i] = (win_draw_loss){outputs[0], outputs[1], outputs[2]};
    }
}

/* Computes a dot product for each requested row. A matrix product would need the same rows for all
 * positions; for 256 of them these are most of the net's rows, while each position needs a few
 * dozen. */
void float_nets_policy(float_nets *f, const float_position positions[], int count)
{
    const size_t pairs = f->policy_first.sums / 2;
    for (int i = 0; i < count; i++) {
        const float_position *p = &positions[i];
        run_first(f, &f->policy_first, p, f->pairs);
        for (int k = 0; k < p->policy_count; k++) {
            const size_t row = p->policy_rows[k];
            assert(row < f->policy_rows);
            p->logits[k] = f->blas.dot((int)pairs, f->out_weights + row * pairs, 1, f->pairs, 1) +
                           f->out_bias[row];
        }
    }
}
