#include "train_export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "nn/net.h"
#include "train_checkpoint.h"
#include "train_round.h"
#include "train_rounding.h"

enum { TENSORS_MAX = 32 };

/* A checkpoint that is being rounded. */
typedef struct rounded_net {
    train_net *net;
    train_state state;
    train_integers integers;
    train_corpus corpus; /* empty without data */
} rounded_net;

/* The net file that is being made; it owns the data of its tensors. */
typedef struct export_job {
    tensor tensors[TENSORS_MAX];
    void *data[TENSORS_MAX];
    int count;
    FILE *out;
} export_job;

/* Adds a tensor with memory for its values. Returns NULL if memory is short. */
static void *add_tensor(export_job *job, const char *net, const char *name, tensor_type type,
                        uint32_t rows, uint32_t columns, float scale)
{
    tensor *t = &job->tensors[job->count];
    *t = (tensor){.type = type, .rows = rows, .columns = columns, .scale = scale};
    snprintf(t->name, sizeof t->name, "%s.%s", net, name);
    void *data = train_alloc(net_file_tensor_bytes(type, rows, columns));
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
    const char *net = train_kind_name(from->arch.kind);
    float *to = add_tensor(job, net, name, TENSOR_F32, rows, columns, 1.0f);
    return to && memcpy(to, from->w + span->offset, span->count * sizeof *to);
}

static bool add_first_layer(export_job *job, const char *net, const rounded_net *from)
{
    const train_arch *arch = &from->net->arch;
    const train_integers *integers = &from->integers;
    const size_t count = (size_t)arch->inputs * arch->sums;
    const float unit = 1.0f / NET_UNITS;
    int8_t *input = add_tensor(job, net, "input", TENSOR_I8, arch->inputs, arch->sums, unit);
    int16_t *bias = add_tensor(job, net, "bias", TENSOR_I16, 1, arch->sums, unit);
    if (!input || !bias) {
        return false;
    }
    memcpy(input, integers->input, count);
    memcpy(bias, integers->bias, arch->sums * sizeof *bias);
    size_t zero = 0;
    for (size_t i = 0; i < count; i++) {
        zero += input[i] == 0;
    }
    fprintf(job->out, "%s.input: %zu weights, %ld clipped, %zu rounded to zero; %ld %s clipped\n",
            net, count, integers->input_clipped, zero, integers->bias_clipped,
            plural((uint64_t)integers->bias_clipped, "bias", "biases"));
    return true;
}

/* Adds the rows that meet the pairs. */
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

static bool add_head_bias(export_job *job, const char *net, const char *name, uint32_t sets,
                          const rounded_net *from)
{
    const uint32_t rows = from->net->arch.rows;
    float *to = add_tensor(job, net, name, TENSOR_F32, sets, rows / sets, 1.0f);
    return to && memcpy(to, from->integers.head_bias, rows * sizeof *to);
}

static bool add_scale(export_job *job, const char *net, float scale)
{
    float *to = add_tensor(job, net, "scale", TENSOR_F32, 1, 1, 1.0f);
    return to && memcpy(to, &scale, sizeof scale);
}

/* Adds a net with dense layers. */
static bool add_dense(export_job *job, const rounded_net *from)
{
    const train_net *net = from->net;
    const train_arch *arch = &net->arch;
    const char *name = train_kind_name(arch->kind);
    const uint32_t sets = arch->buckets;
    bool good = add_text(job, name, "arch", arch->text) && add_first_layer(job, name, from) &&
                add_products(job, name, "l1", from) &&
                add_head_bias(job, name, "l1b", sets, from) &&
                add_floats(job, net, "l2", PART_L2, sets * arch->l1) &&
                add_floats(job, net, "l2b", PART_L2_BIAS, sets) &&
                add_floats(job, net, "l3", PART_L3, sets * arch->l2) &&
                add_floats(job, net, "l3b", PART_L3_BIAS, sets);
    return good && add_scale(job, name, from->state.scale);
}

static bool add_policy(export_job *job, const rounded_net *from)
{
    return add_text(job, "policy", "arch", from->net->arch.text) &&
           add_first_layer(job, "policy", from) && add_products(job, "policy", "out", from) &&
           add_head_bias(job, "policy", "outb", 1, from);
}

static bool add_negamax_input(export_job *job, const train_net *from)
{
    const train_arch *arch = &from->arch;
    const float one = NET_NEGAMAX_UNITS;
    int16_t *input =
        add_tensor(job, "negamax", "input", TENSOR_I16, arch->inputs, arch->sums, 1 / one);
    int16_t *bias = add_tensor(job, "negamax", "bias", TENSOR_I16, 1, arch->sums, 1 / one);
    if (!input || !bias) {
        return false;
    }
    long clipped = 0, bias_clipped = 0, zero = 0;
    for (uint32_t i = 0; i < arch->inputs; i++) {
        for (uint32_t u = 0; u < arch->sums; u++) {
            float value = one * *train_input_weight(from, i, u);
            int word = train_rounded(value, NET_NEGAMAX_INPUT_MAX, &clipped);
            input[(size_t)i * arch->sums + u] = (int16_t)word;
            zero += word == 0;
        }
    }
    for (uint32_t u = 0; u < arch->sums; u++) {
        float value = one * *train_input_bias(from, u);
        bias[u] = (int16_t)train_rounded(value, NET_BIAS_MAX, &bias_clipped);
    }
    fprintf(job->out,
            "negamax.input: %zu weights, %ld clipped, %ld rounded to zero; %ld %s clipped\n",
            from->part[PART_INPUT].count, clipped, zero, bias_clipped,
            plural((uint64_t)bias_clipped, "bias", "biases"));
    return true;
}

/* The largest sum of absolute weights of an output row for one view. */
static float heaviest_row(const train_net *net)
{
    const float *w = net->w + net->part[PART_HEAD].offset;
    float heaviest = 1e-6f;
    for (uint32_t half = 0; half < 2 * net->arch.rows; half++) {
        float sum = 0.0f;
        for (uint32_t u = 0; u < net->arch.sums; u++) {
            sum += fabsf(*w++);
        }
        heaviest = fmaxf(heaviest, sum);
    }
    return heaviest;
}

/* Adds the output rows, with the finest unit that the heaviest row allows. Rounding adds at most
 * half a unit to each absolute weight. */
static bool add_negamax_rows(export_job *job, const train_net *from)
{
    const train_arch *arch = &from->arch;
    const train_span *span = &from->part[PART_HEAD];
    const float *w = from->w + span->offset;
    const float room = DOT_SQUARES_WEIGHTS_MAX - 0.5f * (float)arch->sums;
    const float scale = heaviest_row(from) / room;
    int16_t *to = add_tensor(job, "negamax", "out", TENSOR_I16, arch->rows, arch->pairs, scale);
    long clipped = 0;
    for (size_t i = 0; to && i < span->count; i++) {
        to[i] = (int16_t)train_rounded(w[i] / scale, INT16_MAX, &clipped);
    }
    fprintf(job->out, "negamax.out: %zu weights in units of %.6f, %ld clipped\n", span->count,
            (double)scale, clipped);
    return to != NULL;
}

static bool add_negamax(export_job *job, const train_net *net, float scale)
{
    return add_text(job, "negamax", "arch", net->arch.text) && add_negamax_input(job, net) &&
           add_negamax_rows(job, net) && add_floats(job, net, "outb", PART_HEAD_BIAS, 1) &&
           add_scale(job, "negamax", scale);
}

/* Rounds a net, with the plan's data if it has any; afterwards only the held-out positions remain
 * in the corpus. The integers of squared sums are fine enough, so add_negamax makes them without
 * data. */
static bool round_net(rounded_net *to, const train_plan *plan, FILE *out, failure *why)
{
    if (plan->data_count && !train_corpus_read(&to->corpus, plan, to->net->arch.kind, out, why)) {
        return false;
    }
    const bool good =
        !to->net->arch.paired ||
        (train_round_nearest(&to->integers, to->net, why) &&
         train_round_by_data(&to->integers, to->net, &to->corpus.data.set[GAME_TRAINING],
                             &to->corpus.recipe, to->corpus.pool, why));
    train_set_free(&to->corpus.data.set[GAME_TRAINING]);
    return good;
}

static void free_rounded(rounded_net *of)
{
    train_integers_free(&of->integers);
    train_corpus_free(&of->corpus);
    train_net_free(of->net);
}

/* Adds the net of a checkpoint and prints its name. */
static bool add_checkpoint(export_job *job, const rounded_net *from, const char *path, failure *why)
{
    const train_net *net = from->net;
    const train_kind kind = net->arch.kind;
    fprintf(job->out, "%s: %s after %llu %s, %.1f centipawns a unit\n", path, net->arch.text,
            (unsigned long long)from->state.step, plural(from->state.step, "step", "steps"),
            (double)from->state.scale);
    const bool good = train_arch_dense(&net->arch) ? add_dense(job, from)
                      : kind == TRAIN_POLICY       ? add_policy(job, from)
                                                   : add_negamax(job, net, from->state.scale);
    return good || fail(why, "%s: not enough memory to export it", path);
}

/* Compares the nets before and after rounding. */
static bool compare(const rounded_net nets_before[TRAIN_KINDS], const char *net_path, FILE *out,
                    failure *why)
{
    nets *after = nets_load(net_path, why);
    bool good = after != NULL;
    for (int kind = 0; good && kind < TRAIN_KINDS; kind++) {
        const rounded_net *before = &nets_before[kind];
        const train_corpus *corpus = &before->corpus;
        rounding_cost cost;
        if (before->net) {
            good =
                train_rounding_measure(&cost, before->net, after, &corpus->data.set[GAME_HELD_OUT],
                                       &corpus->recipe, corpus->pool, why);
            if (good) {
                train_rounding_print(&cost, out);
            }
        }
    }
    nets_free(after);
    return good;
}

bool train_export(const train_plan *plan, const char *const checkpoint[TRAIN_KINDS],
                  const char *net_path, FILE *out, failure *why)
{
    export_job job = {.out = out};
    rounded_net rounded_nets[TRAIN_KINDS] = {0};
    bool good = whole_file_check(net_path, why);
    for (int kind = 0; good && kind < TRAIN_KINDS; kind++) {
        rounded_net *to = &rounded_nets[kind];
        const char *path = checkpoint[kind];
        good = !path || (to->net = train_checkpoint_read_kind(path, (train_kind)kind, &to->state,
                                                              why)) != NULL;
    }
    for (int kind = 0; good && kind < TRAIN_KINDS; kind++) {
        good =
            !checkpoint[kind] || (round_net(&rounded_nets[kind], plan, out, why) &&
                                  add_checkpoint(&job, &rounded_nets[kind], checkpoint[kind], why));
    }
    good = good && net_file_write(net_path, job.tensors, job.count, why) &&
           (plan->data_count == 0 || compare(rounded_nets, net_path, out, why));
    for (int i = 0; i < job.count; i++) {
        free(job.data[i]);
    }
    for (int kind = 0; kind < TRAIN_KINDS; kind++) {
        free_rounded(&rounded_nets[kind]);
    }
    return good;
}
