/* morpho-train plot: pictures of runs. */
#include <stdlib.h>

#include "morpho_train_options.h"
#include "morpho_train_verbs.h"
#include "plot.h"
#include "train_plot.h"

static const char help[] = "Draws runs from their logs. A picture shows 8 logs at most.\n";

/* What the command line alone decides. */
static bool check(const command_list *logs, const char *out, failure *why)
{
    if (!out || !logs->count) {
        return fail(why, "--out and --log are needed (see morpho-train plot --help)");
    }
    if (logs->count > PLOT_LOGS_MAX) {
        return fail(why, "--out %s: at most %d logs go into one picture", out, PLOT_LOGS_MAX);
    }
    return plot_path_check(out, why);
}

int verb_plot(int argc, char **argv)
{
    command_list logs = {.count = 0};
    const char *out = NULL;
    failure why;
    const command_option options[] = {
        COMMAND_WORDS("log", "CSV...", &logs, "what training runs wrote with --log"),
        COMMAND_TEXT("out", "FILE", &out, "the picture (.svg, .png)")};
    command_line command = {.program = TRAIN_PROGRAM,
                            .name = "plot",
                            .operands = "--log CSV... --out FILE",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_parsed parsed = command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    if (!check(&logs, out, &why)) {
        return command_misuse(TRAIN_PROGRAM, &why);
    }
    return train_plot_logs(out, logs.text, logs.count, &why)
               ? EXIT_SUCCESS
               : command_complain(TRAIN_PROGRAM, &why);
}
