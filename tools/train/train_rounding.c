#include "train_rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/net.h"
#include "train_pass.h"

enum { I8_MAX = 127, SWEEPS_MAX = 8 };

/* Positions in the sample for each set of rows. */
enum { SAMPLE = 20000 };

/* Rounds to a whole number, clamped to +-most. Counts the clamped numbers in `*clipped`. */
static int16_t rounded(float x, int most, long *clipped)
{
    const float nearest = rintf(x);
    if (fabsf(nearest) > (float)most) {
        ++*clipped;
        return (int16_t)(nearest < 0.0f ? -most : most);
    }
    return (int16_t)nearest;
}

static void nearest_input(train_integers *to, const train_net *net)
{
    const uint32_t sums = net->arch.sums;
    const float units = net->arch.paired ? NET_UNITS : NET_NEGAMAX_UNITS;
    const int most = net->arch.paired ? I8_MAX : NET_NEGAMAX_INPUT_MAX;
    to->unit = 1.0f / units;
    for (uint32_t i = 0; i < net->arch.inputs; i++) {
        for (uint32_t u = 0; u < sums; u++) {
            to->input[(size_t)i * sums + u] =
                rounded(units * *train_input_weight(net, i, u), most, &to->input_clipped);
        }
    }
    for (uint32_t u = 0; u < sums; u++) {
        to->bias[u] = rounded(units * *train_input_bias(net, u), NET_BIAS_MAX, &to->bias_clipped);
    }
}

/* The scale with which the largest weight of the head becomes 127. */
static float paired_scale(const float *w, size_t count)
{
    float most = 1e-6f;
    for (size_t i = 0; i < count; i++) {
        most = fmaxf(most, fabsf(w[i]));
    }
    return most / I8_MAX;
}

/* The finest scale with which the absolute weights of a row for one view add up to at most
 * DOT_SQUARES_WEIGHTS_MAX. Rounding adds at most half a unit to each. */
static float squared_scale(const float *w, size_t count, uint32_t sums)
{
    float heaviest = 1e-6f;
    for (size_t i = 0; i < count; i += sums) {
        float sum = 0.0f;
        for (uint32_t u = 0; u < sums; u++) {
            sum += fabsf(w[i + u]);
        }
        heaviest = fmaxf(heaviest, sum);
    }
    return heaviest / (DOT_SQUARES_WEIGHTS_MAX - 0.5f * (float)sums);
}

static void nearest_head(train_integers *to, const train_net *net)
{
    const train_span *span = &net->part[PART_HEAD];
    const float *w = net->w + span->offset;
    const bool paired = net->arch.paired;
    long clipped = 0; /* none are: the scale fits the largest */
    to->head_scale =
        paired ? paired_scale(w, span->count) : squared_scale(w, span->count, net->arch.sums);
    for (size_t i = 0; i < span->count; i++) {
        to->head[i] = rounded(w[i] / to->head_scale, paired ? I8_MAX : INT16_MAX, &clipped);
    }
    memcpy(to->head_bias, net->w + net->part[PART_HEAD_BIAS].offset,
           train_arch_rows(&net->arch) * sizeof(float));
}

bool train_round_nearest(train_integers *to, const train_net *net, failure *why)
{
    const architecture *arch = &net->arch;
    *to =
        (train_integers){.input = train_alloc((size_t)arch->inputs * arch->sums * sizeof(int16_t)),
                         .bias = train_alloc(arch->sums * sizeof(int16_t)),
                         .head = train_alloc((size_t)train_arch_rows(arch) *
                                             train_arch_pairs(arch) * sizeof(int16_t)),
                         .head_bias = train_alloc(train_arch_rows(arch) * sizeof(float))};
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

/* The integer on the other side of `wanted`. */
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

/* The state of rounding. One set of rows is rounded after the other: those of one bucket, or all.
 */
typedef struct round_job {
    train_integers *to;
    const train_net *net;
    size_t n;                       /* pairs */
    float *moments;                 /* [n][n] of the pairs, around their means */
    float *mean;                    /* [n] */
    const float *pairs;             /* [CHUNK_POSITIONS][n] */
    uint16_t list[CHUNK_POSITIONS]; /* the positions of the chunk that the set sees */
    size_t count;
    size_t first_row; /* of the set */
} round_job;

/* Copies up to `most` records, evenly spaced in a set, and shares the visits of the set. Returns
 * false if memory is short. */
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

/* Adds a chunk to one row of the moments and its mean. */
static void moments_task(void *context, int number)
{
    round_job *job = context;
    const size_t n = job->n, row = (size_t)number;
    float column[CHUNK_POSITIONS];
    for (size_t i = 0; i < job->count; i++) {
        column[i] = job->pairs[job->list[i] * n + row];
        job->mean[row] += column[i];
    }
    train_kernels_best()->add_rows(job->moments + row * n, job->pairs, n, job->list, column,
                                   job->count);
}

/* Converts sums over `count` positions to means, and products to moments around the means. */
static void centre(round_job *job, size_t count)
{
    const size_t n = job->n;
    const float share = 1.0f / (float)count;
    for (size_t i = 0; i < n; i++) {
        job->mean[i] *= share;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            float *product = &job->moments[i * n + k];
            *product = *product * share - job->mean[i] * job->mean[k];
        }
    }
}

/* Rounds one row of the head and its bias. */
static void head_task(void *context, int number)
{
    round_job *job = context;
    const size_t n = job->n, row = job->first_row + (size_t)number;
    const float scale = job->to->head_scale;
    const float *w = job->net->w + job->net->part[PART_HEAD].offset + row * n;
    int16_t *stored = job->to->head + row * n;
    float wanted[NET_SUMS_MAX] = {0}, residual[NET_SUMS_MAX] = {0}, shift = 0.0f;
    for (size_t i = 0; i < n; i++) {
        wanted[i] = fminf(fmaxf(w[i] / scale, -I8_MAX), I8_MAX);
    }
    for (size_t i = 0; i < n; i++) {
        const float error = (float)stored[i] - wanted[i];
        for (size_t k = 0; k < n; k++) {
            residual[k] += error * job->moments[i * n + k];
        }
    }
    train_round_descend(job->moments, n, wanted, residual, stored);
    for (size_t i = 0; i < n; i++) {
        shift += (wanted[i] - (float)stored[i]) * job->mean[i];
    }
    job->to->head_bias[row] += scale * shift;
}

/* Lists the positions of a chunk that a set of rows sees. */
static void list_set(round_job *job, const train_chunk *chunk, size_t set)
{
    const bool all = job->net->arch.buckets == 1;
    job->count = 0;
    for (size_t at = 0; at < chunk->positions; at++) {
        if (all || chunk->bucket[at] == set) {
            job->list[job->count++] = (uint16_t)at;
        }
    }
}

/* Rounds one set of rows by the positions of the sample that it sees, if there are any. */
static void round_set(round_job *job, train_pass *pass, const train_set *sample,
                      const train_recipe *recipe, size_t set)
{
    const size_t n = job->n, rows = train_arch_rows(&job->net->arch) / job->net->arch.buckets;
    size_t seen = 0;
    memset(job->moments, 0, n * n * sizeof(float));
    memset(job->mean, 0, n * sizeof(float));
    for (size_t first = 0; first < sample->count; first += CHUNK_POSITIONS) {
        const train_source source = {sample, NULL, first, recipe};
        train_pass_source(pass, &source, train_chunk_size(sample, first), 0.0f);
        list_set(job, pass->chunk, set);
        thread_pool_run(pass->pool, (int)n, moments_task, job);
        seen += job->count;
    }
    if (seen > 0) {
        centre(job, seen);
        job->first_row = set * rows;
        thread_pool_run(pass->pool, (int)rows, head_task, job);
    }
}

bool train_round_by_data(train_integers *to, train_net *net, const train_set *set,
                         const train_recipe *recipe, thread_pool *pool, failure *why)
{
    const train_settings settings = train_settings_integer(0.0f);
    const size_t n = train_arch_pairs(&net->arch), sets = net->arch.buckets;
    train_set sample = {0};
    train_pass *pass = train_pass_new(net, train_kernels_best(), pool, &settings, why);
    round_job *job = train_alloc(sizeof *job);
    bool good = pass && job && take_sample(&sample, set, SAMPLE * sets);
    if (good) {
        *job = (round_job){.to = to, .net = net, .n = n, .pairs = pass->pairs};
        job->moments = train_alloc(n * n * sizeof(float));
        job->mean = train_alloc(n * sizeof(float));
        good = job->moments && job->mean;
    }
    for (size_t i = 0; good && i < sets; i++) {
        round_set(job, pass, &sample, recipe, i);
    }
    if (job) {
        free(job->moments);
        free(job->mean);
    }
    free(job);
    free(sample.records);
    train_pass_free(pass);
    return good || fail(why, "not enough memory to round %s by data", net->arch.text);
}
