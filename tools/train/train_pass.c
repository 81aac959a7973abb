#include "train_pass.h"

#include <stdlib.h>
#include <string.h>

#include "train_dense.h"
#include "train_head.h"

/* Rows of a policy head whose gradients form one task. */
enum { ROW_GROUP = 64 };

void train_figures_add(train_figures *sum, const train_figures *part)
{
    sum->positions += part->positions;
    sum->loss += part->loss;
    sum->weight += part->weight;
    sum->cross_entropy += part->cross_entropy;
    sum->top1 += part->top1;
    sum->top3 += part->top3;
    sum->error += part->error;
    sum->near_error += part->near_error;
    sum->near += part->near;
}

train_settings train_settings_integer(float smoothing)
{
    return (train_settings){.smoothing = smoothing, .grain = 128.0f, .rounds = true};
}

static bool init_policy(train_pass *pass, failure *why)
{
    const size_t entries = (size_t)CHUNK_POSITIONS * QUERY_ROWS_MAX;
    pass->slots = train_alloc(entries * sizeof(uint32_t));
    pass->row_factor = train_alloc(entries * sizeof(float));
    return pass->slots && pass->row_factor &&
           train_index_init(&pass->moves, pass->net->arch.rows, entries, why);
}

static bool init_head(train_pass *pass, failure *why)
{
    const train_arch *arch = &pass->net->arch;
    if (arch->paired) {
        pass->pair_gradient = train_alloc((size_t)CHUNK_POSITIONS * arch->pairs * sizeof(float));
        return pass->pair_gradient &&
               (train_arch_dense(arch) ? train_dense_init(pass) : init_policy(pass, why));
    }
    pass->row_factor = train_alloc(CHUNK_POSITIONS * sizeof(float));
    return pass->row_factor != NULL;
}

train_pass *train_pass_new(train_net *net, const train_kernels *set, thread_pool *pool,
                           const train_settings *settings, failure *why)
{
    const train_arch *arch = &net->arch;
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
    pass->pairs = train_alloc((size_t)CHUNK_POSITIONS * arch->pairs * sizeof(float));
    const bool rounds = settings->rounds && arch->paired;
    const size_t first_layer = (size_t)(arch->inputs + 1) * arch->sums;
    pass->rounded = rounds ? train_alloc(first_layer * sizeof(float)) : NULL;
    bool good = pass->active && pass->pairs && !rounds == !pass->rounded && init_head(pass, why) &&
                train_chunk_init(&pass->chunk, arch, why) &&
                train_index_init(&pass->features, arch->inputs, lists * FEATURES_MAX, why);
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
        train_chunk_free(&pass->chunk);
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
        free(pass);
    }
}

/* A tile's weights as the pass uses them, and its bias. */
static void tile_weights(train_pass *pass, size_t tile, const float **weights, const float **bias)
{
    const train_arch *arch = &pass->net->arch;
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
    const train_arch *arch = &pass->net->arch;
    const train_chunk *chunk = &pass->chunk;
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
        .pairs = arch->paired ? pass->pairs + tile * TILE_PAIRS : NULL,
        .pair_stride = arch->sums / 2,
        .grain = pass->settings.grain,
    };
    pass->kernels->tile_forward(&job);
    if (!arch->paired) {
        train_negamax_square(pass, tile);
    }
}

/* The index tasks come first, because they are the longest. */
static int index_tasks(const train_pass *pass)
{
    return !pass->learning ? 0 : pass->chunk.kind == TRAIN_POLICY ? 2 : 1;
}

static void forward_task(void *context, int number)
{
    train_pass *pass = context;
    int indices = index_tasks(pass);
    if (number >= indices) {
        forward_tile(pass, (size_t)(number - indices));
    } else if (number == 0) {
        train_index_features(&pass->features, &pass->chunk);
    } else {
        train_index_moves(&pass->moves, &pass->chunk, pass->slots);
    }
}

static void head_task(void *context, int number)
{
    train_pass *pass = context;
    pass->figures[number] = (train_figures){0};
    if (pass->chunk.kind == TRAIN_VALUE) {
        train_value_slice(pass, (size_t)number);
    } else if (pass->chunk.kind == TRAIN_NEGAMAX) {
        train_negamax_slice(pass, (size_t)number);
    } else {
        train_policy_slice(pass, (size_t)number);
    }
}

static void backward_tile(train_pass *pass, size_t tile)
{
    const train_net *net = pass->net;
    const train_arch *arch = &net->arch;
    const size_t lists = pass->chunk.positions * pass->chunk.views;
    float *active = train_tile_active(pass, tile);
    float *weights = net->g + net->part[PART_INPUT].offset + tile * arch->inputs * TILE_UNITS;
    float *bias = net->g + net->part[PART_BIAS].offset + tile * TILE_UNITS;
    if (arch->paired) {
        pass->kernels->tile_gate(active, pass->pair_gradient + tile * TILE_PAIRS, arch->sums / 2,
                                 lists, train_most(pass->settings.grain));
    } else {
        train_negamax_gate(pass, tile);
    }
    pass->kernels->tile_gradient(weights, active, pass->features.start, pass->features.position,
                                 arch->inputs);
    pass->kernels->tile_bias(bias, active, lists);
}

/* The gradient of a group of policy rows and their biases. */
static void backward_rows(train_pass *pass, size_t group)
{
    const train_net *net = pass->net;
    const train_index *index = &pass->moves;
    const size_t pairs = net->arch.pairs, begin = group * ROW_GROUP;
    const size_t end = begin + ROW_GROUP < index->rows ? begin + ROW_GROUP : index->rows;
    for (size_t row = begin; row < end; row++) {
        const uint32_t first = index->start[row], last = index->start[row + 1];
        float *bias = net->g + net->part[PART_HEAD_BIAS].offset + row;
        for (uint32_t i = first; i < last; i++) {
            *bias += pass->row_factor[i];
        }
        pass->kernels->add_rows(net->g + net->part[PART_HEAD].offset + row * pairs, pass->pairs,
                                pairs, index->position + first, pass->row_factor + first,
                                last - first);
    }
}

static size_t slices_of(const train_pass *pass)
{
    return (pass->chunk.positions + SLICE_POSITIONS - 1) / SLICE_POSITIONS;
}

/* Tasks for the gradients after the first layer. */
static size_t head_tasks(const train_arch *arch)
{
    if (train_arch_dense(arch)) {
        return train_dense_tasks(arch);
    }
    return arch->kind == TRAIN_POLICY ? (arch->rows + ROW_GROUP - 1) / ROW_GROUP : arch->rows;
}

static void backward_task(void *context, int number)
{
    train_pass *pass = context;
    const train_arch *arch = &pass->net->arch;
    size_t tiles = arch->sums / TILE_UNITS, task = (size_t)number;
    if (task < tiles) {
        backward_tile(pass, task);
    } else if (train_arch_dense(arch)) {
        train_dense_task(pass, task - tiles);
    } else if (arch->kind == TRAIN_POLICY) {
        backward_rows(pass, task - tiles);
    } else {
        train_negamax_row(pass, task - tiles);
    }
}

train_figures train_pass_run(train_pass *pass, float gradient_scale)
{
    const train_arch *arch = &pass->net->arch;
    train_figures sum = {0};
    size_t slices = slices_of(pass);
    pass->learning = gradient_scale != 0.0f;
    pass->gradient_scale = gradient_scale;
    int tiles = (int)(arch->sums / TILE_UNITS);
    if (pass->learning && train_arch_dense(arch)) {
        train_dense_begin(pass);
    }
    thread_pool_run(pass->pool, index_tasks(pass) + tiles, forward_task, pass);
    thread_pool_run(pass->pool, (int)slices, head_task, pass);
    if (pass->learning) {
        thread_pool_run(pass->pool, tiles + (int)head_tasks(arch), backward_task, pass);
    }
    for (size_t slice = 0; slice < slices; slice++) {
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
    train_chunk_fill(&job->pass->chunk, job->source, train_slice_begin(slice),
                     train_slice_end(job->pass, slice));
}

train_figures train_pass_source(train_pass *pass, const train_source *source, size_t count,
                                float gradient_scale)
{
    assert(count <= CHUNK_POSITIONS);
    fill_job job = {pass, source};
    pass->chunk.positions = count;
    thread_pool_run(pass->pool, (int)slices_of(pass), fill_task, &job);
    return train_pass_run(pass, gradient_scale);
}
