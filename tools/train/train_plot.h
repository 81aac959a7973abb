/* Pictures of training: runs and calibration. gnuplot draws them
 * (plot.h), and a picture replaces an old one only when it is complete. The functions return false
 * and fill `why` on any error. */
#ifndef TOOLS_TRAIN_PLOT_H
#define TOOLS_TRAIN_PLOT_H

#include "base/failure.h"
#include "train_slices.h"

/* The largest number of logs in one picture: the number of line colours. */
enum { PLOT_LOGS_MAX = 8 };

/* Training runs from their logs (train_report.h), all of one kind of net, over the positions that
 * were trained on. The upper panel has training and held-out loss, the lower panel the learning
 * rate and the held-out share of first moves (policy) or mean error (value, negamax). */
bool train_plot_logs(const char *path, const char *const *logs, int count, failure *why);

/* Calibration of value tables: mean outcome and the teacher's mean probability over the predicted
 * one, and the number of positions in each bin. */
bool train_plot_calibration(const char *path, const train_slices *slices, const char *const *names,
                            int count, failure *why);

#endif
