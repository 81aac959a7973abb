/* Tests that nets of Lc0 survive a round trip, and that layers and formats that are not sound or
 * not supported are refused with the reason. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lc0_file_fixture.h"
#include "nn/lc0_net.h"

/* ---- Round trips ---- */

static void check_round_trip(const lc0_weights *w, const lc0_file_options *options, float bound)
{
    failure why;
    uint8_t *bytes;
    const size_t size = lc0_make_file(w, options, &bytes);
    cr_assert(lc0_is_net(bytes, size));
    lc0_weights *read = lc0_weights_read(bytes, size, LC0_FILE_NAME, &why);
    cr_assert_not_null(read, "%s", why.text);
    lc0_expect_same(w, read, bound);
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
         .filters = 32,
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

/* ---- Hand-made layers ---- */

enum { INPUTS = LC0_PLANES * 9 };

static void check_options_refused(const lc0_file_options *options, const char *reason)
{
    failure why;
    lc0_expect_refusal(lc0_read_tiny(options, &why), &why, reason);
}

/* A layer of 32-bit floats. */
static void put_reals(lc0_bytes *block, uint32_t field, const float *values, size_t count)
{
    lc0_bytes layer = {0};
    lc0_put_bytes(&layer, 3, values, count * sizeof *values);
    lc0_put_number(&layer, 4, LC0_AS_FLOAT32);
    lc0_put_message(block, field, &layer);
}

/* The input convolution of a file with this layer of weights, and the bias 0. */
static lc0_weights *read_layer(lc0_bytes *layer, failure *why)
{
    static const float zero = 0;
    lc0_bytes block = {0};
    lc0_put_message(&block, 1, layer);
    put_reals(&block, 2, &zero, 1);
    lc0_weights *w = lc0_read_tiny(&(lc0_file_options){.first = &block}, why);
    free(block.at);
    return w;
}

/* A layer with these words first and zeroes after them. */
static lc0_bytes layer_of_words(unsigned code, const uint16_t *words, size_t count)
{
    static uint16_t all[INPUTS];
    lc0_bytes layer = {0};
    memset(all, 0, sizeof all);
    memcpy(all, words, count * sizeof *words);
    lc0_put_real(&layer, 1, -1);
    lc0_put_real(&layer, 2, 3);
    lc0_put_bytes(&layer, 3, all, sizeof all);
    lc0_put_number(&layer, 4, code);
    return layer;
}

Test(lc0_file, words_mean_what_the_encoding_says)
{
    static const struct {
        unsigned code;
        uint16_t words[4];
        float values[4];
    } rows[] = {
        {LC0_AS_LINEAR16, {0, 65535, 13107, 52428}, {-1, 3, -0.2f, 2.2f}},
        {LC0_AS_FLOAT16, {0x3c00, 0xc000, 0x7bff, 0x0001}, {1, -2, 65504, 0x1p-24f}},
        {LC0_AS_FLOAT16,
         {0x3555, 0x83ff, 0x8000, 0x0400},
         {0x1.554p-2f, -0x1.ff8p-15f, 0, 0x1p-14f}},
        {LC0_AS_BFLOAT16, {0x3f80, 0xc040, 0x7f7f, 0x0001}, {1, -3, 0x1.fep127f, 0x1p-133f}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        failure why;
        lc0_bytes layer = layer_of_words(rows[i].code, rows[i].words, 4);
        lc0_weights *w = read_layer(&layer, &why);
        cr_assert_not_null(w, "%s", why.text);
        for (int k = 0; k < 4; k++) {
            const float allowed = rows[i].code == LC0_AS_LINEAR16 ? 1e-6f : 0;
            cr_expect_float_eq(w->input.weights[k], rows[i].values[k], allowed, "row %zu: %g", i,
                               (double)w->input.weights[k]);
        }
        lc0_weights_free(w);
    }
}

Test(lc0_file, values_that_are_not_finite_are_refused)
{
    static const struct {
        unsigned code;
        uint16_t words[4];
        const char *reason;
    } rows[] = {
        {LC0_AS_FLOAT16, {0, 0x7c00}, "input, weights: value 1 is not finite"},
        {LC0_AS_FLOAT16, {0xfe01}, "value 0 is not finite"},
        {LC0_AS_BFLOAT16, {0, 0, 0xff80}, "value 2 is not finite"},
        {LC0_AS_FLOAT32, {0, 0, 1, 0x7fc0}, "weights: 504 values"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        failure why;
        lc0_bytes layer = layer_of_words(rows[i].code, rows[i].words, 4);
        lc0_expect_refusal(read_layer(&layer, &why), &why, rows[i].reason);
    }
    static float values[INPUTS];
    values[INPUTS - 1] = NAN;
    lc0_bytes layer = {0};
    failure why;
    lc0_put_bytes(&layer, 3, values, sizeof values);
    lc0_put_number(&layer, 4, LC0_AS_FLOAT32);
    lc0_expect_refusal(read_layer(&layer, &why), &why, "input, weights: value 1007 is not finite");
}

/* A layer of fields in this order; `bytes` are of the field params. */
static lc0_bytes layer_of_fields(float low, float high, size_t bytes, unsigned code)
{
    static const uint8_t zeroes[2 * INPUTS + 1];
    lc0_bytes layer = {0};
    lc0_put_real(&layer, 1, low);
    lc0_put_real(&layer, 2, high);
    lc0_put_bytes(&layer, 3, zeroes, bytes);
    lc0_put_number(&layer, 4, code);
    return layer;
}

Test(lc0_file, faulty_layers_are_refused)
{
    static const struct {
        float low, high;
        size_t bytes;
        unsigned code;
        const char *reason;
    } rows[] = {
        {1, 0, 2 * INPUTS, 1, "input, weights: the values go from 1 to 0"},
        {NAN, 0, 2 * INPUTS, 1, "the values go from nan to 0"},
        {0, INFINITY, 2 * INPUTS, 1, "the values go from 0 to inf"},
        {0, 1, 2 * INPUTS + 1, 1, "2017 bytes are no whole number of values"},
        {0, 1, 2 * INPUTS - 2, 1, "1007 values, which is not 1 to 1024 times 1008"},
        {0, 1, 0, 1, "0 values, which is not 1 to 1024 times 1008"},
        {0, 1, 2 * INPUTS, 0, "encoding 0 is unknown"},
        {0, 1, 2 * INPUTS, 5, "encoding 5 is unknown"},
    };
    failure why;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lc0_bytes layer = layer_of_fields(rows[i].low, rows[i].high, rows[i].bytes, rows[i].code);
        lc0_expect_refusal(read_layer(&layer, &why), &why, rows[i].reason);
    }
    lc0_bytes layer = layer_of_fields(0, 1, 2 * INPUTS, 1);
    lc0_put_real(&layer, 1, 0);
    lc0_expect_refusal(read_layer(&layer, &why), &why, "input, weights: min_val is given 2 times");
    layer = layer_of_fields(0, 1, 2 * INPUTS, 1);
    lc0_put_number(&layer, 3, 0);
    lc0_expect_refusal(read_layer(&layer, &why), &why, "params is given 2 times");
    layer = (lc0_bytes){0};
    lc0_put_number(&layer, 3, 0);
    lc0_expect_refusal(read_layer(&layer, &why), &why, "params has the wire type 0 instead of 2");
    layer = (lc0_bytes){0};
    lc0_put_bytes(&layer, 1, "12345678", 8);
    lc0_expect_refusal(read_layer(&layer, &why), &why, "min_val has the wire type 2 instead of 5");
}

/* ---- Batch normalisation ---- */

/* A ConvBlock whose weights are all 2, with layers of one value; NAN leaves a layer out. */
static lc0_bytes block_of(float bias, float mean, float variance, float gamma, float beta)
{
    static float weights[INPUTS];
    const float values[] = {bias, mean, variance, gamma, beta};
    lc0_bytes block = {0};
    for (int i = 0; i < INPUTS; i++) {
        weights[i] = 2;
    }
    put_reals(&block, 1, weights, INPUTS);
    for (uint32_t i = 0; i < 5; i++) {
        if (!isnan(values[i])) {
            put_reals(&block, 2 + i, &values[i], 1);
        }
    }
    return block;
}

Test(lc0_file, batch_normalisation_is_folded)
{
    static const struct {
        float parts[5]; /* bias, mean, variance, gamma, beta */
        float weight, bias;
    } rows[] = {
        {{0.5f, NAN, NAN, NAN, NAN}, 2, 0.5f},
        {{NAN, 3, 3.99999f, NAN, NAN}, 1, -1.5f},
        {{1, 3, 3.99999f, NAN, NAN}, 1, -1},
        {{NAN, 3, 3.99999f, -6, 7}, -6, 16},
        {{0.5f, 3, 3.99999f, -6, 7}, -6, 14.5f},
        {{NAN, 1, 0, 1, 0}, 632.4555f, -316.2278f}, /* the root of 1e-5 */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const float *p = rows[i].parts;
        failure why;
        lc0_bytes block = block_of(p[0], p[1], p[2], p[3], p[4]);
        lc0_weights *w = lc0_read_tiny(&(lc0_file_options){.first = &block}, &why);
        cr_assert_not_null(w, "%s", why.text);
        cr_expect_float_eq(w->input.weights[0] / rows[i].weight, 1, 1e-6f, "row %zu", i);
        cr_expect_eq(w->input.weights[0], w->input.weights[INPUTS - 1]);
        cr_expect_float_eq(w->input.biases[0] / rows[i].bias, 1, 1e-6f, "row %zu", i);
        lc0_weights_free(w);
        free(block.at);
    }
}

Test(lc0_file, faulty_normalisations_are_refused)
{
    static const struct {
        float parts[5];
        const char *reason;
    } rows[] = {
        {{0, 0, -1e-9f, 1, 0}, "input: variance 0 (bn_stddivs) is negative"},
        {{0, 0, NAN, NAN, NAN}, "input: its batch normalisation lacks a part"},
        {{0, NAN, 1, NAN, NAN}, "lacks a part"},
        {{0, NAN, NAN, 1, 1}, "lacks a part"},
        {{0, 0, 1, 1, NAN}, "lacks a part"},
        {{0, 0, 1, NAN, 1}, "lacks a part"},
        {{NAN, NAN, NAN, NAN, NAN}, "input, biases: 0 values instead of 1"},
        {{0, 0, 1, INFINITY, 1}, "bn_gammas: value 0 is not finite"},
        {{0, 0, 0, 3e38f, 1}, "output 0 becomes infinite"},
        {{0, 3e38f, 0, 1, 1}, "output 0 becomes infinite"},
        {{0, 0, 0, 1e36f, 1}, "output 0 becomes infinite"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const float *p = rows[i].parts;
        lc0_bytes block = block_of(p[0], p[1], p[2], p[3], p[4]);
        check_options_refused(&(lc0_file_options){.first = &block}, rows[i].reason);
        free(block.at);
    }
    static const float two[2] = {1, 1};
    lc0_bytes block = block_of(0, 0, NAN, NAN, NAN);
    put_reals(&block, 4, two, 2);
    check_options_refused(&(lc0_file_options){.first = &block},
                          "input, bn_stddivs: 2 values instead of 1");
    free(block.at);
}

/* ---- Formats ---- */

Test(lc0_file, what_is_not_supported_is_refused_by_name)
{
    static const struct {
        lc0_file_options options;
        const char *reason;
    } rows[] = {
        {{.input = 5}, "input format 5 (canonical, version 2)"},
        {{.input = 132}, "input format 132 (canonical, Armageddon)"},
        {{.input = 133}, "input format 133"},
        {{.input = 6}, "input format 6 (unknown)"},
        {{.network = 5}, "structure 5 (ONNX)"},
        {{.network = 6}, "structure 6 (attention body)"},
        {{.network = 7}, "structure 7 (attention body with several heads)"},
        {{.network = 134}, "structure 134 (attention body"},
        {{.network = 8}, "structure 8 (unknown)"},
        {{.policy = 3}, "policy format 3 (attention)"},
        {{.policy = 4}, "policy format 4 (unknown)"},
        {{.value = 3}, "value format 3 (parametric)"},
        {{.value = 4}, "value format 4 (unknown)"},
        {{.activation = 1}, "activation 1 (mish)"},
        {{.activation = 2}, "activation 2 (unknown)"},
        {{.version = {0, 33, 1}}, "version 0.33.1 of Lc0, but those up to 0.33 are known"},
        {{.version = {1, 0, 0}}, "version 1.0.0 of Lc0"},
        {{.version = {0, 1u << 31, 0}}, "version 0.2147483648.0 of Lc0"},
    };
    failure why;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_options_refused(&rows[i].options, rows[i].reason);
    }
    static const lc0_file_options known[] = {{.version = {0, 33, 0}}, {.version = {97, 98, 99}}};
    for (size_t i = 0; i < 2; i++) {
        lc0_weights *w = lc0_read_tiny(&known[i], &why);
        cr_assert_not_null(w, "%s", why.text);
        lc0_weights_free(w);
    }
}

Test(lc0_file, parts_that_are_not_supported_are_refused)
{
    static const struct {
        uint32_t field;
        const char *reason;
    } rows[] = {{27, "weights: the net has an attention body, which is not supported"},
                {21, "the net has an attention policy"},
                {44, "the net has several value heads"},
                {45, "the net has several policy heads"},
                {1, "weights: input is given 2 times"},
                {6, "weights: value is given 2 times"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lc0_bytes more = {0};
        lc0_put_bytes(&more, rows[i].field, "", 0);
        check_options_refused(&(lc0_file_options){.more = &more}, rows[i].reason);
        free(more.at);
    }
    lc0_bytes more = {0};
    lc0_put_number(&more, 2, 0);
    check_options_refused(&(lc0_file_options){.more = &more},
                          "weights: residual has the wire type 0 instead of 2");
    free(more.at);
    more = (lc0_bytes){0};
    for (int i = 0; i < 64; i++) {
        lc0_put_bytes(&more, 2, "", 0);
    }
    check_options_refused(&(lc0_file_options){.more = &more},
                          "weights: 65 blocks, but 1 to 64 are supported");
    for (int i = 0; i < 4096; i++) {
        lc0_put_number(&more, 99, 0);
    }
    check_options_refused(&(lc0_file_options){.more = &more}, "weights: more than 4096 fields");
    free(more.at);
}

/* A file of a format alone, whose network has these fields; 0: it lacks them. */
static void check_format_refused(unsigned coding, unsigned input, unsigned structure,
                                 const char *reason)
{
    static const uint8_t begin[] = {0x0d, 0xc0, 0x01, 0x00, 0x00};
    lc0_bytes network = {0}, format = {0}, file = {0};
    failure why;
    lc0_put_number(&network, input ? 1 : 50, input);
    lc0_put_number(&network, structure ? 3 : 50, structure);
    lc0_put_number(&format, coding ? 1 : 50, coding);
    lc0_put_message(&format, 2, &network);
    lc0_put_message(&file, 4, &format);
    file.at = realloc(file.at, file.size + sizeof begin);
    cr_assert_not_null(file.at);
    memmove(file.at + sizeof begin, file.at, file.size);
    memcpy(file.at, begin, sizeof begin);
    lc0_expect_refusal(lc0_weights_read(file.at, file.size + sizeof begin, LC0_FILE_NAME, &why),
                       &why, reason);
    free(file.at);
}

Test(lc0_file, formats_that_lack_a_part_are_refused)
{
    check_format_refused(2, 1, 1, "format: weights_encoding 2 is unknown");
    check_format_refused(0, 0, 1, "network_format: the file asks for input format 0 (unknown)");
    check_format_refused(0, 1, 0, "structure 0 (unknown)");
    check_format_refused(0, 1, 3, "policy format 0 (unknown)");
    check_format_refused(1, 1, 1, "weights are missing");
}

/* Files that do not describe their heads have classical ones. */
Test(lc0_file, old_files_are_classical)
{
    static const lc0_file_options old[] = {
        {.no_format = true}, {.network = 1}, {.network = 2, .policy = 2, .value = 2}};
    lc0_random_shape shape = lc0_random_small;
    shape.win_draw_loss = false;
    lc0_weights *w = lc0_random_weights(&shape);
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++) {
        check_round_trip(w, &old[i], 0x1p-15f);
    }
    lc0_weights_free(w);
    check_options_refused(&old[0], "policy, biases: 80 values instead of 720");
}
