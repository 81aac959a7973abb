/* Tests nets that begin with the weights of another: the same outputs, units that learn, the way
 * back from a net file, and what cannot be a beginning. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_fixture.h"
#include "train_begin.h"
#include "train_export.h"
#include "train_pass.h"

TestSuite(train_import, .init = run_fixture_start, .fini = run_fixture_end);
TestSuite(train_begin, .init = run_fixture_start, .fini = run_fixture_end);

enum { ASKED = 500 };

/* A pass with the outputs of a net for the first positions of the set. */
static train_pass *run_of(train_net *net, const train_corpus *corpus)
{
    train_pass *pass = run_fixture_pass(net, corpus);
    const train_source source = {&corpus->data.set[GAME_TRAINING], NULL, 0, &corpus->recipe};
    train_pass_source(pass, &source, ASKED, 0.0f);
    return pass;
}

Test(train_begin, outputs_of_a_wider_net_are_the_same)
{
    static const char *const widths[][2] = {
        {"768x128dp-4-8-1", "768x128dp-4-8-1"},       {"768x128dp-4-8-1", "768x256dp-7-9-1"},
        {"3072kx128dp-4-8-1", "3072kx256dp-6-8-1"},   {"768x128p-3876", "768x256p-4956"},
        {"3072hx128p-4956", "3072hx256p-4956"},       {"768x128dp-4-8-1", "768x256dp-4-9-1b8"},
        {"768x128dp-4-8-1b8", "768x256dp-6-9-1b8"},   {"768x128dp-4-8-1", "3072kx256dp-4-8-1"},
        {"768x128dp-4-8-1b8", "3072kx128dp-4-8-1b8"},
    };
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        failure why = {""};
        const train_plan plan = run_fixture_plan(widths[i][0], NULL);
        const train_plan wider = run_fixture_plan(widths[i][1], NULL);
        train_corpus corpus = run_fixture_corpus(&plan);
        train_net *narrow = run_fixture_net(widths[i][0], 5);
        train_net *wide = train_net_new(&wider.arch, 6, &why);
        cr_assert(train_widen(wide, narrow, &why), "%s", why.text);
        train_pass *one = run_of(narrow, &corpus), *other = run_of(wide, &corpus);
        cr_expect(memcmp(one->answers, other->answers, ASKED * sizeof *one->answers) == 0,
                  "%s to %s", widths[i][0], widths[i][1]);
        train_pass_free(one);
        train_pass_free(other);
        train_net_free(narrow);
        train_net_free(wide);
        train_corpus_free(&corpus);
    }
}

Test(train_begin, what_cannot_be_a_beginning)
{
    static const struct {
        const char *to, *from, *what; /* NULL: it can */
    } cases[] = {
        {"3072hpx128p-3876", "3072hx128p-3876", NULL},
        {"3072hpx128p-3876", "3072hpx128p-3876", NULL},
        {"3072hx128p-3876", "3072hpx128p-3876", "inputs that know pins"},
        {"768x128p-3876", "768x128dp-4-8-1", "another kind of net"},
        {"768x128dp-4-8-1", "768x128p-3876", "another kind of net"},
        {"3072hx256p-3876", "768x256p-3876", "other inputs"},
        {"768x128dp-4-8-1", "3072kx128dp-4-8-1", "other inputs"},
        {"768x128dp-4-8-1", "768x256dp-4-8-1", "more sums"},
        {"768x256dp-3-8-1", "768x256dp-4-8-1", "more units in its first dense layer"},
        {"768x256dp-4-7-1", "768x256dp-4-8-1", "more units in its second dense layer"},
        {"768x256dp-4-8-1", "768x256dp-4-8-1b8", "more sets of dense layers"},
        {"768x128p-3876", "768x128p-4956", "more output rows"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[128];
        failure why = {""};
        train_net *to = run_fixture_net(cases[i].to, 1), *from = run_fixture_net(cases[i].from, 2);
        cr_expect(train_widen(to, from, &why) == !cases[i].what, "%s: %s", cases[i].to, why.text);
        snprintf(message, sizeof message, "%s cannot begin from %s, which has %s", cases[i].to,
                 cases[i].from, cases[i].what ? cases[i].what : "");
        cr_expect_str_eq(why.text, cases[i].what ? message : "");
        train_net_free(to);
        train_net_free(from);
    }
}

/* After a run no weight out of a new sum is 0 any more. */
Test(train_begin, new_sums_learn)
{
    char narrow[FIXTURE_PATH_MAX], wide[FIXTURE_PATH_MAX];
    train_state state;
    fixture_path(wide, "wide.ck");
    run_fixture_checkpoint("768x128dp-4-8-1", "narrow.ck", narrow);
    train_plan plan = run_fixture_plan("768x256dp-4-8-1", wide);
    plan.from = narrow;
    train_net *net = run_fixture_train(&plan, &state);
    const architecture *arch = &net->arch;
    const float *head = net->w + net->part[PART_HEAD].offset;
    const uint32_t pairs = arch->sums / 2; /* of a view; the second half is new */
    size_t zero = 0;
    for (uint32_t half = 0; half < train_arch_views(arch) * train_arch_rows(arch); half++) {
        for (uint32_t pair = pairs / 2; pair < pairs; pair++) {
            zero += head[half * pairs + pair] == 0.0f;
        }
    }
    cr_expect_eq(zero, 0);
    cr_expect(state.step == state.epochs * (state.positions / state.batch), "a run of its own");
    train_net_free(net);
    plan = run_fixture_plan("768x128dp-4-8-1", "never.ck");
    plan.from = wide;
    run_fixture_expect_refused(&plan, "wide.ck: 768x128dp-4-8-1 cannot begin from 768x256dp-4-8-1");
    cr_expect(access("never.ck", F_OK) != 0, "nothing is left");
    plan.from = "/nonexistent.ck";
    run_fixture_expect_refused(&plan, "/nonexistent.ck");
}

/* Exports nets to a net file, without data. */
static void export_nets(const char *path, train_net *const from[NET_KINDS])
{
    char name[NET_KINDS][FIXTURE_PATH_MAX];
    const char *paths[NET_KINDS];
    const train_plan no_data = train_plan_default();
    failure why = {""};
    for (int kind = 0; kind < NET_KINDS; kind++) {
        train_state state = {.scale = 150.0f};
        fixture_path(name[kind], architecture_kind_name((net_kind)kind));
        paths[kind] = name[kind];
        memcpy(state.arch, from[kind]->arch.text, sizeof state.arch);
        whole_file *file = whole_file_open(name[kind], &why);
        cr_assert(file && train_checkpoint_write(file, &state, from[kind], &why), "%s", why.text);
        whole_file_close(file);
    }
    cr_assert(train_export(&no_data, paths, path, run_fixture_quiet(), &why), "%s", why.text);
}

/* The inputs whose weights are all 0. */
static size_t zero_inputs(const train_net *net)
{
    size_t zero = 0;
    for (uint32_t input = 0; input < net->arch.inputs; input++) {
        bool all = true;
        for (uint32_t unit = 0; all && unit < net->arch.sums; unit++) {
            all = *train_input_weight(net, input, unit) == 0.0f;
        }
        zero += all;
    }
    return zero;
}

static void expect_inputs_close(const train_net *back, const train_net *made)
{
    for (uint32_t input = 0; input < made->arch.inputs; input++) {
        for (uint32_t unit = 0; unit < made->arch.sums; unit++) {
            const float weight = *train_input_weight(back, input, unit);
            const float error = weight - *train_input_weight(made, input, unit);
            cr_assert(weight == 0.0f || fabsf(error) < 0.5f / 127.0f, "%u %u", input, unit);
        }
    }
}

/* The weights of a net file are those that were exported, but for their rounding, and for inputs
 * that no position has: pawns on two ranks, and own kings in the other half of the board or, with
 * places of the king, elsewhere. */
Test(train_import, weights_come_back)
{
    static const char *const families[][NET_KINDS] = {
        {"768x128dp-4-8-1", "768x128p-3876"},
        {"768x256dp-6-8-1b8", "3072hx128p-4956"},
        {"3072kx128dp-4-8-1b8", "3072hpx128p-4956"},
    };
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "family.nn");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        train_net *made[NET_KINDS];
        for (int kind = 0; kind < NET_KINDS; kind++) {
            made[kind] = run_fixture_net(families[i][kind], 5);
        }
        export_nets(path, made);
        failure why = {""};
        nets *file = nets_load(path, &why);
        cr_assert(file, "%s", why.text);
        for (int kind = 0; kind < NET_KINDS; kind++) {
            train_net *back = train_import(file, (net_kind)kind, &why);
            cr_assert(back, "%s", why.text);
            cr_expect_str_eq(back->arch.text, families[i][kind]);
            const size_t states = back->arch.inputs / 768;
            cr_expect_eq(zero_inputs(made[kind]), 0);
            cr_expect_eq(zero_inputs(back), back->arch.places ? 4 * 32 + 4 * 64 - 32 : 64 * states,
                         "%s: %zu", families[i][kind], zero_inputs(back));
            for (size_t k = back->part[PART_BIAS].offset; k < back->size; k++) {
                cr_assert_float_eq(back->w[k], made[kind]->w[k], 0.5 / 127, "%s: %zu",
                                   families[i][kind], k);
            }
            expect_inputs_close(back, made[kind]);
            train_net_free(made[kind]);
            train_net_free(back);
        }
        nets_free(file);
    }
}

Test(train_import, a_run_begins_from_a_net_file)
{
    char file[FIXTURE_PATH_MAX], out[FIXTURE_PATH_MAX], lost[FIXTURE_PATH_MAX];
    train_state state;
    train_net *made[NET_KINDS] = {run_fixture_net("768x128dp-4-8-1", 5),
                                  run_fixture_net("768x128p-3876", 5)};
    fixture_path(file, "begin.nn");
    fixture_path(out, "begun.ck");
    fixture_path(lost, "lost.nn");
    export_nets(file, made);
    train_plan plan = run_fixture_plan("768x128dp-4-8-1", out);
    plan.from = file;
    plan.rate = 1e-9;
    plan.decay = 0.0;
    train_net *begun = run_fixture_train(&plan, &state);
    cr_expect(state.from != 0);
    for (uint32_t unit = 0; unit < begun->arch.sums; unit++) {
        cr_expect_float_eq(*train_input_weight(begun, 300, unit),
                           *train_input_weight(made[0], 300, unit), 0.6 / 128);
    }
    plan.out = lost;
    plan.from = run_fixture_games(); /* which is gzip too */
    run_fixture_expect_refused(&plan, "run.games.gz");
    train_net_free(begun);
    train_net_free(made[0]);
    train_net_free(made[1]);
}
