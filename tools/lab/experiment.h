/* An experiment: tasks that workers share out, a record that keeps what they find, and a status
 * line on standard error with the time that is left. */
#ifndef TOOLS_EXPERIMENT_H
#define TOOLS_EXPERIMENT_H

#include "lab_record.h"

typedef struct experiment experiment;

enum { EXPERIMENT_NOTE_MAX = 64 };

typedef struct experiment_plan {
    const char *name;   /* of the status line */
    const char *unit;   /* of effort, in the plural: "searches" */
    int threads;        /* workers, at most THREAD_POOL_MAX */
    int tasks;          /* numbered from 0; started in this order */
    double effort;      /* of all tasks together */
    lab_record *record; /* what experiment_keep() adds to; NULL: nothing is kept */
    void *context;

    /* Does a task; `worker` is from 0 to below `threads`. False and `why` ends the experiment: no
     * further task is started. */
    bool (*work)(experiment *e, void *context, int task, int worker, failure *why);

    /* Writes what the status line is to say behind the effort; NULL: nothing. */
    void (*note)(void *context, char text[EXPERIMENT_NOTE_MAX]);
} experiment_plan;

/* Does all tasks. False and the first `why` if one failed or threads are short. */
bool experiment_run(const experiment_plan *plan, failure *why);

/* For a task: adds a row to the record and the effort that it took to the progress. False and `why`
 * if the row cannot be kept. Any worker may call it. */
bool experiment_keep(experiment *e, const void *row, double effort, failure *why);

/* For a task: shows how far it is, if it is time for that. `begun` is effort that is spent and not
 * kept yet. */
void experiment_show(experiment *e, double begun);

#endif
