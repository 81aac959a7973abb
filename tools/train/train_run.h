/* A training run from data to checkpoint. */
#ifndef TOOLS_TRAIN_RUN_H
#define TOOLS_TRAIN_RUN_H

#include "interrupts.h"
#include "train_plan.h"

/* Trains to the end, or until SIGINT, SIGTERM or the plan's time limit; in each of these cases it
 * leaves a checkpoint. Files that cannot be read or written are reported before the data are
 * read. Progress goes to `out`. The end is WORK_STOPPED only after a signal, and WORK_DONE at
 * the time limit. Returns WORK_FAILED and fills `why` on any error. */
work_end train_run(const train_plan *plan, FILE *out, failure *why);

/* The learning rate of a step from 1 to `steps`: a linear warm-up, then half a cosine from `peak`
 * down to `end` times `peak`. */
float train_rate_at(uint64_t step, uint64_t steps, float peak, float end);

/* AdamW's decay for weights that are an average of their steps over `epochs` epochs. A step at the
 * learning rate `rate` shrinks weights by the share rate * decay, so the averaging time is 1 /
 * (rate * decay) steps (Wang and Aitchison 2024). An epoch counts as DECAY_STEPS_LEAST steps at
 * least, and the averaging time is at least one step. 0 epochs: no decay. */
enum { DECAY_STEPS_LEAST = 4000 };
float train_decay_of(float epochs, uint64_t steps_per_epoch, float rate);

#endif
