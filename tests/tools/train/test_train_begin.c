/* Tests nets that begin with the weights of another: the same outputs, units that learn, the way
 * back from a net file, and what cannot be a beginning. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_fixture.h"
#include "train_begin.h"
#include "train_evaluator.h"
#include "train_export.h"

TestSuite(train_import, .init = run_fixture_start, .fini = run_fixture_end);
TestSuite(train_begin, .init = run_fixture_start, .fini = run_fixture_end);

enum { ASKED = 500 };

/* The outputs of a net for the first positions of the set. */
static train_answer *answers_of(train_net *net, const train_corpus *corpus)
{
    failure why = {""};
    train_evaluator evaluator;
    const train_source source = {&corpus->data.set[GAME_TRAINING], NULL, 0, &corpus->recipe};
    cr_assert(train_evaluator_floats(&evaluator, net, corpus->pool, &why), "%s", why.text);
    train_evaluator_run(&evaluator, &source, ASKED);
    train_answer *answers = evaluator.answers;
    evaluator.answers = NULL;
    train_evaluator_close(&evaluator);
    return answers;
}

Test(train_begin, outputs_of_a_wider_net_are_the_same)
{
    static const char *const widths[][2] = {
        {"768x128p-4-8-3", "768x128p-4-8-3"},
        {"768x128p-4-8-3", "768x256p-7-9-3"},
        {"3072hx128p-4-8-3", "3072hx256p-6-8-3"},
        {"768x128p-3876", "768x256p-4956"},
        {"768x64d-8", "768x128d-8"},
        {"768x128p-4-8-3", "768x256p-4-9-3b8"},
        {"768x128p-4-8-3b8", "768x256p-6-9-3b8"},
        {"768x128dp-4-8-1b8", "768x256dp-6-9-1b8"},
        {"768x64d-8", "3072kx128d-8"},
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

Test(train_begin, what_cannot_be_a_beginning)
{
    static const struct {
        const char *to, *from, *what; /* NULL: it can */
    } cases[] = {
        {"3072hpx128p-3876", "3072hx128p-3876", NULL},
        {"3072hpx128p-3876", "3072hpx128p-3876", NULL},
        {"3072hx128p-3876", "3072hpx128p-3876", "inputs that know pins"},
        {"768x64d-8", "768x256p-4-8-3", "another kind of net"},
        {"3072hx256p-4-8-3", "768x256p-4-8-3", "other inputs"},
        {"768x128p-4-8-3", "768x256p-4-8-3", "more sums"},
        {"768x256p-3-8-3", "768x256p-4-8-3", "more units in its first dense layer"},
        {"768x256p-4-7-3", "768x256p-4-8-3", "more units in its second dense layer"},
        {"768x256p-4-8-3", "768x256p-4-8-3b8", "more sets of dense layers"},
        {"768x256dp-4-8-1b8", "768x64d-8", "squared sums"},
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
    run_fixture_checkpoint("768x128p-4-8-3", "narrow.ck", narrow);
    train_plan plan = run_fixture_plan("768x256p-4-8-3", wide);
    plan.from = narrow;
    train_net *net = run_fixture_train(&plan, &state);
    const architecture *arch = &net->arch;
    const float *head = net->w + net->part[PART_HEAD].offset;
    size_t zero = 0;
    for (uint32_t row = 0; row < train_arch_rows(arch); row++) {
        for (uint32_t pair = train_arch_pairs(arch) / 2; pair < train_arch_pairs(arch); pair++) {
            zero += head[row * train_arch_pairs(arch) + pair] == 0.0f;
        }
    }
    cr_expect_eq(zero, 0);
    cr_expect(state.step == state.epochs * (state.positions / state.batch), "a run of its own");
    train_net_free(net);
    plan = run_fixture_plan("768x128p-4-8-3", "never.ck");
    plan.from = wide;
    run_fixture_expect_refused(&plan, "wide.ck: 768x128p-4-8-3 cannot begin from 768x256p-4-8-3");
    cr_expect(access("never.ck", F_OK) != 0, "nothing is left");
    plan.from = "/nonexistent.ck";
    run_fixture_expect_refused(&plan, "/nonexistent.ck");
}

/* Exports nets to a net file, without data. */
static void export_nets(const char *path, train_net *const from[NET_KINDS])
{
    char name[NET_KINDS][FIXTURE_PATH_MAX];
    const char *paths[NET_KINDS];
    failure why = {""};
    const train_plan no_data = train_plan_default();
    for (int kind = 0; kind < NET_KINDS; kind++) {
        fixture_path(name[kind], architecture_kind_name((net_kind)kind));
        paths[kind] = from[kind] ? name[kind] : NULL;
        if (from[kind]) {
            train_state state = {.scale = 150.0f};
            memcpy(state.arch, from[kind]->arch.text, sizeof state.arch);
            whole_file *file = whole_file_open(name[kind], &why);
            cr_assert(file && train_checkpoint_write(file, &state, from[kind], &why), "%s",
                      why.text);
            whole_file_close(file);
        }
    }
    cr_assert(train_export(&no_data, paths, path, run_fixture_quiet(), &why), "%s", why.text);
}

static bool same_bytes(const char *one, const char *other)
{
    FILE *a = fopen(one, "rb"), *b = fopen(other, "rb");
    int c = 0;
    bool same = a && b;
    while (same && c != EOF) {
        c = fgetc(a);
        same = c == fgetc(b);
    }
    fclose(a);
    fclose(b);
    return same;
}

/* Nets with paired sums have the same integers when they are exported again. The unit of squared
 * sums' output rows depends on the rows, so a second rounding may change it. */
Test(train_import, weights_come_back)
{
    static const char *const families[][NET_KINDS] = {
        {"768x128p-4-8-3", "768x128p-3876", "768x256dp-6-8-1b8"},
        {"3072hpx128p-4-8-3b8", "3072hx128p-4956", "768x128dp-4-8-1b8"},
        {"768x128p-4-8-3", "768x128p-3876", "3072kx128dp-4-8-1b8"},
        {"768x128p-4-8-3", "768x128p-3876", "768x64d-8"},
        {"768x128p-4-8-3", "768x128p-3876", "3072kx64d-8"},
    };
    char first[FIXTURE_PATH_MAX], second[FIXTURE_PATH_MAX];
    fixture_path(first, "first.nn");
    fixture_path(second, "second.nn");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        train_net *made[NET_KINDS], *back[NET_KINDS];
        failure why = {""};
        for (int kind = 0; kind < NET_KINDS; kind++) {
            made[kind] = run_fixture_net(families[i][kind], 5);
        }
        export_nets(first, made);
        for (int kind = 0; kind < NET_KINDS; kind++) {
            back[kind] = train_import(first, (net_kind)kind, &why);
            cr_assert(back[kind], "%s", why.text);
            cr_expect_str_eq(back[kind]->arch.text, families[i][kind]);
            for (size_t k = 0; k < back[kind]->size; k++) {
                cr_assert_float_eq(back[kind]->w[k], made[kind]->w[k], 0.5 / 127, "%s: %zu",
                                   families[i][kind], k);
            }
        }
        export_nets(second, back);
        cr_expect(same_bytes(first, second) || !made[NET_NEGAMAX]->arch.paired, "family %zu", i);
        for (int kind = 0; kind < NET_KINDS; kind++) {
            train_net_free(made[kind]);
            train_net_free(back[kind]);
        }
    }
}

Test(train_import, a_run_begins_from_a_net_file)
{
    char file[FIXTURE_PATH_MAX], out[FIXTURE_PATH_MAX], lost[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    train_net *made[NET_KINDS] = {run_fixture_net("768x128p-4-8-3", 5),
                                  run_fixture_net("768x128p-3876", 5), NULL};
    fixture_path(file, "begin.nn");
    fixture_path(out, "begun.ck");
    fixture_path(lost, "lost.nn");
    export_nets(file, made);
    train_plan plan = run_fixture_plan("768x128p-4-8-3", out);
    plan.from = file;
    plan.rate = 1e-9;
    plan.decay = 0.0;
    train_net *begun = run_fixture_train(&plan, &state);
    cr_expect(state.from != 0);
    for (uint32_t unit = 0; unit < begun->arch.sums; unit++) {
        cr_expect_float_eq(*train_input_weight(begun, 300, unit),
                           *train_input_weight(made[0], 300, unit), 0.6 / 128);
    }
    cr_expect(!train_import(file, NET_NEGAMAX, &why) && strstr(why.text, "has no negamax net"));
    cr_expect(!train_import(lost, NET_VALUE, &why) && strstr(why.text, "lost.nn"));
    plan.from = run_fixture_games(); /* which is gzip too */
    plan.out = lost;
    run_fixture_expect_refused(&plan, "run.games.gz");
    train_net_free(begun);
    train_net_free(made[0]);
    train_net_free(made[1]);
}
