#include "train_pass.h"

#include <stdlib.h>
#include <string.h>

#include "nn/net.h"
#include "train_head.h"
#include "train_idle.h"

train_settings train_settings_integer(float smoothing)
{
    return (train_settings){.smoothing = smoothing, .grain = NET_UNITS};
}

/* Finds the head and allocates what it needs. */
static bool init_head(train_pass *pass)
{
    const architecture *arch = &pass->net->arch;
    pass->head = arch->kind == NET_POLICY ? &train_head_policy : &train_head_dense;
    pass->pair_gradient =
        train_alloc((size_t)CHUNK_POSITIONS * train_arch_pairs(arch) * sizeof(float));
    return pass->pair_gradient && pass->head->init(pass);
}

train_pass *train_pass_new(train_net *net, const train_kernels *set, thread_pool *pool,
                           const train_settings *settings, failure *why)
{
    const architecture *arch = &net->arch;
    train_pass *pass = calloc(1, sizeof *pass);
    if (!pass) {
        fail(why, "not enough memory to train");
        return NULL;
    }
    pass->net = net;
    pass->kernels = set;
    pass->pool = pool;
    pass->settings = *settings;
    const size_t lists = (size_t)CHUNK_POSITIONS * train_arch_views(arch);
    pass->active = train_alloc(lists * arch->sums * sizeof(float));
    pass->pairs = train_alloc((size_t)CHUNK_POSITIONS * train_arch_pairs(arch) * sizeof(float));
    const bool rounds = settings->grain > 0.0f;
    const size_t first_layer = (size_t)(arch->inputs + 1) * arch->sums;
    pass->rounded = rounds ? train_alloc(first_layer * sizeof(float)) : NULL;
    pass->chunk = train_chunk_new(arch);
    pass->answers = train_alloc(CHUNK_POSITIONS * sizeof *pass->answers);
    bool good = pass->chunk && pass->answers && pass->active && pass->pairs &&
                !rounds == !pass->rounded && init_head(pass) &&
                train_index_init(&pass->features, arch->inputs, lists * FEATURES_MAX);
    if (!good) {
        fail(why, "not enough memory to train %s", arch->text);
        train_pass_free(pass);
        return NULL;
    }
    return pass;
}

void train_pass_free(train_pass *pass)
{
    if (pass) {
        free(pass->chunk);
        train_index_free(&pass->features);
        train_index_free(&pass->moves);
        free(pass->active);
        free(pass->rounded);
        free(pass->pairs);
        free(pass->pair_gradient);
        free(pass->slots);
        free(pass->row_factor);
        free(pass->tail);
        free(pass->turned);
        free(pass->dense);
        free(pass->answers);
        free(pass);
    }
}

/* A tile's weights as the pass uses them, and its bias. */
static void tile_weights(train_pass *pass, size_t tile, const float **weights, const float **bias)
{
    const architecture *arch = &pass->net->arch;
    const size_t count = (size_t)arch->inputs * TILE_UNITS;
    *weights = train_weights(pass, PART_INPUT) + tile * count;
    *bias = train_weights(pass, PART_BIAS) + tile * TILE_UNITS;
    if (pass->rounded) {
        float *to = pass->rounded + tile * (count + TILE_UNITS);
        pass->kernels->round_all(to, *weights, count, pass->settings.grain);
        pass->kernels->round_all(to + count, *bias, TILE_UNITS, pass->settings.grain);
        *weights = to;
        *bias = to + count;
    }
}

static void forward_tile(train_pass *pass, size_t tile)
{
    const architecture *arch = &pass->net->arch;
    const train_chunk *chunk = pass->chunk;
    const float *weights, *bias;
    tile_weights(pass, tile, &weights, &bias);
    const tile_forward job = {
        .weights = weights,
        .bias = bias,
        .rows = chunk->features[0],
        .counts = chunk->feature_count,
        .row_stride = FEATURES_MAX,
        .positions = chunk->positions * chunk->views,
        .active = train_tile_active(pass, tile),
        .pairs = pass->pairs + tile * TILE_PAIRS,
        .pair_stride = arch->sums / 2,
        .grain = pass->settings.grain,
    };
    pass->kernels->tile_forward(&job);
}

/* The index tasks come first, because they are the longest. */
static int index_tasks(const train_pass *pass)
{
    return !pass->learning ? 0 : pass->chunk->kind == NET_POLICY ? 2 : 1;
}

static void forward_task(void *context, int number)
{
    train_pass *pass = context;
    int indices = index_tasks(pass);
    if (number >= indices) {
        forward_tile(pass, (size_t)(number - indices));
    } else if (number == 0) {
        train_index_features(&pass->features, pass->chunk);
    } else {
        train_index_moves(&pass->moves, pass->chunk, pass->slots);
    }
}

static void slice_task(void *context, int number)
{
    train_pass *pass = context;
    pass->figures[number] = (train_figures){0};
    pass->head->slice(pass, (size_t)number);
}

static void backward_tile(train_pass *pass, size_t tile)
{
    const architecture *arch = &pass->net->arch;
    const size_t lists = pass->chunk->positions * pass->chunk->views;
    float *active = train_tile_active(pass, tile);
    float *weights = train_gradients(pass, PART_INPUT) + tile * arch->inputs * TILE_UNITS;
    float *bias = train_gradients(pass, PART_BIAS) + tile * TILE_UNITS;
    pass->kernels->tile_gate(active, pass->pair_gradient + tile * TILE_PAIRS, arch->sums / 2, lists,
                             train_most(pass->settings.grain));
    pass->kernels->tile_gradient(weights, active, pass->features.start, pass->features.position,
                                 arch->inputs);
    pass->kernels->tile_bias(bias, active, lists);
}

static void backward_task(void *context, int number)
{
    train_pass *pass = context;
    const size_t tiles = pass->net->arch.sums / TILE_UNITS, task = (size_t)number;
    if (task < tiles) {
        backward_tile(pass, task);
    } else {
        pass->head->task(pass, task - tiles);
    }
}

train_figures train_pass_run(train_pass *pass, float gradient_scale)
{
    const architecture *arch = &pass->net->arch;
    const int tiles = (int)(arch->sums / TILE_UNITS), slices = (int)train_slice_count(pass);
    train_figures sum = {0};
    pass->learning = gradient_scale != 0.0f;
    pass->gradient_scale = gradient_scale;
    if (pass->learning && pass->head->begin) {
        pass->head->begin(pass);
    }
    thread_pool_run(pass->pool, index_tasks(pass) + tiles, forward_task, pass);
    thread_pool_run(pass->pool, slices, slice_task, pass);
    if (pass->idle && !pass->learning) {
        train_idle_add(pass->idle, pass);
    }
    if (pass->learning) {
        thread_pool_run(pass->pool, tiles + (int)pass->head->tasks(arch), backward_task, pass);
    }
    for (int slice = 0; slice < slices; slice++) {
        train_figures_add(&sum, &pass->figures[slice]);
    }
    return sum;
}

typedef struct fill_job {
    train_pass *pass;
    const train_source *source;
} fill_job;

static void fill_task(void *context, int number)
{
    const fill_job *job = context;
    size_t slice = (size_t)number;
    train_chunk_fill(job->pass->chunk, job->source, train_slice_begin(slice),
                     train_slice_end(job->pass, slice));
}

train_figures train_pass_source(train_pass *pass, const train_source *source, size_t count,
                                float gradient_scale)
{
    assert(count <= CHUNK_POSITIONS);
    fill_job job = {pass, source};
    pass->chunk->positions = count;
    thread_pool_run(pass->pool, (int)train_slice_count(pass), fill_task, &job);
    return train_pass_run(pass, gradient_scale);
}

train_figures train_pass_set(train_pass *pass, const train_set *set, const train_recipe *recipe)
{
    train_figures sum = {0};
    for (size_t first = 0; first < set->count; first += CHUNK_POSITIONS) {
        train_source source = {set, NULL, first, recipe};
        train_figures part = train_pass_source(pass, &source, train_chunk_size(set, first), 0.0f);
        train_figures_add(&sum, &part);
    }
    return sum;
}
