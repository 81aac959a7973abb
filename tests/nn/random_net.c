#include "random_net.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const random_net_shape random_net_small = {
    .inputs = 768, .value_sums = 128, .policy_sums = 128, .l1 = 4, .l2 = 8, .seed = 169};

const random_net_shape random_net_shapes[RANDOM_NET_SHAPES] = {
    {.inputs = 3072, .value_sums = 512, .policy_sums = 1024, .l1 = 16, .l2 = 32, .seed = 1},
    {.inputs = 768, .value_sums = 128, .policy_sums = 128, .l1 = 1, .l2 = 1, .seed = 2},
    {.inputs = 3072, .value_sums = 640, .policy_sums = 384, .l1 = 32, .l2 = 64, .seed = 3},
    {.inputs = 3072,
     .value_sums = 256,
     .policy_sums = 128,
     .places = true,
     .l1 = 16,
     .l2 = 32,
     .buckets = 8,
     .seed = 5},
    {.inputs = 768, .value_sums = 4096, .policy_sums = 4096, .l1 = 7, .l2 = 37, .seed = 4},
};

int random_between(uint64_t *state, int low, int high)
{
    return low + (int)(random_next(state) % (uint64_t)(high - low + 1));
}

static void *add_tensor(random_net *net, const char *kind, const char *part, tensor_type type,
                        uint32_t rows, uint32_t columns, float scale)
{
    static const size_t size_of[TENSOR_TYPES] = {1, 2, 4, 4, 1};
    void *data = calloc((size_t)rows * columns, size_of[type]);
    if (!data) {
        abort();
    }
    tensor *t = &net->tensors[net->count];
    *t = (tensor){.type = type, .rows = rows, .columns = columns, .scale = scale, .data = data};
    snprintf(t->name, sizeof t->name, "%s.%s", kind, part);
    net->data[net->count++] = data;
    return data;
}

/* The random numbers of a tensor. Floats are thousandths. */
typedef struct numbers {
    tensor_type type;
    int low, high;
    float scale;
} numbers;

static const numbers input_bytes = {TENSOR_I8, -40, 40, 1.0f / 128};
static const numbers layer_bytes = {TENSOR_I8, -40, 40, 1.0f / 256};
static const numbers bias_words = {TENSOR_I16, -100, 200, 1.0f / 128};
static const numbers reals = {TENSOR_F32, -1000, 1000, 1.0f};

static void add(random_net *net, uint64_t *state, const char *kind, const char *part,
                const numbers *n, uint32_t rows, uint32_t columns)
{
    void *data = add_tensor(net, kind, part, n->type, rows, columns, n->scale);
    for (size_t i = 0; i < (size_t)rows * columns; i++) {
        const int number = random_between(state, n->low, n->high);
        if (n->type == TENSOR_I8) {
            ((int8_t *)data)[i] = (int8_t)number;
        } else if (n->type == TENSOR_I16) {
            ((int16_t *)data)[i] = (int16_t)number;
        } else {
            ((float *)data)[i] = (float)number / 1000.0f;
        }
    }
}

static void add_arch(random_net *net, const char *kind, const char *format, ...)
{
    char text[NET_ARCH_MAX];
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    memcpy(add_tensor(net, kind, "arch", TENSOR_TEXT, 1, (uint32_t)length, 1), text,
           (size_t)length);
}

static void add_value(random_net *net, uint64_t *state, const random_net_shape *shape)
{
    static const char kind[] = "value";
    const uint32_t sums = shape->value_sums, inputs = shape->places ? 3072 : 768;
    const uint32_t l1 = shape->l1, l2 = shape->l2, sets = shape->buckets > 1 ? shape->buckets : 1;
    add_arch(net, kind, "%u%sx%udp-%u-%u-1%s", inputs, shape->places ? "k" : "", sums, l1, l2,
             sets > 1 ? "b8" : "");
    add(net, state, kind, "input", &input_bytes, inputs, sums);
    add(net, state, kind, "bias", &bias_words, 1, sums);
    add(net, state, kind, "l1", &layer_bytes, sets * l1, sums);
    add(net, state, kind, "l1b", &reals, sets, l1);
    add(net, state, kind, "l2", &reals, sets * l1, l2);
    add(net, state, kind, "l2b", &reals, sets, l2);
    add(net, state, kind, "l3", &reals, sets * l2, 1);
    add(net, state, kind, "l3b", &reals, sets, 1);
    *(float *)add_tensor(net, kind, "scale", TENSOR_F32, 1, 1, 1) = 145.0f;
}

static void add_policy(random_net *net, uint64_t *state, const random_net_shape *shape)
{
    static const char kind[] = "policy";
    const char *const mark = shape->inputs != 3072 ? "" : shape->pins ? "hp" : "h";
    const uint32_t sums = shape->policy_sums;
    add_arch(net, kind, "%u%sx%up-%d", shape->inputs, mark, sums, POLICY_ROWS);
    add(net, state, kind, "input", &input_bytes, shape->inputs, sums);
    add(net, state, kind, "bias", &bias_words, 1, sums);
    add(net, state, kind, "out", &input_bytes, POLICY_ROWS, sums / 2);
    add(net, state, kind, "outb", &reals, 1, POLICY_ROWS);
}

random_net *random_net_make(const random_net_shape *shape)
{
    random_net *net = calloc(1, sizeof *net);
    if (!net) {
        abort();
    }
    uint64_t state = shape->seed;
    add_value(net, &state, shape);
    add_policy(net, &state, shape);
    return net;
}

void random_net_free(random_net *net)
{
    for (int i = 0; i < net->count; i++) {
        free(net->data[i]);
    }
    free(net);
}

int random_net_index(const random_net *net, const char *name)
{
    for (int i = 0; i < net->count; i++) {
        if (strcmp(net->tensors[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

void *random_net_data(const random_net *net, const char *name)
{
    return net->data[random_net_index(net, name)];
}

bool random_net_write(const char *path, const random_net_shape *shape, failure *why)
{
    random_net *net = random_net_make(shape);
    const bool done = net_file_write(path, net->tensors, net->count, why);
    random_net_free(net);
    return done;
}

nets *random_net_load(const random_net_shape *shape)
{
    failure why;
    random_net *net = random_net_make(shape);
    nets *n = random_net_load_tensors(net, &why);
    random_net_free(net);
    if (!n) {
        fprintf(stderr, "%s\n", why.text);
        abort();
    }
    return n;
}

nets *random_net_load_tensors(const random_net *net, failure *why)
{
    size_t size;
    void *bytes = net_file_pack(net->tensors, net->count, "random", &size, why);
    nets *n = bytes ? nets_load_bytes(bytes, size, "random", why) : NULL;
    free(bytes);
    return n;
}

int random_feature_rows(uint64_t *state, uint16_t rows[FEATURES_MAX])
{
    const int count = random_between(state, 2, FEATURES_MAX);
    for (int i = 0; i < count; i++) {
        rows[i] = (uint16_t)(i * 96 + random_between(state, 0, 95));
    }
    return count;
}
