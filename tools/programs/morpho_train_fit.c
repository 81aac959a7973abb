/* morpho-train value and policy: training runs. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "morpho_train.h"
#include "train_run.h"

#define ABOUT_RUNS                                                                                 \
    "The checkpoint has the whole state of the run: after a kill the same command with --resume\n" \
    "continues as if nothing had happened. The log then has each step once, and its training\n"    \
    "loss, a mean of the last steps, begins anew. The first checkpoint is written when the data\n" \
    "have been read.\n"                                                                            \
    "SIGINT and SIGTERM save it and end the run with the exit status 3. Only one run at a time\n"  \
    "can have a checkpoint open. Two runs with one seed make the same file, on any number of\n"    \
    "threads.\n"

static const char *const helps[NET_KINDS] = {
    [NET_VALUE] =
        "Trains a value net on the quiet positions of game files: not in check, the best move no\n"
        "capture or promotion, |score| at most 2500.\n\n" ABOUT_RUNS,
    [NET_POLICY] = "Trains a policy net on the positions of game files.\n\n" ABOUT_RUNS};

static const char *const architectures[NET_KINDS] = {
    [NET_VALUE] = "architecture of the net, such as 3072kx256dp-16-32-1b8",
    [NET_POLICY] = "architecture of the net, such as 3072hx1024p-4956"};

/* What the command line alone decides. */
static bool check(train_plan *plan, const char *arch, net_kind kind, failure *why)
{
    if (!plan->data_count || !plan->out || !arch) {
        return fail(why, "--arch, --data and --out are needed (see morpho-train %s --help)",
                    architecture_kind_name(kind));
    }
    if (!architecture_read(&plan->arch, arch, why)) {
        return false;
    }
    if (plan->arch.kind != kind) {
        return fail(why, "architecture %s is not that of a %s net", arch,
                    architecture_kind_name(kind));
    }
    return true;
}

static int run(train_options *given, const char *arch, const command_line *command, net_kind kind)
{
    failure why;
    train_plan *plan = &given->plan;
    const char *const files[] = {plan->out, plan->log, plan->from};
    if (!train_options_finish(given, command, &why) || !check(plan, arch, kind, &why) ||
        !train_options_outputs(given, command, files, 2, sizeof files / sizeof *files, &why)) {
        return command_misuse(TRAIN_PROGRAM, &why);
    }
    if (!plan->resume && access(plan->out, F_OK) == 0) {
        fail(&why, "%s exists; give --resume to continue from it, or remove it", plan->out);
        return command_complain(TRAIN_PROGRAM, &why);
    }
    const work_end end = train_run(plan, stdout, &why);
    return end == WORK_FAILED ? command_complain(TRAIN_PROGRAM, &why)
           : end == WORK_DONE ? EXIT_SUCCESS
                              : COMMAND_STOPPED_STATUS;
}

static int fit(net_kind kind, int argc, char **argv)
{
    train_options given = {.plan = train_plan_default()};
    train_plan *plan = &given.plan;
    const char *arch = NULL;
    const command_option options[] = {
        COMMAND_TEXT("arch", "A", &arch, architectures[kind]),
        COMMAND_TEXT("out", "FILE", &plan->out, "the checkpoint"),
        COMMAND_FLAG("resume", &plan->resume, "continue from the checkpoint"),
        COMMAND_TEXT("from", "FILE", &plan->from,
                     "begin with the weights of this checkpoint or net file,\n"
                     "of a net of the same kind that is no wider and has the\n"
                     "same inputs, or 3072h for 3072hp, or 768 for 3072k; with\n"
                     "--resume it may be left out"),
        COMMAND_TEXT("log", "FILE", &plan->log,
                     "write the figures of the run to a CSV file, which\n"
                     "`morpho-lab training` draws; --resume continues it"),
        COMMAND_WHOLE("epochs", "N", &plan->epochs, 1, 10000, "passes over the data (8)"),
        COMMAND_WHOLE("batch", "N", &plan->batch, 1, 1 << 20, "positions of a step (4096)"),
        COMMAND_REAL("learning-rate", "R", &plan->rate, 1e-9, 1,
                     "the largest learning rate; it warms up, then falls along\na cosine (0.001)"),
        COMMAND_REAL("rate-end", "R", &plan->rate_end, 0, 1,
                     "the last learning rate as a share of the largest (0.01)"),
        COMMAND_REAL("decay", "N", &plan->decay, 0, 1e6,
                     "weight decay: each weight averages its last N epochs; an\n"
                     "epoch counts as 4,000 steps at least; a smaller N decays\n"
                     "more, but 0 is no decay (0.8)"),
        COMMAND_REAL("beta1", "R", &plan->beta1, 0, 0.9999,
                     "share of the old mean in the mean of the gradients (0.9)"),
        COMMAND_REAL("smoothing", "R", &plan->smoothing, 0, 0.5,
                     "policy: share of the target spread over all legal moves\n"
                     "(0.03)"),
        COMMAND_WHOLE("seed", "N", &plan->seed, 0, 0x1p52,
                      "seed of the first weights and the order of positions (1)"),
        COMMAND_REAL("minutes", "M", &plan->minutes, 0, 1e6,
                     "stop with a checkpoint after M minutes"),
        COMMAND_REAL("save-minutes", "M", &plan->save_minutes, 0, 1e6,
                     "minutes between checkpoints (5)"),
        TRAIN_DATA_OPTIONS(&given),
        TRAIN_READING_OPTIONS(&given),
        COMMAND_WHOLE("decided-score", "S", &plan->decided_score, 1, 32000,
                      "a position with a |score| over S centipawns has the\n"
                      "weight S / |score| (300)"),
        COMMAND_REAL("decided-weight", "R", &plan->decided_weight, 0, 1,
                     "the least weight of such a position (0.3)"),
        COMMAND_WHOLE("copies", "N", &plan->copies, 1, RECORD_COPIES_MAX,
                      "a position that occurs more than N times has the\n"
                      "weight N in all (1); counted up to 65535"),
        COMMAND_HEADING("others")};
    command_line command = {.program = TRAIN_PROGRAM,
                            .name = architecture_kind_name(kind),
                            .operands = "--arch A --data FILE... --out FILE [settings]",
                            .text = helps[kind],
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run(&given, arch, &command, kind) : command_exit_status(parsed);
}

int verb_value(int argc, char **argv)
{
    return fit(NET_VALUE, argc, argv);
}

int verb_policy(int argc, char **argv)
{
    return fit(NET_POLICY, argc, argv);
}
