/* Tests logs that are written, cut off, continued, read and drawn, and files that are not logs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv_table.h"
#include "files/whole_file.h"
#include "train_fixture.h"
#include "train_plot.h"
#include "train_report.h"

TestSuite(train_plot, .fini = fixture_remove_all);

static void write_text(char path[FIXTURE_PATH_MAX], const char *name, const char *text)
{
    failure why = {""};
    fixture_path(path, name);
    cr_assert(whole_file_write(path, text, strlen(text), &why), "%s", why.text);
}

static bool reads(const char *path, failure *why)
{
    csv_table table;
    const bool good = csv_table_read(&table, path, why);
    csv_table_free(&table);
    return good;
}

Test(train_plot, tables)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    csv_table table;
    write_text(path, "good.csv", "a,b,c\r\n1,,-2.5e3\n,4,nan\n5,6");
    cr_assert(csv_table_read(&table, path, &why), "%s", why.text);
    cr_expect(table.columns == 3 && table.rows == 2, "the last row was cut off");
    const int c = csv_table_column(&table, "c");
    cr_expect(c == 2 && csv_table_column(&table, "d") == -1);
    cr_expect(csv_table_at(&table, 0, c) == -2500.0 && isnan(csv_table_at(&table, 0, 1)));
    csv_table_free(&table);
    static const char *const bad[][2] = {{"", "no line of column names"},
                                         {"\n1\n", "no line of column names"},
                                         {"a,b\n1,2\n1,2,3\n", "line 3: wrong number of fields"},
                                         {"a,b\n1\n", "line 2: wrong number of fields"},
                                         {"a,b\n1,x\n", "line 2: a field is not a number"},
                                         {"a,b\n1x,2\n", "line 2: a field is not a number"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_text(path, "bad.csv", bad[i][0]);
        cr_expect(!reads(path, &why) && strstr(why.text, bad[i][1]), "%s", why.text);
    }
    static char longest[3 * CSV_LINE_MAX];
    memset(longest, ',', sizeof longest - 1);
    write_text(path, "long.csv", longest);
    cr_expect(!reads(path, &why) && strstr(why.text, "too long"), "%s", why.text);
    longest[CSV_COLUMNS_MAX] = '\n';
    longest[CSV_COLUMNS_MAX + 1] = 0;
    write_text(path, "wide.csv", longest);
    cr_expect(!reads(path, &why) && strstr(why.text, "columns"), "%s", why.text);
    cr_expect(!reads("/nonexistent.csv", &why) && strstr(why.text, "/nonexistent.csv"));
    cr_expect(!reads("/", &why) && why.text[0], "a folder is no table");
}

/* A log of two epochs of a policy net. */
static void write_log(const char *path, uint64_t first, bool held_out)
{
    const train_figures none = {0};
    failure why = {""};
    FILE *quiet = fopen("/dev/null", "w");
    train_report report = {.out = quiet,
                           .kind = NET_POLICY,
                           .steps = 20,
                           .steps_per_epoch = 10,
                           .batch = 512,
                           .first = first};
    cr_assert(train_report_open(&report, path, first > 0, &why), "%s", why.text);
    cr_assert(train_report_begin(&report, &why), "%s", why.text);
    const train_figures figures = {
        .positions = 100, .weight = 100, .loss = 250, .cross_entropy = 240, .top1 = 31, .top3 = 60};
    for (uint64_t step = first + 1; step <= 20; step++) {
        report.logged = -1e9; /* every step is due */
        train_report_step(&report, step, 1e-3f, &figures);
        if (step % 10 == 0) {
            train_report_held_out(&report, step, held_out ? &figures : &none);
        }
    }
    train_report_close(&report);
    fclose(quiet);
}

/* Draws logs into one picture, whose text is the result; "" if they are refused. */
static const char *drawn(const char *const *logs, int count, failure *why)
{
    static char text[1 << 16];
    char picture[FIXTURE_PATH_MAX];
    fixture_path(picture, "kinds.svg");
    text[0] = 0;
    if (train_plot_logs(picture, logs, count, why)) {
        FILE *svg = fopen(picture, "r");
        cr_assert_not_null(svg);
        text[fread(text, 1, sizeof text - 1, svg)] = 0;
        fclose(svg);
    }
    return text;
}

Test(train_plot, a_log_is_continued_and_drawn)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    csv_table table;
    fixture_path(path, "it's a run.csv");
    write_log(path, 0, true);
    FILE *log = fopen(path, "a");
    fputs("21,107", log); /* a kill in the middle of a row */
    fclose(log);
    write_log(path, 8, true); /* resumed from a checkpoint after step 8 */
    train_report other = {.out = stdout};
    cr_expect(!train_report_open(&other, path, false, &why) && strstr(why.text, "another run"),
              "%s", why.text);
    train_report_close(&other);
    cr_assert(csv_table_read(&table, path, &why), "%s", why.text);
    cr_expect(table.rows == 20 + 2, "%zu", table.rows);
    const int steps = csv_table_column(&table, "step");
    for (size_t i = 0; i < table.rows; i++) { /* two rows at the end of an epoch */
        const double wanted = (double)(i + 1) - (i >= 10) - (i >= 21);
        cr_expect(csv_table_at(&table, i, steps) == wanted, "row %zu", i);
    }
    const int positions = csv_table_column(&table, "positions");
    cr_expect(csv_table_at(&table, 0, positions) == 512.0);
    csv_table_free(&table);
    const char *logs[] = {path, path};
    cr_expect_not_null(strstr(drawn(logs, 2, &why), "<svg"), "%s", why.text);
}

/* A log without held-out figures does not say what its net is. */
Test(train_plot, logs_without_held_out_figures_join_all_others)
{
    char policy[FIXTURE_PATH_MAX], bare[FIXTURE_PATH_MAX], value[FIXTURE_PATH_MAX];
    failure why = {""};
    fixture_path(policy, "policy.csv");
    fixture_path(bare, "bare.csv");
    write_log(policy, 0, true);
    write_log(bare, 0, false);
    write_text(value, "value.csv",
               "step,positions,epoch,learning_rate,training_loss,held_out_loss,top1,error\n"
               "1,512,1,,2.5,2.4,0,0.2\n");
    const char *both[] = {bare, policy}, *others[] = {policy, bare, value};
    cr_expect_not_null(strstr(drawn(both, 1, &why), "Learning rate"), "%s", why.text);
    cr_expect_not_null(strstr(drawn(both, 2, &why), "move is first"), "%s", why.text);
    cr_expect(!*drawn(others, 3, &why) && strstr(why.text, "value.csv: logs of policy"), "%s",
              why.text);
}

/* Both losses are divided by the weights, and a batch with little weight counts little. */
Test(train_plot, losses_have_one_measure)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    csv_table table;
    fixture_path(path, "losses.csv");
    FILE *quiet = fopen("/dev/null", "w");
    train_report report = {.out = quiet, .steps = 2, .steps_per_epoch = 2, .batch = 64};
    cr_assert(train_report_open(&report, path, false, &why), "%s", why.text);
    cr_assert(train_report_begin(&report, &why), "%s", why.text);
    const train_figures first = {.positions = 64, .weight = 50, .loss = 100, .cross_entropy = 640};
    const train_figures next = {.positions = 64, .weight = 10, .loss = 60, .cross_entropy = 640};
    train_report_step(&report, 1, 1e-3f, &first);
    train_report_step(&report, 2, 1e-3f, &next);
    train_report_held_out(&report, 2, &first);
    train_report_close(&report);
    fclose(quiet);
    cr_assert(csv_table_read(&table, path, &why) && table.rows == 2, "%s", why.text);
    const int training = csv_table_column(&table, "training_loss");
    const int held_out = csv_table_column(&table, "held_out_loss");
    const int entropy = csv_table_column(&table, "held_out_cross_entropy");
    for (size_t row = 0; row < 2; row++) {
        cr_expect_float_eq(csv_table_at(&table, row, training), 99.6 / 49.6, 1e-6);
    }
    cr_expect_float_eq(csv_table_at(&table, 1, held_out), 2.0, 1e-6);
    cr_expect_float_eq(csv_table_at(&table, 1, entropy), 10.0, 1e-6);
    csv_table_free(&table);
}

/* What has no points yet must not keep the rest from being drawn. */
Test(train_plot, a_short_run_is_drawn)
{
    static const char *const rows[] = {"1,,2.5,2.4,0.1,0", "1,1e-3,2.5,,,"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[FIXTURE_PATH_MAX], text[256];
        failure why = {""};
        snprintf(text, sizeof text,
                 "positions,learning_rate,training_loss,held_out_loss,top1,error\n%s\n", rows[i]);
        write_text(path, "short.csv", text);
        const char *logs[] = {path};
        cr_expect(*drawn(logs, 1, &why), "%s: %s", rows[i], why.text);
    }
}

Test(train_plot, files_that_are_no_logs)
{
    static const char other[] = "my,own,notes\n1,2,3\n";
    char path[FIXTURE_PATH_MAX], picture[FIXTURE_PATH_MAX], line[64];
    failure why = {""};
    fixture_path(picture, "none.svg");
    write_text(path, "notes.csv", other);
    train_report report = {.out = stdout};
    cr_expect(!train_report_open(&report, path, true, &why) && strstr(why.text, "notes.csv"), "%s",
              why.text);
    train_report_close(&report);
    FILE *file = fopen(path, "r");
    cr_expect(file && fgets(line, sizeof line, file) && fgets(line, sizeof line, file) &&
                  strcmp(line, "1,2,3\n") == 0 && !fgets(line, sizeof line, file),
              "it is as it was");
    fclose(file);
    const char *const files[] = {path};
    cr_expect(!train_plot_logs(picture, files, 1, &why) && strstr(why.text, "no column positions"),
              "%s", why.text);
    cr_expect(access(picture, F_OK) != 0);
}

Test(train_plot, a_full_disk_ends_the_log_not_the_run)
{
    if (access("/dev/full", W_OK) != 0) {
        cr_skip_test("there is no /dev/full here");
    }
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    train_report report = {
        .out = out, .kind = NET_VALUE, .steps = 2, .steps_per_epoch = 1, .batch = 1};
    report.log = fopen("/dev/full", "w");
    report.log_path = "/dev/full";
    const train_figures figures = {.positions = 1};
    train_report_held_out(&report, 1, &figures);
    train_report_held_out(&report, 2, &figures);
    cr_expect_null(report.log);
    fclose(out);
    cr_expect(strstr(text, "/dev/full: cannot be written"), "%s", text);
    free(text);
}
