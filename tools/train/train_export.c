#include "train_export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "nn/net.h"
#include "train_checkpoint.h"
#include "train_rounding.h"
#include "train_rounding_cost.h"

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

static bool add_floats(export_job *job, const char *net, const char *name, const float *from,
                       uint32_t rows, size_t count)
{
    float *to = add_tensor(job, net, name, TENSOR_F32, rows, (uint32_t)(count / rows), 1.0f);
    return to && memcpy(to, from, count * sizeof *to);
}

/* Adds integers in the given type, I8 or I16. */
static bool add_integers(export_job *job, const char *net, const char *name, tensor_type type,
                         const int16_t *from, uint32_t rows, uint32_t columns, float scale)
{
    void *to = add_tensor(job, net, name, type, rows, columns, scale);
    for (size_t i = 0; to && i < (size_t)rows * columns; i++) {
        if (type == TENSOR_I8) {
            ((int8_t *)to)[i] = (int8_t)from[i];
        } else {
            ((int16_t *)to)[i] = from[i];
        }
    }
    return to;
}

/* Says what rounding did to the first layer. */
static void print_input(FILE *out, const char *net, const rounded_net *from)
{
    const train_integers *integers = &from->integers;
    const size_t count = from->net->part[PART_INPUT].count;
    size_t zero = 0;
    for (size_t i = 0; i < count; i++) {
        zero += integers->input[i] == 0;
    }
    fprintf(out, "%s.input: %zu weights, %ld clipped, %zu rounded to zero; %ld %s clipped\n", net,
            count, integers->input_clipped, zero, integers->bias_clipped,
            plural((uint64_t)integers->bias_clipped, "bias", "biases"));
}

/* Says what rounding did to the head. */
static void print_head(FILE *out, const char *net, const char *name, const rounded_net *from)
{
    const train_span *span = &from->net->part[PART_HEAD];
    const float *w = from->net->w + span->offset, scale = from->integers.head_scale;
    double squares = 0.0, errors = 0.0;
    for (size_t i = 0; i < span->count; i++) {
        const double error = (double)(w[i] - scale * from->integers.head[i]);
        squares += (double)w[i] * (double)w[i];
        errors += error * error;
    }
    fprintf(out, "%s.%s: %zu weights in units of %.6f; root mean square %.4f, of rounding %.2g\n",
            net, name, span->count, (double)scale, sqrt(squares / (double)span->count),
            sqrt(errors / (double)span->count));
}

/* Adds a layer behind the first. */
static bool add_layer(export_job *job, const char *net, const rounded_net *from,
                      const train_layer *layer)
{
    const train_arch *arch = &from->net->arch;
    const train_integers *integers = &from->integers;
    const train_span *span = &from->net->part[layer->part];
    if (layer->part == PART_HEAD) {
        print_head(job->out, net, layer->tensor, from);
        return add_integers(job, net, layer->tensor, arch->paired ? TENSOR_I8 : TENSOR_I16,
                            integers->head, layer->rows, arch->pairs, integers->head_scale);
    }
    const float *weights =
        layer->part == PART_HEAD_BIAS ? integers->head_bias : from->net->w + span->offset;
    return add_floats(job, net, layer->tensor, weights, layer->rows, span->count);
}

/* Adds the tensors of a net, in the order of nn/net.h. */
static bool add_net(export_job *job, const rounded_net *from)
{
    const train_arch *arch = &from->net->arch;
    const train_integers *integers = &from->integers;
    const char *net = architecture_kind_name(arch->kind);
    train_layer layers[TRAIN_LAYERS_MAX];
    const int count = train_arch_layers(arch, layers);
    bool good =
        add_text(job, net, "arch", arch->text) &&
        add_integers(job, net, "input", arch->paired ? TENSOR_I8 : TENSOR_I16, integers->input,
                     arch->inputs, arch->sums, integers->unit) &&
        add_integers(job, net, "bias", TENSOR_I16, integers->bias, 1, arch->sums, integers->unit);
    print_input(job->out, net, from);
    for (int i = 0; good && i < count; i++) {
        good = add_layer(job, net, from, &layers[i]);
    }
    return good &&
           (arch->kind == NET_POLICY || add_floats(job, net, "scale", &from->state.scale, 1, 1));
}

/* Rounds a net, with the plan's data if it has any; afterwards only the held-out positions remain
 * in the corpus. The integers of squared sums are fine enough without data. */
static bool round_net(rounded_net *to, const train_plan *plan, FILE *out, failure *why)
{
    if (plan->data_count && !train_corpus_read(&to->corpus, plan, to->net->arch.kind, out, why)) {
        return false;
    }
    train_set *set = &to->corpus.data.set[GAME_TRAINING];
    const bool good = train_round_nearest(&to->integers, to->net, why) &&
                      (!to->net->arch.paired || set->count == 0 ||
                       train_round_by_data(&to->integers, to->net, set, &to->corpus.recipe,
                                           to->corpus.pool, why));
    train_set_free(set);
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
    fprintf(job->out, "%s: %s after %llu %s, %.1f centipawns a unit\n", path, net->arch.text,
            (unsigned long long)from->state.step, plural(from->state.step, "step", "steps"),
            (double)from->state.scale);
    return add_net(job, from) || fail(why, "%s: not enough memory to export it", path);
}

/* Compares the nets before and after rounding. */
static bool compare(const rounded_net nets_before[NET_KINDS], const char *net_path, FILE *out,
                    failure *why)
{
    nets *after = nets_load(net_path, why);
    bool good = after != NULL;
    for (int kind = 0; good && kind < NET_KINDS; kind++) {
        const rounded_net *before = &nets_before[kind];
        const train_corpus *corpus = &before->corpus;
        rounding_cost cost;
        if (before->net) {
            good = train_cost_measure(&cost, before->net, after, &corpus->data.set[GAME_HELD_OUT],
                                      &corpus->recipe, corpus->pool, why);
            if (good) {
                train_cost_print(&cost, out);
            }
        }
    }
    nets_free(after);
    return good;
}

bool train_export(const train_plan *plan, const char *const checkpoint[NET_KINDS],
                  const char *net_path, FILE *out, failure *why)
{
    export_job job = {.out = out};
    rounded_net rounded_nets[NET_KINDS] = {0};
    bool good = whole_file_check(net_path, why);
    for (int kind = 0; good && kind < NET_KINDS; kind++) {
        rounded_net *to = &rounded_nets[kind];
        const char *path = checkpoint[kind];
        good = !path || (to->net = train_checkpoint_read_kind(path, (net_kind)kind, &to->state,
                                                              why)) != NULL;
    }
    for (int kind = 0; good && kind < NET_KINDS; kind++) {
        good =
            !checkpoint[kind] || (round_net(&rounded_nets[kind], plan, out, why) &&
                                  add_checkpoint(&job, &rounded_nets[kind], checkpoint[kind], why));
    }
    good = good && net_file_write(net_path, job.tensors, job.count, why) &&
           (plan->data_count == 0 || compare(rounded_nets, net_path, out, why));
    for (int i = 0; i < job.count; i++) {
        free(job.data[i]);
    }
    for (int kind = 0; kind < NET_KINDS; kind++) {
        free_rounded(&rounded_nets[kind]);
    }
    return good;
}
