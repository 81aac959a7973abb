/* Tests that nets of Lc0 survive a round trip, and that other files are refused with the reason. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lc0_file_maker.h"
#include "nn/lc0_net.h"

#define NAME "some/where.pb"

/* ---- Round trips ---- */

/* The largest difference of two arrays, relative to the range of the numbers. */
static float difference(const float *a, const float *b, size_t count)
{
    float most = 0, range = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmaxf(most, fabsf(a[i] - b[i]));
        range = fmaxf(range, fabsf(a[i]));
    }
    return count > 0 ? most / range : 0;
}

static void check_convolution(const lc0_convolution *a, const lc0_convolution *b, float bound)
{
    cr_assert_eq(a->in, b->in);
    cr_assert_eq(a->out, b->out);
    cr_assert_eq(a->size, b->size);
    cr_assert_leq(difference(a->weights, b->weights, (size_t)(a->in * a->out * a->size * a->size)),
                  bound);
    cr_assert_leq(difference(a->biases, b->biases, (size_t)a->out), bound);
}

static void check_dense(const lc0_dense *a, const lc0_dense *b, float bound)
{
    cr_assert_eq(a->in, b->in);
    cr_assert_eq(a->out, b->out);
    cr_assert_leq(difference(a->weights, b->weights, (size_t)(a->in * a->out)), bound);
    cr_assert_leq(difference(a->biases, b->biases, (size_t)a->out), bound);
}

static void check_same(const lc0_weights *a, const lc0_weights *b, float bound)
{
    cr_assert_eq(a->input_format, b->input_format);
    cr_assert_eq(a->filters, b->filters);
    cr_assert_eq(a->block_count, b->block_count);
    cr_assert_eq(a->convolutional_policy, b->convolutional_policy);
    cr_assert_eq(a->win_draw_loss, b->win_draw_loss);
    check_convolution(&a->input, &b->input, bound);
    for (int i = 0; i < a->block_count; i++) {
        check_convolution(&a->blocks[i].first, &b->blocks[i].first, bound);
        check_convolution(&a->blocks[i].second, &b->blocks[i].second, bound);
        cr_assert_eq(a->blocks[i].squeezes, b->blocks[i].squeezes);
        check_dense(&a->blocks[i].squeeze, &b->blocks[i].squeeze, bound);
        check_dense(&a->blocks[i].excite, &b->blocks[i].excite, bound);
    }
    check_convolution(&a->policy, &b->policy, bound);
    check_convolution(&a->policy_last, &b->policy_last, bound);
    check_dense(&a->policy_dense, &b->policy_dense, bound);
    check_convolution(&a->value, &b->value, bound);
    check_dense(&a->value_dense, &b->value_dense, bound);
    check_dense(&a->value_last, &b->value_last, bound);
}

static void check_round_trip(const lc0_weights *w, const lc0_file_options *options, float bound)
{
    failure why;
    uint8_t *bytes;
    const size_t size = lc0_make_file(w, options, &bytes);
    cr_assert(lc0_is_net(bytes, size));
    lc0_weights *read = lc0_weights_read(bytes, size, NAME, &why);
    cr_assert_not_null(read, "%s", why.text);
    check_same(w, read, bound);
    cr_assert_eq(read->checksum, crc32(0, bytes, (uInt)size));
    lc0_weights_free(read);
    free(bytes);
}

Test(lc0_file, every_encoding_and_norm_survives)
{
    /* Layers of numbers between -0.4 and 0.4 in 65535 steps; 10 and 7 bits of a fraction, cut off;
     * a factor and a quotient rounded. */
    static const struct {
        lc0_encoding encoding;
        float bound;
    } rows[] = {{LC0_AS_DEFAULT, 0x1p-15f},
                {LC0_AS_LINEAR16, 0x1p-15f},
                {LC0_AS_FLOAT16, 0x1p-10f},
                {LC0_AS_BFLOAT16, 0x1p-7f},
                {LC0_AS_FLOAT32, 0}};
    lc0_weights *w = lc0_random_weights(&lc0_random_small);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (lc0_norm norm = LC0_NORM_FOLDED; norm <= LC0_NORM_FULL; norm++) {
            const lc0_file_options options = {.encoding = rows[i].encoding, .norm = norm};
            const float more = norm == LC0_NORM_FOLDED ? 0 : 4 * rows[i].bound + 1e-6f;
            check_round_trip(w, &options, rows[i].bound + more);
        }
    }
    lc0_weights_free(w);
}

Test(lc0_file, every_shape_survives)
{
    static const lc0_random_shape shapes[] = {
        {.filters = 1, .blocks = 1, .policy_planes = 1, .value_planes = 1, .value_outputs = 1},
        {.filters = 5,
         .blocks = 3,
         .squeeze = 1,
         .convolutional_policy = true,
         .value_planes = 3,
         .value_outputs = 2},
        {.input_format = LC0_INPUT_CASTLING_PLANES,
         .filters = 16,
         .blocks = 64,
         .policy_planes = 2,
         .value_planes = 1,
         .value_outputs = 7,
         .win_draw_loss = true},
        {.input_format = LC0_INPUT_CANONICAL,
         .filters = 1024,
         .blocks = 1,
         .policy_planes = 1,
         .value_planes = 1,
         .value_outputs = 3},
        {.input_format = LC0_INPUT_CANONICAL_HECTOPLIES,
         .filters = 2,
         .blocks = 1,
         .policy_planes = 3,
         .value_planes = 2,
         .value_outputs = 1024},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        lc0_weights *w = lc0_random_weights(&shapes[i]);
        check_round_trip(w, &(lc0_file_options){.encoding = LC0_AS_FLOAT32}, 0);
        lc0_weights_free(w);
    }
}
