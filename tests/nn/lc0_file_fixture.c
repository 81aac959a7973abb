#include "lc0_file_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const lc0_random_shape lc0_random_tiny = {.filters = 1,
                                          .blocks = 1,
                                          .squeeze = 1,
                                          .convolutional_policy = true,
                                          .value_planes = 1,
                                          .value_outputs = 1,
                                          .seed = 3};

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

void lc0_expect_same(const lc0_weights *a, const lc0_weights *b, float bound)
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

lc0_weights *lc0_read_tiny(const lc0_file_options *options, failure *why)
{
    uint8_t *bytes;
    lc0_weights *w = lc0_random_weights(&lc0_random_tiny);
    const size_t size = lc0_make_file(w, options, &bytes);
    lc0_weights *read = lc0_weights_read(bytes, size, LC0_FILE_NAME, why);
    lc0_weights_free(w);
    w = lc0_weights_read(bytes, size, LC0_FILE_NAME, NULL);
    cr_expect_eq(w != NULL, read != NULL);
    lc0_weights_free(w);
    free(bytes);
    return read;
}

void lc0_expect_refusal(const lc0_weights *read, const failure *why, const char *reason)
{
    cr_assert_null(read, "accepted in spite of: %s", reason);
    cr_assert_eq(strncmp(why->text, "net file " LC0_FILE_NAME, strlen("net file " LC0_FILE_NAME)),
                 0, "%s", why->text);
    cr_assert_not_null(strstr(why->text, reason), "\"%s\" instead of \"%s\"", why->text, reason);
}
