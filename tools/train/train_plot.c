#include "train_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv_table.h"
#include "data_path.h"
#include "plot.h"

enum { WIDTH = 900, HEIGHT = 700, TITLE_MAX = 256 };

/* Writes a file's name as a title, without folders and ending. */
static void put_title(FILE *script, const char *path)
{
    char title[TITLE_MAX];
    snprintf(title, sizeof title, "%s", data_path_name(path));
    char *dot = strrchr(title, '.');
    if (dot && dot != title) {
        *dot = 0;
    }
    plot_text(script, title);
}

/* Logs that are drawn into one picture, a colour for each. */
typedef struct log_set {
    const char *const *paths;
    int count;
    csv_table table[PLOT_LOGS_MAX];
} log_set;

static bool read_log(csv_table *table, const char *path, failure *why)
{
    static const char *const columns[] = {"positions",     "learning_rate", "training_loss",
                                          "held_out_loss", "top1",          "error"};
    if (!csv_table_read(table, path, why)) {
        return false;
    }
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (csv_table_column(table, columns[i]) < 0) {
            return fail(why, "%s: not a training log of this version: there is no column %s", path,
                        columns[i]);
        }
    }
    return table->rows > 0 || fail(why, "%s: the log has no rows yet", path);
}

static double at(const csv_table *table, size_t row, const char *column)
{
    return csv_table_at(table, row, csv_table_column(table, column));
}

/* A line of a panel for each log: a column over the positions. */
typedef struct panel_line {
    const char *column;
    double factor;
    const char *style; /* of gnuplot's plot, with `with` */
    bool titled;
} panel_line;

/* Writes the points of all logs as data blocks, and returns their number. */
static size_t put_points(FILE *script, const log_set *set, const panel_line *line)
{
    size_t points = 0;
    for (int i = 0; i < set->count; i++) {
        /* gnuplot refuses a block without points. */
        fprintf(script, "$%s%d << END\nNaN NaN\n", line->column, i);
        for (size_t row = 0; row < set->table[i].rows; row++) {
            const double x = 1e-6 * at(&set->table[i], row, "positions");
            const double y = line->factor * at(&set->table[i], row, line->column);
            if (isfinite(x) && isfinite(y)) {
                fprintf(script, "%.9g %.9g\n", x, y);
                points++;
            }
        }
        fputs("END\n", script);
    }
    return points;
}

/* Draws a panel whose points are written. */
static void put_panel(FILE *script, const log_set *set, const panel_line *lines, int count)
{
    const char *before = "plot ";
    for (int i = 0; i < set->count; i++) {
        for (int k = 0; k < count; k++) {
            const panel_line *line = &lines[k];
            fprintf(script, "%s$%s%d using 1:2 %s lt %d ", before, line->column, i, line->style,
                    i + 1);
            before = ", ";
            fputs(line->titled ? "title " : "notitle", script);
            if (line->titled) {
                put_title(script, set->paths[i]);
                fputs(" noenhanced", script);
            }
        }
    }
    fputc('\n', script);
}

/* True if any held-out row of a log has the figure, which that kind of net alone has. */
static bool has_figure(const csv_table *table, const char *column)
{
    for (size_t row = 0; row < table->rows; row++) {
        if (at(table, row, column) > 0.0) {
            return true;
        }
    }
    return false;
}

static bool any_has_figure(const log_set *set, const char *column)
{
    for (int i = 0; i < set->count; i++) {
        if (has_figure(&set->table[i], column)) {
            return true;
        }
    }
    return false;
}

/* A log without held-out figures goes with all others. */
static bool check_kinds(const log_set *set, failure *why)
{
    for (int i = 0; any_has_figure(set, "top1") && i < set->count; i++) {
        if (has_figure(&set->table[i], "error")) {
            return fail(why, "%s: logs of policy and of value nets do not go into one picture",
                        set->paths[i]);
        }
    }
    return true;
}

static void put_logs(FILE *script, void *context)
{
    static const panel_line losses[] = {
        {"held_out_loss", 1.0, "with linespoints pt 7 ps 0.6", true},
        {"training_loss", 1.0, "with lines lw 1", false}};
    const log_set *set = context;
    const bool policy = any_has_figure(set, "top1");
    const panel_line figures[] = {
        {policy ? "top1" : "error", policy ? 100.0 : 1.0, "with linespoints pt 7 ps 0.6", false},
        {"learning_rate", 1.0, "axes x1y2 with lines lw 1 dt 2", false}};
    put_points(script, set, &losses[0]);
    put_points(script, set, &losses[1]);
    const bool judged = put_points(script, set, &figures[0]) > 0;
    const bool trained = put_points(script, set, &figures[1]) > 0;
    fputs("set multiplot layout 2,1\nset lmargin 12\nset rmargin 11\nset xrange [0:*]\n"
          "set title 'Loss: training (thin), held out (points)'\nset ylabel 'loss'\n",
          script);
    put_panel(script, set, losses, 2);
    fprintf(script,
            "set title '%s'\nset ylabel '%s'\nset xlabel 'million positions trained on'\n"
            "set y2label 'learning rate'\nset y2tics format '%%.0e'\n"
            "set y2range [0:%s]\nset yrange [%s]\nset border 11\nunset key\n",
            !judged  ? "Learning rate (dashed)"
            : policy ? "Held out: the teacher''s move is first; learning rate (dashed)"
                     : "Held out: mean error of the winning probability; learning rate (dashed)",
            !judged  ? ""
            : policy ? "%"
                     : "mean error",
            trained ? "*" : "1e-3", judged ? "*:*" : "0:1");
    put_panel(script, set, figures, 2);
    fputs("unset multiplot\n", script);
}

bool train_plot_logs(const char *path, const char *const *logs, int count, failure *why)
{
    assert(count >= 1 && count <= PLOT_LOGS_MAX);
    log_set *set = calloc(1, sizeof *set);
    bool good = set || fail(why, "not enough memory for a picture");
    for (int i = 0; good && i < count; i++, set->count++) {
        good = read_log(&set->table[i], logs[i], why);
    }
    if (good) {
        set->paths = logs;
        good = check_kinds(set, why) && plot_draw(path, WIDTH, HEIGHT, put_logs, set, why);
    }
    for (int i = 0; set && i < count; i++) {
        csv_table_free(&set->table[i]);
    }
    free(set);
    return good;
}

/* Calibrations that are drawn into one picture, two colours for each. */
typedef struct calibration_set {
    const train_slices *slices;
    const char *const *names;
    int count;
} calibration_set;

/* $netI: predicted, outcome, teacher, positions and centre of each bin. */
static void put_bins(FILE *script, int i, const train_slices *slices)
{
    fprintf(script, "$net%d << END\n", i);
    for (int b = 0; b < CALIBRATION_BINS; b++) {
        const calibration_bin *bin = &slices->bins[b];
        if (bin->positions > 0.0) {
            fprintf(script, "%.9g %.9g %.9g %.0f %.2f\n", bin->predicted / bin->positions,
                    bin->results > 0.0 ? bin->outcome / bin->results : (double)NAN,
                    bin->teacher / bin->positions, bin->positions, (b + 0.5) / CALIBRATION_BINS);
        }
    }
    fputs("END\n", script);
}

static void put_calibration(FILE *script, void *context)
{
    const calibration_set *set = context;
    static const char *const against[] = {"result of the game", "the teacher''s score"};
    for (int i = 0; i < set->count; i++) {
        put_bins(script, i, &set->slices[i]);
    }
    fputs("set multiplot\nset lmargin 10\nset rmargin 4\nset xrange [0:1]\n"
          "set origin 0,0.28\nset size 1,0.72\nset yrange [0:1]\nset key top left\n"
          "set title 'Calibration'\nset ylabel 'result, or the teacher''s probability'\n"
          "plot x with lines lc rgb '#b0b0b0' dt 2 title 'perfect'",
          script);
    for (int i = 0; i < 2 * set->count; i++) {
        fprintf(script, ", $net%d using 1:%d with linespoints lt %d pt %d title ", i / 2, 2 + i % 2,
                i + 1, 7 - i % 2);
        put_title(script, set->names[i / 2]);
        fprintf(script, ".': %s' noenhanced", against[i % 2]);
    }
    fputs("\nset origin 0,0\nset size 1,0.28\nset title 'Positions'\nset yrange [0:*]\n"
          "set ylabel 'thousands'\nset xlabel 'predicted probability of winning'\nunset key\n"
          "set style fill solid 0.6\nset boxwidth 0.1\n",
          script);
    for (int i = 0; i < set->count; i++) {
        fprintf(script, "%s$net%d using 5:($4/1000) with boxes lt %d", i ? ", " : "plot ", i,
                2 * i + 1);
    }
    fputs("\nunset multiplot\n", script);
}

bool train_plot_calibration(const char *path, const train_slices *slices, const char *const *names,
                            int count, failure *why)
{
    calibration_set set = {slices, names, count};
    return plot_draw(path, WIDTH, HEIGHT, put_calibration, &set, why);
}
