/* Tests what scores mean: numbers that are given by file, the fit to results, and the targets. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "nn/portable_math.h"
#include "run_fixture.h"

/* Records with random scores up to 500 centipawns. Up to 400 the results follow them by `scale`;
 * beyond, all are drawn, as no adjudication would do. */
static train_record *scored(double scale, size_t count)
{
    train_record *records = calloc(count, sizeof *records);
    uint64_t state = 1;
    cr_assert_not_null(records);
    for (size_t i = 0; i < count; i++) {
        train_record *r = &records[i];
        r->score = (int16_t)((int)(random_next(&state) % 1001) - 500);
        const double won = 1.0 / (1.0 + exp(-r->score / scale));
        const bool wins = (double)random_uniform(&state) < won;
        r->outcome = abs(r->score) > 400 ? OUTCOME_DRAWN : wins ? OUTCOME_WON : OUTCOME_LOST;
    }
    return records;
}

static train_fit fit_of(double scale, size_t count, train_reading reading)
{
    train_record *records = scored(scale, count);
    const train_fit fit = train_fit_of(records, count, &reading);
    free(records);
    return fit;
}

Test(train_score_model, finds_the_scale)
{
    for (double scale = 80.0; scale <= 300.0; scale += 55.0) {
        const train_fit fit = fit_of(scale, 100000, train_reading_default());
        cr_expect(fabs((double)fit.scale - scale) < 0.04 * scale, "%.1f for %.1f",
                  (double)fit.scale, scale);
        cr_expect(fit.positions == 100000 && fit.fitted < 85000 && fit.fitted > 75000);
    }
}

Test(train_score_model, readings_rule_the_fit)
{
    train_reading wide = train_reading_default(), given = wide, none = wide;
    const train_fit narrow = fit_of(150.0, 20000, wide);
    wide.fit_score = 500.0f;
    given.scale = 120.0f;
    none.result_share = 0.0f;
    const train_fit all = fit_of(150.0, 20000, wide), told = fit_of(150.0, 20000, given);
    cr_expect(all.fitted == all.positions && all.scale > narrow.scale + 10.0f, "drawn games count");
    cr_expect(told.scale == 120.0f && told.fitted == 0 && told.source == FIT_READING);
    cr_expect(fit_of(150.0, 20000, none).source == FIT_DEFAULT, "results that mean little");
    cr_expect(fit_of(150.0, FIT_POSITIONS_LEAST - 1, train_reading_default()).scale == 145.0f);
}

Test(train_score_model, goals_blend_score_and_outcome)
{
    const train_fit fit = {.scale = 140.0f};
    static const struct {
        int16_t outcome;
        float share, goal; /* the goal less the part of the score */
    } cases[] = {{OUTCOME_DRAWN, 0.0f, 0.0f},
                 {OUTCOME_DRAWN, 1.0f, 0.5f},
                 {OUTCOME_WON, 0.25f, 0.25f},
                 {OUTCOME_LOST, 0.25f, 0.0f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const train_record record = {.score = 140, .outcome = cases[i].outcome};
        const float wanted = (1.0f - cases[i].share) * nn_sigmoid(1.0f) + cases[i].goal;
        cr_expect_float_eq(train_fit_goal(&fit, &record, cases[i].share), wanted, 1e-6f);
    }
    const train_record turned = {.score = 140, .outcome = -140};
    cr_expect_float_eq(train_fit_goal(&fit, &turned, 0.5f), 0.5f, 1e-6f);
    const train_record mate = {.score = 31995}, mated = {.score = -31995};
    cr_expect(train_fit_goal(&fit, &mate, 0.0f) > 0.999f);
    cr_expect(train_fit_goal(&fit, &mated, 0.0f) < 1e-6f);
}

/* Files without a fit have the median of the others. */
Test(train_score_model, median_by_positions)
{
    train_fit fits[] = {{.scale = 190.0f, .positions = 4},
                        {.scale = 110.0f, .positions = 3},
                        {.scale = 170.0f, .positions = 2},
                        {.scale = 160.0f, .positions = 2}};
    cr_expect(train_fit_complete(fits, 1) == 190.0f);
    cr_expect(train_fit_complete(fits, 2) == 190.0f);
    cr_expect(train_fit_complete(fits, 4) == 170.0f);
    cr_expect(train_fit_complete(fits + 1, 3) == 160.0f);
    train_fit few[] = {{.scale = 145.0f, .positions = 9, .source = FIT_DEFAULT},
                       {.scale = 120.0f, .positions = 1, .source = FIT_READING}};
    cr_expect(train_fit_complete(few, 2) == 120.0f && few[0].scale == 120.0f);
    cr_expect(few[0].source == FIT_OTHER_FILES && few[1].source == FIT_READING);
    few[1] = few[0] = (train_fit){.scale = 145.0f, .positions = 9, .source = FIT_DEFAULT};
    cr_expect(train_fit_complete(few, 2) == 145.0f);
}

static bool set(train_reading readings[3], train_reading_number number, const char *first,
                const char *second, failure *why)
{
    static const char *const names[] = {"data/a.games.gz", "b=2.games.gz", "old/b=2.games.gz"};
    const char *const texts[] = {first, second};
    const train_reading_files files = {readings, names, 3};
    for (int i = 0; i < 3; i++) {
        readings[i] = train_reading_default();
    }
    return train_readings_set(&files, number, texts, second ? 2 : 1, why);
}

Test(train_reading, numbers_for_all_and_for_one)
{
    train_reading r[3];
    failure why = {""};
    cr_assert(set(r, READING_RESULT_SHARE, "a.games.gz=0.5", "0.25", &why), "%s", why.text);
    cr_expect(r[0].result_share == 0.5f, "one file's number goes before that of all");
    cr_expect(r[1].result_share == 0.25f && r[2].result_share == 0.25f);
    cr_assert(set(r, READING_SCALE, "b=2.games.gz=120", NULL, &why), "%s", why.text);
    cr_expect(r[0].scale == 0.0f && r[1].scale == 120.0f && r[2].scale == 120.0f, "a name");
    cr_assert(set(r, READING_FIT_SCORE, "old/b=2.games.gz=300", NULL, &why), "%s", why.text);
    cr_expect(r[1].fit_score == 400.0f && r[2].fit_score == 300.0f, "a path");
    cr_assert(set(r, READING_VISIT_SHARE, "0.1", "0.2", &why), "%s", why.text);
    cr_expect(r[0].visit_share == 0.2f && r[0].result_share == 0.3f, "a later one");
}

Test(train_reading, faults_name_option_and_text)
{
    static const struct {
        train_reading_number number;
        const char *text, *message;
    } cases[] = {
        {READING_RESULT_SHARE, "games.gz=0.5",
         "--result-share games.gz=0.5: no file of --data is called games.gz"},
        {READING_RESULT_SHARE, "=0.5", "no file of --data is called "},
        {READING_VISIT_SHARE, "a.games.gz=1.1", "a.games.gz=1.1: expected a number from 0 to 1"},
        {READING_SCALE, "a.games.gz=", "--scale a.games.gz=: expected a number from 10 to 1000"},
        {READING_SCALE, "a.games.gz", "--scale a.games.gz: expected a number from"},
        {READING_FIT_SCORE, "nan", "--fit-score nan: expected a number from 1 to 2000"},
        {READING_FIT_SCORE, "400 ", "--fit-score 400 : expected a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        train_reading r[3];
        failure why = {""};
        cr_expect(!set(r, cases[i].number, cases[i].text, NULL, &why), "%s", cases[i].text);
        cr_expect(strstr(why.text, cases[i].message), "%s", why.text);
    }
}

TestSuite(train_files, .init = run_fixture_start, .fini = run_fixture_end);

/* Each position's target has the result share and the scale of its file. */
Test(train_files, targets_are_those_of_the_file)
{
    char other[FIXTURE_PATH_MAX], *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    failure why = {""};
    train_corpus corpus;
    fixture_path(other, "other.games.gz");
    fixture_write_games(other, 100, 8);
    const char *const paths[] = {run_fixture_games(), other};
    train_reading readings[2] = {train_reading_default(), train_reading_default()};
    readings[0].result_share = 0.0f;
    readings[1] = (train_reading){.result_share = 1.0f, .scale = 250.0f, .fit_score = 400.0f};
    train_plan plan = run_fixture_plan("768x128dp-4-8-1", NULL);
    plan.data = paths;
    plan.data_count = 2;
    plan.readings = readings;
    cr_assert(train_corpus_read(&corpus, &plan, NET_VALUE, out, &why), "%s", why.text);
    cr_expect(corpus.fits[0].scale == 250.0f && corpus.scale == 250.0f);
    const train_set *games = &corpus.data.set[GAME_TRAINING];
    const size_t border = corpus.data.from_file[0];
    const train_source source = {games, NULL, border - 100, &corpus.recipe};
    train_chunk *chunk = train_chunk_new(&plan.arch);
    cr_assert_not_null(chunk);
    train_chunk_fill(chunk, &source, 0, 200);
    for (size_t at = 0; at < 200; at++) {
        const train_record *record = &games->records[border - 100 + at];
        const train_fit *fit = &corpus.fits[at >= 100];
        cr_assert_eq(record->file, at >= 100);
        cr_expect(chunk->goal[at] == train_fit_goal(fit, record, at < 100 ? 0.0f : 1.0f));
        cr_expect_float_eq(chunk->expected[at], 1.0f / (1.0f + expf(-record->score / fit->scale)),
                           1e-5f);
    }
    free(chunk);
    train_corpus_free(&corpus);
    fclose(out);
    cr_expect(strstr(text, "  other files\n") && strstr(text, "\nother.games.gz ") &&
                  strstr(text, "  --scale\n"),
              "%s", text);
    free(text);
}
