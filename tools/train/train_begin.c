#include "train_begin.h"

#include <stdio.h>
#include <string.h>

#include "files/input_file.h"
#include "nn/net.h"
#include "train_checkpoint.h"

/* The weight that an integer, or a float, of the file stands for. */
static float weight_at(const tensor *t, size_t i)
{
    switch (t->type) {
    case TENSOR_I8:
        return t->scale * ((const int8_t *)t->data)[i];
    case TENSOR_I16:
        return t->scale * ((const int16_t *)t->data)[i];
    default:
        return ((const float *)t->data)[i];
    }
}

/* The tensor of a net by its short name. nets_load() has found it sound. */
static const tensor *tensor_of(const net_file *file, net_kind kind, const char *name)
{
    char full[NET_FILE_NAME_MAX];
    snprintf(full, sizeof full, "%s.%s", architecture_kind_name(kind), name);
    int i = 0;
    while (strcmp(net_file_at(file, i)->name, full) != 0) {
        i++;
    }
    return net_file_at(file, i);
}

static void fill_first_layer(train_net *net, const net_file *file)
{
    const train_arch *arch = &net->arch;
    const tensor *input = tensor_of(file, arch->kind, "input");
    const tensor *bias = tensor_of(file, arch->kind, "bias");
    for (uint32_t unit = 0; unit < arch->sums; unit++) {
        for (uint32_t i = 0; i < arch->inputs; i++) {
            *train_input_weight(net, i, unit) = weight_at(input, (size_t)i * arch->sums + unit);
        }
        *train_input_bias(net, unit) = weight_at(bias, unit);
    }
}

static void fill(train_net *net, const net_file *file)
{
    train_layer layers[TRAIN_LAYERS_MAX];
    const int count = train_arch_layers(&net->arch, layers);
    fill_first_layer(net, file);
    for (int k = 0; k < count; k++) {
        const train_span *span = &net->part[layers[k].part];
        const tensor *t = tensor_of(file, net->arch.kind, layers[k].tensor);
        for (size_t i = 0; i < span->count; i++) {
            net->w[span->offset + i] = weight_at(t, i);
        }
    }
}

train_net *train_import(const char *path, net_kind kind, failure *why)
{
    nets *from = nets_load(path, why);
    if (!from) {
        return NULL;
    }
    const char *const texts[NET_KINDS] = {[NET_VALUE] = from->value.arch,
                                          [NET_POLICY] = from->policy.arch,
                                          [NET_NEGAMAX] = from->negamax.arch};
    train_arch arch;
    failure reason;
    train_net *net = NULL;
    if (kind == NET_NEGAMAX && !from->has_negamax) {
        fail(why, "net file %s: it has no negamax net", path);
    } else if (!train_arch_parse(&arch, texts[kind], &reason)) {
        fail(why, "net file %s: %s", path, reason.text);
    } else {
        net = train_net_new(&arch, 0, why);
    }
    if (net) {
        fill(net, from->file);
    }
    nets_free(from);
    return net;
}

/* The shape of a part, row-major. */
typedef struct shape {
    size_t rows, columns;
} shape;

/* What becomes of the weights that `from` does not have. */
typedef enum { NEW_RANDOM, NEW_ZERO } new_weights;

/* Copies a matrix into the upper left corner of the wider one. */
static void copy_matrix(float *w, const float *old, shape wide, shape narrow, new_weights columns,
                        new_weights rows)
{
    for (size_t row = 0; row < wide.rows; row++, w += wide.columns) {
        const size_t copied = row < narrow.rows ? narrow.columns : 0;
        memcpy(w, old, copied * sizeof *w);
        old += copied;
        if ((copied ? columns : rows) == NEW_ZERO) {
            memset(w + copied, 0, (wide.columns - copied) * sizeof *w);
        }
    }
}

/* Copies a part with a matrix for each bucket. If `from` has one for all, each bucket gets it. */
static void copy_part(train_net *to, const train_net *from, train_part part, shape wide,
                      shape narrow, new_weights columns, new_weights rows)
{
    const size_t old_sets = from->arch.buckets;
    const float *old = from->w + from->part[part].offset;
    float *w = to->w + to->part[part].offset;
    for (size_t set = 0; set < to->arch.buckets; set++) {
        const size_t old_set = set < old_sets ? set : old_sets - 1;
        copy_matrix(w + set * wide.rows * wide.columns,
                    old + old_set * narrow.rows * narrow.columns, wide, narrow, columns, rows);
    }
}

/* Copies the first layer's weights. The order of the tiles does not depend on the width: more
 * follow at the end. If only `to` tells places of the king apart, each place gets all weights. */
static void copy_inputs(train_net *to, const train_net *from)
{
    const size_t size = (size_t)from->arch.inputs * TILE_UNITS;
    const size_t places = to->arch.inputs / from->arch.inputs;
    const float *old = from->w + from->part[PART_INPUT].offset;
    float *w = to->w + to->part[PART_INPUT].offset;
    for (size_t tile = 0; tile < from->arch.sums / TILE_UNITS; tile++, old += size) {
        for (size_t place = 0; place < places; place++, w += size) {
            memcpy(w, old, size * sizeof *w);
        }
    }
}

static void copy_biases(train_net *to, const train_net *from)
{
    const train_span *old = &from->part[PART_BIAS];
    memcpy(to->w + to->part[PART_BIAS].offset, from->w + old->offset, old->count * sizeof *to->w);
}

/* A vector for each bucket. */
static void copy_vector(train_net *to, const train_net *from, train_part part, size_t wide,
                        size_t narrow)
{
    copy_part(to, from, part, (shape){1, wide}, (shape){1, narrow}, NEW_RANDOM, NEW_RANDOM);
}

/* The rows of one bucket that meet the pairs. Those of a negamax net have two halves, one for each
 * view. */
static shape head_shape(const train_arch *arch)
{
    const size_t views = train_arch_views(arch);
    return (shape){views * (arch->rows / arch->buckets), arch->pairs / views};
}

static bool check(const train_arch *to, const train_arch *from, failure *why)
{
    const struct {
        const char *what;
        bool differs;
    } rules[] = {
        {"another kind of net", from->kind != to->kind},
        {"other inputs", from->inputs != to->inputs && (from->places || !to->places)},
        {"inputs that know pins", from->pins && !to->pins},
        {"more sums", from->sums > to->sums},
        {from->paired ? "paired sums" : "squared sums", from->paired != to->paired},
        {"more units in its first dense layer", from->l1 > to->l1},
        {"more units in its second dense layer", from->l2 > to->l2},
        {"more sets of dense layers", from->buckets > to->buckets},
        {"more output rows", !train_arch_dense(from) && from->rows > to->rows},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].differs) {
            return fail(why, "%s cannot begin from %s, which has %s", to->text, from->text,
                        rules[i].what);
        }
    }
    return true;
}

bool train_widen(train_net *to, const train_net *from, failure *why)
{
    const train_arch *wide = &to->arch, *narrow = &from->arch;
    if (!check(wide, narrow, why)) {
        return false;
    }
    const size_t rows = wide->rows / wide->buckets, old_rows = narrow->rows / narrow->buckets;
    copy_inputs(to, from);
    copy_biases(to, from);
    /* A new row is a new unit of a dense layer, but without such layers it is an output. */
    copy_part(to, from, PART_HEAD, head_shape(wide), head_shape(narrow), NEW_ZERO,
              train_arch_dense(wide) ? NEW_RANDOM : NEW_ZERO);
    copy_vector(to, from, PART_HEAD_BIAS, rows, old_rows);
    copy_part(to, from, PART_L2, (shape){wide->l1, wide->l2}, (shape){narrow->l1, narrow->l2},
              NEW_RANDOM, NEW_ZERO);
    copy_vector(to, from, PART_L2_BIAS, wide->l2, narrow->l2);
    if (train_arch_dense(wide)) {
        copy_part(to, from, PART_L3, (shape){wide->l2, wide->outputs},
                  (shape){narrow->l2, narrow->outputs}, NEW_ZERO, NEW_ZERO);
        copy_vector(to, from, PART_L3_BIAS, wide->outputs, narrow->outputs);
    }
    return true;
}

/* True if the file begins like a gzip stream, which a net file is and a checkpoint is not. */
static bool is_packed(const char *path)
{
    failure ignored;
    FILE *file = input_file_stream(path, &ignored);
    const bool packed = file && fgetc(file) == 0x1f && fgetc(file) == 0x8b;
    if (file) {
        fclose(file);
    }
    return packed;
}

train_net *train_begin(const train_arch *arch, uint64_t seed, const char *from, uint32_t *sum,
                       failure *why)
{
    train_state state = {.step = 0}; /* empty for a net file */
    failure reason;
    *sum = 0;
    train_net *net = train_net_new(arch, seed, why);
    if (!net || !from) {
        return net;
    }
    train_net *other = is_packed(from) ? train_import(from, arch->kind, why)
                                       : train_checkpoint_read(from, &state, why);
    bool good = other != NULL;
    if (good) {
        *sum = train_checkpoint_sum(&state, other);
        good = train_widen(net, other, &reason) || fail(why, "%s: %s", from, reason.text);
    }
    train_net_free(other);
    if (!good) {
        train_net_free(net);
        return NULL;
    }
    return net;
}
