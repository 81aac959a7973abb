/* Tests units that do nothing: which are found, what becomes of them, and that runs keep few. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_fixture.h"
#include "train_idle.h"
#include "train_run.h"

TestSuite(train_idle, .init = run_fixture_start, .fini = run_fixture_end);

enum { ASKED = CHUNK_POSITIONS };

/* The answers for the first positions of the corpus, and the record of idle units. The caller frees
 * both. */
static train_idle *find(train_net *net, const train_corpus *corpus, train_answer **answers)
{
    failure why = {""};
    train_figures figures;
    train_pass *pass = run_fixture_pass(net, corpus);
    train_set set = corpus->data.set[GAME_TRAINING];
    set.count = ASKED;
    train_idle *idle = train_idle_find(pass, &set, &corpus->recipe, &figures, &why);
    cr_assert(idle && figures.positions == ASKED, "%s", why.text);
    *answers = pass->answers;
    pass->answers = NULL;
    train_pass_free(pass);
    return idle;
}

/* Makes a unit of the first layer dead: one that is 0 in all positions. */
static void kill_first(train_net *net, uint32_t unit)
{
    *train_input_bias(net, unit) = -100.0f;
}

/* Adds to the biases of a unit of a dense layer in all buckets. */
static void shift_dense(train_net *net, train_part bias, uint32_t unit, float by)
{
    const train_span *span = &net->part[bias];
    const size_t units = span->count / net->arch.buckets;
    for (size_t set = 0; set < net->arch.buckets; set++) {
        net->w[span->offset + set * units + unit] += by;
    }
}

static void expect_count(const train_idle *idle, idle_layer layer, size_t units, size_t dead,
                         size_t constant)
{
    const idle_count count = train_idle_count(idle, layer);
    cr_expect(count.units == units && count.dead == dead && count.constant == constant,
              "layer %d: %zu units, %zu dead, %zu constant", layer, count.units, count.dead,
              count.constant);
}

/* Renews the idle units. Then none is idle, and outputs differ by `most` at most. */
static void expect_renewed(train_net *net, const train_corpus *corpus, size_t idle_units,
                           float most)
{
    train_answer *before, *after;
    for (size_t i = 0; i < net->size; i++) {
        net->m[i] = net->v[i] = 1.0f;
    }
    train_idle *idle = find(net, corpus, &before);
    cr_expect_eq(train_idle_sum(idle), idle_units, "%zu", train_idle_sum(idle));
    train_idle_renew(idle, net, 5);
    train_idle_free(idle);
    idle = find(net, corpus, &after);
    cr_expect_eq(train_idle_sum(idle), 0, "%zu", train_idle_sum(idle));
    for (size_t i = 0; i < ASKED; i++) {
        cr_assert(fabsf(before[i][0] - after[i][0]) <= most, "%s: %zu", net->arch.text, i);
    }
    train_idle_free(idle);
    free(before);
    free(after);
}

Test(train_idle, dead_units_begin_anew_without_a_change_of_outputs)
{
    static const struct {
        const char *arch;
        size_t idle;
    } cases[] = {{"768x128dp-4-8-1", 3}, {"3072kx128dp-4-8-1", 3}, {"3072hx128p-4956", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const train_plan plan = run_fixture_plan(cases[i].arch, NULL);
        train_corpus corpus = run_fixture_corpus(&plan);
        train_net *net = run_fixture_net(cases[i].arch, 3);
        kill_first(net, 5);
        if (train_arch_dense(&net->arch)) {
            shift_dense(net, PART_HEAD_BIAS, 1, -100.0f);
            shift_dense(net, PART_L2_BIAS, 6, -100.0f);
        }
        expect_renewed(net, &corpus, cases[i].idle, 0.0f);
        /* The unit has new inputs, and in no view a weight out of it. */
        const size_t pairs = train_arch_pairs(&net->arch);
        const float bias = *train_input_bias(net, 5);
        cr_expect(fabsf(bias) < 1.0f && *train_input_weight(net, 300, 5) != 0.0f);
        cr_expect_eq(net->m[train_input_at(net, PART_INPUT, 300, 5)], 0.0f);
        for (size_t pair = 5; pair < pairs; pair += net->arch.sums / 2) {
            cr_expect_eq(net->w[net->part[PART_HEAD].offset + pairs + pair], 0.0f);
            cr_expect_eq(net->v[net->part[PART_HEAD].offset + pairs + pair], 0.0f);
        }
        train_net_free(net);
        train_corpus_free(&corpus);
    }
}

Test(train_idle, what_constant_units_gave_stays)
{
    const train_plan plan = run_fixture_plan("768x128dp-4-8-1", NULL);
    train_corpus corpus = run_fixture_corpus(&plan);
    train_net *net = run_fixture_net("768x128dp-4-8-1", 3);
    *train_input_bias(net, 7) = *train_input_bias(net, 7 + 64) = 100.0f;
    shift_dense(net, PART_HEAD_BIAS, 2, 100.0f);
    shift_dense(net, PART_L2_BIAS, 3, 100.0f);
    train_answer *answers;
    train_idle *idle = find(net, &corpus, &answers);
    expect_count(idle, IDLE_FIRST, 64, 0, 1);
    expect_count(idle, IDLE_L1, 4, 0, 1);
    expect_count(idle, IDLE_L2, 8, 0, 1);
    train_idle_free(idle);
    free(answers);
    expect_renewed(net, &corpus, 3, 1e-5f);
    train_net_free(net);
    train_corpus_free(&corpus);
}

/* Only buckets with enough positions are judged. Random games have nearly all pieces. */
Test(train_idle, buckets_are_judged_one_by_one)
{
    const train_plan plan = run_fixture_plan("768x128dp-4-8-1b8", NULL);
    train_corpus corpus = run_fixture_corpus(&plan);
    train_net *net = run_fixture_net("768x128dp-4-8-1b8", 3);
    shift_dense(net, PART_HEAD_BIAS, 1, -100.0f);
    train_answer *answers;
    train_idle *idle = find(net, &corpus, &answers);
    size_t judged = 0;
    for (int set = 0; set < NET_BUCKETS; set++) {
        judged += idle->seen[set] >= IDLE_POSITIONS_LEAST;
    }
    cr_assert(judged > 0 && judged < NET_BUCKETS, "%zu", judged);
    expect_count(idle, IDLE_L1, 4 * NET_BUCKETS, judged, 0);
    train_idle_free(idle);
    free(answers);
    train_net_free(net);
    train_corpus_free(&corpus);
}

/* Writes a checkpoint of a net with a dead unit in each hidden layer. */
static void write_dead(const char *arch, const char *path)
{
    failure why = {""};
    train_state state = {.scale = 150.0f};
    train_net *net = run_fixture_net(arch, 3);
    memcpy(state.arch, net->arch.text, sizeof state.arch);
    kill_first(net, 5);
    shift_dense(net, PART_HEAD_BIAS, 1, -100.0f);
    shift_dense(net, PART_L2_BIAS, 6, -100.0f);
    whole_file *file = whole_file_open(path, &why);
    cr_assert(file && train_checkpoint_write(file, &state, net, &why), "%s", why.text);
    whole_file_close(file);
    train_net_free(net);
}

/* Dead units of the net that a run begins from learn, also if the run stops after every step and
 * has two threads. */
Test(train_idle, a_run_revives_units)
{
    char from[FIXTURE_PATH_MAX], out[FIXTURE_PATH_MAX], log[FIXTURE_PATH_MAX];
    train_state state, other_state = {.step = 0};
    fixture_path(from, "dead.ck");
    fixture_path(out, "revived.ck");
    fixture_path(log, "revived.csv");
    fixture_write_games(run_fixture_games(), 1300, 3);
    write_dead("768x128dp-4-8-1", from);
    train_plan plan = run_fixture_plan("768x128dp-4-8-1", out);
    plan.from = from;
    plan.batch = 20000;
    plan.log = log;
    train_net *net = run_fixture_train(&plan, &state), *other = NULL;
    cr_expect_eq(run_fixture_logged(log, 1, "idle_units"), 0.0);
    const float *l2 = net->w + net->part[PART_L2].offset;
    cr_expect(net->w[net->part[PART_HEAD_BIAS].offset + 1] > -1.0f && l2[net->arch.l2] != 0.0f);
    plan.log = NULL;
    plan.threads = 2;
    plan.minutes = 1e-9;
    unlink(out);
    for (; other_state.step < state.step; plan.resume = true) {
        train_net_free(other);
        other = run_fixture_train(&plan, &other_state);
    }
    cr_expect_eq(memcmp(net->w, other->w, net->size * sizeof(float)), 0);
    cr_expect_eq(memcmp(net->v, other->v, net->size * sizeof(float)), 0);
    train_net_free(net);
    train_net_free(other);
}

/* The number of units of dense layers that are away from their bounds in less than a tenth of the
 * positions. */
static size_t count_rare(const train_idle *idle)
{
    size_t rare = 0;
    for (size_t unit = idle->first[IDLE_L1]; unit < idle->first[IDLE_LAYERS]; unit++) {
        rare += 10 * (idle->seen[0] - idle->low[unit] - idle->high[unit]) < idle->seen[0];
    }
    return rare;
}

/* Units die in the first steps if random weights keep them at 0 nearly everywhere. With first
 * biases of 0 one of 22 would be as rare, with those of train_net.c it is one of 107. */
Test(train_idle, few_units_of_a_new_net_are_near_idle)
{
    static const char arch[] = "768x256dp-16-32-1";
    enum { SEEDS = 20 };
    const train_plan plan = run_fixture_plan(arch, NULL);
    train_corpus corpus = run_fixture_corpus(&plan);
    size_t rare = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        failure why = {""};
        train_answer *answers;
        train_net *net = train_net_new(&plan.arch, seed, &why);
        cr_assert(net, "%s", why.text);
        train_idle *idle = find(net, &corpus, &answers);
        cr_expect_eq(train_idle_sum(idle), 0, "seed %d", (int)seed);
        rare += count_rare(idle);
        train_idle_free(idle);
        free(answers);
        train_net_free(net);
    }
    cr_expect(50 * rare < (size_t)SEEDS * (16 + 32), "%zu", rare);
    train_corpus_free(&corpus);
}
