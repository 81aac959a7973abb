#include "train_reading.h"

#include <stdlib.h>
#include <string.h>

#include "data_path.h"

static const struct {
    const char *option;
    double least, most;
} rows[READING_NUMBERS] = {
    {"result-share", 0.0, 1.0},
    {"draw-rate", 0.0, 0.95},
    {"scale", 10.0, 1000.0},
    {"fit-score", 1.0, READING_FIT_SCORE_MAX},
};

static float *place_of(train_reading *reading, train_reading_number number)
{
    float *const places[READING_NUMBERS] = {&reading->result_share, &reading->draw_rate,
                                            &reading->scale, &reading->fit_score};
    return places[number];
}

train_reading train_reading_default(void)
{
    return (train_reading){.result_share = 0.3f, .draw_rate = 0.35f, .fit_score = 400.0f};
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
    const char *const names[] = {file, data_path_name(file)};
    for (int i = 0; i < 2; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Sets the files that a text means. Texts for all files are taken in the first round, so that they
 * do not replace those for one file. */
static bool take_text(train_reading *readings, const char *const *files, int count,
                      train_reading_number number, const char *text, bool for_all, failure *why)
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
    for (int i = 0; i < count; i++) {
        if (for_all || is_named(files[i], text, (size_t)(equals - text))) {
            *place_of(&readings[i], number) = value;
            known = true;
        }
    }
    return known || fail(why, "--%s %s: no file of --data is called %.*s", rows[number].option,
                         text, (int)(equals - text), text);
}

bool train_readings_set(train_reading *readings, const char *const *files, int count,
                        const train_reading_texts *texts, failure *why)
{
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < texts->count; i++) {
            if (!take_text(readings, files, count, texts->number, texts->text[i], round == 0,
                           why)) {
                return false;
            }
        }
    }
    return true;
}
