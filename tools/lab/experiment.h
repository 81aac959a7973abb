/* An experiment: tasks that several threads (workers) share, a record that keeps what they find,
 * and a status line on standard error with the time that is left. */
#ifndef TOOLS_EXPERIMENT_H
#define TOOLS_EXPERIMENT_H

#include "lab_record.h"

typedef struct experiment experiment;

enum { EXPERIMENT_NOTE_MAX = 64 };

typedef struct experiment_plan {
    const char *name;   /* at the beginning of the status line */
    const char *unit;   /* of effort, in the plural: "searches" */
    int threads;        /* the number of workers, 1 to THREAD_POOL_MAX */
    int tasks;          /* their number; they are started from 0 on */
    double effort;      /* of all tasks together, in units */
    lab_record *record; /* gets the rows of experiment_keep(); NULL: they are not kept */
    void *context;      /* of `work` and `note` */

    /* Does a task; `worker` is from 0 to threads - 1. If it returns false and fills `why`, the
     * experiment fails, and no further task is started. */
    bool (*work)(experiment *e, void *context, int task, int worker, failure *why);

    /* Writes a text that ends the status line, such as ", 3 lost"; NULL: there is none. Any worker
     * may call it, but one at a time. */
    void (*note)(void *context, char text[EXPERIMENT_NOTE_MAX]);
} experiment_plan;

/* Does all tasks, and returns when no task is being done any more. Returns false and fills `why` if
 * a task failed (with the reason of the first that did) or if memory or threads are short. */
bool experiment_run(const experiment_plan *plan, failure *why);

/* For a task: adds a row to the record, and the effort that it took to the progress. Any worker may
 * call it. Returns false and fills `why` if the row cannot be kept. */
bool experiment_keep(experiment *e, const void *row, double effort, failure *why);

/* For a task: shows the progress if a new status line is due. `begun` is the effort that was spent
 * and that experiment_keep() has not been told yet. Any worker may call it. */
void experiment_show(experiment *e, double begun);

#endif
