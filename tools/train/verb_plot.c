/* morpho-train plot: pictures of runs. */
#include <stdlib.h>

#include "plot.h"
#include "train_plot.h"
#include "train_verbs.h"
#include "train_wishes.h"

static const char help[] =
    "Draws runs from their logs, or shares of first moves over the size of the data (a CSV file\n"
    "with columns positions and top1), up to 8 files in one picture.\n";

/* The command line as it was given. */
typedef struct wishes {
    command_list logs, curves;
    const char *out;
} wishes;

/* What the command line alone decides. */
static bool check(const wishes *w, failure *why)
{
    if (!w->out || !w->logs.count == !w->curves.count) {
        return fail(why, "--out and one of --log and --curve are needed (see morpho-train plot "
                         "--help)");
    }
    if (w->logs.count + w->curves.count > PLOT_LOGS_MAX) {
        return fail(why, "--out %s: at most %d files go into one picture", w->out, PLOT_LOGS_MAX);
    }
    return plot_path_check(w->out, why);
}

int verb_plot(int argc, char **argv)
{
    wishes w = {.out = NULL};
    failure why;
    const command_option options[] = {
        COMMAND_WORDS("log", "CSV...", &w.logs, "what training runs wrote with --log"),
        COMMAND_WORDS("curve", "CSV...", &w.curves, "in their place: sizes of data and shares"),
        COMMAND_TEXT("out", "FILE", &w.out, "the picture (.svg, .png)")};
    command_line command = {.name = "plot",
                            .operands = "--log CSV...|--curve CSV... --out FILE",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_reading reading = train_command_read(&command, argc, argv);
    if (reading != COMMAND_DO) {
        return command_status(reading);
    }
    if (!check(&w, &why)) {
        return train_misuse(&why);
    }
    const bool good = w.logs.count ? train_plot_logs(w.out, w.logs.text, w.logs.count, &why)
                                   : train_plot_curves(w.out, w.curves.text, w.curves.count, &why);
    return good ? EXIT_SUCCESS : train_complain(&why);
}
