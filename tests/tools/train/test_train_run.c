/* Tests whole runs: learning, a stop and a resumption, checkpoints, export. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "csv_table.h"
#include "nn/net.h"
#include "run_fixture.h"
#include "train_evaluate.h"
#include "train_export.h"
#include "train_run.h"

TestSuite(train_run, .init = run_fixture_start, .fini = run_fixture_end);

static const char value_arch[] = "768x128p-4-8-3", policy_arch[] = "768x128p-4956";

Test(train_run, stopped_and_resumed_equals_uninterrupted)
{
    run_fixture_expect_same_bits(policy_arch);
}

Test(train_run, another_run_is_not_resumed)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    fixture_path(path, "seed.ck");
    train_plan plan = run_fixture_plan(value_arch, path);
    train_net_free(run_fixture_train(&plan, &state));
    plan.resume = true;
    plan.seed = 2;
    cr_expect(train_run(&plan, run_fixture_quiet(), &why) == WORK_FAILED &&
                  strstr(why.text, "other settings"),
              "%s", why.text);
    plan.seed = 1;
    cr_assert(train_arch_parse(&plan.arch, "768x256p-4-8-3", NULL));
    cr_expect(train_run(&plan, run_fixture_quiet(), &why) == WORK_FAILED &&
                  strstr(why.text, "another architecture"),
              "%s", why.text);
    plan = run_fixture_plan(value_arch, path);
    plan.resume = true;
    fixture_write_games(run_fixture_games(), 151, 4);
    cr_expect(train_run(&plan, run_fixture_quiet(), &why) == WORK_FAILED &&
                  strstr(why.text, "other data"),
              "%s", why.text);
}

Test(train_run, damaged_checkpoints_are_refused)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    fixture_path(path, "damaged.ck");
    train_plan plan = run_fixture_plan(value_arch, path);
    train_net_free(run_fixture_train(&plan, &state));
    FILE *file = fopen(path, "r+b");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fseek(file, size / 2, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, size / 2, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
    cr_expect(!train_checkpoint_read(path, &state, &why) && strstr(why.text, "checksum"), "%s",
              why.text);
    static const long cuts[] = {0, 3, 15, 40, 200};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        cr_assert(truncate(path, size - 1) == 0 && truncate(path, cuts[i]) == 0);
        why.text[0] = 0;
        cr_expect(!train_checkpoint_read(path, &state, &why) && why.text[0], "%ld bytes", cuts[i]);
    }
    cr_expect(!train_checkpoint_read("/nonexistent.ck", &state, &why));
    cr_expect(strstr(why.text, "/nonexistent.ck"));
}

Test(train_run, diverged_checkpoints_are_refused)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    fixture_path(path, "diverged.ck");
    train_plan plan = run_fixture_plan(value_arch, path);
    train_net *net = run_fixture_train(&plan, &state);
    whole_file *file = whole_file_open(path, &why);
    cr_assert(file, "%s", why.text);
    net->v[net->size - 1] = INFINITY;
    cr_assert(train_checkpoint_write(file, &state, net, &why), "%s", why.text);
    cr_expect(!train_checkpoint_read(path, &state, &why) && strstr(why.text, "diverged"), "%s",
              why.text);
    net->v[net->size - 1] = 0.0f;
    state.scale = NAN;
    cr_assert(train_checkpoint_write(file, &state, net, &why), "%s", why.text);
    cr_expect(!train_checkpoint_read(path, &state, &why) && strstr(why.text, "diverged"), "%s",
              why.text);
    whole_file_close(file);
    train_net_free(net);
}

/* A second run of the same checkpoint, in a process of its own, is told why it may not be. */
Test(train_run, a_checkpoint_belongs_to_one_run)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    int status = 0;
    fixture_path(path, "shared.ck");
    train_plan plan = run_fixture_plan(value_arch, path);
    train_net_free(run_fixture_train(&plan, &state));
    plan.resume = true;
    whole_file *first = whole_file_open(path, &why);
    cr_assert(first, "%s", why.text);
    const pid_t pid = fork();
    if (pid == 0) {
        const bool refused = train_run(&plan, run_fixture_quiet(), &why) == WORK_FAILED &&
                             strstr(why.text, "shared.ck: another process is writing it");
        _exit(refused ? 0 : 1);
    }
    cr_assert(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    cr_expect_eq(WEXITSTATUS(status), 0, "a second run of one checkpoint goes on");
    whole_file_close(first);
    cr_expect_eq(train_run(&plan, run_fixture_quiet(), &why), WORK_DONE, "%s", why.text);
}

Test(train_run, architectures)
{
    static const char *const bad[] = {
        "",
        "3072",
        "3072hx512p",
        "3072hx512-16-32-3",
        "3072hx512p-16-32-2",
        "3072hx512p-16-32-3x",
        "1000x512p-16-32-3",
        "3072hx100p-16-32-3",
        "3072hx8192p-3876",
        "3072hx512p-3000",
        "3072hx512p-33-32-3",
        "3072hx512p-16-65-3",
        "3072hx512p-0-32-3",
        "3072hx512p-16-3",
        "3072px512p-16-32-3",
        "768hpx512p-16-32-3",
        "3072hx512p-16-32-3b",
        "3072hx512p-16-32-3b4",
        "-1x512p-16-32-3",
        "99999999999x512p-16-32-3",
        "3072hx512p-16-32-3-and-a-very-long-tail-that-no-buffer-of-the-trainer-holds"};
    train_arch arch;
    failure why;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!train_arch_parse(&arch, bad[i], &why), "%s", bad[i]);
    }
    cr_assert(train_arch_parse(&arch, "3072hx512p-16-32-3", &why));
    cr_expect(arch.kind == TRAIN_VALUE && arch.pairs == 256 && arch.rows == 16 && arch.l2 == 32 &&
              arch.variants == 4 && !arch.pins);
    cr_assert(train_arch_parse(&arch, "3072hx512p-16-32-3b8", &why));
    cr_expect(arch.kind == TRAIN_VALUE && arch.pairs == 256 && arch.l1 == 16 && arch.rows == 128 &&
              arch.buckets == 8 && arch.outputs == 3);
    cr_assert(train_arch_parse(&arch, "3072hpx512p-4956", &why));
    cr_expect(arch.kind == TRAIN_POLICY && arch.rows == 4956 && arch.variants == 4 && arch.pins);
    cr_assert(train_arch_parse(&arch, "768x1024p-3876", &why));
    cr_expect(arch.kind == TRAIN_POLICY && arch.pairs == 512 && arch.rows == 3876 &&
              arch.variants == 1);
}

/* The states of an input start equal and share a step, so one that is never seen follows. */
Test(train_run, states_share_a_step)
{
    train_arch arch = fixture_arch(TRAIN_VALUE, 8, 64, 2, 2);
    arch.variants = 4;
    train_net *net = train_net_new(&arch, 1, NULL);
    thread_pool *pool = thread_pool_new(1, NULL);
    float *w = net->w + net->part[PART_INPUT].offset, *g = net->g + net->part[PART_INPUT].offset;
    const size_t run = (size_t)2 * TILE_UNITS;
    float kept = w[5];
    cr_expect(w[5 + run] == kept && w[5 + 3 * run] == kept);
    g[5] = 1.0f;
    train_net_step(net, train_kernels_best(), pool, &(train_step){1, 0.01f, 0.0f, 0.9f});
    /* Adam's first step is the rate, whatever the gradient. */
    cr_expect(fabsf(w[5] - kept + 0.02f) < 1e-4f, "its own step and the shared one");
    cr_expect(fabsf(w[5 + 2 * run] - kept + 0.01f) < 1e-4f, "the shared step");
    cr_expect(g[5] == 0.0f && net->w[net->part[PART_SHARED].offset + 5] == 0.0f);
    train_net_free(net);
    thread_pool_free(pool);
}

/* The engine's integers against the trainer's floats. */
Test(train_run, export_agrees_with_checkpoint)
{
    char value[FIXTURE_PATH_MAX], policy[FIXTURE_PATH_MAX], path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    fixture_path(value, "v.ck");
    fixture_path(policy, "p.ck");
    fixture_path(path, "exported.nn");
    train_plan plan = run_fixture_plan("3072hx128p-16-32-3", value);
    train_net *net = run_fixture_train(&plan, &state);
    train_plan policy_plan = run_fixture_plan(policy_arch, policy);
    train_state policy_state;
    train_net_free(run_fixture_train(&policy_plan, &policy_state));
    const train_plan no_data = train_plan_default();
    const char *const checkpoints[TRAIN_KINDS] = {value, policy, NULL};
    const char *const wrong[TRAIN_KINDS] = {policy, value, NULL};
    cr_assert(train_export(&no_data, checkpoints, path, run_fixture_quiet(), &why), "%s", why.text);
    cr_expect(!train_export(&no_data, wrong, path, run_fixture_quiet(), &why),
              "the wrong kinds are refused");
    nets *exported = nets_load(path, &why);
    cr_assert(exported, "%s", why.text);
    cr_expect(exported->value.centipawns == state.scale);
    for (uint32_t input = 0; input < 3072; input += 41) {
        for (uint32_t unit = 0; unit < 128; unit++) {
            float stored = exported->value.input[input * 128 + unit] / 128.0f;
            cr_assert(fabsf(stored - *train_input_weight(net, input, unit)) <= 0.5f / 128 + 1e-6f);
        }
    }
    nets_free(exported);
    train_net_free(net);
    const train_evaluation both = {&plan, {value, policy, NULL}, path, NULL, NULL, 50};
    cr_assert(train_evaluate(&both, run_fixture_quiet(), &why), "%s", why.text);
}

/* The training loss of a log is what the evaluation of a set, such as the held-out one, computes.
 */
Test(train_run, losses_have_one_measure)
{
    static const char *const archs[] = {value_arch, policy_arch, "768x64d-8"};
    char path[FIXTURE_PATH_MAX], log[FIXTURE_PATH_MAX];
    for (int i = 0; i < 3; i++) {
        failure why = {""};
        train_corpus corpus;
        csv_table table;
        train_state state;
        fixture_path(path, archs[i]);
        fixture_path(log, "loss.csv");
        train_plan plan = run_fixture_plan(archs[i], path);
        cr_assert(train_corpus_read(&corpus, &plan, plan.arch.kind, run_fixture_quiet(), &why));
        /* One step on all positions, so that its loss is that of the first weights. */
        plan.batch = (uint32_t)corpus.data.set[GAME_TRAINING].count;
        plan.epochs = 1;
        plan.smoothing = 0.4f;
        plan.log = log;
        train_net_free(run_fixture_train(&plan, &state));
        train_net *net = train_net_new(&plan.arch, plan.seed, &why);
        const train_settings settings = train_settings_integer(plan.smoothing);
        train_pass *pass = train_pass_new(net, train_kernels_best(), corpus.pool, &settings, &why);
        cr_assert(pass && csv_table_read(&table, log, &why), "%s", why.text);
        const train_figures f =
            train_evaluate_set(pass, &corpus.data.set[GAME_TRAINING], &corpus.recipe);
        const int column = csv_table_column(&table, "training_loss");
        cr_expect_float_eq(csv_table_at(&table, 0, column), f.loss / f.weight, 2e-6);
        cr_expect(f.weight < 0.95 * f.positions, "some positions count less");
        csv_table_free(&table);
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

/* Without momentum a step follows its own gradient alone. */
Test(train_run, first_moment)
{
    const train_arch arch = fixture_arch(TRAIN_VALUE, 8, 64, 2, 2);
    thread_pool *pool = thread_pool_new(1, NULL);
    for (int i = 0; i < 2; i++) {
        const float beta1 = i ? 0.9f : 0.0f;
        train_net *net = train_net_new(&arch, 1, NULL);
        for (long number = 1; number <= 2; number++) {
            net->g[0] = number == 1 ? 1.0f : -1.0f;
            train_net_step(net, train_kernels_best(), pool,
                           &(train_step){number, 1e-3f, 0.0f, beta1});
        }
        /* The mean is 0.1 after the first gradient and -0.01 after the second. */
        cr_expect_float_eq(net->m[0], i ? -0.01f : -1.0f, 1e-6f);
        train_net_free(net);
    }
    thread_pool_free(pool);
}
