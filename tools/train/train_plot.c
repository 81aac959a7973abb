#include "train_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv_table.h"
#include "data_path.h"
#include "plot.h"

enum { WIDTH = 900, HEIGHT = 700, TITLE_MAX = 256 };

/* A gnuplot script that is being written. */
typedef struct script {
    FILE *file;
    char *text;
    size_t size;
} script;

static bool script_begin(script *s, failure *why)
{
    *s = (script){0};
    s->file = open_memstream(&s->text, &s->size);
    return s->file || fail(why, "not enough memory for a picture");
}

/* Draws the script if `good`, and frees it. */
static bool script_end(script *s, bool good, const char *path, int height, failure *why)
{
    if (fclose(s->file) != 0 && good) {
        good = fail(why, "not enough memory for a picture");
    }
    good = good && plot_write(path, WIDTH, height, s->text, why);
    free(s->text);
    return good;
}

/* Writes a file's name as a title, without folders and ending. */
static void put_title(FILE *file, const char *path)
{
    char title[TITLE_MAX];
    snprintf(title, sizeof title, "%s", data_path_name(path));
    char *dot = strrchr(title, '.');
    if (dot && dot != title) {
        *dot = 0;
    }
    plot_text(file, title);
}

/* A log's columns. */
typedef struct log_columns {
    int step, positions, epoch, rate, loss, held_out, top1, error;
} log_columns;

/* What the held-out figures of a log measure; unknown while it has none. */
typedef enum log_kind { LOG_UNKNOWN, LOG_POLICY, LOG_VALUE, LOG_KINDS } log_kind;

static const struct {
    const char *title, *label; /* of the lower panel */
} panels[LOG_KINDS] = {
    [LOG_UNKNOWN] = {"Learning rate (dashed)", ""},
    [LOG_POLICY] = {"Held out: the teacher''s move is first; learning rate (dashed)", "%"},
    [LOG_VALUE] = {"Held out: mean error of the winning probability; learning rate (dashed)",
                   "mean error"}};

/* Logs that are drawn into one picture. */
typedef struct log_set {
    bool by_positions;      /* all logs have the column positions; else the x axis is epochs */
    log_kind kind;          /* of all logs that have held-out figures */
    bool trained, held_out; /* rows of training, and of held-out figures, were drawn */
    csv_table table[PLOT_LOGS_MAX];
    log_columns column[PLOT_LOGS_MAX];
} log_set;

static bool find_columns(log_columns *c, const csv_table *table, const char *path, failure *why)
{
    const struct {
        const char *name;
        int *place;
    } wanted[] = {{"step", &c->step},
                  {"epoch", &c->epoch},
                  {"learning_rate", &c->rate},
                  {"training_loss", &c->loss},
                  {"held_out_loss", &c->held_out},
                  {"top1", &c->top1},
                  {"error", &c->error}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        *wanted[i].place = csv_table_column(table, wanted[i].name);
        if (*wanted[i].place < 0) {
            return fail(why, "%s: not a training log of this version: there is no column %s", path,
                        wanted[i].name);
        }
    }
    c->positions = csv_table_column(table, "positions");
    return true;
}

/* True if a resumed run wrote a row again, or an earlier one. An epoch ends with a training row and
 * a row of held-out figures, both of the same step. */
static bool repeats(const csv_table *table, const log_columns *c, size_t row, size_t by)
{
    const double step = csv_table_at(table, row, c->step), next = csv_table_at(table, by, c->step);
    const bool follows = !isfinite(csv_table_at(table, row, c->held_out)) &&
                         isfinite(csv_table_at(table, by, c->held_out));
    return step > next || (step == next && !follows);
}

static void drop_repeated(csv_table *table, const log_columns *c)
{
    size_t kept = 0;
    for (size_t row = 0; row < table->rows; row++) {
        while (kept && repeats(table, c, kept - 1, row)) {
            kept--;
        }
        memmove(table->cells + kept++ * table->columns, table->cells + row * table->columns,
                table->columns * sizeof *table->cells);
    }
    table->rows = kept;
}

static log_kind kind_of(const csv_table *table, const log_columns *c)
{
    log_kind kind = LOG_UNKNOWN;
    for (size_t row = 0; kind == LOG_UNKNOWN && row < table->rows; row++) {
        kind = csv_table_at(table, row, c->top1) > 0.0    ? LOG_POLICY
               : csv_table_at(table, row, c->error) > 0.0 ? LOG_VALUE
                                                          : LOG_UNKNOWN;
    }
    return kind;
}

static bool read_log(log_set *set, int i, const char *path, failure *why)
{
    csv_table *table = &set->table[i];
    log_columns *column = &set->column[i];
    if (!csv_table_read(table, path, why) || !find_columns(column, table, path, why)) {
        return false;
    }
    if (table->rows == 0) {
        return fail(why, "%s: the log has no rows yet", path);
    }
    drop_repeated(table, column);
    const log_kind kind = kind_of(table, column);
    if (kind != LOG_UNKNOWN && set->kind != LOG_UNKNOWN && kind != set->kind) {
        return fail(why, "%s: logs of policy and of value nets do not go into one picture", path);
    }
    set->kind = kind != LOG_UNKNOWN ? kind : set->kind;
    set->by_positions = set->by_positions && column->positions >= 0;
    return true;
}

/* $trainI: x, training loss, learning rate; $heldI: x, held-out loss, figure. */
static void put_log_data(FILE *file, log_set *set, int i)
{
    const csv_table *t = &set->table[i];
    const log_columns *c = &set->column[i];
    const int x_column = set->by_positions ? c->positions : c->epoch;
    const bool policy = set->kind == LOG_POLICY;
    for (int held = 0; held < 2; held++) {
        size_t rows = 0;
        fprintf(file, "$%s%d << END\n", held ? "held" : "train", i);
        for (size_t row = 0; row < t->rows; row++) {
            const double x = csv_table_at(t, row, x_column) * (set->by_positions ? 1e-6 : 1.0);
            const double y = csv_table_at(t, row, held ? c->held_out : c->loss);
            const double figure =
                held ? csv_table_at(t, row, policy ? c->top1 : c->error) * (policy ? 100.0 : 1.0)
                     : csv_table_at(t, row, c->rate);
            if (isfinite(x) && isfinite(y) && isfinite(figure)) {
                fprintf(file, "%.9g %.9g %.9g\n", x, y, figure);
                rows++;
            }
        }
        set->trained = set->trained || (!held && rows > 0);
        set->held_out = set->held_out || (held && rows > 0);
        /* gnuplot refuses a block without points. */
        fputs(rows ? "END\n" : "NaN NaN NaN\nEND\n", file);
    }
}

/* `plot` of one panel: for each log a line with the key's text, and one without. */
static void put_panel(FILE *file, const char *const *logs, int count, bool lower)
{
    fputs("plot ", file);
    for (int i = 0; i < count; i++) {
        fprintf(file, "%s$held%d using 1:%d with linespoints lt %d pt 7 ps 0.6 title ",
                i ? ", " : "", i, lower ? 3 : 2, i + 1);
        put_title(file, logs[i]);
        fprintf(file, " noenhanced, $train%d using 1:%d %s with lines lt %d lw 1 %s notitle", i,
                lower ? 3 : 2, lower ? "axes x1y2" : "", i + 1, lower ? "dt 2" : "");
    }
    fputc('\n', file);
}

static void put_logs(FILE *file, log_set *set, const char *const *logs, int count)
{
    for (int i = 0; i < count; i++) {
        put_log_data(file, set, i);
    }
    fprintf(file, "set multiplot layout 2,1\nset lmargin 12\nset rmargin 11\nset xrange [0:*]\n"
                  "set title 'Loss: training (thin), held out (points)'\n"
                  "set ylabel 'loss'\n");
    put_panel(file, logs, count, false);
    fprintf(file,
            "set title '%s'\nset ylabel '%s'\n"
            "set xlabel '%s'\nset y2label 'learning rate'\nset y2tics format '%%.0e'\n"
            "set y2range [0:%s]\nset yrange [%s]\nset border 11\nunset key\n",
            panels[set->kind].title, panels[set->kind].label,
            set->by_positions ? "million positions trained on" : "epochs",
            set->trained ? "*" : "1e-3", set->held_out ? "*:*" : "0:1");
    put_panel(file, logs, count, true);
    fputs("unset multiplot\n", file);
}

bool train_plot_logs(const char *path, const char *const *logs, int count, failure *why)
{
    assert(count >= 1 && count <= PLOT_LOGS_MAX);
    script s;
    log_set *set = calloc(1, sizeof *set);
    if (!set || !script_begin(&s, why)) {
        free(set);
        return fail(why, "not enough memory for a picture");
    }
    bool good = true;
    set->by_positions = true;
    for (int i = 0; good && i < count; i++) {
        good = read_log(set, i, logs[i], why);
    }
    if (good) {
        put_logs(s.file, set, logs, count);
    }
    good = script_end(&s, good, path, HEIGHT, why);
    for (int i = 0; i < count; i++) {
        csv_table_free(&set->table[i]);
    }
    free(set);
    return good;
}

/* $curveI: million positions, cross-entropy, share of first moves in percent. */
static bool put_curve(FILE *file, int i, const char *path, failure *why)
{
    csv_table table;
    bool good = csv_table_read(&table, path, why);
    const int x = good ? csv_table_column(&table, "positions") : -1;
    const int entropy = good ? csv_table_column(&table, "cross_entropy") : -1;
    const int top1 = good ? csv_table_column(&table, "top1") : -1;
    if (good && (x < 0 || entropy < 0 || top1 < 0)) {
        good = fail(why, "%s: expected the columns positions, cross_entropy and top1", path);
    }
    if (good && table.rows == 0) {
        good = fail(why, "%s: there are no rows", path);
    }
    fprintf(file, "$curve%d << END\n", i);
    for (size_t row = 0; good && row < table.rows; row++) {
        const double positions = csv_table_at(&table, row, x);
        const double nats = csv_table_at(&table, row, entropy);
        const double share = csv_table_at(&table, row, top1);
        if (!(positions > 0.0 && positions < 1e15) || !(nats >= 0.0 && nats < 1e3) ||
            !(share >= 0.0 && share <= 1.0)) {
            good = fail(why,
                        "%s, row %zu: expected positions above 0, a cross-entropy and a share "
                        "from 0 to 1",
                        path, row + 1);
        }
        fprintf(file, "%.9g %.9g %.9g\n", 1e-6 * positions, nats, 100.0 * share);
    }
    fputs("END\n", file);
    csv_table_free(&table);
    return good;
}

/* `plot` of one panel: a line for each file, and its values above the points. */
static void put_curve_panel(FILE *file, const char *const *curves, int count, bool lower)
{
    const int y = lower ? 3 : 2;
    fputs("plot ", file);
    for (int i = 0; i < count; i++) {
        fprintf(file, "%s$curve%d using 1:%d with linespoints lt %d pt 7 title ", i ? ", " : "", i,
                y, i + 1);
        put_title(file, curves[i]);
        fprintf(file,
                " noenhanced, $curve%d using 1:%d:(sprintf('%s', $%d)) with labels offset 0,0.9 "
                "notitle",
                i, y, lower ? "%.1f" : "%.3f", y);
    }
    fputc('\n', file);
}

bool train_plot_curves(const char *path, const char *const *curves, int count, failure *why)
{
    assert(count >= 1 && count <= PLOT_LOGS_MAX);
    script s;
    if (!script_begin(&s, why)) {
        return false;
    }
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        good = put_curve(s.file, i, curves[i], why);
    }
    fputs("set multiplot layout 2,1\nset lmargin 10\nset rmargin 24\nset key outside right top\n"
          "set logscale x 2\nset xtics format '%.3g'\n"
          "set offsets graph 0.1, graph 0.1, graph 0.15, graph 0.1\n"
          "set title 'Held out: cross-entropy of the teacher''s move'\nset ylabel 'nats'\n",
          s.file);
    put_curve_panel(s.file, curves, count, false);
    fputs("set title 'Held out: the teacher''s move is first'\nset ylabel '%'\nunset key\n"
          "set xlabel 'million positions trained on (doubling scale)'\n",
          s.file);
    put_curve_panel(s.file, curves, count, true);
    fputs("unset multiplot\n", s.file);
    return script_end(&s, good, path, HEIGHT, why);
}

/* $netI: predicted, outcome, teacher, positions and centre of each bin. */
static void put_bins(FILE *file, int i, const train_slices *slices)
{
    fprintf(file, "$net%d << END\n", i);
    for (int b = 0; b < CALIBRATION_BINS; b++) {
        const calibration_bin *bin = &slices->bins[b];
        if (bin->positions > 0.0) {
            fprintf(file, "%.9g %.9g %.9g %.0f %.2f\n", bin->predicted / bin->positions,
                    bin->results > 0.0 ? bin->outcome / bin->results : (double)NAN,
                    bin->teacher / bin->positions, bin->positions, (b + 0.5) / CALIBRATION_BINS);
        }
    }
    fputs("END\n", file);
}

bool train_plot_calibration(const char *path, const train_slices *slices, const char *const *names,
                            int count, failure *why)
{
    script s;
    if (!script_begin(&s, why)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        put_bins(s.file, i, &slices[i]);
    }
    fputs("set multiplot\nset lmargin 10\nset rmargin 4\nset xrange [0:1]\n"
          "set origin 0,0.28\nset size 1,0.72\nset yrange [0:1]\nset key top left\n"
          "set title 'Calibration'\nset ylabel 'what came of it'\n"
          "plot x with lines lc rgb '#b0b0b0' dt 2 title 'perfect'",
          s.file);
    for (int i = 0; i < count; i++) {
        fprintf(s.file, ", $net%d using 1:2 with linespoints lt %d pt 7 title ", i, 2 * i + 1);
        put_title(s.file, names[i]);
        fprintf(s.file,
                ".': result of the game' noenhanced, $net%d using 1:3 with linespoints lt "
                "%d pt 6 title ",
                i, 2 * i + 2);
        put_title(s.file, names[i]);
        fputs(".': the teacher''s score' noenhanced", s.file);
    }
    fputs("\nset origin 0,0\nset size 1,0.28\nset title 'Positions'\nset yrange [0:*]\n"
          "set ylabel 'thousands'\nset xlabel 'predicted probability of winning'\nunset key\n"
          "set style fill solid 0.6\nset boxwidth 0.1\nplot ",
          s.file);
    for (int i = 0; i < count; i++) {
        fprintf(s.file, "%s$net%d using 5:($4/1000) with boxes lt %d", i ? ", " : "", i, 2 * i + 1);
    }
    fputs("\nunset multiplot\n", s.file);
    return script_end(&s, true, path, HEIGHT, why);
}
