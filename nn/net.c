#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "net_file_internal.h"
#include "nn/lc0_pool.h"
#include "nn/net.h"

/* No weight of a sensible net comes near these bounds. Within them no sum of an evaluation can
 * overflow. */
static const float weight_max = 1e6f;

/* A net file that is being read. After the first error all further steps do nothing. */
typedef struct loader {
    const net_file *file;
    const char *name;
    failure *why;
    bool good;
} loader;

/* Ends the reading with a reason, which names the file. */
#define REFUSE(l, ...) ((l)->good = net_file_refuse((l)->name, (l)->why, __VA_ARGS__))

static const tensor *load_tensor(loader *l, const char *name, tensor_type type, uint32_t rows,
                                 uint32_t columns)
{
    const tensor *t = l->good ? net_file_find(l->file, name, type, rows, columns, l->why) : NULL;
    l->good = t != NULL;
    return t;
}

static const float *load_floats(loader *l, const char *name, uint32_t rows, uint32_t columns)
{
    const tensor *t = load_tensor(l, name, TENSOR_F32, rows, columns);
    if (!t) {
        return NULL;
    }
    const float *values = t->data;
    for (size_t i = 0; i < (size_t)rows * columns; i++) {
        if (!(fabsf(values[i]) <= weight_max)) {
            REFUSE(l, "value %zu of tensor %s is %g, beyond +-%g", i, name, (double)values[i],
                   (double)weight_max);
            return NULL;
        }
    }
    return values;
}

/* Checks the tensor of a first layer, whose scale is fixed. */
static const tensor *check_units(loader *l, const tensor *t)
{
    if (t && t->scale != 1.0f / NET_UNITS) {
        REFUSE(l, "tensor %s has the scale %g instead of 1/%d", t->name, (double)t->scale,
               NET_UNITS);
    }
    return l->good ? t : NULL;
}

static const int8_t *load_input(loader *l, const char *name, uint32_t rows, uint32_t columns)
{
    const tensor *t = load_tensor(l, name, TENSOR_I8, rows, columns);
    return check_units(l, t) ? t->data : NULL;
}

static const int16_t *load_bias(loader *l, const char *name, uint32_t columns)
{
    const tensor *t = check_units(l, load_tensor(l, name, TENSOR_I16, 1, columns));
    const int16_t *words = t ? t->data : NULL;
    for (uint32_t i = 0; words && i < columns; i++) {
        if (words[i] < -NET_BIAS_MAX || words[i] > NET_BIAS_MAX) {
            REFUSE(l, "value %u of tensor %s is %d, beyond +-%d", i, name, words[i], NET_BIAS_MAX);
            return NULL;
        }
    }
    return words;
}

/* The integer weights of paired activations, and the real value of one unit of their products. */
static const int8_t *load_products(loader *l, const char *name, uint32_t rows, uint32_t columns,
                                   float *scale)
{
    const tensor *t = load_tensor(l, name, TENSOR_I8, rows, columns);
    if (!t) {
        return NULL;
    }
    if (t->scale > weight_max) {
        REFUSE(l, "tensor %s has the scale %g, beyond %g", name, (double)t->scale,
               (double)weight_max);
        return NULL;
    }
    *scale = t->scale / NET_UNITS;
    return t->data;
}

/* Reads the architecture from a tensor of text. */
static architecture load_arch(loader *l, net_kind kind)
{
    architecture a = {.inputs = 0};
    char name[NET_FILE_NAME_MAX], text[NET_ARCH_MAX] = "";
    failure reason;
    snprintf(name, sizeof name, "%s.arch", architecture_kind_name(kind));
    const tensor *t = load_tensor(l, name, TENSOR_TEXT, 1, 0);
    if (!t) {
        return a;
    }
    if (t->columns >= NET_ARCH_MAX) {
        REFUSE(l, "tensor %s has %u characters, but at most %d are allowed", name, t->columns,
               NET_ARCH_MAX - 1);
        return a;
    }
    memcpy(text, t->data, t->columns);
    if (!architecture_read(&a, text, &reason)) {
        REFUSE(l, "tensor %s: %s", name, reason.text);
    } else if (a.kind != kind) {
        REFUSE(l, "tensor %s: %s is a %s net", name, text, architecture_kind_name(a.kind));
    }
    return a;
}

static float load_centipawns(loader *l, const char *name)
{
    const float *scale = load_floats(l, name, 1, 1);
    if (scale && !(*scale > 0)) {
        REFUSE(l, "tensor %s is %g, which must be positive", name, (double)*scale);
    }
    return l->good ? *scale : 0;
}

/* The dense layers of an architecture; the first of them has `inputs` inputs. */
static dense_layers load_dense(loader *l, const architecture *a, uint32_t inputs)
{
    const uint32_t sets = a->buckets, l1 = a->l1, l2 = a->l2;
    dense_layers d = {.inputs = inputs, .l1 = l1, .l2 = l2, .buckets = sets};
    enum { PARTS = 6 };
    static const char *const parts[PARTS] = {"l1", "l1b", "l2", "l2b", "l3", "l3b"};
    char name[PARTS][NET_FILE_NAME_MAX];
    for (int i = 0; i < PARTS; i++) {
        snprintf(name[i], sizeof name[i], "%s.%s", architecture_kind_name(a->kind), parts[i]);
    }
    d.l1_weights = load_products(l, name[0], sets * l1, inputs, &d.l1_scale);
    d.l1_bias = load_floats(l, name[1], sets, l1);
    d.l2_weights = load_floats(l, name[2], sets * l1, l2);
    d.l2_bias = load_floats(l, name[3], sets, l2);
    d.l3_weights = load_floats(l, name[4], sets * l2, a->outputs);
    d.l3_bias = load_floats(l, name[5], sets, a->outputs);
    return d;
}

static void load_policy(loader *l, policy_net *net)
{
    const architecture a = load_arch(l, NET_POLICY);
    *net = (policy_net){.pins = a.pins, .inputs = a.inputs, .sums = a.sums, .rows = a.outputs};
    memcpy(net->arch, a.text, sizeof net->arch);
    net->input = load_input(l, "policy.input", net->inputs, net->sums);
    net->bias = load_bias(l, "policy.bias", net->sums);
    net->out = load_products(l, "policy.out", net->rows, net->sums / 2, &net->out_scale);
    net->out_bias = load_floats(l, "policy.outb", 1, net->rows);
}

static void load_value(loader *l, value_net *net)
{
    const architecture a = load_arch(l, NET_VALUE);
    *net = (value_net){.sums = a.sums, .places = a.places};
    memcpy(net->arch, a.text, sizeof net->arch);
    net->input = load_input(l, "value.input", a.inputs, a.sums);
    net->bias = load_bias(l, "value.bias", a.sums);
    net->dense = load_dense(l, &a, a.sums);
    net->centipawns = load_centipawns(l, "value.scale");
}

/* Takes over `file`, also on failure. */
static nets *nets_from_file(net_file *file, const char *name, failure *why)
{
    nets *n = file ? calloc(1, sizeof *n) : NULL;
    if (!n) {
        if (file) {
            fail(why, "net file %s: not enough memory", name);
        }
        net_file_free(file);
        return NULL;
    }
    n->file = file;
    loader l = {.file = file, .name = name, .why = why, .good = true};
    load_value(&l, &n->value);
    load_policy(&l, &n->policy);
    if (!l.good) {
        nets_free(n);
        return NULL;
    }
    return n;
}

nets *nets_load(const char *path, failure *why)
{
    return nets_from_file(net_file_read(path, why), path, why);
}

nets *nets_load_bytes(const void *bytes, size_t size, const char *name, failure *why)
{
    return nets_from_file(net_file_unpack(bytes, size, name, why), name, why);
}

void nets_free(nets *n)
{
    if (n) {
        lc0_pool_free(n->lc0);
        net_file_free(n->file);
        free(n);
    }
}

uint32_t nets_checksum(const nets *n)
{
    if (n->lc0) {
        return lc0_net_checksum(lc0_pool_net(n->lc0));
    }
    uLong sum = crc32(0, NULL, 0);
    for (int i = 0; i < net_file_count(n->file); i++) {
        const tensor *t = net_file_at(n->file, i);
        sum = crc32_z(sum, (const Bytef *)t->name, strlen(t->name));
        sum = crc32_z(sum, (const Bytef *)&t->scale, sizeof t->scale);
        sum = crc32_z(sum, t->data, net_file_tensor_bytes(t->type, t->rows, t->columns));
    }
    return (uint32_t)sum;
}
