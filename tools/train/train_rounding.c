#include "train_rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train_pass.h"

enum { I8_MAX = 127, SWEEPS_MAX = 8 };

/* Positions in the sample for each set of rows. */
enum { SAMPLE = 20000 };

/* The state of rounding. Sets of rows, those of a bucket or all, are rounded one after another. */
typedef struct round_job {
    train_net *net;
    int16_t *stored;
    float scale;
    size_t n;                       /* pairs */
    float *moments;                 /* [n][n] of the pairs, around their means */
    float *mean;                    /* [n] */
    const float *pairs;             /* [CHUNK_POSITIONS][n] */
    uint16_t list[CHUNK_POSITIONS]; /* the positions of the chunk that the set sees */
    size_t count;
    size_t first_row; /* of the set */
} round_job;

/* The integer on the other side of `wanted`. */
static int step_over(float wanted, int stored)
{
    const float error = (float)stored - wanted;
    return error > 0.0f && error < 1.0f ? -1 : error < 0.0f && error > -1.0f ? 1 : 0;
}

/* Minimises e' M e, where e = stored - wanted: changes stored[i] to the other integer next to
 * wanted[i] as long as that helps. residual[n] is M e and is kept up to date. */
static void descend(const float *moments, size_t n, const float *wanted, float *residual,
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

/* Rounds one row of the head and its bias. */
static void head_task(void *context, int number)
{
    round_job *job = context;
    const size_t n = job->n, row = job->first_row + (size_t)number;
    const train_span *part = job->net->part;
    const float *w = job->net->w + part[PART_HEAD].offset + row * n;
    int16_t *stored = job->stored + row * n;
    float wanted[NET_SUMS_MAX] = {0}, residual[NET_SUMS_MAX] = {0}, shift = 0.0f;
    for (size_t i = 0; i < n; i++) {
        wanted[i] = fminf(fmaxf(w[i] / job->scale, -I8_MAX), I8_MAX);
    }
    for (size_t i = 0; i < n; i++) {
        const float error = (float)stored[i] - wanted[i];
        for (size_t k = 0; k < n; k++) {
            residual[k] += error * job->moments[i * n + k];
        }
    }
    descend(job->moments, n, wanted, residual, stored);
    for (size_t i = 0; i < n; i++) {
        shift += (wanted[i] - (float)stored[i]) * job->mean[i];
    }
    job->net->w[part[PART_HEAD_BIAS].offset + row] += job->scale * shift;
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

/* Rounds one set of rows by the positions of the sample that it sees, if there are any. */
static void round_set(round_job *job, train_pass *pass, const train_set *sample,
                      const train_recipe *recipe, size_t set)
{
    const architecture *arch = &job->net->arch;
    const size_t n = job->n, rows = train_arch_rows(arch) / arch->buckets;
    size_t seen = 0;
    memset(job->moments, 0, n * n * sizeof(float));
    memset(job->mean, 0, n * sizeof(float));
    for (size_t first = 0; first < sample->count; first += CHUNK_POSITIONS) {
        const train_source source = {sample, NULL, first, recipe};
        train_pass_source(pass, &source, train_chunk_size(sample, first), 0.0f);
        job->count = 0;
        for (size_t at = 0; at < pass->chunk->positions; at++) {
            if (arch->buckets == 1 || pass->chunk->bucket[at] == set) {
                job->list[job->count++] = (uint16_t)at;
            }
        }
        thread_pool_run(pass->pool, (int)n, moments_task, job);
        seen += job->count;
    }
    if (seen > 0) {
        centre(job, seen);
        job->first_row = set * rows;
        thread_pool_run(pass->pool, (int)rows, head_task, job);
    }
}

bool train_round_by_data(int16_t *stored, float scale, train_net *net, const train_corpus *corpus,
                         failure *why)
{
    const train_settings settings = train_settings_integer(0.0f);
    const size_t n = train_arch_pairs(&net->arch), sets = net->arch.buckets;
    train_pass *pass = train_pass_new(net, train_kernels_best(), corpus->pool, &settings, why);
    if (!pass) {
        return false;
    }
    train_set sample;
    round_job job = {.net = net,
                     .stored = stored,
                     .scale = scale,
                     .n = n,
                     .pairs = pass->pairs,
                     .moments = train_alloc(n * n * sizeof(float)),
                     .mean = train_alloc(n * sizeof(float))};
    const bool good = train_set_sample(&sample, &corpus->data.set[GAME_TRAINING], SAMPLE * sets) &&
                      job.moments && job.mean;
    for (size_t i = 0; good && i < sets; i++) {
        round_set(&job, pass, &sample, &corpus->recipe, i);
    }
    free(job.moments);
    free(job.mean);
    free(sample.records);
    train_pass_free(pass);
    return good || fail(why, "not enough memory to round %s by data", net->arch.text);
}
