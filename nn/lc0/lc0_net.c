#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "lc0_input.h"
#include "lc0_moves.h"
#include "lc0_net_internal.h"

/* ---- From the file's order to that of inference ---- */

/* Winograd's transform of three weights in a row. */
static void transform_row(const float w[3], float to[4])
{
    to[0] = w[0];
    to[1] = (w[0] + w[1] + w[2]) / 2;
    to[2] = (w[0] - w[1] + w[2]) / 2;
    to[3] = w[2];
}

/* Transforms the weights of one input for one output. Those of the products are `step` apart. */
static void transform_window(const float *w, float *to, size_t step)
{
    float rows[3][4], column[4];
    for (int y = 0; y < 3; y++) {
        transform_row(w + (ptrdiff_t)3 * y, rows[y]);
    }
    for (size_t x = 0; x < 4; x++) {
        transform_row((float[]){rows[0][x], rows[1][x], rows[2][x]}, column);
        for (size_t y = 0; y < 4; y++) {
            to[(4 * y + x) * step] = column[y];
        }
    }
}

static bool transform_convolution(lc0_convolution *c)
{
    const size_t in = (size_t)c->in, out = (size_t)c->out;
    float *to = malloc(LC0_PRODUCTS * in * out * sizeof *to);
    for (size_t i = 0; to && i < in * out; i++) {
        transform_window(c->weights + LC0_TAPS * i, to + i % in * out + i / in, in * out);
    }
    free(c->weights);
    c->weights = to;
    return to != NULL;
}

/* [filter][plane][LC0_TAPS] becomes [plane][LC0_TAPS][filter]. */
static bool transpose_input(lc0_convolution *c)
{
    const size_t filters = (size_t)c->out, rows = (size_t)c->in * LC0_TAPS;
    float *to = malloc(filters * rows * sizeof *to);
    for (size_t i = 0; to && i < filters * rows; i++) {
        to[i % rows * filters + i / rows] = c->weights[i];
    }
    free(c->weights);
    c->weights = to;
    return to != NULL;
}

/* Puts the inputs of a layer after planes in the order of lc0_place(). */
static void order_squares(lc0_dense *d)
{
    float plane[LC0_SQUARES];
    for (size_t i = 0; i < (size_t)d->in * (size_t)d->out; i += LC0_SQUARES) {
        memcpy(plane, d->weights + i, sizeof plane);
        for (int s = 0; s < LC0_SQUARES; s++) {
            d->weights[i + (size_t)lc0_place(s)] = plane[s];
        }
    }
}

static void order_policy(lc0_net *net)
{
    lc0_policy_places(net->places);
    for (int i = 0; i < LC0_MOVES; i++) {
        const int plane = net->places[i] / LC0_SQUARES, s = net->places[i] % LC0_SQUARES;
        net->places[i] = (uint16_t)(LC0_SQUARES * plane + lc0_place(s));
    }
}

static bool transform(lc0_net *net)
{
    lc0_weights *w = net->w;
    bool done = transpose_input(&w->input);
    for (int i = 0; done && i < w->block_count; i++) {
        done = transform_convolution(&w->blocks[i].first) &&
               transform_convolution(&w->blocks[i].second);
    }
    if (done && w->convolutional_policy) {
        order_policy(net);
        return transform_convolution(&w->policy) && transform_convolution(&w->policy_last);
    }
    return done;
}

/* ---- Nets ---- */

lc0_net *lc0_net_new(const void *bytes, size_t size, const char *name, failure *why)
{
    lc0_net *net = calloc(1, sizeof *net);
    if (!net) {
        fail(why, "%s: not enough memory for the net", name);
        return NULL;
    }
    failure reason;
    net->w = lc0_weights_read(bytes, size, name, why);
    if (!net->w || !(blas_open(&net->blas, &reason) || fail(why, "%s: %s", name, reason.text))) {
        lc0_weights_free(net->w);
        free(net);
        return NULL;
    }
    if (!transform(net)) {
        fail(why, "%s: not enough memory for the net", name);
        lc0_net_free(net);
        return NULL;
    }
    order_squares(&net->w->policy_dense);
    order_squares(&net->w->value_dense);
    return net;
}

void lc0_net_free(lc0_net *net)
{
    if (net) {
        blas_close(&net->blas);
        lc0_weights_free(net->w);
        free(net);
    }
}

uint32_t lc0_net_checksum(const lc0_net *net)
{
    return net->w->checksum;
}

void lc0_net_describe(const lc0_net *net, char text[LC0_TEXT_MAX])
{
    static const char *const formats[] = {[LC0_INPUT_CLASSICAL] = "classical",
                                          [LC0_INPUT_CASTLING_PLANES] = "castling planes",
                                          [LC0_INPUT_CANONICAL] = "canonical",
                                          [LC0_INPUT_CANONICAL_HECTOPLIES] =
                                              "canonical, hectoplies"};
    const lc0_weights *w = net->w;
    snprintf(text, LC0_TEXT_MAX, "%d %s, %d %s%s, input: %s, policy: %s, value: %s", w->filters,
             plural((uint64_t)w->filters, "filter", "filters"), w->block_count,
             plural((uint64_t)w->block_count, "block", "blocks"),
             w->blocks[0].squeezes ? " with squeeze-and-excitation" : "", formats[w->input_format],
             w->convolutional_policy ? "convolutional" : "classical",
             w->win_draw_loss ? "win, draw and loss" : "one number");
}

int lc0_move_number(const lc0_net *net, const position *pos, move m)
{
    return lc0_number_of(net->w->input_format, pos, m);
}

uint64_t lc0_past_key(const lc0_net *net, const lc0_past *past)
{
    lc0_planes planes;
    lc0_fill_planes(net->w->input_format, past, &planes);
    return lc0_planes_hash(&planes) ^ past->at[0]->key;
}
