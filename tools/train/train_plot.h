/* Pictures of training: runs, calibration, and what more data is worth. Each is drawn by gnuplot
 * (see plot.h) and replaces an old picture only when it is whole; false and `why` on any fault. */
#ifndef TOOLS_TRAIN_PLOT_H
#define TOOLS_TRAIN_PLOT_H

#include "train_slices.h"

/* Logs drawn together at most: as many as there are line colours. */
enum { PLOT_LOGS_MAX = 8 };

/* Training runs from their logs, all of one kind of net: above training loss and held-out
 * cross-entropy, below the share of first moves (policy) or the mean error (value), held out, with
 * the learning rate. Steps that a resumed run repeated are drawn once, as repeated. */
bool train_plot_logs(const char *path, const char *const *logs, int count, failure *why);

/* Shares of first moves over the positions trained on, a line a file: columns `positions` and
 * `top1` (a share from 0 to 1), others are passed over. */
bool train_plot_curves(const char *path, const char *const *curves, int count, failure *why);

/* Calibration of value tables: mean outcome and mean teacher's probability against the predicted
 * one, and the positions in each bin. */
bool train_plot_calibration(const char *path, const train_slices *slices, const char *const *names,
                            int count, failure *why);

#endif
