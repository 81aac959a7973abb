#include "train_export.h"

#include <math.h>
#include <string.h>

#include "base/plural.h"
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

/* The tensors of the net file that is being made. Their data belong to the rounded nets. */
typedef struct export_job {
    tensor tensors[TENSORS_MAX];
    int count;
    FILE *out;
} export_job;

static void add(export_job *job, net_kind kind, const char *name, const tensor *t)
{
    tensor *to = &job->tensors[job->count++];
    *to = *t;
    snprintf(to->name, sizeof to->name, "%s.%s", architecture_kind_name(kind), name);
}

/* Adds floats as a matrix. */
static void add_floats(export_job *job, net_kind kind, const char *name, const float *from,
                       uint32_t rows, size_t count)
{
    add(job, kind, name,
        &(tensor){.type = TENSOR_F32,
                  .rows = rows,
                  .columns = (uint32_t)(count / rows),
                  .scale = 1.0f,
                  .data = from});
}

/* Adds integers as a matrix. Bytes are packed in place. */
static void add_integers(export_job *job, net_kind kind, const char *name, tensor_type type,
                         int16_t *from, uint32_t rows, uint32_t columns, float scale)
{
    int8_t *bytes = (int8_t *)from;
    for (size_t i = 0; type == TENSOR_I8 && i < (size_t)rows * columns; i++) {
        bytes[i] = (int8_t)from[i];
    }
    add(job, kind, name,
        &(tensor){.type = type, .rows = rows, .columns = columns, .scale = scale, .data = from});
}

/* Says what rounding did to the first layer. */
static void print_input(FILE *out, const rounded_net *from)
{
    const train_integers *integers = &from->integers;
    const size_t count = from->net->part[PART_INPUT].count;
    size_t zero = 0;
    for (size_t i = 0; i < count; i++) {
        zero += integers->input[i] == 0;
    }
    fprintf(out, "%s.input: %zu weights, %ld clipped, %zu rounded to zero; %ld %s clipped\n",
            architecture_kind_name(from->net->arch.kind), count, integers->input_clipped, zero,
            integers->bias_clipped, plural((uint64_t)integers->bias_clipped, "bias", "biases"));
}

/* Says what rounding did to the head. */
static void print_head(FILE *out, const char *name, const rounded_net *from)
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
            architecture_kind_name(from->net->arch.kind), name, span->count, (double)scale,
            sqrt(squares / (double)span->count), sqrt(errors / (double)span->count));
}

/* Adds the tensors of a net, in the order of nn/net.h, and says what rounding did. */
static void add_net(export_job *job, rounded_net *from)
{
    const train_net *net = from->net;
    const architecture *arch = &net->arch;
    const net_kind kind = arch->kind;
    const tensor_type type = arch->paired ? TENSOR_I8 : TENSOR_I16;
    train_integers *i = &from->integers;
    const char *head = net->part[PART_HEAD].tensor;
    print_input(job->out, from);
    print_head(job->out, head, from);
    add(job, kind, "arch",
        &(tensor){.type = TENSOR_TEXT,
                  .rows = 1,
                  .columns = (uint32_t)strlen(arch->text),
                  .scale = 1.0f,
                  .data = arch->text});
    add_integers(job, kind, "input", type, i->input, arch->inputs, arch->sums, i->unit);
    add_integers(job, kind, "bias", TENSOR_I16, i->bias, 1, arch->sums, i->unit);
    add_integers(job, kind, head, type, i->head, train_arch_rows(arch), train_arch_pairs(arch),
                 i->head_scale);
    for (int part = PART_HEAD_BIAS; part < PARTS; part++) {
        const train_span *span = &net->part[part];
        if (span->count > 0) {
            add_floats(job, kind, span->tensor,
                       part == PART_HEAD_BIAS ? i->head_bias : net->w + span->offset, span->rows,
                       span->count);
        }
    }
    if (kind != NET_POLICY) {
        add_floats(job, kind, "scale", &from->state.scale, 1, 1);
    }
}

/* Rounds a net, with the plan's data if it has any. Afterwards only the held-out positions remain
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
        rounded_net *from = &rounded_nets[kind];
        if (from->net && (good = round_net(from, plan, out, why))) {
            fprintf(out, "%s: %s after %llu %s, %.1f centipawns a unit\n", checkpoint[kind],
                    from->net->arch.text, (unsigned long long)from->state.step,
                    plural(from->state.step, "step", "steps"), (double)from->state.scale);
            add_net(&job, from);
        }
    }
    good = good && net_file_write(net_path, job.tensors, job.count, why) &&
           (plan->data_count == 0 || compare(rounded_nets, net_path, out, why));
    for (int kind = 0; kind < NET_KINDS; kind++) {
        free_rounded(&rounded_nets[kind]);
    }
    return good;
}
