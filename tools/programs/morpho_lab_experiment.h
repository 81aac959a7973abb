/* What the verbs that search suites share: their common options, the positions, nets and record
 * that these name, and the course of an experiment from the command line to the exit status. */
#ifndef TOOLS_MORPHO_LAB_EXPERIMENT_H
#define TOOLS_MORPHO_LAB_EXPERIMENT_H

#include "command.h"
#include "lab_origin.h"
#include "nn/net.h"
#include "suite.h"
#include "thread_pool.h"
#include "tree/search.h"

extern const char lab_program[]; /* the program's name */

/* The options that all of them have. */
typedef struct lab_options {
    long threads, hash_mb;
    long limit;          /* only so many positions; 0: all */
    const char *weights; /* a net file; NULL: the built-in nets */
    const char *out;     /* the record; NULL: there is none */
} lab_options;

/* Rows of a verb's options for these. Each verb has its own help for threads and hash. */
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

/* What the files of a command line hold, and where results go. */
typedef struct lab_inputs {
    suite suite;
    nets *nets;
    lab_record *record; /* NULL: there is none */
    lab_origin origin;  /* of new rows, without the defaults; points into this struct */
    char machine[MACHINE_NAME_MAX];
} lab_inputs;

/* The experiment of a verb. Its functions return false and fill `why` if they fail. */
typedef struct lab_experiment {
    const lab_schema *schema; /* of the record */
    bool answers_wanted;      /* each position must say what a good move is */
    size_t plan_size;         /* bytes of the plan, which begins as zeros */

    /* Makes the plan from the verb's arguments alone. It fails if the command line is wrong. */
    bool (*make_plan)(void *plan, const void *arguments, failure *why);

    /* Searches and prints. */
    bool (*run)(void *plan, const lab_inputs *in, failure *why);

    /* Frees what the plan points to; NULL: nothing. It is called even if make_plan() failed. */
    void (*free_plan)(void *plan);
} lab_experiment;

/* Makes the plan, reads the positions of the command line's files, which may lie in the data
 * folder, loads the nets, opens the record and runs the experiment. `given` has the common options
 * of `arguments`. Prints what failed and returns the program's exit status: 2 if make_plan()
 * failed. */
int lab_experiment_run(const lab_experiment *experiment, const command_line *c,
                       const lab_options *given, const void *arguments);

#endif
