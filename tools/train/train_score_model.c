#include "train_score_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/portable_math.h"
#include "system/files.h"

static const struct {
    const char *option;
    double least, most;
} rows[READING_NUMBERS] = {
    {"result-share", 0.0, 1.0},
    {"scale", 10.0, 1000.0},
    {"fit-score", 1.0, READING_FIT_SCORE_MAX},
    {"visit-share", 0.0, 1.0},
};

static float *place_of(train_reading *reading, train_reading_number number)
{
    float *const places[READING_NUMBERS] = {&reading->result_share, &reading->scale,
                                            &reading->fit_score, &reading->visit_share};
    return places[number];
}

train_reading train_reading_default(void)
{
    return (train_reading){.result_share = 0.3f, .visit_share = 1.0f, .fit_score = 400.0f};
}

static bool take_number(float *to, train_reading_number number, const char *text,
                        const char *digits, failure *why)
{
    char *end;
    const double value = strtod(digits, &end);
    if (end == digits || *end || !(value >= rows[number].least && value <= rows[number].most)) {
        return fail(why, "--%s %s: expected a number from %.15g to %.15g", rows[number].option,
                    text, rows[number].least, rows[number].most);
    }
    *to = (float)value;
    return true;
}

/* True if the first `length` characters of a text name the file. */
static bool is_named(const char *file, const char *text, size_t length)
{
    const char *const names[] = {file, system_name_in(file)};
    for (int i = 0; i < 2; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Sets the files that a text means, if it is for all files or for one, as wanted. */
static bool take_text(const train_reading_files *files, train_reading_number number,
                      const char *text, bool for_all, failure *why)
{
    const char *equals = strrchr(text, '=');
    float value = 0.0f;
    bool known = for_all;
    if (for_all == (equals != NULL)) {
        return true;
    }
    if (!take_number(&value, number, text, equals ? equals + 1 : text, why)) {
        return false;
    }
    for (int i = 0; i < files->count; i++) {
        if (for_all || is_named(files->names[i], text, (size_t)(equals - text))) {
            *place_of(&files->readings[i], number) = value;
            known = true;
        }
    }
    return known || fail(why, "--%s %s: no file of --data is called %.*s", rows[number].option,
                         text, (int)(equals - text), text);
}

/* Texts for all files come first, so that they do not replace those for one file. */
bool train_readings_set(const train_reading_files *files, train_reading_number number,
                        const char *const *texts, int count, failure *why)
{
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < count; i++) {
            if (!take_text(files, number, texts[i], round == 0, why)) {
                return false;
            }
        }
    }
    return true;
}

/* A bin for each score. */
enum { FIT_SCORE_MAX = READING_FIT_SCORE_MAX, FIT_BINS = 2 * FIT_SCORE_MAX + 1 };

static const float scale_default = 145.0f;

/* Positions and their results by score. */
typedef struct histogram {
    double count[FIT_BINS], sum[FIT_BINS];
    size_t positions;
} histogram;

/* Games are adjudicated by their scores, so the results of high scores would only repeat the rule
 * that ended the game: these are left out. */
static void fill(histogram *h, const train_record *records, size_t count, int score_max)
{
    for (size_t i = 0; i < count; i++) {
        const train_record *record = &records[i];
        if (record->outcome >= OUTCOME_LOST && abs(record->score) <= score_max) {
            int bin = record->score + FIT_SCORE_MAX;
            h->count[bin] += 1.0;
            h->sum[bin] += 0.5 * (record->outcome - OUTCOME_LOST);
            h->positions++;
        }
    }
}

/* The negative log likelihood of the results, with draws counted as half a win and half a loss. */
static double misfit(const histogram *h, double scale)
{
    double total = 0.0;
    for (int bin = 0; bin < FIT_BINS; bin++) {
        if (h->count[bin] > 0.0) {
            double p = 1.0 / (1.0 + exp((FIT_SCORE_MAX - bin) / scale));
            p = fmin(fmax(p, 1e-9), 1.0 - 1e-9);
            total -= h->sum[bin] * log(p) + (h->count[bin] - h->sum[bin]) * log(1.0 - p);
        }
    }
    return total;
}

/* The scale with the smallest misfit, by golden section search. */
static float best_scale(const histogram *h)
{
    const double ratio = 0.5 * (sqrt(5.0) - 1.0);
    double low = 10.0, high = 1000.0;
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double at_left = misfit(h, left), at_right = misfit(h, right);
    while (high - low > 0.05) {
        if (at_left < at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - ratio * (high - low);
            at_left = misfit(h, left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + ratio * (high - low);
            at_right = misfit(h, right);
        }
    }
    return (float)(0.5 * (low + high));
}

train_fit train_fit_of(const train_record *records, size_t count, const train_reading *reading)
{
    train_fit fit = {.result_share = reading->result_share, .positions = count};
    const bool given = reading->scale > 0.0f;
    histogram h = {0};
    if (!given && reading->result_share > 0.0f) {
        fill(&h, records, count, (int)reading->fit_score);
    }
    if (h.positions >= FIT_POSITIONS_LEAST) {
        fit.source = FIT_RESULTS;
        fit.fitted = h.positions;
        fit.scale = best_scale(&h);
    } else {
        fit.source = given ? FIT_READING : FIT_DEFAULT;
        fit.scale = given ? reading->scale : scale_default;
    }
    return fit;
}

/* The weight of a file in the median. */
static size_t weight_of(const train_fit *fit)
{
    return fit->source != FIT_DEFAULT ? fit->positions : 0;
}

/* The weighted median of the scales that are no defaults; infinite if there are none. */
static float median_of(const train_fit *fits, int count)
{
    size_t all = 0;
    float median = INFINITY;
    for (int i = 0; i < count; i++) {
        all += weight_of(&fits[i]);
    }
    for (int i = 0; i < count; i++) {
        size_t up_to = 0;
        for (int k = 0; k < count; k++) {
            up_to += fits[k].scale <= fits[i].scale ? weight_of(&fits[k]) : 0;
        }
        if (fits[i].source != FIT_DEFAULT && 2 * up_to >= all) {
            median = fminf(median, fits[i].scale);
        }
    }
    return median;
}

float train_fit_complete(train_fit *fits, int count)
{
    const float median = median_of(fits, count);
    if (isinf(median)) {
        return scale_default;
    }
    for (int i = 0; i < count; i++) {
        if (fits[i].source == FIT_DEFAULT) {
            fits[i].source = FIT_OTHER_FILES;
            fits[i].scale = median;
        }
    }
    return median; /* files at the median do not move it */
}

float train_fit_goal(const train_fit *fit, const train_record *record, float share)
{
    const float score = nn_sigmoid((float)record->score / fit->scale);
    const float outcome = record->outcome >= OUTCOME_LOST
                              ? 0.5f * (float)(record->outcome - OUTCOME_LOST)
                              : nn_sigmoid((float)record->outcome / fit->scale);
    return (1.0f - share) * score + share * outcome;
}
