/* Damages the log of a training run and resumes the run. The first byte is the step of the
 * checkpoint, and fuzz_damage() reads the rest. A log that is refused stays as it is. One that is
 * accepted keeps the rows up to the step and before the first damage, has no later ones, and takes
 * another one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "train_report.h"

enum { STEPS = 12, FILE_MAX = 4096 };

static failure why;

/* Logs the steps after `first`. False if the log is refused. */
static bool run(const char *path, uint64_t first, uint64_t last)
{
    const train_figures figures = {.positions = 9, .weight = 9, .loss = 5};
    train_report report = {
        .out = stdout, .steps = STEPS, .steps_per_epoch = 1, .batch = 8, .first = first};
    const bool good = train_report_open(&report, path, first > 0, &why);
    fuzz_expect(!good || train_report_begin(&report, &why), "an accepted log can be continued");
    for (uint64_t step = first + 1; good && step <= last; step++) {
        train_report_step(&report, step, 1e-3f, &figures);
    }
    train_report_close(&report);
    return good;
}

/* The place behind the last row up to a step and up to a place. The header counts as step 0. */
static size_t end_of(const char *text, uint64_t step, size_t place)
{
    size_t end = 0, next = 0;
    while (strtoull(text + end, NULL, 10) <= step && next <= place && text[end]) {
        end = next;
        next += strcspn(text + next, "\n") + 1;
    }
    return end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char whole[FILE_MAX], bytes[FILE_MAX], after[FILE_MAX];
    if (size < 2) {
        return 0;
    }
    const uint64_t step = 1 + data[0] % STEPS;
    char path[512];
    snprintf(path, sizeof path, "%s/log.csv", fuzz_folder());
    remove(path);
    fuzz_expect(run(path, 0, STEPS), "a log can be made");
    const size_t full = fuzz_read(path, whole, FILE_MAX);
    size_t length = full;
    memcpy(bytes, whole, full);
    const size_t first = fuzz_damage(bytes, &length, data, size);
    fuzz_file("log.csv", bytes, length);
    const size_t kept = end_of(whole, step, first);
    if (!run(path, step, step + 1)) {
        fuzz_expect(strstr(why.text, path) != NULL, "a refusal names the file");
        fuzz_expect(fuzz_read(path, after, FILE_MAX) == length && memcmp(bytes, after, length) == 0,
                    "a log that is refused stays as it is");
        fuzz_expect(kept == 0, "a log with its header is accepted");
        return 0;
    }
    const size_t end = fuzz_read(path, after, FILE_MAX), last = end_of(after, step, end);
    fuzz_expect(last >= kept && memcmp(whole, after, kept) == 0, "rows before the damage stay");
    fuzz_expect(strtoull(after + last, NULL, 10) == step + 1 && end_of(after, step + 1, end) == end,
                "the next step follows, and nothing else");
    return 0;
}
