/* The parts that the verbs which search suites share: options, files, nets and record. */
#ifndef TOOLS_MORPHO_LAB_EXPERIMENT_H
#define TOOLS_MORPHO_LAB_EXPERIMENT_H

#include "command.h"
#include "lab_origin.h"
#include "nn/net.h"
#include "suite.h"
#include "thread_pool.h"
#include "tree/search.h"

extern const char lab_program[]; /* the program's name */

/* The options that they all have. */
typedef struct lab_options {
    long threads, hash_mb, limit;
    const char *weights, *out;
} lab_options;

/* Rows of a verb's options for those. Each verb has its own help for the first two. */
#define LAB_OPTION_THREADS(given, fewest, text)                                                    \
    COMMAND_WHOLE("threads", "N", &(given)->threads, fewest, THREAD_POOL_MAX, text)
#define LAB_OPTION_HASH(given, text)                                                               \
    COMMAND_WHOLE("hash", "MB", &(given)->hash_mb, HASH_MB_MIN, HASH_MB_MAX, text)
#define LAB_OPTION_WEIGHTS(given)                                                                  \
    COMMAND_TEXT("weights", "FILE", &(given)->weights, "a net file in place of the built-in net")
#define LAB_OPTION_OUT(given)                                                                      \
    COMMAND_TEXT("out", "CSV", &(given)->out, "the record; created or continued")
#define LAB_OPTION_LIMIT(given)                                                                    \
    COMMAND_WHOLE("limit", "COUNT", &(given)->limit, 1, SUITE_POSITIONS_MAX,                       \
                  "number of positions to search (all)")

/* What an experiment works with. */
typedef struct lab_inputs {
    suite suite;
    nets *nets;
    lab_record *record; /* NULL: none is wanted */
    lab_origin origin;  /* of new rows; points into this struct */
    char machine[MACHINE_NAME_MAX];
} lab_inputs;

/* Searches and prints. False and `why` if something failed. */
typedef bool lab_experiment(void *context, const lab_inputs *in, failure *why);

/* Reads the positions of the command line's files, loads the nets, opens the record given->out, and
 * does the experiment. Files may lie in the data folder. Only the first given->limit positions are
 * kept, if that is not 0. With `answers_wanted` each position must have an answer. Prints a
 * failure, and returns the program's exit status. */
int lab_run_experiment(const command_line *c, const lab_options *given, const lab_schema *schema,
                       bool answers_wanted, lab_experiment *experiment, void *context);

#endif
