#include "train_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "files/growing_file.h"
#include "system/clock.h"

static const double log_seconds = 10.0;

/* Weight of a new batch in the moving averages. */
static const double batch_share = 0.01;

static const char log_header[] =
    "step,positions,epoch,seconds,positions_per_second,learning_rate,training_loss,"
    "held_out_loss,held_out_cross_entropy,top1,top3,error,near_error,idle_units\n";

/* Checks an open log: a new log gets its header, an old one must have the same header and, unless
 * its run is resumed, no rows. */
static bool check_log(FILE *log, const char *path, bool resumed, failure *why)
{
    char line[sizeof log_header + 1];
    rewind(log);
    if (!fgets(line, sizeof line, log)) {
        fputs(log_header, log);
        return fflush(log) == 0 || fail(why, "%s: cannot be written: %s", path, strerror(errno));
    }
    if (strcmp(line, log_header) != 0) {
        return fail(why, "%s: not a log with the columns of this version; name another file", path);
    }
    return resumed || !fgets(line, sizeof line, log) ||
           fail(why, "%s: has the figures of another run; remove it or name another file", path);
}

/* Cuts off the rows behind a step, which will be written again, and an incomplete row. */
static bool cut_log(FILE *log, const char *path, uint64_t step, failure *why)
{
    char line[sizeof log_header + 1];
    long end = 0;
    rewind(log);
    while (fgets(line, sizeof line, log) && strchr(line, '\n') &&
           strtoull(line, NULL, 10) <= step) { /* the header counts as 0 */
        end = ftell(log);
    }
    return (fseek(log, 0, SEEK_END) == 0 && ftruncate(fileno(log), end) == 0) ||
           fail(why, "%s: cannot be continued: %s", path, strerror(errno));
}

bool train_report_open(train_report *report, const char *log_path, bool resumed, failure *why)
{
    if (!log_path) {
        return true;
    }
    report->log_path = log_path;
    const int fd = growing_file_open(log_path, why);
    if (fd < 0) {
        return false;
    }
    report->log = fdopen(fd, "a+");
    if (!report->log) {
        close(fd);
        return fail(why, "%s: cannot be opened: %s", log_path, strerror(errno));
    }
    return check_log(report->log, log_path, resumed, why);
}

bool train_report_begin(train_report *report, failure *why)
{
    status_line_open(&report->line, report->out);
    report->logged = report->line.begun;
    return !report->log || cut_log(report->log, report->log_path, report->first, why);
}

/* On a full disk the log ends with one warning, and the run goes on. */
static void flush_log(train_report *report)
{
    if (fflush(report->log) != 0) {
        status_line_clear(&report->line);
        fprintf(report->out, "warning: %s: cannot be written: %s; the log ends here\n",
                report->log_path, strerror(errno));
        train_report_close(report);
    }
}

void train_report_close(train_report *report)
{
    if (report->log) {
        fclose(report->log);
        report->log = NULL;
    }
}

/* The training loss of the last steps. */
static double training_loss(const train_report *report)
{
    return train_mean(report->loss, report->weight);
}

static double epoch_at(const train_report *report, uint64_t step)
{
    return (double)step / (double)report->steps_per_epoch;
}

static double speed(const train_report *report, uint64_t step)
{
    return (double)((step - report->first) * report->batch) / status_line_elapsed(&report->line);
}

static void show_status(train_report *report, uint64_t step, float rate)
{
    const double pace = speed(report, step);
    const double left = (double)((report->steps - step) * report->batch) / pace;
    status_line_show(&report->line, left,
                     "epoch %.2f of %.0f, %.0f positions/s, loss %.4f, rate %.2e",
                     epoch_at(report, step), epoch_at(report, report->steps), pace,
                     training_loss(report), (double)rate);
}

/* Writes a row: of a step with its rate, or of held-out figures and idle units. */
static void log_row(train_report *report, uint64_t step, float rate, const train_figures *f,
                    const train_idle *idle)
{
    fprintf(report->log, "%llu,%llu,%.3f,%.1f,%.0f,", (unsigned long long)step,
            (unsigned long long)(step * report->batch), epoch_at(report, step),
            status_line_elapsed(&report->line), speed(report, step));
    if (f) {
        fprintf(report->log, ",%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%zu\n", training_loss(report),
                train_mean(f->loss, f->weight), train_mean(f->cross_entropy, f->positions),
                train_mean(f->top1, f->positions), train_mean(f->top3, f->positions),
                train_mean(f->error, f->positions), train_mean(f->near_error, f->near),
                train_idle_sum(idle));
    } else {
        fprintf(report->log, "%.4e,%.6f,,,,,,,\n", (double)rate, training_loss(report));
    }
    flush_log(report);
}

void train_report_step(train_report *report, uint64_t step, float rate,
                       const train_figures *figures)
{
    const double share = report->weight > 0.0 ? batch_share : 1.0, now = system_seconds();
    report->loss += share * (figures->loss - report->loss);
    report->weight += share * (figures->weight - report->weight);
    if (status_line_is_due(&report->line)) {
        show_status(report, step, rate);
    }
    /* Short runs get rows too. */
    const bool epoch_ends = step % report->steps_per_epoch == 0;
    if (report->log && (epoch_ends || now - report->logged >= log_seconds)) {
        report->logged = now;
        log_row(report, step, rate, NULL, NULL);
    }
}

static void print_figures(const train_report *report, const train_figures *f)
{
    fprintf(report->out, "%.0f %s  cross-entropy %.4f  ", f->positions,
            plural((uint64_t)f->positions, "position", "positions"),
            train_mean(f->cross_entropy, f->positions));
    if (report->kind == NET_POLICY) {
        fprintf(report->out, "first %.2f%%  among three %.2f%%\n",
                100.0 * train_mean(f->top1, f->positions),
                100.0 * train_mean(f->top3, f->positions));
    } else {
        fprintf(
            report->out, "mean error of the winning probability %.4f, where |score| < %d %.4f\n",
            train_mean(f->error, f->positions), FIGURES_NEAR, train_mean(f->near_error, f->near));
    }
}

void train_report_renewed(train_report *report, uint64_t step, const train_idle *idle)
{
    if (train_idle_sum(idle) > 0) {
        status_line_clear(&report->line);
        fprintf(report->out, "epoch %.2f: begin anew: ", epoch_at(report, step));
        train_idle_print(idle, report->out);
        fflush(report->out);
    }
}

void train_report_held_out(train_report *report, uint64_t step, const train_figures *f,
                           const train_idle *idle)
{
    status_line_clear(&report->line);
    if (!(f->positions > 0.0)) {
        fprintf(report->out, "epoch %.2f: training loss %.4f; no positions are held out\n",
                epoch_at(report, step), training_loss(report));
        fflush(report->out);
        return;
    }
    fprintf(report->out, "epoch %.2f: training loss %.4f, held-out loss %.4f; held out: ",
            epoch_at(report, step), training_loss(report), train_mean(f->loss, f->weight));
    print_figures(report, f);
    train_idle_print(idle, report->out);
    fflush(report->out);
    if (report->log) {
        log_row(report, step, 0.0f, f, idle);
    }
}
