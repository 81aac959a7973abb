/* morpho-train evaluate: what nets are worth. */
#include <stdio.h>
#include <stdlib.h>

#include "plot.h"
#include "train_evaluate.h"
#include "train_verbs.h"
#include "train_wishes.h"

enum { PLAYERS_DEFAULT = 20000 };

static const char help[] =
    "Prints nets' figures on the held-out games, in slices: of a checkpoint computed in floats,\n"
    "of a net file as the engine computes it. Several may be given.\n";

/* The command line as it was given; the nets are in `wanted`. */
typedef struct wishes {
    train_wishes common;
    train_evaluation wanted;
    long players;
    bool final;
} wishes;

/* What the command line alone decides. */
static bool check(const wishes *w, failure *why)
{
    bool any = w->wanted.net != NULL;
    for (int kind = 0; kind < TRAIN_KINDS; kind++) {
        any = any || w->wanted.checkpoint[kind];
    }
    if (!w->common.data.count || !any) {
        return fail(why, "--data and one of --net, --value, --policy and --negamax are needed (see "
                         "morpho-train evaluate --help)");
    }
    return !w->wanted.plot || plot_path_check(w->wanted.plot, why);
}

static int run(wishes *w, const command_line *command)
{
    failure why;
    if (!check(w, &why)) {
        return train_misuse(&why);
    }
    train_plan plan = train_wishes_plan(&w->common, command);
    plan.judged = w->final ? SET_FINAL : SET_HELD_OUT;
    w->wanted.plan = &plan;
    w->wanted.players = (size_t)w->players;
    return train_evaluate(&w->wanted, stdout, &why) ? EXIT_SUCCESS : train_complain(&why);
}

int verb_evaluate(int argc, char **argv)
{
    wishes w = {.common = train_wishes_default(), .players = PLAYERS_DEFAULT};
    const command_option options[] = {
        COMMAND_TEXT("net", "FILE", &w.wanted.net, "a net file"),
        COMMAND_TEXT("value", "FILE", &w.wanted.checkpoint[TRAIN_VALUE], "a value checkpoint"),
        COMMAND_TEXT("policy", "FILE", &w.wanted.checkpoint[TRAIN_POLICY], "a policy checkpoint"),
        COMMAND_TEXT("negamax", "FILE", &w.wanted.checkpoint[TRAIN_NEGAMAX],
                     "a negamax checkpoint"),
        COMMAND_FLAG("final", &w.final,
                     "on the games that neither training nor choices ever\n"
                     "saw"),
        COMMAND_WHOLE("players", "N", &w.players, 0, 1e9,
                      "positions in which value nets play one ply deep\n"
                      "(20000)"),
        COMMAND_TEXT("csv", "FILE", &w.wanted.csv, "all tables as comma-separated values"),
        COMMAND_TEXT("plot", "FILE", &w.wanted.plot, "the value nets' calibration (.svg, .png)"),
        TRAIN_OPTIONS(&w.common)};
    command_line command = {.name = "evaluate",
                            .operands =
                                "--data FILE... --net|--value|--policy|--negamax FILE [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_reading reading = train_command_read(&command, argc, argv);
    return reading == COMMAND_DO ? run(&w, &command) : command_status(reading);
}
