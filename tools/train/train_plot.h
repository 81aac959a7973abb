/* Pictures of training: runs, calibration, and the effect of more data. gnuplot draws them
 * (plot.h), and a picture replaces an old one only when it is complete. The functions return false
 * and fill `why` on any error. */
#ifndef TOOLS_TRAIN_PLOT_H
#define TOOLS_TRAIN_PLOT_H

#include "train_slices.h"

/* The largest number of logs in one picture: the number of line colours. */
enum { PLOT_LOGS_MAX = 8 };

/* Training runs from their logs, all of one kind of net. The upper panel has training and
 * held-out loss. The lower panel has the held-out share of first moves (policy) or the
 * mean error (value, negamax), and the learning rate. Of a step that a resumed run repeated, only
 * the repetition is drawn. */
bool train_plot_logs(const char *path, const char *const *logs, int count, failure *why);

/* Held-out figures of policies over the number of training positions, with a line for each file.
 * The columns are `positions`, `cross_entropy` (nats) and `top1` (the share of first moves, from 0
 * to 1); others are ignored. */
bool train_plot_curves(const char *path, const char *const *curves, int count, failure *why);

/* Calibration of value tables: mean outcome and the teacher's mean probability over the predicted
 * one, and the number of positions in each bin. */
bool train_plot_calibration(const char *path, const train_slices *slices, const char *const *names,
                            int count, failure *why);

#endif
