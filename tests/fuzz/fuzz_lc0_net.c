/* Reads bytes as a net of Lc0. To keep the inputs small, a zero is followed by two bytes, the
 * number of zeroes that it stands for. A net that is read has the sizes that inference relies on,
 * and finite weights. */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "lc0_weights.h"
#include "nn/lc0_net.h"

/* Larger nets take too long to be tried often. */
enum { FILE_MAX = 1 << 20 };

static uint8_t file[FILE_MAX];

static size_t expand(const uint8_t *data, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < size && used < FILE_MAX; i++) {
        if (data[i] || size - i < 3) {
            file[used++] = data[i];
            continue;
        }
        size_t zeroes = data[i + 1] | (size_t)data[i + 2] << 8;
        zeroes = zeroes < FILE_MAX - used ? zeroes : FILE_MAX - used;
        memset(file + used, 0, zeroes);
        used += zeroes;
        i += 2;
    }
    return used;
}

static void expect_finite(const float *values, size_t count)
{
    fuzz_expect(count == 0 || values, "a layer has values");
    for (size_t i = 0; i < count; i++) {
        fuzz_expect(isfinite(values[i]), "a weight is finite");
    }
}

static void expect_convolution(const lc0_convolution *c, int in, int size)
{
    fuzz_expect(c->in == in && c->size == size && c->out >= 1 && c->out <= 1024,
                "a convolution has the sizes that fit");
    expect_finite(c->weights, (size_t)c->in * (size_t)c->out * (size_t)(size * size));
    expect_finite(c->biases, (size_t)c->out);
}

static void expect_dense(const lc0_dense *d, int in)
{
    fuzz_expect(d->in == in && d->out >= 1, "a dense layer has the sizes that fit");
    expect_finite(d->weights, (size_t)d->in * (size_t)d->out);
    expect_finite(d->biases, (size_t)d->out);
}

static void expect_body(const lc0_weights *w)
{
    fuzz_expect(w->block_count >= 1 && w->block_count <= 64 && w->filters == w->input.out,
                "a net has blocks");
    expect_convolution(&w->input, LC0_PLANES, 3);
    for (int i = 0; i < w->block_count; i++) {
        const lc0_block *b = &w->blocks[i];
        expect_convolution(&b->first, w->filters, 3);
        expect_convolution(&b->second, w->filters, 3);
        fuzz_expect(b->first.out == w->filters && b->second.out == w->filters,
                    "a block has as many planes as the next");
        if (b->squeezes) {
            expect_dense(&b->squeeze, w->filters);
            expect_dense(&b->excite, b->squeeze.out);
            fuzz_expect(b->excite.out == 2 * w->filters, "excitation is a factor and a summand");
        }
    }
}

static void expect_heads(const lc0_weights *w)
{
    expect_convolution(&w->policy, w->filters, w->convolutional_policy ? 3 : 1);
    if (w->convolutional_policy) {
        expect_convolution(&w->policy_last, w->policy.out, 3);
        fuzz_expect(w->policy_last.out == LC0_POLICY_PLANES, "the policy has all planes");
    } else {
        expect_dense(&w->policy_dense, 64 * w->policy.out);
        fuzz_expect(w->policy_dense.out == LC0_MOVES, "the policy has all moves");
    }
    expect_convolution(&w->value, w->filters, 1);
    expect_dense(&w->value_dense, 64 * w->value.out);
    expect_dense(&w->value_last, w->value_dense.out);
    fuzz_expect(w->value_last.out == (w->win_draw_loss ? 3 : 1), "the value has its outputs");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    failure why = {{0}};
    const size_t used = expand(data, size);
    lc0_weights *w = lc0_weights_read(file, used, "fuzz", &why);
    fuzz_expect(w || strncmp(why.text, "net file fuzz", 13) == 0, "a refusal names the file");
    if (w) {
        fuzz_expect(lc0_is_net(file, used), "a net begins as one");
        expect_body(w);
        expect_heads(w);
    }
    lc0_weights_free(w);
    return 0;
}
