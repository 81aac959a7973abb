/* morpho-train export: from checkpoints to the net file. */
#include <stdio.h>
#include <stdlib.h>

#include "train_export.h"
#include "train_verbs.h"
#include "train_wishes.h"

static const char help[] =
    "Rounds the checkpoints to integers and writes the net file that the engine reads. With "
    "--data\n"
    "it rounds them better, and says what that cost on the held-out positions.\n";

/* The command line as it was given. */
typedef struct wishes {
    train_wishes common;
    const char *checkpoint[TRAIN_KINDS], *out;
} wishes;

static int run(const wishes *w, const command_line *command)
{
    failure why;
    if (!w->checkpoint[TRAIN_VALUE] || !w->checkpoint[TRAIN_POLICY] || !w->out) {
        fail(&why, "--value, --policy and --out are needed (see morpho-train export --help)");
        return train_misuse(&why);
    }
    const train_plan plan = train_wishes_plan(&w->common, command);
    return train_export(&plan, w->checkpoint, w->out, stdout, &why) ? EXIT_SUCCESS
                                                                    : train_complain(&why);
}

int verb_export(int argc, char **argv)
{
    wishes w = {.common = train_wishes_default()};
    const command_option options[] = {
        COMMAND_TEXT("value", "FILE", &w.checkpoint[TRAIN_VALUE], "the value checkpoint"),
        COMMAND_TEXT("policy", "FILE", &w.checkpoint[TRAIN_POLICY], "the policy checkpoint"),
        COMMAND_TEXT("negamax", "FILE", &w.checkpoint[TRAIN_NEGAMAX],
                     "the negamax checkpoint, if there is one"),
        COMMAND_TEXT("out", "FILE", &w.out, "the net file"), TRAIN_OPTIONS(&w.common)};
    command_line command = {.name = "export",
                            .operands = "--value FILE --policy FILE --out FILE [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_reading reading = train_command_read(&command, argc, argv);
    return reading == COMMAND_DO ? run(&w, &command) : command_status(reading);
}
