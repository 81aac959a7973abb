/* Tests whole runs: a stop and a resumption, checkpoints, the log's losses, learning rates. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_fixture.h"
#include "train_pass.h"
#include "train_run.h"

TestSuite(train_run, .init = run_fixture_start, .fini = run_fixture_end);

static const char value_arch[] = "768x128dp-4-8-1", policy_arch[] = "768x128p-4956";

/* Expects that a run with two threads that stops after every step ends with the bits of a run with
 * one thread that does not stop; `from` may be NULL. */
static void expect_same_bits(const char *arch, const char *from)
{
    char whole[FIXTURE_PATH_MAX], broken[FIXTURE_PATH_MAX];
    train_state state, other_state = {.step = 0};
    fixture_path(whole, "whole.ck");
    fixture_path(broken, "broken.ck");
    train_plan plan = run_fixture_plan(arch, whole);
    plan.from = from;
    train_net *net = run_fixture_train(&plan, &state), *other = NULL;
    cr_assert(state.step > 10 && (state.from != 0) == (from != NULL));
    plan.out = broken;
    plan.threads = 2;
    plan.minutes = 1e-9;
    for (uint64_t step = 1; other_state.step < state.step; step++) {
        train_net_free(other);
        other = run_fixture_train(&plan, &other_state);
        cr_assert_eq(other_state.step, step);
        plan.resume = true;
        plan.from = step % 2 ? from : NULL; /* it may be left out */
    }
    cr_expect(memcmp(&state, &other_state, sizeof state) == 0);
    cr_expect(memcmp(net->w, other->w, net->size * sizeof(float)) == 0);
    cr_expect(memcmp(net->v, other->v, net->size * sizeof(float)) == 0);
    plan.from = whole;
    run_fixture_expect_refused(&plan, "other settings");
    train_net_free(net);
    train_net_free(other);
}

Test(train_run, stopped_and_resumed_equals_uninterrupted)
{
    char narrow[FIXTURE_PATH_MAX];
    run_fixture_checkpoint(value_arch, "narrow.ck", narrow);
    expect_same_bits(policy_arch, NULL);
    expect_same_bits("3072kx128dp-4-8-1b8", NULL);
    expect_same_bits("768x256dp-4-8-1", narrow);
}

Test(train_run, another_run_is_not_resumed)
{
    char path[FIXTURE_PATH_MAX];
    train_state state;
    train_reading reading = train_reading_default();
    fixture_path(path, "seed.ck");
    train_plan plan = run_fixture_plan(value_arch, path), other;
    train_net_free(run_fixture_train(&plan, &state));
    plan.resume = true;
    plan.readings = &reading; /* the same numbers */
    train_net_free(run_fixture_train(&plan, &state));
    other = plan;
    other.seed = 2;
    run_fixture_expect_refused(&other, "other settings");
    other = plan;
    cr_assert(architecture_read(&other.arch, "768x256dp-4-8-1", NULL));
    run_fixture_expect_refused(&other, "another architecture");
    reading.result_share = 0.31f;
    run_fixture_expect_refused(&plan, "other settings");
    reading = train_reading_default();
    fixture_write_games(run_fixture_games(), 151, 4);
    run_fixture_expect_refused(&plan, "other data");
}

static void expect_unreadable(const char *path, const char *reason)
{
    failure why = {""};
    train_state state;
    cr_expect(!train_checkpoint_read(path, &state, &why) && strstr(why.text, reason), "%s: %s",
              reason, why.text);
}

Test(train_run, unsound_checkpoints_are_refused)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    fixture_path(path, "unsound.ck");
    train_plan plan = run_fixture_plan(value_arch, path);
    train_net *net = run_fixture_train(&plan, &state);
    whole_file *file = whole_file_open(path, &why);
    net->v[net->size - 1] = INFINITY;
    cr_assert(file && train_checkpoint_write(file, &state, net, &why), "%s", why.text);
    expect_unreadable(path, "diverged");
    net->v[net->size - 1] = 0.0f;
    state.scale = NAN;
    cr_assert(train_checkpoint_write(file, &state, net, &why), "%s", why.text);
    expect_unreadable(path, "diverged");
    whole_file_close(file);
    train_net_free(net);
    FILE *damaged = fopen(path, "r+b");
    cr_assert(damaged && fseek(damaged, 5000, SEEK_SET) == 0 && fputs("damaged", damaged) >= 0);
    fclose(damaged);
    expect_unreadable(path, "checksum");
    cr_assert_eq(truncate(path, 5000), 0);
    expect_unreadable(path, "cut off");
    cr_assert_eq(truncate(path, 15), 0);
    expect_unreadable(path, "not a checkpoint");
    expect_unreadable("/nonexistent.ck", "/nonexistent.ck");
}

/* The training loss of a log is what a pass over a set, such as the held-out one, computes. */
Test(train_run, losses_have_one_measure)
{
    static const char *const archs[] = {value_arch, policy_arch, "3072kx128dp-4-8-1b8"};
    char path[FIXTURE_PATH_MAX], log[FIXTURE_PATH_MAX];
    for (int i = 0; i < 3; i++) {
        failure why = {""};
        train_state state;
        fixture_path(path, archs[i]);
        fixture_path(log, "loss.csv");
        train_plan plan = run_fixture_plan(archs[i], path);
        train_corpus corpus = run_fixture_corpus(&plan);
        /* One step on all positions, so that its loss is that of the first weights. */
        plan.batch = (long)corpus.data.set[GAME_TRAINING].count;
        plan.epochs = 1;
        plan.smoothing = 0.4;
        plan.log = log;
        train_net_free(run_fixture_train(&plan, &state));
        train_net *net = train_net_new(&plan.arch, (uint64_t)plan.seed, &why);
        const train_settings settings = train_settings_integer((float)plan.smoothing);
        train_pass *pass = train_pass_new(net, train_kernels_best(), corpus.pool, &settings, &why);
        cr_assert(pass, "%s", why.text);
        const train_figures f =
            train_pass_set(pass, &corpus.data.set[GAME_TRAINING], &corpus.recipe);
        cr_expect_float_eq(run_fixture_logged(log, 0, "training_loss"), f.loss / f.weight, 2e-6);
        cr_expect(f.weight < 0.95 * f.positions, "some positions count less");
        unlink(log);
        train_pass_free(pass);
        train_net_free(net);
        train_corpus_free(&corpus);
    }
}

static float rate_at(uint64_t step, uint64_t steps)
{
    return train_rate_at(step, steps, 1.0f, 0.01f);
}

Test(train_run, learning_rate)
{
    const uint64_t steps = 20000;
    float last = 2.0f;
    cr_expect(fabsf(rate_at(250, steps) - 0.5f) < 1e-6f);
    cr_expect(fabsf(rate_at(500, steps) - 1.0f) < 1e-6f);
    cr_expect(fabsf(rate_at(steps, steps) - 0.01f) < 1e-6f);
    for (uint64_t step = 501; step <= steps; step++) {
        float rate = rate_at(step, steps);
        cr_assert(rate <= last && rate > 0.0f);
        last = rate;
    }
    for (uint64_t few = 1; few < 30; few++) {
        cr_expect(isfinite(rate_at(1, few)) && rate_at(1, few) > 0.0f);
    }
    cr_expect(train_rate_at(steps, steps, 0.5f, 1.0f) == 0.5f, "an end of 1: no fall");
    cr_expect(train_rate_at(steps, steps, 0.5f, 0.0f) < 1e-9f);
}

/* What weights shrink by in an epoch does not depend on the learning rate, nor, from 4,000 steps
 * on, on the length of the epoch. */
Test(train_run, decay_is_by_epochs)
{
    const double old = 0.3, old_steps = 17059536 / 4096;
    cr_expect_float_eq(train_decay_of(0.8f, (uint64_t)old_steps, 1e-3f), old, 0.003 * old);
    for (uint64_t steps = 4000; steps <= 64000; steps *= 2) {
        for (float rate = 1e-4f; rate < 1e-2f; rate *= 3.0f) {
            const float shrink = rate * train_decay_of(2.0f, steps, rate) * (float)steps;
            cr_expect_float_eq(shrink, 0.5f, 1e-5f);
        }
    }
    cr_expect(train_decay_of(0.8f, 10, 1e-3f) == train_decay_of(0.8f, 4000, 1e-3f));
    cr_expect(train_decay_of(0.0f, 5000, 1e-3f) == 0.0f, "no decay");
    cr_expect_float_eq(train_decay_of(1e-9f, 4000, 0.5f), 2.0f, 1e-6f, "no more than all");
}
