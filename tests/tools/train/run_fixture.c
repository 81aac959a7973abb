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
    cr_assert(train_run(plan, quiet, &why), "%s", why.text);
    train_net *net = train_checkpoint_read(plan->out, state, &why);
    cr_assert(net, "%s", why.text);
    return net;
}
