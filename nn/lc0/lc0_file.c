/* The message Net of Lc0's net.proto: which fields are read, and what they must be. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/plural.h"
#include "lc0_protobuf.h"
#include "lc0_weights.h"
#include "nn/lc0_net.h"

/* A file begins with its first field: a tag and four bytes. */
static const uint8_t magic[] = {0x0d, 0xc0, 0x01, 0x00, 0x00};

/* The newest version of Lc0 whose files are known. Some files of networks that any version reads
 * name a version of their own. */
enum { VERSION_KNOWN = 33000, VERSION_ANY = 97098099 };

/* The largest nets in use have 512 filters and 40 blocks. */
enum { BLOCKS_MAX = 64, SQUARES_ALL = 64 };

typedef enum { LINEAR16 = 1, FLOAT16 = 2, BFLOAT16 = 3, FLOAT32 = 4 } encoding;

/* What Lc0 adds to a variance before it takes the root. */
static const float variance_floor = 1e-5f;

bool lc0_is_net(const void *bytes, size_t size)
{
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

/* ---- Layers ---- */

/* A message Layer: numbers in one of four encodings. */
typedef struct layer {
    lc0_message message;
    encoding encoding;
    float low, high; /* of LINEAR16 */
    const uint8_t *bytes;
    size_t count; /* of numbers; 0 if the layer is absent */
} layer;

static layer layer_of(const lc0_message *m, uint32_t number, const char *label)
{
    layer l = {.message = lc0_part(m, number, label)};
    const uint64_t code = lc0_number(&l.message, 4, "encoding", LINEAR16);
    const lc0_message params = lc0_part(&l.message, 3, "params");
    if (code < LINEAR16 || code > FLOAT32) {
        lc0_refuse(&l.message, "encoding %llu is unknown", (unsigned long long)code);
        return l;
    }
    l.encoding = (encoding)code;
    l.low = lc0_real(&l.message, 1, "min_val", 0);
    l.high = lc0_real(&l.message, 2, "max_val", 0);
    l.bytes = params.bytes;
    const size_t bytes_each = l.encoding == FLOAT32 ? 4 : 2;
    if (params.size % bytes_each != 0) {
        lc0_refuse(&l.message, "%zu bytes are no whole number of values", params.size);
    } else if (l.encoding == LINEAR16 &&
               !(isfinite(l.low) && isfinite(l.high) && l.low <= l.high)) {
        lc0_refuse(&l.message, "the values go from %g to %g", (double)l.low, (double)l.high);
    } else {
        l.count = params.size / bytes_each;
    }
    return l;
}

static float half_float(unsigned bits)
{
    const int exponent = bits >> 10 & 31;
    const float fraction = (float)(bits & 1023);
    const float value = exponent == 31 ? INFINITY
                        : exponent     ? ldexpf(1024 + fraction, exponent - 25)
                                       : ldexpf(fraction, -24);
    return bits >> 15 ? -value : value;
}

static float value_at(const layer *l, size_t i)
{
    float value;
    if (l->encoding == FLOAT32) {
        memcpy(&value, l->bytes + 4 * i, sizeof value);
        return value;
    }
    const unsigned word = l->bytes[2 * i] | (unsigned)l->bytes[2 * i + 1] << 8;
    if (l->encoding == FLOAT16) {
        return half_float(word);
    }
    if (l->encoding == BFLOAT16) {
        const uint32_t bits = (uint32_t)word << 16;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const float share = (float)word / 65535.0f;
    return l->low * (1 - share) + l->high * share;
}

/* Returns the values of a layer, which must be `count`, or NULL. */
static float *values_of(const layer *l, size_t count)
{
    if (l->count != count || count == 0) {
        lc0_refuse(&l->message, "%zu %s instead of %zu", l->count,
                   plural(l->count, "value", "values"), count);
        return NULL;
    }
    float *values = malloc(count * sizeof *values);
    if (!values) {
        lc0_refuse(&l->message, "not enough memory for %zu values", count);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        values[i] = value_at(l, i);
        if (!isfinite(values[i])) {
            lc0_refuse(&l->message, "value %zu is not finite", i);
            free(values);
            return NULL;
        }
    }
    return values;
}

/* The number of outputs of a layer with this many values for each. */
static int width_of(const layer *l, size_t each)
{
    if (l->count == 0 || l->count % each != 0 || l->count / each > LC0_WIDTH_MAX) {
        lc0_refuse(&l->message, "%zu %s, which is not 1 to %d times %zu", l->count,
                   plural(l->count, "value", "values"), LC0_WIDTH_MAX, each);
        return 0;
    }
    return (int)(l->count / each);
}

static void read_dense(const lc0_message *m, uint32_t number, const char *const labels[2], int in,
                       int out, lc0_dense *d)
{
    const layer weights = layer_of(m, number, labels[0]);
    const layer biases = layer_of(m, number + 1, labels[1]);
    const int width = out ? out : width_of(&weights, (size_t)in);
    *d = (lc0_dense){.in = in, .out = width};
    if (!m->source->failed) {
        d->weights = values_of(&weights, (size_t)width * (size_t)in);
        d->biases = values_of(&biases, (size_t)width);
    }
}

/* ---- Convolutions ---- */

/* The layers of a message ConvBlock after weights and biases. */
enum { MEANS, VARIANCES, GAMMAS, BETAS, NORMS };

/* Multiplies the weights and moves the biases such that no batch normalisation is needed. */
static void fold(const lc0_message *block, float *const norm[NORMS], lc0_convolution *c)
{
    const size_t each = (size_t)c->in * (size_t)c->size * (size_t)c->size;
    for (size_t o = 0; o < (size_t)c->out; o++) {
        if (norm[VARIANCES][o] < 0) {
            lc0_refuse(block, "variance %zu (bn_stddivs) is negative", o);
            return;
        }
        const float gamma = norm[GAMMAS] ? norm[GAMMAS][o] : 1;
        const float beta = norm[BETAS] ? norm[BETAS][o] : 0;
        const float factor = gamma * (1.0f / sqrtf(norm[VARIANCES][o] + variance_floor));
        bool finite = true;
        for (size_t i = 0; i < each; i++) {
            c->weights[o * each + i] *= factor;
            finite = finite && isfinite(c->weights[o * each + i]);
        }
        c->biases[o] = beta - factor * (norm[MEANS][o] - c->biases[o]);
        if (!finite || !isfinite(c->biases[o])) {
            lc0_refuse(block, "output %zu becomes infinite by its batch normalisation", o);
            return;
        }
    }
}

/* Reads the normalisation, if there is one, and folds it. */
static void read_norm(const lc0_message *block, lc0_convolution *c)
{
    static const char *const labels[NORMS] = {"bn_means", "bn_stddivs", "bn_gammas", "bn_betas"};
    float *norm[NORMS] = {NULL};
    bool any = false;
    for (uint32_t i = 0; i < NORMS; i++) {
        const layer l = layer_of(block, 3 + i, labels[i]);
        any = any || l.count > 0;
        norm[i] = l.count > 0 ? values_of(&l, (size_t)c->out) : NULL;
    }
    if (any && !block->source->failed) {
        if (!norm[MEANS] || !norm[VARIANCES] || !norm[GAMMAS] != !norm[BETAS]) {
            lc0_refuse(block, "its batch normalisation lacks a part");
        } else {
            fold(block, norm, c);
        }
    }
    for (int i = 0; i < NORMS; i++) {
        free(norm[i]);
    }
}

/* Reads a message ConvBlock with `out` outputs, or as many as it has if that is 0. */
static void read_convolution(const lc0_message *m, uint32_t number, const char *label, int in,
                             int out, int size, lc0_convolution *c)
{
    const lc0_message block = lc0_part(m, number, label);
    const layer weights = layer_of(&block, 1, "weights"), biases = layer_of(&block, 2, "biases");
    const size_t each = (size_t)in * (size_t)size * (size_t)size;
    const int width = out ? out : width_of(&weights, each);
    *c = (lc0_convolution){.in = in, .out = width, .size = size};
    if (m->source->failed) {
        return;
    }
    c->weights = values_of(&weights, (size_t)width * each);
    if (biases.count > 0 || lc0_occurrences(&block, 3) == 0) {
        c->biases = values_of(&biases, (size_t)width);
    } else if (!(c->biases = calloc((size_t)width, sizeof *c->biases))) {
        lc0_refuse(&block, "not enough memory");
    }
    if (!m->source->failed) {
        read_norm(&block, c);
    }
}

/* ---- The format ---- */

typedef enum { INPUT, STRUCTURE, POLICY, VALUE, ACTIVATION, FORMATS } format_field;

/* Values of these fields. The first two structures do not describe their heads. */
enum { STRUCTURE_CLASSICAL = 1, STRUCTURE_SQUEEZE = 2 };
enum { POLICY_CONVOLUTION = 2, VALUE_WIN_DRAW_LOSS = 2 };

/* The fields of the message NetworkFormat, and which values are supported. */
static const struct {
    uint32_t number;
    uint64_t first, last;
    const char *label;
} formats[FORMATS] = {
    [INPUT] = {1, LC0_INPUT_CLASSICAL, LC0_INPUT_CANONICAL_HECTOPLIES, "input format"},
    [STRUCTURE] = {3, STRUCTURE_CLASSICAL, 4, "structure"},
    [POLICY] = {4, 1, POLICY_CONVOLUTION, "policy format"},
    [VALUE] = {5, 1, VALUE_WIN_DRAW_LOSS, "value format"},
    [ACTIVATION] = {7, 0, 0, "activation"},
};

/* The names of values to refuse them by. */
static const struct {
    format_field field;
    uint64_t value;
    const char *name;
} others[] = {
    {INPUT, 5, "canonical, version 2"},
    {INPUT, 132, "canonical, Armageddon"},
    {INPUT, 133, "canonical, version 2, Armageddon"},
    {STRUCTURE, 5, "ONNX"},
    {STRUCTURE, 6, "attention body"},
    {STRUCTURE, 7, "attention body with several heads"},
    {STRUCTURE, 134, "attention body with several heads, old"},
    {POLICY, 3, "attention"},
    {VALUE, 3, "parametric"},
    {ACTIVATION, 1, "mish"},
};

/* The value of a field of the format, which must be supported. */
static uint64_t choose(const lc0_message *format, format_field which, uint64_t absent)
{
    const char *name = "unknown";
    const uint64_t value = lc0_number(format, formats[which].number, formats[which].label, absent);
    if (value >= formats[which].first && value <= formats[which].last) {
        return value;
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (others[i].field == which && others[i].value == value) {
            name = others[i].name;
        }
    }
    lc0_refuse(format, "the file asks for %s %llu (%s), which is not supported",
               formats[which].label, (unsigned long long)value, name);
    return absent;
}

static void read_format(const lc0_message *net, lc0_weights *w)
{
    const lc0_message format = lc0_part(net, 4, "format");
    const lc0_message network = lc0_part(&format, 2, "network_format");
    const uint64_t code = lc0_number(&format, 1, "weights_encoding", LINEAR16);
    if (code > LINEAR16) {
        lc0_refuse(&format, "weights_encoding %llu is unknown", (unsigned long long)code);
    }
    /* Old files have no format, or none of the heads. A later one must say what it is. */
    const bool described = network.bytes != NULL;
    w->input_format =
        (lc0_input_format)choose(&network, INPUT, described ? 0 : LC0_INPUT_CLASSICAL);
    const uint64_t structure = choose(&network, STRUCTURE, described ? 0 : STRUCTURE_CLASSICAL);
    choose(&network, ACTIVATION, 0);
    if (structure > STRUCTURE_SQUEEZE) {
        w->convolutional_policy = choose(&network, POLICY, 0) == POLICY_CONVOLUTION;
        w->win_draw_loss = choose(&network, VALUE, 0) == VALUE_WIN_DRAW_LOSS;
    }
}

static void check_version(const lc0_message *net)
{
    const lc0_message version = lc0_part(net, 3, "min_version");
    static const char *const labels[3] = {"major", "minor", "patch"};
    uint64_t parts[3], sum = 0;
    for (uint32_t i = 0; i < 3; i++) {
        parts[i] = lc0_number(&version, i + 1, labels[i], 0);
        sum = sum * 1000 + (parts[i] < 1000 ? parts[i] : 1000);
    }
    if (sum > VERSION_KNOWN && sum != VERSION_ANY) {
        lc0_refuse(net,
                   "the file asks for version %llu.%llu.%llu of Lc0, but those up to %d.%d "
                   "are known",
                   (unsigned long long)parts[0], (unsigned long long)parts[1],
                   (unsigned long long)parts[2], VERSION_KNOWN / 1000000,
                   VERSION_KNOWN / 1000 % 1000);
    }
}

/* ---- The net ---- */

static void read_block(const lc0_message *residual, int filters, lc0_block *b)
{
    static const char *const squeeze[] = {"w1", "b1"}, *const excite[] = {"w2", "b2"};
    const lc0_message se = lc0_part(residual, 3, "se");
    read_convolution(residual, 1, "conv1", filters, filters, 3, &b->first);
    read_convolution(residual, 2, "conv2", filters, filters, 3, &b->second);
    b->squeezes = se.bytes != NULL;
    if (b->squeezes) {
        read_dense(&se, 1, squeeze, filters, 0, &b->squeeze);
        read_dense(&se, 3, excite, b->squeeze.out, 2 * filters, &b->excite);
    }
}

static void read_body(const lc0_message *weights, lc0_weights *w)
{
    const int count = lc0_occurrences(weights, 2);
    read_convolution(weights, 1, "input", LC0_PLANES, 0, 3, &w->input);
    w->filters = w->input.out;
    if (count < 1 || count > BLOCKS_MAX) {
        lc0_refuse(weights, "%d %s, but 1 to %d are supported", count,
                   plural((uint64_t)count, "block", "blocks"), BLOCKS_MAX);
        return;
    }
    if (!(w->blocks = calloc((size_t)count, sizeof *w->blocks))) {
        lc0_refuse(weights, "not enough memory");
        return;
    }
    w->block_count = count;
    for (int i = 0; i < count && !weights->source->failed; i++) {
        const lc0_message residual = lc0_repeated(weights, 2, "residual", i + 1);
        read_block(&residual, w->filters, &w->blocks[i]);
    }
}

static void read_heads(const lc0_message *weights, lc0_weights *w)
{
    static const char *const policy[] = {"ip_pol_w", "ip_pol_b"},
                             *const value[] = {"ip1_val_w", "ip1_val_b"},
                             *const last[] = {"ip2_val_w", "ip2_val_b"};
    if (w->convolutional_policy) {
        read_convolution(weights, 11, "policy1", w->filters, w->filters, 3, &w->policy);
        read_convolution(weights, 3, "policy", w->filters, LC0_POLICY_PLANES, 3, &w->policy_last);
    } else {
        read_convolution(weights, 3, "policy", w->filters, 0, 1, &w->policy);
        read_dense(weights, 4, policy, w->policy.out * SQUARES_ALL, LC0_MOVES, &w->policy_dense);
    }
    read_convolution(weights, 6, "value", w->filters, 0, 1, &w->value);
    read_dense(weights, 7, value, w->value.out * SQUARES_ALL, 0, &w->value_dense);
    read_dense(weights, 9, last, w->value_dense.out, w->win_draw_loss ? 3 : 1, &w->value_last);
}

/* Some files do not name what they have. */
static void check_parts(const lc0_message *net, const lc0_message *weights)
{
    static const struct {
        uint32_t number;
        const char *name;
    } unsupported[] = {{27, "an attention body"},
                       {21, "an attention policy"},
                       {44, "several value heads"},
                       {45, "several policy heads"}};
    for (size_t i = 0; i < sizeof unsupported / sizeof unsupported[0]; i++) {
        if (lc0_occurrences(weights, unsupported[i].number) > 0) {
            lc0_refuse(weights, "the net has %s, which is not supported", unsupported[i].name);
        }
    }
    if (lc0_occurrences(net, 11) > 0) {
        lc0_refuse(net, "the net is an ONNX model, which is not supported");
    }
    if (!weights->bytes) {
        lc0_refuse(net, "weights are missing");
    }
}

lc0_weights *lc0_weights_read(const void *bytes, size_t size, const char *name, failure *why)
{
    lc0_source source = {.begin = bytes, .why = why};
    const lc0_message net = {.source = &source, .label = name, .bytes = bytes, .size = size};
    if (!lc0_is_net(bytes, size)) {
        lc0_refuse(&net, "does not begin as a net of Lc0");
        return NULL;
    }
    lc0_weights *w = calloc(1, sizeof *w);
    if (!w) {
        lc0_refuse(&net, "not enough memory");
        return NULL;
    }
    const lc0_message weights = lc0_part(&net, 10, "weights");
    check_version(&net);
    read_format(&net, w);
    check_parts(&net, &weights);
    if (!source.failed) {
        read_body(&weights, w);
    }
    if (!source.failed) {
        read_heads(&weights, w);
    }
    w->checksum = (uint32_t)crc32_z(0, bytes, size);
    if (source.failed) {
        lc0_weights_free(w);
        return NULL;
    }
    return w;
}

static void free_convolution(lc0_convolution *c)
{
    free(c->weights);
    free(c->biases);
}

static void free_dense(lc0_dense *d)
{
    free(d->weights);
    free(d->biases);
}

void lc0_weights_free(lc0_weights *w)
{
    if (!w) {
        return;
    }
    for (int i = 0; i < w->block_count; i++) {
        lc0_block *b = &w->blocks[i];
        free_convolution(&b->first);
        free_convolution(&b->second);
        free_dense(&b->squeeze);
        free_dense(&b->excite);
    }
    free(w->blocks);
    free_convolution(&w->input);
    free_convolution(&w->policy);
    free_convolution(&w->policy_last);
    free_dense(&w->policy_dense);
    free_convolution(&w->value);
    free_dense(&w->value_dense);
    free_dense(&w->value_last);
    free(w);
}
