#include "train_export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/net.h"
#include "train_checkpoint.h"
#include "train_round.h"
#include "train_rounding.h"

/* Units of the first layer in one. */
static const float units = 128.0f;

enum { TENSORS_MAX = 16 };

/* A checkpoint on its way to the net file. */
typedef struct rounded_net {
    train_net *net;
    train_state state;
    train_integers integers;
    train_corpus corpus; /* empty without data */
} rounded_net;

/* The net file being made; owns what its tensors point to. */
typedef struct export_job {
    tensor tensors[TENSORS_MAX];
    void *data[TENSORS_MAX];
    int count;
    FILE *out;
} export_job;

/* Adds a tensor with memory for its values; NULL if there is none. */
static void *add_tensor(export_job *job, const char *net, const char *name, tensor_type type,
                        uint32_t rows, uint32_t columns, float scale)
{
    static const size_t bytes[TENSOR_TYPES] = {
        [TENSOR_I8] = 1, [TENSOR_I16] = 2, [TENSOR_I32] = 4, [TENSOR_F32] = 4, [TENSOR_TEXT] = 1};
    tensor *t = &job->tensors[job->count];
    *t = (tensor){.type = type, .rows = rows, .columns = columns, .scale = scale};
    snprintf(t->name, sizeof t->name, "%s.%s", net, name);
    void *data = train_alloc((size_t)rows * columns * bytes[type]);
    t->data = job->data[job->count] = data;
    job->count += data != NULL;
    return data;
}

static bool add_text(export_job *job, const char *net, const char *name, const char *text)
{
    char *to = add_tensor(job, net, name, TENSOR_TEXT, 1, (uint32_t)strlen(text), 1.0f);
    return to && memcpy(to, text, strlen(text));
}

static bool add_floats(export_job *job, const train_net *from, const char *name, train_part part,
                       uint32_t rows)
{
    const train_span *span = &from->part[part];
    uint32_t columns = (uint32_t)(span->count / rows);
    const char *net = from->arch.kind == TRAIN_VALUE ? "value" : "policy";
    float *to = add_tensor(job, net, name, TENSOR_F32, rows, columns, 1.0f);
    return to && memcpy(to, from->w + span->offset, span->count * sizeof *to);
}

static bool add_first_layer(export_job *job, const char *net, const rounded_net *from)
{
    const train_arch *arch = &from->net->arch;
    const train_integers *integers = &from->integers;
    const size_t count = (size_t)arch->inputs * arch->sums;
    int8_t *input = add_tensor(job, net, "input", TENSOR_I8, arch->inputs, arch->sums, 1 / units);
    int16_t *bias = add_tensor(job, net, "bias", TENSOR_I16, 1, arch->sums, 1 / units);
    if (!input || !bias) {
        return false;
    }
    memcpy(input, integers->input, count);
    memcpy(bias, integers->bias, arch->sums * sizeof *bias);
    size_t zero = 0;
    for (size_t i = 0; i < count; i++) {
        zero += input[i] == 0;
    }
    fprintf(job->out,
            "%s.input: %zu weights, %ld clipped, %zu rounded to zero; %ld biases clipped\n", net,
            count, integers->input_clipped, zero, integers->bias_clipped);
    return true;
}

/* Rows that meet the pairs. */
static bool add_products(export_job *job, const char *net, const char *name,
                         const rounded_net *from)
{
    const train_arch *arch = &from->net->arch;
    const train_span *span = &from->net->part[PART_HEAD];
    const float *w = from->net->w + span->offset, scale = from->integers.head_scale;
    double squares = 0.0, errors = 0.0;
    int8_t *to = add_tensor(job, net, name, TENSOR_I8, arch->rows, arch->pairs, scale);
    if (!to) {
        return false;
    }
    memcpy(to, from->integers.head, span->count);
    for (size_t i = 0; i < span->count; i++) {
        double error = (double)(w[i] - scale * to[i]);
        squares += (double)w[i] * (double)w[i];
        errors += error * error;
    }
    fprintf(job->out, "%s.%s: %zu weights up to %.3f; root mean square %.4f, of rounding %.4f\n",
            net, name, span->count, (double)(scale * 127.0f), sqrt(squares / (double)span->count),
            sqrt(errors / (double)span->count));
    return true;
}

static bool add_head_bias(export_job *job, const char *net, const char *name,
                          const rounded_net *from)
{
    const uint32_t rows = from->net->arch.rows;
    float *to = add_tensor(job, net, name, TENSOR_F32, 1, rows, 1.0f);
    return to && memcpy(to, from->integers.head_bias, rows * sizeof *to);
}

static bool add_value(export_job *job, const rounded_net *from)
{
    const train_net *net = from->net;
    const train_arch *arch = &net->arch;
    bool good = add_text(job, "value", "arch", arch->text) && add_first_layer(job, "value", from) &&
                add_products(job, "value", "l1", from) &&
                add_head_bias(job, "value", "l1b", from) &&
                add_floats(job, net, "l2", PART_L2, arch->rows) &&
                add_floats(job, net, "l2b", PART_L2_BIAS, 1) &&
                add_floats(job, net, "l3", PART_L3, arch->l2) &&
                add_floats(job, net, "l3b", PART_L3_BIAS, 1);
    float *to = good ? add_tensor(job, "value", "scale", TENSOR_F32, 1, 1, 1.0f) : NULL;
    return to && memcpy(to, &from->state.scale, sizeof from->state.scale);
}

static bool add_policy(export_job *job, const rounded_net *from)
{
    return add_text(job, "policy", "arch", from->net->arch.text) &&
           add_first_layer(job, "policy", from) && add_products(job, "policy", "out", from) &&
           add_head_bias(job, "policy", "outb", from);
}

/* Reads a checkpoint and rounds it, by the plan's data if it names any. */
static bool round_net(rounded_net *to, const train_plan *plan, const char *path, train_kind kind,
                      FILE *out, failure *why)
{
    to->net = train_checkpoint_read_kind(path, kind, &to->state, why);
    if (!to->net || !train_round_nearest(&to->integers, to->net, why)) {
        return false;
    }
    if (plan->data_count == 0) {
        return true;
    }
    return train_corpus_read(&to->corpus, plan, kind, out, why) &&
           train_round_by_data(&to->integers, to->net, &to->corpus.data.train, &to->corpus.recipe,
                               to->corpus.pool, why);
}

static void free_rounded(rounded_net *of)
{
    train_integers_free(&of->integers);
    train_corpus_free(&of->corpus);
    train_net_free(of->net);
}

/* Compares a net before and after. */
static bool compare(const rounded_net *from, const nets *n, FILE *out, failure *why)
{
    const train_corpus *corpus = &from->corpus;
    rounding_cost cost;
    const bool good = train_rounding_measure(&cost, from->net, n, &corpus->data.held_out,
                                             &corpus->recipe, corpus->pool, why);
    if (good) {
        train_rounding_print(&cost, out);
    }
    return good;
}

static bool compare_all(const rounded_net *value, const rounded_net *policy, const char *net_path,
                        FILE *out, failure *why)
{
    nets *n = nets_load(net_path, why);
    const bool good = n && compare(value, n, out, why) && compare(policy, n, out, why);
    nets_free(n);
    return good;
}

bool train_export(const train_plan *plan, const char *value_path, const char *policy_path,
                  const char *net_path, FILE *out, failure *why)
{
    export_job job = {.out = out};
    rounded_net value = {0}, policy = {0};
    bool good = round_net(&value, plan, value_path, TRAIN_VALUE, out, why) &&
                round_net(&policy, plan, policy_path, TRAIN_POLICY, out, why);
    if (good && !(add_value(&job, &value) && add_policy(&job, &policy))) {
        good = fail(why, "not enough memory to export");
    }
    good = good && net_file_write(net_path, job.tensors, job.count, why);
    if (good) {
        fprintf(out, "%s: %s after %llu steps, %s after %llu steps, %.1f centipawns a unit\n",
                net_path, value.net->arch.text, (unsigned long long)value.state.step,
                policy.net->arch.text, (unsigned long long)policy.state.step,
                (double)value.state.scale);
    }
    good = good && (plan->data_count == 0 || compare_all(&value, &policy, net_path, out, why));
    for (int i = 0; i < job.count; i++) {
        free(job.data[i]);
    }
    free_rounded(&value);
    free_rounded(&policy);
    return good;
}
