#include "train_export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/net.h"
#include "train_checkpoint.h"
#include "train_rounding.h"

/* Units of the first layer in one. */
static const float units = 128.0f;

enum { I8_MAX = 127, BIAS_MAX = 16384, TENSORS_MAX = 16 };

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

/* Rounds to a whole number within +-most and counts what did not fit. */
static int rounded(float x, int most, long *clipped)
{
    float nearest = rintf(x);
    if (fabsf(nearest) > (float)most) {
        ++*clipped;
        return nearest < 0.0f ? -most : most;
    }
    return (int)nearest;
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

static bool add_first_layer(export_job *job, const char *net, const train_net *from)
{
    const train_arch *arch = &from->arch;
    int8_t *input = add_tensor(job, net, "input", TENSOR_I8, arch->inputs, arch->sums, 1 / units);
    int16_t *bias = add_tensor(job, net, "bias", TENSOR_I16, 1, arch->sums, 1 / units);
    if (!input || !bias) {
        return false;
    }
    long clipped = 0, bias_clipped = 0, zero = 0;
    for (uint32_t i = 0; i < arch->inputs; i++) {
        for (uint32_t u = 0; u < arch->sums; u++) {
            int value = rounded(units * train_input_weight(from, i, u), I8_MAX, &clipped);
            input[(size_t)i * arch->sums + u] = (int8_t)value;
            zero += value == 0;
        }
    }
    for (uint32_t u = 0; u < arch->sums; u++) {
        float value = units * train_input_bias(from, u);
        bias[u] = (int16_t)rounded(value, BIAS_MAX, &bias_clipped);
    }
    fprintf(job->out,
            "%s.input: %zu weights, %ld clipped, %ld rounded to zero; %ld biases clipped\n", net,
            from->part[PART_INPUT].count, clipped, zero, bias_clipped);
    return true;
}

/* Rows that meet the pairs: the largest weight becomes 127. */
static bool add_products(export_job *job, const char *net, const char *name, const train_net *from)
{
    const train_span *span = &from->part[PART_HEAD];
    const float *w = from->w + span->offset;
    float most = 1e-6f;
    double squares = 0.0, errors = 0.0;
    for (size_t i = 0; i < span->count; i++) {
        most = fmaxf(most, fabsf(w[i]));
    }
    const float scale = most / I8_MAX;
    int8_t *to = add_tensor(job, net, name, TENSOR_I8, from->arch.rows, from->arch.pairs, scale);
    long clipped = 0;
    for (size_t i = 0; to && i < span->count; i++) {
        to[i] = (int8_t)rounded(w[i] / scale, I8_MAX, &clipped);
        double error = (double)(w[i] - scale * to[i]);
        squares += (double)w[i] * (double)w[i];
        errors += error * error;
    }
    fprintf(job->out,
            "%s.%s: %zu weights up to %.3f, %ld clipped; root mean square %.4f, of rounding "
            "%.4f\n",
            net, name, span->count, (double)most, clipped, sqrt(squares / (double)span->count),
            sqrt(errors / (double)span->count));
    return to != NULL;
}

static bool add_value(export_job *job, const train_net *net, float scale)
{
    const train_arch *arch = &net->arch;
    bool good = add_text(job, "value", "arch", arch->text) && add_first_layer(job, "value", net) &&
                add_products(job, "value", "l1", net) &&
                add_floats(job, net, "l1b", PART_HEAD_BIAS, 1) &&
                add_floats(job, net, "l2", PART_L2, arch->rows) &&
                add_floats(job, net, "l2b", PART_L2_BIAS, 1) &&
                add_floats(job, net, "l3", PART_L3, arch->l2) &&
                add_floats(job, net, "l3b", PART_L3_BIAS, 1);
    float *to = good ? add_tensor(job, "value", "scale", TENSOR_F32, 1, 1, 1.0f) : NULL;
    return to && memcpy(to, &scale, sizeof scale);
}

static bool add_policy(export_job *job, const train_net *net)
{
    return add_text(job, "policy", "arch", net->arch.text) && add_first_layer(job, "policy", net) &&
           add_products(job, "policy", "out", net) &&
           add_floats(job, net, "outb", PART_HEAD_BIAS, 1);
}

/* Compares one kind of net, before and after. */
static bool compare(const train_plan *plan, train_net *net, const nets *n, FILE *out, failure *why)
{
    train_corpus corpus;
    rounding_cost cost;
    const bool good = train_corpus_read(&corpus, plan, net->arch.kind, out, why) &&
                      train_rounding_measure(&cost, net, n, &corpus.data.held_out, &corpus.recipe,
                                             corpus.pool, why);
    if (good) {
        train_rounding_print(&cost, out);
    }
    train_corpus_free(&corpus);
    return good;
}

static bool compare_all(const train_plan *plan, train_net *value, train_net *policy,
                        const char *net_path, FILE *out, failure *why)
{
    nets *n = nets_load(net_path, why);
    const bool good = n && compare(plan, value, n, out, why) && compare(plan, policy, n, out, why);
    nets_free(n);
    return good;
}

bool train_export(const train_plan *plan, const char *value_path, const char *policy_path,
                  const char *net_path, FILE *out, failure *why)
{
    train_state value_state, policy_state;
    export_job job = {.out = out};
    train_net *value = train_checkpoint_read_kind(value_path, TRAIN_VALUE, &value_state, why);
    train_net *policy =
        value ? train_checkpoint_read_kind(policy_path, TRAIN_POLICY, &policy_state, why) : NULL;
    bool good = value && policy;
    if (good && !(add_value(&job, value, value_state.scale) && add_policy(&job, policy))) {
        good = fail(why, "not enough memory to export");
    }
    good = good && net_file_write(net_path, job.tensors, job.count, why);
    if (good) {
        fprintf(out, "%s: %s after %llu steps, %s after %llu steps, %.1f centipawns a unit\n",
                net_path, value->arch.text, (unsigned long long)value_state.step, policy->arch.text,
                (unsigned long long)policy_state.step, (double)value_state.scale);
    }
    good = good && (plan->data_count == 0 || compare_all(plan, value, policy, net_path, out, why));
    for (int i = 0; i < job.count; i++) {
        free(job.data[i]);
    }
    train_net_free(value);
    train_net_free(policy);
    return good;
}
