#include "train_import.h"

#include <stdio.h>
#include <string.h>

#include "files/input_file.h"
#include "nn/net.h"

/* A tensor and the part of the parameters that it fills. */
typedef struct origin {
    const char *tensor;
    train_part part;
} origin;

static const origin dense[] = {{"l1", PART_HEAD}, {"l1b", PART_HEAD_BIAS},
                               {"l2", PART_L2},   {"l2b", PART_L2_BIAS},
                               {"l3", PART_L3},   {"l3b", PART_L3_BIAS}};
static const origin direct[] = {{"out", PART_HEAD}, {"outb", PART_HEAD_BIAS}};

/* The first bytes of a gzip stream, which a net file is. */
bool train_import_knows(const char *path)
{
    failure ignored;
    FILE *file = input_file_stream(path, &ignored);
    const bool known = file && fgetc(file) == 0x1f && fgetc(file) == 0x8b;
    if (file) {
        fclose(file);
    }
    return known;
}

/* A weight as the integer, or the float, of the file stands for it. */
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
static const tensor *tensor_of(const net_file *file, train_kind kind, const char *name)
{
    const size_t prefix = strlen(train_kind_name(kind));
    for (int i = 0; i < net_file_count(file); i++) {
        const tensor *t = net_file_at(file, i);
        if (strncmp(t->name, train_kind_name(kind), prefix) == 0 && t->name[prefix] == '.' &&
            strcmp(t->name + prefix + 1, name) == 0) {
            return t;
        }
    }
    return NULL;
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
    const bool deep = train_arch_dense(&net->arch);
    const origin *origins = deep ? dense : direct;
    const size_t count = deep ? sizeof dense / sizeof *dense : sizeof direct / sizeof *direct;
    fill_first_layer(net, file);
    for (size_t k = 0; k < count; k++) {
        const train_span *span = &net->part[origins[k].part];
        const tensor *t = tensor_of(file, net->arch.kind, origins[k].tensor);
        for (size_t i = 0; i < span->count; i++) {
            net->w[span->offset + i] = weight_at(t, i);
        }
    }
}

train_net *train_import(const char *path, train_kind kind, failure *why)
{
    nets *from = nets_load(path, why);
    if (!from) {
        return NULL;
    }
    const char *const texts[TRAIN_KINDS] = {[TRAIN_VALUE] = from->value.arch,
                                            [TRAIN_POLICY] = from->policy.arch,
                                            [TRAIN_NEGAMAX] = from->negamax.arch};
    train_arch arch;
    failure reason;
    train_net *net = NULL;
    if (kind == TRAIN_NEGAMAX && !from->has_negamax) {
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
