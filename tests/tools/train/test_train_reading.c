/* Numbers by file: how they are given, the fit of each file, and what comes of them in targets. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/random_numbers.h"
#include "run_fixture.h"
#include "train_run.h"

TestSuite(train_reading, .init = run_fixture_start, .fini = run_fixture_end);

static const char *const files[] = {"data/a.games.gz", "b=2.games.gz", "old/b=2.games.gz"};

static bool set(train_reading readings[3], train_reading_number number, const char *first,
                const char *second, failure *why)
{
    const char *const text[] = {first, second};
    const train_reading_texts texts = {number, text, second ? 2 : 1};
    for (int i = 0; i < 3; i++) {
        readings[i] = train_reading_default();
    }
    return train_readings_set(readings, files, 3, &texts, why);
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
    cr_assert(set(r, READING_DRAW_RATE, "0.1", "0.2", &why), "%s", why.text);
    cr_expect(r[0].draw_rate == 0.2f && r[0].result_share == 0.3f, "a later one");
}

Test(train_reading, faults_name_option_and_text)
{
    static const struct {
        train_reading_number number;
        const char *text, *message;
    } cases[] = {
        {READING_RESULT_SHARE, "lost.gz=0.5",
         "--result-share lost.gz=0.5: no file of --data is "
         "called lost.gz"},
        {READING_RESULT_SHARE, "games.gz=0.5", "no file of --data is called games.gz"},
        {READING_RESULT_SHARE, "=0.5", "no file of --data is called "},
        {READING_DRAW_RATE, "a.games.gz=1",
         "--draw-rate a.games.gz=1: expected a number from 0 to 0.95"},
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

/* Games of one ply. The results follow the score by `scale`, but beyond 400 centipawns they are
 * drawn, as no adjudication would do. */
static void write_scored(const char *path, double scale, int games, uint64_t seed)
{
    failure why = {""};
    game_writer *writer = fixture_writer(path);
    for (int i = 0; i < games; i++) {
        game g = {.result = GAME_DRAWN};
        snprintf(g.fen, sizeof g.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 %d",
                 i + 1);
        game_ply *ply = game_add_ply(&g);
        ply->best = ply->played = 12 | 28 << 6;
        ply->score = (int16_t)((int)(random_next(&seed) % 1001) - 500);
        const double won = 1.0 / (1.0 + exp(-ply->score / scale));
        if (abs(ply->score) <= 400) {
            g.result = (double)random_uniform(&seed) < won ? GAME_WHITE_WON : GAME_BLACK_WON;
        }
        cr_assert(game_writer_add(writer, &g, &why), "%s", why.text);
        game_free(&g);
    }
    cr_assert(game_writer_close(writer, &why), "%s", why.text);
}

static char low[FIXTURE_PATH_MAX], high[FIXTURE_PATH_MAX];
static const char *const both[] = {low, high};

static train_plan scored_plan(void)
{
    fixture_path(low, "low.games.gz");
    fixture_path(high, "high.games.gz");
    write_scored(low, 100.0, 6000, 1);
    write_scored(high, 250.0, 9000, 2);
    train_plan plan = run_fixture_plan("768x128p-4-8-3", "scored.ck");
    plan.data = both;
    plan.data_count = 2;
    return plan;
}

static train_corpus read_corpus(const train_plan *plan, FILE *out)
{
    failure why = {""};
    train_corpus corpus;
    cr_assert(train_corpus_read(&corpus, plan, plan->arch.kind, out, &why), "%s", why.text);
    return corpus;
}

Test(train_reading, each_file_has_its_fit)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    train_plan plan = scored_plan();
    train_corpus corpus = read_corpus(&plan, out);
    fclose(out);
    const train_fit *fits = corpus.fits;
    cr_expect(fabsf(fits[0].scale - 100.0f) < 10.0f, "%.1f", (double)fits[0].scale);
    cr_expect(fabsf(fits[1].scale - 250.0f) < 25.0f, "%.1f", (double)fits[1].scale);
    cr_expect(fits[0].fitted < fits[0].positions && fits[0].fitted > fits[0].positions / 2);
    cr_expect_eq(fits[0].positions + fits[1].positions, corpus.data.set[GAME_TRAINING].count);
    cr_expect(corpus.scale == fits[1].scale, "the median is that of the larger file");
    cr_expect(strstr(text, "\nlow.games.gz ") && strstr(text, "\nhigh.games.gz "), "%s", text);
    cr_expect(strstr(text, "  results\n"), "%s", text);
    train_corpus_free(&corpus);
    free(text);
}

/* The fit uses a wider range of scores, or none; the draw level follows the spread. */
Test(train_reading, readings_rule_the_fit)
{
    train_plan plan = scored_plan();
    const train_reading usual = train_reading_default();
    train_reading readings[2] = {usual, usual};
    train_corpus narrow = read_corpus(&plan, run_fixture_quiet());
    plan.readings = readings;
    readings[0].fit_score = 500.0f;
    readings[1].scale = 120.0f;
    readings[1].draw_rate = 0.6f;
    train_corpus other = read_corpus(&plan, run_fixture_quiet());
    cr_expect_eq(other.fits[0].fitted, other.fits[0].positions);
    cr_expect(other.fits[0].scale > narrow.fits[0].scale + 10.0f, "drawn games count");
    cr_expect(other.fits[1].scale == 120.0f && other.fits[1].fitted == 0);
    cr_expect_float_eq(other.fits[1].spread, 120.0f * 0.64f, 1e-3f);
    cr_expect_float_eq(train_fit_score(&other.fits[1], 0).draw, 0.6f, 1e-3f);
    cr_expect_float_eq(train_fit_score(&other.fits[0], 0).draw, 0.35f, 1e-3f);
    cr_expect(other.readings_checksum != narrow.readings_checksum);
    train_corpus_free(&narrow);
    train_corpus_free(&other);
}

/* Each position's target has the result share and the scale of its file, of all nets with scores
 * and in all sets. */
Test(train_reading, targets_are_those_of_the_file)
{
    train_plan plan = scored_plan();
    const train_reading usual = train_reading_default();
    train_reading readings[2] = {usual, usual};
    readings[0].result_share = 0.0f;
    readings[1].result_share = 1.0f;
    plan.readings = readings;
    train_corpus corpus = read_corpus(&plan, run_fixture_quiet());
    const train_set *set = &corpus.data.set[GAME_TRAINING];
    train_chunk chunk;
    cr_assert(train_chunk_init(&chunk, &plan.arch, NULL));
    const size_t border = corpus.data.from_file[0];
    const train_source source = {set, NULL, border - 100, &corpus.recipe};
    train_chunk_fill(&chunk, &source, 0, 200);
    for (size_t at = 0; at < 200; at++) {
        const train_record *record = &set->records[border - 100 + at];
        const train_fit *fit = &corpus.fits[at >= 100];
        const win_draw_loss score = train_fit_score(fit, record->score);
        cr_assert_eq(record->file, at >= 100);
        cr_expect(chunk.target[at].win ==
                  (at < 100 ? score.win : (float)(record->outcome == OUTCOME_WON)));
        cr_expect_float_eq(chunk.expected[at], 1.0f / (1.0f + expf(-record->score / fit->scale)),
                           1e-5f);
    }
    train_chunk_free(&chunk);
    train_corpus_free(&corpus);
}

Test(train_reading, median_by_positions)
{
    train_fit fits[] = {{.scale = 190.0f, .positions = 4},
                        {.scale = 110.0f, .positions = 3},
                        {.scale = 170.0f, .positions = 2},
                        {.scale = 160.0f, .positions = 2}};
    cr_expect(train_fit_settle(fits, NULL, 1) == 190.0f);
    cr_expect(train_fit_settle(fits, NULL, 2) == 190.0f);
    cr_expect(train_fit_settle(fits, NULL, 4) == 170.0f);
    cr_expect(train_fit_settle(fits + 1, NULL, 3) == 160.0f);
}

/* A file with few results, or with results that mean little, has the scale of the others. */
Test(train_reading, unfitted_files_follow_the_others)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    train_plan plan = scored_plan();
    train_reading readings[2] = {train_reading_default(), train_reading_default()};
    plan.readings = readings;
    write_scored(low, 100.0, FIT_POSITIONS_LEAST, 1);
    train_corpus few = read_corpus(&plan, out);
    fclose(out);
    const train_fit *fits = few.fits;
    cr_expect(fits[0].positions > 0 && fits[0].fitted == 0, "%zu", fits[0].fitted);
    cr_expect(fits[0].scale == fits[1].scale && few.scale == fits[1].scale);
    cr_expect_float_eq(fits[0].spread, fits[1].scale * (1.0f - 0.35f * 0.35f), 1e-3f);
    cr_expect(strstr(text, "  other files\n") && strstr(text, "  results\n"), "%s", text);
    train_corpus_free(&few);
    free(text);

    readings[1].result_share = 0.0f;
    train_corpus none = read_corpus(&plan, run_fixture_quiet());
    cr_expect(none.fits[0].scale == 145.0f && none.fits[1].scale == 145.0f && none.scale == 145.0f);
    train_corpus_free(&none);

    readings[0].scale = 120.0f;
    train_corpus given = read_corpus(&plan, run_fixture_quiet());
    cr_expect(given.fits[1].fitted == 0 && given.fits[1].scale == 120.0f && given.scale == 120.0f);
    train_corpus_free(&given);
}

Test(train_reading, other_readings_are_another_run)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    train_reading reading = train_reading_default();
    fixture_path(path, "readings.ck");
    train_plan plan = run_fixture_plan("768x128p-4-8-3", path);
    train_net_free(run_fixture_train(&plan, &state));
    plan.resume = true;
    plan.readings = &reading;
    cr_expect_eq(train_run(&plan, run_fixture_quiet(), &why), WORK_DONE,
                 "the same in other words: %s", why.text);
    reading.result_share = 0.31f;
    cr_expect(train_run(&plan, run_fixture_quiet(), &why) == WORK_FAILED &&
                  strstr(why.text, "other settings"),
              "%s", why.text);
}
