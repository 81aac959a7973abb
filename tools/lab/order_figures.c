#include "order_figures.h"

#include <math.h>
#include <stdlib.h>

#include "compare.h"
#include "random_numbers.h"

enum { RESAMPLES = 4000, TAIL = RESAMPLES / 40 };

/* Means of as many logarithms, drawn with replacement; sorted. */
static void resample(double means[RESAMPLES], const double logs[], int count)
{
    uint64_t state = 0;
    for (int i = 0; i < RESAMPLES; i++) {
        double sum = 0.0;
        for (int k = 0; k < count; k++) {
            sum += logs[random_next(&state) % (uint64_t)count];
        }
        means[i] = sum / count;
    }
    qsort(means, RESAMPLES, sizeof *means, compare_reals);
}

order_ratio order_ratio_of(const uint64_t nodes[], const uint64_t base[], int count)
{
    order_ratio ratio = {NAN, NAN, NAN};
    double *logs = malloc((size_t)count * sizeof *logs);
    double *means = malloc(RESAMPLES * sizeof *means);
    double sum = 0.0;
    if (logs && means) {
        for (int i = 0; i < count; i++) {
            logs[i] = log((double)nodes[i]) - log((double)base[i]);
            sum += logs[i];
        }
        /* So that the same positions in another order have the same bounds. */
        qsort(logs, (size_t)count, sizeof *logs, compare_reals);
        resample(means, logs, count);
        ratio = (order_ratio){exp(sum / count), exp(means[TAIL]), exp(means[RESAMPLES - 1 - TAIL])};
    }
    free(logs);
    free(means);
    return ratio;
}
