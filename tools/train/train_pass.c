#include "train_pass.h"

#include <stdlib.h>
#include <string.h>

#include "train_head.h"

/* Rows of a policy head, and of a value net's first dense layer, whose gradients form one task. */
enum { ROW_GROUP = 64, DENSE_GROUP = 8 };

/* Floats of pairs that stay in a core's first-level cache while a group of rows adds them. */
enum { DENSE_BLOCK = 8192 };

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

static bool init_value(train_pass *pass)
{
    const train_net *net = pass->net;
    pass->tail_size = net->size - net->part[PART_TAIL].offset;
    pass->row_factor = train_alloc(net->arch.rows * CHUNK_POSITIONS * sizeof(float));
    pass->tail = train_alloc(CHUNK_SLICES * pass->tail_size * sizeof(float));
    return pass->row_factor && pass->tail;
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
    if (arch->kind == TRAIN_NEGAMAX) {
        pass->row_factor = train_alloc(CHUNK_POSITIONS * sizeof(float));
        return pass->row_factor != NULL;
    }
    pass->pair_gradient = train_alloc((size_t)CHUNK_POSITIONS * arch->pairs * sizeof(float));
    return pass->pair_gradient &&
           (arch->kind == TRAIN_VALUE ? init_value(pass) : init_policy(pass, why));
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
    const bool rounds = settings->rounds && arch->kind != TRAIN_NEGAMAX;
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
    const bool paired = arch->kind != TRAIN_NEGAMAX;
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
        .pairs = paired ? pass->pairs + tile * TILE_PAIRS : NULL,
        .pair_stride = arch->pairs,
        .grain = pass->settings.grain,
    };
    pass->kernels->tile_forward(&job);
    if (!paired) {
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
    if (arch->kind == TRAIN_NEGAMAX) {
        train_negamax_gate(pass, tile);
    } else {
        pass->kernels->tile_gate(active, pass->pair_gradient + tile * TILE_PAIRS, arch->pairs,
                                 lists, train_most(pass->settings.grain));
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

/* The gradient of a group of rows of a value net's first dense layer, in blocks of positions. Each
 * row adds its terms in the same order as without blocks, so the bits are the same. */
static void backward_dense(train_pass *pass, size_t group)
{
    const train_net *net = pass->net;
    const size_t pairs = net->arch.pairs, begin = group * DENSE_GROUP;
    const size_t end = begin + DENSE_GROUP < net->arch.rows ? begin + DENSE_GROUP : net->arch.rows;
    const size_t block = pairs < DENSE_BLOCK ? DENSE_BLOCK / pairs : 1;
    for (size_t at = 0; at < pass->chunk.positions; at += block) {
        const size_t left = pass->chunk.positions - at, count = left < block ? left : block;
        for (size_t row = begin; row < end; row++) {
            pass->kernels->add_rows(net->g + net->part[PART_HEAD].offset + row * pairs,
                                    pass->pairs + at * pairs, pairs, NULL,
                                    pass->row_factor + row * CHUNK_POSITIONS + at, count);
        }
    }
}

/* Adds up the slices' gradients of the tail. */
static void backward_tail(train_pass *pass, size_t slices)
{
    float *sum = pass->net->g + pass->net->part[PART_TAIL].offset;
    for (size_t slice = 0; slice < slices; slice++) {
        const float *part = pass->tail + slice * pass->tail_size;
        for (size_t i = 0; i < pass->tail_size; i++) {
            sum[i] += part[i];
        }
    }
}

static size_t slices_of(const train_pass *pass)
{
    return (pass->chunk.positions + SLICE_POSITIONS - 1) / SLICE_POSITIONS;
}

/* Tasks for the gradients of the head's rows. */
static size_t row_tasks(const train_arch *arch)
{
    const size_t group = arch->kind == TRAIN_POLICY  ? ROW_GROUP
                         : arch->kind == TRAIN_VALUE ? DENSE_GROUP
                                                     : 1;
    return (arch->rows + group - 1) / group;
}

static void backward_task(void *context, int number)
{
    train_pass *pass = context;
    const train_arch *arch = &pass->net->arch;
    size_t tiles = arch->sums / TILE_UNITS, task = (size_t)number;
    if (task < tiles) {
        backward_tile(pass, task);
    } else if (arch->kind == TRAIN_POLICY) {
        backward_rows(pass, task - tiles);
    } else if (arch->kind == TRAIN_NEGAMAX) {
        train_negamax_row(pass, task - tiles);
    } else if (task - tiles < row_tasks(arch)) {
        backward_dense(pass, task - tiles);
    } else {
        backward_tail(pass, slices_of(pass));
    }
}

static int backward_tasks(const train_arch *arch)
{
    const size_t tail = arch->kind == TRAIN_VALUE;
    return (int)(arch->sums / TILE_UNITS + row_tasks(arch) + tail);
}

train_figures train_pass_run(train_pass *pass, float gradient_scale)
{
    const train_arch *arch = &pass->net->arch;
    train_figures sum = {0};
    size_t slices = slices_of(pass);
    pass->learning = gradient_scale != 0.0f;
    pass->gradient_scale = gradient_scale;
    int tiles = (int)(arch->sums / TILE_UNITS);
    thread_pool_run(pass->pool, index_tasks(pass) + tiles, forward_task, pass);
    thread_pool_run(pass->pool, (int)slices, head_task, pass);
    if (pass->learning) {
        thread_pool_run(pass->pool, backward_tasks(arch), backward_task, pass);
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
