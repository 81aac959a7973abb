/* morpho-train export: from checkpoints and other net files to a net file. */
#include <stdio.h>
#include <stdlib.h>

#include "data_path.h"
#include "morpho_train.h"
#include "train_export.h"

static const char help[] = "Rounds checkpoints to integers and writes the net file that the "
                           "engine reads. With --data\n"
                           "the rounding fits the training positions. In place of a checkpoint "
                           "a net file may be\n"
                           "named, whose net of this kind is copied.\n";

/* The command line as it was given. */
typedef struct arguments {
    train_options common;
    const char *files[NET_KINDS], *out;
} arguments;

/* What the command line alone decides. */
static bool check(const arguments *given, failure *why)
{
    if (!given->files[NET_VALUE] || !given->files[NET_POLICY] || !given->out) {
        return fail(why, "--value, --policy and --out are needed (see morpho-train export --help)");
    }
    /* The data are read for each kind of net. */
    return data_path_repeatable(given->common.plan.data, given->common.plan.data_count, why);
}

static int run(arguments *given, const command_line *command)
{
    failure why;
    const char *const paths[] = {given->out, given->files[NET_VALUE], given->files[NET_POLICY]};
    if (!train_options_finish(&given->common, command, &why) || !check(given, &why) ||
        !train_options_outputs(&given->common, command, paths, 1, sizeof paths / sizeof *paths,
                               &why)) {
        return command_misuse(TRAIN_PROGRAM, &why);
    }
    return train_export(&given->common.plan, given->files, given->out, stdout, &why)
               ? EXIT_SUCCESS
               : command_complain(TRAIN_PROGRAM, &why);
}

int verb_export(int argc, char **argv)
{
    arguments given = {.common = {.plan = train_plan_default()}};
    const command_option options[] = {COMMAND_TEXT("value", "FILE", &given.files[NET_VALUE],
                                                   "the value checkpoint, or a net file"),
                                      COMMAND_TEXT("policy", "FILE", &given.files[NET_POLICY],
                                                   "the policy checkpoint, or a net file"),
                                      COMMAND_TEXT("out", "FILE", &given.out, "the net file"),
                                      TRAIN_DATA_OPTIONS(&given.common), COMMAND_HEADING("others")};
    command_line command = {.program = TRAIN_PROGRAM,
                            .name = "export",
                            .operands = "--value FILE --policy FILE --out FILE [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run(&given, &command) : command_exit_status(parsed);
}
