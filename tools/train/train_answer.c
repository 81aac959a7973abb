#include "train_answer.h"

#include <math.h>

#include "nn/portable_math.h"

/* Probabilities below this count as this in logarithms. */
static const double least = 1e-30;

double train_answer_loss(const train_chunk *chunk, size_t at, float logit)
{
    const double l = (double)logit, goal = (double)chunk->goal[at];
    /* -goal ln q - (1 - goal) ln(1 - q), even if q or 1 - q is too small for a float. */
    return log1p(exp(-fabs(l))) + fmax(l, 0.0) - goal * l;
}

void train_softmax(float *x, size_t count)
{
    float most = x[0], sum = 0.0f;
    for (size_t i = 1; i < count; i++) {
        most = x[i] > most ? x[i] : most;
    }
    for (size_t i = 0; i < count; i++) {
        x[i] = nn_exp(x[i] - most);
        sum += x[i];
    }
    for (size_t i = 0; i < count; i++) {
        x[i] /= sum;
    }
}

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

/* Adds a position with its training loss. */
static void add_loss(train_figures *sum, const train_chunk *chunk, size_t at, double loss)
{
    sum->positions += 1.0;
    sum->weight += (double)chunk->weight[at];
    sum->loss += (double)chunk->weight[at] * loss;
}

void train_figures_value(train_figures *sum, const train_chunk *chunk, size_t at, float logit)
{
    const double loss = train_answer_loss(chunk, at, logit);
    const double win = 1.0 / (1.0 + exp(-(double)logit));
    const double error = fabs(win - (double)chunk->expected[at]);
    add_loss(sum, chunk, at, loss);
    sum->cross_entropy += loss;
    sum->error += error;
    if (chunk->score[at] > -FIGURES_NEAR && chunk->score[at] < FIGURES_NEAR) {
        sum->near += 1.0;
        sum->near_error += error;
    }
}

void train_figures_policy(train_figures *sum, const train_chunk *chunk, size_t at,
                          const float *answer, float smoothing)
{
    const size_t count = chunk->queries[at].moves, best = chunk->best[at];
    const double spread = (double)smoothing;
    double wanted_loss = 0.0, all_loss = 0.0;
    size_t above = 0;
    for (size_t i = 0; i < count; i++) {
        const double one_loss = -log(fmax((double)answer[i], least));
        above += answer[i] > answer[best];
        wanted_loss += (double)chunk->wanted[at][i] * one_loss;
        all_loss += one_loss;
    }
    add_loss(sum, chunk, at, (1.0 - spread) * wanted_loss + spread * all_loss / (double)count);
    sum->cross_entropy -= log(fmax((double)answer[best], least));
    sum->top1 += above < 1;
    sum->top3 += above < 3;
}
