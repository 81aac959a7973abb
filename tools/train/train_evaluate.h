/* Evaluates nets on games that they were not trained on. */
#ifndef TOOLS_TRAIN_EVALUATE_H
#define TOOLS_TRAIN_EVALUATE_H

#include "train_plan.h"

/* The nets to evaluate, and the data, which the plan names. */
typedef struct train_evaluation {
    const train_plan *plan;
    const char *checkpoint[NET_KINDS]; /* by kind; or NULL */
    const char *net;                   /* net file, all nets of which are evaluated; or NULL */
    const char *csv;                   /* file for all figures of all tables, or NULL */
    bool final; /* the final games count, not the held-out ones; if the plan sets no games aside,
                 * all do */
} train_evaluation;

/* Prints figures and tables of each net to `out`, then writes the CSV file. Checks first that this
 * file can be written, and reads nets before data, so that a bad file is reported at once. Returns
 * false and fills `why` on any error. */
bool train_evaluate(const train_evaluation *wanted, FILE *out, failure *why);

#endif
