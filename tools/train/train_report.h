/* The progress of a training run for a person: a status line, held-out figures after each epoch,
 * and a CSV log. Training and held-out loss are the same measure, loss / weight of train_figures,
 * with the targets, the smoothing and the weights of training. The training loss is a moving
 * average over about the last hundred steps; each batch was measured before the net learnt it. */
#ifndef TOOLS_TRAIN_REPORT_H
#define TOOLS_TRAIN_REPORT_H

#include <stdio.h>

#include "files/status_line.h"
#include "train_idle.h"

typedef struct train_report {
    FILE *out, *log; /* log may be NULL */
    const char *log_path;
    status_line line; /* open since train_report_begin() */
    net_kind kind;
    uint64_t steps, steps_per_epoch, batch;
    uint64_t first;      /* the steps that were done before this run */
    double logged;       /* system_seconds() at the last logged step */
    double loss, weight; /* moving averages of a batch's train_figures; 0 before the first step */
} train_report;

/* Opens the log; `log_path` may be NULL. A run that is resumed continues its log; a new run refuses
 * a log that has rows. Another file is an error. No row is changed yet. If a later write to the log
 * fails (a full disk), logging stops with a warning. */
bool train_report_open(train_report *report, const char *log_path, bool resumed, failure *why);
void train_report_close(train_report *report);

/* Starts the clock, before the first step, and cuts off the rows of the log behind report->first:
 * the steps of an earlier run that are done again. Returns false and fills `why` if they cannot be
 * cut off. */
bool train_report_begin(train_report *report, failure *why);

/* After each step: records the figures of the batch, and shows the status when it is due. */
void train_report_step(train_report *report, uint64_t step, float rate,
                       const train_figures *figures);

/* Tells of idle units, if there are any, that begin anew. */
void train_report_renewed(train_report *report, uint64_t step, const train_idle *idle);

/* After an epoch: shows and logs both losses and the figures and idle units of the held-out
 * positions. Without such positions it shows the training loss, and nothing is logged. */
void train_report_held_out(train_report *report, uint64_t step, const train_figures *figures,
                           const train_idle *idle);

#endif
