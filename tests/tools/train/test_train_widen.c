/* Nets that begin with the weights of another: the same outputs, units that learn, and what cannot
 * be a beginning. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_fixture.h"
#include "train_judge.h"
#include "train_run.h"
#include "train_widen.h"

TestSuite(train_widen, .init = run_fixture_start, .fini = run_fixture_end);

/* A narrow net and wide ones. */
static const char *const widths[][2] = {
    {"768x128p-4-8-3", "768x128p-4-8-3"},         {"768x128p-4-8-3", "768x256p-4-8-3"},
    {"768x128p-4-8-3", "768x256p-7-9-3"},         {"3072hx128p-4-8-3", "3072hx256p-6-8-3"},
    {"768x128p-3876", "768x256p-3876"},           {"768x128p-3876", "768x256p-4956"},
    {"768x128p-4956", "768x256p-4956"},           {"768x64d-8", "768x128d-8"},
    {"768x128p-4-8-3", "768x256p-4-9-3b8"},       {"768x128p-4-8-3b8", "768x256p-6-9-3b8"},
    {"768x128dp-4-8-1b8", "768x256dp-6-9-1b8"},   {"768x64d-8", "3072kx128d-8"},
    {"768x128dp-4-8-1b8", "3072kx128dp-4-8-1b8"},
};
enum { WIDTHS = sizeof widths / sizeof *widths, ASKED = 500 };

static train_net *new_net(const char *text, uint64_t seed)
{
    train_arch arch;
    failure why = {""};
    cr_assert(train_arch_parse(&arch, text, &why), "%s", why.text);
    return train_net_new(&arch, seed, &why);
}

/* A net with biases. */
static train_net *biased_net(const char *text, uint64_t seed)
{
    train_net *net = new_net(text, seed);
    for (int part = PART_BIAS; part < PARTS; part++) {
        for (size_t i = 0; i < net->part[part].count; i++) {
            net->w[net->part[part].offset + i] += (float)((i * 7 + seed) % 11) * 0.01f;
        }
    }
    return net;
}

/* The outputs of a net for the first positions of the set. */
static train_answer *answers_of(train_net *net, const train_corpus *corpus)
{
    failure why = {""};
    train_judge judge;
    const train_source source = {&corpus->data.set[GAME_TRAINING], NULL, 0, &corpus->recipe};
    cr_assert(train_judge_floats(&judge, net, corpus->pool, &why), "%s", why.text);
    train_judge_ask(&judge, &source, ASKED);
    train_answer *answers = judge.answers;
    judge.answers = NULL;
    train_judge_close(&judge);
    return answers;
}

Test(train_widen, outputs_stay_the_same)
{
    for (int i = 0; i < WIDTHS; i++) {
        failure why = {""};
        train_corpus corpus;
        const train_plan plan = run_fixture_plan(widths[i][0], NULL);
        train_net *narrow = biased_net(widths[i][0], 5), *wide = new_net(widths[i][1], 6);
        cr_assert(train_widen(wide, narrow, &why), "%s", why.text);
        cr_assert(train_corpus_read(&corpus, &plan, narrow->arch.kind, run_fixture_quiet(), &why));
        train_answer *one = answers_of(narrow, &corpus), *other = answers_of(wide, &corpus);
        cr_expect(memcmp(one, other, ASKED * sizeof *one) == 0, "%s to %s", widths[i][0],
                  widths[i][1]);
        free(one);
        free(other);
        train_net_free(narrow);
        train_net_free(wide);
        train_corpus_free(&corpus);
    }
}

/* True if a new net of one architecture can begin from one of another. */
static bool can_begin(const char *text, const char *from, failure *why)
{
    train_net *to = new_net(text, 1), *other = new_net(from, 2);
    const bool good = train_widen(to, other, why);
    train_net_free(to);
    train_net_free(other);
    return good;
}

Test(train_widen, pins_may_be_new_but_not_forgotten)
{
    failure why = {""};
    cr_expect(can_begin("3072hpx128p-3876", "3072hx128p-3876", &why), "%s", why.text);
    cr_expect(can_begin("3072hpx128p-3876", "3072hpx128p-3876", &why), "%s", why.text);
    cr_expect(!can_begin("3072hx128p-3876", "3072hpx128p-3876", &why));
    cr_expect_str_eq(why.text, "3072hx128p-3876 cannot begin from 3072hpx128p-3876, which has "
                               "inputs that know pins");
}

Test(train_widen, equal_nets_are_copied)
{
    train_net *one = biased_net(widths[0][0], 5), *other = new_net(widths[0][1], 6);
    cr_assert(train_widen(other, one, NULL));
    cr_expect(memcmp(one->w, other->w, one->size * sizeof(float)) == 0);
    train_net_free(one);
    train_net_free(other);
}

static train_plan wide_plan(int width, const char *out, const char *from)
{
    train_plan plan = run_fixture_plan(widths[width][1], out);
    plan.from = from;
    return plan;
}

/* The checkpoint of a short run of the narrow net. */
static void train_narrow(int width, const char *path)
{
    train_state state;
    train_plan plan = run_fixture_plan(widths[width][0], path);
    plan.epochs = 1;
    train_net_free(run_fixture_train(&plan, &state));
}

/* After a run no weight out of a new sum is 0 any more. */
Test(train_widen, new_sums_learn)
{
    char narrow[FIXTURE_PATH_MAX], wide[FIXTURE_PATH_MAX];
    train_state state;
    fixture_path(narrow, "narrow.ck");
    fixture_path(wide, "wide.ck");
    train_narrow(1, narrow);
    const train_plan plan = wide_plan(1, wide, narrow);
    train_net *net = run_fixture_train(&plan, &state);
    const train_arch *arch = &net->arch;
    const float *head = net->w + net->part[PART_HEAD].offset;
    size_t zero = 0;
    for (uint32_t row = 0; row < arch->rows; row++) {
        for (uint32_t pair = arch->pairs / 2; pair < arch->pairs; pair++) {
            zero += head[row * arch->pairs + pair] == 0.0f;
        }
    }
    cr_expect_eq(zero, 0);
    cr_expect(state.step == state.epochs * (state.positions / state.batch), "a run of its own");
    train_net_free(net);
}

/* As without another beginning: stops do not change the bits, and only the same run is resumed. */
Test(train_widen, stopped_and_resumed_equals_uninterrupted)
{
    char narrow[FIXTURE_PATH_MAX], whole[FIXTURE_PATH_MAX], broken[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state, other_state = {.step = 0};
    fixture_path(narrow, "narrow.ck");
    fixture_path(whole, "whole.ck");
    fixture_path(broken, "broken.ck");
    train_narrow(7, narrow);
    train_plan plan = wide_plan(7, whole, narrow);
    train_net *net = run_fixture_train(&plan, &state), *other = NULL;
    plan.out = broken;
    plan.threads = 2;
    plan.minutes = 1e-9;
    while (other_state.step < state.step) {
        train_net_free(other);
        other = run_fixture_train(&plan, &other_state);
        plan.resume = true;
        plan.from = other_state.step % 2 ? narrow : NULL;
    }
    cr_expect(memcmp(&state, &other_state, sizeof state) == 0 && state.from != 0);
    cr_expect(memcmp(net->w, other->w, net->size * sizeof(float)) == 0);
    plan.from = whole;
    cr_expect(train_run(&plan, run_fixture_quiet(), &why) == WORK_FAILED &&
                  strstr(why.text, "other settings"),
              "%s", why.text);
    train_net_free(net);
    train_net_free(other);
}

Test(train_widen, faults_name_checkpoint_and_difference)
{
    static const struct {
        const char *arch, *message;
    } cases[] = {
        {"768x64d-8", "768x64d-8 cannot begin from 768x256p-4-8-3, which has another kind of net"},
        {"3072hx256p-4-8-3", "which has other inputs"},
        {"768x128p-4-8-3", "which has more sums"},
        {"768x256p-3-8-3", "which has more units in its first dense layer"},
        {"768x256p-4-7-3", "which has more units in its second dense layer"},
    };
    char wide[FIXTURE_PATH_MAX], out[FIXTURE_PATH_MAX];
    train_state state;
    failure why = {""};
    fixture_path(wide, "wide.ck");
    fixture_path(out, "out.ck");
    train_plan plan = run_fixture_plan(widths[1][1], wide);
    train_net_free(run_fixture_train(&plan, &state));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        plan = run_fixture_plan(cases[i].arch, out);
        plan.from = wide;
        cr_expect(train_run(&plan, run_fixture_quiet(), &why) == WORK_FAILED);
        cr_expect(strstr(why.text, "wide.ck: ") && strstr(why.text, cases[i].message), "%s",
                  why.text);
        cr_expect(access(out, F_OK) != 0, "nothing is left");
    }
    plan.from = "/nonexistent.ck";
    cr_expect(train_run(&plan, run_fixture_quiet(), &why) == WORK_FAILED &&
                  strstr(why.text, "/nonexistent.ck"),
              "%s", why.text);
}
