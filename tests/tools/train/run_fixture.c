#include "run_fixture.h"

#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "train_run.h"

static char data_path[FIXTURE_PATH_MAX];
static const char *const data_paths[] = {data_path};
static FILE *quiet;

void run_fixture_start(void)
{
    attacks_init(true);
    quiet = fopen("/dev/null", "w");
    fixture_path(data_path, "run.games.gz");
    fixture_write_games(data_path, 150, 3);
}

void run_fixture_end(void)
{
    fclose(quiet);
    fixture_remove_all();
}

const char *run_fixture_games(void)
{
    return data_path;
}

FILE *run_fixture_quiet(void)
{
    return quiet;
}

train_plan run_fixture_plan(const char *arch, const char *out)
{
    train_plan plan = train_plan_default();
    cr_assert(train_arch_parse(&plan.arch, arch, NULL));
    plan.data = data_paths;
    plan.data_count = 1;
    plan.out = out;
    plan.batch = 512;
    plan.epochs = 2;
    return plan;
}

train_net *run_fixture_train(const train_plan *plan, train_state *state)
{
    failure why = {""};
    cr_assert_eq(train_run(plan, quiet, &why), WORK_DONE, "%s", why.text);
    train_net *net = train_checkpoint_read(plan->out, state, &why);
    cr_assert(net, "%s", why.text);
    return net;
}

void run_fixture_expect_same_bits(const char *arch)
{
    char whole[FIXTURE_PATH_MAX], broken[FIXTURE_PATH_MAX];
    train_state state, other_state;
    fixture_path(whole, "whole.ck");
    fixture_path(broken, "broken.ck");
    train_plan plan = run_fixture_plan(arch, whole);
    train_net *net = run_fixture_train(&plan, &state);
    plan.out = broken;
    plan.threads = 2;
    plan.minutes = 1e-9;
    train_net *other = run_fixture_train(&plan, &other_state);
    cr_assert(other_state.step == 1 && state.step > 10);
    while (other_state.step < state.step) {
        train_net_free(other);
        plan.resume = true;
        other = run_fixture_train(&plan, &other_state);
    }
    cr_expect(memcmp(&state, &other_state, sizeof state) == 0);
    cr_expect(memcmp(net->w, other->w, net->size * sizeof(float)) == 0);
    cr_expect(memcmp(net->v, other->v, net->size * sizeof(float)) == 0);
    train_net_free(net);
    train_net_free(other);
}
