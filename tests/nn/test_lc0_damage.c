/* Tests that net files of Lc0 with wrong sizes, and damaged ones, are refused with the reason. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lc0_file_fixture.h"
#include "nn/lc0_net.h"

/* ---- Sizes ---- */

/* Reads weights whose sizes were changed. */
static void check_weights_refused(const lc0_weights *w, const char *reason)
{
    uint8_t *bytes;
    failure why;
    const size_t size = lc0_make_file(w, &(lc0_file_options){.encoding = LC0_AS_FLOAT32}, &bytes);
    lc0_expect_refusal(lc0_weights_read(bytes, size, LC0_FILE_NAME, &why), &why, reason);
    free(bytes);
}

static void check_width_refused(lc0_weights *w, int *width, const char *reason)
{
    *width -= 1;
    check_weights_refused(w, reason);
    *width += 1;
}

static void check_value_refused(lc0_weights *w, float *value, const char *reason)
{
    const float old = *value;
    *value = -INFINITY;
    check_weights_refused(w, reason);
    *value = old;
}

Test(lc0_damage, sizes_that_do_not_fit_are_refused)
{
    lc0_weights *w = lc0_random_weights(&lc0_random_small);
    lc0_block *b = &w->blocks[1];
    check_width_refused(w, &w->input.in, "input, weights: 7992 values, which is not");
    check_width_refused(w, &w->input.out, "residual 1, conv1, weights: 576 values instead of 441");
    check_width_refused(w, &b->first.out, "residual 2, conv1, weights: 504 values instead of 576");
    check_width_refused(w, &b->second.in, "residual 2, conv2, weights: 504 values instead of 576");
    check_width_refused(w, &b->squeeze.in, "residual 2, se, w1: 21 values, which is not");
    check_width_refused(w, &b->squeeze.out, "residual 2, se, w2: 48 values instead of 32");
    check_width_refused(w, &b->excite.out, "residual 2, se, w2: 45 values instead of 48");
    check_width_refused(w, &w->policy.in, "policy, weights: 28 values, which is not");
    check_width_refused(w, &w->policy.out, "ip_pol_w: 475648 values instead of 356736");
    check_width_refused(w, &w->policy_dense.out, "ip_pol_w: 475392 values instead of 475648");
    check_width_refused(w, &w->value.out, "ip1_val_b: 6 values instead of 12");
    check_width_refused(w, &w->value_dense.in, "ip1_val_w: 762 values, which is not");
    check_width_refused(w, &w->value_dense.out, "ip2_val_w: 18 values instead of 15");
    check_width_refused(w, &w->value_last.out, "ip2_val_w: 12 values instead of 18");
    w->block_count = 0;
    check_weights_refused(w, "weights: 0 blocks, but 1 to 64 are supported");
    w->block_count = lc0_random_small.blocks;
    lc0_weights_free(w);
}

Test(lc0_damage, layers_that_are_too_wide_are_refused)
{
    lc0_random_shape shape = lc0_random_tiny;
    shape.value_outputs = 1025;
    lc0_weights *w = lc0_random_weights(&shape);
    check_weights_refused(w, "ip1_val_w: 65600 values, which is not 1 to 1024 times 64");
    lc0_weights_free(w);
}

Test(lc0_damage, each_layer_must_be_finite)
{
    lc0_weights *w = lc0_random_weights(&lc0_random_small);
    lc0_block *b = &w->blocks[0];
    check_value_refused(w, &w->input.biases[7], "input, biases: value 7 is not finite");
    check_value_refused(w, &b->second.weights[9], "residual 1, conv2, weights: value 9 is not");
    check_value_refused(w, &b->squeeze.biases[2], "residual 1, se, b1: value 2 is not finite");
    check_value_refused(w, &b->excite.weights[47], "residual 1, se, w2: value 47 is not finite");
    check_value_refused(w, &w->policy_dense.biases[1857], "ip_pol_b: value 1857 is not finite");
    check_value_refused(w, &w->value_last.biases[0], "ip2_val_b: value 0 is not finite");
    lc0_weights_free(w);
}

/* ---- Damaged files ---- */

static uint8_t *tiny_file(const lc0_bytes *more, size_t *size)
{
    uint8_t *bytes;
    lc0_weights *w = lc0_random_weights(&lc0_random_tiny);
    *size = lc0_make_file(w, &(lc0_file_options){.more = more}, &bytes);
    lc0_weights_free(w);
    return bytes;
}

/* Exactly as many bytes as are there, so that a sanitizer sees what is read after them. */
static lc0_weights *read_copy(const uint8_t *bytes, size_t size, failure *why)
{
    uint8_t *copy = malloc(size ? size : 1);
    cr_assert_not_null(copy);
    memcpy(copy, bytes, size);
    lc0_weights *w = lc0_weights_read(copy, size, LC0_FILE_NAME, why);
    free(copy);
    return w;
}

Test(lc0_damage, truncated_at_every_length)
{
    size_t size;
    uint8_t *bytes = tiny_file(NULL, &size);
    failure why;
    while (size-- > 0) {
        const lc0_weights *w = read_copy(bytes, size, &why);
        cr_assert_eq(lc0_is_net(bytes, size), size >= 5);
        lc0_expect_refusal(w, &why, size < 5 ? "does not begin as a net of Lc0" : "");
    }
    free(bytes);
    cr_assert_not(lc0_is_net("MORPHONN", 8));
}

/* A damaged file is read or refused with a reason that names it. */
Test(lc0_damage, damaged_at_every_byte)
{
    size_t size;
    int accepted = 0;
    uint8_t *bytes = tiny_file(NULL, &size);
    for (size_t i = 0; i < 2 * size; i++) {
        failure why;
        bytes[i / 2] ^= i % 2 ? 255 : 1;
        lc0_weights *w = read_copy(bytes, size, &why);
        if (!w) {
            lc0_expect_refusal(w, &why, ": ");
        }
        accepted += w != NULL;
        lc0_weights_free(w);
        bytes[i / 2] ^= i % 2 ? 255 : 1;
    }
    cr_expect_gt(accepted, (int)size, "most bytes are weights, of which any value is good");
    cr_expect_lt(accepted, 2 * (int)size);
    free(bytes);
}

/* Bytes after the last field of the file itself. */
static void check_end_refused(const char *end, size_t end_size, const char *reason)
{
    size_t size;
    failure why;
    uint8_t *bytes = tiny_file(NULL, &size);
    bytes = realloc(bytes, size + end_size);
    cr_assert_not_null(bytes);
    memcpy(bytes + size, end, end_size);
    lc0_expect_refusal(read_copy(bytes, size + end_size, &why), &why, reason);
    free(bytes);
}

Test(lc0_damage, malformed_fields_are_refused)
{
#define END_REFUSED(bytes, reason) check_end_refused(bytes, sizeof(bytes) - 1, reason)
    END_REFUSED("\x90", "a number is cut off at byte");
    END_REFUSED("\xa0\x06", "a number is cut off at byte");
    END_REFUSED("\xa0\x06\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "more than 64 bits");
    END_REFUSED("\xa1\x06\x01\x01\x01\x01\x01\x01\x01", "a number is cut off");
    END_REFUSED("\xa5\x06\x01\x01\x01", "a number is cut off");
    END_REFUSED("\xa2\x06\x05zero", "longer than the bytes that are there");
    END_REFUSED("\xa2\x06\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "longer than the bytes");
    END_REFUSED("\xa2\x06\xff\xff\xff\xff\x0f", "longer than the bytes");
    END_REFUSED("\xa3\x06", "an unknown wire type");
    END_REFUSED("\xa6\x06", "an unknown wire type");
    END_REFUSED("\x02\x00", "an impossible number");
    END_REFUSED("\x82\x80\x80\x80\x10\x00", "an impossible number");
    END_REFUSED("\xa0\x06\x01\x52\x00", "weights is given 2 times");
    END_REFUSED("\x5a\x00", "the net is an ONNX model, which is not supported");
}

Test(lc0_damage, unknown_fields_are_skipped)
{
    static const uint8_t fixed_64[] = {0xa1, 0x06, 1, 2, 3, 4, 5, 6, 7, 8};
    size_t size, more_size;
    failure why;
    lc0_bytes more = {0};
    lc0_put_number(&more, 100, UINT64_MAX);
    lc0_put_real(&more, 101, NAN);
    lc0_put_bytes(&more, 536870911, fixed_64, sizeof fixed_64);
    more.at = realloc(more.at, more.size + sizeof fixed_64);
    cr_assert_not_null(more.at);
    memcpy(more.at + more.size, fixed_64, sizeof fixed_64);
    more.size += sizeof fixed_64;
    uint8_t *plain = tiny_file(NULL, &size), *longer = tiny_file(&more, &more_size);
    lc0_weights *a = lc0_weights_read(plain, size, LC0_FILE_NAME, &why);
    lc0_weights *b = lc0_weights_read(longer, more_size, LC0_FILE_NAME, &why);
    cr_assert_not_null(b, "%s", why.text);
    lc0_expect_same(a, b, 0);
    cr_expect_neq(a->checksum, b->checksum);
    lc0_weights_free(a);
    lc0_weights_free(b);
    lc0_weights_free(NULL);
    free(plain);
    free(longer);
    free(more.at);
}
