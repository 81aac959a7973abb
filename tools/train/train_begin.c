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
    const architecture *arch = &net->arch;
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
    fill_first_layer(net, file);
    for (int part = PART_HEAD; part < PARTS; part++) {
        const train_span *span = &net->part[part];
        const tensor *t = span->count ? tensor_of(file, net->arch.kind, span->tensor) : NULL;
        for (size_t i = 0; i < span->count; i++) {
            net->w[span->offset + i] = weight_at(t, i);
        }
    }
}

train_net *train_import(const nets *from, net_kind kind, failure *why)
{
    const char *const texts[NET_KINDS] = {
        [NET_VALUE] = from->value.arch, [NET_POLICY] = from->policy.arch};
    architecture arch;
    train_net *net =
        architecture_read(&arch, texts[kind], why) ? train_net_new(&arch, 0, why) : NULL;
    if (net) {
        fill(net, from->file);
    }
    return net;
}

/* The shape of a matrix, row-major. */
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

/* A part's matrix for one bucket. A value net's rows of the head have two halves, one for each
 * view, which are rows of their own here. */
static shape shape_of(const train_net *net, train_part part)
{
    const train_span *span = &net->part[part];
    const uint32_t halves = part == PART_HEAD ? train_arch_views(&net->arch) : 1;
    return (shape){halves * (span->rows / net->arch.buckets), span->columns / halves};
}

/* Copies a part with a matrix for each bucket. If `from` has one for all, each bucket gets it. */
static void copy_part(train_net *to, const train_net *from, train_part part, new_weights columns,
                      new_weights rows)
{
    const shape wide = shape_of(to, part), narrow = shape_of(from, part);
    const size_t old_sets = from->arch.buckets;
    const float *old = from->w + from->part[part].offset;
    float *w = to->w + to->part[part].offset;
    for (size_t set = 0; set < to->arch.buckets; set++) {
        const size_t old_set = set < old_sets ? set : old_sets - 1;
        copy_matrix(w + set * wide.rows * wide.columns,
                    old + old_set * narrow.rows * narrow.columns, wide, narrow, columns, rows);
    }
}

/* Copies the first layer. The order of the tiles does not depend on the width: more follow at the
 * end. If only `to` tells places of the king apart, each place gets all weights. */
static void copy_inputs(train_net *to, const train_net *from)
{
    const size_t size = (size_t)from->arch.inputs * TILE_UNITS;
    const size_t places = to->arch.inputs / from->arch.inputs;
    const train_span *bias = &from->part[PART_BIAS];
    const float *old = from->w + from->part[PART_INPUT].offset;
    float *w = to->w + to->part[PART_INPUT].offset;
    for (size_t tile = 0; tile < from->arch.sums / TILE_UNITS; tile++, old += size) {
        for (size_t place = 0; place < places; place++, w += size) {
            memcpy(w, old, size * sizeof *w);
        }
    }
    memcpy(to->w + to->part[PART_BIAS].offset, from->w + bias->offset, bias->count * sizeof *w);
}

static bool check(const architecture *to, const architecture *from, failure *why)
{
    const struct {
        const char *what;
        bool differs;
    } rules[] = {
        {"another kind of net", from->kind != to->kind},
        {"other inputs", from->inputs != to->inputs && (from->places || !to->places)},
        {"inputs that know pins", from->pins && !to->pins},
        {"more sums", from->sums > to->sums},
        {"more units in its first dense layer", from->l1 > to->l1},
        {"more units in its second dense layer", from->l2 > to->l2},
        {"more sets of dense layers", from->buckets > to->buckets},
        {"more output rows",
         !train_arch_dense(from) && train_arch_rows(from) > train_arch_rows(to)},
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
    if (!check(&to->arch, &from->arch, why)) {
        return false;
    }
    copy_inputs(to, from);
    /* A new row is a new unit of a dense layer, but without such layers it is an output. */
    copy_part(to, from, PART_HEAD, NEW_ZERO, train_arch_dense(&to->arch) ? NEW_RANDOM : NEW_ZERO);
    copy_part(to, from, PART_HEAD_BIAS, NEW_RANDOM, NEW_RANDOM);
    copy_part(to, from, PART_L2, NEW_RANDOM, NEW_ZERO);
    copy_part(to, from, PART_L2_BIAS, NEW_RANDOM, NEW_RANDOM);
    copy_part(to, from, PART_L3, NEW_ZERO, NEW_ZERO);
    copy_part(to, from, PART_L3_BIAS, NEW_RANDOM, NEW_RANDOM);
    return true;
}

bool train_is_net_file(const char *path)
{
    failure ignored;
    FILE *file = input_file_stream(path, &ignored);
    const bool packed = file && fgetc(file) == 0x1f && fgetc(file) == 0x8b;
    if (file) {
        fclose(file);
    }
    return packed;
}

static train_net *import_file(const char *path, net_kind kind, failure *why)
{
    nets *from = nets_load(path, why);
    train_net *net = from ? train_import(from, kind, why) : NULL;
    nets_free(from);
    return net;
}

train_net *train_begin(const architecture *arch, uint64_t seed, const char *from, uint32_t *sum,
                       failure *why)
{
    train_state state = {.step = 0}; /* empty for a net file */
    failure reason;
    *sum = 0;
    train_net *net = train_net_new(arch, seed, why);
    if (!net || !from) {
        return net;
    }
    train_net *other = train_is_net_file(from) ? import_file(from, arch->kind, why)
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
