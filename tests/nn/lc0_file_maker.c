#include "lc0_file_maker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"

const lc0_random_shape lc0_random_small = {.filters = 8,
                                           .blocks = 2,
                                           .squeeze = 3,
                                           .policy_planes = 4,
                                           .value_planes = 2,
                                           .value_outputs = 6,
                                           .win_draw_loss = true,
                                           .seed = 1};

/* Wire types. */
enum { VARINT = 0, BYTES = 2, FIXED_32 = 5 };

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count ? count : 1, size);
    if (!room) {
        abort();
    }
    return room;
}

/* ---- Random weights ---- */

/* Uniform numbers from -range to range. */
static float *random_values(uint64_t *state, size_t count, float range)
{
    float *values = room_for(count, sizeof *values);
    for (size_t i = 0; i < count; i++) {
        values[i] = range * (2 * random_uniform(state) - 1);
    }
    return values;
}

/* The range that gives outputs the same variance as inputs of which half are zero. */
static float range_of(size_t inputs)
{
    return sqrtf(6.0f / (float)inputs);
}

static lc0_convolution random_convolution(uint64_t *state, int in, int out, int size)
{
    const size_t inputs = (size_t)(in * size * size);
    lc0_convolution c = {.in = in, .out = out, .size = size};
    c.weights = random_values(state, (size_t)out * inputs, range_of(inputs));
    c.biases = random_values(state, (size_t)out, 0.3f);
    return c;
}

static lc0_dense random_dense(uint64_t *state, int in, int out)
{
    lc0_dense d = {.in = in, .out = out};
    d.weights = random_values(state, (size_t)in * (size_t)out, range_of((size_t)in));
    d.biases = random_values(state, (size_t)out, 0.3f);
    return d;
}

static lc0_block random_block(uint64_t *state, int filters, int squeeze)
{
    lc0_block b = {.first = random_convolution(state, filters, filters, 3),
                   .second = random_convolution(state, filters, filters, 3),
                   .squeezes = squeeze > 0};
    if (b.squeezes) {
        b.squeeze = random_dense(state, filters, squeeze);
        b.excite = random_dense(state, squeeze, 2 * filters);
    }
    return b;
}

lc0_weights *lc0_random_weights(const lc0_random_shape *shape)
{
    const int filters = shape->filters;
    uint64_t state = shape->seed;
    lc0_weights *w = room_for(1, sizeof *w);
    w->input_format = shape->input_format ? shape->input_format : LC0_INPUT_CLASSICAL;
    w->filters = filters;
    w->block_count = shape->blocks;
    w->convolutional_policy = shape->convolutional_policy;
    w->win_draw_loss = shape->win_draw_loss;
    w->input = random_convolution(&state, LC0_PLANES, filters, 3);
    w->blocks = room_for((size_t)shape->blocks, sizeof *w->blocks);
    for (int i = 0; i < shape->blocks; i++) {
        w->blocks[i] = random_block(&state, filters, shape->squeeze);
    }
    if (shape->convolutional_policy) {
        w->policy = random_convolution(&state, filters, filters, 3);
        w->policy_last = random_convolution(&state, filters, LC0_POLICY_PLANES, 3);
    } else {
        w->policy = random_convolution(&state, filters, shape->policy_planes, 1);
        w->policy_dense = random_dense(&state, 64 * shape->policy_planes, LC0_MOVES);
    }
    w->value = random_convolution(&state, filters, shape->value_planes, 1);
    w->value_dense = random_dense(&state, 64 * shape->value_planes, shape->value_outputs);
    w->value_last = random_dense(&state, shape->value_outputs, shape->win_draw_loss ? 3 : 1);
    return w;
}

/* ---- Protobuf ---- */

static void put_raw(lc0_bytes *b, const void *bytes, size_t size)
{
    if (size > b->room - b->size) {
        b->room = 2 * b->room + size;
        b->at = realloc(b->at, b->room);
        if (!b->at) {
            abort();
        }
    }
    if (size) {
        memcpy(b->at + b->size, bytes, size);
        b->size += size;
    }
}

static void put_byte(lc0_bytes *b, uint8_t byte)
{
    put_raw(b, &byte, 1);
}

static void put_tag(lc0_bytes *b, uint32_t field, unsigned wire)
{
    lc0_put_varint(b, (uint64_t)field << 3 | wire);
}

void lc0_put_varint(lc0_bytes *b, uint64_t value)
{
    for (; value >= 128; value >>= 7) {
        put_byte(b, (uint8_t)(value | 128));
    }
    put_byte(b, (uint8_t)value);
}

void lc0_put_number(lc0_bytes *b, uint32_t field, uint64_t value)
{
    put_tag(b, field, VARINT);
    lc0_put_varint(b, value);
}

/* The lowest `size` bytes of a number, little endian. */
static void put_fixed(lc0_bytes *b, uint32_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        put_byte(b, (uint8_t)(value >> (8 * i)));
    }
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void lc0_put_real(lc0_bytes *b, uint32_t field, float value)
{
    put_tag(b, field, FIXED_32);
    put_fixed(b, bits_of(value), 4);
}

void lc0_put_bytes(lc0_bytes *b, uint32_t field, const void *bytes, size_t size)
{
    put_tag(b, field, BYTES);
    lc0_put_varint(b, size);
    put_raw(b, bytes, size);
}

void lc0_put_message(lc0_bytes *b, uint32_t field, lc0_bytes *message)
{
    lc0_put_bytes(b, field, message->at, message->size);
    free(message->at);
    *message = (lc0_bytes){0};
}

/* ---- Layers ---- */

/* A half float, cut off. Too small values become 0. */
static uint32_t half_bits(float value)
{
    const uint32_t bits = bits_of(value);
    const uint32_t sign = bits >> 16 & 0x8000;
    const int exponent = (int)(bits >> 23 & 255) - 127 + 15;
    if (exponent >= 31) {
        return sign | 0x7c00 | (isnan(value) ? 1 : 0);
    }
    return exponent <= 0 ? sign : sign | (uint32_t)exponent << 10 | (bits >> 13 & 1023);
}

static uint32_t linear_bits(float value, float low, float high)
{
    return high > low ? (uint32_t)lrintf((value - low) / (high - low) * 65535) : 0;
}

static void put_layer(lc0_bytes *b, uint32_t field, lc0_encoding encoding, const float *values,
                      size_t count)
{
    lc0_bytes layer = {0}, params = {0};
    float low = count ? values[0] : 0, high = low;
    for (size_t i = 0; i < count; i++) {
        low = fminf(low, values[i]);
        high = fmaxf(high, values[i]);
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t bits = encoding == LC0_AS_FLOAT32    ? bits_of(values[i])
                              : encoding == LC0_AS_FLOAT16  ? half_bits(values[i])
                              : encoding == LC0_AS_BFLOAT16 ? bits_of(values[i]) >> 16
                                                            : linear_bits(values[i], low, high);
        put_fixed(&params, bits, encoding == LC0_AS_FLOAT32 ? 4 : 2);
    }
    lc0_put_real(&layer, 1, low);
    lc0_put_real(&layer, 2, high);
    lc0_put_message(&layer, 3, &params);
    if (encoding != LC0_AS_DEFAULT) {
        lc0_put_number(&layer, 4, encoding);
    }
    lc0_put_message(b, field, &layer);
}

/* Writes the convolution so that its batch normalisation, folded, gives its weights and biases. */
static void put_normalised(lc0_bytes *block, const lc0_file_options *options,
                           const lc0_convolution *c)
{
    const size_t out = (size_t)c->out, each = (size_t)(c->in * c->size * c->size);
    uint64_t state = 5;
    float *values[4], *weights = room_for(out * each, sizeof *weights);
    for (int i = 0; i < 4; i++) {
        values[i] = random_values(&state, out, 0.5f);
    }
    float *means = values[0], *variances = values[1], *gammas = values[2], *betas = values[3];
    for (size_t o = 0; o < out; o++) {
        const bool full = options->norm == LC0_NORM_FULL;
        variances[o] = 1 + variances[o];
        gammas[o] = full ? 1.5f + gammas[o] : 1;
        const float factor = gammas[o] / sqrtf(variances[o] + 1e-5f);
        if (full) {
            betas[o] = c->biases[o] + factor * means[o];
        } else {
            means[o] = -c->biases[o] / factor;
        }
        for (size_t i = 0; i < each; i++) {
            weights[o * each + i] = c->weights[o * each + i] / factor;
        }
    }
    put_layer(block, 1, options->encoding, weights, out * each);
    for (uint32_t i = 0; i < (options->norm == LC0_NORM_FULL ? 4 : 2); i++) {
        put_layer(block, 3 + i, options->encoding, values[i], out);
    }
    for (int i = 0; i < 4; i++) {
        free(values[i]);
    }
    free(weights);
}

static void put_convolution(lc0_bytes *b, uint32_t field, const lc0_file_options *options,
                            const lc0_convolution *c)
{
    lc0_bytes block = {0};
    if (options->norm != LC0_NORM_FOLDED) {
        put_normalised(&block, options, c);
    } else {
        put_layer(&block, 1, options->encoding, c->weights,
                  (size_t)c->out * (size_t)(c->in * c->size * c->size));
        put_layer(&block, 2, options->encoding, c->biases, (size_t)c->out);
    }
    lc0_put_message(b, field, &block);
}

/* The biases are the next field. */
static void put_dense(lc0_bytes *b, uint32_t field, const lc0_file_options *options,
                      const lc0_dense *d)
{
    put_layer(b, field, options->encoding, d->weights, (size_t)d->in * (size_t)d->out);
    put_layer(b, field + 1, options->encoding, d->biases, (size_t)d->out);
}

/* ---- The file ---- */

static void put_weights(lc0_bytes *net, const lc0_weights *w, const lc0_file_options *options)
{
    lc0_bytes b = {0};
    if (options->first) {
        lc0_put_bytes(&b, 1, options->first->at, options->first->size);
    } else {
        put_convolution(&b, 1, options, &w->input);
    }
    for (int i = 0; i < w->block_count; i++) {
        const lc0_block *block = &w->blocks[i];
        lc0_bytes residual = {0}, se = {0};
        put_convolution(&residual, 1, options, &block->first);
        put_convolution(&residual, 2, options, &block->second);
        if (block->squeezes) {
            put_dense(&se, 1, options, &block->squeeze);
            put_dense(&se, 3, options, &block->excite);
            lc0_put_message(&residual, 3, &se);
        }
        lc0_put_message(&b, 2, &residual);
    }
    if (w->convolutional_policy) {
        put_convolution(&b, 11, options, &w->policy);
        put_convolution(&b, 3, options, &w->policy_last);
    } else {
        put_convolution(&b, 3, options, &w->policy);
        put_dense(&b, 4, options, &w->policy_dense);
    }
    put_convolution(&b, 6, options, &w->value);
    put_dense(&b, 7, options, &w->value_dense);
    put_dense(&b, 9, options, &w->value_last);
    if (options->more) {
        put_raw(&b, options->more->at, options->more->size);
    }
    lc0_put_message(net, 10, &b);
}

static void put_format(lc0_bytes *net, const lc0_weights *w, const lc0_file_options *options)
{
    lc0_bytes format = {0}, network = {0};
    lc0_put_number(&format, 1, LC0_AS_LINEAR16);
    lc0_put_number(&network, 1, options->input ? options->input : w->input_format);
    lc0_put_number(&network, 2, w->win_draw_loss ? 2 : 1);
    lc0_put_number(&network, 3, options->network ? options->network : 4);
    lc0_put_number(&network, 4, options->policy ? options->policy : w->convolutional_policy + 1u);
    lc0_put_number(&network, 5, options->value ? options->value : w->win_draw_loss + 1u);
    lc0_put_number(&network, 7, options->activation);
    lc0_put_message(&format, 2, &network);
    lc0_put_message(net, 4, &format);
}

size_t lc0_make_file(const lc0_weights *w, const lc0_file_options *options, uint8_t **bytes)
{
    lc0_bytes net = {0}, version = {0};
    put_tag(&net, 1, FIXED_32);
    put_fixed(&net, 0x1c0, 4);
    lc0_put_bytes(&net, 2, "a licence", 9);
    for (uint32_t i = 0; i < 3; i++) {
        lc0_put_number(&version, i + 1, options->version[i]);
    }
    lc0_put_message(&net, 3, &version);
    if (!options->no_format) {
        put_format(&net, w, options);
    }
    put_weights(&net, w, options);
    *bytes = net.at;
    return net.size;
}
