/* morpho-train evaluate: what nets are worth. */
#include <stdio.h>
#include <stdlib.h>

#include "data_path.h"
#include "morpho_train.h"
#include "train_evaluate.h"

static const char help[] =
    "Prints figures of nets in slices of the held-out games. Several nets may be given.\n";

/* The command line as it was given; the nets are in `wanted`. */
typedef struct arguments {
    train_options common;
    train_evaluation wanted;
} arguments;

/* What the command line alone decides. */
static bool check(const arguments *given, failure *why)
{
    const train_plan *plan = &given->common.plan;
    int kinds = given->wanted.net ? NET_KINDS : 0;
    for (int kind = 0; kind < NET_KINDS; kind++) {
        kinds += given->wanted.checkpoint[kind] != NULL;
    }
    if (!plan->data_count || kinds == 0) {
        return fail(why, "--data and one of --net, --value and --policy are needed (see "
                         "morpho-train evaluate --help)");
    }
    if (plan->whole && (given->wanted.final || plan->data_share < 1.0 || plan->after_moves)) {
        return fail(why, "--whole means all games; it does not go with --final, --share or "
                         "--after-moves");
    }
    /* The data are read for each kind of net. */
    return kinds == 1 || data_path_repeatable(plan->data, plan->data_count, why);
}

static int run(arguments *given, const command_line *command)
{
    failure why;
    const train_evaluation *wanted = &given->wanted;
    const char *const files[] = {wanted->csv, wanted->net, wanted->checkpoint[NET_VALUE],
                                 wanted->checkpoint[NET_POLICY]};
    if (!train_options_finish(&given->common, command, &why) || !check(given, &why) ||
        !train_options_outputs(&given->common, command, files, 1, sizeof files / sizeof *files,
                               &why)) {
        return command_misuse(TRAIN_PROGRAM, &why);
    }
    given->wanted.plan = &given->common.plan;
    return train_evaluate(&given->wanted, stdout, &why) ? EXIT_SUCCESS
                                                        : command_complain(TRAIN_PROGRAM, &why);
}

int verb_evaluate(int argc, char **argv)
{
    arguments given = {.common = {.plan = train_plan_default()}};
    const command_option options[] = {
        COMMAND_TEXT("net", "FILE", &given.wanted.net, "a net file"),
        COMMAND_TEXT("value", "FILE", &given.wanted.checkpoint[NET_VALUE], "a value checkpoint"),
        COMMAND_TEXT("policy", "FILE", &given.wanted.checkpoint[NET_POLICY], "a policy checkpoint"),
        COMMAND_FLAG("final", &given.wanted.final,
                     "use the final games, by which nothing was chosen"),
        COMMAND_FLAG("whole", &given.common.plan.whole,
                     "use all games of the files, if nothing was trained on\nthem; --scale states "
                     "the scale of the scores if the\nfiles are too small to fit it"),
        COMMAND_TEXT("csv", "FILE", &given.wanted.csv,
                     "all tables as comma-separated values, of which\n"
                     "`morpho-lab training` draws the calibration"),
        TRAIN_DATA_OPTIONS(&given.common),
        TRAIN_READING_OPTIONS(&given.common),
        COMMAND_HEADING("others")};
    command_line command = {.program = TRAIN_PROGRAM,
                            .name = "evaluate",
                            .operands = "--data FILE... --net|--value|--policy FILE [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run(&given, &command) : command_exit_status(parsed);
}
