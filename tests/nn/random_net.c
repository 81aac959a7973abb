#include "random_net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const random_net_shape random_net_small = {
    .inputs = 768, .value_sums = 128, .policy_sums = 128, .l1 = 4, .l2 = 8, .seed = 1};

const random_net_shape random_net_shapes[RANDOM_NET_SHAPES] = {
    {.inputs = 3072, .value_sums = 512, .policy_sums = 1024, .l1 = 16, .l2 = 32, .seed = 1},
    {.inputs = 768, .value_sums = 128, .policy_sums = 128, .l1 = 1, .l2 = 1, .seed = 2},
    {.inputs = 3072, .value_sums = 640, .policy_sums = 384, .l1 = 32, .l2 = 64, .seed = 3},
    {.inputs = 3072,
     .value_sums = 256,
     .policy_sums = 128,
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

static void *add_tensor(random_net *net, const char *name, tensor_type type, uint32_t rows,
                        uint32_t columns, float scale)
{
    static const size_t size_of[TENSOR_TYPES] = {1, 2, 4, 4, 1};
    void *data = calloc((size_t)rows * columns, size_of[type]);
    if (!data) {
        abort();
    }
    tensor *t = &net->tensors[net->count];
    *t = (tensor){.type = type, .rows = rows, .columns = columns, .scale = scale, .data = data};
    snprintf(t->name, sizeof t->name, "%s", name);
    net->data[net->count++] = data;
    return data;
}

static void add_bytes(random_net *net, uint64_t *state, const char *name, uint32_t rows,
                      uint32_t columns, float scale)
{
    int8_t *data = add_tensor(net, name, TENSOR_I8, rows, columns, scale);
    for (size_t i = 0; i < (size_t)rows * columns; i++) {
        data[i] = (int8_t)random_between(state, -40, 40);
    }
}

static void add_words(random_net *net, uint64_t *state, const char *name, uint32_t columns)
{
    int16_t *data = add_tensor(net, name, TENSOR_I16, 1, columns, 1.0f / 128);
    for (uint32_t i = 0; i < columns; i++) {
        data[i] = (int16_t)random_between(state, -100, 200);
    }
}

static void add_negamax_words(random_net *net, uint64_t *state, const char *name, uint32_t rows,
                              uint32_t columns, float scale)
{
    int16_t *data = add_tensor(net, name, TENSOR_I16, rows, columns, scale);
    for (size_t i = 0; i < (size_t)rows * columns; i++) {
        data[i] = (int16_t)random_between(state, -60, 60);
    }
}

static void add_floats(random_net *net, uint64_t *state, const char *name, uint32_t rows,
                       uint32_t columns)
{
    float *data = add_tensor(net, name, TENSOR_F32, rows, columns, 1);
    for (size_t i = 0; i < (size_t)rows * columns; i++) {
        data[i] = (float)random_between(state, -1000, 1000) / 1000.0f;
    }
}

static void add_text(random_net *net, const char *name, const char *text)
{
    const size_t length = strlen(text);
    memcpy(add_tensor(net, name, TENSOR_TEXT, 1, (uint32_t)length, 1), text, length);
}

static const char *negamax_inputs(const random_net_shape *shape)
{
    return shape->negamax_places ? "3072k" : "768";
}

static void add_negamax(random_net *net, uint64_t *state, const random_net_shape *shape)
{
    const uint32_t sums = shape->negamax_sums, inputs = shape->negamax_places ? 3072 : 768;
    char arch[64];
    snprintf(arch, sizeof arch, "%sx%ud-8", negamax_inputs(shape), sums);
    add_text(net, "negamax.arch", arch);
    add_negamax_words(net, state, "negamax.input", inputs, sums, 1.0f / 255);
    add_negamax_words(net, state, "negamax.bias", 1, sums, 1.0f / 255);
    add_negamax_words(net, state, "negamax.out", 8, 2 * sums, 1.0f / 1024);
    add_floats(net, state, "negamax.outb", 1, 8);
    *(float *)add_tensor(net, "negamax.scale", TENSOR_F32, 1, 1, 1) = 140;
}

/* The dense layers of a net, in a number of sets. */
static void add_layers(random_net *net, uint64_t *state, const char *kind,
                       const random_net_shape *shape, uint32_t sets, uint32_t inputs,
                       uint32_t outputs)
{
    const uint32_t l1 = shape->l1, l2 = shape->l2;
    const struct {
        const char *name;
        uint32_t rows, columns;
    } floats[] = {{"l1b", sets, l1},
                  {"l2", sets * l1, l2},
                  {"l2b", sets, l2},
                  {"l3", sets * l2, outputs},
                  {"l3b", sets, outputs}};
    char name[NET_FILE_NAME_MAX];
    snprintf(name, sizeof name, "%s.l1", kind);
    add_bytes(net, state, name, sets * l1, inputs, 1.0f / 256);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        snprintf(name, sizeof name, "%s.%s", kind, floats[i].name);
        add_floats(net, state, name, floats[i].rows, floats[i].columns);
    }
}

static void add_paired_negamax(random_net *net, uint64_t *state, const random_net_shape *shape)
{
    const uint32_t sums = shape->negamax_sums, inputs = shape->negamax_places ? 3072 : 768;
    char arch[64];
    snprintf(arch, sizeof arch, "%sx%udp-%u-%u-1b8", negamax_inputs(shape), sums, shape->l1,
             shape->l2);
    add_text(net, "negamax.arch", arch);
    add_bytes(net, state, "negamax.input", inputs, sums, 1.0f / 128);
    add_words(net, state, "negamax.bias", sums);
    add_layers(net, state, "negamax", shape, 8, sums, 1);
    *(float *)add_tensor(net, "negamax.scale", TENSOR_F32, 1, 1, 1) = 140;
}

random_net *random_net_make(const random_net_shape *shape)
{
    random_net *net = calloc(1, sizeof *net);
    if (!net) {
        abort();
    }
    uint64_t state = shape->seed;
    const char *const mark = shape->inputs != 3072 ? "" : shape->pins ? "hp" : "h";
    char arch[64];
    const uint32_t sets = shape->buckets > 1 ? shape->buckets : 1;
    snprintf(arch, sizeof arch, "%u%sx%up-%u-%u-3%s", shape->inputs, mark, shape->value_sums,
             shape->l1, shape->l2, sets > 1 ? "b8" : "");
    add_text(net, "value.arch", arch);
    add_bytes(net, &state, "value.input", shape->inputs, shape->value_sums, 1.0f / 128);
    add_words(net, &state, "value.bias", shape->value_sums);
    add_layers(net, &state, "value", shape, sets, shape->value_sums / 2, 3);
    *(float *)add_tensor(net, "value.scale", TENSOR_F32, 1, 1, 1) = 145;
    snprintf(arch, sizeof arch, "%u%sx%up-%d", shape->inputs, mark, shape->policy_sums,
             POLICY_ROWS);
    add_text(net, "policy.arch", arch);
    add_bytes(net, &state, "policy.input", shape->inputs, shape->policy_sums, 1.0f / 128);
    add_words(net, &state, "policy.bias", shape->policy_sums);
    add_bytes(net, &state, "policy.out", POLICY_ROWS, shape->policy_sums / 2, 1.0f / 128);
    add_floats(net, &state, "policy.outb", 1, POLICY_ROWS);
    if (shape->negamax_paired) {
        add_paired_negamax(net, &state, shape);
    } else if (shape->negamax_sums) {
        add_negamax(net, &state, shape);
    }
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

/* Ends the test, which cannot go on. */
static _Noreturn void give_up(const failure *why)
{
    fprintf(stderr, "%s\n", why->text);
    abort();
}

nets *random_net_load(const random_net_shape *shape)
{
    failure why;
    random_net *net = random_net_make(shape);
    nets *n = random_net_load_tensors(net, &why);
    random_net_free(net);
    if (!n) {
        give_up(&why);
    }
    return n;
}

nets *random_net_load_tensors(const random_net *net, failure *why)
{
    char path[] = "/tmp/morpho-test-XXXXXX";
    const int fd = mkstemp(path);
    *why = (failure){"no temporary file"};
    if (fd < 0 || close(fd) != 0 || !net_file_write(path, net->tensors, net->count, why)) {
        give_up(why);
    }
    nets *n = nets_load(path, why);
    unlink(path);
    if (!n && !strstr(why->text, path)) {
        give_up(why);
    }
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
