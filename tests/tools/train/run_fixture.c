#include "run_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "train_run.h"

static char data_path[FIXTURE_PATH_MAX];
static const char *const data_paths[] = {data_path};
static train_reading reading;
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
    reading = train_reading_default();
    cr_assert(architecture_read(&plan.arch, arch, NULL));
    plan.data = data_paths;
    plan.data_count = 1;
    plan.readings = &reading;
    plan.out = out;
    plan.batch = 512;
    plan.epochs = 2;
    return plan;
}

train_corpus run_fixture_corpus(const train_plan *plan)
{
    failure why = {""};
    train_corpus corpus;
    cr_assert(train_corpus_read(&corpus, plan, plan->arch.kind, quiet, &why), "%s", why.text);
    return corpus;
}

train_net *run_fixture_net(const char *text, uint64_t seed)
{
    architecture arch;
    failure why = {""};
    cr_assert(architecture_read(&arch, text, &why), "%s", why.text);
    train_net *net = train_net_new(&arch, seed, &why);
    cr_assert(net, "%s", why.text);
    for (int part = PART_BIAS; part < PARTS; part++) {
        for (size_t i = 0; i < net->part[part].count; i++) {
            net->w[net->part[part].offset + i] += (float)((i * 7 + seed) % 11) * 0.01f;
        }
    }
    return net;
}

train_pass *run_fixture_pass(train_net *net, const train_corpus *corpus)
{
    failure why = {""};
    const train_settings settings = train_settings_integer(0.0f);
    train_pass *pass = train_pass_new(net, train_kernels_best(), corpus->pool, &settings, &why);
    cr_assert(pass, "%s", why.text);
    return pass;
}

train_chunk *run_fixture_chunk(const char *arch, const train_set *set, const train_recipe *recipe,
                               size_t count)
{
    architecture read;
    const train_source source = {set, NULL, 0, recipe};
    cr_assert(architecture_read(&read, arch, NULL));
    train_chunk *chunk = train_chunk_new(&read);
    cr_assert_not_null(chunk);
    train_chunk_fill(chunk, &source, 0, count);
    return chunk;
}

train_net *run_fixture_train(const train_plan *plan, train_state *state)
{
    failure why = {""};
    cr_assert_eq(train_run(plan, quiet, &why), WORK_DONE, "%s", why.text);
    train_net *net = train_checkpoint_read(plan->out, state, &why);
    cr_assert(net, "%s", why.text);
    return net;
}

void run_fixture_checkpoint(const char *arch, const char *name, char path[FIXTURE_PATH_MAX])
{
    train_state state;
    fixture_path(path, name);
    train_plan plan = run_fixture_plan(arch, path);
    plan.epochs = 1;
    train_net_free(run_fixture_train(&plan, &state));
}

double run_fixture_logged(const char *log, int row, const char *column)
{
    char names[512], fields[512];
    FILE *file = fopen(log, "r");
    cr_assert(file && fgets(names, sizeof names, file), "%s", log);
    bool found = true;
    for (int i = 0; found && i <= row; i++) {
        found = fgets(fields, sizeof fields, file);
    }
    fclose(file);
    if (!found) {
        return NAN;
    }
    const char *name = names, *field = fields;
    const size_t length = strlen(column);
    while (strcspn(name, ",\n") != length || memcmp(name, column, length) != 0) {
        name += strcspn(name, ",\n");
        field += strcspn(field, ",\n");
        cr_assert(*name++ == ',' && *field++ == ',', "%s: row %d has no %s", log, row, column);
    }
    return strtod(field, NULL);
}

void run_fixture_expect_refused(const train_plan *plan, const char *message)
{
    failure why = {""};
    cr_expect(train_run(plan, quiet, &why) == WORK_FAILED && strstr(why.text, message), "%s: %s",
              message, why.text);
}
