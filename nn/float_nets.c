#include "nn/float_nets.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blas.h"
#include "nn/portable_math.h"

/* The integers of the nets as floats, in their units and their order. */
struct float_nets {
    blas blas;
    const nets *nets; /* has the scales, and the layers whose weights are floats */
    float *memory;    /* holds these six arrays */
    float *value_input, *value_bias, *l1;
    float *policy_input, *policy_bias, *out;
    float sums[NET_SUMS_MAX], pairs[NET_SUMS_MAX / 2]; /* of the position at hand */
};

/* Converts int8, or int16 if `wide`, to the place at *end, and moves *end past the result. */
static float *convert(float **end, const void *from, bool wide, size_t count)
{
    const int8_t *bytes = from;
    const int16_t *words = from;
    float *to = *end;
    for (size_t i = 0; i < count; i++) {
        to[i] = wide ? (float)words[i] : (float)bytes[i];
    }
    *end += count;
    return to;
}

float_nets *float_nets_new(const nets *n, failure *why)
{
    const value_net *v = &n->value;
    const policy_net *p = &n->policy;
    const size_t value_input = (size_t)v->inputs * v->sums;
    const size_t policy_input = (size_t)p->inputs * p->sums;
    const size_t l1 = (size_t)v->dense.buckets * v->dense.l1 * v->dense.inputs;
    const size_t out = (size_t)p->rows * p->sums / 2;
    float_nets *f = calloc(1, sizeof *f);
    float *end = malloc((value_input + v->sums + l1 + policy_input + p->sums + out) * sizeof *end);
    if (!f || !end || !blas_open(&f->blas, why)) {
        if (!f || !end) {
            fail(why, "not enough memory for the float32 nets");
        }
        free(f);
        free(end);
        return NULL;
    }
    f->nets = n;
    f->memory = end;
    f->value_input = convert(&end, v->input, false, value_input);
    f->value_bias = convert(&end, v->bias, true, v->sums);
    f->l1 = convert(&end, v->dense.l1_weights, false, l1);
    f->policy_input = convert(&end, p->input, false, policy_input);
    f->policy_bias = convert(&end, p->bias, true, p->sums);
    f->out = convert(&end, p->out, false, out);
    return f;
}

void float_nets_free(float_nets *f)
{
    if (f) {
        blas_close(&f->blas);
        free(f->memory);
        free(f);
    }
}

static float clip(float x, float most)
{
    return x < 0.0f ? 0.0f : x > most ? most : x;
}

/* Input rows to f->sums, and these to f->pairs. */
static void run_first(float_nets *f, const float *input, const float *bias, uint32_t inputs,
                      uint32_t sums, const uint16_t *rows, int count)
{
    const uint32_t half = sums / 2;
    const float most = NET_UNITS - 1;
    memcpy(f->sums, bias, sums * sizeof *bias);
    for (int i = 0; i < count; i++) {
        f->blas.axpy((int)sums, 1.0f, input + (size_t)(rows[i] % inputs) * sums, 1, f->sums, 1);
    }
    for (uint32_t i = 0; i < half; i++) {
        const float product = clip(f->sums[i], most) * clip(f->sums[i + half], most);
        f->pairs[i] = floorf(product / NET_UNITS);
    }
}

static void activate(float *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float within = clip(x[i], 1.0f);
        x[i] = within * within;
    }
}

win_draw_loss float_nets_value(float_nets *f, const uint16_t *rows, int count)
{
    enum { OUTPUTS = NET_VALUE_OUTPUTS };
    const value_net *v = &f->nets->value;
    const dense_layers *d = &v->dense;
    const size_t set = d->buckets > 1 ? (size_t)net_bucket(count) : 0, l1 = d->l1, l2 = d->l2;
    float first[NET_L1_MAX], second[NET_L2_MAX], out[OUTPUTS];
    run_first(f, f->value_input, f->value_bias, v->inputs, v->sums, rows, count);

    memcpy(first, d->l1_bias + set * l1, l1 * sizeof *first);
    f->blas.gemv(BLAS_ROW_MAJOR, BLAS_PLAIN, (int)l1, (int)d->inputs, d->l1_scale,
                 f->l1 + set * l1 * d->inputs, (int)d->inputs, f->pairs, 1, 1.0f, first, 1);
    activate(first, l1);

    memcpy(second, d->l2_bias + set * l2, l2 * sizeof *second);
    f->blas.gemv(BLAS_ROW_MAJOR, BLAS_TRANSPOSED, (int)l1, (int)l2, 1.0f,
                 d->l2_weights + set * l1 * l2, (int)l2, first, 1, 1.0f, second, 1);
    activate(second, l2);

    memcpy(out, d->l3_bias + set * OUTPUTS, sizeof out);
    f->blas.gemv(BLAS_ROW_MAJOR, BLAS_TRANSPOSED, (int)l2, OUTPUTS, 1.0f,
                 d->l3_weights + set * l2 * OUTPUTS, OUTPUTS, second, 1, 1.0f, out, 1);
    nn_softmax(out, OUTPUTS, 1.0f);
    return (win_draw_loss){out[0], out[1], out[2]};
}

void float_nets_policy(float_nets *f, const uint16_t *rows, int row_count,
                       const uint16_t *policy_rows, int count, float *logits)
{
    const policy_net *p = &f->nets->policy;
    const size_t half = p->sums / 2;
    run_first(f, f->policy_input, f->policy_bias, p->inputs, p->sums, rows, row_count);
    for (int i = 0; i < count; i++) {
        const size_t row = policy_rows[i];
        assert(row < p->rows);
        logits[i] = f->blas.dot((int)half, f->out + row * half, 1, f->pairs, 1) * p->out_scale +
                    p->out_bias[row];
    }
}
