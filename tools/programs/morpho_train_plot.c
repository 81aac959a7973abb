/* morpho-train plot: pictures of runs. */
#include <stdlib.h>

#include "morpho_train_options.h"
#include "morpho_train_verbs.h"
#include "plot.h"
#include "train_plot.h"

static const char help[] =
    "Draws runs from their logs, or held-out figures of policies over the size of their data (CSV\n"
    "files with the columns positions, cross_entropy and top1, a share from 0 to 1). A picture\n"
    "shows 8 files at most.\n";

/* The command line as it was given. */
typedef struct arguments {
    command_list logs, curves;
    const char *out;
} arguments;

/* What the command line alone decides. */
static bool check(const arguments *given, failure *why)
{
    if (!given->out || !given->logs.count == !given->curves.count) {
        return fail(why, "--out and one of --log and --curve are needed (see morpho-train plot "
                         "--help)");
    }
    if (given->logs.count + given->curves.count > PLOT_FILES_MAX) {
        return fail(why, "--out %s: at most %d files go into one picture", given->out,
                    PLOT_FILES_MAX);
    }
    return plot_path_check(given->out, why);
}

int verb_plot(int argc, char **argv)
{
    arguments given = {.out = NULL};
    failure why;
    const command_option options[] = {
        COMMAND_WORDS("log", "CSV...", &given.logs, "what training runs wrote with --log"),
        COMMAND_WORDS("curve", "CSV...", &given.curves,
                      "in place of logs: figures over the size of the data"),
        COMMAND_TEXT("out", "FILE", &given.out, "the picture (.svg, .png)")};
    command_line command = {.name = "plot",
                            .operands = "--log CSV...|--curve CSV... --out FILE",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_parsed parsed = train_command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    if (!check(&given, &why)) {
        return train_misuse(&why);
    }
    const bool good =
        given.logs.count
            ? train_plot_logs(given.out, given.logs.text, given.logs.count, &why)
            : train_plot_curves(given.out, given.curves.text, given.curves.count, &why);
    return good ? EXIT_SUCCESS : train_complain(&why);
}
