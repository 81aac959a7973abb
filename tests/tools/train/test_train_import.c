/* Nets that come back from a net file: the same integers when they are exported again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_fixture.h"
#include "train_export.h"
#include "train_import.h"
#include "train_run.h"

TestSuite(train_import, .init = run_fixture_start, .fini = run_fixture_end);

static const char *const families[][TRAIN_KINDS] = {
    {"768x128p-4-8-3", "768x128p-3876", "768x256dp-6-8-1b8"},
    {"3072hpx128p-4-8-3b8", "3072hx128p-4956", "768x128dp-4-8-1b8"},
    {"768x128p-4-8-3", "768x128p-3876", "3072kx128dp-4-8-1b8"},
};
enum { FAMILIES = sizeof families / sizeof *families };

/* A net whose biases are not zero either. */
static train_net *new_net(const char *text)
{
    train_arch arch;
    failure why = {""};
    cr_assert(train_arch_parse(&arch, text, &why), "%s", why.text);
    train_net *net = train_net_new(&arch, 5, &why);
    for (int part = PART_BIAS; part < PARTS; part++) {
        for (size_t i = 0; i < net->part[part].count; i++) {
            net->w[net->part[part].offset + i] += (float)(i * 7 % 11) * 0.01f;
        }
    }
    return net;
}

static void write_checkpoint(const char *path, const train_net *net)
{
    failure why = {""};
    train_state state = {.scale = 150.0f};
    memcpy(state.arch, net->arch.text, sizeof state.arch);
    whole_file *file = whole_file_open(path, &why);
    cr_assert(file && train_checkpoint_write(file, &state, net, &why), "%s", why.text);
    whole_file_close(file);
}

/* Exports three nets to a net file. */
static void export_nets(const char *path, train_net *const from[TRAIN_KINDS])
{
    char name[TRAIN_KINDS][FIXTURE_PATH_MAX];
    const char *paths[TRAIN_KINDS];
    failure why = {""};
    const train_plan no_data = train_plan_default();
    for (int kind = 0; kind < TRAIN_KINDS; kind++) {
        fixture_path(name[kind], train_kind_name((train_kind)kind));
        paths[kind] = from[kind] ? name[kind] : NULL;
        if (from[kind]) {
            write_checkpoint(name[kind], from[kind]);
        }
    }
    cr_assert(train_export(&no_data, paths, path, run_fixture_quiet(), &why), "%s", why.text);
}

static void free_nets(train_net *const from[TRAIN_KINDS])
{
    for (int kind = 0; kind < TRAIN_KINDS; kind++) {
        train_net_free(from[kind]);
    }
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

Test(train_import, integers_stay_the_same)
{
    char first[FIXTURE_PATH_MAX], second[FIXTURE_PATH_MAX];
    fixture_path(first, "first.nn");
    fixture_path(second, "second.nn");
    for (int i = 0; i < FAMILIES; i++) {
        train_net *made[TRAIN_KINDS], *back[TRAIN_KINDS];
        failure why = {""};
        for (int kind = 0; kind < TRAIN_KINDS; kind++) {
            made[kind] = new_net(families[i][kind]);
        }
        export_nets(first, made);
        cr_expect(train_import_knows(first));
        for (int kind = 0; kind < TRAIN_KINDS; kind++) {
            back[kind] = train_import(first, (train_kind)kind, &why);
            cr_assert(back[kind], "%s", why.text);
            cr_expect_str_eq(back[kind]->arch.text, families[i][kind]);
            const float *made_input = train_input_weight(made[kind], 700, 33);
            cr_expect_float_eq(*train_input_weight(back[kind], 700, 33), *made_input, 0.5 / 128);
        }
        export_nets(second, back);
        cr_expect(same_bytes(first, second), "family %d", i);
        free_nets(made);
        free_nets(back);
    }
}

/* The unit of squared sums' output rows depends on the rows, so a second rounding may change it. */
static void check_squared(const char *text)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "squares.nn");
    train_net *made[TRAIN_KINDS] = {new_net(families[0][0]), new_net(families[0][1]),
                                    new_net(text)};
    failure why = {""};
    export_nets(path, made);
    train_net *back = train_import(path, TRAIN_NEGAMAX, &why);
    cr_assert(back, "%s", why.text);
    for (size_t i = 0; i < back->size; i++) {
        cr_assert_float_eq(back->w[i], made[TRAIN_NEGAMAX]->w[i], 0.5 / 255 + 1e-6, "weight %zu",
                           i);
    }
    train_net_free(back);
    free_nets(made);
}

Test(train_import, squared_sums_stay_close)
{
    check_squared("768x64d-8");
    check_squared("3072kx64d-8");
}

Test(train_import, a_run_begins_from_a_net_file)
{
    char file[FIXTURE_PATH_MAX], out[FIXTURE_PATH_MAX];
    train_net *made[TRAIN_KINDS] = {new_net(families[0][0]), new_net(families[0][1]), NULL};
    train_state state;
    fixture_path(file, "begin.nn");
    fixture_path(out, "begun.ck");
    export_nets(file, made);
    train_plan plan = run_fixture_plan(families[0][0], out);
    plan.from = file;
    plan.rate = 1e-9f;
    plan.decay = 0.0f;
    train_net *begun = run_fixture_train(&plan, &state);
    cr_expect(state.from != 0);
    for (uint32_t unit = 0; unit < begun->arch.sums; unit++) {
        cr_expect_float_eq(*train_input_weight(begun, 300, unit),
                           *train_input_weight(made[0], 300, unit), 0.6 / 128);
    }
    train_net_free(begun);
    free_nets(made);
}

Test(train_import, what_has_no_net_is_refused)
{
    char file[FIXTURE_PATH_MAX], lost[FIXTURE_PATH_MAX];
    train_net *made[TRAIN_KINDS] = {new_net(families[0][0]), new_net(families[0][1]), NULL};
    failure why = {""};
    fixture_path(file, "two.nn");
    fixture_path(lost, "lost.nn");
    export_nets(file, made);
    cr_expect(!train_import(file, TRAIN_NEGAMAX, &why) && strstr(why.text, "has no negamax net"));
    cr_expect(!train_import(lost, TRAIN_VALUE, &why) && strstr(why.text, "lost.nn"));
    cr_expect(!train_import_knows(lost));
    /* A file of games is gzip too. */
    cr_expect(train_import_knows(run_fixture_games()));
    cr_expect(!train_import(run_fixture_games(), TRAIN_VALUE, &why) && strlen(why.text) > 0, "%s",
              why.text);
    free_nets(made);
}
