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

/* Tables that are drawn into one picture, a colour for each. */
typedef struct table_set {
    const char *const *paths;
    int count;
    csv_table table[PLOT_FILES_MAX];
} table_set;

/* Reads tables that have rows and the columns of a list that ends with NULL. */
static bool read_tables(table_set *set, const char *const *columns, failure *why)
{
    for (int i = 0; i < set->count; i++) {
        const csv_table *table = &set->table[i];
        if (!csv_table_read(&set->table[i], set->paths[i], why)) {
            return false;
        }
        for (const char *const *column = columns; *column; column++) {
            if (csv_table_column(table, *column) < 0) {
                return fail(why, "%s: there is no column %s", set->paths[i], *column);
            }
        }
        if (table->rows == 0) {
            return fail(why, "%s: there are no rows yet", set->paths[i]);
        }
    }
    return true;
}

static double at(const csv_table *table, size_t row, const char *column)
{
    return csv_table_at(table, row, csv_table_column(table, column));
}

/* A line of a panel for each table: a column over the positions. */
typedef struct panel_line {
    const char *column;
    double factor;
    const char *style; /* of gnuplot's plot, with `with` */
    bool titled;
    const char *labels; /* the format of values above the points, or NULL */
} panel_line;

/* Writes the points of all tables as data blocks, and returns their number. */
static size_t put_points(FILE *script, const table_set *set, const panel_line *line)
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
static void put_panel(FILE *script, const table_set *set, const panel_line *lines, int count)
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
            if (line->labels) {
                fprintf(script,
                        ", $%s%d using 1:2:(sprintf('%s', $2)) with labels offset 0,0.9 notitle",
                        line->column, i, line->labels);
            }
        }
    }
    fputc('\n', script);
}

static void free_tables(table_set *set)
{
    for (int i = 0; i < set->count; i++) {
        csv_table_free(&set->table[i]);
    }
    free(set);
}

/* Reads the tables, and draws them if `check` finds no fault in them. */
static bool draw_tables(const char *path, const char *const *paths, int count,
                        const char *const *columns,
                        bool (*check)(const table_set *set, failure *why), plot_script *put,
                        failure *why)
{
    assert(count >= 1 && count <= PLOT_FILES_MAX);
    table_set *set = calloc(1, sizeof *set);
    if (!set) {
        return fail(why, "not enough memory for a picture");
    }
    set->paths = paths;
    set->count = count;
    const bool good = read_tables(set, columns, why) && check(set, why) &&
                      plot_draw(path, WIDTH, HEIGHT, put, set, why);
    free_tables(set);
    return good;
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

static bool any_has_figure(const table_set *set, const char *column)
{
    for (int i = 0; i < set->count; i++) {
        if (has_figure(&set->table[i], column)) {
            return true;
        }
    }
    return false;
}

/* A log without held-out figures goes with all others. */
static bool check_logs(const table_set *set, failure *why)
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
        {"held_out_loss", 1.0, "with linespoints pt 7 ps 0.6", true, NULL},
        {"training_loss", 1.0, "with lines lw 1", false, NULL}};
    const table_set *set = context;
    const bool policy = any_has_figure(set, "top1");
    const panel_line figures[] = {
        {policy ? "top1" : "error", policy ? 100.0 : 1.0, "with linespoints pt 7 ps 0.6", false,
         NULL},
        {"learning_rate", 1.0, "axes x1y2 with lines lw 1 dt 2", false, NULL}};
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
    static const char *const columns[] = {
        "positions", "learning_rate", "training_loss", "held_out_loss", "top1", "error", NULL};
    return draw_tables(path, logs, count, columns, check_logs, put_logs, why);
}

static bool check_curves(const table_set *set, failure *why)
{
    for (int i = 0; i < set->count; i++) {
        const csv_table *table = &set->table[i];
        for (size_t row = 0; row < table->rows; row++) {
            const double positions = at(table, row, "positions"), top1 = at(table, row, "top1");
            const double nats = at(table, row, "cross_entropy");
            if (!(positions > 0.0 && positions < 1e15) || !(nats >= 0.0 && nats < 1e3) ||
                !(top1 >= 0.0 && top1 <= 1.0)) {
                return fail(why,
                            "%s, row %zu: expected positions above 0, a cross-entropy and a share "
                            "from 0 to 1",
                            set->paths[i], row + 1);
            }
        }
    }
    return true;
}

static void put_curves(FILE *script, void *context)
{
    static const panel_line entropy = {"cross_entropy", 1.0, "with linespoints pt 7", true, "%.3f"};
    static const panel_line first = {"top1", 100.0, "with linespoints pt 7", true, "%.1f"};
    const table_set *set = context;
    put_points(script, set, &entropy);
    put_points(script, set, &first);
    fputs("set multiplot layout 2,1\nset lmargin 10\nset rmargin 24\nset key outside right top\n"
          "set logscale x 2\nset xtics format '%.3g'\n"
          "set offsets graph 0.1, graph 0.1, graph 0.15, graph 0.1\n"
          "set title 'Held out: cross-entropy of the teacher''s move'\nset ylabel 'nats'\n",
          script);
    put_panel(script, set, &entropy, 1);
    fputs("set title 'Held out: the teacher''s move is first'\nset ylabel '%'\nunset key\n"
          "set xlabel 'million positions trained on (doubling scale)'\n",
          script);
    put_panel(script, set, &first, 1);
    fputs("unset multiplot\n", script);
}

bool train_plot_curves(const char *path, const char *const *curves, int count, failure *why)
{
    static const char *const columns[] = {"positions", "cross_entropy", "top1", NULL};
    return draw_tables(path, curves, count, columns, check_curves, put_curves, why);
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
