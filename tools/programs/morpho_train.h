/* The verbs of morpho-train, and the options that they share. Only the program uses this. */
#ifndef TOOLS_MORPHO_TRAIN_H
#define TOOLS_MORPHO_TRAIN_H

#include "command.h"
#include "train_plan.h"

#define TRAIN_PROGRAM "morpho-train"

/* argv[0] is the verb; the result is the program's exit status. */
int verb_value(int argc, char **argv);
int verb_policy(int argc, char **argv);
int verb_evaluate(int argc, char **argv);
int verb_export(int argc, char **argv);

/* The command line as it was given. */
typedef struct train_options {
    train_plan plan;
    command_list data;
    command_list by_file[READING_NUMBERS];    /* "R" or "FILE=R" */
    train_reading readings[COMMAND_LIST_MAX]; /* what these mean; train_options_finish() fills it */
} train_options;

/* The rows of a verb's options: those for the data, and for the reading of their scores and
 * results. The options of all verbs follow under the last heading. */
#define TRAIN_DATA_OPTIONS(arguments)                                                              \
    COMMAND_HEADING("data"),                                                                       \
        COMMAND_WORDS("data", "FILE...", &(arguments)->data,                                       \
                      "game files (.games.gz); of fifty games one is held out\n"                   \
                      "to judge by, and one more for the final figures"),                          \
        COMMAND_REAL("share", "R", &(arguments)->plan.data_share, 1e-6, 1,                         \
                     "train on this share of the games; a smaller share is a\n"                    \
                     "part of a larger one (1)"),                                                  \
        COMMAND_FLAG("after-moves", &(arguments)->plan.after_moves,                                \
                     "train also on the positions after moves that the judge\n"                    \
                     "gave a score, but that were not played; policy nets only\n"                  \
                     "where the judge named a reply. These are never test\n"                       \
                     "positions; give it to evaluate and export too"),                             \
        COMMAND_WHOLE("threads", "N", &(arguments)->plan.threads, 1, THREAD_POOL_MAX,              \
                      "number of threads; any number computes the same bits (1)")

#define TRAIN_READING_OPTIONS(arguments)                                                           \
    COMMAND_HEADING("targets"),                                                                    \
        COMMAND_LIST("result-share", "[FILE=]R", &(arguments)->by_file[READING_RESULT_SHARE],      \
                     "value: share of the game's outcome (0.3). This and the\n"                    \
                     "next three may be repeated: R is for all files, FILE=R\n"                    \
                     "for that file"),                                                             \
        COMMAND_LIST("scale", "[FILE=]S", &(arguments)->by_file[READING_SCALE],                    \
                     "centipawns of a unit of log odds (fitted to the results;\n"                  \
                     "with fewer than 1,000 positions to fit to, or a result\n"                    \
                     "share of 0, the median of the other files, or else 145)"),                   \
        COMMAND_LIST("fit-score", "[FILE=]S", &(arguments)->by_file[READING_FIT_SCORE],            \
                     "fit to positions with |score| up to S centipawns (400)"),                    \
        COMMAND_LIST("visit-share", "[FILE=]R", &(arguments)->by_file[READING_VISIT_SHARE],        \
                     "policy: share of the visits in the target of a position\n"                   \
                     "that has them; the rest is the teacher's move (1)")

/* Completes the plan by the data and their readings; it points into `options`, and to texts of
 * argv. Returns false and fills `why` if a number for a file is wrong. */
bool train_options_finish(train_options *options, const command_line *command, failure *why);

/* Returns true if no output of a verb is one of its inputs or another output. The first `outputs`
 * of the `count` files are outputs; a file may be NULL. The data are inputs too. Otherwise fills
 * `why`. */
bool train_options_outputs(const train_options *options, const command_line *command,
                           const char *const files[], int outputs, int count, failure *why);

#endif
