/* Net files of Lc0 with random weights, for tests. Shortage of memory ends the program. */
#ifndef TESTS_LC0_FILE_MAKER_H
#define TESTS_LC0_FILE_MAKER_H

#include "lc0_weights.h"

typedef struct lc0_random_shape {
    lc0_input_format input_format; /* 0: LC0_INPUT_CLASSICAL */
    int filters, blocks;
    int squeeze; /* outputs of the layer `squeeze` of every block; 0: no squeeze-and-excitation */
    bool convolutional_policy;
    int policy_planes; /* of the classical policy */
    int value_planes, value_outputs;
    bool win_draw_loss;
    uint64_t seed;
} lc0_random_shape;

/* A shape that is quick to write and to evaluate. */
extern const lc0_random_shape lc0_random_small;

/* Makes weights of a size that keeps the values of small nets near 1. Free them with
 * lc0_weights_free(). */
lc0_weights *lc0_random_weights(const lc0_random_shape *shape);

/* How a layer is written; the values are those of the format. */
typedef enum {
    LC0_AS_DEFAULT = 0, /* LINEAR16, and the file does not say so */
    LC0_AS_LINEAR16 = 1,
    LC0_AS_FLOAT16 = 2,
    LC0_AS_BFLOAT16 = 3,
    LC0_AS_FLOAT32 = 4
} lc0_encoding;

typedef enum {
    LC0_NORM_FOLDED, /* no batch normalisation: weights and biases */
    LC0_NORM_OLD,    /* means and variances, which are not 0 and 1 */
    LC0_NORM_FULL    /* gammas and betas, too */
} lc0_norm;

/* What is zero is as the weights need it. The other numbers are written as they are, and make
 * files that ask for something else. */
typedef struct lc0_file_options {
    lc0_encoding encoding;
    lc0_norm norm;
    bool no_format;      /* as old files, which are classical in everything */
    unsigned version[3]; /* the version of Lc0 that the file asks for */
    unsigned input, network, policy, value, activation;
    const struct lc0_bytes
        *first; /* the input's message ConvBlock, instead of that of the weights */
    const struct lc0_bytes *more; /* fields at the end of the message Weights */
} lc0_file_options;

/* Writes a file of the weights. Sizes are taken from `in` and `out` of each layer, and the values
 * are not checked, so a test may change them to make a faulty file. The caller frees *bytes. */
size_t lc0_make_file(const lc0_weights *w, const lc0_file_options *options, uint8_t **bytes);

/* The parts of a protobuf file. */
typedef struct lc0_bytes {
    uint8_t *at; /* the caller frees it */
    size_t size, room;
} lc0_bytes;

void lc0_put_varint(lc0_bytes *b, uint64_t value);
void lc0_put_number(lc0_bytes *b, uint32_t field, uint64_t value);
void lc0_put_real(lc0_bytes *b, uint32_t field, float value);
void lc0_put_bytes(lc0_bytes *b, uint32_t field, const void *bytes, size_t size);
/* Puts a message into another and frees its bytes. */
void lc0_put_message(lc0_bytes *b, uint32_t field, lc0_bytes *message);

#endif
