#include "train_round.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/net.h"
#include "train_pass.h"
#include "train_plan.h"

/* Units of the first layer in one. */
static const float units = 128.0f;

enum { I8_MAX = 127, BIAS_MAX = 16384, SWEEPS_MAX = 8 };

/* Positions that the first layer and the head are rounded by. */
enum { INPUT_SAMPLE = 200000, HEAD_SAMPLE = 20000 };

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

static void nearest_input(train_integers *to, const train_net *net)
{
    const uint32_t sums = net->arch.sums;
    for (uint32_t i = 0; i < net->arch.inputs; i++) {
        for (uint32_t u = 0; u < sums; u++) {
            const float wanted = units * train_input_weight(net, i, u);
            to->input[(size_t)i * sums + u] = (int8_t)rounded(wanted, I8_MAX, &to->input_clipped);
        }
    }
    for (uint32_t u = 0; u < sums; u++) {
        const float wanted = units * train_input_bias(net, u);
        to->bias[u] = (int16_t)rounded(wanted, BIAS_MAX, &to->bias_clipped);
    }
}

static void nearest_head(train_integers *to, const train_net *net)
{
    const train_span *span = &net->part[PART_HEAD];
    const float *w = net->w + span->offset;
    float most = 1e-6f;
    long clipped = 0;
    for (size_t i = 0; i < span->count; i++) {
        most = fmaxf(most, fabsf(w[i]));
    }
    to->head_scale = most / I8_MAX;
    for (size_t i = 0; i < span->count; i++) {
        to->head[i] = (int8_t)rounded(w[i] / to->head_scale, I8_MAX, &clipped);
    }
    memcpy(to->head_bias, net->w + net->part[PART_HEAD_BIAS].offset,
           net->arch.rows * sizeof(float));
}

bool train_round_nearest(train_integers *to, const train_net *net, failure *why)
{
    const train_arch *arch = &net->arch;
    *to = (train_integers){.input = train_alloc((size_t)arch->inputs * arch->sums),
                           .bias = train_alloc(arch->sums * sizeof(int16_t)),
                           .head = train_alloc((size_t)arch->rows * arch->pairs),
                           .head_bias = train_alloc(arch->rows * sizeof(float))};
    if (!to->input || !to->bias || !to->head || !to->head_bias) {
        return fail(why, "not enough memory to round %s", arch->text);
    }
    nearest_input(to, net);
    nearest_head(to, net);
    return true;
}

void train_integers_free(train_integers *of)
{
    free(of->input);
    free(of->bias);
    free(of->head);
    free(of->head_bias);
    *of = (train_integers){0};
}

/* The integer on the other side of what is wanted. */
static int step_over(float wanted, int stored)
{
    const float error = (float)stored - wanted;
    return error > 0.0f && error < 1.0f ? -1 : error < 0.0f && error > -1.0f ? 1 : 0;
}

void train_round_descend(const float *moments, size_t n, const float *wanted, float *residual,
                         int16_t *stored)
{
    bool turned = true;
    for (int sweep = 0; turned && sweep < SWEEPS_MAX; sweep++) {
        turned = false;
        for (size_t i = 0; i < n; i++) {
            const float *row = moments + i * n;
            const int step = step_over(wanted[i], stored[i]);
            if (2.0f * (float)step * residual[i] + (float)(step * step) * row[i] < 0.0f) {
                stored[i] = (int16_t)(stored[i] + step);
                turned = true;
                for (size_t k = 0; k < n; k++) {
                    residual[k] += (float)step * row[k];
                }
            }
        }
    }
}

/* residual = moments * (stored - wanted) */
static void start_residual(const float *moments, size_t n, const float *wanted,
                           const int16_t *stored, float *residual)
{
    memset(residual, 0, n * sizeof *residual);
    for (size_t i = 0; i < n; i++) {
        const float error = (float)stored[i] - wanted[i];
        for (size_t k = 0; k < n; k++) {
            residual[k] += error * moments[i * n + k];
        }
    }
}

/* Rounding under way. */
typedef struct round_job {
    train_integers *to;
    const train_net *net;
    size_t n;                  /* inputs and the bias, or pairs */
    float *moments;            /* [n][n] */
    const float *floats;       /* head: [CHUNK_POSITIONS][pairs] as the float net has them, ... */
    float *integers;           /* ... and as the integer net has them */
    float *cross;              /* head: [n][n] integer pairs by float pairs */
    float *mean, *mean_floats; /* head: [n] */
    size_t count;              /* positions of the chunk */
    _Atomic bool short_of_memory;
} round_job;

/* How often inputs come together; the bias is one that always comes. */
static void count_inputs(round_job *job, const train_chunk *chunk)
{
    const size_t always = job->n - 1;
    for (size_t at = 0; at < chunk->positions; at++) {
        size_t row[FEATURES_MAX + 1];
        size_t count = chunk->feature_count[at];
        for (size_t i = 0; i < count; i++) {
            row[i] = chunk->features[at][i];
        }
        row[count++] = always;
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < count; k++) {
                job->moments[row[i] * job->n + row[k]] += 1.0f;
            }
        }
    }
}

static float within(float x, int most)
{
    return fminf(fmaxf(x, (float)-most), (float)most);
}

/* The weights of one unit of the first layer. */
static void unit_task(void *context, int number)
{
    round_job *job = context;
    const uint32_t unit = (uint32_t)number, sums = job->net->arch.sums;
    const size_t n = job->n, last = n - 1;
    float *wanted = train_alloc(2 * n * sizeof *wanted);
    int16_t *stored = train_alloc(n * sizeof *stored);
    if (!wanted || !stored) {
        job->short_of_memory = true;
        free(wanted);
        free(stored);
        return;
    }
    float *residual = wanted + n;
    for (size_t i = 0; i < last; i++) {
        wanted[i] = within(units * train_input_weight(job->net, (uint32_t)i, unit), I8_MAX);
        stored[i] = job->to->input[i * sums + unit];
    }
    wanted[last] = within(units * train_input_bias(job->net, unit), BIAS_MAX);
    stored[last] = job->to->bias[unit];
    start_residual(job->moments, n, wanted, stored, residual);
    train_round_descend(job->moments, n, wanted, residual, stored);
    for (size_t i = 0; i < last; i++) {
        job->to->input[i * sums + unit] = (int8_t)stored[i];
    }
    job->to->bias[unit] = stored[last];
    free(wanted);
    free(stored);
}

/* Copies up to `most` records that lie evenly in a set, whose visits stay its own; false if memory
 * is short. */
static bool take_sample(train_set *sample, const train_set *set, size_t most)
{
    const size_t count = set->count < most ? set->count : most;
    *sample = (train_set){.records = malloc((count + 1) * sizeof *sample->records),
                          .capacity = count + 1,
                          .visits = set->visits,
                          .visit_count = set->visit_count};
    for (; sample->records && sample->count < count; sample->count++) {
        const uint64_t place = (uint64_t)sample->count * set->count / count;
        sample->records[sample->count] = set->records[place];
    }
    return sample->records;
}

static size_t chunk_at(const train_set *set, size_t first)
{
    return set->count - first < CHUNK_POSITIONS ? set->count - first : CHUNK_POSITIONS;
}

static bool round_input(round_job *job, const train_set *set, const train_recipe *recipe,
                        train_pool *pool, failure *why)
{
    const train_arch *arch = &job->net->arch;
    train_chunk chunk = {0};
    train_set sample = {0};
    job->n = (size_t)arch->inputs + 1;
    job->moments = train_alloc(job->n * job->n * sizeof(float));
    bool good = job->moments && take_sample(&sample, set, INPUT_SAMPLE) &&
                train_chunk_init(&chunk, arch, why);
    for (size_t first = 0; good && first < sample.count; first += CHUNK_POSITIONS) {
        const train_source source = {&sample, NULL, first, recipe};
        chunk.positions = chunk_at(&sample, first);
        train_chunk_fill(&chunk, &source, 0, chunk.positions);
        count_inputs(job, &chunk);
    }
    if (good) {
        train_pool_run(pool, (int)arch->sums, unit_task, job);
    }
    train_chunk_free(&chunk);
    free(sample.records);
    free(job->moments);
    job->moments = NULL;
    return (good && !job->short_of_memory) ||
           fail(why, "not enough memory to round %s by data", arch->text);
}

/* The pairs of a chunk as the rounded first layer makes them. */
static void integer_pairs(round_job *job, const train_chunk *chunk)
{
    const train_arch *arch = &job->net->arch;
    const kernels *k = kernels_best();
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[NET_SUMS_MAX];
    _Alignas(KERNEL_ALIGNMENT) uint8_t pairs[NET_SUMS_MAX / 2];
    for (size_t at = 0; at < chunk->positions; at++) {
        k->accumulate(sums, job->to->bias, job->to->input, arch->sums, chunk->features[at],
                      chunk->feature_count[at]);
        k->multiply_pairs(pairs, sums, arch->sums);
        for (uint32_t i = 0; i < arch->pairs; i++) {
            job->integers[at * arch->pairs + i] = (float)pairs[i] / units;
        }
    }
}

/* Adds a chunk to one row of the moments and the means. */
static void moments_task(void *context, int number)
{
    round_job *job = context;
    const size_t n = job->n, row = (size_t)number;
    const train_kernels *k = train_kernels_best();
    float column[CHUNK_POSITIONS];
    for (size_t at = 0; at < job->count; at++) {
        column[at] = job->integers[at * n + row];
        job->mean[row] += column[at];
        job->mean_floats[row] += job->floats[at * n + row];
    }
    k->add_rows(job->moments + row * n, job->integers, n, NULL, column, job->count);
    k->add_rows(job->cross + row * n, job->floats, n, NULL, column, job->count);
}

/* Turns sums over `count` positions into means, and products into those around the means. */
static void centre(round_job *job, size_t count)
{
    const size_t n = job->n;
    const float share = 1.0f / (float)count;
    for (size_t i = 0; i < n; i++) {
        job->mean[i] *= share;
        job->mean_floats[i] *= share;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            float *product = &job->moments[i * n + k], *cross = &job->cross[i * n + k];
            *product = *product * share - job->mean[i] * job->mean[k];
            *cross = *cross * share - job->mean[i] * job->mean_floats[k];
        }
    }
}

/* One row of the head and its bias. */
static void head_task(void *context, int number)
{
    round_job *job = context;
    const size_t n = job->n, row = (size_t)number;
    const float scale = job->to->head_scale;
    const float *w = job->net->w + job->net->part[PART_HEAD].offset + row * n;
    float wanted[NET_SUMS_MAX / 2] = {0}, residual[NET_SUMS_MAX / 2] = {0}, shift = 0.0f;
    int16_t stored[NET_SUMS_MAX / 2] = {0};
    for (size_t i = 0; i < n; i++) {
        wanted[i] = within(w[i] / scale, I8_MAX);
        stored[i] = job->to->head[row * n + i];
    }
    for (size_t i = 0; i < n; i++) {
        residual[i] = 0.0f;
        for (size_t k = 0; k < n; k++) {
            residual[i] +=
                job->moments[i * n + k] * (float)stored[k] - job->cross[i * n + k] * wanted[k];
        }
    }
    train_round_descend(job->moments, n, wanted, residual, stored);
    for (size_t i = 0; i < n; i++) {
        job->to->head[row * n + i] = (int8_t)stored[i];
        shift += wanted[i] * job->mean_floats[i] - (float)stored[i] * job->mean[i];
    }
    job->to->head_bias[row] += scale * shift;
}

static bool round_head(round_job *job, train_pass *pass, const train_set *set,
                       const train_recipe *recipe, failure *why)
{
    const train_arch *arch = &job->net->arch;
    const size_t n = job->n = arch->pairs;
    train_set sample = {0};
    job->moments = train_alloc(n * n * sizeof(float));
    job->cross = train_alloc(n * n * sizeof(float));
    job->integers = train_alloc(CHUNK_POSITIONS * n * sizeof(float));
    job->mean = train_alloc(2 * n * sizeof(float));
    job->mean_floats = job->mean ? job->mean + n : NULL;
    job->floats = pass->pairs;
    const bool good = job->moments && job->cross && job->integers && job->mean &&
                      take_sample(&sample, set, HEAD_SAMPLE);
    for (size_t first = 0; good && first < sample.count; first += CHUNK_POSITIONS) {
        const train_source source = {&sample, NULL, first, recipe};
        job->count = chunk_at(&sample, first);
        train_pass_source(pass, &source, job->count, 0.0f);
        integer_pairs(job, &pass->chunk);
        train_pool_run(pass->pool, (int)n, moments_task, job);
    }
    if (good) {
        centre(job, sample.count);
        train_pool_run(pass->pool, (int)arch->rows, head_task, job);
    }
    free(sample.records);
    free(job->moments);
    free(job->cross);
    free(job->integers);
    free(job->mean);
    return good || fail(why, "not enough memory to round %s by data", arch->text);
}

bool train_round_by_data(train_integers *to, train_net *net, const train_set *set,
                         const train_recipe *recipe, train_pool *pool, failure *why)
{
    const train_settings settings = {0.0f, train_pair_grain};
    round_job job = {.to = to, .net = net};
    if (set->count == 0 || !round_input(&job, set, recipe, pool, why)) {
        return set->count == 0;
    }
    train_pass *pass = train_pass_new(net, train_kernels_best(), pool, &settings, why);
    const bool good = pass && round_head(&job, pass, set, recipe, why);
    train_pass_free(pass);
    return good;
}
