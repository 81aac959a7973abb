/* Tests the log of a run: how it is continued, its losses, files that are no logs, a full disk. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/whole_file.h"
#include "run_fixture.h"
#include "train_report.h"

TestSuite(train_report, .fini = fixture_remove_all);

/* A report of a run with two epochs of ten steps; `first` steps were done before. */
static train_report begin(const char *log, uint64_t first)
{
    failure why = {""};
    train_report report = {.out = fopen("/dev/null", "w"),
                           .kind = NET_POLICY,
                           .steps = 20,
                           .steps_per_epoch = 10,
                           .batch = 512,
                           .first = first};
    cr_assert(report.out && train_report_open(&report, log, first > 0, &why) &&
                  train_report_begin(&report, &why),
              "%s", why.text);
    return report;
}

static void end(train_report *report)
{
    train_report_close(report);
    fclose(report->out);
}

/* No units are idle. */
static void report_held_out(train_report *report, uint64_t step, const train_figures *figures)
{
    failure why = {""};
    architecture arch;
    cr_assert(architecture_read(&arch, "768x128p-3876", &why), "%s", why.text);
    train_idle *idle = train_idle_new(&arch, &why);
    cr_assert(idle, "%s", why.text);
    train_report_held_out(report, step, figures, idle);
    train_idle_free(idle);
}

static void write_log(const char *path, uint64_t first)
{
    const train_figures figures = {.positions = 100, .weight = 100, .loss = 250};
    train_report report = begin(path, first);
    for (uint64_t step = first + 1; step <= 20; step++) {
        report.logged = -1e9; /* every step is due */
        train_report_step(&report, step, 1e-3f, &figures);
        if (step % 10 == 0) {
            report_held_out(&report, step, &figures);
        }
    }
    end(&report);
}

Test(train_report, a_log_is_continued)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    fixture_path(path, "run.csv");
    write_log(path, 0);
    FILE *log = fopen(path, "a");
    fputs("21,107", log); /* a kill in the middle of a row */
    fclose(log);
    write_log(path, 8);                  /* resumed from a checkpoint after step 8 */
    for (int row = 0; row < 22; row++) { /* two rows at the end of an epoch */
        const int step = row + 1 - (row >= 10) - (row >= 21);
        cr_expect_eq(run_fixture_logged(path, row, "step"), step, "row %d", row);
    }
    cr_expect_eq(run_fixture_logged(path, 0, "positions"), 512.0);
    cr_expect(isnan(run_fixture_logged(path, 22, "step")), "there are no more rows");
    train_report other = {.out = stdout};
    cr_expect(!train_report_open(&other, path, false, &why) && strstr(why.text, "another run"),
              "%s", why.text);
    train_report_close(&other);
}

/* Both losses are divided by the weights, and a batch with little weight counts little. */
Test(train_report, losses_have_one_measure)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "losses.csv");
    train_report report = begin(path, 0);
    const train_figures first = {.positions = 64, .weight = 50, .loss = 100, .cross_entropy = 640};
    const train_figures next = {.positions = 64, .weight = 10, .loss = 60, .cross_entropy = 640};
    train_report_step(&report, 9, 1e-3f, &first);
    train_report_step(&report, 10, 1e-3f, &next);
    report_held_out(&report, 10, &first);
    end(&report);
    for (int row = 0; row < 2; row++) {
        cr_expect_float_eq(run_fixture_logged(path, row, "training_loss"), 99.6 / 49.6, 1e-6);
    }
    cr_expect_float_eq(run_fixture_logged(path, 1, "held_out_loss"), 2.0, 1e-6);
    cr_expect_float_eq(run_fixture_logged(path, 1, "held_out_cross_entropy"), 10.0, 1e-6);
}

Test(train_report, another_file_is_no_log)
{
    static const char text[] = "my,own,notes\n1,2,3\n";
    char path[FIXTURE_PATH_MAX], kept[sizeof text] = "";
    failure why = {""};
    fixture_path(path, "notes.csv");
    cr_assert(whole_file_write(path, text, strlen(text), &why), "%s", why.text);
    train_report report = {.out = stdout};
    cr_expect(!train_report_open(&report, path, true, &why) && strstr(why.text, "notes.csv"), "%s",
              why.text);
    train_report_close(&report);
    FILE *file = fopen(path, "r");
    cr_expect(file && fread(kept, 1, sizeof kept, file) == strlen(text));
    cr_expect_str_eq(kept, text, "it is as it was");
    fclose(file);
}

Test(train_report, a_full_disk_ends_the_log_not_the_run)
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
    report_held_out(&report, 1, &figures);
    report_held_out(&report, 2, &figures);
    cr_expect_null(report.log);
    fclose(out);
    cr_expect(strstr(text, "/dev/full: cannot be written"), "%s", text);
    free(text);
}
