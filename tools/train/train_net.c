#include "train_net.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "nn/features.h"
#include "nn/net.h"

/* Bounds of the integer nets: first-layer weights are int8 in 1/128, biases int16 in 1/128 and at
 * most 16384 in absolute value; rows after the pairs are int8 with a scale of their own. */
static const float input_bound = 0.99f, bias_bound = 127.0f, head_bound = 1.98f;
static const float unbounded = 1e30f;

enum { STEP_RUN = 1 << 15, ALIGNMENT = 64 };

void *train_alloc(size_t bytes)
{
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *memory = aligned_alloc(ALIGNMENT, rounded ? rounded : ALIGNMENT);
    return memory ? memset(memory, 0, rounded) : NULL;
}

uint32_t train_arch_variants(const architecture *arch)
{
    return arch->inputs > FEATURE_ROWS_PLAIN ? arch->inputs / FEATURE_ROWS_PLAIN : 1;
}

static void lay_out(train_net *net)
{
    const architecture *a = &net->arch;
    const bool dense = train_arch_dense(a);
    const uint32_t variants = train_arch_variants(a), pairs = train_arch_pairs(a);
    const uint32_t sets = a->buckets, rows = train_arch_rows(a);
    const struct {
        const char *tensor;
        uint32_t rows, columns;
        float bound;
        bool decays;
    } part[PARTS] = {
        [PART_INPUT] = {"input", a->inputs, a->sums, input_bound, true},
        [PART_SHARED] = {NULL, variants > 1 ? a->inputs / variants : 0, a->sums, unbounded, false},
        [PART_BIAS] = {"bias", 1, a->sums, bias_bound, false},
        [PART_HEAD] = {dense ? "l1" : "out", rows, pairs, head_bound, true},
        [PART_HEAD_BIAS] = {dense ? "l1b" : "outb", sets, rows / sets, unbounded, false},
        [PART_L2] = {"l2", sets * a->l1, a->l2, unbounded, true},
        [PART_L2_BIAS] = {"l2b", sets, a->l2, unbounded, false},
        [PART_L3] = {"l3", sets * a->l2, a->outputs, unbounded, true},
        [PART_L3_BIAS] = {"l3b", dense ? sets : 0, a->outputs, unbounded, false},
    };
    for (int i = 0; i < PARTS; i++) {
        const size_t count = (size_t)part[i].rows * part[i].columns;
        net->part[i] = (train_span){.tensor = part[i].tensor,
                                    .rows = part[i].rows,
                                    .columns = part[i].columns,
                                    .bound = part[i].bound,
                                    .decays = part[i].decays,
                                    .offset = net->size,
                                    .count = count};
        net->size += (count + 15) / 16 * 16;
    }
}

/* The mean and the standard deviation of a part's first weights. About 32 inputs are active, so
 * the sums of the first layer have a deviation of one. With first biases of 0 a quarter of the
 * units of l2 died within some hundred steps (train_idle.h), with 0.25 one of 32. */
typedef struct first_weights {
    float mean, deviation;
} first_weights;

static first_weights first_weights_of(const architecture *arch, train_part part)
{
    const float pairs = (float)train_arch_pairs(arch);
    const bool dense = train_arch_dense(arch);
    switch (part) {
    case PART_INPUT:
        return (first_weights){0.0f, sqrtf(1.0f / 32.0f)};
    case PART_HEAD:
        return (first_weights){0.0f, dense ? sqrtf(2.0f / pairs) : 0.5f * sqrtf(1.0f / pairs)};
    case PART_HEAD_BIAS:
    case PART_L2_BIAS:
        return (first_weights){dense ? 0.25f : 0.0f, 0.0f};
    case PART_L2:
        return (first_weights){0.0f, sqrtf(2.0f / (float)arch->l1)};
    case PART_L3:
        return (first_weights){0.0f, sqrtf(1.0f / (float)arch->l2)};
    default:
        return (first_weights){0.0f, 0.0f};
    }
}

void train_net_draw(train_net *net, train_part part, size_t at, uint64_t *state)
{
    const first_weights first = first_weights_of(&net->arch, part);
    const float uniform = 2.0f * random_uniform(state) - 1.0f;
    net->w[at] = first.mean + uniform * first.deviation * sqrtf(3.0f);
    net->m[at] = net->v[at] = 0.0f;
}

static void draw_part(train_net *net, train_part part, uint64_t *state)
{
    const train_span *span = &net->part[part];
    for (size_t i = 0; i < span->count; i++) {
        train_net_draw(net, part, span->offset + i, state);
    }
}

/* Copies the weights of the first variant of each piece and square to its other variants. */
static void share_input(train_net *net)
{
    const architecture *arch = &net->arch;
    const uint32_t variants = train_arch_variants(arch);
    const size_t run = (size_t)arch->inputs / variants * TILE_UNITS;
    float *w = net->w + net->part[PART_INPUT].offset;
    for (uint32_t i = 0; i < arch->sums / TILE_UNITS * variants; i++) {
        memcpy(w + i * run, w + (i - i % variants) * run, i % variants ? run * sizeof *w : 0);
    }
}

/* Copies the first set of dense layers to the others. */
static void share_layers(train_net *net)
{
    static const train_part parts[] = {PART_HEAD, PART_L2, PART_L3};
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        float *w = net->w + net->part[parts[p]].offset;
        const size_t run = net->part[parts[p]].count / net->arch.buckets;
        for (size_t set = 1; set < net->arch.buckets; set++) {
            memcpy(w + set * run, w, run * sizeof *w);
        }
    }
}

static void draw_all(train_net *net, uint64_t seed)
{
    static const train_part dense[] = {PART_L2, PART_L3, PART_HEAD_BIAS, PART_L2_BIAS};
    uint64_t state = random_mix(seed + 1);
    draw_part(net, PART_INPUT, &state);
    share_input(net);
    draw_part(net, PART_HEAD, &state);
    for (size_t i = 0; train_arch_dense(&net->arch) && i < sizeof dense / sizeof *dense; i++) {
        draw_part(net, dense[i], &state);
    }
    share_layers(net);
}

train_net *train_net_new(const architecture *arch, uint64_t seed, failure *why)
{
    assert(arch->sums % TILE_UNITS == 0 && arch->inputs % train_arch_variants(arch) == 0);
    train_net *net = calloc(1, sizeof *net);
    if (net) {
        net->arch = *arch;
        lay_out(net);
        net->w = train_alloc(net->size * sizeof(float));
        net->g = train_alloc(net->size * sizeof(float));
        net->m = train_alloc(net->size * sizeof(float));
        net->v = train_alloc(net->size * sizeof(float));
    }
    if (!net || !net->w || !net->g || !net->m || !net->v) {
        train_net_free(net);
        fail(why, "not enough memory for a net %s", arch->text);
        return NULL;
    }
    draw_all(net, seed);
    return net;
}

void train_net_free(train_net *net)
{
    if (net) {
        free(net->w);
        free(net->g);
        free(net->m);
        free(net->v);
        free(net);
    }
}

typedef struct step_job {
    train_net *net;
    const train_kernels *kernels;
    adam_step step;
} step_job;

/* Steps `count` parameters of a part, from index `from` of the whole array. */
static void step_span(const step_job *job, train_part part, size_t from, size_t count)
{
    train_net *net = job->net;
    const train_span *span = &net->part[part];
    adam_step step = job->step;
    step.bound = span->bound;
    step.decay = span->decays ? step.decay : 0.0f;
    job->kernels->adam(net->w + from, net->g + from, net->m + from, net->v + from, count, &step);
}

/* Adds up the gradients of the variants, which is the gradient of their shared part. */
static void gather_shared(const float *restrict g, float *restrict shared, size_t run,
                          uint32_t variants)
{
    for (uint32_t variant = 0; variant < variants; variant++) {
        for (size_t i = 0; i < run; i++) {
            shared[i] += g[variant * run + i];
        }
    }
}

/* Moves the weights of all variants by the shared step, and sets that to zero. */
static void scatter_shared(float *restrict w, float *restrict shared, size_t run, uint32_t variants,
                           float bound)
{
    for (uint32_t variant = 0; variant < variants; variant++) {
        for (size_t i = 0; i < run; i++) {
            float next = w[variant * run + i] + shared[i];
            next = next < bound ? next : bound;
            w[variant * run + i] = next > -bound ? next : -bound;
        }
    }
    memset(shared, 0, run * sizeof *shared);
}

/* Steps one tile of the first layer. */
static void step_tile(const step_job *job, size_t tile)
{
    train_net *net = job->net;
    const architecture *arch = &net->arch;
    const uint32_t variants = train_arch_variants(arch);
    const size_t whole = (size_t)arch->inputs * TILE_UNITS, run = whole / variants;
    const size_t from = net->part[PART_INPUT].offset + tile * whole;
    const size_t shared = net->part[PART_SHARED].offset + tile * run;
    if (variants > 1) {
        gather_shared(net->g + from, net->g + shared, run, variants);
        step_span(job, PART_SHARED, shared, run);
    }
    step_span(job, PART_INPUT, from, whole);
    if (variants > 1) {
        scatter_shared(net->w + from, net->w + shared, run, variants, net->part[PART_INPUT].bound);
    }
}

/* Steps the parameters after the first layer, in runs of STEP_RUN, which may cross part
 * boundaries. */
static void step_run(const step_job *job, size_t number)
{
    const train_net *net = job->net;
    size_t begin = net->part[PART_BIAS].offset + number * STEP_RUN, end = begin + STEP_RUN;
    for (int i = PART_BIAS; i < PARTS; i++) {
        const train_span *part = &net->part[i];
        size_t from = part->offset > begin ? part->offset : begin;
        size_t last = part->offset + part->count, to = last < end ? last : end;
        if (from < to) {
            step_span(job, (train_part)i, from, to - from);
        }
    }
}

static void step_task(void *context, int number)
{
    const step_job *job = context;
    size_t tiles = job->net->arch.sums / TILE_UNITS, task = (size_t)number;
    if (task < tiles) {
        step_tile(job, task);
    } else {
        step_run(job, task - tiles);
    }
}

void train_net_step(train_net *net, const train_kernels *set, thread_pool *pool,
                    const train_step *step)
{
    assert(step->number >= 1);
    const double beta1 = (double)step->beta1, beta2 = 0.999;
    step_job job = {net,
                    set,
                    {.rate = step->rate,
                     .beta1 = step->beta1,
                     .beta2 = (float)beta2,
                     .correct1 = (float)(1.0 / (1.0 - pow(beta1, (double)step->number))),
                     .correct2 = (float)(1.0 / (1.0 - pow(beta2, (double)step->number))),
                     .epsilon = 1e-8f,
                     .decay = step->decay}};
    size_t rest = net->size - net->part[PART_BIAS].offset;
    size_t tasks = net->arch.sums / TILE_UNITS + (rest + STEP_RUN - 1) / STEP_RUN;
    thread_pool_run(pool, (int)tasks, step_task, &job);
}
